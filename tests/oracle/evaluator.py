"""The rules language evaluated bottom-up in plain Python: what rules derive from facts, as clingo means it.

Nothing of Bouton or clingo is used here: the rules are put into strata, and each is joined by plain loops until
nothing new is derived.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from tests.oracle.parser import (
    Aggregate,
    Atom,
    Comparison,
    Compound,
    Element,
    Literal,
    Operation,
    Program,
    Refused,
    Rule,
    Span,
    Term,
    Var,
)
from tests.oracle.plan import Facts, Plan, Relation
from tests.oracle.terms import Environment, Row, Signature, Undefined, inner_terms, number, value_of, variables


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
    return any(isinstance(each, Span) or _has_span(each) for each in inner_terms(term))


def _folded(term: Operation) -> Term:
    """Its value where it is one of numbers alone."""
    if all(isinstance(each, int) for each in term.operands):
        try:
            return number(value_of(term, {}))
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
