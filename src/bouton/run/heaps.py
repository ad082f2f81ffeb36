"""The engine that judges by the values of single heaps, in place of the graph of all sums.

In normal play the value of a sum is the XOR of those of its heaps. In misère play so much is known where the heaps are
tame: by Theorems 1 and 2 of Gurvich the sum is tame, and its pair of values is that of theirs (`core.game_classes`).
Where one is wild all sums of so many stones are solved, if these are not too many (`compiled.partitioned`).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, TypeAlias

from bouton.claims.passes import Pass
from bouton.claims.registry import kind_of, stated
from bouton.compiled.partitioned import counted, misere_values
from bouton.core.errors import InputError, Unreadable
from bouton.core.news import Ended, Left, Progress
from bouton.core.position import Position
from bouton.core.spec import PLAYS, Claim, Play, Spec
from bouton.core.stated import Period
from bouton.ground.box import CounterBox, HeapBox, MemberBox, Region
from bouton.ground.game import Game
from bouton.ground.graph import Grounder, Node, descends
from bouton.ground.layers import Layer, Mark, Sought
from bouton.process.limits import Emit, Limits
from bouton.proof.ways.sums.beside import Beside
from bouton.proof.ways.sums.form import form
from bouton.rules.file import Rules
from bouton.run.beside import heapwise
from bouton.run.ground import upward

if TYPE_CHECKING:
    from bouton.proof.ways.sums.code import HeapValues

ENGINE = "sum of heaps"
"""The name in reports of the engine that judges by the values of single heaps."""

Layered: TypeAlias = Callable[[Pass, Sequence[Position]], Iterable[Layer]]
"""The layers of some positions, with what a pass asks of them."""
Program: TypeAlias = Callable[[Emit, Spec, Pass, Claim, tuple[Sequence[int], Sequence[bool]], Layered], bool]
HalfKnown: TypeAlias = tuple[int, int | None]
"""The values of a position in normal and in misère play, the latter None where it is not known."""
_FEW = 32
"""Heaps up to this size are asked first whether they are tame: most games are wild already by these."""
_SUMS = 32
"""From so many stones on a position that splits has more than 8000 positions below it."""


@dataclass(frozen=True)
class ByHeaps:
    """Judges by the values of heaps: all claims of a pass, or none; in misère play where they, or all sums, are known.

    Claims about periods it judges wherever the game is seen to be the sum of its heaps; those about P-positions and
    values where moves split heaps so large that their sums are too many.
    """

    limits: Limits
    program: Program | None = None
    """What judges a claim by a program, where the box is large enough for that (see `bouton.run.summed.judged`)."""

    def judge(self, emit: Emit, spec: Spec, item: Pass) -> Sequence[Left]:
        """Judge the claims; they are all left where the game is not known to be a sum of such heaps."""
        most, started = suits(item), time.monotonic()
        if most is None:
            return self._heapwise(emit, spec, item, started)
        emit(Progress((), 0, item.region.size(), doing="solving single heaps"))
        try:
            found = _valued(item.game, item.region, most, self.limits, item.plays)
        except (Unreadable, InputError) as error:  # the rules may not be meant for positions that the box has not
            return _left(item, str(error))
        item = self._by_programs(emit, spec, item, most, found) or item
        if not item.claims:
            return ()
        # moves are derived unless only values are spoken of
        moves = any(not isinstance(stated(claim), Period) for claim in item.claims)
        known = _known(found, item.plays)
        upward(timed(emit, started), spec, item, lambda _: layers(item.sought, known, found.ended, moves=moves), ENGINE)
        return ()

    def _heapwise(self, emit: Emit, spec: Spec, item: Pass, started: float) -> Sequence[Left]:
        """Judge the claims where heaps split beside others (`bouton.run.beside`); else they are left."""
        if not item.plays or not all(
            kind_of(one).computed.heaps and not isinstance(stated(one), Period) for one in item.claims
        ):
            return _left(item, "they are no claims about large sums of heaps")
        try:
            found = heapwise(item.game, item.region, self.limits)
            if found is None:
                return _left(item, "they are no claims about large sums of heaps")
            emit(Progress((), 0, item.region.size(), doing="solving single heaps"))
            known = {play: ByFunction(found.value(play)) for play in item.plays}
        except (Unreadable, InputError) as error:
            return _left(item, str(error))
        upward(timed(emit, started), spec, item, lambda _: layers(item.sought, known, (), moves=True), ENGINE)
        return ()

    def _by_programs(self, emit: Emit, spec: Spec, item: Pass, most: int, found: HeapValues) -> Pass | None:
        """What is left of the pass once programs have judged what they can of a large box; None if all is."""
        judged, box = self.program, item.region.position is None and not item.region.listed
        heaps = item.plays == ("normal",) and not isinstance(item.region.hull.parts[0], CounterBox)
        if judged is None or not (box and heaps):
            return None
        known = found.values[: most + 1], found.ended[: most + 1]
        values = _known(found, item.plays)

        def layers_of(alone: Pass, positions: Sequence[Position]) -> Iterator[Layer]:
            listed = replace(alone.region, listed=tuple(positions))
            return layers(replace(alone.sought, region=listed), values, found.ended, moves=True)

        claims = tuple(one for one in item.claims if not judged(emit, spec, item, one, known, layers_of))
        return None if len(claims) == len(item.claims) else replace(item, claims=claims)


def timed(emit: Emit, started: float) -> Emit:
    """Tells the same, of the end of a claim with the seconds since then."""
    return lambda news: emit(replace(news, seconds=time.monotonic() - started) if isinstance(news, Ended) else news)


def _left(item: Pass, reason: str) -> Sequence[Left]:
    return [Left(claim.id, reason) for claim in item.claims]


def suits(item: Pass) -> int | None:
    """The greatest heap whose value is needed where the values of heaps may judge the pass; None where they may not."""
    periods = all(isinstance(stated(claim), Period) for claim in item.claims)
    if not all(kind_of(claim).computed.heaps for claim in item.claims) or (periods and item.plays != ("normal",)):
        return None
    return _needed(item.game, item.region, always=periods)


def about(rules: Rules, claim: Claim) -> str | None:
    """When the values of single heaps judge the claim, because moves make new heaps; None where they do not."""
    if not kind_of(claim).computed.heaps or isinstance(stated(claim), Period) or not rules.fluents:
        return None
    with suppress(Unreadable):
        if len(rules.fluents) == 1 and form(rules) > 0:
            return f"values of single heaps judge positions of {_SUMS} stones or more, as the game is their sum"
        if len(rules.fluents) > 1 and Beside(rules).more > 0:
            return "a program judges large boxes by what each heap becomes alone, beside the others and the counters"
    return None


def is_sure(item: Pass) -> bool:
    """Whether the values of heaps are sure to judge the pass; in misère play heaps may turn out to be wild."""
    return item.plays == ("normal",) and suits(item) is not None


def pair_by_heaps(game: Game, region: Region, play: Play, limits: Limits) -> Callable[[Position], HalfKnown] | None:
    """What gives positions of a region, and those below, their values by those of heaps; None if these are not used.

    None too where the values of heaps in that play are not all known.
    """
    most = _needed(game, region)
    if most is None:
        return _pair_beside(game, region, limits)
    try:
        found = _valued(game, region, most, limits, (play,))
    except (Unreadable, InputError):
        return None

    def pair(position: Position) -> HalfKnown:
        heaps = stones_of(position)
        return found.value(heaps), found.misere_value(heaps)

    return pair


def single_heaps(game: Game, region: Region, limits: Limits) -> tuple[Sequence[int], Sequence[bool]] | None:
    """The normal-play values of the single heaps of a region, and which of them have no move; None as above."""
    most = _needed(game, region)
    if most is None or not isinstance(region.hull.parts[0], HeapBox):
        return None
    with suppress(Unreadable, InputError):
        found = _valued(game, region, most, limits, PLAYS[:1])
        return found.values[: most + 1], found.ended[: most + 1]
    return None


def _pair_beside(game: Game, region: Region, limits: Limits) -> Callable[[Position], HalfKnown] | None:
    """The same of heaps that split beside others."""
    try:
        found = heapwise(game, region, limits)
        normal, misere = (None if found is None else found.value(play) for play in PLAYS)
    except (Unreadable, InputError):
        return None
    return None if normal is None or misere is None else lambda at: (normal(at), misere(at))


def _needed(game: Game, region: Region, *, always: bool = False) -> int | None:
    """The greatest heap of a region whose positions split into too many sums, or `always` where the rules say sums."""
    if len(game.fluents) != 1 or game.measure.predicates or game.rules.legal is not None:
        return None
    (part,) = region.hull.parts
    if isinstance(part, MemberBox):
        return None
    sizes = part.values if isinstance(part, CounterBox) else part.sizes
    if not sizes or (isinstance(part, CounterBox) and game.counters[part.fluent.name].start != 0):
        return None
    try:
        more = form(game.rules)
    except Unreadable:
        return None
    largest = sizes[-1] if isinstance(part, CounterBox) else sizes[-1] * part.counts[-1]
    return sizes[-1] if always or (more > 0 and largest >= _SUMS) else None


# -------------------------------------------------------------------------- layers of a sum, by the values of its heaps


_AT_ONCE = 200
"""Positions whose moves are derived together."""


def stones_of(position: Position) -> tuple[int, ...]:
    """The sizes of the heaps of a position of one fluent; a counter is one heap."""
    (value,) = position
    return value if isinstance(value, tuple) else (value,)


class ByFunction(Mapping[Position, int]):
    """The value of every position in one play, as a function gives it."""

    def __init__(self, value: Callable[[Position], int | None]) -> None:
        self._value = value

    def __getitem__(self, position: Position) -> int:
        value = self._value(position)
        assert value is not None
        return value

    def __iter__(self) -> Iterator[Position]:
        raise TypeError("the positions are not listed")

    def __len__(self) -> int:
        raise TypeError("the positions are not counted")


def _valued(game: Game, region: Region, most: int, limits: Limits, plays: Collection[Play]) -> HeapValues:
    """The values of heaps of at most so many stones; Unreadable where those of one of the plays are not known."""
    (part,) = region.hull.parts
    stones = most * (part.counts[-1] if isinstance(part, HeapBox) and part.counts else 1)
    for largest in (min(most, _FEW), most) if "misere" in plays else (most,):
        found = _heap_values(game, largest, limits)
        if "misere" in plays and largest >= len(found.pairs):
            return _of_sums(game, most, stones, limits, len(found.pairs))
    return found


def _of_sums(game: Game, most: int, stones: int, limits: Limits, wild: int) -> HeapValues:
    """The values of heaps, and of all sums of so many stones in misère play, as a heap may be `wild`."""
    try:
        counted(stones, most, limits.memory / 2)  # before each heap is asked for its options
        found = _heap_values(game, most, limits)
        sums = misere_values([*map(found.options, range(most + 1))], stones, limits.memory)
    except Unreadable as error:
        unknown = f"a heap of {wild} is not known to be tame, nor are its sums in misère play"
        raise Unreadable(f"{unknown}: {error}") from None
    return replace(found, sums=sums)


def _heap_values(game: Game, most: int, limits: Limits) -> HeapValues:
    from bouton.proof.ways.sums.code import heap_values  # noqa: PLC0415 (a game that is no sum needs no solver)

    return heap_values(game.rules, game.measure, game.parameters, most, limits)


def _known(found: HeapValues, plays: Collection[Play]) -> dict[Play, Mapping[Position, int]]:
    """The values of all positions in these plays."""
    value = {"normal": found.value, "misere": found.misere_value}
    return {play: ByFunction(lambda at, of=value[play]: of(stones_of(at))) for play in plays}  # type: ignore[misc]


def layers(
    sought: Sought, known: Mapping[Play, Mapping[Position, int]], ended: Sequence[bool], *, moves: bool
) -> Iterator[Layer]:
    """The region upward in some plays, by the values of its positions; `ended` tells which single heaps have no move.

    Without `moves` nothing is grounded: then nothing may be `wanted` but values.
    """
    game, region, wanted = sought.game, sought.region, frozenset(sought.wanted)
    grounder = Grounder.of(game, region.hull, wanted) if moves or wanted else None
    judged = frozenset(region.listed) if region.listed or region.position is None else frozenset({region.position})
    inside: Callable[[Position], bool] = judged.__contains__ if judged else region.hull.__contains__
    for found, nodes in _batches(game, region, grounder, ended):
        lost = {play: frozenset(one for one in found if values[one] == 0) for play, values in known.items()}
        reaches = partial(_reaching, nodes, known, inside)
        yield Layer(nodes, lost, lambda play, option: known[play][option] == 0, reaches, None, known)


def _batches(
    game: Game, region: Region, grounder: Grounder | None, ended: Sequence[bool]
) -> Iterator[tuple[list[Position], list[Node]]]:
    waiting: list[list[Position]] = []
    for layer in region.layers(game.measure):
        if grounder is None:
            measure = game.measure.of(layer[0])
            yield layer, [Node(one, measure, all(ended[size] for size in stones_of(one)), (), {}) for one in layer]
            continue
        waiting.append(layer)
        if sum(map(len, waiting)) >= _AT_ONCE:
            yield from _grounded(game, grounder, waiting)
            waiting = []
    if waiting and grounder is not None:
        yield from _grounded(game, grounder, waiting)


def _grounded(
    game: Game, grounder: Grounder, waiting: list[list[Position]]
) -> Iterator[tuple[list[Position], list[Node]]]:
    nodes = grounder.nodes([position for layer in waiting for position in layer])
    for layer in waiting:
        found = [next(nodes) for _ in layer]
        for node in found:
            descends(game, grounder, node)  # else a layer might lead into itself
        yield layer, found


def _reaching(
    nodes: Sequence[Node], known: Mapping[Play, Mapping[Position, int]], inside: Callable[[Position], bool], mark: Mark
) -> Collection[Position]:
    """The positions with a move into a mark, which holds what is judged; elsewhere the values decide."""

    def counts(option: Position) -> bool:
        return option in mark.members if inside(option) else known[mark.play][option] == 0

    return {node.position for node in nodes if any(counts(move.to) for move in node.moves)}
