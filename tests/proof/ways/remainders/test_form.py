r"""What is read of quotients and remainders: what several heaps may lose, what is claimed, what stands in the way.

What is derived from rows of unknown heaps must be what the form says. Where that is not plain there is a condition that
must never hold; z3 says here whether it can.
"""

from __future__ import annotations

import re

import pytest

from bouton.core.errors import Unreadable
from bouton.core.logic.arithmetic import atom, number
from bouton.core.logic.expression import unknown
from bouton.core.logic.formulas import at_most
from bouton.core.logic.substitution import Evaluation
from bouton.core.position import Counter, Fluent, Heaps
from bouton.proof.compared.coverage import Models
from bouton.proof.ways.remainders.form import Remainders
from tests.proof.ways.columns.test_form import MOORE, NIM, changed
from tests.reading.conftest import Reader

NIMHOFF = r"""lower(S-T, l(I,T,nil)) :- heap(I,S), T = 0..S-1.
lower(D+S-T, l(I,T,l(H,U,L))) :- lower(D, l(H,U,L)), heap(I,S), I < H, T = 0..S-1, D+S-T < h.
move(L) :- lower(_, L).
after(l(I,T,L), heap(I,T)) :- lower(_, l(I,T,L)).
after(l(I,T,L), F) :- lower(_, l(I,T,L)), after(L, F).
heaps(N) :- N = #count { I : heap(I,_) }.
quotient(I,S/h) :- heap(I,S).
quotients(0,0).
quotients(I,X^Q) :- quotients(I-1,X), quotient(I,Q).
sum_of_quotients(X) :- heaps(N), quotients(N,X).
total(R) :- R = #sum { S,I : heap(I,S) }.
safe :- sum_of_quotients(0), total(R), R \ h = 0.
value(h*X + R \ h) :- sum_of_quotients(X), total(R).
"""
H = unknown("h", 1)


def lines(
    text: str, claim: str, rules: Reader, fluents: tuple[Fluent, ...] = (Heaps("heap"),), values: bool = False
) -> list[str]:
    """What is read where h is 1, 2, 3 and 4, and which conditions can hold; or what stands in the way of reading it.

    That is how many stones several heaps may lose, what sizes are divided by, and which sums are right; of values, the
    values that a sum has where the nim-sum is 2.
    """
    try:
        remainders = Remainders(rules(text, fluents, ["h"]), {"h": H})
        taking = remainders.taking()
        sums = remainders.valued(claim) if values else remainders.claimed(claim)
    except Unreadable as error:
        return [f"{error.line} {error.reason}"]
    found = []
    for h in (1, 2, 3, 4):
        holds = Evaluation({H: h})
        taken = "".join(str(at) for at in range(2, 9) if holds(taking.allowed(number(at))))
        several = [(at, one) for at in range(8) for one in (range(30) if values else [0])]
        nim_sum = number(2 if values else 0)
        right = [one if values else at for at, one in several if holds(sums.said(nim_sum, number(at), number(one)))]
        found.append(f"{taken or '-'} {holds(sums.divisor)} {''.join(map(str, right))}".strip())
    for one in (*taking.conditions, *sums.conditions):
        if Models((one.formula, at_most(number(1), atom(H)))).some is not None:
            found.append(f"{one.line} {one.meaning}")
    return found


VALUES = ["- 1 22222222", "- 2 45454545", "2 3 67867867", "23 4 891011891011"]


def test_cyclic_nimhoff(rules: Reader) -> None:
    found = lines(NIMHOFF, "safe", rules)
    assert found == ["- 1 01234567", "- 2 0246", "2 3 036", "23 4 04"]
    assert lines(NIMHOFF, "value", rules, values=True) == VALUES


ALIKE = [
    ("I < H", "H < I"),
    ("I < H", "H > I"),
    ("D+S-T < h", "D+S-T <= h-1"),
    ("D+S-T < h", "D-T < h-S"),
    ("lower(S-T, l(I,T,nil)) :- heap(I,S), T = 0..S-1.", "lower(N, l(I,S-N,nil)) :- heap(I,S), N = 1..S."),
    ("lower(S-T, l(I,T,nil)) :- heap(I,S), T = 0..S-1.", "lower(N, l(I,T,nil)) :- heap(I,S), T = 0..S-1, N = S-T."),
    ("after(l(I,T,L), F) :- lower(_, l(I,T,L))", "after(l(I,T,L), F) :- move(l(I,T,L))"),
    ("X^Q)", "Q^X)"),
    ("quotients(I-1,X), quotient(I,Q)", "quotient(I,Q), quotients(I-1,X)"),
    ("heaps(N), quotients(N,X)", "quotients(N,X), heaps(N)"),
    ("R \\ h = 0", "R \\ h < 1"),
    ("sum_of_quotients(0), total(R)", "total(R), sum_of_quotients(X), X < 1"),
    ("safe :- sum", "safe :- right. right :- sum"),
]


@pytest.mark.parametrize(("before", "after"), ALIKE)
@pytest.mark.sample(3)
def test_the_same_in_other_words(before: str, after: str, rules: Reader) -> None:
    assert lines(changed(NIMHOFF, before, after), "safe", rules) == lines(NIMHOFF, "safe", rules)


OTHER = [
    ("D+S-T < h", "D+S-T <= h", ["- 1 01234567", "2 2 0246", "23 3 036", "234 4 04"]),
    ("S/h", "S/(h+1)", ["- 2 01234567", "- 3 0246", "2 4 036", "23 5 04"]),
    ("quotient(I,Q).", "heap(I,Q).", ["- 1 01234567", "- 1 0246", "2 1 036", "23 1 04"]),
    ("R \\ h = 0", "R \\ (h+1) = 0", ["- 1 0246", "- 2 036", "2 3 04", "23 4 05"]),
    ("R \\ h = 0", "R \\ h = 0, R != 4", ["- 1 0123567", "- 2 026", "2 3 036", "23 4 0"]),
    (", R \\ h = 0", "", ["- 1 01234567", "- 2 01234567", "2 3 01234567", "23 4 01234567"]),
    ("sum_of_quotients(0), total(R)", "sum_of_quotients(1), total(R)", ["- 1", "- 2", "2 3", "23 4"]),
]


@pytest.mark.parametrize(("before", "after", "expected"), OTHER)
def test_other_numbers_are_read_as_they_are(before: str, after: str, expected: list[str], rules: Reader) -> None:
    assert lines(changed(NIMHOFF, before, after), "safe", rules) == expected


FIRST = ["1 a list of one heap does not lower any heap by any amount"]
MORE = ["2 one more heap in a list is not any other, lowered by any amount"]
FEWER = ["2 several heaps may lose so many stones together, and not fewer"]
NO_MOVE = ["3 a list that takes so many stones is no move"]
NONE = ["7 a heap has no quotient"]
BEGIN = "nil)) :- heap(I,S), T = 0..S-1"
CAN_HOLD = [
    (BEGIN, BEGIN + ", S-T != 50", FIRST),
    (BEGIN, BEGIN + ", I != 60", FIRST),
    (BEGIN, BEGIN.replace("S-1", "S-2"), FIRST),
    (BEGIN, BEGIN.replace("0..", "1.."), FIRST),
    ("D+S-T < h", "D+S-T < h, S-T != 50", MORE),
    ("D+S-T < h", "D+S-T < h, I != 60", MORE),
    ("D+S-T < h", "D+S-T < h, U < 40", MORE),
    ("D+S-T < h", "D < h", MORE),
    ("D+S-T < h", "S-T < h", MORE),
    ("I < H", "I <= H", MORE),
    ("I < H", "I != H", MORE),
    ("D+S-T < h", "D+S-T < h, D+S-T != 9", FEWER),
    ("D+S-T < h", "D+S-T > h", FEWER),
    ("D+S-T < h", "D+S-T != h", FEWER),
    ("lower(_, L).", "lower(D, L), D < 50.", NO_MOVE),
    ("lower(_, L).", "lower(D, L), D != h.", NO_MOVE),
    ("S/h) :- heap(I,S)", "S/h) :- heap(I,S), S != 70", NONE),
    ("S/h)", "S/(h-3))", [*NONE, "7 what the sizes are divided by is not positive", "7 (S/(h-3)) is undefined"]),
]


@pytest.mark.parametrize(("before", "after", "expected"), CAN_HOLD)
@pytest.mark.sample(3)
def test_what_is_not_of_the_form_is_a_condition_that_can_hold(
    before: str, after: str, expected: list[str], rules: Reader
) -> None:
    found = lines(changed(NIMHOFF, before, after), "safe", rules)
    assert [one for one in found if not re.fullmatch(r"(\d+|-) -?\d+( \d+)?", one)] == expected


SEVERAL = "is about more than one heap or one digit place"
ADDS = "2 it does not add one heap to a list, and count the stones that it loses"
NO_ORDER = "2 no heap is seen to be added to a list in the order of the heaps"
STEP = NIMHOFF.splitlines()[1]
COUNT = "1 what is counted of a list of one heap is no number of the stones that it takes"
HEAPWISE = "does not add up heap by heap"
EACH = "it does not say that a list lowers each of its heaps"
DIVIDED = "7 it does not say what each size is, divided by some number"
REFUSED = [
    ("lower(S-T, l(I,T,nil))", "lower(T, l(I,T,nil))", COUNT),
    ("lower(S-T, l(I,T,nil))", "lower(1, l(I,T,nil))", COUNT),
    ("lower(D+S-T, l", "lower(D+1, l", ADDS),
    ("lower(D+S-T, l", "lower(D+S-T+1, l", ADDS),
    (STEP, STEP.replace("l(H,U,L)", "l(H,U,nil)"), NO_ORDER),
    ("I < H", "I+1 < H", NO_ORDER),
    ("D+S-T < h", "D+S-T < h, total(R), R < 9", f"2 total(R) {SEVERAL}"),
    ("move(L) :- lower(_, L).", "move(L) :- lower(_, L).\nmove(nil).",
     "3 move/1 has 2 rules; what is read by quotients and remainders has 1"),
    ("after(l(I,T,L), heap(I,T)) :- lower", "after(l(I,T,L), heap(I,T/2)) :- lower", f"4 {EACH}"),
    ("S/h)", "S*h)", DIVIDED),
    ("S/h)", "S/h+1)", DIVIDED),
    ("S/h)", "2*(S/h))", DIVIDED),
    ("S/h)", "(S+1)/h)", DIVIDED),
    ("S/h)", "S \\ h)", DIVIDED),
    ("S/h)", "S/I)", f"8 quotients {HEAPWISE}"),
    ("S/h) :- heap(I,S)", "S/h) :- heap(I,S), I < 9", f"8 quotients {HEAPWISE}"),
    ("quotient(I,S/h)", "quotient(I+1,S/h)", "8 quotients does not add up heap by heap"),
    ("quotient(I,S/h) :- heap(I,S).", "quotient(I,S/h) :- heap(I,S). quotient(I,0) :- heap(I,9).",
     "7 quotient/2 has 2 rules; what is read by quotients and remainders has 1"),
    ("quotients(0,0).", "quotients(0,1).", f"8 quotients {HEAPWISE}"),
    ("quotients(0,0).", "quotients(1,0).", f"8 quotients {HEAPWISE}"),
    ("X^Q)", "X+Q)", f"8 quotients {HEAPWISE}"),
    ("X^Q)", "X^Q^Q)", f"8 quotients {HEAPWISE}"),
    ("quotient(I,Q).", "quotient(I,Q), I > 1.", f"8 quotients {HEAPWISE}"),
    ("heaps(N), quotients", "N = 3, quotients", "10 sum_of_quotients is not the nim-sum over all heaps"),
    ("{ S,I :", "{ S :", "11 total is not the sum of all heaps"),
    ("{ S,I :", "{ I,S :", "11 total is not the sum of all heaps"),
    ("{ S,I : heap(I,S) }", "{ S,I : heap(I,S), I > 1 }", "11 total is not the sum of all heaps"),
    ("{ S,I : heap(I,S) }", "{ S,I : quotient(I,S) }", "11 total is not the sum of all heaps"),
    ("#sum", "#max", "11 total is not the sum of all heaps"),
    ("sum_of_quotients(0), total", "total", "12 safe speaks of 0 nim-sums of all heaps, and not of one"),
    ("safe :- sum_of_quotients(0),", "safe :- sum_of_quotients(0), heaps(9),",
     "6 heaps is not the sum of all heaps"),
    ("safe :- sum_of_quotients(0), total(R)", "safe :- not sum_of_quotients(1), sum_of_quotients(0), total(R)",
     f"12 not sum_of_quotients(1) {SEVERAL}"),
    ("safe :- sum_of_quotients(0)", "safe :- sum_of_quotients(0), sum_of_quotients(1)", f"12 it {SEVERAL}"),
]  # fmt: skip


@pytest.mark.parametrize(("before", "after", "expected"), REFUSED)
@pytest.mark.sample(3)
def test_what_stands_in_the_way_is_told_with_its_line(before: str, after: str, expected: str, rules: Reader) -> None:
    assert lines(changed(NIMHOFF, before, after), "safe", rules) == [expected]


def test_values_are_named_by_numbers(rules: Reader) -> None:
    for after, line in (
        ("value(V) :- sum_of_quotients(X), total(R), V = X..X+40", "13 it is not seen which value it names"),
        ("value(none) :- sum_of_quotients(X), total(R)", "13 it is not seen which value it names"),
    ):
        text = changed(NIMHOFF, "value(h*X + R \\ h) :- sum_of_quotients(X), total(R)", after)
        assert lines(text, "value", rules, values=True) == [line]


def test_other_games_are_not_read_so(rules: Reader) -> None:
    for text, line in (
        (MOORE, ADDS),
        (NIM, "1 a move is no list of heaps"),
    ):
        assert lines(text.replace("k", "h"), "balanced", rules) == [line]
    reason = ["0 what is read by quotients and remainders has heaps alone, under one name"]
    assert lines(NIMHOFF, "safe", rules, (Heaps("heap"), Counter("pass"))) == reason


def test_nim_sums_are_told_by_name_and_arity(rules: Reader) -> None:
    """`q` says that the nim-sum `q(X)` is 0; no `q(X,1)` is a nim-sum, though q is one."""
    plain = lines(NIMHOFF, "safe", rules)
    said = "safe :- sum_of_quotients(0)"
    same = changed(NIMHOFF, said, "sum_of_quotients :- sum_of_quotients(0). safe :- sum_of_quotients")
    assert lines(same, "safe", rules) == plain
    twice = changed(NIMHOFF, said, "zero :- sum_of_quotients(0). safe :- zero, sum_of_quotients(0)")
    assert lines(twice, "safe", rules) == plain
    other = changed(NIMHOFF, said, "sum_of_quotients(X,1) :- sum_of_quotients(X). safe :- sum_of_quotients(0,1)")
    assert lines(other, "safe", rules) == ["12 sum_of_quotients/2 is no nim-sum"]
    not_said = changed(NIMHOFF, said, "sum_of_quotients :- sum_of_quotients(1). safe :- sum_of_quotients")
    assert lines(not_said, "safe", rules) == ["12 sum_of_quotients does not say that a nim-sum is 0"]
