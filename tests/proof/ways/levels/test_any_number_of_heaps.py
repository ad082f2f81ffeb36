"""Proofs for any number of heaps: what they reach, what they refute, and what stands in the way."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable
from itertools import combinations_with_replacement
from pathlib import Path

import pytest

from bouton.claims.subject import rules_of
from bouton.core.errors import Disagreement
from bouton.core.position import Heaps
from bouton.core.spec import Spec
from bouton.document.load import load
from bouton.process.limits import Limits
from bouton.proof.attempt import Attempt, ProofRequest
from bouton.proof.compared.crowds import crowds
from bouton.proof.compared.spots import constants
from bouton.proof.goal import Goal, members
from bouton.proof.prepare import prepared
from bouton.proof.prove import prove
from bouton.proof.setting import settings
from bouton.proof.theorem import Theorem
from bouton.proof.way import Validated
from bouton.proof.ways.levels import reading
from bouton.proof.ways.levels import way as levels
from bouton.proof.ways.levels.reading import LevelReading
from bouton.proof.ways.levels.validate import positions, validate
from bouton.reading.levels import merge

LARGEST = """\
move(take(M))             :- heap(1,S), M = 1..S.
after(take(M), heap(1,T)) :- heap(1,S), M = 1..S, T = S-M.
largest(N) :- N = #count { I : heap(I,S), heap(1,S) }.
even  :- largest(N), N \\ 2 = 0.
heaps(N)   :- N = #count { I : heap(I,_) }.
even_heaps :- heaps(N), N \\ 2 = 0.
biggest(S) :- S = #max { T : heap(_,T) }, S > 0.
of_biggest(N) :- N = #count { I : heap(I,S), biggest(S) }.
even_biggest  :- of_biggest(N), N \\ 2 = 0.
smallest(S)   :- S = #min { T : heap(_,T) }, S < 2.
smallest_even :- even, not smallest(1).
total(N)      :- N = #sum { S,I : heap(I,S) }.
total_even    :- total(N), N \\ 2 = 0.
top_total(N)  :- N = #sum { S,I : heap(I,S), heap(1,S) }.
top_total_or_even :- top_total(N), even, N >= 0.
last          :- heaps(N), heap(N,1), even.
fifth_is_even :- even, not heap(5,_).
fifth_is_even :- even, heap(5,_).
named(take(S))   :- largest(N), N \\ 2 = 1, N > 1, heap(1,S).
named(take(S-R)) :- largest(1), heap(1,S), heap(2,R), second(N), N \\ 2 = 1.
named(take(S))   :- largest(1), heap(1,S), second(N), N \\ 2 = 0.
second(N) :- N = #count { I : heap(I,S), heap(2,S), I > 1 }.
wrong(take(1)) :- heap(1,_).
rem(R)        :- heap(3,S), R = S \\ 2.
either_third  :- even, not rem(0).
either_third  :- even, rem(0).
"""
# the heaps the other way round, and a bound on what is taken
SMALLEST_LAST = """\
heaps(N) :- N = #count { I : heap(I,_) }.
move(take(M))             :- heaps(N), heap(N,S), M = 1..k, M <= S.
after(take(M), heap(N,T)) :- heaps(N), heap(N,S), M = 1..k, T = S-M, T >= 0.
even :- heaps(N), heap(N,S), C = #count { I : heap(I,S) }, C \\ 2 = 0.
even :- heaps(0).
"""
NIM = """\
move(lower(I,T))             :- heap(I,S), T = 0..S-1.
after(lower(I,T), heap(I,T)) :- heap(I,S), T = 0..S-1.
paired :- N = #count { I : heap(I,_) }, N \\ 2 = 0.
"""
SPLITS = """\
move(split(X))             :- heap(1,S), X = 1..S-1.
move(whole)                :- heap(1,_).
after(split(X), heap(1,X)) :- heap(1,S), X = 1..S-1.
after(split(X), heap(N+1,Y)) :- heap(1,S), X = 1..S-1, Y = S-1-X, N = #count { I : heap(I,_) }.
after(whole, heap(1,0))    :- heap(1,_).
paired :- N = #count { I : heap(I,_) }, N \\ 2 = 0.
"""
DESCENDING = "  heap: {count: 0..3, size: 1..5, order: descending}\n"
ASCENDING = "  heap: {count: 0..3, size: 1..5, order: ascending}\n"
Prove = Callable[..., Attempt]


@pytest.fixture
def attempt(tmp_path: Path) -> Prove:
    """The attempt at a claim for any number of heaps."""

    def attempting(claim: str, rules: str = LARGEST, position: str = DESCENDING, head: str = "") -> Attempt:
        (tmp_path / "game.lp").write_text(rules)
        every = "k: all, " if head else ""
        fields = f"id: tried, says: it is so, {claim}, prove: {{{every}heap: {{count: all}}}}"
        text = f"game: g\nrules: game.lp\n{head}position:\n{position}claims:\n  - {{{fields}}}\n"
        (tmp_path / "game.yaml").write_text(text)
        spec = load(str(tmp_path / "game.yaml"))
        return prove(spec, spec.claim("tried"), rules_of(spec), ProofRequest(limits=Limits(400.0), crosscheck=False))

    return attempting


@pytest.mark.parametrize("iff", ["even", "even_biggest", "fifth_is_even", "either_third"])
@pytest.mark.parametrize("strategy", ["", ", strategy: named", ", strategy: wrong"])
@pytest.mark.sample(12)
def test_a_theorem_is_proved(attempt: Prove, iff: str, strategy: str) -> None:
    proof = attempt(f"kind: p-positions, iff: {iff}{strategy}").proof
    if strategy.endswith("wrong"):
        assert proof.verdict != "proved"
        return
    assert (proof.verdict, proof.reason) == ("proved", None)
    assert proof.unbounded == ("heap.count", "heap")
    assert proof.fixed == {}
    assert {one.verdict for one in proof.obligations} == {"proved"}
    assert any(one.name.startswith("levels") for one in proof.obligations)


@pytest.mark.slow
def test_a_sum_over_the_highest_heaps_is_read(attempt: Prove) -> None:
    """It is a product of a size and a number of heaps, which need not be known here."""
    proof = attempt("kind: p-positions, iff: top_total_or_even").proof
    assert proof.verdict == "proved", proof.reason


ONE = """\
move(take)             :- heap(1,_).
after(take, heap(1,T)) :- heap(1,S), T = S-1.
claimed :- total(N), N \\ 2 = 0.
total(N) :- """
TOTAL = "N = #sum { S,I : heap(I,S) }."


@pytest.mark.parametrize(
    ("total", "play", "verdict"),
    [
        (TOTAL, "normal", "proved"),
        (
            TOTAL.replace("sum", "sum+").replace("S,I :", "Size,Place :").replace("I,S", "Place,Size"),
            "normal",
            "proved",
        ),
        ("#sum { S,I : heap(I,S) } = N.", "normal", "proved"),
        (TOTAL, "misere", "refuted"),
        (TOTAL.replace("sum", "count"), "normal", "unknown"),
        (TOTAL.replace("N =", "M =").replace("}.", "}, N = M / 7."), "normal", "refuted"),
        # the sizes as a set, the sum of the places, of some heaps, of one heap and of each heap's own place
        (TOTAL.replace("S,I :", "S :"), "normal", "unknown"),
        (TOTAL.replace("S,I :", "I,S :"), "normal", "unknown"),
        (TOTAL.replace("S)", "S), I > 1"), "normal", "unknown"),
        (TOTAL.replace("I,S", "_,S").replace("S,I", "S,1"), "normal", "unknown"),
        (TOTAL.replace("S,I", "S,S").replace("I,S", "S,S"), "normal", "unknown"),
        (f"heap(I,1), {TOTAL}", "normal", "unknown"),
    ],
)
@pytest.mark.sample(9)
def test_all_the_stones_are_known_though_the_lower_heaps_are_not(
    attempt: Prove, total: str, play: str, verdict: str
) -> None:
    found = attempt(f"kind: p-positions, iff: claimed, play: {play}", ONE + total)
    assert found.proof.verdict == verdict, found.proof.reason


@pytest.mark.slow
def test_a_claim_about_the_stones_is_refuted_far_out_at_a_position_that_has_them(attempt: Prove) -> None:
    far = ONE.replace("N \\ 2 = 0.", "N \\ 2 = 0, N < 40.") + TOTAL
    found = attempt("kind: p-positions, iff: claimed", far)
    assert found.proof.verdict == "refuted"
    (heaps,) = found.candidates[0].position
    assert isinstance(heaps, tuple)
    # it is the first even number that is not claimed, whose one option is not claimed either, or lies beyond it
    assert sum(heaps) >= 40
    assert sum(heaps) % 2 == 0 or sum(heaps) > 40


def test_a_move_that_lowers_heaps_below_the_highest_leaves_a_number_of_stones_that_is_not_known(
    attempt: Prove, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the theorem says after such a move must not be read with the stones from before it."""
    real = merge.merged
    monkeypatch.setattr(reading, "merged", lambda before, *rest: real(dataclasses.replace(before, stones=None), *rest))
    proof = attempt("kind: p-positions, iff: claimed", ONE + TOTAL).proof
    assert proof.verdict == "unknown"
    assert "a number of stones that is not known" in (proof.reason or "")


@pytest.mark.slow
def test_heaps_in_ascending_order_and_unknown_k(attempt: Prove) -> None:
    found = attempt("kind: p-positions, iff: even", SMALLEST_LAST, ASCENDING, "parameters: {k: 1..3}\n")
    assert found.proof.verdict == "refuted"  # with k = 1 a heap of two stones is a P-position
    parameters, (heaps,) = found.candidates[0].parameters, found.candidates[0].position
    k = parameters["k"]
    assert isinstance(k, int)
    assert isinstance(heaps, tuple)
    assert violated(heaps, k, lambda one: not one or one.count(max(one)) % 2 == 0)


def violated(heaps: tuple[int, ...], k: int, claimed: Callable[[tuple[int, ...]], bool]) -> bool:
    """Whether the claimed set and the moves of at most k stones from a largest heap contradict each other here."""
    if not heaps:
        return not claimed(heaps)
    *others, top = sorted(heaps)
    options = [tuple(sorted(filter(None, (*others, top - taken)))) for taken in range(1, min(k, top) + 1)]
    return claimed(heaps) is any(map(claimed, options))


@pytest.mark.parametrize(
    ("iff", "play", "heaps"),
    [("even_heaps", "normal", None), ("smallest_even", "normal", None), ("even", "misere", ())],
)
@pytest.mark.sample(3)
def test_a_false_claim_is_refuted_at_a_real_position(
    attempt: Prove, iff: str, play: str, heaps: tuple[int, ...] | None
) -> None:
    found = attempt(f"kind: p-positions, iff: {iff}, play: {play}")
    if iff == "smallest_even":
        assert found.proof.verdict == "unknown"
        return
    assert found.proof.verdict == "refuted"
    (position,) = found.candidates[0].position
    assert isinstance(position, tuple)
    if heaps is not None:
        assert position == heaps
    else:
        assert violated(position, max(position, default=0), lambda one: len(one) % 2 == 0)


@pytest.mark.parametrize(
    ("iff", "line"),
    [("last", 16), ("smallest_even", 10)],
)
@pytest.mark.sample(2)
def test_what_looks_at_the_lower_heaps_is_told_with_its_line(attempt: Prove, iff: str, line: int) -> None:
    proof = attempt(f"kind: p-positions, iff: {iff}").proof
    assert proof.verdict == "unknown"
    assert proof.reason is not None
    assert proof.reason.startswith(f"game.lp:{line}:")


@pytest.mark.parametrize(("rules", "line"), [(NIM, 1), (SPLITS, 3)])
@pytest.mark.sample(2)
def test_a_game_whose_moves_are_not_of_the_highest_heaps_is_told(attempt: Prove, rules: str, line: int) -> None:
    proof = attempt("kind: p-positions, iff: paired", rules).proof
    assert proof.verdict == "unknown"
    assert proof.reason is not None
    assert proof.reason.startswith(f"game.lp:{line}:")


@pytest.mark.parametrize("position", ["  heap: {count: 0..3, size: 1..5, order: none}\n", ASCENDING + "  pass: 0..1\n"])
def test_other_positions_are_told(attempt: Prove, position: str) -> None:
    rules = LARGEST.replace("heap(1,S), M = 1..S.", "heap(1,S), M = 1..S.", 1)
    proof = attempt("kind: p-positions, iff: even", rules, position).proof
    assert proof.verdict == "unknown"
    assert "any number of heaps at once" in (proof.reason or "")


def test_a_reading_that_is_not_clingos_is_an_error(attempt: Prove, monkeypatch: pytest.MonkeyPatch) -> None:
    """A move too few, one that takes another heap's stones, a predicate changed: each is found before any solver."""
    real = LevelReading.at

    def broken(self: LevelReading, known: int, *, more: bool) -> object:
        here = real(self, known, more=more)
        moves = tuple(dataclasses.replace(move, added=()) for move in here.game.moves)
        return dataclasses.replace(here, game=dataclasses.replace(here.game, moves=moves))

    monkeypatch.setattr(LevelReading, "at", broken)
    with pytest.raises(Disagreement, match=r"differ between the levels and clingo|should be"):
        attempt("kind: p-positions, iff: even")


def about(folder: Path, rules: str) -> Spec:
    (folder / "game.lp").write_text(rules)
    claims = "claims:\n  - {id: a, says: so, kind: p-positions, iff: even, prove: {heap: {count: all}}}\n"
    (folder / "game.yaml").write_text(f"game: g\nrules: game.lp\nposition:\n{DESCENDING}{claims}")
    return load(str(folder / "game.yaml"))


def read_of(spec: Spec) -> LevelReading:
    theorem = Theorem(rules_of(spec), {}, {}, spec.measure, "normal", members(spec, spec.claim("a")))
    return levels.read(theorem, (), spec.measure)


CROWD = "heap(30,_), not heap(31,_)"
ALIKE = "{0} = #count {{ I : heap(I,U), heap({1},U) }}"


@pytest.mark.parametrize(
    ("more", "what"),
    [
        (f"move(all) :- {CROWD}.\nafter(all, heap(1..2,0)) :- heap(2,_).\n", "the moves"),
        (f"after(take(M), heap(2,0)) :- move(take(M)), {CROWD}.\n", "the moves"),
        (f"even :- {CROWD}.\n", "what is claimed"),
        # by other quantities than the number of heaps, and by what two numbers make together
        ("even :- 95 <= #count { I : heap(I,_) }.\n", "what is claimed"),
        (f"even :- {ALIKE.format(61, 1)}.\n", "what is claimed"),
        (f"even :- {ALIKE.format(61, 2)}, heap(1,S), not heap(2,S).\n", "what is claimed"),
        (f"even :- {ALIKE.format(61, 3)}, heap(1,S), heap(2,T), T < S, not heap(3,T).\n", "what is claimed"),
        (f"even :- T = 30+31, {ALIKE.format('T', 1)}.\n", "what is claimed"),
        (f"even :- T = 2*33-1, {ALIKE.format('T', 1)}.\n", "what is claimed"),
        ("even :- heap(1,234).\n", "what is claimed"),
        ("even :- heap(1,S), S > 234, heap(2,_).\n", "what is claimed"),
        ("even :- heap(2,S), S >= 170, heap(1,T), S < T.\n", "what is claimed"),
        ("even :- 245 = #sum { S,I : heap(I,S) }.\n", "what is claimed"),
        ("even :- 245 = #sum { S,I : heap(I,S) }, heap(1,S), heap(2,T), T < S, not heap(3,_).\n", "what is claimed"),
    ],
)
@pytest.mark.sample(16)
@pytest.mark.slow
def test_positions_near_each_number_of_the_rules_are_compared(more: str, what: str, tmp_path: Path) -> None:
    """Clingo's rules have something more to say near a number alone."""
    reading, spec = read_of(about(tmp_path, LARGEST)), about(tmp_path, LARGEST + more)
    asked = spec.claim("a").prove
    assert asked is not None
    (setting,) = settings(spec, asked)
    with pytest.raises(Disagreement, match=rf"^{what}.* at heap=\d+(:\d+)* differ between the levels and") as told:
        list(levels.compared(Goal(spec, spec.claim("a"), rules_of(spec), setting), reading))
    assert re.search(r"only (the levels have|clingo has) \(", str(told.value)), told.value


@pytest.mark.parametrize("size", [1, 2, 3])
@pytest.mark.sample(3)
def test_there_are_as_many_sizes_as_the_first_heap_has_stones(size: int, tmp_path: Path) -> None:
    """What looks at the last heap where the first has so many stones needs so many levels, and no more."""
    assert read_of(about(tmp_path, LARGEST)).seen == 1
    last = f"even :- heap(1,{size}), heaps(N), heap(N,S), S \\ 2 = 0.\n"
    assert read_of(about(tmp_path, LARGEST + last)).seen == size


def test_the_positions_that_were_compared_are_counted(tmp_path: Path) -> None:
    """As many as differ: those of at most five heaps of at most four stones, random ones, and near numbers."""
    spec = about(tmp_path, LARGEST)
    claim = spec.claim("a")
    assert claim.prove is not None
    (setting,) = settings(spec, claim.prove)
    goal = Goal(spec, claim, rules_of(spec), setting)
    found = [one.seen for one in prepared(goal) if isinstance(one, Validated)]
    small = {one[::-1] for count in range(6) for one in combinations_with_replacement(range(1, 5), count)}
    random = {heaps for (heaps,) in positions(Heaps("heap", "descending"))}
    numbers = constants(rules_of(spec), {("even", 0), ("move", 1), ("after", 2)}, ())
    near = {heaps for (heaps,) in crowds(Heaps("heap", "descending"), numbers)}
    assert near - small - random
    assert sum(one.positions for one in found) == len(small | random | near)


def test_every_run_compares_every_shape(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    spec = about(tmp_path, LARGEST)
    claim, rules, reading = spec.claim("a"), rules_of(spec), read_of(spec)
    shapes: set[int] = set()
    real = LevelReading.here

    def noted(self: LevelReading, known: int) -> object:
        shapes.add(known)
        return real(self, known)

    monkeypatch.setattr(LevelReading, "here", noted)
    assert claim.prove is not None
    (setting,) = settings(spec, claim.prove)
    seen, *_ = levels.compared(Goal(spec, claim, rules, setting), reading)
    assert shapes == set(reading.range)
    assert seen.positions > 100
    assert seen.met >= {"a move", "a terminal"}
    assert validate(reading, [], {}) == 0
