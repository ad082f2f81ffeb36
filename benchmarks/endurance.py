"""`python -m benchmarks.endurance`: pools, large runs and continued runs, one after the other, none of which may fail.

A pool of two processes is opened, given work or none, and closed again, and leaves no descriptor behind. A large box
is judged in parts by two processes; and again with what was done kept in a file, the run killed at a random moment and
continued until it ends. Each run must say what one in one piece says, and nothing else.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, TypeAlias

from bouton.process.limits import Limits
from bouton.run.kept import FRESH
from bouton.schedule.pool import processes

Said: TypeAlias = tuple[int, list[dict[str, Any]]]
_RULES = """\
move(take(M)) :- pile(N), M = 1..2, M <= N.
after(take(M), pile(N-M)) :- pile(N), move(take(M)).
multiple :- pile(N), N \\ 3 = 0.
but_one :- multiple, not pile(210000).
"""
_SPEC = """\
game: take some
rules: take.lp
position:
  pile: 0..300000
claims:
  - {id: good, says: x, kind: p-positions, iff: multiple}
  - {id: bad, says: x, kind: p-positions, iff: but_one, expect: {refuted: {pile: 210000}}}
"""
_PARTED = (
    "from bouton.compiled import judge; judge._LARGE = 1; from bouton.cli import main; import sys; sys.exit(main())"
)
"""The command, which judges in parts what is done in seconds."""
_CHECK = (sys.executable, "-c", _PARTED, "check", "take.yaml", "--json", "--engine", "compiled")
_MOST = 2.5
"""Seconds after which a run is killed, at most."""
_KILLS = 3


def pools(number: int) -> Iterator[str]:
    """What went wrong of so many pools."""
    raised: list[threading.ExceptHookArgs] = []
    hook, threading.excepthook = threading.excepthook, raised.append
    before = _descriptors()
    for at in range(number):
        with processes(2, Limits()) as crew:
            given = [crew.executor.submit(abs, -one) for one in range(at % 4)]
            if at % 2 and [one.result() for one in given] != list(range(at % 4)):
                yield f"pool {at}: a wrong result"
    threading.excepthook = hook
    yield from (f"a pool: {one.exc_value!r}" for one in raised)
    if before and _descriptors() > before + 2:
        yield f"{_descriptors() - before} descriptors are left"


def _descriptors() -> int:
    return len(os.listdir("/proc/self/fd")) if sys.platform == "linux" else 0


def large(number: int, folder: Path) -> Iterator[str]:
    """What went wrong of so many runs with two processes."""
    whole = _whole(folder)
    for at in range(number):
        ended = _run((*_CHECK, "--jobs", "2"), folder)
        if ended.stderr or _said(ended) != whole:
            yield f"large run {at}: {ended.returncode}, {ended.stderr[-300:]}"


def continued(number: int, folder: Path) -> Iterator[str]:
    """What went wrong of so many runs that were killed and continued."""
    whole, chance, killed = _whole(folder), random.Random(number), 0
    for at in range(number):
        kept = f"kept{at}"
        command = (*_CHECK, "--jobs", "2", "--resume", kept)
        for _ in range(_KILLS):
            with subprocess.Popen(
                command, cwd=folder, env=_alone(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
            ) as child:
                time.sleep(_MOST * chance.random())
                killed += child.poll() is None
                child.kill()
        ended = _run(command, folder)
        if ended.stderr or _said(ended) != whole:
            yield f"continued run {at}: {ended.returncode}, {ended.stderr[-300:]}"
    if killed < number:
        yield f"{killed} runs were killed before their end, which shows too little"


def _whole(folder: Path) -> Said:
    """What a run in one piece says; SystemExit where that is not the truth."""
    said = _said(_run(_CHECK, folder))
    found = said[0], [(claim["id"], claim["verdict"]) for claim in said[1]]
    if found != (0, [("good", "holds"), ("bad", "refuted")]):
        raise SystemExit(f"a run in one piece says {found}")
    return said


def _run(command: Sequence[str], folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, cwd=folder, env=_alone(), capture_output=True, text=True, check=False)


def _alone() -> dict[str, str]:
    return {**os.environ, FRESH: "1"}


def _said(ended: subprocess.CompletedProcess[str]) -> Said:
    """The exit code, and the claims without their seconds."""
    claims = json.loads(ended.stdout)["claims"] if ended.stdout else []
    return ended.returncode, [{name: one for name, one in claim.items() if name != "seconds"} for claim in claims]


def main() -> int:
    """Run all, print what failed; 1 where something did."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.endurance", description=__doc__)
    parser.add_argument("--pools", type=int, default=3000)
    parser.add_argument("--runs", type=int, default=100, help="large runs, and as many continued ones")
    asked, failures = parser.parse_args(), 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "take.lp").write_text(_RULES)
        (folder / "take.yaml").write_text(_SPEC)
        for what, found in (
            (f"{asked.pools} pools opened and closed", pools(asked.pools)),
            (f"{asked.runs} large runs with two processes", large(asked.runs, folder)),
            (f"{asked.runs} runs killed {_KILLS} times and continued", continued(asked.runs, folder)),
        ):
            wrong = list(found)
            failures += len(wrong)
            print("\n".join((f"{what}: {len(wrong)} failures", *wrong)), flush=True)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
