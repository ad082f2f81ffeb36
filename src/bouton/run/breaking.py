"""Breaking a theorem: each literal, relation and constant that it rests on is changed, and the claim judged anew.

So are the numbers and outcomes that the claim states itself: a period, say, or the entries of a table.

A theorem that survives a change of its definition says less than it seems to, or does not need what was changed; a
referee who sees every change refuted at a position knows that no part of it is idle.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace

from bouton.claims.registry import kind_of
from bouton.core.errors import Disagreement, InputError, LimitReached
from bouton.core.spec import Claim, Spec
from bouton.core.verdict import Result
from bouton.process.limits import Emit, Event, Limits, Task, run
from bouton.proof.ways.together import OTHERS, needs_others
from bouton.run import in_box
from bouton.run.check import check
from bouton.run.mutants import Broken, BrokenClaim, Change, End, candidates, extract
from bouton.run.options import Options

_ALONE = Limits(seconds=10.0**6, memory=1 << 46)
"""What the process of one change may use: its children keep the limits that were asked for."""


def broken(
    spec: Spec, claim: Claim, options: Options, *, game: bool = True, seconds: float | None = None
) -> Generator[Broken]:
    """How the claim ends with each change of what it states itself, and each legal one of the rules it rests on.

    The changes come in the order of the files. Each is judged in the claim's ranges, first without a proof, so that all
    that fails there is found soon; a proof is tried of what does not. With `game` the rules of the game are changed
    too. So many are judged at once as `options` has jobs, all of them within `seconds` of the clock where these are
    given.
    """
    whole = spec.ruled_by(extract(spec, claim))
    mutants: list[Change] = [*kind_of(claim).said.restated(claim), *candidates(whole, claim, game=game)]
    # a change of the game says nothing of the claim by its form
    said = frozenset(mutant.head for mutant in candidates(whole, claim))
    asked = replace(options, claims=(claim.id,), suspend=True)
    limits = _ALONE if seconds is None else replace(_ALONE, seconds=seconds).begun()
    yield from _Breaking(BrokenClaim(whole, claim, said), mutants, asked, limits).ends()


@dataclass
class _Breaking:
    """The changes of a claim, and how those have ended that are judged."""

    about: BrokenClaim
    mutants: Sequence[Change]
    options: Options
    limits: Limits
    """What all of it may use."""
    settled: dict[int, Broken | None] = field(default_factory=dict)
    """How each has ended of which nothing more is to be known; None where it leaves no legal rules."""
    surviving: dict[int, Broken] = field(default_factory=dict)
    """The changes with which the claim holds in its box, so that a proof is to be tried."""

    def ends(self) -> Iterator[Broken]:
        """The ends in the order of the changes, each as soon as all before it are known."""
        told = 0
        for _ in self._rounds():
            while told in self.settled:
                found = self.settled[told]
                told += 1
                if found is not None:
                    yield found

    def _rounds(self) -> Iterator[None]:
        options, every = replace(self.options, prove=False), range(len(self.mutants))
        if in_box.suited(self.about.spec, options):
            for at, one in self._ends(every, self._together(options)):
                self._box(at, one)
                yield
        left = [at for at in every if at not in self.settled and at not in self.surviving]
        for at, one in self._ends(left, self._apart(left, options)):
            self._box(at, one)
            yield
        for judged in (self._proved, self._apart):
            places = [at for at in sorted(self.surviving) if at not in self.settled]
            for at, one in self._ends(places, judged(places, replace(self.options, held=True))):
                assert one is not None, "what leaves no legal rules has been settled"
                why = {"untried": "no proof was tried", "unknown": "no proof"}.get(one.end)
                self.settled[at] = one if why is None else replace(self.surviving[at], reason=f"{why}: {one.reason}")
                yield

    def _box(self, at: int, one: Broken | None) -> None:
        """Note how the claim ends in its box."""
        claim = self.about.claim
        if one is None or one.end != "holds" or not self.options.asked(claim):
            self.settled[at] = one
        elif needs_others(claim) or self.about.spec.whole(claim) is not None:
            self.settled[at] = replace(one, reason=f"no proof: {OTHERS}")
        else:
            self.surviving[at] = one

    def _together(self, options: Options) -> Iterator[Event]:
        """The events of all changes, judged by processes that have the game in common."""
        each = replace(options.limits, until=self.limits.begun().until)
        return self._within(in_box.judge, self.mutants, options, each)

    def _proved(self, places: Sequence[int], options: Options) -> Iterator[Event]:
        """The events of proofs of some changes, by processes that know what is decided of the claim itself."""
        if not places:
            return iter(())
        each = replace(self.limits, until=self.limits.begun().until)
        return self._within(_prove, [self.mutants[at] for at in places], options, each)

    def _within(
        self, call: Callable[..., None], mutants: Sequence[Change], options: Options, each: Limits
    ) -> Iterator[Event]:
        """The events of tasks that a process of their own makes, one for each change, with these limits."""
        memory = 2 * options.limits.memory  # what is in common stays with those that have as much for themselves
        limits = replace(self.limits, memory=memory)
        for event in run([Task(call, (self.about, mutants, options, each), limits, parent=True)]):
            if isinstance(event.value, Event):
                yield event.value
            elif isinstance(event.error, Disagreement):
                raise event.error

    def _apart(self, places: Sequence[int], options: Options) -> Iterator[Event]:
        """The events of some changes, each judged by a check of its own."""
        asked = [(self.about, self.mutants[at], replace(options, jobs=1)) for at in places]
        return run([Task(_judge, each, self.limits, parent=True) for each in asked], options.jobs)

    def _ends(self, places: Sequence[int], events: Iterator[Event]) -> Iterator[tuple[int, Broken | None]]:
        """How each change ends of those that tasks were made of, by its place, as soon as that is known."""
        known: set[int] = set()
        for event in events:
            at = places[event.task]
            if not event.ended:
                known.add(at)
                yield at, event.value
            elif isinstance(event.error, Disagreement):
                raise event.error
            elif event.error is not None and at not in known:
                # a task that never began has taken no time
                end: End = "unknown" if event.seconds else "untried"
                yield at, Broken(self.mutants[at], end, reason=str(event.error))


def _prove(emit: Emit, about: BrokenClaim, mutants: Sequence[Change], options: Options, limits: Limits) -> None:
    """Emit the events of proofs of changes, once the claim itself is proved: most have most of its problems."""
    options = replace(options, known={})
    with suppress(InputError, LimitReached):
        list(check(about.spec, options, lambda _progress: None))
    asked = [(about, mutant, replace(options, jobs=1)) for mutant in mutants]
    for event in run([Task(_judge, each, limits, parent=True) for each in asked], options.jobs):
        emit(event)


def _judge(emit: Emit, about: BrokenClaim, mutant: Change, options: Options) -> None:
    def judge(changed: Spec) -> Result:
        (result,) = check(changed, options, lambda _progress: None)
        return result

    emit(about.end(mutant, judge))
