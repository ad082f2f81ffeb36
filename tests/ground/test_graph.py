"""The game graph is closed under moves and acyclic, or a fault shows the moves."""

from __future__ import annotations

import pytest

from bouton.core.position import Counter, Heaps, Position
from bouton.ground import game as games
from bouton.ground.game import Game
from bouton.ground.graph import Node, expand

from .conftest import HEAP, NIM, Make, fault, grounder, node

PASS = Counter("pass")


def graph(game: Game, *positions: Position, known: set[Position] | None = None) -> dict[Position, Node]:
    largest = max(positions, key=game.measure.of)
    return expand(game, grounder(game, largest), positions, (known or set()).__contains__)


def test_all_that_is_reached_is_in_it(make: Make) -> None:
    found = graph(make(NIM), ((1, 2),))
    assert set(found) == {((),), ((1,),), ((2,),), ((1, 1),), ((1, 2),)}
    assert {move.to for move in found[((1, 2),)].moves} == {((2,),), ((1, 1),), ((1,),)}


def test_what_is_known_is_not_expanded(make: Make) -> None:
    found = graph(make(NIM), ((3,),), ((1,),), known={((2,),), ((),)})
    assert set(found) == {((3,),), ((1,),)}


def test_heaps_that_split_leave_any_box(make: Make) -> None:
    text = (
        "move(s). after(s, heap(1,1)) :- heap(1,3). after(s, heap(2,1)) :- heap(1,3). after(s, heap(1,0)) :- heap(1,1)."
    )
    found = graph(make(text.replace("move(s).", "move(s) :- heap(1,_).")), ((3,),))
    assert set(found) == {((3,),), ((1, 1),), ((1,),), ((),)}


def test_the_batch_does_not_change_the_graph(make: Make) -> None:
    game = make(NIM)
    one = grounder(game, ((4, 5),))
    one.batch = 1
    positions: list[Position] = [((4, 5),), ((2,),), ((1, 1),)]
    assert list(one.nodes(positions)) == list(grounder(game, ((4, 5),)).nodes(positions))


@pytest.mark.parametrize("batch", [1, 64])
def test_options_are_nodes_without_their_moves(batch: int, make: Make) -> None:
    text = NIM + "size(S) :- heap(_,S).\n"
    positions: list[Position] = [((1, 2),), ((),), ((3,),), ((1, 1, 1),)]
    one = grounder(make(text), ((4, 5),), [("size", 1)])
    full = list(one.nodes(positions))
    one.batch = batch
    found = list(one.options(positions))
    assert [node.terminal for node in found] == [False, True, False, False]
    assert found == [node._replace(moves=()) for node in full]


def test_rows_of_predicates(make: Make) -> None:
    text = NIM + "size(S) :- heap(_,S).\nstatic(k+1). static(7).\nlarge :- size(S), S > 3.\n"
    found = node(make(text, k=2), ((2, 4, 4),), [("size", 1), ("static", 1), ("large", 0)])
    rows = {name: sorted(row[0].number for row in rows) for (name, arity), rows in found.rows.items() if arity}
    assert rows == {"size": [2, 4], "static": [3, 7]}
    assert found.holds("large")
    assert not node(make(text, k=2), ((2,),), [("large", 0)]).holds("large")


def test_a_cycle_is_shown_with_its_moves(make: Make) -> None:
    text = """\
move(up) :- pass(0).
after(up, pass(1)) :- move(up).
move(down) :- pass(1).
after(down, pass(0)) :- pass(1).
"""
    found = fault(lambda: graph(make(text, PASS), (0,)))
    assert found.message == "the moves form a cycle: pass 0 -[up]-> pass 1 -[down]-> pass 0"
    assert (found.line, found.column) == (1, 1)
    assert fault(lambda: graph(make(text, PASS), (1,))).message.endswith("pass 0 -[up]-> pass 1 -[down]-> pass 0")


def test_a_longer_cycle(make: Make) -> None:
    text = "move(m).\nafter(m, pass((P+1) \\ 3)) :- pass(P)."
    message = fault(lambda: graph(make(text, PASS), (2,))).message
    assert message == "the moves form a cycle: pass 0 -[m]-> pass 1 -[m]-> pass 2 -[m]-> pass 0"


def test_a_move_that_does_not_lower_the_measure(make: Make) -> None:
    text = "move(m) :- heap(_,S), S < 3.\nafter(m, heap(1,S+1)) :- heap(1,S), S < 3."
    found = fault(lambda: graph(make(text), ((1,),)))
    assert found.message == "move m from heap 1 to heap 2 does not lower the measure (stones): 1 to 2"
    assert found.expected is not None
    assert found.expected.startswith("a `measure:` in the spec that every move lowers; none was found: stones not by m")
    assert (found.line, found.column) == (1, 1)


def test_equal_measure_is_no_less(make: Make) -> None:
    text = "move(m) :- heap(1,1), heap(2,3).\nafter(m, heap(I,2)) :- heap(I,_), move(m)."
    message = fault(lambda: graph(make(text), ((1, 3),))).message
    assert message.endswith("from heap 1:3 to heap 2:2 does not lower the measure (stones): 4 to 4")


def test_the_measure_of_the_spec_decides(make: Make) -> None:
    """Each pass doubles the heap, so the stones grow; what goes down is the passes."""
    text = "move(m) :- pass(P), P > 0.\nafter(m, pass(P-1)) :- pass(P), P > 0.\nafter(m, heap(1,2*S)) :- heap(1,S)."
    found = graph(make(text, HEAP, PASS, measure=["pass", "stones"]), ((1,), 2))
    assert set(found) == {((1,), 2), ((2,), 1), ((4,), 0)}
    message = fault(lambda: graph(make(text, HEAP, PASS), ((1,), 2))).message
    assert message.endswith(
        "from heap 1,pass 2 to heap 2,pass 1 does not lower the measure (stones then pass): 1, 2 to 2, 1"
    )


DOUBLED = """\
move(m) :- pass(P), P > 0.
after(m, pass(P-1)) :- pass(P), P > 0.
after(m, heap(1,2*S)) :- heap(1,S).
"""
OR_ONE_LESS = """\
move(a) :- pass(P), P > 0.
move(b) :- heap(1,_).
after(a, pass(P-1)) :- pass(P), P > 0.
after(a, heap(1,3)) :- heap(1,_).
after(b, heap(1,S-1)) :- heap(1,S).
"""


@pytest.mark.parametrize(("text", "start", "measure"), [(DOUBLED, 2, "pass"), (OR_ONE_LESS, 2, "pass, stones")])
def test_a_measure_that_every_move_lowers_is_told(make: Make, text: str, start: int, measure: str) -> None:
    found = fault(lambda: graph(make(text, HEAP, PASS), ((1,), start)))
    assert found.expected == f"a `measure:` in the spec that every move lowers, such as [{measure}]"
    assert len(graph(make(text, HEAP, PASS, measure=measure.split(", ")), ((1,), start))) > start


def test_heaps_that_grow_are_bounded(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "LOOSE", 20)
    text = "move(m) :- pass(P), P > 0.\nafter(m, pass(P-1)) :- pass(P), P > 0.\nafter(m, heap(1,3*S)) :- heap(1,S)."
    game = make(text, Heaps("heap"), PASS, measure=["pass"])
    assert len(graph(game, ((2,), 2))) == 3
    assert fault(lambda: graph(game, ((2,), 3))).message == "heap 54,pass 0 has more than 20 stones"
