"""Files are written whole or not at all, and only where they can be."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from bouton.core.errors import InputError
from bouton.show.picture import file


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("a.pdf", r"a\.pdf: \.pdf names no such format; expected a name that ends in \.svg or \.png"),
        ("a", "a: the name does not say which format is meant"),
        (".svg", "the name does not say which format is meant"),
        ("none/a.svg", "none: there is no such folder"),
        ("folder.svg", "a picture cannot be written here: this is no file"),
        ("file/a.svg", "file: there is no such folder"),
    ],
)
def test_where_no_picture_can_go(name: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("folder.svg").mkdir()
    Path("file").write_text("")
    with pytest.raises(InputError, match=said) as raised:
        file.target(name, (".svg", ".png"))
    assert len(raised.value.diagnostics) == 1


def test_a_folder_that_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda *_: False)  # the rights of root are no test
    with pytest.raises(InputError, match="nothing can be written to this folder"):
        file.target(str(tmp_path / "a.svg"), (".svg",))


def test_a_file_is_replaced_whole(tmp_path: Path) -> None:
    path = file.target(str(tmp_path / "a.svg"), (".svg",))
    path.write_bytes(b"old")
    file.write(path, b"new")
    assert path.read_bytes() == b"new"
    assert os.listdir(tmp_path) == ["a.svg"]


def test_what_was_there_stays_where_writing_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.svg"
    path.write_bytes(b"old")

    def full(at: Path, content: bytes) -> int:
        with at.open("wb") as part:
            part.write(content[:1])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(InputError, match="the picture cannot be written: No space left on device"):
        file.write(path, b"new")
    assert path.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["a.svg"]
