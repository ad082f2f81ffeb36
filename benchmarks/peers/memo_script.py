"""The games of the table in plain Python: a memoised solver held against the theorem over a box.

Usage: python memo_script.py GAME HEAPS SIZE, the most heaps and stones in a heap (for Survivor Nim the players and the
largest pile). It prints how many positions, P-positions and disagreements there are, and exits with 1 if there is
any disagreement.
"""

import sys
from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations_with_replacement

Heaps = tuple[int, ...]
"""In ascending order, none empty."""


def heaps_of(sizes: Heaps) -> Heaps:
    """The heaps that are left, in order."""
    return tuple(sorted(size for size in sizes if size))


def greedy(heaps: Heaps) -> Iterator[Heaps]:
    """Greedy Nim_2: at most two of the largest heaps are lowered."""
    largest = heaps[-1] if heaps else 0
    for taken in range(1, min(2, heaps.count(largest)) + 1):
        kept = heaps[:-taken]
        for left in combinations_with_replacement(range(largest), taken):
            yield heaps_of(kept + left)


def greedy_theorem(heaps: Heaps) -> bool:
    """The P-positions as Theorems 2, 3 and 8 have them."""
    if len(heaps) < 2:
        return not heaps
    b, c = heaps[-2:]
    if len(heaps) == 2:
        return b % 2 == 1 and c == b + 1
    a = heaps[-3]
    if a == 1:
        r = len(heaps) % 3
        if c == 1:
            return r == 0
        if (b, c) == (1, 2):
            return r >= 2
        return c == b + 1 and (r == 1) == (b % 2 == 0)
    r = sum(size >= a for size in heaps) % 3
    if c == b + 1 and (b - a) % 2 == 0:
        return not ((r == 1 and a == b) or r == 2)
    return (r == 1 and a == b == c) or (r == 2 and c == b + 1)


def bounded(heaps: Heaps) -> Iterator[Heaps]:
    """3-Bounded Greedy Nim: at most three stones are taken from a largest heap."""
    if heaps:
        for left in range(heaps[-1] - 1, max(0, heaps[-1] - 3) - 1, -1):
            yield heaps_of((*heaps[:-1], left))


def bounded_theorem(heaps: Heaps) -> bool:
    """The P-positions of misere play as Theorem 3 has them, with k = 3."""
    x, y, z = (0, 0, 0, *heaps)[:-4:-1]
    even = z == 0 or heaps[:-2].count(z) % 2 == 0
    r12, r23, r2 = (x - y) % 4, (y - z) % 4, y % 4
    if z <= 1:
        return (r12, r2) in ((3, 1), (0, 2), (0, 3), (1, 0)) if even else r12 == 0
    return r12 == 0 if even else (r12, r23) in ((3, 0), (0, 1), (0, 2), (1, 3))


def moore(heaps: Heaps) -> Iterator[Heaps]:
    """Moore's Nim_2: one heap is lowered, or two."""
    for at, size in enumerate(heaps):
        for left in range(size):
            lowered = (*heaps[:at], left, *heaps[at + 1 :])
            yield heaps_of(lowered)
            for other in range(at):
                for rest in range(heaps[other]):
                    yield heaps_of((*lowered[:other], rest, *lowered[other + 1 :]))


def moore_theorem(heaps: Heaps) -> bool:
    """Each binary place holds a multiple of three ones."""
    return all(sum(size >> place & 1 for size in heaps) % 3 == 0 for place in range(max(heaps, default=0).bit_length()))


def wythoff(heaps: Heaps) -> Iterator[Heaps]:
    """Wythoff's Nim: one heap is lowered, or both by the same number."""
    for at, size in enumerate(heaps):
        for left in range(size):
            yield heaps_of((*heaps[:at], left, *heaps[at + 1 :]))
    if len(heaps) == 2:
        for taken in range(1, heaps[0] + 1):
            yield heaps_of((heaps[0] - taken, heaps[1] - taken))


def wythoff_theorem(heaps: Heaps) -> bool:
    """The pairs (floor(phi*n), floor(phi*n) + n)."""
    x, y = (0, 0, *heaps)[-2:]
    n = y - x
    return x * x - x * n - n * n <= 0 < (x + 1) * (x + 1) - (x + 1) * n - n * n


GAMES: dict[str, tuple[Callable[[Heaps], Iterator[Heaps]], Callable[[Heaps], bool], bool]] = {
    "greedy": (greedy, greedy_theorem, True),
    "bounded": (bounded, bounded_theorem, False),
    "moore": (moore, moore_theorem, True),
    "wythoff": (wythoff, wythoff_theorem, True),
}
"""The options, the P-positions as the theorem has them, and whether the empty position is one."""


def survivor(players: int, size: int) -> None:
    """Survivor Nim: n+1 players against n take 1 or 2 counters from one pile; whoever takes the last one loses."""
    n = players // 2

    @cache
    def winner(pile: int, player: int) -> int:
        own = 1 if player <= n else 2
        if not pile:
            return 2 if (player or players) - 1 <= n else 1  # the player before took the last counter
        wins = any(winner(pile - taken, (player + 1) % players) == own for taken in (1, 2) if taken <= pile)
        return own if wins else 3 - own

    lost = wrong = 0
    for pile in range(size + 1):
        lost += sum(winner(pile, player) == 2 for player in range(players))
        rounds = ((j * (3 * n + 2), (j + 1) * (n + 1) + j * 2 * n) for j in range(n + 1))
        if pile:  # Theorem 8
            wrong += (winner(pile, 0) == 2) != any(above < pile <= last for above, last in rounds)
    print(f"{(size + 1) * players} positions, {lost} lost by alliance 1, {wrong} disagreements")
    sys.exit(wrong > 0)


def main() -> None:
    """Solve the box and compare."""
    name, heaps, size = sys.argv[1], *map(int, sys.argv[2:])
    if name == "survivor":
        survivor(heaps, size)
    options, theorem, empty_is_p = GAMES[name]

    @cache
    def is_p(at: Heaps) -> bool:
        return not any(is_p(option) for option in options(at)) if at else empty_is_p

    # least first, so that no recursion is deep
    positions = (position for largest in range(size + 1) for position in up_to(heaps, largest))
    count = p = wrong = 0
    for position in positions:
        found = is_p(position)
        count += 1
        p += found
        wrong += found != theorem(position)
    print(f"{count} positions, {p} P-positions, {wrong} disagreements")
    sys.exit(wrong > 0)


def up_to(heaps: int, largest: int) -> Iterator[Heaps]:
    """The positions with that largest heap."""
    if not largest:
        yield ()
        return
    for others in range(heaps):
        for rest in combinations_with_replacement(range(1, largest + 1), others):
            yield (*rest, largest)


main()
