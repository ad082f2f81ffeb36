"""Replay: one position through the user's own rules, not lifted, on its own.

What lifting over a batch says of the position is held against it before anyone sees it.
"""

from __future__ import annotations

from collections.abc import Collection

from clingo import Control, Symbol

from bouton.core.errors import Disagreement
from bouton.core.position import Heaps, Position
from bouton.ground.box import around
from bouton.ground.game import Game, extents
from bouton.ground.graph import Node
from bouton.rules.depend import closure
from bouton.rules.file import Signature
from bouton.rules.lift import demands
from bouton.rules.numeration import listed
from bouton.rules.syntax import defines

_LISTED = 5_000
"""Digits of all numbers up to so many are worked out apart from clingo's rules for them."""


def replay(game: Game, node: Node) -> None:
    """Raise Disagreement where the rules alone give other moves or other predicates at this position."""
    control = alone(game, node.position, {("move", 1), ("after", 2), *node.rows})
    moves = _terms(control, "move", 1)
    if moves != {(move.term,) for move in node.moves}:
        raise Disagreement(f"moves at {game.text(node.position)}: lifted {[str(m) for m in node.moves]}, alone {moves}")
    for (name, arity), rows in node.rows.items():
        if _terms(control, name, arity) != set(rows):
            raise Disagreement(f"{name}/{arity} at {game.text(node.position)} differs between lifted and plain rules")
    effects = {(move.term, place): value for move in node.moves for place, value in move.changed}
    found: dict[tuple[Symbol, tuple[int, int]], int] = {}
    names = {fluent.name: place for place, fluent in enumerate(game.fluents)}
    for term, fluent in _terms(control, "after", 2):
        *heap, value = (argument.number for argument in fluent.arguments)
        if (term,) in moves:
            found[term, (names[fluent.name], heap[0] if heap else 0)] = value
    if effects != found:
        raise Disagreement(f"effects of the moves at {game.text(node.position)} differ between lifted and plain rules")


def alone(game: Game, position: Position, wanted: Collection[Signature]) -> Control:
    """The rules that the wanted predicates need, not lifted, grounded at one position."""
    numbers = {name: value for name, value in game.parameters.items() if isinstance(value, int)}
    given = dict(game.rules.constants) | numbers
    control = Control(["-Wnone", *(f"-c{name}={value}" for name, value in given.items())])
    # what nothing asks for stays out: it may be too large to ground
    kept = closure(wanted, game.rules.statements)
    lines = [str(statement) for statement in game.rules.statements if defines(statement) in kept]
    for name, value in game.parameters.items():
        if isinstance(value, tuple):
            lines += [f"{name.lower()}({item})." for item in value]
    for fluent, value in zip(game.fluents, position, strict=True):
        if isinstance(fluent, Heaps):
            assert isinstance(value, tuple)
            lines += [f"{fluent.name}({heap},{size})." for heap, size in enumerate(value, 1)]
        else:
            lines.append(f"{fluent.name}({value}).")
    if game.rules.numerations:
        asked, digits = demands(game.rules, wanted, game.parameters, extents(game, around(game.fluents, position).hull))
        lines += listed(digits, asked, _LISTED)
    control.add("base", [], "\n".join(lines))
    control.ground([("base", [])])
    return control


def _terms(control: Control, name: str, arity: int) -> set[tuple[Symbol, ...]]:
    return {tuple(atom.symbol.arguments) for atom in control.symbolic_atoms.by_signature(name, arity)}
