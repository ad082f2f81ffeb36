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
    """The processor time of this process, in seconds, that is left until it comes to `end`."""

    end: float

    @staticmethod
    def of(seconds: float) -> Budget:
        """A budget of so many seconds of this process's processor time, from now on."""
        return Budget(time.process_time() + seconds)

    @property
    def left(self) -> float:
        """Seconds of processor time that are left of the budget; 0 or fewer once it is spent."""
        return self.end - time.process_time()

    @property
    def spent(self) -> bool:
        """Whether no processor time is left of the budget."""
        return self.left <= 0

    def part(self, seconds: float) -> Budget:
        """A budget of at most so many seconds from now on, which ends no later than this one."""
        return Budget(min(self.end, Budget.of(seconds).end))

    def check(self, solver: Any) -> str:
        """What a z3 solver answers about all that was added to it; `unknown` where the budget is spent before."""
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
