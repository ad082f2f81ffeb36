"""Claims that a published table is right, entry by entry."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bouton.core.errors import Diagnostic, InputError
from bouton.core.exits import Exit
from bouton.core.position import named, unnamed
from bouton.core.verdict import Result, Verdict
from bouton.document.load import load
from bouton.run.check import check
from bouton.run.options import Options
from bouton.show import objects
from tests.oracle.game_classes import Pair, mex
from tests.variants import Case, cases, variants, write

from .conftest import Judge, found

MARK = """\
% From n to n-1 or to the half of n, rounded down.
move(1)      :- n(N), N > 0.
move(2)      :- n(N), N > 1.
after(1, n(N-1)) :- n(N), N > 0.
after(2, n(N/2)) :- n(N), N > 1.
even :- n(N), N \\ 2 = 0.
options(N-1) :- n(N), N > 0.
options(N/2) :- n(N), N > 0.
"""
NORMAL = [0, 1, 0, 2, 1, 2, 0, 1, 0, 2, 0, 1, 2, 1, 0, 2, 1, 2, 0]
MISERE = [1, 0, 1, 2, 0, 2, 0, 1, 2, 1, 0, 1, 2, 1, 0, 2, 0, 1, 0]
"""Table 1 of Gurvich's paper, as printed."""


@pytest.fixture
def mark(tmp_path: Path) -> Judge:
    """The result of one table about the game Mark, given as YAML fields."""

    def judging(fields: str, **options: object) -> Result:
        (tmp_path / "mark.lp").write_text(MARK)
        head = "game: Mark\nrules: mark.lp\nposition: {n: {range: 0..60, stones: true}}\nclaims:\n"
        (tmp_path / "mark.yaml").write_text(head + f"  - {{id: c, says: x, kind: table, {fields}}}\n")
        (result,) = check(load(str(tmp_path / "mark.yaml")), Options(**options), lambda _: None)  # type: ignore[arg-type]
        return result

    return judging


def plain() -> list[Pair]:
    """The pairs of Mark by their definition."""
    values: list[Pair] = [(0, 1)]
    for n in range(1, 19):
        options = [values[n - 1], values[n // 2]]
        values.append((mex({g for g, _ in options}), mex({g for _, g in options})))
    return values


def test_table_1(mark: Judge) -> None:
    for play, values, true in zip(("normal", "misere"), (NORMAL, MISERE), zip(*plain(), strict=True), strict=True):
        result = mark(f"play: {play}, rows: {{n: 0..18}}, values: {values}")
        wrong = [n for n in range(19) if values[n] != true[n]]
        if not wrong:
            assert (result.verdict, result.positions) == (Verdict.HOLDS, 19)
            continue
        assert found(result) == ({"n": wrong[0]}, values[wrong[0]], true[wrong[0]], wrong[0])
        assert result.counterexample is not None
        listed = ", ".join(f"{n} ({values[n]}, not {true[n]})" for n in wrong)
        assert f"{len(wrong)} of 19 entries differ, at {listed}" in result.counterexample.sentence


def test_pairs(mark: Judge) -> None:
    pairs = [list(pair) for pair in plain()]
    assert mark(f"of: pair, rows: {{n: 0..18}}, values: {pairs}").verdict is Verdict.HOLDS
    pairs[7], pairs[3] = [1, 0], [2, 3]
    result = mark(f"of: pair, rows: {{n: 0..18}}, values: {pairs}")
    assert found(result) == ({"n": 3}, (2, 3), (2, 2), 3)
    assert result.counterexample is not None
    assert result.counterexample.sentence == (
        "listed as (2, 3), but it is (2, 2): the options have (0, 1), (1, 0); "
        "2 of 19 entries differ, at 3 ((2, 3), not (2, 2)), 7 ((1, 0), not (1, 1))"
    )
    assert objects.of_counterexample(result.counterexample)["because"] == {
        "moves": [
            {"move": "take 2 from n", "to": {"n": 1}, "outcome": (1, 0)},
            {"move": "take 1 from n", "to": {"n": 2}, "outcome": (0, 1)},
        ]
    }


def test_outcomes(mark: Judge) -> None:
    outcomes = ["P" if normal == 0 else "N" for normal, _ in plain()]
    assert mark(f"of: outcome, rows: {{n: 0..18}}, values: {outcomes}").verdict is Verdict.HOLDS
    outcomes[6] = "N"
    result = mark(f"of: outcome, rows: {{n: 0..18}}, values: {outcomes}")
    assert found(result) == ({"n": 6}, "N", "P", 6)
    result = mark("of: outcome, play: misere, entries: [{at: {n: 0}, value: P}]")
    assert found(result) == ({"n": 0}, "P", "N", 0)
    assert result.counterexample is not None
    assert result.counterexample.sentence.startswith("claimed P, but it is an N-position: 1 of 1 entries differ")


def test_predicates(mark: Judge) -> None:
    assert mark("predicate: even, rows: {n: 0..3}, values: [true, false, true, false]").verdict is Verdict.HOLDS
    rows = "entries: [{at: {n: 9}, value: [[4], [8]]}, {at: {n: 1}, value: 0}, {at: {n: 4}, value: 2}]"
    result = mark(f"predicate: options, {rows}")
    assert found(result)[:3] == ({"n": 4}, "options(2)", "options(2) options(3)")
    with pytest.raises(InputError, match=r"no rule of mark\.lp derives evn"):
        mark("predicate: evn, rows: {n: 0}, values: [true]")


def test_the_least_entry_is_shown_and_only_entries_count(mark: Judge) -> None:
    result = mark("entries: [{at: {n: 18}, value: 9}, {at: {n: 40}, value: 0}, {at: {n: 5}, value: 9}]")
    position, claimed, _, below = found(result)
    assert (position, claimed, below) == ({"n": 5}, 9, 0)
    assert result.over == {"n": [5, 40]}


def test_a_table_is_not_judged_at_another_position(mark: Judge, tmp_path: Path) -> None:
    mark("rows: {n: 0..1}, values: [0, 1]")
    spec = load(str(tmp_path / "mark.yaml"))
    assert list(check(spec, Options(at=({}, (7,))), lambda _: None)) == []


def test_expectations(mark: Judge) -> None:
    assert mark("rows: {n: 0..1}, values: [0, 7], expect: {refuted: {n: 1}}").exit is Exit.OK
    assert mark("rows: {n: 0..1}, values: [9, 7], expect: {refuted: {n: 1}}").exit is Exit.CONTRARY


def test_single_heaps(judge: Judge) -> None:
    """A range at a heaps fluent is one heap of each size, none for 0."""
    assert judge("kind: table, rows: {heap: 0..5}, values: [0, 1, 2, 0, 1, 2]").verdict is Verdict.HOLDS
    result = judge("kind: table, rows: {heap: 0..5}, values: [0, 1, 2, 3, 1, 2]")
    assert found(result) == ({"heap": [3]}, 3, 0, 3)


def test_parameters_and_several_ranges(tmp_path: Path) -> None:
    """Remainders by k+1, the last range running fastest."""
    (tmp_path / "g.lp").write_text("move(D) :- n(N), D = 1..k, D <= N.\nafter(D, n(N-D)) :- move(D), n(N).\n")
    head = "game: g\nrules: g.lp\nparameters: {k: 1..3}\nposition: {n: 0..9}\nmeasure: [n]\nclaims:\n"

    def judged(fields: str) -> Result:
        (tmp_path / "g.yaml").write_text(head + f"  - {{id: c, says: x, kind: table, {fields}}}\n")
        (result,) = check(load(str(tmp_path / "g.yaml")), Options(), lambda _: None)
        return result

    values = [n % (k + 1) for k in (2, 3) for n in range(k + 3)]
    result = judged(f"rows: {{k: 2..3, n: 0..k+2}}, values: {values}")
    assert (result.verdict, result.positions) == (Verdict.HOLDS, 11)
    values[6] = 3
    result = judged(f"rows: {{k: 2..3, n: 0..k+2}}, values: {values}")
    assert found(result) == ({"n": 1}, 3, 1, 6)
    assert result.counterexample is not None
    assert result.counterexample.parameters == {"k": 3}
    assert fault(judged, "rows: {n: 0..2}, values: [0, 1, 2]").message == (
        "the parameter k is not given, and its range has more than one value"
    )


def fault(judged: Judge, fields: str) -> Diagnostic:
    with pytest.raises(InputError) as caught:
        judged(fields)
    (found_,) = caught.value.diagnostics
    return found_


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ("rows: {n: 0..3}, values: [0, 1]", "there are 2 values, and more positions in rows"),
        ("rows: {n: 0..3}, values: [0, 1, 0, 2, 1]", "there are 5 values, and 4 positions in rows"),
        ("rows: {n: 0..90000000}, values: [0]", "there are 1 values, and more positions in rows"),
        ("rows: {n: 1, m: 0..3}, values: [0, 1, 0, 2]", "m is neither a parameter nor part of a position"),
        ("rows: {n: 0..m}, values: [0, 1, 0, 2]", "a range mentions m, which has no number here"),
        ("rows: {n: 0..3}", "a claim of kind 'table' needs entries, or rows and values"),
        ("entries: [{at: {n: 1}, value: 1}], values: [1]", "a table with entries takes no rows and no values"),
        ("entries: [{at: {n: 1}, value: P}]", "P is no entry of this table"),
        ("entries: [{at: {n: 1}, value: true}]", "True is no entry of this table"),
        ("of: pair, entries: [{at: {n: 1}, value: [1, 0, 1]}]", "[1, 0, 1] is no entry of this table"),
        ("of: outcome, entries: [{at: {n: 1}, value: 0}]", "0 is no entry of this table"),
        ("of: pair, play: misere, rows: {n: 0}, values: [[0, 1]]", "pairs are of both plays, so there is no play"),
        ("predicate: even, of: value, rows: {n: 0}, values: [true]", "a table of a predicate takes no of"),
        ("entries: [{at: {n: 1}, value: 1}, {at: {n: 1}, value: 2}]", "this position is listed twice"),
        ("entries: [{at: {n: 99}, value: 1}]", "n = 99 is outside its declared range"),
        ("entries: [{at: {n: 1}, value: x}]", "this is no value of a predicate"),
        ("rows: {n: 0}, values: [0], where: even", "a claim of kind 'table' takes no key 'where'"),
    ],
)
def test_faults(mark: Judge, fields: str, message: str) -> None:
    assert fault(mark, fields).message == message
    assert fault(mark, fields).line == 5


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("random")


@given(st.data())
@settings(max_examples=12)
def test_random_tables(folder: Path, data: st.DataObject) -> None:
    """Some entries, some of them wrong: the least wrong one of the first parameters with any is shown."""
    variant = data.draw(variants().filter(lambda one: not one.winner))
    known: dict[Case, Pair] = {}

    def pair(case: Case) -> Pair:
        if case not in known:
            options = [pair((case[0], to)) for to in variant.options(*case)]
            known[case] = (mex({g for g, _ in options}), mex({g for _, g in options})) if options else (0, 1)
        return known[case]

    listed = data.draw(st.lists(st.sampled_from(cases(variant)), min_size=1, max_size=20, unique=True))
    wrong = data.draw(st.sets(st.sampled_from(listed), max_size=3))
    spec = write(folder, variant, "  - {id: c, says: x, kind: class, class: tame}\n")
    entries: list[dict[str, object]] = []
    for case in listed:
        at: dict[str, object] = {"k": case[0]}
        g, misere = pair(case)
        entries.append({"at": at | dict(named(spec.fluents, case[1])), "value": [g, misere + (case in wrong)]})
    spec = write(folder, variant, f"  - {{id: c, says: x, kind: table, of: pair, entries: {entries}}}\n")
    (result,) = check(spec, Options(), lambda _: None)
    first = listed[0][0]
    order = sorted(listed, key=lambda case: (case[0] != first, variant.measure(case[1]), case[1]))
    differing = [case for case in order if case in wrong]
    if differing:
        assert result.counterexample is not None
        k = result.counterexample.parameters["k"]
        assert (k, unnamed(spec.fluents, result.counterexample.position)) == differing[0]
        assert result.positions == order.index(differing[0])
        assert (result.counterexample.claimed, result.counterexample.actual) == (
            (pair(differing[0])[0], pair(differing[0])[1] + 1),
            pair(differing[0]),
        )
    else:
        assert (result.verdict, result.positions) == (Verdict.HOLDS, len(listed))
