"""Rules that are solved for their variables derive what they did, whatever the atoms hold."""

from __future__ import annotations

import pytest
from clingo import Control
from clingo.ast import AST, parse_string

from bouton.rules.joins import joined

FACTS = 'q(0..9). q(-3). q(a). q("b"). q(f(2)). s(1). s(3). s(-2). s(c). p(5,a). p(4,7). p(a,1). p(-6..3,-3..3).'


def rule(text: str) -> AST:
    """The rule of a text."""
    found: list[AST] = []
    parse_string(text, found.append)
    return found[1]


def derived(*texts: str) -> set[str]:
    """What clingo derives."""
    control = Control(["-Wnone"])
    control.add("base", [], "\n".join([FACTS, *texts]))
    control.ground([("base", [])])
    return {str(atom.symbol) for atom in control.symbolic_atoms}


@pytest.mark.parametrize(
    ("text", "solved"),
    [
        ("p(X,V) :- q(X); s(D); p(X-D,V).", 1),
        ("p(X,V+1) :- q(X); s(D); X > D; p(D+X-1,V); V < 9.", 1),
        ("p(X,V) :- q(X); s(D); q(Value); p(X-(Value-D),V).", 1),
        ("p(X,r(D)) :- q(X); s(D); p(X-D,D-X); p(X,_).", 1),
        ("p(X,r(D)) :- q(X); s(D); p(X-X,V); p(3-D-(X+1),V).", 1),
        ("p(X,r(V)) :- q(X); p(X-1,V); p(2*X,V); s(V).", 0),
        ("p(X,0) :- q(X); s(D); not p(X-D,0); q(X-D).", 0),
    ],
)
@pytest.mark.sample(1)
def test_the_same_is_derived(text: str, solved: int) -> None:
    before = rule(text)
    after = joined(before, frozenset({("p", 2)}))
    assert str(after).count("p(Value") == solved and str(before) == str(rule(text))
    if "not p" not in text:
        assert derived(str(after)) == derived(str(before)) != derived("")


def test_each_variable_is_given_by_the_others() -> None:
    found = joined(rule("g(X,V) :- place(X); s(D); g(X-D+1,V)."), frozenset({("g", 2)}))
    assert str(found) == (
        "g(X,V) :- place(X); s(D); Value = ((X-D)+1); X = ((Value-1)+D); D = (X-(Value-1)); g(Value,V)."
    )
