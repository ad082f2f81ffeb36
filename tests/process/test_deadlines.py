"""Until when work may go on, by a clock that stands still: to the moment, whatever the machine does."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from bouton.core.errors import LimitReached
from bouton.process import limits
from bouton.process.limits import Deadline, Event, Limits, Task, _Child, _Clocks, _news

LATE = LimitReached("time limit of 50 s reached")


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """A clock that stands at `now` until a test sets it."""
    made = SimpleNamespace(now=1000.0)
    made.monotonic = lambda: made.now
    monkeypatch.setattr(limits, "time", made)
    return made


def test_a_deadline_is_reached_at_its_time(clock: SimpleNamespace) -> None:
    at = Deadline(1000.0, 7.0)
    clock.now = 999.999
    assert at.reached() is None
    for clock.now in (1000.0, 1000.001):
        assert str(at.reached()) == "time limit of 7 s reached"


@pytest.mark.parametrize(("seconds", "more"), [(100.0, 10.0), (20.0, 2.0), (10.0, 1.0), (5.0, 1.0), (0.5, 0.5)])
def test_a_tenth_or_a_second_is_left_for_what_comes_after(seconds: float, more: float) -> None:
    assert Limits(seconds).more == more


@pytest.mark.parametrize(
    ("spent", "left"),
    [(0.0, 100.0), (70.0, 30.0), (89.0, 11.0), (90.0, 10.0), (95.0, 10.0), (100.0, 10.0), (104.0, 6.0), (110.0, 0.0)],
)
@pytest.mark.usefixtures("clock")
def test_what_is_left_of_a_limit(spent: float, left: float) -> None:
    """Where less than a tenth is left, a tenth, but no more than a tenth beyond the limit in all."""
    assert Limits(100.0).begun(spent).until == Deadline(1000.0 + left, 100.0)


def test_the_first_of_several_deadlines_counts(clock: SimpleNamespace) -> None:
    first, second = Deadline(1030.0, 7.0), Deadline(1050.0, 8.0)
    own = Limits(40.0)
    assert own.deadline == Deadline(1040.0, 40.0)
    assert replace(own, until=first).deadline == replace(own, until=first).begun().until == first
    assert replace(own, until=second).deadline == replace(own, until=second).begun().until == Deadline(1040.0, 40.0)
    clock.now = 1045.0
    assert replace(own, until=second).deadline == second
    assert str(replace(own, until=first).deadline.reached()) == "time limit of 7 s reached"


def test_tasks_of_one_work_have_one_deadline(clock: SimpleNamespace) -> None:
    """Until it is up; from then on each has a tenth of its own limit more, counted from that deadline."""
    work = [Task(print, (), Limits(seconds), work="it") for seconds in (100.0, 100.0, 20.0, 200.0)]
    others = [Task(print, (), Limits(50.0)), Task(print, (), Limits(50.0)), replace(work[0], work="other")]
    clocks = _Clocks([*work, *others])
    assert clocks.of(0) == Deadline(1100.0, 100.0)
    clock.now = 1010.0  # to ask is not to start
    assert clocks.start(0) == Deadline(1110.0, 100.0)
    assert clocks.start(4) == Deadline(1060.0, 50.0)
    clock.now = 1060.0
    assert [clocks.of(at).at for at in range(7)] == [1110.0, 1110.0, 1080.0, 1110.0, 1110.0, 1110.0, 1160.0]
    assert clocks.start(2) == Deadline(1080.0, 20.0)  # the limit of the first one stays that of the work
    assert clocks.start(5) == Deadline(1110.0, 50.0)
    clock.now = 1110.0
    assert [clocks.of(at).at for at in range(4)] == [1120.0, 1120.0, 1112.0, 1130.0]
    assert clocks.start(1) == Deadline(1120.0, 100.0)
    clock.now = 1119.0
    assert clocks.start(1) == Deadline(1120.0, 100.0)  # a tenth for all of them
    clock.now = 1120.0
    assert clocks.of(1).reached() is not None
    assert clocks.of(4).reached() is clocks.of(6).reached() is None


def test_a_task_begins_when_the_one_before_it_has_ended(clock: SimpleNamespace) -> None:
    """In a process that they share, and so does the time of its work."""
    nothing: Any = None
    clocks = _Clocks([Task(print, (), Limits(50.0), small=True, work=work) for work in "abb"])
    child = _Child(nothing, nothing, [0, 1, 2], Limits(), True, 1000.0, clocks.start(0))
    clock.now = 1010.0
    child.next(Event(0, ended=True), clocks)
    assert (child.left, child.started, child.deadline) == ([1, 2], 1010.0, Deadline(1060.0, 50.0))
    clock.now = 1020.0
    child.next(Event(1, ended=True), clocks)
    assert (child.left, child.started, child.deadline) == ([2], 1020.0, Deadline(1060.0, 50.0))
    child.next(Event(2, ended=True, error=LimitReached("full")), clocks)
    assert not child.left


@pytest.mark.parametrize(
    ("said", "now", "events"),
    [
        (("value", 5), 1049.0, [Event(0, 5, seconds=49.0)]),
        (("value", 5), 1050.0, [Event(0, 5, seconds=50.0), Event(0, ended=True, error=LATE, seconds=50.0)]),
        (("end", None), 1050.0, [Event(0, ended=True, seconds=50.0)]),
        (None, 1049.0, []),
        (None, 1050.0, [Event(0, ended=True, error=LATE, seconds=50.0)]),
    ],
)
def test_what_has_ended_is_not_late(
    said: tuple[str, int | None] | None,
    now: float,
    events: list[Event],
    clock: SimpleNamespace,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Deadline, "reached", lambda at: LATE if clock.now >= at.at else None)
    pipe: Any = SimpleNamespace(recv=lambda: said)
    child = _Child(pipe, pipe, [0], Limits(), False, 1000.0, Deadline(1050.0, 50.0))
    clock.now = now
    assert list(_news(child, said is not None)) == events
