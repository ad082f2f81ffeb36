"""What is to be solved for a claim: its proof range, setting by setting, as texts for the solvers."""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from bouton.core.errors import LimitReached, Unreadable
from bouton.core.logic.expression import Quotient, Remainder
from bouton.core.logic.problem import Problem, settled
from bouton.core.logic.question import Question, Weaker
from bouton.core.logic.smtlib import smtlib, symbols
from bouton.core.logic.substitution import Unranged
from bouton.core.position import Parameters, as_argument
from bouton.core.proof import ProofPlace
from bouton.process.limits import Emit
from bouton.proof.decider import Decider, deciders
from bouton.proof.goal import Goal
from bouton.proof.setting import Setting
from bouton.proof.way import Posed, Read, Validated
from bouton.proof.ways.table import read
from bouton.reading.evaluate import places_of
from bouton.solving.instances import instantiated
from bouton.solving.products import linearised
from bouton.solving.residues import reduced
from bouton.solving.solve import Decision

if TYPE_CHECKING:
    from bouton.solving.witnesses import Witnesses

_STEPS = 3
_TRIES = 20
"""Assignments of unknown parameters with which a model of a nonlinear problem is looked for."""
_MOST_DIVISIONS = 12
"""Beyond it opaque products become too many to be of use beside residues."""


@dataclass(frozen=True)
class Prepared(Posed):
    """An obligation: its problem without what that asserts, and the question that it comes to, or else how it ended."""

    question: Question | None = None
    settled: bool = False
    """Whether evaluating the rules has settled it. What has neither a question nor an end is not proved."""
    decided: Decision | None = None
    """How it ended where a decider took it, such as automata what is about digits: there is no question then."""
    cited: str = ""
    """What that decider rests on."""
    doubt: str = ""
    """Why a model of that decider may not be the least."""
    program: str | None = None
    """The obligation in MONA's language, where automata decide it and it is about binary digits."""

    @property
    def place(self) -> ProofPlace:
        """The values of the parameters, and the numbers of heaps, or of levels, that it is about."""
        return replace(self.setting.place, counts=self.counts, more=self.more)


def prepare(emit: Emit, goal: Goal) -> None:
    """Emit what was compared in a setting as `Validated`, each obligation as `Prepared`, and an Unreadable as it is."""
    try:
        for item in prepared(goal):
            emit(item)
    except Unreadable as error:
        emit(error)
    except Unranged as error:
        emit(Unreadable(str(error)))


def prepared(goal: Goal) -> Iterator[Prepared | Validated]:
    """How a setting was compared with clingo, and each of its obligations; Unreadable where a rule cannot be read."""
    found = _read(goal)
    yield from found.compared(goal)
    asked = deciders()
    for posed in found.posed(goal):
        facts = (*goal.here.facts, *posed.given)
        within = replace(posed.problem, assertions=(*posed.problem.assertions, *facts))
        if settled(within):
            yield replace(_of(posed), settled=True)
        elif decider := next((one for one in asked if one.takes(within)), None):
            answer, program = _answer(goal, decider, within), decider.program(within)
            yield replace(_of(posed), decided=answer, program=program, cited=decider.cited, doubt=decider.doubt)
        else:
            yield replace(_of(posed), question=_question(goal, posed.setting, within))


def _read(goal: Goal) -> Read:
    """The claim as it is read; the ways for any number of heaps each have an argument of their own why games end."""
    if goal.setting.levels and goal.spec.measure.predicates and not goal.theorem.stated.alone:
        raise Unreadable("the rules derive the measure, which no proof for any number of heaps reads")
    if goal.claim.endless and goal.setting.levels:
        raise Unreadable("for any number of heaps no proof about a game with cycles is known")
    return read(goal)


def _answer(goal: Goal, decider: Decider, problem: Problem) -> Decision:
    """What a decider says of a problem of its kind."""
    begun = time.process_time()  # by which it is told how long MONA may take
    try:
        model = decider.model(problem)
    except LimitReached as error:
        return Decision("unknown", time.process_time() - begun, reason=f"{decider.name}: {error}")
    except Unreadable as error:
        place = places_of(goal.rules).get((goal.claim.iff or "", 0), (0, 0))
        raise Unreadable(f"{problem.name}: {error.reason}", *place) from None
    seconds = time.process_time() - begun
    if model is None:
        return Decision("unsat", seconds, (decider.name,))
    return Decision("sat", seconds, (decider.name,), {one.name: value for one, value in model.items()})


def readable(goal: Goal) -> None:
    """Read the rules as the obligations of a setting need it, and decide none; Unreadable where that cannot be."""
    found = _read(goal)
    if goal.setting.levels:
        next(found.compared(goal), None)  # all rules are read by then
    else:
        for _ in found.posed(goal):
            pass


def lesser(goal: Goal, parameters: Parameters, stones: int) -> list[Question]:
    """Questions that are all `unsat` only if the claim holds at lesser parameters and fewer stones (`Read.below`)."""
    several = read(goal).below(goal, parameters, stones)
    withins = (replace(one, assertions=(*one.assertions, *goal.here.facts)) for one in several)
    return [_question(goal, goal.setting, one) for one in withins if not settled(one)]


def _of(posed: Posed) -> Prepared:
    """The obligation that a problem is, which nothing has settled yet."""
    bare = replace(posed.problem, assertions=())
    return Prepared(bare, posed.setting, posed.counts, posed.more, posed.of_numbers, lacking=posed.lacking)


def _question(goal: Goal, setting: Setting, problem: Problem) -> Question:
    claim = goal.claim
    where = as_argument(setting.parameters, {})
    title = f"{goal.spec.game}, {claim.id}: {problem.name}{' at ' if where else ''}{where}"
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
    divided = (node.right.number for node in instances.nodes if isinstance(node, Quotient | Remainder))
    many = setting.levels or sum(one is None for one in divided) > _MOST_DIVISIONS
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
