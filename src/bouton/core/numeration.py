"""Numeration systems: how a natural number is written by digits, greedily, and the predicates that ask for them.

The weights of base b are 1, b, b^2, ... Those of the Ostrowski numeration with the partial quotients [1; a, a, ...] are
the numerators of its convergents, 1, a+1, a(a+1)+1, ...: each is a times the one before and the one before that
(Ostrowski 1922; Fraenkel, How to beat your Wythoff games' opponent on three fronts, 1982). For a = 1 they are the
Fibonacci numbers 1, 2, 3, 5, ...: Zeckendorf's representation.

Both are families whose weights come from the two before. Clingo's rules, the programs and the automata know no more of
a family than its row in `FAMILIES`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice, pairwise


@dataclass(frozen=True)
class NumerationFamily:
    """Numeration systems, one for each number n from `least` on: w_0 = 1, and each weight is n w_j + `back` w_(j-1).

    With `back` 0 these are bases, whose digits are below n. Else `back` is at most `least`, w_1 is n + 1, and by greed
    the digits are those words of 0 to n in which a digit below `back` comes after each n: of such words there are w_r
    with r digits, in the order of the numbers that they write (Fraenkel, Systems of numeration, 1985).
    """

    back: int
    least: int
    number: str
    """What n is, in a message."""
    name: str
    """The system with `{}` for n."""

    def __post_init__(self) -> None:
        """ValueError where greed would need other digits."""
        if not 0 <= self.back <= self.least:
            raise ValueError(f"in {self.name} the weight before the last counts more than the last")


FAMILIES: dict[str, NumerationFamily] = {
    "base": NumerationFamily(0, 2, "the base", "base {}"),
    "ostrowski": NumerationFamily(1, 1, "the partial quotient", "Ostrowski {}"),
}
GIVEN: Mapping[tuple[str, int], tuple[str, int]] = {
    ("digit", 3): ("base", 2),
    ("digit", 4): ("base", 0),
    ("zeckendorf", 3): ("ostrowski", 1),
    ("ostrowski", 4): ("ostrowski", 0),
}
"""The predicates about digits, each with its system; 0 stands for a number that is its first argument."""


@dataclass(frozen=True, order=True)
class Numeration:
    """The system of a family, such as `base`, with this number."""

    kind: str
    number: int

    def __post_init__(self) -> None:
        """ValueError where there is no such system."""
        if self.number < self.family.least:
            raise ValueError(f"there is no numeration in {self}")

    def __str__(self) -> str:
        return "Zeckendorf" if (self.kind, self.number) == ("ostrowski", 1) else self.family.name.format(self.number)

    @property
    def family(self) -> NumerationFamily:
        """What all systems of its kind have in common."""
        return FAMILIES[self.kind]

    @property
    def back(self) -> int:
        """How often the weight before the last counts in the next one."""
        return self.family.back

    @property
    def largest(self) -> int:
        """The greatest digit."""
        return self.number if self.back else self.number - 1

    def weights(self) -> Iterator[int]:
        """What a 1 at each place is worth, from place 0 on."""
        yield 1
        before, one = 1, self.largest + 1
        while True:
            yield one
            before, one = one, self.number * one + self.back * before

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
        return all(higher < self.number or lower < self.back for lower, higher in pairwise(digits))


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
