"""Tables of positions as text, CSV and LaTeX."""

from __future__ import annotations

import csv as csv_
import io
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from bouton.compiled.found import FoundRows
from bouton.core.spec import Spec
from bouton.run.rows import Row, Rows

Cell: TypeAlias = int | str | Sequence[int] | None
_VALUES: Mapping[int, Sequence[str]] = {0: [], 1: ["value"], 2: ["normal_value", "misere_value"]}
_WINNER, _OUTCOME, _LEFT = "winner", "outcome", "remoteness"


@dataclass(frozen=True)
class ShownTable:
    """Columns and rows; a cell is a number, a list of numbers (heaps, a set), or an outcome; None is not known."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]


def table(spec: Spec, positions: Iterable[Row], *, outcomes: bool, remoteness: bool = False) -> ShownTable:
    """Every position with its outcome, or with its values where rows have them; or the P-positions alone.

    In games of alliances every position with its winner, or those alone that the side to move loses. With `remoteness`
    in how many moves each ends, too; nothing stands there of a draw.
    """
    listed = [row for row in positions if outcomes or row.lost or row.values is not None]
    columns = heading(spec, listed, outcomes=outcomes, remoteness=remoteness)
    return ShownTable(columns, tuple(cells_of(row, columns) for row in listed))


def heading(spec: Spec, listed: Sequence[Row], *, outcomes: bool, remoteness: bool = False) -> tuple[str, ...]:
    """The columns of a table with these rows, or more that are like them."""
    columns = places(spec)
    valued = next((len(row.values) for row in listed if row.values is not None), 0)
    sides = any(row.outcome not in ("P", "N", "draw") for row in listed)
    extra = [_WINNER] if sides else [_OUTCOME] if outcomes else []
    ends = [_LEFT] if remoteness else []
    return (*columns, *extra, *_VALUES[valued], *ends)


def places(spec: Spec) -> tuple[str, ...]:
    """The columns that say which position it is."""
    return (*(chosen.name for chosen in spec.box.parameters), *(fluent.name for fluent in spec.fluents))


def cells_of(row: Row, columns: Sequence[str]) -> tuple[Cell, ...]:
    """A row below a heading."""
    parameters, position, outcome, _, known, left = row
    values: tuple[Cell, ...] = known or ()
    if columns[-1] == _LEFT:
        values = (*values, "" if left is None else left)
    if len(columns) > len(parameters) + len(position) + len(values):
        return (*parameters.values(), *position.values(), outcome, *values)
    return (*parameters.values(), *position.values(), *values)


def below(rows: Sequence[Row], columns: Sequence[str]) -> Sequence[Sequence[Cell]]:
    """The columns of such rows; millions of rows that a program found are not looked at one by one."""
    if not isinstance(rows, Rows) or not isinstance(rows.told, FoundRows):
        return [*zip(*(cells_of(row, columns) for row in rows), strict=True)]
    fluents, outcomes, _, values = rows.told.columns()
    fixed = [[value] * len(rows) for value in rows.parameters.values()]
    said = [outcomes] if len(columns) > len(fixed) + len(fluents) + len(values) else []
    return [*fixed, *fluents, *said, *values]


def text(made: ShownTable) -> str:
    """Columns side by side; heaps as `1:2:2`, no heap as `-`, what is not known as `?`."""
    lines = [made.columns, *cells(made)]
    return "\n".join(aligned(lines, widths(lines)))


def widths(lines: Iterable[Sequence[str]]) -> list[int]:
    """How wide the columns are."""
    return [max(map(len, column)) for column in zip(*lines, strict=True)]


def aligned(lines: Iterable[Sequence[str]], wide: Sequence[int]) -> list[str]:
    """The lines with columns as wide as that."""
    return ["  ".join(map(str.ljust, line, wide)).rstrip() for line in lines]


def csv(made: ShownTable) -> str:
    """Comma-separated values with a heading; heaps as `1:2:2`, no heap and what is not known as nothing."""
    return separated(zip(made.columns, *made.rows, strict=True))


def separated(columns: Iterable[Sequence[Cell]]) -> str:
    """Columns, all as long, as comma-separated values."""
    written = io.StringIO()
    rows = zip(*(map(_plain, column) for column in columns), strict=True)
    csv_.writer(written, lineterminator="\n").writerows(rows)
    return written.getvalue().rstrip("\n")


def latex(made: ShownTable) -> str:
    """A `tabular` that needs no package; heaps as `$(1, 2, 2)$`."""
    heading = " & ".join(escaped(column) for column in made.columns)
    rows = [f"  {' & '.join(map(_mathematical, row))} \\\\" for row in made.rows]
    return "\n".join(
        [f"\\begin{{tabular}}{{{'l' * len(made.columns)}}}", f"  {heading} \\\\", "  \\hline", *rows, "\\end{tabular}"]
    )


def cells(made: ShownTable) -> list[tuple[str, ...]]:
    """The rows with every cell as plain text; no heap as `-`, what is not known as `?`."""
    return [*map(in_text, made.rows)]


def in_text(row: Sequence[Cell]) -> tuple[str, ...]:
    """The cells of a row as plain text."""
    return tuple("?" if cell is None else _plain(cell) or "-" for cell in row)


def objects(made: ShownTable) -> list[dict[str, Any]]:
    """One object per row, by column."""
    rows = ((None if cell == "" else cell for cell in row) for row in made.rows)
    return [dict(zip(made.columns, row, strict=True)) for row in rows]


def _plain(cell: Cell) -> str:
    if cell is None:
        return ""
    return str(cell) if isinstance(cell, (int, str)) else ":".join(map(str, cell))


def _mathematical(cell: Cell) -> str:
    if cell is None:
        return "?"
    if isinstance(cell, str):
        return escaped(cell)
    return f"${cell}$" if isinstance(cell, int) else f"$({', '.join(map(str, cell))})$"


def escaped(words: str) -> str:
    """Names hold letters, digits and underscores; only the last means something to LaTeX."""
    return words.replace("_", r"\_")
