r"""Each construct of the rules language by itself: what it means symbolically is what clingo derives, or it is refused.

One line uses one construct, so that a reading of it that is wrong is wrong here, whatever games use.
"""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from bouton.core.errors import Unreadable
from bouton.core.position import Counter, Heaps, Position
from bouton.reading.evaluate import evaluate
from tests.reading.conftest import Reader
from tests.reading.plain import Reading

NIM = "move(t(I,T)) :- heap(I,S), T = 0..S-1.\nafter(t(I,T), heap(I,T)) :- move(t(I,T)).\n"
PLACES: list[Position] = [
    (heaps,) for heaps in ((), (1,), (2,), (3,), (6,), (1, 2), (2, 2), (3, 7), (1, 2, 5), (4, 4, 4))
]

SAME = [
    # terms with a variable to be solved for
    "p(K) :- heap(_,2*K).",
    "p(K) :- heap(_,K*3).",
    "p(K) :- heap(_,-3*K).",
    "p(K) :- heap(_,-K).",
    "p(K) :- heap(_,K+2).",
    "p(K) :- heap(_,2+K).",
    "p(K) :- heap(_,K-2).",
    "p(K) :- heap(_,9-K).",
    "p(K) :- heap(_,9-2*K).",
    "p(K) :- heap(_,2*(K+1)).",
    "p(K,L) :- heap(K-1,L+1).",
    "p(X) :- heap(2,X*X), heap(1,X).",
    "p(X) :- heap(2,|X|), heap(1,X).",
    "p(X) :- heap(2,X/2), heap(1,X).",
    "p(X,Y) :- heap(2,X+Y), heap(1,X), Y = 1..2.",
    "p(X) :- heap(2,X**2), X = 1..2.",
    "p(X) :- heap(2,X&3), X = 1..9.",
    "p(X) :- q(X,X+1).\nq(S,T) :- heap(1,S), heap(2,T).",
    "p(X) :- q(X-1,2*X).\nq(S,T) :- heap(1,S), heap(2,T).",
    "p(X) :- q(X+1,X).\nq(S,T) :- heap(1,S), heap(2,T).",
    "p(X,Y) :- q(f(X,Y+1)).\nq(f(S,S)) :- heap(_,S).",
    "p(X) :- q(f(X+1,X)).\nq(f(S,T)) :- heap(1,S), heap(2,T).",
    "p(X) :- q(g(X)).\nq(f(S)) :- heap(1,S).\nq(g(S)) :- heap(2,S).\nq(g(S,S)) :- heap(3,S).",
    # intervals
    "p(X) :- heap(1,S), X = 2..S, X = 1..3.",
    "p(X) :- heap(1,X), X = 2..4.",
    "p :- heap(1,S), heap(2,T), S = T..T+2.",
    "p(X) :- heap(1,S), X = S..S+31.",
    "p(X) :- heap(1,S), X = S..S+40.",
    "p(1..S) :- heap(1,S).",
    "p :- heap(1,2..4).",
    "p :- not heap(1,2..4).",
    "p(I) :- heap(I,_), not heap(I,1..2).",
    "p(X) :- heap(1,S), X = (S;2*S).",
    # arithmetic of numbers, known or not
    "p(-S) :- heap(_,S).",
    "p(|S-3|) :- heap(_,S).",
    "p(S/2) :- heap(_,S).",
    "p(S\\3) :- heap(_,S).",
    "p((2-S)/3) :- heap(_,S).",
    "p((2-S)\\3) :- heap(_,S).",
    "p(7/S) :- heap(_,S), S > 0.",
    "p(S/(T-2)) :- heap(1,S), heap(2,T).",
    "p(S\\(T-2)) :- heap(1,S), heap(2,T).",
    "p(S/0) :- heap(_,S).",
    "p(S^0) :- heap(_,S).",
    "p(0^S) :- heap(_,S).",
    "p(X) :- X = 6 & 3.",
    "p(X) :- heap(1,_), X = 6 & 3.",
    "p(X) :- heap(1,_), X = 6 ? 3.",
    "p(X) :- heap(1,_), X = 6 ^ 3.",
    "p(X) :- heap(1,_), X = ~6.",
    "p(X) :- heap(1,_), X = 2**5.",
    "p(X) :- heap(1,_), X = (-2)**3.",
    "p(X) :- heap(1,_), X = 3**0.",
    # comparisons, one after the other and under negation
    "p(S) :- heap(1,S), heap(2,T), 1 < S < T.",
    "p(S) :- heap(1,S), heap(2,T), S != T.",
    "p(S) :- heap(1,S), heap(2,T), S >= T > 1.",
    "p(S) :- heap(1,S), heap(2,T), not S < T.",
    "p(S) :- heap(1,S), heap(2,T), not 1 < S < T.",
    "p(S) :- heap(1,S), heap(2,T), not S = T.",
    "p(S) :- heap(1,S), heap(2,T), not not S <= T.",
    "p(S) :- heap(1,S), not not 2 < S < 5.",
    "p(S) :- heap(1,S), S = T, T < 4.",
    "p(X) :- heap(1,S), X+1 = S.",
    "p(X) :- heap(1,S), S = X+1.",
    "p(X) :- heap(1,S), 2*X = S.",
    "p(S) :- heap(1,S), f(S,1) = f(2,1).",
    "p(S) :- heap(1,S), f(S) != g(S).",
    "p(S) :- heap(1,S), S < f(S).",
    # truth
    "p(S) :- heap(1,S), #true.",
    "p(S) :- heap(1,S), #false.",
    "p(S) :- heap(1,S), not #true.",
    "p(S) :- heap(1,S), not #false.",
    "p(S) :- heap(1,S), not not #true.",
    # literals under negation
    "p(I) :- heap(I,S), not heap(_,S+1).",
    "p(I) :- heap(I,S), not q(S,_).\nq(S,T) :- heap(1,S), heap(2,T).",
    "p(I) :- heap(I,S), not q(_,S).\nq(S,T) :- heap(1,S), heap(2,T).",
    "p(I) :- heap(I,S), not q(f(_),S).\nq(f(S),T) :- heap(1,S), heap(2,T).",
    "p(I) :- heap(I,S), not not heap(_,S+1).",
    "p(I) :- heap(I,S), not q(S).\nq(X) :- heap(1,S), X = 1..3, X <= S.",
    # aggregates: the guards, on either side
    "p :- 2 < #count { I : heap(I,_) }.",
    "p :- #count { I : heap(I,_) } >= 2.",
    "p :- 1 <= #count { I : heap(I,_) } <= 2.",
    "p :- 1 < #count { I : heap(I,_) } < 3.",
    "p :- not 2 <= #count { I : heap(I,_) }.",
    "p :- not 1 < #count { I : heap(I,_) } < 3.",
    "p :- not not 2 <= #count { I : heap(I,_) }.",
    "p :- not #count { I : heap(I,_) } = 2.",
    "p(N) :- N = #count { I : heap(I,_) }.",
    "p(N) :- N+1 = #count { I : heap(I,_) }.",
    "p(N) :- 2*N = #count { I : heap(I,_) }.",
    "p(N) :- #count { I : heap(I,_) } = N.",
    "p :- heap(1,N), #count { I : heap(I,_) } = N.",
    "p(S) :- heap(1,S), S != #count { I : heap(I,_) }.",
    # ... the functions, and what they do with terms that are no numbers
    "p(N) :- N = #sum { S,I : heap(I,S) }.",
    "p(N) :- N = #sum { S : heap(_,S) }.",
    "p(N) :- N = #sum { S-3,I : heap(I,S) }.",
    "p(N) :- N = #sum+ { S-3,I : heap(I,S) }.",
    "p(N) :- N = #sum { f(S),I : heap(I,S); 2,I : heap(I,_) }.",
    "p(N) :- N = #min { S : heap(_,S) }.",
    "p(N) :- N = #max { S : heap(_,S) }.",
    "p(N) :- N = #max { S : heap(_,S); 4 }.",
    "p(N) :- N = #min { S : heap(_,S); 4 }.",
    "p(N) :- N = #max { S-4 : heap(_,S); 0 }.",
    "p(N) :- heap(1,T), N = #min { S : heap(_,S), S > T; T }.",
    "p :- #max { S : heap(_,S) } > 3.",
    "p :- #min { S : heap(_,S) } < 3.",
    "p :- #max { S : heap(_,S) } = #inf.",
    "p :- #min { S : heap(_,S) } = #sup.",
    # ... several elements, conditions, and variables of the rule
    "p(N) :- heap(1,T), N = #count { I : heap(I,S), S > T }.",
    "p(N) :- heap(1,T), N = #count { I : heap(I,S), not S > T }.",
    "p(N) :- N = #count { I : heap(I,S), not heap(I+1,S) }.",
    "p(N) :- N = #count { a : heap(_,1); b : heap(_,2); c }.",
    "p(N) :- N = #count { I,J : heap(I,S), heap(J,S), I < J }.",
    "p(N) :- N = #count { 1..2 : heap(1,_) }.",
    "p(N) :- N = #count { T : heap(1,S), T = 0..S-1 }.",
    "p(N) :- N = #sum { 2,T : heap(1,S), T = 1..S }.",
    "p(N) :- heap(1,S), heap(2,T), N = #count { X,0 : X = 0..S-1; 3,Y : Y = 0..T-1 }.",
    "p(N) :- heap(1,S), heap(2,T), N = #sum { 2,X,0 : X = 1..S; 2,3,Y : Y = 0..T-1 }.",
    "p(I,N) :- heap(I,S), N = #sum { T,J : heap(J,T), J != I }.",
    # recursion, and rules that say the same twice
    "p(2) :- heap(1,2).\np(1) :- p(2).\np(1) :- heap(2,1).\np(2) :- p(1).",
    "p(3) :- heap(1,3).\np(N-1) :- p(N), N > 1.\np(2) :- heap(2,2).\np(3) :- p(1), heap(3,_).",
    "p(f(S)) :- heap(1,S).\np(f(T)) :- p(f(S)), heap(I,S), heap(I+1,T).\np(f(S)) :- heap(2,S), S > 1.",
    "p(S) :- heap(1,S).\np(S+1) :- p(S), S < 9.",
    "p(1,S) :- heap(1,S).\np(I+1,S+T) :- p(I,S), heap(I+1,T).",
    "p(S) :- heap(1,S), S > 2.\np(S) :- heap(1,S), S < 5.\np(S) :- heap(1,S), S > 3.",
]  # fmt: skip


@pytest.mark.parametrize("text", SAME)
@pytest.mark.sample(6)
def test_a_construct_means_what_clingo_derives(text: str, rules: Reader) -> None:
    read = rules(f"{NIM}{text}\n")
    reading = Reading(read, {})
    wanted = sorted(name for name in read.defined if name[0] == "p")
    for place in PLACES:
        reading.check(place, wanted)


BITS = "works on the bits of numbers that are not known, which linear arithmetic cannot say"
OVER = "which ranges over an interval of unknown ends"
REFUSED = [
    ("p :- heap(1,S), heap(2,T), S & T > 0.", 3, f"(S&T) {BITS}"),
    ("p :- heap(1,S), heap(2,T), S & 3 > T.", 3, f"(S&3) {BITS}"),
    ("p :- heap(1,S), heap(2,T), 3 ? S > T.", 3, f"(3?S) {BITS}"),
    ("p :- heap(1,S), heap(2,T), S ^ 1 > T.", 3, f"(S^1) {BITS}"),
    ("p :- heap(1,S), 1 ^ S > 3.", 3, f"(1^S) {BITS}"),
    ("p :- heap(1,S), S ** 2 > 3.", 3, "(S**2) is a power of numbers that are not known, which"),
    ("p :- heap(1,S), 2 ** S > 3.", 3, "(2**S) is a power of numbers that are not known, which"),
    ("p :- heap(1,_), X = 2 ** (1-3), X = 1.", 3, "(2**(1-3)) has a negative exponent"),
    ("p :- heap(1,S), ~S < 0.", 3, "~S is no linear arithmetic"),
    ("p :- heap(1,S), not q(f(_,S+1)).\nq(f(S,S)) :- heap(_,S).", 3, "arithmetic beside `_` under negation: f("),
    ("q(X*X) :- heap(1,S), X = 1..S.\np :- not q(4).", 4, f"not q(4) would need a quantifier over X, {OVER}"),
    ("q(X*X) :- heap(1,S), X = 1..S.\np :- 1 < #count { X : q(X) }.", 4, f"an aggregate over X, {OVER}"),
    ("p :- 1 < #max { T : heap(1,S), T = 0..S-1 }.", 3, f"an aggregate over T, {OVER}"),
    ("p :- 1 < #count { T,U : heap(1,S), T = 0..S-1, U = 0..S-1 }.", 3, f"an aggregate over T, {OVER}"),
    ("p :- 1 < #sum { T,I : heap(I,S), T = 0..S-1 }.", 3, f"an aggregate over T, {OVER}"),
    ("p :- 1 < #count { T : heap(1,S), T = 0..S-1, T != 2 }.", 3, f"an aggregate over T, {OVER}"),
    (
        "p :- heap(1,S), heap(2,R), 1 < #count { T : T = 0..S-1, T*T < R; U : U = 1..R }.",
        3,
        f"an aggregate over U, {OVER}",
    ),
    (
        "q(1).\nq(3*N) :- q(N), heap(_,S), N < S.\np :- q(6).",
        4,
        "the recursion does not end where sizes are not known; digit(3,N,J,D) holds where D is the digit of N",
    ),
    (
        "q(S) :- heap(1,S).\nq(N/2) :- q(N), N > 0.\np :- q(6).",
        4,
        "the recursion does not end where sizes are not known; digit(N,J,D) holds where D is the digit of N",
    ),
    ("q(0).\nq(N+2) :- q(N), heap(_,S), N < S.\np :- q(6).", 4, "the recursion does not end where sizes are not known"),
    (
        "q(0).\nq(N+2) :- q(N), heap(_,S), N < S.\nq(N+3) :- q(N), heap(_,S), N < S.\np :- q(6).",
        4,
        "the recursion does not end where sizes are not known",
    ),
]


@pytest.mark.parametrize(("text", "line", "reason"), REFUSED)
@pytest.mark.sample(4)
def test_a_construct_that_has_no_linear_meaning_is_refused(text: str, line: int, reason: str, rules: Reader) -> None:
    read = rules(f"{NIM}{text}\n")
    with pytest.raises(Unreadable) as found:
        evaluate(read, {}, {"heap": 2}, {}, [("p", 0)])
    assert found.value.reason.startswith(reason)
    assert found.value.line == line
    assert found.value.column > 0


@pytest.mark.parametrize("values", [range(4), range(-3, 2)])
def test_counters_below_0(values: Sequence[int], rules: Reader) -> None:
    fluents = (Heaps("heap"), Counter("level"))
    text = (
        "p(L/2,L\\2,|L|) :- level(L).\nq :- level(L), heap(1,S), S + L > 2.\nr(N) :- level(L), N = #max { L; 0 }.\n"
        "s(K) :- level(L), L > 0, heap(1,K+(L..1)), K = 0..9.\n"
    )
    reading = Reading(rules(NIM + text, fluents), {}, {"level": (-3, 3)})
    for level in values:
        for heaps in ((), (1,), (4,)):
            reading.check((heaps, level), [("p", 3), ("q", 0), ("r", 1), ("s", 1)])
