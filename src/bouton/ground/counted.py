"""The numbers by which positions are counted: their stones, their largest heap, or a counter."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bouton.core.position import Counter, Fluent, Heaps, Position
from bouton.ground.box import CounterBox, GroundBox, HeapBox

STONES, LARGEST = "stones", "largest"
"""All stones, those of counters that count as such among them; and the size of the largest heap, 0 without one."""
_VALUES = 1 << 22
"""Numbers of so many values are counted by in a table."""


@dataclass(frozen=True)
class Tally:
    """How positions are counted: by which number, between which `values`, and of which number there is a sum.

    Numbers are 0 for none, 1 for the stones, 2 for the largest heap, and then the counters.
    """

    by: int
    added: int
    values: range

    @staticmethod
    def of(box: GroundBox, by: str | None, added: str | None) -> Tally | None:
        """That by numbers of these names in a box; None where their sums may pass 64 bits, or there are many values."""
        fluents = [part.fluent for part in box.parts if isinstance(part, CounterBox | HeapBox)]
        counters = [fluent.name for fluent in fluents if isinstance(fluent, Counter)]
        named = {None: 0, STONES: 1, LARGEST: 2} | {name: 3 + at for at, name in enumerate(counters)}
        values = range(1) if by is None else numbers_in(box, by)
        ends = range(1) if added is None else numbers_in(box, added)
        greatest = max(abs(one) for one in (*ends[:1], *ends[-1:], 1))
        if len(values) > _VALUES or greatest * box.size() >= 1 << 63:
            return None
        return Tally(named[by], named[added], values)


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
