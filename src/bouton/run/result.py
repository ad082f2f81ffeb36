"""What is known of one claim while its passes come in, and the result they add up to."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from math import inf

from bouton.claims.passes import Pass, hull
from bouton.claims.registry import kind_of, stated
from bouton.core.errors import Disagreement, LimitReached
from bouton.core.news import Ended, Progress, Reached, Stopped
from bouton.core.position import as_argument, told
from bouton.core.proof import Proof
from bouton.core.spec import Claim
from bouton.core.stated import Period
from bouton.core.verdict import Counterexample, Result, Verdict, exit_code, meets, solvers
from bouton.process.limits import Event

_SHOWN = 3
"""Positions that show a claim, for as many values of the parameters, which a report tells."""


@dataclass
class Far:
    """How far the tasks of one pass have come, and what is done (`doing`) before a program can judge it.

    `counted` are the positions that each task has done; `reached` is how far upward nothing fails, by the claims it is
    of.
    """

    open: int = 1
    """How many tasks have not ended."""
    counted: dict[int, int] = field(default_factory=dict)
    reached: dict[tuple[str, ...], Reached] = field(default_factory=dict)
    doing: str = ""
    short: Event | None = None
    """The event of a task that was ended by a limit, if there is one."""
    began: float = inf

    def hear(self, task: int, news: Progress) -> int:
        """Note what a task says; how many positions more are done than any has said before."""
        if news.doing or news.claims:  # a program that judges a claim waits for nothing more
            self.doing = news.doing
        before = max(self.counted.values(), default=0)
        self.counted[task] = max(self.counted.get(task, 0), news.done)
        if news.reached is not None:
            known = self.reached.get(news.claims)
            if known is None or (known.measure, known.up_to) < (news.reached.measure, news.reached.up_to):
                self.reached[news.claims] = news.reached
        return max(0, self.counted[task] - before)

    def of(self, claim: str) -> Reached | None:
        """How far upward nothing of the claim fails, by whatever engine."""
        known = [self.reached[names] for names in ((), (claim,)) if names in self.reached]
        return max(known, key=lambda one: (one.measure, one.up_to), default=None)

    def over(self, event: Event) -> bool:
        """Whether this end of a task was the last one, and a limit has ended one of them."""
        self.open -= 1
        self.began = min(self.began, time.monotonic() - event.seconds)
        if isinstance(event.error, LimitReached):
            self.short = event
        return self.open == 0 and self.short is not None

    def cut(self, claim: str) -> Stopped:
        """How the claim ends where a limit has cut the pass short."""
        assert self.short is not None
        return Stopped(str(self.short.error), time.monotonic() - self.began, self.of(claim), self.doing)


@dataclass
class Ledger:
    """The passes of a claim, least parameters first, and how each has ended (a reason where it was cut short).

    `skipped` are the values of the parameters for which the box is empty.
    """

    claim: Claim
    passes: Sequence[Pass]
    skipped: Sequence[str] = ()
    ends: dict[int, Ended | Stopped] = field(default_factory=dict, init=False)
    far: dict[int, Far] = field(default_factory=dict, init=False)
    """How far each pass that has begun has come, by its rank."""
    _refuted: float = field(default=inf, init=False)
    """The least rank at which a position refutes the claim; infinity where none does."""
    _front: int = field(default=0, init=False)
    """How many of the passes, from the first on, are known to be settled: so none is asked twice."""

    def end(self, rank: int, end: Ended | Stopped) -> None:
        """Note how the pass of that rank has ended, unless its end is known already."""
        known = self.ends.setdefault(rank, end)
        if not self._shows and isinstance(known, Ended) and known.counterexample is not None:
            self._refuted = min(self._refuted, rank)

    def hold(self) -> None:
        """Note that nothing fails in any pass, where that is known already."""
        for item in self.passes:
            size = item.size
            self.end(item.rank, Ended(self.claim.id, size, True, 0.0, None, seen=size))

    def settled(self, rank: int) -> bool:
        """Whether the pass of that rank has nothing more to say: ended, or refuted at lesser parameters."""
        return rank in self.ends or rank > self._refuted

    @property
    def complete(self) -> bool:
        """Whether the verdict is decided."""
        while self._front < len(self.passes) and self.settled(self.passes[self._front].rank):
            self._front += 1
        return self._front == len(self.passes)

    def _interrupted(self, rank: int) -> Stopped:
        known = self.far.get(rank)
        return Stopped("interrupted", 0.0, None if known is None else known.of(self.claim.id))

    @property
    def _shows(self) -> bool:
        return kind_of(self.claim).judged.shows(self.claim)

    def result(
        self,
        suspend: bool,
        point: bool,
        proof: Proof | None = None,
        beyond: Counterexample | None = None,
        doubt: str | None = None,
    ) -> Result:
        """The result as far as it is known; passes that have not ended make it unknown: interrupted.

        `suspend` leaves pinned counterexamples out of account; `point` says that one position was asked for.
        `beyond` is the least counterexample outside the box, where a proof was refuted; `doubt` is why there may
        be a lesser one.
        """
        needed = [item for item in self.passes if item.rank <= self._refuted]
        ends = [self.ends.get(item.rank) or self._interrupted(item.rank) for item in needed]
        done = [end for end in ends if isinstance(end, Ended)]
        for item in self.passes:
            _whole(self.claim, item, self.ends.get(item.rank))
        cuts = [(end, item.parameters) for end, item in zip(ends, needed, strict=True) if isinstance(end, Stopped)]
        reasons = [cut.said(parameters) for cut, parameters in cuts]
        positions = sum(end.positions for end in done)
        shown = [end.counterexample for end in done if end.counterexample is not None]
        found = None if self._shows else next(iter(shown), None)
        notes = [f"skipped, as the box is empty there: {'; '.join(self.skipped)}"] if self.skipped else []
        notes += dict.fromkeys(end.note for end in done if end.note is not None)
        if self._shows:
            positions += len(shown)
            notes += [f"{told(one.parameters, one.position)} shows it: {one.sentence}" for one in shown[:_SHOWN]]
            reasons += [
                _not_shown(item)
                for item, end in zip(self.passes, ends, strict=True)
                if isinstance(end, Ended) and end.positions and end.counterexample is None
            ]
        if found is not None:
            found = replace(found, below=positions)
        elif beyond is not None:
            found = beyond
            notes.append("holds in the box; the counterexample lies beyond it, in the range of the proof")
        played = point or self.claim.points or self.claim.about == "numbers" or any(end.moves for end in done)
        verdict = _verdict(self.claim, found, proof, decided=not reasons, empty=not (positions and played))
        doubt = doubt if found is not None and found is beyond else None
        uncertain = [*(cut.lesser(parameters) for cut, parameters in cuts), *filter(None, [doubt])]
        met = meets(self.claim, verdict, found, suspend) and not (found and uncertain)
        if suspend and self.claim.expect.refutation is not None:
            notes.append("the ranges were changed, so the pinned counterexample is not looked for")
        return Result(
            id=self.claim.id,
            kind=self.claim.kind,
            verdict=verdict,
            expected=self.claim.expect.verdict,
            as_expected=met,
            over=hull(self.passes),
            positions=positions,
            seconds=sum(end.seconds for end in ends),
            counterexample=found,
            proof=proof,
            reason=_reason(self.claim, verdict, positions, reasons, uncertain),
            engines=("clingo", *sorted({end.engine for end in done} - {"clingo"}), *solvers(proof)),
            notes=tuple(notes),
            reach=_reach(done),
            exit=exit_code(self.claim, verdict, met, proof, certified=not uncertain),
        )


def _verdict(claim: Claim, found: Counterexample | None, proof: Proof | None, *, decided: bool, empty: bool) -> Verdict:
    """What a claim comes to; a counterexample counts before what was left undecided, and this before a proof."""
    proved = proof is not None and proof.verdict == "proved"
    if found is not None:
        return Verdict.REFUTED
    if not decided:
        return Verdict.UNKNOWN
    if empty and not (proved and isinstance(stated(claim), Period)):  # whose proof looks at all sizes that matter
        return Verdict.VACUOUS
    return Verdict.PROVED if proved else Verdict.HOLDS


def _whole(claim: Claim, item: Pass, end: Ended | Stopped | None) -> None:
    """Disagreement where a pass in which nothing failed is not about the whole of its region, whatever engine it was.

    Of a claim that speaks of every position, as many must have been judged as the region has.
    """
    if not isinstance(end, Ended) or end.counterexample is not None:
        return
    size, everywhere = item.size, claim.where is None and kind_of(claim).judged.every
    if claim.legal is not None:  # of the region it is the positions that exist, which only who judges it knows
        size, everywhere = end.seen or 0, False
    elif item.region.reached:  # how many these are only who walks from them knows
        size = end.seen or 0
    if end.seen != size or (everywhere and end.positions != size):
        raise Disagreement(f"{claim.id}: {end.positions} positions were judged by {end.engine} in a box of {size}")


def _reach(ends: Sequence[Ended]) -> dict[str, list[int]]:
    """How far counters were found to go beyond their ranges, in whatever pass."""
    found: dict[str, list[int]] = {}
    for name, (low, high) in (one for end in ends for one in end.reach.items()):
        known = found.get(name, [low, high])
        found[name] = [min(low, known[0]), max(high, known[1])]
    return found


def _not_shown(item: Pass) -> str:
    at = as_argument(item.parameters, {})
    return f"no position of the box shows it{f' at {at}' if at else ''}; one beyond the box may"


def _reason(
    claim: Claim, verdict: Verdict, positions: int, reasons: Sequence[str], uncertain: Sequence[str]
) -> str | None:
    """Why there is no more to say: a limit, vacuity, or a refutation that may not be the smallest."""
    if verdict is Verdict.UNKNOWN:
        return reasons[0]
    if verdict is Verdict.REFUTED and uncertain:
        return f"not certified as the smallest: {uncertain[0]}"
    if verdict is not Verdict.VACUOUS:
        return None
    if claim.about == "numbers":
        return "no values in the box meet `given`" if claim.where else "there are no values in the box"
    if positions == 0 and isinstance(stated(claim), Period):
        return "no size of the box is as great as preperiod and period together"
    if positions == 0 and claim.legal is not None:
        return f"no position of the box meets {claim.met or f'`{claim.legal}`'}"
    if positions == 0 and claim.where is None and claim.judged != "all":
        return "nowhere does a game begin, by the `starts` of the spec"
    return "no position of the box meets `where`" if positions == 0 else "no position of the box has a move"
