"""The moves that a strategy names, as code: whether some are named, all of them are moves, and all lead to marks.

The function returns 0 where that is so, 1 where not, and -1 where a named move is not of the form that the table is
made for.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from bouton.compiled.loops import exists
from bouton.compiled.moves import Command, naming, wrong
from bouton.compiled.printer import Printer
from bouton.compiled.space import Space
from bouton.compiled.syntax import Text
from bouton.core.errors import Unreadable
from bouton.core.logic.elimination import solve
from bouton.core.logic.expression import FALSE, Linear
from bouton.core.logic.formulas import conj
from bouton.core.logic.substitution import Substitution
from bouton.core.logic.terms import same, unknowns_of
from bouton.core.logic.walk import unknowns
from bouton.reading.command import GuardedCommand, SymbolicGame
from bouton.reading.relation import Row


def named(to: Text, number: int, game: SymbolicGame, space: Space, strategy: str) -> None:
    """Print `named_<number>`; Unreadable where what is named may be several moves at once."""
    given = naming(game, space)
    with to.function(f"named_{number}", given.arguments, table=True):
        to.line("I found = 0, some = 0;" if to.c else "found = some = 0")
        printer = Printer(to, given.names, given.ranges)
        for row in game.relations.get((strategy, 1), ()):
            hidden = [one for one in unknowns_of(row.arguments) if one.local and one not in unknowns(row.guard)]
            if hidden:
                raise Unreadable(f"no bounds are known for {hidden[0].name.partition('$')[0]}")
            commands = [one for move in game.moves if (one := _named(row, move)) is not None]
            exists(printer.branch(), row.guard, lambda inside, these=commands: _each(inside, game, these, space))  # type: ignore[misc]
        to.give(f"{to.no}some")


def _named(row: Row, move: GuardedCommand) -> GuardedCommand | None:
    """The one move of a command that a row names, with the condition that it does; None where it never does."""
    matched, solved = solve(same(row.arguments[0], move.term), move.unknowns)
    if matched is FALSE:
        return None
    values = Substitution(solved)
    guard = conj((matched, values.formula(move.guard)))
    after = tuple(
        tuple(map(values.linear, entry)) if isinstance(entry, tuple) else values.linear(entry) for entry in move.after
    )
    left = {*unknowns(guard), *unknowns_of(_flat(after))} & {*move.unknowns}
    if left:
        raise Unreadable(f"no bounds are known for {left.pop().name.partition('$')[0]} in a named move")
    return None if guard is FALSE else replace(move, choices=(), guard=guard, after=after)


def _flat(after: tuple[Linear | tuple[Linear, ...], ...]) -> list[Linear]:
    return [one for entry in after for one in (entry if isinstance(entry, tuple) else (entry,))]


def _each(printer: Printer, game: SymbolicGame, commands: list[GuardedCommand], space: Space) -> None:
    """What is done with each term that a row names: some command must have it, and lead to a mark."""
    to = printer.to
    end = ";" if to.c else ""
    to.line(f"some = 1{end}")
    to.line(f"found = 0{end}")
    for command in commands:
        Command(game, command, space, Winning(), wrong(game, command, space, not space.sorted)).write(printer.branch())
    with to.when(f"{to.no}found"):
        to.give("1")


@dataclass(frozen=True)
class Winning:
    """The one place that a named move leads to must be marked."""

    def one(self, to: Text, place: str) -> None:
        """A single place."""
        with to.when(f"!MARKED({place})" if to.c else f"not tab[{place}]"):
            to.give("1")

    def row(self, to: Text, base: str, low: str, high: str, stride: int) -> None:
        """None: a named move leads to one place."""
        raise NotImplementedError

    def listed(self, to: Text, base: str, low: str, high: str, weights: str) -> None:
        """None: a named move leads to one place."""
        raise NotImplementedError
