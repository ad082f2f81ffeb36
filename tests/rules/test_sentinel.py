"""Undefined and overflowing arithmetic: an error exactly where the rest of the rule's body holds."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from clingo import Symbol, SymbolType
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bouton.core.errors import InputError
from bouton.core.position import Counter, Fluent, Heaps, Position
from bouton.rules.file import Rules
from bouton.rules.lift import LiftedProgram, lift
from bouton.rules.values import LIMIT
from tests.reading_rules import read

Read = Callable[..., Rules]
Ground = Callable[[LiftedProgram, Sequence[Fluent], Sequence[Position]], dict[tuple[str, int], set[tuple[Symbol, ...]]]]

BOTH = (Heaps("heap"), Counter("pile"))
EXTENTS = {"heap": ((1, 3), (1, 9)), "pile": ((0, 9),)}
MOVE = "move(I) :- heap(I,_).\n"
Fired = set[tuple[str, int, int, int]]


def fired(rules: Rules, ground: Ground, positions: Sequence[Position], k: int = 1) -> tuple[LiftedProgram, Fired]:
    """The program, and (kind, line, column, position) of all that fired; -1 where no position matters."""
    program = lift(rules, rules.defined, {"k": k}, EXTENTS)
    found = ground(program, rules.fluents, positions)
    result: Fired = set()
    for kind in ("undefined", "overflow"):
        for position, number in found.get((f"_{kind}", 2), set()):
            site = program.sites[number.number]
            assert site.kind == kind
            result.add((kind, site.line, site.column, position.number if position.type is SymbolType.Number else -1))
    return program, result


# (rules, the sites that fire, at which of the positions (heaps 4:6, pile 0), (heaps 1, pile 3), no heaps and pile 9)
POSITIONS: list[Position] = [((4, 6), 0), ((1,), 3), ((), 9)]
CASES = [
    # a guard makes the division safe, wherever it stands
    ("p(S / N) :- heap(_,S), pile(N), N > 0.", 0, set()),
    ("p(S / N) :- 0 < N, heap(_,S), pile(N).", 0, set()),
    ("p(X) :- X = S / N, pile(N), heap(_,S), N != 0.", 0, set()),
    ("p :- heap(_,S), pile(N), S / N > 1, not N < 1.", 0, set()),
    ("p :- heap(_,S), pile(N), S \\ N = 1, N = 1..3.", 0, set()),
    # without one it has no value where the rest of the body holds, and only there
    ("p(S / N) :- heap(_,S), pile(N).", 1, {("undefined", 2, 3, 0)}),
    ("p :- 5 \\ N > 1, pile(N).", 1, {("undefined", 2, 6, 0)}),
    ("p :- pile(N), 5 \\ N > 1.", 1, {("undefined", 2, 15, 0)}),
    ("p :- heap(1,S), pile(N), 5 / N > 1, S > 4.", 1, set()),
    ("p :- heap(2,_), pile(N), 5 / (N-3) > 1.", 1, set()),
    ("p :- heap(1,_), pile(N), 5 / (N-3) > 1.", 1, {("undefined", 2, 26, 1)}),
    ("p :- pile(N), not q(6 / N). q(1).", 1, {("undefined", 2, 21, 0)}),
    ("p :- pile(N), q(6 / N). q(1).", 1, {("undefined", 2, 17, 0)}),
    # a position-independent rule
    ("q(0..3). p(6 / N) :- q(N).", 1, {("undefined", 2, 12, -1)}),
    ("q(0..3). p(6 / N) :- q(N), N >= k.", 0, set()),
    # two literals without a value for the same position: neither hides the other
    ("p :- pile(N), 5 / N = 1, 6 \\ N = 2.", 2, {("undefined", 2, 15, 0)}),
    ("p :- pile(N), 5 / N = 1, 6 \\ (N-3) = 2.", 2, {("undefined", 2, 26, 1)}),
    # the quotient of one guards the other
    ("p :- pile(N), heap(_,S), Y = N / S, Y > 0, 7 / Y > 1.", 0, set()),
    ("p :- pile(N), heap(_,S), Y = N / S, 7 / Y > 1.", 1, {("undefined", 2, 37, 0)}),
    # inside aggregates the condition of the element guards too
    ("p(N) :- N = #count { I : heap(I,S), 9 / (S-1) > 2, S > 1 }.", 0, set()),
    ("p(N) :- N = #count { I : heap(I,S), 9 / (S-1) > 2 }.", 1, {("undefined", 2, 37, 1)}),
    ("p(N) :- N = #count { 9 / (S-6) : heap(I,S) ; S : pile(S) }, pile(0).", 1, {("undefined", 2, 22, 0)}),
    ("p(N) :- N = #count { 9 / (S-6) : heap(I,S) }, pile(3).", 1, set()),
    (
        "p(N) :- N = #sum { S / D, I : heap(I,S), D = S-M }, pile(M), M > 0.",
        1,
        set(),
    ),
    ("p :- pile(N), 9 / N < #count { I : heap(I,_) }.", 1, {("undefined", 2, 15, 0)}),
    ("p :- S = 1, 1 = #count { I : heap(I,S) ; I : heap(I,T), 4 / (T-S) > 2 }.", 1, {("undefined", 2, 57, 1)}),
    # #min and #max of nothing are no numbers
    ("p(T) :- M = #max { S : heap(_,S) }, T = 0..M-1.", 1, {("undefined", 2, 44, 2)}),
    ("p(T) :- M = #max { S : heap(_,S) }, T = 0..M-1, heap(_,M).", 0, set()),
    ("p(M+1) :- M = #min { S : heap(_,S) }.", 1, {("undefined", 2, 3, 2)}),
    ("p(M+1) :- M = #min { S : heap(_,S) }, heap(_,_).", 0, set()),
    # symbols in arithmetic
    ("q(N,l(N,nil)) :- pile(N). p(X+1) :- q(_,l(X,_)).", 0, set()),
    ("q(N,l(N,nil)) :- pile(N). p(X+1) :- q(3,l(_,X)).", 1, {("undefined", 2, 29, 1)}),
    (
        "q(N,f(N)) :- pile(N). p(|X|) :- q(_,X).",
        1,
        {("undefined", 2, 25, 0), ("undefined", 2, 25, 1), ("undefined", 2, 25, 2)},
    ),
    ("q(#inf). q(#sup). q(3). p(1..X) :- q(X), X < #sup, pile(0).", 1, {("undefined", 2, 27, 0)}),
    ("p(N) :- N = #sum { W,I : q(I,W) }. q(I,nil) :- heap(I,4). q(1,2).", 2, {("undefined", 2, 20, 0)}),
    # size
    ("p(N * 1000000000) :- pile(N), N < 2.", 0, set()),
    ("p(N * 1000000000) :- pile(N).", 1, {("overflow", 2, 3, 1), ("overflow", 2, 3, 2)}),
    ("p(N * 1000000000) :- pile(N), heap(2,_).", 1, set()),
    ("p :- pile(N), N * 1000000000 > 5, N > 3.", 1, {("overflow", 2, 15, 2)}),
    ("p(1000000000 + N * 100000000) :- pile(N).", 1, {("overflow", 2, 3, 1), ("overflow", 2, 3, 2)}),
    ("p(N ** 3, 2 ** N) :- pile(N).", 0, set()),
    ("p(N) :- N = #sum { 1000000000*S,I : heap(I,S), pile(0) }.", 2, {("overflow", 2, 20, 0), ("overflow", 2, 9, 0)}),
    ("p(N) :- N = #sum { 800000000,I : heap(I,_) }.", 1, {("overflow", 2, 9, 0)}),
    ("p(N) :- N = #sum { 300000000,I : heap(I,_) }.", 0, set()),
    ("p(N) :- pile(9), N = #sum { 800000000,I : heap(I,_) }.", 1, set()),
    ("q(0-1000000000*N) :- heap(1,N), N < 2. p(X) :- q(X+100000000).", 1, {("overflow", 2, 50, 1)}),
    ("p(N) :- N = #sum { : pile(_) }. q(N) :- N = #count { : pile(_) }.", 0, set()),
    # a recursion whose numbers the bounds cannot follow is watched, one they can follow is not
    ("q(0,0). q(I,X+S) :- q(I-1,X), heap(I,S).", 1, set()),
    ("q(0,1). q(I,X*600) :- q(I-1,X), I = 1..N, pile(N).", 1, {("overflow", 2, 13, 2)}),
    ("q(0). q(X+1) :- q(X), pile(N), X < N.", 0, set()),
    ("q(1). q(2*X) :- q(X), pile(N), 2*X <= N.", 0, set()),
    ("q(0,0). q(I,X^S) :- q(I-1,X), heap(I,S).", 0, set()),
    # two literals that are too large for the same numbers: neither bounds the other's, nor is false beside it
    (
        "q(1). q(4294968). p :- q(M), pile(N), 1000*M <= N+800, 1000*M <= N+801.",
        2,
        {("overflow", 2, place, at) for place in (39, 56) for at in range(3)},
    ),
    (
        "q(3000000). p :- q(M), pile(N), 1000*M >= N, 1000*M+1 >= N.",
        2,
        {("overflow", 2, 33, at) for at in range(3)},
    ),
]


@pytest.mark.parametrize(("text", "sites", "expected"), CASES)
@pytest.mark.sample(2)
def test_what_fires_and_where(rules: Read, ground: Ground, text: str, sites: int, expected: Fired) -> None:
    program, found = fired(rules(MOVE + text), ground, POSITIONS)
    assert found == expected
    if sites >= 0:
        assert len(program.sites) == sites, program.sites


@pytest.mark.parametrize(
    ("text", "place", "words"),
    [
        ("p(X) :- pile(N), X = 11 ** N.", (2, 22), "the size of 11**N cannot be bounded"),
        ("p(X) :- pile(N), X = 2 ** (N-1).", (2, 22), "cannot be bounded"),
        (
            "q(1,6). p(N) :- pile(1), N = #count { X : q(X,6 / X) }.",
            (2, 47),
            "a literal of its own must give X a value",
        ),
    ],
)
def test_what_no_sentinel_can_watch(rules: Read, text: str, place: tuple[int, int], words: str) -> None:
    found = rules(MOVE + text)
    with pytest.raises(InputError) as caught:
        lift(found, found.defined, {"k": 1}, EXTENTS)
    (diagnostic,) = caught.value.diagnostics
    assert (diagnostic.line, diagnostic.column) == place
    assert words in diagnostic.message


def test_only_what_is_wanted_is_watched(rules: Read) -> None:
    found = rules(MOVE + "p(6 / N) :- pile(N).")
    assert lift(found, [("move", 1)], {"k": 1}, EXTENTS).sites == ()


def test_division_keeps_its_meaning(rules: Read, ground: Ground) -> None:
    found = rules(MOVE + "q(-7,2). q(7,-2). q(-7,-2). q(7,2). p(A,B,A/B,A\\B) :- q(A,B).")
    program, none = fired(found, ground, POSITIONS)
    assert not none
    rows = {tuple(s.number for s in row) for row in ground(program, BOTH, POSITIONS)["p", 4]}
    assert rows == {(-7, 2, -3, -1), (7, -2, -3, 1), (-7, -2, 3, -1), (7, 2, 3, 1)}


# Against plain Python: one rule of up to two operations over facts a(X), b(Y), with guards.

NUMBERS = st.sampled_from(["nil", "#inf", "f(1)", -1_000_000_000, -40_000, -7, -1, 0, 1, 2, 5, 32_768, 1_000_000_000])
OPERATORS = st.sampled_from(["+", "-", "*", "/", "\\", "&", "?", "^"])
GUARDS = st.tuples(st.sampled_from("XY"), st.sampled_from(["<", "<=", ">", ">=", "=", "!="]), st.integers(-8, 8))
SHAPES = st.sampled_from(
    [
        "p(X,Y,X {0} Y) :- a(X), b(Y){1}.",
        "p(X,Y,Z) :- Z = X {0} Y, a(X), b(Y){1}.",
        "p(X,Y,Z) :- a(X), b(Y){1}, Z = #sum {{ X {0} Y }}.",
        "p(X,Y,Z) :- a(X), Z = #max {{ X {0} V : b(V), V = Y }}, b(Y){1}.",
        "p(X,Y,(X {0} Y) {2} X) :- a(X), b(Y){1}.",
        "p(X,Y,Z) :- Z = X {2} W, W = X {0} Y, b(Y), a(X){1}.",
    ]
)


class Undefined(Exception):
    """An operation has no value, or one past the limit."""


def operate(operator: str, x: object, y: object) -> int:
    if not isinstance(x, int) or not isinstance(y, int):
        raise Undefined
    if operator in "/\\":
        if y == 0:
            raise Undefined
        quotient = abs(x) // abs(y) * (1 if (x < 0) == (y < 0) else -1)
        return quotient if operator == "/" else x - quotient * y
    results = {"+": x + y, "-": x - y, "*": x * y, "&": x & y, "?": x | y, "^": x ^ y}
    if abs(results[operator]) > LIMIT:
        raise Undefined
    return results[operator]


def holds(guard: tuple[str, str, int], x: object, y: object) -> bool:
    value = x if guard[0] == "X" else y
    # clingo's order: #inf, the integers, constants, compound terms.
    rank = (1, value) if isinstance(value, int) else (0 if value == "#inf" else 2, 0)
    other = (1, guard[2])
    return {
        "<": rank < other,
        "<=": rank <= other,
        ">": rank > other,
        ">=": rank >= other,
        "=": rank == other,
        "!=": rank != other,
    }[guard[1]]


@settings(max_examples=200)
@given(
    st.lists(NUMBERS, min_size=1, max_size=3, unique=True),
    st.lists(NUMBERS, min_size=1, max_size=3, unique=True),
    st.tuples(OPERATORS, OPERATORS),
    st.lists(GUARDS, max_size=2),
    SHAPES,
)
@example([5], [0], ("/", "+"), [("Y", ">", 0)], "p(X,Y,X {0} Y) :- a(X), b(Y){1}.")
def test_an_error_exactly_where_python_has_one(
    tmp_path_factory: pytest.TempPathFactory,
    ground: Ground,
    xs: list[object],
    ys: list[object],
    operators: tuple[str, str],
    guards: list[tuple[str, str, int]],
    shape: str,
) -> None:
    text = shape.format(operators[0], "".join(f", {a} {b} {c}" for a, b, c in guards), operators[1])
    text = "move(1). " + "".join(f"a({x}). " for x in xs) + "".join(f"b({y}). " for y in ys) + text
    file = tmp_path_factory.getbasetemp() / "arithmetic.lp"
    file.write_text(text, encoding="utf-8")
    expected, wrong = set(), False
    for x in xs:
        for y in ys:
            if all(holds(guard, x, y) for guard in guards):
                try:
                    value = operate(operators[0], x, y)
                    value = (
                        operate(operators[1], *((value, x) if "(X {0}" in shape else (x, value)))
                        if "{2}" in shape
                        else value
                    )
                    expected.add((str(x), str(y), value))
                except Undefined:
                    wrong = True
    program, found = fired(read(file, BOTH, ("k",)), ground, [])
    assert bool(found) == wrong, (text, program.text)
    if not wrong:
        rows = ground(program, BOTH, []).get(("p", 3), set())
        assert {(str(x), str(y), z.number) for x, y, z in rows} == expected
