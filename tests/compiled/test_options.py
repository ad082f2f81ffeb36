"""Moves listed by programs, in Python and in JavaScript, are those that clingo derives, in the same words."""

from __future__ import annotations

import json
import shutil
import subprocess
import tempfile
from itertools import chain, islice
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings

from bouton.claims.judge import game_of
from bouton.claims.subject import rules_of
from bouton.compiled.fixed import fixed
from bouton.compiled.options import Listing, key, listing
from bouton.compiled.prepare import Ranges
from bouton.core.errors import Unreadable
from bouton.core.position import Counter, Heaps, Position
from bouton.core.shipped import folder
from bouton.core.spec import Spec
from bouton.document.load import load
from bouton.ground.box import Region, ground_box
from bouton.ground.graph import Grounder
from bouton.ground.words import told
from bouton.page.programs import listed
from tests.page.browser import PROGRAM, browser
from tests.samples import small_or_whole
from tests.shipped import named
from tests.variants import Variant, variants, write

NODE = shutil.which("node")
GAMES = sorted(
    one.stem for one in folder("specs").glob("*.yaml") if one.stem not in ("impartial_theory", "nim_in_base", "octal")
)
_RULES = """
move(odd(I,M)) :- heap(I,S), M = 1..S, M & 1 = 1.
after(odd(I,M), heap(I,S-M)) :- heap(I,S), move(odd(I,M)).
two(A,B) :- heap(1,A), heap(2,B).
move(bits(X)) :- two(A,B), X = (A & ~B) - (~A ? B) + (A ^ (-B)), X > A - 2*B, k(K), K > 0.
after(bits(X), k(K-1)) :- move(bits(X)), k(K).
after(bits(X), heap(2,B - B/2)) :- move(bits(X)), heap(2,B).
move(digits("a b",J)) :- two(A,B), N = A ^ B, digit(N,J,1), J \\ 2 = 1.
after(digits("a b",J), heap(1,A-1)) :- move(digits("a b",J)), heap(1,A).
move(fib(f(J))) :- heap(1,S), zeckendorf(S,J,1), ostrowski(2,S,J,1), digit(3,S,0,2).
after(fib(f(J)), heap(1,0)) :- move(fib(f(J))).
part(I,S) :- heap(I,S).
part(I,S-S/3-1) :- part(I,S), S >= 3, S \\ 3 != 0.
move(cut) :- part(1,N), heap(1,S), N < S, N \\ 3 = 0.
after(cut, heap(1,0)) :- move(cut).
move(split(I,N)) :- heap(I,S), N = 1..S-2.
after(split(I,N), heap(I,S-N-1)) :- move(split(I,N)), heap(I,S).
after(split(I,N), heap(9,N)) :- move(split(I,N)).
move(-3) :- k(K), K > 1.  after(-3, k(0)) :- move(-3).
"""


def run_in_javascript(script: str, folder: Path) -> Any:
    """The value of an expression after a script, by Node or in a browser, whichever there is."""
    if NODE is not None:
        file = folder / "script.js"
        file.write_text(f"process.stdout.write(JSON.stringify((() => {{ {script} }})()))", encoding="utf-8")
        return json.loads(subprocess.run([NODE, str(file)], capture_output=True, text=True, check=True).stdout)
    if PROGRAM is None:
        pytest.skip("neither Node nor Chromium is installed")
    with browser(folder / "profile") as tab:
        return json.loads(tab.ask(f"JSON.stringify((() => {{ {script} }})())"))


def numbers(position: Position) -> list[int]:
    return [*chain.from_iterable(part if isinstance(part, tuple) else (part,) for part in position)]


def compared(spec: Spec, most: int, script: Path | None, whole: int = 3000) -> int:
    """How many moves of positions of a box were compared; the script's folder where JavaScript is run, too."""
    parameters = next(iter(spec.box.assignments()))
    game = game_of(spec, rules_of(spec), spec.box, parameters)
    region = Region(ground_box(spec.fluents, spec.box, parameters))
    first = [*islice(chain.from_iterable(region.layers(game.measure)), whole)]
    positions = Random(1).sample(first, min(most, len(first)))
    program = printed(spec, positions)
    functions, moves = program.functions(), 0
    grounder = Grounder(game, game.program(region.hull, {("move", 1), ("after", 2)}), set())
    for node in grounder.nodes(positions):
        expected: dict[Position, set[str]] = {}
        for move, text in zip(node.moves, told(game, node.position, node.moves), strict=True):
            expected.setdefault(move.to, set()).add(text)
        assert listed(game, program, functions, node.position) == expected, node.position
        moves += len(expected)
    if script is not None:
        asked = json.dumps([[key(one), numbers(one)] for one in positions])
        found = run_in_javascript(f"{program.javascript}\nreturn {asked}.map(([k, p]) => MOVES[k](...p));", script)
        assert found == [json.loads(json.dumps(functions[key(one)](*numbers(one)))) for one in positions]
    return moves


def printed(spec: Spec, positions: list[Position]) -> Listing:
    heaps = [at for at, one in enumerate(spec.fluents) if isinstance(one, Heaps)]
    shapes = sorted({tuple(len(one[at]) for at in heaps) for one in positions})  # type: ignore[arg-type]
    largest = max((size for one in positions for at in heaps for size in one[at]), default=1)  # type: ignore[union-attr]
    others = [at for at in range(len(spec.fluents)) if at not in heaps]
    ends = [(min(one[at] for one in positions), max(one[at] for one in positions)) for at in others]
    game = game_of(spec, rules_of(spec), spec.box, next(iter(spec.box.assignments())))
    return listing(game, Ranges(shapes, ends, largest))  # type: ignore[arg-type]


@pytest.mark.sample(27)
@pytest.mark.parametrize("name", GAMES)
def test_the_games_that_come_with_bouton(name: str, tmp_path: Path) -> None:
    spec = named(name)
    if not all(isinstance(one, Heaps | Counter) for one in spec.fluents):
        pytest.skip("positions that are sets have no such programs")
    if ("text", 2) in rules_of(spec).defined:
        pytest.skip("the moves have texts, which no program prints")
    try:
        assert compared(spec, 60, tmp_path) > 0
    except Unreadable as error:
        pytest.skip(str(error))


def test_every_construct(tmp_path: Path) -> None:
    (tmp_path / "odd.lp").write_text(_RULES)
    (tmp_path / "odd.yaml").write_text(
        "game: Odd\nrules: odd.lp\nposition: {heap: {count: 0..3, size: 1..14}, k: 0..2}\nmeasure: [stones, k]\n"
    )
    assert compared(load(str(tmp_path / "odd.yaml")), 250, tmp_path) > 1000


@pytest.mark.slow
@pytest.mark.parametrize("examples", small_or_whole(3, 60))
def test_random_games(examples: int) -> None:
    @given(variants())
    @settings(max_examples=examples)
    def agree(variant: Variant) -> None:
        with tempfile.TemporaryDirectory() as folder:
            spec = write(Path(folder), variant, "\n  []", "")
            compared(spec, 100, Path(folder))

    agree()


def test_arithmetic_is_that_of_python(tmp_path: Path) -> None:
    chance = Random(2)
    program: dict[str, Any] = {}
    exec(fixed("arithmetic.py"), program)
    asked = [
        (
            name,
            (chance.randint(-50, 50) if chance.random() < 0.5 else chance.randint(-(2**31), 2**31 - 1), other, *system),
        )
        for name in ("quotient", "remainder", "base_digit", "base_places", "weighed_digit", "weighed_places")
        for other in range(-3, 34)
        for system in ((2, 1), (3, 2), (10, 1))
    ]
    calls = ", ".join(f"{name}({', '.join(map(str, _given(name, given)))})" for name, given in asked)
    found = run_in_javascript(f"{fixed('arithmetic.js')}\nreturn [{calls}];", tmp_path)
    assert found == [program[name](*_given(name, given)) for name, given in asked]


def _given(name: str, arguments: tuple[int, ...]) -> tuple[int, ...]:
    """What a function is given of a number, a place or another number, and the two numbers of a numeration."""
    return arguments if name.startswith("weighed") else arguments[:3] if name.startswith("base") else arguments[:2]


def test_a_name_has_its_numbers() -> None:
    assert Listing("", "", (("f(", ",", ")"), ("g",))).name(0, (3, -1)) == "f(3,-1)"
