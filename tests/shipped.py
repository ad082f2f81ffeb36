"""The specs that come with Bouton, each read once for all the tests of a session: they are frozen."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from bouton.core.shipped import folder
from bouton.core.spec import Spec
from bouton.document.load import load


def named(name: str) -> Spec:
    """The spec of such a name, as `nim` or `known_false/nim`."""
    return loaded(folder("specs") / f"{name}.yaml")


@cache
def loaded(file: Path) -> Spec:
    """What is in a spec file that no test changes."""
    return load(str(file))


def rules_text(name: str) -> str:
    """What the rules files of such a spec say, one after the other."""
    return "\n".join(source.content for source in named(name).rules)


def spec_text(name: str) -> str:
    """What such a spec says, but that its rules are in one file of its name: `nim.lp`."""
    text = (folder("specs") / f"{name}.yaml").read_text(encoding="utf-8")
    return re.sub(r"^rules: ([\w/.]+|\[[^]]*\])$", f"rules: {Path(name).name}.lp", text, count=1, flags=re.M)


def copied(place: Path, name: str, *changes: tuple[str, str]) -> Path:
    """The spec in a folder, and beside it its rules in one file; each change is of a text that occurs once in them."""
    rules = rules_text(name)
    for old, new in changes:
        assert rules.count(old) == 1, old
        rules = rules.replace(old, new)
    (place / f"{name}.lp").write_text(rules, encoding="utf-8")
    spec = place / f"{name}.yaml"
    spec.write_text(spec_text(name), encoding="utf-8")
    return spec
