"""A way to prove: a theorem of the literature, the form of the claims that it proves, and what is solved for it.

All ways have the same shape, and one loop drives them (`bouton.proof.prepare`). A way reads a claim, or says with the
line of the rules what stands in its way. What it has read says what is solved, and is held against clingo. What must
be discharged is read off the claim, never off what was solved, so that a problem that was forgotten is missed.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from bouton.claims.parts import compared_at, needs_at, parts_of
from bouton.claims.way import Described
from bouton.core.logic.expression import Formula
from bouton.core.logic.problem import Problem
from bouton.core.position import Parameters, Value
from bouton.core.proof import Need, ProofPlace
from bouton.core.spec import Claim
from bouton.proof.compared.comparison import Seen
from bouton.proof.goal import Goal
from bouton.proof.setting import Setting
from bouton.proof.theorem import Counts
from bouton.rules.file import Rules


@dataclass(frozen=True)
class Posed:
    """A problem of a proof, and where it belongs: a setting, and the numbers of heaps, or of levels, in it.

    There may be `more` levels than that. A problem `of_numbers` has unknowns that belong to no one position. `given` is
    assumed besides: what the statements say that the claim uses. Where a model shows nothing, as not all that is so is
    assumed, `lacking` says so.
    """

    problem: Problem
    setting: Setting
    counts: Counts = ()
    more: bool = False
    of_numbers: bool = False
    given: tuple[Formula, ...] = ()
    lacking: str | None = None


@dataclass(frozen=True)
class Validated:
    """That a reading was held against clingo, at positions of a setting with so many heaps, and what these showed."""

    setting: Setting
    counts: Counts
    seen: Seen

    @property
    def compared(self) -> tuple[str, ...]:
        """The hypothesis that some position was compared there, if one was."""
        return (compared_at(replace(self.setting.place, counts=self.counts)),) if self.seen.positions else ()


@dataclass(frozen=True)
class Near:
    """The first setting in which a problem fails that is about no one position, and every model there.

    Such a problem is about numbers (`of_numbers`), or about one heap of a sum. For some ways it is the first setting in
    which one fails or is left open (`Way.suspicious`).
    """

    setting: Setting
    models: tuple[Mapping[str, int], ...]
    read: bool
    """Whether what the rules were read to say is proved."""
    first: bool
    """Whether nothing fails, or is left open, at lesser parameters."""
    of_numbers: bool = True


@dataclass(frozen=True)
class Suspect:
    """Heaps at which a claim fails, as it was read, for values of the parameters; to be replayed before it counts.

    `part` is the part of the claim that fails. `least` says whether no fewer stones fail at these parameters; None
    where problems about fewer stones can tell (`Read.below`).
    """

    parameters: dict[str, Value]
    heaps: tuple[int, ...]
    part: str
    least: bool | None = None


class Read(ABC):
    """A claim as a way has read it."""

    @abstractmethod
    def compared(self, goal: Goal) -> Iterator[Validated]:
        """Hold what was read against clingo; Disagreement where they differ, Unreadable where that cannot be known."""

    @abstractmethod
    def posed(self, goal: Goal) -> Iterator[Posed]:
        """Every problem of the proof."""

    def check(self) -> None:  # noqa: B027 (most ways read all at once)
        """Read rules now that are else read when they are first asked for; Unreadable where one cannot be read."""

    def suspect(self, _goal: Goal, _near: Near) -> Suspect | None:
        """Heaps at which the claim fails as it was read, if a model of a problem about no one position has some."""
        return None

    def below(self, goal: Goal, parameters: Parameters, stones: int) -> Iterator[Problem]:
        """Problems that have no model if the claim holds at lesser parameters, and at these with fewer stones."""
        raise NotImplementedError


class Way(ABC):
    """A way to prove what is claimed at one setting: for any number of heaps, or for given numbers of them."""

    about: Described
    """The name, theorem, citations and page of the way, as reports and documents tell them."""
    any_number: bool = True
    """Whether the way is for any number of heaps, not for given numbers of them."""
    suspicious: frozenset[str] = frozenset()
    """The ends, `sat` or `unknown`, of problems about no one position after which failing positions are looked for."""

    @property
    def name(self) -> str:
        """The name of the way, which tells how it reads a claim."""
        return self.about.name

    def concerns(self, _claim: Claim, _rules: Rules) -> bool:
        """Whether the claim asks for this way at all; of one that does not, no report says why it is not taken."""
        return True

    @abstractmethod
    def read(self, goal: Goal) -> Read:
        """The claim as this way reads it; Unreadable, with its line, where it or the game is not of the form."""

    def needs(self, goal: Goal, _made: Collection[ProofPlace]) -> Iterator[Need]:
        """What a proof must discharge, read off the claim; `made` are the places for which there are problems.

        By default that is every part of the claim at each of the places.
        """
        return needs_at(parts_of(goal.claim, goal.rules), self.places(goal))

    def cited(self, _claim: Claim) -> tuple[str, ...]:
        """What the proof of this claim takes from theory."""
        return self.about.cites

    def places(self, goal: Goal) -> Iterator[ProofPlace]:
        """The places at which what was read must have been held against clingo."""
        yield goal.place


class EachCount(Way):
    """A way that proves a claim for each number of heaps by itself."""

    any_number = False

    def places(self, goal: Goal) -> Iterator[ProofPlace]:
        """Each number of heaps."""
        return located_at(goal, goal.setting.counts)


def located_at(goal: Goal, counts: Sequence[Counts]) -> Iterator[ProofPlace]:
    """The places of these numbers of heaps in a setting."""
    return (replace(goal.place, counts=one) for one in counts)
