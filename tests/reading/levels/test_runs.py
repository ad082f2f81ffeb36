"""Lists as runs of neighbouring heaps: which lists are the same, held against their elements one by one."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import product

import pytest

from bouton.core.logic.arithmetic import add, atom, number, subtract
from bouton.core.logic.expression import FALSE, TRUE, Formula, Linear, unknown
from bouton.core.logic.formulas import at_most, conj, less
from bouton.core.logic.substitution import Evaluation
from bouton.core.logic.terms import Function, Term
from bouton.reading.levels.runs import Listed, Run, Tail, among, explicit, listed, may_be_in, runs_of
from bouton.reading.matching import Scope
from bouton.reading.relation import Row

LOWER = ("lower", 2)
NIL = Function("nil")
A, B, C = (unknown(name, 0) for name in "abc")
LONG, LATER, SIZE, LESS = (unknown(f"{name}$1", local=True) for name in ("C", "D", "T", "U"))


def written(elements: Sequence[tuple[int, int | Linear]], end: Term = NIL) -> Term:
    """The list with these places and sizes, the innermost first."""
    found: Term = end
    for place, size in elements:
        found = Function("l", (number(place), number(size) if isinstance(size, int) else size, found))
    return found


def run(first: int, step: int, count: int, size: int) -> Run:
    return Run(number(first), step, number(count), number(size))


def row(runs: Sequence[Run], guard: Formula = TRUE, tail: Tail | None = None) -> Row:
    return Row((number(1), Listed("l", LOWER, tuple(runs), NIL, tail).term), guard)


def elements(runs: Sequence[Run]) -> list[tuple[int, int]]:
    """The places and sizes that runs of known numbers stand for, the innermost first."""
    found = []
    for one in runs:
        first, count, size = one.first.number, one.count.number, one.size.number
        assert first is not None and count is not None and size is not None
        found += [(first + one.step * at, size) for at in range(count)]
    return found


def test_a_list_that_is_written_out_is_a_run_for_each_element() -> None:
    inside_out: list[tuple[int, int | Linear]] = [(5, 0), (4, 2), (3, atom(A)), (1, 2)]
    found = explicit(written(inside_out), "l")
    assert found is not None
    assert found == runs_of(written(inside_out), "l")
    runs, end = found
    assert end == NIL
    assert [(one.first, one.size) for one in runs] == [
        (number(place), size if isinstance(size, Linear) else number(size)) for place, size in inside_out
    ]
    assert {one.count for one in runs} == {number(1)}
    assert {one.step for one in runs} <= {-1, 1}


@pytest.mark.parametrize(
    "term",
    [
        NIL,
        number(3),
        written([(1, 2)], number(3)),
        written([(1, 2)], Function("nil", (number(1),))),
        written([(1, 2)], Function("l", (number(1), number(2)))),
        written([(1, 2)], Function("l", (number(1), number(2), NIL, NIL))),
        written([(1, 2)], Function("m", (number(1), number(2), NIL))),
        written([(1, 2)], Function("l", (NIL, number(2), NIL))),
        written([(1, 2)], Function("l", (number(1), NIL, NIL))),
        Function("m", (number(1), number(2), NIL)),
    ],
    ids=str,
)
def test_what_is_no_list_of_heaps_has_no_runs(term: Term) -> None:
    assert explicit(term, "l") is None
    assert runs_of(term, "l") is None


def test_a_list_of_unknown_length_has_the_runs_that_it_was_made_of() -> None:
    runs = (Run(atom(A), -1, atom(B), number(2)), run(1, 1, 2, 0))
    tail = Tail(atom(C), 1, number(3))
    for one in (
        Listed("l", LOWER, runs, NIL),
        Listed("l", LOWER, runs, Function("foo")),
        Listed("l", LOWER, runs[:1], NIL, tail),
        Listed("l", LOWER, (), NIL, tail),
    ):
        assert listed(one.term) == one
        assert runs_of(one.term, "l") == ((one.runs, one.end) if one.tail is None else None)
        assert runs_of(one.term, "m") is None
    assert listed(written([(1, 2)])) is None


def test_the_ends_of_a_run_are_its_lowest_and_its_highest_place() -> None:
    for step in (-1, 1):
        places = [place for place, _ in elements([run(5, step, 3, 0)])]
        for one in (run(5, step, 3, 0), Tail(number(5), step, number(3))):
            assert [end.number for end in one.ends] == [min(places), max(places)]


def pairs() -> Iterator[tuple[Run, Run]]:
    every = [run(*each) for each in product((2, 3, 4, 5), (-1, 1), (1, 2, 3), (0, 1))]
    return product(every, every)


def test_runs_of_one_size_side_by_side_are_one_run() -> None:
    rows = [row([run(*each)]) for each in product(range(1, 8), (-1, 1), range(1, 7), (0, 1))]
    known = [elements([run(*each)]) for each in product(range(1, 8), (-1, 1), range(1, 7), (0, 1))]
    chance = random.Random(1901)
    some = [pair for pair in pairs() if elements(pair) in known]
    others = chance.sample([pair for pair in pairs() if elements(pair) not in known], 60)
    assert len(some) > 60
    for pair in [*chance.sample(some, 60), *others]:
        assert among(pair, NIL, rows, Scope({})) is (TRUE if elements(pair) in known else FALSE), elements(pair)


def of_one_size(step: int) -> Row:
    guard = conj((at_most(number(1), atom(LONG)), at_most(atom(LONG), number(3)), at_most(number(0), atom(SIZE))))
    return row([Run(number(5), step, atom(LONG), atom(SIZE))], guard)


def of_two_sizes(step: int) -> Row:
    """The inner elements of the greater size."""
    second = add(number(5), atom(LONG)) if step > 0 else subtract(number(5), atom(LONG))
    runs = [Run(number(5), step, atom(LONG), atom(SIZE)), Run(second, step, atom(LATER), atom(LESS))]
    ends = [at_most(number(1), atom(one)) for one in (LONG, LATER)]
    return row(runs, conj((*ends, at_most(number(0), atom(LESS)), less(atom(LESS), atom(SIZE)))))


@pytest.mark.parametrize("step", [-1, 1])
@pytest.mark.parametrize("length", [1, 2, 3])
def test_a_list_that_is_written_out_is_one_of_unknown_length_where_its_sizes_are(step: int, length: int) -> None:
    sizes = (A, B, C)[:length]
    named = runs_of(written([(5 + step * at, atom(one)) for at, one in enumerate(sizes)]), "l")
    assert named is not None
    one, both = (
        among(*named, rows, Scope({})) for rows in ([of_one_size(step)], [of_one_size(step), of_two_sizes(step)])
    )
    for values in product(range(3), repeat=length):
        falls = list(values) == sorted(values, reverse=True)
        holds = Evaluation(dict(zip(sizes, values, strict=True)))
        assert holds(one) is (len(set(values)) == 1)
        assert holds(both) is (falls and len(set(values)) <= 2)


@pytest.mark.parametrize("step", [-1, 1])
def test_a_list_with_a_gap_or_turned_around_is_another(step: int) -> None:
    rows = [of_one_size(step), of_two_sizes(step)]
    for places in product(range(2, 9), repeat=3):
        right = places == (5, 5 + step, 5 + 2 * step)
        runs = runs_of(written([(place, 1) for place in places]), "l")
        assert runs is not None
        assert among(*runs, rows, Scope({})) is (TRUE if right else FALSE)


def test_rows_of_other_lists_are_passed_over() -> None:
    named = [run(5, -1, 1, 2)]
    others = [Row((number(1), NIL), TRUE), row([run(5, -1, 1, 2)], tail=Tail(number(4), -1, number(1)))]
    assert among(named, NIL, others, Scope({})) is FALSE
    assert among(named, NIL, [*others, row(named)], Scope({})) is TRUE
    assert among(named, NIL, [*others, row([*named, run(4, -1, 1, 1)])], Scope({})) is FALSE


def test_a_list_of_another_end_is_another() -> None:
    named = runs_of(written([(5, 1), (4, 1)]), "l")
    other = runs_of(written([(5, 1), (4, 1)], Function("foo")), "l")
    assert named is not None and other is not None and named != other
    rows = [of_one_size(-1)]
    assert among(*named, rows, Scope({})) is TRUE
    assert among(*other, rows, Scope({})) is FALSE


def test_what_may_be_a_list_or_the_rest_of_one() -> None:
    whole = Listed("l", LOWER, (run(5, -1, 3, 0),), NIL)
    others: list[Term] = [Function("m", (number(1), number(0), NIL)), NIL, number(1), Function("l")]
    foo = Function("foo")
    others += [written([(5, 0)], foo), Listed("l", LOWER, whole.runs, foo).term, Function("~heap", (whole.term,))]
    mine: list[Term] = [
        whole.term,
        written([(5, 0)]),
        written([(5, 0)], number(3)),
        Listed("l", ("other", 1), (), NIL).term,
    ]
    assert not any(may_be_in(term, whole) for term in others)
    assert all(may_be_in(term, whole) for term in mine)
