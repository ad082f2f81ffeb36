"""How long `bouton check specs/ --fresh` takes, in two parts: claims that a list names, and those that came later.

The bar, 150 s by the clock on two quiet processors, was set for the 659 claims of `shipped_claims.txt`, without cvc5.
Claims are asked for by their ids: a later one that has the id of one that is listed counts among the listed where its
spec has such, and is left out elsewhere.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Mapping
from importlib.util import find_spec
from pathlib import Path

import yaml

from benchmarks.measure import ANEW, Command, in_turns, middle
from benchmarks.state import load, state

_HERE = Path(__file__).parent
_SPECS = _HERE.parent / "specs"
LISTED = _HERE / "shipped_claims.txt"
"""A line for each spec: its path, and the ids of its claims when the bar was set."""
BAR = 150.0
"""Seconds by the clock for the claims that are listed."""


def listed() -> Mapping[Path, frozenset[str]]:
    """The ids that the list names, by spec."""
    lines = (line.split(": ") for line in LISTED.read_text(encoding="utf-8").splitlines())
    return {_SPECS / name: frozenset(ids.split()) for name, ids in lines}


def shipped() -> Mapping[Path, frozenset[str]]:
    """The ids of all claims, by spec."""
    specs = {file: yaml.safe_load(file.read_text(encoding="utf-8")) for file in sorted(_SPECS.rglob("*.yaml"))}
    return {
        file: frozenset(claim["id"] for claim in spec["claims"]) for file, spec in specs.items() if "claims" in spec
    }


def parts() -> Iterator[tuple[str, Command, int]]:
    """Each part of the claims: its name, the command that checks it, and how many claims that are."""
    old, every = listed(), shipped()
    ids = frozenset().union(*old.values())
    for name, asked, among in (("listed", ids, old), ("later", frozenset().union(*every.values()) - ids, every)):
        files = [file for file in among if asked & every[file]]
        given = [part for one in sorted(asked) for part in ("--claim", one)]
        command = [sys.executable, "-m", "bouton", "check", *map(str, files), "--fresh", "--json", *given]
        yield name, command, sum(len(asked & every[file]) for file in files)


def main() -> None:
    """Print the seconds of each part."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.shipped", description=__doc__)
    parser.add_argument("--runs", type=int, default=1, help="turns of which the median is told (default: 1)")
    parser.add_argument("--only", choices=("listed", "later"), help="one part alone")
    asked = parser.parse_args()
    print(f"{state()}\n{'with' if find_spec('cvc5') else 'without'} cvc5; {ANEW}\n", flush=True)
    chosen = [one for one in parts() if asked.only in (None, one[0])]
    found = in_turns({name: command for name, command, _ in chosen}, asked.runs, idle=0)
    for name, _, claims in chosen:
        run = middle(found[name])
        late = "  LATE" if name == "listed" and run.wall > BAR else ""
        bar = f", bar {BAR:.0f} s" if name == "listed" else ""
        print(f"{name:6}  {claims:4} claims  {run.wall:6.1f} s wall{bar}  {run.processor:6.1f} s CPU{late}")
    print(f"\nload {load():.1f} after")


if __name__ == "__main__":
    main()
