"""Classes of games and of positions by their pairs of values (g, g-): Gurvich's and Conway's notions.

Each stands by its own definition, as a condition on one position, its options and their pairs. A game has the notion
if every position has that can be reached in it: "a game is tame if every option is tame and ...", "a game is a minion
if it contains only ...". Sections and theorems are those of Gurvich, On tame, pet, miserable, and strongly miserable
impartial games, RRR 18-2012. Imports no solver.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import reduce
from operator import xor
from typing import TypeAlias

Pair: TypeAlias = tuple[int, int]
"""The Sprague-Grundy values of a position in normal and in misère play: g and g-."""

Fails: TypeAlias = Callable[[Pair, Collection[Pair]], str | None]
"""Why a position with that pair, and options with those, breaks the condition; None where it does not."""

SWAP: frozenset[Pair] = frozenset({(0, 1), (1, 0)})
"""Section 1.3: a swap position is a (0,1)- or a (1,0)-position; every other is tame. A terminal is a (0,1)-position."""


@dataclass(frozen=True)
class Notion:
    """A class of games: how it denies one of them ("not tame"), and what breaks it."""

    denial: str
    fails: Fails


def _minion(least: int) -> Fails:
    """Section 2.1.1: the game "contains only (0,1)- (1,0)- and (k,k)-positions", with k >= least."""

    def fails(pair: Pair, _options: Collection[Pair]) -> str | None:
        if pair in SWAP or (pair[0] == pair[1] and pair[0] >= least):
            return None
        return f"which is neither (0, 1) nor (1, 0) nor (k, k){f' with k >= {least}' if least else ''}"

    return fails


def _miserable(pair: Pair, options: Collection[Pair]) -> str | None:
    """Section 2.1.2: "from every non-swap position either both swap subclasses are reachable, or none of them"."""
    reached = SWAP & set(options)
    if pair in SWAP or len(reached) != 1:
        return None
    (one,) = reached
    return f"no swap position, and a {one}-position can be reached but no {one[::-1]}-position"


def _tame(_pair: Pair, options: Collection[Pair]) -> str | None:
    """Section 2.1.3, Conway's, by labels of options: with exactly one of 0 and 1 there is neither 0^0 nor 1^1.

    The label 0 is the pair (0,1), 1 is (1,0), and k^l is (k,l).
    """
    reached = SWAP & set(options)
    barred = sorted({(0, 0), (1, 1)} & set(options))
    if len(reached) != 1 or not barred:
        return None
    (one,) = reached
    return f"and there is an option {one} and none {one[::-1]}, beside {' and '.join(map(str, barred))}"


def _pet(pair: Pair, _options: Collection[Pair]) -> str | None:
    """Section 2.3, and (i) of Theorem 3: V_{0,1} = V_0^N = V_1^M and V_{1,0} = V_1^N = V_0^M."""
    ends = [(pair[0] == k, pair == (k, 1 - k), pair[1] == 1 - k) for k in (0, 1)]
    if all(len(set(end)) == 1 for end in ends):
        return None
    return "where a pet game has g = 0 exactly with g- = 1, and g = 1 exactly with g- = 0"


def _miserable_without(pair: Pair, options: Collection[Pair]) -> str | None:
    """(i'') of Theorem 3: "G is miserable and V_{0,0} and V_{1,1} are empty"."""
    if pair in ((0, 0), (1, 1)):
        return "which a pet game does not have"
    return _miserable(pair, options)


def _pet_pairs(pair: Pair, _options: Collection[Pair]) -> str | None:
    """(i''') of Theorem 3: "g(v) take only values (0,1), (1,0), and (k,k) for k >= 2"."""
    if pair in SWAP or (pair[0] == pair[1] and pair[0] >= 2):
        return None
    return "where only (0, 1), (1, 0) and (k, k) for k >= 2 may be"


def _disjoint(pair: Pair, _options: Collection[Pair]) -> str | None:
    """(ii) of Theorem 3: V_{0,0} is empty: the normal and misère kernels are disjoint."""
    return "a P-position of both plays" if pair == (0, 0) else None


def _ferguson(pair: Pair, options: Collection[Pair]) -> str | None:
    """(iii) of Theorem 3, Ferguson's: V_1^N is reachable from V_0^N without the terminals."""
    if pair[0] == 0 and options and all(normal != 1 for normal, _ in options):
        return "not terminal, and no move leads from g = 0 to g = 1"
    return None


def _ferguson_misere(pair: Pair, options: Collection[Pair]) -> str | None:
    """(iii') of Theorem 3: V_1^M is reachable from V_0^M."""
    if pair[1] == 0 and all(misere != 1 for _, misere in options):
        return "and no move leads from g- = 0 to g- = 1"
    return None


THEOREM_3: dict[str, Fails] = {
    "i": _pet,
    "i'": _minion(2),
    "i''": _miserable_without,
    "i'''": _pet_pairs,
    "ii": _disjoint,
    "iii": _ferguson,
    "iii'": _ferguson_misere,
}
"""The seven conditions of Theorem 3 by their numbers; (i) is the definition of pet, or strongly miserable, games."""

NOTIONS: dict[str, Notion] = {
    "tame": Notion("not tame", _tame),
    "miserable": Notion("not miserable", _miserable),
    "minion": Notion("not a minion", _minion(0)),
    "0-minion": Notion("not a 0-minion", _minion(0)),
    "2-minion": Notion("not a 2-minion", _minion(2)),
    "pet": Notion("not pet", _pet),
    "strongly-miserable": Notion("not strongly miserable", _pet),
}
"""The classes of games. Section 2.1.3: "the non-tame games are called wild"."""


def _is_swap(pair: Pair, _options: Collection[Pair]) -> bool:
    """Section 1.3: "v in V_{0,1} or V_{1,0} will be called a swap position"."""
    return pair in SWAP


def _is_tame(pair: Pair, _options: Collection[Pair]) -> bool:
    """Section 1.3: "and v not in V_{0,1} or V_{1,0} a tame position"."""
    return pair not in SWAP


def _is_critical(pair: Pair, options: Collection[Pair]) -> bool:
    """Sections 1.5.4 and 2.2: "critical if it is tame but a swap position is reachable from it (by one move)"."""
    return pair not in SWAP and not SWAP.isdisjoint(options)


POSITIONS: dict[str, Callable[[Pair, Collection[Pair]], bool]] = {
    "swap-positions": _is_swap,
    "tame-positions": _is_tame,
    "critical-positions": _is_critical,
}
"""The classes of positions."""


def of_sum(pairs: Collection[Pair]) -> Pair:
    """The pair of a sum of tame games: Theorems 1 and 2, and Conway's On Numbers and Games, chapter 12.

    Of swap positions alone it is a swap position, by how many are (1,0); else both values are the XOR of the g.
    """
    normal = reduce(xor, (pair[0] for pair in pairs), 0)
    return (normal, 1 - normal) if all(pair in SWAP for pair in pairs) else (normal, normal)


def notion(name: str, by: str | None = None) -> Notion:
    """The class of that name, `by` a condition of Theorem 3 if one is given; of wild games, that of tame ones."""
    found = NOTIONS["tame" if name == "wild" else name]
    return found if by is None else Notion(f"{found.denial} by ({by})", THEOREM_3[by])
