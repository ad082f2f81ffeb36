"""The positions of a picture solved: who wins, and in impartial games the Sprague-Grundy value."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from bouton.claims.subject import rules_of
from bouton.core.errors import fault
from bouton.core.news import OnProgress, Progress
from bouton.core.position import Position, has_sets
from bouton.core.spec import Play, Spec
from bouton.ground.alliances import Side
from bouton.ground.box import among
from bouton.process.limits import Emit, Limits
from bouton.run.listing import ListedRegion, Listings, solved
from bouton.run.measures import following
from bouton.run.starts import starts
from bouton.show.picture.slice import Cell, Slice

Number: TypeAlias = Literal["", "values", "remoteness"]
"""The numbers that are drawn: none, Sprague-Grundy values, or in how many moves a position ends."""


@dataclass(frozen=True)
class CellMark:
    """What a picture shows at a position: "P", "N", "draw" or the side that wins, and a number if one is asked for."""

    outcome: Side
    value: int | None = None


def played(spec: Spec, play: Play | None, *, number: Number) -> Play | None:
    """The play that is drawn: None in games of alliances; InputError where what is asked for means nothing there."""
    if not rules_of(spec).alliances:
        return play or "normal"
    if number == "values":
        raise fault("a game of alliances has no Sprague-Grundy values", file=spec.file, expected="no --values")
    if number:
        raise fault("of a game of alliances it is drawn who wins", file=spec.file, expected="no --remoteness")
    if play is not None:
        raise fault("in a game of alliances the rules say who wins", file=spec.file, expected="no --play")
    return None


def solve(
    shown: Slice, play: Play | None, limits: Limits, progress: OnProgress, *, number: Number = ""
) -> list[tuple[Cell, CellMark]]:
    """Every cell with what is to be seen there; InputError or LimitReached as in any bounded check."""
    return following(shown.spec, lambda spec: _cells(replace(shown, spec=spec), play, limits, progress, number))


def _cells(
    shown: Slice, play: Play | None, limits: Limits, progress: OnProgress, number: Number
) -> list[tuple[Cell, CellMark]]:
    spec, rules, values, remote = shown.spec, rules_of(shown.spec), number == "values", number == "remoteness"
    if has_sets(spec.fluents):
        if remote:
            raise fault("of starts of games on sets no moves are counted yet", file=spec.file, expected="--values")
        return _of_starts(shown, play or "normal", limits, progress, values)
    listings = Listings(spec, play or "normal", limits, progress)
    wanted: list[set[Position]] = [set() for _ in shown.assignments]
    for cell in shown.cells:
        wanted[cell.assignment].add(cell.position)
    chosen = [index for index, positions in enumerate(wanted) if positions]
    for index in chosen:
        region = among(spec.fluents, tuple(sorted(wanted[index])), of_box=True)
        listings.add(_solve, region, shown.assignments[index], values=values, remote=remote, alone=True)
    seen: dict[tuple[int, Position], CellMark] = {}
    for at, part in listings.told():
        for one in part.told:
            value = one.left if one.values is None else one.values[0]
            seen[chosen[at], one.position] = CellMark(one.outcome, value)
    if rules.legal is None:
        return [(cell, seen[cell.assignment, cell.position]) for cell in shown.cells]
    if not seen:
        raise rules.deserted("of the picture")
    known = ((cell, seen.get((cell.assignment, cell.position))) for cell in shown.cells)
    return [(cell, one) for cell, one in known if one is not None]


def _of_starts(
    shown: Slice, play: Play, limits: Limits, progress: OnProgress, values: bool
) -> list[tuple[Cell, CellMark]]:
    """Cells of starts, by searches."""
    wanted = {(tuple(shown.assignments[one.assignment].items()), one.position): one for one in shown.cells}
    found = list[tuple[Cell, CellMark]]()
    for one in starts(shown.spec, play, limits, values=values):
        cell = wanted.get((tuple(one.parameters.items()), one.position))
        if cell is not None:
            found.append((cell, CellMark(one.outcome, one.value)))
            progress(Progress((), len(found), len(wanted)))
    return found


def _solve(emit: Emit, asked: ListedRegion) -> None:
    for part in solved(asked):
        emit(part)
