"""A reading for so many heaps held against clingo: where, and what the positions show of the theorem by themselves.

All small positions are compared, positions near the numbers of the rules, some far out, and one for each case of the
reading that none of these meets. At each the moves, the predicates, and what the theorem claims of the position and of
its options must be what clingo says. What clingo alone says of the theorem there is kept: whether its local conditions
hold, and which of its hypotheses are met.
"""

from __future__ import annotations

import itertools
import random
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property, partial

from bouton.claims.parts import MOVE, TERMINAL, strategy_part
from bouton.core.errors import Disagreement, InputError
from bouton.core.logic.arithmetic import atom, number
from bouton.core.logic.expression import Formula, Unknown
from bouton.core.logic.formulas import conj, equal
from bouton.core.position import Counter, Heaps, Parameters, Position, Value, as_argument, named
from bouton.core.proof import claim_part
from bouton.core.spec import Spec
from bouton.core.stated import Family, Images
from bouton.ground.box import CounterBox, GroundBox, HeapBox, among
from bouton.ground.game import Game
from bouton.ground.graph import Grounder, Node
from bouton.ground.moves import Move
from bouton.proof.compared.coverage import Coverage, Models, Open, positions
from bouton.proof.compared.near import GUESSED, Nearness, Watch
from bouton.proof.compared.said import Said
from bouton.proof.compared.spots import Spots, spots
from bouton.proof.compared.validate import Claims, numbers_at, validate
from bouton.proof.setting import Ranged, Setting, ranged
from bouton.proof.theorem import Characterisation, Counts, Reading
from bouton.reading.command import SymbolicGame
from bouton.rules.file import MOVES, Rules, Signature

_POSITIONS = 120
"""Small positions that one reading is held against."""
_LARGEST = 8
_COUNTER = 12
"""Values of a counter that a reading is held against."""
_STEPS = 3
"""The least values of each unknown parameter that it is held against."""
_FEW = 48
"""Assignments of the least values to the unknown parameters."""
_FURTHER = 2
"""Assignments of greater values to the unknown parameters."""
_TRIED = 8
"""Assignments to the unknown parameters for which positions are sought where a solver is lost without one."""
_WIDE = 10
_VALUES = 1200
"""Values of a counter without a greatest one, for small positions and those of cases."""
_REACH = 200
"""Sizes and values of a counter that one program is made for, so that it serves small positions and those of cases."""
_AMONG = 12
"""Settings of a proof, about, at which far positions are compared."""
_SEARCHED = 60
"""Cases that positions are looked for."""
_ASSUMED = 3
"""Positions at either end of those compared at which the lemmas of a proof are looked at."""
_DRAWN = 3
"""How often positions far out are drawn where the theorem says the same of all."""
_CHOICES = 3000
"""The most ways to choose, in moves and rows, that are tried at one position."""
_OPTIONS = 60
"""The most options of a position whose local conditions are looked at."""


@dataclass(frozen=True)
class Seen:
    """What the positions of a comparison showed: how many there were, and which hypotheses they met.

    `failing` is the first at which a local condition of the theorem fails by clingo alone; `open` are the cases of
    the reading that none of them met.
    """

    positions: int
    met: frozenset[str]
    failing: str | None = None
    open: tuple[str, ...] = ()
    near: Nearness | None = None
    claimed: frozenset[bool] = frozenset()
    """Which truth values "claimed to be lost" has at positions and options; none for claims of another kind."""


@dataclass(frozen=True)
class HeldReading:
    """A reading for one number of heaps, and what it is held against; one of `share` comparisons of a proof."""

    spec: Spec
    rules: Rules
    setting: Setting
    unknowns: Mapping[str, Unknown]
    facts: Sequence[Formula]
    reading: Reading
    counts: Counts
    share: int
    is_near: bool = True
    """Whether positions are looked for near each number of the rules (see `Goal.is_near`)."""
    shown: list[tuple[Parameters, Position]] = field(default_factory=list)
    """The positions compared so far of which the theorem speaks."""
    compared: list[tuple[Game, list[Position]]] = field(default_factory=list)
    """All positions compared so far."""
    _makers: list[_Made] = field(default_factory=list)

    def run(self) -> Iterator[Seen]:
        """Hold the reading against clingo; Disagreement at the first position that differs."""
        made = self._makers
        for at, (parameters, least) in enumerate(assignments(self.setting)):
            game = self.game(parameters, _VALUES)
            if game is not None:
                small = small_box(game, self.counts)
                layers = itertools.chain.from_iterable(small.layers(self.spec.measure))
                places = list(itertools.islice(layers, _POSITIONS))
                far = None
                if at == 0 and self.is_drawn:
                    far = spots(partial(self.game, parameters), self._wanted, self.counts)
                # what grounds far positions grounds small ones too: finding the bounds of its rules is what costs
                if least and far is not None and all(place in far.box for place in places):
                    made.append(_Made(far.game, far.box, far.grounder))
                    yield self.at(game, far.grounder, places)
                elif least:
                    made.append(self._made(game, small))
                    yield self.at(game, made[-1].grounder, places)
                else:
                    with suppress(InputError):  # clingo's numbers may not be large enough
                        made.append(self._made(game, small))
                        yield self.at(game, made[-1].grounder, places, _CHOICES)
                if far is not None:
                    yield from self._spotted(far)
        yield from self._by_case()

    def _spotted(self, far: Spots) -> Iterator[Seen]:
        """Positions far out; more of them where what is claimed is the same at all these and at their options."""
        claimed: frozenset[bool] = frozenset()
        for again in range(_DRAWN):
            seen = self.at(far.game, far.grounder, far.drawn(self.share, again), _CHOICES)
            yield seen
            claimed |= seen.claimed
            if len(claimed) != 1 or seen.positions < 2:  # a position by itself has nothing beside it
                return
        names = " or ".join(dict.fromkeys(f"`{one.iff}`" for one in self.reading.theorem.members))
        yield Seen(0, frozenset(), open=(f"far out, where {names} {'fails' if True in claimed else 'holds'}",))

    @cached_property
    def _coverage(self) -> Coverage:
        here = self.reading.at(self.counts)
        moves = [] if self.reading.theorem.stated.alone else self.reading.moves(self.counts)
        return Coverage(here.game, moves, self._hypotheses(here))

    def _by_case(self) -> Iterator[Seen]:
        """A position for each case that none has met, as far as there is one."""
        game = self.reading.at(self.counts).game
        searched, left = self._coverage.open[:_SEARCHED], self._coverage.open[_SEARCHED:]
        unmet = [one.what for one in left]
        places: dict[tuple[tuple[str, int], ...], dict[Position, list[str]]] = {}
        for case, chosen, position in positions(game, searched, self.facts, self.unknowns):
            if chosen is None or position is None:
                unmet.append(case.what)
            else:
                places.setdefault(tuple(chosen.items()), {}).setdefault(position, []).append(case.what)
        for values, several in places.items():
            seen = self._further(dict(values), list(several))
            if seen is not None:
                yield seen
            if seen is None or seen.positions < len(several):  # what was passed over was not compared
                unmet += itertools.chain.from_iterable(several.values())
        yield Seen(0, frozenset(), open=tuple(unmet))

    def _further(self, chosen: Parameters, places: Sequence[Position]) -> Seen | None:
        """Compare these positions too, for these values of the unknown parameters; None where the rules are wrong."""
        there = self.game({**self.setting.parameters, **chosen}, _VALUES)
        if there is None:
            return None
        known = next((one for one in self._makers if one.reaches(there, places)), None)
        try:  # the rules may be wrong there, which an obligation says
            if known is None:
                grounder = self.grounder(there, among(there.fluents, tuple(places)).hull)
            else:
                grounder = known.grounder
            return self.at(there, grounder, places, _CHOICES)
        except InputError:
            return None

    def nearer(self, watch: Watch) -> Iterator[Seen]:
        """Compare positions on each side of those numbers of the rules that none was near so far; asked after `run`.

        The watch has been told before which positions `run` compared.
        """
        if not self.compared:
            return
        for values, several in watch.sought(self.reading.theorem, self.counts, ranged(self.setting)).items():
            yield from self._observed(watch, dict(values), several)
        tried = itertools.islice(assignments(self.setting), _TRIED)
        for chosen, _ in itertools.takewhile(lambda _: watch.undecided, tried):
            setting = replace(self.setting, parameters=chosen, unknown={})
            here = ranged(setting)
            theorem = replace(self.reading.theorem, parameters=dict(chosen), counters=here.counters)
            for several in watch.sought(theorem, self.counts, here).values():
                yield from self._observed(watch, chosen, several)
        watch.tried()
        least, _ = next(assignments(self.setting))
        for most in GUESSED:
            yield from self._observed(watch, least, watch.guessed(self.counts, most))

    def _observed(self, watch: Watch, values: Parameters, places: Sequence[Position]) -> Iterator[Seen]:
        before = len(self.compared)
        inside = [one for one in places if self.speaks_of(one, {**self.setting.parameters, **values})]
        seen = self._further(values, inside) if inside else None
        if seen is not None:
            yield seen
        for game, compared in self.compared[before:]:
            watch.observe(game, compared)

    def _hypotheses(self, here: Characterisation[SymbolicGame]) -> Iterator[Open]:
        """What the theorem supposes of the positions it speaks of."""
        for member in here.theorem.members:
            if member.where is not None:
                yield Open(f"what {member.id} speaks of", here.game.holds(member.where))

    @property
    def is_drawn(self) -> bool:
        """Whether far positions are compared in this setting: in all, or in some at random where there are many."""
        chance = random.Random(as_argument(self.setting.parameters, {}))
        return chance.random() * self.share < _AMONG * len(self.setting.counts)

    @property
    def _wanted(self) -> frozenset[Signature]:
        return frozenset(self.reading.theorem.wanted)

    def game(self, parameters: Parameters, most: int) -> Game | None:
        """The game for these parameters, at most so many values of a counter; None where a counter has no value.

        Moves may lead beyond the range of the proof: that they do not is an obligation of its own.
        """
        counters = {name: span.at(parameters, most) for name, span in self.setting.counters.items()}
        if not all(counters.values()):
            return None
        return Game(self.rules, self.spec.measure, parameters, counters, frozenset(counters), cycles=self.spec.cycles)

    def _made(self, game: Game, small: GroundBox) -> _Made:
        """What grounds small positions, and greater ones unless clingo's numbers are not large enough for them."""
        box = _stretched(game, small)
        try:
            return _Made(game, box, self.grounder(game, box))
        except InputError:
            return _Made(game, small, self.grounder(game, small))

    def grounder(self, game: Game, box: GroundBox) -> Grounder:
        """What grounds positions of the box with their moves and with what the theorem speaks of."""
        return Grounder(game, game.program(box, self._wanted | MOVES), self._wanted, _POSITIONS)

    def at(self, game: Game, grounder: Grounder, places: Sequence[Position], most: int | None = None) -> Seen:
        """Compare the reading at these positions and their options.

        With `most` only where there are at most so many choices, and clingo's numbers are large enough.
        """
        nodes = list(grounder.nodes(places) if most is None else allowed(grounder.nodes, places))
        known = {node.position: node for node in nodes}
        led = dict.fromkeys(move.to for node in nodes for move in looked_at(node))
        options = [to for to in led if to not in known and self.speaks_of(to, game.parameters)]
        known |= {node.position: node for node in allowed(grounder.options, options)}
        here = self.reading.at(self.counts)
        said = Said(self.reading.theorem, known)
        values = numbers_of(self.unknowns, game.parameters)
        claims = None if self.reading.theorem.stated.alone else Claims(here, self.reading.moves(self.counts), said)
        count = validate(here.game, nodes, values, claims, self._coverage, most)
        if count:
            self.compared.append((game, [nodes[at].position for at in sorted(set(self._coverage.compared))]))
        spoken = nodes if isinstance(said.theorem.stated, Images) else [node for node in nodes if said.covering(node)]
        self.shown.extend((game.parameters, node.position) for node in spoken)
        failing = next(filter(said.fails, nodes), None)
        theorem = self.reading.theorem
        of_some = isinstance(theorem.stated, Family)  # those that it is about are all alike
        outcomes = theorem.members and not (theorem.stated.alone or theorem.stated.valued or of_some)
        claimed = frozenset(said.claimed(node) for node in known.values() if said.covering(node)) if outcomes else ()
        return Seen(count, frozenset(met_by(said, nodes)), place_of(game, failing), claimed=frozenset(claimed))

    def speaks_of(self, option: Position, parameters: Parameters) -> bool:
        """Whether the position is in the range of the proof: the reading may mean nothing elsewhere."""
        values = zip(self.rules.fluents, option, strict=True)
        return all(
            isinstance(fluent, Heaps) or value in self.setting.counters[fluent.name].at(parameters, sys.maxsize)
            for fluent, value in values
        )


@dataclass(frozen=True)
class _Made:
    """A game for some values of the parameters, and what grounds the positions of a box in it."""

    game: Game
    box: GroundBox
    grounder: Grounder

    def reaches(self, game: Game, places: Iterable[Position]) -> bool:
        """Whether it grounds those positions of a game too."""
        return self.game.parameters == game.parameters and all(place in self.box for place in places)


def _stretched(game: Game, small: GroundBox) -> GroundBox:
    """The box with heaps and counters as large as one program is made for."""
    parts: list[HeapBox | CounterBox] = []
    for part in small.parts:
        if isinstance(part, HeapBox):
            parts.append(replace(part, sizes=range(1, _REACH + 1)))
        elif isinstance(part, CounterBox):
            parts.append(CounterBox(part.fluent, game.counters[part.fluent.name][: _REACH + 1]))
    return GroundBox(tuple(parts))


def allowed(nodes: Callable[[Sequence[Position]], Iterator[Node]], places: Sequence[Position]) -> Iterator[Node]:
    """The nodes of those positions at which the rules are right, and their numbers not too large for clingo."""
    try:
        yield from list(nodes(places))
    except InputError:
        for place in places:
            with suppress(InputError):
                yield from list(nodes([place]))


def numbers_of(unknowns: Mapping[str, Unknown], parameters: Parameters) -> dict[Unknown, int]:
    """The numbers that these parameters give to the unknowns that stand for parameters."""
    return {one: value for name, one in unknowns.items() if isinstance(value := parameters[name], int)}


def assignments(setting: Setting) -> Iterator[tuple[dict[str, Value], bool]]:
    """The least values of the unknown parameters with each other, as far as they are few, and some greater ones.

    Each with whether it is one of the least.
    """
    least = list(setting.assignments(_STEPS))
    chance = random.Random(1901)
    few = least if len(least) <= _FEW else [least[0], *chance.sample(least[1:], _FEW - 1)]
    yield from ((one, True) for one in few)
    if setting.unknown:
        wide = list(itertools.islice(setting.assignments(_WIDE), _WIDE**4))
        yield from ((one, False) for one in chance.sample(wide, min(_FURTHER, len(wide))))


def consistent(
    game: SymbolicGame,
    assumed: Sequence[Formula],
    unknowns: Mapping[str, Unknown],
    shown: Sequence[tuple[Parameters, Position]],
    *,
    proved: bool,
) -> bool:
    """Whether one of some positions that were compared meets what a proof assumes.

    What follows from `proved` statements holds at every position, for some values of what they say there is:
    Disagreement where it cannot. The hypothesis of an induction need not hold above a counterexample.
    """
    found = False
    for parameters, position in [*shown[:_ASSUMED], *shown[-_ASSUMED:]]:
        numbers = {**numbers_of(unknowns, parameters), **numbers_at(game, position)}
        here = conj(equal(atom(one), number(value)) for one, value in numbers.items())
        model = Models((*assumed, here)).some
        if model is None and proved:
            where = as_argument(parameters, named(game.fluents, position))
            raise Disagreement(f"the statements that the proof uses contradict each other at {where}")
        found = found or bool(model)
    return found


def of_heaps(
    spec: Spec, rules: Rules, setting: Setting, here: Ranged, reading: Reading
) -> Iterator[tuple[Counts, Seen]]:
    """The comparisons for each number of heaps of one setting, and how near they came to each number."""
    made = [
        HeldReading(spec, rules, setting, here.parameters, here.facts, reading, counts, 1) for counts in setting.counts
    ]
    for one in made:
        for seen in one.run():
            yield one.counts, seen
    yield from nearness(made)


def nearness(comparisons: Sequence[HeldReading]) -> Iterator[tuple[Counts, Seen]]:
    """How near the comparisons of one setting came to each number, after some more positions where they came not near.

    The comparisons were run before. Where a proof has many settings, this is asked in some of them alone.
    """
    asked = [one for one in comparisons if one.is_near and one.compared]
    if not asked:
        return
    theorem = asked[0].reading.theorem
    watch = Watch(asked[0].rules, frozenset(theorem.wanted) | (frozenset() if theorem.stated.alone else MOVES))
    for one in asked:
        for game, places in one.compared:
            watch.observe(game, places)
    for one in asked:
        for seen in one.nearer(watch):
            yield one.counts, seen
    yield asked[0].counts, Seen(0, frozenset(), near=watch.nearness)


def place_of(game: Game, node: Node | None) -> str | None:
    """A position as reports name it, if there is one."""
    return None if node is None else as_argument(game.parameters, named(game.fluents, node.position))


def looked_at(node: Node) -> Sequence[Move]:
    """The moves of a position whose options are compared: all of them, or a sample where there are many."""
    many = len(node.moves) > _OPTIONS
    return random.Random(len(node.moves)).sample(node.moves, _OPTIONS // 4) if many else node.moves


def met_by(said: Said, nodes: Sequence[Node]) -> Iterator[str]:
    """The hypotheses of the theorem that some position meets."""
    for node in nodes:
        yield TERMINAL if node.terminal else MOVE
        states = said.theorem.stated
        if isinstance(states, Family):
            yield from (claim_part(member.id) for member in said.theorem.members if node.holds(states.name))
            continue
        yield from (claim_part(member.id) for member in said.covering(node))
        within = said.theorem.within is None or node.holds(said.theorem.within)
        if said.theorem.strategy is not None and within and not node.terminal and not said.claimed(node):
            yield strategy_part(said.theorem.strategy)


def small_box(game: Game, counts: Counts) -> GroundBox:
    """A small box of positions with so many heaps."""
    numbers = iter(counts)
    most = max(3, min(_COUNTER, int(_POSITIONS ** (1 / max(1, len(game.counters))))))
    parts: list[HeapBox | CounterBox] = []
    for fluent in game.fluents:
        if isinstance(fluent, Heaps):
            count = next(numbers)
            sizes = [HeapBox(fluent, range(count, count + 1), range(1, size + 1)) for size in range(2, _LARGEST + 1)]
            parts.append(max((box for box in sizes if box.size() <= _POSITIONS), key=HeapBox.size, default=sizes[0]))
        elif isinstance(fluent, Counter):
            parts.append(CounterBox(fluent, game.counters[fluent.name][:most]))
    return GroundBox(tuple(parts))
