"""A run reads each of its files once, and what becomes of them after that is nothing to it."""

from __future__ import annotations

import builtins
import io
import os
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from bouton.certificate.write import texts_of
from bouton.claims.subject import rules_of
from bouton.cli import main
from bouton.cli.specs import load_all
from bouton.document.load import load
from bouton.document.snapshot import Snapshot
from bouton.schedule.resume import about

GAME = """\
move(take(M)) :- pile(N), M = 1..2, M <= N.
after(take(M), pile(N-M)) :- pile(N), move(take(M)).
thirds :- pile(N), N \\ 3 = 0.
same(pile(N)) :- pile(N).
"""
HEAD = "game: g\nrules: [{}.lp, more.lp]\nposition: {{pile: 0..6}}\nclaims:\n"
CLAIM = "  - {id: p, says: s, kind: p-positions, iff: thirds, prove: {pile: all}}\n"
SAME = "  - {id: same, says: s, kind: same-game, other: other.yaml, image: same}\n"
SUM = "  - {id: sum, says: s, kind: sum, plus: [other.yaml, game.yaml], sum: xor}\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two games that have a rules file in common, and name each other."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "game.lp").write_text(GAME)
    (tmp_path / "other.lp").write_text(GAME)
    (tmp_path / "more.lp").write_text("unread :- pile(1).\n")
    (tmp_path / "game.yaml").write_text(HEAD.format("game") + CLAIM + SAME + SUM)
    (tmp_path / "other.yaml").write_text(HEAD.format("other") + CLAIM)
    return tmp_path


def test_no_file_of_a_run_is_opened_twice(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not by the processes of its proofs either, nor for what is kept, nor for several specs that share files."""
    log = os.open(folder / "log", os.O_CREAT | os.O_APPEND | os.O_WRONLY)
    original = builtins.open

    def noted(file: Any, *arguments: Any, **more: Any) -> Any:
        if str(file).endswith((".lp", ".yaml")) and Path(file).resolve().parent == folder.resolve():
            os.write(log, f"{Path(file).name}\n".encode())
        return original(file, *arguments, **more)

    monkeypatch.setattr(builtins, "open", noted)
    monkeypatch.setattr(io, "open", noted)
    assert main(["check", "game.yaml", "other.yaml", "--jobs", "2"]) == 0
    monkeypatch.undo()
    os.close(log)
    names = ("game.lp", "game.yaml", "more.lp", "other.lp", "other.yaml")
    assert Counter((folder / "log").read_text().split()) == dict.fromkeys(names, 1)


def test_specs_of_a_run_see_one_state(folder: Path) -> None:
    """The rules that are changed once the first spec is read are still the old ones for the second."""
    files = Snapshot()
    first = load("game.yaml", files)
    (folder / "other.lp").write_text(GAME.replace("\\ 3", "\\ 4"))
    (folder / "other.yaml").write_text("no spec at all")
    second = load("other.yaml", files)
    assert second.rules == first.claim("same").others[0].rules
    assert str(rules_of(second).statements[2]) == str(rules_of(first).statements[2])


def test_rules_are_those_that_were_read(folder: Path) -> None:
    spec = load("game.yaml")
    (folder / "game.lp").write_text(GAME.replace("\\ 3", "\\ 4"))
    assert [str(one) for one in rules_of(spec).statements][2] == "thirds :- pile(N); (N\\3) = 0."
    (folder / "game.lp").unlink()
    assert [str(one) for one in rules_of(spec).statements][2] == "thirds :- pile(N); (N\\3) = 0."
    assert spec.text.startswith("game: g\nrules: [game.lp")


def test_one_file_under_two_names(folder: Path) -> None:
    """Each is called what it was called, and holds the same."""
    (folder / "again.yaml").symlink_to("other.yaml")
    files = Snapshot()
    first, second = (files.spec(name) for name in ("other.yaml", "again.yaml"))
    assert (first.file, second.file) == ("other.yaml", "again.yaml")
    assert first.content == second.content
    rules = files.rules("a.lp", Path("game.lp")), files.rules("b.lp", folder / "game.lp")
    assert [(one.name, one.data) for one in rules] == [("a.lp", GAME.encode()), ("b.lp", GAME.encode())]


def test_the_next_run_reads_anew(folder: Path) -> None:
    (first,) = load_all(["other.yaml"], (), ())
    (folder / "other.lp").write_text(GAME.replace("\\ 3", "\\ 4"))
    (second,) = load_all(["other.yaml"], (), ())
    assert first.rules != second.rules


def test_a_file_of_finished_ranges_is_of_what_was_read_and_of_the_other_games(folder: Path) -> None:
    spec = load("game.yaml")
    of = about(spec)
    (folder / "game.lp").write_text(GAME.replace("\\ 3", "\\ 4"))
    assert about(spec) == of
    (folder / "game.lp").write_text(GAME)
    assert about(load("game.yaml")) == of
    (folder / "other.lp").write_text(GAME.replace("\\ 3", "\\ 4"))
    assert about(load("game.yaml"))["encoding"] != of["encoding"]


def test_a_certificate_is_of_what_was_read(folder: Path) -> None:
    spec = load("other.yaml")
    before = texts_of(spec, "other.yaml")
    (folder / "other.lp").write_text("unread.\n")
    (folder / "other.yaml").unlink()
    assert texts_of(spec, "other.yaml") == before
