"""Game graphs as DOT and SVG, held against plain Python."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from bouton.cli import main
from bouton.core.shipped import folder
from bouton.show.picture.dot import dot
from bouton.show.picture.graph import Arrow, DrawnGraph, Vertex
from bouton.show.picture.members import MembersPicture
from bouton.show.picture.svg import svg
from tests.oracle.loops import rounds
from tests.oracle.two_heaps import Place, nim, values
from tests.show.picture.conftest import NIM, SVG, TAKE, Write

NODE = re.compile(r'  n(\d+) \[label="([^"]*)\\n([^"]*)", shape=(\w+),')
EDGE = re.compile(r'  n(\d+) -> n(\d+) \[tooltip="([^"]*)"(.*)\];')
BOX = "position:\n  heap: {count: 0..3, size: 1..3}\n"


def below(place: Place) -> set[Place]:
    """A position of Nim, zeros dropped, and all it reaches."""
    found = {place}
    for option in nim(place):
        found |= below(tuple(size for size in option if size))
    return found


def name(place: Place) -> str:
    return ":".join(map(str, place)) or "the empty position"


def printed(text: str) -> tuple[dict[str, tuple[str, str]], set[tuple[str, str, bool]]]:
    """The nodes of a DOT text, with what is said of them and their shape, and its edges, with whether they win."""
    nodes = {match[1]: match for match in NODE.finditer(text)}
    edges = {(nodes[e[1]][2], nodes[e[2]][2], "penwidth" in e[4]) for e in EDGE.finditer(text)}
    return {match[2]: (match[3], match[4]) for match in nodes.values()}, edges


@pytest.mark.parametrize("play", ["normal", "misere"])
def test_a_graph_as_dot(play: str, write: Write, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["graph", write(NIM, BOX), "--at", "heap=1:2:3", "--play", play]) == 0
    nodes, edges = printed(capsys.readouterr().out)
    both = values(nim), values(nim, misere=True)
    chosen = both[play == "misere"]
    places = below((1, 2, 3))
    assert nodes == {
        name(at): (
            f"{'N' if chosen(at) else 'P'} ({both[0](at)},{both[1](at)})",
            "ellipse" if chosen(at) else "box",
        )
        for at in places
    }
    options = {at: {tuple(size for size in option if size) for option in nim(at)} for at in places}
    assert edges == {(name(at), name(to), chosen(to) == 0) for at in places for to in options[at]}


def test_a_whole_box_as_svg(write: Write, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "a.svg"
    assert main(["graph", write(NIM, BOX, "A <b> & c"), "-o", str(file)]) == 0
    tree = ElementTree.fromstring(file.read_bytes())
    boxes = [group for group in tree.iter(f"{SVG}g") if group.get("class") == "position"]
    places = below((3, 3, 3))
    value, misere = values(nim), values(nim, misere=True)
    said = {tuple(str(text.text) for text in box.iter(f"{SVG}text")) for box in boxes}
    assert said == {(name(at), f"{'N' if value(at) else 'P'} ({value(at)},{misere(at)})") for at in places}
    kinds = [rect.get("class") for box in boxes for rect in box.iter(f"{SVG}rect")]
    assert kinds.count("lost") == sum(value(at) == 0 for at in places)
    assert kinds.count("won") == sum(value(at) != 0 for at in places)
    texts = {text.text for text in tree.iter(f"{SVG}text")}
    assert {f"stones {stones}" for stones in range(10)} <= texts
    assert "A <b> & c: game graph, normal play, 0..3 heaps of 1..3 stones" in {
        title.text for title in tree.findall(f"{SVG}title")
    }
    assert f"{len(places)} positions" in capsys.readouterr().out
    first = file.read_bytes()
    assert main(["graph", str(tmp_path / "game.yaml"), "-o", str(file)]) == 0
    assert file.read_bytes() == first


@pytest.mark.slow
def test_sides_and_winners(capsys: pytest.CaptureFixture[str]) -> None:
    spec = str(folder("specs") / "survivor_nim.yaml")
    assert main(["graph", spec, "--at", "n=1,k=1,pile=2"]) == 0
    nodes, edges = printed(capsys.readouterr().out)
    # players 2 and 3 are side 1; whoever takes the last counter loses, and his side with him
    assert nodes == {
        "pile 2, player 1": ("2 to move, 2 wins", "ellipse"),
        "pile 1, player 2": ("1 to move, 2 wins", "box"),
        "pile 0, player 2": ("1 to move, 1 wins", "ellipse"),
        "pile 0, player 3": ("1 to move, 2 wins", "box"),
    }
    assert edges == {
        ("pile 2, player 1", "pile 1, player 2", True),
        ("pile 2, player 1", "pile 0, player 2", False),
        ("pile 1, player 2", "pile 0, player 3", False),
    }


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--over", "heap.size=1..9"], "the box has 220 positions, and a graph of more than 200 cannot be read"),
        (["--at", "heap=9:9:9"], "heap 9:9:9 reaches more than 200 positions"),
        (["--over", "heap.count=8", "--over", "heap.size=3"], None),
        (["--over", "heap.count=8", "--over", "heap.size=4"], "the box reaches more than 200 positions"),
        (["--at", "heap=1:x"], "--at heap=1:x"),
        (["-o", "a.png"], "a.png: .png names no such format; expected a name that ends in .dot or .svg"),
        (["--over", "heap.size=3..2", "--over", "heap.count=1"], ""),
    ],
)
@pytest.mark.sample(3)
def test_what_is_no_graph(
    arguments: list[str], said: str | None, write: Write, capsys: pytest.CaptureFixture[str]
) -> None:
    code = main(["graph", write(NIM, BOX), *arguments])
    captured = capsys.readouterr()
    assert code == (2 if said is not None else 0)
    assert (said or "") in captured.err
    assert bool(captured.err) is (said is not None)
    assert len(captured.err.splitlines()) <= 1


def test_each_value_of_a_parameter_has_its_own_graph(write: Write, capsys: pytest.CaptureFixture[str]) -> None:
    spec = write(TAKE, "parameters: {m: 1..3}\nposition:\n  pile: 0..5\n")
    assert main(["graph", spec]) == 2
    assert "m has several values, and each has a graph of its own; expected one of them, such as --set m=1" in (
        capsys.readouterr().err
    )
    assert main(["graph", spec, "--set", "m=2"]) == 0
    nodes, edges = printed(capsys.readouterr().out)
    assert set(nodes) == {str(pile) for pile in range(6)}
    assert edges == {(str(n), str(n - d), (n - d) % 3 == 0) for n in range(6) for d in (1, 2) if d <= n}


@pytest.mark.slow
def test_no_play_is_chosen_in_games_of_alliances(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    spec = str(folder("specs") / "survivor_nim.yaml")
    assert main(["graph", spec, "--at", "n=1,k=1,pile=2", "--play", "misere"]) == 2
    assert "in a game of alliances the rules say who wins; expected no --play" in capsys.readouterr().err
    plot = ["plot", spec, "--set", "n=1", "--set", "k=1", "-o", str(tmp_path / "a.svg")]
    assert main([*plot, "--play", "normal"]) == 2
    assert "expected no --play" in capsys.readouterr().err
    assert main([*plot, "--values"]) == 2
    assert "a game of alliances has no Sprague-Grundy values; expected no --values" in capsys.readouterr().err


def test_a_game_that_does_not_end_is_refused(write: Write, capsys: pytest.CaptureFixture[str]) -> None:
    rules = "move(up) :- pile(N), N < 4.\nafter(up, pile(N+1)) :- move(up), pile(N).\n"
    assert main(["graph", write(rules, "position:\n  pile: 0..4\n")]) == 2
    assert "does not lower the measure" in capsys.readouterr().err


LOOPED = """
move(take(M)) :- pile(N), M = 1..2, M <= N.
after(take(M), pile(N-M)) :- move(take(M)), pile(N).
move(add) :- pile(N), N = 4..5.
after(add, pile(N+1)) :- move(add), pile(N).
move(stay) :- pile(N), N >= 6.
"""


def _looped(at: int) -> list[int]:
    return [at - m for m in (1, 2) if m <= at] + ([at + 1] if at in (4, 5) else [at] if at >= 6 else [])


@pytest.mark.parametrize("play", ["normal", "misere"])
def test_a_game_whose_positions_come_back(
    play: str, write: Write, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """With its draws; its rows are the moves that are left, and lines that lead up or stay are drawn, too."""
    game = write(LOOPED, "position: {pile: 0..9}\ncycles: allowed\n")
    assert main(["graph", game, "--play", play]) == 0
    nodes, edges = printed(capsys.readouterr().out)
    options = {at: _looped(at) for at in range(10)}
    lost, won = rounds(options, lambda _: play == "normal")
    assert nodes == {
        str(at): ("P", "box") if at in lost else ("N" if at in won else "draw", "ellipse") for at in options
    }
    assert {"P", "N", "draw"} == {said for said, _ in nodes.values()} or play == "misere"
    assert edges == {(str(at), str(to), to in lost) for at, row in options.items() for to in row}
    assert main(["graph", game, "--play", play, "-o", str(tmp_path / "g.svg")]) == 0
    drawn = (tmp_path / "g.svg").read_text()
    assert drawn.count('class="drawn"') == 1 + 10 - len(lost) - len(won)  # one in the key
    rows = {f">moves left: {one}<" for one in {*lost.values(), *won.values()}}
    assert all(one in drawn for one in rows)


def test_odd_letters_are_escaped() -> None:
    odd = 'a "b" \\n <c> &amp; &'
    arrow = Arrow(odd, 1, wins=True)
    end = Vertex("0", (0,), "P", True, (0, 1), None, ())
    graph = DrawnGraph(odd, "normal", ("stones",), (Vertex(odd, (1,), "N", False, (1, 0), None, (arrow,)), end))
    quoted = 'a \\"b\\" \\\\n <c> &amp;amp; &amp;'
    text = dot(graph)
    assert f'  label="{quoted}";' in text
    assert f'  n0 [label="{quoted}\\nN (1,0)", shape=ellipse' in text
    assert f'  n0 -> n1 [tooltip="{quoted}", penwidth' in text
    tree = ElementTree.fromstring(svg(graph).encode())
    assert odd in {text.text for text in tree.iter(f"{SVG}text")}


def test_a_graph_needs_no_matplotlib(write: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    assert main(["graph", write(NIM, BOX), "-o", str(tmp_path / "a.svg")]) == 0


def test_boards_are_drawn_as_boards(tmp_path: Path) -> None:
    file = tmp_path / "cram.svg"
    at = "rows=2,columns=3,free=(1,1):(1,2):(1,3):(2,2):(2,3)"
    assert main(["graph", str(folder("specs") / "cram.yaml"), "--at", at, "-o", str(file)]) == 0
    root = ElementTree.fromstring(file.read_text(encoding="utf-8"))
    (empty,) = root.iterfind(".//{*}defs/{*}g")
    assert [path.get("d", "").count("M") for path in empty] == [0, 6, 6]
    boxes = root.findall(".//{*}g[@class='position']")
    first = boxes[0].findall("{*}g/{*}path")[0].get("d")
    assert first == "M8 8h0M24 8h0M40 8h0M24 24h0M40 24h0"  # all but the left cell of the second row
    shown = [path.get("d", "").count("M") for box in boxes for path in box.iterfind("{*}g/{*}path")]
    assert shown == [5, 3, 3, 3, 3, 3, 1, 1, 1]
    assert [[one.text for one in box.findall("{*}text")] for box in boxes[:2]] == [["P (0,1)"], ["N (1,0)"]]


def test_what_pictures_do_not_say_is_written_and_a_thousand_points_stay_small() -> None:
    many = range(1024)
    turn = tuple((float(at), 0.0) for at in many)
    picture = MembersPicture((0,), (1,), tuple(map(str, many)), False, turn, tuple((at, at + 1) for at in many[:-1]))
    vertex = Vertex("all & more", (1,), "P", True, (0, 1), None, (), (tuple(many), 7, 3))
    text = svg(DrawnGraph("Row", "normal", ("members",), (vertex,), (picture,)))
    root = ElementTree.fromstring(text)
    assert float(root.get("width", "")) < 600 and float(root.get("height", "")) < 300 and len(text) < 100_000
    assert [one.text for one in root.findall(".//{*}g[@class='position']/{*}text")] == ["all & more", "P (0,1)"]
