"""The mutants of a claim: its rules with one change in what it rests on, and how the claim ends with each.

A change is legal for all that the proof of the claim reads.

By default the definitions of the theorem are changed and not the game: a predicate that the moves rest on too, or sides
and winners, is part of the game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from bouton.claims.registry import kind_of, stated
from bouton.claims.restated import Restated
from bouton.claims.subject import rules_of, subject
from bouton.claims.wanted import resolve
from bouton.core.errors import Diagnostic, InputError, LimitReached
from bouton.core.sources import Source
from bouton.core.spec import Claim, Spec
from bouton.core.stated import Everywhere
from bouton.core.verdict import Counterexample, Result, Verdict
from bouton.proof.ways.named import formulas
from bouton.proof.ways.through import is_restated, with_p_positions
from bouton.rules.depend import closure
from bouton.rules.file import Rules, Signature
from bouton.rules.mirror import of_node
from bouton.rules.mutate import Mutant, changes, definitions, only, polarities
from bouton.rules.named import AT, asks, resting


def mutants(spec: Spec, claim: Claim, *, game: bool = False) -> Iterator[Mutant]:
    """Every legal mutant of a claim, in the order of its rules files; with `game` those of the game's rules too."""
    return (mutant for mutant in candidates(spec, claim, game=game) if legal(spec, claim, mutant))


def candidates(spec: Spec, claim: Claim, *, game: bool = False) -> Sequence[Mutant]:
    """Every change of what the claim rests on; some leave no legal rules."""
    rules = rules_of(subject(spec, claim))
    return list(changes(rules, definitions(rules, named(spec, claim, rules), game=game)))


def legal(spec: Spec, claim: Claim, mutant: Mutant) -> bool:
    """Whether the rules can be read for the claim, and for the claims that its proof rests on."""
    try:
        changed = mutated(spec, mutant)
        for one in _with_lemmas(changed, claim):
            about = subject(changed, one)
            named(about, one, rules_of(about))
    except InputError:
        return False
    return True


def named(spec: Spec, claim: Claim, rules: Rules) -> frozenset[Signature]:
    """The predicates that the claim names; InputError where the rules do not derive one of them as it must be.

    Where it asks for values of positions that the rules name, `at` is one of them.
    """
    found = [resolve(rules, one) for one in kind_of(claim).reads.needs(spec, claim)]
    faults = [one for one in found if isinstance(one, Diagnostic)]
    faults += kind_of(claim).reads.misfits(rules, claim)
    if faults:
        raise InputError(faults)
    wanted = frozenset[Signature]().union(*(one for one in found if not isinstance(one, Diagnostic)))
    return wanted | {AT} if resting(rules, wanted) else wanted


def extract(spec: Spec, claim: Claim) -> tuple[Source, ...]:
    """The rules that the claim, the claims that its proof rests on, and the game need; all else is blank.

    Every line and column stays where it is. A mutant of these rules is legal where it is one of all of them.
    """
    wanted = (named(spec, one, rules_of(subject(spec, one))) for one in _with_lemmas(spec, claim))
    legal = set() if spec.legal is None else {(spec.legal.name, 0)}
    starts = set() if spec.begins is None else {(spec.begins.name, many) for many in range(3)}
    return only(spec.rules, rules_of(spec).playing.union(legal, starts, *wanted))


def harmless(spec: Spec, claim: Claim, mutant: Mutant) -> bool:
    """Whether the mutant's claim follows from the claim by its form alone, so that no proof of it can be wrong.

    A statement is weaker where what it says is derived more often, or what it is given less often. No claim is
    changed by the numbers at which its proof uses another.
    """
    rules = rules_of(subject(spec, claim))
    outside = {AT, *rules.playing}
    if asks(claim, rules) and mutant.head in closure(outside, rules.statements):
        return False
    found = _signs(rules, frozenset(_said(spec, claim, rules).items())).get(mutant.head, frozenset())
    if isinstance(stated(claim), Everywhere):
        return not found or found == {mutant.effect}
    return not found


@of_node(16)
def _signs(rules: Rules, said: frozenset[tuple[Signature, int]]) -> Mapping[Signature, frozenset[int]]:
    """The polarities of predicates in what a claim says, kept for all changes of the claim."""
    return polarities(rules, dict(said))


def _said(spec: Spec, claim: Claim, rules: Rules) -> dict[Signature, int]:
    """The predicates that the claim speaks of, the one that it is given with a minus."""
    helpers = {predicate for _, predicate in claim.using}
    if claim.agreement is not None:
        helpers |= {claim.agreement.first, claim.agreement.second}
    found = {one: 1 for one in named(spec, claim, rules) - {AT} if one[0] not in helpers}
    if claim.agreement is not None:
        found[claim.agreement.name, 0] = 1
    if claim.where is not None:
        found[claim.where, 0] = -1
    return found


def _with_lemmas(spec: Spec, claim: Claim) -> list[Claim]:
    """The claim, every statement that its proof rests on, and the claims that name P-positions for it."""
    found = [claim]
    if is_restated(claim):
        found += [other for other, _ in with_p_positions(spec, claim)]
    rules = rules_of(subject(spec, claim))
    if asks(claim, rules):
        found += formulas(spec, claim, rules)
    for one in found:
        found += [other for name, _ in one.using if (other := spec.claim(name)) not in found]
    return found


def mutated(spec: Spec, mutant: Mutant) -> Spec:
    """The spec with the mutant's rules in place of its own."""
    return spec.ruled_by(mutant.of(spec.rules))


End: TypeAlias = Literal["refuted", "proved", "weaker", "holds", "unknown", "faulty", "untried"]
"""How a changed claim ended.

`refuted` at a position; `proved`, so that what was changed is not needed, or is another way to say the same; `weaker`:
it follows from the claim by its form; `holds` in the box of the claim, and nothing is proved; `faulty`: the changed
rules are in error at some position; `untried`: the time for all changes was up before it was its turn.
"""


Change: TypeAlias = Mutant | Restated
"""A change of a rule, or of what a claim states itself."""


@dataclass(frozen=True)
class Broken:
    """A change, how the claim ended with it, and where it fails or why it was not decided."""

    mutant: Change
    end: End
    counterexample: Counterexample | None = None
    reason: str | None = None


@dataclass(frozen=True)
class BrokenClaim:
    """A claim of which changes are judged; one of a predicate of `by_form` may leave it weaker by its form."""

    spec: Spec
    claim: Claim
    by_form: frozenset[Signature]

    def end(self, mutant: Change, judge: Callable[[Spec], Result]) -> Broken | None:
        """How the claim ends with a change, None where that leaves no legal rules.

        Where it is not weaker by form, `judge` gives the result of the claim in the spec with the change.
        """
        if isinstance(mutant, Mutant):
            if not legal(self.spec, self.claim, mutant):
                return None
            weaker = mutant.head in self.by_form and harmless(self.spec, self.claim, mutant)
        else:
            weaker = mutant.weaker
        if weaker:
            return Broken(mutant, "weaker", reason="it follows from the claim by its form")
        try:
            result = judge(_changed(self.spec, mutant))
        except InputError as error:
            return Broken(mutant, "faulty", reason=error.diagnostics[0].message)
        except LimitReached as error:
            return Broken(mutant, "unknown", reason=str(error))
        if result.verdict is Verdict.REFUTED:
            return Broken(mutant, "refuted", result.counterexample, result.reason)
        if result.verdict is Verdict.PROVED:
            return Broken(mutant, "proved")
        if result.verdict is Verdict.HOLDS:
            why = result.proof.reason if result.proof is not None else None
            return Broken(mutant, "holds", reason=f"no proof: {why}" if why else None)
        why = "it speaks of no position of the box" if result.verdict is Verdict.VACUOUS else result.reason
        return Broken(mutant, "unknown", reason=why)


def _changed(spec: Spec, mutant: Change) -> Spec:
    if isinstance(mutant, Mutant):
        return mutated(spec, mutant)
    return replace(spec, claims=tuple(mutant.claim if one.id == mutant.claim.id else one for one in spec.claims))
