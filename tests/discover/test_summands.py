"""Values of one heap as expressions by remainders, with a few small heaps that have others."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import numpy as np
import pytest

from bouton.discover import theorem
from bouton.discover.expressions import Number
from bouton.discover.summands import Term, _fitting, _said, sums
from bouton.discover.theorem import discover
from bouton.document.encoding import of_encoding
from bouton.process.limits import Limits

SIZES = np.arange(1, 41)
EVEN_OR_ONE = """\
% Take one stone from an odd heap, or any even number of stones from an even one{more}.
move(t(I,1))              :- heap(I,S), S \\ 2 = 1.
move(t(I,K))              :- heap(I,S), S \\ 2 = 0, K = 1..S, K \\ 2 = 0.
after(t(I,K), heap(I,S-K)) :- heap(I,S), move(t(I,K)).
"""


def told(terms: list[Term], size: int) -> list[int]:
    """What the rules of the terms say of a heap: the value of each whose condition is met."""

    def at(text: str) -> int:
        return int(eval(text.replace("\\", "%").replace("/", "//").replace(" = ", " == "), {"S": size}))

    return [at(one.text) for one in terms if all(at(part) for part in one.when.split(", ")[1:])]


@pytest.mark.parametrize("seed", range(40))
@pytest.mark.sample(4)
def test_values_by_remainders_with_exceptions_are_told_as_they_are(seed: int) -> None:
    draw = Random(seed)
    modulus = draw.choice([1, 2, 3, 4])
    chosen = [draw.choice(["0", "1", "2", "S", "S-1", "S+1"]) for _ in range(modulus)]
    known = np.array([eval(chosen[size % modulus], {"S": size}) for size in SIZES.tolist()])
    for size in draw.sample(range(1, 5), draw.randrange(4)):
        known[size - 1] = draw.randrange(7)
    terms = _fitting(SIZES, known, ())
    assert [told(terms, size) for size in SIZES.tolist()] == [[value] for value in known.tolist()]


@pytest.mark.parametrize("number", [3, 5])
def test_values_where_all_but_one_number_may_be_taken_are_told(number: int) -> None:
    known = [0]
    for size in SIZES.tolist():
        options = {known[size - taken] for taken in range(1, size + 1) if taken != number}
        known.append(next(value for value in range(size + 1) if value not in options))
    fixed = [Number("k", (), np.full_like(SIZES, number), 1, "k")]
    (term,) = _fitting(SIZES, np.array(known[1:]), fixed)
    assert term.text == "S \\ k + k*(S / (2*k))"
    (term,) = _fitting(SIZES, np.array(known[1:]), [replace(fixed[0], text=str(number))])
    assert told([term], 17) == [known[17]]


def test_values_that_differ_further_out_or_by_parameters_are_no_exceptions() -> None:
    known = SIZES % 2
    known[4] = 7
    assert not _fitting(SIZES, known, ())
    twice = np.tile(SIZES, 2)
    both = np.concatenate([SIZES, SIZES])
    both[0], both[40] = 5, 6
    assert not _fitting(twice, both, ())
    both[40] = 5
    assert _said(_fitting(twice, both, ())) == "S, but 5 where S is 1,"


@pytest.mark.slow
@pytest.mark.parametrize("far", [False, True])
def test_a_game_with_an_exception_is_proved_and_what_is_false_far_out_is_not(
    far: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    more = "move(t(I,71)) :- heap(I,S), S >= 71.\n" if far else ""
    (tmp_path / "game.lp").write_text(EVEN_OR_ONE + more)
    monkeypatch.setattr(theorem, "_PROPOSERS", (sums,))
    spec = of_encoding(str(tmp_path / "game.lp"), (), ("heap.count=0..3", "heap.size=1..8"))
    found = [*discover(spec, Limits(90.0))]
    says = "the nim-sum of S / 2 where S \\ 2 is 0, 0 where S \\ 2 is 1, but 1 where S is 1, over the heaps"
    assert says in found[0].says
    assert any(one.state == "proved" for one in found if says in one.says) is not far
