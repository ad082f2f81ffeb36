"""The positions of a region solved in the order of a table, by whatever engine is the fastest there.

clingo solves the first few hundred; what these took says how long it would take for all. Where that is long a program
is made from the rules, if they have such a form, which must say of these positions what clingo does.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from math import exp, inf, log
from statistics import fmean
from typing import Any, NamedTuple

from bouton.claims.judge import game_of
from bouton.claims.passes import fits, too_large
from bouton.claims.subject import rules_of
from bouton.compiled.endings import solved as solved_backwards
from bouton.compiled.engine import Tallied
from bouton.compiled.found import FoundAt
from bouton.compiled.labels import UNJUDGED, YES, Saying
from bouton.compiled.listed import Kept, ListedPart, Lister, lister
from bouton.compiled.summed import HeapSum
from bouton.compiled.validate import expected_label
from bouton.core.errors import BrokenOff, Disagreement, InputError, LimitReached, Misfit, Unreadable
from bouton.core.news import OnProgress, Progress
from bouton.core.position import Measure, Parameters, Position, as_argument, has_sets
from bouton.core.spec import PLAYS, Place, Play, Spec
from bouton.core.tuning import TUNING, Tuning
from bouton.ground.box import Region
from bouton.ground.counted import Tally
from bouton.ground.game import Game, hull
from bouton.ground.graph import Grounder, Node
from bouton.ground.layers import Sought, layers
from bouton.process.compiler import NoCompiler
from bouton.process.guard import patience
from bouton.process.limits import Limits, Task, run
from bouton.run.heaps import pair_by_heaps, single_heaps

_PART, _LEAST = 1 / 3, 1.0
"""The part of the time limit that reading the rules symbolically may take, and the seconds that it always may; beyond
these it may take as long as clingo would for all."""
_AT_ONCE = 500
"""Positions of which clingo is asked together what is said of them."""


@dataclass(frozen=True)
class ListedRegion:
    """Positions of a game that are to be listed with their outcomes, as `table` and `plot` do.

    With `values` the Sprague-Grundy values of both plays are told too, or those of `play` `alone`; with `remote` in how
    many moves each position ends. With a `saying` the positions where a claim says P are told in place of P-positions.
    Faults are told of `name`, the game, at `place` in its spec.
    """

    game: Game
    region: Region
    play: Play
    values: bool
    limits: Limits
    name: str
    place: Place
    saying: Saying | None = None
    remote: bool = False
    alone: bool = False


@dataclass
class Listings:
    """Regions of a spec's game that are listed side by side, each by a task of its own, and how far all have come."""

    spec: Spec
    play: Play
    limits: Limits
    progress: OnProgress
    asked: list[ListedRegion] = field(default_factory=list)
    tasks: list[Task] = field(default_factory=list)
    total: int = 0
    done: int = 0
    """How many positions there are, and have been looked at."""

    def add(
        self,
        work: Callable[..., None],
        region: Region,
        parameters: Parameters,
        *more: object,
        each: float | None = None,
        values: bool = False,
        **how: Any,
    ) -> ListedRegion:
        """What the region's task is asked, which `work` does, with `more` arguments.

        InputError where a position takes `each` bytes, and there is no room for all.
        """
        spec = self.spec
        if each is not None:
            fits(spec.game, spec.rules_place, region, parameters, self.limits, each=each)
        game = game_of(spec, rules_of(spec), spec.box, parameters)
        asked = ListedRegion(game, region, self.play, values, self.limits, spec.game, spec.rules_place, **how)
        self.asked.append(asked)
        self.tasks.append(Task(work, (asked, *more), self.limits, work=spec.file))
        self.total += region.size()
        return asked

    def told(self, what: str = "") -> Iterator[tuple[int, Any]]:
        """What the tasks say, each with its number; how far they are is told on the way.

        Where a limit is reached BrokenOff says up to where there is `what`, if that has a name.
        """
        ends = "with nothing"
        for event in run(self.tasks):
            if isinstance(event.error, LimitReached) and self.done and what:
                raise BrokenOff(f"{event.error}; {what} ends {ends} ({self.done:,} of {self.total:,} positions)")
            if event.error is not None:
                raise event.error
            if isinstance(event.value, ListedPart):
                self.done += event.value.looked_at
                ends = _end(self.asked[event.task].game, event.value)
                self.progress(Progress((), self.done, self.total))
            if event.value is not None:
                yield event.task, event.value

    def refuse_deserted(self, where: str) -> None:
        """InputError where positions were asked for, and none exists."""
        rules = rules_of(self.spec)
        if self.tasks and not self.done and rules.legal is not None:
            raise rules.deserted(where)


def _end(game: Game, part: ListedPart) -> str:
    """Up to where a region is known: `with measure 57 of k=2`."""
    where = as_argument(game.parameters, {})
    if part.measure is None:
        return f"with {where or 'its last row'}"
    measure = part.measure[0] if len(part.measure) == 1 else part.measure
    return f"{'with' if part.up_to else 'below'} measure {measure}{f' of {where}' if where else ''}"


def solved(asked: ListedRegion, *, lost: bool = False, tuning: Tuning = TUNING) -> Iterator[ListedPart]:
    """All positions of the region, or those alone where the player or the side to move loses, part by part.

    InputError where the rules are at fault, or no engine has room for so many positions; Disagreement where two differ.
    """
    for part in counted(asked, None, lost=lost, tuning=tuning):
        assert isinstance(part, ListedPart)
        yield part


def counted(
    asked: ListedRegion, tally: Tally | None, *, lost: bool = True, tuning: Tuning = TUNING
) -> Iterator[ListedPart | Tallied]:
    """The same; or what part of the positions is counted, where a program counts all, and the numbers when it is done.

    InputError where the rules are at fault, or no engine has room for so many positions; Disagreement where two differ.
    """
    followed = asked.game.cycles == "followed" and asked.saying is None and not asked.values
    if followed or asked.remote or has_sets(asked.game.fluents):
        ended = _from_ends(asked) if followed and asked.region.size() >= tuning.look_from else None
        known: Iterator[ListedPart] | None = ended or (one.part for one in _layers(asked, asked.region))
    else:
        counting = None if tally is None or asked.saying is not None else _sums_counted(asked, tally, tuning)
        if counting is not None:
            yield from counting
            return
        known = _by_heaps(asked) if asked.saying is None else None
    if known is None:
        yield from _by_clingo_or_program(asked, lost, tuning, tally)
    else:
        yield from (_wanted(part, lost) for part in known)


def _wanted(part: ListedPart, lost: bool) -> ListedPart:
    """The part, or those of it alone that are lost."""
    return part._replace(told=[one for one in part.told if one.lost]) if lost else part


def _from_ends(asked: ListedRegion) -> Iterator[ListedPart] | None:
    """By a program that solves a game with cycles from its ends; None where there is none."""
    game, region = asked.game, asked.region
    if has_sets(game.fluents) or region.reached:
        return None
    try:
        machine = solved_backwards(game, region, asked.play, asked.name, asked.place, asked.limits)
    except (Unreadable, Misfit, NoCompiler, InputError):  # clingo will tell what is wrong
        return None

    def told(position: Position) -> FoundAt:
        ends = machine.ends
        return FoundAt(
            position,
            ends.outcome(position),
            ends.outcome(position) == "P",
            None,
            ends.remoteness(position) if asked.remote else None,
        )

    every = region.layers(game.measure)
    return (ListedPart(len(layer), [*map(told, layer)], game.measure.of(layer[0])) for layer in every)


def _sums_counted(asked: ListedRegion, tally: Tally, tuning: Tuning) -> Iterator[Tallied] | None:
    """The lost positions of a large sum of heaps counted by a program, by the values of the heaps."""
    game, region = asked.game, asked.region
    plain = asked.play == "normal" and not asked.values and region.size() >= tuning.compile_from
    values = single_heaps(game, region, asked.limits) if plain else None
    if values is None:
        return None
    stones, summed = replace(game, measure=Measure.default(game.fluents)), HeapSum(*values)
    try:
        return lister(stones, region, "normal", values="", memory=asked.limits.memory, summed=summed).tallies(tally)
    except (Unreadable, Misfit):
        return None


def _by_heaps(asked: ListedRegion) -> Iterator[ListedPart] | None:
    """By the values of single heaps, in games where these are used."""
    game, region = asked.game, asked.region
    pair_of = pair_by_heaps(game, region, asked.play, asked.limits)
    if pair_of is None:
        return None

    def told(position: Position) -> FoundAt:
        values = pair_of(position)
        value = values[PLAYS.index(asked.play)]
        assert value is not None, "what is not known is neither P nor N"
        said = (value,) if asked.alone else values
        return FoundAt(position, "N" if value else "P", not value, said if asked.values else None)

    every = region.layers(game.measure)
    return (ListedPart(len(layer), [*map(told, layer)], game.measure.of(layer[0])) for layer in every)


# ------------------------------------------------------------------------------------ clingo first, then what is faster


@dataclass
class _Sample:
    """What clingo has solved first, and how long that took."""

    began: float = field(default_factory=time.process_time)
    told: list[FoundAt] = field(default_factory=list)
    moves: list[int] = field(default_factory=list)

    def add(self, told: Collection[FoundAt], moves: Sequence[int]) -> None:
        """Count them in."""
        self.told += told
        self.moves += [1 + number for number in moves]

    def seconds(self, size: int) -> float:
        """About how long clingo takes for so many positions: as many moves take, and these grow as they have so far."""
        seen, half = len(self.moves), len(self.moves) // 2
        if not half:
            return inf
        # the first half of the positions lies about a fourth of the way up, the second three fourths
        growth = log(fmean(self.moves[half:]) / fmean(self.moves[:half])) / log(3)
        taken = time.process_time() - self.began
        return taken * (exp(log(size / seen) * (1 + min(1.0, max(0.0, growth)))) - 1)


def _by_clingo_or_program(
    asked: ListedRegion, lost: bool, tuning: Tuning, tally: Tally | None
) -> Iterator[ListedPart | Tallied]:
    game, region = asked.game, asked.region
    whole, sample, done = hull(game, region.hull), _Sample(), 0
    own = whole is None or (whole == region.hull and not region.listed and region.position is None)
    coming = _layers(asked, region)
    first = coming if own or whole is None else _layers(asked, Region(whole))
    try:
        for part, moves, last in first:
            if own:
                yield _wanted(part, lost)
            sample.add(part.told, moves)
            if len(sample.told) >= tuning.look and last:
                break
    except InputError:
        if own:
            raise
        whole = None  # it may be of no matter to the region
    known = sample.told if own else []
    reason = "a position below is at fault"
    if whole is not None and (sample.seconds(whole.size()) > tuning.worth or too_large(region, asked.limits)):
        try:
            made = _program(asked, sample, whole.size())
            counting = None if tally is None else made.tallies(tally)
            if counting is not None:
                yield from counting
                return
            for part in _without(made.parts(lost=lost), [one for one in known if one.lost or not lost], len(known)):
                yield part
                done += part.looked_at
            return
        except (Unreadable, Misfit) as error:
            reason = game.rules.sources.reason(error) if isinstance(error, Unreadable) else str(error)
    fits(asked.name, asked.place, region, game.parameters, asked.limits, reason)
    for part, _, _ in coming:
        passed = min(done, part.looked_at)  # by a program, up to where it did not fit
        done -= passed
        yield _wanted(part._replace(looked_at=part.looked_at - passed, told=part.told[passed:]), lost)


class _Solved(NamedTuple):
    """A part that clingo has solved, how many moves its positions have, and whether no more was solved with it."""

    part: ListedPart
    moves: Sequence[int]
    last: bool


def _layers(asked: ListedRegion, region: Region) -> Iterator[_Solved]:
    """Layer by layer, by clingo."""
    if asked.saying is not None:
        yield from _holding(asked.game, region, asked.saying)
        return
    play, values, remote = asked.play, asked.values, asked.remote
    plays = PLAYS if values and not asked.alone else (play,)
    for layer in layers(Sought(asked.game, region, plays=plays, values=values, remote=remote)):
        told = [
            FoundAt(
                at.position,
                layer.option_outcome(play, at.position),
                layer.outcome(play, at.position) == "P",
                None if not values else (layer.values[play][at.position],) if asked.alone else layer.pair(at.position),
                layer.ends[play].remoteness(at.position) if remote else None,
            )
            for at in layer.nodes
        ]
        last = not layer.together or layer.nodes[-1] is layer.together[-1]
        yield _Solved(
            ListedPart(len(told), told, layer.nodes[0].measure), [len(node.moves) for node in layer.nodes], last
        )


def _holding(game: Game, region: Region, saying: Saying) -> Iterator[_Solved]:
    """The same of what is said of positions, for which no move is needed."""
    grounder = Grounder(game, game.program(region.hull, saying.wanted), saying.wanted)
    waiting: list[list[Position]] = []
    for layer in itertools.chain(region.layers(game.measure), [[]]):
        waiting += [layer] if layer else []
        if not waiting or (layer and sum(map(len, waiting)) < _AT_ONCE):
            continue
        rows = grounder.rows([*itertools.chain(*waiting)])
        for at, positions in enumerate(waiting, 1):
            measure = game.measure.of(positions[0])
            nodes = [Node(position, measure, False, (), next(rows)) for position in positions]
            said = [(node.position, expected_label(saying, node)) for node in nodes]
            exist = [(position, label == YES) for position, label in said if saying.legal is None or label != UNJUDGED]
            told = [FoundAt(position, "P" if so else "N", so) for position, so in exist]
            yield _Solved(ListedPart(len(told), told, measure), [0] * len(told), at == len(waiting))
        waiting = []


def _program(asked: ListedRegion, sample: _Sample, size: int) -> Lister:
    """The program of a region, which says of the positions of the sample what clingo does.

    Unreadable or Misfit where there is none; Disagreement where it says something else.
    """
    limits, game = asked.limits, asked.game
    part = _PART * limits.seconds
    seconds = part if too_large(asked.region, limits) else min(part, max(_LEAST, sample.seconds(size)))
    with patience(seconds) if seconds < inf else nullcontext():
        given = game, asked.region, asked.play
        kept: Kept = "" if not asked.values else "alone" if asked.alone else "both"
        made = lister(*given, values=kept, memory=limits.memory, saying=asked.saying)
    made.solve(len(sample.told))
    for one in sample.told:
        if (found := made.at(one.position)) != one:
            where, said = game.text(one.position), f"{_said(one)} by clingo, {_said(found)} by a compiled program"
            raise Disagreement(f"{where} is {said}")
    return made


def _without(parts: Iterable[ListedPart], known: Sequence[FoundAt], looked_at: int) -> Iterator[ListedPart]:
    """The parts without the first positions, of which those `known` were told; Disagreement where they are others."""
    for part in parts:
        same, passed = min(len(known), len(part.told)), min(looked_at, part.looked_at)
        if passed == looked_at:
            same = len(known)
        if [*part.told[:same]] != [*known[:same]]:
            raise Disagreement("a program lists other positions than clingo, or in another order")
        known, looked_at = known[same:], looked_at - passed
        yield part._replace(looked_at=part.looked_at - passed, told=part.told[same:])


def _said(one: FoundAt) -> str:
    return f"{one.outcome}{'' if one.values is None else f', with values {one.values}'}"
