"""The `bouton` command. Only this package prints or exits."""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    import signal
    from collections.abc import Sequence
else:  # what does the same without an import of its own: nothing else is here before signals are held
    import _signal as signal


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code; `--help` and `--version` leave by SystemExit.

    Without `argv` this is the command that the process was started for: it is supervised, and the process ends with it.
    Ctrl-C and SIGTERM are held back until the supervisor is there to hear them.
    """
    if argv is None and hasattr(signal, "sigtimedwait"):
        usual = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM})
        from bouton.cli import supervisor  # noqa: PLC0415 (as said above)

        supervisor.supervise(_own, usual)
    return _run(sys.argv[1:] if argv is None else argv)


def _own() -> int:
    import gc  # noqa: PLC0415 (as said above)

    gc.disable()  # until all is imported, which is no garbage (`command`)
    try:
        return _run(sys.argv[1:])
    except SystemExit:
        return 0  # after --help or --version


def _run(arguments: Sequence[str]) -> int:
    from bouton.cli import command  # noqa: PLC0415 (signals are heard before anything large is imported)

    return command.run(arguments)
