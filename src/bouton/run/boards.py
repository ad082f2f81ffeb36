"""Claims about games on sets, judged by the searches of `bouton.boards`; what these cannot is left to clingo."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from bouton.boards.board import Board, Solver, board, validate
from bouton.boards.evaluated import Faulty
from bouton.boards.plain import Cyclic
from bouton.claims.passes import Pass, needs, passes
from bouton.claims.registry import KINDS
from bouton.core.errors import Disagreement, InputError, LimitReached
from bouton.core.logic.terms import Unreadable
from bouton.core.news import Left, Progress
from bouton.core.position import Position
from bouton.core.spec import Claim, Play, Spec
from bouton.ground.graph import Grounder, Node
from bouton.ground.layers import Layer, Mark, layers
from bouton.ground.loops import Ends
from bouton.process.limits import Emit, Limits, alone
from bouton.rules.file import Rules
from bouton.run.ground import upward

_LEAST = 5
"""Values of the parameters, the least, for which many positions are held against clingo."""
_MANY, _FEW = 100, 20
"""How many positions of a pass are held against clingo, for these and for the others."""
_ROWS = 4_000
"""Moves that these may have together, about."""
_WHOLE = 300
"""Positions reached up to which all of them are solved by clingo, too."""
_AT_ONCE = 4_096
_TRIED = 1 << 24
"""Bytes for a search of which it is asked how it goes about."""
_PART = 3 / 4
"""Of the memory limit, what the tables may take."""


@dataclass(frozen=True)
class Boards:
    """Judges starts, and all that is reached or all positions, of games on sets in which no position comes back."""

    limits: Limits

    def judge(self, emit: Emit, spec: Spec, item: Pass) -> Sequence[Left]:
        """Judge the claims of the pass; leave all of them to clingo where the rules have no such table."""
        why = _obstacle(item)
        try:
            if why is not None:
                raise Unreadable(why)
            made = board(item.game, item.region, item.predicates)
            solved = _Solved(made, item, int(_PART * self.limits.memory))
            coming = lambda _marks: solved.layers()  # noqa: E731
            upward(emit, spec, item, coming, f"boards in {solved.language}", note=f"solved {solved.said}")
        except (Unreadable, Cyclic, Faulty) as error:
            # clingo finds, and tells, what is wrong with the rules
            reason = (
                str(error)
                if isinstance(error, Unreadable)
                else "positions may come back, or the rules are at fault at one"
            )
            emit(Progress((), 0, item.region.size(), doing=f"clingo judges alone, as {reason}"))
            return [Left(claim.id, reason) for claim in item.claims]
        return ()


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
        solved = _Solved(board(item.game, item.region, item.predicates), item, _TRIED)
    except Unreadable as error:
        return f"not possible: {error.reason}"
    return f"searches in {solved.language} judge it, {solved.said}"


def _obstacle(item: Pass) -> str | None:
    """Why a pass is left to clingo."""
    if item.values and (item.remote or item.game.cycles == "followed"):
        return "values beside how a game ends are found by clingo"
    if not item.plays:
        return "without outcomes there is nothing to search"
    others = (one for one in item.claims if one.strategy is not None or one.about == "numbers")
    if any(others) or not all(KINDS[claim.kind].searched for claim in item.claims):
        return "strategies, and kinds that look at more than outcomes and values, are judged by clingo"
    named = item.region.listed or item.region.position is not None
    if item.lists and (item.region.reached or not named):
        return "a kind that looks at the moves of each position is judged by clingo"
    return None


class _Solved:
    """The positions of a pass with what is known of them, as layers."""

    def __init__(self, made: Board, item: Pass, memory: int) -> None:
        self.board, self.item, self.region = made, item, item.region
        self.every = item.region.reached or not (item.region.listed or item.region.position is not None)
        self.backwards = item.remote or item.game.cycles == "followed"
        """Whether it is asked in how many moves the game ends, or whether it does: all is solved from the ends."""
        each = memory // len(item.plays)
        whole = self.every or self.backwards
        self.solvers: Mapping[Play, Solver] = {
            play: Solver(made, play, item.values, each, whole) for play in item.plays
        }
        self.ends: dict[Play, Ends] = {}
        (self.first, *_) = self.solvers.values()
        wanted = item.predicates
        program = item.game.program(item.region.hull, {*wanted, ("move", 1), ("after", 2)})
        self._judged = frozenset() if self.every else frozenset(self._starts())
        self._marked: dict[int, set[int]] = {}
        """Of each mark the words of its positions."""
        self.grounder = Grounder(item.game, program, wanted)

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
        few = itertools.islice(itertools.chain.from_iterable(self.region.layers(self.item.game.measure)), _MANY)
        starts = [self.board.word(position) for position in few]
        count = _MANY if self.item.rank < _LEAST else _FEW
        count = min(count, max(_FEW, _ROWS // max(1, len(self.board.table.rows))))
        validate(self.board, self.first, self.grounder, starts, count)
        for play, solver in self.solvers.items():
            if self.backwards:
                self.ends[play] = self._ends(solver)
                continue
            for at in self._starts():
                solver.of(at)
            for at in starts:
                if solver.alike(at) is False:
                    where = self.item.game.text(self.board.position(at))
                    raise Disagreement(f"{where}: by components or symmetry there is another result than without")
        self._whole(starts)

    def _ends(self, solver: Solver) -> Ends:
        lost, won = dict[Position, int](), dict[Position, int]()
        self._reached: dict[Position, int] = {}
        for word, ending in solver.endings([*self._starts()]).items():
            position = self.board.position(word)
            self._reached[position] = word
            if ending.out != "draw":
                (lost if ending.out == "P" else won)[position] = ending.moves
        return Ends(lost, won)

    def _starts(self) -> Iterator[int]:
        for layer in self.region.layers(self.item.game.measure):
            yield from map(self.board.word, layer)

    def _whole(self, starts: Sequence[int]) -> None:
        """Hold what was found against clingo, where few positions are reached."""
        if len(starts) == _MANY or _reaches(self.first, starts) > _WHOLE:
            return
        game, plays, values = self.item.game, self.item.plays, self.item.values
        region = replace(self.region, reached=False)
        for layer in layers(game, region, frozenset(), plays, values=values, remote=self.item.remote):
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
        found = self.solvers[play].of(self.board.word(position))
        return found if self.item.values else found == 0

    def layers(self) -> Iterator[Layer]:
        """The layers of what is judged, with its predicates, once all is solved."""
        self.prepare()
        for nodes in self._nodes():
            p = {
                play: frozenset(node.position for node in nodes if self._is_p(play, node.position))
                for play in self.solvers
            }
            values = {play: _Values(self.board, solver) for play, solver in self.solvers.items()}
            given = values if self.item.values else {}
            graph = _Nodes(self.grounder)
            yield Layer(nodes, p, self._is_p, partial(self._reaching, nodes), values=given, ends=self.ends, graph=graph)

    def _reaching(self, nodes: Sequence[Node], mark: Mark) -> Collection[Position]:
        """The nodes with a move into a mark; what is not judged counts in it as it is.

        Where moves need not leave fewer members an option may come in a later layer, and all counts as it is.
        """
        judged = self._judged if self.board.ends else frozenset[int]()
        known = self._marked.setdefault(id(mark), set())
        known.update(map(self.board.word, mark.positions[len(known) :]))
        solver = self.solvers[mark.play]

        def marked(word: int) -> bool:
            return word in known if self.board.ends and (self.every or word in judged) else solver.of(word) == 0

        return {node.position for node in nodes if any(map(marked, solver.children(self.board.word(node.position))))}

    def _is_p(self, play: Play, position: Position) -> bool:
        if self.backwards:
            return position in self.ends[play].lost
        return self.solvers[play].of(self.board.word(position)) == 0

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
            facts = self.first.facts([self.board.word(at) for at in layer])
            yield [
                Node(at, measure(at), bool(fact & 1), (), self.board.rows(fact))
                for at, fact in zip(layer, facts, strict=True)
            ]


def _known(layer: Layer, play: Play, position: Position, values: bool, backwards: bool) -> object:
    if backwards:
        return layer.ends[play].outcome(position), layer.ends[play].remoteness(position)
    return layer.values[play][position] if values else layer.outcome(play, position) == "P"


class _Nodes(Mapping[Position, Node]):
    """Positions with their moves, read where they are asked for."""

    def __init__(self, grounder: Grounder) -> None:
        self.grounder = grounder

    def __getitem__(self, position: Position) -> Node:
        (node,) = self.grounder.nodes([position])
        return node

    def __iter__(self) -> Iterator[Position]:
        return iter(())

    def __len__(self) -> int:
        return 0


class _Values(Mapping[Position, int]):
    """The values of positions, found where they are asked for."""

    def __init__(self, made: Board, solver: Solver) -> None:
        self.board, self.solver = made, solver

    def __getitem__(self, position: Position) -> int:
        return self.solver.of(self.board.word(position))

    def __iter__(self) -> Iterator[Position]:
        return iter(())

    def __len__(self) -> int:
        return 0


def _reaches(solver: Solver, starts: Sequence[int]) -> int:
    """How many positions are reached, or one more than are solved by clingo."""
    seen, queue = set(starts), list(starts)
    while queue and len(seen) <= _WHOLE:
        new = {*solver.children(queue.pop())} - seen
        seen |= new
        queue += new
    return len(seen)
