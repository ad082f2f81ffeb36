"""What the effects of a list of unknown length may look like: the same in other words, and what is refused."""

from __future__ import annotations

import pytest

from bouton.core.errors import Unreadable
from tests.reading.conftest import Reader
from tests.reading.levels.lists import ITSELF, Read, levels_after, positions, theirs, top

OWN, REST = ITSELF.splitlines()[-2:]
assert (OWN, REST) == (
    "after(l(I,T,L), heap(I,T)) :- move(l(I,T,L)).",
    "after(l(I,T,L), F) :- move(l(I,T,L)), after(L,F).",
)
REASON = (
    "a list of unknown length has the effects of its first heap and of the rest: expected after(l(I,T,L), heap(I,T))"
)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (REST, "after(l(I,T,L), F) :- after(L,F), move(l(I,T,L))."),
        (REST, "after(l(P,Q,R), G) :- move(l(P,Q,R)), after(R,G)."),
        (OWN, "after(l(A,B,C), heap(A,B)) :- move(l(A,B,C))."),
        (f"{OWN}\n{REST}", f"{REST}\n{OWN}"),
    ],
)
@pytest.mark.sample(2)
def test_the_same_effects_in_other_words(rules: Reader, old: str, new: str) -> None:
    assert ITSELF.count(old) == 1
    text = ITSELF.replace(old, new)
    one = Read(rules(text, parameters=["k"]), 3)
    for heaps, k in positions(5, 4, 4, 3):
        shown = {levels for _, levels, _ in levels_after(one, heaps, k, 3)}
        assert shown == {top(found, 3) for found in theirs(text, heaps, k)}


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        (OWN, "after(l(I,T,L), heap(T,I)) :- move(l(I,T,L)).", 5),
        (OWN, "after(l(I,T,L), heap(I,I)) :- move(l(I,T,L)).", 5),
        (OWN, "after(l(I,T,L), heap(I,0)) :- move(l(I,T,L)).", 5),
        (OWN, "after(l(I,T,L), heap(I,T)) :- move(l(I,T,L)), T > 0.", 5),
        (OWN, "after(l(I,T,L), heap(I,T)) :- move(l(I,T,L)), not heap(1,9).", 5),
        (OWN, "after(l(I,I,L), heap(I,I)) :- move(l(I,I,L)).", 5),
        (OWN, "after(l(I,1,L), heap(I,1)) :- move(l(I,1,L)).", 5),
        (OWN, "after(l(I,T,nil), heap(I,T)) :- move(l(I,T,nil)).", 5),
        (OWN, "after(l(I,T,L), heap(I,T)) :- move(L), move(l(I,T,L)).", 5),
        (OWN + "\n", "", 5),
        (REST, "after(l(I,T,L), F) :- move(l(I,T,L)), after(L,F), T > 0.", 6),
        (REST, "after(l(I,T,L), heap(J,U)) :- move(l(I,T,L)), after(L,heap(J,U)).", 6),
        (REST, "after(l(I,T,L), F) :- move(l(I,T,M)), after(L,F), move(L).", 6),
        (REST, "after(l(I,I,L), F) :- move(l(I,I,L)), after(L,F).", 6),
        (REST, "after(l(I,T,L), F) :- move(L), after(L,F), heap(I,T).", 6),
    ],
)
def test_other_effects_are_refused_where_they_stand(rules: Reader, old: str, new: str, line: int) -> None:
    assert ITSELF.count(old) == 1
    one = Read(rules(ITSELF.replace(old, new), parameters=["k"]), 3)
    with pytest.raises(Unreadable) as error:
        one.game(2, False)
    assert error.value.line == line
    assert error.value.reason.startswith(REASON)
