"""`bouton new`: a rules file and a spec to start from."""

from __future__ import annotations

import argparse
import re
from pathlib import Path

from bouton.cli import console
from bouton.core.errors import Diagnostic, InputError, fault
from bouton.core.exits import Exit

_NAME = re.compile(r"[a-z][a-z0-9_]{0,99}")
_TEMPLATES = Path(__file__).with_name("templates")


def run(args: argparse.Namespace) -> Exit:
    """Write the two files and say how to go on."""
    rules, spec = create(args.name, Path(args.directory))
    console.say(f"wrote {rules}\nwrote {spec}\nnow: bouton check {spec}")
    return Exit.OK


def create(name: str, directory: Path) -> tuple[Path, Path]:
    """Write encodings/NAME.lp and specs/NAME.yaml below the directory; both, or neither.

    InputError where the name is no predicate-like word, a file is there already, or one cannot
    be written.
    """
    if not _NAME.fullmatch(name):
        raise fault(f"{name!r} cannot name a game", expected="lower case letters, digits and _, a letter first")
    files = {
        directory / "encodings" / f"{name}.lp": "game.lp",
        directory / "specs" / f"{name}.yaml": "game.yaml",
    }
    taken = [
        Diagnostic("the file is there already, and nothing is overwritten", file=str(file))
        for file in files
        if file.exists()
    ]
    if taken:
        raise InputError(taken)
    written: list[Path] = []
    try:
        for file, template in files.items():
            text = (_TEMPLATES / template).read_text(encoding="utf-8").replace("NAME", name)
            file.parent.mkdir(parents=True, exist_ok=True)
            with file.open("x", encoding="utf-8") as new:
                written.append(file)
                new.write(text)
    except OSError as error:
        for file in written:
            file.unlink(missing_ok=True)
        raise fault(f"cannot write: {error.strerror or error}", file=error.filename or str(directory)) from error
    rules, spec = files
    return rules, spec
