"""Heaps of several kinds, with counters that are stones beside them: as clingo judges them, numbered in its order."""

from __future__ import annotations

from pathlib import Path

import pytest

from bouton.compiled.engine import load as load_program
from bouton.compiled.listed import lister
from bouton.compiled.prepare import of_outcomes, of_values
from bouton.compiled.validate import box, parts, whole
from bouton.core.position import Position
from bouton.core.spec import PLAYS, Play, Spec
from bouton.document.load import load
from bouton.ground.box import Region
from bouton.ground.graph import Grounder
from bouton.ground.kernel import terminals
from bouton.ground.values import add_reference
from bouton.process.compiler import compiler
from tests.compiled.engines import LANGUAGES, by_clingo, by_program, judged, pairs, prepared

TAKE = """
move(of({0},I,K)) :- {0}(I,S), K = 1..S{1}.
after(of({0},I,K), {0}(I,S-K)) :- move(of({0},I,K)), {0}(I,S).
"""
BOTH = """
move(both(I,J,K)) :- pawns(I,S), rooks(J,T), K = 1..S, K <= T.
after(both(I,J,K), pawns(I,S-K)) :- move(both(I,J,K)), pawns(I,S).
after(both(I,J,K), rooks(J,T-K)) :- move(both(I,J,K)), rooks(J,T).
"""
PROMOTED = """
move(promote(I,K)) :- pawns(I,S), K = 0..S-1, K < 3, #count { J : rooks(J,_) } < 2.
after(promote(I,K), pawns(I,0)) :- move(promote(I,K)).
after(promote(I,K), rooks(9,K)) :- move(promote(I,K)).
"""
PASS = """
move(pass) :- passes(P), P > 0, pawns(_,_).
after(pass, passes(P-1)) :- passes(P), move(pass).
"""
NIM = TAKE.format("pawns", ", K <= 2") + TAKE.format("rooks", "")
GUESS = """
few :- #count { I : pawns(I,_) } < 2.
even :- P = #sum { S,I : pawns(I,S) }, P \\ 3 = 0, not rooks(_,_).
"""
KINDS = "pawns: {count: 0..2, size: 1..4}, rooks: {count: 0..2, size: 1..3"
DOWN = "rooks: {count: 1..2, size: 2..4, order: descending}, pawns: {count: 0..2, size: 1..3, order: descending"
PASSES = "passes: 0..2, "
STONES = "passes: {range: 0..2, stones: true}, "
GAMES = {
    "two": (NIM, KINDS + "}", "[stones]"),
    "falling": (NIM + BOTH, DOWN + "}", "[stones]"),
    "promoted": (NIM + PROMOTED, KINDS + "}", "[stones]"),
    "passes": (NIM + PASS, KINDS + "}, " + PASSES[:-2], "[stones, passes]"),
    "before": (NIM + BOTH + PASS, PASSES + DOWN + "}", "[passes, stones]"),
    "counted": (NIM + PASS, STONES + KINDS + "}", "[stones]"),
    "between": (NIM + PASS, KINDS.replace(", rooks", ", " + STONES + "rooks") + "}", "[stones]"),
    "first": (NIM + PASS, KINDS + "}, " + STONES[:-2], "[passes, stones]"),
    "then": (NIM + PASS, KINDS + "}, " + STONES[:-2], "[stones, passes]"),
    "beside": (TAKE.format("pawns", "") + PASS, "pawns: {count: 0..3, size: 1..4}, " + STONES[:-2], "[stones]"),
}
CLAIMS = """
claims:
  - {{id: wrong, says: Wrong., kind: p-positions, play: {play}, iff: even}}
  - {{id: alike, says: Alike., kind: swap-positions, iff: even}}
  - {{id: all, says: All., kind: everywhere, iff: few}}
  - {{id: value, says: Zero., kind: grundy, play: {play}, iff: value}}
"""


def spec(tmp_path: Path, name: str, play: str = "normal") -> Spec:
    rules, position, measure = GAMES[name]
    guess = GUESS + "value(0).\n"
    if name == "beside":
        guess = guess.replace(", not rooks(_,_)", "")
    (tmp_path / "rules.lp").write_text(rules + guess)
    path = tmp_path / "spec.yaml"
    head = f"game: {name}\nrules: rules.lp\nmeasure: {measure}\nposition: {{{position}}}\n"
    path.write_text(head + CLAIMS.format(play=play))
    return load(path)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.sample(8)
def test_numbers_go_with_the_order_of_judging(name: str, tmp_path: Path) -> None:
    item, claim = next(judged(spec(tmp_path, name), "all"))
    program = prepared(spec(tmp_path, name), item, claim)
    assert program is not None
    measure = item.game.measure
    expected = [one for layer in item.region.layers(measure) for one in layer]
    for language in LANGUAGES:
        machine = load_program(program.job, language).machine
        every = [whole(program.space, *machine.position(rank)) for rank in range(program.job.size)]
        assert len(set(every)) == len(every) == program.space.size
        assert every == sorted(every, key=lambda one: (measure.of(one), one))
        assert [one for one in every if one in item.region.hull] == expected


@pytest.mark.parametrize("play", ["normal", "misere"])
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.sample(22)
def test_programs_say_what_clingo_does(name: str, play: str, tmp_path: Path) -> None:
    made = spec(tmp_path, name, play)
    for item, claim in judged(made):
        program = prepared(made, item, claim)
        assert program is not None, claim.id
        expected = by_clingo(made, item)
        for language in LANGUAGES:
            assert by_program(made, item, program, language) == expected, (claim.id, language)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.sample(10)
def test_all_values_are_those_of_the_moves_that_clingo_derives(name: str, tmp_path: Path) -> None:
    item, _ = next(judged(spec(tmp_path, name), "all"))
    there = Region(box(of_values(item.game, item.region).space))
    program = item.game.program(there.hull, {("move", 1), ("after", 2)})
    every = [one for layer in there.layers(item.game.measure) for one in layer]
    nodes = list(Grounder(item.game, program, set()).nodes(every))
    expected: dict[Play, dict[Position, int]] = {"normal": {}, "misere": {}}
    for play, values in expected.items():
        add_reference(values, nodes, terminals(item.game, play))
    for language in LANGUAGES:
        found = pairs(item.game, there, every, language)
        assert found == {one: (expected["normal"][one], expected["misere"][one]) for one in every}
        for play, values in expected.items():
            engine = load_program(of_outcomes(item.game, there, play).job, language)
            engine.solve(engine.job.size)
            assert all(engine.machine.marked(*parts(one)) == (values[one] == 0) for one in every)


@pytest.mark.slow
@pytest.mark.skipif(compiler() is None, reason="a program in Python has bytes")
def test_tables_with_eight_marks_in_a_byte_list_the_same(tmp_path: Path) -> None:
    item, _ = next(judged(spec(tmp_path, "falling"), "all"))
    places = of_outcomes(item.game, item.region, "normal").space.places
    for play in PLAYS:
        whole = lister(item.game, item.region, play, values="", memory=1 << 30)
        packed = lister(item.game, item.region, play, values="", memory=places)
        assert (whole.readied.job.bits, packed.readied.job.bits) == (False, True)
        assert packed.readied.job.table == -(-places // 8)
        for lost in (True, False):
            expected = [one for part in whole.parts(lost=lost) for one in part.told]
            assert [one for part in packed.parts(lost=lost) for one in part.told] == expected
            assert expected
