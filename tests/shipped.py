"""The specs that come with Bouton, each read once for all the tests of a session: they are frozen."""

from __future__ import annotations

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
