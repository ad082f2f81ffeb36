"""encodings/README.md lists every predicate that crosses the border between ASP and Python, and no other."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bouton.claims.registry import kind_of
from bouton.claims.subject import rules_of, subject
from bouton.core.position import Fluent, Members, arity, has_sets
from bouton.core.shipped import folder
from bouton.core.spec import Spec
from bouton.reading.evaluate import places_of
from bouton.rules.depend import closure
from bouton.rules.file import Rules
from bouton.rules.names import OUTPUTS
from bouton.rules.syntax import defines
from bouton.theory import check as theory
from docs import encodings
from tests.samples import small_or_whole
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
        own = rules_of(spec).fluents if has_sets(spec.fluents) else spec.fluents
        found |= {f"{fluent.name}/{arity(fluent)}" for fluent in (*own, *spec.elsewhere)}
        for parameter in spec.box.parameters:
            found.add(parameter.name if parameter.interval else f"{parameter.name.lower()}/1")
    return found


def named(step: int) -> set[tuple[str, str]]:
    """(predicate, file) for every predicate that every so many of the shipped specs, or a claim of theirs, names."""
    found: set[tuple[str, str]] = set()
    for spec in specs()[::step]:
        if has_sets(spec.fluents):
            rules = rules_of(spec)
            placed = {(f"{name}/{arity}", source(rules, name, arity)) for name, arity in board(spec)}
            found |= {(name, file) for name, file in placed if file.endswith(".lp")}  # not those of a graph
        read: dict[tuple[Fluent, ...], Rules] = {}
        for claim in spec.claims:
            about = spec if spec.all_games else subject(spec, claim)
            if about.fluents not in read:
                read[about.fluents] = theory.rules_of(spec.rules) if spec.all_games else rules_of(about)
            rules = read[about.fluents]
            named = (one for one in kind_of(claim).reads.needs(spec, claim) if one.key not in OF_PROOFS)
            for wanted in named:
                name = wanted.name
                found |= {(f"{name}/{arity}", source(rules, name, arity)) for arity in rules.arities(name)}
    return found


def board(spec: Spec) -> set[tuple[str, int]]:
    """The predicates of what may belong to a set, or be stood on, and of where games begin."""
    rules = rules_of(spec)
    names = {one.domain for one in rules.fluents if isinstance(one, Members)}
    names |= {spec.begins.name} if spec.begins is not None else set()
    return {one for one in rules.defined if one[0] in names}


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


@pytest.mark.parametrize("step", small_or_whole(12, 1))
def test_what_the_specs_name(step: int) -> None:
    """What a spec of the sample names has a row; nothing else has one where all specs are read."""
    listed = {(name, file) for name, file, _ in table() if file != "any" and not file.startswith("core/")}
    assert named(step) <= listed
    assert step > 1 or listed == named(step)


@pytest.mark.parametrize("file", encodings.files(), ids=lambda file: f"{file.parent.name}/{file.name}")
@pytest.mark.sample(1)
def test_a_comment_stands_above_what_it_describes(file: Path) -> None:
    """Each of the one form is read, and the rule below it derives one of the predicates that it names."""
    found = list(encodings.described(file))
    begun = re.findall(r"^%%(?!   )", file.read_text(encoding="utf-8"), re.MULTILINE)
    assert len(found) == len(begun)
    for one in found:
        below = next(row for row in one.rest.splitlines() if not row.startswith("%"))
        assert re.match(r"\w+", below)[0] in {name.partition("/")[0] for name in one.names}  # type: ignore[index]


def test_a_comment_of_several_lines(tmp_path: Path) -> None:
    file = tmp_path / "rules.lp"
    file.write_text("% p/1: no\n%% p/1, q/0: it is\n%%   so: r(X).\np(1).\nq.\n%% s/0: no end\n")
    assert list(encodings.described(file)) == [
        encodings.Described(("p/1", "q/0"), "it is so: r(X)", "p(1).\nq.\n%% s/0: no end\n")
    ]


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
    for game in {file.parent.name for file in encodings.files()}:
        assert f"| [`{game}/`]({game}/" in text
    assert not list(folder("encodings").glob("*.lp"))


@pytest.mark.parametrize("step", small_or_whole(6, 1))
def test_every_game_has_its_rules_apart(step: int) -> None:
    """What makes the moves, who moves and who has won are in rules.lp, with what these need and no more.

    Of a board or graph, its cells or edges, and where games begin, may stand there or in a file of their own.
    """
    for spec in specs()[::step]:
        if spec.all_games or not spec.rules[0].file.exists():
            continue
        rules = rules_of(spec)
        made = closure([("gone", 2), *((name, arity) for name, (arity, _) in OUTPUTS.items())], rules.statements)
        placed = closure([*board(spec), ("edge", 2)], rules.statements) if has_sets(spec.fluents) else set()
        for statement in rules.statements:
            if defines(statement) in placed:
                continue
            at = statement.location.begin
            apart = rules.sources.where(at.line, at.column).partition(":")[0].endswith("/rules.lp")
            assert (defines(statement) in made) == apart, (spec.game, str(statement))
