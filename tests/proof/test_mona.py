"""A second opinion on binary digits: MONA confirms what automata decide, and contradicts what is wrong."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from bouton.claims.subject import rules_of, subject
from bouton.core.errors import Disagreement
from bouton.document.load import load
from bouton.process.limits import Limits
from bouton.proof.attempt import ProofRequest
from bouton.proof.goal import Goal
from bouton.proof.prepare import Prepared, prepared
from bouton.proof.prove import confirmed, prove
from bouton.proof.setting import settings
from bouton.solving.mona import MONA, has_mona

MARK = Path(__file__).parents[2] / "specs" / "mark_digits.yaml"
asked = pytest.mark.skipif(not has_mona(), reason="MONA is not installed")


def obligations(claim_id: str) -> list[Prepared]:
    """Those that automata decide."""
    spec = load(str(MARK))
    claim = spec.claim(claim_id)
    assert claim.prove is not None
    rules = rules_of(subject(spec, claim))
    found = [item for one in settings(spec, claim.prove) for item in prepared(Goal(spec, claim, rules, one))]
    return [item for item in found if isinstance(item, Prepared) and item.decided is not None]


def fake(folder: Path, said: str) -> None:
    """A program of that name that says the same of every problem."""
    program = folder / "mona"
    program.write_text(f"#!/bin/sh\necho '{said}'\n")
    program.chmod(0o755)


@pytest.mark.slow
@asked
@pytest.mark.parametrize("claim_id", ["dopey", "dopey-or-two-zeros", "dopey-few-zeros"])
@pytest.mark.sample(3)
def test_it_confirms(claim_id: str) -> None:
    found = list(confirmed(obligations(claim_id), Limits(), 2))
    assert found
    assert [one.decided.solvers for one in found if one.decided is not None] == [("automata", MONA)] * len(found)


@asked
def test_each_answer_is_compared_with_its_own_problem() -> None:
    """An obligation that fails, told to have been discharged, is contradicted, wherever it stands."""
    found = obligations("dopey-or-two-zeros")
    at = next(at for at, one in enumerate(found) if one.decided is not None and one.decided.verdict == "sat")
    wrong = found[at].decided
    assert wrong is not None
    found[at] = replace(found[at], decided=replace(wrong, verdict="unsat"))
    with pytest.raises(Disagreement, match="automata say unsat, MONA says sat"):
        list(confirmed(found, Limits(), 2))


@pytest.mark.parametrize("said", ["Formula is valid", "A satisfying example of least length (1) is:"])
@pytest.mark.sample(2)
def test_a_contradiction(said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fake(tmp_path, said)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(Disagreement, match="automata say unsat, MONA says sat"):
        list(confirmed(obligations("dopey"), Limits(), 1))


@pytest.mark.slow
@pytest.mark.parametrize("said", ["", "Execution aborted", "syntax error near Formula"])
@pytest.mark.sample(9)
def test_what_is_no_answer_changes_nothing(said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fake(tmp_path, said)
    monkeypatch.setenv("PATH", str(tmp_path))
    before = obligations("dopey")
    assert list(confirmed(before, Limits(), 1)) == before


@pytest.mark.parametrize("crosscheck", [None, False])
@pytest.mark.sample(2)
def test_the_proof_goes_on_without_it(crosscheck: bool | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if crosscheck is None:
        monkeypatch.setenv("PATH", "")  # it is missing
    else:
        fake(tmp_path, "Formula is valid")  # it would contradict, and is not asked
        monkeypatch.setenv("PATH", str(tmp_path))
    spec = load(str(MARK))
    claim = spec.claim("dopey")
    found = prove(
        spec, claim, rules_of(subject(spec, claim)), ProofRequest(crosscheck=crosscheck, smtlib=tmp_path / "written")
    )
    assert found.proof.verdict == "proved"
    assert not any(MONA in one.solver for one in found.proof.obligations)
    written = sorted(path.name for path in (tmp_path / "written").iterdir())
    assert [name for name in written if name.endswith(".mona")] == [
        f"dopey-{part}.mona" for part in ("absorption", "independence", "terminals")
    ]
