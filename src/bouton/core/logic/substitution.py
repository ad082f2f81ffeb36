"""Putting expressions, or numbers, in place of unknowns."""

from __future__ import annotations

from collections.abc import Mapping
from typing import overload

from bouton.core.logic.arithmetic import atom as itself
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
    Operation,
    Or,
    Unknown,
)
from bouton.core.logic.walk import Rewriter


class Substitution(Rewriter):
    """Replaces unknowns by expressions, each shared part once."""

    def __init__(self, values: Mapping[Unknown, Linear]) -> None:
        super().__init__()
        self._values = values

    def unknown(self, part: Unknown) -> Linear:
        """What is put in its place; itself where that is nothing."""
        return self._values.get(part) or itself(part)


class Evaluation:
    """Values at a concrete position; KeyError for a missing unknown.

    A quotient by 0 is 0: the rules' guards exclude it wherever its value matters.
    """

    def __init__(self, values: Mapping[Unknown, int]) -> None:
        self._values = values
        self._done: dict[Node, int] = {}

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
        # at every position and every way to choose: types are asked for, and parts gone through, in the quickest way
        kind = type(value)
        if kind is And or kind is Or:
            done, decides = self._done, kind is Or
            for part in value.parts:  # type: ignore[attr-defined]
                found = done.get(part)
                if found is None:
                    found = done[part] = self._of(part)
                if found is decides:
                    return decides
            return not decides
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
                assert isinstance(part, Operation)
                found = part.of(self._linear(part.left), self._linear(part.right))
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
