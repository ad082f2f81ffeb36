"""Moves that lead out of a box for ever, told before all that they lead to is followed.

To follow them until there is no room takes as long as the room is large. But most run away in a simple manner: some
moves in turn change the counters by the same numbers each time, and can be made again. That is looked for from the
corners of the box, and then followed for thousands of moves one after the other, and far out.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from dataclasses import replace
from itertools import chain, islice, pairwise, product

from bouton.core.errors import InputError, fault_at
from bouton.core.position import Counter, Position
from bouton.ground.box import CounterBox, GroundBox, HeapBox, Part
from bouton.ground.game import Game
from bouton.ground.graph import Grounder, Node, legal_ones
from bouton.ground.moves import Move

_CORNERS, _TRIED = 256, 4
"""Positions that are looked at, and those of them that are followed."""
_PATH, _PERIOD = 48, 12
"""Moves that are followed one by one, and the longest series of moves that is repeated."""
_FOLLOWED, _LEAST, _MOVES = 10_000, 1_000, 2_000_000
"""Moves that are followed then; the fewest that tell anything; and moves of all these positions, at most."""
_FAR = 20
"""Repetitions far out: 2 to the power of each number up to this."""
_TOLD = 3
"""Moves that are told of those that run away, before the last one."""


def runaway(game: Game, start: Position, steps: Sequence[Move], beyond: int, number: int | None = None) -> InputError:
    """The error of moves from a position of the box to ever new ones: how they begin, and where they are by now.

    `number` says how many moves there are, where not all are given.
    """
    number = number or len(steps)
    shown = [game.text(start), *(f"-[{step}]-> {game.text(step.to)}" for step in steps[:_TOLD])]
    if number > _TOLD:
        shown.append(f"... and after {number:,} moves {game.text(steps[-1].to)}")
    message = (
        f"the moves run away: from the box they lead to {beyond:,} positions beyond it, and further: {' '.join(shown)}"
    )
    expected = "rules that keep positions in a range, or a larger box"
    return InputError([fault_at(game.place("move", steps[-1].term), message, expected)])


def endless(game: Game, box: GroundBox, known: Container[Position]) -> InputError | None:
    """The error of moves that run away from one of the `known` positions near a corner of the box, if that is seen.

    None says nothing: there may be others.
    """
    if not game.open or game.rules.alliances:
        return None
    grounder = Grounder.of(replace(game, room=1 << 62), box)
    try:
        corners = legal_ones(game, grounder.program.extents, [at for at in _corners(box) if at in known])
        left = [node.position for node in grounder.nodes(corners) if any(move.to not in box for move in node.moves)]
        return next(filter(None, (_from(game, grounder, at) for at in reversed(left[-_TRIED:]))), None)
    except InputError:  # of a position that perhaps is not reached
        return None


def _corners(box: GroundBox) -> Iterable[Position]:
    """Positions with the least and greatest numbers of each counter, and without heaps or with some."""
    counters = sum(isinstance(part, CounterBox) for part in box.parts)
    near = max(1, int(_CORNERS ** (1 / max(1, counters)) / 2))
    return islice(product(*(_ends(part, near) for part in box.parts)), 4 * _CORNERS)


def _ends(part: Part, near: int) -> Sequence[int | tuple[int, ...]]:
    if isinstance(part, CounterBox):
        values = part.values
        return [*values] if len(values) <= 2 * near else [*values[:near], *values[-near:]]
    if isinstance(part, HeapBox):
        totals = part.totals()
        return [next(part.of_total(one), ()) for one in (*totals[:1], *totals[-1:])]
    return [*islice(chain.from_iterable(part.of_count(count) for count in part.counts()), 2)]


def _from(game: Game, grounder: Grounder, start: Position) -> InputError | None:
    path = _outward(game, grounder, start)
    passed = [start, *(move.to for move in path)]
    changes = [_change(game, one, other) for one, other in pairwise(passed)]
    period = next((many for many in range(1, _PERIOD + 1) if _repeats(changes, many)), None)
    if len(path) < _PATH or period is None:
        return None
    cycle = changes[-period:]
    whole = [sum(numbers) for numbers in zip(*(one or () for one in cycle), strict=True)]
    if _out(game, passed[-1]) <= _out(game, passed[-1 - period]):
        return None
    many = max(len(node.moves) for node in grounder.nodes(passed[-period - 1 :]))
    followed = min(_FOLLOWED, _MOVES // many)
    if followed < _LEAST:
        return None
    near = range(followed // period)
    far = [1 << one for one in range(_FAR + 1)] if followed == _FOLLOWED else []
    last: Move | None = None
    for repetitions in (near, far):
        expected, at = list[tuple[Position, Position]](), passed[-1]
        for repeated in repetitions:
            here = _moved(game, at, [repeated * one for one in whole])
            for change in cycle:
                assert change is not None
                there = _moved(game, here, change)
                expected.append((here, there))
                here = there
        for node, (_, there) in zip(grounder.nodes([here for here, _ in expected]), expected, strict=True):
            step = next((move for move in node.moves if move.to == there), None)
            if step is None:
                return None
            last = step if repetitions is near else last
    number = len(path) + len(near) * period
    return None if last is None else runaway(game, start, [*path[:_TOLD], last], number, number)


def _outward(game: Game, grounder: Grounder, start: Position) -> list[Move]:
    """Moves from a position, each to where the counters are farthest out."""
    path, at = list[Move](), start
    while len(path) < _PATH:
        node: Node
        (node,) = grounder.nodes([at])
        if not node.moves:
            break
        path.append(max(node.moves, key=lambda move: (_out(game, move.to), move.to)))
        at = path[-1].to
    return path


def _out(game: Game, position: Position) -> int:
    """How far the counters are beyond their ranges, together."""
    found = 0
    for value, fluent in zip(position, game.fluents, strict=True):
        if isinstance(fluent, Counter) and isinstance(value, int):
            declared = game.counters[fluent.name]
            found += max(0, value - declared.stop + 1, declared.start - value)
    return found


def _change(game: Game, one: Position, other: Position) -> tuple[int, ...] | None:
    """What a move adds to each counter; None where it changes anything else."""
    found = list[int]()
    for before, after, fluent in zip(one, other, game.fluents, strict=True):
        if isinstance(fluent, Counter) and isinstance(before, int) and isinstance(after, int):
            found.append(after - before)
        elif before != after:
            return None
    return tuple(found)


def _repeats(changes: Sequence[tuple[int, ...] | None], period: int) -> bool:
    """Whether the last changes, half of all, are the same again after so many."""
    half = len(changes) // 2
    return None not in changes[half:] and all(changes[at] == changes[at - period] for at in range(half, len(changes)))


def _moved(game: Game, position: Position, change: Sequence[int]) -> Position:
    numbers = iter(change)
    return tuple(
        value + next(numbers) if isinstance(fluent, Counter) and isinstance(value, int) else value
        for value, fluent in zip(position, game.fluents, strict=True)
    )
