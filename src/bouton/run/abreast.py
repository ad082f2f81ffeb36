"""Several specs checked side by side, each in a process of its own, and told of in their order."""

from __future__ import annotations

import time
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, field, replace

from bouton.claims.passes import Pass
from bouton.core.news import OnProgress, Progress
from bouton.core.spec import Spec
from bouton.core.verdict import Result
from bouton.process.limits import Emit, Event, Limits, Task, run
from bouton.run.kept import check
from bouton.run.options import Options

_NEVER = Limits(seconds=10.0**6, memory=1 << 46)
"""What a spec's own process may use: its children keep the limits that were asked for."""
_SOON = 0.2
"""Seconds between two words of how far a spec has come."""


_EACH = 10_000
"""Positions that are judged while one claim is proved, about."""


@dataclass(frozen=True)
class Work:
    """A spec to be checked, with what is asked of it and the passes of its plan."""

    spec: Spec
    options: Options
    plan: Sequence[Pass]

    @property
    def length(self) -> float:
        """How much there is to do, as a number of proofs, about: it says what is started first, and nothing else."""
        return sum(item.size * len(item.claims) for item in self.plan) / _EACH + self.proofs

    @property
    def proofs(self) -> int:
        """How many proofs are asked for."""
        asked = [one for one in self.spec.claims if not self.options.claims or one.id in self.options.claims]
        return sum(map(self.options.asked, asked))


@dataclass
class Abreast:
    """The checks of several specs, so many at once; closing it ends them.

    The first of them is started first, as it is told of first; then the longest, so that none is left alone at the end.
    """

    works: Sequence[Work]
    at_once: int
    progress: OnProgress
    _order: Sequence[int] = field(init=False)
    """Which spec each task checks."""
    _events: Generator[Event] = field(init=False)
    _held: dict[int, list[Result]] = field(default_factory=dict)
    _ended: dict[int, Exception | None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Make ready; the first process is started when the first result is asked for."""
        if any(work.proofs for work in self.works):
            from bouton.run import proving  # noqa: PLC0415 (a check without a proof needs none of it)

            proving.load()
        rest = sorted(range(1, len(self.works)), key=lambda at: -self.works[at].length)
        self._order = [*range(len(self.works))[:1], *rest]
        alone = [
            (work.spec, replace(work.options, jobs=1), work.plan) for work in map(self.works.__getitem__, self._order)
        ]
        self._events = run([Task(_check, each, _NEVER, parent=True) for each in alone], self.at_once)

    def results(self, at: int) -> Generator[Result]:
        """The results of one of the specs as they come; raises what ended its check early."""
        while True:
            yield from self.so_far(at)
            if at in self._ended:
                return
            event = next(self._events)
            spec = self._order[event.task]
            if isinstance(event.value, Result):
                self._held.setdefault(spec, []).append(event.value)
            elif isinstance(event.value, Progress):
                self.progress(event.value)
            if event.ended:
                self._ended[spec] = event.error

    def so_far(self, at: int) -> Iterator[Result]:
        """The results of one of the specs that have come, and were not asked for; raises what ended its check early."""
        held = self._held.get(at, [])
        while held:
            yield held.pop(0)
        error = self._ended.get(at)
        if error is not None:
            raise error

    def close(self) -> None:
        """End the processes that are under way."""
        self._events.close()


def _check(emit: Emit, spec: Spec, options: Options, plan: Sequence[Pass]) -> None:
    told = time.monotonic()

    def tell(progress: Progress) -> None:
        nonlocal told
        if time.monotonic() - told > _SOON:
            told = time.monotonic()
            emit(progress)

    for result in check(spec, options, tell, plan):
        emit(result)
