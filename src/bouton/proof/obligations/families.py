"""The problems that prove that all positions of a family have one outcome, without a word on the others.

Normal play: if each move from a position of the family has a reply that leads back into it, the second player always
has a move, and as games end the first player is the one who cannot move. Misère play: if no position of the family is
terminal, and each of its options is terminal or has a move back into it, the first player never makes the other one
face a terminal but by being told to move there. So all positions of the family are P-positions, by induction along the
measure. From an N-position a move leads to a P-position that another claim names, or in misère play it has no move.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from bouton.claims.parts import MOVES, REPLIES, WINNING, reply_part
from bouton.core.logic.arithmetic import atom
from bouton.core.logic.elimination import solve
from bouton.core.logic.expression import FALSE, Unknown, unknown
from bouton.core.logic.formulas import conj, disj, negate
from bouton.core.logic.problem import Assertion, ForAll, Problem
from bouton.core.logic.substitution import replace as put_in
from bouton.core.logic.terms import Term, same, substituted
from bouton.core.logic.walk import unknowns
from bouton.core.stated import Family
from bouton.proof.theorem import Case, Counts, Reading
from bouton.reading.canonical import values_at
from bouton.reading.command import GuardedCommand
from bouton.reading.relation import Row


def problems(reading: Reading, counts: Counts, states: Family) -> Iterator[Problem]:
    """Every problem about positions of so many heaps."""
    here = reading.at(counts)
    family, misere = here.game.holds(states.name), reading.theorem.play == "misere"
    if states.outcome == "N":
        ends = (here.can_move,) if misere else ()
        meaning = "from each position of the family a move leads to one that the other claim names"
        none = [_none(move, cases) for move, cases in reading.moves(counts)]
        yield Problem(WINNING, meaning, (family, *ends, *none), speaks=here.speaks)
        return
    if misere:
        meaning = "no position of the family is terminal"
        yield Problem(MOVES, meaning, (family, *here.ended), speaks=here.speaks)
    ways = [(move, case) for move, cases in reading.moves(counts) for case in cases if case.wins is not None]
    if not ways:
        meaning = "no move is possible with so many heaps, so that none needs a reply"
        part = REPLIES if states.reply is None else reply_part(states.reply)
        yield Problem(part, meaning, (FALSE,), speaks=here.speaks)
        return
    if states.reply is None:
        for at, (move, case) in enumerate(ways, 1):
            made = (family, move.guard, case.guard, *_can_go_on(reading, case, misere=misere))
            meaning = f"the move {move.name} has a reply that leads back into the family"
            fault = f"a move {move.name} has no reply into {states.name}"
            yield _reply(Problem(REPLIES, meaning, (*made, *_unanswered(reading, case)), fault=fault,
                                 speaks=here.speaks), REPLIES, at, len(ways))  # fmt: skip
        return
    rows = here.game.relations[states.reply, 2]
    share, part, at = len(ways) * (1 + len(rows)), reply_part(states.reply), 0
    for move, case in ways:
        made = (family, move.guard, case.guard, *_can_go_on(reading, case, misere=misere))
        meaning = f"{states.reply} names an answer to the move {move.name}"
        fault = f"{states.reply} names no answer to a move {move.name}"
        none = [_not_named(row, move) for row in rows]
        at += 1
        yield _reply(Problem(part, meaning, (*made, *none), fault=fault, speaks=here.speaks), part, at, share)
        for number, row in enumerate(rows, 1):
            meaning = f"what case {number} of {states.reply} answers to the move {move.name} leads into the family"
            fault = f"case {number} of {states.reply} answers a move {move.name} by none that leads into {states.name}"
            named = conj((same(row.arguments[0], move.term), row.guard))
            wrong = (*made, named, *_unanswered(reading, case, row.arguments[1]))
            at += 1
            yield _reply(Problem(part, meaning, wrong, fault=fault, speaks=here.speaks), part, at, share)


def _reply(problem: Problem, part: str, at: int, share: int) -> Problem:
    """The problem as one of so many of its part."""
    name = problem.name if share == 1 else f"{problem.name}, {at}"
    return replace(problem, name=name, part=part, share=(at, share))


def _can_go_on(reading: Reading, case: Case, *, misere: bool) -> Iterator[Assertion]:
    """In misère play: that the option is not terminal, as then the move has lost at once."""
    if misere:
        there = reading.at(case.counts)
        apart = {one: atom(_apart(one)) for move in there.game.moves for one in move.unknowns}
        yield put_in({**values_at(there.game, case.position), **apart}, there.can_move)


def _none(move: GuardedCommand, cases: Sequence[Case]) -> Assertion:
    """That the move leads to no claimed position, whatever it chooses."""
    wins = disj(conj((move.guard, case.guard, case.wins)) for case in cases if case.wins is not None)
    return ForAll(move.unknowns, negate(wins)) if move.choices else negate(wins)


def _unanswered(reading: Reading, case: Case, answer: Term | None = None) -> Iterator[Assertion]:
    """That no move leads from an option into the family; with an `answer`, that this one does not."""
    there = reading.at(case.counts)
    put = values_at(there.game, case.position)
    for move, cases in reading.moves(case.counts):
        wins = disj(conj((move.guard, one.guard, one.wins)) for one in cases if one.wins is not None)
        chosen: dict[Unknown, Unknown] = {one: _apart(one) for one in move.unknowns}
        after = {**put, **{one: atom(other) for one, other in chosen.items()}}
        wins = put_in(after, wins)
        free = tuple(chosen.values())
        if answer is not None:
            term = substituted(after, move.term)
            matched, solved = solve(same(answer, term), free)
            if matched is FALSE:
                continue
            wins = conj((matched, put_in(solved, wins)))
        hidden = tuple(one for one in free if one in unknowns(wins))
        yield ForAll(hidden, negate(wins)) if hidden else negate(wins)


def _apart(one: Unknown) -> Unknown:
    """What a reply chooses, apart from what the move before it chose."""
    return unknown(f"{one.name}$reply", one.low, one.high, chain=one.chain, rank=one.rank, local=one.local)


def _not_named(row: Row, move: GuardedCommand) -> Assertion:
    """That a row names no answer to the move."""
    matched, solved = solve(conj((same(row.arguments[0], move.term), row.guard)), row.locals)
    hidden = tuple(one for one in row.locals if one in unknowns(matched) and one not in solved)
    return ForAll(hidden, negate(matched)) if hidden else negate(matched)
