"""Files kept from run to run in the user's cache directory, used only where nobody else could have put them.

Whatever cannot be read or written is not kept: no fault of a cache ends a run.
"""

from __future__ import annotations

import os
import stat
import tempfile
from pathlib import Path
from zlib import crc32


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
