"""Proofs by measures that count heaps or that the rules derive: a measure that fails far away proves nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from bouton.core.verdict import Result, Verdict
from bouton.document.load import load
from bouton.run.check import check
from bouton.run.options import Options
from tests.samples import small_or_whole

RULES = """\
move(a) :- p(N), q(M), M > 0.
after(a, p(N+1)) :- move(a), p(N).
after(a, q(M-1)) :- move(a), q(M).
move(b) :- p(N), q(M), N > 1.
after(b, p(N-2)) :- move(b), p(N).
after(b, q(M+1)) :- move(b), q(M).
lost :- q(M), M \\ 2 = 0.
value(M \\ 2) :- q(M).
"""
WEIGHT = "weight(2*N+3*M) :- p(N), q(M).\n"
FAR = "weight(2*N+3*M) :- p(N), q(M), N < 900.\n"


def judged(folder: Path, rules: str, rest: str) -> Result:
    (folder / "g.lp").write_text(rules)
    (folder / "g.yaml").write_text(f"game: g\nrules: g.lp\n{rest}")
    (result,) = check(load(str(folder / "g.yaml")), Options(), lambda _: None)
    return result


def weighed(folder: Path, weight: str, claim: str = "kind: p-positions, iff: lost", measure: str = "weight") -> Result:
    said = f"claims:\n  - {{id: c, says: x, {claim}, prove: {{p: all, q: all}}}}\n"
    return judged(folder, RULES + weight, f"measure: {measure}\nposition: {{p: 0..6, q: 0..6}}\n{said}")


def unproved(folder: Path, weight: str) -> str:
    """Why nothing is proved by this measure; the claim holds in its box all the same."""
    result = weighed(folder, weight)
    assert result.verdict is Verdict.HOLDS
    assert result.proof is not None
    assert result.proof.verdict == "unknown"
    return result.proof.reason or ""


@pytest.mark.parametrize("claim", ["kind: p-positions, iff: lost", "kind: grundy, iff: value"])
@pytest.mark.sample(2)
@pytest.mark.slow
def test_a_derived_measure_proves(tmp_path: Path, claim: str) -> None:
    result = weighed(tmp_path, WEIGHT, claim)
    assert result.verdict is Verdict.PROVED
    assert result.proof is not None
    said = {one.meaning for one in result.proof.obligations}
    assert said >= {"every move lowers the measure (weight)", "the measure weight is nowhere two numbers"}
    in_cases = "weight(2*N+6*K) :- p(N), q(2*K).\nweight(2*N+6*K+3) :- p(N), q(2*K+1).\n"
    assert weighed(tmp_path, in_cases, claim, "[weight, p]").verdict is Verdict.PROVED


@pytest.mark.parametrize(
    ("weight", "says"),
    [
        (FAR, "no natural number"),
        (FAR + "weight(7) :- p(N), N >= 900.\n", "does not lower the measure"),
        (FAR + "weight(2*N+3*M+1) :- p(N), q(M), N >= 899.\n", "two numbers|does not lower"),
        (FAR + "weight(2*N+3*M-5000) :- p(N), q(M), N >= 900.\n", "negative number|no natural|does not lower"),
        (FAR + "weight(far) :- p(N), N >= 900.\n", "not a number outright"),
    ],
)
@pytest.mark.sample(5)
def test_a_measure_that_fails_far_away_proves_nothing(tmp_path: Path, weight: str, says: str) -> None:
    reason = unproved(tmp_path, weight)
    assert [one for one in says.split("|") if one in reason], reason


def test_a_game_that_goes_on_for_ever_far_away(tmp_path: Path) -> None:
    """Whatever is said to fall: there is no end where p is great."""
    rules = RULES + "move(c) :- p(N), N >= 900.\nafter(c, p(N+2)) :- move(c), p(N).\n" + WEIGHT
    said = "claims:\n  - {id: c, says: x, kind: p-positions, iff: lost, prove: {p: all, q: all}}\n"
    for measure in ("weight", "[weight, q, p]"):
        result = judged(tmp_path, rules, f"measure: {measure}\nposition: {{p: 0..6, q: 0..6}}\n{said}")
        assert result.proof is not None
        assert result.proof.verdict != "proved"


MERGING = """\
move(take(I,T)) :- heap(I,S), T = 0..S-1.
after(take(I,T), heap(I,T)) :- move(take(I,T)).
move(merge(I,J)) :- heap(I,_), heap(J,_), I < J.
after(merge(I,J), heap(I,S+U)) :- move(merge(I,J)), heap(I,S), heap(J,U).
after(merge(I,J), heap(J,0)) :- move(merge(I,J)).
equal :- not heap(1,_).
equal :- heap(1,A), heap(2,A).
"""


@pytest.mark.parametrize(
    ("measure", "counts"),
    [
        ("[stones, heaps]", "0..2"),
        pytest.param("[heaps, stones]", "0..2", marks=pytest.mark.slow),
        pytest.param("[stones, splits]", "0..1", marks=pytest.mark.slow),
    ],
)
@pytest.mark.slow
def test_heaps_that_merge(tmp_path: Path, measure: str, counts: str) -> None:
    """Of two heaps that may be merged two equal ones are lost: whoever merges leaves one, to be taken."""
    said = "claims:\n  - {id: c, says: x, kind: p-positions, iff: equal, prove: true}\n"
    rest = f"measure: {measure}\nposition: {{heap: {{count: {counts}, size: 1..5}}}}\n"
    result = judged(tmp_path, MERGING, rest + said)
    assert result.proof is not None
    assert result.proof.verdict == "proved"
    raising = MERGING.replace("T = 0..S-1.", "T = 0..S-1, S < 50.\nmove(take(I,S+1)) :- heap(I,S), S >= 50.")
    result = judged(tmp_path, raising, rest + said)
    assert result.proof is None or result.proof.verdict != "proved"


SPLITTING = """\
heaps(N)                    :- N = #count { I : heap(I,_) }.
move(one(I))                :- heap(I,S), S > 1.
after(one(I), heap(I,S-1))  :- move(one(I)), heap(I,S).
after(one(I), heap(N+1,1))  :- move(one(I)), heaps(N).
row(I,0)                    :- heap(I,1).
row(I,0)                    :- heap(I,S), S > 1, S \\ 2 = 1.
row(I,1)                    :- heap(I,S), S \\ 2 = 0.
sum(0,0).
sum(I,X^V)                  :- sum(I-1,X), row(I,V).
value(X)                    :- heaps(N), sum(N,X).
"""


@pytest.mark.slow
def test_a_sum_of_heaps_that_split(tmp_path: Path) -> None:
    """One stone is put beside its heap; and the same with a heap that doubles far up, so that there is no end."""
    said = "claims:\n  - {id: c, says: x, kind: grundy, iff: value, prove: {heap: {count: all}}}\n"
    rest = f"measure: [stones, splits]\nposition: {{heap: {{count: 0..2, size: 1..6}}}}\n{said}"
    result = judged(tmp_path, SPLITTING, rest)
    assert result.verdict is Verdict.PROVED, result.proof and result.proof.reason
    endless = SPLITTING + (
        "move(twice(I)) :- heap(I,S), S >= 900.\nafter(twice(I), heap(I,S)) :- move(twice(I)), heap(I,S).\n"
        "after(twice(I), heap(N+1,S)) :- move(twice(I)), heap(I,S), heaps(N).\n"
    )
    result = judged(tmp_path, endless, rest)
    assert result.proof is not None
    assert result.proof.verdict != "proved"
    derived = rest.replace("[stones, splits]", "weight")
    weight = "weight(S-N) :- S = #sum { T,I : heap(I,T) }, heaps(N).\n"
    result = judged(tmp_path, SPLITTING + weight, derived)
    assert result.proof is not None
    assert result.proof.verdict != "proved"
    assert "which no proof for any number of heaps reads" in (result.proof.reason or "")


LOWERING = """\
move(t(I,T))        :- heap(I,S), T = 0..S-1.
after(t(I,T), heap(I,T)) :- move(t(I,T)).
place(1)            :- heap(_,_).
place(2*P)          :- place(P), heap(_,S), 2*P <= S.
ones(P,N)           :- place(P), N = #count { I : heap(I,S), (S / P) \\ 2 = 1 }.
unbalanced          :- ones(_,N), N \\ 2 != 0.
balanced            :- not unbalanced.
stones(X)           :- X = #sum { S,I : heap(I,S) }.
"""


@pytest.mark.parametrize("prove", small_or_whole("{heap: {count: all}}", "true"))
@pytest.mark.slow
def test_a_derived_measure_by_columns(tmp_path: Path, prove: str) -> None:
    """The digits prove the theorem without the measure, which is none where there are many stones."""
    said = f"claims:\n  - {{id: c, says: x, kind: p-positions, iff: balanced, prove: {prove}}}\n"
    rest = f"position: {{heap: {{count: 0..2, size: 1..4}}}}\n{said}"
    assert judged(tmp_path, LOWERING, rest).verdict is Verdict.PROVED
    far = LOWERING + "weight(X) :- stones(X), X < 100.\n"
    result = judged(tmp_path, far, f"measure: weight\n{rest}")
    assert result.verdict is Verdict.HOLDS
    assert result.proof is not None
    assert result.proof.verdict == "unknown"
