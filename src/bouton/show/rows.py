"""Tables that are printed while their rows are found: the bytes of `bouton.show.table`, in constant memory."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from bouton.core.errors import LimitReached
from bouton.core.position import Parameters, Position
from bouton.core.spec import Spec
from bouton.ground.box import GroundBox, HeapBox, MemberBox, Part, ground_box
from bouton.show import table

if TYPE_CHECKING:
    from bouton.run.rows import Row

_HELD = 1000
"""Rows that are waited for where columns are as wide as what will stand in them: when there are more, the columns are
as wide as the box may need."""

Chosen = Sequence[tuple[Parameters, Sequence[Position]]] | None
"""The positions that are shown, with their parameters; None stands for all of the box."""


def csv(spec: Spec, parts: Iterable[Sequence[Row]], *, outcomes: bool, remoteness: bool = False) -> Iterator[str]:
    """The text of each part as comma-separated values, the first with the heading."""
    columns: tuple[str, ...] = ()
    for rows in parts:
        if rows and not columns:
            columns = table.heading(spec, rows, outcomes=outcomes, remoteness=remoteness)
            yield table.separated(
                [(one, *cells) for one, cells in zip(columns, table.below(rows, columns), strict=True)]
            )
        elif rows:
            yield table.separated(table.below(rows, columns))
    if not columns:
        yield table.separated([(one,) for one in table.heading(spec, (), outcomes=outcomes, remoteness=remoteness)])


def text(
    spec: Spec, parts: Iterable[Sequence[Row]], chosen: Chosen = None, *, outcomes: bool, remoteness: bool = False
) -> Iterator[str]:
    """The text of each part with columns side by side, the first with the heading.

    Where every position is shown the columns are as wide as the box needs; the width of a last column is no matter.
    """
    columns: tuple[str, ...] = ()
    wide: Sequence[int] = ()
    held: list[Sequence[str]] = []
    try:
        for rows in parts:
            if not rows:
                continue
            if not columns:
                columns = table.heading(spec, rows, outcomes=outcomes, remoteness=remoteness)
                held.append(columns)
            held += zip(*map(table.in_text, table.below(rows, columns)), strict=True)
            if not wide and (outcomes or rows[0].values is not None or len(columns) == 1 or len(held) > _HELD):
                wide = _wide(spec, columns, chosen)
            if wide:
                yield "\n".join(table.aligned(held, wide))
                held = []
    except LimitReached:
        if held:
            yield "\n".join(table.aligned(held, table.widths(held)))
        raise
    if not columns:
        held.append(table.heading(spec, (), outcomes=outcomes, remoteness=remoteness))
    if held:
        yield "\n".join(table.aligned(held, table.widths(held)))


def _wide(spec: Spec, columns: Sequence[str], chosen: Chosen) -> list[int]:
    """How wide each column may have to be; outcomes and values are no wider than what stands above them."""
    lines = [table.in_text(columns)]
    named = table.places(spec)
    for parameters, positions in _longest(spec) if chosen is None else chosen:
        for position in positions:
            lines.append(table.in_text([*parameters.values(), *position, *[""] * (len(columns) - len(named))]))
    return table.widths(lines)


def _longest(spec: Spec) -> Iterator[tuple[Parameters, Sequence[Position]]]:
    """For each value of the parameters positions of which one has the longest text of each fluent."""
    for parameters in spec.box.assignments():
        box = ground_box(spec.fluents, spec.box, parameters)
        if box.size():
            yield parameters, [_end(box, 0), _end(box, -1)]


def _end(box: GroundBox, at: int) -> Position:
    """The position with the least, or the greatest, of everything; with all members of a set."""
    return tuple(_end_of(part, at) for part in box.parts)


def _end_of(part: Part, at: int) -> int | tuple[int, ...]:
    if isinstance(part, MemberBox):
        return max(part.members, key=lambda one: len(str(one))) if part.is_token else part.members
    if isinstance(part, HeapBox):
        return (part.sizes[at],) * part.counts[at] if part.sizes else ()
    return part.values[at]
