"""The tasks of a check: for each pass the least positions first, then all of it, by as many engines as there may be."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bouton.claims.passes import Pass
from bouton.core.news import Apart
from bouton.core.spec import Spec
from bouton.core.tuning import Tuning
from bouton.ground.layers import outputs
from bouton.process.limits import Limits, Task
from bouton.rules.lift import read_ahead
from bouton.run.worker import Choice, compiles, head, load, survey

_SMALL = 2000
"""Positions of a box that take about as long to judge as a process to start."""
_WHOLE = 1.2
"""Seconds in which a box that no program is made for is judged at once, if it is seen to take no longer."""
_HEAD, _GLANCE, _LOOK = 0.5, 0.2, 8.0
"""Seconds of processor time in which clingo looks through the least positions of a pass before anything else is done,
which is all of a small box and little of one that a program judges; and those after which it is ended from outside."""


def together(plan: Sequence[Pass]) -> list[int]:
    """For each pass the place of the first pass of the same claims: they have their time in common."""
    first: dict[tuple[str, ...], int] = {}
    return [first.setdefault(tuple(claim.id for claim in item.claims), at) for at, item in enumerate(plan)]


def apart(jobs: int, scheduler: str | None, resume: str | None) -> Apart:
    """Which claims are to be judged in parts, by what the command line asks for."""
    if resume is not None:
        return "always"
    return "elsewhere" if scheduler is not None else "independent" if jobs > 1 else "never"


@dataclass(frozen=True)
class Todo:
    """A task for the pass of that index; a `head` looks at its least positions alone."""

    index: int
    task: Task
    head: bool = False


def tasks(
    spec: Spec,
    plan: Sequence[Pass],
    works: Sequence[int],
    choice: Choice,
    limits: Limits,
    jobs: int,
    apart: Apart,
    tuning: Tuning,
) -> Iterator[Todo]:
    """For the passes of each group of claims: the least positions of all of them, then each to its end.

    So no value of a parameter, and no program that has to be made first, stands before a counterexample that clingo
    finds at once. What a first look decides is not done again. Where there are processes for it clingo judges on while
    a program is made, and who is first at the end, or at a failure, ends the other. What each child would do of the
    same is done here, before they are forked.
    """
    for item in plan:
        read_ahead(item.game.rules, item.predicates | outputs(item.game.rules))
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
            seconds, whole = (_HEAD, _WHOLE) if plan[index].size < tuning.compile_from else (_GLANCE, 0.0)
            look = spec, plan[index], min(seconds, share / 2), min(whole, share / 2)
            yield Todo(index, Task(head, look, limits, small=True, work=work, most=min(_LOOK, share)), head=True)
        both = [index for index in group if jobs > 1 and compiles(plan[index], choice, limits, tuning)]
        for index in group:
            little = not heads and not compiled and plan[index].size <= _SMALL
            asked = spec, plan[index], choice, limits, apart, tuning, index in both
            yield Todo(index, Task(survey, asked, limits, little, work=work))
        for index in both:
            yield Todo(index, Task(survey, (spec, plan[index], "ground", limits, "never", tuning), limits, work=work))
