"""A second opinion on what automata have decided: MONA, where it is installed, is asked about binary digits too."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import replace

from bouton.core.errors import Disagreement
from bouton.process.limits import Emit, Limits, Task, run
from bouton.proof.prepare import Prepared
from bouton.solving.mona import MONA, has_mona, solve

_LEAST, _TIMES = 1.0, 1.0
"""The seconds of processor time that MONA gets for a problem, and how many more for each that the automata took."""


def confirmed(prepared: Sequence[Prepared], limits: Limits, jobs: int) -> Iterator[Prepared]:
    """The prepared obligations in their order, MONA named beside the automata where it decides one as they did.

    Where MONA is not installed, or gives no answer, an obligation is as it was; Disagreement where it says something
    else.
    """
    asked = [item for item in prepared if item.program is not None] if has_mona() else []
    tasks = [Task(_ask, (item.program, _seconds(item)), limits, parent=True) for item in asked]
    said: dict[int, str] = {}
    for event in run(tasks, jobs):
        if not event.ended:
            said[event.task] = event.value
    number = itertools.count()
    for item in prepared:
        answer = said.get(next(number), "unknown") if item.program is not None else "unknown"
        if item.decided is None or "unknown" in (answer, item.decided.verdict):
            yield item
        elif answer != item.decided.verdict:
            words = f"{item.decided.solvers[0]} say {item.decided.verdict}, MONA says {answer}"
            raise Disagreement(f"{item.problem.name}: the solvers contradict each other: {words}")
        else:
            yield replace(item, decided=replace(item.decided, solvers=(*item.decided.solvers, MONA)))


def _seconds(item: Prepared) -> float:
    """What MONA gets: it takes its variables in the order in which they come, which can cost it dearly."""
    return _LEAST + (_TIMES * item.decided.seconds if item.decided is not None else 0)


def _ask(emit: Emit, program: str, seconds: float) -> None:
    emit(solve(program, seconds))
