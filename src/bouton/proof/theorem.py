"""A characterisation as formulas: for each number of heaps, the positions that a claim calls P-positions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Generic, TypeAlias, TypeVar

from bouton.core.errors import Unreadable
from bouton.core.logic.arithmetic import atom
from bouton.core.logic.elimination import NotEliminable, applies, exists, quantified, speaks_of_digits
from bouton.core.logic.expression import FALSE, TRUE, Bound, Formula, Linear, Unknown, unknown
from bouton.core.logic.formulas import conj, disj, equal, equivalent, implies, negate
from bouton.core.logic.problem import Assertion, ForAll, Problem, for_all
from bouton.core.logic.substitution import Substitution
from bouton.core.logic.substitution import replace as replace_unknowns
from bouton.core.logic.terms import Function, Term
from bouton.core.logic.walk import unknowns
from bouton.core.position import Heaps, Measure, Value
from bouton.core.rank import Rank
from bouton.core.spec import Play
from bouton.core.stated import Kernel, Loopy, Stated
from bouton.reading.canonical import successors, values_at
from bouton.reading.command import GuardedCommand, ReadGame, ReadMove, SymbolicGame, SymbolicPosition
from bouton.reading.evaluate import Recursions, evaluate
from bouton.reading.sides import DRAWN, SIDE, WINNER, Sides, one_list, says
from bouton.rules.file import Rules, Signature

G = TypeVar("G", bound=ReadGame, covariant=True)  # noqa: PLC0105 (named by what it is)

Counts = tuple[int, ...]
"""The number of heaps of each heaps fluent, in declared order."""


VALUE = unknown("_value", 0, local=True)
"""The unknown that stands for the value which is claimed of a position."""

Ends: TypeAlias = tuple[Linear | Bound, Linear | Bound]
"""The ends of a counter's range; None is no end."""


@dataclass(frozen=True)
class MemberClaim:
    """What one claim says, by its id: among positions where `where` holds, those where `iff` holds are the P-positions.

    The two are names of predicates; without `where` it speaks of all positions. In a theorem on winners `iff(A)` holds
    of the side A that wins, in one on values `iff(V)` of the value.
    """

    id: str
    iff: str
    where: str | None = None


@dataclass(frozen=True)
class Theorem:
    """What is to be proved of a game with its parameters fixed, except those that are unknowns.

    Several members are claims that are taken together: each speaks of the positions at which its `where` holds.
    `strategy` is a predicate that names moves.
    """

    rules: Rules
    parameters: Mapping[str, Value | Unknown]
    counters: Mapping[str, Ends]
    measure: Measure
    play: Play
    members: tuple[MemberClaim, ...]
    strategy: str | None = None
    within: str | None = None
    """The predicate of the positions at which the strategy is claimed; with it the strategy alone is to be proved."""
    stated: Stated = field(default_factory=Kernel)
    """What the members state. A theorem about images has no members: each position is held against its image.

    Where positions are given numbers, `claimed` says that VALUE is the position's number.
    """
    more: tuple[Signature, ...] = ()
    """Further predicates that the proof asks the rules for."""
    recursions: Recursions | None = None
    """How predicates are read that recurse along the range that is checked; by default they are not."""

    @property
    def wanted(self) -> list[Signature]:
        """The predicates that the proof asks for: those of the claims, of who moves and wins, of the measure."""
        found = [self.says(member) for member in self.members]
        found += [(member.where, 0) for member in self.members if member.where is not None]
        found += [(self.strategy, 1)] if self.strategy else []
        found += [(self.within, 0)] if self.within else []
        found += self.stated.wanted
        found += [SIDE] if self.stated.sides else []
        found += [WINNER] if WINNER in self.rules.defined else []
        weighed = () if self.stated.alone else self.measure.predicates
        found += [(name, 1) for name in weighed if (name, 1) in self.rules.defined]
        found += [] if self.rules.legal is None else [(self.rules.legal.name, 0)]
        found += self.more
        return list(dict.fromkeys(found))

    @property
    def naming(self) -> list[Signature]:
        """The predicates that name a side: which moves, which has won, and which each member says wins."""
        return [SIDE, WINNER, *map(self.says, self.members)]

    def says(self, member: MemberClaim) -> Signature:
        """The predicate that characterises a member: of no argument, or of one where it names a value or a side."""
        return member.iff, self.stated.arity


@dataclass(frozen=True)
class MoveCase:
    """A successor of a move: under the guard the move leads to a position with so many heaps."""

    guard: Formula
    counts: Counts
    position: SymbolicPosition
    wins: Formula | None
    """When the theorem says that moving there wins; None where it says nothing about so many heaps."""
    strays: Formula = FALSE
    """When a hereditary theorem does not speak of the position."""
    illegal: Formula = FALSE
    """When the position does not exist."""
    allied: Formula = FALSE
    """When the same side is to move there."""
    drawn: Formula = FALSE
    """When the position is claimed to be a draw."""


Moves: TypeAlias = Sequence[tuple[GuardedCommand, Sequence[MoveCase]]]
"""The moves from a position, each with the positions that it can lead to."""


def wins(case: MoveCase) -> Formula:
    """When moving there wins, where the theorem says something of so many heaps."""
    assert case.wins is not None
    return case.wins


def led(moves: Sequence[tuple[ReadMove, Sequence[MoveCase]]], reached: Callable[[MoveCase], Formula] = wins) -> Formula:
    """When one of the moves leads to where something holds: by default to where it wins."""
    return disj(
        conj((move.guard, case.guard, reached(case)))
        for move, cases in moves
        for case in cases
        if case.wins is not None
    )


def never_led(
    moves: Sequence[tuple[ReadMove, Sequence[MoveCase]]], reached: Callable[[MoveCase], Formula] = wins
) -> Iterator[Assertion]:
    """That no move leads there, whatever it chooses."""
    return (for_all(move.unknowns, negate(led([(move, cases)], reached))) for move, cases in moves)


def game_of(theorem: Theorem, counts: Counts, wanted: Sequence[Signature]) -> SymbolicGame:
    """The symbolic reading of the game with so many heaps and of the wanted predicates; or Unreadable."""
    names = [fluent.name for fluent in theorem.rules.fluents if isinstance(fluent, Heaps)]
    counters = {
        name: (low.low if isinstance(low, Linear) else low, high.high if isinstance(high, Linear) else high)
        for name, (low, high) in theorem.counters.items()
    }
    heaps = dict(zip(names, counts, strict=True))
    return evaluate(
        theorem.rules, theorem.parameters, heaps, counters, wanted, digits=True, recursions=theorem.recursions
    )


@dataclass
class Reading:
    """A theorem read for the numbers of heaps in its range, each when it is first asked for."""

    theorem: Theorem
    range: frozenset[Counts]
    _at: dict[Counts, Characterisation[SymbolicGame]] = field(default_factory=dict)
    _moves: dict[Counts, list[tuple[GuardedCommand, list[MoveCase]]]] = field(default_factory=dict)
    rank: Rank | None = None
    """By what the replies of who wins fall, where positions may come back."""
    instead: Callable[[SymbolicGame, Formula], Formula] | None = None
    """What is said of the values of a position, by what the rules name, where these are not what is said."""

    def check(self) -> None:
        """Read each number of heaps now, and the moves; Unreadable where the rules have no symbolic meaning."""
        for counts in self.range:
            self.at(counts)
            if not self.theorem.stated.alone:
                self.moves(counts)

    def at(self, counts: Counts) -> Characterisation[SymbolicGame]:
        """The theorem for positions of so many heaps; Unreadable where the rules have no symbolic meaning."""
        if counts not in self._at:
            game = game_of(self.theorem, counts, self.theorem.wanted)
            self._at[counts] = Characterisation(self.theorem, game, lambda: self.labels, self.instead)
        return self._at[counts]

    @cached_property
    def labels(self) -> tuple[Term, ...]:
        """The sides of a game of alliances, in one order for every number of heaps in the range."""
        games = (self.at(counts).game for counts in sorted(self.range))
        return one_list(games, self.theorem.naming, draws=isinstance(self.theorem.stated, Loopy))

    def moves(self, counts: Counts) -> list[tuple[GuardedCommand, list[MoveCase]]]:
        """The moves from positions of so many heaps, each with the positions that it can lead to."""
        if counts not in self._moves:
            here = self.at(counts)
            self._moves[counts] = [(command, self.cases(here, command)) for command in here.game.moves]
        return self._moves[counts]

    def ways(self, counts: Counts) -> list[tuple[GuardedCommand, MoveCase]]:
        """The same one by one, those of which the theorem says something."""
        return [(move, case) for move, cases in self.moves(counts) for case in cases if case.wins is not None]

    def cases(self, here: Characterisation[SymbolicGame], command: GuardedCommand) -> list[MoveCase]:
        """The positions that a move from `here` can lead to."""
        found = []
        for successor in successors(self.theorem.rules.fluents, command.after):
            counts = tuple(len(entry) for entry in successor.position if isinstance(entry, tuple))
            wins, strays, illegal, same, drawn = None, FALSE, FALSE, FALSE, FALSE
            if counts in self.range:
                there = self.at(counts)
                values = values_at(there.game, successor.position)
                put, wins = Substitution(values), claimed_at(there, values)
                drawn = put.formula(there.drawn)
                if self.theorem.stated.sides:
                    movers = zip(here.sides.each(SIDE), map(put.formula, there.sides.each(SIDE)), strict=True)
                    same = disj(map(conj, movers))
                    wins = conj((equivalent(same, negate(wins)), negate(drawn)))
                if self.theorem.stated.hereditary:
                    strays = put.formula(negate(there.covered))
                illegal = put.formula(negate(there.exists))
            found.append(MoveCase(successor.guard, counts, successor.position, wins, strays, illegal, same, drawn))
        return found


@dataclass(frozen=True)
class Characterisation(Generic[G]):
    """A theorem as formulas, for one number of heaps; `labels` gives the sides of a game of alliances."""

    theorem: Theorem
    game: G
    labels: Callable[[], tuple[Term, ...]] = tuple
    instead: Callable[[G, Formula], Formula] | None = None

    @property
    def speaks(self) -> tuple[str, ...]:
        """The ids of the claims that the theorem takes together."""
        return tuple(member.id for member in self.theorem.members)

    @cached_property
    def terminal(self) -> Formula:
        """When no move is possible; Unreadable where that would need a quantifier."""
        possible: list[Formula] = []
        hidden: NotEliminable | None = None
        for move in self.game.moves:
            try:
                possible.append(exists(move.unknowns, move.guard))
            except NotEliminable as error:
                hidden = error
        some = disj(possible)
        if hidden is not None and some is not TRUE:
            place = self.game.places.get(("move", 1), (0, 0))
            raise Unreadable(f"that no move is possible would need a quantifier over {hidden.name}", *place)
        return negate(some)

    @cached_property
    def ended(self) -> tuple[Assertion, ...]:
        """What holds together where no move is possible, with quantifiers where `terminal` would need one."""
        try:
            return (self.terminal,)
        except Unreadable:
            return tuple(ForAll(move.unknowns, negate(move.guard)) for move in self.game.moves)

    @cached_property
    def can_move(self) -> Formula:
        """When some move is possible; what the move chooses are free unknowns."""
        return disj(move.guard for move in self.game.moves)

    @cached_property
    def members(self) -> list[tuple[Formula, Formula]]:
        """For each member when it speaks of the position, and when it calls it a P-position.

        In a theorem on winners that means: when it says that the side to move loses.
        """
        return [
            (TRUE if member.where is None else self.game.holds(member.where), self.lost(member))
            for member in self.theorem.members
        ]

    def lost(self, member: MemberClaim) -> Formula:
        """When a member says that the player, or the side, to move loses."""
        if self.theorem.stated.sides:
            return conj((negate(self.sides.mover_is(self.theorem.says(member))), negate(self.drawn)))
        if self.theorem.stated.valued:
            named = says(self.game, self.theorem.says(member), atom(VALUE))
            return named if self.instead is None else self.instead(self.game, named)
        return self.game.holds(member.iff)

    @cached_property
    def drawn(self) -> Formula:
        """When the theorem, of a game with cycles, calls the position a draw."""
        states = self.theorem.stated
        if not isinstance(states, Loopy):
            return FALSE
        if states.sides:
            return disj(says(self.game, self.theorem.says(member), DRAWN) for member in self.theorem.members)
        return FALSE if states.drawn is None else self.game.holds(states.drawn)

    @cached_property
    def sides(self) -> Sides:
        """The sides of the game of alliances, at this number of heaps."""
        return Sides(self.game, self.labels())

    @cached_property
    def over(self) -> Formula:
        """When the player to move at a terminal has lost."""
        if self.theorem.stated.sides:
            return negate(self.sides.mover_is(WINNER))
        if WINNER in self.game.relations:
            return says(self.game, WINNER, Function("previous", ()))
        return TRUE if self.theorem.play == "normal" else FALSE

    @cached_property
    def exists(self) -> Formula:
        """When the position is one that exists."""
        legal = self.theorem.rules.legal
        return TRUE if legal is None else self.game.holds(legal.name)

    @cached_property
    def covered(self) -> Formula:
        """When some member speaks of the position."""
        return disj(where for where, _ in self.members)

    @cached_property
    def claimed(self) -> Formula:
        """When the theorem calls the position a P-position, or says that the side to move loses there."""
        named = disj(conj((where, iff)) for where, iff in self.members)
        if self.covered is TRUE or self.over is FALSE or self.theorem.stated.silent:
            return named
        return disj((named, conj((negate(self.covered), self.terminal, self.over))))

    def spoken(self, problem: Problem) -> Problem:
        """The problem, of a hereditary theorem for those positions alone that it speaks of."""
        hereditary = self.theorem.stated.hereditary
        return replace(problem, assertions=(*problem.assertions, self.covered)) if hereditary else problem

    @cached_property
    def agreed(self) -> Formula:
        """When no two members that speak of the position differ."""
        return conj(
            implies(conj((where, other_where)), disj((conj((iff, other)), conj((negate(iff), negate(other))))))
            for at, (where, iff) in enumerate(self.members)
            for other_where, other in self.members[:at]
        )


def claimed_at(there: Characterisation[SymbolicGame], values: Mapping[Unknown, Linear]) -> Formula:
    """What is claimed of the position where the unknowns have these values, which are in its ranges (proved beside).

    Where digits are spoken of it is the claim itself, of numbers that are equal to the values: so one automaton serves
    for the positions after all moves, while values put into the claim would make a formula of their own of each. A
    value that is worked out gets a name outside of this, so that automata need not speak of what it is worked out from.
    Where heaps may have to be put in order first, each order is better a case of its own.
    """
    claimed = there.claimed
    in_order = all(isinstance(part, Unknown) for value in values.values() for part, _ in value.terms)
    if not speaks_of_digits(claimed) or applies(claimed) or not in_order:
        return replace_unknowns(values, claimed)
    fixed = {one: value for one, value in values.items() if value.number is not None}
    own = {one: _named(one, "then") for one in unknowns(claimed) if one in values and one not in fixed}
    worked_out = {one: _named(one, "after") for one in own if not isinstance(values[one].alone, Unknown)}
    at = {**values, **{one: atom(new) for one, new in worked_out.items()}}
    wrong = replace_unknowns({**fixed, **{one: atom(new) for one, new in own.items()}}, negate(claimed))
    wrong = conj((wrong, *(equal(atom(new), at[one]) for one, new in own.items())))
    for new in own.values():
        wrong = quantified(new, wrong)
    said = conj((negate(wrong), *(equal(atom(new), values[one]) for one, new in worked_out.items())))
    for new in worked_out.values():
        said = quantified(new, said)
    return said


def _named(one: Unknown, name: str) -> Unknown:
    return unknown(f"{one.name}${name}", one.low, one.high, local=True)
