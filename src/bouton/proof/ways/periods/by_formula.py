"""Periods of values that rise, or of games without a code: proved as what they say of the value of each heap.

Let g(n+p) = g(n) + s for all n >= e. With the values of 0, ..., e+p-1, which are worked out, that is a formula for the
value of every heap: v + s*((n-e)/p), where v is the value of e + (n-e) mod p. So rules are written that say so, and the
formula is proved as a claim of kind `grundy` about any number of heaps, or about the one counter: by induction along
the measure, from the rules as they stand. It says more than the period, which follows from it. Nothing is taken from a
theorem on periods.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from bouton.claims.parts import PERIOD
from bouton.claims.periodic import Repeats, misvalued, repeats, told_shorter
from bouton.claims.registry import stated
from bouton.claims.subject import rules_of
from bouton.claims.way import Described
from bouton.core.errors import LimitReached, Unreadable
from bouton.core.fresh import Fresh
from bouton.core.position import Fluent, Heaps, Parameters, Value
from bouton.core.proof import Need, Proof
from bouton.core.ranges import interval
from bouton.core.sources import Source
from bouton.core.spec import Claim, ParameterRange, ProofRange, Spec
from bouton.core.stated import Period
from bouton.document.entries import Periodic
from bouton.process.limits import Limits
from bouton.proof.attempt import Attempt
from bouton.proof.setting import settings, with_range
from bouton.proof.ways.periods.rows import ONCE_MORE
from bouton.proof.ways.periods.single import asks_for_rows, every_size, follows, given, refuted_at, unproved, where_of
from bouton.proof.ways.sums.code import values_apart
from bouton.proof.whole import ReadWhole, Told, Whole, WholeWay, as_kind
from bouton.rules.file import Rules
from bouton.rules.read import more
from bouton.rules.syntax import names_of

MOST = 400
"""The most values that a formula lists."""


def _read(goal: Whole) -> Iterator[ReadWhole | Unreadable]:
    """By the values before the period, where these are of single heaps: that it follows, for each of the parameters."""
    fault = unproved(goal)
    needs = [] if fault else [Need(PERIOD, one.place, (goal.claim.id,)) for one in goal.settings()]
    yield fault or ReadWhole(needs, partial(_told, goal), reach=every_size(goal))


def _told(goal: Whole) -> Iterator[Told | Attempt]:
    """The proof of the formula at each value of the parameters, and that the period follows."""
    try:
        yield from (_at(goal, one.parameters) for one in given(goal))
    except LimitReached as error:
        raise Unreadable(f"the values of single heaps: {error}") from None


BY_FORMULA = WholeWay(
    Described(
        "by a formula for the values",
        "A period and the values before it give the value of every heap, which is proved by induction along the "
        "measure.",
        (),
        "sums.md#values-that-rise",
    ),
    lambda goal: isinstance(stated(goal.claim), Period) and not asks_for_rows(goal),
    _read,
    last=lambda _: False,
)
"""The way to prove a period by a formula for the values."""


def _at(goal: Whole, parameters: Parameters) -> Told | Attempt:
    """The end of the proof at these values of the parameters."""
    spec, claim, rules, asked = goal.spec, goal.claim, goal.rules, goal.asked
    said = repeats(claim, parameters)
    listed, looked = said.preperiod + said.period, said.preperiod + ONCE_MORE * said.period
    if listed > MOST:
        raise Unreadable(f"a formula for the values of heaps would list {listed} of them, which are too many")
    values = values_apart(rules, spec.measure, parameters, looked, asked.limits)
    wrong = misvalued(said, values)
    if wrong is not None:
        return refuted_at(spec.fluents[0], parameters, wrong)
    values_of, about = _stated(spec, claim, rules, parameters, values[:listed])
    attempt = goal.proofs.each(values_of, about, rules_of(values_of))
    if attempt.proof.verdict == "proved":
        shorter = told_shorter(said, [dict(enumerate(values))], where_of(parameters))
        return Told([follows(claim, parameters)], [attempt.proof], reason=shorter)
    far = _far(attempt)
    if looked < far <= MOST:
        wrong = misvalued(said, values_apart(rules, spec.measure, parameters, far, asked.limits))
        if wrong is not None:
            return refuted_at(spec.fluents[0], parameters, wrong)
    reason = f"by the values of single heaps: {attempt.proof.reason}"
    return Attempt(Proof("unknown", reason=reason, obligations=attempt.proof.obligations))


def _far(attempt: Attempt) -> int:
    """The greatest heap at which a solver says that the formula fails; 0 where it says none."""
    found = [one.position[0] for one in attempt.candidates]
    return max((max(one, default=0) if isinstance(one, tuple) else one for one in found), default=0)


def says_period(spec: Spec, claim: Claim) -> bool:
    """Whether a claim says of all sizes of a game of one heap, or counter, after how many their values repeat."""
    if not isinstance(claim.said, Periodic) or claim.said.of != "value" or claim.said.beside:
        return False
    return len(spec.fluents) == 1 and claim.where is None and claim.expect.verdict != "refuted"


def as_values(spec: Spec, claim: Claim, rules: Rules, limits: Limits) -> tuple[Claim, Claim, Rules]:
    """A period as what it says of values: it with the values before it listed, and a claim on values, with its rules.

    That they are the values is not known before the first of these claims is proved.
    """
    ranged, (fluent,) = with_range(claim), spec.fluents
    assert ranged.prove is not None
    ranges = list(settings(spec, ranged.prove))
    if len(ranges) != 1 or ranges[0].unknown:
        raise Unreadable("it is one formula for one value of each parameter alone")
    parameters = ranges[0].parameters
    said = repeats(claim, parameters)
    if said.preperiod + said.period > MOST:
        raise Unreadable(f"a formula would list {said.preperiod + said.period} values, which are too many")
    values = values_apart(rules, spec.measure, parameters, said.preperiod + said.period - 1, limits)
    listed = replace(claim, said=claim.by(Periodic).model_copy(update={"values": values}))
    fresh = Fresh(names_of(rules))
    name, early, late = (fresh.name(f"{stem}_by_period") for stem in ("value", "early", "late"))
    heaps = isinstance(fluent, Heaps)
    size, start = f"{fluent.name}({'1,' * heaps}S)", said.preperiod
    lines = [f"{late}({at},{value})." for at, value in enumerate(values[start:])]
    rises = f"+{said.saltus}*((S-{start})/{said.period})" if said.saltus else ""
    lines.append(f"{name}(V{rises}) :- {size}, S >= {start}, {late}((S-{start}) \\ {said.period},V).")
    if start:
        lines += [f"{early}({at},{value})." for at, value in enumerate(values[:start])]
        lines.append(f"{name}(V) :- {size}, {early}(S,V).")
    if heaps:
        lines.append(f"{name}(0) :- not {fluent.name}(1,_).")
    counts = {fluent.name: interval("0..1")} if heaps else {}
    asked = replace(ranged.prove, counts=counts, unbounded=ranged.prove.unbounded - {f"{fluent.name}.count"})
    return listed, as_kind(claim, "grundy", asked, iff=name), more(rules, lines, claim.place)


# ---------------------------------------------------------------------------------------------- the formula as rules


def _stated(
    spec: Spec, claim: Claim, rules: Rules, parameters: Parameters, values: Sequence[int]
) -> tuple[Spec, Claim]:
    """The spec with a predicate for the values that the period gives, and the claim that it names them."""
    assert claim.prove is not None
    (fluent,) = spec.fluents
    fresh = Fresh(names_of(rules))
    names = ("value", "summand", "total", "heaps")
    value, summand, total, count = (fresh.name(f"{name}_by_period") for name in names)
    lines = list(_formula(repeats(claim, parameters), values, fluent, summand if isinstance(fluent, Heaps) else value))
    if isinstance(fluent, Heaps):
        lines += [
            f"{count}(N) :- N = #count {{ I : {fluent.name}(I,_) }}.",
            f"{total}(0,0).",
            f"{total}(I,X^V) :- {total}(I-1,X), {summand}(I,V).",
            f"{value}(X) :- {count}(N), {total}(N,X).",
        ]
    asked = pinned(claim.prove, parameters)
    every = f"{fluent.name}.count" if isinstance(fluent, Heaps) else fluent.name
    return with_lines(spec, claim, lines), as_kind(
        claim, "grundy", replace(asked, unbounded=frozenset({every})), iff=value
    )


def with_lines(spec: Spec, claim: Claim, lines: Sequence[str]) -> Spec:
    """The spec with one more file of rules, named for the claim."""
    name = f"{claim.id}.lp"
    source = Source(name, spec.rules[0].file.with_name(name), "\n".join([*lines, ""]))
    return replace(spec, rules=(*spec.rules, source))


def _formula(said: Repeats, values: Sequence[int], fluent: Fluent, name: str) -> Iterator[str]:
    """The rules for the value of each heap, or of the counter."""
    start, period, saltus = said.preperiod, said.period, said.saltus
    heaps = isinstance(fluent, Heaps)
    index = "I," if heaps else ""
    head, body = f"{name}({index}", f"{fluent.name}({index}"
    for size in range(1 if heaps else 0, start):
        yield f"{head}{values[size]}) :- {body}{size})."
    rises = f"+{saltus}*((S-{start})/{period})" if saltus else ""
    for rest in range(period):
        where = f"S >= {start}, (S-{start}) \\ {period} = {rest}"
        yield f"{head}{values[start + rest]}{rises}) :- {body}S), {where}."


def pinned(asked: ProofRange, parameters: Parameters) -> ProofRange:
    """The range with these values of the parameters alone."""
    return replace(asked, parameters=tuple(_pinned(one, parameters[one.name]) for one in asked.parameters))


def _pinned(one: ParameterRange, value: Value) -> ParameterRange:
    if isinstance(value, int):
        return replace(one, interval=interval(value))
    return replace(one, sets=(value,), subsets=None)
