"""Families of games with cycles: nothing is proved that plain Python refutes, and what is known is proved."""

from __future__ import annotations

import random
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import bouton
from bouton.core.verdict import Verdict
from tests.oracle.loops import outcome, reached, rounds
from tests.samples import small_or_whole

At = tuple[int, int]
_NEAR, _FAR = 7, 40


def _game(rng: random.Random) -> tuple[str, Any]:
    """Rules about a pile that never grows and a switch, and the same in plain Python."""
    takes = sorted(rng.sample(range(1, 5), rng.randint(1, 3)))
    loses, turns, least = rng.randint(0, 2), rng.randint(0, 2), rng.randint(0, 3)
    passes, modulus = rng.random() < 0.5, rng.randint(2, 4)
    text = "".join(f"takes({one}). " for one in takes)
    text += f"""
    move(take(M)) :- pile(N), takes(M), M <= N, switch(B), B != {loses}.
    after(take(M), pile(N-M)) :- pile(N), move(take(M)).
    move(turn) :- switch(B), pile(N), N >= {least}, B != {turns}.
    after(turn, switch(1-B)) :- switch(B), move(turn).
    """
    text += f"move(pass) :- pile(N), N \\ {modulus} = 0, N > 0.\n" if passes else ""

    def moves(at: At) -> list[At]:
        n, b = at
        found = [(n - m, b) for m in takes if m <= n and b != loses]
        found += [(n, 1 - b)] if n >= least and b != turns else []
        return found + ([at] if passes and n > 0 and n % modulus == 0 else [])

    return text, moves


def _families(rng: random.Random, label: str, true: Any, name: str) -> tuple[str, Any]:
    """A family that has the outcome as far as is looked, in both: often it is false farther out."""
    every = [
        (modulus, rest, switch, least)
        for modulus in range(1, 5)
        for rest in range(modulus)
        for switch in (0, 1, None)
        for least in range(3)
    ]
    found: list[tuple[int, float, str, Any]] = []
    for modulus, rest, switch, least in every:
        holds = partial(_holds, modulus, rest, switch, least)
        near = [(n, b) for n in range(_NEAR) for b in (0, 1) if holds((n, b))]
        if near and all(outcome(at, true) == label for at in near):
            where = f"pile(N), N \\ {modulus} = {rest}, N >= {least}"
            where += "" if switch is None else f", switch({switch})"
            found.append((len(near), rng.random(), f"{name} :- {where}.\n", holds))
    if not found:
        return f"{name} :- pile(N), N < 0.\n", lambda _at: False
    return max(found)[2:]


def _holds(modulus: int, rest: int, switch: int | None, least: int, at: At) -> bool:
    return at[0] % modulus == rest and at[0] >= least and switch in (None, at[1])


def _claims(play: str) -> list[dict[str, Any]]:
    said = {"says": "s", "kind": "outcome", "play": play, "prove": {"pile": "all", "switch": "0..1"}}
    return [
        {"id": "lost", "where": "lost", "outcome": "P", **said},
        {"id": "won", "where": "won", "outcome": "N", "into": "lost", **said},
        {"id": "drawn", "where": "drawn", "outcome": "draw", **said},
        {"id": "kept", "where": "drawn", "outcome": "draw", "into": "lost", **said},
    ]


@pytest.mark.parametrize("seeds", small_or_whole(range(2), range(2, 2000)))
def test_nothing_false_is_proved(seeds: range, tmp_path: Path) -> None:
    proved = 0
    for seed in seeds:
        rng = random.Random(seed)
        text, moves = _game(rng)
        play = rng.choice(["normal", "misere"])
        options = reached([(n, b) for n in range(_FAR) for b in (0, 1)], moves)
        true = rounds(options, [_never, _always][play == "normal"])
        labels = {"lost": "P", "won": "N", "drawn": "draw"}
        families = {name: _families(rng, label, true, name) for name, label in labels.items()}
        (tmp_path / "game.lp").write_text(text + "".join(rule for rule, _ in families.values()))
        # a box in which little can be seen, so that proofs are tried of what is false farther out
        game = bouton.Game(
            tmp_path / "game.lp",
            cycles="allowed",
            pile=f"0..{rng.choice([3, 6])}",
            switch="0..1",
            claims=_claims(play),
        )
        for answer in game.check_all():
            if answer.verdict is not Verdict.PROVED or not answer.result.proof.unbounded:  # type: ignore[union-attr]
                continue
            name = {"kept": "drawn"}.get(answer.result.id, answer.result.id)
            assert all(outcome(at, true) == labels[name] for at in options if families[name][1](at)), (seed, text)
            proved += 1
    assert proved >= max(1, len(seeds) // 4)


def _always(_at: At) -> bool:
    return True


def _never(_at: At) -> bool:
    return False


_PASS = """
move(take(I,M))               :- heap(I,S), M = 1..S.
after(take(I,M), heap(I,S-M)) :- heap(I,S), move(take(I,M)).
move(pass)                    :- heap(_,_).
heaps(N) :- N = #count { I : heap(I,_) }.
over   :- heaps(0).
single :- heaps(1).
drawn  :- heaps(N), N >= 2.
stones :- heap(_,_).
"""


@pytest.mark.slow
def test_nim_with_a_pass_for_ever_is_settled_for_every_size(tmp_path: Path) -> None:
    (tmp_path / "pass.lp").write_text(_PASS)
    said: dict[str, Any] = {"says": "s", "kind": "outcome", "prove": {"heap": {"count": "0..3"}}}
    claims = [
        {"id": "over", "where": "over", "outcome": "P", **said},
        {"id": "single", "where": "single", "outcome": "N", "into": "over", **said},
        {"id": "drawn", "where": "drawn", "outcome": "draw", "into": "over", **said},
        {"id": "misere", "where": "stones", "outcome": "draw", "play": "misere", **said},
        {"id": "alone", "where": "drawn", "outcome": "draw", **said},
        {"id": "false", "where": "stones", "outcome": "draw", "into": "over", **said},
        {
            "id": "many",
            "where": "drawn",
            "outcome": "draw",
            "into": "over",
            **said,
            "prove": {"heap": {"count": "all"}},
        },
    ]
    game = bouton.Game(tmp_path / "pass.lp", cycles="allowed", heap={"count": "0..3", "size": "1..3"}, claims=claims)
    answers = {answer.result.id: answer for answer in game.check_all()}
    assert {name for name, one in answers.items() if one.verdict is Verdict.PROVED} == {
        "over",
        "single",
        "drawn",
        "misere",
    }
    assert answers["false"].counterexample is not None
    assert answers["false"].counterexample.position == {"heap": [1]}
    assert answers["alone"].verdict is answers["many"].verdict is Verdict.HOLDS


_TURNS = """
% Take one or two, or turn the switch, which helps nobody where three divides the pile.
move(take(M)) :- pile(N), M = 1..2, M <= N.
after(take(M), pile(N-M)) :- pile(N), move(take(M)).
move(add) :- pile(N), N > 0, N < most, N \\ 3 != 0.
after(add, pile(N+1)) :- pile(N), move(add).
lost :- pile(N), N \\ 3 = 0.
even :- pile(N), N \\ 2 = 0.
"""


def test_a_subtraction_game_that_may_add(tmp_path: Path) -> None:
    """Stones are added only from where one wins anyway: the multiples of three are lost, by replies that fall."""
    (tmp_path / "add.lp").write_text(_TURNS.replace("N < most, ", ""))
    said: dict[str, Any] = {"says": "s", "kind": "outcome", "outcome": "P", "prove": {"pile": "all"}}
    claims = [{"id": "lost", "where": "lost", **said}, {"id": "even", "where": "even", **said}]
    game = bouton.Game(tmp_path / "add.lp", cycles="allowed", pile={"range": "0..12", "reach": "0..12"}, claims=claims)
    answers = {answer.result.id: answer for answer in game.check_all()}
    assert answers["lost"].verdict is Verdict.PROVED
    assert answers["even"].counterexample is not None and answers["even"].counterexample.position == {"pile": 2}
