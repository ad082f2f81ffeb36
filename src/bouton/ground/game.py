"""A game with its parameters fixed: everything the ground engine needs to play it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Protocol, TypeAlias

from clingo import Symbol, SymbolType, parse_term
from clingo.ast import AST, ASTType

from bouton.core.errors import fault
from bouton.core.position import Counter, Fluent, Heaps, Measure, Member, Members, Parameters, Position, named, told
from bouton.core.spec import Cycles, Place
from bouton.ground.box import CounterBox, GroundBox, HeapBox, MemberBox, Part
from bouton.rules.file import Rules, Signature
from bouton.rules.lift import Domain, LiftedProgram, lift
from bouton.rules.values import Integers

_LARGEST = 100_000_000
"""No fluent may pass this, so that sums over a position stay inside 32 bits."""
_TIMES, _LEAST, _MOST = 20, 10_000, 1_000_000
"""Positions beyond the ranges that are followed: for each position of the box, at least in all, and at most."""
LOOSE = 10_000
"""The most stones in heaps of a game whose measure lets them grow."""


def room(positions: int) -> int:
    """How many positions beyond the ranges may be reached from a box of so many."""
    return min(_MOST, max(_LEAST, _TIMES * positions))


Pair: TypeAlias = tuple[Symbol, ...]
"""Of a position that rules name: the name, and one of the fluents."""
Told: TypeAlias = tuple[str, str, str]
"""What is given of it: the predicate, the name, and the value or outcome."""


class NamedPositions(Protocol):
    """Knows the values and outcomes of the positions that rules name (see `bouton.ground.named`)."""

    def told(self, game: Game, positions: Sequence[Position], rows: Sequence[Sequence[Pair]]) -> list[list[Told]]:
        """What is so of the positions named at each of these, by the rows of `at/2` there."""


@dataclass(frozen=True)
class Game:
    """Rules, parameter values, and the ranges of counters."""

    rules: Rules
    measure: Measure
    parameters: Parameters
    counters: Mapping[str, range]
    open: frozenset[str] = frozenset()
    """Counters that moves may lead beyond these ranges (see `bouton.ground.beyond`)."""
    room: int = _MOST
    """How many positions beyond the ranges may be reached before the moves are said to run away."""
    cycles: Cycles = "refused"
    domains: Mapping[str, tuple[Member, ...]] = field(default_factory=dict)
    """The members that each set may have, and where each token may stand."""
    beside: NamedPositions | None = field(default=None, compare=False)
    """What tells rules of positions that they name, where a claim may ask for that."""

    @property
    def fluents(self) -> tuple[Fluent, ...]:
        """The fluents of its positions, in declared order."""
        return self.rules.fluents

    def program(self, box: GroundBox, wanted: Collection[Signature]) -> LiftedProgram:
        """The lifted rules that `wanted` needs, safe for every position reachable from the box."""
        return lift(self.rules, wanted, self.parameters, extents(self, box))

    @cached_property
    def members(self) -> Mapping[str, Mapping[Symbol, Member]]:
        """The same by their terms."""
        return {name: {parse_term(one.term): one for one in every} for name, every in self.domains.items()}

    @cached_property
    def allowed(self) -> Mapping[str, range]:
        """The values that moves may give each counter: those of its range, or where it is open any that is no fault.

        Below zero are such only of a counter that is declared to go there, a count of things never does; and stones are
        none that heaps could gain without end.
        """
        found = dict(self.counters)
        for fluent in self.fluents:
            if isinstance(fluent, Counter) and fluent.name in self.open:
                low = found[fluent.name].start
                found[fluent.name] = range(-_LARGEST if low < 0 and not fluent.stones else min(0, low), _LARGEST)
        return found

    def text(self, position: Position) -> str:
        """A position as people write it: `heap 1:2:2`."""
        return told({}, named(self.fluents, position)).replace("=", " ")

    def place(self, name: str, *arguments: Symbol | None) -> Place:
        """Where the first rule stands that can derive `name(arguments)`, where None is any term.

        A rule is passed over whose head has another number or function in the place of an argument; where none is
        left, it is the beginning of the rules.
        """
        for statement in self.rules.statements:
            atom = statement.head.atom.symbol
            same = atom.name == name and len(atom.arguments) == len(arguments)
            if same and all(map(_may_be, atom.arguments, arguments)):
                begin = statement.location.begin
                return self.rules.sources.at(begin.line, begin.column)
        return self.rules.sources.at(1)


def _may_be(term: AST, symbol: Symbol | None) -> bool:
    if symbol is None:
        return True
    if term.ast_type == ASTType.SymbolicTerm and term.symbol.type in (SymbolType.Number, symbol.type):
        return bool(term.symbol == symbol)  # else it may be a constant of the rules, which stands for a number
    if term.ast_type != ASTType.Function or symbol.type != SymbolType.Function:
        return True
    same = term.name == symbol.name and len(term.arguments) == len(symbol.arguments)
    return same and all(map(_may_be, term.arguments, symbol.arguments))


def _domain(game: Game, name: str) -> Domain:
    """What a set may have as members, by each argument of their predicate."""
    (arity,) = (one.arity for one in game.rules.fluents if isinstance(one, Members) and one.name == name)
    rows = [term.arguments if arity > 1 else [term] for term in game.members[name]]
    return Domain(tuple(_bounds([row[at] for row in rows]) for at in range(arity)), len(rows))


def _bounds(terms: Sequence[Symbol]) -> Integers:
    """What an argument may be."""
    numbers = [one.number for one in terms if one.type is SymbolType.Number]
    compound = [one for one in terms if one.type is SymbolType.Function and one.arguments]
    functors = frozenset((one.name, len(one.arguments)) for one in compound)
    symbols = len(numbers) + len(compound) < len(terms)
    return Integers(min(numbers), max(numbers), symbols, functors) if numbers else Integers(1, 0, symbols, functors)


def extents(game: Game, box: GroundBox) -> dict[str, tuple[tuple[int, int], ...] | Domain]:
    """Bounds of each fluent's arguments over every position reachable from the box.

    Where the measure begins with the stones, no move raises them, so no heap outgrows all the stones there
    are, and no more heaps than stones can come to be; elsewhere a bound is set, and `check_extents` keeps it.
    """
    stones = 0
    for part in box.parts:
        if isinstance(part, HeapBox):
            stones += part.totals()[-1] if part.totals() else 0
        elif isinstance(part, CounterBox) and part.fluent.stones and part.values:
            # the heaps gain at most what the counter can lose
            stones += part.values[-1] - game.allowed[part.fluent.name].start
    if game.measure.entries[:1] != ("stones",):
        stones = max(stones, LOOSE)
    if stones > _LARGEST:
        raise fault(f"positions of {stones} stones are beyond what 32-bit arithmetic can hold")
    bounds: dict[str, tuple[tuple[int, int], ...] | Domain] = {}
    for part in box.parts:
        if isinstance(part, MemberBox):
            bounds[part.fluent.name] = _domain(game, part.fluent.name)
        elif isinstance(part, CounterBox):
            allowed = game.counters[part.fluent.name]
            bounds[part.fluent.name] = ((allowed.start, allowed.stop - 1),)
        else:
            bounds[part.fluent.name] = ((1, max(1, stones)), (1, max(1, stones)))
    return bounds


def check_extents(game: Game, positions: Iterable[Position]) -> None:
    """Raise InputError where a position of a game that may grow has outgrown its extents."""
    if game.measure.entries[:1] == ("stones",):
        return
    heaps = [at for at, one in enumerate(game.fluents) if isinstance(one, Heaps)]
    for position in positions if heaps else ():
        for value in (position[at] for at in heaps):
            if isinstance(value, tuple) and sum(value) > LOOSE:
                raise fault(
                    f"{game.text(position)} has more than {LOOSE} stones",
                    file=game.rules.sources.at(1).file,
                    expected="a `measure` that begins with stones, or smaller heaps",
                )


def hull(game: Game, box: GroundBox) -> GroundBox | None:
    """The least box around that is closed under taking stones and heaps away; None where no such is.

    Counters take their whole declared range.
    """
    parts: list[Part] = []
    for part in box.parts:
        if isinstance(part, MemberBox):
            return None
        if isinstance(part, HeapBox):
            if not part.counts:
                return None
            sizes = range(1, part.sizes[-1] + 1) if part.sizes else range(1, 1)
            parts.append(HeapBox(part.fluent, range(part.counts[-1] + 1), sizes))
        else:
            parts.append(CounterBox(part.fluent, game.counters[part.fluent.name]))
    return GroundBox(tuple(parts))
