"""What is to be proved: a claim at one setting of its range, and the theorem that it is there."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

from bouton.claims.registry import kind_of, stated
from bouton.core.logic.expression import Unknown
from bouton.core.position import Value
from bouton.core.proof import ProofPlace
from bouton.core.spec import Claim, Spec
from bouton.core.stated import Family, Images
from bouton.document.entries import Outcome
from bouton.proof import lemmas
from bouton.proof.setting import Ranged, Setting, ranged
from bouton.proof.theorem import MemberClaim, Theorem
from bouton.reading.sides import SIDE
from bouton.rules.file import Rules, Signature

_NEAR = 12
"""The settings of a proof in which positions near each number of the rules are looked for, at most."""


@dataclass(frozen=True)
class Goal:
    """A claim, with the rules that it is about, at a setting: the one `at` that place of the `share` of a proof."""

    spec: Spec
    claim: Claim
    rules: Rules
    setting: Setting
    share: int = 1
    at: int = 0

    @property
    def is_near(self) -> bool:
        """Whether positions near each number of the rules are looked for here: first, last, and in some between."""
        last = self.share - 1
        return last < _NEAR or self.at in {last * one // (_NEAR - 1) for one in range(_NEAR)}

    @cached_property
    def here(self) -> Ranged:
        """The setting in symbols: with unknowns for the parameters that are not fixed."""
        return ranged(self.setting)

    @property
    def parameters(self) -> dict[str, Value | Unknown]:
        """The value of each fixed parameter, and the unknown that each of the others is."""
        return {**self.setting.parameters, **self.here.parameters}

    @cached_property
    def theorem(self) -> Theorem:
        """What the claim states in this setting."""
        return theorem_of(self.spec, self.claim, self.rules, self.setting)

    @property
    def place(self) -> ProofPlace:
        """The setting as obligations name it."""
        return self.setting.place


def members(spec: Spec, claim: Claim) -> tuple[MemberClaim, ...]:
    """Each predicate that describes the P-positions, winners or values, and where it does; of images none."""
    states = stated(claim)
    if isinstance(states, Images):
        return ()
    if isinstance(states, Family):
        return _of_family(spec, claim, states)
    named = [(one, kind_of(one).proved.characterises(one)) for one in spec.members(claim)]
    return tuple(MemberClaim(one.id, predicate, one.where) for one, predicate in named if predicate is not None)


def _of_family(spec: Spec, claim: Claim, states: Family) -> tuple[MemberClaim, ...]:
    """The P-positions that a claim about a family takes: the family itself, or those that moves lead to from it."""
    if states.outcome != "N":
        return (MemberClaim(claim.id, states.name, states.name),)
    predicate = _into(spec, claim)
    return () if predicate is None else (MemberClaim(claim.id, predicate, predicate),)


def _into(spec: Spec, claim: Claim) -> str | None:
    """The predicate of the P-positions that a claim about a family rests on."""
    into = claim.by(Outcome).into
    return None if into is None else kind_of(spec.claim(into)).proved.characterises(spec.claim(into))


def theorem_of(spec: Spec, claim: Claim, rules: Rules, setting: Setting) -> Theorem:
    """What the claim states in a setting; with the predicate of an image, or those that name the numbers for lemmas."""
    here, states = ranged(setting), stated(claim)
    if isinstance(states, Images):
        states = Images(SIDE in rules.defined)
        more: tuple[Signature, ...] = ((kind_of(claim).proved.characterises(claim) or "", 1),)
    else:
        more = lemmas.wanted(claim, spec)
    if isinstance(states, Family) and (states.outcome == "draw" or states.begun):
        states = replace(states, into=_into(spec, claim))
    return Theorem(
        rules,
        {**setting.parameters, **here.parameters},
        here.counters,
        spec.measure,
        claim.play,
        members(spec, claim),
        claim.strategy,
        claim.where if claim.together else None,
        states,
        more,
    )
