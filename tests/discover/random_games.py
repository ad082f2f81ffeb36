"""Random games with random boxes, as rules and as what they are in plain Python, and what a guess says of a box.

The rules are written from a table of moves; the judge evaluates the text that is printed by `tests.oracle`, which
shares nothing with Bouton, and solves the game from the same text.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import yaml

from bouton.core.position import Heaps
from bouton.core.spec import HeapRange, Play, Spec, values_of
from bouton.discover.guess import Guess
from tests.oracle import game as oracle
from tests.oracle.digits import facts

PILE = """\
move({name}) :- pile(N), N >= {least}{more}.
after({name}, pile({to})) :- pile(N), move({name}).
"""
HEAP = """\
move({name}(I)) :- heap(I,S), S >= {least}{more}.
after({name}(I), heap(I,{to})) :- heap(I,S), move({name}(I)).
"""
_MOST = 400
"""No pile of a game drawn is larger."""


@dataclass(frozen=True)
class Drawn:
    """A game drawn at random: its rules, and the ranges of its parameters and positions."""

    rules: str
    ranges: dict[str, Any]

    def write(self, folder: Path) -> Path:
        """The files of the game, in a folder: the path of its spec."""
        (folder / "drawn.lp").write_text(self.rules)
        file = folder / "drawn.yaml"
        file.write_text(yaml.safe_dump({"game": "Drawn", "rules": "drawn.lp", **self.ranges, "claims": []}))
        return file


def drawn(seed: int) -> Drawn:
    """A game of one pile, of a few heaps, of a pile with a parameter, or of a pile and a state."""
    draw = Random(seed)
    kind = draw.choice(["pile", "pile", "late", "heaps", "parameter", "state"])
    if kind == "heaps":
        text = "".join(_moves(draw, HEAP, "S"))
        most = draw.choice([1, 2, 2, 3])
        return Drawn(text, {"position": {"heap": {"count": f"0..{most}", "size": f"1..{draw.randrange(4, 9)}"}}})
    text = "".join(_moves(draw, PILE, "N"))
    ranges: dict[str, Any] = {"position": {"pile": f"0..{draw.randrange(8, 60)}"}}
    if kind == "late":  # a move that only large piles have
        late = draw.randrange(10, 300)
        text += PILE.format(name="late", least=late, more="", to=f"N-{late}")
        ranges["position"]["pile"] = f"0..{late + draw.randrange(-5, 40)}"
    elif kind == "parameter":
        text += PILE.format(name="some", least="k", more="", to="N-k")
        ranges["parameters"] = {"k": f"{draw.randrange(1, 3)}..{draw.randrange(3, 6)}"}
    elif kind == "state":
        text += "move(again) :- pile(N), N >= 1, last(0).\nafter(again, pile(N-1)) :- pile(N), move(again).\n"
        text += "after(again, last(1)) :- move(again).\n"
        ranges["position"]["last"] = "0..1"
        ranges["measure"] = ["pile"]
    return Drawn(text, ranges)


def _moves(draw: Random, form: str, size: str) -> Iterator[str]:
    for at in range(draw.randrange(1, 4)):
        taken = draw.randrange(1, 8)
        more = draw.choice(["", "", "", f", {size} \\ {draw.randrange(2, 4)} = {draw.randrange(2)}"])
        to = draw.choice([f"{size}-{taken}", f"{size}-{taken}", f"{size}/{draw.randrange(2, 4)}"])
        yield form.format(name=f"m{at}", least=taken, more=more, to=to)


def wrong(spec: Spec, guess: Guess, play: Play) -> list[object]:
    """The positions of the user's whole box, with their parameters, at which plain Python says otherwise than a guess.

    The guess is about P-positions, or about a family of them, or about a period of the values of a pile or of single
    heaps. None are told where
    it speaks of a numeration that plain Python has not.
    """
    claim = guess.draft.document["claims"][0]
    found: list[object] = []
    fluents = tuple(
        oracle.Heaps(one.name, one.order)
        if isinstance(one, Heaps)
        else oracle.Counter(one.name, getattr(one, "stones", False))
        for one in spec.fluents
    )
    for parameters in spec.box.assignments():
        digits = facts(guess.draft.rules, _MOST, range(2, 13))
        if digits is None:
            return []
        text = "\n".join((guess.draft.rules, digits))
        game = oracle.Game(text, fluents, dict(parameters), measured=spec.measure.entries)
        box: dict[str, Any] = {}
        for part in spec.box.fluents:
            if isinstance(part, HeapRange):
                box[part.name] = part.count.at(parameters), part.size.at(parameters)
            else:
                box[part.name] = values_of(part).at(parameters)
        for position in oracle.positions(fluents, box):
            if claim["kind"] == "periodic":
                (entry,) = position
                if isinstance(entry, tuple) and len(entry) > 1:
                    continue
                size = sum(entry) if isinstance(entry, tuple) else entry
                start, period = claim["preperiod"], claim["period"]
                place = size if size < start + period else start + (size - start) % period
                right = game.grundy("normal", position) == claim["values"][place]
            elif claim["kind"] == "outcome":
                right = not game.holds(claim["where"], position) or game.outcome(play, position) == claim["outcome"]
            else:
                right = game.holds(str(claim["iff"]), position) == (game.outcome(play, position) == "P")
            if not right:
                found.append((dict(parameters), position))
    return found
