"""The `bouton` command. Only this package prints or exits."""

from __future__ import annotations

import gc
import importlib
import os
import sys
import traceback
from collections.abc import Sequence

from bouton.cli import console
from bouton.cli.arguments import parser
from bouton.errors import Diagnostic, Disagreement, InputError, LimitReached
from bouton.verdict import Exit

_BROKEN_PIPE = 141
"""What a shell reports of a program ended by SIGPIPE: the report was cut short, so no verdict."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code; `--help` and `--version` leave by SystemExit."""
    arguments = sys.argv[1:] if argv is None else list(argv)
    try:
        code: int = _run(arguments, json="--json" in arguments)
        sys.stdout.flush()
    except BrokenPipeError:
        # The interpreter flushes stdout once more as it ends; that must find an open file.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = _BROKEN_PIPE
    if argv is None:
        gc.freeze()  # the process ends here: nothing is gained by a search for garbage in all that it holds
    return code


def _run(arguments: Sequence[str], *, json: bool) -> Exit:
    console.prepare()
    try:
        args = parser().parse_args(arguments)
        # Each command is imported when it is asked for: `bouton --help` needs no solver.
        command = importlib.import_module(f"bouton.cli.{args.command}")
        code: Exit = command.run(args)
    except InputError as error:
        console.faults(error.diagnostics, json=json)
        return Exit.INPUT
    except LimitReached as error:
        console.faults([Diagnostic(f"unknown: {error}")], json=json)
        return Exit.UNDECIDED
    except Disagreement as error:
        console.faults([Diagnostic(f"internal check failed: {error}")], json=json)
        return Exit.INTERNAL
    except KeyboardInterrupt:
        console.faults([Diagnostic("interrupted")], json=json)
        return Exit.INTERRUPTED
    except BrokenPipeError:
        raise
    except Exception as error:
        # A bug must not leave by Python's own code 1, which would read as a refuted claim.
        traceback.print_exc()
        console.faults([Diagnostic(f"internal error: {type(error).__name__}: {error}")], json=json)
        return Exit.INTERNAL
    return code
