"""Kind `sum`: what is said of the sum of this game and others, at each position of the box with each of theirs.

The statements are Sprague and Grundy's theorem (1935, 1939), and of V. Gurvich, On tame, pet, miserable, and strongly
miserable impartial games, RRR 18-2012, Theorems 1 and 2 and the misère strategy of section 2.2. The counterexample is
the least position of this game for which there are positions of the others, of which the first is shown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, reduce
from itertools import product
from math import prod
from operator import xor
from typing import TypeAlias

from bouton.claims.judge import Finding, Judge, game_of, speaks
from bouton.claims.kind import ALWAYS, HowJudged, HowSaid, Kind, Reads
from bouton.claims.same_game import parameters_of
from bouton.claims.subject import rules_of
from bouton.claims.wanted import naming
from bouton.core.counterexample import short
from bouton.core.errors import Diagnostic, fault, fault_at
from bouton.core.game_classes import NOTIONS, SWAP, Pair, of_sum
from bouton.core.position import Position, named
from bouton.core.spec import PLAYS, Claim, Play, Spec
from bouton.core.verdict import Component, Label
from bouton.document.entries import Sum
from bouton.ground.box import Region, ground_box
from bouton.ground.game import Game
from bouton.ground.graph import Node, Rows
from bouton.ground.kernel import kernel
from bouton.ground.layers import Layer, Sought, graphs
from bouton.ground.moves import Move
from bouton.ground.values import add_values
from bouton.rules.file import Rules

_MOST = 200_000
"""Positions of a sum that are solved at most."""


@dataclass(frozen=True)
class _Failure:
    claimed: Label
    actual: Label
    why: str


@dataclass
class _Judge(Judge):
    claim: Claim
    sum: GameSum
    names: Sequence[str]
    """What the games are called, in order."""
    boxes: Sequence[Sequence[Position]]
    """The positions of the others that are judged."""
    judged: int = 0
    wild: set[tuple[int, Position]] = field(default_factory=set)
    """Which positions of which summand are not tame, or have one below them that is not."""
    flaws: dict[Parts, tuple[Parts, str]] = field(default_factory=dict)
    """Of sums that are not tame: at which position below the condition is broken, and why."""

    def __post_init__(self) -> None:
        for place, other in enumerate(self.sum.others, 1):
            for position in other.nodes:  # followers come first
                self._look(place, other, position)

    def judge(self, layer: Layer) -> tuple[int, Finding | None]:
        """The layer's first position with which a sum is not as is said."""
        said = self.claim.by(Sum)
        first, new = self.sum.first, [*layer.others, *layer.nodes]
        for node in new:
            first.add(node, layer.pair(node.position))
            self._look(0, first, node.position)
        if len(first.nodes) * len(self.sum.rests) > _MOST:
            raise _unfit(self.claim, f"the sum has more than {_MOST:,} positions", "smaller boxes")
        for parts in self.sum.solve([node.position for node in new]):
            if said.sum == "tame":
                self._flaw(parts)
        count = 0
        for node in layer.nodes:
            for rest in product(*self.boxes) if speaks(self.claim, node) else ():
                whole = (node.position, *rest)
                if said.summands == "tame" and any(part in self.wild for part in enumerate(whole)):
                    continue
                failure = _STATEMENTS[said.sum](self, whole)
                if failure is not None:
                    note = f"the sum {self.text(whole)}: {failure.why}"
                    below = self.judged + count
                    labels, told = (failure.claimed, failure.actual), self.components(whole)
                    return count, Finding(node, *labels, None, note, below=below, components=told)
                count += 1
        self.judged += count
        return count, None

    def text(self, parts: Parts) -> str:
        """A position of the sum in words: `1:2 + 3`."""
        return " + ".join(short(one.position) for one in self.components(parts))

    def components(self, parts: Parts) -> tuple[Component, ...]:
        """A position of the sum, game by game."""
        games = (one.game for one in (self.sum.first, *self.sum.others))
        return tuple(
            Component(name, dict(game.parameters), named(game.fluents, part))
            for name, game, part in zip(self.names, games, parts, strict=True)
        )

    def _look(self, place: int, game: SolvedSummand, position: Position) -> None:
        below = {move.to for move in game.nodes[position].moves}
        broken = NOTIONS["tame"].fails(game.pairs[position], {game.pairs[to] for to in below}) is not None
        if broken or any((place, to) in self.wild for to in below):
            self.wild.add((place, position))

    def _flaw(self, parts: Parts) -> None:
        options = list(self.sum.options(parts))
        pair = self.sum.pair(parts)
        why = NOTIONS["tame"].fails(pair, {self.sum.pair(option) for option in options})
        if why is not None:
            self.flaws[parts] = (parts, f"(g, g-) = {pair}, {why}")
        else:
            below = [self.flaws[option] for option in options if option in self.flaws]
            if below:
                self.flaws[parts] = min(below, key=lambda flaw: (self.sum.depth(flaw[0]), flaw[0]))


def _xor(judge: _Judge, parts: Parts) -> _Failure | None:
    """Sprague and Grundy: the value of a sum is the XOR of the values of its summands."""
    values = [pair[0] for pair in judge.sum.pairs(parts)]
    claimed, actual = reduce(xor, values), judge.sum.pair(parts)[0]
    if claimed == actual:
        return None
    return _Failure(claimed, actual, f"the values {_listed(values)} have the XOR {claimed}, but its value is {actual}")


def _tame(judge: _Judge, parts: Parts) -> _Failure | None:
    """Theorem 1: the sum of tame games is tame."""
    if parts not in judge.flaws:
        return None
    at, why = judge.flaws[parts]
    below = "" if at == parts else f"{judge.text(at)} lies below it: "
    return _Failure("tame", "not tame", f"not tame: {below}{why}")


def _swap(judge: _Judge, parts: Parts) -> _Failure | None:
    """Theorem 2: a swap position iff every summand is; then (1,0) iff an odd number of them is."""
    pairs, actual = judge.sum.pairs(parts), judge.sum.pair(parts)
    claimed = _predicted(pairs)
    if claimed == actual or (claimed is None and actual not in SWAP):
        return None
    said = "no swap position" if claimed is None else f"a {claimed}-position"
    return _Failure(claimed or said, actual, f"the summands have {_listed(pairs)}, so {said}, but (g, g-) = {actual}")


def _misere(judge: _Judge, parts: Parts) -> _Failure | None:
    """Section 2.2: what wins the misère sum, from the values of the summands.

    In a swap position, and in a critical one, move to a (1,0)-position, else to a position with the XOR 0.
    """
    options = list(judge.sum.options(parts))
    if not options or judge.sum.pair(parts)[1] == 0:
        return None
    predicted = {option: _predicted(judge.sum.pairs(option)) for option in options}
    if _predicted(judge.sum.pairs(parts)) is not None or any(predicted.values()):
        named, what = [option for option in options if predicted[option] == (1, 0)], "(1, 0)-position"
    else:
        zero = [option for option in options if reduce(xor, (pair[0] for pair in judge.sum.pairs(option))) == 0]
        named, what = zero, "position of the XOR 0"
    wrong = next((option for option in named if judge.sum.pair(option)[1] != 0), None)
    if not named:
        return _Failure("a winning move", "none", f"an N-position of misère play, but no move to a {what}")
    if wrong is not None:
        said = f"the move to the {what} {judge.text(wrong)} loses in misère play, where it is an N-position"
        return _Failure("a winning move", "a losing move", said)
    return None


def _predicted(pairs: Sequence[Pair]) -> Pair | None:
    """The swap position that Theorem 2 makes of the summands' pairs; None where it is none."""
    return of_sum(pairs) if all(pair in SWAP for pair in pairs) else None


def _listed(values: Sequence[object]) -> str:
    return " and ".join(map(str, values))


_STATEMENTS: dict[str, Callable[[_Judge, Parts], _Failure | None]] = {
    "xor": _xor,
    "tame": _tame,
    "swap": _swap,
    "misere-strategy": _misere,
}


def _unfit(claim: Claim, message: str, expected: str) -> Exception:
    return fault(f"{claim.id}: {message}", at=claim.at("plus"), expected=expected)


def _misfits(_rules: Rules, claim: Claim) -> Iterator[Diagnostic]:
    """What is wrong with the games that are added, told before anything is grounded."""
    for other in claim.others:
        rules = rules_of(other)
        if rules.alliances or ("winner", 1) in rules.defined:
            message = f"{rules.sources.name} says who has won (winner/1), and a sum ends as the play says"
            yield fault_at(claim.at("plus"), message, "games without side/1 and winner/1")


def _rows(claim: Claim) -> Iterator[tuple[str, str]]:
    said = claim.by(Sum)
    yield "sum", said.sum + (f", where each summand is {said.summands}" if said.summands else "")


def _judge(spec: Spec, claim: Claim, game: Game) -> _Judge:
    if ("winner", 1) in game.rules.defined:
        raise fault(
            f"{game.rules.sources.name} says by winner/1 who has won, and a sum ends as the play says",
            at=claim.at("kind"),
            expected="rules without winner/1",
        )
    others: list[SolvedSummand] = []
    boxes: list[list[Position]] = []
    for other in claim.others:
        parameters = parameters_of(other, game.parameters)
        box = ground_box(other.fluents, other.box, parameters)
        if not box.size():
            raise _unfit(claim, f"the box of {other.game} is empty", "a box with positions")
        if box.size() > _MOST:
            raise _unfit(claim, f"the box of {other.game} has {box.size():,} positions", "smaller boxes")
        solved, listed = summand(game_of(other, rules_of(other), other.box, parameters), Region(box))
        others.append(solved)
        boxes.append(listed)
    if prod(len(other.nodes) for other in others) > _MOST:
        raise _unfit(claim, f"the sum has more than {_MOST:,} positions", "smaller boxes")
    whole = GameSum(SolvedSummand(game), tuple(others))
    return _Judge(claim, whole, [spec.game, *(other.game for other in claim.others)], boxes)


KIND = Kind(
    "sum",
    Reads(naming(where=0), _misfits),
    HowJudged(_judge, plays=lambda _claim: PLAYS, values=ALWAYS, alliances=False, every=False),
    said=HowSaid(rows=_rows, summands=lambda claim: claim.others),
)


# -------------------------------------------------------------------------------------------------------- sums of games


Parts: TypeAlias = tuple[Position, ...]
"""A position of a sum: one of each summand."""


@dataclass
class SolvedSummand:
    """A game as far as it was looked at: positions with all they reach, their pairs of values (g, g-), and depths.

    The depth of a position is the length of the longest play from it.
    """

    game: Game
    nodes: dict[Position, Node] = field(default_factory=dict)
    pairs: dict[Position, Pair] = field(default_factory=dict)
    depths: dict[Position, int] = field(default_factory=dict)

    def add(self, node: Node, pair: Pair) -> None:
        """Add a position, all options of which were added."""
        self.nodes[node.position] = node
        self.pairs[node.position] = pair
        self.depths[node.position] = 1 + max((self.depths[move.to] for move in node.moves), default=-1)


def summand(game: Game, region: Region) -> tuple[SolvedSummand, list[Position]]:
    """A game solved over a region and all below it; the region's positions, least measure first."""
    found, listed = SolvedSummand(game), list[Position]()
    for batch in graphs(Sought(game, region, plays=PLAYS, values=True)):
        solved = batch.layers[-1]
        for node in sorted(batch.nodes.values(), key=lambda node: (node.measure, node.position)):
            found.add(node, solved.pair(node.position))
        listed += [node.position for layer in batch.layers for node in layer.nodes]
    return found, listed


@dataclass
class GameSum:
    """The sum of a game that grows from below and of others that are there in full."""

    first: SolvedSummand
    others: tuple[SolvedSummand, ...]
    values: dict[Play, dict[Position, int]] = field(default_factory=lambda: {play: {} for play in PLAYS})
    _reference: dict[Play, dict[Position, int]] = field(default_factory=lambda: {play: {} for play in PLAYS})

    @cached_property
    def rests(self) -> Sequence[Parts]:
        """Every choice of a position of each of the others."""
        return list(product(*(sorted(other.nodes) for other in self.others)))

    def pair(self, parts: Parts) -> Pair:
        """The values (g, g-) of a solved position."""
        key = joined(parts)
        return self.values["normal"][key], self.values["misere"][key]

    def pairs(self, parts: Parts) -> tuple[Pair, ...]:
        """The values of the summands' positions."""
        return tuple(game.pairs[part] for game, part in zip((self.first, *self.others), parts, strict=True))

    def options(self, parts: Parts) -> Iterator[Parts]:
        """The options, by moves in the first summand, then in the second, and so on."""
        for place, (game, part) in enumerate(zip((self.first, *self.others), parts, strict=True)):
            for to in sorted({move.to for move in game.nodes[part].moves}):
                yield (*parts[:place], to, *parts[place + 1 :])

    def solve(self, positions: Sequence[Position]) -> list[Parts]:
        """Solve the sums of these positions of the first game, least depth first, which those below them must be."""
        whole = [(position, *rest) for position in positions for rest in self.rests]
        whole.sort(key=lambda parts: (self.depth(parts), parts))
        graph = {joined(parts): self._node(parts) for parts in whole}
        for play in PLAYS:
            known = self.values[play]
            found = kernel(graph, _lost(known), _TERMINAL_IS_P[play])
            add_values(known, graph, _TERMINAL_IS_P[play], found, self._reference[play])
        return whole

    def depth(self, parts: Parts) -> int:
        """The length of the longest play from a position: every move lowers it."""
        return sum(game.depths[part] for game, part in zip((self.first, *self.others), parts, strict=True))

    def _node(self, parts: Parts) -> Node:
        moves: list[Move] = []
        for place, (game, part) in enumerate(zip((self.first, *self.others), parts, strict=True)):
            for move in game.nodes[part].moves:
                moves.append(Move(move.term, joined((*parts[:place], move.to, *parts[place + 1 :]))))
        return Node(joined(parts), (self.depth(parts),), not moves, tuple(moves), _NO_ROWS)


_NO_ROWS: Rows = {}
_TERMINAL_IS_P: dict[Play, Callable[[Node], bool]] = {"normal": lambda _node: True, "misere": lambda _node: False}


def _lost(values: Mapping[Position, int]) -> Callable[[Position], bool]:
    return lambda position: values[position] == 0


def joined(parts: Parts) -> Position:
    """The values of all fluents of the summands, one after the other."""
    return tuple(value for part in parts for value in part)
