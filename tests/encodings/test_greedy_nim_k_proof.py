"""What the proof of Theorem 8 of Greedy Nim_k states of the position after one move, against plain Python."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from tests.one_position import evaluate, split
from tests.oracle.greedy_nim_k import Heaps, is_p, positions
from tests.samples import small_or_whole
from tests.shipped import rules_text

BOX = [heaps for heaps in positions(range(3, 6), range(1, 5)) if heaps[-3] >= 2]
BOX += [(2,) * equal + two for equal in (1, 2, 3, 4) for two in positions(range(2, 3), range(2, 7)) if max(two) > 4]
BOX += list(positions(range(6, 7), range(2, 4)))
BOX += [(2,) * equal + two for equal in (5, 6) for two in ((2, 3), (4, 5))]  # R_{k+1}(n_e) = 3, n_e >= 4, k = 3, 4
SAID = ("legal", "next_type", "next_p", "prescribed", "as_stated")


def kind(k: int, heaps: Heaps) -> str | None:
    """The type of a position by Definition 7, with its clause; None where x_{n-2} <= 1 or there are no three heaps."""
    if len(heaps) < 3 or heaps[-3] < 2:
        return None
    a, b, c = heaps[-3:]
    r = sum(size >= a for size in heaps) % (k + 1)
    if (b - a) % 2 == 0 and c == b + 1:
        return "(1,i)" if r == 1 and a == b else "(1,ii)" if r == 2 else "(2)"
    if r == 1 and a == b == c:
        return "(3,i)"
    return "(3,ii)" if r == 2 and (b - a) % 2 == 1 and c == b + 1 else "(4)"


def after(name: str, k: int, heaps: Heaps, first: int, second: int) -> Heaps | None:
    """What a move leaves: of one heap or two, or of so many entire heaps and one stone of others; None if not legal."""
    top, equal = heaps[-1], heaps.count(heaps[-1])
    if name == "greedy_nim_k_moves":
        lowered = [top - first] + ([top - second] if second else [])
    else:
        lowered = [0] * first + [top - 1] * second
    if not 1 <= len(lowered) <= min(k, equal) or min(lowered) < 0:
        return None
    return tuple(sorted(size for size in (*heaps[: -len(lowered)], *lowered) if size))


@cache
def at(name: str, k: int, first: int, second: int) -> dict[str, Any]:
    letters = "tu" if name == "greedy_nim_k_moves" else "ed"
    return evaluate(split(rules_text(name)), {"k": k, **dict(zip(letters, (first, second), strict=True))}, BOX, SAID)


MOVES = [("greedy_nim_k_moves", t, u) for t in range(1, 7) for u in range(6)]
MOVES += [("greedy_nim_k_several", e, d) for e in range(5) for d in range(5)]


@pytest.mark.parametrize("step", small_or_whole(3, 1))
@pytest.mark.parametrize("k", [2, 3, 4])
@pytest.mark.sample(6)
def test_the_type_of_what_a_move_leaves(k: int, step: int) -> None:
    for name, first, second in MOVES[::step]:
        found = at(name, k, first, second)
        for heaps in BOX:
            left = after(name, k, heaps, first, second)
            assert bool(found["legal"][heaps]) == (left is not None)
            if left is not None:
                types = {str(row).partition(",")[2].removesuffix(")") for row in found["next_type"][heaps]}
                types = {one if one.startswith("(") else one if one.startswith("(") else f"({one})" for one in types}
                assert types == ({kind(k, left)} - {None}), (heaps, left)
                assert bool(found["next_p"][heaps]) == is_p(k, left), (heaps, left)


@pytest.mark.parametrize("k", [2, 3, 4])
@pytest.mark.sample(3)
def test_each_n_position_has_one_prescription_and_it_is_the_winning_move_of_the_solution(k: int) -> None:
    """So that the prescriptions of both files are those that the proof for all sizes rests on."""
    told = evaluate(split(rules_text("greedy_nim_k")), {"k": k}, BOX, ["winning_move"])["winning_move"]
    prescribed: dict[Heaps, set[Heaps]] = {heaps: set() for heaps in BOX}
    for name, first, second in MOVES:
        found = at(name, k, first, second)
        for heaps in BOX:
            left = after(name, k, heaps, first, second)
            if found["prescribed"][heaps]:
                assert left is not None
                assert found["as_stated"][heaps]
                prescribed[heaps].add(left)
    for heaps in BOX:
        moves = [dict(_pairs(row.arguments[1])) for row in told[heaps]]
        wins = {
            tuple(sorted(size for place, old in enumerate(heaps, 1) if (size := move.get(place, old))))
            for move in moves
        }
        assert prescribed[heaps] == (set() if is_p(k, heaps) else wins)


def _pairs(term: Any) -> list[tuple[int, int]]:
    return [] if term.name == "nil" else [tuple(one.number for one in term.arguments[:2]), *_pairs(term.arguments[2])]


CHANGED = [
    ("moves", "prescribed", "as_stated", "differ(_,B,C,0), one(C-B+1)", "differ(_,B,C,0), one(C-B-1)"),
    ("moves", "prescribed", "as_stated", "states(3,i)  :- differ(A,C,C,2)", "states(3,ii) :- differ(A,C,C,2)"),
    ("moves", "prescribed", "as_stated", "states(2,1)  :- differ", "states(2,0)  :- differ"),
    ("moves", "from_type_2", "as_stated_of_type_2", "not next_r(3 \\ (k+1))", "not next_r(3)"),
    ("moves", "from_type_2", "as_stated_of_type_2", "largest(1), next_p", "largest(1), not next_p"),
    ("moves", "from_type_2", "as_stated_of_type_2", "n_e(E), E >= 4, last", "n_e(E), E >= 3, last"),
    ("moves", "from_type_2", "as_stated_of_type_2", "(A,_,C,3), C-A < t, not next_r(2)", "(A,_,C,3), not next_r(2)"),
    ("moves", "from_type_2", "as_stated_of_type_2", "next(_,Y,Z), (Z-Y) \\ 2 = 1", "next(_,Y,Z)"),
    ("moves", "from_type_2", "as_stated_of_type_2", "next_r(Q), Q < 3.", "next_r(Q), Q < 4."),
    ("moves", "from_type_3", "as_stated_of_type_3", "B = A+1, not next_type(1,i)", "B = A+1, not next_type(1,ii)"),
    ("moves", "from_type_3", "as_stated_of_type_3", "C-t = B-1, not next_type(1,ii)", "C-t = B-1, not next_type(4)"),
    ("moves", "from_type_3", "as_stated_of_type_3", "C-t >= A, not next_r(2)", "C-t >= A, not next_r(1)"),
    ("several", "prescribed", "as_stated", "E > k+1, several(k,0)", "E >= k+1, several(k,0)"),
    ("several", "prescribed", "as_stated", "x_alpha(1), r_beta(0), several(k-1,1)", "x_alpha(1), several(k-1,1)"),
    ("several", "prescribed", "as_stated", "R <= 2, several(E+R-3,2-R)", "R <= 2, several(E-1,0)"),
    ("several", "from_type_3", "enough_left", "E < k+2", "E < k+3"),
    ("several", "from_type_3", "enough_left", "E-e < 2", "E-e < 3"),
    ("several", "from_type_3", "enough_left", "(k+1) = 1.", "(k+1) = 2."),
    ("several", "equal_last", "as_stated_of_equal", ", M \\ (k+1) != 1.", "."),
    ("several", "equal_last", "as_stated_of_equal", "third_is_more, not type_4", "third_is_more, not type_2"),
    ("several", "equal_last", "as_stated_of_equal", "r_e(1), last(A,A,_)", "r_e(1), last(A,_,_)"),
]
"""What the claims state, each with a change that some move refutes: the spec, the hypothesis, and what is claimed."""


@pytest.mark.parametrize(("spec", "where", "iff", "said", "changed"), CHANGED)
@pytest.mark.sample(6)
@pytest.mark.long("from_type_2")
def test_a_changed_statement_fails(spec: str, where: str, iff: str, said: str, changed: str) -> None:
    name = f"greedy_nim_k_{spec}"
    text = " ".join(split(rules_text(name)))
    said, changed = (" ".join(one.split()) for one in (said, changed))
    assert said in text
    rules = split(text.replace(said, changed))

    def fails(k: int, first: int, second: int) -> bool:
        letters = "tu" if spec == "moves" else "ed"
        found = evaluate(rules, {"k": k, **dict(zip(letters, (first, second), strict=True))}, BOX, [where, iff])
        return any(found[where][heaps] and not found[iff][heaps] for heaps in BOX)

    moves = [one[1:] for one in MOVES if one[0] == name]
    assert any(fails(k, *move) for k in (2, 3, 4) for move in moves)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("by_the_sequence", "by_the_sequence"),
        ("e_good, not e_type_1.", "e_good."),
        ("r_e(1), e_last(A,A,A).", "r_e(1), e_last(A,A,_)."),
        ("effective(E-2,A), effective(E-1,B), effective(E,C).", "effective(1,A), effective(E-1,B), effective(E-1,C)."),
    ],
)
def test_theorem_8_by_the_effective_sequence(old: str, new: str) -> None:
    """What the claim says is so of every position here, and of no change of it."""
    text = rules_text("greedy_nim_k")
    assert old == new or text.count(old) == 1
    differ = []
    for k in (2, 3):
        found = evaluate(split(text.replace(old, new)), {"k": k}, BOX, ["theorem_8", "by_the_sequence"])
        differ += [heaps for heaps in BOX if bool(found["theorem_8"][heaps]) != bool(found["by_the_sequence"][heaps])]
    assert bool(differ) == (old != new)
