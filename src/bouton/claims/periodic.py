"""Kind `periodic`: from some size on the values of a single heap, or of a single counter, repeat with a period.

Or, of positions that are sets, those of the one position where games begin, the size being a parameter of the rules.

In normal play, g(n+p) = g(n) + saltus for all n >= e, e the preperiod and p the period. Where `values` are given, they
are those of the heaps 0, 1, ..., e+p-1. Or the outcomes of n and n+p are the same, in either play.

Let a claim say that p is the least period too. Of what repeats with p from e on, with a saltus or without, the least
period divides p, and it is enough to look at e <= n < e+p: so it is p if no p/q does, for a prime q. Where it does, the
claim is false, be it as p is none or as it is not the least one.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice

from bouton.claims.judge import Finding, Judge, speaks
from bouton.claims.kind import ALWAYS, HowComputed, HowJudged, HowProved, HowSaid, Kind, Reads
from bouton.claims.restated import Restated, cells, restated
from bouton.claims.wanted import wanted
from bouton.core.errors import Diagnostic, InputError, fault, fault_at, nearest
from bouton.core.position import Fluent, Heaps, Parameters, Position, as_argument, has_sets
from bouton.core.ranges import RangeExpression
from bouton.core.spec import Claim, Play
from bouton.core.stated import Period
from bouton.core.verdict import Label
from bouton.document.entries import Periodic
from bouton.ground.box import ground_box
from bouton.ground.game import Game
from bouton.ground.graph import Node
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
    least: bool = False


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
    return Repeats(**found, values=said.values, least=said.least)


def beside(claim: Claim, parameters: Parameters) -> tuple[int, ...]:
    """The sizes of the heaps that stay as they are in a row, least first; InputError where one is no size."""
    found = []
    for one in claim.by(Periodic).beside or ():
        size = one if isinstance(one, int) else one.value(parameters)
        if size < 1:
            where = as_argument(parameters, {})
            message = f"beside: {_text(one)} is {size}{f' at {where}' if where else ''}"
            raise fault(message, at=claim.at("beside"), expected="the size of a heap, from 1 on")
        found.append(size)
    return tuple(sorted(found))


def claimed(said: Repeats, size: int, before: Label) -> Label:
    """The value, or outcome, claimed of a heap, where that `period` smaller has the one `before`; None for no claim."""
    if said.values is not None and size < len(said.values):
        return said.values[size]
    if size < said.preperiod + said.period or before is None:
        return None
    return _risen(before, said.saltus)


def _risen(label: Label, saltus: int) -> Label:
    return label + saltus if isinstance(label, int) else label


def lesser(said: Repeats, labels: Mapping[int, Label], first: int = 0) -> tuple[int, int, int] | None:
    """A lesser preperiod or period that will do as well, and the size that shows it; (0, 0, 0) where none will.

    `labels` are what is known of some sizes: values, outcomes, or None where nothing is said. None as long as these do
    not tell, or do not tell all. Of sizes less than the `first` nothing is said.
    """
    start, period = max(said.preperiod, first), said.period
    primes = [one for one in range(2, period + 1) if period % one == 0 and all(one % of for of in range(2, one))]
    shorter = [period // one for one in primes]
    tried = [(start, one, range(start, start + period)) for one in shorter if said.saltus * one % period == 0]
    tried += [(start - 1, period, range(start - 1, start))] if start > first else []
    open_ = False
    for least_, one, sizes in tried:
        rise = said.saltus * one // period
        differs = any(_differ(labels[n], labels.get(n + one), rise) for n in labels if n >= least_)
        if not differs and all(n in labels and n + one in labels for n in sizes):
            return least_, one, sizes[-1] + one
        open_ = open_ or not differs
    return None if open_ else (0, 0, 0)


def _differ(here: Label, there: Label, rise: int) -> bool:
    return here is not None and there is not None and there != _risen(here, rise)


def misvalued(said: Repeats, values: Sequence[int]) -> int | None:
    """The least size that shows that a claim is false; `values` are those of 0, 1, ....

    Whether a period is the least one is told by those of two periods beyond the preperiod.
    """
    found = [one for one in (_other(said, values), _shown(said, values)) if one is not None]
    return min(found, default=None)


def _shown(said: Repeats, values: Sequence[int]) -> int | None:
    if not said.least or len(values) < said.preperiod + 2 * said.period:
        return None
    found = lesser(said, dict(enumerate(values)))
    assert found is not None  # of so many values it is known
    return found[2] if found[1] else None


def _other(said: Repeats, values: Sequence[int]) -> int | None:
    for size, value in enumerate(values):
        asked = claimed(said, size, values[size - said.period] if size >= said.period else None)
        if asked is not None and asked != value:
            return size
    return None


def least(said: Repeats, rows: Collection[Mapping[int, Label]]) -> tuple[int, int]:
    """The least preperiod and period of rows that are known to have those of a claim.

    They are known up to two periods beyond the preperiod at least. The least period of what repeats for ever divides
    every other one, and where there is a saltus, it rises by its share of that.
    """

    def repeats_by(period: int, start: int) -> bool:
        rise = said.saltus * period // said.period
        return not any(_differ(row[n], row.get(n + period), rise) for row in rows for n in row if n >= start)

    start, period = said.preperiod, said.period
    divisors = (one for one in range(1, period + 1) if period % one == 0 and said.saltus * one % period == 0)
    found = next(one for one in divisors if repeats_by(one, start))
    while start > 0 and repeats_by(found, start - 1):
        start -= 1
    return start, found


def told_shorter(said: Repeats, rows: Collection[Mapping[int, Label]], where: str = "") -> str | None:
    """What the least period and its preperiod are, where these are less than is claimed."""
    start, period = least(said, rows)
    if (start, period) == (said.preperiod, said.period):
        return None
    return f"the least period is {period}, from {start} on{where}"


@dataclass
class Repeating(Judge):
    """Judges the values or outcomes of one size after the other."""

    claim: Claim
    said: Repeats
    place: int = 0
    """That of the fluent by which values are counted."""
    beside: tuple[int, ...] = ()
    """The heaps that stay as they are, least first."""
    rows: dict[Position, dict[int, Label]] = field(default_factory=dict)
    """The values or outcomes that were judged, by what else the position has; None where the claim does not speak."""
    every: int = 1
    """How many rows there are."""
    first: int | None = 0
    """The least size that there is; None where it is the first one that is judged."""
    told: set[Position] = field(default_factory=set)
    """The rows of which it is known whether the period is the least."""
    withheld: int = 0
    """How many comparisons were made while that is open of some row."""

    def judge(self, layer: Layer) -> tuple[int, Finding | None]:
        """The layer's heap of another value than is claimed."""
        spoken = 0
        for node in layer.nodes:
            size = _size(node.position[self.place], self.beside)
            if size is None:
                continue
            rest = (*node.position[: self.place], *node.position[self.place + 1 :])
            more, finding = self._at(node, layer, size, rest)
            spoken += more
            if finding is not None:
                return spoken, finding
        return spoken, None

    @classmethod
    def of(cls, claim: Claim, game: Game) -> Repeating:
        """The judge of a claim of this kind."""
        said, others = repeats(claim, game.parameters), beside(claim, game.parameters)
        place = place_of(game.fluents, claim)
        if along_of(claim) is not None:
            return cls(claim, said, place, others, first=None)
        rest = [[*parts[:place], *parts[place + 1 :]] for parts in (game.fluents, claim.box.fluents)]
        rows = ground_box(tuple(rest[0]), replace(claim.box, fluents=tuple(rest[1])), game.parameters).size()
        counted = game.counters.get(game.fluents[place].name, range(1))
        return cls(claim, said, place, others, every=rows, first=max(counted.start, 0))

    def at(self, layer: Layer, parameters: Parameters) -> tuple[int, Finding | None]:
        """The same of the layer's one position, the size being that of a parameter; these come in their order."""
        (node,) = layer.nodes
        size = parameters[along_of(self.claim) or ""]
        assert isinstance(size, int)
        return self._at(node, layer, size, ())

    def _at(self, node: Node, layer: Layer, size: int, rest: Position) -> tuple[int, Finding | None]:
        labels = self.rows.setdefault(rest, {})
        labels[size] = self._label(node, layer) if speaks(self.claim, node) else None
        more, finding = self._of(node, size, labels)
        return self._least(node, rest, more, finding) if self.said.least else (more, finding)

    @property
    def seen(self) -> str | None:
        """The least period and preperiod of what was judged, in words; None where it does not tell two periods."""
        rows = [*self.rows.values()]
        if not rows or any(None in row.values() for row in rows):
            return None
        first, last = max(map(min, rows)), min(map(max, rows))
        if last < max(first, self.said.preperiod) + 2 * self.said.period - 1:
            return None
        start, period = least(self.said, rows)
        at_all = " on, or from before" if start <= first else " on"
        return f"of what was judged the least period is {period}, from {max(start, first)}{at_all}"

    def _label(self, node: Node, layer: Layer) -> Label:
        if self._of_outcomes:
            return layer.outcome(self._play, node.position)
        return layer.values["normal"][node.position]

    @property
    def _of_outcomes(self) -> bool:
        return self.claim.by(Periodic).of == "outcome"

    @property
    def _play(self) -> Play:
        return self.claim.play

    def _of(self, node: Node, size: int, labels: Mapping[int, Label]) -> tuple[int, Finding | None]:
        """How many comparisons a size brings, and the one that fails."""
        said, label = self.said, labels[size]
        if label is None:
            return 0, None
        spoken, after = 0, labels.get(size + said.period)
        if size >= said.preperiod and after is not None:  # by the measure it comes after
            spoken += 1
            if _differ(label, after, said.saltus):
                note = f"the {self._word} of {size} is {label}, that of {size + said.period} is {after}"
                return spoken, self._finding(node, _risen(after, -said.saltus), label, note)
        before = labels.get(size - said.period)
        asked = claimed(said, size, before)
        spoken += asked is not None
        if asked is not None and asked != label:
            note = f"the claim gives {size} the value {asked}, and its value is {label}"
            if said.values is None or size >= len(said.values):
                less = size - said.period
                more = f" and {said.saltus} more" if said.saltus else ""
                note = f"the {self._word} of {size} is {label}, that of {less} is {before}; claimed is the same{more}"
            return spoken, self._finding(node, asked, label, note)
        return spoken, None

    @property
    def _word(self) -> str:
        return "outcome" if self._of_outcomes else "value"

    def _least(self, node: Node, rest: Position, more: int, finding: Finding | None) -> tuple[int, Finding | None]:
        """The same, nothing being spoken of before it is known of each row whether the period is its least one."""
        labels = self.rows[rest]
        found = (
            None if rest in self.told else lesser(self.said, labels, min(labels) if self.first is None else self.first)
        )
        self.withheld += more
        if finding is None and found is not None and found[1]:
            start, period, _ = found
            note = f"the {self._word}s have the period {period} from {start} on as well, and claimed is that "
            note += f"{self.said.period} from {self.said.preperiod} on is the least"
            finding = self._finding(node, f"period {self.said.period}", f"period {period}", note)
        if found is not None:
            self.told.add(rest)
        if finding is None and len(self.told) < self.every:
            return 0, None
        spoken, self.withheld = self.withheld, 0
        return max(spoken, finding is not None), finding

    def _finding(self, node: Node, asked: Label, label: Label, note: str) -> Finding:
        return Finding(node, asked, label, self._play, note, not self._of_outcomes, self.judged - 1)

    @property
    def judged(self) -> int:
        """How many positions were judged so far."""
        return sum(map(len, self.rows.values()))


def _size(value: int | tuple[int, ...], others: Sequence[int]) -> int | None:
    """The size of the one heap beside others, or the value of a counter; None where it is no position of the row."""
    if isinstance(value, int):
        return value
    left = list(value)
    for one in others:
        if one not in left:
            return None
        left.remove(one)
    return sum(left) if len(left) < 2 else None


def along_of(claim: Claim) -> str | None:
    """The parameter by which values are counted, where that is one: each of its values has a game of its own."""
    along = claim.said.along if isinstance(claim.said, Periodic) else None
    return along if any(one.name == along for one in claim.box.parameters) else None


def _misfits(rules: Rules, claim: Claim) -> Iterator[Diagnostic]:
    said, parameter = claim.by(Periodic), along_of(claim)
    if parameter is not None:
        yield from _unlike(rules, claim, parameter)
    elif said.along is not None and said.values is not None:
        message = "values are listed of one heap or counter, not of many rows"
        yield fault_at(claim.at("values"), message, "no `along`")
    if said.least and claim.where is not None:
        message = "what is least is said of all sizes, not of some positions (`where`, `legal`)"
        yield fault_at(claim.at("least"), message, "no `least` beside it")
    for parameters in islice(claim.box.assignments(), _ASSIGNMENTS):
        try:
            repeats(claim, parameters)
            beside(claim, parameters)
        except InputError as error:
            yield from error.diagnostics
            break
    names, along = [fluent.name for fluent in rules.fluents], said.along
    if parameter is not None:
        return
    if has_sets(rules.fluents):
        numbers = [one.name for one in claim.box.parameters if not one.is_set]
        message = "of positions that are sets a period is along a parameter, whose values have one start each"
        expected = f"`along: {numbers[0]}`, say" if numbers else "a parameter that is a number"
        yield fault_at(claim.at("kind" if along is None else "along"), message, expected)
        return
    if along is not None and along not in names:
        message = f"along: {along} is no part of a position"
        yield fault_at(claim.at("along"), message, f"one of {', '.join(names)}", nearest(along, names))
    elif claim.by(Periodic).beside and not isinstance(rules.fluents[names.index(along or "")], Heaps):
        yield fault_at(claim.at("beside"), f"{along} is a counter, beside which no heaps stand", "the name of heaps")
    if along is None and len(names) != 1:
        about = "a period is one of the values of single heaps, or of one counter"
        message, expected = f"{about}; a position here has {', '.join(names)}", f"`along: {names[0]}`, say"
        yield fault_at(claim.at("kind"), message, f"{expected}, with the others fixed in a row")


def _unlike(rules: Rules, claim: Claim, along: str) -> Iterator[Diagnostic]:
    """What is wrong with a claim whose sizes are the values of a parameter."""
    if not has_sets(rules.fluents):
        message = f"along: {along} is a parameter, and only of positions that are sets values are counted by one"
        yield fault_at(claim.at("along"), message, "a counter or heap of the position")
    if any(one.name == along and one.is_set for one in claim.box.parameters):
        yield fault_at(claim.at("along"), f"along: {along} is a set, no number", "a parameter that is a number")
    if claim.by(Periodic).beside:
        yield fault_at(claim.at("beside"), f"{along} is a parameter, beside which no heaps stand", "the name of heaps")
    for key in ("preperiod", "period", "saltus"):
        number = getattr(claim.said, key)
        if isinstance(number, RangeExpression) and along in number.names:
            yield fault_at(claim.at(key), f"{key}: it is one number for all {along}", f"no {along} in it")


def place_of(fluents: Sequence[Fluent], claim: Claim) -> int:
    """The place of the fluent by which the values of a claim are counted."""
    along = claim.by(Periodic).along
    return next((at for at, one in enumerate(fluents) if one.name == along), 0)


def _rows(claim: Claim) -> Iterable[tuple[str, str]]:
    said = claim.by(Periodic)
    start, period, saltus = (_text(one) for one in (said.preperiod, said.period, said.saltus))
    rise = f" + {saltus}" if said.saltus else ""
    rows = f", n being {said.along} in each row" if said.along is not None else ""
    rows = f", n being a heap beside {' and '.join(map(_text, said.beside))}" if said.beside else rows
    left, right = f"g(n+{period})", f"g(n){rise}"
    if said.of == "outcome":
        left, right = f"the outcome of n+{period}", "that of n"
    yield "period", f"{left} {'is' if said.of == 'outcome' else '='} {right} for n >= {start}{rows}"
    if said.least:
        yield "least", f"no lesser period will do, nor a lesser preperiod with it{', in each row' if rows else ''}"
    if said.values is not None:
        yield "values", f"those of 0..{len(said.values) - 1} are listed"


def _text(number: int | RangeExpression) -> str:
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
    Reads(lambda _spec, claim: wanted(claim, where=0), _misfits),
    HowJudged(
        lambda _spec, claim, game: Repeating.of(claim, game),
        values=lambda claim: claim.by(Periodic).of == "value",
        compares=ALWAYS,
        alliances=False,
        every=False,
    ),
    HowComputed(heaps=True, searched=True),
    HowProved(lambda claim: Period(claim.by(Periodic).of == "outcome")),
    HowSaid(rows=_rows, restated=_restated),
)
