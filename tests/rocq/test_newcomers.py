"""Theorems as newcomers write them: coqc accepts their files as they are, or the reason is told before there is one."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.newcomers import CLAIM, FILE, as_proved, named, spec_of
from benchmarks.rocq_false import changed
from bouton.rocq.file import proves, written
from bouton.rocq.hand import lacking
from tests.rocq.answers import CLOSED, coqc
from tests.rocq.test_files import with_coqc

TABLE = {
    row[24:48].strip(): row[48:].strip().partition(" [")[0]
    for row in FILE.with_suffix(".txt").read_text(encoding="utf-8").splitlines()[:-1]
}
"""What coqc said of each, or why there is no file; without the commit of that run."""
ACCEPTED = [name for name, said in TABLE.items() if said.startswith("accepted ")]
PRINTS = {"two_piles_k", "sum_of_two_piles", "either_side"}
"""Tactics print lines of their own there, of limits they reach, so that no answer is kept; the command asks again."""


def test_the_table_has_all_of_them() -> None:
    assert set(TABLE) == set(named())
    last = FILE.with_suffix(".txt").read_text(encoding="utf-8").splitlines()[-1]
    assert last.startswith(f"{len(TABLE)} theorems: {len(ACCEPTED)} accepted, ")


@with_coqc
@pytest.mark.parametrize("name", [name for name in ACCEPTED if name not in PRINTS])
@pytest.mark.sample(10)
@pytest.mark.long(
    "sum_of_ones_and_twos",
    "found_chomp_two_rows",
    "fill_up_the_row",
    "new_k3",
    "up_to_the_wall",
    "king",
    "found_take_s_to_t",
)
def test_coqc_accepts_a_theorem_as_it_is_first_written(name: str, tmp_path: Path, compiled: Path) -> None:
    spec = as_proved(spec_of(named()[name], tmp_path))
    ended = coqc(compiled, written(spec, spec.claim(CLAIM)))
    assert (ended.returncode, set(ended.stdout.splitlines()), ended.stderr) == (0, {CLOSED}, "")


@pytest.mark.parametrize("name", [name for name, said in TABLE.items() if said.startswith("no proof: ")])
def test_why_there_is_no_proof_is_told_before(name: str, tmp_path: Path) -> None:
    spec = spec_of(named()[name], tmp_path)
    assert TABLE[name] == f"no proof: {lacking(written(spec, spec.claim(CLAIM)))}"


@with_coqc
@pytest.mark.parametrize(
    "name",
    [
        "tutorial",
        "any_odd_piles",
        "value_of_three",
        "last_wins",
        "either_side",
        "from_a_heap",
        "misere_pair",
        "found_m_to_2m",
    ],
)
@pytest.mark.sample(2)
@pytest.mark.long("either_side", "misere_pair")
def test_coqc_refuses_a_theorem_with_one_symbol_changed(name: str, tmp_path: Path, compiled: Path) -> None:
    """Some of those that `benchmarks.rocq_false` has."""
    spec = next(changed(name, tmp_path, 1))
    text = written(spec, spec.claim(CLAIM))
    assert proves(text)
    assert coqc(compiled, text).returncode == 1
