"""Named positions of other games, values by periods, and positions beside their images: what is proved of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from bouton.core.verdict import Result, Verdict
from bouton.document.load import load
from bouton.run.check import check
from bouton.run.options import Options

PILE = """\
% Take 1, 2 or 3 stones of a pile; what stands for a pile in the other game, too.
move(take(M)) :- pile(N), M = 1..3, M <= N.
after(take(M), pile(N-M)) :- pile(N), move(take(M)).
lost :- pile(N), N \\ 4 = 0.
value(N \\ 4) :- pile(N).
even :- pile(N), N \\ 2 = 0.
image(heap(1,N/2)) :- pile(N), even.
far(heap(1,N/2)) :- even, pile(N), N < 4000.
far(heap(1,N/2+1)) :- even, pile(N), N >= 4000.
"""
NAMES = """\
% The same with names of positions: of the other game, and of this one.
at(there, heap(1,N/2)) :- pile(N).
at(here, pile(N)) :- pile(N).
at(up, pile(N+8)) :- pile(N).
at(off, pile(N+6)) :- pile(N).
half :- value(here,V), value(there,W), V/2 = W.
half :- value(here,V), value(there,W), V = W, V = 1.
half :- even, outcome(there,p), outcome(here,p).
half :- even, outcome(there,n), outcome(here,n).
alike :- even, outcome(there,p), outcome(here,p).
alike :- even, outcome(there,n), outcome(here,n).
alike :- not even.
far_off :- alike, not pile(3000).
again :- value(here,V), value(up,V).
moved :- value(here,V), value(off,W), V != W.
moved_far :- moved, not pile(3000).
"""
HEAP = """\
% One or two heaps, of which one stone is taken; names and a constant that the other game has too.
#const even = 2.
move(take(I)) :- heap(I,S), S >= 1.
after(take(I), heap(I,S-1)) :- heap(I,S), move(take(I)).
lost :- not value(1).
value(V) :- heap(1,S), rest(S \\ even,V).
value(0) :- not heap(1,_).
rest(0,0). rest(1,1).
"""
OTHER = "game: h\nrules: h.lp\nposition: {heap: {count: 0..1, size: 1..30}}\nclaims:\n"
VALUED = "  - {id: v, says: A., kind: grundy, prove: {heap: {count: 0..1}}}\n"
PERIOD = "  - {id: v, says: A., kind: periodic, preperiod: 0, period: 2, prove: true}\n"
LOST = "  - {id: v, says: A., kind: p-positions, iff: lost, prove: {heap: {count: 0..1}}}\n"
OWN = "{id: p, says: A., kind: p-positions, iff: lost, prove: {pile: all}}"
OWN_PERIOD = "{id: p, says: A., kind: periodic, preperiod: 0, period: 4, prove: {pile: all}}"


def judged(at: Path, said: str, *others: str, there: str = VALUED, rules: str = PILE + NAMES) -> Result:
    for name, text in (("g.lp", rules), ("h.lp", HEAP), ("h.yaml", OTHER + there)):
        (at / name).write_text(text)
    listed = "".join(f"  - {one}\n" for one in (f"{{id: c, says: A., {said}, prove: {{pile: all}}}}", *others))
    (at / "g.yaml").write_text(f"game: g\nrules: g.lp\nposition: {{pile: 0..20}}\nclaims:\n{listed}")
    options = Options(crosscheck=False, fresh=True, claims=("c",))
    return list(check(load(at / "g.yaml"), options, lambda _: None))[-1]


def reason(result: Result) -> str:
    assert result.verdict is Verdict.HOLDS
    assert result.proof is not None
    return str(result.proof.reason)


@pytest.mark.parametrize("there", [VALUED, PERIOD, LOST])
@pytest.mark.sample(3)
def test_positions_of_another_game(tmp_path: Path, there: str) -> None:
    result = judged(tmp_path, "kind: everywhere, iff: alike, other: {there: h.yaml}", OWN, there=there)
    assert result.verdict is Verdict.PROVED
    assert result.proof is not None
    assert result.proof.reason == "with the values of p and of v of h.yaml"


@pytest.mark.slow
def test_what_differs_far_out(tmp_path: Path) -> None:
    result = judged(tmp_path, "kind: everywhere, iff: far_off, other: {there: h.yaml}", OWN)
    assert result.counterexample is not None
    assert result.counterexample.position == {"pile": 3000}


@pytest.mark.parametrize(
    ("iff", "expected"), [("moved_far", {"pile": 3000}), ("again", Verdict.PROVED), ("moved", Verdict.PROVED)]
)
@pytest.mark.sample(3)
def test_by_a_period(tmp_path: Path, iff: str, expected: object) -> None:
    """A period with the values before it says the value of every named position: 8 more changes nothing."""
    result = judged(tmp_path, f"kind: everywhere, iff: {iff}", OWN_PERIOD)
    at = None if result.counterexample is None else result.counterexample.position
    assert expected in (result.verdict, at)


@pytest.mark.parametrize(
    ("own", "there", "why"),
    [
        (OWN, PERIOD.replace("period: 2", "period: 2, expect: refuted"), "no other claim of the spec says"),
        (OWN, PERIOD.replace("period: 2", "period: 3"), "rests on the values of v of h.yaml, which is not proved"),
        (OWN, VALUED.replace("grundy", "grundy, play: misere"), "no other claim of the spec says"),
        (OWN, VALUED.replace("{heap: {count: 0..1}}", "{heap: {count: 1}}"), "v is not about no heap and one"),
    ],
)
@pytest.mark.sample(2)
def test_no_proof(tmp_path: Path, own: str, there: str, why: str) -> None:
    result = judged(tmp_path, "kind: everywhere, iff: alike, other: {there: h.yaml}", own, there=there)
    assert why in reason(result)


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("image: image, where: even", Verdict.PROVED),
        ("image: far, where: even", {"pile": 4000}),
        ("image: image, where: even, other_play: misere", {"pile": 0}),
    ],
)
@pytest.mark.sample(2)
def test_a_position_and_its_image(tmp_path: Path, said: str, expected: object) -> None:
    result = judged(tmp_path, f"kind: same-game, other: h.yaml, {said}", OWN)
    at = None if result.counterexample is None else result.counterexample.position
    assert expected in (result.verdict, at)


def test_no_proof_of_an_image(tmp_path: Path) -> None:
    said = "kind: same-game, other: h.yaml, image: image, where: even"
    assert "names the P-positions over the same range" in reason(judged(tmp_path, said, rules=PILE))
    rules = PILE.replace("even :- pile(N), N", "even :- pile(N), at(N,0). at(N,R) :- pile(N), R = N")
    rules = rules.replace("R = N \\ 2 = 0", "R = N \\ 2")
    assert "are predicates of its rules" in reason(judged(tmp_path, said, OWN, rules=rules))


TOKENS = """\
% Take fewer tokens than `step`, which is 2 in the game that is meant.
move(take(M)) :- tokens(N), M = 1..step-1, M <= N.
after(take(M), tokens(N-M)) :- tokens(N), move(take(M)).
lost :- tokens(N), N \\ step = 0.
"""


@pytest.mark.parametrize(
    ("claimed", "verdict"),
    [
        ("kind: p-positions, iff: lost", Verdict.PROVED),
        ("kind: p-positions, iff: lost, over: {step: 3}", Verdict.HOLDS),
        ("kind: p-positions, iff: lost, over: {step: 2..3}", Verdict.PROVED),
        ("kind: periodic, preperiod: 0, period: 2", Verdict.PROVED),
        ("kind: periodic, preperiod: 0, period: 3, over: {step: 3}", Verdict.HOLDS),
    ],
)
@pytest.mark.sample(5)
def test_a_parameter_of_the_other_game(tmp_path: Path, claimed: str, verdict: Verdict) -> None:
    """What is named has the value of its own game; a claim about other values says nothing of it."""
    rules = PILE.replace("image(heap(1,N/2))", "image(tokens(N/2))")
    (tmp_path / "g.lp").write_text(rules)
    (tmp_path / "h.lp").write_text(TOKENS)
    claim = f"{{id: v, says: A., {claimed}, prove: {{tokens: all}}}}"
    head = "game: h\nrules: h.lp\nparameters: {step: 2}\nposition: {tokens: 0..30}\nclaims:\n"
    (tmp_path / "h.yaml").write_text(f"{head}  - {claim}\n")
    said = "kind: same-game, other: h.yaml, image: image, where: even, prove: {pile: all}"
    head = "game: g\nrules: g.lp\nposition: {pile: 0..20}\nclaims:\n"
    (tmp_path / "g.yaml").write_text(f"{head}  - {{id: c, says: A., {said}}}\n  - {OWN}\n")
    options = Options(crosscheck=False, fresh=True, claims=("c",))
    assert list(check(load(tmp_path / "g.yaml"), options, lambda _: None))[-1].verdict is verdict
