"""A busy machine says later what a quiet one says, and nothing else.

Claims of every kind are checked twice, the second time beside processes that take all that they can get; but for the
seconds the reports are the same. Nothing is kept between the two.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import zip_longest
from typing import Any

import pytest

from bouton.claims.registry import KINDS
from bouton.core.shipped import folder
from bouton.core.spec import Claim, Spec
from bouton.process.limits import Limits
from bouton.run.check import check
from bouton.run.options import Options
from bouton.run.plan import plan_of
from bouton.show import explain
from bouton.show.objects import of_result
from tests.shipped import loaded, named

BUSY = 4
CLAIMS = 60
JOBS = 2
"""Processes of the check itself."""
WITHIN = Limits(seconds=3600.0)
"""Wall time that no claim comes near, as that is the user's word."""


def spin() -> None:
    while True:
        pass


@contextmanager
def busy() -> Iterator[None]:
    """Processes that work beside what is done inside."""
    others = [multiprocessing.get_context("fork").Process(target=spin, daemon=True) for _ in range(BUSY)]
    for one in others:
        one.start()
    try:
        yield
        assert all(one.is_alive() for one in others)
    finally:
        for one in others:
            one.kill()
            one.join()


def size(spec: Spec, claim: Claim) -> int:
    """The positions of its box; none where it is about all games."""
    return sum(item.region.size() for item in plan_of(spec, Options(claims=(claim.id,))))


def of_kind(kind: str) -> Iterator[tuple[Spec, Claim]]:
    """The claims that the shipped specs make of a kind: those of small boxes first, one with a proof, one without."""
    specs = map(loaded, sorted(folder("specs").rglob("*.yaml")))
    found = [(spec, claim) for spec in specs for claim in spec.claims if claim.kind == kind]
    found.sort(key=lambda one: size(*one))
    with_proof = [one for one in found if one[1].prove is not None]
    without = [one for one in found if one[1].prove is None]
    for several in zip_longest(with_proof, without):
        yield from (one for one in several if one is not None)


def chosen() -> list[tuple[Spec, Claim]]:
    """The first of each kind, then the second of each, and so on."""
    kinds = [list(of_kind(kind)) for kind in KINDS]
    rows = ([one for one in row if one is not None] for row in zip_longest(*kinds))
    return [one for row in rows for one in row][:CLAIMS]


def report(spec: Spec, claim: Claim) -> Any:
    (result,) = check(spec, Options(claims=(claim.id,), limits=WITHIN, jobs=JOBS), lambda _progress: None)
    return untimed(of_result(result))


@pytest.mark.slow
def test_a_busy_machine_says_the_same_later() -> None:
    claims = chosen()
    assert len(claims) == CLAIMS
    assert {claim.kind for _, claim in claims} == set(KINDS)
    quiet = [report(spec, claim) for spec, claim in claims]
    assert sum(one["proof"] is not None and one["proof"]["verdict"] == "proved" for one in quiet) > CLAIMS / 4
    with busy():
        for (spec, claim), said in zip(claims, quiet, strict=True):
            assert report(spec, claim) == said, f"{spec.file} {claim.id}"


@pytest.mark.slow
@pytest.mark.parametrize("name", ["nimhoff", "greedy_nim_k", "survivor_nim"])
def test_a_busy_machine_explains_the_same_later(name: str) -> None:
    quiet = explain.text(named(name))
    with busy():
        assert explain.text(named(name)) == quiet


def untimed(part: Any) -> Any:
    """The same without any seconds."""
    if isinstance(part, dict):
        return {name: untimed(value) for name, value in part.items() if name != "seconds"}
    return [untimed(one) for one in part] if isinstance(part, list | tuple) else part
