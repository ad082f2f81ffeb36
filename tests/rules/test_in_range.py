"""Tables that end where the range does that is checked: what `in_range` gives, and where it may not stand."""

from __future__ import annotations

from pathlib import Path

import pytest

from bouton.cli import main
from bouton.core.errors import InputError
from bouton.core.position import Counter, Heaps, Measure, Position
from bouton.core.sources import Source
from bouton.ground.box import CounterBox, GroundBox, HeapBox
from bouton.ground.game import Game
from bouton.ground.graph import Grounder, Node
from bouton.ground.replay import replay
from bouton.rules.file import Rules
from tests.reading_rules import read

MOVES = "move(one) :- pile(N), N > 0. after(one, pile(N-1)) :- pile(N), N > 0.\n"
TABLE = r"power(1). power(2*P) :- power(P), in_range(2*P)." + "\nlarge :- pile(N), power(N).\n"
PILE = Counter("pile", stones=True)
SPEC = """game: takes
rules: g.lp
position: {pile: 0..20}
claims:
  - {id: a, says: Even numbers., kind: p-positions, iff: even}
"""


def rules_of(folder: Path, text: str) -> Rules:
    (folder / "g.lp").write_text(MOVES + text)
    return read(folder / "g.lp", (PILE,), ())


def node_at(rules: Rules, most: int, at: int, name: tuple[str, int]) -> tuple[Game, Node]:
    game = Game(rules, Measure((PILE,), ("stones",)), {}, {"pile": range(most + 1)})
    program = game.program(GroundBox((CounterBox(PILE, range(most + 1)),)), {name, ("move", 1), ("after", 2)})
    (node,) = Grounder(game, program, {name}).nodes([(at,)])
    return game, node


@pytest.mark.parametrize(("most", "last"), [(0, 1), (1, 1), (31, 16), (32, 32), (100, 64)])
def test_a_table_ends_where_the_range_does(tmp_path: Path, most: int, last: int) -> None:
    game, node = node_at(rules_of(tmp_path, TABLE), most, 0, ("power", 1))
    assert max(row[0].number for row in node.rows["power", 1]) == last
    replay(game, node)


def test_what_needs_no_table_is_not_given_the_range(tmp_path: Path) -> None:
    rules = rules_of(tmp_path, TABLE + "even :- pile(N), N \\ 2 = 0.\n")
    game = Game(rules, Measure((PILE,), ("stones",)), {}, {"pile": range(1000)})
    box = GroundBox((CounterBox(PILE, range(1000)),))
    assert "in_range(0..999)." in game.program(box, {("large", 0)}).given
    assert "in_range" not in game.program(box, {("even", 0), ("move", 1), ("after", 2)}).text


def of_heaps(text: str, name: tuple[str, int]) -> tuple[Game, Node]:
    """A game of heaps, with the position 1:2 in a box of three heaps of five stones."""
    heaps = Heaps("heap")
    rules = "move(a(I)) :- heap(I,_). after(a(I),heap(I,0)) :- heap(I,_).\n" + text
    game = Game(read([Source("g.lp", Path("g.lp"), rules)], (heaps,), ()), Measure((heaps,), ("stones",)), {}, {})
    program = game.program(GroundBox((HeapBox(heaps, range(4), range(1, 6)),)), {name, ("move", 1), ("after", 2)})
    position: Position = ((1, 2),)
    (node,) = Grounder(game, program, {name}).nodes([position])
    return game, node


def test_of_heaps_it_ends_with_all_their_stones() -> None:
    game, node = of_heaps("all(N) :- in_range(N).", ("all", 1))
    assert sorted(row[0].number for row in node.rows["all", 1]) == list(range(16))
    replay(game, node)  # at the position alone the table is shorter, which is no fault


def test_what_changes_with_the_range_is_an_error_of_the_rules() -> None:
    game, node = of_heaps("many :- 9 < #count { N : in_range(N) }.\np :- heap(1,1), many.", ("p", 0))
    assert node.holds("p")
    with pytest.raises(InputError) as error:
        replay(game, node)
    (fault,) = error.value.diagnostics
    assert fault.message == "p/0 at heap 1:2 changes with the range that is checked"
    assert fault.line == 3


@pytest.mark.parametrize("literal", ["in_range(N)", "not in_range(N+1)", "1 = #count { M : in_range(M), M < N }"])
def test_a_rule_about_a_position_may_not_speak_of_it(tmp_path: Path, literal: str) -> None:
    with pytest.raises(InputError) as error:
        rules_of(tmp_path, f"p :- pile(N), {literal}.")
    (fault,) = error.value.diagnostics
    assert "in_range/1 has no place in a rule about a position, as p is" in fault.message
    assert fault.line == 2


def test_a_file_may_have_its_own(tmp_path: Path) -> None:
    rules = rules_of(tmp_path, "in_range(N) :- pile(N), N < 5. p :- in_range(_).")
    assert not rules.ranged
    _, node = node_at(rules, 20, 7, ("p", 0))
    assert not node.holds("p")


def test_it_is_never_proved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    text = r"twice(0). twice(N+2) :- twice(N), in_range(N+2)." + "\neven :- pile(N), twice(N).\n"
    (tmp_path / "g.lp").write_text(MOVES + text)
    (tmp_path / "s.yaml").write_text(SPEC[:-2] + ", prove: {pile: all}}\n")
    assert main(["check", "s.yaml"]) == 3
    out = capsys.readouterr().out
    assert "HOLDS for pile 0..20" in out
    assert "in_range/1 speaks of the range that is checked, and a proof of every size" in " ".join(out.split())
    assert main(["check", "s.yaml", "--no-prove", "--over", "pile=0..1000"]) == 0
