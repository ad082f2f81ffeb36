"""Positions beyond the small ones at which a reading is held against clingo.

They are near the numbers that the rules name, where a rule can change what it says: next to each number, to sums,
differences and small multiples of them; and far out, of random sizes. How far is measured: as far as one position
grounds to few atoms, in milliseconds.
"""

from __future__ import annotations

import itertools
import random
import time
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise, takewhile
from math import inf, log
from operator import itemgetter

from bouton.core.errors import Disagreement, InputError
from bouton.core.position import Heaps, Members, Position, flat
from bouton.ground.box import CounterBox, GroundBox, HeapBox
from bouton.ground.game import Game
from bouton.ground.graph import Grounder
from bouton.rules.file import MOVES, Rules, Signature
from bouton.rules.numbers import named_numbers

_SCALES = (4, 6, 8, 12, 20, 60, 200, 1000, 5000, 25_000)
"""Sizes of heaps and counters that are tried, one after the other."""
_ATOMS = 2_500
"""Atoms that one position may ground to."""
_PACE, _LEVEL = 3, 1.2
"""How many scales further the next is while a position costs at most so many times what the one before cost."""
_PER_SECOND = 250_000
"""Atoms that clingo grounds in a second, about: what takes as long costs as much."""
_QUICK, _TRIES = 0.004, 3
"""Seconds that say nothing of a position, and how often one is grounded that seems to take longer."""
_ALL = 8_000
"""Atoms of all positions of one comparison, about."""
_NUMBERS = 400
"""Numbers near those of the rules that are drawn from."""


def constants(rules: Rules, wanted: Collection[Signature], parameters: Iterable[int]) -> tuple[int, ...]:
    """The numbers in the rules that the predicates need, and the parameters, least first."""
    found = {abs(one.value) for one in named_numbers(rules, wanted)}
    return tuple(sorted(found | {abs(one) for one in parameters} | {abs(value) for _, value in rules.constants}))


def near(numbers: Sequence[int], chance: random.Random, most: int) -> list[int]:
    """Numbers from 0 to `most` at, beside and between these: their sums, differences and small multiples too."""
    few = numbers if len(numbers) <= 40 else chance.sample(list(numbers), 40)
    found = {*few, *(2 * one for one in few), *(3 * one for one in few)}
    found |= {one + other for one, other in itertools.combinations(few, 2)}
    found |= {other - one for one, other in itertools.combinations(sorted(few), 2)}
    beside = sorted({one + more for one in found for more in (-1, 0, 1) if 0 <= one + more <= most})
    return beside if len(beside) <= _NUMBERS else sorted(chance.sample(beside, _NUMBERS))


@dataclass(frozen=True)
class Spots:
    """A game's positions with so many heaps, and what grounds those of a box; none that is drawn is above `scale`."""

    game: Game
    counts: tuple[int, ...]
    box: GroundBox
    grounder: Grounder
    scale: int
    atoms: int

    def drawn(self, share: int, again: int = 0) -> list[Position]:
        """Positions near the numbers of the rules, and far out, each once; others where it is drawn `again`.

        There are fewer where `share` such comparisons are made in all, or where a position grounds to many atoms.
        """
        chance = random.Random(1901 + again)
        wanted = {*self.grounder.wanted, *MOVES}
        numbers = near(constants(self.game.rules, wanted, flat(self.game.parameters.values())), chance, self.scale)
        many = max(3, min(60, _ALL // max(1, self.atoms)) // share)
        found: dict[Position, None] = {}
        for at in range(4 * many):
            widest = chance.choice([one for one in _SCALES if one < self.scale] + [self.scale])
            sizes = numbers if at % 3 and numbers else range(widest + 1)
            position = _drawn(self.game, self.counts, sizes, chance)
            if position is not None:
                found[position] = None
            if len(found) >= many:
                break
        return list(found)


def spots(game_of: Callable[[int], Game | None], wanted: Collection[Signature], counts: tuple[int, ...]) -> Spots:
    """How far out positions are drawn: while one grounds to few atoms; `game_of` takes the most values of counters."""
    game, box, grounder = _grounder(game_of, wanted, counts)
    known: list[tuple[int, float]] = []
    atoms = _ATOMS
    larger = (_largest(game, counts, one) != _largest(game, counts, other) for one, other in pairwise(_SCALES))
    scales = [_SCALES[0], *(one for one, _ in takewhile(itemgetter(1), zip(_SCALES[1:], larger, strict=True)))]
    at, last, pace = 0, -1, _PACE
    while at < len(scales):
        scale = scales[at]
        position = _drawn(game, counts, range(scale // 2, scale + 1), random.Random(1901 + scale))
        is_near = len(known) < 2 or _foretold(known, scale) <= _ATOMS
        found = _cost(grounder, position) if position is not None and is_near else None
        if found is None:
            if at == last + 1:  # else not so far
                break
            at, pace = last + 1, 1
            continue
        atoms, cost = found
        known.append((scale, cost))
        is_level = len(known) > 1 and cost <= _LEVEL * known[-2][1]
        at, last = min(at + (pace if is_level else 1), max(at + 1, len(scales) - 1)), at
    return Spots(game, counts, box, grounder, known[-1][0] if known else _SCALES[0], atoms)


def _cost(grounder: Grounder, position: Position) -> tuple[int, float] | None:
    """How many atoms a position grounds to, and as how many it counts; None where these are many."""
    seconds = inf
    for _ in range(_TRIES):
        started = time.process_time()
        try:
            found = grounder.atoms(position)
        except (InputError, Disagreement, MemoryError):  # the program is for smaller positions
            return None
        seconds = min(seconds, time.process_time() - started)
        if seconds <= _QUICK:  # the clock decides nothing, so that the same positions are drawn again
            break
    # a rule may try far more than it derives
    cost = max(found, _PER_SECOND * seconds if seconds > _QUICK else 0)
    return (found, cost) if cost <= _ATOMS else None


def _grounder(
    game_of: Callable[[int], Game | None], wanted: Collection[Signature], counts: Sequence[int]
) -> tuple[Game, GroundBox, Grounder]:
    """What grounds positions of the greatest scale that clingo's numbers allow, with their moves."""
    fault: InputError | None = None
    for scale in reversed(_SCALES):
        game = game_of(scale + 1)
        assert game is not None
        try:
            box = _box(game, counts, scale)
            return game, box, Grounder.of(game, box, wanted)
        except InputError as error:
            fault = error
    assert fault is not None
    raise fault


def _box(game: Game, counts: Sequence[int], scale: int) -> GroundBox:
    """The positions with so many heaps, none of them larger than the scale."""
    left = iter(counts)
    return GroundBox(
        tuple(
            HeapBox(fluent, range(count := next(left), count + 1), range(1, scale + 1))
            if isinstance(fluent, Heaps)
            else CounterBox(fluent, game.counters[fluent.name])
            for fluent in game.fluents
            if not isinstance(fluent, Members)
        )
    )


def _largest(game: Game, counts: Sequence[int], scale: int) -> Position:
    """The position with so many heaps and counters that are as large as the scale allows."""
    left = iter(counts)
    return tuple(
        (scale,) * next(left)
        if isinstance(fluent, Heaps)
        else max((allowed := game.counters[fluent.name])[0], min(allowed[-1], scale))
        for fluent in game.fluents
    )


def _drawn(game: Game, counts: Sequence[int], numbers: Sequence[int], chance: random.Random) -> Position | None:
    """A position whose heaps and counters are among these numbers; few different sizes, so that heaps are alike."""
    left = iter(counts)
    values: list[int | tuple[int, ...]] = []
    for fluent in game.fluents:
        if isinstance(fluent, Heaps):
            count = next(left)
            sizes = [one for one in chance.choices(numbers, k=chance.randint(1, 3)) if one > 0]
            if count and not sizes:
                return None
            values.append(fluent.canonical(tuple(chance.choices(sizes, k=count)) if count else ()))
        else:
            allowed = game.counters[fluent.name]
            inside = [one for one in chance.choices(numbers, k=3) if one in allowed]
            values.append(inside[0] if inside else chance.choice(allowed[: numbers[-1] + 1] or allowed))
    return tuple(values)


def _foretold(known: Sequence[tuple[int, float]], scale: int) -> float:
    """What a position will cost, if that grows as it did."""
    (before, less), (last, cost) = known[-2:]
    exponent = log(max(1, cost) / max(1, less)) / log(last / before)
    return float(cost * (scale / last) ** max(0.0, exponent))
