"""`--watch`: a check once more after each change, until it is interrupted, with nothing left running."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from bouton.cli import watch

RULES = """\
move(take(D)) :- pile(N), D = 1..2, D <= N.
after(take(D), pile(N-D)) :- move(take(D)), pile(N).
p :- pile(N), N \\ 3 = 0.
"""
SPEC = """\
game: take one or two
rules: take.lp
position: {pile: 0..12}
claims:
  - {id: thirds, says: s, kind: p-positions, iff: p}
"""
PATIENCE = 60.0
"""Seconds after which a line that has not come will not come; a fast machine needs one."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "take.lp").write_text(RULES)
    (tmp_path / "take.yaml").write_text(SPEC)
    return tmp_path


@pytest.fixture
def watched(folder: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A check that is watching, writing to `out`."""
    command = [sys.executable, "-m", "bouton", "check", "take.yaml", "--watch", "--no-prove"]
    # where the tests run in the background of a shell SIGINT is ignored, and what they start would inherit that
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    with open(folder / "out", "wb") as out:
        watching = subprocess.Popen(command, cwd=folder, stdout=out, stderr=out)
    signal.signal(signal.SIGINT, before)
    try:
        yield watching
    finally:
        watching.kill()
        watching.wait()


def said(folder: Path, wanted: str, after: int = 0) -> int:
    """Where in the output the wanted words end, once they have come."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        text = (folder / "out").read_text()
        if (at := text.find(wanted, after)) >= 0:
            return at + len(wanted)
        time.sleep(0.02)
    raise AssertionError(f"{wanted!r} is not said in {text[after:]!r}")


@pytest.mark.slow
def test_every_change_is_judged(folder: Path, watched: subprocess.Popen[bytes]) -> None:
    at = said(folder, "exit 0")
    (folder / "take.lp").write_text(RULES.replace("\\ 3", "\\ 4"))
    at = said(folder, "again, as take.lp has changed", at)
    at = said(folder, "REFUTED at pile 3", at)
    (folder / "take.yaml").write_text(SPEC.replace("iff", "if"))
    at = said(folder, "again, as take.yaml has changed", at)
    at = said(folder, "unknown key 'if'", at)
    (folder / "take.yaml").unlink()
    at = said(folder, "there is no such file", at)
    (folder / "take.yaml").write_text(SPEC)
    at = said(folder, "REFUTED at pile 3", at)
    (folder / "new.lp").write_text(RULES)  # a rules file that the spec may name next
    at = said(folder, "again, as new.lp has changed", at)
    at = said(folder, "exit 1", at)
    watched.send_signal(signal.SIGINT)
    assert watched.wait(PATIENCE) == 130
    assert (folder / "out").read_text()[at:] == "\n"  # one leaves so, and nothing went wrong


def test_a_check_under_way_is_ended(folder: Path, watched: subprocess.Popen[bytes]) -> None:
    at = said(folder, "exit 0")
    long = SPEC.replace("0..12", "0..9000000")
    (folder / "take.yaml").write_text(long)
    at = said(folder, "take.yaml\n", said(folder, "again, as", at))
    (folder / "take.yaml").write_text(SPEC)
    at = said(folder, "again, as", at)
    said(folder, "exit 0", at)
    watched.send_signal(signal.SIGINT)
    assert watched.wait(PATIENCE) == 130


def test_who_leaves_waits_for_no_check() -> None:
    deaf = [sys.executable, "-c", "import signal, time; signal.signal(2, signal.SIG_IGN); time.sleep(600)"]
    before = time.monotonic()
    with pytest.raises(KeyboardInterrupt), watch._running(deaf) as check:
        assert check.stdout is None
        while check.poll() is None and not _ignores_interrupts(check.pid):
            time.sleep(0.01)
        raise KeyboardInterrupt
    assert check.returncode == -signal.SIGKILL
    assert time.monotonic() - before < PATIENCE < 600


def _ignores_interrupts(pid: int) -> bool:
    ignored = next(line for line in Path(f"/proc/{pid}/status").read_text().splitlines() if line.startswith("SigIgn"))
    return bool(int(ignored.split()[1], 16) & 2)


def test_one_object_is_not_printed_twice(folder: Path) -> None:
    command = [sys.executable, "-m", "bouton", "check", "take.yaml", "--watch", "--json"]
    ended = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert ended.returncode == 2
    assert "--watch" in ended.stderr + ended.stdout
