"""Sprague-Grundy values of a game graph, normal and misère, held against the kernel and, where low, against clingo.

The value of a position is the least natural number that is no value of an option (Sprague 1935, Grundy 1939);
a terminal has 0 where the previous player has won and 1 where the next one has. So the value is 0 exactly at
the P-positions. The reference is encodings/core/values.lp, on the lowest positions of every run; plain code over
the same graph gives the others. Of single heaps they come by an octal code, or by what each heap may become.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import reduce
from itertools import groupby
from operator import xor

from bouton.core.errors import Disagreement
from bouton.core.game_classes import NOTIONS, Pair, of_sum
from bouton.core.octal import Code
from bouton.core.position import Position
from bouton.core.shipped import core
from bouton.ground.graph import Node
from bouton.rules.grounding import atoms, ground, integer_facts

_REFERENCE = 200
"""Positions whose values clingo gives too in every run."""


def mex(values: Iterable[int]) -> int:
    """The least natural number that is not among the values."""
    present = set(values)
    number = 0
    while number in present:
        number += 1
    return number


def add_values(
    known: dict[Position, int],
    graph: Mapping[Position, Node],
    terminal_is_p: Callable[[Node], bool],
    kernel: Collection[Position],
    reference: dict[Position, int] | None = None,
) -> None:
    """Add the values of a graph whose followers outside are known; Disagreement where its kernel says otherwise.

    `reference` collects the values by clingo of the lowest positions of a run, each from those of its options, with
    which the others must agree; Disagreement where they differ.
    """
    nodes = sorted(graph.values(), key=lambda node: node.measure)
    for node in nodes:
        position = node.position
        if node.moves:
            known[position] = mex(known[move.to] for move in node.moves)
        else:
            known[position] = 0 if terminal_is_p(node) else 1
        if (known[position] == 0) is not (position in kernel):
            raise Disagreement(f"kernel and values differ at {position}")
    reference = {} if reference is None else reference
    if len(reference) == len(known) - len(graph):  # nothing below these nodes was left out
        lowest = nodes[: _REFERENCE - len(reference)]
        reference |= _by_clingo(lowest, known, terminal_is_p)
        for node in lowest:
            if reference[node.position] != known[node.position]:
                raise Disagreement(f"the values by clingo and by mex differ at {node.position}")


def add_reference(found: dict[Position, int], nodes: Sequence[Node], terminal_is_p: Callable[[Node], bool]) -> None:
    """Add the values by clingo of nodes in the order of their measure, all followers being among them or found.

    Disagreement where clingo gives one of them no value, or several.
    """
    for _, layer in groupby(nodes, key=lambda node: node.measure):
        found |= _by_clingo(list(layer), found, terminal_is_p)


def _by_clingo(
    nodes: Sequence[Node], known: Mapping[Position, int], terminal_is_p: Callable[[Node], bool]
) -> dict[Position, int]:
    """The values of nodes by clingo, from the known ones of their options; Disagreement where one has not one value."""
    followers = dict.fromkeys(move.to for node in nodes for move in node.moves)
    names = {position: index for index, position in enumerate(followers, start=len(nodes))}
    rows: dict[str, list[tuple[int, ...]]] = {
        "position": [(index,) for index in range(len(nodes))],
        "option": [(index, names[to]) for index, node in enumerate(nodes) for to in {move.to for move in node.moves}],
        "known": [(name, known[position]) for position, name in names.items()],
        "won": [(i,) for i, node in enumerate(nodes) if not node.moves and not terminal_is_p(node)],
    }
    control = ground(core("values"), "".join(integer_facts(name, listed) for name, listed in rows.items()))
    given: dict[int, list[int]] = {}
    for position, value in atoms(control, "value", 2):
        given.setdefault(position.number, []).append(value.number)
    for index, node in enumerate(nodes):
        if len(given.get(index, ())) != 1:
            raise Disagreement(f"clingo gives {len(given.get(index, ()))} values to {node.position}")
    return {node.position: given[index][0] for index, node in enumerate(nodes)}


def values_by_code(code: Code, count: int) -> list[int]:
    """The values of the heaps 0, 1, ..., count - 1, by mex; in time that grows with the square of `count`."""
    import numpy as np  # noqa: PLC0415 (a small check needs none of it)

    values = np.zeros(max(count, 1), dtype=np.int64)
    greatest = 0
    for size in range(1, count):
        # every XOR of two values is below the next power of two, so the mex is at most that power
        seen = np.zeros((1 << int(greatest).bit_length()) + 1, dtype=bool)
        for taken, left in code.leaves:
            rest = size - taken
            if left == 0 and rest == 0:
                seen[0] = True
            elif left == 1 and rest > 0:
                seen[values[rest]] = True
            elif left == 2 and rest > 1:
                half = rest // 2
                seen[values[1 : half + 1] ^ values[rest - 1 : rest - half - 1 : -1]] = True
        values[size] = int(np.argmin(seen))
        greatest = max(greatest, int(values[size]))
    return [int(value) for value in values[:count]]


def values_by_options(options: Sequence[Collection[tuple[int, ...]]]) -> Iterator[int]:
    """The values of the heaps 0, 1, ..., where `options[n]` are the heaps that a heap of n may become."""
    values: list[int] = []
    for each in options:
        seen = {reduce(xor, (values[heap] for heap in heaps), 0) for heaps in each}
        values.append(mex(seen))
        yield values[-1]


def tame_pairs(options: Iterable[Collection[tuple[int, ...]]]) -> Iterator[Pair]:
    """The pairs (g, g-) of the heaps 0, 1, ..., as far as all of them are tame; `options[n]` is what n may become.

    A heap is tame by the definition of Conway and Gurvich: every option is, a sum of tame heaps being so by Gurvich's
    Theorem 1, and the pairs of the options are of those that a tame position may have.
    """
    pairs: list[Pair] = []
    for each in options:
        below = {of_sum([pairs[heap] for heap in heaps]) for heaps in each}
        pair = pair_of(below)
        if NOTIONS["tame"].fails(pair, below) is not None:
            return
        pairs.append(pair)
        yield pair


def pair_of(options: Collection[Pair]) -> Pair:
    """The pair (g, g-) of a position whose options have these: (0,1) where there are none."""
    if not options:
        return 0, 1
    return mex(normal for normal, _ in options), mex(misere for _, misere in options)
