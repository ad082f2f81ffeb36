"""An automaton held against its formula: words that it accepts and refuses, decoded, at which the formula is evaluated.

They are drawn by length, so that short and long numbers are as likely, and near the numbers of the formula, where what
it says can change; beside a word that is accepted stand its neighbours, most of which are refused.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from bouton.automata.automaton import Automaton
from bouton.automata.compile import Compiler
from bouton.core.errors import Disagreement
from bouton.core.logic.expression import And, Formula, Linear, Or, Unknown
from bouton.core.logic.substitution import Evaluation, Unranged
from bouton.core.logic.walk import parts, unknowns

_LENGTHS = (*range(1, 10), 14, 20)
"""How many digits the words have that are drawn."""
_EACH = 2
"""Words of each length that are accepted, and that are any."""
_NEAR = 40
"""Values near the numbers of a formula that are drawn, each of them once where they are fewer."""
_STEPS = 2_000
"""Values of quantified unknowns that are tried for one formula."""
_CELLS = 200_000
"""Cells of a table beyond which no words are drawn that it accepts: they take too long to find."""
_HIGHEST = 24
"""The highest digit place whose weight is taken for one of the numbers of a formula that names the place."""
_DEEPEST = 2
"""How deep within a formula its parts are held against theirs."""

Values = tuple[int, ...]


def held(compiler: Compiler, formula: Formula, found: Automaton, free: Sequence[Unknown]) -> int:
    """At how many values of the free unknowns the automaton says what the formula says; Disagreement where it differs.

    None is looked at where the formula cannot be evaluated, its quantifiers having no bounds or too many values.
    """
    left = [_STEPS]
    drawn = sorted(
        {*_near(compiler, formula, free), *_by_length(compiler, formula, found, free)},
        key=lambda one: max(one, default=0),
    )
    for compared, values in enumerate(drawn):
        at = dict(zip(free, values, strict=True))
        try:
            holds = _Counted(at, left)(formula)
        except (Unranged, _Costly):
            return compared
        if found.accepts({compiler.track(one).name: compiler.digits(one, at[one]) for one in free}) is not holds:
            where = ", ".join(one.name.rstrip("'@") + f" = {value}" for one, value in at.items())
            raise Disagreement(f"an automaton {'refuses' if holds else 'accepts'} {where}, and its formula does not")
    return len(drawn)


def held_in_parts(compiler: Compiler, formula: Formula, depth: int = _DEEPEST) -> int:
    """The same of what a formula is put together from, as far as it was compiled by itself."""
    compared = 0
    for part in formula.parts if depth and isinstance(formula, And | Or) else ():
        found = compiler.kept(part)
        if found is not None:
            compared += held(compiler, part, found, sorted(unknowns(part), key=lambda one: one.name))
        compared += held_in_parts(compiler, part, depth - 1)
    return compared


class _Costly(Exception):
    """More values of quantified unknowns would have to be tried than are allowed."""


class _Counted(Evaluation):
    """An evaluation that ends where too many values of quantified unknowns are tried."""

    def __init__(self, values: Mapping[Unknown, int], left: list[int]) -> None:
        super().__init__(values)
        self._left = left

    def inside(self, values: Mapping[Unknown, int]) -> Evaluation:
        """The same where one more unknown has a value."""
        self._left[0] -= 1
        if self._left[0] < 0:
            raise _Costly
        return _Counted(values, self._left)


# -------------------------------------------------------------------------------------------------------------- values


def _named(formula: Formula) -> set[int]:
    return {abs(node.constant) for node in parts(formula) if isinstance(node, Linear)} | {0}


def _near(compiler: Compiler, formula: Formula, free: Sequence[Unknown]) -> Iterator[Values]:
    """Values at, beside and between the numbers of the formula."""
    named = _named(formula)
    weights = [*islice(compiler.system.weights(), _HIGHEST)]
    named |= {weights[one] for one in named if one < _HIGHEST} | {one + other for one in named for other in named}
    beside = sorted({max(0, one + by) for one in named for by in (-1, 0, 1)})
    chance = random.Random(1901)
    columns = [chance.sample(beside * (_NEAR // len(beside) + 1), _NEAR) for _ in free]
    yield from zip(*columns, strict=True)


def _by_length(compiler: Compiler, formula: Formula, found: Automaton, free: Sequence[Unknown]) -> Iterator[Values]:
    """Values of words that are accepted, of their neighbours, and of any words; as long as places that are named."""
    chance = random.Random(1901)
    named = {one + 1 for one in _named(formula) if one < _HIGHEST} if compiler.places else set()
    lengths = sorted({*_LENGTHS, *named})
    for word in _accepted(found, lengths, chance):
        values = tuple(compiler.value(one, word) for one in free)
        yield values
        for at in range(len(free)):
            yield (*values[:at], max(0, values[at] + chance.choice((-1, 1))), *values[at + 1 :])
    weights = [*islice(compiler.system.weights(), _LENGTHS[-1] + 1)]
    for length in _LENGTHS:
        for _ in range(_EACH):
            yield tuple(chance.randrange(length if one in compiler.places else weights[length]) for one in free)


def _accepted(found: Automaton, lengths: Sequence[int], chance: random.Random) -> Iterator[Mapping[str, Sequence[int]]]:
    """Words that are accepted, a few of each length: at each digit, one after which there is a way on.

    The shortest is among them, however long that is, so that what changes only far out is seen to change.
    """
    if found.is_empty or found.table.size > _CELLS:
        return
    shortest = found.least()
    assert shortest is not None
    yield shortest
    ways: list[NDArray[np.bool_]] = [found.accepting]
    for _ in range(max(lengths)):
        ways.append(np.any(ways[-1][found.table], axis=1))
    for length in (one for one in lengths if ways[one][0]):
        for _ in range(_EACH):
            state, word = 0, dict[str, list[int]]((track.name, []) for track in found.tracks)
            for left in reversed(range(length)):
                row = found.table[state]
                state = chance.choice(np.unique(row[ways[left][row]]).tolist())  # rare ways as often as others
                code = chance.choice(np.flatnonzero(row == state).tolist())
                for track in reversed(found.tracks):
                    code, digit = divmod(code, track.size)
                    word[track.name].insert(0, digit)
            yield word
