"""A new game passes a check as written, and nothing is ever overwritten or half written."""

from __future__ import annotations

from pathlib import Path

import pytest

from bouton.cli import main, new
from bouton.core.errors import InputError


def test_a_new_game_passes_a_check_as_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["new", "my_game2"]) == 0
    assert capsys.readouterr().out == (
        "wrote encodings/my_game2.lp\nwrote specs/my_game2.yaml\nnow: bouton check specs/my_game2.yaml\n"
    )
    assert main(["check", "specs/my_game2.yaml"]) == 0
    said = capsys.readouterr().out
    assert "theorem-1  HOLDS for k = 1..4, 0..2 heaps of 1..9 stones (220 positions)" in said
    assert main(["explain", "specs/my_game2.yaml"]) == 0


def test_the_theorem_of_a_new_game_can_fail(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rules, spec = new.create("mine", tmp_path)
    rules.write_text(rules.read_text().replace("S \\ (k+1)", "S \\ k", 1))
    assert main(["check", str(spec)]) == 1
    assert "REFUTED at k=1, heap 1" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["", "Nim", "1nim", "_nim", "nim-k", "ním", "a/b", "../a", "nim\n", "a" * 101])
def test_a_wrong_name_writes_nothing(name: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot name a game"):
        new.create(name, tmp_path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("there", ["encodings/mine.lp", "specs/mine.yaml"])
def test_neither_is_written_where_one_is_there(there: str, tmp_path: Path) -> None:
    file = tmp_path / there
    file.parent.mkdir()
    file.write_text("mine already")
    with pytest.raises(InputError, match="nothing is overwritten"):
        new.create("mine", tmp_path)
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == [file]
    assert file.read_text() == "mine already"


def test_neither_stays_where_the_second_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "specs").write_text("no folder")
    with pytest.raises(InputError, match="cannot write"):
        new.create("mine", tmp_path)
    assert not (tmp_path / "encodings" / "mine.lp").exists()
