"""Winning moves of misère play in sums of heaps: what wins is proved, whatever loses somewhere is not."""

from __future__ import annotations

from itertools import combinations_with_replacement
from pathlib import Path
from typing import Any

import pytest

from bouton.core.errors import Disagreement, Unreadable
from bouton.proof.compared.validate import rows_at
from bouton.proof.ways.sums import problems as sums
from bouton.proof.ways.sums.form import Summed
from tests.proof.ways.sums.test_form import summed
from tests.proof.ways.sums.test_problems import (
    AT_MOST_K,
    BRIEFLY,
    COUNTED,
    GAMES,
    IN_MISERE,
    MISERE,
    NIM,
    ODD_OR_ALL,
    SUM,
    UP_TO_3,
    Attempt,
    attempt,
    lost,
)
from tests.samples import small_or_whole

__all__ = ["attempt"]

FIRM = "firms(N) :- N = #count { I : row(I,V), V > 1 }.\n"
WINNING = """\
wins(M)          :- firms(L), L >= 2, win(M).
wins(lower(I,T)) :- firms(1), row(I,V), V > 1, heaps(N), T = N \\ 2.
wins(lower(I,0)) :- firms(0), row(I,V).
"""
OF_AT_MOST_K = """\
wins(M)              :- firms(L), L >= 2, win(M).
wins(lower(I,S-V+Y)) :- firms(1), value(X), row(I,V), V > 1, heap(I,S), Y = 1 - (X^V).
wins(lower(I,S-1))   :- firms(0), row(I,1), heap(I,S).
wins(lower(I,S-k))   :- firms(0), row(I,0), heap(I,S).
"""
CLAIM = f"{IN_MISERE}, strategy: wins"
BY_PREDICATES = """\
several :- firms(L), L >= 2.
odd(N \\ 2) :- heaps(N).
wins(M)          :- several, win(M).
wins(lower(I,T)) :- firm, not several, heap(I,S), S > 1, odd(T).
wins(lower(I,0)) :- fickle, heap(I,_).
"""


@pytest.mark.parametrize(
    ("rules", "more"),
    [
        (NIM + WINNING + COUNTED, {}),
        (NIM + WINNING.replace("N \\ 2", "1 - (N-1) \\ 2") + COUNTED, {}),
        (NIM + BY_PREDICATES + COUNTED, {}),
        (AT_MOST_K + OF_AT_MOST_K + MISERE, UP_TO_3),
    ],
    ids=["nim", "nim, otherwise", "nim, by predicates", "at most 3"],
)
@pytest.mark.sample(4)
@pytest.mark.slow
def test_what_wins_is_proved(rules: str, more: dict[str, str], attempt: Attempt) -> None:
    proof = attempt(rules + FIRM, CLAIM, **more)
    assert (proof.verdict, proof.reason) == ("proved", None)
    assert {"strategy wins", "swap positions", "absorption in misère play"} <= {part.name for part in proof.parts}


NO_HEAP_IS_FIRM = """\
misere :- value(1).
wins(lower(I,S-1)) :- value(X), row(I,V), heap(I,S), (S-1) \\ 2 + (V^X) = 1.
"""


@pytest.mark.parametrize("whole", small_or_whole(False, True))
def test_no_heap_is_firm(attempt: Attempt, whole: bool) -> None:
    proof = attempt(ODD_OR_ALL + NO_HEAP_IS_FIRM, CLAIM)
    assert (proof.verdict, proof.reason) == ("proved", None)
    assert {"strategy wins", "swap positions", "absorption in misère play"} <= {part.name for part in proof.parts}
    # far out a heap is firm, with its right value, or the move that is named is none that wins
    firm = ODD_OR_ALL.replace(
        "row(I,S \\ 2) :- heap(I,S).", "row(I,S \\ 2) :- heap(I,S), S != 40. row(I,2) :- heap(I,40)."
    )
    for false in (
        ODD_OR_ALL + NO_HEAP_IS_FIRM.replace("wins(lower(I,S-1))", "wins(lower(I,S-1-S/41))"),
        *([firm + "move(lower(I,38)) :- heap(I,40).\n" + NO_HEAP_IS_FIRM] if whole else []),
    ):
        proof = attempt(false, CLAIM, asked=BRIEFLY)
        assert proof.verdict == "unknown" and proof.reason


def nim_moves(heaps: tuple[int, ...]) -> list[tuple[int, int]]:
    """The moves that WINNING names in Nim: a heap's size, and what is left of it."""
    firm = [size for size in heaps if size > 1]
    if len(firm) >= 2:
        total = 0
        for size in heaps:
            total ^= size
        return [(size, size ^ total) for size in heaps if size ^ total < size]
    return [(size, len(heaps) % 2) for size in firm] or [(size, 0) for size in heaps]


def test_it_wins() -> None:
    """By definition of misère play, with no sum in it."""
    takes, _ = GAMES[0]
    for count in range(1, 5):
        for heaps in combinations_with_replacement(range(1, 6), count):
            named = nim_moves(heaps)
            if not lost(heaps, takes):
                assert named
                for size, left in named:
                    rest = list(heaps)
                    rest[rest.index(size)] = left
                    assert lost(tuple(sorted(filter(None, rest))), takes)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("L >= 2", "L >= 1"),
        ("L >= 2", "L >= 3"),
        ("L >= 2", "L >= 2, L != 70"),
        ("firms(L), L >= 2, ", ""),
        ("N \\ 2", "(N+1) \\ 2"),
        ("N \\ 2", "0"),
        ("T = N \\ 2", "T = N \\ 2, N != 90"),
        ("V > 1, heaps", "V > 1, V != 50, heaps"),
        ("firms(0), row(I,V)", "firms(0), row(I,V), heaps(N), N < 80"),
        ("firms(0), row(I,V)", "firms(0), row(I,2)"),
        ("lower(I,0)", "lower(I,1)"),
        ("firms(0)", "firms(1)"),
        ("firms(0), row(I,V)", "row(I,V), heaps(30)"),
    ],
)
@pytest.mark.sample(16)
def test_what_loses_somewhere_is_not_proved(before: str, after: str, attempt: Attempt) -> None:
    assert before in WINNING
    proof = attempt(NIM + WINNING.replace(before, after) + COUNTED + FIRM, CLAIM, asked=BRIEFLY)
    assert proof.verdict == "unknown"
    assert proof.reason


@pytest.mark.parametrize(
    ("before", "after"),
    [
        # another heap, another count, or the nim-sum by itself has a say
        ("row(I,V), V > 1,", "row(I,V), V > 1, heap(J,_), J != I,"),
        ("L >= 2,", "L >= 2, fours(F), F < 9,"),
        ("L >= 2,", "L >= 2, value(X), X < 9,"),
        ("firms(0), row(I,V)", "firms(0), heap(I,_), firms(I-1)"),
        ("win(M)", "move(M)"),
    ],
)
def test_strategies_that_ask_something_else_are_not_read(before: str, after: str, tmp_path: Path) -> None:
    assert before in WINNING
    fours = "fours(N) :- N = #count { I : row(I,V), V > 3 }.\n"
    of = summed(NIM + SUM + MISERE + FIRM + fours + WINNING.replace(before, after), tmp_path)
    misere = of.misere("misere")
    with pytest.raises(Unreadable):
        of.winning_in_misere("wins", of.nim_sum("value"), misere)


def test_another_count_that_is_read_as_that_of_firm_heaps_is_found_out(
    attempt: Attempt, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Summed, "_counts_firm", lambda _self, name, _firm: name == ("firms", 1))
    with pytest.raises(Disagreement, match=r"^the moves of the strategy at heap=[\d:]+ differ"):
        attempt(NIM + WINNING + COUNTED + FIRM.replace("V > 1", "V > 2"), CLAIM, asked=BRIEFLY)


@pytest.mark.parametrize("parameter", ["OTHERS_N", "FIRM_OTHERS_N"])
def test_other_heaps_that_are_counted_wrongly_are_found_out(
    parameter: str, attempt: Attempt, monkeypatch: pytest.MonkeyPatch
) -> None:
    def one_more(game: Any, name: Any, values: Any) -> Any:
        of = getattr(sums, parameter)
        return rows_at(game, name, {**values, of: values[of] + 1})

    monkeypatch.setattr("bouton.proof.ways.sums.compared.rows_at", one_more)
    with pytest.raises(Disagreement, match=r"^the moves of the strategy at heap=[\d:]+ differ"):
        attempt(NIM + WINNING + COUNTED + FIRM, CLAIM, asked=BRIEFLY)
