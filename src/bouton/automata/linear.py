"""Automata of single relations: which words are numbers, linear relations with their carries, digits, digit places.

A digit place is a track with a 1 there and zeros elsewhere. A linear relation keeps what the sum of the digits read
so far is worth; how far that may go from 0 before all that can follow no longer changes its sign is computed from the
coefficients (see `_reach`), so that nothing is cut off.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping
from functools import cache, lru_cache
from itertools import product as tuples

import numpy as np

from bouton.automata.automaton import MOST_CELLS, Automaton, TooLarge, Track, both, build, minimal, symbols
from bouton.core.numeration import Numeration

PLACE = 2
"""Digits of a track that is a digit place."""


def numbers(system: Numeration, track: Track) -> Automaton:
    """The words that are numbers."""
    return _of(_numbers(system), track)


@cache
def _numbers(system: Numeration) -> Automaton:
    def step(full: bool, digits: tuple[int, ...]) -> bool | None:
        return None if full and digits[0] >= system.back else digits[0] == system.number

    return build([Track("", system.largest + 1)], False, step, lambda _: True)


def places(track: Track) -> Automaton:
    """The words with one 1, which are places."""
    return _of(_places(), track)


@cache
def _places() -> Automaton:
    def step(seen: int, digits: tuple[int, ...]) -> int | None:
        return None if seen + digits[0] > 1 else seen + digits[0]

    return build([Track("", PLACE)], 0, step, lambda seen: seen == 1)


def _of(automaton: Automaton, *tracks: Track) -> Automaton:
    """The automaton of other tracks, given in its order."""
    return Automaton(tuple(tracks), automaton.table, automaton.accepting)


def linear(
    system: Numeration, coefficients: Mapping[Track, int], constant: int, holds: Callable[[int], bool]
) -> Automaton:
    """The numbers for which `holds` is said of the sign of `constant` and each number times its coefficient.

    `holds` is asked of -1, 0 and 1.
    """
    order = tuple(sorted(coefficients))
    signs = tuple(holds(sign) for sign in (-1, 0, 1))
    found = _linear(system, tuple(coefficients[track] for track in order), constant, signs)
    return Automaton(order, found.table, found.accepting)


@lru_cache(maxsize=1024)
def _linear(system: Numeration, factors: tuple[int, ...], constant: int, signs: tuple[bool, ...]) -> Automaton:
    """The same for tracks of any names, in order."""
    order = [Track(f"{at:04}", system.largest + 1) for at in range(len(factors))]
    every = tuples(*(range(track.size) for track in order))
    sums = np.array([sum(c * d for c, d in zip(factors, digits, strict=True)) for digits in every])
    distinct = sorted({int(one) for one in sums})
    a, back = system.number, system.back
    reach = _reach(system, factors, constant)
    ids: dict[tuple[int, int] | int, int] = {(0, 0): 0}
    waiting: list[tuple[int, int] | int] = [(0, 0)]
    rows: list[list[int]] = []
    for state in waiting:
        row = []
        for digit in distinct:
            if isinstance(state, int):
                to: tuple[int, int] | int = state
            else:
                u, v = state
                to = reach((a * (u + digit) + back * v, u + digit) if back else (a * u + digit, 0))
            if to not in ids:
                ids[to] = len(ids)
                waiting.append(to)
            row.append(ids[to])
        rows.append(row)
        if len(ids) * len(sums) > MOST_CELLS:
            raise TooLarge(f"a linear relation of more than {MOST_CELLS:,} cells")
    table = np.array(rows, dtype=np.int32)[:, np.searchsorted(distinct, sums)]
    accepting = np.array([signs[1 + _sign(_final(system, state, constant))] for state in waiting])
    found = minimal(Automaton(tuple(order), table, accepting))
    for track in order:
        found = both(found, numbers(system, track))
    return found


def _final(system: Numeration, state: tuple[int, int] | int, constant: int) -> int:
    """What the sum is after place 0; of a state beyond reach its sign."""
    if isinstance(state, int):
        return state
    u, v = state
    if not system.back:
        return u + constant
    return (u + (system.back - system.number) * v) // system.back + constant


def _sign(value: int) -> int:
    return (value > 0) - (value < 0)


def _reach(
    system: Numeration, factors: Collection[int], constant: int
) -> Callable[[tuple[int, int]], tuple[int, int] | int]:
    r"""A function that gives a state, or its sign where that is the sign of the sum whatever digits follow.

    Let C be the sum of |c| over the coefficients, and r the places that are left: the numbers that their digits make
    are at most w_r - 1, where w is a weight. In base b a sum S before them is worth S*b^r, which |S| > C + |constant|
    settles. Where each weight is a times the one before and b times the one before that, 1 <= b <= a, the state (U, V)
    is worth S = U*w_(r-1) + b*V*w_(r-2); w_(-1) is 1/b, so that this is (U + (b-a)*V) / b for r = 0. With the roots
    t > 1 and t' = -b/t of z^2 = az + b, of which |t'| < 1, each weight is w_j = A*t^j + B*t'^j, so that
    S = X*A*t^(r-2) + X'*B*t'^(r-2) with X = U*t + b*V and X' = U*t' + b*V, of which X' stays small, since a step makes
    it t'*(X' + d*t'). From |S| <= C*w_r + |constant| comes
    |X| <= C*t^2 + (C*|B| + |constant| + |X'|*|B|/t'^2) * t^2 / A for every r >= 0.
    """
    total = sum(map(abs, factors))
    if not system.back:
        most = total + abs(constant)
        return lambda state: state if abs(state[0]) <= most else _sign(state[0])
    a, back = system.number, system.back
    root = (a + math.sqrt(a * a + 4 * back)) / 2
    other = -back / root
    # w_0 = 1 and w_(-1) = 1 / b
    first = (back - other) * root / (back * (root - other))
    second = 1 - first
    small = total * a * other * other / (1 - abs(other))
    t2 = root * root
    most_ = total * t2 + (total * abs(second) + abs(constant) + small * abs(second) / other**2) * t2 / first
    bound = 1.01 * most_ + 1  # for what floating point leaves out

    def reached(state: tuple[int, int]) -> tuple[int, int] | int:
        value = state[0] * root + back * state[1]
        return state if abs(value) <= bound else _sign(int(math.copysign(1, value)))

    return reached


# ------------------------------------------------------------------------------------------------------------- digits


def digit(system: Numeration, number: Track, place: Track, among: Collection[int]) -> Automaton:
    """That the digit of the number at the place is one of these."""
    order = sorted((number, place))
    return _of(_digit(system, order.index(place), frozenset(among)), *order)


@cache
def _digit(system: Numeration, at: int, among: frozenset[int]) -> Automaton:
    """The same, where the place is the track of that number."""

    def step(seen: bool, digits: tuple[int, ...]) -> bool | None:
        if not digits[at]:
            return seen
        return True if not seen and digits[1 - at] in among else None

    return _about(system, at, step)


def top(system: Numeration, number: Track, place: Track) -> Automaton:
    """That the place is that of the number's highest digit that is not 0."""
    order = sorted((number, place))
    return _of(_top(system, order.index(place)), *order)


@cache
def _top(system: Numeration, at: int) -> Automaton:
    def step(seen: bool, digits: tuple[int, ...]) -> bool | None:
        if seen:
            return None if digits[at] else True
        return bool(digits[at]) if bool(digits[at]) == bool(digits[1 - at]) else None

    return _about(system, at, step)


def _about(system: Numeration, at: int, step: Callable[[bool, tuple[int, ...]], bool | None]) -> Automaton:
    """An automaton of a number and a place, which is the track `at`."""
    sizes = [system.largest + 1, PLACE] if at else [PLACE, system.largest + 1]
    tracks = [Track(f"{number}", size) for number, size in enumerate(sizes)]
    return both(build(tracks, False, step, bool), numbers(system, tracks[1 - at]))


def parity(tracks: Collection[Track], value: int) -> Automaton:
    """That the exclusive or of numbers in base 2 is this value."""
    prefixes = {value >> at for at in range(value.bit_length() + 1)}

    def step(read: int, digits: tuple[int, ...]) -> int | None:
        following = 2 * read + sum(digits) % 2
        return following if following in prefixes else None

    return build(tracks, 0, step, lambda read: read == value)


def at_place(place: Track, most: int, holds: Callable[[int], bool], period: int = 1) -> Automaton:
    """What holds of the place; from `most` on that of what is `period` less."""

    def step(below: int | None, digits: tuple[int, ...]) -> int | None:
        if below is not None and below >= 0:
            following = below + 1
            return None if digits[0] else following if following < most + period else most
        return 0 if digits[0] else -1

    return build([place], -1, step, lambda below: below >= 0 and holds(below))


def apart(one: Track, other: Track, most: int, holds: Callable[[int], bool]) -> Automaton:
    """What holds of the one place less the other; it is said of -most or most where the difference is greater."""
    at = sorted((one, other)).index(one)

    def step(state: tuple[int, int] | int, digits: tuple[int, ...]) -> tuple[int, int] | int | None:
        mine, theirs = digits[at], digits[1 - at]
        if isinstance(state, int):
            return None if mine or theirs else state
        side, steps = state
        if side == 0:
            if mine and theirs:
                return 0
            return (mine - theirs, 0) if mine or theirs else state
        steps = min(steps + 1, most)
        if (mine and side > 0) or (theirs and side < 0):
            return None
        return side * steps if mine or theirs else (side, steps)

    return build((one, other), (0, 0), step, lambda state: isinstance(state, int) and holds(state))


def free(system: Numeration, tracks: Collection[Track], place_tracks: Collection[Track]) -> Automaton:
    """All valid words of these tracks."""
    found = Automaton((), np.zeros((1, 1), dtype=np.int32), np.ones(1, dtype=bool))
    for track in sorted(tracks):
        found = both(found, places(track) if track in place_tracks else numbers(system, track))
    assert found.table.shape[1] == symbols(found.tracks)
    return found
