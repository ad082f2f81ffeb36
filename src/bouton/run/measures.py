"""The measure of a game whose spec gives none: the default, or one that moves of small positions are seen to lower."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import chain, islice
from typing import TypeAlias, TypeVar

from bouton.claims.judge import game_of
from bouton.claims.subject import rules_of
from bouton.core.errors import InputError, LimitReached, NotLowered
from bouton.core.position import Measure, Parameters, Position, has_sets
from bouton.core.spec import Claim, Spec
from bouton.ground.box import GroundBox, HeapBox, MemberBox, Part, ground_box
from bouton.ground.graph import Grounder
from bouton.ground.measures import SeenMove, against, lowered, raising, steps
from bouton.process.limits import Limits, alone
from bouton.rules.names import OUTPUTS

_SECONDS = 3.0
"""The most processor time that is spent on looking; what is slower keeps the default, which is then held against every
move."""
_POSITIONS, _VALUES = 200, 4
"""The most positions that are looked at first, for each of a few values of the parameters, and values of a fluent."""
_ASSIGNMENTS = 2
Answer = TypeVar("Answer")
Told = TypeVar("Told")
_Seen: TypeAlias = tuple[Parameters, list[Position], list[SeenMove]]
"""Values of the parameters, the positions that were looked at first, and the moves that were seen."""


def measured(spec: Spec, limits: Limits | None) -> Spec:
    """The spec with a measure that every move seen lowers, if it gives none and a move does not lower the default.

    Where there is none, and cycles are allowed, it is the spec that follows them.

    It is the same object where nothing else was found. Where the rules are at fault, who judges its positions says
    what it is. Without limits it is looked for in this process.
    """
    claims = tuple(_with_others(one, limits) for one in spec.claims)
    if any(one is not before for one, before in zip(claims, spec.claims, strict=True)):
        spec = replace(spec, claims=claims)
    own = spec.measure
    if (
        spec.cycles == "followed"
        or has_sets(spec.fluents)
        or own.given
        or own.why
        or own.against
        or spec.all_games
        or not spec.moves
        or not spec.rules
    ):
        return spec
    try:
        rules_of(spec)  # here, so that what is read is kept for those who ask again
        few = limits and replace(limits, processor=_SECONDS)
        found = _found(spec) if few is None else alone(_found, spec, limits=few)
    except (InputError, LimitReached):
        return spec
    if found is not None and found.against is not None and spec.cycles == "allowed":
        return spec.followed
    return spec if found is None else replace(spec, fluents=found.fluents, measure=found)


def following(spec: Spec, ask: Callable[[Spec], Answer]) -> Answer:
    """What is asked of a spec, or where a cycle comes up that the spec allows, of the one that follows cycles."""
    try:
        return ask(spec)
    except NotLowered:
        if not spec.is_followed:
            raise
        return ask(spec.followed)


def following_on(spec: Spec, ask: Callable[[Spec], Iterator[Sequence[Told]]]) -> Iterator[Sequence[Told]]:
    """The same of what is told in parts: from where a cycle comes up on, it is told of the spec that follows cycles."""
    told = 0
    try:
        for part in ask(spec):
            told += len(part)
            yield part
    except NotLowered:
        if not spec.is_followed:
            raise
        for part in ask(spec.followed):
            yield part[told:]
            told = max(0, told - len(part))


def _with_others(claim: Claim, limits: Limits | None) -> Claim:
    """The claim with the games that it compares this one with, or adds to it, measured too."""
    others = tuple(measured(one, limits) for one in claim.others)
    same = all(one is before for one, before in zip(others, claim.others, strict=True))
    return claim if same else replace(claim, others=others)


def _found(spec: Spec) -> Measure | None:
    """Another measure than the default, or what is against each; None where every move seen lowers the default."""
    rules, seen = rules_of(spec), list[_Seen]()
    for parameters, box in _boxes(spec):
        game = game_of(spec, rules, spec.box, parameters)
        grounder = Grounder.of(game, box)
        starts = list(islice(chain.from_iterable(box.layers(spec.measure)), _POSITIONS))
        seen.append((parameters, starts, steps(grounder, starts)))
    every = [step for _, _, some in seen for step in some]
    if (wrong := raising(spec.measure, every)) is None:
        return None
    found = lowered(spec.fluents, every) or _derived(spec, seen)
    if found is None:
        return replace(spec.measure, against=against(game, every))
    names = ", then ".join(spec.measure.names)
    return replace(found, given=False, why=f"{wrong.text(game)} does not lower the default ({names})")


def _derived(spec: Spec, seen: Sequence[_Seen]) -> Measure | None:
    """A predicate of the rules that names one natural number at every position seen, which every step lowers."""
    rules = rules_of(spec)
    for name in sorted(name for name, arity in rules.dependent & rules.defined if arity == 1 and name not in OUTPUTS):
        weighed = replace(spec, measure=Measure(spec.fluents, (name,)))
        games = [(game_of(weighed, rules, spec.box, parameters), starts, some) for parameters, starts, some in seen]
        with suppress(InputError):  # it names no number somewhere, or several
            for game, starts, some in games:
                game.measure.prepare([*starts, *(position for one in some for position in (one.before, one.after))])
            if all(raising(game.measure, some) is None for game, _, some in games):
                return weighed.measure
    return None


def _boxes(spec: Spec) -> Iterator[tuple[Parameters, GroundBox]]:
    """Small boxes of positions, for the least values of the parameters with which there are any."""
    every = ((parameters, ground_box(spec.fluents, spec.box, parameters)) for parameters in spec.box.assignments())
    filled = ((parameters, box) for parameters, box in every if box.size())
    for parameters, box in islice(filled, _ASSIGNMENTS):
        yield parameters, GroundBox(tuple(map(_few, box.parts)))


def _few(part: Part) -> Part:
    """The least values of a fluent."""
    if isinstance(part, HeapBox):
        return replace(part, counts=part.counts[:_VALUES], sizes=part.sizes[:_VALUES])
    if isinstance(part, MemberBox):
        return part
    return replace(part, values=part.values[: 3 * _VALUES])
