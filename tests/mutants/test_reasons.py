"""What is written beside a mutant that is as true as its claim is what clingo derives of it."""

from __future__ import annotations

import pytest

from benchmarks import reasons
from benchmarks.mutants import ROOT, Course, courses, equivalents, key
from benchmarks.reasons import reason
from bouton.rules.mutate import Mutant

FOUND = {reasons.SAME, reasons.UNREACHED, reasons.STRATEGY, reasons.ANOTHER}


@pytest.fixture(scope="module")
def every() -> list[tuple[Course, Mutant]]:
    """The mutants of every proved claim of NIM(a,b)."""
    drawn = courses([ROOT / "specs" / "nim_ab.yaml"], 0)
    return [(course, mutant) for course in drawn for mutant in course.waiting]


@pytest.mark.slow
def test_the_reason_that_is_written_is_found_again(every: list[tuple[Course, Mutant]]) -> None:
    written = equivalents()["nim_ab"]
    told: dict[str, list[tuple[Course, Mutant]]] = {}
    for course, mutant in every:
        told.setdefault(written.get(key(mutant), ""), []).append((course, mutant))
    for why in FOUND & told.keys():
        assert [reason(*one) for one in told[why][:2]] == [why] * len(told[why][:2]), why
    assert {reasons.SAME, reasons.UNREACHED, reasons.STRATEGY} <= told.keys()


def test_a_mutant_that_says_something_else_is_told_from_one_that_does_not() -> None:
    """A kind of swap position that is left out, and one whose place any swap position may take."""
    (course,) = courses([ROOT / "specs" / "nim_ab.yaml"], 0, ["lemma-11-induction"])
    of_lemma = {str(mutant).partition(": ")[2]: (course, mutant) for mutant in course.waiting}
    assert reason(*of_lemma["'one_zero :- pair(X,Y), X = b+1, Y = b+1.' -> ''"]) == reasons.ANOTHER
    assert reason(*of_lemma["'one_zero' -> 'swap_pair'"]) == reasons.SAME
