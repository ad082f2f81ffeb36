"""A rule's body: its literals in an order that binds every variable, and the states in which it holds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from clingo.ast import AggregateFunction, ASTType, ComparisonOperator, Sign

from bouton.core.logic.elimination import NotEliminable, exists
from bouton.core.logic.expression import FALSE, TRUE, Formula, Linear, Unknown
from bouton.core.logic.formulas import conj, disj, negate
from bouton.core.logic.terms import Term, compare, same
from bouton.reading.aggregate import Element, entries, values_of
from bouton.reading.marks import at_most_possible, marked, sure
from bouton.reading.matching import Scope, State, match, match_all, products, readable, under, unreadable, values
from bouton.reading.relation import Row, apart
from bouton.reading.syntax import Atom, Syntax, atom_of, distinct, name_of
from bouton.rules.file import Signature

Link = tuple[Syntax, ComparisonOperator, Syntax]


@dataclass(frozen=True)
class BodyStep:
    """One literal of a body, or one link of a chained comparison; `at` is the literal's place.

    `inner` are the plans of an aggregate's elements, once the variables outside are bound.
    """

    at: int
    literal: Syntax
    link: Link | None = None
    atom: Atom | None = None
    inner: list[list[BodyStep]] = field(default_factory=list, compare=False)


Rows = Callable[[BodyStep], Sequence[Row]]
"""The rows that a step's positive literal ranges over."""


def plan(
    literals: Sequence[Syntax], bound: frozenset[str], outer: frozenset[str], first: int | None = None
) -> list[BodyStep]:
    """The literals of a body as steps, in an order in which each finds its variables bound; or Unreadable.

    `bound` are bound before; `outer` are the variables that an aggregate shares with the rest of its rule; `first` is
    the literal to begin with.
    """
    waiting = [step for at, literal in enumerate(literals) for step in _steps(at, literal)]
    order: list[BodyStep] = []
    while waiting:
        ready = [(step, after) for step in waiting if (after := _after(step, bound, outer)) is not None]
        if not ready:
            raise unreadable(f"no order of evaluation is known for {waiting[0].literal}", waiting[0].literal)
        # what only filters comes early; what divides comes last, where other literals may exclude a zero
        step, after = min(ready, key=lambda item: (item[0].at != first, item[0].literal.divides, item[1] != bound))
        bound = after
        for element in step.literal.atom.elements if step.literal.atom.ast_type == ASTType.BodyAggregate else ():
            step.inner.append(plan(element.condition, bound, outer))
        waiting.remove(step)
        order.append(step)
    return order


def _steps(at: int, literal: Syntax) -> Iterator[BodyStep]:
    if literal.ast_type != ASTType.Literal:
        raise unreadable(f"the literal {literal}", literal)
    if literal.atom.ast_type == ASTType.Comparison and literal.sign == Sign.NoSign:
        for link in _links(literal.atom):
            yield BodyStep(at, literal, link)
    else:
        yield BodyStep(at, literal, atom=atom_of(literal))


def _links(comparison: Syntax) -> Iterator[Link]:
    left = comparison.term
    for guard in comparison.guards:
        yield left, ComparisonOperator(guard.comparison), guard.term
        left = guard.term


def _after(step: BodyStep, bound: frozenset[str], outer: frozenset[str]) -> frozenset[str] | None:
    """The variables bound after the step, or None where it cannot be taken yet."""
    literal = step.literal
    if step.link is not None:
        left, operator, right = step.link
        if left.variables | right.variables <= bound:
            return bound
        if operator == ComparisonOperator.Equal:
            for pattern, term in ((left, right), (right, left)):
                after = readable(pattern, bound) if term.variables <= bound else None
                if after is not None:
                    return after
        return None
    if literal.atom.ast_type == ASTType.BodyAggregate:
        inside = frozenset[str]().union(*(element.variables for element in literal.atom.elements)) & outer
        if not inside <= bound:
            return None
        for guard in (literal.atom.left_guard, literal.atom.right_guard):
            if guard is not None and not guard.term.variables <= bound:
                after = readable(guard.term, bound)
                if after is None or guard.comparison != ComparisonOperator.Equal or literal.sign != Sign.NoSign:
                    return None
                bound = after
        return bound
    if literal.sign == Sign.NoSign and step.atom is not None:
        for at in step.atom.order:
            after = readable(step.atom.arguments[at], bound)
            if after is None:
                return None
            bound = after
        return bound
    return bound if literal.variables <= bound else None


def extend(steps: Iterable[BodyStep], state: State, rows: Rows, scope: Scope) -> Iterator[State]:
    """The states in which every step holds, each the given one with more variables bound and further conditions."""
    states = [state]
    for step in steps:
        states = [after for before in states for after in _take(step, before, rows, scope)]
    yield from states


def _take(step: BodyStep, state: State, rows: Rows, scope: Scope) -> Iterator[State]:
    atom, sign = step.literal.atom, step.literal.sign
    if step.link is not None:
        yield from _compare(*step.link, state, scope)
    elif step.atom is not None and sign == Sign.NoSign:
        yield from _positive(step.atom, rows(step), state, scope)
    elif step.atom is not None:
        yield from _negative(step, step.atom, state, rows, scope)
    elif atom.ast_type == ASTType.BooleanConstant:
        yield from under(state, _signed(TRUE if atom.value else FALSE, sign))
    elif atom.ast_type == ASTType.Comparison:
        yield from _chain(list(_links(atom)), sign, state, scope)
    elif atom.ast_type == ASTType.BodyAggregate:
        yield from _aggregate(step, state, rows, scope)
    else:
        raise unreadable(f"the literal {step.literal}", step.literal)


def _signed(formula: Formula, sign: Sign) -> Formula:
    return negate(formula) if sign == Sign.Negation else formula


def _compare(left: Syntax, operator: ComparisonOperator, right: Syntax, state: State, scope: Scope) -> Iterator[State]:
    if operator == ComparisonOperator.Equal:
        pattern, term = (left, right) if right.variables <= state.values.keys() else (right, left)
        name = pattern.name if pattern.ast_type == ASTType.Variable else "X"
        for value, guard in values(term, state, scope, name):
            for after in under(state, guard):
                yield from match(pattern, value, after, scope)
        return
    for (one, other), guard in products([left, right], state, scope):
        yield from under(state, guard, compare(operator, one, other))


def _chain(links: list[Link], sign: Sign, state: State, scope: Scope) -> Iterator[State]:
    """A comparison under negation: its terms are evaluated outside of the negation."""
    terms = [links[0][0], *(right for _, _, right in links)]
    for found, guard in products(terms, state, scope):
        holds = conj(compare(op, found[at], found[at + 1]) for at, (_, op, _) in enumerate(links))
        yield from under(state, guard, _signed(holds, sign))


def _positive(atom: Atom, rows: Sequence[Row], state: State, scope: Scope) -> Iterator[State]:
    known = [(at, value) for at in atom.order if (value := _number(atom.arguments[at], state)) is not None]
    for found in rows:
        one = apart(found, scope)
        assert len(one.arguments) == len(atom.arguments), f"a row of another predicate than {atom.signature}"
        numbers = ((one.arguments[at], value.constant) for at, value in known)
        if any(isinstance(term, Linear) and not term.terms and term.constant != value for term, value in numbers):
            continue  # as of most rows in a join: it would take long to match them
        for after in match_all([(atom.arguments[at], one.arguments[at]) for at in atom.order], state, scope):
            yield from under(after, one.guard)


def _number(pattern: Syntax, state: State) -> Linear | None:
    """The number that a plain pattern is known to be."""
    value = state.values.get(pattern.name) if pattern.ast_type == ASTType.Variable else None
    return value if isinstance(value, Linear) and not value.terms else None


def _negative(step: BodyStep, atom: Atom, state: State, rows: Rows, scope: Scope) -> Iterator[State]:
    """`not p(...)`: terms without `_` are evaluated outside of the negation, as clingo does."""
    patterns = atom.arguments
    for pattern in patterns:
        if pattern.anonymous and pattern.arithmetic:
            raise unreadable(f"arithmetic beside `_` under negation: {pattern}", pattern)
    closed = [pattern for pattern in patterns if not pattern.anonymous]
    for found, guard in products(closed, state, scope):
        terms = iter(found)
        wanted = [None if pattern.anonymous else next(terms) for pattern in patterns]
        holds = disj(_covers(one, wanted, patterns, state, step, scope) for one in rows(step))
        holds = scope.settled(holds, conj((state.guard, guard)), step.literal)
        yield from under(state, guard, _signed(holds, step.literal.sign))


def _covers(
    found: Row, wanted: Sequence[Term | None], patterns: Sequence[Syntax], state: State, step: BodyStep, scope: Scope
) -> Formula:
    """When the row is what a negated literal speaks of, whatever the row's own unknowns."""
    one = apart(found, scope)
    pairs = list(zip(wanted, patterns, one.arguments, strict=True))
    closed = conj(same(want, term) for want, _, term in pairs if want is not None)
    wild = [(pattern, term) for want, pattern, term in pairs if want is None]
    options = [after.guard for after in match_all(wild, State(state.values, conj((closed, one.guard))), scope)]
    if marked(one.guard):
        with suppress(NotEliminable):
            return exists(one.locals, disj(options))
        # what is possible alone is loosened: it holds at most where it is said to
        loose = disj(at_most_possible(option, one.locals) for option in options)
        return disj((_some(one.locals, disj(map(sure, options)), step), loose))
    return _some(one.locals, disj(options), step)


def _some(hidden: Sequence[Unknown], formula: Formula, step: BodyStep) -> Formula:
    """That some value of the unknowns makes the formula true; Unreadable where that needs a quantifier."""
    try:
        return exists(hidden, formula)
    except NotEliminable as error:
        raise unreadable(
            f"{step.literal} would need a quantifier over {error.name}, which ranges over an interval of unknown ends",
            step.literal,
        ) from None


def _aggregate(step: BodyStep, state: State, rows: Rows, scope: Scope) -> Iterator[State]:
    atom = step.literal.atom
    if scope.stones is not None and _is_stones(atom, scope.stones[0], state):
        yield from _guarded(atom, step.literal.sign, scope.stones[1], state, scope)
        return
    found: list[Element] = []
    for element, steps in zip(atom.elements, step.inner, strict=True):
        inner = extend(steps, State(state.values, TRUE), rows, scope)
        found += entries(element.terms, inner, state, scope, step.literal)
    for value, condition in values_of(atom.function, found, state, scope, step.literal):
        for after in under(state, condition):
            yield from _guarded(atom, step.literal.sign, value, after, scope)


def _is_stones(atom: Syntax, heaps: Signature, state: State) -> bool:
    """Whether it is `#sum { S,I : heap(I,S) }`, the sizes of all heaps, each heap for itself."""
    if atom.function not in (AggregateFunction.Sum, AggregateFunction.SumPlus) or len(atom.elements) != 1:
        return False
    (element,) = atom.elements
    if len(element.condition) != 1 or len(element.terms) != 2 or element.condition[0].sign != Sign.NoSign:
        return False
    inner = atom_of(element.condition[0])
    if inner is None or inner.signature != heaps:
        return False
    names = [name_of(pattern) for pattern in inner.arguments]
    free = distinct(inner.arguments) and not {*names} & state.values.keys()
    return free and [name_of(term) for term in element.terms] == names[::-1]


def _guarded(atom: Syntax, sign: Sign, value: Term, state: State, scope: Scope) -> Iterator[State]:
    """The states in which the aggregate's value is as its guards say."""
    sides = [(guard, at) for at, guard in enumerate((atom.left_guard, atom.right_guard)) if guard is not None]
    if sign != Sign.NoSign:
        for found, defined in products([guard.term for guard, _ in sides], state, scope):
            holds = conj(_holds(guard, at, term, value) for (guard, at), term in zip(sides, found, strict=True))
            yield from under(state, defined, _signed(holds, sign))
        return
    states = [state]
    for guard, at in sides:
        if guard.comparison == ComparisonOperator.Equal:
            states = [after for before in states for after in match(guard.term, value, before, scope)]
        else:
            states = [
                after
                for before in states
                for term, defined in values(guard.term, before, scope)
                for after in under(before, defined, _holds(guard, at, term, value))
            ]
    yield from states


def _holds(guard: Syntax, at: int, term: Term, value: Term) -> Formula:
    operator = ComparisonOperator(guard.comparison)
    return compare(operator, term, value) if at == 0 else compare(operator, value, term)
