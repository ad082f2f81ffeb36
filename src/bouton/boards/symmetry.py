"""Symmetries of a table of moves: where the members of sets may go such that the rows stay the same rows.

What is known of a position then holds of its images. Any symmetries do for that, so a search for them may stop early.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from bouton.boards.cubes import bits
from bouton.boards.table import MoveRow, MoveTable, base

MOST = 100
"""The most images: to compare a position with each of them takes time."""
_STEPS = 20_000
"""The most members that are sent somewhere before the search stops."""
_Shape: TypeAlias = tuple[tuple[int, ...], ...]
"""A row: the bits it asks for, those it asks to be gone, takes and adds; and what it says of fields, which stay."""


def obstacle(table: MoveTable) -> str | None:
    """Why no symmetries are looked for."""
    for row in table.rows:
        if not row.pure or row.cube[0] >> base(table.width):
            return f"{table.terms[row.action]} asks for a recursion or a count, or what it does depends on more"
    return None


def symmetries(table: MoveTable) -> list[list[int]]:
    """The symmetries found but for the identity, each as the bit where every bit of a position goes."""
    if obstacle(table) is not None:
        return []
    shapes = {_shape(table, row) for row in table.rows}
    touching: dict[int, list[_Shape]] = {}
    for shape in shapes:
        for bit in {bit for part in shape[:4] for bit in part}:
            touching.setdefault(bit, []).append(shape)
    near = {bit: {one for shape in those for part in shape[:4] for one in part} for bit, those in touching.items()}
    colours = _colours(touching)
    order, anchors = _order(near)
    rank = {bit: at for at, bit in enumerate(order)}
    due: list[list[_Shape]] = [[] for _ in order]
    for shape in shapes:
        places = [rank[bit] for part in shape[:4] for bit in part]
        if places:
            due[max(places)].append(shape)
    found: list[list[int]] = []
    image: dict[int, int] = {}
    steps = 0

    def candidates(at: int) -> Iterator[int]:
        anchor, taken = anchors[at], set(image.values())
        among = near if anchor is None else near[image[anchor]]
        return iter([one for one in among if one not in taken and colours[one] == colours[order[at]]])

    work = [candidates(0)] if order else []
    while work and steps < _STEPS and len(found) <= MOST:
        at = len(work) - 1
        image.pop(order[at], None)
        to = next(work[-1], None)
        if to is None:
            work.pop()
            continue
        steps += 1
        image[order[at]] = to
        if all(_moved(shape, image) in shapes for shape in due[at]):
            if at + 1 < len(order):
                work.append(candidates(at + 1))
            elif any(one != other for one, other in image.items()):
                found.append([image.get(bit, bit) for bit in range(table.width)])
    return found[:MOST]


def _shape(table: MoveTable, row: MoveRow) -> _Shape:
    mask, value = row.cube
    free = ~table.fields
    gone = put = 0
    kept: list[int] = [mask & table.fields, value & table.fields]
    for change in row.changes:
        if change.kind == "gone":
            gone |= change.mask
        elif change.kind == "put":
            put |= change.mask
        else:
            kept += [change.mask, change.value]
    parts = (value & free, mask & ~value & free, gone, put)
    return (*(tuple(bit.bit_length() - 1 for bit in bits(part)) for part in parts), tuple(kept))


def _moved(shape: _Shape, image: dict[int, int]) -> _Shape:
    return (*(tuple(sorted([image[bit] for bit in part])) for part in shape[:4]), shape[4])


def _colours(touching: dict[int, list[_Shape]]) -> dict[int, int]:
    """Members that no symmetry sends to each other, as far as the rows that touch them tell."""
    colours = dict.fromkeys(touching, 0)
    for _ in range(3):
        seen: dict[object, int] = {}
        signs = {
            bit: tuple(
                sorted(
                    (
                        tuple(bit in part for part in shape[:4]),
                        shape[4],
                        *(tuple(sorted([colours[bit] for bit in part])) for part in shape[:4]),
                    )
                    for shape in those
                )
            )
            for bit, those in touching.items()
        }
        colours = {bit: seen.setdefault((colours[bit], signs[bit]), len(seen)) for bit in sorted(signs)}
    return colours


def _order(near: dict[int, set[int]]) -> tuple[list[int], list[int | None]]:
    """The members such that each is near one before, its anchor, where there is such a one."""
    order: list[int] = []
    anchors: list[int | None] = []
    seen: set[int] = set()
    for first in sorted(near):
        queue: list[tuple[int, int | None]] = [(first, None)]
        for bit, anchor in queue:
            if bit not in seen:
                seen.add(bit)
                order.append(bit)
                anchors.append(anchor)
                queue += [(one, bit) for one in sorted(near[bit])]
    return order, anchors
