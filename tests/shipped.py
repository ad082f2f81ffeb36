"""The specs that come with Bouton: each is read once by a process, as they are frozen, and judged once for all the
processes of a session.
"""

from __future__ import annotations

import os
import pickle
import re
from fcntl import LOCK_EX, flock
from pathlib import Path

from bouton.core.shipped import folder
from bouton.core.spec import Spec
from bouton.core.verdict import Result
from bouton.document.find import find_rules
from bouton.document.load import load
from bouton.run.check import check
from bouton.run.options import Options

SESSION = "BOUTON_TESTS_SESSION"
"""Names the variable with the folder of this session, which is new, so that nothing in it is of other sources."""
_READ: dict[Path, Spec] = {}
"""What was read: it is small, and kept where what the tests of a file remember is forgotten."""


def named(name: str) -> Spec:
    """The spec of such a name, as `nim` or `known_false/nim`."""
    return loaded(folder("specs") / f"{name}.yaml")


def loaded(file: Path) -> Spec:
    """What is in a spec file that no test changes."""
    if file not in _READ:
        _READ[file] = load(str(file))
    return _READ[file]


def judged(file: Path) -> tuple[Result, ...]:
    """What each claim of such a spec says in its whole box, without a proof: the first process that asks judges it."""
    place = file.relative_to(folder("specs")).with_suffix(".judged")
    kept = Path(os.environ[SESSION]) / place
    kept.parent.mkdir(parents=True, exist_ok=True)
    with kept.with_suffix(".lock").open("w") as held:
        flock(held, LOCK_EX)
        if not kept.exists():
            results = tuple(check(loaded(file), Options(prove=False), lambda _: None))
            kept.write_bytes(pickle.dumps(results))
        found: tuple[Result, ...] = pickle.loads(kept.read_bytes())
    return found


def rules_named(spec: Path) -> list[str]:
    """How a shipped spec names its rules files; nothing else of it is read, as tests are collected by them."""
    said = re.search(r"^rules: (\w[\w/.]*|\[[^]]*\])$", spec.read_text(encoding="utf-8"), re.M)
    return [] if said is None else re.findall(r"[\w/.]+", said.group(1))


def rules_text(name: str) -> str:
    """What the rules files of such a spec say, one after the other."""
    spec = folder("specs") / f"{name}.yaml"
    return "\n".join(find_rules(str(spec), file).read_text(encoding="utf-8") for file in rules_named(spec))


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
