"""A spec that names several rules files: what may be named, and where the faults in each file are."""

from __future__ import annotations

import os
import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from clingo.ast import ASTType, parse_string

from bouton.claims.subject import rules_of, subject
from bouton.core.errors import Diagnostic, InputError
from bouton.core.shipped import folder
from bouton.core.sources import MAX_BYTES, Source, opened
from bouton.document.load import load
from bouton.ground.game import Game
from bouton.rules.file import Rules

MOVES = "move(take) :- pile(N), N >= 1.\nafter(take, pile(N-1)) :- pile(N), N >= 1.\n"
SPEC = """\
game: one by one
rules: {}
position: {{pile: 0..9}}
claims:
  - {{id: p, says: s, kind: p-positions, iff: lost}}
"""
BOTH = "[take/rules.lp, take/theorems.lp]"

Read = Callable[..., Rules]


@pytest.fixture
def read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Read:
    """The rules of a spec that names these files, the second of which holds the text."""
    (tmp_path / "take").mkdir()
    (tmp_path / "take/rules.lp").write_text(MOVES)
    monkeypatch.chdir(tmp_path)

    def of(text: str, names: str = BOTH, first: str = MOVES) -> Rules:
        Path("take/rules.lp").write_text(first)
        Path("take/theorems.lp").write_text(text)
        Path("take.yaml").write_text(SPEC.format(names))
        return rules_of(load("take.yaml"))

    return of


def faults(read: Read, text: str, names: str = BOTH, first: str = MOVES) -> list[Diagnostic]:
    with pytest.raises(InputError) as caught:
        read(text, names, first)
    return list(caught.value.diagnostics)


def test_files_are_read_in_their_order(read: Read) -> None:
    rules = read("lost :- pile(N), N \\ 2 = 0.")
    assert rules.sources.name == "take/rules.lp, take/theorems.lp"
    assert [str(rule.head) for rule in rules.statements] == ["move(take)", "after(take,pile((N-1)))", "lost"]
    assert [rules.sources.where(rule.location.begin.line) for rule in rules.statements] == [
        "take/rules.lp:1",
        "take/rules.lp:2",
        "take/theorems.lp:1",
    ]
    assert [rules.sources.line(line) for line in (1, 2, 4, 5)] == [
        *("line 1 of take/rules.lp", "line 2 of take/rules.lp"),
        *("line 4 of take/rules.lp", "line 1 of take/theorems.lp"),
    ]


def test_one_file_in_a_list_is_that_file(read: Read) -> None:
    rules = read("", "[take/rules.lp]", MOVES + "lost :- pile(0).")
    assert rules.sources.files == (opened("take/rules.lp", Path("take/rules.lp")),)
    assert rules.sources.line(3) == "line 3"


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("lost :- pile(N), N \\ 2 = 0", 1, 27, "a full stop is missing"),
        ("\nlost :- pile(N), X > 2.", 2, 18, "the variable X is unsafe"),
        ("a.\n\n  lost :- pyle(2).", 3, 11, "no rule"),
        (
            "lost :- not lost.",
            1,
            13,
            r"recursion through a negation .*lost/0 needs lost/0 \(line 1 of take/theorems.lp\)",
        ),
        ("a.\n:- a.", 2, 1, "no integrity constraint"),
        ('\n#include "rules.lp".', 2, 1, "#include has no place in a rules file"),
        ("#script (python) #end.", 1, 1, "#script has no place"),
        ("lost.\npile(3).", 2, 1, "pile is given by the position"),
        ("lost.\n#const k = 2.\n#const k = 3.", 3, 1, "#const k has another value above"),
    ],
)
def test_faults_stand_in_their_own_file(read: Read, text: str, line: int, column: int, message: str) -> None:
    (found,) = faults(read, text)
    assert (found.file, found.line) == ("take/theorems.lp", line)
    if "error" not in message:
        assert found.column == column
        assert re.search(message, found.message)
    else:
        assert found.message.startswith("syntax error")


def test_faults_of_all_files_at_once_in_their_order(read: Read) -> None:
    found = faults(read, "lost :- pyle(2).", BOTH, MOVES + "\n\nfound(X) :- pile(N), X < N.\n")
    assert [(one.file, one.line) for one in found] == [("take/rules.lp", 5), ("take/theorems.lp", 1)]
    found = faults(read, "\n@.", BOTH, MOVES + "\n\n#minimize{1}.\n")
    assert [(one.file, one.line) for one in found] == [("take/rules.lp", 5), ("take/theorems.lp", 2)]


def test_the_nearest_name_is_of_any_file(read: Read) -> None:
    (found,) = faults(read, "lost :- smal.", BOTH, MOVES + "small :- pile(N), N < 2.\n")
    assert (found.file, found.nearest) == ("take/theorems.lp", "small")


def test_a_constant_of_one_file_is_one_of_all(read: Read) -> None:
    assert read("lost :- pile(k).", BOTH, MOVES + "#const k = 2.\n").constants == (("k", 2),)
    assert read("lost :- pile(k).\n#const k = 2.", BOTH, MOVES + "#const k = 2.\n").constants == (("k", 2),)
    (found,) = faults(read, "lost :- pile(k).\n#const k = 3.", BOTH, MOVES + "#const k = 2.\n")
    assert (found.file, found.line, found.message) == ("take/theorems.lp", 2, "#const k has another value above")


def test_a_predicate_may_have_rules_in_each_file(read: Read) -> None:
    rules = read("lost :- pile(0).", BOTH, MOVES + "lost :- pile(2).\n")
    assert [str(rule.body[0]) for rule in rules.statements if str(rule.head) == "lost"] == ["pile(2)", "pile(0)"]


def test_a_rule_ends_with_its_file(read: Read) -> None:
    """What the first file leaves open is not closed by the second: each file is one that can be read alone."""
    for end in ("", "\n"):
        (found,) = faults(read, "pile(0).", BOTH, MOVES + "lost :- " + end)
        assert (found.file, found.line) == ("take/rules.lp", 4)
    (found,) = faults(read, "*%\nlost.", BOTH, MOVES + "%* open\n")
    assert (found.file, found.line, found.message) == ("take/rules.lp", 3, "this comment is never closed with *%")


def test_a_fault_that_only_a_position_shows(read: Read) -> None:
    """The place of a rule is that of its own file in every later message."""
    rules = read("lost :- pile(N), N / N = 1.")
    spec = load("take.yaml")
    game = Game(rules, spec.measure, {}, {"pile": range(10)})
    assert (game.place("lost").file, game.place("lost").line) == ("take/theorems.lp", 1)
    assert (game.place("after", None, None).file, game.place("after", None, None).line) == ("take/rules.lp", 2)


@pytest.mark.parametrize(
    ("names", "column", "message", "near"),
    [
        ("[take/rules.lp, take/rules.lp]", 24, "take/rules.lp is named twice", None),
        ("[take/rules.lp, take/again.lp]", 24, "take/again.lp is the same file as take/rules.lp", None),
        (
            "[take/rules.lp, take/theorms.lp]",
            24,
            "there is no rules file 'take/theorms.lp' beside the spec or among the encodings",
            "take/theorems.lp",
        ),
        ("[take/rules.lp, ../theorems.lp]", 24, "'../theorems.lp' will not do", None),
        ("[take/rules.lp, /etc/passwd.lp]", 24, "'/etc/passwd.lp' will not do", None),
        ("[take/rules.lp, take/./rules.lp]", 24, "'take/./rules.lp' will not do", None),
        ("[take/rules.lp, a/b/c.lp]", 24, "'a/b/c.lp' will not do", None),
        ("[take/rules.lp, 3]", 24, "text was expected, not a number", None),
        ("[take/rules.lp, take/link.lp]", 24, "take/link.lp is a link that leads out of its folder", None),
        ("[take/rules.lp, linked/hidden.lp]", 24, "linked/hidden.lp is a link that leads out of its folder", None),
        ("[take/rules.lp, take/pipe.lp]", 24, "take/pipe.lp is not a regular file", None),
        ("[]", 1, "this is empty", None),
        ("{a: b}", 8, "text was expected, not a mapping", None),
    ],
)
def test_what_may_be_named(read: Read, tmp_path: Path, names: str, column: int, message: str, near: str | None) -> None:
    elsewhere = tmp_path / "take/further/down"
    elsewhere.mkdir(parents=True)
    (elsewhere / "hidden.lp").write_text("lost.")
    os.symlink("rules.lp", tmp_path / "take/again.lp")
    os.symlink(elsewhere / "hidden.lp", tmp_path / "take/link.lp")
    os.symlink(elsewhere, tmp_path / "linked")
    os.mkfifo(tmp_path / "take/pipe.lp")
    (found,) = faults(read, "lost.", names)
    shown = found.message.replace("linked/hidden.lp is a link", "linked is a link")
    assert shown == message.replace("linked/hidden.lp is a link", "linked is a link")
    assert (found.file, found.line, found.column, found.nearest) == ("take.yaml", 2, column, near)


def test_the_limit_of_length_is_of_all_files_together(read: Read) -> None:
    line = "% " + "x" * 97 + "\n"
    half = line * (MAX_BYTES // 2 // len(line))
    assert len(read("lost.\n" + half, BOTH, MOVES + half[: -5 * len(line)]).statements) == 3
    (found,) = faults(read, "lost.\n" + half, BOTH, MOVES + half)
    assert found.message == f"these 2 files are together larger than {MAX_BYTES:,} bytes"


def test_a_file_that_cannot_be_read(read: Read, monkeypatch: pytest.MonkeyPatch) -> None:
    read("lost.")
    at = Path.open

    def gone(self: Path, *mode: Any) -> object:
        if self.name == "theorems.lp":
            raise PermissionError(13, "Permission denied")
        return at(self, *mode)

    monkeypatch.setattr(Path, "open", gone)
    spec = load("take.yaml")
    with pytest.raises(InputError, match="cannot read the rules: Permission denied"):
        rules_of(spec)


SPECS = [file for file in sorted(folder("specs").glob("*.yaml")) if "\nrules:" in file.read_text(encoding="utf-8")]


@pytest.mark.sample(90)
@pytest.mark.parametrize("file", SPECS, ids=lambda file: file.stem)
def test_shipped_rules_dealt_into_files_are_the_same_rules(file: Path, tmp_path: Path) -> None:
    """Each statement of a shipped game goes to one of five files: the same is read, each rule at its own line."""
    spec = load(file)
    if spec.all_games:
        return
    rng = random.Random(file.stem)
    text = "\n".join(one.content for one in spec.rules)
    lines = text.splitlines()
    dealt: list[list[str]] = [[] for _ in range(5)]

    def deal(statement: object) -> None:
        begin, end = statement.location.begin, statement.location.end  # type: ignore[attr-defined]
        if statement.ast_type not in (ASTType.Program, ASTType.Comment):  # type: ignore[attr-defined]
            own = lines[begin.line - 1 : end.line]
            own[-1], own[0] = (
                own[-1][: end.column - 1],
                own[0][begin.column - 1 :] if begin.line < end.line else (own[0][begin.column - 1 : end.column - 1]),
            )
            rng.choice(dealt).extend(own)

    parse_string(text, deal)
    files = tuple(Source(f"part_{at}.lp", tmp_path / f"part_{at}.lp", "\n".join(part)) for at, part in enumerate(dealt))
    for claim in spec.claims[:: max(1, len(spec.claims) // 3)]:
        about = subject(spec, claim)
        whole, parts = rules_of(about), rules_of(about, files)
        assert sorted(map(str, whole.statements)) == sorted(map(str, parts.statements))
        assert (whole.defined, whole.dependent) == (parts.defined, parts.dependent)
        assert dict(whole.constants) == dict(parts.constants)
        for rule in parts.statements[::7]:
            if rule.location.begin.line > parts.sources.end:  # that a claim makes
                continue
            at = parts.sources.at(rule.location.begin.line)
            text = next(one.content for one in files if str(one.file) == at.file)
            assert str(rule.head).partition("(")[0] in text.splitlines()[at.line - 1]
