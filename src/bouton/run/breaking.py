"""Breaking a theorem: each literal, relation and constant that it rests on is changed, and the claim judged anew.

So are the numbers and outcomes that the claim states itself: a period, say, or the entries of a table.

A theorem that survives a change of its definition says less than it seems to, or does not need what was changed; a
referee who sees every change refuted at a position knows that no part of it is idle.
"""

from __future__ import annotations

from collections.abc import Collection, Generator, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from bouton.claims.registry import KINDS
from bouton.claims.restated import Restated
from bouton.core.errors import Disagreement, InputError, LimitReached
from bouton.core.spec import Claim, Spec
from bouton.core.verdict import Counterexample, Verdict
from bouton.process.limits import Emit, Limits, Task, run
from bouton.rules.file import Signature
from bouton.rules.mutate import Mutant
from bouton.run.check import Options, check
from bouton.run.mutants import candidates, extract, harmless, legal, mutated

End: TypeAlias = Literal["refuted", "proved", "weaker", "holds", "unknown", "faulty", "untried"]
"""How a changed claim ended.

`refuted` at a position; `proved`, so that what was changed is not needed, or is another way to say the same; `weaker`:
it follows from the claim by its form; `holds` in the box of the claim, and nothing is proved; `faulty`: the changed
rules are in error at some position; `untried`: the time for all changes was up before it was its turn.
"""
_SURVIVING = ("holds", "unknown")
"""Ends without a proof after which one is tried."""
_ALONE = Limits(seconds=10.0**6, memory=1 << 46)
"""What the process of one change may use: its children keep the limits that were asked for."""


@dataclass(frozen=True)
class Broken:
    """A change, how the claim ended with it, and where it fails or why it was not decided."""

    mutant: Mutant | Restated
    end: End
    counterexample: Counterexample | None = None
    reason: str | None = None


def broken(
    spec: Spec, claim: Claim, options: Options, *, game: bool = True, seconds: float | None = None
) -> Generator[Broken]:
    """Every change of what the claim states itself, and every legal one of what it rests on, in the order of its files.

    Each is judged in the claim's ranges, first without a proof, so that all that fails there is found soon; a proof is
    tried of what does not. With `game` the rules of the game are changed too. So many are judged at once as `options`
    has jobs, all of them within `seconds` of the clock where these are given.
    """
    alone = _ALONE if seconds is None else replace(_ALONE, seconds=seconds).begun()
    whole = replace(spec, rules=extract(spec, claim))
    mutants: list[Mutant | Restated] = [*KINDS[claim.kind].restated(claim), *candidates(whole, claim, game=game)]
    # a change of the game says nothing of the claim by its form
    said = frozenset(mutant.head for mutant in candidates(whole, claim))
    asked = replace(options, claims=(claim.id,), jobs=1, suspend=True)
    proves = asked.prove is True or (asked.prove is None and claim.prove is not None)
    settled: dict[int, Broken | None] = {}
    surviving: dict[int, Broken] = {}
    told = 0
    for proving in (False, True) if proves else (False,):
        places = sorted(surviving) if proving else range(len(mutants))
        judged = replace(asked, prove=asked.prove if proving else False)
        tasks = [Task(_judge, (whole, claim, mutants[at], said, judged), alone, parent=True) for at in places]
        for number, one in _ends(tasks, options.jobs, [mutants[at] for at in places]):
            at = places[number]
            if proves and not proving and one is not None and one.end in _SURVIVING:
                surviving[at] = one
            elif proving and one is not None and one.end == "untried":
                settled[at] = replace(surviving[at], reason=surviving[at].reason or f"no proof was tried: {one.reason}")
            else:
                settled[at] = one
            while told in settled:
                found = settled[told]
                told += 1
                if found is not None:
                    yield found


def _ends(
    tasks: Sequence[Task], jobs: int, mutants: Sequence[Mutant | Restated]
) -> Iterator[tuple[int, Broken | None]]:
    """How each change ends, by the number of its task, as soon as that is known."""
    known: set[int] = set()
    for event in run(tasks, jobs):
        if not event.ended:
            known.add(event.task)
            yield event.task, event.value
        elif isinstance(event.error, Disagreement):
            raise event.error
        elif event.task not in known:
            # a task that never began has taken no time
            end: End = "unknown" if event.seconds else "untried"
            reason = str(event.error or "it ended without an answer")
            yield event.task, Broken(mutants[event.task], end, reason=reason)


def _judge(
    emit: Emit, spec: Spec, claim: Claim, mutant: Mutant | Restated, by_form: Collection[Signature], options: Options
) -> None:
    """Emit how the claim ends with a change, None where it leaves no legal rules; some may be weaker by form."""
    if isinstance(mutant, Mutant) and not legal(spec, claim, mutant):
        emit(None)
    elif _weaker(spec, claim, mutant, by_form):
        emit(Broken(mutant, "weaker", reason="it follows from the claim by its form"))
    else:
        emit(_ended(_changed(spec, mutant), mutant, options))


def _weaker(spec: Spec, claim: Claim, mutant: Mutant | Restated, by_form: Collection[Signature]) -> bool:
    if isinstance(mutant, Restated):
        return mutant.weaker
    return mutant.head in by_form and harmless(spec, claim, mutant)


def _changed(spec: Spec, mutant: Mutant | Restated) -> Spec:
    if isinstance(mutant, Mutant):
        return mutated(spec, mutant)
    return replace(spec, claims=tuple(mutant.claim if one.id == mutant.claim.id else one for one in spec.claims))


def _ended(spec: Spec, mutant: Mutant | Restated, options: Options) -> Broken:
    try:
        # the box comes first, in which most changes fail soon; a proof is tried only where none does
        (result,) = check(spec, options, lambda _progress: None)
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
