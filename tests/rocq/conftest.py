"""What the tests of files for Rocq share: one folder of compiled libraries, and the list of answers that is kept."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.rocq import answers


@pytest.fixture(scope="session")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with what the proofs rest on, for all processes of the session: a library is compiled when it is asked
    for.
    """
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "rocq"
    folder.mkdir(exist_ok=True)
    return folder


@pytest.fixture(autouse=True)
def asked_anew(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """A slow test asks coqc, whatever is kept."""
    if request.node.get_closest_marker("slow") is not None and answers.HOW not in os.environ:
        monkeypatch.setenv(answers.HOW, "try")


@pytest.fixture(autouse=True, scope="session")
def written_anew() -> Iterator[None]:
    """Where it is asked for, the list is what coqc has said."""
    yield
    if os.environ.get(answers.HOW) in ("write", "more"):
        answers.write()
