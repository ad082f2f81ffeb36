"""Moves as code that lists them: in JavaScript for pages, and the same in Python, where it is held against clingo.

There is a function for each way in which the heaps of a position may be many. It takes all numbers of the position
and returns the moves: of each the number of its name, the numbers that stand in that name, and what it makes of each
fluent, heaps by their places and empty ones included. Where the rules are wrong of a position it returns 0. Functions
of the same kind, in Python alone, tell predicates: for each the numbers of which it holds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any

from bouton.compiled.fixed import fixed
from bouton.compiled.moves import naming
from bouton.compiled.prepare import Ranges
from bouton.compiled.printer import Printer, exists, loops
from bouton.compiled.space import Space
from bouton.compiled.syntax import JavaScript, ProgramText
from bouton.core.errors import Unreadable
from bouton.core.logic.expression import Linear
from bouton.core.logic.terms import text
from bouton.core.logic.walk import unknowns
from bouton.core.position import Position, flat
from bouton.ground.game import Game
from bouton.ground.words import plain
from bouton.reading.command import GuardedCommand, SymbolicGame
from bouton.reading.relation import Row
from bouton.rules.file import Signature


@dataclass(frozen=True)
class Listing:
    """The two programs, and for each name of a move the texts around the numbers in it."""

    python: str
    javascript: str
    names: tuple[tuple[str, ...], ...]

    def functions(self) -> Mapping[str, Any]:
        """The functions in Python, by how many heaps each fluent of heaps has: `2,0`."""
        program: dict[str, Any] = {}
        exec(compile(self.python, "<compiled moves>", "exec"), program)  # Bouton's own text
        found: Mapping[str, Any] = program["MOVES"]
        return found

    def name(self, number: int, numbers: Sequence[int]) -> str:
        """A move as its rules name it."""
        first, *rest = self.names[number]
        return first + "".join(f"{one}{more}" for one, more in zip(numbers, rest, strict=True))


def key(position: Position) -> str:
    """Which function lists the moves of a position."""
    return ",".join(str(len(part)) for part in position if isinstance(part, tuple))


def listing(game: Game, ranges: Ranges) -> Listing:
    """Programs that list the moves of positions in these ranges.

    Unreadable where the rules have no symbolic reading there.
    """
    games, space = ranges.games(game), ranges.space(game.rules)
    names: dict[tuple[str, ...], int] = {}
    python = _printed(ProgramText(), fixed("arithmetic.py"), games, space, names)
    javascript = _printed(JavaScript(), fixed("arithmetic.js"), games, space, names)
    return Listing(python, javascript, tuple(names))


def telling(game: Game, ranges: Ranges, wanted: Sequence[Signature]) -> Mapping[str, Any]:
    """Functions in Python, by `key`, of all numbers of a position: whether it has a move, and each predicate's rows.

    A function returns None where the rules are wrong of a position. Unreadable where they have no symbolic reading, or
    a predicate is of what is no number.
    """
    games, space, to = ranges.games(game, wanted), ranges.space(game.rules), ProgramText()
    for at, one in enumerate(games.values()):
        given = naming(one, space)
        with to.function(f"live_{at}", given.arguments, table=False):
            for command in one.moves:
                with ExitStack() as stack:
                    printer = Printer(to, given.names, given.ranges)
                    for inside in loops(stack, printer, command.choices, command.guard, ()):
                        printer = inside
                    printer.to.give("1")
            to.give("0")
        with to.function(f"told_{at}", given.arguments, table=False):
            printer = Printer(to, given.names, given.ranges)
            for condition in one.forbidden:
                exists(printer.branch(), condition.formula, lambda _inside: to.give("None"))
            to.set("found", f"[{', '.join(['set()'] * len(wanted))}]")
            for place, name in enumerate(wanted):
                for row in one.relations.get(name, ()):
                    _row(printer.branch(), place, row)
            to.give(f"bool(live_{at}({', '.join(given.arguments)})), found")
    to.set("TOLD", f"{{{', '.join(f'{many!r}: told_{at}' for at, many in enumerate(games))}}}")
    program: dict[str, Any] = {}
    text_ = "\n".join([*fixed("arithmetic.py").splitlines(), *to.helpers, *to.lines, ""])
    exec(compile(text_, "<compiled predicates>", "exec"), program)  # Bouton's own text
    found: Mapping[str, Any] = program["TOLD"]
    return found


def _row(printer: Printer, place: int, row: Row) -> None:
    numbers = [one for one in row.arguments if isinstance(one, Linear)]
    if len(numbers) < len(row.arguments):
        raise Unreadable("a predicate is of what is no number")
    hidden = [one for number in numbers for one in unknowns(number) if one.local and one not in unknowns(row.guard)]
    if hidden:
        raise Unreadable(f"no bounds are known for {hidden[0].name.partition('$')[0]}")

    def add(inside: Printer) -> None:
        inside.share(numbers)
        told = "".join(f"{inside.linear(one)}, " for one in numbers)
        inside.to.line(f"found[{place}].add(({told}))")

    exists(printer, row.guard, add)


def _printed(
    to: ProgramText, arithmetic: str, games: Mapping[str, SymbolicGame], space: Space, names: dict[tuple[str, ...], int]
) -> str:
    for at, game in enumerate(games.values()):
        given = naming(game, space)
        with to.function(f"moves_{at}", given.arguments, table=False):
            to.set("found", "[]")
            printer = Printer(to, given.names, given.ranges)
            for condition in game.forbidden:
                exists(printer.branch(), condition.formula, lambda _inside: to.give("0"))
            for command in game.moves:
                _command(printer.branch(), command, names)
            to.give("found")
    table = ", ".join(f'"{many}": moves_{at}' for at, many in enumerate(games))
    to.set("MOVES", f"{{{table}}}")
    return "\n".join([*arithmetic.splitlines(), *to.helpers, *to.lines, ""])


def _command(printer: Printer, command: GuardedCommand, names: dict[tuple[str, ...], int]) -> None:
    numbers: list[Linear] = []

    def number(one: Linear) -> str:
        numbers.append(one)
        return "\0"

    name = names.setdefault(tuple(map(plain, text(command.term, number).split("\0"))), len(names))
    with ExitStack() as stack:
        for inside in loops(stack, printer, command.choices, command.guard, (*numbers, *flat(command.after))):
            printer = inside
        told = ", ".join(map(printer.linear, numbers))
        parts = [
            f"[{', '.join(map(printer.linear, entry))}]" if isinstance(entry, tuple) else printer.linear(entry)
            for entry in command.after
        ]
        printer.to.line(f"found.{printer.to.append}([{name}, [{told}], [{', '.join(parts)}]]){printer.to.end}")
