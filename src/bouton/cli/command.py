"""From the arguments of one command to its exit code: whatever happens in between."""

from __future__ import annotations

import argparse
import gc
import importlib
import os
import sys
import traceback
from collections.abc import Sequence
from contextlib import suppress

from bouton.cli import console
from bouton.cli.arguments import parser
from bouton.core.errors import Diagnostic, Disagreement, InputError, LimitReached
from bouton.core.exits import Exit
from bouton.core.interrupts import uninterrupted

_BROKEN_PIPE = 141
"""What a shell reports of a program ended by SIGPIPE: the report was cut short, so no verdict."""


def run(arguments: Sequence[str]) -> int:
    """Run one command and return its exit code; `--help` and `--version` leave by SystemExit."""
    try:
        code: int = _run(arguments, json="--json" in arguments)
    except BrokenPipeError:
        # The interpreter flushes stdout once more as it ends; that must find an open file.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = _BROKEN_PIPE
    return code


def _run(arguments: Sequence[str], *, json: bool) -> Exit:
    console.prepare()
    try:
        args = parser().parse_args(arguments, argparse.Namespace(arguments=arguments, watch=False))
        # Each command is imported when it is asked for: `bouton --help` needs no solver. Ctrl-C waits for that, as what
        # other people's modules do with an interruption as they are made may tell it no more.
        with uninterrupted():
            command = importlib.import_module(f"bouton.cli.{'watch' if args.watch else args.command}")
        if not gc.isenabled():  # a process of its own: what it has imported stays, and is never looked through
            gc.freeze()
            gc.enable()
        code: Exit = command.run(args)
    except BrokenPipeError:
        raise
    except console.UnwritableError as error:
        console.faults([Diagnostic(str(error))], json=False)
        return Exit.INPUT
    except InputError as error:
        console.faults(error.diagnostics, json=json)
        return Exit.INPUT
    except LimitReached as error:
        console.faults([Diagnostic(f"unknown: {error}")], json=json)
        return Exit.UNDECIDED
    except MemoryError:
        console.faults([Diagnostic("unknown: no memory is left")], json=json)
        return Exit.UNDECIDED
    except Disagreement as error:
        console.faults([Diagnostic(f"internal check failed: {error}")], json=json)
        return Exit.INTERNAL
    except (Exception, KeyboardInterrupt) as error:
        if _interrupted(error):
            console.faults([Diagnostic("interrupted")], json=json)
            return Exit.INTERRUPTED
        if isinstance(error, OSError | ImportError):
            console.faults([_refused(error)], json=json)
            return Exit.INPUT
        # A bug must not leave by Python's own code 1, which would read as a refuted claim.
        with suppress(OSError):
            traceback.print_exc()
        console.faults([Diagnostic(f"internal error: {type(error).__name__}: {error}")], json=json)
        return Exit.INTERNAL
    return code


def _interrupted(error: BaseException | None) -> bool:
    """Whether it is an interruption, or an error of another kind that some code of Python's own has made of one."""
    while error is not None and not isinstance(error, KeyboardInterrupt):
        error = error.__cause__ or error.__context__
    return error is not None


def _refused(error: OSError | ImportError) -> Diagnostic:
    """What the system does not let us do: its fault or the user's, such as too few open files, never a verdict."""
    if isinstance(error, OSError):
        name = error.filename if isinstance(error.filename, str) else None
        return Diagnostic(f"the system refuses this: {error.strerror or error}", name)
    return Diagnostic(f"a part of Bouton cannot be loaded: {error}")
