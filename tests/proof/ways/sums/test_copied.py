"""Families in which heaps come in pairs: by the form of rules, and the answers that copy a move."""

from __future__ import annotations

from pathlib import Path

import pytest

from bouton.claims.subject import rules_of
from bouton.core.verdict import Result, Verdict
from bouton.document.load import load
from bouton.proof.ways.sums.paired import all_pairs, is_paired
from bouton.run.check import check
from bouton.run.options import Options

NIM = """\
move(lower(I,T)) :- row(I,S), T = 0..S-1.
after(lower(I,T), row(I,T)) :- move(lower(I,T)).
rows(N) :- N = #count { I : row(I,_) }.
"""
BREAKS = """\
move(knock(_at,I,D,L)) :- row(I,S), D = 1..2, D <= S, L = 0..(S-D)/2.
after(knock(_at,I,D,L), row(I,S-D-L)) :- move(knock(_at,I,D,L)), row(I,S).
after(knock(_at,I,D,L), row(N+1,L)) :- move(knock(_at,I,D,L)), rows(N).
rows(N) :- N = #count { I : row(I,_) }.
"""
ODD = "odd :- row(_,S), N = #count { I : row(I,S) }, N \\ 2 = 1.\npairs :- not odd.\n"
COPY = """\
copy(lower(I,T),lower(I+I\\2,T)) :- move(lower(I,T)), T > 0.
copy(lower(I,0),lower(J,0)) :- row(I,_), J = I-1+I\\2.
"""
LAST = """\
copy(lower(I,T),lower(N-0*I,T)) :- move(lower(I,T)), T > 0, rows(N), I > N-2.
copy(lower(I,T),lower(I+I\\2,T)) :- move(lower(I,T)), T > 0, rows(N), I <= N-2.
copy(lower(I,0),lower(I-1+I\\2,0)) :- row(I,_).
"""
BROKEN_COPY = """\
copy(knock(_at,I,D,L),knock(_at,J,D,L)) :- row(I,S), move(knock(_at,I,D,L)), S-D-L > 0, L > 0, J = I+1+I\\2.
copy(knock(_at,I,D,0),knock(_at,J,D,0)) :- row(I,S), move(knock(_at,I,D,0)), S-D > 0, J = I+I\\2.
copy(knock(_at,I,D,0),knock(_at,J,D,0)) :- row(I,S), move(knock(_at,I,D,0)), S = D, J = I-1+I\\2.
"""
FAR = """\
copy(lower(I,T),lower(I+I\\2,T)) :- row(I,S), T = 1..S-1, T != 30.
copy(lower(I,30),lower(I,30)) :- row(I,S), S > 30.
copy(lower(I,0),lower(I-1+I\\2,0)) :- row(I,_).
"""
MANY = """\
copy(lower(I,T),lower(I+I\\2,T)) :- move(lower(I,T)), T > 0, I < 9.
copy(lower(I,T),lower(I+2,T)) :- move(lower(I,T)), T > 0, I >= 9.
copy(lower(I,0),lower(I-1+I\\2,0)) :- row(I,_).
"""


def judged(at: Path, rules: str, said: str, order: str = "ascending") -> Result:
    (at / "g.lp").write_text(rules)
    position = f"position: {{row: {{count: 0..4, size: 1..3, order: {order}}}}}\n"
    claim = f"  - {{id: c, says: A., kind: outcome, where: pairs, outcome: P, {said}prove: {{row: {{count: all}}}}}}\n"
    (at / "g.yaml").write_text(f"game: g\nrules: g.lp\n{position}claims:\n{claim}")
    (result,) = check(load(at / "g.yaml"), Options(crosscheck=False, fresh=True), lambda _: None)
    return result


def why(result: Result) -> str:
    assert result.verdict is Verdict.HOLDS
    return str(result.proof and result.proof.reason)


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        pytest.param(BREAKS + ODD, "", marks=pytest.mark.slow),
        (NIM + ODD + COPY, "reply: copy, "),
        pytest.param(BREAKS + ODD + BROKEN_COPY, "reply: copy, ", marks=pytest.mark.slow),
        pytest.param(NIM + ODD + LAST, "reply: copy, ", marks=pytest.mark.slow),
    ],
)
@pytest.mark.sample(1)
def test_pairs_are_proved(tmp_path: Path, rules: str, said: str) -> None:
    result = judged(tmp_path, rules, said)
    assert result.verdict is Verdict.PROVED
    assert result.proof is not None
    assert "the sum of a position with itself" in " ".join(result.proof.cites)


@pytest.mark.parametrize(("rules", "where"), [pytest.param(FAR, "row=31:31", marks=pytest.mark.slow), (MANY, "")])
def test_an_answer_that_fails_beyond_the_box_is_not_proved(tmp_path: Path, rules: str, where: str) -> None:
    """At 31:31 the heap that has been lowered to 30 stones is answered for; from nine heaps on, a heap that is none."""
    result = judged(tmp_path, NIM + ODD + rules, "reply: copy, ")
    if result.verdict is Verdict.REFUTED:
        assert result.counterexample is not None
        (sizes,) = result.counterexample.at[1]
        assert isinstance(sizes, tuple)
        assert all(sizes.count(one) % 2 == 0 for one in sizes)
        assert max(sizes) > 30 if where else len(sizes) >= 10
    else:
        assert " fails, at row=" in why(result)


def test_misere_play_is_no_matter_of_pairs(tmp_path: Path) -> None:
    result = judged(tmp_path, NIM + ODD, "play: misere, ")
    assert result.counterexample is not None
    assert result.counterexample.position == {"row": []}


@pytest.mark.parametrize(
    ("rules", "order", "reason"),
    [
        (
            ODD.replace("pairs :- not odd", "pairs :- not odd, rows(2)") + COPY,
            "ascending",
            "not seen to be all positions",
        ),
        (ODD + COPY, "descending", "in ascending order"),
        (ODD + "copy(M,M) :- move(M).\n", "ascending", "the move and its answer are to be named"),
        (
            ODD + "copy(lower(I,T),lower(J,T)) :- move(lower(I,T)), row(J,_).\n",
            "ascending",
            "is not a move of one heap",
        ),
    ],
)
@pytest.mark.sample(2)
def test_what_is_not_read_is_said(tmp_path: Path, rules: str, order: str, reason: str) -> None:
    result = judged(tmp_path, NIM + rules, "reply: copy, ", order)
    if result.verdict is not Verdict.REFUTED:
        assert reason in why(result)


FORMS = {
    "p :- not odd. odd :- row(_,S), N = #count { J : row(J,S) }, N \\ 2 != 0.": True,
    "p :- not odd. odd :- C \\ 2 > 0, #count { J : row(J,A) } = C, row(B,A).": True,
    "p :- not odd. odd :- row(I,S), I \\ 2 = 1, not row(I+1,S).": True,
    "p :- not odd. odd :- times(_,N), N \\ 2 = 1. times(S,N) :- row(_,S), N = #count { I : row(I,S) }.": True,
    "p :- not odd. odd :- lone(S). lone(S) :- row(_,S), N = #count { I : row(I,S) }, N \\ 2 = 1.": True,
    "p :- q, rows(4). q :- not odd. odd :- row(_,S), N = #count { I : row(I,S) }, N \\ 2 = 1.": False,
    "p :- not odd, row(_,3). odd :- row(_,S), N = #count { I : row(I,S) }, N \\ 2 = 1.": False,
    "p :- not odd. odd :- row(_,S), N = #count { I : row(I,S) }, N \\ 2 = 1. odd :- row(_,9).": False,
}
"""Rules of a family of pairs, each with whether it is all of them."""
OTHERS = (
    "p :- not odd. odd :- row(_,S), N = #count { I : row(I,_) }, N \\ 2 = 1.",
    "p :- not odd. odd :- row(_,S), N = #count { I : row(I,S) }, N \\ 2 = 0.",
    "p :- not odd. odd :- row(_,S), N = #count { I : row(I,S) }, N \\ 3 = 1.",
    "p :- not odd. odd :- row(_,S), N = #count { S : row(_,S) }, N \\ 2 = 1.",
    "p :- not odd. odd :- row(_,S), S > 1, N = #count { I : row(I,S) }, N \\ 2 = 1.",
    "p :- not odd. odd :- row(I,S), I \\ 2 = 0, not row(I+1,S).",
    "p :- not odd. odd :- row(I,S), I \\ 2 = 1, not row(I+2,S).",
    "p :- not odd. odd :- row(I,S), I \\ 2 = 1, not row(I+1,I).",
    "p :- not odd. p :- row(_,7). odd :- row(_,S), N = #count { I : row(I,S) }, N \\ 2 = 1.",
    "p :- not odd. odd :- times(_,N), N \\ 2 = 1. times(S,N) :- row(S,_), N = #count { I : row(I,S) }.",
    "p :- not odd. odd :- lone(S). lone(N) :- row(_,S), N = #count { I : row(I,S) }, N \\ 2 = 1.",
    "p :- odd. odd :- row(_,S), N = #count { I : row(I,S) }, N \\ 2 = 1.",
)


def form(at: Path, text: str, moves: str = NIM, play: str = "normal") -> tuple[bool, bool]:
    (at / "g.lp").write_text(moves + text + "\n")
    claim = f"{{id: c, says: A., kind: outcome, where: p, outcome: P, play: {play}, prove: {{row: {{count: all}}}}}}"
    head = "game: g\nrules: g.lp\nposition: {row: {count: 0..4, size: 1..3}}\nclaims:\n"
    (at / "g.yaml").write_text(f"{head}  - {claim}\n")
    spec = load(at / "g.yaml")
    rules = rules_of(spec)
    return is_paired(spec.claim("c"), rules), all_pairs(rules, "p")


def test_the_forms_of_pairs(tmp_path: Path) -> None:
    for text, whole in FORMS.items():
        assert form(tmp_path, text) == (True, whole), text


def test_other_forms_are_none(tmp_path: Path) -> None:
    for text in OTHERS:
        assert form(tmp_path, text) == (False, False), text
    pairs = next(iter(FORMS))
    assert not form(tmp_path, pairs, play="misere")[0]
    assert not form(tmp_path, pairs, NIM.replace("T = 0..S-1", "T = 0..S-1, not row(I+1,9)"))[0]
