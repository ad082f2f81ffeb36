"""Sprague-Grundy values in plain Python, by `functools.cache` and mex.

Usage: python memo_values.py GAME SIZE PLAY: heaps of up to SIZE stones, the values of normal play, of misere play, or
of both. It prints a line for each position: its heaps, and the values.
"""

import sys
from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations_with_replacement

Heaps = tuple[int, ...]
"""In ascending order; in the games of two heaps those of 0 stones stay."""


def wythoff(heaps: Heaps) -> Iterator[Heaps]:
    """One heap is lowered, or both by the same number."""
    x, y = heaps
    for left in range(x):
        yield left, y
    for left in range(y):
        yield (left, x) if left < x else (x, left)
    for taken in range(1, x + 1):
        yield x - taken, y - taken


def nim_2_3(heaps: Heaps) -> Iterator[Heaps]:
    """NIM(2,3): any number is taken from one heap and below 3 from the other, or numbers that differ by less than 2."""
    low, high = heaps
    for x in range(low + 1):
        taken = range(high + 1) if x < 3 else {*range(3), *range(x - 1, min(high, x + 1) + 1)}
        for y in taken:
            if x or y:
                left, other = low - x, high - y
                yield (left, other) if left <= other else (other, left)


def three_euclid(heaps: Heaps) -> Iterator[Heaps]:
    """A multiple of one heap is taken from a greater one, and something left."""
    for low, high in ((0, 1), (0, 2), (1, 2)):
        for left in range(heaps[high] - heaps[low], 0, -heaps[low]):
            yield tuple(sorted((left, heaps[3 - low - high], heaps[low])))


GAMES: dict[str, tuple[Callable[[Heaps], Iterator[Heaps]], int, int]] = {
    "wythoff": (wythoff, 2, 0),
    "nim_2_3": (nim_2_3, 2, 0),
    "three_euclid": (three_euclid, 3, 1),
}
"""The options, how many heaps there are, and the least of them."""


def mex(numbers: set[int]) -> int:
    """The least number that is not among them."""
    found = 0
    while found in numbers:
        found += 1
    return found


def main() -> None:
    """Print the values, from small positions on, so that no recursion is deep."""
    name, size, play = sys.argv[1], int(sys.argv[2]), sys.argv[3]
    options, count, least = GAMES[name]

    @cache
    def value(heaps: Heaps, terminal: int) -> int:
        below = {value(option, terminal) for option in options(heaps)}
        return mex(below) if below else terminal

    plays = {"normal": [0], "misere": [1], "both": [0, 1]}[play]
    for heaps in sorted(combinations_with_replacement(range(least, size + 1), count), key=sum):
        print(":".join(str(heap) for heap in heaps if heap), *(value(heaps, terminal) for terminal in plays), sep=",")


main()
