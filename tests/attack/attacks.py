"""Attacks on runs: changed specs and rules, signals at any moment, and odd surroundings."""

from __future__ import annotations

import io
import os
import random
import resource
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout, suppress
from dataclasses import replace
from pathlib import Path

from bouton.cli import main
from tests.attack import files
from tests.attack.outside import Ended, Tally, kept, run, spec_of

SECONDS = 5.0
LIMITS = ["--timeout", f"{SECONDS:g}", "--memory", "500M"]
_COMPILED = ["check", "take.yaml", "--json", "--engine", "compiled", "--over", "pile=0..9", "--claim", "multiple"]


@contextmanager
def game() -> Iterator[Path]:
    """A folder with the game, its spec and its rules."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "take.lp").write_text(files.RULES)
        (folder / "take.yaml").write_text(files.SPEC)
        yield folder


def changed_files(runs: int, seed: int = 1, *, inside: bool = False) -> Tally:
    """Specs and rules changed at random; `inside` this process, which is quicker and sees less."""
    tally = Tally("changed files")
    for number in range(runs):
        random_ = random.Random(f"{seed} {number}")
        what = random_.choice(("spec", "rules"))
        change = random_.choice(files.CHANGES) if number % 20 else files.repeated
        with game() as folder:
            files.write(random_, folder, change, what)
            arguments = ["check", "take.yaml", "--json", *LIMITS]
            ended = _inside(arguments, folder) if inside else run(arguments, folder)
            faults = ended.faults(allowed(ended.out))
            if ended.code in (0, 1) and what == "rules":
                faults += _wrong(ended.out, (folder / "take.lp").read_text())
            tally.add(ended, faults, f"{what} by {change.__name__}, number {number} of seed {seed}")
    return tally


def allowed(out: str) -> float:
    """The seconds that a run may take: one limit for reading, one for each claim that came to its own, and two more.

    Claims that are judged together have one for that, too.
    """
    try:
        claims = spec_of(out).get("claims", [])
    except ValueError:
        claims = []
    late = sum("time limit" in str(claim["reason"]) for claim in claims)
    return (1 + late + (late > 1)) * SECONDS + 2


def _wrong(out: str, rules: str) -> list[str]:
    """The verdicts on P-positions that are not what clingo and plain Python find."""
    try:
        expected = files.least_failures(rules)
    except (RuntimeError, KeyError, AttributeError, RecursionError):
        return []  # of rules that plain clingo does not run as they are there is nothing to compare
    found = {
        claim["id"]: claim["counterexample"]
        and {**claim["counterexample"]["parameters"], **claim["counterexample"]["position"]}
        for claim in spec_of(out)["claims"]
        if claim["verdict"] in ("holds", "refuted")
    }
    return [
        f"a wrong verdict on {name}: {found[name]}, and it is {at}"
        for name, at in expected.items()
        if name in found and found[name] != at
    ]


def _inside(arguments: list[str], folder: Path) -> Ended:
    """The same run in this process."""
    out, err, here = io.StringIO(), io.StringIO(), os.getcwd()
    before, began, waited = _cpu(), time.monotonic(), kept()
    os.chdir(folder)
    try:
        with redirect_stdout(out), redirect_stderr(err):
            code = main(arguments)
    finally:
        os.chdir(here)
    wall = time.monotonic() - began
    return Ended(code, out.getvalue(), err.getvalue(), _cpu() - before, (), wall, kept() - waited)


def _cpu() -> float:
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in used)


def signals(runs: int, seed: int = 1) -> Tally:
    """SIGINT, SIGTERM and SIGKILL at any moment: 130 or what the run came to, and nothing is left of it."""
    tally = Tally("signals")
    for number in range(runs):
        random_ = random.Random(f"{seed} {number}")
        which = random_.choice((signal.SIGINT, signal.SIGINT, signal.SIGTERM, signal.SIGKILL))
        compiled = random_.random() < 0.5
        delay = random_.uniform(0, 1.5)
        moments: list[bool] = []

        def strike(
            process: subprocess.Popen[str], which: int = which, delay: float = delay, moments: list[bool] = moments
        ) -> None:
            _listening(process)
            with suppress(subprocess.TimeoutExpired):
                process.wait(delay)
            moments.append(process.poll() is None)
            process.send_signal(which)

        with game() as folder:
            cache = {"XDG_CACHE_HOME": str(folder / "cache")}
            ended = run(
                _COMPILED if compiled else ["check", "take.yaml", *LIMITS], folder, strike=strike, environment=cache
            )
        code = 0 if which == signal.SIGKILL and ended.code == -signal.SIGKILL else ended.code
        faults = replace(ended, code=code).faults(SECONDS + 2)
        if code not in ((0,) if which == signal.SIGKILL else (0, 130)):
            faults.append(f"exit code {ended.code} after {signal.Signals(which).name}")
        tally.add(ended, faults, f"{signal.Signals(which).name} after {delay:.3f} s, number {number} of seed {seed}")
    return tally


def _listening(process: subprocess.Popen[str]) -> None:
    """Wait until the run blocks SIGTERM: until then it is the interpreter that starts, where nothing of ours runs."""
    while process.poll() is None:
        with suppress(OSError, StopIteration):
            status = Path(f"/proc/{process.pid}/status").read_text()
            blocked = next(line for line in status.splitlines() if line.startswith("SigBlk:"))
            if int(blocked.split()[1], 16) >> (signal.SIGTERM - 1) & 1:
                return
        time.sleep(0.001)


def _limited(which: int, value: int) -> Callable[[], object]:
    return lambda: resource.setrlimit(which, (value, value))


def _closed(*streams: int) -> Callable[[], None]:
    def prepare() -> None:
        for stream in streams:
            os.close(stream)

    return prepare


def surroundings() -> Tally:
    """Some sixty surroundings of a claim that holds: 0 where it can be told, and never 1 or 4."""
    tally = Tally("surroundings")
    unlimited: dict[str, Callable[[], object] | None] = {
        "as usual": None,
        **{f"closed {streams}": _closed(*streams) for streams in ((0,), (1,), (2,), (0, 1), (1, 2), (0, 2), (0, 1, 2))},
        **{f"{number} open files": _limited(resource.RLIMIT_NOFILE, number) for number in (5, 6, 8, 10, 12, 16, 24)},
        **{f"{size} MB of memory": _limited(resource.RLIMIT_AS, size << 20) for size in (100, 200, 400)},
        "no CPU": _limited(resource.RLIMIT_CPU, 1),
        "no file may grow": _limited(resource.RLIMIT_FSIZE, 0),
        "a small stack": _limited(resource.RLIMIT_STACK, 256 << 10),
        "no core": _limited(resource.RLIMIT_CORE, 0),
        "umask 777": lambda: os.umask(0o777),
        "deaf to SIGINT": lambda: signal.signal(signal.SIGINT, signal.SIG_IGN),
        "deaf to SIGTERM": lambda: signal.signal(signal.SIGTERM, signal.SIG_IGN),
        "deaf to SIGCHLD": lambda: signal.signal(signal.SIGCHLD, signal.SIG_IGN),
        "deaf to SIGHUP": lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN),
        "all signals blocked": lambda: signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals()),
        "a session of its own": os.setsid,
        "nice": lambda: os.nice(5),
    }
    variables: dict[str, dict[str, str | None]] = {
        **{f"LC_ALL={name}": {"LC_ALL": name} for name in ("C", "POSIX", "C.UTF-8", "tr_TR.UTF-8", "nowhere", "")},
        **{f"{name} unset": {name: None} for name in ("HOME", "PATH", "TMPDIR", "LANG", "USER")},
        **{f"HOME={name}": {"HOME": name} for name in ("", "/nowhere", "/proc", "relative")},
        **{f"TMPDIR={name}": {"TMPDIR": name} for name in ("", "/nowhere", "/proc", "relative", "/dev/null")},
        **{f"XDG_CACHE_HOME={name}": {"XDG_CACHE_HOME": name} for name in ("", "/nowhere", "/proc/1", "/dev/null")},
        **{f"COLUMNS={name}": {"COLUMNS": name} for name in ("0", "-1", "many")},
        **{f"PATH={name}": {"PATH": name} for name in ("", "/nowhere", ":", "/bin:/usr/bin")},
        **{f"LANG={name}": {"LANG": name} for name in ("de_DE.ISO-8859-1", "ja_JP.SJIS")},
        **{f"PYTHONIOENCODING={name}": {"PYTHONIOENCODING": name} for name in ("ascii", "utf-16")},
        "PYTHONHASHSEED=1": {"PYTHONHASHSEED": "1"},
        "PYTHONOPTIMIZE=2": {"PYTHONOPTIMIZE": "2"},
        "PYTHONWARNINGS=error": {"PYTHONWARNINGS": "error"},
        "PYTHONUNBUFFERED=1": {"PYTHONUNBUFFERED": "1"},
        "PYTHONDONTWRITEBYTECODE=1": {"PYTHONDONTWRITEBYTECODE": "1"},
        "PYTHONPYCACHEPREFIX=/proc": {"PYTHONPYCACHEPREFIX": "/proc"},
        "PYTHONFAULTHANDLER=1": {"PYTHONFAULTHANDLER": "1"},
        "PYTHONDEVMODE=1": {"PYTHONDEVMODE": "1"},
        "NO_COLOR=1": {"NO_COLOR": "1"},
        "FORCE_COLOR=1": {"FORCE_COLOR": "1"},
        "CC=/nowhere": {"CC": "/nowhere"},
        "CFLAGS=-fnonsense": {"CFLAGS": "-fnonsense"},
        "PYTHONUTF8=0": {"PYTHONUTF8": "0", "LC_ALL": "C"},
        "TERM=dumb": {"TERM": "dumb"},
    }
    with game() as folder, open("/dev/full", "w") as full:
        command = ["check", "take.yaml", "--claim", "multiple", "--claim", "seven", "--engine", "compiled", *LIMITS]
        expected = run(["check", "take.yaml", "--claim", "seven", *LIMITS], folder).code
        assert expected == 0
        for name, prepare in unlimited.items():
            _surrounded(tally, name, run(command, folder, prepare=prepare))
        for name, environment in variables.items():
            _surrounded(tally, name, run(command, folder, environment=environment))
        ended = run(command, folder, stdout=full.fileno())
        tally.add(ended, [] if ended.code == 2 else [f"exit code {ended.code}"], "a full device")
        ended = run([*command, "--json"], folder, stdout=full.fileno())
        tally.add(ended, [] if ended.code == 2 else [f"exit code {ended.code}"], "a full device, JSON")
    return tally


def _surrounded(tally: Tally, name: str, ended: Ended) -> None:
    tally.add(ended, ended.faults(SECONDS + 2), name)
