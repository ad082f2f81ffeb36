"""A loop that does nothing, in some processes at once: what the machine gains from more than one.

Usage: python bare_loop.py PROCESSES TURNS, the turns of all of them together.
"""

import os
import sys


def main() -> None:
    """Share the turns out, and wait for all."""
    processes, turns = map(int, sys.argv[1:])
    for _ in range(processes):
        if not os.fork():
            for _ in range(turns // processes):
                pass
            os._exit(0)
    for _ in range(processes):
        os.wait()


main()
