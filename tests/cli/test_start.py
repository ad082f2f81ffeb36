"""A small command starts at once: what it does not need is not imported."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import bouton
from bouton.core.shipped import folder as shipped

HEAVY = {"z3", "cvc5", "numpy", "rich", "distributed", "dask"}
PROGRAM = """\
import sys
from bouton.cli import main
try:
    code = main(sys.argv[1:])
except SystemExit as end:
    code = end.code
names = {name if name.startswith("bouton.") else name.partition(".")[0] for name in sys.modules}
sys.stderr.write(" ".join(names))
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
    assert not found & (HEAVY | {"sqlite3", "concurrent"})
    behind = ("bouton.proof.prove", "bouton.boards", "bouton.theory", "bouton.compiled.moves", "bouton.automata")
    assert not [name for name in found if name.startswith((*behind, "bouton.certificate", "bouton.schedule.run"))]


ALONE = """\
import sys
before = set(sys.modules)
sys.path.append(sys.argv[1])
import bouton.cli
print(*sorted(set(sys.modules) - before - {"__future__"}))
"""


def test_nothing_is_imported_before_signals_are_held() -> None:
    source = Path(bouton.__file__).parents[1]
    command = [sys.executable, "-I", "-S", "-c", ALONE, str(source)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["bouton", "bouton.cli"]


STRUCK = """\
import os, signal, sys
class Finder:
    def find_spec(self, name, path=None, target=None):
        if name == sys.argv[1]:
            sys.argv[1:] = ["--version"]
            os.kill(os.getpid(), signal.SIG{number})
signal.signal(signal.SIGINT, signal.default_int_handler)
from bouton.cli import main
sys.meta_path.insert(0, Finder())
main()
"""


@pytest.mark.parametrize("number", ["INT", "TERM"])
@pytest.mark.parametrize("module", ["bouton.cli.supervisor", "bouton.process.descendants"])
def test_a_signal_that_comes_at_the_start_is_heard(number: str, module: str) -> None:
    command = [sys.executable, "-c", STRUCK.replace("{number}", number), module]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 130
    assert done.stderr == "error: interrupted\n" or done.stdout.startswith("bouton ")  # if it had said all by then
