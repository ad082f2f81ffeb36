"""A shipped game with one text of its rules replaced."""

from __future__ import annotations

from pathlib import Path

from bouton.core.verdict import Result
from bouton.document.load import load
from bouton.run.check import check
from bouton.run.options import Options
from tests.shipped import copied


def changed(workplace: Path, game: str, claim: str, old: str, new: str) -> Result:
    """The verdict of a claim, unproved, when one text of the rules, which occurs once, is replaced."""
    for other in ("wythoff", "nim_a", "three_euclid_ho"):
        copied(workplace, other)
    spec = load(str(copied(workplace, game, (old, new))))
    found = {result.id: result for result in check(spec, Options(claims=(claim,), prove=False), lambda _: None)}
    return found[claim]
