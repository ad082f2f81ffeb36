"""What clingo alone refutes within seconds the default refutes too, at the same position, in boxes that take hours."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest

from benchmarks.fuzz.run import made
from bouton.claims.registry import stands_alone
from bouton.core.errors import InputError
from bouton.core.shipped import folder
from bouton.core.spec import CounterRange, HeapRange, Spec
from bouton.core.verdict import Result, Verdict
from bouton.document.load import load, narrow
from bouton.process.limits import Limits
from bouton.run.check import check
from bouton.run.options import Choice, Options
from tests.oracle.game import Illegal
from tests.samples import small_or_whole
from tests.shipped import loaded

WIDE = ((5, 40, 900), (4, 30, 200), (3, 30, 60), (2, 30, 30))
"""How many heaps, stones in a heap, and values of a counter more: the first that fits into memory."""
KINDS = ("levels", "outcomes", "fitted", "alliances", "predicates")
PARTS = 120
"""Of so many parts of the false claims one is in every run."""
SECONDS = 60.0
"""What the default has: far more than it needs, on any machine."""


def wide(spec: Spec, claim: str, heaps: int, size: int, counter: int) -> Spec:
    """The claim over so many heaps, stones and values of its counters."""
    box = spec.claim(claim).box
    wider = []
    for part in box.fluents:
        if isinstance(part, HeapRange):
            low = min(part.size.at(parameters)[0] for parameters in box.assignments())
            wider += [f"{part.name}.count=0..{heaps}", f"{part.name}.size={low}..{max(low, size)}"]
        elif isinstance(part, CounterRange):
            lows = [part.interval.at(parameters) for parameters in box.assignments()]
            low = min((one[0] for one in lows if one), default=0)
            wider.append(f"{part.name}={low}..{low + counter}")
    return narrow(spec, [], wider, [claim]) if wider else spec


def judged(spec: Spec, claim: str, engine: Choice, seconds: float) -> Result:
    options = Options(claims=(claim,), prove=False, jobs=2, limits=Limits(seconds), suspend=True, engine=engine)
    (result,) = check(spec, options, lambda _progress: None)
    return result


def is_lost(spec: Spec, claim: str, seconds: float) -> bool | None:
    """Whether the default misses what clingo alone refutes in so many seconds; None where that refutes nothing."""
    for size in WIDE:
        with suppress(InputError):  # the numbers of this game do not go so far, or its box does not fit
            far = wide(spec, claim, *size)
            ground = judged(far, claim, "ground", seconds)
            if ground.verdict is not Verdict.REFUTED or ground.reason is not None:
                return None
            default = judged(far, claim, "auto", SECONDS)
            assert ground.counterexample is not None
            return default.counterexample is None or default.counterexample.at != ground.counterexample.at
    return None


def false_claims() -> list[tuple[str, str]]:
    """The claims of shipped specs that are to be refuted in their box, at one of its positions."""
    return [
        (str(file), claim.id)
        for file in sorted(folder("specs").rglob("*.yaml"))
        for claim in loaded(file).claims
        if claim.expect.verdict == "refuted" and claim.about == "positions" and stands_alone(claim)
    ]


@pytest.mark.parametrize("seconds", small_or_whole(1.0, 5.0))
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.sample(2 * PARTS)
def test_what_clingo_refutes_at_once_is_refuted_in_any_box(part: int, seconds: float) -> None:
    """The claims are read here: where tests are collected that took every process seconds."""
    found = false_claims()
    assert len(found) > PARTS
    assert [claim for file, claim in found[part::PARTS] if is_lost(loaded(Path(file)), claim, seconds)] == []


@pytest.mark.parametrize(
    ("file", "claim"), [("wythoff", "fibonacci"), ("greedy_nim_k_misread", "theorem-2-misere"), ("mark", "even")]
)
@pytest.mark.sample(3)
def test_something_is_compared(file: str, claim: str) -> None:
    (found,) = folder("specs").rglob(f"{file}.yaml")
    assert is_lost(loaded(found), claim, 5.0) is False


@pytest.mark.parametrize("seconds", small_or_whole(0.5, 5.0))
@pytest.mark.parametrize("number", range(60))
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.sample(720)
def test_nothing_is_lost_of_random_games(kind: str, number: int, seconds: float, tmp_path: Path) -> None:
    """Their claims are read off what is true in a small box, so that many fail just outside of it."""
    try:
        _, case = made(2026, number, [kind])
    except Illegal:
        pytest.skip("the moves drawn make no game")
    spec = load(str(case.write(tmp_path)))
    asked = [
        claim.id for claim in spec.claims if claim.about == "positions" and stands_alone(claim) and not claim.points
    ]
    assert [claim for claim in asked if is_lost(spec, claim, seconds)] == []
