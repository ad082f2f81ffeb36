"""The P-positions as what an automaton on digits accepts: learnt by L* from the rules alone, decided for all sizes."""

from __future__ import annotations

import math
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import product

import numpy as np
from numpy.typing import NDArray

from bouton.automata.automaton import Automaton, TooLarge, both
from bouton.claims.judge import game_of
from bouton.compiled.judge import compiled_pairs
from bouton.core.errors import Unreadable
from bouton.core.numeration import Numeration
from bouton.core.position import Parameters
from bouton.core.ranges import expression
from bouton.core.spec import Box, CounterRange, Play, Spec
from bouton.discover.lstar import Hypothesis, Learner, Word
from bouton.discover.regular import Layout, Moves, layout, moves
from bouton.ground.box import CounterBox, GroundBox, HeapBox, Region, ground_box
from bouton.rules.file import Rules

_BOXES = (1_500, 6_000, 25_000)
"""About how many positions are solved, one after the other, as L* asks about greater ones."""
_STATES = 40
"""No automaton of more states is looked for at first."""
_LETTERS = 30
"""Nor of more tuples of digits."""


class Beyond(Exception):
    """L* asks whether a position is a P-position that is larger than all those that were solved."""


@dataclass(frozen=True)
class Accepted:
    """An automaton that accepts the P-positions and nothing else, which was decided for all sizes."""

    automaton: Automaton
    """Its tracks are the numbers of a position in order."""
    greatest: int
    """Numbers up to it were compared one by one."""


def accepted(
    spec: Spec, rules: Rules, play: Play, parameters: Parameters, system: Numeration, effort: int = 1
) -> Accepted | None:
    """The automaton of the P-positions; None where none is found, or where automata cannot read the rules.

    None is no proof that there is none: L* has limits of states and positions, which grow with the effort.
    """
    where = layout(spec, parameters)
    if not where.width or (system.largest + 1) ** where.width > _LETTERS:
        return None
    with suppress(Unreadable, TooLarge):
        game = moves(spec, rules, parameters, system, where)
        for most in (*_BOXES, *(_BOXES[-1] * 4**more for more in range(1, effort.bit_length()))):
            solved = _solved(spec, rules, play, parameters, where, most)
            if solved is None:
                return None
            words = list(product(range(system.largest + 1), repeat=where.width))
            learner = Learner(words, _member(system, where, solved))
            try:
                found = _equivalent(game, play, learner, solved, effort * _STATES)
            except Beyond:
                continue
            if found is not None:
                return Accepted(found, solved.greatest)
    return None


@dataclass(frozen=True)
class _Solved:
    """Which positions are P-positions, of all whose numbers (heap sizes and counters) are at most `greatest`."""

    lost: NDArray[np.bool_]
    """An entry for each tuple of numbers; False where they are no position."""

    @property
    def greatest(self) -> int:
        return len(self.lost) - 1


def _solved(spec: Spec, rules: Rules, play: Play, parameters: Parameters, where: Layout, most: int) -> _Solved | None:
    """A box of about `most` positions, solved by programs compiled from the rules; None where none can be compiled."""
    greatest = _greatest(where.width, most)
    whole = ground_box(spec.fluents, spec.box, dict(parameters))
    counters = [at for at, part in enumerate(whole.parts) if isinstance(part, CounterBox)]
    # what a move may take next is a counter that may be twice as large as the pile
    for wide in (None, *(counters if len(whole.parts) > 1 else ())):
        parts: list[HeapBox | CounterBox] = []
        for at, part in enumerate(whole.parts):
            if isinstance(part, HeapBox):
                parts.append(HeapBox(part.fluent, part.counts, range(1, greatest + 1)))
            elif isinstance(part, CounterBox):
                high = 2 * greatest if at == wide else greatest
                parts.append(CounterBox(part.fluent, range(part.values.start, high + 1)))
        lost = lost_in(spec, rules, play, parameters, GroundBox(tuple(parts)), where)
        if lost is not None:
            return _Solved(lost[(slice(greatest + 1),) * where.width])
    return None


def lost_in(
    spec: Spec, rules: Rules, play: Play, parameters: Parameters, box: GroundBox, where: Layout | None = None
) -> NDArray[np.bool_] | None:
    """Which positions of a box are P-positions, by tuples of their numbers, solved by programs made from the rules.

    None where none can be made. Numbers stand where a layout has them, by default counters in order.
    """
    pair = compiled_pairs(game_of(spec, rules, _widened(spec, box), dict(parameters)), Region(box), 0)
    if pair is None:
        return None
    entries = {
        where.numbers(position) if where is not None else position: pair(position)[0 if play == "normal" else 1] == 0
        for layer in box.layers(spec.measure)
        for position in layer
    }
    lost = np.zeros([1 + max(column) for column in zip(*entries, strict=True)], dtype=bool)
    for numbers, is_lost in entries.items():
        lost[numbers] = is_lost
    return lost


def _widened(spec: Spec, box: GroundBox) -> Box:
    """The spec's box with each counter's range extended to that of another one."""
    fluents = [
        replace(one, interval=replace(one.interval, high=expression(part.values[-1])))
        if isinstance(one, CounterRange) and isinstance(part, CounterBox)
        else one
        for one, part in zip(spec.box.fluents, box.parts, strict=True)
    ]
    return replace(spec.box, fluents=tuple(fluents))


def _greatest(width: int, most: int) -> int:
    if width == 1:
        return min(most, 4_000)
    return math.isqrt(2 * most) if width == 2 else int(math.cbrt(6 * most))


def _member(system: Numeration, where: Layout, solved: _Solved) -> Callable[[Word], bool]:
    def member(word: Word) -> bool:
        columns = [tuple(letter[at] for letter in reversed(word)) for at in range(where.width)]
        if not all(map(system.is_greedy, columns)):
            return False
        numbers = tuple(map(system.value, columns))
        if where.position(numbers) is None:
            return False
        if max(numbers) > solved.greatest:
            raise Beyond
        return bool(solved.lost[numbers])

    return member


def _equivalent(game: Moves, play: Play, learner: Learner, solved: _Solved, states: int) -> Automaton | None:
    """An automaton that agrees with all solved positions, and is decided to accept the P-positions of every size.

    None where it has more than so many states; Beyond where larger positions must be solved to go on.
    """
    while True:
        hypothesis = learner.hypothesis()
        if len(hypothesis.table) > states:
            return None
        wrong = _wrong(game, hypothesis, solved)
        if wrong is None:
            break
        learner.refine(hypothesis, wrong)
    found = both(_automaton(game, hypothesis), game.positions)
    if game.failing(play, found) is None:
        return found
    raise Beyond


def _automaton(game: Moves, hypothesis: Hypothesis) -> Automaton:
    """The hypothesis of L* as an automaton that reads one track of digits for each number of a position."""
    assert list(game.here) == sorted(game.here)
    return Automaton(game.here, np.array(hypothesis.table, dtype=np.int32), np.array(hypothesis.accepting))


def _wrong(game: Moves, hypothesis: Hypothesis, solved: _Solved) -> Word | None:
    """The digits of a solved position about which the hypothesis is wrong, its greatest number as small as can be."""
    system, width = game.compiler.system, solved.lost.ndim
    size = system.largest + 1
    length = system.places(solved.greatest)
    digits = np.zeros((solved.greatest + 1, length), dtype=np.int64)
    for value in range(solved.greatest + 1):
        own = system.digits(value)
        digits[value, : len(own)] = own
    table = np.array(hypothesis.table)
    states = np.zeros(solved.lost.shape, dtype=np.int64)
    for place in reversed(range(length)):
        code = np.zeros(solved.lost.shape, dtype=np.int64)
        for axis in range(width):
            column = digits[:, place].reshape([-1 if at == axis else 1 for at in range(width)])
            code = code * size + column
        states = table[states, code]
    accepted = np.array(hypothesis.accepting)[states]
    found = np.argwhere(accepted != solved.lost)
    if not len(found):
        return None
    least = found[np.argmin(found.max(axis=1))]
    columns = [system.digits(int(one)) for one in least]
    places = max(map(len, columns))
    padded = [(*column, *(0,) * (places - len(column))) for column in columns]
    return tuple(tuple(column[at] for column in padded) for at in reversed(range(places)))
