"""Claims that compare a position with its image in another game: what is claimed stands in that game's table.

The other game is solved first, by a program of its own. At a position the program of this game works out the fluents of
the image, as the rules have them, and their place; what stands there is what the position is claimed to be. So whatever
judges claims on P-positions judges these.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from bouton.compiled.labels import NOTHING, NUMBER, number_of
from bouton.compiled.moves import naming
from bouton.compiled.printer import Interval, Printer, exists
from bouton.compiled.space import Space, SumsOfPlaces
from bouton.compiled.syntax import ProgramText
from bouton.core.errors import Unreadable
from bouton.core.logic.arithmetic import number as numeral
from bouton.core.logic.expression import Linear
from bouton.core.logic.terms import Function
from bouton.core.logic.walk import unknowns
from bouton.core.position import Heaps, Members
from bouton.core.spec import Play
from bouton.ground.box import CounterBox, GroundBox, HeapBox
from bouton.ground.game import Game
from bouton.reading.command import SymbolicGame
from bouton.reading.relation import Row

_AT_LEAST = 64
"""A counter of the other game is as wide as declared, or has room for so much, or for twice what images have."""
Parts: TypeAlias = Sequence[dict[int, list[Row]]]
"""For each fluent of the other game the rows of its value, or of the size of each heap by its number."""


@dataclass(frozen=True)
class Image:
    """The predicate that names the fluents of the image in the `other` game, which is played so.

    The tables of that game's programs, in C and in Python, are those of its `space` and of `plain`, once it was read.
    """

    predicate: str
    other: Game
    play: Play
    space: Space | None = field(default=None, compare=False)
    plain: Space | None = field(default=None, compare=False)

    def places(self, to: ProgramText) -> SumsOfPlaces:
        """Where positions of the other game stand."""
        space = self.space if to.c else self.plain
        assert space is not None, "the other game is read first"
        return SumsOfPlaces(space, "V")

    def tables(self, to: ProgramText) -> dict[str, Sequence[int]]:
        """What its places rest on."""
        places = self.places(to)
        return {f"V{at}": row for at, row in enumerate(places.space.weights) if not places.plain(at)}

    def around(self, games: Sequence[SymbolicGame], space: Space) -> GroundBox:
        """A box of the other game that all images lie in, and all below them if no counter rises far.

        `games` are the rules read for each shape of a space. Unreadable where there is none.
        """
        if self.other.rules.alliances or self.other.rules.exists is not None or self.other.cycles == "followed":
            raise Unreadable("sides, which positions exist, and cycles of the other game are matters of clingo")
        every = [self.parts(game) for game in games]
        found: list[HeapBox | CounterBox] = []
        for at, fluent in enumerate(self.other.fluents):
            ends = [
                end
                for game, parts in zip(games, every, strict=True)
                for rows in parts[at].values()
                for end in _ends(rows, game, space)
            ]
            most = max((high for _, high in ends), default=0)
            if isinstance(fluent, Heaps):
                count = max(len(parts[at]) for parts in every)
                found.append(HeapBox(fluent, range(count + 1), range(1, max(1, most) + 1)))
            else:
                assert not isinstance(fluent, Members)
                declared = self.other.counters[fluent.name]
                stop = min(declared.stop, declared.start + 2 * max(most - declared.start, _AT_LEAST))
                found.append(CounterBox(fluent, range(declared.start, stop)))
        return GroundBox(tuple(found))

    def parts(self, game: SymbolicGame) -> Parts:
        """The rows of the predicate in one shape; Unreadable where one is no fluent, or of a heap of unknown number."""
        named = {fluent.name: at for at, fluent in enumerate(self.other.fluents)}
        found: list[dict[int, list[Row]]] = [{} for _ in named]
        for row in game.relations.get((self.predicate, 1), ()):
            (term,) = row.arguments
            if not isinstance(term, Function) or term.name not in named:
                raise Unreadable(f"{self.predicate} is read where it names fluents of the other game")
            *indices, value = term.arguments or (None,)
            heaps = isinstance(self.other.fluents[named[term.name]], Heaps)
            if len(indices) != int(heaps) or not isinstance(value, Linear):
                raise Unreadable(f"{self.predicate} is read where it names fluents of the other game")
            index = indices[0] if indices else numeral(0)
            if not isinstance(index, Linear) or index.terms:
                raise Unreadable(f"{self.predicate} is read where the numbers of heaps are known")
            found[named[term.name]].setdefault(index.constant, []).append(Row((value,), row.guard))
        return found


def _ends(rows: Sequence[Row], game: SymbolicGame, space: Space) -> list[Interval]:
    """Numbers between which the values of the rows lie."""
    given, found = naming(game, space), list[Interval]()
    for row in rows:
        (value,) = row.arguments
        assert isinstance(value, Linear)
        if any(one.local and one not in unknowns(row.guard) for one in unknowns(value)):
            raise Unreadable("no bounds are known for what an image has")
        exists(
            Printer(ProgramText(), given.names, given.ranges),
            row.guard,
            lambda inside, value=value: found.append(inside.interval(value)),  # type: ignore[misc]
        )
    return found


def declare(to: ProgramText) -> None:
    """Print what is given the table of the other game."""
    lines = ("static const uint8_t *OTHER;", "void beside(const uint8_t *tab) { OTHER = tab; }")
    to.lines += lines if to.c else ["OTHER = None"]


def looked_up(to: ProgramText, number: int, game: SymbolicGame, space: Space, image: Image) -> None:
    """Print `image_<number>`: the place of the image of a position of these heaps, -1 where the table has none for it.

    So it is of what is no position, too.
    """
    places, given = image.places(to), naming(game, space)
    arguments, names = ", ".join(given.arguments), list[list[str]]()
    for parts in image.parts(game):
        names.append([])
        for _, rows in sorted(parts.items()):
            names[-1].append(f"image{sum(map(len, names))}_{number}")
            number_of(to, names[-1][-1], rows, game, space)
    kinds, ends = iter(places.space.kinds), iter(places.space.counters)
    heaps, counters = list[str](), list[str]()
    with to.function(f"image_{number}", given.arguments, table=False):
        for at, (fluent, functions) in enumerate(zip(image.other.fluents, names, strict=True)):
            values = [f"x{at}_{one}" for one in range(len(functions))]
            for value, function in zip(values, functions, strict=True):
                to.set(value, f"{function}({arguments}) - {NUMBER}")
            if not isinstance(fluent, Heaps):
                low, high = next(ends)
                if len(values) != 1:
                    to.give("-1")  # the rules give it no value here
                    counters.append(str(low))
                    continue
                with to.when(f"{values[0]} < {max(0, low)}{to.either}{values[0]} > {high}"):
                    to.give("-1")
                counters += values
                continue
            kind = next(kinds)
            for value in values:
                missing = NOTHING - NUMBER
                with to.when(f"{value} != {missing}{to.both}({value} < 0{to.either}{value} > {kind.largest})"):
                    to.give("-1")
            sizes = [to.extreme("max", ["0", value]) for value in values] + ["0"] * (kind.most - len(values))
            ordered = [f"y{at}_{one}" for one in range(kind.most)]
            if kind.loose:
                to.closed(ordered, sizes)
            else:
                to.ordered(ordered, sizes, 0)
            heaps += ordered
        shape = tuple(kind.most for kind in places.space.kinds)
        to.give(places.of_sorted(shape, heaps, counters))
