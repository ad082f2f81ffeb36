"""What a move does to a position, and which moves are faults."""

from __future__ import annotations

import pytest

from bouton.core.position import Counter, Heaps, Position
from bouton.ground.game import Game

from .conftest import HEAP, NIM, PILE, Make, fault, node

PASS = Counter("pass")


def options(game: Game, position: Position) -> dict[str, Position]:
    return {str(move): move.to for move in node(game, position).moves}


def test_what_no_effect_mentions_persists(make: Make) -> None:
    game = make("move(a). after(a, pass(2)). move(b) :- pass(P). after(b, pile(3)).", HEAP, PASS, PILE)
    position: Position = ((1, 4), 7, 5)
    assert options(game, position) == {"a": ((1, 4), 2, 5), "b": ((1, 4), 7, 3)}


def test_places_are_those_before_the_move(make: Make) -> None:
    text = "move(a). after(a, heap(1,5)). after(a, heap(3,0)). after(a, heap(9,2)). after(a, heap(7,0))."
    for order, before, after in [
        ("ascending", (1, 3, 4), (2, 3, 5)),
        ("descending", (4, 3, 1), (5, 3, 2)),
        ("none", (4, 1, 3), (5, 1, 2)),
    ]:
        assert options(make(text, Heaps("heap", order)), (before,)) == {"a": (after,)}  # type: ignore[arg-type]


def test_new_heaps_come_last_in_the_order_of_their_places(make: Make) -> None:
    text = "move(a). after(a, heap(12,1)). after(a, heap(4,3)). after(a, heap(1,2))."
    assert options(make(text, Heaps("heap", "none")), ((9, 9),)) == {"a": ((2, 9, 3, 1),)}


def test_two_heaps_fluents(make: Make) -> None:
    text = "move(a). after(a, row(1,1)). after(a, heap(2,0))."
    assert options(make(text, HEAP, Heaps("row")), ((1, 2), (3, 3))) == {"a": ((1,), (1, 3))}


def test_moves_to_one_position_are_all_kept(make: Make) -> None:
    assert options(make(NIM), ((2, 2),)) == {
        "t(1,0)": ((2,),),
        "t(1,1)": ((1, 2),),
        "t(2,0)": ((2,),),
        "t(2,1)": ((1, 2),),
    }


def test_effects_of_what_is_no_move_mean_nothing(make: Make) -> None:
    game = make("move(a). after(a, heap(1,1)). after(b, heap(0,7)). after(M, F) :- odd(M, F). odd(b, nonsense).")
    assert options(game, ((2,),)) == {"a": ((1,),)}


def test_no_move_is_a_terminal(make: Make) -> None:
    found = node(make(NIM), ((),))
    assert (found.terminal, found.moves) == (True, ())


def test_what_a_move_changes(make: Make) -> None:
    (move,) = node(make("move(a). after(a, heap(2,0)). after(a, pass(0)).", HEAP, PASS), ((1, 2), 1)).moves
    assert move.changed == (((0, 2), 0), ((1, 0), 0))


@pytest.mark.parametrize(
    ("effects", "message", "expected"),
    [
        (
            "after(a, heap(1,0)). after(a, heap(1,1)).",
            "two values for heap after move a from heap 2:3,pile 4",
            "one val",
        ),
        ("after(a, pile(0)). after(a, pile(1)).", "two values for pile after move a from heap 2:3,pile 4", "one value"),
        ("after(a, heap(0,1)).", "move a from heap 2:3,pile 4 gives heap number 0", "numbered from 1"),
        ("after(a, heap(-2,1)).", "move a from heap 2:3,pile 4 gives heap number -2", "numbered from 1"),
        ("after(a, heap(1,-1)).", "move a from heap 2:3,pile 4 gives the size -1", "sizes from 0 up"),
        ("after(a, heap(5,-1)).", "move a from heap 2:3,pile 4 gives the size -1", "sizes from 0 up"),
        ("after(a, pile(10)).", "sets pile to 10, outside its declared range", "0..9"),
        ("after(a, pile(-1)).", "sets pile to -1, outside its declared range", "0..9"),
        (
            "after(a, F) :- effect(F). effect(pole(3)).",
            "after(M, pole(3)) names no fluent of the position",
            "heap(I,S), pile(N)",
        ),
        (
            "after(a, F) :- effect(F). effect(heap(3)).",
            "after(M, heap(3)) names no fluent of the position",
            "heap(I,S), pile(N)",
        ),
        (
            "after(a, F) :- effect(F). effect(pile(x)).",
            "after(M, pile(x)) names no fluent of the position with numbers in it",
            "pile(N)",
        ),
        ("after(a, F) :- effect(F). effect(3).", "after(M, 3) names no fluent", "heap(I,S), pile(N)"),
    ],
)
def test_effects_that_are_faults(make: Make, effects: str, message: str, expected: str) -> None:
    game = make(f"move(a).\n{effects}", HEAP, PILE)
    found = fault(lambda: node(game, ((2, 3), 4)))
    assert message in found.message
    assert found.expected is not None
    assert expected in found.expected
    assert (found.line, found.column) == (2, 1)


@pytest.mark.parametrize("effects", ["", "after(a, heap(1,2)).", "after(a, heap(4,0)). after(a, pile(4))."])
def test_a_move_that_changes_nothing_is_a_fault(make: Make, effects: str) -> None:
    game = make(f"\n move(a).\n{effects}", HEAP, PILE)
    found = fault(lambda: node(game, ((2, 3), 4)))
    assert found.message == "move a from heap 2:3,pile 4 does not change the position"
    assert (found.line, found.column) == (2, 2)


def test_heaps_that_only_change_places_change_nothing_where_places_do_not_count(make: Make) -> None:
    text = "move(a). after(a, heap(1,3)). after(a, heap(2,2))."
    assert "does not change" in fault(lambda: node(make(text), ((2, 3),))).message
    assert options(make(text, Heaps("heap", "none")), ((2, 3),)) == {"a": ((3, 2),)}


def test_a_fault_points_at_the_rule_of_its_move(make: Make) -> None:
    text = "move(a(I)) :- heap(I,_).\nafter(a(I), heap(I,0)) :- move(a(I)).\nmove(b).\nafter(b, heap(1,-1))."
    assert fault(lambda: node(make(text), ((2, 3),))).line == 4
