"""Games whose moves may form cycles: who wins each position reached, in how many moves, and which are draws.

The positions reached are walked once, and solved backwards from the terminals (retrograde analysis). What comes of it
is the well-founded model of `win(X) :- move(X,Y), not win(Y)`: it is held against its own conditions, which have no
other answer, and on small graphs against clingo (encodings/core/loops.lp).

A kernel is a set of positions with no move inside it, and with a move into it from every other position (von Neumann
and Morgenstern 1944). The rules of encodings/core/kernel.lp derive nothing positively from itself, so that their stable
models are the sets that fulfil both: without cycles there is one, the P-positions; with cycles none, one, or several.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from bouton.core.errors import Disagreement, InputError, fault_at
from bouton.core.position import Heaps, Position
from bouton.core.shipped import core
from bouton.ground.away import endless, runaway
from bouton.ground.box import GroundBox
from bouton.ground.game import LOOSE, Game
from bouton.ground.graph import Grounder, Node, descends
from bouton.ground.moves import Move
from bouton.rules.grounding import ground, integer_facts

DRAW = "draw"
"""The outcome of a position that neither player can win."""
_REFEREED = 20_000
"""Moves times rounds up to which clingo is asked, too."""
_LINE = 24
"""Moves of a line that are told."""


@dataclass(frozen=True)
class Ends:
    """How a game ends from each position, in one play: after so many moves, if the winner hastens and the loser delays.

    At a position of `lost` who moves loses, at one of `won` he wins; of those that are in neither nobody wins.
    """

    lost: Mapping[Position, int]
    won: Mapping[Position, int]

    def outcome(self, position: Position) -> str:
        """P, N, or a draw."""
        return "P" if position in self.lost else "N" if position in self.won else DRAW

    def remoteness(self, position: Position) -> int | None:
        """How many moves are left; None of a draw."""
        return self.lost.get(position, self.won.get(position))


Allied: TypeAlias = Callable[[Position, Position], bool]
"""Whether the same side moves at a position and at an option of it."""
Followers = Mapping[Position, Sequence[Position]]
"""The positions that moves lead to from each, without repetition, in order."""


def followers(graph: Mapping[Position, Node]) -> Followers:
    """The same of nodes."""
    return {at: sorted({move.to for move in node.moves}) for at, node in graph.items()}


def never(_position: Position, _option: Position) -> bool:
    """No moves of one side after each other: players take turns."""
    return False


def ends(graph: Followers, lost: Callable[[Position], bool], allied: Allied = never) -> Ends:
    """How the game ends from each position of a graph that is closed under moves; `lost` is asked of terminals.

    Disagreement where the answer fails its own conditions, or clingo has another.
    """
    found_lost: dict[Position, int] = {}
    found_won: dict[Position, int] = {}
    before: dict[Position, list[Position]] = {}
    open_moves: dict[Position, int] = {}
    waiting: deque[Position] = deque()
    for position, options in graph.items():
        open_moves[position] = len(options)
        for option in options:
            before.setdefault(option, []).append(position)
        if not options:
            (found_lost if lost(position) else found_won)[position] = 0
            waiting.append(position)
    while waiting:  # in the order of remoteness, as each move adds one
        option = waiting.popleft()
        is_lost = option in found_lost
        moves = 1 + (found_lost if is_lost else found_won)[option]
        for position in before.get(option, ()):
            if position in found_lost or position in found_won:
                continue
            if is_lost is not allied(position, option):
                found_won[position] = moves
            else:
                open_moves[position] -= 1
                if open_moves[position]:
                    continue
                found_lost[position] = moves
            waiting.append(position)
    found = Ends(found_lost, found_won)
    _confirm(graph, lost, allied, found)
    _referee(graph, lost, allied, found)
    return found


def _confirm(graph: Followers, lost: Callable[[Position], bool], allied: Allied, found: Ends) -> None:
    """The conditions of the answer: each win and loss by options of less remoteness, each draw by an option to one."""
    for position, options in graph.items():
        good: list[int] = []
        bad: list[int] = []
        draws = 0
        for option in options:
            rank = found.remoteness(option)
            if rank is None:
                draws += 1
            else:
                (good if (option in found.lost) is not allied(position, option) else bad).append(rank)
        if not options:
            right = found.outcome(position) == ("P" if lost(position) else "N") and found.remoteness(position) == 0
        elif position in found.won:
            right = bool(good) and found.won[position] == 1 + min(good) and position not in found.lost
        elif position in found.lost:
            right = not good and not draws and found.lost[position] == 1 + max(bad)
        else:
            right = not good and draws > 0
        if not right:
            raise Disagreement(f"the retrograde analysis is wrong at {position}")


def refereed(graph: Followers, lost: Callable[[Position], bool], allied: Allied, rounds: int) -> Ends:
    """The same by clingo, in so many rounds."""
    names = {position: index for index, position in enumerate(graph)}
    rows: dict[str, list[tuple[int, ...]]] = {"position": [], "option": [], "ally": [], "won": []}
    for position, options in graph.items():
        source = names[position]
        rows["position"].append((source,))
        for option in options:
            rows["ally" if allied(position, option) else "option"].append((source, names[option]))
        if not options and not lost(position):
            rows["won"].append((source,))
    facts = "".join(integer_facts(name, found) for name, found in rows.items() if found)
    control = ground(core("loops"), facts, f"#const rounds = {rounds}. #show p/2. #show n/2.")
    control.configuration.solve.models = 0  # type: ignore[union-attr]
    positions, models = list(graph), 0
    found: dict[str, dict[Position, int]] = {"p": {}, "n": {}}
    with control.solve(yield_=True) as handle:
        for model in handle:
            models += 1
            for atom in model.symbols(shown=True):
                position, turn = positions[atom.arguments[0].number], atom.arguments[1].number
                found[atom.name][position] = min(found[atom.name].get(position, turn), turn)
        if models != 1 or handle.get().exhausted is not True:
            raise Disagreement(f"clingo found {models} models of rounds")
    return Ends(found["p"], found["n"])


def _referee(graph: Followers, lost: Callable[[Position], bool], allied: Allied, found: Ends) -> None:
    rounds = 2 + max([0, *found.lost.values(), *found.won.values()])
    if rounds * (len(graph) + sum(map(len, graph.values()))) > _REFEREED:
        return
    clingo = refereed(graph, lost, allied, rounds)
    if (clingo.lost, clingo.won) != (found.lost, found.won):
        raise Disagreement("clingo has another well-founded model than the retrograde analysis")


# ----------------------------------------------------------------------------------------------- the positions reached


def reached(game: Game, grounder: Grounder, positions: Iterable[Position], box: GroundBox) -> dict[Position, Node]:
    """The nodes of all positions that are reached; InputError where more than there is room for lie beyond the box.

    NotLowered where cycles are refused and a move does not lower the measure.
    """
    graph: dict[Position, Node] = {}
    came: dict[Position, tuple[Position, Move]] = {}
    frontier = list(dict.fromkeys(positions))
    known, beyond = set(frontier), 0
    if game.cycles != "refused" and (away := endless(game, box, known)):
        raise away
    heaps = [at for at, one in enumerate(game.fluents) if isinstance(one, Heaps)]
    while frontier:
        following: list[Position] = []
        for node in grounder.nodes(frontier):
            if game.cycles == "refused":
                descends(game, grounder, node)
            graph[node.position] = node
            for move in node.moves:
                if move.to in known:
                    continue
                known.add(move.to)
                came[move.to] = (node.position, move)
                following.append(move.to)
                beyond += move.to not in box
                if beyond > game.room or max((sum(move.to[at]) for at in heaps), default=0) > LOOSE:  # type: ignore[arg-type]
                    raise _runaway(game, came, move.to, beyond)
        frontier = following
    return graph


def ranked(game: Game, graph: Mapping[Position, Node]) -> dict[Position, Node]:
    """The nodes of a graph that is closed under moves, each with the most moves that are left as its measure.

    InputError where a position comes back, with moves that lead there.
    """
    found: dict[Position, Node] = {}
    followers = {at: {move.to for move in node.moves} for at, node in graph.items()}
    left = {at: len(options) for at, options in followers.items()}
    before: dict[Position, list[Position]] = {}
    for at, options in followers.items():
        for option in options:
            before.setdefault(option, []).append(at)
    layer, height = [at for at, many in left.items() if not many], 0
    while layer:
        following: list[Position] = []
        for at in layer:
            found[at] = graph[at]._replace(measure=(height,))
            for other in before.get(at, ()):
                left[other] -= 1
                if not left[other]:
                    following.append(other)
        layer, height = following, height + 1
    if len(found) < len(graph):
        raise _circle(game, graph, {at: node for at, node in graph.items() if at not in found})
    return found


def _circle(game: Game, graph: Mapping[Position, Node], left: Mapping[Position, Node]) -> InputError:
    """The error of moves that lead back, from one of the positions that are left, of which each leads to another."""
    at, path, seen = min(left), list[Move](), dict[Position, int]()
    while at not in seen:
        seen[at] = len(path)
        path.append(min((move for move in graph[at].moves if move.to in left), key=_order))
        at = path[-1].to
    circle = path[seen[at] :]
    said = " ".join([game.text(at), *(f"-[{step}]-> {game.text(step.to)}" for step in circle[:_LINE])])
    more = f" ... {len(circle) - _LINE} more" if len(circle) > _LINE else ""
    place = game.place("move", circle[0].term)
    expected = "a game that ends: no position may come back, or `cycles: allowed` in the spec"
    if game.cycles == "followed":
        expected = "no cycle where Sprague-Grundy values are asked for"
    message = f"the moves form a cycle: {said}{more}"
    return InputError([fault_at(place, message, expected)])


def _runaway(game: Game, came: Mapping[Position, tuple[Position, Move]], last: Position, beyond: int) -> InputError:
    """The error of moves that lead to ever new positions."""
    at, steps = last, list[Move]()
    while at in came:
        at, move = came[at]
        steps.append(move)
    return runaway(game, at, steps[::-1], beyond)


# --------------------------------------------------------------------------------------------------------------- lines


@dataclass(frozen=True)
class LineOfPlay:
    """How play goes on from a position: each move, and where it leads; the last leads back to the one `back` if any.

    Nothing is said of what comes after so many moves; `left` is how many there are then.
    """

    start: Position
    moves: tuple[Move, ...]
    back: bool = False
    left: int = 0

    def text(self, game: Game) -> str:
        """As `heap 1:2 -[take(1,1)]-> heap 2 -[take(1,2)]-> no heap`."""
        shown = [game.text(self.start), *(f"-[{move}]-> {game.text(move.to)}" for move in self.moves)]
        return " ".join([*shown, f"and {self.left} more moves"] if self.left else shown)


def line(
    found: Ends,
    start: Position,
    moves_of: Callable[[Position], Collection[Move]],
    allied: Allied = never,
    most: int = _LINE,
) -> LineOfPlay:
    """The winner hastens and the loser delays, each by the least position that does; of a draw both keep to draws."""
    path: list[Move] = []
    seen = {start}
    at = start
    while len(path) < most:
        moves = moves_of(at)
        best = _best(found, at, moves, allied)
        if best is None:
            return LineOfPlay(start, tuple(path))
        path.append(best)
        at = best.to
        if at in seen:
            return LineOfPlay(start, tuple(path), back=True)
        seen.add(at)
    return LineOfPlay(start, tuple(path), left=found.remoteness(at) or 0)


def _best(found: Ends, at: Position, moves: Collection[Move], allied: Allied) -> Move | None:
    ranked = [(found.remoteness(move.to), move) for move in moves]
    if at in found.won:
        good = [(rank, move) for rank, move in ranked if rank is not None and rank == found.won[at] - 1]
        good = [one for one in good if (one[1].to in found.lost) is not allied(at, one[1].to)]
        return min((move for _, move in good), key=_order, default=None)
    if at in found.lost:
        longest = [move for rank, move in ranked if rank == found.lost[at] - 1]
        return min(longest, key=_order, default=None)
    return min((move for rank, move in ranked if rank is None), key=_order, default=None)


def _order(move: Move) -> tuple[Position, str]:
    return move.to, str(move.term)


# -------------------------------------------------------------------------------------------------------- kernels


@dataclass(frozen=True)
class Flaw:
    """Why a set is no kernel: a position of it with a move `to` another, or one outside without a move into it."""

    at: Position
    to: Position | None


def flaws(graph: Followers, chosen: Collection[Position]) -> list[Flaw]:
    """Every position at which a set is no kernel."""
    found = []
    for position, options in graph.items():
        inside = [option for option in options if option in chosen]
        if position in chosen and inside:
            found.append(Flaw(position, inside[0]))
        elif position not in chosen and not inside:
            found.append(Flaw(position, None))
    return found


def kernels(graph: Followers, most: int) -> list[frozenset[Position]]:
    """So many of the kernels, or all of them where there are fewer; each is held against what a kernel is."""
    names = {position: index for index, position in enumerate(graph)}
    rows = [(names[position], names[option]) for position, options in graph.items() for option in options]
    facts = f"position(0..{len(names) - 1})." if names else ""
    control = ground(core("kernel"), facts + integer_facts("option", rows), "#show p/1.")
    control.configuration.solve.models = most  # type: ignore[union-attr]
    positions, found = list(graph), list[frozenset[Position]]()
    with control.solve(yield_=True) as handle:
        for model in handle:
            found.append(frozenset(positions[symbol.arguments[0].number] for symbol in model.symbols(shown=True)))
        if len(found) < most and handle.get().exhausted is not True:
            raise Disagreement("clingo ended before it had all kernels")
    if len(set(found)) < len(found) or any(flaws(graph, one) for one in found):
        raise Disagreement("clingo's kernels are none")
    return found
