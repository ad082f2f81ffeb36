"""Compiled C programs, kept from run to run in the user's cache directory.

A file's name is a digest of the source, of the compiler and of Bouton's version, and it ends with a digest of
its contents, so that what is damaged, or was written by another version, is compiled again. A digest is no signature:
what is loaded is run, so nothing is where anyone but the user (and root) could have put it.
"""

from __future__ import annotations

import ctypes
import os
import shutil
import stat
import subprocess
import tempfile
from hashlib import sha256
from pathlib import Path

from bouton import __version__

_OPTIONS = ("-O2", "-std=c99", "-shared", "-fPIC", "-w")
_SECONDS = 100
_MOST = 256
"""Programs that are kept."""


class NoCompiler(Exception):
    """There is no compiled program, and why."""


def compiler() -> str | None:
    """The machine's C compiler."""
    return next((path for name in ("cc", "gcc", "clang") if (path := shutil.which(name)) is not None), None)


def folder() -> Path:
    """Where programs are kept."""
    home = os.environ.get("XDG_CACHE_HOME", "")
    return (Path(home) if os.path.isabs(home) else Path.home() / ".cache") / "bouton"


def library(source: str) -> ctypes.CDLL:
    """The program, compiled now or before; NoCompiler where that is impossible."""
    path = compiler()
    if path is None:
        raise NoCompiler("there is no C compiler (cc, gcc, clang)")
    key = sha256("\0".join((__version__, os.path.realpath(path), *_OPTIONS, source)).encode()).hexdigest()
    try:
        there = folder() / f"{key}.so"
    except RuntimeError:  # no home directory
        there = Path(os.devnull) / key
    found = _loaded(there)
    if found is not None:
        return found
    compiled = _compile(path, source)
    try:
        there.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not _private(there.parent):
            return _passing(compiled)
        _put(there, compiled)
        _prune(there.parent)
        found = _loaded(there)
    except OSError:
        found = None
    return found if found is not None else _passing(compiled)


def _loaded(path: Path) -> ctypes.CDLL | None:
    """The program of a file that is whole and the user's own, in a folder that is; None for any other."""
    try:
        if not _private(path.parent):
            return None
        with os.fdopen(os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC), "rb") as file:
            about = os.fstat(file.fileno())
            if not stat.S_ISREG(about.st_mode) or not _own(about):
                return None
            contents = file.read()
        if contents[-32:] != sha256(contents[:-32]).digest():
            return None
        os.utime(path)
        return ctypes.CDLL(str(path))
    except OSError:
        return None


def _private(folder: Path) -> bool:
    """Whether the folder is the user's own, is no link, and nobody else can write there or put another in its place."""
    about = os.lstat(folder)
    if not stat.S_ISDIR(about.st_mode) or not _own(about):
        return False
    return all(_kept(os.stat(above)) for above in folder.resolve().parents)


def _own(about: os.stat_result) -> bool:
    return about.st_uid == os.geteuid() and not about.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


def _kept(about: os.stat_result) -> bool:
    """Whether strangers cannot rename what lies in such a folder: in a sticky one they can move their own only."""
    open_to_all = about.st_mode & stat.S_IWOTH and not about.st_mode & stat.S_ISVTX
    return about.st_uid in (0, os.geteuid()) and not open_to_all


def _compile(path: str, source: str) -> bytes:
    try:
        with tempfile.TemporaryDirectory(prefix="bouton-") as there:
            target = Path(there) / "program.so"
            command = [path, *_OPTIONS, "-x", "c", "-", "-o", str(target)]
            done = subprocess.run(command, input=source.encode(), capture_output=True, timeout=_SECONDS, check=False)
            if done.returncode:
                said = done.stderr.decode(errors="replace").strip().splitlines()
                raise NoCompiler(f"the C compiler failed: {said[0] if said else f'exit code {done.returncode}'}")
            return target.read_bytes()
    except subprocess.TimeoutExpired:
        raise NoCompiler(f"the C compiler took more than {_SECONDS} s") from None
    except OSError as error:
        raise NoCompiler(f"the C compiler cannot be used: {error.strerror or error}") from None


def _put(path: Path, compiled: bytes) -> None:
    """Write the file whole or not at all."""
    handle, name = tempfile.mkstemp(dir=path.parent, suffix=".part")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(compiled + sha256(compiled).digest())
        os.replace(name, path)
    except OSError:
        os.unlink(name)
        raise


def _prune(where: Path) -> None:
    """Drop the programs that have not been used for longest."""
    kept = sorted(where.glob("*.so"), key=lambda path: path.stat().st_mtime)
    for path in kept[: max(0, len(kept) - _MOST)]:
        path.unlink(missing_ok=True)


def _passing(compiled: bytes) -> ctypes.CDLL:
    """The program, from a file that is gone when it is loaded: the cache cannot be written."""
    try:
        with tempfile.TemporaryDirectory(prefix="bouton-") as there:
            target = Path(there) / "program.so"
            target.write_bytes(compiled)
            return ctypes.CDLL(str(target))
    except OSError as error:
        raise NoCompiler(f"a compiled program cannot be loaded: {error.strerror or error}") from None
