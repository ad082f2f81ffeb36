"""Sums of heaps that moves split, whose values are read from a table: by the code of the game and a period.

Where the rules say that the game is the sum of its heaps and has an octal code, for heaps of every size, its values are
computed, and repeat for ever by the theorem on periods (`periods.by_code`). What the claim says of one heap is
held against them up to the end of the theorem's window; that it repeats with the same period from there on is solved,
the size unknown. So it is the value of every heap, and the XOR over the heaps is that of every position.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial

from bouton.claims.parts import NIM_SUM, PERIOD, REPEATS, TABLE, compared_at, hypotheses, needs_at
from bouton.claims.registry import stated
from bouton.claims.way import Described
from bouton.core.errors import Unreadable
from bouton.core.logic.arithmetic import add, atom, number
from bouton.core.logic.formulas import at_most, equivalent, negate
from bouton.core.logic.problem import Problem, ended, settled
from bouton.core.logic.substitution import replace as put
from bouton.core.octal import Code
from bouton.core.position import Heaps, Position, one_list
from bouton.core.proof import Obligation, Proof, ProofPlace, claim_part
from bouton.core.spec import Claim, Spec
from bouton.core.stated import Period, Values
from bouton.ground.values import values_by_code
from bouton.process.limits import Limits
from bouton.proof.attempt import Attempt, Candidate
from bouton.proof.goal import Goal, theorem_of
from bouton.proof.obligations.kernel import defined
from bouton.proof.setting import Setting, fixed, unbounded
from bouton.proof.theorem import Reading
from bouton.proof.ways.periods.by_code import OCTAL, WINDOW, repeating, window
from bouton.proof.ways.sums.at_numbers import claimed_of, first_sums
from bouton.proof.ways.sums.code import OF_CODE, decided, question, size_of, solved
from bouton.proof.ways.sums.compared import compared, validated
from bouton.proof.ways.sums.problems import CITED, SumOfHeaps, reading_of, sum_of
from bouton.proof.whole import ReadWhole, Told, Whole, WholeWay

_COMPUTED = (200, 800, 3200)
"""Up to these sizes values are computed in search of a period."""
_MOST = 6_000
"""The greatest heap at which a table is looked at."""

Table = Callable[[int], frozenset[int]]
"""The values that the claim gives a heap of each size; size 0 is the position without heaps."""


def _concerns(goal: Whole) -> bool:
    """Whether it is about any number of heaps, moves split these, and play is normal: no table tells of misère play."""
    claim = goal.claim
    if isinstance(stated(claim), Period) or claim.strategy is not None or claim.play == "misere" or claim.using:
        return False
    try:
        return (
            not goal.about.measure.predicates
            and all(one.levels and not one.unknown for one in goal.settings())
            and sum_of(claim, goal.rules).more == 1
        )
    except Unreadable:
        return False


def _read(goal: Whole) -> Iterator[ReadWhole]:
    """As the sum of heaps that the rules say it is: the code, the table and that it repeats, for each parameter."""
    ranges = goal.settings()
    assert goal.claim.prove is not None
    places = [replace(one.place, counts=counts) for one in ranges for counts in ((), (0,), (1,))]
    own = {NIM_SUM: (), TABLE: (), REPEATS: (goal.claim.id,), claim_part(goal.claim.id): ()}
    needs = [
        *needs_at(OF_CODE | own, (one.place for one in ranges)),
        *needs_at({"rules": ()}, (one for one in places if one.counts)),
    ]
    reach = {"fixed": fixed(goal.about, goal.claim.prove, ranges), "unbounded": unbounded(goal.about, ranges)}
    meets = (*hypotheses(goal.claim), *map(compared_at, places))
    yield ReadWhole(needs, partial(_told, goal.alone), meets, reach, apart=True)


def _told(goal: Whole) -> Iterator[Told | Attempt]:
    """What was settled and solved at each value of the parameters, and what positions there were found to meet."""
    found = sum_of(goal.claim, goal.rules)
    solve = partial(_solved, limits=goal.asked.limits, crosscheck=goal.asked.crosschecks)
    return (_of_setting(goal, one, found, solve) for one in goal.settings())


BY_TABLE = WholeWay(
    Described(
        "by a table of values",
        "The values of a game with an octal code repeat for ever once they do so as far as the theorem on periods "
        "asks.",
        (WINDOW, OCTAL, CITED),
        "sums.md#a-table-of-values-for-any-number-of-heaps",
    ),
    _concerns,
    _read,
    last=lambda _: False,
)
"""The way by a table of values: the game is the sum of its heaps, which moves may split."""


def _of_setting(
    goal: Whole,
    setting: Setting,
    found: SumOfHeaps,
    solve: Callable[[Problem], tuple[Obligation, Mapping[str, int]]],
) -> Told | Attempt:
    """What was settled and solved at given values of the parameters; or how the attempt ends there."""
    spec, claim, rules, asked = goal.about, goal.claim, goal.rules, goal.asked
    coded = decided(rules, spec.measure, setting.parameters, asked.limits, asked.crosschecks)
    at = setting.place
    reading = replace(reading_of(theorem_of(spec, claim, rules, setting), found), range=frozenset({(0,), (1,)}))
    name = found.total.value[0]
    told = list(coded.obligations)
    told.append(_settled(NIM_SUM, f"by the form of the rules {name} is an XOR over the heaps"))
    for counts in ((0,), (1,)):
        for problem in defined(reading.at(counts)):
            obligation, _ = solve(replace(problem, name=f"{problem.name}, {counts[0]} heaps"))
            if obligation.verdict != "proved":
                raise Unreadable(f"{problem.name}: {obligation.reason}")
            told.append(replace(obligation, place=replace(at, counts=counts)))
    preperiod, period, values = _period(coded.code)
    table: Table = cache(lambda size: claimed_of(reading, (size,) * bool(size)))
    last = window(preperiod, period, coded.code) - 1 + period
    wrong = _wrong(table, values, last)
    if wrong is None:
        problem = _repeats(reading, preperiod, period)
        obligation, model = solve(problem)
        if obligation.verdict == "refuted":
            far = max(model.values(), default=0) + period
            if far > _MOST:
                raise Unreadable(f"{REPEATS}: it fails at {far - period}")
            values = values_by_code(coded.code, far + 1)
            wrong, last = _wrong(table, values, far), far
        if wrong is None and obligation.verdict != "proved":
            raise Unreadable(f"{REPEATS}: {obligation.reason or 'it fails'}")
        told.append(obligation)
    if wrong is not None:
        return _refuted(spec, claim, setting, table, values, wrong, last)
    told.append(_settled(PERIOD, repeating(coded.code, preperiod, period)))
    told.append(_settled(TABLE, f"{name} is the value of each heap of 0..{last}, and nothing else"))
    told.append(_settled(claim_part(claim.id), "with the theorems, so it is for every number of heaps of every size"))
    about = Goal(spec, claim, rules, setting)
    held = list(validated(about, compared(about, found, reading), reading))
    return Told(
        [_named(one, at) for one in told],
        met=frozenset(one for item in held for one in item.seen.met),
        compared=frozenset(one for item in held for one in item.compared),
        failing=next((item.seen.failing for item in held if item.seen.failing is not None), None),
        near=(replace(coded.near, of="code"), *(item.seen.near for item in held if item.seen.near is not None)),
        cites=(OCTAL if coded.code.heaps > 1 else WINDOW, CITED),
    )


def _named(obligation: Obligation, at: ProofPlace) -> Obligation:
    """The obligation with the values of the parameters, in its name too."""
    name = f"{obligation.name}, {at.at}" if at.at else obligation.name
    return replace(obligation, name=name, place=replace(obligation.place, at=at.at))


def _settled(name: str, meaning: str) -> Obligation:
    return Obligation(name, meaning, "proved", 0.0, "evaluation")


def _solved(problem: Problem, limits: Limits, crosscheck: bool) -> tuple[Obligation, Mapping[str, int]]:
    """How a problem ends, and its model."""
    if settled(problem):
        return ended(problem), {}
    begun = time.monotonic()
    solvers, answer = solved(question(problem), limits, crosscheck)
    verdict = {"unsat": "proved", "sat": "refuted"}.get(answer.verdict, "unknown")
    seconds = time.monotonic() - begun
    return ended(problem, verdict, seconds, solvers, answer.reason), answer.model or {}


def _period(code: Code) -> tuple[int, int, list[int]]:
    """The least period that the theorem proves, its preperiod, and the values; Unreadable where none is seen."""
    for most in _COMPUTED:
        values = values_by_code(code, most + 1)
        for period in range(1, most // 2):
            differing = (n for n in range(most - period, -1, -1) if values[n] != values[n + period])
            preperiod = next(differing, -1) + 1
            if window(preperiod, period, code) - 1 + period <= most:
                return preperiod, period, values
    raise Unreadable(f"no period is seen in the values of heaps of up to {_COMPUTED[-1]}")


def _wrong(table: Table, values: Sequence[int], last: int) -> int | None:
    """The least heap of another value than is claimed."""
    return next((size for size in range(last + 1) if table(size) != {values[size]}), None)


def _repeats(reading: Reading, preperiod: int, period: int) -> Problem:
    """That the claim says the same of heaps that differ by the period."""
    here = reading.at((1,))
    size = size_of(here.game)
    further = put({size: add(atom(size), number(period))}, here.claimed)
    (member,) = reading.theorem.members
    meaning = f"{member.iff} is the same of n and n+{period} for every n >= {preperiod}"
    differs = negate(equivalent(here.claimed, further))
    return Problem(
        REPEATS, meaning, (at_most(number(preperiod), atom(size)), differs), "rules", speaks=reading.at((1,)).speaks
    )


# ------------------------------------------------------------------------------------------------------- refutations


def _refuted(
    spec: Spec, claim: Claim, setting: Setting, table: Table, values: Sequence[int], wrong: int, last: int
) -> Attempt:
    """The least position at which a table with a wrong entry makes the claim fail, if there is one of such heaps."""
    reason = f"the value of {wrong} is {values[wrong]}, and the claim has {sorted(table(wrong))}"
    fluent, of_values = one_list(spec.fluents), isinstance(stated(claim), Values)
    heaps = (wrong,) * bool(wrong) if of_values else _least(table, values[: last + 1], fluent)
    if heaps is None or spec.measure.entries != ("stones",):
        raise Unreadable(reason)
    position: Position = (fluent.canonical(heaps),)
    candidate = Candidate(dict(setting.parameters), position, TABLE)
    return Attempt(Proof("refuted", reason=reason), (candidate,), certified=True)


def _least(table: Table, values: Sequence[int], fluent: Heaps) -> tuple[int, ...] | None:
    """The heaps of the fewest stones, and the first in order, at which a claim that their nim-sum is 0 fails."""

    def plus(state: tuple[frozenset[int], int], size: int) -> tuple[frozenset[int], int]:
        claimed, value = state
        return frozenset(one ^ other for one in claimed for other in table(size)), value ^ values[size]

    sums = first_sums((table(0), values[0]), plus, len(values) - 1, fluent)
    return next((heaps for heaps, (claimed, value) in sums if (0 in claimed) is not (value == 0)), None)
