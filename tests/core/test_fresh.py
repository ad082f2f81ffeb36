"""Names that are made: none that is taken, and none twice."""

from __future__ import annotations

from bouton.core.fresh import Fresh, unused


def test_a_name_that_is_not_taken() -> None:
    assert unused("P", {"Q"}) == "P"
    assert unused("P", {"P", "P1", "P3"}) == "P2"


def test_no_name_is_made_twice() -> None:
    fresh = Fresh({"X1"})
    assert [fresh.name("X"), fresh.name("X"), fresh.name("X1")] == ["X", "X2", "X11"]
