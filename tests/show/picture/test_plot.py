"""Plots, read back from their SVG and held against plain Python."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from bouton.cli import main
from bouton.core.shipped import folder
from bouton.show.picture import plot
from tests.oracle.two_heaps import nim, values, wythoff
from tests.show.picture.conftest import NIM, TAKE, WYTHOFF, Write, marks, numbers, points, texts

TWO = "position:\n  heap: {count: 0..2, size: 1..9}\n"


def drawn(tmp_path: Path, spec: str, *options: str) -> bytes:
    file = tmp_path / "picture.svg"
    assert main(["plot", spec, "-o", str(file), *options]) == 0
    return file.read_bytes()


@pytest.mark.parametrize("play", ["normal", "misere"])
@pytest.mark.sample(2)
def test_p_positions_of_two_heaps(play: str, write: Write, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = points(drawn(tmp_path, write(WYTHOFF, TWO, "Wythoff"), "--play", play))
    value = values(wythoff, misere=play == "misere")
    lost = {(x, y) for x in range(10) for y in range(10) if value((min(x, y), max(x, y))) == 0}
    assert found["outcome-P"] == lost
    assert found["outcome-N"] == {(x, y) for x in range(10) for y in range(10)} - lost
    once = sum(x <= y for x, y in lost)
    assert f"100 points, 55 positions, {once} P-positions" in capsys.readouterr().out


@pytest.mark.parametrize("play", ["normal", "misere"])
@pytest.mark.sample(2)
def test_values_are_written_in_their_cells(play: str, write: Write, tmp_path: Path) -> None:
    svg = drawn(tmp_path, write(WYTHOFF, TWO), "--values", "--play", play)
    value = values(wythoff, misere=play == "misere")
    expected = {(x, y): value((min(x, y), max(x, y))) for x in range(10) for y in range(10)}
    assert numbers(svg) == expected
    assert len(marks(svg)["outcome-P"]) == list(expected.values()).count(0)


@pytest.mark.parametrize(("most", "written"), [(30, True), (37, True), (41, False)])
@pytest.mark.sample(3)
@pytest.mark.slow
def test_values_are_written_where_they_can_be_read(most: int, written: bool, write: Write, tmp_path: Path) -> None:
    """31 by 31 cells have room for two digits, and 42 by 42 have not."""
    box = TWO.replace("9", str(most))
    assert bool(numbers(drawn(tmp_path, write(NIM, box), "--values"))) == written


def test_a_slice_of_three_heaps(write: Write, tmp_path: Path) -> None:
    spec = write(NIM, "position:\n  heap: {count: 0..3, size: 1..6}\n")
    value = values(nim)
    expected = {(x, y): value(tuple(sorted((x, y, 5)))) for x in range(7) for y in range(7)}
    assert numbers(drawn(tmp_path, spec, "--values", "--at", "heap=_:_:5")) == expected
    assert points(drawn(tmp_path, spec, "--at", "heap=_:5:_"))["outcome-P"] == {
        place for place, number in expected.items() if number == 0
    }


def test_places_are_kept_apart_under_order_none(write: Write, tmp_path: Path) -> None:
    rules = "move(t(D)) :- heap(1,S), D = 1..2, D <= S.\nafter(t(D), heap(1,S-D)) :- move(t(D)), heap(1,S).\n"
    spec = write(rules, "position:\n  heap: {count: 2, size: 1..5, order: none}\n")

    def lost(first: int, second: int) -> bool:
        if first == second == 0:
            return True
        if first == 0:
            return lost(second, 0)
        return not any(lost(first - taken, second) for taken in (1, 2) if taken <= first)

    found = points(drawn(tmp_path, spec), 1, 1)
    cells = {(x, y) for x in range(1, 6) for y in range(1, 6)}
    assert found["outcome-P"] == {place for place in cells if lost(*place)}
    assert found["outcome-N"] == cells - found["outcome-P"]


def test_a_pile_beside_a_parameter(write: Write, tmp_path: Path) -> None:
    spec = write(TAKE, "parameters: {m: 2..5}\nposition:\n  pile: 0..30\n")
    svg = drawn(tmp_path, spec)
    assert points(svg, 0, 2)["outcome-P"] == {(n, m) for n in range(31) for m in range(2, 6) if n % (m + 1) == 0}
    assert {"pile", "m"} <= set(texts(svg))


def test_a_strip(write: Write, tmp_path: Path) -> None:
    spec = write(TAKE, "parameters: {m: 2..5}\nposition:\n  pile: 0..30\n")
    svg = drawn(tmp_path, spec, "--set", "m=3", "--values")
    assert numbers(svg) == {(n, 0): n % 4 for n in range(31)}
    assert "pile = 0..30, m = 3" in texts(svg)
    assert main(["plot", spec, "-o", str(tmp_path / "other.svg"), "--at", "m=3", "--values"]) == 0
    assert (tmp_path / "other.svg").read_bytes() == svg


@pytest.mark.slow
def test_sides_that_win(tmp_path: Path) -> None:
    spec = str(folder("specs") / "survivor_nim.yaml")
    svg = drawn(tmp_path, spec, "--set", "n=1", "--set", "k=1", "--over", "pile=0..12")
    found = points(svg, 0, 1)
    assert found.keys() == {"winner-1", "winner-2"}

    def winner(pile: int, player: int) -> int:
        """Players 2 and 3 are side 1; each takes 1 or 2 stones, and who takes the last has lost for his side."""
        if pile == 0:
            return 1 if player == 2 else 2
        mover = 2 if player == 1 else 1
        reached = {winner(pile - taken, player % 3 + 1) for taken in (1, 2) if taken <= pile}
        return mover if mover in reached else 3 - mover

    for side in (1, 2):
        cells = {(pile, player) for pile in range(13) for player in (1, 2, 3) if winner(pile, player) == side}
        assert found[f"winner-{side}"] == cells
    assert {"side 1 wins", "side 2 wins", "Survivor Nim: the side that wins"} <= set(texts(svg))


def test_titles_name_game_play_and_box(write: Write, tmp_path: Path) -> None:
    spec = write(NIM, "position:\n  heap: {count: 0..3, size: 1..6}\n", "'A <game> & $x^2$'")
    said = texts(drawn(tmp_path, spec, "--at", "heap=_:_:2", "--play", "misere"))
    assert "A <game> & $x^2$: P-positions, misère play" in said
    assert "heap 1 = 0..6, heap 2 = 0..6, heap 3 = 2" in said
    assert {"heap 1 (stones)", "heap 2 (stones)"} <= set(said)
    assert {"P-position: the previous player wins", "N-position: the next player wins"} <= set(said)


@pytest.mark.parametrize(
    ("suffix", "values"),
    [("svg", ["--values"]), ("svg", []), ("png", []), ("png", ["--values"])],
    ids=["svg-values", "svg-outcomes", "png-outcomes", "png-values"],
)
@pytest.mark.sample(4)
@pytest.mark.slow
def test_the_same_picture_is_the_same_file(suffix: str, values: list[str], write: Write, tmp_path: Path) -> None:
    spec = write(WYTHOFF, TWO)
    files = [tmp_path / f"{name}.{suffix}" for name in "ab"]
    for file, seed in zip(files, "12", strict=True):
        command = [sys.executable, "-m", "bouton", "plot", spec, "-o", str(file), *values]
        subprocess.run(command, check=True, env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True)
    assert files[0].read_bytes() == files[1].read_bytes()
    assert files[0].read_bytes().startswith(b"\x89PNG" if suffix == "png" else b"<?xml")


def test_many_marks_of_a_kind_are_one_image(write: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plot, "_VECTORS", 50)
    svg = drawn(tmp_path, write(WYTHOFF, TWO))
    assert b"<image " in svg
    value = values(wythoff)
    assert len(marks(svg)["outcome-P"]) == sum(value((min(x, y), max(x, y))) == 0 for x in range(10) for y in range(10))


def test_without_matplotlib(
    write: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(plot, "find_spec", lambda _name: None)
    assert main(["plot", write(WYTHOFF, TWO), "-o", str(tmp_path / "a.svg")]) == 2
    assert capsys.readouterr().err == (
        "error: pictures need matplotlib, which is not installed; expected the extra: pip install '.[plot]'\n"
    )
    assert not (tmp_path / "a.svg").exists()
