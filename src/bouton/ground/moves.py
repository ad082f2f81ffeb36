"""The moves out of a batch of positions, as clingo derives them from the lifted rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from clingo import Control, Symbol, SymbolType

from bouton.errors import fault
from bouton.ground.game import Game
from bouton.ground.grounding import atoms
from bouton.position import Counter, Heaps, Position

Changes: TypeAlias = tuple[tuple[tuple[int, int], int], ...]
"""What a move sets: ((fluent's place, heap's place before the move or 0), new value), in order."""


@dataclass(frozen=True)
class Move:
    """A legal move: its term, and the position it leads to, in canonical order."""

    term: Symbol
    to: Position
    changed: Changes = ()

    def __str__(self) -> str:
        return str(self.term)


Effects: TypeAlias = dict[tuple[int, int], int]
"""New values of a move: (fluent's place, heap's place or 0) -> value."""


@dataclass
class _Reader:
    """Turns `after` facts into effects; terms are shared between facts, so each is read once."""

    game: Game
    control: Control
    fluents: dict[tuple[str, int], int] = field(default_factory=dict)
    seen: dict[Symbol, tuple[int, int, int]] = field(default_factory=dict)

    def effect(self, term: Symbol) -> tuple[int, int, int]:
        """(fluent's place, heap's place or 0, value) of a term such as `heap(3,2)`."""
        known = self.seen.get(term)
        if known is None:
            known = self.seen[term] = self._read(term)
        return known

    def _read(self, term: Symbol) -> tuple[int, int, int]:
        if term.type is SymbolType.Function:
            place = self.fluents.get((term.name, len(term.arguments)))
            if place is not None and all(a.type is SymbolType.Number for a in term.arguments):
                numbers = [a.number for a in term.arguments]
                return (place, numbers[0], numbers[1]) if len(numbers) == 2 else (place, 0, numbers[0])
        expected = ", ".join(f"{name}({'I,S' if arity == 2 else 'N'})" for name, arity in self.fluents)
        raise _fault(self.game, f"after(M, {term}) names no fluent of the position with numbers in it", expected)


def _fault(game: Game, message: str, expected: str | None = None, of: tuple[str, int] = ("after", 2)) -> Exception:
    line, column = game.place(*of)
    return fault(message, file=str(game.rules.file), line=line, column=column, expected=expected)


def read_moves(game: Game, control: Control, positions: Sequence[Position]) -> list[list[Move]]:
    """The moves of each position, from a control grounded over them; InputError for an illegal effect."""
    reader = _Reader(game, control)
    for place, fluent in enumerate(game.fluents):
        reader.fluents[fluent.name, 2 if isinstance(fluent, Heaps) else 1] = place
    effects: list[dict[Symbol, Effects]] = [{} for _ in positions]
    for index, term in atoms(control, "move", 2):
        effects[index.number][term] = {}
    for index, term, fluent_term in atoms(control, "after", 3):
        of_move = effects[index.number].get(term)
        if of_move is None:
            continue  # an effect of what is no move here means nothing
        place, heap, value = reader.effect(fluent_term)
        if of_move.setdefault((place, heap), value) != value:
            where = game.text(positions[index.number])
            raise _fault(
                game,
                f"two values for {game.fluents[place].name} after move {term} from {where}: "
                f"{of_move[place, heap]} and {value}",
                "one value for each fluent in one move",
            )
    result: list[list[Move]] = []
    for position, of_position in zip(positions, effects, strict=True):
        targets: dict[Changes, Position] = {}
        moves: list[Move] = []
        for term, changed in of_position.items():
            key = tuple(sorted(changed.items()))
            target = targets.get(key)
            if target is None:
                target = targets[key] = _apply(game, position, term, changed)
            moves.append(Move(term, target, key))
        result.append(moves)
    return result


def _apply(game: Game, position: Position, term: Symbol, changed: Effects) -> Position:
    values = list(position)
    sizes: dict[int, dict[int, int]] = {}
    for (place, heap), value in changed.items():
        fluent = game.fluents[place]
        if isinstance(fluent, Counter):
            if value not in game.counters[fluent.name]:
                allowed = game.counters[fluent.name]
                raise _fault(
                    game,
                    f"move {term} from {game.text(position)} sets {fluent.name} to {value}, outside its declared range",
                    f"{allowed.start}..{allowed.stop - 1}",
                )
            values[place] = value
            continue
        if heap < 1 or value < 0:
            wrong = f"heap number {heap}" if heap < 1 else f"the size {value}"
            raise _fault(
                game,
                f"move {term} from {game.text(position)} gives {wrong}",
                "heaps numbered from 1 and sizes from 0 up",
            )
        sizes.setdefault(place, {})[heap] = value
    for place, new in sizes.items():
        fluent, old = game.fluents[place], position[place]
        assert isinstance(fluent, Heaps)
        assert isinstance(old, tuple)
        left = [new.get(heap, size) for heap, size in enumerate(old, 1)]
        added = [new[heap] for heap in sorted(new) if heap > len(old)]
        values[place] = fluent.canonical(left + added)
    target = tuple(values)
    if target == position:
        raise _fault(
            game, f"move {term} from {game.text(position)} does not change the position", "an effect", of=("move", 1)
        )
    return target
