"""A shipped game with one text of its rules replaced."""

from __future__ import annotations

from pathlib import Path

from bouton.core.shipped import folder
from bouton.core.verdict import Result
from bouton.document.load import load
from bouton.run.check import Options, check


def changed(workplace: Path, game: str, claim: str, old: str, new: str) -> Result:
    """The verdict of a claim, unproved, when one text of the rules, which occurs once, is replaced."""
    rules = (folder("encodings") / f"{game}.lp").read_text(encoding="utf-8")
    assert rules.count(old) == 1, old
    (workplace / f"{game}.lp").write_text(rules.replace(old, new), encoding="utf-8")
    (workplace / f"{game}.yaml").write_text((folder("specs") / f"{game}.yaml").read_text(encoding="utf-8"))
    for other in ("wythoff", "nim_a", "three_euclid_ho"):
        if other != game:
            for name, kind in ((f"{other}.lp", "encodings"), (f"{other}.yaml", "specs")):
                (workplace / name).write_text((folder(kind) / name).read_text(encoding="utf-8"))  # type: ignore[arg-type]
    spec = load(str(workplace / f"{game}.yaml"))
    found = {result.id: result for result in check(spec, Options(claims=(claim,), prove=False), lambda _: None)}
    return found[claim]
