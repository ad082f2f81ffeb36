"""Sequences of pairs: what is guessed of games of two heaps, held against a plain solver, and never told as proved."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from math import inf
from pathlib import Path

import pytest

from bouton.claims.subject import rules_of
from bouton.cli import main
from bouton.core.errors import Disagreement
from bouton.core.position import Value
from bouton.core.spec import Play
from bouton.core.verdict import Result, Verdict
from bouton.discover import pairs as proposer
from bouton.discover import theorem
from bouton.discover.draft import Draft
from bouton.discover.guess import Discovery, Guess, Search
from bouton.discover.pairs import fitting, pairs
from bouton.discover.positions import Known
from bouton.document.encoding import of_encoding
from bouton.process.limits import Limits
from tests import proofs

RULES = Path(__file__).parents[2] / "benchmarks" / "rules"
OVER = ("heap.count=0..2", "heap.size=1..30")
WYTHOFF = (RULES / "wythoff.lp").read_text(encoding="utf-8")
UNEVEN = "heap(2,_), D = 1..X."
Moves = Callable[[int, int], bool]
"""Whether D stones may be taken from one heap and E from the other, D <= E."""


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """A box that a slow machine looks at in a second."""
    monkeypatch.setattr(proposer, "_SIZE", 60)


def losing(both: Moves, play: Play, size: int) -> set[tuple[int, int]]:
    """The P-positions (x,y), x <= y <= size, of a game with Nim's moves and those of both heaps, by plain search."""
    lost: set[tuple[int, int]] = set()
    for y in range(size + 1):
        for x in range(y + 1):
            after = [(t, y) for t in range(x)] + [(x, t) for t in range(y)]
            after += [(x - d, y - e) for d in range(1, x + 1) for e in range(1, y + 1) if both(min(d, e), max(d, e))]
            ordered = {(min(one), max(one)) for one in after}
            if (not ordered and play == "normal") or (ordered and not ordered & lost):
                lost.add((x, y))
    return lost


def terms(factor: int, step: int, more: int, size: int) -> set[tuple[int, int]]:
    """The pairs up to a size, by their definition."""
    used, found, n = set[int](), set[tuple[int, int]](), 0
    while True:
        a = next(one for one in range(2 * n + 1) if one not in used)
        b = factor * a + step * n + more
        if b > size:
            return found
        used |= {a, b}
        found.add((a, b))
        n += 1


def searched(file: Path, play: Play = "normal", sets: tuple[str, ...] = ()) -> list[Guess]:
    """What is guessed of a rules file."""
    spec = of_encoding(str(file), sets, OVER)
    return list(
        pairs(Search(spec, rules_of(spec), play, Limits(300.0), time.monotonic() + 300, inf, lambda _what: None))
    )


def changed(folder: Path, extra: str) -> Path:
    """Wythoff's Nim with another condition on the moves of both heaps."""
    file = folder / "changed.lp"
    file.write_text(WYTHOFF.replace(UNEVEN, extra), encoding="utf-8")
    assert extra in file.read_text(encoding="utf-8")
    return file


@pytest.mark.parametrize(
    ("name", "sets", "play", "both", "linear"),
    [
        ("wythoff", (), "normal", lambda d, e: d == e, (1, 1, 0)),
        ("nim_a", ("a=2",), "normal", lambda d, e: e - d < 2, (1, 2, 0)),
        ("nim_a", ("a=3",), "normal", lambda d, e: e - d < 3, (1, 3, 0)),
        ("nim_a", ("a=2",), "misere", lambda d, e: e - d < 2, (1, 2, 1)),
        ("st_wythoff", ("s=2", "t=1"), "normal", lambda d, e: e < 2 * d + 1, (2, 1, 0)),
    ],
)
@pytest.mark.sample(5)
def test_the_sequence_is_that_of_a_plain_solver(
    name: str, sets: tuple[str, ...], play: Play, both: Moves, linear: tuple[int, int, int]
) -> None:
    (guess,) = searched(RULES / f"{name}.lp", play, sets)
    assert (guess.state, guess.held, guess.result) == ("fits", True, None)
    assert guess.where == "1891 positions to measure 120"
    assert losing(both, play, 60) == terms(*linear, 60)
    factor, step, more = linear
    said = (
        f"B_n = {'' if factor == 1 else f'{factor}*'}A_n + {'' if step == 1 else f'{step}*'}n{' + 1' if more else ''}."
    )
    assert guess.says.endswith(said)


@pytest.mark.slow
def test_parameters_are_in_the_sequence() -> None:
    (guess,) = searched(RULES / "st_wythoff.lp", "normal", ("s=1..2", "t=1..2"))
    assert guess.held
    assert guess.says.endswith("B_n = s*A_n + t*n.")


@pytest.mark.slow
def test_what_fails_in_the_larger_box_is_refuted(tmp_path: Path) -> None:
    """In the box that it is learnt from the game is Wythoff's; from 40 stones on it is Nim."""
    file = changed(tmp_path, "heap(2,Y), Y < 40, D = 1..X.")
    guesses = searched(file)
    assert [one.state for one in guesses] == ["refuted"]
    wythoff = losing(lambda d, e: d == e, "normal", 60)
    nim_beyond = _cut(40)
    assert {one for one in wythoff if one[1] <= 30} == {one for one in nim_beyond if one[1] <= 30}
    least = min(wythoff ^ nim_beyond, key=lambda one: (sum(one), one))
    assert guesses[0].where == f"heap={least[0]}:{least[1]}"


def _cut(limit: int) -> set[tuple[int, int]]:
    lost: set[tuple[int, int]] = set()
    for y in range(61):
        for x in range(y + 1):
            after = {(min(t, y), max(t, y)) for t in range(x)} | {(min(x, t), max(x, t)) for t in range(y)}
            after |= {(x - d, y - d) for d in range(1, x + 1) if y < limit}
            if not after & lost:
                lost.add((x, y))
    return lost


@pytest.mark.slow
def test_what_fails_beyond_every_box_is_no_theorem(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It fits, and says how far; it is neither proved nor decided, and the command says so with its exit code."""
    file = changed(tmp_path, "heap(2,Y), Y < 70, D = 1..X.")
    monkeypatch.setattr(theorem, "_PROPOSERS", (pairs,))
    over = (part for one in OVER for part in ("--over", one))
    assert main(["discover", str(file), *over, "--json", "--time", "300"]) == 3
    said = json.loads(capsys.readouterr().out)
    assert not said["proved"]
    assert (said["best"]["state"], said["best"]["fits"]) == ("fits", "1891 positions to measure 120")
    assert (said["best"]["proved"], said["best"]["decided"]) == (None, False)


@pytest.mark.parametrize(
    ("name", "sets"), [("nimhoff", ()), ("maharaja_nim", ()), ("nim", ()), ("bounded_nim", ("k=3",))]
)
@pytest.mark.sample(4)
def test_other_games_have_none(name: str, sets: tuple[str, ...]) -> None:
    assert searched(RULES / f"{name}.lp", "normal", sets) == []


def test_games_that_are_not_of_two_heaps_are_not_looked_at() -> None:
    for file, over in (("nim", ("heap.count=0..3", "heap.size=1..5")), ("euclid", ("heap.count=2", "heap.size=1..9"))):
        spec = of_encoding(str(RULES / f"{file}.lp"), (), over)
        search = Search(spec, rules_of(spec), "normal", Limits(60.0), time.monotonic() + 60, inf, lambda _what: None)
        assert list(pairs(search)) == []


def test_few_pairs_show_nothing() -> None:
    """Of six pairs all three numbers are read off; of five no sequence is guessed."""
    parameters: tuple[tuple[str, Value], ...] = ()
    wanted = terms(1, 1, 0, 60)

    def known(size: int) -> list[Known]:
        every = [(x, y) for y in range(size + 1) for x in range(y + 1)]
        return [Known(parameters, (tuple(n for n in one if n),), one in wanted) for one in every]

    assert len([one for one in wanted if one[1] <= 13]) == 6
    assert [one.text("A_n", "n") for one in fitting(known(13), [parameters])] == ["A_n + n"]
    assert fitting(known(12), [parameters]) == []


def test_a_guess_that_is_held_stays_until_something_is_proved() -> None:
    draft = Draft("game", "", {})
    fits, held = (Guess((), says, "fits", "", draft, held=says == "held") for says in ("fits", "held"))
    decided = Guess((), "decided", "fits", "", draft, decided=True)
    with pytest.raises(Disagreement, match="this is not proved"):
        Guess((), "proved", "proved", "", draft)
    result = Result("c", "p-positions", Verdict.PROVED, "proved", True, {}, 0, 0.0, proof=proofs.proved())
    proved = Guess((), "proved", "proved", "", draft, result=result)
    found = Discovery().with_(fits).with_(held)
    assert found.best == held
    assert found.with_(fits).best == held
    assert found.with_(decided).best == decided
    assert found.with_(decided).with_(held).best == decided
    assert found.with_(proved).best == proved
    assert found.with_(proved).with_(held).best == proved
