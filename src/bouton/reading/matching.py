"""Terms of the rules' syntax tree: their values under an environment, and matching them against values."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from clingo.ast import ASTType, BinaryOperator, UnaryOperator

from bouton.core.errors import Unreadable
from bouton.core.logic.arithmetic import (
    add,
    atom,
    choose,
    divide,
    exclusive,
    multiply,
    number,
    power,
    remainder,
    scale,
    subtract,
)
from bouton.core.logic.expression import FALSE, TRUE, Formula, Linear, Power, Unknown, UnknownNames
from bouton.core.logic.formulas import at_most, conj, different, equal, less
from bouton.core.logic.terms import OPAQUE, Function, Term, from_symbol, same
from bouton.core.logic.walk import parts, unknowns
from bouton.core.ranges import LIMIT
from bouton.reading.marks import SIZE, doubtful, marked, possible, sure
from bouton.reading.syntax import Syntax
from bouton.rules.file import Signature

_WIDEST = 32
"""An interval within so many numbers is taken number by number, a wider one as an unknown."""


@dataclass(frozen=True)
class State:
    """What is known half-way through a rule's body: the variables' values, and the condition so far."""

    values: Mapping[str, Term]
    guard: Formula

    def having(self, *guards: Formula) -> State | None:
        """The state under further conditions, or None where they exclude each other."""
        guard = conj((self.guard, *guards))
        return None if guard is FALSE else State(self.values, guard)


@dataclass
class Scope:
    """What one evaluation shares: the constants, fresh unknowns, and where arithmetic might be undefined."""

    constants: Mapping[str, Linear]
    undefined: list[tuple[Formula, Syntax]] = field(default_factory=list)
    unseen: list[tuple[Formula, Syntax]] = field(default_factory=list)
    """Where a literal would look at heaps whose sizes are not known (see `marks`)."""
    lowest: Linear | None = None
    """The least size that is known, where there may be heaps below it."""
    stones: tuple[Signature, Linear] | None = None
    """The fluent whose heaps are not all known, and how many stones they have together, where that is known."""
    names: UnknownNames = field(default_factory=UnknownNames)
    sizes: frozenset[Unknown] = frozenset()
    """The sizes of heaps, which moves compare with numbers, so that they are no exponents that automata could read."""
    bits: bool = False
    """Whether `^` and the like have a meaning where numbers are not known, which is then for automata."""

    def settled(self, formula: Formula, given: Formula, literal: Syntax) -> Formula:
        """When it holds whatever the sizes of the heaps below the levels; where these decide, the literal is UNSEEN."""
        if not marked(formula):
            return formula
        self.not_seen(conj((given, doubtful(formula))), literal)
        return sure(formula)

    def not_seen(self, formula: Formula, literal: Syntax) -> None:
        """Note the formula as a condition that must never hold: there the literal looks at heaps of unknown sizes."""
        formula = possible(formula)
        if formula is not FALSE:
            self.unseen.append((formula, literal))

    def fresh(self, name: str) -> Unknown:
        """A new unknown, named after a variable."""
        return self.names.fresh(name)


Alternative = tuple[Term, Formula]
"""A value, and the condition under which the term has it."""


def unreadable(reason: str, node: Syntax) -> Unreadable:
    """The error of a construct without a symbolic meaning, at its place."""
    return Unreadable(reason.replace(SIZE, "the size of a heap below the highest ones"), *node.place)


def values(term: Syntax, state: State, scope: Scope, name: str = "X") -> Iterator[Alternative]:
    """The values of a term whose variables are bound; `name` is for the unknown of an interval."""
    match term.ast_type:
        case ASTType.Variable:
            yield state.values[term.name], TRUE
        case ASTType.SymbolicTerm:
            yield scope.constants.get(term.constant) or from_symbol(term.symbol), TRUE
        case ASTType.Function:
            if term.external:
                raise unreadable("a function of a script", term)
            for arguments, guard in products(term.arguments, state, scope):
                yield Function(term.name, arguments), guard
        case ASTType.Interval:
            for (left, right), guard in products([term.left, term.right], state, scope):
                if isinstance(left, Linear) and isinstance(right, Linear):
                    yield from _interval(left, right, guard, scope.fresh, name)
        case ASTType.UnaryOperation:
            for argument, guard in values(term.argument, state, scope):
                if isinstance(argument, Linear):
                    yield _unary(term, argument, scope), guard
        case ASTType.BinaryOperation:
            for (left, right), guard in products([term.left, term.right], state, scope):
                if isinstance(left, Linear) and isinstance(right, Linear):
                    found = _binary(term, left, right, conj((state.guard, guard)), scope)
                    if found is not None:
                        yield found[0], conj((guard, found[1]))
        case _:
            raise unreadable(f"the term {term}", term)


def products(terms: Sequence[Syntax], state: State, scope: Scope) -> Iterator[tuple[tuple[Term, ...], Formula]]:
    """Every combination of values of several terms, with the condition under which the terms have them."""
    if not terms:
        yield (), TRUE
        return
    for value, guard in values(terms[0], state, scope):
        for rest, other in products(terms[1:], state, scope):
            both = conj((guard, other))
            if both is not FALSE:
                yield (value, *rest), both


def _interval(
    left: Linear, right: Linear, guard: Formula, fresh: Callable[[str], Unknown], name: str
) -> Iterator[Alternative]:
    if left.low is not None and right.high is not None and right.high - left.low < _WIDEST:
        for value in map(number, range(left.low, right.high + 1)):
            inside = conj((guard, at_most(left, value), at_most(value, right)))
            if inside is not FALSE:
                yield value, inside
        return
    value = atom(fresh(name))
    inside = conj((guard, at_most(left, value), at_most(value, right)))
    if inside is not FALSE:
        yield value, inside


def _unary(term: Syntax, argument: Linear, scope: Scope) -> Linear:
    if term.operator_type == UnaryOperator.Minus:
        return scale(-1, argument)
    if term.operator_type == UnaryOperator.Absolute:
        return choose(at_most(number(0), argument), argument, scale(-1, argument))
    if scope.bits:
        return subtract(number(-1), argument)
    if argument.number is None:
        raise unreadable(f"{term} is no linear arithmetic, so it has no value where a size is not known", term)
    return number(~argument.number)


def _binary(term: Syntax, left: Linear, right: Linear, guard: Formula, scope: Scope) -> tuple[Linear, Formula] | None:
    match term.operator_type:
        case BinaryOperator.Plus:
            return add(left, right), TRUE
        case BinaryOperator.Minus:
            return subtract(left, right), TRUE
        case BinaryOperator.Multiplication:
            return multiply(left, right), TRUE
        case BinaryOperator.Division | BinaryOperator.Modulo:
            if any(isinstance(one, Power) for one in parts(right)):
                known = "digit(N,J,D) holds where D is the digit of N at place J in base 2"
                raise unreadable(f"{term} divides by a power whose exponent is not known; {known}", term)
            wrong = conj((guard, equal(right, number(0))))
            if wrong is not FALSE:
                scope.undefined.append((wrong, term))
            if right.number == 0:
                return None
            operation = divide if term.operator_type == BinaryOperator.Division else remainder
            return operation(left, right), different(right, number(0))
    if term.operator_type == BinaryOperator.XOr and 0 in (left.number, right.number):
        return right if left.number == 0 else left, TRUE
    if left.number is None or right.number is None:
        is_power = scope.bits and term.operator_type == BinaryOperator.Power and (left.number or 0) > 1
        if is_power and scope.sizes.isdisjoint(unknowns(right)):
            scope.undefined.append((conj((guard, less(right, number(0)))), term))
            return power(left, right), TRUE
        if scope.bits and term.operator_type != BinaryOperator.Power:
            return _bitwise(term.operator_type, left, right), TRUE
        what = "is a power" if term.operator_type == BinaryOperator.Power else "works on the bits"
        raise unreadable(f"{term} {what} of numbers that are not known, which linear arithmetic cannot say", term)
    one, other = left.number, right.number
    match term.operator_type:
        case BinaryOperator.And:
            return number(one & other), TRUE
        case BinaryOperator.Or:
            return number(one | other), TRUE
        case BinaryOperator.XOr:
            return number(one ^ other), TRUE
    if other < 0:
        raise unreadable(f"{term} has a negative exponent", term)
    if abs(one) > 1 and other > LIMIT.bit_length():
        raise unreadable(f"{term} is a greater number than any of the rules may be", term)
    return number(one**other), TRUE


def _bitwise(operator: BinaryOperator, left: Linear, right: Linear) -> Linear:
    """`^`, `&` or `?`: the digits of both are as many as those of each that differ, and twice those that do not."""
    differing = exclusive(left, right)
    if operator == BinaryOperator.XOr:
        return differing
    twice = add(left, right, scale(-1 if operator == BinaryOperator.And else 1, differing))
    return divide(twice, number(2))


def readable(pattern: Syntax, bound: frozenset[str]) -> frozenset[str] | None:
    """The variables bound once the pattern has been matched, or None where it cannot be matched yet."""
    if pattern.ast_type == ASTType.Variable:
        return bound if pattern.name == "_" else bound | {pattern.name}
    if pattern.ast_type == ASTType.Function:
        # those with arithmetic last: what their variables are may stand in the others
        for argument in sorted(pattern.arguments, key=lambda one: one.arithmetic):
            after = readable(argument, bound)
            if after is None:
                return None
            bound = after
        return bound
    missing = pattern.variables - bound
    if not missing:
        return bound
    return bound | missing if len(missing) == 1 and _linear_in(pattern, *missing) else None


def _linear_in(pattern: Syntax, name: str) -> bool:
    if pattern.ast_type == ASTType.Variable:
        return True
    if pattern.ast_type == ASTType.UnaryOperation:
        return pattern.operator_type == UnaryOperator.Minus and _linear_in(pattern.argument, name)
    operators = (BinaryOperator.Plus, BinaryOperator.Minus, BinaryOperator.Multiplication)
    if pattern.ast_type != ASTType.BinaryOperation or pattern.operator_type not in operators:
        return False
    inside = [side for side in (pattern.left, pattern.right) if name in side.variables]
    return len(inside) == 1 and _linear_in(inside[0], name)


def match(pattern: Syntax, value: Term, state: State, scope: Scope) -> Iterator[State]:
    """The states in which the pattern equals the value; unbound variables are bound."""
    if pattern.ast_type == ASTType.Variable:
        if pattern.name == "_":
            yield state
        elif pattern.name not in state.values:
            yield State({**state.values, pattern.name: value}, state.guard)
        else:
            yield from under(state, same(state.values[pattern.name], value))
    elif pattern.ast_type == ASTType.Function:
        arguments = pattern.arguments
        if isinstance(value, Function) and value.name == OPAQUE + pattern.name and arguments:
            raise unreadable(f"{pattern} looks into a list of unknown length", pattern)
        if isinstance(value, Function) and value.name == pattern.name and len(value.arguments) == len(arguments):
            pairs = list(zip(arguments, value.arguments, strict=True))
            if pattern.arithmetic:
                pairs.sort(key=lambda pair: pair[0].arithmetic)
            yield from match_all(pairs, state, scope)
    elif pattern.variables <= state.values.keys():
        if pattern.ast_type == ASTType.Interval and isinstance(value, Linear):
            for (left, right), guard in products([pattern.left, pattern.right], state, scope):
                if isinstance(left, Linear) and isinstance(right, Linear):
                    yield from under(state, guard, at_most(left, value), at_most(value, right))
            return
        for other, guard in values(pattern, state, scope):
            yield from under(state, guard, same(other, value))
    elif isinstance(value, Linear):
        yield from _solve(pattern, value, state, scope)


def match_all(pairs: Sequence[tuple[Syntax, Term]], state: State, scope: Scope) -> Iterator[State]:
    """The states in which every pattern equals its value, from left to right."""
    if not pairs:
        yield state
        return
    for after in match(*pairs[0], state, scope):
        yield from match_all(pairs[1:], after, scope)


def under(state: State, *guards: Formula) -> Iterator[State]:
    """The state with what holds there too, unless it cannot be."""
    after = state.having(*guards)
    if after is not None:
        yield after


def _solve(pattern: Syntax, value: Linear, state: State, scope: Scope) -> Iterator[State]:
    """One variable is missing, and the pattern is linear in it."""
    if pattern.ast_type == ASTType.UnaryOperation:
        yield from match(pattern.argument, scale(-1, value), state, scope)
        return
    inner_left = not pattern.left.variables <= state.values.keys()
    inner, known = (pattern.left, pattern.right) if inner_left else (pattern.right, pattern.left)
    for other, guard in values(known, state, scope):
        after = state.having(guard)
        if after is None or not isinstance(other, Linear):
            continue
        match pattern.operator_type:
            case BinaryOperator.Plus:
                yield from match(inner, subtract(value, other), after, scope)
            case BinaryOperator.Minus if inner_left:
                yield from match(inner, add(value, other), after, scope)
            case BinaryOperator.Minus:
                yield from match(inner, subtract(other, value), after, scope)
            case _:
                if not other.number:
                    raise unreadable(f"{pattern} cannot be solved for its variable", pattern)
                whole = after.having(equal(remainder(value, other), number(0)))
                if whole is not None:
                    yield from match(inner, divide(value, other), whole, scope)
