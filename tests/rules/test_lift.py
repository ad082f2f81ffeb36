"""Lifting: over a batch, each position's facts are those of the user's own rules on that position alone."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import pytest
from clingo import Control, Symbol
from hypothesis import given, settings
from hypothesis import strategies as st

from bouton.core.errors import InputError
from bouton.core.position import Counter, Fluent, Heaps, Position, Value
from bouton.rules.file import Rules
from bouton.rules.lift import LiftedProgram, lift
from tests.reading_rules import read

Read = Callable[..., Rules]
Ground = Callable[[LiftedProgram, Sequence[Fluent], Sequence[Position]], dict[tuple[str, int], set[tuple[Symbol, ...]]]]

BOTH = (Heaps("heap"), Counter("pile"))
EXTENTS = {"heap": ((1, 4), (1, 6)), "pile": ((0, 5),)}
VALUES: dict[str, Value] = {"k": 2, "S": (1, 3)}
POSITIONS = st.tuples(st.lists(st.integers(1, 6), max_size=4).map(tuple), st.integers(0, 5))

TEXTS = {
    "greedy": """
        heaps(N) :- N = #count { I : heap(I,_) }.    top(S) :- heaps(N), heap(N,S).
        lower(1, l(N,T,nil)) :- heaps(N), top(S), T = 0..S-1.
        lower(J+1, l(N-J,T,l(I,U,L))) :- lower(J, l(I,U,L)), J < k, heaps(N), top(S), heap(N-J,S), T = 0..U.
        move(L) :- lower(_, L).
        after(l(I,T,L), heap(I,T)) :- lower(_, l(I,T,L)).
        after(l(I,T,L), F) :- lower(_, l(I,T,L)), after(L, F).
        a(S) :- heaps(N), heap(N-2,S).
        effective(E) :- a(A), E = #count { I : heap(I,S), S >= A }.
        r(E \\ (k+1)) :- effective(E).
        good :- a(A), top(A+1), (A-2) \\ 2 = 0.    other :- not good, r(1).    other :- good, not r(1), not r(2).
    """,
    "wythoff": """
        move(one(I,D)) :- heap(I,S), D = 1..S.        after(one(I,D), heap(I,S-D)) :- move(one(I,D)), heap(I,S).
        move(all(D)) :- D = 1..M, M = #min { S : heap(_,S) }, heap(1,_).
        after(all(D), heap(I,S-D)) :- move(all(D)), heap(I,S).
    """,
    "kayles": """
        n(N) :- N = #count { I : heap(I,_) }.    move(split(I,A,B)) :- heap(I,S), A = 0..S-1, S-A-B = 1..k, B = 0..A.
        after(split(I,A,B), heap(I,A)) :- move(split(I,A,B)).
        after(split(I,A,B), heap(N+1,B)) :- move(split(I,A,B)), n(N).
    """,
    "nim sum": """
        move(m(I,T)) :- heap(I,S), T = 0..S-1.    x(0,0).    x(I,X^S) :- x(I-1,X), heap(I,S).
        zero :- x(N,0), N = #count { I : heap(I,_) }.
    """,
    "counter and set": """
        move(take(D)) :- s(D), pile(N), D <= N.    after(take(D), pile(N-D)) :- move(take(D)), pile(N).
        odd :- pile(N), N \\ 2 = 1.    least(M) :- M = #min { D : s(D) }.    few :- pile(N), least(M), N < M.
    """,
    "names": """
        P(P1) :- heap(P1,P), pile(P2), P <= P2.    p(P, P1) :- heap(P,P1), not p(P), not q(P).    q(1..k).
        big(S) :- S = #sum { T,I : heap(I,T), not q(I) ; N,pile : pile(N) }, 2 <= #count { I : heap(I,_) } <= k+1.
        move(f(P)) :- p(P,_).    none :- not p(_,_), not not q(k).    always.
    """.replace("P(P1)", "p(P1)"),
}


def alone(rules: Rules, position: Position, values: Mapping[str, Value]) -> set[Symbol]:
    """The atoms that the user's rules derive at one position, with the constants given to clingo."""
    numbers = {name: value for name, value in values.items() if isinstance(value, int)}
    control = Control(["-Wnone", *(f"-c{name}={value}" for name, value in numbers.items())])
    lines = [one.content for one in rules.sources.files]
    for name, value in values.items():
        if isinstance(value, tuple):
            lines += [f"{name.lower()}({item})." for item in value]
    for fluent, value in zip(rules.fluents, position, strict=True):
        if isinstance(value, tuple):
            lines += [f"{fluent.name}({at},{size})." for at, size in enumerate(value, 1)]
        else:
            lines.append(f"{fluent.name}({value}).")
    control.add("base", [], "\n".join(lines))
    control.ground([("base", [])])
    return {atom.symbol for atom in control.symbolic_atoms}


@pytest.mark.parametrize("name", TEXTS)
@pytest.mark.sample(3)
def test_a_batch_gives_what_each_position_gives_alone(name: str, tmp_path: Path, ground: Ground) -> None:
    file = tmp_path / "rules.lp"
    file.write_text(TEXTS[name], encoding="utf-8")
    rules = read(file, BOTH, ("k",), ("S",))
    program = lift(rules, rules.defined, VALUES, EXTENTS)
    assert program.sites == (), "typical rules need no sentinels"

    @settings(max_examples=25)
    @given(st.lists(POSITIONS, min_size=1, max_size=6, unique=True))
    def agrees(positions: list[Position]) -> None:
        found = ground(program, BOTH, positions)
        for number, position in enumerate(positions):
            expected = alone(rules, position, VALUES)
            for predicate, arity in rules.defined:
                rows = {tuple(s.arguments) for s in expected if (s.name, len(s.arguments)) == (predicate, arity)}
                if (predicate, arity) in program.static:
                    lifted = found.get((predicate, arity), set())
                else:
                    every = found.get((predicate, arity + 1), set())
                    lifted = {row[1:] for row in every if row[0].number == number}
                assert lifted == rows, (predicate, position)

    agrees()


def test_only_what_is_wanted_is_kept(rules: Read) -> None:
    found = rules("move(I) :- heap(I,_). a :- pile(k). b :- not a. c(1..k).")
    program = lift(found, [("b", 0)], {"k": 2}, EXTENTS)
    assert "move" not in program.text and "c(" not in program.text
    assert "#const k=2." in program.text and "a(P) :- pile(P,k)." in program.text
    assert "b(P) :- _position(P); not a(P)." in program.text
    assert lift(found, [("c", 1)], {"k": 2}, EXTENTS).static == {("c", 1)}


def test_the_position_is_bound_once(rules: Read) -> None:
    found = rules("move(P) :- heap(P,_), not pile(P). p(P1,P) :- P1 = #count { X : heap(X,P) }, q(P). q(1).")
    text = lift(found, found.defined, {"k": 1}, EXTENTS).text
    assert "move(P1,P) :- heap(P1,P,_); not pile(P1,P)." in text
    assert "p(P2,P1,P) :- _position(P2); P1 = #count { X: heap(P2,X,P) }; q(P)." in text


def test_constants_become_numbers_but_names_of_predicates_do_not(rules: Read) -> None:
    found = rules("#const n = 3. move(k(k,n,l)) :- k(k), heap(n,_). k(n+2). l(k*I) :- heap(I,_).")
    control = Control()
    control.add("base", [], lift(found, found.defined, {"k": 5}, EXTENTS).text + "_position(0). heap(0,3,1).")
    control.ground([("base", [])])
    derived = {str(atom.symbol) for atom in control.symbolic_atoms}
    assert derived == {"_position(0)", "heap(0,3,1)", "k(5)", "l(0,15)", "move(0,k(5,3,l))"}


def test_a_value_that_makes_a_variable_unsafe(rules: Read) -> None:
    found = rules("move(I) :- heap(k*I,_).")
    assert lift(found, found.defined, {"k": 2}, EXTENTS).text
    with pytest.raises(InputError, match=r"rules.lp:1:6: the variable I is unsafe.*, for k = 0"):
        lift(found, found.defined, {"k": 0}, EXTENTS)
    with pytest.raises(InputError, match=r"rules.lp:1:\d+: the variable J is unsafe.*, for k = 2, n = 0"):
        other = rules("move(I) :- heap(I,_), I = n*J. p(I) :- heap(k*I,_).", parameters=("k", "n"))
        lift(other, other.defined, {"k": 2, "n": 0}, EXTENTS)


def test_a_program_can_be_sent_to_another_process(rules: Read) -> None:
    found = rules("move(I) :- heap(I,_), 6 / k > 1.")
    program = lift(found, found.defined, {"k": 0}, EXTENTS)
    assert program.sites and pickle.loads(pickle.dumps(program)) == program


def test_equal_rules_keep_their_own_places(rules: Read) -> None:
    text = "move(I) :- heap(I,_), pile(N), 6 / N > 1."
    places = [lift(rules(blank + text), [("move", 1)], {"k": 1}, EXTENTS).sites[0].line for blank in ("", "\n\n")]
    assert places == [1, 3]
