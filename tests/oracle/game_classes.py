"""Gurvich's classes of games over a plain graph, by sets of positions as the paper has them."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Set
from functools import cache
from typing import TypeAlias

At: TypeAlias = Hashable
Graph: TypeAlias = Mapping[At, Set[At]]
"""The options of every position of a finite acyclic graph."""
Pair: TypeAlias = tuple[int, int]


def pairs(graph: Graph) -> dict[At, Pair]:
    """(g, g-) of every position, by their definitions."""
    found: dict[At, Pair] = {}

    def pair(at: At) -> Pair:
        if at not in found:
            options = [pair(to) for to in graph[at]]
            found[at] = (mex({g for g, _ in options}), mex({g for _, g in options})) if options else (0, 1)
        return found[at]

    for at in graph:
        pair(at)
    return found


def mex(numbers: Set[int]) -> int:
    return min(set(range(len(numbers) + 1)) - numbers)


def below(graph: Graph, start: At) -> dict[At, Set[At]]:
    """The game that begins there."""
    found: dict[At, Set[At]] = {}
    waiting = [start]
    while waiting:
        at = waiting.pop()
        if at not in found:
            found[at] = graph[at]
            waiting += graph[at]
    return found


class Sets:
    """V_{k,l}, V_k^N and V_l^M of one game."""

    def __init__(self, graph: Graph) -> None:
        self.graph, self.g = graph, pairs(graph)
        self.all = set(graph)
        self.terminal = {at for at in graph if not graph[at]}

    def v(self, k: int, m: int) -> set[At]:
        return {at for at in self.all if self.g[at] == (k, m)}

    def normal(self, k: int) -> set[At]:
        return {at for at in self.all if self.g[at][0] == k}

    def misere(self, m: int) -> set[At]:
        return {at for at in self.all if self.g[at][1] == m}

    def reachable(self, target: set[At], source: set[At]) -> bool:
        """Whether there is a move into the target from each position of the source."""
        return all(self.graph[at] & target for at in source)


def miserable(game: Sets) -> bool:
    even, odd = game.v(0, 1), game.v(1, 0)
    rest = game.all - even - odd
    return all(bool(game.graph[at] & even) == bool(game.graph[at] & odd) for at in rest)


def tame(game: Sets) -> bool:
    """Conway's inductive definition, by labels such as 0, 1 and 2^2."""
    label = {at: {(0, 1): "0", (1, 0): "1"}.get(pair, f"{pair[0]}^{pair[1]}") for at, pair in game.g.items()}

    @cache
    def is_tame(at: At) -> bool:
        labels = {label[to] for to in game.graph[at]}
        if ("0" in labels) != ("1" in labels) and ("0^0" in labels or "1^1" in labels):
            return False
        return all(map(is_tame, game.graph[at]))

    return all(map(is_tame, game.all))


def minion(least: int) -> Callable[[Sets], bool]:
    def holds(game: Sets) -> bool:
        diagonal = {at for at, (k, m) in game.g.items() if k == m and k >= least}
        return game.all == game.v(0, 1) | game.v(1, 0) | diagonal

    return holds


def pet(game: Sets) -> bool:
    even, odd = game.v(0, 1), game.v(1, 0)
    return even == game.normal(0) == game.misere(1) and odd == game.normal(1) == game.misere(0)


THEOREM_3: dict[str, Callable[[Sets], bool]] = {
    "i": pet,
    "i'": minion(2),
    "i''": lambda game: miserable(game) and not game.v(0, 0) and not game.v(1, 1),
    "i'''": lambda game: all(pair in ((0, 1), (1, 0)) or pair[0] == pair[1] > 1 for pair in game.g.values()),
    "ii": lambda game: not game.v(0, 0),
    "iii": lambda game: game.reachable(game.normal(1), game.normal(0) - game.terminal),
    "iii'": lambda game: game.reachable(game.misere(1), game.misere(0)),
}
CLASSES: dict[str, Callable[[Sets], bool]] = {
    "tame": tame,
    "miserable": miserable,
    "pet": pet,
    "strongly-miserable": lambda game: not game.normal(0) & game.misere(0),
    "minion": minion(0),
    "0-minion": minion(0),
    "2-minion": minion(2),
}
