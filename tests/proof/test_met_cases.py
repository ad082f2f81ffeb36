"""Which cases of a reading are watched, what meets them, and which positions are found for those that are not met."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any, cast

import pytest

from bouton.core.logic.arithmetic import atom, number
from bouton.core.logic.batch import Batch
from bouton.core.logic.expression import FALSE, TRUE, Formula, Linear, Unknown, unknown
from bouton.core.logic.formulas import at_most, conj, equal, less
from bouton.core.position import Counter, Fluent, Heaps
from bouton.proof.compared import coverage
from bouton.proof.compared.coverage import Coverage, Open, positions
from bouton.proof.compared.validate import moves_of
from bouton.reading.evaluate import evaluate
from tests.reading.conftest import Reader

RULES = """\
move(t(T)) :- heap(1,S), T = 0..S-1.
after(t(T), heap(1,T)) :- move(t(T)).
move(all) :- heap(1,S), M = #min { S; 5 }, M > 4.
after(all, heap(1,0)) :- move(all).
large :- heap(1,S), S > 2.
never :- heap(1,S), S < 1.
half(M) :- heap(1,S), M = #max { S-3; 1 }.
"""
SIZE = unknown("size", 1)
SMALL, FAR = at_most(atom(SIZE), number(3)), at_most(number(150), atom(SIZE))


def cases(found: Coverage) -> list[str]:
    return [one.what for one in found.open]


def test_rows_moves_what_they_lead_to_and_branches_are_watched(rules: Reader) -> None:
    game = evaluate(rules(RULES), {}, {"heap": 1}, {}, [("large", 0), ("never", 0), ("half", 1)])
    found = Coverage(game, moves_of(game))
    assert sorted(cases(found)) == [
        *["a branch in half/1 (line 7)"] * 2,
        *["a position after all", "a position after t(T)", "a position after t(T)"],
        *["a row of half/1 (line 7)", "a row of large/0 (line 5)"],
        *["the move all", "the move t(T)"],
    ]
    assert "never" not in str(cases(found))  # nothing can meet it
    ((held,),) = ([part for part, _ in entry.terms] for entry in cast(Sequence[Linear], game.position[0]))
    assert isinstance(held, Unknown)
    (large,) = game.relations["large", 0]
    for size, left in ((2, 1), (3, 0)):
        places = Batch.of([{held: size}])
        found.row(large, places.where(places.holds(large.guard)))
        assert cases(found).count("a row of large/0 (line 5)") == left
    branches: list[tuple[int, int]] = []
    for size in (2, 3, 4, 5):
        found.positions(Batch.of([{held: size}]))
        branches.append((size, cases(found).count("a branch in half/1 (line 7)")))
    assert branches == [(2, 1), (3, 1), (4, 0), (5, 0)]


def test_a_hypothesis_is_watched_unless_it_is_settled() -> None:
    game = cast(Any, SimpleNamespace(unknowns=(SIZE,), relations={}))
    found = Coverage(game, [], [Open("small", SMALL), Open("always", TRUE), Open("never", FALSE)])
    assert cases(found) == ["small"]
    found.positions(Batch.of([{SIZE: 4}, {SIZE: 9}]))
    assert cases(found) == ["small"]
    found.positions(Batch.of([]))
    assert cases(found) == ["small"]
    found.positions(Batch.of([{SIZE: 4}, {SIZE: 3}]))
    assert cases(found) == []


def game_of(*entries: tuple[Fluent, Linear | tuple[Linear, ...]]) -> Any:
    return SimpleNamespace(fluents=[fluent for fluent, _ in entries], position=[entry for _, entry in entries])


@pytest.mark.parametrize(("order", "expected"), [("ascending", (2, 7)), ("descending", (7, 2)), ("none", (1, 7))])
def test_what_a_model_leaves_open_is_as_small_as_it_can_be(order: Any, expected: tuple[int, int]) -> None:
    """The sizes that are not known: not below the one before, where heaps are in order; a counter is at its least."""
    one, other = unknown("heap.1", 1), unknown("heap.2", 1)
    counter, free = unknown("pass", 3), unknown("pile")
    known = {"heap.2": 7} if order != "descending" else {"heap.1": 7}
    game = game_of(
        (Heaps("heap", order), (atom(one), atom(other))),
        (Counter("pass"), atom(counter)),
        (Counter("pile"), atom(free)),
        (Counter("fixed"), number(4)),
    )
    least = {"none": {}, "ascending": {"heap.1": 2}, "descending": {"heap.2": 2}}[order]
    assert coverage._position(game, {**known, **least}) == (expected, 3, 0, 4)


def test_a_size_that_is_left_open_is_not_below_the_one_before() -> None:
    first, second, third = (atom(unknown(f"heap.{at}", 1)) for at in (1, 2, 3))
    up, down = Heaps("heap"), Heaps("heap", "descending")
    assert coverage._sizes(up, (first, second, third), {"heap.1": 4}) == (4, 4, 4)
    assert coverage._sizes(up, (first, second, third), {"heap.2": 4}) == (1, 4, 4)
    assert coverage._sizes(down, (first, second, third), {"heap.3": 4}) == (4, 4, 4)
    assert coverage._sizes(down, (first, second, third), {"heap.2": 4}) == (4, 4, 1)
    assert coverage._sizes(Heaps("heap", "none"), (first, second, third), {"heap.2": 4}) == (1, 4, 1)


def found(*listed: Formula, facts: Sequence[Formula] = (), k: Unknown | None = None) -> list[tuple[str, Any, Any]]:
    """What positions are found for cases 0, 1, ... of a game of one heap."""
    game = game_of((Heaps("heap"), (atom(SIZE),)))
    several = [Open(str(at), formula) for at, formula in enumerate(listed)]
    return [(one.what, chosen, at) for one, chosen, at in positions(game, several, facts, {"k": k} if k else {})]


def test_a_position_is_looked_for_near_and_then_farther_out() -> None:
    cases = [equal(atom(SIZE), number(at)) for at in (1, 40, 41, 200, 201, 1000, 1001, 10_000)]
    sizes = (1, 40, 41, 200, 201, 1000, 1001, 10_000)
    assert found(*cases) == [(str(at), {}, ((size,),)) for at, size in enumerate(sizes)]
    assert found(equal(atom(SIZE), number(10_001)), SMALL)[0] == ("0", None, None)  # beyond what could be compared
    ((_, _, far),) = found(FAR)
    assert 150 <= far[0][0] <= 200


def test_a_case_that_applies_nowhere_is_left_out() -> None:
    assert found(FALSE, less(atom(SIZE), number(1)), conj((SMALL, FAR))) == []
    assert [one for one, _, _ in found(SMALL, FAR, facts=[at_most(number(4), atom(SIZE))])] == ["1"]
    assert found() == []


def test_parameters_stay_small_where_they_can() -> None:
    k = unknown("k", 2)
    within, beyond = found(equal(atom(SIZE), atom(k, 5)), equal(atom(k), number(7)), k=k)
    assert within == ("0", {"k": 2}, ((10,),))
    assert beyond == ("1", None, None)
    ((_, chosen, _),) = found(equal(atom(k), number(6)), k=k)
    assert chosen == {"k": 6}
    for least in (0, None, -1):
        ((_, chosen, _),) = found(SMALL, k=unknown("k", least))  # which does not count
        assert chosen == {"k": least or 0}
