"""The positions that rules name (see `bouton.rules.named`): what they are, and their values and outcomes."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from clingo import Symbol

from bouton.core.errors import InputError, fault
from bouton.core.position import Counter, Heaps, Position
from bouton.core.spec import Play
from bouton.ground.box import CounterBox, GroundBox, HeapBox, Region
from bouton.ground.companion import ENDLESS, Companion, NoImageError, position_of
from bouton.ground.game import Game, Pair, Told
from bouton.rules.named import AT, MOST, OUTCOME, VALUE, symbol_name

ByHeaps: TypeAlias = Callable[[Game, Region, Play], Callable[[Position], tuple[int, int | None]] | None]
"""What gives the positions of a region their values of both plays by those of single heaps, None where nothing does."""


@dataclass
class _Values:
    """The values of positions of one game in one play."""

    companion: Companion
    by_heaps: ByHeaps
    heaps: dict[Position, int] = field(default_factory=dict)
    tried: GroundBox | None = None
    pair: Callable[[Position], tuple[int, int | None]] | None = None

    def of(self, positions: Collection[Position]) -> Mapping[Position, int]:
        """The values of at least these."""
        hull = _around(self.companion.game, positions)
        exist = self.companion.game.rules.legal is None  # heaps know nothing of positions that do not
        if exist and (self.tried is None or not all(at in self.tried for at in positions)):
            self.tried, self.pair = hull, self.by_heaps(self.companion.game, Region(hull), self.companion.play)
        if self.pair is None:
            self.companion.widen(positions)
            self.companion.solve(positions)
            assert self.companion.values is not None
            return self.companion.values
        for at in positions:
            normal, misere = self.pair(at)
            found = normal if self.companion.play == "normal" else misere
            assert found is not None, "heaps give values of a play that they are asked for"
            self.heaps[at] = found
        return self.heaps


def _around(game: Game, positions: Collection[Position]) -> GroundBox:
    """A box that holds these positions of a game and those below, and is twice as large, so that few are needed."""
    parts: list[HeapBox | CounterBox] = []
    for place, fluent in enumerate(game.fluents):
        values = [at[place] for at in positions]
        if isinstance(fluent, Heaps):
            lists = [value for value in values if isinstance(value, tuple)]
            largest = max((size for sizes in lists for size in sizes), default=1)
            parts.append(HeapBox(fluent, range(max(map(len, lists)) + 1), range(1, 2 * largest + 1)))
        elif isinstance(fluent, Counter):
            most = max(value for value in values if isinstance(value, int))
            parts.append(CounterBox(fluent, range(game.counters[fluent.name].start, 2 * most + 1)))
    return GroundBox(tuple(parts))


@dataclass
class NamedInPlay:
    """Tells of named positions in a play: those of the game itself, and by their names those of `others`."""

    play: Play
    others: Mapping[str, Game]
    by_heaps: ByHeaps
    _known: dict[str | None, _Values] = field(default_factory=dict)

    def __reduce__(self) -> tuple[type[NamedInPlay], tuple[Play, Mapping[str, Game], ByHeaps]]:
        """Elsewhere all is found anew."""
        return NamedInPlay, (self.play, self.others, self.by_heaps)

    def told(self, game: Game, positions: Sequence[Position], rows: Sequence[Sequence[Pair]]) -> list[list[Told]]:
        """The values and outcomes of the positions named at each of these; InputError where one is none."""
        found: dict[str | None, dict[tuple[int, Symbol], Position]] = {}
        for index, (position, listed) in enumerate(zip(positions, rows, strict=True)):
            named: dict[Symbol, list[Symbol]] = {}
            for name, fluent in listed:
                named.setdefault(name, []).append(fluent)
            for name, fluents in named.items():
                of = symbol_name(name) if symbol_name(name) in self.others else None
                whose = game if of is None else self.others[of]
                found.setdefault(of, {})[index, name] = _position(game, whose, position, name, fluents)
        told: list[list[Told]] = [[] for _ in positions]
        for of, asked in found.items():
            values = self._values(game, of).of(list(dict.fromkeys(asked.values())))
            for (index, name), position in asked.items():
                told[index] += _told(game, name, values[position])
        return told

    def _values(self, game: Game, of: str | None) -> _Values:
        if of not in self._known:
            whose = replace(game, beside=None) if of is None else self.others[of]
            self._known[of] = _Values(Companion(whose, self.play, values={}), self.by_heaps)
        return self._known[of]


def _told(game: Game, name: Symbol, value: int) -> list[Told]:
    if value >= MOST:
        raise fault(f"the value {value} of a position that {name} names is {MOST} or more")
    both = {VALUE: str(value), OUTCOME: "n" if value else "p"}
    return [(one[0], str(name), both[one]) for one in sorted(game.rules.told)]


def _position(game: Game, whose: Game, position: Position, name: Symbol, fluents: Sequence[Symbol]) -> Position:
    """The position of a game that a name stands for at a position, its counters as large as they may come to be."""
    counters = {one: range(allowed.start, max(allowed.stop, ENDLESS)) for one, allowed in whose.counters.items()}
    own = "this game" if whose is game else f"the game of {name}"
    try:
        return position_of(replace(whose, counters=counters), fluents, own)
    except NoImageError as error:
        raise _fault(game, position, name, error) from None


def _fault(game: Game, position: Position, name: Symbol, error: NoImageError) -> InputError:
    message = f"at({name},F) at {game.text(position)} names no position: {error}"
    return fault(message, at=game.place(AT[0], name, None), expected="each fluent of the game once")
