"""Theorems whose claims name no strategy, proved by templates of winning moves; and what is false is not."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
import yaml

from benchmarks.newcomers import CLAIM, named, spec_of
from bouton.claims.subject import rules_of
from bouton.discover.moves import offered
from bouton.document.load import load
from bouton.process.limits import Limits
from bouton.proof.attempt import Attempt, ProofRequest
from bouton.proof.goal import Goal
from bouton.proof.prepare import Prepared, prepare
from bouton.proof.prove import prove
from bouton.proof.setting import settings
from tests.samples import small_or_whole
from tests.shipped import rules_text

ROOT = Path(__file__).parents[2]
Copy = Callable[..., str]
Edit = tuple[str, str]


@pytest.fixture
def copy(tmp_path: Path) -> Copy:
    """A copy of a game's spec without strategies and with another range of proofs, and of its rules with one edit."""

    def copying(game: str, claim: str, prove: str, edit: Edit | None = None) -> str:
        spec = yaml.safe_load((ROOT / "specs" / f"{game}.yaml").read_text())
        (asked,) = [one for one in spec["claims"] if one["id"] == claim]
        asked.pop("strategy", None)
        asked["prove"] = yaml.safe_load(prove)
        rules = rules_text(game)
        spec["rules"] = f"{game}.lp"
        if edit is not None:
            assert rules.count(edit[0]) == 1
            rules = rules.replace(*edit)
        for folder in ("specs", "encodings"):
            (tmp_path / folder).mkdir(exist_ok=True)
        (tmp_path / "encodings" / spec["rules"]).write_text(rules)
        file = tmp_path / "specs" / f"{game}.yaml"
        file.write_text(yaml.safe_dump(spec, sort_keys=False))
        return str(file)

    return copying


def attempt(file: str, claim: str) -> Attempt:
    """The attempt at a proof, by z3 alone."""
    spec = load(file)
    return prove(spec, spec.claim(claim), rules_of(spec), ProofRequest(limits=Limits(600.0), crosscheck=False))


PROVED = [
    ("greedy_nim", "theorem-4", "{heap: {count: 0..5}}"),
    ("greedy_nim", "theorem-5", "{heap: {count: 0..5}}"),
    ("misere_bounded_greedy_nim", "theorem-2", "{k: 2..3, heap: {count: 0..3}}"),
    ("misere_bounded_greedy_nim", "theorem-3", "{k: 2..3, heap: {count: 0..3}}"),
    ("greedy_nim_k", "solution", "{k: 2, heap: {count: 0..3}}"),
    ("subtraction", "one-to-m", "{S: {set: [[1, 2, 3]]}, pile: all}"),
    ("one_pile_nim", "misere", "{s: 1, m: all, pile: all}"),
]


@pytest.mark.parametrize(("game", "claim", "range_"), PROVED, ids=str)
@pytest.mark.sample(12)
@pytest.mark.slow
def test_proved_without_a_strategy(copy: Copy, game: str, claim: str, range_: str) -> None:
    found = attempt(copy(game, claim, range_), claim)
    assert found.proof.verdict == "proved", found.proof.reason


QUANTIFIED = [
    ("greedy_nim", "theorem-5", "{heap: {count: 0..4}}"),
    ("greedy_nim_k", "solution", "{k: 3, heap: {count: 0..3}}"),
]


@pytest.mark.parametrize(("game", "claim", "range_"), QUANTIFIED, ids=str)
@pytest.mark.sample(2)
@pytest.mark.slow
def test_templates_come_first_and_decide(copy: Copy, game: str, claim: str, range_: str) -> None:
    found = attempt(copy(game, claim, range_), claim)
    absorptions = [one for one in found.proof.obligations if one.name.startswith("absorption")]
    assert [one.solver for one in absorptions][1:] == ["z3 templates"] * (len(absorptions) - 1)


GREEDY, GREEDY_K = "{heap: {count: 0..4}}", "{k: 2, heap: {count: 0..3}}"
EVEN = "theorem_4 :- t(T), T \\ 2 = 0."
FALSE = [
    ("greedy_nim", "theorem-4", GREEDY, (EVEN, "theorem_4 :- t(T), T \\ 3 = 0.")),
    ("greedy_nim", "theorem-4", GREEDY, (EVEN, "theorem_4 :- t(2).  theorem_4 :- t(0).")),
    ("greedy_nim", "theorem-5", GREEDY, ("theorem_5 :- x(1,S), S >= 2", "theorem_5 :- x(1,S), S >= 3")),
    ("greedy_nim_k", "solution", GREEDY_K, ("type_1 :- good_triple, r_e(2).", "type_1 :- good_triple, r_e(0).")),
    ("greedy_nim_k", "solution", GREEDY_K, ("X \\ 2 = 1.   % x_1", "X \\ 2 = 0.   % x_1")),
    ("one_pile_nim", "misere", "{s: 1, m: all, pile: all}", ("R >= s, R < 2*s.", "R >= 2*s, R < 3*s.")),
]


@pytest.mark.parametrize(("game", "claim", "range_", "edit"), FALSE, ids=str)
@pytest.mark.sample(10)
def test_what_is_false_is_refuted_as_before(copy: Copy, game: str, claim: str, range_: str, edit: Edit) -> None:
    found = attempt(copy(game, claim, range_, edit), claim)
    assert found.proof.verdict == "refuted"
    assert found.candidates


@pytest.mark.parametrize(
    ("game", "name", "range_", "number"),
    small_or_whole(("greedy_nim", "theorem-5", GREEDY, 4), ("greedy_nim_k", "solution", GREEDY_K, 3)),
)
@pytest.mark.slow
def test_the_problems_are_the_same_in_every_run(copy: Copy, game: str, name: str, range_: str, number: int) -> None:
    spec = load(copy(game, name, range_))
    claim = spec.claim(name)
    assert claim.prove is not None
    (setting,) = settings(spec, claim.prove)
    runs: list[list[object]] = [[], []]
    for run in runs:
        prepare(run.append, Goal(spec, claim, rules_of(spec), setting))
    texts = [[item.question for item in run if isinstance(item, Prepared)] for run in runs]
    assert texts[0] == texts[1]
    with_templates = [one for one in texts[0] if one is not None and one.templates is not None]
    assert len(with_templates) == number
    assert all("forall" not in one.templates.text and "forall" in one.text for one in with_templates if one.templates)


def test_the_moves_between_two_remainders_of_heaps_in_any_order(tmp_path: Path) -> None:
    """After such a move either heap may be the smaller one, so that what is divided is one of both."""
    spec = spec_of(named()["new"], tmp_path)
    claim = spec.claim(CLAIM)
    assert claim.prove is not None
    found = offered(spec, claim, rules_of(spec), list(settings(spec, claim.prove)), ())
    chosen = {one.term for one in found if one.term.startswith("take(N")}
    assert {"take(N,(X1 \\ (k+1))-(X2 \\ (k+1)))", "take(N-1,(X2 \\ (k+1))-(X1 \\ (k+1)))"} <= chosen
    assert len(chosen) == 3  # and one of a single heap
