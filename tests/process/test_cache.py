"""What is kept from run to run: no more files of a kind than there is room for, and those used last."""

from __future__ import annotations

from pathlib import Path

from bouton.process import cache


def test_about_so_many_are_kept(tmp_path: Path) -> None:
    for number in range(600):
        cache.put(tmp_path / "kept" / f"{number}.json", b"x", 200)
    left = {int(file.stem) for file in (tmp_path / "kept").iterdir()}
    assert 200 <= len(left) <= 230
    assert left >= set(range(420, 600))


def test_of_few_none_is_too_many(tmp_path: Path) -> None:
    for number in range(30):
        cache.put(tmp_path / "kept" / f"{number}.so", b"x", 5)
    assert len(list((tmp_path / "kept").iterdir())) == 5
