"""The least disjunction of conjunctions of literals that fits positions: all conjunctions, then a least cover.

All conjunctions of few literals that hold at no wrong position are listed, without those that a shorter or cheaper one
makes superfluous; clingo then chooses those that cover all right positions and have least to read.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from clingo import Control, Symbol
from numpy.typing import NDArray

Truth = NDArray[np.bool_]
_CUBES, _LOOKED = 1500, 6000
"""The most conjunctions that a cover is chosen from, and those looked at for them."""
_SECONDS = 4.0
"""The time for the least cover; the best one by then is taken."""
SIGNS = (False, True)
"""Covers of the positions that are wanted, and of those to exclude."""


@dataclass(frozen=True)
class Cover:
    """A disjunction of conjunctions of literals, by number; `negated` says that it tells the positions to exclude."""

    cubes: tuple[tuple[int, ...], ...]
    negated: bool
    cost: int

    def holds(self, truth: Truth) -> Truth:
        """Where it holds, given a row of truth values for each literal."""
        found = np.zeros(truth.shape[1], dtype=bool)
        for cube in self.cubes:
            found |= truth[list(cube)].all(axis=0)
        return ~found if self.negated else found


def covers(
    truth: Truth,
    wanted: Truth,
    costs: Sequence[int],
    most: int,
    triples: int = 140,
    signs: Sequence[bool] = SIGNS,
) -> list[Cover]:
    """The least covers of the wanted positions, and of the others negated, by conjunctions of at most so many literals.

    Least cost first; none where no such conjunctions cover all of them. Conjunctions of three are made of the `triples`
    literals that cost least. `signs` are the values of `negated` that are wanted.
    """
    found = []
    for negated in signs:
        cover = _cover(truth, ~wanted if negated else wanted, np.array(costs), most, triples)
        if cover is not None:
            found.append(Cover(cover[0], negated, cover[1] + 3 * negated))
    return sorted(found, key=lambda one: one.cost)


def _cover(
    truth: Truth, wanted: Truth, costs: NDArray[np.int64], most: int, triples: int
) -> tuple[tuple[tuple[int, ...], ...], int] | None:
    if not wanted.any():
        return (), 0
    kept = _distinct(truth, costs)
    cubes: dict[bytes, tuple[int, tuple[int, ...]]] = {}
    right, wrong = np.packbits(truth[kept][:, wanted], axis=1), np.packbits(truth[kept][:, ~wanted], axis=1)
    cost = costs[kept]

    def add(members: tuple[int, ...], covered: NDArray[np.uint8]) -> None:
        key, price = covered.tobytes(), int(sum(cost[one] for one in members)) + 1
        if key not in cubes or cubes[key][0] > price:
            cubes[key] = price, tuple(int(kept[one]) for one in members)

    clean = ~wrong.any(axis=1)
    for one in np.flatnonzero(clean & right.any(axis=1)):
        add((int(one),), right[one])
    useful = np.flatnonzero(~clean & right.any(axis=1))
    if most > 1:
        for place, one in enumerate(useful):
            rest = useful[place + 1 :]
            fits = ~(wrong[rest] & wrong[one]).any(axis=1)
            covered = right[rest[fits]] & right[one]
            for other, bits in zip(rest[fits], covered, strict=True):
                if bits.any():
                    add((int(one), int(other)), bits)
    if most > 2:
        few = useful[np.argsort(cost[useful], kind="stable")][:triples]
        # where two of three literals exclude all wrong positions, the third one is superfluous
        apart = np.array([(wrong[few] & wrong[one]).any(axis=1) for one in few])
        for place, one in enumerate(few):
            for next_ in np.flatnonzero(apart[place, place + 1 :]) + place + 1:
                rest = few[next_ + 1 :][apart[place, next_ + 1 :] & apart[next_, next_ + 1 :]]
                rest = rest[~(wrong[rest] & wrong[one] & wrong[few[next_]]).any(axis=1)]
                for three, bits in zip(rest, right[rest] & right[one] & right[few[next_]], strict=True):
                    if bits.any():
                        add((int(one), int(few[next_]), int(three)), bits)
    return _least(cubes, int(wanted.sum()))


def _distinct(truth: Truth, costs: NDArray[np.int64]) -> NDArray[np.int64]:
    """The cheapest of the literals that are alike at all these positions."""
    best: dict[bytes, int] = {}
    for one in np.argsort(costs, kind="stable"):
        best.setdefault(truth[one].tobytes(), int(one))
    return np.array(sorted(best.values()), dtype=np.int64)


def _least(
    cubes: dict[bytes, tuple[int, tuple[int, ...]]], many: int
) -> tuple[tuple[tuple[int, ...], ...], int] | None:
    """The cheapest of the cubes that cover all positions, None where all of them together do not."""
    if not cubes:
        return None
    prices = np.array([price for price, _ in cubes.values()])
    bits = np.array([np.frombuffer(key, dtype=np.uint8) for key in cubes])
    covered = np.unpackbits(bits, axis=1)[:, :many].astype(bool)
    worth = prices / covered.sum(axis=1)
    first = np.argsort(worth, kind="stable")[:_LOOKED]
    first = first[np.lexsort((-covered[first].sum(axis=1), prices[first]))]
    first = first[_undominated(bits[first])]
    kept = first[np.sort(np.argsort(worth[first], kind="stable")[:_CUBES])]
    table = covered[kept]
    if not table.any(axis=0).all():
        return None
    members = [cube for _, cube in cubes.values()]
    rows = np.unique(table, axis=1)
    control = Control(["--opt-mode=opt", "--opt-strategy=usc", "--opt-usc-shrink=min", "--warn=none"])
    lines = [f"cost({at},{price})." for at, price in enumerate(prices[kept])]
    for position in range(rows.shape[1]):
        lines.append(":- " + ", ".join(f"not in({at})" for at in np.flatnonzero(rows[:, position])) + ".")
    control.add(
        "base",
        [],
        "\n".join([*lines, "{ in(C) : cost(C,_) }.", "#minimize { P,C : in(C), cost(C,P) }.", "#show in/1."]),
    )
    control.ground([("base", [])])
    best: list[Symbol] = []
    with control.solve(async_=True, yield_=True) as handle:
        end = time.monotonic() + _SECONDS
        while True:
            handle.resume()
            if not handle.wait(max(0.0, end - time.monotonic())):
                handle.cancel()
                break
            model = handle.model()
            if model is None:
                break
            best = list(model.symbols(shown=True))
    if not best:
        return None
    chosen = sorted(one.arguments[0].number for one in best)
    return tuple(members[kept[at]] for at in chosen), int(prices[kept[chosen]].sum())


def _undominated(bits: NDArray[np.uint8]) -> NDArray[np.int64]:
    """Those rows that no row before them covers."""
    kept = np.empty_like(bits)
    found: list[int] = []
    for at, row in enumerate(bits):
        if not found or (row & ~kept[: len(found)]).any(axis=1).all():
            kept[len(found)] = row
            found.append(at)
    return np.array(found, dtype=np.int64)
