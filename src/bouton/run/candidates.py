"""Where a position at which a proof fails is looked at: the box below it, and its options.

A solver names some position at which a claim fails. The least one is found by a search of all that is not above it, as
far as these are not too many.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import replace

from bouton.claims.judge import game_of
from bouton.claims.subject import rules_of
from bouton.core.partitions import positions_of
from bouton.core.position import Heaps, Position, Value
from bouton.core.ranges import interval
from bouton.core.spec import Box, Claim, CounterRange, FluentRange, HeapRange, ParameterRange, ProofRange, Spec
from bouton.ground.box import around, ground_box
from bouton.ground.graph import Grounder
from bouton.proof.attempt import Candidate
from bouton.proof.setting import own_range

_MOST, _ENOUGH = 200_000, 2000
"""Positions that are searched for a counterexample at lesser parameters too, fewer where a solver shows none."""
_SEARCHABLE = 10**9
"""Positions of a box that is searched upward: far fewer are met before the counterexample."""
_STONES = 200
"""More stones in heaps than these are more positions than can be searched."""


def beyond(spec: Spec, claim: Claim, candidate: Candidate, *, certified: bool = False) -> tuple[Claim, str | None]:
    """The claim over a box that holds the candidate and every position of the proof's range that is not above it.

    Where these are too many and there are no heaps, it is the candidate alone, if that is `certified` as the least.
    Where there are heaps, it is the positions of no more stones or, where these are too many, those of as many heaps
    with sizes between the candidate's least and greatest. The text says why nothing is known of what is below, if so.
    """
    stones = sum(sum(value) if isinstance(value, tuple) else max(0, value) for value in candidate.position)
    ranged = claim.prove or own_range(claim)
    values = dict(zip((fluent.name for fluent in spec.fluents), candidate.position, strict=True))

    def highest(allowed: CounterRange) -> str:
        value = values[allowed.name]
        assert isinstance(value, int)
        return str(max(value, stones) if spec.moves else value)

    fluents = with_stones(spec, ranged, max(1, stones), highest)
    boxes = [Box(up_to(ranged, candidate), fluents), Box(_alone(claim, candidate), fluents)]
    box = next((box for box in boxes if _size(spec, box) <= _MOST), boxes[-1])
    if certified and _size(spec, box) > _MOST and not any(isinstance(fluent, Heaps) for fluent in spec.fluents):
        single = tuple(CounterRange(name, interval(value)) for name, value in values.items() if isinstance(value, int))
        box = Box(_alone(claim, candidate), single)
    doubt = None
    heaps = any(isinstance(fluent, Heaps) for fluent in spec.fluents)
    many = heaps and _size(spec, box, _SEARCHABLE) > _SEARCHABLE
    few = _of_stones(spec, stones) if heaps and spec.measure.entries == ("stones",) else _MOST + 1
    most = min(_ENOUGH, _MOST) if certified else _MOST
    narrow = [one for one in boxes if few * _assignments_of(one, few) <= most]
    large = _size(spec, boxes[0]) > _MOST
    if narrow and large:
        box = replace(narrow[0], stones=stones)
        if box.parameters != boxes[0].parameters:
            doubt = "lesser parameters are too many to be searched"
    elif many or (certified and heaps and large):
        alike = itertools.starmap(_like, zip(fluents, candidate.position, strict=True))
        box = Box(_alone(claim, candidate), tuple(alike))
        doubt = "the positions with fewer stones are too many to be searched"
    return replace(claim, box=box, prove=None), doubt


def with_stones(
    spec: Spec, ranged: ProofRange, stones: int, highest: Callable[[CounterRange], str]
) -> tuple[FluentRange, ...]:
    """The ranges of a proof with so many stones in a heap, and unbounded numbers of heaps and counters cut off.

    Of heaps there are as many as stones at most; `highest` is the text of the greatest value of a counter.
    """
    found: list[FluentRange] = []
    for fluent in spec.fluents:
        if isinstance(fluent, Heaps):
            every = f"{fluent.name}.count" in ranged.unbounded
            counts = interval(f"0..{stones}") if every else ranged.counts[fluent.name]
            found.append(HeapRange(fluent.name, counts, interval(f"1..{stones}")))
        else:
            allowed = CounterRange(fluent.name, ranged.counters[fluent.name])
            if fluent.name in ranged.unbounded:
                high = interval(highest(allowed)).high
                allowed = replace(allowed, interval=replace(allowed.interval, high=high))
            found.append(allowed)
    return tuple(found)


def _assignments_of(box: Box, few: int) -> int:
    """How many values the parameters have, as far as that is not too much for so `few` positions each."""
    return sum(1 for _ in itertools.islice(box.assignments(), _MOST // few + 1))


def followers(spec: Spec, claim: Claim, candidate: Candidate) -> list[Position]:
    """The candidate's position, then its options, each once, the least first."""
    game = game_of(spec, rules_of(spec), claim.box, candidate.parameters)
    grounder = Grounder.of(game, around(spec.fluents, candidate.position).hull)
    (node,) = grounder.nodes([candidate.position])
    game.measure.prepare([move.to for move in node.moves])
    return [node.position, *sorted({move.to for move in node.moves}, key=lambda to: (game.measure.of(to), to))]


def _of_stones(spec: Spec, stones: int) -> int:
    """How many lists of heaps have at most so many stones, where a position is one list of heaps in order."""
    if len(spec.fluents) > 1 or getattr(spec.fluents[0], "order", "none") == "none" or stones > _STONES:
        return _MOST + 1
    return positions_of(stones)


def _like(part: FluentRange, value: int | tuple[int, ...]) -> FluentRange:
    """The range with as many heaps as there are, of no other sizes than from the least to the greatest."""
    if not isinstance(value, tuple):
        return CounterRange(part.name, interval(value))
    sizes = interval(f"{min(value, default=1)}..{max(value, default=1)}")
    return HeapRange(part.name, interval(len(value)), sizes)


def is_single(box: Box) -> bool:
    """Whether the box is one position, so that nothing below it is judged."""
    ranges = [
        part.interval for part in (*box.parameters, *box.fluents) if isinstance(part, ParameterRange | CounterRange)
    ]
    heaps = any(not isinstance(part, CounterRange) for part in box.fluents)
    return not heaps and all(one is None or one.low == one.high for one in ranges)


def up_to(ranged: ProofRange, candidate: Candidate) -> tuple[ParameterRange, ...]:
    """The parameters from their least values: those that are unknown up to the candidate's, or to their own ends.

    Fixed ones that come before any unknown are those of the candidate: all below was proved.
    """
    found: list[ParameterRange] = []
    free: set[str] = set()
    for parameter in ranged.parameters:
        value, own = candidate.parameters[parameter.name], parameter.interval
        if own is not None and (own.names & free or parameter.name in ranged.unbounded):
            free.add(parameter.name)
            bounded = own if own.high.names & free else replace(own, high=interval(str(value)).high)
            found.append(replace(parameter, interval=bounded))
        else:
            found.append(parameter if free else _only(parameter, value))
    return tuple(found)


def _alone(claim: Claim, candidate: Candidate) -> tuple[ParameterRange, ...]:
    return tuple(_only(parameter, candidate.parameters[parameter.name]) for parameter in claim.box.parameters)


def _only(parameter: ParameterRange, value: Value) -> ParameterRange:
    if isinstance(value, tuple):
        return ParameterRange(parameter.name, parameter.place, sets=(value,))
    return ParameterRange(parameter.name, parameter.place, interval(value))


def _size(spec: Spec, box: Box, most: int = _MOST) -> int:
    """How many positions there are for all values of the parameters, as far as that is not above `most`."""
    total = 0
    for parameters in itertools.islice(box.assignments(), _MOST):
        total += 1 + ground_box(spec.fluents, box, parameters).size()
        if total > most:
            break
    return total
