"""How far a proof reaches: what was fixed, and what was unbounded."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bouton.position import Heaps, Value
from bouton.spec.model import Spec
from bouton.symbolic.setting import Setting


def fixed(spec: Spec, ranges: Sequence[Setting]) -> dict[str, Any]:
    """The numeric hull of what was fixed, as `Result.over` has it."""
    found: dict[str, Any] = {}
    for name in ranges[0].parameters:
        numbers = [n for item in ranges for n in _numbers(item.parameters[name])]
        found[name] = [min(numbers), max(numbers)] if numbers else []
    heaps = [fluent.name for fluent in spec.fluents if isinstance(fluent, Heaps)]
    for at, name in enumerate([] if ranges[0].levels else heaps):
        counts = [each[at] for item in ranges for each in item.counts]
        found[name] = {"count": [min(counts), max(counts)]}
    for name in (*ranges[0].unknown, *ranges[0].counters):
        spans = [{**item.unknown, **item.counters}[name] for item in ranges]
        ends = [span.texts for span in spans]
        if any(span.symbolic for span in spans):
            found[name] = ends[0]
        elif all(span.high is not None for span in spans):
            found[name] = [min(low for low, _ in ends), max(high for _, high in ends)]
    return found


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
