"""A finite acyclic game as plain data: its options, its values, its form up to isomorphism.

Nothing here knows clingo: it is what clingo's answers are held against.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import permutations, product
from math import comb
from typing import TypeAlias

from bouton.position import NamedPosition, Position

Row: TypeAlias = tuple[int, ...]
Extents: TypeAlias = Mapping[str, frozenset[Row]]
"""For which positions and numbers each predicate holds."""

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
        return _values(self.options, 0)

    @cached_property
    def misere(self) -> Row:
        """The misère value of each position."""
        return _values(self.options, 1)

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
        n = len(self)
        numbers = range(1, n + 1)
        terminals = [at for at in numbers if not self.options[at - 1]]
        after = tuple(row or (n + 1,) for row in (*self.options, *([()] if n else [])))[:n]
        swapped = (*(tuple(n + 1 if not row else to for to in (row or (0,))) for row in self.options), ())
        assert all(row == own for row, own in zip(after, swapped, strict=False))
        kept, dropped = _algorithm(self.options)
        return {
            "position": frozenset((at,) for at in numbers),
            "option": frozenset((at, to) for at in numbers for to in self.options[at - 1]),
            "terminal": frozenset((at,) for at in terminals),
            "value": _rows(self.values),
            "misere": _rows(self.misere),
            CHOSEN: frozenset((at,) for at in self.chosen or ()),
        }
