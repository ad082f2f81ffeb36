"""Programs that list the moves of positions and tell their predicates, where a box is too large to ask clingo of each.

They are printed from the rules, and held against clingo at the least positions, and at others that are drawn by chance.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from random import Random
from typing import Any

from clingo import Number, Symbol

from bouton.compiled.options import Listing, key, listing, telling
from bouton.compiled.prepare import Ranges
from bouton.core.counterexample import wording
from bouton.core.errors import Disagreement, Unreadable
from bouton.core.position import Position, flat
from bouton.ground.box import GroundBox, HeapBox
from bouton.ground.game import Game
from bouton.ground.graph import Grounder, Node, Rows
from bouton.ground.words import told
from bouton.rules.file import Signature

_SHAPES = 60
"""The most functions of a program: ways in which the heaps of a position can be many."""
_DRAWN, _MOVES = 300, 20_000
"""Positions of which clingo is asked beyond those whose moves it has derived anyway; no more of them once these have
so many moves together."""


@dataclass(frozen=True)
class Programs:
    """`listing` lists moves, and `telling` rows of the predicates that are `readable`; of others clingo is asked."""

    game: Game
    box: GroundBox
    listing: Listing
    telling: Mapping[str, Any]
    readable: Sequence[Signature]
    others: Collection[Signature]
    fixed: Rows
    """The rows of predicates that do not change with the position."""

    @cached_property
    def functions(self) -> Mapping[str, Any]:
        """Those of the listing."""
        return self.listing.functions()

    @cached_property
    def _grounder(self) -> Grounder:
        """What tells the other predicates: one for all positions, so that its batches grow."""
        return Grounder(self.game, self.game.program(self.box, self.others), self.others)

    def nodes(self, positions: Sequence[Position], by_clingo: Grounder) -> Iterator[Node]:
        """The positions with the rows of all predicates, without their moves.

        Where the rules are wrong of one of them clingo is asked, which says what is wrong.
        """
        found = [self.telling[key(position)](*flat(position)) for position in positions]
        if any(one is None for one in found):
            yield from by_clingo.options(positions)
            return
        rest: Iterator[Rows] = iter([{}] * len(positions))
        if self.others:
            rest = self._grounder.rows(positions)
        for position, (live, told_of), more in zip(positions, found, rest, strict=True):
            rows = {one: _symbols(numbers) for one, numbers in zip(self.readable, told_of, strict=True)}
            yield Node(position, self.game.measure.of(position), not live, (), {**self.fixed, **more, **rows})

    def compare(self, node: Node, words: Mapping[Position, Collection[str]], *, every: bool) -> None:
        """Hold the programs against what clingo says of a position; Disagreement where they differ.

        `words` are what is said of the moves, by where they lead: each must be among those of the program, with
        `every` they must be all of these.
        """
        said = listed(self.game, self.listing, self.functions, node.position)
        same = said is not None and said.keys() == words.keys()
        if not same or any(said[to] != {*words[to]} if every else not said[to].issuperset(words[to]) for to in words):  # type: ignore[index]
            raise _different(self.game, node.position, "moves")
        found = self.telling[key(node.position)](*flat(node.position))
        if found is None or found[0] == node.terminal:
            raise _different(self.game, node.position, "moves")
        for one, numbers in zip(self.readable, found[1], strict=True):
            if {*_symbols(numbers)} != {*node.rows[one]}:
                raise _different(self.game, node.position, f"rows of {one[0]}/{one[1]}")

    def compare_drawn(self, positions: Sequence[Position]) -> list[int]:
        """The same at some of the positions, which are drawn by chance; the places of these."""
        chosen: list[int] = []
        moves = 0
        for place in Random(0).sample(range(len(positions)), min(_DRAWN, len(positions))):
            said = self.functions[key(positions[place])](*flat(positions[place]))
            moves += len(said) if said else 0
            chosen.append(place)
            if moves > _MOVES:
                break
        grounder = Grounder.of(self.game, self.box, self.readable)
        for node in grounder.nodes([positions[place] for place in chosen]):
            words: dict[Position, set[str]] = {}
            for move, text in zip(node.moves, told(self.game, node.position, node.moves), strict=True):
                words.setdefault(move.to, set()).add(text)
            self.compare(node, words, every=True)
        return sorted(chosen)


def programs(
    game: Game,
    box: GroundBox,
    wanted: Collection[Signature],
    nodes: Sequence[Node],
    words: Iterable[Mapping[Position, Collection[str]]],
) -> Programs | None:
    """Programs for a box and for these first positions of it, against which they are held; None where there are none.

    `wanted` are the predicates that are told, `words` as in `Programs.compare`; Disagreement where a program differs.
    """
    ranges = _ranges(box, [node.position for node in nodes])
    if len(ranges.counts) > _SHAPES:
        return None
    fixed = {one: nodes[0].rows[one] for one in wanted if one not in game.rules.dependent}
    asked = sorted({*wanted} - fixed.keys())
    try:
        moves = listing(game, ranges)
        readable = _readable(game, ranges, asked)
        told_by = telling(game, ranges, readable)
    except Unreadable:
        return None
    made = Programs(game, box, moves, told_by, readable, {*asked} - {*readable}, fixed)
    for node, of_node in zip(nodes, words, strict=False):
        made.compare(node, of_node, every=False)
    return made


def listed(
    game: Game, program: Listing, functions: Mapping[str, Any], position: Position
) -> dict[Position, set[str]] | None:
    """Where the moves of a position lead by the program, with what is said of each; None where the rules are wrong."""
    found: dict[Position, set[str]] = {}
    moves = functions[key(position)](*flat(position))
    if moves == 0:
        return None
    for name, inside, after in moves:
        to: list[int | tuple[int, ...]] = []
        changed: list[tuple[tuple[int, int], int]] = []
        for place, (fluent, old, new) in enumerate(zip(game.fluents, position, after, strict=True)):
            if isinstance(old, tuple):
                to.append(fluent.canonical(new))  # type: ignore[union-attr]
                changed += [((place, at), size) for at, size in enumerate(new, 1) if [size] != [*old[at - 1 : at]]]
            else:
                to.append(new)
                changed += [((place, 0), new)] * (new != old)
        text = wording(game.fluents, position, changed, program.name(name, inside))
        found.setdefault(tuple(to), set()).add(text)
    return found


def _readable(game: Game, ranges: Ranges, asked: Sequence[Signature]) -> Sequence[Signature]:
    """Those of the predicates that a program can tell: all of them, or each by itself."""

    def tells(some: Sequence[Signature]) -> bool:
        try:
            telling(game, ranges, some)
        except Unreadable:
            return False
        return True

    return asked if tells(asked) else [one for one in asked if tells([one])]


def _ranges(box: GroundBox, known: Sequence[Position]) -> Ranges:
    """How large positions of the box may be, and those that are known beside it."""
    heaps = [part for part in box.parts if isinstance(part, HeapBox)]
    places = [at for at, part in enumerate(box.parts) if isinstance(part, HeapBox)]
    shapes = {tuple(len(one[at]) for at in places) for one in known}  # type: ignore[arg-type]
    shapes |= {*product(*(part.counts for part in heaps))}
    sizes = [size for one in known for at in places for size in one[at]]  # type: ignore[union-attr]
    largest = max([*sizes, *(part.sizes[-1] for part in heaps if part.sizes)], default=1)
    counters = []
    for at, part in enumerate(box.parts):
        if at not in places:
            values = [one[at] for one in known] + [part.values[0], part.values[-1]]  # type: ignore[union-attr]
            counters.append((min(values), max(values)))
    return Ranges(sorted(shapes), counters, largest)  # type: ignore[arg-type]


def _symbols(found: Collection[tuple[int, ...]]) -> list[tuple[Symbol, ...]]:
    """Rows of numbers as clingo has them."""
    return [tuple(map(Number, row)) for row in found]


def _different(game: Game, position: Position, what: str) -> Disagreement:
    return Disagreement(f"the {what} of {game.text(position)} by a program printed from the rules and by clingo differ")
