"""From how many positions on which engine is worth its start, and how the ground engine goes about its work.

Numbers that change how fast a claim is judged and not what is said of it. They are passed: a check has them among its
options. Those of the solvers stand in `bouton.solving.tuning`.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class GroundTuning:
    """How clingo solves a region."""

    batch: int = 4096
    """The most positions that are solved at once, where all their moves are kept meanwhile."""
    batch_of_values: int = 1024
    """The same where values are asked for."""
    cheap: int = 4
    """Positions that may have to be solved for each one judged, while batches grow."""
    crowd: int = 2000
    """Positions that layers solved together may have below them; where they have more, the first layers come first."""
    crowded: int = 4
    """The same, times the positions that were solved before: in games that split heaps that is soon more."""
    fuse_from: int = 1500
    """Positions from which on the fused rules save more time than it takes to make them."""
    spread: int = 4
    """How many times the region the fused rules' hull may be."""
    validated: int = 200
    """Positions on which the fused rules are held against the lifted ones in every run."""
    control: int = 4096
    """Positions that one control takes at least of the fused rules; more where the marks to begin another with are
    many."""


@dataclass(frozen=True)
class Tuning:
    """What a check is tuned by."""

    compile_from: int = 10_000
    """Positions from which on a program is worth being compiled."""
    look_from: int = 1000
    """Positions of a smaller box from which on it is seen whether clingo is so slow that a program is worth it."""
    slow: float = 1.2
    """Seconds of processor time that clingo must then need for the rest; what takes less it judges at once."""
    ground: GroundTuning = GroundTuning()
    look: int = 200
    """Positions of a table that clingo solves before it is seen how long it would take for all."""
    worth: float = 0.5
    """Seconds of processor time that clingo must need for these, or a program is not worth being compiled."""


TUNING = Tuning()
