"""Conditions that hold only far out, each as rules and in plain Python, with positions at which it holds.

A number stands in a rule, and a quantity of the position is compared with it: how many heaps there are, how many of one
size, a size, an index, a sum or a difference of two, all stones, a counter. How it is written varies: the quantity may
come through a predicate, shifted or multiplied, and the condition through a negation.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import TypeAlias

Position: TypeAlias = tuple[int, ...]
"""The sizes of the heaps, ascending, or the values of the counters."""

NUMBERS = (17, 18, 19, 21, 23, 26, 31, 33, 41, 47, 50, 61, 64, 65, 77, 100, 129, 257)
FARTHER = (1000, 1021, 2048, 4000)


@dataclass(frozen=True)
class Far:
    """Rules that define `far/0`, the same in plain Python, and some positions at which it holds."""

    lines: tuple[str, ...]
    holds: Callable[[Position], bool]
    near: tuple[Position, ...]
    of: str
    """The quantity that is compared."""


def number(rng: Random) -> int:
    """A number that is far out, most often not so far that it is slow to come near it."""
    return rng.choice(NUMBERS) if rng.random() < 0.9 else rng.choice(FARTHER)


def _relation(rng: Random, quantity: str, k: int) -> tuple[str, Callable[[int], bool]]:
    """The quantity compared with a number, in one of several spellings that say the same."""
    least = rng.random() < 0.5
    if least:
        spelt: tuple[str, ...] = (
            f"{quantity} >= {k}",
            f"{quantity} > {k - 1}",
            f"2*{quantity} > {2 * k - 1}",
            f"{quantity}-{k} >= 0",
            f"{quantity}+{k} >= {2 * k}",
            f"{k} <= {quantity}",
            f"not {quantity} < {k}",
            f"({quantity}-1) / {k - 1} >= 1",
        )
        return rng.choice(spelt), lambda value: value >= k
    spelt = (
        f"{quantity} = {k}",
        f"{quantity}-{k} = 0",
        f"2*{quantity} = {2 * k}",
        f"{quantity} > {k - 1}, {quantity} < {k + 1}",
        f"{quantity} - 1 = {k - 1}",
        f"{k} = {quantity}",
        f"not {quantity} != {k}",
    )
    return rng.choice(spelt), lambda value: value == k


def _spelt(rng: Random, quantity: str, body: str, k: int) -> tuple[list[str], Callable[[int], bool]]:
    """Rules for `far/0` where the quantity, a variable that the body binds, is far out; the body may be shared."""
    how = rng.randrange(4)
    if how == 0:
        said, holds = _relation(rng, quantity, k)
        return [f"far :- {body}, {said}."], holds
    if how == 1:
        shift = rng.randint(1, 9)
        said, holds = _relation(rng, "Q", k + shift)
        return [f"way({quantity}+{shift}) :- {body}.", f"far :- way(Q), {said}."], lambda value: holds(value + shift)
    said, holds = _relation(rng, quantity, k)
    if how == 2:
        return [f"out({quantity}) :- {body}, {said}.", "far :- out(_)."], holds
    return [f"out :- {body}, {said}.", "near :- not out.", "far :- not near."], holds


def heaps(rng: Random, most: int | None = None) -> Far:
    """A condition on a position of heaps; of at most so many heaps, where that is said."""
    k = number(rng)
    few = most is not None
    of = rng.choice(("size", "size", "sum", "difference", "stones", "pair") if few else _OF_HEAPS)
    values: Callable[[Position], Sequence[int]]
    if of == "heaps":
        body, values = "N = #count { I : heap(I,_) }", lambda at: [len(at)]
        near = [(1,) * k, (2,) * k, (1,) * (k - 1) + (2,), (1,) * (k - 1) + (3,)]
    elif of == "alike":
        s = rng.choice((1, 1, 2, 3))
        body, values = f"N = #count {{ I : heap(I,{s}) }}", lambda at: [at.count(s)]
        near = [(s,) * k, (*(s,) * k, s + 1), (s,) * (k + k % 2)]
    elif of == "alike of some size":
        body, values = "heap(_,S), N = #count { I : heap(I,S) }", lambda at: [at.count(one) for one in set(at)]
        near = [(1,) * k, (2,) * k, (*(1,) * k, 2), (*(1,) * k, 3)]
    elif of == "size":
        body, values = "heap(_,N)", lambda at: at
        near = [(k,), (k, k), (1, k), (1, k, k + 1) if k % 2 == 0 else (1, k - 1, k), (k, k, k)]
    elif of == "index":
        size = rng.choice(("_", "1", "2"))
        body = f"heap(N,{size})"
        values = lambda at: [i for i, one in enumerate(at, 1) if size in ("_", str(one))]  # noqa: E731
        near = [(1,) * k, (2,) * k, (*(1,) * k, 2), (*(1,) * (k - 1), 2), (1,) * (k + 1), (2,) * (k + 1)]
    elif of == "stones":
        body, values = "N = #sum { S,I : heap(I,S) }", lambda at: [sum(at)]
        near = [(k,), (k // 2, k - k // 2), (1, k - 1)]
        if not few:
            near += [(1,) * k, (2,) * (k // 2)]
    elif of == "sum":
        body, values = "heap(I,S), heap(J,T), I < J, N = S+T", lambda at: _two(at, lambda s, t: s + t)
        near = [(k // 2, k - k // 2), (1, k - 1), (k - 3, 3)]
    elif of == "difference":
        body, values = "heap(I,S), heap(J,T), I < J, N = T-S", lambda at: _two(at, lambda s, t: t - s)
        near = [(1, k + 1), (2, k + 2)]
        if not few:
            near += [(1, 1, k + 1, k + 1)]
    else:
        body, values = "heap(I,N), heap(J,N), I != J", lambda at: [one for one in set(at) if at.count(one) > 1]
        near = [(k, k)]
        if not few:
            near += [(1, k, k), (k, k, k)]
    lines, holds = _spelt(rng, "N", body, k)
    far: Callable[[Position], bool] = lambda at: any(map(holds, values(at)))  # noqa: E731
    fit = [tuple(sorted(at)) for at in near if most is None or len(at) <= most]
    return Far(tuple(lines), far, tuple(at for at in fit if far(at)), of)


_OF_HEAPS = (
    *("heaps", "alike", "alike of some size", "size", "index", "stones", "sum", "difference", "pair"),
    *("heaps", "alike", "size", "index", "stones"),
)


def _two(at: Position, said: Callable[[int, int], int]) -> list[int]:
    return [said(s, t) for i, s in enumerate(at) for t in at[i + 1 :]]


def counters(rng: Random, names: Sequence[str]) -> Far:
    """A condition on counters, one or two of these."""
    k = number(rng)
    at = rng.randrange(len(names))
    values: Callable[[Position], Sequence[int]]
    zeros = [0] * len(names)

    def with_(**given: int) -> Position:
        return tuple(given.get(name, 0) for name in names)

    if len(names) == 1 or rng.random() < 0.5:
        of, body, values = "counter", f"{names[at]}(N)", lambda one: [one[at]]
        near = [with_(**{names[at]: k + more}) for more in range(4)]
        near += [tuple(k + more for _ in zeros) for more in range(4)]
    else:
        one, other = names[0], names[1]
        if rng.random() < 0.5:
            of, body, values = "sum", f"{one}(A), {other}(B), N = A+B", lambda at: [at[0] + at[1]]
            near = [with_(**{one: a, other: k + more - a}) for more in range(3) for a in (0, 1, (k + more) // 2, k)]
        else:
            of, body, values = "difference", f"{one}(A), {other}(B), N = A-B", lambda at: [at[0] - at[1]]
            near = [with_(**{one: k + more + b, other: b}) for more in range(3) for b in (0, 1, 2)]
    lines, holds = _spelt(rng, "N", body, k)
    far: Callable[[Position], bool] = lambda at: any(map(holds, values(at)))  # noqa: E731
    return Far(tuple(lines), far, tuple(at for at in near if min(at) >= 0 and far(at)), of)


def never(rng: Random, far: Far) -> Far:
    """The condition with another that it contradicts, so that it holds nowhere."""
    lines = [line.replace("far", "met") for line in far.lines]
    both = rng.choice(("far :- met, not met.", "far :- met, unmet. unmet :- not met."))
    return Far((*lines, both), lambda _: False, (), far.of)
