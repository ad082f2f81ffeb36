"""A game graph in the DOT language, for Graphviz and whatever else reads it."""

from __future__ import annotations

import textwrap
from itertools import groupby

from bouton.ground.loops import DRAW
from bouton.show.picture.graph import DrawnGraph, Vertex

_LOST, _WON, _DRAWN = (
    'shape=box, style="filled,bold", fillcolor="#9ECAE9"',
    'shape=ellipse, style="filled", fillcolor="#FFFFFF"',
    'shape=ellipse, style="filled,dashed", fillcolor="#EEEEEE"',
)
_WIDTH = 100
"""Letters in a line of the title."""


def dot(graph: DrawnGraph) -> str:
    """The text of the file: positions of equal measure side by side, winning moves thick.

    A position that the player to move loses is a filled box, any other an ellipse, that of a draw dashed.
    """
    lines = [
        "digraph game {",
        f"  label={_quoted(*(textwrap.wrap(graph.title, _WIDTH) or ['']))};",
        "  labelloc=t;",
        '  node [fontname="sans-serif"];',
    ]
    for number, vertex in enumerate(graph.vertices):
        look = _LOST if vertex.lost else _DRAWN if vertex.outcome == DRAW else _WON
        lines.append(f"  n{number} [label={_quoted(vertex.name, vertex.said)}, {look}];")
    numbered = list(enumerate(graph.vertices))
    for _, layer in groupby(numbered, key=lambda entry: entry[1].measure):
        lines.append(f"  {{ rank=same; {' '.join(f'n{number};' for number, _ in layer)} }}")
    for number, vertex in numbered:
        lines += _arrows(number, vertex)
    return "\n".join([*lines, "}"]) + "\n"


def _arrows(number: int, vertex: Vertex) -> list[str]:
    lines: list[str] = []
    for arrow in vertex.arrows:
        look = ', penwidth=2.5, color="#0072B2"' if arrow.wins else ""
        lines.append(f"  n{number} -> n{arrow.to} [tooltip={_quoted(arrow.move)}{look}];")
    return lines


def _quoted(*lines: str) -> str:
    """A DOT string of these lines; what has a meaning in such a string is escaped."""
    escaped = (line.replace("&", "&amp;").replace("\\", "\\\\").replace('"', '\\"') for line in lines)
    return '"' + "\\n".join(escaped) + '"'
