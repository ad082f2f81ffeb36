"""One claim of a pass judged by clingo, by generated Python and by generated C, for comparison."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from typing import Any

from bouton.claims.passes import Pass, single
from bouton.compiled.engine import load
from bouton.compiled.job import KERNEL
from bouton.compiled.judge import in_place_order, ready, surveyed
from bouton.compiled.prepare import CompiledClaim, of_values, prepare
from bouton.compiled.validate import parts
from bouton.core.errors import Unreadable
from bouton.core.game_classes import Pair
from bouton.core.news import Ended
from bouton.core.position import Position
from bouton.core.spec import PLAYS, Claim, Spec
from bouton.ground.box import CounterBox, GroundBox, HeapBox, Region, of_numbers
from bouton.ground.game import Game
from bouton.run.options import Options
from bouton.run.plan import plan_of
from bouton.run.worker import survey

LANGUAGES = ("Python", "C")


def judged(spec: Spec, claim: str | None = None) -> Iterator[tuple[Pass, Claim]]:
    """Each claim of a spec with each of its passes."""
    options = Options(claims=() if claim is None else (claim,), engine="compiled")
    for item in plan_of(spec, options):
        for one in item.claims:
            yield single(spec, item, one), one


def prepared(spec: Spec, item: Pass, claim: Claim) -> CompiledClaim | None:
    """The claim's program, where it has one."""
    try:
        return prepare(spec, item, claim)
    except Unreadable:
        return None


def by_clingo(spec: Spec, item: Pass) -> Ended:
    """What the ground engine says of a pass of one claim."""
    found: list[Any] = []
    survey(found.append, spec, item, Options(engine="ground"))
    (result,) = (one for one in found if isinstance(one, Ended))
    return plain(result)


def by_program(spec: Spec, item: Pass, program: CompiledClaim, language: str) -> Ended:
    """What the program says in that language."""
    result = surveyed(spec, item, program, language)
    assert result.engine == f"compiled {language}"
    if language == "C" and program.job.by_place:  # in another order it is the same, unless a position fails
        found = in_place_order(ready(program, language), lambda _part, _reached: None, threads=2)
        assert found == (None if result.counterexample is not None else (result.positions, result.moves))
    if language == "C" and program.job.independent and not program.job.free:
        asking = prepare(spec, item, program.claim, 0)
        assert asking.job.free
        assert by_program(spec, item, asking, language) == plain(result), "without a table"
    if language == "C" and program.job.mode == KERNEL and not (program.space.sorted or program.job.bits):
        packed = prepare(spec, item, program.claim, 0)
        assert packed.job.bits
        assert by_program(spec, item, packed, language) == plain(result), "with eight marks in a byte"
    return plain(result)


def plain(result: Ended) -> Ended:
    """The result without what may differ."""
    return replace(result, seconds=0.0, engine="", note=None)


def smaller(item: Pass, heaps: int, largest: int, most: int = 40) -> Pass:
    """The pass with so many heaps of so many stones at most, and fewer stones in a counter."""
    counters = dict(item.game.counters)
    parts = list[HeapBox | CounterBox]()
    for part in item.region.hull.parts:
        if isinstance(part, HeapBox):
            sizes = range(part.sizes.start, min(part.sizes.stop, largest + 1))
            counts = part.counts[: max(1, heaps + 1 - part.counts.start)]
            parts.append(HeapBox(part.fluent, counts, sizes))
        elif not isinstance(part, CounterBox):
            parts.append(of_numbers(part))
        elif part.fluent.stones:
            parts.append(CounterBox(part.fluent, part.values[:most]))
            allowed = counters[part.fluent.name]
            counters[part.fluent.name] = range(allowed.start, min(allowed.stop, part.values.start + most))
        else:
            parts.append(part)
    region = Region(GroundBox(tuple(parts)), item.region.position)
    return replace(item, region=region, game=replace(item.game, counters=counters))


def pairs(game: Game, region: Region, positions: Collection[Position], language: str) -> dict[Position, Pair]:
    """The values of positions by a program for both plays, which must be those of programs for one."""
    found: list[Mapping[Position, int]] = []
    for play in (None, *PLAYS):
        job = of_values(game, region, play).job
        engine = load(job, language)
        engine.solve(job.size)
        assert job.entries is not None
        for one in PLAYS if play is None else (play,):
            found.append({at: job.entries.value(engine.machine.entry(*parts(at)), one) for at in positions})
    normal, misere, *alone = found
    assert [normal, misere] == alone
    return {at: (normal[at], misere[at]) for at in positions}
