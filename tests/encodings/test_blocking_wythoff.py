"""Blocking Wythoff Nim against a solver of its rules, and Larsson's set against counting the options in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import product
from pathlib import Path
from typing import TypeAlias

import pytest

from bouton.automata.decide import Automata
from bouton.claims.subject import rules_of
from bouton.document.load import load
from bouton.proof.goal import theorem_of
from bouton.proof.obligations.kernel import obligations
from bouton.proof.setting import settings
from bouton.proof.theorem import Reading
from tests.encodings.test_wythoff import table
from tests.shipped import copied

Pair: TypeAlias = tuple[int, int]
Block: TypeAlias = tuple[int, int]
"""A way to take stones, and how many: 0 of the first pile where nothing is forbidden."""


def options(x: int, y: int) -> dict[Block, Pair]:
    """What each way to take stones leaves."""
    found = {(0, taken): (x - taken, y) for taken in range(1, x + 1)}
    found |= {(1, taken): (x, y - taken) for taken in range(1, y + 1)}
    return found | {(2, taken): (x - taken, y - taken) for taken in range(1, min(x, y) + 1)}


@cache
def wins(x: int, y: int, block: Block) -> bool:
    """Whether the player to move wins, by every move and everything that can be forbidden with it."""
    left = [pair for way, pair in options(x, y).items() if way != block]
    return any(not wins(*pair, other) for pair in left for other in [(0, 0), *options(*pair)])


@cache
def counted(most: int) -> frozenset[Pair]:
    """The piles that are good to leave: of their options at most one is such, which is then forbidden."""
    found: set[Pair] = set()
    for x, y in sorted(product(range(most + 1), repeat=2), key=sum):
        if sum(one in found for one in options(x, y).values()) <= 1:
            found.add((x, y))
    return frozenset(found)


def either(pairs: Iterator[Pair] | set[Pair]) -> set[Pair]:
    return {pair for x, y in pairs for pair in ((x, y), (y, x))}


LINES = either((n, 2 * n + 1) for n in range(41))
DOUBLED = either((2 * x + 2, 2 * y + 2) for x, y in table(False))


def test_larssons_set() -> None:
    assert {pair for pair in {(0, 0)} | LINES | DOUBLED if max(pair) <= 40} == counted(40)


def test_what_is_good_to_leave() -> None:
    for x, y in product(range(8), repeat=2):
        good = any(not wins(x, y, block) for block in [(0, 0), *options(x, y)])
        assert good == ((x, y) in counted(40))


def test_outcomes(outcomes: Callable[..., dict[tuple[()], dict[tuple[int, ...], bool]]]) -> None:
    found = outcomes("blocking_wythoff.yaml", "normal", {"x": 3, "y": 3})[()]
    assert found == {(x, y, way, taken): not wins(x, y, (way, taken)) for x, y, way, taken in found}
    assert len(found) == 4 * 4 * 3 * 5


def least(good: set[Pair]) -> tuple[dict[str, int], dict[str, int]]:
    """Where the claim that one loses whose options in this set are all forbidden is first wrong."""
    for pair in sorted(product(range(9), repeat=2), key=lambda pair: (sum(pair), pair)):
        for block in product(range(3), range(17)):
            claimed = any(one in good for way, one in options(*pair).items() if way != block)
            if claimed != wins(*pair, block):
                return {}, dict(zip(("x", "y", "way", "taken"), (*pair, *block), strict=True))
    raise AssertionError("it is right")


def test_claims(verdicts: Callable[..., None]) -> None:
    verdicts(
        "blocking_wythoff.yaml",
        {
            "without-none": least(LINES | DOUBLED),
            "from-one-on": least({(0, 0)} | LINES | DOUBLED - {(2, 2)}),
            "one-more": least({(0, 0)} | LINES | either((2 * x + 1, 2 * y + 1) for x, y in table(False))),
            "no-zero-more": least({(0, 0)} | LINES | {(2 * x + 2, 2 * x + 2) for x, _ in table(False)}),
        },
        {"x": 4, "y": 6, "taken": 6},
    )


@pytest.mark.parametrize(("old", "new"), [("wythoff(0,0).", "wythoff(1,1)."), ("", "")])
@pytest.mark.sample(2)
@pytest.mark.slow
def test_what_is_proved_and_what_is_not(old: str, new: str, tmp_path: Path) -> None:
    """Of a changed rule, or a changed theorem, some obligation has a model; of what is right none has one."""
    spec = load(str(copied(tmp_path, "blocking_wythoff", *([(old, new)] if old else []))))
    claim, rules = spec.claim("one-forbidden"), rules_of(spec)
    assert claim.prove is not None
    (setting,) = settings(spec, claim.prove)
    reading = Reading(theorem_of(spec, claim, rules, setting), frozenset(setting.counts))
    decider = Automata()
    fails = any(decider.model(problem) is not None for _, problem in obligations(reading))
    assert fails == bool(old)
