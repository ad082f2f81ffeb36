"""Recursive rules written so that a grounder joins them by their numbers, in whichever direction a new atom comes.

In `g(X,V) :- place(X), s(D), g(X-D,V)` a new atom of `g` binds neither X nor D, so that clingo tries all places for
each of them: the time is quadratic in the range. With `Y = X-D, X = Y+D, D = X-Y, g(Y,V)` instead it computes X.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from clingo.ast import AST, ASTType, BinaryOperator, Comparison, ComparisonOperator, Guard, Literal, Sign, Variable
from clingo.ast import BinaryOperation as Operation

from bouton.core.fresh import Fresh
from bouton.rules.file import Signature
from bouton.rules.mirror import remembered
from bouton.rules.syntax import is_positive, signature, variables

_INVERSE = {BinaryOperator.Plus: BinaryOperator.Minus, BinaryOperator.Minus: BinaryOperator.Plus}


@remembered
def joined(rule: AST, group: Collection[Signature]) -> AST:
    """The rule with its arithmetic in atoms of the group, which depends on its head, solved for each variable.

    It derives the same: what is added says again that an argument is this sum or difference of numbers.
    """
    names, body = Fresh(variables(rule)), list[AST]()
    for literal in rule.body:
        if not is_positive(literal) or signature(literal) not in group:
            body.append(literal)
            continue
        arguments = list(literal.atom.symbol.arguments)
        for at, term in enumerate(arguments):
            if term.ast_type == ASTType.BinaryOperation and len(variables(term)) > 1 and term.operator_type in _INVERSE:
                value = arguments[at] = Variable(term.location, names.name("Value"))
                body += [_equal(value, term), *(_equal(one, other) for one, other in _solved(term, value))]
        symbol = literal.atom.symbol.update(arguments=arguments)
        body.append(literal.update(atom=literal.atom.update(symbol=symbol)))
    return rule.update(body=body)


def _solved(term: AST, value: AST) -> Iterator[tuple[AST, AST]]:
    """Each variable of a sum or difference that has this value, and what it is by the others."""
    if term.ast_type == ASTType.Variable and term.name != "_":
        yield term, value
    if term.ast_type != ASTType.BinaryOperation or term.operator_type not in _INVERSE:
        return
    left, right = term.left, term.right
    yield from _solved(left, Operation(term.location, _INVERSE[term.operator_type], value, right))
    rest = (left, value) if term.operator_type == BinaryOperator.Minus else (value, left)
    yield from _solved(right, Operation(term.location, BinaryOperator.Minus, *rest))


def _equal(left: AST, right: AST) -> AST:
    atom = Comparison(left, [Guard(ComparisonOperator.Equal, right)])
    return Literal(left.location, Sign.NoSign, atom)
