"""Games of alliances: which side wins, as a small formula over the position."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from bouton.core.verdict import Label
from bouton.discover import draft as drafts
from bouton.discover.draft import unused
from bouton.discover.formulas import Theorem, Told, learnt
from bouton.discover.guess import Guess, Search
from bouton.discover.learn import Cover

_FIRST = 40
"""About how many positions tell which sides there are."""
_LONGEST = 160
"""What a formula may cost: it has a part for each place in the turn."""
_TURN = 12
"""A counter of no more values says whose turn it is, and a proof keeps to its range."""
_EXCEPTIONS = 16
"""Counters are compared with numbers up to it, whatever the rules mention."""


def winners(search: Search) -> Iterator[Guess]:
    """Guesses at which side wins, as small disjunctions of conjunctions of literals for all parameters at once."""
    sides = search.outcomes(_FIRST).sides
    if len(sides) < 2:
        return
    search.target = sides[-1]
    language, lines = search.language
    told = Told(search.outcomes, partial(_winner, sides), longest=_LONGEST)
    ways = [replace(one, turn=_TURN) for one in drafts.reaches(search.spec)]
    yield from learnt(search, replace(language, exceptions=_EXCEPTIONS), lines, ways, told)


def _winner(
    sides: Sequence[Label], _search: Search, cover: Cover, bodies: Sequence[str], said: str, known: set[str]
) -> Theorem:
    """The theorem that the last of two sides wins where the cover holds, and the first one elsewhere.

    Of a negated cover the conjunctions tell where the first side wins.
    """
    here, elsewhere = sides if cover.negated else reversed(sides)
    name, condition = unused("found", known), unused("condition", known)
    made = [f"{condition} :- {body}." for body in bodies] or [f"{condition} :- #false."]
    made += [f"{name}({here}) :- {condition}.", f"{name}({elsewhere}) :- not {condition}."]
    says = f"Side {here} wins iff {said}; elsewhere side {elsewhere} wins."
    return Theorem(tuple(made), says, {"kind": "winners", "iff": name})
