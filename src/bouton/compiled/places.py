"""Where the positions of a space stand in the table, as text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bouton.compiled.space import Space


@dataclass(frozen=True)
class Places:
    """Sums that give places; heaps, from the smallest on, and counters are named by expressions."""

    space: Space

    def plain(self, rank: int) -> bool:
        """Whether the place of the heap of that rank is its size times a number."""
        return self.space.cube or rank == self.space.most - 1

    def stride(self, rank: int) -> int:
        """That number."""
        return 1 if rank == self.space.most - 1 else self.space.weights[rank][1]

    def weight(self, rank: int, size: str) -> str:
        """What a heap adds as the one of that rank, counted from the smallest of as many as there can be."""
        if not self.plain(rank):
            return f"W{rank}[{size}]"
        return size if self.stride(rank) == 1 else f"{self.stride(rank)} * {size}"

    def of_sorted(self, count: int, rising: Sequence[str], counters: Sequence[str]) -> str:
        """The place of a position with so many heaps, given from the smallest on."""
        space = self.space
        parts = [
            f"{stride} * ({name} - {low})" if low else f"{stride} * {name}"
            for stride, name, (low, _) in zip(space.strides, counters, space.counters, strict=True)
        ]
        parts += [self.weight(space.most - count + at, name) for at, name in enumerate(rising)]
        return " + ".join(parts) or "0"

    def of(self, count: int, heaps: Sequence[str], counters: Sequence[str]) -> str:
        """The same with the heaps in the game's order."""
        falling = self.space.heaps is not None and self.space.heaps.order == "descending"
        return self.of_sorted(count, heaps[::-1] if falling else heaps, counters)
