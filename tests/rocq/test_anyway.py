"""Theorems that are false, each by a way in which proofs go wrong: coqc refuses their files, and accepts true ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from bouton.document.load import load
from tests.rocq.anyway import files, said
from tests.rocq.test_files import with_coqc

PATIENCE = 120
"""Seconds for coqc."""
TAKE = """
move(take)             :- pile(N), N > 0.
after(take, pile(N-1)) :- pile(N), N > 0.
"""
OVERLAP = """
marked(T) :- pile(N), T = 1..N.
marked(30).
more :- pile(N), N+1 = #count { T : marked(T) }.
"""
"""From 30 stones on, 30 is marked twice and counts once."""
ALLIANCES = """
move(take(M))               :- pile(N), M = 1..2, M <= N.
after(take(M), pile(N-M))   :- pile(N), move(take(M)).
after(take(M), turn(3-A))   :- move(take(M)), turn(A).
side(A)   :- turn(A).
winner(A) :- turn(A), pile(0).
wins(A)   :- turn(A), pile(N), N \\ 3 != 1.
wins(3-A) :- turn(A), pile(N), N \\ 3 = 1.
"""
"""Who cannot move wins, and two alliances take one or two stones in turn."""
LARGE = """
move(take(M))             :- pile(N), M = 1..2, M <= N.
after(take(M), pile(N-M)) :- pile(N), move(take(M)).
large :- pile(N), N > 5.
third :- pile(N), N \\ 3 = 0.
win(take(M)) :- pile(N), M = N \\ 3, M > 0, N <= 30.
"""
"""The winning moves of piles beyond 30 are not named."""
TABLE = """
place(0..40).
half(X,X/2) :- place(X).
known :- x(X), half(X,_).
"""
"""Nothing is known of numbers beyond the table."""


def spec(kind: str, iff: str, *more: str) -> str:
    entry = ["id: c", "says: It holds.", f"kind: {kind}", f"iff: {iff}", *more]
    return "\n    ".join(["claims:\n  -", *entry])


CASES = {
    "a tuple twice in an aggregate": (TAKE + OVERLAP, "{pile: 0..20}", spec("everywhere", "more", "prove: true")),
    "a claim without a range for a proof": (TAKE + OVERLAP, "{pile: 0..20}", spec("everywhere", "more")),
    "who wins when one stone is left": (
        ALLIANCES.replace("!= 1", "!= 2").replace("= 1.", "= 2."),
        "{pile: 0..20, turn: 1..2}",
        spec("winners", "wins", "prove: {pile: all}"),
    ),
    "a strategy of some positions": (
        LARGE,
        "{pile: 0..12}",
        spec("p-positions", "third", "play: normal", "where: large", "strategy: win", "prove: {pile: all}"),
    ),
    "a table that ends": (
        TAKE + TABLE,
        "{pile: 0..5}",
        spec("statement", "known", "unknowns: {x: 0..30}", "prove: {x: all}"),
    ),
}
TRUE = {
    "a table that ends": (
        TAKE + TABLE,
        "{pile: 0..5}",
        spec("statement", "known", "unknowns: {x: 0..30}", "prove: {x: 0..30}"),
    ),
    "a strategy of some positions": (
        LARGE.replace(", N <= 30", ""),
        "{pile: 0..12}",
        spec("p-positions", "third", "play: normal", "where: large", "strategy: win", "prove: {pile: all}"),
    ),
}


def ended(folder: Path, compiled: Path, rules: str, position: str, claims: str) -> str:
    """What coqc says of the file of the claim."""
    (folder / "rules.lp").write_text(rules)
    (folder / "spec.yaml").write_text(f"game: a game\nrules: rules.lp\nposition: {position}\n{claims}\n")
    ((_, text),) = files(load(str(folder / "spec.yaml")))
    assert isinstance(text, str), text
    return said(compiled, text, PATIENCE)


@with_coqc
@pytest.mark.parametrize("case", CASES)
@pytest.mark.sample(3)
def test_coqc_refuses_what_is_false(case: str, tmp_path: Path, compiled: Path) -> None:
    assert ended(tmp_path, compiled, *CASES[case]) == "refused"


@with_coqc
@pytest.mark.parametrize("case", TRUE)
@pytest.mark.sample(2)
def test_it_accepts_the_same_where_it_is_true(case: str, tmp_path: Path, compiled: Path) -> None:
    """What is refused is not the way of saying it."""
    assert ended(tmp_path, compiled, *TRUE[case]) == "accepted"
