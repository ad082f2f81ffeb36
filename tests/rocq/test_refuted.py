"""Refutations for Rocq: coqc accepts them, and refuses a position at which the claim is true, or another list."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.rocq import ROOT
from benchmarks.rocq import refuted as refuted_of
from bouton.claims.subject import rules_of, subject
from bouton.core.errors import Unreadable
from bouton.core.position import Position, Value
from bouton.core.spec import Claim, Spec
from bouton.document.entries import Periodic
from bouton.document.load import load
from bouton.rocq import refuted
from bouton.rocq.boxed import BoxScript
from bouton.rocq.entries import plain, ranged
from bouton.rocq.refuted import refutation
from tests.rocq.answers import CLOSED, coqc
from tests.rocq.test_files import with_coqc
from tests.shipped import named

GIVEN: dict[str, dict[str, Value]] = {"kayles": {"d1": 7, "d2": 7, "d3": 0}}
"""The parameters of a claim that is true."""
RULES = """move(take(M)) :- pile(N), M = (1;3;4), M <= N.
after(take(M), pile(N-M)) :- pile(N), move(take(M)).
even :- pile(N), N \\ 2 = 0.
value(V) :- pile(N), V = N \\ 4.
big :- pile(N), N > 1.
lost__1 :- T__ = #sum { K,1 : pile(K), not big }, pile(N), N - 7*(N / 7) = T__.
r(0).
r(N+2) :- r(N), pile(P), N < P.
h(0,0).
h(N+2,H+1) :- h(N,H), r(N+2), pile(P), N < P.
even_up :- pile(N), h(N,H), r(2*H).
even_one(0).
odd_one(N+1) :- even_one(N), pile(P), N < P.
even_one(N+1) :- odd_one(N), pile(P), N < P.
even_by_turns :- pile(N), even_one(N).
one_more(J) :- pile(N), zeckendorf(N,J,1), zeckendorf(N,K,1), K != J.
fibonacci :- pile(N), ostrowski(1,N,J,1), not one_more(J).
square(N,N*N) :- in_range(N).
twice(0,0).
twice(N+1,V+2) :- twice(N,V), in_range(N+1).
small(N) :- in_range(N), N < 3.
"""
SPEC = """game: Take
rules: take.lp
position: {pile: 0..40}
claims:
  - {id: even, says: The even ones., kind: p-positions, iff: even}
  - {id: misere, says: The even ones., kind: p-positions, play: misere, iff: even, where: big}
  - {id: value, says: The remainder., kind: grundy, iff: value}
  - {id: everywhere, says: They are even., kind: everywhere, iff: even, prove: {pile: all}}
  - {id: derived, says: The even ones., kind: p-positions, iff: even_up}
  - {id: everywhere-derived, says: They are even., kind: everywhere, iff: even_up, prove: {pile: all}}
  - {id: turns, says: The even ones., kind: p-positions, iff: even_by_turns}
  - {id: fibonacci, says: The Fibonacci numbers., kind: p-positions, iff: fibonacci}
  - {id: same, says: Squares are twice., kind: sequence, terms: square, same: twice, index: 0..9}
  - {id: satisfies, says: Indices are small., kind: sequence, terms: square, satisfies: small, index: 0..9}
  - {id: odd-names, says: A sum., kind: p-positions, iff: lost__1}
"""


def spec_in(folder: Path) -> Spec:
    """The spec, in a folder."""
    (folder / "take.lp").write_text(RULES)
    (folder / "take.yaml").write_text(SPEC)
    return load(folder / "take.yaml")


def text_of(spec: Spec, claim: Claim, position: Position, parameters: dict[str, Value] | None = None) -> str:
    """The file that the claim is false at the position, whether or not it is."""
    about = subject(spec, claim)
    about, claim, rules = plain(about, claim, rules_of(about))
    return refutation(
        about, claim, ranged(about, claim, rules, parameters or {}, position), parameters or {}, position
    )[0]


@cache
def lost(pile: int, misere: bool) -> bool:
    """Whether the pile is a P-position, in plain Python."""
    options = [pile - one for one in (1, 3, 4) if one <= pile]
    return not any(lost(one, misere) for one in options) if options else not misere


@cache
def value(pile: int) -> int:
    """The value of the pile, in plain Python."""
    values = {value(pile - one) for one in (1, 3, 4) if one <= pile}
    return next(one for one in range(9) if one not in values)


def false_at(claim: str, pile: int) -> bool:
    """Whether a claim is false of a pile, in plain Python."""
    if claim == "value":
        return value(pile) != pile % 4
    if claim.startswith("everywhere"):
        return pile % 2 == 1
    if claim == "same":
        return pile * pile != 2 * pile
    if claim == "satisfies":
        return pile >= 3
    if claim == "fibonacci":
        return lost(pile, misere=False) != (pile in (1, 2, 3, 5, 8, 13))
    if claim == "odd-names":
        return lost(pile, misere=False) != (pile % 7 == (pile if pile < 2 else 0))
    misere = claim == "misere"
    return (pile > 1 or not misere) and lost(pile, misere) != (pile % 2 == 0)


@with_coqc
@pytest.mark.parametrize(
    ("claim", "pile"),
    [
        *(("even", 4), ("even", 3), ("misere", 2), ("misere", 1), ("misere", 3), ("value", 2), ("value", 1)),
        *(("everywhere", 5), ("everywhere", 4), ("odd-names", 1), ("odd-names", 2), ("odd-names", 0)),
        *(("turns", 4), ("turns", 3), ("fibonacci", 1), ("fibonacci", 2), ("fibonacci", 7), ("fibonacci", 4)),
        *(("same", 1), ("same", 2), ("satisfies", 3), ("satisfies", 2)),
        *(("derived", 4), ("derived", 3), ("everywhere-derived", 3), ("everywhere-derived", 2)),
    ],
)
@pytest.mark.sample(3)
def test_coqc_accepts_it_iff_the_claim_is_false_there(
    claim: str, pile: int, tmp_path: Path, compiled: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    spec = spec_in(tmp_path)
    if not false_at(claim, pile):
        with pytest.raises(Unreadable, match="what is claimed is true there"):
            text_of(spec, spec.claim(claim), (pile,))
        monkeypatch.setattr(refuted, "_true", lambda *_: False)
    ended = coqc(compiled, text_of(spec, spec.claim(claim), (pile,)))
    if false_at(claim, pile):
        assert (ended.returncode, set(ended.stdout.splitlines()), ended.stderr) == (0, {CLOSED}, "")
    else:
        assert ended.returncode != 0


@with_coqc
@pytest.mark.parametrize(
    ("before", "after"),
    [("Position 0; Position 3; Position 2", "Position 0; Position 2; Position 3"), ("Position 4]", "Position 5]")],
)
def test_coqc_refuses_another_list_of_what_lies_below(before: str, after: str, tmp_path: Path, compiled: Path) -> None:
    spec = spec_in(tmp_path)
    text = " ".join(text_of(spec, spec.claim("even"), (4,)).split(" "))
    flat = text.replace("\n  ", " ")
    listed = flat.partition("Definition under : list position := ")[2].partition(".")[0]
    assert listed.startswith("[Position 0; Position")
    changed = {"Position 4]": "Position 5]"}.get(before)
    spoilt = listed.replace(before, after) if changed else f"[{'; '.join(reversed(listed[1:-1].split('; ')))}]"
    assert spoilt != listed
    assert coqc(compiled, flat.replace(listed, spoilt)).returncode != 0


@with_coqc
@pytest.mark.parametrize(
    ("name", "claim"),
    [
        *(("known_false/nim", "lemma-3"), ("known_false/greedy_nim", "section-5-2-two-early")),
        *(("euclid", "lemma-17-proof-case-1"), ("wythoff", "formula-3-eight-fifths")),
    ],
)
def test_coqc_accepts_refutations_of_what_comes_with_bouton(name: str, claim: str, compiled: Path) -> None:
    spec = named(name)
    at = spec.claim(claim).expect.refutation
    assert at is not None and at.position is not None
    ended = coqc(compiled, text_of(spec, spec.claim(claim), at.position, at.parameters))
    assert (ended.returncode, set(ended.stdout.splitlines()), ended.stderr) == (0, {CLOSED}, "")


@with_coqc
@pytest.mark.parametrize(
    ("name", "claim", "place", "true"),
    [
        *(("euclid", "lemma-17-proof-case-1", ((2, 3),), True), ("euclid", "lemma-17-proof-case-1", ((1, 4),), False)),
        *(("wythoff", "formula-3-eight-fifths", (14,), True), ("wythoff", "formula-3-rounded-up", (2,), False)),
        pytest.param("nim_in_base", "nim-sum", (0, 0, 1), True, marks=pytest.mark.slow),
        pytest.param("nim_in_base", "nim-sum", (0, 2, 2), False, marks=pytest.mark.slow),
    ],
)
def test_coqc_refuses_another_position_and_a_counterexample_that_is_not_the_least(
    name: str, claim: str, place: Position, true: bool, compiled: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hull_of = BoxScript.hull_of
    monkeypatch.setattr(BoxScript, "hull_of", lambda *given, **_: hull_of(*given, held=False))
    monkeypatch.setattr(refuted, "_true", lambda *_: False)
    spec = named(name)
    at = spec.claim(claim).expect.refutation
    assert at is not None
    text = text_of(spec, spec.claim(claim), place, at.parameters)
    assert "Theorem lesser_proved : lesser_hold." in text
    assert coqc(compiled, text).returncode != 0
    if not true:  # it is refused for the lesser one alone
        first = text.partition("Definition grid")[0]
        assert coqc(compiled, first).returncode == 0


@pytest.mark.parametrize(
    ("name", "claim", "parted"),
    [("euclid", "lemma-17-proof-case-1", "enters_list"), ("known_false/nim", "lemma-3", "options")],
)
def test_no_list_is_computed_for_each_row_of_another(name: str, claim: str, parted: str) -> None:
    """Nor for each move: it stands before what goes through the rows."""
    spec = named(name)
    at = spec.claim(claim).expect.refutation
    assert at is not None and at.position is not None
    flat = text_of(spec, spec.claim(claim), at.position, at.parameters).replace("\n  ", " ")
    lists = re.findall(r"^Definition (\w+) \(g : parameters\) \(p : position\) :.*? := (.*)$", flat, re.MULTILINE)
    rows = {name: re.sub(r"^(let (\w+) := \2 g p in )*", "", body) for name, body in lists if "flat_map" in body}
    assert rows[parted].count("_list") > 1
    assert not [name for name, body in rows.items() if re.search(r"_list g p\b", body)]


ENDS = """Require Import NArith List Derived.
Import ListNotations.
Definition counted (key : N -> positive) (most : N) : list N * bool :=
  let step l := match l with [] => [0; 0] | n :: _ => [0; n; if n <? most then n + 1 else n] end%N in
  (Derived.all N N.eq_dec key step, Derived.ended N N.eq_dec key step).
Goal counted N.succ_pos 3 = ([3; 2; 1; 0]%N, true). Proof. vm_compute. reflexivity. Qed.
Goal counted (fun _ => xH) 3 = ([3; 2; 1; 0]%N, true). Proof. vm_compute. reflexivity. Qed.
Goal snd (counted N.succ_pos 1998) = true. Proof. vm_compute. reflexivity. Qed.
Goal snd (counted N.succ_pos 1999) = false. Proof. vm_compute. reflexivity. Qed.
"""
"""The numbers up to one, each derived from the one before; whether they have come to an end, within 2000 rounds."""


@with_coqc
@pytest.mark.parametrize(("said", "ends"), [(ENDS, True), (ENDS.replace("1999) = false", "1999) = true"), False)])
def test_whether_rules_came_to_their_end_is_computed(said: str, ends: bool, compiled: Path) -> None:
    """Whichever numbers rows are found by, each row is there once."""
    assert (coqc(compiled, said).returncode == 0) == ends


def with_values(values: list[int]) -> tuple[Spec, Claim]:
    """Dawson's Chess with these values of its first rows, which stand for the other numbers of the claim."""
    spec = named("dawsons_chess")
    claim = spec.claim("ten-thousand-rows")
    return spec, replace(claim, said=claim.by(Periodic).model_copy(update={"values": values}))


@with_coqc
@pytest.mark.parametrize(
    ("of", "size", "false"),
    [
        *((("octal", "kayles-early"), 82, True), (("octal", "kayles-early"), 83, False)),
        *((("octal", "kayles"), 83, False), (("octal", "kayles-saltus"), 83, True)),
        *((("dawsons_chess", "from-51-on"), 85, True), (("dawsons_chess", "from-51-on"), 86, False)),
        *(([0, 1, 1, 3], 3, True), ([0, 1, 1, 3], 2, False), ([0, 1, 1, 2], 3, False)),
    ],
)
@pytest.mark.sample(3)
def test_coqc_accepts_that_a_period_is_none_iff_it_is_not_there(
    of: tuple[str, str] | list[int], size: int, false: bool, compiled: Path
) -> None:
    """By the values of the heaps, of games whose moves are known to be those of a code."""
    spec, claim = with_values(of) if isinstance(of, list) else (named(of[0]), named(of[0]).claim(of[1]))
    at = claim.expect.refutation
    ended = coqc(
        compiled, text_of(spec, claim, ((size,),), dict(at.parameters) if at is not None else GIVEN.get(claim.id))
    )
    if false:
        assert (ended.returncode, set(ended.stdout.splitlines()), ended.stderr) == (0, {CLOSED}, "")
    else:
        assert ended.returncode != 0


@with_coqc
@pytest.mark.slow
@pytest.mark.parametrize("path", sorted((ROOT / "specs" / "known_false").glob("*.yaml")), ids=lambda path: path.stem)
def test_coqc_refuses_a_position_below_the_counterexample(path: Path, compiled: Path) -> None:
    """There the claim is true, or the position is none of those that it is about."""
    for spec, claim in refuted_of([path]):
        at = claim.expect.refutation
        assert at is not None and at.position is not None
        try:
            text = text_of(spec, claim, at.position, at.parameters)
        except Unreadable:
            continue
        assert coqc(compiled, text).returncode == 0, claim.id
        flat = text.replace("\n  ", " ")
        listed = flat.partition("Definition under : list position := [")[2].partition("].\n")[0]
        there = flat.partition("Definition there : position := ")[2].partition(".\n")[0]
        first = listed.partition("; Position")[0]
        if listed and first != there:
            spoilt = flat.replace(f"there : position := {there}.", f"there : position := {first}.")
            assert spoilt != flat
            assert coqc(compiled, spoilt).returncode != 0, claim.id


@settings(max_examples=12, deadline=None)
@given(st.integers(0, 40))
def test_each_position_stands_after_its_options(tmp_path_factory: pytest.TempPathFactory, pile: int) -> None:
    spec = spec_in(tmp_path_factory.mktemp("spec"))
    if not false_at("even", pile):
        return
    flat = " ".join(text_of(spec, spec.claim("even"), (pile,)).split())
    listed = flat.partition("Definition under : list position := [")[2].partition("]")[0]
    order = [int(one.removeprefix("Position ")) for one in listed.split("; ")]
    assert order[-1] == pile
    assert all(n - m in order[:at] for at, n in enumerate(order) for m in (1, 3, 4) if m <= n)


@pytest.mark.parametrize(
    ("name", "claim", "reason"),
    [
        ("known_false/greedy_nim", "theorem-5-moves-normal", "no theorem is written for claims of kind strategy yet"),
        ("chomp", "also-three-rows", "positions that are sets are not printed for Rocq yet"),
        (
            "lasker_nim",
            "from-zero",
            "the kernel computes no claims of kind periodic but of games that are known to have a code",
        ),
    ],
)
def test_what_is_not_written_says_why(name: str, claim: str, reason: str) -> None:
    spec = named(name)
    at = spec.claim(claim).expect.refutation
    assert at is not None and at.position is not None
    with pytest.raises(Unreadable) as raised:
        text_of(spec, spec.claim(claim), at.position, at.parameters)
    assert raised.value.reason == reason
