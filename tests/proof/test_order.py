"""In what order counterexamples are compared: the parameters as they are declared, then the entries of the measure."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

from bouton.core.logic.question import Question
from bouton.core.position import Counter, Fluent, Heaps, Measure
from bouton.core.ranges import expression, interval
from bouton.core.spec import ParameterRange, Place
from bouton.proof.order import interleaved, ranks_of, search
from bouton.proof.setting import Setting, Span
from bouton.solving.minimise import Search

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


def searched(about: Any, of: Setting, counts: tuple[int, ...], ranks: Any = None, **model: int) -> Search:
    named = {name.replace("_", "."): value for name, value in model.items()}
    return search(about, of, counts, ASKED, named, cast(Any, ranks or {}))


def test_heaps_and_their_stones() -> None:
    found = searched(spec(), setting(), (3,), heap_1=4, heap_2=2, other=7)
    assert found.entries == (("heap.1", "heap.2", "heap.3"),)
    assert found.lows == {"heap.1": 1, "heap.2": 1, "heap.3": 1}
    assert found.model == {"heap.1": 4, "heap.2": 2}
    assert searched(spec(), setting(), (0,)).entries == ((),)


def test_several_fluents_in_the_order_of_the_measure() -> None:
    about = spec(fluents=(HEAP, PILE, ROW, TURN), measure=("turn", "stones"))
    found = searched(about, setting({"pile": Span(3, None), "turn": Span(1, 2)}), (1, 2))
    assert found.entries == (("turn.N",), ("heap.1", "pile.N", "row.1", "row.2"))
    assert found.lows == {"heap.1": 1, "pile.N": 3, "row.1": 1, "row.2": 1, "turn.N": 1}


def test_parameters_in_declared_order() -> None:
    about = spec("m", "k", "n")
    of = setting(fixed={"k": 4}, m=Span(2, None), n=Span(expression("m+1"), None))
    found = searched(about, of, (1,), {"k": {3: 0, 4: 1}})
    assert found.entries == (("m.N",), 1, ("n.N",), ("heap.1",))
    assert found.lows == {"m.N": 2, "n.N": 3, "heap.1": 1}


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
