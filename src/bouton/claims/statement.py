"""Kind `statement`: arithmetic over the parameters, and unknowns of its own, with no game in it.

It is the kind `everywhere` over positions that are the values of the unknowns (see `bouton.claims.subject`); `given`
takes the place of `where`.
"""

from __future__ import annotations

from bouton.claims import everywhere
from bouton.claims.kind import Kind, Wanted, numbers, wanted
from bouton.core.spec import Claim, Spec
from bouton.core.stated import Everywhere


def _needs(spec: Spec, claim: Claim) -> list[Wanted]:
    return [*wanted(claim, given=0, iff=0, same=0, values=2), *numbers(spec, claim)]


KIND = Kind(
    "statement",
    _needs,
    everywhere.KIND.plays,
    everywhere.KIND.lists,
    everywhere.KIND.judge,
    states=lambda _claim: Everywhere(),
)
