"""What is to be solved for a claim: its proof range, setting by setting, as texts for the solvers."""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from bouton.claims.parts import LEMMAS, compared_at
from bouton.claims.registry import KINDS, stated
from bouton.core.errors import LimitReached
from bouton.core.logic.elimination import about_digits
from bouton.core.logic.expression import Formula, Quotient, Remainder
from bouton.core.logic.problem import About, Problem, settled
from bouton.core.logic.question import Question, Weaker
from bouton.core.logic.smtlib import smtlib, symbols
from bouton.core.logic.substitution import Unranged
from bouton.core.logic.terms import Unreadable
from bouton.core.position import Parameters, as_argument
from bouton.core.proof import Place
from bouton.core.spec import Claim, Spec
from bouton.core.stated import Everywhere, Images
from bouton.process.limits import Emit
from bouton.proof import suspects
from bouton.proof.compared.comparison import Comparison, Seen, consistent, nearness, of_heaps
from bouton.proof.obligations.kernel import lemma, obligations
from bouton.proof.routes import OfNumbers, route
from bouton.proof.setting import Setting, ranged
from bouton.proof.theorem import Counts, Member, Reading, Theorem
from bouton.proof.ways.counted import images, lemmas
from bouton.proof.ways.counted.images import Beside
from bouton.proof.ways.levels import prepare as levels
from bouton.proof.ways.levels.obligations import lemma as level_lemma
from bouton.proof.ways.levels.obligations import obligations as level_obligations
from bouton.proof.ways.sums.compared import compared
from bouton.proof.ways.sums.problems import SumOfHeaps, one_heap, problems, reading_of
from bouton.reading.sides import SIDE
from bouton.rules.file import Rules, Signature
from bouton.solving.instances import instantiated
from bouton.solving.products import linearised
from bouton.solving.residues import reduced
from bouton.solving.solve import Decision

if TYPE_CHECKING:
    from bouton.automata.decide import Decider
    from bouton.solving.witnesses import Witnesses

AUTOMATA = "automata"
"""The name of what decides problems about digits."""
_STEPS = 3
_TRIES = 20
"""Assignments of unknown parameters with which a model of a nonlinear problem is looked for."""
_MOST_DIVISIONS = 12
"""Beyond it opaque products become too many to be of use beside residues."""


@dataclass(frozen=True)
class Prepared:
    """An obligation: where it belongs, and its question, or else how it ended."""

    setting: Setting
    counts: Counts
    name: str
    meaning: str
    about: About
    fault: str
    question: Question | None
    part: str
    share: tuple[int, int]
    speaks: tuple[str, ...]
    """Which part of the claim it discharges (see `parts`)."""
    more: bool = False
    """Of a problem about levels: that there may be more of them than `counts` says."""

    settled: bool = False
    """Whether evaluating the rules has settled it. What has neither a question nor an end is not proved."""
    of_numbers: bool = False
    """Whether it is about numbers that no one position has."""
    decided: Decision | None = None
    """How it ended where it is about digits: automata decide it at once, and there is no question."""
    program: str | None = None
    """What MONA is asked of it then, where it is about binary digits."""

    @property
    def place(self) -> Place:
        """The values of the parameters, and the numbers of heaps, or of levels, that it is about."""
        return Place(as_argument(self.setting.parameters, {}), self.counts, self.more)


@dataclass(frozen=True)
class Validated:
    """The symbolic reading was held against clingo at positions of a setting with so many heaps."""

    setting: Setting
    counts: Counts
    seen: Seen

    @property
    def compared(self) -> tuple[str, ...]:
        """That there was a position there, if there was one."""
        place = Place(as_argument(self.setting.parameters, {}), self.counts)
        return (compared_at(place),) if self.seen.positions else ()


def members(spec: Spec, claim: Claim) -> tuple[Member, ...]:
    """The characterisations that the claim takes together, or its own; none where it is about images."""
    if isinstance(stated(claim), Images):
        return ()
    named = [(one, KINDS[one.kind].characterises(one)) for one in spec.members(claim)]
    return tuple(Member(one.id, predicate, one.where) for one, predicate in named if predicate is not None)


def prepare(emit: Emit, spec: Spec, claim: Claim, rules: Rules, setting: Setting, share: int) -> None:
    """Emit what was compared in a setting as `Validated`, each obligation as `Prepared`; an Unreadable is emitted too.

    It is one of `share` settings of a proof.
    """
    try:
        for item in prepared(spec, claim, rules, setting, share):
            emit(item)
    except Unreadable as error:
        emit(error)
    except Unranged as error:
        emit(Unreadable(str(error)))


def theorem_of(spec: Spec, claim: Claim, rules: Rules, setting: Setting) -> Theorem:
    """What is to be proved in a setting."""
    here, states = ranged(setting), stated(claim)
    return Theorem(
        rules,
        {**setting.parameters, **here.parameters},
        here.counters,
        spec.measure,
        claim.play,
        members(spec, claim),
        claim.strategy,
        claim.where if claim.together else None,
        Images(SIDE in rules.defined) if isinstance(states, Images) else states,
        _more(spec, claim),
    )


def _more(spec: Spec, claim: Claim) -> tuple[Signature, ...]:
    """The predicates that the proof needs besides those that are claimed."""
    if isinstance(stated(claim), Images):
        return ((KINDS[claim.kind].characterises(claim) or "", 1),)
    return lemmas.wanted(claim, spec)


def prepared(
    spec: Spec, claim: Claim, rules: Rules, setting: Setting, share: int = 1
) -> Iterator[Prepared | Validated]:
    """How a setting was compared with clingo, and each of its obligations; Unreadable where a rule cannot be read."""
    here = ranged(setting)
    theorem = theorem_of(spec, claim, rules, setting)
    if setting.levels:
        if spec.measure.predicates and not theorem.stated.alone:  # each such way has its own argument why games end
            raise Unreadable("the rules derive the measure, which no proof for any number of heaps reads")
        found, others = route(claim, rules, setting)
        if found is None:
            yield from _levelled(spec, claim, rules, setting, theorem, others)
        elif isinstance(found, SumOfHeaps):
            yield from _summed(spec, claim, rules, setting, theorem, found)
        else:
            yield from _of_numbers(spec, claim, rules, setting, found)
        return
    reading = Reading(theorem, frozenset(setting.counts))
    beside = images.beside(claim, setting) if isinstance(theorem.stated, Images) else None
    used: dict[Counts, tuple[Formula, ...]] = {}
    comparisons: list[Comparison] = []
    for counts in setting.counts:
        about = (spec, rules, setting, here.parameters, here.facts, reading, counts, share * len(setting.counts))
        comparison = Comparison(*about)
        comparisons.append(comparison)
        for seen in comparison.run():
            yield Validated(setting, counts, seen)
        if beside is not None:
            for seen in images.compared(comparison, beside):
                yield Validated(setting, counts, seen)
        if claim.using:
            used[counts] = lemmas.assumptions(spec, claim, theorem.parameters, reading.at(counts))
            assumed, itself = (*here.facts, *used[counts]), claim.id in dict(claim.using)
            if consistent(reading.at(counts).game, assumed, here.parameters, comparison.shown, proved=not itself):
                yield Validated(setting, counts, Seen(0, frozenset({LEMMAS})))
    for counts, seen in nearness(comparisons):
        yield Validated(setting, counts, seen)
    decider = _decider()
    for counts, problem in _problems(claim, reading, beside):
        within = replace(problem, assertions=(*problem.assertions, *here.facts, *used.get(counts, ())))
        if not settled(within) and about_digits(within):
            try:
                answer = _answer(decider, within)
            except Unreadable as error:
                place = reading.at(counts).game.places.get((claim.iff or "", 0), (0, 0))
                raise Unreadable(f"{problem.name}: {error.reason}", *place) from None
            yield replace(_of(problem, setting, counts), decided=answer, program=decider.program(within))
            continue
        yield _settled_or_asked(spec, claim, setting, counts, problem, within)


def _decider() -> Decider:
    """What decides the problems about digits of one setting."""
    from bouton.automata.decide import Decider  # noqa: PLC0415 (it needs numpy: only a child)

    return Decider()


def _answer(decider: Decider, problem: Problem) -> Decision:
    """What automata say of a problem about digits."""
    begun = time.process_time()  # by which it is told how long MONA may take
    try:
        model = decider.model(problem)
    except LimitReached as error:
        return Decision("unknown", time.process_time() - begun, reason=f"automata: {error}")
    seconds = time.process_time() - begun
    if model is None:
        return Decision("unsat", seconds, (AUTOMATA,))
    return Decision("sat", seconds, (AUTOMATA,), {one.name: value for one, value in model.items()})


def readable(spec: Spec, claim: Claim, rules: Rules, setting: Setting) -> None:
    """Unreadable where a rule cannot be read for the obligations of a setting; none is decided, and little compared."""
    if setting.levels:
        next(prepared(spec, claim, rules, setting), None)  # all rules are read by then
        return
    theorem = theorem_of(spec, claim, rules, setting)
    reading = Reading(theorem, frozenset(setting.counts))
    for counts in setting.counts if claim.using else ():
        lemmas.assumptions(spec, claim, theorem.parameters, reading.at(counts))
    for _ in _problems(claim, reading, images.beside(claim, setting) if isinstance(theorem.stated, Images) else None):
        pass


def _problems(claim: Claim, reading: Reading, beside: Beside | None) -> Iterator[tuple[Counts, Problem]]:
    """What is to be solved, by numbers of heaps."""
    if beside is not None:
        return images.problems(claim, reading, beside)
    return lemma(reading) if reading.theorem.stated.alone else obligations(reading)


def _levelled(
    spec: Spec, claim: Claim, rules: Rules, setting: Setting, theorem: Theorem, others: Mapping[str, Unreadable]
) -> Iterator[Prepared | Validated]:
    """The same for any number of heaps where `others` stand in the way of other ways to read the claim."""
    here = ranged(setting)
    try:
        reading = levels.read(theorem, here.facts, spec.measure)
    except Unreadable as error:
        reason = "; ".join((error.reason, *(f"nor can it be read {how} ({why})" for how, why in others.items())))
        raise Unreadable(reason, error.line, error.column) from None
    yield Validated(setting, (), Seen(0, frozenset()))  # it can be read; now it is compared
    for seen in levels.compared(spec, rules, setting, here.parameters, reading):
        yield Validated(setting, (), seen)
    whole = isinstance(stated(claim), Everywhere)
    for known, more, problem in level_lemma(reading) if whole else level_obligations(reading):
        within = replace(problem, assertions=(*problem.assertions, *here.facts))
        yield replace(_settled_or_asked(spec, claim, setting, (known,), problem, within), more=more)


def _summed(
    spec: Spec, claim: Claim, rules: Rules, setting: Setting, theorem: Theorem, found: SumOfHeaps
) -> Iterator[Prepared | Validated]:
    """The same for a game that is the sum of its heaps."""
    here, of_one = ranged(setting), one_heap(setting)
    reading = reading_of(theorem, found)
    for seen in compared(spec, claim, rules, setting, here.parameters, found, reading):
        yield Validated(setting, (), seen)
    for counts, seen in of_heaps(spec, rules, of_one, here, reading):
        yield Validated(of_one, counts, seen)
    decider = _decider()
    for counts, problem in problems(claim, found, reading):
        within = replace(problem, assertions=(*problem.assertions, *here.facts))
        if not settled(within) and about_digits(within):
            answer = _answer(decider, within)
            yield replace(_of(problem, of_one, counts), decided=answer, program=decider.program(within))
            continue
        yield _settled_or_asked(spec, claim, of_one, counts, problem, within)


def _of_numbers(
    spec: Spec, claim: Claim, rules: Rules, setting: Setting, found: OfNumbers
) -> Iterator[Prepared | Validated]:
    """The same for a claim whose problems are about numbers alone."""
    here, of_places = ranged(setting), replace(setting, levels=False)
    for seen in found.compared(spec, claim, rules, setting, here.parameters):
        yield Validated(of_places, (), seen)
    for problem in found.problems(claim):
        within = replace(problem, assertions=(*problem.assertions, *here.facts))
        yield replace(_settled_or_asked(spec, claim, of_places, (), problem, within), of_numbers=True)


def lesser(
    spec: Spec, claim: Claim, rules: Rules, setting: Setting, parameters: Parameters, stones: int
) -> list[Question]:
    """What is left to solve to know that a claim whose problems are about numbers holds below so many stones."""
    here = ranged(setting)
    several = suspects.lesser(claim, suspects.read(claim, rules, setting), setting, parameters, stones)
    withins = (replace(one, assertions=(*one.assertions, *here.facts)) for one in several)
    return [_question(spec, claim, setting, one) for one in withins if not settled(one)]


def _of(problem: Problem, setting: Setting, counts: Counts) -> Prepared:
    """The obligation that a problem is, which nothing has settled yet."""
    said = (problem.name, problem.meaning, problem.about, problem.fault)
    return Prepared(setting, counts, *said, None, problem.part, problem.share, problem.speaks)


def _settled_or_asked(
    spec: Spec, claim: Claim, setting: Setting, counts: Counts, problem: Problem, within: Problem
) -> Prepared:
    """The same, with how it stands `within` the range: settled by evaluating the rules, or a question for solvers."""
    if settled(within):
        return replace(_of(problem, setting, counts), settled=True)
    return replace(_of(problem, setting, counts), question=_question(spec, claim, setting, within))


def _question(spec: Spec, claim: Claim, setting: Setting, problem: Problem) -> Question:
    where = as_argument(setting.parameters, {})
    title = f"{spec.game}, {claim.id}: {problem.name}{' at ' if where else ''}{where}"
    names = symbols(problem)
    small = tuple(names[one] for one in problem.free if not one.local)
    text = smtlib(problem, title, claim.says)
    if not problem.logic.endswith("NIA"):
        return _linear(Question(text, problem.logic, small), problem, title, claim.says)
    won = _witnesses(problem)
    instances = instantiated(problem) if won is None or won.missed else won.instances
    residues = tuple(
        Weaker(name, smtlib(made, title, claim.says, f"remainders made linear by {name}"), made.logic)
        for name, one, quantified in (("residues", instances, False), ("residues quantified", problem, True))
        if one.quantified is quantified and (made := reduced(one)) is not None
    )
    if won is not None and not residues:
        instances = instantiated(problem)  # few too, and numbered, so that products of different ones are kept apart
    many = setting.levels or _divisions(instances) > _MOST_DIVISIONS
    if many and any(one.name == "residues" for one in residues):
        linear = residues[0].text
    else:
        linear = smtlib(linearised(instances) or instances, title, claim.says, "products and quotients made linear")
    tries = tuple(itertools.islice(_tries(setting), _TRIES))
    fewer = None
    if problem.quantified and instances.logic.endswith("NIA"):
        fewer = Weaker("instances", smtlib(instances, title, claim.says, "instances for quantifiers"), instances.logic)
    return Question(text, problem.logic, small, linear, tries, residues, fewer)


def _witnesses(problem: Problem) -> Witnesses | None:
    from bouton.solving.witnesses import witnesses  # noqa: PLC0415 (it needs numpy: only a child)

    return witnesses(problem)


def _divisions(problem: Problem) -> int:
    """How many divisions by something unknown there are."""
    return sum(isinstance(node, Quotient | Remainder) and node.right.number is None for node in problem.nodes)


def _linear(question: Question, problem: Problem, *header: str) -> Question:
    """With templates of winning moves in place of its quantifiers, or with positions where none was found to win."""
    found = _witnesses(problem)
    if found is None:
        return question
    if found.missed:
        names = symbols(problem)
        return replace(question, missed=tuple(tuple((names[one], n) for one, n in point) for point in found.missed))
    made = found.instances
    text = smtlib(made, *header, "templates of moves in place of every move")
    return replace(question, templates=Weaker("templates", text, made.logic))


def _tries(setting: Setting) -> Iterator[tuple[tuple[str, int], ...]]:
    """Small values of the unknown parameters."""
    least = itertools.islice(setting.assignments(2 * _STEPS), 10 * _TRIES)
    tuples = [
        [(f"{name}.N", one) for name in setting.unknown if isinstance(one := values[name], int)] for values in least
    ]
    yield from map(tuple, sorted(tuples, key=lambda pairs: sum(value for _, value in pairs)))
