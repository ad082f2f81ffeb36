"""A table of values for any number of rows: the right one is proved, others are refuted at the least position."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from bouton.core.proof import Proof
from bouton.core.shipped import folder
from bouton.document.load import load
from bouton.process.limits import Limits
from bouton.proof.attempt import Attempt
from bouton.proof.ways import tables
from bouton.proof.ways.periods import by_code as periods
from bouton.proof.ways.sums.problems import CITED
from bouton.proof.whole import attempted
from tests.encodings.test_kayles import value
from tests.proof.attempts import whole

RULES = (folder("encodings") / "kayles/rules.lp").read_text()
THEOREMS = (folder("encodings") / "kayles/theorems.lp").read_text()
Prove = Callable[..., Attempt]
Table = Callable[[int], int]

UNUSUAL = {0: 0, 3: 3, 6: 3, 9: 4, 11: 6, 15: 7, 18: 3, 21: 4, 22: 6, 28: 5, 34: 6, 39: 3, 57: 4, 70: 6}
USUAL = [4, 1, 2, 8, 1, 4, 7, 2, 1, 8, 2, 7]


@pytest.fixture
def attempt(tmp_path: Path) -> Prove:
    def proving(rules: str = RULES, theorems: str = THEOREMS, claim: str = "kind: p-positions, iff: zero") -> Attempt:
        (tmp_path / "g.lp").write_text(rules + theorems)
        head = "game: g\nrules: g.lp\nposition: {heap: {count: 0..2, size: 1..3}}\n"
        text = f"{head}claims:\n  - {{id: c, says: x, {claim}, prove: {{heap: {{count: all}}}}}}\n"
        (tmp_path / "g.yaml").write_text(text)
        spec = load(str(tmp_path / "g.yaml"))
        goal = whole(spec, spec.claims[0], Limits(seconds=60))
        assert tables.BY_TABLE.concerns(goal)
        return attempted(tables.BY_TABLE, goal)

    return proving


def table(unusual: dict[int, int] = UNUSUAL, usual: list[int] = USUAL, period: int = 12) -> Table:
    """The table in plain Python."""
    return lambda size: unusual.get(size, usual[size % period])


def fewest(claimed: Table, most: int) -> int:
    """The fewest stones of rows, each of at most that many pins, of which the claim is wrong: stone by stone."""
    pairs = {size: (claimed(size), value(size)) for size in range(most + 1)}
    met = [{(0, 0)}]
    for stones in range(1, most + 200):
        met.append({
            (a ^ pairs[size][0], b ^ pairs[size][1])
            for size in range(1, min(stones, most) + 1)
            for a, b in met[stones - size]
        })  # fmt: skip
        if any((a == 0) is not (b == 0) for a, b in met[-1]):
            return stones
    raise AssertionError


@pytest.mark.parametrize("claim", ["kind: p-positions, iff: zero", "kind: grundy, iff: value"])
@pytest.mark.sample(2)
@pytest.mark.slow
def test_the_table_of_guy_and_smith_is_proved(claim: str, attempt: Prove) -> None:
    proof: Proof = attempt(claim=claim).proof
    assert (proof.verdict, proof.reason) == ("proved", None)
    assert set(proof.unbounded) == {"heap.count", "heap"}
    assert CITED in proof.cites
    assert periods.OCTAL in proof.cites
    named = {part.name for part in proof.parts}
    assert {"sum of heaps", "nim-sum", "rules", "period", "values", "values repeat", "claim c"} <= named


@pytest.mark.slow
def test_an_exception_that_is_none_changes_nothing(attempt: Prove) -> None:
    same = THEOREMS.replace("unusual(70,6).", f"unusual(70,6). unusual(400,{USUAL[400 % 12]}).")
    assert attempt(theorems=same).proof.verdict == "proved"


def test_it_is_right_as_far_as_mex_says() -> None:
    assert all(table()(size) == value(size) for size in range(200))


@pytest.mark.parametrize(
    ("before", "after", "other"),
    [
        ("usual(7,2).", "usual(7,1).", table(usual=[*USUAL[:7], 1, *USUAL[8:]])),
        ("usual(10,2).", "usual(10,3).", table(usual=[*USUAL[:10], 3, *USUAL[11:]])),
        ("unusual(70,6).", "", table({size: one for size, one in UNUSUAL.items() if size != 70})),
        ("unusual(28,5).", "", table({size: one for size, one in UNUSUAL.items() if size != 28})),
        ("unusual(57,4).", "unusual(57,5).", table({**UNUSUAL, 57: 5})),
        ("unusual(70,6).", "unusual(70,6). unusual(82,1).", table({**UNUSUAL, 82: 1})),
        ("unusual(70,6).", "unusual(70,6). unusual(400,2).", table({**UNUSUAL, 400: 2})),
        ("S \\ 12", "S \\ 11", table(period=11)),
    ],
)
@pytest.mark.sample(8)
def test_a_table_that_is_off_is_refuted_at_the_least_position(
    before: str, after: str, other: Table, attempt: Prove
) -> None:
    assert before in THEOREMS
    found = attempt(theorems=THEOREMS.replace(before, after))
    assert found.proof.verdict == "refuted"
    (candidate,) = found.candidates
    (heaps,) = candidate.position
    assert isinstance(heaps, tuple)
    values = [value(size) for size in range(max(heaps) + 1)]  # from below, as each rests on all lesser ones
    claimed, actual = 0, 0
    for size in heaps:
        claimed, actual = claimed ^ other(size), actual ^ values[size]
    assert (claimed == 0) is not (actual == 0)
    assert sum(heaps) == fewest(other, max(heaps))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("unusual(S,V).", "unusual(S,V), S != 9."),  # a row without a value
        ("row(I,V) :- heap(I,S), unusual(S,V).", "row(I,V) :- heap(I,S), unusual(S,V). row(I,1) :- heap(I,50)."),
        ("row(I,V) :- heap(I,S), unusual(S,V).", "row(I,V) :- heap(I,S), unusual(S,V). row(I,1) :- heap(I,S), S>999."),
    ],
)  # fmt: skip
@pytest.mark.sample(3)
def test_a_row_of_no_value_or_of_two_is_none(before: str, after: str, attempt: Prove) -> None:
    assert before in THEOREMS
    assert attempt(theorems=THEOREMS.replace(before, after, 1)).proof.verdict == "refuted"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("D = 1..2", "D = 1..3"),
        ("D = 1..2", "D = 1..2, S != 100"),
        ("L = 0..(S-D)/2", "L = 1..(S-D)/2"),
        ("L = 0..(S-D)/2", "L = 0..(S-D)/2, L != 60"),
    ],
)
@pytest.mark.sample(2)
def test_other_moves_are_not_proved(before: str, after: str, attempt: Prove) -> None:
    assert before in RULES
    assert attempt(rules=RULES.replace(before, after)).proof.verdict != "proved"


def test_the_values_of_a_period_are_not_taken_beyond_what_was_computed(
    attempt: Prove, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a period that is not one, or a window that is too short, what the claim has is not what repeats."""
    right = tables._period
    monkeypatch.setattr(tables, "_period", lambda code: (right(code)[0], 6, right(code)[2]))
    assert attempt().proof.verdict != "proved"


@cache
def _lost(rows: tuple[int, ...]) -> bool:
    """Whether the player to move at these rows loses, by the rules alone."""
    for at, size in enumerate(rows):
        for down in range(1, min(2, size) + 1):
            for left in range((size - down) // 2 + 1):
                made = tuple(sorted(filter(None, (*rows[:at], *rows[at + 1 :], left, size - down - left))))
                if _lost(made):
                    return False
    return True


def test_the_least_position_by_the_rules_alone(attempt: Prove) -> None:
    """Of a wrong entry among the first ones, every position below is visited, and none is a counterexample."""
    other = table(usual=[*USUAL[:7], 1, *USUAL[8:]])
    (candidate,) = attempt(theorems=THEOREMS.replace("usual(7,2).", "usual(7,1).")).candidates

    def lists(stones: int, least: int = 1) -> list[tuple[int, ...]]:
        if stones == 0:
            return [()]
        return [(one, *rest) for one in range(least, stones + 1) for rest in lists(stones - one, one)]

    def wrong(rows: tuple[int, ...]) -> bool:
        claimed = 0
        for size in rows:
            claimed ^= other(size)
        return (claimed == 0) is not _lost(rows)

    first = next(rows for stones in range(30) for rows in sorted(lists(stones)) if wrong(rows))
    assert candidate.position == (first,)


def test_a_game_without_a_code_has_no_table(attempt: Prove) -> None:
    """Lasker's Nim: no bound is on what a move takes, so that no theorem on periods tells of its values."""
    lasker = """\
heaps(N) :- N = #count { I : heap(I,_) }.
move(lower(I,T)) :- heap(I,S), T = 0..S-1.
after(lower(I,T), heap(I,T)) :- move(lower(I,T)).
move(split(I,L)) :- heap(I,S), L = 1..S/2.
after(split(I,L), heap(I,S-L)) :- move(split(I,L)), heap(I,S).
after(split(I,L), heap(N+1,L)) :- move(split(I,L)), heaps(N).
"""
    proof = attempt(rules=lasker).proof
    assert proof.verdict == "unknown"
    assert proof.reason
