"""Pairs of values (g, g-) of a game by their definitions, and where they break a class of games."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeAlias

Place: TypeAlias = tuple[int, ...]
"""A position: its heaps, or the number of its counter."""
Pair: TypeAlias = tuple[int, int]
Options: TypeAlias = Callable[[Place], set[Place]]

SWAP = {(0, 1), (1, 0)}


def mex(numbers: set[int]) -> int:
    return next(number for number in range(len(numbers) + 1) if number not in numbers)


class Pairs:
    """The positions given, which are closed under moves and come after their options, with their pairs."""

    def __init__(self, places: Iterable[Place], options: Options) -> None:
        self.options: dict[Place, set[Place]] = {}
        self.pair: dict[Place, Pair] = {}
        for place in places:
            found = options(place)
            known = [self.pair[option] for option in found]
            self.options[place] = found
            self.pair[place] = (mex({g for g, _ in known}), mex({g for _, g in known})) if known else (0, 1)

    def p_positions(self, misere: bool) -> set[Place]:
        return {place for place, pair in self.pair.items() if pair[misere] == 0}

    def swap(self) -> set[Place]:
        return {place for place, pair in self.pair.items() if pair in SWAP}

    def not_pet(self) -> list[Place]:
        """The (0,0)-positions: condition (ii) of Theorem 3."""
        return [place for place, pair in self.pair.items() if pair == (0, 0)]

    def not_minion(self) -> list[Place]:
        return [place for place, (g, h) in self.pair.items() if g != h and (g, h) not in SWAP]

    def not_miserable(self) -> list[Place]:
        """The tame positions from which one class of swap positions is reached and the other is not."""
        reached = {place: SWAP & {self.pair[option] for option in found} for place, found in self.options.items()}
        return [place for place, pair in self.pair.items() if pair not in SWAP and len(reached[place]) == 1]


def two_heaps(largest: int) -> list[Place]:
    """The (x, y), x <= y <= largest, by stones, and then as heaps are listed, without those that are gone."""
    pairs = ((x, y) for y in range(largest + 1) for x in range(y + 1))
    return sorted(pairs, key=lambda pair: (sum(pair), heaps(pair)))


def heaps(place: Place) -> Place:
    return tuple(size for size in place if size)
