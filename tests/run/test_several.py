"""Several counterexamples: those that plain Python finds, each the least of its explanation, in order."""

from __future__ import annotations

import json
import random
from functools import cache
from itertools import combinations_with_replacement
from pathlib import Path

import pytest

from bouton.cli import main
from bouton.core.verdict import Result, Several
from bouton.document.load import load
from bouton.process.limits import Limits
from bouton.run.check import check
from bouton.run.options import Options
from bouton.run.plan import plan_of
from bouton.run.several import ENOUGH, NO_OTHER, WHOLE, several

TAKE = """\
move(take(M))             :- pile(N), M = 1..k, M <= N.
after(take(M), pile(N-M)) :- pile(N), move(take(M)).
multiple :- pile(N), N \\ (k+1) = 0.
less     :- pile(N), N = ({less}).
more     :- pile(N), N = ({more}).
claimed  :- multiple, not less.
claimed  :- more.
"""
NIM = """\
move(lower(I,T))             :- heap(I,S), T = 0..S-1.
after(lower(I,T), heap(I,T)) :- move(lower(I,T)).
even  :- N = #sum { S,I : heap(I,S) }, N \\ 2 = 0.
three :- heap(3,_).
"""


def found(folder: Path, rules: str, keys: str, claim: str, most: int) -> Several:
    (folder / "g.lp").write_text(rules)
    (folder / "g.yaml").write_text(f"game: g\nrules: g.lp\n{keys}\nclaims: [{{id: c, says: s, {claim}}}]\n")
    options = Options(prove=False, limits=Limits(60.0), several=most)
    (result,) = check(load(str(folder / "g.yaml")), options, lambda _: None)
    assert isinstance(result, Result)
    assert result.several is not None
    first = result.several.found[:1]
    assert not first or result.counterexample is None or first[0][0].at == result.counterexample.at
    return result.several


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.sample(6)
def test_as_plain_python_finds_them(seed: int, misere: bool, tmp_path: Path) -> None:
    chance = random.Random(seed)
    less, more = (sorted(chance.sample(range(30), 2)) for _ in range(2))
    rules = TAKE.format(less=";".join(map(str, less)), more=";".join(map(str, more)))
    play = "misere" if misere else "normal"
    keys, claim = "parameters: {k: 2..3}\nposition: {pile: 0..30}", f"kind: p-positions, iff: claimed, play: {play}"
    told = found(tmp_path, rules, keys, claim, 9)
    expected: dict[tuple[object, ...], tuple[int, int]] = {}
    for k in (2, 3):
        lost: list[bool] = []
        for pile in range(31):
            options = [lost[pile - take] for take in range(1, k + 1) if take <= pile]
            lost.append(not any(options) and (bool(options) or not misere))
            multiple, without, besides = pile % (k + 1) == 0, pile in less, pile in more
            claimed = (multiple and not without) or besides
            if claimed is not lost[pile]:
                expected.setdefault((claimed, multiple, without, besides), (k, pile))
    assert [(one.parameters["k"], one.position["pile"]) for one, _ in told.found] == list(expected.values())
    assert told.end == NO_OTHER
    for (one, said), truth in zip(told.found, expected, strict=True):
        assert one.claimed == ("P" if truth[0] else "N")
        told_of = {predicate.name: bool(predicate.atoms) for predicate in said}
        assert told_of == dict(zip(("claimed", "multiple", "less", "more"), truth, strict=True))


@cache
def is_lost(heaps: tuple[int, ...]) -> bool:
    options = ((*heaps[:at], left, *heaps[at + 1 :]) for at, size in enumerate(heaps) for left in range(size))
    return not any(is_lost(tuple(sorted(filter(None, option)))) for option in options)


def test_of_heaps(tmp_path: Path) -> None:
    told = found(tmp_path, NIM, "position: {heap: {count: 0..3, size: 1..4}}", "kind: p-positions, iff: even", 5)
    every = sorted(
        (heaps for count in range(4) for heaps in combinations_with_replacement(range(1, 5), count)),
        key=lambda heaps: (sum(heaps), heaps),
    )
    wrong = [heaps for heaps in every if (sum(heaps) % 2 == 0) is not is_lost(heaps)]
    assert [one.at[1] for one, _ in told.found] == [(heaps,) for heaps in wrong[:1]]  # an odd sum is never lost
    assert all(sum(heaps) % 2 == 0 for heaps in wrong)


def test_no_more_than_are_asked_for_and_what_ends_the_search(tmp_path: Path) -> None:
    rules = TAKE.format(less="6;9", more="7")
    keys, claim = "parameters: {k: 2}\nposition: {pile: 0..30}", "kind: p-positions, iff: claimed"
    assert found(tmp_path, rules, keys, claim, 2).end == ENOUGH
    three = found(tmp_path, rules, keys, claim, 3)
    assert ([one.position["pile"] for one, _ in three.found], three.end) == ([6, 7], NO_OTHER)
    spec = load(str(tmp_path / "g.yaml"))
    cut = several(spec, spec.claims[0], plan_of(spec, Options()), 3, Limits(0.001))
    assert cut.end.startswith("there may be others: time limit of 0.001 s")
    same = found(tmp_path, rules, keys, "kind: same-game, key: claimed", 3)
    assert (same.found, same.end) == ((), WHOLE)


def test_values_and_statements(tmp_path: Path) -> None:
    rules = TAKE.format(less="6", more="7") + "value(N \\ (k+1)) :- pile(N), not more. value(9) :- more.\n"
    keys = "parameters: {k: 2}\nposition: {pile: 0..30}"
    values = found(tmp_path, rules, keys, "kind: grundy, iff: value", 3)
    assert [(one.position["pile"], one.claimed, one.actual) for one, _ in values.found] == [(7, 9, 1)]
    says = "kind: statement, unknowns: {x: 0..30}, iff: usual"
    statement = found(tmp_path, rules + "usual :- x(N), N < 3.\nusual :- x(N), N > 20.\n", keys, says, 3)
    assert [one.position["x"] for one, _ in statement.found] == [3]


@pytest.mark.parametrize("command", [["check"], ["counterexample"]])
@pytest.mark.sample(2)
def test_the_commands(command: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "g.lp").write_text(TAKE.format(less="6", more="7"))
    file = tmp_path / "g.yaml"
    file.write_text(
        "game: g\nrules: g.lp\nparameters: {k: 2}\nposition: {pile: 0..30}\n"
        "claims: [{id: c, says: s, kind: p-positions, iff: claimed}]\n"
    )
    asked = [*command, str(file), *(["c"] if command == ["counterexample"] else []), "--counterexamples", "3"]
    main([*asked, "--json"])
    (claim,) = json.loads(capsys.readouterr().out)["claims"]
    assert [one["position"]["pile"] for one in claim["counterexamples"]] == [6, 7]
    assert claim["counterexamples"][1]["predicates"] == {
        "claimed/0": True,
        "less/0": False,
        "more/0": True,
        "multiple/0": False,
    }
    assert claim["counterexamples_end"] == NO_OTHER
    main(asked)
    said = " ".join(capsys.readouterr().out.split())
    assert "2. at k=2, pile 7: claimed P, but it is an N-position" in said
    assert "by the rules there: claimed, not less, more, not multiple" in said
    assert f"note: {NO_OTHER}" in said
    main([*asked[:-2], "--json"])
    (claim,) = json.loads(capsys.readouterr().out)["claims"]
    assert "counterexamples" not in claim
