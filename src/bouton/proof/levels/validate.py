"""Levels held against clingo: every move and every predicate at real positions, small ones and large random ones.

A move too few or too many, a position that is reached and not among those read, or a predicate that differs is an
error of Bouton, never a verdict.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set

from bouton.core.errors import Disagreement
from bouton.core.logic.expression import Unknown
from bouton.core.logic.substitution import Evaluation
from bouton.core.position import Heaps, Position, as_argument, named
from bouton.ground.graph import Node
from bouton.proof.levels.reading import LevelReading
from bouton.proof.said import Said
from bouton.proof.theorem import Characterisation
from bouton.reading.choices import solutions
from bouton.reading.levels.game import LevelGame, heaps_of
from bouton.reading.levels.moves import LevelMove

RANDOM = 40
"""Random positions that a reading is held against, besides the small ones."""
MOST_HEAPS, LARGEST = 14, 12
"""So many heaps at most, each of so many stones at most, in a random position."""

_CROWD = 40
"""The most heaps of a position that is compared because a number of the rules says so."""

Seen = tuple[tuple[tuple[int, int], ...], int]
"""The levels of a concrete position (size, number of heaps), and how many heaps are lower."""


def positions(fluent: Heaps) -> Iterator[Position]:
    """Random positions, the same in every run: of few different sizes, so that many heaps are alike."""
    chance = random.Random(1901)
    for _ in range(RANDOM):
        sizes = chance.sample(range(1, LARGEST + 1), chance.randint(1, 6))
        heaps = chance.choices(sizes, k=chance.randint(1, MOST_HEAPS))
        yield (tuple(sorted(heaps, reverse=fluent.order == "descending")),)


def crowds(fluent: Heaps, numbers: Sequence[int]) -> Iterator[Position]:
    """Positions with as many heaps as a number of the rules says, or one more or fewer, of one size or two."""
    chance = random.Random(1902)
    for number in numbers:
        for heaps in (number - 1, number, number + 1):
            if MOST_HEAPS < heaps <= _CROWD:
                sizes = chance.sample((1, 2, 3), 2)
                few = chance.randint(0, 2)
                every = [sizes[0]] * (heaps - few) + [sizes[1]] * few
                yield (tuple(sorted(every, reverse=fluent.order == "descending")),)


def validate(
    reading: LevelReading, nodes: Iterable[Node], parameters: Mapping[Unknown, int], said: Said | None = None
) -> int:
    """Compare the reading with the nodes; the number of positions compared. Disagreement at the first that differs.

    With `said` what the theorem claims of each position and of its options is compared too.
    """
    count = 0
    for node in nodes:
        heaps = _heaps(node.position)
        different = len(set(heaps))
        here = reading.here(min(different, reading.depth))
        place = Evaluation({**parameters, **here.at(heaps)})
        at = reading.at(len(here.steps), more=len(here.steps) == reading.depth)
        game = at.game
        claims = None if said is None or reading.theorem.alone else said
        _same(reading, node, "the moves", _moves(reading, at, place, node, claims), _theirs(reading, node))
        if claims is not None:
            _same(reading, node, "what is claimed", {place(at.claimed)}, {claims.claimed(node)})
        for signature in game.relations:
            name = f"{signature[0]}/{signature[1]}"
            if signature[1] == 0:
                ours = place(game.holds(signature[0]))
                _same(reading, node, name, {ours}, {node.holds(signature[0])})
        _claims(reading, node, parameters, heaps)
        count += 1
    return count


def _claims(reading: LevelReading, node: Node, parameters: Mapping[Unknown, int], heaps: Sequence[int]) -> None:
    """The predicates as they are read for the positions that moves lead to."""
    known = min(len(set(heaps)), reading.seen)
    more = known == reading.seen
    there = reading.at(known, more=more).game
    place = Evaluation({**parameters, **reading.shape(known, more=more).at(heaps)})
    for name, arity in there.relations:
        if arity == 0:
            ours = place(there.holds(name))
            _same(reading, node, f"{name}/0", {ours}, {node.holds(name)})


def seen(heaps: Sequence[int], depth: int) -> Seen:
    """The highest levels of a position, and the number of heaps below."""
    levels = sorted(Counter(heaps).items(), reverse=True)
    return tuple(levels[:depth]), sum(times for _, times in levels[depth:])


def _heaps(position: Position) -> tuple[int, ...]:
    (heaps,) = position
    assert isinstance(heaps, tuple)
    return heaps


def _theirs(reading: LevelReading, node: Node) -> set[object]:
    """What the levels show of each position that clingo reaches."""
    return {seen(_heaps(move.to), reading.seen) for move in node.moves}


def _moves(
    reading: LevelReading,
    here: Characterisation[LevelGame],
    place: Evaluation,
    node: Node,
    said: Said | None,
) -> set[object]:
    """The same for each move of the reading, once as its cases have it and once as the heaps themselves do."""
    found: set[object] = set()
    game, heaps = here.game, _heaps(node.position)
    for move in game.moves:
        cases = reading.after(game, move)
        for evaluation in solutions(move.choices, move.guard, place):
            led = [
                (
                    tuple((evaluation(one.size), evaluation(one.heaps)) for one in case.levels.known),
                    evaluation(case.levels.rest),
                )
                for case in cases
                if evaluation(case.guard)
            ]
            if len(led) != 1:
                raise Disagreement(f"the move {move.name} at {list(heaps)} leads to {led} of the levels")
            if move.exact:
                move_target = _target(game, move, evaluation, heaps)
                target = seen(move_target, reading.seen)
                stones = {evaluation(case.levels.stones) for case in cases if case.levels.stones is not None}
                if led != [target] or stones - {sum(move_target)}:
                    raise Disagreement(
                        f"the levels after {move.name} at {list(heaps)} are {led}, they should be {target}"
                    )
                if said is not None:
                    led_to = [case for case in reading.cases(here, move) if evaluation(case.guard)]
                    wins = {(evaluation(one.wins), evaluation(one.strays)) for one in led_to if one.wins is not None}
                    _option(reading, node, wins, said, move_target)
            found.add(led[0])
    return found


def _option(reading: LevelReading, node: Node, wins: Set[object], said: Said, target: Sequence[int]) -> None:
    """Compare what is claimed of the position that a move leads to, as it is read after the move."""
    descending = heaps_of(reading.theorem.rules).order == "descending"
    option = said.nodes.get((tuple(sorted(target, reverse=descending)),))
    if option is not None:
        theirs: set[object] = {(said.wins(node, option), said.strays(option))}
        _same(reading, node, f"what is claimed of the option {sorted(target)}", {*wins}, theirs)


def _target(game: LevelGame, move: LevelMove, evaluation: Evaluation, heaps: Sequence[int]) -> list[int]:
    """The heaps after the move, in any order."""
    left = Counter(heaps)
    for level, taken in zip(game.levels.known, move.taken, strict=True):
        left[evaluation(level.size)] -= evaluation(taken)
    for level in move.added:
        left[evaluation(level.size)] += evaluation(level.heaps)
    return [size for size, times in left.items() if size for _ in range(times)]


def _same(reading: LevelReading, node: Node, what: str, ours: set[object], theirs: set[object]) -> None:
    if ours == theirs:
        return
    place = as_argument({}, named((heaps_of(reading.theorem.rules),), node.position))
    more, fewer = (", ".join(sorted(map(str, one))) or "nothing" for one in (ours - theirs, theirs - ours))
    raise Disagreement(
        f"{what} at {place} differ between the levels and clingo: only the levels have {more}; only clingo has {fewer}"
    )
