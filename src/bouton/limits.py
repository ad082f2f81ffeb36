"""Work in child processes that can be killed: the only cure for a grounder that runs away.

clingo's grounding cannot be interrupted from inside and z3's time limits are soft, so each task
runs in a process of its own with a limit of address space and a wall clock kept from outside.
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
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, TypeAlias

from bouton import descendants
from bouton.errors import Disagreement, InputError, LimitReached

_PR_SET_PDEATHSIG = 1

Emit: TypeAlias = Callable[[Any], None]


@dataclass(frozen=True)
class Limits:
    """What one child may use: wall seconds, and bytes of memory beyond what it starts with."""

    seconds: float = 600.0
    memory: int = 2 << 30


@dataclass(frozen=True)
class Task:
    """A function to run in a child as `call(emit, *arguments)`; `emit` sends a value to the parent."""

    call: Callable[..., None]
    arguments: tuple[Any, ...]
    limits: Limits


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


@dataclass
class _Child:
    process: BaseProcess
    pipe: Connection
    started: float
    deadline: float


def run(tasks: Sequence[Task], jobs: int = 1, needed: Callable[[int], bool] = lambda _index: True) -> Generator[Event]:
    """Run the tasks, at most `jobs` at once, in order of start; yields events as they come.

    A task that is not `needed` when its turn comes is not started. Closing the generator, or an
    exception in the caller, kills what still runs.
    """
    waiting = list(enumerate(tasks))[::-1]
    running: dict[int, _Child] = {}
    try:
        while waiting or running:
            while waiting and len(running) < max(1, jobs):
                index, task = waiting.pop()
                if needed(index):
                    with uninterrupted():
                        running[index] = _start(task)
            if not running:
                return
            soonest = min(child.deadline for child in running.values())
            ready = wait([child.pipe for child in running.values()], max(0.0, soonest - time.monotonic()))
            for index, child in list(running.items()):
                ended, late = None, None
                if child.pipe in ready:
                    event = _receive(index, child, tasks[index].limits)
                    yield replace(event, seconds=time.monotonic() - child.started)
                    ended = event.ended
                # kept even where a child has more and more to say
                if not ended and time.monotonic() >= child.deadline:
                    seconds = tasks[index].limits.seconds
                    late = LimitReached(f"time limit of {seconds:g} s reached")
                    yield Event(index, ended=True, error=late, seconds=seconds)
                    ended = True
                if ended:
                    _kill(child, ended=late is None)
                    del running[index]
    finally:
        for child in running.values():
            _kill(child)


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


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Ctrl-C waits, and so does an alarm: between a child's birth and its entry in the list nobody would kill it."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGUSR1, signal.SIGALRM})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _start(task: Task) -> _Child:
    # fork keeps the parsed spec and the imports; elsewhere (macOS, Windows) spawn is the safe one
    context: Any = multiprocessing.get_context("fork" if sys.platform == "linux" else "spawn")
    here, there = context.Pipe(duplex=False)
    process = context.Process(target=_main, args=(there, task), daemon=True)
    sys.stdout.flush()
    sys.stderr.flush()
    process.start()
    there.close()
    now = time.monotonic()
    return _Child(process, here, now, now + task.limits.seconds)


def _receive(index: int, child: _Child, limits: Limits) -> Event:
    try:
        kind, value = child.pipe.recv()
    except (EOFError, OSError):
        child.process.join(5)
        return Event(index, ended=True, error=LimitReached(_death(child.process.exitcode, limits)))
    if kind == "value":
        return Event(index, value)
    return Event(index, ended=True, error=value)


def _death(code: int | None, limits: Limits) -> str:
    if code is not None and code < 0:
        name = signal.Signals(-code).name
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


def _main(pipe: Connection, task: Task) -> None:
    """The child: limits first, then the work, then how it ended."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides what an interrupt ends
    confine(task.limits)
    gc.disable()  # no cycles are made, and searching millions of tuples for them costs half the time
    try:
        task.call(lambda value: pipe.send(("value", value)), *task.arguments)
        end: tuple[str, Exception | None] = ("end", None)
    except (InputError, Disagreement, LimitReached) as error:
        end = ("end", error)
    except RecursionError:
        end = ("end", LimitReached("the recursion limit was reached"))
    except Exception as error:
        if isinstance(error, MemoryError) or "bad_alloc" in str(error):
            end = ("end", LimitReached(f"memory limit of {in_words(task.limits.memory)} reached"))
        else:
            end = ("end", Disagreement(traceback.format_exc()))
    pipe.send(end)
    pipe.close()
    os._exit(0)  # clingo's and z3's destructors have nothing more to say


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


def memory_of_this_process() -> int:
    """Bytes this process has mapped already (0 where the system does not say)."""
    try:
        with open("/proc/self/statm", encoding="ascii") as statm:
            return int(statm.read().split()[0]) * resource.getpagesize()
    except OSError:
        return 0
