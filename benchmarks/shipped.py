"""How long `bouton check specs/ --fresh` takes, in two parts: claims that a list names, and those that came later.

The bar, 150 s by the clock on two quiet processors, was set for the 659 claims of `shipped_claims.txt`, without cvc5.
Claims are asked for by their ids: a later one that has the id of one that is listed counts among the listed where its
spec has such, and is left out elsewhere.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, nullcontext
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from venv import EnvBuilder

import yaml

from benchmarks.measure import ANEW, Command, in_turns, middle, ratios
from benchmarks.state import load, state

_HERE = Path(__file__).parent
_SPECS = _HERE.parent / "specs"
LISTED = _HERE / "shipped_claims.txt"
"""A line for each spec: its path, and the ids of its claims when the bar was set."""
BAR, THEN = 150.0, 180.0
"""Seconds by the clock for the claims that are listed, and those that they took on the same machine when it was set."""
SET_AT = "5906bf2a5b2dfc4c5cd0b61108af955c8267794c"
"""The commit that they took so long at: `--beside` measures it too, as another machine takes other times for both."""


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


@contextmanager
def as_it_was() -> Iterator[Command]:
    """The command that checks all specs of the commit at which the bar was set, installed beside, and theirs."""
    root = _HERE.parent
    with TemporaryDirectory() as folder:
        tree, python = Path(folder) / "bouton", Path(folder) / "env" / "bin" / "python"
        subprocess.run(["git", "-C", root, "worktree", "add", "--quiet", "--detach", tree, SET_AT], check=True)
        try:
            EnvBuilder(with_pip=True).create(python.parents[1])
            subprocess.run([python, "-m", "pip", "install", "--quiet", tree], check=True)
            yield [str(python), "-m", "bouton", "check", str(tree / "specs"), "--fresh", "--json"]
        finally:
            subprocess.run(["git", "-C", root, "worktree", "remove", "--force", tree], check=True)


def main() -> None:
    """Print the seconds of each part."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.shipped", description=__doc__)
    parser.add_argument("--runs", type=int, default=1, help="turns of which the median is told (default: 1)")
    parser.add_argument("--only", choices=("listed", "later"), help="one part alone")
    parser.add_argument(
        "--beside", action="store_true", help="in turns with the commit at which the bar was set, which is installed"
    )
    asked = parser.parse_args()
    print(f"{state()}\n{'with' if find_spec('cvc5') else 'without'} cvc5; {ANEW}\n", flush=True)
    chosen = [one for one in parts() if asked.only in (None, one[0])]
    commands = {name: command for name, command, _ in chosen}
    with as_it_was() if asked.beside else nullcontext() as before:
        found = in_turns({"then": before, **commands} if before else commands, asked.runs, idle=0)
    if before:
        run = middle(found["then"])
        print(f"then    {run.wall:.1f} s wall, {THEN:.0f} s where the bar was set  {run.processor:.1f} s CPU")
    for name, _, claims in chosen:
        run = middle(found[name])
        bar = f", bar {BAR:.0f} s" if name == "listed" else ""
        late = run.wall > BAR
        print(f"{name:6}  {claims:4} claims  {run.wall:6.1f} s wall{bar}  {run.processor:6.1f} s CPU")
        if name != "listed":
            continue
        if before:
            to, share = ratios(found[name], found["then"]), BAR / THEN
            late = to.wall > share
            print(f"        of that of then  {to.wall:6.2f} wall, bar {share:.2f}  {to.processor:6.2f} CPU")
        print("LATE" if late else "within its bar")
    print(f"\nload {load():.1f} after")


if __name__ == "__main__":
    main()
