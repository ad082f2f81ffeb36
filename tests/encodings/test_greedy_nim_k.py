"""The encoding of Greedy Nim_k, as ASP about one position and through Bouton, against a plain solver."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import product

import pytest
from clingo import Symbol
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.one_position import evaluate, head, split
from tests.oracle.greedy_nim_k import Heaps, is_misere_p, is_p, options, order, positions
from tests.samples import small_or_whole
from tests.shipped import rules_text

RULES = split(rules_text("greedy_nim_k"))
SMALL = list(positions(range(6), range(1, 6)))
BOX = list(positions(range(7), range(1, 9)))
THREE = list(positions(range(3, 4), range(1, 31)))
MANY = list(positions(range(6, 11), range(1, 4)))
SPEAKS = {"theorem_2": "one_or_two_heaps", "theorem_3": "third_is_one", "theorem_8": "third_is_more"}
Move = tuple[tuple[int, int], ...]
Where = tuple[dict[str, object], dict[str, object]]


def lowered(term: Symbol) -> Move:
    """The (heap, size) pairs of the list that names a move."""
    pairs = []
    while term.name == "l":
        place, size, term = term.arguments
        pairs.append((place.number, size.number))
    return tuple(pairs)


def played(heaps: Heaps, move: Move) -> Heaps:
    sizes = {**dict(enumerate(heaps, 1)), **dict(move)}
    return tuple(sorted(size for size in sizes.values() if size))


def reached(k: int, heaps: Heaps, moves: list[Symbol]) -> set[Heaps]:
    """The positions that these moves lead to; all must be legal by the paper's rules."""
    found = set()
    for symbol in moves:
        move = lowered(symbol.arguments[1])
        assert 1 <= len(move) <= k
        assert all(0 <= size < heaps[place - 1] == heaps[-1] for place, size in move)
        found.add(played(heaps, move))
    return found


@cache
def facts(k: int, heaps: tuple[Heaps, ...], *wanted: str) -> dict[str, dict[Heaps, list[Symbol]]]:
    return evaluate(RULES, {"k": k}, heaps, wanted)


@pytest.mark.parametrize("k", [1, 2, 3, 4, 5])
@pytest.mark.sample(3)
def test_every_option_is_reached_by_one_move(k: int) -> None:
    moves = facts(k, tuple(SMALL), "move")["move"]
    for heaps in SMALL:
        assert reached(k, heaps, moves[heaps]) == options(k, heaps)
        assert len(moves[heaps]) == len(options(k, heaps))


def test_after_a_move_the_heaps_it_names_have_the_sizes_it_names() -> None:
    found = facts(3, tuple(SMALL), "move", "after")
    for heaps in SMALL:
        moves = [row.arguments[1] for row in found["move"][heaps]]
        after = [(row.arguments[1], row.arguments[2].arguments) for row in found["after"][heaps]]
        effects = {(move, place.number, size.number) for move, (_, place, size) in after}
        assert effects == {(move, *pair) for move in moves for pair in lowered(move)}


@pytest.mark.parametrize(("k", "box"), [(3, BOX), (2, BOX), (4, BOX), (2, THREE), (3, THREE), (4, THREE)])
@pytest.mark.sample(6)
@pytest.mark.slow
def test_the_theorems_give_the_p_positions(k: int, box: list[Heaps]) -> None:
    found = facts(k, tuple(box), *SPEAKS, *SPEAKS.values())
    for heaps in box:
        speaking = [theorem for theorem, where in SPEAKS.items() if found[where][heaps]]
        assert len(speaking) == (1 if heaps else 0)
        for theorem in speaking:
            assert bool(found[theorem][heaps]) == is_p(k, heaps)


@pytest.mark.slow
@pytest.mark.parametrize(("k", "box"), [(2, BOX), (3, BOX), (3, MANY), (4, BOX), (5, MANY), (2, MANY), (4, MANY)])
@pytest.mark.sample(9)
def test_one_winning_move_is_named_in_every_n_position(k: int, box: list[Heaps]) -> None:
    found = facts(k, tuple(box), "winning_move")["winning_move"]
    for heaps in box:
        if not is_p(k, heaps):
            (option,) = reached(k, heaps, found[heaps])
            assert len(found[heaps]) == 1
            assert is_p(k, option)


@settings(max_examples=60)
@given(st.integers(2, 6), st.lists(st.integers(1, 7), min_size=1, max_size=7).map(lambda sizes: tuple(sorted(sizes))))
def test_any_position(k: int, heaps: Heaps) -> None:
    found = evaluate(RULES, {"k": k}, [heaps], ["winning_move", *SPEAKS, *SPEAKS.values()])
    (theorem,) = (theorem for theorem, where in SPEAKS.items() if found[where][heaps])
    assert bool(found[theorem][heaps]) == is_p(k, heaps)
    if not is_p(k, heaps):
        assert all(is_p(k, option) for option in reached(k, heaps, found["winning_move"][heaps]))
        assert found["winning_move"][heaps]


@pytest.mark.slow
def test_every_case_of_the_proofs_is_met() -> None:
    """Each rule that prescribes a move does so at some N-position of the boxes that the spec judges."""
    prescribing = [rule for rule in RULES if head(rule).startswith("removes")]
    cases = [f"case({number}){rule[rule.index(' :- ') :]}" for number, rule in enumerate(prescribing)]
    met = set[int]()
    for k, box in product((2, 3, 4), (BOX, MANY)):
        if len(met) < len(cases):
            found = evaluate([*RULES, *cases], {"k": k}, box, ["case"])["case"]
            met |= {row.arguments[1].number for heaps in box if not is_p(k, heaps) for row in found[heaps]}
    assert [rule for number, rule in enumerate(prescribing) if number not in met] == []


def least(k: int, wrong: Callable[[Heaps], object]) -> Where:
    """The smallest position where something is wrong, as a counterexample gives it."""
    heaps = min((heaps for heaps in SMALL if wrong(heaps)), key=lambda heaps: order(k, heaps))
    return {"k": k}, {"heap": list(heaps)}


@pytest.mark.parametrize("size", small_or_whole(4, 8))
def test_outcomes(outcomes: Callable[..., object], size: int) -> None:
    box = [heaps for heaps in BOX if max(heaps, default=0) <= size]
    expected = {(k,): {(heaps,): is_p(k, heaps) for heaps in box} for k in (2, 3, 4)}
    assert outcomes("greedy_nim_k.yaml", "normal", {"heap.size": size}) == expected


@pytest.mark.parametrize("most", small_or_whole({"k": 2, "heap.size": 7}, {}), ids=["small", "whole"])
def test_claims(verdicts: Callable[..., None], most: dict[str, int]) -> None:
    printed = facts(2, tuple(SMALL), "winning_move_printed")["winning_move_printed"]
    missing = least(2, lambda heaps: len(heaps) in (1, 2) and not is_p(2, heaps) and not printed[heaps])
    verdicts("greedy_nim_k.yaml", {"theorem-2-moves": missing}, most)


def test_why_k_is_at_least_2(verdicts: Callable[[str, dict[str, Where]], None]) -> None:
    found = facts(1, tuple(SMALL), *SPEAKS, *SPEAKS.values())

    def wrong(theorem: str) -> Callable[[Heaps], object]:
        return lambda heaps: found[SPEAKS[theorem]][heaps] and bool(found[theorem][heaps]) != is_p(1, heaps)

    smallest = {theorem.replace("_", "-"): least(1, wrong(theorem)) for theorem in SPEAKS}
    smallest["solution"] = least(1, lambda heaps: any(wrong(theorem)(heaps) for theorem in SPEAKS))
    verdicts("known_false/greedy_nim_k_one.yaml", smallest)


def test_statements_close_to_the_papers(verdicts: Callable[[str, dict[str, Where]], None]) -> None:
    found = facts(2, tuple(SMALL), *SPEAKS, *SPEAKS.values())

    def wrong(theorem: str) -> Callable[[Heaps], object]:
        return lambda heaps: found[SPEAKS[theorem]][heaps] and bool(found[theorem][heaps]) != is_misere_p(2, heaps)

    def clashes(heaps: Heaps) -> bool:
        """Some position before it ends in the same three heaps and has the other outcome."""
        return any(
            other[-3:] == heaps[-3:] and order(2, other) < order(2, heaps) and is_p(2, other) != is_p(2, heaps)
            for other in SMALL
            if found["third_is_more"][other] and found["third_is_more"][heaps]
        )

    assert not is_p(3, (1, 1, 1, 5, 5))
    smallest: dict[str, Where] = {
        "example-1-as-explained": ({"k": 3}, {"heap": [1, 1, 1, 5, 5]}),
        "last-three-heaps": least(2, clashes),
        "theorem-2-misere": least(2, wrong("theorem_2")),
        "theorem-3-misere": least(2, wrong("theorem_3")),
    }
    verdicts("known_false/greedy_nim_k_misread.yaml", smallest)


@pytest.mark.parametrize("k", [2, 3, 4])
@pytest.mark.sample(3)
def test_the_two_plays_agree_where_the_third_heap_is_more_than_1(k: int) -> None:
    for heaps in BOX:
        if len(heaps) >= 3 and heaps[-3] >= 2:
            assert is_p(k, heaps) == is_misere_p(k, heaps)
