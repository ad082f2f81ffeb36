"""The predicates about digits as facts, for an evaluator that has none: digits by taking the greatest weight first."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
from itertools import count

_GIVEN = re.compile(r"\b(zeckendorf|digit|ostrowski)\s*\(")
Weight = Callable[[int], int]
"""The weight of each place."""
DIGITS = 60
"""The greatest number of which random rules ask for digits."""


def zeckendorf(place: int) -> int:
    """1, 2, 3, 5, 8, ..."""
    last, here = 1, 1
    for _ in range(place):
        last, here = here, last + here
    return here


def binary(place: int) -> int:
    """1, 2, 4, 8, ..."""
    return 1 << place


SYSTEMS: dict[str, Weight] = {"zeckendorf": zeckendorf, "digit": binary}


def digits(number: int, weight: Weight) -> list[int]:
    """The digits of a number above 0, from place 0 up to the highest that is not 0."""
    places = next(place for place in count() if weight(place) > number)
    found = [0] * places
    for place in reversed(range(places)):
        found[place], number = divmod(number, weight(place))
    return found


def facts(rules: str, most: int, bases: Collection[int] = ()) -> str | None:
    """The rows of the predicates that rules speak of, for numbers up to `most`, and in these bases where they have one.

    None where they are about another system than digits in a base that is given and Zeckendorf's representation.
    """
    spoken = set(_GIVEN.findall(rules))
    based = re.search(r"\bdigit\s*\([^,()]*,[^,()]*,[^,()]*,", rules) is not None
    if "ostrowski" in spoken or (based and not bases):
        return None
    if based:
        return "\n".join(line for base in bases for line in _in_base(base, most))
    return "\n".join(line for name in sorted(spoken) for line in _lines(name, most))


def _lines(name: str, most: int) -> Iterator[str]:
    for number in range(1, most + 1):
        for place, one in enumerate(digits(number, SYSTEMS[name])):
            yield f"{name}({number},{place},{one})."


def _in_base(base: int, most: int) -> Iterator[str]:
    for number in range(1, most + 1):
        for place, one in enumerate(digits(number, lambda place: base**place)):
            yield f"digit({base},{number},{place},{one})."


def every(rules: str, most: int = DIGITS, base: int = 3, quotient: int = 2) -> str:
    """The rows of all predicates that rules speak of: those with a base in that one, and Ostrowski's of `quotient`."""
    lines: list[str] = []
    for name in sorted(set(_GIVEN.findall(rules))):
        if name == "ostrowski":
            weights = [1, quotient + 1]
            while weights[-1] <= most:
                weights.append(quotient * weights[-1] + weights[-2])
            for number in range(1, most + 1):
                found = digits(number, weights.__getitem__)
                lines += [f"ostrowski({quotient},{number},{place},{one})." for place, one in enumerate(found)]
        else:
            lines += _lines(name, most)
            lines += _in_base(base, most) if name == "digit" else ()
    return "\n".join(lines)
