"""What a run of the fuzzer met and found: kept in a file from run to run, and shown as a table."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from pathlib import Path

from benchmarks.fuzz.case import CONSTRUCTS
from benchmarks.fuzz.tally import Tally


@dataclass(frozen=True)
class Found:
    """A difference: the case's name, and what differs."""

    name: str
    words: str


@dataclass
class Done:
    """Cases of one seed that were compared; `following` is the number of the next."""

    seed: int = 0
    following: int = 0
    cases: Counter[str] = field(default_factory=Counter)
    met: Counter[str] = field(default_factory=Counter)
    """In how many cases each construct had a part in what was compared."""
    compared: Counter[str] = field(default_factory=Counter)
    ends: Counter[str] = field(default_factory=Counter)
    found: list[Found] = field(default_factory=list)
    spent: dict[str, float] = field(default_factory=dict)
    """Seconds of processor time, of cases of each kind."""

    @property
    def comparisons(self) -> int:
        """All of them."""
        return sum(self.compared.values())

    def add(self, kind: str, met: Iterable[str], tally: Tally, seconds: float) -> None:
        """One more case."""
        self.cases[kind] += 1
        self.met.update(met)
        self.compared.update(tally.compared)
        self.ends.update(tally.ends)
        self.spent[kind] = self.spent.get(kind, 0.0) + seconds

    def join(self, other: Done) -> None:
        """What another run of the same seed met and found."""
        for mine, theirs in ((self.cases, other.cases), (self.met, other.met), (self.compared, other.compared)):
            mine.update(theirs)
        self.ends.update(other.ends)
        self.found += other.found
        self.spent = {kind: self.spent.get(kind, 0.0) + other.spent.get(kind, 0.0) for kind in self.cases}

    def write(self, file: Path) -> None:
        """Keep it."""
        kept = {**vars(self), "found": [asdict(one) for one in self.found]}
        file.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")


def read(file: Path) -> Done:
    """What was kept."""
    kept = json.loads(file.read_text(encoding="utf-8"))
    counts = {name: Counter(kept[name]) for name in ("cases", "met", "compared", "ends")}
    found = [Found(**one) for one in kept["found"]]
    return Done(kept["seed"], kept["following"], **counts, found=found, spent=kept["spent"])


def table(done: Done) -> str:
    """What was met and found, as text."""
    kinds = ", ".join(
        f"{kind} {n} ({done.spent.get(kind, 0) / n:.2f} s each)" for kind, n in sorted(done.cases.items())
    )
    lines = [
        f"seed {done.seed}: {sum(done.cases.values())} cases, {done.comparisons} comparisons, "
        f"{len(done.found)} differences, {sum(done.spent.values()):.0f} s of processor time",
        kinds,
        "",
        "construct                        cases in which it had a part in something that was compared",
    ]
    lines += [f"{name:31} {done.met[name]:6}" for name in CONSTRUCTS]
    lines += ["", "compared                                       times"]
    lines += [f"{name:44} {count:7}" for name, count in done.compared.most_common()]
    lines += [f"{'comparisons':44} {done.comparisons:7}", "", "how claims ended, and what was not compared"]
    lines += [f"{name:44} {count:7}" for name, count in sorted(done.ends.items())]
    lines += ["", f"{len(done.found)} differences"]
    lines += [f"  {found.name}: {found.words.strip().splitlines()[-1][:200]}" for found in done.found]
    return "\n".join(lines)
