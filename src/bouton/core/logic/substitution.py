"""Putting expressions, or numbers, in place of unknowns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeVar, overload

from bouton.core.logic import expression as ex
from bouton.core.logic.arithmetic import atom as itself
from bouton.core.logic.arithmetic import greatest_exponent, subtract
from bouton.core.logic.formulas import conjuncts
from bouton.core.logic.walk import Rewriter, unknowns

_A = TypeVar("_A", bound=ex.Atom)


class Substitution(Rewriter):
    """Replaces unknowns, or other atoms, by expressions, each shared part once."""

    def __init__(self, values: Mapping[_A, ex.Linear]) -> None:
        super().__init__()
        self._values: Mapping[Any, ex.Linear] = values
        # a subclass may replace more
        self._only_unknowns = type(self) is Substitution and all(isinstance(one, ex.Unknown) for one in values)

    def unknown(self, part: ex.Unknown) -> ex.Linear:
        """What is put in its place; itself where that is nothing."""
        return self._values.get(part) or itself(part)

    def _formula(self, value: ex.Formula) -> ex.Formula:
        if isinstance(value, ex.Some | ex.Never) and value.bound in self._values:
            rest = {one: put for one, put in self._values.items() if one is not value.bound}
            return Substitution(rest).formula(value)
        unmet = self._only_unknowns and isinstance(value, ex.Some | ex.Never)
        if unmet and not self._values.keys() & unknowns(value).keys():
            return value
        return super()._formula(value)

    def _compound(self, part: ex.Atom) -> ex.Linear:
        return self._values.get(part) or super()._compound(part)


class Unranged(ValueError):
    """The unknown of a quantifier has no bounds, so that not all its values can be tried."""


class Evaluation:
    """Values at a concrete position; KeyError for a missing unknown.

    A quotient by 0 is 0: the rules' guards exclude it wherever its value matters.
    """

    def __init__(self, values: Mapping[ex.Unknown, int]) -> None:
        self._values = values
        self._done: dict[ex.LogicNode, int] = {}

    @overload
    def __call__(self, value: ex.Linear) -> int: ...

    @overload
    def __call__(self, value: ex.Formula) -> bool: ...

    def __call__(self, value: ex.Linear | ex.Formula) -> int | bool:
        """The number, or the truth value."""
        return self._linear(value) if type(value) is ex.Linear else self._formula(value)  # type: ignore[arg-type]

    def _formula(self, value: ex.Formula) -> bool:
        found = self._done.get(value)
        if found is None:
            found = self._done[value] = self._of(value)
        return found  # type: ignore[return-value]

    def _of(self, value: ex.Formula) -> bool:
        # at every position and every way to choose: types are asked for, and parts gone through, in the quickest way
        kind = type(value)
        if kind is ex.And or kind is ex.Or:
            done, decides = self._done, kind is ex.Or
            for part in value.parts:  # type: ignore[attr-defined]
                found = done.get(part)
                if found is None:
                    found = done[part] = self._of(part)
                if found is decides:
                    return decides
            return not decides
        if kind is ex.Some or kind is ex.Never:
            return any(self._each(value.bound, value.formula)) is (kind is ex.Some)  # type: ignore[attr-defined]
        left = self._linear(value.left)  # type: ignore[attr-defined]
        if kind is ex.Le:
            return left <= 0
        if kind is ex.Eq:
            return left == 0
        if kind is ex.Ne:
            return left != 0
        raise TypeError(value)

    def _each(self, one: ex.Unknown, formula: ex.Formula) -> Iterator[bool]:
        """Whether the formula holds, for each value that the unknown may have there; Unranged where there is no end."""
        lows, highs = ([] if end is None else [end] for end in (one.low, one.high))
        for part in conjuncts(formula):
            left = part.left if isinstance(part, ex.Le | ex.Eq) else None
            times = 0 if left is None else dict(left.terms).get(one, 0)
            rest = None if left is None or not times else subtract(left, itself(one, times))
            if (most := greatest_exponent(part, one)) is not None and one not in unknowns(most):
                highs.append(self._linear(most))
            if rest is None or one in unknowns(rest):
                continue
            value = self._linear(rest)
            if times > 0 or isinstance(part, ex.Eq):
                highs.append(-value // times if times > 0 else value // -times)
            if times < 0 or isinstance(part, ex.Eq):
                lows.append(-(-value // -times) if times < 0 else -(value // times))
        if not lows or not highs:
            raise Unranged(f"no bounds are known for {one.name.partition('$')[0]}")
        for value in range(max(lows), min(highs) + 1):
            yield self.inside({**self._values, one: value})(formula)

    def inside(self, values: Mapping[ex.Unknown, int]) -> Evaluation:
        """The same where one more unknown has a value, that of a quantifier."""
        return Evaluation(values)

    def _linear(self, value: ex.Linear) -> int:
        total = value.constant
        for part, coefficient in value.terms:
            total += coefficient * (self._values[part] if type(part) is ex.Unknown else self._compound(part))
        return total

    def _compound(self, part: ex.Atom) -> int:
        found = self._done.get(part)
        if found is None:
            if isinstance(part, ex.Ite):
                found = self._linear(part.then if self._formula(part.condition) else part.other)
            else:
                assert isinstance(part, ex.Operation)
                found = part.of(self._linear(part.left), self._linear(part.right))
            self._done[part] = found
        return found


@overload
def replace(values: Mapping[ex.Unknown, ex.Linear], value: ex.Linear) -> ex.Linear: ...


@overload
def replace(values: Mapping[ex.Unknown, ex.Linear], value: ex.Formula) -> ex.Formula: ...


def replace(values: Mapping[ex.Unknown, ex.Linear], value: ex.Linear | ex.Formula) -> ex.Linear | ex.Formula:
    """One expression or formula with unknowns replaced."""
    substitution = Substitution(values)
    return substitution.linear(value) if isinstance(value, ex.Linear) else substitution.formula(value)
