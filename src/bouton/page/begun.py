"""Where a game on sets begins, and all that is reached from there: what a page shows of it.

The first positions are found by clingo; where there are many a search of the board finds them all, and a page that
clingo then derives the moves of holds that list against these.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from itertools import chain

from bouton.boards.board import BoardSolver, board
from bouton.boards.plain import Faulty
from bouton.boards.search import TooGreat
from bouton.claims.passes import starting
from bouton.claims.subject import rules_of
from bouton.core.errors import Disagreement, LimitReached, Unreadable
from bouton.core.position import Position
from bouton.core.spec import Spec
from bouton.ground.box import Region, among
from bouton.ground.game import Game
from bouton.ground.graph import Grounder
from bouton.ground.layers import existing

_WHOLE = 3
"""How many times as many moves there is room for where all must be told."""
_ALL = 1024
"""How many positions a game with sets may have if all are known, and not only those that are reached."""
_BYTES = 256
"""Of memory, for each position that there is room for, with which a search finds that there are more."""


@dataclass(frozen=True)
class Room:
    """How many positions and how many moves a page has room for."""

    positions: int
    moves: int

    @property
    def whole(self) -> Room:
        """The room where no program lists moves, and all must be told."""
        return replace(self, moves=_WHOLE * self.moves)


_FEW = Room(2_000, 20_000)
"""So many are found by clingo, before a search of the board is made."""


@dataclass(frozen=True)
class Beginnings:
    """Of a game with sets: where it begins, what is reached from there, and the region that a page shows.

    `every` says that this is all positions; `crowded` that there is no room for these, or no start. `reached`
    is empty then, and where the spec does not say where games begin.
    """

    region: Region
    starts: tuple[Position, ...]
    reached: Set[Position]
    every: bool
    crowded: bool = False


def begun(spec: Spec, game: Game, box: Region, room: Room, whole: bool) -> Beginnings:
    """All positions where nothing says where games begin, or where they are few and `whole`; else those reached."""
    if spec.begins is None:
        return Beginnings(box, (), frozenset(), every=True, crowded=box.size() > room.positions)
    starts = starting(spec, rules_of(spec), game.parameters)
    found = _reached(game, among(spec.fluents, starts), room) if starts else None
    if found is None:
        return Beginnings(box, (), frozenset(), every=False, crowded=True)
    if whole and box.size() <= _ALL and _reached(game, box, room) is not None:
        return Beginnings(box, starts, found.keys(), every=True)
    return Beginnings(among(spec.fluents, (*found,), of_box=True), starts, found.keys(), every=False)


def hold(begins: Sequence[int], moves: Sequence[Sequence[tuple[str, int]]]) -> None:
    """Disagreement unless all positions, by their numbers, are reached by these moves from where games begin."""
    found, waiting = {*begins}, [*begins]
    while waiting:
        new = {to for _, to in moves[waiting.pop()]} - found
        found |= new
        waiting += new
    if len(found) != len(moves):
        raise Disagreement(f"{len(moves):,} positions are reached by a search of the board, {len(found):,} by clingo")


def _reached(game: Game, region: Region, room: Room) -> Mapping[Position, None] | None:
    """The positions of a region and all that are reached from these; None where there is no room for them."""
    starts = existing(game, region)([*chain.from_iterable(region.layers(game.measure))])
    few = Room(min(_FEW.positions, room.positions), min(_FEW.moves, room.moves))
    found = _explored(game, region, starts, few)
    if found is not None or few == room:
        return found
    try:
        return _searched(game, region, starts, room)
    except (Unreadable, Faulty, TooGreat):
        return _explored(game, region, starts, room)


def _explored(game: Game, region: Region, starts: Sequence[Position], room: Room) -> Mapping[Position, None] | None:
    """The same by clingo."""
    grounder = Grounder.of(game, region.hull)
    found, frontier, moves = dict.fromkeys(starts), starts, 0
    while frontier:
        new: dict[Position, None] = {}
        for node in grounder.nodes(frontier):
            options = dict.fromkeys(move.to for move in node.moves)
            moves += len(options)
            new |= options
            if moves >= room.moves or len(found) + len(new) >= room.positions:
                return None
        frontier = [position for position in new if position not in found]
        found |= new
    return found


def _searched(game: Game, region: Region, starts: Collection[Position], room: Room) -> Mapping[Position, None] | None:
    """The same by a search of the board, which counts no moves; Unreadable, Faulty or TooGreat where there is none."""
    made = board(game, region, ())
    solver = BoardSolver(made, "normal", False, _BYTES * room.positions, all_reached=True)
    try:
        words = solver.search.endings([*map(made.word, starts)])
    except LimitReached:
        return None
    finally:
        solver.close()
    return dict.fromkeys(map(made.position, words)) if len(words) < room.positions else None
