"""A game graph as SVG, in rows of equal measure."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from xml.sax.saxutils import escape

from bouton.show.picture.graph import Graph, Vertex
from bouton.show.picture.layout import Layout, layout

_LETTER, _TALL, _ROW = 7.2, 40.0, 104.0
"""The width of a letter, the height of a box, and the distance of rows."""
_MARGIN, _LINE = 16.0, 18.0
_BLUE, _GREY = "#0072B2", "#9A9A9A"
_STYLE = (
    "text{font-family:'DejaVu Sans',Verdana,sans-serif;font-size:12px;fill:#000}"
    ".title{font-size:14px}.row{fill:#666}"
    f".lost{{fill:#9ECAE9;stroke:{_BLUE};stroke-width:2.5}}.won{{fill:#fff;stroke:#555;stroke-width:1.2}}"
    f".wins{{stroke:{_BLUE};stroke-width:1.8;fill:none}}.other{{stroke:{_GREY};stroke-width:1;fill:none}}"
)


def svg(graph: Graph) -> str:
    """The text of the file. A position that the player to move loses is a filled box, any other rounded and white."""
    ranks = _ranks(graph)
    widths = [max(44.0, 18 + _LETTER * max(len(vertex.name), len(vertex.said))) for vertex in graph.vertices]
    edges = [(number, arrow.to, arrow.wins) for number, vertex in enumerate(graph.vertices) for arrow in vertex.arrows]
    placed = layout(ranks, widths, edges)
    names = {rank: _measure(graph, vertex) for rank, vertex in zip(ranks, graph.vertices, strict=True)}
    left = 2 * _MARGIN + _LETTER * max(map(len, names.values()))
    key = list(_key(graph))
    longest = max(len(meaning) for _, meaning in key)
    width = max(left + placed.width + _MARGIN, 460.0, 2 * _MARGIN + 44 + _LETTER * longest)
    title = textwrap.wrap(graph.title, int((width - 2 * _MARGIN) / 8.6)) or [""]
    top = _MARGIN + 20 * len(title) + 8
    left += max(0.0, (width - left - placed.width - _MARGIN) / 2)
    bottom = top + _ROW * (max(ranks) + 1) - (_ROW - _TALL) + 20
    height = bottom + _LINE * len(key) + _MARGIN
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" '
        f'viewBox="0 0 {width:.0f} {height:.0f}">',
        f"<title>{escape(graph.title)}</title>",
        f"<style>{_STYLE}</style>",
        '<rect width="100%" height="100%" fill="#fff"/>',
    ]
    for number, line in enumerate(title):
        lines.append(
            f'<text class="title" x="{_MARGIN:.0f}" y="{_MARGIN + 14 + 20 * number:.0f}">{escape(line)}</text>'
        )
    for rank, name in sorted(names.items()):
        lines.append(f'<text class="row" x="{_MARGIN:.0f}" y="{top + _ROW * rank + 24:.1f}">{escape(name)}</text>')
    lines += _lines(placed, left, top)
    for vertex, rank, x, wide in zip(graph.vertices, ranks, placed.places, widths, strict=True):
        lines += _box(vertex, graph, left + x, top + _ROW * rank, wide)
    for number, (sign, meaning) in enumerate(key):
        y = bottom + _LINE * (number + 0.5)
        lines.append(f'<g transform="translate({_MARGIN:.0f} {y:.1f})">{sign}')
        lines.append(f'<text x="44" y="4">{escape(meaning)}</text></g>')
    return "\n".join([*lines, "</svg>"]) + "\n"


def _ranks(graph: Graph) -> list[int]:
    measures = sorted({vertex.measure for vertex in graph.vertices}, reverse=True)
    return [measures.index(vertex.measure) for vertex in graph.vertices]


def _measure(graph: Graph, vertex: Vertex) -> str:
    return ", ".join(f"{name} {number}" for name, number in zip(graph.measure, vertex.measure, strict=True))


def _lines(placed: Layout, left: float, top: float) -> Iterator[str]:
    """The lines to each vertex as one path, winning moves last, above the others."""
    for (_, wins), segments in sorted(placed.lines.items(), key=lambda item: (item[0][1], item[0][0])):
        pieces: list[str] = []
        heads: list[str] = []
        for piece in sorted(segments, key=lambda piece: (piece.row, piece.start, piece.end)):
            y0, y1 = top + _ROW * piece.row, top + _ROW * (piece.row + 1)
            x0, x1 = left + piece.start, left + piece.end
            y0, y1 = y0 + _TALL, y1 - (7 if piece.last else 0)
            middle = (y0 + y1) / 2
            down = "" if piece.last else f" V{y1 + _TALL:.1f}"
            pieces.append(f"M{x0:.1f} {y0:.1f} C{x0:.1f} {middle:.1f} {x1:.1f} {middle:.1f} {x1:.1f} {y1:.1f}{down}")
            if piece.last and not heads:
                heads.append(f"M{x1 - 4:.1f} {y1:.1f} h8 l-4 7 z")
        kind, colour = ("wins", _BLUE) if wins else ("other", _GREY)
        yield f'<path class="{kind}" d="{" ".join(pieces)}"/>'
        yield f'<path d="{heads[0]}" fill="{colour}"/>'


def _box(vertex: Vertex, graph: Graph, x: float, y: float, wide: float) -> Iterator[str]:
    kind, rounding = ("lost", 0) if vertex.lost else ("won", 19)
    moves = (
        f"{arrow.move} -> {graph.vertices[arrow.to].name}{' (wins)' if arrow.wins else ''}" for arrow in vertex.arrows
    )
    hint = "\n".join([f"{vertex.name}: {vertex.said}", *moves] if vertex.arrows else [f"{vertex.name}: {vertex.said}"])
    yield f'<g class="position"><title>{escape(hint)}</title>'
    size = f'width="{wide:.1f}" height="{_TALL:.0f}" rx="{rounding}"'
    yield f'<rect class="{kind}" x="{x - wide / 2:.1f}" y="{y:.1f}" {size}/>'
    yield f'<text x="{x:.1f}" y="{y + 17:.1f}" text-anchor="middle">{escape(vertex.name)}</text>'
    yield f'<text x="{x:.1f}" y="{y + 32:.1f}" text-anchor="middle">{escape(vertex.said)}</text></g>'


def _key(graph: Graph) -> Iterator[tuple[str, str]]:
    """What the signs mean: each drawn small, and in words."""
    box = '<rect class="{}" x="2" y="-6" width="32" height="12" rx="{}"/>'
    line = '<path class="{}" d="M2 0 h32"/>'
    if graph.play is None:
        yield box.format("lost", 0), "the side to move loses"
        yield box.format("won", 6), "the side to move wins"
        yield line.format("wins"), "winning moves, for the side that makes them"
    else:
        yield box.format("lost", 0), "P-position (g,g-): its normal and its misère Sprague-Grundy value"
        yield box.format("won", 6), "N-position (g,g-)"
        yield line.format("wins"), f"winning moves, in {'normal' if graph.play == 'normal' else 'misère'} play"
    yield line.format("other"), "other moves; lines to the same position are joined"
