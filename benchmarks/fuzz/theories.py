"""Statements about all finite acyclic games: random ones, and what brute force over small games says of them.

They are searched and not proved: one such proof costs as much as a hundred cases.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from benchmarks.fuzz.case import Case, dumped
from benchmarks.fuzz.rules import RELATIONS
from benchmarks.fuzz.tally import Different, Tally
from bouton.core.spec import Claim, CounterRange, Spec
from bouton.core.verdict import Result, Verdict
from bouton.process.limits import Limits
from bouton.run.check import check
from bouton.run.options import Options
from tests.oracle.evaluator import Evaluator
from tests.oracle.graphs import Graph, given, graphs
from tests.oracle.parser import parse

_SECONDS = 2.0
_TRIES = 6
"""Statements that are drawn until one is true of all games of two positions."""
_VALUES = ("value", "value", "misere", "misere", "value_m", "misere_m", "value_mm")


def theories(rng: Random) -> Case:
    """A statement on values and options, which often no small game contradicts."""
    lines = [
        "to(X,V) :- option(X,Y), value(Y,V). to_misere(X,V) :- option(X,Y), misere(Y,V).",
        f"at(X) :- value(X,{rng.randint(0, 2)}). reaches(X) :- option(X,Y), at(Y).",
    ]
    for _ in range(_TRIES):
        rules = ["holds :- not bad.", *(f"bad :- {_body(rng)}." for _ in range(rng.choice((1, 1, 2))))]
        evaluator = _of([*lines, *rules])
        if all(_holds(evaluator, graph, "holds") for graph in graphs(2)):
            break
    claim: dict[str, Any] = {"id": "holds", "says": "A.", "kind": "theory", "positions": "1..3", "iff": "holds"}
    if rng.random() < 0.3:
        rules += [f"odd :- {_body(rng)}.", f"met :- {rng.choice(('', 'not '))}odd."]
        claim["given"] = "met"
    document = {"game": "all games", "rules": "case.lp", "claims": [claim]}
    return Case({"case.lp": "\n".join((*lines, *rules)) + "\n", "case.yaml": dumped(document)}, {})


def _body(rng: Random) -> str:
    """A position with a value, and what is said of it."""
    literals = [f"{rng.choice(_VALUES)}(X,V)"]
    numbers, positions = ["V"], ["X"]
    for _ in range(rng.randint(1, 3)):
        kind = rng.randint(0, 7)
        if kind <= 1:
            literals += ["option(X,Y)", f"{rng.choice(_VALUES)}(Y,W)"] if "Y" not in positions else ["at(Y)"]
            numbers, positions = [*numbers, "W"], [*positions, "Y"]
        elif kind == 2:
            literals.append(f"{rng.choice(_VALUES)}({rng.choice(positions)},U)")
            numbers.append("U")
        elif kind == 3:
            name = rng.choice(("terminal", "at", "reaches"))
            literals.append(f"{rng.choice(('', 'not '))}{name}({rng.choice(positions)})")
        elif kind == 4:
            literals += [f"I = 0..{rng.choice(numbers)}-1", f"not {rng.choice(('to', 'to_misere'))}(X,I)"]
        elif kind == 5:
            literals.append(f"{rng.choice(('', 'not '))}{rng.choice(('to', 'to_misere'))}(X,{rng.choice(numbers)})")
        else:
            other = rng.choice((*numbers, str(rng.randint(0, 2))))
            shift = rng.choice(("", "", "+1", "-1"))
            literals.append(f"{rng.choice(numbers)} {rng.choice(RELATIONS)} {other}{shift}")
    return ", ".join(dict.fromkeys(literals))


# ------------------------------------------------------------------------------------------------------- comparing


def _of(lines: list[str]) -> Evaluator:
    return Evaluator(parse("\n".join(lines)), {}, list(given(((),))))


def _holds(evaluator: Evaluator, graph: Graph, name: str) -> bool:
    return (name, 0) in evaluator.facts(given(graph))


def compare_theory(spec: Spec, tally: Tally, _rng: Random) -> None:
    """The verdicts by Bouton, and by brute force over all games of as many positions."""
    evaluator = _of(spec.encoding.splitlines())
    for result in check(spec, Options(limits=Limits(_SECONDS)), lambda _progress: None):
        tally.ends[f"theory {result.verdict.value}"] += 1
        if result.verdict is not Verdict.UNKNOWN:
            _searched(spec.claim(result.id), evaluator, result)
            tally.compared["theory, verdict and least game"] += 1
            tally.met.add("theory")


def _searched(claim: Claim, evaluator: Evaluator, result: Result) -> None:
    broken = (graph for size in _sizes(claim) for graph in graphs(size) if _broken(claim, evaluator, graph))
    least = min(((len(graph), sum(map(len, graph))) for graph in broken), default=None)
    found = None
    if result.counterexample is not None:
        graph = tuple(tuple(row) for row in result.counterexample.position.values() if not isinstance(row, int))
        if not _broken(claim, evaluator, graph):
            raise Different(f"{claim.id}: refuted by {graph}, where it is right")
        found = len(graph), sum(map(len, graph))
    if found != least:
        raise Different(f"{claim.id}: the least game has {least} positions and moves, that of the verdict {found}")


def _broken(claim: Claim, evaluator: Evaluator, graph: Graph) -> bool:
    facts = evaluator.facts(given(graph))
    return (claim.where is None or (claim.where, 0) in facts) and (claim.iff, 0) not in facts


def _sizes(claim: Claim) -> Iterator[int]:
    (part,) = (part for part in claim.box.fluents if isinstance(part, CounterRange))
    yield from part.interval.at({})
