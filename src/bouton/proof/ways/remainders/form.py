"""Games whose moves take stones from heaps, and claims about the nim-sum of quotients of the sizes, and their sum.

As for digit places, a rule is read by what it derives in one step, and conditions that must never hold say that this is
what the form says whatever the numbers are. That something is added up over all heaps is told by the form of the rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from clingo.ast import AST, ASTType

from bouton.core.errors import Unreadable
from bouton.core.logic.arithmetic import add, atom, divide, number
from bouton.core.logic.expression import TRUE, Formula, Linear, Quotient, Unknown, unknown
from bouton.core.logic.formulas import at_most, conj, disj, equal, less, negate
from bouton.core.logic.substitution import replace
from bouton.core.logic.terms import Term
from bouton.core.logic.walk import unknowns
from bouton.proof.ways.lists import COUNTED, ListMoves, stones
from bouton.proof.ways.one_step import HEAP, SIZE, in_the_way, row_of
from bouton.proof.ways.sums.form import Summed
from bouton.reading.command import Condition
from bouton.reading.relation import Row
from bouton.rules.depend import meant
from bouton.rules.file import Signature
from bouton.rules.syntax import is_atom, is_positive, signature

TAKEN, _FEWER = unknown("_taken", 2), unknown("_fewer", 2)
"""How many stones a move takes from several heaps together; and a lesser number of them."""
NIM_SUM, TOTAL, VALUE = unknown("_nim_sum", 0), unknown("_total", 0), unknown("_value")
"""The nim-sum of all quotients, the sum of all sizes, and a value that is claimed of the position."""


@dataclass(frozen=True)
class Taking:
    """What a move takes: any stones of one heap, or of several heaps as many in all as are `allowed`.

    That is so unless one of the conditions can hold. Where so many stones are allowed, fewer are too.
    """

    _allowed: Formula
    conditions: tuple[Condition, ...]

    def allowed(self, taken: Linear) -> Formula:
        """The condition, on the parameters, that a move may take `taken` stones in all from two or more heaps."""
        return replace({TAKEN: taken}, self._allowed)


@dataclass(frozen=True)
class QuotientSums:
    """What a claim says of the nim-sum of the heaps' quotients by a divisor, and of the sum of the heaps.

    That is so unless one of the conditions can hold.
    """

    divisor: Linear
    _said: Formula
    named: tuple[Linear, ...]
    """The terms, over the nim-sum and the sum, that the claim names as values; none where it is about P-positions."""
    conditions: tuple[Condition, ...]

    def quotient(self, size: Linear) -> Linear:
        """What a heap of this size adds to the nim-sum."""
        return divide(size, self.divisor)

    def said(self, nim_sum: Linear, total: Linear, value: Linear | None = None) -> Formula:
        """When a position with these sums is claimed to be a P-position; or, of values, to have this value."""
        put = {NIM_SUM: nim_sum, TOTAL: total}
        return replace(put if value is None else {**put, VALUE: value}, self._said)


@dataclass
class Remainders(ListMoves):
    """Rules about stones taken and quotients, for parameters that may be unknown; Unreadable says what is wrong."""

    way = "by quotients and remainders"
    counting = "number of the stones that it takes"
    each = "the stones that it loses"

    def taking(self) -> Taking:
        """What moves take by the rules; Unreadable where the rules are of another form."""
        self._conditions = []
        move, lists = self.listed()
        if lists is None:
            raise in_the_way(move, "a move is no list of heaps")
        step, more = self.step(lists, stones)
        beyond = self.begun(lists, step, stones)
        guard = self.moved(move, lists)
        self._never(move, negate(guard), "a list that takes so many stones is no move")
        allowed = replace({COUNTED: add(atom(TAKEN), number(beyond - 1))}, more)
        fewer = conj((allowed, less(atom(_FEWER), atom(TAKEN)), negate(replace({TAKEN: atom(_FEWER)}, allowed))))
        self._never(step, fewer, "several heaps may lose so many stones together, and not fewer")
        return Taking(allowed, (*self._conditions, *self._undefined()))

    def claimed(self, name: str) -> QuotientSums:
        """What the claim `name` says of P-positions, in terms of both sums."""
        return self._sums((meant(name, self.rules.statements), 0))

    def valued(self, name: str) -> QuotientSums:
        """What the claim `name` says of values, in terms of both sums."""
        return self._sums((name, 1))

    def _sums(self, name: Signature) -> QuotientSums:
        self._conditions = []
        rules = self._of(name)
        given, summand = self._added(rules, name)
        divisor = self._divisor(summand)
        found, named = [], []
        for rule in rules:
            for terms, guard in self._derived(rule, given):
                values = [self._value(rule, one) for one in terms]
                found.append(self._shown(conj((guard, *(equal(atom(VALUE), one) for one in values)))))
                named += values
        return QuotientSums(divisor, disj(found), tuple(named), (*self._conditions, *self._undefined()))

    def _value(self, rule: AST, term: Term) -> Linear:
        if not isinstance(term, Linear) or any(one.local for one in unknowns(term)):
            raise in_the_way(rule, "it is not seen which value it names")
        return term

    def _added(self, rules: list[AST], name: Signature) -> tuple[Mapping[Signature, Row], Signature]:
        """The sums that the rules speak of, each with its row, and what the nim-sum adds up."""
        summed = Summed(self.rules)
        given: dict[Signature, Row] = {}
        summands: dict[str, Signature] = {}
        for rule in rules:
            for literal in rule.body:
                asked = signature(literal) if is_atom(literal) and is_positive(literal) else None
                if asked is None or asked in given:
                    continue
                if summed.adds_sizes(asked):
                    given[asked] = row_of(TOTAL)
                    continue
                for other in self._of(asked):
                    if any(one.atom.ast_type == ASTType.BodyAggregate for one in other.body):
                        raise in_the_way(other, f"{asked[0]} is not the sum of all heaps")
                value = asked[0] if asked[1] else summed.zero(asked[0])
                if asked[1] > 1:
                    raise in_the_way(literal, f"{asked[0]}/{asked[1]} is no nim-sum")
                summands[value] = summed.nim_sum(value).summand
                given[asked] = row_of(NIM_SUM) if asked[1] else Row((), equal(atom(NIM_SUM), number(0)))
        if len(summands) != 1:
            where = rules[0] if rules else None
            reason = f"{name[0]} speaks of {len(summands)} nim-sums of all heaps, and not of one"
            raise Unreadable(reason) if where is None else in_the_way(where, reason)
        return given, next(iter(summands.values()))

    def _divisor(self, summand: Signature) -> Linear:
        """What each size is divided by; 1 where the sizes themselves are added up."""
        if summand == self._heap:
            return number(1)
        (rule,) = self._only(summand)
        (heap, value), guard = self._one(rule, {self._heap: row_of(HEAP, SIZE)})
        part = value.terms[0][0] if isinstance(value, Linear) and value.terms else None
        divisor = part.right if isinstance(part, Quotient) else number(1)
        parameters = {one for one in self.values.values() if isinstance(one, Unknown)}
        if heap != atom(HEAP) or value != divide(atom(SIZE), divisor) or not set(unknowns(divisor)) <= parameters:
            raise in_the_way(rule, "it does not say what each size is, divided by some number")
        if guard is not TRUE:
            self._never(rule, negate(guard), "a heap has no quotient")
        self._never(rule, at_most(divisor, number(0)), "what the sizes are divided by is not positive")
        return divisor
