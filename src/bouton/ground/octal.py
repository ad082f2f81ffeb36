"""Sprague-Grundy values of single heaps, by an octal code or the options of each; misère ones where heaps are tame."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import reduce
from operator import xor

from bouton.core.game_classes import NOTIONS, Pair, of_sum
from bouton.core.octal import Code
from bouton.ground.values import mex


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
        values.append(mex(seen))
        yield values[-1]


def tame_pairs(options: Iterable[Collection[tuple[int, ...]]]) -> Iterator[Pair]:
    """The pairs (g, g-) of the heaps 0, 1, ..., as far as all of them are tame; `options[n]` is what n may become.

    A heap is tame by the definition of Conway and Gurvich: every option is, a sum of tame heaps being so by Gurvich's
    Theorem 1, and the pairs of the options are of those that a tame position may have.
    """
    pairs: list[Pair] = []
    for each in options:
        below = {of_sum([pairs[heap] for heap in heaps]) for heaps in each}
        pair = pair_of(below)
        if NOTIONS["tame"].fails(pair, below) is not None:
            return
        pairs.append(pair)
        yield pair


def pair_of(options: Collection[Pair]) -> Pair:
    """The pair (g, g-) of a position whose options have these: (0,1) where there are none."""
    if not options:
        return 0, 1
    return mex(normal for normal, _ in options), mex(misere for _, misere in options)
