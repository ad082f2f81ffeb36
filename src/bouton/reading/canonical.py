"""The position after a move in canonical order: zeros go, the rest is sorted, whatever the sizes are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, product
from typing import TypeVar

from bouton.core.logic.arithmetic import choose, number
from bouton.core.logic.expression import FALSE, TRUE, Formula, Linear, Unknown
from bouton.core.logic.formulas import conj, disj, equal, greatest, least, negate
from bouton.core.position import Fluent, Heaps
from bouton.reading.command import SymbolicGame, SymbolicPosition

Told = TypeVar("Told")


@dataclass(frozen=True)
class Successor:
    """A case of the position after a move: under the guard it is this one, in canonical order, every size positive."""

    guard: Formula
    position: SymbolicPosition


def successors(fluents: Sequence[Fluent], after: SymbolicPosition) -> Iterator[Successor]:
    """The cases of a position as a move leaves it, one for each number of heaps that are left."""
    options: list[list[tuple[Formula, Linear | tuple[Linear, ...]]]] = []
    for fluent, entry in zip(fluents, after, strict=True):
        if isinstance(fluent, Heaps) and isinstance(entry, tuple):
            options.append(list(_heaps(fluent, entry)))
        else:
            options.append([(TRUE, entry)])
    for case in product(*options):
        guard = conj(guard for guard, _ in case)
        if guard is not FALSE:
            yield Successor(guard, tuple(entry for _, entry in case))


def _heaps(fluent: Heaps, sizes: Sequence[Linear]) -> Iterator[tuple[Formula, tuple[Linear, ...]]]:
    empty = [equal(size, number(0)) for size in sizes]
    ordered = _gaps_closed(sizes, empty) if fluent.order == "none" else _sorted(sizes)
    for gone in range(sum(one is not FALSE for one in empty) + 1):
        guard = exactly(gone, empty)
        if guard is FALSE:
            continue
        if fluent.order == "none":
            yield guard, tuple(ordered[: len(sizes) - gone])
        else:
            left = ordered[gone:]
            yield guard, tuple(left if fluent.order == "ascending" else reversed(left))


def exactly(count: int, formulas: Sequence[Formula]) -> Formula:
    """That exactly `count` of the formulas hold."""
    if count < 0 or count > len(formulas):
        return FALSE
    if not formulas:
        return TRUE
    first, rest = formulas[0], formulas[1:]
    if first is FALSE or first is TRUE:
        return exactly(count - (first is TRUE), rest)
    return disj((conj((first, exactly(count - 1, rest))), conj((negate(first), exactly(count, rest)))))


def _sorted(sizes: Sequence[Linear]) -> list[Linear]:
    """The sizes in ascending order: those whose order is known as they are, the others put in one by one."""
    known = sorted(filter(_chain, sizes), key=_rank)
    chains = {_chain(size) for size in known}
    ordered = known if len(chains) == 1 else []
    for size in sizes:
        if not ordered or not any(size is one for one in known) or len(chains) > 1:
            ordered = _inserted(size, ordered)
    return ordered


def _inserted(size: Linear, ordered: Sequence[Linear]) -> list[Linear]:
    if not ordered:
        return [size]
    middle = [greatest(low, least(size, high)) for low, high in pairwise(ordered)]
    return [least(size, ordered[0]), *middle, greatest(size, ordered[-1])]


def _chain(size: Linear) -> str:
    return size.alone.chain if isinstance(size.alone, Unknown) else ""


def _rank(size: Linear) -> int:
    part = size.terms[0][0]
    assert isinstance(part, Unknown)
    return part.rank


def _gaps_closed(sizes: Sequence[Linear], empty: Sequence[Formula]) -> list[Linear]:
    """The sizes in their order, but those that are 0 last."""
    ordered: list[Linear] = []
    for size, gone in zip(reversed(sizes), reversed(empty), strict=True):
        shifted = [*ordered, number(0)]
        kept = [size, *ordered]
        ordered = [choose(gone, one, other) for one, other in zip(shifted, kept, strict=True)]
    return ordered


def values_at(game: SymbolicGame, position: SymbolicPosition) -> dict[Unknown, Linear]:
    """What to put in place of the position's unknowns to speak of another position."""
    return dict(told_at(game, position))


def told_at(game: SymbolicGame, position: Sequence[Told | tuple[Told, ...]]) -> Iterator[tuple[Unknown, Told]]:
    """The position's unknowns, each with what it is at that position."""
    for entry, value in zip(game.position, position, strict=True):
        ones = entry if isinstance(entry, tuple) else (entry,)
        for one, told in zip(ones, value if isinstance(value, tuple) else (value,), strict=True):
            for part, _ in one.terms:
                assert isinstance(part, Unknown)
                yield part, told
