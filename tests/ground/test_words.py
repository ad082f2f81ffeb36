"""Moves in words: by the names that the rules give them, and by what `text/2` says."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bouton.cli import main

CHOMP = """
move(bite(I,J)) :- heap(I,S), J = 1..S.
after(bite(I,J), heap(I,J-1)) :- move(bite(I,J)).
after(bite(I,J), heap(K,J-1)) :- move(bite(I,J)), heap(K,T), K > I, T >= J.
"""
SPEC = """
game: Chomp
rules: chomp.lp
position: {heap: {count: 0..3, size: 1..4}}
"""


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("", "bite(2,2): heap 2: 2 -> 1, heap 3: 3 -> 1"),
        ('text(bite(I,J), "eat from row I") :- move(bite(I,J)).', "eat from row I: heap 2: 2 -> 1, heap 3: 3 -> 1"),
        ('text(bite(2,2), "two"). text(bite(2,2), "one").', "one: heap 2: 2 -> 1, heap 3: 3 -> 1"),
        ('text(bite(2,2), "a\\nb\u001b[31m").', "a b [31m: heap 2: 2 -> 1, heap 3: 3 -> 1"),
        ("text(bite(I,J), J/(J-2)) :- move(bite(I,J)).", "bite(2,2): heap 2: 2 -> 1, heap 3: 3 -> 1"),
    ],
)
def test_moves_are_told_as_the_rules_name_them(
    said: str, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "chomp.lp").write_text(CHOMP + said + "\n")
    (tmp_path / "chomp.yaml").write_text(SPEC)
    assert main(["solve", "--json", str(tmp_path / "chomp.yaml"), "--at", "heap=1:2:3"]) == 0
    moves = {tuple(move["to"]["heap"]): move["move"] for move in json.loads(capsys.readouterr().out)["moves"]}
    assert moves[1, 1, 1] == words
