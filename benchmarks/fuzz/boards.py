"""Random rules about sets, tokens and counters, at length: `python -m benchmarks.fuzz.boards --files 2000 --seed 1`.

What clingo derives at one position is held against the table of moves in plain Python, and that against the compiled
search: moves, predicates, outcomes, values, and how the game ends where positions come back.
"""

from __future__ import annotations

import argparse
import time

from tests.boards.compared import Compared, differences


def main() -> None:
    """Compare, and say how much was."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--files", type=int, default=100)
    parser.add_argument("--positions", type=int, default=50, help="of a file that clingo is asked about")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    count, found = Compared(), 0
    for files in range(1, arguments.files + 1):
        several = list(differences(arguments.seed + files, count, arguments.positions))
        found += len(several)
        for one in several[:3]:
            print(one, flush=True)
        if files % 50 == 0:
            print(_said(files, count, found), flush=True)
    print(_said(arguments.files, count, found))


def _said(files: int, count: Compared, found: int) -> str:
    return (
        f"{files:,} files, {count.by_clingo:,} positions by clingo ({count.faulty:,} with a fault of the rules), "
        f"{count.by_python:,} by Python and C, {count.values:,} searches, "
        f"{count.scans:,} scans, {time.process_time():.0f} s: {found} differ"
    )


if __name__ == "__main__":
    main()
