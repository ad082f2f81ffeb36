"""`check --certificate` and `verify` on the command line, and files that are no certificates."""

from __future__ import annotations

import gzip
import json
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest

from bouton import data, labelling
from bouton.certificate import LONGEST, verify
from bouton.check import Options, Progress, check, plan_of
from bouton.cli import main
from bouton.errors import Disagreement, InputError
from bouton.spec.load import load
from bouton.verdict import Proof, Verdict
from tests.certificate.files import read, write_game

LINES = (
    b'{"certificate":1,"about":{"spec":"s","rules":"r","rules_sha256":"0","claim":"c","says":"c"},"kind":"example",'
    b'"verdict":"holds","plays":["misere"],"named":false,"winner":false,"fluents":{"pile":"stones"},'
    b'"measure":["stones"],"sections":[{"parameters":{},"at":[0]}],"counterexample":null}\n'
    b'{"section":0,"position":[0],"rank":[0],"labels":["N"],"options":[],"wins":[null],"judged":{"claim":"N"}}\n'
)
LEAST = LINES + json.dumps({"end": {"positions": 1, "judged": 1, "sha256": sha256(LINES).hexdigest()}}).encode()


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    write_game(tmp_path)
    return tmp_path


def test_the_least_certificate(folder: Path) -> None:
    (folder / "c").write_bytes(LEAST)
    assert verify("c").judged == [1]  # at one position, it does not matter that there is no move


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
    assert "judged: k=2, pile = 0..12 (13 positions)" in words
    assert "the graph of 13 positions is closed under its moves, every move lowers the measure (stones)" in words
    assert "not shown: that these are the moves of take.lp" in words


def test_a_refuted_claim_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "take.yaml", "--claim", "even", "--certificate", "c.jsonl.gz", "--json"]) == 1
    (claim,) = json.loads(capsys.readouterr().out)["claims"]
    assert claim["notes"] == ["certificate written and verified: c.jsonl.gz (1 position)"]
    assert main(["verify", "c.jsonl.gz", "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert (said["claim"], said["verdict"], said["counterexample"], said["positions"]) == ("even", "refuted", [0], 1)
    assert [section["judged"] for section in said["sections"]] == [1]


def test_a_wrong_certificate_is_1_with_its_line(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["check", "take.yaml", "--claim", "theorem", "--certificate", "c.jsonl"])
    text = (folder / "c.jsonl").read_text()
    (folder / "c.jsonl").write_text(text.replace('"labels":["P"]', '"labels":["N"]', 1))
    capsys.readouterr()
    assert main(["verify", "c.jsonl"]) == 1
    expected = "c.jsonl:2: the certificate is wrong: the label in normal play should be P"
    assert capsys.readouterr().err == f"error: {expected}\n"
    assert main(["verify", "c.jsonl", "--json"]) == 1
    (error,) = json.loads(capsys.readouterr().out)["errors"]
    assert (error["file"], error["line"]) == ("c.jsonl", 2)


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


def request(claim: str) -> tuple[labelling.Request, Options]:
    spec = load("take.yaml")
    options = Options(claims=(claim,))
    made = labelling.request("c.jsonl", spec, spec.claim(claim), plan_of(spec, options), options.limits)
    return made, options


def test_a_claim_with_a_proof_is_certified_on_its_box() -> None:
    asked, options = request("theorem")
    (result,) = check(asked.spec, options, lambda _: None)
    (elsewhere,) = check(asked.spec, Options(claims=("even",)), lambda _: None)
    beyond = elsewhere.counterexample
    for known in (
        replace(result, verdict=Verdict.PROVED, proof=Proof("proved")),
        replace(result, verdict=Verdict.REFUTED, proof=Proof("refuted"), counterexample=beyond),
    ):
        assert labelling.write(asked, known, lambda _: None).positions == 39
        assert verify("c.jsonl").header["verdict"] == "holds"


def test_an_interruption_leaves_nothing(folder: Path) -> None:
    asked, options = request("theorem")
    (result,) = check(asked.spec, options, lambda _: None)

    def interrupt(_: Progress) -> None:
        raise KeyboardInterrupt

    before = sorted(folder.iterdir())
    with pytest.raises(KeyboardInterrupt):
        labelling.write(asked, result, interrupt)
    assert sorted(folder.iterdir()) == before


def test_a_certificate_that_does_not_show_the_result_is_an_internal_error(folder: Path) -> None:
    asked, _ = request("theorem")
    (other,) = check(asked.spec, Options(claims=("odd",)), lambda _: None)
    before = sorted(folder.iterdir())
    with pytest.raises(Disagreement, match="18 positions were judged, but the certificate has 39"):
        labelling.write(asked, other, lambda _: None)
    asked, _ = request("even")
    with pytest.raises(Disagreement, match="the certificate is wrong in line 2: the claim is wrong here"):
        labelling.write(asked, other, lambda _: None)
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
        LEAST.replace(b'"certificate":1', b'"certificate":2'),
        b'{"certificate": 1}\n',
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


@pytest.mark.parametrize(
    ("count", "size"),
    [([0, 10**9], [1, 1]), ([1, 1], [1, 10**12]), ([10**9, 10**9], [1, 2]), ([0, 2], [0, 1]), ([0, 2], [-5, 1])],
)
def test_a_box_that_is_too_large_costs_no_memory(
    folder: Path, count: list[int], size: list[int], capsys: pytest.CaptureFixture[str]
) -> None:
    nim = str(data.folder("specs") / "nim.yaml")
    main(["check", nim, "--claim", "safe-combinations", "--over", "heap.size=1..2", "--certificate", "c.jsonl"])
    lines = read(folder / "c.jsonl")
    lines[0]["sections"][0]["box"]["heap"] = {"count": count, "size": size}
    (folder / "c.jsonl").write_text("\n".join(json.dumps(line) for line in lines) + "\n")
    capsys.readouterr()
    assert main(["verify", "c.jsonl"]) == 1
    assert "a box that cannot be gone through" in capsys.readouterr().err


def test_a_long_line_is_refused(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["check", "take.yaml", "--claim", "odd", "--certificate", "c.jsonl"])
    header = (folder / "c.jsonl").read_bytes().split(b"\n")[0]
    (folder / "c.jsonl").write_bytes(header + b"\n" + b"[" * (LONGEST + 2) + b"\n")
    capsys.readouterr()
    assert main(["verify", "c.jsonl"]) == 1
    assert "c.jsonl:2: the certificate is wrong: the line is too long" in capsys.readouterr().err
    (folder / "c.jsonl").write_bytes(header + b"\n" + b"[" * 200_000 + b"\n")
    assert main(["verify", "c.jsonl"]) == 1
