"""Levels held against clingo: every move and every predicate at real positions, small ones and large random ones.

A move too few or too many, a position that is reached and not among those read, or a predicate that differs is an
error of Bouton, never a verdict.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from itertools import compress

from bouton.core.errors import Disagreement
from bouton.core.logic.batch import Batch
from bouton.core.logic.expression import Unknown
from bouton.core.position import Heaps, Position, as_argument, named, sizes_of
from bouton.ground.graph import Node
from bouton.proof.compared.said import Said
from bouton.proof.theorem import Characterisation, MoveCase
from bouton.proof.ways.levels.reading import LevelReading
from bouton.reading.choices import solutions
from bouton.reading.levels.game import LevelGame, heaps_of
from bouton.reading.levels.merge import Merged
from bouton.reading.levels.moves import LevelMove

RANDOM = 40
"""How many random positions a reading is held against, besides the small ones."""
MOST_HEAPS, LARGEST = 14, 12
"""The most heaps of a random position, and the most stones of one of them."""

Seen = tuple[tuple[tuple[int, int], ...], int]
"""The levels of a concrete position (size, number of heaps), and how many heaps are lower."""


def positions(fluent: Heaps) -> Iterator[Position]:
    """Random positions, the same in every run: of few different sizes, so that many heaps are alike."""
    chance = random.Random(1901)
    for _ in range(RANDOM):
        sizes = chance.sample(range(1, LARGEST + 1), chance.randint(1, 6))
        heaps = chance.choices(sizes, k=chance.randint(1, MOST_HEAPS))
        yield (tuple(sorted(heaps, reverse=fluent.order == "descending")),)


def validate(
    reading: LevelReading, nodes: Iterable[Node], parameters: Mapping[Unknown, int], said: Said | None = None
) -> int:
    """Compare the reading with the nodes; the number of positions compared. Disagreement at the first that differs.

    With `said` what the theorem claims of each position and of its options is compared too. Of a lemma, which is about
    predicates alone, no moves are compared.
    """
    alike: dict[int, list[Node]] = {}
    for node in nodes:
        alike.setdefault(min(len(set(sizes_of(node.position))), reading.depth), []).append(node)
    for different, several in alike.items():
        _validate(reading, several, different, parameters, None if reading.theorem.stated.alone else said)
    return sum(map(len, alike.values()))


def _validate(
    reading: LevelReading, nodes: Sequence[Node], different: int, parameters: Mapping[Unknown, int], said: Said | None
) -> None:
    """Compare the reading with nodes of so many different sizes, where `depth` stands for more too."""
    here = reading.here(different)
    places = Batch.of([{**parameters, **here.at(sizes_of(node.position))} for node in nodes])
    at = reading.at(len(here.steps), more=len(here.steps) == reading.depth)
    if not reading.theorem.stated.alone:
        for node, found in zip(nodes, _moves(reading, at, places, nodes, said), strict=True):
            theirs: set[object] = {seen(sizes_of(move.to), reading.seen) for move in node.moves}
            _same(reading, node, "the moves", found, theirs)
    if said is not None:
        for node, flag in zip(nodes, places.holds(at.claimed), strict=True):
            _same(reading, node, "what is claimed", {bool(flag)}, {said.claimed(node)})
    _predicates(reading, nodes, at.game, places)
    # as they are read for the positions that moves lead to
    known = min(different, reading.seen)
    shape = reading.shape(known, more=known == reading.seen)
    there = Batch.of([{**parameters, **shape.at(sizes_of(node.position))} for node in nodes])
    _predicates(reading, nodes, reading.at(known, more=known == reading.seen).game, there)


def _predicates(reading: LevelReading, nodes: Sequence[Node], game: LevelGame, places: Batch) -> None:
    """Compare the predicates without arguments at these places, one for each node."""
    for name, arity in game.relations:
        if arity == 0:
            for node, flag in zip(nodes, places.holds(game.holds(name)), strict=True):
                _same(reading, node, f"{name}/0", {bool(flag)}, {node.holds(name)})


def seen(heaps: Sequence[int], depth: int) -> Seen:
    """The highest levels of a position, and the number of heaps below."""
    levels = sorted(Counter(heaps).items(), reverse=True)
    return tuple(levels[:depth]), sum(times for _, times in levels[depth:])


def _moves(
    reading: LevelReading, here: Characterisation[LevelGame], positions: Batch, nodes: Sequence[Node], said: Said | None
) -> list[set[object]]:
    """The levels after each move of the reading, once as its cases have them and once as the heaps themselves do."""
    found: list[set[object]] = [set() for _ in nodes]
    for move in here.game.moves:
        places = solutions(move.choices, move.guard, positions)
        cases = reading.after(here.game, move)
        led = _led(places, cases)
        before = [sizes_of(nodes[at].position) for at in places.origins]
        for at, heaps, several in zip(places.origins, before, led, strict=True):
            if len(several) != 1:
                raise Disagreement(f"the move {move.name} at {list(heaps)} leads to {several} of the levels")
            found[at].add(several[0])
        if move.exact:
            targets = list(_targets(here.game, move, places, before))
            stones = [places(case.levels.stones) for case in cases if case.levels.stones is not None]
            for index, (heaps, to, several) in enumerate(zip(before, targets, led, strict=True)):
                target = seen(to, reading.seen)
                if several != [target] or {column[index] for column in stones} - {sum(to)}:
                    raise Disagreement(
                        f"the levels after {move.name} at {list(heaps)} are {several}, they should be {target}"
                    )
            if said is not None:
                _options(reading, reading.cases(here, move), places, nodes, said, targets)
    return found


def _led(places: Batch, cases: Iterable[Merged]) -> list[list[Seen]]:
    """For each place the levels that a move leads to, of each case that it is."""
    found: list[list[Seen]] = [[] for _ in places.origins]
    for case in cases:
        flags = places.holds(case.guard)
        if any(flags):
            there = places.where(flags)
            columns = [zip(there(one.size), there(one.heaps), strict=True) for one in case.levels.known]
            levels = zip(*columns, strict=True) if columns else [()] * len(there.origins)
            for to, known, rest in zip(compress(found, flags), levels, there(case.levels.rest), strict=True):
                to.append((known, rest))
    return found


def _options(
    reading: LevelReading,
    cases: Iterable[MoveCase],
    places: Batch,
    nodes: Sequence[Node],
    said: Said,
    targets: Sequence[Sequence[int]],
) -> None:
    """Compare what is claimed of the positions that a move leads to, as it is read after the move."""
    claimed: list[set[object]] = [set() for _ in targets]
    for case in cases:
        if case.wins is not None:
            flags = places.holds(case.guard)
            both = zip(places.holds(case.wins), places.holds(case.strays), strict=True)
            for claims, one in compress(zip(claimed, both, strict=True), flags):
                claims.add(tuple(map(bool, one)))
    for at, claims, target in zip(places.origins, claimed, targets, strict=True):
        _option(reading, nodes[at], claims, said, target)


def _option(reading: LevelReading, node: Node, wins: Set[object], said: Said, target: Sequence[int]) -> None:
    """Compare what is claimed of the position with these heaps, to which a move from the node leads."""
    descending = heaps_of(reading.theorem.rules).order == "descending"
    option = said.nodes.get((tuple(sorted(target, reverse=descending)),))
    if option is not None:
        theirs: set[object] = {(said.wins(node, option), said.strays(option))}
        _same(reading, node, f"what is claimed of the option {sorted(target)}", {*wins}, theirs)


def _targets(
    game: LevelGame, move: LevelMove, places: Batch, before: Sequence[Sequence[int]]
) -> Iterator[Sequence[int]]:
    """The heaps after the move, in any order, from each place, where they are these before."""
    changes = [
        (places(level.size), places(taken), -1) for level, taken in zip(game.levels.known, move.taken, strict=True)
    ]
    changes += [(places(level.size), places(level.heaps), 1) for level in move.added]
    for at, heaps in enumerate(before):
        left = Counter(heaps)
        for sizes, times, sign in changes:
            left[sizes[at]] += sign * times[at]
        yield [size for size, times_ in left.items() if size for _ in range(times_)]


def _same(reading: LevelReading, node: Node, what: str, ours: set[object], theirs: set[object]) -> None:
    if ours == theirs:
        return
    place = as_argument({}, named((heaps_of(reading.theorem.rules),), node.position))
    more, fewer = (", ".join(sorted(map(str, one))) or "nothing" for one in (ours - theirs, theirs - ours))
    raise Disagreement(
        f"{what} at {place} differ between the levels and clingo: only the levels have {more}; only clingo has {fewer}"
    )
