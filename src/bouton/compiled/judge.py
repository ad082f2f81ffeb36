"""The claims of a pass judged by compiled programs, in a child process; what cannot be is left to clingo."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from math import inf
from typing import TypeAlias

from bouton.claims.passes import Pass, fits, needs, obstacle, passes, single
from bouton.claims.refutation import refuted
from bouton.claims.registry import kind_of
from bouton.claims.same_game import ImageJudge
from bouton.compiled.engine import Engine, Machine, load
from bouton.compiled.job import KERNEL, LOCAL
from bouton.compiled.prepare import CompiledClaim, of_values, prepare
from bouton.compiled.validate import box, parts, validate, whole
from bouton.compiled.valued import ValueClaim
from bouton.core.errors import Disagreement, InputError, LimitReached, Misfit, Unreadable
from bouton.core.game_classes import Pair
from bouton.core.news import Apart, Ended, Left, Parted, Progress, Reached
from bouton.core.position import Position
from bouton.core.spec import Claim, Play, Spec
from bouton.core.tuning import TUNING
from bouton.ground.alliances import Alliances
from bouton.ground.box import Region
from bouton.ground.game import Game, hull
from bouton.ground.graph import Grounder, Node, Rows
from bouton.ground.kernel import terminals
from bouton.ground.layers import Layer, listed
from bouton.process.compiler import compiler
from bouton.process.guard import patience
from bouton.process.limits import Emit, Limits, alone
from bouton.rules.file import Rules

Tell: TypeAlias = Callable[[float, Reached | None], None]
"""Is told what part is done, and how far nothing fails, where that is known."""
_TELL = 0.4
_PART = 1 / 3
"""Of the time limit, in which all positions must be judged in the order of their places."""
_LARGE = 500_000
"""Positions from which on several processes are worth the start of them."""
_TABLE, _ALONE, _ROOM = 1 << 26, 1 << 28, 1 / 2
"""Bytes that a table may have before one is done without, if that is quick: upward, and in the order of places; and the
part of the memory that it may take in any case."""
_SAMPLE, _QUICK = 2_000, 5e6
"""The last positions of a box, by which it is seen; and how many of them a second are quick."""


@dataclass(frozen=True)
class Compiled:
    """Judges by programs, in C or Python, what can be compiled; a claim `apart` is handed on, to be judged in parts.

    A claim for which reading the rules takes more than so many seconds is left to clingo. The programs are in C where
    that is possible, unless a `language` is given.
    """

    limits: Limits | None = None
    apart: Apart = "never"
    seconds: float = inf
    language: str | None = None

    def judge(self, emit: Emit, spec: Spec, item: Pass) -> Sequence[Left]:
        """Judge what can be compiled; what is left must fit into the memory of the limits when clingo judges it."""
        left = self._judge(emit, spec, item)
        if left:
            if self.limits is not None and item.region.position is None:
                first = next(claim for claim in item.claims if claim.id == left[0].claim)
                fits(first.id, first.place, item.region, item.parameters, self.limits, left[0].reason)
            emit(Progress((), 0, item.region.size(), doing=f"clingo judges alone, as {left[0].reason}"))
        return left

    def _judge(self, emit: Emit, spec: Spec, item: Pass) -> list[Left]:
        left, prepared, size = list[Left](), list[CompiledClaim](), item.region.size()
        for claim in item.claims:
            kind_of(claim).judged.judge(spec, claim, item.game)  # refuses a claim that means nothing for these rules
            emit(Progress((), 0, size, doing="reading the rules symbolically"))
            try:
                with patience(self.seconds) if self.seconds < inf else nullcontext():
                    prepared.append(self._prepared(spec, item, claim))
            except Unreadable as error:
                left.append(Left(claim.id, item.game.rules.sources.reason(error)))
        told = 0

        def tell(part: float, reached: Reached | None, claim: str) -> None:
            nonlocal told
            told = int(part * size) if not left else told  # else clingo goes through all positions once more
            emit(Progress((claim,), told, size, reached=reached))

        for at, one in enumerate(prepared):
            each = lambda part, reached, at=at, claim=one.claim.id: tell((at + part) / len(prepared), reached, claim)  # noqa: E731
            emit(Progress((), told, size, doing="compiling the rules"))
            try:
                emit(self._one(spec, item, one, each))
            except Misfit as error:
                left.append(Left(one.claim.id, str(error)))
        return left

    def _one(self, spec: Spec, item: Pass, one: CompiledClaim, tell: Tell) -> Ended | Parted:
        """The end of a claim; or that others are to judge it range by range, as where it fails on several processes."""
        started = time.monotonic()
        large = one.job.size >= _LARGE
        sent, found = large and _at_once(one, self.apart), None
        one, engine = _quicker(spec, item, one, _TABLE if sent else _ALONE) or (one, ready(one, self.language))
        if not sent:
            threads = 2 if large and self.apart == "independent" else 1
            found = in_place_order(engine, tell, threads, inf if self.limits is None else _PART * self.limits.seconds)
        if found is not None:
            seconds = time.monotonic() - started
            return Ended(one.claim.id, *found, seconds, None, engine.machine.name, engine.note, item.region.size())
        one, engine = _quicker(spec, item, one, _TABLE) or (one, engine)
        if _in_parts(one, self.apart):
            return Parted(one.claim.id, one.job, engine.machine.name, engine.note)
        return surveyed(spec, item, one, self.language, tell, engine)

    def _prepared(self, spec: Spec, item: Pass, claim: Claim) -> CompiledClaim:
        """The program of a claim: its table, if it needs one, must fit into the memory."""
        if self.limits is None:
            return prepare(spec, item, claim)
        found = prepare(spec, item, claim, _ROOM * self.limits.memory)
        memory = found.job.memory + (0 if found.beside is None else found.beside.job.memory)
        if memory > self.limits.memory:
            each = memory / found.job.size
            fits(claim.id, claim.place, item.region, item.parameters, self.limits, each=each)
        return found


def _at_once(prepared: CompiledClaim, apart: Apart) -> bool:
    """Whether a large claim is sent to others at once, which may be more than this machine or go on another day.

    No other machine has the table of another game.
    """
    if prepared.beside is not None:
        return False
    return apart == "always" or (apart == "elsewhere" and prepared.job.independent)


def _in_parts(prepared: CompiledClaim, apart: Apart) -> bool:
    """Whether others are to judge the claim, range by range."""
    if prepared.job.size < _LARGE:
        return False
    return _at_once(prepared, apart) or (apart == "independent" and prepared.job.independent)


def _quicker(spec: Spec, item: Pass, prepared: CompiledClaim, most: int) -> tuple[CompiledClaim, Engine] | None:
    """A program in place of one with a table of more bytes than that, where it is the quicker one.

    Upward a large table is read all over, where memory is slow; and whoever has a part would need one of his own.
    """
    # in Python there is a table in any case
    if prepared.job.table <= most or not prepared.job.independent or compiler() is None:
        return None
    other = prepare(spec, item, prepared.claim, 0)
    asking, size = ready(other), other.job.size
    started = time.process_time()
    try:
        asking.run(max(0, size - _SAMPLE), size)
    except Misfit:  # what fails may lie below
        return None
    return (other, asking) if (time.process_time() - started) * _QUICK < min(_SAMPLE, size) else None


def in_place_order(engine: Engine, tell: Tell, threads: int = 1, seconds: float = inf) -> tuple[int, bool] | None:
    """How many positions were judged, and whether one has a move, if none fails; None where one does.

    None too where there is no such order, or it would take longer than so many seconds: from the least position up it
    would then be known how far nothing fails.
    """
    started = told = time.monotonic()

    def going(part: float) -> bool:
        nonlocal told
        now = time.monotonic()
        if now - told > _TELL:
            told = now
            tell(part, None)
        return (now - started) / part <= seconds

    return engine.at_once(threads, going)


def surveyed(
    spec: Spec,
    item: Pass,
    prepared: CompiledClaim,
    language: str | None = None,
    tell: Tell = lambda _part, _reached: None,
    engine: Engine | None = None,
) -> Ended:
    """What judging a claim in this process comes to; `tell` is told what part is done, and how far nothing fails.

    Misfit or Disagreement where the program and clingo differ.
    """
    started = time.monotonic()
    engine = engine or ready(prepared, language)
    judged, moves, first = through(prepared, engine, tell)  # to the end, or to the first failure
    if first is not None:
        return failure(spec, item, prepared, engine, first, judged, started)
    seconds = time.monotonic() - started
    machine, seen = engine.machine.name, item.region.size()
    return Ended(prepared.claim.id, judged, moves, seconds, None, machine, engine.note, seen)


def ready(prepared: CompiledClaim, language: str | None = None) -> Engine:
    """The program of a claim, loaded and held against clingo; Misfit or Disagreement where that fails."""
    engine, beside = load(prepared.job, language), prepared.beside
    if beside is not None:
        other = load(beside.job, language)
        validate(beside.game, beside, other.machine)
        engine.machine.other = other.machine
    validate(prepared.game, prepared, engine.machine)
    if beside is not None:
        other.solve(beside.job.size)
    return engine


def through(prepared: CompiledClaim, engine: Engine, tell: Tell) -> tuple[int, bool, int | None]:
    """Upward through all positions: how many were judged, whether there was a move, and the first failure."""
    size = prepared.job.size
    # in one process the marks need no pass of their own
    mode = KERNEL if prepared.job.mode == LOCAL and not engine.free else None
    start, step, judged, moves = 0, 4096, 0, False
    while start < size:
        began = time.monotonic()
        span = engine.run(start, min(size, start + step), mode)
        if span.start != start:
            raise Disagreement(f"ranks from {start} on were asked for, and {span} came back")
        judged, moves, start = judged + span.judged, moves or span.moves, span.stop
        if span.first is not None:
            return judged, moves, span.first
        if start < size:
            measure = prepared.space.measure.of(whole(prepared.space, *engine.machine.position(start)))
            tell(start / size, Reached(judged, measure, up_to=False))
        if time.monotonic() - began < _TELL:
            step *= 2
    return judged, moves, None


def explained(spec: Spec, item: Pass, claim: Claim, free: bool, first: int, judged: int) -> Ended:
    """The end of a claim whose ranges, judged elsewhere, with or `free` of a table, fail at `first`."""
    started = time.monotonic()
    prepared = prepare(spec, item, claim, 0 if free else inf)
    return failure(spec, item, prepared, ready(prepared), first, judged, started)


def failure(
    spec: Spec, item: Pass, prepared: CompiledClaim, engine: Engine, first: int, judged: int, started: float
) -> Ended:
    """The counterexample with that number, explained by clingo's moves and replayed; `judged` lie below it.

    Disagreement where clingo finds nothing wrong with it.
    """
    alone = single(spec, item, prepared.claim)
    engine.solve(first if prepared.saying.valued is None else first + 1)
    machine = engine.machine
    position = whole(prepared.space, *machine.position(first))
    rows: Rows = dict.fromkeys(alone.predicates, ())
    measure = item.game.measure.of(position)
    node = listed(item.game, item.region, Node(position, measure, False, (), rows))

    if prepared.saying.valued is None:
        layer = _layer(item, alone.plays, prepared, machine, node)
    else:
        layer = _layer_of_values(item, prepared, prepared.saying.valued, machine, node)
    judge = kind_of(prepared.claim).judged.judge(spec, prepared.claim, item.game)
    if isinstance(judge, ImageJudge) and machine.other is not None:
        other = machine.other
        judge.other.known = lambda at: other.marked(*parts(at))
    _, finding = judge.judge(layer)
    if finding is None:
        where = item.game.text(position)
        raise Disagreement(f"{prepared.claim.id}: compiled rules refute it at {where}, clingo does not")
    return refuted(item, prepared.claim, judged, layer, finding, started, machine.name, engine.note)


def _layer(item: Pass, plays: Sequence[Play], prepared: CompiledClaim, machine: Machine, node: Node) -> Layer:
    """The layer of one position, as the ground engine has it: its outcome follows from those of its options."""
    if prepared.saying.sides:
        return _layer_of_sides(item, plays, prepared, machine, node)

    def is_p(play: Play, option: Position) -> bool:
        return machine.marked(*parts(option), table=int(play == "misere" and len(plays) > 1))

    reaches = {play: any(is_p(play, move.to) for move in node.moves) for play in plays}
    p = {play: terminals(item.game, play)(node) if node.terminal else not reaches[play] for play in plays}
    return Layer(
        [node],
        {play: frozenset([node.position] if found else []) for play, found in p.items()},
        is_p,
        lambda mark: {node.position} if reaches[mark.play] else set(),
    )


def _layer_of_sides(item: Pass, plays: Sequence[Play], prepared: CompiledClaim, machine: Machine, node: Node) -> Layer:
    names = prepared.saying.names
    alliances = Alliances(item.game)
    for move in node.moves:
        alliances.won[move.to] = names[int(machine.marked(*parts(move.to), table=1))]
    mover = alliances.movers[node.position] = names[machine.side(*parts(node.position))]
    options = {alliances.won[move.to] for move in node.moves}
    won = names[machine.ended(*parts(node.position))] if node.terminal else mover
    if options and mover not in options:
        (won,) = options
    alliances.won[node.position] = won
    lost = frozenset([node.position] if won != mover else [])
    return Layer([node], dict.fromkeys(plays, lost), lambda _play, _option: False, lambda _mark: (), alliances)


def _layer_of_values(item: Pass, prepared: CompiledClaim, valued: ValueClaim, machine: Machine, node: Node) -> Layer:
    """The same of a claim about values, with all below that shows why a game is not of a class."""
    reached = {node.position: node}
    level = [node]
    grounder, entries = Grounder.of(item.game, box(prepared.space)), prepared.job.entries
    assert entries is not None

    def values(position: Position) -> Pair:
        return entries.pair(machine.entry(*parts(position)))

    def broken(one: Node) -> bool:
        assert valued.is_so is not None
        return valued.is_so(values(one.position), {values(move.to) for move in one.moves})

    while valued.hereditary and level:
        below = {move.to for one in level if not broken(one) for move in one.moves}
        wanted = sorted(at for at in below - reached.keys() if machine.entry(*parts(at)) & 1)
        level = list(grounder.nodes(wanted))
        reached.update((one.position, one) for one in level)
    positions = {at for one in reached.values() for at in (one.position, *(move.to for move in one.moves))}
    known = {play: {at: entries.value(machine.entry(*parts(at)), play) for at in positions} for play in entries.plays}
    p = {play: frozenset(at for at in [node.position] if found[at] == 0) for play, found in known.items()}
    others = sorted((one for one in reached.values() if one is not node), key=lambda one: (one.measure, one.position))
    return Layer([node], p, lambda play, at: known[play][at] == 0, lambda _mark: (), None, known, others)


# ------------------------------------------------------------------------------------------ whether it can be, in words


def about(spec: Spec, rules: Rules, claim: Claim, limits: Limits) -> str:
    """Which language judges the claim's box and when, or why none does."""
    reason = obstacle(claim)
    if reason is None:
        try:
            reason = alone(_reason, spec, rules, claim, limits=limits)
        except LimitReached as error:
            reason = f"reading the rules symbolically takes too long: {error}"
        except InputError as error:
            reason = error.diagnostics[0].message
    language = "C" if compiler() is not None else "Python (there is no C compiler)"
    if reason is not None:
        below = f"; a program in {language} may solve what lies below, where that takes clingo long"
        return f"not possible: {reason}{below if claim.points else ''}"
    large = f"boxes of {TUNING.compile_from} positions or more"
    smaller = f"those of {TUNING.look_from} or more that would take clingo long"
    return f"a program in {language} judges {large}, {smaller}, and others with --engine compiled"


def _reason(spec: Spec, rules: Rules, claim: Claim) -> str | None:
    whatever = Limits(memory=1 << 62)
    item = next(iter(passes(spec, rules, needs(spec, rules, [claim]), None, whatever, compiled=True)), None)
    if item is None:
        return "the box is empty"
    try:
        prepare(spec, item, claim)
    except Unreadable as error:
        return rules.sources.reason(error)
    return None


# --------------------------------------------------------------------------------------- values for tables and pictures


def compiled_pairs(game: Game, region: Region, worth: int = TUNING.compile_from) -> Callable[[Position], Pair] | None:
    """The values (g, g-) of a region's positions, if they are so many; None where that is left to clingo.

    Disagreement where clingo says otherwise of the lowest positions; LimitReached where there is no room for them.
    """
    whole = hull(game, region.hull)
    if whole is None or whole.size() < worth:
        return None
    try:
        readied = of_values(game, region)
        engine = load(readied.job)
        validate(game, readied, engine.machine)
        engine.solve(readied.job.size)
    except (Unreadable, Misfit):
        return None
    entries = readied.job.entries
    assert entries is not None
    return lambda position: entries.pair(engine.machine.entry(*parts(position)))
