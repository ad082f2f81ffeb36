"""MONA, the second opinion on problems about binary digits, where it is installed."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from typing import Literal

from bouton.process.program import program

MONA = "MONA"
"""MONA's name in reports."""


def has_mona() -> bool:
    """Whether the program `mona` is on the PATH; it comes with packages of the system, not of Python."""
    return shutil.which("mona") is not None


def solve(text: str, seconds: float) -> Literal["sat", "unsat", "unknown"]:
    """MONA's answer to a formula in its language; `unknown` where it is missing, fails, or takes too long."""
    path = shutil.which("mona")
    if path is None:
        return "unknown"
    with tempfile.TemporaryDirectory(prefix="bouton-") as folder:
        file = Path(folder) / "problem.mona"
        file.write_text(text, encoding="ascii")
        try:
            done = program([path, "-q", str(file)], seconds)
        except OSError:
            return "unknown"
    if b"Formula is unsatisfiable" in done.stdout:
        return "unsat"
    if done.returncode == 0 and (b"Formula is valid" in done.stdout or b"A satisfying example" in done.stdout):
        return "sat"
    return "unknown"
