"""Random rules about heaps and counters whose positions come back: `python -m benchmarks.fuzz.cycles --games 300`.

In normal and misère play it is compared who wins from each position, and in how many moves: by the program in C, by the
analysis in Python, by clingo, and by plain Python that knows nothing of these. `benchmarks.fuzz.boards` is for sets.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections import Counter
from pathlib import Path
from random import Random

from tests.compiled.test_endings import compared


def main() -> None:
    """Compare, and say how much was; what differs is told with the seed, the rules, and where."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--most", type=int, default=40, help="the largest number of a counter, or size of a heap")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    count: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(arguments.seed, arguments.seed + arguments.games):
            try:
                count += compared(Random(seed), Path(folder), arguments.most)
            except AssertionError as error:
                count["differ"] += 1
                print(f"seed {seed}: {error}", flush=True)
            if not count["games"] % 20:
                print(_said(count), flush=True)
    print(_said(count))


def _said(count: Counter[str]) -> str:
    total = count["C"] + count["Python"] + count["clingo"]
    return (
        f"{count['games']:,} games, {count['normal']:,} positions in normal and {count['misere']:,} in misère play; "
        f"compared: {count['C']:,} by C, {count['Python']:,} by Python, {count['clingo']:,} by clingo, {total:,}; "
        f"{count['draws']:,} draws, {time.process_time():.0f} s: {count['differ']} differ"
    )


if __name__ == "__main__":
    main()
