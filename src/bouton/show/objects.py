"""Verdicts as the objects that `--json` prints."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from bouton.core.exits import Exit
from bouton.core.proof import Proof
from bouton.core.verdict import Counterexample, Formal, Result, Several
from bouton.show import predicates

SCHEMA = 1


def of_spec(file: str, results: Sequence[Result]) -> dict[str, Any]:
    """What is said of one spec."""
    return {"schema": SCHEMA, "spec": file, "claims": [of_result(result) for result in results]}


def of_specs(specs: Sequence[dict[str, Any]], code: Exit) -> dict[str, Any]:
    """What is said of several."""
    return {"schema": SCHEMA, "specs": list(specs), "exit": int(code)}


def _of_formal(found: Formal) -> dict[str, Any]:
    """What became of the file for Rocq; of the seconds and the reason what there is."""
    said: dict[str, Any] = {"file": found.file, "answer": found.answer}
    said |= {"seconds": round(found.seconds, 3)} if found.seconds else {}
    return said | ({"why": found.why} if found.why else {})


def of_result(result: Result) -> dict[str, Any]:
    """One claim. `notes` is there only where something has to be added, `kept` where an earlier run has found it.

    `reach` is there only where moves were found to lead counters beyond their ranges.
    """
    said: dict[str, Any] = {
        "id": result.id,
        "kind": result.kind,
        "verdict": result.verdict.value,
        "expected": result.expected,
        "as_expected": result.as_expected,
        "over": result.over,
        "positions": result.positions,
        "counterexample": result.counterexample and of_counterexample(result.counterexample),
        "proof": result.proof and of_proof(result.proof),
        "reason": result.reason,
        "engines": list(result.engines),
        "seconds": round(result.seconds, 3),
    }
    said |= {"reach": result.reach} if result.reach else {}
    said |= {"notes": list(result.notes)} if result.notes else {}
    said |= {"rocq": _of_formal(result.rocq)} if result.rocq is not None else {}
    said |= of_several(result.several) if result.several is not None else {}
    return {**said, "kept": True} if result.kept else said


def of_several(several: Several) -> dict[str, Any]:
    """The least counterexample of each explanation, and why there are no more of them."""
    found = [
        {**of_counterexample(one), "predicates": predicates.objects(said), "obstacles": predicates.obstacles(said)}
        for one, said in several.found
    ]
    return {"counterexamples": found, "counterexamples_end": several.end}


def of_counterexample(found: Counterexample) -> dict[str, Any]:
    """Where a claim fails; `because` is one winning move, or every move with its outcome.

    Only of a sum there is `sum`, its position game by game; only of a small game `values`, the pair of each position.
    """
    if found.winning is not None:
        because: dict[str, Any] = {"move": found.winning.move, "to": found.winning.to}
    else:
        because = {"moves": list(map(asdict, found.options))}
    said: dict[str, Any] = {
        "parameters": found.parameters,
        "position": found.position,
        "claimed": found.claimed,
        "actual": found.actual,
        "because": because,
    }
    if found.components:
        said["sum"] = list(map(asdict, found.components))
    if found.values:
        said["values"] = {str(at): list(pair) for at, pair in enumerate(found.values, 1)}
    return said


def of_proof(proof: Proof) -> dict[str, Any]:
    """A proof attempt with each of its obligations."""
    return {
        "verdict": proof.verdict,
        "fixed": proof.fixed,
        "unbounded": list(proof.unbounded),
        "through": proof.through,
        "obligations": [
            {
                "name": step.name,
                "meaning": step.meaning,
                "verdict": step.verdict,
                "seconds": round(step.seconds, 3),
                "solver": step.solver,
                "reason": step.reason,
            }
            for step in proof.obligations
        ],
        "parts": [{"part": part.name, "obligations": list(part.obligations)} for part in proof.parts],
        "uncompared": list(proof.open),
        "numbers": list(proof.numbers),
        "cites": list(proof.cites),
        "reason": proof.reason,
    }
