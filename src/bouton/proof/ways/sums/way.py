"""The way that proves claims about any number of heaps as claims about their sum."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from bouton.claims.parts import KERNEL, MISERE, NIM_SUM, SUM, SWAP, VALUES, needs_at, rules_part, strategy_part
from bouton.claims.way import Described
from bouton.core.proof import Need, ProofPlace
from bouton.core.spec import Claim
from bouton.proof.goal import Goal
from bouton.proof.theorem import Reading
from bouton.proof.way import Near, Posed, Read, Suspect, Validated
from bouton.proof.ways.sums.at_numbers import suspect
from bouton.proof.ways.sums.compared import compared, validated
from bouton.proof.ways.sums.problems import (
    CITED,
    MINIONS,
    OF_MOVES,
    OfSum,
    SumOfHeaps,
    one_heap,
    problems,
    reading_of,
    sum_of,
)


@dataclass(frozen=True)
class _OfHeaps(Read):
    """A claim read as one about a sum of heaps, and the values of no heap and of one."""

    found: SumOfHeaps
    reading: Reading

    def compared(self, goal: Goal) -> Iterator[Validated]:
        """Several heaps held against their heaps by themselves, and the reading of one heap."""
        return validated(goal, compared(goal, self.found, self.reading), self.reading)

    def posed(self, goal: Goal) -> Iterator[Posed]:
        """The problems of no heap and of one heap."""
        of_one = one_heap(goal.setting)
        return (Posed(problem, of_one, counts) for counts, problem in problems(goal.claim, self.found, self.reading))

    def suspect(self, goal: Goal, near: Near) -> Suspect | None:
        """Heaps at which the claim fails, or its strategy."""
        return suspect(goal, self.found, near.models)


class Sums(OfSum):
    """Claims about any number of heaps through the values of one (see `problems`)."""

    about = Described(
        "as a sum of heaps",
        "The value of a sum of games is the XOR of their values, and in misère play so it is of a sum of minions.",
        (CITED, MINIONS),
        "sums.md",
    )
    suspicious = frozenset({"sat", "unknown"})

    def read(self, goal: Goal) -> Read:
        """The claim as one about a sum of heaps."""
        found = sum_of(goal.claim, goal.rules)
        return _OfHeaps(found, reading_of(goal.theorem, found))

    def needs(self, goal: Goal, _made: Collection[ProofPlace]) -> Iterator[Need]:
        """That the game is the sum of its heaps, and the values of no heap and of one."""
        claim, about, none = goal.claim, frozenset({goal.claim.id}), frozenset[str]()
        at, no, one = self.places(goal)
        yield from needs_at({SUM: none, NIM_SUM: about}, [at])
        values = dict.fromkeys((*OF_MOVES, *VALUES[:3]), none) | dict.fromkeys(KERNEL, about)
        yield from needs_at(values, [no, one])
        if claim.strategy is not None:
            yield from needs_at({rules_part(claim.strategy): none, strategy_part(claim.strategy): about}, [one])
        if claim.play == "misere":
            yield from needs_at({SWAP: about}, [one])
            yield from needs_at(dict.fromkeys(MISERE.values(), about), [no, one])

    def cited(self, claim: Claim) -> tuple[str, ...]:
        """The theorem on sums, and on minions in misère play."""
        return self.about.cites if claim.play == "misere" else self.about.cites[:1]
