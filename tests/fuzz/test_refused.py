"""Files for Rocq of false claims: each is false by how it is made, and coqc refuses them."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from pathlib import Path

import pytest

from benchmarks.fuzz.refused import MAKERS, fails, made
from tests.rocq.anyway import said
from tests.rocq.by_hand import asked, of, proved_text
from tests.rocq.test_files import with_coqc
from tests.shipped import named

PATIENCE = 120.0


@with_coqc
@pytest.mark.slow
@pytest.mark.parametrize("number", range(30))
def test_coqc_refuses_what_is_false(number: int, tmp_path: Path) -> None:
    case = next(islice(made(2026), number, None))
    assert said(tmp_path, case.text, PATIENCE) == "refused", case.kind


@pytest.mark.slow
def test_all_kinds_that_are_printed_are_met() -> None:
    kinds = Counter(case.kind.partition(",")[0] for case in islice(made(2026), 20))
    assert {"statement", "names", "winners", "by hand"} <= kinds.keys()
    assert any(one.startswith(("pile", "two")) for one in kinds)
    assert len(MAKERS) == 6


def test_a_statement_that_is_true_is_not_taken_for_a_false_one() -> None:
    about = of(named("nim"), asked("nim", "safe-combinations"))
    text = proved_text(about, "nim_safe_combinations")
    assert not fails(text, about)
    assert fails(text.replace("Z.lxor", "Z.lor"), about)
