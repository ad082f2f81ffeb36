"""The JSON schema is that of the models, and says what the loader says."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from bouton.core import shipped
from bouton.core.errors import InputError
from bouton.document.load import load
from bouton.document.schema import text

from .conftest import DRAFT, SAMPLE, SCHEMA

DOCUMENT = yaml.safe_load(SAMPLE)


def loads(folder: Path, document: Any) -> bool:
    (folder / "spec.yaml").write_text(yaml.safe_dump(document, allow_unicode=True), encoding="utf-8")
    try:
        load("spec.yaml")
    except InputError:
        return False
    return True


def test_the_file_is_the_schema() -> None:
    assert SCHEMA.read_text(encoding="utf-8") == text()


def test_it_is_a_schema_without_leftovers() -> None:
    jsonschema.Draft7Validator.check_schema(DRAFT.schema)
    assert json.loads(SCHEMA.read_text(encoding="utf-8"))["$schema"] == "http://json-schema.org/draft-07/schema#"
    assert '"null"' not in text()
    assert '"description": "A predicate of arity 0: the characterisation."' in text()


@pytest.mark.parametrize("path", sorted(shipped.folder("specs").rglob("*.yaml")), ids=lambda path: path.stem)
@pytest.mark.sample(24)
def test_the_specs_that_ship_are_good(path: Path) -> None:
    assert list(DRAFT.iter_errors(yaml.safe_load(path.read_text(encoding="utf-8")))) == []
    load(path)


def test_the_sample_is_good(folder: Path) -> None:
    assert list(DRAFT.iter_errors(DOCUMENT)) == []
    assert loads(folder, DOCUMENT)


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield path
    entries = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for step, below in entries:
        yield from places(below, (*path, step))


def changed(value: Any, path: tuple[Any, ...], new: Any) -> Any:
    """The document with the value at the path replaced, or its key where `new` is a `Key`."""
    if not path:
        return new
    step, *rest = path
    if isinstance(value, list):
        return [changed(entry, tuple(rest), new) if place == step else entry for place, entry in enumerate(value)]
    if not rest and new is LEFT_OUT:
        return {key: entry for key, entry in value.items() if key != step}
    if not rest and new is MISSPELT:
        return {f"{key}x" if key == step else key: entry for key, entry in value.items()}
    return {key: changed(entry, tuple(rest), new) if key == step else entry for key, entry in value.items()}


LEFT_OUT, MISSPELT = object(), object()
PLACES = sorted(places(DOCUMENT), key=repr)
words = st.sampled_from(["all", "k", "1..0", "refuted", "normal", "holds", "a-b", "p", "p'", "", "A", "P", "example"])
junk = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 12) | st.just(10**10) | st.just(1.5) | words | st.text(max_size=4),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["count", "size", "set", "range", "k", "heap", "proof", "x"]), inner, max_size=3
        )
    ),
    max_leaves=4,
)


@settings(max_examples=150)
@given(place=st.sampled_from(PLACES), new=junk | st.just(LEFT_OUT) | st.just(MISSPELT))
def test_what_the_schema_refuses_the_loader_refuses(folder: Path, place: tuple[Any, ...], new: object) -> None:
    if new in (LEFT_OUT, MISSPELT) and (not place or isinstance(place[-1], int)):
        return
    document = changed(DOCUMENT, place, new)
    good = loads(folder, document)
    assert DRAFT.is_valid(document) or not good


def bad() -> Iterator[Any]:
    """Documents that both refuse."""
    for place, new in (
        (("game",), 3),
        (("rules",), "../a.lp"),
        (("rules",), LEFT_OUT),
        (("claims",), MISSPELT),
        (("position",), {}),
        (("position", "Heap"), 3),
        (("position", "heap", "order"), "up"),
        (("position", "heap", "count"), 1.5),
        (("position", "heap", "size"), LEFT_OUT),
        (("position", "pass", "range"), "0..k/2"),
        (("position", "pass", "stones"), "yes"),
        (("parameters", "k"), None),
        (("parameters", "k"), [2, 3]),
        (("parameters", "k"), 2_000_000_000),
        (("parameters", "S"), {"set": [[]]}),
        (("measure",), []),
        (("claims", 0, "id"), "Theorem 3"),
        (("claims", 0, "says"), ""),
        (("claims", 0, "iff"), LEFT_OUT),
        (("claims", 0, "iff"), "Theorem"),
        (("claims", 0, "moves"), "a"),
        (("claims", 0, "kind"), "series"),
        (("claims", 0, "kind"), LEFT_OUT),
        (("claims", 1, "play"), "last"),
        (("claims", 1, "over", "heap"), {}),
        (("claims", 1, "over", "heap", "order"), "none"),
        (("claims", 1, "prove"), False),
        (("claims", 1, "prove", "heap"), {}),
        (("claims", 2, "where"), "a"),
        (("claims", 2, "iff"), "a"),
        (("claims", 2, "expect", "proof"), "proved"),
        (("claims", 2, "expect"), {}),
        (("claims", 2, "expect"), "unknown"),
        (("claims", 6, "value"), "x"),
        (("claims", 6, "play"), "normal"),
        (("claims", 6, "outcome"), "P"),
        (("claims", 6, "at", "heap"), 1.5),
        (("claims", 7, "value"), True),
        (("claims", 7, "over"), {"k": 2}),
    ):
        if place[-1] in (DOCUMENT if len(place) == 1 else _owner(place)) or isinstance(place[-1], int):
            yield changed(DOCUMENT, place, new)
        else:
            yield changed(DOCUMENT, place[:-1], {**_owner(place), place[-1]: new})


def _owner(place: tuple[Any, ...]) -> Any:
    value = DOCUMENT
    for step in place[:-1]:
        value = value[step]
    return value


@pytest.mark.parametrize("document", list(bad()))
@pytest.mark.sample(3)
def test_both_refuse(folder: Path, document: Any) -> None:
    assert not DRAFT.is_valid(document)
    assert not loads(folder, document)
