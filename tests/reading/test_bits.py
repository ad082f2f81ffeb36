"""`^`, `&`, `?` and `~` of numbers that are not known: what clingo derives, also of negative ones."""

from __future__ import annotations

import itertools

import pytest

from bouton.core.errors import Unreadable
from bouton.core.logic.elimination import speaks_of_digits
from bouton.core.position import Counter
from bouton.reading.evaluate import evaluate
from tests.reading.conftest import Reader
from tests.reading.plain import Reading

NIM = "move(lower(I,T)) :- heap(I,S), T = 0..S-1.\nafter(lower(I,T), heap(I,T)) :- move(lower(I,T)).\n"
SAME = [
    "p(S^T) :- heap(1,S), heap(2,T).",
    "p :- heap(1,S), heap(2,T), S ^ T < S.",
    "p(S&T) :- heap(1,S), heap(2,T).",
    "p(S?3) :- heap(1,S).",
    "p(~S) :- heap(1,S).",
    "p(S ^ ~T) :- heap(1,S), heap(2,T).",
    "p(X) :- heap(1,S), heap(2,T), X = (S-T) ^ (T-S) ^ 1.",
    "p(X) :- heap(1,S), heap(2,T), X = (S-4) & (T-3).",
    "p(X) :- heap(1,S), heap(2,T), X = (S-4) ? -T.",
    "p(X \\ 3) :- heap(1,S), heap(2,T), X = (S-4) ^ T.",
    "p(X) :- sum(2,X).\nsum(0,0).\nsum(I,X^S) :- sum(I-1,X), heap(I,S).",
    "p(lower(I,S^X)) :- heap(I,S), X = 5 ^ S ^ I, S^X < S.",
    "p :- heap(1,S), not q(S).\nq(X^2) :- heap(_,X).",
    "p(C) :- heap(1,S), C = #count { I : heap(I,T), T & 1 = 1 }.",
    "p(J) :- heap(1,S), J = 0..3, (S / 2**J) \\ 2 = 1.",
    "p(C) :- C = #sum { S^1,I : heap(I,S) }.",
]


@pytest.mark.parametrize("text", SAME)
@pytest.mark.sample(3)
def test_they_mean_what_clingo_derives(text: str, rules: Reader) -> None:
    reading = Reading(rules(f"{NIM}{text}\n"), {}, digits=True)
    wanted = sorted(name for name in reading.rules.defined if name[0] == "p")
    for sizes in itertools.combinations_with_replacement((1, 2, 3, 5, 6, 9), 2):
        reading.check((sizes,), wanted)


def test_of_counters_that_may_be_negative(rules: Reader) -> None:
    text = "move(down) :- m(M), M > -4.\nafter(down,m(M-1)) :- move(down), m(M).\np(M^N,M&N,M?N,~M) :- m(M), n(N)."
    read = rules(text, (Counter("m"), Counter("n")))
    reading = Reading(read, {}, {"m": (-4, 4), "n": (-9, 9)}, digits=True)
    for position in itertools.product(range(-4, 5), (-9, -8, -1, 0, 1, 7, 9)):
        reading.check(position, [("p", 4)])


def test_only_what_depends_on_them_speaks_of_digits(rules: Reader) -> None:
    read = rules(f"{NIM}p :- heap(1,S), S ^ 0 > 2 ^ 3 ^ S ^ S.\nq :- heap(1,S), S ^ 1 > 2.")
    game = evaluate(read, {}, {"heap": 1}, {}, [("p", 0), ("q", 0)], digits=True)
    assert not speaks_of_digits(game.holds("p"))
    assert speaks_of_digits(game.holds("q"))


def test_powers_of_what_is_not_known_are_refused(rules: Reader) -> None:
    read = rules(f"{NIM}p :- heap(1,S), S ^ S**2 > 3.")
    with pytest.raises(Unreadable, match="is a power"):
        evaluate(read, {}, {"heap": 1}, {}, [("p", 0)], digits=True)
