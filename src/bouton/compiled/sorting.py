"""The positions of a space listed in memory and sorted by the measure, where no loops go through them in its order.

So it is where the measure counts heaps or is derived by the rules, and where heaps keep their places. A program first
lists all positions in lexicographic order, with what the rules say of each. It is then given the list in the measure's
order, and for each place of its table how many measures are less than that of the position there: a move must lead to
a place with fewer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from bouton.compiled.space import Space
from bouton.core.position import Counter


@dataclass(frozen=True, eq=False)
class Sorted:
    """The `rows` are positions as programs hold them: the number of their shape, heaps, counters; all in 32 bits.

    The places have `ranks`, those of the measures that occur, which are `levels` in their order.
    """

    rows: Any
    ranks: Any
    levels: Any

    def measure(self, place: int) -> tuple[int, ...]:
        """That of the position with a place."""
        return tuple(map(int, self.levels[self.ranks[place]]))


def width(space: Space) -> int:
    """The numbers of a row."""
    return 1 + space.most + len(space.counters)


def memory(space: Space) -> int:
    """The bytes that it takes to sort the positions of a space, about."""
    columns = width(space) + 3 * len(space.measure.entries) + len(space.measure.predicates)
    return space.size * (8 * columns + 16) + 4 * space.places


def rows_of(space: Space, listed: Sequence[Sequence[int]] | None = None) -> Any:
    """Rows of all positions, beside each what predicates say of it, as they are `listed` or to be filled."""
    import numpy as np  # noqa: PLC0415 (a small check needs none of it)

    if listed is not None:
        return np.array(listed, dtype=np.int32)
    return np.zeros((space.size, width(space) + len(space.measure.predicates)), dtype=np.int32)


def in_order(space: Space, rows: Any) -> Sorted:
    """The positions by measure, and those with equal measure as they were; beside each is what predicates say of it."""
    import numpy as np  # noqa: PLC0415 (a small check needs none of it)

    heaps, counters = rows[:, 1 : 1 + space.most], rows[:, 1 + space.most : width(space)]
    shapes, sizes = np.array(space.shapes, dtype=np.int64).reshape(len(space.shapes), -1), []
    firsts = accumulate((kind.most for kind in space.kinds), initial=0)
    for at, (kind, first) in enumerate(zip(space.kinds, firsts, strict=False)):
        own = heaps[:, first : first + kind.most]
        own[np.arange(kind.most) >= shapes[rows[:, 0], at][:, None]] = 0  # there what was held before may stand
        sizes.append(own)
    places = np.zeros(len(rows), dtype=np.int64)
    weights = iter(space.weights)
    for kind, own in zip(space.kinds, sizes, strict=True):
        for column in (own if kind.loose else np.sort(own, axis=1)).T:
            places += np.array(next(weights), dtype=np.int64)[column]
    for column, stride, (low, _) in zip(counters.T, space.strides, space.counters, strict=True):
        places += stride * (column.astype(np.int64) - low)
    keys = _keys(space, heaps, counters, rows[:, width(space) :])
    order = np.lexsort(keys.T[::-1]) if keys.shape[1] else np.arange(len(rows))
    keys = keys[order]
    new = np.any(keys[1:] != keys[:-1], axis=1)
    own_rank = np.concatenate([[0], np.cumsum(new)]).astype(np.uint32)
    ranks = np.zeros(space.places, dtype=np.uint32)
    ranks[places[order]] = own_rank
    levels = keys[np.concatenate([[True], new])]
    return Sorted(np.ascontiguousarray(rows[order, : width(space)]), ranks, levels)


def _keys(space: Space, heaps: Any, counters: Any, said: Any) -> Any:
    """What the entries of the measure are at each position (see `bouton.core.position.Measure.of`)."""
    import numpy as np  # noqa: PLC0415 (a small check needs none of it)

    in_heaps, count = heaps.sum(axis=1, dtype=np.int64), (heaps > 0).sum(axis=1)
    names = [one for one in space.fluents if isinstance(one, Counter)]
    known = {"heaps": count, "splits": in_heaps - count}
    known |= {one.name: column for one, column in zip(names, counters.T, strict=True)}
    known["stones"] = in_heaps + sum(known[one.name] for one in names if one.stones)
    known |= dict(zip(space.measure.predicates, said.T, strict=True))
    return np.stack([known[entry].astype(np.int64) for entry in space.measure.entries], axis=1)
