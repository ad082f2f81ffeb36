"""Marks read back from an SVG, and specs of small games."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from xml.etree import ElementTree

import pytest

SVG = "{http://www.w3.org/2000/svg}"

Write = Callable[..., str]
Points = set[tuple[int, int]]

NIM = "move(t(I,T)) :- heap(I,S), T = 0..S-1.\nafter(t(I,T), heap(I,T)) :- move(t(I,T)).\n"
WYTHOFF = (
    NIM + "move(both(D)) :- heap(1,X), heap(2,Y), D = 1..X, D <= Y.\n"
    "after(both(D), heap(I,S-D)) :- move(both(D)), heap(I,S).\n"
)
TAKE = "move(t(D)) :- pile(N), D = 1..m, D <= N.\nafter(t(D), pile(N-D)) :- move(t(D)), pile(N).\n"

CLAIMS = "claims:\n  - {id: one, says: it is so, kind: p-positions, play: normal, iff: lost}\n"


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """The path of a spec made of rules and the text between `rules:` and `claims:`."""

    def writing(rules: str, head: str, game: str = "a game") -> str:
        (tmp_path / "game.lp").write_text(rules, encoding="utf-8")
        file = tmp_path / "game.yaml"
        file.write_text(f"game: {game}\nrules: game.lp\n{head}{CLAIMS}", encoding="utf-8")
        return str(file)

    return writing


def marks(svg: bytes) -> Mapping[str, list[tuple[float, float]]]:
    """The places on the paper of the marks of each group of outcomes."""
    found: dict[str, list[tuple[float, float]]] = {}
    for group in ElementTree.fromstring(svg).iter(f"{SVG}g"):
        name = group.get("id", "")
        if name.startswith(("outcome-", "winner-")):
            uses = [(float(use.get("x", "")), float(use.get("y", ""))) for use in group.iter(f"{SVG}use")]
            defined = {id(path) for defs in group.iter(f"{SVG}defs") for path in defs.iter(f"{SVG}path")}
            drawn = [path.get("d", "") for path in group.iter(f"{SVG}path") if id(path) not in defined]
            found[name] = uses + [middle(path) for path in drawn]
    return found


def middle(path: str) -> tuple[float, float]:
    """The middle of a mark that is drawn as a path of its own."""
    numbers = [float(number) for number in re.findall(r"-?\d+(?:\.\d+)?", path)]
    x, y = numbers[::2], numbers[1::2]
    return round((min(x) + max(x)) / 2, 3), round((min(y) + max(y)) / 2, 3)


def points(svg: bytes, x: int = 0, y: int = 0) -> Mapping[str, Points]:
    """The numbers along the axes of the marks, where every column and row from (x, y) on has a mark."""
    found = marks(svg)
    columns = sorted({place[0] for group in found.values() for place in group})
    rows = sorted({place[1] for group in found.values() for place in group}, reverse=True)
    return {
        name: {(columns.index(place[0]) + x, rows.index(place[1]) + y) for place in group}
        for name, group in found.items()
    }


def numbers(svg: bytes) -> Mapping[tuple[int, int], int]:
    """The values that are written in the cells."""
    found: dict[tuple[int, int], int] = {}
    for group in ElementTree.fromstring(svg).iter(f"{SVG}g"):
        match = re.fullmatch(r"value-(\d+)-(\d+)", group.get("id", ""))
        if match:
            found[int(match[1]), int(match[2])] = int("".join(group.itertext()).strip())
    return found


def texts(svg: bytes) -> list[str]:
    """Every text of the picture."""
    return ["".join(text.itertext()).strip() for text in ElementTree.fromstring(svg).iter(f"{SVG}text")]
