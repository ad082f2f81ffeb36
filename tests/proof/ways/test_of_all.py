"""Claims about some positions which moves leave: proved as what holds of all, refuted where they fail, else open."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from bouton.core.shipped import folder
from bouton.core.spec import Spec
from bouton.core.verdict import Result, Verdict
from bouton.document.load import load
from bouton.proof.ways.of_all import of_all, rests_on_all
from bouton.rocq.file import written
from bouton.run.check import check
from bouton.run.options import Options

PILE = """\
move(take(M)) :- pile(N), M = (1;3;4), M <= N.
after(take(M), pile(N-M)) :- pile(N), move(take(M)).
lost :- pile(N), N \\ 7 = (0;2).
where :- pile(N), N \\ 2 = 1.
legal :- pile(N), N < 10.
far :- lost, pile(N), N != 3003.
beside :- lost, pile(N), N != 3010.
as_far :- lost.
as_far :- pile(3001).
"""
NIM = [(folder("encodings") / "nim" / name).read_text() for name in ("rules.lp", "theorems.lp")]


def judged(at: Path, said: str, rules: str = PILE, position: str = "pile: 0..9", more: str = "") -> tuple[Spec, Result]:
    (at / "g.lp").write_text(rules)
    claim = f"  - {{id: c, says: A., {said}}}\n"
    (at / "g.yaml").write_text(f"game: g\nrules: g.lp\n{more}position: {{{position}}}\nclaims:\n{claim}")
    spec = load(at / "g.yaml")
    (result,) = check(spec, Options(crosscheck=False, fresh=True), lambda _: None)
    return spec, result


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("iff: lost, where: where", Verdict.PROVED),
        ("iff: far, where: where", {"pile": 3003}),  # a P-position, odd, where `far` says that it is none
        ("iff: as_far, where: where", {"pile": 3001}),
        ("iff: beside, where: where", Verdict.HOLDS),  # false of an even pile alone
        ("iff: lost, play: misere, where: where", {"pile": 1}),
    ],
)
def test_of_a_pile(tmp_path: Path, said: str, expected: object) -> None:
    spec, result = judged(tmp_path, f"kind: p-positions, {said}, prove: {{pile: all}}")
    assert expected in (result.verdict, result.counterexample and result.counterexample.position), result
    assert result.proof is not None or result.verdict is Verdict.REFUTED
    if result.verdict is Verdict.PROVED:
        assert result.proof is not None
        assert result.proof.reason == "as of all positions"
        assert rests_on_all(spec.claim("c"), result.proof)
    elif result.verdict is Verdict.HOLDS:
        assert result.proof is not None
        assert "nor of all positions (absorption fails, at pile=" in str(result.proof.reason)


def test_what_no_move_leaves_is_proved_by_itself(tmp_path: Path) -> None:
    """So that what is false elsewhere is in nobody's way, and nothing is said of it."""
    spec, result = judged(tmp_path, "kind: p-positions, iff: far, where: legal, prove: {pile: all}")
    assert result.verdict is Verdict.PROVED
    assert result.proof is not None
    assert not rests_on_all(spec.claim("c"), result.proof)


def test_positions_that_do_not_exist_are_no_matter(tmp_path: Path) -> None:
    """All positions are those that exist: that `far` is wrong is beyond these."""
    said = "kind: p-positions, iff: far, where: where, prove: {pile: all}"
    _, result = judged(tmp_path, said, more="legal: legal\n")
    assert result.verdict is Verdict.PROVED


@pytest.mark.parametrize(
    ("where", "verdict"),
    [("heap(_,3)", Verdict.PROVED), ("heap(_,9), not heap(_,9)", Verdict.VACUOUS)],
)
@pytest.mark.long("heap(_,3)")
def test_sums_of_any_number_of_heaps(tmp_path: Path, where: str, verdict: Verdict) -> None:
    rules = f"{''.join(NIM)}sum_where :- {where}.\n"
    said = "kind: grundy, iff: nim_sum, where: sum_where, prove: {heap: {count: all}}"
    _, result = judged(tmp_path, said, rules, "heap: {count: 0..2, size: 1..3}")
    assert result.verdict is verdict


def test_the_file_for_rocq_claims_no_more(tmp_path: Path) -> None:
    said = "kind: p-positions, iff: lost, where: where, prove: {pile: all}"
    spec, _ = judged(tmp_path, said)
    claim = spec.claim("c")
    with_all = replace(spec, claims=(*spec.claims, replace(of_all(claim), id="all")))
    own, through = (written(one, claim) for one in (spec, with_all))
    theorem = through.partition("Definition theorem")[2].partition(".\n")[0]
    assert theorem == own.partition("Definition theorem")[2].partition(".\n")[0] != ""
    assert "where" in theorem
    assert through != own
