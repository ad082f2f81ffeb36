"""Sprague-Grundy values of random game graphs, by plain code and by clingo, against their definition."""

from __future__ import annotations

import pytest
from clingo import Number
from hypothesis import given, settings
from hypothesis import strategies as st

from bouton.core.errors import Disagreement
from bouton.core.position import Position
from bouton.core.shipped import core
from bouton.ground import values as module
from bouton.ground.box import GroundBox, HeapBox, Region
from bouton.ground.graph import Node
from bouton.ground.layers import Sought, layers
from bouton.ground.moves import Move
from bouton.ground.values import add_reference, add_values, mex

from .conftest import HEAP, NIM, Make

Graph = dict[int, set[int]]


@st.composite
def graphs(draw: st.DrawFn, largest: int = 12) -> Graph:
    """Options of each position, all of them lower."""
    size = draw(st.integers(0, largest))
    return {at: draw(st.sets(st.integers(0, at - 1), max_size=5)) if at else set() for at in range(size)}


def nodes(graph: Graph, together: int = 1) -> dict[Position, Node]:
    """Nodes with two moves to each option; so many positions that are not joined by moves share a measure."""
    ranks: dict[int, int] = {}
    for at, to in graph.items():
        ranks[at] = max((ranks[other] + 1 for other in to), default=0) if together > 1 else at
    return {
        (at,): Node((at,), (ranks[at],), not to, tuple(Move(Number(n), (other,)) for other in to for n in (0, 1)), {})
        for at, to in graph.items()
    }


def value(graph: Graph, at: int, terminal: int) -> int:
    """By the definition: the least number of which no option is."""
    options = {value(graph, to, terminal) for to in graph[at]}
    return next(n for n in range(len(options) + 1) if n not in options) if options else terminal


@given(graphs(), st.booleans(), st.sampled_from([1, 2]))
@settings(max_examples=60)
def test_values(graph: Graph, lost: bool, together: int) -> None:
    expected = {(at,): value(graph, at, 0 if lost else 1) for at in graph}
    kernel = {at for at, number in expected.items() if number == 0}
    made = nodes(graph, together)
    known: dict[Position, int] = {}
    reference: dict[Position, int] = {}
    add_values(known, made, lambda _node: lost, kernel, reference)
    assert known == reference == expected


@given(graphs(), st.integers(0, 12), st.booleans())
@settings(max_examples=40)
def test_values_above_what_is_known(graph: Graph, cut: int, lost: bool) -> None:
    expected = {(at,): value(graph, at, 0 if lost else 1) for at in graph}
    kernel = {at for at, number in expected.items() if number == 0}
    known: dict[Position, int] = {}
    reference: dict[Position, int] = {}
    for part in (range(cut), range(cut, 12)):
        made = {at: node for at, node in nodes(graph).items() if at[0] in part}
        add_values(known, made, lambda _node: lost, kernel, reference)
    assert known == reference == expected


def test_the_reference_ends_after_the_lowest_positions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_REFERENCE", 5)
    graph = {at: set(range(at)) for at in range(12)}
    known: dict[Position, int] = {}
    reference: dict[Position, int] = {}
    for part in (range(3), range(3, 9), range(9, 12)):
        made = {at: node for at, node in nodes(graph).items() if at[0] in part}
        add_values(known, made, lambda _node: True, {(0,)}, reference)
    assert known == {(at,): at for at in range(12)}
    assert reference == {(at,): at for at in range(5)}


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        ("value(X,1) :- won(X). value(X,0) :- position(X), not won(X).", "by clingo and by mex differ at (1,)"),
        ("value(X,0..1) :- position(X).", "clingo gives 2 values to (0,)"),
        ("value(X,0) :- position(X), not option(X,_).", "clingo gives 0 values to (1,)"),
    ],
)
def test_values_that_are_none_are_a_disagreement(rules: str, message: str, monkeypatch: pytest.MonkeyPatch) -> None:
    unused = "#defined option/2. #defined known/2. #defined won/1. #defined position/1."
    monkeypatch.setattr(module, "core", lambda _name: rules + unused)
    with pytest.raises(Disagreement) as caught:
        add_values({}, nodes({0: set(), 1: {0}}), lambda _node: True, {(0,)})
    assert message in str(caught.value)


def test_plain_code_that_errs_is_a_disagreement(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where it is not 0, which the kernel would tell."""
    monkeypatch.setattr(module, "mex", lambda numbers: min(mex(numbers), 2))
    graph = {at: set(range(at)) for at in range(5)}
    with pytest.raises(Disagreement, match=r"by clingo and by mex differ at \(3,\)"):
        add_values({}, nodes(graph), lambda _node: True, {(0,)})


def test_each_terminal_has_its_own_winner() -> None:
    graph: Graph = {0: set(), 1: set(), 2: {0}, 3: {1}, 4: {0, 1}}
    found: dict[Position, int] = {}
    add_reference(found, list(nodes(graph).values()), lambda node: node.position == (0,))
    assert found == {(0,): 0, (1,): 1, (2,): 1, (3,): 0, (4,): 2}


def test_the_rules_are_the_file_that_is_shipped() -> None:
    assert "value(X,V) :- reached(X,V), not taken(X,V)." in core("values")


@given(st.lists(st.integers(0, 8)))
def test_mex(numbers: list[int]) -> None:
    least = mex(numbers)
    assert least not in numbers
    assert all(number in numbers for number in range(least))


def test_layers_give_values_and_what_lies_below(make: Make) -> None:
    """Two heaps of 3 or 4: what lies below the box comes with the first layer above it, least measure first."""
    region = Region(GroundBox((HeapBox(HEAP, range(2, 3), range(3, 5)),)))
    found = list(layers(Sought(make(NIM), region, frozenset(), ("normal", "misere"), values=True)))
    assert [[node.position for node in layer.nodes] for layer in found] == [[((3, 3),)], [((3, 4),)], [((4, 4),)]]
    others = [[node.position[0] for node in layer.others] for layer in found]
    smaller = [(), (1,), (1, 1), (2,), (1, 2), (3,), (1, 3), (2, 2), (4,), (1, 4), (2, 3), (2, 4)]
    assert [heaps for layer in others for heaps in layer] == smaller
    for layer in found:
        measures = [node.measure for node in (*layer.others, *layer.nodes)]
        assert measures == sorted(measures)
        assert layer.values["normal"][((2, 4),)] == layer.values["misere"][((2, 4),)] == 6
        assert (layer.values["normal"][((1, 1),)], layer.values["misere"][((1, 1),)]) == (0, 1)


@pytest.mark.parametrize("wrong", [set(), {(0,), (1,)}, {(1,)}])
def test_values_are_held_against_the_kernel(wrong: set[Position]) -> None:
    """Of 1 -> 0 the kernel is 0 alone; one position too few, too many, or another is found."""
    with pytest.raises(Disagreement, match="kernel and values differ"):
        add_values({}, nodes({0: set(), 1: {0}}), lambda _node: True, wrong)
