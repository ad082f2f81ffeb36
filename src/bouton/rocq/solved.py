"""Formulas without the variables that an equation, or the ends of an interval, determine: what lemmas say.

Nothing rests on this: each lemma says that a predicate and its solved form are equivalent, and Rocq checks it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, combinations, count, product
from math import prod

from bouton.rocq import tree as t
from bouton.rocq.completion import Completion, Definition
from bouton.rocq.evaluate import related
from bouton.rocq.tree import anew, below, folded, free, replaced

TRUE, FALSE = t.And(()), t.Or(())
_OPPOSITE = {"=": "<>", "<>": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
_SWAPPED = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}
_MOST = 64
"""Cases that a disjunction is spread over."""
_FEW = 8
"""Values of a number that is sought, each of which is looked at."""
_MOST_TUPLES = 4
"""Tuples of an aggregate that may be there or not."""


@dataclass
class SolvedForms:
    """Solved forms of the predicates of a completion, for these values of what is given."""

    whole: Completion
    values: Mapping[t.Term, t.Term]
    sets: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    heaps: Mapping[str, tuple[t.Term, ...]] = field(default_factory=dict)
    """The sizes of the heaps, of which there are so many."""
    here: str = "g p"
    """The same values and the position in Gallina, of which an aggregate that stays is said."""
    kept: frozenset[str] = frozenset()
    """Predicates that stay as they are."""

    def __post_init__(self) -> None:
        self._fresh = count(1)
        self._forms: dict[str, tuple[Definition, t.Formula]] = {}
        for one in self.whole.definitions:
            self.learn(one)

    def learn(self, one: Definition) -> None:
        """Solve a definition, which speaks of those before it."""
        self._forms[one.name] = one, self.solve(replaced(one.body, self.values))

    def form(self, name: str) -> t.Formula:
        """The solved form of a predicate, in the variables that its arguments are called."""
        return self._forms[name][1]

    def holds(self, name: str, *arguments: t.Term) -> t.Formula:
        """The solved form of an atom."""
        definition, form = self._forms[name]
        names = [t.Variable(each) for each, _ in definition.arguments]
        return self.solve(replaced(self._renamed(form), dict(zip(names, arguments, strict=True))))

    def elements(self, name: str, *arguments: t.Term) -> list[tuple[tuple[t.Term, ...], t.Formula]] | None:
        """The tuples of an aggregate, each with the condition under which it is there; None where none are found."""
        whole = t.Variable("X__")
        found: list[tuple[tuple[t.Term, ...], t.Formula]] = []
        for parts in cases(self.holds(name, *arguments, whole)):
            at = next((i for i, one in enumerate(parts) if isinstance(one, t.Compared) and one.left == whole), None)
            if at is None or not isinstance(parts[at].right, t.Built):  # type: ignore[union-attr]
                return None
            rest = conjunction([one for i, one in enumerate(parts) if i != at])
            found.append((parts[at].right.arguments, rest))  # type: ignore[union-attr]
        if any(whole.name in free(rest) or quantified(rest) for _, rest in found):
            return None
        return found

    def _aggregate(self, formula: t.Aggregate) -> t.Formula:
        """The aggregate of a few tuples that are known, by which of them are there."""
        formula = replace(formula, here=self.here)
        found = self.elements(formula.name, *formula.arguments)
        if found is None:
            return formula
        firsts = [one[0] for one, _ in found]
        if formula.kind in ("greatest", "least"):
            if any(rest != TRUE for _, rest in found):
                return formula
            sign = "<=" if formula.kind == "greatest" else ">="
            each = [
                conjunction([compared("=", formula.value, one), *(compared(sign, other, one) for other in firsts)])
                for one in firsts
            ]
            return disjunction(each)
        shown = [one for one, _ in found]
        if not all(_apart(one, other) for one, other in combinations(shown, 2)):
            return formula
        if sum(rest != TRUE for _, rest in found) > _MOST_TUPLES:
            return formula
        return disjunction(
            [
                conjunction([*conditions, compared("=", formula.value, _together(formula.kind, there))])
                for conditions, there in subsets(found)
            ]
        )

    def _renamed(self, formula: t.Formula) -> t.Formula:
        if isinstance(formula, t.Exists):
            name = f"{formula.name.split('__')[0]}__{next(self._fresh)}"
            body = replaced(self._renamed(formula.body), {t.Variable(formula.name): t.Variable(name)})
            return t.Exists(name, formula.sort, body)
        return anew(formula, self._renamed) if isinstance(formula, t.Not | t.And | t.Or) else formula

    def solve(self, formula: t.Formula) -> t.Formula:
        """An equivalent formula with fewer quantifiers, where that is found."""
        if isinstance(formula, t.Holds) and formula.name in self.kept:
            return replace(formula, here=self.here)
        if isinstance(formula, t.Holds):
            return self.holds(formula.name, *formula.arguments)
        if isinstance(formula, t.Member):
            if formula.name not in self.sets:
                return formula
            return disjunction([compared("=", formula.term, t.Number(one)) for one in self.sets[formula.name]])
        if isinstance(formula, t.Placed):
            sizes = enumerate(self.heaps[formula.name], 1)
            return disjunction(
                [
                    conjunction([compared("=", formula.place, t.Number(at)), compared("=", formula.size, size)])
                    for at, size in sizes
                ]
            )
        if isinstance(formula, t.Aggregate):
            return self._aggregate(formula)
        if isinstance(formula, t.Compared):
            return compared(formula.relation, formula.left, formula.right)
        if isinstance(formula, t.Between):
            return conjunction([compared("<=", formula.low, formula.term), compared("<=", formula.term, formula.high)])
        if isinstance(formula, t.Not):
            return negated(self.solve(formula.body))
        if isinstance(formula, t.And):
            return conjunction([self.solve(one) for one in formula.parts])
        if isinstance(formula, t.Or):
            return disjunction([self.solve(one) for one in formula.parts])
        fresh = self._renamed(formula)
        assert isinstance(fresh, t.Exists)
        return self._some(fresh.name, fresh, self.solve(fresh.body))

    def _some(self, name: str, one: t.Exists, body: t.Formula) -> t.Formula:
        """`exists name, body` of a solved body."""
        if name not in free(body):
            return body
        if isinstance(body, t.Exists):
            inner = self._some(name, one, body.body)
            return t.Exists(name, one.sort, body) if _binds(inner, name) else self._some(body.name, body, inner)
        if isinstance(body, t.Or):
            return disjunction([self._some(name, one, part) for part in body.parts])
        if isinstance(body, t.And):
            apart = [part for part in body.parts if name not in free(part)]
            inside = [part for part in body.parts if name in free(part)]
            if apart:
                return conjunction([*apart, self._some(name, one, conjunction(inside))])
        parts: list[t.Formula] = list(body.parts) if isinstance(body, t.And) else [body]
        for at, part in enumerate(parts):
            if isinstance(part, t.Exists):
                wider = self._some(name, one, conjunction([*parts[:at], part.body, *parts[at + 1 :]]))
                if not _binds(wider, name):
                    return self._some(part.name, part, wider)
        for at, part in enumerate(parts):
            value = _value(part, name)
            if value is not None:
                rest = conjunction(parts[:at] + parts[at + 1 :])
                return self.solve(replaced(rest, {t.Variable(name): value}))
        spread = [part for part in parts if isinstance(part, t.Or)]
        if spread and prod(len(part.parts) for part in spread) <= _MOST:
            plain = [part for part in parts if not isinstance(part, t.Or)]
            each = product(*(part.parts for part in spread))
            return disjunction([self._some(name, one, conjunction([*plain, *chosen])) for chosen in each])
        return _between(name, parts) or t.Exists(name, one.sort, body)


def subsets(
    found: Sequence[tuple[tuple[t.Term, ...], t.Formula]],
) -> Iterator[tuple[list[t.Formula], list[tuple[t.Term, ...]]]]:
    """Which of the tuples are there: the conditions, and these tuples."""
    if not found:
        yield [], []
        return
    (one, rest), *others = found
    for conditions, there in subsets(others):
        yield [rest, *conditions] if rest != TRUE else conditions, [one, *there]
        if rest != TRUE:
            yield [negated(rest), *conditions], there


def _apart(one: tuple[t.Term, ...], other: tuple[t.Term, ...]) -> bool:
    """Whether two tuples are never the same, as a number in one is another in the other."""
    pairs = zip(one, other, strict=False)
    return len(one) != len(other) or any(
        isinstance(a, t.Number) and isinstance(b, t.Number) and a != b for a, b in pairs
    )


def _together(kind: str, there: Sequence[tuple[t.Term, ...]]) -> t.Term:
    if kind == "counted":
        return t.Number(len(there))
    total: t.Term = t.Number(0)
    for one in there:
        total = folded(t.Operation("+", total, one[0]))
    return total


def _binds(formula: t.Formula, name: str) -> bool:
    """Whether a quantifier of this variable is left."""
    return any(isinstance(one, t.Exists) and one.name == name for one in below(formula))


def conjunction(parts: list[t.Formula]) -> t.Formula:
    """All of them, without those that hold anyway."""
    return _joined(t.And, parts, FALSE)


def disjunction(parts: list[t.Formula]) -> t.Formula:
    """One of them, without those that never hold."""
    return _joined(t.Or, parts, TRUE)


def _joined(kind: type[t.And | t.Or], parts: list[t.Formula], decides: t.Formula) -> t.Formula:
    found: dict[t.Formula, None] = {}
    for part in parts:
        found |= dict.fromkeys(part.parts if isinstance(part, kind) else (part,))
    if decides in found:
        return decides
    return next(iter(found)) if len(found) == 1 else kind(tuple(found))


def negated(formula: t.Formula) -> t.Formula:
    """The negation, brought inside."""
    if isinstance(formula, t.Not):
        return formula.body
    if isinstance(formula, t.Compared):
        left_built = isinstance(formula.left, t.Built) or isinstance(formula.right, t.Built)
        return t.Not(formula) if left_built else compared(_OPPOSITE[formula.relation], formula.left, formula.right)
    if isinstance(formula, t.And):
        return disjunction([negated(one) for one in formula.parts])
    if isinstance(formula, t.Or):
        return conjunction([negated(one) for one in formula.parts])
    return t.Not(formula)


def compared(relation: str, left: t.Term, right: t.Term) -> t.Formula:
    """A comparison, decided where it is of numbers or of what is built differently."""
    if isinstance(left, t.Built) and isinstance(right, t.Built) and relation in ("=", "<>"):
        if (left.name, len(left.arguments)) != (right.name, len(right.arguments)):
            return FALSE if relation == "=" else TRUE
        same = conjunction([compared("=", a, b) for a, b in zip(left.arguments, right.arguments, strict=True)])
        return same if relation == "=" else negated(same)
    if left == right:
        return TRUE if relation in ("=", "<=", ">=") else FALSE
    if isinstance(left, t.Number) and isinstance(right, t.Number):
        return TRUE if related(relation, left.value, right.value) else FALSE
    return t.Compared(relation, left, right)  # type: ignore[arg-type]


def _value(part: t.Formula, name: str) -> t.Term | None:
    """What an equation says the variable is."""
    if not isinstance(part, t.Compared) or part.relation != "=":
        return None
    return isolated(part.left, part.right, name) or isolated(part.right, part.left, name)


def isolated(left: t.Term, right: t.Term, name: str) -> t.Term | None:
    """The variable by `left = right`, where it stands in sums and differences on the left alone."""
    if _mentions(right, name):
        return None
    if left == t.Variable(name):
        return right
    if isinstance(left, t.Operation) and left.operator in "+-":
        if _mentions(left.left, name) and not _mentions(left.right, name):
            return isolated(left.left, t.Operation("-" if left.operator == "+" else "+", right, left.right), name)
        if _mentions(left.right, name) and not _mentions(left.left, name):
            moved = t.Operation("-", right, left.left) if left.operator == "+" else t.Operation("-", left.left, right)
            return isolated(left.right, moved, name)
    return None


def _mentions(term: t.Term, name: str) -> bool:
    return t.Variable(name) in below(term)


def _between(name: str, parts: list[t.Formula]) -> t.Formula | None:
    """That some number is at least and at most what they say, where each says one of these of the variable itself."""
    low: list[t.Term] = []
    high: list[t.Term] = []
    for part in parts:
        if not isinstance(part, t.Compared) or part.relation in ("=", "<>"):
            return None
        end = bound(part, name)
        if end is None:
            return None
        (low if end[0] == "low" else high).append(end[1])
    if not low or not high:
        return TRUE
    return conjunction([compared("<=", a, b) for a in low for b in high])


def bound(part: t.Compared, name: str) -> tuple[str, t.Term] | None:
    """The least or the greatest that the variable may be by an inequality."""
    for left, right, relation in (
        (part.left, part.right, part.relation),
        (part.right, part.left, _SWAPPED[part.relation]),
    ):
        value = isolated(left, right, name)
        if value is None:
            continue
        positive = _sign(left, name)
        upper = (relation in ("<", "<=")) == positive
        if relation in ("<", ">"):
            value = t.Operation("-" if upper else "+", value, t.Number(1))
        return ("high" if upper else "low"), value
    return None


def spread(formula: t.Formula) -> t.Formula:
    """A formula in which a number that lies between two that are known is each of these; few of them, else as it is."""
    if isinstance(formula, t.And | t.Or):
        return type(formula)(tuple(spread(one) for one in formula.parts))
    if not isinstance(formula, t.Exists):
        return formula
    parts = formula.body.parts if isinstance(formula.body, t.And) else (formula.body,)
    bounds = [bound(one, formula.name) for one in parts if isinstance(one, t.Compared) and one.relation in _SWAPPED]
    ends = [(one[0], one[1].value) for one in bounds if one is not None and isinstance(one[1], t.Number)]
    lows, highs = ([value for side, value in ends if side == which] for which in ("low", "high"))
    if not lows or not highs or min(highs) - max(lows) >= _FEW:
        return formula
    values = range(max(lows), min(highs) + 1)
    return disjunction([spread(replaced(formula.body, {t.Variable(formula.name): t.Number(one)})) for one in values])


def _sign(term: t.Term, name: str) -> bool:
    """Whether the variable stands with a plus."""
    if isinstance(term, t.Operation):
        if _mentions(term.left, name):
            return _sign(term.left, name)
        return _sign(term.right, name) == (term.operator == "+")
    return True


def cases(formula: t.Formula) -> Iterator[tuple[t.Formula, ...]]:
    """The formula as cases, each the parts of a conjunction; at most so many, else it is one case."""
    if isinstance(formula, t.Or):
        for part in formula.parts:
            yield from cases(part)
    elif isinstance(formula, t.And):
        each = [list(cases(part)) for part in formula.parts]
        if prod(map(len, each)) > _MOST:
            yield formula.parts
        else:
            yield from (tuple(chain.from_iterable(chosen)) for chosen in product(*each))
    else:
        yield (formula,)


def quantified(formula: t.Formula) -> bool:
    """Whether a quantifier, or a term that is no number, is left."""
    return any(
        isinstance(one, t.Exists | t.Built | t.Holds | t.Member | t.Placed | t.Aggregate) for one in below(formula)
    )
