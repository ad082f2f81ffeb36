"""Claims about games on sets, judged by the searches of `bouton.boards`; what these cannot is left to clingo."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from bouton.boards.board import Board, BoardSolver, board, validate
from bouton.boards.plain import RIGHT, WRONG, Cyclic, Faulty, Held, Odd, RowsSaid, Scanned, moves
from bouton.claims.kind import Spoken
from bouton.claims.passes import Pass, needs, passes
from bouton.claims.refutation import refuted
from bouton.claims.registry import kind_of
from bouton.core.errors import Disagreement, InputError, LimitReached, Unreadable
from bouton.core.news import Ended, Left, Progress
from bouton.core.position import Position
from bouton.core.spec import Claim, Play, Spec
from bouton.core.verdict import Label
from bouton.ground.alliances import Alliances, Side, label
from bouton.ground.game import Game
from bouton.ground.graph import Grounder, Node, Nodes
from bouton.ground.layers import Layer, Mark, existing, layers, outputs
from bouton.ground.loops import Ends
from bouton.ground.moves import Move
from bouton.process.limits import Emit, Limits, alone
from bouton.rules.file import Rules
from bouton.run.ground import upward
from bouton.run.heaps import ByFunction

_LEAST, _LESS = 5, 40
"""Values of the parameters, the least, for which many positions are held against clingo, and for which some are."""
_MANY, _FEW, _FAR = 100, 20, 4
"""How many positions of a pass are held against clingo, for these and for the others."""
_ROWS = 4_000
"""Moves that these may have together, about."""
_WHOLE = 300
"""Positions reached up to which all of them are solved by clingo, too."""
_TRIED = 1 << 24
"""Bytes for a search of which it is asked how it goes about."""
_PART = 3 / 4
"""Of the memory limit, what the tables may take."""


@dataclass(frozen=True)
class BoardJudge:
    """Judges starts, and all that is reached or all positions, of games on sets in which no position comes back."""

    limits: Limits

    def judge(self, emit: Emit, spec: Spec, item: Pass) -> Sequence[Left]:
        """Judge the claims of the pass; leave all of them to clingo where the rules have no such table."""
        started = time.monotonic()
        try:
            solved = searched(item, self.limits)
            engine, note = f"boards in {solved.language}", f"solved {solved.said}"
            scans = {claim.id: scan for claim in item.claims if (scan := solved.scan(claim)) is not None}
            left = tuple(claim for claim in item.claims if claim.id not in scans)
            if left:
                upward(emit, spec, replace(item, claims=left), lambda _marks: solved.layers(), engine, note=note)
            for claim in item.claims:
                if claim.id in scans:
                    emit(solved.ended(spec, claim, scans[claim.id], started, engine, note))
        except (Unreadable, Cyclic, Faulty, Odd) as error:
            # clingo finds, and tells, what is wrong with the rules
            reason = _reason(error)
            emit(Progress((), 0, item.region.size(), doing=f"clingo judges alone, as {reason}"))
            return [Left(claim.id, reason) for claim in item.claims]
        return ()


def searched(item: Pass, limits: Limits) -> SolvedBoard:
    """The positions of a pass, solved; Unreadable, Cyclic, Faulty or Odd where searches cannot, or find a fault."""
    if why := _obstacle(item):
        raise Unreadable(why)
    solved = SolvedBoard(board(item.game, item.region, item.predicates), item, int(_PART * limits.memory))
    solved.prepare()
    return solved


def _reason(error: Exception) -> str:
    """Why clingo judges alone."""
    return {
        Cyclic: "a position comes back",
        Faulty: "a move does what none may at some position",
        Odd: "at some position not one side moves, or has won",
    }.get(type(error), str(error))


def about(spec: Spec, rules: Rules, claim: Claim, limits: Limits) -> str:
    """How searches judge a claim, told by its least parameters, or why they do not."""
    try:
        return str(alone(_about, spec, rules, claim, limits=limits))
    except LimitReached as error:
        return f"not possible: grounding the rules takes too long: {error}"
    except InputError as error:
        return f"not possible: {error.diagnostics[0].message}"


def _about(spec: Spec, rules: Rules, claim: Claim) -> str:
    item = next(passes(spec, rules, needs(spec, rules, [claim]), None, Limits()), None)
    if item is None:
        return "not possible: there is no position to judge"
    try:
        if why := _obstacle(item):
            raise Unreadable(why)
        solved = SolvedBoard(board(item.game, item.region, item.predicates), item, _TRIED)
    except Unreadable as error:
        return f"not possible: {error.reason}"
    return f"searches in {solved.language} judge it, {solved.said}"


def _obstacle(item: Pass) -> str | None:
    """Why a pass is left to clingo."""
    if item.values and (item.remote or item.game.cycles == "followed"):
        return "values beside how a game ends are found by clingo"
    if not item.plays and not (_every(item) and all(kind_of(claim).computed.told(claim) for claim in item.claims)):
        return "without outcomes there is nothing to search"
    if any(one.about == "numbers" or not kind_of(one).computed.searched for one in item.claims):
        return "kinds that look at more than outcomes, values and moves are judged by clingo"
    if item.game.rules.alliances and (item.remote or item.game.cycles == "followed"):
        return "sides where positions may come back, and in how many moves they win, are found by clingo"
    return None


def _every(item: Pass) -> bool:
    """Whether all that is reached is judged, or all positions."""
    return item.region.reached or not (item.region.listed or item.region.position is not None)


class SolvedBoard:
    """The positions of a pass with what is known of them, as layers."""

    def __init__(self, made: Board, item: Pass, memory: int) -> None:
        self.board, self.item, self.region = made, item, item.region
        self.every = _every(item)
        self.backwards = item.remote or item.game.cycles == "followed"
        """Whether it is asked in how many moves the game ends, or whether it does: all is solved from the ends."""
        plays: Sequence[Play] = item.plays or ("normal",)
        each = memory // len(plays)
        whole = self.every or self.backwards
        self.solvers: Mapping[Play, BoardSolver] = {
            play: BoardSolver(made, play, item.values, each, whole) for play in plays
        }
        self.ends: dict[Play, Ends] = {}
        (self.first, *_) = self.solvers.values()
        wanted = {*made.fixed, *made.table.asked}
        program = item.game.program(item.region.hull, {*wanted, *outputs(item.game.rules)})
        self._judged = frozenset() if self.every else frozenset(self._starts())
        self._sample: Sequence[int] = ()
        self._marked: dict[int, tuple[Mark, set[int]]] = {}
        """By its id each mark, so that no other comes to have that, and the words of its positions."""
        self.grounder = Grounder(item.game, program, wanted)
        self.alliances = _Sides(item.game, self) if made.sides else None

    def close(self) -> None:
        """Give the memory back."""
        for solver in self.solvers.values():
            solver.close()

    @property
    def language(self) -> str:
        """What the searches are written in."""
        return self.first.language

    @property
    def said(self) -> str:
        """How they were done."""
        if self.backwards:
            return "backwards from the ends"
        return "; ".join(dict.fromkeys(said for solver in self.solvers.values() for said in solver.said))

    def prepare(self) -> None:
        """Solve all that is to be judged, and hold it against clingo; Cyclic or Faulty where the rules are at fault."""
        starts = [*itertools.islice(self._starts(), _MANY)]
        count = _MANY if self.item.rank < _LEAST else _FEW if self.item.rank < _LESS else _FAR
        count = min(count, max(_FEW, _ROWS // max(1, len(self.board.table.rows))))
        self._sample = validate(self.board, self.first, self.grounder, starts, count)[:_FEW]
        for play, solver in self.solvers.items():
            if self.backwards:
                self.ends[play] = self._ends(solver)
                continue
            if self._is_whole:
                solver.whole()
            else:
                for at in self._starts():
                    solver.of(at)
            if self.board.legal is not None:
                self._stays(solver)
            for at in starts:
                if solver.alike(at) is False:
                    where = self.item.game.text(self.board.position(at))
                    raise Disagreement(f"{where}: by components or symmetry there is another result than without")
        self._whole(starts)

    def _ends(self, solver: BoardSolver) -> Ends:
        lost, won = dict[Position, int](), dict[Position, int]()
        self._reached: dict[Position, int] = {}
        for word, ending in solver.search.endings([*self._starts()]).items():
            position = self.board.position(word)
            self._reached[position] = word
            if ending.out != "draw":
                (lost if ending.out == "P" else won)[position] = ending.moves
        return Ends(lost, won)

    def _starts(self) -> Iterator[int]:
        exist = existing(self.item.game, self.region)
        for layer in self.region.layers(self.item.game.measure):
            yield from map(self.board.word, exist(layer))

    @property
    def _is_whole(self) -> bool:
        """Whether all positions that there are, or that exist, are judged."""
        if not self.every or self.region.listed or self.backwards:
            return False
        slots = self.board.table.slots
        sizes = (len(slot.members) if slot.field else 1 << slot.width for slot in slots)
        return all(part.size() == size for part, size in zip(self.region.hull.parts, sizes, strict=True))

    def _stays(self, solver: BoardSolver) -> None:
        """Unreadable where what is known does not exist: clingo tells of the move that leads there."""
        found = solver.scan(RowsSaid(None, ((self.board.legal, RIGHT),), WRONG)) if self.board.legal else None
        if found is not None and found.wrong is not None:
            raise Unreadable("a move leads to a position that does not exist")

    # ------------------------------------------------------------------------------------------ by a scan of the table

    def scan(self, claim: Claim) -> Scanned | None:
        """What a claim says held against all that is known; None where it is not told so, or not all is judged."""
        told = kind_of(claim).computed.told(claim)
        if told is None or self.backwards or not (self.region.reached or self._is_whole):
            return None
        where: Held | None = None if claim.where is None else ((claim.where, 0), ())
        rows: list[tuple[Held, int]] = []
        otherwise = self._label(told, told.otherwise)
        if told.predicate is not None:
            fixed = self.board.fixed.get(told.predicate)
            every = self.board.table.asked.get(told.predicate, {}) if fixed is None else fixed
            said = [((told.predicate, row), self._label(told, told.row(row))) for row in every]
            if fixed is None:
                rows = said
            elif said:  # it holds at every position
                otherwise = said[0][1] if len(said) == 1 else WRONG
        if where is not None and where[0] in self.board.fixed:
            if not self.board.fixed[where[0]]:
                return None  # it speaks of no position
            where = None
        solvers = [*self.solvers.values()] if told.about == "swap" else [self.solvers.get(claim.play, self.first)]
        try:
            for other in solvers[1:]:
                other.scan(RowsSaid(None, (), RIGHT))
            return solvers[0].scan(RowsSaid(where, tuple(rows), otherwise, told.about == "value"), *solvers[1:])
        except Unreadable:
            return None

    def _label(self, told: Spoken, label: Label) -> int:
        """What a claim says as the search has it."""
        match told.about:
            case "outcome":
                return {"P": 0, "N": 1}.get(str(label), WRONG)
            case "value":
                return label if isinstance(label, int) and label >= 0 else WRONG
            case "winner":
                return self.names.index(label) if label in self.names else WRONG
            case "swap":
                return int(bool(label))
        return RIGHT if label else WRONG

    def ended(self, spec: Spec, claim: Claim, scan: Scanned, started: float, engine: str, note: str) -> Ended:
        """The end of a claim by a scan, which its own judge has to agree with.

        That is so of the position at which it is refuted, and of some of those at which nothing was found.
        """
        words = self._sample if scan.wrong is None else [scan.wrong]
        layer = self._layer([*self.grounder.nodes([self.board.position(word) for word in words])])
        # below a refutation all is as claimed, so what is known counts
        layer = replace(layer, reaches=lambda mark: self._winning(layer.nodes, mark.play))
        _, finding = kind_of(claim).judged.judge(spec, claim, self.item.game).judge(layer)
        if (finding is None) != (scan.wrong is None):
            where = self.item.game.text(layer.nodes[0].position if finding is None else finding.node.position)
            found, other = ("wrong", "right") if finding is None else ("right", "wrong")
            raise Disagreement(f"{claim.id}: {found} at {where} by the scan of all positions, and {other} by itself")
        if finding is not None:
            return refuted(self.item, claim, scan.below, layer, finding, started, engine, note)
        seconds = time.monotonic() - started
        return Ended(claim.id, scan.spoken, scan.moves, seconds, None, engine, note, scan.known)

    # -------------------------------------------------------------------------------------------------------- by layers

    def _whole(self, starts: Sequence[int]) -> None:
        """Hold what was found against clingo, where few positions are reached."""
        if len(starts) == _MANY or _reaches(self.first, starts) > _WHOLE:
            return
        game, plays, values = self.item.game, self.item.plays, self.item.values
        region = replace(self.region, reached=False)
        for layer in layers(replace(self.item.sought, region=region, wanted=frozenset())):
            for node in layer.nodes:
                for play in plays:
                    found, known = (
                        self._said(play, node.position),
                        _known(layer, play, node.position, values, self.backwards),
                    )
                    if found != known:
                        raise Disagreement(f"{game.text(node.position)}: {found} by a search, {known} by clingo")

    def _said(self, play: Play, position: Position) -> object:
        """The value of a position, whether it is lost, or how the game ends."""
        if self.backwards:
            return self.ends[play].outcome(position), self.ends[play].remoteness(position)
        if self.item.values:
            return self._value(play, position)
        return self._is_p(play, position)

    def _value(self, play: Play, position: Position) -> int:
        return self.solvers[play].of(self.board.word(position))

    def layers(self) -> Iterator[Layer]:
        """The layers of what is judged, with its predicates, once all is solved."""
        yield from map(self._layer, self._nodes())

    def _layer(self, nodes: Sequence[Node]) -> Layer:
        p = {
            play: frozenset(node.position for node in nodes if self._is_p(play, node.position)) for play in self.solvers
        }
        values = {play: ByFunction(partial(self._value, play)) for play in self.solvers} if self.item.values else {}
        reaches, graph = partial(self._reaching, nodes), Nodes(self.grounder)
        return Layer(nodes, p, self._is_p, reaches, self.alliances, values, ends=self.ends, graph=graph)

    def _reaching(self, nodes: Sequence[Node], mark: Mark) -> Collection[Position]:
        """The nodes with a move into a mark; what is not judged counts in it as it is.

        Where moves need not leave fewer members an option may come in a later layer, and all counts as it is.
        """
        judged = self._judged if self.board.ends else frozenset[int]()
        _, known = self._marked.setdefault(id(mark), (mark, set()))
        known.update(map(self.board.word, mark.positions[len(known) :]))
        solver = self.solvers[mark.play]

        def marked(word: int) -> bool:
            return word in known if self.board.ends and (self.every or word in judged) else solver.of(word) == 0

        return {
            node.position for node in nodes if any(map(marked, solver.search.children(self.board.word(node.position))))
        }

    def _winning(self, nodes: Sequence[Node], play: Play) -> Collection[Position]:
        """The nodes with a move to a P-position."""
        is_p = partial(self._is_p, play)
        return {node.position for node in nodes if any(is_p(move.to) for move in node.moves)}

    def _is_p(self, play: Play, position: Position) -> bool:
        if self.backwards:
            return position in self.ends[play].lost
        word = self.board.word(position)
        return self._value(play, position) == 0 if self.alliances is None else self.won(word) != self.first.side(word)

    def won(self, word: int) -> int:
        """The number of the side that wins a position."""
        return self.first.of(word)

    @property
    def names(self) -> tuple[Side, ...]:
        """The sides as people write them."""
        return tuple(label(side[0]) for side in self.board.sides)

    def _nodes(self) -> Iterator[list[Node]]:
        measure = self.item.game.measure.of
        if not self.every:
            for layer in self.region.layers(self.item.game.measure):
                yield list(self.grounder.nodes(layer))
            return
        if self.region.reached:
            every = self._reached if self.backwards else map(self.board.position, self.first.every())
            positions = sorted((measure(at), at) for at in every)
            groups: Iterable[list[Position]] = (
                [at for _, at in some] for _, some in itertools.groupby(positions, key=lambda one: one[0])
            )
        else:
            groups = self.region.layers(self.item.game.measure)
        for layer in groups:
            words = [self.board.word(at) for at in layer]
            found = [
                Node(at, measure(at), bool(fact & 1), self._moves(word), self.board.rows(fact))
                for at, word, fact in zip(layer, words, self.first.search.facts(words), strict=True)
                if self.board.exists(fact)
            ]
            if found:
                yield found

    def _moves(self, word: int) -> tuple[Move, ...]:
        """The moves of a position, where a judge looks at them."""
        if not self.item.lists:
            return ()
        terms, position = self.board.table.terms, self.board.position
        return tuple(Move(terms[action], position(to)) for action, to in moves(self.board.table, word))


def _known(layer: Layer, play: Play, position: Position, values: bool, backwards: bool) -> object:
    if backwards:
        return layer.ends[play].outcome(position), layer.ends[play].remoteness(position)
    return layer.values[play][position] if values else layer.outcome(play, position) == "P"


class _Sides(Alliances):
    """Who moves, and who wins, told where it is asked for."""

    def __init__(self, game: Game, solved: SolvedBoard) -> None:
        def named(at: Callable[[int], int]) -> dict[Position, Side]:
            return _Asked(lambda position: solved.names[at(solved.board.word(position))])

        super().__init__(game, [*solved.names], named(solved.first.side), named(solved.won))


class _Asked(dict[Position, Side]):
    """A side for every position, found where it is asked for."""

    def __init__(self, found: Callable[[Position], Side]) -> None:
        super().__init__()
        self._found = found

    def __missing__(self, position: Position) -> Side:
        return self._found(position)

    def get(self, position: Position, _default: object = None) -> Side:
        return self[position]


def _reaches(solver: BoardSolver, starts: Sequence[int]) -> int:
    """How many positions are reached, or one more than are solved by clingo."""
    seen, queue = set(starts), list(starts)
    while queue and len(seen) <= _WHOLE:
        new = {*solver.search.children(queue.pop())} - seen
        seen |= new
        queue += new
    return len(seen)
