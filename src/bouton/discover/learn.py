"""The least disjunction of conjunctions of literals that fits positions: all conjunctions, then a least cover.

All conjunctions of few literals that hold at no wrong position are listed, without those that a shorter or cheaper one
makes superfluous; clingo then chooses those that cover all right positions and have least to read.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from clingo import Control, Function, Number
from numpy.typing import NDArray

Truth = NDArray[np.bool_]
Words = NDArray[np.uint64]
_CUBES, _LOOKED = 1500, 6000
"""The most conjunctions that a cover is chosen from, and those looked at for them."""
_AT_ONCE = 200_000
"""About how many conjunctions are chosen among at once."""
_CONFLICTS = 15_000
"""Conflicts of clingo's after which it looks no longer for the least cover: what is found depends on no clock."""
_STRATEGIES = (("--opt-strategy=usc",), ("--opt-strategy=usc", "--opt-usc-shrink=rgs"))
"""The first one finds the least cover soonest, and nothing before it; the second one finds others on its way."""
SIGNS = (False, True)
"""Covers of the positions that are wanted, and of those to exclude."""


@dataclass(frozen=True)
class Cover:
    """A disjunction of conjunctions (cubes) of literals, each literal given by its index.

    If `negated`, the disjunction tells the positions to exclude. `cost` is how much a reader has to read of it.
    """

    cubes: tuple[tuple[int, ...], ...]
    negated: bool
    cost: int

    def holds(self, truth: Truth) -> Truth:
        """At which positions the cover holds, negation included, given a row of truth values for each literal."""
        found = np.zeros(truth.shape[1], dtype=bool)
        for cube in self.cubes:
            found |= truth[list(cube)].all(axis=0)
        return ~found if self.negated else found


def least_cover(
    truth: Truth,
    wanted: Truth,
    costs: Sequence[int],
    most: int,
    triples: int = 140,
    signs: Sequence[bool] = SIGNS,
) -> Cover | None:
    """The cheapest cover that holds at the wanted positions alone, by conjunctions of at most `most` literals.

    A negated one covers the other positions. None where no such conjunctions cover all of them. Conjunctions of three
    are made of the `triples` literals that cost least. `signs` are the values of `negated` that are wanted; of two
    covers that cost the same it is the first.
    """
    best: Cover | None = None
    for negated in signs:
        more = 3 * negated
        below = None if best is None else best.cost - more
        found = _cover(truth, ~wanted if negated else wanted, np.array(costs), most, triples, below)
        if found is not None:
            best = Cover(found[0], negated, found[1] + more)
    return best


def _cover(
    truth: Truth, wanted: Truth, costs: NDArray[np.int64], most: int, triples: int, below: int | None
) -> tuple[tuple[tuple[int, ...], ...], int] | None:
    """The conjunctions of a least cover of the wanted positions, and its cost; None if none costs less than `below`."""
    if not wanted.any():
        return ((), 0) if below is None or below > 0 else None
    kept = np.array(sorted(distinct(truth, np.argsort(costs, kind="stable")).values()), dtype=np.int64)
    right, wrong = _words(truth[kept][:, wanted]), _words(truth[kept][:, ~wanted])
    cubes = _Cubes(right, costs[kept], below)
    clean, covers = ~wrong.any(axis=1), right.any(axis=1)
    cubes.add(np.flatnonzero(clean & covers)[:, None])
    useful = np.flatnonzero(~clean & covers)
    if most > 1:
        for place, one in enumerate(useful):
            rest = useful[place + 1 :]
            fits = rest[~_meet(wrong[rest], wrong[one])]
            cubes.add(np.column_stack((np.full_like(fits, one), fits)))
    if most > 2:
        few = useful[np.argsort(costs[kept][useful], kind="stable")][:triples]
        # where two of three literals exclude all wrong positions, the third one is superfluous
        apart = np.triu(_meet(wrong[few][:, None], wrong[few]), 1)
        for place, one in enumerate(few):
            others = np.flatnonzero(apart[place])
            shared = wrong[few[others]] & wrong[one]
            pairs = apart[np.ix_(others, others)] & ~_meet(shared[:, None], shared)
            next_, last = (few[others[side]] for side in np.nonzero(pairs))
            cubes.add(np.column_stack((np.full_like(next_, one), next_, last)))
    found = _least(cubes, int(wanted.sum()), below)
    return None if found is None else (tuple(tuple(int(kept[one]) for one in cube) for cube in found[0]), found[1])


def _words(table: Truth) -> Words:
    """The rows of a table of truth values, packed into words of 64 bits each, filled up with zeros."""
    padded = np.zeros((len(table), -(-table.shape[1] // 64) * 64), dtype=bool)
    padded[:, : table.shape[1]] = table
    return np.packbits(padded, axis=1, bitorder="little").view(np.uint64)


def _bits(words: Words, many: int) -> Truth:
    """The first `many` bits of each row of packed words, as truth values."""
    return np.unpackbits(words.view(np.uint8), axis=1, count=many, bitorder="little").astype(bool)


def _meet(one: Words, other: Words) -> Truth:
    """Whether two rows of packed words have a bit in common, for each pair of rows."""
    found = np.zeros(np.broadcast_shapes(one.shape, other.shape)[:-1], dtype=bool)
    for word in range(one.shape[-1]):  # word by word: no table of all words of all pairs is made
        found |= (one[..., word] & other[..., word]) != 0
    return found


@dataclass
class _Cubes:
    """Conjunctions of literals; of several that cover the same positions only the cheapest is kept."""

    right: Words
    """The positions that each literal covers,"""
    cost: NDArray[np.int64]
    """and what it costs."""
    below: int | None
    """Conjunctions that do not cost less are left out."""
    members: NDArray[np.int64] = field(default_factory=lambda: np.empty((0, 3), dtype=np.int64))
    """The literals of each; -1 where there are fewer than three."""
    prices: NDArray[np.int64] = field(default_factory=lambda: np.empty(0, dtype=np.int64))
    covered: Words = field(init=False)
    _more: list[NDArray[np.int64]] = field(default_factory=list)
    _waiting: int = 0

    def __post_init__(self) -> None:
        self.covered = np.empty((0, self.right.shape[1]), dtype=np.uint64)

    def add(self, members: NDArray[np.int64]) -> None:
        """Add conjunctions, given as a table with a row of literals' indices for each."""
        if len(members):
            self._more.append(np.pad(members, ((0, 0), (0, 3 - members.shape[1])), constant_values=-1))
            self._waiting += len(members)
        if self._waiting > _AT_ONCE:
            self.settle()

    def settle(self) -> None:
        """Of the conjunctions kept and added so far, keep the cheapest of those that cover the same positions."""
        more = np.concatenate([np.empty((0, 3), dtype=np.int64), *self._more])
        self._more, self._waiting = [], 0
        # what stands for no literal is the last row, which covers everything and costs nothing
        right = np.concatenate((self.right, np.full((1, self.right.shape[1]), ~np.uint64(0))))
        prices = np.append(self.cost, 0)[more].sum(axis=1) + 1
        covered = np.bitwise_and.reduce(right[more], axis=1)
        wanted = covered.any(axis=1) & (prices < (np.inf if self.below is None else self.below))
        members = np.concatenate((self.members, more[wanted]))
        prices = np.concatenate((self.prices, prices[wanted]))
        covered = np.concatenate((self.covered, covered[wanted]))
        order = np.lexsort((prices, *covered.T))
        new = np.ones(len(order), dtype=bool)
        new[1:] = (covered[order[1:]] != covered[order[:-1]]).any(axis=1)
        kept = np.sort(order[new])
        self.members, self.prices, self.covered = members[kept], prices[kept], covered[kept]


def distinct(truth: Truth, order: NDArray[np.int64]) -> dict[bytes, int]:
    """By their truth values at all positions, as bytes, the indices of literals: in this order the first of those."""
    found: dict[bytes, int] = {}
    for one in order:
        found.setdefault(truth[one].tobytes(), int(one))
    return found


def _least(cubes: _Cubes, many: int, below: int | None) -> tuple[list[list[int]], int] | None:
    """A cheapest set of cubes that covers all positions, and its cost; None where none is found for less than `below`.

    Only the `_CUBES` cubes that cost least for each position they cover are considered.
    """
    cubes.settle()
    prices, words = cubes.prices, cubes.covered
    if not len(prices):
        return None
    covered = _bits(words, many)
    each = covered.sum(axis=1)
    worth = prices / each
    first = np.argsort(worth, kind="stable")[:_LOOKED]
    first = first[np.lexsort((-each[first], prices[first]))]
    first = first[_undominated(words[first])]
    kept = first[np.sort(np.argsort(worth[first], kind="stable")[:_CUBES])]
    table = covered[kept]
    if not table.any(axis=0).all():
        return None
    chosen = _chosen(np.unique(table, axis=1), prices[kept], below)
    if chosen is None:
        return None
    members = [[int(one) for one in cubes.members[kept[at]] if one >= 0] for at in chosen]
    return members, int(prices[kept[chosen]].sum())


def _chosen(table: Truth, prices: NDArray[np.int64], below: int | None) -> list[int] | None:
    """The indices of rows of least cost such that each column is true in one of them; None if none are found.

    With `below`, only rows that cost less than it are a choice. Where the search takes too long, it is the best choice
    found by then, and with `below` perhaps None.
    """
    for strategy in _STRATEGIES if below is None else _STRATEGIES[:1]:
        mode = "opt" if below is None else f"opt,{below - 1}"
        control = Control([f"--opt-mode={mode}", *strategy, f"--solve-limit={_CONFLICTS}", "--warn=none"])
        with control.backend() as program:
            rows = [program.add_atom(Function("in", [Number(at)])) for at in range(len(table))]
            program.add_rule(rows, choice=True)
            for column in table.T:
                program.add_rule([], [-rows[at] for at in np.flatnonzero(column)])
            program.add_minimize(0, [(row, int(price)) for row, price in zip(rows, prices, strict=True)])
        best: list[int] | None = None
        with control.solve(yield_=True) as handle:
            for model in handle:
                best = sorted(one.arguments[0].number for one in model.symbols(atoms=True))
            decided = handle.get().exhausted
        if best is not None or decided:
            return best
    return None if below is not None else sorted(greedy(table, prices))


def greedy(table: Truth, prices: NDArray[np.int64]) -> list[int]:
    """The indices of rows such that each column is true in one of them, chosen greedily by new columns per price.

    They are in the order of choice; what is true in no row is left out.
    """
    left, found = table.any(axis=0), list[int]()
    while left.any():
        found.append(int(np.argmax((table & left).sum(axis=1) / prices)))
        left &= ~table[found[-1]]
    return found


def _undominated(words: Words) -> NDArray[np.int64]:
    """The indices of the rows of bits that are contained in no row before them."""
    kept = np.empty_like(words)
    found: list[int] = []
    for at, row in enumerate(words):
        if not found or (row & ~kept[: len(found)]).any(axis=1).all():
            kept[len(found)] = row
            found.append(at)
    return np.array(found, dtype=np.int64)
