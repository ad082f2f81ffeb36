"""Periods of the values of single heaps, for heaps of every size.

Let a move take at least one stone and at most t from a heap and leave at most h heaps, by a code. If g(n+p) = g(n) for
all n with e <= n < h(e+p+1) - p + t, then for all n >= e. By induction on n, from that bound on: of the heaps of an
option of n+p the greatest has (n+p-t)/h >= e+p+1 stones or more; p stones less, it is a heap of the same value, by
induction, and not empty, and the option one of n. Likewise p stones more make an option of n one of n+p. So both have
options of the same values. For h = 2 that is the theorem of Guy and Smith on octal games, with a window that is two
wider than theirs, and for h = 1 the window of finite subtraction sets: t+1 values in a row.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from bouton.claims.parts import MOVE, PERIOD, TABLE, TERMINAL, needs_at
from bouton.claims.periodic import Repeats, misvalued, repeats, told_shorter
from bouton.claims.registry import stated
from bouton.claims.way import Described
from bouton.core.errors import Disagreement, Unreadable
from bouton.core.octal import Code
from bouton.core.proof import Obligation, ProofPlace, claim_part
from bouton.core.stated import Period
from bouton.document.entries import Periodic
from bouton.ground.values import values_by_code
from bouton.proof.attempt import Attempt
from bouton.proof.ways.periods.single import asks_for_rows, every_size, given, refuted_at, unproved, where_of
from bouton.proof.ways.sums.code import OF_CODE, Decided, decided
from bouton.proof.whole import ReadWhole, Told, Whole, WholeWay

OCTAL = "values of an octal game that are periodic up to 2e+2p+t are so for ever (Guy and Smith 1956)"
WINDOW = "values by a finite subtraction set that repeat over a window as long as its greatest number repeat for ever"
"""What a proof by a code takes from theory, for moves that leave two heaps, and for those that leave one."""

_RATE, _EACH = 5e8, 2e-5
"""So many options that leave two heaps are looked at in a second, or more; and the seconds that each heap takes."""


def window(preperiod: int, period: int, code: Code) -> int:
    """The bound: the values of n and n + period must be compared for all n from the preperiod up to it, exclusive."""
    return code.heaps * (preperiod + period + 1) - period + code.most


def repeating(code: Code, preperiod: int, period: int) -> str:
    """What values show by a code, in words: that they repeat up to the bound."""
    return (
        f"by {code.text} the values of n and n+{period} are the same for {preperiod} <= n < "
        f"{window(preperiod, period, code)}, which is {code.heaps}({preperiod}+{period}+1)-{period}+{code.most}"
    )


def _read(goal: Whole) -> Iterator[ReadWhole | Unreadable]:
    """By the theorem on codes at each value of the parameters, where the moves are of the form of a code."""
    fault = unproved(goal)
    listed = goal.claim.by(Periodic).values is not None
    parts = OF_CODE | dict.fromkeys((*((TABLE,) if listed else ()), claim_part(goal.claim.id)), ())
    needs = [] if fault else [*needs_at(parts, (one.place for one in goal.settings()))]
    yield fault or ReadWhole(needs, partial(_found, goal.alone), (MOVE, TERMINAL), every_size(goal), apart=True)


def _found(goal: Whole) -> Iterator[Told | Attempt]:
    """The code and what the values show that it gives, or where they are others than is claimed."""
    assert not goal.claim.by(Periodic).saltus
    for one in given(goal):
        found = decided(goal.rules, goal.spec.measure, one.parameters, goal.asked.limits, goal.asked.crosschecks)
        said = repeats(goal.claim, one.parameters)
        last = _last(said, found.code, goal.asked.limits.seconds)
        started = time.monotonic()
        twice = said.preperiod + 2 * said.period  # which tell the least period
        values = values_by_code(found.code, max(last + 1, twice))
        size = misvalued(said, values)
        steps = _told(goal.claim.id, said, found, last, time.monotonic() - started, one.place)
        if size is not None:
            yield refuted_at(goal.spec.fluents[0], one.parameters, size)
        where = where_of(one.parameters)
        yield Told(
            [replace(each, name=f"{each.name}{where}") for each in (*found.obligations, *steps)],
            met=found.met,
            near=(found.near,),
            cites=(OCTAL if found.code.heaps > 1 else WINDOW,),
            reason=told_shorter(said, [dict(enumerate(values))], where),
        )


BY_CODE = WholeWay(
    Described(
        "by the code of the game",
        "The values of a game with an octal code repeat for ever once they do so as far as the theorem on periods "
        "asks.",
        (WINDOW, OCTAL),
        "sums.md#periods",
    ),
    lambda goal: (
        isinstance(stated(goal.claim), Period) and not goal.claim.by(Periodic).saltus and not asks_for_rows(goal)
    ),
    _read,
    last=lambda _: False,
)
"""The way to prove a period by the code of the game: no theorem on codes tells of values that rise."""


def _last(said: Repeats, code: Code, seconds: float) -> int:
    """The greatest size that is looked at; Unreadable where that would take longer than so many seconds."""
    last = window(said.preperiod, said.period, code) - 1 + said.period
    takes = last * last * sum(left == 2 for _, left in code.leaves) / _RATE + last * _EACH
    if takes > seconds:
        raise Unreadable(f"values up to {last} would be needed, which take some {takes:.0f} s")
    return last


def _told(claim: str, said: Repeats, found: Decided, last: int, seconds: float, at: ProofPlace) -> list[Obligation]:
    """What the values up to the last that is needed show."""
    end = window(said.preperiod, said.period, found.code)
    meaning = repeating(found.code, said.preperiod, said.period)
    steps = [Obligation(PERIOD, meaning, "proved", seconds, "evaluation", place=at)]
    if said.values is not None:
        meaning = f"the values of 0..{len(said.values) - 1} are those listed"
        steps.append(Obligation(TABLE, meaning, "proved", 0.0, "evaluation", place=at))
    if last != end - 1 + said.period:
        raise Disagreement(f"{claim}: values up to {last} do not reach as far as the theorem asks")
    whole = "with the theorem, so it is for heaps of every size"
    return [*steps, Obligation(claim_part(claim), whole, "proved", 0.0, "evaluation", place=at)]
