"""Claims about some positions, against brute force on all small ones: proved if no move leaves them, or all are so."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from bouton.core.verdict import Result, Verdict
from bouton.document.load import load
from bouton.process.limits import Limits
from bouton.run.check import check
from bouton.run.options import Options

PILE = """\
move(take(M)) :- pile(N), M = 1..2, M <= N.
after(take(M), pile(N-M)) :- pile(N), move(take(M)).
spoken :- {where}.
claimed :- {iff}.
"""
WHERES: dict[str, Callable[[int], bool]] = {
    "pile(N), N >= 0": lambda n: n >= 0,
    "pile(N), N < 7": lambda n: n < 7,
    "pile(N), N > 0": lambda n: n > 0,
    "pile(N), N \\ 2 = 0": lambda n: n % 2 == 0,
    "pile(N), N < 7, N != 5": lambda n: n < 7 and n != 5,
    "pile(N), N < 4": lambda n: n < 4,
    "pile(N), N != 40": lambda n: n != 40,
}
IFFS: dict[str, Callable[[int], bool]] = {
    "pile(N), N \\ 3 = 0": lambda n: n % 3 == 0,
    "pile(N), N \\ 3 = 1": lambda n: n % 3 == 1,
    "pile(0)": lambda n: n == 0,
    "pile(N), N \\ 6 = 0": lambda n: n % 6 == 0,
    "pile(N), N \\ 3 = 0, N < 7": lambda n: n % 3 == 0 and n < 7,
    "pile(N), N \\ 3 = 0, N != 30": lambda n: n % 3 == 0 and n != 30,
}
MOST = 60


@cache
def is_p(pile: int, play: str) -> bool:
    if pile == 0:
        return play == "normal"
    return not any(is_p(pile - taken, play) for taken in (1, 2) if taken <= pile)


def judged(folder: Path, rules: str, head: str, claim: str) -> Result:
    (folder / "game.lp").write_text(rules)
    (folder / "game.yaml").write_text(f"game: g\nrules: game.lp\n{head}claims:\n  - {{id: c, says: s, {claim}}}\n")
    options = Options(limits=Limits(60.0), crosscheck=False)
    (result,) = check(load(str(folder / "game.yaml")), options, lambda _: None)
    return result


@pytest.mark.usefixtures("by_proof_alone")
@pytest.mark.parametrize(("where", "iff", "play"), [*itertools.product(WHERES, IFFS, ["normal", "misere"])])
@pytest.mark.sample(48)
def test_proved_where_it_is_so_and_no_move_leaves_or_of_all(where: str, iff: str, play: str, tmp_path: Path) -> None:
    """The box is too small to refute much; whatever a proof says must be so for all piles up to 60."""
    claim = f"kind: p-positions, play: {play}, where: spoken, iff: claimed, prove: {{pile: all}}"
    result = judged(tmp_path, PILE.format(where=where, iff=iff), "position: {pile: 0..1}\n", claim)
    spoken = [n for n in range(MOST + 1) if WHERES[where](n)]
    closed = all(n - taken in spoken for n in spoken for taken in (1, 2) if taken <= n)
    everywhere = [n for n in range(MOST + 1) if IFFS[iff](n) is not is_p(n, play)]
    wrong = [n for n in everywhere if n in spoken]
    if result.verdict is Verdict.REFUTED:
        assert result.counterexample is not None
        assert result.counterexample.position == {"pile": wrong[0]}
    elif result.verdict is not Verdict.PROVED:
        assert result.proof is not None
        assert result.proof.verdict == "unknown"
        assert not closed, result.proof.reason
    assert (result.verdict is Verdict.PROVED) == (not wrong if closed else not everywhere)


LARGEST = """\
move(take(M))             :- heap(1,S), M = 1..S.
after(take(M), heap(1,T)) :- heap(1,S), M = 1..S, T = S-M.
single :- heap(1,1).    single :- not heap(1,_).    pairs :- heap(2,_), heap(1,1).
count(N) :- N = #count {{ I : heap(I,_) }}.
even :- count(N), N \\ 2 = {rest}.
"""
HEAPS = "position: {heap: {count: 0..1, size: 1..2, order: descending}}\n"


@pytest.mark.usefixtures("by_proof_alone")
@pytest.mark.parametrize(
    ("where", "rest", "play", "verdict"),
    [
        ("single", 0, "normal", Verdict.PROVED),
        ("single", 1, "misere", Verdict.PROVED),
        ("single", 1, "normal", Verdict.REFUTED),
        ("pairs", 0, "normal", Verdict.VACUOUS),
    ],
)
@pytest.mark.sample(2)
def test_any_number_of_heaps(where: str, rest: int, play: str, verdict: Verdict, tmp_path: Path) -> None:
    """Heaps of one stone each, of which one goes at each move."""
    claim = f"kind: p-positions, play: {play}, where: {where}, iff: even, prove: {{heap: {{count: all}}}}"
    assert judged(tmp_path, LARGEST.format(rest=rest), HEAPS, claim).verdict is verdict


@pytest.mark.slow
@pytest.mark.usefixtures("by_proof_alone")
def test_heaps_that_a_move_takes_away(tmp_path: Path) -> None:
    """From two heaps or more a move leads to one."""
    claim = "kind: p-positions, where: pairs, iff: even, prove: {heap: {count: all}}, over: {heap: {count: 2, size: 1}}"
    proof = judged(tmp_path, LARGEST.format(rest=0), HEAPS, claim).proof
    assert proof is not None
    assert proof.verdict == "unknown"
    assert "a move leads to a position that the claim does not speak of" in (proof.reason or "")


@cache
def value(pile: int, play: str) -> int:
    if pile == 0:
        return int(play == "misere")
    below = {value(pile - taken, play) for taken in (1, 2) if taken <= pile}
    return next(number for number in range(3) if number not in below)


VALUES: dict[str, Callable[[int], int]] = {
    "pile(N), V = N \\ 3": lambda n: n % 3,
    "pile(N), V = (N+1) \\ 3": lambda n: (n + 1) % 3,
    "pile(N), V = N, N < 3": lambda n: n if n < 3 else -1,
    "pile(N), V = N \\ 3, N != 30": lambda n: n % 3 if n != 30 else -1,
    "pile(N), V = N \\ 6": lambda n: n % 6,
}


@pytest.mark.usefixtures("by_proof_alone")
@pytest.mark.parametrize(("where", "said", "play"), [*itertools.product(WHERES, VALUES, ["normal", "misere"])])
@pytest.mark.sample(48)
def test_values_of_positions_that_no_move_leaves(where: str, said: str, play: str, tmp_path: Path) -> None:
    rules = PILE.format(where=where, iff="pile(0)") + f"value(V) :- {said}.\n"
    claim = f"kind: grundy, play: {play}, where: spoken, prove: {{pile: all}}"
    result = judged(tmp_path, rules, "position: {pile: 0..1}\n", claim)
    spoken = [n for n in range(MOST + 1) if WHERES[where](n)]
    closed = all(n - taken in spoken for n in spoken for taken in (1, 2) if taken <= n)
    everywhere = [n for n in range(MOST + 1) if VALUES[said](n) != value(n, play)]
    wrong = [n for n in everywhere if n in spoken]
    if result.verdict is Verdict.REFUTED:
        assert result.counterexample is not None
        assert result.counterexample.at[1] == (wrong[0],)
    assert (result.verdict is Verdict.PROVED) == (not wrong if closed else not everywhere)
