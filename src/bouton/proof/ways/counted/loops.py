"""The way for games in which positions may come back: what is lost by a rank that falls along the winning replies.

The rank is the measure of the spec, or else one that is looked for: sums of counters and stones, up or down, compared
entry by entry. Which one is taken is tried at small positions, as clingo has them; that it falls is then proved.
"""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from bouton.claims.way import Described
from bouton.core.errors import InputError
from bouton.core.logic.expression import FALSE
from bouton.core.position import Counter, Heaps, Measure, Position
from bouton.core.rank import Entry, Rank
from bouton.core.spec import Claim
from bouton.core.stated import Family, Loopy
from bouton.ground.box import among
from bouton.ground.graph import Node
from bouton.proof.compared.comparison import HeldReading, allowed, assignments, small_box
from bouton.proof.compared.said import Said
from bouton.proof.goal import Goal
from bouton.proof.theorem import Counts, Reading
from bouton.proof.way import EachCount, Read
from bouton.proof.ways.counted.way import ByCounts
from bouton.rules.file import Rules

_LARGE = 40
"""Values of a counter up to which one that grows is followed."""
_OPTIONS = 800
"""Positions at most that are looked at beside the small ones."""


@dataclass(frozen=True)
class _Demand:
    """That one of some positions has a lesser rank than another; or one no greater, of those that may keep it."""

    position: Position
    lower: tuple[Position, ...]
    keeping: tuple[Position, ...] = ()


_Numbers: TypeAlias = Mapping[Position, Mapping[str, int]]


class Loops(EachCount):
    """The way for games in which a position may come back, with a problem for each number of heaps in the range."""

    about = Described(
        "by what falls in a game with cycles",
        "What has replies that lower a rank is lost; what leads to itself, and never to what is lost, is a draw.",
        (),
        "games-with-cycles.md",
    )

    def concerns(self, claim: Claim, _rules: Rules) -> bool:
        """Those in which a position has come back."""
        return claim.endless

    def read(self, goal: Goal) -> Read:
        """The claim, read lazily for each number of heaps, with a rank: a measure that every reply must lower.

        A rank is looked for where P-positions are claimed and no replies named; else it is the measure of the spec.
        """
        reading = Reading(goal.theorem, frozenset(goal.setting.counts), rank=Rank.of(goal.spec.measure))
        states = goal.theorem.stated
        falls = isinstance(states, Loopy) or (isinstance(states, Family) and states.outcome == "P" and not states.reply)
        return ByCounts(replace(reading, rank=_looked_for(goal, reading)) if falls else reading, None)


def _looked_for(goal: Goal, reading: Reading) -> Rank:
    """The first rank that falls as far as small positions show; the measure of the spec where none does."""
    own, counts = goal.spec.measure, goal.setting.counts
    every = [case for one in counts for _, cases in reading.moves(one) for case in cases]
    joints = (False,) if all(case.allied is FALSE for case in every) else (False, True)
    parameters = next(assignments(goal.setting))[0]
    ends = {name: span.at(parameters, _LARGE) for name, span in goal.setting.counters.items()}
    if not all(ends.values()):
        return Rank.of(own)
    bounded = {name for name, span in goal.setting.counters.items() if isinstance(span.high, int)}
    limits = {name: (one[0], one[-1]) for name, one in ends.items()}
    shown = [_shown(goal, reading, one) for one in counts]
    numbers = {at: found for one in shown for at, found in _numbers(own, one).items()}
    for joint in joints:
        demands = [demand for one in shown for demand in _demands(one, joint=joint)]
        for rank in _candidates(own, bounded, joint=joint):
            at = {position: rank.at(known, limits) for position, known in numbers.items()}
            if all(_meets(at, demand) for demand in demands):
                return rank
    return Rank.of(own)


def _shown(goal: Goal, reading: Reading, counts: Counts) -> Said:
    """The theorem at small positions, at their options and where replies lead, as clingo has them."""
    about = (goal.spec, goal.rules, goal.setting, goal.here.parameters, goal.here.facts, reading, counts)
    comparison = HeldReading(*about, goal.share)
    game = comparison.game(next(assignments(goal.setting))[0], _LARGE)
    assert game is not None
    small = small_box(game, counts)
    places = list(itertools.islice(itertools.chain.from_iterable(small.layers(game.measure)), _OPTIONS))
    known: dict[Position, Node] = {}
    for _ in range(3):
        inside = [one for one in places if one not in known and comparison.speaks_of(one, game.parameters)][:_OPTIONS]
        if not inside:
            break
        try:
            grounder = comparison.grounder(game, among(game.fluents, tuple(inside)).hull)
            found = list(allowed(grounder.nodes, inside))
        except InputError:  # the rules are wrong there, which an obligation says
            break
        known |= {node.position: node for node in found}
        places = list(dict.fromkeys(move.to for node in found for move in node.moves))
    return Said(reading.theorem, known)


def _demands(said: Said, *, joint: bool) -> Iterator[_Demand]:
    """What a rank has to lower, as far as all replies are known."""
    options = {at: {move.to for move in node.moves} for at, node in said.nodes.items()}
    for at, node in said.nodes.items():
        if said.claimed(node):
            for option in options[at] & said.nodes.keys():
                yield from _demand(said, node, said.nodes[option], options[option], joint=joint)
        elif said.theorem.stated.sides and not said.drawn(node) and options[at] <= said.nodes.keys():
            winning = [one for one in options[at] if said.wins(node, said.nodes[one])]
            same = [one for one in winning if said.allied(node, said.nodes[one])]
            other = [one for one in winning if one not in same]
            if winning and (joint or not other):
                yield _Demand(at, tuple(same), tuple(other))


def _demand(said: Said, node: Node, option: Node, replies: Collection[Position], *, joint: bool) -> Iterator[_Demand]:
    if said.allied(node, option):
        yield _Demand(node.position, (option.position,))
    elif replies and all(one in said.nodes for one in replies):
        good = [one for one in replies if said.wins(option, said.nodes[one])]
        if good:  # else the claim is wrong, which an obligation says
            fit = (one for one in good if joint or not said.allied(option, said.nodes[one]))
            yield _Demand(node.position, tuple(fit))


def _meets(at: Mapping[Position, tuple[int, ...]], demand: _Demand) -> bool:
    before = at[demand.position]
    return any(at[one] < before for one in demand.lower) or any(at[one] <= before for one in demand.keeping)


def _numbers(measure: Measure, said: Said) -> _Numbers:
    """The numbers of each position that ranks are made of."""
    plain = [one for one in _names(measure) if one not in measure.predicates]
    alone = replace(measure, entries=tuple(plain))
    found: dict[Position, Mapping[str, int]] = {}
    for at, node in said.nodes.items():
        derived = {name: _derived(node, name) for name in measure.predicates}
        found[at] = {**dict(zip(plain, alone.of(at), strict=True)), **derived}
    return found


def _derived(node: Node, name: str) -> int:
    """The number that the rules derive; where it is none, one that nothing lowers."""
    rows = [str(row[0]) for row in node.rows[name, 1]]
    return int(rows[0]) if len(rows) == 1 and rows[0].isdecimal() else 0


def _names(measure: Measure) -> tuple[str, ...]:
    heaps = ("stones", "heaps") if any(isinstance(one, Heaps) for one in measure.fluents) else ()
    counters = (one.name for one in measure.fluents if isinstance(one, Counter))
    return tuple(dict.fromkeys((*measure.entries, *heaps, *counters)))


def _candidates(measure: Measure, bounded: Collection[str], *, joint: bool) -> Iterator[Rank]:
    """The measure, then single numbers, sums, and two or three compared one after the other."""
    yield Rank.of(measure, joint=joint)
    plain: list[Entry] = [((name, 1),) for name in _names(measure)]
    plain += [((name, -1),) for name in _names(measure) if name in bounded]
    pairs = [pair for pair in itertools.combinations(plain, 2) if pair[0][0][0] != pair[1][0][0]]
    sums: list[Entry] = [
        ((one[0][0], one[0][1] * left), (other[0][0], other[0][1] * right))
        for left, right in ((1, 1), (2, 1), (1, 2))
        for one, other in pairs
    ]
    total: list[Entry] = [tuple((name, 1) for name in _names(measure))] if len(plain) > 2 else []
    single = [*plain, *sums, *total]
    several: Sequence[tuple[Entry, ...]] = [
        *((one,) for one in single),
        *itertools.permutations(single, 2),
        *itertools.permutations(plain, 3),
    ]
    yield from (Rank(entries, joint) for entries in several)
