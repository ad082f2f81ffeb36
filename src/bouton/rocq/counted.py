"""Predicates of a position with any number of heaps, solved in what is counted of the heaps and their nim-sum.

Of such a position a rule may count, or add up, the heaps of which something is asked, say that there is one, and form
the nim-sum of what each is worth, place after place. Each of these is a number, so that a predicate that asks for no
more has a solved form in them. Nothing rests on this: each is a lemma, and Rocq checks it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product

from bouton.core.errors import Unreadable
from bouton.rocq import tree as t
from bouton.rocq.completion import Definition
from bouton.rocq.solved import TRUE, SolvedForms, cases, conjunction, disjunction, isolated
from bouton.rocq.tree import below, free, replaced, said

_RELATIONS = {"=": "({} =? {})", "<>": "(negb ({} =? {}))", "<": "({} <? {})", "<=": "({} <=? {})"}
_TURNED = {">": "<", ">=": "<="}


@dataclass(frozen=True)
class Counted:
    """What is counted of the heaps: of each of which the condition holds, its weight; 1 for each where that is None."""

    condition: t.Formula
    weight: t.Term | None


EVERY = Counted(TRUE, None)
"""The number of heaps."""


@dataclass(frozen=True)
class Worth:
    """A nim-sum, formed place after place by a predicate that speaks of itself.

    `rest` is what its rule says of the heap at its place, whose worth is `value`; `pieces` are the values of one heap,
    each with its condition.
    """

    name: str
    place: str
    bound: tuple[tuple[str, t.Sort], ...]
    rest: t.Formula
    value: t.Term
    pieces: tuple[tuple[t.Term, t.Formula], ...]


def boolean(formula: t.Formula) -> str:
    """A formula without quantifiers as a boolean; Unreadable where it is none."""
    if isinstance(formula, t.And | t.Or):
        each = [boolean(one) for one in formula.parts]
        if not each:
            return "true" if formula == TRUE else "false"
        joined = each[-1]
        for one in reversed(each[:-1]):
            joined = f"({'andb' if isinstance(formula, t.And) else 'orb'} {one} {joined})"
        return joined
    if isinstance(formula, t.Not):
        return f"(negb {boolean(formula.body)})"
    if isinstance(formula, t.Compared):
        left, right, relation = said(formula.left), said(formula.right), formula.relation
        if relation in _TURNED:
            left, right, relation = right, left, _TURNED[relation]  # type: ignore[assignment]
        return _RELATIONS[relation].format(left, right)
    raise Unreadable("what is asked of a heap is no comparison of numbers")


@dataclass
class Counts(SolvedForms):
    """Solved forms of the predicates at a position with any number of heaps."""

    size: t.Variable = field(default_factory=lambda: t.Variable("s"))
    """The size of a heap of which something is asked."""
    called: t.Variable = field(default_factory=lambda: t.Variable("worth"))
    """The nim-sum."""

    def __post_init__(self) -> None:
        self.counted: dict[Counted, t.Variable] = {EVERY: t.Variable("every")}
        """What is counted, and what it is called; the names are those that the solver's user gives them."""
        self.elements_of: dict[tuple[str, str], tuple[Counted, tuple[t.Term, ...]]] = {}
        """By the kind and the predicate of an aggregate what it counts, and the tuple of a heap at place `i`."""
        self.worth: Worth | None = None
        super().__post_init__()

    def learn(self, one: Definition) -> None:
        """The solved form of a definition, or the nim-sum that it forms."""
        if one.again is None:
            super().learn(one)
            return
        found = self._nim_sum(one)
        if self.worth is not None and found.pieces != self.worth.pieces:
            raise Unreadable("two nim-sums of heaps of different worth")
        self.worth = found
        self._forms[one.name] = one, t.Holds(one.name, tuple(t.Variable(name) for name, _ in one.arguments))

    def closed(self, name: str) -> bool:
        """Whether a predicate is solved: it says no more than what is counted and its arguments do."""
        definition, form = self._forms[name]
        fine = {each for each, sort in definition.arguments if sort == "Z"}
        fine |= {one.name for one in self.counted.values()} | {self.called.name} | self._given()
        plain = (t.Compared, t.And, t.Or, t.Not, t.Number, t.Variable, t.Operation, t.Between)
        return definition.again is None and free(form) <= fine and all(isinstance(one, plain) for one in below(form))

    def _given(self) -> set[str]:
        return {one.name for one in self.values.values() if isinstance(one, t.Variable)}

    def holds(self, name: str, *arguments: t.Term) -> t.Formula:
        """The solved form of an atom; the nim-sum of all heaps is a number."""
        if self.worth is not None and name == self.worth.name:
            if arguments[0] == self.counted[EVERY]:
                return self.solve(t.Compared("=", arguments[1], self.called))
            return t.Holds(name, arguments)
        return super().holds(name, *arguments)

    def solve(self, formula: t.Formula) -> t.Formula:
        """An equivalent formula in what is counted, where that is found."""
        if isinstance(formula, t.Placed):
            return formula
        if isinstance(formula, t.Holds) and formula.name not in self._forms:
            return formula  # it speaks of itself
        found = super().solve(formula)
        return self._some_heap(found) if isinstance(formula, t.Exists) else found

    def _some_heap(self, formula: t.Formula) -> t.Formula:
        """That there is a heap of which something is asked: their number is not 0."""
        found: list[t.Formula] = []
        for bound, parts in opened(formula):
            own = [one for one in parts if free(one) & bound]
            apart = [one for one in parts if one not in own]
            if own:
                asked = self._asked(bound, own)
                if asked is None:
                    return formula
                apart.append(t.Compared("<", t.Number(0), self._called(Counted(asked, None))))
            found.append(conjunction(apart))
        return disjunction(found)

    def _called(self, one: Counted) -> t.Variable:
        if one not in self.counted:
            self.counted[one] = t.Variable(f"counted{len(self.counted)}")
        return self.counted[one]

    def _asked(self, bound: frozenset[str], parts: Sequence[t.Formula], at: str | None = None) -> t.Formula | None:
        """What is asked of the heap that is sought, or of that `at` a place; None where more than that is asked."""
        placed = [one for one in parts if isinstance(one, t.Placed)]
        rest = [one for one in parts if not isinstance(one, t.Placed)]
        places = {one.place for one in placed}
        if len(places) != 1:
            return None
        (place,) = places
        if not isinstance(place, t.Variable) or (place.name not in bound if at is None else place.name != at):
            return None
        if any(place.name in free(one) for one in rest):
            return None
        whole: t.Formula = conjunction([*(t.Compared("=", one.size, self.size) for one in placed), *rest])
        for name in sorted(bound - {place.name}):
            whole = t.Exists(name, "Z", whole)
        found = self.solve(whole)
        return found if free(found) <= {self.size.name} | self._given() and _plain(found) else None

    def _aggregate(self, formula: t.Aggregate) -> t.Formula:
        """The aggregate of tuples that stand for a heap each: a number."""
        if formula.arguments or formula.kind not in ("counted", "summed"):
            return formula
        whole = t.Variable("X1")
        found: Counted | None = None
        shape: tuple[t.Term, ...] = ()
        asked: list[t.Formula] = []
        for bound, parts in opened(self._forms[formula.name][1]):
            own = next((one for one in parts if isinstance(one, t.Compared) and one.left == whole), None)
            placed = next((one for one in parts if isinstance(one, t.Placed)), None)
            if own is None or placed is None or not isinstance(own.right, t.Built):
                return formula
            condition = self._asked(bound, [one for one in parts if one != own])
            named: dict[t.Term, t.Term] = {placed.place: t.Variable("i")}
            if isinstance(placed.size, t.Variable):
                named[placed.size] = self.size
            terms = tuple(t.put(one, named) for one in own.right.arguments)
            if condition is None or t.Variable("i") not in terms or (shape and terms != shape):
                return formula
            if any(free(one) - {"i", self.size.name} - self._given() for one in terms):
                return formula
            shape = terms
            asked.append(condition)
        if not asked:
            return formula
        if formula.kind == "summed" and "i" in free(shape[0]):
            return formula
        found = Counted(disjunction(asked), shape[0] if formula.kind == "summed" else None)
        self.elements_of[formula.kind, formula.name] = found, shape
        return t.Compared("=", formula.value, self._called(found))

    def _nim_sum(self, one: Definition) -> Worth:
        """The nim-sum that a predicate forms; Unreadable where it forms none."""
        name, arity = one.signature
        assert one.again is not None
        no = Unreadable(f"{name}/{arity} speaks of itself, and is no nim-sum of heaps", *one.again)
        if len(one.arguments) != 2 or not isinstance(one.body, t.Or) or len(one.body.parts) != 2:
            raise no
        last = t.Variable("X1"), t.Variable("X2")
        base, step = one.body.parts
        zero = {t.Compared("=", each, t.Number(0)) for each in last}
        if not isinstance(base, t.And) or set(base.parts) != zero:
            raise no
        bound: list[tuple[str, t.Sort]] = []
        while isinstance(step, t.Exists):
            bound.append((step.name, step.sort))
            step = step.body
        parts = list(step.parts) if isinstance(step, t.And) else [step]
        again = [each for each in parts if isinstance(each, t.Holds) and each.name == one.name]
        equal = {each.left: each.right for each in parts if isinstance(each, t.Compared) and each.relation == "="}
        if len(again) != 1 or not {*last} <= equal.keys():
            raise no
        place, sum_ = equal[last[0]], equal[last[1]]
        before, total = again[0].arguments
        fine = isinstance(place, t.Variable) and isinstance(total, t.Variable)
        if not fine or before != t.Operation("-", place, t.Number(1)):
            raise no
        if not isinstance(sum_, t.Operation) or sum_.operator != "^" or total not in (sum_.left, sum_.right):
            raise no
        value = sum_.right if sum_.left == total else sum_.left
        own = [each for each in parts if each not in again and not (isinstance(each, t.Compared) and each.left in last)]
        if any(total.name in free(each) for each in (*own, value)):  # type: ignore[union-attr]
            raise no
        rest = t.And(tuple(own))
        more = tuple((name, sort) for name, sort in bound if name not in (place.name, total.name))  # type: ignore[union-attr]
        return Worth(one.name, place.name, more, rest, value, tuple(self._pieces(place.name, more, rest, value, no)))  # type: ignore[union-attr]

    def _pieces(
        self, place: str, bound: tuple[tuple[str, t.Sort], ...], rest: t.Formula, value: t.Term, no: Unreadable
    ) -> Iterator[tuple[t.Term, t.Formula]]:
        """What a heap is worth, case by case."""
        worth = t.Variable("V__")
        whole: t.Formula = t.And((rest, t.Compared("=", worth, value)))
        for name, sort in bound:
            whole = t.Exists(name, sort, whole)
        whole = replaced(whole, self.values)
        for names, parts in opened(self.solve(whole)):
            placed = [one for one in parts if isinstance(one, t.Placed)]
            if not placed or any(one.place != t.Variable(place) for one in placed):
                raise no
            others = [one for one in parts if one not in placed]
            form: t.Formula = conjunction([*(t.Compared("=", one.size, self.size) for one in placed), *others])
            for name in sorted(names):
                form = t.Exists(name, "Z", form)
            for chosen in cases(self.solve(form)):
                expression = given(chosen, worth)
                condition = conjunction([one for one in chosen if worth.name not in free(one)])
                if expression is None:
                    raise no
                fine = {self.size.name} | self._given()
                if free(expression) - fine or free(condition) - fine or not _plain(condition):
                    raise no
                yield expression, condition


def opened(formula: t.Formula) -> Iterator[tuple[frozenset[str], list[t.Formula]]]:
    """The cases of a formula, each as what it seeks and its parts; each quantifier has a name of its own."""
    if isinstance(formula, t.Exists):
        for names, parts in opened(formula.body):
            yield names | {formula.name}, parts
    elif isinstance(formula, t.Or):
        for one in formula.parts:
            yield from opened(one)
    elif isinstance(formula, t.And):
        for chosen in product(*(list(opened(one)) for one in formula.parts)):
            names = frozenset[str]().union(*(each for each, _ in chosen))
            yield names, [one for _, parts in chosen for one in parts]
    else:
        yield frozenset(), [formula]


def given(parts: Sequence[t.Formula], variable: t.Variable) -> t.Term | None:
    """What the one part that speaks of a variable says it is; None where it, or another, says something else."""
    own = [one for one in parts if variable.name in free(one)]
    if len(own) != 1 or not isinstance(own[0], t.Compared) or own[0].relation != "=":
        return None
    left, right = own[0].left, own[0].right
    return isolated(left, right, variable.name) or isolated(right, left, variable.name)


def _plain(formula: t.Formula) -> bool:
    """Whether it compares numbers, and no more."""
    return all(
        isinstance(one, t.Compared | t.And | t.Or | t.Not | t.Number | t.Variable | t.Operation)
        for one in below(formula)
    )
