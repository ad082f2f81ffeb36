"""Games on graphs and boards as one writes them, in at most twenty lines of rules, against plain Python."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import TypeAlias

import pytest

from bouton.document.load import load
from bouton.process.limits import Limits
from bouton.run.check import check
from bouton.run.options import Options
from tests.samples import small_or_whole

Cell: TypeAlias = tuple[int, int]
Cells: TypeAlias = frozenset[Cell]
GRID = """cell(1..r,1..c).
vertex((R,C)) :- cell(R,C).
near((R,C),(R,C+1)) :- cell(R,C), cell(R,C+1).
near((R,C),(R+1,C)) :- cell(R,C), cell(R+1,C).
near(A,B) :- near(B,A).
begin(free(V)) :- vertex(V).
"""
KAYLES = """move(choose(V)) :- free(V).
gone(choose(V), free(V)) :- move(choose(V)).
gone(choose(V), free(W)) :- move(choose(V)), near(V,W).
"""
CONNECTED = """joined(V,W) :- free(V), free(W), W = #min { U : free(U), U != V }, V != W.
joined(V,W) :- joined(V,U), near(U,W), free(W), V != W.
cuts(V) :- free(V), free(W), V != W, not joined(V,W).
move(take(V)) :- free(V), not cuts(V).
gone(take(V), free(V)) :- move(take(V)).
"""
ODD = """degree(V,N) :- free(V), N = #count { W : near(V,W), free(W) }.
move(delete(V)) :- degree(V,N), N \\ 2 = 1.
gone(delete(V), free(V)) :- move(delete(V)).
"""


def neighbours(cell: Cell) -> set[Cell]:
    row, column = cell
    return {(row, column + 1), (row, column - 1), (row + 1, column), (row - 1, column)}


def kayles(free: Cells) -> Iterable[Cells]:
    return (free - {cell} - neighbours(cell) for cell in free)


def connected(free: Cells) -> Iterable[Cells]:
    for cell in free:
        rest = set(free - {cell})
        waiting = [rest.pop()] if rest else []
        while waiting:
            more = neighbours(waiting.pop()) & rest
            rest -= more
            waiting += more
        if not rest:
            yield free - {cell}


def odd(free: Cells) -> Iterable[Cells]:
    return (free - {cell} for cell in free if len(neighbours(cell) & free) % 2)


def value(moves: Callable[[Cells], Iterable[Cells]], start: Cells, misere: bool = False) -> int:
    """By mex, from the rules in Python alone."""

    @cache
    def of(free: Cells) -> int:
        options = {of(to) for to in moves(free)}
        if not options:
            return int(misere)
        return next(number for number in range(len(options) + 1) if number not in options)

    return of(start)


@pytest.mark.parametrize("whole", small_or_whole(0, 1))
@pytest.mark.parametrize(
    ("rules", "moves", "sizes", "large"),
    [
        (KAYLES, kayles, [(2, 3), (3, 4)], (4, 5)),
        (CONNECTED, connected, [(1, 4), (2, 3)], (3, 4)),
        (ODD, odd, [(1, 5), (2, 3)], (3, 4)),
    ],
    ids=["kayles", "connected", "odd"],
)
def test_values_and_outcomes_of_both_plays(
    rules: str,
    moves: Callable[[Cells], Iterable[Cells]],
    sizes: list[Cell],
    large: Cell,
    whole: int,
    tmp_path: Path,
) -> None:
    assert len((GRID + rules).splitlines()) <= 20
    sizes = [*sizes, large] if whole else sizes
    cells = {at: frozenset((r, c) for r in range(1, at[0] + 1) for c in range(1, at[1] + 1)) for at in sizes}
    values = {at: value(moves, start) for at, start in cells.items()}
    misere = {at: value(moves, start, misere=True) for at, start in cells.items()}
    said = "".join(f"value({values[r, c]}) :- r = {r}, c = {c}.\n" for r, c in sizes)
    said += "".join(f"other({values[r, c] + 1}) :- r = {r}, c = {c}.\n" for r, c in sizes)
    said += "".join(f"lost :- r = {r}, c = {c}.\n" for r, c in sizes if not misere[r, c]) + "lost :- r = 0.\n"
    (tmp_path / "g.lp").write_text(GRID + rules + said)
    listed = "".join(
        f"  - {{id: v{r}x{c}, says: s, kind: grundy, iff: value, positions: starts, over: {{r: {r}, c: {c}}}}}\n"
        f"  - {{id: w{r}x{c}, says: s, kind: grundy, iff: other, positions: starts, over: {{r: {r}, c: {c}}}}}\n"
        f"  - {{id: m{r}x{c}, says: s, kind: p-positions, iff: lost, play: misere, positions: starts,"
        f" over: {{r: {r}, c: {c}}}}}\n"
        for r, c in sizes
    )
    (tmp_path / "g.yaml").write_text(
        "game: g\nrules: g.lp\nparameters: {r: 1..4, c: 1..5}\nposition: {free: {subset_of: vertex}}\nstarts: begin\n"
        f"claims:\n{listed}"
    )
    results = check(load(tmp_path / "g.yaml"), Options(prove=False, jobs=1, limits=Limits(seconds=300)), lambda _: None)
    found = {one.id: one for one in results}
    for r, c in sizes:
        assert found[f"v{r}x{c}"].verdict.value == found[f"m{r}x{c}"].verdict.value == "holds", (r, c)
        assert found[f"w{r}x{c}"].verdict.value == "refuted"
        assert "boards in C" in found[f"v{r}x{c}"].engines


CLOBBER = """stones((R,C),(S,D)) :- white(R,C), black(S,D), near((R,C),(S,D)).
move(m(V,W)) :- stones(V,W).
move(m(V,W)) :- stones(W,V).
gone(m((R,C),W), white(R,C)) :- stones((R,C),W).
gone(m(V,(S,D)), black(S,D)) :- stones(V,(S,D)).
after(m(V,(S,D)), white(S,D)) :- stones(V,(S,D)).
gone(m((R,C),W), black(R,C)) :- stones(W,(R,C)).
gone(m(V,(S,D)), white(S,D)) :- stones((S,D),V).
after(m(V,(S,D)), black(S,D)) :- stones((S,D),V).
"""


def clobber(stones: frozenset[tuple[Cell, bool]]) -> Iterable[frozenset[tuple[Cell, bool]]]:
    for cell, colour in stones:
        for to in neighbours(cell):
            if (to, not colour) in stones:
                yield stones - {(cell, colour), (to, not colour)} | {(to, colour)}


def test_what_no_play_reaches_may_be_at_fault(tmp_path: Path) -> None:
    """Where a stone of both colours stood on a cell a move would add and take it; searches go on without that."""
    start = frozenset(((r, c), (r + c) % 2 == 0) for r in range(1, 3) for c in range(1, 5))
    known = value(clobber, start)  # type: ignore[arg-type]
    begun = "begin(white(R,C)) :- cell(R,C), (R+C) \\ 2 = 0.\nbegin(black(R,C)) :- cell(R,C), (R+C) \\ 2 = 1.\n"
    rules = GRID.replace("begin(free(V)) :- vertex(V).\n", begun) + CLOBBER
    (tmp_path / "g.lp").write_text(f"#const r=2.\n#const c=4.\n{rules}value({known}).\n")
    (tmp_path / "g.yaml").write_text(
        "game: g\nrules: g.lp\nposition: {white: {subset_of: cell}, black: {subset_of: cell}}\nstarts: begin\n"
        "claims:\n  - {id: v, says: s, kind: grundy, iff: value, positions: starts}\n"
    )
    (found,) = check(load(tmp_path / "g.yaml"), Options(prove=False, jobs=1), lambda _: None)
    assert (found.verdict.value, found.engines) == ("holds", ("clingo", "boards in C"))
