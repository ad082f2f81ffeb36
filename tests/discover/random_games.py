"""Random games with random boxes, as rules and as what they are in plain Python, and what a guess says of a box.

The rules are written from a table of moves; the judge evaluates the text that is printed by `tests.oracle`, which
shares nothing with Bouton, and solves the game from the same text.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import comb, prod
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

import yaml

from bouton.core.position import Heaps, Parameters
from bouton.core.spec import HeapRange, Play, Spec, values_of
from bouton.discover.guess import Guess
from tests.oracle import game as oracle
from tests.oracle.digits import facts
from tests.oracle.parser import parse
from tests.oracle.terms import text

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
_ASSIGNMENTS, _POSITIONS, _STONES = 9, 1500, 16
"""How far a theorem is held: values of parameters, about so many positions in all, and stones where heaps split."""


@dataclass(frozen=True)
class Drawn:
    """A game drawn at random: its rules, and the ranges of its parameters and positions."""

    rules: str
    ranges: dict[str, Any]

    def write(self, folder: Path) -> Path:
        """The files of the game, in a folder: the path of its spec."""
        (folder / "drawn.lp").write_text(self.rules)
        file = folder / "drawn.yaml"
        file.write_text(
            yaml.safe_dump({"game": "Drawn", "rules": "drawn.lp", **self.ranges, "claims": []}, sort_keys=False)
        )
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
    heaps. None are told where it speaks of a numeration that plain Python has not.
    """
    return list(_wrong(spec, guess, play, ((one, _box(spec, one)) for one in spec.box.assignments())))


def beyond(spec: Spec, guess: Guess, play: Play) -> Iterator[object]:
    """The same of a theorem that is proved, as far beyond the box as its proof goes: larger heaps, more of them."""
    yield from _wrong(spec, guess, play, _far(spec, guess))


def unsound(spec: Spec, guess: Guess, play: Play) -> Iterator[object]:
    """Positions, as far as `beyond` goes, at which the winning moves of a theorem are none that win, or not all do."""
    if not guess.strategy:
        return
    (name,) = {one["strategy"] for one in guess.draft.document["claims"] if "strategy" in one}
    for parameters, game, positions in _games(spec, guess, _far(spec, guess)):
        for position in positions:
            moves = game.moves(position)
            if moves and _won(game, play, position):
                named = [text(one) for one in game.values(name, position)]
                if not named or any(one not in moves or not _wins(game, play, position, moves[one]) for one in named):
                    yield dict(parameters), position, named


def _won(game: oracle.Game, play: Play, position: oracle.Position) -> bool:
    """Whether who moves at a position has won, he or his side."""
    if game.values("side", position):
        return game.winner(position) == game.side("side", position)
    return game.outcome(play, position) == "N"


def _wins(game: oracle.Game, play: Play, position: oracle.Position, after: oracle.Position) -> bool:
    """Whether a move from one position to another wins."""
    if game.values("side", position):
        return game.winner(after) == game.side("side", position)
    return game.outcome(play, after) == "P"


_Box: TypeAlias = Mapping[str, "tuple[range, range] | range"]
_Boxes: TypeAlias = Iterable[tuple[Parameters, Sequence[_Box]]]


def _box(spec: Spec, parameters: Parameters) -> list[_Box]:
    found: dict[str, Any] = {}
    for part in spec.box.fluents:
        if isinstance(part, HeapRange):
            found[part.name] = part.count.at(parameters), part.size.at(parameters)
        else:
            found[part.name] = values_of(part).at(parameters)
    return [found]


def _far(spec: Spec, guess: Guess) -> _Boxes:
    """Boxes that are larger in all that a proof leaves unbounded, for some values of the parameters."""
    assert guess.result is not None
    assert guess.result.proof is not None
    free = set(guess.result.proof.unbounded)
    chosen: list[dict[str, Any]] = [{}]
    ranges = spec.box if guess.judged is None else guess.judged.claim(guess.result.id).box
    for one in ranges.parameters:  # what a range has may rest on the parameters before it
        every = list[dict[str, Any]]()
        for each in chosen:
            mine: list[Any] = [*one.values(each)]
            every += ({**each, one.name: value} for value in mine)
            every += ({**each, one.name: max(mine) + more} for more in ((1, 3) if one.name in free else ()))
        chosen = every
    apart = -(-len(chosen) // _ASSIGNMENTS)
    for parameters in chosen[::-apart]:  # the greatest first
        yield parameters, list(_larger(spec, guess, parameters, free, min(_ASSIGNMENTS, len(chosen))))


def _larger(spec: Spec, guess: Guess, parameters: Parameters, free: Collection[str], share: int) -> Iterator[_Box]:
    """For each number of heaps a box of about so many positions as is to be looked at, or of few stones for splits."""
    (box,) = _box(spec, parameters)
    counts = {name: one[0] for name, one in box.items() if isinstance(one, tuple)}
    chosen = [range(one.start, one.stop + (2 if f"{name}.count" in free else 0)) for name, one in counts.items()]
    splits = "#count" in guess.draft.rules and "split" in guess.draft.rules
    for many in product(*chosen):
        here = dict(zip(counts, many, strict=True))
        found: dict[str, tuple[range, range] | range] = dict(box)
        for size in range(1, _MOST + 1):
            more: dict[str, tuple[range, range] | range] = {}
            for name, one in box.items():
                if isinstance(one, tuple):
                    sizes = range(one[1].start, max(one[1].stop, size + 1) if name in free else one[1].stop)
                    more[name] = range(here[name], here[name] + 1), sizes
                else:
                    more[name] = range(one.start, max(one.stop, size + 1)) if name in free else one
            if prod(_many(one) for one in more.values()) * share * len(chosen or (1,)) > _POSITIONS or (
                splits and size * max(1, sum(many)) > _STONES
            ):
                break
            found = more
        yield found


def _many(one: tuple[range, range] | range) -> int:
    """How many entries a fluent has in a box."""
    return (
        len(one)
        if isinstance(one, range)
        else comb(len(one[1]) + one[0].start - 1, one[0].start)
        if one[0].start
        else 1
    )


def _games(
    spec: Spec, guess: Guess, boxes: _Boxes
) -> Iterator[tuple[Parameters, oracle.Game, Iterator[oracle.Position]]]:
    """The game of the text that is printed, with each parameters, and the positions of its boxes."""
    fluents = tuple(
        oracle.Heaps(one.name, one.order)
        if isinstance(one, Heaps)
        else oracle.Counter(one.name, getattr(one, "stones", False))
        for one in spec.fluents
    )
    digits = facts(guess.draft.rules, _MOST, range(2, 13))
    if digits is None:
        return
    program = parse("\n".join((guess.draft.rules, digits)))
    for parameters, some in boxes:
        game = oracle.Game(program, fluents, dict(parameters), measured=spec.measure.entries)
        legal = spec.legal and spec.legal.name
        each = (
            position
            for box in some
            for position in oracle.positions(fluents, box)
            if not legal or game.holds(legal, position)
        )
        yield parameters, game, each


def _wrong(spec: Spec, guess: Guess, play: Play, boxes: _Boxes) -> Iterator[object]:
    claim = guess.draft.document["claims"][0]
    for parameters, game, positions in _games(spec, guess, boxes):
        for position in positions:
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
            elif claim["kind"] == "winners":
                right = game.side(claim["iff"], position) == game.winner(position)
            else:
                right = game.holds(str(claim["iff"]), position) == (game.outcome(play, position) == "P")
            if not right:
                yield dict(parameters), position
