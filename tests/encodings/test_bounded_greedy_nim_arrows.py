"""The arrows of Figures 1 and 2 of the misère paper against plain Python: the follower, its beta, its clauses."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from tests.one_position import evaluate, split
from tests.shipped import rules_text

Heaps = tuple[int, ...]
NAME = "misere_bounded_greedy_nim_moves"
SAID = ("y", "y_beta", "to_1", "to_2", "as_figure_1", "as_figure_2", "from_p", "drawn", "theorem_3")


def descending(most: int, size: int) -> list[Heaps]:
    found: list[Heaps] = [()]
    for heaps in found:
        if len(heaps) < most:
            found += [(*heaps, one) for one in range(1, (heaps[-1] if heaps else size) + 1)]
    return found


BOX = descending(4, 6)
BOX += [(*two, *(2,) * equal) for two in ((2, 2), (3, 2), (4, 4), (5, 4), (9, 2)) for equal in (3, 4, 5)]


def beta(heaps: Heaps) -> int:
    return heaps[2:].count(heaps[2]) if len(heaps) > 2 else 0


def clauses(k: int, heaps: Heaps) -> set[str]:
    """Which clauses of Definitions 3 and 4 hold, and whether r(x_1 - x_2) = 0, x_3 <= 1, and beta is even."""
    a, b, c = (*heaps, 0, 0, 0)[:3]
    ab, bc, b_ = (a - b) % (k + 1), (b - c) % (k + 1), b % (k + 1)
    said = {
        "nice_1": ab == k and b_ == 1,
        "nice_2": ab == 0 and b_ not in (0, 1),
        "nice_3": ab == 1 and b_ == 0,
        "good_1": ab == k and bc == 0,
        "good_2": ab == 0 and bc not in (0, k),
        "good_3": ab == 1 and bc == k,
        "zero": ab == 0,
        "low": c <= 1,
        "high": c >= 2,
        "even": beta(heaps) % 2 == 0,
        "odd": beta(heaps) % 2 == 1,
    }
    return {name for name, holds in said.items() if holds}


def theorem_3(found: set[str]) -> bool:
    clause = "nice" if "low" in found else "good"
    by_clause = any(one.startswith(clause) for one in found)
    return by_clause if ("even" in found) == ("low" in found) else "zero" in found


@cache
def at(k: int, m: int) -> dict[str, Any]:
    return evaluate(split(rules_text(NAME)), {"k": k, "m": m}, BOX, SAID)


def names(rows: Any) -> set[str]:
    return {row.arguments[1].name for row in rows}


@pytest.mark.parametrize("k", [2, 3, 4])
def test_the_follower_and_what_is_said_of_it(k: int) -> None:
    """A move from a P-position is an arrow or stable, to an N-position; an N-position has one, to a P-position."""
    for heaps in BOX:
        before, arrows = clauses(k, heaps), []
        for m in range(1, k + 1):
            found = {name: at(k, m)[name][heaps] for name in SAID}
            drawn = [row for name in ("to_1", "to_2") for row in found[name]]
            if not heaps or m > heaps[0]:
                assert drawn == []
                continue
            left = tuple(sorted((one for one in (heaps[0] - m, *heaps[1:]) if one), reverse=True))
            after = clauses(k, left)
            open_ = not found["y_beta"]
            assert names(found["y"]) == (after - {"even", "odd"} if open_ else after), (heaps, m)
            assert found["as_figure_1"] or "high" in before
            assert found["as_figure_2"]
            assert theorem_3(before) is bool(found["from_p"])
            if theorem_3(before):
                assert found["drawn"]
                assert not theorem_3(after)
            elif drawn:
                arrows.append(m)
                assert theorem_3(after)
        assert len(arrows) == (bool(heaps) and not theorem_3(before)), heaps


def test_every_arrow_occurs() -> None:
    """Each rule of an arrow applies to some move."""
    rules = [rule for rule in split(rules_text(NAME)) if rule.startswith(("to_1(", "to_2("))]
    assert len(rules) == 18 - 2 + 17
    named = [f"rule_{at} :- {rule.partition(' :- ')[2]}" for at, rule in enumerate(rules)]
    seen: set[str] = set()
    wanted = [f"rule_{at}" for at in range(len(rules))]
    for k in (2, 3):
        for m in range(1, k + 1):
            found = evaluate([*split(rules_text(NAME)), *named], {"k": k, "m": m}, BOX, wanted)
            seen |= {name for name in wanted if any(found[name].values())}
    assert seen == set(wanted)


CHANGED = [
    ("as_figure_1", "to_1(stable,even,nice_1) :- takes_1", "to_1(stable,even,nice_3) :- takes_1"),
    ("as_figure_1", "to_1(other,odd,zero)     :- takes_1", "to_1(other,even,zero)    :- takes_1"),
    ("as_figure_1", "to_1(other,even,nice_1)  :- takes_3, not apart", "to_1(other,even,nice_1)  :- takes_3, apart"),
    ("as_figure_1", "to_1(stable,even,any)    :- by_3, stable.", "to_1(stable,even,any)    :- by_3."),
    ("as_figure_2", "to_2(other,even,zero)    :- gives_1", "to_2(other,odd,zero)     :- gives_1"),
    ("as_figure_2", "three_four, x(3,C), C >= 3.", "three_four."),
    ("as_figure_2", "to_2(other,odd,good_1)   :- gives_3", "to_2(other,odd,good_3)   :- gives_3"),
    ("as_figure_2", "to_2(other,even,nonzero) :- from_zero, second.", "to_2(other,even,nonzero) :- from_zero."),
    ("drawn", "to_1(other,even,no)      :- by_3, not_stable.", ""),
    ("drawn", "from_2, past_3, y(low).", "from_2, past_3, y(low), y(good_1)."),
    ("drawn", "to_2(other,odd,no)       :- from_zero, past_3.", ""),
]
"""What the claims state, each with a change that some move refutes."""


@pytest.mark.parametrize(("iff", "old", "new"), CHANGED)
def test_changes_are_refuted(iff: str, old: str, new: str) -> None:
    text = rules_text(NAME)
    assert text.count(old) == 1
    where = {"drawn": "from_p", "as_figure_1": "on_figure_1", "as_figure_2": "on_figure_2"}[iff]
    wrong = []
    for m in (1, 2, 3):
        found = evaluate(split(text.replace(old, new)), {"k": 3, "m": m}, BOX, [where, iff])
        wrong += [heaps for heaps in BOX if found[where][heaps] and not found[iff][heaps]]
    assert wrong
