"""Proved statements as assumptions of a proof, at the numbers that a predicate of the rules names.

A statement is proved for all values of its unknowns in its range, so what it says of any numbers in that range holds,
and adding it to a problem takes no model away that there is: `unsat` still proves the problem. Only proved statements
come here (see `bouton.run.proofs`), each read from the rules again; where it says that there is a number, an instance
gives one a name.

A statement may use itself, at numbers of its range with a smaller sum than its own unknowns have: if it failed
anywhere, it would fail at numbers of least sum, as they are bounded from below, and there every such instance holds
(infinite descent, that is complete induction).
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from bouton.claims.subject import rules_of, subject
from bouton.core.errors import Unreadable
from bouton.core.logic.arithmetic import add, atom, number
from bouton.core.logic.elimination import quantified
from bouton.core.logic.expression import FALSE, TRUE, Formula, Linear, Unknown, UnknownNames
from bouton.core.logic.formulas import at_most, conj, disj, equal, implies, less
from bouton.core.logic.substitution import Substitution
from bouton.core.logic.terms import Term, text
from bouton.core.position import Value
from bouton.core.spec import Claim, Spec
from bouton.proof.setting import Setting, ranged, settings
from bouton.proof.theorem import Characterisation, MemberClaim, Reading, Theorem
from bouton.reading.command import SymbolicGame
from bouton.reading.evaluate import Recursions
from bouton.reading.relation import Row

Values: TypeAlias = Mapping[str, Value | Unknown]
"""The values of a proof's parameters, or the unknowns that these are."""
_MOST = 40
"""Instances for one row that leaves numbers open."""


@dataclass(frozen=True)
class Lemma:
    """A statement, or one setting of its proof: where it was proved, and what it says there."""

    numbers: tuple[Linear, ...]
    """What it speaks of: unknowns, and those that its range fixes."""
    within: Formula
    """What it is given; the bounds of its unknowns come to that."""
    rows: tuple[Row, ...]
    """One of these holds then."""

    def instance(self, terms: tuple[Linear, ...], names: UnknownNames) -> tuple[Formula, list[Unknown]]:
        """What it says of these numbers, and the names that are given to what it says there is."""
        put = self._put(terms)
        held: list[Formula] = []
        given: list[Unknown] = []
        for row in self.rows:
            fresh = {one: names.fresh(one.name) for one in row.locals}
            given += fresh.values()
            named = {one: atom(other) for one, other in fresh.items()}
            held.append(Substitution({**put, **named}).formula(row.guard))
        return implies(self._where(terms), disj(held)), given

    def of(self, terms: Sequence[Linear]) -> Formula:
        """What it says of these numbers, with quantifiers for what it says there is."""
        put = Substitution(self._put(terms))
        rows = [put.formula(_some(row)) for row in self.rows]
        return implies(self._where(terms), disj(rows))

    def _put(self, terms: Sequence[Linear]) -> dict[Unknown, Linear]:
        return {one: term for entry, term in zip(self.numbers, terms, strict=True) for one in _unknown(entry)}

    def _where(self, terms: Sequence[Linear]) -> Formula:
        put = self._put(terms)
        inside = [_between(one, term) for one, term in put.items()]
        inside += [equal(entry, term) for entry, term in zip(self.numbers, terms, strict=True) if not _unknown(entry)]
        return conj((*inside, Substitution(put).formula(self.within)))


def assumptions(spec: Spec, claim: Claim, values: Values, here: Characterisation[SymbolicGame]) -> tuple[Formula, ...]:
    """What the statements that the claim uses say of the numbers it names; Unreadable where that cannot be read.

    A row may name numbers and leave some of them open: then they are what moves choose, and what other instances of
    statements gave a name.
    """
    found: dict[Formula, None] = {}
    names = UnknownNames("given")
    open_ = {one: None for move in here.game.moves for one in move.unknowns}
    for wanted_open in (False, True):
        known = list(open_)
        for statement, row in named(spec, claim, here):
            if bool(row.locals) is not wanted_open:
                continue
            own = add(*(entry for entry in here.game.position if isinstance(entry, Linear)))
            for chosen in itertools.islice(itertools.product(known, repeat=len(row.locals)), _MOST):
                put = Substitution({one: atom(other) for one, other in zip(row.locals, chosen, strict=True)})
                terms = tuple(put.linear(number_in(term, here, row)) for term in row.arguments)
                smaller = less(add(*terms), own) if statement.id == claim.id else TRUE
                for lemma in said(spec, statement, values):
                    holds, fresh = lemma.instance(terms, names)
                    found[implies(conj((put.formula(row.guard), smaller)), holds)] = None
                    open_ |= dict.fromkeys(fresh)
    return tuple(one for one in found if one is not TRUE)


def named(spec: Spec, claim: Claim, here: Characterisation[SymbolicGame]) -> Iterator[tuple[Claim, Row]]:
    """Each statement, and a row of the predicate that names numbers for it."""
    for (name, predicate), (_, arity) in zip(claim.using, wanted(claim, spec), strict=True):
        for row in here.game.relations.get((predicate, arity), ()):
            yield claim if name == claim.id else spec.claim(name), row


def wanted(claim: Claim, spec: Spec) -> tuple[tuple[str, int], ...]:
    """The predicates that name numbers for the statements that the claim uses, with as many arguments as unknowns."""
    statements = [(predicate, claim if name == claim.id else spec.claim(name)) for name, predicate in claim.using]
    return tuple((predicate, len(one.box.fluents)) for predicate, one in statements)


def number_in(term: Term, here: Characterisation[SymbolicGame], row: Row) -> Linear:
    """What a row names, as a number; Unreadable where it is none."""
    if isinstance(term, Linear):
        return term
    signature = next(name for name, rows in here.game.relations.items() if row in rows)
    raise Unreadable(f"{signature[0]} names {text(term)}, which is no number", *here.game.places.get(signature, (0, 0)))


def said(spec: Spec, statement: Claim, values: Values, recursions: Recursions | None = None) -> Iterator[Lemma]:
    """The statement at the parameters of the proof, once for each setting of its own proof that has them."""
    assert statement.prove is not None
    about = subject(spec, statement)
    rules = rules_of(about)
    for setting in settings(about, statement.prove):
        same = _same(setting, values)
        if same is FALSE:
            continue
        own = ranged(setting)
        theorem = Theorem(
            rules,
            {**setting.parameters, **own.parameters},
            own.counters,
            about.measure,
            statement.play,
            (MemberClaim(statement.id, statement.iff or "", statement.where),),
            recursions=recursions,
        )
        game = Reading(theorem, frozenset(setting.counts)).at(setting.counts[0]).game
        assert isinstance(game, SymbolicGame)
        entries = tuple(entry for entry in game.position if isinstance(entry, Linear))
        put = {one: _value(values[name]) for name, one in own.parameters.items()}
        change = Substitution(put)
        inside = conj(_between(one, value) for one, value in put.items())
        given = TRUE if statement.where is None else game.holds(statement.where)
        within = conj((same, inside, change.formula(conj((*own.facts, given)))))
        rows = [Row((), change.formula(row.guard)) for row in game.relations[statement.iff or "", 0]]
        yield Lemma(entries, within, tuple(rows))


def _some(row: Row) -> Formula:
    """That the row holds of some numbers, each with a name that nothing put in has."""
    guard = row.guard
    for one in row.locals:
        guard = quantified(one, guard)
    return guard


def _unknown(value: Linear) -> list[Unknown]:
    return [part for part, _ in value.terms if isinstance(part, Unknown)]


def _same(setting: Setting, values: Values) -> Formula:
    """When the fixed parameters of the statement's proof are those of this one."""
    parts = []
    for name, one in setting.parameters.items():
        other = values[name]
        if isinstance(one, int) and not isinstance(other, tuple):
            parts.append(equal(number(one), _value(other)))
        else:
            parts.append(TRUE if one == other else FALSE)
    return conj(parts)


def _value(value: Value | Unknown) -> Linear:
    if isinstance(value, Unknown):
        return atom(value)
    assert isinstance(value, int)
    return number(value)


def _between(one: Unknown, value: Linear) -> Formula:
    """That the value keeps the bounds of the unknown in whose place it is put."""
    low = TRUE if one.low is None else at_most(number(one.low), value)
    high = TRUE if one.high is None else at_most(value, number(one.high))
    return conj((low, high))
