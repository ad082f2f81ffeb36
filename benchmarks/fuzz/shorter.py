"""A case that shows a difference, made shorter: claims and lines of rules that it can do without are left out."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import yaml

from benchmarks.fuzz.case import Case, dumped
from benchmarks.fuzz.compare import compare
from benchmarks.fuzz.tally import Tally

_TRIES = 80
"""Comparisons that making a difference shorter may take."""


def _sort(words: str) -> str:
    """What kind of difference it is, without numbers and names: a shorter case must show the same."""
    return re.sub(r"[^a-z ]+", "", words.partition(":")[2])[:24]


def shrunk(case: Case, number: int, words: str) -> Case:
    """The case with as many claims, and lines of its rules, left out as still show the difference."""
    tries = 0

    def shows(trial: Case) -> bool:
        nonlocal tries
        tries += 1
        with tempfile.TemporaryDirectory() as folder:
            again = compare(trial.write(Path(folder)), Tally(), number)
        return any(_sort(one) == _sort(words) for one in again)

    def fewer(parts: list[Any], built: Callable[[list[Any]], Case]) -> Case:
        size = max(1, len(parts) // 2)
        while size:
            at = 0
            while at < len(parts) and len(parts) > 1 and tries < _TRIES:
                if shows(built(parts[:at] + parts[at + size :])):
                    parts = parts[:at] + parts[at + size :]
                else:
                    at += size
            size //= 2
        return built(parts)

    spec = yaml.safe_load(case.files["case.yaml"])
    case = fewer(spec["claims"], lambda claims: _with(case, "case.yaml", dumped({**spec, "claims": claims})))
    lines = re.split(r"\n|(?<=\.) (?=[a-z])", case.files["case.lp"].strip())
    return fewer(lines, lambda left: _with(case, "case.lp", "\n".join(left) + "\n"))


def _with(case: Case, name: str, text: str) -> Case:
    return Case({**case.files, name: text}, case.used)
