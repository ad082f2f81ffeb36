"""Families of any number of heaps, among the P-positions that another claim names, or all of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from bouton.claims.subject import rules_of
from bouton.core.shipped import folder
from bouton.core.verdict import Result, Verdict
from bouton.document.load import load
from bouton.process.limits import Limits
from bouton.rules.depend import implies
from bouton.run.check import check
from bouton.run.options import Options
from bouton.run.proofs import read

NIM = [(folder("encodings") / "nim" / name).read_text() for name in ("rules.lp", "theorems.lp")]
RULES = """\
three :- safe, heaps(N), N >= 3.
big :- nim_sum(0), large.
either :- three.
either :- big, heap(_,5).
apart :- heaps(N), N >= 2, not safe.
odd_ones :- singular, heaps(N), N \\ 2 = 1, heap(_,1).
far :- safe.
far :- heaps(9), heap(_,90).
turned :- turned_back.
turned_back :- turned.
turned :- safe, heap(_,2).
known :- #count { I : heap(I,S) } = 2.
copied(M,M) :- move(M).
narrow :- #count { I : heap(I,S) } = 2, heap(_,S).
"""
HEAD = """\
game: Nim
rules: nim.lp
position: {heap: {count: 0..3, size: 1..4}}
claims:
  - {id: safe, says: A., kind: p-positions, iff: safe, prove: {heap: {count: all}}}
  - {id: safe-misere, says: A., kind: p-positions, play: misere, iff: safe_misere, prove: {heap: {count: all}}}
"""


def judged(at: Path, said: str, *, head: str = HEAD) -> Result:
    (at / "nim.lp").write_text("".join([*NIM, RULES]))
    claim = f"  - {{id: c, says: A., kind: outcome, {said}, prove: {{heap: {{count: all}}}}}}\n"
    (at / "nim.yaml").write_text(head + claim)
    options = Options(crosscheck=False, fresh=True, claims=("c",))
    return list(check(load(at / "nim.yaml"), options, lambda _: None))[-1]


PILE = """\
move(take(M)) :- pile(N), M = (1;3;4), M <= N.
after(take(M), pile(N-M)) :- pile(N), move(take(M)).
as_known :- pile(N), N \\ 7 = (0;2).
seven :- pile(N), N \\ 14 = 7.
five :- pile(N), N \\ 7 = 5.
far :- seven, pile(N), N < 700.
far :- pile(701).
five_or_far :- five.
five_or_far :- pile(707).
"""


@pytest.mark.parametrize(
    ("said", "verdict"),
    [
        ("outcome: N, where: five", Verdict.PROVED),  # where no claim is named into which moves lead
        ("outcome: P, where: seven", Verdict.PROVED),  # and here no reply leads back into it
        ("outcome: P, where: far", Verdict.HOLDS),
        ("outcome: N, where: five_or_far", Verdict.HOLDS),
    ],
)
@pytest.mark.sample(4)
def test_counters(tmp_path: Path, said: str, verdict: Verdict) -> None:
    (tmp_path / "nim.lp").write_text(PILE)
    claims = f"  - {{id: c, says: A., kind: outcome, {said}, prove: {{pile: all}}}}\n"
    known = "  - {id: k, says: A., kind: p-positions, iff: as_known, prove: {pile: all}}\n"
    for others in ("", known):
        head = "game: g\nrules: nim.lp\nposition: {pile: 0..20}\nclaims:\n"
        (tmp_path / "g.yaml").write_text(head + claims + others)
        options = Options(crosscheck=False, fresh=True, claims=("c",))
        (result,) = check(load(tmp_path / "g.yaml"), options, lambda _: None)
        assert (result.verdict is Verdict.PROVED) is (verdict is Verdict.PROVED and others != "")
        if result.verdict is Verdict.PROVED:
            assert result.proof is not None
            assert result.proof.reason == "with the P-positions of k"


@pytest.mark.parametrize(
    "said",
    [
        "outcome: P, where: three",
        pytest.param("outcome: P, where: big", marks=pytest.mark.slow),
        pytest.param("outcome: P, where: either", marks=pytest.mark.slow),
        "outcome: N, where: apart",
        "outcome: P, where: odd_ones, play: misere",
    ],
)
@pytest.mark.sample(5)
def test_what_is_among_the_p_positions_is_proved(tmp_path: Path, said: str) -> None:
    assert judged(tmp_path, said).verdict is Verdict.PROVED


@pytest.mark.parametrize(
    "said",
    [
        pytest.param("outcome: P, where: turned", marks=pytest.mark.slow),
        "outcome: N, where: odd_ones, play: misere",
        "outcome: P, where: apart",
    ],
)
def test_what_is_not_seen_to_be_is_not(tmp_path: Path, said: str) -> None:
    assert judged(tmp_path, said).verdict is not Verdict.PROVED


@pytest.mark.slow
def test_a_family_that_is_wrong_beyond_the_box_is_not_proved(tmp_path: Path) -> None:
    assert judged(tmp_path, "outcome: P, where: far").verdict is not Verdict.PROVED


@pytest.mark.slow
def test_all_of_the_p_positions(tmp_path: Path) -> None:
    head = "".join(line for line in HEAD.splitlines(keepends=True) if "id: safe" not in line)
    assert judged(tmp_path, "outcome: P, where: safe", head=head).verdict is Verdict.PROVED
    result = judged(tmp_path, "outcome: P, where: three", head=head)
    assert result.verdict is Verdict.HOLDS
    assert "that these are all of the P-positions" in str(result.proof and result.proof.reason)


def test_replies_that_are_named_are_of_given_numbers_of_heaps(tmp_path: Path) -> None:
    (tmp_path / "nim.lp").write_text("".join([*NIM, RULES]))
    claim = "  - {id: c, says: A., kind: outcome, outcome: P, where: three, reply: copied, prove: {heap: {count: all}}}"
    (tmp_path / "nim.yaml").write_text(f"{HEAD}{claim}\n")
    spec = load(tmp_path / "nim.yaml")
    reason, _ = read(spec, rules_of(spec), spec.claim("c"), Limits())
    assert reason == "what copied answers is read of given numbers of heaps, as `count: 0..4`"


def test_by_the_form_of_rules(tmp_path: Path) -> None:
    (tmp_path / "nim.lp").write_text("".join([*NIM, RULES]))
    (tmp_path / "nim.yaml").write_text(HEAD)
    rules = rules_of(load(tmp_path / "nim.yaml"))
    assert implies(rules, "three", "safe", denies=False)
    assert implies(rules, "apart", "safe", denies=True)
    for name, other, denies in (
        ("far", "safe", False),
        ("turned", "safe", False),
        ("apart", "safe", False),
        ("three", "safe", True),
        ("narrow", "known", False),  # there the size has a value from elsewhere
        ("nowhere", "safe", False),
    ):
        assert not implies(rules, name, other, denies=denies), name
