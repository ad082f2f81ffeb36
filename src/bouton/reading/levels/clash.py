"""Contradictions that two comparisons make together, where a formula does not fold by itself."""

from __future__ import annotations

from bouton.core.logic.arithmetic import add, number, scale
from bouton.core.logic.expression import FALSE, And, Atom, Eq, Formula, Le, Linear, Or
from bouton.core.logic.formulas import conj, conjuncts, disj


def left(given: Formula, formula: Formula) -> Formula:
    """The formula without cases that contradict what is given, by themselves or with one comparison of that.

    FALSE if that is all of them; where it is not, they may still contradict each other.
    """
    if conj((given, formula)) is FALSE:
        return FALSE
    known = _Known(given)
    if known.clash(formula):
        return FALSE
    return conj(known.left(part) for part in conjuncts(formula))


class _Known:
    """Comparisons that hold, and the least and greatest value that some of them give an atom."""

    def __init__(self, given: Formula) -> None:
        self._sides = [number(0), *(side for part in conjuncts(given) for side in _sides(part))]
        self._ends: dict[tuple[Atom, bool], int] = {}
        for side in self._sides:
            if len(side.terms) == 1 and abs(side.terms[0][1]) == 1:
                part, sign = side.terms[0]
                end = -sign * side.constant
                old = self._ends.setdefault((part, sign > 0), end)
                self._ends[part, sign > 0] = min(old, end) if sign > 0 else max(old, end)

    def left(self, formula: Formula) -> Formula:
        """A formula that is no conjunction, without the cases that cannot be."""
        return disj(part for part in formula.parts if not self.clash(part)) if isinstance(formula, Or) else formula

    def clash(self, formula: Formula) -> bool:
        """Whether each case of the formula contradicts a comparison."""
        if isinstance(formula, Or):
            return all(map(self.clash, formula.parts))
        if isinstance(formula, And):
            return any(map(self.clash, formula.parts))
        return any(self._positive(add(one, other)) for one in _sides(formula) for other in self._sides)

    def _positive(self, value: Linear) -> bool:
        """Whether it is more than 0."""
        least = value.constant
        for part, coefficient in value.terms:
            ends = [self._ends.get((part, coefficient < 0)), part.high if coefficient < 0 else part.low]
            known = [coefficient * end for end in ends if end is not None]
            if not known:
                return False
            least += max(known)
        return least > 0


def _sides(part: Formula) -> list[Linear]:
    """What is at most 0 where the comparison holds."""
    if isinstance(part, Eq):
        return [part.left, scale(-1, part.left)]
    return [part.left] if isinstance(part, Le) else []
