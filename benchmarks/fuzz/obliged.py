"""The obligations of a proof at small positions, solved there, and what the claim says there by brute force."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from benchmarks.fuzz import plainly
from benchmarks.fuzz.tally import Different, Tally
from bouton.claims.subject import rules_of, subject
from bouton.core.errors import LimitReached
from bouton.core.position import Position
from bouton.core.spec import Spec
from bouton.proof.goal import Goal
from bouton.proof.prepare import Prepared, prepared
from bouton.proof.setting import settings
from tests.oracle.local import fault


def obligations(spec: Spec, tally: Tally, rng: Random) -> None:
    """What the obligations of a proof say at small positions is what the claim says there."""
    import z3  # type: ignore[import-untyped]  # noqa: PLC0415 (few parts of a run need it)

    claims = [c for c in spec.claims if c.prove is not None and c.where is None and c.kind in _OBLIGED and not c.using]
    if not claims or rng.random() < 0.45:
        return
    claim = rng.choice(claims)
    assert claim.prove is not None
    if any(name in ("heap.count", "S") for name in claim.prove.unbounded):
        return
    about = subject(spec, claim)
    what = plainly.said(spec, claim)
    for setting in rng.sample(ranged := list(settings(about, claim.prove)), min(1, len(ranged))):
        goal = Goal(about, claim, rules_of(about), setting)
        items = [one for one in prepared(goal) if isinstance(one, Prepared)]
        parameters = next(setting.assignments(2))
        one = plainly.game(spec, claim, parameters, bounded=False)
        box = plainly.positions(spec, claim, parameters)
        for position in rng.sample(box, min(6, len(box))):
            if not _inside(about, position, setting) or not all(
                _inside(about, to, setting) for to in (one.options(position) if about.moves else ())
            ):
                continue
            counts = tuple(len(entry) for entry in position if isinstance(entry, tuple))
            broken = [
                item.problem.name
                for item in items
                if item.problem.about == "claim" and item.counts == counts and item.question is not None
                if _satisfiable(z3, item.question.text, about, position, parameters)
            ]
            if bool(broken) is not (fault(one, what, position) is not None):
                raise Different(f"{claim.id} at {parameters} {position}: the obligations that fail are {broken}")
            tally.compared["obligations and brute force"] += 1
            tally.met.add("obligations")


_OBLIGED = ("p-positions", "winners", "grundy", "everywhere", "statement")


def _inside(spec: Spec, position: Position, setting: Any) -> bool:
    counts = tuple(len(entry) for entry in position if isinstance(entry, tuple))
    if counts not in setting.counts:
        return False
    for fluent, entry in zip(spec.fluents, position, strict=True):
        if isinstance(entry, int):
            values = setting.counters[fluent.name].at(next(setting.assignments(2)), 10**6)
            if entry not in values:
                return False
    return True


def _satisfiable(z3: Any, problem: str, spec: Spec, position: Position, parameters: Mapping[str, Any]) -> bool:
    known: dict[str, int] = {f"{name}.N": value for name, value in parameters.items() if isinstance(value, int)}
    for fluent, entry in zip(spec.fluents, position, strict=True):
        if isinstance(entry, tuple):
            known |= {f"{fluent.name}.{at}": size for at, size in enumerate(entry, 1)}
        else:
            known[f"{fluent.name}.N"] = entry
    pairs = [(z3.Int(name), z3.IntVal(value)) for name, value in known.items()]
    solver = z3.Solver()
    solver.set("timeout", 300)
    solver.add(*(z3.simplify(z3.substitute(part, *pairs)) for part in z3.parse_smt2_string(problem)))
    answer = str(solver.check())
    if answer == "unknown":
        raise LimitReached("an obligation at a position")
    return answer == "sat"
