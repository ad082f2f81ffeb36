"""Proofs of a spec's claims: which are asked for, what rests on what, and refutations brought down to earth."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from clingo.ast import ASTType, BinaryOperator

from bouton.claims.parts import DESCENT, lemma_part, lemmas_of
from bouton.claims.registry import kind_of, stated
from bouton.claims.subject import rules_of, subject
from bouton.core.errors import LimitReached, Unreadable
from bouton.core.position import Heaps
from bouton.core.proof import Obligation, Proof, rests_on
from bouton.core.spec import Claim, Spec
from bouton.core.stated import Family, Loopy
from bouton.document.entries import Outcome
from bouton.process.limits import Limits, alone
from bouton.proof import far, refute
from bouton.proof.attempt import Attempt, Candidate, ProofRequest, located
from bouton.proof.compared.near import named_near
from bouton.proof.goal import Goal
from bouton.proof.prepare import prepared, readable
from bouton.proof.prove import prove, unprovable
from bouton.proof.setting import Setting, same_range, settings, with_range
from bouton.proof.way import Validated
from bouton.proof.ways.all_games import ALL_GAMES
from bouton.proof.ways.of_all import leaves
from bouton.proof.ways.table import WHOLE, chosen
from bouton.proof.whole import When, Whole, WholeWay, attempted, readings
from bouton.rules.depend import closure
from bouton.rules.file import Rules, Signature
from bouton.rules.mirror import mirrored
from bouton.rules.powers import of_unknown
from bouton.rules.syntax import defines, walk
from bouton.solving.cvc5 import has_cvc5
from bouton.solving.request import Request
from bouton.solving.solve import Known

CYCLES = "in games with cycles only claims of the kinds p-positions, winners and outcome are proved"
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
        return self.request.asked(claim)

    def limits(self, claim: Claim, more: float = 0.0) -> Limits:
        """The limits of what is done for a claim from now on; so many seconds `more` were spent."""
        return self.request.limits.begun(self.spent.get(claim.id, 0.0) + more)

    def attempt(self, claim: Claim) -> Attempt:
        """The end of the claim's proof, tried now if it was not before."""
        if claim.id not in self.done:
            self.done[claim.id] = self.direct(claim)
        return self.done[claim.id]

    def under(self, rules: Rules, claim: Claim) -> Attempt:
        """The end of the proof of a claim under other rules than those of the spec."""
        return Prover(self.spec, rules, self.request, self.progress, self.spent).attempt(claim)

    def each(self, spec: Spec, claim: Claim, rules: Rules) -> Attempt:
        """The end of the proof of a claim of another spec, setting by setting."""
        return prove(spec, claim, rules, self._asked(claim))

    def of(self, spec: Spec) -> Prover:
        """The proofs of the claims of another spec, which take of the same time."""
        return Prover(spec, rules_of(spec), self.request, lambda _claim, _done, _all: None, self.spent)

    def _asked(self, claim: Claim, used: tuple[Obligation, ...] = ()) -> ProofRequest:
        """How the claim is to be proved, with the proofs of what it uses."""
        return replace(_asked_of(self.request, self.spec, self.limits(claim)), known=self._known, lemmas=used)

    def _about(self, claim: Claim) -> tuple[Spec, Rules]:
        """The spec, and the rules, of what the claim is about."""
        about = subject(self.spec, claim)
        return about, self.rules if about is self.spec else rules_of(about)

    def direct(self, claim: Claim) -> Attempt:
        """The end of the proof of a claim, whether it stands in the spec or is made of others that do."""
        goal = self._goal(claim)
        found = self._endless(claim) if claim.endless and claim.about == "positions" else self._by_ways(goal, claim)
        verdict = found.proof.verdict
        is_open = (verdict == "unknown" and leaves(found.proof)) or (verdict == "refuted" and found.supposed)
        for way in _concerning(goal, "after") if is_open else ():
            whole = attempted(way, goal)
            if whole.proof.verdict == "proved":
                return whole
            joined = _joined(found, f"nor {way.about.name} ({whole.proof.reason})")
            at = replace(whole, proof=replace(whole.proof, reason=joined.proof.reason))
            found = at if whole.proof.verdict == "refuted" else joined
        return found

    def _goal(self, claim: Claim) -> Whole:
        """The claim with its range, and all that it is about."""
        rules = self._about(claim)[1]
        return Whole(self.spec, with_range(claim), rules, self.rules, others=self, requested=claim.prove is not None)

    def _by_ways(self, goal: Whole, claim: Claim) -> Attempt:
        """The end of the proof of a claim about all that it speaks of."""
        ranged, about, rules = goal.claim, goal.about, goal.rules
        for way in _concerning(goal, "before"):
            found = attempted(way, goal)
            if found.proof.verdict != "unknown" or way.last(goal):
                return found
        reason = unprovable(ranged)
        if reason is not None:  # where the spec itself asks for the impossible, that is a proof not reached
            return Attempt(Proof("skipped" if claim.prove is None else "unknown", reason=reason))
        reason = self._lacking(claim, ranged)
        if reason is not None:
            return Attempt(Proof("unknown", reason=reason))
        goal = replace(goal, asked=self._asked(claim, tuple(self._used(claim))))
        if any(way.last(goal) for way in _concerning(goal)):
            return self._tried(goal)
        # by linear arithmetic, and at less cost than by automata
        first = self._of_any_number(goal) if bits(about, rules, ranged) and not claim.using else None
        if first is not None:
            return first
        attempt = self._tried(goal)
        if attempt.proof.verdict == "unknown" and not attempt.proof.obligations and not claim.using:
            return self._of_any_number(goal) or attempt
        return attempt

    def _of_any_number(self, goal: Whole) -> Attempt | None:
        """The end of a proof for any number of heaps, where it tells of the numbers that the claim is about."""
        wider = _wider(goal)
        found = None if wider is None else self._tried(wider)
        return found if found is not None and _tells(found, goal) else None

    def _lacking(self, claim: Claim, ranged: Claim) -> str | None:
        """What is not there or not proved that the proof of a claim needs; None where all is."""
        if self.request.crosscheck and not has_cvc5():
            return "cvc5 is not installed: pip install 'bouton[crosscheck]'"
        into = claim.said.into if isinstance(claim.said, Outcome) else None
        if into is not None and not same_range(ranged, self.spec.claim(into)):
            return f"it needs {into} proved over the same range"
        undone = (one for one in _others(claim) if self.attempt(self.spec.claim(one)).proof.verdict != "proved")
        return next((f"it uses {name}, which is not proved" for name in undone), None)

    def _endless(self, claim: Claim) -> Attempt:
        """The end of a proof about a game in which positions come back, by its own moves alone."""
        ranged = with_range(claim)
        reason = _of_endless(claim, self.rules) or unprovable(ranged)
        into = claim.by(Outcome).into if reason is None and isinstance(stated(claim), Family) else None
        if into is not None and not same_range(ranged, self.spec.claim(into)):
            reason = f"it needs {into} proved over the same range"
        if reason is not None:
            return Attempt(Proof("skipped" if claim.prove is None else "unknown", reason=reason))
        if into is not None and self.attempt(self.spec.claim(into)).proof.verdict != "proved":
            return Attempt(Proof("unknown", reason=f"it uses {into}, which is not proved"))
        asked = self._asked(claim, tuple(self._used(claim)))
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

    def _tried(self, goal: Whole) -> Attempt:
        """The end of a proof over the whole range, else setting by setting.

        With a position where the claim fails, if its problems are about numbers, or one heap.
        """
        failed: Attempt | None = None
        for way in _concerning(goal):
            found = attempted(way, goal)
            if found.proof.verdict != "unknown":
                return found
            failed = found if failed is None else _joined(failed, found.proof.reason)
            how = way.about.name
            if way.last(goal):
                return failed
        attempt = prove(goal.about, goal.claim, goal.rules, goal.asked, partial(self.progress, goal.claim.id))
        if failed is not None and attempt.proof.verdict == "unknown":
            attempt = _joined(attempt, f"nor {how} ({failed.proof.reason})")
        left = replace(goal.asked, limits=self.limits(goal.claim))
        about = (goal.about, goal.claim, goal.rules)
        return far.refuted(*about, refute.refuted(*about, attempt, left), left)

    def at(self, claim: Claim, attempt: Attempt, candidate: Candidate) -> Attempt:
        """The attempt, whose problems are about numbers alone, refuted at the position of the candidate."""
        about, rules = self._about(claim)
        return refute.at(
            about, claim, rules, attempt, candidate, ProofRequest(limits=self.limits(claim), jobs=self.request.jobs)
        )


def _of_endless(claim: Claim, rules: Rules) -> str | None:
    """Why no proof is known of a claim about a game in which positions come back, if so."""
    states = stated(claim)
    if not isinstance(states, Family | Loopy):
        return CYCLES
    if isinstance(states, Loopy):
        named = [("together", claim.together), ("strategy", claim.strategy), ("using", claim.using)]
        return next((f"no proof with `{key}` is known in a game with cycles" for key, value in named if value), None)
    if ("winner", 1) in rules.defined:
        return "who has won is said by winner/1, of which no such proof about a game with cycles is known"
    if claim.legal is not None:
        return "which positions exist is said by `legal`, of which no such proof about a game with cycles is known"
    return None


def of_all_games(spec: Spec, rules: Rules, request: Request, claim: Claim, limits: Limits) -> Proof:
    """The end of the proof of a statement about all games."""
    goal = Whole(spec, claim, rules, rules, _asked_of(request, spec, limits), requested=claim.prove is not None)
    return attempted(ALL_GAMES, goal).proof


def _asked_of(request: Request, spec: Spec, limits: Limits) -> ProofRequest:
    """How a claim of a spec is to be proved within these limits; its problems have a folder of their own."""
    smtlib = request.smtlib and request.smtlib / Path(spec.file).stem
    return ProofRequest(
        limits=limits, jobs=request.jobs, crosscheck=request.crosscheck, smtlib=smtlib, known=request.known
    )


def _concerning(goal: Whole, when: When = "in turn") -> list[WholeWay]:
    """The ways for a whole range that concern the claim."""
    return [way for way in WHOLE if way.when == when and way.concerns(goal)]


def _joined(attempt: Attempt, reason: str | None) -> Attempt:
    """The attempt with one more reason why it is none, if it is another one."""
    own = attempt.proof.reason
    said = own if reason in (None, own) else f"{own}; {reason}"
    return replace(attempt, proof=replace(attempt.proof, reason=said))


def _others(claim: Claim) -> list[str]:
    """The other claims that the proof of a claim uses: statements, and those on P-positions that moves lead to."""
    return [name for name in lemmas_of(claim) if name != claim.id]


def _wider(goal: Whole) -> Whole | None:
    """A claim about some numbers of heaps as one about any number, where a theorem on sums or digits can tell of that.

    What is proved of it is more than was asked, and where it fails nothing is known of what was.
    """
    spec, claim, rules = goal.about, goal.claim, goal.rules
    assert claim.prove is not None
    every = frozenset(f"{one.name}.count" for one in spec.fluents if isinstance(one, Heaps))
    if not every or every <= claim.prove.unbounded:
        return None
    asked = replace(claim.prove, unbounded=claim.prove.unbounded | every)
    wider = replace(claim, prove=asked)
    with suppress(Unreadable):
        if all(chosen(Goal(spec, wider, rules, setting))[1] is not None for setting in settings(spec, asked)):
            return replace(goal, claim=wider)
    return None


def _tells(attempt: Attempt, goal: Whole) -> bool:
    """Whether what came of any number of heaps says something of the numbers that the claim is about."""
    assert goal.claim.prove is not None
    counts = goal.claim.prove.counts
    numbers = [
        (len(value), counts[fluent.name].at(candidate.parameters))
        for candidate in attempt.candidates
        for fluent, value in zip(goal.about.fluents, candidate.position, strict=True)
        if isinstance(value, tuple)
    ]
    refuted = attempt.proof.verdict == "refuted" and all(number in allowed for number, allowed in numbers)
    return refuted or attempt.proof.verdict == "proved"


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
    ranged = with_range(claim)
    goal = Whole(spec, ranged, rules, rules)
    before = _concerning(goal, "before")
    reason = unprovable(ranged)
    if reason is not None and not before:
        return reason, ()
    concerning = before or _concerning(goal)
    if any(way.last(goal) for way in concerning):
        return _in_the_way(concerning, goal, limits, compared=compared)
    try:
        first = next(iter(few(spec, ranged)), None)
        if first is None:
            return "the range of the proof is empty", ()
        found: tuple[str | None, tuple[str, ...]] = alone(
            _read if compared else _only_read, Goal(spec, ranged, rules, first), limits=limits
        )
    except Unreadable as error:
        return located(rules, error), ()
    except LimitReached as error:
        return f"reading the rules symbolically takes too long: {error}", ()
    return found


def _in_the_way(
    ways: Sequence[WholeWay], goal: Whole, limits: Limits, *, compared: bool
) -> tuple[str | None, tuple[str, ...]]:
    """The same of a claim that ways for a whole range concern, by the first of their readings that can be."""
    failed: str | None = None
    for one in (one for way in ways for one in readings(way, goal)):
        if isinstance(one, Unreadable):
            reason: str | None = located(goal.rules, one)
        elif one.restated is None:
            return None, ()
        else:
            claim, rules = one.restated
            reason, open_ = read(goal.spec, rules, claim, limits, compared=compared)
            if reason is None:
                return None, open_
        failed = failed or reason
    return failed or ways[0].nothing, ()


def _read(goal: Goal) -> tuple[str | None, tuple[str, ...]]:
    open_: dict[str, None] = {}
    try:
        for item in prepared(goal):
            if goal.setting.levels:
                break  # all rules are read by then
            if isinstance(item, Validated):
                open_ |= dict.fromkeys(item.seen.open)
    except Unreadable as error:
        return located(goal.rules, error), ()
    return None, tuple(open_)


def _only_read(goal: Goal) -> tuple[str | None, tuple[str, ...]]:
    try:
        readable(goal)
    except Unreadable as error:
        return located(goal.rules, error), ()
    return None, ()


def numbers(spec: Spec, rules: Rules, claim: Claim) -> tuple[str, ...]:
    """The numbers of the rules that the claim needs, by lines: near these it is compared with clingo."""
    return named_near(rules, _needed(spec, rules, claim))


def digits(spec: Spec, rules: Rules, claim: Claim) -> tuple[str, ...]:
    """The predicates about digits that the claim needs, as `zeckendorf/3`."""
    needed = _needed(spec, rules, claim)
    return tuple(f"{name}/{arity}" for name, arity in sorted(needed & rules.numerations))


def bits(spec: Spec, rules: Rules, claim: Claim) -> tuple[str, ...]:
    """The operations that automata decide in the rules that the claim needs: on binary digits, as `^`, and powers."""
    needed = _needed(spec, rules, claim)
    kept = [mirrored(one) for one in rules.statements if defines(one) in needed]
    nodes = (node for rule in kept for node in walk(rule))
    found = {_BITWISE.get(node.operator_type) for node in nodes if node.ast_type == ASTType.BinaryOperation}
    found |= {"**" for rule in kept if of_unknown(rule, rules.dependent)}
    return tuple(sorted(one for one in found if one is not None))


def _needed(spec: Spec, rules: Rules, claim: Claim) -> frozenset[Signature]:
    """The predicates that a claim needs, and those that these are made of."""
    named = {one.name for one in kind_of(claim).reads.needs(spec, claim)} | {"move", "after", "side", "winner"}
    wanted = {signature for signature in rules.defined if signature[0] in named}
    return closure(wanted, rules.statements)


def few(spec: Spec, claim: Claim) -> Iterator[Setting]:
    """The settings of a proof, least first, with the two or three smallest numbers of heaps that have a move."""
    assert claim.prove is not None
    for setting in settings(spec, claim.prove):
        counts = sorted(setting.counts, key=lambda count: (sum(count), count))
        yield replace(setting, counts=tuple(counts[:3]))
