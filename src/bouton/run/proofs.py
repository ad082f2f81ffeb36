"""Proofs of a spec's claims: which are asked for, what rests on what, and refutations brought down to earth."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

from clingo.ast import ASTType, BinaryOperator

from bouton.claims.parts import DESCENT, PERIOD, lemma_part, lemmas_of
from bouton.claims.registry import KINDS, stated
from bouton.claims.subject import rules_of, subject
from bouton.core.errors import LimitReached
from bouton.core.logic.terms import Unreadable
from bouton.core.position import Heaps, has_sets
from bouton.core.proof import Need, Obligation, Proof, claim_part, extended, rests_on
from bouton.core.spec import Claim, ProofRange, Spec
from bouton.core.stated import Family, Period, Values
from bouton.document.entries import Outcome
from bouton.document.entry import Characterised
from bouton.process.limits import Limits, alone
from bouton.proof import far, refute
from bouton.proof.compared.near import named_near
from bouton.proof.goal import Goal
from bouton.proof.named import by_formula, formulas
from bouton.proof.prepare import prepared, readable
from bouton.proof.prove import Asked, Attempt, Candidate, located, prove, unprovable
from bouton.proof.setting import Setting, own_range, settings
from bouton.proof.way import Validated
from bouton.proof.ways import tables
from bouton.proof.ways.periods import by_code as periods
from bouton.proof.ways.periods import for_all
from bouton.proof.ways.table import chosen
from bouton.proof.ways.through import UNNAMED, in_the_way, is_restated, of_another, through_another, with_p_positions
from bouton.rules.depend import closure
from bouton.rules.file import Rules, Signature
from bouton.rules.mirror import mirrored
from bouton.rules.named import asks
from bouton.rules.syntax import defines, walk
from bouton.solving.cvc5 import has_cvc5
from bouton.solving.request import Request
from bouton.solving.solve import Known
from bouton.theory import every_set as sets

OTHERS = "needs the theorems for the other positions"
"""Why there is no proof of a claim about some positions by itself."""
CYCLES = "positions come back, and in games with cycles only claims of the kind outcome are proved"
_BITWISE = {BinaryOperator.XOr: "^", BinaryOperator.And: "&", BinaryOperator.Or: "?"}


@dataclass
class Prover:
    """Proves the claims of one spec, each at most once, in the time that is left of what was `spent` on it before."""

    spec: Spec
    rules: Rules
    request: Request
    progress: Callable[[str, int, int], None]
    spent: Mapping[str, float] = field(default_factory=dict)
    done: dict[str, Attempt] = field(default_factory=dict)
    posed: Known = field(default_factory=dict)

    @property
    def _known(self) -> Known:
        """The problems of this spec's claims that are decided: several claims may come to the same."""
        return self.posed if self.request.known is None else self.request.known

    def asked(self, claim: Claim) -> bool:
        """Whether a proof of the claim was asked for."""
        return self.request.always is not False and (self.request.always is True or claim.prove is not None)

    def limits(self, claim: Claim, more: float = 0.0) -> Limits:
        """The limits of what is done for a claim from now on; so many seconds `more` were spent."""
        return self.request.limits.begun(self.spent.get(claim.id, 0.0) + more)

    def attempt(self, claim: Claim) -> Attempt:
        """The end of the claim's proof, tried now if it was not before.

        A theorem about some positions is proved through a claim that takes it together with those for the others.
        """
        if claim.endless and claim.about == "positions" and claim.id not in self.done:
            self.done[claim.id] = self._endless(claim)
        if claim.id not in self.done:
            direct = claim.where is None or has_sets(self.spec.fluents)
            self.done[claim.id] = self._direct(claim) if direct else self._through(claim)
        return self.done[claim.id]

    def _direct(self, claim: Claim) -> Attempt:
        ranged = claim if claim.prove is not None else replace(claim, prove=own_range(claim))
        reason = unprovable(ranged)
        if reason is None and asks(claim, self.rules) and not every_set(claim):
            return self._of_named(claim, ranged)
        if reason is None and is_restated(claim):
            return self._restated(claim, ranged)
        if reason is not None:
            # where the spec itself asks for the impossible, that is a proof not reached
            return Attempt(Proof("skipped" if claim.prove is None else "unknown", reason=reason))
        if self.request.crosscheck and not has_cvc5():
            return Attempt(Proof("unknown", reason="cvc5 is not installed: pip install 'bouton[crosscheck]'"))
        into = claim.said.into if isinstance(claim.said, Outcome) else None
        if into is not None and not _same_range(ranged, self.spec.claim(into)):
            return Attempt(Proof("unknown", reason=f"it needs {into} proved over the same range"))
        for name in _others(claim):
            if self.attempt(self.spec.claim(name)).proof.verdict != "proved":
                return Attempt(Proof("unknown", reason=f"it uses {name}, which is not proved"))
        smtlib = self.request.smtlib and self.request.smtlib / Path(self.spec.file).stem
        request = self.request
        used = tuple(self._used(claim))
        asked = Asked(self.limits(claim), request.jobs, request.crosscheck, smtlib, self._known, used)
        about = subject(self.spec, claim)
        rules = self.rules if about is self.spec else rules_of(about)
        if every_set(claim):
            return self._of_every_set(claim, rules, smtlib)
        if isinstance(stated(claim), Period):
            if about.measure.predicates:
                return Attempt(
                    Proof("unknown", reason="the rules derive the measure, which no proof of a period reads")
                )
            return self._of_period(ranged, rules, asked)
        if bits(about, rules, ranged) and not claim.using:  # by linear arithmetic, and at less cost than by automata
            wider = _of_any_number(about, ranged, rules)
            found = None if wider is None else self._tried(about, wider, rules, asked)
            if found is not None and _tells(found, about, ranged):
                return found
        attempt = self._tried(about, ranged, rules, asked)
        if attempt.proof.verdict == "unknown" and not attempt.proof.obligations and not claim.using:
            wider = _of_any_number(about, ranged, rules)
            found = attempt if wider is None else self._tried(about, wider, rules, asked)
            attempt = found if _tells(found, about, ranged) else attempt
        return attempt

    def _endless(self, claim: Claim) -> Attempt:
        """The end of a proof about a game in which positions come back: of a family, by its own moves alone."""
        ranged = claim if claim.prove is not None else replace(claim, prove=own_range(claim))
        reason = unprovable(ranged) if isinstance(stated(claim), Family) else CYCLES
        if ("winner", 1) in self.rules.defined:
            reason = "who has won is said by winner/1, of which no proof about a game with cycles is known"
        if claim.legal is not None:
            reason = "which positions exist is said by `legal`, of which no proof about a game with cycles is known"
        into = claim.by(Outcome).into if reason is None else None
        if into is not None and not _same_range(ranged, self.spec.claim(into)):
            reason = f"it needs {into} proved over the same range"
        if reason is not None:
            return Attempt(Proof("skipped" if claim.prove is None else "unknown", reason=reason))
        if into is not None and self.attempt(self.spec.claim(into)).proof.verdict != "proved":
            return Attempt(Proof("unknown", reason=f"it uses {into}, which is not proved"))
        request, used = self.request, tuple(self._used(claim))
        asked = Asked(self.limits(claim), request.jobs, request.crosscheck, None, self._known, used)
        found = prove(self.spec, ranged, self.rules, asked, partial(self.progress, claim.id))
        if found.proof.verdict == "refuted":  # what fails is the way to prove it, not the claim
            return Attempt(replace(found.proof, verdict="unknown"))
        return found

    def _used(self, claim: Claim) -> Iterator[Obligation]:
        """The proofs of the statements that the claim uses, and why it may use itself."""
        yield from (
            rests_on(name, self.attempt(self.spec.claim(name)).proof, lemma_part(name)) for name in _others(claim)
        )
        if claim.id in dict(claim.using):
            meaning = "it is used at smaller numbers alone, and its unknowns are bounded from below"
            yield Obligation(DESCENT, meaning, "proved", 0.0, "evaluation")

    def _of_period(self, claim: Claim, rules: Rules, asked: Asked) -> Attempt:
        """The end of the proof of a period: for given parameters, else by a formula for all of them."""
        attempt = periods.prove(self.spec, claim, rules, asked)
        several = len(self.spec.fluents) > 1
        if attempt.proof.verdict != "unknown" or (periods.unproved(self.spec, claim, rules) and not several):
            return attempt
        for_all.sensible(self.spec, claim)
        failed = attempt.proof.reason
        for formula, with_it, attempted in self._formulas(claim, rules):
            try:
                restated, read_as = for_all.restated(self.spec, claim, with_it, formula)
            except Unreadable as error:
                failed = f"{failed}; with the values of {formula.id}: {located(with_it, error)}"
                continue
            shown = attempted().proof
            if shown.verdict != "proved":
                failed = f"{failed}; a formula for the values is not proved: {shown.reason}"
                continue
            found = Prover(self.spec, read_as, self.request, self.progress, self.spent).attempt(restated)
            if found.proof.verdict == "refuted":
                return for_all.refuted(self.spec, claim, found)
            if found.proof.verdict != "proved":
                failed = f"{failed}; by a formula for the values: {found.proof.reason}"
                continue
            name = "the formula" if formula.id == claim.id else formula.id
            steps = [rests_on(name, shown, lemma_part(name), claim_part(formula.id))]
            meaning = "the values of n and of n and a period are those of the formula"
            steps.append(Obligation(PERIOD, meaning, "proved", 0.0, "evaluation", about=(claim.id,)))
            needs = [Need(lemma_part(name)), Need(PERIOD, about=(claim.id,))]
            told = {"reason": "by a formula for the values", **_told(found.proof, shown)}
            return Attempt(extended(claim.id, [found.proof], needs, steps, **told))
        return replace(attempt, proof=replace(attempt.proof, reason=failed))

    def _formulas(self, claim: Claim, rules: Rules) -> Iterator[tuple[Claim, Rules, Callable[[], Attempt]]]:
        """What may say the values of all positions: other claims, then what is known; with its rules and its proof."""
        for other in formulas(self.spec, claim, rules):
            if isinstance(stated(other), Values):
                formula = other if other.prove is not None else replace(other, prove=own_range(other))
                yield formula, rules, partial(self.attempt, other)
        for formula, with_it in for_all.known(self.spec, claim, rules, self.limits(claim)):
            within = Prover(self.spec, with_it, self.request, self.progress, self.spent)
            yield formula, with_it, partial(within.attempt, formula)

    def _of_named(self, claim: Claim, ranged: Claim) -> Attempt:
        """The end of the proof of a claim about values of named positions, by the formula that another one proves.

        What is refuted is one of both claims together, so that positions near by are to be looked at.
        """
        failed: str | None = None
        for other in formulas(self.spec, claim, self.rules):
            formula = other if other.prove is not None else replace(other, prove=own_range(other))
            try:
                restated, rules = by_formula(ranged, self.rules, formula)
            except Unreadable as error:
                failed = failed or f"with the values of {other.id}: {located(self.rules, error)}"
                continue
            proof = self.attempt(other).proof
            if proof.verdict != "proved":
                failed = failed or f"it rests on the values of {other.id}, which is not proved"
                continue
            within = Prover(self.spec, rules, self.request, self.progress, self.spent)
            attempt = within.attempt(restated)
            reason = f"with the values of {other.id}"
            if attempt.proof.verdict == "refuted":
                said = f"{reason}, or that a name is a position of which {other.id} speaks: {attempt.proof.reason}"
                return replace(attempt, proof=replace(attempt.proof, reason=said), supposed=True, certified=False)
            if attempt.proof.verdict != "proved":
                failed = failed or f"{reason}: {attempt.proof.reason}"
                continue
            part = lemma_part(other.id)
            step = rests_on(other.id, proof, part, claim_part(other.id))
            told = {"reason": reason, **_told(attempt.proof, proof)}
            return Attempt(extended(claim.id, [attempt.proof], [Need(part)], [step], **told))
        return Attempt(Proof("skipped" if claim.prove is None else "unknown", reason=failed or _NO_FORMULA))

    def _restated(self, claim: Claim, ranged: Claim) -> Attempt:
        """The end of the proof of a claim that does not name the P-positions, with those that another claim names."""
        failed: str | None = None
        suspect: Attempt | None = None
        for other, whole in with_p_positions(self.spec, ranged):
            reason = in_the_way(claim, whole, self.rules)
            if reason is None:
                same = whole.strategy in (None, other.strategy) and whole.where == other.where
                same = same and _same_range(other, whole)
                attempt = self.attempt(other) if same else self._direct(whole)
                known = attempt.proof.verdict == "refuted" and self._names(other, whole)
                found = of_another(claim, other, whole, attempt, same=same, known=known)
                if found is not None and not found.supposed:
                    return found
                suspect = suspect or found
                reason = f"with the P-positions of {other.id}: {attempt.proof.reason}"
            failed = failed or reason  # the first one is the likeliest to be about all positions
        if suspect is not None:
            return suspect
        return Attempt(Proof("skipped" if claim.prove is None else "unknown", reason=failed or UNNAMED))

    def _names(self, other: Claim, whole: Claim) -> bool:
        """Whether it is proved that a claim names the P-positions, over the range of another one."""
        return self.asked(other) and _same_range(other, whole) and self.attempt(other).proof.verdict == "proved"

    def _tried(self, about: Spec, claim: Claim, rules: Rules, asked: Asked) -> Attempt:
        """The end of a proof; with a position where the claim fails, if its problems are about numbers, or one heap."""
        attempt = _by_table_or_reading(about, claim, rules, asked, partial(self.progress, claim.id))
        left = replace(asked, limits=self.limits(claim))
        return far.refuted(about, claim, rules, refute.refuted(about, claim, rules, attempt, left), left)

    def at(self, claim: Claim, attempt: Attempt, candidate: Candidate) -> Attempt:
        """The attempt, whose problems are about numbers alone, refuted at the position of the candidate."""
        about = subject(self.spec, claim)
        rules = self.rules if about is self.spec else rules_of(about)
        asked = Asked(self.limits(claim), self.request.jobs)
        return refute.at(about, claim, rules, attempt, candidate, asked)

    def _of_every_set(self, claim: Claim, rules: Rules, smtlib: Path | None) -> Attempt:
        """The end of the proof of a statement about every set, finite or not."""
        crosscheck = has_cvc5() if self.request.crosscheck is None else self.request.crosscheck
        try:
            if smtlib is not None:
                sets.write(smtlib, claim, sets.problem(self.spec, claim, self.rules, rules))
            return Attempt(sets.prove(self.spec, claim, self.rules, rules, self.limits(claim), crosscheck))
        except Unreadable as error:
            return Attempt(Proof("unknown", reason=located(rules, error)))

    def _through(self, claim: Claim) -> Attempt:
        for whole in self.spec.claims:
            if claim.id in whole.together and self.asked(whole):
                proof = self.attempt(whole).proof
                if proof.verdict == "proved":
                    return self._strategy_of(claim, whole, proof)
        return Attempt(Proof("unknown", reason=OTHERS)) if needs_others(claim) else self._direct(claim)

    def _strategy_of(self, claim: Claim, whole: Claim, proof: Proof) -> Attempt:
        """What is left to prove of a claim through a proved whole: its strategy, if it names one."""
        reason = f"through {whole.id}, which takes it together with the other positions"
        part = claim_part(claim.id)
        through = through_another(claim, whole.id, proof, [Need(part)], [rests_on(whole.id, proof, part, part)], reason)
        if claim.strategy is None or through.verdict != "proved":
            return Attempt(through)
        keys = {"where": claim.where, "strategy": claim.strategy}
        named = replace(whole, id=claim.id, says=claim.says, said=whole.by(Characterised).model_copy(update=keys))
        attempt = self._direct(named)
        if attempt.proof.verdict != "proved":
            return attempt
        told = {"reason": through.reason, "through": through.through, **through.told}
        return Attempt(extended(claim.id, [through, attempt.proof], (), (), **told))


def _told(proof: Proof, formula: Proof) -> dict[str, Any]:
    """What a proof by a formula says of itself: its range, and what both take from theory."""
    return {**proof.told, "cites": tuple(dict.fromkeys((*proof.cites, *formula.cites)))}


_NO_FORMULA = "no other claim of the spec says what values the named positions have, or outcomes"
"""Why there is no proof of a claim about positions that rules name."""


def _others(claim: Claim) -> list[str]:
    """The other claims that the proof of a claim uses: statements, and those on P-positions that moves lead to."""
    return [name for name in lemmas_of(claim) if name != claim.id]


def needs_others(claim: Claim) -> bool:
    """Whether a claim about some positions can be proved only together with claims about the others."""
    return claim.where is not None and not stated(claim).by_itself


def _by_table_or_reading(
    spec: Spec, claim: Claim, rules: Rules, asked: Asked, progress: Callable[[int, int], None]
) -> Attempt:
    """The end of a proof: by a table of values where moves split heaps by a code, else by what is read."""
    if not tables.splits(spec, claim, rules):
        return prove(spec, claim, rules, asked, progress)
    by_table = tables.prove(spec, claim, rules, asked, has_cvc5() if asked.crosscheck is None else asked.crosscheck)
    if by_table.proof.verdict != "unknown":
        return by_table
    attempt = prove(spec, claim, rules, asked, progress)
    if attempt.proof.verdict != "unknown":
        return attempt
    reason = f"{attempt.proof.reason}; nor by a table of values ({by_table.proof.reason})"
    return replace(attempt, proof=replace(attempt.proof, reason=reason))


def _of_any_number(spec: Spec, claim: Claim, rules: Rules) -> Claim | None:
    """A claim about some numbers of heaps as one about any number, where a theorem on sums or digits can tell of that.

    What is proved of it is more than was asked, and where it fails nothing is known of what was.
    """
    assert claim.prove is not None
    every = frozenset(f"{one.name}.count" for one in spec.fluents if isinstance(one, Heaps))
    if not every or every <= claim.prove.unbounded:
        return None
    asked = replace(claim.prove, unbounded=claim.prove.unbounded | every)
    wider = replace(claim, prove=asked)
    with suppress(Unreadable):
        if all(chosen(Goal(spec, wider, rules, setting))[1] is not None for setting in settings(spec, asked)):
            return wider
    return None


def _tells(attempt: Attempt, spec: Spec, claim: Claim) -> bool:
    """Whether what came of any number of heaps says something of the numbers that the claim is about."""
    assert claim.prove is not None
    counts = claim.prove.counts
    numbers = [
        (len(value), counts[fluent.name].at(candidate.parameters))
        for candidate in attempt.candidates
        for fluent, value in zip(spec.fluents, candidate.position, strict=True)
        if isinstance(value, tuple)
    ]
    refuted = attempt.proof.verdict == "refuted" and all(number in allowed for number, allowed in numbers)
    return refuted or attempt.proof.verdict == "proved"


def _same_range(claim: Claim, other: Claim) -> bool:
    """Whether proofs of both were asked for, over the same range."""
    if claim.prove is None or other.prove is None:
        return False
    return _range(claim.prove) == _range(other.prove)


def _range(asked: ProofRange) -> tuple[object, ...]:
    """What a proof is asked for, whatever stands in the file of an end that it has not, and where."""
    ends = [
        (one.name, one.sets, one.subsets)
        if one.interval is None
        else (one.name, one.interval.low, None if one.name in asked.unbounded else one.interval.high)
        for one in asked.parameters
    ]
    return ends, asked.unbounded, asked.counts, asked.counters


def every_set(claim: Claim) -> bool:
    """Whether a proof is asked for that covers every set."""
    asked = claim.prove
    return asked is not None and any(one.is_set and one.name in asked.unbounded for one in asked.parameters)


def read(
    spec: Spec, rules: Rules, claim: Claim, limits: Limits, *, compared: bool = True
) -> tuple[str | None, tuple[str, ...]]:
    """Why the claim cannot be proved, if so; and the cases of the reading that are compared with clingo nowhere.

    The rules are read for a few heaps only, and nothing is solved. Unless it is to be `compared`, which takes most of
    the time, no such case is known.
    """
    whole = spec.whole(claim)
    if whole is not None:
        return read(spec, rules, whole, limits, compared=compared)
    ranged = claim if claim.prove is not None else replace(claim, prove=own_range(claim))
    reason = unprovable(ranged)
    if reason is None and asks(claim, rules) and not every_set(claim):
        return _read_named(spec, ranged, rules, limits, compared=compared)
    if reason is not None or every_set(claim):
        return reason, ()
    if is_restated(claim):
        restated = [whole for _, whole in with_p_positions(spec, ranged)]
        reasons = [in_the_way(claim, whole, rules) for whole in restated]
        if None not in reasons:
            return next(iter(reasons), UNNAMED), ()
        return read(spec, rules, restated[reasons.index(None)], limits, compared=compared)
    if isinstance(stated(claim), Period):
        return periods.unproved(spec, ranged, rules), ()
    try:
        first = next(iter(few(spec, ranged)), None)
        if first is None:
            return "the range of the proof is empty", ()
        found: tuple[str | None, tuple[str, ...]] = alone(
            _read if compared else _only_read, spec, ranged, rules, first, limits=limits
        )
    except Unreadable as error:
        return located(rules, error), ()
    except LimitReached as error:
        return f"reading the rules symbolically takes too long: {error}", ()
    return found


def _read_named(
    spec: Spec, ranged: Claim, rules: Rules, limits: Limits, *, compared: bool
) -> tuple[str | None, tuple[str, ...]]:
    """The same of a claim about values of named positions."""
    failed: str | None = None
    for other in formulas(spec, ranged, rules):
        formula = other if other.prove is not None else replace(other, prove=own_range(other))
        try:
            restated, more = by_formula(ranged, rules, formula)
        except Unreadable as error:
            failed = failed or f"with the values of {other.id}: {located(rules, error)}"
            continue
        reason, open_ = read(spec, more, restated, limits, compared=compared)
        if reason is None:
            return None, open_
        failed = failed or reason
    return failed or _NO_FORMULA, ()


def _read(spec: Spec, claim: Claim, rules: Rules, setting: Setting) -> tuple[str | None, tuple[str, ...]]:
    open_: dict[str, None] = {}
    try:
        for item in prepared(spec, claim, rules, setting):
            if setting.levels:
                break  # all rules are read by then
            if isinstance(item, Validated):
                open_ |= dict.fromkeys(item.seen.open)
    except Unreadable as error:
        return located(rules, error), ()
    return None, tuple(open_)


def _only_read(spec: Spec, claim: Claim, rules: Rules, setting: Setting) -> tuple[str | None, tuple[str, ...]]:
    try:
        readable(spec, claim, rules, setting)
    except Unreadable as error:
        return located(rules, error), ()
    return None, ()


def numbers(spec: Spec, rules: Rules, claim: Claim) -> tuple[str, ...]:
    """The numbers of the rules that the claim needs, by lines: near these it is compared with clingo."""
    return named_near(rules, _needed(spec, rules, claim))


def digits(spec: Spec, rules: Rules, claim: Claim) -> tuple[str, ...]:
    """The predicates about digits that the claim needs, as `zeckendorf/3`."""
    needed = _needed(spec, rules, claim)
    return tuple(f"{name}/{arity}" for name, arity in sorted(needed & rules.numerations))


def bits(spec: Spec, rules: Rules, claim: Claim) -> tuple[str, ...]:
    """The operations on binary digits in the rules that the claim needs, as `^`."""
    needed = _needed(spec, rules, claim)
    kept = [one for one in rules.statements if defines(one) in needed]
    nodes = (node for rule in kept for node in walk(mirrored(rule)))
    found = {_BITWISE.get(node.operator_type) for node in nodes if node.ast_type == ASTType.BinaryOperation}
    return tuple(sorted(one for one in found if one is not None))


def _needed(spec: Spec, rules: Rules, claim: Claim) -> frozenset[Signature]:
    """The predicates that a claim needs, and those that these are made of."""
    named = {one.name for one in KINDS[claim.kind].needs(spec, claim)} | {"move", "after", "side", "winner"}
    wanted = {signature for signature in rules.defined if signature[0] in named}
    return closure(wanted, rules.statements)


def few(spec: Spec, claim: Claim) -> Iterator[Setting]:
    """The settings of a proof, least first, with the two or three smallest numbers of heaps that have a move."""
    assert claim.prove is not None
    for setting in settings(spec, claim.prove):
        counts = sorted(setting.counts, key=lambda count: (sum(count), count))
        yield replace(setting, counts=tuple(counts[:3]))
