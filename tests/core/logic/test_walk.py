"""Unknowns that are kept with each part are those that a walk through the whole finds, in its order."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from bouton.core.logic.arithmetic import atom, choose, linear, number, remainder
from bouton.core.logic.expression import Atom, Formula, Linear, LogicNode, Never, Some, Unknown, intern, unknown
from bouton.core.logic.formulas import at_most, conj, disj, equal, negate
from bouton.core.logic.substitution import Substitution
from bouton.core.logic.walk import below, unknowns

NAMES = [unknown(f"walked{at}") for at in range(6)]
ATOMS: list[Atom] = [*NAMES]
SUMS = st.dictionaries(st.sampled_from(ATOMS), st.integers(-3, 3), max_size=4).map(lambda terms: linear(1, terms))


def _formulas(inside: st.SearchStrategy[Formula]) -> st.SearchStrategy[Formula]:
    several = st.lists(inside, min_size=1, max_size=3)
    chosen = st.tuples(inside, SUMS, SUMS).map(lambda each: equal(choose(*each), number(2)))
    bound = st.tuples(st.sampled_from([Some, Never]), st.sampled_from(NAMES), inside)
    return st.one_of(
        several.map(conj), several.map(disj), inside.map(negate), chosen, bound.map(lambda each: intern(*each))
    )


FORMULAS = st.recursive(
    st.tuples(SUMS, SUMS).map(lambda both: at_most(remainder(both[0], number(5)), both[1])), _formulas, max_leaves=8
)


def plainly(node: LogicNode) -> list[Unknown]:
    """The unknowns by going down every path."""
    if isinstance(node, Unknown):
        return [node]
    found = dict.fromkeys(one for part in reversed([*below(node)]) for one in plainly(part))
    return [one for one in found if not isinstance(node, Some | Never) or one is not node.bound]


@given(FORMULAS)
def test_they_are_those_that_occur_free_in_order_of_first_occurrence(formula: Formula) -> None:
    assert [*unknowns(formula)] == plainly(formula)
    assert [*unknowns(formula)] == plainly(formula), "what is kept is the same"


@given(
    SUMS,
    st.dictionaries(st.sampled_from(NAMES), SUMS, max_size=3),
    st.lists(st.integers(-9, 9), min_size=6, max_size=6),
)
def test_a_sum_rewritten_has_the_value_of_its_parts(
    value: Linear, put: dict[Unknown, Linear], numbers: list[int]
) -> None:
    at = dict(zip(NAMES, map(number, numbers), strict=True))
    rewritten = Substitution(put).linear(value)
    inside = {one: Substitution(at).linear(put.get(one, atom(one))) for one in NAMES}
    assert Substitution(at).linear(rewritten) is Substitution(inside).linear(value)
