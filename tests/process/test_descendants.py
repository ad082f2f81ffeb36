"""Everything below a process ends with it: what it starts meanwhile too, and whatever it is called."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from bouton.process import descendants

pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="elsewhere the system does not tell")


def test_below_are_all_levels(monkeypatch: pytest.MonkeyPatch) -> None:
    told: dict[int, list[int]] = {1: [2, 5], 2: [3], 3: [4], 8: [9], 6: [7]}
    monkeypatch.setattr(descendants, "_started", lambda pid: told.get(pid, []))
    assert descendants.below(1) == {2, 3, 4, 5}
    assert descendants.below(2, 8) == {3, 4, 9}
    assert descendants.below(4) == set()


def test_two_processes_below_each_other_do_not_go_on_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    """Numbers are used again, so that what is read one after the other may be such a ring."""
    monkeypatch.setattr(descendants, "_started", lambda pid: [5 - pid])
    assert descendants.below(2) == {2, 3}


def test_what_is_started_meanwhile_is_found_before_anything_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is killed first would leave behind what it has just started, and nobody would know whose that was."""
    told: list[tuple[int, int]] = []
    seen = iter([{2}, {2, 3}, {2, 3, 4}, {2, 3, 4}])
    monkeypatch.setattr(descendants, "below", lambda *_: next(seen))
    monkeypatch.setattr(descendants, "_tell", lambda pid, number: told.append((pid, number)))
    descendants.end(1)
    assert told[:4] == [(pid, signal.SIGSTOP) for pid in (1, 2, 3, 4)]
    assert sorted(told[4:]) == [(pid, signal.SIGKILL) for pid in (1, 2, 3, 4)]


@pytest.mark.parametrize("kept", ["/proc/thread-self/children", ""])
def test_what_the_system_tells_of_children_or_of_parents_is_the_same(
    monkeypatch: pytest.MonkeyPatch, kept: str
) -> None:
    """Those that a thread has started, and those below them, are among them."""
    exists = os.path.exists
    monkeypatch.setattr(os.path, "exists", lambda path: path == kept or (path[:6] != "/proc/" and exists(path)))
    shell = ["sh", "-c", "sleep 60 & echo $!; wait"]
    with ThreadPoolExecutor(1) as threads:
        child = threads.submit(subprocess.Popen[bytes], shell, stdout=subprocess.PIPE).result()
        with child:
            try:
                assert child.stdout is not None
                inner = int(child.stdout.readline())
                assert {child.pid, inner} <= descendants.below(os.getpid())
                assert descendants.below(child.pid) == {inner}
            finally:
                descendants.end(child.pid)
    assert descendants.below(inner) == descendants.below(child.pid) == set()


@pytest.mark.parametrize("name", ["plain", "with blank", "a) S 1 (b"])
def test_a_process_of_any_name_is_found(tmp_path: Path, name: str) -> None:
    """The name stands in the line of the system, as it is."""
    sleep = shutil.which("sleep")
    assert sleep is not None
    (tmp_path / name).symlink_to(Path(sleep).resolve())
    with subprocess.Popen(["sleep", "60"], executable=str(tmp_path / name)) as child:
        try:
            late = time.monotonic() + 20
            while time.monotonic() < late and name[:15] not in Path(f"/proc/{child.pid}/stat").read_text():
                time.sleep(0.01)
            assert child.pid in descendants.below(os.getpid())
        finally:
            descendants.end(child.pid)
        assert child.wait(20) == -signal.SIGKILL


def test_a_process_that_has_ended_is_no_fault() -> None:
    with subprocess.Popen(["true"]) as child:
        child.wait()
    descendants.end(child.pid)
