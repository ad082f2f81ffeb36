"""A game as an object: the verdicts, tables and pictures of the command line, as frozen results."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from dataclasses import FrozenInstanceError
from pathlib import Path
from typing import Any

import pytest

import bouton
from bouton.cli import main
from bouton.core.errors import InputError
from bouton.core.exits import Exit
from bouton.core.shipped import folder
from bouton.core.verdict import Verdict
from bouton.interface.game import Game

RULES = """\
move(take(M)) :- pile(N), M = 1..k, M <= N.
after(take(M), pile(N-M)) :- pile(N), move(take(M)).
multiple :- pile(N), N \\ (k+1) = 0.
even :- pile(N), N \\ 2 = 0.
"""
CLAIMS: list[dict[str, Any]] = [
    {"id": "theorem", "says": "x", "kind": "p-positions", "iff": "multiple"},
    {"id": "even", "says": "x", "kind": "p-positions", "iff": "even", "expect": "refuted"},
]
NOTEBOOK = Path(__file__).parents[2] / "docs" / "how-to" / "explore.ipynb"


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "take.lp").write_text(RULES)
    return tmp_path


@pytest.fixture
def game() -> Game:
    return Game("take.lp", parameters={"k": "2..3"}, pile="0..12", claims=CLAIMS)


def test_what_is_offered() -> None:
    assert (bouton.Game, bouton.load) == (Game, bouton.load)
    with pytest.raises(AttributeError, match="no attribute 'gaem'"):
        bouton.gaem  # noqa: B018


def test_a_spec_says_the_same_as_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    loaded = bouton.load("nim")
    assert main(["check", "nim", "--claim", "even-total", "--json"]) == 0
    (said,) = json.loads(capsys.readouterr().out)["claims"]
    assert {**loaded.check("even-total").as_json(), "seconds": 0} == {**said, "seconds": 0}
    assert main(["solve", "nim", "--at", "heap=3:5"]) == 0
    assert str(loaded.solve("heap=3:5")) + "\n" == capsys.readouterr().out
    assert main(["table", "nim", "--over", "heap.count=2", "--values", "--over", "heap.size=1..3"]) == 0
    table = loaded.over("heap.count=2", "heap.size=1..3").table(values=True)
    assert loaded.over("heap.count=2,heap.size=1..3").table(values=True).rows == table.rows
    assert str(table) + "\n" == capsys.readouterr().out
    assert table.objects()[0] == {"heap": [1, 1], "normal_value": 0, "misere_value": 1}


def test_verdicts_of_a_game_without_a_spec(game: Game) -> None:
    report = game.check_all()
    assert [answer.verdict for answer in report] == [Verdict.HOLDS, Verdict.REFUTED]
    assert (len(report), report.exit, report.faults) == (2, Exit.OK, ())
    assert report["even"].counterexample is not None
    assert report["even"].counterexample.at == ({"k": 2}, (2,))
    assert "2 claims: 1 holds, 1 refuted as expected" in str(report)
    assert game.counterexample("even").counterexample == report["even"].counterexample
    assert game.over(k=3).check("even").counterexample.at == ({"k": 3}, (2,))  # type: ignore[union-attr]
    assert game.within(seconds=9).limits.seconds == 9


def test_no_answer_is_taken_for_true_and_nothing_can_be_changed(game: Game) -> None:
    answer = game.check("theorem")
    with pytest.raises(TypeError, match="no truth value"):
        assert answer
    with pytest.raises(TypeError, match="no truth value"):
        assert game.check_all()
    with pytest.raises(FrozenInstanceError):
        answer.result = None  # type: ignore[misc, assignment]
    assert answer.as_expected


def test_faults_are_raised_or_told(game: Game) -> None:
    with pytest.raises(InputError, match=r"no claim 'evn' in take\.lp; did you mean 'even'"):
        game.check("evn")
    with pytest.raises(InputError, match=r"^take\.lp: '0\.\.' lacks one of its ends"):
        Game("take.lp", pile="0..")
    report = Game("take.lp", parameters={"k": 2}, pile="0..5", claims=[*CLAIMS, {**CLAIMS[0], "id": "c", "iff": "x"}])
    told = report.check_all()
    assert ([answer.result.id for answer in told], told.exit) == (["theorem", "even"], Exit.INPUT)
    assert "no rule of take.lp derives x" in str(told)


def test_what_a_notebook_shows(game: Game) -> None:
    refuted = game.check("even")._repr_html_()
    assert "REFUTED at k=2, pile 2" in refuted
    assert "<td>take 2 from pile</td><td>0</td><td>P</td>" in refuted
    assert "<tr><td>2</td><td>3</td></tr>" in game.table()._repr_html_()
    assert game.over(k=2).plot()._repr_svg_().count("<svg") == 1
    picture = game.graph("k=2,pile=3")
    assert "<svg" in picture._repr_svg_()
    picture.save("graph.svg")
    assert Path("graph.svg").read_text(encoding="utf-8") == picture.svg
    assert "1 refuted as expected" in game.check_all()._repr_html_()


def test_the_notebook_runs_and_ends_with_a_proof() -> None:
    """Each code cell in its order; the value of its last line is what the notebook shows."""
    names: dict[str, Any] = {}
    for cell in json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]:
        if cell["cell_type"] == "code":
            exec(compile("".join(cell["source"]), "<cell>", "exec"), names)
    assert names["twins"].counterexample.at == ({}, ((3,),))
    assert names["proof"].verdict is Verdict.PROVED
    assert "for every size" in str(names["proof"])


def test_a_shipped_encoding_by_its_file() -> None:
    wythoff = Game(folder("encodings") / "wythoff" / "rules.lp", heap={"count": 2, "size": "1..7"})
    assert [row["heap"] for row in wythoff.table().objects()] == [[1, 2], [3, 5], [4, 7]]


def again(answer: object) -> list[str]:
    """The words of the command that a report ends with."""
    (line,) = (line for line in str(answer).splitlines() if line.strip().startswith("again: "))
    return shlex.split(line.partition("again: ")[2])


@pytest.mark.parametrize("over", [(), ("pile=0..40",)])
@pytest.mark.sample(2)
@pytest.mark.slow
def test_the_command_of_a_claim_made_in_python_can_be_run(over: tuple[str, ...]) -> None:
    claims = [*CLAIMS, {"id": "odd", "says": 'He said: "x"', "kind": "p-positions", "iff": "even"}]
    made = Game(Path("take.lp"), parameters={"k": "2..3"}, pile="0..12", measure="stones", claims=claims)
    answer = made.over(*over).check("odd")
    python, option, program = again(answer)
    assert (python, option) == ("python", "-c")
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert "odd  REFUTED at k=2, pile 2 " in done.stdout
    assert again(done.stdout) == [python, option, program]


def test_a_claim_of_a_file_has_the_command(here: Path) -> None:
    claim = "  - {id: e, says: x, kind: p-positions, iff: even}\n"
    given = "game: g\nrules: take.lp\nparameters: {k: 2}\nposition: {pile: 0..12}\n"
    (here / "take.yaml").write_text(f"{given}claims:\n{claim}")
    said = again(bouton.load("take.yaml").check("e"))
    assert said == ["bouton", "check", "take.yaml", "--claim", "e", "--at", "k=2,pile=2"]


def test_one_position_may_be_named_in_words(game: Game) -> None:
    assert "REFUTED at k=3, pile 6" in str(game.check("even", at="k=3,pile=6"))
    with pytest.raises(InputError, match="pile"):
        game.check("even", at="k=3,pile=600")


def test_a_game_is_printed_in_a_few_lines(game: Game) -> None:
    assert str(game) == repr(game) == "take: k = 2..3, pile 0..12\n  2 claims: theorem, even"
    assert str(Game("take.lp", parameters={"k": 2}, pile="0..12")) == "take: k = 2, pile 0..12\n  0 claims"


@pytest.mark.slow
def test_a_table_of_named_positions() -> None:
    nim = bouton.load("nim")
    (row,) = nim.table("heap=1:2:2").rows
    assert (row.position, row.outcome) == ({"heap": [1, 2, 2]}, "N")
    assert str(nim.table("heap=")) == "heap  outcome\n-     P"
    slice_ = nim.over("heap.size=1..3").table("heap=_:2:3", values=True)
    assert [(row.position["heap"], row.values) for row in slice_.rows] == [
        ([2, 3], (1, 1)),
        ([1, 2, 3], (0, 0)),
        ([2, 2, 3], (3, 3)),
        ([2, 3, 3], (2, 2)),
    ]
    with pytest.raises(InputError, match="pile = 301 is outside"):
        bouton.load("mark").table("pile=301")


def test_positions_that_are_sets_are_told_by_their_terms(here: Path) -> None:
    (here / "path.edges").write_text("a b\nb c\n")
    (here / "walk.lp").write_text(
        "near(V,W) :- edge(V,W).\nnear(V,W) :- edge(W,V).\nmove(go(W)) :- at(V), near(V,W), free(W).\n"
        "after(go(W), at(W)) :- move(go(W)).\ngone(go(W), free(W)) :- move(go(W)).\n"
        "begin(at(a)). begin(free(b)). begin(free(c)).\nlast :- at(c).\nthere :- at(V), not free(V).\n"
    )
    claims: list[dict[str, Any]] = [
        {"id": "end", "says": "x", "kind": "example", "at": {"free": ["b", "c"], "at": "a"}, "outcome": "P"},
        {"id": "last", "says": "x", "kind": "p-positions", "iff": "last"},
    ]
    game = Game(
        "walk.lp",
        graph=Path("path.edges"),
        starts="begin",
        legal="there",
        free={"subset_of": "vertex"},
        at={"one_of": "vertex"},
        claims=claims,
    )
    assert eval(game.spec.made or "", {"bouton": bouton}).spec == game.spec
    report = game.check_all()
    assert [answer.verdict for answer in report] == [Verdict.HOLDS, Verdict.REFUTED]
    found = report["last"].counterexample
    assert found is not None and found.position == {"free": ["b", "c"], "at": "a"}
    assert report["last"].as_json()["counterexample"]["position"] == {"free": ["b", "c"], "at": "a"}
    assert game.check("last", at="free=c,at=b").verdict is Verdict.HOLDS
    assert game.solve("free=c,at=b").as_json()["normal"] == {"outcome": "N", "value": 1}
    rows = game.table(outcomes=True).objects()
    assert rows == [
        {"free": [], "at": "c", "outcome": "P"},
        {"free": ["c"], "at": "b", "outcome": "N"},
        {"free": ["b", "c"], "at": "a", "outcome": "P"},
    ]
    with pytest.raises(InputError, match="free: d is no member of vertex; expected one of a, b, c"):
        game.solve("free=d,at=a")
    assert "<html" in game.page().html
    with pytest.raises(InputError, match="over one or two parameters, and here vary none"):
        game.plot()
    assert not game.discover().proved  # one start shows nothing
    with pytest.raises(InputError, match=r"no graph 'paths\.edges'"):
        Game("walk.lp", graph="paths.edges", free={"subset_of": "vertex"}, at={"one_of": "vertex"})
