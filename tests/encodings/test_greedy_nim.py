"""Greedy Nim against a memoised solver."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.oracle.bounded_greedy_nim import Heaps, is_p, positions

BOX = list(positions(6, 8))


def repetitions(heaps: Heaps) -> int:
    return heaps.count(max(heaps, default=0))


def theorem_5(heaps: Heaps, exceptions: int = 1) -> bool:
    return repetitions(heaps) % 2 == (1 if max(heaps, default=0) <= exceptions else 0)


def least(wrong: Callable[[Heaps], bool]) -> Any:
    return {}, {"heap": list(next(heaps for heaps in BOX if wrong(heaps)))}


def test_outcomes(outcomes: Any) -> None:
    for play in ("normal", "misere"):
        assert outcomes("greedy_nim.yaml", play) == {
            (): {(heaps,): is_p(None, play == "misere", heaps) for heaps in BOX}
        }


def test_claims(verdicts: Any) -> None:
    verdicts("greedy_nim.yaml", {"even-heaps": least(lambda h: (len(h) % 2 == 0) != is_p(None, False, h))})


def normal_move_loses_misere(heaps: Heaps) -> bool:
    """The normal winning moves: any where three or more heaps are largest; else down to the second, or away."""
    if not heaps or is_p(None, True, heaps):
        return False
    largest, *others = heaps
    if repetitions(heaps) % 2 == 0:
        return True
    down = others[0] if repetitions(tuple(others)) % 2 else 0
    left = range(largest) if repetitions(heaps) > 1 else range(down, down + 1)
    followers = [tuple(sorted(filter(None, (*others, size)), reverse=True)) for size in left]
    return not all(is_p(None, True, follower) for follower in followers)


def test_known_false(verdicts: Any) -> None:
    smallest = {
        "theorem-4-misere": least(lambda h: (repetitions(h) % 2 == 0) != is_p(None, True, h)),
        "theorem-5-normal": least(lambda h: theorem_5(h) != is_p(None, False, h)),
        "theorem-5-two": least(lambda h: theorem_5(h, exceptions=2) != is_p(None, True, h)),
        "theorem-5-moves-normal": least(normal_move_loses_misere),
    }
    verdicts("known_false/greedy_nim.yaml", smallest)
