"""The numbers by which positions are counted: their stones, their largest heap, or a counter."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bouton.core.position import Counter, Fluent, Heaps, Position
from bouton.ground.box import CounterBox, GroundBox, HeapBox

STONES, LARGEST = "stones", "largest"
"""All stones, those of counters that count as such among them; and the size of the largest heap, 0 without one."""


def names(fluents: Sequence[Fluent]) -> list[str]:
    """The numbers that positions of these fluents have, by name; a counter goes before what else has its name."""
    heaps = any(isinstance(fluent, Heaps) for fluent in fluents)
    counters = [fluent.name for fluent in fluents if isinstance(fluent, Counter)]
    stones = heaps or any(isinstance(fluent, Counter) and fluent.stones for fluent in fluents)
    return [*dict.fromkeys([*([STONES] if stones else []), *([LARGEST] if heaps else []), *counters])]


def number_of(fluents: Sequence[Fluent], name: str) -> Callable[[Position], int]:
    """What gives the number of that name of a position."""
    for at, fluent in enumerate(fluents):
        if isinstance(fluent, Counter) and fluent.name == name:
            return lambda position: position[at]  # type: ignore[return-value]
    heaps = [at for at, fluent in enumerate(fluents) if isinstance(fluent, Heaps)]
    if name == LARGEST:
        return lambda position: max([max(position[at], default=0) for at in heaps])  # type: ignore[arg-type]
    counted = [at for at, fluent in enumerate(fluents) if isinstance(fluent, Counter) and fluent.stones]
    return lambda position: (
        sum([sum(position[at]) for at in heaps]) + sum([position[at] for at in counted])  # type: ignore[arg-type,misc]
    )


def numbers_in(box: GroundBox, name: str) -> range:
    """The numbers of that name between the least and the greatest in a box."""
    if not box.size():
        return range(0)
    for part in box.parts:
        if isinstance(part, CounterBox) and part.fluent.name == name:
            return part.values
    heaps = [part for part in box.parts if isinstance(part, HeapBox)]
    if name == LARGEST:
        low = max(part.sizes[0] if part.sizes and part.counts[0] else 0 for part in heaps)
        return range(low, max(part.sizes[-1] if part.sizes and part.counts[-1] else 0 for part in heaps) + 1)
    stones = [part.values for part in box.parts if isinstance(part, CounterBox) and part.fluent.stones]
    totals = [*(part.totals() for part in heaps), *stones]
    return range(sum(one[0] for one in totals), sum(one[-1] for one in totals) + 1)
