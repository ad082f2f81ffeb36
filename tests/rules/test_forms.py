"""Nodes that are alike but for the names of their variables, and those that only look alike where they are printed."""

from __future__ import annotations

from pathlib import Path

import pytest

from bouton.core.position import Heaps
from bouton.rules.syntax import alike, names_of, renaming, rule_of, same
from tests.reading_rules import read


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("p(N) :- N = #count { I : heap(I,S), S > 1 }.", "p(A1) :- A1 = #count { N : heap(N,I), I > 1 }."),
        ("t(I,X^V) :- t(I-1,X), s(I,V).", "t(X,I^N') :- t(X-1,I), s(X,N')."),
        ("p :- not q(_,X), r(X).", "p :- not q(_,Y), r(Y)."),
        ("p :- q'A(X).", "p :- q'A(_Y)."),
        ("p :- q. ", "\n p  :-\n q."),
    ],
)
def test_alike(one: str, other: str) -> None:
    assert alike([rule_of(one)], [rule_of(other)])
    found = renaming([rule_of(one)], [rule_of(other)])
    back = renaming([rule_of(other)], [rule_of(one)])
    assert found is not None and back is not None
    assert {called: name for name, called in found.items()} == back


@pytest.mark.parametrize(
    ("one", "other"),
    [
        # strings and names that variables stand in where they are printed
        ('p :- q(I,"A").', 'p :- q(I,"B").'),
        ("p :- q'A(I).", "p :- q'B(I)."),
        ('p :- q("(X,Y)").', 'p :- q("(Y,X)").'),
        ("p :- q(a).", 'p :- q("a").'),
        # two variables for one, one for two, and those that are none
        ("p :- q(X,Y).", "p :- q(X,X)."),
        ("p :- q(X,X).", "p :- q(X,Y)."),
        ("p :- q(X).", "p :- q(_)."),
        ("p :- q(_).", "p :- q(X)."),
        ("p(N) :- N = #count { I : heap(I,S) }.", "p(N) :- N = #count { I : heap(I,N) }."),
        # names, arities, signs, relations, functions, guards, places
        ("p :- q.", "p :- q(0)."),
        ("p :- q(X).", "p :- q(X,X)."),
        ("p :- q.", "p :- not q."),
        ("p :- not q.", "p :- not not q."),
        ("p :- q(X), X < 1.", "p :- q(X), X <= 1."),
        ("p(N) :- N = #count { I : q(I) }.", "p(N) :- N = #sum { I : q(I) }."),
        ("p(N) :- N = #count { I : q(I) }.", "p(N) :- N = #count { I : q(I); 1 }."),
        ("p(N) :- N = #count { I : q(I) }.", "p(N) :- N = #count { I : q(I) } < 3."),
        ("p :- q(X+1).", "p :- q(1+X)."),
        ("p :- q, r.", "p :- q."),
        ("p :- q, r.", "p :- r, q."),
    ],
)
def test_not_alike(one: str, other: str) -> None:
    assert not alike([rule_of(one)], [rule_of(other)])


def test_the_same_variables() -> None:
    one, other = rule_of("p(X) :- q(X)."), rule_of("p(Y) :- q(Y).")
    assert same(one, rule_of("p(X) :- q(X).")) and not same(one, other)
    assert alike([one], [other]) and not alike([one, other], [one])


def test_every_name(tmp_path: Path) -> None:
    text = '#const low = 1.\nmove(f(I,_option,"s")) :- heap(I,low), q\'A(g(none)), J = #count { K : r(h(K)) }, J > k.\n'
    text += "after(f(I,J,K), heap(I,0)) :- move(f(I,J,K)). q'A(g(none)). r(h(1)). s :- set(1).\n"
    (tmp_path / "r.lp").write_text(text)
    found = names_of(read(tmp_path / "r.lp", [Heaps("heap")], ["k"], ["SET"]))
    wanted = {"low", "move", "f", "_option", "heap", "q'A", "g", "none", "r", "h", "k", "after", "s", "set"}
    assert found == wanted
