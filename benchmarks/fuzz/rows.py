"""Predicates and moves at positions: clingo, the plain evaluator, and the symbolic reading."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from benchmarks.fuzz import plainly
from benchmarks.fuzz.tally import Different, Tally
from bouton.claims.subject import declared, rules_of
from bouton.core.errors import Unreadable
from bouton.core.logic.expression import Unknown, unknown
from bouton.core.position import Heaps, Position
from bouton.core.spec import Claim, Spec
from bouton.ground.box import among
from bouton.ground.game import Game
from bouton.ground.graph import Grounder, Node
from bouton.proof.compared.validate import moves_of, numbers_at, options, rows_at
from bouton.reading.choices import NotBounded
from bouton.reading.command import SymbolicGame
from bouton.reading.evaluate import evaluate
from bouton.rules.file import Rules
from tests.oracle import game as plain
from tests.oracle.terms import text

_ROWS, _LARGER = 10, 3
"""Positions at which all predicates are compared, and how many more that are larger."""
_READ = 0.7
"""In which share of the cases the rules are read symbolically too."""


def rows(spec: Spec, tally: Tally, rng: Random) -> None:
    """Every predicate and the moves at small and at larger positions: clingo, the plain evaluator, and the reading."""
    rules = rules_of(spec)
    claim = replace(spec.claims[0], kind="everywhere", box=spec.box)
    for parameters in rng.sample(every := list(spec.box.assignments()), min(1, len(every))):
        counters = declared(spec, spec.box, parameters)
        game = Game(rules, spec.measure, parameters, counters)
        where = _positions(spec, claim, parameters, rng)
        wanted = frozenset(rules.defined)
        box = among(spec.fluents, tuple(where)).hull
        nodes = list(Grounder(game, game.program(box, wanted), wanted).nodes(where))
        one = plainly.game(spec, claim, parameters)
        for node in nodes:
            _at(one, node, tally)
        if rng.random() < _READ:
            _readings(spec, rules, parameters, nodes, tally, rng)


def _positions(spec: Spec, claim: Claim, parameters: Mapping[str, Any], rng: Random) -> list[Position]:
    box = plainly.positions(spec, claim, parameters)
    found = rng.sample(box, min(_ROWS, len(box)))
    for position in rng.sample(box, min(_LARGER, len(box))):  # and some that are larger
        larger: list[Any] = []
        for fluent, entry in zip(spec.fluents, position, strict=True):
            if isinstance(fluent, Heaps) and isinstance(entry, tuple):
                larger.append(fluent.canonical([size + rng.randint(0, 9) for size in entry]))
            else:
                larger.append(entry)
        found.append(tuple(larger))
    return list(dict.fromkeys(found))


def _at(one: plain.Game, node: Node, tally: Tally) -> None:
    position = node.position
    moves = {str(move.term): move.to for move in node.moves}
    if one.moves(position) != moves:
        raise Different(f"the moves at {dict(one.parameters)} {position}: clingo {moves}, plain {one.moves(position)}")
    tally.compared["moves, clingo and plain"] += 1
    facts = one.rows(position)
    for signature, listed in node.rows.items():
        ours = {tuple(map(text, row)) for row in facts.get(signature, ())}
        theirs = {tuple(map(str, row)) for row in listed}
        if ours != theirs:
            raise Different(
                _unlike(f"{signature} at {dict(one.parameters)} {position}", "plain", ours, "clingo", theirs)
            )
        tally.compared["predicates, clingo and plain"] += 1


def _unlike(what: str, one: str, ours: set[Any], other: str, theirs: set[Any]) -> str:
    return f"{what}: only {one} has {sorted(ours - theirs)[:5]}, only {other} has {sorted(theirs - ours)[:5]}"


def _readings(
    spec: Spec, rules: Rules, parameters: Mapping[str, Any], nodes: Sequence[Node], tally: Tally, rng: Random
) -> None:
    """The symbolic reading at the same positions, one or all predicates at once, parameters known or unknown."""
    names = [one.name for one in spec.fluents if isinstance(one, Heaps)]
    groups: dict[tuple[int, ...], list[Node]] = {}
    for node in nodes:
        groups.setdefault(tuple(len(e) for e in node.position if isinstance(e, tuple)), []).append(node)
    values: dict[Unknown, int] = {}
    given: dict[str, Any] = dict(parameters)
    for name, value in parameters.items():
        if isinstance(value, int) and rng.random() < 0.8:
            given[name] = unknown(f"{name}.N", 1)
            tally.met.add("unknown parameter")
            values[given[name]] = value
    spans = {
        name: (span.start, None if rng.random() < 0.5 else span.stop - 1) for name, span in _spans(spec, parameters)
    }
    for counts, group in rng.sample(list(groups.items()), min(2, len(groups))):
        for game in _games(rules, dict(zip(names, counts, strict=True)), given, spans, tally, rng):
            moves = moves_of(game)
            for node in group:
                _read(game, moves, node, {**values, **numbers_at(game, node.position)}, parameters, tally)


def _read(
    game: SymbolicGame, moves: Any, node: Node, at: Mapping[Unknown, int], parameters: Mapping[str, Any], tally: Tally
) -> None:
    theirs: set[Any] = {(str(move.term), move.to) for move in node.moves}
    ours = options(game, moves, at)
    if ours != theirs:
        what = f"moves at {node.position} {dict(parameters)}"
        raise Different(_unlike(what, "the reading", ours, "clingo", theirs))
    tally.compared["moves, reading and clingo"] += 1
    for signature in game.relations:
        try:
            ours = rows_at(game, signature, at)
        except Unreadable:
            continue
        theirs = {tuple(map(str, row)) for row in node.rows[signature]}
        if ours != theirs:
            what = f"{signature} at {node.position} {dict(parameters)}"
            raise Different(_unlike(what, "the reading", ours, "clingo", theirs))
        tally.compared["predicates, reading and clingo"] += 1


def _spans(spec: Spec, parameters: Mapping[str, Any]) -> Iterator[tuple[str, range]]:
    yield from declared(spec, spec.box, parameters).items()


def _games(
    rules: Rules, heaps: Mapping[str, int], given: Mapping[str, Any], spans: Any, tally: Tally, rng: Random
) -> Iterator[SymbolicGame]:
    """The reading of all predicates where that can be had; else those of a few, each by itself."""
    every = sorted(rules.defined - {("move", 1), ("after", 2)})
    try:
        yield evaluate(rules, given, heaps, spans, every, digits=True)
    except (Unreadable, NotBounded):
        for one in rng.sample(every, min(5, len(every))):
            try:
                yield evaluate(rules, given, heaps, spans, [one], digits=True)
            except (Unreadable, NotBounded):
                tally.ends["unreadable predicates"] += 1
