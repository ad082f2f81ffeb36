"""What the passes of a claim add up to: a limit hides what lies below it, never what was found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from bouton.claims.passes import Pass
from bouton.core.errors import Disagreement
from bouton.core.exits import Exit
from bouton.core.news import Ended, Stopped
from bouton.core.proof import Need, Obligation, Proof, proved
from bouton.core.verdict import Counterexample, Verdict
from bouton.document.entries import PPositions
from bouton.document.load import load
from bouton.run.options import Options
from bouton.run.plan import plan_of
from bouton.run.result import Ledger

SPEC = """\
game: g
rules: g.lp
parameters: {k: 1..3}
position: {pile: 0..4}
claims:
  - {id: c, says: x, kind: p-positions, iff: yes, where: some, expect: EXPECT}
"""
CUT = Stopped("time limit of 1 s reached", 1.0)
LIMITED = "time limit of 1 s reached"


@pytest.fixture
def ledger(tmp_path: Path) -> Ledger:
    return made(tmp_path, "holds")


def made(folder: Path, expect: str) -> Ledger:
    """A ledger of three passes, k = 1..3."""
    (folder / "g.lp").write_text("move(m) :- pile(9).\nyes :- pile(0).\nsome :- pile(N), N >= 0.\n")
    (folder / "g.yaml").write_text(SPEC.replace("EXPECT", expect))
    spec = load(str(folder / "g.yaml"))
    return Ledger(spec.claims[0], plan_of(spec, Options()))


def end(ledger: Ledger, ends: dict[int, Ended | Stopped]) -> None:
    for rank, how in ends.items():
        ledger.end(rank, how)


def held(positions: int = 5, moves: bool = True) -> Ended:
    return Ended("c", positions, moves, 0.5, None, seen=5)


def refuted(k: int, pile: int = 2) -> Ended:
    found = Counterexample({"k": k}, {"pile": pile}, "P", "N", None, (), "", pile)
    return Ended("c", pile, True, 0.5, found)


def proof(verdict: str) -> Proof:
    step = Obligation("o", "m", verdict, 0.1, "z3 and cvc5")
    told: dict[str, Any] = {"obligations": (step,), "unbounded": ("pile",), "reason": "so"}
    return proved("c", [Need("o")], **told) if verdict == "proved" else Proof(verdict, **told)


def test_all_passes_held(ledger: Ledger) -> None:
    end(ledger, {0: held(), 1: held(), 2: held(0, False)})
    result = ledger.result(False, False)
    assert (result.verdict, result.positions, result.exit) == (Verdict.HOLDS, 10, Exit.OK)
    assert (result.seconds, result.reason, result.engines) == (1.5, None, ("clingo",))


@pytest.mark.parametrize("missing", [0, 1, 2])
def test_one_pass_missing_is_unknown(ledger: Ledger, missing: int) -> None:
    end(ledger, {rank: held() for rank in range(3) if rank != missing})
    assert not ledger.complete
    result = ledger.result(False, False)
    assert (result.verdict, result.reason, result.exit) == (Verdict.UNKNOWN, "interrupted", Exit.UNDECIDED)
    assert not result.as_expected


def test_nothing_known_is_unknown(ledger: Ledger) -> None:
    assert ledger.result(False, False).verdict is Verdict.UNKNOWN


@pytest.mark.parametrize("rank", [0, 1, 2])
def test_one_limit_is_unknown(ledger: Ledger, rank: int) -> None:
    end(ledger, {other: held() for other in range(3)} | {rank: CUT})
    assert ledger.complete
    result = ledger.result(False, False)
    assert (result.verdict, result.reason, result.exit) == (Verdict.UNKNOWN, LIMITED, Exit.UNDECIDED)


def test_a_limit_is_no_vacuity(ledger: Ledger) -> None:
    end(ledger, {0: held(0, False), 1: CUT, 2: held(0, False)})
    assert ledger.result(False, False).verdict is Verdict.UNKNOWN


def test_refuted_settles_what_comes_after(ledger: Ledger) -> None:
    end(ledger, {0: held(), 1: refuted(2)})
    assert ledger.complete
    assert ledger.settled(2)
    result = ledger.result(False, False)
    assert (result.verdict, result.positions, result.exit) == (Verdict.REFUTED, 7, Exit.CONTRARY)
    assert result.counterexample is not None
    assert (result.counterexample.parameters, result.counterexample.below) == ({"k": 2}, 7)


def test_what_ended_after_a_refutation_does_not_count(ledger: Ledger) -> None:
    """With two jobs a later pass may end first."""
    end(ledger, {2: refuted(3, 0), 1: refuted(2)})
    assert not ledger.complete
    ledger.end(0, held())
    result = ledger.result(False, False)
    assert result.counterexample is not None
    assert (result.counterexample.parameters, result.counterexample.below, result.positions) == ({"k": 2}, 7, 7)


def test_thousands_of_passes_are_looked_at_once(ledger: Ledger) -> None:
    """Whatever the order of their ends: asked at each end, the whole does not cost the square of their number."""

    @dataclass
    class Counted(Sequence[Pass]):
        asked: int = 0

        def __len__(self) -> int:
            return 5000

        def __getitem__(self, rank: Any) -> Any:
            self.asked += 1
            return replace(ledger.passes[0], rank=rank)

    passes = Counted()
    many = Ledger(ledger.claim, passes)
    for rank in [*range(2500), *range(4999, 2499, -1)]:
        assert not many.complete
        many.end(rank, CUT)
    assert many.complete
    assert passes.asked < 3 * len(passes)


def test_the_first_end_of_a_pass_stays(ledger: Ledger) -> None:
    end(ledger, {0: held(), 1: refuted(2)})
    end(ledger, {0: CUT, 1: CUT})
    result = ledger.result(False, False)
    assert (result.verdict, result.reason, result.positions) == (Verdict.REFUTED, None, 7)


def test_a_refutation_above_a_limit_is_not_certified(tmp_path: Path) -> None:
    for expect, code in [
        ("holds", Exit.CONTRARY),
        ("refuted", Exit.UNDECIDED),
        ("{refuted: {k: 2, pile: 2}}", Exit.UNDECIDED),
        ("{refuted: {k: 1, pile: 0}}", Exit.UNDECIDED),
    ]:
        ledger = made(tmp_path, expect)
        end(ledger, {0: CUT, 1: refuted(2)})
        result = ledger.result(False, False)
        assert (result.verdict, result.as_expected, result.exit) == (Verdict.REFUTED, False, code)
        assert result.reason == f"not certified as the smallest: a lesser one is not ruled out for k=1: {LIMITED}"


def test_no_position_and_no_move_are_vacuous(tmp_path: Path) -> None:
    for ends, reason in [
        ([held(0), held(0, False), held(0, False)], "no position of the box meets `where`"),
        ([held(5, False)] * 3, "no position of the box has a move"),
    ]:
        for expect, code in [("holds", Exit.UNDECIDED), ("vacuous", Exit.OK)]:
            ledger = made(tmp_path, expect)
            end(ledger, dict(enumerate(ends)))
            result = ledger.result(False, False)
            assert (result.verdict, result.reason, result.exit) == (Verdict.VACUOUS, reason, code)
            assert result.as_expected is (expect == "vacuous")


def test_one_position_without_a_move_is_not_vacuous(ledger: Ledger) -> None:
    end(ledger, {rank: held(1, False) for rank in range(3)})
    assert ledger.result(False, point=True).verdict is Verdict.HOLDS


@pytest.mark.parametrize(
    ("expect", "found", "verdict", "code"),
    [
        ("holds", "proved", Verdict.PROVED, Exit.OK),
        ("proved", "proved", Verdict.PROVED, Exit.OK),
        ("proved", "unknown", Verdict.HOLDS, Exit.UNDECIDED),
        ("holds", "unknown", Verdict.HOLDS, Exit.UNDECIDED),
        ("{proof: unknown}", "unknown", Verdict.HOLDS, Exit.OK),
        ("holds", "skipped", Verdict.HOLDS, Exit.OK),
        ("holds", "refuted", Verdict.HOLDS, Exit.UNDECIDED),
        ("{proof: unknown}", "refuted", Verdict.HOLDS, Exit.UNDECIDED),
        ("refuted", "proved", Verdict.PROVED, Exit.CONTRARY),
    ],
)
def test_proofs(tmp_path: Path, expect: str, found: str, verdict: Verdict, code: Exit) -> None:
    ledger = made(tmp_path, expect)
    end(ledger, {rank: held() for rank in range(3)})
    result = ledger.result(False, False, proof(found))
    assert (result.verdict, result.exit) == (verdict, code)
    assert result.engines == ("clingo", "cvc5", "z3")


def test_a_proof_hides_neither_a_refutation_nor_a_limit(ledger: Ledger) -> None:
    end(ledger, {0: held(), 1: refuted(2)})
    assert ledger.result(False, False, proof("proved")).verdict is Verdict.REFUTED
    ledger = replace(ledger)
    end(ledger, {0: held(), 1: CUT})
    assert ledger.result(False, False, proof("proved")).verdict is Verdict.UNKNOWN


def test_a_counterexample_beyond_the_box(ledger: Ledger) -> None:
    end(ledger, {rank: held() for rank in range(3)})
    beyond = refuted(1, 9).counterexample
    result = ledger.result(False, False, proof("refuted"), beyond)
    assert (result.verdict, result.counterexample, result.exit) == (Verdict.REFUTED, beyond, Exit.CONTRARY)


def test_a_verdict_has_no_truth_value() -> None:
    for verdict in Verdict:
        with pytest.raises(TypeError, match="no truth value"):
            bool(verdict)


@pytest.mark.parametrize("engine", ["clingo", "compiled C", "compiled Python"])
@pytest.mark.parametrize(
    ("where", "positions", "seen"),
    [("some", 5, 4), ("some", 5, None), ("some", 5, 6), (None, 4, 5), (None, 6, 5), (None, 5, 4), (None, 0, 5)],
)
@pytest.mark.sample(1)
def test_a_box_is_judged_to_the_last_position_or_nothing_holds(
    where: str | None, positions: int, seen: int | None, engine: str, ledger: Ledger
) -> None:
    said = ledger.claim.by(PPositions).model_copy(update={"where": where})
    ledger.claim = replace(ledger.claim, said=said)
    end(ledger, {0: held(), 1: Ended("c", positions, True, 0.5, None, engine, seen=seen), 2: held()})
    message = f"c: {positions} positions were judged by {engine} in a box of 5"
    with pytest.raises(Disagreement, match=message):
        ledger.result(False, False)
    ledger = replace(ledger)
    end(ledger, {rank: held() for rank in range(3)})
    assert ledger.result(False, False).verdict is Verdict.HOLDS
