"""The rules read for a position of any number of heaps, of which some levels are told apart."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from bouton.core.errors import Unreadable
from bouton.core.logic.expression import FALSE, Unknown
from bouton.core.position import Heaps, Value
from bouton.reading.command import Condition, ReadGame
from bouton.reading.evaluate import constants_of, evaluated, places_of, set_rows
from bouton.reading.levels.chain import UnknownLists
from bouton.reading.levels.moves import LevelMove, LevelMoveReader
from bouton.reading.levels.position import Levels, rows
from bouton.reading.marks import doubtful, possible, sure
from bouton.reading.matching import Scope
from bouton.reading.relation import Row
from bouton.rules.file import Rules, Signature

_MOVE, _AFTER = ("move", 1), ("after", 2)


@dataclass(frozen=True)
class LevelGame(ReadGame):
    """The rules for the positions of one shape: `unseen` are conditions under which they look below the levels."""

    moves: tuple[LevelMove, ...]
    levels: Levels
    unseen: tuple[Condition, ...]
    named: tuple[tuple[LevelMove, ...], ...]
    """For each row of the strategy the moves that it names, as far as they are legal, with the row's choices."""


def heaps_of(rules: Rules) -> Heaps:
    """The one kind of heaps that a position has; Unreadable where it is not one row of heaps in order."""
    (first, *others) = rules.fluents
    if others or not isinstance(first, Heaps):
        raise Unreadable("any number of heaps at once: only for a game of one kind of heaps and no counters")
    if first.order == "none":
        raise Unreadable("any number of heaps at once: only for heaps in ascending or descending order")
    return first


def read(
    rules: Rules,
    values: Mapping[str, Value | Unknown],
    levels: Levels,
    wanted: Collection[Signature],
    *,
    depth: int = 4,
    strategy: str | None = None,
) -> LevelGame:
    """The game for positions with these levels.

    Of a move that is a list of heaps `depth` sizes are told apart. `strategy` is one of the wanted predicates, of
    one argument, that names moves.

    Unreadable where a rule that these need has no symbolic meaning.
    """
    fluent = heaps_of(rules)
    scope = Scope(constants_of(rules, values))
    scope.lowest = levels.known[-1].size if levels.known else None
    scope.stones = None if levels.stones is None else ((fluent.name, 2), levels.stones)
    given = {**set_rows(rules, values), (fluent.name, 2): list(rows(fluent, levels))}
    lists = UnknownLists(depth, fluent.name)
    evaluation = evaluated(rules, scope, given, {*wanted, _MOVE, _AFTER}, lists)
    places = places_of(rules)
    after, move = (places.get(name, (0, 0)) for name in (_AFTER, _MOVE))
    reader = LevelMoveReader(evaluation.rows(_AFTER), scope, after, move, fluent, levels, lists)
    moves = tuple(one for row in evaluation.rows(_MOVE) for one in reader.of(row))
    unseen, forbidden = reader.unseen, reader.forbidden
    relations: dict[Signature, tuple[Row, ...]] = {}
    for name in wanted:
        kept = []
        for row in evaluation.rows(name):
            doubt = doubtful(row.guard)
            if doubt is not FALSE:
                unseen.append(
                    Condition(doubt, f"{name[0]}/{name[1]} depends on the heaps below the highest sizes", *places[name])
                )
            if sure(row.guard) is not FALSE:
                kept.append(Row(row.arguments, sure(row.guard)))
        relations[name] = tuple(kept)
    rows_of_move = evaluation.rows(_MOVE)
    chosen = relations[strategy, 1] if strategy is not None else ()
    named = tuple(tuple(reader.named(row, rows_of_move)) for row in chosen)
    unseen += [
        Condition(formula, f"{literal} looks at the heaps below the highest sizes", *literal.place)
        for formula, literal in scope.unseen
    ]
    unseen += lists.conditions
    forbidden += [
        Condition(possible(formula), f"{node} is undefined", *node.place) for formula, node in scope.undefined
    ]
    return LevelGame(moves, relations, tuple(forbidden), places, rules.sources, levels, tuple(unseen), named)
