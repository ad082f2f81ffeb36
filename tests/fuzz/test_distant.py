"""A few claims that are false only far out, of each way to a proof; and what is known of them by how they are made."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest
from clingo import Control

from benchmarks.fuzz.distant import conditions
from benchmarks.fuzz.distant.case import Distant, differences
from benchmarks.fuzz.distant.heaps import kayles
from benchmarks.fuzz.distant.idioms import IDIOMS, made
from benchmarks.fuzz.distant.judged import judged
from benchmarks.fuzz.distant.plainly import faults
from benchmarks.fuzz.sums import heap_values
from bouton.core.verdict import Counterexample, Result, Verdict
from tests.oracle import octal
from tests.oracle.evaluator import Evaluator
from tests.oracle.game import Counter, Game
from tests.oracle.parser import parse

SEED = 2026


def cases(way: str, *, true: bool, most: int = 40) -> Iterator[tuple[int, Distant]]:
    return ((n, case) for n in range(most) if (case := made(way, SEED, n)).true is true)


@pytest.mark.parametrize("way", ["counted", "lemmas", "periods by code"])
@pytest.mark.sample(3)
def test_no_verdict_is_wrong(way: str, tmp_path: Path) -> None:
    for true in (True, False):
        number = next(number for number, _ in cases(way, true=true) if number > 1)  # the first two take long
        assert judged(way, SEED, number, tmp_path)[2] == ""


@pytest.mark.slow
@pytest.mark.parametrize("way", IDIOMS)
def test_no_verdict_is_wrong_of_many(way: str, tmp_path: Path) -> None:
    for number in range(40):
        case, ended, words = judged(way, SEED, number, tmp_path)
        assert words == "", (number, ended, case.used)


@pytest.mark.parametrize("way", IDIOMS)
@pytest.mark.sample(8)
def test_about_half_of_the_claims_are_false(way: str) -> None:
    false = sum(not made(way, SEED, n).true for n in range(60))
    assert 12 <= false <= 48


def ended(verdict: Verdict, at: Mapping[str, object] | None = None) -> Result:
    """A result of which only the verdict and the position are looked at."""
    found = None
    if at is not None:
        found = Counterexample({}, dict(at), "P", "N", None, (), "", None)
    return SimpleNamespace(verdict=verdict, counterexample=found)  # type: ignore[return-value]


def test_a_verdict_that_is_wrong_is_found() -> None:
    (_, false), (_, true) = next(cases("counted", true=False)), next(cases("counted", true=True))
    assert false.fails is not None
    assert list(differences(false, ended(Verdict.PROVED)))
    assert list(differences(true, ended(Verdict.REFUTED, false.fails)))
    assert not list(differences(true, ended(Verdict.PROVED)))
    assert not list(differences(false, ended(Verdict.HOLDS)))
    assert not list(differences(false, ended(Verdict.REFUTED, false.fails)))


# --------------------------------------------------------------------------------- what is said of a case is so


def facts(at: Mapping[str, object]) -> str:
    """The position as facts of its rules."""
    found = []
    for name, value in at.items():
        if isinstance(value, list):
            found += [f"heap({i},{size})." for i, size in enumerate(value, 1)]
        else:
            found.append(f"{name}({value}).")
    return " ".join(found)


def derived(text: str) -> set[str]:
    """What clingo derives, but of moves, which are many."""
    moves = ("lower(", "move(", "after(")
    text = "\n".join(line for line in text.splitlines() if not line.startswith(moves))
    control = Control(["--warn=none"])
    control.add("base", [], text)
    control.ground()
    return {str(atom.symbol) for atom in control.symbolic_atoms if atom.is_fact}


CHANGED = ("counted", "sums", "columns", "quotients", "multiplicities", "through")


@pytest.mark.parametrize("way", CHANGED)
def test_what_is_far_is_far_at_the_position_that_decides(way: str) -> None:
    """By clingo on the rules as they stand: `far` holds where a claim is said to fail, and nowhere of a true one."""
    looked_at = 0
    for true in (False, True):
        for _, case in islice(cases(way, true=true), 12):
            if not any(line.startswith("far :-") for line in case.files["case.lp"].splitlines()):
                continue
            at = case.fails or {"heap": [1, 2, 3]}
            if max(map(len, (v for v in at.values() if isinstance(v, list))), default=0) > 300 or "pile" in at:
                continue
            if way == "counted" and ("a(N)" in case.files["case.lp"]) != ("a" in at):
                continue
            assert ("far" in derived(case.files["case.lp"] + facts(at))) is (not true), case.used
            looked_at += 1
    assert looked_at >= 3


@pytest.mark.parametrize("seed", range(30))
def test_conditions_mean_in_python_what_they_mean_in_rules(seed: int) -> None:
    rng = Random(seed)
    far = conditions.heaps(rng)
    few = [(), (1,), (2, 3), (1, 1, 2), *(at for at in far.near if len(at) < 70 and sum(at) < 600)]
    evaluator = Evaluator(parse("\n".join(far.lines)), {}, [("heap", 2)])
    for at in few:
        found = evaluator.facts({("heap", 2): list(enumerate(at, 1))})
        assert bool(found.get(("far", 0))) is far.holds(at), (far, at)
        assert ("far" in derived("\n".join(far.lines) + facts({"heap": list(at)}))) is far.holds(at)


def test_kayles_is_kayles() -> None:
    assert [kayles(size) for size in range(300)] == heap_values(lambda size: octal.options("77", size), 300)


def test_a_pile_from_which_moves_are_taken_away_is_as_claimed_or_not_by_plain_python() -> None:
    met = set()
    for number in range(120):
        case = made("counted", SEED, number)
        spec, at = case.files["case.yaml"], (case.fails or {}).get("pile")
        play = "misere" if "play: misere" in spec else "normal"
        if case.used[1] == "fewer moves" and isinstance(at, int) and at < 300 and "kind: p-positions" in spec:
            game = Game(case.files["case.lp"], (Counter("pile"),))
            assert game.outcome(play, (at,)) != ("P" if game.holds("base", (at,)) else "N"), number
            met.add(play)
    assert met == {"normal", "misere"}


@pytest.mark.slow
def test_what_is_proved_is_asked_of_plain_python() -> None:
    (_, true), (_, false) = next(cases("counted", true=True)), next(cases("counted", true=False))
    assert set(faults(true)) == {None}
    assert set(faults(false)) != {None}
