"""Sprague-Grundy values of a game graph, normal and misère, by mex, held against the kernel.

The value of a position is the least natural number that is no value of an option (Sprague 1935, Grundy 1939);
a terminal has 0 where the previous player has won and 1 where the next one has. So the value is 0 exactly at
the P-positions.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping

from bouton.errors import Disagreement
from bouton.ground.graph import Node
from bouton.position import Position


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
) -> None:
    """Add the values of a graph whose followers outside are known; Disagreement where its kernel says otherwise."""
    for position, node in sorted(graph.items(), key=lambda item: item[1].measure):
        if node.moves:
            known[position] = mex(known[move.to] for move in node.moves)
        else:
            known[position] = 0 if terminal_is_p(node) else 1
        if (known[position] == 0) is not (position in kernel):
            raise Disagreement(f"kernel and values differ at {position}")
