"""Arithmetic that may be undefined or too large: where it is, and the rules that find it while grounding.

clingo drops a rule instance whose arithmetic is undefined, with a message that depends on its join
order, and wraps at 32 bits in silence. So each operation that the bounds do not prove safe gets a
sentinel rule: the rest of the rule's body together with the offending condition.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations, product
from typing import TypeAlias

from clingo.ast import AST, AggregateFunction, ASTType, BinaryOperator, Location, Position

from bouton.core.fresh import Fresh
from bouton.rules.bindings import is_aggregate, is_linear, kept, outer
from bouton.rules.mirror import OPERATIONS, mirrored, of_node
from bouton.rules.narrowing import Bounds, Environment, RuleBounds
from bouton.rules.powers import bounded, guards, powers
from bouton.rules.syntax import guards as aggregate_guards
from bouton.rules.syntax import (
    has_operations,
    is_positive,
    operations,
    put,
    rewritten,
    rule_of,
    same,
    variable,
    variables,
)
from bouton.rules.values import ANYTHING, INTEGERS, LIMIT, Integers, binary, unary

_INT_MAX = 2**31 - 1
_UNIT = 65536
_MODULAR = (BinaryOperator.Division, BinaryOperator.Modulo)


class Uncheckable(Exception):
    """No sentinel can tell whether this operation is undefined or passes 32 bits."""

    def __init__(self, node: AST, message: str, expected: str | None = None) -> None:
        super().__init__(message)
        self.node = node
        self.expected = expected


@dataclass(frozen=True)
class Partial:
    """An operation that may be undefined or pass the limit.

    It does wherever `rest` holds with all of `condition` and one of `alternatives` (as text).
    `literal` is the index of the body literal that holds the operation, None in the head.
    """

    kind: str
    node: AST
    text: str
    literal: int | None
    rest: tuple[AST, ...]
    condition: tuple[AST, ...]
    alternatives: tuple[str, ...]
    names: frozenset[str]


Spot: TypeAlias = tuple[int, int, int, int]
"""Where a node begins and ends."""


@dataclass(frozen=True)
class Guarded:
    """A rule with guards for those of its powers that a comparison bounds, which are at these places."""

    rule: AST
    powers: frozenset[Spot] = frozenset()


def guarded(rule: AST, bounds: Bounds) -> Guarded:
    """A rule whose powers clingo computes only where they are as small as a comparison of the rule lets them be.

    What the rule says is the same. The numbers must stand in place of the constants.
    """
    return _guarded(rule, bounds.of(rule)) if powers(rule) else Guarded(rule)


@of_node()
def _guarded(rule: AST, known: RuleBounds) -> Guarded:
    return _Rule(Guarded(rule), known.bounds).guarded()


def findings(rule: Guarded, bounds: Bounds) -> list[Partial]:
    """Every operation of a rule that the bounds do not prove safe, inner operations first.

    The numbers must stand in place of the constants. Uncheckable where no sentinel can be written.
    """
    return list(_found(rule.rule, rule.powers, bounds.of(rule.rule)))


@of_node()
def _found(rule: AST, guarded: frozenset[Spot], known: RuleBounds) -> tuple[Partial, ...]:
    found = list(_Rule(Guarded(rule, guarded), known.bounds).findings())
    unique = {(finding.kind, str(finding.node), finding.literal, finding.alternatives): finding for finding in found}
    return tuple(unique.values())


def together(rule: AST, found: Sequence[Partial]) -> Iterator[tuple[Partial, tuple[AST, ...], tuple[str, ...]]]:
    """Each sentinel: what it finds, the literals of its body, and the conditions on top as text.

    Where several literals are undefined for the same values, none of them lets the rest of the body
    hold, and where several are too large, clingo may take each for false; so literals are also left out two, three
    and four at a time.
    """
    for finding in found:
        for alternative in finding.alternatives:
            yield finding, finding.rest + finding.condition, (alternative,)
    plain = [f for f in found if f.literal is not None and not f.condition]
    literals = sorted({f.literal for f in plain if f.literal is not None})
    outside = outer((rule.head, *rule.body))
    for size in range(2, min(len(literals), 4) + 1):
        for chosen in combinations(literals, size):
            rest, names = kept((literal for at, literal in enumerate(rule.body) if at not in chosen), outside)
            for group in product(*([f for f in plain if f.literal == at] for at in chosen)):
                if all(f.names <= names for f in group):
                    for conditions in product(*(f.alternatives for f in group)):
                        yield group[0], rest, conditions


class _Rule:
    """One rule, with the bounds of its variables."""

    def __init__(self, guarded: Guarded, bounds: Bounds) -> None:
        rule = self.rule = guarded.rule
        self.powers = guarded.powers
        self.body = tuple(rule.body)
        self.bounds = bounds
        self.outside = outer((rule.head, *rule.body))
        self.renamed: dict[str, str] = {}
        self.uncertain: set[int] = set()
        """Literals, by their identities, whose arithmetic may pass 32 bits: they narrow nothing that is in doubt."""
        self.asked: dict[tuple[int, ...], tuple[Sequence[AST], Environment | None]] = {}
        """The bounds where literals hold, by their identities, and the literals, so that no other has one of these."""
        self._certify(self.body)

    def guarded(self) -> Guarded:
        """The rule with its guards, in the body and in the conditions of aggregates."""
        found, places, texts = list[str](), set[Spot](), list[AST]()
        for literal in self.body:
            known = self._environment([one for one in self.body if one is not literal])
            for power, most in self._powers(literal, known, self.body):
                found += guards(power, most, partial(self.bounds.value, known=known or {}))
                texts.append(power)
        body = [self._guarded_aggregate(one, places) if is_aggregate(one) else one.source for one in self.body]
        places |= {_spot(one) for one in powers(self.rule) for text in texts if same(one, text)}
        if not found and not places:
            return Guarded(self.rule)
        whole = self.rule.source.update(body=[*body, *_literals(found)])
        return Guarded(mirrored(whole), frozenset(places))

    def _guarded_aggregate(self, literal: AST, places: set[Spot]) -> AST:
        elements = []
        for element in literal.atom.elements:
            self._certify((*self.body, *element.condition))
            found = list[str]()
            for condition in element.condition:
                others = [one for one in (*self.body, *element.condition) if one not in (condition, literal)]
                known = self._environment(others)
                for power, most in self._powers(condition, known, others):
                    found += guards(power, most, partial(self.bounds.value, known=known or {}))
                    places |= {_spot(one) for one in powers(element) if same(one, power)}
            conditions = [one.source for one in element.condition]
            elements.append(element.source.update(condition=[*conditions, *_literals(found)]))
        source: AST = literal.source
        return source.update(atom=source.atom.update(elements=elements))

    def _powers(self, literal: AST, known: Environment | None, others: Sequence[AST]) -> Iterator[tuple[AST, int]]:
        """The powers in a literal that it bounds itself, where nothing else in it is in doubt, and their bounds."""
        if known is None or id(literal) not in self.uncertain:
            return
        outside = self.outside | variables(literal).union(*map(variables, others))
        _, names = kept((one for one in others if one is not literal), outside)
        for power, most in bounded(literal, partial(self.bounds.value, known=known)):
            rest = [one for one in operations(literal) if one not in powers(literal)]
            inside = [*operations(power.left), *operations(power.right)]
            doubted = any(self._undefined(one, known) for one in rest) or any(
                self._overflows(one, known) for one in inside
            )
            if variables(power) <= names and not doubted:
                yield power, most

    def _certify(self, literals: Sequence[AST]) -> None:
        """Find the literals whose arithmetic stays within 32 bits where those do that were found before.

        Two that bound each other must not both be taken to hold: clingo may compute either of them wrong.
        """
        outside = self.outside.union(*map(variables, literals)) if literals is not self.body else self.outside
        pending = [one for one in literals if not is_aggregate(one) and has_operations(one) and not _is_guard(one)]
        self.uncertain.update(map(id, pending))
        while True:
            certain = [one for one in literals if id(one) not in self.uncertain]
            base, names = kept(certain, outside)
            known = self.bounds.environment(base)
            new = [one for one in pending if known is None or self._certain(one, known, names, literals, outside)]
            if not new:
                return
            pending = [one for one in pending if one not in new]
            self.uncertain.difference_update(map(id, new))

    def _certain(
        self, literal: AST, known: Environment, names: frozenset[str], among: Sequence[AST], outside: frozenset[str]
    ) -> bool:
        others: frozenset[str] | None = None
        for operation in operations(literal):
            used = variables(operation)
            if used <= names:
                if self._overflows(operation, known):
                    return False
                continue
            if others is None:
                _, others = kept((one for one in among if one is not literal), outside)
            if used <= others or not is_linear(operation):  # else clingo solves it for what it leaves open
                return False
        return True

    def findings(self) -> Iterator[Partial]:
        """All findings, the body first: what a head computes from them comes last."""
        for at, literal in enumerate(self.body):
            if is_aggregate(literal):
                yield from self._aggregate(at, literal)
            elif has_operations(literal) and not _is_guard(literal):
                yield from self._literal(at, literal)
        if has_operations(self.rule.head):
            rest, names = kept(self.body, self.outside)
            yield from self._operations(self.rule.head, None, rest, names)

    def _others(self, at: int) -> tuple[AST, ...]:
        return self.body[:at] + self.body[at + 1 :]

    def _literal(self, at: int, literal: AST) -> Iterator[Partial]:
        rest, names = kept(self._others(at), self.outside)
        if is_positive(literal) and not variables(literal) <= names:
            wider, more = kept((*self._others(at), mirrored(rewritten(literal.source, _blank))), self.outside)
            if any(variables(node) & (more - names) for node in operations(literal)):
                rest, names = wider, more
        yield from self._operations(literal, at, rest, names)
        yield from self._inverted(literal, at, names)

    def _inverted(self, literal: AST, at: int, names: frozenset[str]) -> Iterator[Partial]:
        """Variables that clingo finds by solving `X+1 = value`: they may leave the limit, not 32 bits."""
        solved = frozenset().union(*map(variables, operations(literal))) - names
        if not solved:
            return
        full, every = kept(self.body, self.outside)
        known = self.bounds.environment(full)
        for name in sorted(solved & every):
            if known is not None and not known.get(name, ANYTHING).bounded:
                node = next(node for node in operations(literal) if name in variables(node))
                yield Partial(
                    "overflow", node, self._text(node), at, full, (), (f"|{name}| > {LIMIT}",), frozenset({name})
                )

    def _aggregate(self, at: int, literal: AST) -> Iterator[Partial]:
        rest, names = kept(self._others(at), self.outside)
        atom = literal.atom
        for guard in aggregate_guards(atom):
            yield from self._operations(guard.term, at, rest, names)
        inner = frozenset().union(*map(variables, atom.elements)) & self.outside
        if not inner <= names:
            return
        for element in map(self._renamed, atom.elements):
            self._certify((*rest, *element.condition))
            for condition in (one for one in element.condition if not _is_guard(one)):
                others = [other for other in element.condition if other is not condition]
                yield from self._element(condition, at, rest, others)
            for term in element.terms:
                yield from self._element(term, at, rest, list(element.condition))
            if atom.function in (AggregateFunction.Sum, AggregateFunction.SumPlus) and element.terms:
                yield from self._weight(element, at, rest)
        if atom.function in (AggregateFunction.Sum, AggregateFunction.SumPlus):
            known = self._environment(rest)
            if known is not None and not self.bounds.total(atom, known).bounded:
                yield Partial("overflow", literal.atom, self._text(literal.atom), at, rest, (), _too_large(atom), inner)

    def _renamed(self, element: AST) -> AST:
        """An element with local variables that no other part of the rule uses."""
        local = variables(element) - self.outside
        new = Fresh(variables(self.rule))
        names = {name: new.name(f"Local_{name}") for name in sorted(local)}
        self.renamed |= {new: old for old, new in names.items()}
        return mirrored(put(element.source, names)) if names else element

    def _text(self, node: AST) -> str:
        """The node as the user knows it."""
        text = str(put(node.source, self.renamed))
        return text[1:-1] if text.startswith("(") and text.endswith(")") else text

    def _element(self, node: AST, at: int, rest: tuple[AST, ...], condition: list[AST]) -> Iterator[Partial]:
        if not has_operations(node):
            return
        outside = self.outside | variables(node).union(*map(variables, condition))
        both, names = kept((*rest, *condition), outside)
        yield from self._operations(node, at, both, names, inside=True)

    def _weight(self, element: AST, at: int, rest: tuple[AST, ...]) -> Iterator[Partial]:
        weight = element.terms[0]
        both = (*rest, *element.condition)
        known = self._environment(both)
        if known is not None and not self.bounds.value(weight, known).integral:
            condition = tuple(element.condition)
            yield Partial(
                "undefined", weight, self._text(weight), at, rest, condition, _not_integer(weight), variables(weight)
            )

    def _environment(self, literals: Sequence[AST]) -> Environment | None:
        """The bounds where the literals hold; an operation in one of them does not make its operands numbers.

        For the literal does not hold where it is undefined, and that is what is looked for.
        """
        known = self._where([one for one in literals if id(one) not in self.uncertain])
        plain, names = kept((each for each in literals if not has_operations(each)), self.outside)
        base = self._where(plain)
        if known is None or base is None:
            return base
        known = dict(known)
        for name in names & base.keys() & known.keys():
            known[name] = Integers(known[name].low, known[name].high, base[name].symbols, base[name].functors)
        return known

    def _where(self, literals: Sequence[AST]) -> Environment | None:
        """The bounds where the literals hold, which several operations of a rule ask for."""
        key = tuple(map(id, literals))
        if key not in self.asked:
            self.asked[key] = literals, self.bounds.environment(literals)
        return self.asked[key][1]

    def _operations(
        self, node: AST, at: int | None, rest: tuple[AST, ...], names: frozenset[str], inside: bool = False
    ) -> Iterator[Partial]:
        known = self._environment(rest)
        if known is None:
            return
        for operation in operations(node):
            used = variables(operation)
            if not used <= names:
                if not is_linear(operation):
                    loose = ", ".join(sorted(self.renamed.get(name, name) for name in used - names))
                    raise Uncheckable(
                        operation, f"{self._text(operation)}: a literal of its own must give {loose} a value"
                    )
                continue
            undefined, overflow = self._doubts(operation, known)
            # What is found inside an aggregate must not be combined with other literals.
            literal = None if inside else at
            if undefined:
                yield Partial("undefined", operation, self._text(operation), literal, rest, (), undefined, used)
            if overflow:
                yield Partial("overflow", operation, self._text(operation), literal, rest, (), (overflow,), used)

    def _doubts(self, node: AST, known: Environment) -> tuple[tuple[str, ...], str]:
        """When the operation is undefined, and when its result passes the limit; empty where never."""
        undefined = self._undefined(node, known)
        if not self._overflows(node, known):
            return undefined, ""
        if node.ast_type == ASTType.BinaryOperation and node.operator_type == BinaryOperator.Power:
            text = self._text(node)
            raise Uncheckable(
                node,
                f"the size of {text} cannot be bounded",
                f"a range for the exponent, such as 0..20, or {text} <= N with a base >= 2 and an exponent >= 0",
            )
        if node.ast_type == ASTType.BinaryOperation and node.operator_type == BinaryOperator.Multiplication:
            return undefined, f"{node.right} != 0, |{node.left}| > {LIMIT}/|{node.right}|"
        return undefined, f"|{node}| > {LIMIT}"

    def _undefined(self, node: AST, known: Environment) -> tuple[str, ...]:
        """When the operation has no value."""
        undefined: list[str] = []
        for operand in _operands(node):
            if not self.bounds.value(operand, known).integral:
                undefined += _not_integer(operand)
        if node.ast_type == ASTType.BinaryOperation and node.operator_type in _MODULAR:
            right = self.bounds.value(node.right, known)
            if right.low <= 0 <= right.high:
                undefined.append(f"{node.right} = 0")
        return tuple(undefined)

    def _overflows(self, node: AST, known: Environment) -> bool:
        """Whether the result may pass the limit."""
        if node.ast_type == ASTType.Interval or _spot(node) in self.powers:
            return False
        values = [self.bounds.value(operand, known) for operand in _operands(node)]
        if node.ast_type == ASTType.UnaryOperation:
            return not unary(node.operator_type, values[0]).bounded
        return not binary(node.operator_type, values[0].meet(INTEGERS), values[1].meet(INTEGERS)).bounded


def _spot(node: AST) -> Spot:
    begin, end = node.location.begin, node.location.end
    return begin.line, begin.column, end.line, end.column


def _operands(node: AST) -> tuple[AST, ...]:
    return (node.argument,) if node.ast_type == ASTType.UnaryOperation else (node.left, node.right)


_GUARD = "<guard>"


def _literals(texts: Sequence[str]) -> list[AST]:
    """Guards as nodes, which are known by their place: they are within 32 bits, and nothing is looked for in them."""
    found = rule_of(f"x :- {', '.join(dict.fromkeys(texts))}.").body if texts else ()
    nowhere = Position(_GUARD, 1, 1)
    return [one.update(location=Location(nowhere, nowhere)) for one in found]


def _is_guard(literal: AST) -> bool:
    return bool(literal.location.begin.filename == _GUARD)


def _not_integer(term: AST) -> tuple[str, ...]:
    """Conditions for a term that is no integer: those are above all integers, and #inf below."""
    return f"{term} > {_INT_MAX}", f"{term} = #inf"


def _too_large(atom: AST) -> tuple[str, ...]:
    """Conditions under which a sum may pass the limit, found by a sum that cannot.

    Each weight W counts |W|/2^16 + 1, so the sum of |W| is below 2^16 times that.
    """
    units, tuples = [], []
    for element in (element for element in atom.elements if element.terms):
        terms = ",".join(map(str, element.terms))
        condition = ", ".join(map(str, element.condition))
        units.append(f"|{element.terms[0]}|/{_UNIT}+1,{terms}: {condition}")
        tuples.append(f"{terms}: {condition}")
    return (
        f"#sum {{ {'; '.join(units)} }} > {LIMIT // _UNIT}",
        f"#count {{ {'; '.join(tuples)} }} > {_UNIT}",
    )


def _blank(node: AST) -> AST | None:
    """`_` in place of an operation, so that the atom still binds its other variables."""
    return variable("_", node) if node.ast_type in OPERATIONS else None
