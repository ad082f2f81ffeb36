"""Of which class a game is told to be, by the values of both plays: worked out in plain Python from definitions."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

import pytest

from bouton.core.spec import Spec
from bouton.discover.classes import CLASSES, game_class
from bouton.discover.guess import Discovery
from bouton.document.load import load
from bouton.process.limits import Limits
from bouton.show import discovery

MOST = 9
Options = dict[int, list[int]]
"""What may be left of a pile."""
NAMED: dict[str, Options] = {
    "take 1 or 2": {pile: [pile - take for take in (1, 2) if take <= pile] for pile in range(MOST + 1)},
    "a minion that is not tame": {0: [], 1: [0], 2: [0, 1], 3: [2], 4: [3], 5: [0, 2, 3, 4]},
    "without its last pile": {0: [], 1: [0], 2: [0, 1], 3: [2], 4: [3]},
    "Mark": {pile: sorted({pile - 1, pile // 2}) if pile else [] for pile in range(MOST + 1)},
}
CHOICE = random.Random(4)
RANDOM: dict[str, Options] = {
    f"random {at}": {pile: CHOICE.sample(range(pile), min(pile, CHOICE.randint(0, 3))) for pile in range(MOST + 1)}
    for at in range(8)
}
GAMES = NAMED | RANDOM


def spec_of(options: Options, folder: Path, more: str = "") -> Spec:
    facts = [f"left({pile},{one})." for pile, left in options.items() for one in left]
    rules = ["move(to(T)) :- pile(N), left(N,T).", "after(to(T), pile(T)) :- move(to(T)).", more]
    (folder / "g.lp").write_text("\n".join([*facts, *rules, ""]))
    (folder / "g.yaml").write_text(f"game: g\nrules: g.lp\nposition: {{pile: 0..{max(options)}}}\nclaims: []\n")
    return load(str(folder / "g.yaml"))


def first_outside(name: str, options: Options) -> int | None:
    """The least pile that is not of the class, by Gurvich's definitions; None where all are."""

    @cache
    def value(pile: int, terminal: int) -> int:
        below = {value(one, terminal) for one in options[pile]}
        return next(one for one in range(len(below) + 1) if one not in below) if options[pile] else terminal

    pair = {pile: (value(pile, 0), value(pile, 1)) for pile in options}
    for pile, (normal, misere) in pair.items():
        reached = {pair[one] for one in options[pile]}
        swaps = reached & {(0, 1), (1, 0)}
        is_so = {
            "pet": (normal == 0) == (misere == 1) and (normal == 1) == (misere == 0),
            "miserable": (normal, misere) in {(0, 1), (1, 0)} or len(swaps) != 1,
            "tame": len(swaps) != 1 or not reached & {(0, 0), (1, 1)},
        }
        if not is_so[name]:
            return pile
    return None


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.sample(3)
def test_the_class_is_by_definition(name: str, tmp_path: Path) -> None:
    options = GAMES[name]
    found = game_class(spec_of(options, tmp_path), Limits(seconds=600))
    assert found is not None
    wanted = [one for one in CLASSES if first_outside(one, options) is None]
    narrower = CLASSES[: len(CLASSES) - len(wanted)]
    assert found.name == (wanted[0] if wanted else "wild")
    assert found.excluded == (narrower[-1] if narrower else None)
    assert found.at == (f"pile={first_outside(narrower[-1], options)}" if narrower else None)


def test_all_of_them_occur() -> None:
    of = {name: [first_outside(one, options) is None for one in CLASSES] for name, options in GAMES.items()}
    assert of["take 1 or 2"] == [True, True, True]
    assert of["without its last pile"] == [False, True, True]
    assert of["a minion that is not tame"] == of["Mark"] == [False, False, False]


def test_it_is_told(tmp_path: Path) -> None:
    spec = spec_of(NAMED["Mark"], tmp_path)
    found = game_class(spec, Limits(seconds=600))
    assert found is not None
    told = Discovery(game_class=found)
    assert discovery.objects(spec, "normal", told, 1.0)["class"]["name"] == "wild"
    wanted = f"the game is wild: pile={first_outside('tame', NAMED['Mark'])} is not tame: (g, g-) = "
    assert wanted in " ".join(discovery.text(spec, "normal", told, 1.0).split())
    spec = spec_of(NAMED["take 1 or 2"], tmp_path)
    told = Discovery(game_class=game_class(spec, Limits(seconds=600)))
    assert "in its box the game is pet (10 positions)" in discovery.text(spec, "normal", told, 1.0)
    assert "class" in discovery.objects(spec, "normal", Discovery(), 1.0)


def test_games_without_two_plays_have_none(tmp_path: Path) -> None:
    spec = spec_of(NAMED["Mark"], tmp_path, "winner(1) :- pile(0).")
    assert game_class(spec, Limits(seconds=600)) is None
