"""What was read by multiplicities, at numbers: moves, what is claimed, and the move that the theorem makes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import reduce
from itertools import combinations_with_replacement
from operator import xor
from types import SimpleNamespace
from typing import Any

import pytest

from bouton.core.errors import Disagreement
from bouton.core.position import Heaps, Measure, Position
from bouton.core.verdict import Verdict
from bouton.document.load import load
from bouton.ground.graph import Node
from bouton.proof.compared.comparison import Seen
from bouton.proof.goal import Goal
from bouton.proof.setting import Setting
from bouton.proof.ways.multiplicities.form import Multiplicities
from bouton.proof.ways.multiplicities.way import ByMultiplicities, Sizes
from bouton.proof.ways.numbers import CheckedAtNumbers, Said, lost
from bouton.run.check import check
from bouton.run.options import Options
from tests.proof.ways.multiplicities.test_problems import EVEN, FALSE, ODD, STAIRS, changed
from tests.reading.conftest import Reader

HEAP = Heaps("heap")
SMALL = [heaps for count in range(7) for heaps in combinations_with_replacement(range(1, 6), count)]
SETTING = Setting({}, {}, ((),), {}, levels=True)


def read(rules: Reader, text: str = STAIRS) -> ByMultiplicities:
    found = Multiplicities(rules(text), {})
    return ByMultiplicities(found.taking(), found.numbers("odd_stairs"), found.rules.sources)


def odd(heaps: tuple[int, ...]) -> int:
    """The nim-sum of how many coins are on each odd stair."""
    return reduce(xor, (many for stair, many in Counter(heaps).items() if stair % 2), 0)


def down(heaps: tuple[int, ...]) -> set[Position]:
    """Any number of coins of one stair go to the next below."""

    def options() -> Iterator[Position]:
        for stair in set(heaps):
            others, here = [one for one in heaps if one != stair], heaps.count(stair)
            for left in range(here):
                below = [stair - 1] * (here - left) if stair > 1 else []
                yield (tuple(sorted([*others, *[stair] * left, *below])),)

    return set(options())


def node(heaps: tuple[int, ...], to: set[Position]) -> Node:
    moves: Any = [type("Move", (), {"to": one})() for one in sorted(to)]
    return Node((heaps,), (sum(heaps),), not moves, moves, {})


def sizes(rules: Reader, text: str = STAIRS) -> Sizes:
    return read(rules, text).at({})


def holding(found: Sizes, claimed: dict[Position, Said]) -> CheckedAtNumbers:
    claim: Any = SimpleNamespace(id="c")
    return CheckedAtNumbers(claim, HEAP, found, claimed, ByMultiplicities.makes)


@pytest.mark.slow
def test_all_of_small_positions(rules: Reader) -> None:
    found = sizes(rules)
    checked = holding(found, {(heaps,): lost(odd(heaps) == 0) for heaps in SMALL})
    for heaps in SMALL:
        to = down(heaps)
        assert {(one,) for one in found.options(heaps)} == to
        assert found.claimed(heaps) is (odd(heaps) == 0)
        assert not found.fails(heaps)
        if odd(heaps):
            made = found.made(heaps)
            assert made is not None
            assert odd(made) == 0
            assert (made,) in to
        assert list(checked.wrong(node(heaps, to))) == []
        assert not checked.fails(node(heaps, to))
    assert found.failing(20) is None


@pytest.mark.parametrize(("name", "least"), [
    ("the even stairs", (1,)), ("every stair counts", (2,)), ("stairs 1, 5, 9", (3,)), ("one coin", (1, 1)),
    ("stairs 1, 4, 7", (3,)), ("not from the lowest stair", (1,)), ("not 50 coins", (1,) * 50),
    ("the odd stairs, and the 50th", (50,)),
])  # fmt: skip
@pytest.mark.sample(3)
def test_where_a_claim_fails(name: str, least: tuple[int, ...], rules: Reader) -> None:
    found = sizes(rules, FALSE[name])
    assert found.failing(55) == least


def test_what_differs_is_told(rules: Reader) -> None:
    found = sizes(rules)
    claims: dict[Position, Said] = {(heaps,): lost(odd(heaps) == 0) for heaps in SMALL}
    checked = holding(found, claims)
    heaps, right = (1, 1, 3), down((1, 1, 3))
    made = found.made(heaps)
    assert made == (1, 3)
    theorem = "the move that the theorem makes, and the options,"
    assert list(checked.wrong(node(heaps, right))) == []
    assert list(checked.wrong(node(heaps, right - {((1, 1, 2),)}))) == ["the moves"]
    assert list(checked.wrong(node(heaps, right | {((1, 2, 2),)}))) == ["the moves"]
    assert list(checked.wrong(node(heaps, right - {(made,)}))) == ["the moves", theorem]
    assert list(holding(found, claims | {(heaps,): lost(True)}).wrong(node(heaps, right))) == ["what is claimed"]
    assert list(holding(found, claims | {(made,): lost(False)}).wrong(node(heaps, right))) == [theorem]
    assert holding(found, claims | {(heaps,): lost(True)}).fails(node(heaps, right))
    assert holding(found, claims | {((),): lost(False)}).fails(node((), set()))


def held(rules: Reader, more: str, text: str = STAIRS) -> list[Seen]:
    """What is read of the stairs held against clingo, whose rules have some more, or other ones."""
    found = read(rules)
    about: Any = SimpleNamespace(measure=Measure.default((HEAP,)))
    claim: Any = SimpleNamespace(id="c", iff="odd_stairs", play="normal")
    return list(found.held(Goal(about, claim, rules(text + more), SETTING)))


@pytest.mark.parametrize("heaps", [(10,), (1, 1, 1, 1, 6), (19,), (32,), (1,) * 9, (16, 17, 17, 17)])
@pytest.mark.sample(3)
def test_a_claim_that_differs_at_one_position_alone_is_found(heaps: tuple[int, ...], rules: Reader) -> None:
    where = ", ".join(f"heap({at},{size})" for at, size in enumerate(heaps, 1))
    text = STAIRS.replace("odd_stairs :-", "safe :-")
    here = f"here :- {where}, not heap({len(heaps) + 1},_).\n"
    more = f"\n{here}odd_stairs :- {'here' if odd(heaps) else 'safe, not here'}.\n"
    more += "odd_stairs :- safe, not here." if odd(heaps) else ""
    with pytest.raises(Disagreement, match=f"^what is claimed at heap={':'.join(map(str, heaps))} differ"):
        held(rules, more, text)


@pytest.mark.parametrize("name", [
    "two coins at least", "not all coins of a stair", "one coin", "to the floor", "all coins", "parities",
    "not from the lowest stair", "stairs 1, 5, 9", "the even stairs", "every stair counts", "nim-sum 1",
    "without the highest stair",
])  # fmt: skip
@pytest.mark.sample(3)
def test_a_wrong_reading_is_noticed(name: str, rules: Reader) -> None:
    """What was read of the stairs is held against other rules, as if these had been read so."""
    with pytest.raises(Disagreement, match="differ between the multiplicities and clingo"):
        held(rules, "", FALSE[name])


@pytest.mark.slow
def test_far_out_too(rules: Reader) -> None:
    """On stair 19 and 32, with nine coins on one stair, and nowhere else that is looked at."""
    for stair in (19, 32):
        with pytest.raises(Disagreement, match=rf"^the moves at heap=({stair}|5:{stair}) differ"):
            held(rules, "", changed((", J = 1..N", f", J = 1..N, S != {stair}")))
    with pytest.raises(Disagreement, match=r"^the moves at heap=1:1:1:1:1:1:1:1:1 differ"):
        held(rules, "", changed((", J = 1..N", ", J = 1..N, J != 9")))
    with pytest.raises(Disagreement, match=r"^what is claimed at heap=19 differ"):
        held(
            rules, "", changed((ODD, ODD.replace("= 1.", "= 1, S != 19.")), (EVEN, f"{EVEN}\nsum(19,X) :- sum(18,X)."))
        )


def test_what_is_right_is_seen(rules: Reader) -> None:
    seen, *_ = held(rules, "")
    assert seen.failing is None
    assert seen.met == {"a move", "a terminal", "claim c"}
    small = [heaps for count in range(6) for heaps in combinations_with_replacement(range(1, 11), count)]
    assert seen.positions == sum(sum(heaps) <= 10 for heaps in small) + 7


@pytest.mark.slow
@pytest.mark.parametrize(("name", "least"), [
    ("at most 50 coins", (1,) * 51), ("the odd stairs, and the 50th", (50,)), ("without the 51st", (51,)),
    ("up to the 50th", (50,)),
])  # fmt: skip
def test_it_is_refuted_at_the_least_position(name: str, least: tuple[int, ...], tmp_path: Any) -> None:
    """No box, and no search of small positions, comes to it; solvers show that the claim is right below it."""
    (tmp_path / "g.lp").write_text(FALSE[name])
    (tmp_path / "g.yaml").write_text(
        "game: g\nrules: g.lp\nposition: {heap: {count: 0..3, size: 1..4}}\n"
        "claims:\n  - {id: c, says: x, kind: p-positions, iff: odd_stairs, prove: {heap: {count: all}}}\n"
    )
    (result,) = check(load(str(tmp_path / "g.yaml")), Options(fresh=True, crosscheck=False), lambda _: None)
    assert (result.verdict, result.reason) == (Verdict.REFUTED, None)
    assert result.counterexample is not None
    assert result.counterexample.at == ({}, (least,))
