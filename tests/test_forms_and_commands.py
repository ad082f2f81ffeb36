"""What each command does with each form of a claim is what the page says, cell by cell."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from benchmarks.forms import COLUMNS, trials
from docs.forms import COMMANDS, FORMS, PAGE, Form, cell


def written() -> dict[tuple[str, str], str]:
    """The cells of the page."""
    text = PAGE.read_text(encoding="utf-8")
    notes = dict(re.findall(r"^(\d+)\. (.*)$", text, re.M))
    lines = (
        re.split(r"(?<!\\) \| ", line.strip("| "))
        for line in text.splitlines()
        if line.startswith("| `") or "yes" in line
    )
    rows = {row[0]: row[1:] for row in lines if len(row) == 1 + len(COMMANDS)}
    found = {}
    for form in FORMS:
        for command, said in zip(COMMANDS, rows[form.name], strict=True):
            note = re.fullmatch(r"\[(\d+)\]\(#instead\)", said)
            found[form.name, command] = said if note is None else notes[note[1]]
    return found


@pytest.mark.parametrize(
    "command", [one for one in COMMANDS if one not in ("`--smtlib`", "`--rocq`", "`mutants`", "`discover`")]
)
@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.name)
@pytest.mark.sample(9)
def test_a_cell_is_as_the_page_says(form: Form, command: str) -> None:
    assert cell(form, command) == written()[form.name, command]


@pytest.mark.parametrize("command", ["`--smtlib`", "`--rocq`", "`mutants`", "`discover`"])
@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.name)
@pytest.mark.sample(25)
@pytest.mark.long("`legal`-`--rocq`", "`same-game`, with `where`-`discover`", "beside")
def test_a_cell_that_takes_long_is_as_the_page_says(form: Form, command: str) -> None:
    assert cell(form, command) == written()[form.name, command]


def test_each_cell_works_or_says_so_in_one_line() -> None:
    for where, said in written().items():
        assert said == "yes" or (3 < len(said) < 200 and "Traceback" not in said and "internal" not in said), where


def test_a_change_of_a_form_is_judged(tmp_path: Path) -> None:
    """The first that is drawn: it is refuted, or true as well; one that is proved and fails nearby would be told."""
    found = trials(FORMS[0], tmp_path, 1, 0, 30.0)
    assert found.total() == 1
    assert set(found) <= set(COLUMNS) - {"wrong"}
