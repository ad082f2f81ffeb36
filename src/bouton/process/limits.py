"""Work in child processes that can be killed: the only cure for a grounder that runs away.

clingo's grounding cannot be interrupted from inside and z3's time limits are soft, so each task
runs in a process of its own with a limit of address space and a wall clock kept from outside.
Small tasks share one, as starting it would take longer than they do: one that is not small after all,
or does not end well, is run again alone, with limits of its own, and so are those after it.
"""

from __future__ import annotations

import ctypes
import gc
import multiprocessing
import os
import resource
import signal
import sys
import time
import traceback
from collections.abc import Callable, Collection, Generator, Hashable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from math import inf
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, NamedTuple, TypeAlias

from bouton.core.errors import Disagreement, InputError, LimitReached
from bouton.core.interrupts import uninterrupted
from bouton.process import descendants

_PR_SET_PDEATHSIG = 1
_TOGETHER = 24
"""The most tasks that share one process."""
_AT_LEAST = 3
"""The fewest that several processes are given, while there are so many."""
_PATIENCE = 2.0
"""Seconds of processor time that a task may take of a process it shares."""
_TENTH, _SECOND = 0.1, 1.0
"""The share of a limit of time, or the seconds where these are more, that is left when work has taken all of it."""
_USED_UP = "its processor time was used up"

Emit: TypeAlias = Callable[[Any], None]


class Deadline(NamedTuple):
    """A time of the monotonic clock, which all processes have in common, and the seconds that were granted until then.

    Of several the least is the next.
    """

    at: float
    seconds: float

    def reached(self) -> LimitReached | None:
        """What ends the work, once it is time."""
        late = time.monotonic() >= self.at
        return LimitReached(f"time limit of {self.seconds:g} s reached") if late else None


@dataclass(frozen=True)
class Limits:
    """What one child may use: wall seconds, and bytes of memory beyond what it starts with.

    Several children that do one work have the seconds in common: none goes on beyond `until`.
    Of `processor` time each child has so many seconds of its own, however busy the machine is; and what this process
    has `worked` comes to so much `work` at most: no child is begun beyond it, and each has what is left by then.
    """

    seconds: float = 600.0
    memory: int = 2 << 30
    until: Deadline | None = None
    processor: float = inf
    work: float = inf

    def working(self, seconds: float) -> Limits:
        """These limits for work that begins now and whose children have so many seconds of processor time in common."""
        return replace(self, processor=min(self.processor, seconds), work=min(self.work, worked() + seconds))

    def begun(self, spent: float = 0.0) -> Limits:
        """These limits for work that begins now and whose children have the seconds in common, less those spent.

        Where nearly all or more were spent, there is `more` for all that is still to be done.
        """
        left = max(self.seconds - spent, min(self.more, self.seconds + self.more - spent))
        end = Deadline(time.monotonic() + left, self.seconds)
        return replace(self, until=end if self.until is None else min(end, self.until))

    @property
    def budget(self) -> float:
        """Seconds of processor time that a child may work, at most: of wall time no fewer pass meanwhile."""
        return min(self.seconds, self.processor)

    @property
    def more(self) -> float:
        """Seconds for what comes after work that has taken all of them."""
        return max(_TENTH * self.seconds, min(_SECOND, self.seconds))

    @property
    def deadline(self) -> Deadline:
        """When the time of a child that starts now is up."""
        own = Deadline(time.monotonic() + self.seconds, self.seconds)
        return own if self.until is None else min(own, self.until)


@dataclass(frozen=True)
class Task:
    """A function to run in a child as `call(emit, *arguments)`; `emit` sends a value to the parent.

    A `small` one may share its child with other small ones; a `parent` may have children of its own.
    Those that name the same `work` have the seconds of their limits in common, from the start of the first on, and
    those that are left when these are up a tenth more. One that may work for so many seconds at `most`, of processor
    time, is worth no more than that: whatever ends it, it is not run again.
    """

    call: Callable[..., None]
    arguments: tuple[Any, ...]
    limits: Limits
    small: bool = False
    parent: bool = False
    work: Hashable = None
    most: float = inf


@dataclass(frozen=True)
class Event:
    """News of task number `task`: a value it emitted, or its end.

    At the end `value` is None and `error` is None, or the InputError, Disagreement or LimitReached
    that ended it.
    """

    task: int
    value: Any = None
    ended: bool = False
    error: Exception | None = None
    seconds: float = 0.0
    """Since the task began."""


class TaskFaults:
    """What goes wrong in tasks that run side by side, told as if they had run one after the other.

    A fault is raised once no lesser task may still show that it does not matter, or have one of its own.
    """

    def __init__(self, tasks: int) -> None:
        self._open = set(range(tasks))
        self._found: dict[int, Exception] = {}

    def hear(self, event: Event, fault: Exception | None, needed: Callable[[int], bool] = lambda _index: True) -> None:
        """Take note of an event, and of the fault in it; raises the first fault that counts."""
        if fault is not None:
            self._found.setdefault(event.task, fault)
        if event.ended:
            self._open.discard(event.task)
        self.tell(needed, self._open)

    def wanted(self, task: int) -> bool:
        """Whether no lesser task has a fault, where every task is needed."""
        return all(task <= other for other in self._found)

    def tell(self, needed: Callable[[int], bool], still_open: Collection[int] = ()) -> None:
        """Raise the fault of the least task that is needed, unless one before it is needed and still open."""
        for task in sorted(self._found):
            if any(index < task and needed(index) for index in still_open):
                return
            if needed(task):
                raise self._found[task]


@dataclass
class _Child:
    """A process, the tasks it has still to end in their order, and what the first of them emitted if it is shared."""

    process: BaseProcess
    pipe: Connection
    left: list[int]
    limits: Limits
    shared: bool
    started: float
    deadline: Deadline
    """When the wall clock of its present task runs out."""
    held: list[Any] = field(default_factory=list)

    def next(self, event: Event, clocks: _Clocks) -> None:
        """Its present task has ended, and with an error the process too."""
        self.left = [] if event.error is not None else self.left[1:]
        self.held.clear()
        self.started = time.monotonic()
        if self.left:
            self.deadline = clocks.start(self.left[0])


@dataclass(frozen=True)
class _Clocks:
    """The deadlines of tasks, and those that several have in common because one of them has started."""

    tasks: Sequence[Task]
    common: dict[Hashable, Deadline] = field(default_factory=dict)

    def of(self, index: int) -> Deadline:
        """When the time of a task would be up that started now."""
        task = self.tasks[index]
        own = task.limits.deadline
        first = own if task.work is None else self.common.get(task.work, own)
        if first.reached():
            first = first._replace(at=first.at + task.limits.more)
        return min(own, first)

    def start(self, index: int) -> Deadline:
        """The same of one that starts now."""
        due = self.of(index)
        self.common.setdefault(self.tasks[index].work, due)
        return due


def run(tasks: Sequence[Task], jobs: int = 1, needed: Callable[[int], bool] = lambda _index: True) -> Generator[Event]:
    """Run the tasks, at most `jobs` at once, in order of start; yields events as they come.

    A task that is not `needed` when its turn comes is not started, and one that is not needed any more is ended;
    of one that shares a child, nothing is yielded before it ends, and nothing at all where it is not needed any more.
    Closing the generator, or an exception in the caller, kills what still runs.
    """
    waiting = list(range(len(tasks)))[::-1]
    apart: set[int] = set()
    clocks = _Clocks(tasks)
    running: list[_Child] = []
    try:
        while waiting or running:
            while waiting and len(running) < max(1, jobs):
                chosen = []
                for index in _batch(tasks, waiting, apart, max(1, jobs)):
                    if needed(index):
                        late = clocks.of(index).reached() or (
                            LimitReached(_USED_UP) if worked() >= tasks[index].limits.work else None
                        )
                        if late is None:
                            chosen.append(index)
                        else:
                            yield Event(index, ended=True, error=late)
                if chosen:
                    with uninterrupted():
                        running.append(_start(tasks, chosen, clocks.start(chosen[0])))
            if not running:
                return
            soonest = min(child.deadline for child in running)
            ready = wait([child.pipe for child in running], max(0.0, soonest.at - time.monotonic()))
            for child in list(running):
                ended = True
                for event in _news(child, child.pipe in ready):
                    if child.shared and event.error is not None:
                        again = [index for index in child.left if index != event.task or tasks[index].most == inf]
                        waiting += again[::-1]
                        apart.update(again)
                    elif not child.shared or needed(event.task):
                        yield event
                    if event.ended:
                        child.next(event, clocks)
                        ended = not isinstance(event.error, LimitReached)
                if not child.left:
                    running.remove(child)
                    _kill(child, ended=ended)
            for child in [one for one in running if not any(map(needed, one.left))]:  # whoever it was that settled it
                running.remove(child)
                _kill(child)
    finally:
        for child in running:
            _kill(child)


def _news(child: _Child, ready: bool) -> Iterator[Event]:
    """What is to be told of a child now: of one that is shared, only how its present task ended, and that at once."""
    event = _receive(child) if ready else None
    if event is not None and not event.ended and child.shared:
        child.held.append(event.value)
        event = None
    if event is not None:
        if event.error is None:
            yield from (Event(event.task, value, seconds=event.seconds) for value in child.held)
        yield event
    # kept even where a child has more and more to say
    late = child.deadline.reached() if event is None or not event.ended else None
    if late is not None:
        yield Event(child.left[0], ended=True, error=late, seconds=time.monotonic() - child.started)


def _batch(tasks: Sequence[Task], waiting: list[int], apart: Collection[int], jobs: int) -> list[int]:
    """The tasks of the next child, taken from those that wait: the next one, or several small ones."""
    each = -(-len(waiting) // jobs)
    # several processes end at about the same time where the last ones have little to do
    most = min(_TOGETHER, each if jobs == 1 else max(each // 2, min(_AT_LEAST, each)))
    found = [waiting.pop()]
    while waiting and len(found) < most:
        first, other = found[0], waiting[-1]
        small = all(tasks[index].small and index not in apart for index in (first, other))
        if not small or tasks[first].limits != tasks[other].limits:
            break
        found.append(waiting.pop())
    return found


def worked() -> float:
    """Seconds of processor time that this process has taken, and those of its children that have ended."""
    return sum(os.times()[:4])


def _with_left(task: Task) -> Task:
    """The task with the processor time that is left by now of what it has in common with others."""
    if task.limits.work == inf:
        return task
    left = max(_TENTH, task.limits.work - worked())
    return replace(task, limits=replace(task.limits, processor=min(task.limits.processor, left), work=inf))


def alone(call: Callable[..., Any], *arguments: Any, limits: Limits) -> Any:
    """The value of `call(*arguments)`, computed in a child; raises what ended it."""
    for event in run([Task(_returning, (call, arguments), limits)]):
        if event.error is not None:
            raise event.error
        if not event.ended:
            return event.value
    raise Disagreement("a child ended without an answer")


def _returning(emit: Emit, call: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
    emit(call(*arguments))


def _start(tasks: Sequence[Task], chosen: list[int], deadline: Deadline) -> _Child:
    # fork keeps the parsed spec and the imports; elsewhere (macOS, Windows) spawn is the safe one
    context: Any = multiprocessing.get_context("fork" if sys.platform == "linux" else "spawn")
    here, there = context.Pipe(duplex=False)
    daemon = not tasks[chosen[0]].parent
    process = context.Process(target=_main, args=(there, [_with_left(tasks[index]) for index in chosen]), daemon=daemon)
    sys.stdout.flush()
    sys.stderr.flush()
    process.start()
    there.close()
    limits, shared = tasks[chosen[0]].limits, len(chosen) > 1
    return _Child(process, here, list(chosen), limits, shared, time.monotonic(), deadline)


def _receive(child: _Child) -> Event:
    """What a child has to say of its present task."""
    try:
        kind, value = child.pipe.recv()
    except (EOFError, OSError):
        child.process.join(5)
        kind, value = "end", LimitReached(_death(child.process.exitcode, child.limits))
    seconds = time.monotonic() - child.started
    if kind == "value":
        return Event(child.left[0], value, seconds=seconds)
    return Event(child.left[0], ended=True, error=value, seconds=seconds)


def _death(code: int | None, limits: Limits) -> str:
    if code is not None and code < 0:
        name = signal.Signals(-code).name
        if name == "SIGPROF":
            return _USED_UP
        if name in ("SIGKILL", "SIGABRT", "SIGSEGV"):
            return f"the solver was stopped by {name}; the memory limit is {in_words(limits.memory)}"
        return f"the solver crashed ({name})"
    return f"the solver process ended unexpectedly (exit code {code})"


def in_words(memory: int) -> str:
    """An amount of memory as reports have it."""
    return f"{memory / (1 << 30):g} GB" if memory >= 1 << 30 else f"{memory / (1 << 20):g} MB"


def _kill(child: _Child, *, ended: bool = False) -> None:
    """End a child; one that has not `ended` by itself may have started others, such as a compiler."""
    if not ended and child.process.pid is not None:
        descendants.end(child.process.pid)
    child.process.kill()
    child.process.join()
    child.pipe.close()


def _main(pipe: Connection, tasks: Sequence[Task]) -> None:
    """The child: limits first, then the work, each task and how it ended."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides what an interrupt ends
    confine(tasks[0].limits)
    gc.disable()  # no cycles are made, and searching millions of tuples for them costs half the time
    shared = _PATIENCE if len(tasks) > 1 else inf
    for task in tasks:
        patience = min(task.limits.processor, task.most, shared)
        if patience < inf:
            signal.setitimer(signal.ITIMER_PROF, patience)  # its signal ends the process, whatever it is in
        error = _error(task, pipe)
        pipe.send(("end", error))
        if error is not None:  # what it used up, or left behind, the others would meet
            break
    pipe.close()
    os._exit(0)  # clingo's and z3's destructors have nothing more to say


def _error(task: Task, pipe: Connection) -> Exception | None:
    """What ended a task that was run here."""
    try:
        task.call(lambda value: pipe.send(("value", value)), *task.arguments)
    except (InputError, Disagreement, LimitReached) as error:
        return error
    except RecursionError:
        return LimitReached("the recursion limit was reached")
    except Exception as error:
        if isinstance(error, MemoryError) or "bad_alloc" in str(error):
            return LimitReached(f"memory limit of {in_words(task.limits.memory)} reached")
        return Disagreement(traceback.format_exc())
    return None


def confine(limits: Limits) -> None:
    """Keep this process within the limits, from now on, and never beyond the life of its parent."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)  # nobody is left to stop an orphan
        parent = multiprocessing.parent_process()
        if parent is not None and parent.pid != os.getppid():
            os._exit(1)  # it died before that was set
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    cpu = int(limits.seconds) + 10
    _lower(resource.RLIMIT_CPU, cpu)
    _lower(resource.RLIMIT_AS, memory_of_this_process() + limits.memory)


def _lower(which: int, value: int) -> None:
    _, hard = resource.getrlimit(which)
    if hard != resource.RLIM_INFINITY:
        value = min(value, hard)
    resource.setrlimit(which, (value, hard))


def processors() -> int:
    """How many processors this process may use: those that it is bound to, where the system says so."""
    bound = getattr(os, "sched_getaffinity", None)
    return len(bound(0)) if bound else os.cpu_count() or 1


def memory_of_this_process() -> int:
    """Bytes this process has mapped already (0 where the system does not say)."""
    try:
        with open("/proc/self/statm", "rb") as statm:  # no text: every child would import an encoding
            return int(statm.read().split()[0]) * resource.getpagesize()
    except OSError:
        return 0
