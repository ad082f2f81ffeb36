"""One position in full and tables of a box, against memoised plain Python."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bouton.core.errors import Disagreement, InputError, LimitReached
from bouton.core.news import Progress
from bouton.core.position import named, unnamed
from bouton.document.load import load
from bouton.ground import values
from bouton.process.limits import Limits
from bouton.run.position import Analysis, analyse, tabulate
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
    assert isinstance(found, Analysis)

    def of(at: Position) -> tuple[str, str, int, int]:
        outcomes = (outcome(variant, k, at, play) for play in ("normal", "misere"))
        values = (value(variant, k, at, play) for play in ("normal", "misere"))
        return (*outcomes, *values)  # type: ignore[return-value]

    assert (found.normal, found.misere, found.value, found.misere_value) == of(position)
    lines = [(line.to, (line.normal, line.misere, line.value, line.misere_value)) for line in found.moves]
    options = sorted(variant.options(k, position))
    assert lines == [(named(spec.fluents, option), of(option)) for option in options]


@given(variants(), st.sampled_from(["normal", "misere"]))
@settings(max_examples=8)
def test_tables(folder: Path, variant: Variant, play: str) -> None:
    spec = write(folder, variant, CLAIM, NONE)
    told: list[Progress] = []
    rows = list(tabulate(spec, play, Limits(), told.append))  # type: ignore[arg-type]
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
    assert isinstance(found, Analysis)
    assert found.value == 40 % 3


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
        list(tabulate(spec, "normal", Limits(1.0, 4000), lambda _: None))


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


def test_the_graph_of_all_sums_says_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "g.lp").write_text(GRUNDY)
    (tmp_path / "g.yaml").write_text(
        "game: g\nrules: g.lp\nmeasure: splits\nposition: {heap: {count: 0..4, size: 1..8}}\n"
    )
    spec = load(str(tmp_path / "g.yaml"))
    by_heaps = list(tabulate(spec, "normal", Limits(60.0), lambda _: None))
    monkeypatch.setattr("bouton.run.position.lost_by_heaps", lambda *_: None)
    assert list(tabulate(spec, "normal", Limits(60.0), lambda _: None)) == by_heaps
