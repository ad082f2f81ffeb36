"""The problems that prove who wins, and what is a draw, in a game whose positions may come back.

The outcomes are the least solution of "a position is lost if all its options are won, and won if some option is lost"
(the well-founded model of win-move), so that two sets which fit each other, as a kernel does, are not enough: those two
of a square are both kernels, and all of its positions are draws. Let every position be called lost, won, or drawn.

- What is called lost is lost, by induction along a rank: each of its options is one from which a reply leads to a
  position that is called lost, of lesser rank; or who moves there has won at once.
- What is called won is won: a move leads to a position that is called lost.
- What is called drawn is neither: a move leads to another such position, and none to one that is called lost. Of those
  that were lost or won take one with the fewest moves to the end. Were it won, a move led to a position that is lost in
  fewer moves: that is not called drawn, nor won, since it is not won, and to what is called lost no move leads. Were it
  lost, so would its option that is called drawn be won, in fewer moves.

Where nothing is said of draws, what is not called lost is not: from each such position a move leads to what is called
lost, or to where a move can be made, and none to what is called lost. If some were lost all the same, take one with the
fewest moves to the end: that option is won, so a move leads from it to a position that is lost in fewer moves, which is
called lost, as the first one had the fewest of the others.

In a game of alliances an option may be the same side's turn. A position that is called lost then leads to none but what
is called lost, of lesser rank, where the same side moves; where the other one does, its reply may lead to any position
that it is called to win, of lesser rank, too, if the rank is `joint`: then a move that is called winning must not raise
it, and must lower it where the same side moves again, so that the induction is over both, lost before won.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import starmap

from bouton.claims.parts import APART, FALLING, KEPT, LEFT, STAYS
from bouton.core.errors import Unreadable
from bouton.core.logic.elimination import NotEliminable, exists
from bouton.core.logic.expression import FALSE, TRUE, Formula
from bouton.core.logic.formulas import conj, disj, equivalent, negate
from bouton.core.logic.problem import Assertion, ForAll, Problem, shares
from bouton.core.logic.substitution import Substitution
from bouton.core.logic.substitution import replace as put_in
from bouton.core.rank import Rank
from bouton.core.stated import Loopy
from bouton.proof.obligations.families import not_won, unanswered
from bouton.proof.obligations.measure import Falls
from bouton.proof.theorem import Counts, MoveCase, Reading, led, never_led, wins
from bouton.reading.canonical import values_at
from bouton.reading.command import GuardedCommand


def problems(reading: Reading, counts: Counts, rank: Rank) -> Iterator[Problem]:
    """Every problem about positions of so many heaps."""
    here, states = reading.at(counts), reading.theorem.stated
    assert isinstance(states, Loopy)
    falls, speaks = Falls.of(rank, here), here.speaks
    meaning = "what is claimed of a position without a move is what the rules say of it"
    wrong = disj((here.drawn, negate(equivalent(here.claimed, here.over))))
    yield Problem("terminals", meaning, (*here.ended, wrong), speaks=speaks)
    # a side may also win by moves of its own that lower it
    yield from falls.problems(here, negate(here.drawn) if states.sides else here.claimed)
    yield from _falling(reading, counts, falls)
    if not states.sides and states.drawn is None:
        yield _left(reading, counts)
        return
    if not states.sides:
        meaning = "no position is claimed to be a P-position and a draw"
        yield Problem(APART, meaning, (here.claimed, here.drawn), speaks=speaks)
    meaning = "from each position that is claimed to be won some move wins"
    none = never_led(reading.moves(counts), lambda case: _winning(reading, case, falls))
    stuck = (here.can_move, falls.said if states.sides else TRUE, negate(here.claimed), negate(here.drawn), *none)
    fault = "no move wins" + (f", or none that does not raise {rank}" if rank.joint else "")
    yield Problem("absorption", meaning, stuck, fault=fault, speaks=speaks)
    meaning = "from each position that is claimed to be a draw a move leads to another one"
    stays = (here.drawn, *never_led(reading.moves(counts), lambda case: case.drawn))
    yield Problem(STAYS, meaning, stays, fault="no move leads from a draw to a draw", speaks=speaks)
    meaning = "no move wins from a position that is claimed to be a draw"
    out = led(reading.moves(counts))
    yield Problem(
        KEPT, meaning, (here.drawn, out), fault="a move wins from what is claimed to be a draw", speaks=speaks
    )


def _falling(reading: Reading, counts: Counts, falls: Falls) -> Iterator[Problem]:
    """That each option of what is claimed to be lost has a reply to what is, of lesser rank."""
    here, rank = reading.at(counts), falls.rank
    ways = reading.ways(counts)
    if not ways:
        yield Problem(FALLING, "no move is possible with so many heaps", (FALSE,), speaks=here.speaks)

    def reached(case: MoveCase) -> Formula:
        return wins(case) if rank.joint else conj((wins(case), negate(case.allied)))

    def falling(move: GuardedCommand, case: MoveCase) -> Problem:
        goes_on = disj((not_won(reading, case), case.allied))
        made: tuple[Formula, ...] = (here.claimed, falls.said, move.guard, case.guard, goes_on)
        if case.allied is not FALSE:  # then it is lost where it wins nothing, and is no draw
            again = (case.allied, negate(wins(case)), negate(case.drawn), falls.lower(reading, case))
            made = (*made, negate(put_in(falls.put, conj(again))))
        replies = unanswered(reading, case, reached, falls=falls)
        if case.allied is not FALSE:
            replies = (_or(case.allied, one) for one in replies)
        meaning = f"the move {move.name} has a reply that leads to what is lost, at lesser {rank}"
        fault = f"a move {move.name} has no reply that leads to what is claimed to be lost, at lesser {rank}"
        return Problem(FALLING, meaning, (*made, *replies), fault=fault, speaks=here.speaks)

    yield from shares(starmap(falling, ways), len(ways))


def _winning(reading: Reading, case: MoveCase, falls: Falls) -> Formula:
    """That a move wins: to what the other side is claimed to lose; or, at a lesser rank, what the same one wins."""
    if case.allied is FALSE and not falls.rank.joint:
        return wins(case)
    other = falls.lower(reading, case, strictly=False) if falls.rank.joint else TRUE
    same = falls.lower(reading, case)
    lower = disj((conj((negate(case.allied), other)), conj((case.allied, same))))
    return conj((wins(case), put_in(falls.put, lower)))


def _left(reading: Reading, counts: Counts) -> Problem:
    """That what is not claimed to be lost is not, where no claim says which of it are draws."""
    here = reading.at(counts)

    def escapes(case: MoveCase) -> Formula:
        there = reading.at(case.counts)
        safe = conj((negate(there.terminal), negate(_into_lost(reading, case.counts))))
        return disj((wins(case), Substitution(values_at(there.game, case.position)).formula(safe)))

    meaning = "from any other position a move leads to a P-position, or to where none leads to one"
    fault = "each move leads to where a P-position can be reached, as if this were one too"
    none = never_led(reading.moves(counts), escapes)
    return Problem(LEFT, meaning, (here.can_move, negate(here.claimed), *none), fault=fault, speaks=here.speaks)


def _into_lost(reading: Reading, counts: Counts) -> Formula:
    """When a move leads to what is claimed to be lost; Unreadable where that would need a quantifier."""
    found = []
    for move, cases in reading.moves(counts):
        try:
            found.append(exists(move.unknowns, led([(move, cases)])))
        except NotEliminable as error:
            hidden = error.name
            reason = f"that no move leads to a P-position would need a quantifier over {hidden}; `draw` names the draws"
            raise Unreadable(reason, *reading.at(counts).game.places.get(("move", 1), (0, 0))) from None
    return disj(found)


def _or(formula: Formula, assertion: Assertion) -> Assertion:
    if isinstance(assertion, ForAll):
        return ForAll(assertion.bound, disj((formula, assertion.formula)))
    return disj((formula, assertion))
