"""Recursion from one number to the next, as long as a condition holds: its steps are left to the programs.

`chain(I,S-S/k-1) :- chain(I,S), S >= k.` leads from each number to at most one other. So what is derived from one row
are the numbers after 0, 1, 2, ... steps, however many there are: one row, with the number of steps as its own unknown.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from clingo.ast import ASTType, Sign

from bouton.core.errors import Unreadable
from bouton.core.logic.arithmetic import atom, iterated, iterations, number
from bouton.core.logic.expression import FALSE, START, TRUE, Formula, Linear, Steps
from bouton.core.logic.formulas import at_most, conj, less
from bouton.core.logic.terms import unknowns_of
from bouton.reading.body import extend, plan
from bouton.reading.evaluate import RuleEvaluation, Taken
from bouton.reading.matching import Scope, State, products
from bouton.reading.relation import Row, row
from bouton.reading.syntax import Rule, distinct, name_of


class Orbits:
    """The recursions of one evaluation that lead from one number to the next."""

    def take(self, rules: Sequence[Rule], evaluation: RuleEvaluation) -> Taken | None:
        """All that the rules of one predicate derive; None where they are of another form."""
        signature = rules[0].signature
        recursive = [rule for rule in rules if any(one and one.signature == signature for one in rule.atoms)]
        at = _changing(recursive) if all(rule.signature == signature for rule in rules) else None
        steps = None if at is None else _steps(recursive, at, evaluation.scope)
        if at is None or steps is None:
            return None
        found: list[Row] = []
        for seed in (one for rule in rules if rule not in recursive for one in evaluation.instances(rule)):
            start = seed.arguments[at]
            if not isinstance(start, Linear):
                found.append(seed)  # arithmetic leads nowhere from what is no number
                continue
            after = atom(evaluation.scope.fresh("J"))
            guard = conj((seed.guard, at_most(number(0), after), less(after, iterations(steps, start))))
            arguments = (*seed.arguments[:at], iterated(steps, start, after), *seed.arguments[at + 1 :])
            one = row(arguments, guard)
            found += [] if one is None else [one]
        return Taken(tuple(found), ())


def _changing(rules: Sequence[Rule]) -> int | None:
    """The one argument that every rule changes, where each has but its own predicate and comparisons in its body."""
    places: set[int] = set()
    for rule in rules:
        own = [one for one in rule.atoms if one is not None]
        if len(own) != 1 or own[0].signature != rule.signature or not distinct(own[0].arguments):
            return None
        names = [name_of(one) for one in own[0].arguments]
        changed = {at for at, term in enumerate(rule.head) if name_of(term) != names[at]}
        for literal, one in zip(rule.body, rule.atoms, strict=True):
            plain = literal.ast_type == ASTType.Literal
            if not plain or (literal.atom.ast_type != ASTType.Comparison and one is None):
                return None
            if one is not None and literal.sign != Sign.NoSign:
                return None
        others = {name for at, name in enumerate(names) if at not in changed}
        used = [literal.variables for literal, one in zip(rule.body, rule.atoms, strict=True) if one is None]
        used += [rule.head[at].variables for at in changed]
        if others & frozenset[str]().union(*used):
            return None
        places |= changed
    return places.pop() if len(places) == 1 else None


def _steps(rules: Sequence[Rule], at: int, scope: Scope) -> Steps | None:
    """When each rule leads on and where to, in terms of `START`; None where two do at once, or one to several."""
    found: list[tuple[Formula, Linear]] = []
    inside = replace(scope, undefined=[], unseen=[])
    for rule in rules:
        (own,) = (one for one in rule.atoms if one is not None)
        name = name_of(own.arguments[at])
        assert name is not None
        literals = [literal for literal, one in zip(rule.body, rule.atoms, strict=True) if one is None]
        try:
            order = plan(literals, frozenset([name]), rule.outer)
            ends = [
                (conj((state.guard, guard)), value)
                for state in extend(order, State({name: atom(START)}, TRUE), lambda _step: (), inside)
                for (value,), guard in products([rule.head[at]], state, inside)
            ]
        except Unreadable:
            return None
        if inside.undefined or len(ends) != 1:
            return None
        guard, value = ends[0]
        if (
            not isinstance(value, Linear)
            or unknowns_of((value,), guard).keys() - {START}
            or any(conj((guard, other)) is not FALSE for other, _ in found)
        ):
            return None
        found.append((guard, value))
    return tuple(found)
