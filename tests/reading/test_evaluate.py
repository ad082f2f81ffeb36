"""What rules mean symbolically: the guarded commands themselves, and what has no meaning, each with its line."""

from __future__ import annotations

import re

import pytest

from bouton.core.errors import Unreadable
from bouton.core.logic.arithmetic import atom, number, scale, subtract
from bouton.core.logic.expression import FALSE, TRUE, Linear, show, unknown
from bouton.core.logic.formulas import at_most, conj, equal, less
from bouton.core.logic.terms import text as term_text
from bouton.core.position import Counter, Heaps
from bouton.reading.choices import Choice
from bouton.reading.command import SymbolicGame
from bouton.reading.evaluate import evaluate
from tests.reading.conftest import Reader
from tests.reading.plain import Reading

NIM = "move(t(I,T)) :- heap(I,S), T = 0..S-1.\nafter(t(I,T), heap(I,T)) :- move(t(I,T)).\n"


def game(rules: Reader, text: str, count: int = 2, *wanted: str, **parameters: int) -> SymbolicGame:
    signatures = [(name, 0) for name in wanted]
    return evaluate(rules(text, parameters=list(parameters)), parameters, {"heap": count}, {}, signatures)


def test_nim_is_one_command_a_heap(rules: Reader) -> None:
    first, second = game(rules, NIM).moves
    (sizes,) = game(rules, NIM).position
    assert isinstance(sizes, tuple)
    (choice,) = first.choices
    taken = atom(choice.unknown)
    assert choice == Choice(choice.unknown, (number(0),), (subtract(sizes[0], number(1)),))
    assert first.guard is conj((at_most(number(0), taken), less(taken, sizes[0])))
    assert first.after == ((taken, sizes[1]),)
    assert (first.name, second.name) == ("t(1,T)", "t(2,T)")
    assert game(rules, NIM, 0).moves == ()


def test_a_move_of_several_heaps_names_its_choices_apart(rules: Reader) -> None:
    text = "move(l(A,B)) :- heap(1,S), heap(2,R), A = 0..S-1, B = 0..R-1.\nafter(l(A,B),heap(1,A)) :- move(l(A,B)).\n"
    (move,) = game(rules, text).moves
    assert move.name == "l(A,B)"
    text = "t(T) :- heap(_,S), T = 0..S-1.\nmove(l(A,B)) :- t(A), t(B).\nafter(l(A,B),heap(1,0)) :- move(l(A,B)).\n"
    assert {move.name for move in game(rules, text, 1).moves} == {"l(T,T2)"}


def test_short_intervals_are_taken_number_by_number(rules: Reader) -> None:
    text = "move(t(M)) :- heap(1,S), M = 1..k, M <= S.\nafter(t(M),heap(1,S-M)) :- move(t(M)), heap(1,S).\n"
    moves = game(rules, text, 1, k=3).moves
    assert [move.name for move in moves] == ["t(1)", "t(2)", "t(3)"]
    assert all(not move.choices for move in moves)
    assert moves[0].guard is TRUE  # a heap has at least one stone


def test_an_unknown_parameter(rules: Reader) -> None:
    k = unknown("k.N", 2)
    text = "few :- heaps(N), N <= k.\nheaps(N) :- N = #count { I : heap(I,_) }.\n" + NIM
    read = rules(text, parameters=["k"])
    assert evaluate(read, {"k": k}, {"heap": 2}, {}, [("few", 0)]).holds("few") is TRUE
    assert evaluate(read, {"k": k}, {"heap": 3}, {}, [("few", 0)]).holds("few") is at_most(number(3), atom(k))


def test_conditional_effects(rules: Reader) -> None:
    text = (
        "move(m) :- heap(1,S), S > 2.\n"
        "after(m, heap(1,1)) :- heap(1,S), S < 5.\n"
        "after(m, heap(1,S-1)) :- heap(1,S), S >= 5.\n"
    )
    found = game(rules, text, 1)
    assert found.forbidden == ()
    reading = Reading(rules(text), {})
    for size in range(1, 9):
        reading.check(((size,),), [])


def test_two_values_for_one_fluent_are_forbidden(rules: Reader) -> None:
    text = "move(m) :- heap(1,_).\nafter(m, heap(1,0)) :- move(m).\nafter(m, heap(1,S-1)) :- heap(1,S), S < 3.\n"
    (condition,) = game(rules, text, 1).forbidden
    (sizes,) = game(rules, text, 1).position
    assert isinstance(sizes, tuple)
    assert condition.formula is equal(sizes[0], number(2))
    assert "two values" in condition.meaning
    assert condition.line == 2


def test_a_place_below_1_is_forbidden(rules: Reader) -> None:
    text = "move(m(I)) :- heap(_,S), I = 0..1, S > 1.\nafter(m(I), heap(I,0)) :- move(m(I)).\n"
    assert any("no place" in condition.meaning for condition in game(rules, text, 1).forbidden)


def test_division_that_may_be_by_zero_is_noted(rules: Reader) -> None:
    text = NIM + "half :- heap(1,S), heap(2,R), S / (R-2) = 1.\n"
    (condition,) = game(rules, text, 2, "half").forbidden
    assert (condition.line, condition.meaning) == (3, "(S/(R-2)) is undefined")
    guarded = NIM + "half :- heap(1,S), heap(2,R), S / (R-2) = 1, R > 2.\n"
    assert game(rules, guarded, 2, "half").forbidden == ()


def test_a_set_is_a_set(rules: Reader) -> None:
    text = NIM + "total(T) :- T = #sum { S : heap(_,S) }.\nthree :- total(3).\nkinds :- 2 = #count { S : heap(_,S) }.\n"
    found = game(rules, text, 2, "three", "kinds")
    assert show(found.holds("kinds")) == "heap.1<=heap.2-1"
    reading = Reading(rules(text), {})
    for sizes in ((1, 1), (1, 2), (3, 3), (2, 2), (1, 3)):
        reading.check((sizes,), [("three", 0), ("kinds", 0)])


def test_what_intervals_and_lone_tuples_have_in_common_counts_once(rules: Reader) -> None:
    text = (
        NIM + "lone(N) :- heap(1,S), N = #count { T : T = 0..S-1; R : heap(2,R) }.\n"
        "wide(N) :- heap(1,S), heap(2,R), N = #count { T : T = 0..S-1; T : T = 2..R }.\n"
        "heavy(N) :- heap(1,S), heap(2,R), N = #sum { 2,T : T = 1..S; 2,T : T = 2..R; 2,3 : S > 1 }.\n"
    )
    reading = Reading(rules(text), {})
    for sizes in ((1, 1), (2, 2), (1, 3), (2, 3), (3, 4), (4, 6)):
        reading.check((sizes,), [("lone", 1), ("wide", 1), ("heavy", 1)])


@pytest.mark.parametrize(
    ("bounds", "told"),
    [
        ("T = 0..S-1", "heap.1"),
        ("T = 0..S-1, T < R+2", "heap.1"),
        ("T = -2..S-1, T >= 0", "heap.1"),
        ("T = 2..S-1, S > 2", "[heap.1>=3 ? heap.1-2 : 0]"),
        ("T = 0..S-1, T < R, R > S+1", "[heap.1<=heap.2-2 ? heap.1 : 0]"),
    ],
)
def test_a_count_is_told_without_bounds_that_are_never_the_narrowest(rules: Reader, bounds: str, told: str) -> None:
    text = NIM + f"p(N) :- heap(1,S), heap(2,R), N = #count {{ T : {bounds} }}.\n"
    (row,) = evaluate(rules(text), {}, {"heap": 2}, {}, [("p", 1)]).relations["p", 1]
    assert (term_text(row.arguments[0]), row.guard) == (told, TRUE)


def test_extremes_of_nothing(rules: Reader) -> None:
    text = NIM + "none :- #sup = #min { S : heap(_,S), S > 5 }.\nleast(M) :- M = #max { S : heap(_,S), S < 4 }.\n"
    reading = Reading(rules(text), {})
    for sizes in ((), (6,), (2, 7), (1, 3, 3), (4, 5)):
        reading.check((sizes,), [("none", 0), ("least", 1)])


def test_counters_and_a_new_heap(rules: Reader) -> None:
    fluents = (Heaps("row"), Counter("pass"))
    text = (
        "rows(N) :- N = #count { I : row(I,_) }.\n"
        "move(split(I,L)) :- row(I,S), L = 1..S-2, L <= S-1-L.\n"
        "after(split(I,L), row(I,S-1-L)) :- move(split(I,L)), row(I,S).\n"
        "after(split(I,L), row(N+1,L)) :- move(split(I,L)), rows(N).\n"
        "move(pass) :- pass(N), N > 0.\nafter(pass, pass(N-1)) :- pass(N), N > 0.\n"
    )
    reading = Reading(rules(text, fluents), {}, {"pass": (0, 2)})
    for passes in (0, 1, 2):
        for sizes in ((), (3,), (2, 5), (3, 3), (4, 6)):
            reading.check((sizes, passes), [("rows", 1)])


def test_recursion_that_ends(rules: Reader) -> None:
    text = NIM + "upto(1,S) :- heap(1,S).\nupto(I+1,S+R) :- upto(I,S), heap(I+1,R).\nlast :- upto(3,S), S > 7.\n"
    reading = Reading(rules(text), {})
    for sizes in ((), (2,), (1, 2), (2, 2, 3), (2, 3, 3), (1, 1, 9)):
        reading.check((sizes,), [("upto", 2), ("last", 0)])


CANNOT = [
    ("p :- heap(1,S), heap(2,R), S ^ R = 0.", 3, "(S^R)"),
    ("p :- heap(1,S), ~S < 0.", 3, "~S"),
    ("p :- heap(1,S), 2**S > 8.", 3, "(2**S)"),
    ("q(1).\nq(N+1) :- q(N), heap(1,S), N < S.\np :- q(7).", 4, "does not end"),
    ("q(T*T) :- heap(1,S), T = 0..S-1.\np :- not q(4).", 4, "quantifier over T"),
    ("p :- heap(1,S), 3 = #count { T : T = 0..S-1, T*T > 5 }.", 3, "aggregate over T"),
    ("q(a;b) :- heap(_,_).\np :- q(X), X = #max { Y : q(Y) }.", 4, "not a number"),
]


@pytest.mark.parametrize(("text", "line", "reason"), CANNOT, ids=[reason for _, _, reason in CANNOT])
def test_what_cannot_be_read_is_told_with_its_line(rules: Reader, text: str, line: int, reason: str) -> None:
    with pytest.raises(Unreadable) as found:
        game(rules, NIM + text + "\n", 2, "p").holds("p")
    assert reason in found.value.reason
    assert found.value.line == line
    assert found.value.column > 0


def test_what_a_claim_does_not_need_may_be_unreadable(rules: Reader) -> None:
    text = NIM + "p :- heap(1,S), S ^ 3 = 0.\nq :- heap(_,S), S > 1.\n"
    assert show(game(rules, text, 1, "q").holds("q")) == "heap.1>=2"


def test_bits_of_known_numbers_are_computed(rules: Reader) -> None:
    text = NIM + "q(6 ^ 3, 6 & 3, 6 ? 3, ~6, 2**5).\np :- q(5,2,7,-7,32).\n"
    assert game(rules, text, 1, "p").holds("p") is TRUE


def test_an_effect_the_move_does_not_determine(rules: Reader) -> None:
    text = "move(take) :- heap(1,_).\nafter(take, heap(1,T)) :- heap(1,S), T = 0..S-1.\n"
    with pytest.raises(Unreadable, match="does not determine") as found:
        game(rules, text, 1)
    assert found.value.line == 2


def test_an_effect_of_a_move_of_another_kind_is_none(rules: Reader) -> None:
    """That y is lowered by T and stays as it is shows only when what is asked for is known."""
    text = """\
    option(P,Y)            :- x(X), y(Y), P = 0..X-1.
    option(X,Q)            :- x(X), y(Y), Q = 0..Y-1.
    option(X-T,Y-T)        :- x(X), y(Y), T = 1..X, T <= Y.
    free(P,Q)              :- option(P,Q), u(U), P != U.
    move(to(P,Q,R))        :- free(P,Q), R = 0..P.
    after(to(P,Q,R), x(P)) :- move(to(P,Q,R)).
    after(to(P,Q,R), y(Q)) :- move(to(P,Q,R)).
    after(to(P,Q,R), u(R)) :- move(to(P,Q,R)).
    """
    read = rules(text, [Counter(name) for name in "xyu"])
    found = evaluate(read, {}, {}, dict.fromkeys("xyu", (0, None))).moves
    said = [[re.sub(r"[$]\d+", "", show(one)) for one in move.after if isinstance(one, Linear)] for move in found]
    assert said == [["P", "y.N", "R"], ["x.N", "Q", "R"], ["-T+x.N", "-T+y.N", "R"]]


@pytest.mark.parametrize(
    ("effect", "reason"),
    [
        ("after(m, heap(1,0)) :- heap(1,S), X = 1..S, X*X = S.", "heap(1,0) after m depends on X"),
        ("after(m, heap(S,0)) :- heap(1,S).", "the place of the heap heap(heap.1,0) after m is unbounded"),
        ("after(m, heap(-S,0)) :- heap(1,S).", "the place of the heap heap(-heap.1,0) after m is unbounded"),
    ],
)
def test_an_effect_that_is_not_seen_heap_by_heap_is_refused(rules: Reader, effect: str, reason: str) -> None:
    with pytest.raises(Unreadable) as found:
        game(rules, f"move(m) :- heap(1,_).\n{effect}\n", 1)
    assert found.value.reason.startswith(reason)
    assert (found.value.line, found.value.column) == (2, 1)


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ("3", "the move m changes something that is no fluent"),
        ("row(1,1)", "the move m changes something that is no fluent"),
        ("heap(1)", "heap(1) after m is no value of a fluent"),
        ("heap(1,2,3)", "heap(1,2,3) after m is no value of a fluent"),
        ("heap(1,nil)", "heap(1,nil) after m is no value of a fluent"),
        ("heap(1,2,nil)", "heap(1,2,nil) after m is no value of a fluent"),
        ("pass(1,2)", "pass(1,2) after m is no value of a fluent"),
        ("pass(nil)", "pass(nil) after m is no value of a fluent"),
    ],
)
def test_an_effect_that_a_variable_stands_for_is_refused_where_it_is_none(
    rules: Reader, value: str, reason: str
) -> None:
    read = rules(f"move(m) :- heap(1,_).\nafter(m, F) :- move(m), F = {value}.\n", (Heaps("heap"), Counter("pass")))
    with pytest.raises(Unreadable) as found:
        evaluate(read, {}, {"heap": 2}, {"pass": (0, 2)})
    assert (found.value.reason, found.value.line) == (reason, 2)


def test_a_predicate_without_rows_is_false(rules: Reader) -> None:
    assert game(rules, NIM + "p :- heap(9,_).\n", 2, "p").holds("p") is FALSE


TABLE = "size(2).\nsize(N*k) :- size(N), N < 40.\nlargest(L) :- L = #max { N : size(N) }.\nnone :- not size(k).\n"
"""Whose extents depend on no position."""


def test_what_depends_on_no_position_is_what_clingo_derives(rules: Reader) -> None:
    text = NIM + TABLE + "above :- heap(1,S), largest(L), S > L.\nq(f(a,S)) :- size(S), S > 9.\n"
    read = rules(text, parameters=["k"])
    for k, sizes in ((2, {2, 4, 8, 16, 32, 64}), (3, {2, 6, 18, 54})):
        found = evaluate(read, {"k": k}, {"heap": 1}, {}, [("size", 1), ("above", 0), ("none", 0), ("q", 1)])
        assert {term_text(row.arguments[0]) for row in found.relations["size", 1]} == {str(size) for size in sizes}
        assert {row.guard for row in found.relations["size", 1]} == {TRUE}
        assert show(found.holds("above")) == f"heap.1>={max(sizes) + 1}"
        assert found.holds("none") is (FALSE if k in sizes else TRUE)
        named = {term_text(row.arguments[0]) for row in found.relations["q", 1]}
        assert named == {f"f(a,{size})" for size in sizes if size > 9}


def test_what_depends_on_an_unknown_parameter_is_read_symbolically(rules: Reader) -> None:
    k = unknown("k.N", 2)
    text = NIM + "size(2).\nsize(N+3) :- size(N), N < 6.\nfits(N) :- size(N), N <= k.\n"
    found = evaluate(rules(text, parameters=["k"]), {"k": k}, {"heap": 1}, {}, [("fits", 1)])
    guards = {term_text(row.arguments[0]): row.guard for row in found.relations["fits", 1]}
    assert guards == {"2": TRUE, "5": at_most(number(5), atom(k)), "8": at_most(number(8), atom(k))}


def test_what_follows_of_an_unknown_parameter_alone_is_read_symbolically(rules: Reader) -> None:
    k = unknown("k.N", 2)
    text = NIM + "limit(2*k).\nbelow :- limit(L), heap(1,S), S < L.\nfew(N) :- N = 1..3.\n"
    found = evaluate(rules(text, parameters=["k"]), {"k": k}, {"heap": 1}, {}, [("below", 0), ("few", 1)])
    (sizes,) = found.position
    assert isinstance(sizes, tuple)
    assert found.holds("below") is less(sizes[0], scale(2, atom(k)))
    assert {term_text(row.arguments[0]) for row in found.relations["few", 1]} == {"1", "2", "3"}


def test_what_depends_on_no_position_may_be_more_than_linear_arithmetic(rules: Reader) -> None:
    """As clingo derives it, numbers that are chosen among many are known."""
    text = NIM + "root(X) :- X = 1..100, X*X = 49*k.\nother :- heap(1,S), not root(S).\n"
    assert show(game(rules, text, 1, "other", k=1).holds("other")) == "heap.1!=7"
    assert show(game(rules, text, 1, "other", k=4).holds("other")) == "heap.1!=14"


def test_what_clingo_refuses_for_these_values_is_told_where_it_is_read_symbolically(rules: Reader) -> None:
    text = NIM + "multiple(0).\nfactor(X) :- multiple(k*X).\nother :- heap(1,S), not factor(S).\n"
    assert game(rules, text, 1, "other", k=2).holds("other") is TRUE
    with pytest.raises(Unreadable, match="cannot be solved for its variable") as found:
        game(rules, text, 1, "other", k=0)
    assert found.value.line == 4


def test_arithmetic_that_clingo_has_not_is_read_symbolically(rules: Reader) -> None:
    """Where a number passes 32 bits, or is divided by 0, the integers are meant, and what is undefined is told."""
    text = NIM + "big(N) :- N = 70000*70000*k.\nless :- big(N), heap(1,S), S < N.\n"
    found = game(rules, text, 1, "less", k=1)
    assert show(found.holds("less")) == "heap.1<=4899999999"
    divided = game(rules, NIM + "part(7/(k-1)).\nless :- part(N), heap(1,S), S < N.\n", 1, "less", k=1)
    assert [(condition.formula, condition.line) for condition in divided.forbidden] == [(TRUE, 3)]


def test_sets_are_among_what_is_known(rules: Reader) -> None:
    read = rules(NIM + "next(N+1) :- s(N), not s(N+1).\nat :- heap(1,S), next(S).\n", sets=["S"])
    found = evaluate(read, {"S": (1, 2, 5)}, {"heap": 1}, {}, [("at", 0)])
    assert show(found.holds("at")) == "(heap.1=3; heap.1=6)"
