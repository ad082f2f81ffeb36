"""False claims about sums of heaps, wrong at one large heap alone: refuted at the position of fewest stones."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from bouton.core.errors import LimitReached
from bouton.core.exits import Exit
from bouton.core.shipped import folder
from bouton.core.spec import Spec
from bouton.core.verdict import Result, Verdict
from bouton.document.load import load
from bouton.run import check as checking
from bouton.run.check import check
from bouton.run.options import Options
from bouton.run.search import CounterexampleSearch
from tests.samples import small_or_whole

Heaps = tuple[int, ...]
Options_ = Callable[[int], list[Heaps]]
"""What a heap of that size may become."""

NIM = "".join((folder("encodings") / f"nim/{name}.lp").read_text() for name in ("rules", "theorems"))
LASKER = "".join((folder("encodings") / f"lasker_nim/{name}.lp").read_text() for name in ("rules", "theorems"))

VALUES, SAFE = "kind: grundy, iff: nim_sum", "kind: p-positions, iff: safe"
STRATEGY = f"{SAFE}, strategy: winning_move"
IN_MISERE = "kind: p-positions, play: misere, iff: safe_misere"
STRATEGY_IN_MISERE = f"{IN_MISERE}, strategy: winning_move_misere"


def file_of(path: Path, rules: str, claim: str, parameters: str = "") -> str:
    (path / "g.lp").write_text(rules)
    every = f"{{{'k: all, ' if parameters else ''}heap: {{count: all}}}}"
    (path / "g.yaml").write_text(
        f"game: g\nrules: g.lp\n{parameters}position: {{heap: {{count: 0..3, size: 1..4}}}}\n"
        f"claims:\n  - {{id: c, says: x, {claim}, prove: {every}}}\n"
    )
    return str(path / "g.yaml")


def result_of(path: Path, rules: str, claim: str, parameters: str = "") -> Result:
    (result,) = check(
        load(file_of(path, rules, claim, parameters)), Options(fresh=True, crosscheck=False), lambda _: None
    )
    return result


def refuted(path: Path, rules: str, claim: str) -> Heaps:
    result = result_of(path, rules, claim)
    assert (result.verdict, result.exit) == (Verdict.REFUTED, Exit.CONTRARY)
    assert result.reason is None  # nothing is left open below it
    assert result.counterexample is not None
    _, (heaps,) = result.counterexample.at
    assert isinstance(heaps, tuple)
    return heaps


# -------------------------------------------------------------------------------------------------- by plain Python


def of_nim(size: int) -> list[Heaps]:
    return [(left,) if left else () for left in range(size)]


def of_lasker(size: int) -> list[Heaps]:
    return [*of_nim(size), *((part, size - part) for part in range(1, size // 2 + 1))]


def partitions(stones: int, largest: int) -> Iterator[Heaps]:
    if not stones:
        yield ()
    for size in range(min(stones, largest), 0, -1):
        yield from ((*rest, size) for rest in partitions(stones - size, size))


@dataclass(frozen=True)
class Game:
    """A game by its definition, with no theorem on sums in it."""

    options: Options_
    misere: bool = False

    def after(self, heaps: Heaps) -> set[Heaps]:
        return {
            tuple(sorted((*heaps[:at], *left, *heaps[at + 1 :])))
            for at, size in enumerate(heaps)
            for left in self.options(size)
        }

    @cache  # noqa: B019 (as long as the test)
    def lost(self, heaps: Heaps) -> bool:
        return not any(map(self.lost, self.after(heaps))) and not (self.misere and not heaps)


def fewest(game: Game, wrong: Callable[[Game, Heaps], bool], most: int) -> list[Heaps]:
    """All positions of fewest stones at which a claim is wrong."""
    for stones in range(most + 1):
        found = [heaps for heaps in partitions(stones, stones) if wrong(game, heaps)]
        if found:
            return found
    return []


def xor(numbers: list[int]) -> int:
    total = 0
    for one in numbers:
        total ^= one
    return total


# ------------------------------------------------------------------------------------------------------------ claims


def changed(rules: str, *changes: tuple[str, str]) -> str:
    for before, after in changes:
        assert before in rules
        rules = rules.replace(before, after)
    return rules


def valued(at: int, value: int) -> str:
    """Nim, with another value of the heap of that size than its own."""
    said = f"sum(I-1,X), val(I,V).\nval(I,S) :- heap(I,S), S != {at}.\nval(I,{value}) :- heap(I,{at})."
    return changed(NIM, ("sum(I,X^S)", "sum(I,X^V)"), ("sum(I-1,X), heap(I,S).", said))


@pytest.mark.slow
def test_a_value_that_is_wrong_at_50(tmp_path: Path) -> None:
    assert refuted(tmp_path, valued(50, 49), VALUES) == (50,)


@pytest.mark.slow
def test_values_that_are_wrong_from_70_on(tmp_path: Path) -> None:
    """Where no solver finds a model in its time."""
    value = ("sum(I-1,X), heap(I,S).", "sum(I-1,X), val(I,V).\nval(I,S + S/70) :- heap(I,S).")
    assert refuted(tmp_path, changed(NIM, ("sum(I,X^S)", "sum(I,X^V)"), value), VALUES) == (70,)


WRONG = small_or_whole((18, (1, 16, 18)), (50, (1, 16, 32, 50)))
"""A heap that has the value of one that is a stone smaller, and the first mistake that comes of it."""


@pytest.mark.parametrize(("at", "first"), WRONG)
@pytest.mark.slow
def test_p_positions_by_a_value_that_is_wrong(at: int, first: Heaps, tmp_path: Path) -> None:
    """Of 50 and 49, 99 stones: the first of those that are claimed and are none, and replayed by definition."""
    assert refuted(tmp_path, valued(at, at - 1), SAFE) == first
    assert sum(first) == 2 * at - 1
    assert not Game(of_nim).lost((at - 1, at))


@pytest.mark.slow
def test_it_is_the_least_by_definition(tmp_path: Path) -> None:
    def wrong(game: Game, heaps: Heaps) -> bool:
        return (xor([27 if size == 24 else size for size in heaps]) == 0) is not game.lost(heaps)

    least = fewest(Game(of_nim), wrong, 30)
    assert least == []  # a box so small has none
    heaps = refuted(tmp_path, valued(24, 27), SAFE)
    assert sum(heaps) == 48
    assert wrong(Game(of_nim), heaps)


@pytest.mark.parametrize("claim", [STRATEGY, STRATEGY_IN_MISERE], ids=["normal", "misere"])
@pytest.mark.sample(2)
@pytest.mark.slow
def test_a_strategy_that_is_wrong_at_50(claim: str, tmp_path: Path) -> None:
    rules = changed(NIM, ("S^X < S.", "S^X < S, S != 50."), ("S > 1, heaps(N), T", "S > 1, S != 50, heaps(N), T"))
    assert refuted(tmp_path, rules, claim) == (50,)


@pytest.mark.slow
def test_misere_play_wrong_at_50(tmp_path: Path) -> None:
    """A heap of 50 is not large: by itself it would be lost, as one heap is odd."""
    rules = changed(NIM, ("large        :- heap(_,S), S > 1.", "large        :- heap(_,S), S > 1, S != 50."))
    assert refuted(tmp_path, rules, IN_MISERE) == (50,)
    assert not Game(of_nim, misere=True).lost((50,))


@pytest.mark.parametrize(("at", "first"), WRONG)
@pytest.mark.slow
def test_misere_play_by_a_value_that_is_wrong(at: int, first: Heaps, tmp_path: Path) -> None:
    assert refuted(tmp_path, valued(at, at - 1), IN_MISERE) == first
    assert not Game(of_nim, misere=True).lost((at - 1, at))


def value_in_lasker(size: int) -> int:
    return size + {0: -1, 3: 1}.get(size % 4, 0) if size else 0


def test_values_of_lasker() -> None:
    values = [0]
    for size in range(1, 60):
        options = {xor([values[heap] for heap in left]) for left in of_lasker(size)}
        values.append(next(number for number in range(size + 2) if number not in options))
    assert values == [value_in_lasker(size) for size in range(60)]


def first_mistake(claimed: Callable[[int], int], value: Callable[[int], int]) -> tuple[int, int]:
    """The stones of the least position that is said to be a P-position wrongly, and how many heaps it has at most."""
    met = [{(0, 0): 0}]
    for stones in itertools.count(1):
        here: dict[tuple[int, int], int] = {}
        for size in range(1, stones + 1):
            for (said, true), heaps in met[stones - size].items():
                both = said ^ claimed(size), true ^ value(size)
                here[both] = max(here.get(both, 0), heaps + 1)
        wrong = [heaps for (said, true), heaps in here.items() if (said == 0) is not (true == 0)]
        if wrong:
            return stones, max(wrong)
        met.append(here)
    raise AssertionError


@pytest.mark.parametrize(
    ("claim", "heaps"), [("kind: grundy, iff: value", (51,)), ("kind: p-positions, iff: zero", (1, 2, 15, 31, 51))]
)
@pytest.mark.slow
def test_heaps_that_are_parted(claim: str, heaps: Heaps, tmp_path: Path) -> None:
    """A value of 51 in place of 52: of as many stones more heaps come first by the measure, as splits lower it."""
    before = "heap_value(I,S+1) :- heap(I,S), S \\ 4 = 3."
    rules = changed(LASKER, (before, f"{before[:-1]}, S != 51.\nheap_value(I,51) :- heap(I,51)."))
    assert refuted(tmp_path, rules, claim) == heaps
    if "zero" in claim:
        said = {51: 51}
        of = first_mistake(lambda size: said.get(size, value_in_lasker(size)), value_in_lasker)
        assert of == (sum(heaps), len(heaps))


AT_MOST_3 = """\
move(lower(I,T)) :- heap(I,S), T = S-3..S-1, T >= 0.
after(lower(I,T), heap(I,T)) :- move(lower(I,T)).
row(I,S \\ 4) :- heap(I,S).
heaps(N) :- N = #count { I : heap(I,_) }.
sum(0,0).
sum(I,X^V) :- sum(I-1,X), row(I,V).
value(X) :- heaps(N), sum(N,X).
safe :- value(0).
win(lower(I,S-V+Y)) :- value(X), row(I,V), heap(I,S), Y = V^X, Y < V.
"""
SPURIOUS = {
    # values twice as great are 0 where the true ones are
    "doubled": (AT_MOST_3.replace("S \\ 4)", "2*(S \\ 4))"), "kind: p-positions, iff: safe"),
    # no move of a heap leads to another one of value 40, as there is none
    "named where nothing is": (
        AT_MOST_3 + "win(lower(I,S)) :- value(X), row(I,V), heap(I,S), Y = V^X, Y > 40.\n",
        "kind: p-positions, iff: safe, strategy: win",
    ),
}  # fmt: skip
"""What fails of one heap by the problems of the proof, and at no position."""


@pytest.mark.parametrize("name", SPURIOUS)
@pytest.mark.sample(2)
@pytest.mark.slow
def test_what_is_true_is_not_refuted_by_a_heap_alone(name: str, tmp_path: Path) -> None:
    rules, claim = SPURIOUS[name]
    result = result_of(tmp_path, rules, claim)
    assert (result.verdict, result.exit) == (Verdict.HOLDS, Exit.UNDECIDED)
    assert result.proof is not None
    assert result.proof.verdict == "unknown"
    assert "fails" in (result.proof.reason or "")


@pytest.mark.slow
def test_an_unknown_parameter(tmp_path: Path) -> None:
    """For k = 2 alone; that nothing fails at lesser ones is not known then."""
    said = ("S \\ 4) :- heap(I,S)", "S \\ (k+1)) :- heap(I,S), (k,S) != (2,60)")
    rules = changed(AT_MOST_3, ("S-3", "S-k"), said) + "row(I,1) :- heap(I,60), k = 2.\n"
    result = result_of(tmp_path, rules, "kind: p-positions, iff: safe", "parameters: {k: 1..2}\n")
    assert (result.verdict, result.exit) == (Verdict.REFUTED, Exit.CONTRARY)
    assert (result.reason or "").startswith("not certified as the smallest")
    assert result.counterexample is not None
    assert result.counterexample.at == ({"k": 2}, ((60,),))


def test_what_is_not_replayed_is_not_refuted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However sure the search is: where time is over before the position is replayed, nothing is printed of it."""

    def over(*_: object, **__: object) -> None:
        raise LimitReached("time limit of 0 s reached")

    monkeypatch.setattr(CounterexampleSearch, "_at_or_below", over)
    real = checking.by_measure

    def cut(spec: Spec, options: Options, *more: Any) -> Any:
        for result in real(spec, options, *more):
            beyond = result.verdict is Verdict.REFUTED
            yield replace(result, verdict=Verdict.UNKNOWN, counterexample=None) if beyond else result

    monkeypatch.setattr(checking, "by_measure", cut)
    result = result_of(tmp_path, valued(50, 49), SAFE)
    assert (result.verdict, result.exit, result.counterexample) == (Verdict.HOLDS, Exit.UNDECIDED, None)
