"""The range of a proof: one setting for each assignment of the parameters that are fixed.

What is not fixed is unknown: a parameter that is `all`, and what has a range that depends on one. The ends of such
a range are expressions over unknowns, and part of every problem.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from bouton.core.errors import Unreadable
from bouton.core.logic.arithmetic import add, atom, multiply, number, subtract
from bouton.core.logic.expression import Formula, Linear, Unknown, unknown
from bouton.core.logic.formulas import at_most
from bouton.core.position import Heaps, Parameters, Value, as_argument, numbers_in
from bouton.core.proof import ProofPlace
from bouton.core.ranges import Interval, RangeExpression, Tree
from bouton.core.spec import Claim, CounterRange, HeapRange, ParameterRange, ProofRange, Spec
from bouton.proof.theorem import Counts, Ends

End: TypeAlias = int | RangeExpression | None
"""An end of a range: a number, an expression over unknown parameters, or none."""


@dataclass(frozen=True)
class Span:
    """A range of integers, as far as it is known."""

    low: int | RangeExpression
    high: End

    @property
    def symbolic(self) -> bool:
        """Whether an end depends on what is unknown."""
        return isinstance(self.low, RangeExpression) or isinstance(self.high, RangeExpression)

    @property
    def texts(self) -> list[int | str]:
        """The ends of the range as the spec has them."""
        return [
            end.text if isinstance(end, RangeExpression) else end for end in (self.low, self.high) if end is not None
        ]

    def at(self, parameters: Parameters, most: int) -> range:
        """The numbers of the range at these parameters; of a range without an end the `most` least ones."""
        low = self.low if isinstance(self.low, int) else self.low.value(parameters)
        if self.high is None:
            return range(low, low + most)
        return range(low, (self.high if isinstance(self.high, int) else self.high.value(parameters)) + 1)


@dataclass(frozen=True)
class Setting:
    """One assignment of the parameters that are fixed, with the ranges for it.

    `unknown` are the other parameters, in declared order. With `levels` the number of heaps is not known
    either, and there are no `counts`.
    """

    parameters: dict[str, Value]
    unknown: dict[str, Span]
    counts: tuple[Counts, ...]
    counters: dict[str, Span]
    levels: bool = False

    @property
    def place(self) -> ProofPlace:
        """The values of the parameters, as obligations name them."""
        return ProofPlace(as_argument(self.parameters, {}))

    def of_model(self, model: Mapping[str, int]) -> dict[str, Value]:
        """A value for every parameter: that in a solver's model, or the least in its range where the model has none."""
        found = dict(self.parameters)
        for name, span in self.unknown.items():
            found[name] = model.get(f"{name}.N", span.at(found, 1).start)
        return found

    def assignments(self, most: int) -> Iterator[dict[str, Value]]:
        """Every assignment of all parameters, least first; of one without a greatest value the `most` least."""
        yield from self._assignments(tuple(self.unknown), dict(self.parameters), most)

    def _assignments(self, names: tuple[str, ...], chosen: dict[str, Value], most: int) -> Iterator[dict[str, Value]]:
        if not names:
            yield chosen
            return
        for value in self.unknown[names[0]].at(chosen, most):
            yield from self._assignments(names[1:], {**chosen, names[0]: value}, most)


@dataclass(frozen=True)
class Ranged:
    """A setting in symbols: the unknown parameters, the ends of the counters, and what holds of them all."""

    parameters: dict[str, Unknown]
    counters: dict[str, Ends]
    facts: tuple[Formula, ...]


def ranged(setting: Setting) -> Ranged:
    """The setting with an unknown for each parameter that is not fixed, and what its ranges say of these."""
    values = {name: number(value) for name, value in setting.parameters.items() if isinstance(value, int)}
    parameters: dict[str, Unknown] = {}
    facts: list[Formula] = []
    for name, span in setting.unknown.items():
        low, high = _ends(span, values)
        parameters[name] = unknown(f"{name}.N", low.low, None if high is None else high.high)
        values[name] = atom(parameters[name])
        facts += _between(span, low, values[name], high)
    counters: dict[str, Ends] = {}
    for name, span in setting.counters.items():
        low, high = counters[name] = _ends(span, values)
        one = unknown(f"{name}.N", low.low, None if high is None else high.high)
        facts += _between(span, low, atom(one), high)
    return Ranged(parameters, counters, tuple(facts))


def _ends(span: Span, values: Mapping[str, Linear]) -> tuple[Linear, Linear | None]:
    return _linear(span.low, values), None if span.high is None else _linear(span.high, values)


def _linear(end: int | RangeExpression, values: Mapping[str, Linear]) -> Linear:
    return number(end) if isinstance(end, int) else _evaluated(end.tree, values)


def _evaluated(tree: Tree, values: Mapping[str, Linear]) -> Linear:
    if isinstance(tree, int):
        return number(tree)
    if isinstance(tree, str):
        return values[tree]
    left, right = (_evaluated(side, values) for side in tree[1:])
    return add(left, right) if tree[0] == "+" else subtract(left, right) if tree[0] == "-" else multiply(left, right)


def _between(span: Span, low: Linear, value: Linear, high: Linear | None) -> Iterator[Formula]:
    if isinstance(span.low, RangeExpression):
        yield at_most(low, value)
    if isinstance(span.high, RangeExpression) and high is not None:
        yield at_most(value, high)


def settings(spec: Spec, asked: ProofRange) -> Iterator[Setting]:
    """Every assignment of the fixed parameters, least first; Unreadable for what cannot be unknown."""
    levels = any(f"{fluent.name}.count" in asked.unbounded for fluent in spec.fluents)
    free = unknown_parameters(asked)
    for parameters in _assignments(asked.parameters, free, {}):
        unknown = {
            p.name: _span(p.interval, parameters, free, p.name in asked.unbounded)
            for p in asked.parameters
            if p.name in free and p.interval is not None
        }
        try:
            counts = [asked.counts[fluent.name].at(parameters) for fluent in spec.fluents if isinstance(fluent, Heaps)]
        except KeyError as error:
            raise Unreadable(f"a number of heaps depends on {error.args[0]}, which is unbounded") from None
        counters: dict[str, Span] = {}
        for name, interval in asked.counters.items():
            found = _span(interval, parameters, free, name in asked.unbounded)
            # every value of a counter is meant without an end; an unknown of a statement keeps one that is unknown too
            counters[name] = replace(found, high=None) if spec.moves and name in asked.unbounded else found
        empty = any(
            isinstance(span.low, int) and isinstance(span.high, int) and span.high < span.low
            for span in (*unknown.values(), *counters.values())
        )
        each = () if levels else tuple(itertools.product(*counts))
        if (each or levels) and not empty:
            yield Setting(parameters, unknown, each, counters, levels)


def unknown_parameters(asked: ProofRange) -> frozenset[str]:
    """The parameters that are unknown (see `open_parameters`); Unreadable for a set among numbers that are unknown."""
    free = open_parameters(asked)
    for parameter in asked.parameters:
        needed = sorted(name for one in parameter.subsets or () for name in one.names & free)
        if needed:
            raise Unreadable(f"the range of {parameter.name} depends on {needed[0]}, which is unbounded")
    return free


def open_parameters(asked: ProofRange) -> frozenset[str]:
    """The parameters that are asked for without an end, and those whose ranges depend on them."""
    free: set[str] = set()
    for parameter in asked.parameters:
        intervals = [parameter.interval] if parameter.interval is not None else list(parameter.subsets or ())
        if any(one.names & free for one in intervals) or parameter.name in asked.unbounded:
            free.add(parameter.name)
    return frozenset(free)


def _span(interval: Interval, parameters: Parameters, free: frozenset[str], every: bool) -> Span:
    """The range with what is fixed evaluated; `every` is without a greatest value, unless that is unknown."""
    low = interval.low if interval.low.names & free else interval.low.value(parameters)
    if interval.high.names & free:
        return Span(low, interval.high)
    return Span(low, None if every else interval.high.value(parameters))


def _assignments(
    ranges: tuple[ParameterRange, ...], free: frozenset[str], chosen: dict[str, Value]
) -> Iterator[dict[str, Value]]:
    if not ranges:
        yield dict(chosen)
        return
    first, *rest = ranges
    for value in [None] if first.name in free else first.values(chosen):
        more = {} if value is None else {first.name: value}
        yield from _assignments(tuple(rest), free, {**chosen, **more})


def with_range(claim: Claim) -> Claim:
    """The claim with the range of a proof: the one that is asked for, or its own box."""
    return claim if claim.prove is not None else replace(claim, prove=own_range(claim))


def own_range(claim: Claim) -> ProofRange:
    """The claim's own box as the range of a proof: its parameters, counts and counters, sizes unbounded."""
    counts = {part.name: part.count for part in claim.box.fluents if isinstance(part, HeapRange)}
    counters = {part.name: part.interval for part in claim.box.fluents if isinstance(part, CounterRange)}
    return ProofRange(claim.box.parameters, frozenset(), counts, counters, claim.place)


def every_set(claim: Claim) -> bool:
    """Whether a proof is asked for that covers every set."""
    asked = claim.prove
    return asked is not None and any(one.is_set and one.name in asked.unbounded for one in asked.parameters)


def same_range(claim: Claim, other: Claim) -> bool:
    """Whether proofs of both were asked for, over the same range."""
    return claim.prove is not None and other.prove is not None and _range(claim.prove) == _range(other.prove)


def _range(asked: ProofRange) -> tuple[object, ...]:
    """What a proof is asked for, whatever stands in the file of an end that it has not, and where."""
    ends = [
        (one.name, one.sets, one.subsets)
        if one.interval is None
        else (one.name, one.interval.low, None if one.name in asked.unbounded else one.interval.high)
        for one in asked.parameters
    ]
    return ends, asked.unbounded, asked.counts, asked.counters


# ------------------------------------------------------------------------------------------- how far a proof reaches


def fixed(spec: Spec, asked: ProofRange, ranges: Sequence[Setting]) -> dict[str, Any]:
    """The least and the greatest value of each parameter, number of heaps and counter that is not unbounded in a proof.

    The form is that of `Result.over`. A range that depends on a parameter is told as the spec has it, since the hull of
    a union of ranges is wider.
    """
    found: dict[str, Any] = {}
    intervals = {one.name: one.interval for one in asked.parameters if one.interval is not None} | asked.counters
    for name in ranges[0].parameters:
        numbers = [n for item in ranges for n in numbers_in(item.parameters[name])]
        hull = [min(numbers), max(numbers)] if numbers else []
        found[name] = _told(intervals.get(name), hull)
    heaps = [fluent.name for fluent in spec.fluents if isinstance(fluent, Heaps)]
    for at, name in enumerate([] if ranges[0].levels else heaps):
        counts = [each[at] for item in ranges for each in item.counts]
        found[name] = {"count": _told(asked.counts[name], [min(counts), max(counts)])}
    for name in (*ranges[0].unknown, *ranges[0].counters):
        spans = [{**item.unknown, **item.counters}[name] for item in ranges]
        bounded = all(span.high is not None for span in spans)
        if bounded or any(span.symbolic for span in spans):
            ends = [end for span in spans for end in span.texts if isinstance(end, int)]
            told = _told(intervals[name], [min(ends), max(ends)] if ends else [])
            found[name] = told if bounded else told[:1]
    return found


def _told(interval: Interval | None, hull: list[int]) -> list[int | str]:
    """The hull of a range, or its ends as texts where they depend on a parameter, a number as a number."""
    if interval is None or not interval.names:
        return [*hull]
    return [end.text if end.names else end.value({}) for end in (interval.low, interval.high)]


def unbounded(spec: Spec, ranges: Sequence[Setting]) -> tuple[str, ...]:
    """What was unbounded: parameters, the numbers of heaps (`heap.count`), their sizes, counters."""
    heaps = [f.name for f in spec.fluents if isinstance(f, Heaps)]
    parameters, counters = (
        [name for name, span in spans.items() if span.high is None and not span.symbolic]
        for spans in (ranges[0].unknown, ranges[0].counters)
    )
    numbers = [f"{name}.count" for name in heaps] if ranges[0].levels else []
    return (*parameters, *numbers, *heaps, *counters)
