"""Searches of positions that are words, by the compiled `search.c`; `bouton.boards.plain` has the same in Python."""

from __future__ import annotations

import ctypes
import sys
from array import array
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from bouton.boards.grounded import Term
from bouton.boards.packed import Packed, Packer
from bouton.boards.plain import Cyclic, Faulty, GameEnd, Held, Mode, Odd, Order, RowsSaid, Scanned
from bouton.boards.table import MoveTable
from bouton.core.errors import Disagreement, LimitReached
from bouton.process.compiler import library

_MODES: tuple[Mode, ...] = ("outcome", "every outcome", "value")
_DONE, _FAULT, _MEMORY, _CYCLE, _VALUE, _SIDED, _ODD = range(7)
_WORD = (1 << 64) - 1
_NARROW = 56
"""The most bits of a position that has a word together with its value."""


class _Reached(ctypes.Structure):
    _fields_ = (("p", ctypes.c_void_p), ("out", ctypes.c_void_p), ("far", ctypes.c_void_p), ("n", ctypes.c_uint64))


class TooGreat(Exception):
    """A value is greater than there is room for beside its position."""


class BoardSearch:
    """The compiled searches of one table, one play and so many bytes; NoCompiler where there is none.

    `marks` says that positions may come back, which is then found out, and `images` are symmetries: what is known of a
    position is known of its images. With `sides`, at most two, outcomes are which of these wins: as side/1 and winner/1
    say, which are asked for.
    """

    def __init__(
        self,
        table: MoveTable,
        memory: int,
        *,
        misere: bool = False,
        marks: bool = True,
        wide: bool | None = None,
        images: Sequence[Sequence[int]] = (),
        sides: Sequence[Term] = (),
    ) -> None:
        self.table = table
        self.wide = table.width > _NARROW if wide is None else wide
        self.words = 2 if self.wide else 1
        self._library = _library(self.wide)
        packing = Packer(table, self.wide).packed(images)
        self._game = self._begin(packing)
        self.memory = memory
        self._library.ready(self._game, misere, marks, memory)
        self._most = packing.counts[0] + packing.counts[1] + 1
        self._asked = array("Q", packing.asked or (0,))
        self._cubes = len(packing.asked) // 2
        held = ((name, term) for name, extent in table.asked.items() for term in extent)
        self._rows = {row: packing.asked[2 * at : 2 * at + 2] for at, row in enumerate(held)}
        self._never = packing.never
        if sides:
            each = [((name, 1), side) for name in ("side", "winner") for side in (*sides, ())[:2]]
            tests = array("Q", [test for row in each for test in self._tests(row)])
            self._library.sided(self._game, ctypes.c_void_p(tests.buffer_info()[0]))

    def _begin(self, packing: Packed) -> ctypes.c_void_p:
        sizes = array("Q", (packing.bits, packing.shared, packing.words, packing.longest, *packing.counts))
        arrays = [array("Q", one or (0,)) for one in packing.arrays]
        pointers = (ctypes.c_void_p * len(arrays))(*(one.buffer_info()[0] for one in arrays))
        game = self._library.begin(ctypes.c_void_p(sizes.buffer_info()[0]), pointers)
        if not game:
            raise MemoryError
        return ctypes.c_void_p(game)

    def close(self) -> None:
        """Give its memory back."""
        self._library.end(self._game)

    @property
    def seen(self) -> int:
        """How many positions are known."""
        return int(self._library.seen(self._game))

    def of(self, position: int, mode: Mode) -> int:
        """The outcome of a position (1 where the player to move wins, 0 else), or its value.

        Cyclic, Faulty, TooGreat, or LimitReached where the memory is used up.
        """
        self._end(self._library.search(self._game, self._word(position), _MODES.index(mode)))
        return int(self._library.result(self._game))

    def by_parts(self, position: int) -> int:
        """The value of a position by those of its components: see `bouton.boards.table`."""
        self._end(self._library.by_parts(self._game, self._word(position)))
        return int(self._library.result(self._game))

    def whole(self, order: Order, legal: Held | None, mode: Mode) -> None:
        """Search from every position, or every one where a row holds."""
        given, tests = _ordered(order), self._tests(legal)
        self._end(self._library.whole(self._game, given.buffer_info()[0], *tests, _MODES.index(mode)))

    def scan(self, said: RowsSaid, order: Order, mode: Mode, other: BoardSearch | None = None) -> Scanned:
        """Hold what a claim says against all that is known, or against whether the outcomes here and there differ.

        Disagreement where what is known of a position does not follow from what is known of its options.
        """
        rows = (said.where, *(row for row, _ in said.rows))
        tests = array("Q", [test for row in rows for test in self._tests(row)])
        labels, into, given = (
            array("q", [label for _, label in said.rows] or [0]),
            array("Q", bytes(56)),
            _ordered(order),
        )
        at = [one.buffer_info()[0] for one in (tests, labels, given, into)]
        beside = None if other is None else other._game
        how = len(said.rows), at[1], said.otherwise, said.values, at[2], _MODES.index(mode), at[3]
        status = self._library.scan(self._game, beside, at[0], *how)
        if status == _ODD:
            raise Disagreement("what is known of a position does not follow from its options")
        self._end(status)
        wrong = into[5] | (into[6] << 64 if self.wide else 0)
        return Scanned(into[0], into[1], bool(into[2]), wrong if into[3] else None, into[4])

    def _tests(self, row: Held | None) -> Sequence[int]:
        """The tests of a row of a predicate: none where there is no row."""
        return (0, 0) if row is None else self._rows.get(row, self._never)

    def known(self, position: int) -> int:
        """What is known of a position; negative where nothing is."""
        return int(self._library.known(self._game, self._word(position)))

    def children(self, position: int) -> list[int]:
        """Where its moves lead, each as often as there are moves."""
        into = array("Q", bytes(8 * self.words * self._most))
        count = self._library.children(self._game, self._word(position), ctypes.c_void_p(into.buffer_info()[0]))
        self._fault()
        return self._unwords(into[: count * self.words])

    def facts(self, positions: Sequence[int]) -> list[int]:
        """Of each position whether it has no move, as the first bit, then which cubes of `MoveTable.asked` hold."""
        words = self._cubes // 64 + 1
        given = array("Q", [one >> 64 * at & _WORD for one in positions for at in range(self.words)] or [0])
        into = array("Q", bytes(8 * words * len(positions) + 8))
        places = (ctypes.c_void_p(one.buffer_info()[0]) for one in (self._asked, into))
        asked, found = places
        begin = ctypes.c_void_p(given.buffer_info()[0])
        self._end(self._library.facts(self._game, begin, len(positions), asked, self._cubes, found))
        if words == 1:
            return list(into[: len(positions)])
        return [
            int.from_bytes(into[at * words : (at + 1) * words].tobytes(), sys.byteorder) for at in range(len(positions))
        ]

    def every(self) -> list[tuple[int, int]]:
        """All positions that are known, each with what is known of it."""
        positions, values = array("Q", bytes(8 * self.words * self.seen)), array("q", bytes(8 * self.seen))
        given = (ctypes.c_void_p(one.buffer_info()[0]) for one in (positions, values))
        count = self._library.listed(self._game, *given)
        return list(zip(self._unwords(positions[: count * self.words]), values[:count], strict=True))

    def endings(self, starts: Sequence[int]) -> dict[int, GameEnd]:
        """How the game ends from all that is reached, where positions may come back."""
        given = array("Q", [part for one in starts for part in (one & _WORD, one >> 64)])
        reached = _Reached()
        with _freed(self._library, reached, self._game, given, len(starts)) as status:
            self._end(status)
            count = reached.n
            words = (ctypes.c_uint64 * (count * self.words)).from_address(reached.p)
            out = ctypes.string_at(reached.out, count)
            far = (ctypes.c_uint32 * count).from_address(reached.far)
            ends = (GameEnd(("draw", "P", "N")[one], steps) for one, steps in zip(out, far, strict=True))
            return dict(zip(self._unwords(array("Q", words)), ends, strict=True))

    def _word(self, position: int) -> Any:
        return (ctypes.c_uint64 * 2)(position & _WORD, position >> 64)

    def _unwords(self, words: Sequence[int]) -> list[int]:
        if not self.wide:
            return list(words)
        return [low | high << 64 for low, high in zip(words[::2], words[1::2], strict=True)]

    def _fault(self) -> None:
        at = (ctypes.c_uint64 * 2)()
        action = self._library.faulty(self._game, at)
        if action:
            raise Faulty(action - 1, at[0] | at[1] << 64 if self.wide else at[0])

    def _end(self, status: int) -> None:
        if status == _FAULT:
            self._fault()
        if status == _CYCLE:
            raise Cyclic
        if status == _VALUE:
            raise TooGreat
        if status == _SIDED:
            raise Odd
        if status == _MEMORY:
            raise LimitReached(f"{self.seen:,} positions seen, as many as {self.memory >> 20} MB have room for")
        assert status == _DONE


def _ordered(order: Order) -> array[int]:
    masks = [sum(1 << at for at in entry) for entry in order.entries]
    return array("Q", [len(order.slots), *(int(one) for slot in order.slots for one in slot), len(masks), *masks])


@contextmanager
def _freed(loaded: ctypes.CDLL, reached: _Reached, game: Any, starts: array[int], count: int) -> Iterator[int]:
    status = loaded.retro(game, ctypes.c_void_p(starts.buffer_info()[0]), count, ctypes.byref(reached))
    try:
        yield status
    finally:
        if status == _DONE:
            loaded.over(ctypes.byref(reached))


def _library(wide: bool) -> ctypes.CDLL:
    source = Path(__file__).with_name("search.c").read_text()
    loaded = library(f"#define WIDE\n{source}" if wide else source)
    pointer, number = ctypes.c_void_p, ctypes.c_uint64
    for name, returned, given in (
        ("begin", pointer, [pointer, pointer]),
        ("ready", None, [pointer, number, number, number]),
        ("end", None, [pointer]),
        ("search", ctypes.c_int, [pointer, pointer, ctypes.c_int]),
        ("by_parts", ctypes.c_int, [pointer, pointer]),
        ("retro", ctypes.c_int, [pointer, pointer, number, pointer]),
        ("over", None, [pointer]),
        ("children", number, [pointer, pointer, pointer]),
        ("result", ctypes.c_int64, [pointer]),
        ("seen", number, [pointer]),
        ("faulty", number, [pointer, pointer]),
        ("facts", ctypes.c_int, [pointer, pointer, number, pointer, number, pointer]),
        ("known", ctypes.c_int64, [pointer, pointer]),
        ("listed", number, [pointer, pointer, pointer]),
        ("sided", None, [pointer, pointer]),
        ("whole", ctypes.c_int, [pointer, pointer, number, number, ctypes.c_int]),
        (
            "scan",
            ctypes.c_int,
            [pointer, pointer, pointer, number, pointer, ctypes.c_int64, ctypes.c_int, pointer, ctypes.c_int, pointer],
        ),
    ):
        function = getattr(loaded, name)
        function.restype, function.argtypes = returned, given
    return loaded
