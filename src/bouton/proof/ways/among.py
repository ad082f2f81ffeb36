"""Claims that some positions of any number of heaps have one outcome: where the P-positions of all are proved.

Replies are looked for among given numbers of heaps. For any number of them a family is held against the P-positions of
the game, as another claim of the spec proves them: each position of the family is one, or none is. Or the family is
proved to be all of the P-positions, by whichever way reads it; then each move from it has a reply into it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from bouton.claims.registry import stated
from bouton.claims.subject import subject
from bouton.claims.way import Described
from bouton.core.errors import Unreadable
from bouton.core.fresh import unused
from bouton.core.proof import Need, Obligation, claim_part, rests_on
from bouton.core.spec import Claim, Play
from bouton.core.stated import Family, Kernel
from bouton.document.entries import Outcome
from bouton.proof.attempt import Attempt
from bouton.proof.setting import same_range
from bouton.proof.ways.sums.paired import is_paired
from bouton.proof.whole import ReadWhole, Told, Whole, WholeWay, as_kind
from bouton.rules.depend import implies
from bouton.rules.read import more
from bouton.rules.syntax import names_of

WITHIN = "among the P-positions"
"""That each position of the family is among the P-positions that another claim names, or that none is."""


def of_any_number(claim: Claim) -> bool:
    """Whether a claim says that positions of any number of heaps are P-positions, or N-positions, by themselves."""
    counts = {f"{name}.count" for name in (claim.prove.counts if claim.prove is not None else ())}
    return _is_family(claim) and bool(counts & (claim.prove.unbounded if claim.prove is not None else frozenset()))


def _is_family(claim: Claim) -> bool:
    states = stated(claim)
    return isinstance(states, Family) and states.outcome in ("P", "N") and not (states.endless or states.begun)


def _read(goal: Whole) -> Iterator[ReadWhole | Unreadable]:
    """With each claim on the P-positions of the same range, and, of P-positions, as all of them."""
    claim, said = goal.claim, goal.claim.by(Outcome)
    if said.reply is not None:
        yield Unreadable(f"what {said.reply} answers is read of given numbers of heaps, as `count: 0..4`")
        return
    yield from _among(goal)
    if said.outcome == "P":
        whole = replace(as_kind(claim, "p-positions", play=claim.play, iff=said.where), both=None)
        yield ReadWhole([Need(claim_part(claim.id))], partial(_all, goal, whole), restated=(whole, goal.game))


def _among(goal: Whole) -> Iterator[ReadWhole]:
    """With each claim on the P-positions of the same range."""
    for other in named(goal, goal.claim.play):
        needs = [Need(claim_part(goal.claim.id)), Need(WITHIN, about=(goal.claim.id,))]
        yield ReadWhole(needs, partial(_within, goal, other))


def named(goal: Whole, play: Play, where: str | None = None) -> Iterator[Claim]:
    """The claims of the spec that say of every position, or those of `where`, of the same range whether it is one."""
    for other in goal.spec.claims:
        speaks = getattr(other.said, "where", None) in (None, where) and other.iff is not None and other.draw is None
        fits = isinstance(stated(other), Kernel) and other.play == play and speaks
        fits = fits and other.expect.verdict != "refuted" and subject(goal.spec, other) is goal.spec
        if fits and same_range(goal.claim, other):
            yield other


def _within(goal: Whole, other: Claim) -> Iterator[Told]:
    """That the family is, or is not, among the P-positions, by the form of its rules or as a lemma."""
    claim, known = goal.claim, goal.proofs.attempt(other).proof
    said, outcome = claim.by(Outcome).where or "", claim.by(Outcome).outcome
    if known.verdict != "proved":
        raise Unreadable(f"it rests on the P-positions of {other.id}, which is not proved")
    step = rests_on(other.id, known, claim_part(claim.id), claim_part(other.id))
    reason, iff = f"with the P-positions of {other.id}", other.iff or ""
    meaning = f"{said} holds {'only where' if outcome == 'P' else 'nowhere where'} {iff} does"
    if implies(goal.game, said, iff, denies=outcome == "N"):
        how = Obligation(WITHIN, meaning, "proved", 0.0, "evaluation", part=WITHIN, about=(claim.id,))
        yield Told([step, how], [known], reason=reason)
        return
    found = lemma(goal, [f" :- {'' if outcome == 'P' else 'not '}{iff}."], said).proof
    if found.verdict != "proved":
        raise Unreadable(f"it is not seen that {meaning}, which are the P-positions: {found.reason}")
    held = rests_on(claim.id, found, WITHIN, claim_part(claim.id))
    yield Told([step, replace(held, about=(claim.id,))], [found], reason=reason, cites=known.cites)


def lemma(goal: Whole, bodies: Sequence[str], where: str | None) -> Attempt:
    """The end of the proof that wherever a predicate holds one of these bodies does, over the range of the claim."""
    head = unused("as_known", names_of(goal.game))
    rules = more(goal.game, [f"{head}{body}" for body in bodies], goal.claim.place)
    return goal.proofs.under(rules, as_kind(goal.claim, "everywhere", iff=head, where=where))


def _all(goal: Whole, whole: Claim) -> Iterator[Told]:
    """That the family is all of the P-positions."""
    proof = goal.proofs.direct(whole).proof
    if proof.verdict != "proved":
        raise Unreadable(f"that these are all of the P-positions: {proof.reason}")
    part = claim_part(goal.claim.id)
    yield Told([rests_on(goal.claim.id, proof, part, part)], [proof], reason="as all of the P-positions")


AMONG = WholeWay(
    Described(
        "among the P-positions",
        "What is among the P-positions of a game, or apart from them, has one outcome.",
        (),
        "what-proved-rests-on.md#the-parts",
    ),
    lambda goal: of_any_number(goal.claim) and not is_paired(goal.claim, goal.game),
    _read,
    nothing="no other claim of the spec is on the P-positions of the same range",
)
"""The way to prove that some positions of any number of heaps have one outcome."""

AMONG_KNOWN = replace(
    AMONG,
    concerns=lambda goal: (
        _is_family(goal.claim)
        and not of_any_number(goal.claim)
        and goal.claim.by(Outcome).reply is None
        and any(named(goal, goal.claim.play))
    ),
    read=_among,
    when="after",
)
"""The same of counters and given numbers of heaps, where no replies are found, or no claim `into` which moves lead."""
