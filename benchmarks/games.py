"""The games of the table: which claim is checked over which boxes, and the programs that do the same job."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from math import comb
from pathlib import Path
from tempfile import mkdtemp

HERE = Path(__file__).parent
GROUND, COMPILED, BOTH = "Bouton, ground", "Bouton, 1 process", "Bouton, 2 processes"
CPP, SCRIPT, NAIVE = "C++ -O2", "memo script", "naive clingo"


@dataclass(frozen=True)
class Box:
    """At most so many heaps, of at most `size` stones each."""

    heaps: int
    size: int

    @property
    def positions(self) -> int:
        """How many positions it has, heaps in order."""
        return comb(self.size + self.heaps, self.heaps)

    @property
    def ranges(self) -> tuple[str, ...]:
        """The box as the command line of Bouton has it."""
        return f"heap.count=0..{self.heaps}", f"heap.size=1..{self.size}"

    @property
    def numbers(self) -> tuple[str, str]:
        """The box as the command lines of the peers have it."""
        return str(self.heaps), str(self.size)

    def __str__(self) -> str:
        return f"{self.heaps} heaps up to {self.size}"


@dataclass(frozen=True)
class Pile:
    """A pile of at most `size` counters, with any of the players to move."""

    players: int
    size: int

    @property
    def positions(self) -> int:
        """How many positions it has."""
        return (self.size + 1) * self.players

    @property
    def ranges(self) -> tuple[str, ...]:
        """The box as the command line of Bouton has it."""
        return (f"pile=0..{self.size}",)

    @property
    def numbers(self) -> tuple[str, str]:
        """The box as the command lines of the peers have it."""
        return str(self.players), str(self.size)

    def __str__(self) -> str:
        return f"{self.players} players, a pile up to {self.size}"


@dataclass(frozen=True)
class Game:
    """A row of the table: the spec (seen from here), its claim, and the name that the peers know the game by.

    `boxes` are a tiny one, which costs no more than the start, one for all programs, a large one, and for some games
    one that takes long enough to show what a second process gains.
    `without` are the programs that cannot do it at all.
    """

    title: str
    spec: str
    claim: str
    peer: str
    boxes: Mapping[str, Box | Pile]
    options: tuple[str, ...] = ()
    without: tuple[str, ...] = ()

    @property
    def available(self) -> bool:
        """Whether the spec is there."""
        return (HERE / self.spec).is_file()


def _boxes(heaps: int, tiny: int, medium: int, large: int, long: int | None = None) -> dict[str, Box | Pile]:
    sizes = {"tiny": tiny, "medium": medium, "large": large, "long": long}
    return {name: Box(heaps, size) for name, size in sizes.items() if size is not None}


_BOUNDED = "misere_3_bounded_greedy_nim.yaml"
GAMES = (
    Game("Greedy Nim_2", "greedy_nim_2.yaml", "solution", "greedy", _boxes(5, 4, 12, 62, 90)),
    Game("misère 3-Bounded Greedy Nim", _BOUNDED, "theorem-3", "bounded", _boxes(4, 6, 20, 122)),
    Game("misère 3-Bounded Greedy Nim", _BOUNDED, "theorem-3", "bounded", _boxes(6, 4, 10, 40, 68), without=(NAIVE,)),
    Game("Moore's Nim_2", "moore_nim_2.yaml", "balanced", "moore", _boxes(4, 6, 14, 60, 66)),
    Game("Wythoff", "wythoff.yaml", "formula-3", "wythoff", _boxes(2, 20, 70, 4470, 2500)),
    Game(
        "Survivor Nim",
        "../specs/survivor_nim.yaml",
        "theorem-8",
        "survivor",
        {"tiny": Pile(7, 30), "medium": Pile(7, 2000), "large": Pile(7, 1_428_570)},
        ("--set", "n=3", "--no-prove"),
    ),
)
"""A further game is a spec, a name in the peers, and a row here."""


def games() -> list[Game]:
    """The rows whose spec is there."""
    return [game for game in GAMES if game.available]


def bouton(game: Game, box: Box | Pile, *options: str) -> list[str]:
    """The command that checks the claim over a box, in one process unless the options say otherwise."""
    ranges = [part for range_ in box.ranges for part in ("--over", range_)]
    spec = ["-m", "bouton", "check", str(HERE / game.spec), "--claim", game.claim]
    return [sys.executable, *spec, *ranges, *game.options, "--timeout", "7200", "--jobs", "1", *options]


def commands(game: Game, size: str) -> dict[str, list[str]]:
    """The same job by each program that takes no more than minutes and a few GB for a box of this size."""
    small = size in ("tiny", "medium")  # these are judged in one process
    names = (CPP, COMPILED, SCRIPT, GROUND, NAIVE) if small else (CPP, COMPILED, BOTH, SCRIPT)
    return {name: program(name, game, game.boxes[size]) for name in names if name not in game.without}


def program(name: str, game: Game, box: Box | Pile) -> list[str]:
    """The command by which the program of this name does the job; SystemExit where it needs a compiler and none is."""
    peer = [game.peer, *box.numbers]
    by_bouton = {
        COMPILED: ("--engine", "compiled"),
        BOTH: ("--engine", "compiled", "--jobs", "2"),
        GROUND: ("--engine", "ground"),
    }
    if name in by_bouton:
        return bouton(game, box, *by_bouton[name])
    if name == CPP:
        return [hand_written(), *peer]
    script = "memo_script.py" if name == SCRIPT else "naive_clingo.py"
    return [sys.executable, str(HERE / "peers" / script), *peer]


@cache
def hand_written() -> str:
    """The C++ program, compiled once; SystemExit where there is no compiler."""
    made = f"{mkdtemp(prefix='bouton-')}/hand_written"
    try:
        subprocess.run(["c++", "-O2", "-o", made, str(HERE / "peers" / "hand_written.cpp")], check=True)
    except OSError as error:
        raise SystemExit(f"the C++ program cannot be compiled: {error}") from None
    return made
