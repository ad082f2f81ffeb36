"""Ranges of a job, in any order and in any process: together they say what the whole says."""

from __future__ import annotations

import pickle
from concurrent.futures import ProcessPoolExecutor
from itertools import pairwise
from pathlib import Path

import pytest

from bouton.claims.passes import Pass
from bouton.compiled import loaded
from bouton.compiled.engine import load as anew
from bouton.compiled.job import Job
from bouton.compiled.loaded import engine, run
from bouton.compiled.prepare import CompiledClaim
from bouton.compiled.validate import whole
from bouton.core.errors import Misfit
from bouton.core.shipped import folder
from bouton.core.spec import Spec
from bouton.document.load import load
from bouton.schedule.ranges import RankSpan
from tests.compiled.engines import LANGUAGES, by_clingo, judged, prepared

GOLDEN = Path(__file__).parents[2] / "benchmarks" / "wythoff.yaml"
"""Wythoff's formula without a strategy, which would leave it to clingo."""
CLAIMS = [
    ("golden", "formula-3"),
    ("wythoff", "eight-fifths"),
    ("wythoff", "even-difference"),
    ("wythoff", "lemma-7"),
    ("greedy_nim", "theorem-5-singular"),
    ("greedy_nim", "even-heaps"),
    ("misere_bounded_greedy_nim", "theorem-3-three-heaps"),
    ("misere_bounded_greedy_nim", "section-4-normal"),
    ("subtraction", "first-places"),
    ("subtraction", "misere-is-normal"),
    ("survivor_nim", "theorem-8"),
    ("survivor_nim", "theorem-12"),
]


def ready(name: str, claim: str) -> tuple[Spec, Pass, CompiledClaim]:
    """A claim's last pass with its program."""
    spec = load(GOLDEN if name == "golden" else folder("specs") / f"{name}.yaml")
    item, one = list(judged(spec, claim))[-1]
    program = prepared(spec, item, one)
    assert program is not None
    return spec, item, program


def the_job(name: str, claim: str) -> tuple[Job, RankSpan]:
    """A job, and what clingo says of all of it."""
    spec, item, program = ready(name, claim)
    expected = by_clingo(spec, item)
    first = None
    if expected.counterexample is not None:
        machine = engine(program.job, "Python").machine
        found = expected.counterexample.position
        wanted = tuple(tuple(value) if isinstance(value, list) else value for value in found.values())
        ranks = range(program.job.size)
        first = next(rank for rank in ranks if whole(program.space, *machine.position(rank)) == wanted)
    return program.job, RankSpan(0, program.job.size, expected.positions, expected.moves, first)


def total(spans: list[RankSpan]) -> tuple[int, int | None]:
    """Positions judged below the first failure, and that."""
    judged_, first = 0, None
    for span in sorted(spans, key=lambda span: span.start):
        if first is None:
            judged_, first = judged_ + span.judged, span.first
    return judged_, first


@pytest.mark.parametrize(("name", "claim"), CLAIMS)
@pytest.mark.sample(16)
def test_ranges_add_up(name: str, claim: str) -> None:
    job, expected = the_job(name, claim)
    cuts = [0, 1, 2, job.size // 3, job.size // 3 + 1, job.size - 1, job.size]
    ranges = [(start, stop) for start, stop in pairwise(cuts) if start < stop]
    for language in LANGUAGES:
        program = engine(job, language)
        assert total([program.run(start, stop) for start, stop in ranges]) == (expected.judged, expected.first)
        program = anew(job, language)
        assert total([program.run(start, stop) for start, stop in ranges[::-1]]) == (expected.judged, expected.first)
        span = program.run(0, job.size)
        assert (span.judged, span.first) == (expected.judged, expected.first)
        assert expected.first is not None or span.moves == expected.moves


@pytest.mark.slow
def test_another_process_finds_the_same() -> None:
    job, expected = the_job("wythoff", "eight-fifths")
    assert job.independent
    assert pickle.loads(pickle.dumps(job)) == job
    with ProcessPoolExecutor(1) as others:
        far = others.submit(run, job, 0, job.size).result(timeout=600)
    assert far == run(job, 0, job.size)
    assert (far.judged, far.first) == (expected.judged, expected.first)


@pytest.mark.slow
def test_a_key_names_what_a_job_does() -> None:
    keys = {ready(name, claim)[2].job.key for name, claim in CLAIMS}
    assert len(keys) == len(CLAIMS)
    assert ready(*CLAIMS[0])[2].job.key in keys


def test_a_process_keeps_one_program() -> None:
    job = ready("golden", "formula-3")[2].job
    one = engine(job)
    assert engine(job) is one
    run(ready("wythoff", "lemma-7")[2].job, 0, 5)
    assert len(loaded._engines) == 1
    assert engine(job) is not one


def test_a_misfit_travels() -> None:
    assert isinstance(pickle.loads(pickle.dumps(Misfit())), Misfit)
