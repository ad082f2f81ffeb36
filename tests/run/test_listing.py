"""Tables by clingo and by programs: the same rows in the same order, those of plain Python, whoever begins."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from math import inf
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bouton.claims.judge import game_of
from bouton.claims.subject import rules_of
from bouton.cli.specs import load_one
from bouton.compiled import engine, listed
from bouton.compiled.engine import InC, InPython, load
from bouton.compiled.found import FoundAt
from bouton.core.errors import Disagreement, InputError, Misfit
from bouton.core.position import Measure, Position
from bouton.core.shipped import folder as shipped
from bouton.core.spec import Play, Spec
from bouton.core.tuning import TUNING
from bouton.ground.box import CounterBox, GroundBox, HeapBox, Region, among, ground_box
from bouton.process.compiler import NoCompiler
from bouton.process.limits import Limits
from bouton.run import listing
from bouton.run.listing import ListedRegion, solved
from bouton.run.measures import measured
from tests.compiled.engines import LANGUAGES
from tests.ground.test_alliances import LARGEST, games, written
from tests.samples import small_or_whole
from tests.variants import K, Variant, is_p, variants, write

CLAIM = "  - {id: c, says: x, kind: p-positions, iff: none}\n"
NONE = "none :- heaps(-1).\n"
CLINGO, PROGRAM = replace(TUNING, worth=inf), replace(TUNING, look=1, worth=-1.0)
PLAYS: tuple[Play, ...] = ("normal", "misere")


def asked(
    spec: Spec, play: Play = "normal", *, values: bool = False, part: Region | None = None, k: int = 1
) -> ListedRegion:
    """The box of a spec for the least values of its parameters, or part of it."""
    chosen = next(one for one in spec.box.assignments() if one.get("k", k) == k)
    game = game_of(spec, rules_of(spec), spec.box, chosen)
    region = part or Region(ground_box(spec.fluents, spec.box, chosen))
    return ListedRegion(game, region, play, values, Limits(), spec.game, spec.rules_place)


def rows(what: ListedRegion, *, lost: bool = False, tuning: Any = CLINGO) -> list[FoundAt]:
    """What is listed; all that is looked at is the region."""
    parts = list(solved(what, lost=lost, tuning=tuning))
    assert sum(part.looked_at for part in parts) == what.region.size()
    return [one for part in parts for one in part.told]


@pytest.fixture
def programs(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """The programs that are loaded, in their order."""
    made: list[str] = []

    def loading(*given: Any) -> Any:
        found = load(*given)
        made.append(found.machine.name)
        return found

    monkeypatch.setattr(listed, "load", loading)
    yield made


def by(monkeypatch: pytest.MonkeyPatch, language: str) -> None:
    """All programs in one language."""
    monkeypatch.setattr(listed, "load", lambda job: load(job, language))


def parts_of(region: Region, measure: Measure, data: st.DataObject) -> Region:
    """A smaller box, or some positions."""
    every = [position for layer in region.layers(measure) for position in layer]
    if data.draw(st.booleans()):
        return among(tuple(part.fluent for part in region.hull.parts), tuple(data.draw(st.permutations(every))[:5]))
    parts: list[HeapBox | CounterBox] = []
    for part in region.hull.parts:
        if isinstance(part, HeapBox):
            low, size = data.draw(st.integers(0, 2)), data.draw(st.integers(1, 2))
            parts.append(replace(part, counts=range(low, part.counts.stop), sizes=range(size, part.sizes.stop)))
        elif isinstance(part, CounterBox):
            parts.append(replace(part, values=part.values[data.draw(st.integers(0, 1)) :]))
    return Region(GroundBox(tuple(parts)))


@cache
def value(variant: Variant, k: int, position: Position, play: str) -> int:
    """The value by its definition."""
    options = variant.options(k, position)
    if not options:
        return int(not is_p(variant, k, position, play))
    below = {value(variant, k, to, play) for to in options}
    return next(number for number in itertools.count() if number not in below)


@pytest.mark.parametrize("examples", small_or_whole(4, 300))
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.sample(2)
def test_random_games(language: str, examples: int, tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("tables")

    @given(st.data())
    @settings(max_examples=examples)
    def agree(data: st.DataObject) -> None:
        variant = data.draw(variants())
        spec, k, play = (
            write(folder, variant, CLAIM, NONE),
            data.draw(st.sampled_from(K)),
            data.draw(st.sampled_from(PLAYS)),
        )
        values = data.draw(st.booleans()) and not variant.winner
        alone = values and data.draw(st.booleans())
        what = replace(asked(spec, play, values=values, k=k), alone=alone)
        if data.draw(st.booleans()):
            what = replace(what, region=parts_of(what.region, what.game.measure, data))
        lost = data.draw(st.booleans())
        with pytest.MonkeyPatch.context() as patch:
            by(patch, language)
            found = rows(what, lost=lost, tuning=PROGRAM)
        assert found == rows(what, lost=lost)
        inside = [at for at in variant.box() if at in what.region.hull and at in (what.region.listed or [at])]

        def told(at: Position) -> FoundAt:
            pair = (value(variant, k, at, "normal"), value(variant, k, at, "misere")) if values else None
            p = is_p(variant, k, at, play)
            return FoundAt(at, "P" if p else "N", p, (pair[play == "misere"],) if pair and alone else pair)

        assert found == [one for one in map(told, inside) if one.lost or not lost]

    agree()


@pytest.mark.parametrize("examples", small_or_whole(4, 100))
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.sample(2)
@pytest.mark.slow
def test_random_games_of_alliances(language: str, examples: int, tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("alliances")

    @given(games(), st.booleans())
    @settings(max_examples=examples)
    def agree(game: Any, lost: bool) -> None:
        what = asked(written(folder, game))
        with pytest.MonkeyPatch.context() as patch:
            by(patch, language)
            found = rows(what, lost=lost, tuning=PROGRAM)
        assert found == rows(what, lost=lost)
        assert lost or len(found) == (LARGEST + 1) * game[0]

    agree()


SPLITS = """\
move(take(I,M)) :- heap(I,S), M = 1..2, M <= S.
after(take(I,M), heap(I,S-M)) :- move(take(I,M)), heap(I,S).
move(split(I)) :- heap(I,S), S > 8, not heap(2,_).
after(split(I), heap(I,S/3)) :- move(split(I)), heap(I,S).
after(split(I), heap(9,S/2)) :- move(split(I)), heap(I,S).
"""
PILE = """\
move(take(M)) :- pile(N), M = 1..3, M <= N.
after(take(M), pile(N-M)) :- move(take(M)), pile(N).
"""


def game(folder: Path, rules: str, position: str) -> Spec:
    """A game of one file."""
    (folder / "g.lp").write_text(rules)
    (folder / "g.yaml").write_text(f"game: g\nrules: g.lp\nposition: {{{position}}}\n")
    return load_one(str(folder / "g.yaml"))


def test_a_program_is_made_where_clingo_would_take_long(programs: list[str]) -> None:
    spec = load_one(str(shipped("specs") / "wythoff.yaml"), over=["heap.size=1..12"])
    assert len(rows(asked(spec), tuning=TUNING)) == 91
    assert programs == []
    larger = load_one(str(shipped("specs") / "wythoff.yaml"), over=["heap.size=1..90"])
    found = rows(asked(larger), lost=True, tuning=TUNING)
    assert len(programs) == 1
    golden = (1 + 5**0.5) / 2
    pairs = [(int(n * golden), int(n * golden**2)) for n in range(1, 35)]
    assert [one.position for one in found] == [((),), *(((a, b),) for a, b in pairs if b <= 90)]


@pytest.mark.slow
def test_without_a_compiler_the_program_is_in_python(programs: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def none(_source: str) -> None:
        raise NoCompiler("there is none")

    monkeypatch.setattr(engine, "library", none)
    spec = load_one(str(shipped("specs") / "wythoff.yaml"), over=["heap.size=1..30"])
    assert rows(asked(spec), tuning=PROGRAM) == rows(asked(spec))
    assert programs == ["compiled Python"]


def test_what_no_program_fits_is_left_to_clingo(tmp_path: Path, programs: list[str]) -> None:
    spec = game(tmp_path, SPLITS, "heap: {count: 0..1, size: 1..20}")
    assert rows(asked(spec), tuning=PROGRAM) == rows(asked(spec))
    assert programs == []


@pytest.mark.parametrize("lost", [False, True])
@pytest.mark.parametrize("own", [False, True])
@pytest.mark.sample(4)
@pytest.mark.slow
def test_where_a_program_does_not_fit_any_more_clingo_goes_on(
    lost: bool, own: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    spec = load_one(
        str(shipped("specs") / "wythoff.yaml"), over=["heap.size=1..30", *([] if own else ["heap.count=2"])]
    )
    expected = rows(asked(spec), lost=lost)
    monkeypatch.setattr(listed, "_FIRST", 100)
    monkeypatch.setattr(listed, "_TELL", 0.0)
    solve = engine.Engine.solve

    def leaving(self: Any, stop: int) -> None:
        if stop > 300:
            raise Misfit
        solve(self, stop)

    monkeypatch.setattr(engine.Engine, "solve", leaving)
    assert rows(asked(spec), lost=lost, tuning=PROGRAM) == expected


@pytest.mark.parametrize("machine", [InC, InPython])
@pytest.mark.parametrize(("play", "values"), [("normal", False), ("misere", True)])
@pytest.mark.sample(4)
def test_a_program_that_lists_something_else_is_found(
    machine: Any, play: Play, values: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    spec = load_one(str(shipped("specs") / "wythoff.yaml"), over=["heap.size=1..20"])
    by(monkeypatch, "C" if machine is InC else "Python")
    listing_ = machine.listed

    def lying(self: Any, *given: Any) -> Any:
        end, looked_at, found = listing_(self, *given)
        width = 2 + 2
        first, second, third = (found[width * at : width * (at + 1)] for at in (2, 3, 4))
        return end, looked_at, found[: width * 2] + second + first + third + found[width * 5 :]

    monkeypatch.setattr(machine, "listed", lying)
    with pytest.raises(Disagreement, match="other positions than clingo, or in another order"):
        rows(asked(spec, play, values=values), tuning=PROGRAM)


@pytest.mark.parametrize("values", [False, True])
def test_a_program_that_solves_something_else_is_found(values: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is held against clingo at the least positions below, where the region has none of these."""
    spec = load_one(str(shipped("specs") / "wythoff.yaml"), over=["heap.size=1..20", "heap.count=2"])
    monkeypatch.setattr(listed, "validate", lambda *_: None)
    by(monkeypatch, "Python")
    monkeypatch.setattr(InPython, "entry" if values else "marked", lambda *_, **__: 0)
    with pytest.raises(
        Disagreement, match=r"is P(, with .*\(0, 1\))? by clingo, [PN](, with .*\(0, 0\))? by a compiled"
    ):
        rows(asked(spec, values=values), tuning=PROGRAM)


@pytest.mark.parametrize("play", PLAYS)
@pytest.mark.sample(2)
def test_games_with_cycles_are_solved_from_their_ends(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows of a row of positions grow along it, here: a program looks for each move once."""
    spec = load_one(str(shipped("specs") / "endless_pass.yaml"), over=["heap.size=1..3", "heap.count=0..3"])
    used, ending = list[bool](), listing._from_ends

    def spied(given: ListedRegion) -> Any:
        found = ending(given)
        used.append(found is not None)
        return found

    monkeypatch.setattr(listing, "_from_ends", spied)
    for remote in (False, True):
        what = replace(asked(measured(spec, Limits()), play), remote=remote)
        by_clingo = rows(what, tuning=replace(TUNING, look_from=100))
        assert rows(what, tuning=replace(TUNING, look_from=1)) == by_clingo
        assert {one.left is None for one in by_clingo} == ({True, False} if remote else {True})
    assert used == [True, True]


def test_every_program_of_a_table_is_validated(monkeypatch: pytest.MonkeyPatch) -> None:
    def differs(*_given: object) -> None:
        raise Disagreement("it differs")

    monkeypatch.setattr(listed, "validate", differs)
    spec = load_one(str(shipped("specs") / "wythoff.yaml"), over=["heap.size=1..20"])
    with pytest.raises(Disagreement, match="it differs"):
        rows(asked(spec), tuning=PROGRAM)


def test_a_fault_at_a_far_position_is_told_by_clingo(tmp_path: Path) -> None:
    rules = PILE + "far(X) :- pile(N), N > 900, X = 1 / (N-950).\nafter(take(4), pile(N-4)) :- pile(N), far(3).\n"
    spec = game(tmp_path, rules, "pile: 0..1000")
    with pytest.raises(InputError, match="has no value at pile 950"):
        rows(asked(spec), tuning=PROGRAM)


@pytest.mark.slow
def test_a_box_that_is_too_large_for_clingo_is_listed_by_a_program(tmp_path: Path) -> None:
    spec = game(tmp_path, PILE, "pile: 0..2000")
    what = replace(asked(spec), limits=Limits(memory=2001 * 300))
    assert [one.position for one in rows(what, lost=True, tuning=TUNING)] == [(n,) for n in range(0, 2001, 4)]
    splits = game(tmp_path, SPLITS, "heap: {count: 0..1, size: 1..2000}")
    with pytest.raises(
        InputError, match=r"has 2001 positions, .* the memory limit; it is not compiled: moves that make new heaps"
    ):
        rows(replace(asked(splits), limits=Limits(memory=2001 * 300)), tuning=TUNING)


def test_clingos_time_is_foreseen() -> None:
    sample = listing._Sample()
    assert sample.seconds(100) == inf
    sample.moves = [2] * 100
    sample.began -= 1.0
    assert 8 < sample.seconds(1000) < 12  # as many moves everywhere: in proportion
    sample.moves = [*range(100)]
    assert 90 < sample.seconds(1000) < 120  # as many as there are positions below
