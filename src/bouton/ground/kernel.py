"""The kernel of a game graph, by clingo (encodings/core/kernel.lp), and its conditions without it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from bouton.data import folder
from bouton.errors import Disagreement
from bouton.ground.graph import Node
from bouton.ground.grounding import ground, integer_facts
from bouton.position import Position


def kernel_rules() -> str:
    """The text of encodings/core/kernel.lp."""
    return (folder("encodings") / "core" / "kernel.lp").read_text(encoding="utf-8")


def kernel(
    graph: Mapping[Position, Node], known: Callable[[Position], bool], terminal_is_p: Callable[[Node], bool]
) -> set[Position]:
    """The P-positions among the nodes.

    `known` says whether a position outside the graph is a P-position; `terminal_is_p` whether the
    player who moved to a terminal has won. Disagreement where the answer fails its own conditions.
    """
    names = {position: index for index, position in enumerate(graph)}
    outside: dict[Position, int] = {}
    options: list[tuple[int, int]] = []
    won: list[tuple[int]] = []
    for position, node in graph.items():
        source = names[position]
        for target in {move.to for move in node.moves}:
            index = names.get(target)
            if index is None:
                if not known(target):
                    continue
                index = outside.setdefault(target, len(names) + len(outside))
            options.append((source, index))
        if not node.moves and not terminal_is_p(node):
            won.append((source,))
    facts = integer_facts("option", options) + integer_facts("won", won)
    facts += integer_facts("p", ((index,) for index in outside.values()))
    facts += f"position(0..{len(names) - 1})." if names else ""
    control = ground(kernel_rules(), facts)
    control.configuration.solve.models = 0  # type: ignore[union-attr]
    answer: list[set[int]] = []
    with control.solve(yield_=True) as handle:
        for model in handle:
            answer.append({s.arguments[0].number for s in model.symbols(atoms=True) if s.match("p", 1)})
        if len(answer) != 1 or handle.get().exhausted is not True:
            raise Disagreement(f"clingo found {len(answer)} kernels of an acyclic game graph")
    positions = list(graph)
    found = {positions[index] for index in answer[0] if index < len(positions)}
    _confirm(graph, lambda position: position in found if position in graph else known(position), terminal_is_p)
    return found


def _confirm(
    graph: Mapping[Position, Node], is_p: Callable[[Position], bool], terminal_is_p: Callable[[Node], bool]
) -> None:
    """The kernel's conditions, checked without clingo: P exactly where no move reaches P."""
    for position, node in graph.items():
        expected = not any(is_p(move.to) for move in node.moves) if node.moves else terminal_is_p(node)
        if is_p(position) != expected:
            raise Disagreement(f"clingo's kernel is wrong at {position}")


def mex(values: Iterable[int]) -> int:
    """The least natural number that is not among the values."""
    present = set(values)
    number = 0
    while number in present:
        number += 1
    return number
