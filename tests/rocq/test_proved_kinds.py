"""Claims that are proved as others: strategies beside the theorem of where they are needed, and families."""

from __future__ import annotations

from pathlib import Path

import pytest

from bouton.core.errors import Unreadable
from bouton.document.load import load
from bouton.rocq.file import written
from bouton.rocq.hand import BEGINS, without
from tests.rocq.answers import CLOSED, coqc
from tests.rocq.test_files import changed, with_coqc
from tests.shipped import named

RULES = """move(take(M)) :- pile(N), M = 1..2, M <= N.
after(take(M), pile(N-M)) :- pile(N), move(take(M)).
lost :- pile(N), N \\ 3 = 0.
one_more :- pile(N), N \\ 6 = 1.
rest(take(N \\ 3)) :- pile(N).
"""
SPEC = """game: Take
rules: take.lp
position: {pile: 0..9}
claims:
  - {id: lost, says: The multiples., kind: p-positions, iff: lost, strategy: rest, prove: {pile: all}}
  - {id: rest, says: To take the rest wins., kind: strategy, moves: rest, prove: {pile: all}}
  - {id: safe, says: They are lost., kind: outcome, where: lost, outcome: P, prove: {pile: all}}
  - {id: won, says: Some are won., kind: outcome, where: one_more, outcome: N, prove: {pile: all}}
"""


def file_of(folder: Path, claim: str, before: str = "", after: str = "") -> str:
    """The file of a claim, with one change of the rules."""
    assert before in RULES
    (folder / "take.lp").write_text(RULES.replace(before, after) if before else RULES)
    (folder / "take.yaml").write_text(SPEC)
    spec = load(folder / "take.yaml")
    return written(spec, spec.claim(claim))


def test_a_strategy_has_the_proof_of_the_theorem_that_names_it() -> None:
    spec = named("greedy_nim")
    moves, theorem = (written(spec, spec.claim(one)).split(BEGINS) for one in ("theorem-4-moves", "theorem-4"))
    assert moves[1] == theorem[1]
    assert "what is said of the strategy, behind the theorem of theorem-4." in " ".join(moves[0].split())
    assert not without("".join(moves))


def test_of_another_strategy_no_proof_is_written() -> None:
    with pytest.raises(Unreadable, match="of its strategy no proof is written"):
        written(*changed("greedy_nim", "theorem-4-moves", "T >= 3, T \\ 2 = 1", "T >= 5, T \\ 2 = 1"))


def test_without_a_theorem_there_is_none_of_a_strategy(tmp_path: Path) -> None:
    (tmp_path / "take.lp").write_text(RULES)
    (tmp_path / "take.yaml").write_text(SPEC.replace(", strategy: rest", ""))
    spec = load(tmp_path / "take.yaml")
    with pytest.raises(Unreadable, match="no claim on P-positions with the same range names this strategy"):
        written(spec, spec.claim("rest"))


def test_a_family_is_said_where_it_speaks(tmp_path: Path) -> None:
    said = " ".join(file_of(tmp_path, "won").split(BEGINS)[0].split())
    assert "Definition never (g : parameters) (p : position) : Prop := one_more g p /\\ ~ (one_more g p)" in said
    assert "legal g p -> one_more g p -> (P_position position (moves g) False p <-> never g p)." in said


def test_a_family_by_itself_has_no_script(tmp_path: Path) -> None:
    (tmp_path / "take.lp").write_text(RULES)
    (tmp_path / "take.yaml").write_text("\n".join(one for one in SPEC.splitlines() if "kind: p-positions" not in one))
    spec = load(tmp_path / "take.yaml")
    with pytest.raises(Unreadable, match="of a family, without a theorem on all P-positions"):
        written(spec, spec.claim("safe"))


@with_coqc
@pytest.mark.slow
@pytest.mark.parametrize(
    ("claim", "before", "after", "fine"),
    [
        ("rest", "", "", True),
        ("rest", "take(N \\ 3)) :- pile(N).", "take(N \\ 3)) :- pile(N), N != 100.", False),
        ("safe", "", "", True),
        ("won", "", "", True),
        ("won", "N \\ 6 = 1.", "N \\ 6 = 1.  one_more :- pile(300).", False),
    ],
)
def test_coqc_accepts_what_is_true(
    claim: str, before: str, after: str, fine: bool, tmp_path: Path, compiled: Path
) -> None:
    ended = coqc(compiled, file_of(tmp_path, claim, before, after))
    assert (ended.returncode == 0) == fine
    assert not fine or set(ended.stdout.splitlines()) == {CLOSED}


HEAPS = """move(take(I,M)) :- heap(I,S), M = 1..S.
after(take(I,M), heap(I,S-M)) :- heap(I,S), move(take(I,M)).
large :- heap(_,S), S > 1.
left(T) :- large, heap(_,S), T = 1..S-1.
reached :- left(_).
listed :- heap(1,S), S > 1.
listed :- heap(2,S), S > 1.
alike :- reached, listed.
alike :- not reached, not listed.
"""
OF_HEAPS = """game: Large
rules: large.lp
position: {heap: {count: 0..2, size: 1..4}}
claims:
  - {id: alike, says: Alike., kind: everywhere, iff: alike, prove: {heap: {count: 0..2}}}
"""


@with_coqc
@pytest.mark.parametrize("bound", [1, 2])
def test_some_heap_is_sought_among_several(bound: int, tmp_path: Path, compiled: Path) -> None:
    (tmp_path / "large.lp").write_text(HEAPS.replace("heap(_,S), S > 1", f"heap(_,S), S > {bound}"))
    (tmp_path / "large.yaml").write_text(OF_HEAPS)
    spec = load(tmp_path / "large.yaml")
    text = written(spec, spec.claim("alike"))
    assert "Require Chosen." in text
    ended = coqc(compiled, text)
    assert (ended.returncode == 0) == (bound == 1)
    assert bound != 1 or set(ended.stdout.splitlines()) == {CLOSED}


TWO = """move(take(I,M)) :- heap(I,S), M = 1..S.
after(take(I,M), heap(I,S-M)) :- heap(I,S), move(take(I,M)).
lost :- not heap(1,_).
lost :- heap(1,S), heap(2,S).
"""
LEADING = """heap_changed(Move,I) :- after(Move,heap(I,_)).
heap_left(Move,I,S) :- after(Move,heap(I,S)).
heap_left(Move,I,S) :- move(Move), heap(I,S), not heap_changed(Move,I).
heap_after(Move,J,S) :- heap_left(Move,I,S), S > 0,
  J = #count { K : heap_left(Move,K,T), T > 0, T < S; K : heap_left(Move,K,S), K <= I }.
lost_after(Move) :- move(Move), not heap_after(Move,1,_).
lost_after(Move) :- heap_after(Move,1,S), heap_after(Move,2,S).
winning_move(Move) :- move(Move), lost_after(Move).
"""
OF_TWO = """game: Two heaps
rules: two.lp
position: {heap: {count: 0..2, size: 1..4}}
claims:
  - {id: alike, says: Alike., kind: p-positions, iff: lost, strategy: winning_move, prove: {heap: {count: 0..2}}}
"""


def of_two(folder: Path, more: str) -> str:
    """The file of two heaps that are alike, with a strategy."""
    (folder / "two.lp").write_text(TWO + more)
    (folder / "two.yaml").write_text(OF_TWO)
    spec = load(folder / "two.yaml")
    return written(spec, spec.claim("alike"))


@pytest.mark.slow
@with_coqc
def test_moves_to_where_the_theorem_holds_are_left_open_among_heaps(tmp_path: Path, compiled: Path) -> None:
    text = of_two(tmp_path, LEADING)
    assert without(text)
    assert "winning_move" not in text.split(BEGINS)[1]
    assert set(coqc(compiled, text).stdout.splitlines()) == {CLOSED}
    assert not without(of_two(tmp_path, "winning_move(take(I,M)) :- heap(I,S), heap(J,T), S > T, M = S-T.\n"))
