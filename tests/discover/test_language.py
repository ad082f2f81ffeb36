"""What may be said of heaps in any order: each literal as clingo derives it from its rules, against its column."""

from __future__ import annotations

import itertools
from pathlib import Path

import numpy as np
import pytest
from clingo import Control

from bouton.cli import main
from bouton.core.position import Heaps, Order, Position
from bouton.discover.language import Language, helpers
from bouton.discover.moves import variable
from bouton.discover.positions import Known
from bouton.rules.syntax import rule_of, variables

SWELLS = """\
move(one(I)) :- heap(I,S), S <= 2.
move(two(I)) :- heap(I,{size}).
heaps(N) :- N = #count {{ I : heap(I,_) }}.
after(one(I), heap(I,S-1)) :- heap(I,S), move(one(I)).
after(two(I), heap(I,{left})) :- move(two(I)).
after(two(I), heap(N+1,{left})) :- move(two(I)), heaps(N).
"""


@pytest.mark.parametrize("order", ["ascending", "descending", "none"])
@pytest.mark.sample(3)
def test_literals_hold_where_their_rules_do(order: Order) -> None:
    heap = Heaps("heap", order)
    names, lines = helpers((heap,), lambda name: name)
    language = Language((heap,), (), (2,), names)
    lists = [sizes for count in range(4) for sizes in itertools.product(range(1, 4), repeat=count)]
    positions: list[Position] = [(one,) for one in lists if heap.canonical(one) == one]
    literals, truth = language.literals([Known((), one, False) for one in positions])
    rules = [line for each in lines.values() for line in each]
    rules += [f"literal({at}) :- {', '.join(one.body)}." for at, one in enumerate(literals)]
    for at, (sizes,) in enumerate(positions):
        assert isinstance(sizes, tuple)
        control = Control(["--warn=none"])
        control.add("base", [], "".join(f"heap({i},{size})." for i, size in enumerate(sizes, 1)) + "\n".join(rules))
        control.ground([("base", [])])
        derived = {atom.symbol.arguments[0].number for atom in control.symbolic_atoms.by_signature("literal", 1)}
        assert derived == {int(row) for row in np.flatnonzero(truth[:, at])}


@pytest.mark.parametrize(("size", "left"), [(3, 2), (2, 4)])
def test_a_heap_that_grows_by_a_move_is_told_as_every_command_does(
    size: int, left: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "swells.lp").write_text(SWELLS.format(size=size, left=left))
    asked = [str(tmp_path / "swells.lp"), "--over", "heap.count=0..2", "--over", "heap.size=1..4"]
    assert main(["table", *asked]) == 2
    said = capsys.readouterr().err
    assert "does not lower the measure" in said
    assert main(["discover", *asked, "--time", "60"]) == 2
    assert capsys.readouterr().err == said


def test_each_predicate_has_a_variable_of_its_own() -> None:
    names = ["n", "n_", "n__", "x", "x1", "x1_", "heaps", "aB", "ab", "'q", "q'", "q'A", "v'q", "q_"]
    made = [variable(name) for name in names]
    assert len(set(made)) == len(names)
    for name, one in zip(names, made, strict=True):
        assert variables(rule_of(f"p({one}) :- {name}({one}).")) == {one}
