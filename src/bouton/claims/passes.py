"""How the claims of a spec are grouped into passes over the game, one per box and parameter value."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from bouton.claims.judge import game_of
from bouton.claims.registry import kind_of
from bouton.claims.wanted import no_alliances, resolve
from bouton.core.errors import Diagnostic, InputError, fault, fault_at
from bouton.core.position import Assignment, Counter, Measure, Parameters, Point, Position, Value, has_sets, numbers_in
from bouton.core.spec import Claim, MemberRange, Place, Play, Spec
from bouton.document.entries import SameGame
from bouton.ground.box import MANY, CounterBox, HeapBox, MemberBox, Part, Region, among, around, ground_box
from bouton.ground.domains import placed, starts_of
from bouton.ground.game import Game
from bouton.ground.layers import Sought
from bouton.process.limits import Limits
from bouton.rules.file import Rules, Signature
from bouton.rules.named import resting

_BYTES = 400
"""Memory that a solved position takes, about."""
REACHED = 8_000
"""The same where all that is reached is solved at once, with its moves."""
SOLVED = 20
"""The same in a compiled program that does so, with one move from each position and four bytes for any other."""
SEARCHED = 36
"""The same in the table of a search of sets, while it grows."""
MARKED, VALUE, VALUED = 1 / 8, 1, 2
"""The least that it takes in a compiled program with a table, and in one that has values, or those of both plays."""
_ENDLESS = 1 << 40
"""Positions that a program without a table would be at for days."""


@dataclass(frozen=True)
class Pass:
    """Claims judged together over one region, with parameters fixed; `rank` orders the parameter values."""

    rank: int
    claims: tuple[Claim, ...]
    game: Game
    region: Region
    predicates: frozenset[Signature]
    plays: tuple[Play, ...]
    lists: bool
    row: tuple[Pass, ...] = ()
    """Of claims about the start for each value of a parameter: a pass for each of these, of which this is the first."""

    @property
    def size(self) -> int:
        """How many positions are judged."""
        return sum(one.region.size() for one in self.row) if self.row else self.region.size()

    @property
    def parameters(self) -> Parameters:
        """The values of the parameters."""
        return self.game.parameters

    @property
    def sought(self) -> Sought:
        """What its claims ask of the positions."""
        return Sought(self.game, self.region, self.predicates, self.plays, self.values, self.remote)

    @property
    def values(self) -> bool:
        """Whether Sprague-Grundy values are needed."""
        return any(kind_of(claim).judged.values(claim) for claim in self.claims)

    @property
    def remote(self) -> bool:
        """Whether the moves to the end are counted."""
        return any(kind_of(claim).judged.remote(claim) for claim in self.claims)


@dataclass(frozen=True)
class ClaimNeed:
    """A claim with the predicates it was found to mean."""

    claim: Claim
    predicates: frozenset[Signature]


def needs(spec: Spec, rules: Rules, claims: Sequence[Claim]) -> list[ClaimNeed]:
    """The predicates each claim is judged by; InputError with every name that the rules do not derive."""
    found: list[ClaimNeed] = []
    faults: dict[Diagnostic, None] = {}
    for claim in claims:
        faults |= dict.fromkeys(_misplaced(rules, claim))
        predicates: set[Signature] = set()
        for wanted in kind_of(claim).reads.needs(spec, claim):
            resolved = resolve(rules, wanted)
            if isinstance(resolved, Diagnostic):
                faults[resolved] = None
            elif wanted.key != "using":  # at which numbers its proof takes statements is nothing of the box
                predicates |= resolved
        if not kind_of(claim).reads.named:
            faults |= dict.fromkeys(_by_named(spec, rules, claim, predicates))
        faults |= dict.fromkeys(kind_of(claim).reads.misfits(rules, claim))
        spoken = (name for one in (claim, *spec.members(claim)) for name in (one.legal, one.where))
        predicates |= {(name, 0) for name in spoken if name is not None and (name, 0) in rules.defined}
        found.append(ClaimNeed(claim, frozenset(predicates)))
    if faults:
        raise InputError(faults)
    return found


def _by_named(spec: Spec, rules: Rules, claim: Claim, predicates: Collection[Signature]) -> Iterator[Diagnostic]:
    """The predicates of a claim that rest on values of named positions, which its kind is not given."""
    for name, arity in sorted(predicates) if rules.told else ():
        told = resting(rules, {(name, arity)})
        if told:
            given = next((one for one in kind_of(claim).reads.needs(spec, claim) if one.name == name), None)
            message = f"{name} rests on {told[0][0]}/2, which a claim of the kind {claim.kind} is not given"
            yield fault_at(claim.at(given.key if given else "kind"), message, "a claim of the kind everywhere")


def by_claim(plan: Iterable[Pass]) -> dict[str, list[Pass]]:
    """The passes of each claim, in their order."""
    found: dict[str, list[Pass]] = {}
    for item in plan:
        for claim in item.claims:
            found.setdefault(claim.id, []).append(item)
    return found


def _misplaced(rules: Rules, claim: Claim) -> Iterator[Diagnostic]:
    """What a claim says that only games of alliances have, or never have."""
    if not rules.alliances:
        if kind_of(claim).judged.alliances:
            yield no_alliances(rules, claim, "kind")
        return
    key = "play" if "play" in dict(claim.places) else "kind" if kind_of(claim).judged.alliances is False else None
    if key is not None:
        message = f"{rules.sources.name} is a game of alliances (side/1), where who has won is said by winner/1"
        yield fault_at(claim.at(key), message, "no play" if key == "play" else "the kind winners")


def passes(
    spec: Spec, rules: Rules, group: Sequence[ClaimNeed], at: Point | None, limits: Limits, compiled: bool = False
) -> Iterator[Pass]:
    """The passes of a group of claims with one box, least parameters first.

    Values of the parameters for which the box is empty are skipped; InputError where a box cannot fit in memory.
    `compiled` says that compiled programs, which need far less of it, may judge the claims.
    """
    claims = tuple(_placed(need.claim) for need in group)
    predicates = frozenset(signature for need in group for signature in need.predicates)
    plays = tuple(dict.fromkeys(play for claim in claims for play in kind_of(claim).judged.plays(claim)))
    for rank, (parameters, region) in enumerate(_regions(spec, rules, claims[0], at)):
        game = game_of(spec, rules, claims[0].box, parameters)
        for position in region.listed:
            in_range(spec, game.counters, position, claims[0].place)
        if region.position is None:
            remote = any(kind_of(claim).judged.remote(claim) for claim in claims)
            by_program = compiled and all(unsolved(spec, game, claim) is None for claim in claims)
            if plays and by_program and (game.cycles in ("allowed", "followed") or remote):
                fits(claims[0].id, claims[0].place, region, parameters, limits, each=SOLVED)
            elif plays and (game.cycles == "followed" or remote):
                fits(claims[0].id, claims[0].place, region, parameters, limits, each=REACHED)
            elif plays and has_sets(spec.fluents) and all(kind_of(claim).computed.told(claim) for claim in claims):
                fits(claims[0].id, claims[0].place, region, parameters, limits, each=SEARCHED)
            elif compiled and too_large(region, limits):
                _fit_compiled(claims, region, parameters, limits)
            else:
                fits(claims[0].id, claims[0].place, region, parameters, limits)
        else:
            in_range(spec, game.counters, region.position, claims[0].place if claims[0].points else None)
        yield Pass(
            rank,
            claims,
            game,
            region,
            predicates,
            plays,
            any(kind_of(claim).judged.lists(claim) for claim in claims),
        )


def rows(found: Iterable[Pass], along: str) -> Iterator[Pass]:
    """The passes of claims about one start for each value of a parameter: those alike but for that, as one.

    InputError where there are several starts.
    """
    alike: dict[Assignment, list[Pass]] = {}
    for item in found:
        if item.region.size() > 1:
            message = f"there are {item.region.size()} starts at {_values(item.parameters)}"
            raise fault(message, at=item.claims[0].place, expected=f"one start for each value of {along}")
        alike.setdefault(tuple((name, one) for name, one in item.parameters.items() if name != along), []).append(item)
    for rank, row in enumerate(alike.values()):
        yield replace(row[0], rank=rank, row=tuple(sorted(row, key=lambda one: numbers_in(one.parameters[along]))))


def single(spec: Spec, item: Pass, claim: Claim) -> Pass:
    """The pass for one of its claims, which grounds nothing that only the others need."""
    (need,) = needs(spec, item.game.rules, [claim])
    judged = kind_of(claim).judged
    plays, lists = judged.plays(claim), judged.lists(claim)
    return replace(item, claims=(claim,), predicates=need.predicates, plays=plays, lists=lists)


def _placed(claim: Claim) -> Claim:
    """The claim with the numbers of the members of the positions that it lists."""
    if not any(isinstance(one, MemberRange) for one in claim.box.fluents):
        return claim
    points = (
        replace(one, position=placed(claim.box.fluents, one.parameters, one.position, claim.place))
        for one in claim.points
    )
    return replace(claim, points=tuple(points))


def starting(spec: Spec, rules: Rules, parameters: Parameters) -> tuple[Position, ...]:
    """Where games begin, for these values of the parameters; none where the rules derive no start."""
    assert spec.begins is not None
    given = {name: start.value(parameters) for name, start in spec.starts}
    return tuple(starts_of(spec.begins, rules, spec.box.fluents, given, parameters))


def _regions(spec: Spec, rules: Rules, claim: Claim, at: Point | None) -> Iterator[tuple[dict[str, Value], Region]]:
    own = kind_of(claim).judged.point(claim)
    if claim.points and own is None:
        yield from _listed(spec, claim)
        return
    point = at if own is None else (own.parameters, own.position)
    if point is not None:
        yield point[0], around(spec.fluents, placed(claim.box.fluents, point[0], point[1], None))
        return
    for parameters in claim.box.assignments():
        if claim.judged != "all":
            starts = starting(spec, rules, parameters)
            if starts:
                yield parameters, replace(among(spec.fluents, starts), reached=claim.judged == "reached")
            continue
        region = Region(ground_box(spec.fluents, claim.box, parameters))
        if claim.box.stones is not None:
            positions = tuple(up_to(region, spec.measure, claim.box.stones))
            region = among(spec.fluents, positions, of_box=True)
        if region.size():
            yield parameters, region


def up_to(region: Region, measure: Measure, stones: int) -> Iterator[Position]:
    """The positions of a region with at most so many stones, or with fewer where the measure goes on after these."""
    layers = itertools.takewhile(lambda layer: measure.of(layer[0]) <= (stones,), region.layers(measure))
    return itertools.chain.from_iterable(layers)


def _listed(spec: Spec, claim: Claim) -> Iterator[tuple[dict[str, Value], Region]]:
    """The positions that a claim lists, those with equal parameters together, in its order."""
    found: list[tuple[dict[str, Value], list[Position]]] = []
    for entry in claim.points:
        positions = next((listed for parameters, listed in found if parameters == entry.parameters), None)
        if positions is None:
            found.append((entry.parameters, [entry.position]))
        else:
            positions.append(entry.position)
    for parameters, listed in found:
        yield parameters, among(spec.fluents, tuple(listed))


def skipped(spec: Spec, claim: Claim) -> list[str]:
    """The values of the parameters for which the claim's box is empty."""
    if claim.points:
        return []
    empty = (p for p in claim.box.assignments() if not ground_box(spec.fluents, claim.box, p).size())
    return [_values(parameters) for parameters in (*claim.box.dead_ends(), *empty)]


def _values(parameters: Parameters) -> str:
    return ", ".join(f"{name}={value}" for name, value in parameters.items())


def too_large(region: Region, limits: Limits) -> bool:
    """Whether clingo cannot judge a region within the memory limit."""
    return region.size() * _BYTES > limits.memory


def obstacle(claim: Claim) -> str | None:
    """Why a claim of this kind is not judged by compiled programs; None where its rules decide."""
    if kind_of(claim).computed.program is None:
        return f"claims of the kind {claim.kind} are judged by clingo"
    if isinstance(claim.said, SameGame) and (claim.said.image is None or claim.said.isomorphic or claim.said.shift):
        return "positions with equal keys, equal moves, and shifts of another game are compared by clingo"
    if claim.draw is not None:
        return "what is said of draws is judged by clingo"
    if claim.about == "numbers" and kind_of(claim).computed.program != "everywhere":
        return "what is said of terms alone is judged by clingo"
    return None


def unsolved(spec: Spec, game: Game, claim: Claim) -> str | None:
    """Why no compiled program judges a claim from the ends of the game; None where its rules decide."""
    if kind_of(claim).computed.ending(claim) is None or claim.about == "numbers":
        return f"what this claim of the kind {claim.kind} says is judged by clingo where positions come back"
    if game.rules.alliances or game.rules.exists is not None or has_sets(spec.fluents):
        return "sides, sets, and which positions exist, are matters of clingo where positions come back"
    return None


def _fit_compiled(claims: Sequence[Claim], region: Region, parameters: Parameters, limits: Limits) -> None:
    """Raise InputError where a box that is too large for clingo is so for compiled programs, or no kind for them."""
    for claim in claims:
        why = obstacle(claim)
        # there may be a program without a table
        everything = (claim.where is None or claim.together) and claim.legal is None
        program = kind_of(claim).computed.program
        free = region.size() < _ENDLESS and (program == "everywhere" or (program == "kernel" and everything))
        marked = VALUE if kind_of(claim).judged.values(claim) else MARKED
        compiled = 0 if free else marked if kind_of(claim).computed.pairs is None else VALUED
        each = compiled if why is None else _BYTES
        fits(claim.id, claim.place, region, parameters, limits, why, each)


def fits(
    name: str,
    place: Place,
    region: Region,
    parameters: Parameters,
    limits: Limits,
    why: str | None = None,
    each: float = _BYTES,
) -> None:
    """Raise InputError, at the place, where the box of `name` is too large for the memory limit.

    A position takes `each` bytes; `why` says why no compiled program judges it, which would take fewer.
    """
    size = region.size()
    if size * each > limits.memory:
        values = _values(parameters)
        more = "more than " if size == MANY else ""
        raise fault(
            f"the box of {name}{f' at {values}' if values else ''} has {more}{size} positions, about "
            f"{size * each / 2**30:.1f} GB, above the memory limit{f'; it is not compiled: {why}' if why else ''}",
            at=place,
            expected=f"at most {int(limits.memory // each)} positions, or a larger --memory",
        )


def in_range(spec: Spec, counters: Mapping[str, range], position: Position, place: Place | None) -> None:
    """Raise InputError where a counter of a named position is beyond its declared range; heaps may be any."""
    for fluent, value in zip(spec.fluents, position, strict=True):
        if isinstance(fluent, Counter) and value not in (allowed := counters[fluent.name]):
            raise fault(
                f"{fluent.name} = {value} is outside its declared range",
                at=place,
                expected=f"{allowed.start}..{allowed.stop - 1}",
            )


def hull(passes: Sequence[Pass]) -> dict[str, Any]:
    """The numeric hull of what the passes of a claim range over, as the report's `over` has it."""
    passes = [one for item in passes for one in item.row or (item,)]
    over: dict[str, Any] = {}
    for name in passes[0].parameters if passes else ():
        numbers = [number for item in passes for number in numbers_in(item.parameters[name])]
        over[name] = [min(numbers), max(numbers)] if numbers else []
    boxes = [item.region.hull for item in passes]
    for place in range(len(boxes[0].parts) if boxes else 0):
        parts = [box.parts[place] for box in boxes]
        over[parts[0].fluent.name] = _hull_of(parts)
    return over


def _hull_of(parts: Sequence[Part]) -> Any:
    members = [range(len(part.members) + 1) for part in parts if isinstance(part, MemberBox)]
    if members:
        return {"members": _ends(members)}
    counters = [part.values for part in parts if isinstance(part, CounterBox)]
    if counters:
        return _ends(counters)
    heaps = [part for part in parts if isinstance(part, HeapBox)]
    return {"count": _ends([part.counts for part in heaps]), "size": _ends([part.sizes for part in heaps])}


def _ends(ranges: Sequence[range]) -> list[int]:
    filled = [r for r in ranges if r]
    return [min(r[0] for r in filled), max(r[-1] for r in filled)] if filled else []
