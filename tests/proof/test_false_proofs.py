"""Specs on which a wrong verdict was printed once, and others of the same causes: none is proved that is false."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from bouton.claims.subject import rules_of, subject
from bouton.core.verdict import Result, Verdict
from bouton.document.load import load
from bouton.process.limits import Limits
from bouton.proof.attempt import ProofRequest
from bouton.proof.prove import prove
from bouton.run.check import check
from bouton.run.options import Options

TAKE_ONE = """\
move(take)             :- pile(N), N > 0.
after(take, pile(N-1)) :- pile(N), move(take).
"""


def verdicts(folder: Path, rules: str, spec: str) -> dict[str, Result]:
    """Each claim's result, by its id."""
    (folder / "game.lp").write_text(rules)
    (folder / "game.yaml").write_text(f"game: g\nrules: game.lp\n{spec}")
    options = Options(limits=Limits(120.0), crosscheck=False)
    return {result.id: result for result in check(load(str(folder / "game.yaml")), options, lambda _: None)}


def at(result: Result) -> dict[str, object]:
    """Where a claim is refuted."""
    assert result.verdict is Verdict.REFUTED
    assert result.counterexample is not None
    return {**result.counterexample.parameters, **result.counterexample.position}


UNIONS: dict[str, tuple[str, Callable[[int], int]]] = {
    "an interval and a number of it": ("T : T = 1..N; 50 : N >= 0", lambda n: len({*range(1, n + 1), 50})),
    "two intervals": ("T : T = 1..N; T : T = 101..100+N", lambda n: len({*range(1, n + 1), *range(101, 101 + n)})),
    "three intervals": (
        "T : T = 1..N; T : T = 31..30+N; T : T = 46..45+N",
        lambda n: len({*range(1, n + 1), *range(31, 31 + n), *range(46, 46 + n)}),
    ),
    "turned": ("T : T = 1..N; 60-T : T = 1..N", lambda n: len({*range(1, n + 1), *(60 - t for t in range(1, n + 1))})),
    "pairs": (
        "T,0 : T = 1..N; 0,T : T = 1..N; T,T-50 : T = 1..N",
        lambda n: (
            len({(t, 0) for t in range(1, n + 1)} | {(0, t) for t in range(1, n + 1)})
            + sum(1 for t in range(1, n + 1) if t != 50)
        ),
    ),
}


@pytest.mark.parametrize("union", UNIONS)
@pytest.mark.sample(2)
def test_what_blocks_of_tuples_share_counts_once(tmp_path: Path, union: str) -> None:
    """`few` says how many there are as long as the parts are apart; it is refuted where they first meet."""
    tuples, count = UNIONS[union]
    small = [count(n) for n in range(12)]
    steps = {later - before for before, later in itertools.pairwise(small)}
    assert len(steps) == 1  # linear at first
    (slope,) = steps
    first = next(n for n in range(1000) if count(n) != small[0] + slope * n)
    rules = f"{TAKE_ONE}few :- pile(N), {small[0]}+{slope}*N = #count {{ {tuples} }}.\n"
    claim = "{id: few, says: s, kind: everywhere, iff: few, prove: {pile: all}}"
    found = verdicts(tmp_path, rules, f"position: {{pile: 0..11}}\nclaims:\n  - {claim}\n")
    assert at(found["few"]) == {"pile": first}


def test_the_weights_of_what_blocks_share_count_once(tmp_path: Path) -> None:
    rules = f"{TAKE_ONE}sums :- pile(N), 14*N = #sum {{ 7,T : T = 1..N; 7,T : T = 21..20+N }}.\n"
    claim = "{id: sums, says: s, kind: everywhere, iff: sums, prove: {pile: all}}"
    found = verdicts(tmp_path, rules, f"position: {{pile: 0..15}}\nclaims:\n  - {claim}\n")
    assert at(found["sums"]) == {"pile": 21}


def test_one_block_within_another_has_a_verdict(tmp_path: Path) -> None:
    rules = f"{TAKE_ONE}p(0..9).\nten :- pile(N), 10 = #count {{ T : p(T); T : p(T), T > 0 }}.\n"
    claim = "{id: ten, says: s, kind: everywhere, iff: ten, prove: {pile: all}}"
    found = verdicts(tmp_path, rules, f"position: {{pile: 0..5}}\nclaims:\n  - {claim}\n")
    assert found["ten"].verdict is Verdict.PROVED


def test_a_term_that_has_the_same_value_twice_is_not_counted_twice(tmp_path: Path) -> None:
    rules = f"{TAKE_ONE}few :- pile(N), C = #count {{ T-2*(T/2) : T = 0..N }}, C <= 2.\n"
    claim = "{id: few, says: s, kind: everywhere, iff: few, prove: {pile: all}}"
    found = verdicts(tmp_path, rules, f"position: {{pile: 0..5}}\nclaims:\n  - {claim}\n")
    assert found["few"].verdict is Verdict.HOLDS
    assert found["few"].proof is not None
    assert found["few"].proof.verdict == "unknown"


@pytest.mark.parametrize("engine", ["compiled", "ground"])
@pytest.mark.sample(2)
def test_compiled_programs_count_once_too(tmp_path: Path, engine: str) -> None:
    rules = f"{TAKE_ONE}even :- pile(N), C = #count {{ T : T = 1..N; T : T = 1001..1000+N }}, C \\ 4 = 0.\n"
    (tmp_path / "game.lp").write_text(rules)
    claim = "{id: c, says: s, kind: p-positions, play: normal, iff: even}"
    (tmp_path / "game.yaml").write_text(f"game: g\nrules: game.lp\nposition: {{pile: 0..1100}}\nclaims:\n  - {claim}\n")
    options = Options(engine=engine)  # type: ignore[arg-type]
    (result,) = check(load(str(tmp_path / "game.yaml")), options, lambda _: None)
    assert at(result) == {"pile": 1002}


def test_two_numbers_that_lemmas_say_there_are_have_two_names(tmp_path: Path) -> None:
    rules = f"""{TAKE_ONE}
third(T) :- c(N), T = 0..N, 3*T <= N, N < 3*T+3.
fifth(T) :- c(N), T = 0..N, 5*T <= N, N < 5*T+5.
both :- third(_), fifth(_).
at(N) :- c(N).
small :- c(N), N <= 20.
"""
    spec = """position: {pile: 0..5}
claims:
  - {id: both, says: s, kind: statement, unknowns: {c: 0..10}, iff: both, prove: {c: all}}
  - {id: small, says: s, kind: statement, unknowns: {c: 0..10}, iff: small, using: {both: at}, prove: {c: all}}
"""
    found = verdicts(tmp_path, rules, spec)
    assert found["both"].verdict is Verdict.PROVED
    assert at(found["small"]) == {"c": 21}


def test_a_lemma_may_fix_one_of_its_unknowns(tmp_path: Path) -> None:
    rules = f"{TAKE_ONE}small :- c(C), d(D), C+D < 100.\nat(C-1,D) :- c(C), d(D).\n"
    claim = "{id: s, says: s, kind: statement, unknowns: {c: 0..20, d: 3}, iff: small, using: {s: at}, "
    found = verdicts(tmp_path, rules, f"position: {{pile: 0..5}}\nclaims:\n  - {claim}prove: {{c: all, d: 3}}}}\n")
    assert at(found["s"]) == {"c": 97, "d": 3}


def test_a_lemma_is_not_used_at_numbers_that_it_does_not_speak_of(tmp_path: Path) -> None:
    """`five` is proved for d = 3 alone, and named at d = 4."""
    rules = f"{TAKE_ONE}three :- d(D), D = 3.\nat(C,4) :- c(C).\nno :- c(C), C < 0.\n"
    spec = """position: {pile: 0..5}
claims:
  - {id: three, says: s, kind: statement, unknowns: {c: 0..5, d: 3}, iff: three, prove: {c: all, d: 3}}
  - {id: no, says: s, kind: statement, unknowns: {c: 0..5}, iff: no, using: {three: at}, prove: {c: all}}
"""
    assert at(verdicts(tmp_path, rules.replace(":- d(D), D", ":- c(_), d(D), D"), spec)["no"]) == {"c": 0}


ALLIANCES = """\
move(take(M))               :- heap(1,S), M = 1..S.
after(take(M), heap(1,S-M)) :- heap(1,S), M = 1..S.
after(take(M), turn(3-A))   :- move(take(M)), turn(A).
over :- not heap(1,_).
"""


def test_sides_are_the_same_for_all_numbers_of_heaps(tmp_path: Path) -> None:
    """With no heap side 2 is named before side 1, with one heap side 1 is."""
    rules = f"""{ALLIANCES}
side(1) :- turn(1), heap(1,_).  side(2) :- turn(2).  side(1) :- turn(1), not heap(1,_).
winner(1) :- turn(2), over.     winner(2) :- turn(1), over.
wins(1) :- turn(2), over.       wins(2) :- turn(1), over.
wins(A) :- turn(A), heap(1,S), S != 1.
wins(3-A) :- turn(A), heap(1,1).
"""
    claim = "{id: w, says: s, kind: winners, iff: wins, prove: {heap: {count: 0..1}}}"
    box = "position: {heap: {count: 1, size: 2..3}, turn: 1..2}"
    assert at(verdicts(tmp_path, rules, f"{box}\nclaims:\n  - {claim}\n")["w"]) == {"heap": [1], "turn": 1}


@pytest.mark.parametrize(("wins", "expected"), [("wins(1).", Verdict.PROVED), ("wins(2).", Verdict.REFUTED)])
def test_one_side_may_be_all_that_a_position_names(tmp_path: Path, wins: str, expected: Verdict) -> None:
    """Side 1 has won at the only terminal, so that it wins everywhere; with no heap no rule names side 2."""
    rules = f"{ALLIANCES}side(A) :- turn(A), heap(1,_).  side(1) :- over.  winner(1) :- over.  {wins}\n"
    claim = "{id: w, says: s, kind: winners, iff: wins, prove: {heap: {count: 0..1}}}"
    box = "position: {heap: {count: 1, size: 2..3}, turn: 1..2}"
    assert verdicts(tmp_path, rules, f"{box}\nclaims:\n  - {claim}\n")["w"].verdict is expected


GREEDY = """\
move(take(M))             :- heap(1,S), M = 1..S.
after(take(M), heap(1,T)) :- heap(1,S), M = 1..S, T = S-M.
top(S) :- heap(1,S).
t(T) :- top(S), T = #count { I : heap(I,S) }.
even :- not heap(1,_).
even :- t(T), T \\ 2 = 0.
"""


def test_a_strategy_that_levels_cannot_read_is_not_proved(tmp_path: Path) -> None:
    rules = f"{GREEDY}total(N) :- N = #sum {{ S+S,I : heap(I,S) }}.\nwin(take(M)) :- move(take(M)), total(N), N <= 5.\n"
    claim = "{id: c, says: s, kind: p-positions, play: normal, iff: even, strategy: win, prove: {heap: {count: all}}}"
    box = "position: {heap: {count: 0..1, size: 1, order: descending}}"
    found = verdicts(tmp_path, rules, f"{box}\nclaims:\n  - {claim}\n")["c"]
    assert found.verdict is Verdict.REFUTED  # beyond the box, by clingo
    spec = load(str(tmp_path / "game.yaml"))
    about = subject(spec, spec.claim("c"))
    proof = prove(about, spec.claim("c"), rules_of(about), ProofRequest(limits=Limits(120.0), crosscheck=False)).proof
    assert proof.verdict == "unknown"
    assert "looks at the heaps below the highest sizes" in (proof.reason or "")


def test_a_strategy_of_one_of_several_theorems_is_proved_with_it(tmp_path: Path) -> None:
    rules = """\
move(take(M))             :- pile(N), M = 1..2, M <= N.
after(take(M), pile(N-M)) :- pile(N), move(take(M)).
small :- pile(N), N <= 5.   large :- pile(N), N > 5.   p :- pile(N), N \\ 3 = 0.
right(take(M)) :- pile(N), M = N \\ 3, M > 0.
wrong(take(M)) :- pile(N), M = N \\ 3, M > 0, N <= 30.
"""
    spec = """position: {pile: 0..12}
claims:
  - {id: a, says: s, kind: p-positions, play: normal, where: small, iff: p}
  - {id: b, says: s, kind: p-positions, play: normal, where: large, iff: p, strategy: STRATEGY, prove: {pile: all}}
  - {id: all, says: s, kind: p-positions, play: normal, together: [a, b], prove: {pile: all}}
"""
    good = verdicts(tmp_path, rules, spec.replace("STRATEGY", "right"))
    assert (good["b"].verdict, good["all"].verdict) == (Verdict.PROVED, Verdict.PROVED)
    assert good["b"].proof is not None
    assert {part.name for part in good["b"].proof.parts} >= {"claim b", "strategy right"}
    bad = verdicts(tmp_path, rules, spec.replace("STRATEGY", "wrong"))
    assert at(bad["b"]) == {"pile": 31}
    assert bad["all"].verdict is Verdict.PROVED


EVERY_SET = """\
move(take(D))             :- pile(X), s(D), D <= X.
after(take(D), pile(X-D)) :- pile(X), move(take(D)).
place(0..40).
g(X,(X/D)\\2) :- place(X), s(D).
some :- x(X), s(D).
defined :- x(0).
defined :- x(X), g(X,_).
"""


def test_values_that_are_not_shown_to_be_mex_prove_nothing(tmp_path: Path) -> None:
    claims = "\n".join(
        f"  - {{id: {name}, says: s, kind: statement, unknowns: {{x: 0..10}}, values: g, iff: {name}, "
        "prove: {S: all, x: all}}"
        for name in ("some", "defined")
    )
    spec = f"parameters: {{S: {{set: [[1], [2]]}}}}\nposition: {{pile: 0..10}}\nclaims:\n{claims}\n"
    for result in verdicts(tmp_path, EVERY_SET, spec).values():
        assert result.verdict is Verdict.HOLDS
        assert result.proof is not None and result.proof.reason is not None
        assert "derive the mex everywhere is not shown" in result.proof.reason


def test_moves_that_do_not_lower_the_measure_for_some_set(tmp_path: Path) -> None:
    rules = EVERY_SET.replace("pile(X), move(take(D)).", "pile(X), s(D), D <= X, D <= 50.").replace(
        "place(0..40).", "place(0..40).\nafter(take(D), pile(X)) :- pile(X), s(D), D <= X, D > 50."
    )
    claim = "{id: c, says: s, kind: statement, unknowns: {x: 0..10}, values: g, iff: some, prove: {S: all, x: all}}"
    spec = f"parameters: {{S: {{set: [[1], [2]]}}}}\nposition: {{pile: 0..10}}\nclaims:\n  - {claim}\n"
    found = verdicts(tmp_path, rules, spec)["c"]
    assert found.proof is not None
    assert found.proof.reason == "measure: a move does not lower it"


def test_a_range_that_depends_on_a_parameter_is_told_as_it_is(tmp_path: Path) -> None:
    from bouton.show import objects, text  # noqa: PLC0415 (this test alone)

    rules = f"{TAKE_ONE}small :- c(C), C <= 2*k.\n"
    claim = "{id: c, says: s, kind: statement, unknowns: {c: 0..2*k}, iff: small, prove: {c: 0..2*k, k: 2..3}}"
    (tmp_path / "game.lp").write_text(rules)
    file = tmp_path / "game.yaml"
    file.write_text(
        f"game: g\nrules: game.lp\nparameters: {{k: 2..3}}\nposition: {{pile: 0..5}}\nclaims:\n  - {claim}\n"
    )
    spec = load(str(file))
    (result,) = check(spec, Options(crosscheck=False), lambda _: None)
    assert result.verdict is Verdict.PROVED
    assert text.reach(spec, spec.claim("c"), result.proof) == "for k = 2..3, c = 0..2*k"
    assert result.proof is not None
    assert json.loads(json.dumps(objects.of_proof(result.proof)))["fixed"] == {"k": [2, 3], "c": [0, "2*k"]}


@pytest.mark.parametrize("heaps", [4, 10, pytest.param(18, marks=pytest.mark.slow)])
def test_a_claim_that_fails_at_many_heaps_is_refuted_there(tmp_path: Path, heaps: int) -> None:
    rules = f"""\
move(take) :- heap(1,S).
after(take, heap(1,0)) :- heap(1,S).
heaps(N) :- N = #count {{ I : heap(I,_) }}.
p :- heaps(N), N \\ 2 = 0, not many.
many :- heaps(N), N >= {heaps}.
"""
    claim = "{id: c, says: s, kind: p-positions, play: normal, iff: p, prove: {heap: {count: all}}}"
    box = "position: {heap: {count: 0..3, size: 1..3, order: descending}}"
    found = verdicts(tmp_path, rules, f"{box}\nclaims:\n  - {claim}\n")["c"]
    assert at(found) == {"heap": [1] * heaps}


def test_a_false_claim_of_every_position_in_a_game_of_alliances_is_refuted(tmp_path: Path) -> None:
    """It asks for no outcomes, so that nothing is known of who wins at its counterexample."""
    rules = f"{ALLIANCES}side(A) :- turn(A).  winner(1) :- over.\nfew :- heap(1,S), S <= 2.\nfew :- over.\n"
    claim = "{id: w, says: s, kind: everywhere, iff: few}"
    box = "position: {heap: {count: 0..1, size: 1..3}, turn: 1..2}"
    assert at(verdicts(tmp_path, rules, f"{box}\nclaims:\n  - {claim}\n")["w"]) == {"heap": [3], "turn": 1}


@pytest.mark.parametrize("negative", ["-5", "-N"])
def test_a_negative_value_beside_the_right_one(negative: str, tmp_path: Path) -> None:
    """It is claimed far outside the box, where positions are held against clingo too."""
    rules = f"{TAKE_ONE}g(N \\ 2) :- pile(N).\ng({negative}) :- pile(N), N > 50.\n"
    claim = "position: {pile: 0..10}\nclaims:\n  - {id: g, says: s, kind: grundy, iff: g, prove: {pile: all}}\n"
    result = verdicts(tmp_path, rules, claim)["g"]
    assert at(result) == {"pile": 51}


DOWN = """\
move(a)          :- p(N), N > 0.
after(a, p(N-1)) :- move(a), p(N).
lost             :- p(N), N \\ 2 = 0.
"""
NUMBERS = "#defined c/1. #defined d/1.\n"
UNLIKELY: dict[str, tuple[str, str, str, dict[str, int] | None]] = {
    "a move far out that lowers no derived measure": (
        f"{DOWN}move(up) :- p(50). after(up, p(50)) :- move(up). w(N) :- p(N).\n",
        "measure: w\nposition: {p: 0..6}\n",
        "{id: c, says: s, kind: p-positions, iff: lost, prove: {p: all}}",
        None,
    ),
    "a derived measure that is negative far out": (
        f"{DOWN}move(up) :- p(30). after(up, p(31)) :- move(up). w(N) :- p(N), N != 31. w(-1) :- p(31).\n",
        "measure: w\nposition: {p: 0..6}\n",
        "{id: c, says: s, kind: p-positions, iff: lost, prove: {p: all}}",
        None,
    ),
    "a range that a parameter widens": (
        f"{DOWN}few :- lost, not far. far :- p(N), N > 12.\n",
        "parameters: {k: 1..3}\nposition: {p: 0..4}\n",
        "{id: c, says: s, kind: p-positions, iff: few, prove: {p: 0..5*k, k: 1..3}}",
        {"k": 3, "p": 14},
    ),
    "an induction whose step fails far out": (
        f"{DOWN}{NUMBERS}ok :- c(C), C <= 55. below(C-1) :- c(C), C > 0.\n",
        "position: {p: 0..3}\n",
        "{id: c, says: s, kind: statement, unknowns: {c: 0..9}, iff: ok, using: {c: below}, prove: {c: all}}",
        {"c": 56},
    ),
    "an induction that does not go down": (
        f"{DOWN}{NUMBERS}ok :- c(C), d(D), C+D <= 40. below(D,C) :- c(C), d(D).\n",
        "position: {p: 0..3}\n",
        "{id: c, says: s, kind: statement, unknowns: {c: 0..9, d: 0..2}, iff: ok, using: {c: below}, "
        "prove: {c: all, d: all}}",
        {"c": 0, "d": 41},
    ),
}


@pytest.mark.parametrize("case", UNLIKELY)
@pytest.mark.parametrize("searched", [True, False], ids=["", "by its proof alone"])
@pytest.mark.sample(6)
def test_what_a_small_box_does_not_show(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, case: str, searched: bool
) -> None:
    if not searched:
        monkeypatch.setattr("bouton.run.search.CounterexampleSearch.outside", lambda *_, **__: None)
    rules, spec, claim, least = UNLIKELY[case]
    found = verdicts(tmp_path, rules, f"{spec}claims:\n  - {claim}\n")["c"]
    if least is None:
        assert found.verdict is Verdict.HOLDS
    else:
        assert at(found) == least
