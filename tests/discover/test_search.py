"""Strategies that are found: put into the rules file they pass as claims on larger boxes, and as proofs."""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
import yaml

from bouton.claims.subject import rules_of
from bouton.cli import main
from bouton.core.verdict import Verdict
from bouton.discover.search import FoundStrategy, NoStrategy, search, strategy
from bouton.document.load import load
from bouton.process.limits import Limits
from bouton.proof.attempt import ProofRequest
from bouton.proof.prove import prove
from bouton.run.check import check
from bouton.run.options import Options
from tests.samples import small_or_whole
from tests.shipped import rules_text

ROOT = Path(__file__).parents[2]
CORNER = """\
% Two heaps: take one stone from either, or one from both.
heaps(N)              :- N = #count { I : heap(I,_) }.
move(one(I))          :- heap(I,_).
after(one(I),heap(I,S-1)) :- heap(I,S).
move(both)            :- heaps(2).
after(both,heap(I,S-1))   :- move(both), heap(I,S).
odd(I)    :- heap(I,S), S \\ 2 = 1.
some_odd  :- odd(_).
all_even  :- not some_odd.
all_odd   :- odd(1), odd(2).
first_odd :- odd(1), not odd(2).
wrong     :- odd(1).
"""
CORNER_SPEC = {
    "game": "Corner",
    "rules": "corner.lp",
    "position": {"heap": {"count": "0..2", "size": "1..9", "order": "none"}},
    "claims": [{"id": "even", "says": "Both are even.", "kind": "p-positions", "play": "normal", "iff": "all_even"}],
}


def copied(folder: Path, game: str, claim: str, edit: dict[str, Any] | None = None, rules: str = "") -> str:
    """A copy of a game of the repository, its claim's strategy replaced, with more rules; and their claim, `moves`."""
    spec = yaml.safe_load((ROOT / "specs" / f"{game}.yaml").read_text())
    text = rules_text(game) + rules
    spec["rules"] = f"{game}.lp"
    (asked,) = [one for one in spec["claims"] if one["id"] == claim]
    asked.pop("strategy", None)
    asked.update(edit or {})
    if "strategy" in asked:
        named = {"id": "moves", "says": "They win.", "kind": "strategy", "moves": asked["strategy"]}
        spec["claims"].append(named | {key: deepcopy(asked[key]) for key in ("play", "over") if key in asked})
    return written(folder, spec, text)


def written(folder: Path, spec: dict[str, Any], rules: str) -> str:
    """The spec and its rules as files."""
    for name in ("specs", "encodings"):
        (folder / name).mkdir(exist_ok=True)
    (folder / "encodings" / spec["rules"]).write_text(rules)
    file = folder / "specs" / "game.yaml"
    file.write_text(yaml.safe_dump(spec, sort_keys=False))
    return str(file)


def strategy_for(file: str, claim: str) -> FoundStrategy:
    """What is found for the claim."""
    spec = load(file)
    found = search(spec, spec.claim(claim))
    assert isinstance(found, FoundStrategy), found
    return found


def verdict(file: str, claim: str) -> Verdict:
    """What `bouton check --no-prove` says of the claim."""
    (found,) = check(load(file), Options(claims=(claim,), prove=False), lambda _: None)
    return found.verdict


ONE_THREE_FOUR = {"S": {"set": [[1, 3, 4]]}, "pile": "0..300"}
GAMES = [
    ("subtraction", "one-three-four", ONE_THREE_FOUR),
    ("misere_bounded_greedy_nim", "theorem-2", {"k": "2..5", "heap": {"count": "0..4", "size": "1..11"}}),
    ("one_pile_nim", "misere", {"s": 1, "m": "1..9", "pile": "0..60"}),
]


@pytest.mark.parametrize(("game", "claim", "over"), GAMES, ids=[game for game, _, _ in GAMES])
@pytest.mark.sample(4)
@pytest.mark.slow
def test_what_is_pasted_passes_as_a_claim(tmp_path: Path, game: str, claim: str, over: dict[str, Any]) -> None:
    found = strategy_for(copied(tmp_path, game, claim), claim)
    edit = {"strategy": found.name, "over": over}
    assert verdict(copied(tmp_path, game, claim, edit, "\n".join(["", *found.rules])), "moves") is Verdict.HOLDS


@pytest.mark.parametrize(
    ("game", "claim", "over", "proof"),
    small_or_whole(
        ("subtraction", "one-three-four", ONE_THREE_FOUR, {**ONE_THREE_FOUR, "pile": "all"}),
        ("greedy_nim", "theorem-5", {"heap": {"count": "0..5", "size": "1..9"}}, {"heap": {"count": "0..5"}}),
    ),
)
@pytest.mark.slow
def test_what_is_pasted_proves_the_theorem(
    tmp_path: Path, game: str, claim: str, over: dict[str, Any], proof: dict[str, Any]
) -> None:
    """For piles or heaps of every size: the strategy is the proof's absorption."""
    found = strategy_for(copied(tmp_path, game, claim), claim)
    edit = {"strategy": found.name, "prove": deepcopy(proof), "over": over}
    file = copied(tmp_path, game, claim, edit, "\n".join(["", *found.rules]))
    assert verdict(file, "moves") is Verdict.HOLDS
    spec = load(file)
    proved = prove(spec, spec.claim(claim), rules_of(spec), ProofRequest(limits=Limits(600.0), crosscheck=False)).proof
    assert proved.verdict == "proved", proved.reason
    assert any(one.name.startswith(f"{found.name} wins") for one in proved.obligations)


@pytest.mark.slow
def test_a_move_on_two_heaps_at_once(tmp_path: Path) -> None:
    file = written(tmp_path, CORNER_SPEC, CORNER)
    found = strategy_for(file, "even")
    assert found == strategy_for(file, "even")
    assert any("(both)" in rule for rule in found.rules)
    claim = {"id": "named", "says": "They win.", "kind": "strategy", "play": "normal", "moves": found.name}
    spec = {**CORNER_SPEC, "claims": [{**claim, "over": {"heap": {"count": "0..2", "size": "1..30"}}}]}
    assert verdict(written(tmp_path, spec, "\n".join([CORNER, *found.rules])), "named") is Verdict.HOLDS


@pytest.mark.slow
def test_the_name_is_a_new_one(tmp_path: Path) -> None:
    file = copied(tmp_path, "one_pile_nim", "normal", rules="\nwinning_move(take(1)) :- pile(1).\n")
    assert strategy_for(file, "normal").name == "winning_move_found"


def test_the_moves_of_a_false_claim_win_too(tmp_path: Path) -> None:
    """What is claimed gives templates and conditions; whether a move wins is a matter of the game."""
    claim = {"id": "even", "says": "It is the second.", "kind": "p-positions", "play": "normal", "iff": "wrong"}
    spec = load(written(tmp_path, {**CORNER_SPEC, "claims": [claim]}, CORNER))
    found = strategy(spec, spec.claim("even"), Limits(600.0))
    assert isinstance(found, NoStrategy)
    assert found.reason == "no conditions were found under which these moves win"


@pytest.mark.slow
def test_what_cannot_be_found_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    """Nim's winning moves need XOR: the moves are listed, as comments, and no rule."""
    assert main(["explain", str(ROOT / "specs" / "nim.yaml"), "--strategy", "safe-combinations"]) == 0
    said = capsys.readouterr().out
    assert "no strategy was found" in said
    assert all(line.startswith("%") for line in said.splitlines())


def test_claims_that_have_none() -> None:
    spec = load(str(ROOT / "specs" / "greedy_nim_k.yaml"))
    for claim in ("theorem-8", "solution-moves"):
        assert isinstance(strategy(spec, spec.claim(claim), Limits(5.0)), NoStrategy)
    found = strategy(spec, spec.claim("solution"), Limits(0.3))
    assert found == NoStrategy("time limit of 0.3 s reached", late=True)


@pytest.mark.slow
def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = written(tmp_path, CORNER_SPEC, CORNER)
    assert main(["explain", file, "--strategy", "even"]) == 0
    said = capsys.readouterr().out.splitlines()
    rules = [line for line in said if not line.startswith("%")]
    assert rules == list(strategy_for(file, "even").rules)
    assert "`strategy: winning_move` into the claim." in " ".join(line.removeprefix("% ") for line in said)
    (tmp_path / "encodings" / "beliefs.lp").write_text("never :- 1 = 2.\n")
    Path(file).write_text(yaml.safe_dump({**CORNER_SPEC, "rules": ["corner.lp", "beliefs.lp"]}))
    assert main(["explain", file, "--strategy", "even"]) == 0
    said = capsys.readouterr().out.splitlines()
    assert "put these rules into corner.lp and" in " ".join(line.removeprefix("% ") for line in said)
    assert main(["explain", file, "--strategy", "evn"]) == 2
    assert "did you mean 'even'?" in capsys.readouterr().err
