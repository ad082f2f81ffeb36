"""What there is to judge large boxes with: processes, or a cluster's workers, and the file that keeps what is done.

What these are made of is imported where a box is judged in parts, which few are.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bouton.core.news import Progress
from bouton.core.spec import Spec
from bouton.process.limits import Limits

if TYPE_CHECKING:
    from bouton.schedule.pool import Crew
    from bouton.schedule.ranges import Job, Span
    from bouton.schedule.resume import Shelf
    from bouton.schedule.run import Call


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
        from bouton.schedule.run import judge  # noqa: PLC0415 (as said above)

        with self._crew(independent) as crew:
            return (yield from judge(job, call, crew, self.limits, self.shelf))

    def _crew(self, independent: bool) -> AbstractContextManager[Crew]:
        if independent and self.scheduler is not None:
            from bouton.schedule.cluster import cluster  # noqa: PLC0415 (as said above)

            return cluster(self.scheduler)
        from bouton.schedule.pool import processes  # noqa: PLC0415 (as said above)

        return processes(self.jobs if independent else 1, self.limits)


@contextmanager
def means(spec: Spec, jobs: int, limits: Limits, scheduler: str | None, resume: str | None) -> Iterator[Means]:
    """The means for one spec; InputError where the scheduler does not answer, or the file is of another run."""
    if scheduler is not None:
        from bouton.schedule.cluster import reachable  # noqa: PLC0415 (as said above)

        reachable(scheduler)
    if resume is None:
        yield Means(jobs, limits, scheduler)
    else:
        from bouton.schedule.resume import about, shelf  # noqa: PLC0415 (as said above)

        with shelf(resume, about(spec)) as kept:
            yield Means(jobs, limits, scheduler, kept)
