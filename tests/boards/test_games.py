"""Known outcomes and values of games on graphs and boards, by each way of the search."""

from __future__ import annotations

import itertools

import pytest
from clingo import Number

from bouton.boards.grounded import FluentField, ground
from bouton.boards.plain import Plain
from bouton.boards.search import BoardSearch
from bouton.boards.symmetry import symmetries
from bouton.boards.table import Change, MoveRow, MoveTable, ends, faultless, obstacle
from bouton.boards.table import table as table_of
from bouton.core.errors import LimitReached, Unreadable
from bouton.process.compiler import compiler
from tests.boards.games import made

pytestmark = pytest.mark.skipif(compiler() is None, reason="there is no C compiler")
MEMORY = 1 << 28


def dawson(length: int) -> list[int]:
    """The values of Node Kayles on paths, which is the octal game 0.137 on one heap."""
    values = [0, 1]
    for n in range(2, length + 1):
        options = {values[a] ^ values[max(0, n - a - 3)] for a in range(n - 1)} | {values[n - 2]}
        values.append(next(value for value in range(n + 1) if value not in options))
    return values


@pytest.mark.parametrize(
    ("name", "parameters", "value"),
    [
        ("cram", {"r": 4, "c": 4}, 0),
        ("cram", {"r": 4, "c": 5}, 2),
        ("kayles on Petersen's graph", {}, 1),
        ("chomp", {"r": 5, "c": 6}, None),
        ("kayles on a grid", {"r": 4, "c": 5}, None),
    ],
)
def test_each_way_gives_the_value(name: str, parameters: dict[str, int], value: int | None) -> None:
    table, start = made(name, **parameters)
    assert obstacle(table) is None
    assert ends(table)
    images = symmetries(table)
    found = set()
    for wide in (False, True):
        for given in ((), images):
            search = BoardSearch(table, MEMORY, wide=wide, images=given, marks=wide)
            found.add(search.of(start, "value"))
            search.close()
            search = BoardSearch(table, MEMORY, wide=wide, images=given)
            found.add(search.by_parts(start))
            search.close()
            search = BoardSearch(table, MEMORY, wide=wide, images=given)
            assert search.of(start, "outcome") == (next(iter(found)) != 0)
            search.close()
    assert len(found) == 1
    assert value is None or found == {value}


def test_kayles_on_paths_has_the_values_of_the_octal_game() -> None:
    known = dawson(60)
    for n in (*range(1, 20), 47, 60):
        table, start = made("kayles on a path", n=n)
        for search in (BoardSearch(table, MEMORY, images=symmetries(table)), Plain(table, MEMORY))[: 1 + (n < 20)]:
            assert search.by_parts(start) == known[n]
            search.close()


def test_values_of_more_than_a_word_keeps() -> None:
    table, start = made("chomp", r=3, c=16)
    narrow, wide = BoardSearch(table, MEMORY), BoardSearch(table, MEMORY, wide=True)
    assert narrow.of(start, "value") == wide.of(start, "value") > 14


@pytest.mark.parametrize("begins", [0, 1])
def test_domineering_on_a_square_is_won_by_who_begins(begins: int) -> None:
    table, start = made("domineering", r=4, c=4, s=begins)
    assert obstacle(table) == "put(1,1) asks for, or changes, what is no set"
    assert symmetries(table)
    for images in ((), symmetries(table)):
        assert BoardSearch(table, MEMORY, images=images).of(start, "outcome") == 1


def test_geography_is_won_where_every_matching_that_is_greatest_covers_the_start() -> None:
    """A board with an odd number of cells has a greatest matching that misses the corner; with an even number none."""
    for r, c in ((2, 3), (3, 3), (4, 3), (5, 3), (4, 4)):
        table, start = made("geography", r=r, c=c)
        assert BoardSearch(table, MEMORY).of(start, "outcome") == (r * c + 1) % 2


def test_what_falls_in_hackenbush_is_found_by_python_and_c() -> None:
    table, start = made("hackenbush", r=2, c=3)
    assert obstacle(table) is not None
    found = [one.of(start, "value") for one in (BoardSearch(table, MEMORY), Plain(table, MEMORY))]
    assert found[0] == found[1]


def test_a_pursuit_has_draws_or_none_in_python_as_in_c() -> None:
    table, start = made("pursuit", r=2, c=3)
    assert not ends(table)
    assert BoardSearch(table, MEMORY).endings([start]) == Plain(table, MEMORY).endings([start])


def test_memory_is_bounded_before_it_grows() -> None:
    table, start = made("cram", r=5, c=5)
    for search in (BoardSearch(table, 1 << 20), Plain(table, 1 << 20)):
        with pytest.raises(LimitReached, match=r"positions seen, as many as 1 MB have room for"):
            search.of(start, "value")
        assert search.seen < 50_000
        with pytest.raises(LimitReached):
            search.endings([start])


def test_moves_that_add_or_ask_for_what_is_gone_do_not_fall_apart() -> None:
    table, _ = made("geography", r=2, c=2)
    assert "asks for, or changes, what is no set" in str(obstacle(table))
    assert "misère" in str(obstacle(made("cram", r=2, c=2)[0], misere=True))


def test_a_move_that_may_be_wrong_is_told() -> None:
    assert faultless(made("cram", r=2, c=2)[0])
    assert faultless(made("geography", r=2, c=2)[0])
    assert faultless(made("domineering", r=2, c=2, s=0)[0])
    vertex = tuple((Number(at),) for at in range(2))
    clash = "vertex(0..1). move(m(V)) :- s(V). gone(m(V), s(V)) :- move(m(V)). after(m(V), s(1)) :- move(m(V))."
    stray = "vertex(0..1). move(m(V)) :- s(V). after(m(V), s(V+1)) :- move(m(V))."
    for rules in (clash, stray):
        assert not faultless(table_of(ground(rules, [FluentField("s", vertex, False)], ())))


def test_positions_of_more_than_two_words_are_left_to_others() -> None:
    members = tuple((Number(at),) for at in range(65))
    rules = "vertex(0..64). move(m(V)) :- s(V), t(V). gone(m(V), s(V)) :- move(m(V))."
    grounded = ground(rules, [FluentField("s", members, False), FluentField("t", members, False)], ())
    with pytest.raises(Unreadable, match="a position has 130 bits, and a search has room for 128"):
        table_of(grounded)


def test_positions_of_exactly_two_words() -> None:
    table, start = made("kayles on a path", n=128)
    assert table.width == 128
    assert BoardSearch(table, MEMORY, images=symmetries(table)).by_parts(start) == dawson(128)[128]


@pytest.mark.parametrize("n", [55, 56, 57, 63, 64, 65])
def test_where_a_word_and_its_value_end(n: int) -> None:
    table, start = made("kayles on a path", n=n)
    assert BoardSearch(table, MEMORY, images=symmetries(table)).by_parts(start) == dawson(n)[n]


def test_a_member_that_is_taken_by_several_rules_is_one_member() -> None:
    """A move that takes one member and adds one may come back, however often the rules say that it takes it."""
    cube, taken, added = (0b001, 0b001), Change("gone", 0b001), [Change("put", 0b010), Change("put", 0b100)]
    for times, more in itertools.product(range(1, 5), (1, 2)):
        row = MoveRow(0, cube, (*[taken] * times, *added[:more]))
        assert not ends(
            MoveTable((FluentField("s", ((Number(0),), (Number(1),), (Number(2),)), False),), (), (row,), (), {})
        )
