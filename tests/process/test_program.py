"""Other programs end by the processor time that they take, not by that of the wall."""

from __future__ import annotations

import resource
import signal
import sys
import time

import pytest

from bouton.process.program import program

SPIN = "while True: pass"


def test_a_program_is_given_its_input_and_says_something() -> None:
    done = program([sys.executable, "-c", "print(input() * 2)"], 60.0, b"ab")
    assert (done.returncode, done.stdout) == (0, b"abab\n")


@pytest.mark.slow
def test_a_program_that_works_too_long_is_ended() -> None:
    began = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    done = program([sys.executable, "-c", SPIN], 0.5)
    assert done.returncode == -signal.SIGXCPU
    assert 0.5 < resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - began < 5


def test_one_that_waits_is_not() -> None:
    began = time.monotonic()
    assert program([sys.executable, "-c", "import time; time.sleep(1.05)"], 1.0).returncode == 0
    assert time.monotonic() - began >= 1.05


def test_a_lesser_limit_remains() -> None:
    asked = "import resource; print(resource.getrlimit(resource.RLIMIT_CPU)[0])"
    mine = resource.getrlimit(resource.RLIMIT_CPU)[0]
    for seconds in (7.2, 10.0**6):
        least = min(one for one in (mine, 8 if seconds < 8 else 10**6) if one != resource.RLIM_INFINITY)
        assert program([sys.executable, "-c", asked], seconds).stdout == f"{least}\n".encode()


def test_a_program_that_is_not_there() -> None:
    with pytest.raises(OSError, match="nowhere"):
        program(["/nowhere/at/all"], 1.0)
