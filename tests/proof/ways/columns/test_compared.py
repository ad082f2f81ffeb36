"""What was read by columns, at numbers: moves, what is claimed, and the move that the induction over places makes."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations_with_replacement, product
from types import SimpleNamespace
from typing import Any

import pytest

from bouton.core.errors import Disagreement
from bouton.core.position import Heaps, Measure, Position
from bouton.ground.graph import Node
from bouton.proof.compared.comparison import Seen
from bouton.proof.goal import Goal
from bouton.proof.setting import Setting, Span, ranged
from bouton.proof.ways.columns.form import Columns
from bouton.proof.ways.columns.way import ByColumns, DigitPlaces
from bouton.proof.ways.numbers import CheckedAtNumbers, Said, lost
from tests.proof.ways.columns.test_form import MOORE, K
from tests.reading.conftest import Reader

HEAP = Heaps("heap")
SMALL = [heaps for count in range(5) for heaps in combinations_with_replacement(range(1, 6), count)]


def checked(rules: Reader, k: int, misere: bool = False) -> CheckedAtNumbers:
    read = rules(MOORE, parameters=["k"])
    columns = Columns(read, {"k": K})
    digits = columns.digits("misere" if misere else "balanced")
    found = ByColumns(columns.lowering(), digits, misere, read.sources)
    claimed: dict[Position, Said] = {(heaps,): lost(said(heaps, k, misere)) for heaps in SMALL}
    claim: Any = SimpleNamespace(id="c")
    return CheckedAtNumbers(claim, HEAP, found.at({K: k}), claimed, found.makes)


def said(heaps: tuple[int, ...], k: int, misere: bool) -> bool:
    """Moore's theorem: each binary digit is 1 in a multiple of k+1 heaps."""
    if misere and max(heaps, default=0) <= 1:
        return len(heaps) % (k + 1) == 1
    return all(sum(size >> at & 1 for size in heaps) % (k + 1) == 0 for at in range(6))


def options(heaps: tuple[int, ...], k: int) -> set[Position]:
    found: set[Position] = set()
    for left in product(*(range(size + 1) for size in heaps)):
        if 1 <= sum(a != b for a, b in zip(left, heaps, strict=True)) <= k:
            found.add((tuple(sorted(filter(None, left))),))
    return found


def node(heaps: tuple[int, ...], to: set[Position]) -> Node:
    moves: Any = [type("Move", (), {"to": one})() for one in sorted(to)]
    return Node((heaps,), (sum(heaps),), not moves, moves, {})


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("k", [1, 2, 3])
@pytest.mark.sample(4)
def test_all_of_small_positions(k: int, misere: bool, rules: Reader) -> None:
    found = checked(rules, k, misere)
    for heaps in SMALL:
        to = options(heaps, k)
        assert {(HEAP.canonical(one),) for one in found.read.options(heaps)} == to
        assert found.read.said(heaps) == lost(said(heaps, k, misere))
        if heaps and not said(heaps, k, misere):
            made = (HEAP.canonical(found.read.made(heaps, 0) or ()),)
            assert made in to
            assert found.claimed[made]
        assert list(found.wrong(node(heaps, to))) == []
        assert not found.fails(node(heaps, to))


@pytest.mark.parametrize(
    ("before", "after"),
    [("k = 0", "k = 0"), ("(k+1) != 0", "k != 0"), ("(k+1) != 0", "(k+2) != 0"), ("J < k", "J <= k"), ("= 1.", "= 0.")],
)
@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("k", [1, 2, 3])
@pytest.mark.sample(6)
def test_where_a_claim_fails_is_told_without_the_moves(
    before: str, after: str, k: int, misere: bool, rules: Reader
) -> None:
    """Right claims and wrong ones: by each move there is, and place by place."""
    read = rules(MOORE.replace(before, after), parameters=["k"])
    columns = Columns(read, {"k": K})
    places = DigitPlaces(columns.lowering(), columns.digits("misere" if misere else "balanced"), misere, {K: k})
    most = k + (before == "J < k")
    failing = []
    for heaps in SMALL:
        to = [found[0] for found in options(heaps, most)]
        won = any(places.claimed(one) for one in to if isinstance(one, tuple)) or (misere and not heaps)
        failing += [heaps] if places.claimed(heaps) is won else []
        assert places.fails(heaps) is (heaps in failing)
    wrong = before != after and (misere or before != "= 1.")
    assert bool(failing) is wrong


def test_what_differs_is_told(rules: Reader) -> None:
    found = checked(rules, 2)
    right = options((1, 2), 2)
    assert list(found.wrong(node((1, 2), right - {((2,),)}))) == ["the moves"]
    assert list(found.wrong(node((1, 2), right | {((1, 3),)}))) == ["the moves"]
    assert found.read.made((1, 2), 0) == (0, 0)
    made = ((),)
    assert list(found.wrong(node((1, 2), right - {made}))) == [
        *("the moves", "the move that the columns make, and the options,"),
    ]
    other = replace(found, claimed={**found.claimed, ((1, 2),): lost(True)})
    assert list(other.wrong(node((1, 2), right))) == ["what is claimed"]
    other = replace(found, claimed={**found.claimed, ((),): lost(False)})
    assert list(other.wrong(node((1, 2), right))) == ["the move that the columns make, and the options,"]


def test_a_local_condition_that_fails_by_clingo_alone(rules: Reader) -> None:
    for misere, ended in ((False, True), (True, False)):
        found = checked(rules, 2, misere)
        assert found.claimed[(),] == lost(ended)
        claims = {**found.claimed, ((),): lost(not ended)}
        assert replace(found, claimed=claims).fails(node((), set()))
        claims = {**found.claimed, ((1, 2),): lost(True)}
        assert replace(found, claimed=claims).fails(node((1, 2), options((1, 2), 2)))


def held(rules: Reader, more: str) -> list[Seen]:
    """What is read of Moore's game held against clingo, whose rules have some more."""
    setting = Setting({}, {"k": Span(1, None)}, ((),), {}, levels=True)
    unknowns = ranged(setting).parameters
    columns = Columns(rules(MOORE, parameters=["k"]), unknowns)
    found = ByColumns(columns.lowering(), columns.digits("balanced"), False, columns.rules.sources)
    about: Any = SimpleNamespace(measure=Measure.default((HEAP,)))
    claim: Any = SimpleNamespace(id="c", iff="balanced", play="normal")
    return list(found.held(Goal(about, claim, rules(MOORE + more, parameters=["k"]), setting)))


@pytest.mark.parametrize(("k", "heaps"), [(1, (10,)), (1, (1, 1, 1, 7)), (1, (19,)), (1, (9, 18)), (3, (32,))])
@pytest.mark.sample(6)
def test_what_differs_at_one_position_alone_is_found(k: int, heaps: tuple[int, ...], rules: Reader) -> None:
    """Of few heaps and stones, or further out; for one of the least values of k."""
    name = "unbalanced" if said(heaps, k, False) else "balanced"
    where = "".join(f", heap({at},{size})" for at, size in enumerate(heaps, 1))
    with pytest.raises(Disagreement, match=f"^what is claimed at k={k},heap={':'.join(map(str, heaps))} differ"):
        held(rules, f"{name} :- k = {k}{where}, not heap({len(heaps) + 1},_).")


@pytest.mark.slow
def test_what_is_right_is_seen_at_three_values_of_a_parameter(rules: Reader) -> None:
    """All small ones, for each value; those near numbers for the least; and what the numbers still want."""
    seen = held(rules, "")
    small = [one for one in seen if one.positions == 99]
    assert (len(small), {one.failing for one in seen}) == (3, {None})
    assert all(one.met == {"a move", "a terminal", "claim c"} for one in small)
