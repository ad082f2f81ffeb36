"""Files kept from run to run in the user's cache directory, used only where nobody else could have put them.

Whatever cannot be read or written is not kept: no fault of a cache ends a run. Seals made with the user's key tell what
Bouton wrote for this user from what another did.
"""

from __future__ import annotations

import hmac
import json
import os
import secrets
import stat
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Any
from zlib import crc32

from bouton.core.errors import fault


def folder() -> Path:
    """Where files are kept; a place where nothing is where there is no home directory."""
    home = os.environ.get("XDG_CACHE_HOME", "")
    try:
        return (Path(home) if os.path.isabs(home) else Path.home() / ".cache") / "bouton"
    except RuntimeError:
        return Path(os.devnull) / "bouton"


def read(path: Path) -> bytes | None:
    """What a kept file holds, which then counts as used; None for one that is not the user's own, in such a folder."""
    try:
        if not _private(path.parent):
            return None
        with os.fdopen(os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC), "rb") as file:
            about = os.fstat(file.fileno())
            if not stat.S_ISREG(about.st_mode) or not _own(about):
                return None
            content = file.read()
        os.utime(path)
    except OSError:
        return None
    return content


def put(path: Path, content: bytes, most: int) -> None:
    """Keep a file, whole or not at all, and so `most` of its kind, about: those that were used last."""
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if _private(path.parent):
            _write(path, content)
            _prune(path, most)
    except OSError:
        return


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


def _write(path: Path, content: bytes) -> None:
    handle, name = tempfile.mkstemp(dir=path.parent, suffix=".part")  # mode 0600
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        os.replace(name, path)
    except OSError:
        os.unlink(name)
        raise


def _prune(path: Path, most: int) -> None:
    """Drop the files of that kind in its folder that have not been used for longest.

    To look at every file takes long: one in so many does, by chance of its name, and there are a few more in between.
    """
    if crc32(path.name.encode()) % max(1, most // 100):
        return
    kept = sorted(path.parent.glob(f"*{path.suffix}"), key=lambda one: one.stat().st_mtime)
    for one in kept[: max(0, len(kept) - most)]:
        one.unlink(missing_ok=True)


_BYTES = 32


def place() -> Path:
    """Where the key is kept; InputError where the user has no folder for it."""
    home = os.environ.get("XDG_STATE_HOME", "")
    try:
        return (Path(home) if os.path.isabs(home) else Path.home() / ".local" / "state") / "bouton" / "key"
    except RuntimeError:
        raise fault("there is no home directory, so no place for a key", expected="XDG_STATE_HOME, a folder") from None


def key() -> bytes:
    """The key, made where there is none; InputError where it cannot be, or is not the user's alone."""
    where = place()
    try:
        where.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not os.path.lexists(where):
            _make(where)
        with os.fdopen(os.open(where, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC), "rb") as file:
            about = os.fstat(file.fileno())
            found = file.read(_BYTES + 1) if stat.S_ISREG(about.st_mode) else b""
    except OSError as error:
        raise fault(f"the key cannot be used: {error.strerror or error}", file=str(where)) from None
    if about.st_uid != os.geteuid() or about.st_mode & 0o077:
        raise fault("the key is not the user's alone", file=str(where), expected="a file of the user with mode 0600")
    if len(found) != _BYTES:
        raise fault("this is no key", file=str(where), expected=f"{_BYTES} bytes, or no file")
    return found


def _make(where: Path) -> None:
    """Write a new key, whole or not at all; one that another run has made meanwhile stays."""
    handle, name = tempfile.mkstemp(dir=where.parent)  # mode 0600
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(secrets.token_bytes(_BYTES))
            file.flush()
            os.fsync(file.fileno())
        with suppress(FileExistsError):
            os.link(name, where)
    finally:
        os.unlink(name)


def seal(key: bytes, content: Any) -> str:
    """The keyed digest (HMAC-SHA256) of anything that JSON can say."""
    return hmac.new(key, json.dumps(content, sort_keys=True).encode(), "sha256").hexdigest()


def same(one: object, other: str) -> bool:
    """Whether a seal that was read is this one."""
    return isinstance(one, str) and hmac.compare_digest(one.encode(), other.encode())
