"""Formulas by cases: a literal splits the positions into two halves, and each half has a formula of its own.

The literal is chosen by information gain, as in a decision tree (Quinlan, Induction of decision trees, 1986); each
half is learnt as a whole game is. Both are written as one disjunction, whose conjunctions have one literal more than
those of the halves, where these need it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from bouton.discover import draft as drafts
from bouton.discover.expressions import Truth
from bouton.discover.formulas import (
    LONGEST,
    Table,
    Told,
    fitted,
    learnt,
    p_positions,
)
from bouton.discover.guess import Guess, Search
from bouton.discover.learn import SIGNS, Cover, distinct
from bouton.discover.positions import Known, Outcomes

Counts = NDArray[np.int64]
_BOXES = (5000,)
"""A formula of so many literals fits a small box whatever the game is."""
_SPLITS = 3
"""Literals that are tried, those that tell most first."""


def halves(search: Search) -> Iterator[Guess]:
    """Guesses by cases about any number of heaps; those that speak of the largest heaps alone come first.

    Their formulas are longer than those of `formulas`. None where a shorter formula fits all positions looked at, or
    where the number of heaps is fixed.
    """
    ways = drafts.reaches(search.spec)
    if search.fits or not any(way.heaps for way in ways):
        return
    language, lines = search.language
    told = Told(
        partial(_outcomes, search), p_positions, boxes=_BOXES, longest=2 * search.effort * LONGEST, fit=in_halves
    )
    for highest in (True, False):
        for guess in learnt(search, replace(language, highest=highest), lines, ways, told):
            yield guess
            if guess.state == "proved":
                return
        if search.fits:
            return


def _outcomes(search: Search, most: int) -> Outcomes:
    """About `most` positions of the game, and others of more heaps: only many heaps show remainders of their number."""
    found, more = search.outcomes(most), search.more_heaps
    known = {(one.parameters, one.position): one for one in (*found.known, *more.known)}
    return replace(found, known=tuple(known.values()), measure=max(found.measure, more.measure))


def in_halves(search: Search, table: Table, work: list[Known], longest: int) -> Cover | None:
    """A cover by cases that is right at all positions of the table, by the first split both halves of which have one.

    Together the halves cost at most `longest`; None where no split will do.
    """
    for literal, opposite in islice(splits(table), _SPLITS):
        search.tell(f"by cases: {table.literals[literal].words}")
        found = _halved(search, table, (literal, opposite), work, longest)
        if found is not None:
            return found
    return None


def splits(table: Table) -> Iterator[tuple[int, int]]:
    """Plain literals, each with its opposite, by falling information gain on which positions are lost.

    Of literals with the same truth values at all positions only the cheapest is taken.
    """
    lost, costs = table.lost, np.array(table.costs)
    gain = np.round(gains(table.truth, lost), 9)
    cheapest = distinct(table.truth, np.lexsort((costs, ~table.plain)))
    seen = set[int]()
    for at in sorted(cheapest.values(), key=lambda at: (-gain[at], costs[at], at)):
        opposite = cheapest.get((~table.truth[at]).tobytes())
        if gain[at] > 0 and table.plain[at] and opposite is not None and at not in seen:
            seen.add(opposite)
            yield at, opposite


def gains(truth: Truth, lost: Truth) -> NDArray[np.float64]:
    """The bits, over all positions, that each literal saves in telling which of them are lost."""
    held, both = truth.sum(axis=1), (truth & lost).sum(axis=1)
    many, all_lost = np.array(len(lost)), lost.sum()
    found: NDArray[np.float64] = _bits(all_lost, many) - _bits(both, held) - _bits(all_lost - both, many - held)
    return found


def _bits(lost: Counts, many: Counts) -> NDArray[np.float64]:
    """The bits to tell which of `many` positions are lost when `lost` of them are: `many` times the binary entropy."""
    share: NDArray[np.float64] = np.divide(lost, np.maximum(many, 1))
    found: NDArray[np.float64] = np.zeros_like(share)
    for part in (share, 1 - share):
        found -= many * part * np.log2(np.where(part > 0, part, 1.0))
    return found


def _halved(search: Search, table: Table, split: tuple[int, int], work: list[Known], longest: int) -> Cover | None:
    """A cover by the two cases of a split, a literal and its opposite; None where a case has none.

    Positions that refute a cover of a case are added to `work`.
    """
    # the half of which more is open is told by what is lost or by what is not, whichever is shorter; then the other way
    first, second = sorted(split, key=lambda one: -_open(table, table.truth[one]))
    signs: Sequence[bool] = SIGNS
    while signs:
        one = _half(search, table, first, work, longest, signs)
        if one is None:
            return None
        other = _half(search, table, second, work, longest - one.cost, (one.negated,))
        if other is not None:
            return joined(table, {first: one, second: other})
        signs = tuple(sign for sign in signs if sign != one.negated)
    return None


def _half(
    search: Search, table: Table, literal: int, work: list[Known], longest: int, signs: Sequence[bool]
) -> Cover | None:
    """A cover that is right at all positions where the literal holds, `negated` as one of `signs` says."""
    holds = table.truth[literal]
    half = table.part(holds)
    if half.lost.all() or not half.lost.any():
        (negated, *_) = signs
        return Cover(((),) if bool(half.lost.any()) != negated else (), negated, 0)
    here = {(one.parameters, one.position) for one in half.known}
    mine = [one for one in work if (one.parameters, one.position) in here]
    first = len(mine)
    cover = fitted(search, half, mine, longest, signs)
    work += mine[first:]
    return cover


def _open(table: Table, holds: Truth) -> float:
    return float(_bits(np.array((table.lost & holds).sum()), np.array(holds.sum())))


def joined(table: Table, found: dict[int, Cover]) -> Cover:
    """The covers of both cases, which are negated alike, as one cover of the whole table.

    A conjunction is given the literal of its case where without it the conjunction would hold at wrong positions.
    """
    (negated,) = {cover.negated for cover in found.values()}
    wrong = table.lost if negated else ~table.lost
    cubes: dict[tuple[int, ...], None] = {}
    for literal, cover in found.items():
        for cube in cover.cubes:
            alone = bool(cube) and not (table.truth[list(cube)].all(axis=0) & wrong).any()
            cubes[cube if alone else (literal, *cube)] = None
    cost = sum(1 + sum(table.literals[one].cost for one in cube) for cube in cubes)
    return Cover(tuple(cubes), negated, cost + 3 * negated)
