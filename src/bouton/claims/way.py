"""What is told of a way to prove: `bouton explain` and the documentation print it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Described:
    """A way to prove, as a reader of a report wants to know it."""

    name: str
    """How a claim is read, as `by columns`."""
    says: str
    """The theorem that it rests on, in one sentence."""
    cites: tuple[str, ...]
    """All that its proofs may take from theory."""
    page: str
    """The page that explains it, and the place there, below docs/explanation."""
