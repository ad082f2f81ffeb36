"""What the step of Sprague and Grundy's theorem says of numbers, decided for every size, and small pairs of games.

Let positions u and v have the values a and b, and let each option of u + v have the value f of its two parts' values.
An option of u may have any value but a, and has each value below a. So u + v has the value f(a,b) in all games iff
no option has that value, and each number below it is that of an option whatever other options there are.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from functools import cache

import pytest

from bouton.automata.compile import Compiler
from bouton.core.logic.arithmetic import add, atom, exclusive, number, subtract
from bouton.core.logic.expression import Formula, Linear, unknown
from bouton.core.logic.formulas import conj, disj, equal, less, negate
from bouton.core.logic.walk import some
from bouton.core.numeration import BINARY

Value = Callable[[Linear, Linear], Linear]
A, B, W = (unknown(name, 0) for name in "abw")
C = unknown("c$1", local=True)
a, b, w, c = map(atom, (A, B, W, C))


def first(left: Linear, right: Linear) -> Linear:
    return subtract(add(left, right), right)


def plus_one(left: Linear, right: Linear) -> Linear:
    return add(exclusive(left, right), number(1))


def an_option(f: Value) -> Formula:
    """Some option of u + v is sure to have the value w."""
    below = [conj((less(number(-1), c), less(c, a), equal(f(c, b), w)))]
    below += [conj((less(number(-1), c), less(c, b), equal(f(a, c), w)))]
    return negate(conj(tuple(negate(some(C, one)) for one in below)))


def missed(f: Value) -> Formula:
    """w is below f(a,b), and no option is sure to have it."""
    return conj((less(w, f(a, b)), negate(an_option(f))))


def repeated(f: Value) -> Formula:
    """u or v has an option of value w, other than its own, and u + v with it one of its own value."""
    of_u = conj((negate(equal(w, a)), equal(f(w, b), f(a, b))))
    return disj((of_u, conj((negate(equal(w, b)), equal(f(a, w), f(a, b))))))


def least(formula: Formula) -> dict[str, int] | None:
    """The numbers of fewest digits at which it is true; None where there are none."""
    compiler = Compiler(BINARY)
    compiler.declare(compiler.places_among([A, B, W], formula))
    word = compiler.formula(formula).least()
    names = {compiler.track(one).name: str(one.name) for one in (A, B, W)}
    return None if word is None else {names[at]: BINARY.value(digits) for at, digits in word.items() if at in names}


def test_the_step_holds_for_the_exclusive_or() -> None:
    assert least(missed(exclusive)) is None
    assert least(repeated(exclusive)) is None
    shown = conj((less(w, exclusive(a, b)), negate(less(exclusive(w, b), a)), negate(less(exclusive(w, a), b))))
    assert least(shown) is None  # the lemma that names the options


@pytest.mark.parametrize(("f", "at"), [(add, {"a": 1, "b": 1}), (plus_one, {"a": 0, "b": 0})])
def test_another_value_misses_a_number(f: Value, at: dict[str, int]) -> None:
    found = least(missed(f))
    assert found is not None
    assert {name: found[name] for name in at} == at


def test_another_value_is_repeated() -> None:
    assert least(missed(first)) is None
    assert least(repeated(first)) is not None


def test_a_lemma_with_one_side_only_is_refused() -> None:
    assert least(conj((less(w, exclusive(a, b)), negate(less(exclusive(w, b), a))))) is not None
    weak = conj((negate(less(exclusive(a, b), w)), negate(less(exclusive(w, b), a)), negate(less(exclusive(w, a), b))))
    assert least(weak) is not None  # w = a^b is the value of no option


Game = tuple[tuple[int, ...], ...]


def games(most: int) -> list[Game]:
    """All of up to so many positions, the options of each among those before it."""
    rows = [[one for n in range(at + 1) for one in itertools.combinations(range(at), n)] for at in range(most)]
    return [one for size in range(1, most + 1) for one in itertools.product(*rows[:size])]


def mex(values: set[int]) -> int:
    return next(one for one in itertools.count() if one not in values)


def wrong_pairs(f: Callable[[int, int], int]) -> list[tuple[Game, Game]]:
    """The pairs of games, the least first, with a sum whose value is not that of f."""
    found = []
    for left, right in itertools.product(games(4), games(3)):

        @cache
        def value(u: int, v: int, left: Game = left, right: Game = right) -> int:
            return mex({value(x, v) for x in left[u]} | {value(u, y) for y in right[v]})

        pairs = itertools.product(range(len(left)), range(len(right)))
        # position 0 is a terminal, so that a sum with it is worth its other part
        if any(value(u, v) != f(value(u, 0), value(0, v)) for u, v in pairs):
            found.append((left, right))
    return found


def test_small_pairs_of_games_agree() -> None:
    assert (len(games(4)), len(games(3))) == (1 + 2 + 8 + 64, 1 + 2 + 8)
    assert wrong_pairs(lambda one, other: one ^ other) == []
    move = ((), (0,))
    assert wrong_pairs(lambda one, other: one + other)[0] == (move, move)  # the values 1 and 1 that the step names
    assert wrong_pairs(lambda one, other: one | other)[0] == (move, move)
    assert wrong_pairs(lambda one, other: (one ^ other) + 1)[0] == (((),), ((),))
