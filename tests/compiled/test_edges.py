"""Which positions a compiled program judges: those of the box, to the last, though moves go around it."""

from __future__ import annotations

import ctypes
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from bouton.compiled.fixed import fixed
from bouton.document.load import load
from bouton.process.compiler import compiler, library
from tests.compiled.engines import LANGUAGES, by_clingo, by_program, judged, prepared

RULES = """
move(take(I)) :- heap(I,_).    after(take(I), heap(I,S-1)) :- move(take(I)), heap(I,S).
after(take(I), pass(P-1)) :- move(take(I)), pass(P), P > 0.
holds :- pass(_).
"""
SPEC = """
game: around
rules: around.lp
position: {{heap: {{count: 0..3, size: 1..4}}, pass: 0..3}}
claims: [{{id: all, says: All., kind: everywhere, iff: holds, over: {{{over}}}}}]
"""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("over", "positions"),
    [
        ("heap: {count: 1..3, size: 1..4}, pass: 0..3", 34 * 4),
        ("heap: {count: 0..3, size: 2..4}, pass: 0..3", 20 * 4),
        ("heap: {count: 0..3, size: 1..4}, pass: 1..3", 35 * 3),
        ("heap: {count: 2..3, size: 3..4}, pass: 2..3", 7 * 2),
        ("heap: {count: 1..2, size: 2..3}, pass: 1..2", 5 * 2),
    ],
)
@pytest.mark.sample(6)
def test_the_box_is_judged_to_its_edges(tmp_path: Path, language: str, over: str, positions: int) -> None:
    (tmp_path / "around.lp").write_text(RULES)
    (tmp_path / "around.yaml").write_text(SPEC.format(over=over))
    spec = load(tmp_path / "around.yaml")
    ((item, claim),) = judged(spec)
    program = prepared(spec, item, claim)
    assert program is not None
    found = by_program(spec, item, program, language)
    assert (found.positions, found.counterexample) == (positions, None)
    assert found == by_clingo(spec, item)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("counts", "sizes", "passes"), [((1, 2), (2, 3), (1, 2)), ((2, 3), (1, 3), (0, 1))])
def test_what_lies_just_inside_and_just_outside(
    language: str, counts: tuple[int, int], sizes: tuple[int, int], passes: tuple[int, int]
) -> None:
    """The test of a position itself, with a number beyond each end; a program may never meet some of them.

    A second counter is judged from 5 to 7.
    """
    inside = _inside(language, counts, sizes, passes)
    for count in range(1, counts[1] + 2):
        for least in range(1, sizes[1] + 2):
            for largest in range(least, sizes[1] + 2):
                for passed, other in product(range(-1, passes[1] + 2), range(4, 9)):
                    heaps = [least, *([largest] * (count - 1))]
                    expected = (
                        counts[0] <= count <= counts[1]
                        and all(sizes[0] <= size <= sizes[1] for size in heaps)
                        and passes[0] <= passed <= passes[1]
                        and 5 <= other <= 7
                    )
                    for ordered in (heaps, heaps[::-1]):  # in a game they ascend or descend
                        assert inside(ordered, [passed, other]) is expected, (ordered, passed, other)


def _inside(language: str, counts: tuple[int, int], sizes: tuple[int, int], passes: tuple[int, int]) -> Any:
    if language == "Python":
        program: dict[str, Any] = {
            "KINDS": 1,
            "MOSTS": [9],
            "FEWEST_JUDGED": [counts[0]],
            "MOST_JUDGED": [counts[1]],
            "LEAST_JUDGED": [sizes[0]],
            "LARGEST_JUDGED": [sizes[1]],
            "COUNTERS": 2,
            "LEAST_COUNTER": [passes[0], 5],
            "LARGEST_COUNTER": [passes[1], 7],
        }
        exec(fixed("inside.py"), program)
        return lambda heaps, counters: bool(program["inside"](tuple(heaps), len(heaps), tuple(counters)))
    if compiler() is None:
        pytest.skip("there is no C compiler")
    source = (
        "#include <stdint.h>\ntypedef int64_t I;\n"
        "static I min(I a, I b) { return a < b ? a : b; }\nstatic I max(I a, I b) { return a > b ? a : b; }\n"
        "enum { KINDS = 1, COUNTERS = 2, MOST = 9 };\nstatic const I MOSTS[] = {9}, FIRST[] = {0}, LOOSE[] = {0};\n"
        f"static const I FEWEST_JUDGED[] = {{{counts[0]}}}, MOST_JUDGED[] = {{{counts[1]}}};\n"
        f"static const I LEAST_JUDGED[] = {{{sizes[0]}}}, LARGEST_JUDGED[] = {{{sizes[1]}}};\n"
        f"static const I LEAST_COUNTER[] = {{{passes[0]}, 5}}, LARGEST_COUNTER[] = {{{passes[1]}, 7}};\n"
        f"{fixed('inside.c')}\nI asked(const I *h, I c, const I *k) {{ return inside(h, c, k); }}\n"
    )
    library_ = library(source)

    def asked(heaps: list[int], counters: list[int]) -> bool:
        h, k = ((ctypes.c_int64 * len(part))(*part) for part in (heaps, counters))
        return bool(library_.asked(h, ctypes.c_int64(len(heaps)), k))

    return asked


OPTIONS = [
    [],
    [0],
    [1],
    [0, 1, 2],
    [3],
    [0, 2, 4],
    [2, 3, 4],
    [1],
    [1, 4, 6],
    [5],
    [1, 8],
    [6, 10],
    [1, 4, 11],
    [4, 9, 11],
]
"""A game of a few positions whose pairs (g, g-) are (0,0), (1,1), (2,2), and most others of 0, 1, 2 and 3."""
GRAPH = "move(to(T)) :- pile(N), option(N,T).    after(to(T), pile(T)) :- move(to(T)).\nnever :- pile(99).\n"
CLASSES = """
game: a graph
rules: graph.lp
measure: [pile]
position: {{pile: {{range: 0..13, stones: true}}}}
claims: [{{id: class, says: A., kind: class, class: {notion}, over: {{pile: {at}}}}}]
"""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("notion", "places"),
    [
        ("tame", (3, 11, 13)),
        ("2-minion", (3, 11, 13)),
        ("swap-positions, iff: never", (10, 11)),
        ("critical-positions, iff: never", (11, 13)),
    ],
)
@pytest.mark.sample(4)
def test_pairs_on_both_sides_of_two(tmp_path: Path, language: str, notion: str, places: tuple[int, ...]) -> None:
    """What a class says of a pair, or of those of the options, changes at 2 on either side."""
    facts = " ".join(f"option({number},{to})." for number, row in enumerate(OPTIONS) for to in row)
    (tmp_path / "graph.lp").write_text(GRAPH + facts + "\n")
    for at in places:
        (tmp_path / "graph.yaml").write_text(CLASSES.format(notion=notion, at=at))
        spec = load(tmp_path / "graph.yaml")
        ((item, claim),) = judged(spec)
        program = prepared(spec, item, claim)
        assert program is not None
        assert by_program(spec, item, program, language) == by_clingo(spec, item)
