"""Files that are no spec at all, and scalars read strictly."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from bouton.core.errors import Diagnostic, InputError
from bouton.core.spec import Place
from bouton.document.snapshot import Snapshot
from bouton.document.text import DEPTH, SIZE, DocumentText, _Reader, parsed
from tests.shipped import spec_text


def read(path: Path | str) -> DocumentText:
    """A file as it is now."""
    return Snapshot().spec(path)


def fault(content: str | bytes, path: Path) -> Diagnostic:
    """The only fault of a file with that content, without the file's name."""
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    with pytest.raises(InputError) as caught:
        read(path)
    (found,) = caught.value.diagnostics
    assert found.file == str(path)
    return found


@pytest.mark.parametrize(
    ("content", "line", "column", "message"),
    [
        ("", 1, 1, "the file is empty"),
        ("# only a comment\n", 1, 1, "the file is empty"),
        ("a: 1\n---\nb: 2\n", 2, 1, "a spec is one YAML document; here a second begins"),
        (
            "a: [1\n",
            2,
            1,
            "this is not YAML: while parsing a flow sequence, expected ',' or ']', but got '<stream end>'",
        ),
        ("a: b: c\n", 1, 5, "this is not YAML: mapping values are not allowed here"),
        (
            "a:\n\t- b\n",
            2,
            1,
            "this is not YAML: while scanning for the next token, found character '\\t' that cannot start any token",
        ),
        ("a: é\nb: \x01\n", 2, 4, "the character U+0001 may not stand in a YAML file; is it a binary file?"),
        (b"\x7fELF\x02\x01\x01\0\0", 1, 1, "the character U+007F may not stand in a YAML file; is it a binary file?"),
        ("é: a\n".encode() + b"b: \xff\xfe\n", 2, 4, "this is not a text file in UTF-8"),
        ("game: é".encode("utf-16"), 1, 1, "this is not a text file in UTF-8"),
        ("a: " + "[" * 200_000, 1, DEPTH + 3, f"this is nested more than {DEPTH} deep"),
        ("{a: " * 100_000, 1, 4 * DEPTH + 1, f"this is nested more than {DEPTH} deep"),
        ("- " * 100_000, 1, 2 * DEPTH + 1, f"this is nested more than {DEPTH} deep"),
    ],
)
def test_no_document(tmp_path: Path, content: str | bytes, line: int, column: int, message: str) -> None:
    found = fault(content, tmp_path / "a.yaml")
    assert (found.line, found.column, found.message) == (line, column, message)


def test_a_huge_file_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "huge.yaml"
    path.touch()
    os.truncate(path, 100 * 1024 * 1024)
    with pytest.raises(InputError, match="the file has 104857600 bytes; a spec may have 1000000"):
        read(path)


def test_the_largest_file_is_read(tmp_path: Path) -> None:
    path = tmp_path / "large.yaml"
    path.write_text("a: 1\n#".ljust(SIZE, "-"))
    assert read(path).value == {"a": 1}
    path.write_text("a: 1\n#".ljust(SIZE + 1, "-"))
    with pytest.raises(InputError, match="1000001 bytes"):
        read(path)


def test_what_is_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("games.yaml").touch()
    os.mkfifo("pipe.yaml")
    for name, found in (
        ("game.yaml", Diagnostic("there is no such file", "game.yaml", nearest="games.yaml")),
        ("nowhere/game.yaml", Diagnostic("there is no such file", "nowhere/game.yaml")),
        (".", Diagnostic("this is a folder, not a file", ".")),
        ("pipe.yaml", Diagnostic("this is not a regular file", "pipe.yaml")),
        ("games.yaml/x", Diagnostic("the file cannot be read: Not a directory", "games.yaml/x")),
        ("a\0b", Diagnostic("the file cannot be read: embedded null byte", "a\0b")),
    ):
        with pytest.raises(InputError) as caught:
            read(name)
        assert caught.value.diagnostics == (found,)


def test_values_and_places(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_text(
        "\ufeffno: [yes, true, 'true', -3, '3', 0]\nsays: >\n  two\n  lines\nat: {on: 2..4}\n", encoding="utf-8"
    )
    text = read(path)
    assert text.value == {"no": ["yes", True, "true", -3, "3", 0], "says": "two lines\n", "at": {"on": "2..4"}}
    assert text.faults == ()
    file = str(path)
    assert text.place(("no",)) == Place(file, 1, 5)
    assert text.place(("no",), key=True) == Place(file, 1, 1)
    assert text.place(("no", 3)) == Place(file, 1, 25)
    assert text.place(("says",)) == Place(file, 2, 7)
    assert text.place(("at", "on")) == Place(file, 5, 10)
    assert text.place(("at", "on"), key=True) == Place(file, 5, 6)
    assert text.place(("at", "off")) == Place(file, 5, 5)
    assert text.place(("at", "off"), key=True) == Place(file, 5, 1)
    assert text.at(("no", 4)) == "3"
    with pytest.raises(KeyError):
        text.at(("no", 9))


def test_every_fault_of_the_text(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_text(
        "a: &x 1\nb: *x\na: {c: [*x], d: 0o7}\ne: !t {f: 1.5}\n? [1, {g: 2}]\n: 3\n'': 4\nh: {k: 1, k: 2}\n"
    )
    text = read(path)
    assert [(fault.line, fault.column, fault.message) for fault in text.faults] == [
        (1, 4, "anchors (&x) are not used here"),
        (2, 4, "aliases (*x) are not used here"),
        (3, 1, "the key 'a' is given twice; the first is on line 1"),
        (4, 4, "tags (!t) are not used here"),
        (4, 11, "1.5 is not a whole number"),
        (5, 3, "a key must be a plain word"),
        (7, 1, "a key must be a plain word"),
        (8, 11, "the key 'k' is given twice; the first is on line 8"),
    ]
    assert text.value == {"a": 1, "b": None, "e": {"f": None}, "h": {"k": 1}}


def test_nothing_is_run(tmp_path: Path) -> None:
    path, mark = tmp_path / "a.yaml", tmp_path / "mark"
    path.write_text(f"a: !!python/object/apply:os.mkdir ['{mark}']\n")
    assert [fault.message for fault in read(path).faults] == [
        "tags (tag:yaml.org,2002:python/object/apply:os.mkdir) are not used here"
    ]
    assert not mark.exists()


@settings(max_examples=200)
@given(
    st.recursive(
        st.booleans() | st.integers(-(10**9), 10**9) | st.text(st.characters(categories=["L", "N", "P", "Zs"])),
        lambda inner: st.lists(inner) | st.dictionaries(st.text("abc", min_size=1), inner),
        max_leaves=8,
    )
)
def test_what_json_writes_is_read_back(value: object) -> None:
    text = _Reader("a.json", json.dumps(value, ensure_ascii=False)).text()
    assert (text.value, text.faults) == (value, ())


ODD = [
    *("a: {b: [1, 'it''s', \"\\t\"], c: ~}\nd:\n- e\n -f\n", "a: >-\n  b\n\n  c\nd: |+\n  e\n\n", "? a\n: b # c\n"),
    *(
        "a: b: c\n",
        "a: [1\n",
        'a: "\\x"\n',
        "a: {b: c\nd: e\n",
        "\u00e9: \u2028b\n  c\n",
        "a: 'b\n",
        "a: @b\n",
        "a:\n\tb: 1\n",
    ),
    *("a: \ufeffb\n", "a: *b\n", "a: &b c\n", "a: !b c\n", "a: 1\n---\nb: 2\n", "%YAML 9\n---\na: 1\n"),
]
"""Texts that are YAML, and such as are none, or are not to be in a spec."""


def test_what_libyaml_reads_is_what_pyyaml_reads(monkeypatch: pytest.MonkeyPatch) -> None:
    """Values, places and faults, of odd texts and of large ones."""

    def told(text: str) -> DocumentText | list[Diagnostic]:
        try:
            return parsed("g.yaml", text)
        except InputError as error:
            return [*error.diagnostics]

    every = [*ODD, *map(spec_text, ("nim", "survivor_nim", "greedy_nim_k"))]
    quick = [told(text) for text in every]
    monkeypatch.delattr(yaml, "CSafeLoader", raising=False)
    for text, found in zip(every, quick, strict=True):
        assert found == told(text), text
    assert 6 < sum(isinstance(found, list) for found in quick) < len(ODD)
