"""Tables of a box, row by row as they are found: `table`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, overload

from bouton.claims.passes import MARKED, VALUED, in_range, starting
from bouton.claims.subject import rules_of
from bouton.compiled.found import FoundAt
from bouton.core.errors import fault
from bouton.core.news import OnProgress
from bouton.core.position import Fluent, NamedPosition, Parameters, Position, named
from bouton.core.spec import Play, Spec
from bouton.core.tuning import TUNING, Tuning
from bouton.ground.alliances import Side
from bouton.ground.box import Region, among, ground_box
from bouton.ground.domains import placed
from bouton.process.limits import Emit, Limits
from bouton.run.heaps import HalfKnown
from bouton.run.listing import ListedRegion, Listings, solved
from bouton.run.measures import following_on


class Row(NamedTuple):
    """A line of a table: a position and its outcome, "P" or "N", or the side that wins it.

    It is `lost` where the player, or the side, to move loses. `values` are the Sprague-Grundy values of normal and of
    misère play, or that of one play, where they were asked for. `left` says in how many moves it ends, where that was:
    None of a draw.
    """

    parameters: Parameters
    position: NamedPosition
    outcome: Side
    lost: bool
    values: HalfKnown | tuple[int] | None = None
    left: int | None = None


@dataclass(frozen=True, eq=False)
class Rows(Sequence[Row]):
    """Rows that were found together, for one value of the parameters; each is made where it is asked for."""

    parameters: Parameters
    fluents: Sequence[Fluent]
    told: Sequence[FoundAt]

    def __len__(self) -> int:
        return len(self.told)

    @overload
    def __getitem__(self, at: int) -> Row: ...
    @overload
    def __getitem__(self, at: slice) -> Rows: ...
    def __getitem__(self, at: int | slice) -> Row | Rows:
        return replace(self, told=self.told[at]) if isinstance(at, slice) else self._row(self.told[at])

    def __iter__(self) -> Iterator[Row]:
        return map(self._row, self.told)

    def _row(self, one: FoundAt) -> Row:
        position, outcome, lost, known, left = one
        return Row(self.parameters, named(self.fluents, position), outcome, lost, known, left)


def in_parts(
    spec: Spec,
    play: Play,
    limits: Limits,
    progress: OnProgress,
    *,
    values: bool = False,
    alone: bool = False,
    chosen: Sequence[tuple[Parameters, tuple[Position, ...]]] | None = None,
    lost: bool = False,
    remoteness: bool = False,
    tuning: Tuning = TUNING,
) -> Iterator[Sequence[Row]]:
    """Every position of the game's box with its outcome, least parameters and least measure first, as it is found.

    Rows come together as they are found. Where some positions are `chosen`, each with its parameters, it is these
    alone; InputError where one is out of range. It is those alone that are `lost` for who moves, where these are all
    that is asked for.

    With `values` their Sprague-Grundy values too, of both plays or of the one `alone`; InputError for games of
    alliances, which have none; with `remoteness` in how many moves each ends. BrokenOff, where a limit is reached, says
    up to where there are rows.
    """

    def found(spec: Spec) -> Iterator[Sequence[Row]]:
        rules = rules_of(spec)
        if values and rules.alliances:
            raise fault(f"{rules.sources.name} is a game of alliances (side/1), which has no Sprague-Grundy values")
        listings, how = Listings(spec, play, limits, progress), {"values": values, "alone": alone, "remote": remoteness}
        for parameters, region in _regions(spec, chosen):
            if region.size():
                each = VALUED if values else MARKED
                asked = listings.add(_tabulate, region, parameters, lost, tuning, each=each, **how)
                for position in region.listed:
                    in_range(spec, asked.game.counters, position, None)
        for at, part in listings.told("the table"):
            game = listings.asked[at].game
            yield Rows(dict(game.parameters), game.fluents, part.told)
        listings.refuse_deserted("of the box")

    return following_on(spec, found)


def _regions(
    spec: Spec, chosen: Sequence[tuple[Parameters, tuple[Position, ...]]] | None
) -> Iterable[tuple[Parameters, Region]]:
    """The positions of the table: those that are chosen, the starts with all that they reach, or the box."""
    if chosen is not None:
        parts = spec.box.fluents
        named_ones = ((one, tuple(placed(parts, one, at, None) for at in positions)) for one, positions in chosen)
        return ((one, among(spec.fluents, positions)) for one, positions in named_ones)
    if spec.begins is not None:
        starts = ((one, starting(spec, rules_of(spec), one)) for one in spec.box.assignments())
        return ((one, replace(among(spec.fluents, every), reached=True)) for one, every in starts if every)
    return ((one, Region(ground_box(spec.fluents, spec.box, one))) for one in spec.box.assignments())


def _tabulate(emit: Emit, asked: ListedRegion, lost: bool, tuning: Tuning) -> None:
    for part in solved(asked, lost=lost, tuning=tuning):
        if part.looked_at:
            emit(part)
