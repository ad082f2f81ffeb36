"""Moves that are built of other terms, as terms of numbers: `take(left,D)` is told as `take_left(D)`.

In the place of a term stands one of finitely many heads: those that the rules write in that place, or in one that a
variable leads from there. All that a rule derives has one of these, by induction along its derivation, so that a
variable in such a place is each of them in turn, in a rule of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import TypeAlias, cast

from clingo import Function as Name
from clingo import Symbol, SymbolType
from clingo.ast import AST, ASTType, Function, Sign, SymbolicTerm

from bouton.core.errors import Unreadable
from bouton.core.fresh import Fresh
from bouton.rules.file import Signature
from bouton.rules.mirror import Mirror, mirrored
from bouton.rules.syntax import (
    arguments,
    children,
    comparisons,
    constant,
    guards,
    names_in,
    place,
    put,
    rewritten,
    signature,
    variable,
    variables,
    walk,
)

Key: TypeAlias = tuple[Signature, tuple[Signature, ...]]
"""A function with the heads of the terms that stand in it."""
_MOVE = ("predicate", "move", 1, 0)
_TUPLE = "tuple"


@dataclass(frozen=True)
class Flat:
    """Rules in which no move is built of other terms, and what these are called there."""

    statements: Sequence[AST] = ()
    places: Mapping[Signature, tuple[int, ...]] = field(default_factory=dict)
    """Of each function that has another name in them, the places in which terms stand."""
    called: Mapping[Key, str] = field(default_factory=dict)

    def symbol(self, term: Symbol) -> tuple[str, Sequence[Symbol]]:
        """The name and the arguments in these rules of a term that is built by those of the file."""
        one = term.name, len(term.arguments)
        inner = [term.arguments[at] for at in self.places.get(one, ())]
        if any(each.type is not SymbolType.Function for each in inner):
            return term.name, term.arguments
        name = self.called.get((one, tuple((each.name, len(each.arguments)) for each in inner)))
        if name is None:
            return term.name, term.arguments
        each_ = enumerate(term.arguments)
        return name, [x for at, arg in each_ for x in (arg.arguments if at in self.places[one] else (arg,))]

    def notes(self, built: Mapping[Signature, str]) -> Iterator[str]:
        """What each term in Gallina stands for, by what functions are called there."""
        for ((name, arity), heads), made in self.called.items():
            inner = dict(zip(self.places[name, arity], heads, strict=True))
            told: list[str] = []
            terms: list[str] = []
            for at in range(arity):
                own = [f"X{len(terms) + one}" for one in range(1, (inner[at][1] if at in inner else 1) + 1)]
                terms += own
                told.append(_applied(inner[at][0], own) if at in inner else own[0])
            yield f"{' '.join((f't_{built[made, len(terms)]}', *terms))} stands for {_applied(name, told)}"


def _applied(name: str, terms: Sequence[str]) -> str:
    return f"{name}({','.join(terms)})" if terms else name


def flat(statements: Sequence[AST], numbers: Iterable[str], known: Iterable[Signature]) -> Flat:
    """The rules with their moves built of numbers alone; Unreadable where that cannot be.

    `numbers` are the names that stand for numbers, and `known` the predicates of numbers that no rule defines.
    """
    return _Flattening(statements, frozenset(numbers), tuple(known)).run()


class _Flattening:
    def __init__(self, statements: Sequence[AST], numbers: frozenset[str], known: Sequence[Signature]) -> None:
        self.statements, self.numbers = statements, numbers
        self.above: dict[object, object] = {}
        self.heads: dict[object, dict[Signature, AST]] = {}
        """The heads of terms that stand in a place, by the first place of its class."""
        self.counted: set[object] = {self._find(("predicate", *one, at)) for one in known for at in range(one[1])}
        """Places in which numbers stand."""
        for at, rule in enumerate(statements):
            self._read(rule, at)
        self.fresh = Fresh(names_in(statements) | numbers)

    def run(self) -> Flat:
        self.places = dict(self._places())
        if not self.places:
            return Flat(self.statements)
        self.called = {key: self.fresh.name("_".join(_stems(key))) for key in self._keys()}
        made = [mirrored(self._flattened(one)) for rule in self.statements for one in self._instances(rule)]
        return Flat(made, self.places, self.called)

    def _places(self) -> Iterator[tuple[Signature, tuple[int, ...]]]:
        """The functions that get another name: in their places stand no terms in which terms stand."""
        for one in self._heads(_MOVE):
            found = tuple(at for at in range(one[1]) if self._heads(("function", *one, at)))
            inner = [head for at in found for head in self._heads(("function", *one, at))]
            deep = any(
                not head or self._heads(("function", head, arity, at)) for head, arity in inner for at in range(arity)
            )
            if not deep and (found or not one[0]):
                yield one, found

    def _keys(self) -> Iterator[Key]:
        for one, places in self.places.items():
            yield from ((one, heads) for heads in product(*(self._heads(("function", *one, at)) for at in places)))

    # ------------------------------------------------------------------------------------------- what stands where

    def _find(self, key: object) -> object:
        while (above := self.above.setdefault(key, key)) != key:
            key = above
        return key

    def _join(self, one: object, other: object) -> None:
        a, b = self._find(one), self._find(other)
        if a != b:
            self.above[a] = b
            self.heads[b] = {**self.heads.get(b, {}), **self.heads.pop(a, {})}
            if a in self.counted:
                self.counted.add(b)

    def _heads(self, key: object) -> dict[Signature, AST]:
        """The heads of the terms that stand in a place; none where numbers do."""
        root = self._find(key)
        found = self.heads.get(root, {})
        if found and root in self.counted:
            raise Unreadable("numbers and terms in one place have no type in Rocq", *place(next(iter(found.values()))))
        return found

    def _read(self, rule: AST, at: int) -> None:
        for literal in (rule.head, *_literals(rule)):
            one = signature(literal)
            if one is not None:
                for i, term in enumerate(arguments(literal)):
                    self._stands(term, ("predicate", *one, i), at)
            elif literal.atom.ast_type == ASTType.Comparison:
                for left, _, right in comparisons(literal.atom):
                    key = ("compared", id(left), id(right))
                    self._stands(left, key, at)
                    self._stands(right, key, at)

    def _stands(self, term: AST, key: object, at: int) -> None:
        """A term stands in a place of a rule."""
        if term.ast_type == ASTType.Variable:
            if term.name != "_":
                self._join(("variable", at, term.name), key)
            return
        head = self._head(term)
        if head is None:
            self.counted.add(self._find(key))
            return
        self.heads.setdefault(self._find(key), {}).setdefault(head, term)
        for i, inner in enumerate(term.arguments if head[1] else ()):
            self._stands(inner, ("function", *head, i), at)

    def _head(self, term: AST) -> Signature | None:
        """The function, or the name, that a term is built with; None of a number."""
        if term.ast_type == ASTType.Function and term.arguments:
            return term.name, len(term.arguments)
        name = constant(term)
        return None if name is None or name in self.numbers else (name, 0)

    # ------------------------------------------------------------------------------------------------ rules written

    def _instances(self, rule: AST) -> Iterator[AST]:
        """The rule for each head of its variables that stand in terms."""
        source = cast(Mirror, rule).source
        self.own = Fresh(variables(source))
        body: list[AST] = []
        for literal in source.body:
            if literal.atom.ast_type == ASTType.BodyAggregate:
                outer = _outer(source)
                elements = [one for each in literal.atom.elements for one in self._each(self._opened(each), outer)]
                body.append(literal.update(atom=literal.atom.update(elements=elements)))
            else:
                body += self._apart(literal)
        yield from self._each(source.update(body=body), frozenset())

    def _opened(self, element: AST) -> AST:
        return element.update(condition=[one for literal in element.condition for one in self._apart(literal)])

    def _apart(self, literal: AST) -> Iterator[AST]:
        """The literal with names for anonymous variables in terms; one that is negated for each head of these."""
        found: list[str] = []

        def named(term: AST) -> AST:
            if not _anonymous(term):
                return term
            found.append(self.own.name("A"))
            return variable(found[-1], term)

        whole = _in_terms(literal, lambda one: self._changed(one, named))
        if literal.sign == Sign.NoSign:
            yield whole
        else:
            yield from self._each(whole, variables(whole) - {*found})

    def _each(self, node: AST, outer: Collection[str]) -> Iterator[AST]:
        """The node for each head of the variables that stand in its terms, other than those."""
        found: dict[str, list[AST]] = {}
        for one in _terms(node):
            for at in self.places.get(_function(one), ()):
                term = one.arguments[at]
                if term.ast_type == ASTType.Variable and term.name not in outer:
                    heads = self._heads(("function", *_function(one), at))
                    found[term.name] = [self._built(head, term) for head in heads]
        for chosen in product(*found.values()):
            yield put(node, dict(zip(found, chosen, strict=True)))

    def _built(self, head: Signature, where: AST) -> AST:
        """A term with this head, of variables that nothing else has."""
        name, arity = head
        if not arity:
            return SymbolicTerm(where.location, Name(name))
        return Function(where.location, name, [variable(self.own.name("A"), where) for _ in range(arity)], 0)

    def _changed(self, one: AST, inner: Callable[[AST], AST]) -> AST | None:
        """The node with other terms in the places in which terms stand; None where it has none."""
        places = self.places.get(_function(one))
        if places is None:
            return None
        return one.update(arguments=[inner(term) if at in places else term for at, term in enumerate(one.arguments)])

    def _flattened(self, rule: AST) -> AST:
        """The rule with one name for each term and those that stand in it."""

        def other(one: AST) -> AST | None:
            places = self.places.get(_function(one))
            if places is None:
                return None
            heads = tuple(self._head(one.arguments[at]) for at in places)
            name = self.called[_function(one), cast("tuple[Signature, ...]", heads)]
            each = enumerate(one.arguments)
            flat_ = [x for at, term in each for x in (_arguments(term) if at in places else (term,))]
            return one.update(name=name, arguments=flat_) if flat_ else SymbolicTerm(one.location, Name(name))

        return _in_terms(rule, other)


def _stems(key: Key) -> Iterator[str]:
    (name, _), heads = key
    yield name or _TUPLE
    yield from (head for head, _ in heads)


def _literals(rule: AST) -> Iterator[AST]:
    """The literals of a body, and those in the elements of its aggregates."""
    for literal in rule.body:
        if literal.atom.ast_type == ASTType.BodyAggregate:
            for element in literal.atom.elements:
                yield from element.condition
        else:
            yield literal


def _outer(rule: AST) -> frozenset[str]:
    """The variables that have one value in all elements of an aggregate."""
    plain = [one for one in rule.body if one.atom.ast_type != ASTType.BodyAggregate]
    ends = [guard.term for one in rule.body if one not in plain for guard in guards(one.atom)]
    return frozenset().union(*map(variables, (rule.head, *plain, *ends)))


def _function(one: AST) -> Signature:
    """The name of a function with its arguments; of anything else a signature that none has."""
    return (one.name, len(one.arguments)) if one.ast_type == ASTType.Function and one.arguments else ("", 0)


def _arguments(term: AST) -> Sequence[AST]:
    return term.arguments if term.ast_type == ASTType.Function else ()


def _anonymous(term: AST) -> bool:
    return bool(term.ast_type == ASTType.Variable and term.name == "_")


def _terms(node: AST) -> Iterator[AST]:
    """All that stands in terms: an atom itself is none."""
    if node.ast_type == ASTType.SymbolicAtom:
        for term in node.symbol.arguments:
            yield from walk(term)
    else:
        yield node
        for child in children(node):
            yield from _terms(child)


def _in_terms(node: AST, other: Callable[[AST], AST | None]) -> AST:
    """The node with other terms in it; an atom itself is none."""

    def changed(one: AST) -> AST | None:
        if one.ast_type != ASTType.SymbolicAtom:
            return other(one)
        arguments_ = [rewritten(term, other) for term in one.symbol.arguments]
        return one.update(symbol=one.symbol.update(arguments=arguments_))

    return rewritten(node, changed)
