"""Recursions that a proof reads by their names, held against the values that clingo derives for them.

For some values of the parameters clingo derives the recursion for a range, and the rules are read again with these rows
in the place of the names: what they say of small positions must be what clingo says of these. What the proof knows of
the recursion must hold at the least of the rows, which shows as well that something meets it.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

from bouton.claims.parts import LEMMAS
from bouton.core.errors import Disagreement
from bouton.core.logic.arithmetic import atom, number
from bouton.core.logic.elimination import NotEliminable, exists
from bouton.core.logic.expression import FALSE, TRUE, Formula, Linear, Never, Some
from bouton.core.logic.formulas import at_most, conj, disj, equal, negate
from bouton.core.logic.problem import ForAll
from bouton.core.logic.substitution import Substitution
from bouton.core.logic.terms import from_symbol
from bouton.core.logic.walk import Rewriter
from bouton.core.position import Heaps, Parameters, Position, Value, as_argument
from bouton.ground.game import extents
from bouton.proof.compared.comparison import HeldReading, Seen, assignments, small_box
from bouton.proof.compared.validate import numbers_at
from bouton.proof.goal import Goal
from bouton.proof.setting import ranged
from bouton.proof.theorem import Counts, Reading
from bouton.proof.way import Validated
from bouton.proof.ways.recursions.properties import KnownOfRecursions
from bouton.reading.command import SymbolicGame
from bouton.reading.evaluate import Recursions, unfoldable
from bouton.reading.relation import Row
from bouton.rules.file import IN_RANGE, Rules, Signature
from bouton.rules.grounding import atoms, ground
from bouton.rules.lift import Extents, greatest, lift
from bouton.solving.matching import Property, arguments_of, instances_at, said_of

_SETTINGS, _LOOKED_AT = 6, 2
"""Values of the parameters for which the rules are held against clingo, and for which what is known is."""
_POSITIONS, _VALUES = 120, 12
"""Positions, and values of a counter, that are compared for each."""
_RANGE = 12
"""The range for which clingo derives a recursion whose properties are looked at."""
_WIDER = 8
_ROWS = 8
"""The least rows of each predicate at which they are looked at."""
_INSTANCES = 20
"""Instances of each property in each place."""
_SHOWN = 3
"""Places at which they are looked at."""

Table = Mapping[Signature, Sequence[tuple[int, ...]]]
"""The rows of predicates that recurse, as far as some range goes."""


def compared(goal: Goal, reading: Reading, known: KnownOfRecursions) -> Iterator[Validated]:
    """Hold the rules against clingo, and what is known against the rows; Disagreement where they differ."""
    few = list(itertools.islice(assignments(goal.setting), _SETTINGS))
    looked_at = [one for one, _ in random.Random(len(few)).sample(few, min(len(few), _LOOKED_AT))]
    for parameters, _ in few:
        for counts in goal.setting.counts:
            comparison = _comparison(goal, parameters, counts)
            if comparison is None:
                continue
            yield Validated(goal.setting, counts, _at_positions(comparison))
            if parameters not in looked_at or counts != goal.setting.counts[-1]:
                continue
            shown = [position for _, position in comparison.shown]
            chosen = [*shown[:1], *random.Random(len(shown)).sample(shown, min(len(shown), _SHOWN))]
            if _held(goal, known.at(reading, counts), reading.at(counts).game, parameters, chosen) and goal.claim.using:
                yield Validated(goal.setting, counts, Seen(0, frozenset({LEMMAS})))


def _comparison(goal: Goal, parameters: dict[str, Value], counts: Counts) -> HeldReading | None:
    """The rules with the recursion as clingo has it in the range of small positions; None where there are none."""
    setting = replace(goal.setting, parameters=parameters, unknown={})
    here = ranged(setting)
    plain = HeldReading(goal.spec, goal.rules, setting, {}, here.facts, Reading(goal.theorem, frozenset()), counts, 1)
    game = plain.game(parameters, _VALUES)
    if game is None:
        return None
    bounds = extents(game, small_box(game, counts))
    rows = rows_of(goal.rules, parameters, bounds)
    table = {name: [Row(tuple(map(number, row)), TRUE) for row in several] for name, several in rows.items()}
    table[IN_RANGE] = [Row((number(one),), TRUE) for one in range(greatest(bounds) + 1)]
    theorem = replace(goal.theorem, parameters=dict(parameters), counters=here.counters, recursions=Recursions(table))
    return replace(plain, reading=Reading(theorem, frozenset(goal.setting.counts)))


def _at_positions(comparison: HeldReading) -> Seen:
    """What small positions show."""
    game = comparison.game(comparison.setting.parameters, _VALUES)
    assert game is not None
    small = small_box(game, comparison.counts)
    places = itertools.chain.from_iterable(small.layers(comparison.spec.measure))
    return comparison.at(game, comparison.grounder(game, small), list(itertools.islice(places, _POSITIONS)))


def _up_to(rules: Rules, most: int) -> dict[str, tuple[tuple[int, int], ...]]:
    """Bounds of the fluents that make the range end there, and of another, as there may be none."""
    return {"": ((0, most),)} | {one.name: ((0, most),) * (2 if isinstance(one, Heaps) else 1) for one in rules.fluents}


def rows_of(rules: Rules, parameters: Parameters, bounds: Extents) -> Table:
    """What clingo derives of the predicates that recurse, for the range that the bounds of the fluents give."""
    names = sorted(unfoldable(rules))
    control = ground(lift(rules, names, parameters, bounds).text)
    found: dict[Signature, list[tuple[int, ...]]] = {}
    for name in names:
        terms = [tuple(map(from_symbol, row)) for row in atoms(control, *name)]
        found[name] = sorted(
            (tuple(one.constant for one in row if isinstance(one, Linear)) for row in terms),
            key=lambda row: (sum(row), row),
        )
    return found


def _held(
    goal: Goal,
    properties: Iterable[tuple[str, Property]],
    game: SymbolicGame,
    parameters: Parameters,
    places: Sequence[Position],
) -> bool:
    """Whether some instance of what is known is met by the least rows; Disagreement where one does not hold there.

    What it says of the position is looked at in these places. That a statement itself, which is not proved yet, does
    not hold somewhere is not looked for.

    The range may end before what a step derives from them: what seems not to hold is looked at in a wider one.
    """
    table = rows_of(goal.rules, parameters, _up_to(goal.rules, _RANGE))
    values = {one: number(parameters[name]) for name, one in goal.here.parameters.items()}
    least = {name: [row for row in rows if max(row) <= _RANGE][:_ROWS] for name, rows in table.items()}
    met = False
    for (name, known), place in itertools.product(properties, places or [()]):
        numbers = {one: number(value) for one, value in numbers_at(game, place).items()} if place else {}
        said, put = known.said, Substitution({**values, **numbers})
        several = list(instances_at(ForAll(said.bound, put.formula(said.formula)), least))
        for instance in random.Random(len(several)).sample(several, min(len(several), _INSTANCES)):
            found = _with_rows(instance, table)
            wider = partial(rows_of, goal.rules, parameters, _up_to(goal.rules, _WIDER * _RANGE))
            if found is FALSE and name != goal.claim.id and _with_rows(instance, wider()) is FALSE:
                where = as_argument(parameters, {})
                raise Disagreement(f"{goal.claim.id}: what is known of {name} does not hold at {where}: {instance}")
            met = met or found is TRUE
    return met


def _with_rows(formula: Formula, table: Table) -> Formula | None:
    """The formula with what the table says in the place of the names; None where that cannot be told."""
    try:
        return _Rows(table).formula(formula)
    except NotEliminable:
        return None


class _Rows(Rewriter):
    """Puts the rows of a table in the place of names."""

    def __init__(self, table: Table) -> None:
        super().__init__()
        self._table = table

    def _formula(self, value: Formula) -> Formula:
        if isinstance(value, Some | Never):
            one = value.bound
            low = TRUE if one.low is None else at_most(number(one.low), atom(one))
            high = TRUE if one.high is None else at_most(atom(one), number(one.high))
            found = exists((one,), conj((low, high, self.formula(value.formula))))
            return found if isinstance(value, Some) else negate(found)
        said = said_of(value)
        if said is None:
            return super()._formula(value)
        terms = [self.linear(one) for one in arguments_of(said[0])]
        rows = disj(conj(map(equal, terms, map(number, row))) for row in self._table[type(said[0]).predicate])
        return rows if said[1] else negate(rows)
