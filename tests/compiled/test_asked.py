"""Programs without a table, which ask the claim what an option is: any range, anywhere, as with a table."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bouton.claims.passes import Pass
from bouton.compiled import judge
from bouton.compiled.engine import Engine, InC, InCFree, load
from bouton.compiled.job import EVERYWHERE, LOCAL
from bouton.compiled.judge import Compiled, explained
from bouton.compiled.prepare import CompiledClaim, prepare
from bouton.compiled.validate import validate
from bouton.core.errors import Disagreement, InputError
from bouton.core.news import Ended, Parted
from bouton.core.spec import Claim, Spec
from bouton.document.load import load as load_spec
from bouton.process.limits import Limits
from tests.compiled.engines import by_clingo, judged, plain

RULES = """
move(take(I,K)) :- heap(I,S), K = 1..2, K <= S.   after(take(I,K), heap(I,S-K)) :- move(take(I,K)), heap(I,S).
move(turn) :- coin(C), C > 0.                       after(turn, coin(C-1)) :- move(turn), coin(C).
move(both(I)) :- coin(C), C > 0, heap(I,S).
after(both(I), coin(C-1)) :- move(both(I)), coin(C).
after(both(I), heap(I,S-1)) :- move(both(I)), heap(I,S).
even :- X = #sum { S\\3,I : heap(I,S) ; C\\2,c : coin(C) }, X = 0.
most :- even, not heap(3,_).        far :- even, not late.     late :- heap(1,5), heap(2,5), coin(1).
any.                                few :- not late.
one :- heap(1,_).                   none :- not one, coin(0).  ends.
"""
BOXES = (
    "heap: {count: 0..3, size: 1..5}, coin: 0..2",
    "coin: 0..1, heap: {count: 0..3, size: 1..6, order: descending}",
    "heap: {count: 0..1, size: 1..40}, coin: 0..3",
)
CLAIMS = """
  - {id: even, says: A., kind: p-positions, iff: even}
  - {id: far, says: A., kind: p-positions, iff: far}
  - {id: misere, says: A., kind: p-positions, play: misere, iff: far}
  - {id: any, says: A., kind: everywhere, iff: any}
  - {id: few, says: A., kind: everywhere, iff: few}
  - {id: there, says: A., kind: p-positions, iff: far, where: one}
  - {id: end, says: A., kind: p-positions, iff: ends, where: none}
  - {id: both, says: A., kind: p-positions, together: [there, end]}
  - {id: there-alone, says: A., kind: p-positions, together: [there]}
"""
NAMES = ("even", "far", "misere", "any", "few", "both", "there-alone")


def spec_of(folder: Path, position: str, rules: str = RULES) -> Spec:
    """The game in a folder."""
    (folder / "rules.lp").write_text(rules)
    (folder / "spec.yaml").write_text(
        f"game: g\nrules: rules.lp\nmeasure: [coin, stones]\nposition: {{{position}}}\nclaims:{CLAIMS}"
    )
    return load_spec(folder / "spec.yaml")


def passes(spec: Spec) -> dict[str, tuple[Pass, Claim]]:
    """Each claim that there may be a program without a table for."""
    return {claim.id: (item, claim) for item, claim in judged(spec) if claim.id in NAMES}


def pair(spec: Spec, item: Pass, claim: Claim) -> tuple[CompiledClaim, CompiledClaim]:
    """The programs with a table and without."""
    usual, asking = prepare(spec, item, claim), prepare(spec, item, claim, 0)
    assert usual.job.mode in (LOCAL, EVERYWHERE) and not usual.job.free
    assert asking.job.free and asking.job.key != usual.job.key
    return usual, asking


@pytest.mark.parametrize("position", BOXES)
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.sample(27)
def test_any_range_is_judged_as_with_a_table(name: str, position: str, tmp_path: Path) -> None:
    spec = spec_of(tmp_path, position)
    item, claim = passes(spec)[name]
    usual, asking = pair(spec, item, claim)
    table, free = Engine(usual.job, InC(usual.job)), load(asking.job, "C")
    assert isinstance(free.machine, InCFree)
    assert validate(item.game, asking, free.machine) > 50
    size = usual.job.size
    for start in range(size - 1, -1, -max(1, size // 60)):  # from the last on: nothing lies below that is known
        assert free.run(start, min(size, start + 7)) == table.run(start, min(size, start + 7))
    first = table.run(0, size).first
    found = free.at_once(2, lambda _part: True)
    assert found == (table.at_once(1, lambda _part: True))
    if usual.job.mode == LOCAL:
        assert (found is None) is (first is not None)
    expected = by_clingo(spec, item)
    if first is not None:
        ours = explained(spec, item, claim, True, first, expected.positions)
        assert plain(ours) == expected and expected.counterexample is not None


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("return 2;", "return 1;"),
        ("return !list[0];", "return list[0];"),
        ("return list[0];", "return !list[0];"),
        ("s2, k1", "s2, 0"),
        ("return among", "return 0 & among"),
    ],
)
@pytest.mark.sample(2)
def test_a_wrong_program_is_found_out(right: str, wrong: str, tmp_path: Path) -> None:
    spec = spec_of(tmp_path, BOXES[0])
    item, claim = passes(spec)["even"]
    _, program = pair(spec, item, claim)
    assert right in program.job.c
    with pytest.raises(Disagreement):
        validate(item.game, program, InCFree(replace(program.job, c=program.job.c.replace(right, wrong))))


def test_in_python_there_is_a_table(tmp_path: Path) -> None:
    spec = spec_of(tmp_path, BOXES[0])
    item, claim = passes(spec)["far"]
    usual, asking = pair(spec, item, claim)
    assert usual.job.python == asking.job.python
    size = usual.job.size
    assert load(asking.job, "Python").run(0, size) == load(usual.job, "C").run(0, size)


def ends(spec: Spec, item: Pass, limits: Limits, apart: Any = "never") -> list[Any]:
    """How a pass of one claim ends."""
    news: list[Any] = []
    assert Compiled(limits, apart).judge(news.append, spec, item) == []
    return [one for one in news if isinstance(one, Ended | Parted)]


@pytest.mark.parametrize("name", ["even", "far"])
def test_a_table_that_does_not_fit_is_done_without(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    spec = spec_of(tmp_path, BOXES[1])
    item, _ = passes(spec)[name]
    tables = list[int]()
    right = judge.ready

    def noted(one: CompiledClaim, language: str | None = None) -> Engine:
        tables.append(one.job.table)
        return right(one, language)

    monkeypatch.setattr(judge, "ready", noted)
    (found,) = ends(spec, item, Limits(memory=100))
    assert plain(found) == by_clingo(spec, item) and found.engine == "compiled C"
    assert set(tables) == {0}


def test_a_claim_that_needs_a_table_must_have_room_for_it(tmp_path: Path) -> None:
    spec = spec_of(tmp_path, BOXES[1])
    ((item, _),) = [one for one in judged(spec) if one[1].id == "there"]
    with pytest.raises(InputError, match=r"the box of there has 168 positions, .*above the memory limit"):
        ends(spec, item, Limits(memory=20))


@pytest.mark.parametrize("apart", ["always", "elsewhere", "independent"])
@pytest.mark.parametrize("quick", [True, False])
def test_parts_of_a_large_box_have_no_table_where_that_is_quicker(
    quick: bool, apart: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    spec = spec_of(tmp_path, BOXES[1])
    item, claim = passes(spec)["far"]
    usual, asking = pair(spec, item, claim)
    for name, value in (("_LARGE", 2), ("_TABLE", 1), ("_SAMPLE", 20), ("_QUICK", 0.0 if quick else 1e30)):
        monkeypatch.setattr(judge, name, value)
    (found,) = ends(spec, item, Limits(), apart)
    assert isinstance(found, Parted) and found.job == (asking if quick else usual).job


@pytest.mark.parametrize("apart", ["always", "never"])
@pytest.mark.sample(2)
def test_a_fault_far_away_hides_no_failure(apart: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The last positions, by which it is seen whether a program is quick, have a move that leaves the range."""
    strays = "move(up) :- heap(1,6), heap(2,6), heap(3,6), coin(1).   after(up, coin(2)) :- move(up).\n"
    spec = spec_of(tmp_path, BOXES[1], RULES + strays)
    item, claim = passes(spec)["far"]
    for name, value in (("_LARGE", 2), ("_TABLE", 1), ("_ALONE", 1), ("_SAMPLE", 1), ("_QUICK", 0.0)):
        monkeypatch.setattr(judge, name, value)
    (found,) = ends(spec, item, Limits(), apart)
    if apart == "never":
        assert plain(found) == by_clingo(spec, item) and found.counterexample is not None
    else:
        assert isinstance(found, Parted) and found.job == prepare(spec, item, claim).job
