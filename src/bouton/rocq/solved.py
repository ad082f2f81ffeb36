"""Formulas without the variables that an equation, or the ends of an interval, determine: what lemmas say.

Nothing rests on this: each lemma says that a predicate and its solved form are equivalent, and Rocq checks it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, combinations, count, product
from math import prod

from bouton.rocq.completion import Completion, Definition
from bouton.rocq.evaluate import related
from bouton.rocq.tree import (
    Aggregate,
    And,
    Between,
    Built,
    Compared,
    Exists,
    Formula,
    Holds,
    Member,
    Not,
    Number,
    Operation,
    Or,
    Placed,
    Term,
    Variable,
    anew,
    below,
    folded,
    free,
    replaced,
)

TRUE, FALSE = And(()), Or(())
_OPPOSITE = {"=": "<>", "<>": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
_MOST = 64
"""Cases that a disjunction is spread over."""
_MOST_TUPLES = 4
"""Tuples of an aggregate that may be there or not."""


@dataclass
class Solver:
    """Solved forms of the predicates of a completion, for these values of what is given."""

    whole: Completion
    values: Mapping[Term, Term]
    sets: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    heaps: Mapping[str, tuple[Term, ...]] = field(default_factory=dict)
    """The sizes of the heaps, of which there are so many."""
    here: str = "g p"
    """The same values and the position in Gallina, of which an aggregate that stays is said."""

    def __post_init__(self) -> None:
        self._fresh = count(1)
        self._forms: dict[str, tuple[Definition, Formula]] = {}
        for one in self.whole.definitions:
            self._forms[one.name] = one, self.solve(replaced(one.body, self.values))

    def form(self, name: str) -> Formula:
        """The solved form of a predicate, in the variables that its arguments are called."""
        return self._forms[name][1]

    def holds(self, name: str, *arguments: Term) -> Formula:
        """The solved form of an atom."""
        definition, form = self._forms[name]
        names = [Variable(each) for each, _ in definition.arguments]
        return self.solve(replaced(self._renamed(form), dict(zip(names, arguments, strict=True))))

    def elements(self, name: str, *arguments: Term) -> list[tuple[tuple[Term, ...], Formula]] | None:
        """The tuples of an aggregate, each with the condition under which it is there; None where none are found."""
        whole = Variable("X__")
        found: list[tuple[tuple[Term, ...], Formula]] = []
        for parts in cases(self.holds(name, *arguments, whole)):
            at = next((i for i, one in enumerate(parts) if isinstance(one, Compared) and one.left == whole), None)
            if at is None or not isinstance(parts[at].right, Built):  # type: ignore[union-attr]
                return None
            rest = conjunction([one for i, one in enumerate(parts) if i != at])
            found.append((parts[at].right.arguments, rest))  # type: ignore[union-attr]
        if any(whole.name in free(rest) or quantified(rest) for _, rest in found):
            return None
        return found

    def _aggregate(self, formula: Aggregate) -> Formula:
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

    def _renamed(self, formula: Formula) -> Formula:
        if isinstance(formula, Exists):
            name = f"{formula.name.split('__')[0]}__{next(self._fresh)}"
            body = replaced(self._renamed(formula.body), {Variable(formula.name): Variable(name)})
            return Exists(name, formula.sort, body)
        return anew(formula, self._renamed) if isinstance(formula, Not | And | Or) else formula

    def solve(self, formula: Formula) -> Formula:
        """An equivalent formula with fewer quantifiers, where that is found."""
        if isinstance(formula, Holds):
            return self.holds(formula.name, *formula.arguments)
        if isinstance(formula, Member):
            if formula.name not in self.sets:
                return formula
            return disjunction([compared("=", formula.term, Number(one)) for one in self.sets[formula.name]])
        if isinstance(formula, Placed):
            sizes = enumerate(self.heaps[formula.name], 1)
            return disjunction(
                [
                    conjunction([compared("=", formula.place, Number(at)), compared("=", formula.size, size)])
                    for at, size in sizes
                ]
            )
        if isinstance(formula, Aggregate):
            return self._aggregate(formula)
        if isinstance(formula, Compared):
            return compared(formula.relation, formula.left, formula.right)
        if isinstance(formula, Between):
            return conjunction([compared("<=", formula.low, formula.term), compared("<=", formula.term, formula.high)])
        if isinstance(formula, Not):
            return negated(self.solve(formula.body))
        if isinstance(formula, And):
            return conjunction([self.solve(one) for one in formula.parts])
        if isinstance(formula, Or):
            return disjunction([self.solve(one) for one in formula.parts])
        fresh = self._renamed(formula)
        assert isinstance(fresh, Exists)
        return self._some(fresh.name, fresh, self.solve(fresh.body))

    def _some(self, name: str, one: Exists, body: Formula) -> Formula:
        """`exists name, body` of a solved body."""
        if name not in free(body):
            return body
        if isinstance(body, Exists):
            inner = self._some(name, one, body.body)
            return Exists(name, one.sort, body) if _binds(inner, name) else self._some(body.name, body, inner)
        if isinstance(body, Or):
            return disjunction([self._some(name, one, part) for part in body.parts])
        if isinstance(body, And):
            apart = [part for part in body.parts if name not in free(part)]
            inside = [part for part in body.parts if name in free(part)]
            if apart:
                return conjunction([*apart, self._some(name, one, conjunction(inside))])
        parts: list[Formula] = list(body.parts) if isinstance(body, And) else [body]
        for at, part in enumerate(parts):
            if isinstance(part, Exists):
                wider = self._some(name, one, conjunction([*parts[:at], part.body, *parts[at + 1 :]]))
                if not _binds(wider, name):
                    return self._some(part.name, part, wider)
        for at, part in enumerate(parts):
            value = _value(part, name)
            if value is not None:
                rest = conjunction(parts[:at] + parts[at + 1 :])
                return self.solve(replaced(rest, {Variable(name): value}))
        spread = [part for part in parts if isinstance(part, Or)]
        if spread and prod(len(part.parts) for part in spread) <= _MOST:
            plain = [part for part in parts if not isinstance(part, Or)]
            each = product(*(part.parts for part in spread))
            return disjunction([self._some(name, one, conjunction([*plain, *chosen])) for chosen in each])
        return _between(name, parts) or Exists(name, one.sort, body)


def subsets(
    found: Sequence[tuple[tuple[Term, ...], Formula]],
) -> Iterator[tuple[list[Formula], list[tuple[Term, ...]]]]:
    """Which of the tuples are there: the conditions, and these tuples."""
    if not found:
        yield [], []
        return
    (one, rest), *others = found
    for conditions, there in subsets(others):
        yield [rest, *conditions] if rest != TRUE else conditions, [one, *there]
        if rest != TRUE:
            yield [negated(rest), *conditions], there


def _apart(one: tuple[Term, ...], other: tuple[Term, ...]) -> bool:
    """Whether two tuples are never the same, as a number in one is another in the other."""
    pairs = zip(one, other, strict=False)
    return len(one) != len(other) or any(isinstance(a, Number) and isinstance(b, Number) and a != b for a, b in pairs)


def _together(kind: str, there: Sequence[tuple[Term, ...]]) -> Term:
    if kind == "counted":
        return Number(len(there))
    total: Term = Number(0)
    for one in there:
        total = folded(Operation("+", total, one[0]))
    return total


def _binds(formula: Formula, name: str) -> bool:
    """Whether a quantifier of this variable is left."""
    return any(isinstance(one, Exists) and one.name == name for one in below(formula))


def conjunction(parts: list[Formula]) -> Formula:
    """All of them, without those that hold anyway."""
    return _joined(And, parts, FALSE)


def disjunction(parts: list[Formula]) -> Formula:
    """One of them, without those that never hold."""
    return _joined(Or, parts, TRUE)


def _joined(kind: type[And | Or], parts: list[Formula], decides: Formula) -> Formula:
    found: dict[Formula, None] = {}
    for part in parts:
        found |= dict.fromkeys(part.parts if isinstance(part, kind) else (part,))
    if decides in found:
        return decides
    return next(iter(found)) if len(found) == 1 else kind(tuple(found))


def negated(formula: Formula) -> Formula:
    """The negation, brought inside."""
    if isinstance(formula, Not):
        return formula.body
    if isinstance(formula, Compared):
        left_built = isinstance(formula.left, Built) or isinstance(formula.right, Built)
        return Not(formula) if left_built else compared(_OPPOSITE[formula.relation], formula.left, formula.right)
    if isinstance(formula, And):
        return disjunction([negated(one) for one in formula.parts])
    if isinstance(formula, Or):
        return conjunction([negated(one) for one in formula.parts])
    return Not(formula)


def compared(relation: str, left: Term, right: Term) -> Formula:
    """A comparison, decided where it is of numbers or of what is built differently."""
    if isinstance(left, Built) and isinstance(right, Built) and relation in ("=", "<>"):
        if (left.name, len(left.arguments)) != (right.name, len(right.arguments)):
            return FALSE if relation == "=" else TRUE
        same = conjunction([compared("=", a, b) for a, b in zip(left.arguments, right.arguments, strict=True)])
        return same if relation == "=" else negated(same)
    if left == right:
        return TRUE if relation in ("=", "<=", ">=") else FALSE
    if isinstance(left, Number) and isinstance(right, Number):
        return TRUE if related(relation, left.value, right.value) else FALSE
    return Compared(relation, left, right)  # type: ignore[arg-type]


def _value(part: Formula, name: str) -> Term | None:
    """What an equation says the variable is."""
    if not isinstance(part, Compared) or part.relation != "=":
        return None
    return isolated(part.left, part.right, name) or isolated(part.right, part.left, name)


def isolated(left: Term, right: Term, name: str) -> Term | None:
    """The variable by `left = right`, where it stands in sums and differences on the left alone."""
    if _mentions(right, name):
        return None
    if left == Variable(name):
        return right
    if isinstance(left, Operation) and left.operator in "+-":
        if _mentions(left.left, name) and not _mentions(left.right, name):
            return isolated(left.left, Operation("-" if left.operator == "+" else "+", right, left.right), name)
        if _mentions(left.right, name) and not _mentions(left.left, name):
            moved = Operation("-", right, left.left) if left.operator == "+" else Operation("-", left.left, right)
            return isolated(left.right, moved, name)
    return None


def _mentions(term: Term, name: str) -> bool:
    return Variable(name) in below(term)


def _between(name: str, parts: list[Formula]) -> Formula | None:
    """That some number is at least and at most what they say, where each says one of these of the variable itself."""
    low: list[Term] = []
    high: list[Term] = []
    for part in parts:
        if not isinstance(part, Compared) or part.relation in ("=", "<>"):
            return None
        bound = _bound(part, name)
        if bound is None:
            return None
        (low if bound[0] == "low" else high).append(bound[1])
    if not low or not high:
        return TRUE
    return conjunction([compared("<=", a, b) for a in low for b in high])


def _bound(part: Compared, name: str) -> tuple[str, Term] | None:
    """The least or the greatest that the variable may be by an inequality."""
    for left, right, relation in ((part.left, part.right, part.relation), (part.right, part.left, _swapped(part))):
        value = isolated(left, right, name)
        if value is None:
            continue
        positive = _sign(left, name)
        upper = (relation in ("<", "<=")) == positive
        if relation in ("<", ">"):
            value = Operation("-" if upper else "+", value, Number(1))
        return ("high" if upper else "low"), value
    return None


def _swapped(part: Compared) -> str:
    return {"<": ">", ">": "<", "<=": ">=", ">=": "<="}[part.relation]


def _sign(term: Term, name: str) -> bool:
    """Whether the variable stands with a plus."""
    if isinstance(term, Operation):
        if _mentions(term.left, name):
            return _sign(term.left, name)
        return _sign(term.right, name) == (term.operator == "+")
    return True


def cases(formula: Formula) -> Iterator[tuple[Formula, ...]]:
    """The formula as cases, each the parts of a conjunction; at most so many, else it is one case."""
    if isinstance(formula, Or):
        for part in formula.parts:
            yield from cases(part)
    elif isinstance(formula, And):
        each = [list(cases(part)) for part in formula.parts]
        if prod(map(len, each)) > _MOST:
            yield formula.parts
        else:
            yield from (tuple(chain.from_iterable(chosen)) for chosen in product(*each))
    else:
        yield (formula,)


def quantified(formula: Formula) -> bool:
    """Whether a quantifier, or a term that is no number, is left."""
    return any(isinstance(one, Exists | Built | Holds | Member | Placed | Aggregate) for one in below(formula))
