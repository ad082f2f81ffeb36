"""What spans come to, one after the other and in any order."""

from __future__ import annotations

import pytest

from bouton.core.errors import Disagreement, fault
from bouton.schedule.ranges import RankSpan, SpanTally

WRONG = fault("the rules are wrong there")


@pytest.mark.parametrize("start", [0, 3, 4])
def test_a_rank_that_is_done_twice_is_told(start: int) -> None:
    tally = SpanTally(10)
    tally.add(RankSpan(0, 5, 5, True))
    with pytest.raises(Disagreement, match=f"ranks from {start} on were done twice"):
        tally.add(RankSpan(start, 6, 1, True))
    tally.add(RankSpan(5, 6, 1, True))
    assert (tally.frontier, tally.judged, tally.done) == (6, 6, 6)


def test_rules_that_are_wrong_count_once_all_below_is_done() -> None:
    """A violation may still be found below them, and then they do not matter."""
    tally = SpanTally(10)
    tally.fail(6, WRONG)
    tally.add(RankSpan(0, 3, 3, True))
    assert not tally.settled
    tally.add(RankSpan(3, 6, 3, True))
    with pytest.raises(type(WRONG)):
        _ = tally.settled


def test_rules_that_are_wrong_above_a_violation_do_not_count() -> None:
    tally = SpanTally(10)
    tally.fail(6, WRONG)
    tally.add(RankSpan(3, 6, 1, True, 4))
    tally.fail(8, WRONG)
    assert not tally.settled
    tally.add(RankSpan(0, 3, 3, True))
    assert tally.settled
    assert (tally.first, tally.judged, tally.bound) == (4, 4, 3)
