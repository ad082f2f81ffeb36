"""Claims about how games end, where positions come back or moves are counted, judged by programs that solve backwards.

A program lists the moves of all positions of a space, and is held against clingo at some hundreds of them: at each the
label of the claim, the options, and that what was found of it follows from what was found of these. What the least
positions reach is solved by clingo's rules alone, too, where that is little.
"""

from __future__ import annotations

import ctypes
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from bouton.claims.kind import Ending
from bouton.claims.passes import REACHED, Pass, fits, single, unsolved
from bouton.claims.refutation import refuted
from bouton.claims.registry import kind_of
from bouton.compiled.backwards import CONFIRM, COUNT, JUDGE, LINK, text
from bouton.compiled.job import KERNEL, LOOK
from bouton.compiled.labels import Saying
from bouton.compiled.prepare import judged, read
from bouton.compiled.program import PrintedProgram
from bouton.compiled.space import arrays, held
from bouton.compiled.validate import box, expected_label, parts, spread, whole
from bouton.compiled.valued import ValueClaim
from bouton.core.errors import Disagreement, InputError, LimitReached, Misfit, Unreadable, fault
from bouton.core.news import Ended, Left, Progress
from bouton.core.position import Position
from bouton.core.spec import Claim, Place, Play, Spec
from bouton.ground.away import endless
from bouton.ground.box import Region
from bouton.ground.game import Game
from bouton.ground.graph import Grounder, Node, Nodes
from bouton.ground.kernel import terminals
from bouton.ground.layers import Layer, listed
from bouton.ground.loops import Ends, ends, followers
from bouton.process.compiler import NoCompiler, library
from bouton.process.guard import patience
from bouton.process.limits import Emit, Limits

_PLACES, _MOVES = 1 << 30, 1 << 32
"""Positions and moves are numbered in 32 bits, and with a position goes its outcome, in two of them."""
_POSITION, _MOVE = 16, 4
"""Bytes that the tables take for each."""
_LEAST, _SPREAD = 160, 60
"""Positions that are held against clingo: the least, and some from everywhere."""
_WHOLE = 300
"""Positions that the least ones may reach together for all of these to be solved by clingo's rules, too."""
_SECONDS = 60.0
"""For reading the rules symbolically."""


@dataclass(frozen=True)
class Endings:
    """Judges what it can of such a pass; what is left must fit into the memory of the limits when clingo judges it."""

    limits: Limits

    def judge(self, emit: Emit, spec: Spec, item: Pass) -> Sequence[Left]:
        """Judge the claims of the pass, or say why they are left to clingo."""
        left, found = list[Left](), dict[Play, Any]()
        for claim in item.claims:
            kind_of(claim).judged.judge(spec, claim, item.game)  # refuses a claim that means nothing for these rules
            try:
                emit(self._judged(emit, spec, item, claim, found))
            except Unreadable as error:
                left.append(Left(claim.id, item.game.rules.sources.reason(error)))
            except (Misfit, NoCompiler) as error:
                left.append(Left(claim.id, str(error)))
        if left:
            region = item.region
            whole = region.position is None and not region.listed
            if whole and (away := endless(item.game, region.hull, region.hull)):
                raise away
            first = next(claim for claim in item.claims if claim.id == left[0].claim)
            fits(first.id, first.place, item.region, item.parameters, self.limits, left[0].reason, REACHED)
            emit(Progress((), 0, item.region.size(), doing=f"clingo judges alone, as {left[0].reason}"))
        return left

    def _judged(self, emit: Emit, spec: Spec, item: Pass, claim: Claim, found: dict[Play, Any]) -> Ended:
        started, size = time.monotonic(), item.region.size()
        emit(Progress((), 0, size, doing="reading the rules symbolically"))
        with patience(min(_SECONDS, self.limits.seconds / 3)):
            machine = of_claim(spec, item, claim)
        if claim.play not in found:
            emit(Progress((), 0, size, doing="solving all positions from the ends"))
            found[claim.play] = machine.solved(claim.id, claim.place, self.limits)
        machine.found = found[claim.play]
        machine.validate()
        positions, moves, first = machine.walk(JUDGE)
        if first is None:
            return Ended(claim.id, positions, moves, time.monotonic() - started, None, "compiled C", None, size)
        layer = machine.layer(single(spec, item, claim), first)
        _, finding = kind_of(claim).judged.judge(spec, claim, item.game).judge(layer)
        if finding is None:
            where = item.game.text(machine.position(first))
            raise Disagreement(f"{claim.id}: compiled rules refute it at {where}, clingo does not")
        return refuted(item, claim, positions, layer, finding, started, "compiled C")


def _saying(claim: Claim, ending: Ending) -> Saying:
    """What the claim says as a program has it."""
    if ending.moves is not None:
        return Saying(((claim.where, ending.moves),), together=False, arity=1, valued=ValueClaim(claim.play))
    return Saying(((claim.where, ending.lost),), together=False, draw=ending.drawn)


class _Table(ctypes.Structure):
    """That of the program."""

    _fields_ = (
        *((name, ctypes.c_void_p) for name in ("found", "left", "end", "queue", "before", "to")),
        *((name, ctypes.c_int64) for name in ("count", "room", "moves")),
    )


def of_claim(spec: Spec, item: Pass, claim: Claim) -> BackwardMachine:
    """The program that judges a claim; Unreadable where there is none."""
    why, ending = unsolved(spec, item.game, claim), kind_of(claim).computed.ending(claim)
    if why is not None or ending is None:
        raise Unreadable(why or "it says nothing of how the game ends")
    told = {"tells": ending.tells, "remote": ending.moves is not None}
    return BackwardMachine(item.game, item.region, claim.play, _saying(claim, ending), **told)


def solved(game: Game, region: Region, play: Play, name: str, place: Place, limits: Limits) -> BackwardMachine:
    """What is found of all positions of a region and of those below, of which nothing is claimed.

    Unreadable, Misfit, NoCompiler or InputError where no program finds it.
    """
    if game.rules.alliances or game.rules.exists is not None:
        raise Unreadable("sides, and which positions exist, are matters of clingo where positions come back")
    with patience(min(_SECONDS, limits.seconds / 3)):
        machine = BackwardMachine(game, region, play, Saying(((None, None),), together=False))
    machine.solved(name, place, limits)
    machine.validate()
    return machine


class BackwardMachine:
    """The program that solves a region, and judges what is said of it; what it found of each place."""

    def __init__(
        self, game: Game, region: Region, play: Play, saying: Saying, *, tells: bool = False, remote: bool = False
    ) -> None:
        self.game, self.region, self.play, self.saying = game, region, play, saying
        self.space, games = read(game, region, KERNEL, saying)
        if self.space.sorted:
            raise Unreadable("positions that would have to be sorted by their measure")
        if self.space.places >= _PLACES:
            raise Unreadable(f"the {self.space.places} positions that it would take have too large numbers")
        program = PrintedProgram(self.space, games, saying, play == "normal", 1, judged(region.hull))
        self._program = library(text(program, tells=tells, remote=remote))
        for name in ("walk", "table_begin", "table_link", "test_label", "test_place", "test_options"):
            getattr(self._program, name).restype = ctypes.c_int64
        self.found: Any = None
        self._table = _Table()

    # ------------------------------------------------------------------------------------------------------ solving

    def solved(self, name: str, place: Place, limits: Limits) -> Any:
        """What is known of each place, in the order of places, for what is named; Misfit where rules leave the space.

        InputError where there is no room for the moves.
        """
        program, table = self._program, ctypes.byref(self._table)
        try:
            self.found = (ctypes.c_uint32 * self.space.places)()
            if program.table_begin(table, self.found):
                raise MemoryError
            self.walk(COUNT)
            moves = self._table.moves
            taken = _POSITION * self.space.places + _MOVE * moves
            if moves >= _MOVES or taken > limits.memory:
                raise fault(
                    f"the box of {name} has {self.region.size()} positions, which with {moves} moves from all that "
                    f"they reach take about {taken / 2**30:.1f} GB, above the memory limit",
                    at=place,
                    expected="a smaller box, or a larger --memory",
                )
            if program.table_link(table):
                raise MemoryError
            self.walk(LINK)
            program.table_solve(table)
            self.walk(CONFIRM)
        except MemoryError:
            raise LimitReached("there is no memory for the tables of all positions") from None
        finally:
            program.table_leave(table)
        return self.found

    def walk(self, mode: int) -> tuple[int, bool, int | None]:
        """Through all positions, in order: how many were judged, whether one has a move, and the first that fails."""
        out, size = self._out(), self.space.size
        self._table.found = ctypes.addressof(self.found)
        end = self._program.walk(mode, ctypes.byref(self._table), ctypes.c_int64(0), ctypes.c_int64(size), out)
        judged_, moves, first = out[:3]
        if first == -2:
            raise Misfit
        if first == -3:
            raise MemoryError
        if first == -4 or (first == -1 and end != size):
            raise Disagreement(f"the retrograde analysis is wrong at {self.game.text(self.position(end))}")
        return judged_, bool(moves), None if first < 0 else first

    def _out(self) -> Any:
        return (ctypes.c_int64 * (5 + self.space.most + len(self.space.counters)))()

    def position(self, rank: int) -> Position:
        """The position with that number."""
        out, most = self._out(), self.space.most
        self._program.walk(LOOK, ctypes.byref(self._table), ctypes.c_int64(rank), ctypes.c_int64(rank + 1), out)
        heaps = held([kind.most for kind in self.space.kinds], out[3], out[4 : 4 + most])
        return whole(self.space, heaps, tuple(out[4 + most : 4 + most + len(self.space.counters)]))

    # --------------------------------------------------------------------------------------------------- what is found

    def of(self, position: Position) -> int:
        """What was found of it (see `bouton.compiled.backwards`)."""
        return int(self.found[self.space.place(position)])

    @property
    def ends(self) -> Ends:
        """How the game ends, looked up in the table."""
        return Ends(_Known(self, 1), _Known(self, 2))

    def layer(self, item: Pass, first: int) -> Layer:
        """The layer of the position with that number alone."""
        position = self.position(first)
        node = Node(position, self.game.measure.of(position), False, (), dict.fromkeys(item.predicates, ()))
        node = listed(item.game, item.region, node)
        known, grounder = self.ends, Grounder.of(self.game, box(self.space))
        p = frozenset([position] if position in known.lost else [])
        reaching = {position} if any(move.to in known.lost for move in node.moves) else set()
        return Layer(
            [node],
            {self.play: p},
            lambda _play, at: at in known.lost,
            lambda _mark: reaching,
            ends={self.play: known},
            graph=Nodes(grounder, {position: node}),
        )

    # --------------------------------------------------------------------------------------------------------- clingo

    def validate(self) -> None:
        """Hold the program against clingo; Disagreement where they differ, Misfit where the rules are at fault."""
        game, predicates = replace(self.game, open=frozenset()), {*self.saying.wanted}
        positions = list(
            dict.fromkeys([*map(self.position, range(min(_LEAST, self.space.size))), *spread(self.space, _SPREAD)])
        )
        there = box(self.space)
        program = game.program(there, predicates | {("move", 1), ("after", 2)})
        grounder = Grounder(game, program, predicates)
        is_p = terminals(game, self.play)
        try:
            nodes = list(grounder.nodes(positions))
            for node in nodes:
                if not all(move.to in there for move in node.moves):
                    raise Misfit
                self._compare(node, is_p)
        except InputError:
            raise Misfit from None  # clingo alone will tell
        self._reached(grounder, nodes[:_LEAST], is_p)

    def _compare(self, node: Node, is_p: Callable[[Node], bool]) -> None:
        heaps, counters = parts(node.position)
        given = arrays([kind.most for kind in self.space.kinds], heaps, counters)
        place = self.space.place(node.position)
        options = sorted({self.space.place(move.to) for move in node.moves})
        many = self._program.test_options(ctypes.byref(self._table), *given)
        to = ctypes.cast(self._table.to, ctypes.POINTER(ctypes.c_uint32))
        if self._program.test_label(*given) != expected_label(self.saying, node):
            raise self._differs(node, "what the claim says")
        if self._program.test_place(*given) != place or sorted({to[at] for at in range(many)}) != options:
            raise self._differs(node, "where moves lead")
        found, below = int(self.found[place]), [int(self.found[at]) for at in options]
        if not options:
            right = found == (1 if is_p(node) else 2)
        elif any(one & 1 for one in below):
            right = found == 4 * (1 + min(one // 4 for one in below if one & 1)) + 2
        else:
            right = found == (0 if 0 in below else 4 * (1 + max(one // 4 for one in below)) + 1)
        if not right:
            raise self._differs(node, "how the game ends")

    def _reached(self, grounder: Grounder, least: Sequence[Node], is_p: Callable[[Node], bool]) -> None:
        """Hold what the least positions reach against clingo's solution of it, where that is not much."""
        graph = {node.position: node for node in least}
        new = [move.to for node in least for move in node.moves]
        while new := [at for at in dict.fromkeys(new) if at not in graph]:
            if len(graph) + len(new) > _WHOLE:
                return
            graph |= {node.position: node for node in grounder.nodes(new)}
            new = [move.to for at in new for move in graph[at].moves]
        known = ends(followers(graph), lambda at: is_p(graph[at]))
        mine = self.ends
        for position, node in graph.items():
            if (known.outcome(position), known.remoteness(position)) != (
                mine.outcome(position),
                mine.remoteness(position),
            ):
                raise self._differs(node, f"that it is {known.outcome(position)}")

    def _differs(self, node: Node, what: str) -> Disagreement:
        return Disagreement(f"the compiled rules and clingo differ at {self.game.text(node.position)}: {what}")


@dataclass(frozen=True)
class _Known(Mapping[Position, int]):
    """In how many moves the positions are won, or lost, whose entry in the table has the bit."""

    machine: BackwardMachine
    bit: int

    def __getitem__(self, position: Position) -> int:
        found = self.machine.of(position)
        if not found & self.bit:
            raise KeyError(position)
        return found // 4

    def __iter__(self) -> Iterator[Position]:
        return filter(self.__contains__, map(self.machine.position, range(self.machine.space.size)))

    def __len__(self) -> int:
        return sum(1 for _ in self)
