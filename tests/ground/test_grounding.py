"""The gateway to clingo: facts in and out, and what it does with a program it refuses."""

from __future__ import annotations

import pytest
from clingo import Control, Number

from bouton.core.errors import Disagreement
from bouton.core.position import Counter, Position
from bouton.ground.graph import Node
from bouton.rules import grounding
from bouton.rules.grounding import (
    atoms,
    extend,
    extent,
    fixed_facts,
    ground,
    integer_facts,
    position_facts,
    static_rows,
)

from .conftest import HEAP, Make, fault, grounder


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


@pytest.mark.slow
def test_integers_as_facts() -> None:
    assert integer_facts("option", [(1, 2), (1, 3), (0, -1)]) == "option(1,(2;3)).option(0,(-1))."
    control = ground(integer_facts("won", [(number,) for number in range(200_000)]))
    assert sum(1 for _ in atoms(control, "won", 1)) == 200_000
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


FIXED = """\
word("a \\"quoted\\" one", -3, (1,), f(g(2),h)). word(S,N+1,T,F) :- word(S,N,T,F), N < k.
top(#sup). ready. members(N) :- N = #count { X : s(X) }. chain(0). chain(N+1) :- chain(N), N < 40.
unused(X) :- chain(X).
shifted(X/D) :- s(X), D = k-2..k.
move(t(I,T)) :- heap(I,S), T = 0..S-1, ready, chain(T). after(t(I,T), heap(I,T)) :- move(t(I,T)).
said(S,N,T) :- word(S,N,T,f(_,h)), heap(1,N). none :- not absent(1), not members(0), heap(_,_).
absent(X) :- chain(X), X > 50.
"""


@pytest.mark.parametrize("most", [2_000, 30, 0])
def test_what_is_derived_once_for_all_batches_is_what_each_would_derive(
    make: Make, monkeypatch: pytest.MonkeyPatch, most: int
) -> None:
    game = make(FIXED.replace("D = k-2..k", "D = k-1..k"), k=2, S=(4, 9))
    wanted = {
        ("said", 3),
        ("none", 0),
        ("chain", 1),
        ("members", 1),
        ("top", 1),
        ("shifted", 1),
        ("absent", 1),
        ("word", 4),
    }
    positions: list[Position] = [((),), ((1,),), ((2, 5),)]

    def nodes() -> list[Node]:
        fixed_facts.cache_clear()
        one = grounder(game, positions[-1], wanted)
        assert one.program.fixed
        found = [one.atoms(position) for position in positions]
        assert (one._fixed is not None) is (grounding._READ > 60)
        return [node for at in positions for node in one.nodes([at])] + [
            Node(((count,),), (), True, (), {}) for count in found
        ]

    monkeypatch.setattr(grounding, "_READ", most)
    here = nodes()
    monkeypatch.setattr(grounding, "_READ", -1)
    assert [_sorted(one) for one in here] == [_sorted(one) for one in nodes()]
    assert {str(row) for row in here[1].rows["said", 3]} != set()


def _sorted(one: Node) -> tuple[object, ...]:
    rows = {name: sorted(map(str, found)) for name, found in one.rows.items()}
    return one.position, one.terminal, sorted(map(str, one.moves)), rows


def test_an_operation_without_a_value_is_told_at_every_batch(make: Make) -> None:
    game = make(FIXED, k=2, S=(4, 9))
    one = grounder(game, ((2, 5),), {("shifted", 1)})
    for position in ((1,),), ((2, 5),):
        assert "has no value" in fault(lambda at=position: list(one.nodes([at]))).message  # type: ignore[misc]
