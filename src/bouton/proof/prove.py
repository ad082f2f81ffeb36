"""From a claim to a proof: what is fixed and unbounded, every obligation's end, and candidates to replay."""

from __future__ import annotations

import importlib
import itertools
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

from bouton.claims.parts import FORMS, compared_at, hypotheses, instance_of, needs_of_lemmas
from bouton.claims.registry import kind_of, stated
from bouton.claims.subject import rules_of
from bouton.core.errors import Disagreement, LimitReached, Unreadable
from bouton.core.logic.problem import ended
from bouton.core.position import Counter, Heaps, as_argument
from bouton.core.proof import Need, Obligation, Proof, ProofPlace, proved
from bouton.core.spec import Claim, MemberRange, Spec
from bouton.core.stated import Family, Period, Stated
from bouton.document.entries import Outcome
from bouton.process.limits import Emit, Limits, Task, TaskFaults, run
from bouton.proof.attempt import Attempt, Candidate, ProofRequest, located
from bouton.proof.compared.near import Nearness, compared_near, not_compared, read_ahead
from bouton.proof.goal import Goal
from bouton.proof.order import interleaved, ranks_of, search
from bouton.proof.prepare import Prepared, prepare
from bouton.proof.setting import fixed, settings, unbounded
from bouton.proof.way import Near, Validated, Way
from bouton.proof.ways.among import of_any_number
from bouton.proof.ways.counted.images import OTHER
from bouton.proof.ways.table import chosen
from bouton.reading.levels.position import shape
from bouton.rules.file import MOVES, Rules
from bouton.solving import z3
from bouton.solving.cvc5 import required
from bouton.solving.minimise import Least, least
from bouton.solving.mona import MONA, has_mona, solve
from bouton.solving.solve import Decision, decide, is_small

Decided: TypeAlias = tuple[Prepared, Decision]
"""An obligation, and how it was decided."""
_WORDS = {"unsat": "proved", "sat": "refuted", "unknown": "unknown"}
_WINDOW = 96
"""Small problems that are decided together, before the next ones are begun."""
_SETTLED = Decision("unsat", 0.0, ("evaluation",))
_OPEN = Decision("unknown", 0.0, reason="not tried, as another one fails")


def unprovable(claim: Claim) -> str | None:
    """Why no proof can be tried for the claim, whatever its rules say; None where one can."""
    states = stated(claim)
    if any(isinstance(one, MemberRange) for one in claim.box.fluents) and not isinstance(states, Family):
        return "of positions that are sets a proof says only that those of a family are P-positions (kind outcome)"
    if isinstance(states, Family) and claim.where is None and not states.begun:
        return "needs `where`, which says of which positions"
    named = isinstance(states, Period) or claim.together or kind_of(claim).proved.characterises(claim)
    if type(states) is Stated or not named:
        return f"no proof is known for claims of kind {claim.kind}"
    into = claim.by(Outcome).into if isinstance(states, Family) else None
    if isinstance(states, Family) and states.outcome == "N" and into is None and not of_any_number(claim):
        return "needs `into`, a claim on the P-positions that a move leads to"
    if not isinstance(states, Period) and not states.by_itself and claim.where is not None and not claim.together:
        return "needs the theorems for the other positions"
    if claim.prove is None:
        return "the claim has no range for a proof"
    return None


def prove(
    spec: Spec,
    claim: Claim,
    rules: Rules,
    asked: ProofRequest,
    progress: Callable[[int, int], None] = lambda _done, _all: None,
) -> Attempt:
    """Try to prove a claim; `progress` is told how many obligations are done, of how many.

    InputError where cvc5 is asked for and missing, or a position of the range is in error;
    Disagreement where the symbolic reading is not clingo's, or two solvers contradict each other.
    """
    if asked.crosschecks:
        required()
    reason = unprovable(claim)
    if reason is not None:
        return Attempt(Proof("unknown", reason=reason))
    assert claim.prove is not None
    try:
        ranges = list(settings(spec, claim.prove))
        goals = [Goal(spec, claim, rules, one, len(ranges), at) for at, one in enumerate(ranges)]
        if not goals:
            return Attempt(Proof("unknown", reason="the range of the proof is empty"))
        prepared, validated = _prepare(goals, asked)
    except Unreadable as error:
        return Attempt(Proof("unknown", reason=located(rules, error)))
    if asked.smtlib is not None:
        asked.smtlib.mkdir(parents=True, exist_ok=True)
        _write(asked, claim, prepared)
    if asked.crosscheck is not False:
        prepared = list(confirmed(prepared, asked.limits, asked.jobs))
    pairs = list(zip(prepared, _decide(prepared, asked, progress), strict=True))
    attempt = _concluded(goals, pairs, validated, asked.lemmas)
    sought = attempt.proof.verdict == "refuted" and not attempt.supposed
    return _least(spec, pairs, asked, attempt) if sought else attempt


def load() -> None:
    """Import what proofs need, so that the children, which are forked, need not each do it."""
    z3.load()
    for name in ("solving.witnesses", "automata.decide"):
        importlib.import_module(f"bouton.{name}")


def _prepare(goals: Sequence[Goal], asked: ProofRequest) -> tuple[list[Prepared], list[Validated]]:
    """Every obligation of every setting, each setting in a child; Unreadable where one cannot be read."""
    load()
    _read_ahead(goals[0])
    found: list[list[Any]] = [[] for _ in goals]
    tasks = [Task(prepare, (goal,), asked.limits, not goal.setting.levels) for goal in goals]
    faults = TaskFaults(len(tasks))
    for event in run(tasks, asked.jobs, faults.wanted):
        fault = event.value if isinstance(event.value, Unreadable) else event.error
        if isinstance(fault, LimitReached):
            fault = Unreadable(f"reading the rules symbolically: {fault}")
        faults.hear(event, fault)
        if not event.ended:
            found[event.task].append(event.value)
    every = [item for items in found for item in items]
    prepared = [item for item in every if isinstance(item, Prepared)]
    return prepared, [item for item in every if isinstance(item, Validated)]


def _read_ahead(goal: Goal) -> None:
    """Read of the rules what each child needs that holds them against clingo, for later claims of the spec too."""
    theorem = goal.theorem
    read_ahead(goal.rules, frozenset(theorem.wanted) | (frozenset() if theorem.stated.alone else MOVES))


def _decide(prepared: Sequence[Prepared], asked: ProofRequest, progress: Callable[[int, int], None]) -> list[Decision]:
    """Decide what is said of the rules and the range first, then of the claim, setting by setting.

    Where one fails, what comes after would mean nothing, or show a counterexample at greater parameters.
    """
    decisions = [item.decided or (_SETTLED if item.settled else _OPEN) for item in prepared]
    stages = _stages(prepared)
    done, total = 0, sum(map(len, stages))
    progress(done, total)

    def decided(places: Sequence[int]) -> dict[int, Decision]:
        found: dict[int, Decision] = {}
        questions = [question for at in places if (question := prepared[at].question) is not None]
        for number, decision in decide(questions, asked.limits, asked.jobs, asked.crosschecks, asked.known):
            found[places[number]] = _as_known(prepared[places[number]], decision)
            progress(done + len(found), total)
        return found

    for window in _windows(prepared, stages):
        found = decided([at for stage in window for at in stage])
        if len(window) > 1 and _fails(found):  # that of the first setting counts, and only what comes before it
            found = {}
            for stage in window:
                found |= decided(stage)
                if _fails(found):
                    break
        for at, decision in found.items():
            decisions[at] = decision
        done += len(found)
        if _fails(found):
            break
    return decisions


def _as_known(item: Prepared, decision: Decision) -> Decision:
    """The decision; unknown in the place of a model that shows nothing."""
    if item.lacking is None or decision.verdict != "sat":
        return decision
    return replace(decision, verdict="unknown", model={}, reason=item.lacking)


def _fails(found: Mapping[int, Decision]) -> bool:
    return any(decision.verdict == "sat" for decision in found.values())


def _windows(prepared: Sequence[Prepared], stages: Sequence[list[int]]) -> Iterator[list[list[int]]]:
    """The stages, together where they are small, so that they can share processes."""
    window: list[list[int]] = []
    for number, stage in enumerate(stages):
        small = number > 0 and all(is_small(question) for at in stage if (question := prepared[at].question))
        if window and (not small or sum(map(len, window)) >= _WINDOW):
            yield window
            window = []
        window.append(stage)
        if not small:
            yield window
            window = []
    if window:
        yield window


def _stages(prepared: Sequence[Prepared]) -> list[list[int]]:
    """The places of what is to be solved: about the rules or the range, then about the claim at each setting."""
    open_at = [at for at, item in enumerate(prepared) if item.question is not None]
    stages = [[at for at in open_at if prepared[at].problem.about != "claim"]]
    claims = [at for at in open_at if prepared[at].problem.about == "claim"]
    return stages + [list(group) for _, group in itertools.groupby(claims, key=lambda at: prepared[at].setting)]


def _concluded(
    goals: Sequence[Goal], pairs: Sequence[Decided], validated: Sequence[Validated], before: Sequence[Obligation] = ()
) -> Attempt:
    """The end of a proof, of these decisions and of what was proved `before`: the statements that the claim uses."""
    spec, claim, rules, ranges = goals[0].spec, goals[0].claim, goals[0].rules, [goal.setting for goal in goals]
    assert claim.prove is not None
    failed = [(item, decision) for item, decision in pairs if decision.verdict == "sat"]
    candidates = [candidate_of(spec, item, decision) for item, decision in failed if item.problem.about == "claim"]
    unknown = [(item, decision) for item, decision in pairs if decision.verdict == "unknown"]
    ways = [chosen(goal)[0] for goal in goals]
    places = [at for goal, way in zip(goals, ways, strict=True) for at in way.places(goal)]
    numbers, lacking = _near_numbers(claim, rules, [item.seen.near for item in validated if item.seen.near is not None])
    told: dict[str, Any] = {
        "fixed": fixed(spec, claim.prove, ranges),
        "unbounded": unbounded(spec, ranges),
        "numbers": numbers,
        "open": tuple(dict.fromkeys(one for item in validated for one in item.seen.open)),
        "cites": (*ways[0].cited(claim), *dict.fromkeys(item.cited for item, _ in pairs if item.cited)),
    }
    obligations = tuple(_obligation(item, decision, validated) for item, decision in pairs)
    if failed:
        item, decision = failed[0]
        reason = f"{item.problem.fault or f'{item.problem.name} fails'}, at {_at(spec, item, decision)}"
        verdict = "refuted" if item.problem.about == "claim" else "unknown"
        proof = Proof(verdict, obligations=obligations, reason=reason, **told)
    elif unknown:
        reason = f"{unknown[0][0].problem.name}: {unknown[0][1].reason}"
        proof = Proof("unknown", obligations=obligations, reason=reason, **told)
    else:
        using = ", ".join(name for name, _ in claim.using if name != claim.id)
        proof = proved(
            claim.id,
            _needs(goals, ways, pairs),
            (*obligations, *before),
            hypotheses=(*hypotheses(claim), *map(compared_at, places)),
            met={one for item in validated for one in (*item.seen.met, *item.compared)},
            against=lacking,
            looked=sum(item.seen.positions for item in validated),
            failing=next((item.seen.failing for item in validated if item.seen.failing is not None), None),
            reason=f"using {using}" if using else None,
            **told,
        )
    near = None if proof.verdict == "proved" else _near(spec, pairs, ways[0].suspicious)
    # a move without a reply into the family may have one elsewhere
    supposed = isinstance(stated(claim), Family)
    return Attempt(proof, tuple(candidates), near=near, supposed=supposed)


def _near_numbers(claim: Claim, rules: Rules, near: Sequence[Nearness]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The numbers near which positions were compared, and those near which none was.

    Of the rules, then of those of the game that images are in.
    """
    games = [(rules, [one for one in near if one.of != OTHER])]
    games += [(rules_of(other), [one for one in near if one.of == OTHER]) for other in claim.others]
    told = tuple(itertools.chain.from_iterable(compared_near(found, these) for these, found in games))
    return told, tuple(itertools.chain.from_iterable(not_compared(found, these) for these, found in games))


def _near(spec: Spec, pairs: Sequence[Decided], ends: Collection[str]) -> Near | None:
    """What is known of the first setting in which a problem ends in one of these ways (see `Way.suspicious`)."""
    setting = next((item.setting for item, decision in pairs if decision.verdict in ends), None)
    if setting is None:
        return None
    here = [(item, decision) for item, decision in pairs if item.setting == setting]
    before = itertools.takewhile(lambda pair: pair[0].setting != setting, pairs)
    return Near(
        setting,
        tuple(decision.model for _, decision in here if decision.verdict == "sat"),
        all(decision.verdict == "unsat" for item, decision in here if item.problem.part in FORMS),
        all(decision.verdict == "unsat" for _, decision in before) and not interleaved(spec, setting),
        any(item.of_numbers for item, _ in here),
    )


def _at(spec: Spec, item: Prepared, decision: Decision) -> str:
    """Where an obligation fails: the position of a model, or the numbers where it is about no position."""
    if item.of_numbers:
        names = [name.removesuffix(".N").lstrip("_") for name in decision.model]
        return as_argument({**item.setting.parameters, **dict(zip(names, decision.model.values(), strict=True))}, {})
    return candidate_of(spec, item, decision).told(spec.fluents)


def _needs(goals: Sequence[Goal], ways: Sequence[Way], pairs: Sequence[Decided]) -> Iterator[Need]:
    """All that a proof of the claim must discharge, at each setting of its range as it is read."""
    made: dict[str, set[ProofPlace]] = {}
    for place in (one.place for one, _ in pairs):
        made.setdefault(place.at, set()).add(place)
    for goal, way in zip(goals, ways, strict=True):
        yield from way.needs(goal, made.get(goal.place.at, set()))
    yield from needs_of_lemmas(goals[0].claim)


def _least(spec: Spec, pairs: Sequence[Decided], asked: ProofRequest, attempt: Attempt) -> Attempt:
    """The attempt with the least candidate, where more than heaps and counters of a game are unknown.

    Elsewhere a box of the ground game holds all that is below a candidate.
    """
    failing = next(item for item, decision in pairs if decision.verdict == "sat")
    if failing.doubt and not spec.moves:
        return replace(attempt, doubt=failing.doubt)
    if failing.setting.levels or (not failing.setting.unknown and spec.moves):
        return attempt
    if spec.measure.counts_heaps or spec.measure.predicates:
        return replace(attempt, doubt="a solver does not make such a measure small")
    ranks = ranks_of(spec, [item.setting for item, _ in pairs])
    pool = [
        (item, item.question, decision.model)
        for item, decision in pairs
        if (item.setting == failing.setting or interleaved(spec, item.setting))
        and (item.problem.about == "claim" and item.question is not None and decision.verdict != "unsat")
    ]
    widest = tuple(map(max, zip(*(item.counts for item, _, _ in pool), strict=True)))
    searches = [
        search(spec, item.setting, item.counts, question, model, ranks, widest) for item, question, model in pool
    ]
    task = Task(least, (searches, asked.limits.budget / 2), asked.limits)
    found: Least | None = None
    for event in run([task]):
        if isinstance(event.value, Least):
            found = event.value
        elif event.error is not None and not isinstance(event.error, LimitReached):
            raise event.error
    if found is None:
        return replace(attempt, doubt="no step below the model of the solver was decided")
    item, _, _ = pool[found.number]
    candidate = candidate_of(spec, item, Decision("sat", 0.0, model=found.model))
    fault = item.problem.fault or f"{item.problem.name} fails"
    proof = replace(attempt.proof, reason=f"{fault}, at {candidate.told(spec.fluents)}")
    others = tuple(other for other in attempt.candidates if other != candidate)
    return Attempt(proof, (candidate, *others), found.doubt, certified=found.doubt is None)


def _obligation(item: Prepared, decision: Decision, validated: Sequence[Validated]) -> Obligation:
    where = as_argument(item.setting.parameters, {})
    reason = decision.reason or "; ".join(decision.remarks) or None
    if item.settled and _is_empty(item, validated):
        heaps = " and ".join(f"{count} heap{'' if count == 1 else 's'}" for count in item.counts)
        reason = f"empty{f' at {heaps}' if heaps else ''}: there is not {instance_of(item.problem.part)}"
    solver = " and ".join(decision.solvers) or "none"
    end = ended(item.problem, _WORDS[decision.verdict], decision.seconds, solver, reason, place=item.place)
    return replace(end, name=f"{end.name}, {where}") if where else end


def _is_empty(item: Prepared, validated: Sequence[Validated]) -> bool:
    """Whether evaluating the rules has settled an obligation that speaks of nothing which a position has shown."""
    if item.setting.levels or instance_of(item.problem.part) is None:
        return False
    alike = [one for one in validated if one.counts == item.counts and one.setting == item.setting]
    return not any(instance_of(item.problem.part) in one.seen.met for one in alike)


def candidate_of(spec: Spec, item: Prepared, decision: Decision) -> Candidate:
    """The parameters and the position of a decision's model; what the model leaves open is as small as it can be."""
    values = item.setting.of_model(decision.model)
    numbers = iter(item.counts)
    position: list[int | tuple[int, ...]] = []
    for fluent in spec.fluents:
        if isinstance(fluent, Heaps) and item.setting.levels:
            sizes = shape(fluent, *item.counts, more=item.more).sizes(decision.model)
            position.append(sizes if fluent.order == "descending" else sizes[::-1])
        elif isinstance(fluent, Counter):
            least = item.setting.counters[fluent.name].at(values, 1).start
            position.append(decision.model.get(f"{fluent.name}.N", least))
        elif isinstance(fluent, Heaps):
            position.append(_sizes(fluent, next(numbers), decision))
    order = [parameter.name for parameter in spec.box.parameters]
    return Candidate({name: values[name] for name in order}, tuple(position), item.problem.name, item.problem.part)


def _sizes(fluent: Heaps, count: int, decision: Decision) -> tuple[int, ...]:
    sizes: list[int] = []
    places = range(count, 0, -1) if fluent.order == "descending" else range(1, count + 1)
    for place in places:
        least = 1 if fluent.order == "none" or not sizes else sizes[-1]
        sizes.append(decision.model.get(f"{fluent.name}.{place}", least))
    return tuple(reversed(sizes)) if fluent.order == "descending" else tuple(sizes)


def _write(asked: ProofRequest, claim: Claim, prepared: Sequence[Prepared]) -> None:
    """One file per problem: `solution-k=2-independence-3-heaps.smt2`; what is about binary digits is put as to MONA."""
    for item in prepared:
        text, ending = (item.question.text, "smt2") if item.question is not None else (item.program, "mona")
        if text is not None:
            where = as_argument(item.setting.parameters, {})
            words = re.sub(r"[^A-Za-z0-9_=.:]+", "-", "-".join(filter(None, (claim.id, where, item.problem.name))))
            asked.write(f"{words.replace(':', '_')}.{ending}", text)


# -------------------------------------------------------------------------------------------------- a second opinion


_LEAST, _TIMES = 1.0, 1.0
"""The seconds of processor time that MONA gets for a problem, and how many more for each that the automata took."""


def confirmed(prepared: Sequence[Prepared], limits: Limits, jobs: int) -> Iterator[Prepared]:
    """Ask MONA too, for a second opinion, of each obligation that Bouton's own automata have decided; in their order.

    One on which both agree names MONA among its solvers. Where MONA is not installed, or gives no answer, it is as it
    was; Disagreement where MONA says something else.
    """
    asked = [item for item in prepared if item.program is not None] if has_mona() else []
    tasks = [Task(_ask, (item.program, _seconds(item)), limits, parent=True) for item in asked]
    said: dict[int, str] = {}
    for event in run(tasks, jobs):
        if not event.ended:
            said[event.task] = event.value
    number = itertools.count()
    for item in prepared:
        answer = said.get(next(number), "unknown") if item.program is not None else "unknown"
        if item.decided is None or "unknown" in (answer, item.decided.verdict):
            yield item
        elif answer != item.decided.verdict:
            words = f"{item.decided.solvers[0]} say {item.decided.verdict}, MONA says {answer}"
            raise Disagreement(f"{item.problem.name}: the solvers contradict each other: {words}")
        else:
            yield replace(item, decided=replace(item.decided, solvers=(*item.decided.solvers, MONA)))


def _seconds(item: Prepared) -> float:
    """What MONA gets: it takes its variables in the order in which they come, which can cost it dearly."""
    return _LEAST + (_TIMES * item.decided.seconds if item.decided is not None else 0)


def _ask(emit: Emit, program: str, seconds: float) -> None:
    emit(solve(program, seconds))
