"""Workers on other machines: a Dask cluster, through the executor that `distributed` has for it.

Dask does the distribution: what is sent where, and again when a worker is lost. Its workers keep the limits
of memory that they were started with.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Collection, Iterator
from concurrent.futures import CancelledError, Executor, Future
from contextlib import contextmanager
from typing import Any

from bouton.core.errors import LimitReached, fault
from bouton.process.limits import Limits, alone

_ANSWER = 5.0
"""Seconds in which a scheduler answers, and has a worker."""
_MEMORY = 2 << 30


class Cluster:
    """The workers of a scheduler, however many there are at the moment."""

    def __init__(self, address: str, client: Any) -> None:
        self._address = address
        self._client = client
        # one for the whole run: Dask replaces what it loses
        self.executor: Executor = client.get_executor(pure=False)
        self._width = 0
        self._counted = 0.0

    @property
    def hint(self) -> str:
        """Whose workers they are."""
        return f"workers of the scheduler at {self._address}"

    def width(self) -> int:
        """The threads of all workers, counted once a second."""
        now = time.monotonic()
        if now - self._counted > 1.0:
            self._counted = now
            try:
                self._width = sum(self._client.nthreads().values())
            except Exception:  # whatever it is, nobody answers
                self._width = 0
        return self._width

    def died(self, error: BaseException) -> bool:
        """A range whose workers died too often for Dask, or a scheduler that is gone."""
        from distributed import KilledWorker  # noqa: PLC0415 (an extra)
        from distributed.comm.core import CommClosedError  # noqa: PLC0415

        return isinstance(error, KilledWorker | CommClosedError | CancelledError) or self._client.status == "closed"

    def renew(self) -> bool:
        """Nothing else is lost, unless the scheduler is: LimitReached then."""
        if self._client.status == "closed":
            raise LimitReached(f"the scheduler at {self._address} is gone")
        return False

    def drop(self, futures: Collection[Future[Any]]) -> None:
        """What no worker has begun is not begun."""
        for future in futures:
            future.cancel()


@contextmanager
def cluster(address: str) -> Iterator[Cluster]:
    """The workers of a Dask scheduler; InputError where none answers or it has no worker."""
    reachable(address)
    from distributed import Client  # noqa: PLC0415 (an extra)

    client = Client(address, timeout=_ANSWER, set_as_default=False)
    try:
        _staffed(address, client)
        yield Cluster(address, client)
    finally:
        client.close(timeout=_ANSWER)


def reachable(address: str) -> None:
    """InputError where Dask is not installed, or a client would fail or wait for ever: a child tries first."""
    try:
        import distributed  # noqa: F401, PLC0415 (here, so that the child has it)
    except ImportError:
        message = "Dask is not installed, and --scheduler needs it"
        raise fault(message, expected="pip install 'bouton[distributed]'") from None
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # what it has to say is said here
    try:
        problem = alone(_problem, address, limits=Limits(_ANSWER + 1, _MEMORY))
    except LimitReached:
        problem = _SILENT
    if problem is not None:
        raise fault(f"the scheduler at {address} {problem}", expected="a running `dask scheduler`, as tcp://HOST:PORT")


_SILENT = "does not answer"


def _problem(address: str) -> str | None:
    """What is wrong with the scheduler, tried in a child: what answers may be anything."""
    from distributed import Client  # noqa: PLC0415 (an extra)

    try:
        Client(address, timeout=_ANSWER, set_as_default=False)
    except ValueError as error:
        return f"cannot be reached: {error}"
    except Exception:
        return _SILENT
    return None


def _staffed(address: str, client: Any) -> None:
    try:
        client.wait_for_workers(1, timeout=_ANSWER)
    except Exception:  # of several kinds, by what is wrong
        message = f"the scheduler at {address} has no worker"
        raise fault(message, expected=f"a running `dask worker {address}`, with Bouton installed") from None
