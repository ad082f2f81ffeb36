"""The problems that prove that all positions of a family are P-positions, on boards whose parameters may be unknown.

If each move from a position of the family has a reply that leads back into it, the second player always has a move. As
each move takes members of the sets away and adds none, games end: it is the first player who cannot move.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from bouton.claims.parts import reply_part
from bouton.core.logic.elimination import solve
from bouton.core.logic.expression import FALSE, Formula
from bouton.core.logic.formulas import conj, disj, negate
from bouton.core.logic.problem import Problem, each, shares
from bouton.core.logic.terms import Term, same, substituted, text
from bouton.proof.ways.boards.reading import AFTER, GONE, MOVE, BoardReading, Chosen, Constants, some
from bouton.reading.relation import Row


@dataclass(frozen=True)
class NamedAnswer:
    """An answer that the rules name to a move, on any board: when they name it, and when it is a wrong one."""

    chosen: Chosen
    illegal: Formula
    """That the answer is no legal move."""
    out: Formula
    """That it leads out of the family."""

    @property
    def term(self) -> Term:
        """The move that it is."""
        return self.chosen.terms[0]


@dataclass(frozen=True)
class AnsweredMove:
    """A move from a position of the family, and the answers to it.

    What is wrong with it: it `stays`, taking nothing away; it adds members that are not there (`grows`); one that it
    takes away it adds, too (`twice`); a token goes to two places, or to what is none (`astray`); no answer is named
    (`silent`).
    """

    move: Chosen
    stays: Formula
    grows: tuple[Formula, ...]
    twice: tuple[Formula, ...]
    astray: tuple[Formula, ...]
    silent: Formula
    answers: tuple[NamedAnswer, ...]
    family: Formula
    """That the position it leads to is of the family."""

    @property
    def term(self) -> Term:
        """The move."""
        return self.move.terms[0]


def lines(here: BoardReading, family: str, reply: str) -> tuple[AnsweredMove, ...]:
    """Every move from a position, and the answers to each."""
    constants = Constants()
    return tuple(_line(here, constants.chosen(row), family, reply, constants) for row in here.rows(MOVE))


def _line(here: BoardReading, move: Chosen, family: str, reply: str, constants: Constants) -> AnsweredMove:
    term = move.terms[0]
    there = here.after(term)
    taken, grows, twice = list[Formula](), list[Formula](), list[Formula]()
    for name in (one for one in here.sets if one not in here.places):
        for one in here.changes(GONE, term, name):
            taken.append(some(one.locals, conj((one.guard, here.member(name, one.arguments)))))
        for one in here.changes(AFTER, term, name):
            there_already, gone = here.member(name, one.arguments), here.taken(term, name, one.arguments)
            grows.append(conj((move.guard, some(one.locals, conj((one.guard, negate(there_already)))))))
            twice.append(conj((move.guard, some(one.locals, conj((one.guard, gone))))))
    astray = tuple(conj((move.guard, one)) for name in here.places for one in here.astray(term, name))
    rows = [_answers(row, term) for row in here.rows((reply, 2))]
    stays = conj((move.guard, negate(disj(taken))))
    silent = negate(disj(some(row.locals, row.guard) for row in rows))
    return AnsweredMove(
        move,
        stays,
        tuple(grows),
        tuple(twice),
        astray,
        silent,
        answers(there, rows, family, constants),
        there.says((family, 0)),
    )


def answers(there: BoardReading, rows: Sequence[Row], family: str, constants: Constants) -> tuple[NamedAnswer, ...]:
    """What is wrong with each move that a row names for a position."""
    found = []
    for chosen in map(constants.chosen, rows):
        (answer,) = chosen.terms
        out = negate(there.after(answer).says((family, 0)))
        found.append(NamedAnswer(chosen, negate(there.says(MOVE, answer)), out))
    return tuple(found)


def _answers(row: Row, move: Term) -> Row:
    """The answers to a move that a row of the replies names."""
    guard, solved = solve(conj((same(row.arguments[0], move), row.guard)), row.locals)
    return Row((substituted(solved, row.arguments[1]),), guard)


def problems(
    here: BoardReading, several: Sequence[AnsweredMove], family: str, reply: str, claim: str
) -> Iterator[Problem]:
    """Every problem of the proof: of the rules, of the moves, and of the replies to them."""
    yield from each("rules", "no arithmetic of the rules is undefined", "rules", list(here.undefined()))
    stays = [(line.stays, f"the move {text(line.term)} takes nothing away") for line in several]
    yield from each("measure", "each move takes members away", "rules", stays)
    grows = [(one, f"the move {text(line.term)} adds a member") for line in several for one in line.grows]
    yield from each("closed", "no move adds a member that is not there", "rules", grows)
    twice = [(one, f"the move {text(line.term)} adds what it takes away") for line in several for one in line.twice]
    twice += [(one, f"the move {text(line.term)} puts a token astray") for line in several for one in line.astray]
    sound = "no move both adds and takes a member" + (", or puts a token astray" if here.places else "")
    yield from each("sizes", sound, "rules", twice)
    part, given = reply_part(reply), here.says((family, 0))
    every = [one for line in several for one in _replies(line, reply)]
    found = [replace(one, name=part, part=part, assertions=(given, *one.assertions), speaks=(claim,)) for one in every]
    if not found:
        yield Problem(part, "no move is possible, so that none needs a reply", (FALSE,), speaks=(claim,))
    yield from shares(found, len(found), always=True)


def _replies(line: AnsweredMove, reply: str) -> Iterator[Problem]:
    move, guard = text(line.term), line.move.guard
    meaning, fault = f"{reply} names an answer to the move {move}", f"{reply} names no answer to a move {move}"
    yield Problem("", meaning, (guard, line.silent), fault=fault)
    for one in line.answers:
        said, made = f"{reply} answers {move} by {text(one.term)}", (guard, one.chosen.guard)
        yield Problem("", f"{said}, a legal move", (*made, one.illegal), fault=f"{said}, no legal move")
        yield Problem("", f"{said}, back into the family", (*made, one.out), fault=f"{said}, out of the family")
