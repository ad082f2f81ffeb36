"""Translation validation: what a loaded program says of some positions is held against clingo, in every run.

The very functions that judge are asked. With all positions marked but a position's options, no move may lead to a
mark; with one option marked again, some move must.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random

from bouton.compiled.engine import Machine
from bouton.compiled.job import Misfit
from bouton.compiled.labels import BOTH, NO, NOTHING, UNJUDGED, YES, Saying
from bouton.compiled.prepare import Prepared
from bouton.compiled.program import EVERYWHERE, SWAP
from bouton.compiled.space import Space
from bouton.errors import Disagreement, InputError
from bouton.ground.box import CounterBox, GroundBox, HeapBox
from bouton.ground.game import Game
from bouton.ground.graph import Grounder, Node
from bouton.ground.kernel import terminals
from bouton.language.rules import Signature
from bouton.position import Heaps, Position
from bouton.symbolic.sides import SIDE, WINNER
from bouton.symbolic.terms import text

_LOWEST = 160
_SPREAD = 8
_STONES = 300
"""Positions with many more stones have more moves than can be compared in a moment."""


def validate(game: Game, prepared: Prepared, machine: Machine) -> int:
    """Compare moves and labels; how many positions were compared. Disagreement where anything differs.

    Misfit where the rules are at fault at one of these positions, or leave the space.
    """
    positions = list(dict.fromkeys([*_lowest(prepared, machine), *_spread(prepared.space)]))
    predicates = {*prepared.saying.wanted, *({SIDE, WINNER} & game.rules.defined)}
    program = game.program(_box(prepared.space), predicates | {("move", 1), ("after", 2)})
    try:
        nodes = list(Grounder(game, program, predicates).nodes(positions))
        if WINNER in predicates and not prepared.saying.sides:
            for node in filter(lambda one: one.terminal, nodes):
                terminals(game, prepared.claim.play)(node)
    except InputError:
        raise Misfit from None  # perhaps at a position that no move reaches: the ground engine will tell
    machine.fill(1)
    for node in nodes:
        heaps, counters = parts(node.position)
        said, expected = machine.label(heaps, counters), expected_label(prepared.saying, node)
        if said != expected:
            raise _different(game, node, f"the claim says {_WORDS[expected]}, compiled {_WORDS.get(said, said)}")
        if not _ends(game, prepared, machine, node):
            raise _different(game, node, "who moves, or who has won")
        if prepared.job.mode != EVERYWHERE:
            _options(game, prepared.space, machine, node)
        elif (machine.reach(heaps, counters) != 0) == node.terminal:
            raise _different(game, node, "whether there is a move")
    machine.fill(0)
    return len(nodes)


_WORDS: Mapping[int, str] = {NO: "no", YES: "yes", NOTHING: "nothing", BOTH: "two things", UNJUDGED: "not its matter"}


def expected_label(saying: Saying, node: Node) -> int:
    """What clingo says of the claim at a position."""
    speaking = [iff for where, iff in saying.members if where is None or node.holds(where)]
    said = {_side(saying, node, (iff, 1)) if saying.sides else int(node.holds(iff)) for iff in speaking}
    if not said:
        return NOTHING if saying.together else UNJUDGED
    return BOTH if len(said) > 1 or -1 in said else said.pop()


def _side(saying: Saying, node: Node, signature: Signature) -> int:
    """The number of the side that a predicate names; -1 for none or several."""
    names = [text(side) for side in saying.sides]
    found = [str(row[0]) for row in node.rows[signature]]
    return names.index(found[0]) if len(found) == 1 and found[0] in names else -1


def _ends(game: Game, prepared: Prepared, machine: Machine, node: Node) -> bool:
    """Whether it is agreed who moves, and at a terminal who has won."""
    here, saying = parts(node.position), prepared.saying
    if saying.sides and machine.side(*here) != _side(saying, node, SIDE):
        return False
    if not node.terminal or prepared.job.mode in (EVERYWHERE, SWAP):
        return True
    if saying.sides:
        return machine.ended(*here) == _side(saying, node, WINNER)
    return machine.ended(*here) == int(terminals(game, prepared.claim.play)(node))


def parts(position: Position) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The heaps and the counters of a position."""
    heaps = next((value for value in position if isinstance(value, tuple)), ())
    return heaps, tuple(value for value in position if isinstance(value, int))


def whole(space: Space, heaps: tuple[int, ...], counters: tuple[int, ...]) -> Position:
    """The position of these heaps and counters."""
    left = iter(counters)
    return tuple(heaps if isinstance(fluent, Heaps) else next(left) for fluent in space.fluents)


def _options(game: Game, space: Space, machine: Machine, node: Node) -> None:
    here = parts(node.position)
    options = {parts(move.to) for move in node.moves}
    box = _box(space)
    if not all(move.to in box for move in node.moves):
        raise Misfit
    for option in options:
        machine.mark(*option, 0)
    found = machine.reach(*here)
    if found == -1:
        raise Misfit
    if found != (1 if options else 0):
        raise _different(game, node, "a compiled move leads where no move of clingo's does")
    for option in options:
        machine.mark(*option, 1)
        if machine.reach(*here) != 2:
            raise _different(game, node, f"no compiled move leads to {game.text(whole(space, *option))}")
        machine.mark(*option, 0)
    for option in options:
        machine.mark(*option, 1)


def _different(game: Game, node: Node, what: str) -> Disagreement:
    return Disagreement(f"the compiled rules and clingo differ at {game.text(node.position)}: {what}")


def _lowest(prepared: Prepared, machine: Machine) -> Iterator[Position]:
    for rank in range(min(_LOWEST, prepared.space.size)):
        yield whole(prepared.space, *machine.position(rank))


def _spread(space: Space) -> Iterator[Position]:
    """Some positions from all over the space, the same in every run."""
    random = Random(0)
    for _ in range(_SPREAD):
        count = random.randint(0, space.most)
        largest = min(space.largest, _STONES // max(1, count))
        heaps = [random.randint(1, largest) for _ in range(count)]
        fluent = space.heaps
        yield whole(
            space,
            () if fluent is None else fluent.canonical(heaps),
            tuple(random.randint(low, high) for low, high in space.counters),
        )


def _box(space: Space) -> GroundBox:
    """The space as a box."""
    left = iter(space.counters)
    boxes: list[HeapBox | CounterBox] = []
    for fluent in space.fluents:
        if isinstance(fluent, Heaps):
            boxes.append(HeapBox(fluent, range(space.most + 1), range(1, space.largest + 1)))
        else:
            low, high = next(left)
            boxes.append(CounterBox(fluent, range(low, high + 1)))
    return GroundBox(tuple(boxes))
