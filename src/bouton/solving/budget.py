"""How long a solver may work, in processor time of its process: a busy machine ends nothing sooner, only later.

z3 has a limit of wall time and a count of its own work. The first says other things on a busy machine, and the second
means very different times from one problem to the next. Processor time is between them: it is that of the work, though
a busy machine, whose processors share their memory, inflates it a little.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

_AGAIN = 0.01
"""Seconds after which z3 is interrupted once more: it does not hear it before it has begun."""


@dataclass(frozen=True)
class Budget:
    """What is left of the processor time of this process until it comes to `end`."""

    end: float

    @staticmethod
    def of(seconds: float) -> Budget:
        """So many seconds from now on."""
        return Budget(time.process_time() + seconds)

    @property
    def left(self) -> float:
        """Seconds that are left; none or fewer where all are spent."""
        return self.end - time.process_time()

    @property
    def spent(self) -> bool:
        """Whether nothing is left."""
        return self.left <= 0

    def part(self, seconds: float) -> Budget:
        """So many seconds of it from now on, or all that is left where that is less."""
        return Budget(min(self.end, Budget.of(seconds).end))

    def check(self, solver: Any) -> str:
        """What z3 says of what the solver was told, `unknown` where it does not within what is left."""
        if self.spent:
            return "unknown"
        with self._watched(solver):
            return str(solver.check())

    @contextmanager
    def _watched(self, solver: Any) -> Iterator[None]:
        """Interrupt the solver once all is spent, from a thread that sleeps until then: z3 hears no signal."""
        over = threading.Event()

        def watch() -> None:
            # time of the processor does not pass faster than that of the wall, so that it need not be looked at before
            while not over.wait(max(_AGAIN, self.left)):
                if self.spent:
                    solver.interrupt()

        watcher = threading.Thread(target=watch, daemon=True)
        try:
            watcher.start()
        except RuntimeError:
            raise MemoryError from None  # there is no room for the stack of a thread
        try:
            yield
        finally:
            over.set()
            watcher.join()
