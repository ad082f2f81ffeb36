"""Where no full theorem was found: families all of whose positions are P-positions, the largest first.

A family is a literal or two that hold at P-positions alone. Its claim is of kind `outcome`: `check` proves it by
replies that lead back into the family, and says nothing of the other positions.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from bouton.discover import draft as drafts
from bouton.discover.draft import unused
from bouton.discover.expressions import Truth
from bouton.discover.formulas import Table, bodies_of, words_of
from bouton.discover.guess import PLAYS, Guess, Search, drafted
from bouton.discover.judged import held, tried
from bouton.discover.language import needs
from bouton.discover.learn import Cover, distinct

_POSITIONS = 1500
_FEWEST = 8
"""The fewest P-positions, of those looked at, that make a family worth a proof."""
_TRIED = 6
"""The most families of which a proof is tried."""


def families(search: Search) -> Iterator[Guess]:
    """Guesses that all positions of a family are P-positions; only what is proved is worth telling."""
    search.tell("families of P-positions")
    language, lines = search.language
    data = search.outcomes(_POSITIONS)
    table = Table(data.known, *language.literals(data.known))
    known = list[Truth]()
    for cube in _cubes(table):
        holds: Truth = np.asarray(table.truth[list(cube)].all(axis=0))
        if any((holds <= other).all() for other in known):
            continue  # it is a part of one that was proved
        cover = Cover((cube,), negated=False, cost=0)
        guess = held(search, _guess(search, table, cover, lines))
        yield guess
        for reach in drafts.reaches(search.spec) if guess.state == "fits" else ():
            judged = tried(search, guess, reach, last=False)
            yield judged
            if judged.state == "proved":
                known.append(holds)
                break


def _cubes(table: Table) -> Iterator[tuple[int, ...]]:
    """Literals, and pairs of them, that hold at P-positions alone: first those that hold at most of these."""
    lost, truth = table.lost, table.truth
    costs = np.array(table.costs)
    cheapest = distinct(truth, np.argsort(costs, kind="stable")).values()
    useful = [at for at in cheapest if (truth[at] & lost).sum() >= _FEWEST and table.literals[at].cost <= 6]
    found: list[tuple[int, int, tuple[int, ...]]] = []
    for place, one in enumerate(useful):
        if not (truth[one] & ~lost).any():
            found.append((-int(truth[one].sum()), int(costs[one]), (one,)))
            continue
        rest = np.array(useful[place + 1 :], dtype=np.int64)
        both = truth[rest] & truth[one]
        right = ~(both & ~lost).any(axis=1) & (both.sum(axis=1) >= _FEWEST)
        for other, many in zip(rest[right], both[right].sum(axis=1), strict=True):
            found.append((-int(many), int(costs[one] + costs[other]), (one, int(other))))
    seen = set[bytes]()
    for _, _, cube in sorted(found):
        row = truth[list(cube)].all(axis=0).tobytes()
        if row not in seen:
            seen.add(row)
            yield cube
            if len(seen) == _TRIED:
                return


def _guess(search: Search, table: Table, cover: Cover, lines: dict[str, tuple[str, ...]]) -> Guess:
    bodies = bodies_of(table.literals, cover)
    name = unused("family", search.taken | set(lines))
    made = [*needs(lines, bodies), *(f"{name} :- {body}." for body in bodies)]
    says = f"All positions where {words_of(table.literals, cover)} are P-positions in {PLAYS[search.play]}."
    claim = {"says": says, "kind": "outcome", "play": search.play, "outcome": "P", "where": name}
    return replace(Guess(tuple(made), says, "fits", "", drafted(search, claim, made)), partial=True)
