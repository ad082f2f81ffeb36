"""Verdicts and least counterexamples: clingo, compiled programs, proofs, and the plain evaluator."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from benchmarks.fuzz import plainly
from benchmarks.fuzz.inline import machine_compiler, programs_in
from benchmarks.fuzz.tally import Different, Tally
from bouton.claims.passes import obstacle
from bouton.core.errors import InputError
from bouton.core.proof import Proof
from bouton.core.spec import Claim, Spec
from bouton.core.verdict import Result, Verdict
from bouton.document.entries import Example
from bouton.document.tables import Table
from bouton.process.limits import Limits
from bouton.run.check import check
from bouton.run.options import Options
from bouton.solving.cvc5 import has_cvc5
from tests.oracle import claims as plain_claims
from tests.oracle import game as plain
from tests.oracle.local import fault

_SECONDS = 0.6
_STONES = 260
"""Stones of the far positions at which a proved claim is looked at, for each assignment of the parameters."""
_PROGRAMS, _IN_C, _CROSSCHECKED = 0.65, 0.5, 0.45
"""In which share of the cases there are programs, which share of these is in C, and how often cvc5 is asked too."""


def verdicts(spec: Spec, tally: Tally, rng: Random) -> None:
    """Each claim by clingo, by a program, by proof, and by the plain evaluator."""
    crosscheck = rng.random() < _CROSSCHECKED and has_cvc5()
    asked = Options(crosscheck=crosscheck, engine="ground", limits=Limits(_SECONDS))
    results = list(_results(spec, asked, tally))
    for result in results:
        claim = spec.claim(result.id)
        tally.ends[f"{claim.kind} {result.verdict.value}"] += 1
        if result.proof is not None:
            tally.ends[f"proof {result.proof.verdict}"] += 1
            _attempted(claim, result.proof, tally)
        _bounded(spec, claim, result, tally)
        if result.verdict is Verdict.PROVED and claim.prove is not None:
            _proved(spec, claim, tally, rng)
    judged = [result for result in results if result.verdict is not Verdict.UNKNOWN]
    fit = [result for result in judged if obstacle(spec.claim(result.id)) is None]
    if fit and rng.random() < _PROGRAMS:
        language = "C" if rng.random() < _IN_C and machine_compiler() is not None else "Python"
        some = rng.sample(fit, 1 if language == "C" else min(2, len(fit)))
        _programs(spec, some, language, rng.choice((0.0, 1.0)), asked, tally)


def _attempted(claim: Claim, proof: Proof, tally: Tally) -> None:
    """What the proof of a claim met, and how often two solvers answered one question."""
    both = sum("z3" in step.solver and "cvc5" in step.solver for step in proof.obligations)
    if both:
        tally.compared["answers of z3 and cvc5"] += both
        tally.met.add("cvc5")
    if claim.prove is None:
        return
    unbounded = claim.prove.unbounded
    if any(one.is_set and one.name in unbounded for one in claim.prove.parameters):
        tally.met.add("every set")
    if proof.verdict not in ("proved", "refuted"):
        return
    tally.met.add("proof")
    if claim.using:
        tally.met.add("lemma")
    if "heap.count" in unbounded:
        tally.met.add("any number of heaps")
    if any(not one.is_set and one.name in unbounded for one in claim.prove.parameters):
        tally.met.add("unknown parameter")


def _constructs(claim: Claim) -> Iterator[str]:
    """What a claim is, as `benchmarks.fuzz.case.CONSTRUCTS` has it."""
    yield "strategy claim" if claim.kind == "strategy" else claim.kind
    if claim.kind in _PLAYED and claim.about == "positions":
        yield claim.play
    yield from (name for name in ("where", "together", "strategy") if getattr(claim, name))


_PLAYED = ("p-positions", "grundy", "strategy", "same-game", "sequence", "example", "table")


def _programs(spec: Spec, results: Sequence[Result], language: str, room: float, asked: Options, tally: Tally) -> None:
    """The same claims judged by programs in one language, whose tables have so much room."""
    chosen = replace(asked, claims=tuple(result.id for result in results), prove=False, engine="compiled")
    with programs_in(language, room):
        programs = {result.id: result for result in _results(spec, chosen, tally)}
    for result in results:
        if result.id in programs:
            _programmed(spec, spec.claim(result.id), result, programs[result.id], language, tally)


def _results(spec: Spec, asked: Options, tally: Tally) -> Iterator[Result]:
    """All claims in one go; one by one where one of them is refused."""
    try:
        yield from list(check(spec, asked, lambda _progress: None))
    except InputError:
        for claim in asked.claims or [claim.id for claim in spec.claims]:
            try:
                yield from list(check(spec, replace(asked, claims=(claim,)), lambda _progress: None))
            except InputError:
                tally.ends["refused claim"] += 1


def _bounded(spec: Spec, claim: Claim, result: Result, tally: Tally) -> None:
    """The verdict for the claim's box, and for what lies beyond it where a proof was refuted."""
    if result.verdict is Verdict.UNKNOWN:
        return
    try:
        expected = plainly.least(spec, claim) if not claim.points else _listed(spec, claim)
    except NotImplementedError:
        return
    ours = None if result.counterexample is None else result.counterexample.at
    if expected is not None and ours != expected:
        raise Different(
            f"{claim.id}: plain has the counterexample {expected}, the verdict is {result.verdict.value} {ours}"
        )
    tally.compared["verdict and least counterexample"] += 1
    tally.met.update(_constructs(claim))
    if expected is not None or ours is None:
        return
    if claim.prove is None or claim.points:
        raise Different(f"{claim.id}: refuted at {ours}, plain has no counterexample")
    one = plainly.game(spec, claim, ours[0], bounded=False)
    if not plain_claims.wrong(one, plainly.said(spec, claim), ours[1]):
        raise Different(f"{claim.id}: refuted at {ours}, beyond the box, where it is right")
    tally.compared["counterexample beyond the box"] += 1
    before = plainly.closed(spec, claim, ours, 300) if not result.reason else None
    if before is not None:
        first = plain_claims.least(one, plainly.said(spec, claim), before)
        if first != ours[1]:
            raise Different(f"{claim.id}: refuted at {ours}, but fails at {first} already")
        tally.compared["least counterexample beyond the box"] += 1


def _listed(spec: Spec, claim: Claim) -> plain.Case | None:
    """The first entry of a table, or the one of an example, that is not as is said."""
    example = isinstance(claim.said, Example)
    values: Sequence[Any] = (claim.by(Example).outcome,) if example else claim.by(Table).cells
    if getattr(claim.said, "predicate", None) is not None or getattr(claim.said, "of", "value") != "value":
        raise NotImplementedError
    wrong: list[plain.Case] = []
    for at, value in zip(claim.points, values, strict=True):
        one = plainly.game(spec, claim, at.parameters)
        true: Any = (one.outcome if example else one.grundy)(claim.play, at.position)
        if true != value:
            wrong.append((dict(at.parameters), at.position))
    game = plainly.game(spec, claim, claim.points[0].parameters)
    return min(wrong, key=lambda case: (game.measure(case[1]), case[1]), default=None)


def _programmed(spec: Spec, claim: Claim, result: Result, other: Result, language: str, tally: Tally) -> None:
    """The same claim judged by a program."""
    if f"compiled {language}" not in other.engines:
        tally.ends["no program"] += 1
        return
    ours = None if other.counterexample is None else other.counterexample.at
    theirs = None if result.counterexample is None else result.counterexample.at
    if theirs is not None and theirs not in ((p, at) for p, box in plainly.cases(spec, claim) for at in box):
        theirs = None
    if ours != theirs or (other.verdict is Verdict.REFUTED) is not (theirs is not None):
        raise Different(
            f"{claim.id}: in {language} {other.verdict.value} {ours}, clingo {result.verdict.value} {theirs}"
        )
    tally.compared[f"verdict, program in {language} and clingo"] += 1
    tally.met.add(f"program in {language}")


def _proved(spec: Spec, claim: Claim, tally: Tally, rng: Random) -> None:
    """A proved claim holds at positions far beyond its box."""
    what = plainly.said(spec, claim)
    for parameters, where in plainly.far(spec, claim, rng, _STONES):
        one = plainly.game(spec, claim, parameters, bounded=False)
        for position in where:
            if _fails(spec, claim, one, what, position):
                raise Different(f"{claim.id}: PROVED, but fails at {parameters} {position}")
            tally.compared["proved, far away"] += 1


def _fails(spec: Spec, claim: Claim, one: plain.Game, what: plain_claims.Claim, position: plain.Position) -> bool:
    if claim.where is None or what.kind == "everywhere":
        return fault(one, what, position) is not None
    # a part of a theorem that is proved as a whole: its strategy must name moves that win by the whole theorem
    if not one.holds(claim.where, position):
        return False
    whole = spec.whole(claim)
    if whole is None:
        return False
    return fault(one, replace(plainly.said(spec, whole), strategy=claim.strategy), position) is not None
