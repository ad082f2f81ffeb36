"""Translation validation: what a loaded program says of some positions is held against clingo, in every run.

The very functions that judge are asked. With all positions marked but a position's options, no move may lead to a
mark; with one option marked again, some move must. A program that gathers values must find, where the options have
the values 0, 1, 2, ..., the next one, and no mark; and from the least position up it must find what clingo does.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from random import Random

from clingo import Symbol, SymbolType

from bouton.compiled.engine import Machine
from bouton.compiled.job import EVERYWHERE, SILENT, SWAP, VALUES, Entries
from bouton.compiled.labels import BOTH, DRAWN, NO, NOTHING, NUMBER, UNJUDGED, YES, Saying
from bouton.compiled.prepare import Readied
from bouton.compiled.space import Lists, Space
from bouton.compiled.summed import HeapSum
from bouton.compiled.valued import ValueClaim
from bouton.core.errors import Disagreement, InputError, Misfit
from bouton.core.logic.terms import text
from bouton.core.position import Heaps, Position
from bouton.core.spec import PLAYS, Play
from bouton.ground.box import CounterBox, GroundBox, HeapBox
from bouton.ground.companion import NoImageError, position_of
from bouton.ground.game import Game
from bouton.ground.graph import Grounder, Node
from bouton.ground.kernel import terminals
from bouton.ground.values import add_reference, mex
from bouton.reading.sides import SIDE, WINNER
from bouton.rules.file import Signature

_LOWEST = 160
_SPREAD = 8
_STONES = 300
"""Positions with many more stones have more moves than can be compared in a moment."""


def validate(game: Game, readied: Readied, machine: Machine) -> int:
    """Compare moves and labels; how many positions were compared. Disagreement where anything differs.

    Misfit where the rules are at fault at one of these positions, or leave the space.
    """
    game = replace(game, open=frozenset())
    positions = list(dict.fromkeys([*_lowest(readied, machine), *spread(readied.space, _SPREAD)]))
    predicates = {*readied.saying.wanted, *({SIDE, WINNER} & game.rules.defined)}
    program = game.program(box(readied.space), predicates | {("move", 1), ("after", 2)})
    try:
        nodes = list(Grounder(game, program, predicates).nodes(positions))
        if WINNER in predicates and not game.rules.alliances:
            for node in filter(lambda one: one.terminal, nodes):
                terminals(game, readied.play)(node)
    except InputError:
        raise Misfit from None  # perhaps at a position that no move reaches: the ground engine will tell
    if readied.saying.image is not None:
        _imaged(game, readied.saying, machine, nodes)
    entries = readied.job.entries
    machine.fill(1 if entries is None else entries.unlike)
    for node in nodes:
        heaps, counters = parts(node.position)
        if machine.sorted is not None and machine.measure(heaps, counters) != node.measure:
            raise _different(game, node, "the measure")
        said, expected = machine.label(heaps, counters), expected_label(readied.saying, node)
        if said != expected:
            raise _different(game, node, f"the claim says {_word(expected)}, compiled {_word(said)}")
        if readied.summed is not None:
            _summed(game, readied.summed, machine, node)
            continue
        if entries is not None:
            _gathered(game, readied.space, machine, node, entries)
            continue
        if not _ends(game, readied, machine, node):
            raise _different(game, node, "who moves, or who has won")
        if readied.job.mode != EVERYWHERE:
            _options(game, readied.space, machine, node)
            if readied.saying.strategy is not None:
                _strategy(game, readied.saying.strategy, machine, node)
        else:
            _moves(game, machine, node)
    machine.fill(0)
    if readied.saying.valued is not None and entries is not None:
        _values(game, readied.saying.valued, machine, nodes[:_LOWEST], entries)
        machine.fill(0)
    return len(nodes)


def _imaged(game: Game, saying: Saying, machine: Machine, nodes: Sequence[Node]) -> None:
    """Hold where a program looks for images against the images by clingo; the other table is left empty.

    Misfit where one is no position of the other game, or lies outside of its space.
    """
    image, other = saying.image, machine.other
    assert image is not None and image.space is not None and other is not None
    there, found = box(image.space), list[tuple[Node, tuple[Lists, tuple[int, ...]]]]()
    for node in nodes:
        if expected_label(saying, node) == UNJUDGED:
            continue
        try:
            position = position_of(image.other, [row[0] for row in node.rows[image.predicate, 1]])
        except NoImageError:
            raise Misfit from None
        if position not in there:
            raise Misfit
        found.append((node, parts(position)))
    for mark in (1, 0):
        other.fill(mark)
        for node, at in found:
            said = expected_label(saying, node)
            for one in (1 - mark, mark):
                other.mark(*at, one)
                if machine.label(*parts(node.position)) != (1 - said if one else said):
                    raise _different(game, node, f"what {image.predicate} names")


_WORDS: Mapping[int, str] = {
    NO: "no",
    YES: "yes",
    NOTHING: "nothing",
    BOTH: "two things",
    UNJUDGED: "not its matter",
    DRAWN: "a draw",
}


def _word(label: int) -> str:
    return str(label - NUMBER) if label >= NUMBER else _WORDS.get(label, str(label))


def expected_label(saying: Saying, node: Node) -> int:
    """What clingo says of the claim at a position."""
    if saying.legal is not None and not node.holds(saying.legal):
        return UNJUDGED
    speaking = [iff for where, iff in saying.members if where is None or node.holds(where)]
    said = {_said(saying, node, iff) for iff in speaking}
    if said and saying.draw is not None and node.holds(saying.draw):
        return BOTH if YES in said else DRAWN
    if not said:
        return NOTHING if saying.together else UNJUDGED
    return BOTH if len(said) > 1 or -1 in said else said.pop()


def _said(saying: Saying, node: Node, iff: str | None) -> int:
    """What one predicate says; -1 for two sides, or none."""
    if iff is None:  # of images it is what an empty table says
        return _side(saying, node, SIDE) if saying.image is not None and saying.sides else NO
    if saying.sides:
        return _side(saying, node, (iff, 1))
    if not saying.arity:
        return int(node.holds(iff))
    found = {_number(row[0]) for row in node.rows[iff, 1]}
    return BOTH if len(found) > 1 else NOTHING if not found else found.pop()


def _number(symbol: Symbol) -> int:
    """The label of a value that is claimed."""
    natural = symbol.type is SymbolType.Number and symbol.number >= 0
    return NUMBER + symbol.number if natural else NO


def _side(saying: Saying, node: Node, signature: Signature) -> int:
    """The number of the side that a predicate names; -1 for none or several."""
    names = [text(side) for side in saying.sides]
    found = [str(row[0]) for row in node.rows[signature]]
    return names.index(found[0]) if len(found) == 1 and found[0] in names else -1


def _ends(game: Game, readied: Readied, machine: Machine, node: Node) -> bool:
    """Whether it is agreed who moves, and at a terminal who has won."""
    here, saying = parts(node.position), readied.saying
    if saying.sides and machine.side(*here) != _side(saying, node, SIDE):
        return False
    if not node.terminal or readied.job.mode in (EVERYWHERE, SWAP):
        return True
    if saying.sides:
        return machine.ended(*here) == _side(saying, node, WINNER)
    return machine.ended(*here) == int(terminals(game, readied.play)(node))


def parts(position: Position) -> tuple[Lists, tuple[int, ...]]:
    """The heaps of each kind and the counters of a position."""
    heaps = tuple(value for value in position if isinstance(value, tuple))
    return heaps, tuple(value for value in position if isinstance(value, int))


def whole(space: Space, heaps: Lists, counters: tuple[int, ...]) -> Position:
    """The position of these heaps and counters."""
    lists, left = iter(heaps), iter(counters)
    return tuple(next(lists) if isinstance(fluent, Heaps) else next(left) for fluent in space.fluents)


def _followers(space: Space, node: Node) -> set[tuple[Lists, tuple[int, ...]]]:
    """The options of a position, in parts; Misfit where one is outside of the space."""
    there = box(space)
    if not all(move.to in there for move in node.moves):
        raise Misfit
    return {parts(move.to) for move in node.moves}


def _gathered(game: Game, space: Space, machine: Machine, node: Node, entries: Entries) -> None:
    """Hold the moves of a program for values against the node's, all positions being marked."""
    options = sorted(_followers(space, node))
    for option in options:
        machine.mark(*option, 0)
    for start in range(0, max(1, len(options)), entries.limit - 1):
        chosen = options[start : start + entries.limit - 1]
        for at, option in enumerate(chosen):
            machine.mark(*option, entries.entry(at, len(chosen) - 1 - at))
        found, marked, value = machine.value(*parts(node.position))
        if found == -1:
            raise Misfit
        if marked:
            raise _different(game, node, "a compiled move leads where no move of clingo's does")
        # only at a terminal need the rules say who has won
        values = [len(chosen) if options else int(not terminals(game, play)(node)) for play in entries.plays]
        if found != int(bool(options)) or [entries.value(value, play) for play in entries.plays] != values:
            raise _different(game, node, "compiled moves do not lead to each option, or what a terminal is worth")
        for option in chosen:
            machine.mark(*option, 0)
    for option in options:
        machine.mark(*option, entries.unlike)


def _values(game: Game, valued: ValueClaim, machine: Machine, nodes: Sequence[Node], entries: Entries) -> None:
    """Hold the values of the lowest positions, and what a class says of them, against those by clingo."""
    if machine.walk(VALUES | SILENT, 0, len(nodes))[3] == -2:
        raise Misfit
    values: dict[Play, dict[Position, int]] = {play: {} for play in PLAYS}
    for play in PLAYS:
        add_reference(values[play], nodes, terminals(game, play))
    so = dict[Position, bool]()
    for node in nodes:
        own, *others = [
            (values["normal"][at], values["misere"][at]) for at in (node.position, *(move.to for move in node.moves))
        ]
        below = valued.hereditary and any(so[move.to] for move in node.moves)
        so[node.position] = valued.is_so is not None and (below or valued.is_so(own, others))
        if machine.entry(*parts(node.position)) != entries.entry(*own, so[node.position]):
            raise _different(game, node, f"(g, g-) is {own} by clingo, or the class of the position")


def _moves(game: Game, machine: Machine, node: Node) -> None:
    found = machine.reach(*parts(node.position))
    if found == -1:  # something may be undefined, of which clingo knows more
        raise Misfit
    if (found != 0) == node.terminal:
        raise _different(game, node, "whether there is a move")


def _options(game: Game, space: Space, machine: Machine, node: Node) -> None:
    here = parts(node.position)
    markers = {option: machine.marker(*option) for option in _followers(space, node)}
    for mark in markers.values():
        mark(0)
    found = machine.reach(*here)
    if found == -1:
        raise Misfit
    if found != (1 if markers else 0):
        raise _different(game, node, "a compiled move leads where no move of clingo's does")
    for option, mark in markers.items():
        mark(1)
        if machine.reach(*here) != 2:
            raise _different(game, node, f"no compiled move leads to {game.text(whole(space, *option))}")
        mark(0)
    for mark in markers.values():
        mark(1)


def _summed(game: Game, summed: HeapSum, machine: Machine, node: Node) -> None:
    """Hold the value that the heaps give a position against those of its options, and the program against that."""
    heaps, counters = parts(node.position)
    options = {summed.value(parts(move.to)[0][0]) for move in node.moves}
    value = mex(options)
    if summed.value(heaps[0]) != value:
        raise _different(game, node, f"the value is {value} by clingo, and {summed.value(heaps[0])} as a sum of heaps")
    if machine.reach(heaps, counters) != (0 if node.terminal else 2 if value else 1):
        raise _different(game, node, "whether a move leads to a P-position")


def _strategy(game: Game, predicate: str, machine: Machine, node: Node) -> None:
    """Hold what a program says of named moves against clingo's, all positions being marked, or all but one option."""
    here = parts(node.position)
    legal = {move.term: move.to for move in node.moves}
    rows = [row[0] for row in node.rows[predicate, 1]]
    named = {parts(legal[term]) for term in rows if term in legal}
    wrong = not rows or any(term not in legal for term in rows)
    if machine.named(*here) != int(wrong):
        raise _different(game, node, f"whether {predicate} names moves alone, and some")
    for option in {parts(move.to) for move in node.moves}:
        machine.mark(*option, 0)
        if machine.named(*here) != int(wrong or option in named):
            raise _different(game, node, f"what {predicate} names")
        machine.mark(*option, 1)


def _different(game: Game, node: Node, what: str) -> Disagreement:
    return Disagreement(f"the compiled rules and clingo differ at {game.text(node.position)}: {what}")


def _lowest(readied: Readied, machine: Machine) -> Iterator[Position]:
    for rank in range(min(_LOWEST, readied.space.size)):
        yield whole(readied.space, *machine.position(rank))


def spread(space: Space, many: int) -> Iterator[Position]:
    """Some positions from all over the space, the same in every run."""
    random = Random(0)
    for _ in range(many):
        heaps = list[tuple[int, ...]]()
        for kind in space.kinds:
            count = random.randint(0, kind.most)
            largest = min(kind.largest, _STONES // max(1, count) // len(space.kinds))
            heaps.append(kind.fluent.canonical([random.randint(1, max(1, largest)) for _ in range(count)]))
        yield whole(
            space,
            tuple(heaps),
            tuple(random.randint(low, high) for low, high in space.counters),
        )


def box(space: Space) -> GroundBox:
    """The space as a box."""
    kinds, left = iter(space.kinds), iter(space.counters)
    boxes: list[HeapBox | CounterBox] = []
    for fluent in space.fluents:
        if isinstance(fluent, Heaps):
            kind = next(kinds)
            boxes.append(HeapBox(fluent, range(kind.most + 1), range(1, kind.largest + 1)))
        else:
            low, high = next(left)
            boxes.append(CounterBox(fluent, range(low, high + 1)))
    return GroundBox(tuple(boxes))
