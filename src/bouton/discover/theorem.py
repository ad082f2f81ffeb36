"""From the rules of a game alone to a theorem: guesses of several kinds, the simplest kind first."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator
from dataclasses import replace

from bouton.claims.subject import rules_of
from bouton.core.errors import LimitReached, fault
from bouton.core.spec import Play, Spec
from bouton.discover.alliances import winners
from bouton.discover.by_digits import digits_of_one, digits_of_two
from bouton.discover.digits import digits
from bouton.discover.draft import game_files
from bouton.discover.formulas import formulas, later
from bouton.discover.golden import golden
from bouton.discover.guess import Guess, Search, with_strategy
from bouton.discover.halves import halves
from bouton.discover.pairs import pairs
from bouton.discover.summands import periods, sums
from bouton.discover.swapped import swapped
from bouton.process.limits import Limits

_PROPOSERS = (sums, digits, golden, pairs, digits_of_two, formulas, swapped, periods, digits_of_one, halves, later)
"""Simple ones first; sequences of pairs are not proved, and automata that take long come after them; periods are for
counters, those of heaps come with the sums."""


def discover(
    spec: Spec, limits: Limits, play: Play = "normal", tell: Callable[[str], None] = lambda _what: None
) -> Generator[Guess]:
    """Guesses as they come; `Discovery` tells which of them is the best.

    `limits` are those of the whole search. A guess is proved only where `check` says so of its draft. InputError where
    the rules are at fault, or misère play is asked of a game of alliances; LimitReached is never raised.
    """
    if spec.all_games:
        raise fault("statements on all games have no game of which a theorem could be found", file=spec.file)
    if rules_of(spec).alliances and play == "misere":
        raise fault("a game of alliances (side/1) has no misère play: winner/1 says who has won", file=spec.file)
    spec = replace(spec, rules=game_files(spec))
    search = Search(spec, rules_of(spec), play, limits, time.monotonic() + limits.seconds, tell)
    try:
        for proposer in (winners,) if search.rules.alliances else _PROPOSERS:
            proved = None
            for guess in proposer(search):
                yield guess
                proved = guess if guess.state == "proved" else proved
            if proved is not None:
                search.hurry()
                yield with_strategy(search, proved)
                return
    except LimitReached:
        return
