"""Which files the paths of a command mean, and where the rules of a spec are."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from bouton.core import shipped
from bouton.core.errors import Diagnostic, InputError
from bouton.core.sources import opened
from bouton.document.find import find_rules, find_specs
from bouton.document.load import load

from .conftest import SAMPLE


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with specs and encodings, beside the shipped ones, which are others."""
    for name in ("work/specs/known_false", "work/encodings", "work/none", "shipped/specs/sub", "shipped/encodings"):
        (tmp_path / name).mkdir(parents=True)
    for name in ("work/specs/b.yaml", "work/specs/a.yaml", "work/specs/a.yml", "work/specs/known_false/c.yaml"):
        (tmp_path / name).touch()
    for name in ("shipped/specs/nim.yaml", "shipped/specs/sub/wythoff.yaml", "shipped/encodings/nim.lp"):
        (tmp_path / name).touch()
    monkeypatch.setattr(shipped, "folder", lambda name: tmp_path / "shipped" / name)
    monkeypatch.chdir(tmp_path / "work")
    return tmp_path


def test_files_and_folders(here: Path) -> None:
    below = ["specs/a.yaml", "specs/b.yaml", "specs/known_false/c.yaml"]
    assert find_specs(["specs"]) == below
    assert find_specs(["specs/"]) == below
    assert find_specs(["specs/b.yaml"]) == ["specs/b.yaml"]
    assert find_specs(["./specs/b.yaml", "specs", str(here / "work/specs/a.yaml")]) == [
        "./specs/b.yaml",
        "specs/a.yaml",
        "specs/known_false/c.yaml",
    ]
    assert find_specs(["specs/a.yml"]) == ["specs/a.yml"]


def test_what_ships(here: Path) -> None:
    shipped = here / "shipped/specs"
    for name in ("specs/nim.yaml", "nim.yaml", "nim", "specs/nim"):
        assert find_specs([name]) == [str(shipped / "nim.yaml")]
    assert find_specs(["specs/sub"]) == [str(shipped / "sub/wythoff.yaml")]
    os.rename("specs", "others")
    assert find_specs(["specs"]) == [str(shipped / "nim.yaml"), str(shipped / "sub/wythoff.yaml")]


@pytest.mark.usefixtures("here")
def test_nothing_there() -> None:
    with pytest.raises(InputError) as caught:
        find_specs(
            ["specs/aa.yaml", "nimm.yaml", "../shipped/nim", "specs/../specs/nim", "none", "", "/nowhere/at-all"]
        )
    assert caught.value.diagnostics == (
        Diagnostic("there is no such file or folder", "specs/aa.yaml", nearest="a.yaml"),
        Diagnostic("there is no such file or folder", "nimm.yaml", nearest="nim"),
        Diagnostic("there is no such file or folder", "../shipped/nim", nearest="nim"),
        Diagnostic("there is no such file or folder", "specs/../specs/nim", nearest="nim"),
        Diagnostic("there is no spec (*.yaml) in this folder", "none"),
        Diagnostic("there is no such file or folder", ""),
        Diagnostic("there is no such file or folder", "/nowhere/at-all"),
    )


def test_rules_beside_the_spec_go_first(here: Path) -> None:
    places = ["specs/known_false/nim.lp", "encodings/nim.lp"]
    assert find_rules("specs/known_false/c.yaml", "nim.lp") == here / "shipped/encodings/nim.lp"
    for place in reversed(places):
        Path(place).touch()
        assert find_rules("specs/known_false/c.yaml", "nim.lp") == Path(place)
    assert find_rules("specs/a.yaml", "nim.lp") == Path("encodings/nim.lp")
    assert find_rules(str(Path("specs/a.yaml").resolve()), "nim.lp") == here / "work/encodings/nim.lp"


@pytest.mark.usefixtures("here")
def test_no_rules() -> None:
    with pytest.raises(FileNotFoundError) as caught:
        find_rules("specs/a.yaml", "nim2.lp")
    assert str(caught.value) == "nim.lp"


@pytest.mark.usefixtures("here")
def test_a_game_that_one_takes_to_be_in_one_file() -> None:
    Path("encodings/kayles").mkdir()
    Path("encodings/kayles/rules.lp").touch()
    with pytest.raises(FileNotFoundError) as caught:
        find_rules("specs/a.yaml", "kayles.lp")
    assert str(caught.value) == "kayles/rules.lp"
    with pytest.raises(InputError) as told:
        find_specs(["encodings/kayles.lp", "encodings/kayles.yaml"])
    assert [one.nearest for one in told.value.diagnostics] == ["kayles/rules.lp", "kayles"]


@pytest.mark.usefixtures("here")
def test_a_link_that_leads_out() -> None:
    os.symlink("/etc/hostname", "encodings/game.lp")
    Path("specs/a.yaml").write_text(SAMPLE.replace("greedy.lp", "game.lp"))
    with pytest.raises(InputError) as caught:
        load("specs/a.yaml")
    message = "encodings/game.lp is a link that leads out of its folder"
    assert caught.value.diagnostics == (Diagnostic(message, "specs/a.yaml", 4, 8),)
    os.remove("encodings/game.lp")
    Path("encodings/real.lp").touch()
    os.symlink("real.lp", "encodings/game.lp")
    assert load("specs/a.yaml").rules == (opened("game.lp", Path("encodings/game.lp")),)


def test_beside_a_linked_folder(here: Path) -> None:
    os.symlink(here / "work/specs", "../linked")
    Path("encodings/x.lp").touch()
    assert find_rules("../linked/a.yaml", "x.lp").samefile("encodings/x.lp")
