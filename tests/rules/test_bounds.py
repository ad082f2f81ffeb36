"""Interval analysis: every value that can occur is inside the bounds, and typical bounds are tight."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations_with_replacement, product

import pytest
from clingo import Control, Symbol, SymbolType
from clingo.ast import BinaryOperator, UnaryOperator

from bouton.core.position import Counter, Fluent, Heaps, Position
from bouton.rules.file import Rules
from bouton.rules.lift import LiftedProgram, lift
from bouton.rules.mirror import mirrored, numbered
from bouton.rules.narrowing import Bounds, bounds
from bouton.rules.values import (
    ANYTHING,
    INTEGERS,
    LIMIT,
    NOTHING,
    SYMBOLS,
    Integers,
    binary,
    exactly,
    operands,
    unary,
    widened,
)

Read = Callable[..., Rules]
Ground = Callable[[LiftedProgram, Sequence[Fluent], Sequence[Position]], dict[tuple[str, int], set[tuple[Symbol, ...]]]]

SYMBOL = {
    BinaryOperator.Plus: "+",
    BinaryOperator.Minus: "-",
    BinaryOperator.Multiplication: "*",
    BinaryOperator.Division: "/",
    BinaryOperator.Modulo: "\\",
    BinaryOperator.And: "&",
    BinaryOperator.Or: "?",
    BinaryOperator.XOr: "^",
}
RANGES = [(low, high) for low, high in combinations_with_replacement(range(-4, 5), 2)]
EXTENTS = {"heap": ((1, 3), (1, 9)), "pile": ((0, 7),)}


@pytest.fixture(scope="module")
def table() -> dict[tuple[str, int, int], int]:
    """What clingo itself makes of each operation on numbers from -4 to 4."""
    control = Control(["-Wnone"], message_limit=1000)
    lines = ["n(-4..4)."]
    lines += [f'r("{text}",X,Y,X {text} Y) :- n(X), n(Y).'.replace('"\\"', '"\\\\"') for text in SYMBOL.values()]
    lines += ['r("**",X,Y,X ** Y) :- n(X), n(Y), Y >= 0.', 'r("neg",X,X,-X) :- n(X).', 'r("not",X,X,~X) :- n(X).']
    control.add("base", [], "\n".join([*lines, 'r("abs",X,X,|X|) :- n(X).']))
    control.ground([("base", [])])
    found = {}
    for atom in control.symbolic_atoms.by_signature("r", 4):
        text, x, y, result = atom.symbol.arguments
        found[text.string, x.number, y.number] = result.number
    return found


@pytest.mark.parametrize("operator", [*SYMBOL, BinaryOperator.Power])
def test_a_range_holds_every_result_of_clingo(operator: BinaryOperator, table: dict[tuple[str, int, int], int]) -> None:
    text = SYMBOL.get(operator, "**")
    for a, b in product(RANGES, RANGES):
        if text == "**" and b[0] < 0:
            continue
        found = binary(operator, Integers(*a), Integers(*b))
        results = {
            table[text, x, y] for x in range(a[0], a[1] + 1) for y in range(b[0], b[1] + 1) if (text, x, y) in table
        }
        assert all(found.low <= result <= found.high for result in results), (a, text, b)
        if text in ("+", "-", "*", "/") and results:
            assert (found.low, found.high) == (min(results), max(results)), (a, text, b)


@pytest.mark.parametrize(
    ("operator", "text"),
    [(UnaryOperator.Minus, "neg"), (UnaryOperator.Negation, "not"), (UnaryOperator.Absolute, "abs")],
)
def test_unary_ranges_are_exact(operator: UnaryOperator, text: str, table: dict[tuple[str, int, int], int]) -> None:
    for low, high in RANGES:
        results = {table[text, x, x] for x in range(low, high + 1)}
        assert unary(operator, Integers(low, high)) == Integers(min(results), max(results))


@pytest.mark.parametrize("operator", SYMBOL)
def test_operands_of_a_result_are_not_lost(operator: BinaryOperator, table: dict[tuple[str, int, int], int]) -> None:
    for a, b in product(RANGES[::3], RANGES[::2]):
        for result in (-6, 0, 3):
            left, right = operands(operator, exactly(result), Integers(*a), Integers(*b))
            for x, y in product(range(a[0], a[1] + 1), range(b[0], b[1] + 1)):
                if table.get((SYMBOL[operator], x, y)) == result:
                    assert left.low <= x <= left.high and right.low <= y <= right.high


@pytest.mark.parametrize("base", [2, 3, 7])
def test_exponents_of_a_result_are_not_lost(base: int) -> None:
    """clingo takes the power with a negative exponent for 0."""
    for low, high in product((-5, 0, 1, 2, 8, 30), (-1, 0, 1, 7, 8, 9, 64, LIMIT, 10**20)):
        _, found = operands(BinaryOperator.Power, Integers(low, high), exactly(base), INTEGERS)
        for exponent in range(-3, 30):
            result = base**exponent if exponent >= 0 else 0
            assert not low <= result <= high or found.low <= exponent <= found.high, (low, high, exponent)
    assert operands(BinaryOperator.Power, Integers(2, 9), exactly(base), INTEGERS)[1].high == {2: 3, 3: 2, 7: 1}[base]
    assert operands(BinaryOperator.Power, Integers(0, 1), exactly(1), INTEGERS)[1] == INTEGERS


def test_the_lattice() -> None:
    assert Integers(1, 5).meet(Integers(4, 9)) == Integers(4, 5)
    assert Integers(1, 5).join(Integers(8, 9)) == Integers(1, 9)
    assert NOTHING.empty and NOTHING.join(exactly(3)) == exactly(3)
    assert SYMBOLS.meet(INTEGERS).empty and not SYMBOLS.meet(ANYTHING).empty
    assert Integers(functors=frozenset({("f", 1)})).meet(ANYTHING).functors == frozenset({("f", 1)})
    assert not exactly(LIMIT + 1).bounded and exactly(-LIMIT).bounded
    value = exactly(0)
    for _ in range(12):
        grown = value.join(Integers(value.low, min(value.high + 1, LIMIT)))
        value = widened(value, grown)
    assert value == Integers(0, LIMIT), "widening ends after a few steps"


def known(rules: Rules, k: int = 3) -> Bounds:
    strata = [[mirrored(numbered(rule, {"k": k})) for rule in stratum] for stratum in rules.strata]
    rows = {("heap", 2): (Integers(1, 3), Integers(1, 9)), ("pile", 1): (Integers(0, 7),)}
    return bounds(strata, rows, {("heap", 2): 3, ("pile", 1): 1})


CASES = [
    ("p(S-1, 2*I) :- heap(I,S).", "p", ((0, 8), (2, 6))),
    ("p(X) :- pile(X), 2 < X, X <= 5.", "p", ((3, 5),)),
    ("p(X) :- pile(X), not X < k.", "p", ((3, 7),)),
    ("p(X) :- pile(X), X != 0, X != 7.", "p", ((1, 6),)),
    ("p(X) :- pile(Y), X = Y - 2, X >= 0.", "p", ((0, 5),)),
    ("p(X) :- pile(X), 3*X <= 10.", "p", ((0, 3),)),
    ("p(X) :- pile(2*X+1).", "p", ((0, 3),)),
    ("p(0). p(X+1) :- p(X), pile(N), 2**(X+1) <= N.", "p", ((0, 2),)),
    ("p(X \\ k, X / 2) :- heap(_,X).", "p", ((0, 2), (0, 4))),
    ("p(0..k).", "p", ((0, 3),)),
    ("p(N) :- N = #count { I : heap(I,_) }.", "p", ((0, 3),)),
    ("p(N) :- N = #count { S : heap(I,S) }.", "p", ((0, 3),)),
    ("p(N) :- N = #count { I,X : heap(I,_), pile(X) }.", "p", ((0, 3),)),
    ("p(N) :- N = #sum { S,I : heap(I,S) }.", "p", ((0, 27),)),
    ("p(N) :- N = #sum { 2-S,I : heap(I,S) }.", "p", ((-21, 3),)),
    ("p(N) :- N = #sum+ { 2-S,I : heap(I,S) }.", "p", ((0, 3),)),
    ("p(N) :- N = #max { X+1 : pile(X) }.", "p", ((1, 8),)),
    ("q(1). q(X+1) :- q(X), X < k. p(X) :- q(X).", "p", ((1, 3),)),
    ("q(1). q(X+1) :- q(X), X < 1000. p(X) :- q(X).", "p", ((1, 1000),)),
    ("q(100). q(X-2) :- q(X), X > 1. p(X) :- q(X).", "p", ((0, 100),)),
    ("q(f(S)) :- heap(_,S). p(X) :- q(f(X)).", "p", ((1, 9),)),
    ("q(f(0,nil)). q(f(X+1,L)) :- q(L), L = f(X,_), X < 5. p(X) :- q(f(X,_)).", "p", ((0, 5),)),
    ("p(X) :- pile(X), X > 7.", "p", ((1, 0),)),
]


@pytest.mark.parametrize(("text", "name", "expected"), CASES)
def test_bounds_are_tight_where_it_matters(
    rules: Read, text: str, name: str, expected: tuple[tuple[int, int], ...]
) -> None:
    found = known(rules("move(I) :- heap(I,_). " + text))
    assert found.predicates[name, len(expected)] == tuple(Integers(low, high) for low, high in expected)


def test_no_numbers_are_told_apart_from_numbers(rules: Read) -> None:
    found = known(
        rules("move(I) :- heap(I,_). p(X) :- pile(X). p(nil). p(f(X)) :- pile(X). q(M) :- M = #min { X : p(X) }.")
    )
    assert found.predicates["p", 1] == (Integers(0, 7, True, frozenset({("f", 1)})),)
    assert found.predicates["q", 1] == found.predicates["p", 1]
    assert found.functors["f", 1] == (Integers(0, 7),)


def inside(symbol: Symbol, values: Integers, found: Bounds) -> bool:
    """Whether the analysis allows the symbol."""
    if symbol.type is SymbolType.Number:
        return values.low <= symbol.number <= values.high
    if symbol.type is not SymbolType.Function or not (symbol.arguments or not symbol.name):
        return values.symbols
    functor = (symbol.name, len(symbol.arguments))
    if values.functors is not None and functor not in values.functors:
        return False
    return all(inside(a, v, found) for a, v in zip(symbol.arguments, found.functors[functor], strict=True))


SAMPLES = [
    *(text for text, _, _ in CASES),
    "q(0,0). q(I,X^S) :- q(I-1,X), heap(I,S). q(I,-X) :- q(I,X), X < 4.",
    "q(1,1). q(Y,X+Y) :- q(X,Y), pile(N), Y < 5*N. p(X*X-Y) :- q(X,Y).",
    "q(c(I,nil)) :- heap(I,_). q(c(J,c(I,L))) :- q(c(I,L)), heap(J,S), J < I, S > 2. p(M) :- M = #max { L : q(L) }.",
    "p(I*S-7, (S,I)) :- heap(I,S). q(A,B) :- p(A,(B,_)), not p(0,_). q(X,~X) :- p(X,_). r(|X|,X?3,X&5) :- q(X,_).",
    "q(N,M) :- N = #sum { S*I-4,I : heap(I,S) ; -X : pile(X) }, M = #min { S,I : heap(I,S), S > N }. p(M) :- q(_,M).",
    "p(X/Y, X\\Y) :- pile(X), heap(_,S), Y = S-4, Y != 0. q(Z) :- p(A,B), Z = A-B..A+B. r(Z) :- q(Z), not Z <= 1.",
]


@pytest.mark.parametrize("text", SAMPLES)
def test_every_fact_is_inside_the_bounds(rules: Read, ground: Ground, text: str) -> None:
    game = rules("move(I) :- heap(I,_). " + text)
    found = known(game)
    positions: list[Position] = [
        (heaps, pile)
        for heaps in ((), (1,), (9,), (4, 4), (5, 2), (1, 1, 1), (9, 9, 9), (2, 6, 3))
        for pile in (0, 1, 4, 7)
    ]
    program = lift(game, game.defined, {"k": 3}, EXTENTS)
    facts = ground(program, game.fluents, positions)
    assert not facts.keys() & {("_undefined", 2), ("_overflow", 2)}
    seen = 0
    for name, arity in game.defined:
        extra = 0 if (name, arity) in program.static else 1
        for row in facts.get((name, arity + extra), set()):
            seen += 1
            for symbol, values in zip(row[extra:], found.predicates[name, arity], strict=True):
                assert inside(symbol, values, found), (name, str(symbol), values)
    assert seen > 50


def test_a_fluent_that_no_position_has(rules: Read) -> None:
    game = rules("move(I) :- heap(I,_). p(S-1) :- heap(_,S).", fluents=(Heaps("heap"), Counter("pile")))
    strata = [[mirrored(rule) for rule in stratum] for stratum in game.strata]
    found = bounds(strata, {("heap", 2): (NOTHING, NOTHING), ("pile", 1): (exactly(0),)}, {})
    assert found.predicates["p", 1] == (NOTHING,)
