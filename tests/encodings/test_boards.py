"""Games on boards and graphs: what is reached, moves, outcomes and values, against a few lines of plain Python each."""

from __future__ import annotations

from ast import literal_eval
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from bouton.claims.judge import game_of
from bouton.claims.passes import starting
from bouton.claims.subject import rules_of
from bouton.cli import main
from bouton.core.position import Position
from bouton.core.shipped import folder
from bouton.core.spec import Play
from bouton.ground.alliances import SIDE, WINNER
from bouton.ground.box import among
from bouton.ground.layers import Sought, layers
from tests.shipped import named

PLAYS: tuple[Play, ...] = ("normal", "misere")
State = tuple[Any, ...]
Moves = Callable[[State], Iterator[State]]
"""A state has a frozen set of terms for each set, and a term for each token."""


def cells(rows: int, columns: int) -> frozenset[Any]:
    return frozenset((r, c) for r in range(1, rows + 1) for c in range(1, columns + 1))


def dominoes(free: frozenset[Any], steps: tuple[tuple[int, int], ...]) -> Iterator[frozenset[Any]]:
    for r, c in free:
        yield from (frozenset({(r, c), (r + x, c + y)}) for x, y in steps if (r + x, c + y) in free)


def cram(rows: int, columns: int) -> tuple[list[State], Moves]:
    def moves(state: State) -> Iterator[State]:
        yield from ((state[0] - one,) for one in dominoes(state[0], ((0, 1), (1, 0))))

    return [(cells(rows, columns),)], moves


def chomp(rows: int, columns: int) -> tuple[list[State], Moves]:
    def moves(state: State) -> Iterator[State]:
        for r, c in state[0] - {(1, 1)}:
            yield (frozenset((x, y) for x, y in state[0] if x < r or y < c),)

    return [(cells(rows, columns),)], moves


def domineering(n: int) -> tuple[list[State], Moves]:
    def moves(state: State) -> Iterator[State]:
        free, turn = state
        step, other = ((1, 0), "horizontal") if turn == "vertical" else ((0, 1), "vertical")
        yield from ((free - one, other) for one in dominoes(free, (step,)))

    return [(cells(n, n), turn) for turn in ("vertical", "horizontal")], moves


def geography() -> tuple[list[State], Moves]:
    edges = [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (3, 5)]

    def moves(state: State) -> Iterator[State]:
        free, at = state
        yield from ((free - {w}, w) for w in free if (at, w) in edges or (w, at) in edges)

    return [(frozenset(range(1, 6)), 0)], moves


def grim(n: int) -> tuple[list[State], Moves]:
    def near(v: int, left: frozenset[Any]) -> bool:
        return any(v in (w // 2, 2 * w, 2 * w + 1) for w in left)

    def moves(state: State) -> Iterator[State]:
        for v in state[0]:
            left = state[0] - {v}
            yield (frozenset(w for w in left if near(w, left)),)

    return [(frozenset(range(1, n + 1)),)], moves


def hackenbush(n: int) -> tuple[list[State], Moves]:
    def moves(state: State) -> Iterator[State]:
        for cut in state[0]:
            left, joined = state[0] - {cut}, {0}
            while more := {x for e in left if joined & {*e} for x in e} - joined:
                joined |= more
            yield (frozenset(e for e in left if {*e} <= joined),)

    return [(frozenset((v, (v + 1) % n) for v in range(n)),)], moves


def state_of(position: Position) -> State:
    return tuple(frozenset(map(term, part)) if isinstance(part, tuple) else term(part) for part in position)


def term(member: int) -> Any:
    text = str(member)
    return literal_eval(text) if text[0] in "(0123456789" else text


@pytest.mark.parametrize(
    "spec, parameters, game",
    [
        ("cram", {"rows": 2, "columns": 3}, cram(2, 3)),
        ("cram", {"rows": 3, "columns": 3}, cram(3, 3)),
        ("chomp", {"rows": 3, "columns": 4}, chomp(3, 4)),
        ("domineering", {"n": 3}, domineering(3)),
        ("geography", {}, geography()),
        ("grim", {"n": 6}, grim(6)),
        ("hackenbush", {"n": 6}, hackenbush(6)),
    ],
)
@pytest.mark.sample(3)
def test_all_that_is_reached(spec: str, parameters: Mapping[str, int], game: tuple[list[State], Moves]) -> None:
    about = named(spec)
    rules, (starts, moves) = rules_of(about), game
    shown = game_of(about, rules, about.box, parameters)
    sided = rules.alliances

    @cache
    def value(state: State, end: int) -> int:
        below = {value(to, end) for to in moves(state)}
        return next(n for n in range(len(below) + 1) if n not in below) if below else end

    positions = starting(about, rules, parameters)
    assert {state_of(one) for one in positions} == {*starts}
    seen: set[State] = set()
    wanted = frozenset({SIDE, WINNER} & rules.defined)
    region = replace(among(about.fluents, positions), reached=True)
    for layer in layers(Sought(shown, region, wanted, PLAYS[:1] if sided else PLAYS, values=not sided)):
        for node in layer.nodes:
            state = state_of(node.position)
            assert {state_of(move.to) for move in node.moves} == {*moves(state)}
            if sided:
                assert (layer.winner(node.position) == state[1]) is (value(state, 0) != 0)
            else:
                assert [layer.values[play][node.position] for play in PLAYS] == [value(state, end) for end in (0, 1)]
            seen.add(state)
    waiting, reached = [*starts], set()
    while waiting:
        state = waiting.pop()
        if state not in reached:
            reached.add(state)
            waiting += moves(state)
    assert seen == reached


def test_trees_from_which_who_begins_loses_at_grim() -> None:
    @cache
    def wins(n: int, state: State) -> bool:
        return any(not wins(n, to) for to in grim(n)[1](state))

    assert [n for n in range(2, 12) if not wins(n, grim(n)[0][0])] == [4, 6]


def test_tables_of_values_in_text(capsys: pytest.CaptureFixture[str]) -> None:
    """Terms of a board are as wide as they are, and no numbers that could repeat."""
    specs = folder("specs")
    assert main(["table", str(specs / "rook.yaml"), "--set", "n=2", "--values"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "n  rook   normal_value  misere_value",
        "2  (1,1)  0             1",
        "2  (1,2)  1             0",
        "2  (2,1)  1             0",
        "2  (2,2)  0             1",
    ]
    assert main(["table", str(specs / "cram.yaml"), "--set", "rows=1", "--set", "columns=2", "--values"]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "1     2        (1,1):(1,2)  1             0"
