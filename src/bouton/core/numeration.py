"""Numeration systems: how a natural number is written by digits, greedily, in base b or by Ostrowski's weights.

The weights of base b are 1, b, b^2, ... Those of the Ostrowski numeration with the partial quotients [1; a, a, ...] are
the numerators of its convergents, 1, a+1, a(a+1)+1, ...: each is a times the one before and the one before that
(Ostrowski 1922; Fraenkel, How to beat your Wythoff games' opponent on three fronts, 1982). For a = 1 they are the
Fibonacci numbers 1, 2, 3, 5, ...: Zeckendorf's representation.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice, pairwise
from typing import Literal, TypeAlias

Kind: TypeAlias = Literal["base", "ostrowski"]


@dataclass(frozen=True, order=True)
class Numeration:
    """Base `number`, or the Ostrowski numeration whose partial quotients are `number`."""

    kind: Kind
    number: int

    def __post_init__(self) -> None:
        """ValueError where there is no such system."""
        if self.number < (2 if self.kind == "base" else 1):
            raise ValueError(f"there is no numeration in {self}")

    def __str__(self) -> str:
        if self.kind == "base":
            return f"base {self.number}"
        return "Zeckendorf" if self.number == 1 else f"Ostrowski {self.number}"

    @property
    def largest(self) -> int:
        """The greatest digit."""
        return self.number - 1 if self.kind == "base" else self.number

    def weights(self) -> Iterator[int]:
        """What a 1 at each place is worth, from place 0 on."""
        one, before = 1, 1
        while True:
            yield one
            one, before = (one * self.number if self.kind == "base" else self.number * one + before), one

    def digits(self, number: int) -> tuple[int, ...]:
        """The digits of a natural number from place 0 up to the highest one that is not 0, by greed."""
        return _digits(self, number)

    def digit(self, number: int, place: int) -> int:
        """The digit at a place; 0 beyond the highest one, and where there is no such number or place."""
        found = self.digits(number) if number > 0 else ()
        return found[place] if 0 <= place < len(found) else 0

    def places(self, number: int) -> int:
        """How many digits a number has: those of 0, and of what is below, are none."""
        return len(self.digits(number)) if number > 0 else 0

    def value(self, digits: Sequence[int]) -> int:
        """What digits are worth, the first at place 0."""
        return sum(digit * weight for digit, weight in zip(digits, self.weights(), strict=False))

    def is_greedy(self, digits: Sequence[int]) -> bool:
        """Whether some number is written so, but for zeros above: the greatest digit stands only above a 0."""
        if any(not 0 <= one <= self.largest for one in digits):
            return False
        pairs = pairwise(digits)
        return self.kind == "base" or all(higher < self.largest or lower == 0 for lower, higher in pairs)


@lru_cache(maxsize=1 << 14)
def _digits(system: Numeration, number: int) -> tuple[int, ...]:
    if number < 0:
        raise ValueError(f"{number} has no digits")
    count = next(at for at, weight in enumerate(system.weights()) if weight > number)
    found = []
    for weight in reversed(list(islice(system.weights(), count))):
        found.append(number // weight)
        number %= weight
    return tuple(reversed(found))


ZECKENDORF = Numeration("ostrowski", 1)
BINARY = Numeration("base", 2)
