"""encodings/README.md lists every predicate that crosses the border between ASP and Python, and no other."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bouton.claims.registry import KINDS
from bouton.claims.subject import rules_of, subject
from bouton.core.position import Fluent, Heaps
from bouton.core.shipped import folder
from bouton.core.spec import Spec
from bouton.reading.evaluate import places_of
from bouton.rules.file import Rules
from bouton.rules.names import OUTPUTS
from bouton.theory import check as theory
from tests.shipped import loaded

README = folder("encodings") / "README.md"
ROW = re.compile(r"^\| (`[^|]*`) \| `?([^|`]+)`? \| (in|out|in and out) \| [^|]+ \|$", re.MULTILINE)
OF_PROOFS = {"using", "values", "induction", "labels"}
"""The keys of a claim that help its proof alone; what they name has no row."""


def table() -> list[tuple[str, str, str]]:
    """(predicate, file, in or out) for every predicate of the table."""
    text = README.read_text(encoding="utf-8")
    return [(name, file, way) for cell, file, way in ROW.findall(text) for name in re.findall(r"`([^`]+)`", cell)]


def specs() -> list[Spec]:
    return [loaded(file) for file in sorted(folder("specs").rglob("*.yaml"))]


def given() -> set[str]:
    """What the shipped specs give to their rules: fluents, parameters, the members of sets."""
    found: set[str] = set()
    for spec in specs():
        fluents = (*spec.fluents, *spec.elsewhere)
        found |= {f"{fluent.name}/{2 if isinstance(fluent, Heaps) else 1}" for fluent in fluents}
        for parameter in spec.box.parameters:
            found.add(parameter.name if parameter.interval else f"{parameter.name.lower()}/1")
    return found


def named() -> set[tuple[str, str]]:
    """(predicate, file) for every predicate that a claim of a shipped spec names."""
    found: set[tuple[str, str]] = set()
    for spec in specs():
        read: dict[tuple[Fluent, ...], Rules] = {}
        for claim in spec.claims:
            about = spec if spec.all_games else subject(spec, claim)
            if about.fluents not in read:
                read[about.fluents] = theory.rules_of(spec.rules) if spec.all_games else rules_of(about)
            rules = read[about.fluents]
            named = (one for one in KINDS[claim.kind].needs(spec, claim) if one.key not in OF_PROOFS)
            for wanted in named:
                name = wanted.name
                found |= {(f"{name}/{arity}", source(rules, name, arity)) for arity in rules.arities(name)}
    return found


def source(rules: Rules, name: str, arity: int) -> str:
    """The file in which a predicate has its first rule."""
    line, column = places_of(rules)[name, arity]
    return rules.sources.where(line, column).split(":")[0]


def test_no_row_is_written_twice_or_badly() -> None:
    rows = table()
    assert len(rows) == len(set(rows))
    lines = [line for line in README.read_text(encoding="utf-8").splitlines() if line.startswith("| `")]
    assert [line for line in lines if not ROW.match(line)] == []


def test_what_any_rules_file_shares() -> None:
    rows = table()
    assert {name for name, file, way in rows if file == "any" and way == "in"} == given()
    outputs = {f"{name}/{arity}" for name, (arity, _) in OUTPUTS.items()}
    assert {name for name, file, way in rows if file == "any" and way == "out"} == outputs


def test_what_the_specs_name() -> None:
    listed = {(name, file) for name, file, _ in table() if file != "any" and not file.startswith("core/")}
    shipped = {(name, file) for name, file in named() if not name.startswith("reading_")}
    assert listed == shipped


@pytest.mark.parametrize("file", sorted((folder("encodings") / "core").glob("*.lp")), ids=lambda file: file.name)
def test_what_the_core_takes_and_gives(file: Path) -> None:
    listed = {name for name, other, _ in table() if other == f"core/{file.name}"}
    text = file.read_text(encoding="utf-8")
    comment, rules = text.partition("*%")[::2]
    assert listed == {
        f"{name}/{arguments.count(',') + 1}" for name, arguments in re.findall(r"(\w+)\(([A-Z,]+)\)  ", comment)
    }
    assert all(re.search(rf"\b{name.partition('/')[0]}\(", rules) for name in listed)


def test_every_file_is_listed() -> None:
    text = README.read_text(encoding="utf-8")
    for file in folder("encodings").glob("*.lp"):
        assert f"[`{file.name}`]({file.name})" in text
