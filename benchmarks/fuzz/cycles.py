"""Random games whose positions come back: `python -m benchmarks.fuzz.cycles --games 300 --graphs 1000`.

Rules about heaps and counters, in normal and misère play, and digraphs with some terminals lost and others won. It is
compared who wins from each position, and in how many moves: by the program in C, by the analysis in Python, by clingo,
and by plain Python that knows nothing of these. `benchmarks.fuzz.boards` is for sets.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

from bouton.ground.loops import ends, never, refereed
from tests.compiled.test_endings import compared
from tests.oracle.loops import rounds


def main() -> None:
    """Compare, and say how much was; what differs is told with the seed, the rules, and where."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--graphs", type=int, default=100)
    parser.add_argument("--most", type=int, default=40, help="the largest number of a counter, or size of a heap")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    count: Counter[str] = Counter()
    for seed in range(arguments.seed, arguments.seed + arguments.graphs):
        count += _graph(Random(seed))
        if not count["graphs"] % 100:
            print(_said(count), flush=True)
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


def _graph(rng: Random) -> Counter[str]:
    """A digraph by the analysis in Python and by clingo, against plain Python; how many outcomes and numbers."""
    size, most = rng.randint(1, 400), rng.choice([1, 2, 3, 6])
    options: dict[Any, list[Any]] = {
        (at,): sorted({(rng.randrange(size),) for _ in range(rng.randint(0, most))}) for at in range(size)
    }
    lost = {at: rng.random() < 0.6 for at in options}
    expected = rounds(options, lost.__getitem__)
    turns = 2 + max([0, *expected[0].values(), *expected[1].values()])
    by_python, by_rules = ends(options, lost.__getitem__), refereed(options, lost.__getitem__, never, turns)
    same = [(one.lost, one.won) == expected for one in (by_python, by_rules)]
    draws = size - len(expected[0]) - len(expected[1])
    return Counter(graphs=1, Python=2 * size, clingo=2 * size, draws=draws, differ=2 - sum(same))


def _said(count: Counter[str]) -> str:
    total = count["C"] + count["Python"] + count["clingo"]
    return (
        f"{count['graphs']:,} digraphs, {count['games']:,} games, {count['normal']:,} positions in normal and "
        f"{count['misere']:,} in misère play; "
        f"compared: {count['C']:,} by C, {count['Python']:,} by Python, {count['clingo']:,} by clingo, {total:,}; "
        f"{count['draws']:,} draws, {time.process_time():.0f} s: {count['differ']} differ"
    )


if __name__ == "__main__":
    main()
