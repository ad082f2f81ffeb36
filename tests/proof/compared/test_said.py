"""Which part of a theorem fails at a position by clingo alone: of every small table of moves and of what is claimed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, product
from types import SimpleNamespace
from typing import Any

import pytest
from clingo import Number

from bouton.core.position import Measure, Position
from bouton.core.spec import Play
from bouton.core.stated import Kernel, Pairs, Values
from bouton.ground.graph import Node
from bouton.proof.compared.said import Said
from bouton.proof.obligations.pairs import BARRED, REACHED
from bouton.proof.theorem import MemberClaim, Theorem

BELOW = 3
"""Positions that moves may lead to: all of them, some or none."""
Facts = Mapping[tuple[str, int], Iterable[int]]


def node(at: int, options: Iterable[int], facts: Facts) -> Node:
    moves: Any = tuple(SimpleNamespace(term=Number(to), to=(to,)) for to in options)
    rows = {name: [tuple(map(Number, (number,) * name[1])) for number in numbers] for name, numbers in facts.items()}
    return Node((at,), (at,), not moves, moves, rows)


def theorem(*members: MemberClaim, play: Play = "normal", **more: Any) -> Theorem:
    rules: Any = SimpleNamespace(defined=frozenset())
    return Theorem(rules, {}, {}, Measure.default(()), play, members, **more)


def failing(about: Theorem, options: Iterable[int], facts: Sequence[Facts]) -> str | None:
    """What fails at the last position, which has these moves to those before it."""
    *below, last = [node(at, options if at == len(facts) - 1 else (), one) for at, one in enumerate(facts)]
    nodes: dict[Position, Node] = {one.position: one for one in (*below, last)}
    return Said(about, nodes).failing(last)


def some(numbers: Iterable[int]) -> Iterator[tuple[int, ...]]:
    several = tuple(numbers)
    for size in range(len(several) + 1):
        yield from combinations(several, size)


@pytest.mark.parametrize("play", ["normal", "misere"])
def test_p_positions(play: Play) -> None:
    for options, claimed in product(some(range(BELOW)), product([False, True], repeat=BELOW + 1)):
        found = failing(
            theorem(MemberClaim("c", "iff"), play=play), options, [{("iff", 0): [0] * one} for one in claimed]
        )
        won = any(claimed[at] for at in options)
        expected = None
        if not options and claimed[-1] is not (play == "normal"):
            expected = "terminals"
        elif options and claimed[-1] is won:
            expected = "independence" if won else "absorption"
        assert found == expected


def test_some_positions_alone() -> None:
    """Nothing is said of the others; and no move may lead to them where they are not spoken of at all."""
    about = MemberClaim("c", "iff", "where")
    for options, spoken, claimed in product(
        some(range(BELOW)), product([False, True], repeat=BELOW + 1), product([False, True], repeat=BELOW + 1)
    ):
        facts = [{("iff", 0): [0] * is_p, ("where", 0): [0] * said} for is_p, said in zip(claimed, spoken, strict=True)]
        alone = failing(theorem(about, stated=Kernel(hereditary=True)), options, facts)
        whole = failing(theorem(about), options, facts)
        if not spoken[-1]:
            assert alone is None
            assert whole == ("coverage" if options else None)
        elif not all(spoken[at] for at in options):
            assert alone == "closed under moves"
        else:
            won = any(claimed[at] for at in options)
            right = claimed[-1] is not won
            assert (alone is None) is (whole is None) is right


@pytest.mark.parametrize("strategy", [(), (0,), (1,), (0, 1), (7,)])
def test_strategies(strategy: tuple[int, ...]) -> None:
    """Each move that is named must win, and one must be; where the strategy is one at all."""
    for (first, second), within in product(product([False, True], repeat=2), [None, "within"]):
        for inside in (False, True):
            facts: list[Facts] = [{("iff", 0): [0] * one, ("s", 1): (), ("within", 0): ()} for one in (first, second)]
            facts.append({("iff", 0): (), ("s", 1): strategy, ("within", 0): [0] * inside})
            found = failing(theorem(MemberClaim("c", "iff"), strategy="s", within=within), (0, 1), facts)
            wins = {at for at, one in enumerate((first, second)) if one}
            asked = within is None or inside
            if asked and not (strategy and {*strategy} <= wins):
                assert found == "strategy s"
            else:
                assert found == (None if wins else "absorption")


@pytest.mark.parametrize("play", ["normal", "misere"])
def test_values(play: Play) -> None:
    about = theorem(MemberClaim("c", "value"), play=play, stated=Values())
    for options, below in product(some(range(BELOW)), product([(0,), (1,), (2,)], repeat=BELOW)):
        for own in ((), (-1,), (0,), (1,), (2,), (3,), (0, 1)):
            found = failing(about, options, [{("value", 1): one} for one in (*below, own)])
            reached = {value for at in options for value in below[at]}
            expected: str | None
            if len(own) != 1 or own[0] < 0:
                expected = "one value"
            elif not options:
                expected = None if own[0] == (play == "misere") else "terminals"
            elif own[0] in reached:
                expected = "independence"
            else:
                expected = "absorption" if {*range(own[0])} - reached else None
            assert found == expected


@pytest.mark.parametrize("swap", [None, "swap"])
@pytest.mark.sample(2)
def test_labels(swap: str | None) -> None:
    about = theorem(MemberClaim("c", "label"), stated=Pairs(swap, frozenset({0, 1})))
    for options, below in product(some(range(BELOW)), product(range(4), repeat=BELOW)):
        for own, swaps in product([(), (-1,), (0,), (1,), (2,), (3,), (4,), (0, 1)], [False, True]):
            facts: list[Facts] = [{("label", 1): (one,), ("swap", 0): [0] * (one < 2)} for one in below]
            facts.append({("label", 1): own, ("swap", 0): [0] * swaps})
            assert failing(about, options, facts) == expected_of(
                own, frozenset(below[at] for at in options), swap and swaps
            )


def expected_of(own: tuple[int, ...], reached: frozenset[int], swaps: object) -> str | None:
    """What fails of a label by the rule for labels; `swaps` is whether it is claimed a swap position, if that is."""
    if len(own) != 1 or own[0] not in range(4):
        return "labels"
    (label,) = own
    if swaps is not None and swaps is not (label < 2):
        return "positions of the class"
    if not reached:
        return None if label == 0 else "terminals"
    if not reached.isdisjoint(BARRED[label]):
        return "independence"
    return None if reached.issuperset(REACHED[label]) else "absorption"
