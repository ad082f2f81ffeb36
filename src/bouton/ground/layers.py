"""The judged positions layer by layer, least measure first, with all that claims ask of them."""

from __future__ import annotations

import itertools
import math
from collections import deque
from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TypeAlias

from bouton.core.errors import Disagreement, InputError, fault
from bouton.core.position import Heaps, Position, has_sets
from bouton.core.spec import Play
from bouton.core.tuning import TUNING, GroundTuning
from bouton.ground.alliances import SIDE, WINNER, Alliances, Side
from bouton.ground.box import GroundBox, Region, among
from bouton.ground.fused import Climber, Fused
from bouton.ground.game import Game, extents, hull
from bouton.ground.graph import Crowded, Grounder, Node, Rows, expand, legal_ones
from bouton.ground.kernel import kernel, terminals
from bouton.ground.loops import Ends, Followers, LineOfPlay, ends, followers, line, never, ranked, reached
from bouton.ground.values import add_values
from bouton.rules.file import MOVES, Rules, Signature

Fuse: TypeAlias = Callable[[Game, GroundBox], Fused | None]
"""Makes the fused rules of a game for a hull of positions, where it has such."""


@dataclass(frozen=True)
class Sought:
    """What is to be known of the positions of a region: their outcomes in some plays, and what else is asked for."""

    game: Game
    region: Region
    wanted: Collection[Signature] = frozenset()
    """The predicates whose rows each position is to have."""
    plays: Collection[Play] = ()
    values: bool = False
    """Whether Sprague-Grundy values are, in these plays."""
    remote: bool = False
    """Whether the moves to the end are to be counted."""


@dataclass
class Mark:
    """Positions that count as P-positions for a claim: as claimed, by the kernel where nothing is claimed.

    The judge of the claim adds what it speaks of, layer by layer; the engine adds what is not judged.
    """

    play: Play
    positions: list[Position] = field(default_factory=list)
    members: set[Position] = field(default_factory=set)

    def add(self, position: Position) -> None:
        """Count the position as P from now on."""
        self.positions.append(position)
        self.members.add(position)


@dataclass(frozen=True)
class Layer:
    """Judged positions of one measure, in lexicographic order, solved.

    `p` says for each play which of them are P-positions; `option_is_p` tells the same of a lower one.
    `reaches` gives those that have an option in a mark. In games of alliances P means that the side to
    move loses, whatever the play, and `alliances` knows the winners of every solved position.
    """

    nodes: Sequence[Node]
    p: dict[Play, frozenset[Position]]
    option_is_p: Callable[[Play, Position], bool]
    reaches: Callable[[Mark], Collection[Position]]
    alliances: Alliances | None = None
    values: Mapping[Play, Mapping[Position, int]] = field(default_factory=dict)
    """The Sprague-Grundy values of every solved position, where they were asked for."""
    others: Sequence[Node] = ()
    """With values: what lies below, was solved after the layer before, and is not judged, least measure first."""
    reach: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    """How far counters have come beyond their ranges, at every position solved so far."""
    together: Sequence[Node] = ()
    """The judged positions of all layers that were solved at once with this one, if there are several."""
    ends: Mapping[Play, Ends] = field(default_factory=dict)
    """How the game ends from every position reached, where moves may form cycles or remoteness was asked for."""
    graph: Mapping[Position, Node] = field(default_factory=dict)
    """The same positions with their moves."""

    def line(self, play: Play, position: Position) -> LineOfPlay:
        """How play goes on from a position, where it is known how the game ends."""
        allied = never if self.alliances is None else self.alliances.allied
        return line(self.ends[play], position, lambda at: self.graph[at].moves, allied)

    def outcome(self, play: Play, position: Position) -> str:
        """The outcome of a judged position: P or N, or a draw where moves form cycles."""
        if self.ends:
            return self.ends[play].outcome(position)
        return "P" if position in self.p[play] else "N"

    def pair(self, position: Position) -> tuple[int, int]:
        """The values of a solved position in normal and in misère play."""
        return self.values["normal"][position], self.values["misere"][position]

    def winner(self, position: Position) -> Side:
        """The side that wins a solved position of a game of alliances."""
        assert self.alliances is not None
        return self.alliances.won[position]

    def option_outcome(self, play: Play, position: Position) -> Side:
        """What a solved position is: P or N, or the side that wins it."""
        if self.alliances is not None:
            return self.winner(position)
        if self.ends:
            return self.ends[play].outcome(position)
        return "P" if self.option_is_p(play, position) else "N"

    def wins(self, play: Play, node: Node, option: Position) -> bool:
        """Whether a move from the node to that option wins for the player, or the side, who makes it."""
        if self.alliances is None:
            return self.option_is_p(play, option)
        return self.winner(option) == self.alliances.mover(node)


@dataclass
class SolvedPositions:
    """The P-positions found so far, in each play; what is solved and not in the set is N."""

    seen: Container[Position]
    p: dict[Play, set[Position]]

    def is_p(self, play: Play, position: Position) -> bool:
        """Whether a solved position is a P-position; Disagreement where it is not solved."""
        if position in self.p[play]:
            return True
        if position not in self.seen:
            raise Disagreement(f"{position} was asked for before it was solved")
        return False


@dataclass(frozen=True)
class LayerBatch:
    """Consecutive layers with every position they reach that no earlier batch has, all of them solved."""

    nodes: Mapping[Position, Node]
    layers: Sequence[Layer]
    solved: SolvedPositions

    def told(self, marks: Sequence[Mark]) -> Sequence[Layer]:
        """The layers, once all that nobody judges counts in each mark as the kernel has it."""
        judged = {node.position for layer in self.layers for node in layer.nodes}
        _leave(self.solved, marks, self.nodes.keys() - judged)
        return self.layers

    def with_rows(self, rows: Mapping[Position, Rows]) -> LayerBatch:
        """The same, solved as it is, with other rows at each position of it."""
        nodes = {position: node._replace(rows=rows[position]) for position, node in self.nodes.items()}

        def of(before: Sequence[Node]) -> list[Node]:
            return [nodes[node.position] for node in before]

        layers = [
            replace(
                layer,
                nodes=of(layer.nodes),
                reaches=partial(_reaching, layer.nodes),
                others=of(layer.others),
                together=of(layer.together),
            )
            for layer in self.layers
        ]
        return LayerBatch(nodes, layers, self.solved)


class NotFused(Exception):
    """The fused rules do not suit the game after all; the lifted ones must be used from the start."""


def layers(
    sought: Sought,
    marks: Sequence[Mark] = (),
    *,
    lists: bool = True,
    fuse: Fuse | None = None,
    tuning: GroundTuning = TUNING.ground,
) -> Iterator[Layer]:
    """Solve the region upward; positions outside it are solved when a move first reaches them.

    Where moves may form cycles, or the moves to the end are to be counted, all is solved at once.

    Without `lists` of moves the rules that `fuse` makes may serve (see `bouton.ground.fused`); they may raise NotFused.
    """
    game, region, plays, values = sought.game, sought.region, sought.plays, sought.values
    if region.reached:
        region = spread(game, region)
        sought = replace(sought, region=region)
    unranked = values and game.cycles == "followed" and has_sets(game.fluents)
    ending = plays and (game.cycles == "ends" or unranked)
    if sought.remote or ending or (game.cycles == "followed" and plays and not values):
        yield from _ended(replace(sought, values=values and bool(ending)))
        return
    small = lists or not plays or game.measure.predicates or region.size() < tuning.fuse_from or game.rules.alliances
    small = small or game.rules.legal is not None
    small = small or any(isinstance(one, Heaps) and one.order == "none" for one in game.fluents)
    whole = None if small or fuse is None else hull(game, region.hull)
    if fuse is not None and whole is not None and whole.size() <= tuning.spread * region.size():
        fused = fuse(game, whole)
        if fused is not None:
            yield from _fused(sought, whole, fused, marks, tuning)
            return
    for batch in graphs(sought, tuning):
        yield from batch.told(marks)


def graphs(sought: Sought, tuning: GroundTuning = TUNING.ground) -> Iterator[LayerBatch]:
    """Solve the region upward by the lifted rules, with every move; the batches together are closed under moves."""
    game, region, plays, values = sought.game, sought.region, sought.plays, sought.values
    legal = existing(game, region)
    grounder = grounder_of(game, region.hull, sought.wanted)
    seen = set[Position]()
    done = SolvedPositions(seen, {play: set() for play in plays})
    alliances = Alliances(game) if game.rules.alliances else None
    numbers: dict[Play, dict[Position, int]] = {play: {} for play in plays} if values else {}
    reference: dict[Play, dict[Position, int]] = {play: {} for play in plays}
    pace = _Pace(min(tuning.batch, tuning.batch_of_values) if values else tuning.batch, tuning.cheap)
    waiting = _Waiting(_batches(region.layers(game.measure), pace))
    for batch in waiting:
        positions = legal([position for layer in batch for position in layer])
        if plays:
            most = max(tuning.crowd, tuning.crowded * max(len(seen), 2 * len(positions)))
            try:
                graph = expand(game, grounder, positions, seen.__contains__, most if len(batch) > 1 else math.inf)
            except Crowded:
                pace.layers = waiting.halve(batch)
                continue
        else:  # nothing is asked about outcomes, so no follower matters
            graph = {node.position: node for node in grounder.nodes(positions)}
        lost = alliances.solve(graph) if alliances is not None and plays else set[Position]()
        for play in plays:
            done.p[play] |= lost if alliances else kernel(graph, partial(done.is_p, play), terminals(game, play))
        for play, known in numbers.items():
            add_values(known, graph, terminals(game, play), done.p[play], reference[play])
        seen.update(graph)
        pace.took(len(positions), len(graph))
        found: list[Layer] = []
        unjudged = _unjudged(graph, positions) if values else deque()
        exist = set(positions)
        together = [graph[position] for position in positions]
        for layer in batch:
            nodes = [graph[position] for position in layer if position in exist]
            if not nodes:
                continue
            others = []
            while unjudged and unjudged[0].measure <= nodes[0].measure:
                others.append(unjudged.popleft())
            p, reaching = _p_among(done, layer), partial(_reaching, nodes)
            reach = grounder.beyond.reach
            found.append(Layer(nodes, p, done.is_p, reaching, alliances, numbers, others, reach, together))
        yield LayerBatch(graph, found, done)


def spread(game: Game, region: Region) -> Region:
    """The region of all positions that are reached from those of another."""
    grounder = grounder_of(game, region.hull)
    starts = existing(game, region)([*itertools.chain.from_iterable(region.layers(game.measure))])
    return among(game.fluents, tuple(reached(game, grounder, starts, region.hull)), of_box=True)


def _ended(sought: Sought) -> Iterator[Layer]:
    """All that is reached, solved backwards from the terminals; its layers are told by the measure all the same."""
    game, region, plays, values = sought.game, sought.region, sought.plays, sought.values
    grounder = grounder_of(game, region.hull, sought.wanted)
    judged = existing(game, region)([*itertools.chain.from_iterable(region.layers(game.measure))])
    graph = reached(game, grounder, judged, region.hull)
    ranks = ranked(game, graph) if game.cycles == "ends" or values else {}
    numbers = {play: values_of(game, play, ranks) for play in plays} if values else {}
    follow = followers(graph)
    alliances = Alliances(game) if game.rules.alliances else None
    if alliances is not None:  # whatever the play
        found = dict.fromkeys(plays, alliances.ends(graph, follow))
    else:
        found = {play: _ends_in(game, play, graph, follow) for play in plays}
    done, exist = SolvedPositions(graph.keys(), {play: set(one.lost) for play, one in found.items()}), frozenset(judged)
    for layer in region.layers(game.measure):
        nodes = [graph[position] for position in layer if position in exist]
        if not nodes:
            continue
        p, reaching, reach = _p_among(done, layer), partial(_reaching, nodes), grounder.beyond.reach
        yield Layer(nodes, p, done.is_p, reaching, alliances, numbers, reach=reach, ends=found, graph=graph)


def values_of(game: Game, play: Play, graph: Mapping[Position, Node]) -> Mapping[Position, int]:
    """The values of a graph that is closed under moves, each of which lowers the measure of its node."""
    found: dict[Position, int] = {}
    is_p = terminals(game, play)
    add_values(found, graph, is_p, kernel(graph, lambda _position: False, is_p))
    return found


def _ends_in(game: Game, play: Play, graph: Mapping[Position, Node], follow: Followers) -> Ends:
    is_p = terminals(game, play)
    return ends(follow, lambda position: is_p(graph[position]))


def existing(game: Game, region: Region) -> Callable[[Sequence[Position]], list[Position]]:
    """What gives those of the region's positions that exist; InputError where one that is named does not."""
    bounds = extents(game, region.hull)

    def exist(positions: Sequence[Position]) -> list[Position]:
        found, legal = legal_ones(game, bounds, positions), game.rules.legal
        if legal is not None and region.named and len(found) < len(positions):
            missing = next(one for one in positions if one not in found)
            message = f"{game.text(missing)} does not exist: `{legal.name}`, which says what positions do, fails there"
            raise fault(message, at=legal.place, expected="a position of the game")
        return found

    return exist


def _unjudged(graph: Mapping[Position, Node], judged: Iterable[Position]) -> deque[Node]:
    """The nodes of a graph that are not judged, least measure first."""
    left = graph.keys() - set(judged)
    return deque(sorted((graph[position] for position in left), key=lambda node: (node.measure, node.position)))


def _fused(
    sought: Sought, whole: GroundBox, fused: Fused, marks: Sequence[Mark], tuning: GroundTuning
) -> Iterator[Layer]:
    """Layers with nodes that list no moves; the lowest ones are held against the lifted rules."""
    game, region, wanted, plays = sought.game, sought.region, sought.wanted, sought.plays
    grounder = Grounder(game, game.program(region.hull, wanted), wanted)
    kernels = {play: Mark(play) for play in plays}
    done = SolvedPositions(whole, {play: mark.members for play, mark in kernels.items()})
    climber = Climber(fused, [mark.positions for mark in kernels.values()], tuning.control)
    low = grounder_of(game, whole)
    validated = 0
    pace = _Pace(tuning.batch, tuning.cheap, layers=tuning.batch)
    inside = frozenset(region.listed) if region.listed else region.hull
    for batch in _batches(whole.layers(game.measure), pace):
        positions = [position for layer in batch for position in layer]
        pace.took(len(positions), len(positions))
        judged = positions if region.size() == whole.size() else [p for p in positions if p in inside]
        rows = dict(zip(judged, grounder.rows(judged), strict=True))
        try:
            lowest = {node.position: node for node in low.nodes(positions[: tuning.validated - validated])}
        except InputError:
            raise NotFused from None  # the fault may be at a position that no move reaches
        validated += len(lowest)
        for layer in batch:
            reached = climber.reach(layer)
            if reached.wrong:
                raise NotFused
            outside = dict(zip(plays, reached.outside, strict=True))
            # a mark that is the kernel so far needs no grounding of its own
            same = {id(mark): outside[mark.play] for mark in marks if mark.members == kernels[mark.play].members}
            for play, found in outside.items():
                for position in sorted(found - reached.terminal if play == "misere" else found):
                    kernels[play].add(position)
            _validate(game, done, [lowest[position] for position in layer if position in lowest])
            _leave(done, marks, [position for position in layer if position not in rows])
            measure = game.measure.of(layer[0])
            nodes = [
                Node(position, measure, position in reached.terminal, (), rows[position])
                for position in layer
                if position in rows
            ]
            if nodes:
                yield Layer(nodes, _p_among(done, layer), done.is_p, partial(_into, fused, layer, same))


def _into(
    fused: Fused, layer: Sequence[Position], outside: Mapping[int, Collection[Position]], mark: Mark
) -> Collection[Position]:
    """The positions of a layer with a move into a mark; `outside` has the others, for the marks it knows by id."""
    found = outside.get(id(mark))
    if found is None:
        (found,) = Climber(fused, [mark.positions]).reach(layer).outside
    return {position for position in layer if position not in found}


def _validate(game: Game, done: SolvedPositions, nodes: Iterable[Node]) -> None:
    """Hold outcomes against the moves of the lifted rules; Disagreement where they differ."""
    for node in nodes:
        for play in done.p:
            reaches = any(move.to in done.p[play] for move in node.moves)
            expected = not reaches if node.moves else play == "normal"
            if (node.position in done.p[play]) != expected:
                raise Disagreement(f"fused and lifted rules differ at {game.text(node.position)} in {play} play")


def listed(game: Game, region: Region, node: Node) -> Node:
    """The node with the list of its moves, and what they change, by the lifted rules, of which it may come."""
    if node.moves and all(move.changed for move in node.moves):
        return node
    (found,) = grounder_of(game, region.hull, node.rows.keys()).nodes([node.position])
    return found


def grounder_of(game: Game, box: GroundBox, wanted: Collection[Signature] = ()) -> Grounder:
    """The grounder of all that makes the game in a box, with the rows of the wanted predicates."""
    return Grounder.of(game, box, {*wanted, *outputs(game.rules)} - MOVES)


def _p_among(done: SolvedPositions, layer: Sequence[Position]) -> dict[Play, frozenset[Position]]:
    return {play: frozenset(position for position in layer if position in found) for play, found in done.p.items()}


def _leave(done: SolvedPositions, marks: Sequence[Mark], positions: Iterable[Position]) -> None:
    """Positions that nobody judges count in each mark as the kernel has them."""
    for position in positions:
        for mark in marks:
            if position in done.p[mark.play]:
                mark.add(position)


def _reaching(nodes: Sequence[Node], mark: Mark) -> Collection[Position]:
    return {node.position for node in nodes if any(move.to in mark.members for move in node.moves)}


def outputs(rules: Rules) -> set[Signature]:
    """The predicates that make the game: its moves, and in games of alliances sides and winners."""
    return {*MOVES, *({SIDE, WINNER} & rules.defined)}


@dataclass
class _Pace:
    """How many positions and layers make a batch: more and more, unless few positions have very many below them."""

    most: int
    cheap: int
    positions: int = 128
    layers: int = 16

    def took(self, judged: int, solved: int) -> None:
        """Note how many positions a batch had, and how many had to be solved for it."""
        if solved > max(self.cheap * judged, self.positions):
            self.layers = max(1, self.layers // 2)
        else:
            self.positions, self.layers = min(self.most, 2 * self.positions), 4 * self.layers


class _Waiting:
    """Batches in their order, each as it comes or in halves."""

    def __init__(self, stream: Iterator[list[list[Position]]]) -> None:
        self._stream, self._halves = stream, list[list[list[Position]]]()

    def __iter__(self) -> Iterator[list[list[Position]]]:
        while True:
            batch = self._halves.pop() if self._halves else next(self._stream, None)
            if batch is None:
                return
            yield batch

    def halve(self, batch: list[list[Position]]) -> int:
        """Let the halves of a batch come next, and how many layers the first has."""
        half = len(batch) // 2
        self._halves += (batch[half:], batch[:half])
        return half


def _batches(stream: Iterator[list[Position]], pace: _Pace) -> Iterator[list[list[Position]]]:
    """Consecutive layers gathered until a batch is worth a grounding."""
    batch: list[list[Position]] = []
    size = 0
    for layer in stream:
        batch.append(layer)
        size += len(layer)
        if size >= pace.positions or len(batch) >= pace.layers:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch
