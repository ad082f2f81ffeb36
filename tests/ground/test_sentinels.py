"""Arithmetic without a value, or beyond 32 bits, is a fault at the first position that shows it."""

from __future__ import annotations

from typing import Any

import pytest

from bouton.core.errors import InputError
from bouton.core.position import Counter, Position
from bouton.ground.game import Game
from bouton.ground.graph import expand

from .conftest import HEAP, NIM, PILE, Make, fault, grounder


def judged(game: Game, *positions: Position, name: str = "bad") -> Any:
    largest = max(positions, key=game.measure.of)
    return expand(game, grounder(game, largest, [(name, 0)]), positions, lambda _position: False)


def test_the_first_position_is_named(make: Make) -> None:
    game = make("move(m) :- pile(9).\n  bad :- pile(N), 6/(N \\ 2) > 0.", PILE)
    found = fault(lambda: judged(game, (5,), (2,), (4,), (0,)))
    assert found.message == "6/(N\\2) has no value at pile 2"
    assert (found.line, found.column) == (2, 19)
    assert found.expected == "a guard in the body"


def test_a_guard_is_enough(make: Make) -> None:
    game = make("move(m) :- pile(9).\nbad :- pile(N), N != 3, 6/(N-3) > 0.", PILE)
    assert judged(game, *[(n,) for n in range(9)])


def test_it_is_found_where_only_moves_lead(make: Make) -> None:
    """The judged position is fine, one below it is not: bounds must cover all that is reached."""
    text = "move(m) :- pile(N), N > 0.\nafter(m, pile(N-1)) :- pile(N).\nbad :- pile(N), 6/(N-3) > 0."
    assert fault(lambda: judged(make(text, PILE), (7,))).message.endswith("at pile 3")
    passes = Counter("pass")
    text = f"{NIM}after(t(I,T), pass(3)) :- move(t(I,T)).\nbad :- pass(P), 6/(P-3) > 0."
    assert fault(lambda: judged(make(text, HEAP, passes), ((1,), 0))).message.endswith("at no heap, pass 3")


def test_a_rule_about_no_position(make: Make) -> None:
    game = make("move(m) :- pile(9).\ntwo(k/2).\nbad :- two(X), pile(N), X > N. none(k/(k-4)).", PILE, k=4)
    assert judged(game, (1,))
    bad = make("move(m) :- pile(9).\nbad :- none(X), pile(N), X > N. none(k/(k-4)).", PILE, k=4)
    with pytest.raises(InputError, match="has no value"):
        judged(bad, (1,))


def test_numbers_beyond_32_bits(make: Make) -> None:
    text = "move(m) :- pile(N), N < 0.\nsquare(N*N) :- pile(N).\nbad :- square(X), X*X > 0."
    game = make(text, PILE, counters={"pile": range(5000)})
    assert judged(game, (30,), (5,))
    found = fault(lambda: judged(game, (1500,), (5,)))
    assert "passes 32 bits at pile 1500" in found.message
    assert found.line == 3


def test_every_operation_is_named_once(make: Make) -> None:
    game = make("move(m) :- pile(9).\nbad :- pile(N), 6/(N-3) > 0.\nbad :- pile(N), 6 \\ (N-2) > 0.", PILE)
    with pytest.raises(InputError) as caught:
        judged(game, *[(n,) for n in range(9)])
    assert [(d.line, d.message.split(" at ")[1]) for d in caught.value.diagnostics] == [(2, "pile 3"), (3, "pile 2")]
