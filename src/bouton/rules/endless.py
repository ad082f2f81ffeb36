"""Recursions that have no end: rules that hold again, of a larger or a smaller number, wherever they hold once.

`odd(N,1-X) :- odd(N-1,X)` derives `odd` of one number after the other, as nothing in its body bounds N. Such a rule is
never given to clingo, which would fill the memory with it: a rule in its place watches whether its body holds anywhere
(`bouton.rules.lift`). A rule is only found here where each instance of it leads to a next one, so that what is refused
has no end. With another literal in the body, which may stop it, it is left to clingo.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from clingo.ast import AST, ASTType, BinaryOperator, ComparisonOperator

from bouton.rules.file import Signature
from bouton.rules.syntax import (
    arguments,
    comparisons,
    defines,
    is_comparison,
    is_positive,
    number,
    operations,
    signature,
    variables,
)

_LONGEST = 4
"""The most rules that lead to each other in turn."""
_TOTAL = (BinaryOperator.Plus, BinaryOperator.Minus, BinaryOperator.Multiplication)
_DIVIDING = (BinaryOperator.Division, BinaryOperator.Modulo)
_UPWARD = (ComparisonOperator.GreaterThan, ComparisonOperator.GreaterEqual)
_DOWNWARD = (ComparisonOperator.LessThan, ComparisonOperator.LessEqual)


@dataclass(frozen=True)
class Endless:
    """A rule that derives its own body again, `at` its number in a stratum, with a number larger or smaller by `step`.

    It does wherever its body holds and what stands in `numbers` are numbers; of anything else it derives nothing.
    """

    at: int
    step: int
    numbers: tuple[str, ...]
    grows: str
    """The argument of the head that has no bound."""

    @property
    def conditions(self) -> tuple[str, ...]:
        """That the numbers are numbers, as literals."""
        return tuple(f"{one}-{one} = 0" for one in self.numbers)


@dataclass(frozen=True)
class _Step:
    """A rule whose one positive literal is an atom of the same stratum, which matches whatever that predicate has."""

    at: int
    rule: AST
    atom: AST
    guards: tuple[AST, ...]

    @property
    def head(self) -> Signature:
        return defines(self.rule)

    @property
    def body(self) -> Signature | None:
        return signature(self.atom)


def endless(stratum: Sequence[AST]) -> Iterator[Endless]:
    """The rules of a stratum, mirrored and with numbers for constants, that have no end; none leads to another one."""
    heads = {defines(rule) for rule in stratum}
    steps = [one for at, rule in enumerate(stratum) for one in _steps(at, rule, heads)]
    found = set[int]()
    for first in steps:
        for circle in _circles(first, [one for one in steps if one.at not in found]):
            known = _in_circle(circle)
            if known is not None:
                found.add(first.at)
                yield known
                break


def _steps(at: int, rule: AST, heads: set[Signature]) -> Iterator[_Step]:
    own = [one for one in rule.body if is_positive(one)]
    guards = [one for one in rule.body if not is_positive(one)]
    if len(own) != 1 or signature(own[0]) not in heads or not all(map(is_comparison, guards)):
        return
    shifted = [_shifted(one) for one in arguments(own[0])]
    names = [one[0] for one in shifted if one is not None and one[0] != "_"]
    if None not in shifted and len(names) == len(set(names)) and variables(rule.head) <= set(names):
        yield _Step(at, rule, own[0], tuple(guards))


def _circles(first: _Step, steps: Sequence[_Step]) -> Iterator[tuple[_Step, ...]]:
    """The rules that lead back to the first one, it before the others."""
    paths: list[tuple[_Step, ...]] = [(first,)]
    while paths:
        path = paths.pop()
        if path[-1].head == first.body:
            yield path
        if len(path) < _LONGEST:
            paths += [(*path, one) for one in steps if one.body == path[-1].head and one not in path]


def _in_circle(circle: tuple[_Step, ...]) -> Endless | None:
    """What grows without an end in a circle of rules, if anything does and each always leads to the next one."""
    numeric = _numeric(circle)
    if numeric is None or (len(circle) > 1 and any(one.guards for one in circle)):
        return None
    for places in product(*(range(len(arguments(one.atom))) for one in circle)):
        steps = [_step(one, place, to) for one, place, to in zip(circle, places, (*places[1:], places[0]), strict=True)]
        step = sum(one for one in steps if one is not None)
        first, place = circle[0], places[0]
        shift = _shifted(arguments(first.atom)[place])
        if None in steps or not step or shift is None:
            continue
        if all(_lasts(guard, shift[0], step) for guard in first.guards):
            named = [_shifted(arguments(first.atom)[one]) for one in sorted(numeric[first.body] | {place})]
            numbers = tuple(one[0] for one in named if one is not None)
            grows = str(arguments(first.rule.head)[(*places[1:], places[0])[0]])
            # of what is no number it would hold, and must be left to clingo, where it computes nothing with it
            if set(numbers) <= {name for one in operations(first.rule) for name in variables(one)}:
                return Endless(first.at, step, numbers, grows)
    return None


def _step(one: _Step, place: int, to: int) -> int | None:
    """By how much an argument of the head is larger than one of the body; None where it is another number."""
    if to >= len(arguments(one.rule.head)):
        return None
    body, head = _shifted(arguments(one.atom)[place]), _shifted(arguments(one.rule.head)[to])
    return head[1] - body[1] if body is not None and head is not None and body[0] == head[0] != "_" else None


def _numeric(circle: tuple[_Step, ...]) -> Mapping[Signature | None, set[int]] | None:
    """The arguments that must be numbers for a rule to hold; None where some need not be, once they were."""
    wanted: dict[Signature | None, set[int]] = {}
    for one in circle:
        inside = {name for each in operations(one.rule.head) for name in variables(each)}
        inside |= {name for guard in one.guards for name in variables(guard)}
        for place, term in enumerate(arguments(one.atom)):
            shift = _shifted(term)
            if shift is not None and (term.ast_type != ASTType.Variable or shift[0] in inside):
                wanted.setdefault(one.body, set()).add(place)
        wanted.setdefault(one.body, set())
    changed = True
    while changed:
        changed = False
        for one in circle:
            names = {shift[0]: place for place, term in enumerate(arguments(one.atom)) if (shift := _shifted(term))}
            if not all(map(_is_total, arguments(one.rule.head))):
                return None
            for place in wanted.get(one.head, set()).copy():
                term = arguments(one.rule.head)[place]
                if term.ast_type == ASTType.Variable:
                    changed |= names[term.name] not in wanted[one.body]
                    wanted[one.body].add(names[term.name])
                elif number(term) is None and term.ast_type not in (ASTType.BinaryOperation, ASTType.UnaryOperation):
                    return None
    return wanted


def _is_total(term: AST) -> bool:
    """Whether a term has one value wherever its variables are numbers, and holds no pool or interval."""
    if term.ast_type == ASTType.BinaryOperation:
        divides = term.operator_type in _DIVIDING and number(term.right) not in (None, 0)
        return (divides or term.operator_type in _TOTAL) and _is_total(term.left) and _is_total(term.right)
    if term.ast_type == ASTType.UnaryOperation:
        return _is_total(term.argument)
    return term.ast_type in (ASTType.Variable, ASTType.SymbolicTerm)


def _shifted(term: AST) -> tuple[str, int] | None:
    """The variable, and the number added to it."""
    if term.ast_type == ASTType.Variable:
        return term.name, 0
    if term.ast_type != ASTType.BinaryOperation or term.operator_type not in _TOTAL[:2]:
        return None
    sign = 1 if term.operator_type == BinaryOperator.Plus else -1
    left, right = number(term.left), number(term.right)
    if term.left.ast_type == ASTType.Variable and right is not None:
        return term.left.name, sign * right
    mirrored = sign > 0 and left is not None and term.right.ast_type == ASTType.Variable
    return (term.right.name, left or 0) if mirrored else None


def _lasts(guard: AST, name: str, step: int) -> bool:
    """Whether a comparison that holds once still does where the variable is larger by the step."""
    if guard.sign or len(guard.atom.guards) != 1:
        return False
    (left, operator, right), *_ = comparisons(guard.atom)
    one, other = _shifted(left), _shifted(right)
    if one is not None and one[0] == name and number(right) is not None:
        return operator in (_UPWARD if step > 0 else _DOWNWARD)
    if other is not None and other[0] == name and number(left) is not None:
        return operator in (_DOWNWARD if step > 0 else _UPWARD)
    return False
