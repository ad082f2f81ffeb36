"""Arithmetic that is asked about once for all values as large as some: no error of one of them is lost."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product

import pytest
from clingo import Symbol

from bouton.core.errors import InputError
from bouton.core.position import Counter, Fluent, Heaps, Position
from bouton.rules.file import Rules
from bouton.rules.lift import LiftedProgram, _is_sure, lift, read_ahead
from bouton.rules.narrowing import bounds
from bouton.rules.values import LIMIT, ROUGH, Integers, roughly, rounded

Read = Callable[..., Rules]
Ground = Callable[[LiftedProgram, Sequence[Fluent], Sequence[Position]], dict[tuple[str, int], set[tuple[Symbol, ...]]]]

BOTH = (Heaps("heap"), Counter("pile"))
MOVE = "move(I) :- heap(I,_).\n"
VALUES = (0, 1, 2, 3, 14, 15, 16, 17, 254, 255, 256)
DIVISORS = [
    "k",
    "k-1",
    "k-2",
    "k-16",
    "15-k",
    "255-k",
    "16-N",
    "N-k",
    "k-N",
    "N-15",
    "k*N",
    "k*(N-3)",
    "N+k",
    "k\\3",
    "N-k*k",
]


@pytest.mark.parametrize("divisor", DIVISORS)
def test_a_divisor_is_zero_where_it_is_for_that_value(rules: Read, ground: Ground, divisor: str) -> None:
    """The numbers that stand for all up to them are among those of the rules too."""
    of = rules(f"{MOVE}p(60 / ({divisor})) :- pile(N), N > 0.")
    for k, most in product(VALUES, (9, 15, 20)):
        program = lift(of, of.defined, {"k": k}, {"heap": ((1, 3), (1, 9)), "pile": ((0, most),)})
        found = ground(program, BOTH, [((), n) for n in range(most + 1)])
        python = divisor.replace("\\", "%")
        expected = {n for n in range(1, most + 1) if eval(python, {"k": k, "N": n}) == 0}
        assert {row[0].number for row in found.get(("_undefined", 2), set())} == expected, (k, most)


def test_what_is_too_large_for_some_values_is_found_for_these(rules: Read, ground: Ground) -> None:
    of = rules(f"{MOVE}p(N*k*k*k*k*k*k*k*k) :- pile(N).")
    for k in VALUES:
        program = lift(of, of.defined, {"k": k}, {"heap": ((1, 3), (1, 9)), "pile": ((0, 9),)})
        fires = ("_overflow", 2) in ground(program, BOTH, [((), 9)])
        assert fires is (9 * k**8 > LIMIT), k


@pytest.mark.parametrize(
    ("text", "endless"),
    [
        ("p(1). p(X+k) :- p(X).", {1, 2, 3, 15, 16}),
        ("p(1). p(X-k) :- p(X), X < 15.", {1, 2, 3, 15, 16}),
        ("p(1). p(X+k) :- p(X), X < 15.", set()),
    ],
)
def test_a_recursion_has_no_end_for_the_value_that_it_is_lifted_for(rules: Read, text: str, endless: set[int]) -> None:
    of = rules(MOVE + text)
    for k in (0, 1, 2, 3, 15, 16):
        program = lift(of, of.defined, {"k": k}, {"heap": ((1, 3), (1, 9)), "pile": ((0, 9),)})
        assert any(site.kind == "endless" for site in program.sites) is (k in endless), k


def test_it_is_asked_about_once_for_many_values(rules: Read, monkeypatch: pytest.MonkeyPatch) -> None:
    of, asked = rules(f"{MOVE}p(S \\ (k+1), N / k) :- heap(_,S), pile(N).", sets=()), []
    whole = bounds

    def counting(*arguments: object, **named: object) -> object:
        asked.append(arguments)
        return whole(*arguments, **named)  # type: ignore[arg-type]

    monkeypatch.setattr("bouton.rules.lift.bounds", counting)
    for k, most in product(range(1, 16), (40, 250)):
        assert lift(of, of.defined, {"k": k}, {"heap": ((1, 90), (1, most)), "pile": ((0, most),)}).sites == ()
    assert len(asked) == 1
    assert lift(of, of.defined, {"k": 0}, {"heap": ((1, 90), (1, 40)), "pile": ((0, 40),)}).sites


def test_what_no_rule_can_watch_is_an_error_as_before(rules: Read) -> None:
    of = rules(f"{MOVE}p(N**k) :- pile(N).")
    extents = {"heap": ((1, 3), (1, 9)), "pile": ((0, 9),)}
    assert lift(of, of.defined, {"k": 2}, extents).sites == ()
    with pytest.raises(InputError, match="cannot be bounded"):
        lift(of, of.defined, {"k": 16}, extents)


@pytest.mark.parametrize("number", [-LIMIT - 1, -16, -1, 0, 1, 2, 15, 16, 65536, LIMIT, LIMIT + 1])
def test_rounding_leaves_nothing_out(number: int) -> None:
    assert roughly(number) >= number and (number <= 0 or roughly(number) in (*ROUGH, number))
    for other in (-20, 0, 1, 15, 300, LIMIT):
        before = Integers(min(number, other), max(number, other), symbols=other == 0)
        after = rounded(before)
        assert after.low <= before.low and after.high >= before.high and after.symbols is before.symbols
        assert after.bounded is before.bounded


def test_it_is_asked_about_before_processes_are_forked(rules: Read) -> None:
    """With the values and positions of one it is known for all as large; greater ones are asked about by themselves."""
    of = rules(f"{MOVE}p(N+k) :- pile(N).")
    extents = {"heap": ((1, 3), (1, 9)), "pile": ((0, 9),)}
    read_ahead(of, of.defined, [({"k": 14}, extents)])
    known = _is_sure.kept  # type: ignore[attr-defined]
    before = known.cache_info()
    lift(of, of.defined, {"k": 12}, extents | {"pile": ((0, 8),)})
    assert known.cache_info().misses == before.misses
    lift(of, of.defined, {"k": 10**6}, extents)
    assert known.cache_info().misses == before.misses + 1
