"""All ways to prove, in the order in which they are tried: over a whole range, then what is claimed at one setting.

A way is its folder, its row here, and a row of the documentation (docs/how-to/add-a-way.md).
"""

from __future__ import annotations

from bouton.core.errors import Unreadable
from bouton.core.position import has_sets
from bouton.proof.goal import Goal
from bouton.proof.way import Read, Way
from bouton.proof.ways.all_games import ALL_GAMES
from bouton.proof.ways.among import AMONG, AMONG_KNOWN
from bouton.proof.ways.boards.way import Boards
from bouton.proof.ways.both import BOTH, OF_IMAGE
from bouton.proof.ways.columns.way import COLUMNS
from bouton.proof.ways.counted.few import FewHeaps
from bouton.proof.ways.counted.loops import Loops
from bouton.proof.ways.counted.way import CountByCount
from bouton.proof.ways.every_set import EVERY_SET
from bouton.proof.ways.leading import LEADING
from bouton.proof.ways.levels.way import ByLevels
from bouton.proof.ways.multiplicities.way import MULTIPLICITIES
from bouton.proof.ways.named import NAMED
from bouton.proof.ways.of_all import OF_ALL
from bouton.proof.ways.periods.by_code import BY_CODE
from bouton.proof.ways.periods.by_formula import BY_FORMULA
from bouton.proof.ways.periods.for_all import FOR_ALL
from bouton.proof.ways.periods.of_rows import OF_ROWS
from bouton.proof.ways.recursions.way import ByRecursions
from bouton.proof.ways.remainders.way import REMAINDERS
from bouton.proof.ways.sums.added import Adding
from bouton.proof.ways.sums.copied import Copying
from bouton.proof.ways.sums.tame import TameHeaps
from bouton.proof.ways.sums.way import Sums
from bouton.proof.ways.tables import BY_TABLE
from bouton.proof.ways.through import THROUGH
from bouton.proof.ways.together import TOGETHER
from bouton.proof.whole import WholeWay

_BOARDS, _LOOPS = Boards(), Loops()
_SUMS: tuple[Way, ...] = (Copying(), Adding(), FewHeaps(), Sums(), TameHeaps())
ANY_NUMBER: tuple[Way, ...] = (*_SUMS, COLUMNS, REMAINDERS, MULTIPLICITIES, ByLevels())
"""Those for any number of heaps."""
WAYS: tuple[Way, ...] = (*ANY_NUMBER, ByRecursions(), _BOARDS, _LOOPS, CountByCount())
"""The first that reads a claim is taken; where none does, the last one, for any number of heaps or not, says why."""

PERIODS: tuple[WholeWay, ...] = (BY_CODE, BY_FORMULA, OF_ROWS, FOR_ALL)
"""Those for periods."""
OF_OTHERS: tuple[WholeWay, ...] = (OF_IMAGE, TOGETHER, LEADING, NAMED, THROUGH, BOTH, AMONG)
"""Those that rest on what other claims say."""
WHOLE: tuple[WholeWay, ...] = (*OF_OTHERS, EVERY_SET, *PERIODS, BY_TABLE, ALL_GAMES, OF_ALL, AMONG_KNOWN)
"""The ways for a whole range; each that concerns a claim is tried until one ends it, and then those of `WAYS`."""
DESCRIBED = tuple(dict.fromkeys((*(way.about for way in WAYS), *(way.about for way in WHOLE))))
"""What is told of every way."""

Reasons = dict[str, Unreadable]
"""By the name of each way that was tried before the one taken, what stands in its way."""


def chosen(goal: Goal) -> tuple[Way, Read | None, Reasons]:
    """The way that is taken for a goal, as its rules and its claim alone decide, and what the way has read.

    The last way is taken where no other one is, whether it can read the claim or not; it has read nothing yet.
    """
    alike = [way for way in WAYS if way.any_number is goal.setting.levels and way.concerns(goal.claim, goal.rules)]
    reasons: Reasons = {}
    if has_sets(goal.rules.fluents):  # what all others read are numbers
        return _BOARDS, None, reasons
    if goal.claim.endless:  # the arguments of all others begin with the end of the game
        return _LOOPS, None, reasons
    for way in alike[:-1]:
        try:
            return way, way.read(goal), reasons
        except Unreadable as error:
            reasons[way.name] = error
    return alike[-1], None, reasons


def read(goal: Goal) -> Read:
    """The claim as the way that is taken reads it; Unreadable with what stands in the way of every way."""
    way, found, others = chosen(goal)
    try:
        return found or way.read(goal)
    except Unreadable as error:
        said = goal.rules.sources.reason
        reason = "; ".join((error.reason, *(f"nor can it be read {how} ({said(why)})" for how, why in others.items())))
        raise Unreadable(reason, error.line, error.column) from None
