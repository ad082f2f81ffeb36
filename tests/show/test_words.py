"""Positions in words: an empty heap is written one way, and what a proof leaves unbounded is said once."""

from __future__ import annotations

from pathlib import Path

import pytest

from bouton.cli import main
from bouton.core.counterexample import short
from bouton.core.position import NamedPosition, in_words, told

RULES = """\
move(l(I)) :- left(I,S), S > 0.   after(l(I),left(I,S-1))  :- left(I,S).
move(r(I)) :- right(I,S), S > 0.  after(r(I),right(I,S-1)) :- right(I,S).
some :- left(_,_).   some :- right(_,_).   none :- not some.
"""
SPEC = """\
game: Two sides
rules: g.lp
position: {left: {count: 0..1, size: 1..3}, right: {count: 0..1, size: 1..3}}
claims:
  - {id: some, says: x, kind: everywhere, iff: either, prove: {left: {count: 0..1}, right: {count: 0..1}}}
  - {id: ends, says: x, kind: p-positions, iff: none}
"""


@pytest.mark.parametrize(
    ("place", "words", "sentence"),
    [
        ({"heap": []}, "the empty position", "the empty position"),
        ({"heap": [], "pass": 1}, "no heap, pass 1", "no heap, pass 1"),
        ({"left": [], "right": [2]}, "no left, right 2", "no left, right 2"),
        ({"left": [], "right": []}, "no left, no right", "no left, no right"),
        ({"heap": [1, 2], "pass": 0}, "heap 1:2, pass 0", "heap=1:2,pass=0"),
        ({"pile": 0}, "pile 0", "0"),
    ],
)
def test_an_empty_heap_is_written_one_way(place: NamedPosition, words: str, sentence: str) -> None:
    assert in_words(place) == words
    assert short(place) == sentence
    if [] in place.values():
        assert told({"k": 2}, place) == f"k=2, {words}"


def test_every_size_is_said_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "g.lp").write_text(f"{RULES}either :- some.   either :- none.\n")
    (tmp_path / "g.yaml").write_text(SPEC)
    assert main(["check", "g.yaml", "--no-crosscheck"]) == 1
    out = " ".join(capsys.readouterr().out.split())
    assert "some PROVED for every size, 0..1 lefts, 0..1 rights " in out
    assert "take 1 from left 1 -> no left, no right" not in out
    assert "REFUTED at no left, right 2" in out or "REFUTED at left 2, no right" in out
    assert "left=" not in out.partition("again:")[0]
