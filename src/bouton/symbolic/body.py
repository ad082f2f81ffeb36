"""A rule's body: its literals in an order that binds every variable, and the states in which it holds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from clingo.ast import AST, ASTType, BinaryOperator, ComparisonOperator, Sign

from bouton.language.syntax import arguments, comparisons, signature, variables, walk
from bouton.symbolic.aggregate import Entry, entries, values_of
from bouton.symbolic.elimination import NotEliminable, exists
from bouton.symbolic.expression import FALSE, TRUE, Formula
from bouton.symbolic.logic import conj, disj, negate
from bouton.symbolic.matching import Scope, State, match, match_all, products, readable, unreadable, values
from bouton.symbolic.relation import Row, apart
from bouton.symbolic.terms import Term, compare, same


@dataclass(frozen=True)
class Step:
    """One literal of a body, or one link of a chained comparison; `at` is the literal's place."""

    at: int
    literal: AST
    link: tuple[AST, ComparisonOperator, AST] | None = None


Rows = Callable[[Step], Sequence[Row]]
"""The rows that a step's positive literal ranges over."""


def plan(literals: Sequence[AST], bound: frozenset[str], outer: frozenset[str]) -> list[Step]:
    """The steps in an order in which each finds its variables bound.

    `outer` are the variables that an aggregate shares with the rest of its rule.
    """
    waiting = [step for at, literal in enumerate(literals) for step in _steps(at, literal)]
    order: list[Step] = []
    while waiting:
        ready = [(step, after) for step in waiting if (after := _after(step, bound, outer)) is not None]
        if not ready:
            raise unreadable(f"no order of evaluation is known for {waiting[0].literal}", waiting[0].literal)
        # what only filters comes first; what divides comes last, where other literals may exclude a zero
        step, bound = min(ready, key=lambda item: (_divides(item[0].literal), item[1] != bound))
        waiting.remove(step)
        order.append(step)
    return order


def _steps(at: int, literal: AST) -> Iterator[Step]:
    if literal.ast_type != ASTType.Literal:
        raise unreadable(f"the literal {literal}", literal)
    if literal.atom.ast_type == ASTType.Comparison and literal.sign == Sign.NoSign:
        for link in comparisons(literal.atom):
            yield Step(at, literal, link)
    else:
        yield Step(at, literal)


def _divides(literal: AST) -> bool:
    operators = (BinaryOperator.Division, BinaryOperator.Modulo)
    return any(n.ast_type == ASTType.BinaryOperation and n.operator_type in operators for n in walk(literal))


def _after(step: Step, bound: frozenset[str], outer: frozenset[str]) -> frozenset[str] | None:
    """The variables bound after the step, or None where it cannot be taken yet."""
    literal = step.literal
    if step.link is not None:
        left, operator, right = step.link
        if variables(left) | variables(right) <= bound:
            return bound
        if operator == ComparisonOperator.Equal:
            for pattern, term in ((left, right), (right, left)):
                after = readable(pattern, bound) if variables(term) <= bound else None
                if after is not None:
                    return after
        return None
    if literal.atom.ast_type == ASTType.BodyAggregate:
        inside = frozenset[str]().union(*map(variables, literal.atom.elements)) & outer
        if not inside <= bound:
            return None
        for guard in (literal.atom.left_guard, literal.atom.right_guard):
            if guard is not None and not variables(guard.term) <= bound:
                after = readable(guard.term, bound)
                if after is None or guard.comparison != ComparisonOperator.Equal or literal.sign != Sign.NoSign:
                    return None
                bound = after
        return bound
    if literal.sign == Sign.NoSign and literal.atom.ast_type == ASTType.SymbolicAtom:
        return readable(literal.atom.symbol, bound)
    return bound if variables(literal) <= bound else None


def extend(steps: Iterable[Step], state: State, rows: Rows, scope: Scope, outer: frozenset[str]) -> Iterator[State]:
    """The states that satisfy every step, out of this one."""
    states = [state]
    for step in steps:
        states = [after for before in states for after in _take(step, before, rows, scope, outer)]
    yield from states


def _take(step: Step, state: State, rows: Rows, scope: Scope, outer: frozenset[str]) -> Iterator[State]:
    atom, sign = step.literal.atom, step.literal.sign
    if step.link is not None:
        yield from _compare(*step.link, state, scope)
    elif atom.ast_type == ASTType.BooleanConstant:
        yield from _having(state, _signed(TRUE if atom.value else FALSE, sign))
    elif atom.ast_type == ASTType.Comparison:
        yield from _chain(list(comparisons(atom)), sign, state, scope)
    elif atom.ast_type == ASTType.BodyAggregate:
        yield from _aggregate(step, state, rows, scope, outer)
    elif atom.ast_type != ASTType.SymbolicAtom or signature(atom) is None:
        raise unreadable(f"the literal {step.literal}", step.literal)
    elif sign == Sign.NoSign:
        yield from _positive(step, state, rows, scope)
    else:
        yield from _negative(step, state, rows, scope)


def _having(state: State, *guards: Formula) -> Iterator[State]:
    after = state.having(*guards)
    if after is not None:
        yield after


def _signed(formula: Formula, sign: Sign) -> Formula:
    return negate(formula) if sign == Sign.Negation else formula


def _compare(left: AST, operator: ComparisonOperator, right: AST, state: State, scope: Scope) -> Iterator[State]:
    known = state.values.keys()
    if operator == ComparisonOperator.Equal:
        for pattern, term in ((left, right), (right, left)):
            if variables(term) <= known and (pattern is left or not variables(left) <= known):
                name = pattern.name if pattern.ast_type == ASTType.Variable else "X"
                for value, guard in values(term, state, scope, name):
                    for after in _having(state, guard):
                        yield from match(pattern, value, after, scope)
                return
    for (one, other), guard in products([left, right], state, scope):
        yield from _having(state, guard, compare(operator, one, other))


def _chain(links: list[tuple[AST, ComparisonOperator, AST]], sign: Sign, state: State, scope: Scope) -> Iterator[State]:
    """A comparison under negation: its terms are evaluated outside of the negation."""
    terms = [links[0][0], *(right for _, _, right in links)]
    for found, guard in products(terms, state, scope):
        holds = conj(compare(op, found[at], found[at + 1]) for at, (_, op, _) in enumerate(links))
        yield from _having(state, guard, _signed(holds, sign))


def _positive(step: Step, state: State, rows: Rows, scope: Scope) -> Iterator[State]:
    patterns = sorted(enumerate(arguments(step.literal)), key=lambda item: readable(item[1], frozenset()) is None)
    for found in rows(step):
        one = apart(found, scope)
        for after in match_all([(pattern, one.arguments[at]) for at, pattern in patterns], state, scope):
            yield from _having(after, one.guard)


def _negative(step: Step, state: State, rows: Rows, scope: Scope) -> Iterator[State]:
    """`not p(...)`: terms without `_` are evaluated outside of the negation, as clingo does."""
    patterns = list(arguments(step.literal))
    open_at = [at for at, pattern in enumerate(patterns) if _is_open(pattern)]
    closed = [pattern for at, pattern in enumerate(patterns) if at not in open_at]
    for found, guard in products(closed, state, scope):
        terms = iter(found)
        wanted = [None if at in open_at else next(terms) for at in range(len(patterns))]
        holds = disj(_covers(one, wanted, patterns, state, step, scope) for one in rows(step))
        yield from _having(state, guard, _signed(holds, step.literal.sign))


def _is_open(pattern: AST) -> bool:
    nodes = list(walk(pattern))
    if not any(node.ast_type == ASTType.Variable and node.name == "_" for node in nodes):
        return False
    if any(node.ast_type not in (ASTType.Variable, ASTType.Function, ASTType.SymbolicTerm) for node in nodes):
        raise unreadable(f"arithmetic beside `_` under negation: {pattern}", pattern)
    return True


def _covers(
    found: Row, wanted: Sequence[Term | None], patterns: Sequence[AST], state: State, step: Step, scope: Scope
) -> Formula:
    """When the row is what a negated literal speaks of, whatever the row's own unknowns."""
    one = apart(found, scope)
    options = []
    pairs = list(zip(wanted, patterns, one.arguments, strict=True))
    closed = conj(same(want, term) for want, _, term in pairs if want is not None)
    wild = [(pattern, term) for want, pattern, term in pairs if want is None]
    for after in match_all(wild, State(state.values, conj((closed, one.guard))), scope):
        options.append(after.guard)
    try:
        return exists(one.locals, disj(options))
    except NotEliminable as error:
        hidden = error.unknown.name.partition("$")[0]
        raise unreadable(
            f"{step.literal} would need a quantifier over {hidden}, which ranges over an interval of unknown ends",
            step.literal,
        ) from None


def _aggregate(step: Step, state: State, rows: Rows, scope: Scope, outer: frozenset[str]) -> Iterator[State]:
    atom, sign = step.literal.atom, step.literal.sign
    found: list[Entry] = []
    for element in atom.elements:
        steps = plan(list(element.condition), frozenset(state.values), outer)
        inner = extend(steps, State(state.values, TRUE), rows, scope, outer)
        found += entries(list(element.terms), inner, state, scope, step.literal)
    for value, condition in values_of(atom.function, found, step.literal):
        for after in _having(state, condition):
            yield from _guarded(atom, sign, value, after, scope)


def _guarded(atom: AST, sign: Sign, value: Term, state: State, scope: Scope) -> Iterator[State]:
    """The states in which the aggregate's value is as its guards say."""
    sides = [(guard, at) for at, guard in enumerate((atom.left_guard, atom.right_guard)) if guard is not None]
    if sign != Sign.NoSign:
        for found, defined in products([guard.term for guard, _ in sides], state, scope):
            holds = conj(_holds(guard, at, term, value) for (guard, at), term in zip(sides, found, strict=True))
            yield from _having(state, defined, _signed(holds, sign))
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
                for after in _having(before, defined, _holds(guard, at, term, value))
            ]
    yield from states


def _holds(guard: AST, at: int, term: Term, value: Term) -> Formula:
    operator = ComparisonOperator(guard.comparison)
    return compare(operator, term, value) if at == 0 else compare(operator, value, term)
