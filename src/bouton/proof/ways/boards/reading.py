"""The rules at a position of sets that is not known, on a board whose parameters need not be known either.

Each set is read by its name alone: whether a member is in it is a truth value of its own. A token is a set that has one
member at most, and after a move the one that the move names, if it names one. After a move the same rules
are read again, with sets that are the ones before but for what the move takes and adds. So a reply, and what is claimed
of the position that it leads to, are formulas about the position from which the first move was made.
"""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from dataclasses import replace as replaced
from functools import cached_property

from bouton.core.errors import Unreadable
from bouton.core.logic.arithmetic import applied, atom, number
from bouton.core.logic.elimination import NotEliminable, exists, quantified, solve
from bouton.core.logic.expression import TRUE, Formula, Linear, Unknown, unknown
from bouton.core.logic.formulas import conj, disj, equal, negate
from bouton.core.logic.problem import ForAll
from bouton.core.logic.substitution import replace
from bouton.core.logic.terms import Function, Term, numbers, same, substituted, unknowns_of
from bouton.core.logic.walk import unknowns
from bouton.core.position import Members, Token, Value
from bouton.reading.evaluate import RuleEvaluation, constants_of, evaluated, places_of, set_rows
from bouton.reading.matching import Scope
from bouton.reading.relation import Row, apart
from bouton.rules.file import Rules, Signature

MOVE, GONE, AFTER = ("move", 1), ("gone", 2), ("after", 2)
Sets = Mapping[Signature, tuple[Row, ...]]
"""The members of each set: of rows with unknowns of their own, all that meet the guard."""


@dataclass(frozen=True)
class Chosen:
    """What a row derives, with constants in the place of the unknowns that it leaves open."""

    terms: tuple[Term, ...]
    guard: Formula
    constants: tuple[Unknown, ...]


@dataclass(frozen=True)
class BoardReading:
    """What the rules say at one position: `sets` are its members; `wanted` are the predicates that are read.

    Of tokens, which are among the sets, `places` are where they may stand.
    """

    rules: Rules
    values: Mapping[str, Value | Unknown]
    wanted: frozenset[Signature]
    sets: Sets
    places: Sets
    scope: Scope = field(compare=False, repr=False)

    @cached_property
    def tokens(self) -> frozenset[str]:
        """The names of the tokens."""
        return frozenset(name for name, _ in self.places)

    @cached_property
    def evaluation(self) -> RuleEvaluation:
        """The rows of the wanted predicates here; Unreadable where a rule has no such reading."""
        given = {name: list(rows) for name, rows in self.sets.items()} | set_rows(self.rules, self.values)
        asked = {*self.wanted, MOVE, GONE, AFTER} & self.rules.defined
        return evaluated(self.rules, self.scope, given, asked)

    def rows(self, name: Signature) -> Iterator[Row]:
        """The rows of a predicate, each with unknowns that nothing else has."""
        return (apart(one, self.scope) for one in self.evaluation.rows(name))

    def says(self, name: Signature, *terms: Term) -> Formula:
        """When a predicate holds of these terms."""
        return _in_rows(self.rows(name), terms)

    def after(self, move: Term) -> BoardReading:
        """The position after a move, which has to be a legal one here."""
        sets: dict[Signature, tuple[Row, ...]] = {}
        for name, rows in self.sets.items():
            goes = self._goes(move, name) if name in self.places else None
            kept = []
            for one in (apart(row, self.scope) for row in rows if goes != TRUE):
                gone = self.taken(move, name, one.arguments) if goes is None else goes
                kept.append(Row(one.arguments, conj((one.guard, negate(gone)))))
            sets[name] = (*kept, *self.changes(AFTER, move, name))
        return replaced(self, sets=sets, scope=_again(self.scope))

    def _goes(self, move: Term, name: Signature) -> Formula:
        """When a legal move says where a token goes."""
        said = disj(some(one.locals, one.guard) for one in self.changes(AFTER, move, name))
        return TRUE if said == self.says(MOVE, move) else said

    def changes(self, kind: Signature, move: Term, name: Signature) -> Iterator[Row]:
        """The members of a set that a move takes away (`gone`) or adds (`after`); Unreadable where one is of no set."""
        for row in self.rows(kind):
            guard, solved = solve(conj((same(move, row.arguments[0]), row.guard)), row.locals)
            change = substituted(solved, row.arguments[1])
            changed = (change.name, len(change.arguments)) if isinstance(change, Function) else ("", 0)
            if changed not in self.sets or (kind == GONE and changed in self.places):
                place = places_of(self.rules).get(kind, (0, 0))
                raise Unreadable(f"{kind[0]} changes what is no set", *place)
            if isinstance(change, Function) and changed == name:
                yield Row(change.arguments, guard)

    def taken(self, move: Term, name: Signature, member: Sequence[Term]) -> Formula:
        """When a move takes a member of a set away."""
        return self.says(GONE, move, Function(name[0], tuple(member)))

    def undefined(self) -> Iterator[tuple[Formula, str]]:
        """When arithmetic is undefined here, and which."""
        self.evaluation  # noqa: B018 (the scope is filled as the rules are read)
        for formula, node in self.scope.undefined:
            yield formula, f"{self.rules.sources.line(node.place[0])}: {node} is undefined"

    def astray(self, move: Term, name: Signature) -> Iterator[Formula]:
        """When a move gives a token a place that is none, or two of them."""
        for one in self.changes(AFTER, move, name):
            places = (apart(row, self.scope) for row in self.places[name])
            yield some(one.locals, conj((one.guard, negate(_in_rows(places, one.arguments)))))
            for other in self.changes(AFTER, move, name):
                differ = negate(conj(map(same, one.arguments, other.arguments)))
                yield some((*one.locals, *other.locals), conj((one.guard, other.guard, differ)))

    def member(self, name: Signature, terms: Sequence[Term]) -> Formula:
        """When these terms, one for each argument, are a member of the domain that the predicate gives."""
        return _in_rows((apart(row, self.scope) for row in self.sets[name]), terms)


def _again(scope: Scope) -> Scope:
    """For the same rules read at another position: no unknown of one is one of the other."""
    return Scope(scope.constants, names=scope.names)


def _in_rows(rows: Iterable[Row], terms: Sequence[Term]) -> Formula:
    return disj(some(row.locals, conj((*map(same, row.arguments, terms), row.guard))) for row in rows)


def some(hidden: Collection[Unknown], formula: Formula) -> Formula:
    """That some values of the hidden unknowns make the formula true, by quantifiers where it must be."""
    try:
        return exists(hidden, formula)
    except NotEliminable:
        formula, _ = solve(formula, tuple(hidden))
        for one in hidden:
            if one in unknowns(formula):
                formula = quantified(one, formula)
        return formula


class Constants:
    """Makes constants for what rows leave open: no two are the same."""

    def __init__(self) -> None:
        self._numbers = itertools.count(1)

    def chosen(self, row: Row) -> Chosen:
        """The row with a new constant in place of each unknown of its own: some values for which it holds."""
        names = {one: one.name.partition("$")[0].rstrip("'") for one in row.locals}
        made = {one: unknown(f"{name}.{next(self._numbers)}") for one, name in names.items()}
        put = {one: atom(constant) for one, constant in made.items()}
        terms = tuple(substituted(put, one) for one in row.arguments)
        return Chosen(terms, replace(put, row.guard), tuple(made.values()))


def board(
    rules: Rules, values: Mapping[str, Value | Unknown], wanted: Collection[Signature]
) -> tuple[BoardReading, tuple[ForAll, ...]]:
    """The rules at a position whose sets have any members, and that these are members of their domains, a token one.

    Terms of a domain are told apart by their form: those of one form by the numbers in them.
    """
    scope = Scope(constants_of(rules, values))
    fluents = [one for one in rules.fluents if isinstance(one, Members)]
    domains = {(one.domain, one.arity) for one in fluents}
    known = evaluated(rules, scope, set_rows(rules, values), domains & rules.defined)
    sets: dict[Signature, tuple[Row, ...]] = {}
    places: dict[Signature, tuple[Row, ...]] = {}
    inside: list[ForAll] = []
    for one in fluents:
        rows = [apart(row, scope) for row in known.rows((one.domain, one.arity))]
        forms: dict[tuple[Term, ...], Row] = {}
        for row in rows:
            slots = iter(range(len(numbers(row.arguments))))
            form = tuple(_form(term, slots) for term in row.arguments)
            forms.setdefault(form, _named(f"{one.name}.{len(forms)}" if forms else one.name, form))
        sets[one.name, one.arity] = tuple(forms.values())
        for row in forms.values():
            inside.append(ForAll(row.locals, disj((negate(row.guard), _in_rows(rows, row.arguments)))))
        if isinstance(one, Token):
            places[one.name, one.arity] = tuple(rows)
            for row, other in itertools.combinations_with_replacement(forms.values(), 2):
                beside = apart(other, scope)
                alike = conj(map(same, row.arguments, beside.arguments))
                both = conj((row.guard, beside.guard))
                inside.append(ForAll((*row.locals, *beside.locals), disj((negate(both), alike))))
    return BoardReading(rules, values, frozenset(wanted), sets, places, _again(scope)), tuple(inside)


def starts(here: BoardReading, begins: str, constants: Constants) -> Iterator[tuple[Chosen, tuple[ForAll, ...]]]:
    """The positions where games begin: what names each, with its condition, and which members it has.

    `begins(F)` says that F is a fluent of the one start, `begins(A,F)` that it is one of the start that is named A.
    """
    several = (begins, 2) in here.rules.defined
    name = (begins, 2 if several else 1)
    every = evaluated(here.rules, here.scope, set_rows(here.rules, here.values), {name}).rows(name)
    named = (_named_by(apart(one, here.scope)) for one in every)
    for start in map(constants.chosen, named) if several else [Chosen((), TRUE, ())]:
        found: list[ForAll] = []
        for fluent, rows in here.sets.items():
            for member in rows:
                term = (*start.terms, Function(fluent[0], tuple(member.arguments)))
                inside = _in_rows((apart(one, here.scope) for one in every), term)
                found.append(ForAll(member.locals, disj((negate(member.guard), inside))))
                found.append(ForAll(member.locals, disj((member.guard, negate(inside)))))
        yield start, tuple(found)


def _named_by(row: Row) -> Row:
    """What names a start, for some fluent of it."""
    names = row.arguments[:-1]
    shown = unknowns_of(names)
    return Row(names, some([one for one in row.locals if one not in shown], row.guard))


def _form(term: Term, slots: Iterator[int]) -> Term:
    """The term with an unknown in the place of each number."""
    if isinstance(term, Linear):
        at = next(slots)
        return atom(unknown(f"{chr(ord('A') + at % 26)}$form{at}", local=True))
    if isinstance(term, Function):
        return Function(term.name, tuple(_form(part, slots) for part in term.arguments))
    return term


def _named(name: str, form: tuple[Term, ...]) -> Row:
    """The members of one form: those of whose numbers a predicate of that name holds."""
    return Row(form, equal(applied(name, numbers(form) or (number(0),)), number(1)))
