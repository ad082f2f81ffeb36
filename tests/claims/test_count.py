"""Kind `count`: as many as plain Python counts, and the least number that is wrong with both numbers."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bouton.core.errors import InputError
from bouton.core.spec import Play, Spec
from bouton.core.verdict import Result, Verdict
from bouton.document.load import load
from bouton.run.check import check
from bouton.run.options import Options
from tests.variants import Variant, is_p, variants, write

NIM = """\
move(t(I,M)) :- heap(I,S), M = 1..S.
after(t(I,M), heap(I,S-M)) :- move(t(I,M)), heap(I,S).
equal :- heap(1,A), heap(2,A).
halves(N,1) :- N = 0..12, N \\ 2 = 0.
halves(N,0) :- N = 0..12, N \\ 2 = 1.
short(N,1) :- N = 0..4.
short(N,0) :- N = 0..4, N \\ 2 = 1.
ends(N,1-N\\2) :- N = 0..4.
changing(N,S) :- heap(1,S), N = 0..4.
"""
BOX = "position: {heap: {count: 0..2, size: 1..6}}\n"


def results(folder: Path, *claims: str, box: str = BOX, rules: str = NIM) -> list[Result]:
    return list(check(made(folder, *claims, box=box, rules=rules), Options(fresh=True), lambda _: None))


def made(folder: Path, *claims: str, box: str = BOX, rules: str = NIM) -> Spec:
    (folder / "g.lp").write_text(rules)
    lines = "".join(f"  - {{id: c{at}, says: s, kind: count, {claim}}}\n" for at, claim in enumerate(claims))
    (folder / "g.yaml").write_text(f"game: g\nrules: g.lp\n{box}claims:\n{lines}")
    return load(folder / "g.yaml")


@pytest.mark.parametrize(
    "claim",
    [
        "terms: [1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1]",
        "terms: [1, 0, 1]",
        "terms: [0, 1, 0], first: 3",
        "same: halves",
        "of: equal, terms: [0, 0, 1, 0, 1]",
        "by: largest, terms: [1, 1, 1, 1, 1, 1, 1]",
        "play: misere, terms: [0, 1, 0, 0, 1, 0, 1]",
        "of: equal, by: largest, terms: [0, 1, 1, 1, 1, 1, 1]",
        "terms: [1, 0, 1, 0, 1], over: {heap: {count: 0..2, size: 1..2}}",
        "terms: [0, 1], first: 5",
    ],
)
def test_what_is_right_holds(claim: str, tmp_path: Path) -> None:
    (found,) = results(tmp_path, claim)
    assert (found.verdict, found.counterexample) == (Verdict.HOLDS, None)
    assert found.positions == (28 if "over" not in claim else 6)


@pytest.mark.parametrize(
    ("claim", "at", "claimed", "actual", "note"),
    [
        ("terms: [1, 0, 1, 1, 1]", [3], 1, 0, "P-positions with stones 3 there are 0, and the claim says 1"),
        ("terms: [1, 0, 2, 1, 9]", [2], 2, 1, "P-positions with stones 2 there are 1, and the claim says 2"),
        ("terms: [2]", [], 2, 1, "P-positions with stones 0 there are 1, and the claim says 2"),
        ("by: largest, terms: [2, 1], first: 5", [5, 5], 2, 1, "P-positions with largest 5 there are 1"),
        ("of: equal, terms: [0, 0, 1, 2]", [3], 2, 0, "positions where equal holds with stones 3 there are 0"),
        ("same: halves, play: misere", [], 1, 0, "P-positions with stones 0 there are 0, and the claim says 1"),
    ],
)
def test_the_least_that_is_wrong_refutes(
    claim: str, at: list[int], claimed: int, actual: int, note: str, tmp_path: Path
) -> None:
    (found,) = results(tmp_path, claim)
    assert found.verdict is Verdict.REFUTED
    assert found.counterexample is not None
    assert found.counterexample.position == {"heap": at}
    assert (found.counterexample.claimed, found.counterexample.actual) == (claimed, actual)
    assert note in found.counterexample.sentence


@given(st.data())
@settings(max_examples=12)
def test_random_games(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    """The numbers by plain Python hold, and with one of them changed that one is refuted."""
    variant: Variant = data.draw(variants())
    play: Play = data.draw(st.sampled_from(["normal", "misere"]))
    by = data.draw(st.sampled_from(["stones", "largest", *(["pass"] if variant.passes else [])]))

    def number(position: Any) -> int:
        heaps, *others = position
        known: list[int] = [sum(heaps), max(heaps, default=0), *others]
        return known[["stones", "largest", "pass"].index(by)]

    counted = Counter(number(at) for at in variant.box() if is_p(variant, 1, at, play))
    terms = [counted[at] for at in range({"stones": 9, "largest": 3, "pass": 2}[by] + 1)]
    changed, wrong = [*terms], data.draw(st.integers(0, len(terms) - 1))
    changed[wrong] += data.draw(st.sampled_from([1, 2] + ([-1] if terms[wrong] else [])))
    claims = "".join(
        f"  - {{id: {name}, says: x, kind: count, play: {play}, by: {by}, over: {{k: 1}}, terms: {listed}}}\n"
        for name, listed in (("right", terms), ("wrong", changed))
    )
    spec = write(tmp_path_factory.mktemp("count"), variant, claims)
    right, false = check(spec, Options(fresh=True, prove=False), lambda _: None)
    moves = any(variant.options(1, at) for at in variant.box())
    assert right.verdict is (Verdict.HOLDS if moves else Verdict.VACUOUS)
    found = false.counterexample
    assert found is not None
    assert (found.claimed, found.actual) == (changed[wrong], terms[wrong])
    last = [at for at in variant.box() if number(at) <= wrong]
    assert found.position["heap"] == list(last[-1][0])  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("claim", "said"),
    [
        ("by: stons, terms: [1]", r"g.yaml:5:40: by: .* no number 'stons'; expected stones or largest; did you mean"),
        ("terms: [1], same: halves", r"g.yaml:5:\d+: a claim of kind 'count' has terms, or the same as a predicate"),
        ("of: equal", r"g.yaml:5:23: a claim of kind 'count' has terms, or the same as a predicate; expected one"),
        ("of: equal, play: normal, terms: [1]", r"g.yaml:5:47: where a predicate holds is no matter of the play"),
        ("same: halves, first: 2", r"g.yaml:5:\d+: first is about the terms, and there are none"),
        ("terms: [1, -1]", r"g.yaml:5:47: .* greater than or equal to 0"),
        ("same: half", r"g.yaml:5:\d+: same: no rule of g.lp derives half; .*did you mean 'halves'"),
        (
            "of: halves, terms: [1]",
            r"g.yaml:5:\d+: of: halves has 2 arguments in g.lp; expected a predicate with no arg",
        ),
        ("same: changing", r"g.yaml:5:\d+: same: changing changes with the position"),
        ("same: ends", r"g.yaml:5:\d+: same: ends says nothing of stones 5"),
        ("same: short", r"g.lp:6:1: short has two terms of index 1: 0 and 1"),
        (
            "terms: [1, 0], first: 12",
            r"g.yaml:5:\d+: terms: the box has no position with stones 13, of which a term is",
        ),
    ],
)
def test_faults_are_told_with_their_place(claim: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=said) as raised:
        results(tmp_path, claim)
    assert len(raised.value.diagnostics) == 1
