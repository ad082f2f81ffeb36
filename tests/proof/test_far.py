"""Claims about any number of heaps that are false from tens of heaps on, by rules that no way reads: refuted there."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from bouton.claims.subject import rules_of
from bouton.core.proof import Proof
from bouton.core.spec import Spec
from bouton.core.verdict import Verdict
from bouton.document.load import load
from bouton.process.limits import Limits
from bouton.proof import far
from bouton.proof.attempt import Attempt, ProofRequest
from bouton.run.check import check
from bouton.run.options import Options

ONES = """\
heaps(N) :- N = #count { I : heap(I,_) }.
maximal(I) :- heaps(N), heap(N,1), heap(I,1).
ones :- not big.
big :- heap(_,S), S >= 2.
move(l(I,0,nil)) :- heaps(I), maximal(I).
move(l(I-1,0,l(I,0,L))) :- move(l(I,0,L)), maximal(I-1), heaps(N), I-1 > N-k.
after(l(I,T,L), heap(I,T)) :- move(l(I,T,L)).
after(l(I,T,L), F) :- move(l(I,T,L)), after(L,F).
p :- heaps(N), N \\ (k+1) = 0.
"""
NAMES = """\
w(l(N,0,nil)) :- heaps(N), N \\ 3 = 1, N < 50.
w(l(N,0,foo)) :- heaps(N), N \\ 3 = 1, N >= 50.
w(l(N-1,0,l(N,0,nil))) :- heaps(N), N \\ 3 = 2.
"""
GAP = """\
heaps(N) :- N = #count { I : heap(I,_) }.
maximal(I) :- heaps(N), heap(N,1), heap(I,1).
ones :- not big.
big :- heap(_,S), S >= 2.
c(X,W,l(I,0,nil)) :- heaps(I), maximal(I), X = I-5..I, W = I..I+5.
c(C+1,W,l(I-1,0,l(I,0,L))) :- c(C,W,l(I,0,L)), heaps(N), W >= N, C >= W, not N <= C <= N+40, maximal(I-1).
move(L) :- c(_,_,L).
after(l(I,T,L), heap(I,T)) :- c(_,_,l(I,T,L)).
after(l(I,T,L), F) :- c(_,_,l(I,T,L)), after(L,F).
p :- heaps(N), N \\ 2 = 0, N <= 42.
"""
LARGEST = """\
move(take(M)) :- heap(1,S), M = 1..S.
after(take(M), heap(1,T)) :- heap(1,S), M = 1..S, T = S-M.
x(1,S) :- heap(1,S).
x(1,0) :- not heap(1,_).
t(T) :- T = #count { I : heap(I,S), x(1,S) }.
heaps(N) :- N = #count { I : heap(I,S) }.
lower(N-T) :- heaps(N), t(T).
even :- t(T), T \\ 2 = 0.
big :- heap(_,S), S >= 13.
"""
POSSIBLE = LARGEST + "q :- big, lower(C), Y = 0..C, Y*Y <= 9, C <= Y*Y+6.\np :- even, not big.\np :- even, q.\n"
NEGATED = LARGEST + (
    "q(Y) :- big, lower(C), Y = 0..C, Y*Y <= 9, C <= Y*Y+6.\nnq :- not q(_).\n"
    "p :- even, not big.\np :- even, big, not nq.\n"
)
SHORT = "move(l(I-1,0,l(I,0,nil))) :- move(l(I,0,nil)), maximal(I-1), heaps(N), N >= 60.\n"
CASES = {
    "the end of a list has an effect": (ONES + "after(nil, heap(1,0)) :- heaps(N), N >= 50.", 2, "", {1: 51}),
    "a strategy names a list of another end": (ONES + NAMES, 2, "strategy: w, ", {1: 52}),
    "a run jumps a gap": (GAP, None, "", {1: 44}),
    "the sure part asks of a number that is not shown": (POSSIBLE, None, "", {13: 2, 1: 16}),
    "the same under negation": (NEGATED, None, "", {13: 2, 1: 16}),
    "a step from lists of one element": (ONES + SHORT, 1, "", {1: 60}),
    "an effect of a variable": (
        ONES + "after(L, heap(1,0)) :- part(L).\npart(nil) :- heaps(N), N >= 50.",
        1,
        "",
        {1: 50},
    ),
    "an effect of first elements": (
        ONES + "after(L, heap(1,0)) :- part(L).\npart(l(N,0,nil)) :- heaps(N), N >= 70.",
        1,
        "",
        {1: 70},
    ),
}


def about(folder: Path, rules: str, k: int | None, more: str = "") -> Spec:
    (folder / "game.lp").write_text(rules)
    ones = "where: ones, " if "ones" in rules else ""
    order = "ascending" if ones else "descending"
    parameters, fixed = (f"parameters: {{k: {k}}}\n", f"k: {k}, ") if k is not None else ("", "")
    (folder / "game.yaml").write_text(
        f"game: g\nrules: game.lp\n{parameters}position:\n  heap: {{count: 0..2, size: 1..2, order: {order}}}\n"
        f"claims:\n  - {{id: p, says: so, kind: p-positions, {ones}iff: p, {more}"
        f"prove: {{{fixed}heap: {{count: all}}}}}}\n"
    )
    return load(str(folder / "game.yaml"))


@pytest.mark.parametrize("case", CASES)
@pytest.mark.sample(9)
def test_it_is_refuted_where_it_fails(case: str, tmp_path: Path) -> None:
    rules, k, more, heaps = CASES[case]
    spec = about(tmp_path, rules, k, more)
    open_ = Attempt(Proof("unknown", reason="it is not read"))
    found = far.refuted(spec, spec.claim("p"), rules_of(spec), open_, ProofRequest(limits=Limits(100.0)))
    assert found.proof.verdict == "refuted"
    (candidate,) = found.candidates
    (position,) = candidate.position
    assert isinstance(position, tuple)
    assert Counter(position) == Counter(heaps)
    assert candidate.obligation == ("strategy w" if more else "claim p")
    assert candidate.parameters == ({} if k is None else {"k": k})


@pytest.mark.slow
def test_a_whole_check_ends_refuted_there(tmp_path: Path) -> None:
    rules, k, more, heaps = CASES["an effect of a variable"]
    spec = about(tmp_path, rules, k, more)
    (result,) = check(spec, Options(fresh=True, crosscheck=False), lambda _progress: None)
    assert result.verdict is Verdict.REFUTED
    assert result.counterexample is not None
    assert result.counterexample.at[1] == ((1,) * heaps[1],)


@pytest.mark.parametrize("goes_on", ["J != 31", "not 31 <= J <= 36"])
@pytest.mark.sample(2)
@pytest.mark.slow
def test_a_list_that_stops_and_would_go_on_later_is_not_read_and_refuted_where_it_stops(
    goes_on: str, tmp_path: Path
) -> None:
    """It stops where the heaps of all have one size alone, of which fewer levels are read than elsewhere."""
    (tmp_path / "game.lp").write_text(f"""\
heaps(N) :- N = #count {{ I : heap(I,_) }}.
ones :- not big.
big :- heap(_,S), S >= 2.
maximal(I) :- heaps(N), heap(N,1), heap(I,1).
lower(1,l(I,0,nil)) :- heaps(I), maximal(I).
lower(J+1,l(I-1,0,l(I,0,L))) :- lower(J,l(I,0,L)), maximal(I-1), {goes_on}.
move(L) :- lower(_,L).
after(l(I,T,L), heap(I,T)) :- lower(_,l(I,T,L)).
after(l(I,T,L), F) :- lower(_,l(I,T,L)), after(L,F).
p :- heaps(0).
""")
    (tmp_path / "game.yaml").write_text("""\
game: g
rules: game.lp
position: {heap: {count: 0..4, size: 1..3}}
claims:
  - {id: p, says: x, kind: p-positions, where: ones, iff: p, prove: {heap: {count: all}}}
""")
    options = Options(fresh=True, crosscheck=False)
    (result,) = check(load(str(tmp_path / "game.yaml")), options, lambda _progress: None)
    assert result.counterexample is not None
    assert (result.verdict, result.counterexample.at[1]) == (Verdict.REFUTED, ((1,) * 32,))


@pytest.mark.parametrize("more", ["", "after(nil, heap(1,0)) :- heaps(N), N >= 5000."])
def test_what_is_true_or_fails_where_nothing_is_looked_at_stays_open(more: str, tmp_path: Path) -> None:
    spec = about(tmp_path, ONES + more, 2)
    open_ = Attempt(Proof("unknown", reason="it is not read"))
    assert far.refuted(spec, spec.claim("p"), rules_of(spec), open_, ProofRequest(limits=Limits(100.0))) is open_


def test_what_is_decided_is_not_looked_at(tmp_path: Path) -> None:
    spec = about(tmp_path, CASES["a run jumps a gap"][0], None)
    done = Attempt(Proof("refuted", reason="it is known"))
    assert far.refuted(spec, spec.claim("p"), rules_of(spec), done, ProofRequest(limits=Limits(100.0))) is done


def test_a_claim_about_some_numbers_of_heaps_is_not_looked_at_beyond_them(tmp_path: Path) -> None:
    spec = about(tmp_path, *CASES["an effect of a variable"][:2])
    text = (tmp_path / "game.yaml").read_text().replace("{count: all}", "{count: 0..3}")
    (tmp_path / "game.yaml").write_text(text)
    spec = load(str(tmp_path / "game.yaml"))
    open_ = Attempt(Proof("unknown", reason="it is not read"))
    assert far.refuted(spec, spec.claim("p"), rules_of(spec), open_, ProofRequest(limits=Limits(100.0))) is open_
