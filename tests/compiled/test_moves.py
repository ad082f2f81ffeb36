"""A move that leaves the space, or does not lower the measure, is seen at every position, and no other move is."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations_with_replacement, product

import pytest

from bouton.compiled.moves import at_least, at_most, naming, wrong
from bouton.compiled.space import HeapKind, Space
from bouton.core.logic.arithmetic import add, atom, number, scale, subtract
from bouton.core.logic.batch import Batch
from bouton.core.logic.expression import TRUE, Formula, Linear, show, unknown
from bouton.core.logic.formulas import at_most as no_more
from bouton.core.logic.formulas import conj, equal
from bouton.core.logic.walk import unknowns
from bouton.core.position import Counter, Fluent, Heaps, Measure, Members, Position
from bouton.proof.compared.validate import numbers_at
from bouton.reading.choices import Choice, solutions
from bouton.reading.command import GuardedCommand
from bouton.reading.evaluate import evaluate
from tests.reading.conftest import Reader, rules

__all__ = ["rules"]

HEAP, DOWN, PASS, PILE = Heaps("heap"), Heaps("heap", "descending"), Counter("pass"), Counter("pile", stones=True)
NIM = "move(t(I,T)) :- heap(I,S), T = 0..S-1.\nafter(t(I,T), heap(I,T)) :- move(t(I,T)).\n"
LARGEST, MOST = 4, 2
HIGH = 3


def space(fluents: Sequence[Fluent], measure: Sequence[str]) -> Space:
    counters = tuple((0, HIGH) for fluent in fluents if isinstance(fluent, Counter))
    named = Measure(tuple(fluents), tuple(measure))
    plain = tuple(one for one in fluents if not isinstance(one, Members))
    kinds = tuple(HeapKind(fluent, MOST, LARGEST) for fluent in plain if isinstance(fluent, Heaps))
    return Space(plain, named, counters, kinds)


def positions(fluents: Sequence[Fluent], count: int) -> list[Position]:
    parts: list[list[int | tuple[int, ...]]] = []
    for fluent in fluents:
        if isinstance(fluent, Heaps):
            sizes = combinations_with_replacement(range(1, LARGEST + 1), count)
            parts.append([fluent.canonical(one) for one in sizes])
        else:
            parts.append(list(range(HIGH + 1)))
    return list(product(*parts))


HEAPS = ("heap", (HEAP,), ("stones",))
BOTH = ("both", (HEAP, PASS), ("stones", "pass"))
TURNED = ("turned", (HEAP, PASS), ("pass", "stones"))
ALONE = ("alone", (HEAP, PASS), ("stones",))
COUNTED = ("counted", (PILE, PASS), ("stones",))
LESS = "move(a(X)) :- heap(1,S), heap(2,T), X = 1..S, X <= T. after(a(X), heap(2,T-X)) :- move(a(X)), heap(2,T).\n"
TWO = "move(a(X,Y)) :- heap(1,S), X = 1..S, Y = X..S."
GAMES = [
    (HEAPS, NIM),
    (("down", (DOWN,), ("stones",)), NIM),
    (HEAPS, NIM.replace("S-1", "S")),
    (HEAPS, NIM.replace("S-1", "S+1")),
    (HEAPS, NIM.replace("S-1", "S+1, T < 3")),
    (HEAPS, NIM.replace("0..S-1", "-1..S-1")),
    (HEAPS, NIM.replace("0..S-1", "S-2..S-1")),
    (HEAPS, NIM.replace("0..S-1", "S-2..S-1, S > 1")),
    (HEAPS, "move(a) :- heap(1,S). after(a, heap(1,S-1)) :- heap(1,S). after(a, heap(2,S+1)) :- heap(2,S).\n"),
    (HEAPS, "move(a) :- heap(1,S), heap(2,T). after(a, heap(1,T)) :- heap(2,T). after(a, heap(2,0)) :- move(a).\n"),
    (HEAPS, "move(a) :- heap(1,S), heap(2,T), S < T. after(a, heap(2,T-S)) :- heap(1,S), heap(2,T).\n"),
    (HEAPS, "move(a) :- heap(1,S), heap(2,T). after(a, heap(2,T-S)) :- heap(1,S), heap(2,T).\n"),
    (HEAPS, "move(a) :- heap(1,S), heap(2,T). after(a, heap(2,2*S-T)) :- heap(1,S), heap(2,T).\n"),
    (HEAPS, "move(a(X)) :- heap(1,S), X = 1..S, X <= 2. after(a(X), heap(1,S-X)) :- move(a(X)), heap(1,S).\n"),
    (HEAPS, "move(a(X)) :- heap(1,S), X = 1..2. after(a(X), heap(1,S-X)) :- move(a(X)), heap(1,S).\n"),
    (HEAPS, "move(a(X)) :- heap(1,S), X = 0..S. after(a(X), heap(1,S-X)) :- move(a(X)), heap(1,S).\n"),
    (HEAPS, "move(a(X)) :- heap(1,S), X = 1..S. after(a(X), heap(1,X)) :- move(a(X)).\n"),
    (HEAPS, LESS),
    (HEAPS, f"{TWO} after(a(X,Y), heap(1,Y-X)) :- move(a(X,Y)).\n"),
    (HEAPS, f"{TWO} after(a(X,Y), heap(1,X-Y+S-1)) :- move(a(X,Y)), heap(1,S).\n"),
    (HEAPS, "move(a) :- heap(1,3). after(a, heap(1,2)) :- heap(1,3).\n"),
    (HEAPS, "move(a) :- heap(1,3). after(a, heap(1,4)) :- heap(1,3).\n"),
    (HEAPS, "move(a) :- heap(1,3). after(a, heap(1,5)) :- heap(1,3).\n"),
    (BOTH, NIM + "move(p) :- pass(N), N > 0. after(p, pass(N-1)) :- pass(N), N > 0.\n"),
    (BOTH, NIM + "move(p) :- pass(N). after(p, pass(N-1)) :- pass(N).\n"),
    (BOTH, NIM + "after(t(I,T), pass(N+1)) :- move(t(I,T)), pass(N).\n"),
    (BOTH, NIM + "after(t(I,T), pass(3-N)) :- move(t(I,T)), pass(N).\n"),
    (BOTH, NIM + "move(p) :- pass(N), N < 3. after(p, pass(N+1)) :- pass(N).\n"),
    (TURNED, NIM + "after(t(I,T), pass(3-N)) :- move(t(I,T)), pass(N).\n"),
    (TURNED, NIM + "after(t(I,T), pass(N/2)) :- move(t(I,T)), pass(N).\n"),
    (TURNED, NIM + "move(p) :- pass(N), N > 0. after(p, pass(N-1)) :- pass(N), N > 0.\n"),
    (TURNED, NIM.replace("S-1", "S+1") + "after(t(I,T), pass(N-1)) :- move(t(I,T)), pass(N).\n"),
    (ALONE, NIM + "after(t(I,T), pass(3-N)) :- move(t(I,T)), pass(N).\n"),
    (ALONE, NIM + "move(p) :- pass(N), N > 0. after(p, pass(N-1)) :- pass(N), N > 0.\n"),
    (COUNTED, "move(t(D)) :- pile(N), D = 1..2, D <= N. after(t(D), pile(N-D)) :- move(t(D)), pile(N).\n"),
    (COUNTED, "move(t(D)) :- pile(N), D = 1..2. after(t(D), pile(N-D)) :- move(t(D)), pile(N).\n"),
    (COUNTED, "move(t(D)) :- pile(N), D = 0..1, D <= N. after(t(D), pile(N-D)) :- move(t(D)), pile(N).\n"
     "after(t(D), pass(P+D)) :- move(t(D)), pass(P).\n"),
]  # fmt: skip


@pytest.mark.parametrize(("about", "text"), GAMES)
@pytest.mark.sample(3)
def test_a_move_is_wrong_where_it_leaves_the_space_or_does_not_lower_the_measure(
    about: tuple[str, tuple[Fluent, ...], tuple[str, ...]], text: str, rules: Reader
) -> None:
    _, fluents, measure = about
    there = space(fluents, measure)
    heaps = {fluent.name: 0 for fluent in fluents if isinstance(fluent, Heaps)}
    counters = {fluent.name: (0, HIGH) for fluent in fluents if isinstance(fluent, Counter)}
    met = 0
    for count in range(MOST + 1) if heaps else (0,):
        game = evaluate(rules(text, fluents), {}, dict.fromkeys(heaps, count), counters)
        every = positions(fluents, count)
        at = Batch.of([numbers_at(game, one) for one in every])
        for command in game.moves:
            found = wrong(game, command, there)
            places = solutions(command.choices, command.guard, at)
            flags = [places.holds(one) for one in found]
            after = [columns(entry, places) for entry in command.after]
            for index, origin in enumerate(places.origins):
                to = tuple(entry[index] for entry in after)
                bad = outside(to) or not there.measure.of(canonical(fluents, to)) < there.measure.of(every[origin])
                assert any(each[index] for each in flags) is bad, (every[origin], to)
                met += 1
    assert met >= 3


def columns(entry: Linear | tuple[Linear, ...], places: Batch) -> list[int | tuple[int, ...]]:
    """The values of a part of a position at each place."""
    if isinstance(entry, Linear):
        return list(places(entry))
    return list(zip(*map(places, entry), strict=True)) if entry else [()] * len(places.origins)


def canonical(fluents: Sequence[Fluent], position: Position) -> Position:
    pairs = zip(fluents, position, strict=True)
    return tuple(
        fluent.canonical(one) if isinstance(fluent, Heaps) and isinstance(one, tuple) else one for fluent, one in pairs
    )


def outside(position: Position) -> bool:
    return any(
        not all(0 <= size <= LARGEST for size in one) if isinstance(one, tuple) else not 0 <= one <= HIGH
        for one in position
    )


def test_nothing_is_asked_of_moves_that_are_certainly_right(rules: Reader) -> None:
    right = [
        NIM,
        "move(a(X)) :- heap(1,S), X = 1..S, X <= 2. after(a(X), heap(1,S-X)) :- move(a(X)), heap(1,S).\n",
        "move(a) :- heap(1,S), heap(2,T), S < T. after(a, heap(2,T-S)) :- heap(1,S), heap(2,T).\n",
        "move(a) :- heap(1,3). after(a, heap(1,2)) :- heap(1,3).\n",
        LESS,
    ]
    for text in right:
        for command in (game := evaluate(rules(text), {}, {"heap": 2}, {})).moves:
            assert wrong(game, command, space((HEAP,), ("stones",))) == [], text
    rising = "move(a) :- heap(1,S), S > 1. after(a, heap(1,S+1)) :- heap(1,S).\n"
    (command,) = (game := evaluate(rules(rising), {}, {"heap": 1}, {})).moves
    assert [show(one) for one in wrong(game, command, space((HEAP,), ("stones",)))] == ["heap.1>=4", "#true"]


P, Q, CHOSEN = (unknown(name, 0, 9) for name in "pqc")
C = atom(CHOSEN)


def command(guard: Formula, *choices: Choice) -> GuardedCommand:
    return GuardedCommand(number(0), choices, guard, ())


@pytest.mark.parametrize(
    ("value", "guard", "low", "high"),
    [
        (number(4), TRUE, 4, 4),
        (atom(P), TRUE, 0, 9),
        (add(atom(P), number(-2)), TRUE, -2, 7),
        (scale(-1, atom(P)), TRUE, -9, 0),
        (subtract(atom(P), atom(Q)), no_more(atom(Q), atom(P)), 0, 9),
        (subtract(atom(P), atom(Q)), no_more(atom(P), atom(Q)), -9, 0),
        (subtract(atom(P), atom(Q)), equal(atom(P), add(atom(Q), number(2))), 2, 2),
        (subtract(atom(Q), atom(P)), equal(atom(P), add(atom(Q), number(2))), -2, -2),
    ],
)
def test_what_is_certain_of_a_value(value: Linear, guard: Formula, low: int, high: int) -> None:
    """The greatest bound that it certainly reaches, and the least that it certainly does not pass."""
    of = command(guard)
    assert [bound for bound in range(-20, 20) if at_least(value, bound, of)][-1] == low
    assert next(bound for bound in range(-20, 20) if at_most(value, bound, of)) == high


def test_what_is_certain_of_a_value_that_is_chosen() -> None:
    """It is put at the end of its range that counts, which may depend on a size."""
    of = command(TRUE, Choice(CHOSEN, (number(1),), (atom(P),)))
    assert at_most(C, 9, of)
    assert not at_most(C, 8, of)
    assert at_least(C, 1, of)
    assert not at_least(C, 2, of)
    assert at_most(subtract(C, atom(P)), 0, of)
    assert not at_most(subtract(C, atom(P)), -1, of)
    assert at_least(subtract(atom(P), C), 0, of)
    assert not at_least(subtract(atom(P), C), 1, of)
    assert at_most(subtract(atom(P), C), 8, of)
    assert not at_most(subtract(atom(P), C), 7, of)
    several = command(conj((TRUE,)), Choice(CHOSEN, (number(1), atom(Q)), (atom(P), number(5))))
    assert at_most(C, 5, several)
    assert at_most(subtract(C, atom(P)), 0, several)
    assert at_least(C, 1, several)
    assert at_least(subtract(C, atom(Q)), 0, several)


def test_what_a_position_is_called_and_its_ranges(rules: Reader) -> None:
    game = evaluate(rules(NIM, (HEAP, PASS)), {}, {"heap": 2}, {"pass": (0, HIGH)})
    given = naming(game, space((HEAP, PASS), ("stones", "pass")))
    heaps, turn = game.position
    assert isinstance(heaps, tuple) and isinstance(turn, Linear)
    assert given.arguments == ["h1", "h2", "k1"]
    assert [given.names[one] for entry in (*heaps, turn) for one in unknowns(entry)] == ["h1", "h2", "k1"]
    ranges = [given.ranges[one] for entry in (*heaps, turn) for one in unknowns(entry)]
    assert ranges == [(1, LARGEST), (1, LARGEST), (0, HIGH)]
