"""A small game of alliances, and plain Python that solves it: three players around a pile, 1 or 2 counters a turn."""

from __future__ import annotations

from functools import cache

RULES = """\
% Players 1 and 2 against player 3, who takes the last counter loses.
move(t(D)) :- pile(N), D = 1..2, D <= N.
after(t(D), pile(N-D)) :- move(t(D)), pile(N).
after(t(D), player(I \\ 3 + 1)) :- move(t(D)), player(I).
side(a) :- player(1..2).
side(b) :- player(3).
winner(a) :- pile(0), player(1).
winner(b) :- pile(0), player(2..3).
% By rounds: found with the solver.
b_wins :- player(1), pile(N), N = 1..2.
b_wins :- player(1), pile(6).
b_wins :- player(2), pile(N), N = 0..1.
b_wins :- player(2), pile(N), N = 4..5.
b_wins :- player(2), pile(9).
b_wins :- player(3), pile(N), N = 0.
b_wins :- player(3), pile(N), N = 2..4.
b_wins :- player(3), pile(N), N = 7..8.
wins(b) :- b_wins.
wins(a) :- not b_wins.
everybody(a). everybody(b).
some(a) :- pile(N), N >= 3.
some(b) :- pile(1..2).
unknown(c).
late :- pile(N), N >= 3.
early :- pile(N), N < 3.
never :- pile(N), N < 0.
first_move(t(1)).
winning(t(1)) :- player(1), pile(3).
three :- pile(3), player(1).
parity(N \\ 2) :- pile(N).
"""
HEAD = "position:\n  pile: 0..12\n  player: 1..3\n"


@cache
def winner(pile: int, player: int) -> str:
    """Who wins, from the rules of the game alone."""
    if pile == 0:
        return "a" if player == 1 else "b"
    side = "b" if player == 3 else "a"
    options = [winner(pile - taken, player % 3 + 1) for taken in (1, 2) if taken <= pile]
    return side if side in options else options[0]
