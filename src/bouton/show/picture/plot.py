"""P-positions, winners or values on a grid or a strip, drawn by matplotlib as SVG or PNG.

The same picture gives the same bytes. Outcomes differ in shape as well as in colour, and the colours are those
of Okabe and Ito, or viridis, which the colour-blind can tell apart.
"""

from __future__ import annotations

import io
import textwrap
import warnings
from collections import Counter
from collections.abc import Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from bouton.core.errors import fault
from bouton.core.spec import Play
from bouton.show import words
from bouton.show.picture.slice import Axis, Cell, Slice
from bouton.show.picture.solved import CellMark, Number

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_WIDTH, _HEIGHT, _CELL = 10.0, 7.0, 0.32
"""Inches: the most a grid may have, and the most a cell may have."""
_LEFT, _RIGHT, _LINE, _LEAST = 0.75, 0.35, 0.21, 5.5
_READABLE = 5.0
"""Points: values are written in their cells where there is room for digits of that size."""
_VECTORS = 12_000
"""Marks of one kind beyond which an SVG has them as one embedded image."""
_STYLES = {
    "P": ("o", "#0072B2", 0.72, "P-position: the previous player wins"),
    "N": ("s", "#C8C8C8", 0.34, "N-position: the next player wins"),
    "draw": ("^", "#D55E00", 0.6, "draw: neither player can win"),
}
_SIDES = (("o", "#0072B2", 0.72), ("D", "#E69F00", 0.42))
_SETTINGS: dict[Any, Any] = {
    "svg.hashsalt": "bouton",
    "svg.fonttype": "none",
    "font.family": ["DejaVu Sans"],
    "text.parse_math": False,  # a dollar in a name is a dollar
}

Marks = Sequence[tuple[Cell, CellMark]]


_NUMBERS = {"values": "Sprague-Grundy values", "remoteness": "moves left, the loser delaying"}
"""What is drawn beside P-positions, in words."""


def required() -> None:
    """InputError where matplotlib, which the extra `plot` brings, is not installed."""
    if find_spec("matplotlib") is None:
        raise fault("pictures need matplotlib, which is not installed", expected="the extra: pip install '.[plot]'")


def title(shown: Slice, play: Play | None, *, number: Number) -> tuple[str, str]:
    """What the picture shows of which game, and the box."""
    what = _NUMBERS.get(number) or ("P-positions" if play else "the side that wins")
    how = {None: "", "normal": ", normal play", "misere": ", misère play"}[play]
    box = [f"{axis.name} = {axis.low}..{axis.high}" for axis in shown.axes]
    return f"{words.visible(shown.spec.game)}: {what}{how}", ", ".join([*box, *shown.fixed])


def _lines(titles: tuple[str, str], letters: int) -> list[str]:
    """The title in lines of at most so many letters; a range is not broken."""
    whole = [titles[0], ", ".join(part.replace(" ", "\N{NO-BREAK SPACE}") for part in titles[1].split(", "))]
    return [line.replace("\N{NO-BREAK SPACE}", " ") for text in whole for line in textwrap.wrap(text, letters) or [""]]


def tally(marks: Marks) -> str:
    """How often there is what: `100 points, 55 positions, 7 P-positions`, or for each side how often it wins.

    A position of two heaps is drawn twice, as (a,b) and as (b,a), and counted once.
    """
    positions = {(cell.assignment, cell.position): str(seen.outcome) for cell, seen in marks}
    told = [words.count(len(marks), "point")]
    if len(positions) < len(marks):
        told.append(words.count(len(positions), "position"))
    labels = _outcomes(marks)
    number = Counter(positions.values())
    if labels == ["P", "N"]:
        told.append(words.count(number["P"], "P-position"))
    elif labels == ["P", "N", "draw"]:
        told += [words.count(number["P"], "P-position"), words.count(number["draw"], "draw")]
    else:
        told += [f"side {words.visible(label)} wins {number[label]:,}" for label in labels]
    return ", ".join(told)


def draw(shown: Slice, marks: Marks, play: Play | None, *, number: Number, png: bool) -> bytes:
    """The picture as the bytes of a file."""
    import matplotlib as mpl  # noqa: PLC0415 (an extra)
    from matplotlib.figure import Figure  # noqa: PLC0415

    with mpl.rc_context(), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a letter that the font lacks is drawn as a box
        mpl.rcdefaults()
        mpl.rcParams.update(_SETTINGS)
        figure = Figure()
        _compose(figure, shown, marks, title(shown, play, number=number), play, number)
        written = io.BytesIO()
        if png:
            figure.savefig(written, format="png", dpi=200, metadata={"Software": None})
        else:
            figure.savefig(written, format="svg", dpi=200, metadata={"Date": None, "Creator": None})
    return written.getvalue()


def _compose(
    figure: Figure, shown: Slice, marks: Marks, titles: tuple[str, str], play: Play | None, number: Number
) -> None:
    """Lay everything out in inches, from the bottom: scale of values, legend, names of the axes, grid, title."""
    cells = _cell(shown.axes)
    across, up = (_count(axis) for axis in _both(shown.axes))
    width, height = across * cells[0], up * cells[1]
    whole = max(_LEAST, _LEFT + width + _RIGHT)
    lines = _lines(titles, int((whole - 0.5) / 0.095))
    labels = [one for one in _outcomes(marks) if not number or one != "N"]
    scale = 0.62 if number else 0.0
    bottom = 0.12 + scale + len(labels) * _LINE + 0.62
    top = 0.2 + _LINE * len(lines)
    tall = bottom + height + top
    left = _LEFT + max(0.0, (whole - _LEFT - _RIGHT - width) / 2)
    figure.set_size_inches(whole, tall)
    axes = figure.add_axes((left / whole, bottom / tall, width / whole, height / tall))
    axes.set_facecolor("white")
    _frame(axes, shown.axes, cells)
    for row, line in enumerate(lines):
        at = 1 - (0.12 + _LINE * row) / tall
        figure.text(0.25 / whole, at, line, va="top", fontsize=11)
    if number:
        what = "Sprague-Grundy value" if number == "values" else "moves left"
        colours = _values(axes, shown.axes, marks, min(cells))
        place = figure.add_axes((0.25 / whole, 0.5 / tall, min(4.5, whole - 0.5) / whole, 0.14 / tall))
        _scale(figure, place, colours, max(seen.value or 0 for _, seen in marks), what)
    _outcome_marks(axes, marks, labels, min(cells), play, number)
    figure.legend(
        loc="lower left",
        bbox_to_anchor=(0.2 / whole, (0.08 + scale) / tall),
        frameon=False,
        fontsize=9,
        borderpad=0.1,
        labelspacing=0.35,
        handletextpad=0.3,
        markerscale=1.0,
        handles=[_handle(label, labels, number) for label in labels],
    )


def _both(axes: Sequence[Axis]) -> tuple[Axis, Axis]:
    """The two axes; a strip is one cell high."""
    return (axes[0], axes[1]) if len(axes) == 2 else (axes[0], Axis("", 0, 0))


def _count(axis: Axis) -> int:
    return axis.high - axis.low + 1


def _cell(axes: Sequence[Axis]) -> tuple[float, float]:
    """Width and height of a cell: square where both axes are heaps, or where there is room."""
    across, up = _both(axes)
    width, height = min(_CELL, _WIDTH / _count(across)), min(_CELL, _HEIGHT / _count(up))
    if all(axis.heap for axis in axes) and len(axes) == 2:
        return min(width, height), min(width, height)
    return width, min(height, 3 * width) if width > 0.05 else height


def _frame(axes: Axes, shown: Sequence[Axis], cells: tuple[float, float]) -> None:
    from matplotlib.ticker import MaxNLocator  # noqa: PLC0415 (an extra)

    across, up = _both(shown)
    axes.set_xlim(across.low - 0.5, across.high + 0.5)
    axes.set_ylim(up.low - 0.5, up.high + 0.5)
    axes.tick_params(labelsize=9)
    axes.set_xlabel(_label(across), fontsize=10)
    room = (_count(across) * cells[0] / 0.42, _count(up) * cells[1] / 0.25)
    for axis, labels in zip((axes.xaxis, axes.yaxis), room, strict=True):
        axis.set_major_locator(MaxNLocator(max(1, int(labels)), integer=True, steps=[1, 2, 5, 10]))
    if len(shown) == 2:
        axes.set_ylabel(_label(up), fontsize=10)
    else:
        axes.set_yticks([])


def _label(axis: Axis) -> str:
    return f"{axis.name} (stones)" if axis.heap else axis.name


def _outcomes(marks: Marks) -> list[str]:
    """What there is to be told apart: P and N, or the sides in order of their names."""
    found = {str(seen.outcome) for _, seen in marks}
    if found <= {"P", "N", "draw"}:
        return ["P", "N", "draw"] if "draw" in found else ["P", "N"]
    return sorted(found)


def _style(label: str, labels: Sequence[str], number: Number) -> tuple[dict[str, Any], float, str]:
    """How a mark looks, its size as a part of the cell, and what it means."""
    if number and label == "P":
        ring = {"marker": "o", "facecolors": "none", "edgecolors": "#D55E00"}
        return ring, 0.86, "P-position: the value is 0" if number == "values" else "P-position"
    if label in _STYLES:
        marker, colour, part, meaning = _STYLES[label]
    else:
        (marker, colour, part), meaning = _SIDES[labels.index(label) % 2], f"side {label} wins"
    return {"marker": marker, "facecolors": colour, "edgecolors": "none"}, part, meaning


def _outcome_marks(
    axes: Axes, marks: Marks, labels: Sequence[str], cell: float, play: Play | None, number: Number
) -> None:
    for label in labels:
        chosen = [cell for cell, seen in marks if str(seen.outcome) == label]
        look, part, _ = _style(label, labels, number)
        size = (72 * cell * part) ** 2
        points = [_place(cell) for cell in chosen]
        drawn = axes.scatter(
            [x for x, _ in points],
            [y for _, y in points],
            s=size,
            linewidths=min(2.0, 72 * cell * 0.09) if number else 0,
            gid=f"{'outcome' if play else 'winner'}-{words.visible(label)}",
            zorder=3,
            **look,
        )
        drawn.set_rasterized(len(chosen) > _VECTORS)


def _handle(label: str, labels: Sequence[str], number: Number) -> Any:
    from matplotlib.lines import Line2D  # noqa: PLC0415 (an extra)

    look, part, meaning = _style(label, labels, number)
    return Line2D(
        [],
        [],
        linestyle="none",
        marker=look["marker"],
        markersize=11 * part,
        markerfacecolor=look["facecolors"],
        markeredgecolor=look["edgecolors"],
        markeredgewidth=1.3 if number else 0,
        label=words.visible(meaning),
    )


def _place(cell: Cell) -> tuple[int, int]:
    return cell.at[0], cell.at[1] if len(cell.at) == 2 else 0


def _values(axes: Axes, shown: Sequence[Axis], marks: Marks, cell: float) -> Any:
    """The values as colours, and as numbers where the cells are large enough."""
    import numpy as np  # noqa: PLC0415 (an extra)
    from matplotlib import colormaps  # noqa: PLC0415
    from matplotlib.colors import BoundaryNorm, Normalize  # noqa: PLC0415

    across, up = _both(shown)
    grid = np.full((_count(up), _count(across)), np.nan)
    for at, seen in marks:
        x, y = _place(at)
        grid[y - up.low, x - across.low] = np.nan if seen.value is None else seen.value
    most = max(seen.value or 0 for _, seen in marks)
    colours = colormaps["viridis"]
    norm = BoundaryNorm(np.arange(-0.5, most + 1), colours.N) if 0 < most < 20 else Normalize(0, max(1, most))
    edges = np.arange(across.low, across.high + 2) - 0.5, np.arange(up.low, up.high + 2) - 0.5
    mesh = axes.pcolormesh(*edges, np.ma.masked_invalid(grid), cmap=colours, norm=norm, gid="values")
    mesh.set_rasterized(True)
    digits = 72 * cell * 0.8 / max(2, len(str(most)))
    for at, seen in marks if digits >= _READABLE else ():
        x, y = _place(at)
        light = (seen.value or 0) > 0.6 * most
        axes.text(
            x,
            y,
            "" if seen.value is None else str(seen.value),
            ha="center",
            va="center_baseline",
            fontsize=digits,
            color="black" if light else "white",
            gid=f"value-{x}-{y}",
            zorder=4,
        )
    return mesh


def _scale(figure: Figure, place: Axes, colours: Any, most: int, what: str) -> None:
    from matplotlib.ticker import MaxNLocator  # noqa: PLC0415 (an extra)

    bar = figure.colorbar(colours, cax=place, orientation="horizontal")
    bar.ax.xaxis.set_major_locator(MaxNLocator(10, integer=True, steps=[1, 2, 5, 10]))
    bar.ax.tick_params(labelsize=8)
    bar.ax.minorticks_off()
    bar.set_label(f"{what} (0..{most})", fontsize=9, labelpad=1)
