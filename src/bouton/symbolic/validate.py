"""Translation validation: the symbolic meaning at numbers is clingo's own (Pnueli, Siegel, Singerman 1998).

A difference is an error of Bouton, never a verdict.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from bouton.errors import Disagreement
from bouton.ground.graph import Node
from bouton.language.rules import Signature
from bouton.position import Heaps, Position, as_argument, named
from bouton.symbolic.arithmetic import number
from bouton.symbolic.canonical import Successor, successors
from bouton.symbolic.choices import NotBounded, choices, solutions
from bouton.symbolic.command import GuardedCommand, SymbolicGame, SymbolicPosition
from bouton.symbolic.expression import Linear, Unknown
from bouton.symbolic.substitution import Evaluation
from bouton.symbolic.terms import Term, Unreadable, changed, text


def validate(game: SymbolicGame, nodes: Iterable[Node], parameters: Mapping[Unknown, int] | None = None) -> int:
    """Compare the moves and the wanted predicates at each position; the number of positions compared.

    Each node has so many heaps as the game. Disagreement at the first position that differs.
    `parameters` are the values of parameters that the game leaves unknown.
    """
    count = 0
    moves = moves_of(game)
    for node in nodes:
        values = {**(parameters or {}), **numbers_at(game, node.position)}
        ours = options(game, moves, values)
        theirs: set[object] = {(str(move.term), move.to) for move in node.moves}
        _compare(game, node, "the moves", ours, theirs)
        for signature in game.relations:
            rows: set[object] = {tuple(map(str, row)) for row in node.rows[signature]}
            _compare(game, node, f"{signature[0]}/{signature[1]}", rows_at(game, signature, values), rows)
        count += 1
    return count


def _compare(game: SymbolicGame, node: Node, what: str, ours: set[object], theirs: set[object]) -> None:
    if ours == theirs:
        return
    place = as_argument({}, named(game.fluents, node.position))
    more, fewer = _listed(ours - theirs), _listed(theirs - ours)
    raise Disagreement(
        f"{what} at {place} differ between the symbolic reading and clingo: "
        f"only the symbolic reading has {more}; only clingo has {fewer}"
    )


def _listed(rows: set[object]) -> str:
    return ", ".join(sorted(map(str, rows))) or "nothing"


def numbers_at(game: SymbolicGame, position: Position) -> dict[Unknown, int]:
    """The values of the position's unknowns at a concrete position."""
    values: dict[Unknown, int] = {}
    for entry, value in zip(game.position, position, strict=True):
        pairs = (
            zip(entry, value, strict=True)
            if isinstance(entry, tuple) and isinstance(value, tuple)
            else [(entry, value)]
        )
        for one, size in pairs:
            assert isinstance(one, Linear)
            assert isinstance(size, int)
            for part, _ in one.terms:
                assert isinstance(part, Unknown)
                values[part] = size
    return values


Moves: TypeAlias = Sequence[tuple[GuardedCommand, Sequence[Successor]]]
"""The moves of a game, each with the positions it can lead to."""


def moves_of(game: SymbolicGame) -> Moves:
    """Each move with the cases of the position it leads to."""
    return [(move, list(successors(game.fluents, move.after))) for move in game.moves]


def options(game: SymbolicGame, moves: Moves, values: Mapping[Unknown, int]) -> set[object]:
    """Every move at a concrete position: its name, and the position it leads to."""
    found: set[object] = set()
    for move, cases in moves:
        for evaluation in solutions(move.choices, move.guard, values):
            after = _position(move.after, evaluation)
            target = tuple(
                fluent.canonical(entry) if isinstance(fluent, Heaps) and isinstance(entry, tuple) else entry
                for fluent, entry in zip(game.fluents, after, strict=True)
            )
            led = [_position(case.position, evaluation) for case in cases if evaluation(case.guard)]
            if led != [target]:
                raise Disagreement(f"the symbolic order of {after} is {led}, it should be {target}")
            found.add((_name(move.term, evaluation), target))
    return found


def rows_at(game: SymbolicGame, signature: Signature, values: Mapping[Unknown, int]) -> set[object]:
    """The argument tuples of a predicate at a concrete position, as text."""
    found: set[object] = set()
    for row in game.relations[signature]:
        try:
            chosen = choices(row.locals, row.guard)
        except NotBounded as error:
            raise Unreadable(f"no bounds are known for {error} in {signature[0]}") from None
        for evaluation in solutions(chosen, row.guard, values):
            found.add(tuple(_name(term, evaluation) for term in row.arguments))
    return found


def _name(term: Term, evaluation: Evaluation) -> str:
    return text(changed(term, lambda value: number(evaluation(value))))


def _position(position: SymbolicPosition, evaluation: Evaluation) -> Position:
    return tuple(tuple(map(evaluation, entry)) if isinstance(entry, tuple) else evaluation(entry) for entry in position)
