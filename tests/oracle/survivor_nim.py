"""Survivor Nim in plain Python, from the rules alone: no formula of the paper, nothing of Bouton.

A placement is a word over A and B, the alliances of players 1, 2, ... in the order they move: "AAB" is two players
against the third. Players are numbered from 1; after the last comes the first.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations


@cache
def winners(placement: str, m: int, largest: int) -> tuple[str, ...]:
    """For piles 0..largest, the word of the alliances that win when player 1, 2, ... is to move.

    Each takes 1..m counters, at most what is there; the alliance that takes the last one loses.
    """
    players = len(placement)
    if set(placement) - set("AB") or not players or m < 1:
        raise ValueError(f"no game: placement {placement!r}, m = {m}")
    table = ["".join("B" if placement[player - 1] == "A" else "A" for player in range(players))]
    for pile in range(1, largest + 1):
        row = ""
        for player, own in enumerate(placement):
            after = (player + 1) % players
            left = range(max(0, pile - m), pile)
            wins = any(table[rest][after] == own for rest in left)
            row += own if wins else "AB".replace(own, "")
        table.append(row)
    return tuple(table)


def lost(placement: str, m: int, largest: int, alliance: str = "A", player: int = 1) -> list[int]:
    """The piles 1..largest that the alliance loses with this player to move."""
    table = winners(placement, m, largest)
    return [pile for pile in range(1, largest + 1) if table[pile][player - 1] != alliance]


def rounds(piles: list[int]) -> list[tuple[int, int]]:
    """The maximal runs of consecutive numbers in an increasing list, as (first, last): Definition 6."""
    found: list[tuple[int, int]] = []
    for pile in piles:
        if found and found[-1][1] == pile - 1:
            found[-1] = (found[-1][0], pile)
        else:
            found.append((pile, pile))
    return found


def settled(placement: str, m: int, alliance: str = "A") -> tuple[int, ...] | None:
    """For each player, the largest pile the alliance loses with him to move (0 if none); None: there is no largest.

    The last m rows and nothing else determine the next, so m rows that recur decide the rest.
    """
    players = len(placement)
    table = list(winners(placement, m, 0))
    seen: set[tuple[str, ...]] = set()
    largest = [0] * players
    while tuple(table[-m:]) not in seen or len(table) <= m:
        if len(table) > m:
            seen.add(tuple(table[-m:]))
        row = ""
        for player, own in enumerate(placement):
            other = "AB".replace(own, "")
            wins = any(later[(player + 1) % players] == own for later in table[-m:])
            row += own if wins else other
            if row[-1] != alliance:
                largest[player] = len(table)
        table.append(row)
        if len(table) > m and set("".join(table[-m:])) == {alliance}:
            return tuple(largest)
    return None


def placements(a: int, b: int) -> Iterator[str]:
    """Every placement of a players of A and b of B up to rotation, the least word of each class, in order."""
    players = a + b
    words = (
        "".join("A" if player in chosen else "B" for player in range(players))
        for chosen in map(set, combinations(range(players), a))
    )
    yield from sorted(word for word in words if word == min(word[i:] + word[:i] for i in range(players)))


@cache
def block_game(first: int, second: int, m: int, pile: int, misere: bool) -> bool:
    """Whether the player to move wins the two-player game: he takes first..m*first, his opponent second..m*second.

    A player who cannot move has won where `misere`, else has lost.
    """
    if pile < first:
        return misere
    return any(
        not block_game(second, first, m, pile - taken, misere) for taken in range(first, min(m * first, pile) + 1)
    )
