"""Claims on two outcomes, of all positions or of some: in both plays, or of a position and its image in another game.

Where one claim of the spec is proved to name the P-positions of normal play, and another those of misère play, the
outcomes of a position differ just where one of the two predicates holds and the other does not. That this is so just
where the claim says is a lemma about predicates, with no move in it, and need hold only where the claim speaks. So is
it that a position and its image have one outcome, where a claim of the spec of the other game says what the image is.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import product

from bouton.claims.parts import IMAGE, SWAP, lemma_part
from bouton.claims.registry import stated
from bouton.claims.way import Described
from bouton.core.errors import Unreadable
from bouton.core.fresh import Fresh
from bouton.core.position import arity
from bouton.core.proof import Need, claim_part, rests_on
from bouton.core.spec import PLAYS, Claim
from bouton.core.stated import Swaps
from bouton.document.entries import Everywhere, SameGame, SwapPositions
from bouton.proof.attempt import Attempt, located
from bouton.proof.ways.among import lemma, named
from bouton.proof.ways.named import Says, body_of, by_formula, known
from bouton.proof.whole import ReadWhole, Told, Whole, WholeWay
from bouton.rules.depend import closure
from bouton.rules.file import MOVES, Rules
from bouton.rules.named import AT, OUTCOME, VALUE
from bouton.rules.read import more
from bouton.rules.syntax import arguments, defines


def _read(goal: Whole) -> Iterator[ReadWhole | Unreadable]:
    """With each two claims on the P-positions of the same range, one of each play."""
    claim = goal.claim
    where = claim.by(SwapPositions).where
    for both in product(*(named(goal, play, where) for play in PLAYS)):
        needs = [Need(SWAP, about=(claim.id,)), *(Need(lemma_part(one.id)) for one in both)]
        yield ReadWhole(needs, partial(_told, goal, *both))


def _told(goal: Whole, normal: Claim, misere: Claim) -> Iterator[Told | Attempt]:
    """The proofs of both, and that the predicate holds just where one of theirs does and the other does not."""
    claim, steps = goal.claim, []
    for one in (normal, misere):
        proof = goal.proofs.attempt(one).proof
        if proof.verdict != "proved":
            raise Unreadable(f"it rests on the P-positions of {one.id}, which is not proved")
        steps.append(rests_on(one.id, proof, lemma_part(one.id), claim_part(one.id)))
    said, first, second = claim.by(SwapPositions), normal.iff, misere.iff
    differ = [f"{said.iff}, {first}, not {second}", f"{said.iff}, {second}, not {first}"]
    same = [f"not {said.iff}, {first}, {second}", f"not {said.iff}, not {first}, not {second}"]
    found = lemma(goal, [f" :- {one}." for one in (*differ, *same)], said.where)
    reason = f"with the P-positions of {normal.id} and of {misere.id}"
    if found.proof.verdict == "refuted":
        yield replace(found, proof=replace(found.proof, reason=f"{reason}: {found.proof.reason}"), certified=False)
    elif found.proof.verdict != "proved":
        raise Unreadable(f"{reason}: {found.proof.reason}")
    held = replace(rests_on(claim.id, found.proof, SWAP, claim_part(claim.id)), about=(claim.id,))
    yield Told([*steps, held], [found.proof], reason=reason)


def _read_image(goal: Whole) -> Iterator[ReadWhole | Unreadable]:
    """With each two claims, one on the P-positions of this game, one on what the other game has."""
    claim, said, rules = goal.claim, goal.claim.by(SameGame), goal.game
    others = list(named(goal, claim.play, said.where))
    wheres = {(one, 0) for one in (said.where, *(other.iff for other in others)) if one is not None}
    kept = closure({*wheres, (said.image or "", 1), *MOVES}, rules.statements)
    if (kept | {(one.name, arity(one)) for one in rules.fluents}) & {AT, VALUE, OUTCOME}:
        yield Unreadable("at/2, value/2 or outcome/2 are predicates of its rules")
        return
    rules = replace(rules, statements=tuple(rule for rule in rules.statements if defines(rule) in kept))
    taken = {name for name, _ in kept} | {one.name for one in rules.fluents}
    fresh = Fresh(taken | {*rules.parameters, *(name for name, _ in rules.constants)})
    there, alike = fresh.name("image_there"), fresh.name("one_outcome")
    own = {"id": claim.id, "says": claim.says, "kind": "everywhere", "iff": alike, "where": said.where}
    keys = {"play": said.other_play or claim.play, "other": {there: said.other}}
    asked = replace(claim, kind="everywhere", said=Everywhere.model_validate({**own, **keys}))
    images = [rule for rule in rules.statements if defines(rule) == (said.image, 1)]
    for mine in others:
        lines = [f"at({there},{arguments(one.head)[0]}){body_of(one.body)}." for one in images]
        lines += [f"{alike} :- {mine.iff}, outcome({there},p).", f"{alike} :- not {mine.iff}, outcome({there},n)."]
        base = replace(more(rules, lines, claim.place), told=frozenset({OUTCOME}))
        for theirs in known(replace(goal, claim=asked, game=base), claim.others[0]):
            try:
                if isinstance(theirs, Unreadable):
                    raise theirs
                restated = by_formula(asked, base, theirs, {there: theirs})
            except Unreadable as error:
                yield Unreadable(located(base, error))
                continue
            needs = [Need(lemma_part(mine.id)), Need(lemma_part(theirs.lemma)), Need(IMAGE, about=(claim.id,))]
            yield ReadWhole(needs, partial(_told_image, goal, mine, theirs, *restated), restated=restated)


def _told_image(goal: Whole, mine: Claim, theirs: Says, claim: Claim, rules: Rules) -> Iterator[Told | Attempt]:
    """The proofs of both, and that they say the same of a position and of its image."""
    steps = []
    for lemma_of, of, attempt in (
        (mine.id, mine.id, goal.proofs.attempt(mine)),
        (theirs.lemma, theirs.of, theirs.shown()),
    ):
        if attempt.proof.verdict != "proved":
            raise Unreadable(f"it rests on {lemma_of}, which is not proved")
        steps.append(rests_on(lemma_of, attempt.proof, lemma_part(lemma_of), claim_part(of)))
    found, reason = goal.proofs.under(rules, claim), f"with what {mine.id} says, and {theirs.lemma}"
    if found.proof.verdict == "refuted":
        told = replace(found.proof, reason=f"{reason}, or that there is an image: {found.proof.reason}")
        yield replace(found, proof=told, supposed=True, certified=False)
    elif found.proof.verdict != "proved":
        raise Unreadable(f"{reason}: {found.proof.reason}")
    held = replace(rests_on(goal.claim.id, found.proof, IMAGE, claim_part(goal.claim.id)), about=(goal.claim.id,))
    yield Told([*steps, held], [found.proof], reason=reason)


def _of_image(goal: Whole) -> bool:
    """Whether the claim is that a position and its one image have one outcome, and not their options too."""
    said = goal.claim.said
    return isinstance(said, SameGame) and said.image is not None and said.shift is None and not said.isomorphic


OF_IMAGE = WholeWay(
    Described(
        "by the P-positions of both games",
        "A position and its image in another game have one outcome where what is proved of each game says so.",
        (),
        "what-proved-rests-on.md#images",
    ),
    _of_image,
    _read_image,
    nothing="no other claim of the spec names the P-positions over the same range, or none of that of the other game",
    when="before",
)
"""The way to prove that a position and its image have one outcome, by the P-positions of both games."""

BOTH = WholeWay(
    Described(
        "by the P-positions of both plays",
        "The outcomes of two plays differ where one of two predicates of P-positions holds and the other does not.",
        (),
        "what-proved-rests-on.md#the-parts",
    ),
    lambda goal: isinstance(stated(goal.claim), Swaps),
    _read,
    nothing="no two claims of the spec name the P-positions of both plays over the same range",
)
"""The way to prove which positions are swap positions by those that are P-positions."""
