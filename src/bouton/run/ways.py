"""In which ways a claim can be read for a proof, and which line stands in the way of each other one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bouton.claims.registry import stated
from bouton.core.errors import LimitReached, Unreadable
from bouton.core.position import Heaps
from bouton.core.spec import Claim, Spec
from bouton.core.stated import Period
from bouton.process.limits import Limits, alone
from bouton.proof.attempt import located
from bouton.proof.goal import Goal
from bouton.proof.prove import unprovable
from bouton.proof.setting import Setting, every_set, own_range, settings
from bouton.proof.way import Way
from bouton.proof.ways.table import WAYS
from bouton.proof.ways.through import in_the_way, is_restated, with_p_positions
from bouton.rules.file import Rules
from bouton.run.proofs import few

Ways = dict[str, str | None]
"""Each way to read a claim, with what stands in its way; None where nothing does."""

_LIMITS = Limits(processor=5.0)
"""For one way."""


def ways(spec: Spec, rules: Rules, claim: Claim, limits: Limits = _LIMITS) -> Ways:
    """Every way to read a claim about heaps, those for any number of them first; none where no proof can be tried.

    Of those for any number the first that nothing stands in the way of is taken, and no other one is looked at. A claim
    that is proved together with others is read with them.
    """
    whole = spec.whole(claim)
    if whole is not None:
        return {f"with {whole.id}, which takes it together with others": None}
    asked = replace(claim, prove=claim.prove or own_range(claim))
    heaps = any(isinstance(one, Heaps) for one in spec.fluents)
    if not heaps or every_set(claim) or isinstance(stated(claim), Period) or unprovable(asked) is not None:
        return {}
    if is_restated(claim):
        restated = (whole for _, whole in with_p_positions(spec, asked) if in_the_way(claim, whole, rules) is None)
        return next((ways(spec, rules, whole, limits) for whole in restated), {})
    found: Ways = {}
    for way in (one for one in WAYS if one.concerns(asked, rules)):
        if not way.any_number or None not in found.values():
            try:
                found[way.name] = alone(_in_the_way, way, spec, asked, rules, limits=limits)
            except LimitReached as error:
                found[way.name] = f"reading the rules takes too long: {error}"
    return found


def _in_the_way(way: Way, spec: Spec, claim: Claim, rules: Rules) -> str | None:
    """What stands in the way of reading the claim in this way."""
    try:
        setting = next(_any_number(spec, claim) if way.any_number else _counted(spec, claim), None)
        if setting is None:
            return "the range of the proof is empty"
        way.read(Goal(spec, claim, rules, setting)).check()
    except Unreadable as error:
        return located(rules, error)
    return None


def _any_number(spec: Spec, claim: Claim) -> Iterator[Setting]:
    """The settings of a proof of the claim for any number of heaps."""
    assert claim.prove is not None
    counts = {f"{one.name}.count" for one in spec.fluents if isinstance(one, Heaps)}
    return settings(spec, replace(claim.prove, unbounded=claim.prove.unbounded | counts))


def _counted(spec: Spec, claim: Claim) -> Iterator[Setting]:
    """The settings of a proof for numbers of heaps one by one: those of the box, where it is asked for any number."""
    assert claim.prove is not None
    given = frozenset(name for name in claim.prove.unbounded if not name.endswith(".count"))
    counts = own_range(claim).counts if given < claim.prove.unbounded else claim.prove.counts
    return few(spec, replace(claim, prove=replace(claim.prove, unbounded=given, counts=counts)))
