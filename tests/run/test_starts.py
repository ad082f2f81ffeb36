"""Who wins where games on sets begin, the pictures of that, and theorems about it, against plain Python."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import clingo
import pytest

from bouton.core.errors import InputError
from bouton.core.spec import Spec
from bouton.core.verdict import Result, Verdict
from bouton.discover.theorem import discover
from bouton.document.load import load, narrow
from bouton.process.limits import Limits
from bouton.run.check import check
from bouton.run.mutants import extract
from bouton.run.options import Options
from bouton.run.starts import starts
from bouton.show.picture.graph import Vertex, game_graph
from bouton.show.picture.plot import tally
from bouton.show.picture.slice import cut
from bouton.show.picture.solved import solve

SPECS = Path(__file__).parents[2] / "specs"
LIMITS = Limits(seconds=300)
Cells = frozenset[tuple[int, int]]


def cells(rows: int, columns: int) -> Cells:
    return frozenset((r, c) for r in range(1, rows + 1) for c in range(1, columns + 1))


@cache
def cram(free: Cells) -> int:
    """The value, by mex."""
    pairs = [((r, c), two) for r, c in free for two in ((r + 1, c), (r, c + 1)) if two in free]
    options = {cram(free - {*pair}) for pair in pairs}
    return next(one for one in range(len(options) + 1) if one not in options)


@cache
def domineering(free: Cells, down: bool) -> bool:
    """Whether the side to move wins."""
    pairs = [{(r, c), (r + down, c + (not down))} for r, c in free if (r + down, c + (not down)) in free]
    return any(not domineering(free - pair, not down) for pair in pairs)


def spec(name: str, *sets: str) -> Spec:
    return narrow(load(SPECS / f"{name}.yaml"), list(sets), ())


def test_starts_in_both_plays_with_values_and_sides() -> None:
    found = [*starts(spec("cram", "rows=1..3", "columns=1..4"), "normal", LIMITS, values=True)]
    assert len(found) == 12
    for one in found:
        value = cram(cells(*one.parameters.values()))  # type: ignore[arg-type]
        assert (one.value, one.outcome) == (value, "N" if value else "P")
    sided = [*starts(spec("domineering", "n=2..3"), "normal", LIMITS)]
    for one in sided:
        n, mover = one.parameters["n"], str(one.mover)
        assert isinstance(n, int)
        assert (one.outcome == one.mover) is domineering(cells(n, n), mover == "vertical")
    assert len(sided) == 4


def test_a_plot_is_of_the_starts() -> None:
    shown = cut(spec("cram", "rows=1..3", "columns=1..4"), None)
    assert [(axis.name, axis.low, axis.high) for axis in shown.axes] == [("rows", 1, 3), ("columns", 1, 4)]
    marks = solve(shown, "normal", LIMITS, lambda _: None, number="values")
    assert {cell.at: seen.value for cell, seen in marks} == {
        (r, c): cram(cells(r, c)) for r in range(1, 4) for c in range(1, 5)
    }
    strip = cut(spec("cram", "columns=1..4"), "rows=2")
    assert (len(strip.axes), len(strip.cells), strip.fixed) == (1, 4, ("rows = 2",))
    sided = cut(spec("domineering"), "turn=vertical")
    assert tally(solve(sided, None, LIMITS, lambda _: None)) == "2 points, side vertical wins 2"


@pytest.mark.parametrize(
    ("name", "sets", "at", "message"),
    [
        ("cram", ("rows=2", "columns=3"), None, "here vary none"),
        ("domineering", (), None, "there are 2 starts at n=2; expected one of them, such as --at turn="),
        ("domineering", (), "turn=nobody", "no position"),
        ("cram", (), "rows", "'rows' is not NAME=VALUE"),
        ("cram", (), "lines=3", "lines"),
    ],
)
def test_what_is_no_plot_is_told(name: str, sets: tuple[str, ...], at: str | None, message: str) -> None:
    with pytest.raises(InputError, match=message):
        cut(spec(name, *sets), at)


def _found(of: Spec) -> tuple[list[str], str, str]:
    """The last guess: its rules, its words, and how it ended."""
    guesses = [*discover(of, Limits(processor=120.0))]
    return ([*guesses[-1].body], guesses[-1].says, guesses[-1].state) if guesses else ([], "", "")


def test_a_condition_on_the_parameters_is_found_and_is_right() -> None:
    rules, _, state = _found(spec("cram", "rows=2..3", "columns=2..4"))
    assert state in ("fits", "proved")
    lost = {(r, c) for r in (2, 3) for c in (2, 3, 4) if not cram(cells(r, c))}
    boards = [(r, c) for r in (2, 3) for c in (2, 3, 4)]
    said = {(r, c) for r, c in boards if _holds("\n".join(rules), {"rows": r, "columns": c})}
    assert said == lost


def _holds(rules: str, parameters: dict[str, int]) -> bool:
    """Whether clingo derives `found`, asked without Bouton."""
    control = clingo.Control([f"-c{name}={value}" for name, value in parameters.items()])
    control.add("base", [], rules)
    control.ground([("base", [])])
    return bool([*control.symbolic_atoms.by_signature("found", 0)])


def test_who_begins_wins_a_small_square_of_domineering() -> None:
    rules, says, state = _found(spec("domineering", "n=2..3"))
    assert (says, state) == ("The first player wins.", "fits")
    assert "found(vertical) :- side(vertical), begun_well." in rules


def test_nothing_is_said_where_nothing_fits() -> None:
    """Node Kayles on cycles: from 3 to 16 vertices no period is seen three times."""
    assert _found(spec("node_kayles", "n=3..16")) == ([], "", "")


def test_a_period_is_found_along_a_parameter(tmp_path: Path) -> None:
    """One or two end vertices are taken: the second player wins on each third path."""
    (tmp_path / "g.lp").write_text(
        "vertex(1..n). begin(free(V)) :- vertex(V). last(V) :- free(V), not free(V+1).\n"
        "move(one(V)) :- last(V). move(two(V)) :- last(V), free(V-1).\n"
        "gone(M,free(V)) :- move(M), M = one(V). gone(M,free(V-1..V)) :- move(M), M = two(V).\n"
    )
    (tmp_path / "g.yaml").write_text(
        "game: g\nrules: g.lp\nparameters: {n: 1..12}\n"
        "position: {free: {subset_of: vertex}}\nstarts: begin\nclaims: []\n"
    )
    rules, says, state = _found(load(tmp_path / "g.yaml"))
    assert (rules, state) == (["found :- n \\ 3 = 0."], "fits")
    assert says == "Where the game begins the second player wins in normal play iff n is 0 modulo 3."


NOTAKTO = """\
cell(0..2,0..n-1).
line(0,1). line(1,0). line(1,1). line(1,-1).
over :- cross(R,C), line(A,B), cross(R+A,C+B), cross(R+2*A,C+2*B).
move(put(R,C))              :- cell(R,C), not cross(R,C), not over.
after(put(R,C), cross(R,C)) :- move(put(R,C)).
"""


def checked(folder: Path) -> list[Result]:
    return [*check(load(folder / "g.yaml"), Options(prove=False), lambda _: None)]


def notakto(n: int) -> bool:
    """Whether the first player wins on an empty board of three rows, where who completes a line of three loses."""
    cells = [(r, c) for r in range(3) for c in range(n)]
    lines = [[(r + k * a, c + k * b) for k in range(3)] for r, c in cells for a, b in ((0, 1), (1, 0), (1, 1), (1, -1))]
    bad = [sum(1 << cells.index(one) for one in line) for line in lines if {*line} <= {*cells}]

    @cache
    def wins(board: int) -> bool:
        if any(board & line == line for line in bad):
            return True
        return any(not wins(board | 1 << at) for at in range(len(cells)) if not board >> at & 1)

    return wins(0)


@pytest.mark.parametrize("begin", ["empty.", "empty. empty(cross(9,9)) :- n < 0.", "empty :- cell(0,0)."])
def test_a_game_begins_with_an_empty_set(begin: str, tmp_path: Path) -> None:
    """The marks of an empty board: no fluent is said of the start."""
    said = " ".join(f"lost :- n = {n}." for n in (3, 4) if not notakto(n))
    (tmp_path / "g.lp").write_text(f"{NOTAKTO}{begin}\n{said}\nmet :- cross(_,_).\n")
    (tmp_path / "g.yaml").write_text(
        "game: g\nrules: g.lp\nparameters: {n: 3..4}\nposition: {cross: {subset_of: cell}}\nstarts: empty\nclaims:\n"
        "  - {id: won, says: s, kind: p-positions, play: misere, positions: starts, iff: lost}\n"
        "  - {id: met, says: s, kind: outcome, outcome: N, where: met, positions: starts}\n"
    )
    won, met = checked(tmp_path)
    assert (won.verdict, won.positions) == (Verdict.HOLDS, 2)
    assert met.verdict is Verdict.VACUOUS


def test_without_a_start_no_game_begins(tmp_path: Path) -> None:
    (tmp_path / "g.lp").write_text(f"{NOTAKTO}empty :- n < 0.\nodd :- n \\ 2 = 1.\n")
    (tmp_path / "g.yaml").write_text(
        "game: g\nrules: g.lp\nparameters: {n: 3}\nposition: {cross: {subset_of: cell}}\nstarts: empty\n"
        "claims: [{id: odd, says: s, kind: p-positions, iff: odd}]\n"
    )
    (result,) = checked(tmp_path)
    assert (result.verdict, result.reason) == (
        Verdict.VACUOUS,
        "nowhere does a game begin, by the `starts` of the spec",
    )


@pytest.mark.parametrize("rules", ["empty. empty(a,cross(0,0)).", "empty(a,b,c).", "full."])
def test_starts_of_other_arguments_are_errors(rules: str, tmp_path: Path) -> None:
    (tmp_path / "g.lp").write_text(f"{NOTAKTO}{rules}\n")
    (tmp_path / "g.yaml").write_text(
        "game: g\nrules: g.lp\nparameters: {n: 3}\nposition: {cross: {subset_of: cell}}\nstarts: empty\nclaims: []\n"
    )
    with pytest.raises(InputError) as error:
        checked(tmp_path)
    assert "empty alone where all sets are empty" in str(error.value)


COINS = """\
number(1..n). sum(0).
sum(A+B) :- sum(A), named(B), A+B <= n.
move(name(A))            :- number(A), A > 1, not sum(A).
after(name(A), named(A)) :- move(name(A)).
begin.
odd :- n \\ 2 = 1.
"""


def coins(named: frozenset[int], n: int) -> set[int]:
    """The numbers from 2 to n that are no sums of those that are named."""
    sums = {0}
    for one in range(1, n + 1):
        if any(one - part in sums for part in named):
            sums.add(one)
    return {*range(2, n + 1)} - sums


@cache
def coined(named: frozenset[int], n: int, misere: bool = False) -> int:
    """The value of Sylver coinage with numbers to n, of which 1 is never named."""
    options = {coined(named | {one}, n, misere) for one in coins(named, n)}
    if misere and not options:
        return 1
    return next(one for one in range(len(options) + 1) if one not in options)


def named_at(vertex: Vertex) -> frozenset[int]:
    (members,) = vertex.position
    assert isinstance(members, tuple)
    return frozenset(int(str(one)) for one in members)


@pytest.mark.slow
def test_sets_that_grow_are_drawn_and_looked_at_for_theorems(tmp_path: Path) -> None:
    """No measure falls by default: the games are followed to their ends."""
    (tmp_path / "g.lp").write_text(COINS)
    (tmp_path / "g.yaml").write_text(
        "game: g\nrules: g.lp\nparameters: {n: 2..9}\nposition: {named: {subset_of: number}}\nstarts: begin\n"
        "claims: [{id: odd, says: s, kind: p-positions, positions: starts, iff: odd}]\n"
    )
    spec = load(tmp_path / "g.yaml")
    lost = {one.parameters["n"] for one in starts(spec, "normal", LIMITS) if one.outcome == "P"}
    assert lost == {n for n in range(2, 10) if coined(frozenset(), n) == 0}
    values = [one.value for one in starts(spec, "misere", LIMITS, values=True)]
    assert values == [coined(frozenset(), n, True) for n in range(2, 10)]
    drawn = game_graph(narrow(spec, ["n=6"], [], []), None, "normal", LIMITS)
    assert frozenset() in map(named_at, drawn.vertices)
    for vertex in drawn.vertices:
        named = named_at(vertex)
        assert vertex.values == (coined(named, 6), coined(named, 6, True))
        assert vertex.lost is (vertex.values[0] == 0)
        options = {named_at(drawn.vertices[arrow.to]) for arrow in vertex.arrows}
        assert options == {named | {one} for one in coins(named, 6)}
    assert "begin." in str(extract(spec, spec.claim("odd"))[0].text)
