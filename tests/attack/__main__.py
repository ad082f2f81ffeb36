"""`python -m tests.attack FAMILY... --runs 200 --seed 1`: attack the command, and count its faults."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable

from tests.attack import attacks, damage, large
from tests.attack.outside import Tally

FAMILIES: dict[str, Callable[[int, int], Tally]] = {
    "files": attacks.changed_files,
    "signals": attacks.signals,
    "resume": damage.resumed,
    "certificates": damage.certificates,
    "surroundings": lambda _runs, _seed: attacks.surroundings(),
    "large": large.large,
    "doubled": lambda _runs, _seed: large.doubled(),
}


def _main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.attack", description=__doc__)
    parser.add_argument("families", metavar="FAMILY", nargs="+", choices=FAMILIES, help=", ".join(FAMILIES))
    parser.add_argument("--runs", type=int, default=100, help="of each family, where it is random (default: 100)")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    faults = 0
    for name in asked.families:
        tally = FAMILIES[name](asked.runs, asked.seed)
        print(tally, flush=True)
        faults += len(tally.faults)
    return int(faults > 0)


if __name__ == "__main__":
    sys.exit(_main())
