"""Where games on sets begin: who wins there, and the value, for each value of the parameters.

A claim that values repeat along a parameter is judged here too, by the start for each of its values, in turn.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bouton.boards.plain import Cyclic, Faulty, Odd
from bouton.claims.judge import game_of
from bouton.claims.passes import Pass, starting
from bouton.claims.periodic import Repeating
from bouton.claims.refutation import refuted
from bouton.claims.subject import rules_of
from bouton.core.errors import Unreadable, fault
from bouton.core.news import Ended, Left, Progress
from bouton.core.position import Position, Value
from bouton.core.spec import Play, Spec
from bouton.ground.alliances import Side
from bouton.ground.box import among
from bouton.ground.layers import Layer, layers
from bouton.process.limits import Emit, Limits, Task, run
from bouton.run.boards import SolvedBoard, searched
from bouton.run.measures import following_on


@dataclass(frozen=True)
class Start:
    """A position where games begin: "P", "N", "draw" or the side that wins, and the value where it was asked for."""

    parameters: dict[str, Value]
    position: Position
    outcome: Side
    value: int | None = None
    mover: Side | None = None
    """The side to move, where there are sides."""


@dataclass(frozen=True)
class _Starts(Pass):
    """Starts that no claim is about."""

    valued: bool = False

    @property
    def values(self) -> bool:
        """Whether Sprague-Grundy values are needed."""
        return self.valued


def starts(spec: Spec, play: Play, limits: Limits, *, values: bool = False) -> Iterator[Start]:
    """The starts of a spec's box, least parameters first, as they come; InputError or LimitReached as of any check."""
    if spec.begins is None:
        message = "the spec does not say where games begin"
        raise fault(message, file=spec.file, expected="`starts: PREDICATE` in the spec")
    for part in following_on(spec, lambda about: ([one] for one in _starts(about, play, limits, values))):
        yield from part


def _starts(spec: Spec, play: Play, limits: Limits, values: bool) -> Iterator[Start]:
    for event in run([Task(_solve, (spec, play, limits, values), limits, work=spec.file)]):
        if event.error is not None:
            raise event.error
        if isinstance(event.value, Start):
            yield event.value


def _solve(emit: Emit, spec: Spec, play: Play, limits: Limits, values: bool) -> None:
    rules = rules_of(spec)
    for rank, parameters in enumerate(spec.box.assignments()):
        region = among(spec.fluents, starting(spec, rules, parameters))
        if not region.size():
            continue
        game = game_of(spec, rules, spec.box, parameters)
        item = _Starts(rank, (), game, region, frozenset(), (play,), lists=False, valued=values)
        found, solved = at_starts(item, limits)
        for layer in found:
            for node in layer.nodes:
                sides = layer.alliances
                outcome = layer.outcome(play, node.position) if sides is None else layer.winner(node.position)
                value = layer.values[play][node.position] if values else None
                mover = None if sides is None else sides.mover(node)
                emit(Start(parameters, node.position, outcome, value, mover))
        if solved is not None:
            solved.close()


def at_starts(item: Pass, limits: Limits | None) -> tuple[list[Layer], SolvedBoard | None]:
    """The layers of a pass, and what it was solved by within the limits; by clingo where that cannot, or without."""
    if limits is not None:
        try:
            solved = searched(item, limits)
            return [*solved.layers()], solved
        except (Unreadable, Cyclic, Faulty, Odd):
            pass
    return [*layers(item.sought)], None


@dataclass(frozen=True)
class InARow:
    """Judges each value in its turn and keeps what those before have, so that the least failure is found first.

    That is by searches within the limits, where these can, or by clingo alone without any.
    """

    limits: Limits | None

    def judge(self, emit: Emit, _spec: Spec, item: Pass) -> Sequence[Left]:
        """Judge every claim of the pass."""
        started = time.monotonic()
        judges = {claim.id: Repeating.of(claim, item.game) for claim in item.claims}
        spoken, moves = dict.fromkeys(judges, 0), dict.fromkeys(judges, False)
        engine, note = "clingo", ""
        for seen, one in enumerate(item.row, 1):
            (layer,), solved = at_starts(one, self.limits)
            if solved is not None:
                engine = f"boards in {solved.language}"
                note = f"solved {solved.said}"
            for claim in item.claims:
                if claim.id in judges:
                    more, finding = judges[claim.id].at(layer, one.parameters)
                    moves[claim.id] = moves[claim.id] or not layer.nodes[0].terminal
                    if finding is not None:
                        del judges[claim.id]
                        emit(refuted(one, claim, spoken[claim.id], layer, finding, started, engine, note or None))
                    spoken[claim.id] += more
            if solved is not None:
                solved.close()
            if not judges:
                return ()
            emit(Progress((), seen, item.size))
        seconds = time.monotonic() - started
        for name, judge in judges.items():
            told = "; ".join(filter(None, [note, judge.seen])) or None
            emit(Ended(name, spoken[name], moves[name], seconds, None, engine, told, item.size))
        return ()
