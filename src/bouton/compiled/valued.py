"""What a claim says about Sprague-Grundy values, as a program needs it: of a play, or of pairs and those of options.

A program keeps of a position's options which of the values 0, 1 and "2 or more" stand together in their pairs, and the
definitions in `bouton.core.game_classes` ask for no more of them. Of the position's own pair they ask the same, and
whether its two values are equal. So a definition is a table of bits, made by asking it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass

from bouton.claims.registry import kind_of
from bouton.core.game_classes import Pair
from bouton.core.spec import Claim, Play

_KINDS = 9
_WORD = 32


@dataclass(frozen=True)
class ValueClaim:
    """Values of one play that a predicate names, or else a class of positions or of games.

    Without either it is the values of both plays that are asked for. `is_so` tells whether a position breaks what a
    game of the class has, or whether it is of the class of positions; where it is `hereditary`, so do all positions
    from which such a one can be reached.
    """

    play: Play | None = None
    is_so: Callable[[Pair, Collection[Pair]], bool] | None = None
    hereditary: bool = False

    @property
    def constants(self) -> dict[str, int]:
        """The numbers that a program knows it by."""
        return {
            "OF_CLASS": int(self.is_so is not None),
            "OF_MISERE": int(self.play == "misere"),
            "HEREDITARY": int(self.hereditary),
        }

    @property
    def words(self) -> list[int]:
        """The table of `is_so`, by 512 times the own kind plus the set of the options' kinds as bits."""
        if self.is_so is None:
            return [0]
        ones = [(kind // 3, kind % 3) for kind in range(_KINDS)]
        own = [*ones[:-1], (2, 3), (2, 2)]
        sets = [[one for at, one in enumerate(ones) if mask >> at & 1] for mask in range(1 << _KINDS)]
        bits = [self.is_so(pair, options) for pair in own for options in sets]
        return [sum(bit << at for at, bit in enumerate(bits[start:][:_WORD])) for start in range(0, len(bits), _WORD)]


def valued(claim: Claim) -> ValueClaim:
    """What a claim of the kinds grundy and class says."""
    pairs = kind_of(claim).computed.pairs
    if pairs is None:
        return ValueClaim(claim.play)
    said = pairs(claim)
    return ValueClaim(is_so=said.is_so, hereditary=said.hereditary)
