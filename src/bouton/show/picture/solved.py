"""The positions of a picture solved: who wins, and in impartial games the Sprague-Grundy value."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bouton.claims.kind import game_of
from bouton.claims.subject import rules_of
from bouton.compiled.judge import compiled_pairs
from bouton.core.errors import fault
from bouton.core.news import Progress
from bouton.core.position import Position
from bouton.core.spec import Play, Spec
from bouton.ground.alliances import Side
from bouton.ground.box import Region, among
from bouton.ground.game import Game
from bouton.ground.layers import layers
from bouton.process.limits import Emit, Limits, Task, run
from bouton.run.heaps import pair_by_heaps
from bouton.show.picture.slice import Cell, Slice


@dataclass(frozen=True)
class Seen:
    """What a picture shows at a position: "P" or "N" or the side that wins, and the value where it is asked for."""

    outcome: Side
    value: int | None = None


def played(spec: Spec, play: Play | None, *, values: bool) -> Play | None:
    """The play that is drawn: None in games of alliances; InputError where what is asked for means nothing there."""
    if not rules_of(spec).alliances:
        return play or "normal"
    if values:
        raise fault("a game of alliances has no Sprague-Grundy values", file=spec.file, expected="no --values")
    if play is not None:
        raise fault("in a game of alliances the rules say who wins", file=spec.file, expected="no --play")
    return None


def solve(
    shown: Slice, play: Play | None, limits: Limits, progress: Callable[[Progress], None], *, values: bool = False
) -> list[tuple[Cell, Seen]]:
    """Every cell with what is to be seen there; InputError or LimitReached as in any bounded check."""
    spec, rules = shown.spec, rules_of(shown.spec)
    tasks: list[Task] = []
    wanted: list[set[Position]] = [set() for _ in shown.assignments]
    for cell in shown.cells:
        wanted[cell.assignment].add(cell.position)
    chosen = [index for index, positions in enumerate(wanted) if positions]
    for index in chosen:
        parameters = shown.assignments[index]
        game = game_of(spec, rules, spec.box, parameters)
        region = among(spec.fluents, tuple(sorted(wanted[index])))
        tasks.append(Task(_solve, (game, region, play or "normal", values, limits), limits, work=spec.file))
    total, done = sum(map(len, wanted)), 0
    seen: dict[tuple[int, Position], Seen] = {}
    for event in run(tasks):
        if event.error is not None:
            raise event.error
        if event.value is not None:
            done += len(event.value)
            progress(Progress((), done, total))
            seen.update(((chosen[event.task], position), what) for position, what in event.value)
    return [(cell, seen[cell.assignment, cell.position]) for cell in shown.cells]


def _solve(emit: Emit, game: Game, region: Region, play: Play, values: bool, limits: Limits) -> None:
    pair_of = pair_by_heaps(game, region, limits, play) or (compiled_pairs(game, region) if values else None)
    if pair_of is not None:
        numbers = [(position, pair_of(position)[play == "misere"]) for position in region.listed]
        assert all(value is not None for _, value in numbers), "what is not known is neither P nor N"
        emit([(at, Seen("N" if value else "P", value if values else None)) for at, value in numbers])
        return
    for layer in layers(game, region, frozenset(), (play,), values=values):
        found: Sequence[tuple[Position, Seen]] = [
            (
                node.position,
                Seen(
                    layer.option_outcome(play, node.position),
                    layer.values[play][node.position] if values else None,
                ),
            )
            for node in layer.nodes
        ]
        emit(found)
