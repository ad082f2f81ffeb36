"""Bouton beside hand-written programs on the same boxes: `python -m benchmarks.table` (see README.md)."""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from benchmarks.games import BOTH, COMPILED, CPP, GAMES, HERE, SCRIPT, Box, Game, bouton, commands, games
from benchmarks.measure import ANEW, Run, in_turns, middle, ratios

_TURNS = 60_000_000
_GROWTH = (15, 22, 31, 43, 62)
_SMALLEST = ("specs/nim.yaml", "example-9-5-12")


def beside(game: Game, size: str, runs: int, patience: float) -> dict[str, list[Run]]:
    """The table of one box: each program's whole process, and how much faster or slower than the C++ program."""
    box = game.boxes[size]
    wanted = commands(game, size)
    least = {} if size == "tiny" else commands(game, "tiny")
    tiny = {f"{name}, tiny": least[name] for name in wanted if name in least}
    found = in_turns({**tiny, **wanted}, runs, patience)
    if BOTH in wanted:
        found[f"{BOTH}, tiny"] = found[f"{COMPILED}, tiny"]
    print(f"\n{game.title}, {box}: {box.positions:,} positions")
    print(f"{'':22}{'wall s':>9}{'CPU s':>9}{'peak MB':>9}{'x C++':>9}{'net s':>9}{'net x C++':>11}")
    base = max(net(found, CPP), 1e-3)
    for name in wanted:
        typical = middle(found[name])
        if typical.wall == math.inf:
            print(f"{name:22}{f'> {patience:g}':>9}")
            continue
        times = ratios(found[name], found[CPP])
        own = net(found, name)
        print(f"{name:22}{row(typical)}{times.wall:9.3g}{own:9.3f}{own / base:11.3g}")
    return found


def row(typical: Run) -> str:
    """Its three numbers."""
    return f"{typical.wall:9.2f}{typical.processor:9.2f}{typical.memory / 2**20:9.0f}"


def net(found: Mapping[str, Sequence[Run]], name: str) -> float:
    """Wall seconds beyond those of a tiny box, where there is one."""
    return middle(found[name]).wall - (middle(found[f"{name}, tiny"]).wall if f"{name}, tiny" in found else 0.0)


def growth(runs: int, sizes: Sequence[int]) -> None:
    """How Bouton's cost grows with the box."""
    game = games()[0]
    print(f"\n{game.title}, {COMPILED}, as the box grows")
    print(f"{'':22}{'positions':>12}{'wall s':>9}{'CPU s':>9}{'peak MB':>9}{'us/position':>13}")
    tiny = bouton(game, game.boxes["tiny"], "--engine", "compiled")
    for size in sizes:
        box = Box(5, size)
        found = in_turns({"tiny": tiny, "it": bouton(game, box, "--engine", "compiled")}, runs)
        each = (middle(found["it"]).wall - middle(found["tiny"]).wall) / box.positions * 1e6
        print(f"{box!s:22}{box.positions:12,}{row(middle(found['it']))}{each:13.3f}")


def scaling(runs: int) -> None:
    """What Bouton gains from a second process, beside what a loop that does nothing gains."""
    loop = [sys.executable, str(HERE / "peers" / "bare_loop.py")]
    bare = {"1": [*loop, "1", str(_TURNS)], "2": [*loop, "2", str(_TURNS)]}
    print("\nGain from 2 processes, net of the start, beside that of a bare loop in the same turns")
    for game in games():
        if "long" not in game.boxes:
            continue
        wanted = {**bare, COMPILED: commands(game, "long")[COMPILED]}
        wanted[BOTH] = [*wanted[COMPILED], "--jobs", "2"]
        wanted[f"{COMPILED}, tiny"] = wanted[f"{BOTH}, tiny"] = commands(game, "tiny")[COMPILED]
        found = in_turns(wanted, runs)
        gain = middle(found["1"]).wall / middle(found["2"]).wall
        name = f"{game.title}, {game.boxes['long']}"
        one, two = net(found, COMPILED), net(found, BOTH)
        print(f"{name:50}{one / two:6.2f} of{gain:6.2f} ({one / two / gain:.0%}), {one:.1f} s and {two:.1f} s")


def starting(runs: int) -> None:
    """The start of the two smallest commands."""
    spec, claim = _SMALLEST
    python = [sys.executable, "-m", "bouton"]
    smallest = [*python, "check", str(HERE.parent / spec), "--claim", claim, "--jobs", "1"]
    found = in_turns({"bouton --help": [*python, "--help"], "the smallest check": smallest}, runs)
    print("\nStart, 1 process")
    for name, bound in (("bouton --help", 0.3), ("the smallest check", 1.5)):
        wall = middle(found[name]).wall
        print(f"{name:22}{row(middle(found[name]))}   below {bound} s: {'met' if wall < bound else 'NOT MET'}")


def targets(found: Sequence[tuple[Game, Mapping[str, Sequence[Run]]]], patience: float) -> None:
    """Net of the start: at most twice the time of the C++ program, and a hundredth of the script's."""
    print("\nTargets on large boxes, 1 process, net of the start: at least half as fast as C++, 100 times the script")
    for game, of_game in found:
        own = max(net(of_game, COMPILED), 1e-3)
        if not own < math.inf:
            print(f"{game.title}, {game.boxes['large']}: not waited for")
            continue
        peer, script = net(of_game, CPP) / own, net(of_game, SCRIPT) / own
        at_least = "" if script < math.inf else "more than "
        script = min(script, patience / own)
        met = "met" if peer >= 0.5 and script >= 100 else "not waited for" if at_least and peer >= 0.5 else "NOT MET"
        name = f"{game.title}, {game.boxes['large']}"
        print(f"{name:50}{peer:8.2f} times as fast as C++, {at_least}{script:.3g} times as fast as the script: {met}")


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.table", description=__doc__)
    parser.add_argument("--size", action="append", choices=("tiny", "medium", "large"), help="default: medium, large")
    parser.add_argument("--game", action="append", choices=sorted({game.peer for game in GAMES}), help="only this game")
    parser.add_argument("--runs", type=int, default=3, help="turns that count (default: 3)")
    parser.add_argument("--patience", type=float, default=120.0, help="seconds to wait for a program (default: 120)")
    args = parser.parse_args()
    print(f"medians of {args.runs} runs in turns, {Path(sys.executable).name} {sys.version.split()[0]}; {ANEW}")
    large: list[tuple[Game, Mapping[str, Sequence[Run]]]] = []
    sizes = args.size or ["medium", "large"]
    for game in games():
        if args.game is None or game.peer in args.game:
            for size in sizes:
                found = beside(game, size, args.runs, args.patience)
                if size == "large":
                    large.append((game, found))
    if large:
        targets(large, args.patience)
    if args.game is None:
        growth(args.runs, _GROWTH if "large" in sizes else _GROWTH[:2])
        if "large" in sizes:
            scaling(args.runs)
        starting(max(3, args.runs))


if __name__ == "__main__":
    main()
