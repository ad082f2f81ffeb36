"""Replay: what lifting says of a position is held against the rules alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from clingo import Function, Number

from bouton.core.errors import Disagreement
from bouton.core.position import Counter, Position
from bouton.ground.game import Game
from bouton.ground.graph import Node
from bouton.ground.moves import Move
from bouton.ground.replay import _terms, alone, replay
from bouton.rules.file import Signature

from .conftest import HEAP, Make, node

RULES = """\
#const most = 2.
move(t(I,T)) :- heap(I,S), T = 0..S-1, S-T <= most+k, d(S-T).
after(t(I,T), heap(I,T)) :- move(t(I,T)).
after(t(I,0), pass(0)) :- move(t(I,0)).
size(S) :- heap(_,S).
few(k).
after(t(I,T), pass(1)) :- heap(I,S), T = 0..S-1, S-T > most+k.
unasked(1..k).
"""
PASS = Counter("pass")
WANTED = [("size", 1), ("few", 1)]


@pytest.fixture
def game(make: Make) -> Game:
    return make(RULES, HEAP, PASS, k=1, D=(1, 3))


def at(game: Game, position: Position) -> Node:
    return node(game, position, WANTED)


def changed(right: Node, moves: Sequence[Move], rows: Mapping[Signature, Sequence[Any]] | None = None) -> Node:
    return Node(right.position, right.measure, right.terminal, tuple(moves), right.rows if rows is None else rows)


@pytest.mark.parametrize("position", [((), 0), ((1, 2, 3), 1), ((3, 3), 0), ((5,), 2)])
def test_rules_alone_agree(game: Game, position: Position) -> None:
    replay(game, at(game, position))


def test_a_missing_move(game: Game) -> None:
    right = at(game, ((1, 3), 1))
    with pytest.raises(Disagreement, match="moves at heap 1:3,pass 1"):
        replay(game, changed(right, right.moves[1:]))


def test_a_move_too_many(game: Game) -> None:
    right = at(game, ((1, 3), 1))
    other = Move(Function("t", [Number(9), Number(9)]), right.moves[0].to, right.moves[0].changed)
    with pytest.raises(Disagreement, match="moves at heap 1:3,pass 1"):
        replay(game, changed(right, [*right.moves, other]))


def test_another_effect(game: Game) -> None:
    right = at(game, ((1, 3), 1))
    move = right.moves[0]
    (first, value), *rest = move.changed
    wrong = Move(move.term, move.to, ((first, value + 1), *rest))
    with pytest.raises(Disagreement, match="effects of the moves at heap 1:3,pass 1"):
        replay(game, changed(right, [wrong, *right.moves[1:]]))
    with pytest.raises(Disagreement, match="effects of the moves"):
        replay(game, changed(right, [Move(move.term, move.to), *right.moves[1:]]))


@pytest.mark.parametrize("signature", WANTED)
def test_another_row(game: Game, signature: tuple[str, int]) -> None:
    right = at(game, ((1, 3), 1))
    rows = {**right.rows, signature: [*right.rows[signature], (Number(77),)]}
    with pytest.raises(Disagreement, match=f"{signature[0]}/1 at heap 1:3,pass 1 differs"):
        replay(game, changed(right, right.moves, rows))


@pytest.mark.parametrize("signature", WANTED)
def test_a_missing_row(game: Game, signature: tuple[str, int]) -> None:
    right = at(game, ((1, 3), 1))
    with pytest.raises(Disagreement, match=f"{signature[0]}/1 at heap 1:3,pass 1 differs"):
        replay(game, changed(right, right.moves, {**right.rows, signature: right.rows[signature][1:]}))


def test_effects_of_what_is_no_move_do_not_count(game: Game) -> None:
    """Of the heap of five, to take four or five is no move, and yet it has an effect."""
    right = at(game, ((5,), 2))
    effects = _terms(alone(game, right.position, {("move", 1), ("after", 2)}), "after", 2)
    assert {term for term, _ in effects} > {move.term for move in right.moves}
    replay(game, right)


def test_what_nothing_asks_for_is_not_grounded(game: Game) -> None:
    """It may be endless."""
    control = alone(game, ((5,), 2), {("move", 1), ("few", 1)})
    assert _terms(control, "few", 1)
    assert not _terms(control, "unasked", 1)
