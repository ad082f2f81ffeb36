"""A small command starts at once: what it does not need is not imported."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from bouton.core.shipped import folder as shipped

HEAVY = {"z3", "cvc5", "numpy", "rich", "distributed", "dask"}
PROGRAM = """\
import sys
from bouton.cli import main
try:
    code = main(sys.argv[1:])
except SystemExit as end:
    code = end.code
sys.stderr.write(" ".join({name.partition(".")[0] for name in sys.modules}))
sys.exit(code)
"""


def imported(*arguments: str) -> set[str]:
    command = [sys.executable, "-c", PROGRAM, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=Path(__file__).parent)
    return set(done.stderr.split())


@pytest.mark.parametrize("arguments", [("--help",), ("--version",), ("check", "--help")], ids=" ".join)
def test_help_needs_no_engine(arguments: tuple[str, ...]) -> None:
    found = imported(*arguments)
    assert "bouton" in found
    assert not found & (HEAVY | {"clingo", "pydantic", "yaml", "sqlite3"})


def test_a_small_check_needs_no_solver_of_proofs() -> None:
    found = imported("check", str(shipped("specs") / "nim.yaml"), "--claim", "example-9-5-12")
    assert {"clingo", "pydantic", "yaml"} <= found
    assert not found & HEAVY
