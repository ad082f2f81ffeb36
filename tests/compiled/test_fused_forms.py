"""Rules of each form that is fused: they say what the lifted ones say, and are wrong where those are."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bouton.compiled.fusion import fuse
from bouton.core.errors import InputError
from bouton.document.load import load
from bouton.ground.game import hull
from bouton.ground.layers import NotFused
from bouton.run.options import Options
from bouton.run.plan import plan_of
from tests.compiled.test_fusion import SMALL, agree, seen

ONE = "position: {heap: {count: 0..3, size: 1..5}}"
DOWN = "position: {heap: {count: 0..3, size: 1..5, order: descending}}"
WITH = "position: {heap: {count: 0..2, size: 1..4}, pass: 0..2}"
STONES = "position: {heap: {count: 0..2, size: 1..4}, pile: {range: 0..3, stones: true}}"
TURNED = f"{WITH}\nmeasure: [pass, stones]"
NIM = "move(t(I,T)) :- heap(I,S), T = 0..S-1.\nafter(t(I,T), heap(I,T)) :- move(t(I,T)).\n"
PASS = "move(p) :- pass(N), N > 0, heap(_,_).\nafter(p, pass(N-1)) :- move(p), pass(N).\n"

PILE = "move(t) :- pile(N), N > 0.\nafter(t, pile(N-1)) :- pile(N), N > 0.\nnone :- pile(0).\n"

LOWERS = (
    "move(m) :- heap(1,S), heap(2,R), S*S < R*R.\nafter(m, heap(2,S)) :- heap(1,S).\nafter(m, pass(2)) :- move(m).\n"
)
SPLIT = "move(n) :- heap(1,S), S > 1.\nafter(n, heap(4,1)) :- move(n).\nafter(n, heap(1,S-2)) :- heap(1,S).\n"

FUSED = [
    (NIM, ONE),
    (NIM, DOWN),
    (NIM.replace("S-1", "S-1, T != 2"), ONE),
    (NIM.replace("0..S-1", "S/2..S-1"), ONE),
    (NIM.replace("0..S-1", "1..S-1"), ONE),
    (NIM.replace("0..S-1", "S/3..S-2"), ONE),
    (NIM.replace("S-1", "S-1, 2*T != S"), ONE),
    (NIM.replace("S-1", "S-1, 2*T <= S"), ONE),
    (NIM.replace("S-1", "S-1, T \\ 2 = 0"), ONE),
    (NIM.replace("S-1", "S-1, S \\ 3 != 1"), ONE),
    (NIM.replace("0..S-1", "S-2..S-1, T >= 0"), ONE),
    ("move(t(D)) :- heap(1,S), D = 1..2, D <= S. after(t(D), heap(1,S-D)) :- move(t(D)), heap(1,S).\n", ONE),
    ("move(t(D)) :- heap(1,S), heap(2,R), D = 1..S, D <= R. after(t(D), heap(2,R-D)) :- move(t(D)), heap(2,R).\n", ONE),
    ("move(m) :- heap(1,S), heap(2,R), S < R. after(m, heap(2,R-S)) :- heap(1,S), heap(2,R).\n", ONE),
    ("move(m) :- heap(1,S), S > 2. move(m) :- heap(2,1). after(m, heap(1,0)) :- move(m).\n", ONE),
    ("move(a(X,Y)) :- heap(1,S), X = 1..S, Y = X..S. after(a(X,Y), heap(1,Y-X)) :- move(a(X,Y)).\n", ONE),
    ("move(m) :- heap(1,3). after(m, heap(1,1)) :- heap(1,3).\n", ONE),
    ("move(m) :- heap(1,S), heap(2,R). after(m, heap(1,R)) :- heap(2,R). after(m, heap(2,0)) :- move(m).\n", ONE),
    (NIM + PASS, WITH),
    (NIM + PASS.replace("pass(N-1)", "pass(N/2)"), WITH),
    (NIM.replace("S-1", "S-1, pass(N), T <= N"), WITH),
    (NIM + LOWERS, WITH),
    (NIM + PASS, TURNED),
    (NIM + PASS + "after(p, heap(1,S-1)) :- move(p), heap(1,S).\n", TURNED),
    (NIM + "move(s) :- pile(N), N > 0. after(s, pile(N-1)) :- move(s), pile(N).\n", STONES),
    (NIM + "move(s) :- pile(N), N > 1, heap(1,S). after(s, pile(N-2)) :- move(s), pile(N).\n", STONES),
]  # fmt: skip


def game_of(tmp_path: Path, rules: str, head: str) -> tuple[Any, Any]:
    (tmp_path / "g.lp").write_text(rules if "none" in rules else rules + "none :- not heap(1,_).\n")
    claim = "claims:\n  - {id: c, says: s, kind: p-positions, iff: none}\n"
    (tmp_path / "g.yaml").write_text(f"game: g\nrules: g.lp\n{head}\n{claim}")
    (item,) = plan_of(load(tmp_path / "g.yaml"), Options(engine="ground"))
    return item.game, item.region


@pytest.mark.parametrize(("rules", "head"), FUSED)
@pytest.mark.sample(6)
def test_they_say_what_the_lifted_rules_say(rules: str, head: str, tmp_path: Path) -> None:
    game, region = game_of(tmp_path, rules, head)
    agree(game, region)


WRONG = [
    (NIM.replace("S-1", "S"), ONE),
    (NIM.replace("0..S-1", "-1..S-1"), ONE),
    (NIM.replace("S-1", "S-1, I > 1").replace("heap(I,T))", "heap(1,T+1))"), ONE),
    ("move(m) :- heap(1,S), heap(2,R). after(m, heap(2,S-R)) :- heap(1,S), heap(2,R).\n", ONE),
    ("move(m) :- heap(1,S), heap(2,R). after(m, heap(2,S+R)) :- heap(1,S), heap(2,R).\n", ONE),
    ("move(m) :- heap(3,5). after(m, heap(3,6)) :- heap(3,5).\n", ONE),
    (NIM + "move(p) :- pass(2), heap(2,4). after(p, pass(3)) :- move(p).\n", WITH),
    (NIM + "move(p) :- pass(N), heap(2,4). after(p, pass(2-N)) :- move(p), pass(N).\n", WITH),
    (NIM + "after(t(I,T), pass(2-N)) :- move(t(I,T)), pass(N).\n", TURNED),
]  # fmt: skip


@pytest.mark.parametrize(("rules", "head"), WRONG)
def test_they_are_wrong_where_the_lifted_rules_are(
    rules: str, head: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By themselves: no position is looked at by the lifted rules before."""
    monkeypatch.setattr("tests.compiled.test_fusion.SMALL", replace(SMALL, validated=0))
    game, region = game_of(tmp_path, rules, head)
    with pytest.raises(InputError):
        seen(game, region, lists=True)
    with pytest.raises(NotFused):  # then those are asked
        seen(game, region, lists=False)


@pytest.mark.parametrize(
    ("rules", "head"),
    [
        (
            "move(m) :- heap(1,S), heap(2,R).\nafter(m, heap(1,0)) :- move(m).\n"
            "after(m, heap(2,S+R-1)) :- heap(1,S), heap(2,R).\n",
            ONE,
        ),
        (NIM + PASS + "after(p, heap(1,S+3)) :- move(p), heap(1,S).\n", TURNED),
        (NIM + PASS + "after(p, heap(1,4+N)) :- move(p), pass(N).\n", TURNED),
    ],
)
def test_what_leaves_the_sizes_of_the_box_is_asked_of_the_lifted_rules(rules: str, head: str, tmp_path: Path) -> None:
    game, region = game_of(tmp_path, rules, head)
    whole = hull(game, region.hull)
    assert whole is not None
    assert fuse(game, whole) is not None
    assert len(seen(game, region, lists=True).outcomes) == region.size()
    with pytest.raises(NotFused):
        seen(game, region, lists=False)


@pytest.mark.parametrize(
    ("rules", "head"),
    [
        (NIM + "winner(next) :- not heap(1,_).\n", ONE),
        (NIM, f"{ONE}\nmeasure: [heaps, stones]"),
        (NIM.replace("S-1", "S-1, T ^ S > 1"), ONE),
        (PILE, "position: {pile: 0..9}"),
        (NIM + PASS, "position: {heap: {count: 0..0, size: 1..4}, pass: 0..2}"),
        (NIM + "after(t(I,T), pass(2)) :- move(t(I,T)), heap(I,S), S > 2.\n" + PASS, WITH),
        (NIM, "position: {heap: {count: 0..2, size: 1..4}, row: {count: 0..1, size: 1..2}}"),
        (NIM, "position: {heap: {count: 0..14, size: 1..5}}"),
        (NIM + SPLIT, ONE),
    ],
)  # fmt: skip
def test_what_has_no_fused_rules(rules: str, head: str, tmp_path: Path) -> None:
    game, region = game_of(tmp_path, rules, head)
    whole = hull(game, region.hull)
    assert whole is not None
    assert fuse(game, whole) is None
