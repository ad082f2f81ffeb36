"""Moves that lead further along a row of positions, and those that do not: as plain Python has them."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from benchmarks.fuzz.programs import compared
from bouton.claims.judge import game_of
from bouton.claims.subject import rules_of
from bouton.compiled.job import KERNEL
from bouton.compiled.labels import Saying
from bouton.compiled.moves import growing
from bouton.compiled.prepare import read
from bouton.document.load import load
from bouton.ground.box import Region, ground_box
from bouton.process.compiler import compiler
from tests.samples import small_or_whole

NIM = "after(m(I,T), heap(I,T)) :- move(m(I,T)).\nmove(m(I,T)) :- heap(I,S), {}.\nall.\n"
BOTH = "after(m(I,T,J,U), heap(I,T)) :- move(m(I,T,J,U)).\nafter(m(I,T,J,U), heap(J,U)) :- move(m(I,T,J,U)).\n"
ROWS = [
    (NIM.format("T = 0..S-1"), True),
    (NIM.format("T = 0..S-3"), True),
    (NIM.format("T = 0..S-1, not heap(I+1,_)"), True),
    (NIM.format("T = 0..S-1, T <= 5"), True),
    (NIM.format("T = 0..S-1, S-T <= 3, not heap(I+1,_)"), False),  # the least that is left grows, too
    (NIM.format("T = 0..S/2, T < S, not heap(I+1,_)"), False),
    (NIM.format("T = 0..S-1, T \\ 2 != S \\ 3, not heap(I+1,_)"), False),
    (NIM.format("T = 0..S-1, not heap(I-1,_), heap(I+1,_)"), False),  # another heap is the last
    (BOTH + "move(m(I,T,J,U)) :- heap(I,S), heap(J,V), I < J, T = 0..S-1, U = 0..V-1.\nall.\n", True),
    (BOTH + "move(m(I,T,J,U)) :- heap(I,S), heap(J,V), I < J, T = 0..S-1, U = V-S+T, U >= 0.\nall.\n", False),
    (BOTH + "move(m(I,T,J,U)) :- heap(I,S), heap(J,V), I < J, T = 0..V-1, T < S, U = 0..V-1.\nall.\n", False),
]


@pytest.mark.parametrize(("rules", "expected"), ROWS)
def test_which_moves_grow_along_a_row(rules: str, expected: bool, tmp_path: Path) -> None:
    (tmp_path / "g.lp").write_text(rules)
    head = "game: g\nrules: g.lp\nposition: {heap: {count: 2, size: 1..9}}\n"
    (tmp_path / "g.yaml").write_text(head + "claims:\n  - {id: c, says: s, kind: everywhere, iff: all}\n")
    spec = load(tmp_path / "g.yaml")
    region = Region(ground_box(spec.fluents, spec.box, {}))
    nothing = Saying(((None, None),), together=False)
    space, games = read(game_of(spec, rules_of(spec), spec.box, {}), region, KERNEL, nothing)
    assert growing(games[2], space) == expected


@pytest.mark.skipif(compiler() is None, reason="rows are those of programs in C")
@pytest.mark.parametrize("seeds", small_or_whole(1, 20))
def test_random_games(seeds: int, tmp_path: Path) -> None:
    for seed in range(seeds):
        found = compared(Random(seed), tmp_path)
        assert not found["differ"] and found["positions"], seed
