"""Digits that rules ask for: what clingo derives, what is at fault, and what a file's own predicates are."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from bouton.core.errors import InputError
from bouton.core.numeration import BINARY, ZECKENDORF, Numeration
from bouton.core.position import Counter, Measure, Position
from bouton.ground.box import CounterBox, GroundBox
from bouton.ground.game import Game
from bouton.ground.graph import Grounder
from bouton.ground.replay import replay
from bouton.rules.file import Rules
from tests.reading_rules import read

MOVES = "move(one) :- pile(N), N > 0. after(one, pile(N-1)) :- pile(N), N > 0.\n"
PILE = Counter("pile", stones=True)
Reading = Callable[..., Rules]


@pytest.fixture
def reading(tmp_path: Path) -> Reading:
    def rules(text: str, parameters: tuple[str, ...] = ()) -> Rules:
        (tmp_path / "g.lp").write_text(MOVES + text)
        return read(tmp_path / "g.lp", (PILE,), parameters)

    return rules


def derived(rules: Rules, name: str, arity: int, most: int, **parameters: int) -> dict[int, set[tuple[int, ...]]]:
    game = Game(rules, Measure((PILE,), ("stones",)), parameters, {"pile": range(most + 1)})
    wanted = {(name, arity)}
    program = game.program(GroundBox((CounterBox(PILE, range(most + 1)),)), {*wanted, ("move", 1), ("after", 2)})
    places: list[Position] = [(n,) for n in range(most + 1)]
    found: dict[int, set[tuple[int, ...]]] = {}
    for node in Grounder(game, program, wanted).nodes(places):
        (n,) = node.position
        assert isinstance(n, int)
        found[n] = {tuple(one.number for one in row) for row in node.rows[name, arity]}
        replay(game, node)  # digits worked out apart from clingo's rules say the same
    return found


@pytest.mark.parametrize(
    ("atom", "system"),
    [
        ("digit(N,J,D)", BINARY),
        ("digit(3,N,J,D)", Numeration("base", 3)),
        ("digit(b+1,N,J,D)", Numeration("base", 6)),
        ("zeckendorf(N,J,D)", ZECKENDORF),
        ("ostrowski(1,N,J,D)", ZECKENDORF),
        ("ostrowski(b,N,J,D)", Numeration("ostrowski", 5)),
    ],
)
@pytest.mark.sample(3)
def test_clingo_has_the_digits(reading: Reading, atom: str, system: Numeration) -> None:
    rules = reading(f"shown(J,D) :- pile(N), {atom}.", ("b",))
    found = derived(rules, "shown", 2, 60, b=5)
    assert found == {n: set(enumerate(system.digits(n))) for n in range(61)}


def ones(n: int) -> set[int]:
    """The places where Zeckendorf's representation has a 1."""
    return {at for at, one in enumerate(ZECKENDORF.digits(n)) if one}


def test_digits_of_sums_under_negation_and_in_aggregates(reading: Reading) -> None:
    text = """\
    has(J)    :- pile(N), J = 0..9, not zeckendorf(2*N+1,J,1), T = 0..N, zeckendorf(N+T,J,1).
    count(C)  :- pile(N), C = #count { J : zeckendorf(N,J,1) }.
    late(J)   :- count(C), zeckendorf(C+40,J,1).
    """
    rules = reading(text)
    has = derived(rules, "has", 1, 30)
    assert has == {n: {(j,) for t in range(n + 1) for j in ones(n + t) - ones(2 * n + 1)} for n in range(31)}
    assert derived(rules, "count", 1, 30) == {n: {(len(ones(n)),)} for n in range(31)}
    assert derived(rules, "late", 1, 30) == {n: {(j,) for j in ones(len(ones(n)) + 40)} for n in range(31)}


def test_digits_that_no_position_decides(reading: Reading) -> None:
    rules = reading("fixed(J) :- zeckendorf(12,J,1).\nboth(J) :- fixed(J), pile(N), zeckendorf(N,J,1).")
    assert derived(rules, "both", 1, 12)[12] == {(0,), (2,), (4,)}


def test_a_predicate_of_that_name_is_the_files_own(reading: Reading) -> None:
    rules = reading("digit(N,N,N) :- pile(N).\nc(N) :- digit(N,_,_).")
    assert rules.numerations == frozenset()
    assert derived(rules, "c", 1, 5) == {n: {(n,)} for n in range(6)}
    assert reading("c :- pile(N), zeckendorf(N,_,1).").numerations == {("zeckendorf", 3)}


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("c(N) :- zeckendorf(N,_,1).", "the variable N is given no value but by its digits"),
        ("c(X) :- pile(N), zeckendorf(X,_,1), X > N.", "the variable X is given no value but by its digits"),
        ("c(A) :- pile(N), ostrowski(A,N,_,1).", "the variable A is given no value but by its digits"),
        ("c :- pile(N), zeckendorf(N,1).", "no rule derives zeckendorf/2"),
    ],
)
def test_faults(reading: Reading, text: str, fault: str) -> None:
    with pytest.raises(InputError) as raised:
        reading(text)
    assert [(one.line, one.message) for one in raised.value.diagnostics] == [(2, fault)]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("c(J) :- pile(N), digit(1,N,J,1).", "the base of digit(1,N,J,1) is not one number from 2 on"),
        ("c(J) :- pile(N), digit(b,N,J,1).", "the base of digit(b,N,J,1) is not one number from 2 on"),
        ("c(J) :- pile(N), J = 0..3, not digit(b,N,J,1).", "the base of digit(b,N,J,1) is not one number from 2 on"),
        ("c(J) :- pile(N), ostrowski(b,N,J,1).", "the partial quotient of ostrowski(b,N,J,1) is not one number"),
        (
            "c(C) :- pile(N), C = #count { J : digit(b,N,J,1) }.",
            "the base of digit(b,N,J,1) is not one number from 2 on",
        ),
        ("c(J) :- pile(N), B = 2..3, digit(B,N,J,1).", "the base of digit(B,N,J,1) is not one number from 2 on"),
        (
            "c(J) :- pile(N), ostrowski(0,N,J,1).",
            "the partial quotient of ostrowski(0,N,J,1) is",
        ),
        ("c(J) :- pile(N), zeckendorf(200000000+N,J,1).", "digits of numbers above 100,000,000 may be asked for"),
    ],
)
def test_what_cannot_be_derived(reading: Reading, text: str, fault: str) -> None:
    with pytest.raises(InputError) as raised:
        derived(reading(text), "c", 1, 5)
    (one,) = raised.value.diagnostics
    assert fault in one.message
    assert one.line == 2
