"""Many cases, in child processes that can be killed; the files of each difference are saved, made shorter."""

from __future__ import annotations

import os
import signal
import tempfile
import time
from collections.abc import Callable, Sequence
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from pathlib import Path
from random import Random
from typing import Any

from benchmarks.fuzz import playing, theorems, theories
from benchmarks.fuzz.case import CLAIMED, Case
from benchmarks.fuzz.compare import compare
from benchmarks.fuzz.done import Done, Found
from benchmarks.fuzz.shorter import shrunk
from benchmarks.fuzz.tally import Tally
from tests.oracle.game import Illegal

MAKERS: dict[str, Callable[[Random], Case]] = {
    "outcomes": playing.outcomes,
    "predicates": playing.predicates,
    "alliances": playing.alliances,
    "fitted": theorems.fitted,
    "statements": theorems.statements,
    "levels": theorems.levels,
    "every_set": theorems.every_set,
    "theories": theories.theories,
}
_TURNS = (
    *("outcomes", "predicates", "alliances", "statements", "levels", "every_set", "theories", "levels"),
    *("outcomes", "predicates", "alliances", "statements", "levels", "every_set", "theories", "fitted"),
    *("outcomes", "predicates", "alliances", "statements", "levels", "every_set", "theories", "levels"),
    *("outcomes", "predicates", "alliances", "statements", "levels", "every_set", "theories", "alliances"),
    "statements",
)
"""Which kinds come how often: so that what each alone has is met about as often."""
_BATCH = 90
"""Cases of one child: the solvers' memory is given back with it."""
_PATIENCE, _PROCESSOR = 60.0, 8.0
"""Seconds for one case, by the clock and of the processor; a child that takes longer is killed."""


def made(seed: int, number: int, kinds: Sequence[str] | None = None) -> tuple[str, Case]:
    """The case of that number, the same in every run: its kind and its files."""
    turns = kinds or _TURNS
    kind = turns[number % len(turns)]
    return kind, MAKERS[kind](Random(f"{kind} {seed} {number}"))


def one(
    seed: int, number: int, kinds: Sequence[str] | None, done: Done, save: Path | None, *, whole: bool = True
) -> None:
    """Make one case and compare it, or its predicates and moves alone; a difference is made shorter and saved."""
    started = _spent()
    try:
        kind, case = made(seed, number, kinds)
    except Illegal:
        done.add("no game", (), Tally(), _spent() - started)
        return
    name, tally = f"{kind}-{seed}-{number}", Tally()
    with tempfile.TemporaryDirectory() as folder:
        differences = compare(case.write(Path(folder)), tally, number, whole=whole)
    done.add(kind, met(case, tally), tally, _spent() - started)
    for words in differences:
        done.found.append(Found(name, words))
    if differences and save is not None:
        signal.setitimer(signal.ITIMER_PROF, 0.0)
        case.write(save / name)
        (save / f"{name}.txt").write_text("\n\n".join(differences) + "\n")
        shrunk(case, number, differences[0]).write(save / f"{name}-short")


def met(case: Case, tally: Tally) -> set[str]:
    """The constructs that had a part in what was compared.

    Those of the rules, where their predicates were; those of the claims, where the verdict was or the proof had an end.
    """
    written = case.used.keys() - CLAIMED if tally.compared["predicates, clingo and plain"] else set()
    return written | tally.met


def _spent() -> float:
    """Seconds of processor time, of this process and of compilers."""
    return sum(os.times()[:4])


# --------------------------------------------------------------------------------------------------------- many cases


def _child(pipe: Connection, seed: int, numbers: Sequence[int], kinds: Sequence[str] | None, save: Path | None) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for number in numbers:
        signal.setitimer(signal.ITIMER_PROF, _PROCESSOR)  # its signal ends the process, whatever it is in
        done = Done()
        one(seed, number, kinds, done, save)
        pipe.send((number, done))
    pipe.send(None)


def fuzz(
    whole: Done,
    seconds: float,
    cases: int,
    jobs: int,
    kinds: Sequence[str] | None,
    save: Path | None,
    tell: Callable[[Done], None],
) -> None:
    """Cases one after the other, from the one that follows, until the time is over or their numbers reach `cases`.

    `tell` is called with each case.
    """
    import z3  # type: ignore[import-untyped]  # noqa: F401, PLC0415 (here, so that no child has to)

    seed, following = whole.seed, whole.following
    end = time.monotonic() + seconds
    context = get_context("fork")
    running: dict[Any, tuple[Any, list[int], float]] = {}
    while running or (following < cases and time.monotonic() < end):
        while len(running) < jobs and following < cases and time.monotonic() < end:
            numbers = list(range(following, min(following + _BATCH, cases)))
            following = numbers[-1] + 1
            running |= _started(context, seed, numbers, kinds, save)
        for pipe in wait(list(running), timeout=1.0):
            process, left, _ = running[pipe]
            try:
                news: Any = pipe.recv()  # type: ignore[union-attr, call-arg]
            except EOFError:
                process.join()
                late = process.exitcode == -signal.SIGPROF
                whole.ends[f"killed after {_PROCESSOR:g} s of the processor" if late else "a child died"] += 1
                running |= _started(context, seed, left[1:], kinds, save) if left[1:] else {}
                del running[pipe]
                continue
            if news is None:
                process.join()
                del running[pipe]
                continue
            number, done = news
            left.remove(number)
            running[pipe] = process, left, time.monotonic()
            whole.join(done)
            whole.following = max(whole.following, number + 1)
            tell(done)
        for pipe, (process, left, since) in list(running.items()):
            late = time.monotonic() - since > _PATIENCE
            if late or time.monotonic() > end:
                process.kill()
                process.join()
                del running[pipe]
                if late:
                    whole.ends[f"killed after {_PATIENCE:g} s"] += 1
                    running |= _started(context, seed, left[1:], kinds, save) if left[1:] else {}


def _started(
    context: Any, seed: int, numbers: list[int], kinds: Sequence[str] | None, save: Path | None
) -> dict[Any, tuple[Any, list[int], float]]:
    here, there = context.Pipe(duplex=False)
    process = context.Process(target=_child, args=(there, seed, numbers, kinds, save), daemon=True)
    process.start()
    there.close()
    return {here: (process, list(numbers), time.monotonic())}
