"""Each predicate of a claim as its completion (Clark 1978), read from the syntax tree of the rules alone.

A predicate holds of arguments where the body of one of its rules does, for some values of the variables of that rule.
For rules without recursion that is what they mean; a predicate whose own rules speak of it holds of the least that they
derive. Of several that speak of one another the rules derive one predicate of terms: each holds where that holds of the
term with its name. Nothing is simplified: a formula here is what stands in the file.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Literal

from clingo.ast import AST, AggregateFunction, ASTType, BinaryOperator, ComparisonOperator, Sign, UnaryOperator

from bouton.core.errors import Unreadable
from bouton.core.fresh import Fresh
from bouton.core.position import Counter
from bouton.rocq import names
from bouton.rocq import tree as t
from bouton.rocq.digits import meaning, variables_of
from bouton.rocq.flat import Flat, flat
from bouton.rules.depend import closure
from bouton.rules.file import IN_RANGE, Rules, Signature
from bouton.rules.mirror import mirrored
from bouton.rules.numeration import asked
from bouton.rules.syntax import (
    NEGATED,
    arguments,
    comparisons,
    constant,
    defines,
    guards,
    names_in,
    number,
    place,
    signature,
    variables,
    walk,
)

_OPERATORS = {
    BinaryOperator.Plus: "+",
    BinaryOperator.Minus: "-",
    BinaryOperator.Multiplication: "*",
    BinaryOperator.Division: "/",
    BinaryOperator.Modulo: "\\",
    BinaryOperator.Power: "**",
    BinaryOperator.And: "&",
    BinaryOperator.Or: "?",
    BinaryOperator.XOr: "^",
}
_RELATIONS = {
    ComparisonOperator.Equal: "=",
    ComparisonOperator.NotEqual: "<>",
    ComparisonOperator.LessThan: "<",
    ComparisonOperator.LessEqual: "<=",
    ComparisonOperator.GreaterThan: ">",
    ComparisonOperator.GreaterEqual: ">=",
}
_AGGREGATES: dict[object, Literal["counted", "summed", "greatest", "least"]] = {
    AggregateFunction.Count: "counted",
    AggregateFunction.Sum: "summed",
    AggregateFunction.Max: "greatest",
    AggregateFunction.Min: "least",
}


@dataclass(frozen=True)
class Definition:
    """A predicate with its arguments and what it is by the rules, one disjunct for each."""

    signature: Signature
    name: str
    arguments: tuple[tuple[str, t.Sort], ...]
    body: t.Formula
    line: int | None
    """Where its first rule begins; None for what is given."""
    again: tuple[int, int] | None = None
    """Where it first speaks of itself: then it holds of no more than its rules derive, the least of its completions."""


@dataclass(frozen=True)
class Completion:
    """The definitions, each after those that it uses, and the functions of which terms are built, with their sorts."""

    definitions: tuple[Definition, ...]
    functions: tuple[tuple[str, tuple[t.Sort, ...]], ...]
    built: Mapping[tuple[str, int], str]
    """What functions of the rules are called, by their names and the number of their arguments."""
    families: Mapping[str, Signature] = field(default_factory=dict)
    """By the name of what the rules of several derive together the first of these."""
    flat: Flat = field(default_factory=Flat)
    """What moves that are built of other terms are called."""

    def of(self, one: Signature) -> Definition | None:
        """The definition of a predicate, where it is among these."""
        return next((found for found in self.definitions if found.signature == one), None)


def completion(rules: Rules, wanted: Collection[Signature]) -> Completion:
    """The completion of all that the wanted predicates need; Unreadable, with its place, where it cannot be printed."""
    return _Reader(rules, wanted).read()


@dataclass
class _Reader:
    rules: Rules
    wanted: Collection[Signature]
    sorts: dict[object, object] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.needed = closure(self.wanted, self.rules.statements)
        every = [mirrored(rule) for rule in self.rules.statements if defines(rule) in self.needed]
        self.digits = asked(one for one in self.rules.statements if defines(one) in self.needed)
        self.elements: list[Definition] = []
        self.known = {
            *((fluent.name, 1 if isinstance(fluent, Counter) else 2) for fluent in self.rules.fluents),
            *((name.lower(), 1) for name in self.rules.sets),
            *self.digits,
        }
        constants = (*self.rules.parameters, *dict(self.rules.constants))
        self.flat = flat([one for rule in every for one in apart(rule)], constants, self.known)
        self.statements = self.flat.statements
        named = {*map(defines, self.statements), *self.known}
        given = (*self.rules.parameters, *self.rules.sets, *(fluent.name for fluent in self.rules.fluents))
        beside = {*(f"the_{name}" for name in given), *(f"t_{name}" for name in names_in(self.statements))}
        self.names = names.of_predicates(named, beside)
        self.made = Fresh({*names.TAKEN, *beside, *self.names.values()})
        self.families = self._families()
        self.together: dict[Signature, str] = {}
        """What is derived for several that speak of one another, by each of them."""
        for first, *others in self.families.values():
            if others and first not in self.together:
                self.together |= dict.fromkeys((first, *others), self.made.name(f"{first[0]}_and_others"))

    def read(self) -> Completion:
        for at, rule in enumerate(self.statements):
            self._sorted(rule, at)
        for one in self.together:
            self._find(("function", *one))
            for i in range(one[1]):
                self._join(("function", *one, i), ("predicate", *one, i), self.statements[0])
        self.built = self._built()
        found = [*self._given()]
        families: dict[str, Signature] = {}
        for one in self._order():
            if one in self.together and self.together[one] not in families:
                families[self.together[one]] = one
                found += self._made(self.families[one], self.together[one])
            found += self._made((one,), self.names[one])
        shapes = tuple(
            (self.built[name, arity], tuple(self.sort(("function", name, arity, i)) for i in range(arity)))
            for name, arity in sorted(self.built)
        )
        return Completion(tuple(found), shapes, self.built, families, self.flat)

    def _built(self) -> dict[tuple[str, int], str]:
        found = {(key[1], key[2]): None for key in list(self.sorts) if isinstance(key, tuple) and key[0] == "function"}
        return dict(names.of_functions(found))

    # ------------------------------------------------------------------------------------------------ what uses what

    def _families(self) -> dict[Signature, tuple[Signature, ...]]:
        """Each predicate with those that speak of it and of which it speaks, itself among them."""
        heads = list(dict.fromkeys(map(defines, self.statements)))
        reached = {one: closure([one], self.statements) for one in heads}
        return {one: tuple(each for each in heads if each in reached[one] and one in reached[each]) for one in heads}

    def joined(self, one: Signature, rule: AST) -> str | None:
        """The name of what a predicate is derived in with that of the rule, where these are several."""
        return self.together.get(one) if one in self.families.get(defines(rule), ()) else None

    def _order(self) -> list[Signature]:
        uses: dict[Signature, dict[Signature, AST]] = {head: {} for head in self.families}
        for rule in self.statements:
            for literal in chain.from_iterable(map(inner, rule.body)):
                one = signature(literal)
                if one in uses:
                    uses[defines(rule)][one] = literal
        self.again: dict[Signature, AST] = {}
        order: dict[Signature, None] = {}

        def visit(one: Signature) -> None:
            for each in self.families[one]:
                for other, literal in uses[each].items():
                    if other in self.families[one]:  # through no negation and no aggregate: such rules are not read
                        self.again[one] = literal
                    elif other not in order:
                        visit(other)
            order.update(dict.fromkeys(self.families[one]))

        for head in self.families:
            if head not in order:
                visit(head)
        return list(order)

    def _given(self) -> Iterator[Definition]:
        first, second = t.Variable("X1"), t.Variable("X2")
        for fluent in self.rules.fluents:
            one = (fluent.name, 1 if isinstance(fluent, Counter) else 2)
            counted = t.Compared("=", first, t.Given(fluent.name, "p"))
            body = counted if isinstance(fluent, Counter) else t.Placed(fluent.name, first, second)
            yield Definition(one, self.names[one], variables_of(one), body, None)
        for name in self.rules.sets:
            one = (name.lower(), 1)
            yield Definition(one, self.names[one], (("X1", "Z"),), t.Member(t.Variable("X1"), name), None)
        for one in sorted(self.digits):
            yield Definition(one, self.names[one], variables_of(one), meaning(one), None)

    # --------------------------------------------------------------------------------------------------------- sorts

    def _find(self, key: object) -> object:
        while (above := self.sorts.setdefault(key, key)) != key:
            key = above
        return key

    def _join(self, one: object, other: object, node: AST) -> None:
        a, b = self._find(one), self._find(other)
        if a != b:
            if {a, b} == {"Z", "term"}:
                raise Unreadable("numbers and terms in one place have no type in Rocq", *place(node))
            if a in ("Z", "term"):
                a, b = b, a
            self.sorts[a] = b

    def sort(self, key: object) -> t.Sort:
        return "term" if self._find(key) == "term" else "Z"

    def _sorted(self, rule: AST, at: int) -> None:
        for node in (rule.head, *chain.from_iterable(map(inner, rule.body))):
            atom = node.atom
            if atom.ast_type == ASTType.SymbolicAtom:
                one = signature(node)
                if one is None:
                    raise Unreadable("this atom cannot be printed", *place(node))
                for i, term in enumerate(arguments(node)):
                    self._join(("predicate", *one, i), self._term_sort(term, at), node)
                    if one in self.known:
                        self._join(("predicate", *one, i), "Z", node)
            elif atom.ast_type == ASTType.Comparison:
                for left, relation, right in comparisons(atom):
                    a, b = self._term_sort(left, at), self._term_sort(right, at)
                    self._join(a, b, node)
                    if relation not in (ComparisonOperator.Equal, ComparisonOperator.NotEqual):
                        self._join(a, "Z", node)
            elif atom.ast_type != ASTType.BooleanConstant:
                raise Unreadable("this literal is not printed for Rocq yet", *place(node))
        for literal in rule.body:
            if literal.atom.ast_type != ASTType.BodyAggregate:
                continue
            for element in literal.atom.elements:
                for term in element.terms:
                    self._join(self._term_sort(term, at), "Z", literal)
            for guard in guards(literal.atom):
                self._join(self._term_sort(guard.term, at), "Z", literal)

    def _term_sort(self, term: AST, at: int) -> object:
        kind = term.ast_type
        if kind == ASTType.Variable:
            return ("variable", at, term.name) if term.name != "_" else ("anonymous", id(term))
        if kind == ASTType.Function and term.arguments:
            if not term.name:
                raise Unreadable("tuples are not printed for Rocq yet", *place(term))
            for i, inner in enumerate(term.arguments):
                self._join(("function", term.name, len(term.arguments), i), self._term_sort(inner, at), term)
            return "term"
        for inner in inside(term):
            self._join(self._term_sort(inner, at), "Z", term)
        name = constant(term)
        if name is not None and name not in self.rules.parameters and name not in dict(self.rules.constants):
            self._find(("function", name, 0))
            return "term"
        if kind == ASTType.SymbolicTerm and number(term) is None and name is None:
            raise Unreadable(f"{term} is neither a number nor a name", *place(term))
        return "Z"

    # -------------------------------------------------------------------------------------------------------- bodies

    def _made(self, these: Sequence[Signature], name: str) -> list[Definition]:
        """The definition of one predicate, or of what the rules of several derive, behind those of its aggregates."""
        (one, *others), self.elements = these, []
        own = [(at, rule) for at, rule in enumerate(self.statements) if defines(rule) in these]
        line = min((place(rule)[0] for _, rule in own), default=None)
        if others:
            parts: list[t.Formula] = [_Rule(self, rule, at).formula(None) for at, rule in own]
            whole = Definition((name, 1), name, (("X1", "term"),), t.Or(tuple(parts)), line, place(self.again[one]))
            return [*self.elements, whole]
        arguments_ = tuple((f"X{i + 1}", self.sort(("predicate", *one, i))) for i in range(one[1]))
        heads = [head for head, _ in arguments_]
        again = None
        if one in self.together:
            term = t.Built(self.built[one], tuple(map(t.Variable, heads)))
            line = None if one == self.families[one][0] else line
            parts = [t.Holds(self.together[one], (term,))]
        else:
            parts = [_Rule(self, rule, at).formula(heads) for at, rule in own]
            again = place(self.again[one]) if one in self.again else None
        body = parts[0] if len(parts) == 1 else t.Or(tuple(parts))
        return [*self.elements, Definition(one, name, arguments_, body, line, again)]


class _Rule:
    """One rule as a disjunct: the head's arguments are those of its terms, and its body holds."""

    def __init__(self, reader: _Reader, rule: AST, at: int) -> None:
        self.reader, self.rule, self.at = reader, rule, at
        self.bound: dict[str, t.Sort] = {}
        self.more: list[t.Formula] = []
        self.renamed: dict[str, str] = {}
        """What variables of the rule are called among the elements of an aggregate."""
        self.unnamed: set[str] = set()
        """Those that anonymous variables are called."""
        self.called = names.of_variables(variables(rule))
        self.made = names.Made(self.called.values())

    def formula(self, heads: Sequence[str] | None) -> t.Formula:
        """Its formula for arguments of these names; of none, for the one that is built with the name of the head."""
        parts: list[t.Formula] = []
        last: list[t.Formula] = []
        told = arguments(self.rule.head)
        each = zip(heads, map(self.term, told), strict=True) if heads is not None else self._built(told)
        for name, term in each:
            equation = t.Compared("=", t.Variable(name), term)
            plain = not isinstance(equation.right, t.Operation) and not self.more
            (parts if plain else last).extend([*self._taken(), equation])
        for literal in self.rule.body:
            read_ = self._literal(literal)
            parts += [*self._taken(), *read_]
        parts += last  # arithmetic after what binds its variables
        body: t.Formula = parts[0] if len(parts) == 1 else t.And(tuple(parts))
        for name, sort in reversed(self.bound.items()):
            body = t.Exists(name, sort, body)
        return body

    def _built(self, told: Sequence[AST]) -> Iterator[tuple[str, t.Term]]:
        yield "X1", t.Built(self.reader.built[defines(self.rule)], tuple(map(self.term, told)))

    def _taken(self) -> list[t.Formula]:
        taken, self.more = self.more, []
        return taken

    def _literal(self, literal: AST) -> list[t.Formula]:
        atom, sign = literal.atom, literal.sign
        if sign == Sign.DoubleNegation:
            raise Unreadable("a double negation is not printed for Rocq", *place(literal))
        if atom.ast_type == ASTType.BooleanConstant:
            return [t.And(()) if bool(atom.value) == (sign == Sign.NoSign) else t.Or(())]
        if atom.ast_type == ASTType.SymbolicAtom:
            return [self._atom(literal, negated=sign == Sign.Negation)]
        if atom.ast_type == ASTType.BodyAggregate:
            return self._aggregate(literal)
        found: list[t.Formula] = []
        links = list(comparisons(atom))
        if sign == Sign.Negation and len(links) > 1:
            raise Unreadable("a negated chain of comparisons is not printed for Rocq", *place(literal))
        for left, said, right in links:
            relation = NEGATED[said] if sign == Sign.Negation else said
            if ASTType.Interval in (right.ast_type, left.ast_type):
                one, other = (left, right) if right.ast_type == ASTType.Interval else (right, left)
                if relation != ComparisonOperator.Equal or one.ast_type == ASTType.Interval:
                    raise Unreadable("an interval stands where it is not printed for Rocq", *place(literal))
                found.append(t.Between(self.term(one), self.term(other.left), self.term(other.right)))
            else:
                a, b = self.term(left), self.term(right)
                found.append(t.Compared(_RELATIONS[relation], a, b))  # type: ignore[arg-type]
        return found

    def _aggregate(self, literal: AST) -> list[t.Formula]:
        """The elements as a definition of their own, and what the aggregate of them is compared with."""
        atom = literal.atom
        if literal.sign != Sign.NoSign or atom.function not in _AGGREGATES:
            raise Unreadable("this aggregate is not printed for Rocq yet", *place(literal))
        outside = self._global()
        used = sorted(outside & frozenset().union(*map(variables, atom.elements)))
        stem = f"{self.reader.names[defines(self.rule)]}_elements"
        name = self.reader.made.name(f"{stem}{len(self.reader.elements) + 1}")
        own = tuple((f"O{at}", self.reader.sort(("variable", self.at, one))) for at, one in enumerate(used, 1))
        parts: list[t.Formula] = []
        for element in atom.elements:
            if atom.function in (AggregateFunction.Max, AggregateFunction.Min):
                self._never_empty(element, literal)
            own_ = _Rule(self.reader, self.rule, self.at)
            own_.renamed = {one: f"O{at}" for at, one in enumerate(used, 1)}
            said = t.Compared("=", t.Variable("X1"), t.Built(t.TUPLE, tuple(map(own_.term, element.terms))))
            inside_: list[t.Formula] = [*own_._taken(), said]
            for one in element.condition:
                read_ = own_._literal(one)
                inside_ += [*own_._taken(), *read_]
            body: t.Formula = t.And(tuple(inside_))
            for bound, sort in reversed(own_.bound.items()):
                body = t.Exists(bound, sort, body)
            parts.append(body)
        arguments_ = (*own, ("X1", "list Z"))
        body = parts[0] if len(parts) == 1 else t.Or(tuple(parts))
        self.reader.elements.append(Definition((name, len(arguments_)), name, arguments_, body, None))
        terms = tuple(t.Variable(self._named(one)) for one in used)
        for one in used:
            self.bound.setdefault(self._named(one), self.reader.sort(("variable", self.at, one)))
        kind = _AGGREGATES[atom.function]
        left, right = atom.left_guard, atom.right_guard
        if left is not None and right is None and left.comparison == ComparisonOperator.Equal:
            return [t.Aggregate(kind, name, terms, self.term(left.term))]
        value = self._new("C", "Z")
        found: list[t.Formula] = [t.Aggregate(kind, name, terms, value)]
        if left is not None:
            found.append(t.Compared(_RELATIONS[left.comparison], self.term(left.term), value))  # type: ignore[arg-type]
        if right is not None:
            found.append(t.Compared(_RELATIONS[right.comparison], value, self.term(right.term)))  # type: ignore[arg-type]
        return found

    def _global(self) -> frozenset[str]:
        """The variables of the rule that stand outside the elements of aggregates: in these they have one value."""
        found = variables(self.rule.head)
        for literal in self.rule.body:
            if literal.atom.ast_type != ASTType.BodyAggregate:
                found |= variables(literal)
                continue
            found = found.union(*(variables(guard.term) for guard in guards(literal.atom)))
        return found - {"_"}

    def _never_empty(self, element: AST, literal: AST) -> None:
        """The greatest and the least of nothing are no numbers: the elements are all those of a set parameter."""
        names = {(name.lower(), 1) for name in self.reader.rules.sets}
        whole = [one for one in element.condition if signature(one) in names and one.sign == Sign.NoSign]
        if (
            len(element.condition) != 1
            or not whole
            or any(term.ast_type != ASTType.Variable for one in whole for term in arguments(one))
        ):
            raise Unreadable(
                "the greatest or least of what may be nothing is not printed for Rocq yet", *place(literal)
            )

    def _named(self, variable: str) -> str:
        return self.renamed.get(variable) or self.called[variable]

    def _atom(self, literal: AST, *, negated: bool) -> t.Formula:
        one = signature(literal)
        assert one is not None
        if one not in self.reader.known and one not in self.reader.needed:
            raise Unreadable(f"nothing defines {one[0]}/{one[1]}", *place(literal))
        defined = any(defines(rule) == one for rule in self.reader.statements)
        if one == IN_RANGE and not defined:
            raise Unreadable("in_range/1, the range that is checked, is not printed for Rocq", *place(literal))
        if not defined and one not in self.reader.known:
            atom: t.Formula = t.Or(())
            return t.Not(atom) if negated else atom
        anonymous: list[tuple[str, t.Sort]] = []
        terms: list[t.Term] = []
        for i, term in enumerate(arguments(literal)):
            if negated and term.ast_type == ASTType.Variable and term.name == "_":
                anonymous.append((self.made.name("A"), self.reader.sort(("predicate", *one, i))))
                terms.append(t.Variable(anonymous[-1][0]))
            else:
                before = {*self.bound}
                terms.append(self.term(term))
                inner_ = [one for one in self.bound if negated and one in self.unnamed and one not in before]
                anonymous += [(one, self.bound.pop(one)) for one in inner_]
        joined = self.reader.joined(one, self.rule)
        body: t.Formula = t.Holds(self.reader.names[one], tuple(terms))
        if joined is not None:
            body = t.Holds(joined, (t.Built(self.reader.built[one], tuple(terms)),))
        for name, sort in reversed(anonymous):
            body = t.Exists(name, sort, body)
        return t.Not(body) if negated else body

    def term(self, term: AST) -> t.Term:
        kind = term.ast_type
        if kind == ASTType.Variable:
            if term.name == "_":
                self.unnamed.add((made := self._new("A", self.reader.sort(("anonymous", id(term))))).name)
                return made
            name = self._named(term.name)
            if term.name in self.renamed:
                return t.Variable(name)
            self.bound.setdefault(name, self.reader.sort(("variable", self.at, term.name)))
            return t.Variable(name)
        value = number(term)
        if value is not None:
            return t.Number(value)
        named = constant(term)
        if named is not None:
            if named in self.reader.rules.parameters:
                return t.Given(named, "g")
            known = dict(self.reader.rules.constants)
            return t.Number(known[named]) if named in known else t.Built(self.reader.built[named, 0], ())
        if kind == ASTType.Function:
            name = self.reader.built[term.name, len(term.arguments)]
            return t.Built(name, tuple(map(self.term, term.arguments)))
        if kind == ASTType.Interval:
            one = self._new("I", "Z")
            self.more.append(t.Between(one, self.term(term.left), self.term(term.right)))
            return one
        if kind == ASTType.UnaryOperation and term.operator_type != UnaryOperator.Negation:
            inner = self.term(term.argument)
            if term.operator_type == UnaryOperator.Minus:
                return t.Number(-inner.value) if isinstance(inner, t.Number) else t.Operation("-", t.Number(0), inner)
            return t.Operation("abs", inner, inner)
        if kind == ASTType.BinaryOperation and term.operator_type in _OPERATORS:
            left, right = self.term(term.left), self.term(term.right)
            operator = _OPERATORS[term.operator_type]
            if operator in "/\\" and not (isinstance(right, t.Number) and right.value):
                self.more.append(t.Compared("<>", right, t.Number(0)))  # undefined arithmetic derives nothing
            return t.Operation(operator, left, right)
        raise Unreadable(f"{term} is not printed for Rocq", *place(term))

    def _new(self, stem: str, sort: t.Sort) -> t.Variable:
        name = self.made.name(stem)
        self.bound[name] = sort
        return t.Variable(name)


def apart(rule: AST) -> Iterator[AST]:
    """The rule, or those that its pools stand for."""
    if any(node.ast_type == ASTType.Pool for node in walk(rule)):
        yield from map(mirrored, rule.unpool())
    else:
        yield rule


def inner(literal: AST) -> Iterator[AST]:
    """The literal, or those in the elements of an aggregate."""
    if literal.atom.ast_type == ASTType.BodyAggregate:
        for element in literal.atom.elements:
            yield from element.condition
    else:
        yield literal


def inside(term: AST) -> tuple[AST, ...]:
    """The terms of an operation or an interval."""
    if term.ast_type == ASTType.BinaryOperation:
        return term.left, term.right
    if term.ast_type == ASTType.UnaryOperation:
        return (term.argument,)
    return (term.left, term.right) if term.ast_type == ASTType.Interval else ()
