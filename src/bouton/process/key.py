"""The user's key, and seals made with it: they tell what Bouton wrote for this user from what another did."""

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

from bouton.core.errors import fault

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
