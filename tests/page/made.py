"""Pages of small games, each made once, and the same games in plain Python."""

from __future__ import annotations

import base64
import json
import re
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from bouton.cli import main
from bouton.page import content as page_content
from bouton.page.begun import Room

Position = tuple[Any, ...]


@dataclass(frozen=True)
class Toy:
    """A game: its spec, one claim of it, the ranges of its page, and the options of a position in plain Python."""

    spec: str
    claim: str
    over: tuple[str, ...]
    options: Callable[[Position], set[Position]]


def nim(position: Position) -> set[Position]:
    """One heap becomes smaller."""
    (heaps,) = position
    return {
        (tuple(sorted(filter(None, (*heaps[:at], left, *heaps[at + 1 :])))),)
        for at, size in enumerate(heaps)
        for left in range(size)
    }


def wythoff(position: Position) -> set[Position]:
    """One heap becomes smaller, or both by as many stones."""
    (heaps,) = position
    both = {(tuple(sorted(filter(None, (size - d for size in heaps)))),) for d in range(1, min(heaps, default=0) + 1)}
    return nim(position) | (both if len(heaps) == 2 else set())


def kayles(position: Position) -> set[Position]:
    """One or two pins that stand side by side are knocked down."""
    (rows,) = position
    found = set()
    for at, size in enumerate(rows):
        for pins in (1, 2):
            for left in range(size - pins + 1):
                rest = (*rows[:at], left, size - pins - left, *rows[at + 1 :])
                found.add((tuple(sorted(filter(None, rest))),))
    return found


def greedy(position: Position) -> set[Position]:
    """The largest heap becomes smaller."""
    (heaps,) = position
    return {(tuple(sorted(filter(None, (*heaps[1:], left)), reverse=True)),) for left in range(max(heaps, default=0))}


def survivor(position: Position) -> set[Position]:
    """Three players, of whom the first and the second are allies, take one or two counters in turn."""
    pile, player = position
    return {(pile - taken, player % 3 + 1) for taken in (1, 2) if taken <= pile}


def side(player: int) -> str:
    """The alliance of one of the three."""
    return "1" if player in (1, 2) else "2"


@cache
def winner(position: Position) -> str:
    """The alliance that wins: not that of the player who took the last counter."""
    pile, player = position
    if not pile:
        return "2" if side((player - 2) % 3 + 1) == "1" else "1"
    after = {winner(option) for option in survivor(position)}
    return side(player) if side(player) in after else after.pop()


TOYS = {
    "nim": Toy("nim", "even-total", ("heap.count=0..3", "heap.size=1..6"), nim),
    "wythoff": Toy("wythoff", "even-difference", ("heap.size=1..12",), wythoff),
    "kayles": Toy("kayles", "only-twin-rows", ("heap.count=0..2", "heap.size=1..6"), kayles),
    "greedy_nim": Toy("greedy_nim", "even-heaps", ("heap.count=0..3", "heap.size=1..6"), greedy),
}


@cache
def lost(options: Callable[[Position], set[Position]], position: Position, misere: bool) -> bool:
    """Whether who moves loses."""
    after = options(position)
    return not any(lost(options, one, misere) for one in after) if after else not misere


@cache
def value(options: Callable[[Position], set[Position]], position: Position, misere: bool) -> int:
    """The Sprague-Grundy value; in misère play that of a position without moves is 1."""
    after = {value(options, one, misere) for one in options(position)}
    return next(n for n in range(len(after) + 1) if n not in after) if options(position) else int(misere)


def page(spec: str, folder: Path, *arguments: str) -> Path:
    """The page of a spec."""
    file = folder / f"{Path(spec).stem}.html"
    assert main(["page", spec, *arguments, "-o", str(file)]) == 0
    return file


def content(file: Path) -> dict[str, Any]:
    """What stands packed in a page."""
    found = re.search(r'id="data">([^<]*)<', file.read_text())
    assert found is not None
    unpacked: dict[str, Any] = json.loads(zlib.decompress(base64.b64decode(found[1]), -15))
    return unpacked


def positions(found: dict[str, Any], game: int = 0) -> list[Position]:
    """The positions of a page, in their order."""
    flat, made = iter(found["games"][game]["positions"]), []
    for first in flat:
        numbers, position = first, []
        for at, fluent in enumerate(found["fluents"]):
            count = numbers if at == 0 else next(flat)
            position.append(tuple(next(flat) for _ in range(count)) if fluent["heaps"] or fluent.get("set") else count)
        made.append(tuple(position))
    return made


def moves(found: dict[str, Any], game: int = 0) -> list[list[tuple[int, str]]]:
    """The moves of the positions, as far as the page tells them: the number that one leads to, and its words."""
    flat = iter(found["games"][game]["moves"])
    made: list[list[tuple[int, str]]] = []
    for many in flat:
        made.append([(len(made) - next(flat), found["words"][next(flat)]) for _ in range(many)])
    return made


def in_little_room(monkeypatch: pytest.MonkeyPatch, moves: int) -> None:
    """Pages have room for few moves."""
    monkeypatch.setattr(page_content.games, "__defaults__", (Room(1000, moves),))
