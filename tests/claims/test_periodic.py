"""Claims that the values of single heaps repeat."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from pathlib import Path

import pytest

from bouton.core.errors import InputError
from bouton.core.verdict import Result, Verdict
from bouton.document.load import load
from bouton.run.check import check
from bouton.run.options import Options
from tests.oracle.octal import least_failure, values

from .conftest import Judge, found

HEAPS = "position:\n  heap: {count: 0..3, size: 1..40}\n"
PILE = "position:\n  pile: 0..60\n"
TAKE = "move(t(D)) :- pile(N), D = (1;3;4), D <= N.\nafter(t(D), pile(N-D)) :- move(t(D)), pile(N).\n"


def octal(folder: Path, code: str, claim: str, most: int = 200, **options: object) -> Result:
    """The result of one claim about an octal game."""
    head = f'game: g\noctal: "{code}"\nposition:\n  heap: {{count: 0..3, size: 1..{most}}}\n'
    file = folder / "octal.yaml"
    file.write_text(f"{head}claims:\n  - {{id: one, says: it is so, {claim}}}\n")
    (result,) = check(load(str(file)), Options(**options), lambda _: None)  # type: ignore[arg-type]
    return result


def test_a_period(judge: Judge) -> None:
    assert judge("kind: periodic, preperiod: 0, period: 3", head=HEAPS).verdict is Verdict.HOLDS
    result = judge("kind: periodic, preperiod: 0, period: 3, prove: true", head=HEAPS, crosscheck=True)
    assert result.verdict is Verdict.PROVED
    assert result.proof is not None
    assert result.proof.unbounded == ("heap",)
    assert "subtraction set" in result.proof.cites[0]
    assert result.engines == ("clingo", "sum of heaps", "cvc5", "z3")


def test_engines_agree(judge: Judge) -> None:
    for claim, least in (("period: 2", 2), ("period: 4", 4), ("period: 3, saltus: 1", 3)):
        said = f"kind: periodic, preperiod: 0, {claim}"
        results = [judge(said, head=HEAPS.replace("40", "12"), engine=engine) for engine in ("auto", "ground")]
        assert [found(result) for result in results] == 2 * [found(results[0])]
        assert found(results[0])[0] == {"heap": [least]}
        assert [result.engines[-1] for result in results] == ["sum of heaps", "clingo"]


def test_values_that_are_listed(judge: Judge) -> None:
    claim = "kind: periodic, preperiod: 1, period: 3, values: {}, prove: true"
    assert judge(claim.format("[0, 1, 2, 0]"), head=HEAPS).verdict is Verdict.PROVED
    wrong = judge(claim.format("[0, 1, 1, 0]"), head=HEAPS)
    assert found(wrong) == ({"heap": [2]}, 1, 2, 2)
    with pytest.raises(InputError, match="there are 3 values, and the preperiod and the period are 4 together"):
        judge(claim.format("[0, 1, 2]"), head=HEAPS)


def test_too_small_a_box(judge: Judge) -> None:
    result = judge("kind: periodic, preperiod: 50, period: 3", head=HEAPS)
    assert result.verdict is Verdict.VACUOUS
    assert result.reason == "no size of the box is as great as preperiod and period together"


def test_a_counter(tmp_path: Path) -> None:
    def judged(claim: str, rules: str = TAKE, head: str = PILE) -> Result:
        (tmp_path / "g.lp").write_text(rules)
        said = f"game: g\nrules: g.lp\n{head}claims:\n  - {{id: one, says: it is so, kind: periodic, {claim}}}\n"
        (tmp_path / "g.yaml").write_text(said)
        (result,) = check(load(str(tmp_path / "g.yaml")), Options(), lambda _: None)
        return result

    g: list[int] = []
    for size in range(80):
        options = {g[size - taken] for taken in (1, 3, 4) if taken <= size}
        g.append(next(value for value in range(9) if value not in options))
    assert least_failure(g, 0, 7) is None
    assert judged("preperiod: 0, period: 7, prove: {pile: all}").verdict is Verdict.PROVED
    assert judged("preperiod: 0, period: 6, prove: {pile: all}").counterexample is not None
    short = judged("preperiod: 0, period: 7, prove: true")
    assert short.verdict is Verdict.HOLDS
    assert short.proof is not None
    assert short.proof.reason == "a period is proved for every size: prove: {pile: all}"
    two = "position:\n  pile: 0..9\n  limit: {range: 0..3, stones: false}\n"
    with pytest.raises(InputError, match="a position here has pile, limit"):
        judged("preperiod: 0, period: 7", head=two)


def test_the_least_beyond_the_box(tmp_path: Path) -> None:
    """Where the box is too small to show it, the proof does."""
    g = values("137", 200)
    claim = "kind: periodic, preperiod: 40, period: 34, prove: true"
    result = octal(tmp_path, "0.137", claim, most=80)
    least = least_failure(g, 40, 34)
    assert least is not None
    assert least > 80
    assert result.verdict is Verdict.REFUTED
    assert found(result)[:3] == ({"heap": [least]}, g[least - 34], g[least])


@pytest.mark.slow
def test_ten_thousand_rows(tmp_path: Path) -> None:
    result = octal(tmp_path, "0.137", "kind: periodic, preperiod: 52, period: 34, prove: true", most=10_000)
    assert result.verdict is Verdict.PROVED
    assert result.positions == 10_000 - 52 - 34 + 1


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("0.138", "8 is no octal digit"),
        ("1.37", "before the point of an octal code stands 0, not 1"),
        ("4.07", "with 4 before the point a move takes nothing"),
        ("137", "'137' is no octal code"),
        ("0.000", "by 0.000 there is no move at all"),
        ("0.", "'0.' is no octal code"),
    ],
)
def test_codes_that_are_none(tmp_path: Path, code: str, message: str) -> None:
    with pytest.raises(InputError, match=message) as raised:
        octal(tmp_path, code, "kind: periodic, preperiod: 0, period: 1")
    (only,) = raised.value.diagnostics
    assert (only.line, only.column) == (2, 8)


def test_rules_and_a_code(tmp_path: Path) -> None:
    file = tmp_path / "both.yaml"
    for head, message in (
        ('rules: a.lp\noctal: "0.137"\n', "there is no rules file 'a.lp'"),
        ("octal: 0.137\n", "0.137 is not a whole number; expected .* quotes"),
        ("", "rules"),
    ):
        file.write_text(f"game: g\n{head}position:\n  heap: {{count: 0..3, size: 1..6}}\nclaims: []\n")
        with pytest.raises(InputError, match=message):
            load(str(file))
    file.write_text('game: g\noctal: "0.3"\nposition:\n  pile: 0..9\nclaims: []\n')
    with pytest.raises(InputError, match="an octal game is one of heaps under one name, without parameters"):
        load(str(file))


@pytest.mark.parametrize(
    ("sizes", "early", "late"),
    [("1..2", Verdict.REFUTED, Verdict.PROVED), ("1..8", Verdict.REFUTED, Verdict.PROVED)],
)
def test_a_box_smaller_than_what_is_compared(sizes: str, early: Verdict, late: Verdict, tmp_path: Path) -> None:
    """A heap of three alone may be taken, and only as a whole."""
    (tmp_path / "three.lp").write_text("move(t(I)) :- heap(I,3).\nafter(t(I), heap(I,0)) :- move(t(I)).\n")
    head = f"game: g\nrules: three.lp\n{HEAPS.replace('1..40', sizes)}claims:\n"
    for preperiod, verdict in ((0, early), (4, late)):
        claim = f"id: one, says: s, kind: periodic, preperiod: {preperiod}, period: 1, prove: true"
        (tmp_path / "three.yaml").write_text(f"{head}  - {{{claim}}}\n")
        (result,) = check(load(str(tmp_path / "three.yaml")), Options(), lambda _: None)
        assert result.verdict is verdict


SUBTRACTION = """\
move(take(M)) :- pile(N), M = (a;b), M <= N.
after(take(M), pile(N-M)) :- pile(N), move(take(M)).
"""
EXPRESSED = """\
game: g
rules: g.lp
parameters: {{a: {a}, b: {b}}}
position: {{pile: 0..60}}
claims:
  - {{id: c, says: s, kind: periodic, {claim}}}
"""


def expressed(folder: Path, claim: str, a: str = "1..4", b: str = "5..7") -> Result:
    (folder / "g.lp").write_text(SUBTRACTION)
    (folder / "g.yaml").write_text(EXPRESSED.format(a=a, b=b, claim=claim))
    (result,) = check(load(str(folder / "g.yaml")), Options(crosscheck=False, fresh=True), lambda _: None)
    return result


def taken(a: int, b: int, most: int) -> list[int]:
    """The values of the game in which a or b stones are taken."""
    found: list[int] = []
    for size in range(most + 1):
        below = {found[size - one] for one in (a, b) if one <= size}
        found.append(next(value for value in range(3) if value not in below))
    return found


@pytest.mark.parametrize(
    ("period", "value"),
    [
        ("a+b", lambda a, b: a + b),
        ("2*(a+b)", lambda a, b: 2 * (a + b)),
        ("2*a", lambda a, _b: 2 * a),
        ("b", lambda _a, b: b),
    ],
)
@pytest.mark.parametrize("prove", ["", ", prove: {pile: all}"])
@pytest.mark.sample(8)
@pytest.mark.slow
def test_a_period_may_be_an_expression(
    tmp_path: Path, period: str, value: Callable[[int, int], int], prove: str
) -> None:
    """{a,b} has the period a+b, or 2a where b is an odd multiple of a: Winning Ways, chapter 4."""
    result = expressed(tmp_path, f"preperiod: 0, period: {period}{prove}")
    wrong = [
        (a, b, size)
        for a, b in product(range(1, 5), range(5, 8))
        for size in range(value(a, b), 61)
        if taken(a, b, 60)[size] != taken(a, b, 60)[size - value(a, b)]
    ]
    if wrong:
        a, b, size = wrong[0]
        assert result.counterexample is not None
        assert result.counterexample.at == ({"a": a, "b": b}, (size,))
    else:
        assert result.verdict is (Verdict.PROVED if prove else Verdict.HOLDS)


def test_a_multiple_of_the_period_is_told_as_one(tmp_path: Path) -> None:
    result = expressed(tmp_path, "preperiod: b, period: 2*(a+b), prove: {pile: all}", "1..2", "6")
    assert result.verdict is Verdict.PROVED
    assert result.proof is not None
    of_one, of_two = "the least period is 7, from 0 on, a=1, b=6", "the least period is 4, from 0 on, a=2, b=6"
    assert result.proof.reason == f"{of_one}; {of_two}"


@pytest.mark.parametrize(
    ("claim", "message"),
    [
        ("preperiod: 0, period: a+c", "c is no parameter that is a number"),
        ("preperiod: 0, period: b-a-1", "period: b-a-1 is 0 at a=4,b=5"),
        ("preperiod: a-2, period: 3", "preperiod: a-2 is -1 at a=1,b=5"),
        ("preperiod: 0, period: 0", "a number from 1 to 1000000 was expected, not 0"),
        ("preperiod: 0, period: [3]", "a whole number was expected, not a list"),
        ("preperiod: 0, period: a b", "'a b' is not a range or an integer expression"),
        ("preperiod: 0, period: a+b, values: [0]", "values are listed of a period that is a number"),
    ],
)
def test_wrong_expressions_have_a_message(tmp_path: Path, claim: str, message: str) -> None:
    with pytest.raises(InputError) as told:
        expressed(tmp_path, claim)
    (diagnostic,) = told.value.diagnostics
    assert (diagnostic.message, diagnostic.line) == (message, 6)


@pytest.mark.parametrize(("claim", "verdict"), [
    ("preperiod: 53, period: 34", Verdict.PROVED),
    ("preperiod: 52, period: 34", Verdict.REFUTED),
])  # fmt: skip
@pytest.mark.sample(2)
def test_a_period_is_proved_or_refuted_whatever_the_box(tmp_path: Path, claim: str, verdict: Verdict) -> None:
    """Dawson's Chess has the period 34 from 53 on, and the box has no size that could show it."""
    asked = f"kind: periodic, {claim}"
    assert octal(tmp_path, "0.07", asked, 60, crosscheck=False, fresh=True).verdict is Verdict.VACUOUS
    proved = octal(tmp_path, "0.07", f"{asked}, prove: true", 60, crosscheck=False, fresh=True)
    assert proved.verdict is verdict
    assert verdict is Verdict.PROVED or proved.counterexample is not None
