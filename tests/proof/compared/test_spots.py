"""How far out positions are compared: as far as going from scale to scale finds, whatever scales are left out."""

from __future__ import annotations

from pathlib import Path

import pytest

from bouton.core.position import Counter, Heaps, Measure
from bouton.ground.game import Game
from bouton.proof.compared import spots
from tests.reading_rules import read

TAKE = "move(t(I,T)) :- heap(I,S), T = S-1..S-1, T >= 0.  after(t(I,T), heap(I,T)) :- move(t(I,T)).\n"
NIM = "move(t(I,T)) :- heap(I,S), T = 0..S-1.  after(t(I,T), heap(I,T)) :- move(t(I,T)).\n"
PILE = "move(t) :- pile(N), N > 0.  after(t, pile(N-1)) :- move(t), pile(N).\n"
GAMES = {
    "one move": (TAKE + "p.", 25_000),
    "all moves": (NIM + "p.", 200),
    "many from 150 on": (
        TAKE + "p :- heap(1,S), S > 150, X = 1..S*S, X = 0.  q(X) :- heap(1,S), S > 150, X = 1..S*S.  p :- q(1).",
        60,
    ),
    "many from 7 on": (TAKE + "q(X) :- heap(1,S), S > 6, X = 1..S*999.  p :- q(1).", 12),
    "a table of the range that nothing asks for": (
        TAKE + "p.  e(0). e(N+2) :- e(N), in_range(N+2).  q :- e(4).",
        25_000,
    ),
    "a counter that ends": (PILE + "p :- pile(0).", 5000),
}


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.sample(3)
def test_leaving_scales_out_finds_the_same_scale(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    text, scale = GAMES[name]
    (tmp_path / "rules.lp").write_text(text)
    fluents = (Counter("pile"),) if "pile" in text else (Heaps("heap"),)
    rules = read(tmp_path / "rules.lp", fluents, (), ())
    counts = () if "pile" in text else (1,)
    monkeypatch.setattr(spots, "_PER_SECOND", 0)  # what is found does not depend on the clock
    asked: list[int] = []

    def found(pace: int) -> spots.Spots:
        monkeypatch.setattr(spots, "_PACE", pace)
        game = Game(rules, Measure.default(fluents), {}, {"pile": range(3000)} if "pile" in text else {})
        return spots.spots(lambda _: game, {("p", 0)}, counts)

    grounded = spots._cost
    monkeypatch.setattr(spots, "_cost", lambda *about: asked.append(1) or grounded(*about))  # type: ignore[func-returns-value]
    steps, slow = found(1), len(asked)
    jumps, fast = found(3), len(asked) - slow
    assert jumps.scale == steps.scale == scale, (jumps.scale, steps.scale)
    assert fast <= slow + 1  # a scale may be tried that is too far
    assert fast < slow or name != "one move"  # each position costs the same
    assert jumps.box == steps.box
    assert jumps.drawn(1) == steps.drawn(1)


@pytest.mark.parametrize("power", [0, 1, 2, 3])
def test_a_cost_that_grows_as_a_power_is_foretold_as_one(power: int) -> None:
    known = [(scale, 2.0 * scale**power) for scale in (5, 12, 30)]
    for scale in (31, 45, 60, 200):
        assert spots._foretold(known, scale) == pytest.approx(2.0 * scale**power)
    assert spots._foretold([(5, 40.0), (12, 20.0)], 30) == 20  # what has fallen does not fall on
