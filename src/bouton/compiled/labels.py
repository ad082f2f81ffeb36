"""What a claim says of a position, as code."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bouton.compiled.moves import naming
from bouton.compiled.printer import Printer, exists
from bouton.compiled.space import Space
from bouton.compiled.syntax import ProgramText
from bouton.compiled.valued import ValueClaim
from bouton.core.errors import Unreadable
from bouton.core.logic.expression import FALSE, Formula, Linear, Unknown
from bouton.core.logic.formulas import conj, disj
from bouton.core.logic.terms import Function, Term, same, text, unknowns_of
from bouton.core.logic.walk import unknowns
from bouton.ground.alliances import Side
from bouton.reading.command import SymbolicGame
from bouton.reading.relation import Row
from bouton.reading.sides import SIDE, WINNER
from bouton.rules.file import Signature

if TYPE_CHECKING:
    from bouton.compiled.images import Image

NO, YES, NOTHING, BOTH, UNJUDGED, NUMBER = range(6)
DRAWN = -2
"""What a claim says: not so (N), so (P), that nothing covers the position, two things at once (or no side), or
that it is not one that the claim speaks of. In games of alliances the first two are the sides. Of values it says the
number and `NUMBER` more, or `NO` for what is no natural number. `DRAWN` is that
nobody wins, where positions come back."""


@dataclass(frozen=True)
class Saying:
    """Predicates of a claim: (where, iff) of each of its members, where None is everywhere.

    `together` says that they are members of a claim that takes several together. `arity` is that of every `iff`: in
    a game of alliances its argument is the side that wins, and `sides` are the two, in the order of their numbers.
    A claim about values is `valued`: the argument is the value, or without one `iff` tells the class of a position.
    It is None where all games are claimed to be of a class. `strategy` is the predicate that names moves, and `alone`
    says that nothing else is claimed.
    """

    members: tuple[tuple[str | None, str | None], ...]
    together: bool
    arity: int = 0
    sides: tuple[Term, ...] = ()
    valued: ValueClaim | None = None
    strategy: str | None = None
    alone: bool = False
    legal: str | None = None
    """The predicate of the positions that exist, where it says something of these alone."""
    draw: str | None = None
    """The predicate of the draws that a claim of one member names."""
    image: Image | None = None
    """Where what is claimed stands, in place of what the one member says, if it is the outcome of an image."""

    @property
    def names(self) -> list[Side]:
        """The sides as people write them."""
        return [side.constant if isinstance(side, Linear) else text(side) for side in self.sides]

    @property
    def predicates(self) -> list[str]:
        """The predicates that it names."""
        named = [*(name for pair in self.members for name in pair), self.legal, self.draw]
        return list(dict.fromkeys(name for name in named if name is not None))

    @property
    def labels(self) -> list[Signature]:
        """The same with their arities."""
        named = {iff for _, iff in self.members}
        return [(name, self.arity if name in named else 0) for name in self.predicates]

    @property
    def wanted(self) -> list[Signature]:
        """All that a program knows of the rules beside moves."""
        named = [self.strategy, None if self.image is None else self.image.predicate]
        return [*self.labels, *((name, 1) for name in named if name is not None)]


def label(to: ProgramText, number: int, game: SymbolicGame, space: Space, saying: Saying) -> None:
    """Print the functions `p<predicate>_<number>` of the predicates, and `label_<number>` of the claim."""
    numbers = {name: at for at, (name, _) in enumerate(saying.labels)}
    for name, arity in saying.labels:
        rows = game.relations.get((name, arity), ())
        if arity and saying.valued is not None:
            number_of(to, f"p{numbers[name]}_{number}", rows, game, space)
        elif arity:
            _which(to, f"p{numbers[name]}_{number}", rows, saying.sides, game, space)
        else:
            _predicate(to, f"p{numbers[name]}_{number}", [(row.guard, row.locals) for row in rows], game, space)
    given = naming(game, space)
    arguments = ", ".join(given.arguments)
    if saying.image is not None and saying.sides:
        _which(to, f"mover_{number}", game.relations.get(SIDE, ()), saying.sides, game, space)

    def holds(name: str | None) -> str:
        return str(NO) if name is None else f"p{numbers[name]}_{number}({arguments})"

    with to.function(f"label_{number}", given.arguments, table=False):
        if saying.legal is not None:
            with to.when(f"{to.no}{holds(saying.legal)}"):
                to.give(str(UNJUDGED))
        if saying.together:
            _together(to, saying, holds)
            return
        ((where, iff),) = saying.members
        if where is not None:
            formula = _plain([(row.guard, row.locals) for row in game.relations.get((where, 0), ())])
            printer = Printer(to, given.names, given.ranges)
            with to.when(f"{to.no}{holds(where) if formula is None else printer.formula(formula)}"):
                to.give(str(UNJUDGED))
        if saying.image is not None:
            to.set("at", f"image_{number}({arguments})")
            # where the image is lost, so is the position for the side to move
            to.set("mover", f"mover_{number}({arguments})" if saying.sides else "0")
            said = to.ite("OTHER[at]", "1 - mover", "mover") if saying.sides else "OTHER[at]"
            to.give(to.ite(f"at < 0{to.either}mover < 0", "-1", said))
        elif saying.sides:
            to.set("named", holds(iff))
            to.give(to.ite("named < 0", str(BOTH), "named"))
        elif saying.draw is not None:
            drawn = holds(saying.draw)
            to.give(to.ite(drawn, to.ite(holds(iff), str(BOTH), str(DRAWN)), holds(iff)))
        else:
            to.give(holds(iff))


def _together(to: ProgramText, saying: Saying, holds: Callable[[str | None], str]) -> None:
    names = []
    for at, (where, iff) in enumerate(saying.members):
        says = to.ite(f"{holds(iff)} < 0", "3", f"1 + {holds(iff)}") if saying.sides else to.ite(holds(iff), "2", "1")
        name = f"m{at}"
        to.set(name, says if where is None else to.ite(holds(where), says, "0"))
        names.append(name)
    to.set("said", " | ".join(names))
    with to.when("said == 1"):
        to.give(str(NO))
    with to.when("said == 2"):
        to.give(str(YES))
    to.give(to.ite("said == 0", str(NOTHING), str(BOTH)))


def ended(to: ProgramText, number: int, game: SymbolicGame, space: Space, saying: Saying, normal: bool) -> None:
    """Print `ended_<number>`: what a terminal is worth, 1 where the previous player has won and 0 where the next has.

    In a game of alliances it is the number of the side that has won, and `side_<number>` that of the side to move.
    Both are -1 where the rules do not say exactly one thing.
    """
    given = naming(game, space)
    if saying.sides:
        _which(to, f"side_{number}", game.relations.get(SIDE, ()), saying.sides, game, space)
    if WINNER in game.relations:
        names = saying.sides or (Function("next"), Function("previous"))
        _which(to, f"ended_{number}", game.relations[WINNER], names, game, space)
    else:
        with to.function(f"ended_{number}", given.arguments, table=False):
            to.give(str(int(normal)))


def _which(
    to: ProgramText, function: str, rows: Sequence[Row], names: Sequence[Term], game: SymbolicGame, space: Space
) -> None:
    """Print a function that tells which of two terms a predicate holds for: 0 or 1, or -1 for neither or both."""
    cases = [[(conj((row.guard, same(row.arguments[0], name))), row.locals) for row in rows] for name in names]
    given = naming(game, space)
    arguments = ", ".join(given.arguments)
    plain = [_plain(guards) for guards in cases]
    for at, guards in enumerate(cases):
        if plain[at] is None:
            _predicate(to, f"{function}_{at}", guards, game, space)
    with to.function(function, given.arguments, table=False):
        printer = Printer(to, given.names, given.ranges)
        printer.share([formula for formula in plain if formula is not None])
        for at, formula in enumerate(plain):
            holds = f"{function}_{at}({arguments})" if formula is None else printer.formula(formula)
            to.set(f"holds{at}", to.ite(holds, "1", "0"))
        # one alliance alone can be all that the rules ever name
        to.give(to.ite("holds0 == holds1", "-1", "holds1") if len(names) > 1 else to.ite("holds0", "0", "-1"))


def number_of(to: ProgramText, function: str, rows: Sequence[Row], game: SymbolicGame, space: Space) -> None:
    """Print a function that gives the one number of which a predicate holds, as a label."""
    given, end = naming(game, space), ";" if to.c else ""
    with to.function(function, given.arguments, table=False):
        to.line(f"I said = {NOTHING};" if to.c else f"said = {NOTHING}")
        printer = Printer(to, given.names, given.ranges)
        for row in rows:
            (argument,) = row.arguments
            hidden = [one for one in unknowns_of((argument,)) if one.local and one not in unknowns(row.guard)]
            if hidden:
                raise Unreadable(f"no bounds are known for {hidden[0].name.partition('$')[0]}")

            def named(inside: Printer, term: Term = argument) -> None:
                one = str(NO)
                if isinstance(term, Linear):
                    number = inside.linear(term)
                    one = to.ite(f"{number} < 0", str(NO), f"{NUMBER} + {number}")
                name = inside.fresh("one")
                to.set(name, one)
                with to.when(f"said != {NOTHING}{to.both}said != {name}"):
                    to.give(str(BOTH))
                to.line(f"said = {name}{end}")

            exists(printer.branch(), row.guard, named)
        to.give("said")


def _plain(rows: Sequence[tuple[Formula, Sequence[Unknown]]]) -> Formula | None:
    """When one of the guards holds; None where that is a matter of hidden unknowns."""
    hidden = any(one in unknowns(guard) for guard, locals_ in rows for one in locals_)
    return None if hidden else disj(guard for guard, _ in rows)


def _predicate(
    to: ProgramText, function: str, rows: Sequence[tuple[Formula, Sequence[Unknown]]], game: SymbolicGame, space: Space
) -> None:
    """Print a function that tells whether one of the guards holds, for some values of the unknowns beside it."""
    given = naming(game, space)
    rows = [(guard, [one for one in hidden if one in unknowns(guard)]) for guard, hidden in rows]
    with to.function(function, given.arguments, table=False):
        printer = Printer(to, given.names, given.ranges)
        whole = disj(guard for guard, hidden in rows if not hidden)
        if whole is not FALSE:
            printer.share([whole])
            with to.when(printer.formula(whole)):
                to.give("1")
        for guard, hidden in rows:
            if hidden:
                exists(printer.branch(), guard, lambda _inside: to.give("1"))
        to.give("0")
