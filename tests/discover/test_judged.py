"""What is told of guesses: each holds in the whole of the user's box, by plain Python, and says how far it was held."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from bouton.core.errors import InputError
from bouton.core.spec import Play
from bouton.discover import theorem
from bouton.discover.draft import Draft
from bouton.discover.formulas import formulas
from bouton.discover.guess import Discovery, Guess, Tried
from bouton.discover.residues import listed, residues
from bouton.discover.summands import periods
from bouton.discover.theorem import Proposer, discover
from bouton.document.encoding import of_encoding
from bouton.document.load import load
from bouton.process.limits import Limits
from tests.discover.random_games import Drawn, drawn, wrong

LATE = """\
% Take a**a stones.
move(take(A**A))          :- pile(N), A = 1..5, A**A <= N.
after(take(M), pile(N-M)) :- pile(N), move(take(M)).
"""


@pytest.mark.parametrize("seed", [51, *range(51), *range(52, 200)])
@pytest.mark.sample(200)
def test_no_guess_is_false_in_the_box(seed: int, tmp_path: Path) -> None:
    spec = load(drawn(seed).write(tmp_path))
    play: Play = "misere" if seed % 4 == 3 else "normal"
    found = Discovery()
    for guess in discover(spec, Limits(20.0), play):
        if guess.state != "refuted":
            assert wrong(spec, guess, play) == [], guess.says
        found = found.with_(guess)
    assert found.best is None or found.best.state != "refuted"


@pytest.mark.parametrize(
    ("proposer", "most", "guessed"),
    [
        (residues, 3200, False),
        (periods, 3200, False),
        pytest.param(periods, 600, True, marks=pytest.mark.slow),
        pytest.param(residues, 600, True, marks=pytest.mark.slow),
    ],
)
@pytest.mark.sample(2)
def test_what_larger_boxes_refute_is_no_guess(
    proposer: Proposer, most: int, guessed: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The values repeat with period 28 up to 3124."""
    (tmp_path / "late.lp").write_text(LATE)
    monkeypatch.setattr(theorem, "_PROPOSERS", (proposer,))
    spec = of_encoding(str(tmp_path / "late.lp"), (), (f"pile=0..{most}",))
    tried = list[Tried]()
    guesses = list(theorem.discover(spec, Limits(300.0), ended=tried.append))
    assert any(one.state == "fits" for one in guesses) is guessed
    assert all(one.where == "pile=3125" for one in guesses if one.state == "refuted")
    found = Discovery()
    for guess in guesses:
        found = found.with_(guess)
    assert found.best is None
    assert [one.end for one in tried] == ["the last guess is false at pile=3125" if guessed else "no guess fits"]


def test_of_several_sets_each_has_its_own_remainders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One of them is part of another."""
    rules = "move(take(M)) :- pile(N), s(M), M <= N.\nafter(take(M), pile(N-M)) :- pile(N), move(take(M)).\n"
    ranges = {"parameters": {"S": {"set": [[1, 2], [2], [1, 3, 4]]}}, "position": {"pile": "0..30"}}
    spec = load(Drawn(rules, ranges).write(tmp_path))
    monkeypatch.setattr(theorem, "_PROPOSERS", (listed,))
    guess = next(iter(discover(spec, Limits(20.0))))
    assert wrong(spec, guess, "normal") == []
    assert guess.state == "fits"
    for says in (
        "S is {1, 2} and 3 divides pile",
        "S is {2} and pile modulo 4 is at most 1",
    ):
        assert says in guess.says


@pytest.mark.parametrize("proposer", [residues, formulas])
def test_where_no_position_has_a_move_there_is_nothing_to_find(
    proposer: Proposer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "still.lp").write_text("move(x) :- pile(N), N < 0.\nafter(x, pile(0)) :- move(x).\n")
    spec = of_encoding(str(tmp_path / "still.lp"), (), ("pile=0..20",), ())
    monkeypatch.setattr(theorem, "_PROPOSERS", (proposer,))
    with pytest.raises(InputError, match="there is nothing to find: no position of the box has a move"):
        list(discover(spec, Limits(20.0)))


def test_a_box_that_check_refuses_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = "move(take(M)) :- pile(N), M = 1..2, M <= N.\nafter(take(M), pile(N-M)) :- pile(N), move(take(M)).\n"
    (tmp_path / "take.lp").write_text(rules)
    spec = of_encoding(str(tmp_path / "take.lp"), (), ("pile=0..1000000000",), ())
    monkeypatch.setattr(theorem, "_PROPOSERS", (formulas,))
    with pytest.raises(InputError, match="beyond what 32-bit arithmetic can hold"):
        list(discover(spec, Limits(20.0)))


@pytest.mark.parametrize("inside", [True, False])
def test_what_the_game_itself_refutes_is_no_guess_again(inside: bool) -> None:
    """A later round may come to it anew; what is false of more heaps alone stays."""
    guess = Guess((), "Mine.", "fits", "", Draft("g", "", {}))
    found = Discovery().with_(guess).with_(replace(guess, state="refuted", where="pile=63", inside=inside)).with_(guess)
    assert (found.best is None) is inside
