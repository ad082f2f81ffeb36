"""Every speed that README and docs/ quote is measured, and never a verdict that was kept."""

from __future__ import annotations

import ast
import json
import math
import os
import re
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from benchmarks import all as everything
from benchmarks import measure, proofs, table, values
from benchmarks.figures import Figure, Match, Quote, Row, Side, measured
from benchmarks.measure import ANEW
from benchmarks.quoted import figures
from benchmarks.state import state
from bouton.run.kept import FRESH

ROOT = Path(__file__).parents[1]
FIGURES = figures()
DOCUMENTS = (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")))
SPEED = re.compile(
    r"\b(?:milli)?seconds\b|\b(?:take|takes|took|within|in|under|below) (?:about |some |half )?a second\b"
    r"|\bminutes?\b|\bhours?\b|\b\d(?:[\d.,]*\d)? m?s\b"
    r"|\bpositions a second\b|\b(?:faster|slower)\b|\btimes as (?:fast|long)\b|\bhow fast\b",
    re.IGNORECASE,
)
"""Words that tell a speed, in prose."""
NO_SPEED = {
    "Five minutes with a game of your own": "what a reader takes",
    "our game in ten minutes": "what a reader takes",
    "Each takes some minutes and needs nothing but Bouton": "what a reader takes",
    "so that a second run of `bouton check specs/` takes seconds": "of kept verdicts, which are never measured here",
    "how fast it is;": "the title of a link",
    "in place of the seconds": "what a report has",
    "the seconds are of coqc's processor time": "what a report has",
    "The seconds of a claim in a report": "what a report has",
    "time limit of 60 s": "a limit",
    "what they and the starts rest on has 2 s of": "a limit",
    "The seconds are of processor": "a limit",
    "the most seconds it gets": "a limit",
    "has the seconds of the whole search": "a limit",
    "or 15 s, is passed over": "a limit",
    "for 15 s of processor time at least, within": "a limit",
    "(30 s, if nothing else is": "a limit",
}
MODULES = ("all", "figures", "quoted", "state", "table", "values", "proofs", "games", "measure")


def prose(text: str) -> str:
    """A page without its blocks of code, with each blank as one space."""
    return " ".join(re.sub(r"^( *)```.*?^\1```", "", text, flags=re.DOTALL | re.MULTILINE).split())


def speeds(text: str, known: Sequence[str]) -> list[str]:
    """What else tells a speed besides the words that are known; code in a line does not."""
    for words in known:
        text = text.replace(words, "")
    text = re.sub(r"`[^`]*`", "", text)
    return [text[max(0, found.start() - 60) : found.end()] for found in SPEED.finditer(text)]


def test_each_quotation_is_in_its_document_once() -> None:
    for figure in FIGURES:
        assert figure.quick
        assert figure.whole
        for quote in figure.quotes:
            assert prose((ROOT / quote.document).read_text()).count(quote.words) == 1, quote


def test_no_speed_is_quoted_that_is_not_measured() -> None:
    quotes = [quote for figure in FIGURES for quote in figure.quotes]
    for document in DOCUMENTS:
        place = document.relative_to(ROOT).as_posix()
        known = [quote.words for quote in quotes if quote.document == place]
        assert speeds(prose(document.read_text()), (*known, *NO_SPEED)) == [], place


def test_what_is_no_speed_is_said_somewhere() -> None:
    said = " ".join(prose(document.read_text()) for document in DOCUMENTS)
    assert [words for words in NO_SPEED if words not in said] == []


def test_each_time_of_the_table_of_automata_is_measured() -> None:
    page = "docs/explanation/automata.md"
    said = (ROOT / page).read_text()
    rows = said[said.index("| theorem | numeration | proved for | time |") :].split("\n\n")[0].splitlines()[2:]
    timed = [row for row in rows if row.split("|")[-2].strip()]
    known = [quote.words for figure in FIGURES for quote in figure.quotes if quote.document == page]
    assert len(timed) == 8
    assert timed[0].endswith(" 1 |")  # the theorem that the others are told beside
    assert [row for row in timed[1:] if not any(words in row for words in known)] == []


@pytest.mark.parametrize(
    "words",
    [
        "It takes 20 seconds.",
        "It is judged within a second.",
        "Half a minute, or 3 hours",
        "in 0.3 s.",
        "a million positions a second",
        "It is faster than clingo, and ten times as fast as Python.",
    ],
)
def test_a_speed_is_seen(words: str) -> None:
    assert speeds(words, ())
    assert not speeds(f"{words} And 3", (f"{words} And 3",))


def test_what_is_about_no_time_is_no_speed() -> None:
    assert not speeds("A second solver, for a second more, by `--timeout SECONDS`, twice as many heaps", ())
    assert not speeds("in Case 1. S' is of type I", ())


@pytest.fixture
def spawned(monkeypatch: pytest.MonkeyPatch) -> list[Mapping[str, str]]:
    """The environments of all processes that a benchmark starts, each of which does nothing here."""
    started: list[Mapping[str, str]] = []
    spawn = os.posix_spawn

    def recorded(_: str, __: Sequence[str], environment: Mapping[str, str], **options: Any) -> int:
        started.append(environment)
        return spawn("/bin/true", ["/bin/true"], environment, **options)

    def said(*_: object, env: Mapping[str, str], **__: object) -> subprocess.CompletedProcess[str]:
        started.append(env)
        return subprocess.CompletedProcess([], 0, stdout='{"specs": []}')

    monkeypatch.delenv(FRESH)
    monkeypatch.setattr("benchmarks.measure.os.posix_spawn", recorded)
    monkeypatch.setattr("benchmarks.measure.subprocess.run", said)
    monkeypatch.setattr("benchmarks.games.hand_written", lambda: "hand_written")
    monkeypatch.setattr("benchmarks.all.state", lambda: "a machine")
    return started


@pytest.mark.parametrize(
    ("main", "arguments", "least"),
    [
        (table.main, ["--runs", "1"], 100),
        (values.main, ["--runs", "1"], 20),
        (proofs.main, [], 2),
        (everything.main, ["--quick"], 100),
        (everything.main, ["--runs", "1"], 100),
    ],
    ids=["table", "values", "proofs", "all, quick", "all, whole"],
)
def test_no_process_that_is_measured_tells_a_kept_verdict(
    main: Callable[[], None],
    arguments: list[str],
    least: int,
    spawned: list[Mapping[str, str]],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Each has the variable that forbids it, whatever the user's environment; and the table says so."""
    monkeypatch.setattr(sys, "argv", ["it", *arguments])
    main()
    assert len(spawned) >= least
    assert all(environment.get(FRESH) for environment in spawned)
    said = capsys.readouterr().out
    assert ANEW in said
    assert "1 process" in said or "its processes" in said
    assert "exit status" not in said


def test_no_other_process_is_started() -> None:
    """What starts programs is `measure` alone; the C++ compiler and git, which know no verdicts, are the exceptions."""
    starting = {}
    for name in MODULES:
        tree = ast.parse((ROOT / "benchmarks" / f"{name}.py").read_text())
        imported = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
        imported |= {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
        assert not {one for one in imported if one.startswith(("bouton.run.check", "bouton.cli", "multiprocessing"))}
        called = {ast.unparse(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)}
        starting[name] = sorted(
            one for one in called if re.match(r"subprocess\.|os\.(posix_)?(spawn|exec|fork|system|popen)", one)
        )
    assert {name: calls for name, calls in starting.items() if calls} == {
        "measure": ["os.posix_spawn", "subprocess.run"],
        "games": ["subprocess.run"],
        "state": ["subprocess.run"],
    }


def test_a_proof_that_was_kept_ends_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    found = json.dumps({"specs": [{"spec": "nim.yaml", "claims": [{"id": "safe", "kept": True}]}]})
    monkeypatch.setattr("benchmarks.proofs.said", lambda _: found)
    with pytest.raises(SystemExit, match="told from an earlier run, and not measured: safe"):
        proofs.reports([], 1)


def test_proofs_are_told_in_one_process_and_in_two(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def said(command: Sequence[str]) -> str:
        jobs = int(command[command.index("--jobs") + 1])
        proof = {"verdict": "proved", "obligations": [{"seconds": 0.5}, {"seconds": 0.25}]}
        claims = [{"id": "safe", "seconds": 4 / jobs, "proof": proof}, {"id": "box", "seconds": 1.0, "proof": None}]
        return json.dumps({"specs": [{"spec": "specs/nim.yaml", "claims": claims}]})

    monkeypatch.setattr("benchmarks.proofs.said", said)
    proofs.table([1, 2], [], ["nim"])
    lines = capsys.readouterr().out.splitlines()
    assert "wall s, 1  solving  wall s, 2" in lines[1]
    assert lines[2].split() == ["nim", "safe", "proved", "2", "4.0", "0.8", "2.0", "0.8"]
    assert [line.partition(":")[0] for line in lines[3:]] == [
        "all of it, with the bounded checks, in 1 process",
        "all of it, with the bounded checks, in 2 processes",
    ]


def side(name: str, command: str, **more: Any) -> Side:
    return Side(name, lambda: ("/bin/sh", "-c", command), **more)


def test_a_ratio_is_net_of_the_start_and_by_the_positions(monkeypatch: pytest.MonkeyPatch) -> None:
    seconds = {"start": 1.0, "own": 3.0, "peer": 9.0}

    def turns(commands: Mapping[str, measure.Command], runs: int, *_: object) -> dict[str, list[measure.Run]]:
        took = {name: seconds[command[-1]] for name, command in commands.items()}
        return {name: [measure.Run(one, one, 1.0)] * runs for name, one in took.items()}

    monkeypatch.setattr("benchmarks.figures.in_turns", turns)
    own = side("own", "own", start=lambda: ("/bin/sh", "-c", "start"), processes=2, positions=100)
    (row,) = measured(Match("it", (own, side("peer", "peer", positions=300)), (("own", "peer"),)), 3)
    assert (row.seconds, row.beside) == (2.0, 9.0)
    assert row.wall == row.processor == pytest.approx(2 / 100 / (9 / 300))
    assert str(row).split() == ["it", "own,", "2", "peer,", "1", "2.000", "9.000", "0.667", "0.667"]


def test_a_peer_that_is_not_there_is_told() -> None:
    sides = side("own", "true"), side("peer", "false", needs=("no-such-compiler",)), side("other", "true")
    rows = measured(Match("it", sides, (("own", "peer"), ("own", "other"))), 1)
    assert [row.lacking for row in rows] == ["no no-such-compiler", ""]
    assert str(rows[0]).endswith(" not measured: no no-such-compiler")


def test_what_is_not_waited_for_is_bounded() -> None:
    own, peer = side("own", ""), side("peer", "")
    assert str(Row("it", own, peer, 0.5, math.inf, patience=10)).split()[-5:] == ["0.500", ">", "10", "<", "0.05"]
    assert str(Row("it", own, peer, math.inf, 0.5, patience=10)).split()[-5:] == [">", "10", "0.500", ">", "20"]
    assert str(Row("it", own, peer, math.inf, math.inf, patience=10)).endswith(" -")


def test_a_start_that_is_not_waited_for_is_told_and_no_number_is_made_of_it() -> None:
    own = replace(side("own", "true"), start=side("slow", "sleep 5").command)
    (row,) = measured(Match("it", (own, side("peer", "true")), (("own", "peer"),), idle=0, patience=0.2), 1)
    assert str(row).endswith(" not measured: a start took too long")


def test_a_failure_and_the_end_of_the_time_are_told() -> None:
    failing = Match("it", (side("own", "exit 3"), side("peer", "true")), (("own", "peer"),))
    figure = Figure((Quote("README.md", "so fast"),), (failing,), ())
    left = iter([600.0, 600.0, 600.0, 4.0, 4.0])
    said = list(everything.lines([figure, figure], True, 1, lambda: next(left)))
    assert said[2] == 'README.md: "so fast"'
    assert "not measured: exit status 3 of /bin/sh" in said[3]
    assert said[-1].endswith("not measured: the time was over")


def test_a_slow_match_leaves_time_to_those_after_it() -> None:
    left = iter([600.0, 450.0, 390.0])
    own = everything.share(lambda: next(left))
    assert [own(), own()] == pytest.approx([50.0, -10.0])
    assert everything.share(lambda: math.inf)() == math.inf


def test_the_state_of_the_machine_is_told() -> None:
    said = str(state())
    for words in (" processors, load ", "; commit ", "Python 3", "clingo ", "z3 ", " C compiler", " C++ compiler"):
        assert words in said
