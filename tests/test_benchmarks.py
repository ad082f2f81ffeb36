"""What the benchmarks time is the same job, with the same answer."""

from __future__ import annotations

import json
import math
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks import comparing, endurance, table, values
from benchmarks.games import BOTH, COMPILED, CPP, GROUND, NAIVE, SCRIPT, Box, Game, Pile, commands, games
from benchmarks.measure import Run, in_turns, middle, ratios, run
from bouton.run.kept import FRESH

ROOT = Path(__file__).parents[1]
HAS_COMPILER = shutil.which("c++") is not None
ANSWERS = {
    ("greedy", 5): "126 positions, 27 P-positions, 0 disagreements",
    ("bounded", 4): "210 positions, 68 P-positions, 0 disagreements",
    ("bounded", 6): "210 positions, 80 P-positions, 0 disagreements",
    ("moore", 4): "210 positions, 10 P-positions, 0 disagreements",
    ("wythoff", 2): "231 positions, 9 P-positions, 0 disagreements",
    ("survivor", 7): "217 positions, 95 lost by alliance 1, 0 disagreements",
}


@pytest.mark.skipif(not HAS_COMPILER, reason="no C++ compiler")
@pytest.mark.parametrize("game", games(), ids=lambda game: f"{game.peer} {game.boxes['tiny']}")
@pytest.mark.sample(6)
@pytest.mark.slow
def test_each_says_the_same_of_a_tiny_box(game: Game) -> None:
    box = game.boxes["tiny"]
    said = {
        name: subprocess.run(command, capture_output=True, text=True, check=True).stdout
        for name, command in commands(game, "tiny").items()
    }
    peers = {name: said.pop(name).strip() for name in (CPP, SCRIPT, NAIVE) if name in said}
    assert set(peers.values()) == {ANSWERS[game.peer, int(box.numbers[0])]}
    assert set(said) == {COMPILED, GROUND}
    for report in said.values():
        assert " HOLDS for " in report
        assert isinstance(box, Pile) or f"1..{box.size} stones ({box.positions} positions)" in report


@pytest.mark.skipif(not HAS_COMPILER, reason="no C++ compiler")
@pytest.mark.slow
def test_the_table_is_printed(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["table", "--size", "tiny", "--game", "wythoff", "--runs", "1"])
    table.main()
    lines = capsys.readouterr().out.splitlines()
    assert "Wythoff, 2 heaps up to 20: 231 positions" in lines
    assert {line[:22].strip() for line in lines} > {CPP, COMPILED, GROUND, SCRIPT, NAIVE}


def test_large_boxes_are_for_fast_programs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("benchmarks.games.hand_written", lambda: "hand_written")
    assert [game.boxes["large"].positions for game in games()] == [9657648, 10009125, 9366819, 635376, 9997156, 9999997]
    for game in games():
        assert set(commands(game, "large")) == {CPP, COMPILED, BOTH, SCRIPT}
        assert commands(game, "large")[BOTH][-2:] == ["--jobs", "2"]


@pytest.mark.parametrize(
    ("spec", "claim"),
    [
        ("nim_with_a_pass", "two-heaps"),
        ("greedy_nim", "theorem-4"),
        ("euclid", "section-3-5-never-equal"),
    ],
)
@pytest.mark.sample(3)
def test_what_comparing_costs_is_told_beside_the_rest(spec: str, claim: str) -> None:
    """For each number of heaps, for any, and of statements that use themselves."""
    found = comparing.cost(comparing.ROOT / "specs" / f"{spec}.yaml", (claim,))
    assert min(found.comparing, found.rest) > 0
    assert comparing.line(spec, found).startswith(f"{spec} ")
    nothing = comparing.cost(comparing.ROOT / "specs" / f"{spec}.yaml", ("none of its claims",))
    assert nothing.comparing == 0 == nothing.share


def test_a_game_without_a_spec_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    coming = Game("NIM(2,3)", "values_of_nim_2_3.yaml", "values", "nim_2_3", {"tiny": Box(2, 5)})
    monkeypatch.setattr("benchmarks.games.GAMES", (*games(), coming))
    assert coming not in games()


def test_ratios_are_of_runs_of_the_same_turn() -> None:
    one = [Run(1.0, 1.0, 10.0), Run(9.0, 3.0, 10.0), Run(4.0, 2.0, 30.0)]
    other = [Run(2.0, 1.0, 5.0), Run(3.0, 1.0, 5.0), Run(4.0, 1.0, 5.0)]
    assert middle(one) == Run(4.0, 2.0, 10.0)
    assert ratios(one, other) == Run(1.0, 2.0, 2.0)


def test_a_command_that_fails_ends_the_benchmark() -> None:
    with pytest.raises(SystemExit, match="exit status 3"):
        in_turns({"it": ["/bin/sh", "-c", "exit 3"]}, 1)


def test_what_takes_too_long_is_not_tried_again() -> None:
    patience = iter((0.2, *[600.0] * 4))  # the first is for what sleeps, which is asked about no more
    found = in_turns({"it": ["/bin/sleep", "3600"], "other": ["/bin/true"]}, 3, patience=lambda: next(patience))
    assert [one.wall for one in found["it"]] == [math.inf] * 3
    assert all(one.wall < math.inf for one in found["other"])
    assert run(["/bin/true"], patience=600).wall < math.inf


@pytest.mark.slow
@pytest.mark.parametrize("game", values.GAMES, ids=lambda game: game.peer)
@pytest.mark.sample(6)
def test_each_gives_the_same_values(game: values.Valued) -> None:
    said = {
        name: subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
        for name, command in values.commands(game, 9).items()
    }
    names = len(game.options) // 2  # the columns of the parameters
    rows = [line.split(",")[names:] for line in said[values.BOUTON][1:]]
    assert len(rows) == (165 if game.peer == "three_euclid" else 55)
    assert sorted(rows) == sorted(line.split(",") for line in said[values.BOTH])
    assert sorted(row[:2] for row in rows) == sorted(line.split(",") for line in said[values.NORMAL])


@pytest.mark.slow
def test_the_table_of_values_is_printed(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["values", "--size", "8", "--runs", "1"])
    monkeypatch.setattr(values, "GAMES", values.GAMES[:1])
    values.main()
    lines = capsys.readouterr().out.splitlines()
    assert {line[:22].strip() for line in lines} > {values.BOUTON, values.BOTH, "compiled, misere", "ground, misere"}


@pytest.mark.slow
def test_no_verdict_that_was_kept_is_measured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """A user's verdicts are kept; what is measured finds each anew, in as many processes as it says."""
    monkeypatch.delenv(FRESH)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    claim = [str(ROOT / "specs" / "nim.yaml"), "--claim", "example-9-5-12"]
    for _ in range(2):
        subprocess.run([sys.executable, "-m", "bouton", "check", *claim], check=True)
    assert "kept" in capfd.readouterr().out
    said = tmp_path / "said"
    command = [sys.executable, "-m", "bouton", "check", *claim]
    script = f"import subprocess; subprocess.run({command!r}, stdout=open({str(said)!r}, 'w'), check=True)"
    run([sys.executable, "-c", script])
    assert " HOLDS " in said.read_text()
    assert "kept" not in said.read_text()
    game = games()[0]
    for name, processes in ((COMPILED, "1"), (BOTH, "2")):
        command = commands(game, "large")[name]
        assert command[len(command) - 1 - command[::-1].index("--jobs") + 1] == processes


def test_endurance_tells_of_each_run_that_says_something_else(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    right = [{"id": "good", "verdict": "holds", "seconds": 1}, {"id": "bad", "verdict": "refuted", "seconds": 2}]
    wrong = [right[0], {**right[1], "verdict": "holds"}]

    def saying(*claims: object, errors: str = "") -> None:
        said = iter([json.dumps({"claims": one}) for one in claims])
        monkeypatch.setattr(endurance, "_run", lambda *_: subprocess.CompletedProcess([], 0, next(said), errors))

    saying(right, right, right)
    assert list(endurance.large(2, tmp_path)) == []
    saying(right, right, wrong)
    assert len(list(endurance.large(2, tmp_path))) == 1
    saying(right, right, errors="Bad file descriptor")
    assert "Bad file descriptor" in next(endurance.large(1, tmp_path))
    saying(wrong)
    with pytest.raises(SystemExit):
        list(endurance.large(1, tmp_path))
    assert list(endurance.pools(2)) == []
