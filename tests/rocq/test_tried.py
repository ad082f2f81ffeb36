"""What `check --rocq` says of coqc: accepted, refused with what is not shown, stopped, or not there."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bouton.cli import main
from bouton.document.load import load
from bouton.process.limits import Limits
from bouton.rocq import file as files
from bouton.rocq.file import written
from bouton.rocq.tried import CoqcAnswer, missing, obligation, tried
from tests.rocq.test_files import with_coqc

RULES = """move(take(M)) :- pile(N), M = 1..2, M <= N.
after(take(M), pile(N-M)) :- pile(N), move(take(M)).
lost :- pile(N), N \\ 3 = 0.
wrong :- pile(N), N \\ 3 = 1.
"""
SPEC = """game: Take
rules: take.lp
position: {pile: 0..9}
claims:
  - {id: theorem, says: The multiples of three., kind: p-positions, iff: lost, prove: {pile: all}}
  - {id: bounded, says: The multiples of three., kind: p-positions, iff: lost}
  - {id: wrong, says: One more., kind: p-positions, iff: wrong, prove: {pile: all}, expect: refuted}
"""
REFUSING = """[ -z "$3" ] && exit 0
echo 'File "./claim.v", line 1, characters 0-1:' >&2; echo 'Error: no' >&2; exit 1"""
"""What a coqc does that compiles the libraries and refuses a file."""
TRUE = "Theorem proved : True. Proof. exact I. Qed.\nPrint Assumptions proved.\n"


@pytest.fixture
def spec(tmp_path: Path) -> Path:
    """A spec with a theorem, what holds in a box, and what is false."""
    (tmp_path / "take.lp").write_text(RULES)
    (tmp_path / "take.yaml").write_text(SPEC)
    return tmp_path / "take.yaml"


def stub(folder: Path, monkeypatch: pytest.MonkeyPatch, script: str, version: str = "version 8.16.1") -> None:
    """A coqc that does what the script says, once it is asked for more than its version."""
    folder.mkdir(exist_ok=True)
    program = folder / "coqc"
    program.write_text(f'#!/bin/sh\n[ "$1" = --version ] && {{ echo "{version}"; exit; }}\n{script}\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}:/usr/bin:/bin")


def one(text: str = TRUE, seconds: float = 60.0) -> CoqcAnswer:
    """What is said of one text."""
    ((at, answer),) = tried([text], Limits(seconds), 1)
    assert at == 0
    return answer


@with_coqc
@pytest.mark.slow
def test_the_kernel_is_asked_and_says_what_is_not_shown(spec: Path) -> None:
    about = load(spec)
    good = written(about, about.claim("theorem"))
    bad = written(about, about.claim("wrong"))
    answers = dict(tried([good, bad, TRUE.replace("True", "False")], Limits(300.0), 2))
    assert answers[0].state == "accepted"
    assert answers[0].text == f"checked by coqc, no axioms, {answers[0].seconds:.1f} s"
    assert answers[1].state == answers[2].state == "refused"
    assert answers[1].why.startswith("that ")
    assert answers[1].why.endswith("_at_)")


@with_coqc
def test_an_axiom_is_no_proof() -> None:
    assert one("Axiom proved : False.\nPrint Assumptions proved.\n").state == "refused"
    assert one("Theorem proved : True. exact I. Qed.\n").state == "refused"


@pytest.mark.slow
def test_coqc_has_its_processor_time_whatever_the_clock_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stub(tmp_path / "bin", monkeypatch, "while :; do :; done")
    ((_, answer),) = tried([TRUE], Limits(600.0, processor=1.0), 1)
    assert (answer.state, answer.why) == ("unfinished", "coqc's processor time was used up")


@pytest.mark.parametrize(
    ("script", "state", "why"),
    [
        ("sleep 60", "unfinished", "time limit of 0.2 s reached"),
        ("echo 'Error: Sys_error: No space left on device' >&2; exit 1", "unfinished", "No space left on device"),
        ("kill -9 $$", "unfinished", "coqc was ended by signal 9"),
        ("exit 7", "unfinished", "coqc ended with code 7"),
        ("echo 'Closed under the global context'", "accepted", ""),
        ("echo 'Axioms:'; echo 'x : False'", "refused", "it does not say 'Closed under the global context'"),
    ],
)
def test_whatever_coqc_does_has_a_line(
    script: str, state: str, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stub(tmp_path / "bin", monkeypatch, script)
    found = one(seconds=0.2 if "sleep" in script else 60.0)
    assert found.state == state
    assert why in found.why


def test_a_coqc_that_does_not_say_its_version_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "bin"
    folder.mkdir()
    (folder / "coqc").write_text("#!/bin/sh\nexec sleep 60\n")
    (folder / "coqc").chmod(0o755)
    monkeypatch.setenv("PATH", str(folder), prepend=":")
    monkeypatch.setattr("bouton.rocq.tried._ASKED", 0.2)
    assert missing() == "coqc does not say its version within 0.2 s"


def test_a_full_disk_has_no_part_of_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is there is as it was before."""
    (tmp_path / "Bouton.v").write_text("before")

    def full(self: Path, text: str, **_: str) -> int:
        with self.open("w") as file:
            file.write(text[:10])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_text", full)
    with pytest.raises(OSError, match="No space"):
        files._put(tmp_path / "Bouton.v", "and what is longer than that")
    assert [one.name for one in tmp_path.iterdir()] == ["Bouton.v"]
    assert (tmp_path / "Bouton.v").read_text() == "before"


@pytest.mark.parametrize(
    ("version", "why"),
    [
        ("The Coq Proof Assistant, version 8.15.2", "coqc has version 8.15, and the files are for 8.16 or later"),
        ("hello", "coqc does not say its version, but 'hello'"),
        ("The Rocq Prover, version 9.0.0", None),
    ],
)
def test_another_version_is_not_asked(
    version: str, why: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stub(tmp_path / "bin", monkeypatch, "exit 1", version)
    assert missing() == why
    if why is not None:
        assert one() == CoqcAnswer("untried", why=why)


@pytest.mark.parametrize(
    ("script", "code", "answer"),
    [
        ("echo 'Closed under the global context'", 0, "accepted"),
        (REFUSING, 3, "refused"),
        (None, 0, "untried"),
    ],
)
@pytest.mark.sample(3)
def test_the_command_tells_it(
    script: str | None,
    code: int,
    answer: str,
    spec: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """A refusal is exit code 3, and the verdict stays; that no coqc is there changes nothing."""
    if script is None:
        monkeypatch.setenv("PATH", str(tmp_path))
    else:
        stub(tmp_path / "bin", monkeypatch, script)
    asked = ["check", str(spec), "--claim", "theorem", "--claim", "bounded", "--rocq", str(tmp_path / "files")]
    assert main([*asked, "--fresh", "--no-crosscheck", "--json"]) == code
    theorem, bounded = json.loads(capsys.readouterr().out)["claims"]
    assert theorem["verdict"] == "proved"
    assert theorem["rocq"]["file"] == str(tmp_path / "files" / "take" / "theorem_.v")
    assert theorem["rocq"]["answer"] == answer
    assert bounded["rocq"]["file"] == str(tmp_path / "files" / "take" / "bounded_.v")
    assert bounded["rocq"]["answer"] == answer
    told = f"written for Rocq, of its box alone (a theorem needs a range, as in `prove: {{pile: all}}`): {tmp_path}"
    assert any(note.startswith(told) for note in bounded["notes"])
    assert {one.suffix for one in (tmp_path / "files" / "take").iterdir()} == {".v"}


def test_the_lemma_of_a_line_is_told_in_words() -> None:
    first = "Lemma take_is_2h1 : x.\nProof.\n"
    text = f"{first}Lemma absorbing_at_h2 (v : Z) :\n  more.\nProof. Qed.\nTheorem proved : y.\n"
    assert obligation(text, 2) == "what take says, worked out, with 1 heap (take_is_2h1)"
    absorbing = "from every position that the predicate does not name a move leads to one that it names"
    assert obligation(text, 5) == f"that {absorbing}, with 2 heaps (absorbing_at_h2)"
    assert obligation(text, 6) == "proved, in line 6"
    assert obligation("", 1) == "line 1 is no proof that is read"


def test_a_library_that_is_not_compiled_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stub(tmp_path / "bin", monkeypatch, "echo 'no such thing' >&2; exit 1")
    found = one(f"Require Import {files.LIBRARY.removesuffix('.v')}.\n{TRUE}")
    assert (found.state, found.why) == (
        "unfinished",
        "Bouton.v, on which the file rests, is not compiled: no such thing",
    )
