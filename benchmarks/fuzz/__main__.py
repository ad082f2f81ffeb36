"""`python -m benchmarks.fuzz --minutes N --seed S`: random cases on every engine, and what was met and found."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from benchmarks.fuzz.done import Done, read, table
from benchmarks.fuzz.run import fuzz


def main() -> int:
    """Run, print the table; 1 where engines differ."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.fuzz", description=__doc__)
    parser.add_argument("--minutes", type=float, default=1.0)
    parser.add_argument("--cases", type=int, default=10**9, help="up to the case of that number")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--kind", action="append", help="only cases of this kind; may be repeated")
    parser.add_argument("--found", type=Path, default=Path("fuzz-found"), help="where to save the files that differ")
    parser.add_argument("--results", type=Path, help="keep what was met in this file, and go on from it")
    asked = parser.parse_args()
    done = Done(asked.seed)
    if asked.results is not None and asked.results.exists():
        done = read(asked.results)
        print(f"going on with seed {done.seed} at case {done.following}", file=sys.stderr)

    def tell(one: Done) -> None:
        for found in one.found:
            print(f"{found.name}: {found.words}", file=sys.stderr)
        if asked.results is not None:
            done.write(asked.results)

    fuzz(done, asked.minutes * 60, asked.cases, asked.jobs, asked.kind, asked.found, tell)
    print(table(done))
    return 1 if done.found else 0


if __name__ == "__main__":
    sys.exit(main())
