"""What the table of moves tells: whether positions fall apart, whether the game ends, and whether a move may be wrong.

Where every row asks for members alone, and only takes members away, a row that is legal later is legal now, and touches
no more then. So components of a position, the members that rows which are legal now touch, joined where such a row
touches both, stay apart: the position is the sum of its components (Sprague 1935, Grundy 1939), and members that no row
touches are of no matter.
"""

from __future__ import annotations

from functools import reduce
from itertools import combinations
from operator import or_

from bouton.boards.table import Table, base


def obstacle(table: Table, misere: bool = False) -> str | None:
    """Why the components of a position do not add up; None where they do, of at most 128 members."""
    if misere:
        return "in misère play values of components do not add up"
    for row in table.rows:
        mask, value = row.cube
        name = table.terms[row.action]
        if mask >> base(table.width):
            return f"{name} asks for more than members: a recursion or a count"
        if not row.pure:
            return f"what {name} does depends on more than members"
        if mask & table.fields or any(change.kind == "set" for change in row.changes):
            return f"{name} asks for, or changes, what is no set"
        if mask != value:
            return f"{name} asks that a member be gone"
        if any(change.kind == "put" for change in row.changes):
            return f"{name} adds a member"
        if not any(change.mask & value for change in row.changes):
            return f"{name} takes no member away that it asks for"
    return None


def faultless(table: Table) -> bool:
    """Whether no move can do what none may; else that is seen once all that is reached was looked at."""
    for row in table.rows:
        changes = [*row.changes, *(change for _, change in row.further)]
        if any(change.kind == "fault" for change in changes):
            return False
        for one, other in combinations(dict.fromkeys(changes), 2):
            if one.mask & other.mask and (one.kind != other.kind or one.kind == "set"):
                return False
    return True


def ends(table: Table) -> bool:
    """Whether every move leaves fewer members, so that no position comes back."""
    for row in table.rows:
        changes = [*row.changes, *(change for _, change in row.further)]
        gone = reduce(or_, (change.mask & row.cube[1] for change in row.changes if change.kind == "gone"), 0)
        if gone.bit_count() <= sum(change.mask.bit_count() for change in changes if change.kind == "put"):
            return False
    return True
