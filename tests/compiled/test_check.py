"""The choice of an engine, from the command line to the report."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from math import inf
from pathlib import Path
from typing import Any

import pytest

from bouton.claims.subject import rules_of
from bouton.cli import main
from bouton.cli.specs import load_one
from bouton.compiled.judge import about
from bouton.core.errors import InputError
from bouton.core.news import Ended
from bouton.core.shipped import folder
from bouton.core.tuning import TUNING
from bouton.core.verdict import Verdict
from bouton.document.load import load
from bouton.process.limits import Limits
from bouton.run.check import check
from bouton.run.options import Choice, Options
from bouton.run.plan import plan_of
from bouton.run.worker import survey, worth

WYTHOFF = str(folder("specs") / "wythoff.yaml")
GOLDEN = str(Path(__file__).parents[2] / "benchmarks" / "wythoff.yaml")  # formula-3 without a strategy


def engines(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[str]:
    assert main(["check", GOLDEN, "--claim", "formula-3", "--json", *arguments]) == 0
    (claim,) = json.loads(capsys.readouterr().out)["claims"]
    assert claim["verdict"] == "holds"
    return list(claim["engines"])


@pytest.mark.slow
def test_large_boxes_are_compiled(capsys: pytest.CaptureFixture[str]) -> None:
    assert engines(capsys) == ["clingo"]
    assert engines(capsys, "--engine", "compiled") == ["clingo", "compiled C"]
    assert engines(capsys, "--engine", "ground") == ["clingo"]
    spec = load(GOLDEN)
    (item,) = plan_of(spec, Options(claims=("formula-3",)))
    expected: tuple[tuple[Choice, int, str], ...] = (
        ("auto", 200, "compiled C"),
        ("auto", 10_000, "clingo"),
        ("ground", 200, "clingo"),
    )
    for choice, least, engine in expected:
        said: list[Any] = []
        survey(said.append, spec, item, Options(engine=choice, tuning=replace(TUNING, compile_from=least)))
        assert [one.engine for one in said if isinstance(one, Ended)] == [engine]


@pytest.mark.parametrize(
    ("claims", "seen_to_take", "engine"),
    [
        (("formula-3",), 0.0, "clingo"),
        (("formula-3",), 1.1 * TUNING.slow, "compiled Python"),
        (("formula-3", "another"), 1.9 * TUNING.slow, "clingo"),  # two programs are to be made
        (("formula-3", "another"), 2.1 * TUNING.slow, "compiled Python"),
    ],
)
def test_a_small_box_at_which_clingo_was_seen_to_be_slow(
    claims: tuple[str, ...], seen_to_take: float, engine: str
) -> None:
    spec = load(GOLDEN)
    (item,) = plan_of(spec, Options(claims=claims[:1]))
    item = replace(item, claims=tuple(replace(item.claims[0], id=name) for name in claims))
    said: list[Any] = []
    tuning = replace(TUNING, look_from=item.size)
    survey(said.append, spec, item, Options(tuning=tuning), looked=lambda: seen_to_take)
    ended = [one for one in said if isinstance(one, Ended)]
    assert [(one.claim, one.engine) for one in ended] == [(name, engine) for name in claims]
    assert worth(item, replace(tuning, look_from=item.size + 1)) == inf


def test_no_program_is_worth_it_where_clingo_must_judge_the_box_all_the_same() -> None:
    spec = load(folder("specs") / "greedy_nim_k.yaml")
    item, *_ = plan_of(spec, Options(claims=("theorem-2", "effective-sequence")))
    assert {one.id for one in item.claims} == {"theorem-2", "effective-sequence"}
    assert worth(item, TUNING) == inf
    assert worth(replace(item, claims=item.claims[:1]), TUNING) == TUNING.slow


def test_what_is_undefined_where_it_does_not_count_is_clingos_to_judge(tmp_path: Path) -> None:
    """Of pile 0 nothing is asked at heap 0, as there is none; of which a program knows nothing."""
    (tmp_path / "g.lp").write_text(
        "move(take) :- pile(N), N > 0. after(take, pile(N-1)) :- move(take), pile(N).\n"
        "odd :- pile(N), 0 = 0/N, heap(N/3,_).\nsure :- not odd.\n"
    )
    path = tmp_path / "g.yaml"
    path.write_text(
        "game: g\nrules: g.lp\nposition: {pile: 0..9, heap: {count: 0..2, size: 1..3}}\nclaims:\n"
        "  - {id: c, says: C., kind: everywhere, iff: sure}\n"
    )
    for engine in ("compiled", "ground"):
        (result,) = check(load(path), Options(engine=engine), lambda _progress: None)
        assert result.counterexample is not None
        assert result.counterexample.at == ({}, (3, (1,))), engine


def test_the_report_says_why_it_is_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    (result,) = check(load(GOLDEN), Options(claims=("formula-3",), engine="compiled"), lambda _progress: None)
    assert result.engines == ("clingo", "compiled Python")
    assert result.notes == (
        "judged by a program in Python: there is no C compiler (cc, gcc, clang, or the extra bouton[compiler])",
    )


@pytest.mark.parametrize("claim", ["eight-fifths", "lemma-7", "even-difference"])
@pytest.mark.sample(3)
@pytest.mark.slow
def test_counterexamples_are_told_in_the_same_words(claim: str, capsys: pytest.CaptureFixture[str]) -> None:
    said = []
    for engine in ("ground", "compiled"):
        main(["counterexample", WYTHOFF, claim, "--engine", engine])
        said.append([line for line in capsys.readouterr().out.splitlines() if " s" not in line[-6:]])
    assert said[0] == said[1]


@pytest.mark.slow
def test_a_box_beyond_clingos_memory_is_judged() -> None:
    spec = load_one(GOLDEN, [], ["heap.size=1..700"])
    options = Options(claims=("formula-3",), limits=Limits(memory=80 << 20))
    (result,) = check(spec, options, lambda _progress: None)
    assert (result.verdict, result.positions) == (Verdict.HOLDS, 701 * 702 // 2)
    with pytest.raises(InputError, match="above the memory limit"):
        list(check(spec, replace(options, engine="ground"), lambda _progress: None))


def test_a_large_box_that_cannot_be_compiled_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    spec = str(folder("specs") / "misere_bounded_greedy_nim.yaml")
    arguments = ["check", spec, "--claim", "section-4-same-game", "--over", "heap.size=1..40", "--no-prove"]
    arguments += ["--memory", "20M"]
    assert main([*arguments, "--json"]) == 2
    (error,) = json.loads(capsys.readouterr().out)["errors"]
    assert (
        "above the memory limit; it is not compiled: positions with equal keys, equal moves, and shifts of another "
        "game are compared by clingo" in error["message"]
    )
    arguments[1:4] = [
        str(folder("specs") / "nim.yaml"),
        "--claim",
        "misere-is-nim-sum-zero",
    ]  # what clingo refutes at once needs no memory
    assert main(arguments) == 0
    assert "REFUTED at heap 1, as expected" in capsys.readouterr().out


def test_a_box_whose_numbers_pass_64_bits_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["check", GOLDEN, "--claim", "formula-3", "--over", "heap.size=1..5000000000"]
    assert main([*arguments, "--memory", "100000000000G", "--engine", "compiled"]) == 2
    assert len(capsys.readouterr().err.strip().splitlines()) <= 2


def test_explain_says_what_can_be_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    spec = load(str(folder("specs") / "nim_with_a_pass.yaml"))

    def said(claim: str) -> str:
        return about(spec, rules_of(spec), spec.claim(claim), Limits(seconds=600.0))

    assert said("two-heaps").startswith("a program in C judges boxes of 10000 positions or more")
    assert said("pass-used").startswith("a program in C judges boxes of 10000 positions or more")
    named = load(str(folder("specs") / "dawsons_chess.yaml"))
    (table, *_) = [claim for claim in named.claims if claim.kind == "table"]
    below = "a program in C may solve what lies below, where that takes clingo long"
    assert about(named, rules_of(named), table, Limits()).endswith(f"are judged by clingo; {below}")
    monkeypatch.setenv("PATH", "")
    assert said("two-heaps").startswith("a program in Python (there is no C compiler) judges")


@pytest.mark.slow
def test_a_check_by_clingo_makes_no_programs() -> None:
    code = (
        "import sys; from bouton.run.check import Options, plan_of; from bouton.run.worker import survey, worth\n"
        f"from bouton.document.load import load; spec = load({WYTHOFF!r})\n"
        "(item,) = plan_of(spec, Options(claims=('lemma-7',)))\n"
        "survey(lambda _: None, spec, item, Options()); print([m for m in sys.modules if 'bouton.compiled' in m])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "bouton.compiled.prepare" not in done.stdout
    assert "bouton.compiled.engine" not in done.stdout
