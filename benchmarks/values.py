"""Sprague-Grundy values beside a plain Python memo, and those of misère play beside normal ones.

`python -m benchmarks.values` (see README.md).
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass

from benchmarks.games import HERE
from benchmarks.measure import ANEW, Run, in_turns, middle, ratios
from benchmarks.table import row

BOUTON, NORMAL, BOTH = "Bouton, both plays", "memo script, normal", "memo script, both"
PLAYS = ("normal", "misere")


@dataclass(frozen=True)
class Valued:
    """A game whose values are tabulated: the spec with its options, and the name that the script knows the game by."""

    title: str
    spec: str
    peer: str
    size: int
    options: tuple[str, ...] = ()


GAMES = (
    Valued("Wythoff, 2 heaps up to 200", "wythoff", "wythoff", 200),
    Valued("NIM(2,3), 2 heaps up to 200", "nim_ab", "nim_2_3", 200, ("--set", "a=2", "--set", "b=3")),
    Valued("3-Euclid, 3 heaps up to 60", "three_euclid", "three_euclid", 60, ("--set", "moves=3")),
)


def commands(game: Valued, size: int) -> dict[str, list[str]]:
    """The same table by each program; that of Bouton always has the values of both plays."""
    spec = [str(HERE.parent / "specs" / f"{game.spec}.yaml"), *game.options, "--over", f"heap.size=1..{size}"]
    script = [sys.executable, str(HERE / "peers" / "memo_values.py"), game.peer, str(size)]
    return {
        BOUTON: [sys.executable, "-m", "bouton", "table", *spec, "--values", "--format", "csv"],
        NORMAL: [*script, "normal"],
        BOTH: [*script, "both"],
    }


def claims(size: int) -> dict[str, list[str]]:
    """A formula for the values of each play, judged by each engine."""
    check = [sys.executable, "-m", "bouton", "check", str(HERE / "values.yaml"), "--over", f"heap.size=1..{size}"]
    return {
        f"{engine}, {play}": [*check, "--claim", play, "--engine", engine, "--jobs", "1"]
        for engine in ("compiled", "ground")
        for play in PLAYS
    }


def show(name: str, typical: Run, times: Run) -> None:
    """A line of a table."""
    print(f"{name:22}{row(typical)}{times.wall:9.3g}{times.processor:10.3g}")


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.values", description=__doc__)
    parser.add_argument("--runs", type=int, default=3, help="turns that count (default: 3)")
    parser.add_argument("--size", type=int, help="the largest heap (default: 200, of 3-Euclid 60)")
    args = parser.parse_args()
    print(f"medians of {args.runs} runs in turns, each in 1 process; {ANEW}")
    heading = f"{'wall s':>9}{'CPU s':>9}{'peak MB':>9}"
    for game in GAMES:
        found = in_turns(commands(game, args.size or game.size), args.runs)
        print(f"\n{game.title if args.size is None else game.peer}\n{'':22}{heading}{'x script':>9}{'x its CPU':>10}")
        for name, runs in found.items():
            show(name, middle(runs), ratios(runs, found[BOTH]))
    found = in_turns(claims(args.size or 200), args.runs)
    print(f"\nOne to three stones from one of two heaps\n{'':22}{heading}{'x normal':>9}{'x its CPU':>10}")
    for name, runs in found.items():
        show(name, middle(runs), ratios(runs, found[name.replace("misere", "normal")]))


if __name__ == "__main__":
    main()
