"""Random rules: whatever can be read symbolically has, at every position tried, the meaning clingo gives it."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st

from bouton.core.errors import Unreadable
from bouton.core.position import Counter, Heaps, Position
from tests.reading.plain import Reading
from tests.reading_rules import read
from tests.samples import small_or_whole

FLUENTS = (Heaps("heap"), Counter("pile"))
MOVES = "move(take(I)) :- heap(I,_).  after(take(I),heap(I,0)) :- move(take(I)).\n"
COMPARISONS = ("=", "!=", "<", "<=", ">", ">=")


@st.composite
def terms(draw: st.DrawFn, variables: list[str], depth: int = 2) -> str:
    """A term over bound variables."""
    kind = draw(st.integers(0, 3 if depth and variables else 1))
    if kind == 0 or not variables:
        return str(draw(st.integers(-3, 4)))
    if kind == 1:
        return draw(st.sampled_from(variables))
    left, right = draw(terms(variables, depth - 1)), draw(terms(variables, depth - 1))
    operator = draw(st.sampled_from(["+", "-", "*", "/", "\\"]))
    if operator in "/\\" and draw(st.booleans()):
        right = str(draw(st.sampled_from([-3, -2, 2, 3])))
    if kind == 2:
        return f"({left}{operator}({right}))"
    return draw(st.sampled_from([f"|{left}|", f"-({left})", f"({left}{operator}({right}))"]))


@st.composite
def bodies(draw: st.DrawFn, known: dict[str, int], depth: int = 1) -> tuple[list[str], list[str]]:
    """Literals in a safe order, and the variables they bind."""
    literals, variables = ["heap(I,S)"], ["I", "S"]
    if draw(st.booleans()):
        literals, variables = ["pile(N)"], ["N"]
    for at in range(draw(st.integers(0, 3))):
        kind = draw(st.integers(0, 7))
        fresh = f"V{depth}{at}"
        if kind == 0:
            operator = draw(st.sampled_from(COMPARISONS))
            literals.append(f"{draw(terms(variables))} {operator} {draw(terms(variables))}")
        elif kind == 1:
            literals.append(f"{fresh} = {draw(terms(variables))}")
            variables.append(fresh)
        elif kind == 2:
            literals.append(f"{fresh} = {draw(st.integers(-2, 1))}..{draw(terms(variables, 1))}")
            variables.append(fresh)
        elif kind == 3:
            literals.append(f"heap({draw(terms(variables, 1))},{fresh})")
            variables.append(fresh)
        elif kind == 4 and known:
            name, arity = draw(st.sampled_from(sorted(known.items())))
            inside = [draw(st.sampled_from([*variables, "_", f"{variables[0]}+1", "1"])) for _ in range(arity)]
            literals.append(f"not {name}" + (f"({','.join(inside)})" if inside else ""))
        elif kind == 5 and known:
            name, arity = draw(st.sampled_from(sorted(known.items())))
            inside = [draw(st.sampled_from([variables[-1], f"{fresh}{place}", "2"])) for place in range(arity)]
            literals.append(name + (f"({','.join(inside)})" if inside else ""))
            variables += [one for one in inside if one.startswith(fresh)]
        elif kind == 6 and depth:
            literals.append(f"{fresh} = {draw(aggregates(variables))}")
            variables.append(fresh)
        elif kind == 7 and depth:
            sign = draw(st.sampled_from(["", "not "]))
            literals.append(f"{sign}{draw(aggregates(variables))} {draw(st.sampled_from(COMPARISONS))} 2")
    return literals, variables


@st.composite
def aggregates(draw: st.DrawFn, variables: list[str]) -> str:
    function = draw(st.sampled_from(["#count", "#sum", "#sum+", "#min", "#max"]))
    element = draw(st.sampled_from(["W,K : heap(K,W)", "W : heap(K,W)", "W-3,K : heap(K,W)", "K : heap(K,W)"]))
    condition = draw(
        st.sampled_from(["", ", W > 2", f", W <= {variables[-1]}", f", K != {variables[0]}", ", W \\ 2 = 1"])
    )
    second = draw(st.sampled_from(["", "", " ; 2,9 : pile(0)", " ; M : pile(M)"]))
    return f"{function} {{ {element}{condition}{second} }}"


@st.composite
def programs(draw: st.DrawFn) -> tuple[str, dict[str, int]]:
    """Rules for p0, p1, ..., each over those before it."""
    known: dict[str, int] = {}
    lines = []
    for at in range(draw(st.integers(1, 3))):
        arity = draw(st.integers(0, 2))
        for _ in range(draw(st.integers(1, 2))):
            literals, variables = draw(bodies(known))
            head = [draw(terms(variables, 1)) for _ in range(arity)]
            shown = f"p{at}" + (f"({','.join(head)})" if head else "")
            lines.append(f"{shown} :- {', '.join(literals)}.")
        known[f"p{at}"] = arity
    return "\n".join(lines) + "\n", known


@st.composite
def positions(draw: st.DrawFn) -> Position:
    sizes = tuple(sorted(draw(st.lists(st.integers(1, 6), max_size=3))))
    return (sizes, draw(st.integers(-6, 6)))


@pytest.mark.parametrize("examples", small_or_whole(12, 150))
def test_the_symbolic_meaning_is_clingos(examples: int) -> None:
    @given(programs(), st.lists(positions(), min_size=6, max_size=6))
    @settings(max_examples=examples)
    def agree(program: tuple[str, dict[str, int]], where: list[Position]) -> None:
        text, known = program
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "game.lp"
            file.write_text(MOVES + text)
            reading = Reading(read(file, FLUENTS, ()), {}, {"pile": (-6, 6)})
            for name, arity in known.items():
                try:
                    for position in where:
                        reading.check(position, [(name, arity)])
                except Unreadable as error:
                    assert error.line > 1
                    event("unreadable")
                else:
                    event("read")

    agree()
