"""Mutants of every proved claim put to the proof: `python -m benchmarks.mutants [SPEC...] [--sample N] [--seed S]`.

Each mutant is a legal program and differs from the shipped rules in one symbol or literal of what a claim rests on. It
is put to the proof in the claim's own range: any number of heaps, unknown parameters, every pile. One that is proved
and not listed in `equivalents.yaml` with the reason, or refuted where the plain evaluator sees no fault, is an error.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cache
from pathlib import Path

import yaml

from benchmarks.trial import End, Lemmas, lemmas, tried
from bouton.claims.registry import stated
from bouton.core.spec import Claim, Spec
from bouton.core.stated import Pairs, Swaps, WinningMoves
from bouton.document.load import load
from bouton.rules.mutate import Mutant
from bouton.run.mutants import candidates, extract, harmless, legal

ROOT = Path(__file__).resolve().parents[1]
EQUIVALENTS = ROOT / "benchmarks" / "equivalents.yaml"
_PATIENCE = 20.0
COLUMNS = ("legal", "refuted", "equivalent", "new", "unknown", "wrong")


@dataclass(frozen=True)
class Trial:
    """A mutant of a claim, by its place and what stands for it in the list of equivalents, and how it ended."""

    spec: str
    claim: str
    change: str
    key: str
    end: End
    reason: str
    seconds: float

    @property
    def column(self) -> str | None:
        """Under what the table counts it; None where the rules turned out to be in error at some position."""
        if self.end == "faulty":
            return None
        if self.end == "proved":
            return "equivalent" if self.key in equivalents().get(self.spec, {}) else "new"
        return {"refuted": "refuted", "unknown": "unknown", "vacuous": "unknown"}.get(self.end, "wrong")


@dataclass
class Course:
    """The mutants of one claim in the order in which they are drawn, and what they have cost so far."""

    spec: Spec
    claim: Claim
    waiting: list[Mutant]
    known: Lemmas
    seconds: float = 0.0
    done: int = 0

    @property
    def name(self) -> str:
        """The spec's name."""
        return Path(self.spec.file).stem

    def draw(self) -> Mutant | None:
        """The next legal one that need not be true by its form."""
        while self.waiting:
            mutant = self.waiting.pop()
            if legal(self.spec, self.claim, mutant) and not harmless(self.spec, self.claim, mutant):
                self.done += 1
                return mutant
        return None


def proved_claims(spec: Spec) -> Iterator[Claim]:
    """The claims that are proved for themselves; a theorem about some positions is proved with those for the others.

    Labels of a class of games are left out: wrong ones refute nothing (`tests/proof/obligations/test_pairs.py` has
    them). So are winning moves and swap positions, of which another claim names the P-positions
    (`tests/run/test_winning_moves.py`, `tests/run/test_swap_positions.py`); and what is proved by recursions along
    `in_range`, of which the plain evaluator knows no rows (`tests/proof/ways/recursions/`).
    """
    for claim in spec.claims:
        wanted = claim.prove is not None and claim.expect.verdict != "refuted" and claim.expect.proof is None
        wanted = wanted and not isinstance(stated(claim), Pairs | WinningMoves | Swaps)
        wanted = wanted and not any(one.unfolding for one in (claim, *(spec.claim(name) for name, _ in claim.using)))
        if wanted and (claim.where is None or claim.kind in ("statement", "everywhere")):
            yield claim


def courses(specs: Iterable[Path], seed: int, claims: Sequence[str] = ()) -> Iterator[Course]:
    """A course for every proved claim of the specs, about the rules that it needs."""
    for file in specs:
        whole = load(file)
        for claim in () if whole.all_games else proved_claims(whole):
            if claims and claim.id not in claims:
                continue
            spec = replace(whole, rules=extract(whole, claim))
            found = list(candidates(spec, claim))
            random.Random(f"{seed} {file.stem} {claim.id}").shuffle(found)
            yield Course(spec, claim, found, lemmas(spec, claim))


def trials(
    running: list[Course], sample: int | None, seconds: float, patience: float, known: Sequence[Trial] = ()
) -> Iterator[Trial]:
    """The trials, the next always of the claim that has cost the least so far; those that are known are left out."""
    end = time.monotonic() + seconds
    tried_before = {(one.spec, one.claim, one.change) for one in known}
    for course in running:
        course.seconds = sum(one.seconds for one in known if (one.spec, one.claim) == (course.name, course.claim.id))
    while running and time.monotonic() < end:
        course = min(running, key=lambda one: (one.seconds, one.done))
        mutant = course.draw() if sample is None or course.done < sample else None
        if mutant is None:
            running.remove(course)
        elif (course.name, course.claim.id, str(mutant)) not in tried_before:
            found = tried(course.spec, course.claim, mutant, course.known, patience)
            course.seconds += found.seconds
            yield Trial(course.name, course.claim.id, str(mutant), key(mutant), found.end, found.reason, found.seconds)


def key(mutant: Mutant) -> str:
    """What stands for a mutant in the list of equivalents: its rule as changed, or `without` the one left out."""
    return f"without {mutant.rule}" if mutant.change == "rule" else mutant.rule


@cache
def equivalents() -> Mapping[str, Mapping[str, str]]:
    """Of each spec the mutants that are as true as what they were made of, and why."""
    found = yaml.safe_load(EQUIVALENTS.read_text(encoding="utf-8")) or {}
    return {spec: {rule: why for why, rules in reasons.items() for rule in rules} for spec, reasons in found.items()}


def table(found: Sequence[Trial]) -> str:
    """How many of each, by spec, and for any number of heaps and Survivor Nim for every n."""
    groups: dict[str, Counter[str]] = {}
    for trial in found:
        if trial.column is not None:
            for name in (trial.spec, "all"):
                groups.setdefault(name, Counter()).update(("legal", trial.column))
    total = groups.pop("all", Counter())
    lines = [f"{'':<28}" + "".join(f"{name:>12}" for name in COLUMNS)]
    lines += [
        f"{name:<28}" + "".join(f"{row[one]:>12}" for one in COLUMNS) for name, row in [*groups.items(), ("all", total)]
    ]
    return "\n".join(lines)


def main() -> None:
    """Print each trial that is not refuted, then the table; exit 1 where one is wrong or proved and not listed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("specs", nargs="*", type=Path, default=sorted((ROOT / "specs").glob("*.yaml")))
    parser.add_argument("--claim", action="append", default=[], help="of these claims alone")
    parser.add_argument("--sample", type=int, help="at most so many mutants of each claim")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=float("inf"), help="draw no more after so many seconds")
    parser.add_argument("--patience", type=float, default=_PATIENCE, help="the most seconds for one mutant")
    parser.add_argument("--results", type=Path, help="a file that keeps the trials; those in it are not done again")
    asked = parser.parse_args()
    found = [Trial(**json.loads(line)) for line in _lines(asked.results)]
    running = list(courses(asked.specs, asked.seed, asked.claim))
    for trial in trials(running, asked.sample, asked.seconds, asked.patience, tuple(found)):
        found.append(trial)
        if asked.results is not None:
            with asked.results.open("a", encoding="utf-8") as file:
                file.write(json.dumps(asdict(trial)) + "\n")
        if trial.column in ("new", "wrong", "unknown"):
            print(f"{trial.spec} {trial.claim} {trial.change}\n  {trial.key}")
            print(f"  {trial.end}: {trial.reason} ({trial.seconds:.1f} s)", flush=True)
    print(table(found))
    print(f"{sum(one.seconds for one in found):.0f} s of processor time; seed {asked.seed}")
    sys.exit(any(one.column in ("wrong", "new") for one in found))


def _lines(file: Path | None) -> list[str]:
    return file.read_text(encoding="utf-8").splitlines() if file is not None and file.exists() else []


if __name__ == "__main__":
    main()
