"""At many places at once everything has the value that it has at each alone, and is asked for where it is there."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from bouton.core.logic.arithmetic import add, atom, choose, number, scale
from bouton.core.logic.batch import Batch
from bouton.core.logic.expression import FALSE, TRUE, Ite, Unknown, unknown
from bouton.core.logic.formulas import at_most, conj, disj, equal, less, negate
from bouton.core.logic.substitution import Evaluation
from bouton.core.logic.walk import parts
from bouton.reading.choices import Choice, ChoicesLeft, solutions
from tests.reading.made import FREE, MadeFormula, MadeInteger, X, formulas, integers, points

PLACES = st.lists(points(), min_size=1, max_size=4)
CHOSEN, NEXT = unknown("chosen", local=True), unknown("next", local=True)


@given(integers(), PLACES)
def test_an_expression_has_its_value_at_each_place(made: MadeInteger, places: list[dict[Unknown, int]]) -> None:
    assert list(Batch.of(places)(made[0])) == [made[1](place) for place in places]


@given(formulas(), PLACES)
def test_a_formula_has_its_value_at_each_place(made: MadeFormula, places: list[dict[Unknown, int]]) -> None:
    batch = Batch.of(places)
    flags = batch.holds(made[0])
    assert [bool(flag) for flag in flags] == [made[1](place) for place in places]
    kept = batch.where(flags)
    assert [kept.place(at) for at in range(len(kept.origins))] == [place for place in places if made[1](place)]
    assert all(kept.holds(made[0]))


@given(formulas(), integers(), PLACES)
def test_what_is_asked_for_is_what_each_place_alone_comes_to(
    made: MadeFormula, other: MadeInteger, places: list[dict[Unknown, int]]
) -> None:
    values = made[0], other[0]
    conditions = [part.condition for part in parts(*values) if isinstance(part, Ite)]
    met = set()
    for place in places:
        alone = Evaluation(place)
        for value in values:
            alone(value)
        met |= {(one, bool(alone._done[one])) for one in conditions if one in alone._done}
    assert set(Batch.of(places).asked(values, conditions)) == met


def test_what_does_not_count_is_not_asked_for() -> None:
    x, free = atom(X), atom(FREE)
    inner = less(free, number(0))
    behind = at_most(choose(inner, scale(2, x), free), number(4))
    cases = [
        (conj((less(x, number(3)), behind)), {False}),
        (disj((less(x, number(3)), behind)), {True}),
        (at_most(choose(less(x, number(3)), choose(inner, number(7), x), scale(3, x)), free), {False}),
    ]
    batch = Batch.of([{X: 2, FREE: 1}, {X: 5, FREE: -1}])
    for formula, found in cases:
        order = [part for part in getattr(formula, "parts", ()) if part is not behind]
        assert not order or formula.parts[0] in order, formula  # type: ignore[attr-defined]
        assert {holds for _, holds in batch.asked([formula], [inner])} == found


def test_parts_that_hold_at_some_places_alone() -> None:
    x, few = atom(X), [equal(atom(X), number(size)) for size in (2, 3, 5)]
    batch = Batch.of([{X: size} for size in range(1, 7)])
    assert list(batch.holds(disj(few))) == [0, 1, 1, 0, 1, 0]
    assert list(batch.holds(conj(map(negate, few)))) == [1, 0, 0, 1, 0, 1]
    assert list(batch(choose(disj(few), scale(10, x), number(-1)))) == [-1, 20, 30, -1, 50, -1]
    assert list(batch.holds(TRUE)) == [1] * 6
    assert list(batch.holds(FALSE)) == [0] * 6


def test_each_value_of_one_more_unknown_is_a_place() -> None:
    batch = Batch.of([{X: 1}, {X: 2}, {X: 3}]).each(CHOSEN, [range(2), range(0), [7]])
    assert [batch.place(at) for at in range(3)] == [{X: 1, CHOSEN: 0}, {X: 1, CHOSEN: 1}, {X: 3, CHOSEN: 7}]
    assert list(batch.origins) == [0, 0, 2]
    assert batch.known == {X, CHOSEN}
    assert list(batch.where(bytes([0, 1, 1]))(add(atom(X), atom(CHOSEN)))) == [2, 10]


@given(st.lists(st.integers(0, 6), min_size=1, max_size=5), st.integers(0, 12))
def test_a_position_with_more_choices_than_may_be_tried_has_no_solution(sizes: list[int], most: int) -> None:
    """Choices of two numbers up to the size, the second not above the first: those whose sum is even."""
    size, one, two = unknown("size", 0), atom(CHOSEN), atom(NEXT)
    chosen = (Choice(CHOSEN, (number(1),), (atom(size),)), Choice(NEXT, (number(1),), (one, number(4))))
    guard = less(two, one)
    budget = ChoicesLeft.of(len(sizes), most)
    found = solutions(chosen, guard, Batch.of([{size: value} for value in sizes]), budget)
    ways = {
        at: [(a, b) for a in range(1, value + 1) for b in range(1, min(a, 4) + 1)] for at, value in enumerate(sizes)
    }
    kept = {at for at, several in ways.items() if len(several) <= most}
    assert budget.kept == kept
    places = [found.place(at) for at in range(len(found.origins))]
    told = [(origin, place[CHOSEN], place[NEXT]) for origin, place in zip(found.origins, places, strict=True)]
    assert told == [(at, a, b) for at in sorted(kept) for a, b in ways[at] if b < a]
