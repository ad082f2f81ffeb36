"""Moves that are built of other terms: in the text they have one name, and it says what clingo derives of the terms."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from benchmarks.newcomers import CLAIM, named, spec_of
from bouton.claims.subject import rules_of
from bouton.core.errors import Disagreement, Unreadable
from bouton.rocq.compared import compared
from bouton.rocq.file import written
from bouton.rocq.statement import statement

RIGHT = """
move(take(right,D)) :- right(N), D = 1..N.
after(take(right,D), right(N-D)) :- right(N), move(take(right,D)).
"""
LEFT = """
move(take(left,D)) :- left(N), D = 1..N.
after(take(left,D), left(N-D)) :- left(N), move(take(left,D)).
"""
LEVEL = "level :- left(N), right(N)."


def game(rules: str, iff: str = "level") -> dict[str, Any]:
    """Two counters, and what is said of them."""
    claim = {"kind": "p-positions", "iff": iff, "prove": {"left": "all", "right": "all"}}
    return {"name": "sides", "position": {"left": "0..9", "right": "0..9"}, "rules": rules, "claim": claim}


def held(one: dict[str, Any], folder: Path, *changes: tuple[str, str]) -> str:
    """The text of the claim's file, with something else in it, once it is held against clingo."""
    spec = spec_of(one, folder)
    claim, rules = spec.claim(CLAIM), rules_of(spec)
    text = written(spec, claim, rules)
    for before, after in changes:
        assert before in text
        text = text.replace(before, after)
    assert compared(text, statement(spec, claim, rules), rules) > 10
    return text


@pytest.mark.parametrize("name", [name for name, one in named().items() if one["idiom"] == "a name in a move"])
@pytest.mark.sample(3)
@pytest.mark.long("fill_up_the_row", "left_or_right")
def test_a_newcomers_moves_say_what_clingo_derives(name: str, tmp_path: Path) -> None:
    held(named()[name], tmp_path)


def test_the_name_that_is_made_is_none_of_the_rules(tmp_path: Path) -> None:
    """`take(left,D)` and `take_left(D)` lead elsewhere, and so does `take(left_1,D)` beside them."""
    rules = f"""{LEFT}{RIGHT}{LEVEL}
    move(take_left(1)) :- left(N), right(M), N > 0, M > 0.
    after(take_left(1), left(N-1))  :- left(N), move(take_left(1)).
    after(take_left(1), right(M-1)) :- right(M), move(take_left(1)).
    move(take(left1,D)) :- left(N), D = 3, N >= D.
    after(take(left1,D), left(N-D)) :- left(N), move(take(left1,D)).
    take_left1 :- level."""
    text = " ".join(held(game(rules), tmp_path).split())
    assert "t_take_left1 X1 stands for take(left,X1)" in text
    assert "t_take_left11 X1 stands for take(left1,X1)" in text


@pytest.mark.parametrize(
    "change",
    [("t_take_left D", "t_take_right D"), pytest.param(("(t_left (", "(t_right ("), marks=pytest.mark.slow)],
)
def test_moves_that_are_taken_for_others_are_seen(change: tuple[str, str], tmp_path: Path) -> None:
    with pytest.raises(Disagreement):
        held(game(LEFT + RIGHT + LEVEL), tmp_path, change)


@pytest.mark.slow
@pytest.mark.parametrize(
    "more",
    [
        "level :- left(N), right(M), N != M, not move(take(_,1)).",
        "level :- left(_), right(M), M != 1, not move(take(_,_)).",
        "level :- left(N), right(N), 2 >= #count { D : move(take(_,D)), D > 3 }.",
        "hand(left). hand(right). level :- 1 #count { D : hand(S), not move(take(S,D)), D = 1..2 }, left(N), right(N).",
        "dear(right). level :- left(N), right(N), move(take(S,D)), not dear(S), D > 2.",
        "take(left,N) :- left(N). take(S,N) :- move(take(S,N)), N > 5. level :- take(left,N), right(N).",
        "hand(left;right). level :- hand(S), hand(T), S != T, left(N), right(N), not move(take(S,N+1)).",
    ],
)
@pytest.mark.sample(8)
def test_a_variable_in_a_move_is_each_name_in_turn(more: str, tmp_path: Path) -> None:
    held(game(f"{LEFT}{RIGHT}{more}"), tmp_path)


def test_names_and_numbers_in_one_place_are_told(tmp_path: Path) -> None:
    rules = f"{LEFT}{LEVEL} {RIGHT.replace('take(right', 'take(1')}"
    with pytest.raises(Unreadable, match="numbers and terms in one place have no type in Rocq"):
        held(game(rules), tmp_path)
