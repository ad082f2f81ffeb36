"""Tables of positions as text, CSV and LaTeX."""

from __future__ import annotations

import csv as csv_
import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from bouton.core.spec import Spec

if TYPE_CHECKING:
    from bouton.run.position import Row

Cell: TypeAlias = int | str | Sequence[int] | None


@dataclass(frozen=True)
class Table:
    """Columns and rows; a cell is a number, a list of numbers (heaps, a set), or an outcome; None is not known."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]


def table(spec: Spec, positions: Iterable[Row], *, outcomes: bool) -> Table:
    """Every position with its outcome, or with its values where rows have them; or the P-positions alone.

    In games of alliances every position with its winner, or those alone that the side to move loses.
    """
    columns = [chosen.name for chosen in spec.box.parameters] + [fluent.name for fluent in spec.fluents]
    listed = [row for row in positions if outcomes or row.lost or row.values is not None]
    valued = any(row.values is not None for row in listed)
    sides = any(row.outcome not in ("P", "N") for row in listed)
    extra = ["winner"] if sides else ["outcome"] if outcomes else []
    rows = (
        (
            *row.parameters.values(),
            *row.position.values(),
            *([row.outcome] if extra else []),
            *(row.values or ()),
        )
        for row in listed
    )
    return Table((*columns, *extra, *(["normal_value", "misere_value"] if valued else [])), tuple(rows))


def text(made: Table) -> str:
    """Columns side by side; heaps as `1:2:2`, no heap as `-`, what is not known as `?`."""
    lines = [made.columns, *cells(made)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "\n".join("  ".join(map(str.ljust, line, widths)).rstrip() for line in lines)


def csv(made: Table) -> str:
    """Comma-separated values with a heading; heaps as `1:2:2`, no heap and what is not known as nothing."""
    written = io.StringIO()
    writer = csv_.writer(written, lineterminator="\n")
    writer.writerow(made.columns)
    writer.writerows([_plain(cell) for cell in row] for row in made.rows)
    return written.getvalue().rstrip("\n")


def latex(made: Table) -> str:
    """A `tabular` that needs no package; heaps as `$(1, 2, 2)$`."""
    heading = " & ".join(escaped(column) for column in made.columns)
    rows = [f"  {' & '.join(map(_mathematical, row))} \\\\" for row in made.rows]
    return "\n".join(
        [f"\\begin{{tabular}}{{{'l' * len(made.columns)}}}", f"  {heading} \\\\", "  \\hline", *rows, "\\end{tabular}"]
    )


def cells(made: Table) -> list[tuple[str, ...]]:
    """The rows with every cell as plain text; no heap as `-`, what is not known as `?`."""
    return [tuple("?" if cell is None else _plain(cell) or "-" for cell in row) for row in made.rows]


def objects(made: Table) -> list[dict[str, Any]]:
    """One object per row, by column."""
    return [dict(zip(made.columns, row, strict=True)) for row in made.rows]


def _plain(cell: Cell) -> str:
    if cell is None:
        return ""
    return str(cell) if isinstance(cell, int | str) else ":".join(map(str, cell))


def _mathematical(cell: Cell) -> str:
    if cell is None:
        return "?"
    if isinstance(cell, str):
        return escaped(cell)
    return f"${cell}$" if isinstance(cell, int) else f"$({', '.join(map(str, cell))})$"


def escaped(words: str) -> str:
    """Names hold letters, digits and underscores; only the last means something to LaTeX."""
    return words.replace("_", r"\_")
