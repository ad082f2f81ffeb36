"""Refutations of games that split heaps, and of claims about digits: coqc accepts the false ones, and no others."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from bouton.claims.subject import rules_of, subject
from bouton.core.errors import Unreadable
from bouton.document.load import load
from bouton.rocq import refuted
from bouton.rocq.compared import compared
from bouton.rocq.refuted import refutation
from tests.rocq.answers import CLOSED, coqc
from tests.rocq.test_files import with_coqc

RULES = """heaps(N) :- N = #count { I : heap(I,_) }.
move(split(I,A)) :- heap(I,S), A = 1..S, 2*A < S.
after(split(I,A), heap(I,A)) :- move(split(I,A)).
after(split(I,A), heap(N+1,S-A)) :- move(split(I,A)), heap(I,S), heaps(N).
large :- heap(_,S), S > 2.
few :- not large.
ones(C) :- heap(1,S), C = #sum { D,J : digit(S,J,D) }.
in_threes(C) :- heap(1,S), C = #sum { D,J : digit(3,S,J,D) }.
odd_ones :- ones(C), C \\ 2 = 1.
odd_threes :- in_threes(C), C \\ 2 = 1.
heap_there :- heap(1,_).
"""
SPEC = """game: Grundy's game
rules: split.lp
position: {heap: {count: 0..2, size: 1..7}}
measure: splits
claims:
  - {id: few, says: Small heaps., kind: p-positions, iff: few}
  - {id: ones, says: Odious ones., kind: p-positions, iff: odd_ones, where: heap_there}
  - {id: threes, says: In base three., kind: everywhere, iff: odd_threes, where: heap_there}
"""


@cache
def value(heap: int) -> int:
    """The value of a heap of Grundy's game, in plain Python."""
    after = {value(one) ^ value(heap - one) for one in range(1, heap) if 2 * one < heap}
    return next(one for one in range(9) if one not in after)


def digits(number: int, base: int) -> int:
    return 0 if number == 0 else number % base + digits(number // base, base)


def false_at(claim: str, heap: int) -> bool:
    if claim == "threes":
        return digits(heap, 3) % 2 == 0
    lost = value(heap) == 0
    return lost != (heap <= 2 if claim == "few" else digits(heap, 2) % 2 == 1)


@with_coqc
@pytest.mark.parametrize(
    ("claim", "heap"), [("few", 4), ("few", 3), ("few", 7), ("ones", 3), ("ones", 1), ("threes", 4), ("threes", 5)]
)
@pytest.mark.sample(2)
def test_coqc_refutes_it_iff_it_is_false_there(
    claim: str, heap: int, tmp_path: Path, compiled: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "split.lp").write_text(RULES)
    (tmp_path / "split.yaml").write_text(SPEC)
    spec = load(tmp_path / "split.yaml")
    one = spec.claim(claim)
    rules = rules_of(subject(spec, one))
    if not false_at(claim, heap):
        with pytest.raises(Unreadable, match="what is claimed is true there"):
            refutation(subject(spec, one), one, rules, {}, ((heap,),))
        monkeypatch.setattr(refuted, "_true", lambda *_: False)
    text, said = refutation(subject(spec, one), one, rules, {}, ((heap,),))
    assert compared(text, said, rules)
    assert ("Splits.heaps_next" in text) == (claim != "threes" and heap > 2)
    ended = coqc(compiled, text)
    if false_at(claim, heap):
        assert (ended.returncode, set(ended.stdout.splitlines()), ended.stderr) == (0, {CLOSED}, "")
    else:
        assert ended.returncode != 0
