"""Boxes of positions: ranges replaced in them, and what makes a box no box."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from bouton.core.errors import nearest
from bouton.core.position import Value
from bouton.core.ranges import Interval, RangeSyntaxError
from bouton.core.spec import Box, CounterRange, FluentRange, HeapRange, MemberRange, ParameterRange

ASSIGNMENTS = 10_000
"""The most assignments of the parameters that one box may have."""


@dataclass(frozen=True)
class BoxFault:
    """What is wrong with a box or a named position.

    `name` and `part` tell the range or the entry that is to blame, if one is; `unknown` where there is no such name.
    """

    message: str
    name: str | None = None
    part: str | None = None
    expected: str | None = None
    nearest: str | None = None
    unknown: bool = False


class _UnfitError(Exception):
    """A box is none for some assignment."""

    def __init__(self, problem: BoxFault) -> None:
        self.problem = problem
        super().__init__(problem.message)


def with_parameter(
    box: Box,
    name: str,
    interval: Interval | None = None,
    sets: tuple[tuple[int, ...], ...] = (),
    subsets: tuple[Interval, Interval] | None = None,
) -> Box:
    """The box with that parameter's values replaced: numbers, sets, or every subset of numbers of some sizes."""
    values = {"interval": interval, "sets": sets, "subsets": subsets}
    changed = (replace(p, **values) if p.name == name else p for p in box.parameters)  # type: ignore[arg-type]
    return replace(box, parameters=tuple(changed))


def with_heaps(box: Box, name: str, count: Interval | None, size: Interval | None) -> Box:
    """The box with the count or the size of those heaps replaced."""
    fluents = (
        replace(f, count=count or f.count, size=size or f.size) if isinstance(f, HeapRange) and f.name == name else f
        for f in box.fluents
    )
    return replace(box, fluents=tuple(fluents))


def with_counter(box: Box, name: str, interval: Interval) -> Box:
    """The box with that counter's range replaced."""
    fluents = (
        replace(f, interval=interval) if isinstance(f, CounterRange) and f.name == name else f for f in box.fluents
    )
    return replace(box, fluents=tuple(fluents))


def _ranges(box: Box) -> Iterator[tuple[str, str | None, Interval]]:
    """Every range of the box: its name, the part of it, and the interval; sets are none."""
    for parameter in box.parameters:
        if parameter.interval is not None:
            yield parameter.name, None, parameter.interval
        for part, interval in zip(("subsets", "size"), parameter.subsets or (), strict=False):
            yield parameter.name, part, interval
    for fluent in box.fluents:
        if isinstance(fluent, HeapRange):
            yield fluent.name, "count", fluent.count
            yield fluent.name, "size", fluent.size
        elif isinstance(fluent, CounterRange):
            yield fluent.name, None, fluent.interval


def misread(box: Box, elsewhere: frozenset[str] = frozenset()) -> list[BoxFault]:
    """What is wrong with single ranges, whatever the parameters' values.

    Names that are no number known before the range, and ranges that run backwards as written;
    `elsewhere` are names that are at fault themselves.
    """
    return [*_misnamed(box, elsewhere), *_backwards(box)]


def _misnamed(box: Box, elsewhere: frozenset[str]) -> Iterator[BoxFault]:
    order = [parameter.name for parameter in box.parameters]
    sets = {parameter.name for parameter in box.parameters if parameter.is_set}
    for name, part, interval in _ranges(box):
        earlier = order[: order.index(name)] if name in order else order
        for used in sorted(interval.names - elsewhere):
            if used in sets:
                yield BoxFault(f"the parameter {used} is a set and cannot stand in a range", name, part)
            elif used in order and used not in earlier:
                yield BoxFault(f"the parameter {used} is not known yet here", name, part, "a parameter listed before")
            elif used not in order:
                known = [other for other in earlier if other not in sets]
                expected = f"a number or one of {', '.join(known)}" if known else "a number"
                yield BoxFault(f"{used} is not a parameter", name, part, expected, nearest(used, known))


def _backwards(box: Box) -> Iterator[BoxFault]:
    for name, part, interval in _ranges(box):
        if not interval.names and not interval.at({}):
            turned = f"{interval.high.text}..{interval.low.text}"
            yield BoxFault(f"the range {interval} runs backwards", name, part, turned)


def unfit(box: Box) -> list[BoxFault]:
    """What keeps a box, each of whose ranges is right in itself, from having positions.

    Sizes below 1, counts below 0, more assignments than ASSIGNMENTS, numbers past the limit,
    and a box that is empty for every assignment.
    """
    reached = 0  # how many of the parameters had a value in some assignment
    empty = {fluent.name for fluent in box.fluents}
    some = False
    try:
        for chosen in _assignments(box.parameters, {}, [0]):
            reached = max(reached, len(chosen))
            if len(chosen) == len(box.parameters):
                filled = {fluent.name for fluent in box.fluents if _holds(fluent, chosen)}
                some = some or len(filled) == len(box.fluents)
                empty -= filled
    except _UnfitError as error:
        return [error.problem]
    if reached < len(box.parameters):
        name = box.parameters[reached].name
        return [BoxFault(f"the range of {name} is empty for every value of the parameters before it", name)]
    if empty:
        return [
            BoxFault(f"the range of {name} is empty for every value of the parameters", name) for name in sorted(empty)
        ]
    return [] if some else [BoxFault("the box is empty for every value of the parameters")]


def _assignments(
    parameters: tuple[ParameterRange, ...], chosen: dict[str, Value], tried: list[int]
) -> Iterator[dict[str, Value]]:
    """Every beginning of an assignment; `tried` counts them all."""
    yield chosen
    if len(chosen) == len(parameters):
        return
    parameter = parameters[len(chosen)]
    for value in _values(parameter, chosen):
        tried[0] += 1
        if tried[0] > ASSIGNMENTS:
            raise _UnfitError(
                BoxFault(f"the parameters take more than {ASSIGNMENTS} combinations of values", parameter.name)
            )
        yield from _assignments(parameters, {**chosen, parameter.name: value}, tried)


def _values(parameter: ParameterRange, chosen: dict[str, Value]) -> Iterator[Value]:
    for part, interval in zip(("subsets", "size"), parameter.subsets or (), strict=False):
        _numbers(interval, chosen, parameter.name, part)
    if parameter.interval is not None:
        yield from _numbers(parameter.interval, chosen, parameter.name)
        return
    try:
        yield from parameter.values(chosen)
    except RangeSyntaxError as error:
        raise _UnfitError(BoxFault(f"in the range of {parameter.name}, {error}", parameter.name)) from None


def _holds(fluent: FluentRange, chosen: dict[str, Value]) -> bool:
    """Whether the fluent has a value under the assignment."""
    if isinstance(fluent, CounterRange):
        return bool(_numbers(fluent.interval, chosen, fluent.name))
    if isinstance(fluent, MemberRange):  # how many members there are the rules say
        return True
    counts = _numbers(fluent.count, chosen, fluent.name, "count")
    sizes = _numbers(fluent.size, chosen, fluent.name, "size")
    _not_below(0, counts, "count", "a number of heaps is never negative", fluent, chosen)
    _not_below(1, sizes, "size", "an empty heap is no heap", fluent, chosen)
    return bool(counts) and (bool(sizes) or 0 in counts)


def _numbers(interval: Interval, chosen: dict[str, Value], name: str, part: str | None = None) -> range:
    try:
        return interval.at(chosen)
    except RangeSyntaxError as error:
        raise _UnfitError(BoxFault(f"in the range {interval} {error}", name, part)) from None


def _not_below(
    least: int, numbers: range, part: Literal["count", "size"], why: str, fluent: HeapRange, chosen: dict[str, Value]
) -> None:
    if numbers and numbers[0] < least:
        names = (fluent.count if part == "count" else fluent.size).low.names
        at = ", ".join(f"{name}={value}" for name, value in chosen.items() if name in names)
        where = f" at {at}" if at else ""
        message = f"the {part} starts at {numbers[0]}{where}; {why}"
        raise _UnfitError(BoxFault(message, fluent.name, part, f"{least} or more"))
