"""A program that does not do what the rules say is found out before anything it says counts."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from bouton.claims.passes import Pass
from bouton.compiled.engine import InC, InPython
from bouton.compiled.judge import surveyed
from bouton.compiled.prepare import CompiledClaim
from bouton.compiled.validate import validate
from bouton.core.errors import Disagreement, InputError, Misfit
from bouton.core.verdict import Verdict
from bouton.document.load import load
from bouton.run.check import check
from bouton.run.options import Options
from tests.compiled.engines import by_clingo, by_program, judged, prepared

_RULES = """
move(take(I,T))          :- heap(I,S), T = 0..S-1.
after(take(I,T),heap(I,T)) :- move(take(I,T)).
move(pass)               :- pass(1), heap(_,_).
after(pass,pass(0))      :- move(pass).
total(T) :- T = #sum { S,I : heap(I,S) }.
even     :- total(T), T \\ 2 = 0.
large    :- total(T), T > 3.
huge     :- total(T), T > 79, heap(3,_).
"""
_SPEC = """
game: one of many
rules: rules.lp
position: {heap: {count: 0..3, size: 1..5}, pass: 0..1}
claims:
  - {id: even, says: Even., kind: p-positions, iff: even, where: large}
"""


def found(tmp_path: Path, rules: str = _RULES, spec: str = _SPEC) -> tuple[Pass, CompiledClaim]:
    (tmp_path / "rules.lp").write_text(rules)
    (tmp_path / "spec.yaml").write_text(spec)
    loaded = load(tmp_path / "spec.yaml")
    item, claim = next(judged(loaded))
    program = prepared(loaded, item, claim)
    assert program is not None
    return item, program


FAULTS = [
    ("return 2", "return 1"),
    ("found = found or 1", "found = 0"),
    ("% 2", "% 3"),
    ("(4 <= ", "(5 <= "),
    ("tab.find(1, ", "tab.find(1, 1 + "),
]


@pytest.mark.parametrize(("right", "wrong"), FAULTS)
def test_a_fault_is_found(right: str, wrong: str, tmp_path: Path) -> None:
    item, program = found(tmp_path)
    validate(item.game, program, InPython(program.job))
    assert right in program.job.python
    bad = replace(program.job, python=program.job.python.replace(right, wrong))
    with pytest.raises(Disagreement, match="compiled rules and clingo differ"):
        validate(item.game, program, InPython(bad))


def test_a_fault_in_c_is_found(tmp_path: Path) -> None:
    item, program = found(tmp_path)
    assert validate(item.game, program, InC(program.job)) > 100
    bad = replace(program.job, c=program.job.c.replace("return 2;", "return 1;"))
    with pytest.raises(Disagreement, match="compiled rules and clingo differ"):
        validate(item.game, program, InC(bad))


@pytest.mark.slow
def test_a_fault_beyond_what_is_compared_stops_the_program(tmp_path: Path) -> None:
    """A move far above the lowest positions that gains stones; clingo says which."""
    rules = _RULES + "after(take(I,T),heap(I,S+1)) :- heap(I,S), S = 39, T = 0, 0 = 1.\n"
    rules += "move(grow) :- heap(1,39). after(grow,heap(1,40)) :- heap(1,39).\n"
    spec = _SPEC.replace("count: 0..3, size: 1..5", "count: 0..2, size: 1..40").replace("where: large", "where: huge")
    item, program = found(tmp_path, rules, spec)
    loaded = load(tmp_path / "spec.yaml")
    for language in ("Python", "C"):
        with pytest.raises(Misfit):
            surveyed(loaded, item, replace(program, claim=program.claim), language)
    with pytest.raises(InputError, match="the moves form a cycle"):
        list(check(loaded, Options(engine="compiled"), lambda _progress: None))


@pytest.mark.slow
def test_a_negative_size_is_clingos_to_tell(tmp_path: Path) -> None:
    rules = _RULES.replace("T = 0..S-1", "T = 0..S-1, S < 30").replace(
        "move(pass) ", "move(over) :- heap(1,30). after(over,heap(1,-1)) :- heap(1,30).\nmove(pass) "
    )
    spec = _SPEC.replace("count: 0..3, size: 1..5", "count: 0..2, size: 1..30").replace("where: large", "where: huge")
    item, program = found(tmp_path, rules, spec)
    loaded = load(tmp_path / "spec.yaml")
    with pytest.raises(Misfit):
        surveyed(loaded, item, program, "C")
    with pytest.raises(InputError, match="the size -1"):
        list(check(loaded, Options(engine="compiled"), lambda _progress: None))


_ALLIANCES = """
move(take(D))              :- pile(N), D = 1..2, D <= N.
after(take(D),pile(N-D))   :- move(take(D)), pile(N).
after(take(D),player(P+1)) :- move(take(D)), player(P), P < 3.
after(take(D),player(1))   :- move(take(D)), player(3).
side(odd)  :- player(P), P \\ 2 = 1.
side(even) :- player(P), P \\ 2 = 0.
winner(W)  :- pile(0), side(W).
claim(odd)  :- pile(N), player(P), (N + P) \\ 3 != 0.
claim(even) :- pile(N), player(P), (N + P) \\ 3 = 0.
two(odd). two(even) :- pile(N), N > 4.
one(odd) :- pile(N), N < 3.
"""
_SIDES = """
game: three around a table
rules: rules.lp
position: {{pile: 0..12, player: 1..3}}
claims:
  - {{id: claim, says: A., kind: winners, iff: {iff}}}
"""


@pytest.mark.parametrize("iff", ["claim", "two", "one"])
@pytest.mark.sample(3)
def test_alliances(iff: str, tmp_path: Path) -> None:
    item, program = found(tmp_path, _ALLIANCES, _SIDES.format(iff=iff))
    loaded = load(tmp_path / "spec.yaml")
    expected = by_clingo(loaded, item)
    assert expected.counterexample is not None
    for language in ("Python", "C"):
        assert by_program(loaded, item, program, language) == expected


def test_a_position_with_no_side_is_clingos_to_tell(tmp_path: Path) -> None:
    rules = _ALLIANCES.replace("side(even) :- player(P),", "side(even) :- player(P), pile(N), N != 900,")
    item, program = found(tmp_path, rules, _SIDES.format(iff="claim").replace("0..12", "0..1000"))
    loaded = load(tmp_path / "spec.yaml")
    always = replace(program, saying=program.saying)
    engine = InC(always.job)
    assert engine.side((), (900, 2)) == -1
    assert engine.side((), (899, 2)) == 1 - engine.side((), (899, 1))
    # the claim fails below, so nobody comes to that position
    (result,) = check(loaded, Options(engine="compiled"), lambda _progress: None)
    assert result.verdict is Verdict.REFUTED
    assert item.game.rules.alliances
