"""Claims about numbers that the rules choose by themselves: a program looks for them one by one."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from bouton.compiled.labels import label
from bouton.compiled.syntax import ProgramText
from bouton.core.errors import Unreadable
from bouton.core.logic.arithmetic import atom
from bouton.core.logic.expression import TRUE, unknown
from bouton.document.load import load
from bouton.reading.evaluate import evaluate
from bouton.reading.relation import Row
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
@pytest.mark.sample(2)
def test_what_is_claimed_of_numbers_that_there_are(claim: str, language: str, tmp_path: Path) -> None:
    item, program = found(tmp_path, NIM + CHOSEN, f"{HEAPS}kind: {claim}}}\n")
    spec = load(tmp_path / "spec.yaml")
    assert by_program(spec, item, program, language) == by_clingo(spec, item)


ALLIANCES = (
    NIM
    + """\
after(take(I,T),player(3-P)) :- move(take(I,T)), player(P).
side(odd) :- player(1).
side(even) :- player(2).
winner(W) :- not heap(1,_), side(W).
square :- heap(1,S), X = 1..S, X*X = S.
claim(odd) :- heap(1,S), X = 2..S, X*X = S, player(1).
claim(even) :- heap(1,S), X = 2..S, X*X = S, player(2).
claim(even) :- heap(1,1), player(1).
claim(odd) :- heap(1,1), player(2).
claim(odd) :- heap(1,{n}), {more}.
claim(W) :- not heap(1,_), side(W).
"""
)
PLAYERS = HEAPS.replace("}}", "}, player: 1..2}").replace("0..2", "0..1").replace("1..4", "1..9")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("where", ["", ", where: square"])
@pytest.mark.parametrize(("n", "more"), [(2, "player(_)"), (4, "player(1)"), (9, "player(2)")])
@pytest.mark.sample(6)
def test_which_side_wins_by_numbers_that_there_are(
    n: int, more: str, where: str, language: str, tmp_path: Path
) -> None:
    rules = ALLIANCES.format(n=n, more=more)
    item, program = found(tmp_path, rules, f"{PLAYERS}kind: winners, iff: claim{where}}}\n")
    spec = load(tmp_path / "spec.yaml")
    found_ = by_clingo(spec, item)
    assert by_program(spec, item, program, language) == found_
    assert (found_.counterexample is None) is (bool(where) and (n, more) != (9, "player(2)"))


def test_a_number_without_bounds_is_told_by_its_name(tmp_path: Path) -> None:
    item, program = found(tmp_path, NIM, f"{HEAPS}kind: grundy, iff: value}}\n")
    game = evaluate(item.game.rules, {}, {"heap": 1}, {}, program.saying.wanted)
    bare = replace(game, relations={("value", 1): (Row((atom(unknown("X$1", local=True)),), TRUE),)})
    with pytest.raises(Unreadable, match=r"no bounds are known for X$"):
        label(ProgramText(), 1, bare, program.space, program.saying)
