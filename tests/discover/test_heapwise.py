"""Winning moves of sums by the values of one heap: in plain Python they are the moves that win, or are left out."""

from __future__ import annotations

from pathlib import Path

import pytest

from bouton.claims.subject import rules_of
from bouton.core.spec import Play
from bouton.discover.heapwise import Names, Worth, moves_of, of_size, winning
from bouton.document.encoding import of_encoding
from tests.oracle import game as oracle
from tests.oracle.terms import text

PLAIN = (Worth("S", ""),)
ONE_OR_ALL = (Worth("(S+1) \\ 2 + 1", "S > 0"), Worth("0", "S = 0"))
HALVED = (Worth("S / 2", "S \\ 2 = 0"), Worth("(S+1) / 2", "S \\ 2 = 1"))
GAMES = {
    "a name for each variable": (
        PLAIN,
        "move(t(X,V)) :- heap(X,V1), V = 1..V1.\nafter(t(L,S), heap(L,V-S)) :- move(t(L,S)), heap(L,V).",
    ),
    "the size is not named": (
        ONE_OR_ALL,
        "move(one(I)) :- heap(I,_).\n"
        "after(one(K), heap(K,N-1)) :- move(one(K)), heap(K,N).\n"
        "move(all(T)) :- heap(T,_).\n"
        "after(all(I), heap(I,0)) :- move(all(I)).",
    ),
    "numbers in moves": (
        PLAIN,
        "move(t(0,I)) :- heap(I,_).\n"
        "after(t(0,I), heap(I,0)) :- move(t(0,I)).\n"
        "move(t(M,I)) :- heap(I,S), M = 1..S-1.\n"
        "after(t(M,I), heap(I,S-M)) :- heap(I,S), M > 0, move(t(M,I)).",
    ),
    "two rules for what is left": (
        PLAIN,
        "move(t(I,M)) :- heap(I,S), M = 1..S.\n"
        "after(t(I,M), heap(I,S-M)) :- move(t(I,M)), heap(I,S), M <= 2.\n"
        "after(t(I,M), heap(I,S-M)) :- move(t(I,M)), heap(I,S), 2 < M.",
    ),
    "what is not wanted is denied": (
        PLAIN,
        "odd(I) :- heap(I,S), S \\ 2 = 1.\n"
        "move(t(I,M)) :- heap(I,S), M = 1..S, odd(I).\n"
        "move(t(I,M)) :- heap(I,S), M = 1..S, not odd(I).\n"
        "after(t(I,M), heap(I,S-M)) :- move(t(I,M)), heap(I,S).",
    ),
    "sizes that are numbers": (
        PLAIN,
        "move(one(I)) :- heap(I,1).\n"
        "move(t(I,M)) :- heap(I,S), M = 1..S, S > 1.\n"
        "after(one(I), heap(I,0)) :- move(one(I)), heap(I,1).\n"
        "after(t(I,M), heap(I,1)) :- move(t(I,M)), heap(I,M+1).\n"
        "after(t(I,M), heap(I,S-M)) :- move(t(I,M)), heap(I,S), S != M+1.",
    ),
    "values by remainders": (
        HALVED,
        "move(t(I,T)) :- heap(I,S), T = 0..S-1, S \\ 2 = 1, T \\ 2 = 0.\n"
        "move(t(I,T)) :- heap(I,S), T = 0..S-1, S \\ 2 = 0, (S-T) \\ 2 = 0.\n"
        "after(t(I,T), heap(I,T)) :- move(t(I,T)).",
    ),
}


def named(rules: str, values: tuple[Worth, ...], play: Play, folder: Path, one: int | None = None) -> tuple[str, ...]:
    (folder / "game.lp").write_text(rules)
    spec = of_encoding(str(folder / "game.lp"), (), ("heap.count=0..3", "heap.size=1..5"), ())
    return winning(rules_of(spec), play, values, Names("row", "nim_sum", "large_heaps"), "win", one)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("play", ["normal", "misere"])
def test_moves_named_are_those_to_the_value_wanted(name: str, play: Play, tmp_path: Path) -> None:
    values, rules = GAMES[name]
    made = named(rules, values, play, tmp_path)
    assert made
    rows = "\n".join(f"row(I,{one.value}) :- heap(I,S), {one.when or 'S > 0'}." for one in values)
    text_ = f"""{rules}
{rows}
heaps(N) :- N = #count {{ I : heap(I,_) }}.
sum(0,0).
sum(I,X^V) :- sum(I-1,X), row(I,V).
nim_sum(X) :- heaps(N), sum(N,X).
large_heaps(N) :- N = #count {{ I : row(I,V), V > 1 }}.
""" + "\n".join(made)
    game = oracle.Game(text_, (oracle.Heaps("heap"),))

    def lost(position: oracle.Position) -> bool:
        ((total,),) = game.rows(position)["nim_sum", 1]
        return total == (0 if play == "normal" or game.rows(position)["large_heaps", 1] != {(0,)} else 1)

    met = 0
    for position in oracle.positions(game.fluents, {"heap": (range(4), range(1, 6))}):
        wins = {move for move, to in game.moves(position).items() if lost(to)}
        met += bool(wins)
        if not lost(position):
            assert {text(one) for one in game.values("win", position)} == wins
    assert met > 10


def test_moves_that_leave_several_heaps_are_left_out(tmp_path: Path) -> None:
    """What they leave is worth the nim-sum of two values: a rule for each pair of cases, that no proof reads."""
    split = """\
heaps(N) :- N = #count { I : heap(I,_) }.
move(split(I,L)) :- heap(I,S), L = 1..S-1.
after(split(I,L), heap(I,S-L)) :- move(split(I,L)), heap(I,S).
after(split(I,L), heap(N+1,L)) :- move(split(I,L)), heaps(N).
"""
    assert named(split, PLAIN, "normal", tmp_path) == ()
    both = split + "move(all(I)) :- heap(I,_). after(all(I), heap(I,0)) :- move(all(I)).\n"
    (rule,) = named(both, PLAIN, "normal", tmp_path)
    assert rule.startswith("win(all(I)) :- ")


LASKER = (
    Worth("S", "S \\ 4 = 1", 1),
    Worth("S", "S \\ 4 = 2", 0),
    Worth("S+1", "S \\ 4 = 3", 0),
    Worth("S-1", "S \\ 4 = 0, S > 0", 1),
    Worth("0", "S = 0"),
)
TAKE = "move(t(I,M)) :- heap(I,S), M = 1..S.\nafter(t(I,M), heap(I,S-M)) :- move(t(I,M)), heap(I,S).\n"
DIVIDE = """\
many(N) :- N = #count { I : heap(I,_) }.
move(part(I,L)) :- heap(I,S), L = 1..S-1.
after(part(I,L), heap(I,S-L)) :- move(part(I,L)), heap(I,S).
after(part(I,L), heap(N+1,L)) :- move(part(I,L)), many(N).
"""


@pytest.mark.parametrize(
    ("rules", "values", "one"),
    [(TAKE + DIVIDE, LASKER, 1), (DIVIDE, (Worth("(S-1) \\ 2", "S > 0"), Worth("0", "S = 0")), 0)],
)
@pytest.mark.long("rules0")
def test_moves_that_part_one_stone_off_are_named_where_they_win(
    rules: str, values: tuple[Worth, ...], one: int, tmp_path: Path
) -> None:
    """In Lasker's Nim, and where heaps can only be divided."""
    made = named(rules, values, "normal", tmp_path, one)
    assert any("part" in rule for rule in made)
    rows = "\n".join(f"row(I,{each.value}) :- heap(I,S), {each.when}." for each in values)
    total = "sum(0,0).\nsum(I,X^V) :- sum(I-1,X), row(I,V).\nnim_sum(X) :- many(N), sum(N,X).\n"
    fluents = (oracle.Heaps("heap"),)
    game = oracle.Game("\n".join((rules, rows, total, *made)), fluents, measured=("stones", "splits"))
    met = 0
    for position in oracle.positions(fluents, {"heap": (range(3), range(1, 9))}):
        if game.outcome("normal", position) == "N":
            moves, said = game.moves(position), {text(each) for each in game.values("win", position)}
            assert said, position
            assert all(game.outcome("normal", moves[each]) == "P" for each in said), position
            met += any(each.startswith("part") for each in said)
    assert met > 5
    assert not any("part" in rule for rule in named(rules, values, "misere", tmp_path, one))


@pytest.mark.parametrize("left", ["S-L-1", "S/2"])
def test_moves_of_two_new_heaps_or_of_counts_of_stones_are_left_out(left: str, tmp_path: Path) -> None:
    more = DIVIDE + f"after(part(I,L), heap(N+2,{left})) :- move(part(I,L)), many(N), heap(I,S).\n"
    assert named(more, LASKER, "normal", tmp_path, 1) == ()


def test_a_move_may_be_a_constant(tmp_path: Path) -> None:
    (tmp_path / "pay.lp").write_text(
        "move(take(I,M)) :- heap(I,S), M = 1..S.\nafter(take(I,M), heap(I,S-M)) :- move(take(I,M)), heap(I,S).\n"
        "move(pay) :- credit(C), C > 0.\nafter(pay, credit(C-1)) :- move(pay), credit(C).\n"
    )
    rules = rules_of(of_encoding(str(tmp_path / "pay.lp"), (), ("heap.count=0..2", "heap.size=1..4", "credit=0..2")))
    moves = {one.name: [(each.move, each.left) for each in moves_of(rules, one)] for one in rules.fluents}
    assert moves == {"heap": [("take(I,M)", "S-M")], "credit": [("pay", "C-1")]}


def test_other_names_with_an_s_in_them_stay() -> None:
    """A parameter may be called so."""
    worth = Worth("S \\ (maxS+1) + S", "S > minS")
    assert worth.of("S_T") == ("S_T \\ (maxS+1) + S_T", "S_T > minS")
    assert of_size("S \\ (maxS+1)", "blueS") == "blueS \\ (maxS+1)"
