"""Measures that count heaps, and counters that moves lead beyond the range that is judged."""

from __future__ import annotations

import functools
import itertools
import operator
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from bouton.core.errors import InputError
from bouton.core.position import Counter, Heaps, Measure, Position
from bouton.core.spec import Spec
from bouton.core.verdict import Verdict
from bouton.document.load import load
from bouton.ground.box import CounterBox, GroundBox, HeapBox
from bouton.process.limits import Limits
from bouton.run.check import check
from bouton.run.options import Options
from tests.tabulated import tabulate

AMALGAMATION = """\
move(take(I,T)) :- heap(I,S), T = 0..S-1.
after(take(I,T), heap(I,T)) :- move(take(I,T)).
move(merge(I,J)) :- heap(I,_), heap(J,_), I < J.
after(merge(I,J), heap(I,S+U)) :- move(merge(I,J)), heap(I,S), heap(J,U).
after(merge(I,J), heap(J,0)) :- move(merge(I,J)).
empty :- not heap(1,_).
"""
FIBONACCI = """\
move(take(T)) :- pile(N), limit(L), T = 1..N, T <= L.
after(take(T), pile(N-T)) :- move(take(T)), pile(N).
after(take(T), limit(2*T)) :- move(take(T)).
positive :- pile(N), N > 0.
"""
CLAIM = "claims:\n  - {id: c, says: x, kind: p-positions, iff: empty}\n"
Made = Callable[[str, str], Spec]


@pytest.fixture
def made(tmp_path: Path) -> Made:
    def make(rules: str, rest: str) -> Spec:
        (tmp_path / "g.lp").write_text(rules)
        (tmp_path / "g.yaml").write_text(f"game: g\nrules: g.lp\n{rest}")
        return load(str(tmp_path / "g.yaml"))

    return make


@cache
def wins(heaps: tuple[int, ...]) -> bool:
    """Amalgamation Nim in plain Python."""
    options = set()
    for at, size in enumerate(heaps):
        rest = heaps[:at] + heaps[at + 1 :]
        options |= {tuple(sorted((*rest, left))) if left else rest for left in range(size)}
    for one, other in itertools.combinations(range(len(heaps)), 2):
        rest = tuple(size for at, size in enumerate(heaps) if at not in (one, other))
        options.add(tuple(sorted((*rest, heaps[one] + heaps[other]))))
    return any(not wins(option) for option in options)


def test_heaps_that_merge(made: Made) -> None:
    spec = made(AMALGAMATION, "measure: [stones, heaps]\nposition: {heap: {count: 0..4, size: 1..5}}\n" + CLAIM)
    found = [tuple(row.position["heap"]) for row in tabulate(spec, "normal", Limits(), lambda _: None) if row.lost]
    box = (heaps for count in range(5) for heaps in itertools.combinations_with_replacement(range(1, 6), count))
    assert sorted(found) == sorted(heaps for heaps in box if not wins(heaps))
    (result,) = check(spec, Options(), lambda _: None)
    assert result.counterexample is not None
    assert result.counterexample.at == ({}, ((1, 1),))
    assert result.counterexample.below == 3, "(), 1 and 2, which has fewer heaps than 1:1"


def test_stones_alone_do_not_do_for_them(made: Made) -> None:
    spec = made(AMALGAMATION, "position: {heap: {count: 0..2, size: 1..3}}\n")
    with pytest.raises(InputError, match=r"does not lower the measure.*such as \[stones, heaps\]"):
        list(tabulate(spec, "normal", Limits(), lambda _: None))


@pytest.mark.parametrize("entries", [("stones", "heaps"), ("heaps", "stones"), ("heaps", "pass", "stones")])
@pytest.mark.parametrize("order", ["ascending", "none"])
def test_layers_by_the_number_of_heaps(entries: tuple[str, ...], order: str) -> None:
    fluents = Heaps("heap", order), Counter("pass")  # type: ignore[arg-type]
    measure = Measure(fluents, entries)
    parts = HeapBox(fluents[0], range(4), range(2, 5)), CounterBox(fluents[1], range(2))
    layers = list(GroundBox(parts).layers(measure))
    listed: list[Position] = [position for layer in layers for position in layer]
    assert len(listed) == len(set(listed)) == GroundBox(parts).size()
    assert [measure.of(layer[0]) for layer in layers] == sorted({measure.of(position) for position in listed})
    assert all(layer == sorted(layer) and len({measure.of(at) for at in layer}) == 1 for layer in layers)


def test_a_counter_named_heaps_is_a_counter(made: Made) -> None:
    spec = made("move(m) :- heaps(1).\nafter(m, heaps(0)) :- move(m).\n", "position: {pile: 0..2, heaps: 0..1}\n")
    assert not spec.measure.counts_heaps
    assert spec.measure.of((2, 1)) == (2, 1)
    with pytest.raises(InputError, match="neither stones nor heaps"):
        made("move(m) :- pile(1).\n", "measure: [heaps]\nposition: {pile: 0..2}\n")


def test_a_proof_by_a_measure_that_counts_heaps(made: Made) -> None:
    claim = CLAIM.replace("iff: empty", "iff: empty, where: empty, prove: true").replace("p-positions", "everywhere")
    spec = made(AMALGAMATION, "measure: [stones, heaps]\nposition: {heap: {count: 0..2, size: 1..3}}\n" + claim)
    (result,) = check(spec, Options(), lambda _: None)
    assert result.verdict in (Verdict.HOLDS, Verdict.PROVED)
    nim = AMALGAMATION.replace("I < J", "I < J, I > J")
    claim = CLAIM.replace("iff: empty", "iff: empty, prove: true")
    spec = made(nim, "measure: [stones, heaps]\nposition: {heap: {count: 0..1, size: 1..3}}\n" + claim)
    (result,) = check(spec, Options(), lambda _: None)
    assert result.verdict is Verdict.PROVED


def test_what_moves_may_reach_is_more_than_what_is_judged(made: Made) -> None:
    spec = made(FIBONACCI, "position: {pile: 0..20, limit: {range: 1..3, reach: 1..40}}\n")
    rows = list(tabulate(spec, "normal", Limits(), lambda _: None))
    assert len(rows) == 21 * 3
    lost = sorted(row.position["pile"] for row in rows if row.lost and row.position["limit"] == 1)
    assert lost == [0, 2, 3, 5, 7, 8, 10, 11, 13, 15, 16, 18, 20], "1 is the least term of the others"
    spec = made(FIBONACCI, "position: {pile: 0..20, limit: {range: 1..3, reach: 1..5}}\n")
    with pytest.raises(InputError, match=r"sets limit to 6, .* expected 1\.\.5, or a `reach:` beside the range"):
        list(tabulate(spec, "normal", Limits(), lambda _: None))


def test_a_proof_speaks_of_what_moves_may_reach(made: Made) -> None:
    claim = "claims:\n  - {id: c, says: x, kind: p-positions, iff: positive, prove: true, expect: refuted}\n"
    spec = made(FIBONACCI, "position: {pile: 0..9, limit: {range: 1..2, reach: 1..40}}\n" + claim)
    prove = spec.claims[0].prove
    assert prove is not None
    assert {name: str(one) for name, one in prove.counters.items()} == {"pile": "0..9", "limit": "1..40"}
    with pytest.raises(InputError, match="runs backwards"):
        made(FIBONACCI, "position: {pile: 0..9, limit: {range: 1..2, reach: 9..1}}\n")


LASKER = """\
heaps(N)                       :- N = #count { I : heap(I,_) }.
move(lower(I,T))               :- heap(I,S), T = 0..S-1.
after(lower(I,T), heap(I,T))   :- move(lower(I,T)).
move(split(I,T))               :- heap(I,S), T = 1..S/2.
after(split(I,T), heap(I,S-T)) :- move(split(I,T)), heap(I,S).
after(split(I,T), heap(N+1,T)) :- move(split(I,T)), heaps(N).
"""


@functools.cache
def lasker(size: int) -> int:
    """The value of one heap of Lasker's Nim, by mex."""
    options = {*map(lasker, range(size)), *(lasker(part) ^ lasker(size - part) for part in range(1, size))}
    return next(value for value in itertools.count() if value not in options)


def test_heaps_that_split_and_lose_no_stone(made: Made) -> None:
    """Lasker's Nim: a move that splits a heap keeps the stones, and lowers how often heaps can be split."""
    position = "position: {heap: {count: 0..2, size: 1..6}}\n"
    spec = made(LASKER, f"measure: [stones, splits]\n{position}")
    rows = list(tabulate(spec, "normal", Limits(), lambda _: None, values=True))
    assert len(rows) == 28
    for row in rows:
        heaps = row.position["heap"]
        assert isinstance(heaps, list)
        assert row.values is not None
        assert row.values[0] == functools.reduce(operator.xor, map(lasker, heaps), 0)
    with pytest.raises(InputError, match=r"such as \[stones, splits\]"):
        list(tabulate(made(LASKER, position), "normal", Limits(), lambda _: None))
