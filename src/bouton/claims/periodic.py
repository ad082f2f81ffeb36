"""Kind `periodic`: from some size on the values of a single heap, or of a single counter, repeat with a period.

In normal play, g(n+p) = g(n) + saltus for all n >= e, e the preperiod and p the period. Where `values` are given, they
are those of the heaps 0, 1, ..., e+p-1.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from bouton.claims.kind import Finding, Kind
from bouton.claims.restated import Restated, cells, restated
from bouton.core.errors import Diagnostic
from bouton.core.position import Position
from bouton.core.spec import Claim
from bouton.core.stated import Period
from bouton.document.entries import Periodic
from bouton.ground.layers import Layer
from bouton.rules.file import Rules


def claimed(said: Periodic, size: int, before: int | None) -> int | None:
    """The value that is claimed of a heap, where that `period` smaller has the value `before`; None for no claim."""
    if said.values is not None and size < len(said.values):
        return said.values[size]
    if size < said.preperiod + said.period or before is None:
        return None
    return before + said.saltus


def misvalued(said: Periodic, values: Sequence[int]) -> int | None:
    """The least size of another value than is claimed; `values` are those of 0, 1, ...."""
    for size, value in enumerate(values):
        asked = claimed(said, size, values[size - said.period] if size >= said.period else None)
        if asked is not None and asked != value:
            return size
    return None


@dataclass
class _Judge:
    claim: Claim
    mark: None = None
    values: dict[int, int] = field(default_factory=dict)
    """The values of the heaps that were judged."""

    def judge(self, layer: Layer) -> tuple[int, Finding | None]:
        """The layer's heap of another value than is claimed."""
        said = self.claim.by(Periodic)
        spoken = 0
        for node in layer.nodes:
            size = _size(node.position)
            if size is None:
                continue
            value = self.values[size] = layer.values["normal"][node.position]
            before = self.values.get(size - said.period)
            asked = claimed(said, size, before)
            spoken += asked is not None
            if asked is not None and asked != value:
                note = f"the claim gives {size} the value {asked}, and its value is {value}"
                if said.values is None or size >= len(said.values):
                    less = size - said.period
                    more = f" and {said.saltus} more" if said.saltus else ""
                    note = f"the value of {size} is {value}, that of {less} is {before}; claimed is the same{more}"
                return spoken, Finding(node, asked, value, "normal", note, True, len(self.values) - 1)
        return spoken, None


def _size(position: Position) -> int | None:
    """The size of the one heap of a position; None of several heaps."""
    (value,) = position
    if isinstance(value, int):
        return value
    return sum(value) if len(value) < 2 else None


def _misfits(rules: Rules, claim: Claim) -> Iterator[Diagnostic]:
    if len(rules.fluents) != 1:
        at = dict(claim.places)["kind"]
        names = ", ".join(fluent.name for fluent in rules.fluents)
        message = f"a period is one of the values of single heaps, or of one counter; a position here has {names}"
        yield Diagnostic(message, at.file, at.line, at.column)


def _rows(claim: Claim) -> Iterable[tuple[str, str]]:
    said = claim.by(Periodic)
    rise = f" + {said.saltus}" if said.saltus else ""
    yield "period", f"g(n+{said.period}) = g(n){rise} for n >= {said.preperiod}"
    if said.values is not None:
        yield "values", f"those of 0..{len(said.values) - 1} are listed"


def _restated(claim: Claim) -> Iterator[Restated]:
    """Another period, preperiod or saltus, without the values that do not fit it; and each value changed."""
    said = claim.by(Periodic)
    away = {"values": None}
    yield restated(claim, "preperiod", said.preperiod + 1, beside=away, weaker=True)
    if said.preperiod > 0:
        yield restated(claim, "preperiod", said.preperiod - 1, beside=away)
    yield restated(claim, "period", said.period + 1, beside=away)
    if said.period > 1:
        yield restated(claim, "period", said.period - 1, beside=away)
    yield restated(claim, "saltus", said.saltus + 1, beside=away)
    if said.saltus > 0:
        yield restated(claim, "saltus", said.saltus - 1, beside=away)
    values = said.values or []
    yield from cells(claim, "values", values, [f"the value of {size}" for size in range(len(values))])


KIND = Kind(
    "periodic",
    lambda _spec, _claim: [],
    lambda _claim: ("normal",),
    lambda _claim: True,
    lambda _spec, claim, _game: _Judge(claim),
    compares=lambda _claim: True,
    alliances=False,
    values=True,
    misfits=_misfits,
    states=lambda _claim: Period(),
    every=False,
    rows=_rows,
    restated=_restated,
    heaps=True,
)
