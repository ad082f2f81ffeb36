"""One run in three processes, so that all of it ends together and its exit code comes from one place.

The *front* is the process that was started: it hears Ctrl-C and SIGTERM from its first lines on, and exits. The
*warden* is in a session of its own, where no signal finds it: whatever ends the run, it kills every process that is
left and removes the folder of temporary files. The *worker* imports the program and does the work. The front exits
with what the worker has written to it as its code, so that no crash, no library and no C code can make a verdict.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable, Collection
from contextlib import suppress
from types import FrameType
from typing import Any, NoReturn

from bouton.process import descendants

_INTERRUPT, _END = signal.SIGUSR1, signal.SIGUSR2
"""What the front tells the warden: to have the worker interrupted, and to end everything."""
_GRACE = 5.0
"""Seconds in which an interrupted worker says what it has done."""
_TWICE = 1.0
"""Seconds after which one more signal is an impatient one, and no echo of the first."""
_AGAIN = 0.1
"""Seconds after which a worker is interrupted once more: in the midst of a destructor, say, it is not heard."""
_TICK = 0.5
"""Seconds between two looks at what no signal tells."""


def supervise(work: Callable[[], int], usual: Collection[int] = ()) -> NoReturn:
    """Run `work` in a worker and exit with the code that it returns, once all its processes are gone.

    `usual` are the signals that were blocked when the process began: no others are for the worker.
    """
    heard = {number for number in (signal.SIGINT, signal.SIGTERM) if signal.getsignal(number) is not signal.SIG_IGN}
    signal.pthread_sigmask(signal.SIG_BLOCK, {*heard, signal.SIGCHLD, _INTERRUPT, _END})
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)  # who ignores it is not told how a child ended
    _open_streams()
    front, folder = os.getpid(), _folder()
    _adopt()  # before there is anyone whose parent could be killed
    try:
        ours, theirs = os.pipe()
        os.set_blocking(ours, False)
        warden = os.fork()
    except OSError as error:
        _leave(2, f"the system starts no process: {error.strerror}")
    if warden == 0:
        os.close(ours)
        _ward(front, lambda: _work(work, theirs, usual), theirs, folder)
    os.close(theirs)
    interrupted, status = _wait(warden, heard)
    if os.WIFSIGNALED(status):
        _sweep(folder)
    said = _said(ours)
    if interrupted or signal.sigpending() & heard:
        _leave(130, None if said else "interrupted")
    _leave(*((int(said), None) if said else _death(os.waitstatus_to_exitcode(status))))


def _wait(warden: int, heard: set[signal.Signals]) -> tuple[bool, int]:
    """Whether the run was interrupted, and how the warden ended."""
    interrupted: float | None = None
    while True:
        event = signal.sigtimedwait({*heard, signal.SIGCHLD}, _TICK)
        now = time.monotonic()
        if event is not None and event.si_signo in heard:
            if interrupted is None:
                interrupted = now
                _tell(warden, _INTERRUPT)
            elif now - interrupted > _TWICE:
                _tell(warden, _END)
        if interrupted is not None and now - interrupted > _GRACE:
            _tell(warden, _END)
        ended, status = os.waitpid(warden, os.WNOHANG)
        if ended:
            return interrupted is not None, status


def _said(ours: int) -> str:
    """The last word of the worker, its exit code; nothing where it ended without one."""
    try:
        return os.read(ours, 16).decode()
    except BlockingIOError:
        return ""


def _death(number: int) -> tuple[int, str]:
    """What is said where the worker ended without a word; the warden exits with the number of the signal it died of."""
    if number in (signal.SIGPROF, signal.SIGXCPU):
        return 3, "unknown: time limit reached"
    if abs(number) in (signal.SIGKILL, signal.SIGABRT, signal.SIGSEGV, signal.SIGBUS):
        return 3, f"unknown: the run was stopped by {signal.Signals(abs(number)).name}; was it short of memory?"
    return 4, "internal error: the run ended without a word of how"


def _ward(front: int, work: Callable[[], NoReturn], theirs: int, folder: str) -> NoReturn:
    """The warden: start the worker, wait until it has ended or all is to end, and see to it that all has."""
    number, interrupted = 0, False
    try:
        with suppress(OSError):  # few runs need it
            os.mkdir(folder, 0o700)
            os.environ["TMPDIR"] = folder
        worker = os.fork()
        if worker == 0:
            work()
        os.close(theirs)
        _hide()
        while os.getppid() == front:
            event = signal.sigtimedwait({signal.SIGCHLD, _INTERRUPT, _END}, _AGAIN if interrupted else _TICK)
            if event is not None and event.si_signo == _END:
                break
            interrupted |= event is not None and event.si_signo == _INTERRUPT
            if interrupted:
                _tell(worker, _INTERRUPT)
            ended, status = os.waitpid(worker, os.WNOHANG)
            if ended:
                number = max(0, -os.waitstatus_to_exitcode(status))
                break
    finally:
        _sweep(folder)
        os._exit(number)


def _hide() -> None:
    """Hold nothing of the run's: whoever reads its output waits for the worker alone."""
    os.setsid()
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)
    _adopt(_END)


def _adopt(parting: int = 0) -> None:
    """Be the parent of what loses its own, and be told by a signal of the end of one's own parent."""
    if sys.platform == "linux":
        import ctypes  # noqa: PLC0415 (elsewhere there is no prctl)

        libc = ctypes.CDLL(None)
        libc.prctl(36, 1)  # PR_SET_CHILD_SUBREAPER
        libc.prctl(1, parting)  # PR_SET_PDEATHSIG


def _sweep(folder: str) -> None:
    """End what is left below this process, and remove the temporary files."""
    with suppress(ChildProcessError):
        while True:
            if not os.waitpid(-1, os.WNOHANG)[0]:  # an error where nothing is left
                descendants.end(*descendants.below(os.getpid()))
                time.sleep(0.001)
    try:
        os.rmdir(folder)
    except FileNotFoundError:
        pass
    except OSError:
        import shutil  # noqa: PLC0415 (few runs need it)

        shutil.rmtree(folder, ignore_errors=True)


def _folder() -> str:
    """The name of a folder for all temporary files of the run."""
    parents = (os.environ.get("TMPDIR", ""), "/tmp", "/var/tmp")
    usable = (parent for parent in parents if os.path.isabs(parent) and os.access(parent, os.W_OK | os.X_OK))
    return os.path.join(next(usable, "/nowhere"), f"bouton-{os.urandom(8).hex()}")


def _work(work: Callable[[], int], theirs: int, usual: Collection[int]) -> NoReturn:
    """The worker: only an interruption of the front's reaches it, and its code is its last word."""
    heard = False

    def interrupt(_signal: int, _frame: FrameType | None) -> None:
        nonlocal heard
        if not heard:
            heard = True
            raise KeyboardInterrupt

    def unheard(what: Any) -> None:
        nonlocal heard
        if isinstance(what.exc_value, KeyboardInterrupt):
            heard = False
        elif not heard:  # an object that an interruption left half made may complain when it goes
            sys.__unraisablehook__(what)

    try:
        sys.unraisablehook = unheard
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, signal.SIG_IGN)
        signal.signal(_INTERRUPT, interrupt)
        signal.pthread_sigmask(signal.SIG_SETMASK, usual)
        code = work()
        signal.pthread_sigmask(signal.SIG_BLOCK, {_INTERRUPT})
        os.write(theirs, str(int(code)).encode())
    finally:
        os._exit(0)  # without a word there is no verdict: the front tells of it


def _open_streams() -> None:
    """Give closed standard streams a descriptor that cannot be written, so that nothing else comes in their place."""
    for stream in (0, 1, 2):
        try:
            os.fstat(stream)
        except OSError:
            os.open(os.devnull, os.O_RDONLY)
    if sys.stdout is None:
        sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115 (it lives as long as the process)
    if sys.stderr is None:
        sys.stderr = open(2, "w", encoding="utf-8", closefd=False)  # noqa: SIM115


def _tell(process: int, number: int) -> None:
    with suppress(ProcessLookupError):
        os.kill(process, number)


def _leave(code: int, message: str | None) -> NoReturn:
    """The only exit of a run."""
    if message is not None:
        with suppress(OSError):
            if "--json" in sys.argv:
                said = {
                    "file": None,
                    "line": None,
                    "column": None,
                    "message": message,
                    "expected": None,
                    "nearest": None,
                }
                import json  # noqa: PLC0415 (few runs need it)

                os.write(1, f"{json.dumps({'errors': [said]}, indent=2)}\n".encode())
            else:
                os.write(2, f"error: {message}\n".encode())
    os._exit(code)
