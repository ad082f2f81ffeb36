"""Everything below a process ends with it: what it starts meanwhile too, and whatever it is called."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import time
from pathlib import Path

import pytest

from bouton.process import descendants

pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="elsewhere the system does not tell")


def test_below_are_all_levels(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(descendants, "_parents", lambda: {2: 1, 3: 2, 4: 3, 5: 1, 9: 8, 7: 6})
    assert descendants.below(1) == {2, 3, 4, 5}
    assert descendants.below(2, 8) == {3, 4, 9}
    assert descendants.below(4) == set()


def test_two_processes_below_each_other_do_not_go_on_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    """Numbers are used again, so that what is read one after the other may be such a ring."""
    monkeypatch.setattr(descendants, "_parents", lambda: {2: 3, 3: 2})
    assert descendants.below(2) == {2, 3}


def test_what_is_started_meanwhile_is_found_before_anything_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is killed first would leave behind what it has just started, and nobody would know whose that was."""
    told: list[tuple[int, int]] = []
    seen = iter([{2: 1}, {2: 1, 3: 2}, {2: 1, 3: 2, 4: 1}, {2: 1, 3: 2, 4: 1}])
    monkeypatch.setattr(descendants, "_parents", lambda: next(seen))
    monkeypatch.setattr(descendants, "_tell", lambda pid, number: told.append((pid, number)))
    descendants.end(1)
    assert told[:4] == [(pid, signal.SIGSTOP) for pid in (1, 2, 3, 4)]
    assert sorted(told[4:]) == [(pid, signal.SIGKILL) for pid in (1, 2, 3, 4)]


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
