"""Kind `table`: a published table of values, pairs, outcomes, or of a predicate, checked entry by entry.

Every entry is judged before the first that differs is shown, least measure first for the first of the table's
parameter values where any differs, and the others of those parameter values are listed beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import cast

from bouton.claims.example import about_predicate, extent, found, text
from bouton.claims.judge import Finding, Judge
from bouton.claims.kind import HowComputed, HowJudged, HowSaid, Kind, Reads, no_certificate
from bouton.claims.remoteness import remoteness
from bouton.claims.restated import Restated, cells
from bouton.claims.wanted import naming
from bouton.core.counterexample import short
from bouton.core.position import Position, as_argument, named
from bouton.core.spec import PLAYS, At, Cell, Claim, Play, Spec
from bouton.core.verdict import Label
from bouton.document.tables import Table
from bouton.ground.game import Game
from bouton.ground.graph import Node
from bouton.ground.layers import Layer

_MANY = 50
"""Differing entries that a sentence lists."""


@dataclass
class _Judge(Judge):
    claim: Claim
    game: Game
    entries: Mapping[Position, Cell]
    judged: int = 0
    wrong: list[Finding] = field(default_factory=list)

    def judge(self, layer: Layer) -> tuple[int, Finding | None]:
        """The first entry that differs, once every entry is judged."""
        for node in layer.nodes:
            finding = self._compared(node, layer)
            if finding is not None:
                self.wrong.append(finding)
            self.judged += 1
        if self.judged < len(self.entries) or not self.wrong:
            return len(layer.nodes), None
        return len(layer.nodes), self._first()

    def _first(self) -> Finding:
        first = self.wrong[0]
        each = [
            f"{short(named(self.game.fluents, one.node.position))} ({one.claimed}, not {one.actual})"
            for one in self.wrong[:_MANY]
        ]
        more = f" and {len(self.wrong) - _MANY} more" if len(self.wrong) > _MANY else ""
        listed = f"{len(self.wrong)} of {len(self.entries)} entries differ, at {', '.join(each)}{more}"
        return replace(first, note="; ".join(filter(None, [first.note, listed])))

    def _compared(self, node: Node, layer: Layer) -> Finding | None:
        said, predicate = self.entries[node.position], self.claim.by(Table).predicate
        if predicate is not None:
            stated, rows = extent(said), found(predicate, node)
            if stated == rows:
                return None
            labels = text(predicate, stated), text(predicate, rows)
            note = f"listed as {labels[0]}, but {labels[1]} holds here"
            return Finding(node, *labels, None, note, below=self.judged)
        actual, play = self._actual(node, layer)
        if said == actual:
            return None
        valued = _valued(self.claim)
        note = f"listed as {said}, but it is {actual}: {_options(play, node, layer)}" if valued else ""
        return Finding(node, cast(Label, said), actual, play, note, valued, self.judged)  # the spec's document is sure

    def _actual(self, node: Node, layer: Layer) -> tuple[Label, Play | None]:
        of = self.claim.by(Table).of
        if of == "outcome":
            return layer.outcome(self.claim.play, node.position), self.claim.play
        if of == "remoteness":
            return remoteness(layer, self.claim.play, node), self.claim.play
        if of == "pair":
            return layer.pair(node.position), None
        return layer.values[self.claim.play][node.position], self.claim.play


def _options(play: Play | None, node: Node, layer: Layer) -> str:
    """The values, or the pairs of values, of the options."""
    if not node.moves:
        return "no move is left"
    plays: tuple[Play, ...] = PLAYS if play is None else (play,)
    values = sorted({tuple(layer.values[one][move.to] for one in plays) for move in node.moves})
    return f"the options have {', '.join(str(value if play is None else value[0]) for value in values)}"


def _lists(*whats: str) -> Callable[[Claim], bool]:
    """Whether a table lists one of these, and not rows of a predicate."""
    return lambda claim: claim.by(Table).predicate is None and claim.by(Table).of in whats


_valued = _lists("value", "pair")


def _plays(claim: Claim) -> tuple[Play, ...]:
    table = claim.by(Table)
    if table.predicate is not None:
        return ()
    return PLAYS if table.of == "pair" else (claim.play,)


def _words(_spec: Spec, claim: Claim) -> str:
    predicate = claim.by(Table).predicate
    return no_certificate(claim) if predicate is None else about_predicate(predicate)


def _judge(_spec: Spec, claim: Claim, game: Game) -> _Judge:
    listed = zip(claim.points, claim.by(Table).cells, strict=True)
    return _Judge(claim, game, {at.position: cell for at, cell in listed if at.parameters == game.parameters})


def _restated(claim: Claim) -> Iterator[Restated]:
    """Another entry at one of its positions."""
    table, names = claim.by(Table), [_named(claim, at) for at in claim.points]
    if table.values is not None:
        yield from cells(claim, "values", table.values, names)
    else:
        yield from cells(claim, "entries", table.entries or [], names, where="value")


def _named(claim: Claim, at: At) -> str:
    """A position of the table, as `--at` takes it."""
    entries = zip(claim.box.fluents, at.position, strict=True)
    return as_argument(
        at.parameters, {one.name: [*entry] if isinstance(entry, tuple) else entry for one, entry in entries}
    )


KIND = Kind(
    "table",
    Reads(naming(predicate=None)),
    HowJudged(_judge, plays=_plays, values=_valued, remote=_lists("remoteness"), alliances=False),
    HowComputed(heaps=True),
    said=HowSaid(words=_words, restated=_restated),
)
