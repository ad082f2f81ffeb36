"""The attacks, each so many runs of it: `python -m tests.attack --help` runs them with numbers of one's own."""

from __future__ import annotations

import io
import os
import random
import resource
import signal
import sqlite3
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout, suppress
from pathlib import Path

from bouton.cli import main
from tests.attack import files
from tests.attack.outside import BOUTON, Ended, Tally, refuted, run, spec_of

SECONDS = 5.0
LIMITS = ["--timeout", f"{SECONDS:g}", "--memory", "500M"]
_CLAIMS = 8
"""More claims than a changed spec has: each has its own limit."""
CPU = (_CLAIMS + 1) * SECONDS + 2
_COMPILED = ["check", "take.yaml", "--json", "--engine", "compiled", "--over", "pile=0..9", "--claim", "multiple"]


@contextmanager
def _folder() -> Iterator[Path]:
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
        with _folder() as folder:
            files.write(random_, folder, change, what)
            arguments = ["check", "take.yaml", "--json", *LIMITS]
            ended = _inside(arguments, folder) if inside else run(arguments, folder)
            faults = ended.faults(CPU if change is not files.repeated else SECONDS + 2)
            if ended.code in (0, 1) and what == "rules":
                faults += _wrong(ended.out, (folder / "take.lp").read_text())
            tally.add(
                ended.code, faults, f"{what} by {change.__name__}, number {number} of seed {seed}: {ended.err[-500:]}"
            )
    return tally


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
    out, err, before, here = io.StringIO(), io.StringIO(), _cpu(), os.getcwd()
    os.chdir(folder)
    try:
        with redirect_stdout(out), redirect_stderr(err):
            code = main(arguments)
    finally:
        os.chdir(here)
    return Ended(code, out.getvalue(), err.getvalue(), _cpu() - before, ())


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

        with _folder() as folder:
            cache = {"XDG_CACHE_HOME": str(folder / "cache")}
            ended = run(
                _COMPILED if compiled else ["check", "take.yaml", *LIMITS], folder, strike=strike, environment=cache
            )
        code = 0 if which == signal.SIGKILL and ended.code == -signal.SIGKILL else ended.code
        faults = Ended(code, ended.out, ended.err, ended.cpu, ended.left).faults(CPU)
        if code not in ((0,) if which == signal.SIGKILL else (0, 130)):
            faults.append(f"exit code {ended.code} after {signal.Signals(which).name}")
        tally.add(
            ended.code,
            faults,
            f"{signal.Signals(which).name} after {delay:.3f} s, number {number} of seed {seed}: {ended.err[-500:]}",
        )
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


def damage(runs: int, seed: int = 1) -> Tally:
    """Resume files and certificates with bytes changed: refused, or of no effect on the verdict."""
    tally = Tally("damaged files")
    with _folder() as folder:
        resumed = [
            "check",
            "take.yaml",
            "--json",
            "--claim",
            "multiple",
            "--resume",
            "run",
            "--over",
            "pile=0..20000",
            *LIMITS,
        ]
        certified = ["check", "take.yaml", "--json", "--claim", "multiple", "--certificate", "proof", *LIMITS]
        usual = {"run": run(resumed, folder), "proof": run(certified, folder)}
        whole = {name: (folder / name).read_bytes() for name in usual}
        for number in range(runs):
            random_ = random.Random(f"{seed} {number}")
            name = random_.choice(("run", "proof"))
            arguments = resumed if name == "run" else ["verify", "proof", "--json"]
            (folder / name).write_bytes(_damaged(random_, whole[name], folder if name == "run" else None))
            ended = run(arguments, folder)
            faults = ended.faults(CPU)
            if name == "proof":  # exit 1 says that the certificate is wrong
                faults = [fault for fault in faults if "no claim is refuted" not in fault]
            elif ended.code in (0, 1) and _said(ended.out) != _said(usual[name].out):
                faults.append("another verdict than that of the whole file")
            for other in folder.glob(f"{name}-*"):
                other.unlink()
            tally.add(ended.code, faults, f"{name}, number {number} of seed {seed}: {ended.err[-500:]}")
    return tally


def _said(out: str) -> object:
    (claim,) = spec_of(out)["claims"]
    return claim["verdict"], claim["positions"], claim["counterexample"]


def _damaged(random_: random.Random, data: bytes, folder: Path | None) -> bytes:
    how = random_.randrange(4)
    if how == 0:
        return data[: random_.randrange(len(data))]
    if how == 1 and folder is not None and data.startswith(b"SQLite"):
        return _edited(random_, data, folder)
    if how == 2:
        return data + random_.randbytes(random_.choice((1, 100)))
    changed = bytearray(data)
    for _ in range(random_.choice((1, 3, 30))):
        changed[random_.randrange(len(changed))] = random_.randrange(256)
    return bytes(changed)


def _edited(random_: random.Random, data: bytes, folder: Path) -> bytes:
    """A database with one number of one row changed, which no checksum of SQLite's tells."""
    file = folder / "edited"
    file.write_bytes(data)
    connection = sqlite3.connect(file)
    tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    columns = [
        (table, column[1])
        for table in tables
        for column in connection.execute(f"PRAGMA table_info({table})")
        if "INT" in str(column[2]).upper() or not column[2]
    ]
    if columns:
        table, column = random_.choice(columns)
        with connection, suppress(sqlite3.Error):
            connection.execute(
                f"UPDATE {table} SET {column} = ifnull({column}, 0) + ?", (random_.choice((-1, 1, 1000)),)
            )
    connection.close()
    found = file.read_bytes()
    file.unlink()
    return found


def _limited(which: int, value: int) -> Callable[[], object]:
    return lambda: resource.setrlimit(which, (value, value))


def _closed(*streams: int) -> Callable[[], None]:
    def prepare() -> None:
        for stream in streams:
            os.close(stream)

    return prepare


def environments() -> Tally:
    """Some fifty surroundings of a claim that holds: 0 where it can be told, and never 1 or 4."""
    tally = Tally("environments")
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
        "PYTHONIOENCODING=ascii": {"PYTHONIOENCODING": "ascii"},
        "PYTHONUTF8=0": {"PYTHONUTF8": "0", "LC_ALL": "C"},
        "TERM=dumb": {"TERM": "dumb"},
    }
    with _folder() as folder, open("/dev/full", "w") as full:
        command = ["check", "take.yaml", "--claim", "multiple", "--claim", "seven", "--engine", "compiled", *LIMITS]
        expected = run(["check", "take.yaml", "--claim", "seven", *LIMITS], folder).code
        assert expected == 0
        for name, prepare in unlimited.items():
            tally.add(*_surrounded(run(command, folder, prepare=prepare)), name)
        for name, environment in variables.items():
            tally.add(*_surrounded(run(command, folder, environment=environment)), name)
        ended = run(command, folder, stdout=full.fileno())
        tally.add(ended.code, [] if ended.code == 2 else [f"exit code {ended.code}"], "a full device")
        ended = run([*command, "--json"], folder, stdout=full.fileno())
        tally.add(ended.code, [] if ended.code == 2 else [f"exit code {ended.code}"], "a full device, JSON")
    return tally


def _surrounded(ended: Ended) -> tuple[int, list[str]]:
    faults = ended.faults(CPU)
    if ended.code == 1 and not refuted(ended.out):
        faults.append(ended.err[-500:])
    return ended.code, faults


__all__ = ["BOUTON", "changed_files", "damage", "environments", "signals"]
