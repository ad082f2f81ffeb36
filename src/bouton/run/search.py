"""Counterexamples elsewhere than in the box of a claim: outside of it, near numbers, below the position of a solver.

Wherever it is looked for, the claim is judged over another box by the path that judges its own, and without a proof, in
what is left of its time. Whatever ends a search early, nothing is said of what it did not come to.

A theorem may be right in a small box and fail just outside of it, where no solver finds its way: so the least positions
of a proof's range are searched upward too, as far as that takes a moment.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from bouton.claims import passes
from bouton.claims.passes import Pass
from bouton.claims.registry import kind_of, stated
from bouton.claims.subject import subject
from bouton.core.errors import Disagreement, InputError, LimitReached
from bouton.core.position import Counter, Parameters, Position, Value, one_list
from bouton.core.ranges import interval
from bouton.core.spec import Box, Claim, HeapRange, ParameterRange, ProofRange, Spec
from bouton.core.stated import Period
from bouton.core.verdict import Counterexample, Result, Verdict
from bouton.ground.box import Region, ground_box
from bouton.process.limits import Limits, alone
from bouton.proof.attempt import Attempt, Candidate
from bouton.proof.refute import agrees
from bouton.proof.setting import own_range, unknown_parameters
from bouton.proof.way import Near
from bouton.run.candidates import beyond, followers, is_single, up_to, with_stones
from bouton.run.options import Options
from bouton.run.plan import plan_of
from bouton.run.proofs import Prover

_MOMENT, _AROUND = 3.0, 10.0
"""Seconds of processor time that each value of the parameters may take of the first, and of a box near numbers at which
a proof fails: a busy machine finds the same later. For the last they share a tenth of the limit, or have as much."""

Judge: TypeAlias = Callable[..., Generator[Result]]
"""The path from a spec to verdicts (`by_measure` of `bouton.run.check`)."""


@dataclass(frozen=True)
class FoundBeyond:
    """A counterexample outside of the box, why it may not be the least one, and how long it took to find it."""

    counterexample: Counterexample
    doubt: str | None
    seconds: float


def _found(region: Outside, result: Result) -> FoundBeyond | None:
    """The counterexample of a claim that was judged over a region, if it is refuted there."""
    found = result.counterexample
    if found is None or result.verdict is not Verdict.REFUTED:
        return None
    return FoundBeyond(found, result.reason or region.doubt(found), result.seconds)


@dataclass(frozen=True)
class CounterexampleSearch:
    """Looks for counterexamples of one claim, whose proof was begun at `started`, by the monotonic clock.

    The `others` have a search of their own soon: where it is over the same positions, all are judged at once, and what
    came of the others is `known` from then on.
    """

    spec: Spec
    claim: Claim
    options: Options
    prover: Prover
    judge: Judge
    started: float
    others: Sequence[Claim] = ()
    known: dict[str, FoundBeyond | None] = field(default_factory=dict)

    @property
    def limits(self) -> Limits:
        """The part of the claim's limits that is left by now."""
        return self.prover.limits(self.claim, time.monotonic() - self.started)

    def _with(self, claim: Claim) -> Spec:
        """The spec with the claim over another box."""
        return replace(self.spec, claims=tuple(claim if one.id == claim.id else one for one in self.spec.claims))

    @property
    def _asked(self) -> Options:
        """What is asked of each check: a verdict on the claim without a proof, in what is left of its time."""
        one = replace(self.options, claims=(self.claim.id,), prove=False, at=None, resume=None)
        return replace(one, limits=self.limits)

    def _judged(self, spec: Spec, asked: Options, *plan: Sequence[Pass]) -> Result:
        """The claim judged over its box in that spec, by its `plan_of` if that is known."""
        (result,) = self.judge(spec, asked, lambda _progress: None, *plan)
        return result

    def outside(self, positions: int, limits: Limits, *, shared: bool = False) -> FoundBeyond | None:
        """A counterexample among so many least positions of the proof's range outside of the claim's box.

        `shared` says that the values of the parameters share `limits.more`, each having a moment at least.
        """
        if not shared and self.claim.id in self.known:
            return self.known.pop(self.claim.id)
        region = outside(subject(self.spec, self.claim), self.claim, positions)
        if region is None:
            return None
        alike = [region]
        for other in () if shared else self.others:
            beside = outside(subject(self.spec, other), other, positions)
            alike += [beside] if beside is not None and beside.claim.box == region.claim.box else []
        for several in (alike, [region]):
            regions = {one.claim.id: one for one in several}
            asked = replace(self._asked, engine="ground", claims=tuple(regions))
            claims = (regions[one.id].claim if one.id in regions else one for one in self.spec.claims)
            whole = replace(self.spec, claims=tuple(claims))
            with suppress(InputError, LimitReached):  # the rules may not be meant for positions so far away
                plan = plan_of(whole, asked)
                each = max(_MOMENT, limits.more / max(1, len(plan))) if shared else _MOMENT
                asked = replace(asked, limits=replace(limits, processor=each))
                results = self.judge(whole, asked, lambda _progress: None, plan)
                self.known.update({one.id: _found(regions[one.id], one) for one in results})
                return self.known.pop(self.claim.id)
        return None

    def around(self, attempt: Attempt) -> Attempt:
        """The attempt, refuted if the claim fails near the numbers at which the rules are not as they were read."""
        about, near, found = subject(self.spec, self.claim), attempt.near, list[Counterexample]()
        assert near is not None
        for larger in near_numbers(about, self.claim, near):
            asked = replace(self._asked, limits=replace(self.limits, processor=_AROUND))
            try:
                result = self._judged(self._with(larger), asked)
            except (InputError, LimitReached):  # a position there may be one that the rules are not meant for
                continue
            found += [result.counterexample] if result.counterexample is not None else []
        if not found:
            return attempt
        least = min(found, key=lambda one: (tuple(one.parameters.values()), about.measure.of(one.at[1]), one.at[1]))
        return self.prover.at(self.claim, attempt, Candidate(least.parameters, least.at[1], "the rules"))

    def below(self, attempt: Attempt) -> tuple[Counterexample | None, str | None]:
        """The least counterexample up to the position at which a solver refutes the claim, and why a lesser one may be.

        Where too many positions are below that one, the counterexample is that position.
        """
        about, candidate = subject(self.spec, self.claim), attempt.candidates[0]
        larger_claim, unsearched = beyond(about, self.claim, candidate, certified=attempt.certified)
        doubt = attempt.doubt or (None if attempt.certified else unsearched)
        wider, asked = self._with(larger_claim), self._asked
        if attempt.supposed:  # it may well be true, and all below be looked at for nothing
            asked = replace(asked, limits=replace(asked.limits, processor=_AROUND))
        verdict, reason, found = Verdict.UNKNOWN, unsearched, None
        try:
            if unsearched is None or not attempt.certified:  # else that one alone is to be replayed
                larger = self._judged(wider, asked)
                verdict, reason, found = larger.verdict, larger.reason, larger.counterexample
        except InputError as error:  # more positions than fit, or some that the rules are not meant for
            verdict, reason, found = Verdict.UNKNOWN, error.diagnostics[0].message, None
        cut = verdict is Verdict.UNKNOWN  # all up to the model was too much; the model itself is one position
        if cut or (verdict is Verdict.HOLDS and unsearched is not None):
            doubt = f"a lesser one is not ruled out: {reason}" if cut and not attempt.certified else doubt
            try:
                at = self._at_or_below(wider, larger_claim, candidate, asked, options=not attempt.supposed)
            except LimitReached:
                return None, doubt
            if at is not None:
                verdict, reason, found = at.verdict, at.reason, at.counterexample
        if verdict is Verdict.HOLDS and not attempt.supposed:
            raise Disagreement(f"{self.claim.id}: a solver refutes it, and no position up to its model does")
        if found is not None and reason is None and attempt.certified:
            agrees(about, found, candidate)
            searched = unsearched is None and not cut and not is_single(larger_claim.box)
            found = found if searched else replace(found, below=None)
        return found, doubt

    def _at_or_below(
        self, spec: Spec, claim: Claim, candidate: Candidate, asked: Options, *, options: bool = True
    ) -> Result | None:
        """The claim refuted at the position of a solver's model or, as it then must be, at one of its `options`.

        LimitReached where one of these that might refute it could not be judged.
        """
        if kind_of(claim).judged.compares(claim):
            return None  # one position alone decides nothing
        unjudged: str | None = None
        alike = [candidate.position]
        if options and claim.about != "numbers":
            alike = alone(followers, subject(spec, claim), claim, candidate, limits=asked.limits)
        for position in alike:
            try:
                result = self._judged(spec, replace(asked, at=(candidate.parameters, position)))
            except InputError as error:  # the rules may not be meant for positions so far away
                unjudged = unjudged or error.diagnostics[0].message
                continue
            if result.verdict is Verdict.REFUTED:
                return result
            if result.verdict is Verdict.UNKNOWN:
                unjudged = unjudged or result.reason or "it is not judged"
        if unjudged is not None:
            raise LimitReached(unjudged)
        return None


# ------------------------------------------------------------- near numbers at which rules are not as they were read

_SIZES = frozenset({"_size", "_left", "_next_left", "_other_left"})
_HEAPS = frozenset({"_heap", "_place", "_next", "_other", "_counted", "_ones"})
"""The unknowns that are sizes, and those that are numbers or places of heaps."""
_LARGEST, _MANY, _LARGE = 2000, 40, 9
"""The most stones of one heap, the most heaps of one stone, and of one or two."""
_FURTHER = 2
"""How far parameters go beyond a model's: it need not be one that a game comes to."""


def near_numbers(spec: Spec, claim: Claim, near: Near) -> Iterator[Claim]:
    """The claim over boxes that may hold a counterexample: few heaps of the sizes of a model, and many small ones."""
    fluent = one_list(spec.fluents)
    assert claim.prove is not None
    values = [(name, value) for model in near.models for name, value in model.items()]
    size = max((value for name, value in values if name in _SIZES), default=1)
    size = max(size, *(2 * value for name, value in values if name == "_power"), 3)
    heaps = 1 + max((value for name, value in values if name in _HEAPS), default=1)
    shapes = [
        (1, 1, min(2 * size, _LARGEST)),
        (2, size - 1, size + 1),
        (3, size, size),
        (min(heaps, _MANY), 1, 1),
        (min(heaps, _LARGE), 1, 2),
    ]
    parameters = _parameters(near)
    order = {parameter.name: parameters[parameter.name] for parameter in spec.box.parameters}
    ranges = up_to(claim.prove, Candidate(order, ((),), ""))
    for count, least, most in shapes:
        box = Box(ranges, (HeapRange(fluent.name, interval(f"0..{count}"), interval(f"{least}..{most}")),))
        yield replace(claim, box=box, prove=None)


def _parameters(near: Near) -> Mapping[str, Value]:
    """The parameters of the first model, and a little more; those that it leaves open are small."""
    found = dict(near.setting.parameters)
    for name, span in near.setting.unknown.items():
        allowed = span.at(found, near.models[0].get(f"{name}.N", 0) + _FURTHER + 1)
        wanted = near.models[0].get(f"{name}.N", allowed.start) + _FURTHER
        found[name] = min(wanted, allowed[-1])
    return found


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
        yield from ((parameters, position) for position in passes.up_to(region, spec.measure, box.stones))


def _beyond(spec: Spec, own: Box, other: Box) -> bool:
    """Whether one box has a position that the other has not."""
    boxes = [(parameters, ground_box(spec.fluents, own, parameters)) for parameters in own.assignments()]
    return any(
        not any(known == parameters and position in box for known, box in boxes)
        for parameters, position in _positions(spec, other)
    )
