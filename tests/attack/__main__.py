"""`python -m tests.attack --files 2000 --signals 300 --damage 200 --environments`: attack, and tell what it came to."""

from __future__ import annotations

import argparse
import sys

from tests.attack import attacks


def _main() -> int:
    parser = argparse.ArgumentParser(description="Attack the command that is installed, and count its faults.")
    parser.add_argument("--files", type=int, default=0, help="runs of changed specs and rules")
    parser.add_argument("--inside", action="store_true", help="run these in this process: quicker, and less is seen")
    parser.add_argument("--signals", type=int, default=0, help="runs ended by a signal at a random moment")
    parser.add_argument("--damage", type=int, default=0, help="damaged resume files and certificates")
    parser.add_argument("--environments", action="store_true", help="one run in each of some fifty surroundings")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    tallies = [
        *([attacks.changed_files(asked.files, asked.seed, inside=asked.inside)] if asked.files else []),
        *([attacks.signals(asked.signals, asked.seed)] if asked.signals else []),
        *([attacks.damage(asked.damage, asked.seed)] if asked.damage else []),
        *([attacks.environments()] if asked.environments else []),
    ]
    for tally in tallies:
        print(tally)
    return int(any(tally.faults for tally in tallies))


if __name__ == "__main__":
    sys.exit(_main())
