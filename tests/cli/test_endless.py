"""Every command through games with cycles, on counters, heaps and sets: it works, or says that it does not yet."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from bouton.cli import main
from tests.oracle.loops import outcome, rounds

GAMES = {
    "counters": (
        """
        move(take(M)) :- pile(N), M = 1..2, M <= N.
        after(take(M), pile(N-M)) :- pile(N), move(take(M)).
        move(add) :- pile(N), N > 0, N < 9, N \\ 3 = 2.
        after(add, pile(N+1)) :- pile(N), move(add).
        lost :- pile(N), N \\ 3 = 0.
        value(0) :- lost.
        """,
        "pile: 0..9",
        "pile=4",
    ),
    "heaps": (
        """
        move(take(I,M))               :- heap(I,S), M = 1..S.
        after(take(I,M), heap(I,S-M)) :- heap(I,S), move(take(I,M)).
        move(pass)                    :- heap(_,_).
        lost :- not heap(1,_).
        value(0) :- lost.
        """,
        "heap: {count: 0..2, size: 1..2}",
        "heap=1:2",
    ),
    "sets": (
        """
        vertex(a;b;c;d;e). edge(a,b;;b,c;;c,a;;d,a;;b,e).
        move(to(Y)) :- at(X), edge(X,Y).
        after(to(Y), at(Y)) :- move(to(Y)).
        lost :- at(X), not edge(X,_).
        lost :- at(a).
        value(0) :- lost.
        """,
        "at: {one_of: vertex}",
        "at=c",
    ),
}
SPEC = """
game: Endless
rules: game.lp
position: {{{position}}}
cycles: allowed
claims:
  - {{id: p, says: s, kind: p-positions, iff: lost}}
  - {{id: m, says: s, kind: p-positions, play: misere, iff: lost}}
  - {{id: k, says: s, kind: kernel, iff: lost}}
"""
_CYCLE = "the moves form a cycle: "
_VALUES = "Sprague-Grundy values"
COMMANDS = {
    "check {spec} --claim p --no-prove --at {at}": (0, "HOLDS at"),
    "check {spec} --no-prove": (1, "m  REFUTED at"),
    "check {spec} --no-prove --claim p --resume kept": (0, "HOLDS for"),
    "table {spec}": (0, ""),
    "table {spec} --count": (0, "count"),
    "solve {spec} --at {at}": (0, "normal play: "),
    "counterexample {spec} m": (0, "claimed "),
    "page {spec} -o page.html": (0, "page.html: Endless"),
    "table {spec} --values": (2, _VALUES),
    "table {spec} --format csv": (0, ""),
    "table {spec} --remoteness": (0, "remoteness"),
    "table {spec} --remoteness --values": (2, "--remoteness counts"),
    "table {spec} --remoteness --count": (2, "--remoteness means nothing"),
    "graph {spec} --at {at}": (0, "digraph game {"),
    "graph {spec} -o graph.svg": (0, "graph.svg: Endless: game graph, normal play"),
    "explain {spec} --claim p": (0, "the order of positions, which may come back"),
    "check {spec} --claim p --smtlib problems": (0, "p  HOLDS for"),
    "check {spec} --claim p --rocq files": (0, "p  HOLDS for"),
    "discover {spec}": (2, ""),
    "check {spec} --claim p --no-prove --certificate proof": (2, ""),
}
"""What each ends with, and says."""


@pytest.fixture
def spec(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[str, str]:
    """A spec of one of the games, in the working folder, and a position."""
    rules, position, at = GAMES[request.param]
    (tmp_path / "game.lp").write_text(rules)
    (tmp_path / "game.yaml").write_text(SPEC.format(position=position))
    monkeypatch.chdir(tmp_path)
    return "game.yaml", at


@pytest.mark.parametrize("spec", GAMES, indirect=True)
@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.sample(3)
def test_a_command(spec: tuple[str, str], command: str, capsys: pytest.CaptureFixture[str]) -> None:
    name, at = spec
    code, words = COMMANDS[command]
    assert main(command.format(spec=name, at=at).split()) == code
    said = capsys.readouterr()
    assert words in said.out + said.err and "Traceback" not in said.err
    if code == 2:
        assert said.err.count("error: ") == 1 and said.err.startswith("error: ")


@pytest.mark.parametrize("spec", ["counters"], indirect=True)
@pytest.mark.parametrize("play", ["normal", "misere"])
@pytest.mark.long("normal")
def test_a_table_tells_in_how_many_moves_it_ends(
    spec: tuple[str, str], play: str, capsys: pytest.CaptureFixture[str]
) -> None:
    options = {n: [n - m for m in (1, 2) if m <= n] + [n + 1] * (n % 3 == 2 and n < 9) for n in range(10)}
    lost, won = rounds(options, lambda _: play == "normal")
    assert main(["table", spec[0], "--remoteness", "--json", "--play", play]) == 0
    assert json.loads(capsys.readouterr().out)["rows"] == [
        {"pile": n, "outcome": outcome(n, (lost, won)), "remoteness": lost.get(n, won.get(n))} for n in options
    ]
    assert main(["plot", spec[0], "--remoteness", "--play", play, "-o", "p.svg"]) == 0
    numbers = re.findall(r">(\d+)</text>", Path("p.svg").read_text())
    assert {str(one) for one in {*lost.values(), *won.values()}} <= set(numbers)
    assert "moves left (0.." in Path("p.svg").read_text()


def test_a_table_of_a_game_that_ends_has_its_remoteness(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "nim.lp").write_text(
        "move(take(I,M)) :- heap(I,S), M = 1..S.\nafter(take(I,M), heap(I,S-M)) :- heap(I,S), move(take(I,M)).\n"
    )
    asked = [str(tmp_path / "nim.lp"), "--over", "heap.count=0..2", "--over", "heap.size=1..2", "--remoteness"]
    assert main(["table", *asked, "--format", "csv"]) == 0
    said = capsys.readouterr().out.split()
    assert said == ["heap,outcome,remoteness", ",P,0", "1,N,1", "1:1,P,2", "2,N,1", "1:2,N,3", "2:2,P,4"]


@pytest.mark.slow
@pytest.mark.parametrize("spec", ["sets"], indirect=True)
def test_changes_of_a_theorem_are_refuted(spec: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["mutants", spec[0], "p", "--timeout", "20"]) == 0
    assert "12 changes: 12 refuted" in capsys.readouterr().out


@pytest.mark.parametrize("spec", ["counters"], indirect=True)
def test_json_says_which_loops_there_are(spec: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", spec[0], "--no-prove", "--json", "--claim", "m"]) == 1
    (claim,) = json.loads(capsys.readouterr().out)["claims"]
    assert (claim["verdict"], claim["counterexample"]["position"]) == ("refuted", {"pile": 0})


@pytest.mark.parametrize("spec", ["counters"], indirect=True)
def test_explain_speaks_of_no_measure_that_falls_and_no_proof(
    spec: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["explain", spec[0]]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "measure stones: the order of positions, which may come back" in said
    assert (
        "proof not possible: in games with cycles only claims of the kinds p-positions, winners and outcome are proved"
        in said
    )
