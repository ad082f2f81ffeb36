"""The gateway to clingo: facts in and out, and what it does with a program it refuses."""

from __future__ import annotations

import pytest
from clingo import Control, Number

from bouton.core.errors import Disagreement
from bouton.core.position import Counter
from bouton.rules import grounding
from bouton.rules.grounding import atoms, extend, extent, ground, integer_facts, position_facts, static_rows

from .conftest import HEAP


def test_facts_of_positions() -> None:
    fluents = (HEAP, Counter("pass"))
    control = ground(position_facts(fluents, [((2, 5), 1), ((), -3), ((4, 4), 0)]))

    def found(name: str, arity: int) -> list[tuple[int, ...]]:
        return sorted(tuple(term.number for term in row) for row in atoms(control, name, arity))

    assert found("_position", 1) == [(0,), (1,), (2,)]
    assert found("heap", 3) == [(0, 1, 2), (0, 2, 5), (2, 1, 4), (2, 2, 4)]
    assert found("pass", 2) == [(0, 1), (1, -3), (2, 0)]
    assert position_facts(fluents, []) == ""


def test_extents_by_position() -> None:
    control = ground(
        position_facts((HEAP,), [((2, 5),), ((),), ((7,),)]), "size(P,S) :- heap(P,_,S).", "two(2). two(3)."
    )
    assert [sorted(rows) for rows in extent(control, "size", 1, 3)] == [
        [(Number(2),), (Number(5),)],
        [],
        [(Number(7),)],
    ]
    assert sorted(static_rows(control, "two", 1)) == [(Number(2),), (Number(3),)]
    assert list(atoms(control, "two", 2)) == []
    assert list(atoms(control, "nothing", 1)) == []


def test_atoms_of_no_argument() -> None:
    assert list(atoms(ground("yes."), "yes", 0)) == [()]


def test_integers_as_facts() -> None:
    assert integer_facts("option", [(1, 2), (0, -1)]) == "option(1,2).option(0,-1)."
    assert integer_facts("option", []) == ""


def test_a_program_part_is_grounded_upon_what_is_there() -> None:
    control = ground("p(1).")
    control.add("layer", ["l"], "q(l,X) :- p(X), at(l).")
    extend(control, "layer", 3, "at(3).")
    assert list(atoms(control, "q", 2)) == [(Number(3), Number(1))]


@pytest.mark.parametrize("text", ["p(", "p(X).", '#include "nothing.lp".'])
def test_a_refused_program_is_a_failure_of_ours(text: str) -> None:
    with pytest.raises(Disagreement, match="clingo refused a program of ours"):
        ground(text)


def test_want_of_memory_is_no_failure_of_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    class Full(Control):
        def ground(self, *_arguments: object, **_options: object) -> None:
            raise RuntimeError("std::bad_alloc")

    monkeypatch.setattr(grounding, "Control", Full)
    with pytest.raises(MemoryError):
        ground("p.")
