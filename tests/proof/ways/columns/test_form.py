r"""What is read place by place: how many heaps a move lowers, what is claimed of the digits, what stands in the way.

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
from bouton.proof.ways.columns.form import Columns
from tests.reading.conftest import Reader

DIGITS = r"""
place(1) :- heap(_,_).
place(2*P) :- place(P), heap(_,S), 2*P <= S.
ones(P,N) :- place(P), N = #count { I : heap(I,S), (S / P) \ 2 = 1 }.
unbalanced :- ones(_,N), N \ (k+1) != 0.
balanced :- not unbalanced.
heaps(N) :- N = #count { I : heap(I,_) }.
large :- heap(_,S), S > 1.
misere :- large, balanced.
misere :- not large, heaps(N), N \ (k+1) = 1.
total(T) :- T = #sum { S,I : heap(I,S) }.
"""
MOORE = (
    """\
lower(1, l(I,T,nil)) :- heap(I,S), T = 0..S-1.
lower(J+1, l(I,T,l(H,U,L))) :- lower(J, l(H,U,L)), J < k, heap(I,S), I < H, T = 0..S-1.
move(L) :- lower(_, L).
after(l(I,T,L), heap(I,T)) :- lower(_, l(I,T,L)).
after(l(I,T,L), F) :- lower(_, l(I,T,L)), after(L, F)."""
    + DIGITS
)
NIM = """\
move(lower(I,T)) :- heap(I,S), T = 0..S-1.
after(lower(I,T), heap(I,T)) :- move(lower(I,T)).""" + DIGITS.replace("k+1", "2")
K = unknown("k", 1)


def lines(text: str, claim: str, rules: Reader, fluents: tuple[Fluent, ...] = (Heaps("heap"),)) -> list[str]:
    """What is read where k is 1, 2 and 3, and which conditions can hold; or what stands in the way of reading it."""
    parameters = {"k": K} if "k" in text else {}
    try:
        columns = Columns(rules(text, fluents, list(parameters)), parameters)
        lowering, digits = columns.lowering(), columns.digits(claim)
    except Unreadable as error:
        return [f"{error.line} {error.reason}"]
    found = []
    for k in (1, 2, 3) if parameters else (1,):
        holds = Evaluation({K: k})
        heaps = "".join(str(at) for at in range(1, 6) if holds(lowering.allowed(number(at))))
        ones = "".join(str(at) for at in range(8) if holds(digits.balanced(number(at))))
        single = [digits.single(number(at)) for at in range(8)]
        alone = "".join(str(at) for at, one in enumerate(single) if one is not None and holds(one))
        found.append(f"{heaps} {ones} {alone}".strip())
    for one in (*lowering.conditions, *digits.conditions):
        if Models((one.formula, at_most(number(1), atom(K)))).some is not None:
            found.append(f"{one.line} {one.meaning}")
    return found


def changed(text: str, before: str, after: str) -> str:
    """One rule, or a part of one, changed."""
    assert text.count(before) == 1
    return text.replace(before, after)


def test_moore(rules: Reader) -> None:
    assert lines(MOORE, "balanced", rules) == ["1 0246", "12 036", "123 04"]
    assert lines(MOORE, "misere", rules) == ["1 0246 1357", "12 036 147", "123 04 15"]


def test_another_name_for_what_is_claimed(rules: Reader) -> None:
    names = "p :- q. q :- misere. round :- about. about :- round. both :- balanced, misere."
    assert lines(MOORE + names, "p", rules) == lines(MOORE, "misere", rules)
    said = "does not say that something is so at no digit place"
    for name in ("round", "both"):
        (told,) = lines(MOORE + names, name, rules)
        assert told.endswith(said)


def test_nim(rules: Reader) -> None:
    assert lines(NIM, "balanced", rules) == ["1 0246"]
    assert lines(NIM, "misere", rules) == ["1 0246 1357"]


BEGIN, STEP = MOORE.splitlines()[:2]
MOVE, OWN, REST = MOORE.splitlines()[2:5]
COUNT = r"N = #count { I : heap(I,S), (S / P) \ 2 = 1 }"
BROKEN = r"unbalanced :- ones(_,N), N \ (k+1) != 0."

ALIKE = [
    ("I < H", "H < I"),
    (BEGIN, BEGIN.replace("lower(1,", "lower(0,") + "  % from 0 on"),
    (REST, "after(l(I,T,L), F) :- move(l(I,T,L)), after(L, F)."),
    ("2*P <= S", "P < S"),
    ("2*P <= S", "P <= S"),
    ("2*P <= S", "2*P <= S+1"),
    (COUNT, COUNT.removeprefix("N = ") + " = N"),
    (BROKEN, "unbalanced :- ones(_,N), N \\ (k+1) > 1.\nunbalanced :- ones(_,N), N \\ (k+1) = 1."),
    ("misere :- large, balanced.", "misere :- balanced, large."),
    ("misere :- not large, heaps", "small :- not large.\nmisere :- small, heaps"),
    ("misere :- large, balanced.", "misere :- large, even.\neven :- all.\nall :- balanced."),
    ("large :- heap(_,S), S > 1.", "large :- heap(_,S), S > 2.\nlarge :- heap(_,2)."),
]


@pytest.mark.parametrize(("before", "after"), ALIKE)
@pytest.mark.sample(3)
def test_the_same_in_other_words(before: str, after: str, rules: Reader) -> None:
    text = changed(MOORE, before, after)
    text = text.replace("J < k", "J+1 < k") if "from 0" in after else text
    assert lines(text, "misere", rules) == ["1 0246 1357", "12 036 147", "123 04 15"]


OTHER = [
    ("J < k", "J < k-1", ["1 0246 1357", "1 036 147", "12 04 15"]),
    ("J < k", "J <= k", ["12 0246 1357", "123 036 147", "1234 04 15"]),
    (MOVE, "move(L) :- lower(J, L), J <= 2.", ["1 0246 1357", "12 036 147", "12 04 15"]),
    ("N \\ (k+1) != 0", "N \\ (k+2) != 0", ["1 036 1357", "12 04 147", "123 05 15"]),
    ("N \\ (k+1) != 0", "N \\ (k+1) != 0, N != 4", ["1 0246 1357", "12 0346 147", "123 04 15"]),
    (BROKEN, "unbalanced :- ones(_,N), N = 2*X, X = 1..k.", ["1 0134567 1357", "12 013567 147", "123 01357 15"]),
    ("N \\ (k+1) = 1", "N \\ (k+1) = 0", ["1 0246 0246", "12 036 036", "123 04 04"]),
]


@pytest.mark.parametrize(("before", "after", "expected"), OTHER)
def test_other_numbers_are_read_as_they_are(before: str, after: str, expected: list[str], rules: Reader) -> None:
    assert lines(changed(MOORE, before, after), "misere", rules) == expected


def test_a_move_may_lower_any_number_of_heaps_where_none_is_counted(rules: Reader) -> None:
    text = changed(MOORE, BEGIN, BEGIN.replace("lower(1, ", "lower("))
    text = changed(
        text, STEP, STEP.replace("lower(J+1, ", "lower(").replace("lower(J, l(H,U,L)), J < k", "lower(l(H,U,L))")
    )
    text = text.replace("lower(_, ", "lower(")
    assert lines(text, "misere", rules) == ["12345 0246 1357", "12345 036 147", "12345 04 15"]


FEWER = ["2 a list may be of so many heaps, and not of fewer", "3 a move may lower so many heaps, and not fewer"]
FIRST = ["1 a list of one heap does not lower any heap by any amount"]
MORE = ["2 one more heap in a list is not any other, lowered by any amount"]
NO_DIGIT = ["7 a heap has a digit that is not 0 where there is no place"]
LARGE = ["14 large does not say that a heap has more than one stone"]
CAN_HOLD = [
    ("J < k", "J != k", FEWER),
    ("J < k", "J > k", FEWER),
    ("J < k", "J < k+2, J != 3", FEWER),
    ("J < k", "J < k, J != 40", FEWER),
    (MOVE, "move(L) :- lower(J, L), J >= 2.", FEWER[1:]),
    (BEGIN, BEGIN.replace("S-1", "S"), FIRST),
    (BEGIN, BEGIN.replace("0..S-1", "1..S-1"), FIRST),
    (BEGIN, BEGIN.replace("S-1", "S-1, I > 1"), FIRST),
    (BEGIN, BEGIN.replace("S-1", "S-1, S-T != 50"), FIRST),
    ("I < H", "I != H", MORE),
    ("I < H", "I <= H", MORE),
    ("I < H", "I < H, T <= U", MORE),
    ("I < H", "I < H, S-T < 50", MORE),
    ("I < H", "I < H, I != 60", MORE),
    ("J < k", "J+U < k", MORE),
    ("place(1) :- heap(_,_).", "place(1) :- heap(_,S), S > 1.", ["6 there is a heap, and 1 is no place"]),
    ("2*P <= S", "2*P < S", NO_DIGIT),
    ("2*P <= S", "2*P <= S, P < 64", NO_DIGIT),
    (BROKEN, "unbalanced :- ones(_,N), N / (k-1) != 0.", ["9 (N/(k-1)) is undefined"]),
    ("S > 1", "S > 2", LARGE),
    ("S > 1", "S > 0", LARGE),
    ("S > 1", "S > 1, S != 70", LARGE),
    ("large :- heap(_,S)", "large :- heap(1,S)", LARGE),
]


@pytest.mark.parametrize(("before", "after", "expected"), CAN_HOLD)
@pytest.mark.sample(3)
def test_what_is_not_of_the_form_is_a_condition_that_can_hold(
    before: str, after: str, expected: list[str], rules: Reader
) -> None:
    found = lines(changed(MOORE, before, after), "misere", rules)
    assert [one for one in found if not re.fullmatch(r"(\d+ )?\d+ \d+", one)] == expected


SEVERAL = "it is about more than one heap or one digit place"
NO_LIST = "a move is no list of heaps"
EACH = "it does not say that a list lowers each of its heaps"
ADDS = "it does not add one heap to a list, and count it"
NO_HEAP = "a list begins with no heap"
COUNTS = "it does not count the heaps whose digit at a place is 1"
HEAPS = "it does not count heaps"
BINARY = "it does not say that the binary digit at a place is 1"
ONES = "it does not speak of the number of ones at a digit place alone"
NO_PLACE = "balanced does not say that something is so at no digit place"
BY_SIZE = "it does not say what is so where some heap is large, and where none is"
NUMBER = "it does not speak of the number of heaps alone"
NO_ORDER = "no heap is seen to be added to a list in the order of the heaps"
REFUSED = [
    (MOVE, f"{MOVE}\nmove(L) :- lower(1, L).", "3 move/1 has 2 rules; what is read by columns has 1"),
    (MOVE, "move(m(L)) :- lower(_, L).", f"3 {NO_LIST}"),
    (MOVE, "move(nil) :- lower(_, L).", f"3 {NO_LIST}"),
    (MOVE, "move(L) :- lower(_, L), lower(J, L), J < 9.", f"3 {SEVERAL}"),
    (MOVE, "move(L) :- lower(_, L), heaps(N), N < 9.", "3 heaps(N) is about more than one heap or one digit place"),
    (MOVE, "move(L) :- lower(J, L), J = 1..2.", "3 it is not seen what it says of one heap"),
    (BEGIN + "\n", "", "1 0 rules begin lower"),
    (BEGIN, f"{BEGIN}\nlower(1, l(I,0,nil)) :- heap(I,S).", "1 2 rules begin lower"),
    ("l(I,T,nil)", "l(I,T,nil(I))", "1 no list of one heap"),
    ("l(I,T,nil)", "m(I,T,nil)", "1 no list of one heap"),
    ("l(I,T,nil)", "l(I,T)", "1 no list of heaps: a heap, the size it is lowered to, and the rest"),
    ("l(I,T,nil)", "l(I,T,nil,1)", "1 no list of heaps: a heap, the size it is lowered to, and the rest"),
    ("l(I,T,l(H,U,L))", "l(I,T,l(H,U,L),1)", "2 l(I,T,l(H,U,L),1) is no list of heaps: a heap, its size, and the rest"),
    ("l(I,T,nil)", "l(nil,T,nil)", f"1 {NO_HEAP}"),
    ("l(I,T,nil)", "l(I,nil,nil)", f"1 {NO_HEAP}"),
    ("lower(1, l(I,T,nil))", "lower(I, l(I,T,nil))", "1 what is counted of a list of one heap is no number"),
    (BEGIN, BEGIN[:-1] + ", S < 0.", "1 what is counted of a list of one heap is no number"),
    ("lower(J+1,", "lower(J+2,", f"2 {ADDS}"),
    ("l(I,T,l(H,U,L))", "l(I,T,l(H,T,L))", f"2 {ADDS}"),
    ("l(I,T,l(H,U,L))", "l(I,T,L)", f"2 {ADDS}"),
    ("l(I,T,l(H,U,L))", "l(I,l(H,U,L),T)", f"2 {NO_HEAP}"),
    ("J < k", "J < k, not heap(9,9)", "2 not heap(9,9) is about more than one heap or one digit place"),
    ("J < k", "J < k, heap(H,_)", f"2 {SEVERAL}"),
    (
        STEP,
        f"{STEP}\nlower(J+1, l(I,0,l(H,U,L))) :- lower(J, l(H,U,L)), heap(I,S), I < H.",
        "2 2 rules add a heap to lower",
    ),
    (STEP + "\n", "", "1 0 rules add a heap to lower"),
    (STEP, STEP.replace("S-1", "S-2"), f"2 {NO_ORDER}"),
    ("I < H", "I+1 < H", f"2 {NO_ORDER}"),
    (OWN, OWN.replace("heap(I,T)", "heap(T,I)"), f"4 {EACH}"),
    (OWN, OWN[:-1] + ", T < 50.", f"4 {EACH}"),
    (REST, REST[:-1] + ", T < 9.", f"5 {EACH}"),
    (OWN, REST, "4 the rules do not say that a list lowers each of its heaps"),
    (REST + "\n", "", "4 after/2 has 1 rules; what is read by columns has 2"),
    ("place(1) :- heap(_,_).\n", "", "6 place/1 has 1 rules; what is read by columns has 2"),
    ("place(1)", "place(1..2)", "6 it is not seen what it says of one heap"),
    ("place(1)", "place(2)", "7 the places are not 1, 2, 4, ..."),
    (
        "place(2*P) :- place(P), heap(_,S), 2*P",
        "place(3*P) :- place(P), heap(_,S), 3*P",
        "7 the places are not 1, 2, 4, ...",
    ),
    (" place(P), N", " place(P), P < 9, N", f"8 {COUNTS}"),
    (" place(P), N", " place(P+0), N", "8 P is no digit place"),
    ("ones(P,N)", "ones(P+1,N)", "8 (P+1) is no digit place"),
    ("ones(P,N)", "ones(N,P)", f"8 {COUNTS}"),
    (COUNT, COUNT.replace("N =", "N = 1..9, N <"), f"8 {COUNTS}"),
    (COUNT, COUNT.replace("#count", "#sum"), f"8 {COUNTS}"),
    (COUNT, COUNT.replace("1 }", "1; 0 }"), f"8 {COUNTS}"),
    (COUNT, COUNT.replace("{ I", "{ S"), f"8 {HEAPS}"),
    (COUNT, COUNT.replace("{ I", "{ I,S"), f"8 {HEAPS}"),
    (COUNT, COUNT.replace("{ I", "{ P"), f"8 {HEAPS}"),
    (COUNT, COUNT.replace("(I,S)", "(I,S), heap(I,R)"), f"8 {SEVERAL}"),
    ("2 = 1 }", "2 = 0 }", f"8 {BINARY}"),
    ("2 = 1 }", "3 = 1 }", f"8 {BINARY}"),
    ("2 = 1 }", "2 = 1, S != 70 }", f"8 {BINARY}"),
    ("2 = 1 }", "2 = 1, I != 9 }", f"8 {BINARY}"),
    ("(S / P)", "(S / (2*P))", f"8 {BINARY}"),
    (BROKEN, BROKEN.replace("ones(_,N)", "ones(P,N), P < 64"), "9 it does not speak of a number of heaps alone"),
    (BROKEN, BROKEN.replace("ones(_,N)", "ones(_,N), heaps(M)"), f"9 {ONES}"),
    (BROKEN, BROKEN.replace("ones(_,N)", "heaps(N)"), f"9 {ONES}"),
    (BROKEN, "unbalanced :- k > 9.", f"9 {ONES}"),
    (BROKEN, f"{BROKEN}\nunbalanced :- place(N), N > 1.", f"10 {ONES}"),
    ("balanced :- not unbalanced.", "balanced :- not unbalanced, k > 1.", f"10 {NO_PLACE}"),
    ("balanced :- not unbalanced.", "balanced :- not not unbalanced.", f"10 {NO_PLACE}"),
    ("balanced :- not unbalanced.", "odd :- unbalanced.\nbalanced :- not odd.", f"10 {ONES}"),
    ("not large, heaps(N)", "not large, heaps(N), heap(_,1)", f"14 {NUMBER}"),
    ("not large, heaps(N)", "not large, heaps(N), total(N)", f"14 {NUMBER}"),
    ("not large, heaps(N)", "not large, total(N)", f"14 {NUMBER}"),
    ("not large, heaps(N)", "not large, not balanced, heaps(N)", f"14 {NUMBER}"),
    ("not large, heaps(N)", "not balanced, heaps(N)", f"10 not unbalanced {SEVERAL[3:]}"),
    ("not large, heaps(N)", "not unbalanced, heaps(N)", f"13 {BY_SIZE}"),
    ("not large, heaps(N)", "heaps(N)", f"13 {BY_SIZE}"),
    ("misere :- not large, heaps(N)", "small :- not large, k > 1.\nmisere :- small, heaps(N)", f"13 {BY_SIZE}"),
    (
        "misere :- not large, heaps(N)",
        "small :- not large.\nsmall :- k > 1.\nmisere :- small, heaps(N)",
        f"13 {BY_SIZE}",
    ),
    ("large, balanced", "large, balanced, k > 0", f"13 {BY_SIZE}"),
    ("large, balanced", "large, heap(_,_)", f"13 {BY_SIZE}"),
    ("large, balanced", "large", f"13 {BY_SIZE}"),
    ("heaps(N) :- N = #count { I : heap(I,_) }", "heaps(N) :- N = #count { I : heap(I,1) }", f"14 {NUMBER}"),
    (
        "large, balanced.",
        "large, balanced.\nmisere :- heaps(0).",
        "13 misere/0 has 3 rules; what is read by columns has 1",
    ),
]


@pytest.mark.parametrize(("before", "after", "expected"), REFUSED)
@pytest.mark.sample(3)
def test_what_stands_in_the_way_is_told_with_its_line(before: str, after: str, expected: str, rules: Reader) -> None:
    assert lines(changed(MOORE, before, after), "misere", rules) == [expected]


ONE, EFFECT = NIM.splitlines()[:2]
ANY = ["1 0246 1357", "1 a move does not lower any heap by any amount"]
SETS = "2 it does not say that a move sets the heap in its name to the size in its name"
TWO = "2 after/2 has 2 rules; what is read by columns has 1"
NEITHER = "1 a move is neither one heap with the size it is lowered to, nor a list of such"
OF_ONE = [
    (ONE, ONE.replace("(I,T)", "(T,I)"), ANY),
    (ONE, ONE.replace("S-1", "S-2"), ANY),
    (ONE, ONE.replace("0..S-1", "1..S-1"), ANY),
    (ONE, ONE.replace("S-1", "S-1, I != 50"), ANY),
    (ONE, ONE.replace("(I,T)", "(I)"), ["2 it is not seen what it says of one heap"]),
    ("after(lower(I,T), heap(I,T))", "after(lower(I,T), heap(T,I))", ANY),
    ("after(lower(I,T), heap(I,T))", "after(lower(I,T), heap(I,I))", ANY),
    ("after(lower(I,T), heap(I,T))", "after(lower(I,T), heap(1,T))", [SETS]),
    ("after(lower(I,T), heap(I,T))", "after(lower(I,T), heap(I,T/2))", [SETS]),
    (EFFECT, EFFECT[:-1] + ", T < 50.", [SETS]),
    (EFFECT, "after(lower(I,T), F) :- move(lower(I,T)), F = heap(I,T).", ["2 F = heap(I,T) looks into a list"]),
    (EFFECT, "after(lower(I,T), F) :- move(lower(I,T)), F = T.", [SETS]),
    (EFFECT, "after(L, heap(I,T)) :- move(L), heap(I,T).", [f"2 heap(I,T) {SEVERAL[3:]}"]),
    (EFFECT, f"{EFFECT}\nafter(lower(I,T), heap(I,T)) :- move(lower(I,T)), T > 3.", [TWO]),
    (EFFECT, f"{EFFECT}\nwinner(next) :- heap(1,1).", ["3 who wins is said by the play alone"]),
    (ONE, ONE.replace("lower(I,T)", "I"), [NEITHER]),
    (ONE, "move(lower(I,a)) :- heap(I,S).", ["1 a move does not name a heap and a size"]),
    (ONE, ONE.replace("heap(I,S)", "heap(I,S), heap(H,S)"), [f"1 {SEVERAL}"]),
]


@pytest.mark.parametrize(("before", "after", "expected"), OF_ONE)
def test_a_move_of_one_heap(before: str, after: str, expected: list[str], rules: Reader) -> None:
    assert lines(changed(NIM, before, after), "misere", rules) == expected


def test_only_heaps_under_one_name_are_read(rules: Reader) -> None:
    reason = ["0 what is read by columns has heaps alone, under one name"]
    assert lines(NIM, "misere", rules, (Heaps("heap"), Counter("pass"))) == reason
    assert lines("move(m) :- pile(_).\nafter(m, pile(0)) :- move(m).\n", "misere", rules, (Counter("pile"),)) == reason
