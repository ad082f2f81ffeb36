"""Sprague-Grundy values of single heaps: by an octal code, or from the options of each heap."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import reduce
from operator import xor

from bouton.core.octal import Code


def values_by_code(code: Code, count: int) -> list[int]:
    """The values of the heaps 0, 1, ..., count - 1, by mex; in time that grows with the square of `count`."""
    import numpy as np  # noqa: PLC0415 (a small check needs none of it)

    values = np.zeros(max(count, 1), dtype=np.int64)
    greatest = 0
    for size in range(1, count):
        # every XOR of two values is below the next power of two, so the mex is at most that power
        seen = np.zeros((1 << int(greatest).bit_length()) + 1, dtype=bool)
        for taken, left in code.leaves:
            rest = size - taken
            if left == 0 and rest == 0:
                seen[0] = True
            elif left == 1 and rest > 0:
                seen[values[rest]] = True
            elif left == 2 and rest > 1:
                half = rest // 2
                seen[values[1 : half + 1] ^ values[rest - 1 : rest - half - 1 : -1]] = True
        values[size] = int(np.argmin(seen))
        greatest = max(greatest, int(values[size]))
    return [int(value) for value in values[:count]]


def values_by_options(options: Sequence[Collection[tuple[int, ...]]]) -> Iterator[int]:
    """The values of the heaps 0, 1, ..., where `options[n]` are the heaps that a heap of n may become."""
    values: list[int] = []
    for each in options:
        seen = {reduce(xor, (values[heap] for heap in heaps), 0) for heaps in each}
        values.append(next(value for value in range(len(seen) + 1) if value not in seen))
        yield values[-1]
