"""k-Bounded Greedy Nim against a memoised solver, and the readings of the paper that it leaves."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain, product
from typing import Any

import pytest

from tests.one_position import evaluate, split
from tests.oracle.bounded_greedy_nim import Heaps, is_p, options, positions
from tests.samples import small_or_whole
from tests.shipped import rules_text

BOX = list(positions(5, 8))
Sizes = tuple[int, int, int]
Pairs = set[tuple[int, int]]
"""Which remainders (of x_1 - x_2 and of x_2 - x_3, or of x_2) are k-good, or k-nice."""


def sizes(heaps: Heaps) -> Sizes:
    """x_1, x_2, x_3, with 0 beyond the last heap."""
    first, second, third, *_ = (*heaps, 0, 0, 0)
    return first, second, third


def repetitions(heaps: Heaps, counted: int = 3) -> int:
    """How often the value of x_counted is repeated from there on; 0 where there is no such heap."""
    return heaps[counted - 1 :].count(heaps[counted - 1]) if len(heaps) >= counted else 0


def good(k: int) -> Pairs:
    return {(k, 0), (1, k)} | {(0, r) for r in range(1, k)}


def nice(k: int) -> Pairs:
    return {(k, 1), (1, 0)} | {(0, r) for r in range(2, k + 1)}


def theorem_2(
    k: int, heaps: Heaps, beta: Callable[[Heaps], int] = repetitions, good: Callable[[int], Pairs] = good
) -> bool:
    first, second, third = sizes(heaps)
    remainder = (first - second) % (k + 1)
    if beta(heaps) % 2 == 0:
        return remainder == 0
    return (remainder, (second - third) % (k + 1)) in good(k)


def theorem_3(
    k: int,
    heaps: Heaps,
    nice: Callable[[int], Pairs] = nice,
    low: Callable[[Sizes], bool] = lambda x: x[2] <= 1,
) -> bool:
    if not low(sizes(heaps)):
        return theorem_2(k, heaps)
    first, second, _ = sizes(heaps)
    remainder = (first - second) % (k + 1)
    if repetitions(heaps) % 2 == 1:
        return remainder == 0
    return (remainder, second % (k + 1)) in nice(k)


def theorem_3_good(k: int, heaps: Heaps) -> bool:
    """Theorem 3 with x_2 - x_3 in Definition 4, as in Definition 3."""
    first, second, third = sizes(heaps)
    if third > 1 or repetitions(heaps) % 2 == 1:
        return theorem_3(k, heaps)
    return ((first - second) % (k + 1), (second - third) % (k + 1)) in good(k)


def removed(k: int, heaps: Heaps) -> list[int]:
    """The moves that win normal play, by the proof of Theorem 3."""
    first, second, third = sizes(heaps)
    remainder, other = (first - second) % (k + 1), (second - third) % (k + 1)
    if repetitions(heaps) % 2 == 0 or other not in (0, k):
        return [remainder]
    return [remainder + 1] if other == 0 else [(remainder - 1) % (k + 1)]


def after(heaps: Heaps, stones: int) -> Heaps:
    return tuple(sorted(filter(None, (heaps[0] - stones, *heaps[1:])), reverse=True))


def normal_move_loses_misere(k: int, heaps: Heaps) -> bool:
    if not heaps or is_p(k, True, heaps):
        return False
    moves = removed(k, heaps)
    legal = all(0 < stones <= min(k, heaps[0]) for stones in moves)
    return not legal or not all(is_p(k, True, after(heaps, stones)) for stones in moves)


def least(wrong: Callable[[int, Heaps], bool], k: int = 2) -> Any:
    return {"k": k}, {"heap": list(next(heaps for heaps in BOX if wrong(k, heaps)))}


def differs(claimed: Callable[[int, Heaps], bool], misere: bool) -> Callable[[int, Heaps], bool]:
    return lambda k, heaps: claimed(k, heaps) != is_p(k, misere, heaps)


@pytest.mark.parametrize("k", [2, 3, 4, 5])
def test_the_moves_of_the_proof_win_normal_play(k: int) -> None:
    for heaps in BOX:
        if not is_p(k, False, heaps):
            assert all(after(heaps, stones) in options(k, heaps) for stones in removed(k, heaps))
            assert all(is_p(k, False, after(heaps, stones)) for stones in removed(k, heaps))


@pytest.mark.slow
@pytest.mark.parametrize("most", small_or_whole(3, 5))
def test_outcomes(outcomes: Any, most: int) -> None:
    for play in ("normal", "misere"):
        solved = {(k,): {(heaps,): is_p(k, play == "misere", heaps) for heaps in BOX} for k in range(2, most + 1)}
        assert outcomes("misere_bounded_greedy_nim.yaml", play, {"k": most}) == solved


@pytest.mark.parametrize("most", small_or_whole({"k": 3, "heap.size": 4}, {}), ids=["small", "whole"])
def test_claims(verdicts: Any, most: dict[str, int]) -> None:
    def positive(k: int, heaps: Heaps) -> bool:
        """Theorem 3 with Definition 4 for positive x_2 alone."""
        excluded = sizes(heaps)[2] <= 1 and repetitions(heaps) % 2 == 0 and sizes(heaps)[1] == 0
        return theorem_3(k, heaps) and not excluded

    verdicts("misere_bounded_greedy_nim.yaml", {"definition-4-positive": least(differs(positive, misere=True))}, most)


def test_known_false(verdicts: Any) -> None:
    def good_exchanged(k: int) -> Pairs:
        return {(1, 0), (k, k)} | {(0, r) for r in range(1, k)}

    def nice_exchanged(k: int) -> Pairs:
        return {(k, 0), (1, 1)} | {(0, r) for r in range(2, k + 1)}

    def zero_counted(heaps: Heaps) -> int:
        return repetitions(heaps) if sizes(heaps)[2] else 1

    normal: dict[str, Callable[[int, Heaps], bool]] = {
        "definition-2-first": lambda k, h: theorem_2(k, h, beta=lambda h: repetitions(h, counted=1)),
        "definition-2-second": lambda k, h: theorem_2(k, h, beta=lambda h: repetitions(h, counted=2)),
        "definition-2-zero": lambda k, h: theorem_2(k, h, beta=zero_counted),
        "definition-3-exchanged": lambda k, h: theorem_2(k, h, good=good_exchanged),
        "definition-3-wider": lambda k, h: theorem_2(k, h, good=lambda k: good(k) | {(0, k)}),
        "theorem-3-normal": theorem_3,
        "section-4-beyond-k": lambda _, h: repetitions(h, counted=1) % 2 == 0,
    }
    misere: dict[str, Callable[[int, Heaps], bool]] = {
        "definition-4-good": theorem_3_good,
        "definition-4-exchanged": lambda k, h: theorem_3(k, h, nice=nice_exchanged),
        "theorem-3-second": lambda k, h: theorem_3(k, h, low=lambda x: x[1] <= 1),
        "theorem-3-zero": lambda k, h: theorem_3(k, h, low=lambda x: x[2] == 0),
        "theorem-3-two": lambda k, h: theorem_3(k, h, low=lambda x: x[2] <= 2),
        "theorem-2-misere": theorem_2,
    }
    smallest = {
        **{name: least(differs(claimed, misere=False)) for name, claimed in normal.items()},
        **{name: least(differs(claimed, misere=True)) for name, claimed in misere.items()},
        "theorem-2-k-1": least(differs(theorem_2, misere=False), k=1),
        "theorem-3-k-1": least(differs(theorem_3, misere=True), k=1),
        "theorem-3-singular-k-1": least(lambda _, h: sizes(h)[2] > 1, k=1),
        "section-3-2-4-everywhere": least(normal_move_loses_misere),
    }
    verdicts("known_false/bounded_greedy_nim.yaml", smallest)


def keys(k: int, heaps: Heaps, counted: int, divided_by: int, at: int) -> Iterator[tuple[int, ...]]:
    """What a theorem of the paper's form may look at, in normal and in misère play."""
    first, second, third = sizes(heaps)
    seen = (repetitions(heaps, counted) % 2, (first - second) % (k + 1))
    low = sizes(heaps)[divided_by - 1] <= at
    yield (*seen, (second - third) % (k + 1))
    yield (*seen, low, second % (k + 1) if low else (second - third) % (k + 1))


def determined(play: int, counted: int, divided_by: int = 3, at: int = 1) -> bool:
    """Whether positions that look alike have the same outcome, for k = 2 and 3."""
    for k in (2, 3):
        outcome: dict[tuple[int, ...], bool] = {}
        for heaps in BOX:
            key = tuple(keys(k, heaps, counted, divided_by, at))[play]
            if outcome.setdefault(key, is_p(k, bool(play), heaps)) != is_p(k, bool(play), heaps):
                return False
    return True


def test_definition_2_counts_the_third_heap_and_no_other() -> None:
    assert [counted for counted in (1, 2, 3, 4) if determined(0, counted)] == [3]


def test_theorem_3_divides_by_the_third_heap_at_one_and_nowhere_else() -> None:
    forms = product((1, 2, 3, 4), (1, 2, 3), (0, 1, 2, 3))
    assert [form for form in forms if determined(1, *form)] == [(3, 3, 1)]


@pytest.mark.parametrize("k", [2, 3, 4, 5])
def test_definitions_3_and_4_are_the_only_pairs_of_remainders(k: int) -> None:
    """Every pair of remainders occurs, and its outcome is the same at all its positions."""
    expected = {(1, False): good(k), (0, True): nice(k)}
    for (parity, misere), pairs in expected.items():
        outcome: dict[tuple[int, int], set[bool]] = {}
        for heaps in positions(4, 2 * k + 3):
            first, second, third = sizes(heaps)
            if repetitions(heaps) % 2 == parity and (third <= 1 or not misere):
                other = second if misere else second - third
                pair = (first - second) % (k + 1), other % (k + 1)
                outcome.setdefault(pair, set()).add(is_p(k, misere, heaps))
        assert {pair for pair, found in outcome.items() if found == {True}} == pairs
        assert set(chain(*outcome.values())) == {True, False}
        assert len(outcome) == (k + 1) ** 2 and all(len(found) == 1 for found in outcome.values())


FACTS = ("fact_1", "fact_2", "fact_3", "lemma_1")
STABLE = "stable(M) :- move(take(M)), x(1,A), x(2,B), A-M >= B."
RULES = split(rules_text("misere_bounded_greedy_nim"))


def fails(k: int, stable: str = STABLE) -> dict[str, Heaps | None]:
    """Where each fact about stable moves first fails, with this definition of them."""
    rules = [stable if rule == STABLE else rule for rule in RULES]
    box = list(positions(4, 7))
    found = evaluate(rules, {"k": k}, box, FACTS)
    return {fact: next((heaps for heaps in box if not found[fact][heaps]), None) for fact in FACTS}


@pytest.mark.parametrize("k", [2, 3, 5])
def test_facts_on_stable_moves(k: int) -> None:
    assert RULES.count(STABLE) == 1
    assert fails(k) == dict.fromkeys(FACTS)


def test_stable_moves_are_those_that_leave_the_second_heap_no_larger() -> None:
    assert fails(2, STABLE.replace("A-M >= B", "A-M > B")) == {
        "fact_1": None,
        "fact_2": None,
        "fact_3": (1,),
        "lemma_1": None,
    }
    by_third = STABLE.replace("x(2,B)", "x(3,B)")
    assert fails(2, by_third)["fact_1"] == (1, 1)


@pytest.mark.slow
def test_allowed_is_theorem_3_with_another_first_heap() -> None:
    for k in (2, 3, 4):
        found = evaluate(RULES, {"k": k}, BOX, ["allowed", "theorem_3"])
        for heaps in BOX:
            first, second, _ = sizes(heaps)
            remainders = {atom.arguments[1].number for atom in found["allowed"][heaps]}
            assert bool(found["theorem_3"][heaps]) == ((first - second) % (k + 1) in remainders)
