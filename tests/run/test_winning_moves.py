"""Claims about winning moves by themselves: proved with the P-positions of another claim, and never without them."""

from __future__ import annotations

from pathlib import Path

import pytest

from bouton.cli import main
from bouton.core.exits import Exit
from bouton.core.verdict import Result, Verdict
from bouton.document.load import load
from bouton.process.limits import Limits
from bouton.run.check import check
from bouton.run.options import Options
from tests.proof.ways.sums.test_problems import COUNTED, MISERE, NIM, SUM
from tests.proof.ways.sums.test_strategies import FIRM, WINNING

SAFE = "  - {id: safe, says: x, kind: p-positions, iff: safe}\n"
LOST = "  - {id: lost, says: x, kind: p-positions, play: misere, iff: misere}\n"
EVERY = "prove: {heap: {count: all}}"
WIN = f"  - {{id: c, says: x, kind: strategy, moves: win, {EVERY}}}\n"
WINS = f"  - {{id: c, says: x, kind: strategy, play: misere, moves: wins, {EVERY}}}\n"
IN_MISERE = NIM + SUM + COUNTED + FIRM + WINNING


def judged(path: Path, rules: str, claims: str, seconds: float = 60, **options: object) -> Result:
    (path / "g.lp").write_text(rules)
    head = "game: g\nrules: g.lp\nposition: {heap: {count: 0..3, size: 1..4}}\nclaims:\n"
    (path / "g.yaml").write_text(head + claims)
    asked = Options(claims=("c",), fresh=True, crosscheck=False, limits=Limits(seconds=seconds), **options)  # type: ignore[arg-type]
    (result,) = check(load(str(path / "g.yaml")), asked, lambda _: None)
    return result


@pytest.mark.parametrize(
    ("rules", "claims"), [(NIM + SUM, SAFE + WIN), (IN_MISERE, LOST + WINS)], ids=["nim", "misere"]
)
@pytest.mark.sample(2)
@pytest.mark.slow
def test_they_are_proved_for_any_number_of_heaps(rules: str, claims: str, tmp_path: Path) -> None:
    result = judged(tmp_path, rules, claims)
    assert (result.verdict, result.exit) == (Verdict.PROVED, Exit.OK)
    assert result.proof is not None
    assert "heap.count" in result.proof.unbounded
    assert result.proof.reason in ("with the P-positions of safe", "with the P-positions of lost")
    assert any(part.name in ("strategy win", "strategy wins") for part in result.proof.parts)


@pytest.mark.slow
def test_what_is_proved_of_them_already_is_not_proved_again(tmp_path: Path) -> None:
    claims = f"  - {{id: safe, says: x, kind: p-positions, iff: safe, strategy: win, {EVERY}}}\n{WIN}"
    result = judged(tmp_path, NIM + SUM, claims)
    assert result.verdict is Verdict.PROVED
    assert result.proof is not None
    assert (result.proof.through, [one.name for one in result.proof.obligations]) == ("safe", ["proof of safe"])


LARGEST = """\
heaps(N) :- N = #count { I : heap(I,_) }.
move(take(M)) :- heaps(N), heap(N,S), M = 1..S.
after(take(M), heap(N,S-M)) :- heaps(N), heap(N,S), move(take(M)).
few :- heaps(N), N <= 2.
many :- heaps(N), N >= 3.
alike :- heaps(0).
alike :- heaps(2), heap(1,S), heap(2,S).
largest(L) :- heaps(N), heap(N,L).
most(C) :- C = #count { I : heap(I,S), largest(S) }.
even :- most(C), C \\ 2 = 0.
below(T) :- heaps(N), heap(N-1,T).
second(C) :- C = #count { I : heap(I,T), below(T) }.
wins(take(S)) :- largest(S), most(C), C \\ 2 = 1, C > 1.
wins(take(S)) :- largest(S), most(1), second(C), C \\ 2 = 0.
wins(take(S-T)) :- largest(S), most(1), below(T), second(C), C \\ 2 = 1.
"""
"""Stones are taken from a largest heap."""


@pytest.mark.parametrize("all_known", [False, True])
@pytest.mark.long("True")
def test_p_positions_of_others_say_nothing_where_a_claim_does_not_speak_of_them(
    all_known: bool, tmp_path: Path
) -> None:
    """At three heaps `alike` names no P-position: that no move leads to one of these refutes no claim on moves."""
    claims = f"  - {{id: few, says: x, kind: p-positions, where: few, iff: alike, {EVERY}}}\n"
    claims += f"  - {{id: c, says: x, kind: strategy, where: many, moves: wins, {EVERY}}}\n"
    claims += f"  - {{id: all, says: x, kind: p-positions, iff: even, {EVERY}}}\n" if all_known else ""
    result = judged(tmp_path, LARGEST, claims)
    assert result.verdict is (Verdict.PROVED if all_known else Verdict.HOLDS)
    assert result.proof is not None
    if not all_known:
        assert str(result.proof.reason).startswith(
            "with the P-positions of few: near the numbers of its rules it fails"
        )


NAMED = [
    ("V^X < V", "V^X < V, V != 40"),
    ("V^X < V", "V^X < V, V^X != 40"),
    ("V^X < V", "V^X < V, V < 60"),
    ("V^X < V", "V^X < V, (V,X) != (40,40)"),
    ("lower(I,V^X))", "lower(I,(V^X)-V/50))"),
    ("lower(I,V^X))", "lower(I,(V^X)+V/50))"),
    ("V^X < V.", "V^X < V. win(lower(I,1)) :- value(X), row(I,V), V^X = 0, V = 70."),
    ("V^X < V.", "V^X < V. win(lower(I,70)) :- value(X), row(I,V), V^X < V, V = 70."),
]
NAMED_IN_MISERE = [
    ("L >= 2", "L >= 2, L != 9"),
    ("N \\ 2.", "N \\ 2, N != 9."),
    ("N \\ 2.", "N \\ 2, V != 40."),
    ("firms(0), row(I,V)", "firms(0), row(I,V), heaps(N), N < 9"),
    ("T = N \\ 2", "T = (N + N/40) \\ 2"),
]
MUTANTS = [(NIM + SUM, SAFE + WIN, *one) for one in NAMED]
MUTANTS += [(IN_MISERE, LOST + WINS, *one) for one in NAMED_IN_MISERE]


@pytest.mark.parametrize(("rules", "claims", "before", "after"), MUTANTS)
@pytest.mark.sample(16)
def test_moves_that_lose_somewhere_are_not_proved(
    rules: str, claims: str, before: str, after: str, tmp_path: Path
) -> None:
    assert before in rules
    result = judged(tmp_path, rules.replace(before, after), claims, seconds=30)
    assert result.verdict in (Verdict.REFUTED, Verdict.HOLDS)
    assert result.proof is not None
    assert result.proof.verdict in ("refuted", "unknown")


@pytest.mark.slow
def test_moves_that_lose_far_away_are_refuted_there(tmp_path: Path) -> None:
    result = judged(tmp_path, NIM.replace("V^X < V", "V^X < V, V != 40") + SUM, SAFE + WIN)
    assert (result.verdict, result.exit) == (Verdict.REFUTED, Exit.CONTRARY)
    assert result.counterexample is not None
    assert result.counterexample.at == ({}, ((40,),))


@pytest.mark.slow
def test_false_p_positions_refute_no_moves(tmp_path: Path) -> None:
    """The moves win all the same; but nothing is left to prove them with."""
    rules = NIM + SUM + "narrow :- safe, not heap(_,40).\n"
    result = judged(tmp_path, rules, SAFE.replace("iff: safe", "iff: narrow") + WIN)
    assert (result.verdict, result.exit) == (Verdict.HOLDS, Exit.UNDECIDED)
    wrong = NIM.replace("row(I,S) :- heap(I,S)", "row(I,S-S/40) :- heap(I,S)") + SUM
    own = "win2(lower(I,V^X)) :- value2(X), heap(I,V), V^X < V.\nvalue2(X) :- heaps(N), sum2(N,X).\n"
    own += "sum2(0,0).\nsum2(I,X^V) :- sum2(I-1,X), heap(I,V).\n"
    result = judged(tmp_path, wrong + own, SAFE + WIN.replace("moves: win", "moves: win2"))
    assert (result.verdict, result.exit) == (Verdict.HOLDS, Exit.UNDECIDED)


@pytest.mark.slow
def test_of_another_play_or_of_none_they_are_not_proved(tmp_path: Path) -> None:
    for claims in (WIN, SAFE.replace("kind: p", "play: misere, kind: p").replace("iff: safe", "iff: misere") + WIN):
        result = judged(tmp_path, NIM + SUM + MISERE, claims)
        assert (result.verdict, result.exit) == (Verdict.HOLDS, Exit.UNDECIDED)
        assert result.proof is not None
        assert result.proof.reason == "no other claim of the spec names the P-positions"


def test_explain_says_how(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    judged(tmp_path, NIM + SUM, SAFE + WIN, prove=False)
    assert main(["explain", str(tmp_path / "g.yaml")]) == 0
    assert capsys.readouterr().out.count("as a sum of heaps") == 2
    judged(tmp_path, NIM + SUM, WIN, prove=False)
    assert main(["explain", str(tmp_path / "g.yaml")]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "not possible: no other claim of the spec names the P-positions" in said


TAKE = """\
move(t(M)) :- pile(N), M = 1..2, M <= N.
after(t(M), pile(N-M)) :- pile(N), move(t(M)).
three :- pile(N), N \\ 3 = 0.
far :- three, pile(N), N != 900.
w(t(M)) :- pile(N), M = N \\ 3, M > 0.
w(t(1)) :- pile(500).
v(t(M)) :- pile(N), M = N \\ 3, M > 0.
"""
ALL = "prove: {pile: all}"
Q = f"  - {{id: q, says: x, kind: p-positions, iff: three, {ALL}}}\n"
FAR = f"  - {{id: far, says: x, kind: p-positions, iff: far, {ALL}}}\n"
BOTH = f"  - {{id: t, says: x, kind: p-positions, iff: three, strategy: w, {ALL}}}\n"


@pytest.mark.parametrize("others", [Q, BOTH, FAR + Q, FAR], ids=["named", "same", "one-false", "false"])
@pytest.mark.sample(4)
def test_a_strategy_that_fails_far_out_is_refuted_there(others: str, tmp_path: Path) -> None:
    """Whether the P-positions are right that another claim names, or wrong further out still."""
    result = taken(tmp_path, others, "w")
    assert (result.verdict, result.exit) == (Verdict.REFUTED, Exit.CONTRARY)
    assert result.counterexample is not None
    assert result.counterexample.position == {"pile": 500}
    assert result.reason is None


@pytest.mark.parametrize(
    ("others", "verdict"), [(FAR, Verdict.HOLDS), (FAR + Q, Verdict.PROVED)], ids=["false", "one-false"]
)
@pytest.mark.sample(2)
def test_one_that_wins_is_not_refuted_for_p_positions_that_are_wrong(
    others: str, verdict: Verdict, tmp_path: Path
) -> None:
    result = taken(tmp_path, others, "v")
    assert result.verdict is verdict
    assert result.proof is not None
    assert result.proof.verdict == ("proved" if verdict is Verdict.PROVED else "unknown")


def taken(path: Path, others: str, moves: str) -> Result:
    (path / "take.lp").write_text(TAKE)
    claim = f"  - {{id: c, says: x, kind: strategy, moves: {moves}, {ALL}}}\n"
    (path / "take.yaml").write_text(f"game: g\nrules: take.lp\nposition: {{pile: 0..30}}\nclaims:\n{others}{claim}")
    asked = Options(claims=("c",), fresh=True, crosscheck=False, limits=Limits(seconds=60))
    (result,) = check(load(str(path / "take.yaml")), asked, lambda _: None)
    return result


TOGETHER = """\
few :- pile(N), N < 10.
many :- pile(N), N >= 10.
"""


@pytest.mark.parametrize("moves", ["w", "v"])
def test_a_claim_that_takes_others_together_names_the_p_positions(moves: str, tmp_path: Path) -> None:
    (tmp_path / "take.lp").write_text(TAKE.replace("500", "20") + TOGETHER)
    claims = (
        "  - {id: one, says: x, kind: p-positions, iff: three, where: few}\n"
        "  - {id: two, says: x, kind: p-positions, iff: three, where: many}\n"
        f"  - {{id: both, says: x, kind: p-positions, together: [one, two], {ALL}}}\n"
        f"  - {{id: c, says: x, kind: strategy, moves: {moves}, {ALL}}}\n"
    )
    (tmp_path / "take.yaml").write_text(f"game: g\nrules: take.lp\nposition: {{pile: 0..12}}\nclaims:\n{claims}")
    asked = Options(claims=("c",), fresh=True, crosscheck=False, limits=Limits(seconds=60))
    (result,) = check(load(str(tmp_path / "take.yaml")), asked, lambda _: None)
    assert result.proof is not None
    if moves == "w":
        assert result.counterexample is not None
        assert result.counterexample.position == {"pile": 20}
    else:
        assert (result.verdict, result.proof.reason) == (Verdict.PROVED, "with the P-positions of both")
        assert "strategy v" in {need.part for need in result.proof.needs}
