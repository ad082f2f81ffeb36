"""What the command line, or a program, asks of a check."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from bouton.core.position import Position, Value
from bouton.core.tuning import TUNING, Tuning
from bouton.process.limits import Limits

if TYPE_CHECKING:
    from bouton.run.worker import Choice
    from bouton.solving.solve import Known


@dataclass(frozen=True)
class Options:
    """What is asked of a check. `at` narrows every claim to one position."""

    claims: tuple[str, ...] = ()
    prove: bool | None = None
    jobs: int = 1
    limits: Limits = field(default_factory=Limits)
    at: tuple[dict[str, Value], Position] | None = None
    suspend: bool = False
    """Pinned counterexamples are suspended: ranges were changed on the command line."""
    engine: Choice = "auto"
    """What judges the positions: compiled programs where they can be made and the box is large, or as told."""
    crosscheck: bool | None = None
    """Whether cvc5 is asked too; None where it is installed."""
    smtlib: Path | None = None
    """The folder that the problems of proofs are written to."""
    scheduler: str | None = None
    """The address of a Dask scheduler, whose workers judge large boxes."""
    resume: str | None = None
    """The file that keeps what is done of large boxes."""
    fresh: bool = False
    """Whether nothing is told that was kept of an earlier run (see `bouton.run.kept`)."""
    known: Known | None = None
    """Problems of proofs that are decided, to which this check adds those that it decides; None keeps none of these."""
    held: bool = False
    """Whether all claims are known to hold in their boxes, so that only proofs are tried of them."""
    several: int = 1
    """How many counterexamples of a claim are looked for, each with another explanation."""
    tuning: Tuning = TUNING
