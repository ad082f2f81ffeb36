"""The rules of a game read symbolically, for each way in which its heaps may be many."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bouton.compiled.space import LOOSE
from bouton.core.position import Heaps, Parameters
from bouton.reading.command import SymbolicGame
from bouton.reading.evaluate import evaluate
from bouton.reading.orbits import Orbits
from bouton.rules.file import Rules, Signature


def readings(
    rules: Rules,
    parameters: Parameters,
    counts: Iterable[Sequence[int]],
    counters: Iterable[tuple[int, int]],
    wanted: Sequence[Signature],
    largest: int,
) -> list[SymbolicGame]:
    """The rules for each of these numbers of heaps, of at most so many stones, and counters between two ends.

    Unreadable where they have no such reading.
    """
    heaps = [one.name for one in rules.fluents if isinstance(one, Heaps)]
    others = [one.name for one in rules.fluents if not isinstance(one, Heaps)]
    values, ranges, more = dict(parameters), dict(zip(others, counters, strict=True)), Orbits()
    given = [dict(zip(heaps, many, strict=True)) for many in counts]
    size = max(LOOSE, largest)
    return [evaluate(rules, values, one, ranges, wanted, size, digits=True, recursion=more) for one in given]
