"""False claims about digit places, refuted at the least position, which no box and no search of small ones comes to."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from bouton.claims.subject import rules_of
from bouton.core.spec import Spec
from bouton.core.verdict import Result, Verdict
from bouton.document.load import load
from bouton.process.limits import Limits
from bouton.proof.attempt import Attempt, Candidate, ProofRequest
from bouton.proof.prove import prove
from bouton.proof.refute import least, refuted
from bouton.proof.setting import settings
from bouton.proof.way import Near
from bouton.run.check import check
from bouton.run.options import Options
from tests.proof.ways.columns.test_columns import MOORE, NIM

Heaps = tuple[int, ...]
Claimed = Callable[[Heaps], bool]


def spec_of(folder: Path, rules: str, parameters: str) -> Spec:
    (folder / "g.lp").write_text(rules)
    every = "{k: all, heap: {count: all}}" if "k" in parameters else "{heap: {count: all}}"
    (folder / "g.yaml").write_text(
        f"game: g\nrules: g.lp\nparameters: {parameters}\nposition: {{heap: {{count: 0..3, size: 1..4}}}}\n"
        f"claims:\n  - {{id: c, says: x, kind: p-positions, iff: balanced, prove: {every}}}\n"
    )
    return load(str(folder / "g.yaml"))


def refutation(folder: Path, rules: str, parameters: str) -> Result:
    (result,) = check(spec_of(folder, rules, parameters), Options(fresh=True, crosscheck=False), lambda _: None)
    assert result.verdict is Verdict.REFUTED
    assert result.reason is None  # nothing is left open below it
    return result


def partitions(stones: int, largest: int) -> Iterator[Heaps]:
    if not stones:
        yield ()
    for size in range(min(stones, largest), 0, -1):
        yield from ((size, *rest) for rest in partitions(stones - size, size))


def one_lower(heaps: Heaps, by: int) -> set[Heaps]:
    """Where a move leads that lowers one heap, by so many stones at most."""
    return {
        tuple(sorted(filter(None, (*heaps[:at], left, *heaps[at + 1 :])), reverse=True))
        for at, size in enumerate(heaps)
        for left in range(max(0, size - by), size)
    }


def first_wrong(claimed: Claimed, stones: int, by: int) -> list[Heaps]:
    """By definition, in Nim: every position of fewest stones of which the claim is false."""
    lost: dict[Heaps, bool] = {}
    for number in range(stones + 1):
        wrong = []
        for heaps in partitions(number, number):
            lost[heaps] = not any(lost[one] for one in one_lower(heaps, by))
            wrong += [heaps] if lost[heaps] is not claimed(heaps) else []
        if wrong:
            return wrong
    return []


def ones(heaps: Heaps, places: int = 8) -> list[int]:
    return [sum(size >> at & 1 for size in heaps) for at in range(places)]


OF_NIM: dict[str, tuple[str, str, Claimed, int, Heaps]] = {
    "from 24 ones on nothing is asked": (
        "N \\ (2) != 0", "N \\ (2) != 0, N < 24",
        lambda heaps: all(n % 2 == 0 or n >= 24 for n in ones(heaps)), 99, (1,) * 25,
    ),
    "a place left out": (
        "2*P <= S", "2*P <= S, P < 16", lambda heaps: all(n % 2 == 0 for n in ones(heaps, 5)), 99, (32,)
    ),
    "not by 30 stones": (
        "T = 0..S-1", "T = 0..S-1, S-T < 30", lambda heaps: all(n % 2 == 0 for n in ones(heaps)), 29, (30,)
    ),
}  # fmt: skip
"""What is changed in Nim, what is claimed then, by how much a heap can be lowered, and the least counterexample."""


@pytest.mark.parametrize("name", [
    pytest.param(name, marks=() if name == "from 24 ones on nothing is asked" else pytest.mark.slow) for name in OF_NIM
])  # fmt: skip
def test_nim(name: str, tmp_path: Path) -> None:
    before, after, claimed, by, heaps = OF_NIM[name]
    assert before in NIM
    result = refutation(tmp_path, NIM.replace(before, after), "{}")
    assert result.counterexample is not None
    assert result.counterexample.at == ({}, (heaps,))
    assert heaps in first_wrong(claimed, sum(heaps), by)


@pytest.mark.slow
def test_moore_at_a_parameter_that_no_box_has(tmp_path: Path) -> None:
    """12 heaps of one stone, of which k = 4 ones too many are taken: below k = 4, 12 is a multiple of k+1."""
    result = refutation(tmp_path, MOORE.replace("N \\ (k+1) != 0", "N \\ (k+1) != 0, N != 12"), "{k: 1..2}")
    assert result.counterexample is not None
    assert result.counterexample.at == ({"k": 4}, ((1,) * 12,))
    assert result.counterexample.winning is not None


def near(folder: Path, rules: str, parameters: str) -> tuple[Spec, Attempt]:
    spec = spec_of(folder, rules, parameters)
    return spec, prove(
        spec, spec.claims[0], rules_of(spec), ProofRequest(limits=Limits(processor=20.0), crosscheck=False)
    )


@pytest.mark.slow
def test_what_is_not_the_least_is_not_shown_to_be(tmp_path: Path) -> None:
    spec, attempt = near(tmp_path, NIM.replace("N \\ (2) != 0", "N \\ (2) != 0, N < 24"), "{}")
    asked = ProofRequest(limits=Limits(processor=20.0))
    assert attempt.proof.verdict == "unknown"
    assert attempt.near is not None
    assert attempt.near.read
    found = refuted(spec, spec.claims[0], rules_of(spec), attempt, asked)
    assert (found.candidates[0].position, found.certified) == (((1,) * 25,), True)
    for heaps in ((1,) * 27, (2,) * 25, (26,)):
        where = Candidate({}, (heaps,), "c")
        assert not least(spec, spec.claims[0], rules_of(spec), attempt.near, where, asked)
    later = replace(attempt.near, first=False)
    assert not least(spec, spec.claims[0], rules_of(spec), later, found.candidates[0], asked)


def test_a_true_claim_that_was_not_proved_is_not_refuted(tmp_path: Path) -> None:
    """Whatever numbers a solver were to give: nothing fails at any position."""
    spec, attempt = near(tmp_path, NIM, "{}")
    assert spec.claims[0].prove is not None
    setting = Near(next(settings(spec, spec.claims[0].prove)), ({"ones": 9, "lowered": 3},), read=True, first=True)
    unknown = replace(attempt, proof=replace(attempt.proof, verdict="unknown"), near=setting)
    assert refuted(spec, spec.claims[0], rules_of(spec), unknown, ProofRequest()) is unknown
