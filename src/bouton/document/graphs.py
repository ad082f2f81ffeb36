"""Graphs in files of common formats, as the facts of a rules file: `vertex(V)`, and `edge(V,W)`, each edge once.

networkx reads edge lists and graph6, but not DIMACS, and says of no fault in which line it is: a dependency of
some megabytes for what is a page here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import count

MOST = 10_000
"""The most vertices and edges that are read."""
_NUMBER, _CONSTANT = re.compile(r"-?(?:0|[1-9][0-9]{0,8})"), re.compile(r"[a-z][A-Za-z0-9_]*")


class NoGraphFile(ValueError):
    """A file is no graph of its format; tells the line, if one is to blame, and what was expected."""

    def __init__(self, message: str, line: int | None = None, expected: str | None = None) -> None:
        self.line, self.expected = line, expected
        super().__init__(message)


def facts(name: str, text: str) -> str:
    """The facts of a graph, in the format that its name tells; NoGraphFile where it is none."""
    read = {"edges": _edges, "col": _dimacs, "g6": _graph6}[name.rpartition(".")[2]]
    vertices: dict[str, None] = {}
    edges: dict[tuple[str, str], None] = {}
    for line, ends in read(text):
        if len(ends) == 2:
            first, second = ends
            if first == second:
                raise NoGraphFile(f"the edge from {first} leads back to it", line, "a graph without loops")
            edges.setdefault((first, second) if (second, first) not in edges else (second, first))
        vertices |= dict.fromkeys(ends)
        if len(vertices) + len(edges) > MOST:
            raise NoGraphFile(f"there are more than {MOST:,} vertices and edges", line)
    if not vertices:
        raise NoGraphFile("there is no vertex")
    lines = [f"vertex({one})." for one in vertices] + [f"edge({first},{second})." for first, second in edges]
    if not edges:  # there is such a predicate all the same, so that `not edge(V,W)` may be said
        lines.append("edge(V,V) :- vertex(V), V != V.")
    return "\n".join(lines) + "\n"


def term(label: str, line: int | None = None) -> str:
    """A label as a term: a number, a constant, or a text in quotes."""
    if not (label.isascii() and label.isprintable()):
        raise NoGraphFile(f"the name {label!r} has other letters than ASCII", line)
    if _NUMBER.fullmatch(label) or (_CONSTANT.fullmatch(label) and label != "not"):
        return label
    return '"' + label.replace("\\", "\\\\").replace('"', '\\"') + '"'


_Line = tuple[int | None, tuple[str, ...]]
"""A line of a file, and the vertices that it names: two of an edge."""


def _edges(text: str) -> Iterator[_Line]:
    """A line for each edge, `1 2`, or for a vertex, `3`; `#` begins a comment."""
    for line, words in _words(text, "#"):
        if len(words) > 2:
            raise NoGraphFile(f"{len(words)} words are no edge", line, "a line of two words for each edge, as in `1 2`")
        yield line, tuple(term(one, line) for one in words)


def _dimacs(text: str) -> Iterator[_Line]:
    """`p edge 5 4`, then `e 1 2` for each edge, of vertices from 1 on; `c` begins a comment."""
    known = 0
    for line, words in _words(text, None):
        if words[0] == "c":
            continue
        numbers = [int(one) for one in words[-2:] if one.isdecimal() and len(one) < 7]
        if words[0] == "p" and not known and len(words) == 4 and len(numbers) == 2 and 0 < numbers[0] <= MOST:
            known = numbers[0]
            yield from ((line, (str(one),)) for one in range(1, known + 1))
        elif words[0] == "e" and len(words) == 3 and len(numbers) == 2 and all(0 < one <= known for one in numbers):
            yield line, (str(numbers[0]), str(numbers[1]))
        else:
            raise NoGraphFile(
                "this is no line of DIMACS", line, f"`p edge N M` first, then `e V W`, V and W of 1..{known or 'N'}"
            )


def _graph6(text: str) -> Iterator[_Line]:
    """One line of printable bytes; the vertices are 0, 1, ..."""
    lines = text.split()
    code = (lines[0] if len(lines) == 1 else "").removeprefix(">>graph6<<")
    values = [ord(one) - 63 for one in code]
    if not values or not all(0 <= one < 64 for one in values):
        raise NoGraphFile("this is no graph in graph6", 1, "one line of printable characters")
    if values[0] < 63:
        order, values = values[0], values[1:]
    elif len(values) > 4 and values[1] < 63:
        order, values = (values[1] << 12) + (values[2] << 6) + values[3], values[4:]
    else:
        raise NoGraphFile("this graph is too large", 1, f"at most {MOST:,} vertices and edges")
    bits = [one >> place & 1 for one in values for place in range(5, -1, -1)]
    pairs = order * (order - 1) // 2
    if order > MOST or len(bits) != -(-pairs // 6) * 6 or any(bits[pairs:]):
        raise NoGraphFile(f"these are not the bits of a graph of {order} vertices", 1)
    yield from ((1, (str(one),)) for one in range(order))
    at = count()
    yield from ((1, (str(low), str(high))) for high in range(order) for low in range(high) if bits[next(at)])


def _words(text: str, comment: str | None) -> Iterable[tuple[int, list[str]]]:
    lines = (
        (at, line if comment is None else line.partition(comment)[0]) for at, line in enumerate(text.splitlines(), 1)
    )
    return ((at, words) for at, line in lines if (words := line.split()))
