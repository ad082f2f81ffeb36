"""What `bouton mutants` says of each claim: how many changes are refuted, what is not needed, and how long it takes.

`python -m benchmarks.breaking [SPEC...] [--claim ID...] --results FILE` asks of one claim after the other, those of the
file not again, and prints the table: `--write` puts it into benchmarks/breaking.txt. Only what claims say is changed,
and the rules of the game too with `--game`. Changes that come too late are told as such.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from bouton.document.load import load

ROOT = Path(__file__).parents[1]
TABLE = ROOT / "benchmarks" / "breaking.txt"
ENDS = ("refuted", "proved", "weaker", "holds", "unknown", "faulty", "untried")
"""How a change ends: `proved` needs a proof of the changed claim, `weaker` follows from the claim by its form, `holds`
is of a box, beyond which nothing is known, `faulty` rules are in error, and what is `untried` came too late."""


@dataclass(frozen=True)
class Broken:
    """A claim, how its changes ended, the seconds of processor time, and what the theorem was shown not to need."""

    spec: str
    claim: str
    ends: dict[str, int]
    seconds: float
    not_needed: tuple[str, ...] = ()
    failed: str | None = None


def processor_seconds() -> float:
    """What the programs that have ended used of both processors, in seconds: it does not grow while others run."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def broken(file: Path, claim: str, *, game: bool, seconds: float, each: int) -> Broken:
    """What the command says of one claim."""
    command = [sys.executable, "-m", "bouton", "mutants", str(file.relative_to(ROOT)), claim, "--json"]
    command += ["--timeout", str(each), "--time", str(seconds)]
    command += [] if game else ["--definitions"]
    started = processor_seconds()
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT, timeout=2 * seconds)
    except subprocess.TimeoutExpired:
        failed = f"no answer within {2 * seconds:.0f} s"
        return Broken(file.stem, claim, {}, processor_seconds() - started, failed=failed)
    took = processor_seconds() - started
    if not done.stdout.startswith("{"):
        return Broken(file.stem, claim, {}, took, failed=done.stderr.strip().splitlines()[0])
    said: dict[str, Any] = json.loads(done.stdout)
    if "claims" not in said:
        return Broken(file.stem, claim, {}, took, failed=said["errors"][0]["message"].splitlines()[0][:45])
    (found,) = said["claims"]
    changes = found["changes"]
    needless = [one for one in changes if one["end"] == "proved" and one["change"] in ("dropped", "rule")]
    names = tuple(f"{one['before']} in {one['predicate']}" for one in needless)
    return Broken(file.stem, claim, dict(Counter(one["end"] for one in changes)), took, names)


def asked(files: Sequence[Path], ids: Sequence[str]) -> Iterator[tuple[Path, str]]:
    """The claims that are true, of these specs."""
    for file in files:
        for claim in load(str(file)).claims:
            if claim.expect.verdict != "refuted" and (not ids or claim.id in ids):
                yield file, claim.id


def kept(results: Path) -> list[Broken]:
    """What is known already."""
    if not results.exists():
        return []
    rows = [json.loads(line) for line in results.read_text().splitlines()]
    return [Broken(**{**row, "not_needed": tuple(row["not_needed"])}) for row in rows]


def table(found: Sequence[Broken]) -> str:
    """The table, with what is not needed under the row of each claim."""
    lines = ["".join([f"{'':54}", *(f"{end:>9}" for end in ENDS), f"{'seconds':>9}"])]
    for one in found:
        counts = [f"{one.ends.get(end, 0):9}" for end in ENDS]
        said = "".join(counts) if one.failed is None else f"{one.failed:>45}"
        lines.append(f"{one.spec + ' ' + one.claim:54}{said}{one.seconds:9.1f}")
        lines += [f"    not needed: {part}" for part in one.not_needed]
    whole = Counter[str]()
    for one in found:
        whole.update(one.ends)
    counts = [f"{whole[end]:9}" for end in ENDS]
    lines += ["", f"{f'all {len(found)} claims':54}{''.join(counts)}{sum(one.seconds for one in found):9.1f}"]
    return "\n".join([*lines, ""])


def main() -> int:
    """Run it."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.breaking", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("specs", nargs="*", type=Path)
    parser.add_argument("--claim", action="append", default=[], dest="claims")
    parser.add_argument("--game", action="store_true")
    parser.add_argument("--seconds", type=float, default=120.0)
    parser.add_argument("--each", type=int, default=60, help="seconds for one change, after which it is unknown")
    parser.add_argument("--results", type=Path, required=True)
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args()
    files = [file.resolve() for file in given.specs] or sorted((ROOT / "specs").glob("*.yaml"))
    files = [file for file in files if not load(str(file)).all_games]
    found = kept(given.results)
    known = {(one.spec, one.claim) for one in found}
    for file, claim in asked(files, given.claims):
        if (file.stem, claim) not in known:
            found.append(broken(file, claim, game=given.game, seconds=given.seconds, each=given.each))
            with given.results.open("a") as to:
                to.write(json.dumps(asdict(found[-1])) + "\n")
            print(
                f"{found[-1].spec} {claim}: {found[-1].ends or found[-1].failed}, {found[-1].seconds:.1f} s",
                file=sys.stderr,
            )
    text = table(found)
    print(text, end="")
    if given.write:
        TABLE.write_text(text)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
