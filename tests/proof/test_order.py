"""In what order counterexamples are compared: the parameters as they are declared, then the entries of the measure."""

from __future__ import annotations

import itertools
from types import SimpleNamespace
from typing import Any, cast

import pytest

from bouton.core.logic.question import Question
from bouton.core.position import Counter, Fluent, Heaps, Measure, Order
from bouton.core.ranges import expression, interval
from bouton.core.spec import ParameterRange, Place
from bouton.proof.order import interleaved, ranks_of, search
from bouton.proof.setting import Setting, Span
from bouton.proof.ways.sums.at_numbers import first_sums
from bouton.solving.minimise import Minimisation

PLACE = Place("spec.yaml", 1, 1)
ASKED = Question("(check-sat)\n", "QF_LIA", ())
HEAP, ROW = Heaps("heap"), Heaps("row")
PILE, TURN = Counter("pile", stones=True), Counter("turn")


def spec(*names: str, fluents: tuple[Fluent, ...] = (HEAP,), measure: tuple[str, ...] = ("stones",)) -> Any:
    parameters = tuple(ParameterRange(name, PLACE, interval("1..9")) for name in names)
    return SimpleNamespace(
        box=SimpleNamespace(parameters=parameters), fluents=fluents, measure=Measure(fluents, measure)
    )


def setting(counters: dict[str, Span] | None = None, fixed: dict[str, Any] | None = None, **unknown: Span) -> Setting:
    return Setting(fixed or {}, unknown, ((),), counters or {})


def searched(about: Any, of: Setting, counts: tuple[int, ...], ranks: Any = None, **model: int) -> Minimisation:
    named = {name.replace("_", "."): value for name, value in model.items()}
    return search(about, of, counts, ASKED, named, cast(Any, ranks or {}))


def test_heaps_and_their_stones() -> None:
    found = searched(spec(), setting(), (3,), heap_1=4, heap_2=2, other=7)
    assert found.entries == (("heap.1", "heap.2", "heap.3"), ("heap.1",), ("heap.2",), ("heap.3",))
    assert found.lows == {"heap.1": 1, "heap.2": 1, "heap.3": 1}
    assert found.model == {"heap.1": 4, "heap.2": 2}
    assert searched(spec(), setting(), (0,)).entries == ((),)


def test_several_fluents_in_the_order_of_the_measure() -> None:
    about = spec(fluents=(HEAP, PILE, ROW, TURN), measure=("turn", "stones"))
    found = searched(about, setting({"pile": Span(3, None), "turn": Span(1, 2)}), (1, 2))
    assert found.entries == (
        *(("turn.N",), ("heap.1", "pile.N", "row.1", "row.2")),
        *(("heap.1",), ("pile.N",), ("row.1",), ("row.2",), ("turn.N",)),
    )
    assert found.lows == {"heap.1": 1, "pile.N": 3, "row.1": 1, "row.2": 1, "turn.N": 1}


def test_parameters_in_declared_order() -> None:
    about = spec("m", "k", "n")
    of = setting(fixed={"k": 4}, m=Span(2, None), n=Span(expression("m+1"), None))
    found = searched(about, of, (1,), {"k": {3: 0, 4: 1}})
    assert found.entries == (("m.N",), 1, ("n.N",), ("heap.1",), ("heap.1",))
    assert found.lows == {"m.N": 2, "n.N": 3, "heap.1": 1}


def test_of_equal_measure_the_first_position_comes_first() -> None:
    """A list of heaps comes before those that it begins, as in the order of positions."""
    about = spec(fluents=(HEAP, TURN), measure=("turn",))
    of = setting({"turn": Span(1, 2)})
    entries = [search(about, of, counts, ASKED, {}, cast(Any, {}), (3,)).entries for counts in ((0,), (1,), (2,), (3,))]
    assert entries[0] == (("turn.N",), 0, 0, 0, ("turn.N",))
    assert entries[2] == (("turn.N",), ("heap.1",), ("heap.2",), 0, ("turn.N",))
    assert len({len(one) for one in entries}) == 1


@pytest.mark.parametrize("order", ["ascending", "descending", "none"])
def test_lists_of_as_many_stones_are_ranked_as_positions_are(order: Order) -> None:
    heap = Heaps("heap", order)
    every = [one for count in range(7) for one in itertools.product(range(1, 7), repeat=count) if sum(one) == 6]
    positions = sorted({heap.canonical(one) for one in every})
    first = {tuple(sorted(one)): one for one in reversed(positions)}
    assert sorted(first, key=heap.rank) == [tuple(sorted(one)) for one in positions if one in first.values()]


@pytest.mark.parametrize("split", [False, True])
@pytest.mark.parametrize("order", ["ascending", "descending", "none"])
def test_the_first_sums_of_each_state_are_the_least_positions(order: Order, split: bool) -> None:
    heap = Heaps("heap", order)
    lists = [one for count in range(9) for one in itertools.combinations_with_replacement(range(1, 9), count)]

    def rank(sizes: tuple[int, ...]) -> tuple[int, int, tuple[int, ...]]:
        stones, ordered = heap.rank(sizes)
        return stones, -len(sizes) if split else 0, ordered

    def state(sizes: tuple[int, ...]) -> tuple[int, int]:
        return sum(one * one for one in sizes) % 7, sum(one > 2 for one in sizes) % 2

    least: dict[tuple[int, int], tuple[int, ...]] = {}
    for sizes in sorted((one for one in lists if sum(one) <= 8), key=rank):
        least.setdefault(state(sizes), sizes)
    added = lambda of, size: ((of[0] + size * size) % 7, (of[1] + (size > 2)) % 2)  # noqa: E731
    found = {of: tuple(sorted(sizes)) for sizes, of in first_sums((0, 0), added, 8, heap, 8, split=split)}
    assert found == least


def test_ranks_of_values_that_settings_fix() -> None:
    settings = [setting(fixed={"k": k, "S": chosen}) for k in (2, 5) for chosen in ((1, 2), (1, 3), (7,))]
    assert ranks_of(spec("k", "S"), settings) == {"k": {2: 2, 5: 5}, "S": {(1, 2): 0, (1, 3): 1, (7,): 2}}


def test_an_unknown_parameter_before_one_that_is_fixed() -> None:
    every = Span(1, None)
    assert not interleaved(spec("k", "n"), setting(fixed={"k": 1, "n": 2}))
    assert not interleaved(spec("k", "n"), setting(fixed={"k": 1}, n=every))
    assert not interleaved(spec("k", "n"), setting(k=every, n=every))
    assert interleaved(spec("k", "n"), setting(fixed={"n": 1}, k=every))
    assert interleaved(spec("k", "n", "m"), setting(fixed={"k": 1, "m": 1}, n=every))
    assert not interleaved(spec(), setting())
