"""Kind `statement`: arithmetic over the parameters, and unknowns of its own, with no game in it.

It is the kind `everywhere` over positions that are the values of the unknowns (see `bouton.claims.subject`); `given`
takes the place of `where`.
"""

from __future__ import annotations

from bouton.claims import everywhere
from bouton.claims.kind import HowComputed, Kind, Reads
from bouton.claims.wanted import naming

KIND = Kind(
    "statement",
    Reads(naming(given=0, iff=0, same=0, values=2)),
    everywhere.KIND.judged,
    HowComputed("everywhere"),
    proved=everywhere.KIND.proved,
)
