"""Values and outcomes of starts that repeat along a parameter, against plain Python."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from bouton.core.errors import InputError
from bouton.core.verdict import Result
from bouton.document.load import load
from bouton.process.limits import Limits
from bouton.run.check import check
from bouton.run.options import Options

KAYLES = """vertex(1..n). near(V,V+1) :- vertex(V), vertex(V+1). near(V+1,V) :- near(V,V+1).
begin(free(V)) :- vertex(V). odd :- n \\ 2 = 1. some(A,free(V)) :- vertex(V), A = 1..2, V >= A.
move(choose(V)) :- free(V).
gone(choose(V), free(V)) :- move(choose(V)). gone(choose(V), free(W)) :- move(choose(V)), near(V,W).
"""
CRAM = """cell(1..r,1..c). begin(free(R,C)) :- cell(R,C).
move(across(R,C)) :- free(R,C), free(R,C+1). gone(across(R,C), free(R,C..C+1)) :- move(across(R,C)).
move(down(R,C)) :- free(R,C), free(R+1,C). gone(down(R,C), free(R..R+1,C)) :- move(down(R,C)).
"""


@cache
def kayles(n: int) -> int:
    """The value of the path of n vertices, by mex."""
    options = {kayles(max(0, v - 2)) ^ kayles(max(0, n - v - 1)) for v in range(1, n + 1)}
    return next(one for one in range(n + 1) if one not in options)


@cache
def cram(free: frozenset[tuple[int, int]]) -> int:
    """The value of the free cells, by mex."""
    pairs = [(one, two) for r, c in free for one, two in (((r, c), (r + 1, c)), ((r, c), (r, c + 1))) if two in free]
    options = {cram(free - {*pair}) for pair in pairs}
    return next(one for one in range(len(options) + 1) if one not in options)


_SIX = range(1, 7)


def judged(
    folder: Path,
    claims: list[str],
    rules: str = KAYLES,
    parameters: str = "n: 1..17",
    engine: str = "auto",
    **more: str,
) -> list[Result]:
    position = "{free: {subset_of: cell}}" if rules is CRAM else "{free: {subset_of: vertex}}"
    listed = "".join(f"  - {{id: c{at}, says: s, kind: periodic, {claim}}}\n" for at, claim in enumerate(claims))
    (folder / "g.lp").write_text(rules)
    (folder / "g.yaml").write_text(
        f"game: g\nrules: g.lp\nparameters: {{{parameters}}}\nposition: {more.get('position', position)}\n"
        f"{more.get('starts', 'starts: begin')}\nclaims:\n{listed}"
    )
    options = Options(jobs=1, prove=None, limits=Limits(seconds=300), engine=engine)  # type: ignore[arg-type]
    return list(check(load(folder / "g.yaml"), options, lambda _progress: None))


def first_wrong(values: dict[int, int], start: int, period: int, *, outcomes: bool = False) -> int | None:
    """The least n, from start + period on, that does not repeat what is a period before it."""
    label = {n: bool(value) if outcomes else value for n, value in values.items()}
    return next(
        (n for n in sorted(label) if n - period in label and n - period >= start and label[n] != label[n - period]),
        None,
    )


@pytest.mark.parametrize("engine", ["auto", "ground"])
def test_the_least_size_that_does_not_repeat(engine: str, tmp_path: Path) -> None:
    said = [
        (start, period, of)
        for start, period in ((0, 3), (3, 5), (9, 4), (11, 2), (16, 3))
        for of in ("value", "outcome")
    ]
    last = 17 if engine == "auto" else 10
    results = judged(
        tmp_path,
        [f"along: n, preperiod: {start}, period: {period}, of: {of}" for start, period, of in said],
        parameters=f"n: 1..{last}",
        engine=engine,
    )
    values = {n: kayles(n) for n in range(1, last + 1)}
    found = []
    for (start, period, of), result in zip(said, results, strict=True):
        wrong = first_wrong(values, start, period, outcomes=of == "outcome")
        found.append(wrong)
        if wrong is None:
            assert result.verdict.value == ("holds" if last >= max(start, 1) + period else "vacuous"), result
        else:
            assert result.verdict.value == "refuted"
            assert result.counterexample is not None
            assert result.counterexample.parameters == {"n": wrong}
            assert (engine == "ground") == ("boards in C" not in result.engines)
    assert len({*found}) > (3 if engine == "auto" else 2)
    assert None in found


def test_the_least_period_is_told_and_can_be_claimed(tmp_path: Path) -> None:
    """An end vertex is taken, or the two last ones: the values are 1, 2, 0, 1, 2, 0, ... from n=1 on."""
    rules = """vertex(1..n). begin(free(V)) :- vertex(V).
    last(V) :- free(V), not free(V+1). move(one(V)) :- last(V). move(two(V)) :- last(V), free(V-1).
    gone(M,free(V)) :- move(M), M = one(V). gone(M,free(V-1..V)) :- move(M), M = two(V).
    """
    three, six, late, told = judged(
        tmp_path,
        [
            "along: n, preperiod: 1, period: 3, least: true, prove: {n: all}",
            "along: n, preperiod: 1, period: 6, least: true",
            "along: n, preperiod: 4, period: 3, least: true",
            "along: n, preperiod: 0, period: 6",
        ],
        rules,
        "n: 1..13",
    )
    assert three.verdict.value == "holds"
    assert any("the least period is 3, from 1 on" in note for note in three.notes)
    assert three.proof is not None and three.proof.verdict == "unknown" and "sets" in str(three.proof.reason)
    assert six.counterexample is not None and "period 3" in six.counterexample.sentence
    assert late.counterexample is not None and "from 3 on" in late.counterexample.sentence
    assert told.verdict.value == "holds"
    assert any("the least period is 3, from 1 on" in note for note in told.notes)


def test_each_row_has_the_other_parameters_fixed(tmp_path: Path) -> None:
    """Cram with two rows alternates between N and P; with one row it does not, from four columns on."""
    cells = {
        (r, c): frozenset((x, y) for x in range(1, r + 1) for y in range(1, c + 1)) for r in (1, 2) for c in range(1, 7)
    }
    two, both = judged(
        tmp_path,
        [
            "along: c, preperiod: 1, period: 2, of: outcome, over: {r: 2}",
            "along: c, preperiod: 1, period: 2, of: outcome",
        ],
        CRAM,
        "r: 1..2, c: 1..6",
    )
    assert two.verdict.value == "holds"
    wrong = {r: first_wrong({c: cram(cells[r, c]) for c in _SIX}, 1, 2, outcomes=True) for r in (1, 2)}
    assert wrong[2] is None
    assert both.counterexample is not None
    assert both.counterexample.parameters == {"r": 1, "c": wrong[1]}


@pytest.mark.parametrize(
    ("claim", "more", "message"),
    [
        ("preperiod: 0, period: 2", {}, "a period is along a parameter.*`along: n`"),
        ("along: free, preperiod: 0, period: 2", {}, "a period is along a parameter"),
        ("along: n, preperiod: 0, period: n", {}, "it is one number for all n"),
        ("along: n, preperiod: 0, period: 2", {"starts": "starts: some"}, "there are 2 starts at n=2"),
        ("along: n, preperiod: 0, period: 2", {"starts": ""}, "does not say where games begin"),
        ("along: n, preperiod: 0, period: 2, where: evn", {}, "no rule of g.lp derives evn"),
    ],
)
def test_errors(claim: str, more: dict[str, str], message: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=message):
        judged(tmp_path, [claim], **more)


def test_of_heaps_no_parameter_is_a_size(tmp_path: Path) -> None:
    rules = "move(t) :- pile(N), N > 0. after(t,pile(N-1)) :- pile(N), move(t). odd :- k = 1.\n"
    with pytest.raises(InputError, match="only of positions that are sets"):
        judged(tmp_path, ["along: k, preperiod: 0, period: 2"], rules, "k: 1..3", position="{pile: 0..4}", starts="")
