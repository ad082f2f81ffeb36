"""A sum of heaps whose values are known: where a move leads follows from these, with no table and no moves."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import xor

from bouton.compiled.moves import naming
from bouton.compiled.space import Space
from bouton.compiled.syntax import ProgramText
from bouton.reading.command import SymbolicGame


@dataclass(frozen=True)
class HeapSum:
    """The values of the heaps 0, 1, ... in normal play, and which of them have no move."""

    values: Sequence[int]
    still: Sequence[bool]

    def value(self, heaps: Collection[int]) -> int:
        """That of a position."""
        return reduce(xor, (self.values[heap] for heap in heaps), 0)


def by_values(to: ProgramText, name: str, game: SymbolicGame, space: Space) -> None:
    """Print the function that says whether a move leads to a P-position, as one that looks at the moves would."""
    given = naming(game, space)
    with to.function(name, given.arguments, table=True):
        with to.when(to.both.join(f"STILL[{heap}]" for heap in given.arguments) or "1"):
            to.give("0")
        to.give(to.ite(" ^ ".join(f"VALUE[{heap}]" for heap in given.arguments) or "0", "2", "1"))
