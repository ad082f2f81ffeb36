"""What the tables of files for Rocq say at their ends is what their rows say, and the page quotes it."""

from __future__ import annotations

import re

import pytest

from benchmarks import newcomers, rocq, rocq_false
from benchmarks.rocq import commits, counted

PAGE = rocq.ROOT / "docs" / "how-to" / "rocq.md"
ENDS = "accepted|not accepted|stopped|no proof|not written|its file is written|not looked at"
ROW = re.compile(rf"(?:\S.*?) ((?:{ENDS})\b.* \[[0-9a-f]{{10}}\])")


def lines(name: str) -> list[str]:
    """The lines of a table."""
    return (rocq.ROOT / "benchmarks" / f"{name}.txt").read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize(
    ("name", "what"),
    [
        ("rocq", "claims"),
        ("refuted", "claims"),
        ("newcomers", "theorems"),
        ("discovered", "theorems that discover wrote"),
        ("asked", "theorems that were asked of"),
    ],
)
def test_the_last_lines_count_the_rows(name: str, what: str) -> None:
    every = lines(name)
    (at,) = (at for at, line in enumerate(every) if re.match(rf"\d+ {what}: ", line))
    found = [one[1] for line in every[:at] if (one := ROW.fullmatch(line)) is not None]
    more = f"; of these rows {commits(found)}" if name in ("newcomers", "discovered", "asked") else ""
    assert every[at] == f"{len(found)} {what}: {counted(found)}{more}"
    assert f"of these rows {commits(found)}" in "\n".join(every[at:])
    assert f"\n{name}.txt: {every[at].partition(';')[0]}\n" in PAGE.read_text(encoding="utf-8")


def test_the_page_has_what_became_of_false_theorems() -> None:
    said = rocq_false.TABLE.read_text(encoding="utf-8").splitlines()[-1]
    assert f"\nrocq_false.txt: {said.partition(';')[0]}\n" in PAGE.read_text(encoding="utf-8")
    assert " accepted" not in said


def test_a_claim_without_a_row_is_not_told_of() -> None:
    head = f"{'nim':<34}{'even-total':<44}"
    rows = [f"{head}accepted in 1 s [0123456789]", "something else"]
    assert rocq.told(rows, {head}) == {head: "accepted in 1 s [0123456789]"}
    assert rocq.told(rows, set()) == {}
    assert newcomers.CLAIM
