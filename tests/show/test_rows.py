"""Tables that are printed while they are made: the bytes of those that are made at once, and what a limit leaves."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import inf
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bouton.cli import main
from bouton.compiled.found import FoundRows
from bouton.core.errors import BrokenOff, LimitReached
from bouton.core.shipped import folder
from bouton.core.spec import Spec
from bouton.core.tuning import TUNING
from bouton.document.load import load, narrow
from bouton.process.limits import Event, Limits, Task, run
from bouton.run import listing
from bouton.run import rows as run_rows
from bouton.run.rows import Row
from bouton.show import rows, table
from bouton.show.repeats import Lines, may_repeat, repeats
from tests.tabulated import tabulate
from tests.variants import Variant, variants, write

CLAIM = "  - {id: c, says: x, kind: p-positions, iff: none}\n"
NONE = "none :- heaps(-1).\n"


def listed(spec: Spec, *, values: bool = False) -> list[Row]:
    """All rows of a box."""
    return list(tabulate(spec, "normal", Limits(), lambda _: None, values=values))


def cut(found: Sequence[Row], places: Sequence[int]) -> Iterator[Sequence[Row]]:
    """The rows in parts, some of them empty."""
    for start, stop in itertools.pairwise([0, *sorted(place % (len(found) + 1) for place in places), len(found)]):
        yield found[start:stop]


@given(variants(), st.lists(st.integers(0, 200), max_size=6), st.sampled_from(["lost", "outcomes", "values"]))
@settings(max_examples=15)
def test_the_bytes_are_the_same(
    tmp_path_factory: pytest.TempPathFactory, variant: Variant, places: list[int], what: str
) -> None:
    spec = write(tmp_path_factory.mktemp("rows"), variant, CLAIM, NONE)
    every = what == "outcomes"
    found = [row for row in listed(spec, values=what == "values") if row.lost or what != "lost"]
    made = table.table(spec, found, outcomes=every)
    assert "\n".join(rows.text(spec, cut(found, places), outcomes=every)) == table.text(made)
    assert "\n".join(rows.csv(spec, cut(found, places), outcomes=every)) == table.csv(made)


TWO = """
move(t(I,M)) :- a(I,S), M = 1..S.       after(t(I,M), a(I,S-M)) :- move(t(I,M)), a(I,S).
move(u(I,M)) :- b(I,S), M = 1..2, M <= S.   after(u(I,M), b(I,S-M)) :- move(u(I,M)), b(I,S).
move(pass) :- c(N), N > 0, a(1,_).      after(pass, c(N-1)) :- move(pass), c(N).
"""
SIDES = "side(first) :- c(0). side(second) :- c(1). winner(second) :- not a(1,_), not b(1,_).\n"


@pytest.mark.parametrize(
    ("rules", "more"),
    [
        *((rules, more) for rules in (TWO, TWO + SIDES) for more in ({}, {"lost": True})),
        *((TWO, {"values": True, "alone": alone}) for alone in (False, True)),
    ],
)
@pytest.mark.sample(2)
def test_rows_of_a_program_are_printed_as_those_of_clingo(rules: str, more: dict[str, Any], tmp_path: Path) -> None:
    (tmp_path / "g.lp").write_text(rules)
    box = "{a: {count: 0..2, size: 1..3, order: descending}, c: 0..1, b: {count: 1..2, size: 1..2}}"
    (tmp_path / "g.yaml").write_text(f"game: g\nrules: g.lp\nmeasure: [stones, c]\nposition: {box}\n")
    spec, found = load(tmp_path / "g.yaml"), dict[str, str]()
    for engine, tuning in (("clingo", replace(TUNING, worth=inf)), ("C", replace(TUNING, look=1, worth=-1.0))):
        parts = [*run_rows.in_parts(spec, "misere", Limits(), lambda _: None, tuning=tuning, **more)]
        assert [row for part in parts for row in part] == [row for part in parts for row in part[:]]
        assert [part[-1] for part in parts if part] == [[*part][-1] for part in parts if part]
        own = [isinstance(part, run_rows.Rows) and isinstance(part.told, FoundRows) for part in parts]
        assert any(own) == (engine == "C")
        found[engine] = "\n".join([*rows.csv(spec, parts, outcomes=True), *rows.text(spec, parts, outcomes=True)])
    assert found["clingo"] == found["C"]


@pytest.mark.parametrize("what", ["lost", "outcomes"])
def test_tables_without_a_row_keep_their_heading(what: str) -> None:
    spec = load(folder("specs") / "wythoff.yaml")
    made = table.table(spec, (), outcomes=what == "outcomes")
    assert [*rows.text(spec, [[], []], outcomes=what == "outcomes")] == [table.text(made)]
    assert [*rows.csv(spec, [], outcomes=what == "outcomes")] == [table.csv(made)]


def two(first: int, last: int) -> list[Row]:
    """Rows of a game of two counters."""
    return [Row({}, {"a": number, "b": 0}, "P", lost=True) for number in range(first, last)]


@pytest.fixture
def pair(tmp_path: Path) -> Spec:
    """A game of two counters, of which the first has up to seven digits."""
    (tmp_path / "g.lp").write_text("move(x) :- a(N), b(M), N + M > 0.\nafter(x, a(N-1)) :- a(N), N > 0.\n")
    (tmp_path / "g.yaml").write_text("game: g\nrules: g.lp\nposition: {a: 0..1000000, b: 0..1}\n")
    return load(tmp_path / "g.yaml")


def test_columns_are_as_wide_as_their_cells_up_to_a_thousand_rows(pair: Spec) -> None:
    (short,) = rows.text(pair, [two(0, 500), two(500, 999)], outcomes=False)
    assert short.splitlines()[:2] == ["a    b", "0    0"]
    long = [*rows.text(pair, [two(0, 500), two(500, 1001), two(1001, 1003)], outcomes=False)]
    assert [len(text.splitlines()) for text in long] == [1002, 2]
    assert (long[0].splitlines()[0], long[1].splitlines()[0]) == ("a        b", "1001     0")


def test_each_part_is_printed_at_once_where_the_widths_are_known(pair: Spec) -> None:
    parts = rows.text(pair, (two(one, one + 1) for one in itertools.count()), outcomes=True)
    assert [next(parts) for _ in range(3)] == ["a        b  outcome\n0        0  P", "1        0  P", "2        0  P"]
    listed_ = [Row({}, {"a": 7, "b": 1}, "P", lost=True)]
    (shown,) = rows.text(pair, [listed_], [({}, [(7, 1)])], outcomes=True)
    assert shown == "a  b  outcome\n7  1  P"


def test_what_is_held_is_printed_where_a_limit_is_reached(pair: Spec) -> None:
    def broken() -> Iterator[Sequence[Row]]:
        yield two(8, 12)
        raise BrokenOff("no time")

    parts = rows.text(pair, broken(), outcomes=False)
    assert next(parts) == "a   b\n8   0\n9   0\n10  0\n11  0"
    with pytest.raises(LimitReached, match="no time"):
        next(parts)


@pytest.mark.parametrize(
    ("spec", "over", "line"),
    [
        ("kayles", ["heap.count=0..1", "heap.size=1..9"], True),
        ("kayles", ["heap.count=1", "heap.size=1..9"], True),
        ("kayles", ["heap.count=0..2", "heap.size=1..9"], False),
        ("mark", [], True),
        ("nim_with_a_pass", ["heap.count=0..1"], False),
    ],
)
def test_where_something_may_repeat(spec: str, over: list[str], line: bool) -> None:
    narrowed = narrow(load(folder("specs") / f"{spec}.yaml"), [], over)
    assert may_repeat(narrowed) is line
    lines = Lines()
    found = listed(narrow(narrowed, [], ["pile=0..40"]) if spec == "mark" else narrowed)
    for _, own in itertools.groupby(found, key=lambda row: row.parameters):
        lines.add(own)
    assert [*lines.repeats()] == [*repeats(found)]
    assert line or not lines.repeats()


TAKE = "move(take(M)) :- pile(N), M = 1..2, M <= N.\nafter(take(M), pile(N-M)) :- move(take(M)), pile(N).\n"


@pytest.fixture
def slow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A game of which no more is found than ten piles for the second value of the parameter."""
    (tmp_path / "take.lp").write_text(TAKE)
    (tmp_path / "take.yaml").write_text("game: t\nrules: take.lp\nparameters: {k: 1..2}\nposition: {pile: 0..19}\n")
    whole = run

    def broken(tasks: Sequence[Task]) -> Iterator[Event]:
        second = 0
        for event in whole(tasks):
            second += event.task and not event.ended
            if second > 10:
                yield Event(1, ended=True, error=LimitReached("time limit of 9 s reached"))
                return
            yield event

    monkeypatch.setattr(listing, "run", broken)
    return str(tmp_path / "take.yaml")


STOPPED = "time limit of 9 s reached; the table ends with measure 9 of k=2 (30 of 40 positions)"


@pytest.mark.parametrize("form", ["text", "csv", "latex"])
def test_a_limit_leaves_the_rows_that_are_there(form: str, slow: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["table", slow, "--format", form]) == 3
    said = capsys.readouterr()
    assert said.err == f"error: unknown: {STOPPED}\n"
    assert "".join(said.out.split()).count("\\\\" if form == "latex" else "2") >= 4
    lines = [line for line in said.out.splitlines() if line[:1] in "12"]
    if form != "latex":
        assert [tuple(map(int, line.replace(",", " ").split())) for line in lines] == [
            *((1, pile) for pile in range(0, 20, 3)),
            *((2, pile) for pile in range(0, 10, 3)),
        ]


def test_an_object_says_that_it_is_not_whole(slow: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["table", slow, "--json"]) == 3
    said: dict[str, Any] = json.loads(capsys.readouterr().out)
    assert said["stopped"] == STOPPED
    assert said["rows"][-1] == {"k": 2, "pile": 9}
    assert "repeats" not in said


def test_where_nothing_was_found_a_limit_leaves_no_table(capsys: pytest.CaptureFixture[str]) -> None:
    wythoff = str(folder("specs") / "wythoff.yaml")
    assert main(["table", wythoff, "--over", "heap.size=1..3", "--timeout", "0.0001"]) == 3
    said = capsys.readouterr()
    assert (said.out, said.err[:23]) == ("", "error: unknown: time li")
