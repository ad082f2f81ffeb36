"""Mutants of every proved claim: none is proved that is false, and what refutes one is so in plain Python too."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.mutants import ROOT, Trial, courses, equivalents, trials
from benchmarks.trial import outcome

_PATIENCE = 60.0
OTHERS = {"dawsons_chess", "octal", "wythoff_classes"}
"""Changed periods are in `tests/proof/ways/periods/`, changed labels in `tests/proof/obligations/test_pairs.py`."""
SPECS = sorted(
    file
    for file in (ROOT / "specs").glob("*.yaml")
    if "prove:" in file.read_text(encoding="utf-8") and file.stem not in OTHERS
)
BY_FORM = {"stairs"}
"""Of these the proof leaves unknown what is not of its form; it is the box that refutes it."""


def sample(name: str, claims: list[str], each: int, seed: int = 0) -> list[Trial]:
    running = list(courses([ROOT / "specs" / f"{name}.yaml"], seed, claims))
    assert len(running) == len(claims) or not claims
    return list(trials(running, each, float("inf"), _PATIENCE))


def ends(found: list[Trial]) -> Counter[str | None]:
    listed = [(one.end, one.claim, one.key, one.reason) for one in found if one.column in ("new", "wrong")]
    assert not listed
    return Counter(one.column for one in found)


@pytest.mark.parametrize(
    ("name", "claims", "refuted"),
    [
        ("block_nim", ["proposition-4-two-player"], 2),
        pytest.param(*("euclid", ["section-3-5-independence", "section-3-5-irrational"], 2), marks=pytest.mark.slow),
        ("greedy_nim", ["theorem-4"], 2),
        pytest.param(*("greedy_nim_k", ["solution"], 1), marks=pytest.mark.slow),
        pytest.param(
            *("misere_bounded_greedy_nim", ["theorem-2", "theorem-3-singular-proof"], 2), marks=pytest.mark.slow
        ),
        pytest.param(*("misere_bounded_greedy_nim_moves", ["fact-2", "lemma-1"], 2), marks=pytest.mark.slow),
        pytest.param(*("moore_nim", ["at-most-k-plus-1-heaps"], 1), marks=pytest.mark.slow),
        ("nim", ["two-heaps"], 2),
        ("nim_a", ["section-3-3-alpha-1"], 2),
        ("nim_a", ["section-3-3-irrational"], 1),
        pytest.param(
            *("nim_a", ["formula-5-floor", "lemma-9-covering", "lemma-9-disjoint-long"], 2), marks=pytest.mark.slow
        ),
        ("nim_ab", ["lemma-13-proof"], 2),
        ("nim_with_a_pass", ["two-heaps"], 2),
        ("one_pile_nim", ["misere", "normal"], 3),
        ("subtraction", ["one-to-m-misere", "one-three-four"], 2),
        ("survivor_nim", ["section-1"], 2),
        pytest.param(*("survivor_nim_placements", ["every-placement"], 0), marks=pytest.mark.slow),
        ("wythoff", ["formula-3-irrational"], 1),
    ],
)
@pytest.mark.sample(16)
def test_some_mutants_of_each_spec(name: str, claims: list[str], refuted: int) -> None:
    assert ends(sample(name, claims, 2))["refuted"] >= refuted


@pytest.mark.slow
@pytest.mark.parametrize("file", SPECS, ids=lambda file: file.stem)
def test_many_mutants_of_every_claim(file: Path) -> None:
    found = ends(sample(file.stem, [], 20))
    assert file.stem in BY_FORM or found["unknown"] <= (sum(found.values()) - found[None]) / 4


def test_each_listed_equivalent_has_a_reason_of_its_spec() -> None:
    assert set(equivalents()) <= {file.stem for file in SPECS}
    for reasons in equivalents().values():
        assert all(len(why.split()) >= 3 for why in reasons.values())


@pytest.mark.slow
def test_what_is_false_beyond_the_range_of_the_proof_is_no_wrong_proof(tmp_path: Path) -> None:
    """The box may have parameters of which the proof does not speak: there it is the check that refutes."""
    (tmp_path / "g.lp").write_text(
        "move(t(M)) :- pile(N), M = 1..k, M <= N.\nafter(t(M), pile(N-M)) :- move(t(M)), pile(N).\n"
        "lost :- k = 2, pile(N), N \\ 3 = 0.\nlost :- k = 3, pile(N), N \\ 4 = 0.\n"
    )
    (tmp_path / "g.yaml").write_text(
        "game: g\nrules: g.lp\nparameters: {k: 2..3}\nposition: {pile: 0..12}\n"
        "claims: [{id: c, says: x, kind: p-positions, iff: lost, prove: {k: 2, pile: all}}]\n"
    )
    (course,) = courses([tmp_path / "g.yaml"], 0)
    ends = {}
    for mutant in course.waiting:
        if "g.lp:3:" in str(mutant) or "g.lp:4:" in str(mutant):
            changed = replace(course.spec, rules=mutant.of(course.spec.rules))
            ends[str(mutant)] = outcome(changed, course.claim, mutant, {}, _PATIENCE)
    beyond = [one for one in ends.values() if one.reason.endswith("of which the proof does not speak")]
    assert "wrong" not in {one.end for one in ends.values()}
    assert {one.end for one in beyond} == {"refuted"}
    assert 0 < len(beyond) < len(ends)
