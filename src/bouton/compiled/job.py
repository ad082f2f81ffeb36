"""A claim over one box as a piece of work that can be cut into ranges and sent to other processes or machines.

Positions are numbered in the order in which they are judged: by measure, then by the fluents in declared
order. So the least number at which a claim fails is that of its smallest counterexample.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from bouton.compiled.sorting import memory
from bouton.compiled.space import Space
from bouton.core.game_classes import Pair
from bouton.core.spec import PLAYS, Play

FILL, LOCAL, KERNEL, EVERYWHERE, SWAP, SIDES, VALUES = range(7)
LOOK, SILENT = 7, 8
LIST, LOST, SAID, NOTE, TALLY = 16, 32, 64, 128, 256
"""What a program does (see `bouton.compiled.program`)."""
BEYOND = 8
"""Bytes of a table after its last place: programs look at eight at once."""
PIECES = 64
"""Pieces of a table, so many that processes which mark it together end at about the same time."""


@dataclass(frozen=True)
class Entries:
    """What a table of values has of a position, in so many bytes: the value of one play, or a pair and a bit more.

    A pair shares the bits of its entry evenly, the misere value and the bit having the lower half.
    """

    alone: Play | None
    """The play that there are values of; None for both."""
    bytes: int

    @property
    def plays(self) -> Sequence[Play]:
        """Those that there are values of."""
        return (self.alone,) if self.alone else PLAYS

    @property
    def half(self) -> int:
        """The bits of a normal value in a pair, or of all that is below it."""
        return 4 * self.bytes

    @property
    def limit(self) -> int:
        """Values are below it."""
        return 1 << (8 * self.bytes if self.alone else self.half - 1)

    @property
    def constants(self) -> dict[str, int]:
        """The numbers that a program knows it by."""
        return {"ONE": int(self.alone is not None), "HALF": self.half, "LIMIT": self.limit}

    @property
    def unlike(self) -> int:
        """An entry that tests know from those of positions that they give values to: the greatest value, or the bit."""
        return self.limit - 1 if self.alone else 1

    def entry(self, normal: int, misere: int, bit: bool = False) -> int:
        """The entry of a position."""
        if self.alone:
            return misere if self.alone == "misere" else normal
        return normal << self.half | misere << 1 | bit

    def pair(self, code: int) -> Pair:
        """The two values in an entry of both."""
        assert self.alone is None
        return code >> self.half, code >> 1 & self.limit - 1

    def value(self, code: int, play: Play) -> int:
        """That of a play, which must be one of those that there are values of."""
        return code if self.alone else self.pair(code)[play == "misere"]

    @staticmethod
    def of(alone: Play | None, longest: int) -> Entries:
        """The least entries for games that last no longer than so many moves, or for all that a table has room for.

        No value of a position is greater than the number of moves that can follow, but for the 1 of a terminal.
        """
        small = next((many for many in (1, 2, 4) if Entries(alone, many).limit > longest + 2), 4)
        return Entries(alone, min(small, 2) if alone else max(small, 2))


ByPlace: TypeAlias = Literal["", "marked", "solved", "found"]
"""What a program does in the order of places: nothing; it judges what is marked as claimed, or what it has solved; or
it solves and counts where nothing is claimed."""


@dataclass(frozen=True)
class Job:
    """Everything that is needed to judge a range of positions anywhere.

    `key` is a digest of all the rest. `c` and `python` are the same program twice; `mode` is one of those in
    this module, `mosts` the greatest number of heaps of each kind, `counters` how many counters there are. `size`
    is how many positions there are, those that are solved but not judged among them. `table` is the memory in
    bytes that a process needs for it in C; where that is none the program asks the claim what an option is, and keeps
    no marks (see `bouton.compiled.asked`). Where `independent` is false, a range needs the positions below it solved
    first: `run` does that, so such a job is best run in one process, upward.
    """

    key: str
    mode: int
    mosts: tuple[int, ...]
    counters: int
    c: str
    python: str
    size: int
    table: int
    independent: bool
    entries: Entries | None = None
    """What a table of values has."""
    sorted: Space | None = None
    """Whose positions must be sorted by their measure, if they must."""
    bits: bool = False
    """Whether eight marks in C are a byte."""
    by_place: ByPlace = ""
    """What a program in C does in the order of places."""

    @property
    def memory(self) -> int:
        """The bytes that a process needs."""
        return self.table if self.sorted is None else self.table + memory(self.sorted)

    @property
    def free(self) -> bool:
        """Whether the program in C keeps no marks."""
        return not self.table
