"""Claims that speak of P-positions and do not name them: proved with those that another claim of the spec names.

That moves win is said of N-positions. So what is proved is the theorem that both make together: a predicate holds at
the P-positions, and from every other position where a move is possible these moves lead to such ones.

Where misère play is proved of a sum of heaps, each heap is shown to be firm, with one value in both plays, or to have
the values 0 and 1, one in each; and so is their sum, firm where some heap is (`theorem-2-minions` of
`specs/impartial_theory.yaml`). So the outcomes of both plays differ just where no heap is firm.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from bouton.claims.parts import SWAP, strategy_part
from bouton.claims.registry import kind_of, stated
from bouton.claims.subject import subject
from bouton.claims.way import Described
from bouton.core.errors import Unreadable
from bouton.core.proof import Need, Obligation, claim_part, rests_on
from bouton.core.spec import Claim, Spec
from bouton.core.stated import Kernel, Swaps, WinningMoves
from bouton.document.entry import Characterised
from bouton.proof.attempt import Attempt
from bouton.proof.setting import same_range
from bouton.proof.ways.sums.form import Summed
from bouton.proof.ways.sums.problems import sum_of
from bouton.proof.whole import ReadWhole, Told, Whole, WholeWay
from bouton.rules.file import Rules


def is_restated(claim: Claim) -> bool:
    """Whether the claim speaks of P-positions that it does not name: of winning moves, or of swap positions."""
    return isinstance(stated(claim), WinningMoves | Swaps)


def with_p_positions(spec: Spec, claim: Claim) -> Iterator[tuple[Claim, Claim]]:
    """Each other claim that names the P-positions, and it with the range of this claim and its moves, if it names any.

    Claims that are taken together name them too; claims that are expected to be false are left out. Where the claim is
    about swap positions the P-positions are those of misère play. Of winning moves at some positions the claim that
    names the P-positions is asked about these alone.
    """
    of_moves = isinstance(stated(claim), WinningMoves)
    play, moves = (claim.play, kind_of(claim).proved.characterises(claim)) if of_moves else ("misere", None)
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
    if isinstance(stated(claim), WinningMoves):
        return None
    try:
        misere = sum_of(whole, rules).misere
    except Unreadable as error:
        return f"swap positions are proved of sums of heaps ({error.reason})"
    firm = None if misere is None else misere.firm
    if firm is not None and Summed(rules).none(claim.iff or "") == firm:
        return None
    return f"{claim.iff} is not seen to say that {firm or 'something'} does not hold"


def _read(goal: Whole) -> Iterator[ReadWhole | Unreadable]:
    """With each claim that names the P-positions; the first is the likeliest to be about all of them."""
    for other, whole in with_p_positions(goal.spec, goal.claim):
        reason = in_the_way(goal.claim, whole, goal.game)
        if reason is not None:
            yield Unreadable(reason)
            continue
        swap = isinstance(stated(goal.claim), Swaps)
        same = whole.strategy in (None, other.strategy) and whole.where == other.where and same_range(other, whole)
        part = SWAP if swap else strategy_part(whole.strategy)
        needs = [*([Need(part)] if same else []), *([Need(claim_part(goal.claim.id))] if swap else [])]
        yield ReadWhole(needs, partial(_told, goal, other, whole, part, same), restated=(whole, goal.game))


def _told(goal: Whole, other: Claim, whole: Claim, part: str, same: bool) -> Iterator[Told | Attempt]:
    """What the proof about P-positions says of the claim, or its refutation; Unreadable where it says nothing.

    `same` says that it is the proof of `other` itself.
    """
    attempt = goal.proofs.attempt(other) if same else goal.proofs.direct(whole)
    proof, reason = attempt.proof, f"with the P-positions of {other.id}"
    if attempt.candidates and proof.verdict == "refuted" and part != SWAP:
        there = other.where in (None, whole.where)  # elsewhere it says nothing of the P-positions
        asked = there and goal.proofs.asked(other) and same_range(other, whole)
        known = asked and goal.proofs.attempt(other).proof.verdict == "proved"
        yield _refuted(attempt, part, f"{reason}: {proof.reason}", known=known)
    if proof.verdict != "proved" or part not in {one.part for one in proof.needs}:
        raise Unreadable(f"{reason}: {proof.reason}")
    if same:
        yield Told([rests_on(other.id, proof, part, part)], ranges=proof, reason=reason, through=other.id)
    else:
        yield Told([], [proof], reason=reason, through=proof.through)
    if part == SWAP:
        where = "where no heap is firm, which are the swap positions"
        meaning = f"by the form of the rules {goal.claim.iff} holds {where}"
        yield Told([Obligation(claim_part(goal.claim.id), meaning, "proved", 0.0, "evaluation")])


THROUGH = WholeWay(
    Described(
        "with the P-positions that another claim names",
        "A predicate of P-positions is independent, and the moves named lead to them: so both say what is so.",
        (),
        "what-proved-rests-on.md#the-parts",
    ),
    lambda goal: is_restated(goal.claim),
    _read,
    last=lambda goal: not isinstance(stated(goal.claim), Swaps),
    nothing="no other claim of the spec names the P-positions",
)
"""The way to prove claims about winning moves and swap positions, through a claim that names the P-positions."""


def _refuted(attempt: Attempt, part: str, reason: str, *, known: bool) -> Attempt:
    """The refutation of a theorem about P-positions and moves as one of the moves, where these fail first.

    Unless the P-positions are known, they may be others than was said, and so may be where the moves fail: then the
    position is only one to be looked at.
    """
    candidates = tuple(sorted(attempt.candidates, key=lambda one: one.part != part))
    certified = attempt.certified and known and candidates[0] == attempt.candidates[0]
    proof, supposed = replace(attempt.proof, reason=reason), attempt.supposed or not known
    return replace(attempt, proof=proof, candidates=candidates, certified=certified, supposed=supposed)
