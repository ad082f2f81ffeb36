"""What a page knows of a game: its positions from the least on, how each ends, and all moves while there is room.

What a claim says of single positions, and whether it is so, is laid over that.

Positions come with an increasing measure, so that a move leads to one with a smaller number. Where all moves are known
of a position, they are of each that it reaches. Where there is no room, a program that is printed from the rules lists
the moves of all: it is held against clingo wherever that has derived them, and at positions drawn from the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Hashable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple, TypeAlias

from bouton.claims import grundy, winners
from bouton.claims.judge import Nodewise, game_of, speaks
from bouton.claims.p_positions import ByOutcome
from bouton.claims.passes import VALUED, fits, needs
from bouton.claims.registry import kind_of, stated
from bouton.claims.subject import rules_of
from bouton.compiled.found import FoundAt
from bouton.compiled.options import Listing
from bouton.core.errors import InputError, fault
from bouton.core.position import Member, Parameters, Position, has_sets
from bouton.core.spec import PLAYS, Claim, Play, Spec
from bouton.core.stated import Family, Values, Winners
from bouton.core.verdict import Label
from bouton.ground.alliances import Alliances, Side
from bouton.ground.box import Region, ground_box
from bouton.ground.game import Game
from bouton.ground.graph import Grounder, Node
from bouton.ground.layers import Layer, LayerBatch, Sought, graphs, layers
from bouton.ground.loops import Ends, ranked
from bouton.ground.moves import Move
from bouton.ground.words import TEXT, told
from bouton.page.begun import Beginnings, Room, begun, hold
from bouton.page.programs import Programs, programs
from bouton.process.limits import Limits, alone
from bouton.rules.file import Rules, Signature
from bouton.rules.named import asks, resting
from bouton.run.behind import clauses, named_behind
from bouton.run.listing import ListedRegion, solved
from bouton.run.measures import following
from bouton.show.picture.members import MembersPicture, pictures

_AT_ONCE = 20_000
"""Positions without moves that are looked at together."""
_WIDER = 20
"""How many times as many positions as there is room for a box may have, if its positions are to be listed in order."""
_MANY, _FIRST = 20_000, 6_000
"""A box of more positions has its moves by a program, where there is one, and clingo derives so many first ones."""
_KEPT = 20_000
"""At how many positions, at most, a program is held against clingo, which has derived their moves."""


@dataclass
class KnownPositions:
    """The positions of a game for one value of the parameters, by their numbers, and what is known of each.

    `values` are the Sprague-Grundy values in normal and in misère play, -1 where one is not known; of a game of
    alliances `sides` are in their place, the side that moves and the side that wins; and where positions may come back
    `ends`, in each play twice the moves that are left, one more where who moves wins, and -1 of a draw. `moves` are all
    moves of each of the first positions: what is said of one, and the number of the position that it leads to. `holds`
    are, for each position, the predicates that hold there, by their places: those of `predicates`, then of `rules_for`.
    `says` is for each claim what it says of a position, by its number, and whether that is wrong.
    """

    parameters: Parameters
    size: int
    """How many positions the box has; where not all are known, with those that a spec says do not exist."""
    positions: list[Position] = field(default_factory=list)
    values: list[tuple[int, int]] = field(default_factory=list)
    sides: list[tuple[Side, Side]] = field(default_factory=list)
    ends: list[tuple[int, int]] = field(default_factory=list)
    moves: list[list[tuple[str, int]]] = field(default_factory=list)
    holds: list[list[int]] = field(default_factory=list)
    says: dict[str, dict[int, tuple[str, bool]]] = field(default_factory=dict)
    inside: int = 0
    """How many of the positions are of the box; moves may lead to others."""
    program: Listing | None = None
    """Lists the moves of all positions, where these are too many for a table."""
    compared: list[int] = field(default_factory=list)
    """The positions beyond the table at which the program was held against clingo."""
    pictures: list[MembersPicture] = field(default_factory=list)
    """Of a game with sets: how its members are drawn."""
    begins: list[int] = field(default_factory=list)
    """The positions in which it begins."""
    reached: bool = False
    """Whether only what is reached from there is known."""
    crowded: bool = False
    """Whether nothing is known of a game with sets, as there is no room for all of it, or no start."""


def predicates(spec: Spec, claims: Sequence[Claim]) -> tuple[str, ...]:
    """The predicates without arguments behind these claims, as far as they change with the position."""
    rules, found = rules_of(spec), dict[str, None]()
    for claim in claims:
        if claim.about == "positions":
            found |= {
                name: None
                for name, arity in named_behind(spec, claim)
                if (name, 0) in rules.dependent and not arity and not resting(rules, {(name, 0)})
            }
    return tuple(found)


def rules_for(spec: Spec, claims: Sequence[Claim]) -> tuple[Rules, Mapping[str, str]]:
    """The rules, and predicates that tell which of several rules of `predicates` holds, each with that rule's text."""
    return clauses(rules_of(spec), {(name, 0) for name in predicates(spec, claims)})


def known(spec: Spec, claims: Sequence[Claim], parameters: Parameters, limits: Limits, room: Room) -> KnownPositions:
    """What a page knows for these values of the parameters, found in a limited child.

    InputError where the rules are at fault.
    """
    found: KnownPositions = following(
        spec, lambda about: alone(_known, about, claims, parameters, limits, room, limits=limits)
    )
    return found


def _known(spec: Spec, claims: Sequence[Claim], parameters: Parameters, limits: Limits, room: Room) -> KnownPositions:
    if has_sets(spec.fluents) and spec.begins is not None:
        with suppress(InputError):  # at a position that is not reached the rules may say nothing sensible
            return _made(spec, claims, parameters, limits, room, whole=True)
    return _made(spec, claims, parameters, limits, room)


def _made(
    spec: Spec, claims: Sequence[Claim], parameters: Parameters, limits: Limits, room: Room, *, whole: bool = False
) -> KnownPositions:
    rules, told_apart = rules_for(spec, claims)
    game = game_of(spec, rules, spec.box, parameters)
    region = Region(ground_box(spec.fluents, spec.box, parameters))
    if has_sets(spec.fluents) or game.cycles in ("followed", "ends"):
        room = room.whole
    here = [claim for claim in claims if dict(parameters) in claim.box.assignments()]
    texts = {*rules_for(spec, here)[1].values()}  # else a predicate would be asked where it has no meaning
    own = {*predicates(spec, here), *(name for name, text in told_apart.items() if text in texts)}
    names = tuple(name if name in own else None for name in (*predicates(spec, claims), *told_apart))
    begins = begun(spec, game, region, room, whole) if has_sets(spec.fluents) else None
    region = region if begins is None else begins.region
    asked = _asked(spec, here, game, begins, names)
    making = _Making(game, region, KnownPositions(dict(parameters), region.size()), *asked)
    if begins is not None:
        making.known.crowded, making.known.reached = begins.crowded, not begins.every
        making.known.pictures = pictures(game, rules_of(spec))
        if begins.crowded:
            return making.known
    if region.size() and game.cycles in ("followed", "ends"):
        making.add_endless(spec, room)
    elif region.size():
        values = not game.rules.alliances
        making.add_all(ListedRegion(game, region, "normal", values, limits, spec.game, spec.rules_place), room)
    if begins is not None:
        if making.told >= room.moves:
            return KnownPositions(dict(parameters), region.size(), crowded=True)
        making.known.begins = [making.numbers[one] for one in begins.starts if one in making.numbers]
        if not begins.every:
            hold(making.known.begins, making.known.moves)
    return making.known


def _asked(
    spec: Spec, claims: Sequence[Claim], game: Game, begun: Beginnings | None, names: tuple[str | None, ...]
) -> tuple[dict[str, Reading], tuple[str | None, ...], set[Signature]]:
    """How claims are read of single positions, the predicates that are told of each, and all that this needs."""
    plain = [claim for claim in claims if not asks(claim, game.rules)]
    readings = {claim.id: found for claim in plain if (found := _within(spec, claim, game, begun)) is not None}
    wanted = {(name, 0) for name in names if name is not None}
    for need in needs(spec, game.rules, [claim for claim in claims if claim.id in readings]):
        wanted |= need.predicates
    return readings, names, wanted


def _within(spec: Spec, claim: Claim, game: Game, begun: Beginnings | None) -> Reading | None:
    """How a claim is read, in its own box alone, and of its starts or of what is reached where it speaks of these."""
    read = reading(spec, claim, game)
    if read is None:
        return None
    box: Container[Position] = ground_box(spec.fluents, claim.box, game.parameters)
    if begun is not None and claim.judged != "all":
        box = begun.starts if claim.judged == "starts" else begun.reached
    return lambda node, layer: read(node, layer) if node.position in box else None


@dataclass
class _Making:
    game: Game
    region: Region
    known: KnownPositions
    readings: Mapping[str, Reading]
    names: Sequence[str | None]
    """The predicates that are told, by their places; None of one of which nothing is asked at these parameters."""
    wanted: set[Signature]
    numbers: dict[Position, int] = field(default_factory=dict)
    nodes: list[Node] = field(default_factory=list)
    """The first positions with what clingo says of them, against which programs are held."""
    told: int = 0
    """How many moves are told."""
    words: dict[Hashable, str] = field(default_factory=dict)

    def add_all(self, asked: ListedRegion, room: Room) -> None:
        """All positions that there is room for: by clingo, or the least by clingo and the others by programs."""
        alliances = self.game.rules.alliances
        plays = PLAYS[:1] if alliances else PLAYS
        batches = graphs(Sought(self.game, self.region, self.wanted, plays, values=not alliances))
        others = not has_sets(self.game.fluents) and self.known.size <= _WIDER * room.positions
        if others and self.known.size > _MANY:
            self.add_graph(batches, Room(room.positions, min(room.moves, _FIRST)))
            programs = self.programs()
            if programs is None:
                self.add_graph(batches, room)
        else:
            self.add_graph(batches, room)
            programs = None
        if others and self.known.inside < self.known.size and not (alliances and programs is None):
            fits(asked.name, asked.place, self.region, self.game.parameters, asked.limits, each=VALUED)
            programs = programs or self.programs()
            self.add_others(asked, room, programs)
            if programs is not None:
                done = len(self.known.moves)
                self.known.compared = [done + at for at in programs.compare_drawn(self.known.positions[done:])]
                self.known.program = programs.listing

    def add_graph(self, batches: Iterator[LayerBatch], room: Room) -> None:
        """Positions with all their moves, while there is room; the rest of the batches is left."""
        known = self.known
        for batch in batches:
            layer_of = {node.position: layer for layer in batch.layers for node in layer.nodes}
            last = batch.layers[-1]
            for node in sorted(batch.nodes.values(), key=lambda one: (one.measure, one.position)):
                self._number(node, layer_of.get(node.position, last), inside=node.position in layer_of)
                self.told += self._tell(node.position, node.moves)
                self.nodes += [node] * (len(self.nodes) < _KEPT)
                if last.alliances is not None:
                    known.sides.append((last.alliances.mover(node), last.winner(node.position)))
                else:
                    known.values.append(last.pair(node.position))
            if self.told >= room.moves or len(known.positions) >= room.positions:
                return
        known.size = known.inside

    def programs(self) -> Programs | None:
        """Programs for moves and predicates, held against clingo at the positions that are known; None without any."""
        if TEXT in self.game.rules.defined:
            return None
        words = ({self.known.positions[to]: {text} for text, to in told_of} for told_of in self.known.moves)
        return programs(self.game, self.region.hull, self.wanted, self.nodes, words)

    def add_endless(self, spec: Spec, room: Room) -> None:
        """All that is reached where no measure is lowered, with all moves; InputError where there is no room.

        Where no position comes back after all (`ends`), the most moves that are left are the measure, and there are
        values.
        """
        if self.game.rules.alliances:
            raise fault("a page does not show alliances whose positions may come back yet", file=spec.file)
        ending = self.game.cycles == "ends"
        solved = [*layers(Sought(self.game, self.region, self.wanted, PLAYS, ending, remote=True))]
        graph, ends = solved[0].graph, [solved[0].ends[play] for play in PLAYS]
        layer_of = {node.position: layer for layer in solved for node in layer.nodes}
        if len(graph) > room.positions or (moves := sum(len(node.moves) for node in graph.values())) > room.moves:
            many = f"{len(graph):,} positions" if len(graph) > room.positions else f"{moves:,} moves"
            raise fault(
                f"the box reaches {many}, and a page must have all where some may come back",
                file=spec.file,
                expected="a smaller box (--over)",
            )
        nodes = (ranked(self.game, graph) if ending else graph).values()
        ordered = sorted(nodes, key=lambda node: (node.measure, node.position))
        self.numbers = {node.position: number for number, node in enumerate(ordered)}
        for node in ordered:
            self._number(node, layer_of.get(node.position, solved[0]), inside=node.position in layer_of)
            self._tell(node.position, node.moves)
            if ending:
                self.known.values.append(solved[0].pair(node.position))
            else:
                self.known.ends.append((_code(ends[0], node.position), _code(ends[1], node.position)))

    def _tell(self, position: Position, moves: Sequence[Move]) -> int:
        """Add the moves of a position, one to each option; how many these are."""
        listed: dict[int, str] = {}
        for text, move in zip(self._words(position, moves), moves, strict=True):
            listed.setdefault(self.numbers[move.to], text)
        self.known.moves.append([(text, to) for to, text in sorted(listed.items())])
        return len(listed)

    def _words(self, position: Position, moves: Sequence[Move]) -> Sequence[str]:
        """What is said of each move: of those that change the same numbers in the same way it is said once."""
        if TEXT in self.game.rules.defined:
            return told(self.game, position, moves)
        found = []
        for move in moves:
            key = move.term, move.changed, tuple(_old(position[place], heap) for (place, heap), _ in move.changed)
            if key not in self.words:
                self.words[key] = told(self.game, position, [move])[0]
            found.append(self.words[key])
        return found

    def add_others(self, asked: ListedRegion, room: Room, programs: Programs | None) -> None:
        """The other positions of the box, while there is room, without their moves."""
        program = self.game.program(self.region.hull, self.wanted)
        grounder = Grounder(self.game, program, self.wanted)
        for part in solved(asked):
            new = {one.position: one for one in part.told if one.position not in self.numbers}
            for start in range(0, len(new), _AT_ONCE):
                piece = [*new][start : start + _AT_ONCE]
                nodes = [*(grounder.options(piece) if programs is None else programs.nodes(piece, grounder))]
                layer = self._layer(nodes, [new[position] for position in piece])
                for node in nodes:
                    self._number(node, layer, inside=True)
            if len(self.known.positions) >= room.positions:
                return
        self.known.size = self.known.inside

    def _layer(self, nodes: Sequence[Node], told_of: Sequence[FoundAt]) -> Layer:
        """Positions as a layer, by how they end; that is told of them, too."""
        known = self.known
        if known.sides:
            sides = [*dict.fromkeys(side for pair in known.sides for side in pair)]
            won = {one.position: one.outcome for one in told_of}
            # the other side is to move where it is lost
            other = {side: next((one for one in sides if one != side), side) for side in won.values()}
            movers = {one.position: other[one.outcome] if one.lost else one.outcome for one in told_of}
            known.sides += [(movers[node.position], won[node.position]) for node in nodes]
            p = frozenset(one.position for one in told_of if one.lost)
            return Layer(nodes, {"normal": p}, _unasked, lambda _mark: (), Alliances(self.game, sides, movers, won))
        pairs = ((one.position, one.values) for one in told_of)
        values = {at: pair if pair is not None and len(pair) == 2 else (-1, None) for at, pair in pairs}
        known.values += [
            (normal, -1 if misere is None else misere) for normal, misere in (values[node.position] for node in nodes)
        ]
        return _valued(nodes, values)

    def _number(self, node: Node, layer: Layer, *, inside: bool) -> None:
        """The next number for a position, with all that is told of it but its moves and how it ends."""
        known, number = self.known, len(self.known.positions)
        self.numbers[node.position] = number
        known.positions.append(node.position)
        known.holds.append([at for at, name in enumerate(self.names) if name is not None and node.holds(name)])
        known.inside += inside
        for claim, read in self.readings.items() if inside else ():
            said = read(node, layer)
            if said is not None:
                known.says.setdefault(claim, {})[number] = said


def _code(ends: Ends, position: Position) -> int:
    moves = ends.remoteness(position)
    return -1 if moves is None else 2 * moves + (position in ends.won)


def _old(part: int | tuple[int, ...], heap: int) -> int | None:
    """What a counter, a token or a heap was before a move, None of a heap that is new; whether a set had a member."""
    if isinstance(heap, Member) and isinstance(part, tuple):
        return heap in part
    return part if isinstance(part, int) else part[heap - 1] if heap <= len(part) else None


def _unasked(_play: Play, _position: Position) -> bool:
    return False


def _valued(nodes: Sequence[Node], values: Mapping[Position, tuple[int, int | None]]) -> Layer:
    """These positions as a layer, by their values."""
    found = {
        play: {one: number for one, pair in values.items() if (number := pair[at]) is not None}
        for at, play in enumerate(PLAYS)
    }
    p = {play: frozenset(one for one, number in of_play.items() if not number) for play, of_play in found.items()}
    return Layer(nodes, p, _unasked, lambda _mark: (), values=found)


class ClaimWord(NamedTuple):
    """What a claim says at a position, in a word or two, and whether that is wrong."""

    label: str
    wrong: bool


Reading: TypeAlias = Callable[[Node, Layer], ClaimWord | None]
"""Gives what is said at a position, None where the claim does not speak of it."""


def reading(spec: Spec, claim: Claim, game: Game) -> Reading | None:
    """What the claim says of each position by itself; None where it is about other things, or compares positions."""
    kind = kind_of(claim)
    if claim.about != "positions" or claim.points or kind.judged.compares(claim) or not kind.judged.every:
        return None
    judge, members, states = kind.judged.judge(spec, claim, game), spec.members(claim), stated(claim)
    if isinstance(judge, Nodewise):
        return _found(claim, judge)
    if isinstance(judge, ByOutcome):
        return _spoken(claim, judge.claimed, partial(_outcome, claim))
    if isinstance(states, Family):
        return _spoken(claim, lambda _node, _layer: states.outcome, partial(_outcome, claim))
    if isinstance(states, Values):
        return _spoken(
            claim,
            lambda node, _layer: grundy.value_named(claim, node),
            lambda node, layer: layer.values[claim.play][node.position],
        )
    if isinstance(states, Winners):
        return _spoken(claim, partial(winners.side_named, members), lambda node, layer: layer.winner(node.position))
    return None


def _outcome(claim: Claim, node: Node, layer: Layer) -> Label:
    return layer.outcome(claim.play, node.position)


def _spoken(claim: Claim, claimed: Callable[[Node, Layer], Label], true: Callable[[Node, Layer], Label]) -> Reading:
    def says(node: Node, layer: Layer) -> ClaimWord | None:
        if not speaks(claim, node):
            return None
        label = claimed(node, layer)
        return ClaimWord("nothing" if label is None else str(label), label != true(node, layer))

    return says


def _found(claim: Claim, judge: Nodewise) -> Reading:
    def says(node: Node, layer: Layer) -> ClaimWord | None:
        if not speaks(claim, node):
            return None
        finding = judge.wrong(node, layer)
        if finding is None:
            return ClaimWord("as claimed", wrong=False)
        return ClaimWord("nothing" if finding.claimed is None else str(finding.claimed), wrong=True)

    return says
