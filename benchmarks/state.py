"""The state of the machine that a table of times was made on, without which they say little."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

_LIBRARIES = {"clingo": "clingo", "z3": "z3-solver", "cvc5": "cvc5"}
_COMPILERS = {"C": ("cc", "gcc", "clang"), "C++": ("c++",)}
"""Those that Bouton looks for, and the one that the hand-written program is compiled with."""


@dataclass(frozen=True)
class State:
    """What times depend on besides the program that is timed."""

    processors: int
    load: float
    commit: str
    versions: tuple[tuple[str, str], ...]
    compilers: tuple[tuple[str, bool], ...]

    def __str__(self) -> str:
        machine = f"{self.processors} processors, load {self.load:.1f} before"
        programs = ", ".join(f"{name} {number}" for name, number in self.versions)
        compilers = ", ".join(f"{'a' if there else 'no'} {name} compiler" for name, there in self.compilers)
        return f"{machine}; commit {self.commit}\n{programs}; {compilers}"


def load() -> float:
    """How many processes wanted a processor in the last minute, on average; not a number where no system tells."""
    return os.getloadavg()[0] if hasattr(os, "getloadavg") else float("nan")


def state() -> State:
    """The state of this machine now."""
    numbers = tuple((name, _version(package)) for name, package in _LIBRARIES.items())
    return State(
        processors=len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1,
        load=load(),
        commit=_commit(),
        versions=(("Python", platform.python_version()), *numbers),
        compilers=tuple((name, any(map(shutil.which, commands))) for name, commands in _COMPILERS.items()),
    )


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "not installed"


def _commit() -> str:
    """The commit of this checkout, and whether its files were changed since."""
    command = ["git", "-C", str(Path(__file__).parent), "describe", "--always", "--dirty=, with changes"]
    try:
        said = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError:
        return "unknown"
    return said.stdout.strip() or "unknown"
