"""Positions of heaps in plain Python, played by definition, and a claim about them."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Literal, TypeAlias

Position: TypeAlias = tuple[int, ...]
"""The sizes of the heaps, ascending; no heap is empty."""
Kind: TypeAlias = Literal["grundy", "normal", "misere"]

COUNT, SIZE = 3, 6
"""Heaps and sizes of the box of a claim."""
LARGEST = 90
"""How large the heaps are at which a claim is compared beyond it."""


@dataclass(frozen=True)
class Case:
    """Rules and a spec with one claim, and what plain Python says: what is true, and what is claimed."""

    rules: str
    spec: str
    kind: Kind
    true: Callable[[Position], int]
    claimed: Callable[[Position], int]
    far: Sequence[Position]
    """Positions beyond the box at which both are known."""
    used: tuple[str, ...]


def positions(count: int, size: int) -> Iterator[Position]:
    """All positions of so many heaps at most, each at most of that size."""
    for heaps in range(count + 1):
        yield from itertools.combinations_with_replacement(range(1, size + 1), heaps)


def by_definition(options: Callable[[Position], set[Position]], misere: bool) -> Callable[[Position], int]:
    """1 at the P-positions, 0 elsewhere."""

    @cache
    def is_p(at: Position) -> int:
        after = options(at)
        return int(not misere) if not after else int(not any(is_p(one) for one in after))

    return is_p


def spec_of(kind: Kind, predicate: str, measure: str = "") -> str:
    """The spec of a claim that the predicate is the value, or holds at the P-positions, of every number of heaps."""
    said = "grundy" if kind == "grundy" else f"p-positions, play: {kind}"
    return (
        f"game: a case\nrules: case.lp\n{measure}position: {{heap: {{count: 0..{COUNT}, size: 1..{SIZE}}}}}\n"
        f"claims:\n  - {{id: c, says: A., kind: {said}, iff: {predicate}, prove: {{heap: {{count: all}}}}}}\n"
    )
