"""Greedy Nim_2 in plain Python: a memoised solver held against Theorems 2, 3 and 8 over a box.

Usage: python memo_script.py HEAPS SIZE, the most heaps and stones in a heap. It prints how many positions,
P-positions and disagreements there are, and exits with 1 if there is any disagreement.
"""

import sys
from collections.abc import Iterator
from functools import cache
from itertools import combinations_with_replacement

K = 2


def options(heaps: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """The positions one move away: at most K of the largest heaps are lowered."""
    largest = heaps[-1] if heaps else 0
    for taken in range(1, min(K, heaps.count(largest)) + 1):
        kept = heaps[:-taken]
        for left in combinations_with_replacement(range(largest), taken):
            yield tuple(sorted(kept + tuple(size for size in left if size)))


@cache
def is_p(heaps: tuple[int, ...]) -> bool:
    """Whether the previous player wins."""
    return not any(is_p(option) for option in options(heaps))


def theorem(heaps: tuple[int, ...]) -> bool:
    """The P-positions as Theorems 2, 3 and 8 have them."""
    if len(heaps) < 2:
        return not heaps
    b, c = heaps[-2:]
    if len(heaps) == 2:
        return b % 2 == 1 and c == b + 1
    a = heaps[-3]
    if a == 1:
        r = len(heaps) % (K + 1)
        if c == 1:
            return r == 0
        if (b, c) == (1, 2):
            return r >= 2
        return c == b + 1 and (r == 1) == (b % 2 == 0)
    r = sum(size >= a for size in heaps) % (K + 1)
    if c == b + 1 and (b - a) % 2 == 0:
        return not ((r == 1 and a == b) or r == 2)
    return (r == 1 and a == b == c) or (r == 2 and c == b + 1)


def main() -> None:
    """Solve the box and compare."""
    heaps, size = map(int, sys.argv[1:])
    positions = [
        position for count in range(heaps + 1) for position in combinations_with_replacement(range(1, size + 1), count)
    ]
    p = sum(map(is_p, positions))
    wrong = sum(is_p(position) != theorem(position) for position in positions)
    print(f"{len(positions)} positions, {p} P-positions, {wrong} disagreements")
    sys.exit(wrong > 0)


main()
