"""Automata on digits against brute force: encoders, linear relations, places, products, projections, least words."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bouton.automata import linear as relations
from bouton.automata.automaton import Automaton, Track, both, either, project, renamed, within
from bouton.core.numeration import BINARY, FAMILIES, ZECKENDORF, Numeration, NumerationFamily

FAMILIES["of_tests"] = NumerationFamily(
    2, 2, "the number", "tests {}"
)  # no row of the program's has a weight that counts twice
SYSTEMS = [
    BINARY,
    Numeration("base", 3),
    Numeration("ostrowski", 1),
    Numeration("of_tests", 3),
    *(Numeration("ostrowski", a) for a in (2, 3, 4)),
    Numeration("of_tests", 2),
]
each_system = pytest.mark.parametrize("system", SYSTEMS, ids=str)


def track(system: Numeration, name: str) -> Track:
    return Track(name, system.largest + 1)


def place(name: str) -> Track:
    return Track(name, relations.PLACE)


def at(where: int) -> tuple[int, ...]:
    return (*[0] * where, 1)


def holds(automaton: Automaton, system: Numeration, **numbers: int) -> bool:
    return automaton.accepts({name: system.digits(value) for name, value in numbers.items()})


@each_system
def test_digits_are_greedy_and_worth_the_number(system: Numeration) -> None:
    seen = set()
    for number in range(700):
        digits = system.digits(number)
        assert system.value(digits) == number
        assert system.is_greedy(digits)
        assert not digits or digits[-1]
        seen.add(digits)
        assert [system.digit(number, at) for at in range(len(digits) + 2)] == [*digits, 0, 0]
    length = max(map(len, seen)) - 1
    greedy = [one for one in itertools.product(range(system.largest + 1), repeat=length) if system.is_greedy(one)]
    assert sorted(map(system.value, greedy)) == list(range(len(greedy)))  # each number is written in one way


def test_the_weights_of_zeckendorf_and_of_ostrowski() -> None:
    assert list(itertools.islice(ZECKENDORF.weights(), 7)) == [1, 2, 3, 5, 8, 13, 21]
    assert list(itertools.islice(Numeration("ostrowski", 2).weights(), 5)) == [1, 3, 7, 17, 41]
    with pytest.raises(ValueError, match="no numeration"):
        Numeration("base", 1)
    with pytest.raises(ValueError, match="no numeration"):
        Numeration("ostrowski", 0)


def test_the_weights_of_a_family_with_another_root() -> None:
    assert list(itertools.islice(Numeration("of_tests", 2).weights(), 5)) == [1, 3, 8, 22, 60]  # z^2 = 2z + 2
    with pytest.raises(ValueError, match="counts more"):
        NumerationFamily(3, 1, "the number", "steep {}")  # 1, 2, 5: 4 would be twice 2, by a digit above 1


@each_system
def test_numbers_are_the_greedy_words(system: Numeration) -> None:
    x = track(system, "x")
    for word in itertools.product(range(system.largest + 1), repeat=4):
        assert relations.numbers(system, x).accepts({"x": word}) is system.is_greedy(word)
        if max(word) < 2:
            assert relations.places(place("x")).accepts({"x": word}) is (sum(word) == 1)


@each_system
@pytest.mark.sample(3)
def test_the_adder(system: Numeration) -> None:
    x, y, z = (track(system, name) for name in "xyz")
    adder = relations.linear(system, {x: 1, y: 1, z: -1}, 0, lambda sign: sign == 0)
    for a, b in itertools.product(range(40), repeat=2):
        for c in {a + b, a + b + 1, abs(a + b - 1), abs(a - b), 0}:
            assert holds(adder, system, x=a, y=b, z=c) is (a + b == c)


coefficients = st.integers(-4, 4).filter(bool)


@given(st.sampled_from(SYSTEMS[:4]), st.tuples(coefficients, coefficients), st.integers(-9, 9), st.sampled_from("=<>"))
@settings(max_examples=40, deadline=None)
def test_linear_relations_of_two_numbers(
    system: Numeration, factors: tuple[int, int], constant: int, relation: str
) -> None:
    wanted = {"=": 0, "<": -1, ">": 1}[relation]
    tracks = {track(system, name): factor for name, factor in zip("xy", factors, strict=True)}
    found = relations.linear(system, tracks, constant, lambda sign: sign == wanted)
    for a, b in itertools.product([*range(16), 97, 143, 144], repeat=2):
        value = factors[0] * a + factors[1] * b + constant
        assert holds(found, system, x=a, y=b) is ((value > 0) - (value < 0) == wanted)


@pytest.mark.parametrize("system", SYSTEMS[:4], ids=str)
def test_linear_relations_hold_far_out(system: Numeration) -> None:
    """What has been read may come back to 0 after many places: nothing may be cut off on the way."""
    x, y, z = (track(system, name) for name in "xyz")
    found = relations.linear(system, {x: 3, y: -2, z: -1}, 5, lambda sign: sign == 0)
    weights = list(itertools.islice(system.weights(), 25))
    for a, b in itertools.product([one + more for one in weights[12:] for more in (-1, 0, 1)], repeat=2):
        if (c := 3 * a - 2 * b + 5) >= 0:
            assert holds(found, system, x=a, y=b, z=c)
            assert not holds(found, system, x=a, y=b, z=c + 1)


@each_system
def test_digits_at_a_place_and_the_highest_place(system: Numeration) -> None:
    x, j = track(system, "x"), place("j")
    for digit in range(system.largest + 1):
        found = relations.digit(system, x, j, {digit})
        for number, where in itertools.product(range(60), range(7)):
            said = found.accepts({"x": system.digits(number), "j": at(where)})
            assert said is (system.digit(number, where) == digit)
    top = relations.top(system, x, j)
    for number, where in itertools.product(range(60), range(7)):
        assert top.accepts({"x": system.digits(number), "j": at(where)}) is (system.places(number) == where + 1)


def test_places_by_their_number_residue_and_difference() -> None:
    j, k = place("j"), place("k")
    for most in range(4):
        found = relations.at_place(j, most + 1, lambda at, most=most: at <= most)  # type: ignore[misc]
        assert [found.accepts({"j": at(one)}) for one in range(8)] == [one <= most for one in range(8)]
    third = relations.at_place(j, 0, lambda at: at % 3 == 2, 3)
    assert [third.accepts({"j": at(one)}) for one in range(9)] == [one % 3 == 2 for one in range(9)]
    for shift in range(-3, 4):
        same = relations.apart(j, k, abs(shift) + 1, lambda by, shift=shift: by == shift)  # type: ignore[misc]
        below = relations.apart(j, k, abs(shift) + 1, lambda by, shift=shift: by < shift)  # type: ignore[misc]
        for one, other in itertools.product(range(8), repeat=2):
            words = {"j": at(one), "k": at(other)}
            assert same.accepts(words) is (one - other == shift)
            assert below.accepts(words) is (one - other < shift)


@each_system
@pytest.mark.sample(3)
def test_projection_adds_places(system: Numeration) -> None:
    """x is twice some number, three times some number: the other number may need more places, or fewer."""
    x, y = track(system, "x"), track(system, "y")
    for factor in (2, 3):
        double = relations.linear(system, {x: 1, y: -factor}, 0, lambda sign: sign == 0)
        assert [holds(project(double, y), system, x=n) for n in range(50)] == [n % factor == 0 for n in range(50)]
        assert all(holds(project(double, x), system, y=n) for n in range(50))


def every(automaton: Automaton, system: Numeration, most: int) -> Iterator[tuple[int, int]]:
    pairs = ((x, y) for x in range(most) for y in range(most))
    return (pair for pair in pairs if holds(automaton, system, x=pair[0], y=pair[1]))


@each_system
def test_products_and_complements(system: Numeration) -> None:
    x, y = track(system, "x"), track(system, "y")
    less = relations.linear(system, {x: 1, y: -1}, 0, lambda sign: sign < 0)
    twice = relations.linear(system, {x: 2, y: -1}, 0, lambda sign: sign > 0)
    valid = relations.free(system, (x, y), ())
    pairs = set(itertools.product(range(14), repeat=2))
    assert set(every(both(less, twice), system, 14)) == {(a, b) for a, b in pairs if a < b < 2 * a}
    assert set(every(either(less, twice), system, 14)) == {(a, b) for a, b in pairs if a < b or b < 2 * a}
    assert set(every(within(valid, less), system, 14)) == {(a, b) for a, b in pairs if a >= b}
    assert both(less, within(valid, less)).is_empty
    swapped = renamed(less, {x: y, y: x})
    assert set(every(swapped, system, 14)) == {(a, b) for a, b in pairs if b < a}


@each_system
def test_the_least_word(system: Numeration) -> None:
    x, y = track(system, "x"), track(system, "y")
    found = relations.linear(system, {x: 3, y: -2}, -1, lambda sign: sign == 0)
    words = found.least()
    assert words is not None
    assert (system.value(words["x"]), system.value(words["y"])) == (1, 1)
    assert both(found, relations.linear(system, {x: 1, y: -1}, 0, lambda sign: sign > 0)).least() is None
    zero = relations.linear(system, {x: 1}, 0, lambda sign: sign == 0).least()
    assert zero == {"x": ()}


def test_a_carry_bound_that_is_too_tight_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The control of the adder test: with the state cut at a small value the relation is too small."""

    def tight(*_: object) -> object:
        return lambda state: state if max(map(abs, state)) <= 1 else 1

    monkeypatch.setattr(relations, "_reach", tight)
    monkeypatch.setattr(relations, "_linear", relations._linear.__wrapped__)
    with pytest.raises(AssertionError):
        test_the_adder(ZECKENDORF)
