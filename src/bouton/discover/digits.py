"""Binary digit places: the heaps that have a one at a place, in number a multiple of some modulus at every place."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from bouton.core.position import Heaps, sizes_of
from bouton.discover import draft as drafts
from bouton.discover.draft import unused
from bouton.discover.expressions import Number, column, constants
from bouton.discover.guess import PLAYS, Guess, Search, drafted
from bouton.discover.judged import proved_in
from bouton.discover.positions import Known

_POSITIONS = 1500


def digits(search: Search) -> Iterator[Guess]:
    """Theorems such as Moore's: each binary place holds a multiple of k+1 ones."""
    (fluent, *others) = search.spec.fluents
    if others or not isinstance(fluent, Heaps):
        return
    data = search.outcomes(_POSITIONS)
    values = {name: column(name, data.known) for name, value in search.assignments[0] if isinstance(value, int)}
    for modulus in constants(search.constants, values, len(data.known)):
        if (modulus.values < 2).any() or not all(
            _lost(one, int(m), search.play == "misere") == one.lost
            for one, m in zip(data.known, modulus.values, strict=True)
        ):
            continue
        guess = replace(_guess(search, modulus), where=data.said)
        yield from proved_in(search, guess, drafts.reaches(search.spec), lambda _: False)
        return


def _lost(one: Known, modulus: int, misere: bool) -> bool:
    """Whether a position is a P-position by the theorem: at each binary place, a multiple of `modulus` heaps has a one.

    In misère play, with heaps of one stone alone, it is one iff their number is 1 modulo `modulus`.
    """
    heaps = sizes_of(one.position)
    if misere and max(heaps, default=0) < 2:
        return len(heaps) % modulus == 1
    bits = np.array([[size >> place & 1 for place in range(10)] for size in heaps], dtype=np.int64)
    return not heaps or not (bits.sum(axis=0) % modulus).any()


def _guess(search: Search, modulus: Number) -> Guess:
    (fluent,) = search.spec.fluents
    known, heap = search.taken, fluent.name
    place, ones, wrong, right = (unused(name, known) for name in ("place", "ones", "unbalanced", "balanced"))
    lines = [
        f"{place}(1) :- {heap}(_,_).",
        f"{place}(2*P) :- {place}(P), {heap}(_,S), 2*P <= S.",
        f"{ones}(P,N) :- {place}(P), N = #count {{ I : {heap}(I,S), (S / P) \\ 2 = 1 }}.",
        f"{wrong} :- {ones}(_,N), N \\ {modulus.text} != 0.",
        f"{right} :- not {wrong}.",
    ]
    says = f"each binary place of the heaps holds a multiple of {modulus.words} ones"
    if search.play == "misere":
        heaps, large, found = (unused(name, known) for name in ("heaps", "large", "found"))
        lines += [
            f"{heaps}(N) :- N = #count {{ I : {heap}(I,_) }}.",
            f"{large} :- {heap}(_,S), S > 1.",
            f"{found} :- {large}, {right}.",
            f"{found} :- not {large}, {heaps}(N), N \\ {modulus.text} = 1.",
        ]
        single = f"the number of heaps modulo {modulus.words} is 1"
        says = f"some heap has more than one stone and {says}; or none has and {single}"
        right = found
    said = f"A position is a P-position in {PLAYS[search.play]} iff {says}."
    claim = {"says": said, "kind": "p-positions", "play": search.play, "iff": right}
    return Guess(tuple(lines), said, "fits", "", drafted(search, claim, lines))
