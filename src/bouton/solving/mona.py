"""MONA, the second opinion on problems about binary digits, where it is installed."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Literal

MONA = "MONA"
"""Its name in reports."""


def has_mona() -> bool:
    """Whether MONA is installed: a program that the system's packages bring."""
    return shutil.which("mona") is not None


def solve(text: str, seconds: float) -> Literal["sat", "unsat", "unknown"]:
    """Whether the program can be satisfied; unknown where MONA is missing, fails, or takes longer."""
    program = shutil.which("mona")
    if program is None:
        return "unknown"
    with tempfile.TemporaryDirectory(prefix="bouton-") as folder:
        file = Path(folder) / "problem.mona"
        file.write_text(text, encoding="ascii")
        try:
            done = subprocess.run(
                [program, "-q", str(file)], capture_output=True, text=True, check=False, timeout=seconds
            )
        except (subprocess.TimeoutExpired, OSError):
            return "unknown"
    if "Formula is unsatisfiable" in done.stdout:
        return "unsat"
    if done.returncode == 0 and ("Formula is valid" in done.stdout or "A satisfying example" in done.stdout):
        return "sat"
    return "unknown"
