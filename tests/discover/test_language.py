"""What may be said of heaps in any order: each literal as clingo derives it from its rules, against its column."""

from __future__ import annotations

import itertools
import re
from pathlib import Path

import numpy as np
import pytest
from clingo import Control

from bouton.cli import main
from bouton.core.position import Counter, Heaps, Order, Position
from bouton.discover.language import Language, helpers
from bouton.discover.learn import least_cover
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


def test_literals_of_two_counters_hold_where_their_rules_do() -> None:
    """Those about steep lines too: every literal at 25 positions, derived for all of them at once."""
    language = Language((Counter("up"), Counter("down")), (), (2, 4), steep=True)
    positions = [(up, down) for up in (0, 1, 2, 5, 8) for down in (0, 1, 2, 4, 7)]
    literals, truth = language.literals([Known((), one, False) for one in positions])
    assert any("2*Down" in one.said for one in literals)
    rules = [f"literal(P,{at}) :- {', '.join(one.body)}." for at, one in enumerate(literals)]
    given = [f"position({at},{up},{down})." for at, (up, down) in enumerate(positions)]
    text = "\n".join([*given, *rules]).replace("up(Up)", "position(P,Up,_)").replace("down(Down)", "position(P,_,Down)")
    control = Control(["--warn=none"])
    control.add("base", [], text)
    control.ground([("base", [])])
    atoms = (atom.symbol.arguments for atom in control.symbolic_atoms.by_signature("literal", 2))
    assert {(at.number, one.number) for at, one in atoms} == {(at, one) for one, at in np.argwhere(truth)}


def test_steep_lines_tell_where_two_periods_meet() -> None:
    """Take 1 or 2 up, 1 down, or 1 of both: every three on one side of the line, every four on its other side."""
    lost: dict[tuple[int, int], bool] = {}
    for up, down in itertools.product(range(16), range(10)):
        options = [(up - 1, down), (up - 2, down), (up - 1, down - 1), (up, down - 1)]
        lost[up, down] = not any(lost.get(one, False) for one in options)
    known = [Known((), one, won) for one, won in lost.items()]
    for steep in (False, True):
        literals, truth = Language((Counter("up"), Counter("down")), (), (2,), steep=steep).literals(known)
        wanted = np.array([one.lost for one in known])
        cover = least_cover(truth, wanted, [one.cost for one in literals], 2)
        assert (cover is not None and len(cover.cubes) == 2) == steep


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


def test_a_remainder_of_a_difference_below_0_is_that_of_the_sentence() -> None:
    language = Language((Counter("x"), Counter("y")), ("k",), (3, 5))
    places = [(k, x, y) for k in (2, 4) for x in range(6) for y in range(6)]
    literals, truth = language.literals([Known((("k", k),), (x, y), False) for k, x, y in places])
    compare = {"is": int.__eq__, "is not": int.__ne__, "is at most": int.__le__, "is more than": int.__gt__}
    compare |= {"divides": int.__eq__, "does not divide": int.__ne__}
    told = 0
    for one, row in zip(literals, truth, strict=True):
        words = re.sub(r"(.+) (divides|does not divide) x less y", r"x less y modulo \1 \2 0", one.words)
        said = re.fullmatch(r"x less y modulo (\S+) (\D+) (\d+)", words)
        if said is None:
            assert "less y" not in words
            continue
        told += 1
        for (k, x, y), holds in zip(places, row, strict=True):
            assert holds == compare[said[2]]((x - y) % eval(said[1], {"k": k}), int(said[3])), one
    assert told > 30
