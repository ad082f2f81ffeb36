"""Graphs and digraphs in files of common formats, as the facts of a rules file: `vertex(V)` and `edge(V,W)`.

An edge of a graph is there once. One of a digraph leads from V to W, which may be the same vertex. networkx reads edge
lists, graph6 and digraph6, but not DIMACS, and says of no fault in which line it is: a dependency of some megabytes for
what is a page here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Iterator
from functools import partial
from itertools import product

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
    form = name.rpartition(".")[2]
    vertices: dict[str, None] = {}
    edges: dict[tuple[str, str], int | None] = {}
    for line, ends in _READ[form](text):
        if len(ends) == 2:
            first, second = ends
            back = edges.get((second, first))
            if form not in DIRECTED and first == second:
                raise NoGraphFile(f"the edge from {first} leads back to it", line, f"a graph without loops, {_ELSE}")
            if form == "edges" and back:  # other formats say that they have no directions
                said = f"the edge from {first} to {second} is that of line {back}"
                raise NoGraphFile(said, line, f"each edge once, {_ELSE}")
            if form in DIRECTED or back is None:
                edges.setdefault((first, second), line)
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


_ELSE = "or a digraph in a file of the formats .arcs, .gr or .d6"
_Line = tuple[int | None, tuple[str, ...]]
"""A line of a file, and the vertices that it names: two of an edge."""


def _edges(text: str) -> Iterator[_Line]:
    """A line for each edge, `1 2`, or for a vertex, `3`; `#` begins a comment. In a digraph it leads to the second."""
    for line, words in _words(text, "#"):
        if len(words) > 2:
            raise NoGraphFile(f"{len(words)} words are no edge", line, "a line of two words for each edge, as in `1 2`")
        yield line, tuple(term(one, line) for one in words)


def _numbered(begins: str, words_of: Container[int], form: str, text: str) -> Iterator[_Line]:
    """`p edge 5 4`, then `e 1 2` for each edge, of vertices from 1 on; `c` begins a comment.

    As of shortest paths `p sp 5 4`, then `a 1 2 7` for each edge, whose length counts for nothing.
    """
    known = 0
    for line, words in _words(text, None):
        if words[0] == "c":
            continue
        said = words[2:4] if words[0] == "p" else words[1:3]
        numbers = [int(one) for one in said if one.isdecimal() and len(one) < 7]
        if words[0] == "p" and not known and len(words) == 4 and len(numbers) == 2 and 0 < numbers[0] <= MOST:
            known = numbers[0]
            yield from ((line, (str(one),)) for one in range(1, known + 1))
        elif (
            words[0] == begins and len(words) in words_of and len(numbers) == 2 and all(0 < n <= known for n in numbers)
        ):
            yield line, (str(numbers[0]), str(numbers[1]))
        else:
            raise NoGraphFile("this is no line of DIMACS", line, f"{form}, V and W of 1..{known or 'N'}")


def _coded(form: str, begins: str, text: str) -> Iterator[_Line]:
    """One line of printable bytes, of the pairs (0,1), (0,2), (1,2), (0,3), ...; the vertices are 0, 1, ...

    Of a digraph, which begins with a sign, it is of all pairs in order.
    """
    lines = text.split()
    code = (lines[0] if len(lines) == 1 else "").removeprefix(f">>{form}<<")
    values = [ord(one) - 63 for one in code.removeprefix(begins)]
    if not values or not code.startswith(begins) or not all(0 <= one < 64 for one in values):
        line = f"one line of printable characters{f' that begins with {begins}' * bool(begins)}"
        raise NoGraphFile(f"this is no graph in {form}", 1, line)
    if values[0] < 63:
        order, values = values[0], values[1:]
    elif len(values) > 4 and values[1] < 63:
        order, values = (values[1] << 12) + (values[2] << 6) + values[3], values[4:]
    else:
        raise NoGraphFile("this graph is too large", 1, f"at most {MOST:,} vertices and edges")
    bits = [one >> place & 1 for one in values for place in range(5, -1, -1)]
    many = order**2 if begins else order * (order - 1) // 2
    if order > MOST or len(bits) != -(-many // 6) * 6 or any(bits[many:]):
        raise NoGraphFile(f"these are not the bits of a graph of {order} vertices", 1)
    yield from ((1, (str(one),)) for one in range(order))
    every = product(range(order), repeat=2)
    pairs = every if begins else ((low, high) for high in range(order) for low in range(high))
    yield from ((1, (str(one), str(other))) for (one, other), bit in zip(pairs, bits, strict=False) if bit)


def _words(text: str, comment: str | None) -> Iterable[tuple[int, list[str]]]:
    lines = (
        (at, line if comment is None else line.partition(comment)[0]) for at, line in enumerate(text.splitlines(), 1)
    )
    return ((at, words) for at, line in lines if (words := line.split()))


_READ: dict[str, Callable[[str], Iterator[_Line]]] = {
    "edges": _edges,
    "arcs": _edges,
    "col": partial(_numbered, "e", (3,), "`p edge N M` first, then `e V W`"),
    "gr": partial(_numbered, "a", (3, 4), "`p sp N M` first, then `a V W`"),
    "g6": partial(_coded, "graph6", ""),
    "d6": partial(_coded, "digraph6", "&"),
}
FORMATS = tuple(_READ)
"""The formats that are read, as the names of files end."""
DIRECTED = frozenset({"arcs", "gr", "d6"})
"""Those of digraphs."""
