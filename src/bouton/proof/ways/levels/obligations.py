"""The problems that prove a characterisation for positions of any number of heaps.

They are those of every proof (see `obligations`), and that the levels are enough: no rule looks at a heap below them,
and a move leaves as many levels as the theorem sees. Where these hold the levels are no abstraction: every position is
one of some shape, and its moves and what the theorem says of it are those that were read.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from dataclasses import replace as replaced

from bouton.claims.parts import DEPTH, EVERYWHERE, SEEN
from bouton.core.logic.expression import FALSE, Formula
from bouton.core.logic.formulas import conj, disj, less, negate
from bouton.core.logic.problem import Assertion, Problem, each, for_all, shares
from bouton.proof.obligations.kernel import (
    absorption,
    coverage,
    defined,
    hereditary,
    independence,
    lawful,
    terminals,
    winners,
    witnesses,
)
from bouton.proof.theorem import Characterisation, led
from bouton.proof.ways.levels.reading import LevelReading
from bouton.reading.command import Condition, located
from bouton.reading.levels.game import LevelGame
from bouton.reading.levels.position import ZERO, LevelShape
from bouton.reading.relation import Row


def lemma(reading: LevelReading) -> Iterator[tuple[int, bool, Problem]]:
    """Every problem of the proof that a predicate holds at every position, or wherever `where` holds."""
    for known in range(reading.seen + 1):
        more = known == reading.seen
        here = reading.at(known, more=more)
        ((where, iff),) = here.members
        name = here.theorem.members[0].iff
        meaning = f"{name} holds wherever it is claimed to"
        holds = Problem(name, meaning, (where, negate(iff)), part=EVERYWHERE, speaks=here.speaks)
        yield from _about(reading, known, more, itertools.chain(enough(here), defined(here), [holds]))


def obligations(reading: LevelReading) -> Iterator[tuple[int, bool, Problem]]:
    """Every problem of the proof, with its shape: how many levels there are, and whether there may be more."""
    for known in range(reading.seen + 1):
        more = known == reading.seen
        if not (more and reading.seen == reading.depth):
            yield from _about(reading, known, more, enough(reading.at(known, more=more)))
    for known in range(reading.seen + 1, reading.depth + 1):
        more = known == reading.depth
        yield from _about(reading, known, more, enough(reading.at(known, more=more)))
    for known in reading.range:
        yield from _about(reading, known, known == reading.depth, _at(reading, known))


def _about(
    reading: LevelReading, known: int, more: bool, problems: Iterable[Problem]
) -> Iterator[tuple[int, bool, Problem]]:
    about: LevelShape = reading.shape(known, more=more)
    sizes = f"{known} size{'' if known == 1 else 's'}{' or more' if more else ''}"
    for problem in problems:
        weighed = (about.weight,) if about.stones in problem.free else ()
        within = (*problem.assertions, about.facts, *weighed)
        yield known, more, replaced(problem, name=f"{problem.name}, {sizes}", assertions=within)


def enough(here: Characterisation[LevelGame]) -> Iterator[Problem]:
    """That no rule looks at a heap below the levels."""
    wrong = located(here.game.unseen, here.game.sources)
    yield from each(SEEN, "no rule looks at a heap below the highest sizes", "levels", wrong)


def _at(reading: LevelReading, known: int) -> Iterator[Problem]:
    here = reading.at(known, more=known == reading.depth)
    game = here.game
    moves = [(move, reading.cases(here, move)) for move in game.moves]
    yield from defined(here)
    wrong = located(shallow(reading, here), game.sources)
    yield from each(DEPTH, "a move leaves as many of the highest sizes as the theorem sees", "levels", wrong)
    if reading.theorem.within is not None:
        yield from witnesses(here, list(_named(reading, here)))
        return
    yield from _sizes(game)
    yield from winners(here)
    yield from coverage(here)
    yield from hereditary(here, moves)
    yield from lawful(here, moves)
    yield here.spoken(terminals(here))
    # one move at a time: together they are a problem that solvers take far longer for
    apart = [[pair] for pair in moves] or [[]]
    yield from shares((here.spoken(independence(here, some)) for some in apart), len(apart), " ")
    if reading.theorem.strategy is None:
        yield here.spoken(absorption(here, [pair for pair in moves if pair[0].exact]))
    else:
        yield from map(here.spoken, witnesses(here, list(_named(reading, here))))


def _named(reading: LevelReading, here: Characterisation[LevelGame]) -> Iterator[tuple[Row, list[Assertion]]]:
    """Each row of the strategy, and that the moves it names do not win."""
    game = here.game
    assert here.theorem.strategy is not None
    for found, moves in zip(game.relations[here.theorem.strategy, 1], game.named, strict=True):
        fails: list[Assertion] = []
        for move in moves:
            reached = led([(move, reading.cases(here, move))])
            fails.append(for_all((one for one in move.unknowns if one not in found.locals), negate(reached)))
        yield found, fails


def _sizes(game: LevelGame) -> Iterator[Problem]:
    """No size becomes negative, and every move lowers the number of stones."""
    negative: list[tuple[Formula, str]] = []
    growing: list[tuple[Formula, str]] = []
    for move in game.moves:
        below = disj(less(level.size, ZERO) for level in move.added)
        negative.append((conj((move.guard, below)), f"the move {move.name} leaves a heap of fewer than 0 stones"))
        growing.append((conj((move.guard, negate(move.lowers))), f"the move {move.name} does not lower the stones"))
    yield from each("sizes", "no move leaves a heap of fewer than 0 stones", "rules", negative)
    yield from each("measure", "every move lowers the measure (stones)", "rules", growing)


def shallow(reading: LevelReading, here: Characterisation[LevelGame]) -> list[Condition]:
    """When a move leaves fewer levels than the theorem sees, and heaps below these."""
    game = here.game
    return [
        Condition(
            conj((move.guard, case.guard, case.shallow)),
            f"the move {move.name} leaves too few of the highest sizes",
            *game.places.get(("move", 1), (0, 0)),
        )
        for move in game.moves
        for case in reading.after(game, move)
        if case.shallow is not FALSE
    ]
