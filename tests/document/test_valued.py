"""Claims of classes and tables: what the schema says of them is what the loader says, and what they become."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from bouton.core.errors import InputError
from bouton.core.spec import At, Claim
from bouton.document.entries import Class
from bouton.document.load import load
from bouton.document.tables import Table

from .conftest import DRAFT

pytestmark = pytest.mark.usefixtures("folder")
HEAD = """\
game: g
rules: greedy.lp
parameters: {k: 1..3, S: {set: [[1, 2], [3]]}}
position:
  heap: {count: 0..2, size: 1..4}
  pile: {range: 0..9, start: 5}
claims:
"""


def read(fields: str) -> Claim:
    Path("spec.yaml").write_text(f"{HEAD}  - {{id: c, says: x, {fields}}}\n")
    return load("spec.yaml").claims[0]


def valid(fields: str) -> bool:
    return DRAFT.is_valid(yaml.safe_load(f"{HEAD}  - {{id: c, says: x, {fields}}}\n"))


@pytest.mark.parametrize(
    ("fields", "notion", "by", "iff"),
    [
        ("kind: class, class: tame", "tame", None, None),
        ("kind: class, class: 2-minion, where: even, over: {k: 2}", "2-minion", None, None),
        ("kind: class, class: pet, by: i''", "pet", "i''", None),
        ("kind: class, class: strongly-miserable, by: iii", "strongly-miserable", "iii", None),
        ("kind: class, class: critical-positions, iff: odd", "critical-positions", None, "odd"),
    ],
)
def test_classes(fields: str, notion: str, by: str | None, iff: str | None) -> None:
    assert valid(fields)
    found = read(fields)
    said = found.by(Class)
    assert (found.kind, said.notion, said.by, found.iff) == ("class", notion, by, iff)


def test_entries() -> None:
    fields = "kind: table, of: pair, entries: [{at: {k: 1, S: [2, 1], heap: [3, 0, 2]}, value: [0, 1]}]"
    assert valid(fields)
    assert read(fields).points == (At({"k": 1, "S": (1, 2)}, ((2, 3), 5)),)
    assert read(fields).by(Table).cells == ((0, 1),)
    fields = "kind: table, predicate: good, entries: [{at: {k: 1, S: [3], heap: []}, value: [[1, 2], [3, 4]]}]"
    assert valid(fields)
    assert read(fields).by(Table).cells == (((1, 2), (3, 4)),)


def test_rows() -> None:
    """The last range runs fastest, a later one may use a parameter before it; a number of stones is one heap."""
    Path("spec.yaml").write_text(
        HEAD.replace("S: {set: [[1, 2], [3]]}", "m: 4")
        + "  - {id: c, says: x, kind: table, of: outcome, rows: {k: 1..2, heap: 0..k}, values: [P, N, P, N, N]}\n"
    )
    claim = load("spec.yaml").claims[0]
    assert claim.points == tuple(
        At({"k": k, "m": 4}, ((heap,) if heap else (), 5)) for k, heap in [(1, 0), (1, 1), (2, 0), (2, 1), (2, 2)]
    )
    assert "".join(map(str, claim.by(Table).cells)) == "PNPNN"


@pytest.mark.parametrize(
    "fields",
    [
        "kind: class",
        "kind: class, class: tamed",
        "kind: class, class: tame, by: i",
        "kind: class, class: pet, by: iiii",
        "kind: class, class: pet, iff: odd",
        "kind: class, class: swap-positions",
        "kind: class, class: swap-positions, iff: odd, by: ii",
        "kind: class, class: pet, play: normal",
        "kind: class, notion: pet",
        "kind: table",
        "kind: table, rows: {pile: 0..1}",
        "kind: table, values: [0, 1]",
        "kind: table, rows: {}, values: [0]",
        "kind: table, rows: {pile: 0}, values: []",
        "kind: table, rows: {pile: 0}, values: [0], entries: [{at: {pile: 0}, value: 0}]",
        "kind: table, entries: []",
        "kind: table, entries: [{at: {pile: 0}}]",
        "kind: table, entries: [{at: {pile: 0}, value: 0, play: normal}]",
        "kind: table, rows: {pile: 0}, values: [Q]",
        "kind: table, of: win, rows: {pile: 0}, values: [0]",
        "kind: table, predicate: odd, of: value, rows: {pile: 0}, values: [0]",
        "kind: table, predicate: odd, play: misere, rows: {pile: 0}, values: [0]",
        "kind: table, rows: {pile: 0}, values: [0], over: {k: 2}",
    ],
)
def test_both_refuse(fields: str) -> None:
    assert not valid(fields)
    with pytest.raises(InputError):
        read(fields)
