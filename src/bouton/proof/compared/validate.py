"""Translation validation: the symbolic meaning at numbers is clingo's own (Pnueli, Siegel, Singerman 1998).

A difference is an error of Bouton, never a verdict.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import chain, compress, starmap
from typing import TypeAlias

from bouton.core.errors import Disagreement, Unreadable
from bouton.core.logic.batch import Batch
from bouton.core.logic.expression import Formula, Unknown
from bouton.core.logic.terms import Term, numbers, text
from bouton.core.position import Heaps, Position, as_argument, named
from bouton.ground.graph import Node
from bouton.proof.compared.coverage import Coverage
from bouton.proof.compared.said import Said
from bouton.proof.theorem import VALUE, Characterisation, MoveCase
from bouton.reading.canonical import Successor, successors, told_at
from bouton.reading.choices import ChoicesLeft, NotBounded, choices, solutions
from bouton.reading.command import GuardedCommand, SymbolicGame, SymbolicPosition
from bouton.reading.relation import Row
from bouton.rules.file import Signature


def validate(
    game: SymbolicGame,
    nodes: Iterable[Node],
    parameters: Mapping[Unknown, int] | None = None,
    claims: Claims | None = None,
    met: Coverage | None = None,
    most: int | None = None,
) -> int:
    """Compare the moves and the wanted predicates at each position; the number of positions compared.

    Each node has so many heaps as the game. Disagreement at the first position that differs.
    `parameters` are the values of parameters that the game leaves unknown. With `claims` what a theorem says of the
    position and of each option is compared too; `met` is told which cases of the reading the positions meet. A position
    at which more than `most` choices would have to be tried is passed over.
    """
    every = list(nodes)
    if not every:
        return 0
    places = Batch.of([{**(parameters or {}), **numbers_at(game, node.position)} for node in every])
    budget = ChoicesLeft.of(len(every), most)
    taken = list(steps(game, claims.moves if claims is not None else moves_of(game), places, budget))
    derived = {signature: list(_rows(game, signature, places, budget)) for signature in game.relations}
    compared = budget.kept
    if len(compared) < len(every):
        taken = [step.of(compared) for step in taken]
        derived = {name: [(row, at.where(_of(at, compared))) for row, at in rows] for name, rows in derived.items()}
        places = places.where(_of(places, compared))
    _compare_all(game, every, places, taken, derived)
    if claims is not None:
        for step in taken:
            claims.compare_options(every, step)
        claims.compare(every, places)
    if met is not None:
        for step in taken:
            met.step(step.move, [case for case, _ in step.cases], step.places)
        for row, at in chain.from_iterable(derived.values()):
            met.row(row, at)
        met.positions(places)
    return len(compared)


def _compare_all(
    game: SymbolicGame,
    nodes: Sequence[Node],
    places: Batch,
    taken: Iterable[MoveFromPlaces],
    derived: Mapping[Signature, Iterable[tuple[Row, Batch]]],
) -> None:
    """Disagreement at the first place, each of which began as a node, with another move or row than clingo has."""
    moves = _sets(len(nodes), ((at, (name, to)) for step in taken for at, name, to in step.entries()))
    rows = {name: _sets(len(nodes), chain.from_iterable(starmap(_entries, found))) for name, found in derived.items()}
    for at in places.origins:
        theirs: set[object] = {(str(move.term), move.to) for move in nodes[at].moves}
        _compare(game, nodes[at], "the moves", moves[at], theirs)
        for name, ours in rows.items():
            theirs = {tuple(map(str, row)) for row in nodes[at].rows[name]}
            _compare(game, nodes[at], f"{name[0]}/{name[1]}", ours[at], theirs)


def _of(places: Batch, positions: Set[int]) -> bytes:
    """A flag for each place: 1 where it began as one of these positions."""
    return bytes(origin in positions for origin in places.origins)


def _sets(count: int, entries: Iterable[tuple[int, object]]) -> list[set[object]]:
    """For each of so many positions what is said of it."""
    found: list[set[object]] = [set() for _ in range(count)]
    for at, entry in entries:
        found[at].add(entry)
    return found


@dataclass(frozen=True)
class Claims:
    """A theorem as it is read for positions with so many heaps, beside what clingo says of it there."""

    here: Characterisation[SymbolicGame]
    moves: Sequence[tuple[GuardedCommand, Sequence[MoveCase]]]
    said: Said

    def compare(self, nodes: Sequence[Node], places: Batch) -> None:
        """Disagreement where the reading claims something else of a position, each a place that began as a node."""
        here = self.here
        there = [nodes[origin] for origin in places.origins]
        if not here.theorem.stated.valued:
            what = "what is claimed, and whether it is spoken of,"
            for node, *flags in zip(there, places.holds(here.claimed), places.holds(here.covered), strict=True):
                spoken = bool(self.said.covering(node))
                _compare(here.game, node, what, {tuple(map(bool, flags))}, {(self.said.claimed(node), spoken)})
            return
        theirs = [self.said.values(node) for node in there]
        for at, value, holds in _each_value(places, here.claimed, theirs):
            _compare(here.game, there[at], f"that its value is {value}", {holds}, {value in theirs[at]})

    def compare_options(self, nodes: Sequence[Node], step: MoveFromPlaces) -> None:
        """Disagreement where the reading claims something else of a position that a move leads to."""
        for case, flags in step.cases:
            if isinstance(case, MoveCase) and case.wins is not None:
                led = step.places.where(flags)
                options = list(map(self.said.nodes.get, compress(step.targets, flags)))
                pairs = [(nodes[at], one) for at, one in zip(led.origins, options, strict=True) if one is not None]
                self._compare_options(led.where(bytes(one is not None for one in options)), case, pairs)

    def _compare_options(self, places: Batch, case: MoveCase, pairs: Sequence[tuple[Node, Node]]) -> None:
        """The same for places from which a move leads to this case, with a node for each and that of its option."""
        assert case.wins is not None
        game = self.here.game
        if not self.here.theorem.stated.valued:
            flags = zip(places.holds(case.wins), places.holds(case.strays), strict=True)
            for (node, option), both in zip(pairs, flags, strict=True):
                told: set[object] = {(self.said.wins(node, option), self.said.strays(option))}
                _compare(game, node, "", {tuple(map(bool, both))}, told, option.position)
            return
        theirs = [self.said.values(option) for _, option in pairs]
        for at, value, holds in _each_value(places, case.wins, theirs):
            node, option = pairs[at]
            _compare(game, node, f", the value {value},", {holds}, {value in theirs[at]}, option.position)


def _each_value(places: Batch, claimed: Formula, told: Sequence[Set[int]]) -> Iterator[tuple[int, int, bool]]:
    """At each place whether every value that clingo says is claimed, or does not say, is claimed by the reading."""
    beside = list(map(_beside, told))
    holds = places.each(VALUE, beside).holds(claimed)
    asked = ((at, value) for at, values in enumerate(beside) for value in values)
    for (at, value), flag in zip(asked, holds, strict=True):
        yield at, value, bool(flag)


def _beside(values: Set[int]) -> list[int]:
    """The natural numbers that clingo says are values of a position, in order, and then one that it does not say.

    Whether the claim gives a negative one too is asked by an obligation, for all positions at once.
    """
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
    return dict(told_at(game, position))


Moves: TypeAlias = Sequence[tuple[GuardedCommand, Sequence[MoveCase | Successor]]]
"""The moves of a game, each with the positions it can lead to."""


def moves_of(game: SymbolicGame) -> Moves:
    """Each move with the cases of the position it leads to."""
    return [(move, list(successors(game.fluents, move.after))) for move in game.moves]


def options(game: SymbolicGame, moves: Moves, at: Mapping[Unknown, int]) -> set[object]:
    """Every move at a concrete position: its name, and the position it leads to."""
    return {(name, to) for step in steps(game, moves, Batch.of([at])) for _, name, to in step.entries()}


@dataclass(frozen=True)
class MoveFromPlaces:
    """A move at the places where it is possible, and the position that it leads to from each.

    `cases` are the cases in which there is one, each with a flag for every place.
    """

    move: GuardedCommand
    places: Batch
    targets: Sequence[Position]
    cases: Sequence[tuple[MoveCase | Successor, bytes]]

    def entries(self) -> Iterator[tuple[int, str, Position]]:
        """For each place the position that it began as, the move's name there, and the position it leads to."""
        return zip(self.places.origins, _names(self.move.term, self.places), self.targets, strict=True)

    def of(self, positions: Set[int]) -> MoveFromPlaces:
        """The move at those of its places alone that began as one of these positions."""
        flags = _of(self.places, positions)
        targets = list(compress(self.targets, flags))
        cases = [(case, kept) for case, there in self.cases if any(kept := bytes(compress(there, flags)))]
        return MoveFromPlaces(self.move, self.places.where(flags), targets, cases)


def steps(game: SymbolicGame, moves: Moves, at: Batch, budget: ChoicesLeft | None = None) -> Iterator[MoveFromPlaces]:
    """Every move at concrete positions, with the position it leads to and the case that this is."""
    for move, cases in moves:
        places = solutions(move.choices, move.guard, at, budget)
        after = _positions(move.after, places)
        targets = [_canonical(game, position) for position in after]
        led: list[list[Position]] = [[] for _ in targets]
        found: list[tuple[MoveCase | Successor, bytes]] = []
        for case in cases:
            flags = places.holds(case.guard)
            if any(flags):
                found.append((case, flags))
                reached = _positions(case.position, places.where(flags))
                for to, position in zip(compress(led, flags), reached, strict=True):
                    to.append(position)
        for position, target, to in zip(after, targets, led, strict=True):
            if to != [target]:
                raise Disagreement(f"the symbolic order of {position} is not {target}")
        yield MoveFromPlaces(move, places, targets, found)


def _canonical(game: SymbolicGame, position: Position) -> Position:
    return tuple(
        fluent.canonical(entry) if isinstance(fluent, Heaps) and isinstance(entry, tuple) else entry
        for fluent, entry in zip(game.fluents, position, strict=True)
    )


def rows_at(game: SymbolicGame, signature: Signature, at: Mapping[Unknown, int]) -> set[object]:
    """The argument tuples of a predicate at a concrete position, as text."""
    return rows_at_each(game, signature, [at])[0]


def rows_at_each(
    game: SymbolicGame, signature: Signature, places: Sequence[Mapping[Unknown, int]]
) -> list[set[object]]:
    """The argument tuples of a predicate at each of several positions, as text."""
    found = _rows(game, signature, Batch.of(places))
    return _sets(len(places), chain.from_iterable(starmap(_entries, found)))


def _rows(
    game: SymbolicGame, signature: Signature, at: Batch, budget: ChoicesLeft | None = None
) -> Iterator[tuple[Row, Batch]]:
    """The rows of a predicate, each with the places where it holds."""
    for row in game.relations[signature]:
        try:
            chosen = choices(row.locals, row.guard)
        except NotBounded as error:
            raise Unreadable(f"no bounds are known for {error} in {signature[0]}") from None
        yield row, solutions(chosen, row.guard, at, budget)


def _entries(row: Row, places: Batch) -> Iterator[tuple[int, tuple[str, ...]]]:
    """For each place the position that it began as, and the row's arguments there."""
    arguments = [_names(term, places) for term in row.arguments]
    rows = zip(*arguments, strict=True) if arguments else [()] * len(places.origins)
    return zip(places.origins, rows, strict=True)


def _names(term: Term, places: Batch) -> list[str]:
    """The term as text at each place."""
    columns = {one: places(one) for one in numbers([term])}
    if not columns:
        return [text(term)] * len(places.origins)
    return [text(term, lambda one, at=at: str(columns[one][at])) for at in range(len(places.origins))]  # type: ignore[misc]


def _positions(position: SymbolicPosition, places: Batch) -> list[Position]:
    """The position at each place."""
    count = len(places.origins)
    columns = [
        (list(zip(*map(places, entry), strict=True)) if entry else [()] * count)
        if isinstance(entry, tuple)
        else places(entry)
        for entry in position
    ]
    return list(zip(*columns, strict=True))
