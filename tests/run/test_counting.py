"""Counts of positions, against plain Python and against the tables they are counts of."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from math import inf
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bouton
from bouton.cli import main
from bouton.core.errors import BrokenOff, InputError, LimitReached
from bouton.core.shipped import folder
from bouton.core.spec import Play, Spec
from bouton.core.tuning import TUNING
from bouton.document.load import load, narrow
from bouton.process.limits import Event, Limits, Task, run
from bouton.run import listing
from bouton.run.counting import Asking, PositionCount, count
from bouton.show.counts import Counted
from tests.compiled.test_random import rules as predicates
from tests.variants import K, Variant, is_p, variants, write

CLAIMS = """
  - {id: odd-or-none, says: x, kind: p-positions, iff: c0, where: c1}
  - {id: other, says: x, kind: p-positions, iff: c2}
  - {id: one, says: x, kind: p-positions, iff: c2, where: c3}
  - {id: both, says: x, kind: p-positions, together: [odd-or-none, one]}
  - {id: number, says: x, kind: grundy, iff: v0}
"""
CLINGO, PROGRAM = replace(TUNING, worth=inf), replace(TUNING, look=1, worth=-1.0)


def numbers(spec: Spec, asking: Asking, tuning: Any = TUNING) -> list[PositionCount]:
    """What is counted."""
    return list(count(spec, asking, Limits(), lambda _: None, tuning))


def of_position(name: str, at: Any) -> int:
    """What a number means at a position of a variant."""
    heaps, *others = at
    known: dict[str, int] = {"stones": sum(heaps), "largest": max(heaps, default=0), "pass": [*others, -1][0]}
    return known[name]


@given(st.data())
@settings(max_examples=12)
def test_random_games(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    variant = data.draw(variants())
    spec = write(
        tmp_path_factory.mktemp("counts"),
        variant,
        "  - {id: c, says: x, kind: p-positions, iff: none}\n",
        "none :- heaps(-1).\n",
    )
    named = ["stones", "largest", *(["pass"] if variant.passes else [])]
    by, added = data.draw(st.sampled_from([None, "k", *named])), data.draw(st.sampled_from([None, *named]))
    play: Play = data.draw(st.sampled_from(["normal", "misere"]))
    found = numbers(spec, Asking(play, None, by, added), data.draw(st.sampled_from([CLINGO, PROGRAM])))
    told, sums = Counter[Any](), Counter[Any]()
    for k in K:
        for at in variant.box():
            if is_p(variant, k, at, play):
                key = k, None if by in (None, "k") else of_position(by, at)
                told[key] += 1
                sums[key] += 0 if added is None else of_position(added, at)
    greatest = {"stones": 9, "largest": 3, "pass": 2}
    every = [(k, at) for k in K for at in ([None] if by in (None, "k") else range(greatest[by] + 1))]
    assert found == [
        PositionCount(
            {} if by == "k" else {"k": k},
            k if by == "k" else at,
            told[k, at],
            None if added is None else sums[k, at],
        )
        for k, at in every
    ]


@given(variants(), predicates(), st.sampled_from(["c0", "c3", "odd-or-none", "other", "both"]))
@settings(max_examples=8)
@pytest.mark.slow
def test_predicates_and_claims(tmp_path_factory: pytest.TempPathFactory, variant: Variant, text: str, of: str) -> None:
    """By clingo and by programs the same, and as many by each number as in all."""
    if variant.order == "none":  # there the predicates have no value at the empty position
        variant = replace(variant, order="descending")
    spec = write(tmp_path_factory.mktemp("counts"), variant, CLAIMS, text + "v0(0).\n")
    asking = Asking(of=of, by="stones", sum="largest")
    found = numbers(spec, asking, CLINGO)
    assert found == numbers(spec, asking, PROGRAM)
    assert [one.count for one in numbers(spec, replace(asking, by=None))] == [
        sum(one.count for one in found if one.parameters == {"k": k}) for k in K
    ]


def made(there: Path, rules: str, rest: str) -> Spec:
    """A game of one file."""
    (there / "g.lp").write_text(rules)
    (there / "g.yaml").write_text(f"game: g\nrules: g.lp\n{rest}")
    return load(there / "g.yaml")


NIM = "move(t(I,M)) :- heap(I,S), M = 1..S.\nafter(t(I,M), heap(I,S-M)) :- move(t(I,M)), heap(I,S).\n"


@pytest.mark.slow
def test_where_a_predicate_holds(tmp_path: Path) -> None:
    """For each engine, with a predicate that no move matters to."""
    rules = NIM + "equal :- heap(1,A), heap(2,A). big :- heap(_,S), S > 3. one(S) :- heap(1,S). always.\n"
    spec = made(tmp_path, rules, "position: {heap: {count: 0..2, size: 1..40}}\n")
    for tuning in (CLINGO, PROGRAM, TUNING):
        of = partial(numbers, spec, tuning=tuning)
        assert of(Asking(of="equal")) == [PositionCount({}, None, 40, None)]
        assert of(Asking(of="big")) == [PositionCount({}, None, 861 - 10, None)]
        assert of(Asking(of="always", sum="stones"))[0].count == 861
        assert [one.count for one in of(Asking(of="equal", by="largest"))] == [0, *[1] * 40]


@pytest.mark.slow
def test_sums_as_a_contest_asks_for_them(tmp_path: Path) -> None:
    """Project Euler 260, up to 100 for a program, against plain Python: 173,895 is what the problem says."""
    lines = NIM.replace("t(I,M)", "one(I,M)") + (
        "move(two(I,J,N)) :- heap(I,S), heap(J,T), I < J, N = 1..S, N <= T.\n"
        "after(two(I,J,N), heap(I,S-N)) :- move(two(I,J,N)), heap(I,S).\n"
        "after(two(I,J,N), heap(J,S-N)) :- move(two(I,J,N)), heap(J,S).\n"
        "move(all(N)) :- heap(1,A), heap(3,_), N = 1..A.\n"
        "after(all(N), heap(I,S-N)) :- move(all(N)), heap(I,S).\n"
    )
    spec = made(tmp_path, lines, "position: {heap: {count: 0..3, size: 1..100}}\n")
    assert numbers(spec, Asking(sum="stones")) == [PositionCount({}, None, 1264, 173895)]


def test_boxes_without_positions_and_parameters(tmp_path: Path) -> None:
    spec = made(
        tmp_path,
        "move(t(M)) :- pile(N), M = 1..k, M <= N.\nafter(t(M), pile(N-M)) :- move(t(M)), pile(N).\n",
        "parameters: {k: 1..4}\nposition: {pile: 3..8-k}\n",
    )
    assert [(one.at, one.count) for one in numbers(spec, Asking(by="k"))] == [(1, 2), (2, 2), (3, 1), (4, 0)]
    assert [(one.parameters, one.at, one.count) for one in numbers(spec, Asking(by="pile"))][-5:] == [
        *(({"k": 3}, at, int(at == 4)) for at in (3, 4, 5)),
        *(({"k": 4}, at, 0) for at in (3, 4)),
    ]
    empty = made(tmp_path, NIM, "parameters: {k: 1..3}\nposition: {heap: {count: 1, size: k..2}}\n")
    assert [(one.at, one.count) for one in numbers(empty, Asking(by="k"))] == [(1, 0), (2, 0), (3, 0)]


@pytest.mark.parametrize("name", ["kayles", "take_octal"])
@pytest.mark.long("kayles")
def test_sums_of_heaps_are_counted_by_a_program(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As by the values of each position, whatever the measure: stones, then splits."""
    spec = narrow(load(folder("specs") / "kayles.yaml"), [], ["heap.count=1..3", "heap.size=2..11"])
    if name != "kayles":
        rules = "n(N) :- N = #count { I : heap(I,_) }. move(m(I,T)) :- heap(I,S), T = 1..S-2, T <= S-T-1.\n"
        rules += "after(m(I,T), heap(I,S-T-1)) :- move(m(I,T)), heap(I,S).\n"
        rules += "after(m(I,T), heap(N+1,T)) :- move(m(I,T)), n(N).\n"
        spec = made(tmp_path, rules, "measure: [splits, stones]\nposition: {heap: {count: 0..3, size: 1..11}}")
    found, counted = list[bool](), listing._sums_counted

    def counting_(*given: Any) -> Any:
        told = counted(*given)
        found.append(told is not None)
        return told

    monkeypatch.setattr(listing, "_sums_counted", counting_)
    every = [Asking(by=by, sum=added) for by, added in ((None, None), ("stones", "largest"), ("largest", "stones"))]
    for asking in (*every, Asking("misere")):
        known = numbers(spec, asking, replace(TUNING, compile_from=inf))  # type: ignore[arg-type]
        assert numbers(spec, asking, replace(TUNING, compile_from=1)) == known
        assert sum(one.count for one in known) > 5
    assert found == [False, True] * 3 + [False, False]


def test_from_python_and_as_text() -> None:
    game = bouton.load("specs/wythoff.yaml").over("heap.size=1..7")
    found = game.count("largest", sum="stones")
    assert isinstance(found, Counted)
    assert [one.count for one in found] == [1, 0, 1, 0, 0, 1, 0, 1]
    assert str(found).splitlines() == [
        "largest  count  sum",
        "0        1      0",
        "1        0      0",
        "2        1      3",
        "3        0      0",
        "4        0      0",
        "5        1      8",
        "6        0      0",
        "7        1      11",
        "count from largest 0 on: 1, 0, 1, 0, 0, 1, 0, 1",
        "sum from largest 0 on: 0, 0, 3, 0, 0, 8, 0, 11",
    ]
    assert str(game.count()) == "count\n4"


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["table", "greedy_nim_k", "--over", "heap.count=0..3,heap.size=1..6", "--count"]
    assert main([*command, "--by", "k"]) == 0
    assert capsys.readouterr().out == "k  count\n2  13\n3  13\n4  13\ncount from k 2 on: 13, 13, 13\n"
    assert main([*command, "--by", "largest", "--format", "csv", "--set", "k=3"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "k,largest,count",
        *(f"3,{at},{n}" for at, n in enumerate([1, 0, 2, 1, 3, 2, 4])),
    ]
    assert main([*command, "--set", "k=2", "--format", "latex"]) == 0
    assert "$2$ & $13$" in capsys.readouterr().out


def test_the_positions_of_a_claim_as_an_object(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Those where it says P: two heaps that are equal, where there are two, and neither a single heap nor none."""
    claims = "claims:\n  - {id: pairs, says: x, kind: p-positions, iff: equal, where: two}\n"
    rules = NIM + "equal :- not heap(1,_). equal :- heap(1,A), heap(2,A). two :- heap(2,_).\n"
    made(tmp_path, rules, "position: {heap: {count: 0..2, size: 1..3}}\n" + claims)
    command = ["table", str(tmp_path / "g.yaml"), "--count", "--by", "stones", "--sum", "largest", "--json"]
    assert main([*command, "--of", "pairs"]) == 0
    counts, sums = [0, 0, 1, 0, 1, 0, 1], [0, 0, 1, 0, 2, 0, 3]
    assert json.loads(capsys.readouterr().out) == {
        "schema": 1,
        "spec": str(tmp_path / "g.yaml"),
        "play": "normal",
        "of": "pairs",
        "rows": [
            {"stones": at, "count": one, "sum": other} for at, (one, other) in enumerate(zip(counts, sums, strict=True))
        ],
        "sequences": [
            {"parameters": {}, "of": "count", "by": "stones", "from": 0, "terms": counts},
            {"parameters": {}, "of": "sum", "by": "stones", "from": 0, "terms": sums},
        ],
    }


FAULTS = [
    (["--by", "stones"], "error: nim: --by says how positions are counted; expected --count with it"),
    (["--of", "x", "--sum", "y"], "error: nim: --sum says how positions are counted; expected --count with it"),
    (["--count", "--values"], "error: nim: --count tells numbers and no rows, so that --values means nothing"),
    (["--count", "--at", "heap=1"], "error: nim: --count tells numbers and no rows, so that --at means nothing"),
    (["--count", "--outcomes"], "error: nim: --count tells numbers and no rows, so that --outcomes means nothing"),
]


@pytest.mark.parametrize(("options", "said"), FAULTS)
def test_options_that_do_not_go_together(options: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["table", "nim", *options]) == 2
    assert capsys.readouterr().err == f"{said}\n"


@pytest.mark.parametrize(
    ("asking", "said"),
    [
        (
            Asking(by="larges"),
            r"--by: positions of this game have no number 'larges'; expected stones, largest or pass; ",
        ),
        (Asking(by="heap"), r"--by: positions of this game have no number 'heap'; expected stones, largest or pass"),
        (
            Asking(by="S"),
            r"--by: the parameter S is a set, and nothing can be counted by it; expected stones, largest or",
        ),
        (Asking(sum="S"), r"--sum: positions of this game have no number 'S'; expected stones, largest or pass"),
        (Asking(of="equl"), r"--of: no rule of g.lp derives equl, and no claim has that name; .*mean 'equal'\?"),
        (Asking(of="both"), r"--of: both has 2 arguments in g.lp; expected a predicate without arguments"),
        (Asking(of="value"), r":6:10: --of: value is a claim of the kind grundy, .*; expected a claim with an `iff`"),
        (Asking(of="says"), r":7:10: --of: says is a claim of the kind statement"),
    ],
)
def test_names_that_mean_nothing(asking: Asking, said: str, tmp_path: Path) -> None:
    spec = made(
        tmp_path,
        NIM + "equal :- heap(1,A), heap(2,A). both(A,B) :- heap(1,A), heap(2,B). v(0). small :- n(0..3).\n",
        "parameters: {S: {set: [[1, 2]]}}\nposition: {heap: {count: 0..2, size: 1..3}, pass: 0..1}\n"
        "claims:\n  - {id: value, says: x, kind: grundy, iff: v}\n"
        "  - {id: says, says: x, kind: statement, unknowns: {n: 0..3}, iff: small}\n",
    )
    with pytest.raises(InputError, match=rf"g\.yaml(: )?{said}"):
        numbers(spec, asking)


def test_a_limit_leaves_the_numbers_of_what_is_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    spec = made(tmp_path, NIM, "parameters: {k: 1..3}\nposition: {heap: {count: 0..2, size: 1..9}}\n")

    def broken(tasks: Sequence[Task]) -> Iterator[Event]:
        for event in run(tasks):
            if event.task == 2:
                yield Event(2, ended=True, error=LimitReached("time limit of 9 s reached"))
                return
            yield event

    monkeypatch.setattr(listing, "run", broken)
    found = count(spec, Asking(), Limits(), lambda _: None)
    assert [next(found), next(found)] == [PositionCount({"k": k}, None, 10, None) for k in (1, 2)]
    with pytest.raises(BrokenOff, match=r"reached; what is counted ends with k=2 \(110 of 165 positions\)"):
        next(found)
    command = ["table", str(tmp_path / "g.yaml"), "--count"]
    assert main(command) == 3
    said = capsys.readouterr()
    assert said.out == "k  count\n1  10\n2  10\n"
    assert said.err.startswith("error: unknown: time limit of 9 s reached; what is counted ends with k=2")
    assert main([*command, "--json"]) == 3
    assert json.loads(capsys.readouterr().out)["stopped"].endswith("(110 of 165 positions)")
