"""`python -m benchmarks.bars --runs N`: what must be fast, in seconds of the processor, and the bar of each."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass

from benchmarks.games import HERE
from benchmarks.measure import ANEW, middle, run


@dataclass(frozen=True)
class Bar:
    """A command of `bouton` in words, and the seconds that it may take with all its processes."""

    what: str
    seconds: float
    arguments: Sequence[str]


def _check(spec: str, claim: str, *more: str) -> list[str]:
    places = (HERE / f"bars_{spec}.yaml", HERE / f"{spec}.yaml", HERE.parent / "specs" / f"{spec}.yaml")
    there = next(place for place in places if place.exists())
    return ["check", str(there), "--claim", claim, *more]


def _size(largest: int) -> list[str]:
    return ["--over", f"heap.size=1..{largest}"]


def _table(spec: str, *more: str) -> list[str]:
    return ["table", str(HERE / f"{spec}.yaml"), *more]


def _spec(name: str) -> str:
    return str(HERE.parent / "specs" / f"{name}.yaml")


_ROWS = ("--over", "heap.count=0..4")
_BOUNDED = ("misere_3_bounded_greedy_nim", "theorem-3", "--over", "heap.count=0..4")
_GREEDY = ("misere_3_bounded_greedy_nim", "--play", "misere", "--set", "k=3", "--over", "heap.count=0..4")
_COUNTED = ("--count", "--by", "stones", "--sum", "stones")
BARS = (
    Bar("Gale's Nim with a 1, 4 heaps to 70, 1,150,625 positions: `^`", 10, _check("gale", "with-one", *_size(70))),
    Bar("at most a third, a heap to 10,000: recursion", 10, _check("part", "values", "--set", "k=3", *_size(10_000))),
    *(
        Bar(f"Greedy Nim_k, {claim}: moves of a strategy", 5, _check("greedy_nim_k", claim, "--no-prove"))
        for claim in ("theorem-2-moves-corrected", "theorem-3-moves", "theorem-8-moves")
    ),
    Bar("Lasker's Nim, 3 heaps to 180", 10, _check("lasker_nim", "p-positions", "--no-prove", *_size(180))),
    Bar("Grundy's game, 3 heaps to 180", 10, _check("grundy", "equal", *_size(180))),
    Bar("misère 3-Bounded Greedy Nim, 4 heaps to 122: 10^7 positions", 3, _check(*_BOUNDED, *_size(122))),
    Bar("the same to 220: 10^8 positions", 5, _check(*_BOUNDED, *_size(220))),
    Bar("the same to 391: 10^9 positions, with no table", 60, _check(*_BOUNDED, *_size(391), "--memory", "1GB")),
    Bar("One, both or twice, two heaps to 100, 5,151 positions: check", 2, _check("pairs", "equal", *_size(100))),
    Bar("the same as a table", 3, _table("bars_pairs", *_size(100))),
    Bar("the same to 400, 80,601 positions: check", 2, _check("pairs", "equal", *_size(400))),
    Bar("the same as a table", 3, _table("bars_pairs", *_size(400))),
    Bar("Three piles to 100, 176,851 positions: check", 5, _check("three_piles", "equal", *_size(100))),
    Bar("the same as a table", 5, _table("bars_three_piles", *_size(100))),
    Bar("the same counted", 5, _table("bars_three_piles", *_size(100), *_COUNTED)),
    Bar("the same to 200, 1,373,701 positions: check", 10, _check("three_piles", "equal", *_size(200))),
    Bar("the same as a table", 40, _table("bars_three_piles", *_size(200))),
    Bar("the same counted", 10, _table("bars_three_piles", *_size(200), *_COUNTED)),
    Bar("misère 3-Bounded Greedy Nim, 4 heaps to 220, counted: 10^8", 8, _table(*_GREEDY, *_size(220), *_COUNTED)),
    Bar("Wythoff, values of one play, to 1000 x 1000", 5, _check("values", "zero", *_size(1000))),
    Bar("the same as csv", 10, _table("bars_values", *_size(1000), "--value", "--format", "csv")),
    Bar("the same of both plays, as csv", 20, _table("bars_values", *_size(1000), "--values", "--format", "csv")),
    Bar("the smallest check", 0.5, ["check", str(HERE.parent / "specs" / "nim.yaml"), "--claim", "example-9-5-12"]),
    Bar("bouton --help", 0.1, ["--help"]),
    Bar("heaps that keep their places, 3 to 100: 10^6, sorted", 10, _table("bars_places", *_size(100), "--count")),
    Bar("misère Kayles, 3 rows to 16: all sums", 10, _check("kayles", "lost")),
    Bar("Nim held against one pile, 3 heaps to 180: 10^6, two games", 10, _check("images", "one")),
    Bar("Lasker's Nim with a pass, 3 heaps to 16, as a table: heaps that split", 10, _table("bars_lasker")),
    Bar("Kayles, 4 rows to 100, counted: 4.6 million", 5, ["table", _spec("kayles"), *_ROWS, *_size(100), "--count"]),
    Bar("Nim with a pass for ever, 4 heaps to 24", 5, _check("endless_pass", "outcomes", *_size(24))),
    Bar("0.127 has period 4 from 46,578 on, proved", 60, _check("code", "period")),
)


def main() -> int:
    """Print the table; 1 where something takes longer than its bar."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.bars", description=__doc__)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--only", default="", help="those with this in their words or arguments")
    asked = parser.parse_args()
    runs = asked.runs
    print(f"{'CPU s':>8}{'bar':>6}{'MB':>6}  what (median of {runs}; {ANEW})")
    late = 0
    for bar in BARS:
        if asked.only not in " ".join([bar.what, *bar.arguments]):
            continue
        found = middle([run([sys.executable, "-m", "bouton", *bar.arguments]) for _ in range(runs)])
        taken = found.processor
        late += taken > bar.seconds
        words = f"{bar.what}{'  LATE' if taken > bar.seconds else ''}"
        print(f"{taken:8.2f}{bar.seconds:6g}{found.memory / 2**20:6.0f}  {words}", flush=True)
    return 1 if late else 0


if __name__ == "__main__":
    sys.exit(main())
