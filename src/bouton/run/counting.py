"""How many P-positions a box has, or positions of which a predicate or a claim says so, and sums over them."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from bouton.claims.passes import MARKED, starting
from bouton.claims.registry import stated
from bouton.claims.subject import rules_of
from bouton.compiled.engine import Tallied
from bouton.compiled.labels import Saying
from bouton.compiled.listed import ListedPart
from bouton.compiled.prepare import saying_of
from bouton.core.errors import Diagnostic, InputError, Unreadable, fault, nearest
from bouton.core.news import OnProgress, Progress
from bouton.core.position import Parameters
from bouton.core.spec import Play, Spec
from bouton.core.stated import Pairs
from bouton.core.tuning import TUNING, Tuning
from bouton.ground.box import GroundBox, Region, among, ground_box
from bouton.ground.counted import Tally, names, number_of, numbers_in
from bouton.process.limits import Emit, Limits
from bouton.run.listing import ListedRegion, Listings, counted
from bouton.run.measures import following_on

_TELL = 0.1
"""Seconds from one word of progress to the next."""


@dataclass(frozen=True)
class Asking:
    """What is counted, and how: P-positions, or those `of` a predicate or claim, by a number, with a sum of another.

    The number is a parameter, a counter, `stones` or `largest`, the size of the largest heap and 0 without one.
    """

    play: Play = "normal"
    of: str | None = None
    by: str | None = None
    sum: str | None = None


@dataclass(frozen=True)
class PositionCount:
    """How many positions there are for some values of the parameters, and the sum; `at` is what is counted by.

    Where a parameter is that, it is not among the parameters.
    """

    parameters: Parameters
    at: int | None
    count: int
    sum: int | None


def count(
    spec: Spec, asking: Asking, limits: Limits, progress: OnProgress, tuning: Tuning = TUNING
) -> Iterator[PositionCount]:
    """The numbers for each value of the parameters, when all of its positions are counted.

    Of what is counted by every number is told between the least and the greatest that the box has, if there are none
    too. InputError where a name means nothing; BrokenOff where a limit is reached, with the numbers that are left out.
    """
    for part in following_on(spec, lambda about: ([one] for one in _counted(about, asking, limits, progress, tuning))):
        yield from part


def _counted(
    spec: Spec, asking: Asking, limits: Limits, progress: OnProgress, tuning: Tuning
) -> Iterator[PositionCount]:
    rules = rules_of(spec)
    saying = None if asking.of is None else _saying(spec, asking.of)
    for name, key in ((asking.by, "by"), (asking.sum, "sum")):
        if name is not None:
            _known(spec, key, name)
    listings = Listings(spec, asking.play, limits, progress)
    boxes: list[tuple[Parameters, GroundBox]] = []
    at: dict[int, int] = {}
    for parameters in spec.box.assignments():
        box = ground_box(spec.fluents, spec.box, parameters)
        starts = () if spec.begins is None else starting(spec, rules, parameters)
        region = replace(among(spec.fluents, starts), reached=True) if starts else Region(box)
        if region.size() and (starts or spec.begins is None):
            at[len(listings.tasks)] = len(boxes)
            listings.add(_count, region, parameters, asking, tuning, each=MARKED, saying=saying)
        boxes.append((parameters, box))
    told = 0
    for task, news in listings.told("what is counted"):
        if isinstance(news, float):
            here = listings.asked[task].region.size()
            progress(Progress((), listings.done + int(news * here), listings.total))
        elif not isinstance(news, ListedPart):
            yield from _without(asking, boxes[told : at[task]])
            told = at[task] + 1
            yield from _numbers(asking, *boxes[told - 1], news)
    listings.refuse_deserted("of the box")
    yield from _without(asking, boxes[told:])


def _without(asking: Asking, boxes: Sequence[tuple[Parameters, GroundBox]]) -> Iterator[PositionCount]:
    """The numbers of boxes that have no position."""
    for parameters, box in boxes:
        yield from _numbers(asking, parameters, box, {})


def _numbers(
    asking: Asking, parameters: Parameters, box: GroundBox, found: dict[int | None, tuple[int, int]]
) -> Iterator[PositionCount]:
    """The numbers of one box."""
    summed = asking.sum is not None
    if asking.by is None or asking.by in parameters:
        value = None if asking.by is None else parameters[asking.by]
        assert not isinstance(value, tuple)
        others = {name: one for name, one in parameters.items() if name != asking.by}
        number, stones = found.get(None, (0, 0))
        yield PositionCount(others, value, number, stones if summed else None)
        return
    for at in numbers_in(box, asking.by):
        number, stones = found.get(at, (0, 0))
        yield PositionCount(parameters, at, number, stones if summed else None)


def _count(emit: Emit, asked: ListedRegion, asking: Asking, tuning: Tuning) -> None:
    fluents, parameters = asked.game.fluents, asked.game.parameters
    key, added = (
        None if one is None or one in parameters else number_of(fluents, one) for one in (asking.by, asking.sum)
    )
    found: dict[int | None, tuple[int, int]] = {}
    waiting, told, before = 0, time.monotonic(), 0
    named = (None if one in parameters else one for one in (asking.by, asking.sum))
    for part in counted(asked, Tally.of(asked.region.hull, *named), tuning=tuning):
        if isinstance(part, Tallied):
            if part.numbers is not None:  # of all positions, those told before among them
                found = {None if key is None else at: one for at, one in part.numbers.items()}
                waiting += part.looked_at - before
            elif time.monotonic() - told > _TELL:
                emit(part.part)
                told = time.monotonic()
            continue
        before += part.looked_at
        for one in part.told:
            at = None if key is None else key(one.position)
            number, stones = found.get(at, (0, 0))
            found[at] = number + 1, stones + (0 if added is None else added(one.position))
        waiting += part.looked_at
        if time.monotonic() - told > _TELL:
            emit(ListedPart(waiting, (), part.measure, part.up_to))
            waiting, told = 0, time.monotonic()
    emit(ListedPart(waiting, (), None))
    emit(found)


# --------------------------------------------------------------------------------------------------- numbers by name


def _known(spec: Spec, key: str, name: str) -> None:
    """InputError where positions of the game have no such number."""
    named = names(spec.fluents)
    numbers = [one.name for one in spec.box.parameters if one.interval is not None] if key == "by" else []
    if name in (*named, *numbers):
        return
    sets = any(one.name == name for one in spec.box.parameters if one.interval is None)
    message = (
        f"--{key}: the parameter {name} is a set, and nothing can be counted by it"
        if sets and key == "by"
        else f"--{key}: positions of this game have no number {name!r}"
    )
    known = [*dict.fromkeys([*named, *numbers])]
    expected = f"{' or '.join([', '.join(known[:-1]), known[-1]] if len(known) > 1 else known)}"
    raise InputError([Diagnostic(message, spec.file, expected=expected, nearest=nearest(name, known))])


def _saying(spec: Spec, name: str) -> Saying:
    """What a predicate or a claim says of a position; InputError where there is none of that name."""
    rules = rules_of(spec)
    arities = rules.arities(name)
    if 0 in arities:
        return Saying(((None, name),), together=False, legal=rules.exists)
    claim = next((one for one in spec.claims if one.id == name), None)
    if claim is not None:
        return _of_claim(spec, name)
    place = rules.sources.name
    if arities:
        number = f"{arities[0]} argument{'s' if arities[0] > 1 else ''}"
        raise fault(f"--of: {name} has {number} in {place}", file=spec.file, expected="a predicate without arguments")
    known = [*(one for one, arity in rules.defined if not arity), *(one.id for one in spec.claims)]
    message = f"--of: no rule of {place} derives {name}, and no claim has that name"
    expected = "a predicate without arguments, or the id of a claim"
    raise InputError([Diagnostic(message, spec.file, expected=expected, nearest=nearest(name, known))])


def _of_claim(spec: Spec, name: str) -> Saying:
    claim = spec.claim(name)
    try:
        saying = saying_of(spec, claim)
    except Unreadable:
        saying = None
    named = saying is not None and (claim.together or claim.iff is not None) and not isinstance(stated(claim), Pairs)
    if saying is None or not named or saying.arity or claim.about != "positions":
        raise fault(
            f"--of: {name} is a claim of the kind {claim.kind}, which does not say of each position whether it is so",
            at=claim.place,
            expected="a claim with an `iff` without arguments, such as one of the kind p-positions",
        )
    return saying
