"""From specs to verdicts: what is judged, where a claim fails first, and that nothing else changes it."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from bouton.cli import main
from bouton.core.errors import InputError
from bouton.core.exits import Exit
from bouton.core.news import Progress
from bouton.core.position import Position, Value
from bouton.core.shipped import folder as shipped
from bouton.core.spec import Spec
from bouton.core.verdict import Result, Verdict
from bouton.document.load import load, narrow
from bouton.process.limits import Limits
from bouton.run.check import check
from bouton.run.options import Options
from bouton.run.plan import plan_of

RULES = """\
% A pile and a pass: take between m and k stones, or pass once.
move(take(M)) :- pile(N), M = m..k, M <= N.
after(take(M), pile(N-M)) :- pile(N), move(take(M)).
move(pass) :- pass(1), pile(N), N > 0.
after(pass, pass(0)) :- move(pass).
never :- pile(N), N < 0.
empty :- pile(0).
used :- pass(0).
even :- pile(N), N \\ 2 = 0.
multiple :- pile(N), N \\ (k+1) = 0.
skewed :- multiple, not left_out.
left_out :- k = 3, m = 1, pile(4), pass(0).
"""
HEAD = """\
game: take some
rules: take.lp
parameters: {k: 2..3, m: 1..k}
position:
  pile: 0..8
  pass: 0..1
measure: [stones, pass]
claims:
"""

Check = Callable[..., list[Result]]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "take.lp").write_text(RULES)
    return tmp_path


def spec(*claims: str, head: str = HEAD) -> Spec:
    lines = "".join(f"  - {{id: c{at}, says: x, {claim}}}\n" for at, claim in enumerate(claims))
    Path("take.yaml").write_text(head + lines)
    return load("take.yaml")


def results(spec: Spec, **options: object) -> list[Result]:
    return list(check(spec, Options(**options), lambda _: None))  # type: ignore[arg-type]


def only(spec: Spec, **options: object) -> Result:
    (result,) = results(spec, **options)
    return result


def at(result: Result) -> tuple[dict[str, Value], Position]:
    assert result.counterexample is not None
    return result.counterexample.at


P = "kind: p-positions"


def test_the_least_parameters_come_first_in_the_order_they_are_listed() -> None:
    """Wrong at k=2, m=2 (the terminal 1) and at k=3, m=1 (pile 4)."""
    claim = f"{P}, where: used, iff: skewed"
    assert at(only(spec(claim, head=HEAD.replace("1..k", "1..1")))) == ({"k": 3, "m": 1}, (4, 0))
    turned = HEAD.replace("{k: 2..3, m: 1..k}", "{m: 1..2, k: 2..3}")
    assert at(only(spec(claim, head=turned))) == ({"m": 1, "k": 3}, (4, 0))
    assert at(only(spec(claim))) == ({"k": 2, "m": 2}, (1, 0))


def test_what_lies_below_is_counted_over_all_lesser_parameters() -> None:
    result = only(spec(f"{P}, where: used, iff: skewed", head=HEAD.replace("1..k", "1..1")))
    assert result.counterexample is not None
    assert result.counterexample.below == result.positions == 9 + 4


def test_the_measure_comes_before_the_fluents_order() -> None:
    """At equal stones the pass counts; with the pass first, a position with the pass unused comes after all others."""
    claim = f"{P}, iff: never, over: {{k: 2, m: 1}}"
    assert at(only(spec(claim)))[1] == (0, 0)
    unused = f"{P}, iff: multiple, over: {{k: 2, m: 1}}"
    assert at(only(spec(unused)))[1] == (3, 1)
    pass_first = HEAD.replace("[stones, pass]", "[pass, stones]")
    assert at(only(spec(unused, head=pass_first)))[1] == (3, 1)
    assert only(spec(unused, head=pass_first)).positions == 9 + 3
    assert only(spec(unused)).positions == 7


def test_parameters_for_which_the_box_is_empty_are_skipped_and_listed() -> None:
    claim = f"{P}, where: used, iff: multiple, over: {{m: 1, pile: 3..k}}"
    result = only(spec(claim))
    assert (result.verdict, result.positions) == (Verdict.HOLDS, 1)
    assert result.notes == ("skipped, as the box is empty there: k=2, m=1",)
    assert result.over == {"k": [3, 3], "m": [1, 1], "pile": [3, 3], "pass": [0, 1]}


def test_a_counter_keeps_the_range_of_the_game_in_a_narrower_box() -> None:
    assert only(spec(f"{P}, where: used, iff: multiple, over: {{m: 1, pile: 5..6}}")).verdict is Verdict.HOLDS


def test_a_counter_may_go_where_the_claim_widens_it() -> None:
    result = only(spec(f"{P}, where: used, iff: multiple, over: {{m: 1, pile: 0..20}}"))
    assert (result.verdict, result.positions) == (Verdict.HOLDS, 42)


@pytest.mark.parametrize(
    ("position", "verdict"), [((6, 0), Verdict.HOLDS), ((2, 1), Verdict.HOLDS), ((3, 1), Verdict.REFUTED)]
)
def test_at_one_position(position: Position, verdict: Verdict) -> None:
    result = only(spec(f"{P}, iff: multiple"), at=({"k": 2, "m": 1}, position), suspend=True)
    assert result.verdict is verdict
    assert result.over == {"k": [2, 2], "m": [1, 1], "pile": [position[0]] * 2, "pass": [position[1]] * 2}
    if verdict is Verdict.REFUTED:
        assert at(result) == ({"k": 2, "m": 1}, position)


def test_at_a_position_that_where_leaves_out_is_vacuous() -> None:
    result = only(spec(f"{P}, where: used, iff: multiple"), at=({"k": 2, "m": 1}, (3, 1)))
    assert (result.verdict, result.exit) == (Verdict.VACUOUS, Exit.UNDECIDED)


def test_at_a_terminal_is_not_vacuous() -> None:
    assert only(spec(f"{P}, iff: multiple"), at=({"k": 2, "m": 1}, (0, 1))).verdict is Verdict.HOLDS


def test_at_leaves_out_what_no_one_position_decides() -> None:
    claims = (
        f"{P}, iff: multiple",
        "kind: same-game, key: even",
        "kind: example, at: {k: 2, m: 1, pile: 1, pass: 0}, outcome: N",
    )
    assert [result.id for result in results(spec(*claims), at=({"k": 2, "m": 1}, (3, 0)))] == ["c0"]


def test_only_the_claims_asked_for() -> None:
    claims = [f"{P}, iff: even"] * 3
    assert [result.id for result in results(spec(*claims), claims=("c2", "c0"))] == ["c0", "c2"]


def test_claims_with_one_box_share_a_pass() -> None:
    same = spec(f"{P}, iff: multiple", f"{P}, iff: even, play: misere", f"{P}, iff: even, over: {{pile: 0..3}}")
    passes = plan_of(same, Options())
    assert [[claim.id for claim in one.claims] for one in passes] == [["c0", "c1"]] * 5 + [["c2"]] * 5
    assert passes[0].plays == ("normal", "misere")
    assert {one.parameters["m"] for one in passes} == {1, 2, 3}


def test_every_missing_predicate_is_told_at_once() -> None:
    wrong = spec(f"{P}, iff: multple", f"{P}, iff: even, where: usd", "kind: strategy, moves: even")
    with pytest.raises(InputError) as caught:
        list(check(wrong, Options(), lambda _: None))
    said = [(fault.line, fault.message, fault.nearest) for fault in caught.value.diagnostics]
    assert said == [
        (9, "iff: no rule of take.lp derives multple", "multiple"),
        (10, "where: no rule of take.lp derives usd", "used"),
        (11, "moves: even has no argument in take.lp", None),
    ]


def test_a_box_too_large_is_refused_with_its_size_before_anything_runs() -> None:
    large = spec(f"{P}, iff: even, over: {{k: 2, m: 1, pile: 0..999999}}")
    with pytest.raises(InputError) as caught:
        list(check(large, Options(limits=Limits(10, 500 << 20), engine="ground"), lambda _: None))
    (fault,) = caught.value.diagnostics
    assert "the box of c0 at k=2, m=1 has 2000000 positions, about 0.7 GB, above the memory limit" in fault.message
    assert (fault.file, fault.line) == ("take.yaml", 9)


def test_progress_reaches_the_whole() -> None:
    told: list[Progress] = []
    list(check(spec(f"{P}, where: used, iff: multiple, over: {{m: 1}}"), Options(), told.append))
    assert [one.total for one in told] == [36] * len(told)
    assert [one.done for one in told] == sorted(one.done for one in told)
    assert told[-1].done == 36


def _without_seconds(result: Result) -> Result:
    return replace(result, seconds=0.0)


SHIPPED = ["known_false/nim.yaml", "nim_with_a_pass.yaml", "known_false/greedy_nim_k_one.yaml"]


@pytest.mark.parametrize("name", SHIPPED)
@pytest.mark.sample(3)
def test_two_runs_and_two_jobs_give_the_same(name: str) -> None:
    one = load(str(shipped("specs") / name))
    first, again, side_by_side = (
        [_without_seconds(result) for result in results(one, prove=False, jobs=jobs)] for jobs in (1, 1, 2)
    )
    assert first == again == side_by_side
    assert any(result.counterexample for result in first)


CLAIMS = (
    f"{P}, where: used, iff: multiple, over: {{m: 1}}",
    f"{P}, iff: skewed",
    f"{P}, play: misere, iff: even",
    "kind: same-game, key: even",
    "kind: swap-positions, iff: empty",
    "kind: everywhere, iff: never, where: used",
    "kind: example, at: {k: 2, m: 2, pile: 3, pass: 0}, outcome: P",
    f"{P}, where: never, iff: even",
)


@pytest.mark.slow
def test_the_order_of_the_claims_changes_nothing() -> None:
    alone = {claim: _without_seconds(only(spec(claim))) for claim in CLAIMS}
    assert {result.verdict for result in alone.values()} == {Verdict.HOLDS, Verdict.REFUTED, Verdict.VACUOUS}
    for order in (CLAIMS, CLAIMS[::-1], CLAIMS[3:] + CLAIMS[:3]):
        found = {claim: _without_seconds(result) for claim, result in zip(order, results(spec(*order)), strict=True)}
        assert {claim: replace(result, id="c0") for claim, result in found.items()} == alone


def test_renaming_changes_nothing(folder: Path) -> None:
    before = results(spec(*CLAIMS))
    names = {"pile": "stack", "take": "grab", "pass": "skip", "even": "paired"}

    def renamed(text: str) -> str:
        return re.sub(r"\b(pile|take|pass|even)\b(?!\.lp)", lambda name: names[name.group()], text)

    (folder / "take.lp").write_text(renamed(RULES))
    after = results(spec(*map(renamed, CLAIMS), head=renamed(HEAD)))
    for one, other in zip(before, after, strict=True):
        assert (one.verdict, one.positions) == (other.verdict, other.positions)
        if one.counterexample is not None:
            assert at(one) == at(other)


@pytest.mark.slow
def test_the_report_is_the_same_twice(capsys: pytest.CaptureFixture[str]) -> None:
    spec(*CLAIMS)
    said: list[str] = []
    for options in ([], [], ["--jobs", "2"], ["--json"], ["--json", "--jobs", "2"]):
        main(["check", "take.yaml", *options])
        text = re.sub(r"(?m) +[0-9]+\.[0-9] s$", "", capsys.readouterr().out)
        said.append(re.sub(r'"seconds": [0-9.e-]+', '"seconds": 0', text))
    assert said[0] == said[1] == said[2]
    assert said[3] == said[4]


PINNED = f"{P}, where: used, iff: skewed, over: {{m: 1}}, expect: "


@pytest.mark.parametrize(
    ("expect", "met", "code"),
    [
        ("{refuted: {k: 3, m: 1, pile: 4, pass: 0}}", True, Exit.OK),
        ("refuted", True, Exit.OK),
        ("{refuted: {k: 2, m: 1, pile: 4, pass: 0}}", False, Exit.CONTRARY),
        ("{refuted: {k: 3, m: 1, pile: 5, pass: 0}}", False, Exit.CONTRARY),
        ("{refuted: {k: 3, m: 1, pile: 4, pass: 1}}", False, Exit.CONTRARY),
        ("holds", False, Exit.CONTRARY),
        ("vacuous", False, Exit.CONTRARY),
    ],
)
@pytest.mark.sample(1)
def test_a_pinned_counterexample(expect: str, met: bool, code: Exit) -> None:
    result = only(spec(PINNED + expect))
    assert (result.as_expected, result.exit) == (met, code)


def test_changed_ranges_suspend_a_pin() -> None:
    pinned = spec(PINNED + "{refuted: {k: 3, m: 1, pile: 4, pass: 0}}")
    for ranges, verdict in [(["k=2"], Verdict.HOLDS), (["k=3"], Verdict.REFUTED)]:
        result = only(narrow(pinned, ranges, []), suspend=True)
        assert (result.verdict, result.as_expected, result.exit) == (verdict, True, Exit.OK)
        assert result.notes == ("the ranges were changed, so the pinned counterexample is not looked for",)
    assert only(narrow(pinned, ["k=2"], [])).exit is Exit.CONTRARY


@pytest.mark.parametrize("order", list(itertools.permutations(["kind: p-positions", "iff: multiple", "where: used"])))
def test_the_order_of_keys_changes_nothing(order: Sequence[str]) -> None:
    assert only(spec(", ".join((*order, "over: {m: 1}")))).positions == 18


def test_values_for_which_the_range_of_the_next_parameter_is_empty_are_listed(tmp_path: Path) -> None:
    (tmp_path / "g.lp").write_text(
        "move(t) :- pile(N), N > 0.\nafter(t, pile(N-1)) :- pile(N), N > 0.\nany :- pile(_).\n"
    )
    head = "game: g\nrules: g.lp\nparameters: {n: 0..2, k: 1..n}\nposition: {pile: 0..3}\n"
    (tmp_path / "g.yaml").write_text(head + "claims:\n  - {id: c, says: s, kind: everywhere, iff: any}\n")
    (result,) = check(load(str(tmp_path / "g.yaml")), Options(), lambda _: None)
    assert result.verdict is Verdict.HOLDS
    assert result.notes == ("skipped, as the box is empty there: n=0",)
