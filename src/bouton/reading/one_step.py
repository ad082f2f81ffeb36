"""What one rule derives in one step from rows that are given it, for heaps, sizes and numbers that are not known.

So a rule may be written in any way. What it derives must be what some form says, whatever the numbers are: where that
is not plain, a condition that must never hold says so, for a proof to show.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import ClassVar

from clingo.ast import AST, ASTType

from bouton.core.logic.arithmetic import atom
from bouton.core.logic.elimination import NotEliminable, exists
from bouton.core.logic.expression import FALSE, TRUE, Formula, Linear, Unknown, unknown
from bouton.core.logic.formulas import conj, equivalent, negate
from bouton.core.logic.terms import Term, Unreadable
from bouton.core.logic.walk import unknowns
from bouton.core.position import Heaps, Value
from bouton.reading.body import extend, plan
from bouton.reading.command import Condition
from bouton.reading.evaluate import constants_of
from bouton.reading.matching import Scope, State, products
from bouton.reading.relation import Row
from bouton.reading.syntax import rule_of
from bouton.rules.file import Rules, Signature
from bouton.rules.syntax import defines, is_atom, is_positive, place, signature, variables

HEAP, SIZE = unknown("_heap", 1), unknown("_size", 1)
"""A heap of unknown place and size."""


@dataclass
class OneStep:
    """Rules read one by one for parameters that may be unknown; Unreadable says which rule is in the way."""

    way: ClassVar[str]
    """The way of reading, for messages."""

    rules: Rules
    values: Mapping[str, Value | Unknown]
    _conditions: list[Condition] = field(default_factory=list)

    @cached_property
    def _scope(self) -> Scope:
        return Scope(constants_of(self.rules, self.values))

    @cached_property
    def _heap(self) -> Signature:
        fluents = self.rules.fluents
        if len(fluents) != 1 or not isinstance(fluents[0], Heaps):
            raise Unreadable(f"what is read {self.way} has heaps alone, under one name")
        return fluents[0].name, 2

    def _of(self, name: Signature) -> list[AST]:
        return [rule for rule in self.rules.statements if defines(rule) == name]

    def _only(self, name: Signature, count: int = 1) -> list[AST]:
        """The rules of a predicate, of which there must be so many."""
        found = self._of(name)
        if len(found) != count:
            where = place(found[0]) if found else (0, 0)
            raise Unreadable(f"{name[0]}/{name[1]} has {len(found)} rules; what is read {self.way} has {count}", *where)
        return found

    def _derived(self, rule: AST, given: Mapping[Signature, Row]) -> list[tuple[tuple[Term, ...], Formula]]:
        """What a rule derives in one step from one row of each of these predicates: the head's arguments, and when."""
        found = []
        head = rule_of(rule).head
        for state in self._states(rule, given, {}):
            for terms, guard in products(head, state, self._scope):
                if (both := conj((state.guard, guard))) is not FALSE:
                    found.append((terms, both))
        return found

    def _one(self, rule: AST, given: Mapping[Signature, Row]) -> tuple[tuple[Term, ...], Formula]:
        """The same where it derives one row."""
        found = self._derived(rule, given)
        if len(found) != 1:
            raise in_the_way(rule, "it is not seen what it says of one heap")
        return found[0][0], self._shown(found[0][1])

    def _states(self, rule: AST, given: Mapping[Signature, Row], bound: Mapping[str, Term]) -> list[State]:
        """The states in which the body holds, which may speak of each of the given rows once, and compare numbers."""
        names = [signature(literal) for literal in rule.body if is_atom(literal)]
        for literal in rule.body:
            compares = literal.ast_type == ASTType.Literal and literal.atom.ast_type == ASTType.Comparison
            if not compares and not (is_positive(literal) and signature(literal) in given):
                raise in_the_way(literal, f"{literal} is about more than one heap or one digit place")
        if len(set(names)) < len(names):
            raise in_the_way(rule, "it is about more than one heap or one digit place")
        body = rule_of(rule)
        steps = plan(body.body, frozenset(bound), body.outer | bound.keys())
        found = list(extend(steps, State(bound, TRUE), lambda step: _given(step.atom, given), self._scope))
        for literal in rule.body:
            for state in found if not is_atom(literal) else ():
                if any(not isinstance(state.values[one], Linear) for one in variables(literal)):
                    raise in_the_way(literal, f"{literal} looks into a list")
        return found

    def _shown(self, guard: Formula) -> Formula:
        """The guard without the numbers that the rule chooses by itself."""
        try:
            return exists([one for one in unknowns(guard) if one.local], guard)
        except NotEliminable as error:
            raise Unreadable(f"a rule depends on {error.unknown}, of which no bounds are known") from None

    def _about(self, rule: AST, formula: Formula, one: Unknown) -> Formula:
        """The formula, which must speak of this one and of parameters alone."""
        if set(unknowns(formula)) - {one, *(value for value in self.values.values() if isinstance(value, Unknown))}:
            raise in_the_way(rule, "it does not speak of a number of heaps alone")
        return formula

    def _alike(self, rule: AST, one: Formula, other: Formula, meaning: str) -> None:
        self._never(rule, negate(equivalent(one, other)), meaning)

    def _never(self, rule: AST, formula: Formula, meaning: str) -> None:
        self._conditions.append(Condition(formula, meaning, *place(rule)))

    def _undefined(self) -> Iterable[Condition]:
        return [Condition(formula, f"{node} is undefined", *node.place) for formula, node in self._scope.undefined]


def in_the_way(rule: AST, reason: str) -> Unreadable:
    """What is not as a form has it, at the place of a rule."""
    return Unreadable(reason, *place(rule))


def row_of(*entries: Unknown) -> Row:
    """The row of these unknowns."""
    return Row(tuple(map(atom, entries)), TRUE)


def _given(one: object, given: Mapping[Signature, Row]) -> Sequence[Row]:
    return [given[one.signature]]  # type: ignore[attr-defined]
