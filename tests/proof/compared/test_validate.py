"""A reading held against clingo at many positions at once: each fault is found, and only what is compared is told."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest

from bouton.core.errors import Disagreement, Unreadable
from bouton.core.logic.arithmetic import atom, number, remainder
from bouton.core.logic.batch import Batch
from bouton.core.logic.expression import TRUE, unknown
from bouton.core.logic.formulas import equal
from bouton.core.position import Heaps, Measure, Position
from bouton.ground.box import around
from bouton.ground.game import Game
from bouton.ground.graph import Grounder, Node
from bouton.proof.compared import validate as module
from bouton.proof.compared.coverage import Coverage
from bouton.proof.compared.validate import moves_of, validate
from bouton.reading.canonical import Successor
from bouton.reading.command import GuardedCommand, SymbolicGame
from bouton.reading.evaluate import evaluate
from bouton.reading.relation import Row
from tests.reading_rules import read

RULES = """\
move(t(I,T))              :- heap(I,S), T = 0..S-1.
after(t(I,T), heap(I,T))  :- move(t(I,T)).
move(all) :- heap(1,S), heap(2,S), S > 3.
after(all, heap(I,0)) :- move(all), heap(I,_).
large(I) :- heap(I,S), S > 2.
pair(X)  :- heap(1,S), X = 1..S, heap(2,S+X).
deep     :- heap(1,S), heap(2,T), M = #min { S-3; T-4 }, M >= 0.
low      :- heap(1,S), X = 1..S, heap(2,Y), M = #min { X*X; Y }, M > 3.
near     :- heap(1,S), X = 1..S, heap(2,Y), Z = (X-3)/2, Z*Z <= Y.
wide     :- heap(1,S), X = 1..S, heap(2,Y), M = #min { X*X; S+Y }, M > 3.
"""
WANTED = {("large", 1), ("pair", 1), ("deep", 0), ("near", 0), ("low", 0), ("wide", 0)}


class Told:
    """Notes what it is told."""

    def __init__(self) -> None:
        self.moves: dict[str, int] = {}
        self.rows = 0
        self.compared: Sequence[int] = ()

    def step(self, move: GuardedCommand, cases: Sequence[object], places: Batch) -> None:
        """Moves by name, at how many places."""
        assert bool(cases) is bool(places.origins)
        self.moves[move.name] = self.moves.get(move.name, 0) + len(places.origins)

    def row(self, found: Row, places: Batch) -> None:
        """Rows that hold."""
        assert all(places.holds(found.guard))
        self.rows += len(places.origins)

    def positions(self, places: Batch) -> None:
        """Positions that were compared."""
        self.compared = places.origins


@pytest.fixture
def two(tmp_path: Path) -> tuple[SymbolicGame, list[Node]]:
    """The reading for two heaps, and nodes of which the second has many moves."""
    (tmp_path / "rules.lp").write_text(RULES)
    rules = read(tmp_path / "rules.lp", (Heaps("heap"),), (), ())
    game = Game(rules, Measure.default(rules.fluents), {}, {})
    largest: Position = ((30, 30),)
    program = game.program(around(game.fluents, largest).hull, WANTED | {("move", 1), ("after", 2)})
    nodes = list(Grounder(game, program, WANTED).nodes([((1, 2),), ((2, 30),), ((2, 3),), ((4, 5),)]))
    return evaluate(rules, {}, {"heap": 2}, {}, WANTED), nodes


def test_positions_with_too_many_choices_are_neither_compared_nor_told(two: tuple[SymbolicGame, list[Node]]) -> None:
    game, nodes = two
    told, few = cast(Any, Told()), cast(Any, Told())
    assert validate(game, nodes, met=told) == 4
    assert list(told.compared) == [0, 1, 2, 3]
    assert sum(told.moves.values()) == 3 + 32 + 5 + 9
    assert validate(game, nodes, met=few, most=30) == 3
    assert list(few.compared) == [0, 2, 3]
    assert sum(few.moves.values()) == 3 + 5 + 9
    assert 0 < few.rows < told.rows
    wrong = [nodes[0], nodes[1]._replace(moves=()), *nodes[2:]]
    assert validate(game, wrong, most=30) == 3
    with pytest.raises(Disagreement, match="the moves at heap=2:30 differ"):
        validate(game, wrong)
    assert validate(game, nodes, most=0) == 0
    assert validate(game, []) == 0


@pytest.mark.parametrize("name", sorted(WANTED))
def test_a_row_more_or_less_at_one_of_many_positions(
    two: tuple[SymbolicGame, list[Node]], name: tuple[str, int]
) -> None:
    game, nodes = two
    rows = game.relations[name]
    for faulty in rows[1:], (*rows, replace(rows[0], guard=TRUE)) if not rows[0].locals else ():
        changed = replace(game, relations={**game.relations, name: tuple(faulty)})
        with pytest.raises(Disagreement, match=f"{name[0]}/{name[1]} at heap="):
            validate(changed, nodes)


def test_the_order_of_what_a_move_leaves(two: tuple[SymbolicGame, list[Node]], monkeypatch: pytest.MonkeyPatch) -> None:
    game, nodes = two

    def turned(one: Successor) -> Successor:
        (heaps,) = one.position
        assert isinstance(heaps, tuple)
        return replace(one, position=(heaps[::-1],))

    right = moves_of(game)
    for cases in (
        lambda found: [*map(turned, found)],
        lambda found: found[:-1],
        lambda found: [*found, found[-1]],
    ):
        monkeypatch.setattr(module, "moves_of", lambda _, change=cases: [(move, change(led)) for move, led in right])
        with pytest.raises(Disagreement, match="the symbolic order of"):
            validate(game, nodes)


def test_a_case_is_met_only_where_a_position_meets_it(
    two: tuple[SymbolicGame, list[Node]], monkeypatch: pytest.MonkeyPatch
) -> None:
    game, nodes = two
    moves = moves_of(game)
    monkeypatch.setattr(module, "moves_of", lambda _: moves)

    def open_after(*at: int) -> Counter[str]:
        coverage = Coverage(game, moves)
        validate(game, [nodes[number] for number in at], met=coverage)
        return Counter(one.what for one in coverage.open)

    every = Counter(one.what for one in Coverage(game, moves).open)
    assert open_after() == every
    for at in range(4):
        assert open_after(0, 1, 2, 3) <= open_after(at) < every
    deep = next(what for what in every if what.startswith("a row of deep/0"))
    branch = deep.replace("a row of", "a branch in")
    assert (every[deep], open_after(0)[deep], open_after(3)[deep]) == (1, 1, 0)
    assert (every[branch], open_after(0)[branch], open_after(0, 1, 2, 3)[branch]) == (2, 1, 1)
    low = deep.replace("deep", "low").replace("a row of", "a branch in").replace("line 7", "line 8")
    assert (every[low], open_after(0)[low], open_after(3)[low]) == (2, 2, 0)
    wide = deep.replace("deep", "wide").replace("a row of", "a branch in").replace("line 7", "line 10")
    assert (every[wide], open_after(0)[wide], open_after(3)[wide]) == (2, 2, 0)  # it looks at all the position
    opens = every, open_after(0)
    after = [sum(number for what, number in one.items() if "a position after" in what) for one in opens]
    assert after[0] > after[1] > 0
    assert [what for what in open_after(0) if "the move" in what] == ["the move all"]


def test_a_row_without_bounds_is_told(two: tuple[SymbolicGame, list[Node]]) -> None:
    """Of its number nothing is known but that it is odd."""
    game, nodes = two
    free = unknown("X$1", local=True)
    rows = (Row((atom(free),), equal(remainder(atom(free), number(2)), number(1))),)
    changed = replace(game, relations={**game.relations, ("pair", 1): rows})
    with pytest.raises(Unreadable, match=r"^no bounds are known for X in pair$"):
        validate(changed, nodes)
