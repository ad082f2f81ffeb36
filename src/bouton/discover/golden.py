"""Two heaps less than the golden section apart: a theorem whose proof needs that the golden section is no fraction.

The statement comes with the theorem, and is proved with it: from x^2 - xr - r^2 = 0 would come a smaller solution,
r and x-r. The winning moves leave its remainder by the smaller one, or that and the smaller one, of the greater heap.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bouton.core.position import Heaps, sizes_of
from bouton.core.spec import HeapRange
from bouton.discover import draft as drafts
from bouton.discover.draft import unused
from bouton.discover.guess import PLAYS, Guess, Search, drafted
from bouton.discover.judged import proved_in
from bouton.discover.positions import Known

_POSITIONS = 1500
_IRRATIONAL = "phi-is-no-fraction"


def golden(search: Search) -> Iterator[Guess]:
    """The theorem that the greater of two heaps is less than phi times the other at the P-positions, where it fits."""
    (fluent, *others) = search.spec.fluents
    (part, *_) = search.spec.box.fluents
    if others or not isinstance(fluent, Heaps) or not isinstance(part, HeapRange) or str(part.count) != "2":
        return
    if fluent.order == "none":
        return
    data = search.outcomes(_POSITIONS)
    if not data.known or any(_lost(one) != one.lost for one in data.known):
        return
    guess = replace(_guess(search, *((2, 1) if fluent.order == "ascending" else (1, 2))), where=data.said)
    yield from proved_in(search, guess, drafts.reaches(search.spec), lambda _: True)


def _lost(one: Known) -> bool:
    heaps = sizes_of(one.position)
    x, y = sorted(heaps)
    return y * y - x * y - x * x < 0


def _guess(search: Search, greater: int, smaller: int) -> Guess:
    (fluent,) = search.spec.fluents
    known, heap = search.taken, fluent.name
    found, small, rest, no_fraction, below, at, left, winning = (
        unused(name, known)
        for name in (
            "found",
            "small",
            "rest",
            "no_fraction",
            "smaller_solution",
            "remainder_of",
            "left",
            "winning_move",
        )
    )
    both = f"{heap}({smaller},X), {heap}({greater},Y)"
    lines = [
        f"{found} :- {both}, Y*Y - X*Y - X*X < 0.",
        f"#defined {small}/1.   #defined {rest}/1.",
        f"{no_fraction} :- {small}(X), {rest}(R), X*X - X*R - R*R != 0.",
        f"{below}(R,X-R) :- {small}(X), {rest}(R).",
        f"{at}(X,Y \\ X) :- {both}.",
    ]
    moves = [
        f"{left}(Y \\ X) :- {both}, Y \\ X > 0.",
        f"{left}(Y \\ X + X) :- {both}.",
        f"{winning}(M) :- {left}(R), {heap}({smaller},X), after(M,{heap}({greater},R)), R < X, X*X - R*X - R*R < 0.",
        f"{winning}(M) :- {left}(R), {heap}({smaller},X), after(M,{heap}({greater},R)), R >= X, R*R - R*X - X*X < 0.",
    ]
    says = f"A position is a P-position in {PLAYS[search.play]} iff the greater heap is less than phi times the other."
    claim = {"says": says, "kind": "p-positions", "play": search.play, "iff": found, "strategy": winning}
    statement = {
        "id": _IRRATIONAL,
        "says": "x^2 - xr - r^2 = 0 for no x, r > 0. (From a solution would come a smaller one, r, x-r.)",
        "kind": "statement",
        "unknowns": {small: "1..30", rest: "1..30"},
        "iff": no_fraction,
        "using": {_IRRATIONAL: below},
        "prove": {small: "all", rest: "all"},
    }
    draft = drafted(search, claim | {"using": {_IRRATIONAL: at}}, [*lines, *moves], statement)
    return Guess(tuple(lines), says, "fits", "", draft, strategy=tuple(moves))
