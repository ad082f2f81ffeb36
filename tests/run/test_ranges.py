"""Claims judged in parts say what they say in one piece, however often the run is killed."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from bouton.cli import main
from bouton.compiled import judge
from tests.samples import small_or_whole
from tests.shipped import rules_text

PILE = """\
move(take(M)) :- pile(N), M = 1..2, M <= N.
after(take(M), pile(N-M)) :- pile(N), move(take(M)).
multiple :- pile(N), N \\ 3 = 0.
but_one :- multiple, not pile(21000).
"""
SPEC = """\
game: take some
rules: take.lp
position:
  pile: 0..30000
claims:
  - {id: good, says: x, kind: p-positions, iff: multiple}
  - {id: misere, says: x, kind: p-positions, play: misere, iff: multiple, expect: {refuted: {pile: 0}}}
  - {id: bad, says: x, kind: p-positions, iff: but_one, expect: {refuted: {pile: 21000}}}
  - {id: some, says: x, kind: p-positions, iff: but_one, where: multiple, expect: {refuted: {pile: 21000}}}
"""
COMPILED = ["--engine", "compiled"]
HEARING = "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler); "
SMALL = "from bouton.compiled import judge; judge._LARGE = 1; "
PARTED = [sys.executable, "-c", f"{HEARING}{SMALL}from bouton.cli import main; sys.exit(main())"]
"""The command, and in parts it judges even a box that is done in seconds."""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "take.lp").write_text(PILE)
    (tmp_path / "take.yaml").write_text(SPEC)
    return tmp_path


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, list[dict[str, Any]]]:
    code = main(["check", "take.yaml", "--json", *arguments])
    claims = json.loads(capsys.readouterr().out)["claims"]
    return code, [{name: value for name, value in claim.items() if name != "seconds"} for claim in claims]


@pytest.mark.parametrize(
    "options", [("--jobs", "2"), ("--resume", "kept"), ("--jobs", "2", "--resume", "kept")], ids=" ".join
)
@pytest.mark.sample(3)
@pytest.mark.slow
def test_the_same_report(
    options: tuple[str, ...], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(judge, "_LARGE", 1)
    whole = said(capsys, *COMPILED)
    assert [claim["verdict"] for claim in whole[1]] == ["holds", "refuted", "refuted", "refuted"]
    assert [claim["positions"] for claim in whole[1]] == [30001, 0, 21000, 7000]
    assert said(capsys, *COMPILED, *options) == whole
    assert said(capsys, *COMPILED, *options) == whole


@pytest.mark.slow
def test_a_fault_of_the_rules_is_told_as_clingo_tells_it(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(judge, "_LARGE", 1)
    (folder / "take.yaml").write_text(SPEC.replace("000}", "00}").replace("0..30000", "0..3000"))
    (folder / "take.lp").write_text(PILE + "move(take(N+1)) :- pile(N), N = 2000.\n")
    told = []
    for options in (["--engine", "ground"], [*COMPILED, "--resume", "kept"]):
        assert main(["check", "take.yaml", "--claim", "good", *options]) == 2
        told.append(capsys.readouterr().err)
    assert told[0] == told[1]
    assert "2000" in told[0]


def test_what_cannot_be_asked_for(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "notes").write_text("my notes\n")
    (folder / "other.yaml").write_text(SPEC)
    main(["check", "take.yaml", *COMPILED, "--resume", "kept"])
    capsys.readouterr()
    for arguments, message in [
        (["take.yaml", "--resume", "notes"], "notes: this is no file of finished ranges"),
        (["take.yaml", "other.yaml", "--resume", "new"], "--resume is for one spec, but 2 are to be checked"),
        (["take.yaml", "--resume", "no/folder"], "no/folder: finished ranges cannot be kept here"),
    ]:
        assert main(["check", *COMPILED, *arguments]) == 2
        assert message in capsys.readouterr().err
    assert (folder / "notes").read_text() == "my notes\n"
    for changed in ("take.yaml", "take.lp"):
        before = (folder / changed).read_text()
        (folder / changed).write_text(before + "\n")
        assert main(["check", "take.yaml", *COMPILED, "--resume", "kept"]) == 2
        assert "kept: these finished ranges are of another" in capsys.readouterr().err
        (folder / changed).write_text(before)
    assert main(["check", "take.yaml", *COMPILED, "--resume", "kept"]) == 0


def test_a_scheduler_that_does_not_answer(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr("bouton.schedule.cluster._ANSWER", 0.2)
    assert main(["check", "take.yaml", "--scheduler", "tcp://127.0.0.1:1"]) == 2
    assert capsys.readouterr().err.splitlines()[0] == (
        "error: the scheduler at tcp://127.0.0.1:1 does not answer; "
        "expected a running `dask scheduler`, as tcp://HOST:PORT"
    )


def test_without_dask(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert main(["check", "take.yaml", "--scheduler", "tcp://127.0.0.1:1"]) == 2
    assert "pip install 'bouton[distributed]'" in capsys.readouterr().err


MOORE = """\
game: Moore
rules: moore.lp
parameters: {k: 2}
position:
  heap: {count: 0..4, size: 1..SIZE}
claims:
  - {id: but-one, says: x, kind: p-positions, iff: but_one, expect: {refuted: {k: 2, heap: [31, 31, 31]}}}
"""


@pytest.mark.parametrize("killed", small_or_whole(1, 2))
@pytest.mark.slow
def test_killed_interrupted_and_continued(killed: int, folder: Path) -> None:
    """The smallest counterexample lies high up; what lies below is judged in several runs."""
    rules = rules_text("moore_nim")
    (folder / "moore.lp").write_text(
        rules + "spot :- heaps(3), heap(1,31), heap(3,31).\nbut_one :- balanced, not spot.\n"
    )
    (folder / "moore.yaml").write_text(MOORE.replace("SIZE", "33"))
    file = folder / "kept"
    command = [*PARTED, "check", "moore.yaml", *COMPILED, "--jobs", "2", "--resume", "kept"]
    chance = random.Random(5)
    endings = []
    for number in (*killed * (signal.SIGKILL,), signal.SIGINT):
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as child:
            before = file.stat().st_mtime_ns if file.exists() else 0
            while child.poll() is None and (not file.exists() or file.stat().st_mtime_ns == before):
                time.sleep(0.005)
            time.sleep(0.05 * chance.random())
            os.kill(child.pid, number)
            out, err = child.communicate(timeout=600)
        endings.append(child.returncode)
    assert endings == [*killed * (-signal.SIGKILL,), 130]
    assert err == ""
    lines = [" ".join(line.split()) for line in out.splitlines()]
    (told,) = [line for line in lines if line.startswith("interrupted: ")]
    assert told.endswith("of 66045 positions were done; the same command goes on from there")
    assert int(told.split()[1]) > 0
    assert lines[-1] == "1 claim: 1 unknown exit 130"
    finished = subprocess.run(command, capture_output=True, text=True, check=False)
    whole = subprocess.run(command[:-2], capture_output=True, text=True, check=False)
    assert finished.returncode == whole.returncode == 0
    assert "REFUTED at k=2, heap 31:31:31" in finished.stdout
    assert without_times(finished.stdout) == without_times(whole.stdout)


def without_times(report: str) -> list[str]:
    return [line if not line.endswith(" s") else line.rsplit(maxsplit=2)[0] for line in report.splitlines()]
