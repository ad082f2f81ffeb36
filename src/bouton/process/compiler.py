"""Compiled C programs, kept from run to run in the user's cache directory.

A file's name is a digest of the source, of the compiler and of Bouton's version, and it ends with a digest of
its contents, so that what is damaged, or was written by another version, is compiled again. A digest is no signature:
what is loaded is run, so nothing is where anyone but the user (and root) could have put it
(see `bouton.process.cache`).
"""

from __future__ import annotations

import ctypes
import os
import shutil
import tempfile
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path

from bouton import __version__
from bouton.process.cache import folder, put, read
from bouton.process.program import program

_OPTIONS = ("-std=c99", "-shared", "-fPIC", "-w")
_LONG = 100_000
"""Characters of a program from which on the compiler takes longer for -O2 than that is worth."""
_SECONDS = 100
"""Seconds of processor time that the compiler may take."""
_MOST = 256
"""Programs that are kept."""


_PACKAGE, _ZIG = "ziglang", "zig"
"""The package that has a C compiler for machines without one, and the program in it."""


class NoCompiler(Exception):
    """There is no compiled program, and why."""


def compiler() -> str | None:
    """The machine's C compiler, or else the one of the extra `compiler`, Zig's."""
    own = next((path for name in ("cc", "gcc", "clang") if (path := shutil.which(name)) is not None), None)
    if own is not None:
        return own
    found = find_spec(_PACKAGE)
    places = () if found is None else (Path(folder) / _ZIG for folder in found.submodule_search_locations or ())
    return next((str(place) for place in places if place.is_file()), None)


def library(source: str) -> ctypes.CDLL:
    """The program, compiled now or before; NoCompiler where that is impossible."""
    path = compiler()
    if path is None:
        raise NoCompiler("there is no C compiler (cc, gcc, clang, or the extra bouton[compiler])")
    key = sha256("\0".join((__version__, os.path.realpath(path), *_options(source), source)).encode()).hexdigest()
    there = folder() / f"{key}.so"
    found = _loaded(there)
    if found is not None:
        return found
    compiled = _compile(path, source)
    put(there, compiled + sha256(compiled).digest(), _MOST)
    return _loaded(there) or _passing(compiled)


def _options(source: str) -> tuple[str, ...]:
    return ("-O1" if len(source) > _LONG else "-O2", *_OPTIONS)


def _loaded(path: Path) -> ctypes.CDLL | None:
    """The program of a kept file that is whole; None for any other."""
    contents = read(path) or b""
    try:
        return ctypes.CDLL(str(path)) if contents[-32:] == sha256(contents[:-32]).digest() else None
    except OSError:
        return None


def _compile(path: str, source: str) -> bytes:
    try:
        with tempfile.TemporaryDirectory(prefix="bouton-") as there:
            target = Path(there) / "program.so"
            of_many = ["cc"] if Path(path).name == _ZIG else []
            command = [path, *of_many, *_options(source), "-x", "c", "-", "-o", str(target)]
            done = program(command, _SECONDS, source.encode())
            if done.returncode:
                said = done.stderr.decode(errors="replace").strip().splitlines()
                raise NoCompiler(f"the C compiler failed: {said[0] if said else f'exit code {done.returncode}'}")
            return target.read_bytes()
    except OSError as error:
        raise NoCompiler(f"the C compiler cannot be used: {error.strerror or error}") from None


def _passing(compiled: bytes) -> ctypes.CDLL:
    """The program, from a file that is gone when it is loaded: the cache cannot be written."""
    try:
        with tempfile.TemporaryDirectory(prefix="bouton-") as there:
            target = Path(there) / "program.so"
            target.write_bytes(compiled)
            return ctypes.CDLL(str(target))
    except OSError as error:
        raise NoCompiler(f"a compiled program cannot be loaded: {error.strerror or error}") from None
