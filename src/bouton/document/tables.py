"""The entries of a published table: what it says, and of which position."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeAlias

from bouton.core.position import Heaps, Position, Value
from bouton.core.ranges import Interval, RangeSyntaxError
from bouton.core.spec import Cell, TableEntry
from bouton.document.faults import Faults
from bouton.document.game import Game
from bouton.document.text import Steps
from bouton.document.valued import Table

_Given: TypeAlias = dict[str, int | tuple[int, ...]]
Resolve: TypeAlias = Callable[[Steps, Mapping[str, int | tuple[int, ...]]], tuple[dict[str, Value], Position] | None]
"""The parameters and the position that names and numbers mean; None where that was noted as a fault."""


def entries(faults: Faults, game: Game, at: Steps, table: Table, resolve: Resolve) -> tuple[TableEntry, ...]:
    """The entries of a table whose claim stands at that path, noting what is wrong with them."""
    listed: list[tuple[Steps, _Given, Cell]] = []
    if table.entries is not None:
        listed = [
            ((*at, "entries", place, "at"), dict(entry.at), entry.value) for place, entry in enumerate(table.entries)
        ]
    elif table.rows is not None and table.values is not None:
        places = _places(faults, game, (*at, "rows"), table.rows, len(table.values))
        if places is None:
            return ()
        if len(places) != len(table.values):
            more = "more" if len(places) > len(table.values) else str(len(places))
            faults.add((*at, "values"), f"there are {len(table.values)} values, and {more} positions in rows", key=True)
            return ()
        listed = [((*at, "rows"), given, cell) for given, cell in zip(places, table.values, strict=True)]
    found: list[TableEntry] = []
    seen: set[tuple[tuple[Value, ...], Position]] = set()
    for path, given, cell in listed:
        meant = resolve(path, given)
        if meant is None:
            if table.entries is None:
                break  # the others of the same ranges have the same fault
            continue
        key = tuple(meant[0].values()), meant[1]
        if key in seen:
            faults.add(path, "this position is listed twice")
        seen.add(key)
        found.append(TableEntry(*meant, cell))
    return tuple(found)


def _places(faults: Faults, game: Game, path: Steps, rows: Mapping[str, Interval], most: int) -> list[_Given] | None:
    """What each position of the ranges is given by, the last running fastest, and one more than `most` at most."""
    heaps = {fluent.name for fluent in game.fluents if isinstance(fluent, Heaps)}
    names = {parameter.name for parameter in game.box.parameters if not parameter.is_set}
    found: list[_Given] = []
    try:
        for numbers in _numbers(list(rows.items()), {}, names):
            given: _Given = {
                name: ((number,) if number else ()) if name in heaps else number for name, number in numbers.items()
            }
            found.append(given)
            if len(found) > most:
                break
    except KeyError as error:
        faults.add(path, f"a range mentions {error.args[0]}, which has no number here")
        return None
    except (RangeSyntaxError, ValueError) as error:
        faults.add(path, str(error))
        return None
    return found


def _numbers(
    ranges: Sequence[tuple[str, Interval]], chosen: dict[str, int], names: set[str]
) -> Iterator[dict[str, int]]:
    if not ranges:
        yield chosen
        return
    (name, interval), *rest = ranges
    for number in interval.at({known: value for known, value in chosen.items() if known in names}):
        yield from _numbers(rest, {**chosen, name: number}, names)
