"""The moves out of a batch of positions, as clingo derives them from the lifted rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from clingo import Control, Function, Number, Symbol, SymbolType

from bouton.core.errors import fault
from bouton.core.position import Counter, Heaps, Members, Position, Token, arity, has_sets
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


class EffectTerms(dict[Id, tuple[tuple[int, int], int]]):
    """Reads terms such as `heap(3,2)`, each once, as ((fluent's place, heap's place or 0), value).

    A member of a set stands in the place of the heap, and its value is 1; the value of a token is the member.
    """

    def __init__(self, game: Game) -> None:
        super().__init__()
        self.game = game
        self.fluents = {(fluent.name, arity(fluent)): place for place, fluent in enumerate(game.fluents)}

    def __missing__(self, key: Id) -> tuple[tuple[int, int], int]:
        term = Symbol(key)
        if term.type is SymbolType.Function:
            place = self.fluents.get((term.name, len(term.arguments)))
            if place is not None and isinstance(fluent := self.game.fluents[place], Members):
                found = self[key] = self._member(place, fluent, term)
                return found
            if place is not None and all(a.type is SymbolType.Number for a in term.arguments):
                *heap, value = (a.number for a in term.arguments)
                found = self[key] = (place, heap[0] if heap else 0), value
                return found
        shown = {Heaps: "I,S", Counter: "N"}
        expected = ", ".join(f"{one.name}({shown.get(type(one), 'X')})" for one in self.game.fluents)
        message = f"after(M, {term}) names no fluent of the position with numbers in it"
        raise _fault(self.game, message, expected, "after", None, term)

    def _member(self, place: int, fluent: Members, term: Symbol) -> tuple[tuple[int, int], int]:
        meant = term.arguments[0] if fluent.arity == 1 else Function("", term.arguments)
        member = self.game.members[fluent.name].get(meant)
        if member is None:
            message = f"a move changes {term}, and {fluent.domain} does not hold of {meant}"
            rules = [name for name, _ in sorted(self.game.rules.effects & self.game.rules.defined)]
            places = [self.game.place(name, None, term) for name in rules]
            at = max(places, key=lambda one: (one.line, one.column))  # the first line is no rule
            raise fault(message, at=at, expected=f"a member of {fluent.domain}")
        return ((place, 0), member) if isinstance(fluent, Token) else ((place, member), 1)

    def taken(self, key: Id, move: Symbol) -> tuple[int, int]:
        """What `gone` takes away; InputError where that is no member of a set."""
        (place, member), _ = self[key]
        fluent = self.game.fluents[place]
        if type(fluent) is not Members:
            message = f"move {move} takes {Symbol(key)} away, and {fluent.name} is no set"
            raise _fault(self.game, message, "after(M, F) for what holds after the move", "gone", move, Symbol(key))
        return place, member


def _fault(game: Game, message: str, expected: str, rule: str, *head: Symbol | None) -> Exception:
    at = game.place(rule, *head)
    return fault(message, at=at, expected=expected)


def read_moves(game: Game, control: Control, positions: Sequence[Position], beyond: Beyond) -> list[list[Move]]:
    """The moves of each position, from a control grounded over them; InputError for an illegal effect.

    `beyond` is told of those that lead beyond the ranges of open counters.
    """
    read = EffectTerms(game)
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
    for index, term, effect in atom_ids(control, "gone", 3) if has_sets(game.fluents) else ():
        of_move = changes[NUMBERS[index]].get(term)
        if of_move is not None and of_move.setdefault(read.taken(effect, Symbol(term)), 0) != 0:
            where = f"move {Symbol(term)} from {game.text(positions[NUMBERS[index]])}"
            message = f"{where} both adds {Symbol(effect)} and takes it away"
            raise _fault(game, message, "one of after and gone", "gone", Symbol(term), Symbol(effect))
    result: list[list[Move]] = []
    for position, of_position in zip(positions, changes, strict=True):
        targets: dict[Changes, Position] = {}
        moves: list[Move] = []
        for term, changed in of_position.items():
            key = tuple(sorted(changed.items())) if len(changed) > 1 else tuple(changed.items())
            symbol, target = Symbol(term), targets.get(key)
            if target is None:
                target = targets[key] = _apply(game, position, symbol, key)
                if game.open:
                    beyond.note(position, symbol, target)
            moves.append(Move(symbol, target, key))
        result.append(moves)
    return result


def _apply(game: Game, position: Position, term: Symbol, changed: Changes) -> Position:
    values = list(position)
    heaps: dict[int, list[int]] = {}
    sets: dict[int, set[int]] = {}
    for (place, heap), value in changed:
        fluent = game.fluents[place]
        if isinstance(fluent, Members):
            if isinstance(fluent, Token):
                values[place] = value
            elif value:
                sets.setdefault(place, {*position[place]}).add(heap)  # type: ignore[misc]
            else:
                sets.setdefault(place, {*position[place]}).discard(heap)  # type: ignore[misc]
            continue
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
    for place, members in sets.items():
        values[place] = tuple(sorted(members))
    for place, sizes in heaps.items():
        fluent = game.fluents[place]
        assert isinstance(fluent, Heaps)
        values[place] = fluent.canonical(sizes)
    target = tuple(values)
    if target == position and game.cycles in ("refused", "ends"):
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
