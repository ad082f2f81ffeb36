"""The way that proves claims about any number of heaps by telling the heaps of the few greatest sizes apart."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from bouton.claims.parts import DEPTH, EVERYWHERE, SEEN, needs_at, parts_of
from bouton.claims.way import Described
from bouton.core.errors import InputError, Unreadable
from bouton.core.logic.expression import FALSE, Formula, Unknown
from bouton.core.position import Measure, Parameters, Position
from bouton.core.proof import Need, ProofPlace
from bouton.core.stated import Everywhere, Kernel
from bouton.ground.box import GroundBox, HeapBox, among
from bouton.ground.game import Game
from bouton.ground.graph import Grounder, Node
from bouton.proof.compared.comparison import Seen, allowed, assignments, looked_at, met_by, numbers_of, place_of
from bouton.proof.compared.coverage import Models
from bouton.proof.compared.crowds import crowds, is_near
from bouton.proof.compared.held import Compared, nearness
from bouton.proof.compared.near import Watch
from bouton.proof.compared.said import Said
from bouton.proof.compared.spots import constants
from bouton.proof.goal import Goal
from bouton.proof.theorem import Theorem
from bouton.proof.way import Posed, Read, Validated, Way
from bouton.proof.ways.levels.obligations import lemma, obligations, shallow
from bouton.proof.ways.levels.reading import LevelReading
from bouton.proof.ways.levels.validate import positions, validate
from bouton.reading.command import Condition
from bouton.reading.levels.game import heaps_of
from bouton.rules.file import MOVES

_HEAPS, _SIZES = 5, 4
"""Every position of so many heaps at most, each of so many stones at most, is compared."""


def read(theorem: Theorem, facts: tuple[Formula, ...], measure: Measure) -> LevelReading:
    """The theorem read by levels, for any number of heaps; Unreadable where no number of levels is enough."""
    if not isinstance(theorem.stated, Kernel | Everywhere):
        raise Unreadable("any number of heaps at once: only for claims of kind p-positions")
    if measure.entries != ("stones",):
        raise Unreadable("any number of heaps at once: only where the measure is the stones")
    heaps_of(theorem.rules)
    return deep_enough(theorem, facts)


def compared(goal: Goal, reading: LevelReading) -> Iterator[Seen]:
    """Hold the reading against clingo, for small and some greater values of parameters, near the rules' numbers too."""
    spec, rules, setting, unknowns = goal.spec, goal.rules, goal.setting, goal.here.parameters
    fluent = heaps_of(rules)
    wanted = frozenset(reading.theorem.wanted)
    at: Compared = []
    every = list(assignments(setting))
    share = sum(least for _, least in every)
    box = GroundBox((HeapBox(fluent, range(_HEAPS + 1), range(1, _SIZES + 1)),))
    for parameters, least in every:
        small = box.layers(spec.measure)
        game = Game(rules, spec.measure, parameters, {})
        numbers = constants(rules, wanted | MOVES, (one for one in parameters.values() if isinstance(one, int)))
        # where parameters are greater there may be far more moves from a position
        plain = [*itertools.chain.from_iterable(small), *(positions(fluent) if least else ())]
        more = [one for one in (crowds(fluent, numbers, share) if least else ()) if one not in plain]
        values = numbers_of(unknowns, parameters)
        yield _compared(game, reading, plain, values, lambda nodes, places: nodes(places), at)
        for near in (True, False):
            some = [one for one in more if is_near(one) is near]
            if some:  # at some of these the rules may be wrong, which an obligation says
                yield _compared(game, reading, some, values, allowed, at)

    def further(parameters: Parameters, places: Sequence[Position]) -> Iterator[Seen]:
        with suppress(InputError):  # clingo's numbers may not be large enough
            game = Game(rules, spec.measure, parameters, {})
            yield _compared(game, reading, places, numbers_of(unknowns, parameters), allowed, at)

    watch = Watch(rules, wanted | (set() if reading.theorem.stated.alone else MOVES))
    yield from nearness(watch, reading.theorem, setting, at, further)


Nodes = Callable[[Sequence[Position]], Iterator[Node]]


def _compared(
    game: Game,
    reading: LevelReading,
    places: Iterable[Position],
    values: Mapping[Unknown, int],
    ask: Callable[[Nodes, Sequence[Position]], Iterator[Node]],
    at: Compared,
) -> Seen:
    """Hold the reading against clingo at these positions, each once, which are noted."""
    wanted, each = frozenset(reading.theorem.wanted), tuple(dict.fromkeys(places))
    moves = frozenset() if reading.theorem.stated.alone else MOVES
    grounder = Grounder(game, game.program(among(game.fluents, each).hull, wanted | moves), wanted)
    nodes = list(ask(grounder.nodes, each))
    known = {node.position: node for node in nodes}
    options = {move.to: None for node in nodes for move in looked_at(node) if move.to not in known}
    known |= {node.position: node for node in allowed(grounder.options, list(options))}
    said = Said(reading.theorem, known)
    count = validate(reading, nodes, values, said)
    at.append((game, [node.position for node in nodes]))
    failing = next(filter(said.fails, nodes), None)
    return Seen(count, frozenset(met_by(said, nodes)), place_of(game, failing))


# ----------------------------------------------------------------------------------------- how many levels are enough


_MOST = 6
_WORK = 20_000_000
"""What z3 may do for one condition, in its own units: about two seconds' work."""


def deep_enough(theorem: Theorem, facts: tuple[Formula, ...]) -> LevelReading:
    """The theorem read with as many levels as its rules and moves need.

    Unreadable where no number of levels is enough: with the rule that looks below them.
    """
    obstacle: Unreadable | None = None
    for seen in range(1, _MOST):
        reading = LevelReading(theorem, seen, seen + 1)
        shape = reading.shape(seen, more=True)
        failing = _failing(reading.at(seen, more=True).game.unseen, (shape.facts, *facts))
        if failing is not None:
            obstacle = failing
            continue
        for depth in range(seen + 1, _MOST + 1):
            reading = replace(reading, depth=depth)
            obstacle = _deep(reading, facts)
            if obstacle is None:
                fewer = _with_fewer(reading, facts)
                if fewer is not None:  # more levels change nothing of positions that have fewer
                    raise fewer
                return reading
        break
    assert obstacle is not None
    raise obstacle


def _deep(reading: LevelReading, facts: tuple[Formula, ...]) -> Unreadable | None:
    here = reading.at(reading.depth, more=True)
    within = (reading.here(reading.depth).facts, *facts)
    return _failing(itertools.chain(here.game.unseen, shallow(reading, here)), within)


def _with_fewer(reading: LevelReading, facts: tuple[Formula, ...]) -> Unreadable | None:
    """Why the levels are not enough for positions that have fewer of them, which have conditions of their own."""
    for known in range(reading.depth):
        here = reading.at(known, more=False)
        failing = _failing(here.game.unseen, (reading.shape(known, more=False).facts, *facts))
        if failing is not None:
            return failing
    return None


def _failing(conditions: Iterable[Condition], facts: tuple[Formula, ...]) -> Unreadable | None:
    """Why the levels are not enough, if one of the conditions can hold."""
    for one in conditions:
        asked = (one.formula, *facts)
        if FALSE not in asked and Models(asked, work=_WORK).some:
            return Unreadable(f"for any number of heaps at once: {one.meaning}", one.line, one.column)
    return None


@dataclass(frozen=True)
class _ByLevels(Read):
    """A claim read with so many levels told apart."""

    reading: LevelReading

    def compared(self, goal: Goal) -> Iterator[Validated]:
        """The reading held against clingo; that it could be read is told first."""
        yield Validated(goal.setting, (), Seen(0, frozenset()))
        yield from (Validated(goal.setting, (), seen) for seen in compared(goal, self.reading))

    def posed(self, goal: Goal) -> Iterator[Posed]:
        """The problems of each number of levels."""
        alone = self.reading.theorem.stated.alone
        for known, more, problem in lemma(self.reading) if alone else obligations(self.reading):
            yield Posed(problem, goal.setting, (known,), more)


class ByLevels(Way):
    """Claims about any number of heaps whose rules look at the greatest sizes alone (see `obligations`)."""

    about = Described(
        "by levels",
        "Where no rule looks below the few greatest sizes, every position is one of finitely many shapes.",
        (),
        "levels.md",
    )

    def read(self, goal: Goal) -> Read:
        """The claim with levels enough."""
        return _ByLevels(read(goal.theorem, goal.here.facts, goal.spec.measure))

    def needs(self, goal: Goal, made: Collection[ProofPlace]) -> Iterator[Need]:
        """Every part of the claim for each number of levels, as far as these were told apart, and for any more.

        How many are told apart is seen from where problems were `made`: that they are enough, before a move and after
        it, is a part of its own, so that fewer would not do.
        """
        needed, none = parts_of(goal.claim, goal.rules), {SEEN: frozenset[str]()}
        depth = max((place.counts[0] for place in made if place.counts), default=0)
        before = {part: about for part, about in needed.items() if part != "closed"}  # nothing leaves such a range
        if EVERYWHERE not in needed:
            before[DEPTH] = frozenset()
        yield from needs_at({**before, **none}, [replace(goal.place, counts=(depth,), more=True)])
        yield from needs_at(before, [replace(goal.place, counts=(known,)) for known in range(depth)])
        below = {place.counts[0] for place in made if place.counts and place.more} - {depth}
        if EVERYWHERE not in needed and len(below) != 1:  # moves lead to positions that are read with fewer levels
            yield Need(SEEN, replace(goal.place, more=True))
        yield from needs_at(none, [replace(goal.place, counts=(known,), more=known in below) for known in range(depth)])
