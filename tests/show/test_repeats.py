"""What repeats in a table: held against every start and period tried one by one."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

import bouton
from bouton.core.periods import period
from bouton.core.shipped import folder as shipped
from bouton.run.rows import Row
from bouton.show.repeats import repeats


def tried(line: Sequence[int], *, rising: bool) -> list[tuple[int, int]]:
    """Every start and period of which three whole ones are there, least sum first."""
    found = []
    for start in range(len(line)):
        for length in range(1, len(line)):
            steps = {line[at + length] - line[at] for at in range(start, len(line) - length)}
            enough = len(line) - start >= 3 * length
            if enough and len(steps) == 1 and (min(steps) > 0 if rising else steps == {0}):
                found.append((start, length))
    return sorted(found, key=lambda one: (one[0] + one[1], one[1]))


@given(st.lists(st.integers(0, 2), max_size=14), st.booleans())
def test_the_least_period_is_found(line: list[int], rising: bool) -> None:
    found, all_of_them = period(line, rising=rising), tried(line, rising=rising)
    assert (found is not None) == bool(all_of_them)
    if found is not None:
        start, length, rise, seen = found
        assert (start, length) == all_of_them[0]
        assert seen == (len(line) - start) // length
        assert all(line[at + length] == line[at] + rise for at in range(start, len(line) - length))


@given(st.lists(st.integers(0, 9), max_size=4), st.lists(st.integers(0, 9), min_size=1, max_size=4), st.integers(0, 3))
def test_what_is_made_to_repeat_does(before: list[int], again: list[int], rise: int) -> None:
    line = [*before, *(value + rise * turn for turn in range(4) for value in again)]
    found = period(line, rising=rise > 0)
    assert found is not None
    assert found[0] + found[1] <= len(before) + len(again)


def rows(values: Sequence[str], name: str = "pile", first: int = 0) -> list[Row]:
    return [Row({}, {name: at}, value, value == "P") for at, value in enumerate(values, first)]


def test_only_one_line_of_positions_repeats() -> None:
    (found,) = repeats(rows("PNNPNNPNN", first=5))
    assert (found.start, found.period, found.seen) == (5, 3, 3)
    assert str(found) == "the outcomes repeat from pile 5 on with period 3 (seen 3 times; not proved)"
    grid = [Row({}, {"pile": at, "pass": free}, "P", True) for at in range(5) for free in range(2)]
    assert not list(repeats(grid))
    holes = [row for row in rows("PNPNPN") if row.position["pile"] != 3]
    assert not list(repeats(holes))
    assert not list(repeats([*rows("PNPN"), Row({}, {"pile": [1, 1]}, "P", True)]))
    assert not list(repeats([]))


@pytest.mark.parametrize(
    ("game", "over", "values", "said"),
    [
        ("one_pile_nim", ["pile=0..30"], True, ("values of normal play", 0, 2, 0)),
        ("mark", ["pile=0..40"], False, None),
        ("nim", ["heap.count=0..1", "heap.size=1..30"], True, ("values of normal play", 0, 1, 1)),
    ],
)
def test_tables_tell_what_repeats(
    game: str, over: list[str], values: bool, said: tuple[str, int, int, int] | None
) -> None:
    table = bouton.load(str(shipped("specs") / f"{game}.yaml")).over(*over).table(values=values)
    found = [(one.what, one.start, one.period, one.rise) for one in table.repeats]
    assert all(str(one).split(" (")[0] in str(table).replace("\n", " ") for one in table.repeats)
    if said is not None:
        assert said in found


@pytest.mark.parametrize(("line", "starts"), [("PNPNNPNNNNNN", []), ("PNPNNPNNNNNNN", [6]), ("NNNN", [0])])
def test_one_outcome_alone_repeats_where_it_is_most_of_the_line(line: str, starts: list[int]) -> None:
    rows = [Row({}, {"pile": at}, outcome, outcome == "P") for at, outcome in enumerate(line)]
    assert [one.start for one in repeats(rows)] == starts
