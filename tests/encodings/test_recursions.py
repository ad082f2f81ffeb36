"""Theorems that rest on what is known of recursions: what each rests on is needed, and changed ones are refuted."""

from __future__ import annotations

from functools import cache
from math import isqrt
from pathlib import Path

import pytest
from clingo import Control

from bouton.core.shipped import folder
from bouton.core.verdict import Verdict
from tests.encodings.changed import changed
from tests.encodings.test_nim_ab_rows import answers
from tests.shipped import named

RESTING = {
    "euclid": (
        "ones-start lemma-15-ranked lemma-15-ones lemma-15-moves lemma-15-moves-back lemma-15-forced "
        "lemma-15-proof-every"
    ),
    "mark": (
        "marks-defined marks-single marks-start values-every even-zero odd-zero odd-not-zero double-zero "
        "zeros-aperiodic-odd zeros-aperiodic section-3-8-aperiodic-values"
    ),
    "nim_a": (
        "floors-defined floors-indexed floors-high floors-grow floors-right floors-single floors-found floors-cover "
        "floors-apart"
    ),
}
UNTOLD = {"floors-cover-second", "lemma-9-disjoint"}
"""Without these z3 finds neither a model nor that there is none, as there are products of unknowns."""
SHOWS_SOME = {("section-3-8-aperiodic-values", "marks-single")}
"""What a proof names to show that something meets what is known of the recursion."""


@pytest.mark.parametrize(("game", "name"), [(game, one) for game, all_ in RESTING.items() for one in all_.split()])
@pytest.mark.sample(16)
@pytest.mark.long("floors-cover", "values-every", "floors-found", "mark-zeros-aperiodic")
def test_what_is_left_out_is_needed(game: str, name: str) -> None:
    """With all that a claim rests on z3 finds no model, and one where any of it is left out."""
    spec = named(game)
    claim = spec.claim(name)
    assert set(answers(spec, name)) == {"unsat"}
    using = dict(claim.using)
    for one in using.keys() - UNTOLD - {of for by, of in SHOWS_SOME if by == name}:
        assert "sat" in answers(spec, name, using={key: at for key, at in using.items() if key != one}), one
    if claim.unfolding:
        assert "sat" in answers(spec, name, unfolding=[])


@pytest.mark.parametrize(
    ("game", "claim", "old", "new"),
    [
        ("euclid", "ones-start", "first(A), ones(A,A).", "first(A), ones(A,A+1)."),
        ("euclid", "lemma-15-ranked", "0 < A, 2*A < B.", "0 < A, 2*A <= B."),
        ("euclid", "lemma-15-ranked", "0 < A, 2*A < B.", "0 < A, 3*A < B."),
        ("euclid", "lemma-15-ranked", "chooses(C,A), 0 < C, C <= A, in_range(A).", "chooses(C,A), 0 < C, 2*C <= A."),
        ("euclid", "lemma-15-ones", "ones(C,A), 0 < C, C <= A, in_range(A).", "ones(C,A), 0 < C, C < A."),
        ("euclid", "lemma-15-ones", "ones(L,L)            :-", "ones(L,2*L)          :-"),
        ("euclid", "lemma-15-ones", "ones(A,A+C)          :-", "ones(A,A+2*C)        :-"),
        ("euclid", "lemma-15-forced", "0 < A, 2*A < B.", "0 < A, 2*A <= B."),
        ("euclid", "lemma-15-forced", "heap(2,Y), chooses(X,Y).", "heap(2,Y), chooses(X,Y+1)."),
        ("euclid", "lemma-15-forced", "ranked(L,L,0)        :-", "ranked(L,2*L,0)      :-"),
        ("euclid", "lemma-15-proof-every", "heap(2,Y), ones(X,Y).", "heap(2,Y), ones(X,Y+1)."),
        ("euclid", "lemma-15-proof-every", "ones(L,L)            :-", "ones(L,2*L)          :-"),
        ("euclid", "lemma-15-proof-every", "ranked(L,L,0)        :-", "ranked(L,2*L,0)      :-"),
        ("euclid", "lemma-15-moves", "move(take(2*X)).", "move(take(3*X))."),
        ("euclid", "lemma-15-moves", "option(X,U,V), chooses(U,V).", "option(2*X,U,V), chooses(U,V)."),
        ("euclid", "lemma-15-moves", "0 < A, 2*A < B.", "0 < A, 2*A <= B."),
        ("euclid", "lemma-15-moves-back", "move(take(X)), move(take(2*X)).", "move(take(X))."),
        ("euclid", "lemma-15-moves-back", "option(X,U,V), chooses(U,V).", "option(X,U,V), chooses(U,V+1)."),
        ("euclid", "lemma-15-moves-back", "0 < A, 2*A < B.", "0 < A, 3*A < B."),
        ("euclid", "lemma-15-two-moves", "times(Q), Q > 1.", "times(Q), Q > 0."),
        ("euclid", "lemma-15-two-moves", "rest(Y), 2*X < Y.", "rest(Y), 2*X < Y-1."),
        ("euclid", "lemma-15-two-moves", "rest(Y), 2*X < Y.", "rest(Y), 3*X < Y."),
        ("mark", "marks-defined", "index(N), mark(N,_).", "index(N), mark(N,0)."),
        ("mark", "marks-single", "mark(N,U), mark(N,V), U != V.", "mark(N,U), mark(N+1,V), U != V."),
        ("mark", "marks-start", "N >= 0, mark(0,0).", "N >= 0, mark(0,1)."),
        ("mark", "values-every", "pile(N), mark(N,V).", "pile(N), mark(N+1,V)."),
        ("mark", "values-every", "U != 0, W != 0,", "U != 0, W != 1,"),
        ("mark", "values-every", "mark(M,0), U != 1, N", "mark(M,0), U != 1, N < 40, N"),
        ("mark", "even-zero", "not mark(2*N-1,0), not", "not mark(2*N-1,1), not"),
        ("mark", "odd-zero", "not mark(2*N,0), not mark(N,0).", "not mark(2*N,0)."),
        ("mark", "odd-not-zero", "index(N), mark(2*N+1,0).", "index(N), mark(2*N+1,1)."),
        ("mark", "double-zero", "index(N), not mark(N,0).", "index(N), not mark(N+1,0)."),
        ("mark", "zeros-aperiodic-odd", "P \\ 2 = 1.", "P \\ 2 = 0."),
        ("mark", "zeros-aperiodic", "P > 0.", "P >= 0."),
        ("mark", "section-3-8-aperiodic-values", "P > 0.", "P >= 0."),
        ("mark", "section-3-8-aperiodic-values", "S <= N, mark(N+P,W), V != W.", "S <= N, mark(N+P,W), V+W > 4."),
        ("mark", "section-3-8-aperiodic-values", "S <= N, mark(N+P,W), V != W.", "N+P <= S, mark(N+P,W), V != W."),
        ("nim_a", "floors-defined", "index(N), floor(N,_).", "index(N), floor(N,N)."),
        ("nim_a", "floors-indexed", "floor(N,_), N < 0.", "floor(N,_), N < 1."),
        ("nim_a", "floors-high", "floor(N,X), X < N.", "floor(N,X), X <= N."),
        ("nim_a", "floors-grow", "N < M, Z <= X.", "N < M, Z <= X+1."),
        ("nim_a", "floors-right", "V = X+1, V*V", "V = X, V*V"),
        ("nim_a", "floors-single", "floor(N,Z), X != Z.", "floor(N+1,Z), X != Z."),
        ("nim_a", "floors-found", "c(C), floor(N,C).", "c(C), floor(N,C+1)."),
        ("nim_a", "floors-cover", "N > 0, C = X+a*N.", "N > 1, C = X+a*N."),
        ("nim_a", "floors-cover-second", "M = C-N, V = C-a*M, V >= 0,", "M = C-N-1, V = C-a*M, V >= 0,"),
        ("nim_a", "floors-apart", "M > 0, X = Z+a*M.", "M > 0, X = Z+a*M+1."),
        ("nim_a", "formula-5-every", "floor(N,X), Y = X+a*N.", "floor(N,X), Y = X+a*N+1."),
        ("nim_a", "formula-5-every", "floor(N,X), Y = X+a*N.", "floor(N+1,X), Y = X+a*N."),
        ("nim_a", "formula-5-every", "floor(0,0).", "floor(0,1)."),
        ("nim_ab", "section-3-4-scaling-limit-below", "D*Z < K*(C*N).", "D*Z < C*N."),
        ("nim_ab", "section-3-4-scaling-limit-below", "D*Z < K*(C*N).", "D*Z <= K*(C*N)."),
        ("nim_ab", "section-3-4-scaling-limit-below", "D*X < C*N.", "D*X < C*N+1."),
        ("nim_ab", "section-3-4-scaling-limit-above", "D*Z > K*(C*N).", "D*Z > C*N."),
        ("nim_ab", "section-3-4-scaling-limit-above", "D*Z > K*(C*N).", "D*Z >= K*(C*N)."),
        ("nim_ab", "section-3-4-scaling-limit-above", "D*X > C*N.", "D*X > C*N+1."),
        ("nim_ab", "section-3-4-ostrovsky-monic", "coefficient(1)      :-", "coefficient(2)      :-"),
        ("nim_ab", "section-3-4-ostrovsky-signs", "coefficient(-C)     :-", "coefficient(C)      :-"),
        ("nim_ab", "section-3-4-ostrovsky-negative", "coefficient(-C-1)   :-", "coefficient(-C)     :-"),
        ("nim_classes", "section-1-1-mex-1-every", "members(N), N \\ 2 = 1.", "members(N), N > 0."),
        ("nim_classes", "section-1-1-mex-1-every", "digit(N,T,1), T = S+1.", "digit(N,T,1), T = S+2."),
        ("nim_classes", "section-1-1-mex-1-every", "unfollowed(T), T < S.", "unfollowed(T), T > S."),
    ],
)
@pytest.mark.sample(24)
@pytest.mark.long("nim_a")
def test_a_changed_statement_is_refuted(tmp_path: Path, game: str, claim: str, old: str, new: str) -> None:
    assert changed(tmp_path, game, claim, old, new).verdict is Verdict.REFUTED


def rows(file: str, name: str, most: int, **constants: int) -> set[tuple[int, ...]]:
    """What the rules of a file, by themselves, derive of a predicate with a range up to a number."""
    control = Control(["-Wnone", *(f"-c{one}={number}" for one, number in constants.items())])
    control.add((folder("encodings") / file).read_text(encoding="utf-8"))
    control.add(f"in_range(0..{most}).")
    control.ground()
    arity = {"floor": 2, "mark": 2, "chooses": 2, "ones": 2}[name]
    atoms = control.symbolic_atoms.by_signature(name, arity)
    return {tuple(argument.number for argument in atom.symbol.arguments) for atom in atoms}


@pytest.mark.parametrize("a", [1, 2, 7, 40])
def test_floors_in_integers(a: int) -> None:
    """floor(n*alpha) for alpha = (2 - a + sqrt(a^2+4))/2, by square roots of integers."""
    assert rows("nim_a/floors.lp", "floor", 300, a=a) == {
        (n, ((2 - a) * n + isqrt((a * a + 4) * n * n)) // 2) for n in range(302)
    }


def test_marks_in_plain_python() -> None:
    values = [0]
    for n in range(1, 1000):
        values.append(min({0, 1, 2} - {values[n - 1], values[n // 2]}))
    assert {row for row in rows("mark/values.lp", "mark", 62) if row[0] < 1000} == set(enumerate(values))


@cache
def forced(x: int, y: int) -> bool:
    """Whether beginning from x <= y each further move is forced, by the moves."""
    options = [(min(x, y - d), max(x, y - d)) for d in range(x, y, x)]
    return not options or (len(options) == 1 and forced(*options[0]))


def test_forced_plays_in_plain_python() -> None:
    places = {(x, y) for y in range(1, 101) for x in range(1, y + 1)}
    assert places - rows("euclid/forced.lp", "chooses", 100) == {place for place in places if forced(*place)}
    assert places & rows("euclid/forced.lp", "ones", 100) == {place for place in places if forced(*place)}
