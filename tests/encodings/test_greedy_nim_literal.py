"""What the misère paper says to the letter, against plain Python: empty heaps that count, and one fixed move."""

from __future__ import annotations

from typing import Any

import pytest

from tests.encodings.test_bounded_greedy_nim import repetitions, sizes, theorem_3
from tests.one_position import evaluate, split
from tests.oracle.bounded_greedy_nim import Heaps, is_p, options, positions
from tests.samples import small_or_whole
from tests.shipped import rules_text

MOVE = split(rules_text("misere_bounded_greedy_nim_moves"))
SAID = ("stable", "not_stable", "fact_1", "fact_2", "takes_remainder", "fact_3", "stable_from_p", "lemma_1")


def literal(k: int, m: int, heaps: Heaps) -> dict[str, bool]:
    """The hypotheses and conclusions of section 3.2.2, with the follower put in order by sorting."""
    first, second, _ = sizes(heaps)
    legal = 1 <= m <= min(k, first)
    after = sorted((first - m, *heaps[1:]), reverse=True)
    stable = legal and first - m >= second
    remainder, left = (first - second) % (k + 1), tuple(one for one in after if one > 0)
    fact_1 = after == [first - m, *heaps[1:]] and repetitions(left) == repetitions(heaps)
    return {
        "stable": stable,
        "not_stable": legal and not stable,
        "fact_1": fact_1,
        "fact_2": after[0] == second,
        "takes_remainder": remainder == m,
        "fact_3": stable and (after[0] - (*after, 0)[1]) % (k + 1) == 0,
        "stable_from_p": stable and theorem_3(k, heaps),
        "lemma_1": not theorem_3(k, left),
    }


@pytest.mark.parametrize(("k", "m"), [(2, 1), (2, 2), (3, 1), (3, 3), (4, 2)])
def test_one_move_of_m_stones(k: int, m: int) -> None:
    box = list(positions(4, 6))
    found = evaluate(MOVE, {"k": k, "m": m}, box, SAID)
    given = {"fact_1": "stable", "fact_2": "not_stable", "fact_3": "takes_remainder", "lemma_1": "stable_from_p"}
    spoken = dict.fromkeys(given, 0)
    for heaps in box:
        said, meant = {name: bool(found[name][heaps]) for name in SAID}, literal(k, m, heaps)
        for fact, where in given.items():
            assert said[where] == meant[where], (fact, heaps)
            if meant[where]:
                assert said[fact] and meant[fact], (fact, heaps)
                spoken[fact] += 1
    assert all(spoken.values())


@pytest.mark.parametrize("most", small_or_whole({"k": 3, "m": 2, "heap.size": 5}, {}), ids=["small", "whole"])
def test_the_claims_about_one_move(verdicts: Any, most: dict[str, int]) -> None:
    def wrong(k: int, heaps: Heaps) -> bool:
        said = literal(k, 1, heaps)
        after = (sizes(heaps)[0] - 1, *heaps[1:])
        return said["stable_from_p"] and (after[0] - sizes(heaps)[1]) % (k + 1) == k

    least = next(list(heaps) for heaps in positions(4, 5) if wrong(2, heaps))
    verdicts("misere_bounded_greedy_nim_moves.yaml", {"lemma-1-remainder": ({"k": 2, "m": 1}, {"heap": least})}, most)


def test_empty_heaps_that_count(verdicts: Any) -> None:
    """With n heaps the position of n zeros has t = n; elsewhere nothing changes."""

    def printed(n: int, misere: bool, heaps: Heaps) -> bool:
        sequence = (*heaps, *(0 for _ in range(n - len(heaps))))
        t = sequence.count(sequence[0])
        return t % 2 == (1 if misere and sequence[0] <= 1 else 0)

    for misere, name in ((False, "theorem-4-zeros"), (True, "theorem-5-zeros")):
        for n in (1, 2, 3, 4):
            box = [heaps for heaps in positions(n, 5) if len(heaps) <= n]
            wrong = [heaps for heaps in box if printed(n, misere, heaps) != is_p(5, misere, heaps)]
            assert wrong == ([()] if n % 2 == 1 else []), (name, n)
    least: tuple[dict[str, int], dict[str, list[int]]] = ({"n": 1}, {"heap": []})
    verdicts("greedy_nim_zeros.yaml", {"theorem-4-zeros": least, "theorem-5-zeros": least})


def test_greedy_nim_is_the_bounded_game_of_small_heaps() -> None:
    for heaps in positions(4, 4):
        assert options(4, heaps) == options(9, heaps)
