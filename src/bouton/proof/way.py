"""A way to prove: a theorem of the literature, the form of the claims that it proves, and what is solved for it.

All ways have the same shape, and one loop drives them (`bouton.proof.prepare`). A way reads a claim, or says with the
line of the rules what stands in its way. What it has read says what is solved, and is held against clingo. What must
be discharged is read off the claim, never off what was solved, so that a problem that was forgotten is missed.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from bouton.claims.parts import compared_at
from bouton.claims.way import Described
from bouton.core.logic.expression import Formula
from bouton.core.logic.problem import Problem
from bouton.core.position import Parameters, Value, as_argument
from bouton.core.proof import Need, Place
from bouton.core.spec import Claim
from bouton.proof.compared.comparison import Seen
from bouton.proof.goal import Goal
from bouton.proof.setting import Setting
from bouton.proof.theorem import Counts


@dataclass(frozen=True)
class Posed:
    """A problem of a proof, and where it belongs: a setting, and the numbers of heaps, or of levels, in it.

    There may be `more` levels than that. One that is `of_numbers` is about numbers that no one position has. `given` is
    what the claim takes from elsewhere: what statements say that it uses.
    """

    problem: Problem
    setting: Setting
    counts: Counts = ()
    more: bool = False
    of_numbers: bool = False
    given: tuple[Formula, ...] = ()


@dataclass(frozen=True)
class Validated:
    """What was read was held against clingo, at positions of a setting with so many heaps."""

    setting: Setting
    counts: Counts
    seen: Seen

    @property
    def compared(self) -> tuple[str, ...]:
        """That there was a position there, if there was one."""
        place = Place(as_argument(self.setting.parameters, {}), self.counts)
        return (compared_at(place),) if self.seen.positions else ()


@dataclass(frozen=True)
class Near:
    """The first setting in which a problem fails that is about no one position, and every model there.

    Such a problem is about numbers (`of_numbers`), or about one heap of a sum. Also of one that is left open.
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

    `part` is what fails. `least` says whether these are the fewest stones, with these parameters; None where problems
    about fewer stones can tell (`Read.below`).
    """

    parameters: dict[str, Value]
    heaps: tuple[int, ...]
    part: str
    least: bool | None = None


class Read(ABC):
    """A claim as a way has read it."""

    @abstractmethod
    def compared(self, goal: Goal) -> Iterator[Validated]:
        """What was read, held against clingo; Disagreement where they differ, Unreadable where that is not known."""

    @abstractmethod
    def posed(self, goal: Goal) -> Iterator[Posed]:
        """Every problem of the proof."""

    def check(self) -> None:  # noqa: B027 (most ways read all at once)
        """Unreadable where a rule cannot be read that is read later, when it is first asked for."""

    def suspect(self, _goal: Goal, _near: Near) -> Suspect | None:
        """Where the claim fails as it was read, if a model of a problem shows it that is about no one position."""
        return None

    def below(self, goal: Goal, parameters: Parameters, stones: int) -> Iterator[Problem]:
        """Problems of which none has a model if all is right at lesser parameters, and at fewer stones."""
        raise NotImplementedError


class Way(ABC):
    """A way to prove what is claimed at one setting: for any number of heaps, or for given numbers of them."""

    about: Described
    """What is told of it."""
    any_number: bool = True
    """Whether it is for any number of heaps."""
    suspicious: frozenset[str] = frozenset()
    """How a problem ends that is about no one position where positions are looked for, of `sat` and `unknown`."""

    @property
    def name(self) -> str:
        """How a claim is read."""
        return self.about.name

    @abstractmethod
    def read(self, goal: Goal) -> Read:
        """The claim as this way reads it; Unreadable, with its line, where it or the game is not of the form."""

    @abstractmethod
    def needs(self, goal: Goal, made: Collection[Place]) -> Iterator[Need]:
        """What must be discharged; `made` are the places for which there are problems."""

    def cited(self, _claim: Claim) -> tuple[str, ...]:
        """What the proof of this claim takes from theory."""
        return self.about.cites

    def places(self, goal: Goal) -> Iterator[Place]:
        """Where what was read must have been held against clingo."""
        yield goal.place


def located_at(goal: Goal, counts: Sequence[Counts]) -> Iterator[Place]:
    """The places of these numbers of heaps in a setting."""
    return (replace(goal.place, counts=one) for one in counts)
