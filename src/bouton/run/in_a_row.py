"""Claims about the start of a game for each value of a parameter, one after the other: that values repeat along it."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

from bouton.claims.passes import Pass
from bouton.claims.periodic import Repeating
from bouton.claims.refutation import refuted
from bouton.core.news import Ended, Left, Progress
from bouton.core.spec import Spec
from bouton.process.limits import Emit, Limits
from bouton.run.starts import at_starts


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
