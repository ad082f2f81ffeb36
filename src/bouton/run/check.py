"""From a spec to verdicts: the one path that `check`, `counterexample` and the tests take."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from pathlib import Path

from bouton.claims.passes import Need, Pass, by_claim, needs, passes, single, skipped
from bouton.claims.registry import stands_alone
from bouton.claims.subject import rules_of, subject
from bouton.core.errors import Diagnostic, Disagreement, InputError, LimitReached, NotLowered
from bouton.core.news import Ended, Parted, Progress
from bouton.core.position import Position, Value
from bouton.core.proof import Proof
from bouton.core.spec import Claim, Spec
from bouton.core.tuning import TUNING, Tuning
from bouton.core.verdict import Counterexample, Result, Verdict
from bouton.process.limits import Faults, Limits, alone, run
from bouton.proof.prove import Attempt, Candidate
from bouton.proof.refute import agrees
from bouton.rules.file import Rules
from bouton.run import ranges
from bouton.run.around import around
from bouton.run.measures import measured
from bouton.run.outside import outside
from bouton.run.proofs import Prover, beyond, followers, is_single
from bouton.run.result import Far, Ledger
from bouton.run.several import several
from bouton.run.tables import with_tables
from bouton.run.tasks import Todo, tasks, together
from bouton.run.worker import Choice
from bouton.schedule.run import Means, means
from bouton.solving.request import Request
from bouton.solving.solve import Known
from bouton.theory import check as theory

INTERRUPTED = "interrupted"
"""Why there is no proof where Ctrl-C came before it, and how the reason of a claim ends that it broke off."""
_NEAR, _NEARER, _FAR = 300, 2000, 20_000
"""The least positions of a proof's range beyond the box that are judged before the proof, before one for any number of
heaps, and where none is found."""
_MOMENT, _AROUND = 3.0, 10.0
"""Seconds of processor time that each value of the parameters may take of the first, and of a box near numbers at which
a proof fails: a busy machine finds the same later. For the last they share a tenth of the limit, or have as much."""


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
    engine: Choice = "auto"
    """What judges the positions: compiled programs where they can be made and the box is large, or as told."""
    crosscheck: bool | None = None
    """Whether cvc5 is asked too; None where it is installed."""
    smtlib: Path | None = None
    """The folder that the problems of proofs are written to."""
    scheduler: str | None = None
    """The address of a Dask scheduler, whose workers judge large boxes."""
    resume: str | None = None
    """The file that keeps what is done of large boxes."""
    fresh: bool = False
    """Whether nothing is told that was kept of an earlier run (see `bouton.run.kept`)."""
    known: Known | None = None
    """What is known of problems of proofs, to which is added what this check decides; not kept after it if None."""
    held: bool = False
    """Whether all claims are known to hold in their boxes, so that only proofs are tried of them."""
    several: int = 1
    """How many counterexamples of a claim are looked for, each with another explanation."""
    tuning: Tuning = TUNING


def check(
    spec: Spec, options: Options, progress: Callable[[Progress], None], plan: Sequence[Pass] | None = None
) -> Iterator[Result]:
    """The verdict of each claim, in the spec's order; `plan` is what `plan_of` gives, where it has been asked.

    InputError or Disagreement where there is none. At a KeyboardInterrupt the claims that are not
    finished are yielded as unknown before it is raised again.

    What holds by the default measure holds by any; for the rest another is looked for (see `bouton.run.measures`),
    by which all that is not yielded yet is judged anew.
    """
    done: set[str] = set()
    looked = False
    try:
        with closing(by_measure(spec, options, progress, plan)) as results:
            for result in results:
                if not looked and not holds(result):
                    looked, found = True, measured(spec, options.limits)
                    if found != spec:
                        break
                done.add(result.id)
                yield with_tables(spec, result)
            else:
                return
    except NotLowered:
        found = measured(spec, options.limits)
        if found is spec:
            raise
    left = tuple(claim.id for claim in _chosen(spec, options) if claim.id not in done)
    yield from check(found, replace(options, claims=left), progress)


def holds(result: Result) -> bool:
    """Whether nothing of the result rests on the order in which positions are judged, or all is over."""
    proof = result.proof is None or result.proof.verdict in ("proved", "skipped") or result.proof.reason == INTERRUPTED
    over = result.reason is not None and result.reason.endswith(INTERRUPTED)
    return over or (proof and result.verdict in (Verdict.HOLDS, Verdict.PROVED))


def by_measure(
    spec: Spec, options: Options, progress: Callable[[Progress], None], plan: Sequence[Pass] | None = None
) -> Generator[Result]:
    """What `check` yields, by the spec's measure and no other; NotLowered where a move does not lower it.

    A result says of a measure that was found which it is.
    """
    if spec.all_games:
        request = Request(options.prove, options.limits, options.jobs, options.crosscheck, options.smtlib)
        tell = lambda claim, done, total: progress(Progress((claim,), done, total, proof=True))  # noqa: E731
        yield from theory.check(spec, _chosen(spec, options), request, tell, suspend=options.suspend)
        return
    plan = plan_of(spec, options) if plan is None else plan
    with means(spec, options.jobs, options.limits, options.scheduler, options.resume) as tools:
        for judged in _check(spec, options, progress, plan, tools):
            noted = spec.measure.note is not None and spec.claim(judged.id).about != "numbers"
            result = replace(judged, notes=(*judged.notes, str(spec.measure.note))) if noted else judged
            if options.several > 1 and result.verdict is Verdict.REFUTED:
                found = several(spec, spec.claim(result.id), plan, options.several, options.limits)
                yield replace(result, several=found)
            else:
                yield result


def _check(
    spec: Spec, options: Options, progress: Callable[[Progress], None], plan: Sequence[Pass], tools: Means
) -> Iterator[Result]:
    rules = next((item.game.rules for item in plan if item.game.rules.fluents == spec.fluents), None) or rules_of(spec)
    deciding = by_claim(plan)
    ledgers = [
        Ledger(
            claim,
            deciding.get(claim.id, []),
            skipped(subject(spec, claim), claim) if options.at is None else (),
        )
        for claim in _chosen(spec, options)
    ]
    spent: dict[str, float] = {}
    request = Request(options.prove, options.limits, options.jobs, options.crosscheck, options.smtlib, options.known)
    tell = lambda claim, done, total: progress(Progress((claim,), done, total, proof=True))  # noqa: E731
    prover = Prover(spec, rules, request, tell, spent)
    interrupted = False

    def result() -> Result:
        ledger = ledgers[0]
        found = ledger.result(options.suspend, options.at is not None)
        if _provable(found, ledger.claim, prover, options):
            found = _proved(spec, ledger, prover, options, interrupted)
        ledgers.pop(0)
        return found

    try:
        ledgers_of = {ledger.claim.id: ledger for ledger in ledgers}
        held = options.held and options.prove is not False  # a search elsewhere, which a proof asks for, finds it out
        for ledger in ledgers if held else ():
            ledger.hold()
        for _ in _run(spec, [] if held else plan, ledgers_of, options, progress, tools, spent):
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
        proof = Proof("unknown", reason=INTERRUPTED)
        return ledger.result(options.suspend, point=False, proof=proof)
    started = time.monotonic()
    every = ledger.claim.prove is not None and any(one.endswith(".count") for one in ledger.claim.prove.unbounded)
    beside = _just_outside(spec, ledger, options, _NEARER if every else _NEAR, options.limits)
    if beside is not None:
        return beside
    attempt = prover.attempt(ledger.claim)
    if attempt.near is not None and attempt.near.of_numbers and attempt.proof.verdict == "unknown":
        attempt = _around(spec, ledger.claim, prover, options, attempt, started)
    found, doubt = None, attempt.doubt
    if attempt.proof.verdict == "refuted":
        found, doubt = _below(spec, ledger.claim, prover, options, attempt, started)
        if found is None and attempt.supposed:
            attempt = replace(attempt, proof=replace(attempt.proof, verdict="unknown"))
    if attempt.proof.verdict == "unknown" or (doubt is not None and not attempt.certified):
        limits = prover.limits(ledger.claim, time.monotonic() - started)
        beside = _just_outside(spec, ledger, options, _FAR, limits, attempt.proof)
        if beside is not None:
            return replace(beside, seconds=beside.seconds + time.monotonic() - started)
    seconds = time.monotonic() - started
    result = ledger.result(options.suspend, point=False, proof=attempt.proof, beyond=found, doubt=doubt)
    return replace(result, seconds=result.seconds + seconds)


def _below(
    spec: Spec, claim: Claim, prover: Prover, options: Options, attempt: Attempt, started: float
) -> tuple[Counterexample | None, str | None]:
    """The least counterexample up to the position that a solver refutes a claim at, and why it may not be the least.

    Where there is too much below that position, it is that one.
    """
    about, candidate = subject(spec, claim), attempt.candidates[0]
    larger_claim, unsearched = beyond(about, claim, candidate, certified=attempt.certified)
    doubt = attempt.doubt or (None if attempt.certified else unsearched)
    wider = replace(spec, claims=tuple(larger_claim if one.id == claim.id else one for one in spec.claims))

    def left() -> Options:
        return replace(options, limits=prover.limits(claim, time.monotonic() - started))

    verdict, reason, found = Verdict.UNKNOWN, unsearched, None
    try:
        if unsearched is None or not attempt.certified:  # else that one alone is to be replayed
            asked = replace(left(), claims=(claim.id,), prove=False, at=None, resume=None)
            (larger,) = by_measure(wider, asked, lambda _progress: None)
            verdict, reason, found = larger.verdict, larger.reason, larger.counterexample
    except InputError as error:  # more positions than fit, or some that the rules are not meant for
        verdict, reason, found = Verdict.UNKNOWN, error.diagnostics[0].message, None
    cut = verdict is Verdict.UNKNOWN  # all up to the model was too much; the model itself is one position
    if cut or (verdict is Verdict.HOLDS and unsearched is not None):
        doubt = f"a lesser one is not ruled out: {reason}" if cut and not attempt.certified else doubt
        try:
            at = _at_or_below(wider, larger_claim, candidate, left())
        except LimitReached:
            return None, doubt
        if at is not None:
            verdict, reason, found = at.verdict, at.reason, at.counterexample
    if verdict is Verdict.HOLDS and not attempt.supposed:
        raise Disagreement(f"{claim.id}: a solver refutes it, and no position up to its model does")
    if found is not None and reason is None and attempt.certified:
        agrees(about, found, candidate)
        searched = unsearched is None and not cut and not is_single(larger_claim.box)
        found = found if searched else replace(found, below=None)
    return found, doubt


def _around(spec: Spec, claim: Claim, prover: Prover, options: Options, attempt: Attempt, started: float) -> Attempt:
    """The attempt, refuted if a position does so near the numbers at which the rules are not as they were read."""
    about, near, found = subject(spec, claim), attempt.near, list[Counterexample]()
    assert near is not None
    for larger in around(about, claim, near):
        limits = prover.limits(claim, time.monotonic() - started)
        asked = replace(
            options, claims=(claim.id,), prove=False, at=None, resume=None,
            limits=replace(limits, processor=_AROUND),
        )  # fmt: skip
        claims = tuple(larger if one.id == claim.id else one for one in spec.claims)
        try:
            (result,) = by_measure(replace(spec, claims=claims), asked, lambda _progress: None)
        except (InputError, LimitReached):  # a position there may be one that the rules are not meant for
            continue
        found += [result.counterexample] if result.counterexample is not None else []
    if not found:
        return attempt
    least = min(found, key=lambda one: (tuple(one.parameters.values()), about.measure.of(one.at[1]), one.at[1]))
    candidate = Candidate(least.parameters, least.at[1], "the rules")
    return prover.at(claim, attempt, candidate)


def _just_outside(
    spec: Spec, ledger: Ledger, options: Options, positions: int, limits: Limits, proof: Proof | None = None
) -> Result | None:
    """The claim refuted at one of so many least positions of its proof's range, outside of its box; None if it is not.

    `proof` is the attempt that was made, if any. Whatever ends the search early, the proof goes on.
    """
    about = subject(spec, ledger.claim)
    region = outside(about, ledger.claim, positions)
    if region is None:
        return None
    claims = tuple(region.claim if one.id == region.claim.id else one for one in spec.claims)
    whole = replace(spec, claims=claims)
    asked = replace(options, claims=(region.claim.id,), prove=False, at=None, resume=None, engine="ground")
    try:
        plan = plan_of(whole, asked)
        each = _MOMENT if proof is None else max(_MOMENT, limits.more / max(1, len(plan)))
        few = replace(asked, limits=replace(limits, processor=each))
        (result,) = by_measure(whole, few, lambda _progress: None, plan)
    except (InputError, LimitReached):  # the rules may not be meant for positions so far away
        return None
    found = result.counterexample
    if found is None or result.verdict is not Verdict.REFUTED:
        return None
    reason = "a position of its range refutes the claim"
    refuted = Proof("refuted", reason=reason) if proof is None else replace(proof, verdict="refuted", reason=reason)
    doubt = result.reason or region.doubt(found)
    told = ledger.result(options.suspend, point=False, proof=refuted, beyond=found, doubt=doubt)
    return replace(told, seconds=told.seconds + result.seconds)


def _at_or_below(spec: Spec, claim: Claim, candidate: Candidate, options: Options) -> Result | None:
    """The claim refuted at the position of a solver's model or, as it then must be, at one of its options.

    LimitReached where one of these that might refute it could not be judged.
    """
    about = subject(spec, claim)
    unjudged: str | None = None
    alike = [candidate.position]
    if claim.about != "numbers":
        alike = alone(followers, about, claim, candidate, limits=options.limits)
    for position in alike:
        at = replace(options, claims=(claim.id,), prove=False, at=(candidate.parameters, position), resume=None)
        try:
            (result,) = by_measure(spec, at, lambda _progress: None)
        except InputError as error:  # the rules may not be meant for positions so far away
            unjudged = unjudged or error.diagnostics[0].message
            continue
        if result.verdict is Verdict.REFUTED:
            return result
        if result.verdict is Verdict.UNKNOWN:
            unjudged = unjudged or result.reason or "it is not judged"
    if unjudged is not None:
        raise LimitReached(unjudged)
    return None


def plan_of(spec: Spec, options: Options) -> list[Pass]:
    """Every pass that a check makes; InputError where a predicate is missing or a box too large."""
    if spec.all_games:
        theory.statements(spec, _chosen(spec, options))
        return []
    rules = rules_of(spec)
    groups: list[list[Need]] = []
    for need in _needs(spec, rules, _chosen(spec, options)):
        alike = (group for group in groups if _same_region(group[0].claim, need.claim))
        group = next(alike, None)
        if group is None:
            groups.append([need])
        else:
            group.append(need)
    plan: list[Pass] = []
    for group in groups:
        about = subject(spec, group[0].claim)
        plan += passes(
            about,
            rules if about is spec else rules_of(about),
            group,
            options.at,
            options.limits,
            options.engine != "ground",
        )
    return plan


def _needs(spec: Spec, rules: Rules, claims: Sequence[Claim]) -> list[Need]:
    """The predicates each claim reads in the rules of its subject; InputError with every fault."""
    found: list[Need] = []
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


def _same_region(one: Claim, other: Claim) -> bool:
    boxed = not any(claim.points for claim in (one, other))
    return boxed and one.box == other.box and one.about == other.about


def _chosen(spec: Spec, options: Options) -> list[Claim]:
    chosen = [claim for claim in spec.claims if not options.claims or claim.id in options.claims]
    named = {claim.id for claim in chosen if claim.about != "numbers" or claim.id in options.claims}
    return [claim for claim in chosen if options.at is None or (stands_alone(claim) and claim.id in named)]


def _run(
    spec: Spec,
    plan: Sequence[Pass],
    ledgers: Mapping[str, Ledger],
    options: Options,
    progress: Callable[[Progress], None],
    tools: Means,
    spent: dict[str, float],
) -> Iterator[None]:
    """Run the passes, yielding after each piece of news; one that hits a limit is run claim by claim.

    The passes of a claim have its time in common; what they took is added to what was `spent` on it.
    """
    alone: list[Pass] = []
    parts: list[tuple[Pass, Parted]] = []
    total, done = sum(item.region.size() for item in plan), 0
    unsettled = [list(item.claims) for item in plan]
    parted: set[tuple[int, str]] = set()

    def settled(index: int, claim: Claim) -> bool:
        return ledgers[claim.id].settled(plan[index].rank) or (index, claim.id) in parted

    def needed(index: int) -> bool:
        left = unsettled[index]  # asked at each word of many claims: none is looked at again
        while left and settled(index, left[-1]):
            left.pop()
        return bool(left)

    works = together(plan)
    apart = ranges.wanted(options.jobs, options.scheduler, options.resume)
    todo = list(tasks(spec, plan, works, options.engine, options.limits, options.jobs, apart, options.tuning))
    far = _followed(plan, todo, ledgers)
    began, ended = dict[int, float](), dict[int, float]()
    faults = Faults(len(todo))
    for event in run([one.task for one in todo], options.jobs, lambda task: needed(todo[task].index)):
        fault = None if isinstance(event.error, LimitReached) else event.error
        faults.hear(event, fault, lambda task: needed(todo[task].index))
        index = todo[event.task].index
        item, so_far = plan[index], far[index]
        ended[works[index]] = time.monotonic()
        began.setdefault(works[index], ended[works[index]] - event.seconds)
        if isinstance(event.value, Progress):
            done += so_far.hear(event.task, event.value)
            progress(Progress(tuple(ledgers), done, total))
        elif isinstance(event.value, Ended):
            ledgers[event.value.claim].end(item.rank, event.value)
        elif isinstance(event.value, Parted):
            parts.append((item, event.value))
            parted.add((index, event.value.claim))
        if event.ended and not todo[event.task].head and so_far.over(event):
            left = [claim for claim in item.claims if not settled(index, claim)]
            if len(item.claims) > 1:
                alone += [single(spec, item, claim) for claim in left]
            elif left:
                ledgers[left[0].id].end(item.rank, so_far.cut(left[0].id))
        yield
    faults.tell(lambda task: needed(todo[task].index))
    for work, start in began.items():
        spent |= {claim.id: spent.get(claim.id, 0.0) + ended[work] - start for claim in plan[work].claims}
    for item, part in parts:
        if not ledgers[part.claim].settled(item.rank):
            started = time.monotonic()
            limited = replace(tools, limits=options.limits.begun(spent[part.claim]))
            yield from _in_parts(spec, item, part, ledgers[part.claim], options, progress, limited)
            spent[part.claim] += time.monotonic() - started
    if alone:
        spent |= {claim.id: 0.0 for item in alone for claim in item.claims}
        yield from _run(spec, alone, ledgers, options, progress, tools, spent)


def _followed(plan: Sequence[Pass], todo: Sequence[Todo], ledgers: Mapping[str, Ledger]) -> list[Far]:
    """How far each pass has come from now on, which the ledgers of its claims know too."""
    engines = Counter(one.index for one in todo if not one.head)
    far = [Far(engines[index]) for index in range(len(plan))]
    for item, so_far in zip(plan, far, strict=True):
        for claim in item.claims:
            ledgers[claim.id].far[item.rank] = so_far
    return far


def _in_parts(
    spec: Spec,
    item: Pass,
    part: Parted,
    ledger: Ledger,
    options: Options,
    progress: Callable[[Progress], None],
    tools: Means,
) -> Iterator[None]:
    """Judge a claim in parts, yielding after each; what an interruption leaves is noted before it is raised."""
    advance: Progress | None = None
    try:
        with closing(ranges.judge(spec, item, ledger.claim, part, tools)) as coming:
            for news in coming:
                if isinstance(news, Progress):
                    advance = news
                    progress(replace(news, claims=(part.claim,)))
                else:
                    ledger.end(item.rank, news)
                yield
    except KeyboardInterrupt:
        ledger.end(item.rank, ranges.interrupted(advance, options.resume))
        raise
