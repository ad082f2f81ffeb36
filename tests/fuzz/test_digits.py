"""A few random claims about digits and exclusive ors, and that an automaton that is wrong is found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from pathlib import Path

import pytest

from benchmarks.fuzz.digits import BITS, SYSTEMS, compared, made
from bouton.automata import decide
from bouton.automata import linear as relations
from bouton.automata.automaton import Automaton, Track
from bouton.core.numeration import BINARY, ZECKENDORF, Numeration

PARITY = relations.parity


def test_no_route_differs(tmp_path: Path) -> None:
    tally: Counter[str] = Counter()
    for number in range(4):
        assert compared(made(2026, number), number, tally, tmp_path) == []
    routes = (
        "clingo, at numbers",
        "the reading, at numbers",
        "the automaton, at numbers",
        "verdict and counterexample",
    )
    assert all(tally[one] for one in routes)


def test_digits_in_plain_python_are_those_of_the_numerations() -> None:
    every = (BINARY, Numeration("base", 3), ZECKENDORF, Numeration("ostrowski", 2))
    assert SYSTEMS[0] is BITS
    for plain, system in zip(SYSTEMS, every, strict=True):
        assert all(plain.digits(n) == [*system.digits(n)] for n in range(200))
        assert plain.largest == system.largest


def test_an_exclusive_or_that_is_wrong_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(tracks: Collection[Track], value: int) -> Automaton:
        return PARITY(tracks, value ^ 4)

    monkeypatch.setattr(relations, "parity", wrong)
    for own in ("held", "held_in_parts"):  # else Bouton finds it
        monkeypatch.setattr(decide, own, lambda *_: 0)
    number = next(at for at in range(100) if made(2026, at).used["^"] and "^" in made(2026, at).rules)
    found = (each for at in range(number, 100) for each in compared(made(2026, at), at, Counter(), tmp_path))
    assert any("the automaton" in words for words in found)


def test_a_case_is_the_same_in_every_run() -> None:
    assert made(1, 3).rules == made(1, 3).rules
    assert made(1, 3).rules != made(2, 3).rules
