"""The `bouton` command. Only this package prints or exits."""

from __future__ import annotations

import signal
import sys
from collections.abc import Sequence

from bouton.cli import supervisor


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code; `--help` and `--version` leave by SystemExit.

    Without `argv` this is the command that the process was started for: it is supervised, and the process ends with it.
    """
    if argv is None and hasattr(signal, "sigtimedwait"):
        supervisor.supervise(_own)
    return _run(sys.argv[1:] if argv is None else argv)


def _own() -> int:
    try:
        return _run(sys.argv[1:])
    except SystemExit:
        return 0  # after --help or --version


def _run(arguments: Sequence[str]) -> int:
    from bouton.cli import command  # noqa: PLC0415 (signals are heard before anything large is imported)

    return command.run(arguments)
