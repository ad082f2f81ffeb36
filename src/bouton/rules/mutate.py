"""Mutants of rules: changes of one symbol or one literal, each at its place, that leave legal rules.

A theorem that stays proved when its definition is changed either does not need what was changed, or was not proved.
The text itself is changed, so that a mutant differs from its file in one place and keeps every line and comment.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Literal, TypeAlias

from clingo.ast import AST, ASTType, Location, Sign, parse_string

from bouton.core.position import arity
from bouton.core.sources import Source
from bouton.rules.depend import closure
from bouton.rules.file import Rules, Signature
from bouton.rules.names import OUTPUTS
from bouton.rules.screen import load_all, screen, symbols
from bouton.rules.syntax import atoms, defines, is_atom, signature, walk

Change: TypeAlias = Literal["constant", "relation", "operation", "aggregate", "dropped", "negated", "predicate", "rule"]
"""What was changed: a number, a comparison, an operation, the function of an aggregate, a literal, a name, a rule."""

_RELATIONS = ("=", "!=", "<", "<=", ">", ">=")
_SIGNS = {"==": "="}
"""What is written in more than one way."""
_WIDER = {"=": ("<=", ">="), "<": ("<=", "!="), ">": (">=", "!=")}
_OPERATIONS = {"+": ("-",), "-": ("+",), "*": ("+",), "/": ("*", "\\"), "\\": ("/",)}
_AGGREGATES = {"#count": ("#sum",), "#sum": ("#count",), "#min": ("#max",), "#max": ("#min",)}


@dataclass(frozen=True)
class Mutant:
    """The rules with one change in one of their files: `before`, at this place of it, became `after`."""

    source: Source
    """The file as it is now, with its whole text."""
    line: int
    column: int
    before: str
    after: str
    change: Change
    head: Signature
    """The predicate whose definition is changed."""
    rule: str
    """The changed rule on one line, or the one that was left out."""
    effect: int = 0
    """1 where the changed rule derives all that it did and perhaps more, -1 where no more than it did, 0 elsewhere."""

    @property
    def rules(self) -> str:
        """The whole text of the changed file."""
        return self.source.content

    def of(self, files: Sequence[Source]) -> tuple[Source, ...]:
        """The files with the change."""
        return tuple(self.source if one.file == self.source.file else one for one in files)

    def __str__(self) -> str:
        return f"{self.source.name}:{self.line}:{self.column}: {self.before!r} -> {self.after!r}"


def definitions(rules: Rules, wanted: Collection[Signature], *, game: bool = False) -> frozenset[Signature]:
    """The predicates that the wanted ones rest on, with or without those that the moves, sides and winners rest on."""
    found = closure(wanted, rules.statements)
    played = closure(rules.playing, rules.statements)
    return (found | played if game else found - played) & rules.defined


def polarities(rules: Rules, said: Mapping[Signature, int]) -> dict[Signature, frozenset[int]]:
    """For each predicate whether what is said of these grows (1) or shrinks (-1) with it, or both."""
    found = set(said.items())
    waiting = list(found)
    for one, sign in waiting:
        for rule in rules.statements:
            for literal in rule.body if defines(rule) == one else ():
                monotone = literal.atom.ast_type != ASTType.BodyAggregate and literal.sign != Sign.DoubleNegation
                signs = [-sign if literal.sign == Sign.Negation else sign] if monotone else [1, -1]
                new = {
                    (needed, each) for atom in atoms(literal) if (needed := signature(atom)) for each in signs
                } - found
                found |= new
                waiting += new
    return {one: frozenset(sign for other, sign in found if other == one) for one, _ in found}


def changes(rules: Rules, heads: Collection[Signature]) -> Iterator[Mutant]:
    """Every change of the rules for these predicates; some leave no legal rules."""
    for one, text in zip(rules.sources.files, load_all(rules.sources.files), strict=True):
        source = _Source(rules, one, text, screen(one.file, text))
        for rule in _rules(source.bare):
            if _derives(rule) in heads:
                yield from source.changes(rule)


def only(files: Sequence[Source], wanted: Collection[Signature]) -> tuple[Source, ...]:
    """The rules files, blank but for the rules that the wanted predicates need, so that nothing moves."""
    bare = [screen(one.file, text) for one, text in zip(files, load_all(files), strict=True)]
    rules = list(map(_rules, bare))
    needed = closure(wanted, [each for found in rules for rule in found for each in rule.unpool()])
    return tuple(
        replace(one, text=_blanked(text, [rule for rule in found if _derives(rule) not in needed]))
        for one, text, found in zip(files, bare, rules, strict=True)
    )


def _blanked(bare: str, away: Sequence[AST]) -> str:
    lines, kept = _Lines(bare), list(bare)
    for rule in away:
        begin, end = lines.span(rule.location)
        kept[begin:end] = [letter if letter == "\n" else " " for letter in kept[begin:end]]
    return "".join(kept)


def _rules(bare: str) -> list[AST]:
    statements: list[AST] = []
    parse_string(bare, statements.append)
    return [statement for statement in statements if statement.ast_type == ASTType.Rule]


def _derives(rule: AST) -> Signature:
    """What the rule derives, its pools expanded."""
    return defines(rule.unpool()[0])


class _Lines:
    """Where in a text its lines begin."""

    def __init__(self, bare: str) -> None:
        self.starts = [0, *(at + 1 for at, letter in enumerate(bare) if letter == "\n")]

    def span(self, location: Location) -> tuple[int, int]:
        """From where to where a place goes."""
        begin, end = location.begin, location.end
        return self.starts[begin.line - 1] + begin.column - 1, self.starts[end.line - 1] + end.column - 1


_Edit: TypeAlias = tuple[int, int, str, Change, int]
"""From where to where the text is replaced, by what, as what it counts, and its effect (see `Mutant`)."""


class _Source:
    """The text of a rules file, with and without its comments, which does not move anything."""

    def __init__(self, rules: Rules, source: Source, text: str, bare: str) -> None:
        self.source, self.text, self.bare = source, text, bare
        self._lines = _Lines(bare)
        self._span = self._lines.span
        given = [(fluent.name, arity(fluent)) for fluent in rules.fluents]
        derived = [name for name in map(defines, rules.statements) if name[0] not in OUTPUTS]
        self._names = list(dict.fromkeys([*given, *derived]))

    def changes(self, rule: AST) -> Iterator[Mutant]:
        """Every change of one rule, each once, in the order of its places."""
        begin, end = self._span(rule.location)
        whole: _Edit = begin, end, "", "rule", -1
        edits = sorted({*self._symbols(rule), *self._literals(rule), *self._predicates(rule), whole})
        seen = {self.text}
        for start, stop, after, change, effect in edits:
            changed = self.text[:start] + after + self.text[stop:]
            if changed not in seen:
                seen.add(changed)
                line = self.bare.count("\n", 0, start)
                column = start - self._lines.starts[line] + 1
                before, shown = self.bare[start:stop], self.bare[begin:start] + after + self.bare[stop:end]
                one = " ".join((shown or before).split())
                yield Mutant(
                    replace(self.source, text=changed),
                    line + 1,
                    column,
                    " ".join(before.split()),
                    after,
                    change,
                    _derives(rule),
                    one,
                    effect,
                )

    def _symbols(self, rule: AST) -> Iterator[_Edit]:
        """Numbers up and down by one; relations, operations and the functions of aggregates exchanged."""
        begin, end = self._span(rule.location)
        compared = list(self._compared(rule))
        for start, stop in symbols(self.bare, begin, end):
            symbol = _SIGNS.get(self.bare[start:stop], self.bare[start:stop])
            others: Sequence[str] = ()
            change: Change = "constant"
            if symbol.isdigit():
                others = (str(int(symbol) + 1), str(int(symbol) - 1))
            elif symbol in _RELATIONS:
                others, change = [other for other in _RELATIONS if other != symbol], "relation"
            elif symbol in _OPERATIONS:
                others, change = _OPERATIONS[symbol], "operation"
            elif symbol in _AGGREGATES:
                others, change = _AGGREGATES[symbol], "aggregate"
            said = change == "relation" and any(low <= start < high for low, high in compared)
            for other in others:
                yield start, stop, other, change, _widened(symbol, other) if said else 0

    def _compared(self, rule: AST) -> Iterator[tuple[int, int]]:
        """Where the body compares as it says: in no denied literal, and in no element of an aggregate."""
        for literal in rule.body:
            if literal.sign != Sign.NoSign or literal.atom.ast_type not in (ASTType.Comparison, ASTType.BodyAggregate):
                continue
            start, stop = self._span(literal.location)
            within = list(literal.atom.elements) if literal.atom.ast_type == ASTType.BodyAggregate else []
            inner = [self._span(one.location) for element in within for one in (*element.terms, *element.condition)]
            yield start, min((low for low, _ in inner), default=stop)
            yield max((high for _, high in inner), default=stop), stop

    def _literals(self, rule: AST) -> Iterator[_Edit]:
        """Literals of the body and of conditions dropped; atoms and aggregates negated, or no longer negated."""
        yield from self._dropped(rule.body, self._span(rule.head.location)[1])
        for literal in rule.body:
            yield from self._negated(literal)
            if literal.atom.ast_type == ASTType.BodyAggregate:
                for element in literal.atom.elements:
                    yield from self._dropped(element.condition)
                    for inner in element.condition:
                        yield from self._negated(inner)

    def _dropped(self, literals: Sequence[AST], head: int | None = None) -> Iterator[_Edit]:
        """Each literal away with the comma that sets it apart; a lone one with what stands before it.

        That is the arrow after the end of the head, or the colon of a condition.
        """
        # less is asked for by a body; an element of an aggregate may count for more or for less
        effect = 0 if head is None else 1
        spans = [self._span(literal.location) for literal in literals]
        if len(spans) == 1:
            start = self.bare.rindex(":", 0, spans[0][0]) if head is None else head
            yield start, spans[0][1], "", "dropped", effect
        for at, ((start, stop), (following, _)) in enumerate(pairwise(spans)):
            if at == 0:
                yield start, following, "", "dropped", effect
            yield stop, spans[at + 1][1], "", "dropped", effect

    def _negated(self, literal: AST) -> Iterator[_Edit]:
        start, stop = self._span(literal.location)
        said = self.bare[start:stop]
        if literal.sign == Sign.Negation:
            yield start, stop, said.removeprefix("not").lstrip(), "negated", 0
        elif literal.sign == Sign.NoSign and (is_atom(literal) or literal.atom.ast_type == ASTType.BodyAggregate):
            yield start, stop, f"not {said}", "negated", 0

    def _predicates(self, rule: AST) -> Iterator[_Edit]:
        """Predicates of the body changed for their neighbours, those before and after them, of as many arguments."""
        for literal in rule.body:
            for atom in atoms(literal):
                found = signature(atom)
                alike = [name for name in self._names if found is not None and name[1] == found[1]]
                if found not in alike:
                    continue
                at = alike.index(found)
                start, _ = self._span(next(node for node in walk(atom) if hasattr(node, "location")).location)
                for name, _ in {*alike[max(0, at - 1) : at], *alike[at + 1 : at + 2]}:
                    yield start, start + len(found[0]), name, "predicate", 0


def _widened(symbol: str, other: str) -> int:
    """1 where the other relation is wider, -1 where it is narrower."""
    return 1 if other in _WIDER.get(symbol, ()) else -1 if symbol in _WIDER.get(other, ()) else 0
