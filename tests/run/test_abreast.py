"""Specs checked side by side: the same verdicts in the same order as one by one, and what goes wrong in one of them."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Generator, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bouton.cli import main
from bouton.core.errors import LimitReached
from bouton.core.news import Progress
from bouton.core.spec import Spec
from bouton.core.verdict import Result
from bouton.document.load import load
from bouton.process import limits
from bouton.process.limits import Event, Limits
from bouton.run.abreast import Abreast, Work
from bouton.run.check import check
from bouton.run.options import Options
from bouton.run.plan import plan_of

RULES = """\
move(take(M))             :- pile(N), M = 1..2, M <= N.
after(take(M), pile(N-M)) :- pile(N), move(take(M)).
third :- pile(N), N \\ 3 = 0.
even :- pile(N), N \\ 2 = 0.
"""


@pytest.fixture
def specs(tmp_path: Path) -> list[str]:
    (tmp_path / "take.lp").write_text(RULES)
    files = []
    for name, iff, more in [("a", "third", ", prove: {pile: all}"), ("b", "even", ""), ("c", "third", "")]:
        file = tmp_path / f"{name}.yaml"
        claim = f"{{id: {name}, says: s, kind: p-positions, play: normal, iff: {iff}{more}}}"
        file.write_text(f"game: g\nrules: take.lp\nposition: {{pile: 0..12}}\nclaims:\n  - {claim}\n")
        files.append(str(file))
    return files


def test_the_verdicts_are_those_of_one_after_the_other(specs: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    said = []
    for jobs in ("1", "2"):
        assert main(["check", "--json", "--no-crosscheck", "--jobs", jobs, *specs]) == 1
        text = re.sub(r'"seconds": [0-9.]+', '"seconds": 0', capsys.readouterr().out)
        said.append(json.loads(text))
    assert said[0] == said[1]
    assert [one["claims"][0]["verdict"] for one in said[0]["specs"]] == ["proved", "refuted", "holds"]


def test_results_can_be_asked_for_in_any_order(specs: list[str]) -> None:
    options = Options(prove=False)
    works = [Work(spec, options, plan_of(spec, options)) for spec in map(load, specs)]
    with closing(Abreast(works, 2, lambda _: None)) as side_by_side:
        assert [result.id for result in side_by_side.results(2)] == ["c"]
        assert [result.id for result in side_by_side.results(0)] == ["a"]
        (second,) = side_by_side.results(1)
    (alone,) = check(load(specs[1]), options, lambda _: None)
    assert second.counterexample == alone.counterexample


def test_the_limits_are_those_of_each_claim(specs: list[str]) -> None:
    """The process of a spec has no limit of its own; its children keep theirs."""
    told: list[Progress] = []
    options = Options(prove=False, limits=Limits(seconds=1e-4))
    works = [Work(spec, options, plan_of(spec, options)) for spec in map(load, specs)]
    with closing(Abreast(works, 2, told.append)) as side_by_side:
        reasons = [result.reason for at in range(3) for result in side_by_side.results(at)]
    assert reasons == ["time limit of 0.0001 s reached"] * 3


def test_what_ends_the_check_of_one_spec_is_raised_for_it_alone(
    specs: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    import bouton.run.abreast  # noqa: PLC0415 (to change what its children do)

    def ending(spec: object, *rest: object) -> object:
        if getattr(spec, "file", "").endswith("b.yaml"):
            raise LimitReached("memory")
        return check(spec, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(bouton.run.abreast, "check", ending)
    options = Options(prove=False)
    works = [Work(spec, options, plan_of(spec, options)) for spec in map(load, specs)]
    with closing(Abreast(works, 2, lambda _: None)) as side_by_side:
        assert [result.id for result in side_by_side.results(0)] == ["a"]
        with pytest.raises(LimitReached, match="memory"):
            list(side_by_side.results(1))
        assert [result.id for result in side_by_side.results(2)] == ["c"]


@pytest.mark.slow
def test_the_longest_is_started_after_the_first(specs: list[str]) -> None:
    large = Path(specs[2])
    large.write_text(large.read_text().replace("pile: 0..12", "pile: 0..3000"))
    options = Options(prove=False)
    works = [Work(spec, options, plan_of(spec, options)) for spec in map(load, specs)]
    assert works[2].length > works[1].length == works[0].length > 0
    proved = Work(works[0].spec, Options(), works[0].plan)
    assert proved.length == works[0].length + 1
    with closing(Abreast(works, 1, lambda _: None)) as side_by_side:
        assert [result.id for result in side_by_side.results(1)] == ["b"]
        assert set(side_by_side._ended) == {0, 1, 2}
        assert [[one.id for one in side_by_side.results(at)] for at in (0, 2)] == [["a"], ["c"]]


def test_an_interruption_leaves_what_others_have_found(
    specs: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The first spec never ends; the second is done when it is interrupted, and the third has just one verdict."""
    third = Path(specs[2])
    third.write_text(third.read_text() + "  - {id: d, says: s, kind: p-positions, play: normal, iff: third}\n")

    def endless(spec: Spec, *rest: Any) -> Iterator[Result]:
        for result in check(spec, *rest):
            if result.id in "ad":
                time.sleep(600)
            yield result

    def interrupted(*asked: Any) -> Generator[Event]:
        left = {"b", "c"}
        with closing(limits.run(*asked)) as events:
            for event in events:
                yield event
                left.discard(getattr(event.value, "id", ""))
                if not left:
                    raise KeyboardInterrupt

    monkeypatch.setattr("bouton.run.abreast.check", endless)
    monkeypatch.setattr("bouton.run.abreast.run", interrupted)
    assert main(["check", "--no-prove", "--json", "--jobs", "3", *specs]) == 130
    said = [one for spec in json.loads(capsys.readouterr().out)["specs"] for one in spec["claims"]]
    assert [(one["id"], one["verdict"], one["reason"]) for one in said] == [
        ("a", "unknown", "interrupted"),
        ("b", "refuted", None),
        ("c", "holds", None),
        ("d", "unknown", "interrupted"),
    ]
