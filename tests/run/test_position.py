"""One position in full and tables of a box, against memoised plain Python."""

from __future__ import annotations

from dataclasses import replace
from functools import cache, reduce
from operator import xor
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bouton
from bouton.claims.judge import game_of
from bouton.claims.subject import rules_of
from bouton.core import position as core_position
from bouton.core import shipped
from bouton.core.errors import Disagreement, InputError, LimitReached, Unreadable
from bouton.core.news import Progress
from bouton.core.position import named, unnamed
from bouton.core.spec import Play, Spec
from bouton.core.tuning import TUNING
from bouton.document.load import load
from bouton.ground import values
from bouton.process.limits import Limits
from bouton.run import position as run_position
from bouton.run.position import analyse
from bouton.run.rows import Row
from bouton.show.table import csv, latex
from tests.tabulated import stands, tabulate
from tests.variants import K, Position, Variant, is_p, variants, write

CLAIM = "  - {id: c, says: x, kind: p-positions, iff: none}\n"
NONE = "none :- heaps(-1).\n"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("analysis")


@cache
def value(variant: Variant, k: int, position: Position, play: str) -> int:
    options = variant.options(k, position)
    if not options:
        return 0 if is_p(variant, k, position, play) else 1
    values = {value(variant, k, option, play) for option in options}
    return next(number for number in range(len(values) + 1) if number not in values)


def outcome(variant: Variant, k: int, position: Position, play: str) -> str:
    return "P" if is_p(variant, k, position, play) else "N"


@given(st.data())
@settings(max_examples=12)
def test_one_position(folder: Path, data: st.DataObject) -> None:
    variant = data.draw(variants())
    k, position = data.draw(st.sampled_from(K)), data.draw(st.sampled_from(variant.box()))
    spec = write(folder, variant, CLAIM, NONE)
    found = analyse(spec, {"k": k}, position, Limits())

    def of(at: Position) -> tuple[str, str, int, int]:
        outcomes = (outcome(variant, k, at, play) for play in ("normal", "misere"))
        values = (value(variant, k, at, play) for play in ("normal", "misere"))
        return (*outcomes, *values)  # type: ignore[return-value]

    assert stands(found) == of(position)
    lines = [(line.to, stands(line)) for line in found.moves]
    options = sorted(variant.options(k, position))
    assert lines == [(named(spec.fluents, option), of(option)) for option in options]


@given(variants(), st.sampled_from(["normal", "misere"]))
@settings(max_examples=8)
def test_tables(folder: Path, variant: Variant, play: str) -> None:
    spec = write(folder, variant, CLAIM, NONE)
    told: list[Progress] = []
    rows = list(tabulate(spec, play, Limits(), told.append))
    assert [(row.parameters, unnamed(spec.fluents, row.position), row.outcome) for row in rows] == [
        ({"k": k}, position, outcome(variant, k, position, play)) for k in K for position in variant.box()
    ]
    assert (told[-1].done, told[-1].total) == (len(rows), len(rows))


def test_moves_are_told_once_for_each_follower(folder: Path) -> None:
    spec = write(folder, Variant(), CLAIM, NONE)
    found = analyse(spec, {"k": 1}, ((2, 2, 2),), Limits())
    (line,) = found.moves
    assert line.to == {"heap": [1, 2, 2]}
    assert line.move in {f"take 1 from heap {heap}" for heap in (1, 2, 3)}


def test_a_position_far_from_the_box(folder: Path) -> None:
    spec = write(folder, Variant(), CLAIM, NONE)
    found = analyse(spec, {"k": 2}, ((40,),), Limits())
    assert found.plays["normal"].number == 40 % 3


def test_a_counter_beyond_its_range_is_a_fault(folder: Path) -> None:
    spec = write(folder, Variant(passes=True), CLAIM, NONE)
    with pytest.raises(InputError, match=r"pass = 3 is outside its declared range; expected 0\.\.2"):
        analyse(spec, {"k": 1}, ((1,), 3), Limits())
    wider = write(folder, Variant(passes=True), CLAIM.replace("}", ", over: {pass: 0..3}}"), NONE)
    found = analyse(wider, {"k": 1}, ((1,), 3), Limits(), wider.claims[0].box)
    assert [line.to for line in found.moves] == [{"heap": [], "pass": 3}, {"heap": [1], "pass": 2}]


def test_limits_are_kept(folder: Path) -> None:
    spec = write(folder, Variant(), CLAIM, NONE)
    with pytest.raises(LimitReached, match=r"time limit of 0\.2 s reached"):
        analyse(spec, {"k": 2}, ((300,) * 6,), Limits(0.2))
    with pytest.raises(LimitReached):
        list(tabulate(spec, "normal", Limits(0.001), lambda _: None))
    with pytest.raises(InputError, match=r"the box of a variant at k=1 has 20 positions, about 0\.0 GB"):
        list(tabulate(spec, "normal", Limits(1.0, 2), lambda _: None))


def test_values_that_do_not_fit_the_kernel_are_a_disagreement(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(values, "mex", lambda numbers: len(set(numbers)))
    spec = write(folder, Variant(most=1), CLAIM, NONE)
    with pytest.raises(Disagreement, match="kernel and values differ"):
        analyse(spec, {"k": 2}, ((2, 3),), Limits())


GRUNDY = """\
% Grundy's game: a heap is split into two that differ.
move(split(I,A)) :- heap(I,S), A = 1..(S-1)/2.
after(split(I,A), heap(I,S-A)) :- move(split(I,A)), heap(I,S).
after(split(I,A), heap(N+1,A)) :- move(split(I,A)), heaps(N).
heaps(N) :- N = #count { I : heap(I,_) }.
"""


@pytest.mark.slow
def test_a_table_of_a_game_that_splits_is_that_of_its_heaps(tmp_path: Path) -> None:
    (tmp_path / "g.lp").write_text(GRUNDY)
    (tmp_path / "g.yaml").write_text(
        "game: g\nrules: g.lp\nmeasure: splits\nposition: {heap: {count: 0..2, size: 1..300}}\n"
    )
    spec = load(str(tmp_path / "g.yaml"))
    value = [0]
    for size in range(1, 301):
        options = {value[one] ^ value[size - one] for one in range(1, (size + 1) // 2)}
        value.append(next(number for number in range(300) if number not in options))
    lost = {
        unnamed(spec.fluents, row.position)
        for row in tabulate(spec, "normal", Limits(60.0), lambda _: None)
        if row.lost
    }
    pairs = {((a, b),) for a in range(1, 301) for b in range(a, 301) if value[a] == value[b]}
    assert lost == {((),), *(((size,),) for size in range(1, 301) if value[size] == 0), *pairs}


LASKER = """\
% Lasker's Nim: some of a heap are taken, or it is split.
move(take(I,T)) :- heap(I,S), T = 0..S-1.
after(take(I,T), heap(I,T)) :- move(take(I,T)).
move(split(I,A)) :- heap(I,S), A = 1..S/2.
after(split(I,A), heap(I,S-A)) :- move(split(I,A)), heap(I,S).
after(split(I,A), heap(N+1,A)) :- move(split(I,A)), heaps(N).
heaps(N) :- N = #count { I : heap(I,_) }.
"""


def splitting(folder: Path, rules: str, ranges: str) -> Spec:
    (folder / "g.lp").write_text(rules)
    (folder / "g.yaml").write_text(
        f"game: g\nrules: g.lp\nmeasure: [stones, splits]\nposition: {{heap: {{{ranges}}}}}\n"
    )
    return load(str(folder / "g.yaml"))


def options_of(rules: str, most: int) -> list[set[tuple[int, ...]]]:
    """What each heap may become, in plain Python."""
    halves = [{(one, size - one) for one in range(1, size // 2 + 1)} for size in range(most + 1)]
    if rules == GRUNDY:
        return [{pair for pair in each if pair[0] != pair[1]} for each in halves]
    return [{*each, *((left,) for left in range(1, size)), *([()] if size else [])} for size, each in enumerate(halves)]


def options_in(options: list[set[tuple[int, ...]]], heaps: tuple[int, ...]) -> set[tuple[int, ...]]:
    return {
        tuple(sorted((*heaps[:at], *left, *heaps[at + 1 :]))) for at, size in enumerate(heaps) for left in options[size]
    }


@pytest.mark.parametrize(("rules", "tame"), [(GRUNDY, 12), (LASKER, 99)])
@pytest.mark.sample(2)
@pytest.mark.slow
def test_tables_of_games_that_split_are_those_of_all_sums(tmp_path: Path, rules: str, tame: int) -> None:
    """But for misère values of heaps that are not tame; where the outcomes of that play are asked for all are told."""
    spec = splitting(tmp_path, rules, "count: 0..2, size: 1..16")

    def rows(play: Play, *, values: bool) -> list[Row]:
        return list(tabulate(spec, play, Limits(60.0), lambda _: None, values=values))

    options, known = options_of(rules, 32), dict[tuple[int, ...], tuple[int, int]]()

    def pair(heaps: tuple[int, ...]) -> tuple[int, int]:
        if heaps not in known:
            below = [pair(option) for option in options_in(options, heaps)]
            values = [{each[at] for each in below} for at in (0, 1)]
            least = [next(number for number in range(99) if number not in each) for each in values]
            known[heaps] = (least[0], least[1]) if below else (0, 1)
        return known[heaps]

    box = [row for row in rows("normal", values=True) if isinstance(row.position["heap"], list)]
    places = [tuple(row.position["heap"]) for row in box]
    assert len(set(places)) == 1 + 16 + 16 * 17 // 2
    for row, heaps in zip(box, places, strict=True):
        normal, misere = pair(heaps)
        assert row.values == (normal, misere if all(size <= tame for size in heaps) else None)
    for play in ("normal", "misere") if rules == LASKER else ("normal",):
        assert [row.outcome for row in rows(play, values=False)] == [
            "NP"[not pair(heaps)[play == "misere"]] for heaps in places
        ]


@pytest.mark.parametrize("position", [(40,), (1, 1, 33), (5, 30, 40), (2, 38)])
@pytest.mark.parametrize("rules", [GRUNDY, LASKER])
def test_a_position_that_splits_into_too_many_is_solved_by_its_heaps(
    tmp_path: Path, rules: str, position: tuple[int, ...]
) -> None:
    spec = splitting(tmp_path, rules, "count: 0..3, size: 1..8")
    found = analyse(spec, {}, (position,), Limits(60.0))
    options = options_of(rules, 40)
    values: list[int] = []
    for each in options:
        below = {reduce(xor, (values[heap] for heap in heaps), 0) for heaps in each}
        values.append(next(number for number in range(99) if number not in below))

    def value(heaps: tuple[int, ...]) -> int:
        return reduce(xor, (values[heap] for heap in heaps), 0)

    def misere(heaps: tuple[int, ...]) -> int | None:
        """In Lasker's Nim as in Nim; what is known of Grundy's game does not reach so far."""
        return None if rules == GRUNDY else value(heaps) ^ all(heap == 1 for heap in heaps)

    lines = options_in(options, position)
    assert stands(found)[2:] == (value(position), misere(position))
    assert stands(found)[0] == "NP"[not value(position)]
    assert stands(found)[1] == {None: None, 0: "P"}.get(misere(position), "N")
    told = {tuple(line.to["heap"]): stands(line) for line in found.moves}
    assert told.keys() == lines
    for heaps in lines:
        if rules == LASKER or max(heaps) > 12:
            assert told[heaps][2:] == (value(heaps), misere(heaps))


def test_what_is_not_known_of_misere_play_is_said(tmp_path: Path) -> None:
    found = bouton.Game.of_spec(splitting(tmp_path, GRUNDY, "count: 0..2, size: 1..40"), Limits(60.0))
    solved = found.solve("heap=10:40")
    assert "  misère play: not known, as it splits into too many positions, and not into tame heaps" in str(solved)
    assert solved.as_json()["misere"] == {"outcome": None, "value": None}
    assert solved.as_json()["normal"]["outcome"] == "N"
    made = found.table(values=True)
    assert made.objects()[-1] == {"heap": [40, 40], "normal_value": 0, "misere_value": None}
    assert str(made).splitlines()[-1].split() == ["40:40", "0", "?"]
    assert csv(made.table).splitlines()[-1] == "40:40,0,"
    assert "$(40, 40)$ & $0$ & ?" in latex(made.table)
    one = found.over("heap.count=0..1").table(values=True)
    assert not [each for each in one.repeats if "misère" in each.what]


def test_misere_values_of_tame_heaps_repeat(tmp_path: Path) -> None:
    made = bouton.Game.of_spec(splitting(tmp_path, LASKER, "count: 0..1, size: 1..60"), Limits(60.0)).table(values=True)
    assert [(each.what, each.start, each.period, each.rise) for each in made.repeats] == [
        ("values of normal play", 1, 4, 4),
        ("values of misère play", 2, 4, 4),
    ]


@pytest.mark.parametrize("name", ["greedy_nim", "survivor_nim", "order_none"])
@pytest.mark.long("survivor", "order_none")
def test_a_position_with_much_below_by_a_program(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where clingo has no time for all that it leads to: the same, in games of two players and of alliances."""
    position: core_position.Position = ((5, 2, 4),)
    if name == "order_none":
        (tmp_path / "a.lp").write_text(
            "move(t(I,K)) :- heap(I,S), K = 1..S, K <= I.\nafter(t(I,K),heap(I,S-K)) :- heap(I,S), move(t(I,K)).\n"
        )
        head = "game: a\nrules: a.lp\nposition: {heap: {count: 0..3, size: 1..9, order: none}}\n"
        (tmp_path / "a.yaml").write_text(head)
        spec = load(tmp_path / "a.yaml")
    else:
        spec = load(shipped.folder("specs") / f"{name}.yaml")
        position = (9, 2) if name == "survivor_nim" else ((5, 4, 2),)
    game = game_of(spec, rules_of(spec), spec.box, next(spec.box.assignments()))
    expected = run_position._analyse(game, position, Limits())

    def late(*_: object, **__: object) -> None:
        raise Unreadable("this takes long")

    monkeypatch.setattr(run_position, "TUNING", replace(TUNING, compile_from=1))
    monkeypatch.setattr(run_position, "expand", late)
    assert run_position._analyse(game, position, Limits()) == expected
    monkeypatch.setattr(run_position, "lister", late)
    with pytest.raises(Unreadable):  # where there is no program clingo is asked again
        run_position._analyse(game, position, Limits())
