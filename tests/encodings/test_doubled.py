"""Every box of the shipped specs, twice as large: no encoding has a number that ends a claim short of the box.

Sizes, counters and unknowns go twice as far; the numbers of heaps, the parameters and what has no box of its own
(single positions, tables, all games) stay. What is then too large to be judged here is counted.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from bouton.claims.registry import kind_of
from bouton.claims.subject import subject
from bouton.core.errors import InputError
from bouton.core.ranges import Interval
from bouton.core.shipped import folder
from bouton.core.spec import Claim, HeapRange, MemberRange, Spec, values_of
from bouton.core.verdict import Verdict
from bouton.document.load import narrow
from bouton.ground.box import ground_box
from bouton.process.limits import Limits
from bouton.run.check import check
from bouton.run.measures import measured
from bouton.run.options import Options
from tests.shipped import loaded

LARGEST = 20_000
"""Positions or cases of a doubled box that are judged."""
DOUBLED, TOO_LARGE = 574, 159
"""How many claims are judged in a doubled box, and how many of these boxes are too large."""
OF_ITS_RANGE = {("nim_ab", "section-3-4-limit"), ("nim_with_a_pass", "two-heaps")}
"""What is claimed of n <= 12 alone: `limit-within-b` of the same spec is refuted at 13, as it should be; and of one
pass that is unused or not, where two passes are another game."""
SPECS = sorted(folder("specs").rglob("*.yaml"))


def twice(name: str, interval: Interval) -> Iterator[str]:
    """The range as `--over` has it, twice as far."""
    if not interval.names:
        numbers = interval.at({})
        if len(numbers) > 1:
            yield f"{name}={numbers[0]}..{2 * numbers[-1]}"


def larger(spec: Spec, claim: Claim) -> tuple[Spec, Claim] | None:
    """The claim in a doubled box; None where it has none, or none that may be larger."""
    if spec.all_games or claim.points or kind_of(claim).judged.point(claim) is not None:
        return None
    if any(isinstance(part, MemberRange) for part in claim.box.fluents):  # a graph is not doubled
        return None
    over: list[str] = []
    for part in claim.box.fluents:
        over += (
            twice(f"{part.name}.size", part.size) if isinstance(part, HeapRange) else twice(part.name, values_of(part))
        )
    if not over:
        return None
    wide = narrow(spec, [], over, [claim.id])
    return wide, wide.claim(claim.id)


def size(spec: Spec, claim: Claim) -> int:
    """How many positions, or cases, its box has."""
    about = subject(spec, claim)
    return sum(ground_box(about.fluents, claim.box, chosen).size() for chosen in claim.box.assignments())


def doubled(file: Path) -> Iterator[tuple[Spec, Claim, bool]]:
    """Each claim that can be doubled, and whether it is small enough."""
    spec = loaded(file)
    for claim in spec.claims:
        found = larger(spec, claim)
        if found is not None:
            yield *found, size(*found) <= LARGEST


@pytest.mark.slow
def test_what_is_left_out_is_counted() -> None:
    fitting = [fits for file in SPECS for _, _, fits in doubled(file)]
    assert (sum(fitting), len(fitting) - sum(fitting)) == (DOUBLED, TOO_LARGE)


@pytest.mark.slow
@pytest.mark.parametrize("file", SPECS, ids=lambda file: str(file.relative_to(folder("specs"))))
def test_verdicts_stay(file: Path) -> None:
    other: dict[str, str] = {}
    for spec, claim, fits in doubled(file):
        if not fits or (file.stem, claim.id) in OF_ITS_RANGE:
            continue
        options = Options(claims=(claim.id,), prove=False, jobs=1, limits=Limits(600.0), suspend=True, fresh=True)
        try:
            (result,) = check(measured(spec, options.limits), options, lambda _progress: None)
        except InputError as error:
            assert all(one.line is not None for one in error.diagnostics), error  # it says where the rules end
            continue
        expected = {"holds": Verdict.HOLDS, "refuted": Verdict.REFUTED}.get(claim.expect.verdict)
        if expected is not None and result.verdict is not expected:
            other[claim.id] = str(result.counterexample or result.reason)
    assert other == {}
