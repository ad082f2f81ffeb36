"""Walking through expressions and formulas: rewriting one into another, each shared part once.

A rewriter says what becomes of an atom, an unknown or what is no sum (see `Rewriter.atom`). Sums, comparisons,
conjunctions and disjunctions are then made anew of what has become of their parts, and fold as they are made.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from typing import Any

from bouton.core.logic import expression as ex
from bouton.core.logic.arithmetic import atom as itself
from bouton.core.logic.arithmetic import choose, linear, number, operated
from bouton.core.logic.formulas import at_most, conj, conjuncts, disj, equal, negate

_ZERO = number(0)


class Rewriter:
    """Rewrites expressions and formulas. What has been rewritten is kept."""

    def __init__(self) -> None:
        self._linears: dict[ex.Linear, ex.Linear] = {}
        self._formulas: dict[ex.Formula, ex.Formula] = {}
        self._compounds: dict[ex.Atom, ex.Linear] = {}

    def unknown(self, part: ex.Unknown) -> ex.Linear:
        """What stands in place of an unknown; by default itself."""
        return itself(part)

    def atom(self, part: ex.Atom) -> ex.Linear:
        """What stands in place of one summand of an expression."""
        if isinstance(part, ex.Unknown):
            return self.unknown(part)
        found = self._compounds.get(part)
        if found is None:
            found = self._compounds[part] = self._compound(part)
        return found

    def linear(self, value: ex.Linear) -> ex.Linear:
        """The expression rewritten."""
        found = self._linears.get(value)
        if found is None:
            constant, coefficients = value.constant, dict[ex.Atom, int]()
            for one, times in value.terms:
                put = self.atom(one)
                constant += times * put.constant
                for part, coefficient in put.terms:
                    coefficients[part] = coefficients.get(part, 0) + times * coefficient
            found = linear(constant, coefficients)
            self._linears[value] = found
        return found

    def formula(self, value: ex.Formula) -> ex.Formula:
        """The formula rewritten."""
        found = self._formulas.get(value)
        if found is None:
            found = self._formulas[value] = self._formula(value)
        return found

    def _compound(self, part: ex.Atom) -> ex.Linear:
        if isinstance(part, ex.Ite):
            return choose(self.formula(part.condition), self.linear(part.then), self.linear(part.other))
        assert isinstance(part, ex.Operation)
        return operated(type(part), self.linear(part.left), self.linear(part.right))

    def _formula(self, value: ex.Formula) -> ex.Formula:
        if isinstance(value, ex.And):
            return conj(map(self.formula, value.parts))
        if isinstance(value, ex.Or):
            return disj(map(self.formula, value.parts))
        if isinstance(value, ex.Le | ex.Eq):
            put = self.linear(value.left)
            if put is value.left:
                return value
            return at_most(put, _ZERO) if isinstance(value, ex.Le) else equal(put, _ZERO)
        if isinstance(value, ex.Ne):
            return negate(equal(self.linear(value.left), _ZERO))
        assert isinstance(value, ex.Some | ex.Never)
        found = some(value.bound, self.formula(value.formula))
        return found if isinstance(value, ex.Some) else negate(found)


def some(one: ex.Unknown, formula: ex.Formula) -> ex.Formula:
    """That some value of the unknown makes the formula true; what does not speak of it stands outside."""
    if one not in unknowns(formula):
        return formula
    if isinstance(formula, ex.Or):
        return disj(some(one, part) for part in formula.parts)
    inside = [part for part in conjuncts(formula) if one in unknowns(part)]
    if len(inside) < len(conjuncts(formula)):
        rest = some(one, conj(inside))
        return conj((*(part for part in conjuncts(formula) if one not in unknowns(part)), rest))
    return ex.intern(ex.Some, one, formula)


def unknowns(*values: ex.Linear | ex.Formula) -> dict[ex.Unknown, None]:
    """The unknowns that occur free, in order of first occurrence."""
    return dict.fromkeys(chain.from_iterable(map(_kept, values)))


@lru_cache(maxsize=1 << 14)  # how a formula is written depends on which others there are still (see `negate`)
def _kept(value: ex.LogicNode) -> tuple[ex.Unknown, ...]:
    return _free(value)


def _free(value: ex.LogicNode) -> tuple[ex.Unknown, ...]:
    """The same of one value, kept with each part of it: most are parts of many values."""
    waiting = [value]
    while waiting:
        node = waiting[-1]
        if type(node) is ex.Unknown or node.free is not None:
            waiting.pop()
            continue
        inside = [one for one in below(node) if type(one) is not ex.Unknown and one.free is None]
        if inside:
            waiting += inside
        else:
            object.__setattr__(node, "free", _joined(node))
    # an unknown that kept itself would never be forgotten
    return (value,) if type(value) is ex.Unknown else value.free  # type: ignore[return-value]


def _joined(node: ex.LogicNode) -> tuple[ex.Unknown, ...]:
    """The unknowns of a node whose parts know theirs; one tuple is kept of what is the same."""
    each = [(one,) if type(one) is ex.Unknown else one.free or () for one in reversed([*below(node)])]
    if isinstance(node, ex.Some | ex.Never):
        return tuple([one for one in each[0] if one is not node.bound])
    if len(each) == 1:
        return each[0]
    found = tuple(dict.fromkeys(chain.from_iterable(each)))
    return next((one for one in each if one == found), found)


def parts(*values: ex.Linear | ex.Formula) -> Iterator[ex.LogicNode]:
    """Each node once, before what it holds."""
    seen: set[ex.LogicNode] = set()
    waiting: list[ex.LogicNode] = [*reversed(values)]
    while waiting:
        node = waiting.pop()
        if node not in seen:
            seen.add(node)
            yield node
            waiting.extend(below(node))


def inside_first(values: Sequence[ex.LogicNode]) -> list[ex.LogicNode]:
    """Every part of the values once, before what holds it."""
    found: dict[ex.LogicNode, None] = {}
    waiting: list[tuple[ex.LogicNode, bool]] = [(value, False) for value in values]
    while waiting:
        node, inside = waiting.pop()
        if inside:
            found[node] = None
        elif node not in found:
            waiting.append((node, True))
            waiting += [(part, False) for part in below(node)]
    return list(found)


def below(node: ex.LogicNode) -> Iterable[ex.LogicNode]:
    """The nodes directly in a node, the last one first."""
    return _BELOW.get(type(node), _operands)(node)


def _operands(node: Any) -> Iterable[ex.LogicNode]:
    return node.right, node.left


_BELOW: Mapping[type[ex.LogicNode], Callable[[Any], Iterable[ex.LogicNode]]] = {
    ex.Linear: lambda node: [part for part, _ in reversed(node.terms)],
    ex.And: lambda node: node.parts[::-1],
    ex.Or: lambda node: node.parts[::-1],
    ex.Le: lambda node: (node.left,),
    ex.Eq: lambda node: (node.left,),
    ex.Ne: lambda node: (node.left,),
    ex.Some: lambda node: (node.formula,),
    ex.Never: lambda node: (node.formula,),
    ex.Ite: lambda node: (node.other, node.then, node.condition),
    ex.Unknown: lambda _node: (),
}
"""By the kinds of nodes, as this is asked of each node again and again; any other one is an operation."""
