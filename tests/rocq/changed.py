"""The file for Rocq of a theorem as a newcomer writes it, with words of its rules or its claim changed."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from benchmarks.newcomers import CLAIM, spec_of
from bouton.rocq.file import written


def text(one: dict[str, Any], changes: Mapping[str, str], folder: Path) -> str:
    """The text of the file; each word that is to be changed stands there."""
    for before, after in changes.items():
        whole = repr(one).replace(repr(before)[1:-1], repr(after)[1:-1])
        assert whole != repr(one)
        one = eval(whole)
    spec = spec_of(one, folder)
    return written(spec, spec.claim(CLAIM))
