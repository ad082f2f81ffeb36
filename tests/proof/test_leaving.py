"""Moves that lead a counter out of the range of a proof: nothing is proved of a game that goes on elsewhere."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from bouton.core.spec import Spec
from bouton.core.verdict import Result, Verdict
from bouton.document.load import load
from bouton.run.check import check
from bouton.run.options import Options

RULES = """\
move(take) :- pile(N), N > 0.
after(take, pile(N-1)) :- move(take), pile(N).
move(gain) :- pile(N), N > 1.
after(gain, pile(N-2)) :- move(gain), pile(N).
after(gain, bonus(B+1)) :- move(gain), bonus(B).
lost :- pile(N), N \\ 3 = 0, bonus(B), B <= 2.
lost :- pile(N), N \\ 3 = 1, bonus(B), B > 2.
value(N \\ 3) :- pile(N), bonus(B), B <= 2.
value(7) :- bonus(B), B > 2.
label(0) :- pile(N), N \\ 3 = 0, bonus(B), B <= 2.
label(1) :- pile(N), N \\ 3 = 1, bonus(B), B <= 2.
label(2) :- pile(N), N \\ 3 = 2, bonus(B), B <= 2.
label(0) :- bonus(B), B > 2.
small :- bonus(B), B <= 2.
"""
"""Each claim is right of every position whose bonus is at most 2, and wrong of all others, to which moves lead."""
KINDS = {
    "p-positions": "iff: lost",
    "grundy": "iff: value",
    "class": "class: tame, labels: label",
}


def judged(folder: Path, claim: str, rules: str = RULES, bonus: str = "0..2") -> Result:
    (folder / "g.lp").write_text(rules)
    claims = f"claims:\n  - {{id: c, says: x, {claim}}}\n"
    (folder / "g.yaml").write_text(f"game: g\nrules: g.lp\nposition: {{pile: 0..15, bonus: {bonus}}}\n{claims}")
    spec: Spec = load(str(folder / "g.yaml"))
    (result,) = check(spec, Options(), lambda _: None)
    return result


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("prove", ["true", "{pile: all}"])
@pytest.mark.sample(6)
def test_what_is_right_in_the_range_alone_is_not_proved(tmp_path: Path, kind: str, prove: str) -> None:
    result = judged(tmp_path, f"kind: {kind}, {KINDS[kind]}, prove: {prove}")
    assert (result.verdict, result.positions) == (Verdict.HOLDS, 16 * 3)
    assert result.reach == {"bonus": [0, 9]}
    assert result.proof is not None
    assert result.proof.verdict == "unknown"
    assert result.proof.reason == "the move gain leaves the range of the proof, at pile=2,bonus=2"


@pytest.mark.parametrize("kind", ["p-positions", "grundy"])
def test_the_claim_about_every_bonus_is_refuted(tmp_path: Path, kind: str) -> None:
    result = judged(tmp_path, f"kind: {kind}, {KINDS[kind]}, prove: {{pile: all, bonus: all}}")
    assert result.verdict is Verdict.REFUTED
    assert result.counterexample is not None
    assert result.counterexample.position == {"pile": 0, "bonus": 3}


@pytest.mark.slow
def test_it_is_proved_where_it_is_right_everywhere(tmp_path: Path) -> None:
    rules = RULES.replace(", bonus(B), B <= 2", "").replace("lost :- pile(N), N \\ 3 = 1, bonus(B), B > 2.\n", "")
    result = judged(tmp_path, "kind: p-positions, iff: lost, prove: {pile: all, bonus: all}", rules)
    assert result.verdict is Verdict.PROVED
    result = judged(tmp_path, "kind: p-positions, iff: lost, prove: {pile: all}", rules)
    assert result.verdict is Verdict.HOLDS


def test_what_holds_of_each_position_alone_needs_no_move(tmp_path: Path) -> None:
    result = judged(tmp_path, "kind: everywhere, iff: small, prove: {pile: all}")
    assert result.verdict is Verdict.PROVED
    assert judged(tmp_path, "kind: everywhere, iff: small, prove: {bonus: all}").verdict is Verdict.REFUTED


TRAP = """\
move(wait) :- pile(N), N > 0, bonus(B), B < 5.
after(wait, pile(N-1)) :- move(wait), pile(N).
after(wait, bonus(B+1)) :- move(wait), bonus(B).
locally :- pile(N), bonus(B), B <= 2, (N+B) \\ 2 = 1, N + B < 4.
locally :- bonus(B), B > 2, pile(N), N = 99.
locally :- pile(0).
"""


@cache
def lost(pile: int, bonus: int) -> bool:
    return not pile or bonus >= 5 or not lost(pile - 1, bonus + 1)


def test_outcomes_beyond_the_range_count(tmp_path: Path) -> None:
    """What is claimed there does not: the positions of the range are what the real moves make of them."""
    truth = {(pile, bonus): lost(pile, bonus) for pile in range(16) for bonus in range(3)}
    right = "".join(f"right :- pile({pile}), bonus({bonus}).\n" for (pile, bonus), is_p in truth.items() if is_p)
    result = judged(tmp_path, "kind: p-positions, iff: right, prove: true", TRAP + right)
    assert result.verdict is Verdict.HOLDS
    assert result.proof is not None
    assert "leaves the range of the proof" in (result.proof.reason or "")
    result = judged(tmp_path, "kind: p-positions, iff: locally", TRAP)
    assert result.verdict is Verdict.REFUTED
    assert result.counterexample is not None
    position = result.counterexample.position
    assert (result.counterexample.actual == "P") is truth[position["pile"], position["bonus"]]


def test_a_range_below_which_moves_lead(tmp_path: Path) -> None:
    """The lower end of a range without a greatest value is kept."""
    rules = "move(m) :- pile(N), N > 1.\nafter(m, pile(N-1)) :- move(m), pile(N).\nodd :- pile(N), N \\ 2 = 1.\n"
    claim = "kind: p-positions, iff: odd, prove: {pile: all}"
    whole = f"position: {{pile: 1..9}}\nclaims:\n  - {{id: c, says: x, {claim}}}\n"
    for low, verdict in ((1, Verdict.PROVED), (3, Verdict.HOLDS)):
        (tmp_path / "g.lp").write_text(rules)
        (tmp_path / "g.yaml").write_text(f"game: g\nrules: g.lp\n{whole.replace('1..9', f'{low}..9')}")
        (result,) = check(load(str(tmp_path / "g.yaml")), Options(), lambda _: None)
        assert result.verdict is verdict
        assert result.reach == ({} if low == 1 else {"pile": [1, 9]})
