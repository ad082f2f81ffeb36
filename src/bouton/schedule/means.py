"""What there is to judge large boxes with, as plain data: a check that judges none imports no more of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bouton.process.limits import Limits

if TYPE_CHECKING:
    from bouton.schedule.resume import Shelf


@dataclass(frozen=True)
class Means:
    """So many processes, or the workers of the Dask scheduler with that address; and what keeps what is done."""

    jobs: int
    limits: Limits
    scheduler: str | None = None
    shelf: Shelf | None = None
