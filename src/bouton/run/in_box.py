"""Many changes of one claim judged in its box, by processes that all have its game solved already.

A process solves the claim's passes once, and those that it forks ask a change only for the rows of its predicates: a
change of what the moves rest on is another game, and is solved by itself.
"""

from __future__ import annotations

import signal
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any

from bouton.claims.passes import Pass, skipped
from bouton.claims.subject import subject
from bouton.core.errors import NotLowered
from bouton.core.news import Ended
from bouton.core.position import has_sets
from bouton.core.spec import Spec
from bouton.core.verdict import Result, Verdict
from bouton.ground.solved_once import SolvedOnce
from bouton.process.limits import Emit, Limits, Task, run
from bouton.rules.mutate import Mutant
from bouton.run.ground import upward
from bouton.run.heaps import suits
from bouton.run.measures import measured
from bouton.run.mutants import BrokenClaim, Change
from bouton.run.options import Options
from bouton.run.plan import plan_of
from bouton.run.result import Ledger

_SOLVING, _FOR_EACH = 30.0, 0.25
"""Seconds of processor time in which passes are solved before any change is judged, at most, and for each of them; a
change solves the others by itself."""


class Another(Exception):
    """Raised where a change is to be judged by a check of its own."""


def suited(spec: Spec, options: Options) -> bool:
    """Whether clingo judges the claims of a check position by position, in boxes that are soon solved."""
    if has_sets(spec.fluents):  # positions may be those that are reached, which a check walks to
        return False
    if spec.all_games or options.engine == "compiled" or options.at is not None:
        return False
    few = options.tuning.compile_from
    return all(item.region.size() < few and suits(item) is None for item in plan_of(spec, options))


def judge(emit: Emit, about: BrokenClaim, mutants: Sequence[Change], options: Options, limits: Limits) -> None:
    """Judge the claim with each change, so many at once as there are jobs, each within the limits.

    Emits the events of one task for each: its value is how the claim ends (see `bouton.run.mutants.BrokenClaim`), and
    it has none where that is left to a check of its own.
    """
    solved = SolvedOnce()
    signal.setitimer(signal.ITIMER_REAL, options.limits.seconds)  # its signal ends the process, whatever it is in
    solve(solved, about.spec, options, min(_SOLVING, _FOR_EACH * len(mutants)))
    signal.setitimer(signal.ITIMER_REAL, 0)
    asked = [(about, mutant, options, solved) for mutant in mutants]
    for event in run([Task(_judge, each, limits, small=True) for each in asked], options.jobs):
        emit(event)


def solve(solved: SolvedOnce, spec: Spec, options: Options, seconds: float) -> None:
    """Solve the passes of the unchanged claim, the first ones where there is no time for more."""
    ends = time.process_time() + seconds
    for item in plan_of(spec, options):
        left = ends - time.process_time()
        if left <= 0 or not solved.solve(item.sought, left):
            return


def _judge(emit: Emit, about: BrokenClaim, mutant: Change, options: Options, solved: SolvedOnce) -> None:
    other = isinstance(mutant, Mutant) and mutant.head not in about.by_form
    asked = partial(in_box, claim=about.claim.id, options=options, solved=solved, other=other)
    with suppress(Another):
        emit(about.end(mutant, asked))


def in_box(spec: Spec, claim: str, options: Options, solved: SolvedOnce, *, other: bool) -> Result:
    """The result of a claim in its box, judged in this process.

    Raises Another where a check might judge otherwise: where the rules are those of an `other` game, for which clingo
    may be too slow, or whose moves may ask for another measure.
    """
    if has_sets(spec.fluents):
        raise Another
    if (other and not suited(spec, options)) or spec.cycles == "followed":
        raise Another
    about = spec.claim(claim)
    plan = plan_of(spec, options)
    ledger = Ledger(about, plan, skipped(subject(spec, about), about))
    try:
        for item in plan:
            if not ledger.settled(item.rank):
                _judge_pass(spec, item, ledger, solved)
    except NotLowered as error:
        raise Another from error
    result = ledger.result(options.suspend, point=False)
    alone = replace(spec, claims=(about,))
    if other and result.verdict is not Verdict.HOLDS and measured(alone, None) is not alone:
        raise Another  # what fails is to be the least by that measure
    return result


def _judge_pass(spec: Spec, item: Pass, ledger: Ledger, solved: SolvedOnce) -> None:
    def hear(news: Any) -> None:
        if isinstance(news, Ended):
            ledger.end(item.rank, news)

    upward(hear, spec, item, partial(solved.layers, item.sought), "clingo")
