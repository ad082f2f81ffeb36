"""The moves of a table and its predicates at a position, in plain Python: what the compiled search is held against."""

from __future__ import annotations

from collections.abc import Iterable

from bouton.boards.cubes import Cube
from bouton.boards.table import Group, Reason, Row, Table, Weighed


class Faulty(Exception):
    """A move of a position does what none may: two values of one fluent, or a member that there is not."""

    def __init__(self, action: int, position: int) -> None:
        super().__init__(action, position)
        self.action, self.position = action, position


def moves(table: Table, position: int) -> list[tuple[int, int]]:
    """The moves of a position as (action, the position it leads to); Faulty where the rules are wrong there."""
    word = derived(table.groups, position)
    found: dict[int, int] = {}
    for row in table.rows:
        if row.action not in found and _holds(row.cube, word):
            found[row.action] = _child(row, position, word)
    return list(found.items())


def holds(table: Table, position: int, cubes: Iterable[Cube]) -> bool:
    """Whether one of the cubes holds at a position."""
    word = derived(table.groups, position)
    return any(_holds(cube, word) for cube in cubes)


def derived(groups: Iterable[Group], word: int) -> int:
    """A word with the bits that are derived from it."""
    for group in groups:
        word &= ~group.mask
        while True:
            before = word
            for bit, reasons in group.derived:
                if any(_reason(reason, word) for reason in reasons):
                    word |= bit
            if not group.loop or word == before:
                break
    return word


def _holds(cube: Cube, word: int) -> bool:
    return word & cube[0] == cube[1]


def _reason(reason: Reason, word: int) -> bool:
    if isinstance(reason, Weighed):
        return sum(weight for weight, bit, set_ in reason.terms if bool(word & bit) is set_) >= reason.least
    return word & reason[0] == reason[1]


def _child(row: Row, position: int, word: int) -> int:
    if row.further:
        word = derived(row.own, word)
    changes = [*row.changes, *(change for cube, change in row.further if _holds(cube, word))]
    gone = put = field = value = 0
    for change in changes:
        twice = change.kind == "set" and field & change.mask and value & change.mask != change.value
        if change.kind == "fault" or twice:
            raise Faulty(row.action, position)
        if change.kind == "gone":
            gone |= change.mask
        elif change.kind == "put":
            put |= change.mask
        else:
            field, value = field | change.mask, value | change.value
    if gone & put:
        raise Faulty(row.action, position)
    return position & ~(gone | field) | put | value
