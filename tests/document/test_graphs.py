"""Graphs in files: three formats of random graphs give the same facts, and what is no graph is told in one message."""

from __future__ import annotations

import os
import re
from collections.abc import Set
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bouton.core.errors import InputError
from bouton.document.at import parse_at
from bouton.document.graphs import NoGraphFile, facts
from bouton.document.load import load
from bouton.process.limits import Limits
from bouton.run.position import analyse

RULES = """\
move(t(V)) :- free(V).
gone(t(V), free(V)) :- move(t(V)).
gone(t(V), free(W)) :- move(t(V)), edge(V,W).
gone(t(V), free(W)) :- move(t(V)), edge(W,V).
alone :- free(V), not edge(V,V).
"""
SPEC = """\
game: g
rules: g.lp
graph: {name}
position: {{free: {{subset_of: vertex}}}}
claims: [{{id: a, says: x, kind: p-positions, iff: alone}}]
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "g.lp").write_text(RULES, encoding="utf-8")
    return tmp_path


def wrong(folder: Path, name: str) -> str:
    """The one message of a spec with that graph, without its place, which is that of the name."""
    (folder / "g.yaml").write_text(SPEC.format(name=name), encoding="utf-8")
    with pytest.raises(InputError) as raised:
        load(folder / "g.yaml")
    (one,) = raised.value.diagnostics
    assert (one.line, one.column) == (3, 8) and one.file == str(folder / "g.yaml")
    parts = (one.message, f"expected {one.expected}" * bool(one.expected), f"nearest {one.nearest}" * bool(one.nearest))
    return "; ".join(filter(None, parts)).replace(str(folder), "HERE")


def read(name: str, text: str) -> tuple[Set[int], Set[frozenset[int]], int]:
    """The vertices and edges of a file, and how many facts say so."""
    said = facts(name, text)
    vertices = {int(one) for one in re.findall(r"^vertex\((\d+)\)\.$", said, re.MULTILINE)}
    edges = re.findall(r"^edge\((\d+),(\d+)\)\.$", said, re.MULTILINE)
    return vertices, {frozenset((int(v), int(w))) for v, w in edges}, len(said.splitlines()) - (not edges)


def graph6(order: int, edges: Set[frozenset[int]]) -> str:
    """As nauty's formats.txt has it."""
    size = [order] if order < 63 else [63, order >> 12, order >> 6 & 63, order & 63]
    bits = "".join(str(int(frozenset((low, high)) in edges)) for high in range(order) for low in range(high))
    sixes = [bits[at : at + 6].ljust(6, "0") for at in range(0, len(bits), 6)]
    return "".join(chr(63 + one) for one in [*size, *(int(six, 2) for six in sixes)])


def arcs(name: str, text: str) -> tuple[Set[int], Set[tuple[int, int]], int]:
    """The same of a digraph."""
    said = facts(name, text)
    edges = {(int(v), int(w)) for v, w in re.findall(r"^edge\((\d+),(\d+)\)\.$", said, re.MULTILINE)}
    return read(name, text)[0], edges, len(said.splitlines()) - (not edges)


def digraph6(order: int, edges: Set[tuple[int, int]]) -> str:
    """As nauty's formats.txt has it: the matrix row by row."""
    size = [order] if order < 63 else [63, order >> 12, order >> 6 & 63, order & 63]
    bits = "".join(str(int((v, w) in edges)) for v in range(order) for w in range(order))
    sixes = [bits[at : at + 6].ljust(6, "0") for at in range(0, len(bits), 6)]
    return "&" + "".join(chr(63 + one) for one in [*size, *(int(six, 2) for six in sixes)])


def test_graphs_as_networkx_writes_them() -> None:
    """Written by version 3, that of the path of 64 vertices by its first edges."""
    cycle = {frozenset((v, (v + 1) % 5)) for v in range(5)}
    assert graph6(5, cycle) == "Dhc" and read("c.g6", "Dhc") == ({*range(5)}, cycle, 10)
    rings = [(v, (v + 1) % 5) for v in range(5)] + [(v + 5, (v + 2) % 5 + 5) for v in range(5)]
    petersen = {frozenset(one) for one in [*rings, *((v, v + 5) for v in range(5))]}
    assert read("p.g6", "IheA@GUAo") == ({*range(10)}, petersen, 25)
    path = graph6(64, {frozenset((v, v + 1)) for v in range(63)})
    assert path.startswith("~?@?hCGGC@?G") and read("p.g6", path)[2] == 127


@given(st.integers(1, 70), st.data())
def test_three_formats_say_the_same(order: int, data: st.DataObject) -> None:
    pairs = st.tuples(st.integers(0, order - 1), st.integers(0, order - 1)).filter(lambda one: one[0] != one[1])
    listed = data.draw(st.lists(pairs, max_size=40, unique_by=frozenset)) if order > 1 else []
    edges = {frozenset(one) for one in listed}
    wanted = ({*range(order)}, edges, order + len(edges))
    coded = graph6(order, edges)
    assert read("x.g6", coded) == wanted
    assert read("x.g6", f">>graph6<<{coded}\n") == wanted
    lines = [f"{v}" for v in range(order)] + [f"{v}\t{w}  # an edge" for v, w in listed] + ["", "# c"]
    assert read("a.b.edges", "\n".join(lines)) == wanted
    shifted = [f"e {one[0] + 1} {one[1] + 1}" for v, w in listed for one in ((v, w), (w, v))]
    vertices, found, many = read("x.col", "\n".join(["c x", f"p col {order} {len(listed)}", *shifted]))
    assert ({v - 1 for v in vertices}, {frozenset(v - 1 for v in one) for one in found}, many) == wanted


def test_a_digraph_as_nauty_describes_it() -> None:
    """The example of nauty's formats.txt: five vertices, edges 0 to 2, 0 to 4, 3 to 1, 3 to 4."""
    assert arcs("d.d6", "&DI?AO?") == ({*range(5)}, {(0, 2), (0, 4), (3, 1), (3, 4)}, 9)


@given(st.integers(1, 66), st.data())
def test_three_formats_of_digraphs_say_the_same(order: int, data: st.DataObject) -> None:
    ends = st.integers(0, order - 1)
    listed = data.draw(st.lists(st.tuples(ends, ends), max_size=40))
    wanted = ({*range(order)}, {*listed}, order + len({*listed}))
    assert arcs("x.d6", f">>digraph6<<{digraph6(order, {*listed})}\n") == wanted
    assert arcs("x.arcs", "\n".join([*map(str, range(order)), *(f"{v} {w}" for v, w in listed)])) == wanted
    lines = [f"a {v + 1} {w + 1}{' -7' * (v < w)}" for v, w in listed]
    vertices, found, many = arcs("x.gr", "\n".join([f"p sp {order} {len(listed)}", "c x", *lines]))
    assert ({v - 1 for v in vertices}, {(v - 1, w - 1) for v, w in found}, many) == wanted


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("e.edges", "", "e.edges: there is no vertex"),
        ("e.edges", "# 1 2\n\n", "e.edges: there is no vertex"),
        ("e.edges", "1 2\n2 2", "e.edges:2: the edge from 2 leads back to it; expected a graph without loops"),
        ("e.edges", "1 2\n1 2\n2 1", "e.edges:3: the edge from 2 to 1 is that of line 1; expected each edge once"),
        ("e.arcs", "1 1\n1 2 3", "e.arcs:2: 3 words are no edge; expected a line of two words for each edge"),
        ("d.gr", "p sp 3 1\ne 1 2", "d.gr:2: this is no line of DIMACS; expected `p sp N M` first, then `a V W`"),
        ("d.gr", "p sp 3 1\na 1 2 3 4", "d.gr:2: this is no line of DIMACS"),
        ("d.gr", "p tw 3 1\n1 2", "d.gr:2: this is no line of DIMACS"),
        ("g.d6", "DI?AO?", "g.d6:1: this is no graph in digraph6; expected one line"),
        ("g.d6", "&DI?AO", "g.d6:1: these are not the bits of a graph of 5 vertices"),
        ("g.d6", "&", "g.d6:1: this is no graph in digraph6"),
        ("g.g6", "&DI?AO?", "g.g6:1: this is no graph in graph6"),
        ("e.edges", "1 2\n1 2 3", "e.edges:2: 3 words are no edge; expected a line of two words for each edge"),
        ("e.edges", "1 2\nü 2", "e.edges:2: the name 'ü' has other letters than ASCII"),
        ("e.edges", "1 \x1b[31m", "e.edges:1: the name '\\x1b[31m' has other letters than ASCII"),
        ("d.col", "", "d.col: there is no vertex"),
        ("d.col", "e 1 2", "1..N"),
        ("d.col", "p edge 3 1\ne 1 4", "d.col:2: this is no line of DIMACS; expected `p edge N M` first"),
        ("d.col", "p edge 3 1\np edge 3 1", "d.col:2: this is no line of DIMACS"),
        ("d.col", "p edge 3 1\ne 0 1", "d.col:2: this is no line of DIMACS"),
        ("d.col", "p edge 3 1\ne 3 3", "d.col:2: the edge from 3 leads back to it"),
        ("d.col", "p edge 10001 0", "d.col:1: this is no line of DIMACS"),
        ("g.g6", "", "g.g6:1: this is no graph in graph6; expected one line of printable characters"),
        ("g.g6", "?", "g.g6: there is no vertex"),
        ("g.g6", "D?", "g.g6:1: these are not the bits of a graph of 5 vertices"),
        ("g.g6", "B@", "g.g6:1: these are not the bits of a graph of 3 vertices"),
        ("g.g6", "Bw\nBw", "g.g6:1: this is no graph in graph6"),
        ("g.g6", "~~?????", "g.g6:1: this graph is too large"),
    ],
)  # fmt: skip
def test_what_is_no_graph(folder: Path, name: str, text: str, said: str) -> None:
    (folder / name).write_text(text, encoding="utf-8")
    assert said in wrong(folder, name)


def test_files_that_cannot_be_read(folder: Path) -> None:
    inside = folder / "specs"
    inside.mkdir()
    (inside / "g.lp").write_text(RULES, encoding="utf-8")
    (folder / "out.edges").write_text("1 2\n", encoding="utf-8")
    (inside / "house.edges").write_text("1 2\n", encoding="utf-8")
    os.symlink("../out.edges", inside / "link.edges")
    os.mkfifo(inside / "pipe.edges")
    (inside / "bytes.edges").write_bytes(b"\xff\xfe1 2\n")
    message = "there is no graph 'hous.edges' beside the spec or among the encodings; nearest house.edges"
    assert wrong(inside, "hous.edges") == message
    assert wrong(inside, "geography/hous.edges").endswith("; nearest geography/house.edges")
    assert wrong(inside, "link.edges") == "link.edges: HERE/link.edges is a link that leads out of its folder"
    assert wrong(inside, "pipe.edges") == "pipe.edges: HERE/pipe.edges is not a regular file"
    assert "can't decode byte 0xff" in wrong(inside, "bytes.edges")
    for name in ("../out.edges", "/etc/hosts", "a/b/c.edges", ".edges", "g.lp", '"<b>.edges"', '"a b.edges"'):
        assert "will not do; expected the name of a file, such as petersen.edges" in wrong(inside, name)


def test_names_of_vertices_are_terms(folder: Path) -> None:
    (folder / "odd.edges").write_text('<b>&amp;</b> "a\\"\n007 not\n7 a_B\n', encoding="utf-8")
    (folder / "g.yaml").write_text(SPEC.format(name="odd.edges"), encoding="utf-8")
    spec = load(folder / "g.yaml")
    assert facts("odd.edges", (folder / "odd.edges").read_text()).splitlines()[:6] == [
        'vertex("<b>&amp;</b>").', r'vertex("\"a\\\"").', 'vertex("007").', 'vertex("not").', "vertex(7).",
        "vertex(a_B).",
    ]  # fmt: skip
    found = analyse(spec, *parse_at(spec, 'free=7:a_B:"<b>&amp;</b>"'), Limits())
    assert any('t("<b>&amp;</b>"): free without "<b>&amp;</b>"' in str(move.move) for move in found.moves)


def test_a_graph_without_edges_has_the_predicate(folder: Path) -> None:
    (folder / "none.edges").write_text("1\n2\n2\n", encoding="utf-8")
    (folder / "g.yaml").write_text(SPEC.format(name="none.edges"), encoding="utf-8")
    spec = load(folder / "g.yaml")
    found = analyse(spec, *parse_at(spec, "free=1:2"), Limits())
    assert found.plays["normal"].number == 0 and len(found.moves) == 2


def test_there_is_an_end_to_what_is_read() -> None:
    assert (
        facts("x.edges", "\n".join(map(str, range(10_000)))).count("vertex(") == 10_001
    )  # the last in the rule for edge/2
    with pytest.raises(NoGraphFile, match="there are more than 10,000 vertices and edges") as raised:
        facts("x.edges", "\n".join(map(str, range(10_002))))
    assert raised.value.line == 10_001
