"""The predicates of the rules that claims name, and what is wrong with a name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from bouton.core.errors import Diagnostic, fault_at, nearest
from bouton.core.spec import Claim, Spec
from bouton.rules.file import Rules, Signature


@dataclass(frozen=True)
class Wanted:
    """A predicate that a claim names under `key`; arity None means any."""

    claim: Claim
    key: str
    name: str
    arity: int | None


def wanted(claim: Claim, **keys: int | None) -> list[Wanted]:
    """The predicates that the claim names under these keys, with the arity each must have."""
    found = []
    for key, arity in keys.items():
        made = claim.agreement is not None or (key == "where" and claim.both is not None)
        name = getattr(claim if hasattr(Claim, key) and not made else claim.said, key)
        if name is not None:
            found.append(Wanted(claim, key, name, arity))
    return found


def naming(**keys: int | None) -> Callable[[Spec, Claim], list[Wanted]]:
    """What gives the predicates that claims of a kind name under these keys, and those of numbers that they use."""
    return lambda spec, claim: [*wanted(claim, **keys), *numbers(spec, claim)]


def no_alliances(rules: Rules, claim: Claim, key: str) -> Diagnostic:
    """What is wrong with a key that only games of alliances have."""
    message = f"this is said of games of alliances, and no rule of {rules.sources.name} derives side/1"
    return fault_at(claim.at(key), message)


def numbers(spec: Spec, claim: Claim) -> list[Wanted]:
    """The predicates that name the numbers at which the claim's proof uses statements."""
    return [Wanted(claim, "using", name, len(spec.claim(lemma).box.fluents)) for lemma, name in claim.using]


def resolve(rules: Rules, wanted: Wanted) -> frozenset[Signature] | Diagnostic:
    """The signatures meant, or what is wrong with the name."""
    arities = rules.arities(wanted.name)
    if arities and wanted.arity is None:
        return frozenset((wanted.name, arity) for arity in arities)
    if wanted.arity is not None and wanted.arity in arities:
        return frozenset({(wanted.name, wanted.arity)})
    place = wanted.claim.at(wanted.key)
    if arities:
        message = f"{wanted.key}: {wanted.name} has {_arguments(arities[0])} in {rules.sources.name}"
        return fault_at(place, message, f"a predicate with {_arguments(wanted.arity or 0)}")
    source = dict(rules.foreign).get(wanted.name)
    if source is not None:
        message = f"{wanted.key}: {wanted.name} depends on {source}, which this claim does not have"
        numbers = f"the parameters and unknowns of the {wanted.claim.kind}"
        return fault_at(
            place, message, f"a predicate of {numbers if wanted.claim.about == 'numbers' else 'the position'}"
        )
    known = {name for name, arity in rules.defined if wanted.arity is None or arity == wanted.arity}
    message = f"{wanted.key}: no rule of {rules.sources.name} derives {wanted.name}"
    expected = "a predicate of the rules file" + ("" if wanted.arity is None else f" with {_arguments(wanted.arity)}")
    return fault_at(place, message, expected, nearest(wanted.name, known))


def _arguments(arity: int) -> str:
    return "no argument" if arity == 0 else "1 argument" if arity == 1 else f"{arity} arguments"
