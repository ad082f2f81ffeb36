"""`bouton check --watch`: the check once more whenever a file that it may read has changed, until it is interrupted."""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from bouton.cli import console
from bouton.core.errors import InputError
from bouton.core.exits import Exit
from bouton.document.find import find_specs, folders_of_rules

_TICK = 0.2
"""Seconds between two looks at the files; an editor that is still writing is waited for as long."""
_GRACE, _LEAVING = 10.0, 0.5
"""Seconds in which an interrupted check ends by itself: after a change, and where the user wants to leave."""

State = Mapping[str, tuple[int, int]]
"""The files that a check may read, each with the time of its last change and its length."""


def run(args: argparse.Namespace) -> Exit:
    """Run the command again and again, without `--watch`; a KeyboardInterrupt, how one leaves, ends it.

    A check that is under way when a file changes is interrupted. What it has decided by then is kept.
    """
    command = [sys.executable, "-m", "bouton", *(word for word in args.arguments if word != "--watch")]
    try:
        while True:
            known = _state(args.specs)
            with _running(command):
                while _state(args.specs) == known:
                    time.sleep(_TICK)
            now = _settled(args.specs)
            changed = sorted(name for name in {*known, *now} if known.get(name) != now.get(name))
            console.say(f"\nagain, as {', '.join(map(os.path.relpath, changed)) or 'a file'} has changed\n")
    except KeyboardInterrupt:
        return Exit.INTERRUPTED


def _settled(specs: Sequence[str]) -> State:
    """The files, once none has changed between two looks."""
    before, now = None, _state(specs)
    while now != before:
        time.sleep(_TICK)
        before, now = now, _state(specs)
    return now


@contextmanager
def _running(command: Sequence[str]) -> Iterator[subprocess.Popen[bytes]]:
    """A check in a process of its own, which is interrupted at the end if it is still running."""
    with subprocess.Popen(command, stdin=subprocess.DEVNULL) as check:
        grace = _GRACE
        try:
            yield check
        except KeyboardInterrupt:
            grace = _LEAVING
            raise
        finally:
            if check.poll() is None:
                check.send_signal(signal.SIGINT)
                try:
                    check.wait(grace)
                except subprocess.TimeoutExpired:
                    check.kill()  # its warden ends all that it has started


def _state(specs: Sequence[str]) -> State:
    try:
        files = find_specs(specs)
    except InputError:  # the check has told of it, and it may come to be
        files = [*specs]
    found = set(map(Path, files))
    for folder in {folder.resolve() for file in files for folder in folders_of_rules(file) if folder.is_dir()}:
        found |= {file for way in ("*", "*/*.lp") for file in folder.glob(way) if file.suffix in (".lp", ".yaml")}
    state = {}
    for file in found:
        with suppress(OSError):  # an editor has just taken it away
            about = file.stat()
            state[str(file.absolute())] = (about.st_mtime_ns, about.st_size)
    return state
