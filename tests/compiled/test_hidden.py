"""Claims about numbers that the rules choose by themselves: a program looks for them one by one."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from bouton.compiled.labels import label
from bouton.compiled.syntax import Text
from bouton.core.logic.arithmetic import atom
from bouton.core.logic.expression import TRUE, unknown
from bouton.core.logic.terms import Unreadable
from bouton.document.load import load
from bouton.reading.evaluate import evaluate
from bouton.reading.relation import Row
from tests.compiled.engines import LANGUAGES, by_clingo, by_program
from tests.compiled.test_liars import HEAPS, NIM, PILE, SIDES
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


SQUARES = """\
claim(odd) :- pile(N), X = 0..N, X*X = N, player(1).
claim(even) :- pile(N), X = 0..N, X*X = N, player(2).
claim(odd) :- pile({n}).
"""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("more", ["", ", where: square"])
@pytest.mark.parametrize("n", [0, 3, 9])
def test_which_side_wins_by_numbers_that_there_are(n: int, more: str, language: str, tmp_path: Path) -> None:
    rules = PILE.replace("claim(odd) :- player(1).\nclaim(even) :- player(2).\n", SQUARES.format(n=n))
    rules += "square :- pile(N), X = 0..N, X*X = N.\n"
    item, program = found(tmp_path, rules, SIDES.replace("0..12", "0..40") + f"iff: claim{more}}}\n")
    spec = load(tmp_path / "spec.yaml")
    assert by_program(spec, item, program, language) == by_clingo(spec, item)


def test_a_number_without_bounds_is_told_by_its_name(tmp_path: Path) -> None:
    item, program = found(tmp_path, NIM, f"{HEAPS}kind: grundy, iff: value}}\n")
    game = evaluate(item.game.rules, {}, {"heap": 1}, {}, program.saying.wanted)
    bare = replace(game, relations={("value", 1): (Row((atom(unknown("X$1", local=True)),), TRUE),)})
    with pytest.raises(Unreadable, match=r"no bounds are known for X$"):
        label(Text(), 1, bare, program.space, program.saying)
