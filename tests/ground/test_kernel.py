"""The kernel of random game graphs, against its definition; a wrong answer never gets out."""

from __future__ import annotations

import pytest
from clingo import Number
from hypothesis import given, settings
from hypothesis import strategies as st

from bouton.core.errors import Disagreement
from bouton.core.position import Position
from bouton.core.shipped import core
from bouton.ground import kernel as module
from bouton.ground.graph import Node
from bouton.ground.kernel import kernel
from bouton.ground.moves import Move

Graph = dict[int, set[int]]


@st.composite
def graphs(draw: st.DrawFn) -> Graph:
    """Options of each position, all of them lower."""
    size = draw(st.integers(0, 12))
    return {at: draw(st.sets(st.integers(0, at - 1), max_size=4)) if at else set() for at in range(size)}


def nodes(graph: Graph) -> dict[Position, Node]:
    """Nodes with two moves to each option."""
    return {
        (at,): Node((at,), (at,), not to, tuple(Move(Number(n), (other,)) for other in to for n in (0, 1)), {})
        for at, to in graph.items()
    }


def solved(graph: Graph, lost: bool) -> set[int]:
    p: set[int] = set()
    for at, to in sorted(graph.items()):
        if not to & p if to else lost:
            p.add(at)
    return p


def refuse(_position: Position) -> bool:
    raise AssertionError("nothing outside the graph was to be asked for")


@given(graphs(), st.booleans())
@settings(max_examples=60)
def test_kernels(graph: Graph, lost: bool) -> None:
    assert kernel(nodes(graph), refuse, lambda _node: lost) == {(at,) for at in solved(graph, lost)}


@given(graphs(), st.integers(0, 12), st.booleans())
@settings(max_examples=60)
def test_kernels_above_what_is_known(graph: Graph, cut: int, lost: bool) -> None:
    p = solved(graph, lost)
    upper = {at: node for at, node in nodes(graph).items() if at >= (cut,)}
    assert kernel(upper, lambda at: at[0] in p, lambda _node: lost) == {(at,) for at in p if at >= cut}


def test_each_terminal_has_its_own_winner() -> None:
    graph = {0: set(), 1: set(), 2: {0}, 3: {1}, 4: {0, 1}}
    assert kernel(nodes(graph), refuse, lambda node: node.position == (0,)) == {(0,), (3,)}


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        ("{ p(X) : position(X) }. #defined option/2. #defined won/1.", "clingo found 4 kernels"),
        ("p(X) :- position(X), not p(X). #defined option/2. #defined won/1.", "clingo found 0 kernels"),
        ("p(X) :- position(X), option(X,_). #defined won/1.", "clingo's kernel is wrong at (0,)"),
        ("p(X) :- position(X). #defined option/2. #defined won/1.", "clingo's kernel is wrong at (1,)"),
    ],
)
def test_an_answer_that_is_no_kernel_is_a_disagreement(
    rules: str, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "core", lambda _name: rules)
    with pytest.raises(Disagreement, match=message.replace("(", "\\(").replace(")", "\\)")):
        kernel(nodes({0: set(), 1: {0}}), refuse, lambda _node: True)


def test_the_rules_are_the_file_that_is_shipped() -> None:
    assert "p(X) :- position(X), not n(X)." in core("kernel")
