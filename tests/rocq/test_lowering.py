"""Any number of heaps of which a move lowers one: coqc accepts what is true, and refuses what is false, near or far."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.newcomers import named
from bouton.core.errors import Unreadable
from bouton.rocq.file import proves
from bouton.rocq.hand import lacking
from tests.rocq import changed
from tests.rocq.answers import CLOSED, coqc
from tests.rocq.test_files import with_coqc

TRUE: dict[str, tuple[str, dict[str, str]]] = {
    "counts": ("any_odd_piles", {}),
    "counts in misère play": ("any_misere_singles", {}),
    "names of the script": ("any_odd_piles", {"odd": "count1", "found": "each1", "take": "step", "heap": "row"}),
    "no order": ("any_one_heap_goes", {"'size': '1..4'": "'size': '1..4', 'order': 'none'"}),
    "a nim-sum": ("heaps_nim_sum", {}),
    "worth by cases": ("heaps_value", {}),
    "names of the library": ("heaps_misere_nim", {"sum": "tally", "large": "worth", "heaps": "standing"}),
    "misère play": ("heaps_all_or_few", {}),
    "misère play by parity": ("found_odd_part_misere", {"row": "never_stuck", "found": "at_most_1"}),
}
FALSE: dict[str, tuple[str, dict[str, str]]] = {
    "an odd count": ("any_odd_piles", {r"C \ 2 = 0": r"C \ 2 = 1"}),
    "the other play": ("any_misere_singles", {"'play': 'misere'": "'play': 'normal'"}),
    "a heap that stands for ever": ("every_single", {"take(I)) :- heap(I,_)": "take(I)) :- heap(I,S), S != 1000"}),
    "a heap that counts no more": ("any_odd_piles", {r"S \ 2 = 1": r"S \ 2 = 1, S != 1001"}),
    "another modulus": ("heaps_up_to_k", {r"S \ (k+1)": r"S \ k"}),
    "a move that is not there": ("heaps_nim_sum", {"M = 1..S": "M = 1..S, M != 1000"}),
    "a worth that is not": ("heaps_value", {r"S \ 5 = 4.": r"S \ 5 = 4, S != 104."}),
    "the parity of the other play": ("found_odd_part_misere", {"nim_sum(1)": "nim_sum(0)"}),
    "a heap that is stuck": (
        "found_odd_part_misere",
        {"heap(I,S), D = 1..S, D \\ 2": "heap(I,S), S != 1001, D = 1..S, D \\ 2"},
    ),
    "an even number": ("found_odd_part_misere", {"D = 1..S, D \\ 2 = 1.": "D = 1..S, (D + D / 1000) \\ 2 = 1."}),
    "a heap worth two": ("found_odd_part_misere", {"row(I,S \\ 2)": "row(I,S \\ 2 + 2*(S/1000))"}),
    "the odd number of single heaps": ("heaps_misere_nim", {r"N \ 2 = 1": r"N \ 2 = 0"}),
}
NONE: dict[str, tuple[str, dict[str, str], str]] = {
    "two heaps at once": (
        "any_odd_piles",
        {"found :-": "after(take(I), heap(I+1,S-1)) :- heap(I+1,S), move(take(I)). found :-"},
        "the move take leaves more than one number, or changes other heaps",
    ),
    "a heap by its place": (
        "any_odd_piles",
        {"take(I)) :- heap(I,_)": "take(I)) :- heap(I,_), I > 1"},
        "the move take asks for more than the size of its heap",
    ),
    "largest heaps": ("any_greedy", {}, "even asks for more of the heaps than counts and a nim-sum"),
    "sizes, each once": (
        "any_odd_piles",
        {"{ I : heap(I,S)": "{ S : heap(I,S)"},
        "found asks for more of the heaps than counts and a nim-sum",
    ),
}


def text(case: tuple[str, dict[str, str]], folder: Path) -> str:
    name, changes = case
    return changed.text(named()[name], changes, folder)


@with_coqc
@pytest.mark.parametrize("case", TRUE)
@pytest.mark.sample(2)
def test_coqc_accepts_any_number_of_heaps(case: str, tmp_path: Path, compiled: Path) -> None:
    ended = coqc(compiled, text(TRUE[case], tmp_path))
    assert (ended.returncode, set(ended.stdout.splitlines()), ended.stderr) == (0, {CLOSED}, "")


@with_coqc
@pytest.mark.parametrize("case", FALSE)
@pytest.mark.sample(2)
def test_coqc_refuses_what_is_false_of_any_number_of_heaps(case: str, tmp_path: Path, compiled: Path) -> None:
    whole = text(FALSE[case], tmp_path)
    assert proves(whole)
    assert coqc(compiled, whole).returncode == 1


@pytest.mark.parametrize("case", NONE)
@pytest.mark.sample(2)
def test_where_there_is_no_script_the_reason_is_told(case: str, tmp_path: Path) -> None:
    name, changes, why = NONE[case]
    assert (lacking(text((name, changes), tmp_path)) or "").endswith(f"; no script is written, as {why}")


def test_in_misere_play_heaps_that_are_worth_nothing_have_no_script_beside_larger_ones(tmp_path: Path) -> None:
    case = ("heaps_up_to_k", {"'iff': 'lost'": "'play': 'misere', 'iff': 'lost'"})
    why = "no script is written, as in misère play some heaps are worth nothing, and some more than 1"
    with pytest.raises(Unreadable, match=why):
        text(case, tmp_path)
