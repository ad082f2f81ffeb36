"""What coqc says of a file, and its answers that are kept: they depend on the file, its libraries and coqc alone.

`answers.txt` has a digest of each file that a run of the tests hands to coqc, with its answer and the version of coqc.
A run tries the files that are not in the list, and of those that are some five that are short and rest on little: some
that are accepted and some that are refused.
`BOUTON_ROCQ=write pytest tests/rocq`, in one process, tries all of them and writes the list anew; `BOUTON_ROCQ=more`
tries what is not in the list, and adds it; `BOUTON_ROCQ=try` tries all of them.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from fcntl import LOCK_EX, flock
from functools import cache
from hashlib import sha256
from pathlib import Path
from tempfile import mkdtemp
from typing import Literal, TypeAlias, get_args

from bouton.rocq.file import libraries, library

Answer: TypeAlias = Literal["closed", "compiled", "refused"]
"""A theorem without an axiom, a file that asks for no axioms of one, or an error."""
CLOSED = "Closed under the global context"
WITHIN = 280.0
"""Seconds for coqc."""
LIST = Path(__file__).with_suffix(".txt")
LIGHT, SHORT = frozenset({"Bouton.v", "Scripts.v"}), 3_000
"""What a file may rest on that is tried in every run, though it is in the list, and how long it may be if it rests on
more than the first: that takes a second."""
HOW = "BOUTON_ROCQ"
_found: dict[str, Answer] = {}
"""What coqc has said in this process."""


def coqc(folder: Path, whole: str, seconds: float = WITHIN) -> subprocess.CompletedProcess[str]:
    """How coqc ends with a file, as it is kept or tried now; libraries are compiled in the folder, each once."""
    known = None if os.environ.get(HOW, "more") != "more" else _kept_answer(whole)
    if known is not None:
        _found[digest(whole)] = known
        said = {"closed": f"{CLOSED}\n", "compiled": "", "refused": ""}[known]
        return subprocess.CompletedProcess(["coqc"], int(known == "refused"), said, "")
    ended = tried(folder, whole, seconds)
    answer = answer_of(ended)
    if answer is not None:
        _found[digest(whole)] = answer
    return ended


def tried(folder: Path, whole: str, seconds: float = WITHIN) -> subprocess.CompletedProcess[str]:
    """How coqc ends with a file; TimeoutExpired where it does not within these seconds."""
    prepare(folder, whole)
    here = Path(mkdtemp(dir=folder))
    (here / "claim.v").write_text(whole, encoding="utf-8")
    command = ["coqc", "-Q", str(folder), "", "claim.v"]
    return subprocess.run(command, cwd=here, check=False, capture_output=True, text=True, timeout=seconds)


def prepare(folder: Path, whole: str) -> None:
    """Compile in the folder what a file rests on, where that is not done."""
    for one in libraries(whole):
        with _alone(folder / f"{one}.lock"):
            if not (folder / f"{one}o").exists():
                (folder / one).write_text(library(one), encoding="utf-8")
                subprocess.run(["coqc", one], cwd=folder, check=True, timeout=WITHIN)


def answer_of(ended: subprocess.CompletedProcess[str]) -> Answer | None:
    """What is kept of how coqc ended, if anything is."""
    if ended.returncode != 0:
        return "refused" if ended.returncode == 1 and "Error:" in ended.stderr else None
    if ended.stderr:
        return None
    return {frozenset({CLOSED}): "closed", frozenset[str](): "compiled"}.get(  # type: ignore[return-value]
        frozenset(ended.stdout.splitlines())
    )


def digest(whole: str) -> str:
    """Names a file with all that it rests on."""
    return sha256("\0".join((*map(library, libraries(whole)), whole)).encode()).hexdigest()[:32]


@cache
def version() -> str:
    """Which coqc there is."""
    said = subprocess.run(["coqc", "--version"], check=True, capture_output=True, text=True).stdout
    return said.partition("\n")[0]


def listed(text: str) -> tuple[str, dict[str, Answer]]:
    """The version of coqc in such a list, and its answers."""
    first, *rows = text.splitlines()
    answers: dict[str, Answer] = {}
    for row in rows:
        name, said = row.split()
        answers[name] = next(one for one in get_args(Answer) if one == said)
    return first, answers


@cache
def _kept() -> dict[str, Answer]:
    """The answers of this coqc."""
    of, answers = listed(LIST.read_text(encoding="utf-8"))
    return {} if of != version() else answers


def _kept_answer(whole: str) -> Answer | None:
    return None if is_tried(whole) else _kept().get(digest(whole))


def is_tried(whole: str) -> bool:
    """Whether a file is tried in every run."""
    rests = libraries(whole)
    return rests == ("Bouton.v",) or (bool(rests) and LIGHT.issuperset(rests) and len(whole) < SHORT)


def write() -> None:
    """Write the list anew, of what coqc has said in this process; with the others where they are to be kept."""
    kept = _kept() if os.environ.get(HOW) == "more" else {}
    rows = [f"{name} {said}\n" for name, said in sorted({**kept, **_found}.items())]
    LIST.write_text("".join((f"{version()}\n", *rows)), encoding="utf-8")


@contextmanager
def _alone(file: Path) -> Iterator[None]:
    """No other process is here while this one is."""
    with file.open("w") as held:
        flock(held, LOCK_EX)
        yield
