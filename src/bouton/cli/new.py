"""`bouton new`: a rules file and a spec to start from."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterable, Mapping
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
    written(
        {
            file: (_TEMPLATES / template).read_text(encoding="utf-8").replace("NAME", name)
            for file, template in files.items()
        }
    )
    rules, spec = files
    return rules, spec


def free(files: Iterable[Path]) -> None:
    """InputError where one of the files is there already."""
    taken = [
        Diagnostic("the file is there already, and nothing is overwritten", file=str(file))
        for file in files
        if file.exists()
    ]
    if taken:
        raise InputError(taken)


def written(files: Mapping[Path, str]) -> None:
    """Write new files with these texts, all of them or none; InputError where one is there or cannot be written."""
    free(files)
    made: list[Path] = []
    try:
        for file, text in files.items():
            file.parent.mkdir(parents=True, exist_ok=True)
            with file.open("x", encoding="utf-8") as new:
                made.append(file)
                new.write(text)
    except BaseException as error:
        for file in made:
            file.unlink(missing_ok=True)
        if not isinstance(error, OSError):
            raise
        raise fault(
            f"cannot write: {error.strerror or error}", file=error.filename or str(next(iter(files)))
        ) from error
