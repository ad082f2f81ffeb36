"""Claims about numbers that the rules choose by themselves: a program looks for them one by one."""

from __future__ import annotations

from pathlib import Path

import pytest

from bouton.document.load import load
from tests.compiled.engines import LANGUAGES, by_clingo, by_program
from tests.compiled.test_liars import HEAPS, NIM
from tests.compiled.test_validate import found

CHOSEN = """\
square :- heap(1,S), X = 1..S, X*X = S.
several :- heap(1,S), heap(2,R), X = 1..S, Y = 1..R, X*Y = 6, X*X + Y < 9.
mixed :- heap(1,S), X = 1..S, X*X = S.
mixed :- heap(2,3).
root(X) :- heap(1,S), X = 1..S, X*X = S.
"""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "claim",
    [
        "everywhere, iff: square",
        "everywhere, iff: square, where: square",
        "everywhere, iff: mixed, where: square",
        "everywhere, iff: square, where: mixed",
        "everywhere, iff: several, where: square",
        "everywhere, iff: square, where: several",
        "p-positions, iff: square",
        "p-positions, iff: several",
        "grundy, iff: root",
    ],
)
def test_what_is_claimed_of_numbers_that_there_are(claim: str, language: str, tmp_path: Path) -> None:
    item, program = found(tmp_path, NIM + CHOSEN, f"{HEAPS}kind: {claim}}}\n")
    spec = load(tmp_path / "spec.yaml")
    assert by_program(spec, item, program, language) == by_clingo(spec, item)
