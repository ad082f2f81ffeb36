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
from collections.abc import Iterator, Sequence
from dataclasses import replace

from bouton.claims.parts import MOVE, PERIOD, TABLE, TERMINAL, needs_of_period
from bouton.claims.periodic import Repeats, least, misvalued, repeats
from bouton.claims.way import Described
from bouton.core.errors import Disagreement, LimitReached
from bouton.core.logic.terms import Unreadable
from bouton.core.octal import Code
from bouton.core.position import Counter, as_argument
from bouton.core.proof import Need, Obligation, Place, Proof, claim_part, proved
from bouton.core.spec import Claim, Spec
from bouton.document.entries import Periodic
from bouton.ground.octal import values_by_code
from bouton.process.limits import Limits, alone
from bouton.proof.compared.near import Nearness, compared_near, not_compared
from bouton.proof.prove import Asked, Attempt, located
from bouton.proof.reach import fixed
from bouton.proof.setting import Setting, settings
from bouton.proof.ways.periods.by_formula import prove_by_values, refuted_at
from bouton.proof.ways.sums.code import Decided, decided, form
from bouton.rules.file import Rules
from bouton.solving.cvc5 import has_cvc5

OCTAL = "values of an octal game that are periodic up to 2e+2p+t are so for ever (Guy and Smith 1956)"
WINDOW = "values by a finite subtraction set that repeat over a window as long as its greatest number repeat for ever"
"""What a proof by a code takes from theory, for moves that leave two heaps, and for those that leave one."""

_RATE, _EACH = 5e8, 2e-5
"""So many options that leave two heaps are looked at in a second, or more; and the seconds that each heap takes."""

BY_CODE = Described(
    "by the code of the game",
    "The values of a game with an octal code repeat for ever once they do so as far as the theorem on periods asks.",
    (WINDOW, OCTAL),
    "sums.md#periods",
)
"""The way to prove a period by the code of the game, as reports tell of it."""


def window(preperiod: int, period: int, code: Code) -> int:
    """The bound: the values of n and n + period must be compared for all n from the preperiod up to it, exclusive."""
    return code.heaps * (preperiod + period + 1) - period + code.most


def unproved(spec: Spec, claim: Claim, rules: Rules) -> str | None:
    """Why a proof of the claim cannot be tried, whatever code the game has; None where it can."""
    (fluent, *others) = spec.fluents
    assert claim.prove is not None
    if others:
        return "a period is proved of the values of single heaps"
    if isinstance(fluent, Counter):
        low = claim.prove.counters[fluent.name].low.text
        if fluent.name not in claim.prove.unbounded:
            return f"a period is proved for every size: prove: {{{fluent.name}: all}}"
        if low != "0":
            return f"{fluent.name} begins at {low}, and a period is proved of values from 0 on"
    try:
        form(rules)
    except Unreadable as error:
        return located(rules, error)
    return None


def prove(spec: Spec, claim: Claim, rules: Rules, asked: Asked) -> Attempt:
    """Try to prove a period for heaps of every size: by the code of the game, or else by a formula for the values."""
    assert claim.prove is not None
    reason = unproved(spec, claim, rules) or _unranged(spec, claim, rules)
    if reason is not None:
        return Attempt(Proof("unknown", reason=reason))
    if claim.by(Periodic).saltus:  # no theorem on codes tells of values that rise
        return prove_by_values(spec, claim, rules, asked)
    crosscheck = has_cvc5() if asked.crosscheck is None else asked.crosscheck
    try:
        found: Attempt = alone(_by_code, spec, claim, rules, asked.limits, crosscheck, limits=asked.limits)
    except LimitReached as error:
        return Attempt(Proof("unknown", reason=str(error)))
    if found.proof.verdict != "unknown":
        return found
    other = prove_by_values(spec, claim, rules, asked)
    if other.proof.verdict != "unknown":
        return other
    return replace(found, proof=replace(found.proof, reason=f"{found.proof.reason}; {other.proof.reason}"))


def _unranged(spec: Spec, claim: Claim, rules: Rules) -> str | None:
    """Why the range of the proof is none for a period; None where it is one."""
    assert claim.prove is not None
    try:
        ranges = list(settings(spec, claim.prove))
    except Unreadable as error:
        return located(rules, error)
    if not ranges:
        return "the range of the proof is empty"
    return "a period is proved for given values of the parameters" if any(one.unknown for one in ranges) else None


def _by_code(spec: Spec, claim: Claim, rules: Rules, limits: Limits, crosscheck: bool) -> Attempt:
    """The end of the proof of a period without a saltus, by a theorem on codes."""
    assert claim.prove is not None
    assert not claim.by(Periodic).saltus
    ranges = list(settings(spec, claim.prove))
    fluent = spec.fluents[0]
    needs = [need for one in ranges for need in _needs(claim, one)]
    obligations: list[Obligation] = []
    cites: dict[str, None] = {}
    met = {MOVE, TERMINAL}
    near: list[Nearness] = []
    shorter: list[str] = []
    for one in ranges:
        try:
            found = decided(rules, spec.measure, one.parameters, limits, crosscheck)
            said = repeats(claim, one.parameters)
            last = _last(said, found.code, limits.seconds)
        except Unreadable as error:
            return Attempt(Proof("unknown", reason=located(rules, error), obligations=tuple(obligations)))
        started = time.monotonic()
        values = values_by_code(found.code, last + 1)
        size = misvalued(said, values)
        told = _told(claim.id, said, found, last, time.monotonic() - started, Place(as_argument(one.parameters, {})))
        if size is not None:
            return refuted_at(fluent, one.parameters, size)
        where = _where(one)
        obligations += [replace(each, name=f"{each.name}{where}") for each in (*found.obligations, *told)]
        met &= found.met
        shorter += _shorter(said, values, where)
        near.append(found.near)
        cites[OCTAL if found.code.heaps > 1 else WINDOW] = None
    proof = proved(
        claim.id,
        needs,
        obligations,
        hypotheses=(MOVE, TERMINAL),
        met=met,
        against=not_compared(near, rules),
        numbers=compared_near(near, rules),
        fixed=fixed(spec, claim.prove, ranges),
        unbounded=(fluent.name,),
        cites=tuple(cites),
        reason="; ".join(shorter) or None,
    )
    return Attempt(proof)


def _shorter(said: Repeats, values: Sequence[int], where: str) -> Iterator[str]:
    """What the least period and preperiod are, where these are less than is claimed."""
    start, period = least(said, values)
    if (start, period) != (said.preperiod, said.period):
        yield f"the least period is {period}, from {start} on{where}"


def _last(said: Repeats, code: Code, seconds: float) -> int:
    """The greatest size that is looked at; Unreadable where that would take longer than so many seconds."""
    last = window(said.preperiod, said.period, code) - 1 + said.period
    takes = last * last * sum(left == 2 for _, left in code.leaves) / _RATE + last * _EACH
    if takes > seconds:
        raise Unreadable(f"values up to {last} would be needed, which take some {takes:.0f} s")
    return last


def _needs(claim: Claim, setting: Setting) -> Iterator[Need]:
    at = Place(as_argument(setting.parameters, {}))
    return needs_of_period(claim, at, listed=claim.by(Periodic).values is not None)


def _told(claim: str, said: Repeats, found: Decided, last: int, seconds: float, at: Place) -> list[Obligation]:
    """What the values up to the last that is needed show."""
    code = found.code
    first, end = said.preperiod, window(said.preperiod, said.period, code)
    meaning = (
        f"by {code.text} the values of n and n+{said.period} are the same for {first} <= n < {end}, which is "
        f"{code.heaps}({first}+{said.period}+1)-{said.period}+{code.most}"
    )
    steps = [Obligation(PERIOD, meaning, "proved", seconds, "evaluation", place=at)]
    if said.values is not None:
        meaning = f"the values of 0..{len(said.values) - 1} are those listed"
        steps.append(Obligation(TABLE, meaning, "proved", 0.0, "evaluation", place=at))
    if last != end - 1 + said.period:
        raise Disagreement(f"{claim}: values up to {last} do not reach as far as the theorem asks")
    whole = "with the theorem, so it is for heaps of every size"
    return [*steps, Obligation(claim_part(claim), whole, "proved", 0.0, "evaluation", place=at)]


def _where(setting: Setting) -> str:
    told = ", ".join(f"{name}={value}" for name, value in setting.parameters.items())
    return f", {told}" if told else ""
