"""Classes of different modules have different names, so that a name tells which is meant; but for those listed."""

from __future__ import annotations

import re
from collections import Counter

from tests.sources import ROOT, text

SHARED = {
    # keys of a spec's document, and what is made of them
    *("Everywhere", "Kernel", "Statement", "Table", "Theory", "Winners"),
    # nodes of syntax trees: of expressions, of rules, of statements on all games, of Gallina
    *("And", "Atom", "Definition", "Digit", "Member", "Number", "Operation", "Or", "Rule", "Variable"),
    # what users of Python see, and what it is made of
    *("Game", "Row"),
    # in `discover` and `rocq`, which nothing imports but what stands above them
    *("At", "Beyond", "Case", "Counted", "Kind", "Layout", "Learner", "Moves", "Names", "Part", "Place", "Theorem"),
    *("Told", "Worth"),
}


def test_few_classes_share_a_name() -> None:
    found = Counter(
        name for file in ROOT.rglob("*.py") for name in re.findall(r"^class ([A-Z]\w*)", text(file), re.MULTILINE)
    )
    shared = {name for name, times in found.items() if times > 1}
    assert shared <= SHARED, "a class of another module has this name: choose one that says which is meant"
    assert shared >= SHARED, "this name is no longer shared: it leaves the list"
