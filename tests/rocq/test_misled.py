"""Refutations of strategies for Rocq: each fault is found and accepted; where the strategy wins nothing is written."""

from __future__ import annotations

from pathlib import Path

import pytest

from bouton.claims.subject import rules_of
from bouton.core.errors import Unreadable
from bouton.core.position import Position
from bouton.core.spec import Spec
from bouton.document.load import load
from bouton.rocq.compared import compared
from bouton.rocq.entries import naming, plain
from bouton.rocq.hand import lacking
from bouton.rocq.misled import TRUE
from bouton.rocq.refuted import refutation
from bouton.rocq.statement import Statement
from tests.rocq.answers import CLOSED, coqc
from tests.rocq.test_files import with_coqc

RULES = """move(take(M)) :- pile(N), M = (1;3;4), M <= N.
after(take(M), pile(N-M)) :- pile(N), move(take(M)).
lost :- pile(N), N \\ 7 = (0;2).
lost_misere :- pile(N), N \\ 7 = (1;3).
big :- pile(N), N > 3.
silent(take(M)) :- move(take(M)), pile(N), M = 1, N \\ 7 = 3.
foul(take(5)) :- pile(N).
foul(take(M)) :- move(take(M)), pile(N), (N - M) \\ 7 = (0;2).
one(take(1)) :- pile(N), N > 0.
back(take(A),take(A)) :- move(take(A)).
one_misere(take(1)) :- pile(N), N > 0.
"""
SPEC = """game: Take
rules: take.lp
position: {pile: 0..40}
claims:
  - {id: silent, says: It wins., kind: p-positions, iff: lost, strategy: silent}
  - {id: foul, says: It wins., kind: p-positions, iff: lost, strategy: foul}
  - {id: one, says: It wins., kind: p-positions, iff: lost, strategy: one, where: big}
  - {id: misere, says: It wins., kind: p-positions, play: misere, iff: lost_misere, strategy: one_misere}
  - {id: alone, says: It wins., kind: strategy, moves: one}
  - {id: replies, says: They win., kind: outcome, outcome: P, where: big, reply: back}
  - {id: wrong, says: It wins., kind: p-positions, iff: big, strategy: one}
"""
HEAPS = """move(take(left,D)) :- left(N), D = 1..N.
move(take(right,D)) :- right(N), D = 1..N.
after(take(left,D), left(N-D)) :- left(N), move(take(left,D)).
after(take(right,D), right(N-D)) :- right(N), move(take(right,D)).
level :- left(N), right(N).
win(take(left,N-M)) :- left(N), right(M), N > M.
win(take(right,M-N+1)) :- left(N), right(M), M > N.
"""
PAIR = """game: Pair
rules: pair.lp
position: {left: 0..9, right: 0..9}
claims: [{id: level, says: It wins., kind: p-positions, iff: level, strategy: win}]
"""
FAULTS = (("silent", 1), ("silent", 4), ("foul", 1), ("one", 5), ("misere", 5), ("alone", 4))


def spec_in(folder: Path) -> Spec:
    """The spec, in a folder."""
    for name, text in (("take.lp", RULES), ("take.yaml", SPEC), ("pair.lp", HEAPS), ("pair.yaml", PAIR)):
        (folder / name).write_text(text)
    return load(folder / "take.yaml")


def written(spec: Spec, claim_id: str, position: Position) -> tuple[str, Statement]:
    """The file, and what it says."""
    claim, alone = spec.claim(claim_id), claim_id == "alone"
    about, claim, rules = plain(spec, naming(spec, claim) if alone else claim, rules_of(spec), refuted=True)
    return refutation(about, claim, rules, {}, position, of_strategy=alone)


@with_coqc
@pytest.mark.parametrize(("claim", "pile"), FAULTS)
@pytest.mark.sample(6)
def test_coqc_accepts_that_a_strategy_does_not_win(claim: str, pile: int, tmp_path: Path, compiled: Path) -> None:
    """The name of no move, one that is none, and one that leads elsewhere; not at a pile where it wins."""
    spec = spec_in(tmp_path)
    text, said = written(spec, claim, (pile,))
    assert " : ~ strategy.\n" in text and lacking(text) is None
    assert compared(text, said, rules_of(spec)) > 10
    assert coqc(compiled, text).stdout == f"{CLOSED}\n"


@with_coqc
@pytest.mark.parametrize(("claim", "pile", "other"), [("silent", 4, 3), ("foul", 1, 0), ("one", 5, 8), ("one", 5, 3)])
@pytest.mark.sample(2)
def test_coqc_refuses_a_position_at_which_it_wins(
    claim: str, pile: int, other: int, tmp_path: Path, compiled: Path
) -> None:
    text, _ = written(spec_in(tmp_path), claim, (pile,))
    spoilt = text.replace(f"there : position := Position {pile}.", f"there : position := Position {other}.")
    assert spoilt != text
    assert coqc(compiled, spoilt).returncode == 1


@with_coqc
def test_a_strategy_of_named_counters_is_refuted(tmp_path: Path, compiled: Path) -> None:
    spec_in(tmp_path)
    spec = load(tmp_path / "pair.yaml")
    text, said = written(spec, "level", (1, 2))
    assert compared(text, said, rules_of(spec)) > 10
    assert coqc(compiled, text).stdout == f"{CLOSED}\n"
    with pytest.raises(Unreadable, match=TRUE):
        written(spec, "level", (2, 1))


@pytest.mark.parametrize(
    ("claim", "pile"), [("silent", 3), ("silent", 2), ("one", 8), ("one", 3), ("misere", 4), ("replies", 7)]
)
def test_where_it_wins_nothing_is_written(claim: str, pile: int, tmp_path: Path) -> None:
    with pytest.raises(Unreadable, match=TRUE):
        written(spec_in(tmp_path), claim, (pile,))


@with_coqc
def test_a_family_with_a_reply_is_refuted_where_the_outcome_is_another(tmp_path: Path, compiled: Path) -> None:
    spec = spec_in(tmp_path)
    text, _ = written(spec, "replies", (4,))
    assert coqc(compiled, text).stdout.splitlines()[0] == CLOSED
    with pytest.raises(Unreadable, match="replies and winning moves of a family are not printed"):
        plain(spec, spec.claim("replies"), rules_of(spec))


def test_a_false_theorem_is_not_taken_for_the_strategy(tmp_path: Path) -> None:
    spec = spec_in(tmp_path)
    assert " : ~ theorem.\n" in written(spec, "wrong", (4,))[0]
    with pytest.raises(Unreadable, match="the theorem beside which the strategy is named is false there"):
        refutation(spec, spec.claim("wrong"), rules_of(spec), {}, (4,), of_strategy=True)
