"""A layered layout of an acyclic graph: rows by rank, few crossings, no line behind a box it does not belong to.

The method of Sugiyama, Tagawa and Toda (1981). A line that passes rows goes through a narrow way point in each, and
all lines to the same vertex share their way points: followed downward, a line leads to one vertex only.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

_SWEEPS = 12
_GAP, _WAY = 18.0, 9.0
"""The space between boxes, and the width of a way point."""


@dataclass(frozen=True)
class Layout:
    """Where everything is: the middle of each vertex in its row, and the lines to each vertex, of each kind."""

    places: tuple[float, ...]
    lines: Mapping[tuple[int, bool], tuple[Segment, ...]]
    width: float


@dataclass(frozen=True)
class Segment:
    """A piece of a line: the row it starts in, its places there and in the next row, and whether it ends there."""

    row: int
    start: float
    end: float
    last: bool


@dataclass
class _Item:
    """A vertex, or a way point of the lines to a vertex, in a row."""

    vertex: int
    row: int
    width: float
    above: list[_Item] = field(default_factory=list)
    below: list[_Item] = field(default_factory=list)
    x: float = 0.0


def layout(ranks: Sequence[int], widths: Sequence[float], edges: Iterable[tuple[int, int, bool]]) -> Layout:
    """Lay out vertices in the rows `ranks`, counted from 0 at the top; every edge leads to a lower row.

    An edge is of one of two kinds; only lines of the same kind are joined.
    """
    vertices = [_Item(number, rank, width) for number, (rank, width) in enumerate(zip(ranks, widths, strict=True))]
    ways: dict[tuple[int, bool, int], _Item] = {}
    pieces: dict[tuple[int, bool], list[tuple[_Item, _Item]]] = {}
    rows: list[list[_Item]] = [[] for _ in range(max(ranks, default=-1) + 1)]
    for item in vertices:
        rows[item.row].append(item)
    for start, end, kind in sorted(set(edges)):
        at, joined = vertices[start], False
        for row in range(ranks[start] + 1, ranks[end] + 1):
            if joined:
                break  # from here on the line is there already
            following = vertices[end] if row == ranks[end] else ways.get((end, kind, row))
            joined = following is not None
            if following is None:
                following = ways[end, kind, row] = _Item(end, row, _WAY)
                rows[row].append(following)
            at.below.append(following)
            following.above.append(at)
            pieces.setdefault((end, kind), []).append((at, following))
            at = following
    _order(rows)
    _place(rows)
    width = _shift(rows)
    lines = {
        key: tuple(Segment(one.row, one.x, other.x, other is vertices[key[0]]) for one, other in listed)
        for key, listed in pieces.items()
    }
    return Layout(tuple(item.x for item in vertices), lines, width)


def _order(rows: Sequence[list[_Item]]) -> None:
    """Order each row by the mean place of what it is joined to above, then below, and so on."""
    for row in rows:
        _number(row)
    for sweep in range(_SWEEPS):
        down = sweep % 2 == 0
        for row in rows if down else reversed(rows):
            row.sort(key=_mean_above if down else _mean_below)
            _number(row)


def _number(row: Sequence[_Item]) -> None:
    for place, item in enumerate(row):
        item.x = float(place)


def _mean_above(item: _Item) -> float:
    return sum(other.x for other in item.above) / len(item.above) if item.above else item.x


def _mean_below(item: _Item) -> float:
    return sum(other.x for other in item.below) / len(item.below) if item.below else item.x


def _place(rows: Sequence[Sequence[_Item]]) -> None:
    """Move each item towards what it is joined to, as far as its neighbours in the row allow."""
    for row in rows:
        _spread(row, [0.0] * len(row))
    for sweep in range(2 * _SWEEPS):
        down = sweep % 2 == 0
        for row in rows if down else reversed(rows):
            _spread(row, list(map(_mean_above if down else _mean_below, row)))


def _spread(row: Sequence[_Item], wanted: Sequence[float]) -> None:
    """The places nearest to those wanted, by least squares, that keep the order and the space between items.

    Less the space they need, the places must not decrease: neighbours that would are put at their mean together.
    """
    if not row:
        return
    needed = [0.0]
    for left, right in pairwise(row):
        needed.append(needed[-1] + (left.width + right.width) / 2 + _GAP)
    blocks: list[tuple[float, int]] = []
    for want, space in zip(wanted, needed, strict=True):
        mean, size = want - space, 1
        while blocks and blocks[-1][0] > mean:
            other, others = blocks.pop()
            mean, size = (other * others + mean * size) / (others + size), others + size
        blocks.append((mean, size))
    free = [mean for mean, size in blocks for _ in range(size)]
    for item, mean, space in zip(row, free, needed, strict=True):
        item.x = mean + space


def _shift(rows: Sequence[Sequence[_Item]]) -> float:
    """Move everything so that the leftmost end is at 0; how wide it is."""
    items = [item for row in rows for item in row]
    left = min((item.x - item.width / 2 for item in items), default=0.0)
    for item in items:
        item.x -= left
    return max((item.x + item.width / 2 for item in items), default=0.0)
