"""The register of idioms: for each way to a proof, what makes a claim that is false or different only far out.

Those that are read by levels are in `benchmarks.fuzz.far`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

from benchmarks.fuzz.distant import heaps, numbers, periods, several, shipped
from benchmarks.fuzz.distant.case import Distant

IDIOMS: Mapping[str, Callable[[Random], Distant]] = {
    "counted": numbers.counted,
    "images": numbers.images,
    "lemmas": numbers.lemmas,
    "sums": heaps.sums,
    "columns": several.columned,
    "quotients": several.quotiented,
    "multiplicities": several.multiplied,
    "tables": heaps.table,
    "periods by code": periods.by_code,
    "periods by formula": periods.by_formula,
    "through": heaps.through,
    "every set": numbers.every_set,
    "all games": numbers.all_games,
    "automata": numbers.automata,
    "shipped": shipped.shipped,
}


def made(way: str, seed: int, number: int) -> Distant:
    """The case of that number, the same in every run."""
    return IDIOMS[way](Random(f"distant {way} {seed} {number}"))
