"""Quotients and remainders at numbers: moves, what is claimed, and the moves that the induction makes."""

from __future__ import annotations

from functools import reduce
from itertools import combinations_with_replacement, product
from operator import xor
from types import SimpleNamespace
from typing import Any, cast

import pytest

from bouton.core.errors import Disagreement
from bouton.core.logic.problem import Problem
from bouton.core.logic.question import Question
from bouton.core.logic.smtlib import smtlib
from bouton.core.position import Heaps, Measure
from bouton.proof.compared.comparison import Seen
from bouton.proof.goal import Goal
from bouton.proof.setting import Setting, Span, ranged
from bouton.proof.ways.remainders.form import Remainders
from bouton.proof.ways.remainders.way import ByRemainders, Quotients, differs
from bouton.solving.z3 import Z3
from tests.proof.ways.columns.test_form import changed
from tests.proof.ways.remainders.test_form import NIMHOFF, H
from tests.reading.conftest import Reader

Sizes = tuple[int, ...]
SMALL = [heaps for count in range(4) for heaps in combinations_with_replacement(range(1, 6), count)]


def read(rules: Reader, text: str, h: int | None = None, values: bool = False) -> ByRemainders:
    found = rules(text, parameters=["h"])
    remainders = Remainders(found, {"h": H if h is None else h})
    taking = remainders.taking()
    sums = remainders.valued("value") if values else remainders.claimed("safe")
    return ByRemainders(taking, sums, values, found.sources)


def at(rules: Reader, h: int, values: bool = False, text: str = NIMHOFF) -> Quotients:
    return read(rules, text, values=values).at({H: h})


def options(heaps: Sizes, h: int) -> set[Sizes]:
    return {
        tuple(filter(None, left))
        for left in product(*(range(size + 1) for size in heaps))
        if sum(a != b for a, b in zip(left, heaps, strict=True)) == 1 or 0 < sum(heaps) - sum(left) < h
    }


def said(heaps: Sizes, h: int) -> int:
    return h * reduce(xor, (size // h for size in heaps), 0) + sum(heaps) % h


@pytest.mark.parametrize("h", [1, 2, 3, 5])
def test_all_of_small_positions(h: int, rules: Reader) -> None:
    claimed, valued = at(rules, h), at(rules, h, values=True)
    for heaps in SMALL:
        assert valued.options(heaps) == options(heaps, h)
        assert valued.said(heaps) == {said(heaps, h)}
        assert claimed.said(heaps) == ({0} if said(heaps, h) == 0 else set())
        for value in range(said(heaps, h)):
            made = valued.made(heaps, value)
            assert made in options(heaps, h)
            assert said(made, h) == value
        if said(heaps, h):
            assert claimed.made(heaps, 0) in options(heaps, h)
        assert not claimed.fails(heaps)
        assert not valued.fails(heaps)


def test_heaps_keep_their_places(rules: Reader) -> None:
    assert at(rules, 3).options((2, 1)) == {(1, 1), (1,), (2,)}
    assert at(rules, 4).options((2, 1)) == {(1, 1), (1,), (2,), ()}


@pytest.mark.parametrize("h", [1, 2, 3, 4])
@pytest.mark.parametrize(
    ("before", "after"),
    [("D+S-T < h", "D+S-T <= h"), ("S/h", "S/(h+1)"), ("R \\ h = 0", "R \\ (h+1) = 0"), ("R \\ h = 0", "R \\ h < 2")],
)
@pytest.mark.sample(3)
def test_where_a_claim_fails_is_told(before: str, after: str, h: int, rules: Reader) -> None:
    """Each fails at some small position, but for h = 1, where the others say the same as the claim."""
    found = at(rules, h, text=changed(NIMHOFF, before, after))
    most = h + (before == "D+S-T < h")
    failing = found.failing(20)
    wrong = [heaps for heaps in SMALL if bool(found.said(heaps)) is any(map(found.said, options(heaps, most)))]
    assert [heaps for heaps in SMALL if found.fails(heaps)] == wrong
    assert bool(wrong) is (h > 1 or before == "S/h")
    assert wrong or failing is None
    assert not wrong or sum(failing or (99,)) == min(map(sum, wrong))


def test_nothing_fails_where_the_claim_is_right(rules: Reader) -> None:
    for h in (1, 3):
        assert at(rules, h).failing(30) is None
        assert at(rules, h, values=True).failing(20) is None


def test_a_value_that_is_not_mex_differs() -> None:
    two, none, zero, one = frozenset({2}), frozenset[int](), frozenset({0}), frozenset({1})
    assert not differs(two, iter([zero, one]), values=True)
    assert not differs(zero, iter([one, two]), values=True)
    for wrong in (none, one, frozenset({1, 2})):
        assert differs(wrong, iter([zero, one]), values=True)
    assert differs(zero, iter([zero, none]), values=False)
    assert differs(none, iter([none]), values=False)
    assert not differs(none, iter([none, zero]), values=False)
    assert not differs(zero, iter([none]), values=False)


# ----------------------------------------------------------------------------------------------------------- problems


def fails(problem: Problem) -> bool:
    answer = Z3("z3 smt", smt=True).solve(Question(smtlib(problem), problem.logic, ()), 20)
    assert answer.verdict != "unknown"
    return answer.verdict == "sat"


WRONG: list[tuple[str, str, int, bool, set[str]]] = [
    ("h", "h", 3, False, set()),
    ("h", "h", 3, True, set()),
    ("D+S-T < h", "D+S-T <= h", 3, False, {"independence, several heaps"}),
    ("D+S-T < h", "D+S-T <= h", 3, True, {"independence, several heaps"}),
    ("D+S-T < h", "D+S-T < h-1", 3, False, {"absorption, remainders"}),
    ("D+S-T < h", "D+S-T < h-1", 3, True, {"absorption, remainders"}),
    ("D+S-T < h", "D+S-T < h-1", 2, False, set()),  # of two remainders one stone at most is taken
    ("D+S-T < h", "D+S-T < h, D+S-T != 2", 4, False, {"moves lower heaps", "absorption, remainders"}),
    ("S/h", "S/(h+1)", 3, False, {"independence, one heap", "absorption, remainders", "absorption, sums"}),
    ("R \\ h = 0", "R \\ (h+1) = 0", 3, False, {"absorption, remainders", "absorption, sums"}),
    ("R \\ h = 0", "R \\ (h-1) = 0", 3, False,
     {"independence, one heap", "independence, several heaps", "absorption, sums", "absorption, remainders"}),
    ("R \\ h = 0", "R \\ h = 1", 3, False, {"terminals", "absorption, remainders", "absorption, sums"}),
    ("sum_of_quotients(0), total", "sum_of_quotients(X), X < 2, total", 3, False, {"independence, quotients"}),
    ("sum_of_quotients(0), total", "sum_of_quotients(1), total", 3, False,
     {"terminals", "independence, quotients", "absorption, remainders", "absorption, sums"}),
    ("h*X + R \\ h", "h*X + R \\ (h-1)", 3, True, {"some value", "one value"}),
    ("h*X + R \\ h", "h*X - R \\ h", 3, True, {"some value", "one value", "no negative value"}),
]  # fmt: skip


@pytest.mark.parametrize(("before", "after", "h", "values", "expected"), WRONG)
@pytest.mark.sample(3)
def test_what_fails_is_what_is_wrong(
    before: str, after: str, h: int, values: bool, expected: set[str], rules: Reader
) -> None:
    text = NIMHOFF if before == after else changed(NIMHOFF, before, after)
    every = list(read(rules, text, h, values).problems(cast(Any, SimpleNamespace(id="c"))))
    assert {one.name for one in every if fails(one)} == expected
    for part in {one.part for one in every}:
        shares = [one.share for one in every if one.part == part]
        assert shares == [(number, len(shares)) for number in range(1, len(shares) + 1)]


# ------------------------------------------------------------------------------------------------ held against clingo


def held(rules: Reader, more: str, values: bool = False) -> list[Seen]:
    """What is read of the game held against clingo, whose rules have some more."""
    setting = Setting({}, {"h": Span(1, None)}, ((),), {}, levels=True)
    unknowns = ranged(setting).parameters
    text = rules(NIMHOFF, parameters=["h"])
    remainders = Remainders(text, unknowns)
    taking = remainders.taking()
    sums = remainders.valued("value") if values else remainders.claimed("safe")
    found = ByRemainders(taking, sums, values, text.sources)
    about: Any = SimpleNamespace(measure=Measure.default((Heaps("heap"),)))
    claim: Any = SimpleNamespace(id="c", iff="value" if values else "safe", play="normal")
    return list(found.held(Goal(about, claim, rules(NIMHOFF + more, parameters=["h"]), setting)))


@pytest.mark.parametrize(
    ("h", "heaps"), [(1, (9,)), (3, (1, 1, 1, 6)), (2, (19,)), (1, (9, 18)), (9, (32,)), (2, (5, 6, 7))]
)
@pytest.mark.parametrize("values", [False, True])
@pytest.mark.sample(16)
def test_what_differs_at_one_position_alone_is_found(h: int, heaps: Sizes, values: bool, rules: Reader) -> None:
    """Of few heaps and stones, or further out; for one of the least values of h."""
    where = "".join(f", heap({place},{size})" for place, size in enumerate(heaps, 1))
    name = "value(99)" if values else "safe"
    assert values or said(heaps, h)
    with pytest.raises(Disagreement, match=f"^what is claimed at h={h},heap={':'.join(map(str, heaps))} differ"):
        held(rules, f"{name} :- h = {h}{where}, not heap({len(heaps) + 1},_).", values)


@pytest.mark.parametrize(("there", "heaps"), [("heap(2,1)", r"1:1 "), ("heap(9,_)", r"\d+(:\d+){8,} ")])
def test_moves_that_differ_are_found(there: str, heaps: str, rules: Reader) -> None:
    """Of two heaps, and of nine, since a rule names so many: both at h = 1."""
    with pytest.raises(Disagreement, match=rf"^the moves at h=1,heap={heaps}differ"):
        held(rules, f"lower(2, l(1,0,l(2,0,nil))) :- {there}, h < 3.")


@pytest.mark.parametrize("values", [False, True])
@pytest.mark.sample(2)
@pytest.mark.slow
def test_what_is_right_is_seen_at_four_values_of_a_parameter(values: bool, rules: Reader) -> None:
    seen = held(rules, "", values)
    """All small ones, for each value; those near numbers for the least; and what the numbers still want."""
    assert [(one.positions, one.failing) for one in seen] == [(number, None) for number in (76, 50, 76, 76, 76, 0)]
    assert all(one.met == {"a move", "a terminal", "claim c"} for one in seen if one.positions == 76)
