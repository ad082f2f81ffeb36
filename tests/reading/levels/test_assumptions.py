"""What the reading by levels assumes, each with rules that break it: these are read as they are, or refused."""

from __future__ import annotations

import pytest

from bouton.core.errors import Unreadable
from tests.reading.conftest import Reader
from tests.reading.levels.lists import (
    COUNTS,
    EFFECTS,
    ITSELF,
    Read,
    holds,
    levels_after,
    ours,
    positions,
    theirs,
    top,
    values,
)
from tests.reading.levels.test_predicates import HIGHEST, PLAIN, SMALL, can_hold, not_seen

END = "after(nil, heap(N-k,0)) :- heaps(N), N >= 5, heap(N,S), heap(N-k,S).\n"
TWICE = "twice(L,M) :- move(L), move(M).\nafter(L, F) :- twice(L,M), after(M,F).\n"


@pytest.mark.slow
def test_what_the_end_of_a_list_does_the_whole_list_does(rules: Reader) -> None:
    text, one = ITSELF + END, Read(rules(ITSELF + END, parameters=["k"]), 3)
    more = 0
    for heaps, k in positions(7, 3, 16, 3):
        found = theirs(text, heaps, k)
        shown = {levels for _, levels, _ in levels_after(one, heaps, k, 3)}
        assert shown == {top(each, 3) for each in found}
        more += {*found} != {*theirs(ITSELF, heaps, k)}
    assert more > 2


@pytest.mark.parametrize(
    ("more", "reason"),
    [
        # of a heap that the list sets, too
        ("after(nil, heap(N,0)) :- heaps(N), N >= 50.", "gives a heap two sizes"),
        ("after(nil, heap(N,0)) :- heaps(N), N >= 50.\nafter(nil, heap(N,1)) :- heaps(N), N >= 60.", "two sizes"),
        # of a heap below the levels
        ("after(nil, heap(1,0)) :- heaps(N), N >= 50.", "changes a heap below the highest"),
    ],
)
def test_an_effect_of_the_end_is_held_to_what_effects_are(rules: Reader, more: str, reason: str) -> None:
    game = Read(rules(ITSELF + more, parameters=["k"]), 2).game(1, True)
    assert any(reason in condition.meaning for condition in (*game.forbidden, *game.unseen))
    plain = Read(rules(ITSELF, parameters=["k"]), 2).game(1, True)
    assert len(game.forbidden) + len(game.unseen) > len(plain.forbidden) + len(plain.unseen)


@pytest.mark.parametrize(
    "more",
    [
        # of a list by a variable, of some first elements of lists, and of lists as others have them
        "after(L, heap(1,0)) :- part(L).\npart(l(N,0,nil)) :- heaps(N), N >= 50.",
        "after(L, heap(1,0)) :- move(L), heaps(N), N >= 50.",
        TWICE,
        TWICE.replace("twice(L,M) :- move(L), move(M).", "twice(l(N,0,nil),M) :- heaps(N), N >= 50, move(M)."),
        TWICE.replace("twice(L,M) :- move(L), move(M).", "twice(nil,M) :- heaps(N), N >= 50, move(M)."),
    ],
)
def test_more_effects_of_lists_or_of_their_first_elements_are_refused(rules: Reader, more: str) -> None:
    with pytest.raises(Unreadable, match=r"more than one effect|another list|is no heap"):
        Read(rules(ITSELF + more, parameters=["k"]), 2).game(1, False)


def test_a_list_of_another_end_is_no_move_though_its_elements_are_one(rules: Reader) -> None:
    names = "some(l(N,0,nil)) :- heaps(N), N < 4.\nsome(l(N,0,foo)) :- heaps(N), N >= 4.\n"
    one = Read(rules(ITSELF + names, parameters=["k"]), 2, "some")
    count = 0
    for heaps, k in positions(6, 3, 12, 3):
        game, at = one.game(len(set(heaps)), False), values(one.shape(len(set(heaps)), False), heaps, k)
        found = set(ours(game, [move for each in game.named for move in each], at, heaps))
        assert found == set(theirs(ITSELF + names, heaps, k, "some"))
        assert bool(found) is (len(heaps) < 4)
        count += bool(found)
    assert 0 < count < 12


def test_lists_of_two_ends_are_two_moves(rules: Reader) -> None:
    seed = ITSELF.splitlines()[2]
    text = ITSELF.replace(seed, f"{seed}\n{seed.replace('nil', 'foo').replace('T = 0..S-1', 'T = 0..S-1, k > 1')}")
    one = Read(rules(text, parameters=["k"]), 4)
    for heaps, k in positions(5, 3, 8, 3):
        game, at = one.game(len(set(heaps)), False), values(one.shape(len(set(heaps)), False), heaps, k)
        exact = [move for move in game.moves if move.exact]
        assert sorted(ours(game, exact, at, heaps)) == sorted(theirs(text, heaps, k))


@pytest.mark.parametrize(
    ("before", "more"),
    [("l(I,U,nil)", ""), ("l(I,U,L)", ", ok(L)"), ("l(I,U,L)", ", not ok(L)")],
)
def test_a_step_from_lists_of_some_lengths_alone_is_refused(rules: Reader, before: str, more: str) -> None:
    other = f"move(l(I-1,0,{before})) :- move({before}), maximal(I-1,_), heaps(N), N >= 50{more}.\n"
    text = f"{ITSELF}{other}ok(nil) :- heaps(N), N >= 50.\n"
    with pytest.raises(Unreadable, match="another list"):
        Read(rules(text, parameters=["k"]), 2).game(1, False)


GAP = COUNTS + (
    "maximal(I) :- heaps(N), heap(N,1), heap(I,1).\n"
    "c(X,W,l(I,0,nil)) :- heaps(I), maximal(I), X = I-2..I, W = I..I+2.\n"
    "c(C+1,W,l(I-1,0,l(I,0,L))) :- c(C,W,l(I,0,L)), heaps(N), {asked}, maximal(I-1).\n"
    "move(L) :- c(_,_,L).\n"
)


@pytest.mark.parametrize(
    "asked",
    [
        # one part is known before the first element, fails there, and holds again further on
        "C >= W, not N <= C <= N+3",
        "not N <= C <= N+3",
        "C >= W, (C-N)*(C-N-3) >= 0",
        "C >= W, |C-N-2| >= 2",
        "W >= N",
        "C <= N+3",
        "C <= N+3, W <= N+1",
        "C <= N+3, W-N <= C",
    ],
)
@pytest.mark.sample(3)
def test_a_run_does_not_jump_what_no_step_crosses(rules: Reader, asked: str) -> None:
    """Where the reading has more or fewer lists than clingo, a condition of it says that it may not be used."""
    text = GAP.replace("{asked}", asked) + EFFECTS.format("c(_,_,l(I,T,L))")
    try:
        one = Read(rules(text, parameters=["k"]), 3)
        game = one.game(1, False)
    except Unreadable:
        return
    compared = 0
    for count in range(1, 10):
        heaps = (1,) * count
        at = values(one.shape(1, False), heaps, 1)
        if not any(can_hold(condition.formula, at) for condition in game.unseen):
            compared += 1
            assert {*ours(game, game.moves, at, heaps)} == {*theirs(text, heaps, 1)}, count
    assert compared or "(C-N)*" in asked


PARTS = """\
big :- heap(_,S), S >= 2.
lower(C) :- heaps(N), T = #count { I : heap(I,S), top(S) }, C = N-T.
"""


@pytest.mark.parametrize(
    ("said", "readable"),
    [
        # what is sure of a rule must keep what it asks of a number that is not shown, whatever is possible besides
        ("p :- big, lower(C), Y = 0..C, Y*Y <= 1, C <= Y*Y+1.", False),
        ("q :- big, lower(C), Y = 0..C, Y*Y <= 1, C <= Y*Y+1.\np :- q.", False),
        ("q :- big, lower(C), Y = 0..C, Y <= 1, C <= Y+1.\np :- q.", True),
        ("q(Y) :- big, lower(C), Y = 0..C, Y*Y <= 1, C <= Y*Y+1.\nn :- not q(_).\np :- big, n.", False),
        ("q(Y) :- big, lower(C), Y = 0..C, Y <= 1, C <= Y+1.\nn :- not q(_).\np :- big, n.", True),
        ("q(Y) :- big, lower(C), Y = 0..C, Y*Y <= 1, C <= Y*Y+1.\np :- not not q(_).", False),
        ("q(Y) :- big, lower(C), Y = 0..C, Y*Y <= 1, C <= Y*Y+1.\np :- 1 <= #count { a : q(Y) }.", False),
    ],
)
@pytest.mark.parametrize("depth", [1, 2])
@pytest.mark.sample(3)
def test_what_is_sure_of_a_rule_is_kept_whole(rules: Reader, said: str, readable: bool, depth: int) -> None:
    text = f"{PLAIN}{HIGHEST}{PARTS}{said}\n"
    try:
        assert not_seen(text.removeprefix(PLAIN), depth, rules) < len(SMALL)
    except Unreadable as error:
        assert (not readable and "quantifier over Y" in error.reason) or "aggregate over Y" in error.reason
    else:
        assert readable


@pytest.mark.parametrize("size", ["T = U-1, T >= 0", "T = 1..U", "T = 0..U, T != 1", "T = 0..U, I != 3"])
def test_a_list_of_many_sizes_may_have_any_lower_ones(rules: Reader, size: str) -> None:
    """Else what it leaves would be told by more than how many heaps are left."""
    text = ITSELF.replace("T = 0..U", size)
    assert text != ITSELF
    one = Read(rules(text, parameters=["k"]), 1)
    game = one.game(1, False)
    assert any("many sizes" in meaning for meaning in holds([*game.unseen], one.shape(1, False)))
