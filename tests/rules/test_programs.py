"""Programs of another kind, and names that are none of a rules file: one message each, with the user's own names."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from bouton.core.errors import Diagnostic, InputError
from bouton.core.position import Counter, Fluent, Heaps
from bouton.rules.file import Rules

Read = Callable[..., Rules]
TOKEN = (Counter("token"),)
PILE = (Counter("pile"),)
NIM = (Heaps("heap"),)
BOTH = (Counter("row"), Counter("column"))
FACTS = "move(1,2). move(2,3).\n"
GDL = """\
role(first). role(second).
init(heap(1,3)). init(control(first)).
legal(P,take(I,M)) :- true(control(P)), true(heap(I,S)), M = 1..S.
next(heap(I,S-M)) :- does(P,take(I,M)), true(heap(I,S)).
next(control(second)) :- true(control(first)).
terminal :- not true(heap(1,_)).
goal(P,100) :- terminal, not true(control(P)).
"""
EXPECTED_GDL = "move(take(I,M)) :- heap(I,S), M = 1..S. after(take(I,M), heap(I,S-M)) :- move(take(I,M)), heap(I,S)."
CHOICE = """\
role(a). role(b).
{ does(X,remove(P,N)) } 1 :- true(has(P,M)), N = 1..M, true(control(X)).
next(has(P,M-N)) :- does(_,remove(P,N)), true(has(P,M)).
"""
MOVES = "move(to(Y)) :- token(X), edge(X,Y). after(to(Y), token(Y)) :- move(to(Y))."

PROGRAMS = [
    # the textbook's program, with its own names, however they are called
    (FACTS + "win(X) :- move(X,Y), not win(Y).", TOKEN, (2, 26), "move/2 needs another name, such as edge", MOVES),
    (
        "arc(1,2).\nwins(P) :- arc(P,Q), not wins(Q).",
        TOKEN,
        (2, 26),
        "wins/1 of a position needs that of another",
        "move(to(Q)) :- token(P), arc(P,Q). after(to(Q), token(Q)) :- move(to(Q)).",
    ),
    (
        "arc(1,2).\nedge(1).\nmove(X,Y) :- arc(X,Y).\nlost(X) :- node(X), not win(X).\n"
        "win(X) :- move(X,Y), lost(Y).\nnode(1).",
        TOKEN,
        (5, 22),
        "move/2 needs another name, such as edge1",
        MOVES.replace("edge", "edge1"),
    ),
    (
        "win(N) :- N = 1..20, K = 1..3, K <= N, not win(N-K).",
        PILE,
        (1, 44),
        "rules say which moves there are at ONE position",
        "move(to(N-K)) :- pile(N), N = 1..20, K = 1..3, K <= N. after(to(T), pile(T)) :- move(to(T)).",
    ),
    (
        "step(1,2,1,1).\nwin(T,Y) :- step(T,Y,U,V), not win(U,V).",
        BOTH,
        (2, 32),
        "win/2",
        "move(to(U,V)) :- row(T), column(Y), step(T,Y,U,V). "
        "after(to(U,V), row(U)) :- move(to(U,V)). after(to(U,V), column(V)) :- move(to(U,V)).",
    ),
    ("arc(1,2,3).\nw(X,Y) :- arc(X,Y,Z), not w(Y,Z).", PILE, (2, 27), "w/2 of a position", MOVES),
    # the game description language
    (GDL, NIM, (2, 1), "in the style of the game description language", EXPECTED_GDL),
    (
        CHOICE,
        NIM,
        (2, 1),
        "in the style of the game description language",
        "move(remove(P,N)) :- heap(P,M), N = 1..M. after(remove(P,N), heap(P,M-N)) :- move(remove(P,N)), heap(P,M).",
    ),
]
NAMES = [
    (
        "move(take(i,m)) :- heap(i,s), m = 1..s.\nafter(take(i,m), heap(i,s-m)) :- heap(i,s), move(take(i,m)).",
        (1, 25),
        "i, s, m begin with a small letter, variables with a capital one",
        "move(take(I,M)) :- heap(I,S), M = 1..S.",
    ),
    ("move(1).\np(M) :- heap(M,m), m > 1.", (2, 16), "m begins with a small letter", "p(M) :- heap(M,M1), M1 > 1."),
    ("move(1).\np :- heap(1,s), s > k, s > k, k = s.", (2, 13), "k", "p :- heap(1,S), S > K, S > K, K = S."),
    ("move(1).\np :- heap(1,S), S > kk.", (2, 21), "the constant kk is used in a comparison", None),
    ("move(1).\ns.\np :- s, heap(1,s).", (3, 16), "the constant s is used in the fluent heap", None),
    ("move(1).\np :- heap(1,S), S > n.\nq :- heap(1,S), S < n, S+n = 4.", (2, 21), "the constant n", None),
    ("move(1).\np :- heap(1,N), mod(N,4) = 0.", (2, 17), "mod(N,4) is a term", "p :- heap(1,N), N \\ 4 = 0."),
    ("move(1).\np :- heap(1,N), 2+abs(N-3) > 4.", (2, 19), "abs(N-3) is used in arithmetic", "|N-3|"),
    ("move(1).\np :- heap(1,N), true.", (2, 17), "no rule derives true/0", "a body without it, or #true"),
    ("move(1,2). move(2,3).\nmove(3,4).", (1, 1), "move takes 1 argument, not 2", "move(M), where the term"),
    ("move(1).\np :- heap(1,N), K < N, K*K = N.", (2, 24), "K is unsafe", "a range, K = 0..N-1"),
    ("move(1).\np :- heap(1,N), 1 <= K, K*K <= N.", (2, 25), "K is unsafe", "a range, such as K = 1..9"),
    ("move(1).\np :- heap(1,N), 1 <= K, K <= N, K*K = N.", (2, 33), "K is unsafe", "a range, K = 1..N"),
    ("move(1).\np :- not heap(1,S).", (2, 17), "S is unsafe", "_ for S, or a literal that does"),
    ("after(1, heap(1,floor(N/2))) :- heap(1,N).\nmove(1).", (1, 17), "floor(N/2) is used", "N/2, as / is rounded"),
    ("move(1).\nb(N,J+1) :- b(N/2,J).\nb(0,0).", (2, 3), "N is unsafe", "the digits of N are digit(N,J,D)"),
    ("{ move(M) : M = 1..3 } = 1 :- heap(1,_).", (1, 1), "no choice in a head", "move(M) :- M = 1..3, heap(1,_)."),
    ("move(1).\n:- move(M), M > 1.", (2, 1), "the rule that derives it says the opposite", None),
]


def faults(rules: Read, text: str, fluents: Sequence[Fluent] = NIM) -> tuple[Diagnostic, ...]:
    with pytest.raises(InputError) as caught:
        rules(text, fluents=fluents, parameters=())
    return caught.value.diagnostics


@pytest.mark.parametrize(("text", "fluents", "at", "message", "expected"), PROGRAMS)
def test_a_program_of_another_kind_is_told_once(
    rules: Read, text: str, fluents: Sequence[Fluent], at: tuple[int, int], message: str, expected: str
) -> None:
    (fault,) = faults(rules, text, fluents)
    assert (fault.line, fault.column) == at, fault
    assert message in fault.message
    assert fault.expected == expected


@pytest.mark.parametrize("text", [FACTS.replace("move", "edge") + MOVES, EXPECTED_GDL])
def test_what_is_shown_is_a_game(rules: Read, text: str) -> None:
    assert ("after", 2) in rules(text, fluents=TOKEN if "token" in text else NIM).defined


def test_the_other_faults_are_told_as_well(rules: Read) -> None:
    found = faults(rules, FACTS + "win(X) :- move(X,Y), not win(Y).\nother(X) :- none.\n", TOKEN)
    assert [(one.line, one.column) for one in found] == [(2, 26), (3, 7), (3, 13)]
    found = faults(rules, GDL + "extra :- heap(1,s), 3 // s = 1, nobody.\n")
    assert [(one.line, one.column) for one in found] == [(2, 1), (8, 17), (8, 23), (8, 33)]


@pytest.mark.parametrize(
    "text",
    [
        "move(1).\np :- not q.\nq :- p.",
        "move(1).\np(N) :- N = #count { X : p(X) }.",
        "move(1).\np(1).\nq(X) :- p(X), not r(X).\nr(X) :- q(X).",
    ],
)
def test_other_recursion_is_told_as_such(rules: Read, text: str) -> None:
    (fault,) = faults(rules, text)
    assert fault.message.startswith("recursion through a negation or an aggregate")


def test_names_of_that_language_alone_make_no_program_of_it(rules: Read) -> None:
    text = "move(1) :- legal(1,2).\nlegal(1,2).\nterminal :- not move(_).\ntrue(1).\ngoal(1,2) :- true(1)."
    assert rules(text).arities("legal") == [2]


@pytest.mark.parametrize(("text", "at", "message", "expected"), NAMES)
def test_a_name_is_told_once(rules: Read, text: str, at: tuple[int, int], message: str, expected: str | None) -> None:
    found = faults(rules, text)
    (fault,) = found if len(found) == 1 else [one for one in found if "unsafe" in one.message]
    assert (fault.line, fault.column) == at, fault
    assert message in fault.message
    assert fault.expected == expected or (fault.expected and expected and expected in fault.expected)
