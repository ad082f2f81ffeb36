"""From a spec to verdicts: the one path that `check`, `counterexample` and the tests take."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from bouton.claims import stands_alone
from bouton.errors import LimitReached
from bouton.language.read import read
from bouton.language.rules import Rules
from bouton.ledger import Cut, Ledger
from bouton.limits import Limits, Task, run
from bouton.plan import Need, Pass, needs, passes, skipped
from bouton.position import Position, Value
from bouton.spec.model import Claim, Spec
from bouton.survey import Judged, Surveyed, survey
from bouton.verdict import Result


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


def rules_of(spec: Spec) -> Rules:
    """The rules file of a spec, read with its fluents and parameters; InputError with all its faults."""
    sets = [parameter.name for parameter in spec.box.parameters if parameter.interval is None]
    numbers = [parameter.name for parameter in spec.box.parameters if parameter.interval is not None]
    return read(spec.rules, spec.fluents, numbers, sets)


def check(spec: Spec, options: Options, progress: Callable[[Progress], None]) -> Iterator[Result]:
    """The verdict of each claim, in the spec's order.

    InputError or Disagreement where there is none. At a KeyboardInterrupt the claims that are not
    finished are yielded as unknown before it is raised again.
    """
    plan = plan_of(spec, options)
    ledgers = [
        Ledger(
            claim,
            [item for item in plan if claim in item.claims],
            skipped(spec, claim) if options.at is None else (),
        )
        for claim in _chosen(spec, options)
    ]

    def results() -> Iterator[Result]:
        while ledgers:
            point = options.at is not None
            yield ledgers.pop(0).result(options.suspend, point)

    try:
        for _ in _run(spec, plan, {ledger.claim.id: ledger for ledger in ledgers}, options, progress):
            while ledgers and ledgers[0].complete:
                yield next(results())
    except KeyboardInterrupt:
        yield from results()
        raise
    yield from results()


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
                alone += [replace(item, claims=(claim,)) for claim in unfinished]
        elif event.error is not None:
            raise event.error
        yield
    if alone:
        yield from _run(spec, alone, ledgers, options, progress)
