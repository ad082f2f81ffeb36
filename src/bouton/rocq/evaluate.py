"""Formulas of a file evaluated at one position, to be held against clingo: a wrong printing must be seen.

This follows the meaning of a formula, not that of rules: a variable takes the values that an equation, an interval or
an atom leaves it, and every other part is then looked at as it stands.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import product
from typing import TypeAlias

from bouton.core.errors import Unreadable
from bouton.core.numeration import Numeration
from bouton.core.position import Value
from bouton.rocq import tree as t
from bouton.rocq.completion import Completion, Definition
from bouton.rocq.digits import DIGITS
from bouton.rocq.tree import below, calculated, free, terms_of

Ground: TypeAlias = "int | tuple[str, tuple[Ground, ...]]"
"""A number, or a function with its arguments."""
Bound: TypeAlias = Mapping[str, Ground]
Row: TypeAlias = tuple[Ground, ...]
Extent: TypeAlias = set[Row]


def extents(
    whole: Completion,
    parameters: Mapping[str, Value],
    counters: Mapping[str, int | tuple[int, ...]],
    kept: dict[str, Extent] | None = None,
) -> dict[str, Extent]:
    """Of which arguments each predicate holds; Unreadable where a variable has no end of values to try.

    The counters of the position are given, and the sizes of its heaps. The tuples of an aggregate whose definition has
    arguments are found where it is asked for, and so are digits, those of a number that is known. A predicate that
    speaks of itself begins with nothing, and its rules are applied until they derive no more. What does not speak of
    the position is `kept`, for others with the same parameters.
    """
    found: dict[str, Extent] = {}
    kept = {} if kept is None else kept
    placed: set[str] = set()
    for one in whole.definitions:
        if any(_of_position(node, placed) for node in below(one.body)):
            placed.add(one.name)
        elif one.name in kept:
            found[one.name] = kept[one.name]
            continue
        names = [name for name, _ in one.arguments]
        here = _Here(found, parameters, counters, {each.name: each for each in whole.definitions})
        if any(sort == "list Z" for _, sort in one.arguments) or one.signature in DIGITS:
            continue
        found[one.name] = set()
        while True:
            rows = {_row(names, bound) for bound in here.solutions(one.body, {})}
            ended = one.again is None or rows == found[one.name]
            found[one.name] = rows
            if ended:
                break
        if one.name not in placed:
            kept[one.name] = found[one.name]
    return found


def _of_position(node: t.Term | t.Formula, placed: Collection[str]) -> bool:
    """Whether it speaks of the position, by itself or by a predicate that does."""
    if isinstance(node, t.Holds | t.Aggregate):
        return node.name in placed
    return isinstance(node, t.Placed) or (isinstance(node, t.Given) and node.of == "p")


def _row(names: Sequence[str], bound: Bound) -> Row:
    if any(name not in bound for name in names):
        raise Unreadable("an argument of a printed predicate has no end of values")
    return tuple(bound[name] for name in names)


class _Here:
    def __init__(
        self,
        known: Mapping[str, Extent],
        parameters: Mapping[str, Value],
        counters: Mapping[str, int | tuple[int, ...]],
        definitions: Mapping[str, Definition],
    ) -> None:
        self.known, self.parameters, self.counters, self.definitions = known, parameters, counters, definitions
        self._sorted: dict[tuple[str, tuple[object, ...]], tuple[Extent, dict[tuple[object, ...], list[Row]]]] = {}

    def solutions(self, formula: t.Formula, bound: Bound) -> Iterator[Bound]:
        """Each way to bind what is free in the formula so that it holds."""
        if isinstance(formula, t.Or):
            for part in formula.parts:
                yield from self.solutions(part, bound)
        elif isinstance(formula, t.And):
            yield from self._all(list(formula.parts), bound)
        elif isinstance(formula, t.Exists):
            inner = {name: value for name, value in bound.items() if name != formula.name}
            outer = {name: value for name, value in bound.items() if name == formula.name}
            for found in self.solutions(formula.body, inner):
                yield {name: value for name, value in found.items() if name != formula.name} | outer
        else:
            found_ = self._plain(formula, bound)
            if found_ is None:
                raise Unreadable("a variable of a printed rule has no end of values")
            yield from found_

    def _all(self, parts: list[t.Formula], bound: Bound) -> Iterator[Bound]:
        if not parts:
            yield bound
            return
        for at, part in enumerate(parts):
            rest = parts[:at] + parts[at + 1 :]
            found = self._plain(part, bound) if not isinstance(part, t.And | t.Or | t.Exists) else None
            if found is not None:
                for more in found:
                    yield from self._all(rest, more)
                return
        for more in self.solutions(parts[0], bound):
            yield from self._all(parts[1:], more)

    def _plain(self, formula: t.Formula, bound: Bound) -> list[Bound] | None:
        """The solutions of a formula that is ready to be looked at, else None."""
        given = () if isinstance(formula, t.Compared) else terms_of(formula)
        if not all(self._matchable(term, bound) for term in given):
            return None
        if isinstance(formula, t.Not):
            inner = next(self.solutions(formula.body, bound), None) if free(formula.body) <= bound.keys() else 0
            return None if inner == 0 else [] if inner is not None else [bound]
        if isinstance(formula, t.Holds):
            rows = self._digits(formula, bound) if formula.name not in self.known else self._rows(formula, bound)
            if rows is None:
                return None
            return [new for row in rows if (new := self._matched(formula.arguments, row, bound)) is not None]
        if isinstance(formula, t.Member):
            members = self.parameters[formula.name]
            assert isinstance(members, tuple)
            return [new for one in members if (new := self._matched((formula.term,), (one,), bound)) is not None]
        if isinstance(formula, t.Between):
            low, high = self.value(formula.low, bound), self.value(formula.high, bound)
            if not isinstance(low, int) or not isinstance(high, int):
                return None
            each = [self._matched((formula.term,), (one,), bound) for one in range(low, high + 1)]
            return [one for one in each if one is not None]
        if isinstance(formula, t.Placed):
            sizes = self.counters[formula.name]
            assert isinstance(sizes, tuple)
            rows_ = [self._matched((formula.place, formula.size), row, bound) for row in enumerate(sizes, 1)]
            return [new for new in rows_ if new is not None]
        if isinstance(formula, t.Digit):
            values = [self.value(one, bound) for one in terms_of(formula)]
            numbers = [one for one in values if isinstance(one, int)]
            if len(numbers) < len(values):
                return None
            quotient, number, *row = numbers
            digits = Numeration("ostrowski", quotient).digits(number) if quotient >= 1 and number >= 1 else ()
            return [bound] if row in map(list, enumerate(digits)) else []
        if isinstance(formula, t.Aggregate):
            return self._aggregate(formula, bound)
        assert isinstance(formula, t.Compared)
        left, right = self.value(formula.left, bound), self.value(formula.right, bound)
        if left is not None and right is not None:
            return [bound] if related(formula.relation, left, right) else []
        if formula.relation == "=":
            for term, value in ((formula.left, right), (formula.right, left)):
                if value is not None and self._matchable(term, bound):
                    new = self._matched((term,), (value,), bound)
                    return [] if new is None else [new]
        return None

    def _rows(self, formula: t.Holds, bound: Bound) -> Collection[Row]:
        """The rows of a predicate that have what is known of the arguments; they are sorted by that once."""
        rows = self.known[formula.name]
        known = [self._masked(one, bound) for one in formula.arguments]
        masks, keys = tuple(mask for mask, _ in known), tuple(key for _, key in known)
        of, found = self._sorted.get((formula.name, masks), (None, {}))
        if of is not rows:  # those of rules that speak of themselves have become more
            found = {}
            for row in rows:
                found.setdefault(tuple(map(_under, row, masks)), []).append(row)
            self._sorted[formula.name, masks] = rows, found
        return found.get(keys, [])

    def _masked(self, term: t.Term, bound: Bound) -> tuple[object, object]:
        """Which parts of a term are known, and what they are."""
        value = self.value(term, bound)
        if value is not None:
            return True, value
        if not isinstance(term, t.Built):
            return None, None
        each = [self._masked(one, bound) for one in term.arguments]
        return (term.name, *(mask for mask, _ in each)), tuple(key for _, key in each)

    def _digits(self, formula: t.Holds, bound: Bound) -> Extent | None:
        """The digits of a number, in its base, by their definition; None where either is not known yet."""
        definition = self.definitions[formula.name]
        first = [self.value(one, bound) for one in formula.arguments[:-2]]
        known = [one for one in first if isinstance(one, int)]
        if len(known) < len(first):
            return None
        base = known[0] if len(known) == 2 else 2
        each = product(range(2 * max(known[-1], 0).bit_length() + 1), range(max(base, 0) + 1))
        rows = [(*known, at, digit) for at, digit in each]
        names = [name for name, _ in definition.arguments]
        fine = [dict(zip(names, row, strict=True)) for row in rows]
        return {row for row, one in zip(rows, fine, strict=True) if any(self.solutions(definition.body, one))}

    def _aggregate(self, formula: t.Aggregate, bound: Bound) -> list[Bound] | None:
        """What the tuples come to, by the meaning of the aggregate: each is there once, however often it is found."""
        values = [self.value(one, bound) for one in formula.arguments]
        if None in values:
            return None
        definition = self.definitions[formula.name]
        *names, last = [name for name, _ in definition.arguments]
        given = {name: value for name, value in zip(names, values, strict=True) if value is not None}
        tuples = {_row([last], found)[0] for found in self.solutions(definition.body, given)}
        firsts = [one[1][0] for one in tuples if isinstance(one, tuple) and one[1]]
        numbers = [one for one in firsts if isinstance(one, int)]
        if len(numbers) < len(tuples):
            raise Unreadable("a tuple of an aggregate does not begin with a number")
        if formula.kind in ("greatest", "least") and not numbers:
            return []
        value = _taken_together(formula.kind, numbers)
        new = self._matched((formula.value,), (value,), bound)
        return [] if new is None else [new]

    def _matchable(self, term: t.Term, bound: Bound) -> bool:
        if isinstance(term, t.Built):
            return all(self._matchable(one, bound) for one in term.arguments)
        return isinstance(term, t.Variable) or self.value(term, bound) is not None or _linear(term) is not None

    def _matched(self, terms: tuple[t.Term, ...], values: tuple[Ground, ...], bound: Bound) -> Bound | None:
        for term, value in zip(terms, values, strict=True):
            known = self.value(term, bound)
            if known is not None:
                if known != value:
                    return None
            elif isinstance(term, t.Variable):
                bound = {**bound, term.name: value}
            elif isinstance(term, t.Built):
                if isinstance(value, int) or (term.name, len(term.arguments)) != (value[0], len(value[1])):
                    return None
                more = self._matched(term.arguments, value[1], bound)
                if more is None:
                    return None
                bound = more
            else:
                linear = _linear(term)
                assert linear is not None
                name, times, plus = linear
                if not isinstance(value, int) or (value - plus) % times:
                    return None
                bound = {**bound, name: (value - plus) // times}
        return bound

    def value(self, term: t.Term, bound: Bound) -> Ground | None:
        """The value of a term; None where a variable is not bound, or it has none."""
        if isinstance(term, t.Number):
            return term.value
        if isinstance(term, t.Variable):
            return bound.get(term.name)
        if isinstance(term, t.Given):
            found = self.parameters[term.name] if term.of == "g" else self.counters[term.name]
            assert isinstance(found, int)
            return found
        if isinstance(term, t.Operation):
            left, right = self.value(term.left, bound), self.value(term.right, bound)
            return (
                _carried_out(term.operator, left, right) if isinstance(left, int) and isinstance(right, int) else None
            )
        assert isinstance(term, t.Built)
        inside = [self.value(one, bound) for one in term.arguments]
        return None if None in inside else (term.name, tuple(one for one in inside if one is not None))


def _under(value: Ground, mask: object) -> object:
    """The parts of a value that are known by the mask; no key where it is another function."""
    if not isinstance(mask, tuple):
        return value if mask else None
    if isinstance(value, int) or (value[0], len(value[1])) != (mask[0], len(mask) - 1):
        return False
    return tuple(map(_under, value[1], mask[1:]))


def _taken_together(kind: str, numbers: list[int]) -> int:
    if kind == "counted":
        return len(numbers)
    if kind == "summed":
        return sum(numbers)
    return max(numbers) if kind == "greatest" else min(numbers)


def _carried_out(operator: str, left: int, right: int) -> int:
    r"""The operation as Rocq has it, where each is defined: x / 0 is 0, x \ 0 is x, and x to a negative power is 0."""
    value = calculated(operator, left, right)
    return value if value is not None else left if operator == "\\" else 0


def _linear(term: t.Term) -> tuple[str, int, int] | None:
    """A variable, how often it is taken, not 0, and what is added, as rules bind one in an argument of an atom."""
    if isinstance(term, t.Variable):
        return term.name, 1, 0
    if not isinstance(term, t.Operation) or term.operator not in "+-*":
        return None
    for one, other, sign in ((term.left, term.right, 1), (term.right, term.left, -1 if term.operator == "-" else 1)):
        found = _linear(one)
        if found is None or not isinstance(other, t.Number):
            continue
        name, times, plus = found
        if term.operator == "*":
            return (name, times * other.value, plus * other.value) if other.value else None
        more = -other.value if term.operator == "-" and sign == 1 else other.value
        return name, sign * times, sign * plus + more
    return None


def related(relation: str, left: Ground, right: Ground) -> bool:
    """Whether the relation holds of two values."""
    if relation in ("=", "<>"):
        return (left == right) == (relation == "=")
    assert isinstance(left, int) and isinstance(right, int)
    if relation in ("<", "<="):
        return left < right or (left == right and relation == "<=")
    assert relation in (">", ">=")
    return left > right or (left == right and relation == ">=")
