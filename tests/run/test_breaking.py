"""Changes of theorems: each end is held against an evaluator that shares nothing with Bouton."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from bouton.cli import main
from bouton.document.load import load
from bouton.process.limits import Limits
from bouton.run.breaking import Broken, broken
from bouton.run.check import Options
from bouton.show import mutants
from tests.oracle import claims as oracle_claims
from tests.oracle import game as oracle
from tests.oracle.local import fault

RULES = """\
move(take(1)) :- pile(N), N >= 1.
move(take(2)) :- pile(N), N >= 2.
after(take(D), pile(N-D)) :- move(take(D)), pile(N).
p :- pile(N), N \\ 3 = 0, N >= 0.
never :- pile(N), N < 0.
"""
SPEC = """\
game: take one or two
rules: take.lp
position: {pile: 0..12}
claims:
  - {id: p, says: s, kind: p-positions, iff: p, prove: {pile: all}}
  - {id: untrue, says: s, kind: p-positions, iff: never, expect: refuted}
"""


@pytest.fixture(scope="module")
def spec(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("take")
    (folder / "take.lp").write_text(RULES)
    (folder / "take.yaml").write_text(SPEC)
    return folder / "take.yaml"


@pytest.fixture(scope="module")
def ends(spec: Path) -> Sequence[Broken]:
    """How every change of the theorem and its game ends."""
    whole = load(str(spec))
    options = Options(jobs=2, limits=Limits(seconds=20), crosscheck=False)
    return list(broken(whole, whole.claim("p"), options))


def failing(text: str) -> int | None:
    """The least pile at which the theorem fails by the plain evaluator."""
    game = oracle.Game(text, (oracle.Counter("pile", True),), {}, {}, ("stones",))
    said = oracle_claims.Claim("p-positions", (("p", None),), "normal", None)
    return next((pile for pile in range(30) if fault(game, said, (pile,)) is not None), None)


def test_every_end_is_the_truth(ends: Sequence[Broken]) -> None:
    for one in ends:
        if one.end == "faulty":
            continue
        try:
            least = failing(one.mutant.rules)
        except oracle.Illegal:
            continue
        if one.end == "refuted":
            assert one.counterexample is not None
            assert one.counterexample.position == {"pile": least}, str(one.mutant)
        else:
            assert one.end in ("proved", "holds", "unknown"), str(one.mutant)
            assert least is None, str(one.mutant)


def test_what_is_needed_is_refuted_and_what_is_not_is_proved(ends: Sequence[Broken]) -> None:
    by_change = {str(one.mutant).partition(": ")[2]: one.end for one in ends}
    assert by_change["'3' -> '4'"] == "refuted"
    assert {one.end for one in ends if one.mutant.line == 4 and "N >= 0" in one.mutant.before} == {"proved"}
    assert sum(one.end == "refuted" for one in ends) > 20
    assert {one.mutant.line for one in ends} == {1, 2, 3, 4}


def test_the_table(spec: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["mutants", str(spec), "--definitions", "--jobs", "2"]) == 0
    out = capsys.readouterr().out
    assert "untrue" not in out  # what is known to be false is left out
    assert "3 -> 4 in p/0" in out
    assert "REFUTED at pile=3" in out
    assert "    N >= 0 in p is not needed: PROVED without it\n" in out


def test_as_latex_and_as_an_object(spec: Path, ends: Sequence[Broken]) -> None:
    claim = load(str(spec)).claim("p")
    assert r"4 & \texttt{3 -> 4} & REFUTED at pile=3 \\" in mutants.latex(claim, ends)
    told = json.loads(json.dumps(mutants.objects(claim, ends)))
    assert told["id"] == "p"
    (one,) = [one for one in told["changes"] if (one["before"], one["after"]) == ("3", "4")]
    assert (one["end"], one["position"], one["predicate"]) == ("refuted", {"pile": 3}, "p/0")


def test_what_cannot_be_broken(spec: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["mutants", str(spec), "q"]) == 2
    assert "no claim 'q'" in capsys.readouterr().err
    only = tmp_path / "only.yaml"
    only.write_text(SPEC.partition("claims:")[0] + "claims: []\n")
    (tmp_path / "take.lp").write_text(RULES)
    assert main(["mutants", str(only)]) == 2
    assert "there is no claim to break" in capsys.readouterr().err
