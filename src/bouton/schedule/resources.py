"""What there is to judge large boxes with: processes or a cluster, limits, and a file that keeps what is done."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from bouton.core.news import Progress
from bouton.core.spec import Spec
from bouton.process.limits import Limits
from bouton.schedule.cluster import cluster, reachable
from bouton.schedule.pool import Crew, processes
from bouton.schedule.ranges import Job, Span
from bouton.schedule.resume import Shelf, about, shelf
from bouton.schedule.run import Call, judge


@dataclass(frozen=True)
class Means:
    """So many processes, or the workers of the Dask scheduler with that address."""

    jobs: int
    limits: Limits
    scheduler: str | None = None
    shelf: Shelf | None = None

    def judge(self, job: Job, call: Call, *, independent: bool) -> Generator[Progress, None, Span]:
        """Judge a job (see `bouton.schedule.run.judge`); in one process where its ranges build on each other.

        InputError where the scheduler does not answer.
        """
        with self._crew(independent) as crew:
            return (yield from judge(job, call, crew, self.limits, self.shelf))

    @contextmanager
    def _crew(self, independent: bool) -> Iterator[Crew]:
        if independent and self.scheduler is not None:
            with cluster(self.scheduler) as many:
                yield many
        else:
            with processes(self.jobs if independent else 1, self.limits) as own:
                yield own


@contextmanager
def means(spec: Spec, jobs: int, limits: Limits, scheduler: str | None, resume: str | None) -> Iterator[Means]:
    """The means for one spec; InputError where the scheduler does not answer, or the file is of another run."""
    if scheduler is not None:
        reachable(scheduler)
    if resume is None:
        yield Means(jobs, limits, scheduler)
    else:
        with shelf(resume, about(spec)) as kept:
            yield Means(jobs, limits, scheduler, kept)
