"""Many cases, in child processes that can be killed; the files of each difference are saved, made shorter."""

from __future__ import annotations

import re
import signal
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from pathlib import Path
from random import Random
from typing import Any

import yaml

from benchmarks.fuzz import games, theorems
from benchmarks.fuzz.case import CONSTRUCTS, Case, dumped
from benchmarks.fuzz.compare import Tally, compare
from tests.oracle.game import Illegal

MAKERS: dict[str, Callable[[Random], Case]] = {
    "outcomes": games.outcomes,
    "predicates": games.predicates,
    "alliances": games.alliances,
    "fitted": theorems.fitted,
    "statements": theorems.statements,
    "levels": theorems.levels,
    "every_set": theorems.every_set,
}
_TURNS = ("outcomes", "predicates", "fitted", "alliances", "statements", "outcomes", "levels", "every_set")
"""Which kinds come how often."""
_BATCH = 60
"""Cases of one child: the solvers' memory is given back with it."""
_PATIENCE = 90.0
"""Seconds for one case; a child that takes longer is killed."""
_TRIES = 80
"""Comparisons that making a difference shorter may take."""


@dataclass(frozen=True)
class Found:
    """A difference: the case's name, and what differs."""

    name: str
    words: str


@dataclass
class Done:
    """What a run met and found."""

    cases: Counter[str] = field(default_factory=Counter)
    met: Counter[str] = field(default_factory=Counter)
    """In how many cases each construct was met."""
    used: Counter[str] = field(default_factory=Counter)
    """And how often."""
    tally: Tally = field(default_factory=Tally)
    found: list[Found] = field(default_factory=list)
    seconds: float = 0.0
    """Of processor time."""

    def add(self, kind: str, used: Mapping[str, int], tally: Tally, seconds: float) -> None:
        """One more case."""
        self.cases[kind] += 1
        self.met.update(used.keys())
        self.used.update(used)
        self.tally.compared.update(tally.compared)
        self.tally.ends.update(tally.ends)
        self.seconds += seconds


def made(seed: int, number: int, kinds: Sequence[str] | None = None) -> tuple[str, Case]:
    """The case of that number, the same in every run: its kind and its files."""
    turns = kinds or _TURNS
    kind = turns[number % len(turns)]
    return kind, MAKERS[kind](Random(f"{kind} {seed} {number}"))


def one(
    seed: int, number: int, kinds: Sequence[str] | None, done: Done, save: Path | None, *, whole: bool = True
) -> None:
    """Make one case and compare it, or its predicates and moves alone; a difference is made shorter and saved."""
    started = time.process_time()
    try:
        kind, case = made(seed, number, kinds)
    except Illegal:
        done.add("no game", {}, Tally(), time.process_time() - started)
        return
    name, tally = f"{kind}-{seed}-{number}", Tally()
    with tempfile.TemporaryDirectory() as folder:
        differences = compare(case.write(Path(folder)), tally, number, whole=whole)
    done.add(kind, case.used, tally, time.process_time() - started)
    for words in differences:
        done.found.append(Found(name, words))
    if differences and save is not None:
        short = shrunk(case, number, differences[0])
        case.write(save / name)
        short.write(save / f"{name}-short")
        (save / f"{name}.txt").write_text("\n\n".join(differences) + "\n")


def _sort(words: str) -> str:
    """What kind of difference it is, without numbers and names: a shorter case must show the same."""
    return re.sub(r"[^a-z ]+", "", words.partition(":")[2])[:24]


def shrunk(case: Case, number: int, words: str) -> Case:
    """The case with as many claims, and lines of its rules, left out as still show the difference."""
    tries = 0

    def shows(trial: Case) -> bool:
        nonlocal tries
        tries += 1
        with tempfile.TemporaryDirectory() as folder:
            again = compare(trial.write(Path(folder)), Tally(), number)
        return any(_sort(one) == _sort(words) for one in again)

    def fewer(parts: list[Any], built: Callable[[list[Any]], Case]) -> Case:
        size = max(1, len(parts) // 2)
        while size:
            at = 0
            while at < len(parts) and len(parts) > 1 and tries < _TRIES:
                if shows(built(parts[:at] + parts[at + size :])):
                    parts = parts[:at] + parts[at + size :]
                else:
                    at += size
            size //= 2
        return built(parts)

    spec = yaml.safe_load(case.files["case.yaml"])
    case = fewer(spec["claims"], lambda claims: _with(case, "case.yaml", dumped({**spec, "claims": claims})))
    lines = re.split(r"\n|(?<=\.) (?=[a-z])", case.files["case.lp"].strip())
    return fewer(lines, lambda left: _with(case, "case.lp", "\n".join(left) + "\n"))


def _with(case: Case, name: str, text: str) -> Case:
    return Case({**case.files, name: text}, case.used)


# --------------------------------------------------------------------------------------------------------- many cases


def _child(pipe: Connection, seed: int, numbers: Sequence[int], kinds: Sequence[str] | None, save: Path | None) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for number in numbers:
        done = Done()
        one(seed, number, kinds, done, save)
        pipe.send((number, done))
    pipe.send(None)


def fuzz(
    seed: int,
    seconds: float,
    cases: int,
    jobs: int,
    kinds: Sequence[str] | None,
    save: Path | None,
    tell: Callable[[Found], None],
) -> Done:
    """Cases one after the other until the time is over or there are so many."""
    whole, following = Done(), 0
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
                whole.tally.ends["a child died"] += 1
                process.join()
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
            _joined(whole, done, tell)
        for pipe, (process, left, since) in list(running.items()):
            late = time.monotonic() - since > _PATIENCE
            if late or time.monotonic() > end:
                process.kill()
                process.join()
                del running[pipe]
                if late:
                    whole.tally.ends[f"killed, as case {left[0]} took too long"] += 1
                    running |= _started(context, seed, left[1:], kinds, save) if left[1:] else {}
    return whole


def _started(
    context: Any, seed: int, numbers: list[int], kinds: Sequence[str] | None, save: Path | None
) -> dict[Any, tuple[Any, list[int], float]]:
    here, there = context.Pipe(duplex=False)
    process = context.Process(target=_child, args=(there, seed, numbers, kinds, save), daemon=True)
    process.start()
    there.close()
    return {here: (process, list(numbers), time.monotonic())}


def _joined(whole: Done, done: Done, tell: Callable[[Found], None]) -> None:
    whole.cases.update(done.cases)
    whole.met.update(done.met)
    whole.used.update(done.used)
    whole.tally.compared.update(done.tally.compared)
    whole.tally.ends.update(done.tally.ends)
    whole.seconds += done.seconds
    for found in done.found:
        whole.found.append(found)
        tell(found)


def table(done: Done, seconds: float) -> str:
    """What was met and found, as text."""
    lines = [f"{sum(done.cases.values())} cases in {seconds:.0f} s ({done.seconds:.0f} s of processor time): "]
    lines[0] += ", ".join(f"{kind} {count}" for kind, count in sorted(done.cases.items()))
    lines += ["", "construct                     cases   times"]
    lines += [f"{name:28} {done.met[name]:6} {done.used[name]:7}" for name in CONSTRUCTS]
    lines += ["", "compared                            times"]
    lines += [f"{name:34} {count:7}" for name, count in done.tally.compared.most_common()]
    lines += [f"{'comparisons':34} {done.tally.comparisons:7}", "", "ends"]
    lines += [f"{name:34} {count:7}" for name, count in sorted(done.tally.ends.items())]
    lines += ["", f"{len(done.found)} differences"]
    lines += [f"  {found.name}: {found.words.strip().splitlines()[-1][:200]}" for found in done.found]
    return "\n".join(lines)
