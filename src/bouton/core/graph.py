"""A finite acyclic game as plain data: its options, its values, its form up to isomorphism.

Nothing here knows clingo: it is what clingo's answers are held against.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import combinations, permutations, product
from math import factorial, gcd, prod
from typing import TypeAlias, TypeVar

from bouton.core.partitions import partitions
from bouton.core.position import NamedPosition, Position

Row: TypeAlias = tuple[int, ...]
Extents: TypeAlias = Mapping[str, frozenset[Row]]
"""For which positions and numbers each predicate holds."""

At = TypeVar("At", int, tuple[int, int])
"""A position, or two of them."""
CHOSEN = "chosen"


@dataclass(frozen=True)
class Graph:
    """A game of positions 1, 2, ...: `options[X-1]` are those of X, in order, each less than X.

    `chosen` is a set of positions, where a statement speaks of one.
    """

    options: tuple[Row, ...]
    chosen: Row | None = None

    def __len__(self) -> int:
        return len(self.options)

    @property
    def moves(self) -> int:
        """How many moves there are in all."""
        return sum(map(len, self.options))

    @property
    def order(self) -> tuple[object, ...]:
        """Least first: fewest positions, then fewest moves, then the rows of options, the highest option first."""
        rows = tuple(row[::-1] for row in self.options)
        return len(self), self.moves, rows, self.chosen or ()

    @cached_property
    def values(self) -> Row:
        """The Sprague-Grundy value of each position."""
        return tuple(labels(self._game, 0).values())

    @cached_property
    def misere(self) -> Row:
        """The misère value of each position."""
        return tuple(labels(self._game, 1).values())

    @property
    def _game(self) -> dict[int, Row]:
        return dict(enumerate(self.options, 1))

    @property
    def position(self) -> Position:
        """As a pinned counterexample has it: the options of each position, then the chosen set."""
        return self.options if self.chosen is None else (*self.options, self.chosen)

    def named(self) -> NamedPosition:
        """As JSON has it: `{"1": [], "2": [1]}`."""
        found: NamedPosition = {str(at): list(row) for at, row in enumerate(self.options, 1)}
        return found if self.chosen is None else {**found, CHOSEN: list(self.chosen)}

    def class_(self) -> tuple[object, ...]:
        """The same for two games exactly where they are isomorphic; the chosen set counts for nothing."""
        colours = _colours(self.options)
        groups = [[at for at, own in enumerate(colours) if own == colour] for colour in sorted(set(colours))]
        rows = []
        for arranged in product(*map(permutations, groups)):
            new = {old: at for at, old in enumerate(old for group in arranged for old in group)}
            rows.append(tuple(sorted((new[at], new[to - 1]) for at, row in enumerate(self.options) for to in row)))
        return len(self), tuple(sorted(colours)), min(rows)

    def extents(self) -> Extents:
        """Every predicate that the engine gives, computed anew."""
        numbers = range(1, len(self) + 1)
        game = self._game
        once = _swapped(game, STAR)
        twice = _swapped(once, STAR + 1)
        first, second = _stages(game)
        return {
            "position": frozenset((at,) for at in numbers),
            "option": frozenset((at, to) for at in numbers for to in game[at]),
            "terminal": frozenset((at,) for at in numbers if not game[at]),
            "value": frozenset(enumerate(self.values, 1)),
            "misere": frozenset(enumerate(self.misere, 1)),
            CHOSEN: frozenset((at,) for at in self.chosen or ()),
            "value_m": _known(labels(once, 0), numbers),
            "misere_m": _known(labels(once, 1), numbers),
            "value_mm": _known(labels(twice, 0), numbers),
            "k0": frozenset(first),
            "k1": frozenset(second),
            "sum_value": frozenset((*pair, value) for pair, value in labels(_doubled(game), 0).items()),
            "sum_misere": frozenset((*pair, value) for pair, value in labels(_doubled(game), 1).items()),
        }


STAR = 1_000_000
"""The position v* of G^M; the one of G^MM comes after it."""


def labels(game: Mapping[At, Sequence[At]], at_terminal: int) -> dict[At, int]:
    """The value of each position by mex, a terminal having the one given."""
    found: dict[At, int] = {}

    def label(at: At) -> int:
        if at not in found:
            seen = {label(to) for to in game[at]}
            found[at] = next(v for v in range(len(seen) + 1) if v not in seen) if game[at] else at_terminal
        return found[at]

    return {at: label(at) for at in game}


def _swapped(game: Mapping[int, Row], star: int) -> dict[int, Row]:
    """G^M: one more position, to which each terminal moves."""
    return {**{at: row or (star,) for at, row in game.items()}, star: ()}


def _doubled(game: Mapping[int, Row]) -> dict[tuple[int, int], list[tuple[int, int]]]:
    """The sum of the game with itself: a move is one in one of the two, and the other stays as it is."""
    return {(x, y): [*((to, y) for to in game[x]), *((x, to) for to in game[y])] for x in game for y in game}


def _known(found: Mapping[int, int], numbers: Iterable[int]) -> frozenset[Row]:
    return frozenset((at, found[at]) for at in numbers)


def _stages(game: Mapping[int, Row]) -> tuple[set[Row], set[Row]]:
    """(X,I) for X in K_0^I and in K_1^I: the terminals of what is left, and what moves to them, are deleted in turn."""
    left, stage = set(game), 0
    first: set[Row] = set()
    second: set[Row] = set()
    while left:
        stage += 1
        zero = {at for at in left if not left & set(game[at])}
        one = {at for at in left if zero & set(game[at])}
        first |= {(at, stage) for at in zero}
        second |= {(at, stage) for at in one}
        left -= zero | one
    return first, second


def _colours(options: Sequence[Row]) -> list[int]:
    """A colour for each position that no isomorphism changes: refined by those of options and of what moves to it."""
    numbers = range(1, len(options) + 1)
    colours = [0] * len(options)
    for _ in options:
        seen = [
            (
                colours[at - 1],
                tuple(sorted(colours[to - 1] for to in options[at - 1])),
                tuple(sorted(colours[by - 1] for by in numbers if at in options[by - 1])),
            )
            for at in numbers
        ]
        ranks = {one: rank for rank, one in enumerate(sorted(set(seen)))}
        finer = [ranks[one] for one in seen]
        if len(ranks) == len(set(colours)):
            return finer
        colours = finer
    return colours


@lru_cache(maxsize=64)
def how_many(positions: int) -> int:
    """How many games of so many positions there are, no two of them isomorphic (OEIS A003087).

    By Burnside's lemma over Robinson's count: R. W. Robinson, Counting unlabeled acyclic digraphs, 1977.
    """
    total = sum((Fraction(_fixed(cycles), _symmetries(cycles)) for cycles in partitions(positions)), Fraction(0))
    assert total.denominator == 1
    return int(total)


@lru_cache(maxsize=4096)
def _fixed(cycles: Row) -> int:
    """How many labelled games a permutation of these cycles leaves as they are: by inclusion of sets of terminals."""
    if not cycles:
        return 1
    total = 0
    for size in range(1, len(cycles) + 1):
        for places in combinations(range(len(cycles)), size):
            terminal = [cycles[at] for at in places]
            rest = tuple(cycle for at, cycle in enumerate(cycles) if at not in places)
            arcs = sum(gcd(one, other) for one in terminal for other in rest)
            total += (-1) ** (size + 1) * 2**arcs * _fixed(rest)
    return total


def _symmetries(cycles: Row) -> int:
    """How many permutations commute with one of these cycles."""
    return prod(size**many * factorial(many) for size, many in Counter(cycles).items())


class NoGraph(ValueError):
    """What should be a game of positions 1, 2, ... is none."""


def graph_of(given: Mapping[str, int | Row]) -> Graph:
    """The game that `{"1": [], "2": [1]}` is; NoGraph where it is none, with the reason."""
    sizes = [name for name in given if name != CHOSEN]
    if not sizes or sizes != [str(at) for at in range(1, len(sizes) + 1)]:
        raise NoGraph("the positions are 1, 2, ... in this order, each with the list of its options")
    rows: dict[str, Row] = {}
    for name, row in given.items():
        most = len(sizes) if name == CHOSEN else int(name) - 1
        if not isinstance(row, tuple) or list(row) != sorted(set(row)) or any(not 0 < to <= most for to in row):
            raise NoGraph(f"{name} takes different numbers from 1 to {most}, in order")
        rows[name] = row
    return Graph(tuple(rows[name] for name in sizes), rows.get(CHOSEN))
