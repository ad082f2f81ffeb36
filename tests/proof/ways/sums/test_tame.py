"""Classes of sums of tame heaps: what is true is proved of any number of heaps, what is false of some is not."""

from __future__ import annotations

import itertools
import random
from collections.abc import Sequence
from pathlib import Path

import pytest

from bouton.core.game_classes import NOTIONS, POSITIONS, SWAP
from bouton.core.verdict import Result, Verdict
from bouton.document.load import load
from bouton.run.check import check
from bouton.run.options import Options

NIM = """\
move(lower(I,T)) :- row(I,S), T = 0..S-1.
after(lower(I,T), row(I,T)) :- move(lower(I,T)).
"""
SAID = """\
large :- row(_,S), S > 1.
small :- not large.
larges(N) :- N = #count { I : row(I,S), S > 1 }.
one_large :- larges(1).
"""
LABELS = """\
label(0) :- not row(1,_).
label(1) :- row(1,1).
label(2) :- row(1,S), S > 1.
"""
ONE = "{count: 0..1, size: 1..2}"
EVERY = "labels: label, prove: {row: {count: all}}"
NEITHER = """\
move(lower(I,T)) :- row(I,S), T = 0..S-1, S < 4.
move(lower(I,T)) :- row(I,S), T = 2..3, S >= 4.
after(lower(I,T), row(I,T)) :- move(lower(I,T)).
label(0) :- not row(1,_).
label(1) :- row(1,1).
label(2) :- row(1,S), S = 2..3.
label(3) :- row(1,S), S > 3.
"""
"""From 4 stones on a heap reaches heaps of 2 and 3 alone: no swap position can be reached from it."""


def judged(at: Path, rules: str, claim: str, box: str = "{count: 0..3, size: 1..5}") -> Result:
    (at / "g.lp").write_text(rules)
    head = f"game: g\nrules: g.lp\nposition: {{row: {box}}}\n"
    (at / "g.yaml").write_text(f"{head}claims:\n  - {{id: c, says: A., kind: class, class: {claim}}}\n")
    (result,) = check(load(at / "g.yaml"), Options(crosscheck=False, fresh=True), lambda _: None)
    return result


def why(result: Result) -> str:
    assert result.verdict is not Verdict.PROVED
    return str(result.proof and result.proof.reason)


@pytest.mark.parametrize(
    ("rules", "claim"),
    [
        (NIM + SAID + LABELS, f"miserable, {EVERY}"),
        (NIM + SAID + LABELS, f"minion, {EVERY}"),
        (NIM + SAID + LABELS, f"swap-positions, iff: small, {EVERY}"),
        (NIM + SAID + LABELS, f"tame-positions, iff: large, {EVERY}"),
        (NIM + SAID + LABELS, f"critical-positions, iff: one_large, {EVERY}"),
        (NIM + LABELS + "label(7) :- row(2,_).\n", f"tame, {EVERY}"),  # labels of several heaps are not asked for
        (NEITHER, f"tame, {EVERY}"),
        (NEITHER + SAID, f"swap-positions, iff: small, {EVERY}"),
    ],
)
@pytest.mark.sample(8)
def test_heaps_that_are_tame_have_tame_sums(tmp_path: Path, rules: str, claim: str) -> None:
    result = judged(tmp_path, rules, claim)
    assert result.verdict is Verdict.PROVED
    assert result.proof is not None
    assert "the sum of tame games is tame" in " ".join(result.proof.cites)


@pytest.mark.parametrize(
    ("right", "wrong"),
    [("label(0) :- not", "label(1) :- not"), ("row(1,S), S > 1", "row(1,S), S > 2"), ("label(2)", "label(3)")],
)
@pytest.mark.sample(3)
def test_other_labels_of_one_heap_prove_nothing(tmp_path: Path, right: str, wrong: str) -> None:
    result = judged(tmp_path, NIM + LABELS.replace(right, wrong), f"miserable, {EVERY}")
    assert result.verdict is Verdict.HOLDS
    assert "the labels do not prove it" in why(result)


WILD = (
    NIM.replace("T = 0..S-1", "T = 0..S-1, S < 40")
    + """\
move(lower(I,T)) :- row(I,S), T = 2..9, S = 40..49.
move(lower(I,0)) :- row(I,S), S > 49.
move(lower(I,45)) :- row(I,S), S > 49.
"""
)
"""A heap of 45 has the pair (0,0), so that one of 50 has (1,2)."""
NEAR = LABELS.replace("S > 1", "S > 1, S < 40") + "label(3) :- row(1,S), S > 39.\n"
LESSER = SAID.replace("S > 1.", "S > 1, S < 77.")


@pytest.mark.parametrize(
    ("rules", "claim"),
    [
        pytest.param(WILD + LABELS, f"tame, {EVERY}", marks=pytest.mark.slow),
        pytest.param(WILD + NEAR, f"miserable, {EVERY}", marks=pytest.mark.slow),
        (NIM + LABELS + SAID.replace("S > 1.", "S > 1, S != 60."), f"swap-positions, iff: small, {EVERY}"),
        pytest.param(NIM + LABELS + LESSER, f"tame-positions, iff: large, {EVERY}", marks=pytest.mark.slow),
        (
            NIM + LABELS + SAID.replace("S > 1 }", "S > 2 }") + "larger :- row(_,S), S > 2.\n",
            f"critical-positions, iff: one_large, {EVERY}",
        ),
    ],
)
@pytest.mark.sample(2)
def test_what_is_false_of_a_heap_far_out_is_not_proved(tmp_path: Path, rules: str, claim: str) -> None:
    why(judged(tmp_path, rules, claim, "{count: 0..2, size: 1..2}"))


def test_no_more_heaps_are_what_one_heap_is_where_the_form_does_not_say_so(tmp_path: Path) -> None:
    """Each claim is right of one heap; the heaps of which it is wrong are found beyond its box of one heap."""
    for rules, claim, heaps in (
        (NIM, "pet", [2, 2]),
        (NEITHER + SAID.replace("S > 1", "S > 1, S < 4"), "critical-positions, iff: one_large", [2, 4]),
        (NIM + SAID.replace("I : row(I,S)", "S : row(I,S)"), "critical-positions, iff: one_large", [2, 2]),
        (NIM + SAID + "small :- row(9,2).\n", "swap-positions, iff: small", [*[1] * 8, 2]),
        (NIM + SAID.replace("row(_,S), S > 1", "row(I,S), S > 1, I < 9"), "swap-positions, iff: small", [*[1] * 8, 2]),
    ):
        found = judged(tmp_path, rules + ("" if rules.startswith(NEITHER) else LABELS), f"{claim}, {EVERY}", ONE)
        assert found.verdict is not Verdict.PROVED
        if found.verdict is Verdict.REFUTED:
            assert found.counterexample is not None
            assert found.counterexample.position == {"row": heaps}


@pytest.mark.parametrize(
    ("rules", "claim", "reason"),
    [
        (NIM.replace("T = 0", "not row(9,_), T = 0") + LABELS, "tame", "is not a move of one heap"),
        (
            NIM + "after(lower(I,T), row(N+1,1)) :- move(lower(I,T)), T > 0, N = #count { J : row(J,_) }.\n" + LABELS,
            "tame",
            "",
        ),
        (
            NIM + SAID.replace("larges(1)", "larges(N), N \\ 40 = 1") + LABELS,
            "critical-positions, iff: one_large",
            "one_large is not seen to say of just one heap",
        ),
    ],
)
@pytest.mark.sample(1)
def test_what_is_no_sum_of_tame_heaps_is_not_read(tmp_path: Path, rules: str, claim: str, reason: str) -> None:
    assert reason in why(judged(tmp_path, rules, f"{claim}, {EVERY}", ONE))


# ------------------------------------------------------------------------------------------------ games drawn at random


def drawn(seed: int) -> list[frozenset[int]]:
    """What heaps of 0 to 5 stones may become; a heap of more may become none, or one of a single stone."""
    chance = random.Random(seed)
    return [frozenset(one for one in range(size) if chance.random() < 0.6) for size in range(6)]


def pair(
    options: Sequence[frozenset[int]], heaps: tuple[int, ...], known: dict[tuple[int, ...], tuple[int, int]]
) -> tuple[int, int]:
    """The values of heaps in normal and in misère play, by their definitions."""
    if heaps not in known:
        led = [
            pair(options, tuple(sorted((*heaps[:at], to, *heaps[at + 1 :]))), known)
            for at, heap in enumerate(heaps)
            for to in options[heap]
        ]
        mex = [next(value for value in itertools.count() if value not in {one[play] for one in led}) for play in (0, 1)]
        known[heaps] = (mex[0], mex[1]) if led else (0, 1)
    return known[heaps]


def label(options: Sequence[frozenset[int]], heap: int) -> int:
    """The label of one heap, where the game is tame."""
    known: dict[tuple[int, ...], tuple[int, int]] = {}
    own = pair(options, (heap,), known)
    if own in SWAP:
        return 0 if own == (0, 1) else 1
    return 2 if any(pair(options, (to,), known) in SWAP for to in options[heap]) else 3


@pytest.mark.parametrize("seed", range(40))
@pytest.mark.sample(40)
def test_what_is_proved_of_a_drawn_game_is_so(tmp_path: Path, seed: int) -> None:
    """Proved of a box of one heap at most, and by plain Python of up to three heaps."""
    options = [*drawn(seed), frozenset({0, 1})]  # six stones stand for any more
    labels = [label(options, size) for size in range(7)]
    rules = "".join(f"to({at},{to}).\n" for at, some in enumerate(options[:6]) for to in sorted(some))
    rules += "move(lower(I,T)) :- row(I,S), to(S,T).\nmove(lower(I,T)) :- row(I,S), T = 0..1, S > 5.\n"
    rules += "after(lower(I,T), row(I,T)) :- move(lower(I,T)).\nlabel(0) :- not row(1,_).\n"
    rules += "".join(f"label({one}) :- row(1,{size}).\n" for size, one in enumerate(labels) if 0 < size < 6)
    rules += f"label({labels[6]}) :- row(1,S), S > 5.\n"
    rules += "".join(f"firm(I) :- row(I,{size}).\n" for size, one in enumerate(labels) if one > 1 and size < 6)
    rules += "firm(I) :- row(I,S), S > 5.\n" if labels[6] > 1 else "firm(I) :- row(I,-1).\n"
    rules += "large :- firm(_).\nlarges(N) :- N = #count { I : firm(I) }.\none_large :- larges(1).\n"
    known: dict[tuple[int, ...], tuple[int, int]] = {}
    heaps = [one for count in range(4) for one in itertools.combinations_with_replacement(range(1, 7), count)]

    def led(one: tuple[int, ...]) -> set[tuple[int, int]]:
        several = ((*one[:at], to, *one[at + 1 :]) for at, heap in enumerate(one) for to in options[heap])
        return {pair(options, tuple(sorted(each)), known) for each in several}

    for claim, right in (
        ("tame", [NOTIONS["tame"].fails(pair(options, one, known), led(one)) is None for one in heaps]),
        (
            "critical-positions, iff: one_large",
            [
                POSITIONS["critical-positions"](pair(options, one, known), led(one))
                is (sum(labels[heap] > 1 for heap in one) == 1)
                for one in heaps
            ],
        ),
    ):
        result = judged(tmp_path, rules, f"{claim}, {EVERY}", "{count: 0..1, size: 1..6}")
        assert (result.verdict is Verdict.PROVED) <= all(right)
        assert result.verdict is not Verdict.HOLDS or not all(right)
