"""What is known of predicates that are read by their names: proved statements, and one step of the rules.

A statement is proved for all numbers in its range, and is used at those that a predicate of the rules names. It may use
itself at smaller ones, by the sum of its unknowns or by one of them: if it failed anywhere, it would fail at numbers
that are least by that, as they are bounded from below, and there every such instance holds.

A claim about values asks for some that the rules do not name: each smaller one. At these a statement may be used, too:
what the predicate that names the numbers leaves open, and no application in it tells, is the value that is asked for.

Of the stable model of rules without recursion through negation it is true that a predicate holds exactly where some
rule derives it from what holds (Clark 1978). That is what one step of the rules says.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from bouton.core.errors import Unreadable
from bouton.core.logic.arithmetic import add, applied, atom, number
from bouton.core.logic.elimination import exists
from bouton.core.logic.expression import And, Applied, Formula, Linear, Some, Unknown, UnknownNames, unknown
from bouton.core.logic.formulas import conj, disj, equal, less, negate
from bouton.core.logic.problem import ForAll
from bouton.core.logic.substitution import Substitution
from bouton.core.logic.terms import substituted
from bouton.core.logic.walk import parts, unknowns
from bouton.core.spec import Claim
from bouton.core.stated import Values
from bouton.proof import lemmas
from bouton.proof.goal import Goal
from bouton.proof.theorem import VALUE, Characterisation, Counts, Reading
from bouton.reading.command import SymbolicGame
from bouton.reading.evaluate import Recursions
from bouton.reading.relation import Row
from bouton.solving.matching import Property


@dataclass(frozen=True)
class KnownOfRecursions:
    """What a claim's proof may know of recursions: each statement is read once, and all of it once for each place."""

    goal: Goal
    _said: dict[str, Sequence[lemmas.Lemma]] = field(default_factory=dict)
    _at: dict[Counts, tuple[tuple[str, Property], ...]] = field(default_factory=dict)

    def at(self, reading: Reading, counts: Counts) -> tuple[tuple[str, Property], ...]:
        """All that it may know at so many heaps, each with what it comes from; Unreadable where it asks for more."""
        if counts not in self._at:
            here = reading.at(counts)
            self._at[counts] = (*self._of_statements(here), *_of_rules(self.goal.claim, here.game))
        return self._at[counts]

    def _of_statements(self, here: Characterisation[SymbolicGame]) -> Iterator[tuple[str, Property]]:
        names = UnknownNames("named")
        valued = isinstance(self.goal.theorem.stated, Values)
        for statement, found in lemmas.named(self.goal.spec, self.goal.claim, here):
            row = _of_the_value(found) if valued else found
            terms = [lemmas.number_in(term, here, row) for term in row.arguments]
            bound = [one for one in row.locals if one is not VALUE]
            supposed = [_opened(row.guard, bound, names)]
            if statement.id == self.goal.claim.id:
                own = [entry for entry in here.game.position if isinstance(entry, Linear)]
                supposed.append(_smaller(statement, terms, own))
            for lemma in self._lemmas(statement):
                formula = disj((*map(negate, supposed), lemma.of(terms)))
                yield statement.id, Property(ForAll(tuple(bound), formula), named=True)

    def _lemmas(self, statement: Claim) -> Sequence[lemmas.Lemma]:
        if statement.id not in self._said:
            said = lemmas.said(self.goal.spec, statement, self.goal.parameters, Recursions())
            self._said[statement.id] = list(said)
        return self._said[statement.id]


def _of_the_value(row: Row) -> Row:
    """The row where what it leaves open, and no application in it tells, is the value that a problem asks for."""
    told = unknowns(*(atom(node) for node in parts(row.guard) if isinstance(node, Applied)))
    asked = {one: atom(VALUE) for one in row.locals if one not in told}
    return Row(tuple(substituted(asked, term) for term in row.arguments), Substitution(asked).formula(row.guard))


def _opened(guard: Formula, bound: list[Unknown], names: UnknownNames) -> Formula:
    """The guard of a row where what it says there is has a name, which is bound with what the row leaves open."""
    if isinstance(guard, And):
        return conj([_opened(one, bound, names) for one in guard.parts])
    if isinstance(guard, Some):
        fresh = names.fresh(guard.bound.name)
        bound.append(fresh)
        return _opened(Substitution({guard.bound: atom(fresh)}).formula(guard.formula), bound, names)
    return guard


def _smaller(statement: Claim, terms: list[Linear], own: list[Linear]) -> Formula:
    """That the numbers are smaller than the statement's own, which are all natural numbers."""
    if statement.along is None:
        return less(add(*terms), add(*own))
    at = [part.name for part in statement.box.fluents].index(statement.along)
    return less(terms[at], own[at])


def _of_rules(claim: Claim, game: SymbolicGame) -> Iterator[tuple[str, Property]]:
    for wanted in claim.unfolding:
        found = {name: rows for name, rows in game.unfolded.items() if name[0] == wanted}
        if not found:
            at = next((place for name, place in game.places.items() if name[0] == wanted), (0, 0))
            raise Unreadable(f"{wanted} does not recurse along in_range, or {claim.id} does not speak of it", *at)
        for (name, arity), rows in found.items():
            yield from ((f"{name}/{arity}", one) for one in _completion(name, arity, rows))


def _completion(name: str, arity: int, rows: tuple[Row, ...]) -> Iterator[Property]:
    """That the predicate holds where a row of one step of its rules says so, and nowhere else."""
    for row in rows:
        terms = [term for term in row.arguments if isinstance(term, Linear)]
        yield Property(ForAll(row.locals, disj((negate(row.guard), holds(name, terms)))), 1, derives=True)
    own = tuple(unknown(f"{chr(ord('A') + at)}$own{at}", local=True) for at in range(arity))
    put = [atom(one) for one in own]
    ways = [exists(row.locals, conj((*map(equal, row.arguments, put), row.guard))) for row in rows]  # type: ignore[arg-type]
    yield Property(ForAll(own, disj((negate(holds(name, put)), *ways))), 0)


def holds(name: str, terms: list[Linear]) -> Formula:
    """That a predicate holds of these numbers."""
    return equal(applied(name, terms), number(1))
