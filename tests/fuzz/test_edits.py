"""A few edited specs whose kept results are those of fresh checks, and that one which is not is found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from benchmarks.fuzz.edits import SPECS, Case, compared, made
from bouton.run import kept


def few(number: int, edits: int) -> Case:
    """The case of that number, with so many edits."""
    case = made(5, number)
    return Case(case.rules, case.spec, edits, case.used)


def differences(folder: Path, numbers: Iterable[int], edits: int, tally: Counter[str]) -> Iterator[str]:
    for number in numbers:
        (folder / f"{number}").mkdir()
        yield from compared(few(number, edits), number, tally, folder / f"{number}")


@pytest.mark.slow
def test_no_kept_result_differs(tmp_path: Path) -> None:
    tally: Counter[str] = Counter()
    assert list(differences(tmp_path, (0, 3), 6, tally)) == []
    assert tally["results told of those that were kept"] > 0
    assert tally["edits during a run"] > 0


def test_a_key_that_lacks_the_rules_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept, "unspaced", lambda _text: "")
    assert any(differences(tmp_path, range(1, len(SPECS)), 8, Counter()))
