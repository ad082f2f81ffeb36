"""Files handed to coqc where it is installed: whether its kernel accepts them without axioms, or where it stops."""

from __future__ import annotations

import re
import resource
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Generator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from bouton.core.errors import LimitReached
from bouton.process.limits import Emit, Limits, Task, run
from bouton.process.program import program
from bouton.rocq.file import libraries, library
from bouton.rocq.hand import without

LEAST = (8, 16)
"""The first version of coqc that the files are written for."""
CLOSED = "Closed under the global context"
"""What coqc prints of a theorem that rests on no axiom."""
_ASKED = 60.0
"""Seconds of the clock in which it is to say its version, on a busy machine, too."""
_VERSION = re.compile(r"version (\d+)\.(\d+)")
_PLACE = re.compile(r'^File "[^"]*/?claim\.v", line (\d+), characters .*:\nError:', re.MULTILINE)
_HEAD = re.compile(r"(?:Lemma|Theorem) (\w+)")
_ASSUMPTIONS = re.compile(r"^Print Assumptions (\w+)\.$", re.MULTILINE)
_LONG = 160
"""Letters of what coqc said that are told."""
_WORDS = {
    "closed": "every move leads to a position that the theorem is about",
    "lowered": "every move lowers the measure",
    "independent": "no move leads from a position that the predicate names to another",
    "decided": "the predicate holds at a position or does not",
    "not_terminal": "in misère play there is a move at every position that the predicate names",
    "absorbing": "from every position that the predicate does not name a move leads to one that it names",
    "agrees": "the claim's predicate is that of all positions where the claim speaks",
    "can_move": "there is a move where the rules have one",
    "no_move": "there is none elsewhere",
    "terminal_or_not": "there is a move or there is none",
    "one_moves": "one alliance moves",
    "one_claimed": "the predicate names one alliance",
    "at_end": "the predicate names the winner where there is no move",
    "winning": "who moves and is named has a move after which they are named",
    "losing": "who is named and does not move is named after every move",
    "one_value": "the predicate gives one value",
    "natural": "no value is negative",
    "kept": "no move keeps the value",
    "lesser": "a move leads to each lesser value",
    "leading": "each move changes one heap, by what it does to that heap alone",
    "reached": "what is done to a heap alone is a move, whichever it is",
    "fits": "each move takes and leaves what the code of the game says",
    "complete": "there is each move that the code of the game says",
    "repeats": "the values repeat as far as the theorem on periods asks",
    "something": "every heap is worth something",
    "at_most_1": "no heap is worth more than 1",
    "never_stuck": "every heap allows a move",
    "named": "the strategy names a move where there is one to win",
    "good": "each move that the strategy names leads to a P-position",
    "fair": "each move that the strategy names is one of the game",
    "holds": "the claim holds at a position",
}
"""The obligations by the names of their lemmas, in the game's words."""


@dataclass(frozen=True)
class CoqcAnswer:
    """What became of a file: `untried` where there is no coqc that reads it, `unfinished` where coqc was stopped."""

    state: Literal["accepted", "refused", "unfinished", "untried"]
    seconds: float = 0.0
    """Of coqc's processor time, without that for what the file rests on."""
    why: str = ""
    """What is not accepted; of an accepted file that proves nothing of the claim's strategy, that it does not."""

    @property
    def text(self) -> str:
        """What a report says of it."""
        if self.state == "accepted":
            return f"checked by coqc, no axioms, {self.seconds:.1f} s{f', {self.why}' if self.why else ''}"
        if self.state == "untried":
            return f"nothing was tried: {self.why}"
        return f"not accepted by coqc{'' if self.state == 'refused' else ', which was stopped'}: {self.why}"


def missing() -> str | None:
    """Why no coqc can be asked; None where one can."""
    path = shutil.which("coqc")
    if path is None:
        return "coqc is not installed"
    try:
        said = program([path, "--version"], 10, wall=_ASKED).stdout.decode(errors="replace")
    except subprocess.TimeoutExpired:
        return f"coqc does not say its version within {_ASKED:g} s"
    except OSError as error:
        return f"coqc cannot be started: {error.strerror or error}"
    found = _VERSION.search(said)
    if found is None:
        return f"coqc does not say its version, but {said.strip()[:_LONG]!r}"
    if (int(found[1]), int(found[2])) < LEAST:
        return f"coqc has version {found[1]}.{found[2]}, and the files are for {LEAST[0]}.{LEAST[1]} or later"
    return None


def tried(texts: Sequence[str], limits: Limits, jobs: int) -> Generator[tuple[int, CoqcAnswer]]:
    """What coqc says of each text, `jobs` of them at once, each within the limits; in the order in which they end.

    Of processor time coqc itself has what the limits leave of it.
    It works in a folder of its own, which goes: nothing that coqc writes is left anywhere.
    """
    why = missing() if texts else None
    if why is not None:
        yield from ((at, CoqcAnswer("untried", why=why)) for at in range(len(texts)))
        return
    with tempfile.TemporaryDirectory(prefix="bouton-") as name:
        folder = Path(name)
        for event in run([Task(_compiled, (folder, libraries("\n".join(texts)), limits.budget), limits)]):
            if event.error is not None:
                answer = _of(event.error)
                yield from ((at, answer) for at in range(len(texts)))
                return
        tasks = [Task(_told, (folder, at, text, limits.budget), limits) for at, text in enumerate(texts)]
        with closing(run(tasks, jobs)) as events:
            for event in events:
                if event.error is not None or not event.ended:
                    yield event.task, _of(event.error) if event.error is not None else event.value


def _of(error: Exception) -> CoqcAnswer:
    if not isinstance(error, LimitReached):
        raise error
    return CoqcAnswer("unfinished", why=str(error))


def _compiled(_emit: Emit, folder: Path, names: Sequence[str], budget: float) -> None:
    """Compile what the files rest on."""
    for name in names:
        try:
            (folder / name).write_text(library(name), encoding="utf-8")
        except OSError as error:
            raise LimitReached(f"{name} cannot be written: {error.strerror or error}") from None
        ended = _coqc(folder, budget, name)
        if ended.returncode != 0:
            raise LimitReached(f"{name}, on which the file rests, is not compiled: {_short(ended)}")


def _told(emit: Emit, folder: Path, at: int, text: str, budget: float) -> None:
    """What coqc says of one text."""
    own = folder / str(at)
    try:
        own.mkdir()
        (own / "claim.v").write_text(text, encoding="utf-8")
    except OSError as error:
        raise LimitReached(f"the file cannot be written: {error.strerror or error}") from None
    before = _spent()
    ended = _coqc(own, budget, "-Q", str(folder), "", "claim.v")
    seconds = _spent() - before
    said = ended.stderr.decode(errors="replace")
    if ended.returncode == 0:
        closed = _closed(ended) or _asked_again(folder, own, text, budget)
        accepted = CoqcAnswer("accepted", seconds, "without its strategy" if without(text) else "")
        emit(accepted if closed else CoqcAnswer("refused", seconds, f"it does not say {CLOSED!r}"))
    elif (place := _PLACE.search(said)) is not None and "No space left" not in said:
        emit(CoqcAnswer("refused", seconds, obligation(text, int(place[1]))))
    else:
        emit(CoqcAnswer("unfinished", seconds, _short(ended)))


def _closed(ended: subprocess.CompletedProcess[bytes]) -> bool:
    printed = ended.stdout.decode(errors="replace").splitlines()
    return ended.returncode == 0 and bool(printed) and set(printed) == {CLOSED}


def _asked_again(folder: Path, own: Path, text: str, budget: float) -> bool:
    """Whether the theorems of a file that is compiled rest on no axiom: tactics may have printed lines of their own."""
    theorems = _ASSUMPTIONS.findall(text)
    lines = ["Require claim.", *(f"Print Assumptions claim.{name}." for name in theorems)]
    (own / "asked.v").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return bool(theorems) and _closed(_coqc(own, budget, "-Q", str(folder), "", "-Q", str(own), "", "asked.v"))


def _coqc(folder: Path, budget: float, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    """The end of coqc, which is ended with this process, or once it has worked for so many seconds."""
    return program(["coqc", *arguments], budget, folder=folder)


def _spent() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _short(ended: subprocess.CompletedProcess[bytes]) -> str:
    said = " ".join(ended.stderr.decode(errors="replace").split())
    if ended.returncode == -signal.SIGXCPU:
        return "coqc's processor time was used up"
    if ended.returncode < 0:
        full = " (its memory is used up)" if "emory" in said or ended.returncode == -signal.SIGABRT else ""
        return f"coqc was ended by signal {-ended.returncode}{full}"
    return said[-_LONG:] or f"coqc ended with code {ended.returncode}"


def obligation(text: str, line: int) -> str:
    """What is not shown, in the game's words: the lemma of a file that its line is in."""
    heads = [found for one in text.splitlines()[:line] if (found := _HEAD.match(one)) is not None]
    if not heads:
        return f"line {line} is no proof that is read"
    name = heads[-1][1]
    what, _, end = name.rpartition("_at_") if "_at_" in name else name.rpartition("_is_")
    heaps = re.search(r"h(\d+)$", end)
    where = f", with {heaps[1]} {'heap' if heaps[1] == '1' else 'heaps'}" if heaps is not None else ""
    if "_at_" in name and what in _WORDS:
        return f"that {_WORDS[what]}{where} ({name})"
    if "_is_" in name:
        return f"what {what} says, worked out{where} ({name})"
    return f"{name}, in line {line}"
