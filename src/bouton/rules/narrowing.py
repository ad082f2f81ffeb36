"""Bounds of every argument of every predicate, over a batch of positions: interval analysis of the rules.

Abstract interpretation with intervals (Cousot and Cousot, POPL 1977), bottom-up over the strata: the literals of a rule
narrow the values of its variables, recursion is widened and then narrowed again. Compound terms are summarised per
functor: all terms `l(...)` share one row of bounds.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import prod

from clingo.ast import AST, AggregateFunction, ASTType, ComparisonOperator, Sign, UnaryOperator

from bouton.rules.bindings import outer
from bouton.rules.file import Signature
from bouton.rules.mirror import of_node
from bouton.rules.syntax import (
    MIRRORED,
    NEGATED,
    arguments,
    atoms,
    children,
    comparisons,
    defines,
    guards,
    has_operations,
    is_atom,
    is_comparison,
    is_positive,
    number,
    signature,
    variables,
    walk,
)
from bouton.rules.values import (
    ANYTHING,
    HUGE,
    INTEGERS,
    NOTHING,
    ROUGH,
    SYMBOLS,
    Integers,
    binary,
    exactly,
    operands,
    unary,
    union,
    widened,
)

Row = tuple[Integers, ...]
Environment = dict[str, Integers]
"""The values of each global variable of a rule, and of the local ones inside an aggregate."""

_ROUNDS = 4
"""How often a recursion is followed exactly before it is widened, and narrowed afterwards."""


class Contradiction(Exception):
    """The literals can never hold together."""


@dataclass(frozen=True)
class RuleBounds:
    """As much of bounds as one rule speaks of: what they say of it is the same wherever these are."""

    predicates: tuple[tuple[Signature, Row], ...]
    functors: tuple[tuple[Signature, Row], ...]
    counts: tuple[tuple[Signature, int], ...]
    sure: frozenset[Signature | None]
    rough: bool = False

    @property
    def bounds(self) -> Bounds:
        """Bounds that know no more than this."""
        return Bounds(dict(self.predicates), dict(self.functors), dict(self.counts), self.sure, self.rough)


@of_node()
def _spoken_of(rule: AST) -> tuple[tuple[Signature, ...], tuple[Signature, ...]]:
    """The predicates and the functors in a rule, each once."""
    terms = (node for node in walk(rule) if node.ast_type == ASTType.Function)
    predicates = dict.fromkeys(found for atom in atoms(rule) if (found := signature(atom)) is not None)
    return tuple(predicates), tuple(dict.fromkeys((term.name, len(term.arguments)) for term in terms))


@dataclass
class Bounds:
    """The bounds of every argument of every predicate and functor.

    `counts` says how many atoms a given predicate has at most in one position, `sure` names
    predicates that always hold for something. Numbers must stand in place of the constants; where these are
    `rough`, one of `ROUGH` stands for every number from 1 to it.
    """

    predicates: dict[Signature, Row]
    functors: dict[Signature, Row]
    counts: Mapping[Signature, int]
    sure: frozenset[Signature | None]
    rough: bool = False

    def of(self, rule: AST) -> RuleBounds:
        """What they have of the predicates and functors in a rule."""
        predicates, functors = _spoken_of(rule)
        return RuleBounds(
            tuple((one, self.predicates[one]) for one in predicates if one in self.predicates),
            tuple((one, self.functors[one]) for one in functors if one in self.functors),
            tuple((one, self.counts[one]) for one in predicates if one in self.counts),
            self.sure.intersection(predicates),
            self.rough,
        )

    def value(self, term: AST, known: Environment) -> Integers:
        """What a term may stand for."""
        kind = term.ast_type
        if kind == ASTType.Variable:
            return known.get(term.name, ANYTHING)
        if kind == ASTType.SymbolicTerm:
            literal = number(term)
            if literal is None:
                return SYMBOLS
            return Integers(1, literal) if self.rough and literal in ROUGH else exactly(literal)
        if kind == ASTType.BinaryOperation:
            return binary(term.operator_type, self.value(term.left, known), self.value(term.right, known)).clipped()
        if kind == ASTType.UnaryOperation:
            return unary(term.operator_type, self.value(term.argument, known)).clipped()
        if kind == ASTType.Interval:
            return Integers(self.value(term.left, known).low, self.value(term.right, known).high)
        if kind == ASTType.Function and (term.arguments or not term.name):
            return Integers(functors=frozenset({(term.name, len(term.arguments))}))
        return SYMBOLS if kind == ASTType.Function else ANYTHING

    def environment(self, literals: Iterable[AST], known: Environment | None = None) -> Environment | None:
        """The values of the variables where all these literals hold; None where they never do."""
        listed = list(literals)
        found = dict.fromkeys(outer(listed), ANYTHING) | (known or {})
        sure = self.sure.union(signature(literal) for literal in listed if is_positive(literal))
        try:
            for _ in range(2 * _ROUNDS):
                before = dict(found)
                for literal in listed:
                    self._narrow(literal, found, sure)
                if found == before:
                    break
        except Contradiction:
            return None
        return found

    def aggregate(self, atom: AST, known: Environment, sure: Container[Signature | None]) -> Integers:
        """The value of an aggregate; `sure` are predicates that hold for something."""
        rows = [
            (element, local)
            for element in atom.elements
            if (local := self.environment(element.condition, known)) is not None
        ]
        if atom.function in (AggregateFunction.Min, AggregateFunction.Max):
            none = NOTHING if any(_holds(element, known, sure) for element in atom.elements) else SYMBOLS
            return union([none, *(self.value(element.terms[0], local) for element, local in rows if element.terms)])
        counts = [self.tuples(element, known, local) for element, local in rows]
        if atom.function == AggregateFunction.Count:
            return Integers(0, min(sum(counts), HUGE)).clipped()
        return self.total(atom, known).clipped()

    def total(self, atom: AST, known: Environment) -> Integers:
        """The value of a #sum, not clipped."""
        low = high = 0
        for element in atom.elements:
            local = self.environment(element.condition, known)
            if local is None or not element.terms:
                continue
            weight = self.value(element.terms[0], local)
            many = self.tuples(element, known, local)
            if weight.low <= weight.high:
                low += many * min(weight.low, 0) if atom.function == AggregateFunction.Sum else 0
                high += many * max(weight.high, 0)
        return Integers(max(low, -HUGE), min(high, HUGE))

    def tuples(self, element: AST, known: Environment, local: Environment) -> int:
        """At most so many tuples an element of an aggregate contributes, given the variables outside."""
        names = frozenset().union(*map(variables, element.terms)) - known.keys()
        by_range = prod(local.get(name, ANYTHING).size for name in names)
        by_atoms = 1 if any(is_positive(literal) for literal in element.condition) else HUGE
        for literal in element.condition:
            if is_positive(literal):
                by_atoms = min(by_atoms * self._count(literal), HUGE)
        return min(by_range, by_atoms, HUGE)

    def _count(self, literal: AST) -> int:
        found = signature(literal)
        assert found is not None
        if found in self.counts:
            return self.counts[found]
        return min(prod(values.size for values in self.predicates.get(found, ())), HUGE)

    def _narrow(self, literal: AST, known: Environment, sure: Container[Signature | None]) -> None:
        if literal.ast_type != ASTType.Literal:
            return
        if literal.sign == Sign.Negation and (not is_comparison(literal) or len(literal.atom.guards) > 1):
            return
        atom = literal.atom
        if atom.ast_type == ASTType.SymbolicAtom:
            found = signature(atom)
            assert found is not None
            row = self.predicates.get(found)
            if row is None:
                raise Contradiction
            for term, values in zip(arguments(atom), row, strict=True):
                self._match(term, values, known)
        elif atom.ast_type == ASTType.Comparison:
            for left, operator, right in comparisons(atom):
                sense = NEGATED[operator] if literal.sign == Sign.Negation else operator
                self._compare(left, sense, self.value(right, known), known)
                self._compare(right, MIRRORED[sense], self.value(left, known), known)
        elif atom.ast_type == ASTType.BodyAggregate:
            for guard in guards(atom):
                if guard.comparison == ComparisonOperator.Equal:
                    self._match(guard.term, self.aggregate(atom, known, sure), known)

    def _compare(self, term: AST, operator: ComparisonOperator, other: Integers, known: Environment) -> None:
        """Narrow the term to the left of a comparison. Every integer is less than every symbol but #inf."""
        if operator == ComparisonOperator.Equal:
            self._match(term, other, known)
        elif not other.integral or other.empty or term.ast_type not in _NARROWED:
            return
        elif operator == ComparisonOperator.NotEqual:
            value = self.value(term, known)
            if other.low == other.high and value.integral:
                low = value.low + 1 if value.low == other.low else value.low
                high = value.high - 1 if value.high == other.low else value.high
                self._match(term, Integers(low, high), known)
        elif operator in (ComparisonOperator.LessThan, ComparisonOperator.LessEqual):
            most = other.high - (operator == ComparisonOperator.LessThan)
            self._match(term, Integers(-HUGE, most, symbols=True), known)
        else:
            least = other.low + (operator == ComparisonOperator.GreaterThan)
            self._match(term, Integers(least, HUGE, True, None), known)

    def _match(self, term: AST, values: Integers, known: Environment) -> None:
        """Narrow the variables of a term that stands for one of these values."""
        kind = term.ast_type
        if kind == ASTType.Variable:
            met = known.get(term.name, ANYTHING if term.name != "_" else values).meet(values)
            if met.empty:
                raise Contradiction
            if term.name != "_":
                known[term.name] = met
        elif kind == ASTType.SymbolicTerm:
            if self.value(term, known).meet(values).empty:
                raise Contradiction
        elif kind == ASTType.BinaryOperation:
            self._match_operation(term, values.integers, known)
        elif kind == ASTType.UnaryOperation:
            minus = term.operator_type == UnaryOperator.Minus
            self._match(term.argument, unary(UnaryOperator.Minus, values) if minus else INTEGERS, known)
        elif kind == ASTType.Interval:
            self._match(term.left, INTEGERS, known)
            self._match(term.right, INTEGERS, known)
        elif kind == ASTType.Function and (term.arguments or not term.name):
            row = self.functors.get((term.name, len(term.arguments)))
            if values.functors is not None and (term.name, len(term.arguments)) not in values.functors:
                raise Contradiction
            for argument, each in zip(term.arguments, row or (), strict=False):
                self._match(argument, each, known)

    def _match_operation(self, term: AST, values: Integers, known: Environment) -> None:
        if values.empty:
            raise Contradiction
        left, right = self.value(term.left, known).integers, self.value(term.right, known).integers
        for operand, each in zip(
            (term.left, term.right), operands(term.operator_type, values, left, right), strict=True
        ):
            self._match(operand, each, known)


_NARROWED = (ASTType.Variable, ASTType.BinaryOperation, ASTType.UnaryOperation)


def _holds(element: AST, known: Environment, sure: Container[Signature | None]) -> bool:
    """Whether an element certainly has a tuple: its condition is `p(X,_)`, and p holds for something."""
    if not (len(element.condition) == 1 and is_positive(element.condition[0])):
        return False
    (literal,) = element.condition
    names = [term.name for term in arguments(literal) if term.ast_type == ASTType.Variable and term.name not in known]
    different = len({name for name in names if name != "_"}) + names.count("_")
    return signature(literal) in sure and different == len(arguments(literal))


_FOLLOWED = 4
"""How often a recursion is followed exactly before it is widened, and narrowed afterwards."""


def bounds(
    strata: Sequence[Sequence[AST]],
    given: Mapping[Signature, Row],
    counts: Mapping[Signature, int],
    *,
    rough: bool = False,
) -> Bounds:
    """The bounds of what the rules derive, from those of the predicates that no rule derives.

    The numbers must stand in place of the constants; they may be `rough` (see `Bounds`).
    """
    rules = (rule for stratum in strata for rule in stratum)
    facts = {defines(rule) for rule in rules if not rule.body and not has_operations(rule.head)}
    sure = facts | {name for name, most in counts.items() if name[1] == 1 and most}
    found = Bounds(dict(given), {}, counts, frozenset(sure), rough)
    for stratum in strata:
        _solve(found, stratum)
    return found


def _solve(found: Bounds, stratum: Sequence[AST]) -> None:
    base = dict(found.functors)
    heads = {defines(rule) for rule in stratum}
    for head in heads:
        found.predicates[head] = (NOTHING,) * head[1]
    uses = {signature(literal) for rule in stratum for literal in rule.body if is_positive(literal)}
    if not uses & heads:
        _round(found, stratum, base)
        return
    rounds = 0
    while _round(found, stratum, base, grow=True, widen=rounds >= _FOLLOWED):
        rounds += 1
    if rounds >= _FOLLOWED:
        for _ in range(_FOLLOWED):
            _round(found, stratum, base)


def _round(
    found: Bounds, stratum: Sequence[AST], base: Mapping[Signature, Row], grow: bool = False, widen: bool = False
) -> bool:
    """One application of the rules; True where something changed.

    With `grow` the results are added to what there was, else they replace it, which is sound
    once they contain all there is.
    """
    predicates: dict[Signature, Row] = {defines(rule): (NOTHING,) * defines(rule)[1] for rule in stratum}
    functors = dict(base)
    for rule in stratum:
        built = _built(rule, found.of(rule))
        if built is not None:
            row, terms = built
            for name, each in terms:
                _add(functors, name, each)
            _add(predicates, defines(rule), row)
    changed = False
    for old, new in ((found.predicates, predicates), (found.functors, functors)):
        for name, row in new.items():
            before = old.get(name, (NOTHING,) * len(row))
            after = row
            if grow:
                after = tuple(a.join(b) for a, b in zip(before, row, strict=True))
            if widen:
                after = tuple(widened(a, b) for a, b in zip(before, after, strict=True))
            changed |= after != before
            old[name] = after
    return changed


@of_node()
def _built(rule: AST, known: RuleBounds) -> tuple[Row, tuple[tuple[Signature, Row], ...]] | None:
    """What a rule derives, and the compound terms that it builds; None where its body never holds."""
    found = known.bounds
    where = found.environment(rule.body)
    if where is None:
        return None
    terms: dict[Signature, Row] = {}
    for node in (rule.head, *rule.body):
        if node is rule.head or not is_atom(node):  # an atom only matches terms that some head built
            _record(found, node, where, terms)
    row = tuple(found.value(term, where).clipped() for term in arguments(rule.head))
    return row, tuple(terms.items())


def _record(found: Bounds, node: AST, known: Environment, functors: dict[Signature, Row]) -> None:
    """Note the arguments of every compound term that a rule may build."""
    if node.ast_type == ASTType.BodyAggregateElement:
        local = found.environment(node.condition, known)
        if local is None:
            return
        for term in node.terms:
            _record(found, term, local, functors)
        return
    if node.ast_type == ASTType.Function and (node.arguments or not node.name):
        row = tuple(found.value(argument, known).clipped() for argument in node.arguments)
        _add(functors, (node.name, len(node.arguments)), row)
    for child in arguments(node) if node.ast_type == ASTType.SymbolicAtom else children(node):
        _record(found, child, known, functors)


def _add(rows: dict[Signature, Row], name: Signature, row: Row) -> None:
    before = rows.get(name)
    rows[name] = row if before is None else tuple(a.join(b) for a, b in zip(before, row, strict=True))
