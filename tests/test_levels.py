"""The folders of Bouton stand on levels: each imports from lower levels alone."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

from bouton.claims.kind import Kind
from bouton.claims.registry import KINDS
from tests.sources import ROOT as SOURCES
from tests.sources import comparisons, statements, text, tree

LEVELS = (
    {"core"},
    {"process", "document", "rules"},
    {"ground", "reading", "schedule"},
    {"automata", "claims", "solving"},
    {"boards", "compiled", "theory"},
    {"proof"},
    {"run"},
    {"discover"},
    {"certificate", "rocq", "show"},
    {"page"},
    {"interface"},
    {"cli"},
)
AT = {folder: level for level, folders in enumerate(LEVELS) for folder in folders}
FACE = {"__init__.py", "__main__.py"}
MOST_INSIDE = 26
"""Imports of Bouton's own modules inside functions; each, and each of a library, says why it is there. Half of them are
the doors behind which a small check, which is to take half a second, finds proofs, boards, programs and clusters."""
TOP, INSIDE = re.compile(r"^from (bouton\.[\w.]+) import", re.M), re.compile(r"^ +from bouton\.", re.M)
NAMES = re.compile(r"^from (bouton[\w.]*) import (\([^)]*\)|.*)", re.M)
REASON = re.compile(r"# (type: ignore\[[a-z-]+\]  # )?noqa: (F401, )?PLC0415 \(.+\)$")
TELL_KINDS_APART = {"claims", "document"}
"""The folders with what is a kind's own: its judge, and its keys in a spec; the verifier stands alone, too."""
VERIFIER = {"verify.py"}


@cache
def imports(file: Path) -> tuple[tuple[str, bool], ...]:
    """The modules of Bouton that a file imports from, and whether it does so inside a function."""
    if not INSIDE.search(text(file)):
        return tuple((module, False) for module in TOP.findall(text(file)))
    return tuple(
        (str(node.module), inside)
        for node, inside in statements(tree(file))
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("bouton.")
    )


def folders(file: Path) -> Iterator[tuple[str, bool]]:
    """The folders of these modules."""
    return ((module.split(".")[1], inside) for module, inside in imports(file))


def test_every_file_stands_in_a_folder_that_has_a_level() -> None:
    assert {path.name for path in SOURCES.iterdir() if path.suffix == ".py"} == FACE
    assert {path.parent.name for path in SOURCES.glob("*/__init__.py")} == set(AT)


def test_imports_lead_downward() -> None:
    found = []
    for file in SOURCES.glob("*/**/*.py"):
        here = file.relative_to(SOURCES).parts[0]
        found += [(file.name, here, there) for there, _ in folders(file) if there != here and AT[there] >= AT[here]]
    assert found == []


def test_files_import_each_other_in_no_circle() -> None:
    """By what stands at their tops; what is imported for its type alone may lead anywhere."""
    found = {}
    for file in SOURCES.rglob("*.py"):
        name = ".".join((SOURCES.name, *file.relative_to(SOURCES).with_suffix("").parts)).removesuffix(".__init__")
        asked = ((module, re.findall(r"\w+", names)) for module, names in NAMES.findall(text(file)))
        found[name] = {one for module, names in asked for one in (module, *(f"{module}.{name}" for name in names))}
    TopologicalSorter({name: those & found.keys() - {name} for name, those in found.items()}).prepare()


def test_ways_to_prove_know_nothing_of_each_other() -> None:
    """But for the values of heaps by their code, which periods and tables are about, and names, which periods value."""
    ways = SOURCES / "proof" / "ways"
    found = []
    for file in ways.rglob("*.py"):
        own = file.relative_to(ways).parts[0]
        if own == "table.py":  # which knows all of them
            continue
        others = {one.split(".")[3] for one, _ in imports(file) if one.startswith("bouton.proof.ways.")}
        found += [(own, other) for other in others - {own, "sums"} if (ways / other).is_dir()]
    assert set(found) == {("tables.py", "periods"), ("named.py", "periods")}


def test_few_imports_stand_inside_functions() -> None:
    inside = [(file.name, there) for file in SOURCES.rglob("*.py") for there, within in folders(file) if within]
    assert len(inside) <= MOST_INSIDE, inside


def test_every_import_inside_a_function_has_its_reason() -> None:
    """The first of several in a row gives it for all."""
    bare = []
    for file in SOURCES.rglob("*.py"):
        lines = text(file).splitlines()
        late = [at for at, line in enumerate(lines) if re.match(r"\s+(from .+ )?import ", line) and "PLC0415" in line]
        bare += [(file.name, at + 1) for at in late if not REASON.search(lines[at]) and at - 1 not in late]
    assert bare == []


def test_kinds_are_told_apart_by_the_registry_alone() -> None:
    """No comparison with the name of a kind outside of what is the kind's own."""
    found = []
    for file in SOURCES.glob("*/**/*.py"):
        if file.relative_to(SOURCES).parts[0] in TELL_KINDS_APART or file.name in VERIFIER:
            continue
        for node in comparisons(tree(file)) if ".kind" in text(file) else ():
            constants = {one.value for one in ast.walk(node) if isinstance(one, ast.Constant)}
            sides = (node.left, *node.comparators)
            asks = any(isinstance(one, ast.Attribute) and one.attr == "kind" for one in sides)
            found += [(file.name, node.lineno) for _ in constants & KINDS.keys() if asks]
    assert found == []


def test_what_claims_state_is_told_by_types_alone() -> None:
    """Nothing compares what a claim states with a word, nor has a kind a word for it."""
    found = []
    for file in SOURCES.glob("*/**/*.py"):
        for node in comparisons(tree(file)) if "stated" in text(file) else ():
            calls = [one for one in ast.walk(node) if isinstance(one, ast.Call) and isinstance(one.func, ast.Name)]
            attributes = {one.attr for one in ast.walk(node) if isinstance(one, ast.Attribute)}
            words = any(isinstance(one, ast.Constant) and isinstance(one.value, str) for one in ast.walk(node))
            asks = "stated" in attributes or any(getattr(one.func, "id", "") == "stated" for one in calls)
            found += [(file.name, node.lineno)] if asks and words else []
    assert found == []
    assert "proof" not in Kind.__dataclass_fields__
