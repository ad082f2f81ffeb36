"""The way for claims about predicates that recurse along the numbers: by what is known of them, for all numbers.

Such a predicate is read by its name alone. What the proof may know of it are statements that are proved (`using`) and,
where the claim says so, what one step of its rules says (`unfolding`). The problems are those of the way for given
numbers of heaps, with instances of these at the numbers that they speak of.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from bouton.claims.way import Described
from bouton.core.errors import Unreadable
from bouton.core.logic.elimination import applies
from bouton.core.logic.problem import ForAll
from bouton.core.spec import Claim
from bouton.core.stated import Images
from bouton.proof.goal import Goal
from bouton.proof.obligations.kernel import lemma, obligations
from bouton.proof.theorem import Reading
from bouton.proof.way import EachCount, Posed, Read, Validated
from bouton.proof.ways.recursions.at_numbers import compared
from bouton.proof.ways.recursions.properties import KnownOfRecursions
from bouton.reading.evaluate import Recursions, unfoldable
from bouton.rules.depend import closure
from bouton.rules.file import Rules
from bouton.solving.matching import matched


@dataclass(frozen=True)
class _ByName(Read):
    """A theorem whose recursions are read by their names, for each number of heaps."""

    reading: Reading
    names: str
    known: KnownOfRecursions

    def check(self) -> None:
        """Read each number of heaps, and the moves."""
        self.reading.check()

    def compared(self, goal: Goal) -> Iterator[Validated]:
        """The rules with the recursions as clingo has them, and what is known of these at many places."""
        yield from compared(goal, self.reading, self.known)

    def posed(self, goal: Goal) -> Iterator[Posed]:
        """The problems of each number of heaps, with what is known in place of quantifiers."""
        several = lemma(self.reading) if self.reading.theorem.stated.alone else obligations(self.reading)
        lacking = f"what is known of {self.names} does not suffice"
        for counts, problem in several:
            if applies(*(one.formula if isinstance(one, ForAll) else one for one in problem.assertions)):
                known = [one for _, one in self.known.at(self.reading, counts)]
                yield Posed(matched(problem, known), goal.setting, counts, lacking=lacking)
            else:
                yield Posed(problem, goal.setting, counts)


class ByRecursions(EachCount):
    """Claims that speak of predicates which recurse along the numbers, and say what their proofs know of these."""

    about = Described(
        "by what is known of a recursion",
        "A predicate that recurses along the numbers is read by its name, with what is proved of it.",
        ("a predicate holds exactly where one step of its rules derives it (Clark 1978)",),
        "recursions.md",
    )

    def concerns(self, claim: Claim, rules: Rules) -> bool:
        """Whether the claim names something that is known of such a predicate."""
        return bool(claim.unfolding or (claim.using and unfoldable(rules)))

    def read(self, goal: Goal) -> Read:
        """The theorem; Unreadable where the claim is about images, or speaks of no such predicate."""
        named = unfoldable(goal.rules)
        if isinstance(goal.theorem.stated, Images):
            raise Unreadable("of another game no recursion is read by its name")
        if goal.rules.legal is not None or goal.spec.cycles != "refused":
            raise Unreadable("no recursion is read by its name where positions may not exist, or come back")
        wanted = {*goal.theorem.wanted, ("move", 1), ("after", 2)}
        spoken = sorted(named & closure(wanted, goal.rules.statements))
        if not spoken and not goal.claim.unfolding:
            raise Unreadable("the claim speaks of no recursion along in_range")
        theorem = replace(goal.theorem, recursions=Recursions())
        names = ", ".join(f"{name}/{arity}" for name, arity in spoken)
        return _ByName(Reading(theorem, frozenset(goal.setting.counts)), names, KnownOfRecursions(goal))
