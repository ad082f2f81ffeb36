"""From a spec to verdicts: the one path that `check`, `counterexample` and the tests take.

Each pass has its tasks: the least positions first, then all of it, by as many engines as there may be.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, closing, nullcontext
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING

from bouton.claims.passes import Pass, by_claim, single, skipped, too_large
from bouton.claims.registry import stated
from bouton.claims.subject import rules_of, subject
from bouton.core.errors import InputError, LimitReached, NotLowered
from bouton.core.news import Ended, OnProgress, Parted, Progress
from bouton.core.proof import Proof
from bouton.core.spec import Claim, Spec
from bouton.core.stated import Period
from bouton.core.verdict import Result, Verdict
from bouton.ground.game import extents
from bouton.ground.layers import outputs
from bouton.process.limits import Task, TaskFaults, run
from bouton.rules.lift import read_ahead
from bouton.run.measures import measured
from bouton.run.options import Options
from bouton.run.plan import chosen, plan_of
from bouton.run.result import Far, Ledger
from bouton.run.several import several
from bouton.run.tables import with_tables
from bouton.run.worker import compiles, head, load, survey, worth
from bouton.schedule.means import Means

if TYPE_CHECKING:
    from bouton.run.proving import Proving

INTERRUPTED = "interrupted"
"""Why there is no proof where Ctrl-C came before it, and how the reason of a claim ends that it broke off."""


def check(spec: Spec, options: Options, progress: OnProgress, plan: Sequence[Pass] | None = None) -> Iterator[Result]:
    """The verdict of each claim, in the spec's order; `plan` is what `plan_of` gives, where it has been asked.

    InputError or Disagreement where there is none. At a KeyboardInterrupt the claims that are not
    finished are yielded as unknown before it is raised again.

    What holds by the default measure holds by any; for the rest another is looked for (see `bouton.run.measures`),
    by which all that is not yielded yet is judged anew.
    """
    done: set[str] = set()
    looked = crowded = False
    if spec.cycles == "allowed":  # a box that is too large for clingo is one for programs that know of cycles
        plan = plan_of(spec, options) if plan is None else plan
        crowded = any(too_large(item.region, options.limits) for item in plan)
        if crowded:
            found = measured(spec, options.limits)
            if found.cycles == "followed":
                yield from check(found, options, progress)
                return
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
    except InputError as error:
        far = crowded and not isinstance(error, NotLowered)  # cycles may begin beyond the least positions
        if not far and not isinstance(error, NotLowered):
            raise
        found = spec if far else measured(spec, options.limits)
        if found is spec:
            if not spec.is_followed:
                raise
            found = spec.followed
    left = tuple(claim.id for claim in chosen(spec, options) if claim.id not in done)
    yield from check(found, replace(options, claims=left), progress)


def holds(result: Result) -> bool:
    """Whether the result would be the same by any measure, or the whole check is over."""
    proof = result.proof is None or result.proof.verdict in ("proved", "skipped") or result.proof.reason == INTERRUPTED
    over = result.reason is not None and result.reason.endswith(INTERRUPTED)
    return over or (proof and result.verdict in (Verdict.HOLDS, Verdict.PROVED))


def by_measure(
    spec: Spec, options: Options, progress: OnProgress, plan: Sequence[Pass] | None = None
) -> Generator[Result]:
    """What `check` yields, by the spec's measure and no other; NotLowered where a move does not lower it.

    Where the measure was looked for and found, each result has a note of it.
    """
    if spec.all_games:
        from bouton.run import proving  # noqa: PLC0415 (as above, and few specs are of all games)

        request = replace(options, known={})
        tell = lambda claim, done, total: progress(Progress((claim,), done, total, proof=True))  # noqa: E731
        yield from proving.of_all_games(spec, chosen(spec, options), request, tell, suspend=options.suspend)
        return
    plan = plan_of(spec, options) if plan is None else plan
    with _means(spec, options) as tools:
        for judged in _check(spec, options, progress, plan, tools):
            noted = spec.measure.note is not None and spec.claim(judged.id).about != "numbers"
            result = replace(judged, notes=(*judged.notes, str(spec.measure.note))) if noted else judged
            if options.several > 1 and result.verdict is Verdict.REFUTED:
                found = several(spec, spec.claim(result.id), plan, options.several, options.limits)
                yield replace(result, several=found)
            else:
                yield result


def _means(spec: Spec, options: Options) -> AbstractContextManager[Means]:
    """What large boxes are judged with."""
    if options.scheduler is None and options.resume is None:
        return nullcontext(Means(options.jobs, options.limits))
    from bouton.schedule.run import prepared  # noqa: PLC0415 (few runs ask for it)

    return prepared(spec, options.jobs, options.limits, options.scheduler, options.resume)


def _check(spec: Spec, options: Options, progress: OnProgress, plan: Sequence[Pass], tools: Means) -> Iterator[Result]:
    rules = next((item.game.rules for item in plan if item.game.rules.fluents == spec.fluents), None) or rules_of(spec)
    deciding = by_claim(plan)
    empty = {claim.id: skipped(subject(spec, claim), claim) for claim in chosen(spec, options) if options.at is None}
    ledgers = [Ledger(claim, deciding.get(claim.id, []), empty.get(claim.id, ())) for claim in chosen(spec, options)]
    running = _Running(spec, options, progress, tools, {ledger.claim.id: ledger for ledger in ledgers})
    tell = lambda claim, done, total: progress(Progress((claim,), done, total, proof=True))  # noqa: E731
    proving: Proving | None = None
    if any(options.asked(ledger.claim) for ledger in ledgers):
        from bouton.run.proving import Prover, Proving  # noqa: PLC0415 (a check without a proof needs none of it)

        proving = Proving(spec, options, Prover(spec, rules, options, tell, running.spent), by_measure)
    interrupted = False

    def result() -> Result:
        ledger = ledgers[0]
        found = ledger.result(options.suspend, options.at is not None)
        if proving is not None and options.asked(ledger.claim) and _provable(found, ledger.claim, options):
            if interrupted:
                proof = Proof("unknown", reason=INTERRUPTED)
                found = ledger.result(options.suspend, point=False, proof=proof)
            else:
                others = [one.claim for one in ledgers[1:] if options.asked(one.claim)]
                found = proving.result(ledger, others)
        ledgers.pop(0)
        return found

    try:
        held = options.held and options.prove is not False  # a search elsewhere, which a proof asks for, finds it out
        for ledger in ledgers if held else ():
            ledger.hold()
        for _ in running.run([] if held else plan):
            while ledgers and ledgers[0].complete and not options.asked(ledgers[0].claim):
                yield result()
        while ledgers:
            yield result()
    except KeyboardInterrupt:
        interrupted = True
        while ledgers:
            yield result()
        raise


def _provable(found: Result, claim: Claim, options: Options) -> bool:
    """Whether there is still something to prove."""
    endless = found.verdict is Verdict.VACUOUS and isinstance(stated(claim), Period)
    return options.at is None and (found.verdict is Verdict.HOLDS or endless)


@dataclass(frozen=True)
class _Running:
    """The passes of a check as they run: what is asked, what is known of each claim, and the seconds spent on it."""

    spec: Spec
    options: Options
    progress: OnProgress
    tools: Means
    ledgers: Mapping[str, Ledger]
    spent: dict[str, float] = field(default_factory=dict)

    def run(self, plan: Sequence[Pass]) -> Iterator[None]:
        """Run the passes, yielding after each piece of news; one that hits a limit is run claim by claim.

        The passes of a claim have its time in common; what they took is added to what was spent on it.
        """
        alone: list[Pass] = []
        parts: list[tuple[Pass, Parted]] = []
        total, done = sum(item.size for item in plan), 0
        unsettled = [list(item.claims) for item in plan]
        parted: set[tuple[int, str]] = set()

        def settled(index: int, claim: Claim) -> bool:
            return self.ledgers[claim.id].settled(plan[index].rank) or (index, claim.id) in parted

        def needed(task: int) -> bool:
            left = unsettled[todo[task].index]  # asked at each word of many claims: none is looked at again
            while left and settled(todo[task].index, left[-1]):
                left.pop()
            return bool(left)

        works = together(plan)
        rests: dict[int, float] = {}
        todo = list(tasks(self.spec, plan, works, self.options, rests))
        far = self._followed(plan, todo)
        began, ended = dict[int, float](), dict[int, float]()
        faults = TaskFaults(len(todo))
        for event in run([one.task for one in todo], self.options.jobs, needed):
            fault = None if isinstance(event.error, LimitReached) else event.error
            faults.hear(event, fault, needed)
            index = todo[event.task].index
            item, so_far = plan[index], far[index]
            ended[works[index]] = time.monotonic()
            began.setdefault(works[index], ended[works[index]] - event.seconds)
            if isinstance(event.value, Progress):
                done += so_far.hear(event.task, event.value)
                rests[index] = event.value.rest
                self.progress(Progress(tuple(self.ledgers), done, total))
            elif isinstance(event.value, Ended):
                self.ledgers[event.value.claim].end(item.rank, event.value)
            elif isinstance(event.value, Parted):
                parts.append((item, event.value))
                parted.add((index, event.value.claim))
            if event.ended and not todo[event.task].head and so_far.over(event):
                left = [claim for claim in item.claims if not settled(index, claim)]
                if len(item.claims) > 1:
                    alone += [single(self.spec, item, claim) for claim in left]
                elif left:
                    self.ledgers[left[0].id].end(item.rank, so_far.cut(left[0].id))
            yield
        faults.tell(needed)
        for work, start in began.items():
            for claim in plan[work].claims:
                self.spent[claim.id] = self.spent.get(claim.id, 0.0) + ended[work] - start
        for item, part in parts:
            if not self.ledgers[part.claim].settled(item.rank):
                started = time.monotonic()
                yield from self._in_parts(item, part)
                self.spent[part.claim] += time.monotonic() - started
        if alone:
            self.spent.update((claim.id, 0.0) for item in alone for claim in item.claims)
            yield from self.run(alone)

    def _in_parts(self, item: Pass, part: Parted) -> Iterator[None]:
        """Judge a claim in parts, yielding after each; what an interruption leaves is noted before it is raised."""
        from bouton.run import ranges  # noqa: PLC0415 (few boxes are so large)

        advance: Progress | None = None
        ledger = self.ledgers[part.claim]
        tools = replace(self.tools, limits=self.options.limits.begun(self.spent[part.claim]))
        try:
            with closing(ranges.judge(self.spec, item, ledger.claim, part, tools)) as coming:
                for news in coming:
                    if isinstance(news, Progress):
                        advance = news
                        self.progress(replace(news, claims=(part.claim,)))
                    else:
                        ledger.end(item.rank, news)
                    yield
        except KeyboardInterrupt:
            ledger.end(item.rank, ranges.interrupted(advance, self.options.resume))
            raise

    def _followed(self, plan: Sequence[Pass], todo: Sequence[Todo]) -> list[Far]:
        """How far each pass has come from now on, which the ledgers of its claims know too."""
        engines = Counter(one.index for one in todo if not one.head)
        far = [Far(engines[index]) for index in range(len(plan))]
        for item, so_far in zip(plan, far, strict=True):
            for claim in item.claims:
                self.ledgers[claim.id].far[item.rank] = so_far
        return far


_SMALL = 2000
"""Positions of a box that take about as long to judge as a process to start."""
_HEAD, _GLANCE, _LOOK, _MOST = 0.5, 0.2, 8.0, 4.0
"""Seconds of processor time in which clingo looks through the least positions of a pass before anything else is done,
which is all of a small box and little of one that a program judges; those after which it is ended from outside; and
those that the rest of a small box may be seen to take at most where it goes on."""


def together(plan: Sequence[Pass]) -> list[int]:
    """For each pass the place of the first pass of the same claims: they have their time in common."""
    first: dict[tuple[str, ...], int] = {}
    return [first.setdefault(tuple(claim.id for claim in item.claims), at) for at, item in enumerate(plan)]


@dataclass(frozen=True)
class Todo:
    """A task for the pass of that index; a `head` looks at its least positions alone."""

    index: int
    task: Task
    head: bool = False


def tasks(
    spec: Spec, plan: Sequence[Pass], works: Sequence[int], options: Options, rests: Mapping[int, float]
) -> Iterator[Todo]:
    """For the passes of each group of claims: the least positions of all of them, then each to its end.

    So no value of a parameter, and no program that has to be made first, stands before a counterexample that clingo
    finds at once. What a first look decides is not done again; once it is over `rests` has the seconds that clingo
    would take for what it leaves of a pass. Where there are processes for it clingo judges on while a program is made,
    and who is first at the end, or at a failure, ends the other. What each child would do of the same is done here,
    before they are forked.
    """
    for item in plan:
        there = item.game.parameters, extents(item.game, item.region.hull)
        read_ahead(item.game.rules, item.predicates | outputs(item.game.rules), [there])
    limits, tuning, choice = options.limits, options.tuning, options.engine
    if sum(item.size >= tuning.look_from for item in plan) > 1 and choice != "ground":
        load()
    compiled = choice == "compiled"
    for work in dict.fromkeys(works):
        group = [index for index, other in enumerate(works) if other == work]
        largest = max(plan[index].size for index in group)
        large = choice == "auto" and largest >= tuning.compile_from
        heads = not compiled and (len(group) > 1 or large)
        share = limits.seconds / (2 * len(group))
        for index in group if heads else ():
            whole = min(worth(plan[index], tuning), _MOST)
            seconds, whole = (_HEAD, whole) if plan[index].size < tuning.compile_from else (_GLANCE, 0.0)
            look = spec, plan[index], min(seconds, share / 2), min(whole, share / 2)
            yield Todo(index, Task(head, look, limits, small=True, work=work, most=min(_LOOK, share)), head=True)
        both = [index for index in group if options.jobs > 1 and compiles(plan[index], options)]
        for index in group:
            little = not heads and not compiled and plan[index].size <= _SMALL
            asked = spec, plan[index], options, index in both, partial(rests.get, index, 0.0)
            yield Todo(index, Task(survey, asked, limits, little, work=work))
        for index in both:
            by_clingo = spec, plan[index], replace(options, engine="ground")
            yield Todo(index, Task(survey, by_clingo, limits, work=work))
