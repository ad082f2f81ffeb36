"""Claims about games whose moves form cycles: verdicts and least counterexamples against plain Python."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

import bouton
from bouton.core.errors import InputError
from bouton.core.verdict import Verdict
from tests.oracle.loops import outcome, rounds
from tests.samples import small_or_whole

_TOKEN = "move(to(Y)) :- token(X), edge(X,Y).\nafter(to(Y), token(Y)) :- move(to(Y)).\n"


def _edges(rng: random.Random, size: int) -> list[tuple[int, int]]:
    return sorted({(rng.randrange(size), rng.randrange(size)) for _ in range(rng.randint(1, 2 * size))})


def _facts(name: str, rows: Any) -> str:
    return "".join(f"{name}({','.join(map(str, row if isinstance(row, tuple) else (row,)))}). " for row in rows) + "\n"


@pytest.mark.parametrize("seeds", small_or_whole(range(8), range(8, 400)))
def test_random_claims_fail_first_where_plain_python_says(seeds: range, tmp_path: Path) -> None:
    for seed in seeds:
        _claims(random.Random(seed), tmp_path)


def _claims(rng: random.Random, folder: Path) -> None:
    size = rng.randint(2, 7)
    edges = _edges(rng, size)
    options = {x: sorted(y for at, y in edges if at == x) for x in range(size)}
    play = rng.choice(["normal", "misere"])
    true = rounds(options, lambda _at: play == "normal")
    kinds = {x: outcome(x, true) for x in options}

    def near(rows: Any) -> set[int]:
        found = set(rows)
        return found ^ {rng.randrange(size)} if rng.random() < 0.6 else found

    lost, drawn = near(true[0]), near(x for x in options if kinds[x] == "draw")
    remote = {x: {**true[0], **true[1]}.get(x) for x in options}
    said = {x: n for x, n in remote.items() if n is not None}
    if rng.random() < 0.5:
        said[rng.randrange(size)] = rng.randrange(4)
    text = _facts("edge", edges) + _TOKEN
    text += "".join(f"lost :- token({x}). " for x in lost) + "".join(f"drawn :- token({x}). " for x in drawn)
    text += "".join(f"remoteness({n}) :- token({x}). " for x, n in said.items())
    text += "\nlost :- 1 = 2. drawn :- 1 = 2. remoteness(0) :- 1 = 2.\n"
    (folder / "game.lp").write_text(text)
    claims = [
        {"id": "p", "says": "p", "kind": "p-positions", "play": play, "iff": "lost"},
        {"id": "d", "says": "d", "kind": "p-positions", "play": play, "iff": "lost", "draw": "drawn"},
        {"id": "o", "says": "o", "kind": "outcome", "play": play, "where": "drawn", "outcome": "draw"},
        {"id": "r", "says": "r", "kind": "remoteness", "play": play},
    ]
    game = bouton.Game(folder / "game.lp", cycles="allowed", token=f"0..{size - 1}", claims=claims)
    wrong = {
        "p": [x for x in options if (x in lost) != (kinds[x] == "P")],
        "d": [x for x in options if (x in lost, x in drawn) != (kinds[x] == "P", kinds[x] == "draw")],
        "o": [x for x in drawn if kinds[x] != "draw"],
        "r": [x for x in options if said.get(x) != remote[x]],
    }
    for answer in game.check_all():
        expected = sorted(wrong[answer.result.id])
        found = answer.counterexample
        assert (None if found is None else found.position) == (({"token": expected[0]}) if expected else None), text
        if not expected:
            assert answer.verdict in (Verdict.HOLDS, Verdict.VACUOUS)


@pytest.mark.parametrize("seeds", small_or_whole(range(10), range(10, 300)))
def test_random_games_of_alliances_have_the_winners_of_plain_python(seeds: range, tmp_path: Path) -> None:
    for seed in seeds:
        rng = random.Random(seed)
        size = rng.randint(2, 7)
        edges = _edges(rng, size)
        options = {x: sorted(y for at, y in edges if at == x) for x in range(size)}
        side, won = ({x: rng.randint(1, 2) for x in options} for _ in range(2))
        true = _sided(options, side, won)
        wins = {x: {"P": 3 - side[x], "N": side[x], "draw": "draw"}[outcome(x, true)] for x in options}
        wins = {x: won[x] if not options[x] else wins[x] for x in options}
        text = _facts("edge", edges) + _TOKEN
        text += "".join(f"side({side[x]}) :- token({x}). winner({won[x]}) :- token({x}). " for x in options)
        text += "".join(f"wins({wins[x]}) :- token({x}). " for x in options)
        (tmp_path / "game.lp").write_text(text)
        claims = [{"id": "w", "says": "w", "kind": "winners"}]
        game = bouton.Game(tmp_path / "game.lp", cycles="allowed", token=f"0..{size - 1}", claims=claims)
        assert game.check("w").counterexample is None, text
        assert {row.position["token"]: row.outcome for part in game.rows() for row in part} == wins


def _sided(options: dict[int, list[int]], side: dict[int, int], won: dict[int, int]) -> Any:
    return rounds(options, lambda at: side[at] != won[at], lambda at, to: side[at] == side[to])


_PASS = """
move(take(I,M))               :- heap(I,S), M = 1..S.
after(take(I,M), heap(I,S-M)) :- heap(I,S), move(take(I,M)).
move(pass) :- heap(_,_).
heaps(N) :- N = #count { I : heap(I,_) }.
lost  :- heaps(0).
drawn :- heaps(N), N >= 2.
big   :- heap(_,S), S >= 3.
value(0).
remoteness(0) :- heaps(0).
remoteness(1) :- heaps(1).
good(take(1,S)) :- heap(1,S).
"""


def _pass(folder: Path, *claims: dict[str, Any]) -> bouton.Game:
    (folder / "pass.lp").write_text(_PASS)
    listed = [{"id": f"c{at}", "says": "what it says", **one} for at, one in enumerate(claims)]
    return bouton.Game(folder / "pass.lp", cycles="allowed", heap={"count": "0..3", "size": "1..4"}, claims=listed)


def test_nim_with_a_pass_for_ever(tmp_path: Path) -> None:
    game = _pass(
        tmp_path,
        {"kind": "p-positions", "iff": "lost", "draw": "drawn"},
        {"kind": "remoteness"},
        {"kind": "strategy", "moves": "good"},
        {"kind": "outcome", "where": "drawn", "outcome": "draw"},
        {"kind": "example", "at": {"heap": [1, 1]}, "outcome": "draw"},
        {
            "kind": "table",
            "of": "remoteness",
            "entries": [{"at": {"heap": [2]}, "value": 1}, {"at": {"heap": [1, 2]}, "value": "draw"}],
        },
        {"kind": "table", "of": "outcome", "entries": [{"at": {"heap": [1, 2]}, "value": "draw"}]},
    )
    assert [answer.verdict for answer in game.check_all()] == [Verdict.HOLDS] * 7


def test_a_false_claim_shows_the_loop_or_the_line(tmp_path: Path) -> None:
    game = _pass(
        tmp_path,
        {"kind": "p-positions", "iff": "drawn"},
        {"kind": "p-positions", "iff": "lost", "draw": "big"},
        {"kind": "outcome", "where": "big", "outcome": "draw"},
    )
    first, second, third = (answer.counterexample for answer in game.check_all())
    assert first is not None and second is not None and third is not None
    assert (first.position, first.sentence) == (
        {"heap": []},
        "claimed N, but it is a P-position: no move is left, and the previous player has won",
    )
    assert (second.position, second.sentence) == (
        {"heap": [1, 1]},
        "claimed N, but it is a draw: no move reaches a P-position, and pass: nothing changes, reaching 1:1, a draw; "
        "a loop that holds it: heap 1:1 -[pass]-> heap 1:1",
    )
    assert third.position == {"heap": [3]}
    assert third.sentence.endswith("how it goes on: heap 3 -[take(1,3)]-> the empty position")


@pytest.mark.parametrize(
    ("claims", "message"),
    [
        ([{"id": "a", "kind": "p-positions", "iff": "lost", "where": "big", "draw": "drawn"}], "'a' names draws"),
        ([{"id": "a", "kind": "p-positions", "iff": "lost", "where": "big"}], "a claim with draw takes no others"),
    ],
)
def test_draws_are_claimed_by_a_claim_of_its_own(claims: list[dict[str, Any]], message: str, tmp_path: Path) -> None:
    whole = {"id": "c", "kind": "p-positions", "together": ["a"], **({} if "draw" in claims[0] else {"draw": "drawn"})}
    with pytest.raises(InputError, match=message):
        _pass(tmp_path, *claims, whole)


def test_what_follows_no_cycle_says_so(tmp_path: Path) -> None:
    named = {"kind": "p-positions", "iff": "lost", "strategy": "good", "prove": True}
    game = _pass(tmp_path, {"kind": "grundy"}, named)
    with pytest.raises(InputError, match=r"the moves form a cycle: .*Sprague-Grundy values"):
        game.check("c0")
    with pytest.raises(InputError, match="no theorem is looked for in games with cycles"):
        game.discover(seconds=1.0)
    assert "a draw" in str(game.graph("heap=1:1").svg)
    answer = game.check("c1")
    assert answer.proof is not None and "in a game with cycles" in (answer.proof.reason or "")


def test_claims_with_draws_of_a_game_without_cycles_are_judged_and_not_proved(tmp_path: Path) -> None:
    (tmp_path / "game.lp").write_text(
        "move(t) :- pile(N), N > 0.\nafter(t, pile(N-1)) :- pile(N), N > 0.\n"
        "even :- pile(N), N \\ 2 = 0.\nnever :- pile(N), N < 0.\nbig :- pile(N), N > 2.\n"
    )
    claims = [
        {"id": name, "says": "s", "kind": "p-positions", "iff": "even", "draw": name, "prove": {"pile": "all"}}
        for name in ("never", "big")
    ]
    for cycles in (None, "allowed"):
        game = bouton.Game(tmp_path / "game.lp", cycles=cycles, pile="0..6", claims=claims)
        right, wrong = game.check("never"), game.check("big")
        assert right.verdict is Verdict.HOLDS
        assert wrong.counterexample is not None and wrong.counterexample.position == {"pile": 3}


def test_remoteness_of_a_game_without_cycles(tmp_path: Path) -> None:
    (tmp_path / "game.lp").write_text(
        "move(t(M)) :- pile(N), M = 1..3, M <= N.\nafter(t(M), pile(N-M)) :- pile(N), move(t(M)).\n"
        "remoteness(2*(N/4)+(N\\4+3)/4) :- pile(N).\nfalse(N) :- pile(N).\n"
    )
    claims = [
        {"id": "true", "says": "s", "kind": "remoteness"},
        {"id": "false", "says": "s", "kind": "remoteness", "iff": "false"},
    ]
    game = bouton.Game(tmp_path / "game.lp", pile="0..30", claims=claims)
    assert game.check("true").verdict is Verdict.HOLDS
    found = game.check("false").counterexample
    assert found is not None and found.position == {"pile": 2}
    assert found.sentence.startswith("false names 2, but it is N in 1: ")


@pytest.mark.slow
def test_cycles_that_begin_far_out_in_a_box_that_is_too_large_for_clingo(tmp_path: Path) -> None:
    (tmp_path / "game.lp").write_text(
        "move(take(M)) :- pile(N), M = 1..2, M <= N.\nafter(take(M), pile(N-M)) :- pile(N), move(take(M)).\n"
        "move(add) :- pile(N), N \\ 3 != 0, N > 50000, N < 99999.\nafter(add, pile(N+1)) :- pile(N), move(add).\n"
        "lost :- pile(N), N \\ 3 = 0.\nwrong :- pile(N), N \\ 3 = 0, N != 90000.\n"
    )
    claims = [{"id": one, "says": "s", "kind": "p-positions", "iff": one} for one in ("lost", "wrong")]
    game = bouton.Game(tmp_path / "game.lp", cycles="allowed", pile="0..99999", claims=claims)
    game = game.within(memory=32 << 20)
    assert game.check("lost").verdict is Verdict.HOLDS
    wrong = game.check("wrong").counterexample
    assert wrong is not None and wrong.position == {"pile": 90_000}


def test_an_error_about_a_move_that_is_a_constant_stands_at_its_rule(tmp_path: Path) -> None:
    (tmp_path / "game.lp").write_text(
        "move(down) :- pile(N), N > 0.\nafter(down, pile(N-1)) :- pile(N), move(down).\n"
        "move(up) :- pile(3).\nafter(up, pile(4)) :- move(up).\n"
    )
    with pytest.raises(InputError, match=r"game\.lp:3:1: .*form a cycle: pile 3 -\[up\]-> pile 4"):
        bouton.Game(tmp_path / "game.lp", pile="0..4").table()
