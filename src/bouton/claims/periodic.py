"""Kind `periodic`: from some size on the values of a single heap, or of a single counter, repeat with a period.

In normal play, g(n+p) = g(n) + saltus for all n >= e, e the preperiod and p the period. Where `values` are given, they
are those of the heaps 0, 1, ..., e+p-1.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice

from bouton.claims.kind import Finding, Kind
from bouton.claims.restated import Restated, cells, restated
from bouton.core.errors import Diagnostic, InputError, fault, fault_at, nearest
from bouton.core.position import Fluent, Parameters, Position, as_argument
from bouton.core.ranges import Expression
from bouton.core.spec import Claim
from bouton.core.stated import Period
from bouton.document.entries import Periodic
from bouton.ground.layers import Layer
from bouton.rules.file import Rules

_ASSIGNMENTS = 10_000
"""Values of the parameters at which the numbers of a period are worked out before anything is judged."""


@dataclass(frozen=True)
class Repeats:
    """What a claim says of values where its parameters have values: after how many they repeat, from which on."""

    preperiod: int
    period: int
    saltus: int
    values: Sequence[int] | None


def repeats(claim: Claim, parameters: Parameters) -> Repeats:
    """The claim at these values of the parameters; InputError where its numbers make no sense there."""
    said, found = claim.by(Periodic), dict[str, int]()
    for key, least in (("preperiod", 0), ("period", 1), ("saltus", 0)):
        number = getattr(said, key)
        found[key] = number if isinstance(number, int) else number.value(parameters)
        if found[key] < least:
            where = as_argument(parameters, {})
            message = f"{key}: {number.text} is {found[key]} at {where}"
            raise fault(message, at=claim.at(key), expected=f"a number from {least} on")
    return Repeats(**found, values=said.values)


def claimed(said: Repeats, size: int, before: int | None) -> int | None:
    """The value that is claimed of a heap, where that `period` smaller has the value `before`; None for no claim."""
    if said.values is not None and size < len(said.values):
        return said.values[size]
    if size < said.preperiod + said.period or before is None:
        return None
    return before + said.saltus


def misvalued(said: Repeats, values: Sequence[int]) -> int | None:
    """The least size of another value than is claimed; `values` are those of 0, 1, ...."""
    for size, value in enumerate(values):
        asked = claimed(said, size, values[size - said.period] if size >= said.period else None)
        if asked is not None and asked != value:
            return size
    return None


def least(said: Repeats, values: Sequence[int]) -> tuple[int, int]:
    """The least period of values that are known to have a period, and the least preperiod with it.

    `values` are those of 0, 1, ... up to two periods beyond the preperiod at least, without a saltus. The least period
    of values that repeat for ever divides every other one.
    """
    start, period, last = said.preperiod, said.period, len(values)
    divisors = (one for one in range(1, period + 1) if period % one == 0)
    found = next(one for one in divisors if all(values[n] == values[n + one] for n in range(start, last - one)))
    while start > 0 and values[start - 1] == values[start - 1 + found]:
        start -= 1
    return start, found


@dataclass
class _Judge:
    said: Repeats
    place: int
    """That of the fluent by which values are counted."""
    mark: None = None
    rows: dict[Position, dict[int, int]] = field(default_factory=dict)
    """The values of the heaps that were judged, by what else the position has."""

    def judge(self, layer: Layer) -> tuple[int, Finding | None]:
        """The layer's heap of another value than is claimed."""
        said = self.said
        spoken = 0
        for node in layer.nodes:
            size = _size(node.position[self.place])
            if size is None:
                continue
            rest = (*node.position[: self.place], *node.position[self.place + 1 :])
            values = self.rows.setdefault(rest, {})
            value = values[size] = layer.values["normal"][node.position]
            before = values.get(size - said.period)
            if size >= said.preperiod and size + said.period in values:  # by the measure it comes after
                after = values[size + said.period]
                spoken += 1
                if after != value + said.saltus:
                    note = f"the value of {size} is {value}, that of {size + said.period} is {after}"
                    return spoken, Finding(node, after - said.saltus, value, "normal", note, True, self.judged - 1)
            asked = claimed(said, size, before)
            spoken += asked is not None
            if asked is not None and asked != value:
                note = f"the claim gives {size} the value {asked}, and its value is {value}"
                if said.values is None or size >= len(said.values):
                    less = size - said.period
                    more = f" and {said.saltus} more" if said.saltus else ""
                    note = f"the value of {size} is {value}, that of {less} is {before}; claimed is the same{more}"
                return spoken, Finding(node, asked, value, "normal", note, True, self.judged - 1)
        return spoken, None

    @property
    def judged(self) -> int:
        """How many positions were judged so far."""
        return sum(map(len, self.rows.values()))


def _size(value: int | tuple[int, ...]) -> int | None:
    """The size of the one heap of a position, or the value of its counter; None of several heaps."""
    if isinstance(value, int):
        return value
    return sum(value) if len(value) < 2 else None


def _misfits(rules: Rules, claim: Claim) -> Iterator[Diagnostic]:
    for parameters in islice(claim.box.assignments(), _ASSIGNMENTS):
        try:
            repeats(claim, parameters)
        except InputError as error:
            yield from error.diagnostics
            break
    names, along = [fluent.name for fluent in rules.fluents], claim.by(Periodic).along
    if along is not None and along not in names:
        message = f"along: {along} is no part of a position"
        yield fault_at(claim.at("along"), message, f"one of {', '.join(names)}", nearest(along, names))
    if along is None and len(names) != 1:
        about = "a period is one of the values of single heaps, or of one counter"
        message, expected = f"{about}; a position here has {', '.join(names)}", f"`along: {names[0]}`, say"
        yield fault_at(claim.at("kind"), message, f"{expected}, with the others fixed in a row")


def place_of(fluents: Sequence[Fluent], claim: Claim) -> int:
    """The place of the fluent by which the values of a claim are counted."""
    along = claim.by(Periodic).along
    return next((at for at, one in enumerate(fluents) if one.name == along), 0)


def _rows(claim: Claim) -> Iterable[tuple[str, str]]:
    said = claim.by(Periodic)
    start, period, saltus = (_text(one) for one in (said.preperiod, said.period, said.saltus))
    rise = f" + {saltus}" if said.saltus else ""
    rows = f", n being {said.along} in each row" if said.along is not None else ""
    yield "period", f"g(n+{period}) = g(n){rise} for n >= {start}{rows}"
    if said.values is not None:
        yield "values", f"those of 0..{len(said.values) - 1} are listed"


def _text(number: int | Expression) -> str:
    return str(number) if isinstance(number, int) else number.text


def _restated(claim: Claim) -> Iterator[Restated]:
    """Another period, preperiod or saltus, without the values that do not fit it; and each value changed.

    What is an expression stays as it is.
    """
    said = claim.by(Periodic)
    away = {"values": None}
    for key, least in (("preperiod", 0), ("period", 1), ("saltus", 0)):
        number = getattr(said, key)
        if isinstance(number, int):
            yield restated(claim, key, number + 1, beside=away, weaker=key == "preperiod")
            if number > least:
                yield restated(claim, key, number - 1, beside=away)
    values = said.values or []
    yield from cells(claim, "values", values, [f"the value of {size}" for size in range(len(values))])


KIND = Kind(
    "periodic",
    lambda _spec, _claim: [],
    lambda _spec, claim, game: _Judge(repeats(claim, game.parameters), place_of(game.fluents, claim)),
    plays=lambda _claim: ("normal",),
    compares=lambda _claim: True,
    alliances=False,
    values=lambda _claim: True,
    misfits=_misfits,
    states=lambda _claim: Period(),
    every=False,
    rows=_rows,
    restated=_restated,
    heaps=True,
)
