"""A game graph as SVG, in rows of equal measure; sets and tokens are drawn as boards and graphs."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape

from bouton.core.position import Position
from bouton.ground.loops import DRAW
from bouton.show.picture.graph import LEFT, DrawnGraph, Vertex
from bouton.show.picture.layout import Layout, layout
from bouton.show.picture.members import MembersPicture

_LETTER, _TALL, _BETWEEN = 7.2, 40.0, 64.0
"""The width of a letter, the height of a box without a picture, and the distance of rows."""
_PITCH, _SIDE = 16.0, 200.0
"""How far members stand from each other, and the longest side of a picture, in which many stand closer."""
_MARGIN, _LINE = 16.0, 18.0
_BLUE, _GREY = "#0072B2", "#9A9A9A"
_SETS, _TOKENS = ("#B7791F", "#117733", "#882255"), ("#0B4F8A", "#B5360B", "#000")
_STYLE = (
    "text{font-family:'DejaVu Sans',Verdana,sans-serif;font-size:12px;fill:#000}"
    ".title{font-size:14px}.row{fill:#666}"
    f".lost{{fill:#9ECAE9;stroke:{_BLUE};stroke-width:2.5}}.won{{fill:#fff;stroke:#555;stroke-width:1.2}}"
    f".wins{{stroke:{_BLUE};stroke-width:1.8;fill:none}}.other{{stroke:{_GREY};stroke-width:1;fill:none}}"
)

_DRAWN = ".drawn{fill:#eee;stroke:#555;stroke-width:1.2;stroke-dasharray:4 3}"


def svg(graph: DrawnGraph) -> str:
    """The text of the file. A position that the player to move loses is a filled box, any other rounded and white.

    A draw is dashed. Moves that lead to no lower row go round.
    """
    ranks = _ranks(graph)
    boards = _boards(graph)
    named = _named(graph, boards)
    tall = max([_TALL, *(10 + one.high + 15 * (1 + named) for one in boards)])
    row = tall + _BETWEEN
    across = sum(one.wide for one in boards) + 8 * len(boards)
    widths = [
        max(44.0, 10 + across, 18 + _LETTER * max(len(vertex.name) * named, len(vertex.said)))
        for vertex in graph.vertices
    ]
    edges = [(number, arrow.to, arrow.wins) for number, vertex in enumerate(graph.vertices) for arrow in vertex.arrows]
    placed = layout(ranks, widths, [one for one in edges if ranks[one[0]] < ranks[one[1]]])
    back = [one for one in edges if ranks[one[0]] >= ranks[one[1]]]
    names = {rank: _measure(graph, vertex) for rank, vertex in zip(ranks, graph.vertices, strict=True)}
    left = 2 * _MARGIN + _LETTER * max(map(len, names.values()))
    key = list(_key(graph))
    longest = max(len(meaning) for _, meaning in key)
    around = 24.0 if back else 0.0
    width = max(left + placed.width + around + _MARGIN, 460.0, 2 * _MARGIN + 44 + _LETTER * longest)
    title = textwrap.wrap(graph.title, int((width - 2 * _MARGIN) / 8.6)) or [""]
    top = _MARGIN + 20 * len(title) + 8 + around
    left += max(0.0, (width - left - placed.width - around - _MARGIN) / 2)
    bottom = top + row * (max(ranks) + 1) - _BETWEEN + 20
    height = bottom + _LINE * len(key) + _MARGIN
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" '
        f'viewBox="0 0 {width:.0f} {height:.0f}">',
        f"<title>{escape(graph.title)}</title>",
        f"<style>{_STYLE}{_DRAWN if graph.measure == LEFT else ''}</style>",
        *(one.empty for one in boards),
        '<rect width="100%" height="100%" fill="#fff"/>',
    ]
    for number, line in enumerate(title):
        lines.append(
            f'<text class="title" x="{_MARGIN:.0f}" y="{_MARGIN + 14 + 20 * number:.0f}">{escape(line)}</text>'
        )
    for rank, name in sorted(names.items()):
        lines.append(f'<text class="row" x="{_MARGIN:.0f}" y="{top + row * rank + 24:.1f}">{escape(name)}</text>')
    lines += _lines(placed, left, top, tall)
    spots = [(left + x, top + row * rank) for x, rank in zip(placed.places, ranks, strict=True)]
    lines += (_round(spots[start], spots[end], widths[start], tall, wins=wins) for start, end, wins in back)
    for vertex, rank, x, wide in zip(graph.vertices, ranks, placed.places, widths, strict=True):
        lines += _box(vertex, graph, boards, left + x, top + row * rank, (wide, tall))
    for number, (sign, meaning) in enumerate(key):
        y = bottom + _LINE * (number + 0.5)
        lines.append(f'<g transform="translate({_MARGIN:.0f} {y:.1f})">{sign}')
        lines.append(f'<text x="44" y="4">{escape(meaning)}</text></g>')
    return "\n".join([*lines, "</svg>"]) + "\n"


def _ranks(graph: DrawnGraph) -> list[int]:
    measures = sorted({vertex.measure for vertex in graph.vertices}, reverse=True)
    return [measures.index(vertex.measure) for vertex in graph.vertices]


def _measure(graph: DrawnGraph, vertex: Vertex) -> str:
    if graph.measure == LEFT:
        return DRAW if vertex.outcome == DRAW else f"moves left: {vertex.measure[0]}"
    return ", ".join(f"{name} {number}" for name, number in zip(graph.measure, vertex.measure, strict=True))


def _lines(placed: Layout, left: float, top: float, tall: float) -> Iterator[str]:
    """The lines to each vertex as one path, winning moves last, above the others."""
    row = tall + _BETWEEN
    for (_, wins), segments in sorted(placed.lines.items(), key=lambda item: (item[0][1], item[0][0])):
        pieces: list[str] = []
        heads: list[str] = []
        for piece in sorted(segments, key=lambda piece: (piece.row, piece.start, piece.end)):
            y0, y1 = top + row * piece.row, top + row * (piece.row + 1)
            x0, x1 = left + piece.start, left + piece.end
            y0, y1 = y0 + tall, y1 - (7 if piece.last else 0)
            middle = (y0 + y1) / 2
            down = "" if piece.last else f" V{y1 + tall:.1f}"
            pieces.append(f"M{x0:.1f} {y0:.1f} C{x0:.1f} {middle:.1f} {x1:.1f} {middle:.1f} {x1:.1f} {y1:.1f}{down}")
            if piece.last and not heads:
                heads.append(f"M{x1 - 4:.1f} {y1:.1f} h8 l-4 7 z")
        kind, colour = ("wins", _BLUE) if wins else ("other", _GREY)
        yield f'<path class="{kind}" d="{" ".join(pieces)}"/>'
        yield f'<path d="{heads[0]}" fill="{colour}"/>'


def _round(start: tuple[float, float], end: tuple[float, float], wide: float, tall: float, *, wins: bool) -> str:
    """A line between boxes of a row, above those between; or from the side of a box to a higher one, or to itself."""
    (x0, y0), (x1, y1) = start, end
    side = 1 if x1 >= x0 else -1
    x, y, far = x0 + side * wide / 2, y0 + tall / 2, 26 + abs(y0 - y1) / 6
    if start == end:
        path, tip, head = f"M{x:.1f} {y - 8:.1f}c26 -16 26 32 7 16", (x, y + 8), "l7 -4 v8 z"
    elif y0 == y1:
        bend = f"{x0:.1f} {y0 - 30:.1f} {x1:.1f} {y1 - 30:.1f}"
        path, tip, head = f"M{x0:.1f} {y0:.1f} C{bend} {x1:.1f} {y1 - 6:.1f}", (x1, y1), "l-4 -7 h8 z"
    else:
        under = y1 + tall
        bend = f"{x + side * far:.1f} {y:.1f} {x1:.1f} {under + far:.1f}"
        path, tip, head = f"M{x:.1f} {y:.1f} C{bend} {x1:.1f} {under + 6:.1f}", (x1, under), "l-4 7 h8 z"
    kind, colour = ("wins", _BLUE) if wins else ("other", _GREY)
    return f'<path class="{kind}" d="{path}"/><path d="M{tip[0]:.1f} {tip[1]:.1f} {head}" fill="{colour}"/>'


@dataclass(frozen=True)
class _Board:
    """A picture with its size in pixels; `empty` is drawn once, and used below what stands on it."""

    picture: MembersPicture
    name: str
    pitch: float

    @property
    def wide(self) -> float:
        return self.pitch * (1 + max(x for x, _ in self.picture.spots))

    @property
    def high(self) -> float:
        return self.pitch * (1 + max(y for _, y in self.picture.spots))

    @property
    def empty(self) -> str:
        spots = self._at(range(len(self.picture.spots)))
        ends = ((self._spot(a), self._spot(b)) for a, b in self.picture.lines)
        lines = "".join(f"M{a} {b}L{c} {d}" for (a, b), (c, d) in ends)
        return (
            f'<defs><g id="{self.name}"><path d="{lines}" stroke="{_GREY}" fill="none"/>'
            f"{self._dots(spots, 1.0, _GREY)}{self._dots(spots, 0.8, '#fff')}</g></defs>"
        )

    def shown(self, position: Position, x: float, y: float) -> str:
        """The members that are there, and the tokens smaller upon them, at a place."""
        found = [f'<use href="#{self.name}"/>']
        for number, place in enumerate(self.picture.sets):
            members = position[place]
            assert isinstance(members, tuple)
            found.append(self._dots(self._at(members), 0.8 - 0.25 * (number % 3), _SETS[number % 3]))
        for number, place in enumerate(self.picture.tokens):
            spot = position[place]
            assert isinstance(spot, int)
            found.append(self._dots(self._at([spot]), 0.5 - 0.15 * (number % 3), _TOKENS[number % 3], round_=True))
        return f'<g transform="translate({x:.1f} {y:.1f})">{"".join(found)}</g>'

    def _spot(self, member: int) -> tuple[str, str]:
        x, y = self.picture.spots[member]
        return f"{self.pitch * (x + 0.5):.4g}", f"{self.pitch * (y + 0.5):.4g}"

    def _at(self, members: Iterable[int]) -> str:
        return "".join(f"M{x} {y}h0" for x, y in map(self._spot, members))

    def _dots(self, spots: str, size: float, colour: str, *, round_: bool = False) -> str:
        cap = "round" if round_ or not self.picture.board else "square"
        width = self.pitch * size * (0.9 if cap == "round" else 0.85)
        return f'<path d="{spots}" stroke="{colour}" stroke-width="{width:.3g}" stroke-linecap="{cap}"/>'


def _boards(graph: DrawnGraph) -> list[_Board]:
    found = []
    for number, one in enumerate(graph.pictures):
        extent = 1 + max((max(spot) for spot in one.spots), default=0.0)
        if one.spots and (one.sets or one.board or one.lines):
            found.append(_Board(one, f"board-{number}", min(_PITCH, _SIDE / extent)))
    return found


def _named(graph: DrawnGraph, boards: Sequence[_Board]) -> bool:
    """Whether pictures do not say all of a position, so that its name stands below them."""
    drawn = sum(len(one.picture.sets) + len(one.picture.tokens) for one in boards)
    return not boards or any(len(vertex.position) > drawn for vertex in graph.vertices)


def _box(
    vertex: Vertex, graph: DrawnGraph, boards: Sequence[_Board], x: float, y: float, size: tuple[float, float]
) -> Iterator[str]:
    kind, rounding = ("lost", 0) if vertex.lost else ("drawn" if vertex.outcome == DRAW else "won", 19)
    moves = (
        f"{arrow.move} -> {graph.vertices[arrow.to].name}{' (wins)' if arrow.wins else ''}" for arrow in vertex.arrows
    )
    hint = "\n".join([f"{vertex.name}: {vertex.said}", *moves] if vertex.arrows else [f"{vertex.name}: {vertex.said}"])
    yield f'<g class="position"><title>{escape(hint)}</title>'
    wide, tall = size
    box = f'width="{wide:.1f}" height="{tall:.0f}" rx="{rounding}"'
    yield f'<rect class="{kind}" x="{x - wide / 2:.1f}" y="{y:.1f}" {box}/>'
    at = x - (sum(one.wide for one in boards) + 8 * (len(boards) - 1)) / 2
    for one in boards:
        yield one.shown(vertex.position, at, y + 5)
        at += one.wide + 8
    if _named(graph, boards):
        yield f'<text x="{x:.1f}" y="{y + tall - 23:.1f}" text-anchor="middle">{escape(vertex.name)}</text>'
    yield f'<text x="{x:.1f}" y="{y + tall - 8:.1f}" text-anchor="middle">{escape(vertex.said)}</text></g>'


def _key(graph: DrawnGraph) -> Iterator[tuple[str, str]]:
    """What the signs mean: each drawn small, and in words."""
    box = '<rect class="{}" x="2" y="-6" width="32" height="12" rx="{}"/>'
    line = '<path class="{}" d="M2 0 h32"/>'
    if graph.play is None:
        yield box.format("lost", 0), "the side to move loses"
        yield box.format("won", 6), "the side to move wins"
        yield line.format("wins"), "winning moves, for the side that makes them"
    elif graph.measure == LEFT:
        yield box.format("lost", 0), "P-position"
        yield box.format("won", 6), "N-position"
        yield line.format("wins"), f"winning moves, in {'normal' if graph.play == 'normal' else 'misère'} play"
    else:
        yield box.format("lost", 0), "P-position (g,g-): its normal and its misère Sprague-Grundy value"
        yield box.format("won", 6), "N-position (g,g-)"
        yield line.format("wins"), f"winning moves, in {'normal' if graph.play == 'normal' else 'misère'} play"
    if graph.measure == LEFT:
        yield box.format("drawn", 6), "a draw"
    yield line.format("other"), "other moves; lines to the same position are joined"
