"""Deterministic automata on tuples of digits, read from the highest place on: products, projection, least words.

A word has a digit for each track at each place. Which words are numbers at all is said by a validity automaton of each
track; the language of an automaton holds valid words alone, and with a word those with more or fewer zeros before it. A
table has a row for each state and a column for each tuple of digits, the first track's digit counting most.
(Hopcroft, Ullman 1979; Büchi 1960; Shallit, The Logical Approach to Automatic Sequences, 2022.)
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product as tuples
from math import prod
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from bouton.core.errors import LimitReached

Table: TypeAlias = NDArray[np.int32]

_SMALL = 20_000
"""Cells up to which a table is worked out as a whole."""
_FEW = 1_000
"""Cells up to which lists are faster than arrays."""
MOST_CELLS = 30_000_000
"""Cells of a table, beyond which an automaton is too large."""


class TooLarge(LimitReached):
    """An automaton would have more states than can be held."""


@dataclass(frozen=True, order=True)
class Track:
    """One of the numbers that an automaton reads, with digits from 0 to below `size`."""

    name: str
    size: int


@dataclass(frozen=True, eq=False)
class Automaton:
    """A complete deterministic automaton; its states are numbered, 0 is the first."""

    tracks: tuple[Track, ...]
    table: Table
    accepting: NDArray[np.bool_]

    @property
    def states(self) -> int:
        """How many there are."""
        return len(self.accepting)

    @property
    def is_empty(self) -> bool:
        """Whether no word is accepted, every state being reached from the first."""
        return not self.accepting.any()

    def accepts(self, words: Mapping[str, Sequence[int]]) -> bool:
        """Whether it accepts these digits of each track, place 0 first; zeros are put above the shorter ones."""
        length = max(map(len, words.values()), default=0)
        state = 0
        for place in reversed(range(length)):
            code = 0
            for track in self.tracks:
                digits = words[track.name]
                code = code * track.size + (digits[place] if place < len(digits) else 0)
            state = int(self.table[state, code])
        return bool(self.accepting[state])

    def least(self) -> dict[str, tuple[int, ...]] | None:
        """The shortest word that is accepted, the digits of each track, place 0 first; None where there is none."""
        came: dict[int, tuple[int, int]] = {0: (-1, -1)}
        frontier, found = [0], 0 if self.accepting[0] else -1
        while frontier and found < 0:
            following = []
            for state in frontier:
                for code, to in enumerate(self.table[state].tolist()):
                    if to not in came:
                        came[to] = state, code
                        following.append(to)
                        if found < 0 and self.accepting[to]:
                            found = to
            frontier = following
        if found < 0:
            return None
        codes = []
        while found:
            found, code = came[found]
            codes.append(code)
        words: dict[str, list[int]] = {track.name: [] for track in self.tracks}
        for code in codes:
            rest = code
            for track in reversed(self.tracks):
                rest, digit = divmod(rest, track.size)
                words[track.name].append(digit)
        return {name: tuple(digits) for name, digits in words.items()}


def symbols(tracks: Sequence[Track]) -> int:
    """How many tuples of digits there are."""
    return prod(track.size for track in tracks)


def build(
    tracks: Iterable[Track],
    start: Hashable,
    step: Callable[[Any, tuple[int, ...]], Hashable | None],
    accept: Callable[[Any], bool],
) -> Automaton:
    """The automaton of these states: `step` gives the next one after a tuple of digits, None where all is lost."""
    order = tuple(sorted(tracks))
    every = list(tuples(*(range(track.size) for track in order)))
    ids: dict[Hashable | None, int] = {start: 0}
    waiting: list[Hashable | None] = [start]
    rows: list[list[int]] = []
    for state in waiting:
        row = []
        for digits in every:
            to = None if state is None else step(state, digits)
            if to not in ids:
                ids[to] = len(ids)
                waiting.append(to)
            row.append(ids[to])
        rows.append(row)
        _limited(len(ids) * len(every))
    accepting = np.array([state is not None and accept(state) for state in waiting])
    return minimal(Automaton(order, np.array(rows, dtype=np.int32).reshape(len(rows), len(every)), accepting))


def both(one: Automaton, other: Automaton) -> Automaton:
    """The words that both accept; a track that one does not have is free there."""
    return _product(one, other, every=True)


def either(one: Automaton, other: Automaton) -> Automaton:
    """The words that one of two accepts, which must have the same tracks."""
    assert one.tracks == other.tracks
    return _product(one, other, every=False)


def within(valid: Automaton, automaton: Automaton) -> Automaton:
    """The valid words that are not accepted: the complement."""
    return both(valid, Automaton(automaton.tracks, automaton.table, ~automaton.accepting))


def _product(one: Automaton, other: Automaton, *, every: bool) -> Automaton:
    order = tuple(sorted({*one.tracks, *other.tracks}))
    left, right = _columns(order, one.tracks), _columns(order, other.tracks)
    count, wide = symbols(order), other.states
    if one.states * wide * count <= _SMALL:  # all pairs at once, also those that are not reached
        every_pair = one.table[:, None, left] * np.int32(wide) + other.table[None, :, right]
        ends = one.accepting[:, None], other.accepting[None, :]
        accept = (ends[0] & ends[1] if every else ends[0] | ends[1]).ravel()
        return minimal(_numbered(order, every_pair.reshape(-1, count), accept, 0))
    lost = _lost(one), _lost(other)
    dead = lost[0] * wide if lost[0] >= 0 else lost[1]
    _limited(one.states * wide)
    known = np.full(one.states * wide, -1, dtype=np.int32)
    known[0] = 0
    pairs, frontier = [np.zeros(1, dtype=np.int64)], np.zeros(1, dtype=np.int64)
    tables, made = [], 1
    while len(frontier):
        first, second = one.table[frontier // wide][:, left], other.table[frontier % wide][:, right]
        codes = first.astype(np.int64) * wide + second
        if every and dead >= 0:  # whatever the one does when the other is lost, all is
            codes[(first == lost[0]) | (second == lost[1])] = dead
        new = np.unique(codes)
        new = new[known[new] < 0]
        known[new] = np.arange(made, made + len(new), dtype=np.int32)
        made += len(new)
        _limited(made * count)
        tables.append(known[codes])
        pairs.append(new)
        frontier = new
    states = np.concatenate(pairs)
    accepting = one.accepting[states // wide], other.accepting[states % wide]
    table = np.concatenate(tables)
    return minimal(Automaton(order, table, accepting[0] & accepting[1] if every else accepting[0] | accepting[1]))


def _lost(automaton: Automaton) -> int:
    """The state from which nothing is accepted, of a minimal automaton; -1 where there is none."""
    stays = (automaton.table == np.arange(automaton.states, dtype=np.int32)[:, None]).all(axis=1)
    found = np.flatnonzero(stays & ~automaton.accepting)
    return int(found[0]) if len(found) else -1


@lru_cache(maxsize=1024)
def _columns(order: tuple[Track, ...], own: tuple[Track, ...]) -> NDArray[np.int64]:
    """For each tuple of digits of the tracks in order the column that it has in an automaton of some of them."""
    found = np.zeros(1, dtype=np.int64)
    places = {track: symbols(own[at + 1 :]) for at, track in enumerate(own)}
    for track in order:
        digits = np.arange(track.size, dtype=np.int64) * places.get(track, 0)
        found = (found[:, None] + digits[None, :]).ravel()
    return found


def project(automaton: Automaton, track: Track) -> Automaton:
    """The words of the other tracks to which some digits of this one can be added, with more places if need be."""
    at = automaton.tracks.index(track)
    rest = automaton.tracks[:at] + automaton.tracks[at + 1 :]
    states, before, after = automaton.states, symbols(rest[:at]), symbols(rest[at:])
    table = automaton.table.reshape(states, before, track.size, after).transpose(0, 1, 3, 2)
    reached = table.reshape(states, before * after, track.size)
    lost, words = _lost(automaton), (states + 63) // 64
    _limited(states * before * after * words)
    bits = np.zeros((states + 1, words), dtype=np.uint64)
    for state in range(states):
        if state != lost:
            bits[state, state // 64] = np.uint64(1) << np.uint64(state % 64)
    one_step = bits[reached[:, :, 0]]  # state, symbol, word
    for digit in range(1, track.size):
        one_step |= bits[reached[:, :, digit]]
    start = _closed(reached[:, 0, :], lost)
    accepting_bits = np.bitwise_or.reduce(bits[np.flatnonzero(automaton.accepting)], axis=0, initial=np.uint64(0))
    ids: dict[bytes, int] = {}
    sets: list[NDArray[np.uint64]] = []

    def known(key: bytes) -> int:
        if key not in ids:
            ids[key] = len(ids)
            sets.append(np.frombuffer(key, dtype=np.uint64))
        return ids[key]

    known(np.bitwise_or.reduce(bits[start], axis=0).tobytes())
    rows: list[list[int]] = []
    wide = 8 * words
    while len(rows) < len(sets):
        members = np.flatnonzero(np.unpackbits(sets[len(rows)].view(np.uint8), bitorder="little"))
        union = np.bitwise_or.reduce(one_step[members], axis=0, initial=np.uint64(0)).tobytes()
        rows.append([known(union[at : at + wide]) for at in range(0, len(union), wide)])
        _limited(len(sets) * before * after)
    accepting = np.array([bool((one & accepting_bits).any()) for one in sets])
    return minimal(Automaton(rest, np.array(rows, dtype=np.int32), accepting))


def _closed(reached: Table, lost: int) -> list[int]:
    """The first state, and those reached from it while the other tracks have zeros."""
    found, waiting = {0}, [0]
    while waiting:
        for to in map(int, reached[waiting.pop()]):
            if to not in found and to != lost:
                found.add(to)
                waiting.append(to)
    return sorted(found)


def renamed(automaton: Automaton, names: dict[Track, Track]) -> Automaton:
    """The same with other tracks in place of some; two may not become one."""
    new = [names.get(track, track) for track in automaton.tracks]
    order = tuple(sorted(new))
    assert len(set(order)) == len(order)
    return Automaton(order, automaton.table[:, _columns(order, tuple(new))], automaton.accepting)


def minimal(automaton: Automaton) -> Automaton:
    """The least automaton of the same language, its states numbered as they are met: by Moore's refinement (1956)."""
    table, accepting = automaton.table, automaton.accepting
    if table.size <= _FEW:
        return _few(automaton)
    columns = np.unique(table, axis=1) if table.shape[1] > 1 else table
    classes: Table = accepting.astype(np.int32)
    count = len(np.unique(classes))
    while True:
        rows = np.ascontiguousarray(np.column_stack((classes, classes[columns])))
        kind = np.dtype((np.void, rows.dtype.itemsize * rows.shape[1]))
        _, inverse = np.unique(rows.view(kind).ravel(), return_inverse=True)
        finer = inverse.ravel().astype(np.int32)
        more = int(finer.max()) + 1
        if more == count:
            break
        classes, count = finer, more
    chosen = np.zeros(count, dtype=np.int64)
    chosen[finer] = np.arange(len(finer))
    return _numbered(automaton.tracks, finer[table[chosen]], accepting[chosen], int(finer[0]))


def _few(automaton: Automaton) -> Automaton:
    """The same for a small one."""
    columns = dict.fromkeys(zip(*automaton.table.tolist(), strict=True))
    rows = [*zip(*columns, strict=True)]
    classes: list[int] = automaton.accepting.astype(int).tolist()
    count = len(set(classes))
    while True:
        ids: dict[tuple[int, ...], int] = {}
        finer = [
            ids.setdefault((own, *[classes[to] for to in row]), len(ids))
            for own, row in zip(classes, rows, strict=True)
        ]
        if len(ids) == count:
            break
        classes, count = finer, len(ids)
    chosen = np.zeros(count, dtype=np.int64)
    chosen[finer] = np.arange(len(finer))
    table = np.array(finer, dtype=np.int32)[automaton.table[chosen]]
    return _numbered(automaton.tracks, table, automaton.accepting[chosen], finer[0])


def _numbered(tracks: tuple[Track, ...], table: Table, accepting: NDArray[np.bool_], start: int) -> Automaton:
    """With the states that are reached from the first, in the order in which they are met."""
    number = {start: 0}
    order = [start]
    for state in order:
        for to in dict.fromkeys(table[state].tolist()):
            if to not in number:
                number[to] = len(number)
                order.append(to)
    names = np.zeros(len(accepting), dtype=np.int32)
    for state, at in number.items():
        names[state] = at
    return Automaton(tracks, names[table[order]], accepting[order])


def _limited(cells: int) -> None:
    if cells > MOST_CELLS:
        raise TooLarge(f"an automaton of more than {MOST_CELLS:,} cells")
