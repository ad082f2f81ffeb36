"""Theorems as newcomers write them: coqc accepts their files as they are, or the reason is told before there is one."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.newcomers import CLAIM, FILE, named, spec_of
from bouton.core.logic.terms import Unreadable
from bouton.rocq.file import written
from tests.rocq.answers import CLOSED, coqc
from tests.rocq.test_files import with_coqc

TABLE = {
    row[24:48].strip(): row[48:].strip()
    for row in FILE.with_suffix(".txt").read_text(encoding="utf-8").splitlines()[:-1]
}
"""What coqc said of each, or why there is no file."""
ACCEPTED = [name for name, said in TABLE.items() if said.startswith("accepted ")]
PRINTS = {"two_piles_k", "sum_of_two_piles"}
"""Tactics print lines of their own there, of limits they reach, so that no answer is kept; the command asks again."""


def test_the_table_has_all_of_them() -> None:
    assert set(TABLE) == set(named())
    assert FILE.with_suffix(".txt").read_text(encoding="utf-8").splitlines()[-1].startswith(f"{len(ACCEPTED)} of ")


@with_coqc
@pytest.mark.parametrize("name", [name for name in ACCEPTED if name not in PRINTS])
@pytest.mark.sample(10)
@pytest.mark.long("sum_of_ones_and_twos")
def test_coqc_accepts_a_theorem_as_it_is_first_written(name: str, tmp_path: Path, compiled: Path) -> None:
    spec = spec_of(named()[name], tmp_path)
    ended = coqc(compiled, written(spec, spec.claim(CLAIM)))
    assert (ended.returncode, set(ended.stdout.splitlines()), ended.stderr) == (0, {CLOSED}, "")


@pytest.mark.parametrize("name", [name for name, said in TABLE.items() if said.startswith("not written: ")])
def test_why_there_is_no_file_is_told_before(name: str, tmp_path: Path) -> None:
    spec = spec_of(named()[name], tmp_path)
    with pytest.raises(Unreadable) as error:
        written(spec, spec.claim(CLAIM))
    assert TABLE[name].endswith(error.value.reason)
