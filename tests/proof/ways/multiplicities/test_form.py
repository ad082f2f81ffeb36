"""What is read by multiplicities: what a move takes, which sizes count, and what stands in the way, with its line."""

from __future__ import annotations

from itertools import product

import pytest

from bouton.core.errors import Unreadable
from bouton.core.logic.arithmetic import number
from bouton.core.logic.substitution import Evaluation
from bouton.core.position import Counter, Fluent, Heaps
from bouton.proof.compared.coverage import Models
from bouton.proof.ways.multiplicities.form import Multiplicities
from tests.reading.conftest import Reader

STAIRS = r"""stair(1..S) :- heap(_,S).
on(S,N) :- stair(S), N = #count { I : heap(I,S) }.
move(down(S,J)) :- on(S,N), J = 1..N.
after(down(S,J), heap(I,S-1)) :- move(down(S,J)), heap(I,S), not heap(I-J,S).
sum(0,0).
sum(S,X^N) :- sum(S-1,X), on(S,N), S \ 2 = 1.
sum(S,X) :- sum(S-1,X), stair(S), S \ 2 = 0.
safe :- sum(S,0), not stair(S+1).
"""
MOVE, AFTER, BEGIN, ODD, EVEN, SAFE = STAIRS.splitlines()[2:]
FEW = range(1, 5)
Move = tuple[int, int, int, int]
"""A size, how many heaps have it, how many of these a move takes, and what size they get."""


def read(text: str, rules: Reader, *fluents: Fluent) -> tuple[set[Move], list[int], list[str]]:
    """The moves of few heaps, the sizes that count, and the conditions that can hold."""
    found = Multiplicities(rules(text, fluents or (Heaps("heap"),)), {})
    taking, numbers, holds = found.taking(), found.numbers("safe"), Evaluation({})
    moves = {
        (size, among, taken, left)
        for size, among, taken, left in product(FEW, FEW, range(-1, 6), range(-1, 6))
        if holds(taking.allowed(*map(number, (size, among, taken, left))))
    }
    wrong = [
        f"{one.line} {one.meaning}"
        for one in (*taking.conditions, *numbers.conditions)
        if Models((one.formula,)).some is not None
    ]
    return moves, [size for size in range(1, 9) if holds(numbers.counts(number(size)))], wrong


def changed(before: str, after: str) -> str:
    assert STAIRS.count(before) == 1
    return STAIRS.replace(before, after)


DOWN = {(size, among, taken, size - 1) for size, among in product(FEW, FEW) for taken in range(1, among + 1)}


def test_stairs(rules: Reader) -> None:
    assert read(STAIRS, rules) == (DOWN, [1, 3, 5, 7], [])
    assert read(changed("I-J", "I+J"), rules, Heaps("heap", "descending")) == (DOWN, [1, 3, 5, 7], [])


def test_other_moves_and_other_sizes(rules: Reader) -> None:
    moves, counted, wrong = read(
        changed("J = 1..N", "J = 1..N, J \\ 2 = 1, S != 3").replace("S-1)) :-", "0)) :-"), rules
    )
    assert moves == {(size, among, taken, 0) for size, among, taken, _ in DOWN if taken % 2 and size != 3}
    assert (counted, wrong) == ([1, 3, 5, 7], [])
    text = STAIRS.replace("S \\ 2 = 1", "S \\ 3 = 1").replace("S \\ 2 = 0", "S \\ 3 != 1")
    assert read(text, rules) == (DOWN, [1, 4, 7], [])


DOUBTED = [
    ("J = 1..N", "J = 0..N", "3 a move takes no heap, or more than there are of that size"),
    ("J = 1..N", "J = 1..N+1", "3 a move takes no heap, or more than there are of that size"),
    ("heap(I,S-1)", "heap(I,S-2)", "3 a move does not leave a lesser size"),
    ("heap(I,S-1)", "heap(I,S)", "3 a move does not leave a lesser size"),
    (MOVE, MOVE.replace("down(S,J)", "down(S+1,J)"), "3 a move does not name the size by which it is said"),
    ("not heap(I-J,S)", "not heap(I-J,S), J < 9", "4 a move does not take as many heaps of a size as it names"),
    ("stair(1..S)", "stair(1..S-1)", "1 stair does not hold of the numbers from 1 to each size, and of these alone"),
    ("I : heap(I,S) }", "I : heap(I,T), T >= S }", "2 on does not count the heaps of one size"),
    (BEGIN + "\n" + ODD, BEGIN, "5 sum goes no further at some size"),
    ("X^N", "X^(2*N)", "6 sum adds something else than how many heaps there are"),
    (ODD, ODD.replace("sum(S-1,X)", "sum(S-2,X)"), "6 sum does not go from each size to the next"),
    ("not stair(S+1)", "not stair(S+2)", "8 safe does not say that the nim-sum up to the greatest size is 0"),
]


@pytest.mark.parametrize(("before", "after", "meaning"), DOUBTED)
@pytest.mark.sample(3)
def test_what_is_not_so_is_left_to_a_proof(before: str, after: str, meaning: str, rules: Reader) -> None:
    assert meaning in read(changed(before, after), rules)[2]


REFUSED = [
    (MOVE, "move(down(S,J)) :- heap(S,N), J = 1..N.", "3 a move is not said by a size and how many heaps have it"),
    (MOVE, "move(S) :- on(S,N).", "3 a move does not name a size and a number of heaps"),
    (MOVE, "move(down(nil,J)) :- on(S,N), J = 1..N.", "3 down does not name a size and a number of heaps"),
    (AFTER, "after(up(S,J), heap(I,S-1)) :- move(up(S,J)), heap(I,S).",
     "4 it is not the one rule about what moves of that name do"),
    (AFTER, f"{AFTER}\n{AFTER}", "5 it is not the one rule about what moves of that name do"),
    (AFTER, "", "0 no rule says what the move down does"),
    ("heap(I,S-1)", "heap(I+1,S-1)", "4 it does not say that a move changes the size of a heap"),
    ("heap(I,S-1)", "heap(I,0..S-1)", "4 the size that is left is not said by the move"),
    ("not heap(I-J,S)", "not heap(I-J,_)", "4 not heap((I-J),_) is about heaps of every size"),
    ("not heap(I-J,S)", "not heap(I-1,S)", "4 it is not seen how many heaps of which size a move takes"),
    ("not heap(I-J,S)", "not stair(I)", "4 not stair(I) is about more than one heap or one digit place"),
    ("stair(1..S) :- heap(_,S)", "stair(a) :- heap(_,S)", "1 stair says no sizes"),
    ("stair(S), N", "heap(I,S), N", "2 S is no size"),
    ("stair(S), N", "heap(S,_), N", "2 S is no size"),
    ("on(S,N) :-", "on(S+1,N) :-", "2 (S+1) is no size"),
    ("#count", "#sum", "2 it does not count the heaps of one size"),
    (BEGIN, "sum(0,1).", "5 sum(0,0) does not begin"),
    (BEGIN, "", "6 sum(0,0) does not begin"),
    ("X^N", "X+N", "6 (X+N) is not the nim-sum of what was added before and something more"),
    ("X^N", "N^N", "6 (N^N) is not the nim-sum of what was added before and something more"),
    (", on(S,N), S \\ 2 = 1", ", heap(S,N), S \\ 2 = 1", "6 sum is not said by a size and how many heaps have it"),
    ("stair(S), S \\ 2 = 0", "stair(S), on(S,N), S \\ 2 = 0", "7 sum is not said by a size and how many heaps have it"),
    (SAFE, "safe :- sum(_,0).", "8 safe does not say that the nim-sum up to the greatest size is 0"),
    (SAFE, f"{SAFE}\nsafe :- sum(1,0).", "8 safe/0 has 2 rules; what is read by multiplicities has 1"),
    (SAFE, f"{SAFE}\nwinner(a) :- heap(_,3).", "9 who wins is said by the play alone"),
]  # fmt: skip


@pytest.mark.parametrize(("before", "after", "expected"), REFUSED)
def test_what_stands_in_the_way_is_told_with_its_line(before: str, after: str, expected: str, rules: Reader) -> None:
    with pytest.raises(Unreadable) as told:
        read(changed(before, after), rules)
    assert f"{told.value.line} {told.value.reason}" == expected


def test_heaps_alone_and_in_order(rules: Reader) -> None:
    with pytest.raises(Unreadable, match="has heaps alone"):
        read(STAIRS, rules, Heaps("heap"), Counter("pass"))
    with pytest.raises(Unreadable, match="not next to each other"):
        read(STAIRS, rules, Heaps("heap", "none"))
