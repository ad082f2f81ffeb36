"""`python -m benchmarks.fuzz --minutes N --seed S`: random cases on every engine, and what was met and found."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from benchmarks.fuzz.run import Found, fuzz, table


def main() -> int:
    """Run, print the table; 1 where engines differ."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.fuzz", description=__doc__)
    parser.add_argument("--minutes", type=float, default=1.0)
    parser.add_argument("--cases", type=int, default=10**9, help="at most so many")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--kind", action="append", help="only cases of this kind; may be repeated")
    parser.add_argument("--found", type=Path, default=Path("fuzz-found"), help="where to save the files that differ")
    asked = parser.parse_args()
    started = time.monotonic()

    def tell(found: Found) -> None:
        print(f"{found.name}: {found.words}", file=sys.stderr)

    done = fuzz(asked.seed, asked.minutes * 60, asked.cases, asked.jobs, asked.kind, asked.found, tell)
    print(table(done, time.monotonic() - started))
    return 1 if done.found else 0


if __name__ == "__main__":
    sys.exit(main())
