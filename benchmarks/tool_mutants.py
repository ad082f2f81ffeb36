"""Mutants of Bouton's own code: `python -m benchmarks.tool_mutants --results FILE [--seed S] [--draw N] [--again]`.

Each differs from the code in one place of `reading`, `proof`, `compiled` or `certificate`, and is put to the tests of
its folder that run this place, the shortest first. `tool_survivors.yaml` lists those that survive, with the reason.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import shutil
import signal
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

import yaml

from benchmarks.tool.changes import Mutant, changes, drawn, mutant, sources
from benchmarks.tool.statements import statement_at
from benchmarks.tool.trial import End, Test, adopt_orphans, copied, numbered, recorded, tried, warm

ROOT = Path(__file__).resolve().parents[1]
SURVIVORS = ROOT / "benchmarks" / "tool_survivors.yaml"
FOLDERS = ("reading", "proof", "compiled", "certificate")
COLUMNS = ("drawn", "run", "killed", "out of time", "tested", "equivalent", "harmless", "new")
_SEED = 20261125


@dataclass(frozen=True)
class Trial:
    """A mutant by its number in the drawing and what it changes, and how it ended."""

    number: int
    file: str
    line: int
    operator: str
    was: str
    now: str
    end: End
    by: str
    seconds: float
    tests: int
    since: str = ""
    """The test that kills it by now, where it survived at first."""

    @property
    def folder(self) -> str:
        """The folder of Bouton that it changes."""
        return self.file.split("/")[2]

    @property
    def column(self) -> str:
        """Under what the table counts it: what survived by whether it would now, or what is said of it in the list."""
        if self.end in ("killed", "out of time"):
            return self.end
        if self.since:
            return "tested"
        return survivors().get((self.file, f"{self.was} -> {self.now}"), "new")


@cache
def survivors() -> Mapping[tuple[str, str], str]:
    """What is said of the mutants that survive: they are `equivalent` or `harmless`."""
    found = yaml.safe_load(SURVIVORS.read_text(encoding="utf-8")) or {}
    return {
        (file, change): column
        for file, columns in found.items()
        for column, reasons in columns.items()
        for several in reasons.values()
        for change in several
    }


class Trials:
    """Trees in a temporary folder, and the tests that run each statement; the tests are recorded when first needed."""

    def __init__(self, keep: Path, seconds: float) -> None:
        self.keep, self.seconds = keep, seconds
        self.there = Path(tempfile.mkdtemp(prefix="mutants"))
        self.tree = copied(ROOT, self.there / "tree")
        self.tests = cache(self._tests)

    def _tests(self, folder: str) -> tuple[Test, ...]:
        """The tests of a folder and what they run of it, kept in a file or recorded anew, the shortest first.

        Those of a file of tests are recorded again where it has changed, or what all of them use.
        """
        files = sources(self.tree, [folder])
        texts = {file: file.read_text() for file in sorted((self.tree / "tests" / folder).rglob("*.py"))}
        names = {file: file.relative_to(self.tree).as_posix() for file in texts if file.name.startswith("test_")}
        common = _digest([*files.values(), *(text for file, text in texts.items() if file not in names)])
        kept = self.keep.with_name(f"{self.keep.stem}.{folder}.json")
        known: dict[str, Any] = json.loads(kept.read_text()) if kept.exists() else {}
        known = {"common": common, "files": known.get("files", {}) if known.get("common") == common else {}}
        digests = {name: _digest([texts[file]]) for file, name in names.items()}
        wanted = [name for name, digest in digests.items() if known["files"].get(name, {}).get("digest") != digest]
        if wanted:
            print(f"what {len(wanted)} files of tests run of {folder} is recorded", flush=True)
            found = recorded(copied(self.tree, self.there / folder / "tree"), files, wanted)
            shutil.rmtree(self.there / folder)
            for name in wanted:
                rows = [
                    [one.name, one.seconds, sorted(one.runs)] for one in found if one.name.partition("::")[0] == name
                ]
                known["files"][name] = {"digest": digests[name], "tests": rows}
            kept.write_text(json.dumps(known))
        tests = [Test(row[0], row[1], frozenset(row[2])) for name in digests for row in known["files"][name]["tests"]]
        return tuple(sorted(tests, key=lambda one: (one.seconds, one.name)))

    def tried(self, number: int, one: Mutant) -> Trial:
        """The trial of a mutant by the tests of its folder that run what it changes; by all where an import does."""
        change = one.change
        folder = change.file.split("/")[2]
        files = sources(self.tree, [folder])
        numbers, statement = numbered(files)[change.file], statement_at(files[change.file], change.place)
        tests = list(self.tests(folder))
        if statement is None:
            tests.sort(key=lambda test: test.runs.isdisjoint(numbers))
        else:
            tests = [test for test in tests if numbers[statement] in test.runs]
        found = tried(self.tree, change.file, one.source, tests, self.seconds)
        place = change.place.start[0]
        return Trial(number, change.file, place, change.operator, one.was, one.now, **asdict(found))

    def close(self) -> None:
        """Remove the trees."""
        shutil.rmtree(self.there, ignore_errors=True)


def again(trials: Trials, found: Mapping[int, Trial], folder: str | None) -> Iterator[Trial]:
    """The trials of those that survived and are not listed, made again of the files as they are now, if killed now."""
    files = sources(ROOT, FOLDERS)
    every = cache(lambda file: list(changes(file, files.get(file, ""))))
    for trial in [one for one in found.values() if one.column == "new" and folder in (None, one.folder)]:
        source = files.get(trial.file, "")
        lines = source.splitlines()
        close = [one for one in every(trial.file) if one.operator == trial.operator]
        close = [one for one in close if lines[one.place.start[0] - 1].strip() in trial.was]
        close.sort(key=lambda one, line=trial.line: abs(one.place.start[0] - line))  # type: ignore[misc]
        made = (mutant(one, source) for one in close)
        for one in islice((one for one in made if one and one.says == (trial.was, trial.now)), 1):
            now = trials.tried(trial.number, one)
            yield replace(trial, since=now.by if now.end in ("killed", "out of time") else "")


def table(draw: Sequence[str], found: Sequence[Trial]) -> str:
    """How many of each, by folder, and the share found of those that are not equivalent: at first, and now."""
    rows: dict[str, Counter[str]] = {folder: Counter() for folder in (*FOLDERS, "all")}
    for folder in draw:
        rows[folder]["drawn"] += 1
        rows["all"]["drawn"] += 1
    for trial in found:
        rows[trial.folder].update(("run", trial.column))
        rows["all"].update(("run", trial.column))
    lines = [f"{'':<12}" + "".join(f"{name:>13}" for name in (*COLUMNS, "first", "now"))]
    for name, row in rows.items():
        wrong = row["run"] - row["equivalent"]
        own = row["killed"] + row["out of time"] + row["tested"]
        shares = [number / wrong if wrong else 1.0 for number in (own - row["tested"], own)]
        counts = "".join(f"{row[one]:>13}" for one in COLUMNS)
        lines.append(f"{name:<12}{counts}" + "".join(f"{share:>13.1%}" for share in shares))
    return "\n".join(lines)


def main() -> None:
    """Print each trial that survives, then the table; exit 1 where one is not listed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--results", type=Path, required=True, help="keeps the trials; those in it are not done again")
    parser.add_argument("--seed", type=int, default=_SEED)
    parser.add_argument("--draw", type=int, default=1500, help="so many mutants")
    parser.add_argument("--upto", type=int, help="of these the first so many")
    parser.add_argument("--folder", choices=FOLDERS, help="of these those of one folder")
    parser.add_argument("--seconds", type=float, default=60.0, help="the most for the tests of one mutant")
    parser.add_argument("--again", action="store_true", help="try again those that survived and are not listed")
    asked = parser.parse_args()
    adopt_orphans()
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # what was begun is ended, and the trees are removed
    found = {trial.number: trial for trial in (Trial(**json.loads(line)) for line in _lines(asked.results))}
    draw = [] if asked.again else list(islice(drawn(sources(ROOT, FOLDERS), asked.seed), asked.draw))
    print(f"seed {asked.seed}: {len(draw)} mutants drawn", flush=True)
    warm()
    trials = Trials(asked.results, asked.seconds)
    try:
        chosen = (
            again(trials, found, asked.folder) if asked.again else run(trials, draw, found, asked.upto, asked.folder)
        )
        for trial in chosen:
            found[trial.number] = trial
            with asked.results.open("a", encoding="utf-8") as file:
                file.write(json.dumps(asdict(trial)) + "\n")
            if trial.column == "new":
                print(said(trial), flush=True)
    finally:
        trials.close()
    print(table([one.change.file.split("/")[2] for one in draw], list(found.values())))
    print(f"{sum(one.seconds for one in found.values()):.0f} s; seed {asked.seed}")
    sys.exit(any(one.column == "new" for one in found.values()))


def run(
    trials: Trials, draw: Sequence[Mutant], found: Mapping[int, Trial], upto: int | None, folder: str | None
) -> Iterator[Trial]:
    """The trials that are not done yet, in the order of the drawing."""
    for at, one in enumerate(draw[:upto]):
        if at not in found and folder in (None, one.change.file.split("/")[2]):
            yield trials.tried(at, one)


def said(trial: Trial) -> str:
    """A trial in words."""
    where = f"{trial.number} {trial.file}:{trial.line}"
    ended = f"{trial.end} {trial.by} ({trial.tests} tests, {trial.seconds:.1f} s)"
    return f"{where}\n  - {trial.was}\n  + {trial.now}\n  {ended}"


def _digest(texts: Iterable[str]) -> str:
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()


def _lines(file: Path) -> list[str]:
    return file.read_text(encoding="utf-8").splitlines() if file.exists() else []


if __name__ == "__main__":
    main()
