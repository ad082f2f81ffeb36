"""The Gallina that we print, read back: exactly its sentences and terms, by the levels that Rocq gives its operators.

What is written into a file is text, and what it means is what Rocq reads there. So this reader starts from the text
alone and knows nothing of what was printed. Names are resolved as Rocq does it, by the innermost binder; each bound
variable gets a name of its own, so that one that is caught by a binder that was not meant for it is seen.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field


class Unread(Exception):
    """The text is not of the Gallina that we print."""


@dataclass(frozen=True)
class Tree:
    """A term: its operator, the name or number that it is, and its parts."""

    kind: str
    """`name`, `number`, `apply`, `list`, `fun`, `exists`, `forall`, or an operator as it is written."""
    said: str = ""
    parts: tuple[Tree, ...] = ()

    def __str__(self) -> str:
        inside = " ".join(map(str, self.parts))
        return f"({self.kind} {self.said} {inside})" if self.parts else self.said


Binder = tuple[str, str]
"""A bound variable with its type as it is written; without one, an empty text."""


@dataclass(frozen=True)
class Defined:
    """A definition, or a constructor of a predicate that is the least with its rules: binders and what follows them."""

    binders: tuple[Binder, ...]
    body: Tree


@dataclass(frozen=True)
class Inductive:
    """A predicate that is given by its rules: what each supposes and, last, what it derives."""

    binders: tuple[Binder, ...]
    sorts: tuple[str, ...]
    rules: tuple[Defined, ...]


@dataclass
class File:
    """What the sentences of a file say before its proof."""

    records: dict[str, tuple[Binder, ...]] = field(default_factory=dict)
    """The fields of each record, by the name of what builds it."""
    constructors: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """The sorts of the arguments of each constructor of terms."""
    definitions: dict[str, Defined | Inductive] = field(default_factory=dict)
    """In the order in which they stand."""


_TOKEN = re.compile(
    r"\s+|(?P<name>\??[A-Za-z_][\w']*(?:\.[A-Za-z_][\w']*)*)|(?P<number>\d+)"
    r"|(?P<sign>:=|<->|->|=>|/\\|\\/|<=|>=|<>|[=<>+\-*^~()\[\]{};:,|.])"
)
_RELATIONS = ("=", "<>", "<", "<=", ">", ">=")
_BINDERS = ("exists", "forall", "fun")
_PROOF = ("Theorem", "Lemma", "Ltac", "Fixpoint", "Print")
"""What begins a sentence that is no part of what is said."""
_PASSED = ("Require", "Import", "Open", "Module", "End")


def uncommented(text: str) -> str:
    """The text without its comments; they may stand in one another."""
    found: list[str] = []
    depth, at = 0, 0
    for mark in re.finditer(r"\(\*|\*\)", text):
        if depth == 0:
            found.append(text[at : mark.start()])
        depth += 1 if mark[0] == "(*" else -1
        if depth < 0:
            raise Unread("a comment ends that has not begun")
        at = mark.end()
    if depth:
        raise Unread("a comment has no end")
    return " ".join([*found, text[at:]])


def tokens(text: str) -> list[str]:
    """The words, numbers and signs of a text without comments."""
    found: list[str] = []
    at = 0
    while at < len(text):
        token = _TOKEN.match(text, at)
        if token is None:
            raise Unread(f"what is not read: {text[at : at + 40]!r}")
        if token.lastgroup is not None:
            found.append(token[0])
        at = token.end()
    return found


def term(text: str) -> Tree:
    """One term."""
    parser = _Parser(tokens(text))
    found = parser.expression()
    parser.end()
    return found


def read(text: str) -> File:
    """What a file says, up to its proof; Unread where that is not of what we print."""
    file = File()
    for sentence in _sentences(tokens(uncommented(text))):
        if sentence[0] in _PROOF:
            break
        if sentence[0] not in _PASSED:
            _Parser(sentence).sentence(file)
    return file


def _sentences(every: Sequence[str]) -> Iterator[list[str]]:
    found: list[str] = []
    for token in every:
        if token == ".":
            if found:
                yield found
            found = []
        else:
            found.append(token)
    if found:
        raise Unread(f"a sentence has no end: {' '.join(found[:12])}")


class _Parser:
    r"""Precedence as in Rocq: ->, <->, \/, /\, ~, relations, + and -, *, ^, application."""

    def __init__(self, given: Sequence[str]) -> None:
        self.given, self.at = given, 0

    @property
    def next(self) -> str:
        return self.given[self.at] if self.at < len(self.given) else ""

    def take(self, *expected: str) -> str:
        found = self.next
        if not found or (expected and found not in expected):
            near = " ".join(self.given[max(0, self.at - 6) : self.at + 6])
            raise Unread(f"{found or 'the end'} stands where {' or '.join(expected) or 'more'} is read: {near}")
        self.at += 1
        return found

    def taken(self, *these: str) -> bool:
        """Whether one of them is next; it is taken."""
        if self.next in these and self.next:
            self.at += 1
            return True
        return False

    def name(self) -> str:
        found = self.take()
        if not re.match(r"\??[A-Za-z_]", found):
            raise Unread(f"{found} is no name")
        return found

    def end(self) -> None:
        if self.next:
            raise Unread(f"what is not read: {' '.join(self.given[self.at : self.at + 12])}")

    # ------------------------------------------------------------------------------------------------------ sentences

    def sentence(self, file: File) -> None:
        kind = self.take("Record", "Inductive", "Definition")
        name = self.name()
        if name in file.definitions or name in file.constructors:
            raise Unread(f"{name} is defined twice")
        if kind == "Record":
            self._record(file)
        elif kind == "Definition":
            binders = self.binders()
            if self.taken(":"):
                self._type(":=")
            self.take(":=")
            file.definitions[name] = Defined(binders, self.expression())
        elif self.taken(":="):
            self.taken("|")
            while True:
                constructor = self.name()
                file.constructors[constructor] = tuple(sort for _, sort in self.binders())
                if not self.taken("|"):
                    break
        else:
            file.definitions[name] = self._inductive()
        self.end()

    def _record(self, file: File) -> None:
        self.take(":=")
        builder = self.name()
        self.take("{")
        fields: list[Binder] = []
        while not self.taken("}"):
            name = self.name()
            self.take(":")
            fields.append((name, self._type(";", "}")))
            self.taken(";")
        file.records[builder] = tuple(fields)

    def _inductive(self) -> Inductive:
        binders = self.binders()
        self.take(":")
        sorts = self._type(":=").split(" -> ")
        self.take(":=")
        rules: list[Defined] = []
        while self.taken("|"):
            self.name()
            bound = self.binders()
            self.take(":")
            rules.append(Defined(bound, self.expression()))
        return Inductive(binders, tuple(sorts[:-1]), tuple(rules))

    def _type(self, *ends: str) -> str:
        found: list[str] = []
        while self.next and self.next not in ends:
            found.append(self.take())
        return " ".join(found)

    def binders(self) -> tuple[Binder, ...]:
        """Variables in parentheses, each group with its type."""
        found: list[Binder] = []
        while self.taken("("):
            names = [self.name()]
            while self.next != ":":
                names.append(self.name())
            self.take(":")
            sort = self._type(")")
            self.take(")")
            found += [(one, sort) for one in names]
        return tuple(found)

    # ---------------------------------------------------------------------------------------------------------- terms

    def expression(self) -> Tree:
        left = self._iff()
        return Tree("->", "", (left, self.expression())) if self.taken("->") else left

    def _iff(self) -> Tree:
        left = self._right("\\/", lambda: self._right("/\\", self._not))
        if not self.taken("<->"):
            return left
        return Tree("<->", "", (left, self._right("\\/", lambda: self._right("/\\", self._not))))

    def _right(self, sign: str, below: Callable[[], Tree]) -> Tree:
        parts = [below()]
        while self.taken(sign):
            parts.append(below())
        return parts[0] if len(parts) == 1 else Tree(sign, "", tuple(parts))

    def _not(self) -> Tree:
        return Tree("~", "", (self._not(),)) if self.taken("~") else self._relation()

    def _relation(self) -> Tree:
        left = self._sum()
        if self.next not in _RELATIONS:
            return left
        sign = self.take()
        right = self._sum()
        if self.next not in _RELATIONS:
            return Tree(sign, "", (left, right))
        if (sign, self.take()) != ("<=", "<="):
            raise Unread("a chain of relations that is no interval")
        return Tree("<=<=", "", (left, right, self._sum()))

    def _sum(self) -> Tree:
        left = self._product()
        while self.next in ("+", "-") and self.next:
            sign = self.take()
            left = Tree(sign, "", (left, self._product()))
        return left

    def _product(self) -> Tree:
        left = self._negative()
        while self.taken("*"):
            left = Tree("*", "", (left, self._negative()))
        return left

    def _negative(self) -> Tree:
        if self.taken("-"):
            return Tree("-", "", (Tree("number", "0"), self._negative()))
        base = self._applied()
        return Tree("^", "", (base, self._negative())) if self.taken("^") else base

    def _applied(self) -> Tree:
        if self.next in _BINDERS:
            return self._bound()
        parts = [self._atom()]
        while self.next and (self.next in ("(", "[") or re.match(r"[\w?]", self.next)) and self.next not in _BINDERS:
            parts.append(self._atom())
        return parts[0] if len(parts) == 1 else Tree("apply", "", tuple(parts))

    def _bound(self) -> Tree:
        kind = self.take(*_BINDERS)
        names = [self.name()]
        while re.match(r"[A-Za-z_]", self.next):
            names.append(self.name())
        sort = self._type(",", "=>") if self.taken(":") else ""
        self.take("=>" if kind == "fun" else ",")
        body = self.expression()
        for name in reversed(names):
            body = Tree(kind, f"{name}:{sort}", (body,))
        return body

    def _atom(self) -> Tree:
        if self.taken("("):
            found = self.expression()
            self.take(")")
            return found
        if self.taken("["):
            inside: list[Tree] = []
            while not self.taken("]"):
                inside.append(self.expression())
                if self.next != "]":
                    self.take(";")
            return Tree("list", "", tuple(inside))
        found_ = self.take()
        if found_.isdigit():
            return Tree("number", found_)
        if not re.match(r"\??[A-Za-z_]", found_):
            raise Unread(f"{found_} begins no term")
        return Tree("name", found_)


# ---------------------------------------------------------------------------------------------------------- patterns


def matched(pattern: str, tree: Tree) -> Mapping[str, Tree] | None:
    """What the names with a `?` of a pattern stand for where the term is of its form, else None."""
    found: dict[str, Tree] = {}
    return found if _matches(term(pattern), tree, found) else None


def _matches(pattern: Tree, tree: Tree, found: dict[str, Tree]) -> bool:
    if pattern.kind == "name" and pattern.said.startswith("?"):
        return found.setdefault(pattern.said[1:], tree) == tree
    return (
        (pattern.kind, pattern.said) == (tree.kind, tree.said)
        and len(pattern.parts) == len(tree.parts)
        and all(_matches(one, other, found) for one, other in zip(pattern.parts, tree.parts, strict=True))
    )
