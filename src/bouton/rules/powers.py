"""Guards that bound a power which a comparison bounds: clingo wraps at 32 bits, where a power is false there.

`P**K <= S` with P >= 2 holds of few K, whatever the range of K is. But clingo computes P**K for all of them, modulo
2**32. Beside the literals that are made here it does so only where the power is at most the number that the comparison
lets it be, so that the rule is true where it says so.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator

from clingo.ast import AST, ASTType, BinaryOperator, ComparisonOperator, Sign

from bouton.rules.file import Signature
from bouton.rules.syntax import MIRRORED, NEGATED, comparisons, is_comparison, is_positive, signature, variables, walk
from bouton.rules.values import LIMIT, Integers

Value = Callable[[AST], Integers]
"""The values that a term may have."""

_DIVIDING = (BinaryOperator.Division, BinaryOperator.Modulo)
_AT_MOST = (ComparisonOperator.LessThan, ComparisonOperator.LessEqual, ComparisonOperator.Equal)


def bounded(literal: AST, value: Value) -> Iterator[tuple[AST, int]]:
    """Each power in a comparison that does not hold where it is greater than a number, and the number."""
    if not is_comparison(literal):
        return
    if literal.sign != Sign.NoSign and (literal.sign != Sign.Negation or len(literal.atom.guards) > 1):
        return
    for left, operator, right in comparisons(literal.atom):
        sense = NEGATED[operator] if literal.sign == Sign.Negation else operator
        for one, other, how in ((left, right, sense), (right, left, MIRRORED[sense])):
            most = value(other)
            if how not in _AT_MOST or (how != ComparisonOperator.Equal and not most.integral) or most.high > LIMIT:
                continue
            for power in powers(one):
                if powers(power.left) or powers(power.right):
                    continue
                high = _implied(one, power, most.high - (how == ComparisonOperator.LessThan), value)
                base, exponent = value(power.left), value(power.right)
                plain = base.integral and exponent.integral and base.low >= 2 and exponent.low >= 0
                if plain and high is not None and high <= LIMIT:
                    yield power, high


def powers(node: AST) -> list[AST]:
    """The powers in a node whose exponent is no number."""
    found = (one for one in walk(node) if one.ast_type == ASTType.BinaryOperation)
    return [one for one in found if one.operator_type == BinaryOperator.Power and variables(one.right)]


def of_unknown(rule: AST, dependent: Collection[Signature]) -> list[AST]:
    """The powers in a mirrored rule whose exponent may depend on the position, but for those in a divisor.

    `dependent` are the predicates that depend on it. An exponent is known where each of its variables stands in an atom
    of another predicate, or equals what has known variables alone, as in `J = 0..2`.
    """
    nodes = [*walk(rule)]
    inside = [one for one in nodes if is_positive(one) and signature(one) not in dependent]
    known = frozenset[str]().union(*map(variables, inside))
    equations = [
        (left.name, variables(right))
        for node in nodes
        if node.ast_type == ASTType.Comparison
        for left, operator, right in comparisons(node)
        if operator == ComparisonOperator.Equal and left.ast_type == ASTType.Variable
    ]
    while more := {name for name, needed in equations if needed <= known} - known:
        known |= more
    operations = [one for one in nodes if one.ast_type == ASTType.BinaryOperation]
    divided = {id(power) for one in operations if one.operator_type in _DIVIDING for power in powers(one.right)}
    return [one for one in powers(rule) if not variables(one.right) <= known and id(one) not in divided]


def _implied(term: AST, power: AST, high: int, value: Value) -> int | None:
    """The greatest number that a power in a term may be where the term is at most `high`; None of other terms."""
    if term is power:
        return high
    if term.ast_type != ASTType.BinaryOperation:
        return None
    first = any(one is power for one in walk(term.left))
    inner, other = (term.left, value(term.right)) if first else (term.right, value(term.left))
    if not other.integral:
        return None
    if term.operator_type == BinaryOperator.Plus:
        return _implied(inner, power, high - other.low, value)
    if term.operator_type == BinaryOperator.Minus and first:
        return _implied(inner, power, high + other.high, value)
    if term.operator_type == BinaryOperator.Multiplication and other.low >= 1:
        return _implied(inner, power, max(high // other.low, -1), value)
    return None


def guards(power: AST, most: int, value: Value) -> list[str]:
    """Literals that hold where the power, of a base from 2 on and no negative exponent, is at most that number.

    P**K is at most B where for no k both K >= k, and P is greater than the k-th root of B. Each of these is
    `(K/k)*(P/(root+1)) = 0`, which stays within 32 bits below the last k, from which on the root is 1.
    """
    base, exponent = power.left, power.right
    least, greatest, longest = value(base).low, value(base).high, value(exponent).high
    if most < 1:
        return [f"{exponent} < 0"]
    last = next(k for k in range(most.bit_length() + 1) if least**k > most)
    found = [f"{exponent} < {last}"]
    before = greatest
    for k in range(1, last):
        root = _root(most, k)
        if root < before and k <= longest:
            found.append(f"({exponent})/{k}*(({base})/{root + 1}) = 0")
            before = root
    return found


def _root(number: int, k: int) -> int:
    """The greatest whole number whose k-th power is at most that number, which is 1 or more."""
    low, high = 1, number
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if middle**k <= number else (low, middle - 1)
    return low
