"""A program loaded in this process: C where there is a compiler, else Python, with the table it works on."""

from __future__ import annotations

import ctypes
from abc import ABC, abstractmethod
from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain
from mmap import mmap
from typing import Any, NamedTuple

from bouton.compiled.job import (
    BEYOND,
    EVERYWHERE,
    FILL,
    KERNEL,
    LOCAL,
    LOOK,
    NOTE,
    PIECES,
    SIDES,
    SILENT,
    SWAP,
    TALLY,
    VALUES,
    Job,
)
from bouton.compiled.labels import NOTHING, YES
from bouton.compiled.sorting import Sorted, in_order, rows_of
from bouton.compiled.space import Lists, Space, arrays, held, number_of, numbers_of
from bouton.core.errors import Disagreement, Misfit
from bouton.ground.counted import Tally
from bouton.process.compiler import NoCompiler, library
from bouton.schedule.ranges import RankSpan

_CELLS: Mapping[int, Any] = {1: ctypes.c_uint8, 2: ctypes.c_uint16, 4: ctypes.c_uint32}
"""Entries of so many bytes."""
_ROWS = 1 << 14
"""Positions that are listed at once."""


class Tallied(NamedTuple):
    """What part of all is counted, how many positions were looked at, and counts and sums by the numbers at the end."""

    part: float
    looked_at: int = 0
    numbers: Mapping[int, tuple[int, int]] | None = None


class Machine(ABC):
    """The functions of a program; heaps are by their kinds, in the game's order, counters in declared order."""

    name: str
    other: Machine | None = None
    """What has solved the other game, where positions are compared with their images there."""
    sorted: Sorted | None = None
    """The positions in the measure's order, where they must be sorted."""
    _cells: Any
    """The entries of the table, by place."""

    def measure(self, heaps: Lists, counters: Sequence[int]) -> tuple[int, ...] | None:
        """That of a position, where positions are sorted by it."""
        return None if self.sorted is None else self.sorted.measure(self._place(heaps, counters))

    @abstractmethod
    def walk(self, mode: int, start: int, stop: int) -> tuple[int, int, int, int]:
        """Where it stopped, how many were judged, whether there was a move, and the failure (-1: none, -2: misfit)."""

    @abstractmethod
    def position(self, rank: int) -> tuple[Lists, tuple[int, ...]]:
        """The heaps and counters of the position with that number."""

    @abstractmethod
    def _asked(self, name: str, heaps: Lists, counters: Sequence[int], *, table: bool = False) -> int:
        """What the function of that name gives at a position, of the table where it needs that."""

    def reach(self, heaps: Lists, counters: Sequence[int]) -> int:
        """Whether a move leads to a marked position."""
        return self._asked("reach", heaps, counters, table=True)

    def named(self, heaps: Lists, counters: Sequence[int]) -> int:
        """Whether something is wrong with the moves that a strategy names (see `bouton.compiled.moves`)."""
        return self._asked("named", heaps, counters, table=True)

    def label(self, heaps: Lists, counters: Sequence[int]) -> int:
        """What the claim says of a position."""
        return self._asked("label", heaps, counters)

    def ended(self, heaps: Lists, counters: Sequence[int]) -> int:
        """What a terminal is worth (see `bouton.compiled.labels`)."""
        return self._asked("ended", heaps, counters)

    def side(self, heaps: Lists, counters: Sequence[int]) -> int:
        """The side to move."""
        return self._asked("side", heaps, counters)

    def _place(self, heaps: Lists, counters: Sequence[int]) -> int:
        return self._asked("place", heaps, counters)

    @abstractmethod
    def listed(self, mode: int, start: int, stop: int) -> tuple[int, int, array[int]]:
        """Where the list ends, how many positions were looked at, and those that the mode lists, in their order.

        See `bouton.compiled.found` for the numbers of each.
        """

    @abstractmethod
    def marked(self, heaps: Lists, counters: Sequence[int], table: int = 0) -> bool:
        """Whether a position is marked in the first or the second table."""

    def mark(self, heaps: Lists, counters: Sequence[int], value: int) -> None:
        """Mark it, or not."""
        self.marker(heaps, counters)(value)

    def marker(self, heaps: Lists, counters: Sequence[int]) -> Callable[[int], None]:
        """What marks it, or not, again and again: where it is in the table is asked once."""
        return partial(self._cells.__setitem__, self._place(heaps, counters))

    def entry(self, heaps: Lists, counters: Sequence[int]) -> int:
        """What the table of values has for a position (see `bouton.compiled.job`)."""
        return int(self._cells[self._place(heaps, counters)])

    @abstractmethod
    def fill(self, value: int) -> None:
        """Mark all positions, or none."""

    @abstractmethod
    def value(self, heaps: Lists, counters: Sequence[int]) -> tuple[int, bool, int]:
        """By its moves: what `reach` gives, whether an option's entry has the bit, and the position's entry."""

    def mark_all(self, threads: int = 1) -> bool:  # noqa: ARG002 (that of C)
        """Mark all that the claim calls a P-position at once; False where that would not be quick."""
        return False

    def piece(self, number: int) -> tuple[int, bool, int] | None:  # noqa: ARG002 (that of C)
        """How many positions a piece of the table has, whether one has a move, how many were judged; None at a fail."""
        return None

    def solved(self, piece: int, *, again: bool) -> int | None:  # noqa: ARG002 (that of C)
        """How many positions of a piece of the table were solved, in the order of places; None where that is wrong."""
        return None

    def tallies(self, mode: int, size: int, wanted: Tally) -> Iterator[Tallied] | None:  # noqa: ARG002 (that of C)
        """How many positions the mode lists, after each part of all; None where that would not be quick."""
        return None


@dataclass(frozen=True)
class _Bits:
    """Marks of which eight are a byte."""

    table: bytearray | mmap

    def __getitem__(self, place: int) -> int:
        return self.table[place >> 3] >> (place & 7) & 1

    def __setitem__(self, place: int, mark: int) -> None:
        one = 1 << (place & 7)
        self.table[place >> 3] = self.table[place >> 3] | one if mark else self.table[place >> 3] & ~one


class InC(Machine):
    """The program in C."""

    name = "compiled C"

    def __init__(self, job: Job, shared: mmap | None = None) -> None:
        self._program = library(job.c)
        self._free = job.free
        self._table = bytearray(job.table + BEYOND) if shared is None else shared
        self._tab = (ctypes.c_uint8 * (job.table + BEYOND)).from_buffer(self._table)
        kind = _CELLS[1 if job.entries is None else job.entries.bytes]
        self._bits = job.bits
        self._cells = (kind * (job.table // ctypes.sizeof(kind))).from_buffer(self._table)
        if job.bits:
            self._cells = _Bits(self._table)
        self._states = None if shared is None else (ctypes.c_uint8 * PIECES).from_buffer(shared, job.table + BEYOND)
        self._mosts, self._most, self._counters = job.mosts, sum(job.mosts), job.counters
        self._out = ctypes.c_int64 * (4 + self._most + job.counters)
        self.sorted: Sorted | None = None
        if job.sorted is not None:
            self.sorted = self._in_order(job.sorted)
        self._list: Any = None
        tests = ("value",) if job.mode == VALUES else ("reach", "ended", "side", "named")
        for name in ("walk", *(f"test_{one}" for one in ("label", "place", *tests))):
            getattr(self._program, name).restype = ctypes.c_int64
        if job.by_place in ("marked", "solved"):
            self._check = self._program.check_piece
            self._check.argtypes = [ctypes.c_void_p, ctypes.c_int64, ctypes.c_void_p]
            self._check.restype = ctypes.c_int64
        self._solve, self._tally = (getattr(self._program, f"{one}_piece", None) for one in ("solve", "tally"))
        if self._solve is not None:
            self._solve.argtypes = [ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64, ctypes.c_void_p]
            self._solve.restype = ctypes.c_int64
        if self._tally is not None:
            self._tally.argtypes = [ctypes.c_int64, ctypes.c_void_p, ctypes.c_int64, ctypes.c_void_p]
        self._walk = self._program.walk
        self._walk.argtypes = [ctypes.c_int64, ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64, ctypes.c_void_p]

    def _in_order(self, space: Space) -> Sorted:
        """The positions by their measure; Misfit where the rules give one none, or several."""
        out, size = self._out(), space.size
        rows = rows_of(space)
        list_all = self._program.every
        list_all.argtypes = [ctypes.c_int64, ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64, ctypes.c_void_p]
        list_all.restype = ctypes.c_int64
        if list_all(NOTE, rows.ctypes.data, 0, size, ctypes.addressof(out)) != size:
            raise Misfit
        return in_order(space, rows)

    def _given(self) -> None:
        """Give the program the positions in order, or the other game, as another machine may have given it others."""
        if self.sorted is not None:
            rows, ranks = (ctypes.c_void_p(one.ctypes.data) for one in (self.sorted.rows, self.sorted.ranks))
            self._program.sorted(rows, ranks)
        if isinstance(self.other, InC):
            self._program.beside(ctypes.c_void_p(self.other._marks))

    def walk(self, mode: int, start: int, stop: int) -> tuple[int, int, int, int]:
        """Where it stopped, how many were judged, whether there was a move, and the failure (-1: none, -2: misfit)."""
        end, out = self._go(mode, start, stop)
        judged, moves, first = out[:3]
        return end, judged, moves, first

    def _go(self, mode: int, start: int, stop: int) -> tuple[int, Any]:
        out = self._out()  # a worker of a cluster may have several threads
        self._given()
        return self._walk(mode, self._marks, start, stop, ctypes.addressof(out)), out

    @property
    def _marks(self) -> int | None:
        """Where the table is; nowhere if the claim is asked."""
        return None if self._free else ctypes.addressof(self._tab)

    def position(self, rank: int) -> tuple[Lists, tuple[int, ...]]:
        """The heaps and counters of the position with that number."""
        _, out = self._go(LOOK, rank, rank + 1)
        return held(self._mosts, out[3], out[4 : 4 + self._most]), tuple(out[4 + self._most :])

    def listed(self, mode: int, start: int, stop: int) -> tuple[int, int, array[int]]:
        """Where the list ends, how many positions were looked at, and those that the mode lists, in their order."""
        width = 2 + self._most + self._counters
        if self._list is None:
            self._list = (ctypes.c_int64 * (4 + width * _ROWS))()
        out = self._list
        out[3] = _ROWS
        self._given()
        end = self._walk(mode, self._marks, start, stop, ctypes.addressof(out))
        rows = array("q")
        rows.frombytes(memoryview(out).cast("B")[4 * rows.itemsize : (4 + width * out[0]) * rows.itemsize])
        return end + (out[2] >= 0), out[1], rows

    def _asked(self, name: str, heaps: Lists, counters: Sequence[int], *, table: bool = False) -> int:
        given = (self._tab,) if table else ()
        self._given()
        return int(getattr(self._program, f"test_{name}")(*given, *arrays(self._mosts, heaps, counters)))

    def marked(self, heaps: Lists, counters: Sequence[int], table: int = 0) -> bool:
        """Whether a position is marked in the first or the second table."""
        return bool(self._cells[self._place(heaps, counters)] >> table & 1)

    def value(self, heaps: Lists, counters: Sequence[int]) -> tuple[int, bool, int]:
        """By its moves: what `reach` gives, whether an option's entry has the bit, and the position's entry."""
        out = (ctypes.c_int64 * 2)()
        self._given()
        found = int(self._program.test_value(self._tab, *arrays(self._mosts, heaps, counters), out))
        return found, bool(out[1]), out[0]

    def fill(self, value: int) -> None:
        """Mark all positions, or none."""
        # all bytes of an entry are alike, or it is a mark
        ctypes.memset(self._tab, 255 * value if self._bits else value & 255, len(self._table))

    def mark_all(self, threads: int = 1) -> bool:
        """Mark all that the claim calls a P-position at once; False where that would not be quick."""
        states = self._states or (ctypes.c_uint8 * PIECES)()
        with ThreadPoolExecutor(threads) as pool:  # the program frees the lock of the interpreter
            list(pool.map(lambda _: self._program.share(self._tab, states), range(threads)))
        return True

    def piece(self, number: int) -> tuple[int, bool, int] | None:
        """How many positions a piece of the table has, whether one has a move, how many were judged; None at a fail."""
        out = (ctypes.c_int64 * 3)()
        self._given()
        right = self._check(self._marks, number, ctypes.addressof(out))
        return (out[0], bool(out[1]), out[2]) if right else None

    def solved(self, piece: int, *, again: bool) -> int | None:
        """How many positions of a piece of the table were solved, in the order of places; None where that is wrong."""
        out = (ctypes.c_int64 * 3)()
        right = self._solve is not None and self._solve(self._marks, piece, again, ctypes.addressof(out))
        return out[0] if right else None

    def tallies(self, mode: int, size: int, wanted: Tally) -> Iterator[Tallied]:
        """How many positions the mode lists, after each part of all."""
        least, many = wanted.values.start, len(wanted.values)
        out = (ctypes.c_int64 * (6 + 2 * many))(0, 0, -1, wanted.by, wanted.added, least)
        looked_at, self_given = 0, self._given
        for piece in range(PIECES):
            out[1] = 0
            self_given()
            if self._tally is not None:
                self._tally(mode | TALLY, self._marks, piece, ctypes.addressof(out))
            else:
                start, stop = (size * at // PIECES for at in (piece, piece + 1))
                if self._walk(mode | TALLY, self._marks, start, stop, ctypes.addressof(out)) != stop:
                    raise Disagreement(f"the program counted no further than {stop}")
            looked_at += out[1]
            yield Tallied((piece + 1) / PIECES)
        numbers = {least + at: (out[6 + 2 * at], out[7 + 2 * at]) for at in range(many) if out[6 + 2 * at]}
        yield Tallied(1.0, looked_at, numbers)


class InCFree(InC):
    """A program in C that asks the claim what an option is; of marks it has those of tests alone."""

    def __init__(self, job: Job) -> None:
        super().__init__(job)
        self._others = dict[tuple[int, ...], None]()
        """The positions that are marked otherwise than `_rest`."""
        self._rest = 0

    def fill(self, value: int) -> None:
        """Mark all positions, or none."""
        self._others, self._rest = {}, value

    def marker(self, heaps: Lists, counters: Sequence[int]) -> Callable[[int], None]:
        """What marks a position, or not, again and again."""
        padded = [(*[0] * (most - len(own)), *sorted(own)) for own, most in zip(heaps, self._mosts, strict=True)]
        return partial(self._mark, (*chain.from_iterable(padded), *counters))

    def _mark(self, option: tuple[int, ...], value: int) -> None:
        self._others.pop(option, None)
        if value != self._rest:
            self._others[option] = None

    def marked(self, heaps: Lists, counters: Sequence[int], table: int = 0) -> bool:  # noqa: ARG002 (there is one)
        """Whether the claim has it for a P-position."""
        said = self.label(heaps, counters)
        return said == YES or (
            said == NOTHING and self.reach(heaps, counters) == 0 and self.ended(heaps, counters) == 1
        )

    def mark_all(self, threads: int = 1) -> bool:  # noqa: ARG002 (there is nothing to do)
        """That is done by the claim."""
        return True

    def _asked(self, name: str, heaps: Lists, counters: Sequence[int], *, table: bool = False) -> int:
        numbers = [self._rest, len(self._others), *(one for option in self._others for one in option)]
        given = ((ctypes.c_int64 * len(numbers))(*numbers),) if table else ()
        return int(getattr(self._program, f"test_{name}")(*given, *arrays(self._mosts, heaps, counters)))


class InPython(Machine):
    """The program in Python."""

    name = "compiled Python"

    def __init__(self, job: Job) -> None:
        self._program: dict[str, Any] = {}
        exec(compile(job.python, "<compiled rules>", "exec"), self._program)  # Bouton's own text
        self._places: int = self._program["PLACES"]
        self._mosts = job.mosts
        self._tables: list[bytearray | array[int]] = [bytearray(self._places)]
        if job.entries is not None:
            kind = "BHI"[job.entries.bytes // 2]
            self._tables = [array(kind, [0]) * self._places]
        elif job.mode in (SWAP, SIDES):
            self._tables.append(bytearray(self._places))
        self._cells = self._tables[0]
        if job.sorted is not None:
            space = replace(job.sorted, cube=bool(self._program["CUBE"]))
            self.sorted = self._in_order(space)
            most = space.most
            self._program["RANKS"] = self.sorted.ranks.tolist()
            self._program["ROWS"] = [
                (c, tuple(chain.from_iterable(held(job.mosts, c, row[:most]))), tuple(row[most:]))
                for c, *row in self.sorted.rows.tolist()
            ]

    def _in_order(self, space: Space) -> Sorted:
        """The positions by their measure; Misfit where the rules give one none, or several."""
        out: list[Any] = [0, 0, -1]
        if self._program["every"](NOTE, self._tables[0], 0, space.size, out) != space.size:
            raise Misfit
        rows = [numbers_of(self._mosts, self._held(c, heaps), k) for c, heaps, k in out[3:]]
        return in_order(space, rows_of(space, rows))

    def walk(self, mode: int, start: int, stop: int) -> tuple[int, int, int, int]:
        """Where it stopped, how many were judged, whether there was a move, and the failure (-1: none, -2: misfit)."""
        out = [0, 0, -1]
        table = self._tables if mode & ~SILENT in (SWAP, SIDES) else self._tables[0]
        self._given()
        end = self._program["walk"](mode, table, start, stop, out)
        return end, out[0], out[1], out[2]

    def _given(self) -> None:
        if isinstance(self.other, InPython):
            self._program["OTHER"] = self.other._cells

    def position(self, rank: int) -> tuple[Lists, tuple[int, ...]]:
        """The heaps and counters of the position with that number."""
        out: list[Any] = [0, 0, -1]
        self._program["walk"](LOOK, self._tables[0], rank, rank + 1, out)
        return self._held(*out[3:5]), out[5]

    def _held(self, shape: int, heaps: tuple[int, ...]) -> Lists:
        return held(self._mosts, shape, heaps, room=False)

    def listed(self, mode: int, start: int, stop: int) -> tuple[int, int, array[int]]:
        """Where the list ends, how many positions were looked at, and those that the mode lists, in their order."""
        out: list[Any] = [0, 0, -1]
        table = self._tables if len(self._tables) > 1 else self._tables[0]
        end = self._program["walk"](mode, table, start, min(stop, start + _ROWS), out)
        found = array("q")
        for code, shape, heaps, counters in out[3:]:
            found.extend((code, *numbers_of(self._mosts, self._held(shape, heaps), counters)))
        return end, out[1], found

    def _asked(self, name: str, heaps: Lists, counters: Sequence[int], *, table: bool = False) -> int:
        given = (self._cells,) if table else ()
        self._given()
        shape = number_of(heaps, self._mosts)
        return int(self._program[name.upper()][shape](*given, *chain.from_iterable(heaps), *counters))

    def marked(self, heaps: Lists, counters: Sequence[int], table: int = 0) -> bool:
        """Whether a position is marked in the first or the second table."""
        return bool(self._tables[table][self._place(heaps, counters)])

    def fill(self, value: int) -> None:
        """Mark all positions, or none."""
        for table in self._tables:
            if isinstance(table, bytearray):
                table[:] = bytes([value]) * len(table)
            else:
                table[:] = array(table.typecode, [value]) * len(table)

    def value(self, heaps: Lists, counters: Sequence[int]) -> tuple[int, bool, int]:
        """By its moves: what `reach` gives, whether an option's entry has the bit, and the position's entry."""
        found, bit, entry = self._program["value"](
            self._tables[0], tuple(chain.from_iterable(heaps)), number_of(heaps, self._mosts), counters
        )
        return int(found), bool(bit), int(entry)


@dataclass
class Engine:
    """A job's program with the marks it has made; `note` says why it is not in C."""

    job: Job
    machine: Machine
    note: str | None = None
    _filled: int = 0
    _mode: int = field(default=FILL)

    @property
    def free(self) -> bool:
        """Whether the program keeps no marks, so that all it can do is what its job's own mode does."""
        return isinstance(self.machine, InCFree)

    def run(self, start: int, stop: int, mode: int | None = None) -> RankSpan:
        """Judge the numbers from `start` up to `stop`, in another mode than the job's own where one is given."""
        mode = self.job.mode if mode is None or self.free else mode
        self._marking(FILL if mode == LOCAL else mode | SILENT)
        if mode == LOCAL and not self.free:
            self._fill(stop)
        elif mode in (KERNEL, SWAP, SIDES, VALUES):
            self._fill(start)
        end, judged, moves, first = self.machine.walk(mode, start, stop)
        if first == -2:
            raise Misfit
        if first == -1 and end != stop:
            raise Disagreement(f"the program stopped at {end}, where {stop} was asked for")
        if mode in (KERNEL, SWAP, SIDES, VALUES):
            self._filled = max(self._filled, end)
        return RankSpan(start, stop, judged, bool(moves), None if first < 0 else first)

    def at_once(self, threads: int, tell: Callable[[float], bool]) -> tuple[int, bool] | None:
        """Judge all positions in the order of their places: how many there are, and whether one has a move.

        None where one fails, which is not told, where that is not possible, or where `tell`, which is told what part is
        done, does not want to go on.
        """
        size, solves = self.job.size, self.job.by_place == "solved"
        if solves:
            solved = (self.machine.solved(number, again=False) is not None for number in range(PIECES))
            if not all(right and tell(number / (2 * PIECES)) for number, right in enumerate(solved, 1)):
                return None
        elif self.job.mode != LOCAL or not self.machine.mark_all(threads):
            return None
        seen, judged, moves = 0, 0, False
        with ThreadPoolExecutor(threads) as pool:
            for number, found in enumerate(pool.map(self.machine.piece, range(PIECES)), 1):
                part = number / PIECES
                if found is None or not tell((1 + part) / 2 if solves else part):
                    pool.shutdown(wait=True, cancel_futures=True)
                    return None
                seen, moves, judged = seen + found[0], moves or found[1], judged + found[2]
        if seen != size:
            raise Disagreement(f"{seen} positions were judged, where there are {size}")
        return judged, moves

    def solve(self, stop: int) -> None:
        """Mark the P-positions, or enter the values, below a number by the moves alone, as far as there is a table."""
        if stop >= self.job.size:
            for _ in self.solving():
                pass
        elif self.job.mode != EVERYWHERE and not self.free:
            self._marking(self._own)
            self._fill(stop)

    def solving(self) -> Iterator[float]:
        """Do so for all positions: what part is done, after each.

        It is tried in the order of places first: if what is found is what the moves lead to everywhere, it is right.
        """
        size = self.job.size
        if self.job.mode == EVERYWHERE or self.free:
            return
        self._marking(self._own)
        if self._filled < size and self.job.by_place == "found":
            done = 0
            for step in range(2 * PIECES):
                self._filled = 0  # what there was is written over
                found = self.machine.solved(step % PIECES, again=step >= PIECES)
                if found is None:
                    break
                done += found
                yield (step + 1) / (2 * PIECES)
            else:
                if done != 2 * size:
                    raise Disagreement(f"{done} positions were solved and compared, where there are {2 * size}")
                self._filled = size
        self._fill(size)

    @property
    def _own(self) -> int:
        return SILENT | (self.job.mode if self.job.mode in (SWAP, SIDES, VALUES) else KERNEL)

    def _marking(self, mode: int) -> None:
        if mode != self._mode:
            self._mode, self._filled = mode, 0

    def _fill(self, stop: int) -> None:
        if stop > self._filled:
            if self._mode == FILL and self.machine.mark_all():
                self._filled = self.job.size
                return
            _, _, _, wrong = self.machine.walk(self._mode, self._filled, stop)
            if wrong == -2:
                raise Misfit
            self._filled = max(self._filled, stop)


def load(job: Job, language: str | None = None, shared: mmap | None = None) -> Engine:
    """The job's program in the language named, or in C where that is possible; NoCompiler where C is not.

    In C it makes its marks in the memory that is `shared` with other processes, where there is any.
    """
    if language == "Python":
        return Engine(job, InPython(job))
    try:
        return Engine(job, InCFree(job) if job.free else InC(job, shared))
    except NoCompiler as error:
        if language == "C":
            raise
        return Engine(job, InPython(job), f"judged by a program in Python: {error}")
