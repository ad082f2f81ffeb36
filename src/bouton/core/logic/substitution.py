"""Putting expressions, or numbers, in place of unknowns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import chain
from typing import overload

from bouton.core.logic.arithmetic import add, atom, choose, divide, multiply, number, remainder, scale, truncated
from bouton.core.logic.expression import (
    And,
    Atom,
    Eq,
    Formula,
    Ite,
    Le,
    Linear,
    Ne,
    Node,
    Or,
    Product,
    Quotient,
    Remainder,
    Unknown,
)
from bouton.core.logic.formulas import at_most, conj, disj, equal, negate

_ZERO = number(0)


class Substitution:
    """Replaces unknowns by expressions, each shared part once."""

    def __init__(self, values: Mapping[Unknown, Linear]) -> None:
        self._values = values
        self._done: dict[Node, Linear | Formula] = {}

    def linear(self, value: Linear) -> Linear:
        """The expression with the unknowns replaced."""
        found = self._done.get(value)
        if found is None:
            found = add(number(value.constant), *(scale(c, self._atom(a)) for a, c in value.terms))
            self._done[value] = found
        assert isinstance(found, Linear)
        return found

    def formula(self, value: Formula) -> Formula:
        """The formula with the unknowns replaced."""
        found = self._done.get(value)
        if found is None:
            found = self._done[value] = self._formula(value)
        assert isinstance(found, Formula)
        return found

    def _atom(self, part: Atom) -> Linear:
        if isinstance(part, Unknown):
            return self._values.get(part) or atom(part)
        found = self._done.get(part)
        if found is None:
            found = self._done[part] = self._compound(part)
        assert isinstance(found, Linear)
        return found

    def _compound(self, part: Atom) -> Linear:
        if isinstance(part, Ite):
            return choose(self.formula(part.condition), self.linear(part.then), self.linear(part.other))
        assert not isinstance(part, Unknown)
        left, right = self.linear(part.left), self.linear(part.right)
        if isinstance(part, Quotient):
            return divide(left, right)
        return remainder(left, right) if isinstance(part, Remainder) else multiply(left, right)

    def _formula(self, value: Formula) -> Formula:
        match value:
            case Le(left=left):
                return at_most(self.linear(left), _ZERO)
            case Eq(left=left):
                return equal(self.linear(left), _ZERO)
            case Ne(left=left):
                return negate(equal(self.linear(left), _ZERO))
            case And(parts=parts):
                return conj(map(self.formula, parts))
            case Or(parts=parts):
                return disj(map(self.formula, parts))
        raise TypeError(value)


def unknowns(*values: Linear | Formula) -> dict[Unknown, None]:
    """The unknowns that occur, in order of first occurrence."""
    return dict.fromkeys(chain.from_iterable(map(_unknowns, values)))


@lru_cache(maxsize=1 << 14)
def _unknowns(value: Linear | Formula) -> tuple[Unknown, ...]:
    return tuple(node for node in parts(value) if isinstance(node, Unknown))


def parts(*values: Linear | Formula) -> Iterator[Node]:
    """Each node once, before what it holds."""
    seen: set[Node] = set()
    waiting: list[Node] = [*reversed(values)]
    while waiting:
        node = waiting.pop()
        if node not in seen:
            seen.add(node)
            yield node
            waiting.extend(below(node))


def below(node: Node) -> Iterable[Node]:
    """The nodes directly in a node, the last one first."""
    match node:
        case Linear(terms=terms):
            return [part for part, _ in reversed(terms)]
        case And(parts=parts) | Or(parts=parts):
            return reversed(parts)
        case Le(left=left) | Eq(left=left) | Ne(left=left):
            return (left,)
        case Ite(condition=condition, then=then, other=other):
            return other, then, condition
        case Unknown():
            return ()
    return node.right, node.left  # type: ignore[attr-defined]


class Evaluation:
    """Values at a concrete position; KeyError for a missing unknown.

    A quotient by 0 is 0: the rules' guards exclude it wherever its value matters.
    """

    def __init__(self, values: Mapping[Unknown, int]) -> None:
        self._values = values
        self._done: dict[Node, int] = {}

    def having(self, one: Unknown, value: int) -> Evaluation:
        """The same position, with the value of one more unknown."""
        return Evaluation({**self._values, one: value})

    def met(self, value: Formula) -> bool | None:
        """The truth value, if it was asked for, directly or within something else."""
        found = self._done.get(value)
        return None if found is None else bool(found)

    @overload
    def __call__(self, value: Linear) -> int: ...

    @overload
    def __call__(self, value: Formula) -> bool: ...

    def __call__(self, value: Linear | Formula) -> int | bool:
        """The number, or the truth value."""
        return self._linear(value) if type(value) is Linear else self._formula(value)  # type: ignore[arg-type]

    def _formula(self, value: Formula) -> bool:
        found = self._done.get(value)
        if found is None:
            found = self._done[value] = self._of(value)
        return found  # type: ignore[return-value]

    def _of(self, value: Formula) -> bool:
        # at every position and every way to choose, so that asking for the type is worth more than matching
        kind = type(value)
        if kind is And:
            return all(map(self._formula, value.parts))  # type: ignore[attr-defined]
        if kind is Or:
            return any(map(self._formula, value.parts))  # type: ignore[attr-defined]
        left = self._linear(value.left)  # type: ignore[attr-defined]
        if kind is Le:
            return left <= 0
        if kind is Eq:
            return left == 0
        if kind is Ne:
            return left != 0
        raise TypeError(value)

    def _linear(self, value: Linear) -> int:
        total = value.constant
        for part, coefficient in value.terms:
            total += coefficient * (self._values[part] if type(part) is Unknown else self._compound(part))
        return total

    def _compound(self, part: Atom) -> int:
        found = self._done.get(part)
        if found is None:
            if isinstance(part, Ite):
                found = self._linear(part.then if self._formula(part.condition) else part.other)
            else:
                assert not isinstance(part, Unknown)
                left, right = self._linear(part.left), self._linear(part.right)
                if isinstance(part, Product):
                    found = left * right
                else:
                    quotient, rest = truncated(left, right) if right else (0, 0)
                    found = quotient if isinstance(part, Quotient) else rest
            self._done[part] = found
        return found


@overload
def replace(values: Mapping[Unknown, Linear], value: Linear) -> Linear: ...


@overload
def replace(values: Mapping[Unknown, Linear], value: Formula) -> Formula: ...


def replace(values: Mapping[Unknown, Linear], value: Linear | Formula) -> Linear | Formula:
    """One expression or formula with unknowns replaced."""
    substitution = Substitution(values)
    return substitution.linear(value) if isinstance(value, Linear) else substitution.formula(value)
