"""What comparing met: how often, how it ended, and which constructs had a part in it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field


@dataclass
class Tally:
    """How many comparisons of each sort were made, and how the claims ended."""

    compared: Counter[str] = field(default_factory=Counter)
    ends: Counter[str] = field(default_factory=Counter)
    met: set[str] = field(default_factory=set)
    """Constructs of which a verdict or a reading was compared; those of the rules are told by who wrote them."""

    @property
    def comparisons(self) -> int:
        """All of them."""
        return sum(self.compared.values())


class Different(Exception):
    """Two engines say different things."""
