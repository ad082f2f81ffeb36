"""Claims with a strategy by programs: what is wrong with a named move is found where clingo finds it."""

from __future__ import annotations

from pathlib import Path

import pytest

from bouton.core.errors import Unreadable
from bouton.document.load import load
from tests.compiled.engines import LANGUAGES, by_clingo, by_program, judged, prepared

_RULES = """
move(take(I,M))               :- heap(I,S), M = 1..S.
after(take(I,M), heap(I,S-M)) :- heap(I,S), move(take(I,M)).
nim_sum_zero :- heap(1,A), heap(2,B), heap(3,C), A ^ B ^ C = 0.
nim_sum_zero :- heap(1,A), not heap(2,_), A = 0.
nim_sum_zero :- heap(1,A), heap(2,A), not heap(3,_).
nim_sum_zero :- not heap(1,_).
sum(X) :- heap(1,A), heap(2,B), heap(3,C), X = A ^ B ^ C.
sum(X) :- heap(1,A), heap(2,B), not heap(3,_), X = A ^ B.
sum(X) :- heap(1,X), not heap(2,_).
right(take(I,S-T)) :- heap(I,S), sum(X), T = S ^ X, T < S.
illegal(take(I,S-T+1)) :- heap(I,S), sum(X), T = S ^ X, T < S.
losing(take(I,S-T)) :- heap(I,S), sum(X), T = S ^ X, T < S, S < 5.
losing(take(I,1)) :- heap(I,S), sum(X), X > 0, S >= 5.
none(take(I,S-T)) :- heap(I,S), sum(X), T = S ^ X, T < S, S < 6.
other(remove(I,S-T)) :- heap(I,S), sum(X), T = S ^ X, T < S.
some(take(I,M)) :- heap(I,S), M = 1..S, sum(S-M).
large :- heap(_,S), S > 3.
"""
_NAMES = ("right", "illegal", "losing", "none", "other", "some")


def _write(folder: Path) -> Path:
    claims = []
    for name in _NAMES:
        claims.append(f"  - {{id: {name}, says: A., kind: strategy, moves: {name}}}")
        claims.append(f"  - {{id: {name}-p, says: A., kind: p-positions, iff: nim_sum_zero, strategy: {name}}}")
        claims.append(f"  - {{id: {name}-w, says: A., kind: strategy, moves: {name}, where: large, play: misere}}")
    (folder / "a.lp").write_text(_RULES)
    text = "game: a\nrules: a.lp\nposition: {heap: {count: 0..3, size: 1..6}}\nclaims:\n"
    (folder / "a.yaml").write_text("\n".join([text, *claims]) + "\n")
    return folder / "a.yaml"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.sample(2)
def test_as_clingo(tmp_path: Path, language: str) -> None:
    compared, failed = 0, set()
    spec = load(_write(tmp_path))
    for item, claim in judged(spec):
        program = prepared(spec, item, claim)
        assert program is not None, claim.id
        expected = by_clingo(spec, item)
        assert by_program(spec, item, program, language) == expected, claim.id
        compared += 1
        if expected.counterexample is None:
            failed.add(claim.id)
    assert compared == 3 * len(_NAMES)
    assert {"right", "right-p"} <= failed  # and these alone hold of the plain ones
    assert not {f"{name}{more}" for name in _NAMES[1:] for more in ("", "-p")} & failed


def test_several_at_once(tmp_path: Path) -> None:
    """A term that two moves have, or one that names no one move, is left to clingo."""
    (tmp_path / "a.lp").write_text(
        "move(go) :- heap(_,_). after(go, heap(I,S-1)) :- heap(I,S).\nnamed(go) :- heap(_,_). named(X) :- heap(X,_).\n"
    )
    (tmp_path / "a.yaml").write_text(
        "game: a\nrules: a.lp\nposition: {heap: {count: 0..2, size: 1..4}}\n"
        "claims:\n  - {id: a, says: A., kind: strategy, moves: named}\n"
    )
    spec = load(tmp_path / "a.yaml")
    for item, claim in judged(spec):
        try:
            program = prepared(spec, item, claim)
        except Unreadable:
            continue
        if program is not None:
            assert by_program(spec, item, program, "Python") == by_clingo(spec, item)


_SIDES = """
% a row of players who move in turn, and two alliances: who takes the last stone has lost it for the own side
move(take(M))               :- pile(N), M = 1..3, M <= N.
after(take(M), pile(N-M))   :- pile(N), move(take(M)).
after(take(M), player(Q))   :- player(P), move(take(M)), Q = P \\ 3 + 1.
side(odd)                   :- player(P), P != 2.
side(even)                  :- player(2).
winner(S)                   :- pile(0), side(S).
safe(S)                     :- side(S), pile(N), N \\ 4 != 1.
all(take(1..3)).
one(take(1)) :- pile(_).
large :- pile(N), N > 9.
"""


def _outcomes(most: int) -> dict[tuple[int, int], str]:
    """The side that wins at each pile and player, by its definition."""
    won: dict[tuple[int, int], str] = {}
    for pile in range(most + 1):
        for player in (1, 2, 3):
            mine, other = ("even", "odd") if player == 2 else ("odd", "even")
            below = {won[pile - taken, player % 3 + 1] for taken in range(1, min(3, pile) + 1)}
            won[pile, player] = mine if not below or mine in below else other
    return won


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.long("[C]")
def test_of_alliances(tmp_path: Path, language: str) -> None:
    """Moves of the side to move, where that side wins, must lead to where it still does: as by clingo, and by hand."""
    claims = "".join(
        f"  - {{id: {name}{at}, says: A., kind: {kind}{where}}}\n"
        for name in ("all", "one")
        for at, (kind, where) in enumerate(
            [
                (f"strategy, moves: {name}", ""),
                (f"strategy, moves: {name}", ", where: large"),
                (f"winners, iff: safe, strategy: {name}", ""),
            ]
        )
    )
    (tmp_path / "a.lp").write_text(_SIDES)
    head = "game: a\nrules: a.lp\nposition: {pile: 0..20, player: 1..3}\nclaims:\n"
    (tmp_path / "a.yaml").write_text(head + claims)
    spec, won, firsts = load(tmp_path / "a.yaml"), _outcomes(20), {}
    for item, claim in judged(spec):
        program = prepared(spec, item, claim)
        assert program is not None, claim.id
        expected = by_clingo(spec, item)
        assert by_program(spec, item, program, language) == expected, claim.id
        firsts[claim.id] = expected.counterexample
    for name, named in (("all", (1, 2, 3)), ("one", (1,))):
        for at, least in ((0, 0), (1, 10)):
            failing = [
                (pile, player)
                for (pile, player), side in won.items()
                if pile >= max(1, least) and side == ("even" if player == 2 else "odd")
                if any(taken > pile or won[pile - taken, player % 3 + 1] != side for taken in named)
            ]
            found = firsts[f"{name}{at}"]
            position = None if found is None else (found.position["pile"], found.position["player"])
            assert position == min(failing, default=None)
