"""Binary digits, and those in a base that is given, as files for Rocq define them."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from bouton.core.errors import Unreadable
from bouton.core.position import Value
from bouton.rocq.evaluate import Extent, extents
from bouton.rocq.file import written
from bouton.rocq.hand import lacking
from bouton.rocq.statement import Statement
from tests.rocq.by_hand import of
from tests.rocq.test_files import changed, derived, positions
from tests.shipped import named

CLAIMS = (
    ("delete_nim", "values"),
    ("delete_nim", "where-one"),
    ("nim_in_base", "values"),
    ("mark_digits", "dopey"),
    ("fibonacci_nim", "theorem"),
    ("nim_a_digits", "ostrowski"),
)
GIVEN_DIGITS = {"digit", "zeckendorf", "ostrowski"}
GREATEST = 40
"""Of no greater number the claims ask for digits at the positions that are looked at."""


def written_digits(base: int, number: int) -> list[int]:
    """The digits of a number, the last first, without zeros before the first."""
    return [] if number <= 0 else [number % base, *written_digits(base, number // base)]


def by_greed(quotient: int, number: int) -> list[int]:
    """The digits of a number in Ostrowski's numeration, the last first."""
    weights = [1, quotient + 1]
    while weights[-1] <= number:
        weights.append(quotient * weights[-1] + weights[-2])
    found: list[int] = []
    for weight in reversed(weights):
        found.append(number // weight)
        number %= weight
    while found and not found[0]:
        found.pop(0)
    return found[::-1]


@cache
def listed() -> str:
    """All that rules may ask of the digits of small numbers, as facts."""
    facts = []
    for number in range(GREATEST + 1):
        facts += [f"digit({number},{at},{digit})." for at, digit in enumerate(written_digits(2, number))]
        facts += [f"zeckendorf({number},{at},{digit})." for at, digit in enumerate(by_greed(1, number))]
        for base in (1, 2, 3):
            facts += [f"ostrowski({base},{number},{at},{digit})." for at, digit in enumerate(by_greed(base, number))]
        for base in (2, 3, 4):
            facts += [f"digit({base},{number},{at},{digit})." for at, digit in enumerate(written_digits(base, number))]
    return " ".join(facts)


def by_clingo(
    about: Statement, parameters: dict[str, Value], counters: dict[str, int | tuple[int, ...]]
) -> dict[str, Extent]:
    """What clingo derives, with the digits that plain Python finds."""
    found = derived(about, parameters, counters, listed())
    return {name: rows for name, rows in found.items() if name not in GIVEN_DIGITS}


def printed(
    about: Statement, parameters: dict[str, Value], counters: dict[str, int | tuple[int, ...]]
) -> dict[str, Extent]:
    return extents(replace(about.whole, definitions=about.read), parameters, counters)


@pytest.mark.parametrize(("name", "claim"), CLAIMS)
@pytest.mark.sample(4)
def test_the_printed_definitions_derive_what_clingo_does(name: str, claim: str) -> None:
    about = of(named(name), named(name).claim(claim))
    for parameters, counters in positions(about, 6):
        assert printed(about, parameters, counters) == by_clingo(about, parameters, counters), counters


def test_a_changed_digit_is_seen_by_that_comparison() -> None:
    about = of(named("delete_nim"), named("delete_nim").claim("values"))
    other = of(*changed("delete_nim", "values", "digit(X,J,1), not one_below(J)", "digit(X,J,0), not one_below(J)"))
    every = list(positions(about, 6))
    assert any(printed(other, *at) != by_clingo(about, *at) for at in every)
    assert all(printed(other, *at) == by_clingo(other, *at) for at in every)


def test_no_script_is_of_digits_in_a_base_that_is_a_parameter() -> None:
    text = written(named("nim_in_base"), named("nim_in_base").claim("balanced"))
    told = "what is said of digits in a base has proofs by hand, and none is of this"
    assert lacking(text) == f"{told}; no script is written, as it has parameters"
    assert lacking(written(named("delete_nim"), named("delete_nim").claim("values"))) is None


@pytest.mark.slow
def test_no_script_is_of_digits_with_other_weights() -> None:
    with pytest.raises(Unreadable, match="of the digits of Zeckendorf's numeration, or of another of Ostrowski's"):
        written(named("wythoff_digits"), named("wythoff_digits").claim("zeckendorf"))
