"""Statements about subtraction games for every set: Ferguson's lemma is proved, a changed one is not."""

from __future__ import annotations

from pathlib import Path

import pytest

from bouton.claims.subject import rules_of, subject
from bouton.core.errors import Unreadable
from bouton.core.verdict import Result, Verdict
from bouton.document.load import load
from bouton.process.limits import Limits
from bouton.proof.ways.every_set import EVERY_SET
from bouton.proof.whole import attempted
from bouton.run.check import check
from bouton.run.options import Options
from bouton.theory.every_set import problem
from bouton.theory.family import family
from tests.proof.attempts import whole
from tests.samples import small_or_whole
from tests.shipped import copied


def changed(folder: Path, *changes: tuple[str, str]) -> Path:
    """The spec of subtraction games, with parts of its rules changed."""
    spec = copied(folder, "subtraction", *changes)
    spec.write_text(spec.read_text().replace("{subsets: 1..6, size: 1..6}", "{set: [[1, 2]]}"))
    return spec


def verdict(spec: Path, seconds: float, crosscheck: bool | None = None) -> Result:
    options = Options(claims=("lemma-19",), limits=Limits(seconds), crosscheck=crosscheck)
    (result,) = check(load(spec), options, lambda _: None)
    return result


@pytest.mark.parametrize("crosscheck", small_or_whole(False, None))
def test_fergusons_lemma(tmp_path: Path, crosscheck: bool | None) -> None:
    """Everything but that the named values are mex is proved: that makes the proof unknown, and is named."""
    result = verdict(changed(tmp_path), 600.0, crosscheck)
    assert (result.verdict, result.as_expected) == (Verdict.HOLDS, True)
    assert result.proof is not None
    assert (result.proof.verdict, result.proof.unbounded) == ("unknown", ("S", "x"))
    assert {one.name: one.verdict for one in result.proof.obligations} == {
        "rules": "proved",
        "measure": "proved",
        "closed": "proved",
        "induction step": "proved",
        "values are mex": "unknown",
    }
    assert result.proof.reason is not None
    assert result.proof.reason.startswith("values are mex: subtraction.lp:")


@pytest.mark.parametrize(
    "change",
    [
        ("up_19(X,K)       :- g(X,0), least(K).", "up_19(X,K)       :- g(X,1), least(K)."),
        ("down_19(X,K)     :- g(X,1), least(K).", "down_19(X,K)     :- g(X,2), least(K)."),
        ("least(A)  :- s(A), not lesser(A).", "least(A)  :- s(A)."),
    ],
)
@pytest.mark.slow
def test_changed_lemmas_are_not_proved(tmp_path: Path, change: tuple[str, str]) -> None:
    spec = load(changed(tmp_path, change))
    claim = spec.claim("lemma-19")
    proof = attempted(EVERY_SET, whole(spec, claim, Limits(4.0))).proof
    assert {one.name: one.verdict for one in proof.obligations}["induction step"] == "unknown"


MOVE = "move(take(D))              :- s(D), pile(X), D <= X."


@pytest.mark.parametrize("body", ["s(D), s(E), E > D, pile(X), D <= X.", "D = 1..X, not s(D), pile(X)."])
def test_moves_that_come_from_more_than_one_member_are_not_read(tmp_path: Path, body: str) -> None:
    spec = load(changed(tmp_path, (MOVE, f"move(take(D)) :- {body}")))
    with pytest.raises(Unreadable, match="one member of the set"):
        family(spec, rules_of(spec))


def test_the_options_are_those_of_the_rules(tmp_path: Path) -> None:
    """Where a pile below twice the member must stay, the problem says so."""
    spec = load(changed(tmp_path, (MOVE, "move(take(D)) :- s(D), pile(X), 2*D <= X.")))
    claim = spec.claim("lemma-19")
    text = problem(spec, claim, rules_of(spec), rules_of(subject(spec, claim)))
    assert "(<= (* 2 d) x)" in text
