"""What is said of both plays: values of misère play, classes of games and of positions, and positions that are swapped.

`Classes.v` has the definitions, and what the kernel computes of them. Here is how a theorem says them, how a text that
is read back is understood, and what clingo's moves make of them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import TypeAlias

from bouton.core.errors import Unreadable
from bouton.core.game_classes import NOTIONS, POSITIONS, THEOREM_3, Fails, Pair
from bouton.core.position import Position
from bouton.core.spec import Claim
from bouton.core.stated import Pairs, Stated, Swaps, Values
from bouton.document.entries import Class
from bouton.ground.values import mex

LIBRARY = "Classes"
_GAMES = {
    "tame": "tame",
    "miserable": "miserable",
    "minion": "(Classes.minion 0)",
    "0-minion": "(Classes.minion 0)",
    "2-minion": "(Classes.minion 2)",
    "pet": "pet",
    "strongly-miserable": "pet",
}
_BY = {
    "i": "pet",
    "i'": "(Classes.minion 2)",
    "i''": "miserable_without",
    "i'''": "(Classes.minion 2)",
    "ii": "disjoint",
    "iii": "ferguson",
    "iii'": "ferguson_misere",
}
_POSITIONS = {"swap-positions": "swap", "tame-positions": "tame_position", "critical-positions": "critical"}

_FEW = 3
"""Small values are below it, and options have at most so many pairs of them."""
Holds: TypeAlias = Callable[[Pair, Collection[Pair]], bool]


def _met(fails: Fails) -> Holds:
    return lambda pair, options: fails(pair, options) is None


READ: Mapping[str, Holds] = {
    **{f"Classes.{name}": POSITIONS[one] for one, name in _POSITIONS.items()},
    **{f"Classes.{_BY[one]}": _met(THEOREM_3[one]) for one in ("i", "i''", "ii", "iii", "iii'")},
    **{f"Classes.{one}": _met(NOTIONS[one].fails) for one in ("tame", "miserable")},
    "Classes.minion 0": _met(NOTIONS["0-minion"].fails),
    "Classes.minion 2": _met(NOTIONS["2-minion"].fails),
}
"""What the notions of the library mean, by their names there."""


def needed(form: Stated, claim: Claim) -> bool:
    """Whether a theorem speaks of what that library defines."""
    return isinstance(form, Pairs | Swaps) or (isinstance(form, Values) and claim.play == "misere")


def notion(claim: Claim) -> str:
    """The condition of a class, as the library calls it; Unreadable where a theorem says more than that it is met."""
    said = claim.by(Class)
    if said.notion == "wild":
        raise Unreadable("that a game is wild is not printed for Rocq yet")
    known = _BY[said.by] if said.by is not None else {**_GAMES, **_POSITIONS}[said.notion]
    return known if known.startswith("(") else f"Classes.{known}"


def condition(claim: Claim) -> Holds:
    """What the class of a claim asks of a position."""
    said = claim.by(Class)
    if said.notion in POSITIONS:
        return POSITIONS[said.notion]
    return _met(NOTIONS[said.notion].fails if said.by is None else THEOREM_3[said.by])


def alike(one: Holds, other: Holds) -> bool:
    """Whether two conditions say the same of all small values, and of options that have such."""
    pairs = [(a, b) for a in range(_FEW) for b in range(_FEW)]
    options = [some for size in range(_FEW + 1) for some in combinations(pairs, size)]
    return all(one(pair, some) == other(pair, some) for pair in pairs for some in options)


def claimed(form: Stated, claim: Claim, moves: str, iff: str, p: str) -> str:
    """What a theorem says of a position; `iff` is the claim's predicate of it, where it has one."""
    if isinstance(form, Swaps):
        return f"(Classes.swapped {moves} {p} <-> {iff})"
    if isinstance(form, Values):
        return f"exists V, Classes.has_misere_value {moves} {p} V /\\ forall X, {iff} X <-> X = V"
    if claim.iff is not None:
        return f"(Classes.is_at {moves} {notion(claim)} {p} <-> {iff})"
    return f"Classes.is_game {moves} {notion(claim)} {p}"


@dataclass(frozen=True)
class Both:
    """The values of both plays by the moves of a game, and where a condition is met."""

    options: Mapping[Position, Collection[Position]]

    @cached_property
    def _pairs(self) -> dict[Position, Pair]:
        return {}

    def pair(self, place: Position) -> Pair:
        """The values of normal and of misère play."""
        if place not in self._pairs:
            after = [self.pair(to) for to in self.options[place]]
            misere = mex([one for _, one in after]) if after else 1
            self._pairs[place] = mex([one for one, _ in after]), misere
        return self._pairs[place]

    def met(self, place: Position, holds: Holds) -> bool:
        """Whether the condition is met there."""
        return holds(self.pair(place), {self.pair(to) for to in self.options[place]})

    def everywhere(self, place: Position, holds: Holds) -> bool:
        """Whether it is met by the position and by all that is reached."""
        seen, waiting = {place}, [place]
        while waiting:
            here = waiting.pop()
            if not self.met(here, holds):
                return False
            more = set(self.options[here]) - seen
            seen |= more
            waiting += more
        return True

    def swapped(self, place: Position) -> bool:
        """Whether the outcomes of both plays differ: a P-position has the value 0."""
        normal, misere = self.pair(place)
        return (normal == 0) != (misere == 0)

    def true(self, form: Stated, claim: Claim, place: Position, names: Collection[int] | bool) -> bool:
        """Whether what is claimed is so, where the claim's predicate holds, or names such numbers."""
        if isinstance(form, Swaps):
            return self.swapped(place) == bool(names)
        if isinstance(form, Values):
            return names == {self.pair(place)[1]}
        holds = condition(claim)
        return self.everywhere(place, holds) if claim.iff is None else self.met(place, holds) == bool(names)
