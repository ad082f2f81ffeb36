"""`python -m benchmarks.fuzz.guesses --cases 200 --seed S --minutes 60`: what `discover` tells of random games.

Each game is of one of twenty-one kinds, with a random box, in normal or misère play. Whatever is told of it that is not
refuted must be so at every position of the box, and what is proved must be so far beyond it, with more heaps and other
parameters where it speaks of any: in plain Python, which reads the text that is printed. So must its winning moves.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from benchmarks.fuzz.looping import loop
from benchmarks.fuzz.more_games import MORE
from bouton.core.errors import InputError
from bouton.core.spec import Play
from bouton.discover.guess import Discovery, Guess
from bouton.discover.theorem import discover
from bouton.document.load import load
from bouton.process.limits import Limits
from bouton.run.measures import measured
from tests.discover.random_games import Drawn, beyond, unsound, wrong

Random = random.Random
LIMITS = Limits(90.0, processor=8.0)
"""Of a search: of processor time, so that a busy machine finds the same."""


def _some(rng: Random, most: int) -> str:
    """A few numbers, as a pool."""
    return f"({';'.join(map(str, sorted(rng.sample(range(1, most), rng.randrange(1, 4)))))})"


def _amount(rng: Random, size: str) -> str:
    """Literals by which the number M is chosen that is taken from so many."""
    least, rest = rng.randrange(1, 4), rng.randrange(2, 4)
    return rng.choice(
        (
            f"M = {_some(rng, 9)}, M <= {size}",
            f"M = {_some(rng, 6)}, M <= {size}",
            f"M = 1..{rng.randrange(1, 6)}, M <= {size}",
            f"M = {least}..{least + rng.randrange(1, 4)}, M <= {size}",
            f"M = 1..{size}",
            f"M = 1..{size}, M \\ {rest} = {rng.randrange(rest)}",
            f"M = 1..{size}/{rng.randrange(2, 4)}",
            f"M = {size}, M > 0",
        )
    )


def _guard(rng: Random, size: str) -> str:
    """A condition under which a move is there, or none."""
    by = rng.randrange(2, 4)
    return rng.choice(("", "", "", f", {size} \\ {by} = {rng.randrange(by)}", f", {size} > {rng.randrange(1, 6)}"))


def _pile(rng: Random, name: str = "pile", size: str = "N") -> str:
    """Moves on a pile: numbers that are taken, or a part that is left."""
    lines = []
    for at in range(rng.randrange(1, 3)):
        if rng.random() < 0.3:
            by = rng.randrange(2, 5)
            left = rng.choice((f"{size}/{by}", f"({size}+{by - 1})/{by}", f"{size}-1-({size}-1)/{by}"))
            lines.append(f"move(part{at}) :- {name}({size}), {size} > 1{_guard(rng, size)}.")
            lines.append(f"after(part{at}, {name}({left})) :- {name}({size}), move(part{at}).")
        else:
            lines.append(f"move(take{at}(M)) :- {name}({size}), {_amount(rng, size)}{_guard(rng, size)}.")
            lines.append(f"after(take{at}(M), {name}({size}-M)) :- {name}({size}), move(take{at}(M)).")
    return "\n".join(lines)


def _of_numbers(rng: Random) -> str:
    """Moves by powers, squares, primes or divisors."""
    choice = rng.choice(
        (
            f"M = {rng.randrange(2, 4)}**K, K = 0..20, M <= N",
            "M = K*K, K = 1..N, M <= N",
            "M = (2;3;5;7;11;13), M <= N",
            "M = (1;2;3;5;7;11;13), M <= N",
            f"M = 1..N-{rng.randrange(2)}, N \\ M = 0",
            "M = 1..N, N \\ M = 0, M \\ 2 = 1",
            "M = 2..N-1, N \\ M != 0",
            "M = (1;4;9;16)",
        )
    )
    choice = choice if "M <= N" in choice or "1..N" in choice or "2..N" in choice else f"{choice}, M <= N"
    return f"move(take(M)) :- pile(N), {choice}.\nafter(take(M), pile(N-M)) :- pile(N), move(take(M)).\n"


def _heaps(rng: Random) -> str:
    """Moves on one heap, on some heaps at once, or that split one."""
    which = rng.choice(("", "", "", ", not heap(I+1,_)", ", I = 1", ", not other(I,S)"))
    lines = ["other(I,S) :- heap(I,S), heap(J,S), I != J."] if "other" in which else []
    lines.append(f"move(take(I,M)) :- heap(I,S), {_amount(rng, 'S')}{_guard(rng, 'S')}{which}.")
    lines.append("after(take(I,M), heap(I,S-M)) :- move(take(I,M)), heap(I,S).")
    more = rng.choice(("", "", "", "all", "both", "split", "part"))
    if more == "all":
        lines.append("move(all) :- heap(_,_).\nafter(all, heap(I,S-1)) :- move(all), heap(I,S).")
    elif more == "both":
        lines.append(f"move(both(I,J,M)) :- heap(I,S), heap(J,T), I < J, {_amount(rng, 'S')}, M <= T.")
        lines.append("after(both(I,J,M), heap(I,S-M)) :- move(both(I,J,M)), heap(I,S).")
        lines.append("after(both(I,J,M), heap(J,T-M)) :- move(both(I,J,M)), heap(J,T).")
    elif more == "split":
        lines.append("count(C) :- C = #count { I : heap(I,_) }.")
        lines.append(f"move(split(I,L)) :- heap(I,S), L = 1..{rng.choice(('S-1', 'S/2, 2*L != S', '1, S > 1'))}.")
        lines.append("after(split(I,L), heap(I,S-L)) :- move(split(I,L)), heap(I,S).")
        lines.append("after(split(I,L), heap(C+1,L)) :- move(split(I,L)), count(C).")
    elif more == "part":
        lines.append("move(half(I)) :- heap(I,S), S > 1.\nafter(half(I), heap(I,S/2)) :- move(half(I)), heap(I,S).")
    return "\n".join(lines)


_STEPS = ((1, 0), (0, 1), (1, 1), (2, 1), (1, 2), (2, 0), (0, 2), (2, 2), (3, 1), (1, 3), (0, 3))


def _board(rng: Random) -> str:
    """A piece on a board goes towards the corner by some steps, or along lines."""
    lines = []
    for at, (x, y) in enumerate(rng.sample(_STEPS, rng.randrange(2, 5))):
        if rng.random() < 0.25 and x <= 1 and y <= 1:
            lines.append(f"move(line{at}(M)) :- x(X), y(Y), M = 1..X+Y, {x}*M <= X, {y}*M <= Y.")
            lines.append(f"after(line{at}(M), x(X-{x}*M)) :- move(line{at}(M)), x(X).")
            lines.append(f"after(line{at}(M), y(Y-{y}*M)) :- move(line{at}(M)), y(Y).")
        else:
            lines.append(f"move(step{at}) :- x(X), y(Y), X >= {x}, Y >= {y}.")
            lines.append(f"after(step{at}, x(X-{x})) :- move(step{at}), x(X).")
            lines.append(f"after(step{at}, y(Y-{y})) :- move(step{at}), y(Y).")
    return "\n".join(lines)


def _of_pile(rng: Random) -> Drawn:
    return Drawn(_pile(rng), {"position": {"pile": f"0..{rng.randrange(8, 60)}"}})


def _of_number(rng: Random) -> Drawn:
    return Drawn(_of_numbers(rng), {"position": {"pile": f"0..{rng.randrange(20, 80)}"}})


def _with_parameter(rng: Random) -> Drawn:
    choice = rng.choice(
        ("M = k", "M = 1..k", "M = (1;k)", "M = (k;k+1)", "M = k..2*k", "M = (1;2*k)", "s(M)", "M = (1;2;k)")
    )
    text = f"move(take(M)) :- pile(N), {choice}, M <= N.\nafter(take(M), pile(N-M)) :- pile(N), move(take(M)).\n"
    if rng.random() < 0.3:
        text += "move(all) :- pile(N), N > 0.\nafter(all, pile(0)) :- move(all).\n"
    low = rng.randrange(1, 3)
    value: Any = (
        {"set": [sorted(rng.sample(range(1, 9), rng.randrange(2, 4)))]}
        if "s(" in choice
        else f"{low}..{low + rng.randrange(1, 4)}"
    )
    return Drawn(
        text,
        {"parameters": {"S" if "s(" in choice else "k": value}, "position": {"pile": f"0..{rng.randrange(15, 50)}"}},
    )


def _with_state(rng: Random) -> Drawn:
    text = _pile(rng)
    most = rng.randrange(1, 3)
    form = rng.choice(("last", "pass", "turns"))
    if form == "pass":
        text += f"\nmove(pass) :- pile(N), N > {rng.randrange(2)}, state(P), P > 0.\n"
        text += "after(pass, state(P-1)) :- move(pass), state(P).\n"
    elif form == "last":
        text += "\nmove(one) :- pile(N), N > 0, state(0).\nafter(one, pile(N-1)) :- move(one), pile(N).\n"
        text += "after(one, state(1)) :- move(one).\n"
        text += "\n".join(
            f"after(take{at}(M), state(0)) :- move(take{at}(M))." for at in (0, 1) if f"take{at}(" in text
        )
    else:
        text += f"\nmove(other(M)) :- pile(N), M = {_some(rng, 6)}, M <= N, state(P), (N+P) \\ 2 = 0.\n"
        text += "after(other(M), pile(N-M)) :- move(other(M)), pile(N).\n"
        text += f"after(other(M), state((P+1) \\ {most + 1})) :- move(other(M)), state(P).\n"
    return Drawn(
        text, {"position": {"pile": f"0..{rng.randrange(13, 40)}", "state": f"0..{most}"}, "measure": ["pile", "state"]}
    )


def _of_heaps(rng: Random) -> Drawn:
    most = rng.choice((1, 2, 2, 3))
    ranges = {"count": f"{rng.choice((0, 0, most))}..{most}", "size": f"1..{rng.randrange(4, 13 - 2 * most)}"}
    order = rng.choice(("ascending", "ascending", "descending"))
    return Drawn(_heaps(rng), {"position": {"heap": {**ranges, "order": order}}})


def _with_counter(rng: Random) -> Drawn:
    text = _heaps(rng)
    text += "\nmove(spend) :- credit(C), C > 0" + rng.choice((", heap(_,_)", "", ", not heap(2,_)")) + "."
    text += "\nafter(spend, credit(C-1)) :- move(spend), credit(C).\n"
    return Drawn(
        text,
        {
            "position": {
                "heap": {"count": "0..2", "size": f"1..{rng.randrange(4, 8)}"},
                "credit": f"0..{rng.randrange(1, 5)}",
            }
        },
    )


def _of_kinds(rng: Random) -> Drawn:
    lines = []
    for name in ("red", "blue"):
        lines.append(f"move({name}(I,M)) :- {name}(I,S), {_amount(rng, 'S')}.")
        lines.append(f"after({name}(I,M), {name}(I,S-M)) :- move({name}(I,M)), {name}(I,S).")
    return Drawn(
        "\n".join(lines),
        {"position": {name: {"count": "0..2", "size": f"1..{rng.randrange(3, 5)}"} for name in ("red", "blue")}},
    )


def _on_board(rng: Random) -> Drawn:
    most = rng.randrange(6, 14)
    return Drawn(_board(rng), {"position": {"x": f"0..{most}", "y": f"0..{most - rng.randrange(3)}"}})


def _of_heaps_with_parameter(rng: Random) -> Drawn:
    choice = rng.choice(("M = 1..k", "M = 1..S, M != k", "M = (1;k)", "M = k", "M = k..S", "M = 1..S, M \\ (k+1) != 0"))
    text = f"move(take(I,M)) :- heap(I,S), {choice}, M <= S.\n"
    text += "after(take(I,M), heap(I,S-M)) :- move(take(I,M)), heap(I,S).\n"
    low = rng.randrange(1, 3)
    ranges = {"heap": {"count": f"0..{rng.choice((1, 2, 3))}", "size": f"1..{rng.randrange(4, 8)}"}}
    return Drawn(text, {"parameters": {"k": f"{low}..{low + rng.randrange(1, 3)}"}, "position": ranges})


KINDS: dict[str, Callable[[Random], Drawn]] = {
    "a pile": _of_pile,
    "numbers": _of_number,
    "a parameter": _with_parameter,
    "a state": _with_state,
    "heaps": _of_heaps,
    "a board": _on_board,
    "heaps and a counter": _with_counter,
    "kinds of heaps": _of_kinds,
    "heaps, parameter": _of_heaps_with_parameter,
    "heaps again": _of_heaps,
    **MORE,
}


@dataclass(frozen=True)
class Case:
    """A game that is asked about, its kind, and the play."""

    kind: str
    drawn: Drawn
    play: Play

    @property
    def rules(self) -> str:
        """The text of the rules file."""
        return self.drawn.rules

    @property
    def spec(self) -> str:
        """The ranges, and the play."""
        return f"{self.drawn.ranges} {self.play}"

    @property
    def used(self) -> tuple[str, ...]:
        """The kind and the play."""
        return self.kind, self.play


def made(seed: int, number: int) -> Case:
    """The game of that number, the same in every run."""
    rng = Random(f"guesses {seed} {number}")
    kind = list(KINDS)[number % len(KINDS)]
    play: Play = "misere" if rng.random() < 0.3 else "normal"
    drawn = KINDS[kind](rng)
    return Case(kind, drawn, "normal" if "side(" in drawn.rules else play)


def compared(case: Case, number: int, tally: Counter[str], folder: Path) -> list[str]:
    """What is false of what was told; how the search ended goes into the tally."""
    play, found, faults = case.play, Discovery(), list[str]()
    theorems = dict[str, Guess]()
    try:
        spec = measured(load(case.drawn.write(folder)), LIMITS)
        for guess in discover(spec, LIMITS, play):
            found = found.with_(guess)
            if guess.state != "refuted":
                faults += [f"{guess.state}: {guess.says} at {at}" for at in islice(wrong(spec, guess, play), 2)]
            if guess.state == "proved" and not guess.partial:  # the last of the same has its winning moves
                theorems[guess.says] = guess
    except InputError as error:
        tally["refused"] += 1
        return [f"refused: {error}"]
    best = found.best
    end = "a guess" if best is not None else "a family" if found.partial else "none"
    for one in theorems.values():
        faults += [f"beyond: {one.says} at {at}" for at in islice(beyond(spec, one, play), 2)]
        faults += [f"moves: {one.says} {at}" for at in islice(unsound(spec, one, play), 2)]
    if best is not None and found.proved:
        end = f"proved {'with' if best.strategy else 'without'} moves"
        tally["a simpler form"] += len(theorems) > 1
    tally.update((end, f"{case.kind}: {end}"))
    print(f"{number}  {case.kind}, {play}: {end}. {'' if best is None else best.says}", flush=True)
    return faults


if __name__ == "__main__":
    sys.setrecursionlimit(10_000)
    sys.exit(loop("benchmarks.fuzz.guesses", "random games, and what discover tells of them", made, compared))
