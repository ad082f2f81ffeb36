"""The least positions of a proof's range that lie beyond the box of its claim.

A theorem may be right in a small box and fail just outside of it, where no solver finds its way: so the range of a
proof is searched upward too, as far as that takes a moment.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, replace

from bouton.claims.passes import up_to
from bouton.claims.registry import stated
from bouton.core.position import Counter, Parameters, Position, Value
from bouton.core.ranges import interval
from bouton.core.spec import Box, Claim, ParameterRange, ProofRange, Spec
from bouton.core.stated import Period
from bouton.core.verdict import Counterexample
from bouton.ground.box import Region, ground_box
from bouton.proof.setting import own_range, unknown_parameters
from bouton.run.candidates import with_stones

_STEPS = (1, 2, 3, 4, 5, 6, 8, 10, 12, 14, 16, 18, 20, 24, 32, 40, 50, 64)
"""Numbers of stones up to which positions are taken, fewest first."""
_VALUES = 2
"""How many values of an unbounded parameter are looked at beyond its least one."""


@dataclass(frozen=True)
class Outside:
    """A claim over the positions of its proof's range with fewest stones, up to so many."""

    claim: Claim
    stones: int
    first: dict[str, Value]
    """The least values of the parameters."""
    whole: bool
    """Whether no position of so few stones is left out, as those with greater values of an unbounded counter are."""

    def doubt(self, found: Counterexample) -> str | None:
        """Why there may be a lesser counterexample in the proof's range than the one found here, if so."""
        if found.parameters != self.first:
            return f"a lesser one is not ruled out for lesser parameters from {self.stones} stones on"
        return None if self.whole else "a lesser one is not ruled out at greater counters"


def outside(spec: Spec, claim: Claim, positions: int) -> Outside | None:
    """The claim over at most so many of the least positions of its proof's range, as many as can be taken at once.

    None where all of them lie in the claim's own box, where the measure does not begin with the stones, and where a
    parameter is every set.
    """
    if isinstance(stated(claim), Period):
        return None  # its proof looks at all sizes that matter, least first
    ranged = claim.prove or own_range(claim)
    every_set = any(one.is_set and one.name in ranged.unbounded for one in ranged.parameters)
    if claim.about != "positions" or claim.points or every_set or spec.measure.entries[0] != "stones":
        return None
    found: Box | None = None
    for stones in _STEPS:
        box = _box(spec, ranged, stones)
        if sum(1 for _ in itertools.islice(_positions(spec, box), positions + 1)) > positions:
            break
        found = box
    if found is None or found.stones is None or not _beyond(spec, claim.box, found):
        return None
    first = next(found.assignments())
    counters = {fluent.name for fluent in spec.fluents if isinstance(fluent, Counter) and not fluent.stones}
    return Outside(replace(claim, box=found, prove=None), found.stones, first, not counters & ranged.unbounded)


def _box(spec: Spec, ranged: ProofRange, stones: int) -> Box:
    fluents = with_stones(spec, ranged, stones, lambda counter: f"{counter.interval.low.text}+{stones}")
    return Box(tuple(_few(one, ranged) for one in ranged.parameters), fluents, stones)


def _few(parameter: ParameterRange, ranged: ProofRange) -> ParameterRange:
    """The parameter with its own values or, if they are unbounded, with the first few; an end that is unknown stays."""
    own = parameter.interval
    if own is None or parameter.name not in ranged.unbounded or own.high.names & unknown_parameters(ranged):
        return parameter
    return replace(parameter, interval=replace(own, high=interval(f"{own.low.text}+{_VALUES}").high))


def _positions(spec: Spec, box: Box) -> Iterator[tuple[Parameters, Position]]:
    assert box.stones is not None
    for parameters in box.assignments():
        region = Region(ground_box(spec.fluents, box, parameters))
        yield from ((parameters, position) for position in up_to(region, spec.measure, box.stones))


def _beyond(spec: Spec, own: Box, other: Box) -> bool:
    """Whether one box has a position that the other has not."""
    boxes = [(parameters, ground_box(spec.fluents, own, parameters)) for parameters in own.assignments()]
    return any(
        not any(known == parameters and position in box for known, box in boxes)
        for parameters, position in _positions(spec, other)
    )
