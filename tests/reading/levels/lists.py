"""Rules whose moves are lists of heaps; what they lead to, as the levels have it and as clingo has it."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from typing import TypeAlias

import clingo
import z3  # type: ignore[import-untyped]

from bouton.core.logic.expression import Unknown, unknown
from bouton.core.logic.problem import Problem
from bouton.core.logic.smtlib import smtlib
from bouton.core.position import Heaps
from bouton.reading.command import Condition
from bouton.reading.levels.game import LevelGame, read
from bouton.reading.levels.merge import merged
from bouton.reading.levels.moves import LevelMove
from bouton.reading.levels.position import LevelShape, shape
from bouton.rules.file import Rules
from tests.reading.levels.ways import every_way

COUNTS = "heaps(N) :- N = #count { I : heap(I,_) }.\n"
EFFECTS = "after(l(I,T,L), heap(I,T)) :- {0}.\nafter(l(I,T,L), F) :- {0}, after(L,F).\n"

# a list is a move itself, and its effects those of its head and of the rest
ITSELF = (
    COUNTS
    + "maximal(I,S) :- heaps(N), heap(N,S), heap(I,S), I > N-k.\n"
    + "move(l(I,T,nil)) :- heaps(I), maximal(I,S), T = 0..S-1.\n"
    + "move(l(I-1,T,l(I,U,L))) :- move(l(I,U,L)), maximal(I-1,_), T = 0..U.\n"
    + EFFECTS.format("move(l(I,T,L))")
)
# the number of elements is an argument beside the list
COUNTED = (
    COUNTS
    + "top(S) :- heaps(N), heap(N,S).\n"
    + "lower(1, l(N,T,nil)) :- heaps(N), top(S), T = 0..S-1.\n"
    + "lower(J+1, l(N-J,T,l(I,U,L))) :- lower(J, l(I,U,L)), J < k, heaps(N), top(S), heap(N-J,S), T = 0..U.\n"
    + "move(L) :- lower(_,L).\n"
    + EFFECTS.format("lower(_, l(I,T,L))")
)
NAMES = """
some(L)                    :- takes(E,D), lowers(E,D,L).
some(l(N-1,T,l(N,U,nil)))  :- heaps(N), pair(T,U).
lowers(0,0,nil)            :- takes(_,_).
lowers(0,D+1,l(N-D,S-1,L)) :- lowers(0,D,L), heaps(N), maximal(N-D,S).
lowers(E+1,D,l(N-D-E,0,L)) :- lowers(E,D,L), heaps(N), maximal(N-D-E,_).
"""
K = unknown("k.N", 1)


def theirs(text: str, heaps: Sequence[int], k: int, name: str = "move") -> list[tuple[int, ...]]:
    """The positions that the moves of a predicate lead to, one for each move, as clingo has them."""
    control = clingo.Control([f"-ck={k}"], message_limit=0)
    facts = "".join(f"heap({place},{size})." for place, size in enumerate(heaps, 1))
    control.add("base", [], f"{text}{facts}")
    control.ground([("base", [])])
    atoms = [found.symbol for found in control.symbolic_atoms]
    legal = {atom.arguments[0] for atom in atoms if atom.match("move", 1)}
    named = {atom.arguments[0] for atom in atoms if atom.match(name, 1)} & legal
    after: dict[clingo.Symbol, dict[int, int]] = {move: {} for move in legal}
    for atom in atoms:
        if atom.match("after", 2) and atom.arguments[0] in after:
            place, size = (argument.number for argument in atom.arguments[1].arguments)
            assert after[atom.arguments[0]].setdefault(place, size) == size
    return [
        tuple(sorted((after[move].get(place, size) for place, size in enumerate(heaps, 1)), reverse=True))
        for move in named
    ]


class Read:
    """A game's rules read for each shape, once."""

    def __init__(self, rules: Rules, depth: int, strategy: str | None = None) -> None:
        self._rules = rules
        self._depth = depth
        self._strategy = strategy
        self.game = cache(self._game)

    def _game(self, known: int, more: bool) -> LevelGame:
        wanted = [] if self._strategy is None else [(self._strategy, 1)]
        levels = self.shape(known, more).levels
        return read(self._rules, {"k": K}, levels, wanted, depth=self._depth, strategy=self._strategy)

    def shape(self, known: int, more: bool) -> LevelShape:
        (fluent,) = self._rules.fluents
        assert isinstance(fluent, Heaps)
        return shape(fluent, known, more=more)


def values(one: LevelShape, heaps: Sequence[int], k: int) -> dict[Unknown, int]:
    """A position's unknowns, where its highest sizes are the shape's levels."""
    found: dict[Unknown, int] = {K: k}
    sizes = sorted(Counter(heaps).items(), reverse=True)
    told = sizes[: len(one.steps)]
    for at, (size, times) in enumerate(told):
        found[one.times[at]] = times
        found[one.steps[at]] = size - (told[at + 1][0] if at + 1 < len(told) else 0)
    if one.rest is not None:
        found[one.rest] = sum(times for _, times in sizes[len(told) :])
    return found


def ours(
    game: LevelGame, moves: Sequence[LevelMove], at: dict[Unknown, int], heaps: Sequence[int]
) -> Iterator[tuple[int, ...]]:
    """The positions that moves lead to which tell every size apart, one for each way to choose."""
    for move in moves:
        assert move.exact
        for evaluation in every_way(move, at):
            left = Counter(heaps)
            for level, gone in zip(game.levels.known, move.taken, strict=True):
                left[evaluation(level.size)] -= evaluation(gone)
            for level in move.added:
                left[evaluation(level.size)] += evaluation(level.heaps)
            assert min(left.values()) >= 0
            assert evaluation(move.lowers)
            yield tuple(sorted(left.elements(), reverse=True))


def positions(most: int, largest: int, tries: int, longest: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Random positions of few sizes, in ascending order, each with a k of at most the `longest`."""
    chance = random.Random(1901)
    for _ in range(tries):
        sizes = chance.sample(range(1, largest + 1), chance.randint(1, 3))
        yield tuple(sorted(chance.choices(sizes, k=chance.randint(1, most)))), chance.randint(1, longest)


Seen: TypeAlias = tuple[tuple[tuple[int, int], ...], int]


def top(heaps: Sequence[int], seen: int) -> Seen:
    """The highest sizes of a position with the number of heaps of each, and how many are lower."""
    sizes = sorted(Counter(size for size in heaps if size).items(), reverse=True)
    return tuple(sizes[:seen]), sum(times for _, times in sizes[seen:])


def levels_after(one: Read, heaps: Sequence[int], k: int, seen: int) -> Iterator[tuple[bool, Seen, bool]]:
    """What each move leaves: whether the move is exact, the highest levels, and whether they are too few."""
    known, more = min(len(set(heaps)), 3), len(set(heaps)) > 3
    game = one.game(known, more)
    at = values(one.shape(known, more), heaps, k)
    for move in game.moves:
        cases = list(merged(game.levels, move.taken, move.added, seen, move.guard, move.hidden, move.below))
        for evaluation in every_way(move, at):
            assert evaluation(move.lowers)
            (case,) = [each for each in cases if evaluation(each.guard)]
            levels = tuple((evaluation(level.size), evaluation(level.heaps)) for level in case.levels.known)
            yield move.exact, (levels, evaluation(case.levels.rest)), evaluation(case.shallow)


def holds(conditions: Sequence[Condition], one: LevelShape) -> list[str]:
    """Which of the conditions z3 says can hold."""
    found = []
    for condition in conditions:
        problem = Problem("never", condition.meaning, (condition.formula, one.facts))
        solver = z3.Solver()
        solver.add(z3.parse_smt2_string(smtlib(problem)))
        if solver.check() != z3.unsat:
            found.append(condition.meaning)
    return found
