"""From a claim of a pass to a job: the rules are read symbolically for each number of heaps, then printed."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from hashlib import sha256
from math import inf

from bouton import __version__
from bouton.claims.passes import Pass, obstacle
from bouton.claims.registry import kind_of, stated
from bouton.claims.same_game import companion
from bouton.compiled.images import Image
from bouton.compiled.job import EVERYWHERE, KERNEL, LOCAL, SIDES, SWAP, VALUES, ByPlace, Job
from bouton.compiled.labels import Saying
from bouton.compiled.program import Judged, PrintedProgram, in_any_order
from bouton.compiled.space import LOOSE, HeapKind, Space, space
from bouton.compiled.summed import HeapSum
from bouton.compiled.valued import ValueClaim, valued
from bouton.core.errors import Unreadable
from bouton.core.logic.terms import Term
from bouton.core.position import Heaps, Measure, Members
from bouton.core.spec import Claim, Play, Spec
from bouton.core.stated import Pairs
from bouton.document.entries import SameGame, Strategy
from bouton.ground.box import CounterBox, GroundBox, HeapBox, Region
from bouton.ground.game import Game, hull
from bouton.process.compiler import compiler
from bouton.process.guard import patience
from bouton.reading.command import SymbolicGame
from bouton.reading.evaluate import evaluate
from bouton.reading.orbits import Orbits
from bouton.reading.sides import SIDE, WINNER, one_list
from bouton.rules.file import Rules, Signature

_SECONDS = 15.0
_SMALL, _SPREAD, _BELOW = 1_000_000, 1000, 100_000_000
"""A space may be so many times the box, unless it is small anyway: clingo solves only what moves reach. Of named
positions it is the second number that is small: they are asked for where clingo has not come to an end."""
_MODES = {"kernel": KERNEL, "everywhere": EVERYWHERE, "swap": SWAP, "sides": SIDES, "values": VALUES, "images": KERNEL}


@dataclass(frozen=True)
class Readied:
    """A program for a game as it was read; `space` numbers positions, `play` decides terminals that no rule does."""

    job: Job
    game: Game
    space: Space
    saying: Saying
    play: Play
    summed: HeapSum | None
    beside: Readied | None
    """The other game that positions are compared with."""


@dataclass(frozen=True)
class CompiledClaim(Readied):
    """A claim that can be judged by one."""

    claim: Claim


def prepare(spec: Spec, item: Pass, claim: Claim, room: float = inf) -> CompiledClaim:
    """The job of one claim of a pass, without a table where one would take more bytes than there is room for.

    Unreadable where it cannot be compiled, with the reason.
    """
    reason = obstacle(claim)
    if reason is None and item.region.position is not None:
        reason = "a single position is judged by clingo"
    if reason is None and item.game.rules.alliances and kind_of(claim).computed.program == "swap":
        reason = "normal and misere play of a game of alliances are judged by clingo"
    if reason is not None:
        raise Unreadable(reason)
    program = kind_of(claim).computed.program
    assert program is not None
    mode = SIDES if item.game.rules.alliances and _MODES[program] == KERNEL else _MODES[program]
    written = kind_of(claim).computed.written
    if written is not None:
        here, game = written(spec, claim, item.game, item.region)
        saying = Saying(((claim.where, here),), together=False, legal=claim.legal)
    elif program == "images":
        compared = companion(claim, item.game)
        image = Image(claim.by(SameGame).image or "", compared.game, compared.play)
        saying, game = Saying(((claim.where, None),), together=False, legal=claim.legal, image=image), item.game
    else:
        saying, game = saying_of(spec, claim), item.game
    made = _made(game, item.region, mode, saying, claim.play, room=room)
    return CompiledClaim(made.job, game, made.space, made.saying, made.play, None, made.beside, claim)


def of_sum(spec: Spec, claim: Claim, game: Game, region: Region, known: HeapSum) -> CompiledClaim:
    """The same of a claim about normal play of a sum of heaps whose values are known: its measure is the stones."""
    if len(game.fluents) != 1 or game.measure.entries[:1] != ("stones",):
        raise Unreadable("positions of several fluents, or a measure that does not begin with the stones")
    stones = replace(game, measure=Measure.default(game.fluents))
    made = _made(stones, region, KERNEL, saying_of(spec, claim), "normal", known)
    return CompiledClaim(made.job, game, made.space, made.saying, made.play, known, None, claim)


def of_values(game: Game, region: Region, play: Play | None = None) -> Readied:
    """A program that enters the values of all positions of a region, of a play or both; Unreadable if there is none."""
    nothing = Saying(((None, None),), together=False, valued=ValueClaim(play), legal=game.rules.exists)
    return _made(game, region, VALUES, nothing, "normal")


def of_outcomes(game: Game, region: Region, play: Play, room: float = inf, summed: HeapSum | None = None) -> Readied:
    """A program that marks the P-positions of a region, or the sides that win; Unreadable where there is none.

    In a sum of heaps whose values are known these say it, and no move is looked at.
    """
    mode = SIDES if game.rules.alliances else KERNEL
    nothing = Saying(((None, None),), together=False, legal=game.rules.exists)
    return _made(game, region, mode, nothing, play, summed, room=room, claimed=False)


def of_saying(game: Game, region: Region, saying: Saying) -> Readied:
    """A program that tells where predicates of the rules hold; Unreadable where there is none."""
    return _made(game, region, EVERYWHERE, saying, "normal", room=0, claimed=False)


def _made(
    game: Game,
    region: Region,
    mode: int,
    saying: Saying,
    play: Play,
    summed: HeapSum | None = None,
    room: float = inf,
    claimed: bool = True,
) -> Readied:
    there, games = read(game, region, mode, saying)
    beside = None
    if saying.image is not None:
        other = saying.image.other
        beside = of_outcomes(other, Region(saying.image.around(games, there)), saying.image.play)
        saying = replace(saying, image=replace(saying.image, space=beside.space, plain=in_any_order(beside.space)))
    if mode == SIDES:
        saying = replace(saying, sides=_sides(games, saying.labels))
    tables = 2 if mode in (SWAP, SIDES) else 1
    everywhere = (saying.together or saying.members[0][0] is None) and saying.legal is None
    whole = hull(game, region.hull)
    local = claimed and everywhere and whole == region.hull and not (saying.alone or there.sorted or saying.image)
    if mode == KERNEL and local and summed is None:
        mode = LOCAL
    independent, large = mode in (LOCAL, EVERYWHERE) and not there.sorted, there.places > room
    bits = large and mode == KERNEL and not there.sorted and summed is None and compiler() is not None
    there = replace(there, asked=independent and large, bits=bits)
    by_place = _by_place(mode, there, claimed, summed)
    program = PrintedProgram(there, games, saying, play == "normal", tables, judged(region.hull), summed, by_place)
    c, python = program.c(), program.python()
    order = repr(there.measure.entries) if there.sorted else ""
    key = sha256("\0".join((__version__, str(mode), order, c, python)).encode()).hexdigest()
    entries = program.entries
    table = 0 if there.asked else there.places * (1 if entries is None else entries.bytes)
    table = -(-table // 8) if bits else table
    mosts = tuple(kind.most for kind in there.kinds)
    plain = replace(there, measure=replace(there.measure, weigh=None)) if there.sorted else None
    job = Job(key, mode, mosts, len(there.counters), c, python, there.size, table, independent, entries, plain, bits)
    return Readied(replace(job, by_place=by_place), game, there, saying, play, summed, beside)


def _by_place(mode: int, there: Space, claimed: bool, summed: HeapSum | None) -> ByPlace:
    """What is done in the order of places."""
    if there.sorted or mode == VALUES:
        return ""
    if not claimed:
        return "found"
    if mode == LOCAL:
        return "marked"
    return "solved" if mode == KERNEL and summed is None and not there.bits else ""


def read(game: Game, region: Region, mode: int, saying: Saying) -> tuple[Space, list[SymbolicGame]]:
    """The space around a region, and the rules read for each shape; Unreadable where there is none."""
    whole = hull(game, region.hull)
    if whole is None:
        raise Unreadable("positions with sets, or of no heaps at all, are not compiled here")
    size = whole.size()  # before there is a space, which may be too large where the region is not
    if size > (_BELOW if region.named else _SMALL) and size > _SPREAD * region.size():
        raise Unreadable(f"the box has few of the {size} positions that it would take to solve it")
    there = space(game.fluents, game.measure, whole)
    ends = [signature for signature in (SIDE, WINNER) if signature in game.rules.defined]
    # formulas of values may be recursions that clingo grounds in a moment
    with patience(_SECONDS) if mode == VALUES else nullcontext():
        weights = [(name, 1) for name in there.measure.predicates]
        wanted, largest = [*saying.wanted, *ends, *weights], max((kind.largest for kind in there.kinds), default=0)
        return there, [*Ranges(tuple(there.shapes), there.counters, largest).games(game, wanted).values()]


def saying_of(spec: Spec, claim: Claim) -> Saying:
    """What a claim says of a position, in the form that programs have it; Unreadable where that cannot be."""
    said = stated(claim)
    arity = 0 if isinstance(said, Pairs) else said.arity  # of a class `iff` tells which pairs are swapped
    if claim.together:
        members = tuple((one.where, one.iff) for one in spec.members(claim))
        return Saying(members, together=True, arity=arity, strategy=claim.strategy, legal=claim.legal)
    if arity and claim.iff in (claim.where, claim.legal):
        raise Unreadable(f"{claim.iff} with and without an argument is judged by clingo")
    about = valued(claim) if kind_of(claim).computed.program == "values" else None
    moves = claim.said.moves if isinstance(claim.said, Strategy) else None
    named = claim.strategy or moves
    alone = moves is not None
    members = ((claim.where, claim.iff),)
    one = Saying(members, together=False, arity=arity, valued=about, strategy=named, alone=alone)
    return replace(one, legal=claim.legal)


def _sides(games: Sequence[SymbolicGame], wanted: Sequence[Signature]) -> tuple[Term, ...]:
    """The sides of a game of alliances; Unreadable where they are not one or two."""
    found = one_list(games, [SIDE, WINNER, *(signature for signature in wanted if signature[1])])
    if not found:
        raise Unreadable("no rule names a side")
    return found


def judged(box: GroundBox) -> Judged:
    """The box in the form that the program has it."""
    heaps = [part for part in box.parts if isinstance(part, HeapBox)]
    counters = tuple((part.values[0], part.values[-1]) for part in box.parts if isinstance(part, CounterBox))
    counts = tuple((one.counts[0], one.counts[-1]) if one.sizes else (0, 0) for one in heaps)
    return Judged(counts, tuple((one.sizes[0], one.sizes[-1]) if one.sizes else (1, 1) for one in heaps), counters)


@dataclass(frozen=True)
class Ranges:
    """How many heaps each fluent of heaps may have, each of at most `largest` stones, and the ends of each counter."""

    counts: Sequence[Sequence[int]]
    counters: Sequence[tuple[int, int]]
    largest: int

    def games(self, game: Game, wanted: Sequence[Signature] = ()) -> dict[str, SymbolicGame]:
        """The rules read for each way in which heaps are many, by its key; Unreadable where they cannot be."""
        fluents = game.rules.fluents
        heaps, others = ([one.name for one in fluents if isinstance(one, Heaps) is are] for are in (True, False))
        values, ranges, more = dict(game.parameters), dict(zip(others, self.counters, strict=True)), Orbits()
        size = max(LOOSE, self.largest)
        found: dict[str, SymbolicGame] = {}
        for many in self.counts:
            given = dict(zip(heaps, many, strict=True))
            read = evaluate(game.rules, values, given, ranges, wanted, size, digits=True, recursion=more)
            found[",".join(map(str, many))] = read
        return found

    def space(self, rules: Rules) -> Space:
        """Where their numbers are."""
        plain = tuple(one for one in rules.fluents if not isinstance(one, Members))
        kinds = tuple(HeapKind(one, 0, self.largest) for one in plain if isinstance(one, Heaps))
        return Space(plain, Measure.default(rules.fluents), tuple(self.counters), kinds)
