"""Every figure of speed that README and the pages of docs/ quote, with the programs that give it.

A figure in seconds is told beside a bare loop of Python in as many processes, so that its ratio says the same on a
faster or a busier machine. `benchmarks.all` prints them; `tests/test_figures.py` holds that no figure is forgotten.
"""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Callable, Sequence
from functools import cache, partial
from pathlib import Path
from tempfile import mkdtemp

from benchmarks import values
from benchmarks.figures import Figure, Match, Quote, Side
from benchmarks.games import BOTH, COMPILED, CPP, GROUND, HERE, NAIVE, SCRIPT, Game, games, program
from benchmarks.measure import Command

ROOT = HERE.parent
_BOUTON = (sys.executable, "-m", "bouton")
_AUTOMATA = (sys.executable, "-m", "benchmarks.automata", "--runs", "1", "--theorem")
_SMALLEST = (*_BOUTON, "check", str(ROOT / "specs" / "nim.yaml"), "--claim", "example-9-5-12", "--jobs", "1")
_LARGE_BOXES = "docs/how-to/large-boxes.md"
_AUTOMATA_PAGE = "docs/explanation/automata.md"
_OWN = "benchmarks/README.md"
_NAMES = {COMPILED: "Bouton", BOTH: "Bouton in two", GROUND: "clingo alone", CPP: "C++", NAIVE: NAIVE, SCRIPT: SCRIPT}
"""What a side is called; how many processes it has is told beside that."""


def _given(*command: str) -> Callable[[], Command]:
    return lambda: command


def _loop(processes: int, millions: int) -> Side:
    """A bare loop of so many turns, shared out among the processes."""
    script = str(HERE / "peers" / "bare_loop.py")
    name = f"{'two bare loops' if processes == 2 else 'bare loop'}, {millions} million"
    command = _given(sys.executable, script, str(processes), f"{millions}000000")
    return Side(name, command, processes=processes)


def _of_game(name: str, game: Game, size: str) -> Side:
    """A program on a box of this size, net of a tiny box."""
    box = game.boxes[size]
    positions = box.positions
    processes = 2 if name == BOTH else 1
    start = partial(program, COMPILED if name == BOTH else name, game, game.boxes["tiny"])
    needs = ("c++",) if name == CPP else ()
    return Side(_NAMES.get(name, name), partial(program, name, game, box), start, processes, positions, needs)


def _title(game: Game, size: str) -> str:
    return f"{game.title}, {game.boxes[size]}".replace("Greedy Nim,", "Greedy,")


def _short(game: Game) -> str:
    """The lesser of the boxes that take a program seconds."""
    return min((size for size in ("large", "long") if size in game.boxes), key=lambda size: game.boxes[size].positions)


def _large(game: Game, size: str, patience: float) -> Match:
    one, two = _of_game(COMPILED, game, size), _of_game(BOTH, game, size)
    peer, script = _of_game(CPP, game, size), _of_game(SCRIPT, game, size)
    pairs = ((one.name, peer.name), (two.name, peer.name), (one.name, script.name))
    return Match(_title(game, size), (peer, one, two, script), pairs, patience=patience)


def _gain(game: Game) -> Match:
    """What a second process gains in a box that takes seconds, beside what a bare loop gains."""
    one, two = _of_game(COMPILED, game, "long"), _of_game(BOTH, game, "long")
    loops = _loop(1, 100), _loop(2, 100)
    pairs = ((two.name, one.name), (loops[1].name, loops[0].name))
    return Match(_title(game, "long"), (one, two, *loops), pairs)


def _clingo(game: Game, size: str, patience: float) -> Match:
    """Clingo alone in a box that it is given, beside a program in a large one, by positions; and beside naive rules."""
    ground, naive = _of_game(GROUND, game, "medium"), _of_game(NAIVE, game, "medium")
    compiled = _of_game(COMPILED, game, size)
    with_naive = () if NAIVE in game.without else (naive,)
    pairs = ((ground.name, compiled.name), *((ground.name, other.name) for other in with_naive))
    return Match(_title(game, "medium"), (ground, compiled, *with_naive), pairs, patience=patience)


def _starts() -> tuple[Match, ...]:
    python = Side("Python alone", _given(sys.executable, "-c", "pass"))
    short, check = Side("--help", _given(*_BOUTON, "--help")), Side("smallest check", _given(*_SMALLEST))
    pairs = ((short.name, python.name), (check.name, python.name))
    return (Match("start", (python, short, check), pairs, runs=3),)


def _misere(engine: str, size: int) -> Match:
    """Values of misère play beside those of normal play, by an engine, in a box that it takes a while for."""
    names = f"{engine}, misere", f"{engine}, normal"
    found, least = values.claims(size), values.claims(4)
    sides = tuple(Side(name, _given(*found[name]), _given(*least[name])) for name in names)
    return Match(f"values by a formula, 2 heaps up to {size}", sides, (names,))


def _tables(quick: bool) -> tuple[Match, ...]:
    """Tables of the values of both plays beside plain Python."""
    made = []
    for game in values.GAMES:
        largest = game.size * 3 // 4 if quick else game.size
        found = values.commands(game, largest)
        sides = tuple(Side(name.split(",")[0], _given(*found[name])) for name in (values.BOUTON, values.BOTH))
        title = f"{game.title.rpartition(' ')[0]} {largest}"
        made.append(Match(title, sides, ((sides[0].name, sides[1].name),)))
    return tuple(made)


def _beside_loop(
    what: str, name: str, command: Sequence[str], loop: Side, idle: int = 1, needs: tuple[str, ...] = ()
) -> Match:
    """A command in as many processes as the loop, which both are told in the same turns."""
    own = Side(name, _given(*command), processes=loop.processes, needs=needs)
    return Match(what, (own, loop), ((own.name, loop.name),), idle=idle)


def _first_command() -> list[str]:
    """What README gives to run first, read there, in two processes."""
    line = re.search(r"^python3 .*&& \.venv/bin/bouton (check .*)$", (ROOT / "README.md").read_text(), re.MULTILINE)
    assert line is not None
    words = [str(ROOT / word) if word.startswith("specs/") else word for word in shlex.split(line[1])]
    return [*_BOUTON, *words, "--jobs", "2"]


def _all_specs(what: str, specs: Sequence[str], loop: Side, idle: int) -> Match:
    """A check of specs with the proofs, beside a bare loop, and beside the same without them."""
    check = (*_BOUTON, "check", *(str(ROOT / spec) for spec in specs), "--jobs", "2")
    own = Side("check", _given(*check), processes=2)
    without = Side("check --no-prove", _given(*check, "--no-prove"), processes=2)
    return Match(what, (own, without, loop), ((own.name, loop.name), (own.name, without.name)), idle=idle)


@cache
def _three_heaps() -> tuple[str, ...]:
    """The claim of the page on Rocq, with the range for a proof that it gives."""
    text = (ROOT / "specs" / "greedy_nim_k.yaml").read_text()
    before, line, after = text.partition("  - id: solution-three-heaps\n")
    file = Path(mkdtemp(prefix="bouton-")) / "greedy_nim_k.yaml"
    file.write_text(f"{before}{line}    prove: {{k: all, heap: {{count: 0..3}}}}\n{after}")
    return (*_BOUTON, "check", str(file), "--claim", "solution-three-heaps", "--jobs", "2")


def _proof_for_rocq(idle: int) -> Match:
    own = Side("check", _three_heaps, processes=2)
    loop = _loop(2, 400)
    return Match("Greedy Nim_k, up to 3 heaps, proved", (own, loop), ((own.name, loop.name),), idle=idle)


def _row_of_kayles(size: int, millions: int) -> Match:
    ranges = ("--over", "heap.count=0..1", "--over", f"heap.size=1..{size}")
    command = (*_BOUTON, "table", str(ROOT / "specs/kayles.yaml"), "--values", "--play", "misere", *ranges)
    return _beside_loop(f"misère Kayles, a row of up to {size}", "table", command, _loop(1, millions))


def _tests(what: str, place: str, millions: int) -> Match:
    command = (sys.executable, "-m", "pytest", "-q", "-m", "quick", "-n", "3", str(ROOT / place))
    return _beside_loop(what, "pytest -n 3", command, _loop(3, millions), idle=0, needs=("xdist.",))


def _of_boxes() -> tuple[Figure, ...]:
    played = games()
    return (
        Figure(
            (
                Quote(_LARGE_BOXES, "How fast all this is beside hand-written C++, a memoised Python script"),
                Quote(_OWN, "at least half as fast as the C++ program and 100 times as fast as the script"),
            ),
            tuple(_large(game, _short(game), 10.0) for game in played),
            tuple(_large(game, "large", 120.0) for game in played),
        ),
        Figure(
            (Quote(_OWN, "2 processes gain at least 85 % of what the bare loop gains"),),
            (_gain(played[0]),),
            tuple(_gain(game) for game in played if "long" in game.boxes),
        ),
        Figure(
            (
                Quote(_LARGE_BOXES, "hundreds to thousands of times as fast as clingo does"),
                Quote("docs/explanation/design.md", "hundreds to thousands of times as fast as clingo does"),
                Quote(_LARGE_BOXES, "and naive clingo is told in `benchmarks/README.md`"),
            ),
            tuple(_clingo(game, _short(game), 30.0) for game in played if game.peer in ("greedy", "wythoff")),
            tuple(_clingo(game, "large", 120.0) for game in played),
        ),
    )


def _of_values() -> tuple[Figure, ...]:
    return (
        Figure(
            (Quote(_OWN, "what is asked of misère values is that they cost at most twice as much"),),
            (_misere("compiled", 1500), _misere("ground", 60)),
            (_misere("compiled", 3000), _misere("ground", 200)),
        ),
        Figure(
            (Quote(_OWN, "by `bouton table --values` and by `peers/memo_values.py`"),), _tables(True), _tables(False)
        ),
    )


def _of_automata() -> Figure:
    """The rows of the page on automata, beside the first of them, and what it says of Nim."""
    page = {
        "Wythoff, misère": "| the same, misère play | Zeckendorf | all sizes | 1.1 |",
        "Wythoff that also ends": "(`specs/wythoff_terminal.yaml`) | Zeckendorf | all sizes | 2.3 |",
        "Blocking Wythoff": "(`specs/blocking_wythoff.yaml`) | Zeckendorf | all sizes | 5 |",
        "NIM(a), a = 1..4": "(`specs/nim_a_digits.yaml`) | Ostrowski a | all sizes | 10 |",
        "Mark": "(`specs/mark_digits.yaml`) | base 2 | every pile | 0.2 |",
        "Fibonacci Nim": "(`specs/fibonacci_nim.yaml`) | Zeckendorf | every pile and every limit | 0.3 |",
        "Delete Nim, values": "(`specs/delete_nim.yaml`) | base 2, by `?` and `digit/3` | every row | 1 |",
    }
    first, in_order, in_places, more = "Wythoff", "Nim, up to 3 heaps", "Nim, 3 in their places", "Nim, up to 4 heaps"
    pairs = (*((name, first) for name in page), (in_order, in_places), (more, in_order))
    names = dict.fromkeys(name for pair in pairs for name in pair)
    start = _given(*_AUTOMATA, "adder, base 2")
    sides = tuple(Side(name, _given(*_AUTOMATA, name), start) for name in names)
    words = (
        *page.values(),
        "as long where heaps are put in order as where they keep their places",
        "a heap more takes some two times as long",
    )
    match = (Match("proof by automata", sides, pairs, idle=0),)
    return Figure(tuple(Quote(_AUTOMATA_PAGE, one) for one in words), match, match)


def _of_first_command() -> Figure:
    """What README promises of the command that one runs first, from where Bouton is installed."""
    quote = Quote("README.md", "The first verdict comes within a minute, the last in two")
    made = partial(_beside_loop, "the first command, once installed", "check", _first_command(), _loop(2, 1000))
    return Figure((quote,), (made(0),), (made(),))


def _of_waiting() -> tuple[Figure, ...]:
    """What one waits for at the command line, beside a bare loop."""
    kayles = (*_BOUTON, "solve", str(ROOT / "specs" / "kayles.yaml"), "--at", "heap=100:200")
    solving = (_beside_loop("Kayles, rows of 100 and 200", "solve", kayles, _loop(1, 100)),)
    few = [f"specs/{name}.yaml" for name in ("nim", "greedy_nim", "kayles")]
    return (
        Figure((Quote("docs/how-to/explore.md", "so that long rows take seconds"),), solving, solving),
        Figure(
            (Quote("docs/how-to/explore.md", "rows of up to 50 pins take some seconds"),),
            (_row_of_kayles(40, 100),),
            (_row_of_kayles(50, 100),),
        ),
        Figure(
            (Quote("docs/how-to/rocq.md", "as Bouton takes half a minute to prove it"),),
            (_proof_for_rocq(0),),
            (_proof_for_rocq(1),),
        ),
        Figure(
            (Quote("README.md", "some five minutes, most of it for proofs; `--no-prove` leaves them out"),),
            (_all_specs("nim, greedy_nim and kayles of specs/", few, _loop(2, 400), 0),),
            (_all_specs("specs/", ["specs"], _loop(2, 4000), 1),),
        ),
        Figure(
            (Quote("README.md", "With `-m quick` it takes a minute"),),
            (_tests("quick tests of core", "tests/core", 300),),
            (_tests("all quick tests", "tests", 3000),),
        ),
    )


def figures() -> tuple[Figure, ...]:
    """All of them, those first that count most where time is short."""
    start = (Quote(_OWN, "`bouton --help` below 0.3 s, and the smallest check below 1.5 s"),)
    begun = Figure(start, _starts(), _starts())
    return (_of_first_command(), *_of_boxes(), begun, *_of_values(), _of_automata(), *_of_waiting())
