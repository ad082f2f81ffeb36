"""A run ends with one exit code of the table, and with it all that it has started, whatever ends it."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from tests.attack import files
from tests.attack.outside import run

pytestmark = pytest.mark.skipif(not hasattr(signal, "sigtimedwait"), reason="runs are supervised on Linux")
HOLDS = ["check", "take.yaml", "--claim", "seven"]
SUPERVISED = "import os, signal, sys, time\nfrom bouton.cli.supervisor import supervise\nsupervise(lambda: {})"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "take.lp").write_text(files.RULES)
    (tmp_path / "take.yaml").write_text(files.SPEC)
    return tmp_path


def closing(*streams: int) -> Callable[[], None]:
    def prepare() -> None:
        for stream in streams:
            os.close(stream)

    return prepare


@pytest.mark.parametrize(
    ("streams", "code", "said"),
    [
        ((0,), 0, ""),
        ((1,), 2, "error: the report cannot be written: Bad file descriptor\n"),
        ((2,), 0, ""),
        ((1, 2), 2, ""),
        ((0, 1, 2), 2, ""),
    ],
)
@pytest.mark.sample(3)
@pytest.mark.long("streams0")
def test_a_closed_stream_makes_no_verdict(folder: Path, streams: tuple[int, ...], code: int, said: str) -> None:
    ended = run(HOLDS, folder, prepare=closing(*streams))
    assert (ended.code, ended.err) == (code, said)


@pytest.mark.parametrize("arguments", [HOLDS, [*HOLDS, "--json"], ["--help"], ["--version"]], ids=" ".join)
@pytest.mark.sample(3)
def test_a_full_device_makes_no_verdict(folder: Path, arguments: list[str]) -> None:
    with open("/dev/full", "w") as full:
        ended = run(arguments, folder, stdout=full.fileno())
    assert (ended.code, ended.err) == (2, "error: the report cannot be written: No space left on device\n")


@pytest.mark.slow
def test_too_few_files_may_be_open(folder: Path) -> None:
    ended = run(HOLDS, folder, prepare=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (8, 8)))
    assert (ended.code, ended.err) == (2, "error: the system refuses this: Too many open files\n")


@pytest.mark.slow
def test_who_started_it_may_ignore_the_end_of_children(folder: Path) -> None:
    ended = run(HOLDS, folder, prepare=lambda: signal.signal(signal.SIGCHLD, signal.SIG_IGN))
    assert (ended.code, ended.err) == (0, "")


@pytest.mark.parametrize(
    ("work", "code", "said"),
    [
        ("3", 3, ""),
        ("os._exit(1)", 4, "error: internal error: the run ended without a word of how\n"),
        ("1 / 0", 4, "error: internal error: the run ended without a word of how\n"),
        ("sys.exit(1)", 4, "error: internal error: the run ended without a word of how\n"),
        (
            "os.kill(os.getpid(), signal.SIGSEGV)",
            3,
            "error: unknown: the run was stopped by SIGSEGV; was it short of memory?\n",
        ),
        ("os.kill(os.getpid(), signal.SIGPROF)", 3, "error: unknown: time limit reached\n"),
        ("os.kill(os.getppid(), signal.SIGKILL) or time.sleep(60)", 3, None),
    ],
)
def test_only_what_the_worker_says_is_a_verdict(folder: Path, work: str, code: int, said: str | None) -> None:
    ended = run([], folder, command=[sys.executable, "-c", SUPERVISED.format(work)])
    assert (ended.code, ended.left) == (code, ())
    if said is not None:
        assert ended.err == said


@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 130), (signal.SIGKILL, -signal.SIGKILL)]
)
@pytest.mark.sample(3)
def test_nothing_outlives_a_run(folder: Path, number: int, code: int) -> None:
    """A compiler that is deaf to most signals, has started another process, and keeps a temporary file."""
    compiler = folder / "bin" / "cc"
    compiler.parent.mkdir()
    compiler.write_text("#!/bin/sh\ntrap '' INT TERM HUP\ntouch \"$TMPDIR/kept\" started\nsleep 300 &\nsleep 300\n")
    compiler.chmod(0o755)
    environment = {"PATH": f"{compiler.parent}:{os.environ['PATH']}", "XDG_CACHE_HOME": str(folder / "cache")}

    def strike(process: subprocess.Popen[str]) -> None:
        late = time.monotonic() + 100
        while not (folder / "started").exists() and process.poll() is None and time.monotonic() < late:
            time.sleep(0.01)
        assert (folder / "started").exists()
        process.send_signal(number)

    command = ["check", "take.yaml", "--claim", "multiple", "--engine", "compiled"]
    ended = run(command, folder, environment=environment, strike=strike)
    assert (ended.code, ended.err, ended.left) == (code, "", ())


def test_an_interruption_is_told_though_the_worker_does_not_hear_it(folder: Path) -> None:
    deaf = "signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGUSR1]) and open('deaf', 'w') and time.sleep(60)"

    def strike(process: subprocess.Popen[str]) -> None:
        while not (folder / "deaf").exists() and process.poll() is None:
            time.sleep(0.01)
        process.send_signal(signal.SIGTERM)
        with suppress(subprocess.TimeoutExpired):
            process.wait(0.3)
        process.send_signal(signal.SIGTERM)

    program = "from bouton.cli import supervisor; supervisor._TWICE = 0.1\n" + SUPERVISED.format(f"[{deaf}, {deaf}]")
    ended = run([], folder, command=[sys.executable, "-c", program], strike=strike)
    assert (ended.code, ended.err, ended.left) == (130, "error: interrupted\n", ())
