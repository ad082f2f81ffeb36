"""What was read of a game that is the sum of its heaps, held against clingo at positions of several heaps.

Every position of a few heaps and stones is compared, and positions near the numbers of the rules: of two to four heaps,
and of as many alike heaps as a number says, of small sizes.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import reduce
from operator import xor

from clingo import Symbol

from bouton.claims.parts import strategy_part
from bouton.claims.registry import stated
from bouton.core.logic.expression import Unknown
from bouton.core.logic.substitution import Evaluation
from bouton.core.position import Heaps, Position, one_list, sizes_of
from bouton.core.stated import Values
from bouton.ground.graph import Node
from bouton.proof.compared import held
from bouton.proof.compared.comparison import Seen, of_heaps
from bouton.proof.compared.validate import numbers_at, rows_at
from bouton.proof.goal import Goal
from bouton.proof.theorem import VALUE, Reading
from bouton.proof.way import Validated
from bouton.proof.ways.sums.form import Misere
from bouton.proof.ways.sums.problems import (
    FIRM_OTHERS_N,
    OTHERS_N,
    TARGET,
    SumOfHeaps,
    misere_of,
    named_moves,
    one_heap,
)
from bouton.reading.command import SymbolicGame
from bouton.rules.file import Signature

WHERE = held.Where(heaps=3, stones=12, far=(), assignments=3, largest=6, near=(96, 600))
"""Every position of so many heaps and stones is held against its heaps one by one, and some near the rules' numbers."""


@dataclass(frozen=True)
class HeapByHeap(held.Checked):
    """Positions and their options as clingo has them, to be held against their heaps, each by itself."""

    nodes: Mapping[Position, Node]

    def wrong(self, node: Node) -> Iterator[str]:
        """What is not as the heaps one by one have it at this position: `the moves`, say."""
        if {move.to for move in node.moves} != options_of(sizes_of(node.position), self.fluent, self.nodes):
            yield "the moves"


def against_heaps(
    goal: Goal,
    wanted: Iterable[Signature],
    checked: Callable[[Mapping[Unknown, int], Mapping[Position, Node]], HeapByHeap],
    where: held.Where = WHERE,
) -> Iterator[Seen]:
    """Hold positions of several heaps against their heaps, as clingo has both; Disagreement where they differ."""
    return held.compared(goal, held.ReadForm("sum of its heaps", frozenset(wanted), checked, of_heaps=True), where)


def compared(goal: Goal, found: SumOfHeaps, reading: Reading) -> Iterator[Seen]:
    """Hold what the rules' form was taken to say of several heaps: moves, values, what is claimed, and the strategy."""
    claim, strategy = goal.claim, None
    wanted = {found.total.value, *([] if isinstance(stated(claim), Values) else [(claim.iff or "", 0)])}
    wanted |= {(claim.strategy, 1)} if claim.strategy else set()
    wanted |= set() if found.misere is None or found.misere.firm is None else {(found.misere.firm, 0)}
    if found.strategy is not None and claim.strategy is not None:
        strategy = named_moves(found.strategy, claim.strategy, reading)
    misere = None if found.misere is None else misere_of(reading, found.misere)

    def checked(numbers: Mapping[Unknown, int], nodes: Mapping[Position, Node]) -> _Checked:
        fluent = one_list(goal.rules.fluents)
        return _Checked(claim, fluent, nodes, found.total.value, numbers, strategy, found.misere, misere)

    return against_heaps(goal, wanted, checked)


def validated(goal: Goal, several: Iterable[Seen], reading: Reading) -> Iterator[Validated]:
    """What was seen of `several` heaps held against their heaps by themselves, and the reading of one heap held too."""
    of_one = one_heap(goal.setting)
    yield from (Validated(goal.setting, (), seen) for seen in several)
    for counts, seen in of_heaps(goal.spec, goal.rules, of_one, goal.here, reading):
        yield Validated(of_one, counts, seen)


@dataclass(frozen=True)
class _Checked(HeapByHeap):
    """The same, with the values of the positions, what is claimed of them and the moves that are named there."""

    value: Signature
    numbers: Mapping[Unknown, int]
    strategy: SymbolicGame | None
    misere: Misere | None
    values_in_misere: Reading | None

    def wrong(self, node: Node) -> Iterator[str]:
        """What is not as the heaps one by one have it at this position."""
        yield from super().wrong(node)
        heaps = sizes_of(node.position)
        alone = [self.nodes[(size,),] for size in heaps]
        values = self._values(node)
        if values != {reduce(xor, some, 0) for some in itertools.product(*map(self._values, alone))}:
            yield "the values"
        if not isinstance(stated(self.claim), Values) and self._is_claimed(node) is not self._is_lost(alone, values):
            yield "what is claimed"
        # the proof speaks of the values of so many heaps in misère play: what a move leaves of one
        read = self.values_in_misere is not None and (len(heaps),) in self.values_in_misere.range
        if read and not self._is_read_in_misere(node, values):
            yield "the values in misère play"
        if self.strategy is not None:
            named_ = self._named(node)
            led = {move.to for move in node.moves if move.term in named_}
            if led != self._named_one_by_one(heaps, alone, values):
                yield "the moves of the strategy"

    def met(self, node: Node) -> Iterator[str]:
        """The hypotheses of the claim that the position meets."""
        yield from super().met(node)
        if self.claim.strategy is not None and not node.terminal and not self._is_claimed(node):
            yield strategy_part(self.claim.strategy)

    def fails(self, node: Node) -> bool:
        """Whether a local condition of the claim fails by clingo alone, where all options are known."""
        if any(move.to not in self.nodes for move in node.moves):
            return False
        below = {each for move in node.moves for each in self._values(self.nodes[move.to])}
        claimed = self._values(node)
        if len(claimed) != 1 or claimed & below or not below.issuperset(range(min(claimed))):
            return True
        if self.misere is not None:
            some = any(self._is_claimed(self.nodes[move.to]) for move in node.moves)
            if self._is_claimed(node) is (some or node.terminal):
                return True
        if self.claim.strategy is None or node.terminal or self._is_claimed(node):
            return False
        named_ = self._named(node)
        led = [self.nodes[move.to] for move in node.moves if move.term in named_]
        return not led or bool(named_ - {move.term for move in node.moves}) or not all(map(self._is_claimed, led))

    def _is_lost(self, alone: Sequence[Node], totals: Set[int]) -> bool:
        """What the claim, read as one about nim-sums, says of a position of these heaps."""
        if self.misere is None or any(map(self._is_firm, alone)):
            return 0 in totals
        return len(alone) % 2 == 1 if self.misere.counted else 1 in totals

    def _is_firm(self, node: Node) -> bool:
        """Whether some heap is firm by a claim of misère play."""
        firm = None if self.misere is None else self.misere.firm
        return firm is not None and node.holds(firm)

    def _is_claimed(self, node: Node) -> bool:
        return node.holds(self.claim.iff or "")

    def _is_read_in_misere(self, node: Node, values: Set[int]) -> bool:
        """Whether the values in misère play are read as those which go with the normal ones."""
        assert self.values_in_misere is not None
        here = self.values_in_misere.at((len(sizes_of(node.position)),))
        at = {**self.numbers, **numbers_at(here.game, node.position)}
        read = {value for value in range(max(values, default=0) + 3) if Evaluation({**at, VALUE: value})(here.claimed)}
        return read == (values if self._is_firm(node) else {1 - value for value in values if value <= 1})

    def _values(self, node: Node) -> set[int]:
        return {row[0].number for row in node.rows[self.value]}

    def _named(self, node: Node) -> set[Symbol]:
        """The moves that the strategy names."""
        return {row[0] for row in node.rows[self.claim.strategy or "", 1]}

    def _named_one_by_one(self, heaps: Sequence[int], alone: Sequence[Node], totals: Set[int]) -> set[Position]:
        """Where the moves lead that the strategy, said of one heap, names in each of the heaps."""
        assert self.strategy is not None and self.claim.strategy is not None
        led: set[Position] = set()
        firm = [*map(self._is_firm, alone)]
        for total, (at, one) in itertools.product(totals, _told_apart(self.fluent, alone)):
            others = {OTHERS_N: len(heaps) - 1, FIRM_OTHERS_N: sum(firm) - firm[at]}
            for value in self._values(one):
                values = {**self.numbers, **numbers_at(self.strategy, one.position), **others, TARGET: value ^ total}
                names = rows_at(self.strategy, (self.claim.strategy, 1), values)
                led |= {_with(self.fluent, heaps, at, move.to) for move in one.moves if (str(move.term),) in names}
        return led


def options_of(heaps: Sequence[int], fluent: Heaps, nodes: Mapping[Position, Node]) -> set[Position]:
    """Where moves lead by which one of the heaps becomes what it becomes where it is alone."""
    alone = [nodes[(size,),] for size in heaps]
    return {_with(fluent, heaps, at, move.to) for at, one in _told_apart(fluent, alone) for move in one.moves}


def _with(fluent: Heaps, heaps: Sequence[int], at: int, option: Position) -> Position:
    """The position in which one heap has become what it is in that option."""
    return (fluent.canonical([*heaps[:at], *sizes_of(option), *heaps[at + 1 :]]),)


def _told_apart(fluent: Heaps, alone: Sequence[Node]) -> Iterator[tuple[int, Node]]:
    """Each heap with its place; of alike ones the first, where they have an order."""
    known: set[Position] = set()
    for at, one in enumerate(alone):
        if fluent.order == "none" or one.position not in known:
            known.add(one.position)
            yield at, one
