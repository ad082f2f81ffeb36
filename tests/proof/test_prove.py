"""Proofs from a spec: what is proved, refuted or unknown, and why."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from bouton.claims.subject import rules_of
from bouton.core.errors import Disagreement, InputError
from bouton.core.logic.question import Question
from bouton.core.position import Heaps, Measure
from bouton.document.load import load
from bouton.ground.box import GroundBox, HeapBox
from bouton.ground.game import Game
from bouton.ground.graph import Grounder
from bouton.process.limits import Limits
from bouton.proof import prove as proving
from bouton.proof.attempt import Attempt, Candidate, ProofRequest
from bouton.proof.compared.validate import validate
from bouton.proof.prove import prove
from bouton.reading.evaluate import evaluate
from bouton.solving.solve import decide
from tests.reading_rules import read

LARGEST = """\
% Take any number of stones from a largest heap.
move(take(M))             :- heap(1,S), M = 1..S.
after(take(M), heap(1,T)) :- heap(1,S), M = 1..S, T = S-M.
largest(N) :- N = #count { I : heap(I,S), heap(1,S) }.
even   :- largest(N), N \\ 2 = 0.
odd    :- not even.
some   :- heap(1,_).
none   :- not some.
always.
never  :- none, some.
named(take(S))   :- largest(N), N \\ 2 = 1, heap(1,S), not heap(2,_).
named(take(S-R)) :- largest(1), heap(1,S), heap(2,R), second(N), N \\ 2 = 1.
named(take(S))   :- largest(1), heap(1,S), second(N), N \\ 2 = 0, N > 0.
named(take(S))   :- largest(N), N \\ 2 = 1, N > 1, heap(1,S).
second(N) :- N = #count { I : heap(I,S), heap(2,S), I > 1 }.
small :- heap(1,S), S <= 2.
hard  :- heap(1,S), 2 ** S = 4.
loose :- heap(1,S), heap(2,R), 6 / (S-R) = 2.
"""
HEAPS = "  heap: {count: 0..3, size: 1..5, order: descending}\n"
PILE = """\
move(take(D))             :- D = 1..k, pile(N), D <= N.
after(take(D), pile(N-D)) :- move(take(D)), pile(N).
multiple :- pile(N), N \\ (k+1) = 0.
one_more :- pile(N), N \\ (k+1) = 1.
"""
Prove = Callable[..., Attempt]


@pytest.fixture
def attempt(tmp_path: Path) -> Prove:
    """The attempt at one claim about a game, given as YAML fields; further claims may be added."""

    def attempting(
        claim: str, *others: str, rules: str = LARGEST, position: str = HEAPS, head: str = "", **asked: object
    ) -> Attempt:
        (tmp_path / "game.lp").write_text(rules)
        claims = "".join(f"  - {{says: it is so, {one}}}\n" for one in (f"id: tried, {claim}", *others))
        text = f"game: g\nrules: game.lp\n{head}position:\n{position}claims:\n{claims}"
        (tmp_path / "game.yaml").write_text(text)
        spec = load(str(tmp_path / "game.yaml"))
        how = ProofRequest(**{"limits": Limits(300.0), "crosscheck": False, **asked})  # type: ignore[arg-type]
        return prove(spec, spec.claim("tried"), rules_of(spec), how)

    return attempting


CLAIM = "kind: p-positions, play: normal, iff: even, prove: {heap: {count: 0..3}}"


def test_a_theorem_is_proved(attempt: Prove) -> None:
    proof = attempt(CLAIM).proof
    assert (proof.verdict, proof.reason) == ("proved", None)
    assert (proof.fixed, proof.unbounded) == ({"heap": {"count": [0, 3]}}, ("heap",))
    assert {one.verdict for one in proof.obligations} == {"proved"}
    names = {one.name for one in proof.obligations}
    for name in ("rules", "sizes", "measure", "closed", "terminals", "independence", "absorption"):
        assert {f"{name}, 0 heaps", f"{name}, 3 heaps"} <= names
    assert {one.solver for one in proof.obligations} == {"evaluation", "z3 smt", "z3 templates"}


def test_a_strategy_stands_in_for_the_quantifier(attempt: Prove) -> None:
    proof = attempt(CLAIM + ", strategy: named").proof
    assert proof.verdict == "proved"
    names = {one.name for one in proof.obligations}
    assert {"named names a move, 2 heaps", "named wins, case 1, 2 heaps"} <= names
    assert not any(name.startswith("absorption") for name in names)


def test_a_wrong_theorem_is_refuted_at_a_position(attempt: Prove) -> None:
    found = attempt(CLAIM.replace("even", "odd"))
    assert found.proof.verdict == "refuted"
    assert found.candidates[0] == Candidate({}, ((),), "terminals, 0 heaps", "terminals")
    assert found.proof.reason == "terminals, 0 heaps fails, at heap="


@pytest.mark.parametrize(
    "strategy", ["named(take(1)) :- some.", "named(take(S)) :- heap(1,S).", "named(none) :- some."]
)
@pytest.mark.sample(2)
def test_a_wrong_strategy_is_refuted(attempt: Prove, strategy: str) -> None:
    kept = "".join(line for line in LARGEST.splitlines(keepends=True) if not line.startswith("named"))
    found = attempt(CLAIM + ", strategy: named", rules=kept + strategy + "\n")
    assert found.proof.verdict == "refuted"
    assert found.candidates[0].obligation.startswith("named wins")


def test_a_strategy_that_names_nothing_is_refuted(attempt: Prove) -> None:
    kept = LARGEST.replace("named(take(S))   :- largest(1)", "other(take(S))   :- largest(1)")
    found = attempt(CLAIM + ", strategy: named", rules=kept)
    assert found.proof.verdict == "refuted"
    assert found.candidates[0].obligation == "named names a move, 3 heaps"


def test_claims_taken_together(attempt: Prove) -> None:
    members = ["kind: p-positions, where: some, iff: even", "kind: p-positions, where: none, iff: always"]
    others = [f"id: m{at}, {one}" for at, one in enumerate(members)]
    together = "kind: p-positions, together: [m0, m1], prove: {heap: {count: 0..2}}"
    proof = attempt(together, *others).proof
    assert proof.verdict == "proved"
    assert {"coverage, 2 heaps", "agreement, 2 heaps"} <= {one.name for one in proof.obligations}


@pytest.mark.parametrize(
    ("first", "second", "fails"),
    [
        ("where: small, iff: even", "where: none, iff: always", "coverage"),
        ("where: some, iff: even", "where: always, iff: odd", "agreement"),
    ],
)
@pytest.mark.sample(2)
def test_claims_that_leave_a_gap_or_differ_are_refuted(attempt: Prove, first: str, second: str, fails: str) -> None:
    others = [f"id: m{at}, kind: p-positions, {one}" for at, one in enumerate((first, second))]
    together = "kind: p-positions, together: [m0, m1], prove: {heap: {count: 0..2}}"
    found = attempt(together, *others)
    assert found.proof.verdict == "refuted"
    assert any(one.obligation.startswith(fails) for one in found.candidates)


def test_an_uncovered_terminal_takes_its_value_from_the_play(attempt: Prove) -> None:
    for play, iff in (("normal", "even"), ("misere", "misere_even")):
        rules = LARGEST + "misere_even :- heap(1,1), odd.\nmisere_even :- heap(1,S), S > 1, even.\n"
        other = f"id: m0, kind: p-positions, play: {play}, where: some, iff: {iff}"
        together = f"kind: p-positions, play: {play}, together: [m0], prove: {{heap: {{count: 0..2}}}}"
        assert attempt(together, other, rules=rules).proof.verdict == "proved"


def test_a_range_that_moves_leave_proves_nothing(attempt: Prove) -> None:
    found = attempt(CLAIM.replace("0..3", "2..3"))
    assert found.proof.verdict == "unknown"
    assert found.candidates == ()
    assert found.proof.reason is not None
    assert found.proof.reason.startswith("the move take(M) leaves the range of the proof, at heap=")


def test_a_move_that_does_not_lower_the_measure_proves_nothing(attempt: Prove) -> None:
    rules = LARGEST + "move(add) :- heap(1,S), S > 7.\nafter(add, heap(1,S+1)) :- heap(1,S), S > 7.\n"
    proof = attempt(CLAIM, rules=rules).proof
    assert proof.verdict == "unknown"
    assert proof.reason is not None
    assert "the move add does not lower the measure (stones)" in proof.reason


def test_undefined_arithmetic_beyond_what_is_looked_at(attempt: Prove) -> None:
    rules = LARGEST + "odd_one :- heap(1,S), S > 20, 1 / (S-30) = 0.\nboth :- even.\nboth :- odd_one, even.\n"
    proof = attempt(CLAIM.replace("even", "both"), rules=rules).proof
    assert proof.verdict == "unknown"
    assert proof.reason is not None
    assert "line 19: (1/(S-30)) is undefined, at heap=30" in proof.reason


def test_undefined_arithmetic_in_the_box_is_an_error(attempt: Prove) -> None:
    with pytest.raises(InputError, match="has no value"):
        attempt(CLAIM.replace("even", "loose"))


def test_what_cannot_be_read_is_told_with_its_line(attempt: Prove) -> None:
    proof = attempt(CLAIM.replace("even", "hard")).proof
    assert proof.verdict == "unknown"
    assert proof.reason is not None
    assert proof.reason.startswith("game.lp:17:")
    assert "(2**S)" in proof.reason


def test_a_theorem_about_some_positions_alone(attempt: Prove) -> None:
    proof = attempt(CLAIM + ", where: small").proof
    assert proof.verdict == "unknown"
    assert (proof.reason or "").endswith("it needs the theorems for these, at heap=1")


def test_a_lemma_is_proved_or_refuted_by_itself(attempt: Prove) -> None:
    lemma = "kind: everywhere, where: {}, iff: {}, prove: {{heap: {{count: 0..3}}}}"
    assert attempt(lemma.format("some", "some")).proof.verdict == "proved"
    found = attempt(lemma.format("some", "even"))
    assert found.proof.verdict == "refuted"
    assert found.candidates[0] == Candidate({}, ((1,),), "even, 1 heap", "holds")


@pytest.mark.slow
def test_an_unbounded_counter(attempt: Prove) -> None:
    claim = "kind: p-positions, play: {}, iff: {}, prove: {{k: 2..3, pile: all}}"
    about = {"rules": PILE, "position": "  pile: 0..30\n", "head": "parameters: {k: 1..4}\n"}
    for play, iff in (("normal", "multiple"), ("misere", "one_more")):
        proof = attempt(claim.format(play, iff), **about).proof
        assert proof.verdict == "proved"
        assert (proof.fixed, proof.unbounded) == ({"k": [2, 3]}, ("pile",))
    found = attempt(claim.format("misere", "multiple"), **about)
    assert found.proof.verdict == "refuted"
    assert found.candidates[0].parameters == {"k": 2}


@pytest.mark.slow
def test_settings_are_decided_together_as_they_are_one_by_one(attempt: Prove, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where one fails, what is said of the lesser ones is proved, and of the greater ones nothing."""
    rules = f"{PILE}late :- multiple.\nlate :- pile(51), k >= 4.\n"
    about = {"rules": rules, "position": "  pile: 0..60\n", "head": "parameters: {k: 1..7}\n"}
    claim = "kind: p-positions, play: normal, iff: late, prove: {k: 2..7, pile: all}"
    found = []
    for window in (96, 0):
        monkeypatch.setattr(proving, "_WINDOW", window)
        end = attempt(claim, jobs=2, **about)
        assert end.proof.verdict == "refuted"
        assert end.candidates[0].parameters == {"k": 4}
        found.append([(one.name, one.verdict, one.reason) for one in end.proof.obligations])
    assert found[0] == found[1]
    told = {name: verdict for name, verdict, _ in found[0] if name.startswith(("independence", "absorption"))}
    assert {told[f"{name}, k={k}"] for name in ("independence", "absorption") for k in (2, 3)} == {"proved"}
    assert "refuted" in {told["independence, k=4"], told["absorption, k=4"]}
    assert {told[f"independence, k={k}"] for k in (5, 6, 7)} == {"unknown"}


@pytest.mark.slow
@pytest.mark.parametrize("k", ["2..7", "4"])
@pytest.mark.sample(2)
def test_what_is_proved_or_fails_by_itself_is_asked_once(
    k: str, attempt: Prove, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = list[str]()

    def noted(questions: Sequence[Question], *how: Any) -> Any:
        asked.extend(question.text for question in questions)
        return decide(questions, *how)

    monkeypatch.setattr(proving, "decide", noted)
    about = {"rules": PILE, "position": "  pile: 0..60\n", "head": "parameters: {k: 1..7}\n"}
    iff, verdict = ("multiple", "proved") if k == "2..7" else ("one_more", "refuted")
    found = attempt(f"kind: p-positions, play: normal, iff: {iff}, prove: {{k: {k}, pile: all}}", **about)
    assert found.proof.verdict == verdict
    assert len(asked) == len(set(asked)) >= 3


@pytest.mark.slow
def test_an_unbounded_parameter(attempt: Prove) -> None:
    rules = (
        LARGEST.replace("M = 1..S", "M = 1..S, S <= k")
        + "stuck :- heap(1,S), S > k.\nequal :- even, not stuck.\nequal :- stuck.\n"
    )
    about = {"rules": rules, "head": "parameters: {k: 2..4}\n"}
    found = attempt("kind: p-positions, iff: equal, prove: {k: all, heap: {count: 0..2}}", **about)
    assert found.proof.verdict == "proved"
    assert found.proof.unbounded == ("k", "heap")
    refuted = attempt("kind: p-positions, iff: even, prove: {k: all, heap: {count: 0..2}}", **about)
    assert refuted.proof.verdict == "refuted"
    assert refuted.candidates[0].parameters["k"] >= 2  # type: ignore[operator]


@pytest.mark.slow
def test_any_number_of_heaps(attempt: Prove) -> None:
    proof = attempt(CLAIM.replace("0..3", "all")).proof
    assert (proof.verdict, proof.reason) == ("proved", None)
    assert (proof.fixed, proof.unbounded) == ({}, ("heap.count", "heap"))


def test_a_game_without_a_move_in_the_range_proves_nothing(attempt: Prove) -> None:
    proof = attempt("kind: p-positions, iff: none, prove: {heap: {count: 0}}").proof
    assert proof.verdict == "unknown"
    assert proof.reason is not None
    assert proof.reason.startswith("nothing meets the hypotheses: a move, in ")


def test_the_problems_are_written(attempt: Prove, tmp_path: Path) -> None:
    folder = tmp_path / "problems"
    proof = attempt(CLAIM, smtlib=folder).proof
    written = sorted(file.name for file in folder.iterdir())
    solved = [one for one in proof.obligations if one.solver != "evaluation"]
    assert len(written) == len(solved) == 5
    assert "tried-independence-3-heaps.smt2" in written
    text = (folder / "tried-independence-3-heaps.smt2").read_text()
    assert text.startswith("; g, tried: independence, 3 heaps\n; it is so\n; unsat means: no move leads from")


def test_both_solvers_are_named(attempt: Prove) -> None:
    pytest.importorskip("cvc5")
    proof = attempt(CLAIM.replace("0..3", "0..2"), crosscheck=True).proof
    assert proof.verdict == "proved"
    assert {one.solver for one in proof.obligations} == {
        "evaluation",
        "z3 smt and cvc5",
        "z3 templates and cvc5 templates",
    }


def test_a_missing_second_solver_is_an_error_only_where_it_is_asked_for(
    attempt: Prove, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bouton.proof.attempt.has_cvc5", lambda: False)
    monkeypatch.setattr("bouton.solving.cvc5.has_cvc5", lambda: False)
    assert attempt(CLAIM.replace("0..3", "0..1"), crosscheck=None).proof.verdict == "proved"
    with pytest.raises(InputError, match="cvc5 is not installed"):
        attempt(CLAIM, crosscheck=True)


def test_a_reading_that_is_not_clingos_is_an_internal_error(tmp_path: Path) -> None:
    rules, other = (tmp_path / name for name in ("rules.lp", "other.lp"))
    rules.write_text(LARGEST)
    other.write_text(LARGEST.replace("M = 1..S", "M = 1..S-1"))
    fluents = (Heaps("heap", "descending"),)
    game = evaluate(read(other, fluents, ()), {}, {"heap": 2}, {}, [("even", 0)])
    ground = Game(read(rules, fluents, ()), Measure.default(fluents), {}, {})
    box = GroundBox((HeapBox(fluents[0], range(2, 3), range(1, 4)),))
    wanted = frozenset({("even", 0)})
    nodes = list(Grounder(ground, ground.program(box, wanted | {("move", 1), ("after", 2)}), wanted).nodes([((2, 1),)]))
    with pytest.raises(
        Disagreement, match=r"the moves at heap=2:1 differ.*only clingo has \('take\(2\)', \(\(1,\),\)\)"
    ):
        validate(game, nodes)


BOUNDED = r"""
% Take at most k stones from a largest heap.
move(take(M))             :- heap(1,S), M = 1..k, M <= S.
after(take(M), heap(1,T)) :- heap(1,S), M = 1..k, T = S-M, T >= 0.
x(I,S) :- heap(I,S).
x(I,0) :- I = 1..2, not heap(I,_).
same :- x(1,A), x(2,B), (A-B) \ (k+1) = 0.
near :- x(1,A), x(2,B), (A-B) \ k = 0.
"""


@pytest.mark.parametrize(("iff", "verdict"), [("same", "proved"), ("near", "refuted")])
@pytest.mark.sample(2)
def test_remainders_by_an_unknown(attempt: Prove, iff: str, verdict: str) -> None:
    position = "  heap: {count: 0..2, size: 1..3, order: descending}\n"
    claim = f"kind: p-positions, play: normal, iff: {iff}, prove: {{k: all, heap: {{count: 0..2}}}}"
    found = attempt(claim, rules=BOUNDED, position=position, head="parameters: {k: 2..3}\n").proof
    assert found.verdict == verdict
    if verdict == "proved":
        assert {"z3 residues", "evaluation"} <= {one.solver for one in found.obligations}
        assert found.unbounded == ("k", "heap")


def test_a_predicate_that_holds_everywhere_has_a_value_everywhere(attempt: Prove) -> None:
    """The reading of the rules is an obligation of a lemma as it is of a theorem."""
    proof = attempt("kind: everywhere, iff: always, prove: {heap: {count: 0..2}}").proof
    assert proof.verdict == "proved"
    assert {"rules, 0 heaps", "rules, 1 heap", "rules, 2 heaps"} <= {one.name for one in proof.obligations}
