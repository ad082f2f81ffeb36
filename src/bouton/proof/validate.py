"""Translation validation: the symbolic meaning at numbers is clingo's own (Pnueli, Siegel, Singerman 1998).

A difference is an error of Bouton, never a verdict.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from contextlib import suppress
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from bouton.core.errors import Disagreement
from bouton.core.logic.expression import Linear, Unknown
from bouton.core.logic.substitution import Evaluation
from bouton.core.logic.terms import Term, Unreadable, text
from bouton.core.position import Heaps, Position, as_argument, named
from bouton.ground.graph import Node
from bouton.proof.said import Said
from bouton.proof.theorem import VALUE, Case, Characterisation
from bouton.reading.canonical import Successor, successors
from bouton.reading.choices import Budget, Exhausted, NotBounded, choices, solutions
from bouton.reading.command import GuardedCommand, SymbolicGame, SymbolicPosition
from bouton.reading.relation import Row
from bouton.rules.file import Signature


def validate(
    game: SymbolicGame,
    nodes: Iterable[Node],
    parameters: Mapping[Unknown, int] | None = None,
    claims: Claims | None = None,
    met: Met | None = None,
    most: int | None = None,
) -> int:
    """Compare the moves and the wanted predicates at each position; the number of positions compared.

    Each node has so many heaps as the game. Disagreement at the first position that differs.
    `parameters` are the values of parameters that the game leaves unknown. With `claims` what a theorem says of the
    position and of each option is compared too; `met` is told which cases of the reading the positions meet. A position
    at which more than `most` choices would have to be tried is passed over.
    """
    count = 0
    moves = claims.moves if claims is not None else moves_of(game)
    for node in nodes:
        values = {**(parameters or {}), **numbers_at(game, node.position)}
        with suppress(Exhausted):
            _validate(game, moves, node, Evaluation(values), claims, met, None if most is None else Budget(most))
            count += 1
    return count


def _validate(
    game: SymbolicGame,
    moves: Moves,
    node: Node,
    at: Evaluation,
    claims: Claims | None,
    met: Met | None,
    budget: Budget | None,
) -> None:
    """Compare what there is at one position."""
    ours: set[object] = set()
    for move, case, evaluation, target in steps(game, moves, at, budget):
        ours.add((_name(move.term, evaluation), target))
        if claims is not None and isinstance(case, Case):
            claims.compare_option(node, case, evaluation, target)
        if met is not None:
            met.step(move, case, evaluation)
    theirs: set[object] = {(str(move.term), move.to) for move in node.moves}
    _compare(game, node, "the moves", ours, theirs)
    for signature in game.relations:
        rows: set[object] = {tuple(map(str, row)) for row in node.rows[signature]}
        _compare(game, node, f"{signature[0]}/{signature[1]}", rows_at(game, signature, at, met, budget), rows)
    if claims is not None:
        claims.compare(node, at)
    if met is not None:
        met.position(at)


class Met(Protocol):
    """What is told which cases of a reading were met."""

    def step(self, move: GuardedCommand, case: Case | Successor, evaluation: Evaluation) -> None:
        """A move was possible, and led to a position in that case."""

    def row(self, found: Row, evaluation: Evaluation) -> None:
        """A row of a predicate held."""

    def position(self, evaluation: Evaluation) -> None:
        """A position was compared."""


@dataclass(frozen=True)
class Claims:
    """A theorem as it is read for positions with so many heaps, beside what clingo says of it there."""

    here: Characterisation[SymbolicGame]
    moves: Sequence[tuple[GuardedCommand, Sequence[Case]]]
    said: Said

    def compare(self, node: Node, at: Evaluation) -> None:
        """Disagreement where the reading claims something else of the position."""
        if not self.here.theorem.values:
            ours: set[object] = {(at(self.here.claimed), at(self.here.covered))}
            spoken = bool(self.said.covering(node))
            what = "what is claimed, and whether it is spoken of,"
            _compare(self.here.game, node, what, ours, {(self.said.claimed(node), spoken)})
            return
        theirs = self.said.values(node)
        for value in _beside(theirs):
            mine: set[object] = {at.having(VALUE, value)(self.here.claimed)}
            _compare(self.here.game, node, f"that its value is {value}", mine, {value in theirs})

    def compare_option(self, node: Node, case: Case, evaluation: Evaluation, target: Position) -> None:
        """Disagreement where the reading claims something else of the position that a move leads to."""
        option = self.said.nodes.get(target)
        if case.wins is None or option is None:
            return
        if not self.here.theorem.values:
            ours: set[object] = {(evaluation(case.wins), evaluation(case.strays))}
            told: set[object] = {(self.said.wins(node, option), self.said.strays(option))}
            _compare(self.here.game, node, "", ours, told, target)
            return
        theirs = self.said.values(option)
        for value in _beside(theirs):
            mine: set[object] = {evaluation.having(VALUE, value)(case.wins)}
            _compare(self.here.game, node, f", the value {value},", mine, {value in theirs}, target)


def _beside(values: Set[int]) -> list[int]:
    """The values that are claimed, and one that is not; that none is negative is an obligation of its own."""
    natural = {value for value in values if value >= 0}
    return sorted({*natural, max(natural, default=-1) + 1})


def _compare(
    game: SymbolicGame, node: Node, what: str, ours: set[object], theirs: set[object], option: Position | None = None
) -> None:
    if ours == theirs:
        return
    place = as_argument({}, named(game.fluents, node.position))
    if option is not None:
        what = f"what is claimed of the option {as_argument({}, named(game.fluents, option))}{what}"
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


Moves: TypeAlias = Sequence[tuple[GuardedCommand, Sequence[Case | Successor]]]
"""The moves of a game, each with the positions it can lead to."""


def moves_of(game: SymbolicGame) -> Moves:
    """Each move with the cases of the position it leads to."""
    return [(move, list(successors(game.fluents, move.after))) for move in game.moves]


def options(game: SymbolicGame, moves: Moves, at: Evaluation) -> set[object]:
    """Every move at a concrete position: its name, and the position it leads to."""
    return {(_name(move.term, evaluation), target) for move, _, evaluation, target in steps(game, moves, at)}


def steps(
    game: SymbolicGame, moves: Moves, at: Evaluation, budget: Budget | None = None
) -> Iterator[tuple[GuardedCommand, Case | Successor, Evaluation, Position]]:
    """Every move at a concrete position with the case of the position it leads to, and that position."""
    for move, cases in moves:
        for evaluation in solutions(move.choices, move.guard, at, budget):
            after = _position(move.after, evaluation)
            target = tuple(
                fluent.canonical(entry) if isinstance(fluent, Heaps) and isinstance(entry, tuple) else entry
                for fluent, entry in zip(game.fluents, after, strict=True)
            )
            led = [case for case in cases if evaluation(case.guard)]
            if [_position(case.position, evaluation) for case in led] != [target]:
                raise Disagreement(f"the symbolic order of {after} is not {target}")
            yield move, led[0], evaluation, target


def rows_at(
    game: SymbolicGame,
    signature: Signature,
    at: Evaluation,
    met: Met | None = None,
    budget: Budget | None = None,
) -> set[object]:
    """The argument tuples of a predicate at a concrete position, as text."""
    found: set[object] = set()
    for row in game.relations[signature]:
        try:
            chosen = choices(row.locals, row.guard)
        except NotBounded as error:
            raise Unreadable(f"no bounds are known for {error} in {signature[0]}") from None
        for evaluation in solutions(chosen, row.guard, at, budget):
            found.add(tuple(_name(term, evaluation) for term in row.arguments))
            if met is not None:
                met.row(row, evaluation)
    return found


def _name(term: Term, evaluation: Evaluation) -> str:
    return text(term, lambda value: str(evaluation(value)))


def _position(position: SymbolicPosition, evaluation: Evaluation) -> Position:
    return tuple(tuple(map(evaluation, entry)) if isinstance(entry, tuple) else evaluation(entry) for entry in position)
