"""Swap positions of a sum of any number of heaps: where no heap is firm, by the proof of misère play, and not else."""

from __future__ import annotations

from itertools import combinations_with_replacement
from pathlib import Path

import pytest

from bouton.core.exits import Exit
from bouton.core.verdict import Result, Verdict
from bouton.document.load import load
from bouton.process.limits import Limits
from bouton.proof.ways.sums.problems import MINIONS
from bouton.run.check import check
from bouton.run.options import Options
from tests.proof.ways.sums.test_problems import AT_MOST_K, COUNTED, MISERE, NIM, SUM, lost

EVERY = "prove: {heap: {count: all}}"
LOST = "  - {id: lost, says: x, kind: p-positions, play: misere, iff: misere}\n"
SWAP = f"  - {{id: c, says: x, kind: swap-positions, iff: fickle, {EVERY}}}\n"
RULES = NIM + SUM + COUNTED
AT_MOST_3 = AT_MOST_K.replace("k", "3") + SUM + MISERE


def judged(path: Path, rules: str, claims: str, seconds: float = 60) -> Result:
    (path / "g.lp").write_text(rules)
    head = "game: g\nrules: g.lp\nposition: {heap: {count: 0..3, size: 1..4}}\nclaims:\n"
    (path / "g.yaml").write_text(head + claims)
    asked = Options(claims=("c",), fresh=True, crosscheck=False, limits=Limits(seconds=seconds))
    (result,) = check(load(str(path / "g.yaml")), asked, lambda _: None)
    return result


@pytest.mark.parametrize("rules", [RULES, AT_MOST_3], ids=["nim", "at most 3"])
@pytest.mark.sample(2)
@pytest.mark.slow
def test_they_are_proved_for_any_number_of_heaps(rules: str, tmp_path: Path) -> None:
    result = judged(tmp_path, rules, LOST + SWAP)
    assert (result.verdict, result.exit) == (Verdict.PROVED, Exit.OK)
    assert result.proof is not None
    assert "heap.count" in result.proof.unbounded
    assert MINIONS in result.proof.cites
    assert result.proof.reason == "with the P-positions of lost"
    assert {"swap positions", "claim c", "absorption in misère play"} <= {part.name for part in result.proof.parts}


def test_they_are_where_the_outcomes_differ() -> None:
    """By the definitions of both plays, in Nim and with at most three stones at once."""
    for takes, fickle in (
        (lambda size: list(range(size)), lambda size: size == 1),
        (lambda size: list(range(max(0, size - 3), size)), lambda size: size % 4 < 2),
    ):

        def normal(heaps: tuple[int, ...], takes: object = takes) -> bool:
            after = (
                tuple(sorted(filter(None, (*heaps[:at], left, *heaps[at + 1 :]))))
                for at, size in enumerate(heaps)
                for left in takes(size)  # type: ignore[operator]
            )
            return not any(map(normal, after))

        for count in range(4):
            for heaps in combinations_with_replacement(range(1, 6), count):
                assert (normal(heaps) is not lost(heaps, takes)) is all(map(fickle, heaps))


@pytest.mark.slow
def test_what_is_proved_of_misere_play_already_is_not_proved_again(tmp_path: Path) -> None:
    claims = f"  - {{id: lost, says: x, kind: p-positions, play: misere, iff: misere, {EVERY}}}\n{SWAP}"
    result = judged(tmp_path, RULES, claims)
    assert result.verdict is Verdict.PROVED
    assert result.proof is not None
    assert [one.name for one in result.proof.obligations] == ["proof of lost", "claim c"]
    assert result.proof.through == "lost"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        # other heaps are firm
        ("V > 1", "V > 1, V != 40"),
        ("V > 1", "V > 1, V < 90"),
        ("firm :- row(_,V), V > 1.", "firm :- row(_,V), V > 1. firm :- heaps(40)."),
        ("T = 0..S-1", "T = 0..S-1, S-T != 30"),
        ("T = 0..S-1", "T = 0..S-1, S < 60"),
        # something else is said than that none is
        ("fickle :- not firm", "fickle :- not firm, not heap(_,40)"),
        ("fickle :- not firm.", "fickle :- not firm, heaps(N), N < 40."),
        ("fickle :- not firm.", "fickle :- not firm. fickle :- heap(_,80), heaps(7)."),
        ("fickle :- not firm.", "fickle :- not large. large :- heap(_,S), S > 1, S != 70."),
        ("fickle :- not firm.", "fickle :- heaps(N), N = #count { I : heap(I,S), S < 2 }."),
    ],
)
@pytest.mark.sample(12)
def test_nothing_else_is_proved(before: str, after: str, tmp_path: Path) -> None:
    assert before in RULES
    result = judged(tmp_path, RULES.replace(before, after), LOST + SWAP, seconds=30)
    assert result.verdict in (Verdict.HOLDS, Verdict.REFUTED)
    assert result.exit is not Exit.OK


@pytest.mark.slow
def test_without_a_claim_about_misere_play_nothing_is_proved(tmp_path: Path) -> None:
    normal = "  - {id: safe, says: x, kind: p-positions, iff: safe}\n"
    result = judged(tmp_path, RULES, normal + SWAP)
    assert (result.verdict, result.exit) == (Verdict.HOLDS, Exit.UNDECIDED)
    assert result.proof is not None
    assert str(result.proof.reason).startswith("no other claim of the spec names the P-positions; no two claims")
