"""Proofs of Sprague-Grundy values: true formulas are proved, false ones refuted at the least position, or left open."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from bouton.core.verdict import Result, Verdict
from bouton.document.load import load
from bouton.run.check import check
from bouton.run.options import Options

Judge = Callable[..., Result]

SUBTRACTION = "move(D) :- s(D), pile(N), D <= N.\nafter(D, pile(N-D)) :- move(D), pile(N).\n"
ONE_PILE = """\
move(D) :- pile(N), D = 1..m, D <= N.
after(D, pile(N-D)) :- move(D), pile(N).
rest(N \\ (m+1)) :- pile(N).
value(R) :- rest(R).
misere(R) :- rest(R), R > 1.
misere(1-R) :- rest(R), R <= 1.
"""
NIM = """\
move(t(I,T)) :- heap(I,S), T = 0..S-1.
after(t(I,T), heap(I,T)) :- move(t(I,T)).
value(0) :- not heap(1,_).
value(S) :- heap(1,S), not heap(2,_).
value(D) :- heap(2,T), heap(1,S), D = T-S.
"""


@pytest.fixture
def judge(tmp_path: Path) -> Judge:
    def judging(rules: str, position: str, claim: str, parameters: str = "") -> Result:
        (tmp_path / "g.lp").write_text(rules)
        head = f"game: g\nrules: g.lp\n{parameters}position: {{{position}}}\n"
        (tmp_path / "g.yaml").write_text(f"{head}claims:\n  - {{id: c, says: x, kind: grundy, {claim}}}\n")
        (result,) = check(load(str(tmp_path / "g.yaml")), Options(), lambda _: None)
        return result

    return judging


def values(numbers: tuple[int, ...], most: int, terminal: int) -> list[int]:
    """The values of a subtraction game by their definition."""
    found: list[int] = []
    for n in range(most):
        options = {found[n - d] for d in numbers if d <= n}
        found.append(next(v for v in range(9) if v not in options) if options else terminal)
    return found


def period(found: list[int]) -> int:
    """The least period, there being no part before it."""
    return next(p for p in range(1, 40) if all(a == b for a, b in zip(found, found[p:], strict=False)))


@pytest.mark.parametrize("numbers", [(1, 2), (1, 3), (2, 3), (1, 3, 4), (2, 4)])
@pytest.mark.sample(8)
def test_subtraction_games(judge: Judge, numbers: tuple[int, ...]) -> None:
    true = values(numbers, 200, 0)
    table = true[: period(true)]
    sets = f"parameters: {{S: {{set: [{list(numbers)}]}}}}\n"

    def claim(entries: list[int]) -> str:
        rows = "".join(f"row({at},{entry}). " for at, entry in enumerate(entries))
        return f"{SUBTRACTION}{rows}\nvalue(V) :- pile(N), row(N \\ {len(entries)}, V).\n"

    result = judge(claim(table), "pile: 0..3", "prove: {pile: all}", sets)
    assert result.verdict is Verdict.PROVED
    last = len(table) - 1
    result = judge(claim([*table[:last], table[last] + 1]), "pile: 0..3", "prove: {pile: all}", sets)
    assert result.verdict is Verdict.REFUTED
    assert result.counterexample is not None
    assert result.counterexample.position == {"pile": last}
    assert (result.counterexample.claimed, result.counterexample.actual) == (table[last] + 1, table[last])


@pytest.mark.parametrize(("play", "iff"), [("normal", "value"), ("misere", "misere")])
@pytest.mark.sample(2)
def test_every_maximum_at_once(judge: Judge, play: str, iff: str) -> None:
    """From one or two stones on; with m = 1 the misere values are 1, 0, 1, 0, ... by the same formula."""
    proof = f"play: {play}, iff: {iff}, prove: {{m: all, pile: all}}"
    result = judge(ONE_PILE, "pile: 0..20", proof, "parameters: {m: 1..4}\n")
    assert result.verdict is Verdict.PROVED
    assert result.proof is not None
    names = {step.name for step in result.proof.obligations}
    assert {"some value", "one value", "no negative value", "terminals", "independence", "absorption"} <= names
    other = "misere" if play == "normal" else "normal"
    wrong = judge(ONE_PILE, "pile: 0..20", f"play: {other}, iff: {iff}, prove: {{m: all}}", "parameters: {m: 1..4}\n")
    assert wrong.verdict is Verdict.REFUTED


def test_heaps(judge: Judge) -> None:
    """One heap of any size; of two the difference is right where both are small."""
    box = "heap: {count: 0..1, size: 1..5}"
    assert judge(NIM, box, "prove: {heap: {count: 0..1}}").verdict is Verdict.PROVED
    result = judge(NIM, "heap: {count: 0..2, size: 1..1}", "prove: {heap: {count: 0..2}}")
    assert result.verdict is Verdict.REFUTED
    assert result.counterexample is not None
    assert result.counterexample.position == {"heap": [1, 2]}


@pytest.mark.parametrize(
    ("rule", "failing", "position"),
    [
        ("value(R) :- rest(R), not pile(40).", "some value", 40),
        ("value(R) :- rest(R). value(R+1) :- rest(R), pile(40).", "one value", 40),
        ("value(R) :- rest(R), not pile(40). value(-1) :- pile(40).", "some value", 40),
        ("value(R) :- rest(R). value(-1) :- pile(40).", "no negative value", 40),
        ("value(R) :- rest(R), not pile(41). value(R+9) :- rest(R), pile(41).", "absorption", 41),
        ("value(R) :- rest(R), not pile(41). value(0) :- pile(41).", "independence", 41),
    ],
)
@pytest.mark.usefixtures("by_proof_alone")
@pytest.mark.sample(6)
def test_each_obligation_is_needed(judge: Judge, rule: str, failing: str, position: int) -> None:
    rules = ONE_PILE.replace("value(R) :- rest(R).\n", rule + "\n")
    result = judge(rules, "pile: 0..9", "over: {m: 2}, prove: {pile: all}", "parameters: {m: 1..4}\n")
    assert result.verdict is Verdict.REFUTED
    assert result.counterexample is not None
    assert result.counterexample.position == {"pile": position}
    assert result.proof is not None
    failed = {step.name.partition(",")[0] for step in result.proof.obligations if step.verdict == "refuted"}
    assert failing in failed


@pytest.mark.parametrize(("outcome", "verdict"), [("previous", Verdict.PROVED), ("next", Verdict.REFUTED)])
def test_who_has_won_by_the_rules(judge: Judge, outcome: str, verdict: Verdict) -> None:
    rules = ONE_PILE + f"winner({outcome}).\n"
    assert judge(rules, "pile: 0..9", "prove: {pile: all}", "parameters: {m: 2..3}\n").verdict is verdict


@pytest.mark.usefixtures("by_proof_alone")
def test_what_cannot_be_proved(judge: Judge) -> None:
    other = ONE_PILE.replace("value(R) :- rest(R).\n", "value(R) :- rest(R), not pile(2).\nvalue(7) :- pile(2).\n")
    rules = ONE_PILE + "name(x) :- pile(_).\n"
    parameters = "parameters: {m: 2}\n"
    result = judge(other + "big :- pile(N), N > 3.\n", "pile: 0..9", "where: big, prove: {pile: all}", parameters)
    assert result.verdict is Verdict.HOLDS
    assert result.proof is not None
    assert (result.proof.reason or "").startswith("a move leads to a position that the claim does not speak of")
    result = judge(rules, "pile: 0..9", "iff: name, prove: {pile: all}", parameters)
    assert result.verdict is Verdict.REFUTED
    rules = ONE_PILE.replace("value(R) :- rest(R).\n", "value(R) :- rest(R), not pile(40).\nvalue(x) :- pile(40).\n")
    result = judge(rules, "pile: 0..9", "prove: {pile: all}", parameters)
    assert result.verdict is Verdict.HOLDS
    assert result.proof is not None
    assert (result.proof.verdict, result.proof.reason) == ("unknown", "g.lp:4:1: value(x) is not a number outright")


UP = "move(up) :- pile(N), N > 30.\nafter(up, pile(N+1)) :- pile(N), N > 30.\n"
STAY = "move(stay) :- pile(N), N = 35.\nafter(stay, pile(N)) :- pile(N), N = 35.\n"
DOWN = "move(down) :- pile(N), N > 0.\nafter(down, pile(N-1)) :- pile(N), N > 0.\n"


@pytest.mark.parametrize(
    ("rules", "reason"),
    [
        (f"{DOWN}{UP}value(N \\ 2) :- pile(N).\n", "the move up does not lower the measure (stones), at pile=31"),
        (
            f"{DOWN}{STAY}value(N \\ 2) :- pile(N).\n",
            "the move stay does not lower the measure (stones), at pile=35",
        ),
        (
            "move(far) :- pile(N), N > 30.\nafter(far, pile(N-33)) :- pile(N), N > 30.\n"
            f"{DOWN}value(N \\ 2) :- pile(N).\n",
            "the move far leaves the range of the proof, at pile=31",
        ),
    ],
)
@pytest.mark.usefixtures("by_proof_alone")
@pytest.mark.sample(3)
def test_values_that_fit_their_options_are_not_proved_where_play_may_not_end(
    judge: Judge, rules: str, reason: str
) -> None:
    """They are what mex says of the options, and yet need not be the values: the induction has nothing to go down."""
    result = judge(rules, "pile: 0..9", "prove: {pile: all}")
    assert result.verdict is Verdict.HOLDS
    assert result.proof is not None
    assert (result.proof.verdict, result.proof.reason) == ("unknown", reason)


@pytest.mark.parametrize(
    ("winner", "value", "fails"),
    [
        ("winner(previous) :- pile(0).", "N \\ 2", None),
        ("winner(next) :- pile(0).", "(N+1) \\ 2", None),
        ("winner(previous) :- pile(0).", "(N+1) \\ 2", 0),
        ("winner(next) :- pile(0).", "N \\ 2", 0),
    ],
)
def test_the_value_of_a_terminal_is_that_of_who_has_won_there(
    judge: Judge, winner: str, value: str, fails: int | None
) -> None:
    result = judge(f"{DOWN}{winner}\nvalue({value}) :- pile(N).\n", "pile: 0..9", "prove: {pile: all}")
    assert result.verdict is (Verdict.PROVED if fails is None else Verdict.REFUTED)
    assert fails is None or (result.counterexample is not None and result.counterexample.position == {"pile": fails})


def test_a_statement_on_values_of_known_sets_is_judged_by_the_rules_alone(tmp_path: Path) -> None:
    """Where no set is unknown nothing is taken of what `values` names, which here is no mex."""
    (tmp_path / "g.lp").write_text(
        f"{SUBTRACTION}g(X,7) :- x(X).\nzero :- x(X), g(X,0).\nseven :- x(X), g(X,7).\n#defined x/1.\n"
    )
    of = "says: s, kind: statement, unknowns: {x: 0..9}, values: g, prove: {x: all}"
    claims = "".join(f"  - {{id: {iff}, {of}, iff: {iff}}}\n" for iff in ("zero", "seven"))
    head = "game: g\nrules: g.lp\nparameters: {S: {set: [[1], [2]]}}\nposition: {pile: 0..9}\nclaims:\n"
    (tmp_path / "g.yaml").write_text(head + claims)
    zero, seven = check(load(str(tmp_path / "g.yaml")), Options(crosscheck=False), lambda _: None)
    assert (zero.verdict, seven.verdict) == (Verdict.REFUTED, Verdict.PROVED)
