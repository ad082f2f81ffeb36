"""The one door to `proved`: nothing else makes such a proof, or reads one back that lacks something."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from pydantic import TypeAdapter

from bouton.core.errors import Disagreement
from bouton.core.proof import Need, Obligation, Proof, ProofPlace, claim_part, missing, proved, read_back, rests_on
from bouton.core.verdict import Result, Verdict

AT = ProofPlace("k=2", (3,))
NEEDS = (Need("independence", AT, ("c",)), Need("absorption", AT, ("c",)))
STEPS = (
    Obligation("independence, k=2", "m", "proved", 0.1, "z3", None, "independence", AT, (1, 1), ("c",)),
    Obligation("absorption 1, k=2", "m", "proved", 0.1, "z3", None, "absorption", AT, (1, 2), ("c",)),
    Obligation("absorption 2, k=2", "m", "proved", 0.1, "z3", None, "absorption", AT, (2, 2), ("c",)),
)
MET: dict[str, Any] = {"hypotheses": ("a move",), "met": ("a move",)}


def whole() -> Proof:
    return proved("c", NEEDS, STEPS, **MET)


def result(proof: Proof | None) -> dict[str, Any]:
    said: dict[str, Any] = {"id": "c", "kind": "k", "expected": "holds", "as_expected": True, "over": {}}
    return {**said, "positions": 1, "seconds": 0.0, "proof": proof}


def test_what_is_discharged_is_proved() -> None:
    proof = whole()
    assert (proof.verdict, proof.reason) == ("proved", None)
    assert [(part.name, len(part.obligations)) for part in proof.parts] == [
        ("independence", 1),
        ("claim c", 3),
        ("absorption", 2),
    ]


@pytest.mark.parametrize("at", range(len(STEPS)))
@pytest.mark.parametrize(
    "change",
    [
        None,
        {"verdict": "unknown", "reason": "time"},
        {"verdict": "refuted"},
        {"part": "coverage"},
        {"place": ProofPlace("k=3", (3,))},
        {"place": ProofPlace("k=2", (2,))},
        {"place": ProofPlace("k=2", (3,), more=True)},
        {"share": (1, 3)},
        {"about": ()},
        {"about": ("d",)},
    ],
)
def test_an_obligation_that_is_lost_or_of_something_else_is_missed(at: int, change: dict[str, Any] | None) -> None:
    steps = [step for place, step in enumerate(STEPS) if place != at]
    steps += [] if change is None else [replace(STEPS[at], **change)]
    proof = proved("c", NEEDS, steps, **MET)
    assert proof.verdict == "unknown"
    assert proof.reason is not None


def test_a_share_that_is_there_twice_stands_for_no_other() -> None:
    twice = [*STEPS[:2], replace(STEPS[1], name="absorption 2, k=2")]
    assert proved("c", NEEDS, twice, **MET).reason == "nothing discharges the part absorption at 3, k=2"


def test_without_needs_nothing_is_proved() -> None:
    assert proved("c", (), STEPS).reason == "nothing is said to be needed"


def test_hypotheses_are_met_and_there_is_no_reason_against() -> None:
    assert proved("c", NEEDS, STEPS, hypotheses=("a move",)).reason == "nothing meets the hypotheses: a move"
    against = proved("c", NEEDS, STEPS, **MET, against=("nothing was compared near 7", "nor near 8"))
    assert (against.verdict, against.reason) == ("unknown", "nothing was compared near 7")
    with pytest.raises(Disagreement, match="c is proved, and by clingo it fails at pile=77"):
        proved("c", NEEDS, STEPS, **MET, failing="pile=77")
    assert proved("c", NEEDS, STEPS[:2], **MET, failing="pile=77").verdict == "unknown"


def test_it_cannot_be_made_otherwise() -> None:
    several: tuple[Callable[[], Proof], ...] = (
        lambda: Proof("proved"),
        lambda: Proof("proved", obligations=STEPS, needs=NEEDS, **MET),
        lambda: Proof("proved", obligations=STEPS, needs=NEEDS, **MET, door=object()),
        lambda: replace(Proof("unknown", obligations=STEPS, needs=NEEDS), verdict="proved"),
        lambda: replace(whole(), reason="so"),
        lambda: replace(whole(), obligations=()),
        lambda: replace(whole(), needs=()),
    )
    for made in several:
        with pytest.raises(Disagreement):
            made()
    assert replace(whole(), verdict="unknown").verdict == "unknown"


def test_copies_go_through_the_door() -> None:
    proof = whole()
    assert pickle.loads(pickle.dumps(proof)) == copy.copy(proof) == copy.deepcopy(proof) == proof
    for change in ({"obligations": STEPS[:2]}, {"needs": ()}, {"met": ()}, {"obligations": ()}):
        forged = copy.copy(proof)
        forged.__dict__.update(change)
        with pytest.raises(Disagreement, match="there is no proof"):
            pickle.loads(pickle.dumps(forged))
    forged = Proof("unknown", needs=NEEDS)
    forged.__dict__["verdict"] = "proved"
    with pytest.raises(Disagreement, match="there is no proof"):
        copy.copy(forged)


def test_what_is_read_back_goes_through_the_door() -> None:
    proof, adapter = whole(), TypeAdapter(Proof)
    said = adapter.dump_python(proof, mode="json")
    assert read_back(adapter.validate_python({**said, "verdict": "unknown"}), "proved") == proof
    with pytest.raises(Disagreement):
        adapter.validate_python(said)
    unsure = adapter.validate_python({**said, "verdict": "unknown", "obligations": said["obligations"][1:]})
    with pytest.raises(Disagreement, match="nothing discharges the part independence"):
        read_back(unsure, "proved")


def test_no_result_is_proved_without_a_proof() -> None:
    assert Result(verdict=Verdict.PROVED, **result(whole())).verdict is Verdict.PROVED
    for proof in (None, Proof("unknown"), Proof("refuted")):
        with pytest.raises(Disagreement, match="c is not proved"):
            Result(verdict=Verdict.PROVED, **result(proof))
        with pytest.raises(Disagreement, match="c is not proved"):
            replace(Result(verdict=Verdict.HOLDS, **result(proof)), verdict=Verdict.PROVED)
    other = proved("d", NEEDS, STEPS, **MET)
    with pytest.raises(Disagreement, match="c is not proved"):
        Result(verdict=Verdict.PROVED, **result(other))
    forged = Result(verdict=Verdict.HOLDS, **result(None))
    forged.__dict__["verdict"] = Verdict.PROVED
    with pytest.raises(Disagreement, match="c is not proved"):
        pickle.loads(pickle.dumps(forged))


def test_a_proof_that_was_made_by_force_makes_no_result() -> None:
    forced = Proof("unknown", needs=NEEDS)
    object.__setattr__(forced, "verdict", "proved")
    assert not forced.proves("c")
    with pytest.raises(Disagreement, match="c is not proved"):
        Result(verdict=Verdict.PROVED, **result(forced))


def test_a_proof_rests_on_another_that_is_proved_and_speaks_of_it() -> None:
    part = claim_part("c")
    assert rests_on("w", whole(), part, part).verdict == "proved"
    assert rests_on("w", whole(), part, claim_part("d")).reason == "the proof of w does not speak of it"
    assert rests_on("w", whole(), part, "strategy win").verdict == "unknown"
    assert rests_on("w", Proof("unknown", reason="time"), part).reason == "time"
    assert list(missing(proved("d", [Need(part)], [rests_on("w", Proof("refuted"), part)])))
