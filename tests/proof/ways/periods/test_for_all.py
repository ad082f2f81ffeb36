"""Periods for every value of parameters: by a formula of another claim, or by one that is found."""

from __future__ import annotations

from pathlib import Path

import pytest

from bouton.core.errors import InputError
from bouton.core.verdict import Result, Verdict
from bouton.document.load import load
from bouton.run.check import check
from bouton.run.options import Options

TWO = "move(take(a)) :- pile(N), N >= a.\nmove(take(b)) :- pile(N), N >= b.\n"
SINK = """\
take(a). take(b). take(a+b).
move(take(M)) :- take(M), pile(N), N >= 1.
after(take(M), pile(0)) :- pile(N), move(take(M)), M > N.
rest(N \\ (2*a+b)) :- pile(N).
value(0) :- rest(0).
value(1) :- rest(R), R >= 1, R <= a.
value(2) :- rest(R), R > a, R <= 2*a.
value(3) :- rest(R), R > 2*a, R <= a+b.
value(0) :- rest(R), R > a+b.
"""
VALUES = "{id: v, says: A., kind: grundy, prove: {a: all, b: all, pile: all}}"


def judged(folder: Path, said: str, *others: str, rules: str = TWO, ranges: str = "{a: 1..2, b: 3..4}") -> Result:
    after = "after(take(M), pile(N-M)) :- pile(N), move(take(M)), M <= N.\n"
    (folder / "game.lp").write_text(rules + after)
    claim = f"{{id: c, says: A., kind: periodic, {said}, prove: {{a: all, b: all, pile: all}}}}"
    listed = "".join(f"  - {one}\n" for one in (claim, *others))
    head = f"game: g\nrules: game.lp\nparameters: {ranges}\nposition: {{pile: 0..30}}\nclaims:\n"
    (folder / "game.yaml").write_text(head + listed)
    (result,) = check(load(str(folder / "game.yaml")), Options(claims=("c",), crosscheck=False), lambda _: None)
    return result


@pytest.mark.slow
def test_two_numbers(tmp_path: Path) -> None:
    """The period a+b of every a and b, in either order, without a formula in the spec."""
    result = judged(tmp_path, "preperiod: 0, period: a+b")
    assert result.verdict is Verdict.PROVED
    assert result.proof is not None
    assert "proof of the formula" in {one.name for one in result.proof.obligations}


@pytest.mark.slow
def test_a_formula_of_another_claim(tmp_path: Path) -> None:
    ranges = "{a: 1..2, b: a..2*a}"
    result = judged(tmp_path, "preperiod: 0, period: 2*a+b", VALUES, rules=SINK, ranges=ranges)
    assert result.verdict is Verdict.PROVED
    assert result.proof is not None
    assert "proof of v" in {one.name for one in result.proof.obligations}
    unknown = judged(tmp_path, "preperiod: 0, period: 2*a+b", rules=SINK, ranges=ranges)
    assert unknown.verdict is Verdict.HOLDS, "no formula is found for it"


@pytest.mark.slow
def test_refuted_at_greater_parameters(tmp_path: Path) -> None:
    """Right in the box, as 16 is a multiple of 1 + 3, and of no 1 + b further on."""
    result = judged(tmp_path, "preperiod: 0, period: 2*a+14", ranges="{a: 1..1, b: 3..3}")
    assert result.counterexample is not None
    assert result.counterexample.parameters == {"a": 1, "b": 4}


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ("preperiod: 0, period: (a+b)*(7-b)", "period: .* is 0 at a=1,b=7; expected a number from 1 on"),
        ("preperiod: 6-b, period: a+b", "preperiod: 6-b is -1 at a=1,b=7; expected a number from 0 on"),
    ],
)
def test_numbers_that_make_no_sense(tmp_path: Path, said: str, message: str) -> None:
    """At parameters beyond the box, which the proof is to cover."""
    with pytest.raises(InputError, match=message):
        judged(tmp_path, said)
