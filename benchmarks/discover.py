"""What `bouton discover` finds of games from their rules alone: those in `benchmarks/rules/`, and shipped ones.

`python -m benchmarks.discover [NAME...] [--time 60]` prints a table: game, seconds of the clock and of the processors,
state, what was found. Each search is a process of its own. The games of OTHERS were listed before any was tried.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

RULES = Path(__file__).parent / "rules"
ENCODINGS = Path(__file__).parents[1] / "encodings"


@dataclass(frozen=True)
class Case:
    """A game: the name of its rules file, or of its spec, what is asked of it, and the ranges.

    A name with a folder is that of a file of `encodings/`, one without an ending that of rules.
    """

    title: str
    rules: str
    options: tuple[str, ...]
    none: bool = False
    """Whether no theorem is known, so that none should be found."""
    before: str = ""
    """Of a game listed before it was tried: what was found before the search was mended, where that differs."""


def over(*ranges: str) -> tuple[str, ...]:
    """The options that name ranges."""
    return tuple(part for one in ranges for part in ("--over", one))


def _octal(*digits: int) -> tuple[str, ...]:
    return tuple(part for place, digit in enumerate(digits, 1) for part in ("--set", f"d{place}={digit}"))


_DOWN = ("--order", "descending")
_UP_TO_3 = over("heap.count=0..3", "heap.size=1..12")
CASES = (
    Case("take 1..k", "take_to_k", (*over("pile=0..200"), "--set", "k=1..4")),
    Case("take 1, 3 or 4", "take_134", over("pile=0..200")),
    Case("take 2 or 3", "take_23", over("pile=0..200")),
    Case("take 1 or 2k", "take_1_2k", (*over("pile=0..200"), "--set", "k=1..4")),
    Case("at most half", "at_most_half", over("pile=0..200")),
    Case("Mark", "mark", over("pile=0..200")),
    Case("Mark, misère", "mark", (*over("pile=0..200"), "--misere")),
    Case("Nim", "nim", over("heap.count=0..3", "heap.size=1..15")),
    Case("Nim, misère", "nim", (*over("heap.count=0..3", "heap.size=1..15"), "--misere")),
    Case("bounded Nim", "bounded_nim", (*_UP_TO_3, "--set", "k=1..3")),
    Case("Greedy Nim", "greedy_nim", (*over("heap.count=0..4", "heap.size=1..8"), *_DOWN)),
    Case("Greedy Nim, misère", "greedy_nim", (*over("heap.count=0..4", "heap.size=1..8"), *_DOWN, "--misere")),
    Case("smallest-heap Nim", "smallest_nim", over("heap.count=0..4", "heap.size=1..8")),
    Case("Moore's Nim_k, k+1 heaps", "moore_nim", (*over("heap.count=0..k+1", "heap.size=1..7"), "--set", "k=2")),
    Case("Wythoff's Nim", "wythoff", over("heap.count=0..2", "heap.size=1..40")),
    Case("Wythoff's Nim, misère", "wythoff", (*over("heap.count=0..2", "heap.size=1..40"), "--misere")),
    Case("NIM(2)", "nim_a", (*over("heap.count=0..2", "heap.size=1..40"), "--set", "a=2")),
    Case("NIM(a)", "nim_a", (*over("heap.count=0..2", "heap.size=1..40"), "--set", "a=1..3")),
    Case("Euclid", "euclid", over("heap.count=2", "heap.size=1..40")),
    Case("slow Nim, 1 or 2 of 3", "slow_nim", over("heap.count=0..3", "heap.size=1..12")),
    Case("king", "king", over("x=0..20", "y=0..20")),
    Case("Lasker's Nim", "lasker_nim.yaml", ()),
    Case("Chomp, two rows", "chomp_2", (*over("heap.count=1..2", "heap.size=1..30"), *_DOWN)),
    Case("Kayles", "kayles", over("heap.count=0..2", "heap.size=1..200")),
    Case("Dawson's Kayles", "dawsons_kayles", over("heap.count=0..2", "heap.size=1..300")),
    Case("Nim with a pass", "nim_with_a_pass", over("heap.count=0..3", "heap.size=1..8", "pass=0..1"), none=True),
    Case("Chomp, three rows", "chomp_3", (*over("heap.count=1..3", "heap.size=1..12"), *_DOWN), none=True),
    Case("take a square", "take_a_square", over("pile=0..300"), none=True),
    Case("Grundy's game", "grundys_game.yaml", (), none=True),
)


_FOUR = over("heap.count=0..4", "heap.size=1..8")
_FIVE = over("heap.count=0..5", "heap.size=1..8")
_TWO = over("heap.count=0..2", "heap.size=1..40")


def _three_players(k: int) -> tuple[str, ...]:
    fixed = {"n": 1, "k": k, "m": 2, "extra": 1, "alternating": 0}
    sets = (part for name, value in fixed.items() for part in ("--set", f"{name}={value}"))
    return (*over("pile=0..100", "player=1..3"), *sets)


_NONE = "none found"
SHIPPED = (
    Case("Greedy Nim", "greedy_nim/rules.lp", (*_FOUR, *_DOWN)),
    Case("Greedy Nim, misère", "greedy_nim/rules.lp", (*_FOUR, *_DOWN, "--misere")),
    Case("Greedy Nim_2", "greedy_nim_k/rules.lp", (*_FOUR, "--set", "k=2")),
    Case("Greedy Nim_k", "greedy_nim_k/rules.lp", (*_FOUR, "--set", "k=2..4")),
    Case("k-Bounded Greedy Nim", "bounded_greedy_nim/rules.lp", (*_FIVE, *_DOWN, "--set", "k=2..4")),
    Case("the same, misère", "bounded_greedy_nim/rules.lp", (*_FIVE, *_DOWN, "--set", "k=2..4", "--misere")),
    *(Case(f"Survivor Nim, n = 1, k = {k}", "survivor_nim/rules.lp", _three_players(k)) for k in range(3)),
    Case("Wythoff's Nim", "wythoff/rules.lp", _TWO),
    Case("NIM(2)", "nim_a/rules.lp", (*_TWO, "--set", "a=2")),
    Case("Moore's Nim_2", "moore_nim/rules.lp", (*over("heap.count=0..3", "heap.size=1..7"), "--set", "k=2")),
    Case("Kayles", "kayles/rules.lp", over("heap.count=0..2", "heap.size=1..200")),
)
"""Games of `encodings/`, each from its `rules.lp`, in which no theorem stands."""
OTHERS = (
    Case("take s..s+d", "take_s_to_t", (*over("pile=0..200"), "--set", "s=1..3", "--set", "d=1..2"), before=_NONE),
    Case("take 1 or k", "take_1_k", (*over("pile=0..200"), "--set", "k=2..7")),
    Case("take 2, 5 or 7, misère", "take_257", (*over("pile=0..200"), "--misere")),
    Case("take a power of two", "take_a_power", over("pile=0..200")),
    Case("take a proper divisor", "take_a_divisor", over("pile=0..200"), before=_NONE),
    Case("UpMark", "upmark", over("pile=0..200")),
    Case("Mark-3", "mark_3", over("pile=0..200")),
    Case("take a decimal digit", "take_a_digit", over("pile=0..200"), before=_NONE),
    Case("Fibonacci Nim", "fibonacci_nim/rules.lp", over("pile=0..30", "limit=0..60")),
    Case("the White Knight", "white_knight.yaml", ()),
    Case("remove one, divide one", "split", over("heap.count=2", "heap.size=1..30")),
    Case("cyclic Nimhoff, h = 3", "nimhoff", _TWO),
    Case("Maharaja Nim", "maharaja_nim", _TWO, none=True),
    Case("one stone of any heaps", "one_of_any", _FOUR),
    Case("one stone or all", "one_or_all", _UP_TO_3, before="a formula, for 0..3 heaps"),
    Case("even part, or odd heap", "even_or_odd_heap", _UP_TO_3, before=_NONE),
    Case(
        "Moore's Nim_2, misère", "moore_nim", (*over("heap.count=0..4", "heap.size=1..7"), "--set", "k=2", "--misere")
    ),
    Case("Antonim", "antonim.yaml", ()),
    Case("Dawson's Chess, 0.137", "octal/rules.lp", (*over("heap.count=0..2", "heap.size=1..200"), *_octal(1, 3, 7))),
    Case(
        "Officers, 0.6", "octal/rules.lp", (*over("heap.count=0..2", "heap.size=1..200"), *_octal(6, 0, 0)), none=True
    ),
)
"""Games listed before any of them was tried."""


def file_of(name: str) -> Path:
    """The rules file, or the spec, of a case."""
    if "/" in name:
        return ENCODINGS / name
    return RULES / (name if "." in name else f"{name}.lp")


SEQUENCES = (
    Case("NIM(2), misère", "nim_a", (*_TWO, "--set", "a=2", "--misere")),
    Case("(s,t)-Wythoff", "st_wythoff", (*_TWO, "--set", "s=2..3", "--set", "t=1..2")),
)
"""Games whose P-positions are pairs (A_n, B_n), B_n linear in A_n and n."""


_ATTACKS = ("--set", "x=1", "--set", "y=2", "--set", "z=3")
PUBLIC = (
    Case("Gale's Nim, three heaps", "gale_nim", over("heap.count=1..3", "heap.size=1..12")),
    Case("only blue stones", "white_and_blue", over("white=0", "blue=0..60"), before=_NONE),
    Case("divide by 2 to 6", "divide_to_six", over("pile=0..2000"), before=_NONE),
    Case("take 1, 2 or k", "one_two_k", (*over("pile=0..100"), "--set", "k=3..12"), before=_NONE),
    Case("take a or b", "a_or_b", (*over("pile=0..100"), "--set", "a=1..4", "--set", "b=5..9"), before=_NONE),
    Case("take l to r", "l_to_r", (*over("heap.count=0..1", "heap.size=1..200"), "--set", "l=1..5", "--set", "r=5..9")),
    Case(
        "Nim with increases",
        "nim_with_increases",
        over("heap.count=0..3", "heap.size=1..8", "adds=0..2"),
        before=_NONE,
    ),
    Case("three attacks", "three_attacks", (*over("pile=0..200", "last=0..2"), *_ATTACKS), before=_NONE),
    Case("take a, b, a+b or all", "sink", (*over("pile=0..400"), "--set", "a=1", "--set", "b=2")),
    Case("take 1 or 2", "take_12", over("pile=0..200")),
    Case("Kayles, one row", "kayles", over("heap.count=0..2", "heap.size=1..100")),
    Case("at most half, of heaps", "at_most_kth", (*over("heap.count=0..1", "heap.size=1..400"), "--set", "k=2")),
)
"""Games of question sites, contests and mailing lists, each with a theorem that is known."""


def found(case: Case, seconds: float) -> dict[str, Any]:
    """What the command says of the game, as JSON."""
    command = [
        sys.executable,
        "-m",
        "bouton",
        "discover",
        str(file_of(case.rules)),
        *case.options,
        *([] if "--misere" in case.options else ["--normal"]),
    ]
    before = sum(os.times()[2:4])
    done = subprocess.run([*command, "--time", str(seconds), "--json"], capture_output=True, text=True, check=False)
    said: dict[str, Any] = json.loads(done.stdout)
    return said | {"processor": sum(os.times()[2:4]) - before}


def lines(cases: tuple[Case, ...], seconds: float) -> Iterator[str]:
    """The table, line by line, and how many of the known theorems were proved."""
    proved = 0
    yield f"{'game':<26}{'seconds':>8}{'of CPU':>8}  state"
    for case in cases:
        said = found(case, seconds)
        if "errors" in said:
            yield f"{case.title:<26}{'':>16}  ERROR {said['errors'][0]['message']}"
            continue
        best = said["best"]
        state = "none found" if best is None else f"PROVED {best['proved']}" if said["proved"] else "none found"
        state += ", with winning moves" if said["proved"] and best["strategy"] else ""
        proved += said["proved"] and not case.none
        before = f" (before the search was mended: {case.before})" if case.before else ""
        yield f"{case.title:<26}{said['seconds']:>8.1f}{said['processor']:>8.1f}  {state}{before}"
        if best is not None:
            guess = "" if said["proved"] else f"(a guess that fits {best['fits']}) "
            yield f"{'':<44}{guess}{best['says']}"
    known = sum(not case.none for case in cases)
    yield f"{proved} of {known} games with a known theorem: one was found and proved, within {seconds:g} s each"


GROUPS = {
    "games with a known theorem, and controls": CASES,
    "games of encodings/, from their rules.lp": SHIPPED,
    "twenty others, listed before any was tried": OTHERS,
    "games that people have asked about": PUBLIC,
    "games of two heaps whose theorem is a sequence of pairs": SEQUENCES,
}


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="names of rules files (default: all)")
    parser.add_argument("--time", type=float, default=60.0, help="seconds for each game")
    asked = parser.parse_args()
    for heading, cases in GROUPS.items():
        chosen = tuple(case for case in cases if not asked.names or case.rules in asked.names)
        if not chosen:
            continue
        print(f"\n{heading}\n", flush=True)
        for line in lines(chosen, asked.time):
            print(line, flush=True)


if __name__ == "__main__":
    main()
