"""Claims that speak of P-positions and do not name them: proved with those that another claim of the spec names.

That moves win is said of N-positions. So what is proved is the theorem that both make together: a predicate holds at
the P-positions, and from every other position where a move is possible these moves lead to such ones.

Where misère play is proved of a sum of heaps, each heap is shown to be firm, with one value in both plays, or to have
the values 0 and 1, one in each; and so is their sum, firm where some heap is (`theorem-2-minions` of
`specs/impartial_theory.yaml`). So the outcomes of both plays differ just where no heap is firm.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from bouton.claims.parts import SWAP, strategy_part
from bouton.claims.registry import KINDS, stated
from bouton.claims.subject import subject
from bouton.claims.way import Described
from bouton.core.logic.terms import Unreadable
from bouton.core.proof import Need, Obligation, Proof, claim_part, extended, proved, rests_on
from bouton.core.spec import Claim, Spec
from bouton.core.stated import Kernel, Moves, Swaps
from bouton.document.entry import Characterised
from bouton.proof.prove import Attempt
from bouton.proof.ways.sums.form import Summed
from bouton.proof.ways.sums.problems import sum_of
from bouton.rules.file import Rules

UNNAMED = "no other claim of the spec names the P-positions"
"""Why no proof can be tried of a claim that speaks of P-positions and does not name them."""

THROUGH = Described(
    "with the P-positions that another claim names",
    "A predicate of P-positions is independent, and the moves named lead to them: so both say what is so.",
    (),
    "what-proved-rests-on.md#the-parts",
)
"""The way through a claim that names the P-positions, as reports tell of it."""


def is_restated(claim: Claim) -> bool:
    """Whether the claim speaks of P-positions that it does not name: of winning moves, or of swap positions."""
    return isinstance(stated(claim), Moves | Swaps)


def with_p_positions(spec: Spec, claim: Claim) -> Iterator[tuple[Claim, Claim]]:
    """Each other claim that names the P-positions, and it with the range of this claim and its moves, if it names any.

    Claims that are taken together name them too; claims that are expected to be false are left out. Where the claim is
    about swap positions the P-positions are those of misère play. Of winning moves at some positions the claim that
    names the P-positions is asked about these alone.
    """
    of_moves = isinstance(stated(claim), Moves)
    play, moves = (claim.play, KINDS[claim.kind].characterises(claim)) if of_moves else ("misere", None)
    own: str | None = getattr(claim.said, "where", None) if of_moves else None
    for other in spec.claims:
        if own is not None and other.together:
            continue  # with a `where` it would be about the moves alone, and not about the P-positions
        if (
            isinstance(stated(other), Kernel)
            and other.play == play
            and (other.iff is not None or other.together)
            and (other.where is None or own is not None or (of_moves and other.where == claim.where))
            and other.expect.verdict != "refuted"
            and subject(spec, other) is spec is subject(spec, claim)
        ):
            keys = {"strategy": moves, "where": own}
            said = other.by(Characterised).model_copy(update=keys)
            named = replace(other, id=claim.id, says=claim.says, box=claim.box, prove=claim.prove, said=said)
            yield other, replace(named, both=claim.both)


def in_the_way(claim: Claim, whole: Claim, rules: Rules) -> str | None:
    """Why the proof of `whole`, which names P-positions, says nothing of what the claim does; None where it does."""
    if isinstance(stated(claim), Moves):
        return None
    try:
        misere = sum_of(whole, rules).misere
    except Unreadable as error:
        return f"swap positions are proved of sums of heaps ({error.reason})"
    if misere is not None and Summed(rules).none(claim.iff or "") == misere.firm:
        return None
    return f"{claim.iff} is not seen to say that {misere.firm if misere else 'something'} does not hold"


def of_another(
    claim: Claim, other: Claim, whole: Claim, attempt: Attempt, *, same: bool, known: bool
) -> Attempt | None:
    """What the end of a proof about P-positions says of a claim that does not name them; None if it says nothing.

    `same` says that it was the proof of `other` itself; `known` that the P-positions are proved, whatever the moves.
    """
    of_swap = isinstance(stated(claim), Swaps)
    part = SWAP if of_swap else strategy_part(whole.strategy)
    proof, reason = attempt.proof, f"with the P-positions of {other.id}"
    if attempt.candidates and proof.verdict == "refuted" and not of_swap:
        return _refuted(attempt, part, f"{reason}: {proof.reason}", known=known)
    if proof.verdict != "proved" or part not in {one.part for one in proof.needs}:
        return None
    needs, steps = list[Need](), list[Obligation]()
    if of_swap:
        meaning = f"by the form of the rules {claim.iff} holds where no heap is firm, which are the swap positions"
        needs.append(Need(claim_part(claim.id)))
        steps.append(Obligation(claim_part(claim.id), meaning, "proved", 0.0, "evaluation"))
    if same:
        step = rests_on(other.id, proof, part, part)
        return Attempt(through_another(claim, other.id, proof, [Need(part), *needs], [step, *steps], reason))
    return Attempt(extended(claim.id, [proof], needs, steps, reason=reason, through=proof.through, **proof.told))


def _refuted(attempt: Attempt, part: str, reason: str, *, known: bool) -> Attempt:
    """The refutation of a theorem about P-positions and moves as one of the moves, where these fail first.

    Unless the P-positions are known, they may be others than was said, and so may be where the moves fail: then the
    position is only one to be looked at.
    """
    candidates = tuple(sorted(attempt.candidates, key=lambda one: one.part != part))
    certified = attempt.certified and known and candidates[0] == attempt.candidates[0]
    proof = replace(attempt.proof, reason=reason)
    return replace(attempt, proof=proof, candidates=candidates, certified=certified, supposed=not known)


def through_another(
    claim: Claim, other: str, proof: Proof, needs: Sequence[Need], obligations: Sequence[Obligation], reason: str
) -> Proof:
    """The proof of a claim by the proof of another one, with the ranges of that proof."""
    return proved(claim.id, needs, obligations, reason=reason, through=other, **proof.told)
