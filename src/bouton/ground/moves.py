"""The moves out of a batch of positions, as clingo derives them from the lifted rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from clingo import Control, Function, Number, Symbol, SymbolType

from bouton.core.errors import fault
from bouton.core.position import Counter, Heaps, Position
from bouton.ground.beyond import Beyond
from bouton.ground.game import Game
from bouton.rules.grounding import NUMBERS, Id, atom_ids

Changes: TypeAlias = tuple[tuple[tuple[int, int], int], ...]
"""What a move sets: ((fluent's place, heap's place before the move or 0), new value), in order."""


class Move(NamedTuple):
    """A legal move: its term, and the position it leads to, in canonical order."""

    term: Symbol
    to: Position
    changed: Changes = ()

    def __str__(self) -> str:
        return str(self.term)


Effects: TypeAlias = dict[tuple[int, int], int]
"""New values of a move: (fluent's place, heap's place or 0) -> value."""


class _Effects(dict[Id, tuple[tuple[int, int], int]]):
    """Reads terms such as `heap(3,2)`, each once, as ((fluent's place, heap's place or 0), value)."""

    def __init__(self, game: Game) -> None:
        super().__init__()
        self.game = game
        self.fluents = {
            (fluent.name, 2 if isinstance(fluent, Heaps) else 1): place for place, fluent in enumerate(game.fluents)
        }

    def __missing__(self, key: Id) -> tuple[tuple[int, int], int]:
        term = Symbol(key)
        if term.type is SymbolType.Function:
            place = self.fluents.get((term.name, len(term.arguments)))
            if place is not None and all(a.type is SymbolType.Number for a in term.arguments):
                *heap, value = (a.number for a in term.arguments)
                found = self[key] = (place, heap[0] if heap else 0), value
                return found
        expected = ", ".join(f"{name}({'I,S' if arity == 2 else 'N'})" for name, arity in self.fluents)
        message = f"after(M, {term}) names no fluent of the position with numbers in it"
        raise _fault(self.game, message, expected, "after", None, term)


def _fault(game: Game, message: str, expected: str, rule: str, *head: Symbol | None) -> Exception:
    at = game.place(rule, *head)
    return fault(message, at=at, expected=expected)


def read_moves(game: Game, control: Control, positions: Sequence[Position], beyond: Beyond) -> list[list[Move]]:
    """The moves of each position, from a control grounded over them; InputError for an illegal effect.

    `beyond` is told of those that lead beyond the ranges of open counters.
    """
    read = _Effects(game)
    changes: list[dict[Id, Effects]] = [{} for _ in positions]
    for index, term in atom_ids(control, "move", 2):
        changes[NUMBERS[index]][term] = {}
    for index, term, effect in atom_ids(control, "after", 3):
        of_move = changes[NUMBERS[index]].get(term)
        if of_move is None:
            continue  # an effect of what is no move here means nothing
        fluent, value = read[effect]
        if of_move.setdefault(fluent, value) != value:
            where = f"after move {Symbol(term)} from {game.text(positions[NUMBERS[index]])}"
            message = f"two values for {game.fluents[fluent[0]].name} {where}: {of_move[fluent]} and {value}"
            expected = "one value for each fluent in one move"
            raise _fault(game, message, expected, "after", Symbol(term), Symbol(effect))
    result: list[list[Move]] = []
    for position, of_position in zip(positions, changes, strict=True):
        targets: dict[Changes, Position] = {}
        moves: list[Move] = []
        for term, changed in of_position.items():
            key = tuple(sorted(changed.items())) if len(changed) > 1 else tuple(changed.items())
            target = targets.get(key)
            if target is None:
                target = targets[key] = _apply(game, position, Symbol(term), key)
                if game.open:
                    beyond.note(position, Symbol(term), target)
            moves.append(Move(Symbol(term), target, key))
        result.append(moves)
    return result


def _apply(game: Game, position: Position, term: Symbol, changed: Changes) -> Position:
    values = list(position)
    heaps: dict[int, list[int]] = {}
    for (place, heap), value in changed:
        if heap == 0 and isinstance(game.fluents[place], Counter):
            _check_counter(game, position, term, game.fluents[place].name, value)
            values[place] = value
            continue
        if heap < 1 or value < 0:
            raise _out_of_range(game, position, term, place, heap, value)
        sizes = heaps.get(place)
        if sizes is None:
            sizes = heaps[place] = list(position[place])  # type: ignore[arg-type]
        old = len(position[place])  # type: ignore[arg-type]
        if heap <= old:
            sizes[heap - 1] = value
        else:
            sizes.append(value)  # changes come in order, so new heaps are appended in order
    for place, sizes in heaps.items():
        fluent = game.fluents[place]
        assert isinstance(fluent, Heaps)
        values[place] = fluent.canonical(sizes)
    target = tuple(values)
    if target == position and game.cycles == "refused":
        message = f"move {term} from {game.text(position)} does not change the position"
        raise _fault(game, message, "an effect, or `cycles: allowed` in the spec", "move", term)
    return target


def _check_counter(game: Game, position: Position, term: Symbol, name: str, value: int) -> None:
    if value not in game.allowed[name]:
        allowed = game.counters[name]
        message = f"move {term} from {game.text(position)} sets {name} to {value}, outside its declared range"
        expected = f"{allowed.start}..{allowed.stop - 1}, or a `reach:` beside the range in the spec"
        raise _fault(game, message, expected, "after", term, Function(name, [Number(value)]))


def _out_of_range(game: Game, position: Position, term: Symbol, place: int, heap: int, value: int) -> Exception:
    wrong = f"heap number {heap}" if heap < 1 else f"the size {value}"
    message = f"move {term} from {game.text(position)} gives {wrong}"
    effect = Function(game.fluents[place].name, [Number(heap), Number(value)])
    return _fault(game, message, "heaps numbered from 1 and sizes from 0 up", "after", term, effect)
