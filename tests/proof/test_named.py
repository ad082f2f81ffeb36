"""Proofs of claims about values of named positions: what they rest on, and what keeps them from being proved."""

from __future__ import annotations

from pathlib import Path

import pytest

from bouton.core.verdict import Result, Verdict
from bouton.document.load import load
from bouton.run.check import check
from bouton.run.options import Options

RULES = """\
move(take(M))             :- M = l..r, pile(N), M <= N.
after(take(M), pile(N-M)) :- pile(N), move(take(M)).
value((N \\ (l+r)) / l) :- pile(N).
lost :- pile(N), N \\ (l+r) < l.
at(here, pile(N))    :- pile(N).
at(up, pile(N+l+r))  :- pile(N).
at(down, pile(N-1))  :- pile(N), N >= 1.
same :- value(here,V), value(up,V).
alike :- outcome(here,p), outcome(up,p).
alike :- outcome(here,n), outcome(up,n).
zero :- value(here,0).
nought :- outcome(up,p).
wrong :- pile(0).
wrong :- value(down,V), value(here,V).
far :- value(here,_), not pile(2000).
outside :- pile(N), N < 10.
outside :- value(down,_).
"""
VALUE = "{id: v, says: A., kind: grundy, iff: value, prove: {l: 2, r: 3, pile: all}}"
LOST = "{id: p, says: A., kind: p-positions, iff: lost, prove: {l: all, r: all, pile: all}}"


def judged(folder: Path, claim: str, *others: str, rules: str = RULES, parameters: str = "{l: 2, r: 3}") -> Result:
    (folder / "game.lp").write_text(rules)
    listed = "".join(f"  - {one}\n" for one in (f"{{id: c, says: A., kind: everywhere, {claim}}}", *others))
    head = f"game: g\nrules: game.lp\nparameters: {parameters}\nposition: {{pile: 0..30}}\nclaims:\n"
    (folder / "game.yaml").write_text(head + listed)
    (result,) = check(load(str(folder / "game.yaml")), Options(claims=("c",)), lambda _: None)
    return result


def reason(result: Result) -> str:
    assert result.verdict is Verdict.HOLDS
    assert result.proof is not None
    return str(result.proof.reason)


def test_by_a_formula(tmp_path: Path) -> None:
    result = judged(tmp_path, "iff: same, prove: {l: 2, r: 3, pile: all}", VALUE)
    assert result.verdict is Verdict.PROVED
    assert result.proof is not None
    assert result.proof.reason == "with the values of v"
    assert [one.name for one in result.proof.obligations if one.part == "lemma v"] == ["proof of v"]


@pytest.mark.slow
def test_by_the_p_positions_for_every_parameter(tmp_path: Path) -> None:
    parameters = "{l: 1..3, r: l..l+3}"
    result = judged(tmp_path, "iff: alike, prove: {l: all, r: all, pile: all}", LOST, parameters=parameters)
    assert result.verdict is Verdict.PROVED
    result = judged(tmp_path, "iff: same, prove: {l: all, r: all, pile: all}", LOST, parameters=parameters)
    assert reason(result) == "no other claim of the spec says what values the named positions have, or outcomes"


@pytest.mark.slow
def test_where_it_asks_for_values(tmp_path: Path) -> None:
    """Also where `where` asks for them, which is known of named positions alone."""
    prove = "prove: {l: 2, r: 3, pile: all}"
    assert judged(tmp_path, f"iff: nought, where: zero, {prove}", VALUE).verdict is Verdict.PROVED


@pytest.mark.slow
def test_far_out(tmp_path: Path) -> None:
    result = judged(tmp_path, "iff: far, prove: {l: 2, r: 3, pile: all}", VALUE)
    assert result.counterexample is not None
    assert result.counterexample.position == {"pile": 2000}


def test_refuted_in_its_box(tmp_path: Path) -> None:
    result = judged(tmp_path, "iff: wrong, prove: {l: 2, r: 3, pile: all}", VALUE)
    assert result.counterexample is not None
    assert result.counterexample.position == {"pile": 2}


@pytest.mark.parametrize(
    ("prove", "lemma", "expected"),
    [
        (
            "{l: 2, r: 3, pile: all}",
            VALUE.replace("v,", "v, expect: refuted,"),
            "no other claim of the spec says",
        ),
        ("{l: all, r: 3, pile: all}", VALUE, "with the values of v: its range of l is another one"),
        (
            "{l: 2, r: 3, pile: all}",
            VALUE.replace("pile: all", "pile: 0..40"),
            "or that a name is a position of which",
        ),
        (
            "{l: 2, r: 3, pile: all}",
            VALUE.replace("iff: value", "iff: value, play: misere"),
            "no other claim of the",
        ),
        (
            "{l: 2, r: 3, pile: all}",
            VALUE.replace("iff: value", "iff: wild"),
            "rests on the values of v, which is not",
        ),
    ],
)
@pytest.mark.sample(3)
def test_no_proof(tmp_path: Path, prove: str, lemma: str, expected: str) -> None:
    rules = RULES + "wild((N \\ (l+r)) / l) :- pile(N), N < 500.\nwild(0) :- pile(N), N >= 500.\n"
    assert expected in reason(judged(tmp_path, f"iff: same, prove: {prove}", lemma, rules=rules))


@pytest.mark.slow
def test_names_that_may_be_others(tmp_path: Path) -> None:
    """Where a rule names many positions at once there is no proof, and no position is lost sight of."""
    prove = "prove: {l: 2, r: 3, pile: all}"
    rules = RULES.replace("at(up, pile(N+l+r))  :-", "up(up). at(X, pile(N+l+r)) :- up(X),")
    assert "X may be any name" in reason(judged(tmp_path, f"iff: same, {prove}", VALUE, rules=rules))
    rules = RULES.replace("value(up,V)", "up(X), value(X,V)") + "up(up).\n"
    assert "X is no name alone" in reason(judged(tmp_path, f"iff: same, {prove}", VALUE, rules=rules))
    rules = RULES.replace("up,", "up(1),")
    assert "up(1) is no name alone" in reason(judged(tmp_path, f"iff: same, {prove}", VALUE, rules=rules))
    rules = RULES.replace("at(up,", "at(l,").replace("value(up,", "value(l,").replace("outcome(up,", "outcome(l,")
    assert "l is no name alone" in reason(judged(tmp_path, f"iff: same, {prove}", VALUE, rules=rules))
