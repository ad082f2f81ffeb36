"""Layers of a game that is the sum of its heaps, solved by the values of its heaps: nothing below them is visited.

The value of a sum is the XOR of the values of its summands (Sprague 1935, Grundy 1939). So where positions split, as
rows of Dawson's Chess do, a box of long rows needs as many values as there are lengths, not the graph of all sums.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial, reduce
from operator import xor

from bouton.core.position import Position
from bouton.ground.box import Region
from bouton.ground.game import Game
from bouton.ground.graph import Grounder, Node
from bouton.ground.layers import Layer, Mark
from bouton.rules.file import Signature

_AT_ONCE = 200
"""Positions whose moves are derived together."""


def stones_of(position: Position) -> tuple[int, ...]:
    """The sizes of the heaps of a position of one fluent; a counter is one heap."""
    (value,) = position
    return value if isinstance(value, tuple) else (value,)


class Values(Mapping[Position, int]):
    """The value of every position, out of those of its heaps."""

    def __init__(self, values: Sequence[int]) -> None:
        self._values = values

    def __getitem__(self, position: Position) -> int:
        return reduce(xor, (self._values[size] for size in stones_of(position)), 0)

    def __iter__(self) -> Iterator[Position]:
        raise TypeError("the positions of a sum are not listed")

    def __len__(self) -> int:
        raise TypeError("the positions of a sum are not counted")


def layers(
    game: Game,
    region: Region,
    wanted: Collection[Signature],
    values: Sequence[int],
    ended: Sequence[bool],
    *,
    moves: bool,
) -> Iterator[Layer]:
    """The region upward in normal play, by the values of single heaps; `ended` tells which of them have no move.

    Without `moves` nothing is grounded: then nothing may be `wanted` but values.
    """
    known = Values(values)
    grounder = None
    if moves or wanted:
        signatures = {*wanted, ("move", 1), ("after", 2)}
        grounder = Grounder(game, game.program(region.hull, signatures), frozenset(wanted))
    judged = frozenset(region.listed) if region.listed or region.position is None else frozenset({region.position})
    inside: Callable[[Position], bool] = judged.__contains__ if judged else region.hull.__contains__
    for found, nodes in _batches(game, region, grounder, ended):
        lost = frozenset(position for position in found if known[position] == 0)
        reaches = partial(_reaching, nodes, known, inside)
        yield Layer(nodes, {"normal": lost}, lambda _play, option: known[option] == 0, reaches, None, {"normal": known})


def _batches(
    game: Game, region: Region, grounder: Grounder | None, ended: Sequence[bool]
) -> Iterator[tuple[list[Position], list[Node]]]:
    waiting: list[list[Position]] = []
    for layer in region.layers(game.measure):
        if grounder is None:
            measure = game.measure.of(layer[0])
            yield layer, [Node(one, measure, all(ended[size] for size in stones_of(one)), (), {}) for one in layer]
            continue
        waiting.append(layer)
        if sum(map(len, waiting)) >= _AT_ONCE:
            yield from _grounded(grounder, waiting)
            waiting = []
    if waiting and grounder is not None:
        yield from _grounded(grounder, waiting)


def _grounded(grounder: Grounder, waiting: list[list[Position]]) -> Iterator[tuple[list[Position], list[Node]]]:
    nodes = grounder.nodes([position for layer in waiting for position in layer])
    for layer in waiting:
        yield layer, [next(nodes) for _ in layer]


def _reaching(
    nodes: Sequence[Node], known: Mapping[Position, int], inside: Callable[[Position], bool], mark: Mark
) -> Collection[Position]:
    """The positions with a move into a mark, which holds what is judged; elsewhere the values decide."""

    def counts(option: Position) -> bool:
        return option in mark.members if inside(option) else known[option] == 0

    return {node.position for node in nodes if any(counts(move.to) for move in node.moves)}
