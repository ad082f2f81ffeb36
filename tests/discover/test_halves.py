"""Formulas by cases: two covers joined by a literal, and the theorem on Greedy Nim_2 from its rules alone."""

from __future__ import annotations

import time
from itertools import product
from math import comb, inf, log2
from pathlib import Path

import numpy as np
import pytest

from bouton.claims.subject import rules_of
from bouton.core.shipped import folder
from bouton.core.spec import Spec
from bouton.core.verdict import Verdict
from bouton.discover import halves as by_cases
from bouton.discover import theorem
from bouton.discover.expressions import Literal
from bouton.discover.formulas import LONGEST, Table, fitted
from bouton.discover.guess import Discovery, Guess, Search
from bouton.discover.halves import gains, halves, in_halves, joined, splits
from bouton.discover.learn import Cover
from bouton.discover.positions import Known
from bouton.discover.theorem import discover
from bouton.document.encoding import of_encoding
from bouton.document.load import load
from bouton.process.limits import Limits
from bouton.run.check import check
from bouton.run.options import Options
from tests.oracle import game as oracle

RULES = Path(__file__).parents[2] / "benchmarks" / "rules"
PLACES = np.array(list(product((0, 1), repeat=6)), dtype=bool).T
TRUTH = np.concatenate((PLACES, ~PLACES))


def table(lost: np.ndarray) -> Table:
    """Positions by six literals and their opposites, at whatever positions of one pile."""
    known = [Known((), (at,), bool(one)) for at, one in enumerate(lost)]
    literals = [Literal((), f"x{at}", 3, f"x{at}", plain=True) for at in range(len(TRUTH))]
    return Table(known, literals, TRUTH)


def searching(spec: Spec) -> Search:
    """A search that has not begun."""
    limits = Limits(300.0)
    return Search(spec, rules_of(spec), "normal", limits, time.monotonic() + limits.seconds, inf, lambda _what: None)


def greedy_nim(k: str, *box: str) -> Spec:
    """Greedy Nim_k for these k from its rules, in which no theorem stands."""
    rules = folder("encodings") / "greedy_nim_k" / "rules.lp"
    return of_encoding(str(rules), (f"k={k}",), box or ("heap.count=0..4", "heap.size=1..8"))


def test_the_bits_that_a_literal_saves() -> None:
    """The first literal holds at the two positions that are lost, the second at one more, the others tell nothing."""
    truth = np.array([[1, 1, 0, 0], [1, 1, 1, 0], [1, 0, 1, 0], [1, 1, 1, 1]], dtype=bool)
    lost = np.array([1, 1, 0, 0], dtype=bool)
    left = 3 * -(2 / 3 * log2(2 / 3) + 1 / 3 * log2(1 / 3))
    assert gains(truth, lost) == pytest.approx([4.0, 4.0 - left, 0.0, 0.0])


def test_literals_that_split_come_with_their_opposites_and_tell_most_first() -> None:
    found = list(splits(table(PLACES[2] & (PLACES[0] | PLACES[1]))))
    assert {frozenset(one) for one in found} == {frozenset((at, at + 6)) for at in (0, 1, 2)}
    assert set(found[0]) == {2, 8}
    assert list(splits(table(np.ones(64, dtype=bool)))) == []


@pytest.mark.parametrize("negated", [False, True])
@pytest.mark.parametrize("seed", range(4))
def test_joined_cases_are_right_in_each_of_them(seed: int, negated: bool) -> None:
    random = np.random.default_rng(seed)

    def some() -> Cover:
        cubes = {tuple(sorted(int(one) for one in random.choice(5, 2, replace=False) + 1)) for _ in range(2)}
        return Cover(tuple(cubes), negated, 0)

    here, there = some(), some()
    wanted = np.where(PLACES[0], here.holds(TRUTH), there.holds(TRUTH))
    cover = joined(table(wanted), {0: here, 6: there})
    assert (cover.holds(TRUTH) == wanted).all()
    assert cover.cost == sum(1 + 3 * len(cube) for cube in cover.cubes) + 3 * negated


def test_a_case_is_named_only_where_that_is_needed() -> None:
    wanted = PLACES[1] & (PLACES[2] | PLACES[0])
    cover = joined(table(wanted), {0: Cover(((1,),), False, 0), 6: Cover(((1, 2),), False, 0)})
    assert set(cover.cubes) == {(0, 1), (1, 2)}


def test_conjunctions_of_four_are_found_by_cases_alone() -> None:
    """Conjunctions of three literals tell neither where this holds nor where it does not."""
    even = PLACES[1:4].sum(axis=0) % 2 == 0
    wanted = np.where(PLACES[0], even, ~even & PLACES[4])
    search = searching(of_encoding(str(RULES / "take_134.lp"), (), ("pile=0..60",)))
    given = table(wanted)
    known = list(given.known)
    assert fitted(search, given, list(known), 10 * LONGEST) is None
    cover = in_halves(search, given, list(known), 2 * LONGEST)
    assert cover is not None
    assert (cover.holds(TRUTH) == wanted).all()
    # four conjunctions of three literals in each half, one of a single literal, and that what they tell is not lost
    least = 8 * 10 + 4 + 2 * 3
    assert in_halves(search, given, list(known), least) == cover
    assert in_halves(search, given, list(known), least - 1) is None


def test_a_half_in_which_all_are_alike_has_no_conditions() -> None:
    search = searching(of_encoding(str(RULES / "take_134.lp"), (), ("pile=0..60",)))
    for wanted in (PLACES[0] & (PLACES[1] ^ PLACES[2]), PLACES[0] | (PLACES[1] ^ PLACES[2])):
        given = table(wanted)
        cover = in_halves(search, given, list(given.known), LONGEST)
        assert cover is not None
        assert (cover.holds(TRUTH) == wanted).all()


def outcomes(k: int, most: int, size: int) -> dict[tuple[int, ...], bool]:
    """Whether positions of Greedy Nim_k are P-positions, in plain Python."""
    found: dict[tuple[int, ...], bool] = {}
    listed = [
        tuple(sorted(heaps))
        for many in range(most + 1)
        for heaps in product(range(1, size + 1), repeat=many)
        if list(heaps) == sorted(heaps)
    ]
    for heaps in sorted(listed, key=sum):
        largest, equal = (heaps[-1], heaps.count(heaps[-1])) if heaps else (0, 0)
        found[heaps] = not any(
            found[tuple(sorted((*heaps[: len(heaps) - many], *(one for one in left if one))))]
            for many in range(1, min(equal, k) + 1)
            for left in product(range(largest), repeat=many)
        )
    return found


def differing(guess: Guess, known: dict[tuple[int, ...], bool], k: int) -> list[tuple[int, ...]]:
    """Positions at which a guess on Greedy Nim_k is wrong, by an evaluator that shares nothing with Bouton."""
    game = oracle.Game(guess.draft.rules, (oracle.Heaps("heap"),), {"k": k})
    return [heaps for heaps, lost in known.items() if game.holds("found", (heaps,)) != lost]


@pytest.mark.parametrize("several", ["2", "2..4"])
@pytest.mark.sample(2)
@pytest.mark.slow
def test_the_first_guess_on_greedy_nim_is_true_of_more_heaps_than_it_was_asked_of(several: str) -> None:
    guess = next(halves(searching(greedy_nim(several))))
    assert "the third largest heap" in guess.says
    for k in range(2, int(several[-1]) + 1):
        known = outcomes(k, 7, 3)
        assert len(known) == sum(comb(many + 2, 2) for many in range(8))
        assert differing(guess, known, k) == []
        known[1, 1, 2, 2, 3] ^= True
        assert differing(guess, known, k) == [(1, 1, 2, 2, 3)]


@pytest.mark.slow
def test_greedy_nim_2_is_proved_for_any_number_of_heaps_from_its_rules_alone(tmp_path: Path) -> None:
    found = Discovery()
    for guess in discover(greedy_nim("2"), Limits(600.0)):
        found = found.with_(guess)
    assert found.best is not None
    assert found.proved
    _, file = found.best.draft.write(tmp_path)
    (result,) = check(load(file), Options(limits=Limits(600.0)), lambda _state: None)
    assert result.verdict is Verdict.PROVED
    assert result.proof is not None
    assert set(result.proof.unbounded) == {"heap.count", "heap"}
    assert differing(found.best, outcomes(2, 7, 3), 2) == []


@pytest.mark.slow
def test_a_wrong_formula_by_cases_is_never_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is learnt decides nothing: here that the lost ones are those with the largest heap one above the second."""
    planted: list[Cover] = []

    def wrong(_search: Search, given: Table, *_more: object) -> Cover | None:
        (at,) = [at for at, one in enumerate(given.literals) if one.said == "Largest = Second+1"]
        planted.append(Cover(((at,),), negated=False, cost=1))
        return planted[-1] if len(planted) < 3 else None

    monkeypatch.setattr(by_cases, "in_halves", wrong)
    monkeypatch.setattr(theorem, "_PROPOSERS", (halves,))
    guesses = list(discover(greedy_nim("2", "heap.count=0..3", "heap.size=1..8"), Limits(120.0)))
    assert planted
    assert {guess.state for guess in guesses} == {"refuted"}


def test_nothing_is_looked_for_where_a_formula_fits_or_the_number_of_heaps_is_fixed() -> None:
    fitting = searching(greedy_nim("2"))
    fitting.fits = True
    assert list(halves(fitting)) == []
    fixed = of_encoding(str(RULES / "euclid.lp"), (), ("heap.count=2", "heap.size=1..9"))
    assert list(halves(searching(fixed))) == []
