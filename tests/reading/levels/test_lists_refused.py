"""What a list of unknown length may begin with and go on with; what it may not is refused at its rule."""

from __future__ import annotations

import re

import pytest

from bouton.core.errors import Unreadable
from tests.reading.conftest import Reader
from tests.reading.levels.lists import COUNTED, Read

BEGIN, STEP, LIMIT = "lower(1, l(N,T,nil))", "l(N-J,T,l(I,U,L)))", "T = 0..U."
ELEMENT = "which is not one heap"
NUMBERS = "beside a list of unknown length there may be numbers only"
CHANGES = "an argument beside a list of unknown length changes by what is not a number"
APART = "the elements of a list of unknown length are not known to be in neighbouring places"
NO_HEAP = "is no heap before a list"
EACH = "a list of unknown length depends on X at each of its elements"


@pytest.mark.parametrize(
    ("old", "new", "line", "reason"),
    [
        (BEGIN, "lower(1, l(N,T,l(N,T,nil)))", 3, ELEMENT),
        (BEGIN, "lower(1, m(N,T,nil))", 3, ELEMENT),
        (BEGIN, "lower(1, l(N,T))", 3, ELEMENT),
        (BEGIN, "lower(1, l(a,T,nil))", 3, ELEMENT),
        (BEGIN, "lower(1, l(N,a,nil))", 3, ELEMENT),
        (BEGIN, "lower(1, l(N,T,3))", 3, ELEMENT),
        (BEGIN, "lower(a, l(N,T,nil))", 3, NUMBERS),
        ("lower(J+1,", "lower(f(J),", 4, NUMBERS),
        ("lower(J+1,", "lower(2*J,", 4, CHANGES),
        ("lower(J+1,", "lower(J+T,", 4, CHANGES),
        ("lower(J+1,", "lower(J+(1;2),", 4, APART),
        (STEP, "l(N-2*J,T,l(I,U,L)))", 4, APART),
        (STEP, "l(T,T,l(I,U,L)))", 4, APART),
        (STEP, "l(a,T,l(I,U,L)))", 4, NO_HEAP),
        (STEP, "l(N-J,a,l(I,U,L)))", 4, NO_HEAP),
        (LIMIT, "T = 0..U, X = 0..S, X*X = T.", 4, EACH),
        (LIMIT, "T = 0..U, heap(I-9,X), X < T.", 4, "depends on heaps whose sizes are not known"),
        (LIMIT, "T = 0..U, T / (U-2) < 3.", 4, "goes on with may be undefined or unseen"),
    ],
)
def test_other_lists_are_refused_where_they_stand(rules: Reader, old: str, new: str, line: int, reason: str) -> None:
    assert COUNTED.count(old) == 1
    one = Read(rules(COUNTED.replace(old, new), parameters=["k"]), 3)
    with pytest.raises(Unreadable, match=re.escape(reason)) as error:
        one.game(2, True)
    assert error.value.line == line


def test_two_rules_that_go_on_with_lower_sizes_are_refused_where_these_are_not_told_apart(rules: Reader) -> None:
    step = COUNTED.splitlines()[3]
    text = COUNTED.replace(step, f"{step}\n{step.replace('J < k', 'J < k+k, J > 3')}")
    assert text != COUNTED
    with pytest.raises(Unreadable, match="more than one rule goes on with a list of many sizes") as error:
        Read(rules(text, parameters=["k"]), 1).game(1, False)
    assert error.value.line == 4
