"""Exit codes: what each means, and which of several wins. Imports next to nothing: every process of a run has it."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum


class Exit(IntEnum):
    """Exit codes of every command; the worst of several wins (see `worst`)."""

    OK = 0
    CONTRARY = 1
    INPUT = 2
    UNDECIDED = 3
    INTERNAL = 4
    INTERRUPTED = 130


_BY_WEIGHT = (Exit.OK, Exit.UNDECIDED, Exit.CONTRARY, Exit.INPUT, Exit.INTERNAL, Exit.INTERRUPTED)


def worst(codes: Iterable[Exit]) -> Exit:
    """The worst of several exit codes: 130, 4, 2, 1, 3, 0."""
    return max(codes, key=_BY_WEIGHT.index, default=Exit.OK)
