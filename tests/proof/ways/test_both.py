"""Swap positions, of all positions or of some, by the P-positions of both plays."""

from __future__ import annotations

from pathlib import Path

import pytest

from bouton.core.shipped import folder
from bouton.core.verdict import Result, Verdict
from bouton.document.load import load
from bouton.run.check import check
from bouton.run.options import Options

PILE = """\
move(take(M)) :- pile(N), M = 1..3, M <= N.
after(take(M), pile(N-M)) :- pile(N), move(take(M)).
lost :- pile(N), N \\ 4 = 0.
as_known :- pile(N), N \\ 4 = 1.
swap :- pile(N), N \\ 4 < 2.
even :- pile(N), N \\ 2 = 0.
of_even :- pile(N), N \\ 4 = 0.
far :- of_even, pile(N), N < 5000.
none :- pile(-1).
"""
NIM = [(folder("encodings") / "nim" / name).read_text() for name in ("rules.lp", "theorems.lp")]
NORMAL = "{id: n, says: A., kind: p-positions, iff: lost, prove: {pile: all}}"
MISERE = "{id: m, says: A., kind: p-positions, iff: as_known, play: misere, prove: {pile: all}}"


def judged(at: Path, said: str, *others: str, rules: str = PILE, position: str = "pile: 0..20") -> Result:
    (at / "g.lp").write_text(rules)
    listed = "".join(f"  - {one}\n" for one in (f"{{id: c, says: A., kind: swap-positions, {said}}}", *others))
    (at / "g.yaml").write_text(f"game: g\nrules: g.lp\nposition: {{{position}}}\nclaims:\n{listed}")
    options = Options(crosscheck=False, fresh=True, claims=("c",))
    return list(check(load(at / "g.yaml"), options, lambda _: None))[-1]


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("iff: swap", Verdict.PROVED),
        ("iff: of_even, where: even", Verdict.PROVED),
        ("iff: of_even", {"pile": 1}),
        ("iff: far, where: even", {"pile": 5000}),
        ("iff: of_even, where: none", Verdict.VACUOUS),
    ],
)
@pytest.mark.sample(5)
def test_of_a_pile(tmp_path: Path, said: str, expected: object) -> None:
    result = judged(tmp_path, f"{said}, prove: {{pile: all}}", NORMAL, MISERE)
    at = None if result.counterexample is None else result.counterexample.position
    assert expected in (result.verdict, at)
    if result.verdict is Verdict.PROVED:
        assert result.proof is not None
        assert result.proof.reason == "with the P-positions of n and of m"
        assert {"lemma n", "lemma m", "swap positions"} <= {one.part for one in result.proof.needs}


@pytest.mark.parametrize(
    ("others", "why"),
    [
        ([NORMAL], "no two claims of the spec name the P-positions of both plays"),
        ([NORMAL, MISERE.replace("pile: all", "pile: 0..40")], "no two claims"),
        ([NORMAL, MISERE.replace("m,", "m, expect: refuted,")], "no two claims"),
        ([NORMAL.replace("iff: lost", "iff: far"), MISERE], "it rests on the P-positions of n, which is not proved"),
    ],
)
def test_no_proof(tmp_path: Path, others: list[str], why: str) -> None:
    result = judged(tmp_path, "iff: swap, prove: {pile: all}", *others)
    assert result.verdict is Verdict.HOLDS
    assert result.proof is not None
    assert why in str(result.proof.reason)


@pytest.mark.slow
@pytest.mark.parametrize("many", ["0..3", pytest.param("all", marks=pytest.mark.slow)])
def test_of_heaps(tmp_path: Path, many: str) -> None:
    prove = f"prove: {{heap: {{count: {many}}}}}"
    others = [
        f"{{id: n, says: A., kind: p-positions, iff: safe, {prove}}}",
        f"{{id: m, says: A., kind: p-positions, play: misere, iff: safe_misere, {prove}}}",
    ]
    rules = "".join([*NIM, "two :- heaps(2).\nones :- two, not large.\nwrong :- ones, heap(1,1), heap(2,1).\n"])
    position = "heap: {count: 0..3, size: 1..4}"
    asked = f"iff: ones, where: two, {prove}"
    assert judged(tmp_path, asked, *others, rules=rules, position=position).verdict is Verdict.PROVED
