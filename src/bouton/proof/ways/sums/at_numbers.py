"""Where a claim about a sum of heaps fails, if a problem of its proof has a model at one heap.

What is wrong with one heap need not be wrong with any position: values that are each twice the true one still tell the
P-positions. So the true values of heaps are worked out from their moves, and sums of heaps are looked through, those of
few stones first, by what the claim says of each heap and what is true. A sum at which the claim fails is to be
replayed. That no sum of fewer stones fails is known where all heaps of so many stones were looked at.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property, partial
from typing import TypeAlias, TypeVar

from bouton.claims.parts import strategy_part
from bouton.claims.registry import stated
from bouton.core.errors import InputError, Unreadable
from bouton.core.game_classes import SWAP, Pair
from bouton.core.logic.substitution import Evaluation
from bouton.core.position import Heaps, one_list
from bouton.core.proof import claim_part
from bouton.core.spec import Claim, Spec
from bouton.core.stated import Values
from bouton.ground.box import GroundBox, HeapBox
from bouton.ground.game import Game
from bouton.ground.graph import Grounder
from bouton.ground.values import tame_pairs, values_by_options
from bouton.proof.compared.validate import numbers_at, rows_at, rows_at_each
from bouton.proof.goal import Goal, theorem_of
from bouton.proof.setting import Setting
from bouton.proof.theorem import Reading
from bouton.proof.way import Suspect
from bouton.proof.ways.numbers import assignments
from bouton.proof.ways.sums.form import OneHeap
from bouton.proof.ways.sums.problems import FIRM_OTHERS_N, OTHERS_N, TARGET, SumOfHeaps, named_moves, reading_of
from bouton.reading.command import SymbolicGame

_LARGEST = 256
"""The greatest heap that is looked at."""
_STATES = 20_000
"""The most states of sums (see `Claimed` and `Rest`) that are met."""
_ORDERED = (("stones",), ("stones", "splits"))
"""The measures by which it is known what is less; the first one says nothing of heaps."""
_MANY = 10**6
"""More stones than are looked at."""
_UNSEEN = 96
"""The greatest heap that is looked at where no solver has a model."""
_OTHERS = 2
"""Other heaps beside which a move of misère play is looked at, if no model has more."""

Sizes: TypeAlias = tuple[int, ...]
Claimed: TypeAlias = tuple[tuple[int, ...], int, bool, int, bool]
"""Of a sum: the values that the claim adds up, its value, whether a heap is firm by the claim, how many heaps there are
(even or odd), and whether all are swap positions."""
Rest: TypeAlias = tuple[int, int, int]
"""Of other heaps: their value, how many they are, and how many of them are firm."""
S = TypeVar("S", bound=tuple[object, ...])


def suspect(goal: Goal, found: SumOfHeaps, models: Sequence[Mapping[str, int]]) -> Suspect | None:
    """Heaps of few stones at which the claim fails as it was read, for the least parameters; None if none are seen."""
    spec, claim, rules, setting = goal.spec, goal.claim, goal.rules, goal.setting
    size = max((model.get(f"{rules.fluents[0].name}.1", 1) for model in models), default=_UNSEEN)
    others = max((_OTHERS, *(model.get(OTHERS_N.name, 0) for model in models)))
    for parameters in assignments(setting, models or [{}]):
        at = replace(setting, parameters=parameters, unknown={})
        reading = reading_of(theorem_of(spec, claim, rules, at), found)
        try:
            heaps, least, loses = _fewest(partial(_Sums, spec, claim, found, reading, at), size, others)
        except (Unreadable, InputError):  # the rules may not be meant for such heaps
            continue
        if heaps is not None:
            part = strategy_part(claim.strategy) if loses else claim_part(claim.id)
            return Suspect(parameters, heaps, part, least)
    return None


def _fewest(sums: Callable[[int], _Sums], size: int, others: int) -> tuple[Sizes | None, bool, bool]:
    """Failing heaps of few stones, whether there are none of fewer, as all heaps of so many were looked at, and how.

    That is, whether the strategy is what fails.
    """
    largest = min(size, _LARGEST)
    heaps, least, loses = sums(largest).failing(others)
    while heaps is not None and largest < min(sum(heaps), _LARGEST):
        largest = min(sum(heaps), _LARGEST)
        try:
            heaps, least, loses = sums(largest).failing(others)
        except (Unreadable, InputError):
            return heaps, False, loses
    return heaps, least and heaps is not None and sum(heaps) <= largest, loses


@dataclass(frozen=True)
class _Move:
    """A move of one heap, by its name where the heap is alone, and the heaps that it leaves."""

    name: str
    leaves: Sizes


@dataclass
class _Sums:
    """Sums of heaps of at most so many stones: what is so, and what the claim says."""

    spec: Spec
    claim: Claim
    found: SumOfHeaps
    reading: Reading
    setting: Setting
    largest: int

    @property
    def fluent(self) -> Heaps:
        """The heaps."""
        return one_list(self.reading.theorem.rules.fluents)

    @cached_property
    def moves(self) -> list[list[_Move]]:
        """The moves of each heap, as clingo has them; Unreadable where one does not leave less."""
        rules, fluent = self.reading.theorem.rules, self.fluent
        game = Game(rules, self.spec.measure, self.setting.parameters, {})
        box = GroundBox((HeapBox(fluent, range(self.found.more + 2), range(1, self.largest + 1)),))
        nodes = Grounder.of(game, box).nodes([((size,),) for size in range(1, self.largest + 1)])
        found: list[list[_Move]] = [[]]
        for size, node in enumerate(nodes, 1):
            found.append([_Move(str(move.term), move.to[0]) for move in node.moves])  # type: ignore[arg-type]
            if any(sum(move.leaves) > size or size in move.leaves for move in found[-1]):
                raise Unreadable(f"a move from a heap of {size} adds stones, or leaves it as it is")
        return found

    @cached_property
    def values(self) -> list[int]:
        """The values of heaps."""
        return list(values_by_options([{move.leaves for move in moves} for moves in self.moves]))

    @cached_property
    def pairs(self) -> list[Pair]:
        """The values in both plays; Unreadable where a heap is wild, so that nothing is known of its sums."""
        found = list(tame_pairs({move.leaves for move in moves} for moves in self.moves))
        if len(found) <= self.largest:
            raise Unreadable(f"a heap of {len(found)} is wild in misère play")
        return found

    def said(self, size: int) -> tuple[int, ...]:
        """The values that the claim gives a heap."""
        return tuple(sorted(claimed_of(self.reading, (size,))))

    def firm(self, size: int) -> bool:
        """Whether a heap is firm by a claim of misère play."""
        game = self.reading.at((1,)).game
        firm = None if self.found.misere is None else self.found.misere.firm
        return firm is not None and Evaluation(numbers_at(game, ((size,),)))(game.holds(firm))

    def failing(self, others: int) -> tuple[Sizes | None, bool, bool]:
        """Heaps at which the claim fails, whether by the measure none of less do, and whether its strategy alone fails.

        In misère play moves are looked at beside so many other heaps, or fewer, where there are many stones.
        """
        of_values, measure = isinstance(stated(self.claim), Values), self.spec.measure.entries
        wrong = self._misvalued() if of_values else self._mistaken()
        if wrong is not None or self.found.strategy is None:
            return wrong, measure in _ORDERED, False
        if any(self.said(size) != (self.values[size],) for size in range(1, self.largest + 1)):
            return None, False, False
        if self.found.misere is not None:
            swapped = (self.firm(size) is (self.pairs[size] in SWAP) for size in range(1, self.largest + 1))
            if any(swapped):
                return None, False, False
        heaps, least = self._losing(others)
        return heaps, least and measure == _ORDERED[0], True

    # ---------------------------------------------------------------------------------------------------- what is said

    def _misvalued(self) -> Sizes | None:
        """The first heap of another value than is claimed, as all others' values add up."""
        sizes = range(1, self.largest + 1)
        return next(((size,) for size in sizes if self.said(size) != (self.values[size],)), None)

    def _mistaken(self) -> Sizes | None:
        """The first heaps of which the claim says something wrong."""
        said, firm, misere = cache(self.said), cache(self.firm), self.found.misere is not None

        def plus(state: Claimed, size: int) -> Claimed:
            totals, value, some, odd, swaps = state
            claimed = tuple(sorted({total ^ one for total in totals for one in said(size)}))
            value ^= self.values[size]
            if not misere:
                return claimed, value, some, odd, swaps
            return claimed, value, some or firm(size), 1 - odd, swaps and self.pairs[size] in SWAP

        start: Claimed = ((0,), 0, False, 0, True)
        sums = first_sums(start, plus, self.largest, self.fluent, split="splits" in self.spec.measure.entries)
        return next((heaps for heaps, state in sums if self._is_wrong(state)), None)

    def _is_wrong(self, state: Claimed) -> bool:
        totals, value, firm, odd, swaps = state
        misere = self.found.misere
        if misere is None:
            return (0 in totals) is not (value == 0)
        claimed = 0 in totals if firm else odd == 1 if misere.counted else 1 in totals
        return claimed is not (value == (1 if swaps else 0))

    # --------------------------------------------------------------------------------------------------- what is named

    def _losing(self, others: int) -> tuple[Sizes | None, bool]:
        """Heaps at which the strategy loses, and whether it wins wherever there are fewer stones.

        In misère play beside any number of heaps, where there are few stones, else beside so many others.
        """
        assert self.found.strategy is not None
        moves = _Named(self, self.found.strategy)
        if self.found.misere is None:
            return moves.losing(0, _MANY)
        heaps, least = moves.losing(self.largest, self.largest)
        return (heaps, least) if heaps is not None else (moves.losing(others, _MANY)[0], False)


@dataclass
class _Named:
    """The moves that a strategy names in one heap, beside others of which no more is known than it is told."""

    of: _Sums
    strategy: OneHeap

    @cached_property
    def _game(self) -> SymbolicGame:
        assert self.of.claim.strategy is not None
        return named_moves(self.strategy, self.of.claim.strategy, self.of.reading)

    @cached_property
    def _firm(self) -> list[bool]:
        return [False, *map(self.of.firm, range(1, self.of.largest + 1))]

    def losing(self, others: int, most: int) -> tuple[Sizes | None, bool]:
        """Heaps of at most so many stones at which it loses, and whether there are none of fewer stones.

        It names a move of some heap that loses, or none of a heap in which it must name one, and none of the others.
        That heap and the others have as many stones at least as it has and the fewest that are like the others.
        """
        largest = self.of.largest
        sums = list(first_sums((0, 0, 0), partial(self._plus, others=others), largest, self.of.fluent, most))
        fewest = {rest: heaps for heaps, rest in sums}
        wrong: list[tuple[tuple[int, Sizes], bool]] = []
        for size in range(1, largest + 1):
            beside = [rest for rest, heaps in fewest.items() if sum(heaps) + size <= most]
            asked = [rest for rest in beside if not self._lost(self._total([size], rest))]
            for rest, names in zip(asked, self._names(size, asked), strict=True):
                loses = any(not self._wins(size, rest, one) for one in names)
                if loses or (not names and self._must_name(size, rest)):
                    wrong.append((self.of.fluent.rank((*fewest[rest], size)), loses))
        known = most if len(sums) < _STATES else sum(sums[-1][0])
        for (stones, position), loses in sorted(wrong):
            if loses or not self._names_some(position):
                return position, stones <= known and stones == min(wrong)[0][0]
        return None, False

    def _plus(self, rest: Rest, size: int, others: int) -> Rest | None:
        """The other heaps with one more; in misère play they are so many at most."""
        misere = self.of.found.misere is not None
        return None if misere and rest[1] >= others else self._total([size], rest)

    def _total(self, sizes: Sequence[int], rest: Rest = (0, 0, 0)) -> Rest:
        """The heaps of these sizes and the rest as one `Rest`; in normal play nothing but the value counts."""
        value, count, firm = rest
        for size in sizes:
            value ^= self.of.values[size]
            if self.of.found.misere is not None:
                count, firm = count + 1, firm + self._firm[size]
        return value, count, firm

    def _lost(self, rest: Rest) -> bool:
        value, _, firm = rest
        return value == (1 if self.of.found.misere is not None and not firm else 0)

    def _names(self, size: int, rests: Sequence[Rest]) -> list[set[str]]:
        """The moves that it names of a heap beside each of these."""
        heap = numbers_at(self._game, ((size,),))
        places = [{**heap, **dict(zip((TARGET, OTHERS_N, FIRM_OTHERS_N), rest, strict=True))} for rest in rests]
        if not places:
            return []
        found = rows_at_each(self._game, (self.of.claim.strategy or "", 1), places)
        return [{str(row[0]) for row in rows if isinstance(row, tuple)} for rows in found]

    def _wins(self, size: int, rest: Rest, name: str) -> bool:
        """Whether it is a move that leads to a position which is lost."""
        leaves = next((move.leaves for move in self.of.moves[size] if move.name == name), None)
        return leaves is not None and self._lost(self._total(leaves, rest))

    def _names_some(self, position: Sizes) -> bool:
        rests = [self._total([*position[:at], *position[at + 1 :]]) for at in range(len(position))]
        return any(self._names(size, [rest])[0] for size, rest in zip(position, rests, strict=True))

    def _must_name(self, size: int, rest: Rest) -> bool:
        """Whether a move of the heap must be named (see `problems`), where the player to move wins."""
        target, _, firm = rest
        if self.of.found.misere is None or firm > 1 or (firm and self._firm[size]):
            return target < self.of.values[size]
        return not firm and bool(self.of.moves[size])


def claimed_of(reading: Reading, heaps: Sizes) -> frozenset[int]:
    """The values that a claim gives a heap, or no heap: just one, where the claim is right."""
    game, (member,) = reading.at((len(heaps),)).game, reading.theorem.members
    rows = rows_at(game, (member.iff, 1), numbers_at(game, (heaps,)))
    return frozenset(int(str(row[0])) for row in rows if isinstance(row, tuple))


def first_sums(
    start: S, plus: Callable[[S, int], S | None], largest: int, fluent: Heaps, most: int = _MANY, *, split: bool = False
) -> Iterator[tuple[Sizes, S]]:
    """For each state of a sum the first heaps that have it: of fewest stones, and of these in the order of positions.

    They are of at most so many stones each, and of `most` together; where a split comes to less by the measure, most
    heaps are first. Of two such lists with the same state the first stays first with any heap added.
    """
    queue: list[tuple[int, int, Sizes, S]] = [(0, 0, (), start)]
    done: set[S] = set()
    while queue and len(done) < _STATES:
        stones, count, sizes, state = heapq.heappop(queue)
        if state in done:
            continue
        done.add(state)
        yield sizes, state
        for size in range(1, min(largest, most - stones) + 1):
            more = plus(state, size)
            if more is not None and more not in done:
                total, heaps = fluent.rank((*sizes, size))
                heapq.heappush(queue, (total, count - split, heaps, more))
