"""Bad input from end to end: exit code 2, and one clear message at its file, line and column."""

from __future__ import annotations

import json
from collections.abc import Callable
from math import comb
from pathlib import Path

import pytest

from bouton.cli import main
from bouton.core.errors import InputError
from bouton.document.load import load
from bouton.run.check import check
from bouton.run.options import Options

RULES = """\
move(take(I,T)) :- heap(I,S), T = 0..S-1, S-T <= k.
after(take(I,T), heap(I,T)) :- move(take(I,T)).
after(take(I,T), pass(0)) :- move(take(I,T)), T = 0.
heaps(N) :- N = #count { I : heap(I,_) }.
even :- heaps(N), N \\ 2 = 0.
"""
SPEC = """\
game: a game
rules: game.lp
parameters: {k: 1..2}
position:
  heap: {count: 0..3, size: 1..4}
  pass: 0..1
claims:
  - id: one
    says: It is so.
    kind: p-positions
    iff: even
    expect: refuted
"""

Faults = Callable[..., list[tuple[str | None, int | None, int | None, str]]]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "game.lp").write_text(RULES)
    (tmp_path / "game.yaml").write_text(SPEC)
    return tmp_path


@pytest.fixture
def faults(capsys: pytest.CaptureFixture[str]) -> Faults:
    """What `bouton check` finds wrong: file, line, column, and the message with what was expected."""

    def of(*options: str) -> list[tuple[str | None, int | None, int | None, str]]:
        assert main(["check", "game.yaml", "--json", *options]) == 2
        said = json.loads(capsys.readouterr().out)
        assert list(said) == ["errors"]
        assert main(["check", "game.yaml", *options]) == 2
        told = capsys.readouterr().err
        found = []
        for error in said["errors"]:
            assert error["message"].splitlines()[0] in told
            more = [error["message"], error["expected"], error["nearest"]]
            found.append((error["file"], error["line"], error["column"], " | ".join(part for part in more if part)))
        return found

    return of


def one(found: list[tuple[str | None, int | None, int | None, str]]) -> tuple[str | None, int | None, int | None, str]:
    (fault,) = found
    return fault


def test_the_input_to_begin_with_is_good(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "game.yaml"]) == 0
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("old", "new", "place", "says"),
    [
        ("iff: even", "iff: even\n    plays: normal", (12, 5), ["plays", "play"]),
        ("rules: game.lp", "rule: game.lp", (2, 1), ["rule", "rules"]),
        ("claims:", "measures: [stones]\nclaims:", (7, 1), ["measures", "measure"]),
        ("{count: 0..3, size", "{count: many, size", (5, 17), ["many"]),
        ("game: a game", "game: [a, game]", (1, 7), ["text"]),
        ("{k: 1..2}", "{k: true}", (3, 17), ["range"]),
        ("{k: 1..2}", "{k: 1.5}", (3, 17), ["1.5"]),
        ("  pass: 0..1", "  pass: 0..1\n  pass: 0..2", (7, 3), ["pass", "twice"]),
        ("game: a game", "game: &a a game", (1, 7), ["anchor"]),
        ("  pass: 0..1", "  pass: *a", (6, 9), ["alias"]),
        ("  pass: 0..1", "  pass: !!python/object:os.system 0", (6, 9), ["tag"]),
        ("size: 1..4", "size: 4..1", (5, 29), ["4..1", "backwards", "1..4"]),
        ("size: 1..4", "size: 0..4", (5, 29), ["an empty heap is no heap"]),
        ("count: 0..3", "count: -1..3", (5, 17), ["a number of heaps is never negative"]),
        ("size: 1..4", "size: 1..q", (5, 29), ["q is not a parameter"]),
        ("count: 0..3, size: 1..4", "count: k+2..2, size: 1..4", (5, 9), ["empty for every value of the parameters"]),
        ("pass: 0..1", "pass: 3..k", (6, 9), ["empty for every value of the parameters"]),
        ("pass: 0..1", "pass: 0..99999999999", (6, 9), ["1000000000"]),
        ("rules: game.lp", "rules: gmae.lp", (2, 8), ["gmae.lp", "game.lp"]),
        ("rules: game.lp", "rules: ../../etc/passwd", (2, 8), ["such as nim.lp"]),
        ("iff: even", "iff: evn", (11, 10), ["no rule of game.lp derives evn", "even"]),
        ("iff: even", "iff: heaps", (11, 10), ["heaps has 1 argument", "no argument"]),
        ("iff: even", "iff: even\n    strategy: even", (12, 15), ["even has no argument", "1 argument"]),
        ("kind: p-positions", "kind: p-position", (10, 11), ["p-position", "p-positions"]),
        ("expect: refuted", "expect: {refuted: {k: 1, heap: [1]}}", (12, 23), ["pass is not given"]),
        ("expect: refuted", "expect: {refuted: {k: 1, heaps: [1], pass: 0}}", (12, 30), ["heaps", "heap"]),
    ],
)
def test_specs(folder: Path, faults: Faults, old: str, new: str, place: tuple[int, int], says: list[str]) -> None:
    assert SPEC.count(old) == 1
    (folder / "game.yaml").write_text(SPEC.replace(old, new))
    found = faults()
    file, line, column, text = found[0]
    assert (len(found), file, line, column) == (1, "game.yaml", *place), found
    for word in says:
        assert word in text


@pytest.mark.parametrize(
    ("rules", "place", "says"),
    [
        ("odd :- not heap.\n", (6, 12), ["heap", "2 arguments"]),
        ("odd :- heap(N).\n", (6, 8), ["heap", "2"]),
        ("odd :- heeps(1).\n", (6, 8), ["heeps", "heaps"]),
        ("odd(X) :- heaps(N).\n", (6, 5), ["X", "unsafe"]),
        ("odd :- heaps(N),, N = 1.\n", (6, 17), ["syntax error"]),
        ("odd :- heaps(1)\n", (6, 16), ["a full stop is missing"]),
        ("odd :- heaps(1), not even.\neven :- heaps(2), not odd.\n", (7, 23), ["recursion through a negation"]),
        ("odd :- heaps(99999999999).\n", (6, 14), ["99999999999"]),
        ("#script (python)\nimport os\n#end.\n", (6, 1), ["#script"]),
        ('#include "other.lp".\n', (6, 1), ["#include"]),
        ("odd :- heaps(N), N = @f(1).\n", (6, 22), ["@"]),
        ("{ odd } :- heaps(1).\n", (6, 1), ["choice"]),
        ("odd ; even :- heaps(1).\n", (6, 1), ["disjunction"]),
        (":- heaps(1).\n", (6, 1), ["constraint"]),
        ("odd :- heap(1,q).\n", (6, 15), ["q", "parameter"]),
        ("odd :- heaps(N), N > q.\n", (6, 22), ["q", "parameter"]),
        ("#const q = f(x).\n", (6, 1), ["q"]),
    ],
)
def test_rules(folder: Path, faults: Faults, rules: str, place: tuple[int, int], says: list[str]) -> None:
    (folder / "game.lp").write_text(RULES + rules)
    found = faults()
    file, line, column, text = found[0]
    assert file is not None
    assert (Path(file).name, line, column) == ("game.lp", *place), found
    assert len(found) == 1
    for word in says:
        assert word in text


@pytest.mark.parametrize(
    ("rules", "place", "says"),
    [
        ("even :- heaps(N), 6/(N-2) > 5.", (6, 19), "6/(N-2) has no value at heap 1:1,pass 0"),
        ("even :- heaps(N), heap(_,S), N \\ (S-3) = 1.", (6, 30), "N\\(S-3) has no value at heap 3,pass 0"),
        ("even :- heaps(N), N*99999999*99999999 > 0.", (6, 19), "passes 32 bits at heap 1,pass 0"),
        ("move(stay) :- heaps(2).", (6, 1), "move stay from heap 1:1,pass 0 does not change the position"),
        (
            "move(use) :- pass(0), heaps(2).\nafter(use, pass(1)) :- move(use).\n"
            "move(unuse) :- pass(1), heaps(2).\nafter(unuse, pass(0)) :- move(unuse).",
            (6, 1),
            "the moves form a cycle: heap 1:1,pass 0 -[use]-> heap 1:1,pass 1 -[unuse]-> heap 1:1,pass 0",
        ),
        (
            "move(use) :- pass(0), heaps(3).\nafter(use, pass(1)) :- move(use).",
            (6, 1),
            "move use from heap 1:1:1,pass 0 to heap 1:1:1,pass 1 does not lower the measure (stones then pass): 3, 0",
        ),
        (
            "after(take(I,T), pass(1)) :- move(take(I,T)), T = 0, heaps(1).",
            (3, 1),
            "two values for pass after move take(1,0) from heap",
        ),
        (
            "move(odd) :- heaps(1).\nafter(odd, heap(2,-1)) :- move(odd).",
            (7, 1),
            "move odd from heap 1,pass 0 gives the size -1",
        ),
        (
            "move(odd) :- heaps(1).\nafter(odd, heap(0,1)) :- move(odd).",
            (7, 1),
            "move odd from heap 1,pass 0 gives heap number 0",
        ),
        (
            "after(take(I,T), pass(-1)) :- move(take(I,T)), T > 0.",
            (6, 1),
            "move take(1,1) from heap 2,pass 0 sets pass to -1, outside its declared range | 0..1",
        ),
        ("winner(next) :- pass(1).", (6, 1), "winner at no heap, pass 0, a terminal, is nobody"),
    ],
)
@pytest.mark.sample(3)
def test_what_shows_at_a_position(folder: Path, faults: Faults, rules: str, place: tuple[int, int], says: str) -> None:
    """A claim that fails below that position is refuted there; one that nothing refutes comes to it."""
    (folder / "game.lp").write_text(f"{RULES}{rules}\nfine :- heaps(_).\n")
    (folder / "game.yaml").write_text(f"{SPEC}  - {{id: fine, says: It is, kind: everywhere, iff: fine}}\n")
    file, line, column, text = one(faults())
    assert file is not None
    assert (Path(file).name, line, column) == ("game.lp", *place)
    assert says in text


def test_a_missing_file(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "gaem.yaml"]) == 2
    assert capsys.readouterr().err == "error: gaem.yaml: there is no such file or folder; did you mean 'game.yaml'?\n"


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (
            ["--over", "heap.count=0..12", "--memory", "1M", "--engine", "ground"],
            "at k=1 has 3640 positions, about 0.0 GB",
        ),
        (["--over", "heap.size=1..1000000"], f"has {2 * comb(10**6 + 3, 3)} positions"),
        (
            ["--over", "heap.count=0..500", "--over", "heap.size=1..100000"],
            "has more than 1000000000000000000 positions",
        ),
        (["--over", "heap.count=0..1000000000"], "positions, about"),
    ],
)
def test_a_box_too_large_for_memory_is_refused_with_its_size_before_grounding(
    faults: Faults, options: list[str], says: str
) -> None:
    file, line, column, text = one(faults(*options))
    assert (file, line, column) == ("game.yaml", 8, 9)
    assert says in text
    assert "above the memory limit" in text


def test_deeply_nested_yaml(folder: Path, faults: Faults) -> None:
    (folder / "game.yaml").write_text("game: " + "[" * 100_000)
    file, line, column, text = one(faults())
    assert (file, line) == ("game.yaml", 1)
    assert column is not None
    assert "nested" in text


def test_a_file_of_100_mb(folder: Path, faults: Faults) -> None:
    with (folder / "game.yaml").open("r+b") as stream:
        stream.truncate(100_000_000)
    file, _, _, text = one(faults())
    assert (file, text) == ("game.yaml", "the file has 100000000 bytes; a spec may have 1000000")


def test_rules_of_100_mb(folder: Path, faults: Faults) -> None:
    with (folder / "game.lp").open("r+b") as stream:
        stream.truncate(100_000_000)
    file, _, _, text = one(faults())
    assert file is not None
    assert file.endswith("game.lp")
    assert "larger than 1,000,000 bytes" in text


@pytest.mark.parametrize("name", ["game.yaml", "game.lp"])
@pytest.mark.parametrize("content", [bytes(range(256)), b"game: a\x00b\n", b"\xff\xfe\x00", b"move(\xe9).\n"])
def test_binary_files(folder: Path, faults: Faults, name: str, content: bytes) -> None:
    (folder / name).write_bytes(content)
    file, line, column, text = one(faults())
    assert file is not None
    assert Path(file).name == name
    assert (line, column) != (None, None)
    assert "UTF-8" in text or "binary" in text or "may not stand" in text


@pytest.mark.parametrize("name", ["game.yaml", "game.lp"])
def test_empty_files(folder: Path, faults: Faults, name: str) -> None:
    (folder / name).write_text("")
    found = faults()
    assert all(file is not None and Path(file).name in ("game.yaml", "game.lp") for file, *_ in found)


def test_a_folder_instead_of_a_file(folder: Path, faults: Faults) -> None:
    (folder / "game.lp").unlink()
    (folder / "game.lp").mkdir()
    assert len(faults()) == 1


def test_every_fault_is_told_at_once(folder: Path, faults: Faults) -> None:
    text = SPEC.replace("size: 1..4", "size: 4..1").replace("kind: p-positions", "kind: p-position")
    (folder / "game.yaml").write_text(text.replace("rules:", "rule:"))
    assert [(line, column) for _, line, column, _ in faults()] == [(2, 1), (5, 29), (10, 11)]


def test_a_game_of_alliances_is_refused(tmp_path: Path) -> None:
    rules = "move(m) :- pile(N), N > 0.\nafter(m, pile(N-1)) :- pile(N), N > 0.\nside(a) :- pile(_).\nodd :- pile(1).\n"
    (tmp_path / "a.lp").write_text(rules)
    claims = "claims:\n  - {id: c, says: s, kind: p-positions, iff: odd}\n"
    (tmp_path / "a.yaml").write_text(f"game: G\nrules: a.lp\nposition:\n  pile: 0..3\n{claims}")
    with pytest.raises(
        InputError, match=r"a\.lp:3:1: side/1 makes this a game of alliances, but no rule derives winner/1"
    ):
        list(check(load(tmp_path / "a.yaml"), Options(prove=False), lambda _: None))
