"""Walking through expressions and formulas: rewriting one into another, each shared part once.

A rewriter says what becomes of an atom, an unknown or what is no sum (see `Rewriter.atom`). Sums, comparisons,
conjunctions and disjunctions are then made anew of what has become of their parts, and fold as they are made.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain

from bouton.core.logic.arithmetic import add, choose, number, operated, scale
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
    Never,
    Node,
    Operation,
    Or,
    Some,
    Unknown,
    intern,
)
from bouton.core.logic.formulas import at_most, conj, conjuncts, disj, equal, negate

_ZERO = number(0)


class Rewriter:
    """Rewrites expressions and formulas. What has been rewritten is kept."""

    def __init__(self) -> None:
        self._linears: dict[Linear, Linear] = {}
        self._formulas: dict[Formula, Formula] = {}
        self._compounds: dict[Atom, Linear] = {}

    def unknown(self, part: Unknown) -> Linear:
        """What stands in place of an unknown; by default itself."""
        return itself(part)

    def atom(self, part: Atom) -> Linear:
        """What stands in place of one summand of an expression."""
        if isinstance(part, Unknown):
            return self.unknown(part)
        found = self._compounds.get(part)
        if found is None:
            found = self._compounds[part] = self._compound(part)
        return found

    def linear(self, value: Linear) -> Linear:
        """The expression rewritten."""
        found = self._linears.get(value)
        if found is None:
            found = add(number(value.constant), *(scale(c, self.atom(a)) for a, c in value.terms))
            self._linears[value] = found
        return found

    def formula(self, value: Formula) -> Formula:
        """The formula rewritten."""
        found = self._formulas.get(value)
        if found is None:
            found = self._formulas[value] = self._formula(value)
        return found

    def _compound(self, part: Atom) -> Linear:
        if isinstance(part, Ite):
            return choose(self.formula(part.condition), self.linear(part.then), self.linear(part.other))
        assert isinstance(part, Operation)
        return operated(type(part), self.linear(part.left), self.linear(part.right))

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
            case Some(bound=bound, formula=formula):
                return some(bound, self.formula(formula))
            case Never(bound=bound, formula=formula):
                return negate(some(bound, self.formula(formula)))
        raise TypeError(value)


def some(one: Unknown, formula: Formula) -> Formula:
    """That some value of the unknown makes the formula true; what does not speak of it stands outside."""
    if one not in unknowns(formula):
        return formula
    if isinstance(formula, Or):
        return disj(some(one, part) for part in formula.parts)
    inside = [part for part in conjuncts(formula) if one in unknowns(part)]
    if len(inside) < len(conjuncts(formula)):
        rest = some(one, conj(inside))
        return conj((*(part for part in conjuncts(formula) if one not in unknowns(part)), rest))
    return intern(Some, one, formula)


def unknowns(*values: Linear | Formula) -> dict[Unknown, None]:
    """The unknowns that occur free, in order of first occurrence."""
    return dict.fromkeys(chain.from_iterable(map(_unknowns, values)))


@lru_cache(maxsize=1 << 14)
def _unknowns(value: Linear | Formula) -> tuple[Unknown, ...]:
    found: dict[Unknown, None] = {}
    seen: set[Node] = set()
    waiting: list[Node] = [value]
    while waiting:
        node = waiting.pop()
        if node in seen:
            continue
        seen.add(node)
        if isinstance(node, Unknown):
            found[node] = None
        elif isinstance(node, Some | Never):
            found |= {one: None for one in _unknowns(node.formula) if one is not node.bound}
        else:
            waiting.extend(below(node))
    return tuple(found)


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


def inside_first(values: Sequence[Node]) -> list[Node]:
    """Every part of the values once, before what holds it."""
    found: dict[Node, None] = {}
    waiting: list[tuple[Node, bool]] = [(value, False) for value in values]
    while waiting:
        node, inside = waiting.pop()
        if inside:
            found[node] = None
        elif node not in found:
            waiting.append((node, True))
            waiting += [(part, False) for part in below(node)]
    return list(found)


def below(node: Node) -> Iterable[Node]:
    """The nodes directly in a node, the last one first."""
    match node:
        case Linear(terms=terms):
            return [part for part, _ in reversed(terms)]
        case And(parts=parts) | Or(parts=parts):
            return reversed(parts)
        case Le(left=left) | Eq(left=left) | Ne(left=left):
            return (left,)
        case Some(formula=formula) | Never(formula=formula):
            return (formula,)
        case Ite(condition=condition, then=then, other=other):
            return other, then, condition
        case Unknown():
            return ()
    return node.right, node.left  # type: ignore[attr-defined]
