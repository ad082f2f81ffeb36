"""Kind `everywhere`: a predicate holds at every position (of `where`); a lemma about moves, say.

With `same` two predicates hold at the same positions.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from bouton.claims.kind import Finding, Kind, Wanted, numbers, speaks, wanted
from bouton.core.spec import Claim, Spec
from bouton.core.stated import Everywhere
from bouton.ground.layers import Layer


@dataclass(frozen=True)
class _Judge:
    claim: Claim
    mark: None = None

    def judge(self, layer: Layer) -> tuple[int, Finding | None]:
        """The layer's first position at which the predicate fails, or one holds and the other does not."""
        nodes = [node for node in layer.nodes if speaks(self.claim, node)]
        for node in nodes:
            match odd(self.claim, node.holds):
                case (fails,):
                    return len(nodes), Finding(node, "holds", "fails", None, f"{fails} does not hold here")
                case (does, fails):
                    note = f"{does} holds here, and {fails} does not"
                    return len(nodes), Finding(node, "holds", "fails", None, note)
        return len(nodes), None


def odd(claim: Claim, holds: Callable[[str], bool]) -> tuple[str, ...]:
    """Nothing where the claim is right; else the predicate that fails, of two that should agree after the other."""
    both = claim.agreement
    if both is None:
        assert claim.iff is not None
        return () if holds(claim.iff) else (claim.iff,)
    does, fails = sorted((both.first, both.second), key=holds, reverse=True)
    return () if holds(does) is holds(fails) else (does, fails)


def _needs(spec: Spec, claim: Claim) -> list[Wanted]:
    return [*wanted(claim, iff=0, same=0, where=0), *numbers(spec, claim)]


KIND = Kind(
    "everywhere",
    _needs,
    lambda _claim: (),
    lambda _claim: False,
    lambda _spec, claim, _game: _Judge(claim),
    program="everywhere",
    states=lambda _claim: Everywhere(),
)
