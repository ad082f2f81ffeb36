"""Formulas about digits rewritten before they are compiled: case distinctions split, and expressions given a name."""

from __future__ import annotations

from bouton.core.logic.arithmetic import number, operated
from bouton.core.logic.expression import And, Atom, Digit, Eq, Formula, Ite, Le, Linear, Or, Places, Unknown
from bouton.core.logic.formulas import at_most, conj, equal, negate
from bouton.core.logic.substitution import Substitution
from bouton.core.logic.walk import parts, unknowns


class Naming(Substitution):
    """Puts another number in place of an expression, where digits of it are spoken of."""

    def __init__(self, left: Linear, new: Linear) -> None:
        super().__init__({})
        self._left, self._new = left, new

    def _compound(self, part: Atom) -> Linear:
        if isinstance(part, Digit | Places) and part.left is self._left:
            return operated(type(part), self._new, self.linear(part.right))
        return super()._compound(part)


def to_name(value: Formula) -> Linear | None:
    """An expression that is no unknown by itself, and of which digits are spoken here: in more than one place.

    Those that only one of several cases speaks of are left to that case.
    """
    lefts = _lefts(value)
    if not isinstance(value, And):
        return next(iter(lefts), None)
    for left in lefts:
        having = [part for part in value.parts if left in _lefts(part)]
        if len(having) > 1 or not isinstance(having[0], Or):
            return left
    return None


def _lefts(value: Formula) -> dict[Linear, None]:
    free = unknowns(value).keys()
    lefts = (node.left for node in parts(value) if isinstance(node, Digit | Places))
    return {left: None for left in lefts if not is_unknown(left) and unknowns(left).keys() <= free}


def cases_of(value: Formula) -> list[Formula]:
    """The formula in the cases of a case distinction in an expression of which digits are spoken; none without one."""
    free = unknowns(value).keys()
    for node in parts(value):
        if isinstance(node, Digit | Places):
            for part in parts(node.left):
                if isinstance(part, Ite) and unknowns(part.condition).keys() <= free:
                    holds = conj((part.condition, Substitution({part: part.then}).formula(value)))
                    return [holds, conj((negate(part.condition), Substitution({part: part.other}).formula(value)))]
    return []


def compared(value: Formula, left: Linear) -> Formula:
    """The same comparison of another expression with 0."""
    if isinstance(value, Le):
        return at_most(left, number(0))
    same = equal(left, number(0))
    return same if isinstance(value, Eq) else negate(same)


def is_plain(value: Formula) -> bool:
    """Whether it speaks of digits of unknowns alone, and not of expressions."""
    return all(is_unknown(node.left) for node in parts(value) if isinstance(node, Digit | Places))


def is_unknown(left: Linear) -> bool:
    """Whether an expression is an unknown by itself."""
    return isinstance(left.alone, Unknown)
