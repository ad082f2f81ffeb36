"""Proofs of claims that say `^`: Nim by its nim-sum, mutants at their least position, and values of two counters."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from itertools import combinations_with_replacement
from operator import xor
from pathlib import Path

import pytest

from bouton.automata.decide import Automata
from bouton.claims.subject import rules_of
from bouton.core.verdict import Result, Verdict
from bouton.document.load import load
from bouton.process.limits import Limits
from bouton.proof.attempt import Attempt, ProofRequest
from bouton.proof.prove import prove
from bouton.run.check import check
from bouton.run.options import Options

RULES = """\
move(lower(I,T))             :- heap(I,S), T = 0..S-1.
after(lower(I,T), heap(I,T)) :- move(lower(I,T)).
heaps(N)   :- N = #count { I : heap(I,_) }.
sum(0,0).
sum(I,X^S) :- sum(I-1,X), heap(I,S).
value(X)   :- heaps(N), sum(N,X).
c          :- value(0).
win(lower(I,S^X)) :- value(X), heap(I,S), S^X < S.
"""
TWO = """\
move(m(T)) :- m(M), T = 0..M-1.    after(m(T), m(T)) :- move(m(T)).
move(n(T)) :- n(N), T = 0..N-1.    after(n(T), n(T)) :- move(n(T)).
value(M^N) :- m(M), n(N).
"""


def written(folder: Path, rules: str, claim: str, position: str, prove_: str) -> Path:
    (folder / "g.lp").write_text(rules)
    text = (
        f"game: g\nrules: g.lp\nposition: {{{position}}}\nclaims:\n  - {{id: c, says: x, {claim}, prove: {prove_}}}\n"
    )
    (folder / "g.yaml").write_text(text)
    return folder / "g.yaml"


@pytest.fixture
def proving(tmp_path: Path) -> Callable[..., Attempt]:
    def attempt(rules: str, claim: str, position: str = "heap: {count: 0..3, size: 1..4}", asked: str = "") -> Attempt:
        spec = load(str(written(tmp_path, rules, claim, position, asked or "{heap: {count: 0..3}}")))
        return prove(spec, spec.claim("c"), rules_of(spec), ProofRequest(limits=Limits(seconds=60), crosscheck=False))

    return attempt


@pytest.mark.slow
def test_nim_of_three_heaps_with_a_winning_move(proving: Callable[..., Attempt]) -> None:
    proof = proving(RULES, "kind: p-positions, play: normal, iff: c, strategy: win").proof
    assert (proof.verdict, proof.cites) == ("proved", (Automata.cited,))
    solvers = {one.name: one.solver for one in proof.obligations}
    assert solvers["independence, 3 heaps"] == "automata"
    assert sum(one.seconds for one in proof.obligations if one.solver == "automata") < 15  # on a busy machine


@pytest.mark.parametrize(("rules", "position", "asked"), [
    (RULES, "heap: {count: 0..2, size: 1..4}", "{heap: {count: 0..2}}"),
    (TWO, "m: {range: 0..4, stones: true}, n: {range: 0..4, stones: true}", "{m: all, n: all}"),
])  # fmt: skip
@pytest.mark.long("rules0")
def test_values(proving: Callable[..., Attempt], rules: str, position: str, asked: str) -> None:
    assert proving(rules, "kind: grundy, iff: value", position, asked).proof.verdict == "proved"


def least(claimed: Callable[[tuple[int, ...]], bool], most: int) -> tuple[int, ...]:
    """The position of fewest stones at which what is claimed is not what Bouton says: of these the first in order."""
    every = (one for count in range(4) for one in combinations_with_replacement(range(1, most + 1), count))
    wrong = [one for one in every if claimed(one) != (reduce(xor, one, 0) == 0)]
    return min(wrong, key=lambda one: (sum(one), one))


def nim_sum(heaps: tuple[int, ...]) -> int:
    return reduce(xor, heaps, 0)


MUTANTS = {
    "one heap fewer": (
        "value(0).",
        "heaps(N), sum(N-1,0). c :- heaps(0).",
        lambda one: not one or not nim_sum(one[:-1]),
    ),
    "a bit off": ("c          :- value(0)", "c :- value(X), X & ~4 = 0", lambda one: nim_sum(one) & ~4 == 0),
    "a low bit": ("c          :- value(0)", "c :- value(X), X < 2", lambda one: nim_sum(one) < 2),
    "or": ("X^S", "X?S", lambda one: not one),
    "a one too many": ("X^S) :- sum", "X^S^1) :- sum", lambda one: nim_sum(one) == len(one) % 2),
    "a sum": ("X^S", "X+S", lambda one: not one),
}


@pytest.mark.parametrize("name", MUTANTS)
def test_each_mutant_is_refuted(tmp_path: Path, name: str) -> None:
    """At the least position at which the claim and plain Python differ, most of them beyond the box."""
    old, new, claimed = MUTANTS[name]
    changed = RULES.replace(old, new, 1)
    assert changed != RULES
    claim = "kind: p-positions, play: normal, iff: c"
    file = written(tmp_path, changed, claim, "heap: {count: 0..3, size: 1..1}", "{heap: {count: 0..3}}")
    result = checked(file)
    assert result.verdict is Verdict.REFUTED
    assert result.counterexample is not None
    assert result.counterexample.position == {"heap": [*least(claimed, 8)]}


def test_a_wrong_bit_far_away_is_found(tmp_path: Path) -> None:
    changed = RULES.replace("c          :- value(0)", "c :- value(X), X & 15 = 0")
    claim = "kind: p-positions, play: normal, iff: c"
    result = checked(written(tmp_path, changed, claim, "heap: {count: 0..2, size: 1..3}", "{heap: {count: 0..2}}"))
    assert result.verdict is Verdict.REFUTED
    assert result.counterexample is not None
    assert result.counterexample.position == {"heap": [16]}


def checked(file: Path) -> Result:
    (result,) = check(load(str(file)), Options(), lambda _: None)
    return result
