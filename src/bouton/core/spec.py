"""A checked spec: frozen data with a place in the file for everything a message may point at.

`bouton.document.load` makes these; nothing below `spec/` sees YAML.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import combinations
from typing import Any, Literal, TypeAlias, TypeVar

from bouton.core.errors import Diagnostic, fault
from bouton.core.position import Fluent, Measure, Members, Parameters, Position, Value, has_sets
from bouton.core.ranges import Interval, RangeExpression, RangeSyntaxError
from bouton.core.sources import Source

Play: TypeAlias = Literal["normal", "misere"]
PLAYS: tuple[Play, ...] = ("normal", "misere")
Cycles: TypeAlias = Literal["refused", "allowed", "followed", "ends"]
"""Whether moves may come back to a position: such a game is an error, or it may be one, or it was found to be one.

A game that `ends` has no measure that is known, and no position may come back: that is seen once all was followed.
"""
About: TypeAlias = Literal["positions", "numbers", "games"]
"""What a claim is about: positions of the spec's game, numbers with no game in them, or all finite acyclic games."""

_POOL = 64
"""The most numbers that subsets are chosen from."""


@dataclass(frozen=True)
class Place:
    """A place in a file; line and column count from 1."""

    file: str
    line: int
    column: int


@dataclass(frozen=True)
class ParameterRange:
    """The values of one parameter: an inclusive range, a list of sets of numbers, or every subset of some sizes.

    `subsets` are the numbers to choose from, and how many are chosen.
    """

    name: str
    place: Place
    interval: Interval | None = None
    sets: tuple[tuple[int, ...], ...] = ()
    subsets: tuple[Interval, Interval] | None = None

    @property
    def is_set(self) -> bool:
        """Whether its values are sets of numbers."""
        return self.interval is None

    def values(self, parameters: Parameters) -> Iterator[Value]:
        """Every value, given those of the parameters before it; RangeSyntaxError for subsets of too many numbers."""
        if self.interval is not None:
            yield from self.interval.at(parameters)
        elif self.subsets is not None:
            numbers, sizes = (part.at(parameters) for part in self.subsets)
            if len(numbers) > _POOL:
                raise RangeSyntaxError(f"subsets of more than {_POOL} numbers are too many")
            for size in sizes[: len(numbers) + 1]:
                if size > 0:
                    yield from combinations(numbers, size)
        else:
            yield from self.sets

    @property
    def written(self) -> Any:
        """The range as the document of a spec has it."""
        if self.interval is not None:
            return str(self.interval)
        if self.subsets is not None:
            numbers, size = self.subsets
            return {"subsets": str(numbers), "size": str(size)}
        return {"set": [list(numbers) for numbers in self.sets]}


@dataclass(frozen=True)
class HeapRange:
    """The box of a heaps fluent: how many heaps, and their sizes."""

    name: str
    count: Interval
    size: Interval


@dataclass(frozen=True)
class CounterRange:
    """The box of a counter."""

    name: str
    interval: Interval


@dataclass(frozen=True)
class RulesReading:
    """What is needed to read the rules of a spec, or of a claim: the files, and what the rules may speak of."""

    files: tuple[Source, ...]
    """What several files hold is read as if it stood in one, in their order: a predicate may have rules in each."""
    fluents: tuple[Fluent, ...]
    parameters: tuple[str, ...]
    """The number parameters of the spec."""
    sets: tuple[str, ...]
    """Its set parameters: `S` gives the predicate `s/1`."""
    elsewhere: tuple[Fluent, ...] = ()
    """Fluents on which rules may depend that are left out: the files speak of more than one thing."""
    moves: bool = True
    """Without them the rules that make a game are left out too."""
    agreements: tuple[Agreement, ...] = ()
    """For each one, of predicates that have rules, two rules are added."""
    legal: PlacedName | None = None
    """Where not all positions are legal, the rules for moves ask for it, so that the others have none."""
    starts: PlacedName | None = None
    supplied: tuple[tuple[str, int], ...] = ()
    """Predicates that are given as fluents are, each with its arity, where there is no position."""


@dataclass(frozen=True)
class MemberRange:
    """The box of a set or a token: all subsets, or all members, of what the rules derive of a domain."""

    name: str
    text: str
    """What is said of it: `free: a set of vertex`."""
    reading: RulesReading | None = field(default=None, repr=False)
    """None while the spec is being read."""


FluentRange: TypeAlias = HeapRange | CounterRange | MemberRange


def values_of(part: FluentRange) -> Interval:
    """The values of a counter, where there can be no heaps and no sets."""
    assert isinstance(part, CounterRange)
    return part.interval


@dataclass(frozen=True)
class Box:
    """Which positions are judged: a range per parameter and per fluent, in declared order.

    With `stones` only those that have no more stones than that.
    """

    parameters: tuple[ParameterRange, ...]
    fluents: tuple[FluentRange, ...]
    stones: int | None = None

    def assignments(self) -> Iterator[dict[str, Value]]:
        """Every assignment of the parameters, least first in declared order."""
        yield from _assignments(self.parameters, {})

    def dead_ends(self) -> Iterator[dict[str, Value]]:
        """Assignments of the first parameters for which the range of the next one is empty."""
        yield from _dead_ends(self.parameters, {})


def _assignments(ranges: tuple[ParameterRange, ...], chosen: dict[str, Value]) -> Iterator[dict[str, Value]]:
    if not ranges:
        yield dict(chosen)
        return
    for value in ranges[0].values(chosen):
        yield from _assignments(ranges[1:], {**chosen, ranges[0].name: value})


def _dead_ends(ranges: tuple[ParameterRange, ...], chosen: dict[str, Value]) -> Iterator[dict[str, Value]]:
    if not ranges:
        return
    values = list(ranges[0].values(chosen))
    if not values:
        yield dict(chosen)
    for value in values:
        yield from _dead_ends(ranges[1:], {**chosen, ranges[0].name: value})


@dataclass(frozen=True)
class Refutation:
    """The counterexample a claim must be refuted by; a None position means any is expected."""

    parameters: dict[str, Value]
    position: Position | None


@dataclass(frozen=True)
class Expected:
    """What a claim's verdict should be. `proof` is "unknown" where no proof is expected."""

    verdict: Literal["holds", "proved", "vacuous", "refuted"] = "holds"
    refutation: Refutation | None = None
    proof: Literal["unknown"] | None = None


@dataclass(frozen=True)
class ProofRange:
    """What `prove:` asks for: the claim's own ranges, with those that `prove` names in their place.

    `unbounded` names what is `all`: a parameter or counter, or `heap.count` for the number of
    heaps. Its range is still there, for the lower bound. Sizes of heaps are always unbounded.
    """

    parameters: tuple[ParameterRange, ...]
    unbounded: frozenset[str]
    counts: dict[str, Interval]
    counters: dict[str, Interval]
    place: Place


@dataclass(frozen=True)
class At:
    """A position that is named, with the values of the parameters."""

    parameters: dict[str, Value]
    position: Position


@dataclass(frozen=True)
class Agreement:
    """What a claim says of two predicates: that the `first` holds exactly where the `second` does.

    The reader of the rules makes a predicate of this `name`, which nothing else has, that holds where they agree.
    """

    name: str
    first: str
    second: str
    place: Place

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules of the predicate that is made."""
        return f"{self.name} :- {self.first}, {self.second}.", f"{self.name} :- not {self.first}, not {self.second}."


@dataclass(frozen=True)
class BothHold(Agreement):
    """That two predicates hold: a position exists, and a claim speaks of it. `name` holds where both do."""

    @property
    def rules(self) -> tuple[str, ...]:
        """The rule of the predicate that is made."""
        return (f"{self.name} :- {self.first}, {self.second}.",)


@dataclass(frozen=True)
class PlacedName:
    """The name of a predicate, such as that of the positions that exist, and where the spec has it."""

    name: str
    place: Place


Judged: TypeAlias = Literal["starts", "reached", "all"]
"""Which positions of a game with sets are judged."""
Cell: TypeAlias = bool | int | str | tuple[int, ...] | tuple[tuple[int, ...], ...]
"""What a table says at a position: a value, a pair of values, P or N, or what a predicate holds for."""


Model = TypeVar("Model")


@dataclass(frozen=True)
class Claim:
    """One claim of a spec: a header, as claims of every kind have one, and what it has `said` by the keys of its kind.

    `said` is the entry of the spec's document, of the kind's own model (see `bouton.document.entries`). The module of
    the kind reads it by `by`. Keys that several kinds share, those of the theorem that proofs and programs work on, can
    be asked of any claim: `iff`, `where` and `strategy` name predicates of the rules, and `together` names the claims
    whose `iff` count in place of its own. Ranges and positions stand in the header, as they were resolved, and as the
    command line has changed them.

    `box` is the game's own with `over` applied. A claim about numbers has its unknowns in its box, as counters, and one
    about all games the number of their positions. `points` are the positions at which the claim is judged in place of
    those of its box, and `others` are the games of other specs that it speaks of beside its own.
    """

    id: str
    kind: str
    says: str
    place: Place
    box: Box
    said: object = None
    paper: Literal["states", "denies", "asks", "silent"] = "states"
    """What the source makes of it."""
    points: tuple[At, ...] = ()
    others: tuple[Spec, ...] = ()
    prove: ProofRange | None = None
    expect: Expected = Expected()
    agreement: Agreement | None = None
    """That two predicates agree, where it has `same` beside `iff`."""
    legal: str | None = None
    """The predicate of the positions that exist, where the spec has one and the claim is about positions."""
    both: Agreement | None = None
    """That a position is legal and one of those of `where`, where the claim has both."""
    judged: Judged = "all"
    """Which positions of its box it is about."""
    endless: bool = False
    """Whether it is about a game in which positions come back."""
    places: tuple[tuple[str, Place], ...] = ()
    """Where the value of each key stands in the file, e.g. ("iff", Place(...))."""

    def by(self, model: type[Model]) -> Model:
        """What the claim says, by the model of its kind."""
        assert isinstance(self.said, model), f"{self.id} is a claim of kind {self.kind}"
        return self.said

    def at(self, key: str) -> Place:
        """Where the value of a key stands in the file; where the claim stands, if it has no such key."""
        return dict(self.places).get(key, self.place)

    @cached_property
    def about(self) -> About:
        """What it is about."""
        return getattr(self.said, "about", "positions")

    @cached_property
    def play(self) -> Play:
        """The play whose outcomes it speaks of; normal play where its kind is about none, or about both."""
        return getattr(self.said, "play", "normal")

    @cached_property
    def iff(self) -> str | None:
        """The predicate that characterises what it is about; None where its kind has none, or other claims have it.

        Of a claim that two predicates agree it is the one that is made to hold where they do.
        """
        if self.agreement is not None:
            return self.agreement.name
        return None if self.together else getattr(self.said, "iff", None)

    @cached_property
    def where(self) -> str | None:
        """The predicate that says where it speaks, of the positions that exist; None where it speaks everywhere.

        What claims taken together say of those is for their members to say.
        """
        if self.both is not None:
            return self.both.name
        own: str | None = getattr(self.said, "where", None)
        return self.legal if own is None and not self.together else own

    @property
    def met(self) -> str:
        """What a position meets of which the claim speaks, as a text: nothing where it speaks of all."""
        named = (self.where,) if self.both is None else (self.both.first, self.both.second)
        return " and ".join(f"`{name}`" for name in named if name is not None)

    @cached_property
    def draw(self) -> str | None:
        """The predicate that says which positions are draws; None where nothing is said of these."""
        return getattr(self.said, "draw", None)

    @cached_property
    def together(self) -> tuple[str, ...]:
        """The claims that it takes together."""
        return tuple(getattr(self.said, "together", None) or ())

    @cached_property
    def strategy(self) -> str | None:
        """The predicate that names winning moves, if one does."""
        return getattr(self.said, "strategy", None)

    @property
    def using(self) -> tuple[tuple[str, str], ...]:
        """The ids of the statements that the claim's proof may use, each with a predicate.

        The statement is used at the numbers that the predicate names.
        """
        return tuple(getattr(self.said, "using", {}).items())

    @property
    def unfolding(self) -> tuple[str, ...]:
        """The predicates that recurse, of which the claim's proof may use what one step of their rules says."""
        return tuple(getattr(self.said, "unfolding", ()))

    @property
    def along(self) -> str | None:
        """The unknown by which a statement that uses itself uses smaller ones; None for the sum of all."""
        return getattr(self.said, "along", None)


@dataclass(frozen=True)
class Spec:
    """A whole spec file, checked; `file` is as the user named it, `rules` are the files of its rules in order."""

    file: str
    game: str
    source: str | None
    rules: tuple[Source, ...]
    rules_place: Place
    fluents: tuple[Fluent, ...]
    measure: Measure
    box: Box
    claims: tuple[Claim, ...]
    starts: tuple[tuple[str, RangeExpression], ...] = ()
    elsewhere: tuple[Fluent, ...] = ()
    """What the rules may speak of beside these fluents: the unknowns of statements (see `bouton.claims.subject`)."""
    moves: bool = True
    """Whether there is a game; a statement has none."""
    declared: Box | None = None
    """The box as the file declares it, whatever the command line made of `box`."""
    open: frozenset[str] = frozenset()
    """Counters without a `reach`, so that moves may lead beyond their ranges."""
    legal: PlacedName | None = None
    """Which positions exist; None where all do."""
    begins: PlacedName | None = None
    """Where games begin, if the spec says so."""
    faults: tuple[Diagnostic, ...] = ()
    """What is wrong with claims of the file that are therefore not among these."""
    lost: frozenset[str] = frozenset()
    """The names of these claims, as far as they have one."""
    cycles: Cycles = "refused"
    text: str = field(default="", repr=False)
    """What the file held when it was read; nothing where a spec is in none."""
    made: str | None = field(default=None, repr=False, compare=False)
    """The Python expression that makes the game, where it was made in Python and no file holds its spec."""

    @property
    def encoding(self) -> str:
        """The text of all rules, those that claims make among them; OSError where a file could not be read."""
        return "\n".join(
            [*(one.content for one in self.rules), *(rule for one in self.agreements for rule in one.rules)]
        )

    @property
    def all_games(self) -> bool:
        """Whether its claims are about all finite acyclic games, not about one (kind theory)."""
        return self.moves and not self.fluents

    @property
    def agreements(self) -> tuple[Agreement, ...]:
        """The predicates that its claims make of two, each pair once."""
        made = (made for one in self.claims for made in (one.agreement, one.both))
        return tuple(dict.fromkeys(one for one in made if one is not None))

    def claim(self, id: str) -> Claim:
        """The claim of that id; KeyError where there is none."""
        for claim in self.claims:
            if claim.id == id:
                return claim
        raise KeyError(id)

    def ruled_by(self, files: tuple[Source, ...]) -> Spec:
        """The spec with other rules in place of its own, from which the members of its sets come, too."""

        def of(box: Box) -> Box:
            parts = (
                replace(one, reading=replace(one.reading, files=files))
                if isinstance(one, MemberRange) and one.reading
                else one
                for one in box.fluents
            )
            return replace(box, fluents=tuple(parts))

        claims = tuple(replace(one, box=of(one.box)) for one in self.claims)
        declared = None if self.declared is None else of(self.declared)
        return replace(self, rules=files, box=of(self.box), declared=declared, claims=claims)

    def refuse_sets(self, what: str) -> None:
        """Raise InputError where positions have sets, of which `what` knows nothing so far."""
        for one in self.fluents:
            if isinstance(one, Members):
                message = f"{what} of no game with sets or tokens so far"
                raise fault(message, at=one.place, expected="heaps and counters")

    @property
    def is_followed(self) -> bool:
        """Whether a move that does not lower the measure is no error: where cycles are allowed, or there are sets."""
        return self.cycles == "allowed" or (self.cycles == "refused" and has_sets(self.fluents))

    @property
    def followed(self) -> Spec:
        """The spec of a game in which positions come back, with claims that know of it, or of one that ends."""
        if self.cycles != "allowed":
            return replace(self, cycles="ends")
        return replace(self, cycles="followed", claims=tuple(replace(one, endless=True) for one in self.claims))

    def members(self, claim: Claim) -> tuple[Claim, ...]:
        """The claims whose theorems the claim takes together, or itself."""
        return tuple(map(self.claim, claim.together)) or (claim,)

    def whole(self, claim: Claim) -> Claim | None:
        """The claim that takes this one, about some positions, together with those for the others; the first if any."""
        if claim.where is None:
            return None
        return next((one for one in self.claims if claim.id in one.together), None)
