"""The search for a counterexample among all games of so many positions, by clingo (encodings/core/theory.lp)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from clingo import Control, Model, Symbol

from bouton.core.errors import Disagreement
from bouton.core.graph import CHOSEN, Graph, how_many
from bouton.core.shipped import folder
from bouton.process.limits import Emit
from bouton.rules.grounding import Id, guarded
from bouton.theory.evaluate import holding
from bouton.theory.formula import GIVEN, Signature, Theory

_PARTS = {
    "chosen": "chosen",
    "value_m": "swapped",
    "misere_m": "swapped",
    "value_mm": "swapped",
    "k0": "algorithm",
    "k1": "algorithm",
    "sum_value": "sums",
    "sum_misere": "sums",
}
"""The part of the encoding that derives what only some statements speak of."""
_COMPARED = 4
"""Up to so many positions, everything is compared with plain Python in every run."""


class _Atoms(dict[Id, tuple[str, tuple[int, ...]]]):
    """The names and numbers of atoms, each read once: the same atoms are in thousands of games.

    Of those that are of no use the numbers are left out.
    """

    def __missing__(self, term: Id) -> tuple[str, tuple[int, ...]]:
        symbol = Symbol(term)
        read = len(symbol.arguments) in _ARITIES.get(symbol.name, ())
        numbers = tuple(one.number for one in symbol.arguments) if read else ()
        found = self[term] = symbol.name, numbers
        return found


_ARITIES = {"option": (2,), "value": (1, 2), "misere": (1, 2), CHOSEN: (1, 2)}
_ATOMS: Mapping[Id, tuple[str, tuple[int, ...]]] = _Atoms()


@dataclass(frozen=True)
class GameStatement:
    """Wherever `given` holds (everywhere where it is None), `iff` does."""

    theory: Theory
    iff: str
    given: str | None = None

    def fails(self, graph: Graph) -> bool:
        """Whether the game is a counterexample, by plain Python."""
        found = holding(self.theory, graph)
        return (self.given is None or bool(found[self.given, 0])) and not found[self.iff, 0]


@dataclass(frozen=True)
class Covered:
    """The statement is right for all `games` of so many positions that it speaks of, no two of them isomorphic."""

    positions: int
    games: int


@dataclass(frozen=True)
class CounterGame:
    """The least counterexample, and what `holds` there; `below` lesser games of as many positions are right."""

    graph: Graph
    below: int
    holds: frozenset[Signature]


def search(emit: Emit, statement: GameStatement, sizes: range) -> None:
    """Emit `Covered` for one number of positions after the other, or `CounterGame` and stop.

    Disagreement where plain Python says anything else of a game.
    """
    for size in sizes:
        if size <= _COMPARED:
            _compare(statement, size)
        if next(_models(statement, size, _fails(statement)), None) is None:
            emit(Covered(size, how_many(size) if statement.given is None else len(_classes(statement, size, ""))))
        else:
            emit(_least(statement, size))
            return


def _fails(statement: GameStatement) -> str:
    return f"{_speaks(statement)} :- {statement.iff}."


def _speaks(statement: GameStatement) -> str:
    return "" if statement.given is None else f":- not {statement.given}."


def _least(statement: GameStatement, size: int) -> CounterGame:
    """The least of the counterexamples, those with fewer moves being exhausted first."""
    for moves in range(size * size):
        limit = f":- not #count {{ X,Y : option(X,Y) }} = {moves}."
        graphs = [_graph(statement, size, model) for model in _models(statement, size, _fails(statement) + limit)]
        if graphs:
            break
    else:
        raise Disagreement(f"clingo finds a counterexample of {size} positions, and then none of any number of moves")
    least = min(graphs, key=lambda graph: graph.order)
    if not statement.fails(least):
        raise Disagreement(f"{statement.iff}: clingo's counterexample is none in plain Python: {least}")
    known = _classes(statement, size, f":- #count {{ X,Y : option(X,Y) }} > {least.moves}.")
    holds = frozenset(one for one, rows in holding(statement.theory, least).items() if rows)
    return CounterGame(least, sum(order < least.order[:3] for order in known.values()), holds)


def _classes(statement: GameStatement, size: int, limit: str) -> dict[object, tuple[object, ...]]:
    """The games that the statement speaks of, up to isomorphism, each with its place in the order."""
    found: dict[object, tuple[object, ...]] = {}
    for model in _models(statement, size, f"{_speaks(statement)} {limit} #project option/2.", project=True):
        graph = _graph(statement, size, model)
        kind, order = graph.class_(), graph.order[:3]
        found[kind] = min(order, found.get(kind, order))
    return found


def _compare(statement: GameStatement, size: int) -> None:
    """Hold clingo's games against plain Python: how many there are, their values, and what the rules say of them."""
    seen = set()
    names = [name for name in (statement.iff, statement.given) if name is not None]
    for model in _models(statement, size, "#show."):
        graph = _graph(statement, size, model)
        seen.add(graph.class_())
        found = holding(statement.theory, graph)
        told: dict[str, set[tuple[int, ...]]] = {name: set() for name in (*names, *statement.theory.given)}
        for symbol in model.symbols(atoms=True):
            if symbol.name in told and len(symbol.arguments) == len(GIVEN.get(symbol.name, ())):
                told[symbol.name].add(tuple(one.number for one in symbol.arguments))
        extents = graph.extents()
        for name in sorted(statement.theory.given):
            if told[name] != extents[name]:
                raise Disagreement(f"{name} differs between clingo and plain Python for {graph}")
        for name in names:
            if bool(found[name, 0]) is not bool(told[name]):
                raise Disagreement(f"{name} differs between clingo and plain Python for {graph}")
    if len(seen) != how_many(size):
        raise Disagreement(f"clingo has {len(seen)} games of {size} positions, there are {how_many(size)}")


def _models(statement: GameStatement, size: int, more: str, *, project: bool = False) -> Iterator[Model]:
    """The games that fulfil constraints; all of them are gone through unless the caller stops."""
    control = Control(["-Wnone", f"-cn={size}"], message_limit=1)
    core = (folder("encodings") / "core" / "theory.lp").read_text(encoding="utf-8")
    text = "".join(statement.theory.texts.values())
    parts = {"base": None, **{_PARTS[name]: None for name in sorted(statement.theory.given) if name in _PARTS}}
    # the part `theirs` comes last, so that the rules of the statement find what they need
    guarded(lambda: control.add("base", [], f"{core}\n#program theirs.\n{text}\n{more}"), text)
    guarded(lambda: control.ground([(part, []) for part in (*parts, "theirs")]), text)
    control.configuration.solve.models = 0  # type: ignore[union-attr]
    if project:
        control.configuration.solve.project = "project"  # type: ignore[union-attr]
    with control.solve(yield_=True) as handle:
        yield from handle
        if not handle.get().exhausted:
            raise Disagreement("clingo stopped before all games were gone through")


def _graph(statement: GameStatement, size: int, model: Model) -> Graph:
    """The game of an answer, its values compared with those of plain Python."""
    rows: list[list[int]] = [[] for _ in range(size)]
    found: dict[str, set[tuple[int, ...]]] = {"value": set(), "misere": set(), CHOSEN: set()}
    for symbol in model.symbols(atoms=True):
        name, numbers = _ATOMS[symbol._rep]
        if not numbers:
            continue
        if name == "option":
            rows[numbers[0] - 1].append(numbers[1])
        else:
            found[name].add(numbers)
    chosen = tuple(sorted(at for (at,) in found[CHOSEN])) if CHOSEN in statement.theory.given else None
    graph = Graph(tuple(tuple(sorted(row)) for row in rows), chosen)
    if found["value"] != set(enumerate(graph.values, 1)) or found["misere"] != set(enumerate(graph.misere, 1)):
        raise Disagreement(f"the values of {graph} differ between clingo and plain Python")
    return graph
