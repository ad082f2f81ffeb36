"""`python -m benchmarks.fuzz.distant --cases N --seed S [--way WAY]`: N claims for each way, and how they ended."""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from benchmarks.fuzz.distant.idioms import IDIOMS
from benchmarks.fuzz.distant.judged import judged, table


def main() -> int:
    """Run, print the table; 1 where a verdict is wrong."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.fuzz.distant", description=__doc__)
    parser.add_argument("--cases", type=int, default=10, help="claims for each way")
    parser.add_argument("--first", type=int, default=0, help="the number of the first")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--way", action="append", choices=sorted(IDIOMS))
    parser.add_argument("--seconds", type=float, default=10.0, help="for one claim")
    parser.add_argument("--found", type=Path, default=Path("fuzz-found"), help="where to save the files that differ")
    asked = parser.parse_args()
    tally, wrong = Counter[tuple[str, str]](), 0
    spent, positions = Counter[str](), Counter[str]()
    for number in range(asked.first, asked.first + asked.cases):
        for way in asked.way or IDIOMS:
            started = time.process_time()
            with tempfile.TemporaryDirectory() as folder:
                case, ended, words = judged(way, asked.seed, number, Path(folder), asked.seconds, positions)
            spent[way] += int(1000 * (time.process_time() - started))
            truth = "true" if case.true else "false"
            tally[way, f"{truth} {ended}"] += 1
            if words:
                wrong += 1
                name = f"{way.replace(' ', '-')}-{asked.seed}-{number}"
                (asked.found / name).mkdir(parents=True, exist_ok=True)
                case.write(asked.found / name)
                (asked.found / name / "found.txt").write_text(f"{case.used}\n{words}\n", encoding="utf-8")
                print(f"{name}: {case.used}: {words}", file=sys.stderr, flush=True)
        if (number + 1) % 10 == 0:
            print(f"{table(tally, spent, positions)}\n{number + 1}: {wrong} wrong", file=sys.stderr, flush=True)
    print(table(tally, spent, positions))
    print(f"{wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
