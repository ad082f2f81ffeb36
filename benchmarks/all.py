"""Every figure of speed that README and docs/ quote, each beside its peer: `python -m benchmarks.all [--quick]`.

One line is one program beside another that does the same job, or beside a bare loop of Python: seconds of the clock
less those of the start, and the ratio, below 1 where the first is the faster. Programs take turns, and no verdict is
told that was kept. `--quick` takes smaller boxes and fewer turns, and ends within ten minutes: what is then not yet
measured is named.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Callable, Iterator, Sequence

from benchmarks.figures import HEADING, Figure, Match, Row, measured, unmeasured
from benchmarks.measure import ANEW
from benchmarks.quoted import figures
from benchmarks.state import load, state

QUICK = 600.0
"""Seconds that a quick run has."""
_ENOUGH = 5.0
"""Seconds: with less left than that no match is begun."""
_SHARE = 1 / 3
"""Of the seconds that are left one match may take so many, so that a slow one leaves some to those after it."""


def share(left: Callable[[], float]) -> Callable[[], float]:
    """The seconds that are left to a match that begins now."""
    others = left() * (1 - _SHARE)
    return left if others == math.inf else lambda: left() - others


def rows(match: Match, runs: int, left: Callable[[], float]) -> list[Row]:
    """The rows of a match in the seconds that are left; a program that fails, or a lack of time, is told in them."""
    if left() < _ENOUGH:
        return unmeasured(match, "the time was over")
    try:
        found = measured(match, runs, left)
    except SystemExit as failed:
        return unmeasured(match, str(failed))
    return found if left() > 0 else unmeasured(match, "the time was over")


def lines(chosen: Sequence[Figure], quick: bool, runs: int, left: Callable[[], float]) -> Iterator[str]:
    """The table, a line as soon as it is known: each quotation, and its rows below it."""
    yield HEADING
    for figure in chosen:
        yield ""
        yield from (f'{quote.document}: "{quote.words}"' for quote in figure.quotes)
        for match in figure.quick if quick else figure.whole:
            yield from map(str, rows(match, runs, share(left)))


def main() -> None:
    """Print the table, with the state of the machine at its head and its foot."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.all", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="smaller boxes and fewer turns, ten minutes at most")
    parser.add_argument("--runs", type=int, help="turns that count (default: 3, with --quick 1)")
    parser.add_argument("--only", metavar="WORDS", help="only figures whose quotation has these words")
    asked = parser.parse_args()
    started = time.monotonic()
    runs = asked.runs or (1 if asked.quick else 3)
    most = QUICK if asked.quick else math.inf
    wanted = [one for one in figures() if any((asked.only or "") in quote.words for quote in one.quotes)]
    print(f"python -m benchmarks.all{' --quick' if asked.quick else ''}, medians of {runs} in turns; {ANEW}")
    print(f"{state()}\n", flush=True)
    for line in lines(wanted, asked.quick, runs, lambda: most - (time.monotonic() - started)):
        print(line, flush=True)
    print(f"\nload {load():.1f} after; {time.monotonic() - started:.0f} s in all")


if __name__ == "__main__":
    main()
