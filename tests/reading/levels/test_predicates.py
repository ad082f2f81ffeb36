"""What rules say of any number of heaps, of which only the highest sizes are told apart: as clingo has it, or not seen.

Where a rule looks at the heaps below, a condition that must never hold says so; elsewhere what is read is what is so.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations_with_replacement

import pytest

from bouton.core.errors import Unreadable
from bouton.core.logic.arithmetic import atom, number
from bouton.core.logic.expression import Formula, Unknown
from bouton.core.logic.formulas import equal
from bouton.core.logic.substitution import Evaluation
from bouton.core.logic.walk import unknowns
from bouton.core.position import Heaps
from bouton.proof.compared.coverage import Models
from bouton.reading.levels.game import LevelGame, read
from bouton.reading.levels.position import LevelShape, shape
from bouton.rules.file import Rules
from tests.reading.conftest import Reader
from tests.reading.levels.lists import COUNTED, COUNTS, Read, levels_after, positions, theirs, top
from tests.reading.plain import derived

PLAIN = (
    f"{COUNTS}move(t(I,T)) :- heaps(I), heap(I,S), T = 0..S-1.\nafter(t(I,T), heap(I,T)) :- move(t(I,T)), heap(I,_).\n"
)
HIGHEST = "top(S) :- heaps(N), heap(N,S).\n"
NEXT = HIGHEST + "second(T) :- top(S), T = #max { U : heap(_,U), U < S }.\n"
SMALL = [heaps for count in range(5) for heaps in combinations_with_replacement(range(1, 5), count)]

SAID = [
    ("p :- heaps(2).", 0, 0),
    ("p :- heap(I,S), heaps(I), S > 2.", 0, 0),
    ("p :- heap(_,3).", 31, 0),
    ("p :- heap(_,S), S > 2.", 0, 0),
    ("p :- not heap(_,1).", 53, 17),
    ("p :- heap(1,S), S > 1.", 47, 9),
    ("p :- 2 < #count { I : heap(I,_) }.", 0, 0),
    ("p :- N = #count { I : heap(I,S), S > 1 }, N \\ 2 = 1.", 47, 9),
    ("p :- 3 < #sum { S,I : heap(I,S) }.", 0, 0),
    ("p :- not 4 < #sum { S,I : heap(I,S) }.", 0, 0),
    ("p :- T = #sum { S,I : heap(I,S) }, T \\ 2 = 0.", 0, 0),
    ("p :- T = #sum { S,I : heap(I,S) }, heaps(N), T = 2*N.", 0, 0),
    ("p :- T = #sum+ { S,I : heap(I,S) }, T > 4.", 0, 0),
    ("p :- T = #sum { S-1,I : heap(I,S) }, T > 4.", 53, 17),
    ("p :- heap(I,S), heaps(I), 3 < #sum { S,I : heap(I,S) }.", 0, 0),
    ("p :- heaps(I), 3 < #sum { S,I : heap(I,S) }.", 0, 0),
    ("q(I,2*S) :- heap(I,S).\np :- 6 < #sum { S,I : q(I,S) }.", 53, 17),
    ("p :- T = #sum { S,I : heap(I,S), S > 2 }, T > 4.", 31, 0),
    ("p :- 3 < #sum { S : heap(_,S) }.", 53, 17),
    ("p :- heaps(N), T = #sum { 1,I : heap(I,S) ; 2 : N > 2 }, T > 3.", 0, 0),
    ("p :- M = #max { S : heap(_,S) }, M > 2.", 0, 0),
    ("p :- M = #min { S : heap(_,S) }, M > 1.", 53, 17),
    ("p :- M = #max { S,9-S : heap(_,S) }, M > 2.", 0, 0),
    ("p :- M = #min { S,9-S : heap(_,S) }, M > 1.", 53, 17),
    ("p :- M = #max { 9-S,S : heap(_,S) }, M > 7.", 53, 17),
    ("p :- M = #max { S : heap(_,S) }, N = #count { I : heap(I,M) }, N > 1.", 0, 0),
    ("p :- heap(I,S), heap(J,S), I < J, heaps(J).", 0, 0),
    ("p :- heaps(N), heap(N,S), heap(N-1,S).", 0, 0),
    (HIGHEST + "p :- top(S), N = #count { I : heap(I,S) }, N \\ 2 = 0.", 0, 0),
    (HIGHEST + "p :- top(S), heap(_,T), T < S, T > 1.", 47, 0),
    (HIGHEST + "p :- top(S), not heap(_,S-1).", 53, 0),
    (HIGHEST + "p :- top(S), T = #sum { U,I : heap(I,U), U < S }, T > 2.", 53, 17),
    (HIGHEST + "p :- top(S), N = #count { U : heap(_,U), U < S }, N > 1.", 53, 17),
    (HIGHEST + "p :- top(S), M = #min { S ; T : heap(_,T), T < S }, M < S.", 53, 17),
    ("q :- heap(_,T), not heap(_,T+1).\np :- q.", 47, 9),
    ("q(T) :- heap(_,T), X = 1..T, not heap(_,X).\np :- q(2).", 53, 17),
    (NEXT + "p :- second(2).", 53, 0),
    (NEXT + "p :- second(T), top(T+1).", 53, 0),
]
"""And at how many of the positions something is not seen, where one size is told apart, and where two are."""


def can_hold(formula: Formula, at: dict[Unknown, int]) -> bool:
    """Whether it holds at a position, for some values of what it leaves open."""
    if set(unknowns(formula)) <= set(at):
        return Evaluation(at)(formula)
    return Models((formula, *(equal(atom(one), number(value)) for one, value in at.items()))).some is not None


def game(rules: Rules, known: int, depth: int) -> tuple[LevelShape, LevelGame]:
    one = shape(Heaps("heap"), known, more=known == depth)
    return one, read(rules, {}, one.levels, [("p", 0)], depth=depth)


def not_seen(text: str, depth: int, rules: Reader) -> int:
    """At how many of the positions something is not seen; elsewhere what is said is so."""
    read_rules = rules(f"{PLAIN}{text}\n")
    games = [game(read_rules, known, depth) for known in range(depth + 1)]
    unseen = 0
    for heaps in SMALL:
        about, found = games[min(len(set(heaps)), depth)]
        at = about.at(heaps)
        if any(can_hold(condition.formula, at) for condition in found.unseen):
            unseen += 1
        else:
            assert can_hold(found.holds("p"), at) is (("p", 0) in derived(read_rules, {}, (heaps,))), heaps
    return unseen


@pytest.mark.parametrize("depth", [1, 2])
@pytest.mark.parametrize(("text", "one", "two"), SAID, ids=[text for text, _, _ in SAID])
@pytest.mark.sample(36)
def test_what_is_said_is_so_or_is_not_seen(text: str, one: int, two: int, depth: int, rules: Reader) -> None:
    assert not_seen(text, depth, rules) == (one if depth == 1 else two)


OF_LOWER = [
    ("q :- top(S), heap(_,T), T < S, X = 1..T, X*X = T.\np :- q.", 69),
    ("p :- top(S), S < #max { S; f(T) : heap(_,T), T < S }.", 53),
    ("p :- top(S), S < #max { S; 9,T : heap(_,T), T < S }.", 53),
]
"""What could not be read of a heap whose size is known."""


@pytest.mark.parametrize(("text", "expected"), OF_LOWER, ids=[text for text, _ in OF_LOWER])
def test_what_is_said_of_lower_heaps_alone_is_not_seen(text: str, expected: int, rules: Reader) -> None:
    assert not_seen(HIGHEST + text, 1, rules) == expected


def test_an_aggregate_over_sizes_that_are_not_known_is_refused_where_they_are_multiplied(rules: Reader) -> None:
    lower = "the size of a heap below the highest ones, which ranges over an interval of unknown ends"
    with pytest.raises(Unreadable) as found:
        game(rules(f"{PLAIN}p :- 1 < #count {{ I : heap(I,S), S*S < 5 }}.\n"), 1, 1)
    assert (found.value.reason, found.value.line) == (f"an aggregate over {lower}", 4)
    assert found.value.column > 0


def test_a_sum_of_heaps_as_large_as_their_places_is_not_the_sum_of_all_heaps(rules: Reader) -> None:
    with pytest.raises(Unreadable, match="an aggregate over I, which ranges over an interval") as found:
        game(rules(f"{PLAIN}p :- 1 < #sum {{ I,I : heap(I,I) }}.\n"), 1, 1)
    assert found.value.line == 4


def test_a_move_that_depends_on_lower_heaps_is_not_seen_at_its_rule(rules: Reader) -> None:
    """The conditions stand where the rules of moves begin."""
    text = PLAIN.replace("T = 0..S-1", "T = 0..S-1, q").replace("move", "q :- heap(_,1).\nmove", 1) + "p :- heaps(1).\n"
    about, found = game(rules(text), 1, 1)
    (one,) = [each for each in found.unseen if can_hold(each.formula, about.at((1, 3)))]
    assert one.meaning == "the move t(heap.rest+heap.times.1,T) depends on the heaps below the highest sizes"
    assert (one.line, one.column) == (3, 1)
    assert not any(can_hold(each.formula, about.at((3, 3))) for each in found.unseen)


@pytest.mark.parametrize(
    ("effects", "wrong"),
    [
        ("after(m, heap(N,0)) :- heaps(N). after(m, heap(N,S-1)) :- heaps(N), heap(N,S).", bool),
        ("after(m, heap(N,0)) :- heaps(N). after(m, heap(1,0)) :- move(m).", lambda sizes: len(sizes) == 1),
        (
            "after(m, heap(1,0)) :- move(m). after(m, heap(N,0)) :- heaps(N), heap(N,S), S > 2.",
            lambda sizes: sizes == (3,),
        ),
    ],
)
def test_a_move_that_gives_a_heap_two_sizes_is_wrong(
    rules: Reader, effects: str, wrong: Callable[[tuple[int, ...]], bool]
) -> None:
    about, found = game(rules(f"{COUNTS}move(m) :- heaps(N), N > 0.\n{effects}\np :- heaps(1).\n"), 1, 2)
    for sizes in ((1,), (3,), (1, 1), (2, 2, 2), (3, 3)):
        at = about.at(sizes)
        told = [one.meaning for one in found.forbidden if can_hold(one.formula, at)]
        assert told == ["the move m gives a heap two sizes"] * wrong(sizes), sizes


MOVES = [
    PLAIN,
    PLAIN.replace("0..S-1", "0..S-1, T != 2"),
    PLAIN.replace("0..S-1", "S-2..S-1, T >= 0"),
    PLAIN.replace("0..S-1", "0..S-1, S > 2"),
    f"{COUNTS}move(m) :- heaps(N), N > 1.\nafter(m, heap(N,S-1)) :- heaps(N), heap(N,S).\n"
    "after(m, heap(N-1,0)) :- heaps(N), N > 1.\n",
    f"{COUNTS}move(m) :- heaps(N), N > 0.\nafter(m, heap(N,S-1)) :- heaps(N), heap(N,S), S > 2.\n"
    "after(m, heap(N,0)) :- heaps(N), heap(N,S), S <= 2.\n",
    f"{COUNTS}{HIGHEST}move(m(T)) :- top(S), heap(I,S), T = 0..S-1.\nafter(m(T), heap(N,T)) :- move(m(T)), heaps(N).\n",
]


@pytest.mark.parametrize("text", MOVES)
@pytest.mark.sample(6)
def test_plain_moves_leave_the_levels_that_clingo_has(text: str, rules: Reader) -> None:
    read_rules = rules(text, parameters=["k"])
    for seen in (1, 2):
        one = Read(read_rules, 3)
        for heaps, k in positions(5, 5, 12, 3):
            shown = {levels for _, levels, shallow in levels_after(one, heaps, k, seen) if not shallow}
            assert shown <= {top(found, seen) for found in theirs(text, heaps, k)}
        for heaps in SMALL:
            if len(set(heaps)) < 3:
                shown = {levels for _, levels, _ in levels_after(one, heaps, 1, 3)}
                assert shown == {top(found, 3) for found in theirs(text, heaps, 1)}


def test_an_effect_that_the_move_does_not_determine_is_refused(rules: Reader) -> None:
    effect = "after(t(I,T), heap(I,U)) :- move(t(I,T)), U = 0..T."
    text = f"{COUNTS}move(t(I,T)) :- heaps(I), heap(I,S), T = 0..S-1.\n{effect}\np :- heaps(1).\n"
    with pytest.raises(Unreadable, match="does not determine") as found:
        game(rules(text), 1, 2)
    assert found.value.line == 3


def test_what_would_need_a_quantifier_is_told_with_its_line(rules: Reader) -> None:
    _, found = game(rules(f"{PLAIN}p :- heap(I,S), heaps(I), X = 1..S, X*X = S.\n"), 1, 2)
    with pytest.raises(Unreadable) as error:
        found.holds("p")
    assert (error.value.reason, error.value.line) == ("p would need a quantifier over X", 4)


def test_a_greatest_of_what_is_no_number_is_refused(rules: Reader) -> None:
    text = f"{PLAIN}p :- M = #max {{ f(S) : heap(_,S) }}, M != f(1).\n"
    for depth in (1, 2):
        with pytest.raises(Unreadable, match="#min or #max over what is not a number") as found:
            game(rules(text), depth, depth)
        assert found.value.line == 4


@pytest.mark.parametrize("seen", [1, 3])
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("J < k", "J < k, J > 0"),  # from the first element on, and not before it
        ("lower(1,", "lower(2,"),
        ("lower(1,", "lower(-1,"),
        ("J < k", "J < k, J < 2"),
    ],
)
@pytest.mark.sample(6)
def test_how_long_a_list_may_be(rules: Reader, old: str, new: str, seen: int) -> None:
    text = COUNTED.replace("N-J", "I-1").replace(old, new)
    one = Read(rules(text, parameters=["k"]), seen)
    longest = 0
    for heaps, k in positions(5, 4, 12, 4):
        shown = {levels for _, levels, _ in levels_after(one, heaps, k, seen)}
        assert shown == {top(found, seen) for found in theirs(text, heaps, k)}
        longest = max(longest, min(k, heaps.count(heaps[-1])))
    assert longest > 1
