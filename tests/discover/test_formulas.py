"""What is done with formulas: one that still fits is kept, and one that more heaps refute is proved last of all."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from math import inf
from pathlib import Path

import numpy as np
import pytest

from bouton.claims.subject import rules_of
from bouton.core.spec import Spec
from bouton.discover import formulas as proposer
from bouton.discover.by_digits import digits_of_one
from bouton.discover.expressions import Literal
from bouton.discover.formulas import (
    LONGEST,
    Table,
    Told,
    _positive,
    fitted,
    formulas,
    later,
    learnt,
    p_positions,
)
from bouton.discover.guess import Search
from bouton.discover.judged import with_strategy
from bouton.discover.language import Language
from bouton.discover.learn import Cover
from bouton.discover.positions import Known, Outcomes
from bouton.document.encoding import of_encoding
from bouton.process.limits import Limits

RULES = Path(__file__).parents[2] / "benchmarks" / "rules"
PLACES = np.array(list(product((0, 1), repeat=5)), dtype=bool).T
TRUTH = np.concatenate((PLACES, ~PLACES))


def searching(spec: Spec) -> Search:
    """A search that has not begun."""
    limits = Limits(300.0)
    return Search(spec, rules_of(spec), "normal", limits, time.monotonic() + limits.seconds, inf, lambda _what: None)


def greedy() -> Search:
    """Greedy Nim with at most two heaps."""
    rules = str(RULES / "greedy_nim.lp")
    return searching(of_encoding(rules, (), ("heap.count=0..2", "heap.size=1..8"), ("descending",)))


def table(lost: np.ndarray) -> Table:
    """Positions by five literals and their opposites, at whatever positions of one pile."""
    known = [Known((), (at,), bool(one)) for at, one in enumerate(lost)]
    return Table(known, [Literal((), f"x{at}", 3, f"x{at}", plain=True) for at in range(len(TRUTH))], TRUTH)


def test_a_cover_that_still_fits_is_not_looked_for_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proposer, "alone", lambda *_given, limits: pytest.fail(f"it is looked for within {limits}"))
    given = table(PLACES[0] & PLACES[1] & PLACES[2])
    first = Cover(((0, 1, 2),), negated=False, cost=10)
    assert fitted(greedy(), given, list(given.known)[:4], LONGEST, first=first) == first


def test_one_that_does_not_is_learnt_from() -> None:
    """What it is wrong about is added to what is learnt from, and after one of three literals no shorter one is."""
    given = table(PLACES[0] & PLACES[1] & PLACES[3])
    work = list(given.known)[:4]
    found = fitted(greedy(), given, work, LONGEST, first=Cover(((0, 1, 2),), negated=False, cost=10))
    assert found is not None
    assert found.cubes == ((0, 1, 3),)
    assert len(work) > 4


def planted(monkeypatch: pytest.MonkeyPatch, cost: int) -> Search:
    """A search that guesses once that the two largest heaps are equal, which is so of two heaps and not of three."""
    search = greedy()
    boxes = list[int]()

    def once(_search: Search, language: Language, known: Sequence[Known], *_more: object) -> object:
        literals, _ = language.literals(known)
        (at,) = [at for at, one in enumerate(literals) if one.said == "Largest = Second"]
        boxes.append(max(len(heaps) for one in known for heaps in one.position if isinstance(heaps, tuple)))
        return (literals, Cover(((at,),), negated=False, cost=cost)) if boxes[-1] == 2 else None

    monkeypatch.setattr(proposer, "fitting", once)
    return search


@pytest.mark.slow
def test_a_short_formula_is_proved_for_few_heaps_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    guesses = list(formulas(planted(monkeypatch, 1)))
    assert [one.state for one in guesses][-2:] == ["refuted", "proved"]
    assert guesses[-2].where == "heap=1:1:1"


@pytest.mark.slow
def test_a_long_one_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Others are looked for first, as with positions of more heaps none fits; then it is proved for few."""
    search = planted(monkeypatch, 40)
    assert [one.state for one in formulas(search)][-1] == "refuted"
    assert not search.fits
    (proved,) = list(later(search))
    assert (proved.state, proved.result is not None) == ("proved", True)
    assert proved.draft.document["claims"][0]["prove"] == {"heap": {"count": "0..2"}}


def test_nothing_waits_where_nothing_was_put_off() -> None:
    assert list(later(greedy())) == []


def test_positions_of_more_heaps_are_those_of_a_plain_solver() -> None:
    """In Greedy Nim a position is lost iff the number of its largest heaps is even."""
    found = (search := greedy()).more_heaps
    heaps = [one.position[0] for one in found.known]
    assert {len(one) for one in heaps if isinstance(one, tuple)} == {0, 1, 2, 3, 4}
    for one in found.known:
        (sizes,) = one.position
        assert isinstance(sizes, tuple)
        assert one.lost == (sizes.count(max(sizes, default=0)) % 2 == 0)
    assert search.more_heaps is found


def test_what_excludes_by_single_literals_is_said_by_their_opposites() -> None:
    """Which hold where it holds; what has no opposite, or excludes by several together, stays as it is."""
    spec = of_encoding(str(RULES / "king.lp"), (), ("x=0..5", "y=0..5"), ())
    language, _ = searching(spec).language
    known = [Known((), (x, y), lost=False) for x in range(6) for y in range(6)]
    literals, truth = language.literals(known)
    changed = 0
    for first, second in zip(range(0, len(literals), 2), range(len(literals) - 1, 0, -3), strict=False):
        cover = Cover(((first,), (second,)), negated=True, cost=5)
        lost = [replace(one, lost=holds) for one, holds in zip(known, cover.holds(truth).tolist(), strict=True)]
        found = _positive(Table(lost, literals, truth), cover)
        changed += found != cover
        assert (found.holds(truth) == cover.holds(truth)).all()
    assert changed > 20
    for kept in (Cover(((0, 1),), negated=True, cost=5), Cover((), negated=True, cost=5), Cover(((0,),), False, 5)):
        assert _positive(Table(known, literals, truth), kept) == kept


@pytest.mark.parametrize(
    ("between", "says"),
    [
        ("(N+2)/3..(N+1)/2, N > 1", "in base 6, not (the first digit of pile less 1 is at most 2)"),
        ("(N+2)/3..N/2, N > 1", "in base 6, pile is 0; or the first digit of 5*pile is more than 2"),
        ("(N+1)/2..2*N/3, N > 1", "in base 3, pile is 0; or the first digit of 2*pile is 2"),
    ],
)
@pytest.mark.slow
def test_intervals_from_a_power_to_another_are_told_by_first_digits(tmp_path: Path, between: str, says: str) -> None:
    """No guess is refuted on the way: 0 and 1 less 1 have no first digit, which is no greater than another one."""
    rules = tmp_path / "between.lp"
    rules.write_text(f"move(to(M)) :- pile(N), M = {between}.\nafter(to(M), pile(M)) :- move(to(M)).\n")
    search = searching(of_encoding(str(rules), (), ("pile=0..300",), ()))
    guesses = list(digits_of_one(search))
    assert not any(one.state == "refuted" for one in guesses)
    assert guesses[-1].state == "proved"
    assert guesses[-1].says.endswith(f"iff {says}.")
    assert with_strategy(search, guesses[-1]).strategy


def test_what_a_larger_box_leaves_out_for_want_of_time_stays_known() -> None:
    """Its outcomes may be known for the first of the parameters alone."""
    search = searching(of_encoding(str(RULES / "take_to_k.lp"), ("k=1..2",), ("pile=0..60",), ()))
    language, lines = search.language
    seen = list[int]()

    def some(most: int) -> Outcomes:
        whole = search.outcomes(most)
        late = most > 40
        return replace(whole, known=tuple(one for one in whole.known if not late or dict(one.parameters)["k"] == 1))

    def suits(literals: Sequence[Literal], _cover: Cover) -> bool:
        seen.append(len(literals))
        return len(seen) < 2

    assert list(learnt(search, language, lines, (), Told(some, p_positions, suits, (40, 80)))) == []
    assert len(seen) == 2
