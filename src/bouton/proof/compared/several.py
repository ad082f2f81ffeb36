"""How near the positions of any number of heaps that a proof is held against come to the numbers of the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TypeAlias

from bouton.core.position import Parameters, Position
from bouton.ground.game import Game
from bouton.proof.compared.comparison import Seen
from bouton.proof.compared.near import GUESSED, Watch
from bouton.proof.setting import Setting, ranged
from bouton.proof.theorem import Theorem
from bouton.rules.numbers import Number

_COUNTS = (1, 2, 3, 4)
"""Numbers of heaps at which positions are looked for."""

Compared: TypeAlias = list[tuple[Game, Sequence[Position]]]
"""Positions that were compared, with their game."""
Further: TypeAlias = Callable[[Parameters, Sequence[Position]], Iterator[Seen]]
"""Compares further positions, and notes which."""


def nearness(watch: Watch, theorem: Theorem, setting: Setting, compared: Compared, further: Further) -> Iterator[Seen]:
    """How near all that was compared came to each number, after some more positions where it came not near.

    That positions of few heaps lack a side shows nothing of more heaps, unless its number is 3 or less, which they
    reach.
    """
    seen = 0

    def observe() -> None:
        nonlocal seen
        for game, places in compared[seen:]:
            watch.observe(game, places)
        seen = len(compared)

    for count in (0, *_COUNTS):
        observe()
        if not compared or not watch.one_sided:
            break
        if count:
            for values, several in watch.sought(theorem, (count,), ranged(setting)).items():
                yield from further({**setting.parameters, **dict(values)}, several)
            for most in GUESSED:
                observe()
                if guessed := watch.guessed((count,), most):
                    yield from further(setting.parameters, guessed)
    observe()
    few = max(_COUNTS) - 1
    watch.doubted({side for side in watch.one_sided if any(_value(one, watch) > few for one in side.numbers)})
    yield Seen(0, frozenset(), near=replace(watch.nearness, of="several"))


def _value(number: Number, watch: Watch) -> int:
    """What the number is; a parameter is as small as the values that are tried."""
    return dict(watch.rules.constants).get(number.name, number.value)
