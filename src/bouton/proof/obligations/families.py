"""The problems that prove that all positions of a family have one outcome, without a word on the others.

Normal play: if each move from a position of the family has a reply that leads back into it, the second player always
has a move, and as games end the first player is the one who cannot move. Misère play: if no position of the family is
terminal, and each of its options is terminal or has a move back into it, the first player never makes the other one
face a terminal but by being told to move there. So all positions of the family are P-positions, by induction along the
measure. From an N-position a move leads to a P-position that another claim names, or in misère play it has no move.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import starmap

from bouton.claims.parts import FALLING, KEPT, MOVES, REPLIES, STAYS, WINNING, reply_part
from bouton.core.logic.arithmetic import atom
from bouton.core.logic.elimination import solve
from bouton.core.logic.expression import FALSE, TRUE, Formula, Unknown, unknown
from bouton.core.logic.formulas import conj, disj, negate
from bouton.core.logic.problem import Assertion, Problem, for_all, shares
from bouton.core.logic.substitution import replace as put_in
from bouton.core.logic.terms import Term, same, substituted
from bouton.core.logic.walk import unknowns
from bouton.core.stated import Family
from bouton.proof.obligations.measure import Falls
from bouton.proof.theorem import Counts, MoveCase, Reading, never_led
from bouton.reading.canonical import values_at
from bouton.reading.command import GuardedCommand
from bouton.reading.relation import Row


def problems(reading: Reading, counts: Counts, states: Family) -> Iterator[Problem]:
    """Every problem about positions of so many heaps."""
    here = reading.at(counts)
    if states.outcome == "draw":
        yield from _draws(reading, counts, states)
        return
    family, misere = here.game.holds(states.name), reading.theorem.play == "misere"
    if states.outcome == "N":
        ends = (here.can_move,) if misere else ()
        meaning = "from each position of the family a move leads to one that the other claim names"
        none = list(never_led(reading.moves(counts)))
        yield Problem(WINNING, meaning, (family, *ends, *none), speaks=here.speaks)
        return
    if misere:
        meaning = "no position of the family is terminal"
        yield Problem(MOVES, meaning, (family, *here.ended), speaks=here.speaks)
    falls = None if reading.rank is None else Falls.of(reading.rank, here)
    lower = "" if falls is None else " at a lesser measure"
    said = TRUE if falls is None else falls.said
    if falls is not None:
        yield from falls.problems(here, family)
    ways, rows = reading.ways(counts), () if states.reply is None else here.game.relations[states.reply, 2]
    part = FALLING if states.endless else REPLIES if states.reply is None else reply_part(states.reply)
    if not ways:
        meaning = "no move is possible with so many heaps, so that none needs a reply"
        yield Problem(part, meaning, (FALSE,), speaks=here.speaks)
        return

    def answered() -> Iterator[Problem]:
        for move, case in ways:
            made = (family, said, move.guard, case.guard, *_can_go_on(reading, case, misere=misere))
            if states.reply is None:
                meaning = f"the move {move.name} has a reply that leads back into the family{lower}"
                fault = f"a move {move.name} has no reply into {states.name}{lower}"
                wrong = (*made, *unanswered(reading, case, falls=falls))
            else:
                meaning = f"{states.reply} names an answer to the move {move.name}"
                fault = f"{states.reply} names no answer to a move {move.name}"
                wrong = (*made, *(not_named(row, move) for row in rows))
            yield Problem(part, meaning, wrong, fault=fault, speaks=here.speaks)
            for number, row in enumerate(rows, 1):
                meaning = f"what case {number} of {states.reply} answers to {move.name} leads into the family{lower}"
                fault = f"case {number} of {states.reply} answers a move {move.name} by none into {states.name}{lower}"
                named = conj((same(row.arguments[0], move.term), row.guard))
                wrong = (*made, named, *unanswered(reading, case, answer=row.arguments[1], falls=falls))
                yield Problem(part, meaning, wrong, fault=fault, speaks=here.speaks)

    yield from shares(answered(), len(ways) * (1 + len(rows)))


def _draws(reading: Reading, counts: Counts, states: Family) -> Iterator[Problem]:
    """That who moves can stay in the family, and that no move leads to where the other player has lost.

    Where a move leads some move leads back, or to a P-position, or in misère play there is none: so it leads to no
    P-position. If some position of the family were won or lost, there were one with the fewest moves to the end, and
    from it, or in two moves, one of the family is reached with fewer.
    """
    here, misere = reading.at(counts), reading.theorem.play == "misere"
    family = here.game.holds(states.name)
    meaning = "from each position of the family a move leads to one of it"
    fault, stays = f"no move stays in {states.name}", (family, *never_led(reading.moves(counts)))
    yield Problem(STAYS, meaning, stays, fault=fault, speaks=here.speaks)
    ways = reading.ways(counts)
    if not ways:
        yield Problem(KEPT, "no move is possible with so many heaps", (FALSE,), speaks=here.speaks)

    def kept(move: GuardedCommand, case: MoveCase) -> Problem:
        meaning = f"from where the move {move.name} leads a move leads back into the family, or to a P-position"
        fault = f"a move {move.name} leads out of {states.name}, and no move leads back, or to a P-position"
        made = (family, move.guard, case.guard, *_can_go_on(reading, case, misere=misere))
        wrong = (*made, *unanswered(reading, case, partial(_reached, reading, into=states.into)))
        return Problem(KEPT, meaning, wrong, fault=fault, speaks=here.speaks)

    yield from shares(starmap(kept, ways), len(ways))


def _can_go_on(reading: Reading, case: MoveCase, *, misere: bool) -> Iterator[Assertion]:
    """In misère play: that the option is not terminal, as then the move has lost at once."""
    if misere:
        yield not_won(reading, case)


def not_won(reading: Reading, case: MoveCase) -> Formula:
    """That who is to move at an option has not won at once: he can move, or else the rules say that he has lost."""
    there = reading.at(case.counts)
    choices = {one: atom(_apart(one)) for move in there.game.moves for one in move.unknowns}
    return put_in({**values_at(there.game, case.position), **choices}, disj((there.can_move, there.over)))


def unanswered(
    reading: Reading,
    case: MoveCase,
    reached: Callable[[MoveCase], Formula] | None = None,
    *,
    answer: Term | None = None,
    falls: Falls | None = None,
) -> Iterator[Assertion]:
    """That no move leads from an option to where `reached` holds, by default into the family; or no `answer` does.

    Only replies that make the rank fall count where this is asked for.
    """
    there = reading.at(case.counts)
    put = values_at(there.game, case.position)
    marks = {} if falls is None else falls.put
    for move, cases in reading.moves(case.counts):
        wins = disj(
            conj((move.guard, one.guard, one.wins if reached is None else reached(one), *_lower(reading, one, falls)))
            for one in cases
            if one.wins is not None
        )
        chosen: dict[Unknown, Unknown] = {one: _apart(one) for one in move.unknowns}
        after = {**put, **marks, **{one: atom(other) for one, other in chosen.items()}}
        wins = put_in(after, wins)
        free = tuple(chosen.values())
        if answer is not None:
            term = substituted(after, move.term)
            matched, solved = solve(same(answer, term), free)
            if matched is FALSE:
                continue
            wins = conj((matched, put_in(solved, wins)))
        yield for_all((one for one in free if one in unknowns(wins)), negate(wins))


def _reached(reading: Reading, case: MoveCase, into: str | None) -> Formula:
    """That the position of a case is of the family, or of the P-positions."""
    assert case.wins is not None
    if into is None:
        return case.wins
    there = reading.at(case.counts).game
    return disj((case.wins, put_in(values_at(there, case.position), there.holds(into))))


def _lower(reading: Reading, case: MoveCase, falls: Falls | None) -> Iterator[Formula]:
    if falls is not None:
        yield falls.lower(reading, case)


def _apart(one: Unknown) -> Unknown:
    """What a reply chooses, apart from what the move before it chose."""
    return unknown(f"{one.name}$reply", one.low, one.high, chain=one.chain, rank=one.rank, local=one.local)


def not_named(row: Row, move: GuardedCommand) -> Assertion:
    """That a row names no answer to the move."""
    matched, solved = solve(conj((same(row.arguments[0], move.term), row.guard)), row.locals)
    return for_all((one for one in row.locals if one in unknowns(matched) and one not in solved), negate(matched))
