"""A parser of the rules language of its own: a text to rules without pools, sharing nothing with Bouton or clingo."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product
from typing import TypeAlias


@dataclass(frozen=True)
class Inf:
    """`#inf` (below all) or `#sup` (above all)."""

    sup: bool


@dataclass(frozen=True)
class Var:
    """A variable; the name of an anonymous one begins with `_ `, each its own."""

    name: str

    @property
    def anonymous(self) -> bool:
        return self.name.startswith("_ ")


@dataclass(frozen=True)
class Text:
    """A string."""

    value: str


@dataclass(frozen=True)
class Compound:
    """`f(a,b)`, a constant `f`, or a tuple (whose name is empty)."""

    name: str
    arguments: tuple[Term, ...]


@dataclass(frozen=True)
class Operation:
    """Arithmetic; `-x`, `~x` and `|x|` have one operand."""

    symbol: str
    operands: tuple[Term, ...]


@dataclass(frozen=True)
class Span:
    """`low..high`."""

    low: Term
    high: Term


@dataclass(frozen=True)
class Pool:
    """`(a;b)`: one of several terms."""

    terms: tuple[Term, ...]


Term: TypeAlias = "int | Inf | Var | Text | Compound | Operation | Span | Pool"


@dataclass(frozen=True)
class Atom:
    """A predicate with its arguments."""

    name: str
    arguments: tuple[Term, ...]
    sign: str = ""
    """`not`, `not not` or nothing."""

    @property
    def signature(self) -> tuple[str, int]:
        return self.name, len(self.arguments)


@dataclass(frozen=True)
class Comparison:
    """`a < b <= c` as its first term and the links; `#true` is one without links, `#false` is `1 < 0`."""

    first: Term
    links: tuple[tuple[str, Term], ...]
    sign: str = ""


@dataclass(frozen=True)
class Element:
    """`terms : condition` of an aggregate."""

    terms: tuple[Term, ...]
    condition: tuple[Atom | Comparison, ...]


@dataclass(frozen=True)
class Aggregate:
    """`#count { ... } < 3`; each guard says `aggregate relation term`."""

    function: str
    elements: tuple[Element, ...]
    guards: tuple[tuple[str, Term], ...]
    sign: str = ""


Literal: TypeAlias = Atom | Comparison | Aggregate


@dataclass(frozen=True)
class Rule:
    """`head :- body.`"""

    head: Atom
    body: tuple[Literal, ...]


@dataclass(frozen=True)
class Program:
    """Rules, and the values that `#const` gives to constants."""

    rules: tuple[Rule, ...]
    constants: dict[str, int]


class Refused(Exception):
    """The text is outside the language, or a rule of it is unsafe."""


_TOKEN = re.compile(
    r"""(?P<space>\s+|%[^\n*][^\n]*|%(?=\n|\Z)) | (?P<block>%\*)
      | (?P<string>"(?:[^"\\\n]|\\.)*") | (?P<number>0x[0-9A-Fa-f]+|0o[0-7]+|0b[01]+|[0-9]+)
      | (?P<directive>\#[a-z]+\+?) | (?P<variable>[_']*[A-Z][A-Za-z0-9_']*) | (?P<name>[_']*[a-z][A-Za-z0-9_']*)
      | (?P<symbol>:-|\.\.|\*\*|<=|>=|!=|==|[-+*/\\^&?~|(){},;:.<>=_])""",
    re.VERBOSE,
)
_RELATIONS = {"=": "=", "==": "=", "!=": "!=", "<": "<", "<=": "<=", ">": ">", ">=": ">="}
MIRRORED = {"=": "=", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}
_LEVELS = (("..",), ("^",), ("?",), ("&",), ("+", "-"), ("*", "/", "\\"))
"""The operators from the loosest to the tightest; `**` and the signs bind tighter still."""
_FUNCTIONS = ("#count", "#sum", "#sum+", "#min", "#max")


def _tokens(text: str) -> Iterator[tuple[str, str]]:
    at = 0
    while at < len(text):
        found = _TOKEN.match(text, at)
        if found is None:
            raise Refused(f"no token: {text[at : at + 20]!r}")
        at = found.end()
        if found.lastgroup == "block":
            depth = 1
            while depth:
                bracket = re.compile(r"%\*|\*%").search(text, at)
                if bracket is None:
                    raise Refused("a comment without an end")
                depth += 1 if bracket.group() == "%*" else -1
                at = bracket.end()
        elif found.lastgroup != "space":
            yield str(found.lastgroup), found.group()


def parse(text: str) -> Program:
    """The rules of a file, each pool taken apart; Refused where it is no such file."""
    return _Parser(text).program()


class _Parser:
    """Recursive descent over the tokens of a text."""

    def __init__(self, text: str) -> None:
        self.tokens = [*_tokens(text), ("end", "")]
        self.at = 0
        self.anonymous = 0

    @property
    def kind(self) -> str:
        return self.tokens[self.at][0]

    @property
    def word(self) -> str:
        """The token itself; of a string that is never mistaken for a symbol."""
        return self.tokens[self.at][1]

    def take(self) -> str:
        self.at += 1
        return self.tokens[self.at - 1][1]

    def accept(self, word: str) -> bool:
        if self.word == word:
            self.at += 1
            return True
        return False

    def expect(self, word: str) -> None:
        if not self.accept(word):
            near = " ".join(each for _, each in self.tokens[max(0, self.at - 8) : self.at + 3])
            raise Refused(f"expected {word!r} near: {near}")

    def program(self) -> Program:
        rules: list[Rule] = []
        constants: dict[str, int] = {}
        while self.kind != "end":
            if self.accept("#const"):
                name = self.take()
                self.expect("=")
                sign = -1 if self.accept("-") else 1
                constants[name] = sign * int(self.take(), 0)
                self.expect(".")
            elif self.word in ("#defined", "#show", "#program"):
                while not self.accept("."):
                    self.at += 1
            else:
                rules += self.rule()
        return Program(tuple(rules), constants)

    def rule(self) -> Iterator[Rule]:
        head = self.atom()
        body: list[Literal] = []
        if self.accept(":-") and self.word != ".":
            body.append(self.literal())
            while self.accept(",") or self.accept(";"):
                body.append(self.literal())
        self.expect(".")
        for first, *rest in product(*(_each(part) for part in (head, *body))):
            assert isinstance(first, Atom)
            yield Rule(first, tuple(rest))

    def literal(self) -> Literal:
        sign = ""
        while self.accept("not"):
            sign = "not not" if sign == "not" else "not"
        if self.word in _FUNCTIONS:
            return self.aggregate(sign, None)
        found = self.simple(sign)
        if isinstance(found, tuple):
            return self.aggregate(sign, found)
        return found

    def simple(self, sign: str) -> Atom | Comparison | tuple[Term, str]:
        """An atom or a comparison; or, where an aggregate follows, its left guard."""
        if self.accept("#true"):
            return Comparison(0, (), sign)
        if self.accept("#false"):
            return Comparison(1, (("<", 0),), sign)
        first = self.term()
        if self.word in _FUNCTIONS:
            return first, "<="
        if self.word not in _RELATIONS:
            if not isinstance(first, (Compound, Pool)):
                raise Refused(f"no literal: {first}")
            return _as_atom(first, sign)
        links: list[tuple[str, Term]] = []
        while self.word in _RELATIONS:
            relation = _RELATIONS[self.take()]
            if self.word in _FUNCTIONS and not links:
                return first, relation
            links.append((relation, self.term()))
        return Comparison(first, tuple(links), sign)

    def atom(self) -> Atom:
        found = self.primary()
        if not isinstance(found, (Compound, Pool)):
            raise Refused(f"no atom: {found}")
        return _as_atom(found, "")

    def aggregate(self, sign: str, left: tuple[Term, str] | None) -> Aggregate:
        guards = [] if left is None else [(MIRRORED[left[1]], left[0])]
        function = self.take()
        self.expect("{")
        elements: list[Element] = []
        while not self.accept("}"):
            elements += self.element()
            if self.word != "}":
                self.expect(";")
        if self.word in _RELATIONS:
            guards.append((_RELATIONS[self.take()], self.term()))
        elif self.word not in (",", ";", "."):
            guards.append(("<=", self.term()))
        return Aggregate(function, tuple(elements), tuple(guards), sign)

    def element(self) -> Iterator[Element]:
        terms: list[Term] = []
        if self.word != ":":
            terms.append(self.term())
            while self.accept(","):
                terms.append(self.term())
        condition: list[Atom | Comparison] = []
        if self.accept(":"):
            while self.word not in (";", "}"):
                sign = ""
                while self.accept("not"):
                    sign = "not not" if sign == "not" else "not"
                found = self.simple(sign)
                assert not isinstance(found, tuple)
                condition.append(found)
                self.accept(",")
        for chosen in product(*map(_terms, terms)):
            for literals in product(*map(_each, condition)):
                yield Element(chosen, tuple(one for one in literals if not isinstance(one, Aggregate)))

    def term(self, level: int = 0) -> Term:
        if level == len(_LEVELS):
            return self.power()
        left = self.term(level + 1)
        while self.word in _LEVELS[level] and self.kind == "symbol":
            symbol = self.take()
            right = self.term(level + 1)
            left = Span(left, right) if symbol == ".." else Operation(symbol, (left, right))
        return left

    def power(self) -> Term:
        base = self.signed()
        return Operation("**", (base, self.power())) if self.accept("**") else base

    def signed(self) -> Term:
        if self.word in ("-", "~"):
            symbol = self.take()
            inner = self.signed()
            return -inner if symbol == "-" and isinstance(inner, int) else Operation(symbol, (inner,))
        return self.primary()

    def primary(self) -> Term:
        kind, word = self.kind, self.take()
        if kind == "number":
            return int(word, 0 if word[1:2] in ("x", "o", "b") else 10)
        if kind == "string":
            return Text(re.sub(r"\\(.)", lambda found: "\n" if found[1] == "n" else found[1], word[1:-1]))
        if kind == "variable":
            return Var(word)
        if word == "_":
            self.anonymous += 1
            return Var(f"_ {self.anonymous}")
        if word in ("#inf", "#infimum", "#sup", "#supremum"):
            return Inf(word.startswith("#sup"))
        if word == "|":
            inner = self.term()
            self.expect("|")
            return Operation("|", (inner,))
        if kind == "name":
            if not self.accept("("):
                return Compound(word, ())
            return _one_of([Compound(word, arguments) for arguments, _ in self.arguments()])
        if word == "(":
            return _one_of(
                [
                    inner[0] if len(inner) == 1 and not comma else Compound("", inner)
                    for inner, comma in self.arguments()
                ]
            )
        raise Refused(f"no term begins with {word!r}")

    def arguments(self) -> list[tuple[tuple[Term, ...], bool]]:
        """What stands between brackets, at each `;`: the terms, and whether a comma ends them."""
        found: list[tuple[tuple[Term, ...], bool]] = []
        terms: list[Term] = []
        comma = False
        while True:
            if self.word not in (")", ";", ","):
                terms.append(self.term())
                comma = False
            if self.accept(","):
                comma = True
                continue
            found.append((tuple(terms), comma))
            terms, comma = [], False
            if not self.accept(";"):
                break
        self.expect(")")
        return found


def _one_of(terms: list[Compound] | list[Term]) -> Term:
    return terms[0] if len(terms) == 1 else Pool(tuple(terms))


def _as_atom(term: Compound | Pool, sign: str) -> Atom:
    """The atom of that shape; that of several is a pool in the one argument of an atom without a name."""
    return Atom("", (term,), sign) if isinstance(term, Pool) else Atom(term.name, term.arguments, sign)


def _terms(term: Term) -> list[Term]:
    """The terms without pools that a term stands for."""
    if isinstance(term, Pool):
        return [one for inner in term.terms for one in _terms(inner)]
    if isinstance(term, Compound):
        return [Compound(term.name, chosen) for chosen in product(*map(_terms, term.arguments))]
    if isinstance(term, Operation):
        return [Operation(term.symbol, chosen) for chosen in product(*map(_terms, term.operands))]
    if isinstance(term, Span):
        return [Span(low, high) for low in _terms(term.low) for high in _terms(term.high)]
    return [term]


def _each(literal: Literal) -> list[Literal]:
    """The literals without pools that one stands for."""
    if isinstance(literal, Atom):
        whole = literal.arguments[0] if literal.name == "" else Compound(literal.name, literal.arguments)
        found = [one for one in _terms(whole) if isinstance(one, Compound)]
        return [Atom(one.name, one.arguments, literal.sign) for one in found]
    if isinstance(literal, Comparison):
        chosen = product(_terms(literal.first), *(_terms(term) for _, term in literal.links))
        signs = [relation for relation, _ in literal.links]
        return [replace(literal, first=first, links=tuple(zip(signs, rest, strict=True))) for first, *rest in chosen]
    signs = [relation for relation, _ in literal.guards]
    return [
        replace(literal, guards=tuple(zip(signs, rest, strict=True)))
        for rest in product(*(_terms(term) for _, term in literal.guards))
    ]
