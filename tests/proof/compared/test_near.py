"""What differs only near a number far out is compared there, by whatever way the number comes; or nothing is proved."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TypeAlias

import pytest

from bouton.claims.subject import rules_of
from bouton.core.errors import Disagreement, Unreadable
from bouton.core.position import Position
from bouton.core.spec import Spec
from bouton.document.load import load
from bouton.proof.compared import near
from bouton.proof.compared.comparison import HeldReading, Seen, nearness
from bouton.proof.compared.near import Side, compared_near, not_compared
from bouton.proof.compared.spots import Spots
from bouton.proof.goal import Goal, theorem_of
from bouton.proof.prepare import prepared
from bouton.proof.setting import Ranged, ranged, settings
from bouton.proof.theorem import Counts, Reading, Theorem
from bouton.proof.way import Validated
from bouton.rules.file import Rules

Sought: TypeAlias = Callable[[Theorem, Counts, Sequence[Side], Ranged], object]
TAKE = "move(t(I,T)) :- heap(I,S), T = 0..S-1, T >= S-2.  after(t(I,T), heap(I,T)) :- move(t(I,T)).\n"
DOWN = "move(t) :- pile(N), N > 0.  after(t, pile(N-1)) :- move(t), pile(N).\n"
HEAP = "position: {heap: {count: 0..3, size: 1..3, order: none}}"
PILE = "position: {pile: 0..20}\nmeasure: pile"
COUNTS = "prove: {heap: {count: 2..3}}"
TWO = "position: {pile: 0..20, seen: 0..9}\nmeasure: [pile, seen]"
FAR = {
    "a size": (HEAP, COUNTS, TAKE, "p :- heap(1,S), S > 5000."),
    "a size that is equal": (HEAP, COUNTS, TAKE, "p :- heap(_,1777)."),
    "beside another number": (HEAP, COUNTS, TAKE, "p :- heap(1,3111), heap(2,S), S < 1234."),
    "a chain": (HEAP, COUNTS, TAKE, "p :- heap(1,S), 5000 < S < 9000."),
    "a chain under negation": (HEAP, COUNTS, TAKE, "p :- heap(1,S), not 0 <= S <= 5000."),
    "under negation": (
        HEAP,
        COUNTS,
        TAKE,
        "p :- heap(2,S), not q(S-700).  q(X) :- heap(_,X).  p :- q(2471), not q(1).",
    ),
    "a fact": (HEAP, COUNTS, TAKE, "special(4321).  p :- heap(2,S), special(S)."),
    "facts through a rule": (
        HEAP,
        COUNTS,
        TAKE,
        "base(2110).  special(X+1) :- base(X).  p :- heap(I,S), special(S), I > 1.",
    ),
    "a limit": (HEAP, COUNTS, TAKE, "limit(3210).  p :- heap(2,S), limit(L), S >= L."),
    "a constant": (HEAP, COUNTS, TAKE, "#const far = 2222.\np :- heap(2,S), S > far."),
    "a range": (HEAP, COUNTS, TAKE, "p :- heap(1,S), S = 1600..1605."),
    "a quotient": (HEAP, COUNTS, TAKE, "p :- heap(1,S), S / 1500 = 1, S \\ 2 = 0."),
    "a sum of stones": (HEAP, COUNTS, TAKE, "p :- #sum{S,I : heap(I,S)} > 2500."),
    "in an aggregate": (HEAP, COUNTS, TAKE, "p :- 2 = #count{I : heap(I,S), S > 1900}."),
    "a difference": (HEAP, COUNTS, TAKE, "p :- heap(1,S), heap(2,T), S-T = 1700."),
    "an index": (HEAP, "prove: {heap: {count: 6}}", TAKE, "p :- heap(6,S), S > 4."),
    "alike heaps": (
        HEAP,
        "prove: {heap: {count: 7}}",
        TAKE,
        "p :- #count{I : heap(I,1)} > 5.",
    ),
    "a counter": (PILE, "prove: {pile: all}", DOWN, "p :- pile(N), N > 3000."),
    "of two counters": (TWO, "prove: {pile: all, seen: all}", DOWN, "p :- pile(N), seen(M), M > 2000, N > M+90."),
    "facts of some rows": (HEAP, COUNTS, TAKE, "row(4321,0). row(5,1).  p :- heap(2,S), row(S,0)."),
    "a counter beside a fact": (PILE, "prove: {pile: all}", DOWN, "row(1,3900).  p :- pile(N), row(_,N)."),
}


def spec_of(folder: Path, head: str, prove: str, rules: str) -> Spec:
    folder.mkdir(exist_ok=True)
    (folder / "rules.lp").write_text(rules)
    (folder / "spec.yaml").write_text(
        f"game: one\nrules: rules.lp\n{head}\nclaims:\n"
        f"  - {{id: c, says: what is claimed, kind: p-positions, iff: p, {prove}}}\n"
    )
    return load(folder / "spec.yaml")


def seen(spec: Spec, read: Rules) -> list[Seen]:
    """What is seen where the rules of the spec are held against a reading of other rules."""
    (claim,) = spec.claims
    assert claim.prove is not None
    setting, *_ = settings(spec, claim.prove)
    rules, here = rules_of(spec), ranged(setting)
    reading = Reading(theorem_of(spec, claim, read, setting), frozenset(setting.counts))
    made = [
        HeldReading(spec, rules, setting, here.parameters, here.facts, reading, counts, 1) for counts in setting.counts
    ]
    found = [one for comparison in made for one in comparison.run()]
    return found + [one for _, one in nearness(made)]


@pytest.mark.parametrize("share", [1, 12, 14])
def test_a_dozen_of_many_settings_are_asked(tmp_path: Path, share: int) -> None:
    """All where they are few; else the first and the last, and others between."""
    spec = spec_of(tmp_path, PILE, "prove: {pile: all}", f"{DOWN}p :- pile(0).")
    (claim,), read = spec.claims, rules_of(spec)
    assert claim.prove is not None
    (setting,) = settings(spec, claim.prove)
    asked = [
        any(isinstance(one, Validated) and one.seen.near for one in prepared(goal))
        for goal in (Goal(spec, claim, read, setting, share, at) for at in range(share))
    ]
    assert sum(asked) == min(share, 12) and asked[0] and asked[-1]


def sought(*_: object) -> list[near.Found]:
    raise Unreadable("it is not looked for")


QUICK = (
    "a chain under negation",
    "facts of some rows",
    "a size",
    "beside another number",
    "a fact",
    "in an aggregate",
    "a counter",
    "of two counters",
)


@pytest.mark.parametrize("name", [one if one in QUICK else pytest.param(one, marks=pytest.mark.slow) for one in FAR])
@pytest.mark.sample(8)
def test_what_differs_only_far_out_is_found(tmp_path: Path, name: str) -> None:
    head, prove, moves, far = FAR[name]
    spec = spec_of(tmp_path / "far", head, prove, moves + "p :- q0.  q0 :- 1 = 2.\n" + far)
    other = spec_of(tmp_path / "other", head, prove, moves + "p :- q0.  q0 :- 1 = 2.\n")
    with pytest.raises(Disagreement, match="clingo"):
        seen(spec, rules_of(other))
    found = [one.near for one in seen(spec, rules_of(spec)) if one.near is not None]
    assert not list(not_compared(found, rules_of(spec)))
    assert compared_near(found, rules_of(spec))


@pytest.mark.parametrize("name", ["a size", "a fact", "in an aggregate", "a counter"])
@pytest.mark.sample(4)
def test_a_number_near_which_nothing_is_compared_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """With the search for positions gone, and no positions drawn near the numbers."""
    head, prove, moves, far = FAR[name]
    spec = spec_of(tmp_path / "far", head, prove, moves + far)
    monkeypatch.setattr(near, "sought", sought)
    monkeypatch.setattr("bouton.proof.compared.spots.near", lambda *_: [1, 2, 3])
    monkeypatch.setattr("bouton.proof.compared.comparison._SEARCHED", 0)
    found = [one.near for one in seen(spec, rules_of(spec)) if one.near is not None]
    told = list(not_compared(found, rules_of(spec)))
    number = {"a size": "5000", "a fact": "4321", "in an aggregate": "1900", "a counter": "3000"}[name]
    assert told and all(number in one and "rules.lp:2" in one for one in told), told


@pytest.mark.parametrize(
    ("head", "prove", "more"),
    [
        pytest.param(
            *(HEAP, COUNTS, "row(4321,0). row(5,1).  q :- heap(2,S), row(S,2).  p :- not q."), marks=pytest.mark.slow
        ),
        ("position: {pile: 0..20, play: 0..1}\nmeasure: pile", "prove: {pile: all, play: 0}", "p :- not play(1)."),
        (
            PILE,
            "prove: {pile: all}",
            "row(4,0). row(7,2). k(K) :- row(K,D), D > 5.  p :- pile(K), k(K).  p :- pile(0).",
        ),
        (PILE, "prove: {pile: all}", "row(4,0). row(7,2). k(K) :- row(K,D), D > 5.  p :- pile(N), k(K), K < N."),
    ],
)
def test_what_no_position_can_have_is_not_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, head: str, prove: str, more: str
) -> None:
    """No row of the table is one that the literal can match; a counter is 0 in all of the range; a predicate is empty.

    No solver is asked.
    """
    monkeypatch.setattr(near, "sought", sought)
    spec = spec_of(tmp_path, head, prove, (TAKE if head == HEAP else DOWN) + more)
    found = [one.near for one in seen(spec, rules_of(spec)) if one.near is not None]
    assert list(not_compared(found, rules_of(spec))) == []
    assert compared_near(found, rules_of(spec))


@pytest.mark.parametrize("by_values", [True, False])
def test_where_parameters_are_multiplied_positions_are_sought_for_their_values(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, by_values: bool
) -> None:
    """A solver that is lost as long as `m` is unknown finds them where it is 1; else the number is told."""
    head, prove = f"parameters: {{m: 1..3}}\n{PILE}", "prove: {m: all, pile: all}"
    spec = spec_of(tmp_path, head, prove, DOWN + "p :- pile(N), N*m > m+3000.")
    monkeypatch.setattr(near, "sought", partial(lost, near.sought, by_values))
    monkeypatch.setattr("bouton.proof.compared.spots.near", lambda *_: [1, 2, 3])
    monkeypatch.setattr("bouton.proof.compared.comparison._SEARCHED", 0)
    found = [one.near for one in seen(spec, rules_of(spec)) if one.near is not None]
    told = list(not_compared(found, rules_of(spec)))
    if by_values:
        assert told == []
    else:
        assert told and all("3000" in one and "m (" in one and "rules.lp:2" in one for one in told), told


def lost(real: Sought, by_values: bool, theorem: Theorem, counts: Counts, left: Sequence[Side], here: Ranged) -> object:
    """What a solver finds that knows nothing of unknown parameters, nor of known ones if it does not go by values."""
    if here.parameters or not by_values:
        return [(side, None, None) for side in left]
    return real(theorem, counts, left, here)


@pytest.mark.parametrize(
    ("claimed", "told", "rounds"),
    [
        ("p :- pile(N), N \\ 2 = 0.", None, 1),
        ("p :- pile(N), N < 0.", "far out, where `p` holds", 3),
        ("p :- pile(N), N >= 0.", "far out, where `p` fails", 3),
    ],
)
def test_far_positions_are_drawn_until_the_claim_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, claimed: str, told: str | None, rounds: int
) -> None:
    """Where all of them, and their options, are claimed to be the same that is told."""
    spec, drawn, real = spec_of(tmp_path, PILE, "prove: {pile: all}", DOWN + claimed), list[int](), Spots.drawn

    def draw(self: Spots, share: int, again: int = 0) -> list[Position]:
        drawn.append(again)
        return real(self, share, again)

    monkeypatch.setattr(Spots, "drawn", draw)
    found = {case for one in seen(spec, rules_of(spec)) for case in one.open if case.startswith("far out")}
    assert found == ({told} if told else set())
    assert drawn == list(range(rounds))
