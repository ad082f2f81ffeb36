"""The position after a move as levels: what a move takes away and what it adds, in descending order again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from bouton.core.logic.arithmetic import add, choose, multiply, subtract
from bouton.core.logic.expression import FALSE, TRUE, Formula, Linear
from bouton.core.logic.formulas import at_most, conj, disj, equal, less
from bouton.reading.levels.position import ONE, ZERO, Level, Levels


@dataclass(frozen=True)
class Merged:
    """A case of the position after a move: under the guard it has these levels.

    Where it is `shallow` that is not known: too few levels were told apart before the move.
    """

    guard: Formula
    levels: Levels
    shallow: Formula


def merged(
    before: Levels,
    taken: Sequence[Linear],
    added: Sequence[Level],
    depth: int,
    given: Formula,
    hidden: Linear = ZERO,
    below: Linear = ZERO,
) -> Iterator[Merged]:
    """The cases of a position after so many heaps of each level are gone and others, some of size 0, are there.

    Besides there are `hidden` more heaps, of unknown sizes from 1 up and lower than `below`, which is at most the
    size of each that is added.

    In each case `depth` levels are told apart, or all there are. Cases that `given` excludes are left out.
    """
    old = [Level(level.size, subtract(level.heaps, gone)) for level, gone in zip(before.known, taken, strict=True)]
    stones: Linear | None = None
    if before.stones is not None and hidden is ZERO:
        gone = add(ZERO, *(multiply(level.size, some) for level, some in zip(before.known, taken, strict=True)))
        stones = add(subtract(before.stones, gone), *(multiply(level.size, level.heaps) for level in added))
    for order, guard in _orders(list(added), given):
        for case in _merge(_Open(old, order, before.rest, hidden, below, depth), conj((given, guard))):
            yield Merged(conj((guard, case.guard)), replace(case.levels, stones=stones), case.shallow)


def _orders(added: list[Level], given: Formula) -> Iterator[tuple[list[Level], Formula]]:
    """The added heaps in descending order, those of one size together."""
    if not added:
        yield [], TRUE
        return
    first, *others = added
    for order, guard in _orders(others, given):
        for at in range(len(order) + 1):
            above = less(first.size, order[at - 1].size) if at else TRUE
            below = less(order[at].size, first.size) if at < len(order) else TRUE
            ways = [(conj((guard, above, below)), [*order[:at], first, *order[at:]])]
            if at < len(order):
                together = Level(first.size, add(first.heaps, order[at].heaps))
                same = conj((guard, equal(order[at].size, first.size)))
                ways.append((same, [*order[:at], together, *order[at + 1 :]]))
            yield from ((way, both) for both, way in ways if conj((given, both)) is not FALSE)


@dataclass(frozen=True)
class _Open:
    """What is still to be put in order: `out` is in order, and higher than all the rest.

    `some` tells that the first of the old levels is known to have heaps.
    """

    old: Sequence[Level]
    new: Sequence[Level]
    rest: Linear
    hidden: Linear
    below: Linear
    depth: int
    out: tuple[Level, ...] = ()
    some: bool = False
    shallow: Formula = FALSE

    def then(self, level: Level | None, old: int, new: int) -> _Open:
        """With a level put out, and so many old and new ones gone."""
        out = self.out if level is None else (*self.out, level)
        return replace(self, old=self.old[old:], new=self.new[new:], out=out, some=self.some and not old)


def _merge(here: _Open, given: Formula) -> Iterator[Merged]:
    if len(here.out) == here.depth:
        left = [choose(at_most(ONE, level.size), level.heaps, ZERO) for level in here.new]
        lower = add(here.rest, here.hidden, *(level.heaps for level in here.old), *left)
        among = conj((at_most(ONE, here.hidden), less(here.out[-1].size, here.below))) if here.out else FALSE
        yield Merged(TRUE, Levels(here.out, lower), disj((here.shallow, among)))
        return
    if not here.old and not here.new:
        yield Merged(TRUE, Levels(here.out, ZERO), disj((here.shallow, at_most(ONE, add(here.rest, here.hidden)))))
        return
    for case, after in _next(here):
        both = conj((given, case))
        if both is not FALSE:
            for found in _merge(after, both):
                yield replace(found, guard=conj((case, found.guard)))


def _next(here: _Open) -> Iterator[tuple[Formula, _Open]]:
    """The highest of what is left, in each case."""
    one = here.old[0] if here.old else None
    other = here.new[0] if here.new else None
    if one is not None and not here.some and (one.heaps.low or 0) < 1:
        yield equal(one.heaps, ZERO), here.then(None, 1, 0)
        yield at_most(ONE, one.heaps), replace(here, some=True)
    elif one is None:
        assert other is not None
        # how it compares with the rest is not known
        lower = replace(here, shallow=disj((here.shallow, at_most(ONE, here.rest))))
        yield at_most(ONE, other.size), lower.then(other, 0, 1)
        yield at_most(other.size, ZERO), here.then(None, 0, 1)
    elif other is None:
        yield TRUE, here.then(one, 1, 0)
    else:
        yield less(other.size, one.size), here.then(one, 1, 0)
        yield equal(other.size, one.size), here.then(Level(one.size, add(one.heaps, other.heaps)), 1, 1)
        yield less(one.size, other.size), here.then(other, 0, 1)
