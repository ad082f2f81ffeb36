"""What a rule derives in one step from rows that are given it: for rules that are read form by form.

A row may be of unknown numbers: one heap of unknown place and size, say. What the rule derives is then a formula about
these. That this is what a form says, *whatever these are*, is a condition that must never fail, for a proof to show.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import ClassVar, TypeVar

from clingo.ast import AST, AggregateFunction, ASTType, ComparisonOperator, Sign

from bouton.core.errors import Unreadable
from bouton.core.logic.arithmetic import atom
from bouton.core.logic.elimination import NotEliminable, exists
from bouton.core.logic.expression import FALSE, TRUE, Formula, Linear, Unknown, unknown
from bouton.core.logic.formulas import conj, disj, equivalent, negate
from bouton.core.logic.terms import Term
from bouton.core.logic.walk import unknowns
from bouton.core.position import Heaps, Value
from bouton.reading.body import BodyStep, extend, plan
from bouton.reading.command import Condition
from bouton.reading.evaluate import constants_of
from bouton.reading.matching import Scope, State, products
from bouton.reading.relation import Row
from bouton.reading.syntax import Syntax, name_of, rule_of
from bouton.rules.file import Rules, Signature
from bouton.rules.syntax import arguments, defines, is_atom, is_comparison, is_positive, place, signature, variables

_Said = TypeVar("_Said", Formula, Linear)

HEAP, SIZE = unknown("_heap", 1), unknown("_size", 1)
"""Unknowns for the place and the size of one heap."""


@dataclass
class OneStep:
    """Rules that are read one by one, for parameters that may be unknown; Unreadable says which rule is in the way."""

    rules: Rules
    values: Mapping[str, Value | Unknown]
    _conditions: list[Condition] = field(default_factory=list)

    way: ClassVar[str]
    """How the rules are read, for messages: `by columns`."""

    @cached_property
    def _scope(self) -> Scope:
        return Scope(constants_of(self.rules, self.values))

    @cached_property
    def _heap(self) -> Signature:
        fluents = self.rules.fluents
        if len(fluents) != 1 or not isinstance(fluents[0], Heaps):
            raise Unreadable(f"what is read {self.way} has heaps alone, under one name")
        return fluents[0].name, 2

    def _by_the_play_alone(self) -> None:
        """See that no rule says who wins."""
        for other in (("winner", 1), ("side", 1)):
            for rule in self._of(other):
                raise in_the_way(rule, "who wins is said by the play alone")

    def _of(self, name: Signature) -> list[AST]:
        return [rule for rule in self.rules.statements if defines(rule) == name]

    def _only(self, name: Signature, count: int = 1) -> list[AST]:
        """The rules of a predicate, of which there must be so many."""
        found = self._of(name)
        if len(found) != count:
            where = place(found[0]) if found else (0, 0)
            raise Unreadable(f"{name[0]}/{name[1]} has {len(found)} rules; what is read {self.way} has {count}", *where)
        return found

    def _denies(self, literal: AST, name: Signature | None) -> bool:
        """Whether the literal is `not name`, or holds by the one rule that says so."""
        if not is_atom(literal) or arguments(literal):
            return False
        if not is_positive(literal):
            return signature(literal) == name and literal.sign == Sign.Negation
        rules = self._of(signature(literal) or ("", 0))
        return (
            len(rules) == 1
            and len(rules[0].body) == 1
            and not is_positive(rules[0].body[0])
            and self._denies(rules[0].body[0], name)
        )

    def _counting(self, rule: AST, value: Unknown, noun: str, what: str) -> tuple[AST, str, Formula]:
        """`p(A,N) :- q, N = #count { I : heap(I,S), ... }`: q, the name of A, and which heaps are counted for a value.

        A ought to be a `noun`, and `what` be counted.
        """
        read = rule_of(rule)
        first, count = read.head
        counts = [
            one for one in read.body if one.ast_type == ASTType.Literal and one.atom.ast_type == ASTType.BodyAggregate
        ]
        beside = [one for one in rule.body if is_positive(one)]
        if len(counts) != 1 or len(beside) != 1 or len(rule.body) != 2 or not _is_count(counts[0], count):
            raise in_the_way(rule, f"it does not count {what}")
        (element,) = counts[0].atom.elements
        at = name_of(first)
        if at in (None, name_of(count)):
            raise in_the_way(rule, f"{first} is no {noun}")
        if len(element.terms) != 1 or element.terms[0].ast_type != ASTType.Variable or name_of(element.terms[0]) == at:
            raise in_the_way(rule, "it does not count heaps")
        alone = rule.update(head=rule.head, body=[one.source for one in element.condition])
        holds = []
        for state in self._states(alone, {self._heap: row_of(HEAP, SIZE)}, {at: atom(value)}):
            if state.values.get(element.terms[0].name) is not atom(HEAP):
                raise in_the_way(rule, "it does not count heaps")
            holds.append(self._shown(state.guard))
        return beside[0], at, disj(holds)

    def _derived(
        self, rule: AST, given: Mapping[Signature, Row], denied: Mapping[Signature, Row] | None = None
    ) -> list[tuple[tuple[Term, ...], Formula]]:
        """What a rule derives in one step from one row of each of these predicates: the head's arguments, and when.

        Of what is `denied` a `not` in the rule may speak.
        """
        found = []
        head = rule_of(rule).head
        for state in self._states(rule, given, {}, denied):
            for terms, guard in products(head, state, self._scope):
                if (both := conj((state.guard, guard))) is not FALSE:
                    found.append((terms, both))
        return found

    def _one(
        self, rule: AST, given: Mapping[Signature, Row], denied: Mapping[Signature, Row] | None = None
    ) -> tuple[tuple[Term, ...], Formula]:
        """The one row that a rule derives in one step, and when; Unreadable where it derives none or several."""
        found = self._derived(rule, given, denied)
        if len(found) != 1:
            raise in_the_way(rule, "it is not seen what it says of one heap")
        return found[0][0], self._shown(found[0][1])

    def _states(
        self,
        rule: AST,
        given: Mapping[Signature, Row],
        bound: Mapping[str, Term],
        denied: Mapping[Signature, Row] | None = None,
    ) -> list[State]:
        """The states in which the body holds, which may speak of each of the given rows once, and compare numbers."""
        names = [signature(literal) for literal in rule.body if is_positive(literal)]
        for literal in rule.body:
            denies = is_atom(literal) and literal.sign == Sign.Negation and signature(literal) in (denied or {})
            if not is_comparison(literal) and not denies and not (is_positive(literal) and signature(literal) in given):
                raise in_the_way(literal, f"{literal} is about more than one heap or one digit place")
        if len(set(names)) < len(names):
            raise in_the_way(rule, "it is about more than one heap or one digit place")

        def rows(step: BodyStep) -> Sequence[Row]:
            assert step.atom is not None
            return [(given if step.literal.sign == Sign.NoSign else denied or {})[step.atom.signature]]

        body = rule_of(rule)
        steps = plan(body.body, frozenset(bound), body.outer | bound.keys())
        found = list(extend(steps, State(bound, TRUE), rows, self._scope))
        for literal in rule.body:
            for state in found if not is_positive(literal) else ():
                if any(not isinstance(state.values[one], Linear) for one in variables(literal)):
                    raise in_the_way(literal, f"{literal} looks into a list")
        return found

    def _shown(self, guard: Formula) -> Formula:
        """The guard without the numbers that the rule chooses by itself."""
        try:
            return exists([one for one in unknowns(guard) if one.local], guard)
        except NotEliminable as error:
            raise Unreadable(f"a rule depends on {error.unknown}, of which no bounds are known") from None

    @property
    def _parameters(self) -> frozenset[Unknown]:
        """The parameters that are unknown."""
        return frozenset(value for value in self.values.values() if isinstance(value, Unknown))

    def _about(self, rule: AST, said: _Said, *of: Unknown) -> _Said:
        """What is said, if it speaks of these unknowns and of parameters alone; else Unreadable."""
        if set(unknowns(said)) - {*of, *self._parameters}:
            raise in_the_way(rule, "it does not speak of a number of heaps alone")
        return said

    def _alike(self, rule: AST, one: Formula, other: Formula, meaning: str) -> None:
        self._never(rule, negate(equivalent(one, other)), meaning)

    def _never(self, rule: AST, formula: Formula, meaning: str) -> None:
        self._conditions.append(Condition(formula, meaning, *place(rule)))

    def _undefined(self) -> Iterable[Condition]:
        return [Condition(formula, f"{node} is undefined", *node.place) for formula, node in self._scope.undefined]


def row_of(*entries: Unknown) -> Row:
    """A row with these unknowns for arguments, without a condition."""
    return Row(tuple(map(atom, entries)), TRUE)


def in_the_way(rule: AST, reason: str) -> Unreadable:
    """The error of a rule that is not of the form that a way reads."""
    return Unreadable(reason, *place(rule))


def _is_count(literal: Syntax, count: Syntax) -> bool:
    """Whether the literal says that the variable is the number of something."""
    found = literal.atom
    guards = [one for one in (found.left_guard, found.right_guard) if one is not None]
    return (
        literal.sign == Sign.NoSign
        and found.function == AggregateFunction.Count
        and len(found.elements) == 1
        and len(guards) == 1
        and guards[0].comparison == ComparisonOperator.Equal
        and name_of(guards[0].term) == name_of(count) is not None
    )
