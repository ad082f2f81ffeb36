"""Positions as programs take and give them: the number of a shape, the heaps of each kind, and the counters."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from typing import Any, TypeAlias

Lists: TypeAlias = tuple[tuple[int, ...], ...]
"""The heaps of each kind."""


def held(mosts: Sequence[int], shape: int, heaps: Sequence[int], *, room: bool = True) -> Lists:
    """The lists of heaps of a position, by its shape's number; as C holds them there is `room` for the most of each."""
    if len(mosts) == 1:
        return (tuple(heaps[:shape]),)
    found, end = list[tuple[int, ...]](), len(heaps)
    for most in reversed(mosts):
        shape, count = divmod(shape, most + 1)
        end -= most if room else count
        found.append(tuple(heaps[end : end + count]))
    return tuple(reversed(found))


def numbers_of(mosts: Sequence[int], heaps: Lists, counters: Sequence[int]) -> list[int]:
    """The number of a position's shape, its heaps with room for the most of each kind, and its counters."""
    padded = [one for own, most in zip(heaps, mosts, strict=True) for one in (*own, *[0] * (most - len(own)))]
    return [number_of(heaps, mosts), *padded, *counters]


def arrays(mosts: Sequence[int], heaps: Lists, counters: Sequence[int]) -> tuple[Any, ctypes.c_int64, Any]:
    """A position as C holds it."""
    shape, *padded = numbers_of(mosts, heaps, ())
    return (
        (ctypes.c_int64 * (len(padded) + 1))(*padded),
        ctypes.c_int64(shape),
        (ctypes.c_int64 * (len(counters) + 1))(*counters),
    )


def number_of(heaps: Lists, mosts: Sequence[int]) -> int:
    """The number of a position's shape (see `bouton.compiled.space`)."""
    found = 0
    for own, most in zip(heaps, mosts, strict=True):
        found = found * (most + 1) + len(own)
    return found
