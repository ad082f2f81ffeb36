"""Proofs end to end: proved, refuted beyond the box, through others, and out of reach; in reports and exit codes."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Generator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from bouton.claims.parts import HEREDITARY
from bouton.claims.passes import Pass
from bouton.claims.subject import rules_of, subject
from bouton.cli import main
from bouton.core.errors import LimitReached
from bouton.core.exits import Exit
from bouton.core.news import Progress
from bouton.core.spec import Spec
from bouton.core.verdict import Result, Verdict
from bouton.document.load import load
from bouton.process.limits import Limits
from bouton.proof.attempt import Candidate
from bouton.proof.ways.sums.problems import CITED
from bouton.run import check as checking
from bouton.run import proofs
from bouton.run import search as searching
from bouton.run.candidates import beyond
from bouton.run.check import by_measure, check
from bouton.run.options import Options
from bouton.run.search import CounterexampleSearch
from bouton.solving.request import Request
from bouton.solving.solver import SolverAnswer
from tests.shipped import rules_text

RULES = r"""
move(take(M))             :- pile(N), M = (1;3;4), M <= N.
after(take(M), pile(N-M)) :- pile(N), move(take(M)).
period   :- pile(N), N \ 7 = 0.
period   :- pile(N), N \ 7 = 2.
until_50 :- pile(N), N < 50, period.
low      :- pile(N), N < 5.
high     :- pile(N), not low.
lowers   :- not raised.
raised   :- move(M), after(M,pile(T)), pile(N), T >= N.
below_60 :- pile(N), N < 60.
parity(X) :- pile(N), X = N ** 2.
square   :- parity(X), X \ 2 = 1.
wins(take(M)) :- move(take(M)), pile(N), R = (N-M) \ 7, R = 0.
wins(take(M)) :- move(take(M)), pile(N), R = (N-M) \ 7, R = 2.
"""
SPEC = """
game: Take 1, 3 or 4
rules: take.lp
position:
  pile: 0..40
claims:
  - {id: period, says: s, kind: p-positions, iff: period, prove: {pile: all}}
  - {id: by-strategy, says: s, kind: p-positions, iff: period, strategy: wins, prove: {pile: all}}
  - {id: until-50, says: s, kind: p-positions, iff: until_50, prove: {pile: all}}
  - {id: low, says: s, kind: p-positions, iff: period, where: low}
  - {id: high, says: s, kind: p-positions, iff: period, where: high}
  - {id: both, says: s, kind: p-positions, together: [low, high], prove: {pile: all}}
  - {id: low-alone, says: s, kind: p-positions, iff: period, where: low, prove: {pile: all}}
  - {id: high-alone, says: s, kind: p-positions, iff: period, where: high, prove: {pile: all}}
  - {id: misere, says: s, kind: p-positions, play: misere, iff: period, expect: {refuted: {pile: 0}}, prove: true}
  - {id: lowers, says: s, kind: everywhere, iff: lowers, prove: {pile: all}}
  - {id: below-60, says: s, kind: everywhere, iff: below_60, prove: {pile: all}}
  - {id: square, says: s, kind: everywhere, iff: square, where: square, prove: {pile: all}}
  - {id: seven, says: s, kind: example, at: {pile: 7}, outcome: P}
"""


@pytest.fixture
def spec(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    (tmp_path / "take.lp").write_text(RULES)
    (tmp_path / "take.yaml").write_text(SPEC)
    monkeypatch.chdir(tmp_path)
    return "take.yaml"


def verdict(spec: str, claim: str, **options: object) -> Result:
    asked = Options(claims=(claim,), **options)  # type: ignore[arg-type]
    (result,) = check(load(spec), asked, lambda _: None)
    return result


@pytest.mark.parametrize("claim", ["period", "by-strategy", "both", "lowers"])
@pytest.mark.sample(3)
def test_proved(spec: str, claim: str) -> None:
    result = verdict(spec, claim)
    assert (result.verdict, result.exit, result.positions) == (Verdict.PROVED, Exit.OK, 41)
    assert result.proof is not None
    assert (result.proof.unbounded, result.proof.fixed) == (("pile",), {})
    assert {step.verdict for step in result.proof.obligations} == {"proved"}
    assert "z3" in result.engines or claim == "lowers"


def test_each_obligation_is_listed(spec: str) -> None:
    proof = verdict(spec, "both").proof
    assert proof is not None
    names = [step.name for step in proof.obligations]
    for name in ("measure", "closed", "coverage", "agreement", "terminals", "independence", "absorption"):
        assert any(name in one for one in names), names


def test_refuted_beyond_the_box_at_the_smallest_position(spec: str) -> None:
    result = verdict(spec, "until-50")
    assert (result.verdict, result.exit) == (Verdict.REFUTED, Exit.CONTRARY)
    assert result.counterexample is not None
    # 51 is the least number above 49 that leaves 0 or 2 modulo 7
    assert result.counterexample.position == {"pile": 51}
    assert (result.counterexample.claimed, result.counterexample.actual) == ("N", "P")
    assert result.counterexample.below == 51
    assert result.proof is not None
    assert result.proof.verdict == "refuted"


def test_a_lemma_refuted_beyond_the_box(spec: str) -> None:
    result = verdict(spec, "below-60")
    assert result.verdict is Verdict.REFUTED
    assert result.counterexample is not None
    assert result.counterexample.position == {"pile": 60}


def test_the_command_that_judges_it_again(spec: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", spec, "--claim", "until-50"]) == 1
    (line,) = [line for line in capsys.readouterr().out.splitlines() if "again:" in line]
    assert main(line.split("bouton ")[1].split()) == 1
    assert "until-50  REFUTED at pile 51" in capsys.readouterr().out


def test_a_theorem_about_some_positions_is_proved_through_the_whole(spec: str) -> None:
    assert verdict(spec, "low").proof is None
    result = verdict(spec, "low", prove=True)
    assert (result.verdict, result.positions) == (Verdict.PROVED, 5)
    assert result.proof is not None
    assert result.proof.reason is not None
    assert result.proof.reason.startswith("through both")


@pytest.mark.slow
def test_alone_it_is_where_no_move_leaves_its_positions_or_of_all(spec: str) -> None:
    low = verdict(spec, "low-alone")
    assert (low.verdict, low.exit) == (Verdict.PROVED, Exit.OK)
    assert low.proof is not None
    assert HEREDITARY in {part.name for part in low.proof.parts}
    high = verdict(spec, "high-alone")
    assert (high.verdict, high.exit) == (Verdict.PROVED, Exit.OK)
    assert high.proof is not None
    assert HEREDITARY not in {part.name for part in high.proof.parts}
    assert high.proof.reason == "as of all positions"


def test_what_the_box_refutes_is_not_proved(spec: str) -> None:
    result = verdict(spec, "misere")
    assert (result.verdict, result.as_expected, result.proof) == (Verdict.REFUTED, True, None)


def test_a_power_of_an_unknown_number(spec: str) -> None:
    result = verdict(spec, "square")
    assert (result.verdict, result.exit) == (Verdict.HOLDS, Exit.UNDECIDED)
    assert result.proof is not None
    assert result.proof.reason is not None
    assert result.proof.reason.startswith("take.lp:12:")
    assert "is a power" in result.proof.reason


def test_kinds_without_proofs(spec: str) -> None:
    assert verdict(spec, "seven").proof is None
    result = verdict(spec, "seven", prove=True)
    assert (result.verdict, result.exit) == (Verdict.HOLDS, Exit.OK)
    assert result.proof is not None
    assert result.proof.verdict == "skipped"


def test_no_prove(spec: str) -> None:
    result = verdict(spec, "until-50", prove=False)
    assert (result.verdict, result.proof, result.exit) == (Verdict.HOLDS, None, Exit.OK)


def test_problems_as_files(spec: str, tmp_path: Path) -> None:
    verdict(spec, "both", smtlib=tmp_path / "problems")
    files = sorted((tmp_path / "problems" / "take").glob("*.smt2"))
    assert [file.name for file in files] == ["both-absorption.smt2", "both-independence.smt2", "both-terminals.smt2"]
    for file in files:
        text = file.read_text()
        assert text.startswith("; Take 1, 3 or 4, both: ")
        assert "; unsat means: " in text
        assert text.rstrip().endswith("(check-sat)")


def test_json(spec: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", spec, "--claim", "period", "--json"]) == 0
    (claim,) = json.loads(capsys.readouterr().out)["claims"]
    assert claim["verdict"] == "proved"
    assert claim["proof"]["verdict"] == "proved"
    assert claim["proof"]["unbounded"] == ["pile"]
    assert {step["verdict"] for step in claim["proof"]["obligations"]} == {"proved"}


def test_explain(spec: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", spec]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "proof by z3, from the same rules, for all values, through both" in said
    assert "take.lp:12:" in said
    assert "no proof is known for claims of kind example" in said


def test_a_solver_out_of_time_keeps_the_bounded_verdict(spec: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bouton.solving.z3.Z3.solve", lambda *_: SolverAnswer("unknown", reason="out of time"))
    monkeypatch.setattr("bouton.solving.cvc5.Cvc5.solve", lambda *_: SolverAnswer("unknown", reason="out of time"))
    result = verdict(spec, "period")
    assert (result.verdict, result.exit) == (Verdict.HOLDS, Exit.UNDECIDED)
    assert result.proof is not None
    assert result.proof.verdict == "unknown"
    assert "out of time" in (result.proof.reason or "")


def test_without_the_second_solver_that_was_asked_for(spec: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bouton.run.proofs.has_cvc5", lambda: False)
    result = verdict(spec, "period", crosscheck=True)
    assert (result.verdict, result.exit) == (Verdict.HOLDS, Exit.UNDECIDED)
    assert result.proof is not None
    assert "cvc5 is not installed" in (result.proof.reason or "")


@pytest.mark.slow
def test_a_counterexample_far_beyond_the_box_is_told_without_what_lies_below(tmp_path: Path) -> None:
    """With any number of heaps a position of many stones has too many below it to be searched."""
    (tmp_path / "far.lp").write_text(
        "move(take(M)) :- heap(1,S), M = 1..S.\nafter(take(M), heap(1,T)) :- heap(1,S), M = 1..S, T = S-M.\n"
        "largest(N) :- N = #count { I : heap(I,S), heap(1,S) }.\n"
        "far :- largest(N), N \\ 2 = 0, not heap(1,40).\n"
        "near :- largest(N), N \\ 2 = 0, H = #count { I : heap(I,_) }, H < 8.\n"
    )
    (tmp_path / "far.yaml").write_text(
        "game: far\nrules: far.lp\nposition: {heap: {count: 0..3, size: 1..5, order: descending}}\nclaims:\n"
        "  - {id: far, says: so, kind: p-positions, iff: far, prove: {heap: {count: all}}}\n"
        "  - {id: near, says: so, kind: p-positions, iff: near, prove: {heap: {count: all}}}\n"
    )
    far, near = check(load(str(tmp_path / "far.yaml")), Options(crosscheck=False), lambda _progress: None)
    assert (far.verdict, near.verdict) == (Verdict.REFUTED, Verdict.REFUTED)
    assert far.counterexample is not None
    assert near.counterexample is not None
    assert max(far.counterexample.position["heap"]) == 40
    assert far.reason is not None
    assert "too many to be searched" in far.reason
    assert near.counterexample.position == {"heap": [1] * 8}
    assert near.reason is None


FAR = """
move(take(I,M)) :- heap(I,S), M = 1..S.
after(take(I,M), heap(I,S-M)) :- move(take(I,M)), heap(I,S).
one :- X = #sum { S : heap(_,S) }, X = #sum { S,I : heap(I,S) }.
one :- heap(I,S), heap(J,S), I < J, S < 50.
below_50 :- c(C), C < 50.
#defined c/1.
"""
FAR_SPEC = """
game: Nim
rules: far.lp
position: {heap: {count: 0..3, size: 1..3, order: none}}
claims:
  - {id: one, says: s, kind: everywhere, iff: one, prove: {heap: {count: 0..3}}}
  - {id: below, says: s, kind: statement, unknowns: {c: 0..9}, iff: below_50, prove: {c: all}}
"""


@pytest.fixture
def no_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A spec, and no time for any box but the one that is asked for first, by `check` itself."""

    def cut(
        spec: Spec, options: Options, progress: Callable[[Progress], None], *plan: Sequence[Pass] | None
    ) -> Generator[Result]:
        inner = not plan and options.at is None
        return by_measure(spec, replace(options, limits=Limits(0.001)) if inner else options, progress, *plan)

    monkeypatch.setattr(checking, "by_measure", cut)
    (tmp_path / "far.lp").write_text(FAR)
    (tmp_path / "far.yaml").write_text(FAR_SPEC)
    return str(tmp_path / "far.yaml")


@pytest.mark.slow
def test_a_model_above_too_many_positions_still_refutes(no_time: str) -> None:
    """There is no time to judge all that is below it: then it may not be the least, and the report says so."""
    result = verdict(no_time, "one", engine="ground", crosscheck=False)
    assert (result.verdict, result.exit) == (Verdict.REFUTED, Exit.CONTRARY)
    assert result.counterexample is not None
    heaps = result.counterexample.at[1][0]
    assert isinstance(heaps, tuple)
    assert len(set(heaps)) < len(heaps)
    assert max(heaps) >= 50
    assert result.reason is not None
    assert result.reason.startswith("not certified as the smallest: a lesser one is not ruled out")
    assert result.reason.endswith("time limit of 0.001 s reached")


@pytest.mark.parametrize(("at", "fails"), [(50, True), (49, False)])
def test_a_model_of_a_statement_is_judged_by_itself(tmp_path: Path, at: int, fails: bool) -> None:
    """It has no moves, so that there are no options to look at."""
    (tmp_path / "far.lp").write_text(FAR)
    (tmp_path / "far.yaml").write_text(FAR_SPEC)
    whole = load(str(tmp_path / "far.yaml"))
    candidate = Candidate({}, (at,), "below_50")
    claim, _ = beyond(subject(whole, whole.claim("below")), whole.claim("below"), candidate)
    wider = replace(whole, claims=(claim,))
    options, rules = Options(), rules_of(subject(wider, claim))
    request = Request(limits=options.limits, crosscheck=False)
    prover = proofs.Prover(wider, rules, request, lambda *_: None)
    search = CounterexampleSearch(wider, claim, options, prover, by_measure, time.monotonic())
    found = search._at_or_below(wider, claim, candidate, search._asked)
    assert (found is not None and found.counterexample is not None) is fails


@pytest.mark.slow
def test_a_model_that_is_not_judged_is_no_disagreement(no_time: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def cut(*_given: object) -> None:
        raise LimitReached("no time")

    monkeypatch.setattr(searching, "followers", cut)
    result = verdict(no_time, "one", engine="ground", crosscheck=False)
    assert (result.verdict, result.exit) == (Verdict.HOLDS, Exit.UNDECIDED)
    assert result.counterexample is None


@pytest.mark.slow
def test_some_numbers_of_heaps_are_proved_through_any_number(tmp_path: Path) -> None:
    """Where no number of heaps can be read by itself a theorem on sums still speaks of all of them."""
    rules = rules_text("nim")
    low = "low(0,0). low(I,X^(S \\ 4)) :- low(I-1,X), heap(I,S). below_4 :- heaps(N), low(N,0)."
    (tmp_path / "g.lp").write_text(f"{rules}\n{low}\n")
    ends = {}
    for iff in ("safe", "unsafe", "below_4"):
        (tmp_path / "g.yaml").write_text(
            "game: g\nrules: g.lp\nposition: {heap: {count: 0..2, size: 1..3}}\n"
            f"claims: [{{id: c, says: s, kind: p-positions, iff: {iff}, prove: {{heap: {{count: 0..2}}}}}}]\n"
        )
        (result,) = check(load(str(tmp_path / "g.yaml")), Options(limits=Limits(20.0)), lambda _: None)
        least = result.counterexample and result.counterexample.position
        ends[iff] = (result.verdict, least, result.proof is not None and result.proof.cites)
    assert ends == {
        "safe": (Verdict.PROVED, None, (CITED,)),
        "unsafe": (Verdict.REFUTED, {"heap": []}, False),
        "below_4": (Verdict.REFUTED, {"heap": [4]}, ()),
    }
