"""Positions that are sorted by their measure: heaps that keep their places, measures derived or of heaps."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import product
from pathlib import Path

import pytest

from bouton.claims.passes import Pass
from bouton.compiled import program as printed
from bouton.compiled.engine import load as load_program
from bouton.compiled.fixed import fixed
from bouton.compiled.prepare import of_outcomes
from bouton.compiled.validate import parts
from bouton.core.errors import Disagreement, Misfit
from bouton.core.position import Position
from bouton.core.spec import PLAYS, Spec
from bouton.document.load import load
from tests.compiled.engines import LANGUAGES, by_clingo, by_program, judged, pairs, prepared

Options = Callable[[Position], Iterator[Position]]


def heaps_of(position: Position) -> tuple[int, ...]:
    (heaps,) = position
    assert isinstance(heaps, tuple)
    return heaps


def row(position: Position) -> Iterator[Position]:
    """Of the first heap of a row any number, of one that follows another one or two."""
    heaps = heaps_of(position)
    for at, size in enumerate(heaps):
        for taken in range(1, size + 1 if at == 0 else min(size, 2) + 1):
            left = (*heaps[:at], size - taken, *heaps[at + 1 :])
            yield (tuple(filter(None, left)),)


def merging(position: Position) -> Iterator[Position]:
    """Take one stone of a heap, or put the two least of several heaps together."""
    heaps = heaps_of(position)
    for at, size in enumerate(heaps):
        yield (tuple(sorted(filter(None, (*heaps[:at], size - 1, *heaps[at + 1 :])))),)
    if len(heaps) > 1 and heaps[0] + heaps[1] <= 6:
        yield (tuple(sorted((heaps[0] + heaps[1], *heaps[2:]))),)


def twice(position: Position) -> Iterator[Position]:
    """Put two stones from the first counter to the second, or three from the second to the first, or take one."""
    first, second = position
    assert isinstance(first, int) and isinstance(second, int)
    steps = ((-1, 0), (0, -1), (-2, 1), (1, -2))
    yield from ((first + a, second + b) for a, b in steps if 0 <= first + a <= 9 and 0 <= second + b <= 9)


def debts(position: Position) -> Iterator[Position]:
    """Two counters that are stones, one of which may be negative: one less of either, or three less for one more."""
    first, second = position
    assert isinstance(first, int) and isinstance(second, int)
    steps = ((-1, 0), (0, -1), (-3, 1))
    yield from ((first + a, second + b) for a, b in steps if first + a >= -4 and 0 <= second + b <= 4)


_TAKE = "after({0}(I,K), heap(I,S-K)) :- heap(I,S), move({0}(I,K)).\n"
GAMES: dict[str, tuple[str, str, Options]] = {
    "row": (
        "move(take(I,K)) :- heap(I,S), K = 1..S, I = 1.\nmove(take(I,K)) :- heap(I,S), K = 1..2, K <= S, I > 1.\n"
        f"{_TAKE.format('take')}p :- heap(1,S), heap(2,S), not heap(3,_). p :- not heap(1,_).\n"
        "q(S) :- heap(1,S). q(0) :- not heap(1,_).\n",
        "position: {heap: {count: 0..3, size: 1..4, order: none}}",
        row,
    ),
    "merging": (
        f"move(take(I,1)) :- heap(I,_).\n{_TAKE.format('take')}"
        "move(join) :- heap(1,S), heap(2,T), S + T <= 6.\nafter(join, heap(1,0)) :- move(join).\n"
        "after(join, heap(2,S+T)) :- move(join), heap(1,S), heap(2,T).\n"
        "p :- #sum { S,I : heap(I,S) } = N, N \\ 2 = 0. q(N \\ 3) :- #sum { S,I : heap(I,S) } = N.\n",
        "measure: [stones, heaps]\nposition: {heap: {count: 0..4, size: 1..6}}",
        merging,
    ),
    "weighed": (
        "move(s(1,0)) :- a(A), A > 0. move(s(0,1)) :- b(B), B > 0.\n"
        "move(s(2,-1)) :- a(A), A > 1, b(B), B < 9. move(s(-1,2)) :- b(B), B > 1, a(A), A < 9.\n"
        "after(s(X,Y),a(A-X)) :- a(A), move(s(X,Y)). after(s(X,Y),b(B-Y)) :- b(B), move(s(X,Y)).\n"
        "weight(A+B) :- a(A), b(B).\np :- a(A), b(B), (A - B) \\ 3 = 0. q((A+B) \\ 3) :- a(A), b(B).\n",
        "measure: [weight]\nposition: {a: 0..9, b: 0..9}",
        twice,
    ),
    "debts": (
        "move(s(1,0)) :- a(A), A > -4. move(s(0,1)) :- b(B), B > 0. move(s(3,-1)) :- a(A), A > -2, b(B), B < 4.\n"
        "after(s(X,Y),a(A-X)) :- a(A), move(s(X,Y)). after(s(X,Y),b(B-Y)) :- b(B), move(s(X,Y)).\n"
        "p :- a(A), b(B), (A - B) \\ 2 = 0. q(0) :- p. q(1) :- not p.\n",
        "position: {a: {range: -4..4, stones: true}, b: {range: 0..4, stones: true}}",
        debts,
    ),
}


def spec(folder: Path, name: str, more: str = "") -> Spec:
    """The spec of a game, with claims about all of it and a part, in both plays."""
    rules, head, _ = GAMES[name]
    where = "over: {heap: {count: 1..2}}" if "heap" in head else "over: {b: 2..4}"
    kinds = ("p-positions, iff: p", "p-positions, play: misere, iff: p", "grundy, iff: q", "everywhere, iff: p")
    ids = [f"  - {{id: c{at}, says: A., kind: {one}}}\n" for at, one in enumerate(kinds)]
    ids += [f"  - {{id: d{at}, says: A., kind: {one}, {where}}}\n" for at, one in enumerate(kinds)]
    (folder / "a.lp").write_text(rules + more)
    (folder / "a.yaml").write_text(f"game: a\nrules: a.lp\n{head}\nclaims:\n{''.join(ids)}")
    return load(folder / "a.yaml")


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.sample(4)
def test_claims_are_judged_as_by_clingo(name: str, tmp_path: Path) -> None:
    """The same failures, which are the least in the measure's order, or as many positions."""
    made, failing = spec(tmp_path, name), 0
    for item, claim in judged(made):
        program = prepared(made, item, claim)
        assert program is not None and program.space.sorted, claim.id
        expected = by_clingo(made, item)
        failing += expected.counterexample is not None
        for language in ("Python",) if claim.id.startswith("d") else LANGUAGES:
            assert by_program(made, item, program, language) == expected, (claim.id, language)
    assert failing > 2


@cache
def by_definition(name: str, position: Position, misere: bool) -> int:
    """The value of a position, its options being listed in plain Python."""
    values = {by_definition(name, one, misere) for one in GAMES[name][2](position)}
    return next(one for one in range(len(values) + 1) if one not in values) if values else int(misere)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.sample(3)
def test_all_values_are_those_of_the_definition(name: str, language: str, tmp_path: Path) -> None:
    item = next(one for one, _ in judged(spec(tmp_path, name), "c0"))
    every = [one for layer in item.region.layers(item.game.measure) for one in layer]
    found = pairs(item.game, item.region, every, language)
    assert found == {at: (by_definition(name, at, False), by_definition(name, at, True)) for at in every}
    for play in PLAYS:
        job = of_outcomes(item.game, item.region, play).job
        engine = load_program(job, language)
        engine.solve(job.size)
        lost = {at for at in every if engine.machine.marked(*parts(at))}
        assert lost == {at for at in every if not by_definition(name, at, play == "misere")}
        order = [engine.machine.position(rank) for rank in range(job.size)]
        outside = set(order) - {parts(at) for at in every}
        assert [at for at in order if at not in outside] == [parts(at) for at in every]


def _misfit(item: Pass, made: Spec) -> bool:
    for _, claim in judged(made, "c0"):
        program = prepared(made, item, claim)
        assert program is not None
        for language in LANGUAGES:
            with pytest.raises(Misfit):
                by_program(made, item, program, language)
    return True


@pytest.mark.parametrize(
    ("name", "more"),
    [
        ("row", "move(turn) :- heap(3,_). after(turn,heap(I,S)) :- heap(4-I,S), move(turn).\n"),
        ("merging", "move(stay) :- heap(2,6). after(stay,heap(1,S)) :- heap(1,S), move(stay).\n"),
        ("weighed", "move(up) :- a(7), b(7). after(up,a(8)) :- move(up).\n"),
        ("weighed", "weight(3) :- a(7), b(7).\n"),
    ],
)
def test_what_does_not_lower_the_measure_is_clingos_to_tell(name: str, more: str, tmp_path: Path) -> None:
    """A move to a position with an equal or a greater measure, or one that the rules give two."""
    made = spec(tmp_path, name, more)
    assert _misfit(next(one for one, _ in judged(made, "c0")), made)


@pytest.mark.parametrize(
    ("right", "wrong", "says"),
    [
        ("*row++ = weights[i] - NUMBER;", "*row++ = weights[i];", "the measure"),
        ("*row++ = k[i];", "*row++ = k[0];", "differ"),
    ],
)
def test_a_fault_is_found(right: str, wrong: str, says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A measure that the program has wrong differs from clingo's."""
    assert right in fixed("note.c")
    monkeypatch.setattr(printed, "fixed", lambda name: fixed(name).replace(right, wrong))
    made = spec(tmp_path, "weighed")
    item, claim = next(judged(made, "c0"))
    program = prepared(made, item, claim)
    assert program is not None
    with pytest.raises(Disagreement, match=says):
        by_program(made, item, program, "C")


def test_places_of_heaps_that_keep_theirs(tmp_path: Path) -> None:
    """Each list of heaps has a place of its own, and gaps are closed."""
    item = next(one for one, _ in judged(spec(tmp_path, "row"), "c0"))
    space = of_outcomes(item.game, item.region, "normal").space
    lists = [at for count in range(4) for at in product(range(1, 5), repeat=count)]
    assert (len(lists), len({space.place((at,)) for at in lists})) == (space.size, space.size)
