"""The bytes of a certificate: lines that are none, and files that are the same whenever they are written."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any

import pytest

from bouton.certificate import write
from bouton.certificate.replay import replay
from bouton.certificate.verify import LONGEST, WrongCertificate, verify
from bouton.core.errors import InputError
from bouton.core.news import Progress
from bouton.document.load import load
from bouton.process.limits import Limits
from bouton.run.check import check
from bouton.run.options import Options
from bouton.run.plan import plan_of
from tests.certificate.files import UNCHANGED, certify, read, sign, write_game


def test_a_packed_certificate_tells_neither_when_it_was_written_nor_from_what(tmp_path: Path) -> None:
    spec = write_game(tmp_path)
    plain, packed = tmp_path / "c.jsonl", tmp_path / "c.jsonl.gz"
    certify(spec, "theorem", plain)
    certify(spec, "theorem", packed)
    found = packed.read_bytes()
    assert found[:2] == b"\x1f\x8b"
    assert (found[3], found[4:8]) == (0, bytes(4))  # no name, and no time
    assert gzip.decompress(found) == plain.read_bytes()


@pytest.mark.parametrize(
    ("line", "says"),
    [
        (b"\n", "the line is cut short, or is no JSON object"),
        (b" \n", "the line is cut short, or is no JSON object"),
        (b"7\n", "the line is cut short, or is no JSON object"),
        (b"{}\n", "the position is in no section"),
        (b"[" + b" " * LONGEST + b"]\n", "the line is too long"),
        (b"", "the file ends before its end line"),
    ],
)
def test_lines_that_are_none(line: bytes, says: str, tmp_path: Path) -> None:
    file = tmp_path / "c.jsonl"
    certify(write_game(tmp_path), "theorem", file)
    head, *_ = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(head + line)
    with pytest.raises(WrongCertificate) as found:
        verify(str(file))
    assert (found.value.message, found.value.line) == (says, 2)
    file.write_bytes(line)
    with pytest.raises(InputError, match="this is no certificate"):
        verify(str(file))


def test_a_long_certificate_is_written_piece_by_piece(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was written is told as it grows; no piece is longer than it may be by more than a line."""
    monkeypatch.setattr(write, "_CHUNK", 400)
    spec = load(write_game(tmp_path))
    asked = Options(claims=("odd",), prove=False)
    plan = plan_of(spec, asked)
    for item in plan:
        pieces: list[Any] = []
        write._label(pieces.append, spec, spec.claim("odd"), item, None)
        sizes = [len(one.text) for one in pieces]
        assert len(sizes) > 2
        assert all(400 < size < 600 for size in sizes[:-1])
        assert sizes[-1] <= 400
        assert (sum(one.lines for one in pieces), sum(one.done for one in pieces)) == (13, 13)
        assert sum(one.covered for one in pieces) == 6
    told: list[Progress] = []
    (result,) = check(spec, asked, lambda _: None)
    request = write.request(str(tmp_path / "c"), spec, spec.claim("odd"), plan, asked.limits, UNCHANGED)
    request.write(result, told.append)
    done = [one.done for one in told]
    assert {one.total for one in told} == {39}
    assert (done, done[-1]) == (sorted(done), 39)
    assert len(done) > 6


def replayed(tmp_path: Path, rules: list[dict[str, str]]) -> str:
    """What a replay says of a certificate with these rules."""
    file = tmp_path / "c.jsonl"
    certify(write_game(tmp_path), "theorem", file)
    records = read(file)
    records[0]["rules"] = rules
    file.write_bytes(sign(records))
    with pytest.raises(WrongCertificate) as found:
        replay(verify(str(file)), str(file), Limits())
    return found.value.message


@pytest.mark.slow
def test_rules_in_a_certificate_have_names_of_files_that_are_not_long(tmp_path: Path) -> None:
    text = {"text": "p.\n"}
    refused = "the rules in it have no names of rules files"
    other = "the texts in it cannot be used: spec.yaml:2:8: there is no rules file 'take.lp' "
    assert replayed(tmp_path, [{"name": "a" * 196 + ".lp", **text}]).startswith(other)
    for letters in (200, 201, 300):
        assert replayed(tmp_path, [{"name": "a" * (letters - 3) + ".lp", **text}]) == refused
    several = [{"name": f"r{at}.lp", **text} for at in range(21)]
    assert replayed(tmp_path, several[:20]).startswith(other)
    assert replayed(tmp_path, several) == refused
    assert replayed(tmp_path, [several[0], several[0]]) == refused
    for name in ("../r.lp", "/r.lp", "r", ".lp", "a/b/r.lp", ""):
        assert replayed(tmp_path, [{"name": name, **text}]) == refused


@pytest.mark.parametrize(("now", "why"), [(None, "No such file or directory"), ("a file", "Not a directory")])
def test_where_a_file_cannot_be_written_any_more(now: str | None, why: str, tmp_path: Path) -> None:
    """The folder was there when the certificate was asked for, and is gone, or a file, when it is written."""
    spec = load(write_game(tmp_path))
    asked, there = Options(claims=("theorem",), prove=False), tmp_path / "folder"
    there.mkdir()
    plan = plan_of(spec, asked)
    request = write.request(str(there / "c"), spec, spec.claim("theorem"), plan, asked.limits, UNCHANGED)
    (result,) = check(spec, asked, lambda _: None)
    there.rmdir()
    if now is not None:
        there.write_text(now)
    with pytest.raises(InputError) as found:
        request.write(result, lambda _: None)
    (said,) = found.value.diagnostics
    assert (said.message, said.file) == (f"the certificate cannot be written: {why}", request.file)
