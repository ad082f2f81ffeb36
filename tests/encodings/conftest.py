"""What the tests of the shipped games share: Bouton's answers. The solvers beside them share nothing with it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import TypeAlias

import pytest

from bouton.analysis import tabulate
from bouton.check import Options, check
from bouton.data import folder
from bouton.limits import Limits
from bouton.position import Position, Value
from bouton.spec.load import load
from bouton.spec.model import Play, Spec
from bouton.verdict import Result, Verdict

Where: TypeAlias = tuple[dict[str, Value], dict[str, int | list[int]]]
"""The parameters and the position of a counterexample."""
Outcomes: TypeAlias = dict[tuple[Value, ...], dict[Position, bool]]
"""Parameter values -> position -> whether it is a P-position."""


def _spec(name: str) -> Spec:
    return load(str(folder("specs") / name))


@cache
def _results(name: str) -> dict[str, Result]:
    return {result.id: result for result in check(_spec(name), Options(prove=False), lambda _: None)}


@pytest.fixture
def outcomes() -> Callable[[str, Play], Outcomes]:
    """The outcomes over the box of a spec, for `normal` or `misere` play."""

    def table(name: str, play: Play) -> Outcomes:
        found: Outcomes = {}
        for row in tabulate(_spec(name), play, Limits(), lambda _: None):
            position = tuple(tuple(value) if isinstance(value, list) else value for value in row.position.values())
            found.setdefault(tuple(row.parameters.values()), {})[position] = row.outcome == "P"
        return found

    return table


@pytest.fixture
def verdicts() -> Callable[[str, Mapping[str, Where]], None]:
    """Asserts that the claims of a spec hold, save those given, which are refuted exactly there."""

    def compare(name: str, smallest: Mapping[str, Where]) -> None:
        results = _results(name)
        found = {
            claim: (result.counterexample.parameters, result.counterexample.position)
            for claim, result in results.items()
            if result.counterexample is not None
        }
        assert found == smallest
        expected = {claim: Verdict.REFUTED if claim in smallest else Verdict.HOLDS for claim in results}
        assert {claim: result.verdict for claim, result in results.items()} == expected
        assert all(result.as_expected for result in results.values())

    return compare
