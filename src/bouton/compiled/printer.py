"""Expressions and formulas as text, what is used twice or in a loop computed once before."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import count

from bouton.compiled.syntax import Text
from bouton.core.logic.expression import (
    FALSE,
    TRUE,
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
from bouton.core.logic.terms import Unreadable
from bouton.core.logic.walk import below, parts, unknowns

_WORD = 2**31
"""clingo counts in 32 bits; what passes them has no meaning that could be compared."""

Interval = tuple[int, int]


class Printer:
    """Prints for one place of a program: which unknowns have a name and a range there, what is computed already."""

    def __init__(self, to: Text, names: Mapping[Unknown, str], ranges: Mapping[Unknown, Interval]) -> None:
        self.to = to
        self._names = dict(names)
        self._ranges = dict(ranges)
        self._bound: dict[Node, str] = {}
        self._intervals: dict[Node, Interval] = {}
        self._numbers = count(1)

    def inner(self, chosen: Unknown, name: str, reach: Interval) -> Printer:
        """A printer for the inside of a loop over an unknown."""
        found = Printer(self.to, {**self._names, chosen: name}, {**self._ranges, chosen: reach})
        found._bound = dict(self._bound)
        found._numbers = self._numbers
        return found

    def branch(self) -> Printer:
        """A printer for the inside of a conditional: what is computed there is not known after it."""
        found = Printer(self.to, self._names, self._ranges)
        found._bound = dict(self._bound)
        found._numbers = self._numbers
        return found

    def fresh(self, stem: str) -> str:
        """A name that nothing else has."""
        return f"{stem}{next(self._numbers)}"

    def known(self, value: Linear | Formula) -> bool:
        """Whether all its unknowns have names here."""
        return unknowns(value).keys() <= self._names.keys()

    def share(self, values: Iterable[Linear | Formula]) -> None:
        """Compute now what the values share, and what of them is known while the rest is not."""
        wanted = list(values)
        uses = Counter[Node]()
        for node in parts(*wanted):
            uses.update(below(node))
        uses.update(wanted)
        ready: dict[Node, bool] = {}

        def is_ready(node: Node) -> bool:
            if node not in ready:
                ready[node] = node in self._names if isinstance(node, Unknown) else all(map(is_ready, below(node)))
            return ready[node]

        seen: set[Node] = set()

        def visit(node: Node, inside: bool) -> None:
            if node in seen and not (is_ready(node) and not inside):
                return
            seen.add(node)
            if node in self._bound:
                return
            if is_ready(node):
                for one in below(node):
                    visit(one, inside=True)
                if self._worth(node) and (uses[node] > 1 or not inside):
                    self._bind(node)
            else:
                for one in below(node):
                    visit(one, inside=False)

        for value in wanted:
            visit(value, inside=is_ready(value))

    def _worth(self, node: Node) -> bool:
        """Whether a value is worth a name: a comparison in Python is not, it may never be needed."""
        if isinstance(node, Linear):
            return len(node.terms) > 1 or any(not isinstance(a, Unknown) for a, _ in node.terms)
        if isinstance(node, Le | Eq | Ne):
            return self.to.c
        return not isinstance(node, Unknown) and node is not TRUE and node is not FALSE

    def _bind(self, node: Node) -> None:
        if node in self._bound:
            return
        text = self.formula(node) if isinstance(node, Formula) else self._value(node)
        name = self.fresh("t")
        self.to.set(name, text)
        self._bound[node] = name

    def _value(self, node: Node) -> str:
        return self.linear(node) if isinstance(node, Linear) else self._atom(node)  # type: ignore[arg-type]

    def linear(self, value: Linear) -> str:
        """The text of an expression."""
        if value in self._bound:
            return self._bound[value]
        self.interval(value)
        plus = [self._term(a, c) for a, c in value.terms]
        if value.constant or not plus:
            plus.append(str(value.constant))
        text = " + ".join(plus).replace("+ -", "- ")
        return text if len(plus) == 1 and not text.startswith("-") else f"({text})"

    def _term(self, part: Atom, factor: int) -> str:
        text = self._atom(part)
        return text if factor == 1 else f"-{text}" if factor == -1 else f"{factor}*{text}"

    def _atom(self, part: Atom) -> str:
        if isinstance(part, Unknown):
            return self._names[part]
        if part in self._bound:
            return self._bound[part]
        if isinstance(part, Ite):
            return self.to.ite(self.formula(part.condition), self.linear(part.then), self.linear(part.other))
        left, right = self.linear(part.left), self.linear(part.right)
        if isinstance(part, Product):
            return f"({left} * {right})"
        natural = self.interval(part.left)[0] >= 0 and self.interval(part.right)[0] > 0
        if isinstance(part, Quotient):
            return self.to.quotient(left, right, natural)
        if isinstance(part, Remainder):
            return self.to.remainder(left, right, natural)
        raise TypeError(part)

    def formula(self, value: Formula) -> str:
        """The text of a formula."""
        if value in self._bound:
            return self._bound[value]
        match value:
            case Le(left=left):
                return self._compared(left, "<=")
            case Eq(left=left):
                return self._compared(left, "==")
            case Ne(left=left):
                return self._compared(left, "!=")
        if value is TRUE or value is FALSE:
            return "1" if value is TRUE else "0"
        assert isinstance(value, And | Or)
        # short comparisons first: they settle most cases
        texts = sorted(map(self.formula, value.parts), key=len)
        return f"({(self.to.both if isinstance(value, And) else self.to.either).join(texts)})"

    def _compared(self, left: Linear, sign: str) -> str:
        """`left` and 0 compared, the negative terms on the other side."""
        if left in self._bound:
            return f"({self._bound[left]} {sign} 0)"
        self.interval(left)
        plus = [self._term(a, c) for a, c in left.terms if c > 0]
        minus = [self._term(a, -c) for a, c in left.terms if c < 0]
        if left.constant:
            (plus if left.constant > 0 else minus).append(str(abs(left.constant)))
        return f"({' + '.join(plus) or '0'} {sign} {' + '.join(minus) or '0'})"

    def interval(self, node: Linear | Atom) -> Interval:
        """Numbers between which the value lies; Unreadable where that passes 32 bits."""
        found = self._intervals.get(node)
        if found is None:
            found = self._intervals[node] = self._interval(node)
            if found[0] < -_WORD or found[1] >= _WORD:
                raise Unreadable("a number may pass 32 bits")
        return found

    def _interval(self, node: Linear | Atom) -> Interval:
        if isinstance(node, Unknown):
            return self._ranges[node]
        if isinstance(node, Linear):
            ends = [(c, self.interval(a)) for a, c in node.terms]
            low = node.constant + sum(c * (low if c > 0 else high) for c, (low, high) in ends)
            high = node.constant + sum(c * (high if c > 0 else low) for c, (low, high) in ends)
            # what the node itself knows may be more exact, or less
            return max(low, -(2**63) if node.low is None else node.low), min(
                high, 2**63 if node.high is None else node.high
            )
        if isinstance(node, Ite):
            then, other = self.interval(node.then), self.interval(node.other)
            return min(then[0], other[0]), max(then[1], other[1])
        left, right = self.interval(node.left), self.interval(node.right)
        if isinstance(node, Product):
            ends_ = [a * b for a in left for b in right]
            return min(ends_), max(ends_)
        if isinstance(node, Quotient):
            return min(left[0], -left[1], 0), max(left[1], -left[0], 0)
        most = max(abs(right[0]), abs(right[1])) - 1
        return (0 if left[0] >= 0 else -max(most, 0)), (0 if left[1] <= 0 else max(most, 0))
