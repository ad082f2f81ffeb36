"""Octal games in a few lines of plain Python: values by mex, and the check of a period by the theorem of its window."""

from __future__ import annotations


def options(code: str, size: int) -> set[tuple[int, ...]]:
    """The heaps that a heap of that size may become under a code such as 137, the digits after the point."""
    found: set[tuple[int, ...]] = set()
    for taken, digit in enumerate(map(int, code), 1):
        rest = size - taken
        if digit & 1 and rest == 0:
            found.add(())
        if digit & 2 and rest > 0:
            found.add((rest,))
        if digit & 4:
            found |= {(left, rest - left) for left in range(1, rest // 2 + 1)}
    return found


def values(code: str, count: int) -> list[int]:
    """The values of the heaps 0, 1, ..., count - 1."""
    g: list[int] = []
    for size in range(count):
        seen = set()
        for taken, digit in enumerate(map(int, code), 1):
            rest = size - taken
            if digit & 1 and rest == 0:
                seen.add(0)
            if digit & 2 and rest > 0:
                seen.add(g[rest])
            if digit & 4 and rest > 1:
                seen |= {g[left] ^ g[rest - left] for left in range(1, rest // 2 + 1)}
        g.append(next(value for value in range(len(seen) + 1) if value not in seen))
    return g


def least_failure(g: list[int], preperiod: int, period: int, saltus: int = 0) -> int | None:
    """The least size at which the values do not repeat as is claimed, of those listed; None where all do."""
    sizes = range(preperiod + period, len(g))
    return next((size for size in sizes if g[size] != g[size - period] + saltus), None)


def is_period(code: str, preperiod: int, period: int) -> bool:
    """Whether the values repeat for ever, by the theorem of Guy and Smith."""
    g = values(code, 2 * preperiod + 2 * period + len(code) + 3)
    return least_failure(g, preperiod, period) is None
