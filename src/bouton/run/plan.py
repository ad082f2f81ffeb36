"""Every pass that a check makes: claims that are judged over the same box share them.

What is told to rules that ask for positions which they name decides, too, who can share a pass.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import replace
from functools import partial

from bouton.claims.judge import game_of
from bouton.claims.passes import ClaimNeed, Pass, needs, passes, rows
from bouton.claims.periodic import along_of
from bouton.claims.registry import kind_of, stands_alone
from bouton.claims.same_game import parameters_of
from bouton.claims.subject import rules_of, subject
from bouton.core.errors import Diagnostic, InputError, fault
from bouton.core.spec import Claim, Spec
from bouton.document.entries import Everywhere
from bouton.ground.game import Game
from bouton.ground.named import NamedInPlay
from bouton.process.limits import Limits
from bouton.rules.file import Rules
from bouton.rules.named import resting
from bouton.run.heaps import pair_by_heaps
from bouton.run.options import Options


def plan_of(spec: Spec, options: Options) -> list[Pass]:
    """Every pass that a check makes; InputError where a predicate is missing or a box too large."""
    if spec.all_games:
        from bouton.theory import check as theory  # noqa: PLC0415 (few specs are of all games)

        theory.statements(spec, chosen(spec, options))
        return []
    rules = rules_of(spec)
    groups: list[list[ClaimNeed]] = []
    for need in _needs(spec, rules, chosen(spec, options)):
        alike = (group for group in groups if _together(spec, rules, group[0], need))
        group = next(alike, None)
        if group is None:
            groups.append([need])
        else:
            group.append(need)
    plan: list[Pass] = []
    for group in groups:
        about = subject(spec, group[0].claim)
        found = passes(
            about,
            rules if about is spec else rules_of(about),
            group,
            options.at,
            options.limits,
            options.engine != "ground",
        )
        along = along_of(group[0].claim)
        found = found if along is None else rows(found, along)
        if resting(rules, group[0].predicates):
            found = (replace(one, game=with_named(one.game, group[0].claim, options.limits)) for one in found)
        plan += found
    return plan


def _needs(spec: Spec, rules: Rules, claims: Sequence[Claim]) -> list[ClaimNeed]:
    """The predicates each claim reads in the rules of its subject; InputError with every fault."""
    found: list[ClaimNeed] = []
    faults: dict[Diagnostic, None] = {}
    for claim in claims:
        about = subject(spec, claim)
        try:
            found += needs(about, rules if about is spec else rules_of(about), [claim])
        except InputError as error:
            faults |= dict.fromkeys(error.diagnostics)
    if faults:
        raise InputError(faults)
    return found


def _asked(spec: Spec, claim: Claim) -> tuple[bool, bool]:
    """What sets claims apart: that the moves to the end are counted, and that no cycle is followed for their values."""
    kind = kind_of(claim)
    return kind.judged.remote(claim), spec.cycles == "followed" and kind.judged.values(claim)


def _together(spec: Spec, rules: Rules, one: ClaimNeed, other: ClaimNeed) -> bool:
    """Whether two claims are judged together: over the same positions, and with the same told of those they name."""
    told = [told_by(need.claim) if resting(rules, need.predicates) else None for need in (one, other)]
    alike = told[0] == told[1] and _asked(spec, one.claim) == _asked(spec, other.claim)
    return alike and _same_region(one.claim, other.claim)


def _same_region(one: Claim, other: Claim) -> bool:
    boxed = not any(claim.points for claim in (one, other))
    boxed = boxed and along_of(one) == along_of(other)
    return boxed and one.box == other.box and one.about == other.about and one.judged == other.judged


def chosen(spec: Spec, options: Options) -> list[Claim]:
    """The claims that are asked for; of one position those that can be judged there by themselves."""
    found = [claim for claim in spec.claims if not options.claims or claim.id in options.claims]
    named = {claim.id for claim in found if claim.about != "numbers" or claim.id in options.claims}
    return [claim for claim in found if options.at is None or (stands_alone(claim) and claim.id in named)]


def told_by(claim: Claim) -> Hashable:
    """What decides what is told to the rules of a claim that asks: claims with the same are judged together."""
    return claim.play, tuple(sorted((claim.by(Everywhere).other or {}).items()))


def with_named(game: Game, claim: Claim, limits: Limits) -> Game:
    """The game of a claim that asks, with what tells of the positions that its rules name."""
    if game.cycles == "followed":
        raise fault("positions come back, and nothing is known of those that rules name", at=claim.place)
    others = {}
    for name, spec in zip(claim.by(Everywhere).other or (), claim.others, strict=True):
        others[name] = game_of(spec, rules_of(spec), spec.box, parameters_of(spec, game.parameters))
    return replace(game, beside=NamedInPlay(claim.play, others, partial(pair_by_heaps, limits=limits)))
