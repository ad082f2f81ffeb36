"""Replay: one position through the user's own rules, not lifted, on its own.

What lifting over a batch says of the position is held against it before anyone sees it.
"""

from __future__ import annotations

from collections.abc import Collection

from clingo import Control, Symbol

from bouton.core.errors import Disagreement, fault
from bouton.core.position import Heaps, Members, Position, has_sets
from bouton.ground.box import around
from bouton.ground.game import Game, extents
from bouton.ground.graph import Node, told_of
from bouton.ground.moves import EffectTerms
from bouton.rules.depend import closure
from bouton.rules.file import GONE, IN_RANGE, Signature
from bouton.rules.lift import demands, greatest, plain
from bouton.rules.named import AT, resting
from bouton.rules.numeration import listed

_LISTED = 5_000
"""Digits of all numbers up to so many are worked out apart from clingo's rules for them."""


def replay(game: Game, node: Node) -> None:
    """Raise Disagreement where the rules alone give other moves or other predicates at this position."""
    control = alone(game, node.position, game.rules.with_effects({("move", 1), ("after", 2), *node.rows}))
    moves = _terms(control, "move", 1)
    if moves != {(move.term,) for move in node.moves}:
        raise Disagreement(f"moves at {game.text(node.position)}: lifted {[str(m) for m in node.moves]}, alone {moves}")
    for (name, arity), rows in node.rows.items():
        plain = _terms(control, name, arity)
        # a table that reaches as far as the range does reaches farther in a larger one
        longer = _of_the_range(game, (name, arity)) and (name, arity) not in game.rules.dependent
        if plain != set(rows) and not (longer and plain <= set(rows)):
            raise _differs(game, (name, arity), node)
    effects = {(move.term, place): value for move in node.moves for place, value in move.changed}
    found: dict[tuple[Symbol, tuple[int, int]], int] = {}
    read = EffectTerms(game)
    for term, fluent in _terms(control, "after", 2):
        if (term,) in moves:
            place, value = read[fluent._rep]
            found[term, place] = value
    for term, fluent in _terms(control, *GONE) if has_sets(game.fluents) else ():
        if (term,) in moves:
            found[term, read.taken(fluent._rep, term)] = 0
    if effects != found:
        raise Disagreement(f"effects of the moves at {game.text(node.position)} differ between lifted and plain rules")


def _of_the_range(game: Game, name: Signature) -> bool:
    return game.rules.ranged and IN_RANGE in closure({name}, game.rules.statements)


def _differs(game: Game, name: Signature, node: Node) -> Exception:
    """What is at fault where a predicate is another in a larger range: the rules, if they speak of it, else Bouton."""
    shown = f"{name[0]}/{name[1]} at {game.text(node.position)}"
    if not _of_the_range(game, name):
        return Disagreement(f"{shown} differs between lifted and plain rules")
    at = game.place(name[0], *(None,) * name[1])
    expected = "in_range/1 only for tables whose rows are the same in a larger range"
    return fault(f"{shown} changes with the range that is checked", at=at, expected=expected)


def alone(game: Game, position: Position, wanted: Collection[Signature]) -> Control:
    """The rules that the wanted predicates need, not lifted, grounded at one position."""
    numbers = {name: value for name, value in game.parameters.items() if isinstance(value, int)}
    given = dict(game.rules.constants) | numbers
    control = Control(["-Wnone", *(f"-c{name}={value}" for name, value in given.items())])
    # what nothing asks for stays out: it may be too large to ground
    lines = plain(game.rules, wanted, game.parameters, extents(game, around(game.fluents, position).hull))
    for name, value in game.parameters.items():
        if isinstance(value, tuple):
            lines += [f"{name.lower()}({item})." for item in value]
    for fluent, value in zip(game.fluents, position, strict=True):
        if isinstance(fluent, Members):
            every = value if isinstance(value, tuple) else (value,)
            lines += [f"{fluent.name}{one}." if fluent.arity > 1 else f"{fluent.name}({one})." for one in every]
        elif isinstance(fluent, Heaps):
            assert isinstance(value, tuple)
            lines += [f"{fluent.name}({heap},{size})." for heap, size in enumerate(value, 1)]
        else:
            lines.append(f"{fluent.name}({value}).")
    if game.rules.ranged:
        lines.append(f"{IN_RANGE[0]}(0..{greatest(extents(game, around(game.fluents, position).hull))}).")
    if game.rules.numerations:
        asked, digits = demands(game.rules, wanted, game.parameters, extents(game, around(game.fluents, position).hull))
        lines += listed(digits, asked, _LISTED)
    if AT not in wanted and resting(game.rules, wanted):
        rows = sorted(_terms(alone(game, position, {AT}), *AT))
        (told,) = told_of(game, wanted, [position], [rows])
        lines += [f"{one}({name},{said})." for one, name, said in told]
    control.add("base", [], "\n".join(lines))
    control.ground([("base", [])])
    return control


def _terms(control: Control, name: str, arity: int) -> set[tuple[Symbol, ...]]:
    return {tuple(atom.symbol.arguments) for atom in control.symbolic_atoms.by_signature(name, arity)}
