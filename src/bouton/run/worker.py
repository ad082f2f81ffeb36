"""The engines that judge a pass over a region for several claims at once, in a child process."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from math import inf
from typing import Protocol

from bouton.claims.passes import Pass, obstacle, single, too_large
from bouton.core.news import Ended, Left
from bouton.core.position import has_sets
from bouton.core.spec import Spec
from bouton.core.tuning import Tuning
from bouton.ground.game import hull
from bouton.process.limits import Emit, Limits
from bouton.run import ground
from bouton.run.heaps import ByHeaps, is_sure
from bouton.run.options import Options

_LOOK = 0.15
"""Seconds of processor time in which clingo judges the least positions of a box, to see how long all would take."""
_POINTS = ("example", "p-positions", "table", "grundy")
"""Kinds of claims that look at outcomes and values alone, where positions are named."""
_PART, _LEAST, _RATE = 1 / 3, 15.0, 2000
"""The part of the time limit that reading the rules symbolically may take; and where clingo could judge the box, how
many seconds are enough for a small one, and how many positions clingo judges in one more."""


class RegionJudge(Protocol):
    """A way to judge claims at the positions of a region."""

    def judge(self, emit: Emit, spec: Spec, item: Pass) -> Sequence[Left]:
        """Say `Progress`, and one `Ended` or `Parted` for each claim but those that are left to the next engine."""


def load() -> None:
    """Import what programs need, so that the children, which are forked, need not each do it."""
    for name in ("compiled.fusion", "run.summed", "run.starts"):
        importlib.import_module(f"bouton.{name}")


def survey(
    emit: Emit,
    spec: Spec,
    item: Pass,
    options: Options,
    beside: bool = False,
    looked: Callable[[], float] = lambda: 0.0,
) -> None:
    """Judge every claim of a pass over its region; emits `Progress`, and one `Ended` or `Parted` per claim.

    Where clingo judges the pass `beside` this process, nothing more is done of what no program judges. A first look may
    have seen, by now, how many seconds clingo would take.
    """
    tuning, rest = options.tuning, looked()
    small = options.engine == "auto" and item.region.size() < tuning.compile_from
    slow = small and rest > worth(item, tuning)
    if small and not rest and worth(item, tuning) < inf and not at_once(item) and not is_sure(item):
        open_ = {claim.id for claim in item.claims}

        def noting(news: object) -> None:
            if isinstance(news, Ended):
                open_.discard(news.claim)
            emit(news)

        slow = _slow(noting, spec, item, tuning)
        left = _rest(spec, item, open_)
        if left is None:
            return
        item = left
    for engine in _engines(item, options, beside, slow):
        left = _rest(spec, item, {one.claim for one in engine.judge(emit, spec, item)})
        if left is None:
            return
        item = left
    assert beside, "clingo leaves nothing"


def _rest(spec: Spec, item: Pass, names: Collection[str]) -> Pass | None:
    """The pass for those of its claims; None for none of them."""
    claims = tuple(claim for claim in item.claims if claim.id in names)
    if len(claims) == len(item.claims) or not claims:
        return item if claims else None
    return single(spec, item, claims[0]) if len(claims) == 1 else replace(item, claims=claims)


def _slow(emit: Emit, spec: Spec, item: Pass, tuning: Tuning) -> bool:
    """Whether clingo would take so long for a box of few positions that programs in Python are worth being made.

    That is told by the least positions; what they decide is decided.
    """
    return ground.head(emit, spec, item, _LOOK) > worth(item, tuning)


def worth(item: Pass, tuning: Tuning) -> float:
    """The seconds that clingo must take for a box of few positions, or a program for each claim is not worth it.

    Of very few positions it never is, nor where some claim has none: clingo judges all in the time that this one takes.
    """
    few = item.region.size() < tuning.look_from
    return inf if few or any(map(obstacle, item.claims)) else tuning.slow * len(item.claims)


def _engines(item: Pass, options: Options, beside: bool, slow: bool) -> Iterator[RegionJudge]:
    """The engines to try, in this order; not clingo itself where it judges `beside`. It may be seen to be `slow`."""
    choice, limits, tuning = options.engine, options.limits, options.tuning
    large = item.region.size() >= tuning.compile_from or too_large(item.region, limits)
    by_program = choice == "compiled" or slow or (choice == "auto" and large)
    below = choice == "auto" and not at_once(item) and much_below(item, tuning.compile_from)
    if by_program or below:
        from bouton.run import summed  # noqa: PLC0415 (a small check needs no programs)
    if at_once(item):
        if item.row:
            from bouton.run.starts import InARow  # noqa: PLC0415 (few claims are about a row of positions)

            yield InARow(None if choice == "ground" else limits)
        elif choice != "ground" and has_sets(item.game.fluents):
            from bouton.run.boards import BoardJudge  # noqa: PLC0415 (few games have sets)

            yield BoardJudge(limits)
        elif by_program:
            yield summed.backwards(limits)
        yield ground.Ground()
        return
    if choice == "auto":
        yield ByHeaps(limits, summed.judged if by_program else None)
    if below:
        yield summed.AtPoints(limits)
    if by_program:
        # where there are few positions the compiler of C would take longer than they do
        language = "Python" if slow and not large else None
        yield summed.compiled(limits, options.apart, inf if choice == "compiled" else _patience(item, limits), language)
    if not beside:
        yield ground.Ground(_PART * limits.seconds, tuning.ground)


def much_below(item: Pass, least: int) -> bool:
    """Whether a pass is about named positions in a space of so many positions, at least, that a program can solve."""
    if not item.region.named or item.game.rules.alliances or item.game.rules.exists is not None or not item.plays:
        return False
    plain = all(one.kind in _POINTS and one.draw is None and one.about == "positions" for one in item.claims)
    whole = hull(item.game, item.region.hull) if plain and not item.remote else None
    return whole is not None and whole.size() >= least


def at_once(item: Pass) -> bool:
    """Whether clingo takes no first look: of sets, if positions come back, or moves are counted."""
    return item.remote or item.game.cycles == "followed" or has_sets(item.game.fluents)


def compiles(item: Pass, options: Options) -> bool:
    """Whether a compiled program is made for a pass that clingo could judge too."""
    if at_once(item):
        return False
    large = item.region.position is None and item.region.size() >= options.tuning.compile_from
    wanted = options.engine == "auto" and any(obstacle(claim) is None for claim in item.claims)
    return large and wanted and not too_large(item.region, options.limits) and not is_sure(item)


def head(emit: Emit, spec: Spec, item: Pass, seconds: float, whole: float) -> None:
    """Look at the least positions of a pass (see `bouton.run.ground.head`), unless values of heaps judge it at once."""
    if not is_sure(item) and not at_once(item):
        ground.head(emit, spec, item, seconds, whole)


def _patience(item: Pass, limits: Limits) -> float:
    """How long the rules may be read symbolically before clingo judges a box, where it can."""
    part = _PART * limits.seconds
    return part if too_large(item.region, limits) else min(part, _LEAST + item.region.size() / _RATE)
