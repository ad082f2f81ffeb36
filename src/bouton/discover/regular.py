"""A game of a few numbers as automata on their digits: its moves, and whether a set is that of its P-positions.

The moves are one relation between the digits of a position and of what it leads to, so that the condition that a set
be the kernel is decided for all sizes: whether no move joins two of its positions, and every other one has a move into
it. Heaps are in ascending order, with zeros for those that are not there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, product

from bouton.automata.automaton import Automaton, Track, both, either, project, renamed, within
from bouton.automata.compile import Compiler
from bouton.automata.drawn import held
from bouton.automata.linear import free
from bouton.core.errors import Unreadable
from bouton.core.logic.arithmetic import atom, number
from bouton.core.logic.elimination import quantified
from bouton.core.logic.expression import Formula, Linear, Unknown, unknown
from bouton.core.logic.formulas import at_most, conj, disj, equal
from bouton.core.logic.substitution import replace
from bouton.core.numeration import Numeration
from bouton.core.position import Heaps, Parameters, Position
from bouton.core.spec import CounterRange, HeapRange, Play, Spec
from bouton.reading.canonical import successors
from bouton.reading.command import GuardedCommand, SymbolicGame, SymbolicPosition
from bouton.reading.evaluate import evaluate
from bouton.reading.sides import WINNER
from bouton.rules.file import Rules


@dataclass(frozen=True)
class Slot:
    """The part of a tuple of numbers that a fluent takes: sizes of heaps, zeros for absent ones first, or a counter."""

    heaps: bool
    numbers: int
    least: int = 0
    """The least counter."""


@dataclass(frozen=True)
class Layout:
    """How a position is written as a tuple of numbers, one for each track of an automaton, and read back.

    There is a slot for each fluent, in order: a number for a counter, and for heaps as many as there may be at most.
    """

    slots: tuple[Slot, ...]
    descending: tuple[bool, ...]

    @property
    def width(self) -> int:
        """The length of the tuple of numbers of a position."""
        return sum(slot.numbers for slot in self.slots)

    def numbers(self, position: Position) -> tuple[int, ...]:
        """The tuple of numbers of a position: heaps in ascending order, with zeros for absent ones, and counters."""
        found: list[int] = []
        for slot, value in zip(self.slots, position, strict=True):
            if isinstance(value, tuple):
                found += [0] * (slot.numbers - len(value)) + sorted(value)
            else:
                found.append(value)
        return tuple(found)

    def position(self, numbers: Sequence[int]) -> Position | None:
        """The position of these numbers; None where heaps are not in order, or a counter is too small."""
        found: list[int | tuple[int, ...]] = []
        rest = list(numbers)
        for slot, descending in zip(self.slots, self.descending, strict=True):
            mine, rest = rest[: slot.numbers], rest[slot.numbers :]
            if slot.heaps:
                if mine != sorted(mine):
                    return None
                sizes = tuple(one for one in mine if one)
                found.append(tuple(reversed(sizes)) if descending else sizes)
            else:
                if mine[0] < slot.least:
                    return None
                found.append(mine[0])
        return tuple(found)


def layout(spec: Spec, parameters: Parameters) -> Layout:
    """The layout of a game's positions; Unreadable where the order of heaps matters, or a counter may be negative."""
    slots, descending = [], []
    for fluent, part in zip(spec.fluents, spec.box.fluents, strict=True):
        if isinstance(fluent, Heaps):
            assert isinstance(part, HeapRange)
            if fluent.order == "none":
                raise Unreadable(f"the places of {fluent.name}s count")
            slots.append(Slot(True, max(part.count.at(parameters)[-1:], default=0)))
            descending.append(fluent.order == "descending")
        else:
            assert isinstance(part, CounterRange)
            least = min(part.interval.at(parameters)[:1], default=0)
            if least < 0:
                raise Unreadable(f"{fluent.name} may be negative")
            slots.append(Slot(False, 1, least))
            descending.append(False)
    return Layout(tuple(slots), tuple(descending))


@dataclass(frozen=True)
class Moves:
    """A game as automata on digits: its positions, the relation of positions to options, and terminal positions."""

    compiler: Compiler
    here: tuple[Track, ...]
    there: tuple[Track, ...]
    positions: Automaton
    moves: Automaton
    ended: Automaton

    def failing(self, play: Play, lost: Automaton) -> tuple[int, ...] | None:
        """The numbers of a position at which the set that `lost` accepts fails the condition on P-positions.

        The position is in the set and has a move into it, or is outside and has none; in misère play a terminal
        position must be outside. None where the set is that of the P-positions, for all sizes. `lost` has the tracks
        `here`.
        """
        lost = both(self.positions, lost)
        onto = dict(zip(self.here, self.there, strict=True))
        wins = both(self.positions, _without(both(self.moves, renamed(lost, onto)), self.there))
        if play == "misere":
            wins = either(wins, self.ended)
        wrong = both(lost, wins)
        if wrong.is_empty:
            wrong = within(within(self.positions, lost), wins)
        word = wrong.least()
        if word is None:
            return None
        return tuple(self.compiler.system.value(word[track.name]) for track in self.here)


def _without(automaton: Automaton, tracks: Sequence[Track]) -> Automaton:
    for track in tracks:
        if track in automaton.tracks:  # a relation that nothing is in has none
            automaton = project(automaton, track)
    return automaton


def moves(spec: Spec, rules: Rules, parameters: Parameters, system: Numeration, where: Layout) -> Moves:
    """The game as automata, for these parameters and in a numeration.

    Unreadable, or TooLarge, where automata cannot read the rules. Disagreement where an automaton differs from the
    formula that it was made from, at words drawn at random.
    """
    if WINNER in rules.defined:
        raise Unreadable("the rules say who has won")
    here = [unknown(f"from!{at}", 0) for at in range(where.width)]
    there = [unknown(f"to!{at}", 0) for at in range(where.width)]
    heaps = [part for part in spec.box.fluents if isinstance(part, HeapRange)]
    several = [tuple(part.count.at(parameters)) for part in heaps]
    positions, joined, strays = [], [], []
    for counts in product(*several):
        game = _game(spec, rules, parameters, counts, where)
        put = {_unknown(entry): atom(one) for entry, one in _pairs(where, counts, game.position, here)}
        is_here = conj(_bounds(where, counts, here))
        positions.append(is_here)
        for move in game.moves:
            for case in successors(rules.fluents, move.after):
                left = tuple(len(entry) for entry in case.position if isinstance(entry, tuple))
                if any(count not in each for count, each in zip(left, several, strict=True)):
                    strays.append((move, conj((is_here, replace(put, _chosen(move, (move.guard, case.guard)))))))
                    continue
                reached = [equal(atom(one), entry) for entry, one in _pairs(where, left, case.position, there)]
                reached += _absent(where, left, there)
                joined.append(conj((is_here, replace(put, _chosen(move, (move.guard, case.guard, *reached))))))
    compiler = Compiler(system)
    at, to = (tuple(compiler.track(one) for one in unknowns) for unknowns in (here, there))
    for move, formula in strays:
        if not compiler.formula(formula).is_empty:
            raise Unreadable(f"the move {move.name} may leave another number of heaps")
    every, relation = compiler.formula(disj(positions)), compiler.formula(disj(joined))
    # a number of which nothing is said is one all the same: its digits are those of a number
    every = both(every, free(system, [track for track in at if track not in every.tracks], ()))
    held(compiler, disj(positions), every, here)
    held(compiler, disj(joined), relation, [*here, *there])
    return Moves(compiler, at, to, every, relation, within(every, _without(relation, to)))


def _chosen(move: GuardedCommand, said: Sequence[Formula]) -> Formula:
    """The formula that, for some values of the move's choices, all of `said` hold."""
    formula = conj(said)
    for choice in move.unknowns:
        formula = quantified(choice, formula)
    return formula


def _game(spec: Spec, rules: Rules, parameters: Parameters, counts: Sequence[int], where: Layout) -> SymbolicGame:
    names = [fluent.name for fluent in spec.fluents if isinstance(fluent, Heaps)]
    pairs = zip(spec.fluents, where.slots, strict=True)
    counters = {fluent.name: (slot.least, None) for fluent, slot in pairs if not slot.heaps}
    return evaluate(rules, parameters, dict(zip(names, counts, strict=True)), counters)


def _parts(where: Layout, counts: Sequence[int], unknowns: Sequence[Unknown]) -> Iterator[tuple[Slot, list[Unknown]]]:
    """For each slot the unknowns of its counter, or of its heaps that are present, in ascending order of size."""
    heaps, rest = iter(counts), list(unknowns)
    for slot in where.slots:
        mine, rest = rest[: slot.numbers], rest[slot.numbers :]
        yield slot, mine[len(mine) - next(heaps) :] if slot.heaps else mine


def _pairs(
    where: Layout, counts: Sequence[int], position: SymbolicPosition, unknowns: Sequence[Unknown]
) -> list[tuple[Linear, Unknown]]:
    """Each heap's size or counter of a symbolic position, with the unknown that stands for it in the layout."""
    found: list[tuple[Linear, Unknown]] = []
    parts = zip(_parts(where, counts, unknowns), where.descending, position, strict=True)
    for (_, mine), descending, entry in parts:
        sizes = entry if isinstance(entry, tuple) else (entry,)
        found += zip(reversed(sizes) if descending else sizes, mine, strict=True)
    return found


def _absent(where: Layout, counts: Sequence[int], unknowns: Sequence[Unknown]) -> list[Formula]:
    """The formulas that the unknowns of absent heaps are 0."""
    there = {one for _, mine in _parts(where, counts, unknowns) for one in mine}
    return [equal(atom(one), number(0)) for one in unknowns if one not in there]


def _bounds(where: Layout, counts: Sequence[int], unknowns: Sequence[Unknown]) -> Iterator[Formula]:
    """The formulas that the unknowns are the numbers of a position with `counts` heaps."""
    yield from _absent(where, counts, unknowns)
    for slot, mine in _parts(where, counts, unknowns):
        yield from (at_most(number(1 if slot.heaps else slot.least), atom(one)) for one in mine)
        if slot.heaps:
            yield from (at_most(atom(one), atom(other)) for one, other in pairwise(mine))


def _unknown(entry: Linear) -> Unknown:
    (part, _), *_ = entry.terms
    assert isinstance(part, Unknown)
    return part
