"""Positions, boxes and numbers in words, as every text report has them."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from contextvars import ContextVar
from typing import Any

from bouton.core.position import Heaps, NamedParts, NamedPosition, Parameters, Value, in_words
from bouton.core.ranges import RangeExpression
from bouton.core.spec import Box, CounterRange, FluentRange, MemberRange, ParameterRange, Spec

_FEW_SETS = 6
"""The most sets of a parameter that a report lists."""
WIDTH = 98
"""Reports keep to this many columns where no terminal shows them."""
_NARROWEST, _WIDEST = 60, 120
_width = ContextVar("width", default=WIDTH)


def width() -> int:
    """How many columns reports keep to."""
    return _width.get()


def fit(columns: int) -> None:
    """Keep to the columns of a terminal from now on, as far as lines can be read that way."""
    _width.set(max(_NARROWEST, min(columns, _WIDEST)))


def visible(text: str) -> str:
    """The text on one line, with nothing in it that a terminal would obey."""
    return "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in " ".join(text.split()))


def ends(left: str, right: str) -> str:
    """One line with `right` at the right edge, two spaces after `left` where that is too long."""
    return f"{left}{right.rjust(max(width() - len(left), len(right) + 2))}"


def wrapped(text: str, indent: str, hanging: str | None = None) -> list[str]:
    """The text in lines of at most `width()` columns; a word longer than that (a command) stays whole."""
    return textwrap.wrap(
        visible(text),
        width(),
        initial_indent=indent,
        subsequent_indent=indent if hanging is None else hanging,
        break_long_words=False,
        break_on_hyphens=False,
    )


def count(number: int, noun: str) -> str:
    """`1 position`, `4,120 positions`."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def value(number: Value | Sequence[int]) -> str:
    """A number, or a set of numbers in braces."""
    return str(number) if isinstance(number, int) else "{" + ",".join(map(str, number)) + "}"


def at(chosen: Parameters, place: NamedPosition) -> str:
    """`k=2, heap 1:2:2`."""
    return ", ".join(
        [*(f"{name}={value(number)}" for name, number in chosen.items()), *filter(None, [in_words(place)])]
    )


def box(ranges: Box) -> str:
    """`k = 2..3, 3..7 heaps of 1..9 stones`, with the bounds as the spec has them."""
    return ", ".join(filter(None, [parameters(ranges), fluents(ranges)]))


def parameters(ranges: Box) -> str:
    """`k = 2..3`."""
    return ", ".join(map(parameter, ranges.parameters))


def fluents(ranges: Box) -> str:
    """`3..7 heaps of 1..9 stones, pass 0..1`."""
    return ", ".join(map(_fluent, ranges.fluents))


def graph(place: NamedParts) -> str:
    """A small game: `1 (terminal), 2 -> 1, 3 -> 1 2`."""
    return ", ".join(
        f"{name} -> {' '.join(map(str, row))}" if isinstance(row, list) and row else f"{name} (terminal)"
        for name, row in place.items()
    )


def parameter(chosen: ParameterRange) -> str:
    """One parameter's values: `k = 2..4`, `S = {1,2} or {1,3}`."""
    if chosen.subsets is not None:
        numbers, sizes = chosen.subsets
        return f"{chosen.name} = every {sizes} of {numbers}"
    if len(chosen.sets) > _FEW_SETS:
        return f"{chosen.name} = {len(chosen.sets)} sets"
    if chosen.interval is None:
        return f"{chosen.name} = {' or '.join(map(value, chosen.sets))}"
    return f"{chosen.name} = {chosen.interval}"


def _fluent(chosen: FluentRange) -> str:
    if isinstance(chosen, MemberRange):
        return chosen.text
    if isinstance(chosen, CounterRange):
        return f"{chosen.name} {chosen.interval}"
    heaps = "heap" if str(chosen.count) == "1" else "heaps"
    stones = "stone" if str(chosen.size) == "1" else "stones"
    text = f"{chosen.count} {heaps} of {chosen.size} {stones}"
    return text if chosen.name == "heap" else f"{chosen.name}: {text}"


def hull(over: Mapping[str, Any]) -> str:
    """A numeric hull in words, as `over` and the `fixed` of a proof have it: `k = 2..5, 0..4 heaps`."""
    return ", ".join(_hull(name, part) for name, part in over.items())


def _hull(name: str, part: Any) -> str:
    if isinstance(part, Mapping):
        counts = f"{_interval(part['count'])} {name}s" if "count" in part else ""
        sizes = f"of {_interval(part['size'])} stones" if "size" in part else ""
        return " ".join(filter(None, [counts, sizes]))
    if isinstance(part, Sequence) and not isinstance(part, str) and len(part) == 1:
        return f"every {name} >= {part[0]}"
    return f"{name} = {_interval(part)}"


def _interval(bounds: Any) -> str:
    if isinstance(bounds, Sequence) and len(bounds) == 2 and all(isinstance(end, int) for end in bounds):
        return str(bounds[0]) if bounds[0] == bounds[1] else f"{bounds[0]}..{bounds[1]}"
    if isinstance(bounds, Sequence) and not isinstance(bounds, str) and bounds:
        return "..".join(map(str, bounds))
    return str(bounds)


def unbounded(spec: Spec, name: str, low: RangeExpression | None = None) -> str:
    """What a proof leaves unbounded, in words: `size`, `number of heaps`, `k >= 2` with the least value of `k`."""
    if name.endswith(".count"):
        return "number of heaps" if name == "heap.count" else f"number of {name.removesuffix('.count')} heaps"
    if any(isinstance(fluent, Heaps) and fluent.name == name for fluent in spec.fluents):
        return "size"
    return name if low is None or low.names else f"{name} >= {low.value({})}"
