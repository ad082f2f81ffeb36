"""Games of our own whose positions come back, and exact slow Nim, on heaps and counters: each against plain Python."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations, combinations_with_replacement, product
from pathlib import Path
from typing import Any

import pytest

import bouton
from bouton.core.errors import InputError
from bouton.core.spec import Play
from bouton.core.verdict import Verdict
from tests.oracle.loops import outcome, reached, rounds

At = Any

ADDS = """
% Take one or two, or add one where two divides the pile.
move(take(M)) :- pile(N), M = 1..2, M <= N.
after(take(M), pile(N-M)) :- pile(N), move(take(M)).
move(add) :- pile(N), N > 0, N < 20, N \\ 2 = 0.
after(add, pile(N+1)) :- pile(N), move(add).
"""
TOKENS = """
% Two tokens on a strip: either goes one step to the right, or, where the other is right before it, back to the start.
token(1,A) :- left(A).    token(2,B) :- right(B).
move(on(I))   :- token(I,P), P < 5, not blocked(I).
blocked(I)    :- token(I,P), token(J,P+1), I != J.
move(back(I)) :- blocked(I), token(I,P), P > 0.
after(on(1), left(A+1))  :- move(on(1)), left(A).      after(back(1), left(0))  :- move(back(1)).
after(on(2), right(B+1)) :- move(on(2)), right(B).     after(back(2), right(0)) :- move(back(2)).
"""
SLOW = """
% Exact slow Nim: a move takes one stone from each of exactly two of three rows.
row(1,A) :- a(A).  row(2,B) :- b(B).  row(3,C) :- c(C).
move(but(I)) :- row(I,_), J = (I \\ 3)+1, K = (J \\ 3)+1, row(J,S), row(K,T), S > 0, T > 0.
after(but(I), a(A-1)) :- move(but(I)), I != 1, a(A).
after(but(I), b(B-1)) :- move(but(I)), I != 2, b(B).
after(but(I), c(C-1)) :- move(but(I)), I != 3, c(C).
"""


def _adds(at: At) -> list[At]:
    (n,) = at
    return [*((n - m,) for m in (1, 2) if m <= n), *([(n + 1,)] if 0 < n < 20 and n % 2 == 0 else [])]


def _tokens(at: At) -> list[At]:
    found = []
    for mine in (0, 1):
        place, other = at[mine], at[1 - mine]
        back, on = other == place + 1 and place > 0, other != place + 1 and place < 5
        moved = [0] * back + [place + 1] * on
        found += [(one, other) if mine == 0 else (other, one) for one in moved]
    return found


def _slow(at: At) -> list[At]:
    pairs = (pair for pair in combinations(range(3), 2) if all(at[one] for one in pair))
    return [tuple(size - (one in pair) for one, size in enumerate(at)) for pair in pairs]


GAMES: dict[str, tuple[str, dict[str, Any], Callable[[At], list[At]], list[At]]] = {
    "a subtraction game that may add": (ADDS, {"pile": "0..20"}, _adds, [(n,) for n in range(21)]),
    "two retreating tokens": (TOKENS, {"left": "0..5", "right": "0..5"}, _tokens, [*product(range(6), repeat=2)]),
    "exact slow Nim": (SLOW, {"a": "0..4", "b": "0..4", "c": "0..4"}, _slow, [*product(range(5), repeat=3)]),
}


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("play", ["normal", "misere"])
@pytest.mark.sample(3)
def test_outcomes_and_remoteness(name: str, play: Play, tmp_path: Path) -> None:
    rules, position, moves, box = GAMES[name]
    lost, won = expected = rounds(reached(box, moves), lambda _at: play == "normal")
    ends, facts = {**lost, **won}, ""
    for at, left in ends.items():
        here = ", ".join(f"{one}({n})" for one, n in zip(position, at, strict=True))
        facts += f"moves_left({left}) :- {here}.\n"
    (tmp_path / "game.lp").write_text(rules + facts)
    claims = [{"id": "r", "says": "s", "kind": "remoteness", "play": play, "iff": "moves_left"}]
    game = bouton.Game(tmp_path / "game.lp", cycles="allowed", claims=claims, **position)
    told = {tuple(row.position.values()): row.outcome for part in game.rows(play=play) for row in part}
    assert told == {at: outcome(at, expected) for at in box}
    assert game.check("r").verdict is Verdict.HOLDS


def test_remoteness_of_exact_slow_nim_on_heaps(tmp_path: Path) -> None:
    """One stone from each of all but one of three heaps: heaps in order, without cycles, by a table of the claim."""
    rules = """
    heaps(N) :- N = #count { I : heap(I,_) }.
    move(but(K)) :- heaps(3), K = 1..3.
    after(but(K), heap(I,S-1)) :- move(but(K)), heap(I,S), I != K.
    move(both)   :- heaps(2).
    after(both, heap(I,S-1)) :- move(both), heap(I,S).
    """

    def moves(at: At) -> list[At]:
        full = (*[0] * (3 - len(at)), *at)
        return [tuple(sorted(filter(None, one))) for one in _slow(full)]

    box = [heaps for count in range(4) for heaps in combinations_with_replacement(range(1, 5), count)]
    lost, won = rounds(reached(box, moves), lambda _at: True)
    (tmp_path / "game.lp").write_text(rules)
    entries = [{"at": {"heap": list(at)}, "value": {**lost, **won}[at]} for at in box]
    claims = [{"id": "t", "says": "s", "kind": "table", "of": "remoteness", "entries": entries}]
    game = bouton.Game(tmp_path / "game.lp", claims=claims, heap={"count": "0..3", "size": "1..4"})
    assert game.check("t").verdict is Verdict.HOLDS


def test_a_box_that_would_not_fit_is_refused_before(tmp_path: Path) -> None:
    (tmp_path / "game.lp").write_text(
        "move(turn) :- a(A).\nafter(turn, a(1-A)) :- a(A), A < 2.\nnever :- a(A), A < 0.\n"
    )
    claims = [{"id": "c", "says": "s", "kind": "p-positions", "iff": "never"}]
    game = bouton.Game(tmp_path / "game.lp", cycles="allowed", a="0..3000000", claims=claims).within(memory=2**25)
    with pytest.raises(InputError, match=r"has 3000001 positions, about .* GB, above the memory limit"):
        game.check("c")
