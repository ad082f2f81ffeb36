"""What the rules derive whatever the position is: clingo's own facts, taken as they are.

Rules that speak neither of the position nor of what is unknown mean what clingo derives of them, so there is nothing to
read symbolically in them: the grounder gives their extents, and far sooner.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from clingo import Control

from bouton.core.errors import InputError
from bouton.core.logic.expression import TRUE, Linear
from bouton.core.logic.terms import Unreadable, from_symbol
from bouton.core.position import Heaps, Value
from bouton.reading.relation import Row
from bouton.rules.depend import dependents
from bouton.rules.file import Rules, Signature
from bouton.rules.grounding import atoms, ground
from bouton.rules.lift import SENTINELS, lift
from bouton.rules.syntax import constants, defines

MOST_ROWS = 20_000
"""Rows of one predicate."""
_NOWHERE = ((1, 1), (1, 1)), ((0, 0),)
"""Bounds of a heaps fluent and of a counter: no rule that is kept speaks of them."""


def facts(
    rules: Rules,
    constants: Mapping[str, Linear],
    given: Mapping[Signature, Sequence[Row]],
    kept: Collection[Signature],
) -> dict[Signature, list[Row]]:
    """The extents of those of the kept predicates that depend on nothing unknown.

    Nothing where clingo's arithmetic is not that of the integers for one of them, or refuses it, or one has too many
    rows: the symbolic reading says what is at fault. `constants` and `given` are what it begins with.
    """
    values = _values(rules, constants, given)
    known = _known(rules, values, given, kept)
    if not known:
        return {}
    extents = {one.name: _NOWHERE[0] if isinstance(one, Heaps) else _NOWHERE[1] for one in rules.fluents}
    try:
        program = lift(rules, known, values, extents)
        control = ground(program.text)
        if any(_holds(control, name, arity + 1) for name, arity in SENTINELS):
            return {}
        found = {name: [Row(tuple(map(from_symbol, row)), TRUE) for row in atoms(control, *name)] for name in known}
    except (InputError, Unreadable):
        return {}
    return {} if any(len(rows) > MOST_ROWS for rows in found.values()) else found


def _holds(control: Control, name: str, arity: int) -> bool:
    return next(atoms(control, name, arity), None) is not None


def _values(
    rules: Rules, constants: Mapping[str, Linear], given: Mapping[Signature, Sequence[Row]]
) -> dict[str, Value]:
    """The constants, parameters and sets that are known."""
    values: dict[str, Value] = {name: one.number for name, one in constants.items() if one.number is not None}
    for name in rules.sets:
        members = [row.arguments[0] for row in given[name.lower(), 1]]
        numbers = [one.number for one in members if isinstance(one, Linear)]
        if len(numbers) == len(members) and None not in numbers:
            values[name] = tuple(one for one in numbers if one is not None)
    return values


def _known(
    rules: Rules, values: Mapping[str, Value], given: Collection[Signature], kept: Collection[Signature]
) -> list[Signature]:
    """The kept predicates that some rule derives, and none with what is unknown."""
    if any(name not in values for name in rules.sets):
        return []
    sets = {(name.lower(), 1) for name in rules.sets}
    unknown = {name for name in rules.parameters if name not in values}
    begun = {name for name in given if name not in sets}
    begun |= {defines(rule) for rule in rules.statements if not unknown.isdisjoint(constants(rule))}
    derived = {defines(rule) for rule in rules.statements if defines(rule) in kept}
    return sorted(derived - dependents(begun, rules.statements))
