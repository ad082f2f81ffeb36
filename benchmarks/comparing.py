"""What comparing adds to the proofs of the shipped specs: `python -m benchmarks.comparing [SPEC...]`.

A reading is held against clingo before what it proves counts, and so is the theorem itself at all positions looked at
(`bouton.proof.compared`, `bouton.proof.ways.levels`). Here the processor time of that is measured in each process that
does it, beside all other time of the same proofs: reading the rules, making problems and solving them. The aim is that
comparing is at most a quarter of the rest.
"""

from __future__ import annotations

import argparse
import resource
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar
from unittest.mock import patch

from bouton.claims.subject import rules_of
from bouton.core.errors import Unreadable
from bouton.document.load import load
from bouton.process.limits import Limits
from bouton.proof.compared import comparison
from bouton.proof.ways.levels import way as levels
from bouton.proof.ways.levels.reading import LevelReading
from bouton.run.proofs import Prover
from bouton.solving.request import Request

ROOT = Path(__file__).resolve().parents[1]
T = TypeVar("T")


@dataclass(frozen=True)
class Cost:
    """Seconds of processor time of a spec's proofs: what comparing took, and all the rest."""

    comparing: float
    rest: float

    @property
    def share(self) -> float:
        """What comparing adds to the rest."""
        return self.comparing / self.rest if self.rest else 0.0


@contextmanager
def recorded(file: Path) -> Iterator[None]:
    """Each comparison that begins in here, in this process or a child of it, adds its seconds to the file as a line.

    The readings are made before the clock runs, since what is proved needs them too.
    """
    run, compared, consistent = comparison.HeldReading.run, levels.compared, comparison.consistent

    def wrote(seconds: float) -> None:
        with file.open("a", encoding="utf-8") as lines:
            lines.write(f"{seconds}\n")

    def timed(found: Iterator[Any]) -> Iterator[Any]:
        spent, ended = 0.0, object()
        try:
            while True:
                began = time.process_time()
                try:
                    item = next(found, ended)
                finally:
                    spent += time.process_time() - began
                if item is ended:
                    return
                yield item
        finally:
            wrote(spent)

    def of_heaps(self: comparison.HeldReading) -> Iterator[comparison.Seen]:
        _read(self.reading.at, self.counts)
        if not self.reading.theorem.stated.alone:
            _read(self.reading.moves, self.counts)
        return timed(run(self))

    def of_levels(*about: Any) -> Iterator[comparison.Seen]:
        (reading,) = (one for one in about if isinstance(one, LevelReading))
        _read(_levels, reading)
        return timed(compared(*about))

    def of_lemmas(*about: Any, proved: bool) -> bool:
        began = time.process_time()
        try:
            return consistent(*about, proved=proved)
        finally:
            wrote(time.process_time() - began)

    with (
        patch.object(comparison.HeldReading, "run", of_heaps),
        patch("bouton.proof.ways.levels.way.compared", of_levels),
        patch("bouton.proof.ways.counted.way.consistent", of_lemmas),
    ):
        yield


def _read(make: Callable[[T], object], about: T) -> None:
    """Make what is kept by a reading; where a rule cannot be read the comparison comes to that itself."""
    with suppress(Unreadable):
        make(about)


def _levels(reading: LevelReading) -> None:
    """All that is proved of a reading for any number of heaps, as `bouton.proof.ways.levels.obligations` takes it."""
    for known in range(reading.seen + 1):
        reading.at(known, more=known == reading.seen)
    for known in reading.range:
        here = reading.at(known, more=known == reading.depth)
        for move in [] if reading.theorem.stated.alone else here.game.moves:
            reading.cases(here, move)


def cost(spec: Path, claims: tuple[str, ...] = ()) -> Cost:
    """What the proofs of a spec cost, those of these claims alone where some are named."""
    whole = load(spec)
    request = Request(limits=Limits(), crosscheck=False)
    prover = Prover(whole, rules_of(whole), request, lambda *_: None)
    with tempfile.TemporaryDirectory() as folder, recorded(file := Path(folder) / "seconds"):
        file.touch()
        before = _spent()
        for claim in whole.claims:
            if prover.asked(claim) and (not claims or claim.id in claims):
                prover.attempt(claim)
        spent = _spent() - before
        comparing = sum(map(float, file.read_text(encoding="utf-8").split()))
    return Cost(comparing, spent - comparing)


def _spent() -> float:
    """Seconds of processor time of this process and of those it has waited for."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in used)


def line(name: str, found: Cost) -> str:
    """A line of the table."""
    return f"{name:<34}{found.comparing:>12.2f}{found.rest:>12.2f}{100 * found.share:>10.0f} %"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("specs", nargs="*", type=Path, default=sorted((ROOT / "specs").glob("*.yaml")))
    parser.add_argument("--claim", action="append", default=[], help="of these claims alone")
    asked = parser.parse_args()
    print(f"{'':<34}{'comparing s':>12}{'rest s':>12}{'added':>12}")
    every: list[Cost] = []
    for spec in asked.specs:
        if load(spec).all_games:
            continue
        found = cost(spec, tuple(asked.claim))
        if found.comparing:
            every.append(found)
            print(line(spec.stem, found), flush=True)
    print(line("all", Cost(sum(one.comparing for one in every), sum(one.rest for one in every))))


if __name__ == "__main__":
    main()
