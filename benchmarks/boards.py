"""The searches of games on sets beside C by hand, in processor time: `python -m benchmarks.boards [WORD]`.

A row is a game on a board; with a word only those whose name has it. The plain search does what the program by hand
does; what components and symmetry add has no such program beside it. `python -m benchmarks.boards specs` has the specs
of `benchmarks/boards/`, each with bits of a counter beside the same with sets.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from bouton.boards.search import BoardSearch
from bouton.boards.symmetry import symmetries
from bouton.boards.table import ends
from bouton.process.compiler import compiler
from tests.boards.games import made

HAND = Path(__file__).parent / "hand" / "boards.c"
SPECS = Path(__file__).with_suffix("")
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
    Row("domineering", ("o", "o+"), {"r": 6, "c": 6, "s": 0}, ("vertical", 6, 6)),
    Row("domineering", ("o", "o+"), {"r": 6, "c": 6, "s": 1}, ("horizontal", 6, 6)),
    Row("geography", ("v",), {"r": 5, "c": 6}, ("geography", 5, 6)),
    Row("token", ("o", "v"), {"r": 30, "c": 30}),
    Row("odd vertices of a tree", ("o", "v"), {"n": 25}, ("tree", 1, 25)),
    Row("hackenbush", ("v",), {"r": 4, "c": 4}, ("hackenbush", 4, 4)),
)


def main() -> None:
    """Print the table."""
    word = sys.argv[1] if len(sys.argv) > 1 else ""
    if word == "specs":
        _specs()
        return
    print(f"{'game':34} {'way':4} {'result':>6} {'positions':>12} {'seconds':>8} {'by hand':>8} {'ratio':>6}")
    with tempfile.TemporaryDirectory() as folder:
        hand = Path(folder) / "hand"
        path = compiler()
        assert path is not None, "there is no C compiler"
        subprocess.run([path, "-O2", "-w", "-o", str(hand), str(HAND)], check=True)
        for row in ROWS:
            if word in row.name:
                _show(row, hand)


def _specs() -> None:
    """Lines of rules and spec without comments, seconds of `bouton check` with its start, and the verdicts."""
    print(f"{'game':14} {'lines, bits':>11} {'sets':>4} {'seconds, bits':>13} {'sets':>5}  verdicts, bits; sets")
    for spec in sorted(SPECS.glob("*_bits.yaml")):
        name = spec.stem.removesuffix("_bits")
        each = [_checked(SPECS / one) for one in (spec.stem, name)]
        ((more, slow, then), (fewer, fast, now)) = each
        print(f"{name:14} {more:11} {fewer:4} {slow:13.1f} {fast:5.1f}  {then}; {now}", flush=True)


def _checked(path: Path) -> tuple[int, float, str]:
    texts = (path.with_suffix(end).read_text().splitlines() for end in (".lp", ".yaml"))
    lines = [line for text in texts for line in text if line.strip() and not line.lstrip().startswith(("%", "#"))]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    options = ("--fresh", "--no-prove", "--jobs", "1", "--json")
    told = subprocess.run(
        [sys.executable, "-m", "bouton", "check", *options, str(path.with_suffix(".yaml"))],
        capture_output=True,
        text=True,
        check=False,
    ).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    verdicts = [claim["verdict"] for claim in json.loads(told)["claims"]]
    return len(lines), spent, ", ".join(verdicts)


def _show(row: Row, hand: Path) -> None:
    table, start = made(row.name, **row.parameters)
    name = f"{row.name} {' x '.join(map(str, [v for k, v in row.parameters.items() if k != 's']))}"
    name += {0: ", vertical", 1: ", horizontal"}.get(row.parameters.get("s", 2), "")
    for way in row.ways:
        begun = time.process_time()
        images = symmetries(table) if way.endswith("+") else []
        search = BoardSearch(table, MEMORY, images=images, marks=not ends(table))
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
