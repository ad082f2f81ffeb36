"""What is heard of work while it goes on: how far it is, how a claim ended, or why it was stopped before.

Workers say `Progress` and `Ended`; whoever started them says `Stopped` where a limit was reached. One family for every
engine, for ranges of a large box, and for what the command line draws.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from bouton.core.position import Parameters, as_argument
from bouton.core.verdict import Counterexample

Apart: TypeAlias = Literal["never", "independent", "elsewhere", "always"]
"""Which compiled claims are judged in parts: none, those whose parts need nothing of each other, or all.

Where others than this machine are to judge the parts, those of the second kind are sent `elsewhere` at once.
"""


@dataclass(frozen=True)
class Reached:
    """How far upward nothing fails: so many positions, all `up to` a measure, or all below it."""

    positions: int
    measure: tuple[int, ...]
    up_to: bool = True

    def __str__(self) -> str:
        positions = "1 position" if self.positions == 1 else f"{self.positions:,} positions"
        return f"{'up to' if self.up_to else 'below'} {self._measure} ({positions})"

    @property
    def beyond(self) -> str:
        """Where nothing is known: `above measure 57`."""
        return f"above {self._measure}" if self.up_to else f"from {self._measure} on"

    @property
    def _measure(self) -> str:
        return f"measure {self.measure[0] if len(self.measure) == 1 else self.measure}"


@dataclass(frozen=True)
class Progress:
    """How far work has come: `done` of a total of positions, or of obligations of a `proof`.

    It is about the `claims` named, or about all of the work where none is. `reached` says how far upward nothing of
    them fails; `doing` what is done until more is said of such claims, as reading the rules symbolically.
    Obligations take as long as they take: how far a proof has come says nothing of the time that is left. Where a first
    look was broken off, `rest` are the seconds that the others would take at its pace.
    """

    claims: tuple[str, ...]
    done: int
    total: int
    proof: bool = False
    reached: Reached | None = None
    doing: str = ""
    rest: float = 0.0


OnProgress: TypeAlias = Callable[[Progress], None]
"""Is told how far work has come."""


@dataclass(frozen=True)
class Ended:
    """What a pass found of one claim: positions it speaks of, whether any has a move, and its failure.

    `positions` counts all judged where nothing failed, else those before the failing one, and `seen` those of the
    region that were looked at, where nothing failed. `engine` judged them; `note` says why it is not a faster one,
    where that is worth a word.
    """

    claim: str
    positions: int
    moves: bool
    seconds: float
    counterexample: Counterexample | None
    engine: str = "clingo"
    note: str | None = None
    seen: int | None = None
    reach: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    """How far moves from the whole region were found to lead counters beyond their ranges."""


@dataclass(frozen=True)
class Stopped:
    """A pass that was cut short: why, after how long, how far nothing failed by then, and what it was about to do."""

    reason: str
    seconds: float
    reached: Reached | None = None
    doing: str = ""

    @property
    def why(self) -> str:
        """`time limit of 60 s reached while reading the rules symbolically`."""
        return f"{self.reason} while {self.doing}" if self.doing else self.reason

    def said(self, parameters: Parameters) -> str:
        """`no counterexample for k=2 up to measure 57 (412 positions); beyond: time limit of 60 s reached`."""
        if self.reached is None:
            return self.why
        return f"no counterexample{_at(parameters)} {self.reached}; beyond: {self.why}"

    def lesser(self, parameters: Parameters) -> str:
        """`a lesser one is not ruled out for k=2 above measure 41: time limit of 60 s reached`."""
        where = f" {self.reached.beyond}" if self.reached is not None else ""
        return f"a lesser one is not ruled out{_at(parameters)}{where}: {self.why}"


def _at(parameters: Parameters) -> str:
    return f" for {as_argument(parameters, {})}" if parameters else ""


@dataclass(frozen=True)
class Left:
    """A claim that an engine leaves to the next one, and why."""

    claim: str
    reason: str


News: TypeAlias = Progress | Ended | Stopped


@dataclass(frozen=True)
class Parted:
    """Work that a worker hands on: a claim to be judged in parts, by which engine, and why not by a faster one."""

    claim: str
    job: Any
    engine: str
    note: str | None
