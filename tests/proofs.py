"""A proof for tests of what is said of one: its parts are there, each discharged."""

from __future__ import annotations

from typing import Any

from bouton.core import proof
from bouton.core.proof import Need, Obligation, Proof

STEP = Obligation("independence", "no move joins two of them", "proved", 0.5)


def proved(fixed: dict[str, Any] | None = None, unbounded: tuple[str, ...] = (), **more: Any) -> Proof:
    """A proved claim of one part."""
    steps = more.pop("obligations", (STEP,))
    needs = [Need(step.part, step.place) for step in steps]
    return proof.proved(more.pop("claim", "c"), needs, steps, fixed=fixed or {}, unbounded=unbounded, **more)
