"""The kernels of a graph of moves, which may have cycles: none, one, or several, by clingo's stable models.

A kernel is a set of positions with no move inside it, and with a move into it from every other position (von Neumann
and Morgenstern 1944). The rules of encodings/core/kernel.lp derive nothing positively from itself, so that their stable
models are the sets that fulfil both: without cycles there is one, the P-positions.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from bouton.core.errors import Disagreement
from bouton.core.position import Position
from bouton.core.shipped import core
from bouton.ground.loops import Followers
from bouton.rules.grounding import ground, integer_facts


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
