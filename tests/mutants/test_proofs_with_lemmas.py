"""Cole and Davie's and Wythoff's theorems for heaps of every size, by lemmas; once changed they are not proved."""

from __future__ import annotations

from pathlib import Path

import pytest

from bouton.core.verdict import Result, Verdict
from bouton.document.load import load
from bouton.process.limits import Limits
from bouton.run.check import check
from bouton.run.options import Options
from tests.shipped import copied

NEVER = "section-3-5-never-equal"


def verdict(folder: Path, game: str, claim: str, change: tuple[str, str] | None = None) -> Result:
    """The claim's verdict with one part of the rules changed."""
    spec = copied(folder, game, *([] if change is None else [change]))
    (result,) = check(load(spec), Options(claims=(claim,), limits=Limits(40.0)), lambda _: None)
    return result


@pytest.mark.parametrize(
    ("game", "claim"),
    [
        ("euclid", NEVER),
        ("euclid", "section-3-5-cole-davie"),
        ("wythoff", "formula-3-irrational"),
        pytest.param(*("wythoff", "formula-3-disjoint"), marks=pytest.mark.slow),
    ],
)
@pytest.mark.sample(3)
def test_proved(tmp_path: Path, game: str, claim: str) -> None:
    result = verdict(tmp_path, game, claim)
    assert result.verdict is Verdict.PROVED
    assert result.proof is not None
    assert result.proof.unbounded


@pytest.mark.slow
@pytest.mark.parametrize("claim", ["formula-3-floor", "formula-3-covering", "formula-3"])
def test_wythoff(tmp_path: Path, claim: str) -> None:
    assert verdict(tmp_path, "wythoff", claim).verdict is Verdict.PROVED


GOLDEN = "Y*Y - X*Y - X*X < 0, X*X - Y*X - Y*Y < 0"


@pytest.mark.parametrize(
    "golden",
    [
        GOLDEN.replace("X*X < 0, ", "X*X < 2, "),
        GOLDEN.replace("X*Y - X*X < 0, ", "X*Y + X*X < 0, "),
        GOLDEN.replace("Y*Y - X*Y", "Y*Y - 2*X*Y"),
    ],
)
@pytest.mark.sample(2)
def test_changed_theorems_of_euclid_are_refuted(tmp_path: Path, golden: str) -> None:
    assert golden != GOLDEN
    result = verdict(tmp_path, "euclid", "section-3-5-cole-davie", (GOLDEN, golden))
    assert result.verdict is Verdict.REFUTED


CHANGES = [
    ("euclid", "X*X - X*R - R*R != 0.", "X*X - X*R - R*R != 1.", NEVER, "section-3-5-cole-davie"),
    ("wythoff", "apart_long      :- not both_long.", "apart_long      :- both_long.", None, "formula-3-disjoint"),
    ("wythoff", "C*C - C*N - N*N != 0.", "C*C - C*N - N*N != -1.", "formula-3-irrational", "formula-3-covering"),
]


@pytest.mark.parametrize(("game", "old", "new", "lemma", "theorem"), CHANGES)
@pytest.mark.sample(4)
def test_a_false_lemma_is_of_no_use(
    tmp_path: Path, game: str, old: str, new: str, lemma: str | None, theorem: str
) -> None:
    result = verdict(tmp_path, game, theorem, (old, new))
    assert result.verdict is not Verdict.PROVED
    assert result.proof is not None
    assert result.proof.reason == f"it uses {lemma or 'formula-3-disjoint-long'}, which is not proved"
