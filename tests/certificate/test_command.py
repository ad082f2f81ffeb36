"""`check --certificate` and `verify` on the command line, and files that are no certificates."""

from __future__ import annotations

import gzip
import json
import os
from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from bouton.certificate import verify as verifier
from bouton.certificate import write
from bouton.certificate.verify import LONGEST, WrongCertificate, verify
from bouton.cli import main
from bouton.core import shipped
from bouton.core.errors import Disagreement, InputError
from bouton.core.news import Progress
from bouton.core.proof import Proof
from bouton.core.verdict import Verdict
from bouton.document.load import load
from bouton.run.check import check
from bouton.run.options import Options
from bouton.run.plan import plan_of
from tests.certificate.files import UNCHANGED, covered, read, sign, write_game
from tests.proofs import proved

LINES = (
    b'{"certificate":2,"spec":{"name":"s","text":""},"rules":{"name":"r","text":""},"claim":{"id":"c","says":"c",'
    b'"kind":"example","plays":["misere"],"where":null,"strategy":null,"outcome":"N"},"verdict":"holds",'
    b'"winner":false,"fluents":{"pile":"stones"},"measure":["stones"],"changed":{},"box":null,'
    b'"at":{"parameters":{},"position":[0]},"counterexample":null}\n'
    b'{"section":{}}\n'
    b'{"position":[0],"labels":["N"],"options":[],"wins":[null],"covered":true,"claim":"N"}\n'
)
LEAST = LINES + json.dumps({"end": {"positions": 1, "covered": 1, "sha256": sha256(LINES).hexdigest()}}).encode()


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    write_game(tmp_path)
    return tmp_path


def test_the_least_certificate(folder: Path) -> None:
    (folder / "c").write_bytes(LEAST)
    assert covered(verify("c")) == [1]  # at one position, it does not matter that there is no move


def test_a_claim_that_holds(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "take.yaml", "--claim", "theorem", "--set", "k=2", "--certificate", "c.jsonl"]) == 0
    assert "note: certificate written and verified: c.jsonl (13 positions)\n" in capsys.readouterr().out
    (folder / "take.lp").unlink()
    (folder / "take.yaml").unlink()
    assert main(["verify", "c.jsonl"]) == 0
    said = capsys.readouterr()
    assert said.err == ""
    assert said.out.startswith("c.jsonl\n  theorem  HOLDS in normal play\n")
    words = " ".join(said.out.split())
    assert "judged: k=2, pile 0..12 (13 positions)" in words
    assert "with ranges that are not those of the spec: --set k=2" in words
    assert "shown, with no solver: every position of this box has its line; the graph of 13 positions" in words
    assert "closed under the moves written there, every move lowers the measure (stones)" in words
    assert "not shown: that the moves, what the claim says at each position, and the words of the claim" in words
    assert "`bouton verify --replay` derives them anew" in words
    assert main(["verify", "c.jsonl", "--replay"]) == 0
    words = " ".join(capsys.readouterr().out.split())
    assert "not shown" not in words
    assert "shown, by clingo: these are the moves, and the claim with all that it says, of take.lp (sha256" in words


def test_a_refuted_claim_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "take.yaml", "--claim", "even", "--certificate", "c.jsonl.gz", "--json"]) == 1
    (claim,) = json.loads(capsys.readouterr().out)["claims"]
    assert claim["notes"] == ["certificate written and verified: c.jsonl.gz (1 position)"]
    assert main(["verify", "c.jsonl.gz", "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert (said["claim"]["id"], said["verdict"], said["positions"]) == ("even", "refuted", 1)
    assert said["counterexample"] == {"parameters": {"k": 1}, "position": [0]}
    assert said["sections"] == [{"parameters": {"k": 1}, "positions": 1, "covered": 1}]
    assert said["replayed"] is False
    assert main(["verify", "c.jsonl.gz", "--json", "--replay"]) == 0
    assert json.loads(capsys.readouterr().out) == {**said, "replayed": True}


def test_a_wrong_certificate_is_1_with_its_line(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["check", "take.yaml", "--claim", "theorem", "--certificate", "c.jsonl"])
    text = (folder / "c.jsonl").read_text()
    (folder / "c.jsonl").write_text(text.replace('"labels":["P"]', '"labels":["N"]', 1))
    capsys.readouterr()
    assert main(["verify", "c.jsonl"]) == 1
    expected = "c.jsonl:3: the certificate is wrong: the label in normal play should be P"
    assert capsys.readouterr().err == f"error: {expected}\n"
    assert main(["verify", "c.jsonl", "--json"]) == 1
    (error,) = json.loads(capsys.readouterr().out)["errors"]
    assert (error["file"], error["line"]) == ("c.jsonl", 3)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["take.yaml"], "--certificate is for one claim, but 16 are to be checked; expected --claim ID"),
        (["take.yaml", "--claim", "odd", "--claim", "even"], "for one claim, but 2 are to be checked"),
        (["take.yaml", "--claim", "value"], "what it says of rest is no matter of the game graph"),
        (["take.yaml", "--claim", "everywhere"], "a claim of the kind everywhere is not about P-positions"),
    ],
)
def test_what_cannot_be_certified(
    folder: Path, arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", *arguments, "--certificate", "c.jsonl"]) == 2
    said = capsys.readouterr()
    assert message in said.err
    assert said.out == ""
    assert not (folder / "c.jsonl").exists()


@pytest.mark.parametrize("file", ["missing/c.jsonl", ".", "/dev/null"])
def test_where_no_certificate_can_be_written(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "take.yaml", "--claim", "odd", "--certificate", file]) == 2
    assert f"{file}: a certificate cannot be written here" in capsys.readouterr().err


def test_no_verdict_no_certificate(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "c.jsonl").write_text("kept")
    assert main(["check", "take.yaml", "--claim", "odd", "--timeout", "0.0001", "--certificate", "c.jsonl"]) == 3
    assert "note: no certificate: there is no verdict" in capsys.readouterr().out
    assert (folder / "c.jsonl").read_text() == "kept"


def request(claim: str) -> tuple[write.CertificateRequest, Options]:
    spec = load("take.yaml")
    options = Options(claims=(claim,))
    made = write.request("c.jsonl", spec, spec.claim(claim), plan_of(spec, options), options.limits, UNCHANGED)
    return made, options


def test_a_claim_with_a_proof_is_certified_on_its_box() -> None:
    asked, options = request("theorem")
    (result,) = check(asked.spec, options, lambda _: None)
    (elsewhere,) = check(asked.spec, Options(claims=("even",)), lambda _: None)
    beyond = elsewhere.counterexample
    for known in (
        replace(result, verdict=Verdict.PROVED, proof=proved(claim=result.id)),
        replace(result, verdict=Verdict.REFUTED, proof=Proof("refuted"), counterexample=beyond),
    ):
        assert asked.write(known, lambda _: None).positions == 39
        assert verify("c.jsonl").header["verdict"] == "holds"


def test_an_interruption_leaves_nothing(folder: Path) -> None:
    asked, options = request("theorem")
    (result,) = check(asked.spec, options, lambda _: None)

    def interrupt(_: Progress) -> None:
        raise KeyboardInterrupt

    before = sorted(folder.iterdir())
    with pytest.raises(KeyboardInterrupt):
        asked.write(result, interrupt)
    assert sorted(folder.iterdir()) == before


def test_a_certificate_that_does_not_show_the_result_is_an_internal_error(folder: Path) -> None:
    asked, _ = request("theorem")
    (other,) = check(asked.spec, Options(claims=("odd",)), lambda _: None)
    before = sorted(folder.iterdir())
    with pytest.raises(Disagreement, match="18 positions were judged, but the certificate has 39"):
        asked.write(other, lambda _: None)
    asked, _ = request("even")
    with pytest.raises(Disagreement, match="the certificate is wrong in line 3: the claim is wrong here"):
        asked.write(other, lambda _: None)
    assert sorted(folder.iterdir()) == before


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"\n",
        b"\x00\xff\xfe",
        b"game: Nim\n",
        b"[]\n",
        b"{}\n",
        b'{"certificate": 2}\n',
        LEAST.replace(b'"certificate":2', b'"certificate":3'),
        LEAST.replace(b'"certificate":2', b'"certificate":1'),
        b'{"certificate": 1}\n',
        b'{"certificate": true}\n',
        LEAST.replace(b'"says":"c"', b'"says":"\\ud800"'),
        b"[" * 100_000,
        b'{"certificate": ' + b"1" * 5000 + b"}\n",
        b" " * (LONGEST + 1),
        gzip.compress(b"{}", mtime=0),
        gzip.compress(b" " * (LONGEST + 1), mtime=0),
        b"\x1f\x8b\x08 no gzip",
    ],
    ids=lambda text: repr(text[:12]),
)
def test_files_that_are_no_certificate_are_2(folder: Path, text: bytes, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "c").write_bytes(text)
    assert main(["verify", "c"]) == 2
    assert capsys.readouterr().err.startswith("error: c: ")


def test_files_that_cannot_be_read_are_2(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", "missing"]) == 2
    assert "missing: cannot be read: No such file or directory" in capsys.readouterr().err
    assert main(["verify", "."]) == 2
    main(["check", "take.yaml", "--claim", "odd", "--certificate", "c.gz"])
    whole = (folder / "c.gz").read_bytes()
    (folder / "c.gz").write_bytes(whole[:-20])
    with pytest.raises(InputError, match="cannot be read"):
        verify("c.gz")


@pytest.mark.parametrize("over", [["k=1..2"], ["k=1..1000000000", "pile=k..0"], ["pile=0..1000000000"]])
def test_what_the_header_says_is_not_gone_through(over: list[str], folder: Path) -> None:
    main(["check", "take.yaml", "--claim", "large", "--set", "k=1", "--certificate", "c.jsonl"])
    lines = read(folder / "c.jsonl")
    for name, _, text in (one.partition("=") for one in over):
        lines[0]["box"]["parameters" if name == "k" else "position"][name] = text
    (folder / "c.jsonl").write_bytes(sign(lines))
    assert main(["verify", "c.jsonl"]) == 1


@pytest.mark.parametrize(
    ("count", "size"),
    [
        ("0..1000000000", "1"),
        ("1", "1..1000000000"),
        ("1000000000", "1..2"),
        ("0..2", "0..1"),
        ("0..2", "-5..1"),
        ("0..4194000", "1"),
    ],
)
@pytest.mark.parametrize("refuted", [False, True])
@pytest.mark.sample(12)
@pytest.mark.slow
def test_a_box_that_is_too_large_costs_no_memory(
    folder: Path, count: str, size: str, refuted: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    nim = str(shipped.folder("specs") / "nim.yaml")
    main(["check", nim, "--claim", "safe-combinations", "--over", "heap.size=1..2", "--certificate", "c.jsonl"])
    lines = read(folder / "c.jsonl")
    lines[0]["box"]["position"]["heap"] = {"count": count, "size": size}
    if refuted:
        lines[0].update(verdict="refuted", counterexample={"parameters": {}, "position": [[2, 2]]})
    (folder / "c.jsonl").write_bytes(sign(lines))
    capsys.readouterr()
    assert main(["verify", "c.jsonl"]) == 1
    assert "the certificate is wrong" in capsys.readouterr().err


def test_the_least_position_of_a_vast_box_is_a_counterexample_at_once(folder: Path) -> None:
    """As much work as the file is long: the box has millions of lists of heaps, and 8,796 billion stones."""
    claim = {"id": "c", "says": "c", "kind": "p-positions", "plays": ["normal"], "where": None, "strategy": None}
    header: dict[str, Any] = {
        **{"certificate": 2, "claim": claim, "winner": False, "verdict": "refuted", "changed": {}, "at": None},
        **{name: {"name": name, "text": ""} for name in ("spec", "rules")},
        "fluents": {"heap": "none"},
        "measure": ["stones"],
        "box": {"parameters": {}, "position": {"heap": {"count": "0..4194000", "size": "1"}}},
        "counterexample": {"parameters": {}, "position": [[]]},
    }
    line = {"position": [[]], "labels": ["P"], "options": [], "wins": [None], "covered": True, "claim": "N"}
    (folder / "c").write_bytes(sign([header, {"section": {}}, line]))
    assert covered(verify("c")) == [1]
    header["counterexample"]["position"] = [[1]]
    more = {"position": [[1]], "labels": ["N"], "options": [[[]]], "wins": [[[]]], "covered": True, "claim": "P"}
    (folder / "c").write_bytes(sign([header, {"section": {}}, {**line, "claim": "P"}, more]))
    assert covered(verify("c")) == [2]
    header.update(verdict="holds", counterexample=None)
    (folder / "c").write_bytes(sign([header, {"section": {}}, {**line, "claim": "P"}, {**more, "claim": "N"}]))
    with pytest.raises(WrongCertificate, match=r"there is no line for \[\[1, 1\]\]"):
        verify("c")


@pytest.mark.parametrize("make", [os.mkfifo, lambda path: path.symlink_to("/dev/zero")])
def test_only_regular_files_are_read(
    folder: Path, make: Callable[[Path], object], capsys: pytest.CaptureFixture[str]
) -> None:
    make(folder / "c")
    for options in ([], ["--replay"]):
        assert main(["verify", "c", *options]) == 2
        assert "c: cannot be read: it is not a regular file" in capsys.readouterr().err


def test_version_1_is_refused(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A header that version 1 accepted, of a claim that is false."""
    old = {
        **{"certificate": 1, "kind": "p-positions", "verdict": "holds", "plays": ["normal"], "named": False},
        "about": {"spec": "s", "rules": "r", "rules_sha256": "0", "claim": "conjecture-1", "says": "Even piles."},
        **{"winner": False, "fluents": {"pile": "stones"}, "measure": ["stones"], "counterexample": None},
        "sections": [{"parameters": {}, "box": {"pile": [0, 1]}}],
    }
    lines = [
        {
            "section": 0,
            "position": [0],
            "rank": [0],
            "labels": ["P"],
            "options": [],
            "wins": [None],
            "judged": {"claim": "P"},
        },
        {"section": 0, "position": [1], "rank": [1], "labels": ["N"], "options": [[0]], "wins": [[0]]},
    ]
    (folder / "c").write_bytes(sign([old, *lines]))
    assert main(["verify", "c"]) == 2
    assert "c: this is no certificate: version 1 is not read any more" in capsys.readouterr().err


@pytest.mark.parametrize("number", [0, 2])
def test_the_longest_line(number: int, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    records = [json.loads(line) for line in LEAST.splitlines()]
    records[number]["more"] = "x" * 1000
    text = sign(records)
    longest = max(map(len, text.splitlines(keepends=True)))
    (folder / "c").write_bytes(text)
    monkeypatch.setattr(verifier, "LONGEST", longest)
    assert covered(verify("c")) == [1]
    monkeypatch.setattr(verifier, "LONGEST", longest - 1)
    with pytest.raises((InputError, WrongCertificate), match="the line is too long"):
        verify("c")


@pytest.mark.parametrize("number", [0, 2])
def test_a_line_of_six_million_letters_is_read(number: int, folder: Path) -> None:
    records = [json.loads(line) for line in LEAST.splitlines()]
    records[number]["more"] = "x" * 6_000_000
    (folder / "c").write_bytes(sign(records))
    assert covered(verify("c")) == [1]


def test_a_long_line_is_refused(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["check", "take.yaml", "--claim", "odd", "--certificate", "c.jsonl"])
    header = (folder / "c.jsonl").read_bytes().split(b"\n")[0]
    (folder / "c.jsonl").write_bytes(header + b"\n" + b"[" * (LONGEST + 2) + b"\n")
    capsys.readouterr()
    assert main(["verify", "c.jsonl"]) == 1
    assert "c.jsonl:2: the certificate is wrong: the line is too long" in capsys.readouterr().err
    (folder / "c.jsonl").write_bytes(header + b"\n" + b"[" * 200_000 + b"\n")
    assert main(["verify", "c.jsonl"]) == 1
