"""Positions whose outcomes are known: what a theorem is learnt from, and what it must fit before a proof is tried."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from operator import add, mul

from bouton.claims.judge import game_of
from bouton.claims.subject import rules_of
from bouton.core.errors import LimitReached
from bouton.core.position import Assignment, Position
from bouton.core.ranges import expression
from bouton.core.spec import HeapRange, Play, Spec
from bouton.core.verdict import Label
from bouton.ground.box import CounterBox, GroundBox, HeapBox, Region, ground_box, of_numbers
from bouton.ground.layers import Sought, layers
from bouton.process.limits import Limits, Task, run
from bouton.rules.file import Rules

_SIZES = 64
"""No heap of a box is larger."""
_COUNTER = 400
"""No counter of a box has more values."""
_TOGETHER = 6
"""The most assignments of parameters that are looked at together,"""
_LISTED = 1000
"""and those among which they are chosen."""


@dataclass(frozen=True)
class Known:
    """A position with its parameters; `lost` says whether it belongs to the set that a theorem is to characterise.

    That set is the P-positions, or in a game of alliances the wins of one side.
    """

    parameters: Assignment
    position: Position
    lost: bool


@dataclass(frozen=True)
class Outcomes:
    """The positions of boxes with their outcomes, least parameters and least measure first."""

    known: tuple[Known, ...]
    measure: tuple[int, ...]
    """The greatest measure of a position among them."""
    sides: tuple[Label, ...] = ()
    """In a game of alliances the sides that move or win somewhere, at most two."""

    @property
    def said(self) -> str:
        """How many positions there are, and up to which measure, in words."""
        return f"{len(self.known)} positions to measure {', '.join(map(str, self.measure))}"


def assignments(spec: Spec) -> list[Assignment]:
    """The first few assignments of values to the parameters in a spec's box, least values first.

    Where there are more, those come first in which no parameter is far up in its range: each takes several values.
    """
    found = list(islice(spec.box.assignments(), _LISTED))
    ranks = [{value: at for at, value in enumerate(sorted({one[name] for one in found}))} for name in found[0]]
    nearest = sorted(found, key=lambda one: sum(rank[value] for rank, value in zip(ranks, one.values(), strict=True)))
    return [tuple(one.items()) for one in (nearest[:_TOGETHER] if len(found) > _TOGETHER else found)]


def outcomes(
    spec: Spec, play: Play, chosen: Sequence[Assignment], most: int, limits: Limits, target: Label = "P"
) -> Outcomes:
    """About `most` positions of the spec's box, which is cut down, for each assignment of the parameters chosen.

    `target` is what the positions are that a theorem tells: P, or the side that wins there.
    InputError where the rules are at fault; LimitReached where not even the box of the first assignment was solved.
    """
    rules = rules_of(spec)
    tasks = []
    for parameters in chosen:
        box = cut(ground_box(spec.fluents, spec.box, dict(parameters)), max(8, most // len(chosen)))
        tasks.append(Task(_solve, (spec, rules, play, parameters, box, target), limits, small=most <= 2000))
    found: dict[int, list[Known]] = {}
    measures: list[tuple[int, ...]] = [()]
    sides: dict[Label, None] = {}
    for event in run(tasks):
        if isinstance(event.error, LimitReached):
            if not found:
                raise event.error
            break
        if event.error is not None:
            raise event.error
        if event.value is not None:
            several, measure, moving = event.value
            found.setdefault(event.task, []).extend(several)
            measures.append(measure)
            sides |= dict.fromkeys(moving)
    known = tuple(one for at in sorted(found) for one in found[at])
    if not known and rules.legal is not None:
        raise rules.deserted("among the first of the box")
    return Outcomes(known, max(measures), tuple(sorted(sides, key=str)))


def _solve(
    emit: object, spec: Spec, rules: Rules, play: Play, parameters: Assignment, box: GroundBox, target: Label
) -> None:
    assert callable(emit)
    values = dict(parameters)
    game = game_of(spec, rules, spec.box, values)
    found: list[Known] = []
    measure: tuple[int, ...] = ()
    sides: tuple[Label, ...] = ()
    for layer in layers(Sought(game, Region(box), plays=(play,))):
        measure = layer.nodes[0].measure
        said = layer.winner if layer.alliances is not None else partial(layer.outcome, play)
        found += [Known(parameters, at.position, said(at.position) == target) for at in layer.nodes]
        sides = () if layer.alliances is None else tuple(layer.alliances.sides)
    emit((found, measure, sides))


def cut(whole: GroundBox, most: int) -> GroundBox:
    """The greatest box within `whole` of at most `most` positions, or the least one where that has more.

    Heap sizes and counters share one limit, and grow together.
    """
    best = None
    for limit in _limits():
        box = GroundBox(tuple(_within(of_numbers(part), limit) for part in whole.parts))
        if best is not None and (box.size() > most or box == best):
            break
        best = box
    assert best is not None
    return best


def _limits() -> Iterator[int]:
    yield from range(2, _SIZES + 1)
    yield from range(_SIZES + 16, _COUNTER + 1, 16)


def _within(part: HeapBox | CounterBox, limit: int) -> HeapBox | CounterBox:
    if isinstance(part, HeapBox):
        return replace(part, sizes=part.sizes[: min(limit, _SIZES)])
    return replace(part, values=part.values[: limit + 1])


def within(spec: Spec, one: Known) -> bool:
    """Whether the spec's box has the parameters and the number of heaps of a position, whatever sizes and counters."""
    parameters = dict(one.parameters)
    if not any(parameters == other for other in spec.box.assignments()):
        return False
    whole = ground_box(spec.fluents, spec.box, parameters)
    return all(
        not isinstance(part, HeapBox) or (isinstance(value, tuple) and len(value) in part.counts)
        for part, value in zip(whole.parts, one.position, strict=True)
    )


def with_more_heaps(spec: Spec) -> Iterator[Spec]:
    """The spec with one heap more in its box, with two more, and with twice as many, where it has a number of them."""
    for more in (partial(add, 1), partial(add, 2), partial(mul, 2)):
        fluents = tuple(
            replace(one, count=replace(one.count, high=expression(more(int(one.count.high.text)))))
            if isinstance(one, HeapRange) and one.count.high.text.isdigit()
            else one
            for one in spec.box.fluents
        )
        if fluents != spec.box.fluents:
            yield replace(spec, box=replace(spec.box, fluents=fluents))
