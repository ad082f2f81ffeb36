"""One mutant of a claim put to the proof in the claim's own range, and its verdict held against the truth.

Nothing but the proof can see that a mutant is false: no box is checked before it. Where it is refuted the claim is
evaluated again, in plain Python, at the position that the solver names; where it is proved clingo checks its own box,
and the plain evaluator random positions beyond it.
"""

from __future__ import annotations

import math
import multiprocessing
import os
import random
import resource
import signal
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection
from typing import Literal, TypeAlias

from bouton.claims.subject import rules_of, subject
from bouton.core.errors import Disagreement, InputError, Unreadable
from bouton.core.logic.question import Question
from bouton.core.position import Heaps, Parameters, Position, Value, as_argument
from bouton.core.position import named as named_position
from bouton.core.proof import Proof
from bouton.core.ranges import Interval
from bouton.core.spec import Claim, Spec
from bouton.core.verdict import Verdict
from bouton.process.limits import Limits
from bouton.proof.attempt import Attempt, Candidate
from bouton.proof.goal import Goal
from bouton.proof.prepare import Prepared, prepared
from bouton.proof.prove import candidate_of
from bouton.proof.setting import every_set, settings
from bouton.rules.depend import closure
from bouton.rules.mutate import Mutant
from bouton.run.check import check
from bouton.run.mutants import named
from bouton.run.options import Options
from bouton.run.proofs import Prover
from bouton.solving.ladder import ladder_of
from bouton.solving.request import Request
from bouton.solving.solve import Decision
from tests.oracle import claims as oracle_claims
from tests.oracle import game as oracle
from tests.oracle.digits import facts
from tests.oracle.local import fault

End: TypeAlias = Literal["refuted", "proved", "unknown", "wrong", "unconfirmed", "contradiction", "vacuous", "faulty"]
"""How a mutant ended.

`refuted` where the plain evaluator confirms it, else `unconfirmed`; `proved` where the claim holds in its box too, else
`wrong`, or `vacuous` where it speaks of nothing there and a check would say so; `contradiction` where Bouton
contradicts itself; `faulty` where the rules are in error at some position.
"""
_QUICK = 3.0
"""Seconds for one solver on one obligation, when a failing one is looked for first."""
_RUNGS = 3
_WALL = 6
_FAR = 60


@dataclass(frozen=True)
class Outcome:
    """The end of one trial, why or where, and the seconds of processor time that it took."""

    end: End
    reason: str
    seconds: float = 0.0


Lemmas: TypeAlias = Mapping[str, Attempt]
"""The proofs of the statements that a claim uses, by the rules as they are."""


def lemmas(spec: Spec, claim: Claim) -> Lemmas:
    """See above."""
    prover = Prover(spec, rules_of(spec), Request(limits=Limits(), crosscheck=False), lambda *_: None)
    return {name: prover.attempt(spec.claim(name)) for name, _ in claim.using if name != claim.id}


def tried(spec: Spec, claim: Claim, mutant: Mutant, known: Lemmas, seconds: float) -> Outcome:
    """The outcome of a mutant, unknown where it takes more than so many seconds; all in a process of its own.

    These are seconds of the processor, so that a busy machine finds the same, and `_WALL` times as many on the clock.
    """
    context = multiprocessing.get_context("fork")
    here, there = context.Pipe(duplex=False)
    before = _spent()
    process = context.Process(target=_child, args=(there, spec, claim, mutant, known, seconds))
    process.start()
    there.close()
    found = Outcome("unknown", f"no answer within {seconds:g} s")
    try:
        if here.poll(_WALL * seconds):
            found = here.recv()
    except EOFError:
        pass  # it has used up its time
    finally:
        try:
            os.killpg(process.pid or 0, signal.SIGKILL)
        except ProcessLookupError:
            process.kill()
        process.join()
    return replace(found, seconds=_spent() - before)


def _spent() -> float:
    times = os.times()
    return times.children_user + times.children_system


def _child(pipe: Connection, spec: Spec, claim: Claim, mutant: Mutant, known: Lemmas, seconds: float) -> None:
    os.setsid()
    resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(seconds), math.ceil(seconds)))
    pipe.send(outcome(replace(spec, rules=mutant.of(spec.rules)), claim, mutant, known, seconds))


def outcome(spec: Spec, claim: Claim, mutant: Mutant, known: Lemmas, seconds: float) -> Outcome:
    """The outcome of a mutant whose rules are those of the spec."""
    try:
        attempt = _attempt(spec, claim, mutant, known, seconds)
        if attempt.proof.verdict == "refuted":
            return _confirmed(spec, claim, attempt.candidates[0])
        if attempt.proof.verdict == "proved":
            return _held(spec, claim, seconds)
        for name, _ in claim.using:
            if name != claim.id and attempt.proof.reason == f"it uses {name}, which is not proved":
                below = outcome(spec, spec.claim(name), mutant, {}, seconds)
                return replace(below, reason=f"{name}, which it uses: {below.reason}")
        return Outcome("unknown", attempt.proof.reason or "")
    except InputError as error:
        return Outcome("faulty", str(error).splitlines()[0])
    except oracle.Illegal as error:
        return Outcome("faulty", str(error))
    except Disagreement as error:
        return Outcome("contradiction", str(error))


def _attempt(spec: Spec, claim: Claim, mutant: Mutant, known: Lemmas, seconds: float) -> Attempt:
    """The first obligation that fails, where one is soon found; else the end of the whole proof."""
    if not every_set(claim):
        found = _first_failing(spec, claim)
        if found is not None:
            return Attempt(Proof("refuted"), (found,))
    request = Request(limits=Limits(seconds=_WALL * seconds), crosscheck=False)
    prover = Prover(spec, rules_of(spec), request, lambda *_: None)
    prover.done |= {name: proof for name, proof in known.items() if not _rests_on(spec, spec.claim(name), mutant)}
    return prover.attempt(claim)


def _rests_on(spec: Spec, claim: Claim, mutant: Mutant) -> bool:
    """Whether anything of a statement, or of those that it uses, is changed."""
    rules = rules_of(subject(spec, claim))
    others = [spec.claim(name) for name, _ in claim.using if name != claim.id]
    return mutant.head in closure(named(spec, claim, rules), rules.statements) or any(
        _rests_on(spec, other, mutant) for other in others
    )


def _first_failing(spec: Spec, claim: Claim) -> Candidate | None:
    """Where the first obligation fails that is easily seen to, setting by setting; None says nothing.

    What fails about the rules or the range is left to the whole proof, as is everything where a statement is used that
    may be false itself.
    """
    about = subject(spec, claim)
    rules = rules_of(about)
    assert claim.prove is not None
    if any(name != claim.id for name, _ in claim.using):
        return None
    try:
        for setting in settings(about, claim.prove):
            for item in prepared(Goal(about, claim, rules, setting)):
                if not isinstance(item, Prepared) or item.question is None:
                    continue
                model = next(_models(item.question), None)
                if model is not None:
                    return candidate_of(about, item, model) if item.problem.about == "claim" else None
    except Unreadable:
        pass
    return None


def _models(question: Question) -> Iterator[Decision]:
    """A model of the problem, by the first solvers that could find one."""
    attempts = [attempt for rung in ladder_of(question, crosscheck=False) for attempt in rung if not attempt.made]
    for attempt in attempts[:_RUNGS]:
        decision = attempt.solver.solve(question, _QUICK)
        if decision.verdict == "sat":
            yield Decision("sat", 0.0, (attempt.name,), decision.model)
        if decision.verdict != "unknown":
            return


def _confirmed(spec: Spec, claim: Claim, found: Candidate) -> Outcome:
    """Refuted, where the plain evaluator finds the claim at fault there too."""
    about = subject(spec, claim)
    where = as_argument(found.parameters, named_position(about.fluents, found.position))
    more = facts(about.encoding, _digits_up_to(found.position))
    if more is None:
        return Outcome("unknown", f"{found.obligation}, at {where}: the plain evaluator has no such digits")
    why = fault(_plain(about, found.parameters, more), _said(spec, claim), found.position)
    if why is None:
        return Outcome("unconfirmed", f"{found.obligation}, at {where}")
    return Outcome("refuted", f"{why}, at {where}")


def _digits_up_to(position: Position) -> int:
    """A number above all whose digits rules ask for at a position: sums and doubles of what is there."""
    return 4 * sum(sum(one) if isinstance(one, tuple) else one for one in position) + 16


def _plain(about: Spec, parameters: Parameters, more: str = "") -> oracle.Game:
    fluents = tuple(
        oracle.Heaps(one.name, one.order)
        if isinstance(one, Heaps)
        else oracle.Counter(one.name, getattr(one, "stones", False))
        for one in about.fluents
    )
    return oracle.Game(f"{about.encoding}\n{more}", fluents, parameters, {}, about.measure.entries)


def _said(spec: Spec, claim: Claim) -> oracle_claims.Claim:
    if claim.kind not in ("p-positions", "winners", "grundy"):
        return oracle_claims.Claim("everywhere", ((claim.iff or "", None),), where=claim.where)
    members = tuple((one.iff or "", one.where) for one in spec.members(claim))
    return oracle_claims.Claim(claim.kind, members, claim.play, claim.strategy)


def _held(spec: Spec, claim: Claim, seconds: float) -> Outcome:
    """Proved, where the claim holds in its own box too, or wrongly."""
    options = Options(claims=(claim.id,), prove=False, limits=Limits(seconds=2 * seconds), suspend=True)
    (result,) = check(spec, options, lambda _: None)
    beyond = None if every_set(claim) else far_fault(spec, claim)
    if beyond is not None:
        return Outcome("wrong", beyond)
    if result.verdict is Verdict.HOLDS:
        return Outcome("proved", f"holds at {result.positions} positions")
    if result.verdict is Verdict.UNKNOWN:
        return Outcome("proved", f"not checked further: {result.reason}")
    if result.counterexample is None:
        return Outcome("vacuous", "nothing in its box is what it speaks of")
    found = result.counterexample
    where = as_argument(found.parameters, found.position)
    if not _asked(claim, found.parameters):
        return Outcome("refuted", f"at {where}, of which the proof does not speak")
    return Outcome("wrong", f"refuted at {where}")


def _asked(claim: Claim, parameters: Mapping[str, Value]) -> bool:
    """Whether the range of the proof has these parameters: a box may be wider."""
    asked = claim.prove
    assert asked is not None
    return all(
        one.name in asked.unbounded or parameters[one.name] in list(one.values(parameters)) for one in asked.parameters
    )


def far_fault(spec: Spec, claim: Claim) -> str | None:
    """Where the claim is at fault by the plain evaluator, among random positions of the range of its proof."""
    about, said, drawn = subject(spec, claim), _said(spec, claim), random.Random(20180101)
    for at in range(_FAR):
        parameters, position = _drawn(about, claim, drawn, 1 + at % 4)
        more = facts(about.encoding, _digits_up_to(position))
        if more is None:
            return None
        try:
            why = fault(_plain(about, parameters, more), said, position)
        except oracle.Illegal:
            continue  # the position is none of the game's
        if why is not None:
            return f"{why}, at {as_argument(parameters, named_position(about.fluents, position))}"
    return None


def _drawn(about: Spec, claim: Claim, drawn: random.Random, scale: int) -> tuple[dict[str, Value], Position]:
    """Values of the parameters and a position of the range of a proof; what is unbounded grows with the scale."""
    asked = claim.prove
    assert asked is not None
    parameters: dict[str, Value] = {}
    for one in asked.parameters:
        if one.interval is not None:
            parameters[one.name] = _number(one.interval, parameters, one.name in asked.unbounded, 3 * scale, drawn)
        else:
            parameters[one.name] = drawn.choice(list(one.values(parameters)))
    position: list[int | tuple[int, ...]] = []
    for fluent in about.fluents:
        if isinstance(fluent, Heaps):
            every = f"{fluent.name}.count" in asked.unbounded
            count = _number(asked.counts[fluent.name], parameters, every, 2 * scale, drawn)
            position.append(fluent.canonical([drawn.randint(1, 5 * scale) for _ in range(count)]))
        else:
            every = fluent.name in asked.unbounded
            position.append(_number(asked.counters[fluent.name], parameters, every, 4**scale, drawn))
    return parameters, tuple(position)


def _number(of: Interval, parameters: Parameters, every: bool, most: int, drawn: random.Random) -> int:
    low = of.low.value(parameters)
    return drawn.randint(low, low + most if every else max(low, of.high.value(parameters)))
