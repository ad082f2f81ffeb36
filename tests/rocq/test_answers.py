"""Answers of coqc that are kept: which are told again, and that a file or a library with one change is tried."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.rocq import answers
from tests.rocq.answers import CLOSED, answer_of, coqc, digest, listed
from tests.rocq.test_files import with_coqc

ROOT = Path(__file__).parents[2]
TRUE = "Theorem proved : 1 + 1 = 2. Proof. reflexivity. Qed.\nPrint Assumptions proved.\n"
FALSE = TRUE.replace("= 2", "= 3")
OFTEN = f"Require Import Bouton.\n{TRUE}"
OPEN = "Axiom proved : 1 + 1 = 3.\nPrint Assumptions proved.\n"


@pytest.fixture
def nothing_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """The list is empty, and what is tried here is not written."""
    monkeypatch.setattr(answers, "_kept", dict)
    monkeypatch.setattr(answers, "_found", {})


def test_the_list_has_answers_of_both_sorts() -> None:
    version, kept = listed(answers.LIST.read_text(encoding="utf-8"))
    assert version.startswith("The Coq Proof Assistant, version ")
    assert set(kept.values()) == {"closed", "compiled", "refused"}
    assert list(kept) == sorted(kept)
    assert {len(name) for name in kept} == {32}


@with_coqc
@pytest.mark.usefixtures("nothing_kept")
@pytest.mark.parametrize(("text", "answer"), [(TRUE, "closed"), (FALSE, "refused"), (OPEN, None)])
def test_what_is_not_in_the_list_is_tried(text: str, answer: str | None, compiled: Path) -> None:
    """An answer that a test would not expect is kept by nobody."""
    ended = coqc(compiled, text)
    assert ended.args[0] == "coqc"
    assert len(ended.args) > 1
    assert answer_of(ended) == answer
    assert answers._found == ({digest(text): answer} if answer else {})


@with_coqc
def test_what_is_in_the_list_is_told_and_not_tried(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, compiled: Path
) -> None:
    monkeypatch.setattr(answers, "_found", {})
    monkeypatch.setattr(
        answers, "_kept", {digest(TRUE): "refused", digest(FALSE): "closed", digest(OFTEN): "refused"}.copy
    )
    monkeypatch.delenv(answers.HOW, raising=False)
    ended = coqc(tmp_path, TRUE)
    assert (ended.returncode, ended.stdout, ended.stderr) == (1, "", "")
    assert coqc(tmp_path, FALSE).stdout == f"{CLOSED}\n"
    assert list(tmp_path.iterdir()) == []
    assert coqc(compiled, OFTEN).returncode == 0  # some are, all the same
    monkeypatch.setenv(answers.HOW, "try")
    assert coqc(tmp_path, TRUE).returncode == 0


@with_coqc
def test_another_version_of_coqc_has_no_kept_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    assert answers._kept.__wrapped__()
    monkeypatch.setattr(answers, "version", lambda: "another")
    assert answers._kept.__wrapped__() == {}


def test_a_changed_library_has_another_digest(monkeypatch: pytest.MonkeyPatch) -> None:
    before = digest(OFTEN)
    assert before not in (digest(TRUE), digest(OFTEN.replace("1 + 1", "1+1")))
    monkeypatch.setattr(answers, "library", lambda name: f"(* {name} *)")
    assert digest(OFTEN) != before


@with_coqc
@pytest.mark.slow
def test_the_list_says_what_coqc_says() -> None:
    """Every file of the other tests is tried."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/rocq"]
    environment = {**os.environ, answers.HOW: "try"}
    ended = subprocess.run(command, cwd=ROOT, env=environment, check=False, capture_output=True, text=True)
    assert ended.returncode == 0, ended.stdout
