"""How a claim ends with one change, whoever judges it."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from bouton.claims.restated import Restated
from bouton.core.errors import InputError, LimitReached
from bouton.core.spec import Claim, Spec
from bouton.core.verdict import Counterexample, Result, Verdict
from bouton.rules.file import Signature
from bouton.rules.mutate import Mutant
from bouton.run.mutants import harmless, legal, mutated

End: TypeAlias = Literal["refuted", "proved", "weaker", "holds", "unknown", "faulty", "untried"]
"""How a changed claim ended.

`refuted` at a position; `proved`, so that what was changed is not needed, or is another way to say the same; `weaker`:
it follows from the claim by its form; `holds` in the box of the claim, and nothing is proved; `faulty`: the changed
rules are in error at some position; `untried`: the time for all changes was up before it was its turn.
"""


@dataclass(frozen=True)
class Broken:
    """A change, how the claim ended with it, and where it fails or why it was not decided."""

    mutant: Mutant | Restated
    end: End
    counterexample: Counterexample | None = None
    reason: str | None = None


def end_of(
    spec: Spec,
    claim: Claim,
    mutant: Mutant | Restated,
    by_form: Collection[Signature],
    judge: Callable[[Spec], Result],
) -> Broken | None:
    """How the claim ends with a change, None where that leaves no legal rules.

    It may be weaker by form where a predicate of `by_form` is changed; else `judge` gives the result of the claim in
    the spec with the change.
    """
    if isinstance(mutant, Mutant) and not legal(spec, claim, mutant):
        return None
    if _weaker(spec, claim, mutant, by_form):
        return Broken(mutant, "weaker", reason="it follows from the claim by its form")
    try:
        result = judge(_changed(spec, mutant))
    except InputError as error:
        return Broken(mutant, "faulty", reason=error.diagnostics[0].message)
    except LimitReached as error:
        return Broken(mutant, "unknown", reason=str(error))
    if result.verdict is Verdict.REFUTED:
        return Broken(mutant, "refuted", result.counterexample, result.reason)
    if result.verdict is Verdict.PROVED:
        return Broken(mutant, "proved")
    if result.verdict is Verdict.HOLDS:
        why = result.proof.reason if result.proof is not None else None
        return Broken(mutant, "holds", reason=f"no proof: {why}" if why else None)
    why = "it speaks of no position of the box" if result.verdict is Verdict.VACUOUS else result.reason
    return Broken(mutant, "unknown", reason=why)


def _weaker(spec: Spec, claim: Claim, mutant: Mutant | Restated, by_form: Collection[Signature]) -> bool:
    if isinstance(mutant, Restated):
        return mutant.weaker
    return mutant.head in by_form and harmless(spec, claim, mutant)


def _changed(spec: Spec, mutant: Mutant | Restated) -> Spec:
    if isinstance(mutant, Mutant):
        return mutated(spec, mutant)
    return replace(spec, claims=tuple(mutant.claim if one.id == mutant.claim.id else one for one in spec.claims))
