"""Expressions and formulas evaluated at many positions at once, a column of values each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias, cast, overload

import numpy as np
from numpy.typing import NDArray

from bouton.core.errors import Unreadable
from bouton.core.logic import expression as ex
from bouton.core.logic.walk import below

Numbers: TypeAlias = NDArray[np.int64]
Truths: TypeAlias = NDArray[np.bool_]

LARGEST = 1 << 20
"""No value of an unknown may be greater: a product of two must not leave the 64 bits of an entry."""


class ValuesInColumns:
    """Values at positions given by columns of the unknowns' values, as `Evaluation` has them one by one.

    KeyError for a missing unknown. `extended` adds unknowns: what does not depend on them is not evaluated again.
    """

    def __init__(self, values: Mapping[ex.Unknown, Numbers], length: int) -> None:
        self.length = length
        self._values = values
        self._done: dict[ex.LogicNode, Numbers | Truths] = {}
        self._under: ValuesInColumns | None = None
        self._index: Numbers | None = None
        self._fresh: dict[ex.LogicNode, bool] = {}

    def extended(self, index: Numbers, values: Mapping[ex.Unknown, Numbers]) -> ValuesInColumns:
        """The positions of these numbers, in this order, with further unknowns; those hide older ones of their name."""
        found = ValuesInColumns(values, len(index))
        found._under, found._index = self, index
        return found

    @overload
    def __call__(self, value: ex.Linear) -> Numbers: ...

    @overload
    def __call__(self, value: ex.Formula) -> Truths: ...

    def __call__(self, value: ex.Linear | ex.Formula) -> Numbers | Truths:
        """The column of an expression, or of a formula."""
        return self._node(value)

    def _node(self, node: ex.LogicNode) -> Numbers | Truths:
        found = self._done.get(node)
        if found is None:
            if self._under is not None and not self._depends(node):
                found = self._under._node(node)[self._index]
            else:
                found = self._formula(node) if isinstance(node, ex.Formula) else self._number(node)
            self._done[node] = found
        return found

    def _depends(self, node: ex.LogicNode) -> bool:
        """Whether an unknown of these columns themselves is in it."""
        found = self._fresh.get(node)
        if found is None:
            inside = node in self._values if isinstance(node, ex.Unknown) else any(map(self._depends, below(node)))
            found = self._fresh[node] = inside
        return found

    def _formula(self, value: ex.Formula) -> Truths:
        truths: Truths
        match value:
            case ex.Le(left=left):
                truths = self(left) <= 0
            case ex.Eq(left=left):
                truths = self(left) == 0
            case ex.Ne(left=left):
                truths = self(left) != 0
            case ex.And(parts=parts):
                truths = np.full(self.length, True)
                for part in parts:
                    truths &= self(part)
            case ex.Or(parts=parts):
                truths = np.full(self.length, False)
                for part in parts:
                    truths |= self(part)
            case ex.Some() | ex.Never():
                raise Unreadable("a quantifier has no value at many positions together")
            case _:
                raise TypeError(value)
        return truths

    def _number(self, node: ex.LogicNode) -> Numbers:
        if isinstance(node, ex.Linear):
            total = np.full(self.length, node.constant, dtype=np.int64)
            for part, coefficient in node.terms:
                total += coefficient * cast(Numbers, self._node(part))
            return total
        if isinstance(node, ex.Unknown):
            return self._values[node]
        if isinstance(node, ex.Ite):
            return np.where(self(node.condition), self(node.then), self(node.other))
        assert isinstance(node, ex.Operation)
        if node.digits and not node.arrays:
            raise Unreadable("digits are not worked out at many positions together")
        left, right = self(node.left), self(node.right)
        if node.arrays:
            return cast(Numbers, node.of(left, right))  # type: ignore[arg-type]
        if not isinstance(node, ex.Quotient | ex.Remainder):
            raise TypeError(node)
        divisor = np.where(right == 0, 1, np.abs(right))
        size = np.abs(left) // divisor
        quotient = np.where((left < 0) == (right < 0), size, -size)
        quotient = np.where(right == 0, 0, quotient)
        return quotient if isinstance(node, ex.Quotient) else np.where(right == 0, 0, left - right * quotient)
