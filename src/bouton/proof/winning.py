"""Claims about winning moves, by themselves: proved with the P-positions that another claim of the spec names.

That moves win is said of N-positions. So what is proved is the theorem that both make together: a predicate holds at
the P-positions, and from every other position where a move is possible these moves lead to such ones.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bouton.claims.registry import KINDS
from bouton.claims.subject import subject
from bouton.core.spec import Claim, Spec
from bouton.document.entry import Characterised

UNNAMED = "no other claim of the spec names the P-positions"
"""Why no proof of winning moves can be tried."""


def with_moves(spec: Spec, claim: Claim) -> Iterator[tuple[Claim, Claim]]:
    """Each claim that names the P-positions of the play, and it as one about all positions with the moves of `claim`.

    Those that are expected to be false are left out.
    """
    moves = KINDS[claim.kind].characterises(claim)
    for other in spec.claims:
        if (
            KINDS[other.kind].proof == "kernel"
            and other.play == claim.play
            and other.iff is not None
            and not (other.where or other.together or other.using)
            and other.expect.verdict != "refuted"
            and subject(spec, other) is spec is subject(spec, claim)
        ):
            said = other.by(Characterised).model_copy(update={"strategy": moves})
            yield other, replace(other, id=claim.id, says=claim.says, box=claim.box, prove=claim.prove, said=said)
