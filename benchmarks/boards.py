"""The searches of games on sets beside C by hand, in processor time: `python -m benchmarks.boards [WORD]`.

A row is a game on a board; with a word only those whose name has it. The plain search does what the program by hand
does; what components and symmetry add has no such program beside it.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from bouton.boards import parts
from bouton.boards.search import Search
from bouton.boards.symmetry import symmetries
from bouton.process.compiler import compiler
from tests.boards.games import made

HAND = Path(__file__).parent / "hand" / "boards.c"
MEMORY = 3 << 30


@dataclass(frozen=True)
class Row:
    """A game with its parameters; `ways` are o, v (outcome, value), s (by components), with + up to symmetry."""

    name: str
    ways: tuple[str, ...]
    parameters: dict[str, int] = field(default_factory=dict)
    hand: tuple[str, int, int] | None = None


ROWS = (
    Row("kayles on Petersen's graph", ("v", "s+")),
    Row("kayles on a cycle", ("o", "v", "v+"), {"n": 36}, ("cycle", 1, 36)),
    Row("kayles on a cycle", ("s",), {"n": 100}),
    Row("kayles on a path", ("s",), {"n": 120}),
    Row("kayles on a grid", ("o", "v", "s", "s+"), {"r": 6, "c": 6}, ("grid", 6, 6)),
    Row("cram", ("o", "v", "s", "s+"), {"r": 5, "c": 6}, ("cram", 5, 6)),
    Row("cram", ("s+",), {"r": 4, "c": 8}),
    Row("cram", ("s+",), {"r": 5, "c": 7}),
    Row("cram", ("s+",), {"r": 6, "c": 6}),
    Row("chomp", ("v",), {"r": 8, "c": 8}),
    Row("chomp", ("v",), {"r": 3, "c": 40}),
    Row("domineering", ("o", "o+"), {"r": 6, "c": 6, "s": 0}, ("domineering", 6, 6)),
    Row("geography", ("v",), {"r": 5, "c": 6}, ("geography", 5, 6)),
    Row("hackenbush", ("v",), {"r": 4, "c": 4}, ("hackenbush", 4, 4)),
)


def main() -> None:
    """Print the table."""
    word = sys.argv[1] if len(sys.argv) > 1 else ""
    print(f"{'game':34} {'way':4} {'result':>6} {'positions':>12} {'seconds':>8} {'by hand':>8} {'ratio':>6}")
    with tempfile.TemporaryDirectory() as folder:
        hand = Path(folder) / "hand"
        path = compiler()
        assert path is not None, "there is no C compiler"
        subprocess.run([path, "-O2", "-w", "-o", str(hand), str(HAND)], check=True)
        for row in ROWS:
            if word in row.name:
                _show(row, hand)


def _show(row: Row, hand: Path) -> None:
    table, start = made(row.name, **row.parameters)
    name = f"{row.name} {' x '.join(map(str, [v for k, v in row.parameters.items() if k != 's']))}"
    for way in row.ways:
        begun = time.process_time()
        images = symmetries(table) if way.endswith("+") else []
        search = Search(table, MEMORY, images=images, marks=not parts.ends(table))
        ways: dict[str, Callable[[], int]] = {
            "o": lambda search=search: search.of(start, "outcome"),  # type: ignore[misc]
            "v": lambda search=search: search.of(start, "value"),  # type: ignore[misc]
            "s": lambda search=search: search.by_parts(start),  # type: ignore[misc]
        }
        result = ways[way[0]]()
        seconds, seen = time.process_time() - begun, search.seen
        search.close()
        beside = ""
        if row.hand is not None and way in ("o", "v"):
            said = subprocess.run([hand, *map(str, row.hand), way], capture_output=True, text=True, check=True).stdout
            other, _, spent = said.split()
            assert int(other) == result, f"{name}: {result}, by hand {other}"
            beside = f" {float(spent):8.2f} {seconds / max(float(spent), 0.01):6.2f}"
        print(f"{name:34} {way:4} {result:6} {seen:12,} {seconds:8.2f}{beside}", flush=True)


if __name__ == "__main__":
    main()
