"""The way for classes of games and positions of a sum of heaps: each heap by itself is shown to be tame, by labels.

The sum of tame games is tame, and a position of it is a swap position iff each of its summands is one (Conway 1976;
Gurvich 2012, Theorems 1 and 2). So where the game is the sum of its heaps (`form`), and the labels of no heap and of
one are right, it is tame with any number of heaps, whatever the labels say of several. A move changes one heap, so that
it leads from a sum to a swap position where just one heap is no swap position, and is critical by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, replace

from bouton.claims.parts import DESCRIBED, SUM, needs_at, parts_of
from bouton.claims.registry import stated
from bouton.claims.way import Described
from bouton.core.errors import Unreadable
from bouton.core.logic.expression import FALSE, Unknown
from bouton.core.logic.problem import Problem
from bouton.core.position import Position, one_list, sizes_of
from bouton.core.proof import Need, ProofPlace
from bouton.core.spec import Claim
from bouton.core.stated import Pairs
from bouton.ground.graph import Node
from bouton.proof.goal import Goal
from bouton.proof.obligations.kernel import obligations
from bouton.proof.obligations.pairs import BOTH, NEITHER, ONE_ZERO, ZERO_ONE
from bouton.proof.theorem import Reading
from bouton.proof.way import Posed, Read, Validated
from bouton.proof.ways.sums.compared import HeapByHeap, against_heaps, validated
from bouton.proof.ways.sums.form import Summed
from bouton.proof.ways.sums.problems import A_SUM, OfSum, led_to, one_heap
from bouton.rules.file import Rules

TAME = (
    "the sum of tame games is tame, and its swap positions are the sums of theirs (Conway 1976; Gurvich 2012, Theorems "
    "1 and 2); specs/impartial_theory.yaml proves it of all games (theorem-1-every-sum, theorem-2-every-sum)"
)
"""What a proof about a sum of tame heaps takes from theory."""


@dataclass(frozen=True)
class _By:
    """How a predicate of the position is made of one of its heaps, in words, and when it holds by what heaps have."""

    words: str
    holds: Callable[[Collection[bool]], bool]


_BY: Mapping[frozenset[int], tuple[_By, Callable[[Summed, str], object]]] = {
    frozenset({ZERO_ONE, ONE_ZERO}): (_By("each heap", all), lambda summed, name: _some(summed, summed.none(name))),
    frozenset({BOTH, NEITHER}): (_By("some heap", any), lambda summed, name: summed.some(name)),
    frozenset({BOTH}): (_By("just one heap", lambda each: sum(each) == 1), lambda summed, name: summed.one(name)),
}
"""By the labels of the class of positions, of how many heaps the predicate must hold, and how that is told."""


def _some(summed: Summed, name: str | None) -> bool:
    return name is not None and summed.some(name)


def _by(states: Pairs, summed: Summed) -> _By | None:
    """Of how many heaps that must hold which describes the positions; Unreadable where its rules do not say so."""
    if states.described is None:
        return None
    by, told = _BY[states.those]
    if not told(summed, states.described):
        raise Unreadable(f"{states.described} is not seen to say of {by.words} what it says of that heap alone")
    return by


@dataclass(frozen=True)
class _Tame(Read):
    """Labels of no heap and of one, and how a predicate speaks of several."""

    reading: Reading
    by: _By | None
    described: str | None

    def compared(self, goal: Goal) -> Iterator[Validated]:
        """Several heaps held against their heaps by themselves, and the reading of one heap."""
        wanted = {(self.described, 0)} if self.described is not None else set()

        def checked(_numbers: Mapping[Unknown, int], nodes: Mapping[Position, Node]) -> _Checked:
            return _Checked(goal.claim, one_list(goal.rules.fluents), nodes, self.by, self.described)

        return validated(goal, against_heaps(goal, wanted, checked), self.reading)

    def posed(self, goal: Goal) -> Iterator[Posed]:
        """What the rules' form has settled, and the labels of no heap and of one heap."""
        yield Posed(A_SUM, goal.setting)
        if self.by is not None:
            meaning = f"by the form of the rules {self.described} says of {self.by.words} what it says of that alone"
            yield Posed(Problem(DESCRIBED, meaning, (FALSE,), "rules", speaks=(goal.claim.id,)), goal.setting)
        for counts, problem in obligations(self.reading, [(0,), (1,)]):
            yield Posed(problem, one_heap(goal.setting), counts)


@dataclass(frozen=True)
class _Checked(HeapByHeap):
    """The same, with what is claimed of the positions."""

    by: _By | None
    described: str | None

    def wrong(self, node: Node) -> Iterator[str]:
        """What is not as the heaps one by one have it at this position."""
        yield from super().wrong(node)
        if self.by is not None and self.described is not None:
            alone = [self.nodes[(size,),].holds(self.described) for size in sizes_of(node.position)]
            if self.by.holds(alone) is not node.holds(self.described):
                yield "what is claimed"

    def fails(self, _node: Node) -> bool:
        """Labels of several heaps are not what the proof rests on."""
        return False


class TameHeaps(OfSum):
    """Classes of games, and of positions, of any number of heaps."""

    about = Described(
        "as a sum of tame heaps",
        "The sum of tame games is tame, and a position of it is a swap position iff each summand is one.",
        (TAME,),
        "sums.md#classes-of-games",
    )

    def concerns(self, claim: Claim, _rules: Rules) -> bool:
        """Where labels prove the class of a game, or which of its positions are of a class."""
        return isinstance(stated(claim), Pairs)

    def read(self, goal: Goal) -> Read:
        """The labels of no heap and of one; Unreadable where the game, or what is claimed, is not made of heaps."""
        states = goal.theorem.stated
        assert isinstance(states, Pairs)
        if goal.claim.where is not None:
            raise Unreadable("what is proved of a sum of heaps is proved everywhere")
        if states.described is None and states.most < NEITHER:
            raise Unreadable("the sum of pet games need not be pet")
        summed = Summed(goal.rules)
        if summed.more:
            raise Unreadable("a move leaves more heaps than one, and labels are those of one heap")
        by = _by(states, summed)
        if states.those == {BOTH}:  # a heap of NEITHER is no swap position, and not critical: none may be there
            states = replace(states, most=BOTH)
        return _Tame(Reading(replace(goal.theorem, stated=states), led_to(0)), by, states.described)

    def needs(self, goal: Goal, _made: Collection[ProofPlace]) -> Iterator[Need]:
        """That the game is the sum of its heaps, and the labels of no heap and of one."""
        none, about = frozenset[str](), frozenset({goal.claim.id})
        states = stated(goal.claim)
        assert isinstance(states, Pairs)
        whole, *at = self.places(goal)
        yield from needs_at({SUM: none} | ({} if states.described is None else {DESCRIBED: about}), [whole])
        yield from needs_at(parts_of(goal.claim, goal.rules), at)
