"""The smallest counterexample in the terms of the game: one step that anyone can check by hand.

Imports no solver.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from bouton.core.errors import listed
from bouton.core.position import (
    Counter,
    Fluent,
    Heaps,
    Members,
    NamedPosition,
    Parameters,
    Position,
    as_argument,
    named,
    told,
)
from bouton.core.verdict import Counterexample, Label, Option

AN = {"P": "a P-position", "N": "an N-position", "draw": "a draw"}
"""Outcomes in a sentence."""
Changed: TypeAlias = Sequence[tuple[tuple[int, int], int]]
"""What a move sets: ((fluent's place, heap's place before the move or 0), new value)."""
_TOLD = 24
"""Moves that are told one by one; more of them nobody reads."""


def wording(fluents: Sequence[Fluent], position: Position, changed: Changed, name: str, said: str | None = None) -> str:
    """A move in words: `take 1 from heap 3`, or by the name that its rules give it, `bite(2,3): heap 2: 4 -> 1`.

    `changed` lists ((fluent's place, heap's place before the move or 0), new value). A move is told by what it takes
    where its name says no more: one that is called `take` or by numbers alone, one that lowers a single heap, one
    that is a list of changes. One that takes from a heap and leaves it in two is no such move. Of a counter that is no
    stones it takes where nothing else changes, or where the move names it, as `take(right,1)` does. `said` is what the
    rules themselves say of it by `text/2`.
    """
    effects: list[_Effect | _Marks] = [
        _Effect(fluents[place], heap, position[place], value)
        for (place, heap), value in changed
        if not isinstance(fluents[place], Members)
    ]
    effects += _marks(fluents, position, changed)
    effects = [effect for effect in effects if effect.visible]
    lowers = len(effects) == 1 and effects[0].lowers_a_heap
    functor, _, arguments = name.partition("(")
    moves_on = any(effect.lowers_a_heap for effect in effects) and any(effect.adds_to_heaps for effect in effects)
    takes = functor == "take" and not moves_on
    nameless = takes or not functor[:1].isalpha() or "(" in arguments
    if said is None and (lowers or nameless):
        named = arguments.removesuffix(")").split(",")
        return listed(one.in_words(taken=len(effects) == 1 or one.name in named) for one in effects)
    return f"{said or name}: {', '.join(effect.as_change for effect in effects) or 'nothing changes'}"


@dataclass(frozen=True)
class _Effect:
    """What a move makes of one counter or heap; `heap` is the heap's place, 0 for a counter."""

    fluent: Fluent
    heap: int
    before: object
    value: int

    @property
    def old(self) -> int | None:
        """The value before the move; None of a heap that comes to be."""
        if isinstance(self.before, tuple):
            return self.before[self.heap - 1] if self.heap <= len(self.before) else None
        return self.before if isinstance(self.before, int) else None

    @property
    def visible(self) -> bool:
        """Whether anything changes: a new heap without stones is none."""
        return self.value != (self.old or 0) if self.old is None else self.value != self.old

    @property
    def lowers_a_heap(self) -> bool:
        """Whether stones are taken from a heap."""
        return isinstance(self.fluent, Heaps) and self.old is not None and self.value < self.old

    @property
    def adds_to_heaps(self) -> bool:
        """Whether a heap becomes larger, or comes to be."""
        return isinstance(self.fluent, Heaps) and (self.old is None or self.value > self.old)

    @property
    def name(self) -> str:
        """The fluent's name."""
        return self.fluent.name

    def in_words(self, *, taken: bool) -> str:
        """As `take 1 from heap 3`, `make a new heap of 2`, `pass goes from 1 to 0`.

        `taken` says whether the move takes from the fluent if that is a counter, though it may be no stones.
        """
        old, heap = self.old, f"{self.name} {self.heap}"
        if isinstance(self.fluent, Counter):
            if (taken or self.fluent.stones) and old is not None and self.value < old:
                return f"take {old - self.value} from {self.name}"
            return f"{self.name} goes from {old} to {self.value}"
        if old is None:
            return f"make a new {self.name} of {self.value}"
        return f"add {self.value - old} to {heap}" if self.value > old else f"take {old - self.value} from {heap}"

    @property
    def as_change(self) -> str:
        """As `heap 3: 4 -> 1`, `new heap: 2`, `pass: 1 -> 0`."""
        if self.old is None:
            return f"new {self.name}: {self.value}"
        where = self.name if isinstance(self.fluent, Counter) else f"{self.name} {self.heap}"
        return f"{where}: {self.old} -> {self.value}"


@dataclass(frozen=True)
class _Marks:
    """What a move makes of a set, or where it sets a token."""

    name: str
    added: tuple[int, ...]
    taken: tuple[int, ...]
    token: bool = False
    lowers_a_heap: bool = False
    adds_to_heaps: bool = False

    @property
    def visible(self) -> bool:
        """Whether anything changes."""
        return self.added != self.taken

    def in_words(self, *, taken: bool) -> str:  # noqa: ARG002 (a set says by itself what is taken)
        """As `take 0:1 from free`, `at goes from 3 to 4`."""
        if self.token:
            return f"{self.name} goes from {self.taken[0]} to {self.added[0]}"
        less = [f"take {_terms(self.taken)} from {self.name}"] if self.taken else []
        return " and ".join(less + ([f"add {_terms(self.added)} to {self.name}"] if self.added else []))

    @property
    def as_change(self) -> str:
        """As `free without 0:1`, `at: 3 -> 4`."""
        if self.token:
            return f"{self.name}: {self.taken[0]} -> {self.added[0]}"
        parts = (("without", self.taken), ("with", self.added))
        return f"{self.name} {' and '.join(f'{word} {_terms(some)}' for word, some in parts if some)}"


def _terms(members: Sequence[int]) -> str:
    return ":".join(map(str, members))


def _marks(fluents: Sequence[Fluent], position: Position, changed: Changed) -> Iterator[_Marks]:
    """What a move makes of each set and each token that it mentions."""
    for place in dict.fromkeys(place for (place, _), _ in changed if isinstance(fluents[place], Members)):
        before, own = position[place], [(one, value) for (of, one), value in changed if of == place]
        if isinstance(before, tuple):
            added = tuple(one for one, value in own if value and one not in before)
            yield _Marks(fluents[place].name, added, tuple(one for one, value in own if not value and one in before))
        else:
            yield _Marks(fluents[place].name, (own[0][1],), (before,), token=True)


def reaching(move: str, to: NamedPosition) -> str:
    """A move and the position it leads to: `take 1 from heap 3 -> 1:1:2`; a named move has arrows of its own."""
    if ": " not in move:
        return f"{move} -> {short(to)}"
    values = list(to.values())
    told = len(values) == 1 and isinstance(values[0], int) and move.endswith(f" -> {values[0]}")
    return move if told else f"{move}, reaching {short(to)}"


def short(position: NamedPosition) -> str:
    """A position in a sentence: `1:1:2`, with the names of the fluents where there are several."""
    if len(position) > 1 or [] in position.values():
        return told({}, position)
    return as_argument({}, position).partition("=")[2]


def explain(
    fluents: Sequence[Fluent],
    parameters: Parameters,
    position: Position,
    claimed: Label,
    actual: Label,
    note: str,
    moves: Sequence[tuple[str, Position, Label]],
    mover: Label = None,
) -> Counterexample:
    """Where a claim fails, from the position's own moves as (wording, follower, outcome).

    Outcomes are P and N, or the sides that win where `mover` is the side to move in a game of alliances. Other
    labels are left to the note. With outcomes, the least winning move shows that the player to move wins and
    all moves show that he loses; without them (None) the note alone speaks.
    """
    options = _distinct(fluents, moves)
    goal = "P" if mover is None else mover
    winning = next((option for option in options if option.outcome == goal), None)
    known = all(option.outcome is not None for option in options)
    # the labels that can be sides: those that win an option, and at a terminal what is said of it
    sides = set() if mover is None else {option.outcome for option in options} or {claimed, actual}
    explained = known and actual in {"P", "N", "draw", *sides}
    parts = [note]
    if explained:
        parts = [_heading(claimed, actual) if mover is None else _heading_of_sides(claimed, actual), note]
    if known and winning is not None:
        reached = "a P-position" if mover is None else f"which {_side(mover)} wins"
        parts.append(f"{reaching(winning.move, winning.to)}, {reached}")
    elif explained and actual == "draw":
        parts.append(_drawn(options, goal))
    elif explained:
        parts.append(_losing(options, actual) if mover is None else _losing_of_sides(options, mover))
    return Counterexample(
        dict(parameters),
        named(fluents, position),
        claimed,
        actual,
        winning,
        () if winning is not None or not known else tuple(options),
        ": ".join(part for part in parts if part),
        0,
    )


def _heading(claimed: Label, actual: Label) -> str:
    said = "two things at once" if claimed == "both" else "nothing" if claimed is None else claimed
    said = "a draw" if claimed == "draw" else said
    return f"claimed {said}, but it is {AN[str(actual)]}"


def _side(side: Label) -> str:
    return f"side {side}"


def _heading_of_sides(claimed: Label, actual: Label) -> str:
    if actual == "draw":
        return f"claimed that {_side(claimed)} wins, but it is a draw"
    if claimed == "draw":
        return f"claimed a draw, but {_side(actual)} wins"
    if actual in ("P", "N"):
        return f"the side to move {'loses' if actual == 'P' else 'wins'}"
    if claimed in (None, "both"):
        return f"{_side(actual)} wins"
    return f"claimed that {_side(claimed)} wins, but {_side(actual)} does"


def _drawn(options: Sequence[Option], goal: Label) -> str:
    """A move that keeps to draws, where none wins."""
    kept = next(option for option in options if option.outcome == "draw")
    return f"no move {'reaches a P-position' if goal == 'P' else 'wins'}, and {reaching(kept.move, kept.to)}, a draw"


def _losing(options: Sequence[Option], actual: Label) -> str:
    if not options:
        who = "previous" if actual == "P" else "next"
        return f"no move is left, and the {who} player has won"
    return f"every move reaches an N-position: {_each(options)}"


def _losing_of_sides(options: Sequence[Option], mover: Label) -> str:
    if not options:
        return "no move is left"
    return f"{_side(mover)} is to move, and {_side(options[0].outcome)} wins whatever it does: {_each(options)}"


def _each(options: Sequence[Option]) -> str:
    told = options if len(options) <= _TOLD + 1 else options[:_TOLD]
    between = "; " if any(": " in option.move for option in told) else ", "
    others = [] if told is options else [f"and {len(options) - _TOLD:,} others"]
    return between.join([*(reaching(option.move, option.to) for option in told), *others])


def _distinct(fluents: Sequence[Fluent], moves: Sequence[tuple[str, Position, Label]]) -> list[Option]:
    """One option per follower, in the followers' order."""
    first: dict[Position, tuple[str, Label]] = {}
    for text, to, outcome in moves:
        first.setdefault(to, (text, outcome))
    return [Option(text, named(fluents, to), outcome) for to, (text, outcome) in sorted(first.items())]
