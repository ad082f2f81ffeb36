"""Random rules about sets, tokens and counters, at length: `python -m benchmarks.fuzz.boards --seconds 600 --seed 1`.

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
    parser.add_argument("--seconds", type=float, default=60, help="of processor time")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    count, files, found, seed = Compared(), 0, 0, arguments.seed
    while time.process_time() < arguments.seconds:
        several = list(differences(seed, count))
        files, seed, found = files + 1, seed + 1, found + len(several)
        for one in several[:3]:
            print(one, flush=True)
        if files % 50 == 0:
            print(_said(files, count, found), flush=True)
    print(_said(files, count, found))


def _said(files: int, count: Compared, found: int) -> str:
    return (
        f"{files:,} files, {count.by_clingo:,} positions by clingo ({count.faulty:,} with a fault of the rules), "
        f"{count.by_python:,} by Python and C, {count.values:,} searches: {found} differ"
    )


if __name__ == "__main__":
    main()
