"""What claims state of a game, as their proofs take it: one type for each shape that a statement has.

A kind of claim says which it is (`bouton.claims.kind.HowProved.states`). Everything that a proof does differently for
P-positions, values or winners is told by these types, and never by the name of a kind.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Stated:
    """What a claim states; by itself, of a claim for which no proof is known."""

    @property
    def sides(self) -> bool:
        """Whether it is about a game of alliances, in which sides move and win."""
        return False

    @property
    def valued(self) -> bool:
        """Whether it gives each position a number."""
        return False

    @property
    def arity(self) -> int:
        """How many arguments the predicate has that it is about: the side, or the number, that it names, or none."""
        return int(self.sides or self.valued)

    @property
    def hereditary(self) -> bool:
        """Whether it is about some positions, and by itself, so that no move may leave these."""
        return False

    @property
    def silent(self) -> bool:
        """Whether nothing is said of a position of which no predicate of the claim speaks, not even at a terminal."""
        return self.hereditary

    @property
    def by_itself(self) -> bool:
        """Whether a claim about some positions is proved by itself, and not together with those about the others."""
        return self.hereditary or self.alone

    @property
    def wanted(self) -> tuple[tuple[str, int], ...]:
        """The predicates that it needs beside those of its members, each with its number of arguments."""
        return ()

    @property
    def alone(self) -> bool:
        """Whether it says something of each position, whatever the moves are."""
        return False


@dataclass(frozen=True)
class Kernel(Stated):
    """A predicate holds at the P-positions, and nowhere else."""

    hereditary: bool = False


@dataclass(frozen=True)
class Loopy(Stated):
    """In a game in which positions may come back a predicate holds at the P-positions, and `drawn` at the draws.

    All others are N-positions; without `drawn` they are N-positions or draws. Of a game of alliances (`sides`) the
    predicate names the side that wins, or `draw` where none does.
    """

    drawn: str | None = None
    hereditary: bool = False
    sides: bool = False

    @property
    def wanted(self) -> tuple[tuple[str, int], ...]:
        """The predicate of the draws."""
        return () if self.drawn is None else ((self.drawn, 0),)


@dataclass(frozen=True)
class Winners(Stated):
    """A predicate names the side that wins a game of alliances."""

    hereditary: bool = False
    sides: bool = True


@dataclass(frozen=True)
class Values(Stated):
    """A predicate names the Sprague-Grundy value of each position."""

    hereditary: bool = False
    valued: bool = True


@dataclass(frozen=True)
class Pairs(Stated):
    """A predicate names labels for the values of both plays, which place a game in a class.

    They are those of `bouton.proof.obligations.pairs`. `described` is a predicate that is claimed to hold just where
    one of the labels `those` is, if there is one. No label is above `most`.
    """

    described: str | None = None
    those: frozenset[int] = frozenset()
    most: int = 3
    hereditary: bool = False
    valued: bool = True

    @property
    def wanted(self) -> tuple[tuple[str, int], ...]:
        """The predicate of a class of positions."""
        return () if self.described is None else ((self.described, 0),)


@dataclass(frozen=True)
class Everywhere(Stated):
    """A predicate holds at each position, or at all numbers."""

    alone: bool = True


@dataclass(frozen=True)
class Images(Stated):
    """A predicate names an image of each position in another game, in which it has the same outcome."""

    sides: bool = False
    silent: bool = True


@dataclass(frozen=True)
class Family(Stated):
    """All positions of a family have one outcome, P or N, whatever the others have; or they are draws.

    `name` is the predicate that holds in the family. `reply` is one of arity 2, which names an answer to each move. In
    an `endless` game positions may come back; there `into` is a predicate of P-positions that a claim on draws takes.
    Of positions in which games begin (`begun`) it is that of a family of P-positions, to which they belong, or, if they
    are N-positions, to which a named move leads.
    """

    outcome: str
    name: str
    reply: str | None = None
    endless: bool = False
    into: str | None = None
    begun: bool = False
    silent: bool = True
    by_itself: bool = True

    @property
    def wanted(self) -> tuple[tuple[str, int], ...]:
        """The family, the replies, and the P-positions."""
        into = () if self.into is None else ((self.into, 0),)
        own = ((self.name, 0),) if self.name else ()
        return (*own, *(() if self.reply is None else ((self.reply, 2),)), *into)


@dataclass(frozen=True)
class Period(Stated):
    """The Sprague-Grundy values of single heaps, or of one counter, repeat; or their outcomes."""

    outcomes: bool = False
    by_itself: bool = True


@dataclass(frozen=True)
class WinningMoves(Stated):
    """A predicate names winning moves in all N-positions, whichever these are."""

    by_itself: bool = True


@dataclass(frozen=True)
class Swaps(Stated):
    """A predicate holds at the positions whose outcomes in normal and misère play differ, and nowhere else."""

    by_itself: bool = True
