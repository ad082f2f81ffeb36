"""Euclid against a memoised solver, fractions and continued fractions."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from math import gcd
from pathlib import Path
from typing import TypeAlias

import pytest

from bouton.core.verdict import Verdict
from bouton.process.limits import Limits
from bouton.run.check import check
from bouton.run.options import Options
from tests.encodings.changed import changed
from tests.encodings.test_nim_ab_rows import answers
from tests.oracle.pairs import Pairs, Place
from tests.samples import small_or_whole
from tests.shipped import named

Where: TypeAlias = tuple[dict[str, object], dict[str, object]]
LARGEST = 40
BOX = sorted(((x, y) for y in range(1, LARGEST + 1) for x in range(1, y + 1)), key=lambda pair: (sum(pair), pair))


def options(place: Place) -> set[Place]:
    x, y = place
    return {(min(x, rest), max(x, rest)) for rest in range(y - x, 0, -x)}


@cache
def game() -> Pairs:
    return Pairs(BOX, options)


@cache
def ranks() -> dict[Place, int]:
    """The Fibonacci positions of the box and their ranks."""
    found: dict[Place, int] = {}
    numbers = [1, 1]
    while numbers[-2] <= LARGEST:
        rank, (a, b) = len(numbers) - 2, numbers[-2:]
        found |= {(m * a, m * b): rank for m in range(1, LARGEST // b + 1)}
        numbers.append(a + b)
    return found


def first(wrong: Callable[[Place], bool]) -> Where:
    return {}, {"heap": list(next(place for place in BOX if wrong(place)))}


def test_outcomes(outcomes: Callable[[str, str], object]) -> None:
    for play in ("normal", "misere"):
        p_positions = game().p_positions(play == "misere")
        assert outcomes("euclid.yaml", play) == {(): {(place,): place in p_positions for place in BOX}}


def test_the_formulas() -> None:
    for (x, y), (normal, misere) in game().pair.items():
        assert normal == abs(Fraction(x, y) - Fraction(y, x)).__floor__()
        assert ((x, y) in ranks()) == ((normal, misere) in ((0, 1), (1, 0)))
        assert (normal == 0) == (2 * y < (1 + 5**0.5) * x)
    assert all(game().pair[place] == ((0, 1), (1, 0))[rank % 2] for place, rank in ranks().items())
    assert game().not_miserable() == game().not_minion() == []


def test_lemmas_15_to_17() -> None:
    """By the game graph: forced plays, and what Fibonacci positions a move enters."""
    forced: dict[Place, bool] = {}
    for place in BOX:
        found = options(place)
        forced[place] = len(found) <= 1 and all(forced[option] for option in found)
        assert forced[place] == (place in ranks())
        entered = sorted(ranks()[option] for option in found if option in ranks())
        if place not in ranks():
            assert entered == [] or (len(entered) == 2 and entered[1] == entered[0] + 1)
        assert found or place == (gcd(*place), gcd(*place))


def fails(place: Place, case: int) -> list[int]:
    """The ranks i for which the other move that the proof of Lemma 17 names is none, by its cases to the letter."""
    found, numbers = [], [1, 1, *(0 for _ in range(9))]
    for at in range(2, 11):
        numbers[at] = numbers[at - 1] + numbers[at - 2]
    for i in range(9):
        kept, other = (numbers[i], numbers[i + 1]) if case == 1 else (numbers[i + 1], numbers[i])
        times, rest = divmod(place[0], kept)
        more, left = divmod(place[1] - times * other, kept)
        if rest == left == 0 and more > 0 and more % times == 0:  # taking `more` of them is a move
            taken = (more + times if case == 1 else more - times) * kept
            goal = times * numbers[i + 2] if case == 2 else times * numbers[i - 1] if i else 0
            if not (0 < taken < place[1] and place[1] - taken == goal):
                found.append(i)
    return found


def test_the_cases_of_lemma_17() -> None:
    others = [place for place in BOX if place not in ranks()]
    assert {i for place in others for i in fails(place, 1)} == {0}
    assert not any(fails(place, 2) for place in others)


@pytest.mark.parametrize("most", small_or_whole({"heap.size": 16, "factor": 1}, {}), ids=["small", "whole"])
def test_claims(verdicts: Callable[..., None], most: dict[str, int]) -> None:
    pair = game().pair
    consecutive = {place for place in ranks() if gcd(*place) == 1}
    verdicts(
        "euclid.yaml",
        {
            "lemma-15-proof-standard": first(lambda place: place in ranks() and place[1] // place[0] > 1),
            "lemma-17-proof-case-1": first(lambda place: place not in ranks() and fails(place, 1) != []),
            "lemma-18": first(lambda place: pair[place] == (0, 0)),
            "cole-davie-eight-fifths": first(lambda place: (5 * place[1] < 8 * place[0]) != (pair[place][0] == 0)),
            "nivasch-misere": first(lambda place: place[0] < place[1] and pair[place][0] != pair[place][1]),
            "fibonacci-lowest-terms": first(lambda place: (place in consecutive) != (place in game().swap())),
        },
        most,
    )


@pytest.mark.parametrize(
    "name",
    [
        "ranked-start",
        "ranked-once",
        "section-3-5-fibonacci",
        "lemma-15-every",
        "lemma-17-proof-case-1-corrected",
        "lemma-17-proof-case-2",
    ],
)
@pytest.mark.sample(2)
def test_what_is_left_out_is_needed(name: str) -> None:
    """With all that is known of the ranks z3 finds no model, and one where any of it is left out."""
    spec = named("euclid")
    assert set(answers(spec, name)) == {"unsat"}
    using = dict(spec.claim(name).using)
    for one in using:
        assert "sat" in answers(spec, name, using={key: at for key, at in using.items() if key != one}), one
    assert "sat" in answers(spec, name, unfolding=[])


PLACES = [{"heap.1": x, "heap.2": y} for x, y in [(1, 1), (1, 2), (1, 3), (2, 3), (2, 4), (3, 5)]]


@pytest.mark.parametrize("name", ["lemma-17", "proposition-5"])
@pytest.mark.long("proposition-5")
def test_what_is_left_out_is_needed_at_some_position(name: str) -> None:
    """Of all positions at once, products of unknowns, z3 alone finds no model; with numbers for the heaps it does."""
    spec = named("euclid")
    assert set(answers(spec, name, PLACES)) == {"unsat"}
    using = dict(spec.claim(name).using)
    for one in using:
        left = {key: at for key, at in using.items() if key != one}
        assert "sat" in answers(spec, name, PLACES, using=left), one
    assert "sat" in answers(spec, name, PLACES, unfolding=[])


@pytest.mark.parametrize(
    ("claim", "old", "new"),
    [
        ("section-3-5-cole-davie", "Y*Y - X*Y - X*X < 0, X*X", "Y*Y - X*Y - X*X < 2, X*X"),
        ("section-3-5-winning-moves", "X*X - R*X - R*R < 0", "X*X - R*X - R*R < 9"),
        ("formula-9", "nivasch((Y*Y - X*X) / (X*Y))", "nivasch((Y*Y - X*Y) / (X*Y))"),
        (
            "section-3-5-independence",
            "gold_after(Y) :- small(X), rest(R), times(Q), Y = R+Q*X",
            "gold_after(Y) :- small(X), rest(R), times(Q), Y = R+(Q-1)*X",
        ),
        (
            "section-3-5-absorption",
            "to_more       :- small(X), rest(R), times(Q), Q > 1",
            "to_more       :- small(X), rest(R), times(Q), Q > 2",
        ),
        (
            "lemma-15",
            "choice              :- of_play(X,Y), (Y-1)/X > 1.",
            "choice              :- of_play(X,Y), Y/X > 1.",
        ),
        ("lemma-15-proof", "greater_quotient    :- quotient(Q), Q > 1.", "greater_quotient    :- quotient(Q), Q > 2."),
        ("lemma-16", "rank(I), I \\ 2 = 0.", "rank(I), I \\ 3 != 1."),
        ("section-3-5-fibonacci", "I > 0, not enters(_,I-1)", "I > 0, not enters(_,I-2)"),
        ("section-3-5-fibonacci", "2*X < Y.", "2*X <= Y."),
        ("section-3-5-fibonacci", "other_descent       :- rank(0), heap", "other_descent       :- rank(1), heap"),
        ("section-3-5-ranks", "Y = (X/A) * B.", "Y = (X/A) * B, I < 3."),
        ("lemma-15-every", "not two_moves, not to_another", "not two_moves"),
        ("lemma-15-every", "not two_moves, not to_another", "not to_another"),
        ("lemma-15-every", "not enters(X,_).", "not enters(X,0)."),
        ("lemma-17-proof-case-1-corrected", "enters(D+X,I-1)", "enters(D+X,I-2)"),
        ("lemma-17-proof-case-1-corrected", "enters(D+X,I-1)", "enters(D,I-1)"),
        ("lemma-17-proof-case-1-corrected", "without(1,I), I > 0.", "without(1,I)."),
        ("lemma-17-proof-case-2", "enters(D-X,I+1)", "enters(D-X,I+2)"),
        ("lemma-17-proof-case-2", "enters(D-X,I+1)", "enters(D,I+1)"),
        ("lemma-17-proof-case-2", "ranked(Y-D,X,I).", "ranked(Y-D,X+1,I)."),
        ("lemma-17", "enters(E,J-1), D < E", "enters(E,J-2), D < E"),
        ("lemma-17", "enters(E,J+1), E < D", "enters(E,J+1), E < D-X, heap(1,X)"),
        ("lemma-17", "E != D+X.", "E = D+X."),
        ("ranked-start", "first(A), ranked(A,A,0).", "first(A), ranked(A,A,1)."),
        ("ranked-once", "ranked(A,B,J), I != J.", "ranked(A,B,J), I = J."),
        ("ranked-once", "ranked(L,L,0)        :-", "ranked(L,L,0..1)     :-"),
        ("ranked-multiples", "ranked(L*A,L*B,I).", "ranked(L*A,B,I)."),
        ("ranked-multiples", "ranked(L*A,L*B,I).", "ranked(L*A,L*B,I+1)."),
        ("ranked-multiples", "ranked(L,L,0)        :-", "ranked(L,2*L,0)      :-"),
        ("ranked-multiples-alone", "X \\ A = 0, (X/A)*B = Y.", "X \\ A = 0, (X/A)*A = Y."),
        ("ranked-multiples-alone", "ranked(L,L,0)        :-", "ranked(L,2*L,0)      :-"),
        ("ranked-multiples-alone", "numbers(0,1,1).", "numbers(0,2,2)."),
        ("formula-9-no-square", "X*X - V*X*R - R*R != 0.", "X*X - V*X*R - R*R != 1."),
        ("formula-9-no-square", "X*X - V*X*R - R*R != 0.", "X*X - V*X*R - R*R != -1."),
        ("formula-9-independence", "R >= X, V*X*R <= R*R - X*X,", "R >= X, V*X*R <= R*R,"),
        ("formula-9-independence-fewer", "V*X*Y <= Y*Y - X*X, Y*Y", "V*X*Y <= Y*Y + X*X, Y*Y"),
        ("formula-9-independence-as-many", "V*X*R <= X*X - R*R,", "V*X*R <= X*X + R*R,"),
        ("formula-9-independence-more", "X*X - R*R < (V+1)*X*R.\n\n", "X*X - R*R < (V+2)*X*R.\n\n"),
        ("formula-9-independence-below", "V*X*R <= X*X - R*R,", "V*X*R <= X*X + R*R,"),
        ("formula-9-absorption-early", "W+1 < Q.", "W+1 < Q-1."),
        ("formula-9-absorption-late", "W > 0, W < Q.", "W > 1, W < Q."),
        (
            "formula-9-absorption-between",
            "R > 0, lesser(W), W*X*R <= X*X - R*R",
            "R > 1, lesser(W), W*X*R <= X*X - R*R",
        ),
        ("formula-9-absorption", "W+1 < Q.", "W+1 < Q-1."),
        ("lemma-16-cassini", "next_cassini((A+B)*(A+B)", "next_cassini((A+B)*A"),
        ("lemma-16-cassini-every", "I \\ 2 = 0, cassini(-1).", "I \\ 2 = 0, cassini(1)."),
        ("lemma-16-cassini-every", "cassini(B*B - A*B - A*A) ", "cassini(B*B - A*B + A*A) "),
        ("lemma-16-cassini-every", "numbers(0,1,1).", "numbers(0,1,2)."),
        ("lemma-16-every-rank", "as_cassini          :- cassini(1), not", "as_cassini          :- cassini(-1), not"),
        ("proposition-5-swap", "fibonacci           :- rank(_).", "fibonacci           :- rank(I), I < 5."),
        ("proposition-5-swap", "ranked(A,B,I), 0 < A,", "ranked(A,B,I), I < 2, 0 < A,"),
        ("proposition-5-swap", "in_range(L), L > 0.", "in_range(L), L > 1."),
        ("proposition-5", "D = X..Y-1, D \\ X = 0.\nafter", "D = X..Y-1, D \\ X = 0, (D/X-1)*100 + 3 > X.\nafter"),
        ("section-3-5-multiples", "heap(I,S), gcd(G).", "heap(I,S), gcd(G), G < 3."),
        ("section-3-5-end", "rest(Y), times(Q), Q*X < Y.", "rest(Y), times(Q), Q*X <= Y."),
        ("section-3-5-divisors", "L*Y + Q*(L*X) = L*(Y+Q*X).", "L*Y + Q*(L*X) = L*Y+Q*X."),
        ("section-3-5-multiples-moves", "Q*(L*X) < L*Y,", "Q*(L*X) < Y,"),
    ],
)
@pytest.mark.sample(36)
def test_mutants(tmp_path: Path, claim: str, old: str, new: str) -> None:
    assert changed(tmp_path, "euclid", claim, old, new).verdict is Verdict.REFUTED


@cache
def beside(place: Place, heap: int) -> bool:
    """Whether the position beside a heap of Nim is lost, by its definition."""
    others = [*((one, heap) for one in options(place)), *((place, less) for less in range(heap))]
    return not any(beside(one, less) for one, less in others)


def test_beside_a_heap_of_the_value_a_position_is_lost() -> None:
    for x, y in (place for place in BOX if max(place) < 15):
        assert [heap for heap in range(15) if beside((x, y), heap)] == [(y * y - x * x) // (x * y)]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("claim", "old", "new"),
    [
        (
            "formula-9-every",
            "W*X*Y <= Y*Y - X*X, Y*Y - X*X < (W+1)*X*Y.\n\n% The winning",
            "W*X*Y <= Y*Y - X*X, Y*Y - X*X < (W+2)*X*Y.\n\n% The winning",
        ),
        ("formula-9-every", "to_balance(take(Y-R-W*X)) :- too_small", "to_balance(take(Y-R-(W+1)*X)) :- too_small"),
        ("formula-9-every", "V = (Y*Y - X*X) / (X*Y).", "V = Y / X."),
        ("formula-9-class", "(Y - Y \\ X - K*X) \\ X = 0, Y", "(Y - Y \\ X - K*X) \\ X = 0, X < Y \\ X + K*X, Y"),
        (
            "formula-9-class",
            "inside   :- small(X), large(Y), times(K), Y \\ X + K*X < Y.",
            "inside   :- small(X), large(Y), times(K), Y \\ X + K*X <= Y.",
        ),
        ("formula-9-square", "X*X - V*X*R - R*R != 0.", "X*X - V*X*R - R*R != 1."),
        ("formula-9-square", "X*X - V*X*R - R*R != 0.", "X*X - V*X*R + R*R != 0."),
        (
            "formula-9-apart-longer",
            "R >= X, V*X*R <= R*R - X*X, R*R - X*X < (V+1)*X*R.\nshorter_has",
            "R >= X, V*X*R <= R*R, R*R - X*X < (V+1)*X*R.\nshorter_has",
        ),
        ("formula-9-apart-longer", "R < Y, (Y-R) \\ X = 0.", "R <= Y, (Y-R) \\ X = 0."),
        (
            "formula-9-apart-fewer",
            "has_value   :- small(X), large(Y), value(V), V*X*Y <= Y*Y - X*X, Y",
            "has_value   :- small(X), large(Y), value(V), V*X*Y <= Y*Y + X*X, Y",
        ),
        (
            "formula-9-apart-as-much",
            "V*X*R <= X*X - R*R, X*X - R*R < (V+1)*X*R.\nboth_longer",
            "V*X*R <= X*X + R*R, X*X - R*R < (V+1)*X*R.\nboth_longer",
        ),
        ("formula-9-apart-more", "X*X - R*R < (V+1)*X*R.\nboth_longer", "X*X - R*R < (V+2)*X*R.\nboth_longer"),
        ("formula-9-apart", "value(V), V*A*B <= B*B - A*A,", "value(V), V*A*B <= B*B + A*A,"),
        ("formula-9-to-next", "T = Y \\ X + (W+1)*X, X <= T, T+X <= Y", "T = Y \\ X + (W+1)*X, X <= T, T+2*X <= Y"),
        ("formula-9-to-next", "R*(R+(W+1)*X) < X*X.\nto_same", "R*(R+(W+1)*X) < 2*X*X.\nto_same"),
        ("formula-9-to-same", "W > 0, R*(R+W*X) >= X*X.\nto_rest", "W > 0, 2*R*(R+W*X) >= X*X.\nto_rest"),
        ("formula-9-to-rest", "0 < T, T < X, T+X <= Y", "0 < T, T < X, T+2*X <= Y"),
        ("formula-9-to-rest", "not to_next, not to_same.", "not to_same."),
    ],
)
@pytest.mark.sample(10)
def test_mutants_beside_a_heap(tmp_path: Path, claim: str, old: str, new: str) -> None:
    """Of the theorem three, and one or two of each statement that it rests on."""
    assert changed(tmp_path, "euclid_beside_nim", claim, old, new).verdict is Verdict.REFUTED


@pytest.mark.slow
def test_the_formula_is_proved_beside_a_heap() -> None:
    spec = named("euclid_beside_nim")
    *proved, false = [one.verdict for one in check(spec, Options(limits=Limits(600.0)), lambda _: None)]
    assert (set(proved), false) == ({Verdict.PROVED}, Verdict.REFUTED)
