"""Other programs, such as a compiler: run for so much processor time, however busy the machine is."""

from __future__ import annotations

import math
import resource
import subprocess
from collections.abc import Sequence
from functools import partial
from pathlib import Path


def program(
    command: Sequence[str], seconds: float, given: bytes = b"", wall: float | None = None, folder: Path | None = None
) -> subprocess.CompletedProcess[bytes]:
    """The end of a program with what it said; what it is `given` is its input, and the `folder` that it works in.

    It, and each program that it starts, is ended by a signal once it has worked for so many seconds, rounded up.
    OSError where it cannot be started; TimeoutExpired where it has not ended after so many seconds of `wall` time.
    """
    confined = partial(_confine, math.ceil(seconds))
    return subprocess.run(
        command, input=given, capture_output=True, check=False, preexec_fn=confined, timeout=wall, cwd=folder
    )


def _confine(seconds: int) -> None:
    """What this process may work, and those that it starts: a lesser limit of its own remains."""
    soft, hard = resource.getrlimit(resource.RLIMIT_CPU)
    least = min(one for one in (seconds, soft, hard) if one != resource.RLIM_INFINITY)
    resource.setrlimit(resource.RLIMIT_CPU, (least, hard))
