"""What the command line, or a program, asks of a check."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from bouton.core.news import Apart
from bouton.core.position import Point
from bouton.core.tuning import TUNING, Tuning
from bouton.solving.request import Request

Choice: TypeAlias = Literal["auto", "compiled", "ground"]


@dataclass(frozen=True)
class Options(Request):
    """What is asked of a check, and of its proofs. `at` narrows every claim to one position."""

    claims: tuple[str, ...] = ()
    at: Point | None = None
    suspend: bool = False
    """Pinned counterexamples are suspended: ranges were changed on the command line."""
    engine: Choice = "auto"
    """What judges the positions: compiled programs where they can be made and the box is large, or as told."""
    scheduler: str | None = None
    """The address of a Dask scheduler, whose workers judge large boxes."""
    resume: str | None = None
    """The file that keeps what is done of large boxes."""
    fresh: bool = False
    """Whether nothing is told that was kept of an earlier run (see `bouton.run.kept`)."""
    held: bool = False
    """Whether all claims are known to hold in their boxes, so that only proofs are tried of them."""
    several: int = 1
    """How many counterexamples of a claim are looked for, each with another explanation."""
    tuning: Tuning = TUNING

    @property
    def apart(self) -> Apart:
        """Which claims are to be judged in parts."""
        if self.resume is not None:
            return "always"
        return "elsewhere" if self.scheduler is not None else "independent" if self.jobs > 1 else "never"
