"""Periods of values for all parameters: what they say of the value of a heap and of one that is a period larger.

Where another claim of the spec proves a formula for the values, or one that is known is proved, g(n+p) = g(n) + s for
all n >= e is a claim about two named positions (see `bouton.proof.ways.named`), for all parameters at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from itertools import islice, permutations

from bouton.claims.parts import PERIOD, lemma_part
from bouton.claims.periodic import place_of, repeats
from bouton.claims.registry import stated
from bouton.claims.way import Described
from bouton.core.errors import InputError, Unreadable
from bouton.core.fresh import Fresh, unused
from bouton.core.position import Heaps, Parameters
from bouton.core.proof import Need, Obligation, claim_part, rests_on
from bouton.core.ranges import interval
from bouton.core.spec import Claim, ProofRange, Spec
from bouton.core.stated import Period, Values
from bouton.document.entries import Periodic
from bouton.process.limits import Limits
from bouton.proof.attempt import Attempt, Candidate, located
from bouton.proof.setting import settings, with_range
from bouton.proof.ways.named import by_formula, formulas
from bouton.proof.ways.periods.single import asks_for_rows, unproved
from bouton.proof.ways.sums.code import values_apart
from bouton.proof.whole import ReadWhole, Told, Whole, WholeWay, as_kind
from bouton.rules.depend import closure
from bouton.rules.file import Rules
from bouton.rules.named import AT, OUTCOME, VALUE
from bouton.rules.read import more
from bouton.rules.syntax import defines, names_of

_SMALL, _ASSIGNMENTS, _TRIED = 12, 10_000, 6
"""Values of a parameter that is all, and of all together, at which the numbers of a period are worked out before a
proof; and values of all at which a formula is tried."""


def _read(goal: Whole) -> Iterator[ReadWhole | Unreadable]:
    """By each formula that says the values of all positions: of other claims, then those that are known."""
    if goal.spec.measure.predicates or (not asks_for_rows(goal) and unproved(goal) is not None):
        return
    sensible(goal.spec, goal.claim)
    for formula, rules, shown in _formulas(goal):
        try:
            stated_as = restated(goal.spec, goal.claim, rules, formula)
        except Unreadable as error:
            yield Unreadable(f"with the values of {formula.id}: {located(rules, error)}")
            continue
        name = "the formula" if formula.id == goal.claim.id else formula.id
        needs = [Need(lemma_part(name)), Need(PERIOD, about=(goal.claim.id,))]
        yield ReadWhole(needs, partial(_told, goal, name, formula, shown, stated_as), restated=stated_as)


def _told(
    goal: Whole, name: str, formula: Claim, proof: Callable[[], Attempt], stated_as: tuple[Claim, Rules]
) -> Iterator[Told | Attempt]:
    """The proof of the formula, and the one of what it says of two heaps; or the heap at which it is another."""
    shown = proof().proof
    if shown.verdict != "proved":
        raise Unreadable(f"a formula for the values is not proved: {shown.reason}")
    claim, rules = stated_as
    found = goal.proofs.under(rules, claim)
    if found.proof.verdict == "refuted":
        yield refuted(goal.spec, goal.claim, found)
    elif found.proof.verdict != "proved":
        raise Unreadable(f"by a formula for the values: {found.proof.reason}")
    meaning = "the values of n and of n and a period are those of the formula"
    steps = [
        rests_on(name, shown, lemma_part(name), claim_part(formula.id)),
        Obligation(PERIOD, meaning, "proved", 0.0, "evaluation", about=(goal.claim.id,)),
    ]
    yield Told(steps, [found.proof], cites=shown.cites, reason="by a formula for the values")


FOR_ALL = WholeWay(
    Described(
        "by a formula for all parameters",
        "What a formula says of the values of two heaps, one a period larger, is said of all parameters at once.",
        (),
        "sums.md#values-that-rise",
    ),
    lambda goal: isinstance(stated(goal.claim), Period),
    _read,
)
"""The way to prove a period by a formula for all parameters, or of one heap among others."""


def _formulas(goal: Whole) -> Iterator[tuple[Claim, Rules, Callable[[], Attempt]]]:
    """What may say the values of all positions, with its rules and its proof."""
    for other in formulas(goal.spec, goal.claim, goal.rules):
        if isinstance(stated(other), Values) or goal.claim.by(Periodic).of == "outcome":
            yield with_range(other), goal.rules, partial(_attempted, goal, other)
    for formula, rules in known(goal.spec, goal.claim, goal.rules, goal.asked.limits):
        yield formula, rules, partial(_under, goal, rules, formula)


def _attempted(goal: Whole, other: Claim) -> Attempt:
    return goal.proofs.attempt(other)  # a claim that is only read has no proofs to ask for


def _under(goal: Whole, rules: Rules, formula: Claim) -> Attempt:
    return goal.proofs.under(rules, formula)


def sensible(spec: Spec, claim: Claim) -> None:
    """InputError where the numbers of a period make no sense at small parameters of the proof's range."""
    assert claim.prove is not None
    for setting in settings(spec, claim.prove):
        for parameters in islice(setting.assignments(_SMALL), _ASSIGNMENTS):
            repeats(claim, parameters)


def of_one_heap(spec: Spec, prove: ProofRange) -> ProofRange:
    """The range of a proof about no heap and one, or about the one counter."""
    counts = {one.name: interval("0..1") for one in spec.fluents if isinstance(one, Heaps)}
    return replace(prove, counts=counts, unbounded=prove.unbounded - {f"{name}.count" for name in counts})


def restated(spec: Spec, claim: Claim, rules: Rules, formula: Claim) -> tuple[Claim, Rules]:
    """A period as a claim about rules alone, and these, by a formula; Unreadable where that cannot be."""
    assert claim.prove is not None
    assert formula.iff is not None
    fluent = spec.fluents[place_of(spec.fluents, claim)]
    if any(isinstance(one, Heaps) for one in spec.fluents if one is not fluent):
        raise Unreadable("rows of positions with other heaps are judged in the box alone")
    said = claim.by(Periodic)
    if said.beside:
        raise Unreadable("rows beside heaps are proved for given parameters")
    if said.values is not None:
        raise Unreadable("values are listed of given parameters")
    if said.least:
        raise Unreadable("that a period is the least one is proved for given parameters")
    if claim.legal is not None or (claim.where is not None and (claim.where, 0) in rules.dependent):
        raise Unreadable("a period of some positions alone is proved for given parameters")
    arity, asks = int(isinstance(stated(formula), Values)), VALUE
    wheres = set() if claim.where is None else {(claim.where, 0)}
    kept = closure({(formula.iff, arity), ("move", 1), ("after", 2), *wheres}, rules.statements)
    own = tuple(rule for rule in rules.statements if defines(rule) in kept)
    if {AT, VALUE, OUTCOME} & kept:
        raise Unreadable("at/2, value/2 or outcome/2 are predicates of its rules")
    fresh = Fresh({name for name, _ in kept} | {*rules.parameters, *(name for name, _ in rules.constants)})
    right, here, later = (fresh.name(one) for one in ("repeats", "here", "later"))
    start, period, saltus = (f"({getattr(one, 'text', one)})" for one in (said.preperiod, said.period, said.saltus))
    sense = f"{period} >= 1, {start} >= 0, {saltus} >= 0"
    lines = []
    for body, size, index in _sizes(fluent.name, heaps=isinstance(fluent, Heaps)):
        lines += [
            f"at({here}, {fluent.name}({index}{size})) :- {body}, {size} >= {start}.",
            f"at({later}, {fluent.name}({index}{size}+{period})) :- {body}, {size} >= {start}.",
            f"{right} :- {body}, {size} < {start}, {sense}.",
        ]
        for other in spec.fluents:
            if other is not fluent:
                beside = f"{other.name}(X)) :- {body}, {size} >= {start}, {other.name}(X)."
                lines += [f"at({here}, {beside}", f"at({later}, {beside}"]
    if said.of == "outcome":
        lines.append(f"{right} :- outcome({here},X), outcome({later},X), {sense}.")
        asks = OUTCOME
    else:
        lines.append(f"{right} :- value({here},V), value({later},W), W = V+{saltus}, {sense}.")
    base = more(replace(rules, statements=own), lines, claim.place)
    asked = of_one_heap(spec, claim.prove)
    whole = as_kind(claim, "everywhere", asked, iff=right, where=claim.where, play=claim.play)
    return by_formula(whole, replace(base, told=frozenset({asks})), formula)


def _sizes(name: str, *, heaps: bool) -> Iterator[tuple[str, str, str]]:
    """What a position of one heap or none is, its size, and what stands before the size in a fluent."""
    if heaps:
        yield f"{name}(1,N)", "N", "1,"
        yield f"not {name}(1,_)", "0", "1,"
    else:
        yield f"{name}(N)", "N", ""


def refuted(spec: Spec, claim: Claim, attempt: Attempt) -> Attempt:
    """The refutation of a restated period, at the heap that is a period larger than one with another value."""
    candidates, place = [], place_of(spec.fluents, claim)
    for one in attempt.candidates:
        size = one.position[place]
        try:
            period = repeats(claim, one.parameters).period
        except InputError:
            continue
        larger = (sum(size) + period,) if isinstance(size, tuple) else size + period
        position = (*one.position[:place], larger, *one.position[place + 1 :])
        candidates.append(Candidate(one.parameters, position, one.part))
    if not candidates:
        return replace(attempt, proof=replace(attempt.proof, verdict="unknown"), candidates=(), certified=False)
    return replace(attempt, candidates=tuple(candidates), supposed=True, certified=False)


# ------------------------------------------------------------------------------------------ formulas that are known


def _two_rules(head: str, body: str, one: str, other: str) -> list[str]:
    """Take one of two numbers (Winning Ways, chapter 4): below the greater one only the lesser can be taken."""
    found = []
    for least, most, order in ((one, other, f"{one} <= {other}"), (other, one, f"{one} > {other}")):
        rest = f"{body}, {order}, R = N \\ ({one}+{other})"
        found.append(f"{head}((R/{least}) \\ 2) :- {rest}, R < {most}.")
        found.append(f"{head}(2-(R/{least}) \\ 2) :- {rest}, R >= {most}.")
    return found


def _two_value(size: int, one: int, other: int) -> int:
    """The same in Python."""
    least, most = sorted((one, other))
    rest = size % (one + other)
    return rest // least % 2 if rest < most else 2 - rest // least % 2


def known(spec: Spec, claim: Claim, rules: Rules, limits: Limits) -> Iterator[tuple[Claim, Rules]]:
    """The formula where it is right of small piles at small parameters, as claims on values, each with its rules."""
    assert claim.prove is not None
    if len(spec.fluents) > 1 or claim.legal is not None or claim.play == "misere":
        return
    (fluent,) = spec.fluents
    numbers = [one.name for one in claim.prove.parameters if not one.is_set]
    tried = [one for each in settings(spec, claim.prove) for one in islice(each.assignments(3), _TRIED)][:_TRIED]
    for one, other in permutations(numbers, 2):
        if one > other:  # the formulas are the same for both orders
            continue
        if all(_right(spec, rules, (one, other), at, limits) for at in tried):
            name = unused("known_value", names_of(rules))
            sizes = list(_sizes(fluent.name, heaps=isinstance(fluent, Heaps)))
            lines = _two_rules(name, sizes[0][0], one, other)
            lines += [f"{name}(0) :- {body}." for body, *_ in sizes[1:]]
            yield as_kind(claim, "grundy", of_one_heap(spec, claim.prove), iff=name), more(rules, lines, claim.place)


def _right(spec: Spec, rules: Rules, names: tuple[str, str], parameters: Parameters, limits: Limits) -> bool:
    """Whether the formula gives the values of three periods."""
    one, other = (parameters[name] for name in names)
    if not isinstance(one, int) or not isinstance(other, int) or min(one, other) < 1:
        return False
    values = values_apart(rules, spec.measure, parameters, 3 * (one + other), limits)
    return all(value == _two_value(size, one, other) for size, value in enumerate(values))
