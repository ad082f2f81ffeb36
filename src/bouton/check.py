"""From a spec to verdicts: the one path that `check`, `counterexample` and the tests take."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from bouton.claims import stands_alone
from bouton.errors import Disagreement, LimitReached
from bouton.language.read import read
from bouton.language.rules import Rules
from bouton.ledger import Cut, Ledger
from bouton.limits import Limits, Task, run
from bouton.plan import Need, Pass, needs, passes, single, skipped
from bouton.position import Position, Value
from bouton.proving import Prover, Request, beyond
from bouton.spec.model import Claim, Spec
from bouton.survey import Judged, Surveyed, survey
from bouton.verdict import Proof, Result, Verdict


@dataclass(frozen=True)
class Progress:
    """How far a run has come: positions judged of those in its boxes, for a progress bar."""

    claims: tuple[str, ...]
    done: int
    total: int


@dataclass(frozen=True)
class Options:
    """What the command line asks of a check. `at` narrows every claim to one position."""

    claims: tuple[str, ...] = ()
    prove: bool | None = None
    jobs: int = 1
    limits: Limits = field(default_factory=Limits)
    at: tuple[dict[str, Value], Position] | None = None
    suspend: bool = False
    """Pinned counterexamples are suspended: ranges were changed on the command line."""
    crosscheck: bool | None = None
    """Whether cvc5 is asked too; None where it is installed."""
    smtlib: Path | None = None
    """The folder that the problems of proofs are written to."""


def rules_of(spec: Spec) -> Rules:
    """The rules file of a spec, read with its fluents and parameters; InputError with all its faults."""
    sets = [parameter.name for parameter in spec.box.parameters if parameter.interval is None]
    numbers = [parameter.name for parameter in spec.box.parameters if parameter.interval is not None]
    return read(spec.rules, spec.fluents, numbers, sets)


def check(
    spec: Spec, options: Options, progress: Callable[[Progress], None], plan: Sequence[Pass] | None = None
) -> Iterator[Result]:
    """The verdict of each claim, in the spec's order; `plan` is what `plan_of` gives, where it has been asked.

    InputError or Disagreement where there is none. At a KeyboardInterrupt the claims that are not
    finished are yielded as unknown before it is raised again.
    """
    plan = plan_of(spec, options) if plan is None else plan
    rules = plan[0].game.rules if plan else rules_of(spec)
    ledgers = [
        Ledger(
            claim,
            [item for item in plan if claim in item.claims],
            skipped(spec, claim) if options.at is None else (),
        )
        for claim in _chosen(spec, options)
    ]

    request = Request(options.prove, options.limits, options.jobs, options.crosscheck, options.smtlib)
    prover = Prover(spec, rules, request, lambda claim, done, total: progress(Progress((claim,), done, total)))
    interrupted = False

    def result() -> Result:
        ledger = ledgers[0]
        found = ledger.result(options.suspend, options.at is not None)
        if _provable(found, ledger.claim, prover, options):
            found = _proved(spec, ledger, prover, options, interrupted)
        ledgers.pop(0)
        return found

    try:
        for _ in _run(spec, plan, {ledger.claim.id: ledger for ledger in ledgers}, options, progress):
            while ledgers and ledgers[0].complete and not prover.asked(ledgers[0].claim):
                yield result()
        while ledgers:
            yield result()
    except KeyboardInterrupt:
        interrupted = True
        while ledgers:
            yield result()
        raise


def _provable(found: Result, claim: Claim, prover: Prover, options: Options) -> bool:
    """Whether a proof is asked for, and there is still something to prove."""
    return found.verdict is Verdict.HOLDS and options.at is None and prover.asked(claim)


def _proved(spec: Spec, ledger: Ledger, prover: Prover, options: Options, interrupted: bool) -> Result:
    """The result with a proof attempt; one that is refuted gives the least counterexample beyond the box."""
    if interrupted:
        proof = Proof("unknown", reason="interrupted")
        return ledger.result(options.suspend, point=False, proof=proof)
    started = time.monotonic()
    attempt = prover.attempt(ledger.claim)
    found = None
    if attempt.proof.verdict == "refuted":
        claim = beyond(spec, ledger.claim, attempt.candidates[0])
        wider = replace(spec, claims=tuple(claim if one.id == claim.id else one for one in spec.claims))
        (larger,) = check(wider, replace(options, claims=(claim.id,), prove=False, at=None), lambda _progress: None)
        if larger.verdict is Verdict.HOLDS:
            raise Disagreement(f"{claim.id}: a solver refutes it, and no position up to its model does")
        found = larger.counterexample
    seconds = time.monotonic() - started
    result = ledger.result(options.suspend, point=False, proof=attempt.proof, beyond=found)
    return replace(result, seconds=result.seconds + seconds)


def plan_of(spec: Spec, options: Options) -> list[Pass]:
    """Every pass that a check makes; InputError where a predicate is missing or a box too large."""
    rules = rules_of(spec)
    groups: list[list[Need]] = []
    for need in needs(spec, rules, _chosen(spec, options)):
        alike = (group for group in groups if _same_region(group[0].claim, need.claim))
        group = next(alike, None)
        if group is None:
            groups.append([need])
        else:
            group.append(need)
    return [item for group in groups for item in passes(spec, rules, group, options.at, options.limits)]


def _same_region(one: Claim, other: Claim) -> bool:
    return one.at is None and other.at is None and one.box == other.box


def _chosen(spec: Spec, options: Options) -> list[Claim]:
    chosen = [claim for claim in spec.claims if not options.claims or claim.id in options.claims]
    return [claim for claim in chosen if options.at is None or stands_alone(claim)]


def _run(
    spec: Spec,
    plan: Sequence[Pass],
    ledgers: Mapping[str, Ledger],
    options: Options,
    progress: Callable[[Progress], None],
) -> Iterator[None]:
    """Run the passes, yielding after each piece of news; one that hits a limit is run claim by claim."""
    alone: list[Pass] = []
    total, done = sum(item.region.size() for item in plan), 0

    def needed(index: int) -> bool:
        return any(not ledgers[claim.id].settled(plan[index].rank) for claim in plan[index].claims)

    tasks = [Task(survey, (spec, item), options.limits) for item in plan]
    for event in run(tasks, options.jobs, needed):
        item = plan[event.task]
        if isinstance(event.value, Judged):
            done += event.value.positions
            progress(Progress(tuple(ledgers), done, total))
        elif isinstance(event.value, Surveyed):
            ledgers[event.value.claim].ends[item.rank] = event.value
        elif isinstance(event.error, LimitReached):
            unfinished = [claim for claim in item.claims if not ledgers[claim.id].settled(item.rank)]
            if len(item.claims) == 1:
                cut = Cut(str(event.error), event.seconds)
                ledgers[item.claims[0].id].ends.setdefault(item.rank, cut)
            else:
                alone += [single(spec, item, claim) for claim in unfinished]
        elif event.error is not None:
            raise event.error
        yield
    if alone:
        yield from _run(spec, alone, ledgers, options, progress)
