"""A claim over one box as a piece of work that can be cut into ranges and sent to other processes or machines.

Positions are numbered in the order in which they are judged: by measure, then by the fluents in declared
order. So the least number at which a claim fails is that of its smallest counterexample.
"""

from __future__ import annotations

from dataclasses import dataclass

FILL, LOCAL, KERNEL, EVERYWHERE, SWAP, SIDES, VALUES = range(7)
LOOK, SILENT = 7, 8
LIST, LOST, SAID = 16, 32, 64
"""What a program does (see `bouton.compiled.program`)."""
BEYOND = 8
"""Bytes of a table after its last place: programs look at eight at once."""
PIECES = 64
"""Pieces of a table, so many that processes which mark it together end at about the same time."""


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

    @property
    def free(self) -> bool:
        """Whether the program in C keeps no marks."""
        return not self.table
