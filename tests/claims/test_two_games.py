"""Claims that a position and its image in another game have one outcome."""

from __future__ import annotations

from pathlib import Path

import pytest

from bouton.core.errors import InputError
from bouton.core.verdict import Result, Verdict
from bouton.document.load import load
from bouton.run.check import check
from bouton.run.options import Options

PILE = """\
move(t(D)) :- pile(N), D = 1..m, D <= N.
after(t(D), pile(N-D)) :- move(t(D)), pile(N).
same(pile(N)) :- pile(N).
one_less(pile(N-1)) :- pile(N).
twice(pile(2*N)) :- pile(N).
none(pile(N)) :- pile(N), N < 2.
other(heap(1,N)) :- pile(N).
two(pile(N)) :- pile(N). two(pile(N+1)) :- pile(N).
modulo(pile(N \\ (m+1))) :- pile(N).
some :- pile(N), N >= 1.
by(J,pile(N+J)) :- pile(N), J = 1..6.
by_few(J,pile(N+J)) :- pile(N), J = 1..2.
partly(J,pile(N+J)) :- pile(N), J = 1..2, N < 2.
more(J,pile(N+J)) :- pile(N), J = 1..N+1.
"""
HEAPS = """\
% The same game with a heap, in which at most two stones may be taken.
move(t(D)) :- heap(1,S), D = 1..2, D <= S.
after(t(D), heap(1,S-D)) :- move(t(D)), heap(1,S).
"""
OTHER = "game: h\nrules: heaps.lp\nposition:\n  heap: {count: 0..1, size: 1..9}\nclaims:\n  - {id: c, says: s, \
kind: same-game, key: heap}\n"


def judged(tmp_path: Path, claim: str, other: str = "pile.yaml", head: str = "parameters: {m: 2..3}\n") -> Result:
    (tmp_path / "pile.lp").write_text(PILE)
    (tmp_path / "heaps.lp").write_text(HEAPS)
    claims = f"claims:\n  - {{id: judged, says: it is so, kind: same-game, other: {other}, {claim}}}\n"
    position = "position:\n  pile: 0..20\n"
    (tmp_path / "game.yaml").write_text(f"game: g\nrules: pile.lp\n{head}{position}{claims}")
    last = "claims:\n  - {id: c, says: s, kind: p-positions, iff: some}\n"
    (tmp_path / "pile.yaml").write_text(f"game: p\nrules: pile.lp\n{head}position:\n  pile: 0..50\n{last}")
    (tmp_path / "heaps.yaml").write_text(OTHER.replace("key: heap", "key: move"))
    (result,) = check(load(str(tmp_path / "game.yaml")), Options(), lambda _: None)
    return result


def test_a_game_is_itself(tmp_path: Path) -> None:
    result = judged(tmp_path, "image: same, isomorphic: true")
    assert (result.verdict, result.positions) == (Verdict.HOLDS, 42)


def test_a_pile_is_a_heap(tmp_path: Path) -> None:
    result = judged(tmp_path, "image: other, isomorphic: true", "heaps.yaml", "parameters: {m: 2}\n")
    assert (result.verdict, result.positions) == (Verdict.HOLDS, 21)
    wrong = judged(tmp_path, "image: other", "heaps.yaml", "parameters: {m: 3}\n")  # three may be taken here
    assert wrong.counterexample is not None
    assert wrong.counterexample.position == {"pile": 3}


def test_misere_play_is_normal_play_with_one_less(tmp_path: Path) -> None:
    claim = "image: one_less, where: some, play: misere, other_play: normal"
    assert judged(tmp_path, claim).verdict is Verdict.HOLDS
    both = judged(tmp_path, "image: one_less, where: some, play: misere")
    assert both.counterexample is not None
    assert (both.counterexample.parameters, both.counterexample.position) == ({"m": 2}, {"pile": 1})
    assert "pile=0 of the other game corresponds to it" in both.counterexample.sentence


def test_equal_outcomes_are_less_than_isomorphism(tmp_path: Path) -> None:
    assert judged(tmp_path, "image: modulo").verdict is Verdict.HOLDS
    result = judged(tmp_path, "image: modulo, isomorphic: true")
    assert result.counterexample is not None
    assert result.counterexample.position == {"pile": 3}
    assert "its options are not those of pile=0" in result.counterexample.sentence


def test_a_wrong_map(tmp_path: Path) -> None:
    result = judged(tmp_path, "image: twice")
    assert result.counterexample is not None
    assert result.counterexample.position == {"pile": 2}  # m = 3: 4 is a P-position; m = 2: 1 -> 2 and 2 -> 4 are N
    assert result.counterexample.parameters == {"m": 3}


@pytest.mark.parametrize(
    ("claim", "other", "message"),
    [
        ("image: none", "pile.yaml", r"none at pile 2 gives no position of the other game: no value for pile"),
        ("image: two", "pile.yaml", "two values for pile: 0 and 1"),
        ("image: one_less", "pile.yaml", r"pile = -1 is outside 0\.\.50"),
        ("image: other", "pile.yaml", r"heap\(1,0\) is no fluent of the other game"),
        ("image: sam", "pile.yaml", "no rule of pile.lp derives sam"),
        ("image: same", "piles.yaml", "there is no spec 'piles.yaml' beside this one"),
        ("image: same", "../pile.yaml", "pile"),
        ("key: same, image: same", "pile.yaml", "a claim with key takes no"),
        ("isomorphic: true", "pile.yaml", "needs key, or other and image"),
    ],
)
def test_faults(tmp_path: Path, claim: str, other: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        judged(tmp_path, claim, other)


def test_the_other_spec_at_fault(tmp_path: Path) -> None:
    (tmp_path / "broken.yaml").write_text("game: b\nrules: pile.lp\npositio:\n  pile: 0..9\nclaims: []\n")
    with pytest.raises(InputError, match=r"broken\.yaml is at fault itself: .*broken\.yaml:"):
        judged(tmp_path, "image: same", "broken.yaml")


def test_a_parameter_that_only_the_other_game_has(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="has a parameter m, which is none here"):
        (tmp_path / "pile.lp").write_text(PILE)
        text = "game: g\nrules: heaps.lp\nposition:\n  heap: {count: 1, size: 1..3}\nclaims:\n"
        claim = "  - {id: judged, says: it is so, kind: same-game, other: many.yaml, image: move}\n"
        last = "claims:\n  - {id: c, says: s, kind: p-positions, iff: some}\n"
        (tmp_path / "heaps.lp").write_text(HEAPS)
        many = f"game: p\nrules: pile.lp\nparameters: {{m: 2..3}}\nposition:\n  pile: 0..50\n{last}"
        (tmp_path / "many.yaml").write_text(many)
        (tmp_path / "game.yaml").write_text(text + claim)
        load(str(tmp_path / "game.yaml"))


def test_some_shift(tmp_path: Path) -> None:
    """Of 1 to 6 counters more, m+1 make no difference, for m = 2 and for m = 3."""
    result = judged(tmp_path, "image: by, shift: some")
    assert (result.verdict, result.positions) == (Verdict.HOLDS, 42)


def test_no_shift(tmp_path: Path) -> None:
    """One and two counters more are both N-positions where no counter is a P-position, for m = 2."""
    result = judged(tmp_path, "image: by_few, shift: some")
    assert result.counterexample is not None
    assert (result.counterexample.parameters, result.counterexample.position) == ({"m": 2}, {"pile": 0})
    assert "every shift fails here or before; that by 2, to pile=2 of the other game" in result.counterexample.sentence


def test_the_last_shift_fails_later(tmp_path: Path) -> None:
    """In misère play against normal play a shift by 2 does for m = 2; for m = 1 it is 1, and for m = 3 it is 3."""
    claim = "image: by_few, shift: some, play: misere, other_play: normal"
    assert judged(tmp_path, claim, head="parameters: {m: 1..2}\n").verdict is Verdict.HOLDS
    result = judged(tmp_path, claim)
    assert result.counterexample is not None
    assert (result.counterexample.parameters, result.counterexample.position) == ({"m": 3}, {"pile": 1})


def test_each_shift_has_an_image_everywhere(tmp_path: Path) -> None:
    for image, message in (
        ("partly", "partly has other shifts at pile 2 than at the first position"),
        ("more", "more has other shifts at pile 1 than at the first position"),
    ):
        claim = f"image: {image}, shift: some, play: misere, other_play: normal"
        with pytest.raises(InputError, match=message):
            judged(tmp_path, claim, head="parameters: {m: 2}\n")


@pytest.mark.parametrize(
    ("claim", "message"),
    [
        ("image: by, shift: some, isomorphic: true", "a claim about some shift compares outcomes"),
        ("image: same, shift: some", "same has 1 argument"),
        ("image: by", "by has 2 arguments"),
    ],
)
def test_what_a_shift_cannot_go_with(tmp_path: Path, claim: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        judged(tmp_path, claim)
