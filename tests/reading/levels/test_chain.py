"""Lists of heaps of unknown length: their moves are clingo's own, and what is no such list is refused."""

from __future__ import annotations

import pytest

from bouton.core.errors import Unreadable
from bouton.core.logic.expression import FALSE
from bouton.core.logic.substitution import Evaluation
from bouton.core.position import Heaps
from bouton.reading.levels.game import read
from bouton.reading.levels.position import shape
from bouton.reading.levels.runs import listed
from tests.reading.conftest import Reader
from tests.reading.levels.lists import (
    COUNTED,
    EFFECTS,
    ITSELF,
    NAMES,
    K,
    Read,
    holds,
    levels_after,
    ours,
    positions,
    theirs,
    top,
    values,
)
from tests.reading.levels.ways import every_way


def different(
    read_: Read, text: str, most: int = 6, longest: int = 3, tries: int = 10
) -> list[tuple[tuple[int, ...], int]]:
    """The random positions at which the moves are not clingo's, each of them once."""
    wrong = []
    for heaps, k in positions(most, 4, tries, longest):
        known = len(set(heaps))
        game = read_.game(known, False)
        moves = [move for move in game.moves if move.exact]
        at = values(read_.shape(known, False), heaps, k)
        assert not any(evaluation for move in game.moves if not move.exact for evaluation in every_way(move, at))
        if sorted(ours(game, moves, at, heaps)) != sorted(theirs(text, heaps, k)):
            wrong.append((heaps, k))
    return wrong


@pytest.mark.parametrize("text", [ITSELF, COUNTED], ids=["itself", "counted"])
@pytest.mark.sample(2)
def test_each_move_of_each_length_is_there_once(rules: Reader, text: str) -> None:
    # no list of at most four heaps has more than four sizes
    assert not different(Read(rules(text, parameters=["k"]), 4), text, longest=4)


def test_a_descending_order_turns_the_lists_around(rules: Reader) -> None:
    text = (
        "move(l(1,T,nil)) :- heap(1,S), T = 0..S-1.\n"
        "move(l(I+1,T,l(I,U,L))) :- move(l(I,U,L)), I < k, heap(1,S), heap(I+1,S), T = 0..U.\n"
    ) + EFFECTS.format("move(l(I,T,L))")
    game = read(
        rules(text, (Heaps("heap", "descending"),), ["k"]),
        {"k": K},
        shape(Heaps("heap", "descending"), 2, more=False).levels,
        [],
        depth=4,
    )
    one = shape(Heaps("heap", "descending"), 2, more=False)
    for heaps, k in positions(6, 4, 12, 4):
        if len(set(heaps)) == 2:
            down = heaps[::-1]
            exact = [move for move in game.moves if move.exact]
            assert sorted(ours(game, exact, values(one, down, k), down)) == sorted(theirs(text, down, k))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("I > N-k", "I > N-k-1"),
        ("T = 0..U", "T = 0..U-1"),
        ("T = 0..S-1", "T = 1..S-1"),
        ("maximal(I-1,_)", "maximal(I-1,_), heaps(N), N < 4"),
    ],
)
@pytest.mark.sample(2)
def test_other_rules_have_other_moves(rules: Reader, old: str, new: str) -> None:
    assert ITSELF.replace(old, new) != ITSELF
    changed = Read(rules(ITSELF.replace(old, new), parameters=["k"]), 3)
    assert different(changed, ITSELF)
    assert not different(changed, ITSELF.replace(old, new))


@pytest.mark.parametrize("text", [ITSELF, COUNTED], ids=["itself", "counted"])
@pytest.mark.parametrize("seen", [1, 2])
@pytest.mark.sample(3)
def test_lists_of_more_sizes_than_are_told_apart_show_the_same_levels(rules: Reader, text: str, seen: int) -> None:
    one = Read(rules(text, parameters=["k"]), seen)
    inexact = 0
    for heaps, k in positions(6, 5, 12, 3):
        shown = list(levels_after(one, heaps, k, seen))
        assert not any(shallow for _, _, shallow in shown)
        assert {levels for _, levels, _ in shown} == {top(found, seen) for found in theirs(text, heaps, k)}
        inexact += sum(not exact for exact, _, _ in shown)
    assert inexact


def test_fewer_sizes_told_apart_than_levels_are_too_few(rules: Reader) -> None:
    one = Read(rules(ITSELF, parameters=["k"]), 1)
    few = 0
    for heaps, k in positions(6, 5, 12, 3):
        shown = list(levels_after(one, heaps, k, 2))
        found = {top(found, 2) for found in theirs(ITSELF, heaps, k)}
        assert {levels for _, levels, shallow in shown if not shallow} <= found
        few += sum(shallow for _, _, shallow in shown)
    assert few


@pytest.mark.parametrize(
    "takes",
    [
        "takes(1,k-1).",
        "takes(0,2).",
        "takes(2,0).",
        "takes(E,1) :- E = 0..3.",
        "pair(0,1).",
        "pair(T,T) :- T = 0..2.",
        "pair(2,1).",
    ],
)
@pytest.mark.sample(3)
def test_the_moves_that_other_rules_name(rules: Reader, takes: str) -> None:
    missing = {"takes(": "pair(0,0) :- heaps(0).", "pair(": "takes(0,0) :- heaps(0)."}[takes[: takes.index("(") + 1]]
    text = ITSELF + NAMES + takes + missing
    one = Read(rules(text, parameters=["k"]), 2, "some")
    some = 0
    for heaps, k in positions(6, 4, 10, 4):
        known = len(set(heaps))
        game = one.game(known, False)
        at = values(one.shape(known, False), heaps, k)
        named = [move for each in game.named for move in each]
        found = set(ours(game, named, at, heaps))
        assert found == set(theirs(text, heaps, k, "some"))
        some += len(found)
    assert some or takes == "pair(2,1)."


@pytest.mark.parametrize("text", [ITSELF, COUNTED], ids=["itself", "counted"])
@pytest.mark.sample(2)
def test_what_a_run_rests_on_is_proved(rules: Reader, text: str) -> None:
    one = Read(rules(text, parameters=["k"]), 3)
    for known, more in [(1, False), (2, True), (4, True)]:
        game = one.game(known, more)
        meanings = {condition.meaning for condition in game.unseen}
        assert any("not in between" in meaning for meaning in meanings)
        assert any("many sizes" in meaning for meaning in meanings)
        assert not holds([*game.unseen, *game.forbidden], one.shape(known, more))


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        # a gap: lists of some lengths only
        ("maximal(I-1,_), ", "maximal(I-1,_), I != 3, ", "not in between"),
        ("T = 0..U.", "maximal(I-1,S), T = 0..S-1.", "greater size before"),
    ],
)
def test_what_does_not_hold_of_a_run_is_found(rules: Reader, old: str, new: str, reason: str) -> None:
    for depth in (1, 3):
        one = Read(rules(ITSELF.replace(old, new), parameters=["k"]), depth)
        game = one.game(1, False)
        assert any(reason in meaning for meaning in holds(game.unseen, one.shape(1, False)))


@pytest.mark.parametrize(
    ("old", "new", "line", "reason"),
    [
        ("move(l(I-1,T,l(I,U,L)))", "move(l(I-2,T,l(I,U,L)))", 4, "neighbouring"),
        # any places, as in Moore's Nim
        (
            "move(l(I-1,T,l(I,U,L))) :- move(l(I,U,L)), maximal(I-1,_)",
            "move(l(J,T,l(I,U,L))) :- move(l(I,U,L)), maximal(J,_), J < I",
            4,
            "neighbouring",
        ),
        (
            "after(l(I,T,L), F) :- move(l(I,T,L))",
            "after(l(I,T,L), F) :- move(l(I,T,L)), I > 1",
            6,
            "effects of its first heap",
        ),
        ("heap(I,T)) :- move(l(I,T,L))", "heap(I,T+1)) :- move(l(I,T,L))", 5, "effects of its first heap"),
        ("heap(I,T)) :-", "heap(I,T)) :- T > 0,", 5, "effects of its first heap"),
        (
            "L), F) :- move(l(I,T,L)), after(L,F).",
            "L), F) :- move(l(I,T,L)), after(L,F).\nafter(L, heap(1,0)) :- move(L).",
            5,
            "more than one",
        ),
        ("T = 0..U.", "T = 0..U, move(l(I,U,_)).", 4, "one literal"),
        # predicates of different arity that derive each other
        ("T = 0..U.", "T = 0..U.\nmove(l(I,T,L)) :- other(I,T,L).\nother(I,T,L) :- move(l(I,T,L)).", 4, "one literal"),
    ],
)
def test_other_recursions_are_refused_where_they_stand(
    rules: Reader, old: str, new: str, line: int, reason: str
) -> None:
    assert old in ITSELF
    one = Read(rules(ITSELF.replace(old, new), parameters=["k"]), 3)
    with pytest.raises(Unreadable, match=reason) as error:
        one.game(2, False)
    assert error.value.line == line


@pytest.mark.parametrize(
    "rule",
    [
        "some(l(I,T,nil)) :- move(l(I,T,nil)).",
        "some(L) :- move(L), move(M), L != M.",
        "some(L) :- move(L), L < l(1,1,nil).",
        "some(M) :- after(M, heap(_,0)).",
        "some(M) :- after(M,F), after(M,G), F != G.",
        "some(x) :- #count { L : move(L) } > 2.",
    ],
)
def test_no_rule_looks_into_a_list_of_unknown_length(rules: Reader, rule: str) -> None:
    read_rules = rules(f"{ITSELF}{rule}", parameters=["k"])
    with pytest.raises(Unreadable) as error:
        read(read_rules, {"k": K}, shape(Heaps("heap"), 2, more=False).levels, [("some", 1)])
    assert error.value.line == 7


def test_a_list_is_shown_as_the_rules_write_it(rules: Reader) -> None:
    game = Read(rules(ITSELF, parameters=["k"]), 1).game(1, False)
    assert [move.name.replace("heap.times.1", "n") for move in game.moves] == [
        "l(-N+n+1..n,T,nil)",
        "l(-N+n+1..n,T,...) and C lower",
    ]
    assert all(listed(move.term) is not None for move in game.moves)
    assert [move.guard is not FALSE for move in game.moves] == [True, True]


def test_evaluation_of_lists_does_not_take_long_lists_for_short_ones(rules: Reader) -> None:
    game = Read(rules(ITSELF, parameters=["k"]), 2).game(1, False)
    given = values(shape(Heaps("heap"), 1, more=False), (3, 3, 3), 3)
    at = Evaluation(given)
    lists = [(move.exact, evaluation) for move in game.moves for evaluation in every_way(move, given)]
    assert sum(exact for exact, _ in lists) == 3 + 6 + 10 - 1  # but for 2, 1, 0
    assert {at(level.size) for level in game.levels.known} == {3}
