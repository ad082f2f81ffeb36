"""False claims about quotients and remainders, refuted at the least position, which no box comes to."""

from __future__ import annotations

from pathlib import Path

import pytest

from bouton.core.verdict import Result, Verdict
from bouton.document.load import load
from bouton.run.check import check
from bouton.run.options import Options
from tests.proof.ways.remainders.test_problems import BEGIN, NIMHOFF, SAFE, STEP, VALUE, said, value

Heaps = tuple[int, ...]


def refutation(folder: Path, claim: str, before: str, after: str, left_open: str | None = None) -> Result:
    assert NIMHOFF.count(before) == 1
    (folder / "g.lp").write_text(NIMHOFF.replace(before, after))
    (folder / "g.yaml").write_text(
        "game: g\nrules: g.lp\nparameters: {h: 1..2}\nposition: {heap: {count: 0..2, size: 1..3}}\n"
        f"claims:\n  - {{id: c, says: x, {claim}, prove: {{h: all, heap: {{count: all}}}}}}\n"
    )
    options = Options(fresh=True, crosscheck=False)
    (result,) = check(load(str(folder / "g.yaml")), options, lambda _: None)
    assert result.verdict is Verdict.REFUTED
    assert result.reason == left_open  # nothing, where the form is that of the theorem
    return result


FAR = [
    (SAFE, "R \\ h = 0", "R \\ h = 0, R != 60", 1, (30, 30)),
    (SAFE, "safe                     :- sum_of_quotients(0)", "safe :- sum_of_quotients(X), X \\ 64 = 0", 1, (64,)),
    (VALUE, "sum_of_quotients(X), total(R).", "sum_of_quotients(X), total(R), R != 60.", 1, (60,)),
    (VALUE, "h*X + R \\ h", "h*X + R \\ h + R/50", 1, (50,)),
    (SAFE, STEP, STEP + ", D+S-T != 9", 10, (1,) * 9),
]
"""What is claimed, what is changed, and the least counterexample: nothing below is wrong, by the theorem as it was."""
QUICK = {"R \\ h = 0, R != 60", "sum_of_quotients(X), total(R), R != 60."}


@pytest.mark.parametrize(
    ("claim", "before", "after", "h", "heaps"),
    [pytest.param(*one, marks=() if one[2] in QUICK else pytest.mark.slow) for one in FAR],
)
@pytest.mark.sample(4)
@pytest.mark.slow
def test_a_claim_that_fails_far_out_is_refuted(
    claim: str, before: str, after: str, h: int, heaps: Heaps, tmp_path: Path
) -> None:
    result = refutation(tmp_path, claim, before, after)
    assert result.counterexample is not None
    assert result.counterexample.at == ({"h": h}, (heaps,))


@pytest.mark.slow
def test_where_a_heap_is_not_lowered_by_any_amount_the_least_is_not_certified(tmp_path: Path) -> None:
    """The rules are then of another form, of which nothing is known below the counterexample but what was looked at."""
    why = "not certified as the smallest: the positions with fewer stones are too many to be searched"
    result = refutation(tmp_path, SAFE, BEGIN, BEGIN + ", S-T != 50", left_open=why)
    assert result.counterexample is not None
    assert result.counterexample.at == ({"h": 1}, ((50,),))


@pytest.mark.slow
def test_it_is_so_of_a_small_one(tmp_path: Path) -> None:
    """What is claimed of 7 stones alone is wrong, by definition first at two rows, as one row of 7 is an N-position."""
    result = refutation(tmp_path, SAFE, "R \\ h = 0", "R \\ h = 0, R != 8")
    assert result.counterexample is not None
    assert result.counterexample.at[0] == {"h": 1}
    (heaps,) = result.counterexample.at[1]
    assert isinstance(heaps, tuple)
    assert sum(heaps) == 8
    assert value(heaps, 1) == said(heaps, 1) == 0
