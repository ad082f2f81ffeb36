"""Moves that are named after digits: what they take is told by their names, at whichever place the digit stands."""

from __future__ import annotations

from pathlib import Path

import pytest

from bouton.core.verdict import Result, Verdict
from bouton.document.load import load
from bouton.run.check import check
from bouton.run.options import Options

DIGIT = "move(take(D)) :- pile(N), digit(10,N,_,D), D > 0.\n"
TWICE = "move(take(D+E)) :- pile(N), digit(10,N,_,D), digit(10,N,0,E), D + E > 0.\n"
TAKE = "after(take(D), pile(N-D)) :- pile(N), move(take(D)).\n"
CHOSEN = "after(take(X), pile(N-X)) :- move(take(X)), pile(N), X = 1..9.\n"


def judged(folder: Path, rules: str, box: str = "0..30") -> Result:
    (folder / "g.lp").write_text(rules)
    (folder / "g.yaml").write_text(
        f"game: G\nrules: g.lp\nposition: {{pile: {box}}}\nclaims:\n"
        "- {id: c, says: Mine., kind: p-positions, iff: mine, prove: {pile: all}}\n"
    )
    (result,) = check(load(str(folder / "g.yaml")), Options(crosscheck=False, fresh=True), lambda _: None)
    return result


@pytest.mark.usefixtures("by_proof_alone")
@pytest.mark.parametrize(
    ("moves", "mine", "wanted"),
    [
        (DIGIT + TAKE, "N \\ 10 = 0", "proved"),
        (DIGIT + TAKE, "N \\ 10 = 0, N < 4000", "not"),
        (DIGIT + TAKE, "N \\ 10 = 0, N != 1230", "not"),
        (DIGIT + CHOSEN, "N \\ 10 = 0", "proved"),
        # not every digit that is named is taken: some moves change nothing, beyond the box
        (DIGIT + "after(take(D), pile(N-D)) :- pile(N), digit(10,N,J,D), J < 2, D > 0.\n", "N \\ 10 = 0", "not"),
        (DIGIT + CHOSEN, "N \\ 10 = 0, N != 1230", "not"),
        # how many stones go depends on the place, which the name does not tell
        (DIGIT + "after(take(D), pile(N-D-J/3)) :- pile(N), digit(10,N,J,D), D > 0.\n", "N \\ 10 = 0", "determine"),
    ],
)
@pytest.mark.sample(4)
def test_what_a_digit_takes(tmp_path: Path, moves: str, mine: str, wanted: str) -> None:
    result = judged(tmp_path, f"{moves}mine :- pile(N), {mine}.\n")
    if wanted == "proved":
        assert result.verdict is Verdict.PROVED, result.proof
    elif wanted == "not":
        assert result.verdict is not Verdict.PROVED
    else:
        assert result.verdict is Verdict.HOLDS
        assert "does not determine" in str(result.proof)


def test_a_sum_of_digits_is_told_as_it_is(tmp_path: Path) -> None:
    """A name that two ways of choosing share is no reason to take what one of them alone would take."""
    wrong = TWICE + "after(take(X), pile(N-D)) :- pile(N), move(take(X)), digit(10,N,_,D), D > 0, D <= X.\n"
    result = judged(tmp_path, wrong + "mine :- pile(N), N \\ 10 = 0.\n", "0..9")
    assert result.verdict is not Verdict.PROVED
