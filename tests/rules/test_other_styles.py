"""Ten wrong programs of each style that people bring along: one message each, at its place, with the rule to write."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from bouton.core.errors import InputError
from bouton.core.position import Counter
from bouton.rules.file import Rules
from bouton.rules.lift import lift

# ruff: noqa: E501
Read = Callable[..., Rules]
Place = tuple[int, int]
PILE = (Counter("pile"),)
MOVES = "move(take(M)) :- pile(N), M = 1..3, M <= N. after(take(M), pile(N-M)) :- move(take(M)), pile(N).\n"

WIN_MOVE = [
    (
        "move(1,2). move(2,3).\nwin(X) :- move(X,Y), not win(Y).",
        (2, 26),
        "move(to(Y)) :- pile(X), edge(X,Y). after(to(Y), pile(Y)) :- move(to(Y)).",
    ),
    (
        "e(1,2).\nwinning(X) :- e(X,Y), not winning(Y).",
        (2, 27),
        "move(to(Y)) :- pile(X), e(X,Y). after(to(Y), pile(Y)) :- move(to(Y)).",
    ),
    (
        "arc(1,2).\nw(P) :- arc(P,Q), not w(Q).",
        (2, 23),
        "move(to(Q)) :- pile(P), arc(P,Q). after(to(Q), pile(Q)) :- move(to(Q)).",
    ),
    (
        "arc(1,2).\nlosing(X) :- node(X), not winning(X).\nwinning(X) :- arc(X,Y), losing(Y).\nnode(1..2).",
        (3, 25),
        "move(to(Y)) :- pile(X), arc(X,Y). after(to(Y), pile(Y)) :- move(to(Y)).",
    ),
    (
        "step(N,N-1) :- N = 1..9.\nstep(N,N-2) :- N = 2..9.\nwin(N) :- step(N,M), not win(M).",
        (3, 26),
        "move(to(M)) :- pile(N), step(N,M). after(to(M), pile(M)) :- move(to(M)).",
    ),
    (
        "p_position(N) :- N = 0..9, not n_position(N).\nn_position(N) :- N = 0..9, K = 1..2, K <= N, p_position(N-K).",
        (2, 46),
        "move(to(N-K)) :- pile(N), N = 0..9, K = 1..2, K <= N. after(to(T), pile(T)) :- move(to(T)).",
    ),
    (
        "wins(N) :- N = 1..9, not wins(N-1).\nwins(N) :- N = 3..9, not wins(N-3).",
        (1, 26),
        "move(to(N-1)) :- pile(N), N = 1..9. after(to(T), pile(T)) :- move(to(T)).",
    ),
    (
        "succ(1,2). succ(2,3).\nlost(X) :- succ(X,_), not won(X).\nwon(X) :- succ(X,Y), not won(Y).",
        (3, 26),
        "move(to(Y)) :- pile(X), succ(X,Y). after(to(Y), pile(Y)) :- move(to(Y)).",
    ),
    (
        "trans(1,a,2).\nwin(X) :- trans(X,A,Y), not win(Y).",
        (2, 29),
        "move(to(Y)) :- pile(X), trans(X,A,Y). after(to(Y), pile(Y)) :- move(to(Y)).",
    ),
    (
        "edge(1,2).\nattacked(X) :- edge(Y,X), not attacked(Y).",
        (2, 31),
        "move(to(Y)) :- pile(X), edge(Y,X). after(to(Y), pile(Y)) :- move(to(Y)).",
    ),
]
DESCRIPTION = [
    (
        "role(a). role(b).\nlegal(P,take(N)) :- true(pile(M)), N = 1..3, N <= M, true(control(P)).\nnext(pile(M-N)) :- does(P,take(N)), true(pile(M)).",
        (2, 1),
        "move(take(N)) :- pile(M), N = 1..3, N <= M. after(take(N), pile(M-N)) :- move(take(N)), pile(M).",
    ),
    (
        "role(x).\ninit(pile(9)).\nlegal(P,t(N)) :- role(P), true(pile(M)), N = 1..2, N <= M.\nnext(pile(M-N)) :- does(P,t(N)), true(pile(M)).\nterminal :- true(pile(0)).\ngoal(P,100) :- role(P), terminal.",
        (2, 1),
        "move(t(N)) :- pile(M), N = 1..2, N <= M. after(t(N), pile(M-N)) :- move(t(N)), pile(M).",
    ),
    (
        "legal(P,one) :- true(pile(M)), M >= 1, true(turn(P)).\nnext(pile(M-1)) :- does(P,one), true(pile(M)).",
        (1, 1),
        "move(one) :- pile(M), M >= 1. after(one, pile(M-1)) :- move(one), pile(M).",
    ),
    (
        "init(pile(7)).\nlegal(P,take(1)) :- true(control(P)).\nnext(pile(N-1)) :- true(pile(N)), does(_,take(1)).",
        (1, 1),
        "move(take(1)). after(take(1), pile(N-1)) :- pile(N), move(take(1)).",
    ),
    (
        "{ does(P,take(N)) : N = 1..3 } 1 :- true(control(P)).\nnext(pile(M-N)) :- does(_,take(N)), true(pile(M)).",
        (1, 1),
        "move(take(N)) :- N = 1..3. after(take(N), pile(M-N)) :- move(take(N)), pile(M).",
    ),
    (
        "role(w).\nlegal(P,noop) :- role(P), not true(control(P)).\nlegal(P,take(N)) :- true(control(P)), N = 1..2.\nnext(pile(M-N)) :- does(P,take(N)), true(pile(M)).",
        (2, 1),
        "move(take(N)) :- N = 1..2. after(take(N), pile(M-N)) :- move(take(N)), pile(M).",
    ),
    (
        "1 { does(P,take(N)) } 1 :- legal(P,take(N)).\nlegal(P,take(N)) :- true(pile(M)), N = 1..M, role(P).\nrole(a).\nnext(pile(M-N)) :- does(_,take(N)), true(pile(M)).",
        (1, 1),
        "move(take(N)) :- pile(M), N = 1..M. after(take(N), pile(M-N)) :- move(take(N)), pile(M).",
    ),
    (
        "legal(P,half) :- true(control(P)), true(pile(N)), N > 1.\nnext(pile(N/2)) :- does(P,half), true(pile(N)).\nnext(control(b)) :- true(control(a)).\nnext(control(a)) :- true(control(b)).",
        (1, 1),
        "move(half) :- pile(N), N > 1. after(half, pile(N/2)) :- move(half), pile(N).",
    ),
    (
        "base(pile(0..9)).\ninput(P,take(1..3)) :- role(P).\nrole(a).\nlegal(P,take(N)) :- role(P), N = 1..3.\nnext(pile(M-N)) :- does(P,take(N)), true(pile(M)).",
        (4, 1),
        "move(take(N)) :- N = 1..3. after(take(N), pile(M-N)) :- move(take(N)), pile(M).",
    ),
    (
        "does(P,take(1)) :- true(control(P)), true(pile(N)), N >= 1.\nnext(pile(N-1)) :- does(P,take(1)), true(pile(N)).",
        (1, 1),
        "move(take(1)) :- pile(N), N >= 1. after(take(1), pile(N-1)) :- move(take(1)), pile(N).",
    ),
]
PERCENT = [
    (MOVES + "p :- pile(N), N % 4 = 0.", (2, 17), "p :- pile(N), N \\ 4 = 0."),
    (MOVES + "p :- pile(N), N%4 = 0.", (2, 16), "p :- pile(N), N\\4 = 0."),
    (MOVES + "p :- pile(N), 0 = N % 4.", (2, 21), "p :- pile(N), 0 = N \\ 4."),
    (MOVES + "p :- pile(N), (N+1) % 4 = 1.", (2, 21), "p :- pile(N), (N+1) \\ 4 = 1."),
    (
        MOVES + "p :- pile(N), N % 4 != 1, N % 4 != 2, N % 4 != 3.",
        (2, 17),
        "p :- pile(N), N \\ 4 != 1, N \\ 4 != 2, N \\ 4 != 3.",
    ),
    (MOVES + "p(N % 4) :- pile(N).", (2, 5), "p(N \\ 4) :- pile(N)."),
    (MOVES + "p :- pile(N), M = N % 4, M = 0.", (2, 21), "p :- pile(N), M = N \\ 4, M = 0."),
    (MOVES + "p :- pile(N), N % (3+1) == 0.", (2, 17), "p :- pile(N), N \\ (3+1) == 0."),
    (MOVES + "p :- pile(N), N % k = 0.", (2, 17), "p :- pile(N), N \\ k = 0."),
    (MOVES + "p :- pile(N), N % 4 < 1, N >= 0.", (2, 17), "p :- pile(N), N \\ 4 < 1, N >= 0."),
]
MOD = [
    (MOVES + "p :- pile(N), N mod 4 = 0.", (2, 17), "p :- pile(N), N \\ 4 = 0."),
    (MOVES + "p :- pile(N), 0 = N mod 4.", (2, 21), "p :- pile(N), 0 = N \\ 4."),
    (MOVES + "p :- pile(N), (N + 1) mod 4 = 1.", (2, 23), "p :- pile(N), (N + 1) \\ 4 = 1."),
    (MOVES + "p :- pile(N), M = N mod 4, M = 0.", (2, 21), "p :- pile(N), M = N \\ 4, M = 0."),
    (MOVES + "p(N mod 4) :- pile(N).", (2, 5), "p(N \\ 4) :- pile(N)."),
    (MOVES + "p :- pile(N), mod(N,4) = 0.", (2, 15), "p :- pile(N), N \\ 4 = 0."),
    (MOVES + "p :- pile(N), M = mod(N,4), M = 0.", (2, 19), "p :- pile(N), M = N \\ 4, M = 0."),
    (MOVES + "p :- pile(N), N rem 4 = 0.", (2, 17), "p :- pile(N), N \\ 4 = 0."),
    (
        MOVES + "p :- pile(N), mod(N,4) != 1, 2 * mod(N,4) = 0.",
        (2, 34),
        "p :- pile(N), (N \\ 4) != 1, 2 * (N \\ 4) = 0.",
    ),
    (MOVES + "p :- pile(N), mod(N+1,2+2) = 1.", (2, 15), "p :- pile(N), (N+1) \\ (2+2) = 1."),
]
SMALL = [
    (MOVES + "p :- pile(n), n \\ 4 = 0.", (2, 11), "p :- pile(N), N \\ 4 = 0."),
    (MOVES + "even :- pile(x), x \\ 2 = 0.", (2, 14), "even :- pile(X), X \\ 2 = 0."),
    (MOVES + "p :- pile(n), n = 4.", (2, 11), "p :- pile(N), N = 4."),
    (MOVES + "p :- pile(size), size \\ 4 = 0.", (2, 11), "p :- pile(Size), Size \\ 4 = 0."),
    (MOVES + "rest(r) :- pile(n), r = n \\ 4.", (2, 17), "rest(R) :- pile(N), R = N \\ 4."),
    (
        "move(take(m)) :- pile(N), m = 1..3, m <= N.\nafter(take(M), pile(N-M)) :- move(take(M)), pile(N).",
        (1, 27),
        "move(take(M)) :- pile(N), M = 1..3, M <= N.",
    ),
    (
        "move(take(M)) :- pile(n), M = 1..3, M <= n.\nafter(take(M), pile(N-M)) :- move(take(M)), pile(N).",
        (1, 23),
        "move(take(M)) :- pile(N), M = 1..3, M <= N.",
    ),
    (
        "move(take(M)) :- pile(N), M = 1..3, M <= N.\nafter(take(m), pile(n-m)) :- move(take(m)), pile(n).",
        (2, 21),
        "after(take(M), pile(N-M)) :- move(take(M)), pile(N).",
    ),
    (MOVES + "p :- pile(stones), stones > 3.", (2, 11), "p :- pile(Stones), Stones > 3."),
    (MOVES + "p :- pile(n), q(n).\nq(N) :- pile(N), N > 3.", (2, 11), "p :- pile(N), q(N)."),
]


SIZES = [  # recursion on a size that nothing bounds: told where it would be ground
    ("odd(0,0).\nodd(N,1-X) :- odd(N-1,X).", "odd(N,1-X) :- odd(N-1,X), pile(P), N <= P."),
    ("odd(N,0) :- pile(N).\nodd(N-1,1-X) :- odd(N,X).", "odd(N-1,1-X) :- odd(N,X), N-1 >= 0."),
    ("sum(0,0).\nsum(N+1,S+N+1) :- sum(N,S).", "sum(N+1,(S+N)+1) :- sum(N,S), pile(P), N+1 <= P."),
    ("fib(0,0,1).\nfib(N+1,B,A+B) :- fib(N,A,B).", "fib(N+1,B,A+B) :- fib(N,A,B), pile(P), N+1 <= P."),
    ("half(0,0).\nhalf(N+2,H+1) :- half(N,H).", "half(N+2,H+1) :- half(N,H), pile(P), N+2 <= P."),
    ("four(0).\nfour(N) :- four(N-4).", "four(N) :- four(N-4), pile(P), N <= P."),
    ("left(N) :- pile(N).\nleft(N-3) :- left(N).", "left(N-3) :- left(N), N-3 >= 0."),
    ("e(0).\no(N+1) :- e(N).\ne(N+1) :- o(N).", "o(N+1) :- e(N), pile(P), N+1 <= P."),
    ("tri(1,1).\ntri(N+1,T+N) :- tri(N,T), N >= 1.", "tri(N+1,T+N) :- tri(N,T), N >= 1, pile(P), N+1 <= P."),
    ("times(N,0) :- pile(N).\ntimes(N,K+1) :- times(N,K).", "times(N,K+1) :- times(N,K), pile(P), K+1 <= P."),
]


@pytest.mark.parametrize(
    "style", [WIN_MOVE, DESCRIPTION, PERCENT, MOD, SMALL], ids=["win-move", "description", "percent", "mod", "small"]
)
def test_each_is_told_once_with_the_rule_to_write(rules: Read, style: list[tuple[str, Place, str]]) -> None:
    assert len({text for text, _, _ in style}) == 10
    for text, at, shown in style:
        with pytest.raises(InputError) as raised:
            rules(text, PILE)
        (fault,) = raised.value.diagnostics
        assert (fault.line, fault.column, fault.expected) == (*at, shown), text
        if style in (PERCENT, MOD, SMALL):  # in the place of the line at fault it is read
            lines = text.splitlines()
            lines[at[0] - 1] = shown
            assert rules("\n".join(lines), PILE).defined
        else:  # with the facts of the program it is a game
            words = "not |true|does|role|legal|next|init|winning|_position"
            kept = [line for line in text.splitlines() if not re.search(words, line)]
            facts = "\n".join(kept).replace("move", "edge")
            assert ("after", 2) in rules(f"{facts}\n{shown}", PILE).defined, shown


def test_a_size_without_an_end_is_told_with_one(rules: Read) -> None:
    assert len({text for text, _ in SIZES}) == 10
    for text, shown in SIZES:
        read = rules(MOVES + text, PILE)
        program = lift(read, read.defined, {"k": 2}, {"pile": ((0, 9),)})
        (fault,) = [site.fault() for site in program.sites if site.kind == "endless"]
        assert (fault.line, fault.column) == (3, 1)
        assert fault.expected == f"an end of it, as in `{shown}`"
        lines = (MOVES + text).splitlines()
        lines[2] = shown
        again = lift(read := rules("\n".join(lines), PILE), read.defined, {"k": 2}, {"pile": ((0, 9),)})
        assert all(site.kind != "endless" for site in again.sites)
