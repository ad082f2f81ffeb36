"""A run seen from outside: how it ended, what it said, and what it left behind."""

from __future__ import annotations

import json
import os
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

CODES = {0, 1, 2, 3, 4, 130}
# A job in the background ignores the signal, and so do its children.
BOUTON = [
    sys.executable,
    "-c",
    "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler); "
    "from bouton.cli import main; sys.exit(main())",
]
_MARK = "BOUTON_ATTACK"
_PATIENCE = 5.0
"""Seconds in which what is left of a run may still vanish."""
_HANGS = 600.0


@dataclass(frozen=True)
class Ended:
    """The end of a run: `cpu` are the seconds that all its processes took, `wall` those that its user waited."""

    code: int
    out: str
    err: str
    cpu: float
    left: tuple[str, ...]
    """Processes and temporary files that outlived it."""
    wall: float = 0.0
    kept: float = 0.0
    """Seconds in which some process of the system waited for a processor."""

    def faults(self, seconds: float) -> list[str]:
        """What no run may do, whatever it was given: see docs/reference/exit-codes.md. `seconds` is what it may take.

        Wall time counts as far as the run has neither worked nor been kept waiting by the machine.
        """
        found = [f"left behind: {thing}" for thing in self.left]
        if "Traceback" in self.err or "Exception ignored" in self.err or "PANIC" in self.err:
            found.append("a traceback")
        if self.code not in CODES:
            found.append(f"exit code {self.code}")
        if self.code == 1 and not refuted(self.out):
            found.append("exit code 1, and no claim is refuted")
        if self.code == 4:
            found.append("exit code 4")
        if self.cpu > seconds:
            found.append(f"{self.cpu:.1f} s of CPU")
        if self.wall - self.cpu - self.kept > seconds:
            found.append(f"{self.wall:.1f} s, {self.cpu:.1f} s of CPU, and {self.kept:.1f} s of a busy machine")
        return found


def refuted(out: str) -> bool:
    """Whether a report says that a claim is refuted; of a certificate, that it is wrong."""
    try:
        said = json.loads(out)
    except ValueError:
        return "REFUTED" in out
    specs = said.get("specs", [said])
    return any(claim["verdict"] == "refuted" for spec in specs for claim in spec.get("claims", []))


@dataclass
class Tally:
    """What an attack came to: how many runs, and every fault with what led to it."""

    name: str
    runs: int = 0
    codes: dict[int, int] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)
    slowest: tuple[float, float, str] = (0.0, 0.0, "")
    notes: list[str] = field(default_factory=list)

    def add(self, ended: Ended, faults: Sequence[str], about: str) -> None:
        """Count one run."""
        self.runs += 1
        self.codes[ended.code] = self.codes.get(ended.code, 0) + 1
        self.faults += [f"{fault}: {about}: {ended.err[-500:]}" for fault in faults]
        self.slowest = max(self.slowest, (ended.wall, ended.cpu, about))

    def __str__(self) -> str:
        codes = ", ".join(f"{number} x exit {code}" for code, number in sorted(self.codes.items()))
        slowest = "the slowest took {:.1f} s, {:.1f} s of them CPU ({})".format(*self.slowest)
        heading = f"{self.name}: {self.runs} runs ({codes}), {len(self.faults)} faults; {slowest}"
        return "\n".join([heading, *self.notes, *self.faults[:20]])


def run(
    arguments: Sequence[str],
    folder: Path,
    *,
    environment: Mapping[str, str | None] | None = None,
    prepare: Callable[[], object] | None = None,
    strike: Callable[[subprocess.Popen[str]], None] | None = None,
    command: Sequence[str] = BOUTON,
    stdout: int = subprocess.PIPE,
) -> Ended:
    """Run Bouton in a folder; `prepare` is called in the new process, `strike` while it runs."""
    mark = f"{os.getpid()}-{time.monotonic_ns()}"
    with tempfile.TemporaryDirectory() as temporary:
        changed = {_MARK: mark, "TMPDIR": temporary, **(environment or {})}
        whole = {**os.environ, **changed}
        before, began, waited = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic(), kept()
        with subprocess.Popen(
            [*command, *arguments],
            cwd=folder,
            env={name: value for name, value in whole.items() if value is not None},
            stdout=stdout,
            stderr=subprocess.PIPE,
            text=True,
            errors="replace",
            preexec_fn=prepare,  # noqa: PLW1509 (there are no threads here)
        ) as process:
            if strike is not None:
                strike(process)
            try:
                out, err = process.communicate(timeout=_HANGS)
            except subprocess.TimeoutExpired:
                process.kill()
                out, err = process.communicate()
                err += "Traceback: it hangs"
        wall, delay = time.monotonic() - began, kept() - waited
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        return Ended(process.returncode, out or "", err, cpu, tuple(_left(mark, Path(temporary))), wall, delay)


def kept() -> float:
    """Seconds, since the system was started, in which some process waited for a processor; 0 where it does not say."""
    try:
        return int(Path("/proc/pressure/cpu").read_text().split("total=")[1].split()[0]) / 1e6
    except (OSError, IndexError, ValueError):
        return 0.0


def _left(mark: str, temporary: Path) -> list[str]:
    """What is there still, once it has had time to go."""
    late = time.monotonic() + _PATIENCE
    while (left := [*_processes(mark), *map(str, temporary.iterdir())]) and time.monotonic() < late:
        time.sleep(0.02)
    for name in left:
        if name.startswith("process "):
            os.kill(int(name.split()[1]), signal.SIGKILL)
    return left


def _processes(mark: str) -> list[str]:
    """The processes that have the mark in their environment."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if f"{_MARK}={mark}".encode() in (process / "environ").read_bytes():
                command = (process / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
                found.append(f"process {process.name} {command[:80]}")
        except OSError:
            continue
    return found


def spec_of(text: Any) -> dict[str, Any]:
    """A JSON report as an object."""
    found = json.loads(text)
    assert isinstance(found, dict)
    return found
