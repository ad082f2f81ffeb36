"""Tables marked in pieces, by one process or several, are those that the walk over positions marks."""

from __future__ import annotations

import ctypes
import multiprocessing
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import pytest

from bouton.compiled import loaded
from bouton.compiled.engine import Engine, InC
from bouton.compiled.job import FILL, KERNEL, LOCAL, PIECES, Job
from bouton.compiled.loaded import run, sharing
from bouton.core.errors import Disagreement
from bouton.document.load import load
from tests.compiled.engines import judged, prepared

RULES = """
move(take(I)) :- heap(I,_).       after(take(I), heap(I,S-1)) :- move(take(I)), heap(I,S).
sum(0,0).                         sum(I,T+S) :- sum(I-1,T), heap(I,S).
total(T) :- sum(I,T), not heap(I+1,_).
even :- total(T), T \\ 2 = 0.
some :- heap(2,S), S \\ 3 = 1, coin(C), C != 1.
low :- heap(1,S), S = 2.
"""
SPEC = """
game: one by one
rules: rules.lp
position: {{{position}}}
claims: [{{id: all, says: All., kind: p-positions, iff: {iff}}}]
"""
PILE = """
move(take(M)) :- pile(N), M = 1..2, M <= N.
after(take(M), pile(N-M)) :- pile(N), move(take(M)).
even :- pile(N), N \\ 3 = 0.
"""
BOXES = [
    "heap: {count: 0..4, size: 1..6}, coin: 0..2",
    "coin: 1..2, heap: {count: 0..3, size: 1..9, order: descending}",
    "heap: {count: 0..1, size: 1..200}, coin: 1",
    "heap: {count: 0..6, size: 1..3}, coin: 0..1",
    "coin: 0..90, heap: {count: 0..2, size: 1..4}",
]


def the_job(folder: Path, rules: str, position: str, iff: str) -> Job:
    """The job of the one claim."""
    (folder / "rules.lp").write_text(rules)
    (folder / "spec.yaml").write_text(SPEC.format(position=position, iff=iff))
    spec = load(folder / "spec.yaml")
    ((item, claim),) = judged(spec)
    program = prepared(spec, item, claim)
    assert program is not None and program.job.mode == LOCAL
    return program.job


def marks(job: Job, machine: InC) -> bytes:
    """All of its table."""
    return bytes(machine._table)[: job.table]


@pytest.mark.parametrize("iff", ["even", "some", "low"])
@pytest.mark.parametrize("position", BOXES)
@pytest.mark.sample(18)
def test_pieces_make_up_the_table(position: str, iff: str, tmp_path: Path) -> None:
    job = the_job(tmp_path, RULES, position, iff)
    one, other = InC(job), InC(job)
    one.walk(FILL, 0, job.size)
    assert other.mark_all()
    assert marks(job, one) == marks(job, other)
    assert 0 < marks(job, one).count(1) < job.size or iff != "even"


def test_every_piece_is_marked_by_somebody(tmp_path: Path) -> None:
    job = the_job(tmp_path, RULES, BOXES[0], "even")
    whole = InC(job)
    whole.mark_all()
    for alone in range(PIECES):
        machine = InC(job)
        machine._states = (ctypes.c_uint8 * PIECES)(*[2] * PIECES)
        machine._states[alone] = alone % 2  # another process may have died of it
        machine.mark_all()
        assert set(machine._states) == {2}
        ends = [job.table * at // PIECES for at in (alone, alone + 1)]
        assert sum(marks(job, machine)) <= sum(marks(job, whole))
        # what begins in the piece may reach beyond it, and what begins before it may reach into it
        assert all(a <= b for a, b in zip(marks(job, machine), marks(job, whole), strict=True))
        assert not any(marks(job, machine)[: ends[0]])


def test_a_pile_alone(tmp_path: Path) -> None:
    job = the_job(tmp_path, PILE, "pile: 0..1000", "even")
    machine = InC(job)
    machine.mark_all()
    assert list(marks(job, machine)) == [int(size % 3 == 0) for size in range(1001)]


@pytest.mark.skipif(sys.platform != "linux", reason="processes are forked on Linux alone")
def test_processes_mark_one_table(tmp_path: Path) -> None:
    job = the_job(tmp_path, PILE, "pile: 0..30000", "even")
    cuts = range(0, job.size, 1000)
    with sharing(job):
        table = loaded._shared[job.key]
        assert not any(table[:])
        with ProcessPoolExecutor(2, multiprocessing.get_context("fork")) as others:
            spans = list(others.map(run, [job] * len(cuts), cuts, [min(start + 1000, job.size) for start in cuts]))
        assert list(table[: job.table]) == [int(size % 3 == 0) for size in range(30001)]
        assert set(table[-PIECES:]) == {2}
    assert not loaded._shared
    assert [span.first for span in spans] == [None] * len(cuts)
    assert sum(span.judged for span in spans) == job.size


def test_other_jobs_share_nothing(tmp_path: Path) -> None:
    job = the_job(tmp_path, PILE, "pile: 0..300", "even")
    kernel = Job(**{**vars(job), "mode": LOCAL + 1})
    with sharing(kernel):
        assert not loaded._shared


@pytest.mark.parametrize("iff", ["even", "some", "low"])
@pytest.mark.parametrize("threads", [2, 1])
@pytest.mark.sample(6)
def test_in_the_order_of_places_nothing_fails_where_nothing_fails_upward(
    threads: int, iff: str, tmp_path: Path
) -> None:
    for position in BOXES:
        job = the_job(tmp_path, RULES, position, iff)
        span = Engine(job, InC(job)).run(0, job.size, KERNEL)
        found = Engine(job, InC(job)).at_once(threads, lambda _part: True)
        assert found == (None if span.first is not None else (job.size, span.moves)), position
        assert Engine(job, InC(job)).at_once(threads, lambda part: part < 0.5) is None


def test_each_position_alone_is_seen_to_fail(tmp_path: Path) -> None:
    """Wherever one mark of a right table is turned round, some piece fails."""
    job = the_job(tmp_path, RULES, BOXES[0], "even")
    machine = InC(job)
    machine.mark_all()
    assert all(machine.piece(number) is not None for number in range(PIECES))
    for place in range(0, job.table, 7):
        machine._table[place] ^= 1
        assert any(machine.piece(number) is None for number in range(PIECES)), place
        machine._table[place] ^= 1


def test_a_piece_that_is_left_out_is_a_disagreement(tmp_path: Path) -> None:
    job = the_job(tmp_path, RULES, BOXES[0], "even")
    machine = InC(job)
    right = machine.piece
    machine.mark_all()
    filled = [number for number in range(PIECES) if right(number) not in (None, (0, False, 0))]
    machine.piece = lambda number: right(number) if number != filled[3] else (0, False, 0)  # type: ignore[method-assign]
    with pytest.raises(Disagreement, match="positions were judged, where there are"):
        Engine(job, machine).at_once(1, lambda _part: True)
