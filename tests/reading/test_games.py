"""The shipped encodings, read symbolically: moves and predicates are clingo's at every position of a small box."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import pytest

from bouton.core.errors import Unreadable
from bouton.core.position import Counter, Fluent, Heaps, Parameters, Position
from bouton.reading.evaluate import evaluate
from bouton.rules.depend import closure
from bouton.rules.file import IN_RANGE, Rules
from bouton.rules.named import AT
from tests.reading.plain import Reading
from tests.reading_rules import read
from tests.shipped import named

UP, DOWN = Heaps("heap"), Heaps("heap", "descending")


def heaps(count: int, size: int, step: int = 1) -> Iterator[tuple[int, ...]]:
    for each in range(count + 1):
        for sizes in itertools.combinations_with_replacement(range(1, size + 1), each):
            yield sizes[::step]


GAMES: list[tuple[str, list[Fluent], Parameters, list[Position]]] = [
    ("nim", [UP], {}, [(sizes,) for sizes in heaps(3, 3)]),
    ("moore_nim", [UP], {"k": 2}, [(sizes,) for sizes in heaps(3, 3)]),
    ("wythoff", [UP], {}, [(sizes,) for sizes in heaps(2, 6)]),
    ("greedy_nim", [DOWN], {}, [(sizes,) for sizes in heaps(4, 3, -1)]),
    ("greedy_nim_k", [UP], {"k": 2}, [(sizes,) for sizes in heaps(4, 4)]),
    ("greedy_nim_k", [UP], {"k": 3}, [(sizes,) for sizes in heaps(4, 4)]),
    ("misere_bounded_greedy_nim", [DOWN], {"k": 2}, [(sizes,) for sizes in heaps(3, 5, -1)]),
    ("known_false/bounded_greedy_nim", [DOWN], {"k": 2}, [(sizes,) for sizes in heaps(3, 5, -1)]),
    ("subtraction", [Counter("pile")], {"S": (2, 5)}, [(pile,) for pile in range(25)]),
    ("kayles", [UP], {}, [(sizes,) for sizes in heaps(2, 5)]),
    ("nim_with_a_pass", [UP, Counter("pass")], {}, list(itertools.product(heaps(3, 3), (0, 1)))),
]
UNREADABLE = {
    "nim": {"nim_sum", "safe", "safe_misere", "sum", "unsafe", "winning_move", "winning_move_misere"},
    "moore_nim": {"balanced", "balanced_misere", "ones", "place", "unbalanced", "sum", "nim_sum_zero"},
    "greedy_nim": {"nim_sum"},
    "wythoff": {"fibonacci", "fibonacci_pair", "mex_pair", "try", "x", "y"},
    "nim_with_a_pass": {"sum", "nim_sum", "nim_sum_zero", "nim_sum_is_pass"},
    # the values by recursion and what is made of them: read for a hundred piles, which takes minutes
    "subtraction": {
        *("hits", "climbs", "avoids", "g", "value", "up_19", "down_19", "unlike", "broken", "repeats", "later"),
        *("begins", "longer", "period", "periodic", "purely_periodic"),
    },
}
ELSEWHERE = {"subtraction": [Counter("x")]}
COUNTERS = {"pile": (0, 200), "pass": (0, 1)}


def rules_of(name: str, fluents: list[Fluent], parameters: Parameters) -> Rules:
    sets = [parameter for parameter, value in parameters.items() if isinstance(value, tuple)]
    numbers = [parameter for parameter in parameters if parameter not in sets]
    return read(named(name).rules, fluents, numbers, sets, ELSEWHERE.get(name, []))


@pytest.mark.parametrize(("name", "fluents", "parameters", "positions"), GAMES, ids=lambda value: str(value)[:20])
@pytest.mark.sample(9)
def test_every_predicate_is_clingos(
    name: str, fluents: list[Fluent], parameters: Parameters, positions: list[Position]
) -> None:
    rules = rules_of(name, fluents, parameters)
    unreadable = UNREADABLE.get(name, set())
    # what no position changes, such as the terms of a sequence, has one meaning only
    wanted = sorted(signature for signature in rules.dependent if signature[0] not in {"move", "after"} | unreadable)
    # and what a table that ends with the range decides has no meaning of every size
    ends = {name for name in wanted if IN_RANGE in closure({name}, rules.statements)} if rules.ranged else set()
    # nor has what the game tells of named positions
    ends |= {name for name in wanted if name == AT or rules.told & closure({name}, rules.statements)}
    wanted = [signature for signature in wanted if signature in rules.defined - ends]
    counters = {fluent.name: COUNTERS[fluent.name] for fluent in fluents if isinstance(fluent, Counter)}
    reading = Reading(rules, parameters, counters)
    for position in positions:
        reading.check(position, wanted)


@pytest.mark.parametrize("name", ["nim", "wythoff", "nim_with_a_pass"])
def test_what_no_linear_arithmetic_says_is_told(name: str) -> None:
    ((_, fluents, parameters, _),) = [game for game in GAMES if game[0] == name]
    rules = rules_of(name, fluents, parameters)
    counters = {fluent.name: COUNTERS[fluent.name] for fluent in fluents if isinstance(fluent, Counter)}
    for signature in sorted(rules.defined):
        if signature[0] in UNREADABLE[name] - {"mex_pair", "try", "x"}:
            with pytest.raises(Unreadable) as found:
                evaluate(rules, parameters, {"heap": 2}, counters, [signature])
            assert found.value.line > 0
            assert found.value.column > 0
