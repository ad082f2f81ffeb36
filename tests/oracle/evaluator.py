"""The rules language evaluated bottom-up in plain Python: what rules derive from facts, as clingo means it.

Nothing of Bouton or clingo is used here: a rule's literals are put into an order in which each finds its variables
bound, and joined by plain loops until nothing new is derived.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple, TypeAlias

from tests.oracle.parser import (
    Aggregate,
    Atom,
    Comparison,
    Compound,
    Element,
    Inf,
    Literal,
    Operation,
    Program,
    Refused,
    Rule,
    Span,
    Term,
    Text,
    Var,
)


class Symbol(NamedTuple):
    """A value that is no number: #inf and #sup, a string, a constant, a compound term or a tuple."""

    rank: int
    arity: int
    name: str
    arguments: tuple[Value, ...] = ()


Value: TypeAlias = "int | Symbol"
Row: TypeAlias = tuple[Value, ...]
Signature: TypeAlias = tuple[str, int]
Environment: TypeAlias = dict[str, Value]

INF, SUP = Symbol(0, 0, "#inf"), Symbol(7, 0, "#sup")


def constant(name: str) -> Symbol:
    """The constant of that name; the empty tuple is the one without a name."""
    return Symbol(2, 0, name)


def key(value: Value) -> tuple[object, ...]:
    """What puts values in clingo's order: #inf, numbers, constants, strings, compound terms, #sup."""
    if isinstance(value, int):
        return (1, value)
    return (value.rank, value.arity, value.name, *map(key, value.arguments))


def below(a: Value, b: Value) -> bool:
    """Whether a comes before b in clingo's order."""
    return a < b if isinstance(a, int) and isinstance(b, int) else key(a) < key(b)


def text(value: Value) -> str:
    """A value as clingo writes it."""
    if isinstance(value, int):
        return str(value)
    if value.rank == 4:
        return '"' + value.name.replace("\\", "\\\\").replace("\n", "\\n").replace('"', '\\"') + '"'
    if value.rank != 5:
        return value.name or "()"
    inner = ",".join(map(text, value.arguments))
    return f"{value.name}({inner}{',' if value.name == '' and value.arity == 1 else ''})"


class Undefined(Exception):
    """Arithmetic without a value: the instance of the rule is dropped."""


# ------------------------------------------------------------------------------------------------------------- terms


def _quotient(a: int, b: int) -> int:
    if b == 0:
        raise Undefined
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


def _remainder(a: int, b: int) -> int:
    return a - b * _quotient(a, b)


def _power(a: int, b: int) -> int:
    if a == 0 and b < 0:
        raise Undefined
    return 0 if b < 0 else int(a**b)


_BINARY: Mapping[str, Callable[[int, int], int]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": _quotient,
    "\\": _remainder,
    "**": _power,
    "&": operator.and_,
    "?": operator.or_,
    "^": operator.xor,
}
_UNARY: Mapping[str, Callable[[int], int]] = {"-": operator.neg, "~": operator.invert, "|": abs}
_COMPARE: Mapping[str, Callable[[Value, Value], bool]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": below,
    "<=": lambda a, b: not below(b, a),
    ">": lambda a, b: below(b, a),
    ">=": lambda a, b: not below(a, b),
}


def _number(value: Value) -> int:
    if isinstance(value, int):
        return value
    raise Undefined


Reader: TypeAlias = Callable[[Environment], Value]


def reader(term: Term) -> Reader:
    """A function to the value of the term where its variables are bound; it raises Undefined where there is none."""
    if isinstance(term, Var):
        return operator.itemgetter(term.name)
    if isinstance(term, Operation):
        readers = [reader(operand) for operand in term.operands]
        return _unary(_UNARY[term.symbol], *readers) if len(readers) == 1 else _binary(_BINARY[term.symbol], *readers)
    if isinstance(term, Compound) and term.arguments:
        name, arity, inner = term.name, len(term.arguments), [reader(each) for each in term.arguments]
        return lambda at: Symbol(5, arity, name, tuple([read(at) for read in inner]))
    if isinstance(term, (int, Compound, Text)):
        value = term if isinstance(term, int) else constant(term.name) if isinstance(term, Compound) else string(term)
        return lambda _: value
    assert isinstance(term, Inf), term
    end = SUP if term.sup else INF
    return lambda _: end


def string(term: Text) -> Symbol:
    """The value of a string."""
    return Symbol(4, 0, term.value)


def _unary(operation: Callable[[int], int], inner: Reader) -> Reader:
    return lambda at: operation(_number(inner(at)))


def _binary(operation: Callable[[int, int], int], left: Reader, right: Reader) -> Reader:
    def read(at: Environment) -> Value:
        one, other = left(at), right(at)
        if isinstance(one, int) and isinstance(other, int):
            return operation(one, other)
        raise Undefined

    return read


def value_of(term: Term, at: Environment) -> Value:
    """The value of a term all of whose variables are bound; Undefined where it has none."""
    return reader(term)(at)


@cache
def variables(term: Term) -> frozenset[str]:
    """The variables of a term, anonymous ones too."""
    if isinstance(term, Var):
        return frozenset({term.name})
    return frozenset().union(*map(variables, _below(term)))


def _below(term: Term) -> tuple[Term, ...]:
    if isinstance(term, Compound):
        return term.arguments
    if isinstance(term, Operation):
        return term.operands
    return (term.low, term.high) if isinstance(term, Span) else ()


def bindable(term: Term, bound: Collection[str]) -> bool:
    """Whether a value for the term tells its unbound variables: they stand alone, or in `a*X+b`."""
    loose = variables(term) - set(bound)
    if not loose or isinstance(term, Var):
        return True
    if isinstance(term, Compound):
        return all(bindable(each, bound) for each in term.arguments)
    if not isinstance(term, Operation):
        return False
    open_ = [each for each in term.operands if variables(each) - set(bound)]
    if len(open_) != 1 or not bindable(open_[0], bound) or isinstance(open_[0], Compound):
        return False
    if term.symbol == "*":
        return any(isinstance(each, int) and each for each in term.operands)
    return term.symbol in "+-"


Matcher: TypeAlias = Callable[[Value, Environment], bool]


def matcher(term: Term, bound: frozenset[str]) -> Matcher:
    """A function that says whether the term can have a value; it binds the variables that are not bound."""
    if isinstance(term, Var) and term.name not in bound:
        return _binder(term.name)
    if variables(term) <= bound:
        read = reader(term)
        return lambda value, at: read(at) == value
    if isinstance(term, Compound):
        return _compound(term, bound)
    assert isinstance(term, Operation)
    if len(term.operands) == 1:
        negated = matcher(term.operands[0], bound)
        return lambda value, at: isinstance(value, int) and negated(-value, at)
    left, right = term.operands
    first = not variables(left) <= bound
    inner, other = (matcher(left, bound), reader(right)) if first else (matcher(right, bound), reader(left))
    symbol = term.symbol

    def solve(value: Value, at: Environment) -> bool:
        if not isinstance(value, int):
            return False
        known = _number(other(at))
        if symbol == "*":
            return value % known == 0 and inner(value // known, at)
        if symbol == "+":
            return inner(value - known, at)
        return inner(value + known if first else known - value, at)

    return solve


def _binder(name: str) -> Matcher:
    def bind(value: Value, at: Environment) -> bool:
        at[name] = value
        return True

    return bind


def _compound(term: Compound, bound: frozenset[str]) -> Matcher:
    inner: list[Matcher] = []
    for each in term.arguments:
        inner.append(matcher(each, bound))
        bound |= variables(each)
    name, arity = term.name, len(inner)

    def match(value: Value, at: Environment) -> bool:
        if isinstance(value, int) or value.rank != 5 or value.arity != arity or value.name != name:
            return False
        return all(match(each, at) for match, each in zip(inner, value.arguments, strict=True))

    return match


# ------------------------------------------------------------------------------------------------------ relations


class Relation:
    """The rows of a predicate, in the order in which they were found, with indexes made where they are asked for."""

    def __init__(self, rows: Iterable[Row] = ()) -> None:
        self.rows: dict[Row, None] = {}
        self._indexes: dict[tuple[int, ...], dict[Row, list[Row]]] = {}
        for row in rows:
            self.add(row)

    def add(self, row: Row) -> bool:
        """Whether the row is new."""
        if row in self.rows:
            return False
        self.rows[row] = None
        for places, index in self._indexes.items():
            index.setdefault(tuple(row[at] for at in places), []).append(row)
        return True

    def at(self, places: tuple[int, ...], values: Row) -> Sequence[Row]:
        """The rows with those values at those places."""
        if not places:
            return list(self.rows)
        if places not in self._indexes:
            index = self._indexes[places] = {}
            for row in self.rows:
                index.setdefault(tuple(row[at] for at in places), []).append(row)
        return self._indexes[places].get(values, ())


Facts: TypeAlias = dict[Signature, Relation]
_NONE = Relation()


# ---------------------------------------------------------------------------------------------------------- steps

Step: TypeAlias = Callable[[Environment, Facts, "Relation | None"], Iterator[None]]
"""Goes through the ways to make a literal true, leaving what it binds in the environment."""


def _positive(atom: Atom, bound: frozenset[str], *, new: bool) -> Step:
    signature = atom.signature
    places = tuple(at for at, term in enumerate(atom.arguments) if variables(term) <= bound)
    known = [reader(atom.arguments[at]) for at in places]
    loose: list[tuple[int, Matcher]] = []
    for at, term in enumerate(atom.arguments):
        if at not in places:
            loose.append((at, matcher(term, bound)))
            bound |= variables(term)

    def step(env: Environment, facts: Facts, delta: Relation | None) -> Iterator[None]:
        relation = delta if new else facts.get(signature, _NONE)
        assert relation is not None
        for row in relation.at(places, tuple([read(env) for read in known])):
            for at, match in loose:
                if not match(row[at], env):
                    break
            else:
                yield

    return step


def _negative(atom: Atom, *, twice: bool) -> Step:
    """`not p(X,_)`, where the anonymous variables stand for anything."""
    bound = frozenset(name for name in atom_variables(atom) if not name.startswith("_ "))
    places = tuple(at for at, term in enumerate(atom.arguments) if variables(term) <= bound)
    known = [reader(atom.arguments[at]) for at in places]
    loose = [(at, matcher(term, bound)) for at, term in enumerate(atom.arguments) if at not in places]

    def step(env: Environment, facts: Facts, _delta: Relation | None) -> Iterator[None]:
        rows = facts.get(atom.signature, _NONE).at(places, tuple([read(env) for read in known]))
        if any(all(match(row[at], env) for at, match in loose) for row in rows) is twice:
            yield

    return step


def _compared(links: Sequence[tuple[Term, str, Term]], sign: str) -> Step:
    read = [(reader(left), _COMPARE[relation], reader(right)) for left, relation, right in links]

    def step(env: Environment, _facts: Facts, _delta: Relation | None) -> Iterator[None]:
        values = [(left(env), compare, right(env)) for left, compare, right in read]
        if all(compare(left, right) for left, compare, right in values) is (sign != "not"):
            yield

    return step


def _assigned(target: Term, source: Term, bound: frozenset[str]) -> Step:
    match = matcher(target, bound)
    if isinstance(source, Span):
        low, high = reader(source.low), reader(source.high)
        return lambda env, _facts, _delta: (
            None for number in range(_number(low(env)), _number(high(env)) + 1) if match(number, env)
        )
    read = reader(source)
    return lambda env, _facts, _delta: iter((None,) if match(read(env), env) else ())


def _aggregated(aggregate: Aggregate, bound: frozenset[str]) -> Step:
    plans = [
        (Plan(element.condition, bound, element.terms), [reader(term) for term in element.terms])
        for element in aggregate.elements
    ]
    binding: list[Matcher] = []
    tests: list[tuple[Callable[[Value, Value], bool], Reader]] = []
    for relation, term in aggregate.guards:
        if relation == "=" and not variables(term) <= bound:
            binding.append(matcher(term, bound))
            bound |= variables(term)
        else:
            tests.append((_COMPARE[relation], reader(term)))

    def step(env: Environment, facts: Facts, _delta: Relation | None) -> Iterator[None]:
        tuples: set[Row] = set()
        for plan, terms in plans:
            inner = dict(env)
            for _ in plan.run(inner, facts, None):
                try:
                    tuples.add(tuple([read(inner) for read in terms]))
                except Undefined:
                    continue
        found = _result(aggregate.function, tuples)
        if not all(match(found, env) for match in binding):
            return
        values = [(compare, read(env)) for compare, read in tests]  # all of them, as any may be undefined
        holds = all(compare(found, value) for compare, value in values)
        if holds is (aggregate.sign != "not"):
            yield

    return step


def _result(function: str, tuples: Collection[Row]) -> Value:
    """The value of an aggregate over distinct tuples; weights that are no numbers do not count in sums."""
    if function == "#count":
        return len(tuples)
    firsts = [row[0] for row in tuples if row]
    if function in ("#sum", "#sum+"):
        return sum(first for first in firsts if isinstance(first, int) and (function == "#sum" or first > 0))
    return (min if function == "#min" else max)(firsts, key=key, default=SUP if function == "#min" else INF)


class Plan:
    """Literals in an order in which each can be gone through; Refused where there is none.

    `first` is the index of a literal that goes first and takes new rows only.
    """

    def __init__(
        self, literals: Iterable[Literal], bound: Collection[str], wanted: Sequence[Term], first: int | None = None
    ) -> None:
        names = frozenset(bound)
        self.wanted = [reader(term) for term in wanted]
        links, left = list[tuple[Comparison, Term, str, Term]](), list[Literal]()
        for literal in literals:
            if isinstance(literal, Comparison) and literal.sign != "not":
                terms = [literal.first, *(term for _, term in literal.links)]
                for at, (relation, _) in enumerate(literal.links):
                    links.append((literal, terms[at], relation, terms[at + 1]))
            else:
                left.append(literal)
        self.steps: list[Step] = []
        outer = frozenset(name for literal in left for name in _outer(literal))
        outer = outer.union(names, *(variables(t) for _, a, _, b in links for t in (a, b)), *map(variables, wanted))
        if first is not None:
            atom = left[first]
            assert isinstance(atom, Atom)
            self.steps.append(_positive(atom, names, new=True))
            names |= atom_variables(atom)
            left = [literal for at, literal in enumerate(left) if at != first]
        while links or left:
            link = min(links, key=lambda one: _link_cost(one, names), default=None)
            other = min(left, key=lambda one: _cost(one, names, outer), default=None)
            costs = (
                _NEVER if link is None else _link_cost(link, names),
                _NEVER if other is None else _cost(other, names, outer),
            )
            if min(costs) == _NEVER:
                raise Refused(f"unsafe: {[*links, *left]}")
            if link is not None and costs[0] <= costs[1]:
                links.remove(link)
                names = self._link(link, names)
            else:
                assert other is not None
                left.remove(other)
                self.steps.append(_step(other, names))
                names |= _binds(other)
        loose = frozenset().union(*map(variables, wanted)) - names
        if loose:
            raise Refused(f"unsafe: nothing binds {sorted(loose)}")

    def _link(self, link: tuple[Comparison, Term, str, Term], names: frozenset[str]) -> frozenset[str]:
        _, left, relation, right = link
        if relation == "=" and (isinstance(right, Span) or not variables(left) <= names):
            self.steps.append(_assigned(left, right, names))
        elif relation == "=" and (isinstance(left, Span) or not variables(right) <= names):
            self.steps.append(_assigned(right, left, names))
        else:
            self.steps.append(_compared([(left, relation, right)], ""))
        return names | variables(left) | variables(right)

    def run(self, env: Environment, facts: Facts, delta: Relation | None, at: int = 0) -> Iterator[None]:
        """Every way to make all literals true; instances with undefined arithmetic are dropped."""
        if at == len(self.steps):
            yield
            return
        ways = self.steps[at](env, facts, delta)
        while True:
            try:
                next(ways)
            except (StopIteration, Undefined):
                return
            yield from self.run(env, facts, delta, at + 1)


_NEVER = 10**6


def _link_cost(link: tuple[Comparison, Term, str, Term], names: frozenset[str]) -> int:
    _, left, relation, right = link
    if variables(left) | variables(right) <= names:
        return 0
    if relation != "=":
        return _NEVER
    for target, source in ((left, right), (right, left)):
        if variables(source) <= names and not isinstance(target, Span) and bindable(target, names):
            return 30 if isinstance(source, Span) else 1
    return _NEVER


def _cost(literal: Literal, names: frozenset[str], outer: frozenset[str]) -> int:
    if isinstance(literal, Comparison):
        return 0 if _outer(literal) <= names else _NEVER
    if isinstance(literal, Aggregate):
        inner = frozenset().union(*(_inside(element) for element in literal.elements)) & outer
        if not inner <= names:
            return _NEVER
        loose = [(relation, term) for relation, term in literal.guards if not variables(term) <= names]
        if not loose:
            return 20
        free = literal.sign == "" and all(relation == "=" and bindable(term, names) for relation, term in loose)
        return 21 if free else _NEVER
    if literal.sign:
        named = frozenset(name for name in atom_variables(literal) if not name.startswith("_ "))
        return 0 if named <= names else _NEVER
    so_far = names
    for term in literal.arguments:
        if not bindable(term, so_far):
            return _NEVER
        so_far |= variables(term)
    bound = sum(variables(term) <= names for term in literal.arguments)
    return 2 if bound == len(literal.arguments) else 28 - bound if bound else 40


def _step(literal: Literal, names: frozenset[str]) -> Step:
    if isinstance(literal, Aggregate):
        return _aggregated(literal, names)
    if isinstance(literal, Comparison):
        terms = [literal.first, *(term for _, term in literal.links)]
        links = [(terms[at], relation, terms[at + 1]) for at, (relation, _) in enumerate(literal.links)]
        return _compared(links, literal.sign)
    if literal.sign:
        return _negative(literal, twice=literal.sign == "not not")
    return _positive(literal, names, new=False)


def _binds(literal: Literal) -> frozenset[str]:
    if isinstance(literal, Aggregate):
        return frozenset().union(*(variables(term) for _, term in literal.guards))
    return atom_variables(literal) if isinstance(literal, Atom) and not literal.sign else frozenset()


def atom_variables(atom: Atom) -> frozenset[str]:
    """The variables of an atom."""
    return frozenset().union(*map(variables, atom.arguments))


def _outer(literal: Literal) -> frozenset[str]:
    """The variables of a literal outside the elements of an aggregate."""
    if isinstance(literal, Atom):
        return atom_variables(literal)
    if isinstance(literal, Comparison):
        return variables(literal.first).union(*(variables(term) for _, term in literal.links))
    return frozenset().union(*(variables(term) for _, term in literal.guards))


def _inside(element: Element) -> frozenset[str]:
    return frozenset().union(*map(variables, element.terms), *map(_outer, element.condition))


# ---------------------------------------------------------------------------------------------------------- rules


class _Prepared:
    """A rule with its constants put in and its intervals and arithmetic inside atoms made literals of their own."""

    def __init__(self, rule: Rule, constants: Mapping[str, int]) -> None:
        self.constants = constants
        self.made = 0
        extra: list[Literal] = []
        head = self._atom(rule.head, extra, spans_only=True)
        body = [self._literal(literal, extra) for literal in rule.body]
        self.rule = Rule(head, (*body, *extra))

    def _literal(self, literal: Literal, extra: list[Literal]) -> Literal:
        if isinstance(literal, Atom):
            return self._atom(literal, extra, spans_only=literal.sign != "")
        if isinstance(literal, Comparison):
            terms = [self._term(term) for term in (literal.first, *(term for _, term in literal.links))]
            simple = len(terms) == 2 and literal.links[0][0] == "=" and literal.sign != "not"
            spans = [isinstance(term, Span) for term in terms]
            if not (simple and sum(spans) == 1 and not any(map(_has_span, terms))):
                terms = [self._apart(term, extra, spans_only=True) for term in terms]
            relations = [relation for relation, _ in literal.links]
            return Comparison(terms[0], tuple(zip(relations, terms[1:], strict=True)), literal.sign)
        elements = []
        for element in literal.elements:
            inside: list[Literal] = []
            terms = [self._apart(self._term(term), inside, spans_only=True) for term in element.terms]
            condition = [self._literal(each, inside) for each in element.condition]
            kept = [each for each in (*condition, *inside) if not isinstance(each, Aggregate)]
            elements.append(Element(tuple(terms), tuple(kept)))
        guards = [(r, self._apart(self._term(term), extra, spans_only=True)) for r, term in literal.guards]
        return Aggregate(literal.function, tuple(elements), tuple(guards), literal.sign)

    def _atom(self, atom: Atom, extra: list[Literal], *, spans_only: bool) -> Atom:
        terms = tuple(self._apart(self._term(term), extra, spans_only=spans_only) for term in atom.arguments)
        return Atom(atom.name, terms, atom.sign)

    def _term(self, term: Term) -> Term:
        """The term with the values of constants."""
        if isinstance(term, Compound):
            if not term.arguments:
                return self.constants.get(term.name, term)
            return Compound(term.name, tuple(map(self._term, term.arguments)))
        if isinstance(term, Operation):
            return _folded(Operation(term.symbol, tuple(map(self._term, term.operands))))
        return Span(self._term(term.low), self._term(term.high)) if isinstance(term, Span) else term

    def _apart(self, term: Term, extra: list[Literal], *, spans_only: bool) -> Term:
        """The term with a variable for each interval and, where wanted, for each operation with variables in it."""
        if isinstance(term, Span) or (isinstance(term, Operation) and variables(term) and not spans_only):
            if isinstance(term, Span):
                inner: Term = Span(*(self._apart(each, extra, spans_only=True) for each in (term.low, term.high)))
            else:
                inner = self._apart(term, extra, spans_only=True)
            self.made += 1
            name = Var(f"  {self.made}")
            extra.append(Comparison(name, (("=", inner),)))
            return name
        if isinstance(term, Compound):
            return Compound(
                term.name, tuple(self._apart(each, extra, spans_only=spans_only) for each in term.arguments)
            )
        if isinstance(term, Operation):
            return Operation(
                term.symbol, tuple(self._apart(each, extra, spans_only=spans_only) for each in term.operands)
            )
        return term


def _has_span(term: Term) -> bool:
    """Whether there is an interval below the term."""
    return any(isinstance(each, Span) or _has_span(each) for each in _below(term))


def _folded(term: Operation) -> Term:
    """Its value where it is one of numbers alone."""
    if all(isinstance(each, int) for each in term.operands):
        try:
            return _number(value_of(term, {}))
        except Undefined:
            return term
    return term


@dataclass(frozen=True)
class Stratum:
    """Rules that need each other, after all that they need: a plan for each, and for each new row that it may meet."""

    once: tuple[tuple[Rule, Plan], ...]
    again: tuple[tuple[Rule, Signature, Plan], ...]


@dataclass
class Evaluator:
    """The rules of a file with its constants fixed, ready to be evaluated over any facts.

    Rules that depend on none of the predicates `varying` are evaluated once, over `always`.
    """

    program: Program
    constants: Mapping[str, int]
    varying: Collection[Signature] = ()
    always: Mapping[Signature, Iterable[Row]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        constants = {**self.program.constants, **self.constants}
        rules = [_Prepared(rule, constants).rule for rule in self.program.rules]
        groups = _groups(rules)
        changing = set(self.varying)
        fixed, self._rest = list[Stratum](), list[Stratum]()
        for group in groups:
            heads = {rule.head.signature for rule in group}
            moving = any(need in changing for rule in group for need, _ in _needs(rule))
            changing |= heads if moving else set()
            (self._rest if moving else fixed).append(_stratum(group, heads))
        self._fixed: Facts = {signature: Relation(rows) for signature, rows in self.always.items()}
        for stratum in fixed:
            _evaluate(stratum, self._fixed)
        self._sets = {signature: set(relation.rows) for signature, relation in self._fixed.items() if relation.rows}

    def facts(self, given: Mapping[Signature, Iterable[Row]]) -> dict[Signature, set[Row]]:
        """Everything that holds where the given facts do."""
        facts = dict(self._fixed)
        own = {rule.head.signature for stratum in self._rest for rule, _ in stratum.once}
        for signature in own & facts.keys():
            facts[signature] = Relation(facts[signature].rows)
        for signature, rows in given.items():
            facts[signature] = Relation(rows)
        for stratum in self._rest:
            _evaluate(stratum, facts)
        changed = {one: set(facts[one].rows) for one in (*own, *given) if one in facts and facts[one].rows}
        return {**self._sets, **changed}


def _evaluate(stratum: Stratum, facts: Facts) -> None:
    new: dict[Signature, Relation] = {}

    def derive(rule: Rule, plan: Plan, delta: Relation | None, into: dict[Signature, Relation]) -> None:
        env: Environment = {}
        signature = rule.head.signature
        found: list[Row] = []
        for _ in plan.run(env, facts, delta):
            try:
                found.append(tuple([read(env) for read in plan.wanted]))
            except Undefined:
                continue
        relation = facts.setdefault(signature, Relation())
        for row in found:
            if relation.add(row):
                into.setdefault(signature, Relation()).add(row)

    for rule, plan in stratum.once:
        derive(rule, plan, None, new)
    while new and stratum.again:
        following: dict[Signature, Relation] = {}
        for rule, signature, plan in stratum.again:
            if signature in new:
                derive(rule, plan, new[signature], following)
        new = following


def _stratum(group: Sequence[Rule], heads: Collection[Signature]) -> Stratum:
    once, again = [], []
    for rule in group:
        once.append((rule, Plan(rule.body, (), rule.head.arguments)))
        apart = [literal for literal in rule.body if not (isinstance(literal, Comparison) and literal.sign != "not")]
        for at, literal in enumerate(apart):
            if isinstance(literal, Atom) and not literal.sign and literal.signature in heads:
                again.append((rule, literal.signature, Plan(rule.body, (), rule.head.arguments, at)))
    return Stratum(tuple(once), tuple(again))


def _needs(rule: Rule) -> Iterator[tuple[Signature, bool]]:
    """The predicates that a rule uses, and whether it must know all of them: under a negation or in an aggregate."""
    for literal in rule.body:
        if isinstance(literal, Atom):
            yield literal.signature, bool(literal.sign)
        elif isinstance(literal, Aggregate):
            for element in literal.elements:
                yield from ((each.signature, True) for each in element.condition if isinstance(each, Atom))


def _groups(rules: Sequence[Rule]) -> list[list[Rule]]:
    """The rules by strata; Refused where a recursion goes through a negation or an aggregate."""
    uses: dict[Signature, set[Signature]] = {}
    for rule in rules:
        uses.setdefault(rule.head.signature, set()).update(need for need, _ in _needs(rule))
    reached: dict[Signature, set[Signature]] = {}
    for start in uses:
        seen, queue = set[Signature](), [start]
        while queue:
            for other in uses.get(queue.pop(), ()):
                if other not in seen:
                    seen.add(other)
                    queue.append(other)
        reached[start] = seen
    for rule in rules:
        head = rule.head.signature
        for need, strict in _needs(rule):
            if strict and (need == head or head in reached.get(need, ())):
                raise Refused(f"recursion through a negation or an aggregate: {head}")
    order = sorted(uses, key=lambda one: (len(reached[one] | {one}), one))
    groups: list[list[Rule]] = []
    done: set[Signature] = set()
    for one in order:
        if one not in done:
            heads = {one} | {other for other in reached[one] if one in reached.get(other, ())}
            done |= heads
            groups.append([rule for rule in rules if rule.head.signature in heads])
    return groups
