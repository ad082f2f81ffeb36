"""What `bouton discover` finds of games whose answer is known, from the rules in `benchmarks/rules/` alone.

`python -m benchmarks.discover [NAME...] [--time 60]` prints a table: game, seconds, state, what was found. Each search
is a process of its own.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

RULES = Path(__file__).parent / "rules"


@dataclass(frozen=True)
class Case:
    """A game: the name of its rules file, or of its spec, what is asked of it, and the ranges."""

    title: str
    rules: str
    options: tuple[str, ...]
    none: bool = False
    """Whether no theorem is known, so that none should be found."""


def _over(*ranges: str) -> tuple[str, ...]:
    return tuple(part for one in ranges for part in ("--over", one))


_DOWN = ("--order", "descending")
_UP_TO_3 = _over("heap.count=0..3", "heap.size=1..12")
CASES = (
    Case("take 1..k", "take_to_k", (*_over("pile=0..200"), "--set", "k=1..4")),
    Case("take 1, 3 or 4", "take_134", _over("pile=0..200")),
    Case("take 2 or 3", "take_23", _over("pile=0..200")),
    Case("take 1 or 2k", "take_1_2k", (*_over("pile=0..200"), "--set", "k=1..4")),
    Case("at most half", "at_most_half", _over("pile=0..200")),
    Case("Mark", "mark", _over("pile=0..200")),
    Case("Mark, misère", "mark", (*_over("pile=0..200"), "--misere")),
    Case("Nim", "nim", _over("heap.count=0..3", "heap.size=1..15")),
    Case("Nim, misère", "nim", (*_over("heap.count=0..3", "heap.size=1..15"), "--misere")),
    Case("bounded Nim", "bounded_nim", (*_UP_TO_3, "--set", "k=1..3")),
    Case("Greedy Nim", "greedy_nim", (*_over("heap.count=0..4", "heap.size=1..8"), *_DOWN)),
    Case("Greedy Nim, misère", "greedy_nim", (*_over("heap.count=0..4", "heap.size=1..8"), *_DOWN, "--misere")),
    Case("smallest-heap Nim", "smallest_nim", _over("heap.count=0..4", "heap.size=1..8")),
    Case("Moore's Nim_k, k+1 heaps", "moore_nim", (*_over("heap.count=0..k+1", "heap.size=1..7"), "--set", "k=2")),
    Case("Wythoff's Nim", "wythoff", _over("heap.count=0..2", "heap.size=1..40")),
    Case("Wythoff's Nim, misère", "wythoff", (*_over("heap.count=0..2", "heap.size=1..40"), "--misere")),
    Case("NIM(2)", "nim_a", (*_over("heap.count=0..2", "heap.size=1..40"), "--set", "a=2")),
    Case("NIM(a)", "nim_a", (*_over("heap.count=0..2", "heap.size=1..40"), "--set", "a=1..3")),
    Case("Euclid", "euclid", _over("heap.count=2", "heap.size=1..40")),
    Case("slow Nim, 1 or 2 of 3", "slow_nim", _over("heap.count=0..3", "heap.size=1..12")),
    Case("king", "king", _over("x=0..20", "y=0..20")),
    Case("Lasker's Nim", "lasker_nim.yaml", ()),
    Case("Chomp, two rows", "chomp_2", (*_over("heap.count=1..2", "heap.size=1..30"), *_DOWN)),
    Case("Kayles", "kayles", _over("heap.count=0..2", "heap.size=1..200")),
    Case("Dawson's Kayles", "dawsons_kayles", _over("heap.count=0..2", "heap.size=1..300")),
    Case("Nim with a pass", "nim_with_a_pass", _over("heap.count=0..3", "heap.size=1..8", "pass=0..1"), none=True),
    Case("Chomp, three rows", "chomp_3", (*_over("heap.count=1..3", "heap.size=1..12"), *_DOWN), none=True),
    Case("take a square", "take_a_square", _over("pile=0..300"), none=True),
    Case("Grundy's game", "grundys_game.yaml", (), none=True),
)


def found(case: Case, seconds: float) -> dict[str, Any]:
    """What the command says of the game, as JSON."""
    command = [
        sys.executable,
        "-m",
        "bouton",
        "discover",
        str(RULES / case.rules if "." in case.rules else RULES / f"{case.rules}.lp"),
        *case.options,
    ]
    done = subprocess.run([*command, "--time", str(seconds), "--json"], capture_output=True, text=True, check=False)
    said: dict[str, Any] = json.loads(done.stdout)
    return said


def lines(cases: tuple[Case, ...], seconds: float) -> Iterator[str]:
    """The table, line by line, and how many of the known theorems were proved."""
    proved = 0
    yield f"{'game':<26}{'seconds':>8}  state"
    for case in cases:
        said = found(case, seconds)
        if "errors" in said:
            yield f"{case.title:<26}{'':>8}  ERROR {said['errors'][0]['message']}"
            continue
        best = said["best"]
        state = "none found" if best is None else f"PROVED {best['proved']}" if said["proved"] else "none found"
        proved += said["proved"] and not case.none
        yield f"{case.title:<26}{said['seconds']:>8.1f}  {state}"
        if best is not None:
            guess = "" if said["proved"] else f"(a guess that fits {best['fits']}) "
            yield f"{'':<36}{guess}{best['says']}"
    known = sum(not case.none for case in cases)
    yield f"{proved} of {known} games with a known theorem: one was found and proved, within {seconds:g} s each"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="names of rules files (default: all)")
    parser.add_argument("--time", type=float, default=60.0, help="seconds for each game")
    asked = parser.parse_args()
    chosen = tuple(case for case in CASES if not asked.names or case.rules in asked.names)
    for line in lines(chosen, asked.time):
        print(line, flush=True)


if __name__ == "__main__":
    main()
