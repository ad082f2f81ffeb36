"""What the tests of the shipped games share: Bouton's answers. The solvers beside them share nothing with it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from typing import TypeAlias

import pytest

from bouton.core.position import Position, Value
from bouton.core.ranges import Interval, expression
from bouton.core.shipped import folder
from bouton.core.spec import Box, CounterRange, MemberRange, Play
from bouton.core.verdict import Result, Verdict
from bouton.process.limits import Limits
from bouton.run.check import check
from bouton.run.options import Options
from tests.shipped import judged, loaded
from tests.tabulated import tabulate

Where: TypeAlias = tuple[dict[str, Value], dict[str, int | list[int]]]
"""The parameters and the position of a counterexample."""
Outcomes: TypeAlias = dict[tuple[Value, ...], dict[Position, bool]]
"""Parameter values -> position -> whether it is a P-position."""


def _within(box: Box, most: Mapping[str, int]) -> Box:
    """The box with each range that has a name of `most` cut there, where it begins below."""

    def cut(name: str, values: Interval | None) -> Interval | None:
        if values is None or values.names or name not in most:
            return values
        low, high = values.low.value({}), values.high.value({})
        return Interval(values.low, expression(min(high, most[name]))) if low <= most[name] else values

    def kept(name: str, values: Interval) -> Interval:
        return cut(name, values) or values

    parameters = tuple(replace(one, interval=cut(one.name, one.interval)) for one in box.parameters)
    fluents = tuple(
        replace(one, interval=kept(one.name, one.interval))
        if isinstance(one, CounterRange)
        else one
        if isinstance(one, MemberRange)
        else replace(one, count=kept(f"{one.name}.count", one.count), size=kept(f"{one.name}.size", one.size))
        for one in box.fluents
    )
    return replace(box, parameters=parameters, fluents=fluents)


_EVERY = 8
"""In a smaller box every so many of the claims that hold are judged in every run, and each that is refuted."""


@cache
def _results(name: str, most: tuple[tuple[str, int], ...], smallest: tuple[str, ...]) -> dict[str, Result]:
    if not most:
        return {result.id: result for result in judged(folder("specs") / name)}
    spec = loaded(folder("specs") / name)
    claims = tuple(replace(claim, box=_within(claim.box, dict(most))) for claim in spec.claims)
    spec = replace(spec, box=_within(spec.box, dict(most)), claims=claims)
    chosen = (*smallest, *[one.id for one in claims if one.id not in smallest][::_EVERY])
    return {result.id: result for result in check(spec, Options(claims=chosen, prove=False), lambda _: None)}


@pytest.fixture
def outcomes() -> Callable[..., Outcomes]:
    """The outcomes over the box of a spec, in a play; the box ends at `most`, where that names a range."""

    def table(name: str, play: Play, most: Mapping[str, int] | None = None) -> Outcomes:
        found: Outcomes = {}
        spec = loaded(folder("specs") / name)
        for row in tabulate(replace(spec, box=_within(spec.box, most or {})), play, Limits(), lambda _: None):
            position = tuple(tuple(value) if isinstance(value, list) else value for value in row.position.values())
            found.setdefault(tuple(row.parameters.values()), {})[position] = row.outcome == "P"
        return found

    return table


@pytest.fixture
def verdicts() -> Callable[..., None]:
    """Asserts that the claims of a spec hold, save those given, which are refuted exactly there.

    In boxes that end at `most`, where it names a range, a sample of those that hold.
    """

    def compare(name: str, smallest: Mapping[str, Where], most: Mapping[str, int] | None = None) -> None:
        results = _results(name, tuple((most or {}).items()), tuple(smallest))
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
