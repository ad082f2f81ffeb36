"""Proofs with unknown parameters: ranges that depend on them, and the least counterexample in them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import NamedTuple

import pytest

from bouton.claims.subject import rules_of
from bouton.cli import main
from bouton.core.errors import Disagreement, LimitReached, Unreadable
from bouton.core.exits import Exit
from bouton.core.logic.arithmetic import add, atom, number
from bouton.core.logic.expression import unknown
from bouton.core.logic.formulas import at_most
from bouton.core.logic.substitution import Evaluation
from bouton.core.logic.walk import unknowns
from bouton.core.ranges import expression
from bouton.core.verdict import Result, Verdict
from bouton.document.load import load
from bouton.process.limits import Emit, Limits
from bouton.proof.goal import Goal
from bouton.proof.prepare import prepare
from bouton.proof.setting import Setting, Span, ranged, settings
from bouton.proof.way import Validated
from bouton.run import candidates
from bouton.run.check import check
from bouton.run.options import Options
from bouton.solving import minimise
from bouton.solving.tuning import TUNING

RULES = r"""
move(take(M)) :- pile(N), M = 1..m, M <= N.
after(take(M),pile(N-M)) :- move(take(M)), pile(N).
after(take(M),player(P \ (2*n+1) + 1)) :- move(take(M)), player(P).
zero :- pile(N), N \ (m+1) = 0.
one :- pile(N), N \ (m+1) = 1.
named(take(R)) :- pile(N), R = N \ (m+1), R > 0.
early :- zero, player(P), P + k < 6.
early :- zero, pile(N), N < 14.
inside :- player(P), P <= 2*n+1, k <= 2*n.
late :- pile(N), N \ (m+1) = 0, N < 30.
late :- pile(N), N \ (m+1) = 0, m < 4.
odd :- m != 7.
odd :- player(P), P != 6.
odd :- pile(N), N != 11.
nearly :- m != 4.
nearly :- player(P), P != 3.
nearly :- pile(N), N != 2.
"""
SPEC = """
game: Taking in a circle
rules: circle.lp
parameters: {n: 1..2, m: 1..3, k: 0..2*n}
position: {pile: 0..12, player: 1..2*n+1}
claims:
"""
EVERY = "prove: {n: all, m: all, k: all, pile: all}"
BEYOND = "kind: everywhere, iff: nearly, prove: {n: 1, m: all, k: 0, pile: all}"
"""What fails a little beyond the box."""


Write = Callable[..., str]


@pytest.fixture
def spec(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Write:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "circle.lp").write_text(RULES)

    def writing(claim: str, rules: str = "") -> str:
        (tmp_path / "circle.lp").write_text(RULES + rules)
        (tmp_path / "circle.yaml").write_text(f"{SPEC}  - {{id: a, says: it is so, {claim}}}\n")
        return "circle.yaml"

    return writing


def judged(path: str, **options: object) -> Result:
    (result,) = check(load(path), Options(crosscheck=False, limits=Limits(100.0), **options), lambda _: None)  # type: ignore[arg-type]
    return result


@pytest.mark.parametrize(
    "claim",
    [
        "kind: p-positions, iff: zero",
        "kind: p-positions, iff: zero, strategy: named",
        "kind: p-positions, iff: one, play: misere",
        "kind: everywhere, iff: inside",
    ],
)
@pytest.mark.sample(4)
@pytest.mark.slow
def test_proved_for_every_parameter(spec: Write, claim: str) -> None:
    result = judged(spec(f"{claim}, {EVERY}"))
    assert (result.verdict, result.exit) == (Verdict.PROVED, Exit.OK)
    assert result.proof is not None
    assert result.proof.unbounded == ("n", "m", "pile")
    assert result.proof.fixed == {"k": [0, "2*n"], "player": [1, "2*n+1"]}


@pytest.mark.slow
def test_a_range_that_depends_on_what_is_unknown_is_unknown_too(spec: Write) -> None:
    result = judged(spec("kind: everywhere, iff: inside, prove: {n: all}"))
    assert result.proof is not None
    assert (result.proof.verdict, result.proof.unbounded) == ("proved", ("n",))
    assert result.proof.fixed == {"m": [1, 3], "k": [0, "2*n"], "pile": [0, 12], "player": [1, "2*n+1"]}


class Place(NamedTuple):
    """Parameters and position, in the order in which counterexamples are compared."""

    n: int
    m: int
    k: int
    pile: int
    player: int


def brute(fails: Callable[[Place], bool]) -> Place:
    """The least place at which something fails."""
    every = (
        Place(n, m, k, pile, player)
        for n in range(1, 12)
        for m in range(1, 12)
        for k in range(2 * n + 1)
        for pile in range(60)
        for player in range(1, 2 * n + 2)
    )
    return next(filter(fails, every))


def place(result: Result) -> tuple[object, ...]:
    assert result.counterexample is not None
    found = result.counterexample
    return (*(found.parameters[name] for name in "nmk"), found.position["pile"], found.position["player"])


@pytest.mark.slow
def test_the_least_position_beyond_the_box(spec: Write) -> None:
    result = judged(spec(f"kind: everywhere, iff: odd, {EVERY}"))
    assert place(result) == brute(lambda at: at.m == 7 and at.player == 6 and at.pile == 11)
    assert result.reason is None
    assert result.exit is Exit.CONTRARY


@pytest.mark.parametrize("strategy", ["", ", strategy: named"])
@pytest.mark.sample(2)
@pytest.mark.slow
def test_the_least_counterexample_of_a_characterisation(spec: Write, strategy: str) -> None:
    result = judged(spec(f"kind: p-positions, iff: late{strategy}, {EVERY}"))
    # multiples of m+1 from 30 on are no longer claimed where m >= 4
    assert place(result) == brute(lambda at: at.m >= 4 and at.pile >= 30 and at.pile % (at.m + 1) == 0)
    assert result.reason is None
    assert result.counterexample is not None
    assert (result.counterexample.claimed, result.counterexample.actual) == ("N", "P")


@pytest.mark.slow
def test_what_depends_on_a_counter_is_least_too(spec: Write) -> None:
    result = judged(spec(f"kind: p-positions, iff: early, {EVERY}"))
    assert place(result) == brute(lambda at: at.pile % (at.m + 1) == 0 and at.pile >= 14 and at.player + at.k >= 6)


@pytest.mark.slow
def test_a_step_that_is_unknown_leaves_it_uncertified(spec: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(minimise, "TUNING", replace(TUNING, step_seconds=0.0))
    result = judged(spec(BEYOND))
    assert result.verdict is Verdict.REFUTED
    assert result.reason is not None
    assert result.reason.startswith("not certified as the smallest")
    assert result.exit is not Exit.OK


def test_expected_but_uncertified_is_undecided(spec: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(minimise, "TUNING", replace(TUNING, step_seconds=0.0))
    assert judged(spec(f"{BEYOND}, expect: refuted")).exit is Exit.UNDECIDED


def test_the_two_engines_must_agree(spec: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    real = minimise.least

    def greater(emit: Emit, searches: Sequence[minimise.Minimisation], seconds: float) -> None:
        found: list[minimise.Least] = []
        real(found.append, searches, seconds)
        last = found[-1]
        emit(minimise.Least(last.number, last.values, {**last.model, "m.N": last.model["m.N"] + 1}))

    monkeypatch.setattr("bouton.proof.prove.least", greater)
    with pytest.raises(Disagreement, match="by clingo"):
        judged(spec(BEYOND))


@pytest.mark.slow
def test_a_disagreement_in_the_search_for_the_smallest_is_told_and_a_limit_is_a_doubt(
    spec: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    def ending(error: Exception) -> Callable[..., None]:
        def least(*_: object) -> None:
            raise error

        return least

    monkeypatch.setattr("bouton.proof.prove.least", ending(Disagreement("the model is none")))
    with pytest.raises(Disagreement, match="the model is none"):
        judged(spec(BEYOND))
    monkeypatch.setattr("bouton.proof.prove.least", ending(LimitReached("memory limit of 1 GB reached")))
    result = judged(spec(BEYOND))
    assert result.verdict is Verdict.REFUTED
    assert result.reason is not None
    assert result.reason.startswith("not certified as the smallest")


@pytest.mark.slow
def test_the_ground_search_stays_small(
    spec: Write, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(candidates, "_MOST", 10)
    path = spec(BEYOND)
    result = judged(path)
    assert place(result) == brute(lambda at: at.m == 4 and at.player == 3 and at.pile == 2)
    assert result.counterexample is not None
    assert result.counterexample.below is None
    assert main(["check", path]) == 1
    assert "smallest: the proof shows that the claim is right at all lesser parameters" in capsys.readouterr().out


def test_an_unknown_divisor_that_may_be_0_is_found(spec: Write) -> None:
    path = spec("kind: everywhere, iff: ratio, over: {m: 1..3}, " + EVERY, rules="ratio :- 12 / (m-5) < 20.\n")
    result = judged(path)
    assert (result.verdict, result.exit) == (Verdict.HOLDS, Exit.UNDECIDED)
    assert result.proof is not None
    assert result.proof.verdict == "unknown"
    assert result.proof.reason is not None
    assert "undefined" in result.proof.reason
    assert "m=5" in result.proof.reason


def setting_of(path: str) -> Setting:
    loaded = load(path)
    assert loaded.claims[0].prove is not None
    (found,) = settings(loaded, loaded.claims[0].prove)
    return found


def test_assignments_are_the_least_ones(spec: Write) -> None:
    setting = setting_of(spec(f"kind: everywhere, iff: inside, {EVERY}"))
    found = [(one["n"], one["m"], one["k"]) for one in setting.assignments(2)]
    assert found == [(n, m, k) for n in (1, 2) for m in (1, 2) for k in range(2 * n + 1)]


@pytest.mark.slow
def test_the_reading_is_held_against_clingo_at_several_parameters(spec: Write) -> None:
    path = spec(f"kind: everywhere, iff: inside, {EVERY}")
    loaded = load(path)
    found: list[object] = []
    prepare(found.append, Goal(loaded, loaded.claims[0], rules_of(loaded), setting_of(path)))
    positions = sum(item.seen.positions for item in found if isinstance(item, Validated))
    # n and m from 1 to 3, every k, and piles from 0 to 9 or more with every player or as many as fit
    assert positions >= sum(3 * (2 * n + 1) * 10 * (2 * n + 1) for n in (1, 2, 3))


def test_ranges_in_symbols(spec: Write) -> None:
    setting = setting_of(spec(f"kind: everywhere, iff: inside, {EVERY}"))
    here = ranged(setting)
    assert (here.parameters["k"].low, here.parameters["k"].high) == (0, None)
    n, k = here.parameters["n"], here.parameters["k"]
    player = unknown("player.N", 1)
    wanted = [at_most(atom(k), atom(n, 2)), at_most(atom(player), add(atom(n, 2), number(1)))]
    assert list(here.facts) == wanted


def test_a_number_of_heaps_cannot_depend_on_what_is_unknown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "h.lp").write_text("move(t(I)) :- heap(I,_).\nafter(t(I),heap(I,0)) :- move(t(I)).\nfine :- n > 0.\n")
    (tmp_path / "h.yaml").write_text(
        "game: g\nrules: h.lp\nparameters: {n: 1..2}\nposition: {heap: {count: 0..n, size: 1..2}}\n"
        "claims:\n  - {id: a, says: s, kind: everywhere, iff: fine, prove: {n: all}}\n"
    )
    loaded = load("h.yaml")
    assert loaded.claims[0].prove is not None
    with pytest.raises(Unreadable, match="a number of heaps depends on n, which is unbounded"):
        list(settings(loaded, loaded.claims[0].prove))


@pytest.mark.parametrize("low", ["0", "n-1", "2*n-k", "1-n-k"])
@pytest.mark.parametrize("high", ["n+k", "(n-k)*k", "k-n", "n*k-(n-1)"])
@pytest.mark.sample(3)
def test_the_ends_of_ranges_in_symbols_are_those_of_numbers(low: str, high: str) -> None:
    """Of a parameter and of a counter, where `k` is known and `n` is not; Python says what the ends are."""
    span = Span(expression(low), expression(high))
    found = ranged(Setting({"k": 3}, {"n": Span(1, None), "m": span}, ((),), {"pile": span}))
    assert set(found.parameters) == {"n", "m"}
    (pile,) = {one for fact in found.facts for one in unknowns(fact)} - {*found.parameters.values()}
    for n, m, size in product(range(1, 6), range(-6, 12), range(-6, 12)):
        at = {found.parameters["n"]: n, found.parameters["m"]: m, pile: size}
        ends = [eval(end, {"k": 3, "n": n}) for end in (low, high)]
        inside = all(ends[0] <= value <= ends[1] for value in (m, size))
        bounded = all(one.low is None or one.low <= value for one, value in at.items())
        assert (bounded and all(map(Evaluation(at), found.facts))) is inside
