"""Claims whose box is so large that it is judged in parts, side by side or in several runs.

A child process prepares the job and holds it against clingo (`bouton.run.worker`); its parts are judged from
here; and another child explains what fails.
"""

from __future__ import annotations

import time
from collections.abc import Generator
from contextlib import closing, nullcontext
from dataclasses import replace

from bouton.claims.passes import Pass, single
from bouton.compiled.loaded import run as judge_range
from bouton.compiled.loaded import sharing
from bouton.core.errors import LimitReached, Misfit
from bouton.core.news import Ended, News, Parted, Progress, Stopped
from bouton.core.spec import Claim, Spec
from bouton.process.limits import Emit, Task, run
from bouton.run.options import Options
from bouton.run.worker import survey
from bouton.schedule.means import Means
from bouton.schedule.run import carried_out


def judge(spec: Spec, item: Pass, claim: Claim, work: Parted, means: Means) -> Generator[News]:
    """Judge a claim in parts: how it advances, then how it ended or why it was cut short.

    InputError where the rules are at fault, or the scheduler does not answer.
    """
    started = time.monotonic()
    try:
        # a table that is too large is for each process to find out
        fits = means.scheduler is None and work.job.table <= means.limits.memory
        with sharing(work.job) if fits else nullcontext():
            outcome = yield from carried_out(means, work.job, judge_range, independent=work.job.independent)
    except Misfit:  # clingo says which move it is
        alone = Options(limits=means.limits, engine="ground")
        yield _last(Task(survey, (spec, single(spec, item, claim), alone), means.limits), started)
    except LimitReached as error:
        yield Stopped(str(error), time.monotonic() - started)
    else:
        if outcome.first is None:
            seconds = time.monotonic() - started
            found = Ended(claim.id, outcome.judged, outcome.moves, seconds, None, work.engine, work.note)
            yield replace(found, seen=item.size)
        else:
            failed = spec, item, claim, work.job.free or work.job.bits, outcome.first, outcome.judged
            last = _last(Task(_explain, failed, means.limits), started)
            yield replace(last, seconds=time.monotonic() - started)


def _last(task: Task, started: float) -> Ended | Stopped:
    """What one more child says of the claim."""
    with closing(run([task])) as events:
        for event in events:
            if isinstance(event.error, LimitReached):
                return Stopped(str(event.error), time.monotonic() - started)
            if event.error is not None:
                raise event.error
            if isinstance(event.value, Ended):
                return event.value
    raise AssertionError("a child said nothing of the claim")


def _explain(emit: Emit, spec: Spec, item: Pass, claim: Claim, free: bool, first: int, judged: int) -> None:
    from bouton.compiled.judge import explained  # noqa: PLC0415 (a small check needs none of it)

    emit(explained(spec, item, claim, free, first, judged))


def interrupted(advance: Progress | None, resume: str | None) -> Stopped:
    """How far a claim had come when Ctrl-C was pressed, and how to go on."""
    if advance is None:
        return Stopped("interrupted", 0.0)
    how = "the same command goes on from there" if resume is not None else "--resume FILE would have kept them"
    return Stopped(f"interrupted: {advance.done} of {advance.total} positions were done; {how}", 0.0)
