"""Mutants of the code itself: they are drawn by the seed alone, and each is judged by the tests that run it."""

from __future__ import annotations

import os
import textwrap
from dataclasses import replace
from pathlib import Path

import pytest
import yaml

from benchmarks.tool.changes import drawn
from benchmarks.tool.statements import Span, statement_at
from benchmarks.tool.trial import End, Ended, Test, copied, numbered, recorded, tried
from benchmarks.tool_mutants import ROOT, SURVIVORS, Trial, survivors, table
from bouton.process.descendants import below

FILE = "src/toy/count.py"
TOY = '''\
"""How many stones there are."""

from functools import cache

STEP = 1


@cache
def total(number: int, more: int | None = None) -> int:
    """The sum of the numbers from 1 to this one."""
    found = 0
    while number > 0:
        found += number
        number -= STEP
    if more is not None:
        return found + more
    return found


def unused(left: list[int]) -> int:
    assert len(left) > 1
    return left[0]
'''
TESTS = """\
import subprocess
import sys
import time

from toy.count import total


def test_some() -> None:
    assert total(3) == 6


def test_in_a_child() -> None:
    run = [sys.executable, "-c", "from toy.count import total; print(total(2, 5))"]
    assert subprocess.run(run, capture_output=True, text=True).stdout == "8\\n"


def test_the_same_again() -> None:
    assert total(3) == 6
"""


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A package with a file and its tests, which leave much behind that is not copied."""
    for file, text in (
        (FILE, TOY),
        ("src/toy/__init__.py", ""),
        ("tests/test_toy.py", TESTS),
        ("pyproject.toml", '[tool.pytest.ini_options]\naddopts = "--import-mode=importlib"\n'),
        (".git/HEAD", "nothing of it"),
    ):
        (tmp_path / "toy" / file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "toy" / file).write_text(text)
    return tmp_path / "toy"


def changed(old: str, new: str) -> str:
    assert TOY.count(old) == 1
    return TOY.replace(old, new)


@pytest.fixture
def operators() -> None:
    """What draws mutants is not installed with what the tests need: it was a fifth of that."""
    pytest.importorskip("cosmic_ray")


@pytest.mark.slow
@pytest.mark.usefixtures("operators")
def test_a_seed_draws_the_same_and_each_place_once() -> None:
    first, again, other = ([(one.was, one.now) for one in drawn({FILE: TOY}, seed)] for seed in (1, 1, 2))
    assert first == again
    assert first != other
    # two conditions with a relation and a number in the first, an assignment, a constant, a sum and an index
    assert len(first) == len(other) == 9
    assert [was for was, _ in first] == [
        *("while number > 0:", "while number > 0:", "found = 0", "while number > 0:"),
        *("if more is not None:", "if more is not None:", "STEP = 1", "return left[0]", "return found + more"),
    ]


@pytest.mark.slow
@pytest.mark.usefixtures("operators")
def test_what_speaks_to_the_type_checker_or_guards_against_our_own_faults_is_not_drawn() -> None:
    text = """\
        from functools import cache
        from typing import TYPE_CHECKING, TypeAlias, cast
        if TYPE_CHECKING: import one
        Number: TypeAlias = int | None
        @dataclass(frozen=True)
        class Pair:
            left: int | None
        def pairs(*, one: int | None) -> list[int | None]:
            assert one == 1
            return zip(Counter[int | None](), cast("int | None", one), strict=True)
        if __name__ == "__main__": main()
        """
    assert [(one.was, one.now) for one in drawn({FILE: textwrap.dedent(text)}, 1)] == [("@dataclass(frozen=True)", "")]


@pytest.mark.slow
@pytest.mark.usefixtures("operators")
def test_equality_is_not_changed_for_identity() -> None:
    for text in ("a == b\n", "a is b\n", "a is not b\n", "a != b\n"):
        for seed in range(8):
            ((_, now),) = [one.says for one in drawn({FILE: text}, seed)]
            assert ("is" in now.split()) is ("is" in text.split())


def test_a_place_belongs_to_the_innermost_statement_inside_a_function() -> None:
    at = {
        "STEP = 1": None,
        "found = 0": 1,
        "number > 0": 2,
        "more is not None": 3,
        "found + more": 7,
        "left[0]": 9,
    }
    assert {text: statement_at(TOY, place(text)) for text in at} == at


def place(text: str) -> Span:
    """Where a text of one line stands that occurs once."""
    assert TOY.count(text) == 1
    before, _, _ = TOY.partition(text)
    line, column = before.count("\n") + 1, len(before) - before.rfind("\n") - 1
    return Span((line, column), (line, column + len(text)))


@pytest.mark.slow
def test_each_test_runs_what_it_would_run_alone_in_its_children_too(tree: Path, tmp_path: Path) -> None:
    found = recorded(copied(tree, tmp_path / "copy/tree"), {FILE: TOY}, ["tests"])
    assert numbered({FILE: TOY}) == {FILE: range(10)}
    runs = {one.name.partition("::")[2]: sorted(one.runs) for one in found}
    assert runs == {
        "test_some": [1, 2, 3, 4, 5, 6],
        "test_in_a_child": [1, 2, 3, 5, 6, 7],
        "test_the_same_again": [1, 2, 3, 4, 5, 6],
    }


def all_tests() -> list[Test]:
    names = ("test_some", "test_the_same_again", "test_in_a_child")
    return [Test(f"tests/test_toy.py::{name}", 0.1, frozenset()) for name in names]


def judged(tree: Path, tmp_path: Path, source: str, seconds: float = 60.0) -> Ended:
    copy = copied(tree, tmp_path / "copy/tree")
    assert not (copy / ".git").exists()
    children = below(os.getpid())
    found = tried(copy, FILE, source, all_tests(), seconds)
    assert (copy / FILE).read_text() == TOY
    assert not (copy.parent / "own").exists()
    assert below(os.getpid()) <= children
    return found


@pytest.mark.parametrize(
    ("old", "new", "by", "tests"),
    [
        ("found = 0", "found = 1", "tests/test_toy.py::test_some", 1),
        ("return found + more", "return found - more", "tests/test_toy.py::test_in_a_child", 3),
        ("STEP = 1", "STEP = one", "importing", 0),
        ("found = 0", "found = 0 * len(bytes(1 << 40))", "tests/test_toy.py::test_some", 1),
        ("found = 0", "found = 0; __import__('os')._exit(0)", "tests/test_toy.py::test_some", 1),
    ],
)
@pytest.mark.sample(10)
def test_a_mutant_is_killed_by_the_first_test_that_fails(
    old: str, new: str, by: str, tests: int, tree: Path, tmp_path: Path
) -> None:
    found = judged(tree, tmp_path, changed(old, new))
    assert (found.end, found.by, found.tests) == ("killed", by, tests)


@pytest.mark.slow
@pytest.mark.parametrize(("old", "new"), [("> 0", "!= 0"), ("left[0]", "left[1]"), ("STEP = 1", "STEP = 1")])
@pytest.mark.sample(3)
def test_a_mutant_survives_that_no_test_tells_apart(old: str, new: str, tree: Path, tmp_path: Path) -> None:
    found = judged(tree, tmp_path, changed(old, new))
    assert (found.end, found.by, found.tests) == ("survived", "", 3)


@pytest.mark.slow
def test_an_endless_test_is_told_from_tests_that_are_many(
    tree: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    endless = changed("number -= STEP", "number -= 0")
    monkeypatch.setattr("benchmarks.tool.trial._ENDLESS", 1.0)
    found = judged(tree, tmp_path, endless)
    assert (found.end, found.by, found.tests) == ("out of time", "tests/test_toy.py::test_some", 1)


@pytest.mark.slow
def test_what_its_time_did_not_suffice_for_has_survived(tree: Path, tmp_path: Path) -> None:
    slow = changed("found = 0", "found = 0; __import__('time').sleep(60 * (more == 5))")
    for seconds in (1.0, 4.0, 9.0):  # in which the last test begins
        found = judged(tree, tmp_path / str(seconds), slow, seconds)
        if found.tests == 3:
            break
    assert (found.end, found.by, found.tests) == ("survived", "", 3)


@pytest.mark.slow
def test_tests_that_are_not_there_kill_nothing(tree: Path, tmp_path: Path) -> None:
    copy = copied(tree, tmp_path / "copy/tree")
    with pytest.raises(RuntimeError, match=r"the tests of src/toy/count\.py cannot be run: tests/test_other\.py"):
        tried(copy, FILE, TOY, [Test("tests/test_other.py::test_it", 0.1, frozenset())], 60.0)
    assert (copy / FILE).read_text() == TOY


def test_what_no_test_runs_is_not_tried(tree: Path) -> None:
    assert tried(tree, FILE, "", [], 60.0) == Ended("unreached", "", 0.0, 0)


def test_the_table_counts_what_is_found_among_what_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    file = "src/bouton/reading/body.py"
    listed = {(file, "a -> b"): "equivalent", (file, "a -> d"): "harmless"}
    monkeypatch.setattr("benchmarks.tool_mutants.survivors", lambda: listed)
    ends: list[tuple[End, str, str]]
    ends = [("killed", "b", "tests/reading/test_edges.py::test"), ("out of time", "b", "importing")]
    ends += [("unreached", "f", "")]
    ends += [("survived", now, "") for now in "bcde"]
    found = [Trial(at, file, 1, "", "a", now, end, by, 0.5, 1) for at, (end, now, by) in enumerate(ends)]
    found[4] = replace(found[4], since="tests/reading/test_edges.py::test")
    head, *rows = table(["reading"] * 8 + ["proof"], found).splitlines()
    assert head.split()[6:] == ["tested", "equivalent", "harmless", "new", "first", "now"]
    assert [row.split() for row in rows] == [
        ["reading", "8", "7", *"111112", "33.3%", "50.0%"],
        ["proof", "1", *"0000000", "100.0%", "100.0%"],
        ["compiled", *"00000000", "100.0%", "100.0%"],
        ["certificate", *"00000000", "100.0%", "100.0%"],
        ["all", "9", "7", *"111112", "33.3%", "50.0%"],
    ]


def test_what_survives_is_listed_by_file_and_reason() -> None:
    listed = yaml.safe_load(SURVIVORS.read_text(encoding="utf-8"))
    for file, columns in listed.items():
        assert (ROOT / file).is_file()
        assert set(columns) <= {"equivalent", "harmless"}
        for reasons in columns.values():
            assert all(" -> " in change for several in reasons.values() for change in several)
            assert all(reasons)
    assert survivors()["src/bouton/proof/compared/coverage.py", "_MOST = 4000 -> _MOST = 3999"] == "harmless"
