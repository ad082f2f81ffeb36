"""The values of single heaps, by a code or by the options of each; and that moves or values that are wrong are seen."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from bouton.core.errors import Disagreement, Unreadable
from bouton.core.logic.arithmetic import number
from bouton.core.logic.elimination import within
from bouton.core.logic.expression import FALSE, TRUE, unknown
from bouton.core.logic.formulas import conj
from bouton.core.logic.question import Question
from bouton.core.position import Counter, Fluent, Heaps, Measure
from bouton.process.limits import Limits
from bouton.proof.ways.sums import code as heapcode
from bouton.proof.ways.sums.code import HeapValues, compared, decided, heap_values, options_of
from bouton.rules.file import Rules
from bouton.solving.cvc5 import Cvc5
from bouton.solving.solver import SolverAnswer
from bouton.solving.z3 import Z3
from tests.reading_rules import read

Read = Callable[..., Rules]

HEAP, PILE = Heaps("heap"), Counter("pile", stones=True)
TAKE = "move(t(I,M)) :- heap(I,S), M = (1;3;4), M <= S.\nafter(t(I,M), heap(I,S-M)) :- move(t(I,M)), heap(I,S).\n"
PILES = "move(t(M)) :- pile(N), M = (1;3;4), M <= N.\nafter(t(M), pile(N-M)) :- move(t(M)), pile(N).\n"
NIM = "move(t(I,T)) :- heap(I,S), T = 0..S-1.\nafter(t(I,T), heap(I,T)) :- move(t(I,T)).\n"
ONE = "move(t(I)) :- heap(I,_).\nafter(t(I), heap(I,S-1)) :- move(t(I)), heap(I,S).\n"
KAYLES = """\
heaps(N) :- N = #count { I : heap(I,_) }.
move(t(I,D,L)) :- heap(I,S), D = 1..2, D <= S, L = 0..(S-D)/2.
after(t(I,D,L), heap(I,S-D-L)) :- move(t(I,D,L)), heap(I,S).
after(t(I,D,L), heap(N+1,L)) :- move(t(I,D,L)), heaps(N).
"""
OF_KAYLES = [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2, 1, 4, 6, 7, 4, 1, 2, 8, 5, 4, 7, 2, 1, 8, 6]
"""Guy and Smith 1956."""
OF_1_3_4 = [0, 1, 0, 1, 2, 3, 2]
"""And so on with period 7."""


@pytest.fixture
def rules(tmp_path: Path) -> Read:
    def reading(text: str, fluent: Fluent = HEAP) -> Rules:
        (tmp_path / "g.lp").write_text(text)
        return read(tmp_path / "g.lp", (fluent,), (), ())

    return reading


def values(rules: Rules, most: int) -> HeapValues:
    return heap_values(rules, Measure.default(rules.fluents), {}, most, Limits(seconds=20))


@pytest.mark.parametrize("most", [20, 48])
def test_a_few_values_are_those_of_the_options_of_each_heap(rules: Read, most: int) -> None:
    found = values(rules(KAYLES), most)
    assert found.how == "the options of each heap"
    assert len(found.values) == len(found.ended) == most + 1
    assert found.values[:35] == OF_KAYLES[: most + 1]
    assert found.ended == [True, *[False] * most]


def test_at_least_as_many_heaps_are_valued_as_are_compared(rules: Read) -> None:
    assert values(rules(KAYLES), 3).values == [0, 1, 2, 3, 1, 4, 3, 2, 1, 4]


def test_many_values_are_those_of_a_code(rules: Read) -> None:
    found = values(rules(KAYLES), 49)
    assert found.how == "the code 0.77"
    assert len(found.values) == len(found.ended) == 50
    assert found.values[:35] == OF_KAYLES
    assert found.ended == [True, *[False] * 49]


@pytest.mark.parametrize(("text", "fluent"), [(TAKE, HEAP), (PILES, PILE)])
def test_a_heap_and_a_counter_alike(text: str, fluent: Fluent, rules: Read) -> None:
    read = rules(text, fluent)
    assert decided(read, Measure.default(read.fluents), {}, Limits(seconds=20), crosscheck=False).code.text == "0.3033"
    for most in (41, 55):
        found = values(read, most)
        assert found.values == (OF_1_3_4 * 8)[: most + 1]
        assert found.ended == [True, *[False] * most]


def test_heaps_without_a_move_have_ended(rules: Read) -> None:
    text = TAKE.replace("M = (1;3;4)", "M = (2;5)")
    for most in (20, 60):
        assert values(rules(text), most).ended == [True, True, *[False] * (most - 1)]


def test_where_there_is_no_code_the_options_serve_for_many_heaps_too(rules: Read) -> None:
    found = values(rules(NIM), 60)
    assert (found.values, found.how) == (list(range(61)), "the options of each heap")
    with pytest.raises(Unreadable, match=r"^no bound is seen on what a move takes: a heap of 96 may lose 96$"):
        decided(rules(NIM), Measure.default((HEAP,)), {}, Limits(seconds=20), crosscheck=False)


def test_rules_that_are_wrong_of_larger_heaps_alone_give_values_of_smaller_ones(rules: Read) -> None:
    """The code is not seen then, as it is looked for up to 96 stones."""
    text = TAKE + "after(t(I,1), heap(I,0)) :- heap(I,80).\n"
    found = values(rules(text), 60)
    assert (found.values, found.how) == ((OF_1_3_4 * 9)[:61], "the options of each heap")


def test_values_by_a_code_that_are_not_those_of_the_options_are_a_disagreement(
    rules: Read, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(heapcode, "values_by_code", lambda _code, count: [*OF_KAYLES[:24], 9, *OF_KAYLES[25:]][:count])
    with pytest.raises(Disagreement, match=r"values of single heaps differ between the code 0\.77 and clingo"):
        values(rules(KAYLES), 60)


LIST: list[set[tuple[int, ...]]] = [set(), {()}, {(1,)}, {(2,)}, {(3,)}, {(4,)}, {(5,)}, {(6,)}, {(7,)}, {(8,)}]
"""The options of heaps of which a move takes one stone: a heap of 1 may vanish."""


def test_options(rules: Read) -> None:
    assert options_of(rules(ONE), Measure.default((HEAP,)), {}, 9) == LIST
    assert options_of(rules(KAYLES), Measure.default((HEAP,)), {}, 4) == [
        set(),
        {()},
        {(), (1,)},
        {(1,), (2,), (1, 1)},
        {(2,), (3,), (1, 1), (1, 2)},
    ]


EMPTY = "move(a) :- not heap(1,_).\nafter(a, heap(1,1)) :- move(a).\n"
GROWS = "move(u(I)) :- heap(I,3).\nafter(u(I), heap(I,4)) :- heap(I,3).\n"
SPLITS = "move(u(I)) :- heap(I,3).\nafter(u(I), heap(2,1)) :- move(u(I)).\n"


@pytest.mark.parametrize(
    ("text", "fluent", "reason"),
    [
        (ONE + EMPTY, HEAP, "there is a move where heap is empty"),
        (PILES + "move(a) :- pile(0).\nafter(a, pile(1)) :- pile(0).\n", PILE, "there is a move where pile is 0"),
        (ONE + GROWS, HEAP, "a move from a heap of 3 adds stones"),
        (ONE + SPLITS, HEAP, "a move from a heap of 3 adds stones"),
    ],
)
def test_options_that_lower_nothing_are_refused(text: str, fluent: Fluent, reason: str, rules: Read) -> None:
    read = rules(text, fluent)
    with pytest.raises(Unreadable, match=f"^{reason}"):
        options_of(read, Measure.default(read.fluents), {}, 9)


def test_moves_are_compared_where_their_values_are_the_same(rules: Read) -> None:
    """To take three stones as well changes no value of a game where one is taken."""
    measure = Measure.default((HEAP,))
    assert compared(rules(ONE), measure, {}, lambda size: LIST[size]) == 97  # partitions of 0 to 9
    also: list[set[tuple[int, ...]]]
    also = [*LIST[:3], LIST[3] | {()}, *(each | {(size - 3,)} for size, each in enumerate(LIST) if size > 3)]
    with pytest.raises(Disagreement, match="moves or value at heap=3 differ between the sum of its heaps and clingo"):
        compared(rules(ONE), measure, {}, lambda size: also[size])
    less = [set() if size == 9 else each for size, each in enumerate(LIST)]
    with pytest.raises(Disagreement, match="moves or value at heap=9 differ"):
        compared(rules(ONE), measure, {}, lambda size: less[size])


def test_a_counter_is_compared_up_to_as_many_stones(rules: Read) -> None:
    read = rules(PILES.replace("(1;3;4)", "1"), PILE)
    assert compared(read, Measure.default((PILE,)), {}, lambda size: LIST[size]) == 10
    with pytest.raises(Disagreement, match="moves or value at pile=9 differ"):
        compared(read, Measure.default((PILE,)), {}, lambda size: LIST[size] if size < 9 else {(7,)})


def test_a_move_of_several_heaps_is_seen(rules: Read) -> None:
    """Each heap by itself has the same moves, but there is no move where there are two."""
    text = ONE.replace("heap(I,_)", "heap(I,_), not heap(2,4)") + "p :- heap(1,1).\n"
    with pytest.raises(Disagreement, match=r"moves or value at heap=1:4 differ"):
        compared(rules(text), Measure.default((HEAP,)), {}, lambda size: LIST[size])


ASKED = Question("(check-sat)\n", "QF_LIA", ())


@pytest.mark.parametrize(
    ("first", "second", "crosscheck", "expected"),
    [
        ("unsat", "unsat", True, ("z3 smt and cvc5", "unsat")),
        ("unsat", "unknown", True, ("z3 smt", "unsat")),
        ("unsat", "sat", False, ("z3 smt", "unsat")),
        ("unknown", "unsat", True, ("z3 smt", "unknown")),
        ("unsat", "sat", True, None),
        ("sat", "unsat", True, None),
    ],
)
@pytest.mark.sample(1)
def test_solvers_that_contradict_each_other_are_a_disagreement(
    first: str, second: str, crosscheck: bool, expected: tuple[str, str] | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Z3, "solve", lambda *_: SolverAnswer(first))  # type: ignore[arg-type]
    monkeypatch.setattr(Cvc5, "solve", lambda *_: SolverAnswer(second))  # type: ignore[arg-type]
    if expected is None:
        with pytest.raises(Disagreement, match=f"z3 smt says {first}, cvc5 says {second}"):
            heapcode.solved(ASKED, Limits(), crosscheck)
        return
    solver, answer = heapcode.solved(ASKED, Limits(), crosscheck)
    assert (solver, answer.verdict) == expected


def test_a_term_stands_for_an_unknown_within_its_bounds_alone() -> None:

    one = unknown("one", 2, 5)
    assert [conj(within(one, number(value))) for value in (1, 2, 5, 6)] == [FALSE, TRUE, TRUE, FALSE]
    assert [conj(within(unknown("two", 2), number(value))) for value in (1, 2, 99)] == [FALSE, TRUE, TRUE]
    assert conj(within(unknown("free"), number(-99))) is TRUE
