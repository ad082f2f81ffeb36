"""Guarded commands printed as bodies of ASP rules, so that clingo can make the moves of many positions.

What has no such form (case distinctions inside arithmetic) is None: the caller has the lifted rules.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bouton.core.logic.arithmetic import atom
from bouton.core.logic.expression import (
    And,
    Atom,
    Eq,
    Formula,
    Le,
    Linear,
    Ne,
    Or,
    Product,
    Quotient,
    Remainder,
    Unknown,
)
from bouton.core.logic.formulas import at_most
from bouton.reading.command import GuardedCommand, SymbolicPosition

_MOST_CASES = 16


class _Unprintable(Exception):
    """The expression has no ASP form."""


@dataclass(frozen=True)
class Body:
    """A move as the body of a rule: its literals, and the new value of each fluent as ASP terms.

    `after` is by place, None where the move leaves the old value.
    """

    literals: tuple[str, ...]
    after: tuple[str | tuple[str | None, ...] | None, ...]


def bodies(command: GuardedCommand, names: Mapping[Unknown, str], position: SymbolicPosition) -> list[Body] | None:
    """The command as rule bodies, one per case of its guard; `names` are the variables of the position."""
    known = dict(names) | {unknown: f"Choice{at}" for at, unknown in enumerate(command.unknowns)}
    try:
        ranges, used = [], set[Formula]()
        for choice in command.choices:
            low, high = choice.lows[0], choice.highs[0]
            ranges.append(f"{known[choice.unknown]} = {_linear(low, known)}..{_linear(high, known)}")
            used |= {at_most(low, atom(choice.unknown)), at_most(atom(choice.unknown), high)}
        cases = [[_literal(part, known) for part in case if part not in used] for case in _cases(command.guard)]
        after = tuple(_entry(new, old, known) for new, old in zip(command.after, position, strict=True))
    except _Unprintable:
        return None
    return [Body((*ranges, *case), after) for case in cases]


def _entry(
    new: Linear | tuple[Linear, ...], old: Linear | tuple[Linear, ...], known: Mapping[Unknown, str]
) -> str | tuple[str | None, ...] | None:
    if isinstance(new, Linear):
        return None if new is old else _linear(new, known)
    assert isinstance(old, tuple)
    olds: Sequence[Linear | None] = (*old, *[None] * (len(new) - len(old)))
    return tuple(None if size is before else _linear(size, known) for size, before in zip(new, olds, strict=True))


def _cases(guard: Formula) -> list[list[Formula]]:
    """The guard as a disjunction of conjunctions."""
    if isinstance(guard, And):
        found = [list(itertools.chain(*parts)) for parts in itertools.product(*map(_cases, guard.parts))]
    elif isinstance(guard, Or):
        found = [case for part in guard.parts for case in _cases(part)]
    else:
        found = [[guard]]
    if len(found) > _MOST_CASES:
        raise _Unprintable
    return found


def _literal(formula: Formula, known: Mapping[Unknown, str]) -> str:
    if isinstance(formula, Le):
        return f"{_linear(formula.left, known)} <= 0"
    if isinstance(formula, Eq):
        return f"{_linear(formula.left, known)} = 0"
    if isinstance(formula, Ne):
        return f"{_linear(formula.left, known)} != 0"
    raise _Unprintable


def _linear(value: Linear, known: Mapping[Unknown, str]) -> str:
    terms = [_atom(one, known) if factor == 1 else f"{factor}*{_atom(one, known)}" for one, factor in value.terms]
    if value.constant or not terms:
        terms.append(str(value.constant))
    return "(" + "+".join(terms).replace("+-", "-") + ")" if len(terms) > 1 else terms[0]


def _atom(one: Atom, known: Mapping[Unknown, str]) -> str:
    if isinstance(one, Unknown):
        return known[one]
    operators = {Quotient: "/", Remainder: "\\", Product: "*"}
    operator = operators.get(type(one))
    if operator is None:
        raise _Unprintable
    return f"(({_linear(one.left, known)}){operator}({_linear(one.right, known)}))"  # type: ignore[union-attr]
