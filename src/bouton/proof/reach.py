"""How far a proof reaches: what was fixed in it, and what was unbounded."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bouton.core.position import Heaps, Value
from bouton.core.ranges import Interval
from bouton.core.spec import ProofRange, Spec
from bouton.proof.setting import Setting


def fixed(spec: Spec, asked: ProofRange, ranges: Sequence[Setting]) -> dict[str, Any]:
    """The least and the greatest value of each parameter, number of heaps and counter that is not unbounded in a proof.

    The form is that of `Result.over`. A range that depends on a parameter is told as the spec has it, since the hull of
    a union of ranges is wider.
    """
    found: dict[str, Any] = {}
    intervals = {one.name: one.interval for one in asked.parameters if one.interval is not None} | asked.counters
    for name in ranges[0].parameters:
        numbers = [n for item in ranges for n in _numbers(item.parameters[name])]
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


def _numbers(value: Value) -> tuple[int, ...]:
    return (value,) if isinstance(value, int) else value


def unbounded(spec: Spec, ranges: Sequence[Setting]) -> tuple[str, ...]:
    """What was unbounded: parameters, the numbers of heaps (`heap.count`), their sizes, counters."""
    heaps = [f.name for f in spec.fluents if isinstance(f, Heaps)]
    parameters, counters = (
        [name for name, span in spans.items() if span.high is None and not span.symbolic]
        for spans in (ranges[0].unknown, ranges[0].counters)
    )
    numbers = [f"{name}.count" for name in heaps] if ranges[0].levels else []
    return (*parameters, *numbers, *heaps, *counters)
