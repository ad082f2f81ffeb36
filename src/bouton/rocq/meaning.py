"""What the sentences of a file mean at one position: the definitions as formulas, and moves, ranges and theorem.

Of the library only what it says in its heads is known here: outcomes and values by their definitions, heaps put in
order, and aggregates.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import count, product
from typing import TypeAlias

from bouton.core.position import Position, Value
from bouton.rocq import tree as t
from bouton.rocq.completion import Completion, Definition
from bouton.rocq.evaluate import Extent, Ground, extents
from bouton.rocq.gallina import Defined, File, Inductive, Tree, Unread, matched
from bouton.rules.file import Signature

_OPERATIONS = {"Z.quot": "/", "Z.rem": "\\", "Z.land": "&", "Z.lor": "?", "Z.lxor": "^"}
_INFIX = {"+": "+", "-": "-", "*": "*", "^": "**"}
_RELATIONS = ("=", "<>", "<", "<=", ">", ">=")
_AGGREGATES = ("counted", "summed", "greatest", "least")
_SORTS = ("Z", "term", "list Z")
_ORDERS: Mapping[str, Callable[[Sequence[int]], Sequence[int]]] = {
    "ascending": sorted,
    "descending": lambda sizes: sorted(sizes, reverse=True),
    "in_place": list,
}

Scope: TypeAlias = Mapping[str, str]
"""What each bound name is called here, each binder with a name of its own."""


class MeaningReader:
    """The definitions of predicates in a file as formulas, by the names that they have there."""

    def __init__(self, file: File, signatures: Mapping[str, Signature]) -> None:
        self.file, self.signatures = file, signatures
        self.numbers = dict(file.records.get("Parameters", ()))
        self.fluents = dict(file.records.get("Position", ()))
        self.fresh = count(1)
        self.known: dict[str, int] = {}

    def definitions(self) -> Iterator[Definition]:
        """Those of predicates of a position, each after those that it uses."""
        for name, found in self.file.definitions.items():
            if name not in self.signatures:
                continue
            binders = found.binders
            if binders[:2] != (("g", "parameters"), ("p", "position")):
                raise Unread(f"{name} is no predicate of a position")
            if isinstance(found, Inductive):
                sorts = [_sort(one) for one in found.sorts]
                self.known[name] = len(sorts)
                arguments = tuple((f"X{at}", sort) for at, sort in enumerate(sorts, 1))
                body: t.Formula = t.Or(tuple(self._rule(name, one, arguments) for one in found.rules))
                yield Definition(self.signatures[name], name, arguments, body, None, (1, 1))
                continue
            scope = {"g": "g", "p": "p"}
            arguments = ()
            for bound, sort in binders[2:]:
                scope[bound] = self._new(bound)
                arguments += ((scope[bound], _sort(sort)),)
            body = self.formula(found.body, scope)
            self.known[name] = len(arguments)
            yield Definition(self.signatures[name], name, arguments, body, None)

    def _rule(self, name: str, rule: Defined, arguments: Sequence[tuple[str, t.Sort]]) -> t.Formula:
        """A constructor: its premises, of variables that some values have, derive the predicate of these arguments."""
        scope = {"g": "g", "p": "p"}
        bound: list[tuple[str, t.Sort]] = []
        for one, sort in rule.binders:
            scope[one] = self._new(one)
            bound.append((scope[one], _sort(sort)))
        parts: list[t.Formula] = []
        body = rule.body
        while body.kind == "->":
            premise, body = body.parts
            parts.append(self.formula(premise, scope))
        derived = self.formula(body, scope)
        if not isinstance(derived, t.Holds) or derived.name != name:
            raise Unread(f"a constructor of {name} derives something else")
        ends = zip(arguments, derived.arguments, strict=True)
        whole: t.Formula = t.And((*(t.Compared("=", t.Variable(own), term) for (own, _), term in ends), *parts))
        for variable, sort_ in reversed(bound):
            whole = t.Exists(variable, sort_, whole)
        return whole

    def _new(self, name: str) -> str:
        return f"{name}~{next(self.fresh)}"

    # ------------------------------------------------------------------------------------------------------- formulas

    def formula(self, tree: Tree, scope: Scope) -> t.Formula:
        """A formula about the position p and the parameters g."""
        if tree.kind in _RELATIONS:
            left, right = (self.term(one, scope) for one in tree.parts)
            return t.Compared(tree.kind, left, right)  # type: ignore[arg-type]
        if tree.kind == "<=<=":
            low, term, high = (self.term(one, scope) for one in tree.parts)
            return t.Between(term, low, high)
        if tree.kind == "~":
            return t.Not(self.formula(tree.parts[0], scope))
        if tree.kind in ("/\\", "\\/"):
            parts = tuple(self.formula(one, scope) for one in tree.parts)
            return t.And(parts) if tree.kind == "/\\" else t.Or(parts)
        if tree.kind == "exists":
            name, _, sort = tree.said.partition(":")
            own = self._new(name)
            return t.Exists(own, _sort(sort), self.formula(tree.parts[0], {**scope, name: own}))
        if tree.kind == "name" and tree.said in ("True", "False") and tree.said not in scope:
            return t.And(()) if tree.said == "True" else t.Or(())
        if tree.kind == "apply" and tree.parts[0].kind == "name" and tree.parts[0].said not in scope:
            return self._atom(tree.parts[0].said, tree.parts[1:], scope)
        raise Unread(f"no formula that is printed: {tree}")

    def _atom(self, head: str, parts: Sequence[Tree], scope: Scope) -> t.Formula:
        if head in self.known:
            self._here(parts[:2], scope)
            if len(parts) != 2 + self.known[head]:
                raise Unread(f"{head} has {len(parts) - 2} arguments")
            return t.Holds(head, tuple(self.term(one, scope) for one in parts[2:]))
        if head in self.file.definitions:
            raise Unread(f"{head} is used before it is defined")
        if head == "In" and len(parts) == 2:
            return t.Member(self.term(parts[0], scope), self._given(parts[1], scope, self.numbers, "list Z", "g"))
        if head == "heap_at" and len(parts) == 3:
            name = self._given(parts[0], scope, self.fluents, "list Z", "p")
            return t.Placed(name, self.term(parts[1], scope), self.term(parts[2], scope))
        if head == "Ostrowski.digit" and len(parts) == 4:
            return t.Digit(*(self.term(one, scope) for one in parts))
        if head in _AGGREGATES and len(parts) == 2 and parts[0].kind == "apply":
            these, value = parts
            name = these.parts[0].said
            self._here(these.parts[1:3], scope)
            if self.known.get(name) != len(these.parts) - 2:
                raise Unread(f"the tuples of {these} are not those of a predicate")
            inside = tuple(self.term(one, scope) for one in these.parts[3:])
            return t.Aggregate(head, name, inside, self.term(value, scope))  # type: ignore[arg-type]
        raise Unread(f"nothing is known of {head}")

    def _here(self, parts: Sequence[Tree], scope: Scope) -> None:
        if [scope.get(one.said) for one in parts] != ["g", "p"]:
            raise Unread(f"a predicate is not asked for g and p: {' '.join(map(str, parts))}")

    def _given(self, tree: Tree, scope: Scope, fields: Mapping[str, str], sort: str, of: str) -> str:
        found = matched("?field ?of", tree)
        if found is None or fields.get(found["field"].said) != sort or scope.get(found["of"].said) != of:
            raise Unread(f"{tree} is nothing that is given")
        return found["field"].said.removeprefix("the_")

    def term(self, tree: Tree, scope: Scope) -> t.Term:
        """A term."""
        if tree.kind == "number":
            return t.Number(int(tree.said))
        if tree.kind in _INFIX:
            left, right = (self.term(one, scope) for one in tree.parts)
            if tree.kind == "-" and left == t.Number(0) and isinstance(right, t.Number):
                return t.Number(-right.value)
            return t.Operation(_INFIX[tree.kind], left, right)
        if tree.kind == "list":
            return t.Built(t.TUPLE, tuple(self.term(one, scope) for one in tree.parts))
        if tree.kind == "name":
            if tree.said in scope:
                return t.Variable(scope[tree.said])
            return self._built(tree.said, (), scope)
        if tree.kind == "apply" and tree.parts[0].kind == "name" and tree.parts[0].said not in scope:
            head, parts = tree.parts[0].said, tree.parts[1:]
            if head in _OPERATIONS and len(parts) == 2:
                return t.Operation(_OPERATIONS[head], self.term(parts[0], scope), self.term(parts[1], scope))
            if head == "Z.abs" and len(parts) == 1:
                inside = self.term(parts[0], scope)
                return t.Operation("abs", inside, inside)
            if head in self.numbers:
                return t.Given(self._given(tree, scope, self.numbers, "Z", "g"), "g")
            if head in self.fluents:
                return t.Given(self._given(tree, scope, self.fluents, "Z", "p"), "p")
            return self._built(head, parts, scope)
        raise Unread(f"no term that is printed: {tree}")

    def _built(self, name: str, parts: Sequence[Tree], scope: Scope) -> t.Term:
        sorts = self.file.constructors.get(name)
        if sorts is None or len(sorts) != len(parts):
            raise Unread(f"nothing is known of {name} with {len(parts)} arguments")
        return t.Built(name.removeprefix("t_"), tuple(self.term(one, scope) for one in parts))


def _sort(text: str) -> t.Sort:
    if text not in _SORTS:
        raise Unread(f"{text or 'nothing'} is no type of what is printed")
    return text  # type: ignore[return-value]


# ------------------------------------------------------------------------------------------------------ at a position


@dataclass(frozen=True)
class At:
    """A file at one position, for some values of the parameters."""

    file: File
    whole: Completion
    names: tuple[str, ...]
    """The fluents, in their order."""
    parameters: Mapping[str, Value]
    position: Position
    kept: dict[str, Extent] = field(default_factory=dict)
    """Of which arguments predicates hold that do not speak of the position: with these parameters alone."""

    @cached_property
    def rows(self) -> dict[str, Extent]:
        """Of which arguments each predicate holds."""
        return extents(self.whole, self.parameters, dict(zip(self.names, self.position, strict=True)), self.kept)

    def moves(self, called: str = "moves") -> set[Position]:
        """The positions that a move leads to, by the definition of that name."""
        body = self.file.definitions[called]
        whole = matched("exists M : term, ?all", body.body) if isinstance(body, Defined) else None
        if whole is None or body.binders != (("g", "parameters"), ("p", "position"), ("q", "position")):
            raise Unread(f"{called} is not of the form that is printed")
        first, *parts = whole["all"].parts if whole["all"].kind == "/\\" else (whole["all"],)
        move = matched("?move g p M", first)
        if move is None or len(parts) != len(self.names):
            raise Unread(f"{called} does not speak of every fluent")
        return {
            to
            for (term,) in self.rows[move["move"].said]
            for to in product(*(self._after(term, *one) for one in zip(self.names, self.position, parts, strict=True)))
        }

    def _after(
        self, move: Ground, name: str, before: int | tuple[int, ...], part: Tree
    ) -> Sequence[int | tuple[int, ...]]:
        """What the fluent may be after the move, by the part of the definition that speaks of it."""
        own = f"the_{name}"
        if matched(f"{own} q = {own} p", part) is not None:
            return [before]
        if isinstance(before, int):
            said = f"?after g p M (?built ({own} q))"
            found = matched(f"({said}) \\/ (~ (exists V : Z, ?after g p M (?built V)) /\\ {own} q = {own} p)", part)
            if found is None:
                raise Unread(f"what is said of {name} after a move is not of the form that is printed")
            values = [value for (value,) in self._said(move, found, 1)]
            return values or [before]
        found = matched(f"heaps_after ?order (fun I S => ?after g p M (?built I S)) ({own} p) ({own} q)", part)
        if found is None or found["order"].said not in _ORDERS:
            raise Unread(f"what is said of {name} after a move is not of the form that is printed")
        told: dict[int, list[int]] = {}
        for place, size in self._said(move, found, 2):
            if place >= 1:
                told.setdefault(place, []).append(size)
        places = range(1, max([len(before), *told]) + 1)
        kept = {place: [before[place - 1] if place <= len(before) else 0] for place in places}
        lists = product(*(told.get(place, kept[place]) for place in places))
        order = _ORDERS[found["order"].said]
        return [tuple(order([size for size in sizes if size > 0])) for sizes in lists]

    def _said(self, move: Ground, found: Mapping[str, Tree], arity: int) -> Iterator[tuple[int, ...]]:
        name, built = found["after"].said, found["built"].said.removeprefix("t_")
        for term, what in self.rows[name]:
            if term == move and not isinstance(what, int) and what[0] == built and len(what[1]) == arity:
                yield tuple(one for one in what[1] if isinstance(one, int))

    # ------------------------------------------------------------------------------------------------ what is closed

    def holds(self, tree: Tree) -> bool:
        """Whether what is said of g and p in plain words holds: ranges, order, and the ranges by their names."""
        if tree.kind == "name" and tree.said == "True":
            return True
        if tree.kind in ("/\\", "\\/"):
            return (all if tree.kind == "/\\" else any)(map(self.holds, tree.parts))
        if tree.kind == "<=<=":
            low, value, high = map(self.value, tree.parts)
            return low <= value <= high  # type: ignore[operator]
        if tree.kind == "<=":
            left, right = map(self.value, tree.parts)
            return left <= right  # type: ignore[operator]
        if tree.kind == "=":
            return self.value(tree.parts[0]) == self.value(tree.parts[1])
        order = matched("in_order ?before ?heaps", tree)
        if order is not None:
            heaps = self.value(order["heaps"])
            assert isinstance(heaps, tuple)
            before = str(order["before"])
            least = all(size > 0 for size in heaps)
            if before == "Z.le":
                return least and list(heaps) == sorted(heaps)
            if before == "Z.ge":
                return least and list(heaps) == sorted(heaps, reverse=True)
            if matched("fun _ _ => True", order["before"]) is not None:
                return least
        each = matched("Forall (fun s => ?low <= s <= ?high) ?heaps", tree)
        if each is not None:
            heaps, low, high = (self.value(each[one]) for one in ("heaps", "low", "high"))
            return all(low <= size <= high for size in heaps)  # type: ignore[operator,union-attr]
        once = matched("NoDup ?members", tree)
        if once is not None:
            members = self.value(once["members"])
            return len(set(members)) == len(members)  # type: ignore[arg-type]
        asked = self.file.definitions.get("asked")
        if matched("asked g", tree) is not None and isinstance(asked, Defined):
            return self.holds(asked.body)
        raise Unread(f"no range that is printed: {tree}")

    def value(self, tree: Tree) -> int | tuple[int, ...]:
        """The value of a term of ranges."""
        if tree.kind == "number":
            return int(tree.said)
        if tree.kind == "list":
            return tuple(int(self.value(one)) for one in tree.parts)  # type: ignore[arg-type]
        if tree.kind in ("+", "-", "*"):
            left, right = (self.value(one) for one in tree.parts)
            assert isinstance(left, int) and isinstance(right, int)
            return left + right if tree.kind == "+" else left - right if tree.kind == "-" else left * right
        length = matched("Z.of_nat (length ?heaps)", tree)
        if length is not None:
            heaps = self.value(length["heaps"])
            assert isinstance(heaps, tuple)
            return len(heaps)
        given = matched("?field ?of", tree)
        if given is not None:
            name, of = given["field"].said.removeprefix("the_"), given["of"].said
            if of == "g" and name in self.parameters:
                return self.parameters[name]
            if of == "p" and name in self.names:
                return self.position[self.names.index(name)]
        raise Unread(f"no end of a range that is printed: {tree}")
