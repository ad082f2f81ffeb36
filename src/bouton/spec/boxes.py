"""Boxes of positions: ranges replaced in them, and what makes a box no box."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from bouton.errors import nearest
from bouton.position import Value
from bouton.spec.model import Box, CounterRange, FluentRange, HeapRange, ParameterRange
from bouton.spec.ranges import Interval, RangeSyntaxError

ASSIGNMENTS = 10_000
"""The most assignments of the parameters that one box may have."""


@dataclass(frozen=True)
class Problem:
    """What is wrong with a box; `name` and `part` tell the range that is to blame, if one is."""

    message: str
    name: str | None = None
    part: str | None = None
    expected: str | None = None
    nearest: str | None = None


class _TooManyError(Exception):
    """A box has more assignments than are allowed."""


def with_parameter(box: Box, name: str, interval: Interval | None, sets: tuple[tuple[int, ...], ...]) -> Box:
    """The box with that parameter's values replaced."""
    changed = (replace(p, interval=interval, sets=sets) if p.name == name else p for p in box.parameters)
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
    for fluent in box.fluents:
        if isinstance(fluent, HeapRange):
            yield fluent.name, "count", fluent.count
            yield fluent.name, "size", fluent.size
        else:
            yield fluent.name, None, fluent.interval


def misread(box: Box, elsewhere: frozenset[str] = frozenset()) -> list[Problem]:
    """What is wrong with single ranges, whatever the parameters' values.

    Names that are no number known before the range, and ranges that run backwards as written;
    `elsewhere` are names that are at fault themselves.
    """
    return [*_misnamed(box, elsewhere), *_backwards(box)]


def _misnamed(box: Box, elsewhere: frozenset[str]) -> Iterator[Problem]:
    order = [parameter.name for parameter in box.parameters]
    sets = {parameter.name for parameter in box.parameters if parameter.sets}
    for name, part, interval in _ranges(box):
        earlier = order[: order.index(name)] if name in order else order
        for used in sorted(interval.names - elsewhere):
            if used in sets:
                yield Problem(f"the parameter {used} is a set and cannot stand in a range", name, part)
            elif used in order and used not in earlier:
                yield Problem(f"the parameter {used} is not known yet here", name, part, "a parameter listed before")
            elif used not in order:
                known = [other for other in earlier if other not in sets]
                expected = f"a number or one of {', '.join(known)}" if known else "a number"
                yield Problem(f"{used} is not a parameter", name, part, expected, nearest(used, known))


def _backwards(box: Box) -> Iterator[Problem]:
    for name, part, interval in _ranges(box):
        if not interval.names and not interval.at({}):
            turned = f"{interval.high.text}..{interval.low.text}"
            yield Problem(f"the range {interval} runs backwards", name, part, turned)


def unfit(box: Box) -> list[Problem]:
    """What keeps a box, each of whose ranges is right in itself, from having positions.

    Sizes below 1, counts below 0, more assignments than ASSIGNMENTS, numbers past the limit,
    and a box that is empty for every assignment.
    """
    reached = 0  # how many of the parameters had a value in some assignment
    empty = {fluent.name for fluent in box.fluents}
    low: dict[Problem, None] = {}
    some = False
    try:
        for depth, chosen in _assignments(box.parameters, {}, [0]):
            reached = max(reached, depth)
            if depth < len(box.parameters):
                continue
            sizes = {fluent.name: _holds(fluent, chosen, low) for fluent in box.fluents}
            empty -= {name for name, holds in sizes.items() if holds}
            some = some or all(sizes.values())
    except _TooManyError:
        return [Problem(f"the parameters take more than {ASSIGNMENTS} combinations of values")]
    except RangeSyntaxError as error:
        return [Problem(f"in a range of the box {error}")]
    if low:
        return list(low)
    if reached < len(box.parameters):
        name = box.parameters[reached].name
        return [Problem(f"the range of {name} is empty for every value of the parameters before it", name)]
    if empty:
        after = " for every value of the parameters" if box.parameters else ""
        return [Problem(f"the range of {name} is empty{after}", name) for name in sorted(empty)]
    return [] if some else [Problem("the box is empty for every value of the parameters")]


def _assignments(
    parameters: tuple[ParameterRange, ...], chosen: dict[str, Value], tried: list[int]
) -> Iterator[tuple[int, dict[str, Value]]]:
    """Every beginning of an assignment, with its length; `tried` counts them all."""
    yield len(chosen), chosen
    if len(chosen) == len(parameters):
        return
    parameter = parameters[len(chosen)]
    for value in parameter.values(chosen):
        tried[0] += 1
        if tried[0] > ASSIGNMENTS:
            raise _TooManyError
        yield from _assignments(parameters, {**chosen, parameter.name: value}, tried)


def _holds(fluent: FluentRange, chosen: dict[str, Value], low: dict[Problem, None]) -> bool:
    """Whether the fluent has a value under the assignment; notes counts and sizes that are too low."""
    if isinstance(fluent, CounterRange):
        return bool(fluent.interval.at(chosen))
    count, size = fluent.count.at(chosen), fluent.size.at(chosen)
    at = " at " + ", ".join(f"{name}={value}" for name, value in chosen.items())
    for part, numbers, least, interval in (("count", count, 0, fluent.count), ("size", size, 1, fluent.size)):
        if numbers and numbers[0] < least and not any((p.name, p.part) == (fluent.name, part) for p in low):
            meaning = "a number of heaps is never negative" if part == "count" else "an empty heap is no heap"
            where = at if interval.names else ""
            low[
                Problem(f"the {part} starts at {numbers[0]}{where}; {meaning}", fluent.name, part, f"{least} or more")
            ] = None
    return bool(count) and (bool(size) or 0 in count)
