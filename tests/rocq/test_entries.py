"""Named positions and families, which the kernel judges: what is true is accepted, and a spoilt entry is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from bouton.claims.subject import rules_of, subject
from bouton.core.errors import Unreadable
from bouton.core.position import Position
from bouton.core.spec import Claim, Spec
from bouton.document.load import load
from bouton.rocq.boxed import bounded
from bouton.rocq.compared import compared
from bouton.rocq.computed import Computed
from bouton.rocq.entries import plain
from bouton.rocq.ranges import boxed
from bouton.rocq.refuted import refutation
from bouton.rocq.statement import statement
from tests.rocq.answers import CLOSED, coqc
from tests.rocq.test_files import with_coqc

NIM = """move(take(I,M)) :- heap(I,S), M = 1..S, M <= most.
after(take(I,M), heap(I,S-M)) :- heap(I,S), move(take(I,M)).
equal :- heap(1,S), heap(2,S).
equal :- not heap(1,_).
apart :- not equal.
larger(S,T) :- heap(_,S), heap(_,T), S > T.
listed(4).
same(M) :- move(take(_,M)), listed(M).
"""
ENTRIES = "entries: [{at: {most: 3, heap: [1, 2]}, value: VALUE}, {at: {most: 1, heap: [2]}, value: 0}]"
NIM_SPEC = f"""game: Nim
rules: nim.lp
parameters: {{most: 3}}
position: {{heap: {{count: 0..2, size: 1..4}}}}
claims:
  - {{id: value, says: A table., kind: table, {ENTRIES}}}
  - {{id: rows, says: A table., kind: table, predicate: larger, entries: [
      {{at: {{most: 3, heap: [1, 2]}}, value: [[2, 1]]}}, {{at: {{most: 3, heap: []}}, value: ROWS}}]}}
  - {{id: outcome, says: A position., kind: example, play: misere, at: {{most: 3, heap: [1, 1]}}, outcome: OUTCOME}}
  - {{id: nothing, says: A position., kind: example, predicate: same, at: {{most: 3, heap: [1, 1]}}, value: false}}
  - {{id: family, says: A family., kind: outcome, where: FAMILY, outcome: P}}
  - {{id: others, says: A family., kind: outcome, where: apart, outcome: OTHERS, over: {{most: 4..5}}}}
  - {{id: pairs, says: A table., kind: table, of: pair, entries: [{{at: {{most: 3, heap: [1]}}, value: [1, 0]}}]}}
"""
TRUE = {"VALUE": "3", "ROWS": "false", "OUTCOME": "N", "FAMILY": "equal", "OTHERS": "N"}
FALSE = {"VALUE": "2", "ROWS": "[[1, 0]]", "OUTCOME": "P", "FAMILY": "apart", "OTHERS": "P"}
FAILS: dict[str, Position] = {
    "value": ((1, 2),),
    "rows": ((),),
    "outcome": ((1, 1),),
    "family": ((1,),),
    "others": ((1,),),
}
TURNS = """move(take(M)) :- pile(N), M = 1..2, M <= N.
after(take(M), pile(N-M)) :- pile(N), move(take(M)).
after(take(M), turn(3-A)) :- move(take(M)), turn(A).
side(A) :- turn(A).
winner(A) :- turn(A), flag(1).
winner(3-A) :- turn(A), flag(0).
wins(A) :- turn(A), pile(N), flag(F), N \\ 3 != F.
wins(3-A) :- turn(A), pile(N), flag(F), N \\ 3 = F.
"""
TURNS_SPEC = """game: Turns
rules: turns.lp
position: {pile: 0..PILE, turn: {range: 1..2, stones: false}, flag: {range: 0..FLAG, stones: false}}
claims:
  - {id: wins, says: They win., kind: winners}
  - {id: one, says: It wins., kind: example, at: {pile: 4, turn: 2, flag: 1}, winner: WINNER}
"""


def nim(folder: Path, words: dict[str, str]) -> Spec:
    """A game of heaps with claims about positions of it."""
    text = NIM_SPEC
    for word, value in words.items():
        text = text.replace(word, value)
    (folder / "nim.lp").write_text(NIM)
    (folder / "nim.yaml").write_text(text)
    return load(folder / "nim.yaml")


def turns(folder: Path, flag: int = 1, winner: int = 1, rules: str = TURNS) -> Spec:
    """A game of two alliances with a counter that stays."""
    text = TURNS_SPEC.replace("PILE", "9").replace("FLAG", str(flag)).replace("WINNER", str(winner))
    (folder / "turns.lp").write_text(rules)
    (folder / "turns.yaml").write_text(text)
    return load(folder / "turns.yaml")


def box_of(spec: Spec, claim: Claim) -> str:
    """The file of a claim for its positions, or its box, whether or not it is true."""
    about = subject(spec, claim)
    own, said, rules = plain(about, claim, rules_of(about))
    text, told = bounded(own, said, rules)
    assert compared(text, told, rules)
    return text


def false_of(spec: Spec, claim: Claim, position: Position) -> str:
    """The file that it is false at a position."""
    about = subject(spec, claim)
    own, said, rules = plain(about, claim, rules_of(about))
    parameters = {one.name: 3 for one in claim.box.parameters}
    return refutation(own, said, rules, {**parameters} if claim.id != "others" else {"most": 4}, position)[0]


def accepted(folder: Path, text: str) -> bool:
    """Whether coqc accepts it without axioms."""
    ended = coqc(folder, text)
    assert ended.returncode or set(ended.stdout.splitlines()) == {CLOSED}
    return ended.returncode == 0


@with_coqc
@pytest.mark.parametrize("id", ["value", "rows", "outcome", "nothing", "family", "others"])
def test_coqc_accepts_what_is_true_of_positions(id: str, tmp_path: Path, compiled: Path) -> None:
    spec = nim(tmp_path, TRUE)
    assert accepted(compiled, box_of(spec, spec.claim(id)))


@with_coqc
@pytest.mark.parametrize("id", FAILS)
def test_coqc_refuses_what_is_spoilt_and_accepts_that_it_is_false(id: str, tmp_path: Path, compiled: Path) -> None:
    spec = nim(tmp_path, FALSE)
    claim = spec.claim(id)
    assert not accepted(compiled, box_of(spec, claim))
    assert accepted(compiled, false_of(spec, claim, FAILS[id]))


@with_coqc
@pytest.mark.parametrize("id", ["wins", "one"])
def test_coqc_judges_alliances(id: str, tmp_path: Path, compiled: Path) -> None:
    spec = turns(tmp_path)
    assert accepted(compiled, box_of(spec, spec.claim(id)))
    other = turns(tmp_path, winner=2, rules=TURNS.replace("N \\ 3 != F", "N \\ 3 != F, N != 8"))
    claim = other.claim(id)
    assert not accepted(compiled, box_of(other, claim))
    assert accepted(compiled, false_of(other, claim, (8, 1, 0) if id == "wins" else (4, 2, 1)))


def test_a_table_lists_its_positions_and_no_others(tmp_path: Path) -> None:
    """The predicate that is made holds by clingo at the positions of the table, of all those of the box around them."""
    spec = nim(tmp_path, TRUE)
    for name in ("value", "rows", "outcome"):
        claim = spec.claim(name)
        own, said, rules = plain(spec, claim, rules_of(spec))
        ranged, _ = boxed(own, said)
        computed = Computed(statement(own, ranged, rules), rules)
        found = []
        for given in said.box.assignments():
            places = [(heaps,) for heaps in ((), (1,), (2,), (1, 1), (1, 2), (2, 2))]
            rows = zip(places, computed.rows(places, given), strict=True)
            found += [(given, place) for place, each in rows if each["listed1", 0]]
        assert sorted(map(str, found)) == sorted(str((one.parameters, one.position)) for one in claim.points)


def test_why_positions_are_not_printed(tmp_path: Path) -> None:
    spec = nim(tmp_path, TRUE)
    with pytest.raises(Unreadable) as error:
        box_of(spec, spec.claim("pairs"))
    assert "pairs of values" in error.value.reason
