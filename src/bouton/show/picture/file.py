"""Files of pictures: it is seen first whether they can be written, and they are written whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from bouton.core.errors import fault


def target(file: str, suffixes: Sequence[str]) -> Path:
    """The path that a picture goes to; InputError where its name or its folder is wrong."""
    path = Path(file)
    if path.suffix not in suffixes:
        said = f"{path.suffix} names no such format" if path.suffix else "the name does not say which format is meant"
        raise fault(said, file=file, expected=f"a name that ends in {' or '.join(suffixes)}")
    folder = path.resolve().parent
    if not folder.is_dir():
        raise fault("there is no such folder", file=str(path.parent), expected="a folder that exists")
    if not os.access(folder, os.W_OK | os.X_OK):
        raise fault("nothing can be written to this folder", file=str(path.parent))
    if path.exists() and not path.is_file():
        raise fault("a picture cannot be written here: this is no file", file=file)
    return path


def write(path: Path, content: bytes) -> None:
    """Write the file beside its place, then give it its name; InputError where that fails."""
    part = path.resolve().with_name(f".{path.name}.{os.getpid()}.part")
    try:
        part.write_bytes(content)
        os.replace(part, path.resolve())
    except OSError as error:
        raise fault(f"the picture cannot be written: {error.strerror or error}", file=str(path)) from None
    finally:
        part.unlink(missing_ok=True)
